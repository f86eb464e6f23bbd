#include "language/functions/entries.hpp"
#include "shufflecert/noise_laws.hpp"
#include "shufflecert/pairs.hpp"
#include "shufflecert/staircase.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using namespace entries;

template <class Pair>
formula_value checked(Pair pair, const context& at) {
  distribution_pair result{std::move(pair)};
  check_parameters(result, at.precision);
  return result;
}

// The pair of `of(n)`, or those of a range of n: of more users P and Q are closer together, (V.11)
// of docs/methods/ranges.md.
template <class MakePair>
formula_value over_users(const number& given, const context& at, MakePair of) {
  const whole_range n = whole_range_at(given, "n");
  if (n.least == n.largest) return checked(of(n.least), at);
  if (n.least < 1 && n.largest >= 1)
    throw precision_needed("whether n is a whole number >= 1 is not determined");
  const auto end = [&](std::int64_t some) {
    return std::make_shared<const distribution_pair>(distribution_pair{of(some)});
  };
  return checked(pair_range{end(n.largest), end(n.least)}, at);
}

formula_value make_clone_pair(const arguments& given, const context& at) {
  return over_users(real_at(given, 0), at, [&](std::int64_t n) {
    return clone_pair{n, real_at(given, 1), optional_real(given, 2)};
  });
}
formula_value make_clone_law_pair(const arguments& given, const context& at) {
  return checked(clone_law_pair{law_at(given, 0), real_at(given, 1)}, at);
}
formula_value make_unmixed_pair(const arguments& given, const context& at) {
  return over_users(real_at(given, 0), at, [&](std::int64_t n) {
    return unmixed_pair{n, real_at(given, 1), optional_real(given, 2)};
  });
}
formula_value make_printed_pair(const arguments& given, const context& at) {
  const std::int64_t n = whole_at(real_at(given, 0), "n");
  return checked(printed_pair{n, real_at(given, 1), real_at(given, 2)}, at);
}
formula_value make_rr_pair(const arguments& given, const context& at) {
  return over_users(real_at(given, 0), at, [&](std::int64_t n) {
    return rr_pair{n, real_at(given, 1)};
  });
}
formula_value make_normal_pair(const arguments& given, const context& at) {
  return checked(
      normal_pair{real_at(given, 0), real_at(given, 1), real_at(given, 2), real_at(given, 3)}, at);
}
formula_value make_gaussian_pair(const arguments& given, const context& at) {
  return checked(gaussian_pair(real_at(given, 0)), at);
}
formula_value make_laplace_pair(const arguments& given, const context& at) {
  return checked(laplace_pair{real_at(given, 0)}, at);
}
formula_value make_krr_pair(const arguments& given, const context& at) {
  const std::int64_t k = whole_at(real_at(given, 0), "k");
  return over_users(real_at(given, 1), at, [&](std::int64_t n) {
    return krr_pair{k, n, real_at(given, 2)};
  });
}
formula_value make_variation_pair(const arguments& given, const context& at) {
  const auto q1 = optional_real(given, 4);
  return over_users(real_at(given, 0), at, [&](std::int64_t n) {
    const number& q0 = real_at(given, 3);
    return variation_pair{n, real_at(given, 1), real_at(given, 2), q0, q1 ? *q1 : q0};
  });
}

// Sets of outputs are written in digits, one for each output: 110 for the first two of three.
output_set outputs_at(const number& given, std::size_t outputs) {
  const char* const what = "a set of outputs";
  std::int64_t left = whole_at(given, what);
  output_set result(outputs, false);
  for (std::size_t j = outputs; j > 0 && left > 0 && left % 10 <= 1; left /= 10)
    result[--j] = left % 10 == 1;
  if (left != 0)
    throw undefined_value("a set of outputs has a digit 0 or 1 for each of the " +
                          std::to_string(outputs) + " outputs, such as 10");
  return result;
}

// staircase_pair(eps0, k, w_1, …, w_k, s, t, c_1, s_1, …)
formula_value make_staircase_pair(const arguments& given, const context& at) {
  const std::int64_t stated = whole_at(real_at(given, 1), "k");
  if (stated < 2 || stated > 18) throw undefined_value("k must be a whole number from 2 to 18");
  const auto k = static_cast<std::size_t>(stated);
  if (given.size() < k + 4 || (given.size() - k) % 2 != 0)
    throw undefined_value(
        "after k there must be k weights, two sets, and a number of users and a set for each group "
        "of others");
  std::vector<rational> weights;
  for (std::size_t j = 0; j < k; ++j) {
    const rational* weight = real_at(given, 2 + j).as_rational();
    if (weight == nullptr)
      throw precision_needed("whether the weight of an output is rational is not determined");
    weights.push_back(*weight);
  }
  std::vector<favouring_users> others;
  for (std::size_t i = k + 4; i < given.size(); i += 2)
    others.push_back(
        {whole_at(real_at(given, i), "a number of users"), outputs_at(real_at(given, i + 1), k)});
  return staircase_pair(real_at(given, 0), weights, outputs_at(real_at(given, k + 2), k),
                        outputs_at(real_at(given, k + 3), k), others, at.precision, at.limits);
}
formula_value make_subsampled(const arguments& given, const context& at) {
  const distribution_pair& of = pair_at(given, 0);
  const number& gamma = real_at(given, 1);
  if (const auto* noise = std::get_if<noise_pair>(&of.kind)) {
    if (of.swapped)
      throw undefined_value(
          "subsampled() of a swapped pair: Q contains the differing user's input; write the "
          "subsampled pair out: pair(mix(gamma, P, R), mix(gamma, Q, R)) with R the law without "
          "that input");
    return distribution_pair{
        noise_pair{mixture(gamma, noise->p, noise->q, at.precision), noise->q}};
  }
  const distribution_pair sampled{
      subsampled_pair{std::make_shared<const distribution_pair>(of), gamma}};
  check_parameters(sampled, at.precision);
  if (subtract(1, gamma, at.precision).is_zero()) return of;
  const auto* laws = std::get_if<law_pair>(&of.kind);
  if (laws == nullptr) return sampled;
  return distribution_pair{law_pair{mixture(gamma, laws->p, laws->q, at.precision), laws->q}};
}
// Of more rounds P and Q are farther apart: (V.13) of docs/methods/ranges.md.
formula_value make_composed(const arguments& given, const context& at) {
  const distribution_pair& of = pair_at(given, 0);
  const whole_range k = whole_range_at(real_at(given, 1), "k");
  if (k.least == k.largest) return compose(of, k.least, at.precision);
  if (k.least < 1 && k.largest >= 1)
    throw precision_needed("whether k is a whole number >= 1 is not determined");
  const auto end = [&](std::int64_t rounds) {
    return std::make_shared<const distribution_pair>(compose(of, rounds, at.precision));
  };
  return checked(pair_range{end(k.least), end(k.largest)}, at);
}
formula_value make_product_pair(const arguments& given, const context& at) {
  return product_pair(pair_at(given, 0), pair_at(given, 1), at.precision);
}
formula_value make_pair_of_laws(const arguments& given, const context& at) {
  if (is_noise(given[0]) || is_noise(given[1]))
    return distribution_pair{noise_pair{noise_at(given, 0), noise_at(given, 1)}};
  return checked(law_pair{law_at(given, 0), law_at(given, 1)}, at);
}
formula_value make_shuffled_pair(const arguments& given, const context& at) {
  return over_users(real_at(given, 3), at, [&](std::int64_t n) {
    return shuffled_pair{law_at(given, 0), law_at(given, 1), law_at(given, 2), n};
  });
}
// Of one batch it is the pair of the noise alone.
formula_value make_allocation_pair(const arguments& given, const context& at) {
  const std::int64_t batches = whole_at(real_at(given, 0), "T");
  const number& sigma = real_at(given, 1);
  formula_value made = checked(allocation_pair{batches, sigma}, at);
  if (batches > 1) return made;
  return checked(gaussian_pair(divide(1, sigma, at.precision)), at);
}
formula_value make_swapped(const arguments& given, const context&) {
  return swap(pair_at(given, 0));
}

}  // namespace

std::vector<builtin> pair_functions() {
  return {
      {
          .name = "clone_pair",
          .usage = "clone_pair(n, eps0) or clone_pair(n, eps0, p)",
          .parameters = {{real, "n", ranges::from_one, leak_trend::falls},
                         {real, "eps0", ranges::not_negative, leak_trend::rises},
                         {real, "p", ranges::positive_share, leak_trend::falls}},
          .optional = 1,
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .inputs = {input_scope::all_inputs},
          .symmetry = pair_symmetry::always,
          .apply = make_clone_pair,
      },
      {
          .name = "clone_law_pair",
          .written = "clone_pair",
          .usage = "clone_pair(C, eps0), C the law of the number of clones",
          .parameters = {a_law, {real, "eps0", ranges::not_negative, leak_trend::rises}},
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .has_script = false,
          .inputs = {input_scope::reduction,
                     "for a mechanism only where C is the number of other reports that are clones"},
          .symmetry = pair_symmetry::always,
          .apply = make_clone_law_pair,
      },
      {
          .name = "unmixed_pair",
          .usage = "unmixed_pair(n, eps0) or unmixed_pair(n, eps0, p)",
          .parameters = {{real, "n", ranges::from_one, leak_trend::falls},
                         {real, "eps0", ranges::not_negative, leak_trend::rises},
                         {real, "p", ranges::positive_share, leak_trend::falls}},
          .optional = 1,
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .inputs = {input_scope::all_inputs},
          .symmetry = pair_symmetry::always,
          .apply = make_unmixed_pair,
      },
      {
          .name = "printed_pair",
          .usage = "printed_pair(n, eps0, b)",
          .parameters = {{real, "n", ranges::from_one},
                         {real, "eps0", ranges::not_negative},
                         {real, "b", ranges::share}},
          .result = a_pair,
          // At b = 1 outcomes of Q lose their last probability under P, all at once.
          .is_continuous = false,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .inputs = {input_scope::no_users},
          .symmetry = pair_symmetry::always,
          .apply = make_printed_pair,
      },
      {
          .name = "rr_pair",
          .usage = "rr_pair(n, eps0)",
          .parameters = {{real, "n", ranges::from_one, leak_trend::falls},
                         {real, "eps0", ranges::not_negative, leak_trend::rises}},
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .inputs = {input_scope::fixed, "all 0"},
          .apply = make_rr_pair,
      },
      {
          .name = "normal_pair",
          .usage = "normal_pair(m1, v1, m2, v2), variances v1, v2",
          .parameters = {real, {real, "", ranges::positive}, real, {real, "", ranges::positive}},
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .inputs = {input_scope::no_users},
          .is_noise = true,
          .apply = make_normal_pair,
      },
      {
          .name = "gaussian_pair",
          .usage = "gaussian_pair(mu)",
          .parameters = {{real, "mu"}},
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .inputs = {input_scope::no_users},
          .is_noise = true,
          .symmetry = pair_symmetry::always,
          .apply = make_gaussian_pair,
      },
      {
          .name = "laplace_pair",
          .usage = "laplace_pair(eps), noise of scale 1/eps",
          .parameters = {{real, "eps", ranges::positive, leak_trend::rises}},
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .has_script = false,
          .inputs = {input_scope::no_users},
          .is_noise = true,
          .symmetry = pair_symmetry::always,
          .apply = make_laplace_pair,
      },
      {
          .name = "krr_pair",
          .usage = "krr_pair(k, n, eps0), k >= 3 symbols",
          .parameters = {{real, "k", ranges::from_three},
                         {real, "n", ranges::from_one, leak_trend::falls},
                         {real, "eps0", ranges::not_negative, leak_trend::rises}},
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .inputs = {input_scope::fixed, "all the third symbol"},
          .symmetry = pair_symmetry::always,
          .apply = make_krr_pair,
      },
      {
          .name = "variation_pair",
          .usage = "variation_pair(n, p, beta, q) or variation_pair(n, p, beta, q0, q1)",
          .parameters = {{real, "n", ranges::from_one},
                         {real, "p"},
                         {real, "beta", ranges::share},
                         {real, "q0", ranges::from_one},
                         {real, "q1", ranges::from_one}},
          .optional = 1,
          .result = a_pair,
          // At beta = 0 all outcomes but one lose their probability, at once.
          .is_continuous = false,
          .work = work_growth::little,
          .inputs = {input_scope::reduction,
                     "for every randomizer with its parameters only where p*alpha + alpha = 1"},
          .symmetry = pair_symmetry::without_optional,
          .apply = make_variation_pair,
      },
      {
          .name = "staircase_pair",
          .usage = "staircase_pair(eps0, k, w_1, ..., w_k, s, t, c_1, s_1, ...)",
          .parameters = {{real, "eps0"}, real, real, real, real, real},
          .repeats_last = true,
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .inputs = {input_scope::fixed, "as listed"},
          .apply = make_staircase_pair,
      },
      {
          .name = "subsampled",
          .usage = "subsampled(pair, gamma), of a pair such as rr_pair or gaussian_pair",
          .parameters = {a_pair, {real, "gamma", ranges::share}},
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .inputs = {input_scope::of_arguments},
          .forgets_outcomes = true,
          .apply = make_subsampled,
      },
      {
          .name = "compose",
          .usage = "compose(pair, k), k independent rounds",
          .parameters = {a_pair, {real, "k", ranges::from_one, leak_trend::rises}},
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .has_script = false,
          .inputs = {input_scope::of_arguments},
          .forgets_outcomes = true,
          .symmetry = pair_symmetry::of_arguments,
          .apply = make_composed,
      },
      {
          .name = "product_pair",
          .usage = "product_pair(A, B), independent rounds",
          .parameters = {a_pair, a_pair},
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .has_script = false,
          .inputs = {input_scope::of_arguments},
          .forgets_outcomes = true,
          .symmetry = pair_symmetry::of_arguments,
          .apply = make_product_pair,
      },
      {
          .name = "pair",
          .usage = "pair(P, Q) of two laws",
          .parameters = {a_law, a_law},
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .inputs = {input_scope::of_arguments},
          .apply = make_pair_of_laws,
      },
      {
          .name = "shuffled_pair",
          .usage = "shuffled_pair(P, Q, R, n), n reports with the laws P or Q, R, ..., R",
          .parameters = {a_law, a_law, a_law, {real, "n", ranges::from_one, leak_trend::falls}},
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .has_script = false,
          .inputs = {input_scope::fixed, "all with the law R"},
          .apply = make_shuffled_pair,
      },
      {
          .name = "allocation_pair",
          .usage = "allocation_pair(T, sigma), T batches, noise multiplier sigma",
          .parameters = {{real, "T", true, ranges::from_one},
                         {real, "sigma", ranges::positive, leak_trend::falls}},
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .has_second = false,
          .has_script = false,
          .inputs = {input_scope::no_users},
          .is_noise = true,
          .apply = make_allocation_pair,
      },
      {
          .name = "swap",
          .usage = "swap(pair)",
          .parameters = {a_pair},
          .result = a_pair,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .inputs = {input_scope::of_arguments},
          .forgets_outcomes = true,
          .apply = make_swapped,
      },
  };
}

}  // namespace shufflecert::inline v0_1
