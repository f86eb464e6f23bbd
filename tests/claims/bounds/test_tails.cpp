// Theorems about tails: one outcome and one layer against the tail of a normal law, (K.14), (K.15)
// and (K.19) of docs/methods/theorems.md, and products by their logarithms. Each has a false twin.

#include "claims/bounds/known_bounds.hpp"
#include "claims/bounds/normal_bounds.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "claims/catalogue/formula_matching.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/theorem.hpp"
#include "support/this_run.hpp"
#include "support/values_at_points.hpp"

namespace test_tails {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

const std::string tail = "(Phi(m/2 - t/m) - exp(t)*Phi(-t/m - m/2))";
const std::string above_tail = "m/((1 + (t/m - m/2)^2)*sqrt(2*pi))*exp(-(t/m - m/2)^2/2)";

bool holds_of_tails(const std::string& claim, const std::string& of_t = "t >= m^2/2") {
  return is_theorem(claim, "\"m > 0\", \"" + of_t + "\"", "m = [\"1/2\"]\nt = [1]");
}

// δ(t) of a pair against δ of μ-GDP, μ = 2e^(ε0/2)/√(n − 1), from ε0 = first on, with at least so
// many users for each unit of e^ε0.
bool exceeds_normal_at(const std::string& t, const std::string& pair, const std::string& first,
                       const std::string& users) {
  const std::string m = "(2*exp(eps0/2)/sqrt(n - 1))";
  return is_theorem("hockey_stick(" + pair + ", " + t + ") > Phi(-" + t + "/" + m + " + " + m +
                        "/2) - exp(" + t + ")*Phi(-" + t + "/" + m + " - " + m + "/2)",
                    "\"n >= " + users + "*exp(eps0)\", \"eps0 >= " + first + "\"",
                    "points = [{ n = 1000000, eps0 = 5 }]", "\"n\"");
}

// The same at ε0 − shift.
bool exceeds_normal(const std::string& pair, const std::string& shift, const std::string& first,
                    const std::string& users) {
  return exceeds_normal_at("(eps0 - " + shift + ")", pair, first, users);
}

// b of the layers, in the program's order, and what 1 - exp(-J) is below.
const std::vector<std::pair<std::string, std::string>>& layers() {
  static const std::vector<std::pair<std::string, std::string>> known{
      {"3/2", "0.01994"}, {"2", "0.05506"},  {"29/10", "0.11652"}, {"4", "0.17531"},
      {"6", "0.24651"},   {"10", "0.32194"}, {"30", "0.42343"}};
  return known;
}

}  // namespace

TEST_CASE("the pair of clones is not Gaussian from 2.05 on, however many users",
          "[tails][volume]") {
  CHECK(exceeds_normal("clone_pair(n, eps0)", "1/20", "21/10", "16"));
  CHECK(exceeds_normal("swap(clone_pair(n, eps0))", "1/100", "41/20", "40"));
  CHECK(exceeds_normal("swap(rr_pair(n, eps0))", "1/100", "14/5", "50"));
  // Below the threshold, 2.034 for the clones and 2.787 for randomized response, or too far from
  // ε0, it is so for few users at most.
  CHECK_FALSE(exceeds_normal("clone_pair(n, eps0)", "1/100", "203/100", "40"));
  CHECK_FALSE(exceeds_normal("clone_pair(n, eps0)", "1/10", "21/10", "16"));
  CHECK_FALSE(exceeds_normal("swap(rr_pair(n, eps0))", "1/100", "278/100", "50"));
  // The other direction of randomized response is far below.
  CHECK_FALSE(exceeds_normal("rr_pair(n, eps0)", "1/100", "14/5", "50"));
}

TEST_CASE("nor is it at an epsilon of 1, from 4 on", "[tails][volume]") {
  CHECK(exceeds_normal_at("1", "clone_pair(n, eps0)", "4", "800"));
  CHECK(exceeds_normal_at("3/2", "swap(clone_pair(n, eps0))", "3", "300"));
  // Close to the threshold, about 3.1, for small ε, and for randomized response in this direction
  // the normal law is above for many users.
  CHECK_FALSE(exceeds_normal_at("1", "clone_pair(n, eps0)", "3", "800"));
  CHECK_FALSE(exceeds_normal_at("1/2", "clone_pair(n, eps0)", "4", "800"));
  CHECK_FALSE(exceeds_normal_at("1", "rr_pair(n, eps0)", "4", "800"));
}

TEST_CASE("one layer bounds hockey-stick divergences from below", "[tails]") {
  const auto holds = [](const std::string& claim, const std::string& domain) {
    return is_theorem(claim, domain, "n = [10000]\neps0 = [1]", "\"n\"");
  };
  const std::string domain = "\"n >= 100*exp(eps0)\", \"eps0 >= 1\"";
  const std::string divergence = "hockey_stick(clone_pair(n, eps0), 1/5) >= ";
  const std::string bound =
      "2*(2 + exp(-eps0) - exp(1/5)*(1 + 2*exp(-eps0)))/(31*2*3*(1 + exp(-eps0)))*exp(eps0)/"
      "(n - 1)*exp((n - 1)*log1p(-2753/50000*exp(-eps0)))";
  CHECK(holds(divergence + bound, domain));
  CHECK_FALSE(holds(divergence + "1.000001*" + bound, domain));
  // Where more than half of the users are clones, or too few are.
  CHECK_FALSE(holds(divergence + bound, "\"n >= 100*exp(eps0)\", \"eps0 >= 1/2\""));
  CHECK_FALSE(holds(divergence + bound, "\"n >= 6*exp(eps0)\", \"eps0 >= 1\""));
}

TEST_CASE("layers hold against exact values", "[tails]") {
  const random_cases cases(782, 100);
  random_source source(cases.seed());
  const catalogue read = read_text(claim_text("claim = \"n > 0\"\nintegers = [\"n\"]", "n = [1]"));
  const auto quantity = parse_formula("hockey_stick(clone_pair(n, eps0, p), eps)");
  std::size_t found = 0;
  for (const known_bound& bound : bounds_below(read.claims.front(), *quantity)) {
    if (bound.rule != "(K.19)") continue;
    const std::string b = layers().at(found++).first;
    int applied = 0;
    int at_many_users = 0;
    for (int i = 0; i < cases.count(); ++i) {
      const std::size_t clones = 1 + source.below(50);
      const std::string zeros = source.text({"", "0", "00", "000", "0000", "00000"});
      const variable_map values{
          {"eps0", parse_formula(std::to_string(source.below(120)) + "/20")},
          {"p", parse_formula(std::to_string(clones) + source.text({"/100", "/1000"}))},
          {"n", parse_formula(std::to_string(2 + source.below(20)) + zeros)},
          // Half of them are where the bound is close to its end, and nearest to the value.
          {"eps", parse_formula(source.once_in(2) ? std::to_string(source.below(70)) + "/20 - 1/5"
                                                  : "log((" + b + " + exp(-eps0))/(1 + " + b +
                                                        "*exp(-eps0))) - 1/100000")}};
      if (!all_hold_at(bound.required, values) ||
          truth_at(*make_comparison(bound.formula, relation::greater, make_number(0)), values) !=
              true)
        continue;
      ++applied;
      if (zeros.size() > 3) ++at_many_users;
      INFO(to_text(*bound.formula)
           << " at n = " << to_text(*values.at("n")) << ", eps0 = " << to_text(*values.at("eps0"))
           << ", p = " << to_text(*values.at("p")) << ", eps = " << to_text(*values.at("eps")));
      CHECK(truth_at(*make_comparison(quantity, relation::greater, bound.formula), values) == true);
    }
    CHECK(applied > 0);
    CHECK(at_many_users > 0);
  }
  CHECK(found == layers().size());
}

TEST_CASE("what a layer's rate is below, to five places", "[tails]") {
  for (const auto& [b, c] : layers()) {
    const std::string rate = "1 - exp(-(" + b + "*log(2*" + b + "/(" + b + " + 1)) + log(2/(" + b +
                             " + 1)))/(" + b + " + 1))";
    const std::string condition = rate + " <= " + c + " and " + rate + " > " + c + " - 1/100000";
    INFO(condition);
    CHECK(truth_at(*parse_formula(condition), {}) == true);
  }
}

TEST_CASE("one outcome bounds hockey-stick divergences from below", "[tails]") {
  const auto holds = [](const std::string& claim) {
    return is_theorem(claim, "\"n >= 1\", \"eps0 >= 0\"", "n = [3]\neps0 = [1]", "\"n\"");
  };
  const std::string clones = "hockey_stick(clone_pair(n, eps0), eps0 - 1/1000) >= ";
  const std::string one_side =
      "exp((n - 1)*log1p(-exp(-eps0)/2))*(1 - exp(-1/1000))/(1 + exp(-eps0))";
  CHECK(holds(clones + one_side));
  CHECK_FALSE(holds(clones + "1.000001*" + one_side));
  const std::string response = "hockey_stick(swap(rr_pair(n, eps0)), eps0 - 1/1000) >= ";
  const std::string no_ones = "exp(-n*log1p(exp(-eps0)))*(1 - exp(-1/1000))";
  CHECK(holds(response + no_ones));
  CHECK_FALSE(holds(response + "1.000001*" + no_ones));
  const std::string other = "hockey_stick(rr_pair(n, eps0), eps0 - 1/1000) >= ";
  const std::string all_ones = "exp(-n*log1p(exp(eps0)))*(exp(eps0) - exp(eps0 - 1/1000))";
  CHECK(holds(other + all_ones));
  CHECK_FALSE(holds(other + "1.000001*" + all_ones));
  CHECK_FALSE(holds(other + no_ones));
}

TEST_CASE("a normal law's divergence is below its bound", "[tails]") {
  CHECK(holds_of_tails(tail + " <= " + above_tail));
  CHECK(holds_of_tails("hockey_stick(gaussian_pair(m), t) <= " + above_tail));
  CHECK(holds_of_tails("hockey_stick(swap(gaussian_pair(m)), t) <= 1.5*" + above_tail));
  // The quotient comes close to 1 where t is far above m, and m is small.
  CHECK_FALSE(holds_of_tails(tail + " <= 0.999*" + above_tail));
  // Where the tail begins below its mean it is almost all.
  CHECK_FALSE(holds_of_tails(tail + " <= " + above_tail, "t >= m^2/2 - 1/1000"));
  CHECK_FALSE(is_theorem("hockey_stick(gaussian_pair(m), t) <= " + above_tail,
                         "\"m >= -1\", \"t >= m^2/2\"", "m = [\"1/2\"]\nt = [1]"));
  // Something else by one sign, or one number.
  CHECK_FALSE(holds_of_tails("(Phi(m/2 - t/m) + exp(t)*Phi(-t/m - m/2)) <= " + above_tail));
  CHECK_FALSE(holds_of_tails("(Phi(m/2 - t/m) - exp(t)*Phi(-t/m - m/3)) <= " + above_tail));
  CHECK_FALSE(holds_of_tails("(Phi(m/2 - t/m) - exp(t/2)*Phi(-t/m - m/2)) <= " + above_tail));
}

TEST_CASE("its bound holds against exact values", "[tails]") {
  const random_cases cases(781, 200);
  random_source source(cases.seed());
  const auto formula = parse_formula(tail);
  const auto bound = normal_bound_above(formula);
  REQUIRE(bound);
  int applied = 0;
  for (int i = 0; i < cases.count(); ++i) {
    const variable_map values{
        {"m", parse_formula(std::to_string(1 + source.below(40)) + "/" +
                            source.text({"10", "100", "1000"}))},
        {"t", parse_formula(std::to_string(source.below(100)) + source.text({"/20", "/500"}))}};
    if (!all_hold_at(bound->required, values)) continue;
    ++applied;
    INFO("m = " << to_text(*values.at("m")) << ", t = " << to_text(*values.at("t")));
    CHECK(truth_at(*make_comparison(formula, relation::less, bound->formula), values) == true);
    // It is no worse than five times as large.
    CHECK(truth_at(*parse_formula("5*" + tail + " > " + above_tail), values) == true);
  }
  CHECK(applied > cases.count() / 4);
}

TEST_CASE("products are in the order of their logarithms", "[tails]") {
  const auto holds = [](const std::string& claim) {
    return is_theorem(claim, "\"x > 0\", \"y >= 1\"", "x = [1]\ny = [2]");
  };
  CHECK(holds("exp(-3*x - y^2)*(1 + x) <= 2*exp(-x - y^2)"));
  CHECK(holds("sqrt(y)*exp(-x - 2*y)/(2 + x) < y*exp(-y)"));
  CHECK_FALSE(holds("exp(-3*x - y^2)*(1 + x) <= 0.999*exp(-x - y^2)"));
  CHECK_FALSE(holds("sqrt(y)*exp(-x - 2*y)/(2 + x) < y*exp(-y)/1000"));
  // What cancels among the factors does so in one logarithm.
  const auto holds_far_out = [](const std::string& claim) {
    return is_theorem(claim, "\"x >= 1\", \"y >= exp(x)\"", "x = [2]\ny = [20]");
  };
  CHECK(holds_far_out("sqrt(y)*exp(-2*y*exp(-x)) <= exp(x/2)*exp(-y*exp(-x))"));
  CHECK_FALSE(holds_far_out("sqrt(y)*exp(-2*y*exp(-x)) <= exp(x/2 - x/100000)*exp(-y*exp(-x))"));
  // Both sides are negative from x = 1000 on, and the order is the other one there.
  CHECK_FALSE(holds("(1000 - x)*exp(x*y) <= (1000 - x)*exp(2*x*y)"));
  CHECK_FALSE(holds("exp(x*y)/(1000 - x) <= exp(2*x*y)/(1000 - x)"));
  // At x = 1/1000000 alone both are 0.
  CHECK_FALSE(holds("abs(x - 1/1000000)*exp(x*y) < abs(x - 1/1000000)*exp(2*x*y)"));
}

}  // namespace test_tails
