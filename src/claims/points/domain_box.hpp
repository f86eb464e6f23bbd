#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "claims/catalogue/box.hpp"
#include "claims/points/point_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {

/// One end of the values that the domain leaves to a variable, rounded outward.
struct domain_end {
  rational value;
  bool is_closed;  ///< certainly belongs to the values itself
};

struct domain_ends {
  std::optional<domain_end> lower;
  std::optional<domain_end> upper;
};

/// The ends that the domain's conditions of the form `variable op bound` set to each of the
/// `variables`; the bounds may depend on the other variables, whose values `point` gives.
std::map<std::string, domain_ends> ends_of_domain(const claim_context& context,
                                                  const std::vector<std::string>& variables,
                                                  const check_point& point);

/// The box that the domain's conditions of the form `variable op bound` certainly confine the
/// `variables` to, its ends rounded outward; the bounds may depend on the other variables, whose
/// values `point` gives. Nothing where a variable has no bound on one side, or where its bounds
/// leave no value; then `is_empty`, if given, becomes true.
std::optional<box> domain_box(const claim_context& context,
                              const std::vector<std::string>& variables, const check_point& point,
                              bool* is_empty = nullptr);

}  // namespace shufflecert::inline v0_1::claims
