// Theorems about laws that are written out, shuffled normal reports, few values of a variable, and
// levels between knots: docs/methods/orderings.md and normal.md. Claims come in pairs, of which the
// false one is never proved; every bound is compared with exact values.

#include "claims/bounds/known_bounds.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/theorem.hpp"
#include "support/this_run.hpp"
#include "support/values_at_points.hpp"

namespace test_written_laws {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

// The number of ones among n reports: fair coins but for one, which is 1 with probability r.
std::string coins(const std::string& r) {
  return "law(x, 0, n, (" + r + "*binomial(n - 1, x - 1) + (1 - " + r +
         ")*binomial(n - 1, x))/2^(n - 1))";
}
const std::string fair = "law(x, 0, n, binomial(n, x)/2^n)";
const std::string likely = "(exp(eps0)/(exp(eps0) + 1))";
const std::string unlikely = "(1 - exp(eps0)/(exp(eps0) + 1))";
const std::string far = "(exp(eps0)^4/(exp(eps0)^4 + 1))";

// The ones among k reports of users that are drawn from n, of whom so many have the input 1.
std::string drawn(const std::string& ones, const std::string& eps0 = "eps0") {
  return "law(y, 0, k, sum(i, max(0, k - n + " + ones + "), min(k, " + ones + "), binomial(" +
         ones + ", i)*binomial(n - (" + ones + "), k - i)/binomial(n, k)*pmf(rr_law(" + eps0 +
         ", k - i, i), y)))";
}

std::string sampled_bound(const std::string& n, const std::string& g) {
  return "log(1 + 4*binomial(a, 2)*" + g + "^2*(exp(eps0) - 1)^2/((floor((" + n +
         " - 1)/(2*exp(eps0))) + 1)*exp(eps0)) + sum(j, 3, a, binomial(a, j)*" + g +
         "^j*j*gamma(j/2)*(2*(exp(2*eps0) - 1)^2/((floor((" + n +
         " - 1)/(2*exp(eps0))) + 1)*exp(2*eps0)))^(j/2)) + ((1 + " + g +
         "*(exp(2*eps0) - 1)/exp(eps0))^a - 1 - a*" + g + "*(exp(2*eps0) - 1)/exp(eps0))*exp(-(" +
         n + " - 1)/(8*exp(eps0))))/(a - 1)";
}

bool holds_of_coins(const std::string& claim, const std::string& more = "a >= 2") {
  return is_theorem(claim, "\"n >= 1\", \"eps0 >= 0\", \"" + more + "\"",
                    "n = [3]\neps0 = [1]\na = [2, 3]", "\"n\", \"a\"");
}

bool holds_of_drawn(const std::string& claim, const std::string& of_b = "b <= n - 1") {
  return is_theorem(
      claim,
      "\"n >= 1\", \"k >= 1\", \"k <= n\", \"b >= 0\", \"" + of_b + "\", \"eps0 >= 0\", \"a >= 2\"",
      "n = [3]\nk = [2]\nb = [1]\neps0 = [1]\na = [2]", "\"n\", \"k\", \"b\", \"a\"");
}

}  // namespace

TEST_CASE("moments of any mechanism keep to their bound", "[written]") {
  const auto claim = [](const std::string& z, const std::string& o, const std::string& factor) {
    return "ternary_moment(" + z + ", " + o + ", " + fair + ", a) <= if(a == 2, " + factor +
           "*4*(exp(eps0) - 1)^2/(n*exp(eps0)), a*gamma(a/2)*(" + factor +
           "*2*(exp(2*eps0) - 1)^2/(n*exp(2*eps0)))^(a/2))";
  };
  CHECK(holds_of_coins(claim(coins(likely), coins(unlikely), "1")));
  CHECK(holds_of_coins(claim(coins(unlikely), coins("(1/2)"), "1")));
  CHECK_FALSE(holds_of_coins(claim(coins(likely), coins(unlikely), "0.2")));
  // A mechanism that is not eps0-LDP: one report is 1 with a probability that is too large.
  const std::string larger = "(exp(2*eps0)/(exp(2*eps0) + 1))";
  CHECK_FALSE(holds_of_coins(claim(coins(larger), coins("(1 - " + larger + ")"), "1/16")));
  // A law that is none where eps0 is above 1/2: its numbers are no probabilities.
  CHECK_FALSE(is_theorem(claim(coins("(1/2 + eps0)"), coins("(1/2)"), "1"),
                         "\"n >= 1\", \"eps0 >= 0\", \"a >= 2\"",
                         "n = [3]\neps0 = [\"1/4\"]\na = [2, 3]", "\"n\", \"a\""));
}

TEST_CASE("so do Rényi divergences with sampling", "[written]") {
  const auto claim = [](const std::string& z, const std::string& o, const std::string& g,
                        const std::string& of_bound) {
    return "renyi(pair(mix(" + g + ", " + z + ", " + fair + "), mix(" + g + ", " + o + ", " + fair +
           ")), a) <= " + sampled_bound("n", of_bound);
  };
  CHECK(holds_of_coins(claim(coins(likely), coins(unlikely), "(1/3)", "(1/3)")));
  CHECK_FALSE(holds_of_coins(claim(coins(likely), coins(unlikely), "(1/3)", "(1/10)")));
}

TEST_CASE("users drawn without replacement are amplified as by sampling", "[written][volume]") {
  const auto claim = [](const std::string& p, const std::string& q, const std::string& g) {
    return "renyi(pair(" + p + ", " + q + "), a) <= " + sampled_bound("k", g);
  };
  CHECK(holds_of_drawn(claim(drawn("b + 1"), drawn("b"), "(k/n)")));
  CHECK(holds_of_drawn(claim(drawn("b"), drawn("b + 1"), "(k/n)")));
  CHECK_FALSE(holds_of_drawn(claim(drawn("b + 1"), drawn("b"), "(k/(2*n))")));
  // Two users differ, the mechanism differs, or there are more ones than users.
  CHECK_FALSE(holds_of_drawn(claim(drawn("b + 2"), drawn("b"), "(k/n)"), "b <= n - 2"));
  CHECK_FALSE(holds_of_drawn(claim(drawn("b + 1", "2*eps0"), drawn("b", "2*eps0"), "(k/n)")));
  CHECK_FALSE(holds_of_drawn(claim(drawn("b + 1"), drawn("b"), "(k/n)"), "b <= n"));
}

TEST_CASE("two counts of k symbols are less than all of them", "[written]") {
  const auto holds = [](const std::string& claim, const std::string& of_k = "k >= 3") {
    return is_theorem(claim, "\"" + of_k + "\", \"n >= 1\", \"eps0 > 0\", \"a >= 0\"",
                      "k = [4]\nn = [2]\neps0 = [2]\na = [1]", "\"k\", \"n\"");
  };
  const auto pair = [](const std::string& beta) {
    return "variation_pair(n, exp(eps0), " + beta + ", exp(eps0))";
  };
  const std::string beta = "(exp(eps0) - 1)/(exp(eps0) + k - 1)";
  CHECK(holds("hockey_stick(krr_pair(k, n, eps0), a) >= hockey_stick(" + pair(beta) + ", a)"));
  CHECK(holds("renyi(swap(krr_pair(k, n, eps0)), a + 1) >= renyi(" + pair(beta) + ", a + 1)"));
  CHECK_FALSE(holds("hockey_stick(krr_pair(k, n, eps0), a) >= hockey_stick(" +
                    pair("(exp(eps0) - 1)/(exp(eps0) + k - 3/2)") + ", a)"));
  CHECK_FALSE(holds("hockey_stick(krr_pair(k, n, eps0), a) >= hockey_stick(" + pair(beta) + ", a)",
                    "k >= 2"));
}

TEST_CASE("several rounds are in the order of each", "[written]") {
  const auto holds = [](const std::string& claim, const std::string& of_k = "k >= 1") {
    return is_theorem(claim, "\"" + of_k + "\", \"n >= 1\", \"eps0 >= 0\", \"a >= 0\"",
                      "k = [2]\nn = [2]\neps0 = [1]\na = [1]", "\"k\", \"n\"");
  };
  const std::string few = "compose(rr_pair(n, eps0), k)";
  const std::string many = "compose(clone_pair(n, eps0), k)";
  CHECK(holds("hockey_stick(" + few + ", a) <= hockey_stick(" + many + ", a)"));
  CHECK(
      holds("renyi(compose(swap(krr_pair(3, n, eps0)), k), a + 1) <= renyi(" + many + ", a + 1)"));
  CHECK_FALSE(holds("hockey_stick(" + many + ", a) <= hockey_stick(" + few + ", a)"));
  CHECK_FALSE(
      holds("hockey_stick(compose(rr_pair(n, eps0), k + 1), a) <= hockey_stick(" + many + ", a)"));
  CHECK_FALSE(holds("hockey_stick(" + few + ", a) <= hockey_stick(" + many + ", a)", "k >= 0"));
}

TEST_CASE("shuffled normal reports are below one normal report", "[written][volume]") {
  const auto holds = [](const std::string& claim, const std::string& of_n = "n >= 2",
                        const std::string& of_a = "\"a >= 2\"") {
    return is_theorem(claim, "\"" + of_n + "\", \"s > 0\", " + of_a, "n = [2]\ns = [1]\na = [2, 3]",
                      "\"n\", \"a\"");
  };
  const std::string known = "shuffle_gaussian_renyi(n, s, a)";
  CHECK(holds(known + " < a/(2*s^2)"));
  CHECK(holds(known + " <= a/(2*s^2)", "n >= 1"));
  // They are equal for one user.
  CHECK_FALSE(holds(known + " < a/(2*s^2)", "n >= 1"));
  CHECK_FALSE(holds(known + " < a/(2.001*s^2)"));
  // By their values at two orders.
  const std::string few = "\"a >= 2\", \"a <= 3\"";
  const std::string values =
      "log(if(a == 2, (n*exp(1/s^2) + n*(n - 1))/n^2, (n*exp(3/s^2) + 3*n*(n - 1)*exp(1/s^2) + "
      "n*(n - 1)*(n - 2))/n^3))/(a - 1)";
  CHECK(holds(known + " == " + values, "n >= 1", few));
  CHECK(holds(values + " < a/(2*s^2)", "n >= 2", few));
  CHECK_FALSE(holds(values + " < a/(2*s^2)", "n >= 1", few));
  // Another value at the last order alone.
  CHECK_FALSE(holds(known + " == " + values, "n >= 1", "\"a >= 2\", \"a <= 4\""));
}

TEST_CASE("few values of a variable are gone through one by one", "[written]") {
  const auto holds = [](const std::string& claim, const std::string& domain) {
    return is_theorem(claim, domain, "k = [3]\nx = [2]", "\"k\"");
  };
  const std::string binomial =
      "sum(j, 0, k, binomial(k, j)*x^j) == if(k == 3, (1 + x)^3, (1 + x)^4)";
  const std::string from = "\"x > 0\", \"k >= 3\", ";
  CHECK(holds(binomial, from + "\"k <= 4\""));
  CHECK(holds(binomial, from + "\"k < 4.5\""));
  CHECK_FALSE(holds(binomial, from + "\"k <= 5\""));
  CHECK_FALSE(holds(binomial, "\"x > 0\", \"k >= 2\", \"k <= 4\""));
  // A place without a value in one case alone.
  CHECK(holds("1 + x^(k - k)/(2*k - 7) == 1 + 1/(2*k - 7)", from + "\"k <= 4\""));
  CHECK_FALSE(holds("1 + x^(k - k)/(k - 4) == 1 + 1/(k - 4)", from + "\"k <= 4\""));
  // exp(log(x)) is x for x > 0, and has no value at 0.
  CHECK(holds("exp(log(x)) + k == x + k", from + "\"k <= 4\""));
  CHECK_FALSE(holds("exp(log(x)) + k == x + k", "\"x >= 0\", \"k >= 3\", \"k <= 4\""));
  // Means of exponential functions under the normal law.
  CHECK(holds("normal_mean(y, exp(k*y/x - 1)) == if(k == 3, exp(9/(2*x^2) - 1), exp(8/x^2 - 1))",
              from + "\"k <= 4\""));
  CHECK_FALSE(
      holds("normal_mean(y, exp(k*y/x - 1)) == if(k == 3, exp(9/(2*x^2) - 1), exp(9/x^2 - 1))",
            from + "\"k <= 4\""));
  CHECK_FALSE(holds("normal_mean(y, exp(k*y^2/20)) == exp(k/20)", from + "\"k <= 4\""));
  CHECK_FALSE(holds("normal_mean(y, exp(k*y + 0/(y - 5))) == exp(k^2/2)", from + "\"k <= 4\""));
}

TEST_CASE("between two knots a trade-off function is linear", "[written]") {
  const auto mean_of = [](const std::string& end) {
    return "sum(i, 0, n - 1, binomial(n - 1, i)*exp(-eps0)^i*(1 - exp(-eps0))^(n - 1 - i)*"
           "binomial_cdf(" +
           end + ", i, 1/2))";
  };
  const auto level = [&](const std::string& t) { return mean_of("i - (i + 1)/(" + t + " + 1)"); };
  const auto power = [&](const std::string& t) {
    return mean_of("floor(i - (i + 1)/(" + t + " + 1)) + 1");
  };
  const auto claim = [&](const std::string& share) {
    return "1 - tradeoff(unmixed_pair(n, eps0), s*" + level("t") + " + (1 - s)*" + level("u") +
           ") == " + share + "*" + power("t") + " + (1 - " + share + ")*" + power("u");
  };
  const auto holds = [&](const std::string& stated, const std::string& neighbours) {
    return is_theorem(stated,
                      "\"n >= 1\", \"eps0 >= 0\", \"s >= 0\", \"s <= 1\", \"t >= 0\", \"u >= t\", "
                      "\"" +
                          neighbours + "\"",
                      "n = [2]\neps0 = [1]\ns = [\"1/3\"]\nt = [0]\nu = [1]", "\"n\"");
  };
  const auto none_between = [](const std::string& n) {
    return "sum(b, 1, " + n + ", max(0, min(ceil(u*b) - 1, " + n + " - b) - floor(t*b))) == 0";
  };
  CHECK(holds(claim("s"), none_between("n")));
  CHECK_FALSE(holds(claim("s^2"), none_between("n")));
  // Ratios of more counts than there are may lie between; without the condition any may.
  CHECK_FALSE(holds(claim("s"), none_between("(n - 1)")));
  CHECK_FALSE(holds(claim("s"), "u >= t"));
  // At a level that is no mean: the weights add up to less.
  CHECK_FALSE(holds("1 - tradeoff(unmixed_pair(n, eps0), s/2*" + level("t") + " + (1 - s)*" +
                        level("u") + ") == s/2*" + power("t") + " + (1 - s)*" + power("u"),
                    none_between("n")));
}

TEST_CASE("every bound of written laws and normal reports holds against the exact value",
          "[written]") {
  const random_cases cases(6121, 6);
  random_source source(cases.seed());
  const catalogue read = read_text(claim_text(
      "claim = \"n + a > 0\"\nintegers = [\"n\", \"k\", \"b\", \"a\"]", "n = [1]\na = [2]"));
  const claim& subject = read.claims.front();
  const std::vector<std::string> quantities{
      "ternary_moment(" + coins(likely) + ", " + coins(unlikely) + ", " + fair + ", a)",
      "ternary_moment(" + coins(likely) + ", " + coins(unlikely) + ", " + fair + ", 2)",
      "ternary_moment(" + coins(unlikely) + ", " + coins("(1/2)") + ", " + fair + ", a)",
      // No eps0-LDP mechanism: nothing is known of it.
      "ternary_moment(" + coins(far) + ", " + coins("(1 - " + far + ")") + ", " + fair + ", 2)",
      "renyi(pair(mix(w, " + coins(likely) + ", " + fair + "), mix(w, " + coins(unlikely) + ", " +
          fair + ")), a)",
      "renyi(pair(" + drawn("b + 1") + ", " + drawn("b") + "), a)",
      "hockey_stick(krr_pair(k + 2, n, eps0), w)", "renyi(krr_pair(k + 2, n, eps0), a)",
      "hockey_stick(compose(rr_pair(n, eps0), 2), w)", "shuffle_gaussian_renyi(n, eps0, a)",
      "shuffle_gaussian_renyi(n, eps0, 5)"};
  std::map<std::string, int> used;
  for (int i = 0; i < cases.count(); ++i)
    for (const std::string& quantity : quantities) {
      const auto n = 1 + source.below(6);
      const variable_map values{
          {"n", parse_formula(std::to_string(n))},
          {"k", parse_formula(std::to_string(1 + source.below(n)))},
          {"b", parse_formula(std::to_string(source.below(n)))},
          {"eps0", parse_formula(std::to_string(1 + source.below(60)) + "/20")},
          {"w", parse_formula(std::to_string(1 + source.below(99)) + "/100")},
          {"a", parse_formula(std::to_string(2 + source.below(6)))}};
      const auto formula = parse_formula(quantity);
      for (const bool above : {true, false})
        for (const known_bound& bound :
             above ? bounds_above(subject, *formula) : bounds_below(subject, *formula)) {
          if (!all_hold_at(bound.required, values)) continue;
          const std::string sign =
              bound.is_strict ? (above ? " < " : " > ") : (above ? " <= " : " >= ");
          const std::string held = quantity + sign + to_text(*bound.formula);
          INFO(held << " by " << bound.rule << " at n = " << n
                    << ", k = " << to_text(*values.at("k")) << ", b = " << to_text(*values.at("b"))
                    << ", eps0 = " << to_text(*values.at("eps0")) << ", w = "
                    << to_text(*values.at("w")) << ", a = " << to_text(*values.at("a")));
          const auto known = truth_at(*parse_formula(held), values);
          CHECK(known != false);
          // What is equal to its bound stays open.
          if (known == true || bound.rule == "(N.9)" || bound.rule == "(O.16)") ++used[bound.rule];
        }
    }
  for (const char* rule : {"(O.14)", "(O.15)", "(O.16)", "(K.1), (V.13)", "(N.9)", "(N.14)"}) {
    INFO(rule);
    CHECK(used[rule] >= cases.count());
  }
}

}  // namespace test_written_laws
