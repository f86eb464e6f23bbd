#include "language/functions/entries.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using namespace entries;

template <number (*Function)(const number&, bits)>
formula_value of_one(const arguments& given, const context& at) {
  return Function(real_at(given, 0), at.precision);
}

template <number (*Function)(const number&, const number&, bits)>
formula_value of_two(const arguments& given, const context& at) {
  return Function(real_at(given, 0), real_at(given, 1), at.precision);
}

template <number (*Function)(const number&, const number&, bits)>
formula_value of_many(const arguments& given, const context& at) {
  number result = real_at(given, 0);
  for (std::size_t i = 1; i < given.size(); ++i)
    result = Function(result, real_at(given, i), at.precision);
  return result;
}

}  // namespace

std::vector<builtin> elementary_functions() {
  return {
      {
          .name = "exp",
          .usage = "exp(x)",
          .parameters = {real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::positive,
          .exists_in_ranges = true,
          .rises = monotony::strict,
          .is_quick_in_double = true,
          .apply = of_one<exp>,
      },
      {
          .name = "log",
          .usage = "log(x), x > 0",
          .parameters = {{real, "", ranges::positive}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .rises = monotony::strict,
          .is_quick_in_double = true,
          .apply = of_one<log>,
      },
      {
          .name = "log1p",
          .usage = "log1p(x) = log(1 + x), x > -1",
          .parameters = {{real, "", ranges::above_minus_one}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::of_argument,
          .exists_in_ranges = true,
          .rises = monotony::strict,
          .is_quick_in_double = true,
          .apply = of_one<log1p>,
      },
      {
          .name = "expm1",
          .usage = "expm1(x) = exp(x) - 1",
          .parameters = {real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::of_argument,
          .exists_in_ranges = true,
          .rises = monotony::strict,
          .is_quick_in_double = true,
          .apply = of_one<expm1>,
      },
      {
          .name = "sqrt",
          .usage = "sqrt(x), x >= 0",
          .parameters = {{real, "", ranges::not_negative}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::never_negative,
          .exists_in_ranges = true,
          .rises = monotony::strict,
          .is_quick_in_double = true,
          .apply = of_one<sqrt>,
      },
      {
          .name = "abs",
          .usage = "abs(x)",
          .parameters = {real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::never_negative,
          .exists_in_ranges = true,
          .is_quick_in_double = true,
          .apply = of_one<abs>,
      },
      {
          .name = "floor",
          .usage = "floor(x)",
          .parameters = {real},
          .result = real,
          .is_continuous = false,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .rises = monotony::weak,
          .is_quick_in_double = true,
          .apply = of_one<floor>,
      },
      {
          .name = "ceil",
          .usage = "ceil(x)",
          .parameters = {real},
          .result = real,
          .is_continuous = false,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .rises = monotony::weak,
          .is_quick_in_double = true,
          .apply = of_one<ceil>,
      },
      {
          .name = "min",
          .usage = "min(x, y, ...)",
          .parameters = {real, real},
          .repeats_last = true,
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .rises = monotony::strict,
          .is_quick_in_double = true,
          .apply = of_many<min>,
      },
      {
          .name = "max",
          .usage = "max(x, y, ...)",
          .parameters = {real, real},
          .repeats_last = true,
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .rises = monotony::strict,
          .is_quick_in_double = true,
          .apply = of_many<max>,
      },
      {
          .name = "gamma",
          .usage = "gamma(x)",
          .parameters = {{real, "", ranges::positive}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::tails,
          .exists_in_ranges = true,
          .is_quick_in_double = true,
          .apply = of_one<gamma>,
      },
      {
          .name = "lgamma",
          .usage = "lgamma(x) = log gamma(x), x > 0",
          .parameters = {{real, "", ranges::positive}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .is_quick_in_double = true,
          .apply = of_one<lgamma>,
      },
      {
          .name = "factorial",
          .usage = "factorial(k), k = 0, 1, ...",
          .parameters = {a_count},
          .result = real,
          .is_continuous = true,
          .work = work_growth::tails,
          .is_quick_in_double = true,
          .apply = of_one<factorial>,
      },
      {
          .name = "binomial",
          .usage = "binomial(x, k), k whole",
          .parameters = {real, a_count},
          .result = real,
          .is_continuous = true,
          .work = work_growth::tails,
          .exists_in_ranges = true,
          .is_quick_in_double = true,
          .apply = of_two<binomial>,
      },
      {
          .name = "tanh",
          .usage = "tanh(x)",
          .parameters = {real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::of_argument,
          .exists_in_ranges = true,
          .rises = monotony::strict,
          .is_quick_in_double = true,
          .apply = of_one<tanh>,
      },
      {
          .name = "Phi",
          .usage = "Phi(x), standard normal distribution function",
          .parameters = {real},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .sign = value_sign::never_negative,
          .exists_in_ranges = true,
          .rises = monotony::strict,
          .is_quick_in_double = true,
          .apply = of_one<normal_cdf>,
      },
      {
          .name = "Phi_inv",
          .usage = "Phi_inv(x), 0 < x < 1",
          .parameters = {{real, "", ranges::proper_share}},
          .result = real,
          .is_continuous = true,
          .work = work_growth::little,
          .exists_in_ranges = true,
          .rises = monotony::strict,
          .is_quick_in_double = true,
          .apply = of_one<normal_quantile>,
      },
      {
          .name = "if",
          .usage = "if(condition, then, else)",
          .parameters = {yes_no, any, any},
          .result = any,
          .is_continuous = false,
          .work = work_growth::little,
          .is_quick_in_double = true,
          .uses = argument_use::branch,
      },
      {
          .name = "defined",
          .usage = "defined(formula)",
          .parameters = {any},
          .result = yes_no,
          .is_continuous = false,
          .work = work_growth::little,
          .uses = argument_use::existence,
      },
  };
}

}  // namespace shufflecert::inline v0_1
