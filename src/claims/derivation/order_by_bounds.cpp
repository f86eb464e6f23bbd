#include "claims/derivation/order_by_bounds.hpp"

#include <algorithm>

#include "claims/bounds/expansion.hpp"
#include "claims/bounds/normal_bounds.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/forms/stated_pair.hpp"
#include "claims/forms/terms.hpp"
#include "language/syntax/called_names.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

relation relation_to_bound(bool is_low, bool is_strict) {
  if (is_strict) return is_low ? relation::less : relation::greater;
  return is_low ? relation::less_equal : relation::greater_equal;
}

}  // namespace

// A quantity of which the lower formula is a known bound may be known to be below the other one.
bool order_by_bounds::by_quantity_between(const expression_ptr& low, const expression_ptr& high,
                                          bool strictly) {
  const auto [known, is_new] = quantities_above_.try_emplace(to_text(*low));
  if (is_new) known->second = quantities_above(facts_.domain().names(), *low);
  if (by_one_of(known->second, low, true, high, strictly)) return true;
  // Or to be one.
  const expression_ptr quantity = quantity_expanded_in(*low);
  if (!quantity || !facts_.has_value(quantity) || !order_.is_below(low, quantity, false) ||
      !order_.is_below(quantity, high, strictly))
    return false;
  order_.log().add(between_step{in_order(low, high, strictly), quantity});
  return true;
}

bool order_by_bounds::by_bounds(const expression_ptr& low, const expression_ptr& high,
                                bool strictly) {
  const claim& subject = facts_.domain().names();
  return by_one_of(bounds_below(subject, *high), high, false, low, strictly) ||
         by_one_of(bounds_above(subject, *low), low, true, high, strictly);
}

bool order_by_bounds::by_normal_tail(const expression_ptr& low, const expression_ptr& high,
                                     bool strictly) {
  const auto bound = normal_bound_above(low);
  return bound && by_one_of({*bound}, low, true, high, strictly);
}

// Goes from one side to the other by way of something above it, where it is the low one, or below.
bool order_by_bounds::by_one_of(std::vector<known_bound> bounds, const expression_ptr& side,
                                bool is_low, const expression_ptr& other, bool strictly) {
  // Divergences are compared with divergences, sums with sums: others may take all the boxes.
  const auto is_unlike = [&](const known_bound& bound) {
    return (has_divergence(*bound.formula) != has_divergence(*other) ? 1 : 0) +
           (calls_function(*bound.formula, "sum") != calls_function(*other, "sum") ? 1 : 0);
  };
  std::stable_sort(bounds.begin(), bounds.end(), [&](const auto& one, const auto& next) {
    return is_unlike(one) < is_unlike(next);
  });
  for (const known_bound& bound : bounds) {
    const auto mark = order_.log().mark();
    const bool applies =
        std::all_of(bound.required.begin(), bound.required.end(),
                    [&](const expression_ptr& one) { return is_certain_or_same(facts_, one); });
    if (applies && facts_.has_value(bound.formula)) {
      order_.log().add(
          bound_step{side, relation_to_bound(is_low, bound.is_strict), bound.formula, bound.rule});
      const bool needs_more = strictly && !bound.is_strict;
      if (is_low ? order_.is_below(bound.formula, other, needs_more)
                 : order_.is_below(other, bound.formula, needs_more)) {
        order_.log().add(
            between_step{is_low ? in_order(side, other, strictly) : in_order(other, side, strictly),
                         bound.formula});
        return true;
      }
    }
    order_.log().forget_from(mark);
  }
  return false;
}

}  // namespace shufflecert::inline v0_1::claims
