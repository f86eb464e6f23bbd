#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

inline constexpr long error_digits = 12;

/// The error at one size: a number, or why there is none.
struct known_error {
  enum class state { known, infinite, outside, open, undefined } found = state::open;
  number value = 0;
  bits precision = 0;
  std::string reason;
  std::set<std::string> methods;
};

/// One size of a series; sizes that are not listed are the doubles of others.
struct size_of_series {
  point_value value;
  bool is_listed = false;
  bool starts_order = false;
  std::size_t doubled = 0;  ///< the place of its double, where it starts a local order
  known_error error;
};

struct series_of_sizes {
  check_point others;
  std::vector<size_of_series> sizes;
};

/// The errors that a claim of kind `rate` speaks of: for every choice of the other variables those
/// at the listed sizes, at their doubles, and at larger ones until the local orders settle.
std::vector<series_of_sizes> errors_at_sizes(const claim_context& context, const rate_claim& form);

/// Whether the error is a number or infinite.
bool is_known(const known_error& error);

/// log2(e(n)/e(2n)); an error that is exactly 0 has fallen as fast as can be.
ball order_between(const known_error& error, const known_error& at_double);

/// The local orders and the errors of a chain, near enough to see where they lead.
struct values_near {
  std::vector<double> orders;
  std::vector<double> errors;
};
values_near near(const series_of_sizes& one);

}  // namespace shufflecert::inline v0_1::claims
