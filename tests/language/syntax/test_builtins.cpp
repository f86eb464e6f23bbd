// What is said of every built-in function at once. A new one is missing here until it has samples,
// documentation, and what its traits promise.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "claims/scripts/formula_printer.hpp"
#include "claims/scripts/library.hpp"
#include "language/analysis/jet.hpp"
#include "language/analysis/one_variable.hpp"
#include "language/analysis/ray_values.hpp"
#include "language/syntax/builtins.hpp"
#include "shufflecert/plain_evaluation.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/values_at_points.hpp"
#include "typeset/typeset.hpp"

namespace test_builtins {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

constexpr bits precision = 256;

struct sample {
  const char* formula;  ///< a number for each t
  std::vector<const char*> places;
};

// At kinks, poles' neighbours, whole numbers and the ends of domains, where a function jumps if it
// jumps at all. The probabilities of laws and mixtures stay above 0: what happens where one is lost
// is a test of its own.
const std::map<std::string, sample>& samples() {
  static const std::map<std::string, sample> all{
      {"exp", {"exp(t)", {"-1", "0", "2"}}},
      {"log", {"log(t)", {"1/2", "1", "3"}}},
      {"log1p", {"log1p(t)", {"-1/2", "0", "3"}}},
      {"expm1", {"expm1(t)", {"-1", "0", "2"}}},
      {"sqrt", {"sqrt(t)", {"0", "1/4", "2"}}},
      {"abs", {"abs(t)", {"-1", "0", "2"}}},
      {"floor", {"floor(t)", {"-1", "0", "2"}}},
      {"ceil", {"ceil(t)", {"-1", "0", "2"}}},
      {"min", {"min(t, 1, 2 - t)", {"0", "1", "3/2"}}},
      {"max", {"max(t, 1, 2 - t)", {"0", "1", "3/2"}}},
      {"gamma", {"gamma(t)", {"-1/2", "1", "5/2", "3"}}},
      {"lgamma", {"lgamma(t)", {"1/2", "1", "3"}}},
      {"factorial", {"factorial(4)*t", {"1"}}},
      {"binomial", {"binomial(t, 3)", {"-1", "0", "2", "7/2"}}},
      {"tanh", {"tanh(t)", {"-1", "0", "2"}}},
      {"Phi", {"Phi(t)", {"-1", "0", "2"}}},
      {"Phi_inv", {"Phi_inv(t)", {"1/4", "1/2", "99/100"}}},
      {"if", {"if(t < 1, 2, 3)", {"1"}}},
      {"defined", {"if(defined(sqrt(t - 1)), 2, 3)", {"1"}}},
      {"sum", {"sum(j, 1, 4, t^j/j)", {"-1", "0", "1"}}},
      {"product", {"product(j, 1, 4, t - j)", {"0", "2", "5/2"}}},
      {"integral", {"integral(x, 0, t, abs(x - 1))", {"-1", "0", "1", "2"}}},
      {"normal_mean", {"normal_mean(x, exp(t*x))", {"-1", "0", "1/2"}}},
      {"poisson_mean", {"poisson_mean(t, b, abs(b - 2))", {"0", "1", "2"}}},
      {"minimum", {"minimum(x, -1, t, x*(x - 1))", {"0", "1/2", "1"}}},
      {"maximum", {"maximum(x, -1, t, x*(2 - x))", {"0", "1", "2"}}},
      // The condition holds on [1, 2] only where t >= 0, and from 2 on anyway.
      {"smallest", {"smallest(x, 0, 3, x >= 2 or (x >= 1 and t >= 0))", {"0"}}},
      {"binomial_cdf", {"binomial_cdf(t, 4, 1/3)", {"0", "2"}}},
      // P(X <= 0) = 1/4 for X ~ Bin(2, 1/2).
      {"binomial_quantile", {"binomial_quantile(t, 2, 1/2)", {"1/4"}}},
      {"binomial_mean", {"binomial_mean(m, 5, t, abs(m - 2))", {"0", "1/3", "1"}}},
      {"rounds_to", {"if(rounds_to(t, 1, 1/5), 2, 3)", {"9/10", "11/10"}}},
      {"clone_pair", {"renyi(clone_pair(6, t), 2)", {"0", "1/2", "2"}}},
      {"clone_law_pair", {"renyi(clone_pair(law(x, 0, 2, (x + 1)/6), t), 2)", {"0", "1/2", "2"}}},
      {"unmixed_pair", {"hockey_stick(unmixed_pair(6, t), 1/2)", {"0", "1/2", "2"}}},
      // P(reject) = 0 alone: at b = 1 half of Q's outcomes become impossible under P.
      {"printed_pair", {"tradeoff(printed_pair(3, 1, t), 0)", {"1"}}},
      {"rr_pair", {"renyi(rr_pair(6, t), 2)", {"0", "1/2", "2"}}},
      {"normal_pair", {"renyi(normal_pair(t, 1, 0, 1 + t^2), 2)", {"0", "1/2", "3/4"}}},
      {"gaussian_pair", {"hockey_stick(gaussian_pair(t), 1/2)", {"0", "1/2", "2"}}},
      {"laplace_pair", {"hockey_stick(laplace_pair(t), 1/2)", {"1/4", "1/2", "2"}}},
      {"krr_pair", {"renyi(krr_pair(3, 4, t), 2)", {"0", "1/2", "2"}}},
      {"staircase_pair",
       {"renyi(staircase_pair(t, 3, 1, 2, 1, 010, 101, 1, 010), 2)", {"0", "1/2", "2"}}},
      // At beta = 0 nothing counts any more, and nothing has the ratio p.
      {"variation_pair", {"renyi(variation_pair(3, 2, t, 2), inf)", {"0"}}},
      {"subsampled", {"renyi(subsampled(rr_pair(6, 1), t), 2)", {"0", "1/2", "1"}}},
      {"compose", {"renyi(compose(rr_pair(3, t), 2), 2)", {"0", "1/2", "2"}}},
      {"product_pair",
       {"hockey_stick(product_pair(rr_pair(3, t), rr_pair(2, 1)), 1/2)", {"0", "1/2", "2"}}},
      {"pair", {"renyi(pair(rr_law(t, 3, 1), rr_law(t, 4, 0)), 2)", {"0", "1/2", "2"}}},
      {"shuffled_pair",
       {"renyi(shuffled_pair(rr_law(t, 1, 0), rr_law(t, 0, 1), rr_law(1, 1, 0), 3), 2)",
        {"0", "1/2", "2"}}},
      {"allocation_pair", {"hockey_stick(allocation_pair(3, t), 1/2)", {"1/2", "2"}}},
      {"swap", {"renyi(swap(rr_pair(6, t)), 2)", {"0", "1/2", "2"}}},
      {"rr_law", {"pmf(rr_law(t, 3, 2), 1)", {"0", "1/2", "2"}}},
      {"krr_law", {"pmf(krr_law(t, 1, 2, 1), 0, 3, 1)", {"0", "1/2", "2"}}},
      {"law",
       {"renyi(pair(law(y, 0, 3, binomial(3, y)*t^y*(1 - t)^(3 - y)), rr_law(1, 3, 0)), 2)",
        {"1/4", "1/2"}}},
      {"binomial_law", {"pmf(binomial_law(3, t), 1)", {"1/4", "1/2"}}},
      {"discrete_gaussian_law", {"pmf(discrete_gaussian_law(t, 1), 1)", {"0", "1/2"}}},
      {"geometric_law", {"pmf(geometric_law(t, 1), 1)", {"0", "1/2"}}},
      {"poisson_law", {"pmf(poisson_law(t), 2)", {"1/4", "3"}}},
      {"negative_binomial_law", {"pmf(negative_binomial_law(3*t, t), 2)", {"1/4", "1/3"}}},
      {"skellam_law", {"pmf(skellam_law(-1, t), 1)", {"1/4", "3"}}},
      {"sum_law", {"pmf(sum_law(rr_law(t, 2, 1), rr_law(1, 0, 2)), 3)", {"0", "1/2", "2"}}},
      {"first", {"pmf(first(rr_pair(4, t)), 2)", {"0", "1/2", "2"}}},
      {"second", {"pmf(second(rr_pair(4, t)), 2)", {"0", "1/2", "2"}}},
      {"mix",
       {"total_variation(pair(mix(t, rr_law(1, 3, 1), rr_law(1, 4, 0)), rr_law(1, 4, 0)))",
        {"0", "1/2", "1"}}},
      {"pmf", {"pmf(mix(t, rr_law(1, 3, 1), rr_law(1, 4, 0)), 2)", {"0", "1/2", "1"}}},
      {"mean", {"mean(x, rr_law(1, 3, 1), abs(x - t))", {"0", "1", "2"}}},
      {"renyi", {"renyi(rr_pair(6, 1), t)", {"1/2", "2", "5/2", "4"}}},
      {"hockey_stick", {"hockey_stick(rr_pair(6, log(2)), t)", {"-1", "0", "1/2", "2"}}},
      {"total_variation", {"total_variation(rr_pair(6, t))", {"0", "1/2", "2"}}},
      // An outcome with P > 0 = Q adds 0 for orders below 1, and its P at order 1.
      {"chi_moment", {"chi_moment(unmixed_pair(2, 1), t)", {"1"}}},
      {"ternary_moment",
       {"ternary_moment(rr_law(1, 1, 1), rr_law(1, 2, 0), law(y, 0, 1, 1/2), t)", {"1"}}},
      {"tradeoff", {"tradeoff(rr_pair(6, log(2)), t)", {"0", "1/4", "1/2", "1"}}},
      {"epsilon", {"epsilon(rr_pair(6, log(2)), t)", {"0", "1/100", "1/4"}}},
      {"rdp_epsilon", {"rdp_epsilon(rr_pair(6, log(2)), t)", {"1/100", "1/10"}}},
      {"rdp_epsilon_canonne", {"rdp_epsilon_canonne(gaussian_pair(t), 1/100)", {"1/2", "2"}}},
      {"rdp_epsilon_mironov", {"rdp_epsilon_mironov(gaussian_pair(t), 1/100)", {"1/2", "2"}}},
      {"rdp_epsilon_of_order", {"rdp_epsilon_of_order(1, t, 1/4)", {"3/2", "3", "4", "5"}}},
      {"shuffle_gaussian_renyi", {"shuffle_gaussian_renyi(5, t, 3)", {"1/2", "2"}}},
      {"shuffled_batches_lower", {"shuffled_batches_lower(1/2, 9, t)", {"-1", "0", "2"}}},
      {"curve", {"at(curve(rr_pair(6, t)), 1/4)", {"0", "1/2", "2"}}},
      {"gaussian_curve", {"at(gaussian_curve(t), 1/4)", {"0", "1/2", "2"}}},
      {"mix_curves",
       {"at(mix_curves(t, identity_curve, curve(rr_pair(4, log(2)))), 1/4)", {"0", "1/2", "1"}}},
      {"symmetrized", {"at(symmetrized(curve(rr_pair(4, log(2)))), t)", {"0", "1/4", "1"}}},
      {"at", {"at(curve(rr_pair(4, log(2))), t)", {"0", "1/4", "1"}}},
      {"curve_renyi", {"curve_renyi(gaussian_curve(1/2), t)", {"1/2", "1", "2", "4"}}},
      {"curve_delta", {"curve_delta(curve(rr_pair(4, log(2))), t)", {"-1", "0", "1/2"}}},
  };
  return all;
}

std::vector<const builtin*> entries() {
  std::vector<const builtin*> all;
  for (const std::string& name : builtin_names()) all.push_back(find_builtin(name));
  return all;
}

const sample& sample_of(const builtin& function) {
  const auto found = samples().find(std::string(function.name));
  REQUIRE(found != samples().end());
  return found->second;
}

variable_map with_t(const rational& t) {
  return {{"t", parse_formula(to_text(t))}};
}

// The certified value at t; nothing where there is none.
std::optional<ball> value_at(const char* formula, const rational& t) {
  const definitions none;
  try {
    const refined_value found = refine(*parse_formula(formula), none, with_t(t), 20, {}, {});
    return std::get<number>(found.result).to_ball(precision);
  } catch (const undefined_value&) {
    return std::nullopt;
  }
}

rational place(const char* text) {
  return *number_at(text, precision).as_rational();
}

// Whether two certified values, of which either may be missing, certainly are this far apart.
bool differ_by(const std::optional<ball>& a, const std::optional<ball>& b, const rational& far) {
  return a && b && less(ball::of(far, precision), abs(*a - *b)) == true;
}

bool agree_to(const ball& a, const ball& b, const rational& near) {
  return less(abs(a - b), ball::of(near, precision)) == true;
}

const rational nearby(1, integer(1) << 30);

// A place that is certainly no jump's.
std::pair<rational, ball> beside_a_place(const sample& of) {
  for (const rational& shift : {rational(1, 8), rational(-1, 8)}) {
    const rational t = place(of.places.front()) + shift;
    const auto value = value_at(of.formula, t);
    if (value && value->is_finite()) return {t, *value};
  }
  FAIL("no value beside " << of.places.front());
  throw std::logic_error("not reached");
}

// f(a), or f(a, b), … with the last argument repeated, where that is the function's way.
std::string called(const builtin& function, const std::vector<std::string>& arguments) {
  std::string text(function.name);
  for (std::size_t i = 0; i < arguments.size(); ++i) text += (i == 0 ? "(" : ", ") + arguments[i];
  return text + ")";
}

std::optional<ball> value_of_call(const builtin& function, const std::vector<rational>& at) {
  std::vector<std::string> texts;
  texts.reserve(at.size());
  for (const rational& x : at) texts.push_back(to_text(x));
  return value_at(called(function, texts).c_str(), 0);
}

const std::vector<rational>& some_numbers() {
  static const std::vector<rational> all{-1000, -3, -1,  rational(-1, 2), 0, rational(1, 3),
                                         1,     7,  1000};
  return all;
}

// A call with a name for each argument, of whatever kind.
expression_ptr call_of_names(const builtin& function) {
  call made{std::string(function.name), {}};
  for (std::size_t i = 0; i < function.parameters.size(); ++i)
    made.arguments.push_back(parse_formula("x" + std::to_string(i)));
  return std::make_shared<const expression>(expression{std::move(made), 0});
}

std::string text_of_page(const char* path) {
  std::ifstream file(SHUFFLECERT_SOURCE_DIR "/" + std::string(path));
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

bool are_same(const layout& a, const layout& b) {
  return a.what == b.what && a.text == b.text && a.closing == b.closing &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), are_same);
}

bool are_all_numbers(const builtin& function) {
  return function.result == value_kind::number &&
         std::all_of(function.parameters.begin(), function.parameters.end(),
                     [](const auto& parameter) { return parameter.kind == value_kind::number; });
}

}  // namespace

TEST_CASE("every entry of the table of built-in functions is whole") {
  std::set<std::string_view> names;
  for (const builtin* function : entries()) {
    INFO(function->name);
    CHECK(names.insert(function->name).second);
    const std::string written(written_name(function->name));
    CHECK(function->usage.starts_with(written + "("));
    CHECK_FALSE(function->parameters.empty());
    CHECK(function->required() >= 1);
    CHECK((function->apply != nullptr) == (function->uses == argument_use::each));
    CHECK((function->form != nullptr) == (function->uses == argument_use::body));
    CHECK(binds_a_name(function->name) == (function->form != nullptr));
    // What takes a role is called so where the function's use is shown.
    const std::string usage(function->usage.substr(0, function->usage.rfind(')')));
    const std::string last = usage.substr(usage.rfind(written));
    std::istringstream shown(last.substr(last.find('(') + 1));
    for (const builtin_parameter& parameter : function->parameters) {
      std::string name;
      std::getline(shown >> std::ws, name, ',');
      if (!parameter.role.empty()) CHECK(name == parameter.role);
      if (!parameter.role.empty()) CHECK(parameter.kind == value_kind::number);
    }
    // A form of numbers looks at its body as often as its range is long.
    if (function->uses == argument_use::body && function->result == value_kind::number)
      CHECK(function->work == work_growth::terms);
  }
  for (const auto& [name, unused] : samples()) {
    INFO(name);
    CHECK(names.contains(name));
  }
}

TEST_CASE("every built-in function is in the reference") {
  const std::string text =
      text_of_page("docs/reference/language.md") + text_of_page("docs/reference/functions.md") +
      text_of_page("docs/reference/pairs.md") + text_of_page("docs/reference/quantities.md");
  for (const builtin* function : entries()) {
    INFO(function->name);
    // Of two that are written alike each has its own use there.
    const std::string use = function->written.empty()
                                ? std::string(function->name) + "("
                                : std::string(function->usage.substr(0, function->usage.find(')')));
    CHECK(text.find("`" + use) != std::string::npos);
  }
}

TEST_CASE("the sign that a built-in function states is that of its values") {
  int seen = 0;
  for (const builtin* function : entries()) {
    if (function->sign == value_sign::not_stated) continue;
    const sample& own = sample_of(*function);
    for (const char* text : own.places) {
      const rational t = place(text);
      const auto value = value_at(own.formula, t);
      INFO(own.formula << " at t = " << text);
      REQUIRE(value.has_value());
      ++seen;
      switch (function->sign) {
        case value_sign::positive:
          CHECK(value->is_certainly_positive());
          break;
        case value_sign::never_negative:
          CHECK_FALSE(value->is_certainly_negative());
          break;
        case value_sign::of_argument:
          CHECK(value->is_certainly_positive() == (t > 0));
          CHECK(value->is_certainly_negative() == (t < 0));
          break;
        case value_sign::not_stated:
          break;
      }
    }
  }
  CHECK(seen >= 30);
}

TEST_CASE("the guide lists the built-in functions that may jump") {
  const std::string text = text_of_page("docs/guide/claims.md");
  const std::size_t start = text.find("that may jump:");
  REQUIRE(start != std::string::npos);
  const std::string list = text.substr(start, text.find(';', start) - start);
  for (const builtin* function : entries()) {
    INFO(function->name);
    const bool is_listed = list.find("`" + std::string(function->name) + "`") != std::string::npos;
    CHECK(is_listed == !function->is_continuous);
  }
}

TEST_CASE("a built-in function is continuous where its samples do not jump, and only there") {
  for (const builtin* function : entries()) {
    INFO(function->name);
    const sample& shown = sample_of(*function);
    bool jumps = false;
    for (const char* text : shown.places) {
      INFO("t = " << text);
      const rational t = place(text);
      const auto here = value_at(shown.formula, t);
      REQUIRE(here);
      int seen = 0;
      for (const rational& beside : {rational(t - nearby), rational(t + nearby)}) {
        const auto there = value_at(shown.formula, beside);
        if (!there) continue;
        ++seen;
        jumps = jumps || differ_by(here, there, rational(1, 20));
        if (function->is_continuous) CHECK(agree_to(*here, *there, rational(1, 1000)));
      }
      CHECK(seen > 0);
    }
    CHECK(jumps == !function->is_continuous);
    CHECK(is_continuous_builtin(function->name) == function->is_continuous);
  }
  CHECK_FALSE(is_continuous_builtin("somebody_s_definition"));
}

TEST_CASE("no value stands for pairs and laws of which an outcome may lose its last probability") {
  const definitions none;
  const budget limits;
  const variable_map variables;
  const char* const two = "law(y, 0, 1, y), law(y, 0, 1, 1/2)";
  const std::string made[] = {
      "tradeoff(subsampled(pair(" + std::string(two) + "), t), 0)",
      "tradeoff(pair(mix(t, " + std::string(two) + "), law(y, 0, 1, 1/2)), 0)",
      "tradeoff(pair(law(y, 0, 1, y*t + (1 - y)*(1 - t)), law(y, 0, 1, 1/2)), 0)",
      "at(curve(pair(law(y, 0, 1, y*t + (1 - y)*(1 - t)), law(y, 0, 1, 1/2))), 0)",
      "tradeoff(pair(first(clone_pair(3, 1, t)), first(clone_pair(3, 1, 1/2))), 0)"};
  for (const std::string& formula : made) {
    INFO(formula);
    // It jumps at t = 1, and so must not be known on a stretch that ends there …
    const auto end = value_at(formula.c_str(), 1);
    CHECK(differ_by(end, value_at(formula.c_str(), 1 - nearby), rational(1, 20)));
    evaluator at({none, 128, limits, nullptr}, variables);
    at.bind("t", number(ball::hull(ball::of(rational(3, 4), 128), ball::of(rational(1), 128))));
    CHECK_THROWS_AS(at.evaluate_number(*parse_formula(formula)), precision_needed);
  }
}

namespace {

// Numbers on both sides of each end of a range and at it; whole ones where only those have a value.
struct numbers_of_range {
  std::vector<rational> inside;
  std::vector<rational> outside;
};

numbers_of_range around(const builtin_parameter& parameter) {
  const auto& least = parameter.range.least;
  const auto& largest = parameter.range.largest;
  const auto is_inside = [&](const rational& x) {
    return (!least.value || x > *least.value || (x == *least.value && !least.is_excluded)) &&
           (!largest.value || x < *largest.value || (x == *largest.value && !largest.is_excluded));
  };
  numbers_of_range found;
  std::vector<rational> all = some_numbers();
  const rational step = parameter.is_whole() ? rational(1) : rational(1, 1000);
  for (const auto& end : {least.value, largest.value})
    if (end) all.insert(all.end(), {*end - step, rational(*end), *end + step});
  for (const rational& x : all)
    if (!parameter.is_whole() || denominator(x) == 1)
      (is_inside(x) ? found.inside : found.outside).push_back(x);
  return found;
}

// Which a call needs in the place of a pair, a law or a curve.
std::string plain_argument(value_kind kind) {
  if (kind == value_kind::pair) return "rr_pair(3, 1)";
  if (kind == value_kind::law) return "rr_law(1, 2, 1)";
  if (kind == value_kind::curve) return "curve(rr_pair(3, 1))";
  return "1/2";
}

// Its own value, or that of a quantity which exists for every pair, law or curve.
std::string quantity_of(const builtin& function, const std::string& called) {
  if (function.result == value_kind::pair) return "hockey_stick(" + called + ", 1/2)";
  if (function.result == value_kind::curve) return "at(" + called + ", 1/2)";
  return called;
}

std::string in_formula(const rational& x) {
  return "(" + to_text(x) + ")";
}

std::vector<std::string> plain_arguments(const builtin& function) {
  std::vector<std::string> arguments;
  for (const builtin_parameter& parameter : function.parameters)
    arguments.push_back(parameter.kind == value_kind::number
                            ? in_formula(around(parameter).inside.back())
                            : plain_argument(parameter.kind));
  return arguments;
}

std::string call_of(const builtin& function, const std::vector<std::string>& arguments) {
  return quantity_of(function, fmt::format("{}({})", function.name, fmt::join(arguments, ", ")));
}

}  // namespace

TEST_CASE("what exists in the ranges of its parameters has a finite value there") {
  std::size_t functions = 0;
  for (const builtin* function : entries()) {
    if (!function->exists_in_ranges) continue;
    ++functions;
    for (std::size_t i = 0; i < function->parameters.size(); ++i) {
      const builtin_parameter& parameter = function->parameters[i];
      if (parameter.kind != value_kind::number) continue;
      std::vector<std::string> arguments = plain_arguments(*function);
      for (const rational& x : around(parameter).inside) {
        arguments[i] = in_formula(x);
        const std::string formula = call_of(*function, arguments);
        INFO(formula);
        const auto value = value_at(formula.c_str(), 0);
        REQUIRE(value);
        CHECK(value->is_finite());
      }
    }
  }
  CHECK(functions >= 35);
}

TEST_CASE("outside of the ranges nothing exists, but for the gamma function") {
  std::size_t tried = 0;
  for (const builtin* function : entries()) {
    if (!function->exists_in_ranges || function->name == "gamma") continue;
    for (std::size_t i = 0; i < function->parameters.size(); ++i) {
      const builtin_parameter& parameter = function->parameters[i];
      // At other orders a shuffled Gaussian mechanism has a divergence, which is beyond reach.
      if (parameter.kind != value_kind::number || parameter.role == "lambda") continue;
      std::vector<std::string> arguments = plain_arguments(*function);
      for (const rational& x : around(parameter).outside) {
        arguments[i] = in_formula(x);
        const std::string formula = call_of(*function, arguments);
        INFO(formula);
        CHECK_FALSE(value_at(formula.c_str(), 0));
        ++tried;
      }
    }
  }
  CHECK(tried >= 60);
}

TEST_CASE("what rises does not fall in the ranges of its parameters") {
  std::size_t functions = 0;
  for (const builtin* function : entries()) {
    if (function->rises == monotony::not_stated) continue;
    ++functions;
    INFO(function->name);
    REQUIRE(are_all_numbers(*function));
    REQUIRE(function->exists_in_ranges);
    const std::vector<rational> inside = [&] {
      std::vector<rational> numbers = around(function->parameters.front()).inside;
      std::sort(numbers.begin(), numbers.end());
      numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
      return numbers;
    }();
    CHECK(inside.size() >= 3);
    std::optional<ball> all_before;
    for (const rational& others : inside) {
      const auto all =
          value_of_call(*function, std::vector<rational>(function->parameters.size(), others));
      REQUIRE(all);
      // Strictly, where all arguments grow.
      if (all_before && function->rises == monotony::strict) CHECK(less(*all_before, *all) == true);
      all_before = all;
      for (std::size_t i = 0; i < function->parameters.size(); ++i) {
        std::optional<ball> before;
        for (const rational& x : inside) {
          std::vector<rational> arguments(function->parameters.size(), others);
          arguments[i] = x;
          INFO("argument " << i << " is " << to_text(x) << ", others " << to_text(others));
          const auto value = value_of_call(*function, arguments);
          REQUIRE(value);
          if (before) CHECK(less(*value, *before) != true);
          before = value;
        }
      }
    }
  }
  CHECK(functions >= 12);
}

// (V.4), (V.11) and (V.13), in numbers.
TEST_CASE("a pair moves with its parameters as the table says") {
  std::size_t tried = 0;
  for (const builtin* function : entries()) {
    for (std::size_t i = 0; i < function->parameters.size(); ++i) {
      const builtin_parameter& parameter = function->parameters[i];
      if (parameter.trend == leak_trend::not_stated) continue;
      REQUIRE(function->result == value_kind::pair);
      std::vector<std::string> arguments = plain_arguments(*function);
      if (parameter.role != "eps0")
        if (const auto place = function->place_of("eps0")) arguments[*place] = "1";
      for (const auto& [small, large] : std::vector<std::pair<const char*, const char*>>{
               {"1", "2"}, {"2", "5"}, {"1/10", "1/2"}, {"1/2", "9/10"}}) {
        if (parameter.is_whole() && std::string(small).find('/') != std::string::npos) continue;
        if (parameter.range.largest.value && std::string(large).find('/') == std::string::npos)
          continue;
        arguments[i] = small;
        const auto at_small = value_at(call_of(*function, arguments).c_str(), 0);
        arguments[i] = large;
        INFO(call_of(*function, arguments));
        const auto at_large = value_at(call_of(*function, arguments).c_str(), 0);
        REQUIRE(at_small);
        REQUIRE(at_large);
        const bool falls = parameter.trend == leak_trend::falls;
        CHECK(less(falls ? *at_small : *at_large, falls ? *at_large : *at_small) != true);
        ++tried;
      }
    }
  }
  CHECK(tried >= 20);
}

TEST_CASE("the second arithmetic has every built-in function, or the table says that it has not") {
  const definitions none;
  for (const builtin* function : entries()) {
    INFO(function->name);
    const sample& shown = sample_of(*function);
    const auto [t, certified] = beside_a_place(shown);
    INFO("t = " << to_text(t));
    const auto formula = parse_formula(shown.formula);
    if (!function->has_second) {
      CHECK_THROWS_AS(evaluate_double(*formula, none, with_t(t)), undefined_value);
      continue;
    }
    const double nearest = evaluate_double(*formula, none, with_t(t)).nearest;
    CHECK(std::abs(nearest - certified.near()) <= 1e-9 * std::max(1.0, std::abs(nearest)));
    // What a search may look at in double costs next to nothing there.
    if (function->is_quick_in_double) CHECK_FALSE(takes_distributions(function->name));
  }
}

TEST_CASE("scripts have every built-in function, or the table says that they have not") {
  // What the languages bring along; the rest is in library.py and library.gp.
  const std::map<script_language, std::set<std::string>> own{
      {script_language::python, {"mp", "lambda", "if", "else", "abs", "min", "max"}},
      {script_language::gp, {"if", "abs", "exp", "expm1", "log1p", "tanh", "gamma", "min", "max"}}};
  for (const auto& [language, known] : own) {
    const auto printer = make_printer(language, {}, {});
    for (const builtin* function : entries()) {
      INFO(function->name << (language == script_language::python ? " in Python" : " in GP"));
      const expression_ptr made = call_of_names(*function);
      if (!function->has_script) {
        CHECK_THROWS_AS(printer->value(*made), script_unavailable);
        continue;
      }
      for (const std::string& name : identifiers_in(printer->value(*made))) {
        const bool is_argument = name.size() == 2 && name.front() == 'x';
        INFO(name);
        CHECK((is_argument || known.contains(name) || snippet_names(language).contains(name)));
      }
    }
  }
}

TEST_CASE("every table that goes by the names of built-in functions goes by names that there are") {
  const std::map<std::string, std::vector<std::string_view>> tables{
      {"jets", names_with_jets()},
      {"steps", names_with_steps()},
      {"rays", ray_evaluator::functions()},
      {"identities", names_in_identities()},
      {"layouts", names_with_layouts()},
      {"Python", make_printer(script_language::python, {}, {})->names_with_rules()},
      {"GP", make_printer(script_language::gp, {}, {})->names_with_rules()}};
  for (const auto& [table, names] : tables) {
    CHECK_FALSE(names.empty());
    for (const std::string_view name : names) {
      INFO(name << " in the table of " << table);
      CHECK(find_builtin(name) != nullptr);
    }
  }
}

TEST_CASE("every built-in function is set by its own rule, or as its name with arguments") {
  const std::vector<std::string_view> own = names_with_layouts();
  for (const builtin* function : entries()) {
    INFO(function->name);
    const layout made = set_formula(*call_of_names(*function), {});
    const layout name = set_name(std::string(function->name), {});
    const bool is_general = made.what == layout::kind::row && made.parts.size() == 2 &&
                            are_same(made.parts[0], name) &&
                            made.parts[1].what == layout::kind::fenced;
    const bool has_rule = std::find(own.begin(), own.end(), function->name) != own.end();
    // A rule for another number of arguments would never be used. That of Phi sets its letter,
    // which is also its name's, whatever a paper's symbols say.
    if (function->name != "Phi") CHECK(is_general == !has_rule);
  }
}

}  // namespace test_builtins
