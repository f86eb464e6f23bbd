#include "claims/moments/sign_moments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <mutex>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/terms.hpp"
#include "claims/moments/balls.hpp"
#include "shufflecert/identity.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Beyond, sums take too long.
constexpr std::int64_t largest_mean = 100'000;

// About x, with four digits: a parameter, which is verified later.
rational short_rational(double x) {
  constexpr double least = 1000;
  long digits = 0;
  for (; x < least; x *= 10) ++digits;
  for (; x >= 10 * least; x /= 10) --digits;
  return rational(static_cast<std::int64_t>(std::floor(x))) * power(rational(10), -digits);
}

double near(const rational& x) {
  return x.convert_to<double>();
}

// E(mean, s) from above, for one mean and any s: (K.12).
class moment_sum {
  // Of up to 10^5 roundings, a part in 2^40 is left.
  static constexpr bits sum_precision = 64;

 public:
  moment_sum(const rational& mean, const budget& limits) : mean_(mean) {
    const ball mu = ball::of(mean, sum_precision);
    const double about = near(mean);
    last_ = static_cast<std::int64_t>(about + 10 * std::sqrt(about)) + 40;
    const ball last = ball::of(last_, sum_precision);
    beyond_ = exp(last - mu - last * log(last / mu));
    ball weight = exp(-mu);
    nodes_.push_back({1, weight});
    for (std::int64_t m = 2; m <= last_;) {
      limits.check_time();
      const std::int64_t from = m - 1;
      const std::int64_t to = std::min(from + step_from(from), last_);
      node next{to, ball(sum_precision)};
      for (; m <= to; ++m) {
        weight = weight * mu / (m - 1);
        // The chord between the ends is above g.
        nodes_.back().weight += weight * (to - m) / (to - from);
        next.weight += weight * (m - from) / (to - from);
      }
      nodes_.push_back(std::move(next));
    }
    collect_blocks();
  }

  [[nodiscard]] const rational& mean() const { return mean_; }

  // An upper bound of log E(mean, s).
  [[nodiscard]] ball log_at(const rational& s, const budget& limits) const {
    limits.check_time();
    const ball x = ball::of(s, sum_precision);
    const double about = near(s);
    // A block that adds less than 2^-40 of another one is not worth its terms.
    constexpr double worth = 28;
    double largest = -std::numeric_limits<double>::infinity();
    for (const block& one : blocks_)
      largest = std::max(largest, one.log_weight + log_power_near(about, nodes_[one.last].m));
    ball total = beyond_ * scaled_power_of_cosh(x, last_ + 1);
    for (const block& one : blocks_) {
      const std::int64_t least = nodes_[one.first].m;
      if (one.log_weight + log_power_near(about, least) < largest - worth) {
        total += one.weight * scaled_power_of_cosh(x, least);
        continue;
      }
      for (std::size_t i = one.first; i <= one.last; ++i)
        total += nodes_[i].weight * scaled_power_of_cosh(x, nodes_[i].m);
    }
    return upper_bound(log(total) + x);
  }

 private:
  struct node {
    std::int64_t m;
    ball weight;
  };

  // Nodes side by side. As g falls with m, their part of the sum is at most their weight times g at
  // the first.
  struct block {
    std::size_t first;
    std::size_t last;
    ball weight;
    double log_weight;  // about
  };

  void collect_blocks() {
    constexpr std::size_t size = 12;
    for (std::size_t first = 0; first < nodes_.size(); first += size) {
      const std::size_t last = std::min(first + size, nodes_.size()) - 1;
      ball weight(sum_precision);
      for (std::size_t i = first; i <= last; ++i) weight += nodes_[i].weight;
      const double log_weight = log(weight).near();
      blocks_.push_back({first, last, std::move(weight), log_weight});
    }
  }

  // How far apart values of g are taken: where g bends little.
  [[nodiscard]] std::int64_t step_from(std::int64_t m) const {
    constexpr double per_width = 8;
    const double width = std::min(std::sqrt(near(mean_)), static_cast<double>(m));
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(width / per_width));
  }

  // cosh(s/m)^m without its factor e^s
  static ball scaled_power_of_cosh(const ball& s, std::int64_t m) {
    ball power = (exp(s * -2 / m) + 1) / 2;
    arb_pow_ui(power.raw(), power.raw(), static_cast<ulong>(m), sum_precision);
    return power;
  }

  // About the logarithm of that.
  static double log_power_near(double s, std::int64_t m) {
    const auto of = static_cast<double>(m);
    return of * std::log1p(std::expm1(-2 * s / of) / 2);
  }

  rational mean_;
  std::int64_t last_ = 0;
  std::vector<node> nodes_;
  std::vector<block> blocks_;
  ball beyond_{sum_precision};
};

// 4ab/(a + b)²
rational narrowing(const rational& a, const rational& b) {
  return 4 * a * b / ((a + b) * (a + b));
}

// f at the ends of a column, for one s.
struct corner_pair {
  rational s;
  ball low;
  ball high;
};

corner_pair corners_at(const moment_sum& low, const moment_sum& high, const rational& s,
                       const budget& limits) {
  return {s, low.log_at(s, limits), high.log_at(s, limits)};
}

// (K.11) on the box between two values of s.
bool holds_on_box(const rational& c, const rational& least, const rational& largest,
                  const corner_pair& first, const corner_pair& second) {
  const rational scaled = c * narrowing(least, largest) * narrowing(first.s, second.s);
  const auto holds_at = [&](const corner_pair& at) {
    const rational most = scaled * at.s * at.s;
    return is_at_most(at.low, ball_of(rational(most / least))) &&
           is_at_most(at.high, ball_of(rational(most / largest)));
  };
  return holds_at(first) && holds_at(second);
}

// Of the larger of two corners: how much of c·s²/μ it takes.
double share_of(const rational& c, const rational& least, const rational& largest,
                const corner_pair& at) {
  const double scale = near(c) * near(at.s) * near(at.s);
  return std::max(at.low.near() * near(least), at.high.near() * near(largest)) / scale;
}

// The ratio b/a at which narrowing(a, b) is about this.
double ratio_of(double narrowed) {
  constexpr double largest = 3;
  const double root = std::sqrt(std::max(0.0, 1 - narrowed));
  return std::min(largest, (1 + root) / (1 - root));
}

// −log(1 − z0) <= 2c·z0, 0 < z0 < 1
bool is_near(const rational& z0, const rational& c) {
  const rational rest = 1 - z0;
  if (z0 <= 0 || rest <= 0) return false;
  return is_at_most(-log(ball_of(rest)), ball_of(rational(2 * c * z0)));
}

rational near_for(const rational& c) {
  double low = 0;
  double high = 1;
  for (int i = 0; i < 60; ++i) {
    const double z = (low + high) / 2;
    (-std::log1p(-z) <= 2 * near(c) * z ? low : high) = z;
  }
  return short_rational(low);
}

// y² <= 4·c*·(1 − e^(−J(y))) for all y in (0, 1].
bool is_constant(const rational& constant, const budget& limits) {
  if (constant <= rational(1, 2)) return false;
  const ball four = ball_of(rational(4 * constant));
  // Near 0 by J >= y²/2 and 1 − e^(−x) >= x − x²/2.
  const rational near_zero = 4 - 2 / constant;
  rational y = short_rational(std::min(0.999, std::sqrt(near(near_zero))));
  if (y * y > near_zero) return false;
  // What is larger than 2^-40 is no small step.
  const rational unit = rational(1, integer(1) << 40);
  while (y < 1) {
    limits.check_time();
    const ball at = ball_of(y);
    const ball rate = ((at + 1) * log1p(at) + (1 - at) * log1p(-at)) / 2;
    const ball most = four * -expm1(-rate);
    const double reached = std::sqrt(lower_bound(most).near()) * (1 - 1e-12);
    const rational next =
        reached >= 1 ? rational(1) : rational(rational(floor(rational(reached) / unit)) * unit);
    if (next <= y || !is_at_most(ball_of(rational(next * next)), most)) return false;
    y = next;
  }
  return true;
}

// (K.13), with 1534/10000 < I(1/2).
bool holds_for_large_means(const moment_certificate& of_c) {
  const rational rate = (of_c.c - of_c.constant) * of_c.slope * of_c.slope;
  const rational rest = 2 * of_c.c - 1 / (1 - of_c.delta);
  const rational least_rate(1534, 10'000);
  const rational decay =
      std::min(rational(of_c.delta * of_c.delta / 4), rational(least_rate - of_c.slope));
  const rational& large = of_c.large;
  const bool are_in_range = of_c.constant >= rational(1, 2) && large >= 100 && of_c.delta > 0 &&
                            of_c.delta < rational(1, 2) && of_c.slope > 0 &&
                            of_c.slope * of_c.slope <= of_c.delta / 4 && decay > 0 && rest > 0 &&
                            rate * large >= rational(1, 2) && decay * large >= rational(1, 2);
  if (!are_in_range) return false;
  const ball width = ball_of(rational(27, 100)) * sqrt(ball_of(large));
  return is_at_most(log1p(width), ball_of(rational(rate * large))) &&
         is_at_most(width * exp(ball_of(rational(-decay * large))),
                    ball_of(rational(rest * of_c.near)));
}

// δ, σ1 and the least K for which (K.13) seems to hold.
void choose_for_large_means(moment_certificate& of_c) {
  constexpr double share = 0.9;
  constexpr double largest_delta = 0.08;
  constexpr double first = 100;
  constexpr double growth = 1.03;
  of_c.delta = short_rational(std::min(largest_delta, share * (1 - 1 / (2 * near(of_c.c)))));
  of_c.slope = short_rational(std::sqrt(near(of_c.delta)) / 2);
  for (double large = first; large <= static_cast<double>(largest_mean); large *= growth) {
    of_c.large = short_rational(large);
    if (holds_for_large_means(of_c)) return;
  }
}

// Looks for the boxes, column by column, and in each from small s to large.
class box_seeker {
 public:
  box_seeker(moment_certificate& found, const budget& limits) : found_(found), limits_(limits) {}

  // Whether all is covered; else `reason` says where it stopped.
  bool run() {
    constexpr double least_ratio = 1.004;
    moment_sum low(short_rational(2 * near(found_.c)), limits_);
    double ratio = ratio_of(std::sqrt(largest_share));
    while (low.mean() < found_.large) {
      const rational next = std::max(short_rational(near(low.mean()) * ratio),
                                     rational(low.mean() * rational(1001, 1000)));
      moment_sum high(next, limits_);
      if (!add_column(low, high)) {
        ratio = 1 + (ratio - 1) * 0.7;
        if (ratio >= least_ratio) continue;
        reason_ = fmt::format("it stayed undecided at mean {}, s = {}", to_text(low.mean()),
                              to_text(open_));
        return false;
      }
      low = std::move(high);
      // Half of the room that there was goes to the means, half to s.
      constexpr double caution = 0.97;
      ratio = 1 + (ratio_of(std::sqrt(largest_share_)) - 1) * caution;
    }
    return true;
  }

  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  static constexpr double largest_share = 0.9;

  bool add_column(const moment_sum& low, const moment_sum& high) {
    constexpr double least_ratio = 1.005;
    constexpr double margin = 1.002;
    const rational& c = found_.c;
    const rational& least = low.mean();
    const rational& largest = high.mean();
    const double narrowed = near(narrowing(least, largest));
    const rational end = largest / c;
    moment_column column{least, largest, {}};
    corner_pair at = corners_at(
        low, high, short_rational(std::sqrt(2 * near(found_.near) * near(least))), limits_);
    column.values.push_back(at.s);
    double most = 0;
    while (at.s < end) {
      const double share = share_of(c, least, largest, at);
      most = std::max(most, share);
      double ratio = ratio_of(share * margin / narrowed);
      bool advanced = false;
      while (!advanced && ratio >= least_ratio) {
        const corner_pair next = corners_at(low, high, short_rational(near(at.s) * ratio), limits_);
        advanced = next.s > at.s && holds_on_box(c, least, largest, at, next);
        if (advanced) at = next;
        ratio = 1 + (ratio - 1) * 0.7;
      }
      if (!advanced) {
        open_ = at.s;
        return false;
      }
      column.values.push_back(at.s);
    }
    largest_share_ = most;
    found_.columns.push_back(std::move(column));
    return true;
  }

  moment_certificate& found_;
  const budget& limits_;
  std::string reason_;
  rational open_;
  double largest_share_ = 0;
};

moment_attempt seek(const rational& c, const budget& limits) {
  // No smaller one can do by much: 0.5199743 is the least of all.
  const rational constant(13, 25);
  if (c <= constant) return {std::nullopt, fmt::format("c has to be above {}", to_text(constant))};
  moment_certificate found;
  found.c = c;
  found.constant = constant;
  found.near = near_for(c);
  choose_for_large_means(found);
  if (!is_near(found.near, c) || !is_constant(constant, limits) || !holds_for_large_means(found))
    return {std::nullopt, fmt::format("means beyond {} stayed undecided", largest_mean)};
  box_seeker boxes(found, limits);
  if (!boxes.run()) return {std::nullopt, boxes.reason()};
  return {std::move(found), ""};
}

// Whether the columns stand side by side and reach as far as they have to.
bool is_covering(const moment_certificate& stated) {
  rational reached = 2 * stated.c;
  for (const moment_column& column : stated.columns) {
    const auto& values = column.values;
    const bool is_contiguous = column.least > 0 && column.least <= reached &&
                               column.largest > column.least && !values.empty() &&
                               values.front() > 0 && std::is_sorted(values.begin(), values.end()) &&
                               values.front() * values.front() <= 2 * stated.near * column.least &&
                               values.back() * stated.c >= column.largest;
    if (!is_contiguous) return false;
    reached = std::max(reached, column.largest);
  }
  return reached >= stated.large;
}

bool holds_on_column(const rational& c, const moment_column& column, const budget& limits) {
  const moment_sum low(column.least, limits);
  const moment_sum high(column.largest, limits);
  std::optional<corner_pair> before;
  for (const rational& s : column.values) {
    corner_pair at = corners_at(low, high, s, limits);
    if (before && !holds_on_box(c, column.least, column.largest, *before, at)) return false;
    before = std::move(at);
  }
  return true;
}

// The product of the numbers among the factors.
rational numbers_in(const expression_ptr& formula) {
  rational product = 1;
  for (const single_factor& factor : factors_of(formula)) {
    const auto* x = std::get_if<literal>(&factor.operand->node);
    if (x == nullptr || x->value == 0) continue;
    product = factor.divided ? rational(product / x->value) : rational(product * x->value);
  }
  return product;
}

}  // namespace

const moment_attempt& certified_moments(const rational& c, const budget& limits) {
  static std::mutex mutex;
  static std::map<rational, moment_attempt> known;
  const std::scoped_lock lock(mutex);
  auto seen = known.find(c);
  if (seen == known.end()) seen = known.emplace(c, seek(c, limits)).first;
  return seen->second;
}

bool is_moment_certificate(const moment_certificate& stated, const budget& limits) {
  return is_near(stated.near, stated.c) && is_constant(stated.constant, limits) &&
         holds_for_large_means(stated) && is_covering(stated) &&
         std::all_of(stated.columns.begin(), stated.columns.end(), [&](const moment_column& one) {
           return holds_on_column(stated.c, one, limits);
         });
}

std::size_t corners_of(const moment_certificate& stated) {
  std::size_t corners = 0;
  for (const moment_column& column : stated.columns) corners += 2 * column.values.size();
  return corners;
}

std::vector<std::string> steps_of(const moment_certificate& stated) {
  const std::size_t corners = corners_of(stated);
  return {fmt::format(
              "(K.10) with c = {}: certain by hand where the mean is at most 2*c, where s is at "
              "least mean/c, and where s^2/(2*mean) <= z0 = {}, as -log(1 - z0) <= 2*c*z0",
              to_text(stated.c), to_text(stated.near)),
          fmt::format("from mean {} to {}: {} boxes in {} columns by (K.11), {} corners by (K.12)",
                      to_text(rational(2 * stated.c)), to_text(stated.large),
                      corners / 2 - stated.columns.size(), stated.columns.size(), corners),
          fmt::format("y^2 <= 4*c_*(1 - exp(-J(y))) for 0 < y <= 1 with c_* = {}",
                      to_text(stated.constant)),
          fmt::format("from mean {} on: (K.13) with delta = {}, sigma_1 = {}",
                      to_text(stated.large), to_text(stated.delta), to_text(stated.slope))};
}

ball log_moment_above(const rational& mean, const rational& s) {
  const budget none;
  return moment_sum(mean, none).log_at(s, none);
}

std::optional<moment_statement> moment_statement_in(const expression_ptr& low,
                                                    const expression_ptr& high) {
  const auto* left = std::get_if<call>(&low->node);
  const auto* right = std::get_if<call>(&high->node);
  if (left == nullptr || left->name != "poisson_mean" || right == nullptr || right->name != "exp")
    return std::nullopt;
  const auto* name = std::get_if<variable>(&left->arguments[0]->node);
  const expression_ptr& mean = left->arguments[1];
  const auto* body = std::get_if<power_of>(&left->arguments[2]->node);
  if (name == nullptr || body == nullptr) return std::nullopt;
  // s is what an exponent is at b = 0, and no formula of b.
  std::vector<expression_ptr> exponents;
  static_cast<void>(rewritten(body->base, [&](const expression& part) -> expression_ptr {
    const auto* x = std::get_if<call>(&part.node);
    if (x != nullptr && x->name == "exp") exponents.push_back(x->arguments[0]);
    return nullptr;
  }));
  const definitions none;
  const budget limits;
  const expression_ptr b = make_variable(name->name);
  for (const expression_ptr& exponent : exponents) {
    const expression_ptr s = with_formulas(exponent, {{name->name, make_number(0)}});
    const variable_map letters{{"s", s}, {"b", b}};
    const auto filled = [&](const char* text) {
      return with_formulas(parse_formula(text), letters);
    };
    const auto is_same = [&](const expression_ptr& one, const expression_ptr& other) {
      return is_identity(*one, *other, none, {}, limits);
    };
    // The constant is what the numbers say; algebra says whether it is the right one.
    const expression_ptr scale =
        with_formulas(parse_formula("s^2/mean"), {{"s", s}, {"mean", mean}});
    const rational c = numbers_in(right->arguments[0]) / numbers_in(scale);
    const expression_ptr exact = parse_formula(to_text(c));
    if (is_same(body->base, filled("(exp(s/(b + 1)) + exp(-s/(b + 1)))/2")) &&
        is_same(body->exponent, filled("b + 1")) &&
        is_same(right->arguments[0], with_formulas(parse_formula("c*s^2/mean"),
                                                   {{"c", exact}, {"s", s}, {"mean", mean}})))
      return moment_statement{c, mean, name->name, body->base, body->exponent};
  }
  return std::nullopt;
}

}  // namespace shufflecert::inline v0_1::claims
