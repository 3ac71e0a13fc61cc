// Ties an argument of a statement to a field of a model element: how it is read, written,
// described, and what it refers to. Field types are known to values.h; one small class serves them
// all. SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "io/adm/values.h"

namespace trammel::adm {

class Binding {
 public:
  virtual ~Binding() = default;

  // A word by itself, without "= value".
  virtual bool is_flag() const { return false; }
  // Expressions follow rules of their own.
  virtual bool is_expression() const { return false; }
  virtual std::span<const model::Expression> expressions(const void*) const { return {}; }
  // Reads the value after "="; false when it reported an error. Flags read nothing.
  virtual bool read(void* element, ValueInput& in) const = 0;
  // Gives the field the value it has in a fresh element.
  virtual void reset(void* element) const = 0;
  // Differs from a fresh element; for a flag: the element has this value.
  virtual bool is_set(const void* element) const = 0;
  // The element has the value a fresh one has.
  virtual bool is_default(const void* element) const { return !is_set(element); }
  virtual void write(const void* element, ValueOutput& out) const = 0;
  // In the reference manual: "x, y, z", "marker id".
  virtual std::string describe(const Rule& rule) const = 0;
  // The default in the reference manual, "" for none.
  virtual std::string default_text(const Rule& rule) const = 0;
  virtual void references(const void*, const ReferenceVisitor&) const {}
};

// A field of S that `get(s)` returns by reference, for constant and changeable s.
template <class S, class Get>
class Field final : public Binding {
 public:
  explicit Field(Get get) : get_(get) {}

  bool is_expression() const override { return holds_expression; }
  std::span<const model::Expression> expressions(const void* element) const override {
    if constexpr (holds_vector)
      return value(element).components;
    else if constexpr (holds_expression)
      return {&value(element), 1};
    else
      return {};
  }
  bool read(void* element, ValueInput& in) const override {
    return read_value(in, std::invoke(get_, *static_cast<S*>(element)));
  }
  void reset(void* element) const override {
    std::invoke(get_, *static_cast<S*>(element)) = fresh();
  }
  bool is_set(const void* element) const override { return !(value(element) == fresh()); }
  void write(const void* element, ValueOutput& out) const override {
    write_value(out, value(element));
  }
  std::string describe(const Rule& rule) const override { return describe_value(rule, fresh()); }
  std::string default_text(const Rule& rule) const override {
    ValueOutput out{rule};
    write_value(out, fresh());
    return out.joined();
  }
  void references(const void* element, const ReferenceVisitor& visit) const override {
    visit_references(value(element), visit);
  }

 private:
  using Held = std::decay_t<std::invoke_result_t<Get, const S&>>;
  static constexpr bool holds_vector = std::is_same_v<Held, model::VectorExpression>;
  static constexpr bool holds_expression = holds_vector || std::is_same_v<Held, model::Expression>;

  const auto& value(const void* element) const {
    return std::invoke(get_, *static_cast<const S*>(element));
  }
  const auto& fresh() const {
    static const S element{};
    return std::invoke(get_, element);
  }

  Get get_;
};

// A second name of an argument: read like the first, never written.
template <class Get>
struct Synonym {
  Get get;
};
template <class Get>
Synonym(Get) -> Synonym<Get>;

template <class S, class Get>
class SynonymField final : public Binding {
 public:
  explicit SynonymField(Synonym<Get> synonym) : field_(synonym.get) {}

  bool read(void* element, ValueInput& in) const override { return field_.read(element, in); }
  void reset(void* element) const override { field_.reset(element); }
  bool is_set(const void*) const override { return false; }
  void write(const void*, ValueOutput&) const override {}
  std::string describe(const Rule& rule) const override { return field_.describe(rule); }
  std::string default_text(const Rule&) const override { return ""; }

 private:
  Field<S, Get> field_;
};

template <class S, class Get>
void reset_field(void* element, const Get& get) {
  static const S fresh{};
  std::invoke(get, *static_cast<S*>(element)) = std::invoke(get, fresh);
}

// A word that sets a field to one of its values.
template <class Get, class T>
struct Flag {
  Get get;
  T value;
};
template <class Get, class T>
Flag(Get, T) -> Flag<Get, T>;

template <class S, class Get, class T>
class FlagField final : public Binding {
 public:
  explicit FlagField(Flag<Get, T> flag) : flag_(flag) {}

  bool is_flag() const override { return true; }
  bool read(void* element, ValueInput&) const override {
    std::invoke(flag_.get, *static_cast<S*>(element)) = flag_.value;
    return true;
  }
  void reset(void* element) const override { reset_field<S>(element, flag_.get); }
  bool is_set(const void* element) const override {
    return std::invoke(flag_.get, *static_cast<const S*>(element)) == flag_.value;
  }
  bool is_default(const void*) const override {
    static const S fresh{};
    return is_set(&fresh);
  }
  void write(const void*, ValueOutput&) const override {}
  std::string describe(const Rule&) const override { return ""; }
  std::string default_text(const Rule&) const override { return ""; }

 private:
  Flag<Get, T> flag_;
};

// Words with a meaning: one (Choice), a list joined by colons (Words), or a set of bits (Mask).
template <class T>
using Meanings = std::vector<std::pair<std::string_view, T>>;

template <class Get, class T>
struct Choice {
  Get get;
  Meanings<T> meanings;
};
template <class Get, class T>
struct Words {
  Get get;
  Meanings<T> meanings;
};
template <class Get>
struct Mask {
  Get get;
  Meanings<unsigned> meanings;
};

template <class S, class Get, class T>
class ChoiceField final : public Binding {
 public:
  explicit ChoiceField(Choice<Get, T> choice) : choice_(std::move(choice)) {
    for (const auto& [name, value] : choice_.meanings) names_.push_back(name);
  }

  bool read(void* element, ValueInput& in) const override {
    const int index = read_word(in, names_);
    if (index < 0) return false;
    std::invoke(choice_.get, *static_cast<S*>(element)) =
        choice_.meanings[static_cast<std::size_t>(index)].second;
    return true;
  }
  void reset(void* element) const override { reset_field<S>(element, choice_.get); }
  bool is_set(const void* element) const override {
    static const S fresh{};
    return !(value(element) == value(&fresh));
  }
  void write(const void* element, ValueOutput& out) const override {
    for (const auto& [name, meaning] : choice_.meanings)
      if (value(element) == meaning) return out.add(std::string(name));
  }
  std::string describe(const Rule&) const override { return alternatives(names_); }
  std::string default_text(const Rule& rule) const override {
    static const S fresh{};
    ValueOutput out{rule};
    write(&fresh, out);
    return out.joined();
  }

 private:
  const auto& value(const void* element) const {
    return std::invoke(choice_.get, *static_cast<const S*>(element));
  }

  Choice<Get, T> choice_;
  std::vector<std::string_view> names_;
};

template <class S, class Get, class T>
class WordsField final : public Binding {
 public:
  explicit WordsField(Words<Get, T> words) : words_(std::move(words)) {
    for (const auto& [name, value] : words_.meanings) names_.push_back(name);
  }

  bool read(void* element, ValueInput& in) const override {
    std::vector<int> indices;
    if (!read_words(in, names_, indices)) return false;
    auto& list = std::invoke(words_.get, *static_cast<S*>(element));
    list.clear();
    for (const int index : indices)
      list.push_back(words_.meanings[static_cast<std::size_t>(index)].second);
    return true;
  }
  void reset(void* element) const override { reset_field<S>(element, words_.get); }
  bool is_set(const void* element) const override { return !value(element).empty(); }
  void write(const void* element, ValueOutput& out) const override {
    out.separator = ':';
    for (const T item : value(element))
      for (const auto& [name, meaning] : words_.meanings)
        if (item == meaning) {
          out.add(std::string(name));
          break;
        }
  }
  std::string describe(const Rule&) const override {
    return "list of " + alternatives(names_) + ", joined by colons";
  }
  std::string default_text(const Rule&) const override { return ""; }

 private:
  const auto& value(const void* element) const {
    return std::invoke(words_.get, *static_cast<const S*>(element));
  }

  Words<Get, T> words_;
  std::vector<std::string_view> names_;
};

template <class S, class Get>
class MaskField final : public Binding {
 public:
  explicit MaskField(Mask<Get> mask) : mask_(std::move(mask)) {
    for (const auto& [name, bit] : mask_.meanings) names_.push_back(name);
  }

  bool read(void* element, ValueInput& in) const override {
    std::vector<int> indices;
    if (!read_words(in, names_, indices)) return false;
    unsigned& bits = std::invoke(mask_.get, *static_cast<S*>(element));
    bits = 0;
    for (const int index : indices) bits |= mask_.meanings[static_cast<std::size_t>(index)].second;
    return true;
  }
  void reset(void* element) const override { reset_field<S>(element, mask_.get); }
  bool is_set(const void* element) const override { return value(element) != 0; }
  void write(const void* element, ValueOutput& out) const override {
    out.separator = ':';
    for (const auto& [name, bit] : mask_.meanings)
      if (value(element) & bit) out.add(std::string(name));
  }
  std::string describe(const Rule&) const override {
    return "some of " + alternatives(names_) + ", joined by colons";
  }
  std::string default_text(const Rule&) const override { return ""; }

 private:
  unsigned value(const void* element) const {
    return std::invoke(mask_.get, *static_cast<const S*>(element));
  }

  Mask<Get> mask_;
  std::vector<std::string_view> names_;
};

template <class T, class Get>
Choice<Get, T> choice(Get get, Meanings<T> meanings) {
  return {get, std::move(meanings)};
}
template <class T, class Get>
Words<Get, T> words(Get get, Meanings<T> meanings) {
  return {get, std::move(meanings)};
}
template <class Get>
Mask<Get> mask(Get get, Meanings<unsigned> meanings) {
  return {get, std::move(meanings)};
}

template <class S, class Get>
std::shared_ptr<const Binding> make_binding(Get get) {
  return std::make_shared<Field<S, Get>>(get);
}
template <class S, class Get, class T>
std::shared_ptr<const Binding> make_binding(Flag<Get, T> flag) {
  return std::make_shared<FlagField<S, Get, T>>(flag);
}
template <class S, class Get>
std::shared_ptr<const Binding> make_binding(Synonym<Get> synonym) {
  return std::make_shared<SynonymField<S, Get>>(synonym);
}
template <class S, class Get, class T>
std::shared_ptr<const Binding> make_binding(Choice<Get, T> choice) {
  return std::make_shared<ChoiceField<S, Get, T>>(std::move(choice));
}
template <class S, class Get, class T>
std::shared_ptr<const Binding> make_binding(Words<Get, T> words) {
  return std::make_shared<WordsField<S, Get, T>>(std::move(words));
}
template <class S, class Get>
std::shared_ptr<const Binding> make_binding(Mask<Get> mask) {
  return std::make_shared<MaskField<S, Get>>(std::move(mask));
}

}  // namespace trammel::adm
