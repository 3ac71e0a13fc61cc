// SPDX-License-Identifier: BSD-3-Clause
#include "results/hdf5/columns.h"

#include <algorithm>
#include <cstring>

namespace trammel::results::hdf5 {
namespace {

constexpr hsize_t small = 1 << 15;        // bytes that are not worth compressing
constexpr hsize_t chunk_bytes = 1 << 20;  // of columns, which are read as a whole
// More would not be a result file, but an attack on the memory.
constexpr hsize_t most_entries = hsize_t(1) << 31, longest_text = hsize_t(1) << 28;

Handle simple_space(const Shape& shape) {
  return {H5Screate_simple(int(shape.size()), shape.data(), nullptr), H5Sclose};
}

Handle text_type(std::size_t length) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type, std::max<std::size_t>(length, 1)));
  check(H5Tset_strpad(type, H5T_STR_NULLPAD));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

void write(hid_t group, const char* name, const Shape& shape, hid_t file_type, hid_t memory_type,
           const void* data) {
  const hsize_t size = H5Tget_size(file_type), entries = volume(shape);
  const Handle space = simple_space(shape);
  const hsize_t row = std::max<hsize_t>(size * entries / std::max<hsize_t>(shape[0], 1), 1);
  const Handle plain(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  const Handle packed = size * entries > small
                            ? compressed(shape, std::clamp<hsize_t>(chunk_bytes / row, 1, shape[0]))
                            : Handle();
  const Handle dataset(
      H5Dcreate2(group, name, file_type, space, H5P_DEFAULT, packed ? packed : plain, H5P_DEFAULT),
      H5Dclose);
  if (entries > 0) check(H5Dwrite(dataset, memory_type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data));
}

template <class T>
std::vector<T> read(hid_t group, const char* name, Shape* shape) {
  const Handle dataset = open_dataset(group, name);
  const Shape dims = shape_of(dataset);
  if (volume(dims) > most_entries) throw Error(std::string(name) + " is too large");
  std::vector<T> values(volume(dims));
  if (!values.empty())
    check(H5Dread(dataset, native_type<T>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
  if (shape) *shape = dims;
  return values;
}

// Without the zeros behind it.
std::string trimmed(const char* text, std::size_t length) {
  while (length > 0 && text[length - 1] == '\0') --length;
  return {text, length};
}

// Of a dataset or an attribute that must hold texts of fixed length.
std::size_t text_length(const Handle& type) {
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) != 0)
    throw Error("a text is not of fixed length");
  const std::size_t length = H5Tget_size(type);
  if (length > longest_text) throw Error("a text is too long");
  return length;
}

}  // namespace

hsize_t volume(const Shape& shape) {
  hsize_t product = 1;
  for (const hsize_t n : shape) product *= n;
  return product;
}

Handle compressed(const Shape& shape, hsize_t rows) {
  constexpr unsigned level = 1;  // higher ones cost much more time than they save space
  Shape chunk = shape;
  chunk[0] = rows;
  for (hsize_t& n : chunk) n = std::max<hsize_t>(n, 1);
  Handle list(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  check(H5Pset_chunk(list, int(chunk.size()), chunk.data()));
  check(H5Pset_shuffle(list));
  check(H5Pset_deflate(list, level));
  return list;
}

void write_numbers(hid_t group, const char* name, const Shape& shape,
                   std::span<const double> values) {
  write(group, name, shape, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.data());
}

void write_numbers(hid_t group, const char* name, const Shape& shape, std::span<const int> values) {
  write(group, name, shape, H5T_STD_I32LE, H5T_NATIVE_INT, values.data());
}

void write_bytes(hid_t group, const char* name, const std::string& bytes) {
  write(group, name, {bytes.size()}, H5T_STD_U8LE, H5T_NATIVE_UCHAR, bytes.data());
}

void write_texts(hid_t group, const char* name, const Shape& shape,
                 const std::vector<std::string>& texts) {
  std::size_t length = 1;
  for (const std::string& text : texts) length = std::max(length, text.size());
  std::string padded(length * texts.size(), '\0');
  for (std::size_t k = 0; k < texts.size(); ++k)
    std::memcpy(padded.data() + k * length, texts[k].data(), texts[k].size());
  const Handle type = text_type(length);
  write(group, name, shape, type, type, padded.data());
}

std::vector<double> read_doubles(hid_t group, const char* name, Shape* shape) {
  return read<double>(group, name, shape);
}
std::vector<int> read_integers(hid_t group, const char* name, Shape* shape) {
  return read<int>(group, name, shape);
}
std::string read_bytes(hid_t group, const char* name) {
  const std::vector<unsigned char> bytes = read<unsigned char>(group, name, nullptr);
  return {bytes.begin(), bytes.end()};
}

std::vector<std::string> read_texts(hid_t group, const char* name) {
  const Handle dataset = open_dataset(group, name);
  const Handle type(H5Dget_type(dataset), H5Tclose);
  const std::size_t length = text_length(type), count = volume(shape_of(dataset));
  if (count > most_entries / length) throw Error(std::string(name) + " is too large");
  std::string padded(length * count, '\0');
  const Handle memory = text_type(length);
  if (count > 0) check(H5Dread(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, padded.data()));
  std::vector<std::string> texts;
  for (std::size_t k = 0; k < count; ++k)
    texts.push_back(trimmed(padded.data() + k * length, length));
  return texts;
}

namespace {

void write_attribute(hid_t object, const char* name, hid_t file_type, hid_t memory_type,
                     const Handle& space, const void* data) {
  const Handle attribute(H5Acreate2(object, name, file_type, space, H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
  check(H5Awrite(attribute, memory_type, data));
}

Handle scalar_space() {
  return {H5Screate(H5S_SCALAR), H5Sclose};
}

// Opened, with as many entries as are wanted.
Handle open_attribute(hid_t object, const char* name, hsize_t entries) {
  Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Handle space(H5Aget_space(attribute), H5Sclose);
  if (H5Sget_simple_extent_npoints(space) != hssize_t(entries))
    throw Error(std::string(name) + " has another size");
  return attribute;
}

}  // namespace

void write_attribute(hid_t object, const char* name, const std::string& text) {
  const Handle type = text_type(text.size());
  const std::string padded = text.empty() ? std::string(1, '\0') : text;
  write_attribute(object, name, type, type, scalar_space(), padded.data());
}
void write_attribute(hid_t object, const char* name, int value) {
  write_attribute(object, name, H5T_STD_I32LE, H5T_NATIVE_INT, scalar_space(), &value);
}
void write_attribute(hid_t object, const char* name, std::span<const double> values) {
  write_attribute(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, simple_space({values.size()}),
                  values.data());
}

void read_attribute(hid_t object, const char* name, std::string& text) {
  const Handle attribute = open_attribute(object, name, 1);
  const Handle type(H5Aget_type(attribute), H5Tclose);
  const std::size_t length = text_length(type);
  std::string padded(length, '\0');
  check(H5Aread(attribute, text_type(length), padded.data()));
  text = trimmed(padded.data(), length);
}
void read_attribute(hid_t object, const char* name, int& value) {
  check(H5Aread(open_attribute(object, name, 1), H5T_NATIVE_INT, &value));
}
void read_attribute(hid_t object, const char* name, std::span<double> values) {
  check(H5Aread(open_attribute(object, name, values.size()), H5T_NATIVE_DOUBLE, values.data()));
}

Handle open_dataset(hid_t group, const char* name) {
  return {H5Dopen2(group, name, H5P_DEFAULT), H5Dclose};
}

Shape shape_of(hid_t dataset) {
  const Handle space(H5Dget_space(dataset), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space);
  if (rank < 0) throw Error("a dataset has no shape");
  Shape shape(std::size_t(rank), 0);
  H5Sget_simple_extent_dims(space, shape.data(), nullptr);
  return shape;
}

}  // namespace trammel::results::hdf5
