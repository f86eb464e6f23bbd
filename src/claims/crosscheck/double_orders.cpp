
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <map>

#include "claims/catalogue/axis.hpp"
#include "claims/crosscheck/double_opinion.hpp"
#include "claims/crosscheck/second_opinion.hpp"
#include "shufflecert/plain_evaluation.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Terms and nodes.
constexpr std::int64_t most_work_of_error = 100'000;

// What is said to be another order. It decides nothing but what a reader is told.
constexpr double notable_difference = 0.01;

struct double_error {
  bool is_beyond = false;
  double size = 0;  ///< |e|; NaN without a value
};

// The errors of one series, each evaluated once.
class double_series {
 public:
  double_series(const claim_context& context, const rate_series& series, const std::string& along,
                std::int64_t& left)
      : context_(context), series_(series), along_(along), left_(left) {}

  const double_error& at(const std::string& size) {
    const auto known = errors_.find(size);
    if (known != errors_.end()) return known->second;
    return errors_.emplace(size, evaluate(size)).first->second;
  }

 private:
  double_error evaluate(const std::string& size) {
    if (left_ <= 0) return {true, 0};
    check_point point;
    for (const auto& [name, text] : series_.point) point[name] = read_point_value(text);
    point[along_] = read_point_value(size);
    work_meter work{0, std::min(left_, most_work_of_error)};
    double_error result;
    try {
      result.size = std::abs(evaluate_double(*context_.subject.formula, context_.visible.visible,
                                             variables_at(context_.subject, point),
                                             {.limits = context_.options.limits, .work = &work})
                                 .nearest);
    } catch (const beyond_reach&) {
      result.is_beyond = true;
    } catch (const undefined_value& error) {
      result.is_beyond = is_limit_of_second_arithmetic(error);
      result.size = std::nan("");
    }
    left_ -= work.done + 1;
    return result;
  }

  const claim_context& context_;
  const rate_series& series_;
  const std::string& along_;
  std::int64_t& left_;
  std::map<std::string, double_error> errors_;
};

// How far a number lies outside of an enclosure.
double distance(double x, const decimal_interval& range) {
  const double lower = std::strtod(range.lower.c_str(), nullptr);
  const double upper = std::strtod(range.upper.c_str(), nullptr);
  return std::max({lower - x, x - upper, 0.0});
}

void compare(double_finding& finding, const rate_series& series, const std::string& along,
             const local_order& certified, const double_error& from, const double_error& to) {
  if (from.is_beyond || to.is_beyond) {
    ++finding.beyond;
    return;
  }
  ++finding.compared;
  const double order = std::log2(from.size / to.size);
  const bool has_value = std::isfinite(order);
  if (!has_value) ++finding.without;
  const bool differs = has_value && distance(order, certified.order) > notable_difference;
  if (!has_value || differs) {
    // The first that differs, or else the first without a value.
    if (finding.point.empty() || (differs && finding.different == 0)) {
      finding.point = series.point;
      finding.point[along] = certified.from;
      finding.lhs = has_value ? fmt::format("{:.4f}", order) : "nan";
      finding.certified = to_text(certified.order);
    }
  }
  if (differs) ++finding.different;
}

}  // namespace

std::optional<double_finding> orders_of_double(const claim_context& context,
                                               const judgement& found) {
  if (!found.rate || context.options.limits.is_exhausted()) return std::nullopt;
  double_finding finding;
  const std::string& along = found.rate->along;
  std::int64_t left = most_work_of_claim;
  for (const rate_series& series : found.rate->series) {
    double_series errors(context, series, along, left);
    for (const local_order& order : series.orders)
      compare(finding, series, along, order, errors.at(order.from), errors.at(order.to));
  }
  if (finding.compared + finding.beyond == 0) return std::nullopt;
  if (finding.different > 0)
    finding.outcome = double_outcome::differs;
  else if (finding.without > 0)
    finding.outcome = double_outcome::no_value;
  else if (finding.compared > 0)
    finding.outcome = double_outcome::agrees;
  // Half of the orders would depend on how fast the machine is.
  if (context.options.limits.is_exhausted()) return std::nullopt;
  return finding;
}

}  // namespace shufflecert::inline v0_1::claims
