#include "claims/search/search_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/claim_variables.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int inner_digits = 9;
constexpr int edge_digits = 15;
// The distances at which the ends of the domain are approached, relative to the nearest listed
// value.
constexpr double nearest_to_end = 1e-12;
// How far a search goes beyond the listed values where there is no end, relative to their size.
constexpr double nearest_beyond = 1e-3;
constexpr double farthest_beyond = 1e9;
// A range spans decades from this ratio on, and is then searched on a geometric scale, too.
constexpr double wide_ratio = 20;
constexpr double largest_whole = 1e15;

// The variables to which conditions leave one value: `n == 1000`, and then `m == 2*n`.
std::set<std::string> fixed_variables(const claim& subject) {
  std::set<std::string> fixed;
  const auto is_fixed_by = [&](const expression& side, const expression& other) {
    const auto* x = std::get_if<variable>(&side.node);
    if (x == nullptr || subject.let.contains(x->name)) return false;
    const auto used = variables_behind(subject, other);
    return std::all_of(used.begin(), used.end(),
                       [&](const auto& name) { return fixed.contains(name); }) &&
           fixed.insert(x->name).second;
  };
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (const auto& stated : subject.domain)
      for (const auto& part : conjuncts(stated)) {
        const auto* equation = std::get_if<comparison>(&part->node);
        if (equation == nullptr || equation->op != relation::equal) continue;
        if (is_fixed_by(*equation->left, *equation->right) ||
            is_fixed_by(*equation->right, *equation->left))
          is_changed = true;
      }
  }
  return fixed;
}

double geometric(double from, double to, double u) {
  return from * std::pow(to / from, u);
}

// The parts of a line, each a scale from [0, 1) to values.
class line_scale {
 public:
  explicit line_scale(const search_line& line)
      : line_(line),
        size_(std::max({std::abs(line.first_listed), std::abs(line.last_listed),
                        line.last_listed - line.first_listed,
                        line.first_listed == 0 && line.last_listed == 0 ? 1.0 : 0.0})),
        low_(line.lower.value_or(line.first_listed - spread())),
        high_(line.upper.value_or(line.last_listed > low_ ? line.last_listed : low_ + size_)) {}

  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }

  [[nodiscard]] double inside(double u) const { return low_ + (high_ - low_) * u; }

  /// Whether the values that were listed, or the domain, span decades.
  [[nodiscard]] bool is_wide() const {
    return least_positive() > 0 && high_ > 0 && high_ / least_positive() > wide_ratio;
  }
  [[nodiscard]] double wide(double u) const { return geometric(least_positive(), high_, u); }

  [[nodiscard]] double above_lower(double u) const {
    return low_ + distance_to(low_) * geometric(nearest_to_end, 1, u);
  }
  [[nodiscard]] double below_upper(double u) const {
    return high_ - distance_to(high_) * geometric(nearest_to_end, 1, u);
  }
  [[nodiscard]] double beyond_last(double u) const {
    if (line_.upper)
      return line_.last_listed + (*line_.upper - line_.last_listed) * geometric(1e-4, 1, u);
    return line_.last_listed + size_ * geometric(nearest_beyond, farthest_beyond, u);
  }
  [[nodiscard]] double before_first(double u) const {
    if (line_.lower)
      return line_.first_listed - (line_.first_listed - *line_.lower) * geometric(1e-4, 1, u);
    return line_.first_listed - size_ * geometric(nearest_beyond, farthest_beyond, u);
  }

 private:
  [[nodiscard]] double spread() const { return line_.last_listed - line_.first_listed; }

  [[nodiscard]] double least_positive() const {
    if (line_.first_listed > 0) return line_.lower && *line_.lower > 0 ? low_ : line_.first_listed;
    return low_ > 0 ? low_ : 0;
  }

  [[nodiscard]] double distance_to(double end) const {
    const double near =
        std::min(std::abs(line_.first_listed - end), std::abs(line_.last_listed - end));
    return near > 0 ? near : size_;
  }

  const search_line& line_;
  double size_;
  double low_;
  double high_;
};

bool is_inside(const search_line& line, double x) {
  if (!std::isfinite(x) || (line.is_whole && std::abs(x) > largest_whole)) return false;
  if (line.lower && (x < *line.lower || (x == *line.lower && !line.lower_closed))) return false;
  return !(line.upper && (x > *line.upper || (x == *line.upper && !line.upper_closed)));
}

std::vector<double> whole_values(const search_line& line, double low, double high) {
  std::vector<double> values;
  for (double x = std::ceil(low); x <= high; ++x)
    if (is_inside(line, x)) values.push_back(x);
  return values;
}

}  // namespace

std::vector<std::string> movable_variables(const claim& subject) {
  std::set<std::string> seen;
  for (const auto& condition : subject.domain) seen.merge(variables_behind(subject, *condition));
  std::vector<std::string> result;
  if (point_count(subject) == 0) return result;
  const std::set<std::string> fixed = fixed_variables(subject);
  for (const auto& [name, chosen] : point_at(subject, 0))
    if (seen.contains(name) && !fixed.contains(name)) result.push_back(name);
  return result;
}

double rounded(double x, int digits, bool is_whole) {
  const double result = std::strtod(fmt::format("{:.{}e}", x, digits - 1).c_str(), nullptr);
  return is_whole ? std::round(result) : result;
}

point_value shortest_decimal(double x) {
  // A whole number is written out, as a reader would.
  const bool is_plain = x == std::round(x) && std::abs(x) <= largest_whole;
  std::string text = is_plain ? fmt::format("{:.0f}", x) : fmt::format("{}", x);
  // As read_point_value() makes it, whose parser takes many times as long.
  const bool is_negative = text.front() == '-';
  const std::string spelling = text.substr(is_negative ? 1 : 0);
  auto formula = std::make_shared<const expression>(
      expression{literal{parse_decimal(spelling).value(), spelling}, is_negative ? 2U : 1U});
  if (is_negative) formula = std::make_shared<const expression>(expression{negation{formula}, 1});
  return {std::move(text), std::move(formula)};
}

std::optional<double> near_value(const point_value& value) {
  try {
    constexpr bits enough = 64;
    const double near = constant_value(value).to_ball(enough).near();
    return std::isfinite(near) ? std::optional(near) : std::nullopt;
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

std::optional<search_line> line_through(const claim_context& context, const std::string& variable,
                                        const check_point& point) {
  const claim& subject = context.subject;
  search_line line;
  line.variable = variable;
  line.is_whole = std::find(subject.integers.begin(), subject.integers.end(), variable) !=
                  subject.integers.end();
  bool is_first = true;
  const auto take = [&](const point_value& value) {
    const auto near = near_value(value);
    if (!near) return;
    line.first_listed = is_first ? *near : std::min(line.first_listed, *near);
    line.last_listed = is_first ? *near : std::max(line.last_listed, *near);
    is_first = false;
  };
  for (const axis& a : subject.axes)
    if (a.variable == variable)
      for (const point_value& value : a.values) take(value);
  for (const check_point& listed : subject.points)
    if (const auto entry = listed.find(variable); entry != listed.end()) take(entry->second);
  if (is_first) return std::nullopt;
  auto ends = ends_of_domain(context, {variable}, point);
  if (const auto& lower = ends[variable].lower) {
    line.lower = lower->value.convert_to<double>();
    line.lower_closed = lower->is_closed;
    line.first_listed = std::max(line.first_listed, *line.lower);
    line.last_listed = std::max(line.last_listed, *line.lower);
  }
  if (const auto& upper = ends[variable].upper) {
    line.upper = upper->value.convert_to<double>();
    line.upper_closed = upper->is_closed;
    line.first_listed = std::min(line.first_listed, *line.upper);
    line.last_listed = std::min(line.last_listed, *line.upper);
  }
  return line;
}

std::vector<double> values_along(const search_line& line, std::size_t count, double shift) {
  const line_scale scale(line);
  std::vector<double> values;
  const auto take = [&](double x, int digits) {
    const double near = rounded(x, digits, line.is_whole);
    if (is_inside(line, near)) values.push_back(near);
  };
  const auto spread_over = [&](std::size_t number, int digits, auto at) {
    for (std::size_t i = 0; i < number; ++i)
      take(at((static_cast<double>(i) + shift) / static_cast<double>(number)), digits);
  };
  const std::size_t edge = std::clamp<std::size_t>(count / 16, 2, 2000);
  const std::size_t wide = scale.is_wide() ? count / 4 : 0;
  std::size_t used = wide;
  const bool can_count =
      line.is_whole && scale.high() - scale.low() <= static_cast<double>(count) / 2;
  if (line.lower) {
    spread_over(edge, edge_digits, [&](double u) { return scale.above_lower(u); });
    used += edge;
  }
  if (line.upper) {
    spread_over(edge, edge_digits, [&](double u) { return scale.below_upper(u); });
    used += edge;
  }
  if (!line.upper || *line.upper > line.last_listed) {
    spread_over(2 * edge, inner_digits, [&](double u) { return scale.beyond_last(u); });
    used += 2 * edge;
  }
  if (!line.lower || *line.lower < line.first_listed) {
    spread_over(edge, inner_digits, [&](double u) { return scale.before_first(u); });
    used += edge;
  }
  if (scale.is_wide()) spread_over(wide, inner_digits, [&](double u) { return scale.wide(u); });
  if (can_count) {
    const auto all = whole_values(line, scale.low(), scale.high());
    values.insert(values.end(), all.begin(), all.end());
  } else {
    spread_over(count > used ? count - used : 1, inner_digits,
                [&](double u) { return scale.inside(u); });
  }
  for (const auto& end : {line.lower, line.upper})
    if (end) take(*end, edge_digits);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

std::vector<double> ends_of(const search_line& line) {
  const line_scale scale(line);
  // A thousandth of the way in.
  constexpr double next_to_end = 0.75;
  std::vector<double> ends;
  const auto take = [&](const std::optional<double>& end, bool is_closed, double next,
                        double listed) {
    const double x = !end ? listed : is_closed ? *end : next;
    const double near = rounded(x, inner_digits, line.is_whole);
    if (is_inside(line, near)) ends.push_back(near);
  };
  take(line.lower, line.lower_closed, scale.above_lower(next_to_end), line.first_listed);
  take(line.upper, line.upper_closed, scale.below_upper(next_to_end), line.last_listed);
  return ends;
}

double value_at(const search_line& line, double u) {
  const line_scale scale(line);
  struct part {
    double share;
    double (line_scale::*at)(double) const;
  };
  constexpr double edge_share = 0.06;
  constexpr double beyond_share = 0.1;
  std::vector<part> parts;
  double rest = 1;
  const auto add = [&](double share, double (line_scale::*at)(double) const) {
    parts.push_back({share, at});
    rest -= share;
  };
  if (line.lower) add(edge_share, &line_scale::above_lower);
  if (line.upper) add(edge_share, &line_scale::below_upper);
  if (!line.upper || *line.upper > line.last_listed) add(beyond_share, &line_scale::beyond_last);
  if (!line.lower) add(beyond_share, &line_scale::before_first);
  if (scale.is_wide()) add(rest / 3, &line_scale::wide);
  parts.push_back({rest, &line_scale::inside});
  for (const part& one : parts) {
    if (u < one.share || &one == &parts.back())
      return rounded((scale.*one.at)(std::clamp(u / one.share, 0.0, 1.0)), inner_digits,
                     line.is_whole);
    u -= one.share;
  }
  return line.first_listed;
}

}  // namespace shufflecert::inline v0_1::claims
