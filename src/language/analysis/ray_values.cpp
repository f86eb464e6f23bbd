#include "language/analysis/ray_values.hpp"

#include <algorithm>
#include <map>

#include "arithmetic/interval.hpp"
#include "language/evaluation/scopes.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert {
namespace {

// e^(rate·x)·x^degree for one variable x with a positive range.
struct scale {
  rational rate = 0;
  rational degree = 0;

  friend bool operator==(const scale& a, const scale& b) {
    return a.rate == b.rate && a.degree == b.degree;
  }
  // Whether a is larger than b from some x on.
  friend bool grows_faster(const scale& a, const scale& b) {
    return a.rate != b.rate ? a.rate > b.rate : a.degree > b.degree;
  }
};

using scales = std::vector<scale>;

// The sum of rates·x over these variables, plus an element of `rest`.
struct linear_form {
  std::vector<rational> rates;
  ball rest;
};

// An exact number plus the product of the scales times an element of `factor`: 1 + x·[1, 2].
struct offset_form {
  rational constant;
  scales of;
  ball factor;
};

// At each point of the box the value is the product of the scales times an element of `factor`.
struct scaled {
  scales of;
  ball factor;
  std::optional<linear_form> linear;  ///< the same value in another form, where that is known
  std::optional<rational> exact;      ///< one and the same number everywhere
  /// The same value in a third form, where a variable comes close to 0; its constant is not 0.
  std::optional<offset_form> offset = std::nullopt;
};

[[noreturn]] void give_up(const char* what) {
  throw precision_needed(what);
}

ball required(const ball& x, const char* what) {
  if (!x.is_finite()) give_up(what);
  return x;
}

}  // namespace

class ray_evaluator::implementation {
 public:
  static std::vector<std::string_view> functions() {
    std::vector<std::string_view> names = names_in_table(functions_of_one());
    const auto others = names_in_table(functions_of_two());
    names.insert(names.end(), others.begin(), others.end());
    return names;
  }

  implementation(evaluation_settings settings, const value_box& values, const positive_box& ranges)
      : settings_(settings), plain_(settings, no_variables_) {
    for (const auto& [name, value] : values) {
      plain_.bind(name, value);
      values_.emplace(name, value);
    }
    for (const auto& [name, range] : ranges) {
      names_.push_back(name);
      ranges_.push_back(range);
      has_small_ = has_small_ || range.lower == 0;
    }
  }

  [[nodiscard]] bool rests_on_tied_law() const {
    return plain_.methods().contains(tied_law_method);
  }

  std::optional<bool> truth_of(const expression& condition) {
    settings_.limits.check();
    if (const auto* sides = std::get_if<comparison>(&condition.node)) return compared(*sides);
    if (const auto* all = std::get_if<conjunction>(&condition.node))
      return folded(all->operands, true);
    if (const auto* any = std::get_if<disjunction>(&condition.node))
      return folded(any->operands, false);
    if (const auto* opposite = std::get_if<logical_not>(&condition.node)) {
      const auto inner = truth_of(*opposite->operand);
      return inner ? std::optional(!*inner) : std::nullopt;
    }
    // Undecided conditions that are answered with nothing exist; of this one that is not known.
    if (!is_plain(condition)) give_up("a condition of which nothing is known far out");
    return plain_truth(condition);
  }

 private:
  std::optional<bool> folded(const std::vector<expression_ptr>& operands, bool neutral) {
    std::optional<bool> result = neutral;
    for (const auto& operand : operands) {
      const auto next = truth_of(*operand);
      if (next && *next != neutral) return !neutral;
      if (!next) result.reset();
    }
    return result;
  }

  std::optional<bool> plain_truth(const expression& condition) {
    const truth held = plain_.evaluate_truth(condition);
    return held.tied ? std::nullopt : held.value;
  }

  static bool is_infinity(const expression& formula) {
    const auto* name = std::get_if<variable>(&formula.node);
    return name != nullptr && name->name == "inf";
  }

  std::optional<bool> compared(const comparison& sides) {
    if (const auto at_end = compared_with_end(sides)) return at_end;
    if (is_plain(*sides.left) && is_plain(*sides.right)) {
      const truth held = compare(plain_.evaluate_number(*sides.left), sides.op,
                                 plain_.evaluate_number(*sides.right), settings_.precision);
      return held.tied ? std::nullopt : held.value;
    }
    // What has an enclosure is finite.
    if (is_infinity(*sides.right) && sides.op == relation::less) {
      static_cast<void>(value_of(*sides.left));
      return true;
    }
    if (is_infinity(*sides.left) && sides.op == relation::greater) {
      static_cast<void>(value_of(*sides.right));
      return true;
    }
    const scaled left_minus_right = difference(value_of(*sides.left), value_of(*sides.right));
    if (const auto decided = decided_by(left_minus_right.factor, sides.op)) return decided;
    if (left_minus_right.linear)
      if (const auto range = range_of(*left_minus_right.linear))
        return decided_by(*range, sides.op);
    return std::nullopt;
  }

  static std::optional<bool> decided_by(const ball& sign, relation op) {
    switch (op) {
      case relation::less:
        return answer(sign.is_certainly_negative(), sign.is_certainly_nonnegative());
      case relation::less_equal:
        return answer(sign.is_certainly_nonpositive(), sign.is_certainly_positive());
      case relation::greater:
        return answer(sign.is_certainly_positive(), sign.is_certainly_nonpositive());
      case relation::greater_equal:
        return answer(sign.is_certainly_nonnegative(), sign.is_certainly_negative());
      case relation::equal:
        return answer(false, sign.is_certainly_positive() || sign.is_certainly_negative());
      case relation::not_equal:
        return answer(sign.is_certainly_positive() || sign.is_certainly_negative(), false);
    }
    return std::nullopt;
  }

  static std::optional<bool> answer(bool yes, bool no) {
    if (yes) return true;
    return no ? std::optional(false) : std::nullopt;
  }

  // x >= 2 for x from 2 on: enclosures that are rounded would leave it open.
  std::optional<bool> compared_with_end(const comparison& sides) {
    const auto* name = std::get_if<variable>(&sides.left->node);
    if (name == nullptr || !is_plain(*sides.right)) return std::nullopt;
    const auto place = std::find(names_.begin(), names_.end(), name->name);
    if (place == names_.end()) return std::nullopt;
    const number limit = plain_.evaluate_number(*sides.right);
    const rational* exact = limit.as_rational();
    if (exact == nullptr) return std::nullopt;
    const auto& [lower, upper] = ranges_[static_cast<std::size_t>(place - names_.begin())];
    // 0 itself is never among the values.
    const bool is_above = lower > *exact || (lower == 0 && *exact == 0);
    switch (sides.op) {
      case relation::greater_equal:
        return answer(lower >= *exact, upper && *upper < *exact);
      case relation::greater:
        return answer(is_above, upper && *upper <= *exact);
      case relation::less_equal:
        return answer(upper && *upper <= *exact, is_above);
      case relation::less:
        return answer(upper && *upper < *exact, lower >= *exact);
      case relation::equal:
      case relation::not_equal:
        break;
    }
    return std::nullopt;
  }

  // Whether none of the variables with scales occurs.
  [[nodiscard]] bool is_plain(const expression& formula) const {
    const auto open = free_variables(formula);
    return std::none_of(open.begin(), open.end(), [&](const std::string& name) {
      return std::find(names_.begin(), names_.end(), name) != names_.end();
    });
  }

  [[nodiscard]] ball whole(std::int64_t k) const { return ball::of(k, settings_.precision); }
  [[nodiscard]] ball ball_of(const rational& x) const { return ball::of(x, settings_.precision); }
  [[nodiscard]] scales unit() const { return scales(names_.size()); }

  [[nodiscard]] scaled constant(const number& x) const {
    const ball value = required(x.to_ball(settings_.precision), "a part is not finite");
    scaled result{unit(), value, linear_form{std::vector<rational>(names_.size()), value}, {}};
    if (const auto* exact = x.as_rational()) result.exact = *exact;
    return result;
  }

  scaled value_of(const expression& formula) {
    settings_.limits.check();
    if (is_infinity(formula)) give_up("a part is infinite");
    if (is_plain(formula)) return constant(plain_.evaluate_number(formula));
    return std::visit([&](const auto& node) { return compute(node); }, formula.node);
  }

  scaled compute(const variable& x) const {
    const auto place = std::find(names_.begin(), names_.end(), x.name);
    if (place == names_.end()) give_up("an unknown variable");
    return of_ray(static_cast<std::size_t>(place - names_.begin()));
  }

  [[nodiscard]] scaled of_ray(std::size_t index) const {
    scaled result = constant(0);
    result.exact.reset();
    result.of[index].degree = 1;
    result.factor = whole(1);
    result.linear->rates[index] = 1;
    return result;
  }

  static scaled compute(const literal&) { give_up("not a number"); }  // plain, so never asked for
  static scaled compute(const comparison&) { give_up("not a number"); }
  static scaled compute(const conjunction&) { give_up("not a number"); }
  static scaled compute(const disjunction&) { give_up("not a number"); }
  static scaled compute(const logical_not&) { give_up("not a number"); }

  scaled compute(const negation& x) { return opposite(value_of(*x.operand)); }

  scaled compute(const sum_chain& x) {
    scaled total = value_of(*x.terms.front().operand);
    for (std::size_t i = 1; i < x.terms.size(); ++i) {
      const scaled next = value_of(*x.terms[i].operand);
      total = x.terms[i].subtracted ? difference(total, next) : sum(total, next);
    }
    return total;
  }

  scaled compute(const product_chain& x) {
    scaled total = value_of(*x.factors.front().operand);
    for (std::size_t i = 1; i < x.factors.size(); ++i) {
      const scaled next = value_of(*x.factors[i].operand);
      total = x.factors[i].divided ? quotient(total, next) : product(total, next);
    }
    return total;
  }

  scaled compute(const power_of& x) {
    if (is_plain(*x.exponent)) {
      const number exponent = plain_.evaluate_number(*x.exponent);
      if (const auto* exact = exponent.as_rational()) return raised(value_of(*x.base), *exact);
    }
    return exponential(product(value_of(*x.exponent), logarithm(value_of(*x.base))));
  }

  scaled compute(const call& x) {
    if (const auto of_one = functions_of_one().find(x.name); of_one != functions_of_one().end())
      return of_one->second(*this, value_of(*x.arguments.at(0)));
    if (const auto of_two = functions_of_two().find(x.name); of_two != functions_of_two().end())
      return extreme(of_two->second, x);
    const builtin* function = find_builtin(x.name);
    if (function != nullptr && function->uses == argument_use::branch) return chosen(x);
    give_up("a function of which nothing is known far out");
  }

  using function_of_one = scaled (*)(const implementation&, const scaled&);
  static const std::map<std::string_view, function_of_one>& functions_of_one() {
    using self = const implementation&;
    using value = const scaled&;
    static const std::map<std::string_view, function_of_one> table{
        {"exp", [](self at, value f) { return at.exponential(f); }},
        {"expm1",
         [](self at, value f) { return at.difference(at.exponential(f), at.constant(1)); }},
        {"log", [](self at, value f) { return at.logarithm(f); }},
        {"log1p", [](self at, value f) { return at.logarithm_above(f); }},
        {"sqrt", [](self at, value f) { return at.raised(f, rational(1, 2)); }},
        {"abs", [](self, value f) { return absolute(f); }},
        {"tanh", [](self at, value f) { return at.tangent(f); }},
        {"Phi", [](self at, value f) { return at.normal(f); }},
        {"floor", [](self at, value f) { return at.whole_part(f); }},
        {"ceil", [](self at, value f) { return opposite(at.whole_part(opposite(f))); }}};
    return table;
  }

  // Of two or more numbers, two at a time.
  using function_of_two = ball (*)(const ball&, const ball&);
  static const std::map<std::string_view, function_of_two>& functions_of_two() {
    static const std::map<std::string_view, function_of_two> table{{"min", shufflecert::min},
                                                                   {"max", shufflecert::max}};
    return table;
  }

  // What is below 0 has a whole part of at most −1, however close to 0 it comes far out.
  [[nodiscard]] scaled whole_part(const scaled& f) const {
    const auto range = bounded(f);
    if (!range) return sum(f, between(-1, 0));
    const ball part =
        shufflecert::floor(number(*range), settings_.precision).to_ball(settings_.precision);
    return of_ball(f.factor.is_certainly_negative() ? min(part, whole(-1)) : part);
  }

  // An element of [from, to], another one at each point.
  [[nodiscard]] scaled between(std::int64_t from, std::int64_t to) const {
    return of_ball(ball_between(whole(from), whole(to), settings_.precision));
  }

  [[nodiscard]] scaled of_ball(const ball& value) const {
    return {unit(),
            required(value, "a part is not finite"),
            linear_form{std::vector<rational>(names_.size()), value},
            {}};
  }

  // All values of a/b, x^degree·e^(−falling·x), on the variable's range; nothing where they are not
  // bounded. Besides the ends there is one more place for an extreme value, degree/falling.
  [[nodiscard]] std::optional<ball> ratio(const scale& a, const scale& b,
                                          const positive_range& range) const {
    if (a == b) return whole(1);
    const rational falling = b.rate - a.rate;
    const rational degree = a.degree - b.degree;
    if (range.lower == 0) {
      if (degree < 0) return std::nullopt;
      return covering(whole(0), exp(ball_of(degree) * log(ball_of(*range.upper))),
                      settings_.precision);
    }
    const bool tends_to_zero = falling > 0 || (falling == 0 && degree < 0);
    if (!range.upper && !tends_to_zero) return std::nullopt;
    const auto at = [&](const rational& x) {
      return exp(ball_of(rational(-falling * x)) + ball_of(degree) * log(ball_of(x)));
    };
    const ball first = at(range.lower);
    const ball last = range.upper ? at(*range.upper) : whole(0);
    ball least = min(first, last);
    ball most = max(first, last);
    if (falling != 0) {
      const rational turn = degree / falling;
      if (turn > range.lower && (!range.upper || turn < *range.upper)) {
        const ball there = at(turn);
        least = min(least, there);
        most = max(most, there);
      }
    }
    return covering(least, most, settings_.precision);
  }

  // The factor that the value has with `target` as scales, none of which grows more slowly.
  [[nodiscard]] ball factor_at(const scaled& f, const scales& target) const {
    ball factor = f.factor;
    for (std::size_t i = 0; i < target.size(); ++i) {
      const auto values = ratio(f.of[i], target[i], ranges_[i]);
      if (!values) give_up("the scales are too far apart");
      factor *= *values;
    }
    return required(factor, "the scales are too far apart");
  }

  [[nodiscard]] scales common(const scaled& f, const scaled& g) const { return common(f.of, g.of); }

  [[nodiscard]] scales common(const scales& f, const scales& g) const {
    scales result = f;
    for (std::size_t i = 0; i < result.size(); ++i)
      if (is_small(i) ? g[i].degree < result[i].degree : grows_faster(g[i], result[i]))
        result[i] = g[i];
    return result;
  }

  // Whether the variable takes all values down to 0. It has no exponentials in its scales.
  [[nodiscard]] bool is_small(std::size_t index) const { return ranges_[index].lower == 0; }

  // An enclosure of the values by one ball, where they are bounded.
  [[nodiscard]] std::optional<ball> bounded(const scaled& f) const {
    const scale one;
    for (std::size_t i = 0; i < f.of.size(); ++i)
      if (is_small(i) ? f.of[i].degree < 0 : !ranges_[i].upper && grows_faster(f.of[i], one))
        return std::nullopt;
    return factor_at(f, unit());
  }

  // All values of a linear form; nothing where they are not bounded from below and above.
  [[nodiscard]] std::optional<ball> range_of(const linear_form& form) const {
    ball total = form.rest;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      if (form.rates[i] == 0) continue;
      if (!ranges_[i].upper) return std::nullopt;
      const ball x =
          ball_between(ball_of(ranges_[i].lower), ball_of(*ranges_[i].upper), settings_.precision);
      total += ball_of(form.rates[i]) * x;
    }
    return total;
  }

  [[nodiscard]] std::optional<linear_form> linear(const scaled& f) const {
    if (f.linear) return f.linear;
    if (const auto rest = bounded(f))
      return linear_form{std::vector<rational>(names_.size()), *rest};
    return std::nullopt;
  }

  [[nodiscard]] static scaled opposite(scaled f) {
    f.factor = -f.factor;
    if (f.exact) f.exact = rational(-*f.exact);
    if (f.offset) f.offset = offset_form{-f.offset->constant, f.offset->of, -f.offset->factor};
    if (!f.linear) return f;
    for (rational& rate : f.linear->rates) rate = -rate;
    f.linear->rest = -f.linear->rest;
    return f;
  }

  [[nodiscard]] scaled sum(const scaled& f, const scaled& g) const {
    if (f.factor.is_exact_zero()) return g;
    if (g.factor.is_exact_zero()) return f;
    scaled result{common(f, g), ball(settings_.precision), {}, {}};
    result.factor = factor_at(f, result.of) + factor_at(g, result.of);
    if (result.factor.is_exact_zero()) return constant(0);
    const auto left = linear(f);
    const auto right = linear(g);
    if (left && right) {
      result.linear = left;
      for (std::size_t i = 0; i < names_.size(); ++i) result.linear->rates[i] += right->rates[i];
      result.linear->rest += right->rest;
    }
    if (f.exact && g.exact) return constant(rational(*f.exact + *g.exact));
    if (has_small_) {
      const auto [a, b] = std::pair(offset_of(f), offset_of(g));
      if (a.constant != 0 || b.constant != 0)
        set_offset(result, rational(a.constant + b.constant), sum_of_rests(a, b));
    }
    return result;
  }

  // Every value has this form; where nothing better is known the constant is 0.
  [[nodiscard]] offset_form offset_of(const scaled& f) const {
    if (f.offset) return *f.offset;
    if (f.exact) return {*f.exact, unit(), whole(0)};
    return {0, f.of, f.factor};
  }

  [[nodiscard]] scaled rest_of(const offset_form& f) const { return {f.of, f.factor, {}, {}}; }

  [[nodiscard]] scaled sum_of_rests(const offset_form& a, const offset_form& b) const {
    if (a.factor.is_exact_zero()) return rest_of(b);
    if (b.factor.is_exact_zero()) return rest_of(a);
    const scales shared = common(a.of, b.of);
    return {shared, factor_at(rest_of(a), shared) + factor_at(rest_of(b), shared), {}, {}};
  }

  // Adds what is known to `value`: that it is the constant plus the rest. Without a constant the
  // rest is the value, whose scales fall faster.
  static void set_offset(scaled& value, const rational& constant, const scaled& rest) {
    value.offset.reset();
    if (constant != 0) {
      value.offset = offset_form{constant, rest.of, rest.factor};
    } else {
      value.of = rest.of;
      value.factor = rest.factor;
    }
  }

  [[nodiscard]] scaled difference(const scaled& f, const scaled& g) const {
    return sum(f, opposite(g));
  }

  [[nodiscard]] scaled product(const scaled& f, const scaled& g) const {
    if (f.exact && g.exact) return constant(rational(*f.exact * *g.exact));
    if (f.factor.is_exact_zero() || g.factor.is_exact_zero()) return constant(0);
    scaled result{f.of, required(f.factor * g.factor, "a product is too wide"), {}, {}};
    for (std::size_t i = 0; i < names_.size(); ++i) {
      result.of[i].rate += g.of[i].rate;
      result.of[i].degree += g.of[i].degree;
    }
    if (f.exact && g.linear) result.linear = multiple(*g.linear, *f.exact);
    if (g.exact && f.linear) result.linear = multiple(*f.linear, *g.exact);
    const auto [a, b] = std::pair(offset_of(f), offset_of(g));
    if (has_small_ && a.constant != 0 && b.constant != 0) {
      // (a + r)(b + s) = ab + as + br + rs
      const auto times = [&](const offset_form& x, const rational& by) {
        return offset_form{0, x.of, x.factor * ball_of(by)};
      };
      const offset_form both = offset_of(product(rest_of(a), rest_of(b)));
      const offset_form one = offset_of(sum_of_rests(times(a, b.constant), times(b, a.constant)));
      set_offset(result, rational(a.constant * b.constant), sum_of_rests(one, both));
    }
    return result;
  }

  [[nodiscard]] linear_form multiple(linear_form f, const rational& by) const {
    for (rational& rate : f.rates) rate *= by;
    f.rest *= ball_of(by);
    return f;
  }

  [[nodiscard]] scaled quotient(const scaled& f, const scaled& g) const {
    return product(f, raised(g, -1));
  }

  [[nodiscard]] scaled raised(const scaled& f, const rational& exponent) const {
    if (!is_integer(exponent) && !f.factor.is_certainly_nonnegative())
      give_up("the sign of a base is not determined");
    const number factor = f.exact ? number(*f.exact) : number(f.factor);
    const number power_of_factor = power(factor, exponent, settings_.precision);
    if (f.exact) return constant(power_of_factor);
    scaled result{f.of, required(power_of_factor.to_ball(settings_.precision), "a power"), {}, {}};
    for (scale& s : result.of) {
      s.rate *= exponent;
      s.degree *= exponent;
    }
    add_offset_of_power(result, f, exponent);
    return result;
  }

  // (c + r)^q = c^q + r·q·y^(q − 1) with y between c and c + r, where both are positive.
  void add_offset_of_power(scaled& result, const scaled& f, const rational& exponent) const {
    if (!f.offset || f.offset->constant <= 0) return;
    const number start = power(f.offset->constant, exponent, settings_.precision);
    const auto range = bounded(f);
    if (start.as_rational() == nullptr || !range) return;
    const ball between_them = ball::hull(*range, ball_of(f.offset->constant));
    if (!between_them.is_certainly_positive()) return;
    const ball slope = ball_of(exponent) * exp(ball_of(exponent - 1) * log(between_them));
    if (slope.is_finite())
      set_offset(result, *start.as_rational(), {f.offset->of, f.offset->factor * slope, {}, {}});
  }

  [[nodiscard]] scaled exponential(const scaled& f) const {
    if (const auto form = linear(f)) {
      ball rest = form->rest;
      for (std::size_t i = 0; i < names_.size(); ++i)
        if (is_small(i)) rest += ball_of(form->rates[i]) * all_values(i);
      scaled result{unit(), required(exp(rest), "an exponential"), {}, {}};
      for (std::size_t i = 0; i < names_.size(); ++i)
        if (!is_small(i)) result.of[i].rate = form->rates[i];
      add_offset_of_exponential(result, f);
      return result;
    }
    if (f.factor.is_certainly_nonpositive()) return between(0, 1);
    give_up("an exponential grows too fast");
  }

  [[nodiscard]] ball all_values(std::size_t index) const {
    return ball_between(ball_of(ranges_[index].lower), ball_of(*ranges_[index].upper),
                        settings_.precision);
  }

  // e^f = 1 + f·h(f) with h(y) = (e^y − 1)/y, h(0) = 1, which rises.
  void add_offset_of_exponential(scaled& result, const scaled& f) const {
    if (!has_small_ || f.offset || f.exact) return;
    const auto range = bounded(f);
    if (!range) return;
    const ball most = upper_bound(*range);
    const ball least = -upper_bound(-*range);
    const ball lower = least.is_certainly_negative() ? expm1(least) / least : whole(1);
    const ball upper = most.is_certainly_positive() ? expm1(most) / most : whole(1);
    // Ends of which not even the sign is known stay within 1 of what they stand for: none is taken.
    if (least.contains_zero() && !least.is_exact_zero()) return;
    if (most.contains_zero() && !most.is_exact_zero()) return;
    const ball slope = f.factor * ball::hull(lower, upper);
    if (slope.is_finite()) set_offset(result, 1, {f.of, slope, {}, {}});
  }

  [[nodiscard]] scaled logarithm(const scaled& f) const {
    if (f.offset && f.offset->constant == 1)
      if (const auto range = bounded(rest_of(*f.offset)))
        if ((*range + 1).is_certainly_positive()) return logarithm_above(rest_of(*f.offset));
    if (!f.factor.is_certainly_positive()) give_up("the sign under a logarithm is not determined");
    scaled result = of_ball(log(f.factor));
    for (std::size_t i = 0; i < names_.size(); ++i) {
      result = sum(result, product(constant(f.of[i].rate), of_ray(i)));
      if (f.of[i].degree != 0)
        result = sum(result, product(constant(f.of[i].degree), logarithm_of_ray(i)));
    }
    return result;
  }

  // Without an upper end, log x = x·(log x)/x, where (log x)/x rises to 1/e at x = e and falls to 0
  // from there on.
  [[nodiscard]] scaled logarithm_of_ray(std::size_t index) const {
    if (is_small(index)) give_up("a logarithm that falls to -inf");
    const ball start = ball_of(ranges_[index].lower);
    if (const auto& upper = ranges_[index].upper)
      return of_ball(covering(log(start), log(ball_of(*upper)), settings_.precision));
    scaled result = of_ray(index);
    result.linear.reset();
    const ball at_start = log(start) / start;
    const bool is_beyond_top = less(exp(whole(1)), start) == true;
    result.factor =
        ball::hull(min(whole(0), at_start), is_beyond_top ? at_start : 1 / exp(whole(1)));
    return result;
  }

  // log(1 + f) = f·g(f) with g(y) = log(1 + y)/y, g(0) = 1, which falls on (−1, inf).
  [[nodiscard]] scaled logarithm_above(const scaled& f) const {
    const auto range = bounded(f);
    if (!range) return logarithm(sum(constant(1), f));
    const ball most = upper_bound(*range);
    const ball least = -upper_bound(-*range);
    if (!(least + 1).is_certainly_positive()) give_up("the sign under a logarithm");
    // y/(1 + y) <= log(1 + y) <= y bounds g next to 0.
    const ball lower = most.contains_zero() ? whole(1) : log1p(most) / most;
    const ball upper = least.is_certainly_nonnegative() ? whole(1) : 1 / (least + 1);
    scaled result = f;
    result.exact.reset();
    result.linear.reset();
    result.offset.reset();
    result.factor = required(f.factor * ball::hull(lower, upper), "a logarithm");
    return result;
  }

  [[nodiscard]] static scaled absolute(scaled f) {
    if (f.factor.is_certainly_nonnegative()) return f;
    if (f.factor.is_certainly_nonpositive()) return opposite(std::move(f));
    return {f.of, abs(f.factor), {}, {}};
  }

  // tanh(y) = y·k(y), where k falls from 1 as |y| rises: for what falls to 0.
  [[nodiscard]] scaled tangent(const scaled& f) const {
    if (const auto range = bounded(f)) {
      const ball most = upper_bound(abs(*range));
      if (!falls_to_zero(f) || !most.is_certainly_positive()) return of_ball(tanh(*range));
      return {
          f.of, required(f.factor * ball::hull(tanh(most) / most, whole(1)), "a tangent"), {}, {}};
    }
    return between(f.factor.is_certainly_nonnegative() ? 0 : -1, 1);
  }

  [[nodiscard]] bool falls_to_zero(const scaled& f) const {
    for (std::size_t i = 0; i < f.of.size(); ++i)
      if (is_small(i) && f.of[i].degree > 0) return true;
    return false;
  }

  [[nodiscard]] scaled normal(const scaled& f) const {
    if (const auto range = bounded(f)) return of_ball(normal_cdf(*range));
    return between(0, 1);
  }

  scaled extreme(function_of_two choice, const call& x) {
    scaled result = value_of(*x.arguments.front());
    for (std::size_t i = 1; i < x.arguments.size(); ++i) {
      const scaled next = value_of(*x.arguments[i]);
      const scales shared = common(result, next);
      const ball a = factor_at(result, shared);
      const ball b = factor_at(next, shared);
      result = {shared, choice(a, b), {}, {}};
      if (result.factor.is_exact_zero()) result = constant(0);
    }
    return result;
  }

  scaled chosen(const call& x) {
    if (const auto condition = truth_of(*x.arguments[0]))
      return value_of(*x.arguments[*condition ? 1 : 2]);
    const scaled a = value_of(*x.arguments[1]);
    const scaled b = value_of(*x.arguments[2]);
    const scales shared = common(a, b);
    return {shared, ball::hull(factor_at(a, shared), factor_at(b, shared)), {}, {}};
  }

  evaluation_settings settings_;
  const variable_map no_variables_;
  evaluator plain_;
  value_box values_;
  std::vector<std::string> names_;
  std::vector<positive_range> ranges_;
  bool has_small_ = false;
};

ray_evaluator::ray_evaluator(evaluation_settings settings, const value_box& values,
                             const positive_box& ranges)
    : implementation_(std::make_unique<implementation>(settings, values, ranges)) {}

ray_evaluator::~ray_evaluator() = default;

std::vector<std::string_view> ray_evaluator::functions() {
  return implementation::functions();
}

std::optional<bool> ray_evaluator::truth_of(const expression& condition) {
  try {
    const auto known = implementation_->truth_of(condition);
    return implementation_->rests_on_tied_law() ? std::nullopt : known;
  } catch (const undefined_value&) {
    return std::nullopt;
  } catch (const precision_needed&) {
    return std::nullopt;
  }
}

}  // namespace shufflecert
