#include "reports/text/fields.hpp"

#include <utility>

#include "shufflecert/formula.hpp"
#include "typeset/typeset.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

shown_formula set_parts(const std::string& text, const symbol_table& symbols) {
  const expression_ptr formula = parse_formula(text);
  shown_formula result{{}, to_latex(set_formula(*formula, symbols))};
  for (const expression_ptr& part : conjuncts(formula))
    result.mathml.push_back(to_mathml(set_formula(*part, symbols), to_text(*part)));
  return result;
}

// A single "=" stands in definitions only; formulas compare with "==".
shown_formula set_definition(const std::string& text, std::size_t mark,
                             const symbol_table& symbols) {
  layout head = set_formula(*parse_formula(text.substr(0, mark)), symbols);
  layout body = set_formula(*parse_formula(text.substr(mark + 3)), symbols);
  const layout whole = row_of({std::move(head), sign("="), std::move(body)});
  return {{to_mathml(whole, text)}, to_latex(whole)};
}

}  // namespace

shown_formula set_text(const std::string& text, const symbol_table& symbols) {
  try {
    const std::size_t mark = text.find(" = ");
    return mark == std::string::npos ? set_parts(text, symbols)
                                     : set_definition(text, mark, symbols);
  } catch (const formula_error&) {
    return {};
  }
}

field_writer::field_writer(std::map<std::string, symbol_table> symbols, text_filter filter)
    : filter_(std::move(filter)), symbols_(std::move(symbols)) {}

void field_writer::set(data& target, const std::string& name, const std::string& text) const {
  target.set(name, filter_(text));
  target.set("has_" + name, !text.empty());
}

void field_writer::set_formula(data& target, const std::string& name, const std::string& file,
                               const std::string& text) const {
  static const symbol_table none;
  set(target, name, text);
  const auto own = symbols_.find(file);
  const shown_formula shown =
      text.empty() ? shown_formula() : set_text(text, own == symbols_.end() ? none : own->second);
  data parts(data::type::list);
  for (const std::string& mathml : shown.mathml) {
    data part;
    part.set("mathml", mathml);
    parts.push_back(part);
  }
  target[name + "_set"] = std::move(parts);
  set(target, name + "_latex", shown.latex);
}

kainjow::mustache::data field_writer::texts(const std::vector<std::string>& all) const {
  data result(data::type::list);
  for (const std::string& text : all) {
    data one;
    set(one, "text", text);
    result.push_back(one);
  }
  return result;
}

void field_writer::set_list(data& target, const std::string& name,
                            const std::vector<data>& entries) {
  target.set("has_" + name, !entries.empty());
  target.set("has_several_" + name, entries.size() > 1);
  target.set(name + "_count", std::to_string(entries.size()));
  target[name] = data(entries);  // `set` would copy it once more
}

}  // namespace shufflecert::inline v0_1::claims
