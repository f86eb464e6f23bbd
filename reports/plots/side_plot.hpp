#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/plots/plot.hpp"
#include "reports/plots/plot_points.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::claims {

/// A comparison that certainly fails at a point, and the claim that it is a part of. What is
/// referred to must outlive it.
struct failing_sides {
  const claim& subject;
  const catalogue& read;
  expression_ptr failing;  ///< a comparison
  check_point witness;
};

/// Both sides along a variable through the point, from the smallest to the largest of the values
/// that the claim lists, of the ends in `searched` (up to ten times beyond the listed values) and
/// of the point's own; nothing where the claim does not vary it or fewer than two values are known.
/// The plot has no name yet. Never throws for what a formula contains.
std::optional<plot> side_plot(const failing_sides& shown, const std::string& variable,
                              const std::vector<point_value>& searched, const sampling& how,
                              quantity_cache& cache);

/// A formula's first 60 characters.
std::string shortened_formula(const std::string& text);

bool has_value(const curve_point& at);

/// The value of an end of an enclosure; nothing for infinity or an exponent that is too large.
std::optional<rational> end_of(const std::string& decimal);

}  // namespace shufflecert::inline v0_1::claims
