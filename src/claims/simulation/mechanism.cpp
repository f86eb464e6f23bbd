#include "claims/simulation/mechanism.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr bits coin_precision = 192;

constexpr std::array<std::string_view, 3> randomizers{"rr", "krr", "laplace"};
constexpr std::array<std::string_view, 5> faults{"none", "probability", "half-noise", "no-shuffle",
                                                 "all-bits"};

template <class Kind, std::size_t Size>
std::optional<Kind> named(const std::array<std::string_view, Size>& names, std::string_view name) {
  const auto* const found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<Kind>(found - names.begin());
}

// The probability that an input is kept.
number keeping(const mechanism& what) {
  const number odds = exp(what.eps0, coin_precision);
  const number all = add(odds, number(what.k - 1), coin_precision);
  const number kept = divide(odds, all, coin_precision);
  if (what.fault != planted_fault::probability) return kept;
  return multiply(kept, rational(51, 50), coin_precision);
}

// A coin falls on 1 when 63 random bits are below this: 2^63 times its probability, rounded.
std::uint64_t threshold_of(const number& probability) {
  const number scaled = multiply(probability, power(rational(2), 63), coin_precision);
  ball near = scaled.to_ball(coin_precision);
  arb_floor(near.raw(), near.raw(), 64);
  const auto whole = static_cast<double>(std::numeric_limits<std::int64_t>::max());
  if (near.near() >= whole) return std::uint64_t{1} << 63;
  return static_cast<std::uint64_t>(arf_get_si(arb_midref(near.raw()), ARF_RND_DOWN));
}

// In (0, 1).
double uniform(random_bits& random) {
  return (static_cast<double>(random() >> 12) + 0.5) * 0x1p-52;
}

}  // namespace

std::uint64_t below(random_bits& random, std::uint64_t end) {
  // What is left of the range of 64 bits behind the last multiple of `end` is drawn again.
  const std::uint64_t rest = (std::numeric_limits<std::uint64_t>::max() % end + 1) % end;
  for (;;) {
    const std::uint64_t drawn = random();
    if (rest == 0 || drawn <= std::numeric_limits<std::uint64_t>::max() - rest) return drawn % end;
  }
}

std::string_view name_of(randomizer kind) {
  return randomizers.at(static_cast<std::size_t>(kind));
}

std::string_view name_of(planted_fault fault) {
  return faults.at(static_cast<std::size_t>(fault));
}

std::optional<randomizer> randomizer_named(std::string_view name) {
  return named<randomizer>(randomizers, name);
}

std::optional<planted_fault> fault_named(std::string_view name) {
  return named<planted_fault>(faults, name);
}

std::vector<std::string> randomizer_names() {
  return {randomizers.begin(), randomizers.end()};
}

std::vector<std::string> fault_names() {
  return {faults.begin(), faults.end()};
}

std::string complaint_about(const mechanism& what) {
  const auto is = [](const number& value, relation op, const number& end) {
    return compare(value, op, end, coin_precision).value == true;
  };
  const auto between = [](std::int64_t value, std::int64_t least, std::int64_t most) {
    return value >= least && value <= most;
  };
  if (!between(what.n, 1, most_users))
    return "n must be a whole number from 1 to " + std::to_string(most_users);
  if (!is(what.eps0, relation::greater, 0) || !is(what.eps0, relation::less_equal, most_eps0))
    return "eps0 must be above 0 and at most " + std::to_string(most_eps0);
  const bool is_k_ary = what.kind == randomizer::k_ary_response;
  if (is_k_ary && !between(what.k, 3, most_symbols))
    return "k must be a whole number from 3 to " + std::to_string(most_symbols);
  const bool is_laplace = what.kind == randomizer::laplace;
  if (what.fault == planted_fault::half_noise && !is_laplace)
    return "only laplace has noise that can be half of what it should be";
  if (what.fault == planted_fault::all_bits && !is_laplace)
    return "only laplace has reports that could keep all bits of their noise";
  if (what.fault != planted_fault::probability) return "";
  if (is_laplace) return "laplace keeps no input with a probability that could be wrong";
  if (!is(keeping(what), relation::less, 1))
    return "a probability 2 % too large would be above 1 here; eps0 must be smaller";
  return "";
}

runner::runner(const mechanism& what) : what_(what) {
  eps0_ = what.eps0.to_ball(coin_precision).near();
  odds_ = std::exp(eps0_);
  if (what.kind == randomizer::laplace) {
    scale_ = (what.fault == planted_fault::half_noise ? 0.5 : 1) / eps0_;
    values_reported_.resize(static_cast<std::size_t>(what.n));
    return;
  }
  if (what.kind == randomizer::k_ary_response) {
    symbols_ = static_cast<std::uint32_t>(what.k);
    input_of_p_ = 0;
    input_of_q_ = 1;
    others_ = 2;
  } else {
    what_.k = 2;
  }
  keeps_ = threshold_of(keeping(what_));
  symbols_reported_.resize(static_cast<std::size_t>(what.n));
  counts_.resize(symbols_);
}

release_scores runner::run(data_set input, random_bits& random) {
  return what_.kind == randomizer::laplace ? run_laplace(input, random) : run_finite(input, random);
}

template <class Report>
void runner::shuffle(std::vector<Report>& reports, random_bits& random) const {
  if (what_.fault == planted_fault::no_shuffle) return;
  for (std::size_t left = reports.size(); left > 1; --left)
    std::swap(reports[left - 1], reports[below(random, left)]);
}

std::uint32_t runner::report_of(std::uint32_t input, random_bits& random) const {
  if ((random() >> 1) < keeps_) return input;
  const auto other = static_cast<std::uint32_t>(below(random, symbols_ - 1));
  return other < input ? other : other + 1;
}

double runner::weight(std::uint32_t report, std::uint32_t input) const {
  return report == input ? odds_ : 1;
}

// With x and x' the inputs of the differing user and w those of all others, P/Q of the reports
// without their order is Σ f_x(y)/f_w(y) over Σ f_x'(y)/f_w(y): whoever of them may be the one.
release_scores runner::run_finite(data_set input, random_bits& random) {
  auto& reports = symbols_reported_;
  reports[0] = report_of(input == data_set::p ? input_of_p_ : input_of_q_, random);
  for (std::size_t i = 1; i < reports.size(); ++i) reports[i] = report_of(others_, random);
  shuffle(reports, random);
  // From the counts, so that the same counts have the same score whatever their order.
  std::fill(counts_.begin(), counts_.end(), 0);
  for (const std::uint32_t report : reports) ++counts_[report];
  double over = 0;
  double under = 0;
  for (std::uint32_t y = 0; y < symbols_; ++y) {
    const double share = static_cast<double>(counts_[y]) / weight(y, others_);
    over += share * weight(y, input_of_p_);
    under += share * weight(y, input_of_q_);
  }
  return {std::log(over / under),
          std::log(weight(reports[0], input_of_p_) / weight(reports[0], input_of_q_))};
}

// The differing user has 1 or 0, and all others 0. The sum of an input and its noise has last bits
// that tell the input (Mironov 2012), so that reports are rounded to multiples of 2^-20, far
// coarser.
release_scores runner::run_laplace(data_set input, random_bits& random) {
  auto& reports = values_reported_;
  const auto noise = [&] {
    const double size = -scale_ * std::log(uniform(random));
    return (random() & 1U) != 0 ? size : -size;
  };
  const auto report_on = [&](double value) {
    const double noisy = value + noise();
    if (what_.fault == planted_fault::all_bits) return noisy;
    return std::round(noisy * 0x1p20) * 0x1p-20;
  };
  reports[0] = report_on(input == data_set::p ? 1 : 0);
  for (std::size_t i = 1; i < reports.size(); ++i) reports[i] = report_on(0);
  shuffle(reports, random);
  const auto log_ratio = [&](double y) { return eps0_ * (std::abs(y) - std::abs(y - 1)); };
  double total = 0;
  for (const double y : reports) total += std::exp(log_ratio(y));
  return {std::log(total / static_cast<double>(reports.size())), log_ratio(reports[0])};
}

}  // namespace shufflecert::inline v0_1::claims
