#pragma once
// The moment of a mean of signs, of which there is a Poisson number: (K.10) of
// docs/methods/theorems.md, E(μ, s) = E cosh(s/(B+1))^(B+1) <= exp(c·s²/μ) for B ~ Poisson(μ).

#include <optional>
#include <string>
#include <vector>

#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/expression.hpp"

namespace shufflecert::inline v0_1::claims {

/// The boxes of (K.11) over one range of means: between each two values of s that follow each
/// other.
struct moment_column {
  rational least;                ///< μ1
  rational largest;              ///< μ2
  std::vector<rational> values;  ///< of s, rising
};

/// What shows (K.10), and has been verified.
struct moment_certificate {
  rational c;
  rational near;  ///< z0
  std::vector<moment_column> columns;
  rational large;     ///< K: larger means are covered by (K.13)
  rational delta;     ///< δ
  rational slope;     ///< σ1
  rational constant;  ///< c*
};

/// A certificate, or why none was found.
struct moment_attempt {
  std::optional<moment_certificate> found;
  std::string reason;
};

/// Seeks boxes for `c` and verifies them. Deterministic; remembers what it found. Throws
/// beyond_reach when the time is over.
const moment_attempt& certified_moments(const rational& c, const budget& limits);

/// Whether the certificate shows (K.10): every condition, from the definitions on.
bool is_moment_certificate(const moment_certificate& stated, const budget& limits);

/// The number of corners of boxes.
std::size_t corners_of(const moment_certificate& stated);

/// What the certificate shows, in words and formulas.
std::vector<std::string> steps_of(const moment_certificate& stated);

/// An upper bound of log E(mean, s), close to it, by (K.12). For tests.
ball log_moment_above(const rational& mean, const rational& s);

/// What a formula of the form of (K.10) is about: the mean, which is positive where it holds, and
/// its constant.
struct moment_statement {
  rational c;
  expression_ptr mean;
  std::string index;        ///< b
  expression_ptr base;      ///< of the power of which the mean is taken
  expression_ptr exponent;  ///< of that power
};

/// poisson_mean(mean, b, ((exp(s/(b + 1)) + exp(-s/(b + 1)))/2)^(b + 1)) <= exp(c*s^2/mean), where
/// `low <= high` says that for some formulas `mean` and `s`, up to algebra.
std::optional<moment_statement> moment_statement_in(const expression_ptr& low,
                                                    const expression_ptr& high);

}  // namespace shufflecert::inline v0_1::claims
