#pragma once

#include <optional>
#include <string>
#include <vector>

#include "claims/text/named_kind.hpp"

namespace shufflecert::inline v0_1::claims {

/// Where local orders at doubling sizes lead. Extrapolated in double: evidence, never certified.
struct rate_trend {
  enum class kind { settled, rising, falling, still_moving } trend = kind::still_moving;
  std::string order;     ///< where the orders lead, to as many digits as agree; may be empty
  int order_digits = 0;  ///< decimals of `order`
  std::string limit;     ///< the number that the error tends to instead of 0; may be empty
  int limit_digits = 0;  ///< significant digits of `limit`
};
constexpr auto names_of(rate_trend::kind) {
  return names_up_to<rate_trend::kind::still_moving>("settled", "rising", "falling",
                                                     "still moving");
}

/// What the local orders at consecutive doubling sizes show, and the errors at all these sizes (one
/// more than orders). Nothing with fewer than three orders, or where one of the last three is
/// infinite. The rule is in docs/guide/verdicts.md, "Rates".
std::optional<rate_trend> trend_of(const std::vector<double>& orders,
                                   const std::vector<double>& errors);

/// Whether more sizes would show nothing new: the last orders are settled.
bool is_settled(const std::vector<double>& orders);

/// "settled at 0.5000", "rising towards 1.000; |error| approaches 0.25000".
std::string in_words(const rate_trend& found);

}  // namespace shufflecert::inline v0_1::claims
