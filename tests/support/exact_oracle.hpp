#pragma once
// What the tests compare against: the laws of the discrete pairs built outcome by outcome from
// their definitions, in exact fractions. Nothing here knows the library: the fractions are
// Boost.Multiprecision's own (not GMP's), logarithms come from MPFR and never from FLINT, and no
// formula of the library's is reused, so an error would have to be made twice.

#include <boost/multiprecision/cpp_int.hpp>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace oracle {

using whole = boost::multiprecision::cpp_int;
using fraction = boost::multiprecision::cpp_rational;

/// A pair of counts; randomized response uses (ones, zeros).
using outcome = std::pair<int, int>;
using law = std::map<outcome, fraction>;

struct law_pair {
  law p;
  law q;
};

/// The probability of an outcome; 0 where the law has none.
fraction mass_at(const law& of, const outcome& where);

// e^ε0 = r >= 1 throughout; `clone` is the probability p of a clone.
law_pair clone_laws(int n, const fraction& r, const fraction& clone);
law_pair unmixed_laws(int n, const fraction& clone);
law_pair printed_laws(int n, const fraction& clone, const fraction& b);
law_pair randomized_response_laws(int n, const fraction& r);
law_pair swapped(law_pair laws);

/// Σ P^λ Q^(1−λ) for whole λ >= 2; nothing where it is infinite.
std::optional<fraction> moment(const law_pair& laws, int order);
/// Σ max(0, P − factor·Q).
fraction hockey_stick(const law_pair& laws, const fraction& factor);
/// ½ Σ |P − Q|.
fraction total_variation(const law_pair& laws);
/// max P/Q; nothing where it is infinite.
std::optional<fraction> largest_ratio(const law_pair& laws);

/// Two fractions that a real number certainly lies between.
struct interval {
  fraction lower;
  fraction upper;
};

/// log(x) for x > 0, between MPFR's two directed roundings at 600 bits.
interval log_of(const fraction& x);
/// D_λ for whole λ >= 2, from the exact moment; nothing where it is infinite.
std::optional<interval> renyi(const law_pair& laws, int order);
/// D_λ for any λ > 0 (KL at 1), evaluated at 600 bits and widened by far more than its rounding
/// errors; nothing where it is infinite.
std::optional<interval> renyi_real(const law_pair& laws, const fraction& order);

/// x^k for k >= 0.
fraction power(const fraction& x, int k);
/// "p/q"
std::string text(const fraction& x);

}  // namespace oracle
