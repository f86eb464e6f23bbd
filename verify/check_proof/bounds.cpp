#include "bounds.hpp"

#include <algorithm>
#include <optional>

#include "recognised.hpp"
#include "rules.hpp"

namespace check {
namespace {

// A rule with the formulas that stand for its letters in a quantity.
struct fitting_rule {
  const rule* row;
  recognised way;
};

formulas letters_of_pair(const pair_of_laws& pair) {
  formulas letters{{"n", pair.users}, {"eps0", pair.eps0}};
  if (pair.kinds) letters["k"] = pair.kinds;
  letters["p"] = pair.rate ? pair.rate : usual_clone_rate(pair.eps0);
  return letters;
}

std::vector<recognised> as_pair(const formula_ptr& x, const std::string& name, bool is_swapped) {
  const auto pair = pair_in(x);
  if (!pair || pair->name != name || pair->is_swapped != is_swapped) return {};
  return {{letters_of_pair(*pair), {}}};
}

std::vector<recognised> with_letter(std::vector<recognised> ways, const std::string& letter,
                                    const formula_ptr& meaning) {
  for (recognised& way : ways) way.letters[letter] = meaning;
  return ways;
}

std::vector<recognised> as_laplace(formula_ptr x) {
  while (is_call(*x, "swap") && x->parts.size() == 1) x = formula_ptr(x->parts[0]);
  if (!is_call(*x, "laplace_pair") || x->parts.size() != 1) return {};
  return {{{{"eta", x->parts[0]}}, {}}};
}

std::vector<recognised> as_rounds(const formula& x, const std::string& name) {
  if (!is_call(x, "compose") || x.parts.size() != 2) return {};
  const auto pair = pair_in(x.parts[0]);
  if (!pair || pair->name != name) return {};
  return {{{{"n", pair->users}, {"eps0", pair->eps0}, {"m", x.parts[1]}}, {}}};
}

std::vector<recognised> as_sampled(const formula& x) {
  if (!is_call(x, "subsampled") || x.parts.size() != 2) return {};
  return with_letter(as_pair(x.parts[0], "rr_pair", false), "g", x.parts[1]);
}

std::vector<recognised> as_swapped_sampled(formula_ptr x) {
  if (!is_call(*x, "swap")) return {};
  while (is_call(*x, "swap") && x->parts.size() == 1) x = formula_ptr(x->parts[0]);
  return as_sampled(*x);
}

// Whether the quantity is one of the rule's; its last arguments get their letters. What a rule's
// quantity is of stands first in it, and may be three laws.
bool fit_arguments(domain& where, const formula& wanted, const formula& quantity,
                   formulas& letters) {
  if (wanted.name != quantity.name) return false;
  const bool has_pair = wanted.parts[0]->kind == "name" && wanted.parts[0]->name == "PAIR";
  const std::size_t first = quantity.name == "ternary_moment" ? 3 : has_pair ? 1 : 0;
  const std::size_t count = wanted.parts.size() - (has_pair ? 1 : 0);
  if (quantity.parts.size() != first + count) return false;
  for (std::size_t i = 0; i < count; ++i) {
    const formula_ptr& letter = wanted.parts[i + (has_pair ? 1 : 0)];
    const formula_ptr& argument = quantity.parts[first + i];
    if (letter->kind == "number") {
      if (!where.is_same(argument, letter)) return false;
    } else {
      letters[letter->name] = argument;
    }
  }
  return true;
}

std::vector<fitting_rule> fitting_rules(domain& where, const formula& quantity, bool is_above,
                                        const std::string& place) {
  std::vector<fitting_rule> found;
  for (const rule& row : rules()) {
    if (row.place != place || row.where == (is_above ? side::lower : side::upper)) continue;
    formulas arguments;
    if (!fit_arguments(where, *parsed(row.quantity), quantity, arguments)) continue;
    for (const form which : row.forms)
      for (recognised& way : ways_of(where, quantity, which)) {
        way.letters.insert(arguments.begin(), arguments.end());
        found.push_back({&row, std::move(way)});
      }
  }
  return found;
}

}  // namespace

std::vector<recognised> ways_of(domain& where, const formula& quantity, form which) {
  if (which == form::normal_reports) return {{}};
  const formula_ptr& first = quantity.parts[0];
  switch (which) {
    case form::clones:
      return as_pair(first, "clone_pair", false);
    case form::response:
      return as_pair(first, "rr_pair", false);
    case form::swapped_response:
      return as_pair(first, "rr_pair", true);
    case form::kary:
      return as_pair(first, "krr_pair", false);
    case form::swapped_kary:
      return as_pair(first, "krr_pair", true);
    case form::any_pair:
      return {{}};
    case form::laplace:
      return as_laplace(first);
    case form::response_rounds:
      return as_rounds(*first, "rr_pair");
    case form::kary_rounds:
      return as_rounds(*first, "krr_pair");
    case form::sampled_clones:
      return with_letter(as_pair(first, "clone_pair", false), "g", number(1));
    case form::sampled_response:
      return as_sampled(*first);
    case form::swapped_sampled:
      return as_swapped_sampled(first);
    default:
      return ways_of_laws(where, quantity, which);
  }
}

bound_answer derived_bound(domain& where, const formula_ptr& quantity, bool is_above,
                           const formula_ptr& other, const std::string& place, bool is_strict) {
  bound_answer answer;
  if (quantity->kind != "call" || quantity->parts.empty()) return answer;
  for (const fitting_rule& fitting : fitting_rules(where, *quantity, is_above, place)) {
    const formulas& letters = fitting.way.letters;
    const auto put_in = [&](const std::string& text) { return substituted(parsed(text), letters); };
    if (is_strict && !fitting.row->is_strict) continue;
    const formula_ptr stated = put_in(fitting.row->formula);
    if (text_of(*stated) != text_of(*other) && !where.is_same(stated, other)) continue;
    const auto is_open = [&](const std::string& condition) {
      constexpr std::size_t behind_whole = 6;
      return condition.starts_with("whole ")
                 ? !where.is_whole(*letters.at(condition.substr(behind_whole)))
                 : !where.is_certain(put_in(condition));
    };
    std::vector<std::string> conditions = fitting.row->conditions;
    conditions.insert(conditions.end(), fitting.way.conditions.begin(),
                      fitting.way.conditions.end());
    const auto open = std::find_if(conditions.begin(), conditions.end(), is_open);
    if (open != conditions.end())
      answer.open = "'" + *open + "' in its letters";
    else if (!where.has_value(quantity))
      answer.open = "the quantity may have no value";
    else if (!where.has_value(other))
      answer.open = "the other side may have no value";
    else
      return {true, ""};
  }
  return answer;
}

}  // namespace check
