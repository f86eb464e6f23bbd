// Values of trade-off functions at the knots of unmixed pairs, (O.11) of docs/methods/orderings.md,
// and means over binomial laws that are written out as sums.

#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/theorem.hpp"
#include "support/this_run.hpp"

namespace test_knots {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

// The mean over Bin(m, p) of P(A <= end) for i fair coins.
std::string mean_of(const std::string& end, const std::string& p, const std::string& m = "(n - 1)",
                    const std::string& coin = "1/2") {
  return "sum(i, 0, " + m + ", binomial(" + m + ", i)*" + p + "^i*(1 - " + p + ")^(" + m +
         " - i)*binomial_cdf(" + end + ", i, " + coin + "))";
}

const std::string end_of_level = "i - (i + 1)/(t + 1)";

bool holds(const std::string& claim, const std::string& of_t = "t >= 0",
           const std::string& of_eps0 = "eps0 >= 0") {
  return is_theorem(claim, "\"n >= 1\", \"" + of_eps0 + "\", \"" + of_t + "\"",
                    "n = [3]\neps0 = [1]\nt = [\"1/2\"]", "\"n\"");
}

}  // namespace

TEST_CASE("trade-off functions of unmixed pairs are known at their knots", "[knots]") {
  const auto claim = [](const std::string& p, const std::string& level, const std::string& value) {
    return "1 - tradeoff(unmixed_pair(n, eps0, " + p + "), " + level + ") == " + value;
  };
  const std::string next = "floor(" + end_of_level + ") + 1";
  const std::string p = "exp(-eps0)";
  const std::string third = "(1/3)";
  CHECK(holds(claim(p, mean_of(end_of_level, p), mean_of(next, p))));
  CHECK(holds(claim(third, mean_of(end_of_level, third), mean_of(next, third))));
  CHECK(holds("1 - tradeoff(swap(unmixed_pair(n, eps0)), " + mean_of(end_of_level, p) +
              ") == " + mean_of(next, p)));
  CHECK(holds("at(mix_curves(1/4, identity_curve, curve(unmixed_pair(n, eps0))), " +
              mean_of(end_of_level, p) + ") == 1/4*(1 - " + mean_of(end_of_level, p) +
              ") + 3/4*(1 - " + mean_of(next, p) + ")"));
  // Sums are numbers of which algebra needs to know nothing, if they have a value.
  CHECK(holds("(1 + sum(i, 0, n, t^i))^2 == 1 + 2*sum(j, 0, n, t^j) + sum(i, 0, n, t^i)^2"));
  CHECK_FALSE(holds("(1 + sum(i, 0, n, t^i))^2 == 1 + 2*sum(j, 0, n, t^j) + sum(i, 1, n, t^i)^2"));
  CHECK_FALSE(holds("sum(i, 0, n, 1/(i - 7))*2 == sum(i, 0, n, 1/(i - 7))*2", "t >= 0"));
  // Another weight, law, number of clones, coin, end, value, or pair.
  CHECK_FALSE(holds("at(mix_curves(1/4, identity_curve, curve(unmixed_pair(n, eps0))), " +
                    mean_of(end_of_level, p) + ") == 3/4*(1 - " + mean_of(end_of_level, p) +
                    ") + 1/4*(1 - " + mean_of(next, p) + ")"));
  CHECK_FALSE(holds(claim(p, mean_of(end_of_level, third), mean_of(next, third))));
  CHECK_FALSE(holds(claim(p, mean_of(end_of_level, p, "n"), mean_of(next, p, "n"))));
  CHECK_FALSE(holds(
      claim(p, mean_of(end_of_level, p, "(n - 1)", "1/3"), mean_of(next, p, "(n - 1)", "1/3"))));
  CHECK_FALSE(holds(claim(p, mean_of("i - i/(t + 1)", p), mean_of("floor(i - i/(t + 1)) + 1", p))));
  CHECK_FALSE(holds(claim(p, mean_of(end_of_level, p), mean_of("floor(" + end_of_level + ")", p))));
  CHECK_FALSE(holds("1 - tradeoff(clone_pair(n, eps0), " + mean_of(end_of_level, p) +
                    ") == " + mean_of(next, p)));
  // A ratio below 0 is none.
  CHECK_FALSE(holds(claim(p, mean_of(end_of_level, p), mean_of(next, p)), "t >= -1/2"));
}

TEST_CASE("so is the divergence of the symmetrized curve", "[knots]") {
  const auto claim = [](const std::string& v, const std::string& p, const std::string& factor,
                        bool is_whole = true) {
    const std::string end = "i - (i + 1)/((1 - " + v + ")/(exp(t) - " + v + ") + 1)";
    const std::string mixed =
        "mix_curves(" + v + ", identity_curve, curve(unmixed_pair(n, eps0, " + p + ")))";
    return "curve_delta(" + (is_whole ? "symmetrized(" + mixed + ")" : mixed) + ", t) == (" + v +
           " - exp(t))*" + mean_of(end, p) + " + " + factor + "*" +
           mean_of("floor(" + end + ") + 1", p);
  };
  const std::string v = "(1/4)";
  const std::string p = "exp(-eps0)";
  CHECK(holds(claim(v, p, "3/4")));
  CHECK(holds(claim("(2/(exp(eps0) + 1))", p, "(1 - 2/(exp(eps0) + 1))"), "t >= 0", "eps0 > 0"));
  CHECK_FALSE(holds(claim(v, p, "(3/4 + t/10^9)")));
  // Below ε = 0 the other direction counts, and without it the curve alone.
  CHECK_FALSE(holds(claim(v, p, "3/4"), "t >= -1/100"));
  CHECK_FALSE(holds(claim(v, p, "3/4", false)));
  // With the weight 1 there is no ratio.
  CHECK_FALSE(holds(claim("(2/(exp(eps0) + 1))", p, "(1 - 2/(exp(eps0) + 1))")));

  const random_cases cases(802, 25);
  random_source source(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const variable_map values{
        {"n", parse_formula(std::to_string(1 + source.below(source.once_in(2) ? 5 : 30)))},
        {"eps0", parse_formula("log(" + std::to_string(2 + source.below(20)) + ")")},
        {"t", parse_formula("log(" + std::to_string(1 + source.below(20)) + ")")}};
    const std::string text = claim(source.text({"(1/4)", "(2/(exp(eps0) + 1))", "(9/10)"}), p, "F");
    const std::string weight = text.substr(text.find("mix_curves(") + 11,
                                           text.find(", id") - text.find("mix_curves(") - 11);
    const std::size_t at = text.find(" == ");
    INFO(text << " at n = " << to_text(*values.at("n")) << ", eps0 = "
              << to_text(*values.at("eps0")) << ", t = " << to_text(*values.at("t")));
    std::string held = "abs(" + text.substr(0, at) + " - (" + text.substr(at + 4) + ")) < 10^(-12)";
    held.replace(held.find("F*"), 1, "(1 - " + weight + ")");
    const definitions none;
    const refined_value found = refine(*parse_formula(held), none, values, 15, {}, {});
    CHECK(std::get<truth>(found.result).value == true);
  }
}

TEST_CASE("1 may lie between two formulas", "[knots]") {
  const auto is_true = [](const std::string& claim, const std::string& of_x = "x >= 0") {
    return is_theorem(claim, "\"" + of_x + "\", \"y >= 0\"", "x = [1]\ny = [1]");
  };
  CHECK(is_true("exp(x) - 2/(exp(y) + 1) >= 0"));
  CHECK(is_true("exp(x) - 2/(exp(y) + 1) > 0", "x > 0"));
  CHECK(is_true("1 - 2/(exp(y) + 1) >= 0"));
  CHECK_FALSE(is_true("exp(x) - 2/(exp(y) + 1) > 0"));
  CHECK_FALSE(is_true("exp(x) - 2.000001/(exp(y) + 1) >= 0"));
  CHECK_FALSE(is_true("exp(x) - 2/(exp(y) + 1) >= 0", "x >= -1/1000000"));
  CHECK_FALSE(is_true("exp(-x) - 2/(exp(y) + 1) >= 0"));
}

TEST_CASE("the value at a knot is that of the test itself", "[knots]") {
  const random_cases cases(801, 40);
  random_source source(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const std::string p = source.text({"(1/3)", "exp(-eps0)", "(2/(exp(eps0) + 1))"});
    const variable_map values{
        {"n", parse_formula(std::to_string(1 + source.below(source.once_in(2) ? 5 : 40)))},
        {"eps0", parse_formula("log(" + std::to_string(2 + source.below(20)) + ")")},
        {"t", parse_formula(std::to_string(source.below(30)) + "/" +
                            std::to_string(1 + source.below(9)))}};
    INFO("n = " << to_text(*values.at("n")) << ", eps0 = " << to_text(*values.at("eps0"))
                << ", t = " << to_text(*values.at("t")) << ", p = " << p);
    const definitions none;
    const refined_value found =
        refine(*parse_formula("abs(1 - tradeoff(unmixed_pair(n, eps0, " + p + "), " +
                              mean_of(end_of_level, p) + ") - " +
                              mean_of("floor(" + end_of_level + ") + 1", p) + ") < 10^(-12)"),
               none, values, 15, {}, {});
    CHECK(std::get<truth>(found.result).value == true);
  }
}

TEST_CASE("means over a binomial law lie between the ends of what is averaged", "[knots]") {
  const auto is_at_most = [](const std::string& sum, const std::string& end,
                             const std::string& of_p = "p <= 1") {
    return is_theorem(sum + " <= " + end, "\"n >= 0\", \"p >= 0\", \"" + of_p + "\"",
                      "n = [3]\np = [\"1/10\"]", "\"n\"");
  };
  CHECK(is_at_most(mean_of("i/2", "p", "n"), "1"));
  CHECK(is_at_most("-" + mean_of("i/2", "p", "n"), "0"));
  // At p = 0 the mean is 1.
  CHECK_FALSE(is_at_most(mean_of("i/2", "p", "n"), "0.999"));
  CHECK_FALSE(is_at_most(mean_of("i/2", "p", "n"), "1", "p <= 1.001"));
  CHECK_FALSE(is_at_most(mean_of("i/2", "p", "n") + " + n/10^9", "1"));
  // Weights that add up to more.
  CHECK_FALSE(is_at_most(
      "sum(i, 0, n, binomial(n, i)*p^i*(1 - p/2)^(n - i)*binomial_cdf(i/2, i, 1/2))", "1"));
  CHECK_FALSE(is_at_most(
      "sum(i, 0, n, binomial(n + 1, i)*p^i*(1 - p)^(n - i)*binomial_cdf(i/2, i, 1/2))", "1"));
}

}  // namespace test_knots
