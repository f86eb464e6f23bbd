#include "reports/text/shown_formula.hpp"

#include "shufflecert/formula.hpp"
#include "typeset/typeset.hpp"

namespace shufflecert {
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

}  // namespace shufflecert
