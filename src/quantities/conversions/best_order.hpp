#pragma once
// The best order of a Rényi curve for a conversion: docs/methods/conversions.md, section 4.

#include <functional>
#include <vector>

#include "shufflecert/budget.hpp"
#include "shufflecert/conversions.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// D_λ of one pair at each of some orders λ >= 1, with so many bits.
using renyi_values = std::function<std::vector<number>(const std::vector<number>& orders, bits)>;

/// At which orders a curve is evaluated. Those between two whole ones are bounded in any case, so
/// that whole orders alone give fewer digits, and no other value.
enum class order_choice {
  all,
  whole_from_two  ///< and all below 2
};

/// Encloses the infimum of the conversion over all real orders λ > 1 for 0 < δ < 1.
///
/// @param curve  finite and positive at λ = 1
/// @throws precision_needed  no order with a finite divergence was found
/// @throws beyond_reach  the deadline has passed
ball least_over_orders(const renyi_values& curve, const number& delta, rdp_conversion by,
                       bits precision, order_choice orders, const budget& limits);

}  // namespace shufflecert::inline v0_1
