#pragma once
// Laws on infinitely many whole numbers: integer noise. docs/methods/noise.md derives what is
// computed of them.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "shufflecert/laws.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// Whole x with probability proportional to e^{−(x−m)²/(2v)} (Canonne, Kamath and Steinke 2020).
struct discrete_gaussian_noise {
  number m;  ///< centre, whole or not, |m| <= 10^15
  number v;  ///< v > 0; about the variance, but for small v
};

/// Whole x with probability proportional to e^{−ε|x−m|} (Ghosh, Roughgarden and Sundararajan 2009).
struct geometric_noise {
  number m;    ///< centre, whole or not, |m| <= 10^15
  number eps;  ///< ε > 0
};

/// Whole x >= 0 with probability e^{−μ}μ^x/x!.
struct poisson_noise {
  number mu;  ///< μ > 0, the mean, at most 10^15
};

/// Whole x >= 0 with probability C(x+r−1, x)·p^r·(1−p)^x: of whole r, the failures before the r-th
/// success.
struct negative_binomial_noise {
  number r;        ///< r > 0, whole or not, at most 10^15
  number p;        ///< probability of a success, 0 < p < 1
  number failure;  ///< 1 − p
};

/// m plus the difference of two independent Poisson variables of mean μ.
struct skellam_noise {
  std::int64_t m;  ///< centre, |m| <= 10^15
  number mu;       ///< μ > 0, at most 10^15; the variance is 2μ
};

/// A law by its name, or a table of whole numbers as a part of a mixture.
using noise_kind = std::variant<discrete_gaussian_noise, geometric_noise, poisson_noise,
                                negative_binomial_noise, skellam_noise, law_ptr>;

/// A law with the weight that it has in a mixture.
struct noise_part {
  number weight;    ///< in (0, 1]
  noise_kind kind;  ///< the law
};

/// A mixture of one or more laws on the whole numbers.
struct integer_noise {
  std::vector<noise_part> parts;  ///< at least one; the weights sum to 1
  /// Determines the law where all its parameters are exact; for the cache.
  std::optional<std::string> text;
};

/// @name Making noise
/// Each throws undefined_value for parameters outside their ranges, and precision_needed where an
/// enclosure of a parameter only touches the end of its range.
///@{

/// Discrete Gaussian noise around m.
noise_ptr discrete_gaussian_law(const number& m, const number& v, bits precision);
/// Two-sided geometric noise around m, also called discrete Laplace noise.
noise_ptr geometric_law(const number& m, const number& eps, bits precision);
/// A Poisson variable of mean mu.
noise_ptr poisson_law(const number& mu, bits precision);
/// Failures before the r-th success, each trial a success with probability p.
noise_ptr negative_binomial_law(const number& r, const number& p, bits precision);
/// Skellam noise around m: the difference of two Poisson variables of mean mu.
noise_ptr skellam_law(std::int64_t m, const number& mu, bits precision);
/// A table of whole numbers, to be mixed or paired with noise.
noise_ptr as_noise(const law_ptr& table);
/// wP + (1−w)Q, w in [0, 1]; at most 64 parts in all.
noise_ptr mixture(const number& w, const noise_ptr& p, const noise_ptr& q, bits precision);
///@}

/// Encloses the probability of x.
number probability_of(const integer_noise& law, std::int64_t x, bits precision);

}  // namespace shufflecert::inline v0_1
