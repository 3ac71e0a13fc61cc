// SPDX-License-Identifier: BSD-3-Clause
#include "results/hdf5/archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "results/hdf5/columns.h"
#include "results/hdf5/layout.h"

namespace trammel::results::hdf5 {
namespace {

template <class Item>
class ColumnWriter {
 public:
  ColumnWriter(hid_t group, const std::vector<Item>& items) : group_(group), items_(items) {}

  template <class Get>
  void text(const char* name, Get get) {
    std::vector<std::string> texts;
    for (const Item& item : items_) texts.push_back(get(item));
    write_texts(group_, name, {items_.size()}, texts);
  }
  template <class Get>
  void texts(const char* name, Get get) {
    std::vector<std::string> all;
    for (const Item& item : items_)
      for (const std::string& each : get(item)) all.push_back(each);
    write_texts(group_, name, {items_.size(), 8}, all);
  }
  template <class Get>
  void integer(const char* name, Get get) {
    std::vector<int> values;
    for (const Item& item : items_) values.push_back(int(get(item)));
    write_numbers(group_, name, {items_.size()}, values);
  }
  template <class Get>
  void flag(const char* name, Get get) {
    integer(name, get);
  }
  template <class Get>
  void number(const char* name, Get get) {
    std::vector<double> values;
    for (const Item& item : items_) values.push_back(get(item));
    write_numbers(group_, name, {items_.size()}, values);
  }
  template <class Get>
  void numbers(const char* name, Get get) {
    std::vector<double> values;
    for (const Item& item : items_) values.insert(values.end(), get(item).begin(), get(item).end());
    write_numbers(group_, name, {items_.size(), std::tuple_size_v<PoseNumbers>}, values);
  }
  template <class Get>
  void shape(const char* name, Get get) {
    std::vector<double> values;
    for (const Item& item : items_)
      for (const ShapeNumber& each : shape_numbers) values.push_back(get(item).*each.value);
    write_numbers(group_, name, {items_.size(), shape_numbers.size()}, values);
    std::string names;
    for (const ShapeNumber& each : shape_numbers) {
      if (!names.empty()) names += ' ';
      names += each.name;
    }
    write_attribute(open_dataset(group_, name), "names", names);
  }
  template <class Get>
  void list(const char* name, Get get) {
    std::vector<int> all, counts;
    for (const Item& item : items_) {
      all.insert(all.end(), get(item).begin(), get(item).end());
      counts.push_back(int(get(item).size()));
    }
    write_numbers(group_, name, {all.size()}, all);
    write_numbers(group_, count_of(name).c_str(), {counts.size()}, counts);
  }
  template <class Get>
  void points(const char* name, Get get) {
    std::vector<double> all;
    std::vector<int> counts;
    for (const Item& item : items_) {
      for (const auto& point : get(item)) all.insert(all.end(), point.begin(), point.end());
      counts.push_back(int(get(item).size()));
    }
    write_numbers(group_, name, {all.size() / 3, 3}, all);
    write_numbers(group_, count_of(name).c_str(), {counts.size()}, counts);
  }

  static std::string count_of(const char* name) { return std::string(name) + "_count"; }

 private:
  hid_t group_;
  const std::vector<Item>& items_;
};

class Writing {
 public:
  explicit Writing(hid_t file) : file_(file) {}

  void attribute(const char* object, const char* name, const std::string& text) {
    write_attribute(group(object), name, text);
  }
  void attribute(const char* object, const char* name, const std::array<double, 3>& vector) {
    write_attribute(group(object), name, vector);
  }
  void bytes(const char* name, const std::string& text) { write_bytes(file_, name, text); }

  template <class Item, class Visit>
  void table(const char* name, const std::vector<Item>& items, Visit visit) {
    const Handle made(H5Gcreate2(file_, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    ColumnWriter<Item> columns(made, items);
    visit(columns);
  }

 private:
  Handle group(const char* name) const { return {H5Gopen2(file_, name, H5P_DEFAULT), H5Gclose}; }

  hid_t file_;
};

template <class Item>
class ColumnReader {
 public:
  ColumnReader(hid_t group, std::vector<Item>& items) : group_(group), items_(items) {
    items_.resize(read_integers(group, "id").size());
  }

  template <class Get>
  void text(const char* name, Get get) {
    std::vector<std::string> texts = read_texts(group_, name);
    need(texts.size(), items_.size(), name);
    for (std::size_t k = 0; k < items_.size(); ++k) get(items_[k]) = std::move(texts[k]);
  }
  template <class Get>
  void texts(const char* name, Get get) {
    const std::vector<std::string> all = read_texts(group_, name);
    need(all.size(), 8 * items_.size(), name);
    for (std::size_t k = 0; k < items_.size(); ++k)
      std::copy_n(all.begin() + std::ptrdiff_t(8 * k), 8, get(items_[k]).begin());
  }
  template <class Get>
  void integer(const char* name, Get get) {
    const std::vector<int> values = read_integers(group_, name);
    need(values.size(), items_.size(), name);
    for (std::size_t k = 0; k < items_.size(); ++k) get(items_[k]) = values[k];
  }
  template <class Get>
  void flag(const char* name, Get get) {
    const std::vector<int> values = read_integers(group_, name);
    need(values.size(), items_.size(), name);
    for (std::size_t k = 0; k < items_.size(); ++k) get(items_[k]) = values[k] != 0;
  }
  template <class Get>
  void number(const char* name, Get get) {
    const std::vector<double> values = read_doubles(group_, name);
    need(values.size(), items_.size(), name);
    for (std::size_t k = 0; k < items_.size(); ++k) get(items_[k]) = values[k];
  }
  template <class Get>
  void numbers(const char* name, Get get) {
    const std::vector<double> values = read_doubles(group_, name);
    constexpr std::size_t width = std::tuple_size_v<PoseNumbers>;
    need(values.size(), width * items_.size(), name);
    for (std::size_t k = 0; k < items_.size(); ++k)
      std::copy_n(values.begin() + std::ptrdiff_t(width * k), width, get(items_[k]).begin());
  }
  template <class Get>
  void shape(const char* name, Get get) {
    const std::vector<double> values = read_doubles(group_, name);
    need(values.size(), shape_numbers.size() * items_.size(), name);
    for (std::size_t k = 0; k < items_.size(); ++k)
      for (std::size_t n = 0; n < shape_numbers.size(); ++n)
        get(items_[k]).*shape_numbers[n].value = values[k * shape_numbers.size() + n];
  }
  template <class Get>
  void list(const char* name, Get get) {
    const std::vector<int> all = read_integers(group_, name);
    std::size_t next = 0;
    for_each_count(name, all.size(), [&](std::size_t k, std::size_t count) {
      for (std::size_t n = 0; n < count; ++n) get(items_[k]).push_back(all[next++]);
    });
  }
  template <class Get>
  void points(const char* name, Get get) {
    const std::vector<double> all = read_doubles(group_, name);
    std::size_t next = 0;
    for_each_count(name, all.size() / 3, [&](std::size_t k, std::size_t count) {
      for (std::size_t n = 0; n < count; ++n, next += 3)
        get(items_[k]).push_back({all[next], all[next + 1], all[next + 2]});
    });
  }

 private:
  static void need(std::size_t size, std::size_t wanted, const char* name) {
    if (size != wanted) throw Error(std::string(name) + " has another size");
  }
  template <class Visit>
  void for_each_count(const char* name, std::size_t available, Visit visit) {
    const std::vector<int> counts =
        read_integers(group_, ColumnWriter<Item>::count_of(name).c_str());
    need(counts.size(), items_.size(), name);
    for (std::size_t k = 0; k < counts.size(); ++k) {
      const auto count = std::size_t(std::max(counts[k], 0));
      if (count > available) throw Error(std::string(name) + " has another size");
      available -= count;
      visit(k, count);
    }
  }

  hid_t group_;
  std::vector<Item>& items_;
};

class Readout {
 public:
  explicit Readout(hid_t file) : file_(file) {}

  void attribute(const char* object, const char* name, std::string& text) {
    read_attribute(group(object), name, text);
  }
  void attribute(const char* object, const char* name, std::array<double, 3>& vector) {
    read_attribute(group(object), name, vector);
  }
  void bytes(const char* name, std::string& text) { text = read_bytes(file_, name); }

  template <class Item, class Visit>
  void table(const char* name, std::vector<Item>& items, Visit visit) {
    const Handle opened = group(name);
    ColumnReader<Item> columns(opened, items);
    visit(columns);
  }

 private:
  Handle group(const char* name) const { return {H5Gopen2(file_, name, H5P_DEFAULT), H5Gclose}; }

  hid_t file_;
};

void bound(int& index, std::size_t size) {
  if (index < -1 || index >= int(size)) index = -1;
}

// Whoever uses the contents may rely on their indices, even of a file that somebody has tampered with.
void bound_indices(Contents& c) {
  for (MarkerInfo& marker : c.markers) bound(marker.part, c.parts.size());
  for (GraphicInfo& graphic : c.graphics) {
    for (int* index : {&graphic.marker, &graphic.i, &graphic.j}) bound(*index, c.markers.size());
    for (int& index : graphic.outline) bound(index, c.markers.size());
  }
  for (std::vector<ElementInfo>* list : {&c.reactions, &c.forces})
    for (ElementInfo& element : *list)
      for (int* index : {&element.i, &element.j}) bound(*index, c.markers.size());
}

}  // namespace

void write_contents(hid_t file, const Contents& contents) {
  for (const char* group : {"/units", "/model"})
    Handle(H5Gcreate2(file, group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  write_attribute(file, "format", std::string(format_name));
  write_attribute(file, "version", format_version);
  Writing archive(file);
  visit_contents(archive, contents);
}

Contents read_contents(hid_t file) {
  std::string format;
  int version = 0;
  if (H5Aexists(file, "format") > 0) read_attribute(file, "format", format);
  if (format != format_name) throw Error("is not a result file of trammel");
  read_attribute(file, "version", version);
  if (version != format_version)
    throw Error(
        fmt::format("is a result file of version {}, which this program does not know", version));
  Contents contents;
  Readout archive(file);
  visit_contents(archive, contents);
  bound_indices(contents);
  return contents;
}

}  // namespace trammel::results::hdf5
