#include "claims/derivation/order.hpp"

#include "claims/catalogue/formula_matching.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/stated_pair.hpp"
#include "claims/forms/terms.hpp"
#include "language/syntax/called_names.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int deepest = 14;

// Whether a bound is looked for before boxes are: boxes would only compute divergences again and
// again.
bool is_quantity(const expression& formula) {
  if (has_divergence(formula)) return true;
  return calls_function(formula, "shuffle_gaussian_renyi");
}

}  // namespace

formula_order::formula_order(domain_facts& facts)
    : order_search(facts), forms_(*this), parts_(*this), logarithms_(*this), bounds_(*this) {}

bool formula_order::holds(const expression_ptr& left, relation op, const expression_ptr& right) {
  switch (op) {
    case relation::less_equal:
      return is_below(left, right, false);
    case relation::less:
      return is_below(left, right, true);
    case relation::greater_equal:
      return is_below(right, left, false);
    case relation::greater:
      return is_below(right, left, true);
    case relation::equal:
      return is_same(left, right) || (is_below(left, right, false) && is_below(right, left, false));
    case relation::not_equal:
      return is_below(left, right, true) || is_below(right, left, true);
  }
  return false;
}

bool formula_order::is_below(const expression_ptr& low, const expression_ptr& high, bool strictly) {
  if (depth_ >= deepest) return false;
  ++depth_;
  const auto mark = log().mark();
  const bool found = attempt(facts().domain().with_indices_apart(low),
                             facts().domain().with_indices_apart(high), strictly);
  if (!found) log().forget_from(mark);
  --depth_;
  return found;
}

bool formula_order::attempt(const expression_ptr& low, const expression_ptr& high, bool strictly) {
  facts().context().options.limits.check();
  if (!strictly && is_same(low, high)) {
    log().add(algebra_step{low, high});
    return true;
  }
  if (const auto known = forms_.by_extremes(low, high, strictly)) {
    if (*known) log().add(form_step{form_rule::largest, in_order(low, high, strictly)});
    return *known;
  }
  if (const auto known = forms_.by_choice(low, high, strictly)) {
    if (*known) log().add(form_step{form_rule::choice, in_order(low, high, strictly)});
    return *known;
  }
  // Steps of a way that leads nowhere are no part of the derivation.
  const auto tried = [&](auto& ways, auto way) {
    const auto mark = log().mark();
    if ((ways.*way)(low, high, strictly)) return true;
    log().forget_from(mark);
    return false;
  };
  if (is_quantity(*low) || is_quantity(*high))
    return tried(*this, &formula_order::by_form) || tried(bounds_, &order_by_bounds::by_bounds) ||
           tried(bounds_, &order_by_bounds::by_normal_tail);
  if (tried(bounds_, &order_by_bounds::by_normal_tail)) return true;
  const expression_ptr condition = in_order(low, high, strictly);
  if (facts().is_certain(condition)) return true;
  if (facts().is_refuted(condition)) return false;
  return tried(logarithms_, &order_by_logarithms::by_logarithms) ||
         tried(*this, &formula_order::by_form) ||
         tried(logarithms_, &order_by_logarithms::by_tangent) ||
         tried(bounds_, &order_by_bounds::by_quantity_between) ||
         tried(logarithms_, &order_by_logarithms::by_logarithm_of_sum);
}

bool formula_order::by_form(const expression_ptr& low, const expression_ptr& high, bool strictly) {
  if (forms_.by_arguments(low, high, strictly)) return true;
  if (const auto known = forms_.by_inverse(low, high, strictly)) return *known;
  const auto mark = log().mark();
  if (parts_.by_products(low, high, strictly)) return true;
  log().forget_from(mark);
  if (parts_.by_sums(low, high, strictly)) return true;
  log().forget_from(mark);
  return parts_.by_expansion(low, high, strictly);
}

}  // namespace shufflecert::inline v0_1::claims
