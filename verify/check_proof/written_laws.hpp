#pragma once

#include <optional>
#include <vector>

#include "recognised.hpp"

namespace check {

/// law(x, 0, n, (r*binomial(n - 1, x - 1) + (1 - r)*binomial(n - 1, x))/2^(n - 1)): the ones among
/// n reports, fair coins but for one that is 1 with probability r. binomial(n, x)/2^n has r = 1/2.
struct coin_reports {
  formula_ptr users;
  formula_ptr share;
};
/// The ones among the reports of k users drawn from n, of whom a have the input 1: a sum over how
/// many of these are drawn.
struct drawn_reports {
  formula_ptr eps0;
  formula_ptr users;
  formula_ptr drawn;
  formula_ptr ones;
};
/// The law, if it is of this kind.
std::optional<coin_reports> coin_reports_in(domain& where, const formula_ptr& law);
std::optional<drawn_reports> drawn_reports_in(domain& where, const formula_ptr& law);

// The forms of (O.14) and (O.15) of docs/methods/orderings.md. Reports of coins are of it once for
// each formula that may be the mechanism's eps0, with the conditions that it is eps0-LDP.
std::vector<recognised> three_coins_in(domain& where, const formula& quantity);
std::vector<recognised> sampled_coins_in(domain& where, const formula& quantity);
std::vector<recognised> drawn_users_in(domain& where, const formula& quantity);

}  // namespace check
