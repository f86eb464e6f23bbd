#include "claims/accounting/calibrate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "arithmetic/interval.hpp"
#include "claims/accounting/calibrated_text.hpp"
#include "claims/accounting/places.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Digits of both sides beyond those of the variable, and how many a quick look may ask for.
constexpr long more_digits = 3;
constexpr long most_quick_digits = 14;
// A look asks for so many first, and then for more: a convolution of rounds takes ten times as long
// for six digits as for three, and three decide nearly everywhere.
constexpr long few_digits = 3;
constexpr int most_secants = 40;
constexpr int most_corrections = 4;
// Bits with which a range of values is tried first. Rounds take many times as long with more.
constexpr bits least_precision = 64;
// The part of a range next to the crossing that may need as many bits as the value there.
constexpr int near_part = 100;

// What is known at one value of the variable.
struct look {
  calibrated_value at;
  std::optional<bool> holds;
  double gap = 0;      // of both sides, 0 where they meet; for choosing places only
  bits precision = 0;  // the most bits that a side needed
  std::string reason;
};

expression_ptr literal_of(const rational& x) {
  return parse_formula(to_text(x));
}

class calibrator {
 public:
  calibrator(const calibration_question& asked, const definitions& visible, const budget& limits,
             quantity_cache& cache)
      : asked_(asked),
        visible_(visible),
        limits_(limits),
        cache_(cache),
        comparison_(std::get_if<comparison>(&asked.relation->node)),
        from_(asked.from),
        to_(asked.to) {}

  calibration run() {
    require_finite_scale();
    find_decided_ends();
    if (!open_.empty() && (!first_ || !last_)) return open(open_);
    if (*first_->holds == *last_->holds) {
      calibration result = open(known_of_ends());
      if (open_.empty()) result.at_both_ends = first_->holds;
      return result;
    }
    holds_first_ = *first_->holds;
    const rational near = near_crossing(*first_, *last_);
    set_grid(near);
    return bracket(near);
  }

 private:
  calibration open(std::string reason) const {
    calibration result;
    result.reason = std::move(reason);
    result.evaluations = looks_.size();
    result.methods = methods_;
    return result;
  }

  void require_finite_scale() const {
    if (!std::isfinite(scaled(asked_.from)) || !std::isfinite(scaled(asked_.to)))
      throw undefined_value(
          fmt::format("the range of {} reaches too far; give nearer ends", asked_.over));
  }

  // The ends of the range, or where one stays open, the nearest value to it that was found to be
  // decided; `open_` then says what stays open.
  void find_decided_ends() {
    const look& from = at(asked_.from);
    const look& to = at(asked_.to);
    for (const look* end : {&from, &to})
      if (!end->holds) open_ += (open_.empty() ? "" : "; ") + reason_of(*end);
    first_ = from.holds ? &from : nullptr;
    last_ = to.holds ? &to : nullptr;
    if (open_.empty()) return;
    if (!first_ && !last_) first_ = last_ = any_decided();
    if (!first_) first_ = last_;
    if (!last_) last_ = first_;
    if (!first_) return;
    if (!from.holds) first_ = towards(from, *first_);
    if (!to.holds && *first_->holds == *last_->holds) last_ = towards(to, *last_);
    from_ = first_->at.value;
    to_ = last_->at.value;
  }

  // A value inside of the range at which the relation is decided, if one of some is.
  const look* any_decided() {
    constexpr int most_parts = 16;
    const double low = scaled(asked_.from);
    const double high = scaled(asked_.to);
    for (int parts = 2; parts <= most_parts; parts *= 2)
      for (int i = 1; i < parts; i += 2) {
        const look& here = at(in_few_digits(unscaled(low + (high - low) * i / parts)));
        if (here.holds) return &here;
      }
    return nullptr;
  }

  // From a decided value towards an end that stays open, by halves: the first value at which the
  // relation is other than there, or else the last that is decided.
  const look* towards(const look& end, const look& decided) {
    constexpr int most_steps = 12;
    const look* inner = &decided;
    rational outer = end.at.value;
    for (int i = 0; i < most_steps && *inner->holds == *decided.holds; ++i) {
      const rational x = in_few_digits(
          unscaled(halfway(scaled(inner->at.value), scaled(outer), is_logarithmic())));
      const rational& known = inner->at.value;
      if (!(std::min(known, outer) < x && x < std::max(known, outer))) break;
      const look& here = at(x);
      if (here.holds)
        inner = &here;
      else
        outer = x;
    }
    return inner;
  }

  // A value that people are shown.
  [[nodiscard]] rational in_few_digits(const rational& x) const {
    return asked_.is_whole ? x : std::clamp(rounded_down(x, 6), from_, to_);
  }

  [[nodiscard]] std::string known_of_ends() const {
    const std::string first = short_text(first_->at.value);
    const std::string last = short_text(last_->at.value);
    return fmt::format("it {} at {} = {}{}{}", *first_->holds ? "holds" : "fails", asked_.over,
                       first, first == last ? "" : " and " + last,
                       open_.empty() ? "" : ", and is open " + open_);
  }

  [[nodiscard]] std::string reason_of(const look& here) const {
    return fmt::format("at {} = {}: {}", asked_.over, short_text(here.at.value), here.reason);
  }

  [[nodiscard]] long digits() const { return std::min(asked_.digits + more_digits, 1000L); }

  variable_map variables_at(const rational& x) const {
    variable_map variables = asked_.fixed;
    variables[asked_.over] = literal_of(x);
    return variables;
  }

  // An enclosure with so many digits, or with fewer where there are no more.
  std::optional<number> side(const expression& formula, const variable_map& variables, long wanted,
                             look& here) {
    const refined_value known =
        refine(formula, visible_, variables, wanted, range_for_digits(wanted),
               {.limits = limits_, .cache = &cache_});
    methods_.insert(known.methods.begin(), known.methods.end());
    here.precision = std::max(here.precision, known.precision);
    if (!known.sufficient) here.reason = known.reason;
    const auto* value = std::get_if<number>(&known.result);
    return value == nullptr ? std::nullopt : std::optional(*value);
  }

  const look& at(const rational& x) {
    const auto known = looks_.find(x);
    if (known != looks_.end()) return known->second;
    limits_.check();
    return looks_.emplace(x, make_look(x)).first->second;
  }

  look make_look(const rational& x) {
    look result{{x, std::nullopt, std::nullopt}, std::nullopt, 0, 0, ""};
    const variable_map variables = variables_at(x);
    if (comparison_ != nullptr) {
      const long most = std::min(digits(), most_quick_digits);
      for (long wanted = std::min(few_digits, most);; wanted = std::min(2 * wanted, most)) {
        if (decide_by_sides(variables, wanted, result)) return result;
        if (wanted == most) break;
      }
    }
    const refined_value known = refine(*asked_.relation, visible_, variables, tie_digits, {},
                                       {.limits = limits_, .cache = &cache_});
    methods_.insert(known.methods.begin(), known.methods.end());
    const auto* answer = std::get_if<truth>(&known.result);
    if (answer == nullptr) throw undefined_value("the relation is no condition");
    if (answer->value && !answer->tied)
      result.holds = answer->value;
    else
      result.reason = answer->tied ? "both sides agree to 50 digits" : known.reason;
    return result;
  }

  // Whether enclosures of both sides decide, however many digits they have.
  bool decide_by_sides(const variable_map& variables, long wanted, look& here) {
    here.reason.clear();
    const auto left = side(*comparison_->left, variables, wanted, here);
    const auto right = side(*comparison_->right, variables, wanted, here);
    if (!left || !right) return false;
    constexpr bits precision = 128;
    here.at.left = to_decimal(*left, precision, digits());
    here.at.right = to_decimal(*right, precision, digits());
    here.gap = gap_of(*left, *right);
    const truth answer = compare(*left, comparison_->op, *right, precision);
    if (!answer.value || answer.tied) return false;
    here.holds = answer.value;
    return true;
  }

  // The difference of the logarithms where both are positive, which is nearer to a straight line;
  // also where a side is no double. One that is not positive yet has no place on that line.
  static double gap_of(const number& left, const number& right) {
    const ball l = left.to_ball(64);
    const ball r = right.to_ball(64);
    const bool is_right_positive = r.is_certainly_positive();
    if (l.is_certainly_positive() && is_right_positive) return (log(l) - log(r)).near();
    return is_right_positive ? -std::numeric_limits<double>::infinity() : l.near() - r.near();
  }

  [[nodiscard]] bool is_logarithmic() const { return asked_.from > 0; }
  [[nodiscard]] double scaled(const rational& x) const {
    return is_logarithmic() ? log_near(x) : x.convert_to<double>();
  }
  // Not beyond the range, whose ends need not be near a double.
  [[nodiscard]] rational unscaled(double t) const {
    rational x(0);
    if (is_logarithmic()) {
      const double exponent = std::floor(t / std::log(10.0));
      x = rational(std::exp(t - exponent * std::log(10.0))) *
          power_of_ten(static_cast<int>(exponent));
    } else {
      x = rational(t);
    }
    return std::clamp(asked_.is_whole ? rational(floor(x)) : x, from_, to_);
  }

  // About where the sides meet: secants between two places of different sign, of which the one
  // that stays counts half. They end when the last two looks, as a line, say where it is to half of
  // the digits: the error of that place is about the square of the step. The corrections of
  // `bracket` do the rest, at values that it needs anyway.
  rational near_crossing(const look& first, const look& last) {
    double a = scaled(from_);
    double b = scaled(to_);
    double fa = first.gap;
    double fb = last.gap;
    const double wanted = comparison_ == nullptr ? static_cast<double>(digits() - 1)
                                                 : static_cast<double>(asked_.digits + 1) / 2;
    const double enough = std::pow(10.0, -std::min(wanted, 13.0));
    int kept = 0;
    double t = last_place_ = a;
    last_gap_ = fa;
    for (int i = 0; i < most_secants && b - a > enough; ++i) {
      const bool is_useful = std::isfinite(fa) && std::isfinite(fb) && (fa < 0) != (fb < 0);
      const double next = is_useful ? a - fa * (b - a) / (fb - fa) : (a + b) / 2;
      t = next > a && next < b ? next : (a + b) / 2;
      if (!std::isfinite(t)) break;
      const rational x = unscaled(t);
      if (looks_.contains(x)) break;
      const look& here = at(x);
      if (!here.holds) break;
      t = scaled(x);
      set_slope(t, here.gap);
      if (*here.holds == holds_first_) {
        a = t;
        fa = here.gap;
        if (kept == 1) fb /= 2;
        kept = 1;
      } else {
        b = t;
        fb = here.gap;
        if (kept == -1) fa /= 2;
        kept = -1;
      }
      const double step = slope_ == 0 ? 0 : -here.gap / slope_;
      if (step != 0 && std::abs(step) <= enough * (is_logarithmic() ? 1 : std::abs(t))) {
        t = std::clamp(t + step, a, b);
        break;
      }
    }
    return unscaled(std::isfinite(t) ? t : a);
  }

  // Of the gap, between this look and the one before it; 0 if nothing is known.
  void set_slope(double t, double gap) {
    const double slope = (gap - last_gap_) / (t - last_place_);
    slope_ = std::isfinite(slope) ? slope : 0;
    last_place_ = t;
    last_gap_ = gap;
  }

  // Values are multiples of one unit in the last digit of the crossing, and the two ends.
  void set_grid(const rational& near) {
    unit_ = 1;
    if (asked_.is_whole) return;
    const int exponent =
        near == 0 ? 0 : static_cast<int>(std::floor(log_near(near) / std::log(10.0) + 1e-12));
    unit_ = power_of_ten(exponent - static_cast<int>(asked_.digits) + 1);
    while (unit_ > to_ - from_) unit_ /= 10;
  }

  [[nodiscard]] rational place(const integer& i) const {
    return std::clamp(rational(unit_ * rational(i)), from_, to_);
  }

  // Whether the relation is there as it is at the beginning of the range.
  std::optional<bool> is_like_first(const integer& i) {
    const look& here = at(place(i));
    if (!here.holds) return std::nullopt;
    return *here.holds == holds_first_;
  }

  // The multiple of the unit below the crossing, by steps along the slope from multiples.
  integer corrected(integer i) {
    for (int k = 0; k < most_corrections && slope_ != 0; ++k) {
      const look& here = at(place(i));
      const double t = scaled(here.at.value) - here.gap / slope_;
      if (!here.holds || !std::isfinite(t)) break;
      const integer next = floor(rational(unscaled(t) / unit_));
      if (next == i) break;
      i = next;
    }
    return i;
  }

  // The guess may be in another decade than the crossing. Then the neighbours have too few digits,
  // and are sought again between themselves; near 0 no number of digits may be enough.
  calibration bracket(rational near) {
    constexpr int most_decades = 20;
    for (int i = 0;; ++i) {
      calibration result = neighbours(near);
      if (!result.holds || !result.fails || asked_.is_whole || i == most_decades) return result;
      const rational& one = result.holds->value;
      const rational& other = result.fails->value;
      const rational before = unit_;
      near = abs(one) > abs(other) ? one : other;
      set_grid(rational(abs(near)));
      if (unit_ >= before) return result;
    }
  }

  calibration neighbours(const rational& near) {
    integer low = corrected(floor(rational(near / unit_)));
    integer high = low + 1;
    for (integer step = 1;; step *= 2) {
      const auto is_low = is_like_first(low);
      if (!is_low) return open(reason_of(at(place(low))));
      if (*is_low) break;
      high = low;
      low -= step;
    }
    for (integer step = 1;; step *= 2) {
      const auto is_low = is_like_first(high);
      if (!is_low) return open(reason_of(at(place(high))));
      if (!*is_low) break;
      low = high;
      high += step;
    }
    while (high - low > 1) {
      const integer middle = (low + high) / 2;
      const auto is_low = is_like_first(middle);
      if (!is_low) return open(reason_of(at(place(middle))));
      (*is_low ? low : high) = middle;
    }
    const look& below = at(place(low));
    const look& above = at(place(high));
    calibration result;
    result.is_largest = holds_first_;
    result.holds = holds_first_ ? below.at : above.at;
    result.fails = holds_first_ ? above.at : below.at;
    if (asked_.seeks_proof) prove(below, above, result);
    result.evaluations = looks_.size();
    result.methods = methods_;
    return result;
  }

  void prove(const look& below, const look& above, calibration& result) {
    try {
      result.is_proved = is_so_up_to(below, from_, holds_first_, result.reason) &&
                         is_so_up_to(above, to_, !holds_first_, result.reason);
    } catch (const undefined_value& error) {
      result.reason = error.what();
    } catch (const beyond_reach& error) {
      result.reason = error.what();
    }
    if (result.is_proved) result.reason.clear();
    if (open_.empty()) return;
    // Nothing is said of what lies beyond the values that were decided.
    if (result.is_proved) result.proved_part = {from_, to_};
    result.is_proved = false;
    result.reason = "it stays undecided " + open_;
  }

  // The same from `near` to an end of the range. Far from the crossing few bits decide. A ball's
  // radius has 30 bits, so that a piece reaches over its ends by a part of its width; those near
  // the crossing are shorter.
  bool is_so_up_to(const look& near, const rational& end, bool expected, std::string& reason) {
    rational outer =
        asked_.is_whole ? end : rational(near.at.value + (end - near.at.value) / near_part);
    if (!is_everywhere(outer, end, least_precision, expected, reason)) return false;
    const rational piece = power_of_ten(6);
    while (!asked_.is_whole && abs(outer - near.at.value) > piece * unit_) {
      const rational inner = near.at.value + (outer - near.at.value) / piece;
      if (!is_everywhere(inner, outer, least_precision, expected, reason)) return false;
      outer = inner;
    }
    // Fewer bits than the value itself needed would decide nothing.
    return is_everywhere(near.at.value, outer, std::max(near.precision, least_precision), expected,
                         reason);
  }

  // Whether the relation is certainly so at every value of the variable between both.
  bool is_everywhere(const rational& one, const rational& other, bits first, bool expected,
                     std::string& reason) {
    if (one == other) return true;
    for (const bits precision : {first, 2 * first}) {
      limits_.check();
      try {
        evaluator evaluate({visible_, precision, limits_, &cache_}, asked_.fixed);
        const ball range = covering(ball::of(std::min(one, other), precision),
                                    ball::of(std::max(one, other), precision), precision);
        evaluate.bind(asked_.over, asked_.is_whole ? number::whole_in(range) : number(range));
        const truth answer = evaluate.evaluate_truth(*asked_.relation);
        reason = answer.tied ? "both sides agree to 50 digits over a range of values"
                             : "no rule says so of all values between";
        if (answer.tied) return false;
        if (answer.value) return *answer.value == expected;
      } catch (const precision_needed& error) {
        reason = error.what();
      }
    }
    return false;
  }

  const calibration_question& asked_;
  const definitions& visible_;
  const budget& limits_;
  quantity_cache& cache_;
  const comparison* comparison_;
  rational from_;  // the part of the range between two decided values: all of it, mostly
  rational to_;
  const look* first_ = nullptr;  // there
  const look* last_ = nullptr;
  std::string open_;  // why it is not all of it
  std::map<rational, look> looks_;
  std::set<std::string> methods_;
  rational unit_ = 1;
  double last_place_ = 0;
  double last_gap_ = 0;
  double slope_ = 0;
  bool holds_first_ = true;
};

}  // namespace

calibration calibrate(const calibration_question& asked, const definitions& visible,
                      const budget& limits, quantity_cache& cache) {
  return calibrator(asked, visible, limits, cache).run();
}

}  // namespace shufflecert::inline v0_1::claims
