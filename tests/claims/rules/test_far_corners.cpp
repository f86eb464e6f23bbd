// True and false claims in pairs: the false one fails in one far corner of its domain alone, at a
// place that is known. The true one is proved, the false one never is.

#include "support/claim_pairs.hpp"
#include "support/this_run.hpp"

namespace test_far_corners {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

using texts = point_of_texts;

const std::vector<std::string> pairs_exist{"n >= 2", "eps0 > 0", "lambda > 1"};
const std::string pair_check = "n = [4]\neps0 = [1]\nlambda = [2]";
const std::string clones = "renyi(clone_pair(n, eps0), lambda)";
const std::string responses = "renyi(rr_pair(n, eps0), lambda)";

}  // namespace

TEST_CASE("what fails at one number of users near 10^9 is not proved", "[corners]") {
  for (const std::string& divergence : {clones, responses})
    check_pair({"one number of users",
                {divergence + " <= max(eps0, eps0*abs(n - 10^9))", pairs_exist},
                {divergence + " <= min(eps0, eps0*abs(n - 10^9))", pairs_exist},
                {{"n", "10^9"}, {"eps0", "1"}, {"lambda", "2"}},
                {{"n", "10^9 - 1"}, {"eps0", "1"}, {"lambda", "2"}},
                pair_check,
                {"n"}});
  check_pair({"one number of users, without a divergence",
              {"1/abs(n - 10^9 + 1/2) <= 2", {"n >= 1"}},
              {"1/max(abs(n - 10^9), 1/4) <= 2", {"n >= 1"}},
              {{"n", "10^9"}},
              {{"n", "10^9 + 1"}},
              "n = [5]",
              {"n"}});
}

TEST_CASE("what fails at large orders alone is not proved", "[corners]") {
  // D comes as close to eps0 as log(0.5966)/(lambda - 1).
  check_pair({"orders above 103,000",
              {"renyi(clone_pair(2, 1), lambda) <= 1", {"lambda > 1"}},
              {"renyi(clone_pair(2, 1), lambda) <= 1 - 1/200000", {"lambda > 1"}},
              {{"lambda", "110000"}},
              {{"lambda", "100000"}},
              "lambda = [2]"});
  check_pair({"orders above 10^5, between two formulas",
              {"log(lambda) <= lambda", {"lambda > 1"}},
              {"log(lambda) <= 11.6", {"lambda > 1"}},
              {{"lambda", "110000"}},
              {{"lambda", "100000"}},
              "lambda = [2]"});
}

TEST_CASE("what fails at small eps0 alone is not proved", "[corners]") {
  const std::string cubic = clones + " <= 600000*eps0^3*exp(eps0)*lambda/(n - 1)";
  check_pair({"eps0 below 10^-6",
              {cubic, {"n >= 2", "eps0 >= 1/1000000", "lambda > 1"}},
              {cubic, pairs_exist},
              {{"n", "2"}, {"eps0", "10^-7"}, {"lambda", "2"}},
              {{"n", "2"}, {"eps0", "10^-6"}, {"lambda", "2"}},
              pair_check,
              {"n"}});
  check_pair({"eps0 below 2*10^-6, between two formulas",
              {"exp(eps0) - 1 >= eps0*0.999999", {"eps0 > 0"}},
              {"exp(eps0) - 1 >= eps0*1.000001", {"eps0 > 0"}},
              {{"eps0", "10^-6"}},
              {{"eps0", "3*10^-6"}},
              "eps0 = [1]"});
}

TEST_CASE("what fails at one whole number is not proved", "[corners]") {
  check_pair({"one whole number",
              {"abs(n - 15/2) > 1/4", {"n >= 1", "n <= 100"}},
              {"abs(n - 7) > 1/4", {"n >= 1", "n <= 100"}},
              {{"n", "7"}},
              {{"n", "8"}},
              "n = [5]",
              {"n"}});
  check_pair({"one whole order",
              {responses + " <= eps0*max(1, (lambda - 7)^2)", pairs_exist},
              {responses + " <= eps0*min(1, (lambda - 7)^2)", pairs_exist},
              {{"n", "2"}, {"eps0", "1"}, {"lambda", "7"}},
              {{"n", "2"}, {"eps0", "1"}, {"lambda", "8"}},
              pair_check,
              {"n", "lambda"}});
}

TEST_CASE("what fails at an open end is not proved", "[corners]") {
  const std::vector<std::string> share{"x > 0", "x < 1"};
  check_pair({"close to an end that does not belong to the domain",
              {"x <= 1", share},
              {"x <= 0.999999999", share},
              {{"x", "1 - 10^-10"}},
              {{"x", "1 - 10^-8"}},
              "x = [\"1/2\"]"});
  check_pair({"at an end that does belong to it",
              {"(1 - x)*exp(x) > 0", share},
              {"(1 - x)*exp(x) > 0", {"x > 0", "x <= 1"}},
              {{"x", "1"}},
              {{"x", "1 - 10^-8"}},
              "x = [\"1/2\"]"});
  check_pair({"close to a lower end",
              {"1/x >= 1", share},
              {"1/x <= 1000000000", share},
              {{"x", "10^-10"}},
              {{"x", "10^-8"}},
              "x = [\"1/2\"]"});
}

TEST_CASE("what touches is not proved where it may not", "[corners]") {
  check_pair({"a touching point",
              {"abs(x - 1/3) >= 0", {"x > 0"}},
              {"abs(x - 1/3) > 0", {"x > 0"}},
              {{"x", "1/3"}},
              {{"x", "1/2"}},
              "x = [1]"});
  const std::string tail = "hockey_stick(clone_pair(n, eps0), 0)";
  check_pair({"nothing at eps0 = 0 alone",
              {tail + " >= 0", {"n >= 2", "eps0 >= 0"}},
              {tail + " > 0", {"n >= 2", "eps0 >= 0"}},
              {{"n", "2"}, {"eps0", "0"}},
              {{"n", "2"}, {"eps0", "1"}},
              "n = [4]\neps0 = [1]",
              {"n"}});
}

TEST_CASE("what has no value somewhere is not proved", "[corners]") {
  check_pair({"one place without a value",
              {"abs(1/(x + 12345)) >= 0", {"x > 0"}},
              {"abs(1/(x - 12345)) >= 0", {"x > 0"}},
              {{"x", "12345"}},
              {{"x", "12344"}},
              "x = [1]"});
  const std::string chosen = "renyi(clone_pair(n, 1, p), 2) <= 1";
  check_pair({"clones with a probability above 1",
              {chosen, {"n >= 1", "p > 0", "p <= 1"}},
              {chosen, {"n >= 1", "p > 0", "p <= 1.000000001"}},
              {{"n", "2"}, {"p", "1.000000001"}},
              {{"n", "2"}, {"p", "1"}},
              "n = [2]\np = [\"1/2\"]",
              {"n"}});
}

namespace {

// a[0] + a[1] x + …
using coefficients = std::vector<rational>;

coefficients product(const coefficients& a, const coefficients& b) {
  coefficients result(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) result[i + j] += a[i] * b[j];
  return result;
}

coefficients sum(coefficients a, const coefficients& b) {
  if (a.size() < b.size()) a.resize(b.size());
  for (std::size_t i = 0; i < b.size(); ++i) a[i] += b[i];
  return a;
}

std::string in(const std::string& x, const coefficients& a) {
  std::string text = "(" + to_text(a[0]) + ")";
  for (std::size_t i = 1; i < a.size(); ++i)
    text += " + (" + to_text(a[i]) + ")*" + x + "^" + std::to_string(i);
  return text;
}

// At least 0 everywhere, and 0 at `place`: (x - place)²·(a + b·(x - c)²), multiplied out.
coefficients touching(random_source& source, const rational& place) {
  const auto some = [&](std::size_t most) {
    return rational(static_cast<std::int64_t>(1 + source.below(most)),
                    static_cast<std::int64_t>(1 + source.below(4)));
  };
  const coefficients away{-place, 1};
  const coefficients other{-some(6), 1};
  coefficients rest = product({some(3)}, product(other, other));
  rest = sum(rest, {some(5)});
  return product(product(away, away), source.once_in(3) ? coefficients{some(5)} : rest);
}

}  // namespace

TEST_CASE("random polynomials and exponentials with a known least value", "[corners][volume]") {
  const random_cases cases(773, 16);
  random_source source(cases.seed());
  int proved = 0;
  int looked_at = 0;
  for (int i = 0; i < cases.count(); ++i) {
    const rational place(static_cast<std::int64_t>(1 + source.below(40)), 7);
    const coefficients least_at_0 = touching(source, place);
    const rational least(static_cast<std::int64_t>(source.below(9)) - 4, 3);
    const std::string floor_of = to_text(least);
    const bool is_exponential = source.once_in(2);
    const std::string x = is_exponential ? "exp(x)" : "x";
    const std::string formula = in(x, sum(least_at_0, {least}));
    const std::string at = is_exponential ? "log(" + to_text(place) + ")" : to_text(place);
    const std::vector<std::string> domain =
        is_exponential
            ? std::vector<std::string>{source.text({"x >= -3", "x > -2", "x >= -2"}), "x <= 2"}
            : std::vector<std::string>{source.text({"x > 0", "x >= 0", "x >= 1/9", "x >= -5"})};
    const texts there{{"x", at}};
    for (const std::string& condition : domain) CHECK(truth_at(condition, there) == true);
    // 10⁻⁹ above the least value it is false within 10⁻⁴ of one place.
    const std::string above = formula + " >= " + floor_of + " + " + source.text({"10^-9", "1/50"});
    const std::string below = formula + " >= " + floor_of + " - 1/20";
    const std::string strict = formula + " > " + floor_of;
    INFO(above << " on " << quoted(domain) << ", false at x = " << at);
    CHECK(truth_at(above, there) == false);
    CHECK(truth_at(below, there) == true);
    CHECK_FALSE(::is_theorem(above, quoted(domain), "x = [2]"));
    CHECK_FALSE(::is_theorem(strict, quoted(domain), "x = [2]"));
    ++looked_at;
    if (::is_theorem(below, quoted(domain), "x = [2]")) ++proved;
  }
  INFO(proved << " of " << looked_at << " true ones are proved");
  CHECK(proved * 2 >= looked_at);
}

TEST_CASE("random inequalities that fail far out, or close to 0, alone", "[corners][volume]") {
  const random_cases cases(774, 20);
  random_source source(cases.seed());
  int proved = 0;
  for (int i = 0; i < cases.count(); ++i) {
    const rational place(static_cast<std::int64_t>(1 + source.below(20)), 3);
    const coefficients known = sum(touching(source, place), {1});
    const auto digits = static_cast<std::int64_t>(3 + source.below(7));
    const std::string small = "10^-" + std::to_string(digits);
    const std::string next = "x^" + std::to_string(known.size());
    // The first term that is not there decides far out, where x is above c·10^digits.
    const std::string right = in("x", known) + " + " + small + "*" + next + " >= 1/2";
    const std::string wrong = in("x", known) + " - " + small + "*" + next + " >= 1/2";
    const texts far{{"x", "10^20"}};
    INFO(wrong);
    CHECK(truth_at(wrong, far) == false);
    CHECK(truth_at(right, far) == true);
    CHECK_FALSE(::is_theorem(wrong, "\"x > 0\"", "x = [1]"));
    if (::is_theorem(right, "\"x > 0\"", "x = [1]")) ++proved;
    // e^x - 1 = x + x²/2 + …, below x·(1 + small) for x < 2·small alone.
    const std::string close = source.text(
        {"exp(x) - 1 >= x*(1 + d)", "log(1 + x) <= x*(1 - d)", "1 - exp(-x) <= x*(1 - d)"});
    const auto with = [&](const std::string& d) {
      std::string text = close;
      text.replace(text.find(" d)") + 1, 1, d);
      return text;
    };
    INFO(with(small));
    CHECK(truth_at(with(small), {{"x", small}}) == false);
    CHECK(truth_at(with(small), {{"x", "5*" + small}}) == true);
    CHECK_FALSE(::is_theorem(with(small), "\"x > 0\"", "x = [1]"));
    CHECK(::is_theorem(with("(-1/10)"), "\"x > 0\"", "x = [1]"));
  }
  INFO(proved << " of " << cases.count() << " true ones are proved");
  CHECK(proved * 2 >= cases.count());
}

}  // namespace test_far_corners
