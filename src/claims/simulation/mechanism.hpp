#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "shufflecert/number.hpp"

namespace shufflecert::inline v0_1::claims {

/// Random bits. The standard fixes what they are, so that a seed means the same everywhere.
using random_bits = std::mt19937_64;

/// A whole number below `end`, each equally likely; end >= 1.
std::uint64_t below(random_bits& random, std::uint64_t end);

/// Randomizers that a simulation can run, on the inputs that docs/guide/simulate.md states.
enum class randomizer { binary_response, k_ary_response, laplace };

/// Errors of an implementation, planted to see that an auditor finds them.
enum class planted_fault {
  none,
  probability,  ///< the input is kept with a probability that is 2 % too large
  half_noise,   ///< Laplace noise of half the scale
  no_shuffle,   ///< the reports stay in the users' order
  all_bits,     ///< reports with Laplace noise keep all bits of a double, which betray the input
};

/// The name on the command line.
std::string_view name_of(randomizer kind);
std::string_view name_of(planted_fault fault);
/// What has this name; nothing for others.
std::optional<randomizer> randomizer_named(std::string_view name);
std::optional<planted_fault> fault_named(std::string_view name);

/// All names, in the order of the enumeration.
std::vector<std::string> randomizer_names();
std::vector<std::string> fault_names();

/// A shuffled mechanism of n users.
struct mechanism {
  randomizer kind;
  std::int64_t n;                             ///< users, 1 to most_users
  number eps0;                                ///< ε0 of the randomizer, > 0 and <= most_eps0
  std::int64_t k = 2;                         ///< symbols of k-ary response, 3 to most_symbols
  planted_fault fault = planted_fault::none;  ///< one that the randomizer can have
};

constexpr std::int64_t most_users = 1'000'000;
constexpr std::int64_t most_symbols = 1'000;
constexpr std::int64_t most_eps0 = 20;

/// Why this mechanism cannot be run, in words; empty where it can.
std::string complaint_about(const mechanism& what);

/// Which of the two neighbouring data sets.
enum class data_set { p, q };

/// What is checked of one release: each is a number, and events are that it is large, or small.
struct release_scores {
  double histogram;  ///< log of the likelihood ratio P/Q of the reports without their order
  double first;      ///< log of the likelihood ratio of the report in the first place, had the
                     ///< differing user sent it
};

/// Runs a mechanism. Has memory of its own; one for each thread.
class runner {
 public:
  explicit runner(const mechanism& what);

  /// One release on this data set, and its scores.
  release_scores run(data_set input, random_bits& random);

 private:
  [[nodiscard]] release_scores run_finite(data_set input, random_bits& random);
  [[nodiscard]] release_scores run_laplace(data_set input, random_bits& random);
  template <class Report>
  void shuffle(std::vector<Report>& reports, random_bits& random) const;
  [[nodiscard]] std::uint32_t report_of(std::uint32_t input, random_bits& random) const;
  [[nodiscard]] double weight(std::uint32_t report, std::uint32_t input) const;

  mechanism what_;
  std::uint64_t keeps_ = 0;  ///< 2^63 times the probability that an input is kept
  double odds_ = 1;          ///< e^ε0
  double eps0_ = 0;
  double scale_ = 0;  ///< of the Laplace noise
  std::uint32_t symbols_ = 2;
  std::uint32_t input_of_p_ = 1;  ///< of the differing user, and of the others
  std::uint32_t input_of_q_ = 0;
  std::uint32_t others_ = 0;
  std::vector<std::uint32_t> symbols_reported_;
  std::vector<double> values_reported_;
  std::vector<std::int64_t> counts_;
};

}  // namespace shufflecert::inline v0_1::claims
