#include "quantities/conversions/best_order.hpp"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "arithmetic/bit_length.hpp"
#include "quantities/conversions/order_conversion.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

constexpr bits search_guard_bits = 32;
constexpr bits quick_bits = 64;
// Bits of the precision that the search leaves to what comes after it.
constexpr bits spared_bits = 28;
constexpr int most_octaves = 64;
// Below, a quick look sees no difference between orders.
constexpr int lowest_octave = -24;
constexpr int most_seeds = 30;
constexpr int most_rounds = 400;
constexpr std::size_t most_orders = 1000;
// From here on whole orders are dense enough to stand for others.
constexpr int least_whole = 4;

rational power_of_two(int k) {
  return k >= 0 ? rational(integer(1) << static_cast<unsigned>(k))
                : rational(integer(1), integer(1) << static_cast<unsigned>(-k));
}

// What is known at one order.
struct node {
  ball excess;      // λ − 1
  ball divergence;  // D_λ, possibly inf
  ball moment;      // (λ − 1) D_λ
  order_epsilon epsilon;
  /// A lower bound of the conversion from here to the next order, and that order.
  std::optional<std::pair<rational, ball>> onward = std::nullopt;

  [[nodiscard]] bool is_finite() const { return divergence.is_finite(); }
};

using nodes = std::map<rational, node>;

class order_search {
 public:
  order_search(const renyi_values& curve, const number& delta, rdp_conversion by, bits precision,
               order_choice orders, const budget& limits)
      : curve_(curve),
        by_(by),
        orders_(orders),
        limits_(limits),
        precision_(precision),
        working_(precision + search_guard_bits),
        delta_(delta.to_ball(working_)),
        log_rest_(log1p(negate(delta), working_).to_ball(working_)),
        at_one_(working_),
        at_infinity_(working_),
        largest_(largest_excess(delta)) {
    const number at_one = curve_({number(1)}, working_).front();
    at_one_ = at_one.to_ball(working_);
    at_infinity_ = limit_at_infinity();
  }

  ball run() {
    if (by_ != rdp_conversion::mironov && largest_ < nearest_) return next_to_one();
    const rational start = near_best();
    add(around(start));
    if (nodes_.empty() || !least_upper_end().is_finite())
      throw precision_needed("no order was found at which the Rényi divergence is finite");
    extend();
    for (int round = 0; round < most_rounds && nodes_.size() < most_orders; ++round) {
      limits_.check();
      const std::vector<rational> open = open_places();
      const std::size_t before = nodes_.size();
      add(open);
      extend();
      if (nodes_.size() == before) break;
    }
    const ball most = least_upper_end();
    return ball::hull(lower_end(most), most).with_precision(precision_);
  }

 private:
  // No order is better than this one: 1/δ, beyond which the conversion is D_λ + log(1 − δ). That of
  // Mironov may go on falling.
  rational largest_excess(const number& delta) const {
    rational far = power_of_two(most_octaves);
    if (by_ == rdp_conversion::mironov) return far;
    if (const rational* exact = delta.as_rational()) return 1 / *exact - 1;
    return power_of_two(static_cast<int>(std::ceil(-log2_near(lower_bound(delta_)))) + 1);
  }

  // The conversion is D_λ + log(1 − δ) at λ = 1/δ, that of Mironov D_inf in the limit.
  [[nodiscard]] ball limit_at_infinity() const {
    try {
      const number at = curve_({number(ball::infinity(working_))}, working_).front();
      const ball most = upper_bound(at.to_ball(working_));
      if (most.is_finite())
        return upper_bound(by_ == rdp_conversion::mironov ? most : most + log_rest_);
    } catch (const precision_needed&) {
    } catch (const beyond_reach&) {
      limits_.check();
    }
    return ball::infinity(working_);
  }

  [[nodiscard]] node node_at(const rational& excess, const number& divergence, bits at) const {
    const ball x = ball::of(excess, at);
    const ball d = divergence.to_ball(at);
    const ball moment = x * d;
    const ball delta = delta_.with_precision(at);
    node result{x, d, moment, {d, d, std::nullopt}};
    if (!d.is_finite()) {
      if (!divergence.is_infinity(1))
        throw precision_needed("a Rényi divergence is not determined");
      return result;
    }
    const moment_bound bound{x, moment};
    if (by_ == rdp_conversion::optimal) {
      result.epsilon = optimal_epsilon(bound, delta);
    } else {
      result.epsilon.least = closed_form(bound, delta);
      result.epsilon.most = result.epsilon.least;
    }
    return result;
  }

  [[nodiscard]] ball closed_form(const moment_bound& bound, const ball& delta) const {
    return by_ == rdp_conversion::mironov ? mironov_epsilon(bound, delta)
                                          : canonne_epsilon(bound, delta);
  }

  // 1/δ is so near to 1 that D_1 says all of the orders between: (Y.4), with ρ >= D_1 at each order
  // and the conversion at 1/δ.
  [[nodiscard]] ball next_to_one() const {
    const number last = curve_({number(rational(largest_ + 1))}, working_).front();
    return ball::hull(at_one_ + log_rest_, last.to_ball(working_) + log_rest_)
        .with_precision(precision_);
  }

  // The place that is taken for another.
  [[nodiscard]] rational taken_for(const rational& excess) const {
    if (orders_ == order_choice::all || excess < 1) return excess;
    return floor(rational(excess + rational(1, 2)));
  }

  // False where the curve is beyond reach at one of the orders.
  bool add(const std::vector<rational>& excesses) {
    std::vector<rational> missing;
    std::vector<number> orders;
    for (const rational& place : excesses) {
      const rational x = taken_for(place);
      if (x <= 0 || x > largest_ || nodes_.contains(x)) continue;
      if (std::find(missing.begin(), missing.end(), x) != missing.end()) continue;
      missing.push_back(x);
      orders.emplace_back(rational(x + 1));
    }
    if (missing.empty()) return true;
    std::vector<number> values;
    try {
      values = curve_(orders, working_);
    } catch (const beyond_reach&) {
      limits_.check();
      if (missing.size() == 1) return false;
      bool all = true;
      for (const rational& x : missing) all = add({x}) && all;
      return all;
    }
    for (std::size_t i = 0; i < missing.size(); ++i)
      nodes_.emplace(missing[i], node_at(missing[i], values[i], working_));
    return true;
  }

  // For choosing orders: ε at one of them, without proof.
  double quick_epsilon(const rational& place) const {
    constexpr double none = 1e300;
    limits_.check();
    const rational excess = taken_for(place);
    try {
      const bits at = std::min(quick_bits, working_);
      const number value = curve_({number(rational(excess + 1))}, at).front();
      const double found = node_at(excess, value, at).epsilon.most.near();
      return std::isfinite(found) ? found : none;
    } catch (const precision_needed&) {
      return none;
    } catch (const beyond_reach&) {
      limits_.check();
      return none;
    }
  }

  // λ − 1 of about the best order: downhill by octaves, and Brent's method between three of them.
  rational near_best() const {
    const auto at_octave = [&](int k) { return std::min(power_of_two(k), largest_); };
    std::map<int, double> seen;
    const auto value = [&](int k) {
      const auto known = seen.find(k);
      if (known != seen.end()) return known->second;
      return seen.emplace(k, quick_epsilon(at_octave(k))).first->second;
    };
    if (largest_ < power_of_two(lowest_octave)) return largest_;
    int top = lowest_octave;
    while (top < most_octaves && power_of_two(top) < largest_) ++top;
    int k = std::min(0, top);
    while (k > lowest_octave && value(k) >= 1e300) --k;
    while (k < top && value(k + 1) < value(k)) ++k;
    while (k > lowest_octave && value(k - 1) < value(k)) --k;
    if (k >= top && value(k) < value(k - 1) && at_octave(k) == largest_ &&
        by_ != rdp_conversion::mironov) {
      const rational inside = largest_ * rational(1023, 1024);
      if (quick_epsilon(inside) >= value(k)) return largest_;
    }
    const double low = std::log(at_octave(k - 1).convert_to<double>());
    const double high = std::log(at_octave(std::min(k + 1, top)).convert_to<double>());
    constexpr int digits = 27;
    std::uintmax_t steps = 40;
    const auto best = boost::math::tools::brent_find_minima(
        [&](double t) { return quick_epsilon(rational(std::exp(t))); }, low, high, digits, steps);
    return std::min(rational(std::exp(best.first)), largest_);
  }

  // Where a place need not be exact, a whole order may take a part of the time.
  static rational whole_near(const rational& x) {
    return x < least_whole ? x : rational(floor(rational(x + rational(1, 2))));
  }

  std::vector<rational> around(const rational& centre) const {
    const int seeds = std::min<int>(most_seeds, static_cast<int>(precision_ - spared_bits) / 2 + 2);
    std::vector<rational> places{centre, whole_near(centre * 2)};
    // Far apart is near enough: the conversion rises with the square of the distance.
    for (int j = seeds; j > 0; j -= j > 5 ? 4 : 2)
      for (const int side : {-1, 1}) {
        const rational distance = centre * power_of_two(-j);
        const rational place = centre + side * distance;
        places.push_back(distance > 1 ? whole_near(place) : place);
      }
    if (centre * 2 > largest_) places.push_back(largest_);
    return places;
  }

  [[nodiscard]] ball least_upper_end() const {
    ball most = at_infinity_;
    for (const auto& [excess, at] : nodes_) most = min(most, upper_bound(at.epsilon.most));
    return upper_bound(most);
  }

  // What every part of the orders must reach.
  [[nodiscard]] ball target() const {
    const ball most = least_upper_end();
    ball tolerance = max(abs(most), ball::of(power_of_two(-most_octaves / 2), working_));
    arb_mul_2exp_si(tolerance.raw(), tolerance.raw(), spared_bits - precision_);
    const ball enough = lower_bound(most - tolerance);
    // What lies beyond the last order that is within reach limits all.
    const ball last = can_go_no_further_ ? min(enough, lower_bound(after_the_last())) : enough;
    return can_go_no_lower_ ? min(last, lower_bound(before_the_first())) : last;
  }

  // (1, the first order]: D_λ is at least D_1, and a bound by the same ρ falls in λ.
  [[nodiscard]] ball before_the_first() const {
    const node& first = nodes_.begin()->second;
    const moment_bound bound{first.excess, first.excess * at_one_};
    if (by_ == rdp_conversion::optimal) return optimal_epsilon(bound, delta_).least;
    const ball past = delta_ * (first.excess + 1) - 1;
    if (by_ == rdp_conversion::canonne && !past.is_certainly_negative()) return at_one_ + log_rest_;
    return closed_form(bound, delta_);
  }

  // From the last order on.
  [[nodiscard]] ball after_the_last() const {
    const ball& last = nodes_.rbegin()->second.divergence;
    return by_ == rdp_conversion::mironov ? last : last + log_rest_;
  }

  // The line through two points of the convex (λ − 1)D_λ, beyond them.
  static ball beyond(const ball& x0, const ball& y0, const ball& x1, const ball& y1,
                     const ball& x) {
    return y1 + (y1 - y0) * (x - x1) / (x1 - x0);
  }

  // (Y.8), with the chord through two orders on the side of `near` and the best pair there.
  [[nodiscard]] std::optional<ball> onward_from(const node& near, const node* behind,
                                                const node& far) const {
    if (!near.is_finite() || (behind != nullptr && !behind->is_finite())) return std::nullopt;
    const ball zero(working_);
    const ball line = behind != nullptr ? beyond(behind->excess, behind->moment, near.excess,
                                                 near.moment, far.excess)
                                        : beyond(zero, zero, near.excess, near.moment, far.excess);
    if (by_ != rdp_conversion::optimal) {
      moment_bound there{far.excess, line};
      if (by_ == rdp_conversion::mironov)
        return min(near.epsilon.least, mironov_epsilon(there, delta_));
      // −λ log λ + (λ−1) log(λ−1) is convex, and replaced by its tangent.
      const ball order = near.excess + 1;
      const ball slope = log(near.excess / order);
      const ball tangent =
          near.excess * log(near.excess) - order * log(order) + slope * (far.excess - near.excess);
      return min(near.epsilon.least, (line - log(delta_) + tangent) / far.excess);
    }
    if (!line.is_certainly_positive()) return std::nullopt;
    try {
      return epsilon_at_least(near.epsilon.worst, moment_bound{near.excess, near.moment},
                              moment_bound{far.excess, line}, delta_);
    } catch (const precision_needed&) {
      return std::nullopt;
    }
  }

  // A lower bound of ε between two orders that follow each other.
  [[nodiscard]] ball between(nodes::const_iterator left, const ball& enough) const {
    const auto right = std::next(left);
    if (!left->second.is_finite()) return ball::infinity(working_);
    const node* before = left == nodes_.begin() ? nullptr : &std::prev(left)->second;
    const node* after = std::next(right) == nodes_.end() ? nullptr : &std::next(right)->second;
    const auto from_left = [&] { return onward_from(left->second, before, right->second); };
    const auto from_right = [&]() -> std::optional<ball> {
      if (after == nullptr) return std::nullopt;
      return onward_from(right->second, after, left->second);
    };
    const bool falls = right->second.is_finite() &&
                       less(right->second.epsilon.least, left->second.epsilon.least) == true;
    std::optional<ball> found = falls ? from_right() : from_left();
    if (found && less_equal(enough, *found) == true) return *found;
    const std::optional<ball> other = falls ? from_left() : from_right();
    if (!found || (other && less(*found, *other) == true)) found = other;
    return found ? lower_bound(*found) : ball::infinity(working_, -1);
  }

  // The places where more orders are needed.
  std::vector<rational> open_places() {
    std::vector<rational> places;
    const ball enough = target();
    for (auto at = nodes_.begin(); std::next(at) != nodes_.end(); ++at) {
      const rational& next = std::next(at)->first;
      auto& onward = at->second.onward;
      if (onward && onward->first == next && less_equal(enough, onward->second) == true) continue;
      onward = {next, between(at, enough)};
      if (less_equal(enough, onward->second) == true) continue;
      places.push_back((at->first + next) / 2);
    }
    return places;
  }

  // Adds orders at both ends until what is outside of them is certainly no better.
  void extend() {
    const ball enough = target();
    for (int i = 0; i < most_octaves && !can_go_no_further_; ++i) {
      limits_.check();
      const rational last = nodes_.rbegin()->first;
      if (last >= largest_ || less_equal(enough, after_the_last()) == true) break;
      can_go_no_further_ = !add({std::min(whole_near(last * 2), largest_)});
    }
    while (!can_go_no_lower_) {
      limits_.check();
      if (less_equal(enough, before_the_first()) == true) break;
      // Nearer to order 1 a divergence has fewer digits than the orders between have to tell.
      can_go_no_lower_ =
          nodes_.begin()->first < nearest_ || !add({whole_near(nodes_.begin()->first / 2)});
    }
  }

  [[nodiscard]] ball lower_end(const ball& most) const {
    ball least = min(most, min(before_the_first(), after_the_last()));
    for (auto at = nodes_.begin(); std::next(at) != nodes_.end(); ++at) {
      const auto& onward = at->second.onward;
      least = min(least, onward && onward->first == std::next(at)->first
                             ? onward->second
                             : between(at, ball::infinity(working_)));
    }
    return lower_bound(least);
  }

  const renyi_values& curve_;
  rdp_conversion by_;
  order_choice orders_;
  const budget& limits_;
  bits precision_;
  bits working_;
  ball delta_;
  ball log_rest_;     // log(1 − δ), also of a δ next to 1
  ball at_one_;       // D_1
  ball at_infinity_;  // what the conversion is not above, from D_inf
  rational largest_;
  nodes nodes_;  // by λ − 1
  rational nearest_ = power_of_two(static_cast<int>(spared_bits - 6 - precision_));
  bool can_go_no_further_ = false;
  bool can_go_no_lower_ = false;
};

}  // namespace

ball least_over_orders(const renyi_values& curve, const number& delta, rdp_conversion by,
                       bits precision, order_choice orders, const budget& limits) {
  return order_search(curve, delta, by, precision, orders, limits).run();
}

}  // namespace shufflecert::inline v0_1
