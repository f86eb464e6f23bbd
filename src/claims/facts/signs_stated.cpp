// What the conditions of the domain, and those of an index, say of signs.

#include <algorithm>

#include "claims/facts/signs.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {

// What `formula op 0` says.
const std::vector<std::pair<relation, sign>>& formula_signs::signs_of_relations() {
  static const std::vector<std::pair<relation, sign>> known{
      {relation::greater, sign::positive},
      {relation::greater_equal, sign::at_least_zero},
      {relation::less, sign::negative},
      {relation::less_equal, sign::at_most_zero}};
  return known;
}

bool formula_signs::show(const comparison& wanted) {
  const bool is_beside_zero = is_literal(wanted.right, 0);
  if (!is_beside_zero && !is_literal(wanted.right, 1)) return false;
  const sign known = is_beside_zero ? sign_of(wanted.left) : sign_above_one(wanted.left);
  switch (wanted.op) {
    case relation::greater_equal:
      return known == sign::at_least_zero || known == sign::positive;
    case relation::greater:
      return known == sign::positive;
    case relation::less_equal:
      return known == sign::at_most_zero || known == sign::negative;
    case relation::less:
      return known == sign::negative;
    case relation::not_equal:
      return known == sign::positive || known == sign::negative;
    case relation::equal:
      break;
  }
  return false;
}

// Of x − 1 where the domain says what x is at least, of e^a − e^b by that of a − b.
sign formula_signs::sign_of_difference(const expression_ptr& first, const expression_ptr& second) {
  const bool with_algebra =
      std::holds_alternative<literal>(first->node) || std::holds_alternative<literal>(second->node);
  for (const auto& [op, known] : signs_of_relations()) {
    const comparison forward{first, op, second};
    const comparison backward{second, op, first};
    if (domain_.says(forward) || (with_algebra && domain_.says_by_algebra(forward))) return known;
    if (domain_.says(backward) || (with_algebra && domain_.says_by_algebra(backward)))
      return opposite(known);
  }
  const auto* a = std::get_if<call>(&first->node);
  const auto* b = std::get_if<call>(&second->node);
  // 1 is e^0.
  const auto is_one = [](const expression_ptr& formula) {
    const auto* number = std::get_if<literal>(&formula->node);
    return number != nullptr && number->value == 1;
  };
  if (a != nullptr && a->name == "exp" && is_one(second)) return sign_of(a->arguments[0]);
  if (b != nullptr && b->name == "exp" && is_one(first)) return opposite(sign_of(b->arguments[0]));
  if (a == nullptr || b == nullptr || a->name != "exp" || b->name != "exp") return sign::unknown;
  return sign_of(without_common_terms(a->arguments[0], b->arguments[0]));
}

// Of a sum of what a condition of the domain says to be at least 0, and fewer terms than before.
sign formula_signs::sign_beyond_stated(const expression_ptr& sum) {
  const std::size_t before = terms_of(sum).size();
  for (const expression_ptr& stated : std::vector<expression_ptr>(domain_.conditions())) {
    const auto* known = std::get_if<comparison>(&stated->node);
    if (known == nullptr || known->op == relation::equal || known->op == relation::not_equal)
      continue;
    const bool rises = known->op == relation::less || known->op == relation::less_equal;
    const bool is_strict = known->op == relation::less || known->op == relation::greater;
    const expression_ptr& larger = rises ? known->right : known->left;
    const expression_ptr& smaller = rises ? known->left : known->right;
    const expression_ptr rest = without_common_terms(sum, without_common_terms(larger, smaller));
    if (terms_of(rest).size() >= before) continue;
    const sign left = sign_of(rest);
    if (left == sign::positive || (is_strict && is_weak_sign(left))) return sign::positive;
    if (is_weak_sign(left)) return left;
  }
  return sign::unknown;
}

// How far an index is from one of its ends.
bool formula_signs::is_room_of_index(const expression_ptr& formula) const {
  if (!domain_.has_index(*formula)) return false;
  return std::any_of(
      domain_.conditions().begin(), domain_.conditions().end(), [&](const expression_ptr& stated) {
        const auto* known = std::get_if<comparison>(&stated->node);
        if (known == nullptr || !domain_.has_index(*stated)) return false;
        if (known->op == relation::less_equal)
          return is_same_number(
              *formula, *make_node(sum_chain{{{false, known->right}, {true, known->left}}}));
        return known->op == relation::greater_equal &&
               is_same_number(*formula,
                              *make_node(sum_chain{{{false, known->left}, {true, known->right}}}));
      });
}

}  // namespace shufflecert::inline v0_1::claims
