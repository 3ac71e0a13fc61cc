// SPDX-License-Identifier: BSD-3-Clause
#include "io/adm/writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "expression/characters.h"
#include "io/adm/source.h"
#include "io/adm/statements.h"

namespace trammel::adm {
namespace {

constexpr std::size_t line_width = 78;

// Is the argument part of the form the element has? K belongs to translational springs only.
bool applies(const Syntax& syntax, const ArgumentRow& row, const void* element) {
  if (row.treatment != Treatment::bound) return false;
  for (const std::string_view other : row.rule.with)
    if (syntax.argument(other).binding->is_set(element)) return true;
  return row.rule.with.empty();
}

bool is_written(const Syntax& syntax, const ArgumentRow& row, const void* element) {
  if (!applies(syntax, row, element) || !row.binding->is_set(element)) return false;
  return !row.binding->is_default(element) || syntax.requires_one_of(row.keyword.name());
}

// In the quotation marks that the name does not contain; with both kinds in it, without any.
std::string quoted(const std::string& name) {
  for (const char mark : {'\'', '"'})
    if (name.find(mark) == name.npos) return mark + name + mark;
  return name;
}

class StatementWriter {
 public:
  StatementWriter(const Syntax& syntax, std::string& out) : syntax_(syntax), out_(out) {}

  void write(const Syntax::Item& item) {
    out_ += "!\n";
    if (!item.name->empty()) out_ += fmt::format("!  adams_view_name={}\n", quoted(*item.name));
    out_ += syntax_.name() + '/';
    if (item.id > 0) out_ += std::to_string(item.id);
    out_ += '\n';
    for (const ArgumentRow& row : syntax_.arguments()) {
      const bool needed = row.rule.required && applies(syntax_, row, item.element);
      if (needed || is_written(syntax_, row, item.element)) write(row, item.element);
    }
    // The end of the statement ends its last expression; no backslash is needed.
    if (last_is_expression_) out_.erase(out_.size() - 2, 1);
  }

 private:
  void write(const ArgumentRow& row, const void* element) {
    const std::string& keyword = row.keyword.name();
    if (row.is_flag()) {
      last_is_expression_ = false;
      out_ += fmt::format(", {}\n", keyword);
      return;
    }
    ValueOutput value{row.rule};
    row.binding->write(element, value);
    for (const auto& items : value.lists) {
      start_ = out_.size();
      out_ += fmt::format(", {} = ", keyword);
      last_is_expression_ = row.binding->is_expression();
      if (last_is_expression_)
        write_expression(items.empty() ? "" : items.front());
      else
        write_list(items, value.separator);
      out_ += '\n';
    }
  }

  std::size_t column() const { return out_.size() - start_; }

  void break_line() {
    out_ += '\n';
    start_ = out_.size();
    out_ += ", ";
  }

  // A comma list may be broken before any item: the comma that separates it becomes the first
  // character of the next line.
  void write_list(const std::vector<std::string>& items, char separator) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (i > 0 && separator == ':') out_ += ':';
      if (i > 0 && separator == ',') {
        if (column() + items[i].size() + 2 > line_width)
          break_line();
        else
          out_ += ", ";
      }
      out_ += items[i];
    }
  }

  // An expression may be broken at a blank; the comma that starts the next line is only a mark.
  // Where a word would follow that could be taken for an argument, the line goes on.
  void write_expression(std::string_view text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      depth += (text[i] == '(') - (text[i] == ')');
      const bool single = text[i] == ' ' && i > 0 && i + 1 < text.size() &&
                          !is_space(text[i - 1]) && !is_space(text[i + 1]);
      const std::size_t next = std::min(text.find(' ', i + 1), text.size()) - i;
      if (single && column() + next > line_width && (depth > 0 || !is_letter(text[i + 1])))
        break_line();
      else
        out_ += text[i];
    }
    out_ += '\\';
  }

  const Syntax& syntax_;
  std::string& out_;
  std::size_t start_ = 0;  // of the line
  bool last_is_expression_ = false;
};

}  // namespace

std::string write(const model::Model& model) {
  std::string out = model.title + '\n';
  for (const SyntaxPointer& syntax : statements())
    syntax->for_each(model,
                     [&](const Syntax::Item& item) { StatementWriter(*syntax, out).write(item); });
  return out + "!\nEND\n";
}

std::string write(const Syntax& syntax, const Syntax::Item& item) {
  std::string out;
  StatementWriter(syntax, out).write(item);
  return out;
}

void write(const model::Model& model, const std::string& path) {
  write_file(path, write(model));
}

}  // namespace trammel::adm
