// The full bound of Girgis et al. (2021) holds of the pair of clones: (O.10) of
// docs/methods/orderings.md, the inequalities that its proof leaves to the machine, and sums that
// begin at different indices.

#include "claims/bounds/known_bounds.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/theorem.hpp"
#include "support/this_run.hpp"

namespace test_full_bound {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

// The full bound, from the term that its sum begins with, with the rate of clones p.
std::string full_bound(const std::string& first = "3", const std::string& p = "exp(-eps0)",
                       const std::string& one = "1") {
  const std::string bar = "(floor((n - 1)*" + p + "/2) + 1)";
  return "log(" + one + " + binomial(a, 2)*(exp(eps0) - 1)^2/(" + bar + "*exp(eps0)) + sum(i, " +
         first + ", a, binomial(a, i)*i*gamma(i/2)*((exp(2*eps0) - 1)^2/(2*exp(2*eps0)*" + bar +
         "))^(i/2)) + exp(eps0*a - (n - 1)*" + p + "/8))/(a - 1)";
}

bool holds(const std::string& claim, const std::string& whole = "\"n\", \"a\"",
           const std::string& of_a = "a >= 2") {
  return is_theorem(claim, "\"n >= 1\", \"eps0 >= 0\", \"" + of_a + "\"",
                    "n = [3]\neps0 = [1]\na = [3]", whole);
}

}  // namespace

TEST_CASE("the full bound of Girgis et al. is above the pair of clones", "[full-bound]") {
  CHECK(holds("renyi(clone_pair(n, eps0), a) <= " + full_bound()));
  CHECK(holds("renyi(clone_pair(n, eps0, 1/3), a) <= " + full_bound("3", "(1/3)")));
  CHECK(holds("renyi(krr_pair(4, n, eps0), a) <= " + full_bound()));
  CHECK(holds("renyi(swap(rr_pair(n, eps0)), a) <= " + full_bound("2")));
  // About twice the divergence where ε0 is small and n is large; 1 where ε0 is 0.
  CHECK_FALSE(holds("renyi(clone_pair(n, eps0), a) <= 0.49*" + full_bound()));
  CHECK_FALSE(
      holds("renyi(clone_pair(n, eps0), a) <= " + full_bound("3", "exp(-eps0)", "0.999999")));
  // With more clones than there are; of orders that are no whole numbers; of order 1.
  CHECK_FALSE(holds("renyi(clone_pair(n, eps0, 1/4), a) <= " + full_bound("3", "(1/3)")));
  CHECK_FALSE(holds("renyi(clone_pair(n, eps0), a) <= " + full_bound(), "\"n\""));
  CHECK_FALSE(holds("renyi(clone_pair(n, eps0), a) <= " + full_bound(), "\"n\", \"a\"", "a >= 1"));
  CHECK_FALSE(holds("renyi(unmixed_pair(n, eps0), a) <= " + full_bound()));
}

TEST_CASE("the full bound holds against exact values at large orders", "[full-bound]") {
  const random_cases cases(791, 60);
  random_source source(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const variable_map values{
        {"n", parse_formula(std::to_string(1 + source.below(source.once_in(2) ? 40 : 3000)))},
        {"eps0",
         parse_formula(std::to_string(1 + source.below(source.once_in(2) ? 20 : 120)) + "/20")},
        {"a", parse_formula(std::to_string(2 + source.below(source.once_in(2) ? 12 : 150)))}};
    INFO("n = " << to_text(*values.at("n")) << ", eps0 = " << to_text(*values.at("eps0"))
                << ", a = " << to_text(*values.at("a")));
    const definitions none;
    const refined_value found =
        refine(*parse_formula("renyi(clone_pair(n, eps0), a) <= " + full_bound()), none, values, 15,
               {}, {});
    CHECK(std::get<truth>(found.result).value == true);
  }
}

TEST_CASE("what the proof of the full bound leaves to the machine", "[full-bound]") {
  const auto shown = [](const std::string& claim, const std::string& domain,
                        const std::string& at) {
    return is_theorem(claim, domain, "x = [\"" + at + "\"]");
  };
  const std::string one_point = "\"x == 1\"";
  CHECK(shown("log((exp(1) + exp(-1))/2) < 434/1000 and 434/1000 < 7/10*5/8", one_point, "1"));
  CHECK(shown("x^(7/10) <= 1 + 42/100*x", "\"x >= 1\"", "2"));
  CHECK(shown("(1 + exp(-2))/2 + 42/100 < 1 and 1 - (1 + exp(-2))/2 > 1/8", one_point, "1"));
  CHECK(shown("1 - x/8 - 53/(100*x) > 0", "\"x >= 3\", \"x <= 7\"", "4"));
  CHECK(shown("exp(152/1000) < 1 + exp(-7/4) and 53/100*14/49 < 152/1000", one_point, "1"));
  CHECK(shown("exp(53/100*x) <= 1 + 875/1000*x", "\"x >= 0\", \"x <= 17/10\"", "1"));
  const std::string sinh = "((exp(x) - exp(-x))/2)";
  const std::string of_half = "((exp(x/2) - exp(-x/2))/2)";
  CHECK(shown("1 - 738/1000*x/" + sinh + " >= 19/100*x", "\"x > 0\", \"x <= 9/2\"", "1"));
  CHECK(shown("(738/1000)^2 >= 53/100*1025/1000 and 133/100*17/10 >= 2 and 665/1000 > 5/4*53/100",
              one_point, "1"));
  CHECK(shown("exp(53/100*4/7*x) <= 1 + 22/10*" + of_half + "^2/x", "\"x >= 9/2\"", "5"));
  CHECK(shown("7/4*log(" + sinh + "^2/(14.35*x)) >= 53/100*x", "\"x >= 9/2\"", "5"));
  // Further out it does not hold.
  CHECK_FALSE(shown("1 - 738/1000*x/" + sinh + " >= 19/100*x", "\"x > 0\"", "1"));
  CHECK_FALSE(shown("x^(7/10) <= 1 + 41/100*x", "\"x >= 1\"", "2"));
}

TEST_CASE("a sum that begins earlier is larger where its terms are not negative", "[full-bound]") {
  const auto is_below = [](const std::string& low, const std::string& high) {
    return is_theorem("sum(i, " + low + ") <= sum(i, " + high + ")", "\"n >= 1\", \"x >= 0\"",
                      "n = [4]\nx = [1]", "\"n\"");
  };
  CHECK(is_below("3, n, x*i", "1, n, x*i"));
  CHECK(is_below("3, n, x*i", "2, n, (x + 1)*i"));
  CHECK_FALSE(is_below("1, n, x*i", "3, n, x*i"));
  CHECK_FALSE(is_below("3, n, x*i", "1, n - 1, x*i"));
  // Its first term is negative.
  CHECK_FALSE(is_below("3, n, x*(i - 1)", "0, n, x*(i - 1)"));
  CHECK(is_below("3, n, x*(i - 1)", "1, n, x*(i - 1)"));
}

}  // namespace test_full_bound
