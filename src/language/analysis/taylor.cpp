#include "language/analysis/taylor.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "arithmetic/interval.hpp"
#include "language/analysis/jet.hpp"
#include "language/analysis/open_names.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// How many derivatives may vanish at a contact.
constexpr std::size_t highest_order = 8;

// Arithmetic with series that are cut off behind the same power.
class series_arithmetic {
 public:
  series_arithmetic(std::size_t order, bits precision) : order_(order), precision_(precision) {}

  [[nodiscard]] taylor_series constant(number value) const {
    taylor_series result(order_ + 1, number(0));
    result[0] = std::move(value);
    return result;
  }

  [[nodiscard]] taylor_series variable(number value) const {
    taylor_series result = constant(std::move(value));
    if (order_ > 0) result[1] = 1;
    return result;
  }

  [[nodiscard]] taylor_series sum(const taylor_series& f, const taylor_series& g) const {
    taylor_series result;
    for (std::size_t k = 0; k <= order_; ++k) result.push_back(plus(f[k], g[k]));
    return result;
  }

  [[nodiscard]] static taylor_series opposite(taylor_series f) {
    for (number& x : f) x = negate(x);
    return f;
  }

  [[nodiscard]] taylor_series product(const taylor_series& f, const taylor_series& g) const {
    taylor_series result;
    for (std::size_t k = 0; k <= order_; ++k) {
      number total = 0;
      for (std::size_t i = 0; i <= k; ++i) total = plus(total, times(f[i], g[k - i]));
      result.push_back(std::move(total));
    }
    return result;
  }

  // q·g = f, coefficient by coefficient.
  [[nodiscard]] taylor_series quotient(const taylor_series& f, const taylor_series& g) const {
    taylor_series result;
    for (std::size_t k = 0; k <= order_; ++k) {
      number rest = f[k];
      for (std::size_t i = 0; i < k; ++i) rest = minus(rest, times(result[i], g[k - i]));
      result.push_back(divide(rest, g[0], precision_));
    }
    return result;
  }

  // (h∘f)' = (h'∘f)·f', where each coefficient of h∘f is needed for the next one of h'∘f.
  template <class Slope>
  [[nodiscard]] taylor_series composed(number first, const taylor_series& f, Slope slope) const {
    taylor_series result = constant(std::move(first));
    for (std::size_t k = 1; k <= order_; ++k) {
      const taylor_series& rate = slope(result);
      number total = 0;
      for (std::size_t i = 1; i <= k; ++i)
        total = plus(total, times(times(number(static_cast<std::int64_t>(i)), f[i]), rate[k - i]));
      result[k] = divide(total, number(static_cast<std::int64_t>(k)), precision_);
    }
    return result;
  }

  [[nodiscard]] taylor_series exponential(const taylor_series& f) const {
    return composed(exp(f[0], precision_), f, [](const taylor_series& e) { return e; });
  }

  [[nodiscard]] taylor_series logarithm(const taylor_series& f) const {
    const taylor_series rate = quotient(constant(1), f);
    return composed(log(f[0], precision_), f,
                    [&](const taylor_series&) -> const taylor_series& { return rate; });
  }

  // f·(f^a)' = a·f^a·f'; f has no zero on the range.
  [[nodiscard]] taylor_series power_of_series(const taylor_series& f, const number& a) const {
    return composed(power(f[0], a, precision_), f,
                    [&](const taylor_series& p) { return product(constant(a), quotient(p, f)); });
  }

  [[nodiscard]] taylor_series tangent(const taylor_series& f) const {
    return composed(tanh(f[0], precision_), f, [&](const taylor_series& t) {
      return sum(constant(1), opposite(product(t, t)));
    });
  }

  [[nodiscard]] taylor_series normal(const taylor_series& f) const {
    const taylor_series density =
        product(constant(normal_density(ball::of(std::int64_t{0}, precision_))),
                exponential(product(constant(rational(-1, 2)), product(f, f))));
    return composed(normal_cdf(f[0], precision_), f,
                    [&](const taylor_series&) -> const taylor_series& { return density; });
  }

  [[nodiscard]] taylor_series whole_power(const taylor_series& f, std::int64_t exponent) const {
    taylor_series result = constant(1);
    for (std::int64_t i = 0; i < (exponent < 0 ? -exponent : exponent); ++i)
      result = product(result, f);
    return exponent < 0 ? quotient(constant(1), result) : result;
  }

 private:
  // A coefficient that is exactly 0 stays that, whatever it is multiplied by.
  [[nodiscard]] number times(const number& a, const number& b) const {
    if (a.is_zero() || b.is_zero()) return 0;
    return multiply(a, b, precision_);
  }
  [[nodiscard]] number plus(const number& a, const number& b) const {
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    return add(a, b, precision_);
  }
  [[nodiscard]] number minus(const number& a, const number& b) const { return plus(a, negate(b)); }

  std::size_t order_;
  bits precision_;
};

class series_of_formula {
 public:
  series_of_formula(std::string_view variable, const number& around, std::size_t order,
                    const evaluation_settings& settings, const value_box& values)
      : variable_(variable),
        around_(around),
        arithmetic_(order, settings.precision),
        settings_(settings),
        plain_(settings, no_variables_) {
    for (const auto& [name, value] : values) plain_.bind(name, value);
  }

  taylor_series of(const expression& formula) {
    settings_.limits.check();
    if (!leaves_open(formula, {variable_}))
      return arithmetic_.constant(plain_.evaluate_number(formula));
    return std::visit([&](const auto& node) { return compute(node); }, formula.node);
  }

 private:
  static taylor_series compute(const literal&) { throw precision_needed("not a number"); }
  static taylor_series compute(const comparison&) { throw precision_needed("not a number"); }
  static taylor_series compute(const conjunction&) { throw precision_needed("not a number"); }
  static taylor_series compute(const disjunction&) { throw precision_needed("not a number"); }
  static taylor_series compute(const logical_not&) { throw precision_needed("not a number"); }

  taylor_series compute(const variable&) const { return arithmetic_.variable(around_); }

  taylor_series compute(const negation& x) { return series_arithmetic::opposite(of(*x.operand)); }

  taylor_series compute(const sum_chain& x) {
    taylor_series total = arithmetic_.constant(0);
    for (const auto& term : x.terms) {
      taylor_series next = of(*term.operand);
      total = arithmetic_.sum(
          total, term.subtracted ? series_arithmetic::opposite(std::move(next)) : std::move(next));
    }
    return total;
  }

  taylor_series compute(const product_chain& x) {
    taylor_series total = arithmetic_.constant(1);
    for (const auto& factor : x.factors) {
      const taylor_series next = of(*factor.operand);
      total = factor.divided ? arithmetic_.quotient(total, next) : arithmetic_.product(total, next);
    }
    return total;
  }

  taylor_series compute(const power_of& x) {
    constexpr std::int64_t largest = 64;
    const taylor_series base = of(*x.base);
    if (leaves_open(*x.exponent, {variable_})) {
      // A power that grows in its exponent exists for positive bases.
      if (sign(base[0], settings_.precision) != 1)
        throw precision_needed("the sign of a base is not determined");
      return arithmetic_.exponential(
          arithmetic_.product(of(*x.exponent), arithmetic_.logarithm(base)));
    }
    const number exponent = plain_.evaluate_number(*x.exponent);
    if (const auto whole = exponent.to_int64(); whole && *whole >= -largest && *whole <= largest)
      return arithmetic_.whole_power(base, *whole);
    if (sign(base[0], settings_.precision) != 1)
      throw precision_needed("the sign of a base is not determined");
    return arithmetic_.power_of_series(base, exponent);
  }

  taylor_series compute(const call& x) {
    const auto& table = functions();
    const auto known = std::find_if(table.begin(), table.end(),
                                    [&](const auto& entry) { return entry.first == x.name; });
    if (known == table.end() || x.arguments.size() != 1)
      throw precision_needed("a function without a Taylor series here");
    return known->second(arithmetic_, of(*x.arguments.front()), settings_.precision);
  }

  using function_of_one = taylor_series (*)(const series_arithmetic&, const taylor_series&, bits);
  static const std::array<std::pair<std::string_view, function_of_one>, 7>& functions() {
    using in = const series_arithmetic&;
    using series = const taylor_series&;
    static const std::array<std::pair<std::string_view, function_of_one>, 7> table{
        {{"exp", [](in at, series f, bits) { return at.exponential(f); }},
         {"expm1",
          [](in at, series f, bits precision) {
            taylor_series result = at.exponential(f);
            result[0] = expm1(f[0], precision);
            return result;
          }},
         {"log", [](in at, series f, bits) { return at.logarithm(f); }},
         {"log1p",
          [](in at, series f, bits precision) {
            taylor_series result = at.logarithm(at.sum(at.constant(1), f));
            result[0] = log1p(f[0], precision);
            return result;
          }},
         {"sqrt",
          [](in at, series f, bits precision) {
            if (sign(f[0], precision) != 1)
              throw precision_needed("the sign under a root is not determined");
            return at.power_of_series(f, rational(1, 2));
          }},
         {"tanh", [](in at, series f, bits) { return at.tangent(f); }},
         {"Phi", [](in at, series f, bits) { return at.normal(f); }}}};
    return table;
  }

  std::string variable_;
  const number& around_;
  series_arithmetic arithmetic_;
  const evaluation_settings& settings_;
  const variable_map no_variables_;
  evaluator plain_;
};

expression_ptr difference(const expression_ptr& a, const expression_ptr& b) {
  return std::make_shared<const expression>(expression{sum_chain{{{false, a}, {true, b}}}});
}

// The larger side less the smaller one; null where the comparison says no such thing.
expression_ptr room_of(const comparison& stated) {
  switch (stated.op) {
    case relation::less:
    case relation::less_equal:
      return difference(stated.right, stated.left);
    case relation::greater:
    case relation::greater_equal:
      return difference(stated.left, stated.right);
    case relation::equal:
    case relation::not_equal:
      break;
  }
  return nullptr;
}

// The first coefficient that is not exactly 0; nothing where all are.
std::optional<std::size_t> first_power(const taylor_series& series) {
  const auto first =
      std::find_if(series.begin(), series.end(), [](const number& x) { return !x.is_zero(); });
  if (first == series.end()) return std::nullopt;
  return static_cast<std::size_t>(first - series.begin());
}

}  // namespace

taylor_series taylor_coefficients(const expression& formula, std::string_view variable,
                                  const number& around, std::size_t order,
                                  const evaluation_settings& settings, const value_box& values) {
  return series_of_formula(variable, around, order, settings, values).of(formula);
}

contact_signs::contact_signs(const comparison& stated, std::string variable,
                             const evaluation_settings& settings, const value_box& values)
    : room_(room_of(stated)),
      is_strict_(stated.op == relation::less || stated.op == relation::greater),
      variable_(std::move(variable)),
      settings_(settings),
      values_(values) {}

const taylor_series& contact_signs::series_at(const rational& point) {
  const auto [found, is_new] = known_.try_emplace(point);
  if (!is_new || !room_) return found->second;
  try {
    const auto up_to = [&](std::size_t order) {
      return taylor_coefficients(*room_, variable_, number(point), order, settings_, values_);
    };
    found->second = up_to(0);
    if (found->second.front().is_zero()) found->second = up_to(highest_order);
  } catch (const undefined_value&) {
  } catch (const precision_needed&) {
  } catch (const beyond_reach&) {
    // A number too large for balls says nothing; the end of the time ends the work.
    settings_.limits.check();
  }
  return found->second;
}

bool contact_signs::is_contact(const rational& point) {
  const taylor_series& series = series_at(point);
  return !series.empty() && series.front().is_zero();
}

// With f = 0 up to the derivative before the kth, f(x) = f^(k)(y)/k!·(x − a)^k for a y between.
bool contact_signs::holds_on(const contact_interval& interval) {
  if (!is_contact(interval.contact) || (is_strict_ && interval.has_contact)) return false;
  const std::optional<std::size_t> power = first_power(series_at(interval.contact));
  if (!power) return false;
  const bits precision = settings_.precision;
  const auto& [least, largest] = std::minmax(interval.contact, interval.far);
  const number range =
      covering(ball::of(least, precision), ball::of(largest, precision), precision);
  try {
    const number rate =
        taylor_coefficients(*room_, variable_, range, *power, settings_, values_).at(*power);
    const bool is_turned = interval.far < interval.contact && *power % 2 == 1;
    const ball slope = (is_turned ? negate(rate) : rate).to_ball(precision);
    return is_strict_ ? slope.is_certainly_positive() : slope.is_certainly_nonnegative();
  } catch (const undefined_value&) {
  } catch (const precision_needed&) {
  } catch (const beyond_reach&) {
    // A number too large for balls says nothing; the end of the time ends the work.
    settings_.limits.check();
  }
  return false;
}

}  // namespace shufflecert::inline v0_1
