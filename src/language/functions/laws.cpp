#include <algorithm>

#include "language/evaluation/arguments.hpp"
#include "language/evaluation/scopes.hpp"
#include "shufflecert/laws.hpp"

namespace shufflecert {
namespace {

constexpr value_kind real = value_kind::number;
constexpr value_kind a_pair = value_kind::pair;
constexpr value_kind a_law = value_kind::law;
constexpr value_kind any = value_kind::unknown;
using arguments = std::vector<formula_value>;
using context = builtin_context;

std::vector<std::int64_t> whole_numbers_from(const arguments& given, std::size_t first,
                                             const char* what) {
  std::vector<std::int64_t> whole;
  whole.reserve(given.size() - first);
  for (std::size_t i = first; i < given.size(); ++i)
    whole.push_back(whole_at(real_at(given, i), what));
  return whole;
}

formula_value make_rr_law(const arguments& given, const context& at) {
  const auto counts = whole_numbers_from(given, 1, "a number of inputs");
  return randomized_response_ones(real_at(given, 0), counts[0], counts[1], at.precision, at.limits);
}

formula_value make_krr_law(const arguments& given, const context& at) {
  return randomized_response_histogram(real_at(given, 0),
                                       whole_numbers_from(given, 1, "a number of inputs"),
                                       at.precision, at.limits);
}

formula_value make_first(const arguments& given, const context& at) {
  return first_law(pair_at(given, 0), at.precision, at.limits);
}

formula_value make_second(const arguments& given, const context& at) {
  return second_law(pair_at(given, 0), at.precision, at.limits);
}

formula_value make_mixture(const arguments& given, const context& at) {
  return mixture(real_at(given, 0), law_at(given, 1), law_at(given, 2), at.precision);
}

formula_value evaluate_pmf(const arguments& given, const context&) {
  return probability_of(*law_at(given, 0), whole_numbers_from(given, 1, "an outcome"));
}

// law(x, lo, hi, pmf)
formula_value make_law(const binder_call& call) {
  const std::int64_t low = whole_at(real_at(call.arguments, 0), "the least outcome");
  const std::int64_t high = whole_at(real_at(call.arguments, 1), "the largest outcome");
  if (high < low) throw undefined_value("a law needs at least one outcome");
  const auto size = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + 1;
  if (size > longest_law) throw beyond_reach("the law has more than 10^6 outcomes");
  std::vector<number> probabilities;
  probabilities.reserve(size);
  for (std::int64_t x = low; x <= high; ++x) {
    if (((x - low) & 255) == 255) call.context.limits.check();
    probabilities.push_back(std::get<number>(call.evaluate(number(x))));
  }
  law_ptr made = law_on_numbers(low, probabilities, call.context.precision);
  // Sums of what is not exact equal 1 as far as can be seen.
  if (!std::all_of(probabilities.begin(), probabilities.end(),
                   [](const number& p) { return p.is_exact(); }))
    call.context.methods.insert(tied_law_method);
  return made;
}

// mean(x, P, body)
formula_value evaluate_mean(const binder_call& call) {
  const law_table& law = *law_at(call.arguments, 0);
  if (law.dimension != 1)
    throw undefined_value("mean() needs a law whose outcomes are numbers; here they have " +
                          std::to_string(law.dimension) + " coordinates");
  number total = 0;
  std::size_t visited = 0;
  for (const law_entry& entry : law.entries) {
    if ((visited++ & 255) == 0) call.context.limits.check();
    const number value = std::get<number>(call.evaluate(number(entry.outcome.front())));
    total = add(total, multiply(entry.probability, value, call.context.precision),
                call.context.precision);
  }
  return total;
}

}  // namespace

std::vector<builtin> law_functions() {
  return {
      {"rr_law", "rr_law(eps0, zeros, ones)", {real, real, real}, 3, false, a_law, make_rr_law},
      {"krr_law",
       "krr_law(eps0, c0, c1, ...), c_i inputs i",
       {real, real, real},
       3,
       true,
       a_law,
       make_krr_law},
      {"law", "law(x, lo, hi, pmf)", {any, real, real, real}, 4, false, a_law, nullptr, make_law},
      {"first", "first(pair)", {a_pair}, 1, false, a_law, make_first},
      {"second", "second(pair)", {a_pair}, 1, false, a_law, make_second},
      {"mix",
       "mix(w, P, Q) = w*P + (1 - w)*Q",
       {real, a_law, a_law},
       3,
       false,
       a_law,
       make_mixture},
      {"pmf", "pmf(P, a, ...)", {a_law, real}, 2, true, real, evaluate_pmf},
      {"mean", "mean(x, P, body)", {any, a_law, real}, 3, false, real, nullptr, evaluate_mean},
  };
}

}  // namespace shufflecert
