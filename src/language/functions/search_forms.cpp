#include <algorithm>
#include <exception>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "arithmetic/interval.hpp"
#include "language/analysis/slope.hpp"
#include "language/functions/entries.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using namespace entries;

// From this precision on, more bits are not expected to help.
constexpr bits enough = 256;

ball middle_of(const ball& left, const ball& right) {
  // Exact: the ends are, and one bit more is always there.
  if (has_long_sum(left, right))
    throw beyond_reach("the limits of a search are too far apart in size");
  ball sum(left.precision());
  arb_add(sum.raw(), left.raw(), right.raw(), ARF_PREC_EXACT);
  arb_mul_2exp_si(sum.raw(), sum.raw(), -1);
  return sum;
}

ball width_of(const ball& left, const ball& right) {
  return right - left;
}

/// The interval from lo to hi: exact ends that contain it, and whether a point is certainly inside.
struct range {
  number low;
  number high;
  ball left;
  ball right;
  ball inner_left;
  ball inner_right;
  ball finest;  ///< boxes narrower than this are not divided further

  [[nodiscard]] bool has_inside(const ball& point) const {
    return less_equal(inner_left, point) == true && less_equal(point, inner_right) == true;
  }
  /// Whether some point from the first to the last certainly is.
  [[nodiscard]] bool meets(const ball& first, const ball& last) const {
    return less_equal(max(first, inner_left), min(last, inner_right)) == true;
  }
};

range range_of(const binder_call& call) {
  const bits precision = call.context.precision;
  const number& low = real_at(call.arguments, 0);
  const number& high = real_at(call.arguments, 1);
  for (const number* end : {&low, &high})
    if (end->is_infinity(1) || end->is_infinity(-1))
      throw beyond_reach("the limits of a search must be finite");
  const truth order = compare(low, relation::less_equal, high, precision);
  if (order.value == false) throw undefined_value("the range from lo to hi is empty");
  if (!order.value || order.tied)
    throw precision_needed("the order of the limits is not determined");
  const ball first = low.to_ball(precision);
  const ball last = high.to_ball(precision);
  ball finest = max(abs(first), abs(last));
  arb_mul_2exp_si(finest.raw(), finest.raw(), -precision);
  return {low,
          high,
          lower_bound(first),
          upper_bound(last),
          upper_bound(first),
          lower_bound(last),
          upper_bound(finest)};
}

struct box {
  ball left;
  ball right;
  ball least;  ///< the function is at least this on the box; −inf where nothing is known
};

struct least_last {
  bool operator()(const box& a, const box& b) const {
    return arf_cmp(arb_midref(a.least.raw()), arb_midref(b.least.raw())) > 0;
  }
};

/// Branch and bound for the minimum of `sign`·body; docs/methods/extrema.md.
class minimization {
 public:
  minimization(const binder_call& call, int sign)
      : call_(call),
        precision_(call.context.precision),
        sign_(sign),
        over_(range_of(call)),
        at_ends_(ball::infinity(precision_)),
        highest_(ball::infinity(precision_)),
        finished_(ball::infinity(precision_)),
        settled_(ball::infinity(precision_)) {
    try {
      function_ = function_of_name(call);
    } catch (const beyond_reach&) {
      // No derivatives then.
    } catch (const undefined_value&) {
      // The evaluation of the body says where.
    }
  }

  number result() {
    at_ends_ = end_value(over_.low, low_known_);
    if (compare(over_.low, relation::equal, over_.high, precision_).value == true && low_known_)
      return at_ends_;
    at_ends_ = min(at_ends_, end_value(over_.high, high_known_), precision_);
    highest_ = upper_bound(at_ends_.to_ball(precision_));
    look_at(over_.left, over_.right);
    const std::size_t most = most_boxes();
    for (std::size_t seen = 0; !open_.empty() && seen < most && !is_close(); ++seen) {
      call_.context.limits.check();
      const box next = open_.top();
      open_.pop();
      const ball middle = middle_of(next.left, next.right);
      look_at(next.left, middle);
      look_at(middle, next.right);
    }
    return enclosure();
  }

 private:
  [[nodiscard]] std::size_t most_boxes() const {
    if (!function_) return 4'000;
    return std::clamp<std::size_t>(20'000'000 / function_->steps.size(), 500, 20'000);
  }

  number signed_value(const number& x) {
    const number value = std::get<number>(call_.evaluate(x));
    return sign_ < 0 ? negate(value) : value;
  }

  // +inf where the value is not determined; the boxes then have to cover the end.
  number end_value(const number& end, bool& is_known) {
    try {
      number value = signed_value(end);
      is_known = true;
      return value;
    } catch (const precision_needed&) {
      is_known = false;
      return ball::infinity(precision_);
    }
  }

  [[nodiscard]] value_and_slope sloped(const ball& x) const {
    value_and_slope f = with_slope(*function_, x);
    if (sign_ < 0) return {-f.value, -f.slope};
    return f;
  }

  // The body on a box or at a point, by the evaluation of formulas, which knows what is undefined.
  // A box that is rounded may lie beyond an end of the range as a whole; a body without a value
  // there says nothing.
  ball plain_value(const ball& x, bool is_inside) {
    try {
      return signed_value(number(x)).to_ball(precision_);
    } catch (const undefined_value&) {
      if (is_inside) throw;
    } catch (const precision_needed&) {
    }
    ball nothing(precision_);
    arb_indeterminate(nothing.raw());
    return nothing;
  }

  void look_at(const ball& left, const ball& right) {
    const ball x = ball_between(left, right, precision_ + 8);
    const ball middle = middle_of(left, right);
    std::optional<value_and_slope> on_box;
    if (function_) on_box = sloped(x);
    if (on_box && is_settled_by_slope(on_box->slope, left, right)) return;
    const bool has_value = on_box && on_box->value.is_finite();
    const ball values = has_value ? on_box->value : plain_value(x, over_.meets(left, right));
    ball at_middle(precision_);
    if (function_) at_middle = sloped(middle.with_precision(precision_ + 8)).value;
    const bool is_inside = over_.has_inside(middle);
    if (!function_ || !at_middle.is_finite()) at_middle = plain_value(middle, is_inside);
    if (is_inside) lower_highest(at_middle);
    ball least = ball::infinity(precision_, -1);
    if (!values.is_indeterminate()) least = lower_bound(values);
    if (on_box && on_box->slope.is_finite() && at_middle.is_finite()) {
      // f(x) ∈ f(m) + slope·(x − m).
      const ball by_slope = lower_bound(at_middle + on_box->slope * (x - middle));
      if (less(least, by_slope) == true) least = by_slope;
    }
    if (less_equal(highest_, least) == true) return;
    if (less(over_.finest, width_of(left, right)) == true)
      open_.push({left, right, least});
    else
      finished_ = min(finished_, least);
  }

  // A box on which the function is monotone takes its minimum at one of its ends: it is
  // enough to look there. The ends of the range have been checked already.
  bool is_settled_by_slope(const ball& slope, const ball& left, const ball& right) {
    if (!slope.is_finite()) return false;
    if (slope.is_certainly_nonnegative()) {
      if (!low_known_ || arb_equal(left.raw(), over_.left.raw()) == 0) look_at_point(left);
      return true;
    }
    if (slope.is_certainly_nonpositive()) {
      if (!high_known_ || arb_equal(right.raw(), over_.right.raw()) == 0) look_at_point(right);
      return true;
    }
    return false;
  }

  void look_at_point(const ball& point) {
    const ball value = sloped(point.with_precision(precision_ + 8)).value;
    if (over_.has_inside(point)) lower_highest(value);
    settled_ =
        value.is_finite() ? min(settled_, lower_bound(value)) : ball::infinity(precision_, -1);
  }

  void lower_highest(const ball& value) {
    if (value.is_indeterminate()) return;
    const ball top = upper_bound(value);
    if (less(top, highest_) == true) highest_ = top;
  }

  // Whether the box that may hold the smallest values leaves nothing to gain at this precision.
  [[nodiscard]] bool is_close() const {
    const ball gap = highest_ - open_.top().least;
    if (!gap.is_finite()) return false;
    ball allowed = abs(highest_);
    arb_mul_2exp_si(allowed.raw(), allowed.raw(), 6 - precision_);
    return less_equal(gap, allowed) == true;
  }

  number enclosure() {
    // A box that was dropped is nowhere below highest_, or takes its minimum at a point checked.
    ball least = min(min(finished_, settled_), lower_bound(at_ends_.to_ball(precision_)));
    if (!open_.empty()) least = min(least, open_.top().least);
    const ball end_top = upper_bound(at_ends_.to_ball(precision_));
    const bool at_an_end = open_.empty() &&
                           less_equal(highest_, min(finished_, settled_)) == true &&
                           less(highest_, end_top) != true;
    if (at_an_end) return at_ends_;
    least = min(least, highest_);
    if (!least.is_finite() || !highest_.is_finite()) {
      const char* message = "the body is not enclosed somewhere in the range";
      if (precision_ < enough) throw precision_needed(message);
      throw beyond_reach(message);
    }
    return ball_between(least, highest_, precision_);
  }

  const binder_call& call_;
  bits precision_;
  int sign_;
  range over_;
  std::optional<one_variable_function> function_;
  number at_ends_;
  ball highest_;   // the minimum is at most this
  ball finished_;  // the function is at least this on the boxes that are not divided further
  ball settled_;   // and at least this on the boxes where it is monotone
  bool low_known_ = false;
  bool high_known_ = false;
  std::priority_queue<box, std::vector<box>, least_last> open_;
};

formula_value minimum_of(const binder_call& call) {
  return minimization(call, 1).result();
}

formula_value maximum_of(const binder_call& call) {
  return negate(minimization(call, -1).result());
}

/// The least point of a range where a condition holds, from left to right.
class first_point {
 public:
  explicit first_point(const binder_call& call)
      : call_(call), precision_(call.context.precision), over_(range_of(call)) {}

  number result() {
    const answer at_low = holds(over_.low);
    if (at_low.hole) std::rethrow_exception(at_low.hole);
    if (at_low.value == true) return over_.low;
    std::vector<std::pair<ball, ball>> open{{over_.left, over_.right}};
    constexpr int most_boxes = 20'000;
    for (int seen = 0; !open.empty(); ++seen) {
      call_.context.limits.check();
      const auto [left, right] = open.back();
      open.pop_back();
      if (found_ && less_equal(*found_, left) == true) break;
      if (seen == most_boxes) {
        if (!found_) throw beyond_reach("the search for the least value needs too many steps");
        if (!doubtful_) doubtful_ = left;
        break;
      }
      if (hole_ && less_equal(hole_->first, left) == true) {
        end_at(hole_->second);
        break;
      }
      const answer on_box = holds(number(ball_between(left, right, precision_)));
      if (on_box.hole) {
        // A box that is rounded may lie beyond an end of the range as a whole.
        end_at(over_.meets(left, right) ? on_box.hole : nullptr);
        break;
      }
      if (on_box.value == false) continue;
      if (on_box.value == true) {
        found_ = left;
        break;
      }
      if (is_small(left, right, on_box.exists)) {
        if (!doubtful_) doubtful_ = left;
        exists_ = exists_ && on_box.exists;
        continue;
      }
      const ball middle = middle_of(left, right);
      const answer at_middle = over_.has_inside(middle) ? holds(number(middle)) : answer{};
      // What lies left of it comes first: a place may be found there.
      if (at_middle.hole) hole_.emplace(middle, at_middle.hole);
      if (at_middle.value == true)
        found_ = middle;
      else
        open.emplace_back(middle, right);
      open.emplace_back(left, middle);
    }
    return enclosure();
  }

 private:
  // Yes, no, or not certain everywhere on x; whether the condition certainly has a value there; and
  // the error that says so where it certainly has none.
  struct answer {
    std::optional<bool> value;
    bool exists = false;
    std::exception_ptr hole = nullptr;
  };

  // A tie is not certain.
  answer holds(const number& x) {
    try {
      const truth decision = std::get<truth>(call_.evaluate(x));
      return {decision.tied ? std::nullopt : decision.value, true};
    } catch (const precision_needed&) {
      return {};
    } catch (const undefined_value&) {
      return {std::nullopt, false, std::current_exception()};
    }
  }

  // The condition has no value at a place up to which all is known but for doubtful places. Only
  // one of these can be what is sought: without any, nothing is. Null where the place may lie
  // beyond the range.
  void end_at(const std::exception_ptr& hole) {
    if (!doubtful_ && hole) std::rethrow_exception(hole);
    exists_ = false;
  }

  // Behind the first doubtful place the boxes may be as large as the doubt already is, if all that
  // is open there is the answer.
  [[nodiscard]] bool is_small(const ball& left, const ball& right, bool exists) const {
    const ball width = width_of(left, right);
    if (less_equal(width, over_.finest) == true) return true;
    return exists && doubtful_ && less_equal(width * 4, right - *doubtful_) == true;
  }

  number enclosure() {
    if (!exists_) refuse("the condition may have no value somewhere before the place sought");
    if (!found_) {
      const answer at_high = holds(over_.high);
      if (at_high.hole && !doubtful_) std::rethrow_exception(at_high.hole);
      if (at_high.value == true) found_ = over_.right;
    }
    if (!found_ && !doubtful_)
      throw undefined_value("the condition holds nowhere between the limits");
    if (!found_) refuse("no place was found where the condition certainly holds");
    const ball low = over_.low.to_ball(precision_);
    ball last = min(max(*found_, low), over_.high.to_ball(precision_));
    if (!doubtful_) return last;
    return ball_between(lower_bound(max(*doubtful_, low)), upper_bound(last), precision_);
  }

  [[noreturn]] void refuse(const char* message) const {
    if (precision_ < enough) throw precision_needed(message);
    throw beyond_reach(message);
  }

  const binder_call& call_;
  bits precision_;
  range over_;
  bool exists_ = true;            // on every box that was left undecided
  std::optional<ball> found_;     // the condition certainly holds here
  std::optional<ball> doubtful_;  // and certainly fails everywhere left of this
  std::optional<std::pair<ball, std::exception_ptr>> hole_;  // and has no value here
};

formula_value smallest_of(const binder_call& call) {
  return first_point(call).result();
}

}  // namespace

std::vector<builtin> search_forms() {
  return {
      {
          .name = "minimum",
          .usage = "minimum(x, lo, hi, body), x real",
          .parameters = {any, real, real, real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::terms,
          .leak = leak_trend::rises,
          .uses = argument_use::body,
          .form = minimum_of,
      },
      {
          .name = "maximum",
          .usage = "maximum(x, lo, hi, body), x real",
          .parameters = {any, real, real, real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::terms,
          .leak = leak_trend::rises,
          .uses = argument_use::body,
          .form = maximum_of,
      },
      {
          .name = "smallest",
          .usage = "smallest(x, lo, hi, condition), x real",
          .parameters = {any, real, real, yes_no},
          .result = real,
          .is_continuous = false,
          .work = work_growth::terms,
          .has_second = false,
          .has_script = false,
          .uses = argument_use::body,
          .form = smallest_of,
      },
  };
}

}  // namespace shufflecert::inline v0_1
