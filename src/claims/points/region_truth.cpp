#include "claims/points/region_truth.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "arithmetic/bit_length.hpp"
#include "arithmetic/interval.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "language/analysis/jet.hpp"
#include "language/evaluation/rounded_law.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr bits least_precision = 64;
constexpr bits spare_precision = 32;
constexpr std::size_t most_precision = 4'096;

// Enough bits to tell the ends of every interval apart, and some more.
bits precision_for(const box& region) {
  std::size_t needed = 0;
  for (const auto& [name, range] : region) {
    if (range.lower == range.upper) continue;
    const rational size = std::max(rational(boost::multiprecision::abs(range.lower)),
                                   rational(boost::multiprecision::abs(range.upper)));
    const integer ratio = floor(size / (range.upper - range.lower)) + 1;
    needed = std::max<std::size_t>(needed, msb(ratio));
  }
  return least_precision +
         std::max(spare_precision, static_cast<bits>(std::min(needed, most_precision)));
}

ball half(const ball& x) {
  return x / 2;
}

// [0, r²] for a distance in [−r, r].
ball squared(const ball& distance) {
  return known_nonnegative(distance * distance);
}

number value_on(const interval& range, bits precision) {
  if (range.lower == range.upper) return range.lower;
  return covering(ball::of(range.lower, precision), ball::of(range.upper, precision), precision);
}

// A variable that takes whole values only is known to be one of those in its range. FLINT keeps 30
// bits of a radius: a longer range is extended upward to one with fewer bits, so that it never
// begins below its lower end, where there may be no pair of so few users.
number whole_value_on(const interval& range, bits precision) {
  if (range.lower == range.upper) return range.lower;
  constexpr unsigned kept_bits = 28;
  const integer width = floor(rational(range.upper - range.lower)) + 1;
  const unsigned length = msb(width);
  rational upper = range.upper;
  if (length > kept_bits) {
    const integer unit = integer(1) << (length - kept_bits);
    upper = range.lower + rational(unit * (width / unit + 1));
  }
  return number::whole_in(
      covering(ball::of(range.lower, precision), ball::of(upper, precision), precision));
}

// The centre of a box, as balls without width, and the distances of its points from there.
struct centred_box {
  value_box centre;
  std::vector<ball> distances;  ///< of the variables with a range, in the box's order

  centred_box(const value_box& whole, bits precision) {
    for (const auto& [name, value] : whole) {
      if (value.is_exact()) {
        centre.emplace(name, value);
        continue;
      }
      const ball range = value.to_ball(precision);
      ball middle(precision);
      arb_get_mid_arb(middle.raw(), range.raw());
      distances.push_back(range - middle);
      centre.emplace(name, middle);
    }
  }
};

// A formula over the box and at its centre.
struct seen_formula {
  jet over;
  std::optional<jet> at_centre;
};

// Enclosures of one comparison's sides over a box.
class comparison_over {
 public:
  comparison_over(const claim_context& context, const comparison& sides,
                  const variable_map& variables, const value_box& whole, bits precision)
      : settings_{context.visible.visible, precision, context.options.limits, &context.cache},
        sides_(sides),
        variables_(variables),
        whole_(whole),
        precision_(precision) {}

  region_answer answer() {
    region_answer result;
    derivative_evaluator over(settings_, variables_, whole_);
    const jet left = over.evaluate(*sides_.left);
    const jet right = over.evaluate(*sides_.right);
    if (accepts_rounded_law(over.methods())) return result;
    result.value = decided(left.value, right.value);
    if (result.value || over.moving().empty()) return result;
    if (left.order == 0 && right.order == 0) return result;
    centred_.emplace(whole_, precision_);
    derivative_evaluator centre(settings_, variables_, centred_->centre);
    const auto at_centre = [&](const jet& side, const expression& formula) {
      return side.order == 0 ? std::nullopt : std::optional(centre.evaluate(formula));
    };
    const seen_formula seen_left{left, at_centre(left, *sides_.left)};
    const seen_formula seen_right{right, at_centre(right, *sides_.right)};
    if (left.order == 0 || right.order == 0) {
      // The one side is known by value only; the other one better than that.
      result.value = decided(narrowest(seen_left), narrowest(seen_right));
      return result;
    }
    const seen_formula difference{
        subtract(left, right, precision_),
        subtract(*seen_left.at_centre, *seen_right.at_centre, precision_)};
    for (const ball& enclosure : enclosures(difference)) {
      result.value = decided(enclosure, 0);
      if (result.value) return result;
    }
    describe_slopes(result, difference, over.moving());
    return result;
  }

 private:
  [[nodiscard]] std::optional<bool> decided(const number& left, const number& right) const {
    const truth held = compare(left, sides_.op, right, precision_);
    return held.tied ? std::nullopt : held.value;
  }

  // The mean-value form and, where second derivatives are known, the second-order one.
  [[nodiscard]] std::vector<ball> enclosures(const seen_formula& f) const {
    std::vector<ball> found;
    const ball middle = f.at_centre->value.to_ball(precision_);
    ball mean_value = middle;
    for (std::size_t i = 0; i < f.over.gradient.size(); ++i)
      mean_value += f.over.gradient[i] * centred_->distances[i];
    found.push_back(mean_value);
    if (f.over.order < 2 || f.at_centre->order < 1) return found;
    ball second_order = middle;
    for (std::size_t i = 0; i < f.at_centre->gradient.size(); ++i)
      second_order += f.at_centre->gradient[i] * centred_->distances[i];
    for_each_second(f.over, [&](std::size_t i, std::size_t j, const ball& second) {
      second_order += i == j ? half(second * squared(centred_->distances[i]))
                             : second * centred_->distances[i] * centred_->distances[j];
    });
    found.push_back(second_order);
    return found;
  }

  template <class Use>
  void for_each_second(const jet& f, Use use) const {
    if (f.curvature.empty()) return;
    const std::size_t count = centred_->distances.size();
    std::size_t place = 0;
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t j = i; j < count; ++j) use(i, j, f.curvature[place++]);
  }

  // The narrowest of the enclosures that there are of one side.
  [[nodiscard]] number narrowest(const seen_formula& f) const {
    if (!f.at_centre || f.over.value.is_exact()) return f.over.value;
    ball best = f.over.value.to_ball(precision_);
    for (const ball& enclosure : enclosures(f))
      if (mag_cmp(arb_radref(enclosure.raw()), arb_radref(best.raw())) < 0) best = enclosure;
    return best;
  }

  // First derivatives over the box from the second ones, where that is narrower.
  [[nodiscard]] std::vector<ball> slopes(const seen_formula& f) const {
    std::vector<ball> result = f.over.gradient;
    if (result.empty() || f.over.order < 2 || f.at_centre->gradient.empty()) return result;
    std::vector<ball> refined = f.at_centre->gradient;
    for_each_second(f.over, [&](std::size_t i, std::size_t j, const ball& second) {
      refined[i] += second * centred_->distances[j];
      if (i != j) refined[j] += second * centred_->distances[i];
    });
    for (std::size_t i = 0; i < result.size(); ++i)
      if (mag_cmp(arb_radref(refined[i].raw()), arb_radref(result[i].raw())) < 0)
        result[i] = refined[i];
    return result;
  }

  void describe_slopes(region_answer& result, const seen_formula& difference,
                       const std::vector<std::string>& moving) const {
    const std::vector<ball> slope = slopes(difference);
    const bool wants_small = sides_.op == relation::less || sides_.op == relation::less_equal;
    const bool wants_large = sides_.op == relation::greater || sides_.op == relation::greater_equal;
    double largest = 0;
    for (std::size_t i = 0; i < moving.size(); ++i) {
      worst_end worst = worst_end::unknown;
      const bool rises = slope.empty() || slope[i].is_certainly_nonnegative();
      const bool falls = slope.empty() || slope[i].is_certainly_nonpositive();
      if (wants_small && (rises || falls)) worst = rises ? worst_end::upper : worst_end::lower;
      if (wants_large && (rises || falls)) worst = rises ? worst_end::lower : worst_end::upper;
      result.worst[moving[i]] = worst;
      // How much the variable's range adds to the difference's.
      const double share = slope.empty() ? -std::numeric_limits<double>::infinity()
                                         : log2_near(slope[i] * centred_->distances[i]);
      if (result.widest.empty() || share > largest) {
        largest = share;
        result.widest = moving[i];
      }
    }
  }

  evaluation_settings settings_;
  const comparison& sides_;
  const variable_map& variables_;
  const value_box& whole_;
  bits precision_;
  std::optional<centred_box> centred_;
};

class region_examination {
 public:
  region_examination(const claim_context& context, const check_point& fixed, const box& region,
                     bits precision)
      : context_(context), variables_(variables_at(context.subject, fixed)), precision_(precision) {
    for (const auto& [name, range] : region) {
      variables_.erase(name);
      whole_.emplace(name, is_whole_variable(context.subject, name)
                               ? whole_value_on(range, precision)
                               : value_on(range, precision));
    }
  }

  // Lets everything pass that says that a side has no value somewhere, or may have none.
  [[nodiscard]] region_answer examine(const expression& relation) const {
    if (const auto* sides = std::get_if<comparison>(&relation.node))
      return comparison_over(context_, *sides, variables_, whole_, precision_).answer();
    if (const auto* all = std::get_if<conjunction>(&relation.node))
      return folded(all->operands, true);
    if (const auto* any = std::get_if<disjunction>(&relation.node))
      return folded(any->operands, false);
    if (const auto* opposite = std::get_if<logical_not>(&relation.node)) {
      const region_answer inner = examine(*opposite->operand);
      return {inner.value ? std::optional(!*inner.value) : std::nullopt, {}, inner.widest};
    }
    derivative_evaluator over(
        {context_.visible.visible, precision_, context_.options.limits, &context_.cache},
        variables_, whole_);
    const truth held = over.evaluate_truth(relation);
    if (accepts_rounded_law(over.methods())) return {};
    return {held.tied ? std::nullopt : held.value, {}, {}};
  }

 private:
  // `and` (neutral = true) and `or`, in the order in which they are evaluated at a point: what
  // comes after an operand that settles the result need not exist.
  [[nodiscard]] region_answer folded(const std::vector<expression_ptr>& operands,
                                     bool neutral) const {
    region_answer result{neutral, {}, {}};
    for (const auto& operand : operands) {
      const region_answer next = examine(*operand);
      if (next.value && *next.value != neutral) return {!neutral, {}, {}};
      if (next.value) continue;
      result.value.reset();
      if (result.widest.empty()) result.widest = next.widest;
    }
    return result;
  }

  const claim_context& context_;
  variable_map variables_;
  value_box whole_;
  bits precision_;
};

}  // namespace

region_answer examine_over(const claim_context& context, const expression_ptr& relation,
                           const check_point& fixed, const box& region) {
  try {
    return region_examination(context, fixed, region, precision_for(region)).examine(*relation);
  } catch (const std::runtime_error&) {
    // Undefined, or perhaps undefined, somewhere in the region; or beyond reach.
    return {};
  }
}

std::optional<bool> truth_over(const claim_context& context, const expression_ptr& relation,
                               const check_point& fixed, const box& region) {
  return examine_over(context, relation, fixed, region).value;
}

}  // namespace shufflecert::inline v0_1::claims
