#include "quantities/clone/renyi.hpp"
#include "quantities/normal/divergences.hpp"
#include "quantities/normal/subsampled.hpp"
#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/outcomes/exact_evaluation.hpp"
#include "quantities/pairs/method_choice.hpp"
#include "quantities/pairs/parameter_ranges.hpp"
#include "quantities/pairs/parameters.hpp"
#include "quantities/response/moments.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert {
namespace {

// D_λ = log(Σ P^λ Q^(1−λ))/(λ − 1) of rational rows without singular outcomes, for whole λ >= 2.
std::optional<number> exact_renyi(const std::vector<outcome_row>& rows, std::int64_t lambda,
                                  bits precision, const budget& limits) {
  const auto moment_of = [&](const outcome_row& row) -> std::optional<rational> {
    const rational& p = *row.p.as_rational();
    const rational& q = *row.q.as_rational();
    const auto raised = exact_power(rational(p / q), lambda - 1);
    if (!raised) return std::nullopt;
    return rational(p * *raised);
  };
  const auto sum = exact_sum(rows, moment_of, limits);
  if (!sum) return std::nullopt;
  return divide(log(number(*sum), precision), lambda - 1, precision);
}

// What the faster methods make of the pairs that have them; nothing where direct summation is to be
// used.
std::optional<quantity> renyi_of_kind(const distribution_pair& pair, const number& lambda,
                                      bits precision, const budget& limits,
                                      evaluation_method method) {
  if (const auto* clone = std::get_if<clone_pair>(&pair.kind))
    return clone_renyi(*clone, lambda, precision, limits, method);
  if (const auto response = as_response(pair))
    return response_renyi(*response, lambda, precision, limits, method);
  return std::nullopt;
}

quantity discrete_renyi(const distribution_pair& pair, const number& lambda, bits precision,
                        const budget& limits, evaluation_method method) {
  if (certainly_identical(pair)) return {0, evaluation_method::closed_form};
  const auto singular = has_singular_outcomes(pair, precision);
  const auto require_regular = [&] {
    if (!singular) throw precision_needed("whether an outcome is possible is not determined");
    return !*singular;
  };
  quantity infinite{ball::infinity(precision), evaluation_method::closed_form};
  if (lambda.is_infinity(1)) {
    if (!require_regular()) return infinite;
    if (auto range = find_log_ratio_range(pair, precision))
      return {std::move(range->highest), evaluation_method::closed_form};
    return {largest_log_ratio_of_table(pair, precision, limits),
            evaluation_method::direct_summation};
  }
  const truth is_one = compare(lambda, relation::equal, 1, precision);
  const truth above_one = compare(lambda, relation::greater, 1, precision);
  if (!is_one.value || is_one.tied || (!*is_one.value && !above_one.value))
    throw precision_needed("whether the order is 1 is not determined");
  if ((*is_one.value || *above_one.value) && !require_regular()) return infinite;
  const auto enclose = [&]() -> quantity {
    if (const auto found = renyi_of_kind(pair, lambda, precision, limits, method)) return *found;
    require_method(method, evaluation_method::direct_summation, "renyi");
    number sum = renyi_by_summation(pair, lambda, precision, limits);
    return sum.is_infinity(1) ? infinite
                              : quantity{std::move(sum), evaluation_method::direct_summation};
  };
  const auto whole = lambda.to_int64();
  if (!whole || *is_one.value) return enclose();
  return evaluate_discrete(
      pair, precision, method,
      [&](const std::vector<outcome_row>& rows) {
        return exact_renyi(rows, *whole, precision, limits);
      },
      enclose);
}

}  // namespace

namespace {

// For the parameters as they are; ranges of them: docs/methods/ranges.md.
quantity renyi_at(const distribution_pair& pair, const number& lambda, bits precision,
                  const budget& limits, evaluation_method method) {
  if (const auto* normal = std::get_if<normal_pair>(&pair.kind)) {
    require_method(method, evaluation_method::closed_form, "renyi");
    return {normal_renyi(*normal, pair.swapped, lambda, precision), evaluation_method::closed_form};
  }
  if (const auto sampled = as_subsampled_normal(pair, precision)) {
    require_method(method, evaluation_method::closed_form, "renyi");
    return subsampled_normal_renyi(*sampled, lambda, precision, limits);
  }
  return discrete_renyi(pair, lambda, precision, limits, method);
}

}  // namespace

quantity renyi(const distribution_pair& pair, const number& lambda, bits precision,
               const budget& limits, evaluation_method method) {
  limits.check();
  check_parameters(pair, precision);
  check_order(lambda, "lambda", precision);
  return over_ranges(pair, lambda, {trend::rising, trend::rising}, precision,
                     [&](const distribution_pair& p, const number& x) {
                       return renyi_at(p, x, precision, limits, method);
                     });
}

}  // namespace shufflecert
