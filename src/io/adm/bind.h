// Connects statement tables with the places in the model that they fill; used by statements/*.cpp.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>

#include "io/adm/read_statement.h"
#include "io/adm/statement.h"

namespace trammel::adm {

template <class S>
class ElementSyntax final : public Syntax {
 public:
  explicit ElementSyntax(const Statement<S>& table) : Syntax(table, true), finish_(table.finish) {}

  void read(StatementReader& reader, model::Model& model) const override {
    S element;
    element.id = reader.read_id(*this);
    element.name = reader.view_name();
    element.at = reader.start();
    const int id = element.id;
    reader.set_subject(name(), id);
    const S* same = model.table<S>().find(id);
    reader.expect_new_id(*this, id, same ? &same->at : nullptr);
    const bool clean = reader.read_arguments(*this, &element);
    if (clean && finish_) finish_(element, reader.finish());
    if (reader.errors() == 0)
      model.table<S>().add(std::move(element));
    else
      reader.keep_half_read(*this, id, std::make_shared<const S>(std::move(element)));
  }

  void change(StatementReader& reader, model::Model* model) const override {
    const int id = reader.read_id(*this);
    reader.set_subject(name(), id);
    S* target = model ? model->table<S>().find(id) : nullptr;
    if (model && !target && id > 0)
      return reader.scanner().error(Code::undefined_reference, 0,
                                    fmt::format("{}/{} is not defined", name(), id),
                                    "commands change elements of the dataset; they add none");
    S changed = target ? *target : S{};
    const bool clean = reader.change_arguments(*this, &changed, target != nullptr);
    if (clean && target && finish_) finish_(changed, reader.finish());
    if (target && reader.errors() == 0) *target = std::move(changed);
  }

  void for_each(const model::Model& model,
                const std::function<void(const Item&)>& visit) const override {
    for (const S& element : model.table<S>())
      visit({&element, element.id, &element.name, element.at});
  }

 private:
  void (*finish_)(S&, const Finish&);
};

template <class S>
class SettingSyntax final : public Syntax {
 public:
  SettingSyntax(const Statement<S>& table, S model::Model::*place)
      : Syntax(table, false), place_(place), finish_(table.finish) {}

  void read(StatementReader& reader, model::Model& model) const override {
    S& setting = model.*place_;
    reader.set_subject(name(), 0);
    reader.expect_no_id();
    if (setting.given)
      reader.scanner().error(
          Code::repeated_setting, 0, fmt::format("{} is given a second time", name()),
          fmt::format("it is first given in line {}; later arguments replace earlier ones",
                      setting.at.line));
    else
      setting.at = reader.start();
    setting.given = true;
    if (reader.read_arguments(*this, &setting) && finish_) finish_(setting, reader.finish());
  }

  void change(StatementReader& reader, model::Model* model) const override {
    reader.set_subject(name(), 0);
    reader.expect_no_id();
    const std::size_t start = reader.scanner().position();
    S changed = model ? model->*place_ : S{};
    bool clean = reader.change_arguments(*this, &changed, model != nullptr);
    if (clean && reader.resets()) {
      const Location at = changed.at;
      changed = S{};
      changed.at = at;
      reader.scanner().move_to(start);
      clean = reader.change_arguments(*this, &changed, model != nullptr);
    }
    if (clean && model && finish_) finish_(changed, reader.finish());
    changed.given = true;
    if (model && reader.errors() == 0) model->*place_ = std::move(changed);
  }

  void for_each(const model::Model& model,
                const std::function<void(const Item&)>& visit) const override {
    static const std::string no_name;
    const S& setting = model.*place_;
    if (setting.given) visit({&setting, 0, &no_name, setting.at});
  }

 private:
  S model::Model::*place_;
  void (*finish_)(S&, const Finish&);
};

template <class S>
SyntaxPointer element(const Statement<S>& table) {
  return std::make_unique<ElementSyntax<S>>(table);
}

template <class S>
SyntaxPointer setting(const Statement<S>& table, S model::Model::*place) {
  return std::make_unique<SettingSyntax<S>>(table, place);
}

}  // namespace trammel::adm
