// Proofs on the whole domain: theorems are proved without a region, their false twins never are,
// and every bound of a divergence holds against its exact value.

#include "claims/bounds/known_bounds.hpp"

#include <fmt/format.h>

#include <cmath>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/facts/facts.hpp"
#include "language/analysis/ray_values.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/texts.hpp"
#include "support/this_run.hpp"
#include "support/values_at_points.hpp"

namespace test_derivation {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

judgement judged(const std::string& claim, const std::string& domain, const std::string& check,
                 const std::string& more = "") {
  judge_options options;
  options.derives_theorems = true;
  judgement found =
      judge_one(claim_text("claim = \"" + claim + "\"\ndomain = [" + domain + "]\n" + more, check),
                options)
          .found;
  if (found.outcome == verdict::proved) {
    CHECK(found.proof->covers == proof_coverage::domain);
    CHECK_FALSE(found.proof->steps.empty());
  }
  return found;
}

// Of x, over the domain, checked at one point.
bool is_theorem(const std::string& claim, const std::string& domain, const std::string& at = "1") {
  const judgement found = judged(claim, domain, "x = [\"" + at + "\"]");
  INFO(claim << ": " << found.message << (found.proof ? "; " + found.proof->reason : ""));
  CHECK(found.outcome != verdict::invalid);
  return found.outcome == verdict::proved;
}

// Of n users, ε0 and an order.
bool is_theorem_of_pairs(const std::string& claim, const std::string& lambda = "lambda > 1",
                         const std::string& whole = "\"n\"") {
  const judgement found = judged(claim, "\"n >= 2\", \"eps0 > 0\", \"" + lambda + "\"",
                                 "n = [4]\neps0 = [1]\nlambda = [2]", "integers = [" + whole + "]");
  INFO(claim << ": " << found.message << (found.proof ? "; " + found.proof->reason : ""));
  CHECK(found.outcome != verdict::invalid);
  return found.outcome == verdict::proved;
}

}  // namespace

TEST_CASE("a condition that no box shows is said to be shown on no part of the domain") {
  const judgement found =
      judged("renyi(clone_pair(n, eps0), lambda) <= 2*lambda*exp(eps0)/n",
             R"("n >= 2", "eps0 > 0", "eps0 <= 4", "lambda > 1", "lambda <= 50")",
             "n = [100000]\neps0 = [\"1/10\"]\nlambda = [2]", "integers = [\"n\"]\n");
  INFO(found.message);
  CHECK(
      has(found.message, "; this condition was shown on no part of the domain; it is not shown, "));
  CHECK_FALSE(has(found.message, " 0 %"));
}

TEST_CASE("what holds on an unbounded domain is proved, its twin false far out is not",
          "[derivation]") {
  CHECK(is_theorem("x <= 2*x", "\"x > 0\""));
  CHECK(is_theorem("exp(x) >= x + 1/2", "\"x >= 0\""));
  CHECK(is_theorem("x^3/(x + 1) <= 2*x^2", "\"x >= 2\"", "3"));
  // False above 109,097.8, and for one whole number.
  CHECK_FALSE(is_theorem("log(x) <= 11.6", "\"x > 1\"", "3"));
  const std::string whole = "integers = [\"x\"]";
  CHECK(judged("abs(x + 1000000000) >= 1/2", "\"x >= 1\"", "x = [2]", whole).outcome ==
        verdict::proved);
  CHECK(judged("abs(x - 1000000000) >= 1/2", "\"x >= 1\"", "x = [2]", whole).outcome !=
        verdict::proved);
}

TEST_CASE("what is false outside of the domain alone is proved", "[derivation]") {
  // Between two whole numbers, and above a curve.
  const std::string whole = "integers = [\"x\"]";
  CHECK(judged("abs(x - 5/2) >= 1/4", "\"x >= 1\", \"x <= 20\"", "x = [2]", whole).outcome ==
        verdict::proved);
  CHECK(judged("abs(x - 2) >= 1/4", "\"x >= 1\", \"x <= 20\"", "x = [3]", whole).outcome !=
        verdict::proved);
  const auto below_line = [](const std::string& claim) {
    return judged(claim, "\"x >= 1\", \"x <= 4\", \"y >= 1\", \"y <= 4\", \"x + y <= 5\"",
                  "x = [1]\ny = [2]")
               .outcome == verdict::proved;
  };
  CHECK(below_line("x + 2*y <= 10"));
  CHECK(below_line("sqrt(6 - x - y) > 1/2"));
  CHECK_FALSE(below_line("x + 2*y <= 8"));
  CHECK_FALSE(below_line("sqrt(4 - x - y) >= 0"));
}

TEST_CASE("both sides may vanish at an open end", "[derivation]") {
  CHECK(is_theorem("exp(x) - 1 >= x/2", "\"x > 0\""));
  CHECK(is_theorem("exp(x) - 1 >= x/2", "\"x >= 0\""));
  CHECK(is_theorem("log(1 + x) <= 2*x", "\"x > 0\""));
  CHECK(is_theorem("(exp(x) - 1)^2/(exp(x) + 1) >= x^2/4", "\"x > 0\", \"x <= 4\""));
  CHECK(is_theorem("sqrt(1 + x) - 1 <= x", "\"x > 0\""));
  CHECK(is_theorem("1/(1 + x) - 1 >= -2*x", "\"x > 0\""));
  CHECK(is_theorem("tanh(x) <= 2*x", "\"x > 0\""));
  CHECK(is_theorem("(x - 1)*log(x + 1) >= (x - 1)/2", "\"x > 1\"", "2"));
  CHECK(is_theorem("1 - x <= 2*(1 - x)", "\"x > 0\", \"x < 1\"", "1/2"));
  CHECK(is_theorem("1 - x <= 2*(1 - x)", "\"x >= 0\", \"x <= 1\"", "1/2"));
  // False below 2·10⁻⁶ alone, and at the end alone.
  CHECK_FALSE(is_theorem("exp(x) - 1 >= x*1.000001", "\"x > 0\""));
  CHECK_FALSE(is_theorem("log(1 + x) <= x*0.999999", "\"x > 0\""));
  CHECK_FALSE(is_theorem("exp(x) - 1 > x/2", "\"x >= 0\""));
  CHECK_FALSE(is_theorem("sqrt(1 + x) - 1 <= x*0.499999", "\"x > 0\", \"x < 1\"", "1/2"));
  CHECK_FALSE(is_theorem("tanh(x) <= x*0.999999", "\"x > 0\""));
  CHECK_FALSE(is_theorem("1/(1 + x) - 1 <= -x*1.000001 or x > 1/1000", "\"x > 0\""));
  CHECK_FALSE(is_theorem("x <= 0.999999999", "\"x > 0\", \"x < 1\"", "1/2"));
  // False within the piece that reaches down to 0, at some distance from there.
  const std::string to_four = "\"x > 0\", \"x < 4\"";
  CHECK_FALSE(is_theorem("exp(x) - 1 <= 1.05*x or x > 1", to_four, "1/20"));
  CHECK_FALSE(is_theorem("1 - exp(-x) >= 0.95*x or x > 1", to_four, "1/20"));
  CHECK_FALSE(is_theorem("log(1 + x) >= 0.95*x or x > 1", to_four, "1/20"));
  CHECK_FALSE(is_theorem("tanh(x) >= 0.99*x or x > 1", to_four, "1/20"));
  CHECK_FALSE(is_theorem("sqrt(1 + x) - 1 >= 0.49*x or x > 1", to_four, "1/20"));
  CHECK_FALSE(is_theorem("1/(1 + x) - 1 <= -0.9*x or x > 1", to_four, "1/20"));
  // Where it touches inside.
  CHECK_FALSE(is_theorem("(x - 1)^2 > 0", "\"x > 0\"", "2"));
  CHECK_FALSE(is_theorem("x != 0", "\"x > -1\"", "1"));
}

TEST_CASE("a place without a value is never passed over", "[derivation]") {
  CHECK(is_theorem("abs(1/(x + 3)) >= 0", "\"x > 0\""));
  CHECK_FALSE(is_theorem("abs(1/(x - 3)) >= 0", "\"x > 0\""));
  CHECK_FALSE(is_theorem("sqrt(1000000 - x) >= 0", "\"x > 0\""));
  CHECK_FALSE(is_theorem("x + 0*log(1000000 - x) == x", "\"x > 0\""));
  CHECK_FALSE(is_theorem("x + log(x) - log(x) == x", "\"x >= 0\""));
  CHECK(is_theorem("x + log(x) - log(x) == x", "\"x > 0\""));
  CHECK_FALSE(is_theorem("log(1000000 - x) <= log(2000000 - x)", "\"x > 0\""));
  CHECK_FALSE(is_theorem("(x - 5)/(x - 5) == 1", "\"x > 0\"", "1"));
  CHECK(is_theorem("(x + 5)/(x + 5) == 1", "\"x > 0\"", "1"));
}

TEST_CASE("all of the real numbers are a domain", "[derivation]") {
  CHECK(is_theorem("x*x == x^2", "\"x > -100 or x <= 0\""));
  CHECK(is_theorem("x^2 + 1 >= 1/2", "\"x >= -1000\""));
  CHECK_FALSE(is_theorem("x^2 + x >= -0.2499", "\"x >= -1000\""));
  CHECK_FALSE(is_theorem("x >= -1000000", "\"x <= 5\""));
}

TEST_CASE("bounds of divergences prove theorems for all n", "[derivation]") {
  CHECK(is_theorem_of_pairs("renyi(clone_pair(n, eps0), lambda) <= eps0"));
  CHECK(
      is_theorem_of_pairs("renyi(rr_pair(n, eps0), lambda) <= renyi(clone_pair(n, eps0), lambda)"));
  CHECK(
      is_theorem_of_pairs("renyi(swap(clone_pair(n, eps0)), lambda) == "
                          "renyi(clone_pair(n, eps0), lambda)",
                          "lambda > 0"));
  CHECK(
      is_theorem_of_pairs("renyi(clone_pair(n + 1, eps0), lambda) <= "
                          "renyi(clone_pair(n, eps0), lambda + 1)"));
  CHECK(
      is_theorem_of_pairs("hockey_stick(clone_pair(n, eps0), 1) <= "
                          "exp(1)*expm1(max(0, eps0 - 1))/(exp(eps0) + 1)"));
  CHECK(is_theorem_of_pairs(
      "log(1 + lambda*(lambda - 1)*(exp(eps0) - 1)^2/(2*n*exp(eps0)))/(lambda - 1) <= "
      "max(renyi(rr_pair(n, eps0), lambda), renyi(swap(rr_pair(n, eps0)), lambda))",
      "lambda >= 2", "\"n\", \"lambda\""));
  // Girgis et al. 2021, the simplified bound.
  CHECK(is_theorem_of_pairs(
      "renyi(clone_pair(n, eps0), lambda) <= log(exp(lambda^2*(exp(eps0) - 1)^2/(floor((n - "
      "1)/(2*exp(eps0))) + 1)) + exp(eps0*lambda - (n - 1)/(8*exp(eps0))))/(lambda - 1)",
      "lambda >= 2", "\"n\", \"lambda\""));
}

TEST_CASE("Corollary 2 of Chen, Cao and Ge is a theorem up to 2, and no further", "[derivation]") {
  const auto up_to = [](const std::string& end) {
    return judged("renyi(clone_pair(n, eps0), lambda) <= 2*exp(eps0)*lambda/(n - 1)",
                  "\"n >= 2\", \"eps0 > 0\", \"eps0 <= " + end + "\", \"lambda > 1\"",
                  "n = [4]\neps0 = [1]\nlambda = [2]", "integers = [\"n\"]")
        .outcome;
  };
  CHECK(up_to("1.942") == verdict::proved);
  CHECK(up_to("2") == verdict::proved);
  CHECK(up_to("2.01") != verdict::proved);
  CHECK(up_to("2.1") != verdict::proved);
  CHECK(
      is_theorem_of_pairs("renyi(clone_pair(n, eps0, 1/3), lambda) <= 1.59*eps0^2*lambda/(n - 1)"));
  CHECK_FALSE(is_theorem_of_pairs(
      "renyi(clone_pair(n, eps0, 1/3), lambda) <= 1.589*eps0^2*lambda/(n - 1)"));
}

TEST_CASE("what is false of divergences somewhere is not proved", "[derivation]") {
  // Of randomized response the other way round, and of fewer users on the left.
  CHECK_FALSE(
      is_theorem_of_pairs("renyi(clone_pair(n, eps0), lambda) <= renyi(rr_pair(n, eps0), "
                          "lambda)*1.2 or eps0 < 1/10"));
  CHECK_FALSE(
      is_theorem_of_pairs("renyi(clone_pair(n, eps0), lambda) <= "
                          "renyi(clone_pair(n + 1, eps0), lambda) + 1/1000"));
  CHECK_FALSE(is_theorem_of_pairs("renyi(clone_pair(n, eps0), lambda) <= eps0*0.999"));
  // Corollary 2 of Chen, Cao and Ge fails from eps0 = 2.1 on.
  CHECK_FALSE(
      is_theorem_of_pairs("renyi(clone_pair(n, eps0), lambda) <= 2*exp(eps0)*lambda/(n - 1)"));
  // n/2 users are not always a whole number; a pair of none does not exist.
  CHECK_FALSE(is_theorem_of_pairs("renyi(clone_pair(n/2, eps0), lambda) <= eps0 or n > 2"));
  CHECK_FALSE(is_theorem_of_pairs("renyi(clone_pair(n - 2, eps0), lambda) <= eps0"));
  CHECK_FALSE(is_theorem_of_pairs("renyi(clone_pair(n, eps0 - 1/1000), lambda) <= eps0"));
  CHECK_FALSE(is_theorem_of_pairs("renyi(clone_pair(n, eps0, 1 - eps0/1000), lambda) <= eps0"));
}

TEST_CASE("every bound holds against the exact value", "[derivation][volume]") {
  const random_cases cases(771, 60);
  random_source source(cases.seed());
  const auto read_with = [](const std::string& whole) {
    return read_text(claim_text("claim = \"n + lambda > 0\"\nintegers = [" + whole + "]",
                                "n = [1]\nlambda = [2]"));
  };
  const catalogue of_whole_orders = read_with("\"n\", \"lambda\"");
  const catalogue of_orders = read_with("\"n\"");
  const std::vector<std::string> pairs{
      "clone_pair(n, eps0)",       "clone_pair(n, eps0, 2/(exp(eps0) + 1))",
      "clone_pair(n, eps0, p)",    "rr_pair(n, eps0)",
      "swap(rr_pair(n, eps0))",    "krr_pair(3, n, eps0)",
      "swap(krr_pair(3, n, eps0))"};
  std::map<std::string, int> used;
  for (int i = 0; i < cases.count(); ++i)
    for (const std::string& pair : pairs) {
      const bool is_renyi = source.below(2) == 0;
      const std::string quantity =
          is_renyi ? "renyi(" + pair + ", lambda)" : "hockey_stick(" + pair + ", eps)";
      const bool is_costly = pair.find("krr") != std::string::npos;
      const bool has_many_users = !is_costly && source.once_in(3);
      const std::string users =
          has_many_users
              ? std::to_string(1 + source.below(9)) + source.text({"00", "0000", "000000"})
              : std::to_string(1 + source.below(source.once_in(2) ? 3 : 61));
      const bool is_whole_order = source.once_in(2);
      const std::string order =
          is_whole_order
              ? std::to_string(2 + source.below(12))
              : source.text({"1/10", "1/2", "9/10", "101/100", "11/10", "3/2", "7/2", "41/3"});
      const claim& subject =
          is_whole_order ? of_whole_orders.claims.front() : of_orders.claims.front();
      const variable_map values{
          {"n", parse_formula(users)},
          {"eps0", parse_formula(std::to_string(1 + source.below(90)) +
                                 source.text({"/20", "/20", "/2000"}))},
          {"p", parse_formula(std::to_string(1 + source.below(100)) + "/100")},
          {"eps", parse_formula(std::to_string(source.below(70)) + "/20 - 1/2")},
          {"lambda", parse_formula(order)}};
      for (const bool above : {true, false}) {
        const auto formula = parse_formula(quantity);
        const auto bounds =
            above ? bounds_above(subject, *formula) : bounds_below(subject, *formula);
        CHECK_FALSE((above && bounds.empty()));
        for (const known_bound& bound : bounds) {
          // A mean over as many counts as there are users.
          if (bound.rule == "(K.17)" && has_many_users) continue;
          if (!all_hold_at(bound.required, values)) continue;
          const std::string held = quantity + (above ? " <= " : " >= ") + to_text(*bound.formula);
          INFO(held << " at n = " << to_text(*values.at("n"))
                    << ", eps0 = " << to_text(*values.at("eps0"))
                    << ", lambda = " << to_text(*values.at("lambda")) << " by " << bound.rule);
          // What is equal to its bound stays open.
          const auto known = truth_at(*parse_formula(held), values);
          CHECK(known != false);
          if (known == true) ++used[bound.rule];
        }
      }
    }
  for (const char* rule :
       {"(K.1)",        "(K.2)",        "(K.3)",  "(K.4)",  "(K.5)",  "(K.6)",  "(K.8)",  "(K.9)",
        "(K.1), (K.6)", "(K.1), (U.2)", "(K.14)", "(K.16)", "(K.18)", "(K.19)", "(K.20)", "(U.2)",
        "(U.3)",        "(U.4)",        "(U.6)",  "(C.1)",  "(C.10)", "(O.10)"})
    CHECK(used[rule] > 0);
}

TEST_CASE("bounds for many users hold at large eps0", "[derivation]") {
  const random_cases cases(773, 80);
  random_source source(cases.seed());
  const catalogue read = read_text(claim_text(
      "claim = \"n + lambda > 0\"\nintegers = [\"n\", \"lambda\"]", "n = [1]\nlambda = [2]"));
  const auto quantity = parse_formula("renyi(clone_pair(n, eps0), lambda)");
  const auto bounds = bounds_above(read.claims.front(), *quantity);
  std::map<std::string, int> used;
  for (int i = 0; i < cases.count(); ++i) {
    const auto eps0 = 1 + source.below(30);
    const auto order = 2 + source.below(30);
    // From far fewer than the regimes ask for to far more.
    const double users = static_cast<double>(order * eps0) * std::exp(eps0) *
                         std::exp(static_cast<double>(source.below(90)) / 10 - 4);
    const variable_map values{{"n", parse_formula(fmt::format("{:.0f}", std::ceil(users) + 1))},
                              {"eps0", parse_formula(std::to_string(eps0))},
                              {"lambda", parse_formula(std::to_string(order))}};
    for (const known_bound& bound : bounds) {
      if (bound.rule != "(C.1)" && bound.rule != "(C.10)" && bound.rule != "(K.9)" &&
          bound.rule != "(K.8)")
        continue;
      if (!all_hold_at(bound.required, values)) continue;
      ++used[bound.rule];
      INFO(bound.rule << " at n = " << to_text(*values.at("n")) << ", eps0 = " << eps0
                      << ", lambda = " << order);
      CHECK(truth_at(*make_comparison(quantity, relation::less_equal, bound.formula), values) ==
            true);
    }
  }
  for (const char* rule : {"(C.1)", "(C.10)", "(K.8)", "(K.9)"}) CHECK(used[rule] > 5);
}

TEST_CASE("all moments of randomized response are its Renyi divergence", "[derivation]") {
  const catalogue read = read_text(claim_text(
      "claim = \"n + lambda > 0\"\nintegers = [\"n\", \"lambda\"]", "n = [1]\nlambda = [2]"));
  const auto quantity = parse_formula("renyi(rr_pair(n, eps0), lambda)");
  for (const bool above : {true, false}) {
    const auto bounds = above ? bounds_above(read.claims.front(), *quantity)
                              : bounds_below(read.claims.front(), *quantity);
    const auto found = std::find_if(bounds.begin(), bounds.end(),
                                    [](const auto& one) { return one.rule == "(K.17)"; });
    REQUIRE(found != bounds.end());
    const auto is_near = parse_formula("abs(renyi(rr_pair(n, eps0), lambda) - (" +
                                       to_text(*found->formula) + ")) < 1/10^30");
    for (const char* n : {"1", "2", "7"})
      for (const char* eps0 : {"1/10", "3"})
        for (const char* lambda : {"2", "3", "6"}) {
          INFO(n << " " << eps0 << " " << lambda);
          const definitions none;
          const variable_map values{{"n", parse_formula(n)},
                                    {"eps0", parse_formula(eps0)},
                                    {"lambda", parse_formula(lambda)}};
          const refined_value known = refine(*is_near, none, values, 15, {}, {});
          const auto* truth_found = std::get_if<truth>(&known.result);
          REQUIRE(truth_found != nullptr);
          CHECK(truth_found->value == true);
        }
  }
}

TEST_CASE("a count over its mean bounds randomized response at all orders", "[derivation]") {
  const random_cases cases(772, 60);
  random_source source(cases.seed());
  const catalogue read = read_text(
      claim_text("claim = \"n + lambda > 0\"\nintegers = [\"n\"]", "n = [1]\nlambda = [2]"));
  const auto quantity = parse_formula("renyi(rr_pair(n, eps0), lambda)");
  int held = 0;
  for (const known_bound& bound : bounds_above(read.claims.front(), *quantity)) {
    if (bound.rule != "(K.18)") continue;
    for (int i = 0; i < cases.count(); ++i) {
      const variable_map values{
          {"n", parse_formula(std::to_string(1 + source.below(source.once_in(2) ? 4 : 400)))},
          {"eps0", parse_formula(std::to_string(1 + source.below(400)) + "/40")},
          {"lambda", parse_formula("1 + " + std::to_string(1 + source.below(3000)) +
                                   source.text({"/3000", "/100", ""}))}};
      INFO(to_text(*bound.formula)
           << " at n = " << to_text(*values.at("n")) << ", eps0 = " << to_text(*values.at("eps0"))
           << ", lambda = " << to_text(*values.at("lambda")));
      CHECK(truth_at(*make_comparison(quantity, relation::less, bound.formula), values) == true);
      ++held;
    }
  }
  CHECK(held == 3 * cases.count());
}

TEST_CASE("names, holes and ends that only look like others prove nothing", "[derivation]") {
  const auto is_proved = [](const std::string& claim, const std::string& domain,
                            const std::string& check, const std::string& whole = "") {
    const judgement found =
        judged(claim, domain, check, whole.empty() ? "" : "integers = [" + whole + "]");
    INFO(claim << ": " << found.message);
    CHECK(found.outcome != verdict::invalid);
    return found.outcome == verdict::proved;
  };
  // Names that a range might have, too.
  CHECK_FALSE(is_proved("x <= x_ + distance_of_x",
                        "\"x > -1\", \"x_ > -1\", \"distance_of_x >= 1/2\", "
                        "\"distance_of_x <= 1\"",
                        "x = [1]\nx_ = [1]\ndistance_of_x = [1]"));
  CHECK_FALSE(is_proved("x <= x_", "\"x < 5\", \"x_ < 5\", \"distance_of_x < 1\"",
                        "x = [1]\nx_ = [1]\ndistance_of_x = [0]"));
  // The same as what the domain states, but for a hole at y = 0.
  const std::string at = "x = [1]\ny = [1]";
  CHECK_FALSE(is_proved("x*y/y >= 1", "\"x >= 1\", \"y >= 0\"", at));
  CHECK_FALSE(is_proved("x + 1/y - 1/y > 0", "\"x > 0\", \"y >= 0\"", at));
  CHECK_FALSE(is_proved("x + log(y) - log(y) >= 1", "\"x >= 1\"", at));
  CHECK(is_proved("x + log(y) - log(y) >= 1", "\"x >= 1\", \"y >= 1/2\"", at));
  const std::string of_pair = "n = [2]\neps0 = [1]\np = [\"1/2\"]\ny = [1]";
  const std::string pairs = "\"n >= 1\", \"eps0 >= 0\", \"p > 0\", \"p <= 1\"";
  CHECK_FALSE(is_proved("renyi(clone_pair(n, eps0, p*y/y), 2) <= eps0", pairs, of_pair, "\"n\""));
  CHECK_FALSE(
      is_proved("hockey_stick(clone_pair(n, eps0, p*y/y), 1) >= 0", pairs, of_pair, "\"n\""));
  // 0 times an infinite divergence.
  CHECK_FALSE(is_proved("y*renyi(gaussian_pair(1), inf) <= y*renyi(gaussian_pair(1), inf)",
                        "\"y >= 0\"", "y = [1]"));
  CHECK_FALSE(is_proved("chi_moment(gaussian_pair(x), y) >= chi_moment(gaussian_pair(x), y)",
                        "\"x > 0\", \"y >= 1\"", "x = [1]\ny = [2]"));
  // Ends that are whole, which no number of digits shows.
  const std::string n = "n = [3, 4]";
  for (const char* end : {"n >= log(exp(2))", "n >= 2^(1/2)*2^(1/2)", "sqrt(n)*sqrt(n) >= 2"}) {
    const std::string domain = std::string("\"") + end + "\", \"n >= 1\", \"n <= 5\"";
    CHECK_FALSE(is_proved("n > 2", domain, n, "\"n\""));
    CHECK_FALSE(is_proved("n != 2", domain, n, "\"n\""));
  }
  CHECK_FALSE(is_proved("x != 1", "\"x <= 1\", \"if(x < 1, 1, log(exp(1))) >= 1\", \"x >= 0\"",
                        "x = [\"1/2\"]"));
}

namespace {

// A formula in x and n from a grammar in which much cancels at the ends of domains.
std::string random_formula(random_source& source, int depth) {
  if (depth == 0 || source.once_in(5))
    return source.text({"x", "x", "n", "1", "2", "1/2", "(x - 1)", "(1 - x)"});
  const std::string a = random_formula(source, depth - 1);
  const std::string b = random_formula(source, depth - 1);
  switch (source.below(12)) {
    case 0:
      return "(" + a + " + " + b + ")";
    case 1:
      return "(" + a + " - " + b + ")";
    case 2:
    case 3:
      return a + "*" + b;
    case 4:
      return a + "/(" + b + ")";
    case 5:
      return "(exp(" + a + ") - 1)";
    case 6:
      return "log(1 + " + a + ")";
    case 7:
      return "sqrt(" + a + ")";
    case 8:
      return "(" + a + ")^2";
    case 9:
      return "tanh(" + a + ")";
    case 10:
      return "exp(-" + a + ")";
    default:
      return "max(" + a + ", " + b + ")";
  }
}

}  // namespace

TEST_CASE("what is proved of random formulas is true at the corners of the domain",
          "[derivation][volume]") {
  const random_cases cases(772, 150);
  random_source source(cases.seed());
  const std::vector<std::pair<std::string, std::string>> domains{{"\"x > 0\"", "1"},
                                                                 {"\"x >= 0\"", "1"},
                                                                 {"\"x > 0\", \"x < 1\"", "1/2"},
                                                                 {"\"x > 1\"", "2"},
                                                                 {"\"x >= -1\", \"x <= 1\"", "1/2"},
                                                                 {"\"x >= 1 + 1/n\"", "5"}};
  const std::vector<std::string> values{
      "-1", "-1/2",       "0",         "10^-30", "10^-9", "1/1000", "1/3", "1/2",  "1 - 10^-9",
      "1",  "1 + 10^-30", "1 + 10^-6", "1.4",    "2",     "3",      "17",  "1000", "10^9"};
  int proved = 0;
  for (int i = 0; i < cases.count(); ++i) {
    const auto& [domain, at] = source.of(domains);
    const std::string low = random_formula(source, 2);
    const std::string high =
        source.once_in(2) ? low + "*2 + " + random_formula(source, 2) : random_formula(source, 3);
    const std::string claim = low + source.text({" <= ", " < ", " >= ", " == "}) + high;
    const judgement found = judged(claim, domain + ", \"n >= 1\"",
                                   "x = [\"" + at + "\"]\nn = [1, 2]", "integers = [\"n\"]");
    if (found.outcome != verdict::proved) continue;
    ++proved;
    const definitions none;
    for (const std::string& x : values)
      for (const char* n : {"1", "2", "1000", "10^12"}) {
        const variable_map point{{"x", parse_formula(x)}, {"n", parse_formula(n)}};
        const auto decide = [&](const std::string& condition) {
          const refined_value known = refine(*parse_formula(condition), none, point, 15, {}, {});
          return std::get<truth>(known.result).value;
        };
        std::string all;
        for (const char c : domain)
          if (c != '"') all += c == ',' ? std::string(" and ") : std::string(1, c);
        if (decide(all) != true) continue;
        INFO(claim << " for " << all << " at x = " << x << ", n = " << n);
        try {
          CHECK(decide(claim) != false);
        } catch (const undefined_value& error) {
          FAIL_CHECK("it has no value: " << error.what());
        } catch (const beyond_reach&) {
          // e^(10^21) is too large to be checked.
        }
      }
  }
  CHECK(proved >= cases.count() / 20);
}

TEST_CASE("a condition that is false at a check point costs no boxes", "[derivation]") {
  const auto read = [](const std::string& domain, const std::string& check) {
    return read_text(
        claim_text("claim = \"y > 0\"\ndomain = [" + domain + "]\nlet = { y = \"2*x\" }", check));
  };
  // Whether the condition is certain; else why not, and for how many boxes.
  struct answer {
    bool is_certain, is_refuted;
    std::size_t boxes;
    std::string open;
  };
  const auto asked = [](const catalogue& visible, const std::string& condition) {
    quantity_cache cache;
    const judge_options options;
    const claim_context context{visible.claims.at(0), visible, cache, options};
    domain_facts facts(context, regions_of_domain(context, {}));
    const expression_ptr stated = parse_formula(condition);
    const bool is_certain = facts.is_certain(stated);
    return answer{is_certain, facts.is_refuted(stated), facts.boxes(), facts.open()};
  };
  const catalogue positive = read("\"x > 0\"", "x = [1, 4]");

  const answer at_four = asked(positive, "x < 2");
  CHECK(at_four.is_refuted);
  CHECK(at_four.boxes == 0);
  CHECK(at_four.open == "'x < 2' fails at x = 4");
  CHECK(asked(positive, "y^2 < 8").is_refuted);

  // False beyond the points alone.
  const answer beyond = asked(positive, "x < 5");
  CHECK_FALSE(beyond.is_certain);
  CHECK(beyond.boxes > 0);

  // Double sees both as false, and the first at a point that is not in the domain.
  CHECK(asked(read("\"x >= 0\"", "x = [-1, 1]"), "exp(x) >= 1/2 + x^2/4").is_certain);
  const answer rounded = asked(positive, "(x + 100000000000000000) - 100000000000000000 >= x/2");
  CHECK(rounded.is_certain);
  CHECK_FALSE(rounded.is_refuted);
}

}  // namespace test_derivation
