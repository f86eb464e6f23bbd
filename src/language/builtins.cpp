#include "language/builtins.hpp"

#include <algorithm>

#include "shufflecert/quantities.hpp"

namespace shufflecert {
namespace {

constexpr value_kind real = value_kind::number;
constexpr value_kind yes_no = value_kind::truth;
constexpr value_kind a_pair = value_kind::pair;

using arguments = std::vector<formula_value>;
using context = builtin_context;

const number& real_at(const arguments& given, std::size_t i) {
  return std::get<number>(given[i]);
}

const distribution_pair& pair_at(const arguments& given, std::size_t i) {
  return std::get<distribution_pair>(given[i]);
}

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

// The first argument of every shuffle-model pair: the number of users.
std::int64_t users(const number& n) {
  if (const auto whole = n.to_int64()) return *whole;
  if (const auto* q = n.as_rational(); q != nullptr && is_integer(*q))
    throw beyond_reach("n is beyond 64 bits");
  if (n.is_exact()) throw undefined_value("n must be a whole number");
  throw precision_needed("whether n is a whole number is not determined");
}

std::optional<number> optional_real(const arguments& given, std::size_t i) {
  if (given.size() <= i) return std::nullopt;
  return real_at(given, i);
}

template <class Pair>
formula_value checked(Pair pair, const context& at) {
  distribution_pair result{std::move(pair)};
  check_parameters(result, at.precision);
  return result;
}

formula_value make_clone_pair(const arguments& given, const context& at) {
  return checked(clone_pair{users(real_at(given, 0)), real_at(given, 1), optional_real(given, 2)},
                 at);
}
formula_value make_unmixed_pair(const arguments& given, const context& at) {
  return checked(unmixed_pair{users(real_at(given, 0)), real_at(given, 1), optional_real(given, 2)},
                 at);
}
formula_value make_printed_pair(const arguments& given, const context& at) {
  return checked(printed_pair{users(real_at(given, 0)), real_at(given, 1), real_at(given, 2)}, at);
}
formula_value make_rr_pair(const arguments& given, const context& at) {
  return checked(rr_pair{users(real_at(given, 0)), real_at(given, 1)}, at);
}
formula_value make_normal_pair(const arguments& given, const context& at) {
  return checked(
      normal_pair{real_at(given, 0), real_at(given, 1), real_at(given, 2), real_at(given, 3)}, at);
}
formula_value make_gaussian_pair(const arguments& given, const context& at) {
  return checked(gaussian_pair(real_at(given, 0)), at);
}
formula_value make_swapped(const arguments& given, const context&) {
  return swap(pair_at(given, 0));
}

// Evaluates a quantity through the cache; exact parameters identify it.
template <class Evaluate>
formula_value cached(const std::string& name, const distribution_pair& pair,
                     const number& parameter, const context& at, Evaluate evaluate) {
  const auto pair_text = exact_text(pair);
  const auto parameter_text = parameter.exact_text();
  std::string key;
  if (at.cache != nullptr && pair_text && parameter_text) {
    key = name + "|" + *pair_text + "|" + *parameter_text + "|" + std::to_string(at.precision);
    if (const auto known = at.cache->find(key)) {
      at.methods.insert(known->method);
      return known->value;
    }
  }
  quantity result = evaluate();
  if (const number& x = result.value; !x.is_exact() && x.to_ball(at.precision).is_indeterminate())
    throw precision_needed("the " + name + " is not determined at this precision");
  at.methods.insert(result.method);
  if (!key.empty()) at.cache->store(key, result);
  return result.value;
}

formula_value evaluate_renyi(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  const auto& lambda = real_at(given, 1);
  return cached("renyi", pair, lambda, at,
                [&] { return renyi(pair, lambda, at.precision, at.limits); });
}
formula_value evaluate_hockey_stick(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  const auto& eps = real_at(given, 1);
  return cached("hockey_stick", pair, eps, at,
                [&] { return hockey_stick(pair, eps, at.precision, at.limits); });
}
formula_value evaluate_total_variation(const arguments& given, const context& at) {
  const auto& pair = pair_at(given, 0);
  return cached("total_variation", pair, 0, at,
                [&] { return total_variation(pair, at.precision, at.limits); });
}

constexpr value_kind any = value_kind::unknown;

const std::vector<builtin>& table() {
  static const std::vector<builtin> functions{
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
      {"sum", "sum(j, lo, hi, body)", {any, real, real, real}, 4, false, real, nullptr},
      {"product", "product(j, lo, hi, body)", {any, real, real, real}, 4, false, real, nullptr},
      {"clone_pair",
       "clone_pair(n, eps0) or clone_pair(n, eps0, p)",
       {real, real, real},
       2,
       false,
       a_pair,
       make_clone_pair},
      {"unmixed_pair",
       "unmixed_pair(n, eps0) or unmixed_pair(n, eps0, p)",
       {real, real, real},
       2,
       false,
       a_pair,
       make_unmixed_pair},
      {"printed_pair",
       "printed_pair(n, eps0, b)",
       {real, real, real},
       3,
       false,
       a_pair,
       make_printed_pair},
      {"rr_pair", "rr_pair(n, eps0)", {real, real}, 2, false, a_pair, make_rr_pair},
      {"normal_pair",
       "normal_pair(m1, v1, m2, v2), variances v1, v2",
       {real, real, real, real},
       4,
       false,
       a_pair,
       make_normal_pair},
      {"gaussian_pair", "gaussian_pair(mu)", {real}, 1, false, a_pair, make_gaussian_pair},
      {"swap", "swap(pair)", {a_pair}, 1, false, a_pair, make_swapped},
      {"renyi", "renyi(pair, lambda)", {a_pair, real}, 2, false, real, evaluate_renyi},
      {"hockey_stick",
       "hockey_stick(pair, eps)",
       {a_pair, real},
       2,
       false,
       real,
       evaluate_hockey_stick},
      {"total_variation",
       "total_variation(pair)",
       {a_pair},
       1,
       false,
       real,
       evaluate_total_variation},
  };
  return functions;
}

}  // namespace

const builtin* find_builtin(std::string_view name) {
  for (const builtin& function : table())
    if (function.name == name) return &function;
  return nullptr;
}

std::vector<std::string> builtin_names() {
  std::vector<std::string> names;
  for (const builtin& function : table()) names.emplace_back(function.name);
  return names;
}

bool binds_a_name(std::string_view function) {
  return function == "sum" || function == "product";
}

}  // namespace shufflecert
