#pragma once
// Checks of the ranges of parameters, for pairs, laws and quantities.

#include <cstdint>
#include <string>

#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// Throws undefined_value, with `name` and `range`, unless `x op bound` certainly holds;
/// precision_needed where that is open.
void require(const number& x, relation op, const rational& bound, bits precision,
             const std::string& name, const std::string& range);

/// Throws undefined_value for ±inf.
void require_finite(const number& x, const std::string& name);

/// Refuses a pair_range with precision_needed: what is asked for needs one pair. Quantities never
/// come here with one, since they are evaluated at its ends (over_ranges()).
[[noreturn]] void refuse_pair_range();

/// n >= 1.
void check_users(std::int64_t n);
/// The number of rounds: >= 1.
void check_rounds(std::int64_t rounds);
/// ε0 finite and >= 0.
void check_eps0(const number& eps0, bits precision);
/// In [0, 1].
void check_weight(const number& w, const std::string& name, bits precision);
/// Which of its two laws a mixture consists of.
enum class mixture_parts { first, second, both };
/// For the weight w of the first, in [0, 1], and 1 − w.
/// @throws precision_needed  whether one of them is 0 is not determined
mixture_parts parts_of_mixture(const number& w, const number& other, bits precision);
/// The order λ or a of a divergence: > 0.
void check_order(const number& order, const char* name, bits precision);

/// How an order compares with 1.
enum class order_kind { below_one, one, above_one };

/// Of a finite order; throws precision_needed where that is open.
order_kind kind_of_order(const number& order, bits precision);

}  // namespace shufflecert::inline v0_1
