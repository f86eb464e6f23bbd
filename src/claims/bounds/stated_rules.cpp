#include "claims/bounds/stated_rules.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/bounds/all_rules.hpp"
#include "claims/catalogue/substitution.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

variable_map meanings_of(const rule& row, const form_row& form) {
  variable_map meanings{{"excess", parse_formula("eps - eps0")}};
  for (const auto& letters : {form.further, row.constants})
    for (const letter_meaning& letter : letters)
      meanings[letter.letter] = parse_formula(letter.formula);
  return meanings;
}

void add_names(const std::string& formula, std::vector<std::string>& names) {
  for (const std::string& name : free_variables(*parse_formula(formula)))
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// "p >= exp(-eps0)" is "exp(-eps0) >= exp(-eps0)" for the pair whose p that is.
bool says_nothing(const std::string& condition) {
  const std::size_t sign = condition.find(" >= ");
  return sign != std::string::npos && condition.substr(0, sign) == condition.substr(sign + 4);
}

stated_rule stated_on(const rule& row, const form_row& form, bool is_above) {
  const variable_map meanings = meanings_of(row, form);
  const auto in_letters = [&](const std::string& formula) {
    return to_text(*with_formulas(parse_formula(formula), meanings));
  };
  stated_rule stated;
  stated.place = row.place;
  stated.quantity = in_letters(quantity_of(row, form));
  stated.pair = form.pair;
  stated.meaning = form.meaning;
  stated.is_above = is_above;
  stated.is_value = row.side == rule_side::value;
  stated.is_strict = row.is_strict;
  stated.formula = in_letters(row.formula);
  for (const std::string& condition : row.conditions) {
    const std::string asked = in_letters(condition);
    if (!says_nothing(asked)) stated.conditions.push_back(asked);
  }
  for (const std::string& letter : row.whole)
    stated.conditions.push_back(fmt::format("floor({0}) == {0}", letter));
  stated.exists = form.exists;
  add_names(stated.quantity, stated.letters);
  add_names(stated.formula, stated.letters);
  stated.whole = form.whole;
  stated.whole.insert(stated.whole.end(), row.whole.begin(), row.whole.end());
  if (!row.false_twin.empty()) stated.false_twin = in_letters(row.false_twin);
  if (form.form == row.forms.front()) stated.refuted_at = row.refuted_at;
  return stated;
}

}  // namespace

const std::vector<stated_rule>& stated_rules() {
  static const std::vector<stated_rule> rules = [] {
    std::vector<stated_rule> all;
    for (const rule& row : all_rules())
      for (const bounded_form form : row.forms)
        for (const bool is_above : {true, false})
          if (row.side == rule_side::value || is_above == (row.side == rule_side::upper))
            all.push_back(stated_on(row, row_of(form), is_above));
    return all;
  }();
  return rules;
}

}  // namespace shufflecert::inline v0_1::claims
