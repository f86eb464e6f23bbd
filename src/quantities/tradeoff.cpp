#include "quantities/discrete_pairs.hpp"
#include "quantities/normal_tradeoff.hpp"
#include "quantities/outcome_rows.hpp"
#include "quantities/tradeoff_polygon.hpp"
#include "quantities/tradeoff_table.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert {

void check_type_one_error(const number& alpha, bits precision) {
  const auto require = [&](const truth& holds) {
    if (!holds.value || holds.tied)
      throw precision_needed("whether alpha lies in [0, 1] is not determined");
    if (!*holds.value) throw undefined_value("alpha must be in [0, 1]");
  };
  require(compare(alpha, relation::greater_equal, 0, precision));
  require(compare(alpha, relation::less_equal, 1, precision));
}

quantity tradeoff(const distribution_pair& pair, const number& alpha, bits precision,
                  const budget& limits) {
  check_parameters(pair, precision);
  check_type_one_error(alpha, precision);
  if (alpha.as_rational() != nullptr && *alpha.as_rational() == 1) return {0, closed_form};
  if (const auto* normal = std::get_if<normal_pair>(&pair.kind)) {
    if (alpha.is_zero()) return {1, closed_form};
    return {normal_tradeoff(*normal, pair.swapped, alpha, precision, limits), closed_form};
  }
  if (certainly_identical(pair)) return {subtract(1, alpha, precision), closed_form};
  if (alpha.is_zero() && has_bounded_ratio(pair)) return {1, closed_form};
  if (alpha.as_rational() != nullptr)
    if (const auto polygon = exact_polygon(pair))
      return {value_at(*polygon, *alpha.as_rational()), direct_summation};
  const tradeoff_table table =
      table_of(pair, precision, -static_cast<double>(precision) - 8, limits);
  return {known(tradeoff_of(table, alpha.to_ball(precision)), "the trade-off function"),
          direct_summation};
}

}  // namespace shufflecert
