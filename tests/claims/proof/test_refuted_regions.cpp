// Refutations on whole regions: the closed bounds are below (or above) the divergences, what is
// claimed of an unbounded region is true at its points, and what fails anywhere stays open.

#include <cmath>
#include <nlohmann/json.hpp>
#include <random>

#include "language/analysis/ray_values.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"
#include "support/this_run.hpp"

namespace test_refuted_regions {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

std::string text_of(const std::string& claim, const std::string& domain, const std::string& check,
                    const std::string& refute, const std::string& more = "") {
  return claim_text("claim = \"" + claim + "\"\ndomain = [" + domain + "]\n" + more, check) +
         "\n[[claim.refute]]\n" + refute + "\n";
}

refuted_region region_of(const std::string& claim, const std::string& domain,
                         const std::string& check, const std::string& refute,
                         const std::string& more = "") {
  const judgement found = judge_one(text_of(claim, domain, check, refute, more)).found;
  INFO(found.message);
  REQUIRE(found.refuted_regions.size() == 1);
  INFO(found.refuted_regions.front().reason);
  return found.refuted_regions.front();
}

bool is_refuted(const std::string& claim, const std::string& domain, const std::string& check,
                const std::string& refute, const std::string& more = "") {
  return region_of(claim, domain, check, refute, more).is_proved;
}

// With one variable x, checked at 1 and claimed for x > 0.
bool is_refuted_from(const std::string& claim, const std::string& range) {
  return is_refuted(claim, "\"x > 0\"", "x = [1]", "x = { " + range + " }");
}

// The closed formula that stands for a divergence: that this is at most −1000 is false everywhere.
std::string witness_of(const std::string& divergence, const std::string& more = "") {
  const refuted_region found =
      region_of(divergence + " <= -1000", "\"n >= 1\", \"eps0 > 0\", \"lambda > 1\"" + more,
                "n = [3]\neps0 = [1]\nlambda = [2]",
                "n = { from = 1, to = 20 }\neps0 = { from = \"0.5\", to = 3 }\n"
                "lambda = { from = 2, to = 5 }",
                "integers = [\"n\"]");
  CHECK(found.is_proved);
  return found.witness;
}

double value_at(const std::string& formula, int n, double odds, double lambda) {
  const std::string eps0 = "log(" + std::to_string(odds) + ")";
  const definitions none;
  const variable_map values{{"n", parse_formula(std::to_string(n))},
                            {"eps0", parse_formula(eps0)},
                            {"lambda", parse_formula(std::to_string(lambda))}};
  const refined_value found = refine(*parse_formula(formula), none, values, 15, {}, {});
  return std::get<number>(found.result).to_ball(64).near();
}

double binomial_mass(int n, int k, double p) {
  double mass = std::pow(1 - p, n);
  for (int i = 0; i < k; ++i) mass *= (n - i) * p / ((i + 1) * (1 - p));
  return mass;
}

using outcomes = std::map<std::pair<int, int>, std::pair<double, double>>;

double renyi_of(const outcomes& masses, double lambda) {
  double sum = 0;
  for (const auto& [outcome, both] : masses)
    if (both.first > 0) sum += both.first * std::pow(both.first / both.second, lambda - 1);
  return std::log(sum) / (lambda - 1);
}

// From the definitions: n − 1 reports on input 0 and one on input 1 (P) or 0 (Q).
outcomes response_outcomes(int n, double odds, bool swapped) {
  outcomes masses;
  const double flip = 1 / (odds + 1);
  for (int others = 0; others < n; ++others) {
    const double mass = binomial_mass(n - 1, others, flip);
    masses[{others + 1, 0}].first += mass * (1 - flip);
    masses[{others, 0}].first += mass * flip;
    masses[{others + 1, 0}].second += mass * flip;
    masses[{others, 0}].second += mass * (1 - flip);
  }
  if (swapped)
    for (auto& [outcome, both] : masses) std::swap(both.first, both.second);
  return masses;
}

// (A + Δ, C − A + 1 − Δ) against (A + 1 − Δ, C − A + Δ).
outcomes clone_outcomes(int n, double odds, double p) {
  outcomes masses;
  const double likely = odds / (odds + 1);
  for (int c = 0; c < n; ++c)
    for (int a = 0; a <= c; ++a) {
      // Bin(n − 1, 1) is n − 1 for certain.
      const double of_c = p == 1 ? (c == n - 1 ? 1.0 : 0.0) : binomial_mass(n - 1, c, p);
      const double mass = of_c * binomial_mass(c, a, 0.5);
      masses[{a + 1, c - a}].first += mass * likely;
      masses[{a, c - a + 1}].first += mass * (1 - likely);
      masses[{a, c - a + 1}].second += mass * likely;
      masses[{a + 1, c - a}].second += mass * (1 - likely);
    }
  return masses;
}

}  // namespace

TEST_CASE("one outcome is below the divergence", "[refute]") {
  constexpr double rounding = 1e-12;
  const std::string no_ones = witness_of("renyi(swap(rr_pair(n, eps0)), lambda)");
  const std::string all_ones = witness_of("renyi(rr_pair(n, eps0), lambda)");
  const std::string no_clone = witness_of("renyi(clone_pair(n, eps0), lambda)");
  const std::string given = witness_of("renyi(swap(clone_pair(n, eps0, 1/4)), lambda)");
  CHECK(no_ones == "eps0 - n*log1p(exp(-eps0))/(lambda - 1)");
  for (const int n : {1, 2, 3, 7, 20})
    for (const double odds : {1.5, 3.0, 20.0})
      for (const double lambda : {1.25, 2.0, 4.5, 30.0}) {
        CAPTURE(n, odds, lambda);
        const outcomes first = response_outcomes(n, odds, false);
        const outcomes second = response_outcomes(n, odds, true);
        // One term of the sum, and less than all of it.
        const auto term = [&](const outcomes& masses, int outcome, int other) {
          return renyi_of({{{0, 0}, masses.at({outcome, other})}}, lambda);
        };
        // All terms of outcomes (a, 0).
        const auto one_sided = [&](const outcomes& masses) {
          outcomes chosen;
          for (const auto& [outcome, both] : masses)
            if (outcome.second == 0) chosen[outcome] = both;
          return renyi_of(chosen, lambda);
        };
        CHECK(value_at(no_ones, n, odds, lambda) == Approx(term(second, 0, 0)).epsilon(1e-9));
        CHECK(value_at(all_ones, n, odds, lambda) == Approx(term(first, n, 0)).epsilon(1e-9));
        CHECK(value_at(no_ones, n, odds, lambda) <= renyi_of(second, lambda) + rounding);
        CHECK(value_at(all_ones, n, odds, lambda) <= renyi_of(first, lambda) + rounding);
        const outcomes clones = clone_outcomes(n, odds, 1 / odds);
        CHECK(value_at(no_clone, n, odds, lambda) == Approx(one_sided(clones)).epsilon(1e-9));
        CHECK(value_at(no_clone, n, odds, lambda) <= renyi_of(clones, lambda) + rounding);
        CHECK(value_at(given, n, odds, lambda) ==
              Approx(one_sided(clone_outcomes(n, odds, 0.25))).epsilon(1e-9));
        // The upper bound that replaces a divergence.
        CHECK(renyi_of(clones, lambda) <= std::log(odds) + rounding);
        CHECK(renyi_of(first, lambda) <= std::log(odds) + rounding);
      }
}

TEST_CASE("a bound is refuted on an unbounded region", "[refute]") {
  const std::string domain = "\"n >= 2\", \"eps0 > 0\", \"lambda >= 2\"";
  const std::string check = "n = [1000]\neps0 = [6]\nlambda = [2]";
  const std::string claim =
      "max(renyi(rr_pair(n, eps0), lambda), renyi(swap(rr_pair(n, eps0)), lambda)) <= "
      "2*exp(eps0)*lambda/(n - 1)";
  const std::string integers = "integers = [\"n\"]";
  const auto region = [&](const std::string& from, const std::string& most) {
    return region_of(claim, domain, check,
                     "eps0 = { from = \"" + from + "\" }\nlambda = { from = 2 }\n" +
                         "n = { from = \"lambda*exp(eps0)\", to = \"" + most +
                         "*lambda*exp(eps0)\" }",
                     integers);
  };
  // With n = κλe^ε0 the witness is about ε0 − κλ/(λ − 1), the bound 2/κ: at κ = λ = 2 they meet
  // near ε0 = 5.
  const refuted_region found = region("5.2", "2");
  CHECK(found.is_proved);
  CHECK(found.witness == "eps0 - n*log1p(exp(-eps0))/(lambda - 1)");
  CHECK(found.point.at("eps0") == "5.2");
  CHECK(found.point.at("n") == "363");  // the least whole number from 2·e^5.2 = 362.5… on
  CHECK_FALSE(region("4.9", "2").is_proved);
  // At κ = 1 they meet near ε0 = 4.
  CHECK(region("4.2", "1.1").is_proved);
  CHECK_FALSE(region("3.9", "1.1").is_proved);
  // A factor that must not be negative.
  const auto times = [&](const std::string& least) {
    return is_refuted("s*renyi(swap(rr_pair(n, eps0)), lambda) <= s*2*exp(eps0)*lambda/(n - 1)",
                      domain + ", \"s >= -9\"", check + "\ns = [1]",
                      "eps0 = { from = 6 }\nlambda = 2\nn = { from = \"2*exp(eps0)\", to = "
                      "\"3*exp(eps0)\" }\ns = { from = " +
                          least + " }",
                      integers);
  };
  CHECK(times("1"));
  CHECK_FALSE(times("-1"));
}

TEST_CASE("an upper bound of a divergence refutes, too", "[refute]") {
  const std::string claim = "2*exp(eps0)*lambda/9999 <= renyi(clone_pair(10000, eps0), lambda)";
  const auto from = [&](const std::string& eps0, const std::string& lambda) {
    return is_refuted(claim, "\"eps0 > 0\", \"lambda > 0\"", "eps0 = [11]\nlambda = [2]",
                      "eps0 = { from = " + eps0 + " }\nlambda = { from = " + lambda + " }");
  };
  CHECK(from("\"10.3\"", "2"));
  CHECK_FALSE(from("8", "2"));
  // e^ε0/ε0 >= e, so λ >= 9999/(2e) = 1839.2 suffices for all ε0.
  CHECK(from("\"0.01\"", "1840"));
  CHECK_FALSE(from("\"0.01\"", "1838"));
  // What the other pair gives is infinite.
  CHECK(is_refuted("renyi(unmixed_pair(n, eps0), lambda) <= exp(eps0)*lambda*n",
                   "\"n >= 1\", \"eps0 > 0\", \"lambda > 0\"", "n = [2]\neps0 = [1]\nlambda = [2]",
                   "n = { from = 1 }\neps0 = { from = \"0.1\" }\nlambda = { from = 1 }",
                   "integers = [\"n\"]"));
}

TEST_CASE("closed formulas are refuted far out", "[refute]") {
  CHECK(is_refuted_from("x <= 5", "from = 6"));
  CHECK(is_refuted_from("exp(x) <= x^5", "from = 13"));
  // −1 everywhere, though the argument tends to 0; and 1 everywhere.
  CHECK(is_refuted_from("floor(-1/(x + 1)) >= 0", "from = 1"));
  CHECK(is_refuted_from("ceil(1/(x + 1)) <= 0", "from = 1"));
  CHECK_FALSE(is_refuted_from("floor(-5/(x + 1)) >= -1", "from = 1"));
  CHECK(is_refuted_from("log(x) >= x - 1", "from = \"1.1\""));
  CHECK(is_refuted_from("log(x) >= 0.37*x", "from = 2"));
  CHECK(is_refuted_from("log1p(1/x) >= 1.001/x", "from = \"1.5\""));
  CHECK(is_refuted_from("sqrt(x^2 + 1) >= 2*x + 1", "from = \"0.1\""));
  CHECK(is_refuted_from("x*exp(-x) >= 1/x", "from = \"0.1\""));
  CHECK(is_refuted("x*y <= x + y", "\"x > 0\", \"y > 0\"", "x = [1]\ny = [1]",
                   "x = { from = \"2.1\" }\ny = { from = \"2.1\" }"));
  CHECK(is_refuted("x + 1 == x - 1", "\"x > 0\"", "x = [1]", "x = { from = 1 }"));
}

TEST_CASE("a region with a hole is never claimed", "[refute]") {
  // Holds on a tiny piece alone.
  CHECK_FALSE(is_refuted_from("if(abs(x - 7.123) < 0.000000001, 0, x) <= 5", "from = 6"));
  CHECK_FALSE(is_refuted_from("(x - 7.12345)^2 <= 0.000000001", "from = 6"));
  CHECK_FALSE(is_refuted_from("(x - 7.12345)^2 <= 0.000000001", "from = 6, to = 9"));
  // Holds far out alone.
  CHECK_FALSE(is_refuted_from("x*exp(-x/1000) <= 1", "from = 2"));
  CHECK_FALSE(is_refuted_from("1/x <= 0.000000001", "from = 1"));
  CHECK_FALSE(is_refuted_from("x - x^2/10^12 <= 0", "from = 1"));
  CHECK_FALSE(is_refuted_from("10^30 - exp(x) <= 1", "from = 1"));
  CHECK_FALSE(is_refuted_from("log(x) >= 50", "from = 1"));
  CHECK_FALSE(is_refuted_from("exp(x/10) >= x^20", "from = 2"));
  // (log x)/x is 1/e = 0.3678… at e, and 0.3662… at 3.
  CHECK_FALSE(is_refuted_from("log(x) >= 0.36*x", "from = 2"));
  CHECK_FALSE(is_refuted_from("log(x) >= 0.366*x", "from = 3"));
  // log(1 + 1/x) is 0.5108… at 1.5 and below 1/x; log(1 - 1/x) is -0.6931… at 2 and below -1/x.
  CHECK_FALSE(is_refuted_from("log1p(1/x) <= 0.77/x", "from = \"1.5\""));
  CHECK_FALSE(is_refuted_from("log1p(1/x) >= 0.999/x", "from = \"1.5\""));
  CHECK_FALSE(is_refuted("log1p(-1/x) <= -1.38/x", "\"x > 1\"", "x = [4]", "x = { from = 2 }"));
  CHECK_FALSE(is_refuted_from("x <= sqrt(x)*100", "from = 9000"));
  // Touches at the corner (2, 2), and at the edge.
  CHECK_FALSE(is_refuted("x*y <= x + y", "\"x > 0\", \"y > 0\"", "x = [1]\ny = [1]",
                         "x = { from = 2 }\ny = { from = 2 }"));
  CHECK_FALSE(is_refuted_from("x <= 6", "from = 6"));
  // Fails where x is much larger than y.
  CHECK_FALSE(is_refuted("x <= y^2", "\"x > 0\", \"y > 0\"", "x = [1]\ny = [1]",
                         "x = { from = 2 }\ny = { from = 1 }"));
}

TEST_CASE("a range whose ends move reaches from one to the other", "[refute]") {
  const auto refutes = [](const std::string& claim, const std::string& from, const std::string& to,
                          const std::string& y = "from = 1") {
    return is_refuted(claim, "\"x > 0\", \"y > 0\"", "x = [1]\ny = [1]",
                      "x = { from = \"" + from + "\", to = \"" + to + "\" }\ny = { " + y + " }");
  };
  // Numbers times one formula, in whatever order; and ends that have nothing in common.
  const std::vector<std::pair<std::string, std::string>> ends{
      {"1.9*y*exp(y)", "2*y*exp(y)"},
      {"exp(y)*1.9*y", "y*exp(y)/0.5"},
      {"1.9*y*exp(y)", "y*exp(y) + exp(y)*y"},
  };
  for (const auto& [from, to] : ends)
    for (const char* y : {"from = 1", "from = 1, to = 2"}) {
      INFO(from << " to " << to << " with y " << y);
      CHECK(refutes("x <= 1.89*y*exp(y)", from, to, y));
      CHECK(refutes("x >= 2.01*y*exp(y)", from, to, y));
      CHECK_FALSE(refutes("x <= 1.91*y*exp(y)", from, to, y));
      CHECK_FALSE(refutes("x >= 1.99*y*exp(y)", from, to, y));
    }
  CHECK(refutes("x <= 0.49*y", "y/2", "y"));
  CHECK_FALSE(refutes("x <= y/2", "y/2", "y"));
  CHECK(refutes("x >= 1.01*y", "y/2", "y"));
  // What both ends have in common has no value at 3.
  const std::string hole = "*y*(y - 3)/(y - 3)";
  for (const char* y : {"from = 1, to = 5", "from = 2", "from = 3, to = 3"})
    CHECK_FALSE(refutes("x <= y", "1.9" + hole, "2" + hole, y));
  CHECK(refutes("x <= y", "1.9" + hole, "2" + hole, "from = 4, to = 5"));
  CHECK_FALSE(refutes("x <= 1.01*y", "y", "2*y^2", "from = 2"));
  // The upper end is below the lower one.
  CHECK_FALSE(refutes("x <= 0", "2*y", "1.9*y"));
}

TEST_CASE("the region must lie in the domain", "[refute]") {
  const auto found = [](const std::string& range) {
    return region_of("x <= 5", "\"x > 0\", \"x <= 100\"", "x = [1]", "x = { " + range + " }");
  };
  CHECK(found("from = 6, to = 100").is_proved);
  // Up to the edge of the domain, below 0.
  CHECK(is_refuted("x <= -1", "\"x >= -1/1000\"", "x = [1]", "x = { from = \"-1/1000\", to = 1 }"));
  for (const char* range : {"from = 6, to = 101", "from = 6", "from = 200, to = 300"}) {
    const refuted_region outside = found(range);
    CHECK_FALSE(outside.is_proved);
    CHECK(outside.reason.starts_with("'x <= 100'"));
  }
}

TEST_CASE("closed bounds are used where they hold only", "[refute]") {
  const auto at = [](const std::string& claim, const std::string& refute,
                     const std::string& integers = "integers = [\"n\"]") {
    return region_of(claim, "\"n >= 0\", \"eps0 >= -1\", \"lambda > 0\"",
                     "n = [2]\neps0 = [1]\nlambda = [2]", refute, integers);
  };
  const std::string claim = "renyi(swap(rr_pair(n, eps0)), lambda) <= -99";
  const std::string rest = "\neps0 = { from = 1 }\nlambda = { from = 2 }";
  CHECK(at(claim, "n = { from = 1, to = 20 }" + rest).is_proved);
  // Orders of at most 1, no user at all, or a number of users that need not be whole.
  CHECK_FALSE(
      at(claim, "n = { from = 1, to = 20 }\neps0 = { from = 1 }\nlambda = { from = 1 }").is_proved);
  CHECK_FALSE(at(claim, "n = { from = 0, to = 20 }" + rest).is_proved);
  CHECK_FALSE(
      at(claim, "n = { from = 1, to = 20 }\neps0 = { from = -1, to = 1 }\nlambda = 2").is_proved);
  CHECK_FALSE(at(claim, "n = { from = 1, to = 20 }" + rest, "").is_proved);
  // Other divergences have none.
  CHECK_FALSE(
      at("hockey_stick(rr_pair(n, eps0), lambda) <= -99", "n = { from = 1, to = 20 }" + rest)
          .is_proved);
}

TEST_CASE("a region refutes a claim that holds at its points", "[refute]") {
  const judgement found =
      judge_one(text_of("x <= 5", "\"x > 0\"", "x = [1, 2]", "x = { from = 6 }")).found;
  CHECK(found.outcome == verdict::refuted);
  REQUIRE(found.witness.has_value());
  CHECK(found.witness->point.at("x") == "6");
  const judgement other =
      judge_one(text_of("x <= 5", "\"x > 0\"", "x = [1, 2]", "x = { from = 4 }")).found;
  CHECK(other.outcome == verdict::verified);
  CHECK(in_words(other.refuted_regions.front()) ==
        "open whether it fails on the whole of x >= 4: 'x > 5' fails at x = 4");
}

TEST_CASE("what is decided on a box is true at its points", "[refute]") {
  const std::vector<std::string> sides{
      "x",
      "y*exp(-x)",
      "log(1 + exp(x))",
      "log1p(exp(-x))*exp(x)",
      "x^2*y - x",
      "sqrt(x*y + 1)",
      "tanh(x)*y",
      "max(x, y^2)",
      "min(x, 3 - y)",
      "log(x*exp(y))",
      "exp(x - y)",
      "(x + 1)/(x + 2)",
      "floor(x)/y",
      "abs(3 - x)*exp(y)",
      "expm1(x)/x",
      "x^(1/3) - log(y)",
      "if(x > 2, y, 5)",
      "log1p(-exp(-x)/2)",
      "2*x - y",
      "7",
      "sqrt(2 - x)",
      "log(1 - x*y)*x",
      "(1 - x)^y",
      "(x - x)^y + x",
      "1/(y - y)",
      "log(x)",
      "2*log1p(x)*(2 + y) - x",
      "log(x)*sqrt(y)",
      "3 - log(y)",
      "exp(x^2/2)",
      "y*exp(-x^2)",
      "exp(y*x^2) + log(x)",
      "-exp(x^3/7)/4",
      "(exp(1/x) - 1)*x",
      "log(1 + y/x)*x - y",
      "(Phi(1/x) - 1/2)*x*5/2",
      "exp(-x*sqrt(2)/3)*x^2",
      "tanh(1/x)*x",
      "(sqrt(1 + 1/x) - 1)*2*x",
  };
  const random_cases cases(5, 1500);
  std::mt19937 random(cases.seed());
  std::uniform_real_distribution<double> unit(0, 1);
  const definitions none;
  const budget limits;
  constexpr bits precision = 96;
  const variable_map no_names;
  int decided = 0;
  int lacking = 0;
  for (int trial = 0; trial < cases.count(); ++trial) {
    const auto pick = [&] { return sides[random() % sides.size()]; };
    const expression_ptr condition =
        parse_formula(pick() + (trial % 2 == 0 ? " < " : " >= ") + pick());
    positive_box box;
    for (const char* name : {"x", "y"}) {
      const bool is_small = random() % 5 == 0;
      const rational lower = is_small ? 0 : rational(static_cast<int>(random() % 60) + 1) / 16;
      box[name] = {lower, {}};
      if (is_small || random() % 2 == 0)
        box[name].upper = lower + rational(static_cast<int>(random() % 40) + 1) / 16;
    }
    ray_evaluator over({none, precision, limits}, {}, box);
    const std::optional<bool> whole = over.truth_of(*condition);
    if (!whole && !over.lacks_value()) continue;
    ++(whole ? decided : lacking);
    for (int sample = 0; sample < 8; ++sample) {
      evaluator at({none, precision, limits}, no_names);
      for (const auto& [name, range] : box) {
        const double reach =
            range.lower == 0
                ? std::ldexp(range.upper->convert_to<double>(), -static_cast<int>(random() % 40))
            : range.upper ? unit(random) * rational(*range.upper - range.lower).convert_to<double>()
            : sample == 0 ? 0
                          : std::exp(unit(random) * 5) - 1;
        at.bind(name, number(rational(range.lower + rational(reach))));
      }
      INFO(to_text(*condition));
      for (const auto& [name, range] : box)
        UNSCOPED_INFO(name << " from " << to_text(range.lower) << " to "
                           << (range.upper ? to_text(*range.upper) : "inf"));
      if (!whole) {
        CHECK_THROWS_AS(at.evaluate_truth(*condition), undefined_value);
        continue;
      }
      const truth held = at.evaluate_truth(*condition);
      CHECK((!held.value || *held.value == *whole));
    }
  }
  CHECK(decided > cases.count() / 5);
  CHECK(lacking > 20);
}

TEST_CASE("an unusable region of refutation is named", "[refute]") {
  const auto problem = [](const std::string& refute, const std::string& domain = "\"x > 0\"") {
    const judgement found =
        judge_one(text_of("x + y <= 3", domain + ", \"y > 0\"", "x = [1]\ny = [1]", refute)).found;
    CHECK(found.outcome == verdict::invalid);
    CHECK_FALSE(has(found.message, "\n"));
    return found.message;
  };
  CHECK(has(problem("z = [1]"), "'z' is not a variable of the claim"));
  CHECK(has(problem("x = 1"), "'y' has neither a range nor a value"));
  CHECK(has(problem("x = []\ny = 1"), "is an empty list"));
  CHECK(has(problem("x = { to = 4 }\ny = 1"), "a range is written { from = "));
  CHECK(has(problem("x = { from = 2, to = 1 }\ny = 1"), "'from' (2) must not be above 'to' (1)"));
  CHECK(has(problem("x = { from = 1, steps = 3 }\ny = 1"), "steps"));
  CHECK(has(problem("x = { from = \"inf\" }\ny = 1"), "must be finite"));
  CHECK(has(problem("x = { from = \"2*w\" }\ny = 1"), "unknown variable 'w'"));
  CHECK(
      has(problem("x = { from = \"y\" }\ny = { from = \"x\" }"), "whose own ends are not numbers"));
  CHECK(has(problem("x = { from = 1 }\ny = 1", "\"y >= 0\""),
            "no condition of 'domain' mentions 'x'"));
  CHECK(has(judge_one("[[claim]]\nid = \"a\"\nkind = \"exists\"\nclaim = \"x == 1\"\ncheck = { x = "
                      "1 }\n[[claim.refute]]\nx = 1\n")
                .found.message,
            "goes with kind = \"forall\" only"));
  // Ranges that turn out to be empty.
  CHECK_FALSE(region_of("x + y <= 3", "\"x > 0\", \"y > 0\"", "x = [9]\ny = [1]",
                        "x = { from = \"5.2\", to = \"5.8\" }\ny = 1", "integers = [\"x\"]")
                  .is_proved);
  CHECK_FALSE(is_refuted("x + y <= 3", "\"x > 0\", \"y > 0\"", "x = [9]\ny = [1]",
                         "x = { from = \"5*y\", to = \"4*y\" }\ny = { from = 1 }"));
}

TEST_CASE("regions travel with the results, and recheck covers them", "[refute]") {
  const temporary_directory scratch;
  const std::string file = scratch.file(
      "regions.toml",
      "format = 1\n" + text_of("renyi(swap(rr_pair(n, eps0)), lambda) <= lambda*exp(eps0)/n",
                               "\"n >= 2\", \"eps0 > 0\", \"lambda >= 2\"",
                               "n = [10, 100]\neps0 = [1, 4]\nlambda = [2]",
                               "eps0 = { from = 5 }\nn = { from = \"exp(eps0)\", to = "
                               "\"2*exp(eps0)\" }\nlambda = [2, 3]",
                               "integers = [\"n\"]"));
  const std::string results = scratch / "results.json";
  const program_run verified = run_program({"verify", file, "--output", results});
  CHECK(has(verified.out,
            "fails on the whole of eps0 >= 5, lambda = 2, 3, n from exp(eps0) to "
            "2*exp(eps0), by a closed bound: eps0 - n*log1p(exp(-eps0))/(lambda - "
            "1) > lambda*exp(eps0)/n"));
  const auto root = nlohmann::json::parse(text_of_file(results));
  const auto& one = root.at("claims").at(0).at("refuted_regions").at(0);
  CHECK(one.at("proved") == true);
  CHECK(one.at("region").at("eps0").at("lower") == "5");
  CHECK(one.at("region").at("eps0").at("upper") == "inf");
  CHECK(one.at("region").at("lambda").at("values").size() == 2);
  CHECK(one.at("witness") == "eps0 - n*log1p(exp(-eps0))/(lambda - 1)");
  CHECK(one.at("point").at("n") == "149");  // e^5 = 148.4…
  const program_run rechecked = run_program({"recheck", results});
  CHECK(rechecked.status == 0);
  CHECK(has(rechecked.out, "confirmed"));
  auto altered = root;
  altered["claims"][0]["refuted_regions"][0]["region"]["eps0"]["lower"] = "1";
  const std::string altered_file = scratch.file("altered.json", altered.dump());
  CHECK(run_program({"recheck", altered_file}).status == 2);
}

// Each right side is a limit with a little more or less: 1, 1/sqrt(2π) = 0.39894…, 2/5.
TEST_CASE("constants cancel far out", "[regions]") {
  const definitions none;
  const budget limits;
  const std::vector<std::pair<std::string, std::optional<bool>>> cases{
      {"n*(exp(1/n) - 1) <= 1001/1000", true},
      {"n*(exp(1/n) - 1) <= 999/1000", false},
      {"n*log(1 + 1/(n - 1)) >= 999/1000", true},
      {"n*log(1 + 1/(n - 1)) >= 1003/1000", false},
      {"n*(Phi(1/n) - 1/2) <= 3990/10000", true},
      {"n*(Phi(1/n) - 1/2) <= 3989/10000", false},
      {"n*(Phi(1/n) - Phi(-1/n)) >= 797/1000", true},
      {"n*tanh(2/(5*n)) >= 3999/10000", true},
      {"n*tanh(2/(5*n)) >= 4001/10000", false},
      {"exp(-n/(8*exp(1/10))) <= 1/n^3", true},
      {"exp(n/(8*exp(1/10))) >= n^3", true},
      {"log(exp(1/n) + exp(-n/(8*exp(1/10)))) > 0", true},
      // They differ less than the form of first order tells.
      {"n*(exp(1/n) - 1) > 1", std::nullopt}};
  for (const auto& [text, expected] : cases) {
    INFO(text);
    ray_evaluator far({none, 96, limits}, {}, {{"n", {rational(1000), {}}}});
    CHECK(far.truth_of(*parse_formula(text)) == expected);
  }
}

}  // namespace test_refuted_regions
