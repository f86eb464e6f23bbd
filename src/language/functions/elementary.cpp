#include "language/evaluation/arguments.hpp"

namespace shufflecert {
namespace {

constexpr value_kind real = value_kind::number;
constexpr value_kind yes_no = value_kind::truth;
constexpr value_kind any = value_kind::unknown;
using arguments = std::vector<formula_value>;
using context = builtin_context;

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
      {"exp", "exp(x)", {real}, 1, false, real, of_one<exp>},
      {"log", "log(x), x > 0", {real}, 1, false, real, of_one<log>},
      {"log1p", "log1p(x) = log(1 + x), x > -1", {real}, 1, false, real, of_one<log1p>},
      {"expm1", "expm1(x) = exp(x) - 1", {real}, 1, false, real, of_one<expm1>},
      {"sqrt", "sqrt(x), x >= 0", {real}, 1, false, real, of_one<sqrt>},
      {"abs", "abs(x)", {real}, 1, false, real, of_one<abs>},
      {"floor", "floor(x)", {real}, 1, false, real, of_one<floor>},
      {"ceil", "ceil(x)", {real}, 1, false, real, of_one<ceil>},
      {"min", "min(x, y, ...)", {real, real}, 2, true, real, of_many<min>},
      {"max", "max(x, y, ...)", {real, real}, 2, true, real, of_many<max>},
      {"gamma", "gamma(x)", {real}, 1, false, real, of_one<gamma>},
      {"lgamma", "lgamma(x) = log gamma(x), x > 0", {real}, 1, false, real, of_one<lgamma>},
      {"factorial", "factorial(k), k = 0, 1, ...", {real}, 1, false, real, of_one<factorial>},
      {"binomial", "binomial(x, k), k whole", {real, real}, 2, false, real, of_two<binomial>},
      {"tanh", "tanh(x)", {real}, 1, false, real, of_one<tanh>},
      {"Phi",
       "Phi(x), standard normal distribution function",
       {real},
       1,
       false,
       real,
       of_one<normal_cdf>},
      {"Phi_inv", "Phi_inv(x), 0 < x < 1", {real}, 1, false, real, of_one<normal_quantile>},
      {"if", "if(condition, then, else)", {yes_no, any, any}, 3, false, any, nullptr},
      {"defined", "defined(formula)", {any}, 1, false, yes_no, nullptr},
  };
}

}  // namespace shufflecert
