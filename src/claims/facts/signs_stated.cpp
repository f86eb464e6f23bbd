// What the conditions of the domain, and those of an index, say of signs.

#include <algorithm>

#include "claims/bounds/pair_forms.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/facts/facts.hpp"
#include "claims/proof/terms.hpp"
#include "shufflecert/identity.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// x >= 2 says x >= 1 and x > 0 besides.
bool follows(const comparison& wanted, const comparison& known) {
  const auto* wanted_end = std::get_if<literal>(&wanted.right->node);
  const auto* known_end = std::get_if<literal>(&known.right->node);
  const bool are_numbers = wanted_end != nullptr && known_end != nullptr;
  if (to_text(*wanted.left) != to_text(*known.left)) return false;
  if (!are_numbers && to_text(*wanted.right) != to_text(*known.right)) return false;
  const bool known_below = known.op == relation::less || known.op == relation::less_equal;
  const bool known_above = known.op == relation::greater || known.op == relation::greater_equal;
  const int order = are_numbers ? known_end->value.compare(wanted_end->value) : 0;
  switch (wanted.op) {
    case relation::greater_equal:
      return known_above && order >= 0;
    case relation::greater:
      return known_above && (order > 0 || (order == 0 && known.op == relation::greater));
    case relation::less_equal:
      return known_below && order <= 0;
    case relation::less:
      return known_below && (order < 0 || (order == 0 && known.op == relation::less));
    case relation::equal:
    case relation::not_equal:
      break;
  }
  return false;
}

}  // namespace

bool domain_facts::is_stated(const comparison& wanted) const {
  return std::any_of(conditions_.begin(), conditions_.end(), [&](const expression_ptr& stated) {
    const auto* known = std::get_if<comparison>(&stated->node);
    return known != nullptr && follows(wanted, *known);
  });
}

bool domain_facts::is_stated_by_algebra(const comparison& wanted) const {
  const auto* end = std::get_if<literal>(&wanted.right->node);
  if (end == nullptr) return false;
  return std::any_of(conditions_.begin(), conditions_.end(), [&](const expression_ptr& stated) {
    const auto* known = std::get_if<comparison>(&stated->node);
    if (known == nullptr || known->op != wanted.op) return false;
    const auto* known_end = std::get_if<literal>(&known->right->node);
    return known_end != nullptr && known_end->value == end->value &&
           is_identity(*wanted.left, *known->left, context_.visible.visible, {},
                       context_.options.limits);
  });
}

// What `formula op 0` says.
const std::vector<std::pair<relation, domain_facts::sign>>& domain_facts::signs_of_relations() {
  static const std::vector<std::pair<relation, sign>> known{
      {relation::greater, sign::positive},
      {relation::greater_equal, sign::at_least_zero},
      {relation::less, sign::negative},
      {relation::less_equal, sign::at_most_zero}};
  return known;
}

bool domain_facts::follows_from_sign(const comparison& wanted) {
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
domain_facts::sign domain_facts::sign_of_difference(const expression_ptr& first,
                                                    const expression_ptr& second) {
  const bool with_algebra =
      std::holds_alternative<literal>(first->node) || std::holds_alternative<literal>(second->node);
  for (const auto& [op, known] : signs_of_relations()) {
    const comparison forward{first, op, second};
    const comparison backward{second, op, first};
    if (is_stated(forward) || (with_algebra && is_stated_by_algebra(forward))) return known;
    if (is_stated(backward) || (with_algebra && is_stated_by_algebra(backward)))
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
domain_facts::sign domain_facts::sign_beyond_stated(const expression_ptr& sum) {
  const std::size_t before = terms_of(sum).size();
  for (const expression_ptr& stated : std::vector<expression_ptr>(conditions_)) {
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
bool domain_facts::is_room_of_index(const expression_ptr& formula) const {
  if (!has_index(*formula)) return false;
  return std::any_of(conditions_.begin(), conditions_.end(), [&](const expression_ptr& stated) {
    const auto* known = std::get_if<comparison>(&stated->node);
    if (known == nullptr || !has_index(*stated)) return false;
    if (known->op == relation::less_equal)
      return is_same_number(*formula,
                            *make_node(sum_chain{{{false, known->right}, {true, known->left}}}));
    return known->op == relation::greater_equal &&
           is_same_number(*formula,
                          *make_node(sum_chain{{{false, known->left}, {true, known->right}}}));
  });
}

}  // namespace shufflecert::inline v0_1::claims
