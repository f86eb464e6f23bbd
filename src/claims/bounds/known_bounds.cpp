// What the rules say of a quantity: src/claims/rules has the rules.

#include "claims/bounds/known_bounds.hpp"

#include <algorithm>

#include "claims/bounds/all_rules.hpp"
#include "claims/bounds/form_reader.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/terms.hpp"
#include "claims/rules/rule.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// A rule with its formulas read.
struct read_rule {
  const rule* row;
  std::string function;
  std::vector<expression_ptr> arguments;
  std::size_t first_letter = 0;  ///< 1 where the first argument is what the quantity is of
  expression_ptr formula;
  std::vector<expression_ptr> conditions;
  variable_map constants;
};

read_rule read(const rule& row) {
  const expression_ptr quantity = parse_formula(row.quantity);
  const auto& stated = std::get<call>(quantity->node);
  read_rule result{&row, stated.name, stated.arguments, 0, parse_formula(row.formula), {}, {}};
  const auto* first = std::get_if<variable>(&stated.arguments.front()->node);
  if (first != nullptr && first->name == pair_in_rules) result.first_letter = 1;
  for (const std::string& condition : row.conditions)
    result.conditions.push_back(parse_formula(condition));
  for (const letter_meaning& constant : row.constants)
    result.constants[constant.letter] = parse_formula(constant.formula);
  return result;
}

const std::vector<read_rule>& rules_read() {
  static const std::vector<read_rule> rules = [] {
    std::vector<read_rule> all;
    for (const rule& row : all_rules()) all.push_back(read(row));
    return all;
  }();
  return rules;
}

// a <= a, which holds as the quantity has a value.
bool holds_by_form(const expression& condition) {
  const auto* sides = std::get_if<comparison>(&condition.node);
  return sides != nullptr && sides->op == relation::less_equal &&
         to_text(*sides->left) == to_text(*sides->right);
}

known_bound with_letters(const read_rule& rule, const variable_map& letters,
                         const std::vector<expression_ptr>& further) {
  known_bound bound{with_formulas(rule.formula, letters), {}, rule.row->place, rule.row->is_strict};
  for (const expression_ptr& text : rule.conditions) {
    const expression_ptr condition = with_formulas(text, letters);
    if (!holds_by_form(*condition)) bound.required.push_back(condition);
  }
  bound.required.insert(bound.required.end(), further.begin(), further.end());
  return bound;
}

// The letters of the quantity's last arguments are added; whether they fit the rule's.
bool fit_arguments(const read_rule& rule, const call& quantity, variable_map& letters) {
  const std::size_t behind = rule.arguments.size() - rule.first_letter;
  if (quantity.arguments.size() < behind) return false;
  for (std::size_t i = 1; i <= behind; ++i) {
    const expression& wanted = *rule.arguments[rule.arguments.size() - i];
    const expression_ptr& argument = quantity.arguments[quantity.arguments.size() - i];
    if (const auto* number = std::get_if<literal>(&wanted.node)) {
      const auto* stated = std::get_if<literal>(&argument->node);
      if (stated == nullptr || stated->value != number->value) return false;
    } else if (const auto* name = std::get_if<variable>(&wanted.node)) {
      letters[name->name] = argument;
    }
  }
  return true;
}

bool is_on(rule_side stated, rule_side wanted) {
  return stated == wanted || stated == rule_side::value;
}

bool are_whole(const claim& subject, const rule& row, const variable_map& letters) {
  return std::all_of(row.whole.begin(), row.whole.end(), [&](const std::string& letter) {
    return is_whole_by_form(subject, *letters.at(letter));
  });
}

std::vector<known_bound> bounds_on(const claim& subject, const expression& quantity,
                                   rule_side side) {
  const auto* stated = std::get_if<call>(&quantity.node);
  if (stated == nullptr) return {};
  form_reader reader(subject, *stated);
  std::vector<known_bound> bounds;
  for (const read_rule& rule : rules_read()) {
    if (rule.function != stated->name || !is_on(rule.row->side, side)) continue;
    for (const bounded_form form : rule.row->forms)
      for (const recognised& way : reader.letters_of(form)) {
        variable_map letters = way.letters;
        if (!fit_arguments(rule, *stated, letters) || !are_whole(subject, *rule.row, letters))
          continue;
        if (letters.contains("eps") && letters.contains("eps0"))
          letters["excess"] = without_common_terms(letters.at("eps"), letters.at("eps0"));
        letters.insert(rule.constants.begin(), rule.constants.end());
        bounds.push_back(with_letters(rule, letters, way.required));
      }
  }
  return bounds;
}

// The quantity of a rule of which the formula, one of variables, is the rule's formula. `quantity`
// is shown in letters, and so are the names that each letter may be.
void add_sought(const claim& subject, const read_rule& rule, const expression& formula,
                std::vector<known_bound>& bounds) {
  const form_row& form = row_of(rule.row->forms.front());
  const expression_ptr quantity = parse_formula(quantity_of(*rule.row, form));
  const std::vector<std::string> letters = free_variables(*quantity);
  std::vector<std::string> names = free_variables(formula);
  if (names.size() != letters.size()) return;
  const auto must_be_whole = [&](const std::string& letter) {
    const auto is_listed = [&](const std::vector<std::string>& whole) {
      return std::find(whole.begin(), whole.end(), letter) != whole.end();
    };
    return is_listed(form.whole) || is_listed(rule.row->whole);
  };
  std::sort(names.begin(), names.end());
  do {
    variable_map values;
    bool are_whole = true;
    for (std::size_t i = 0; i < letters.size(); ++i) {
      are_whole = are_whole && (!must_be_whole(letters[i]) || is_whole_variable(subject, names[i]));
      values[letters[i]] = make_variable(names[i]);
    }
    if (!are_whole) continue;
    known_bound bound = with_letters(rule, values, {});
    if (!is_same_number(*bound.formula, formula)) continue;
    bound.formula = with_formulas(quantity, values);
    bounds.push_back(std::move(bound));
  } while (std::next_permutation(names.begin(), names.end()));
}

}  // namespace

std::vector<known_bound> bounds_above(const claim& subject, const expression& quantity) {
  return bounds_on(subject, quantity, rule_side::upper);
}

std::vector<known_bound> bounds_below(const claim& subject, const expression& quantity) {
  return bounds_on(subject, quantity, rule_side::lower);
}

std::vector<known_bound> quantities_above(const claim& subject, const expression& formula) {
  std::vector<known_bound> bounds;
  for (const read_rule& rule : rules_read())
    if (rule.row->is_sought) add_sought(subject, rule, formula, bounds);
  return bounds;
}

}  // namespace shufflecert::inline v0_1::claims
