#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shufflecert/budget.hpp"
#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1 {

/// One outcome of a law, a tuple of whole numbers, with its probability.
struct law_entry {
  std::vector<std::int64_t> outcome;  ///< as many numbers as the law's dimension says
  number probability;                 ///< certainly positive
};

/// A probability law on finitely many outcomes, all of the same length and listed in ascending
/// order, none twice. Nothing is left out: the probabilities of the listed outcomes sum to 1. Every
/// listed probability is certainly positive.
struct law_table {
  std::size_t dimension = 1;       ///< length of every outcome, >= 1
  std::vector<law_entry> entries;  ///< in ascending order of their outcomes
  /// Determines the law where all its parameters are exact; for the cache.
  std::optional<std::string> text;
};

/// Laws are immutable and shared; never null.
using law_ptr = std::shared_ptr<const law_table>;

struct distribution_pair;

/// A law on infinitely many whole numbers, such as discrete Gaussian noise: see noise_laws.hpp.
struct integer_noise;
/// Such laws are immutable and shared; never null.
using noise_ptr = std::shared_ptr<const integer_noise>;

/// The most outcomes that a law may have.
inline constexpr std::size_t longest_law = 1'000'000;

/// @name Making laws
/// Each function encloses every probability: exactly where the parameters make it rational and it
/// stays small, else in a ball of about `precision` bits. Each throws undefined_value for
/// parameters outside their ranges, precision_needed where an enclosure does not show that a
/// probability is positive, and beyond_reach for more than longest_law outcomes or when the
/// deadline has passed.
///@{

/// The histogram of the shuffled reports of k-ary randomized response on counts[i] inputs i, with
/// k = counts.size() >= 2 symbols: a report is the input with probability e^ε0/(e^ε0 + k − 1), else
/// one of the others. Outcomes are the k counts of reports. eps0 >= 0, counts >= 0.
law_ptr randomized_response_histogram(const number& eps0, const std::vector<std::int64_t>& counts,
                                      bits precision, const budget& limits = {});

/// The number of ones among the reports of binary randomized response on `zeros` inputs 0 and
/// `ones` inputs 1.
law_ptr randomized_response_ones(const number& eps0, std::int64_t zeros, std::int64_t ones,
                                 bits precision, const budget& limits = {});

/// A law on the whole numbers first, first + 1, … with the given probabilities, which must be
/// exactly 0 or certainly positive. Their sum must be 1: exactly where all are exact; elsewhere the
/// enclosure of the sum must contain 1, and that it is 1 is taken on trust.
law_ptr law_on_numbers(std::int64_t first, const std::vector<number>& probabilities,
                       bits precision);

/// wP + (1−w)Q, w in [0, 1], of two laws with outcomes of the same length.
law_ptr mixture(const number& w, const law_ptr& p, const law_ptr& q, bits precision);

/// The number of successes in n independent trials of probability p, 0 <= n < 10^6, p in [0, 1].
law_ptr binomial_law(std::int64_t n, const number& p, bits precision, const budget& limits = {});

/// The sum X + Y of independent outcomes X of p and Y of q, coordinate by coordinate; both have
/// outcomes of the same length. Takes |p|·|q| multiplications, at most 10^9.
law_ptr sum_of_laws(const law_ptr& p, const law_ptr& q, bits precision, const budget& limits = {});

/// P of a pair of discrete laws, or Q where the pair is swapped. The outcomes are those of the
/// definitions in pairs.hpp: (a, b) for the pairs built from clones, the number of ones for binary
/// randomized response, the k counts for k-ary.
law_ptr first_law(const distribution_pair& pair, bits precision, const budget& limits = {});
/// Q of a pair of discrete laws, or P where the pair is swapped. Outcomes as for first_law().
law_ptr second_law(const distribution_pair& pair, bits precision, const budget& limits = {});
///@}

/// The probability of an outcome; exactly 0 for one that is not listed.
/// @throws undefined_value  the outcome has another length than those of the law
number probability_of(const law_table& law, const std::vector<std::int64_t>& outcome);

}  // namespace shufflecert::inline v0_1
