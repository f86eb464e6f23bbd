#pragma once

#include <optional>
#include <vector>

#include "claims/forms/recognised_forms.hpp"

namespace shufflecert::inline v0_1::claims {

/// law(x, 0, n, (r*binomial(n - 1, x - 1) + (1 - r)*binomial(n - 1, x))/2^(n - 1)): how many of n
/// reports are 1 where those of all but one user are fair coins, and that one's is 1 with
/// probability r. law(x, 0, n, binomial(n, x)/2^n) has r = 1/2.
struct coin_reports {
  expression_ptr users;  ///< n
  expression_ptr share;  ///< r
};

/// law(y, 0, k, sum(i, max(0, k - n + a), min(k, a), binomial(a, i)*binomial(n - a, k - i)/
/// binomial(n, k)*pmf(rr_law(e, k - i, i), y))): the reports of binary randomized response of k
/// users drawn from n, of whom a have the input 1.
struct drawn_reports {
  expression_ptr eps0;   ///< e
  expression_ptr users;  ///< n
  expression_ptr drawn;  ///< k
  expression_ptr ones;   ///< a
};

/// The law, if it is of this kind.
std::optional<coin_reports> coin_reports_in(const expression_ptr& law);
std::optional<drawn_reports> drawn_reports_in(const expression_ptr& law);

// The forms of (O.14) and (O.15) of docs/methods/orderings.md; nothing for a quantity that is not
// of them. Reports of coins are of it once for each formula that may be the mechanism's eps0, with
// the conditions under which it is eps0-LDP.
std::vector<recognised> three_coins_in(const call& quantity);
std::vector<recognised> sampled_coins_in(const call& quantity);
std::optional<recognised> drawn_users_in(const call& quantity);

}  // namespace shufflecert::inline v0_1::claims
