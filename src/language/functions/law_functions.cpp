#include <algorithm>

#include "language/evaluation/rounded_law.hpp"
#include "language/functions/entries.hpp"
#include "language/syntax/builtins.hpp"
#include "shufflecert/laws.hpp"
#include "shufflecert/noise_laws.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using namespace entries;

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

formula_value make_binomial_law(const arguments& given, const context& at) {
  return binomial_law(whole_at(real_at(given, 0), "the number of trials"), real_at(given, 1),
                      at.precision, at.limits);
}

formula_value make_discrete_gaussian_law(const arguments& given, const context& at) {
  return discrete_gaussian_law(real_at(given, 0), real_at(given, 1), at.precision);
}

formula_value make_geometric_law(const arguments& given, const context& at) {
  return geometric_law(real_at(given, 0), real_at(given, 1), at.precision);
}

formula_value make_poisson_law(const arguments& given, const context& at) {
  return poisson_law(real_at(given, 0), at.precision);
}

formula_value make_negative_binomial_law(const arguments& given, const context& at) {
  return negative_binomial_law(real_at(given, 0), real_at(given, 1), at.precision);
}

formula_value make_skellam_law(const arguments& given, const context& at) {
  return skellam_law(whole_at(real_at(given, 0), "the centre m"), real_at(given, 1), at.precision);
}

formula_value make_sum_law(const arguments& given, const context& at) {
  law_ptr sum = law_at(given, 0);
  for (std::size_t i = 1; i < given.size(); ++i)
    sum = sum_of_laws(sum, law_at(given, i), at.precision, at.limits);
  return sum;
}

// P or Q of a pair of integer noise; null for other pairs.
noise_ptr noise_in_pair(const distribution_pair& pair, bool second) {
  const auto* noise = std::get_if<noise_pair>(&pair.kind);
  if (noise == nullptr) return nullptr;
  return second != pair.swapped ? noise->q : noise->p;
}

formula_value make_first(const arguments& given, const context& at) {
  if (const auto noise = noise_in_pair(pair_at(given, 0), false)) return noise;
  return first_law(pair_at(given, 0), at.precision, at.limits);
}

formula_value make_second(const arguments& given, const context& at) {
  if (const auto noise = noise_in_pair(pair_at(given, 0), true)) return noise;
  return second_law(pair_at(given, 0), at.precision, at.limits);
}

formula_value make_mixture(const arguments& given, const context& at) {
  if (is_noise(given[1]) || is_noise(given[2]))
    return mixture(real_at(given, 0), noise_at(given, 1), noise_at(given, 2), at.precision);
  return mixture(real_at(given, 0), law_at(given, 1), law_at(given, 2), at.precision);
}

formula_value evaluate_pmf(const arguments& given, const context& at) {
  if (is_noise(given[0])) {
    if (given.size() != 2)
      throw undefined_value("an outcome of this law has 1 coordinate, not " +
                            std::to_string(given.size() - 1));
    return probability_of(*noise_at(given, 0), whole_at(real_at(given, 1), "an outcome"),
                          at.precision);
  }
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
  probabilities.reserve(static_cast<std::size_t>(size));
  for (std::int64_t x = low; x <= high; ++x) {
    if (((x - low) & 63) == 63) call.context.limits.check();
    probabilities.push_back(std::get<number>(call.evaluate(number(x))));
  }
  law_ptr made = law_on_numbers(low, probabilities, call.context.precision);
  // Sums of what is not exact equal 1 as far as can be seen.
  if (!std::all_of(probabilities.begin(), probabilities.end(),
                   [](const number& p) { return p.is_exact(); }))
    call.context.methods.insert(rounded_law_method);
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
    if ((visited++ & 63) == 0) call.context.limits.check();
    const number value = std::get<number>(call.evaluate(number(entry.outcome.front())));
    total = add(total, multiply(entry.probability, value, call.context.precision),
                call.context.precision);
  }
  return total;
}

}  // namespace

std::vector<builtin> law_functions() {
  return {
      {
          .name = "rr_law",
          .usage = "rr_law(eps0, zeros, ones)",
          .parameters = {real, a_count, a_count},
          .result = a_law,
          .is_continuous = true,
          .work = work_growth::little,
          .inputs = {input_scope::fixed, "as listed"},
          .apply = make_rr_law,
      },
      {
          .name = "krr_law",
          .usage = "krr_law(eps0, c0, c1, ...), c_i inputs i",
          .parameters = {real, a_count, a_count},
          .repeats_last = true,
          .result = a_law,
          .is_continuous = true,
          .work = work_growth::little,
          .inputs = {input_scope::fixed, "as listed"},
          .apply = make_krr_law,
      },
      {
          .name = "law",
          .usage = "law(x, lo, hi, pmf)",
          .parameters = {any, a_count, a_count, real},
          .result = a_law,
          .is_continuous = true,
          .work = work_growth::little,
          .inputs = {input_scope::no_users},
          .uses = argument_use::body,
          .form = make_law,
      },
      {
          .name = "first",
          .usage = "first(pair)",
          .parameters = {a_pair},
          .result = a_law,
          .is_continuous = true,
          .work = work_growth::little,
          .inputs = {input_scope::of_arguments},
          .apply = make_first,
      },
      {
          .name = "second",
          .usage = "second(pair)",
          .parameters = {a_pair},
          .result = a_law,
          .is_continuous = true,
          .work = work_growth::little,
          .inputs = {input_scope::of_arguments},
          .apply = make_second,
      },
      {
          .name = "mix",
          .usage = "mix(w, P, Q) = w*P + (1 - w)*Q",
          .parameters = {real, a_law, a_law},
          .result = a_law,
          .is_continuous = true,
          .work = work_growth::little,
          .inputs = {input_scope::of_arguments},
          .apply = make_mixture,
      },
      {
          .name = "binomial_law",
          .usage = "binomial_law(n, p)",
          .parameters = {a_count, {real, "", ranges::share}},
          .result = a_law,
          .is_continuous = true,
          .work = work_growth::terms,
          .has_script = false,
          .inputs = {input_scope::no_users},
          .apply = make_binomial_law,
      },
      {
          .name = "discrete_gaussian_law",
          .usage = "discrete_gaussian_law(m, v): whole x, proportional to exp(-(x - m)^2/(2*v))",
          .parameters = {{real, ""}, {real, "", ranges::positive}},
          .result = a_law,
          .is_continuous = true,
          .work = work_growth::terms,
          .has_script = false,
          .inputs = {input_scope::no_users},
          .is_noise = true,
          .apply = make_discrete_gaussian_law,
      },
      {
          .name = "geometric_law",
          .usage = "geometric_law(m, eps): whole x, proportional to exp(-eps*|x - m|)",
          .parameters = {{real, ""}, {real, "", ranges::positive}},
          .result = a_law,
          .is_continuous = true,
          .work = work_growth::terms,
          .has_script = false,
          .inputs = {input_scope::no_users},
          .is_noise = true,
          .apply = make_geometric_law,
      },
      {
          .name = "poisson_law",
          .usage = "poisson_law(mu): x >= 0, exp(-mu)*mu^x/x!",
          .parameters = {{real, "", ranges::positive}},
          .result = a_law,
          .is_continuous = true,
          .work = work_growth::terms,
          .has_script = false,
          .inputs = {input_scope::no_users},
          .apply = make_poisson_law,
      },
      {
          .name = "negative_binomial_law",
          .usage = "negative_binomial_law(r, p): x >= 0, binomial(x + r - 1, x)*p^r*(1 - p)^x",
          .parameters = {{real, "", ranges::positive}, {real, "", ranges::proper_share}},
          .result = a_law,
          .is_continuous = true,
          .work = work_growth::terms,
          .has_script = false,
          .inputs = {input_scope::no_users},
          .apply = make_negative_binomial_law,
      },
      {
          .name = "skellam_law",
          .usage = "skellam_law(m, mu): m plus the difference of two Poisson variables of mean mu",
          .parameters = {{real, "", true}, {real, "", ranges::positive}},
          .result = a_law,
          .is_continuous = true,
          .work = work_growth::terms,
          .has_script = false,
          .inputs = {input_scope::no_users},
          .is_noise = true,
          .apply = make_skellam_law,
      },
      {
          .name = "sum_law",
          .usage = "sum_law(P, Q, ...)",
          .parameters = {a_law, a_law},
          .repeats_last = true,
          .result = a_law,
          .is_continuous = true,
          .work = work_growth::little,
          .has_script = false,
          .inputs = {input_scope::of_arguments},
          .apply = make_sum_law,
      },
      {
          .name = "pmf",
          .usage = "pmf(P, a, ...)",
          .parameters = {a_law, real},
          .repeats_last = true,
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::never_negative,
          .apply = evaluate_pmf,
      },
      {
          .name = "mean",
          .usage = "mean(x, P, body)",
          .parameters = {any, a_law, real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::terms,
          .uses = argument_use::body,
          .form = evaluate_mean,
      },
  };
}

}  // namespace shufflecert::inline v0_1
