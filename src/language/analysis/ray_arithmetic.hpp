#pragma once

#include <optional>
#include <vector>

#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// All real numbers from `lower` on, which is positive, up to `upper` where that is given. With
/// `lower` 0 all positive numbers up to `upper`, which must be given: 0 is not among them.
struct positive_range {
  rational lower;
  std::optional<rational> upper;
};

/// e^(rate·x)·x^degree for one variable x with a positive range.
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

/// The sum of rates·x over these variables, plus an element of `rest`.
struct linear_form {
  std::vector<rational> rates;
  ball rest;
};

/// An exact number plus the product of the scales times an element of `factor`: 1 + x·[1, 2].
struct offset_form {
  rational constant;
  scales of;
  ball factor;
};

/// At each point of the box the value is at least the product of the scales times an element of
/// `factor`.
struct least_form {
  scales of;
  ball factor;
};

/// At each point of the box the value is the product of the scales times an element of `factor`.
/// Where nothing but `least` is known, as of e^(x²), the factor is indeterminate.
struct scaled {
  scales of;
  ball factor;
  std::optional<linear_form> linear;  ///< the same value in another form, where that is known
  std::optional<rational> exact;      ///< one and the same number everywhere
  /// The same value in a third form, where a variable comes close to 0; its constant is not 0.
  std::optional<offset_form> offset = std::nullopt;
  /// A bound from below with other scales, where those of the value say little: log x from 2 on is
  /// x^¼·[0, 4/e], and at least log 2.
  std::optional<least_form> least = std::nullopt;
  std::optional<least_form> negated_least = std::nullopt;  ///< the same of the value times −1
};

/// Arithmetic with values over variables that have positive ranges, unbounded or down to 0: far out
/// and close to 0 a value is scales times a ball (docs/methods/refuted-regions.md, (K.7)). What has
/// no such form throws precision_needed.
class ray_arithmetic {
 public:
  ray_arithmetic(bits precision, std::vector<positive_range> ranges);

  /// The number itself, everywhere.
  [[nodiscard]] scaled constant(const number& x) const;
  /// The variable.
  [[nodiscard]] scaled of_ray(std::size_t index) const;
  /// The whole part, rounded downward.
  [[nodiscard]] scaled whole_part(const scaled& f) const;
  /// An element of [from, to], another one at each point.
  [[nodiscard]] scaled between(std::int64_t from, std::int64_t to) const;
  /// An element of the ball, another one at each point.
  [[nodiscard]] scaled of_ball(const ball& value) const;
  /// The factor that the value has with `target` as scales, none of which grows more slowly.
  [[nodiscard]] ball factor_at(const scaled& f, const scales& target) const;
  /// The scales that grow as fast as the faster one of both, variable by variable.
  [[nodiscard]] scales common(const scaled& f, const scaled& g) const;
  [[nodiscard]] scales common(const scales& f, const scales& g) const;
  /// All values of a linear form; nothing where they are not bounded from below and above.
  [[nodiscard]] std::optional<ball> range_of(const linear_form& form) const;
  [[nodiscard]] static scaled opposite(scaled f);
  [[nodiscard]] scaled sum(const scaled& f, const scaled& g) const;
  [[nodiscard]] scaled difference(const scaled& f, const scaled& g) const;
  [[nodiscard]] scaled product(const scaled& f, const scaled& g) const;
  [[nodiscard]] scaled quotient(const scaled& f, const scaled& g) const;
  /// Raised to a number that is exact.
  [[nodiscard]] scaled raised(const scaled& f, const rational& exponent) const;
  [[nodiscard]] scaled exponential(const scaled& f) const;
  [[nodiscard]] scaled logarithm(const scaled& f) const;
  /// log(1 + f)
  [[nodiscard]] scaled logarithm_above(const scaled& f) const;
  [[nodiscard]] static scaled absolute(scaled f);
  /// A value that is at most f, and says more of f from below where that is known.
  [[nodiscard]] static scaled least_of(const scaled& f);
  [[nodiscard]] scaled tangent(const scaled& f) const;
  [[nodiscard]] scaled normal(const scaled& f) const;

 private:
  [[nodiscard]] ball whole(std::int64_t k) const;
  [[nodiscard]] ball ball_of(const rational& x) const;
  [[nodiscard]] ball ball_of(const scale& of, const rational& x) const;
  [[nodiscard]] scales unit() const;
  [[nodiscard]] std::optional<ball> ratio(const scale& a, const scale& b,
                                          const positive_range& range) const;
  [[nodiscard]] bool is_small(std::size_t index) const;
  [[nodiscard]] std::optional<ball> bounded(const scaled& f) const;
  [[nodiscard]] std::optional<linear_form> linear(const scaled& f) const;
  [[nodiscard]] offset_form offset_of(const scaled& f) const;
  [[nodiscard]] scaled rest_of(const offset_form& f) const;
  [[nodiscard]] scaled sum_of_rests(const offset_form& a, const offset_form& b) const;
  static void set_offset(scaled& value, const rational& constant, const scaled& rest);
  [[nodiscard]] linear_form multiple(linear_form f, const rational& by) const;
  void add_offset_of_power(scaled& result, const scaled& f, const rational& exponent) const;
  [[nodiscard]] ball all_values(std::size_t index) const;
  void add_offset_of_exponential(scaled& result, const scaled& f) const;
  [[nodiscard]] scaled logarithm_of_ray(std::size_t index) const;
  [[nodiscard]] std::optional<scaled> exponential_of_power(const scaled& f) const;
  [[nodiscard]] scaled at_least(least_form bound) const;
  [[nodiscard]] scaled logarithm_near_zero(std::size_t index) const;
  [[nodiscard]] std::optional<least_form> least_of_sum(const scaled& f, const scaled& g) const;
  [[nodiscard]] std::optional<least_form> least_of_product(const scaled& f, const scaled& g) const;
  [[nodiscard]] bool is_worth_an_offset(const scaled& rest) const;
  [[nodiscard]] bool falls_far_out(std::size_t index, const scale& of) const;
  [[nodiscard]] bool falls_to_zero(const scaled& f) const;

  bits precision_;
  std::vector<positive_range> ranges_;
  bool has_small_ = false;
};

}  // namespace shufflecert::inline v0_1
