#include "claims/derivation/order_of_parts.hpp"

#include <algorithm>
#include <iterator>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/forms/stated_pair.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t most_parts = 12;

bool is_number(const single_factor& factor) {
  return std::holds_alternative<literal>(factor.operand->node);
}

// The numbers among some factors, over those among others.
std::vector<single_factor> numbers_left_out(const std::vector<single_factor>& before,
                                            const std::vector<single_factor>& after) {
  std::vector<single_factor> numbers;
  std::copy_if(before.begin(), before.end(), std::back_inserter(numbers), is_number);
  for (const single_factor& factor : after)
    if (is_number(factor)) numbers.push_back({!factor.divided, factor.operand});
  return numbers;
}

// Whether two terms have a factor in common: else they are hardly meant to be compared.
bool have_common_factor(const expression_ptr& first, const expression_ptr& second) {
  const auto theirs = factors_of(second);
  const auto ours = factors_of(first);
  return std::any_of(ours.begin(), ours.end(), [&](const single_factor& one) {
    return !std::holds_alternative<literal>(one.operand->node) &&
           std::any_of(theirs.begin(), theirs.end(), [&](const single_factor& other) {
             return to_text(*one.operand) == to_text(*other.operand);
           });
  });
}

}  // namespace

bool order_of_parts::by_products(const expression_ptr& low, const expression_ptr& high,
                                 bool strictly) {
  std::vector<single_factor> a = factors_of(low);
  std::vector<single_factor> b = factors_of(high);
  const auto is_one = [](const single_factor& factor) {
    const auto* power = std::get_if<power_of>(&factor.operand->node);
    const auto* x = std::get_if<literal>(&(power != nullptr ? power->base : factor.operand)->node);
    return x != nullptr && x->value == 1;
  };
  const auto is_divided = [](const single_factor& factor) { return factor.divided; };
  for (auto* side : {&a, &b})
    side->erase(std::remove_if(side->begin(), side->end(), is_one), side->end());
  const bool has_quotient =
      std::any_of(a.begin(), a.end(), is_divided) || std::any_of(b.begin(), b.end(), is_divided);
  if ((a.size() + b.size() <= 2 && !has_quotient) || a.size() > most_parts || b.size() > most_parts)
    return false;
  std::vector<single_factor> taken;
  for (auto one = a.begin(); one != a.end();) {
    const auto same = std::find_if(b.begin(), b.end(), [&](const single_factor& other) {
      return other.divided == one->divided && order_.is_same(one->operand, other.operand);
    });
    const bool needs_more = one->divided || strictly;
    if (same == b.end() || has_divergence(*one->operand) ||
        !(needs_more ? facts_.is_certain(one->operand, relation::greater, make_number(0))
                     : order_.is_at_least_zero(one->operand))) {
      ++one;
      continue;
    }
    b.erase(same);
    taken.push_back(*one);
    one = a.erase(one);
  }
  const std::vector<single_factor> before = a;
  if (taken.empty() && put_numbers_together(a, b))
    return by_multiple(low, high, strictly, numbers_left_out(before, a), product_of(a),
                       product_of(b));
  if (!taken.empty() || multiply_across(a, b, taken))
    return by_multiple(low, high, strictly, taken, product_of(a), product_of(b));
  // Factor by factor, in their order, all of them at least 0.
  std::vector<factors_step::pair> pairs;
  if (strictly || a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].divided != b[i].divided) return false;
    if (has_divergence(*a[i].operand) || has_divergence(*b[i].operand)) return false;
    if (a[i].divided) {
      if (!facts_.is_positive(b[i].operand) || !order_.is_below(b[i].operand, a[i].operand, false))
        return false;
      pairs.push_back({true, in_order(b[i].operand, a[i].operand, false)});
    } else if (!order_.is_at_least_zero(a[i].operand) ||
               !order_.is_below(a[i].operand, b[i].operand, false)) {
      return false;
    } else {
      pairs.push_back({false, in_order(a[i].operand, b[i].operand, false)});
    }
  }
  order_.log().add(factors_step{in_order(low, high, false), std::move(pairs)});
  return true;
}

// Divisors, where they are certainly positive, become factors of the other side.
bool order_of_parts::multiply_across(std::vector<single_factor>& a, std::vector<single_factor>& b,
                                     std::vector<single_factor>& moved) {
  for (auto* side : {&a, &b})
    for (const single_factor& factor : *side) {
      if (!factor.divided) continue;
      if (has_divergence(*factor.operand) || !facts_.is_positive(factor.operand)) return false;
      moved.push_back(factor);
    }
  if (moved.empty()) return false;
  const auto move_from = [](std::vector<single_factor>& side, std::vector<single_factor>& other) {
    std::vector<single_factor> kept;
    for (const single_factor& factor : side) {
      if (factor.divided)
        other.push_back({false, factor.operand});
      else
        kept.push_back(factor);
    }
    side = std::move(kept);
  };
  std::vector<single_factor> to_b;
  std::vector<single_factor> to_a;
  move_from(a, to_b);
  move_from(b, to_a);
  a.insert(a.end(), to_a.begin(), to_a.end());
  b.insert(b.end(), to_b.begin(), to_b.end());
  return true;
}

bool order_of_parts::by_sums(const expression_ptr& low, const expression_ptr& high, bool strictly) {
  std::vector<signed_term> a = terms_of(low);
  std::vector<signed_term> b = terms_of(high);
  if (a.size() + b.size() <= 2 || a.size() > most_parts || b.size() > most_parts) return false;
  if (cancel_terms(a, b)) return by_multiple(low, high, strictly, {}, sum_of(a), sum_of(b));
  if (strictly) return false;
  std::vector<expression_ptr> needed;
  if (a.size() != b.size()) {
    if (!by_some_terms(a, b, needed)) return false;
    order_.log().add(terms_step{in_order(low, high, false), std::move(needed)});
    return true;
  }
  // Term by term, in their order.
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].subtracted != b[i].subtracted) return false;
    const auto& [first, second] = a[i].subtracted ? std::pair(b[i].operand, a[i].operand)
                                                  : std::pair(a[i].operand, b[i].operand);
    if (!order_.is_below(first, second, false)) return false;
    needed.push_back(in_order(first, second, false));
  }
  order_.log().add(terms_step{in_order(low, high, false), std::move(needed)});
  return true;
}

// Takes out what both sums have; whether there was something.
bool order_of_parts::cancel_terms(std::vector<signed_term>& a, std::vector<signed_term>& b) {
  bool cancelled = false;
  for (auto one = a.begin(); one != a.end();) {
    const auto same = std::find_if(b.begin(), b.end(), [&](const signed_term& other) {
      return other.subtracted == one->subtracted && order_.is_same(one->operand, other.operand);
    });
    if (same == b.end()) {
      ++one;
      continue;
    }
    b.erase(same);
    one = a.erase(one);
    cancelled = true;
  }
  return cancelled;
}

// Terms of the smaller side below terms of the larger one, in their order; what is left of the
// larger one is not negative.
bool order_of_parts::by_some_terms(const std::vector<signed_term>& low,
                                   const std::vector<signed_term>& high,
                                   std::vector<expression_ptr>& needed) {
  if (low.size() >= high.size() || high.size() - low.size() > 2) return false;
  const auto need = [&](const expression_ptr& first, const expression_ptr& second) {
    needed.push_back(in_order(first, second, false));
    return true;
  };
  const auto may_be_left = [&](const signed_term& term) {
    return !term.subtracted && !has_divergence(*term.operand) &&
           order_.is_at_least_zero(term.operand) && need(make_number(0), term.operand);
  };
  std::size_t next = 0;
  for (const signed_term& term : low) {
    const auto is_above = [&](const signed_term& other) {
      if (other.subtracted != term.subtracted || !have_common_factor(term.operand, other.operand))
        return false;
      const auto& [first, second] = term.subtracted ? std::pair(other.operand, term.operand)
                                                    : std::pair(term.operand, other.operand);
      return order_.is_below(first, second, false) && need(first, second);
    };
    while (next < high.size() && !is_above(high[next]))
      if (!may_be_left(high[next++])) return false;
    if (next++ >= high.size()) return false;
  }
  return std::all_of(high.begin() + static_cast<std::ptrdiff_t>(next), high.end(), may_be_left);
}

// With the products of sums multiplied out, if both sides have something in common then.
bool order_of_parts::by_expansion(const expression_ptr& low, const expression_ptr& high,
                                  bool strictly) {
  if (has_divergence(*low) || has_divergence(*high)) return false;
  std::vector<signed_term> a = terms_multiplied_out(low);
  std::vector<signed_term> b = terms_multiplied_out(high);
  const bool is_new = a.size() > terms_of(low).size() || b.size() > terms_of(high).size();
  if (!is_new || a.size() > most_parts || b.size() > most_parts || !cancel_terms(a, b))
    return false;
  return by_multiple(low, high, strictly, {}, sum_of(a), sum_of(b));
}

// By another inequality, of which this one is a multiple: the product of the factors times it.
bool order_of_parts::by_multiple(const expression_ptr& low, const expression_ptr& high,
                                 bool strictly, const std::vector<single_factor>& factors,
                                 const expression_ptr& other_low,
                                 const expression_ptr& other_high) {
  if (!order_.is_below(other_low, other_high, strictly)) return false;
  order_.log().add(scaled_step{in_order(low, high, strictly), product_of(factors),
                               in_order(other_low, other_high, strictly)});
  return true;
}

}  // namespace shufflecert::inline v0_1::claims
