// Theorems about mixtures, moments and curves: docs/methods/orderings.md. Claims come in pairs, of
// which the false one is never proved, and every bound is compared with exact values.

#include "claims/bounds/known_bounds.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/theorem.hpp"
#include "support/this_run.hpp"
#include "support/values_at_points.hpp"

namespace test_orderings {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

struct stated_claim {
  std::string claim;
  std::string domain;
  std::string check;
  std::string whole = "\"n\"";
};

bool is_theorem(const stated_claim& stated) {
  return ::is_theorem(stated.claim, stated.domain, stated.check, stated.whole);
}

// Of n users, ε0 and a number a.
bool holds(const std::string& claim, const std::string& of_a = "a >= 2",
           const std::string& whole = "\"n\"", const std::string& a = "2") {
  return is_theorem({claim, "\"n >= 2\", \"eps0 >= 0\", \"" + of_a + "\"",
                     "n = [3]\neps0 = [1]\na = [\"" + a + "\"]", whole});
}

// Of a weight w between 0 and 1/2, and a level a.
bool holds_of_mixtures(const std::string& claim, const std::string& of_w = "w <= 1/2") {
  return is_theorem(
      {claim, "\"n >= 1\", \"eps0 > 0\", \"w >= 0\", \"" + of_w + "\", \"a >= 0\", \"a <= 1\"",
       "n = [2]\neps0 = [1]\nw = [\"1/3\"]\na = [\"1/4\"]"});
}

const std::string level = "\"a >= 0\", \"a <= 1\"";

}  // namespace

TEST_CASE("trade-off functions of clone pairs lie above the symmetrized curve", "[orderings]") {
  const std::string curve =
      "symmetrized(mix_curves(2/(exp(eps0) + 1), identity_curve, "
      "curve(unmixed_pair(n, eps0, 2/(exp(eps0) + 1)))))";
  const std::string pair = "clone_pair(n, eps0, 2/(exp(eps0) + 1))";
  const auto of_level = [&](const std::string& claim) {
    return is_theorem(
        {claim, "\"n >= 1\", \"eps0 >= 0\", " + level, "n = [2]\neps0 = [1]\na = [\"1/4\"]"});
  };
  CHECK(of_level("tradeoff(" + pair + ", a) >= at(" + curve + ", a)"));
  CHECK(of_level("hockey_stick(" + pair + ", a) <= curve_delta(" + curve + ", a)"));
  CHECK(of_level("tradeoff(krr_pair(4, n, eps0), a) >= at(" + curve + ", a)"));
  CHECK(of_level("hockey_stick(swap(rr_pair(n, eps0)), a) <= curve_delta(" + curve + ", a)"));
  // With more weight on the identity, with fewer clones in the pair, and the other way round.
  const std::string heavy =
      "symmetrized(mix_curves(min(1, 2.001/(exp(eps0) + 1)), identity_curve, "
      "curve(unmixed_pair(n, eps0, 2/(exp(eps0) + 1)))))";
  CHECK_FALSE(of_level("tradeoff(" + pair + ", a) >= at(" + heavy + ", a)"));
  CHECK_FALSE(of_level("tradeoff(clone_pair(n, eps0), a) >= at(" + curve + ", a)"));
  // A level beyond 1, and a pair of half a user, have no value.
  CHECK_FALSE(of_level("tradeoff(" + pair + ", a + 1/1000) >= 0"));
  CHECK(of_level("tradeoff(" + pair + ", a/2) >= 0"));
  CHECK_FALSE(of_level("at(mix_curves(2*a, identity_curve, identity_curve), 0) >= 0"));
  CHECK_FALSE(of_level("at(curve(rr_pair(n/2, eps0)), 0) >= 0"));
}

TEST_CASE("so do those of two laws that are mixed either way", "[orderings]") {
  const auto claim = [](const std::string& p, const std::string& q, const std::string& share) {
    return "tradeoff(pair(mix(1 - w, " + p + ", " + q + "), mix(1 - w, " + q + ", " + p +
           ")), a) >= at(symmetrized(mix_curves(" + share + ", identity_curve, curve(pair(" + p +
           ", " + q + ")))), a)";
  };
  const std::string p = "krr_law(eps0, n, 1, 0)";
  const std::string q = "krr_law(eps0, 1, n, 0)";
  CHECK(holds_of_mixtures(claim(p, q, "2*w")));
  CHECK(holds_of_mixtures(claim("rr_law(eps0, 0, n)", "rr_law(eps0, n, 0)", "2*w")));
  CHECK(holds_of_mixtures(
      claim("first(unmixed_pair(n, eps0))", "second(unmixed_pair(n, eps0))", "2*w")));
  CHECK_FALSE(holds_of_mixtures(claim(p, q, "min(1, 2*w + 1/1000)")));
  // Beyond 1/2 the weights of the curve leave their range.
  CHECK_FALSE(holds_of_mixtures(claim(p, q, "2*w"), "w <= 0.501"));
  // Laws that no exchange of symbols exchanges.
  CHECK_FALSE(holds_of_mixtures(claim("krr_law(eps0, n, 1, 1)", "krr_law(eps0, 1, n, 2)", "2*w")));
  CHECK_FALSE(holds_of_mixtures(claim("rr_law(eps0, 0, n)", "rr_law(eps0, n, 1)", "2*w")));
  CHECK_FALSE(holds_of_mixtures(claim("rr_law(eps0, 0, n)", "rr_law(eps0 + 1, n, 0)", "2*w")));
}

TEST_CASE("a mixture's divergence is at most the mean of its parts", "[orderings]") {
  const auto claim = [](const std::string& quantity, const std::string& more,
                        const std::string& bound) {
    const std::string p1 = "rr_law(eps0, n - 1, 1)";
    const std::string q1 = "rr_law(eps0, n, 0)";
    const std::string p2 = "rr_law(2, n, 0)";
    const std::string q2 = "rr_law(2, n - 2, 2)";
    std::string text = quantity + "(pair(mix(w, " + p1 + ", " + p2 + "), mix(w, " + q1 + ", " + q2 +
                       "))" + more + ") <= " + bound;
    const auto put_in = [&](const std::string& name, const std::string& part) {
      for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name))
        text.replace(at, name.size(), part);
    };
    put_in("ONE", quantity + "(pair(" + p1 + ", " + q1 + ")" + more + ")");
    put_in("TWO", quantity + "(pair(" + p2 + ", " + q2 + ")" + more + ")");
    return is_theorem({text, "\"n >= 2\", \"eps0 >= 0\", \"w >= 0\", \"w <= 1\", \"a >= 1\"",
                       "n = [3]\neps0 = [1]\nw = [\"1/3\"]\na = [2]"});
  };
  const std::string mean = "w*ONE + (1 - w)*TWO";
  CHECK(claim("chi_moment", ", a", mean));
  CHECK(claim("hockey_stick", ", a", mean));
  CHECK(claim("total_variation", "", mean));
  CHECK(claim("renyi", ", 1", mean));
  CHECK(claim("renyi", ", a", "max(ONE, TWO)"));
  CHECK(claim("renyi", ", a/3", "max(ONE, TWO)"));
  // Rényi divergences of other orders are not convex, and the weights are not exchanged.
  CHECK_FALSE(claim("renyi", ", a", mean));
  CHECK_FALSE(claim("renyi", ", 1.01", mean));
  CHECK_FALSE(claim("chi_moment", ", a", "(1 - w)*ONE + w*TWO"));
  CHECK_FALSE(claim("chi_moment", ", a", "0.999*w*ONE + (1 - w)*TWO"));
  CHECK_FALSE(claim("chi_moment", ", a - 1/2", mean));
}

TEST_CASE("moments keep to their bounds at every order", "[orderings]") {
  const std::string special = "a*gamma(a/2)*((exp(2*eps0) - 1)^2/(2*n*exp(2*eps0)))^(a/2)";
  const std::string clones =
      "a*gamma(a/2)*(2*(exp(2*eps0) - 1)^2/((floor((n - 1)/(2*exp(eps0))) + 1)*exp(2*eps0)))^(a/2) "
      "+ (exp(eps0) - exp(-eps0))^a*exp(-(n - 1)/(8*exp(eps0)))";
  CHECK(holds("chi_moment(rr_pair(n, eps0), a) <= " + special));
  CHECK(holds("chi_moment(clone_pair(n, eps0), a) <= " + clones));
  CHECK(holds("chi_moment(swap(krr_pair(3, n, eps0)), a) <= 2*(" + clones + ")"));
  CHECK(holds("chi_moment(rr_pair(n, eps0), a) <= if(a == 2, (exp(eps0) - 1)^2/(n*exp(eps0)), " +
              special + ")"));
  // One branch alone is false.
  CHECK_FALSE(holds(
      "chi_moment(rr_pair(n, eps0), a) <= if(a == 2, 0.999*(exp(eps0) - 1)^2/(n*exp(eps0)), " +
          special + ")",
      "a >= 2", "\"n\"", "3"));
  CHECK_FALSE(holds(
      "chi_moment(rr_pair(n, eps0), a) <= if(a == 3, " + special + ", 0.98^a*(" + special + "))",
      "a >= 1"));
  CHECK_FALSE(holds("chi_moment(clone_pair(n, eps0), a) <= 0.999*" + clones));
  // A moment of order below 1 is no f-divergence, and has no bound here.
  CHECK_FALSE(holds("chi_moment(rr_pair(n, eps0), a) <= " + special, "a >= 0.99"));
  CHECK(
      holds("renyi(clone_pair(n, eps0), a) <= log(1 + 4*binomial(a, 2)*(exp(eps0) - "
            "1)^2/((floor((n - 1)/(2*exp(eps0))) + 1)*exp(eps0)) + sum(i, 3, a, 2*binomial(a, "
            "i)*i*gamma(i/2)*(2*(exp(2*eps0) - 1)^2/((floor((n - 1)/(2*exp(eps0))) + "
            "1)*exp(2*eps0)))^(i/2)) + ((1 + (exp(2*eps0) - 1)/exp(eps0))^a - 1 - "
            "a*(exp(2*eps0) - 1)/exp(eps0))*exp(-(n - 1)/(8*exp(eps0))))/(a - 1)",
            "a >= 2", "\"n\", \"a\""));
  CHECK_FALSE(
      holds("renyi(clone_pair(n, eps0), a) <= log(1 + 4*binomial(a, 2)*(exp(eps0) - "
            "1)^2/((floor((n - 1)/(2*exp(eps0))) + 1)*exp(eps0)) + sum(i, 4, a, "
            "binomial(a, i)*i*gamma(i/2)*(2*(exp(2*eps0) - 1)^2/((floor((n - "
            "1)/(2*exp(eps0))) + 1)*exp(2*eps0)))^(i/2)) + ((1 + (exp(2*eps0) - "
            "1)/exp(eps0))^a - 1 - a*(exp(2*eps0) - 1)/exp(eps0))*exp(-(n - "
            "1)/(8*exp(eps0))))/(a - 1)",
            "a >= 2", "\"n\", \"a\""));
}

TEST_CASE("revealing clones does not lower a moment", "[orderings]") {
  const auto of_counts = [](const std::string& claim) {
    return is_theorem({claim, "\"b >= 0\", \"c >= 0\", \"eps0 >= 0\", \"a >= 1\"",
                       "b = [1]\nc = [1]\neps0 = [1]\na = [2]", "\"b\", \"c\""});
  };
  const std::string low = "chi_moment(pair(rr_law(eps0, b + 1, c), rr_law(eps0, b, c + 1)), a)";
  CHECK(of_counts(low + " <= binomial_mean(x, b + c, exp(-eps0), chi_moment(pair(rr_law(eps0, 1, "
                        "x), rr_law(eps0, 0, x + 1)), a))"));
  CHECK(
      of_counts("ternary_moment(krr_law(eps0, b + 1, c, 1), krr_law(eps0, b, c + 1, 1), "
                "krr_law(eps0, b, c, 2), a) <= binomial_mean(x, b + c + 1, exp(-eps0), "
                "ternary_moment(krr_law(eps0, 1, 0, x), krr_law(eps0, 0, 1, x), "
                "krr_law(eps0, 0, 0, x + 1), a))"));
  // One other user too many, clones of a wrong symbol, and two users who differ.
  CHECK_FALSE(of_counts(low + " <= binomial_mean(x, b + c + 1, exp(-eps0), chi_moment(pair(rr_law("
                              "eps0, 1, x), rr_law(eps0, 0, x + 1)), a))"));
  CHECK_FALSE(of_counts(low + " <= binomial_mean(x, b + c, exp(-eps0), chi_moment(pair(rr_law("
                              "eps0, x + 1, 0), rr_law(eps0, x, 1)), a))"));
  CHECK_FALSE(
      of_counts("chi_moment(pair(rr_law(eps0, b + 2, c), rr_law(eps0, b, c + 2)), a) <= "
                "binomial_mean(x, b + c, exp(-eps0), chi_moment(pair(rr_law(eps0, 1, x), "
                "rr_law(eps0, 0, x + 1)), a)) + 1000"));
}

TEST_CASE("ternary moments of mixtures are at most those of their parts", "[orderings]") {
  const auto of_weight = [](const std::string& claim, const std::string& of_a = "a >= 1") {
    return is_theorem({claim, "\"n >= 1\", \"eps0 >= 0\", \"w >= 0\", \"w <= 1\", \"" + of_a + "\"",
                       "n = [2]\neps0 = [1]\nw = [\"1/3\"]\na = [2]"});
  };
  const std::string z = "krr_law(eps0, 1, 0, n)";
  const std::string o = "krr_law(eps0, 0, 1, n)";
  const std::string r = "krr_law(eps0, 0, 0, n + 1)";
  const std::string t = "krr_law(eps0, n, 1, 0)";
  const auto moment = [](const std::string& p, const std::string& q, const std::string& s) {
    return "ternary_moment(" + p + ", " + q + ", " + s + ", a)";
  };
  const auto mix = [](const std::string& p, const std::string& q) {
    return "mix(w, " + p + ", " + q + ")";
  };
  CHECK(of_weight(moment(mix(z, t), mix(o, r), mix(r, o)) + " <= w*" + moment(z, o, r) +
                  " + (1 - w)*" + moment(t, r, o)));
  CHECK(of_weight(moment(mix(z, r), mix(o, r), mix(t, r)) + " <= w^a*max(" + moment(z, o, t) +
                  ", " + moment(z, o, r) + ")"));
  // |x|^a is not convex below 1.
  CHECK_FALSE(of_weight(moment(mix(z, t), mix(o, r), mix(r, o)) + " <= w*" + moment(z, o, r) +
                            " + (1 - w)*" + moment(t, r, o),
                        "a >= 1/2"));
  CHECK_FALSE(of_weight(moment(mix(z, r), mix(o, r), mix(t, r)) + " <= w^a*max(" + moment(z, o, t) +
                            ", " + moment(z, o, r) + ")",
                        "a >= 1/2"));
  CHECK_FALSE(of_weight(moment(mix(z, t), mix(o, r), mix(r, o)) + " <= (1 - w)*" + moment(z, o, r) +
                        " + w*" + moment(t, r, o)));
  // The rests of the first two differ, and one of two parts alone.
  CHECK_FALSE(of_weight(moment(mix(z, r), mix(o, t), mix(t, r)) + " <= w^a*max(" + moment(z, o, t) +
                        ", " + moment(z, o, r) + ")*1.5"));
  CHECK_FALSE(of_weight(moment(mix(z, r), mix(o, r), mix(t, r)) + " <= w^a*" + moment(z, o, t)));
}

TEST_CASE("an infinite side decides a comparison, a place without a value does not",
          "[orderings]") {
  const std::string printed = "renyi(printed_pair(n, eps0, exp(-eps0)), a)";
  CHECK(holds("renyi(rr_pair(n, eps0), a) <= " + printed));
  CHECK(holds("renyi(rr_pair(n, eps0), a) < max(" + printed + ", 3)"));
  CHECK(holds("renyi(unmixed_pair(n, eps0), a) > eps0", "a >= 1"));
  CHECK_FALSE(holds("renyi(rr_pair(n, eps0), a) >= " + printed));
  CHECK_FALSE(holds("renyi(rr_pair(n, eps0), a) <= " + printed, "a >= 0.99"));
  // The same law twice at eps0 = 0.
  CHECK_FALSE(
      holds("renyi(rr_pair(n, eps0), a) + 1 <= renyi(printed_pair(n, eps0, tanh(eps0)), a)"));
  // No report at all at n = 2.
  CHECK_FALSE(holds("hockey_stick(pair(rr_law(eps0, n - 3, 1), rr_law(eps0, n - 2, 0)), a) >= 0"));
  CHECK(holds("hockey_stick(pair(rr_law(eps0, n - 2, 1), rr_law(eps0, n - 1, 0)), a) >= 0"));
  CHECK_FALSE(holds("renyi(rr_pair(n, eps0), a) <= max(" + printed + ", log(1000 - a))"));
}

TEST_CASE("powers, sums and products are ordered by their parts", "[orderings]") {
  const auto of_x = [](const std::string& claim, const std::string& domain,
                       const std::string& at = "3") {
    return is_theorem({claim, domain, "x = [\"" + at + "\"]\nn = [4]"});
  };
  const std::string domain = "\"x >= 2\", \"n >= 2\"";
  // They touch at x = 2.
  CHECK(of_x("2*(2 + log(x)) <= (2 + 4/log(2))*log(x)", domain));
  CHECK_FALSE(of_x("2*(2 + log(x)) <= (2 + 3.999/log(2))*log(x)", domain));
  CHECK_FALSE(of_x("2*(2 + log(x)) <= (2 + 4/log(2))*log(x)", "\"x >= 1.999\", \"n >= 2\""));
  CHECK(of_x("sum(j, 1, n, x^(j/2)/j) <= sum(i, 1, n, (2*x)^(i/2)/i)", domain));
  CHECK_FALSE(of_x("sum(j, 1, n, x^(j/2)/j) <= sum(i, 2, n, (2*x)^(i/2)/i)", domain));
  CHECK_FALSE(of_x("sum(j, 1, n, x^(j/2)/j) <= sum(i, 1, n, (0.999*x)^(i/2)/i)", domain));
  CHECK(of_x("(x - 2)^(n/3) <= x^(n/3)", domain));
  // The smaller base is not a number whose power exists; a negative exponent turns the order round.
  CHECK_FALSE(of_x("(x - 3)^(n/3) <= x^(n/3)", domain, "4"));
  CHECK_FALSE(of_x("x^(5 - n) <= (2*x)^(5 - n)", domain));
  CHECK(of_x("(1 + x)^n - 1 - n*x >= 0", domain));
  CHECK(of_x("(1 + x)^n - 1 - n*x >= 0", "\"x >= 0\", \"n >= 1\""));
  CHECK_FALSE(of_x("(1 + x)^n - 1 - (n + 1/1000)*x >= 0", "\"x >= 0\", \"n >= 1\""));
  CHECK(of_x("binomial_mean(m, n, 1/(x + 1), (m - n/(x + 1))^3) >= 0", domain));
  // At x below 1 the law leans the other way.
  CHECK_FALSE(
      of_x("binomial_mean(m, n, 1/(x + 1), (m - n/(x + 1))^3) >= 0", "\"x >= 0.999\", \"n >= 2\""));
  // A body without a value at one index, and a range without an end that is whole.
  CHECK_FALSE(of_x("sum(j, 1, n, 1/(j - 5)^2) >= 0", domain));
  CHECK(of_x("sum(j, 1, n, 1/(j + 5)^2) >= 0", domain));
  CHECK_FALSE(of_x("sum(j, 1, n/2, j) >= 0", domain));
  CHECK(of_x("if(x == 2, 1, 1/x) <= 1", domain));
  CHECK(of_x("exp(n)*sqrt(log(4/x)) >= 0", "\"x > 0\", \"x <= 1\", \"n >= 1\"", "1/2"));
  CHECK_FALSE(of_x("exp(n)*sqrt(log(4/x)) >= 0", "\"x > 0\", \"x <= 4.001\", \"n >= 1\"", "1/2"));
  CHECK(of_x("x^n*max(-x, n - x, 0) >= 0", domain));
  CHECK(of_x("x^n*min(x - 2, n, 1) >= 0", domain));
  CHECK_FALSE(of_x("x^n*min(x - 2.001, n, 1) >= 0", domain));
  CHECK_FALSE(of_x("x^n*max(-x, 2*n - x) >= 0", domain));
  CHECK_FALSE(of_x("if(x == 5, 1, 1/x) <= 1/2", domain));
}

TEST_CASE("every bound of mixtures, moments and curves holds against the exact value",
          "[orderings][volume]") {
  const random_cases cases(773, 35);
  random_source source(cases.seed());
  const catalogue read = read_text(
      claim_text("claim = \"n + lambda > 0\"\nintegers = [\"n\", \"b\", \"c\", \"lambda\"]",
                 "n = [1]\nlambda = [2]"));
  const claim& subject = read.claims.front();
  const std::vector<std::string> quantities{
      "tradeoff(clone_pair(n, eps0, p), w)",
      "tradeoff(rr_pair(n, eps0), w)",
      "tradeoff(swap(krr_pair(3, n, eps0)), w)",
      "hockey_stick(clone_pair(n, eps0, p), eps)",
      "hockey_stick(krr_pair(3, n, eps0), eps)",
      "tradeoff(pair(mix(1 - w/2, krr_law(eps0, b, 1, c), krr_law(eps0, 1, b, c)), mix(w/2, "
      "krr_law(eps0, b, 1, c), krr_law(eps0, 1, b, c))), v)",
      "hockey_stick(pair(mix(1 - w/2, rr_law(eps0, b, c), rr_law(eps0, c, b)), mix(1 - w/2, "
      "rr_law(eps0, c, b), rr_law(eps0, b, c))), eps)",
      "chi_moment(clone_pair(n, eps0, p), a)",
      "chi_moment(clone_pair(n, eps0, p), 2)",
      "chi_moment(rr_pair(n, eps0), a)",
      "chi_moment(swap(rr_pair(n, eps0)), a)",
      "chi_moment(krr_pair(3, n, eps0), a)",
      "chi_moment(pair(rr_law(eps0, b + 1, c), rr_law(eps0, b, c + 1)), a)",
      "chi_moment(pair(rr_law(eps0, 1, b), rr_law(eps0, 0, b + 1)), 2)",
      "chi_moment(pair(krr_law(eps0, 1, 0, b), krr_law(eps0, 0, 0, b + 1)), a)",
      "chi_moment(pair(krr_law(eps0, 1, 0, b), krr_law(eps0, 0, 0, b + 1)), 2)",
      "ternary_moment(krr_law(eps0, b + 1, c, 1), krr_law(eps0, b, c + 1, 1), krr_law(eps0, b, c, "
      "2), a)",
      "ternary_moment(krr_law(eps0, b + 1, c, 1), krr_law(eps0, b, c + 1, 1), krr_law(eps0, b, c, "
      "2), 2)",
      "ternary_moment(krr_law(eps0, 1, 0, b), krr_law(eps0, 0, 1, b), krr_law(eps0, 0, 0, b + 1), "
      "a)",
      "ternary_moment(krr_law(eps0, 1, 0, b), krr_law(eps0, 0, 1, b), krr_law(eps0, 0, 0, b + 1), "
      "2)",
      "ternary_moment(mix(w, rr_law(eps0, b, c + 1), rr_law(1, 1, 2)), mix(w, rr_law(eps0, b + 1, "
      "c), rr_law(1, 1, 2)), mix(w, rr_law(2, b + 1, c), rr_law(1, 3, 0)), a)",
      "renyi(subsampled(rr_pair(n, eps0), w), lambda)",
      "renyi(swap(subsampled(rr_pair(n, eps0), w)), lambda)",
      "renyi(pair(mix(w, krr_law(eps0, b + 1, c, 1), krr_law(eps0, b, c, 2)), mix(w, krr_law(eps0, "
      "b, c + 1, 1), krr_law(eps0, b, c, 2))), lambda)",
      "renyi(pair(krr_law(eps0, b, c, 2), mix(w, krr_law(eps0, b + 1, c, 1), krr_law(eps0, b, c, "
      "2))), lambda)",
      "renyi(pair(mix(w, rr_law(eps0, b, c + 1), rr_law(1, 1, 2)), mix(w, rr_law(eps0, b + 1, c), "
      "rr_law(1, 0, 3))), lambda)",
      "renyi(pair(mix(w, rr_law(eps0, b, c + 1), rr_law(1, 1, 2)), mix(w, rr_law(eps0, b + 1, c), "
      "rr_law(1, 0, 3))), 1)"};
  const auto count = [&] {
    return parse_formula(
        std::to_string(source.once_in(2) ? source.below(4) : 14 + source.below(8)));
  };
  std::map<std::string, int> used;
  for (int i = 0; i < cases.count(); ++i)
    for (const std::string& quantity : quantities) {
      const variable_map values{
          {"n", parse_formula(std::to_string(source.once_in(2) ? 1 + source.below(4)
                                                               : 40 + source.below(80)))},
          {"b", count()},
          {"c", count()},
          {"eps0",
           parse_formula(std::to_string(1 + source.below(source.once_in(2) ? 8 : 80)) + "/20")},
          {"p", parse_formula(std::to_string(1 + source.below(100)) + "/100")},
          {"w", parse_formula(std::to_string(1 + source.below(99)) + "/100")},
          {"v", parse_formula(std::to_string(1 + source.below(99)) + "/100")},
          {"eps", parse_formula(std::to_string(source.below(80)) + "/20 - 1")},
          {"a", parse_formula(std::to_string(source.once_in(5) ? 1 + source.below(9)
                                                               : 10 + source.below(60)) +
                              "/10")},
          {"lambda", parse_formula(std::to_string(2 + source.below(9)))}};
      // All 0 is no input.
      if (quantity.find("rr_law(eps0, b, c)") != std::string::npos &&
          to_text(*values.at("b")) == "0" && to_text(*values.at("c")) == "0")
        continue;
      for (const bool above : {true, false}) {
        const auto formula = parse_formula(quantity);
        const auto bounds =
            above ? bounds_above(subject, *formula) : bounds_below(subject, *formula);
        for (const known_bound& bound : bounds) {
          if (!all_hold_at(bound.required, values)) continue;
          const std::string held = quantity + (above ? " <= " : " >= ") + to_text(*bound.formula);
          INFO(held << " by " << bound.rule << " at n = " << to_text(*values.at("n"))
                    << ", b = " << to_text(*values.at("b")) << ", c = " << to_text(*values.at("c"))
                    << ", eps0 = " << to_text(*values.at("eps0"))
                    << ", w = " << to_text(*values.at("w")) << ", a = " << to_text(*values.at("a"))
                    << ", lambda = " << to_text(*values.at("lambda")));
          // What is equal to its bound stays open.
          const auto known = truth_at(*parse_formula(held), values);
          CHECK(known != false);
          if (known == true || bound.rule == "(O.8)" || bound.rule == "(O.2)") ++used[bound.rule];
        }
      }
    }
  for (const char* rule :
       {"(K.1)", "(O.2)", "(O.3)", "(O.4)", "(O.5)", "(O.6)", "(O.7)", "(O.8)", "(O.9)"}) {
    INFO(rule);
    CHECK(2 * used[rule] >= cases.count());
  }
}

}  // namespace test_orderings
