// Rates that leading terms prove or refute: errors whose limits are known by hand.

#include <map>

#include "claims/catalogue/substitution.hpp"
#include "claims/limits/rate_proof.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/random_source.hpp"
#include "support/this_run.hpp"
#include "support/values_at_points.hpp"

namespace test_rates_as_theorems {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

std::string text_of(const std::string& error, const std::string& claimed, const std::string& domain,
                    const std::string& check) {
  return claim_text("kind = \"rate\"\nerror = \"" + error + "\"\nalong = \"n\"\n" + claimed +
                        "\ndomain = [" + domain + "]\nintegers = [\"n\"]\n",
                    "n = [16, 64, 256, 1024]\n" + check);
}

judgement judged(const std::string& error, const std::string& claimed,
                 const std::string& domain = "\"n >= 2\"", const std::string& check = "") {
  judge_options options;
  options.derives_theorems = true;
  return judge_one(text_of(error, claimed, domain, check), options).found;
}

std::string verdict_of(const std::string& error, const std::string& claimed,
                       const std::string& domain = "\"n >= 2\"", const std::string& check = "") {
  const judgement found = judged(error, claimed, domain, check);
  INFO(found.message);
  CHECK(found.message.find("mistake") == std::string::npos);
  return to_text(found.outcome);
}

const std::string limit = "limit = true";

std::string order(const std::string& value) {
  return "order = \"" + value + "\"";
}

}  // namespace

TEST_CASE("leading terms of one variable", "[limits]") {
  struct row {
    const char* error;
    std::string claimed;
    const char* verdict;
  };
  // The leading term of each error stands behind it.
  const row rows[] = {
      {"1/n", limit, "proved"},
      {"1/n", order("1"), "proved"},
      {"1/n", order("2"), "refuted"},
      {"1/n + 1/10^9", limit, "refuted"},                      // 10^-9
      {"n^(-99/100)", order("1"), "refuted"},                  // itself
      {"log(n)/n", order("1"), "refuted"},                     // itself
      {"log(n)/n", order("99/100"), "proved"},                 // itself
      {"1/log(n)", limit, "proved"},                           // itself
      {"1/log(n)", order("1/100"), "refuted"},                 // itself
      {"n - n", order("7"), "proved"},                         // 0
      {"(n + 1)/n - 1", order("1"), "proved"},                 // 1/n
      {"(n + 1)^2/n^2 - 1 - 2/n", order("2"), "proved"},       // 1/n^2
      {"sqrt(n + 1)/sqrt(n) - 1", limit, "proved"},            // 1/(2n): only that it is smaller
      {"log(1 + 3/n)", order("1"), "proved"},                  // 3/n
      {"log(1 + 3/n)", order("3/2"), "refuted"},               // 3/n
      {"log(2 + 3/n)", limit, "refuted"},                      // log(2)
      {"log(n^2 + n)/log(n) - 2", limit, "proved"},            // smaller than 1
      {"log(n^2 + n)/log(n) - 3", limit, "refuted"},           // -1
      {"exp(3/n) - 1", order("1"), "proved"},                  // 3/n
      {"exp(3/n) - exp(2/n)", order("1"), "proved"},           // 1/n
      {"exp(3/n) - exp(2/n)", order("2"), "refuted"},          // 1/n
      {"expm1(1/n)*n - 1", limit, "proved"},                   // smaller than 1
      {"expm1(1/n)*n - 2", limit, "refuted"},                  // -1
      {"exp(-n)", order("50"), "proved"},                      // below all powers
      {"n^20*exp(-sqrt(n))", order("20"), "proved"},           // below all powers
      {"exp(-2*log(n))", order("2"), "proved"},                // n^-2, exactly
      {"exp(-2*log(n))", order("3"), "refuted"},               // n^-2, exactly
      {"exp(-log(n)^2)", order("9"), "proved"},                // below all powers
      {"floor(n/3)/n - 1/3", limit, "proved"},                 // smaller than 1
      {"floor(n/3)/n - 1/4", limit, "refuted"},                // 1/12
      {"max(0, 2/n^2 - 1/n)", order("9"), "proved"},           // 0 for large n
      {"min(1/n, 1/n^2)", order("2"), "proved"},               // 1/n^2
      {"min(1/n, 1/n^2)", order("3"), "refuted"},              // 1/n^2
      {"abs(1/n^2 - 1/n)", order("1"), "proved"},              // 1/n
      {"if(n > 100, 1/n, 5)", order("1"), "proved"},           // 1/n for large n
      {"if(n > 100, 5, 1/n)", limit, "refuted"},               // 5 for large n
      {"tanh(2/n)*n - 2", limit, "proved"},                    // smaller than 1
      {"tanh(n) - 1", limit, "proved"},                        // smaller than 1
      {"Phi(1/n) - Phi(-1/n)", order("1"), "proved"},          // 2/(n*sqrt(2*pi))
      {"Phi(1/n) - Phi(-1/n)", order("2"), "refuted"},         // 2/(n*sqrt(2*pi))
      {"(Phi(1/n) - 1/2)*n - 1/sqrt(2*pi)", limit, "proved"},  // smaller than 1
      {"(Phi(1/n) - 1/2)*n - 2/5", limit, "refuted"},          // 1/sqrt(2*pi) - 2/5 < 0
      {"Phi(-sqrt(n))", order("30"), "proved"},                // below all powers
      {"Phi(-2) - Phi(-2 - 1/n)", limit, "proved"},            // smaller than 1
      {"sqrt(1/n^2)", order("1"), "proved"},                   // 1/n
      {"(1/n)^(1/3)", order("1/3"), "proved"},                 // itself
      {"(1/n)^(1/3)", order("1/2"), "refuted"},                // itself
      {"(1 + 1/n)^n - exp(1)", limit, "proved"},               // smaller than 1
      {"(1 + 1/n)^n - 2", limit, "refuted"},                   // e - 2
  };
  for (const row& one : rows) {
    INFO(one.error << ", " << one.claimed);
    CHECK(verdict_of(one.error, one.claimed) == one.verdict);
  }
}

TEST_CASE("what leading terms do not know keeps what sizes show", "[limits]") {
  // log(log(n)) is no power of n or of its logarithm.
  CHECK(verdict_of("1/log(log(n + 20))", limit) == "undecided");
  // The gamma function has no rule.
  CHECK(verdict_of("gamma(n + 1/2)/gamma(n)/n", order("1/2")) == "supported");
  // Terms that cancel leave terms that nothing is known of.
  CHECK(verdict_of("exp(1/n) - 1 - 1/n", order("2")) == "supported");
  CHECK(verdict_of("max(0, 1/n - 2/n^2) - 1/n", order("2")) == "supported");
}

TEST_CASE("a rate is proved for all values of the other variables, or for none", "[limits]") {
  const std::string one = "c = [1]";
  CHECK(verdict_of("c/n", order("1"), "\"n >= 2\", \"c > 0\"", one) == "proved");
  CHECK(verdict_of("(c - 1)/n^2 + c/n^3", order("2"), "\"n >= 2\"", one) == "proved");
  // At c = 1 the error is 1/n, elsewhere not: where a coefficient may vanish, no quotient by it.
  CHECK(verdict_of("1/(c*n)", order("1"), "\"n >= 2\", \"c > 0\"", one) == "proved");
  CHECK(verdict_of("1/(c*n + 1)", order("1"), "\"n >= 2\", \"c >= 0\"", one) == "supported");
  // The listed choice is the one that is refuted, and the message names it.
  const judgement found =
      judged("(c - 1) + 1/n", limit, "\"n >= 2\", \"c >= 1\"", "c = [1, \"3/2\", 2]");
  CHECK(found.outcome == verdict::refuted);
  CHECK(found.message ==
        "the error is claimed to tend to 0, which is refuted for c = 3/2: the error tends to 1/2 "
        "as n grows");
  REQUIRE(found.rate.has_value());
  CHECK(found.rate->front()->point.at("c") == "3/2");
  CHECK_FALSE(found.rate->theorem.empty());
}

TEST_CASE("what has no value for large n is not proved", "[limits]") {
  // Quotients of equal factors that have no value, or are 0, from some n on.
  for (const char* error :
       {"sqrt(10^7 - n)/sqrt(10^7 - n) - 1 + 1/n", "max(0, 10^7 - n)/max(0, 10^7 - n) - 1 + 1/n",
        "log(sqrt(10^7 - n)/sqrt(10^7 - n) + 1/n)", "1/n + exp(log(1 - n/10^7))/n",
        "exp(log(10^7 - n))/n^3", "1/n*exp(log(10^7 - n))/exp(log(10^7 - n)) + 1/n^2",
        "exp(1/n)*sqrt(10^7 - n)/sqrt(10^7 - n) - 1"}) {
    INFO(error);
    const std::string found = verdict_of(error, limit, "\"n >= 1\"");
    CHECK(found != "proved");
    CHECK(found != "refuted");
  }
  // Or at one value of another variable.
  for (const char* error : {"c/c - 1 + 1/n", "c*n*(1/(c*n)) - 1 + 1/n", "exp(log(c))/n",
                            "1/n + (c - 1)*(1/(c - 1)) - 1"}) {
    INFO(error);
    CHECK(verdict_of(error, limit, "\"n >= 1\", \"c > -2\"", "c = [2]") != "proved");
  }
}

TEST_CASE("no size overflows", "[limits]") {
  CHECK(verdict_of("log(n)^5000000000000000000*log(n)^5000000000000000000", limit) != "proved");
  CHECK(verdict_of("1/log(n)^9223372036854775807/log(n)^9", limit) != "refuted");
}

TEST_CASE("a domain without large n proves nothing", "[limits]") {
  CHECK(verdict_of("c/n", limit, "\"n >= 1\", \"c >= n\"", "c = [100000000]") != "proved");
  CHECK(verdict_of("1/n", limit, "\"n >= 1\", \"n <= 100000\"") != "proved");
}

TEST_CASE("choices that leave the domain in the end are not used", "[limits]") {
  // Where n grows, n <= c fails.
  CHECK(verdict_of("5 + 0*n", limit, "\"n >= 2\", \"n <= c\"", "c = [2000000]") != "refuted");
}

TEST_CASE("bounds of divergences decide rates", "[limits]") {
  const std::string parameters = "eps0 = [1]\nlambda = [2]";
  const std::string domain = "\"n >= 2\", \"eps0 > 0\", \"lambda >= 2\"";
  // (C.1): D <= 2*lambda*tanh(eps0/2)^2*exp(eps0)/n but for a factor that tends to 1, and
  // (K.6): D >= log(1 + lambda*(lambda - 1)*(exp(eps0) - 1)^2/(2*n*exp(eps0)))/(lambda - 1).
  CHECK(verdict_of("renyi(clone_pair(n, eps0), lambda)", order("1"), domain, parameters) ==
        "proved");
  CHECK(verdict_of("renyi(clone_pair(n, eps0), lambda)", order("2"), domain, parameters) ==
        "refuted");
  CHECK(verdict_of("1/renyi(clone_pair(n, eps0), lambda)/n^2", order("1"), domain, parameters) ==
        "proved");
  CHECK(verdict_of("renyi(clone_pair(n, eps0), lambda)*n/(2*exp(eps0)*lambda) - 1", limit, domain,
                   parameters) == "refuted");
  CHECK(verdict_of("max(0, renyi(clone_pair(n, eps0), lambda)*n/(2*exp(eps0)*lambda) - 1)",
                   order("5"), domain, parameters) == "proved");
  // Below the order 2, (C.1) says nothing; (K.9) leaves a factor.
  CHECK(verdict_of("max(0, renyi(clone_pair(n, eps0), lambda)*n/(2*exp(eps0)*lambda) - 1)",
                   order("5"), "\"n >= 2\", \"eps0 > 0\", \"lambda > 1\"",
                   parameters) == "supported");
}

TEST_CASE("ε at a fixed δ falls like 1/√n, where it is not negative", "[limits]") {
  const std::string check = "eps0 = [1]\ndelta = [\"1/100\"]";
  const std::string domain = "\"n >= 2\", \"eps0 > 0\", \"delta > 0\", \"delta < 1\"";
  CHECK(verdict_of("max(0, epsilon(clone_pair(n, eps0), delta))", order("1/2"), domain, check) ==
        "proved");
  // Without max it tends to log(1 - delta), which is not 0; nothing says so but its values.
  CHECK(verdict_of("epsilon(clone_pair(n, eps0), delta)", order("1/2"), domain, check) != "proved");
  // At delta = 1 it is -infinity.
  CHECK(verdict_of("max(0, epsilon(clone_pair(n, eps0), delta))", order("1/2"),
                   "\"n >= 2\", \"eps0 > 0\", \"delta > 0\", \"delta <= 1\"", check) != "proved");
}

TEST_CASE("a bound below the line of a quotient has to be positive", "[limits]") {
  // From below there is eps0 - n*log1p(exp(-eps0))/(lambda - 1), too, which falls: 1/D <= 1/L would
  // be false. The true quotient is of the order n.
  const std::string error = "1/renyi(clone_pair(n, eps0), lambda)/n";
  const std::string domain = "\"n >= 2\", \"eps0 > 0\", \"lambda >= 2\"";
  const std::string check = "eps0 = [1]\nlambda = [2]";
  CHECK(verdict_of(error, order("1"), domain, check) == "refuted");
  // Also where no sizes keep it from being tried.
  const catalogue read = read_text(text_of(error, order("1"), domain, check));
  quantity_cache cache;
  const judge_options options;
  const claim_context context{read.claims.front(), read, cache, options};
  const auto& form = std::get<rate_claim>(read.claims.front().form);
  CHECK_FALSE(prove_rate(context, form).record.is_complete);
  CHECK(prove_rate(context, {form.along, rational(0)}).record.is_complete);
}

TEST_CASE("a theorem on a rate is in its results, with its steps", "[limits]") {
  const judgement found = judged("renyi(clone_pair(n, 1), 2)*n", limit);
  CHECK(found.outcome == verdict::refuted);
  CHECK_FALSE(found.proof.has_value());
  REQUIRE(found.rate.has_value());
  REQUIRE(found.rate->theorem.size() == 2);
  CHECK(found.rate->theorem[0].find("(K.6)") != std::string::npos);
  // (e - 1)^2/e = 1.0861...
  CHECK(found.message.find("[1.08616, 1.08617]") != std::string::npos);
  const judgement proved = judged("renyi(clone_pair(n, 1), 2)", limit);
  CHECK(proved.outcome == verdict::proved);
  REQUIRE(proved.proof.has_value());
  CHECK(proved.proof->evidence == proof_evidence::by_hand);
}

namespace {

// Errors of which the calculus knows much: powers, logarithms, and functions near the places where
// they vanish. Not all have values for all n >= 2.
std::string random_error(random_source& random, int depth) {
  const auto pick = [&](const std::vector<std::string>& all) {
    return all[static_cast<std::size_t>(random.below(all.size()))];
  };
  if (depth == 0)
    return pick(
        {"n",           "1/n",          "sqrt(n)",   "2",        "3/7",        "1/3",
         "log(n)",      "n^(-1/3)",     "(n + 1)",   "(n - 1)",  "floor(n/3)", "exp(2/n)",
         "expm1(-1/n)", "log(1 + 3/n)", "tanh(2/n)", "Phi(1/n)", "exp(-n)",    "exp(-log(n)/2)",
         "max(3, n/2)", "min(1/n, 2)",  "abs(2 - n)"});
  const std::string a = random_error(random, depth - 1);
  const std::string b = random_error(random, depth - 1);
  switch (random.below(8)) {
    case 0:
    case 1:
      return "(" + a + " - " + b + ")";
    case 2:
      return "(" + a + " + " + b + ")";
    case 3:
      return "(" + a + ")*(" + b + ")";
    case 4:
    case 5:
      return "(" + a + ")/(" + b + ")";
    case 6:
      return pick({"exp", "log", "sqrt", "tanh", "abs", "floor", "Phi"}) + "((" + a + ")/(" + b +
             "))";
    default:
      return pick({"max", "min"}) + "(" + a + ", " + b + ")";
  }
}

}  // namespace

TEST_CASE("theorems on rates agree with errors at 2^120 and 2^240", "[limits]") {
  const random_cases cases(4711, 600);
  random_source source(cases.seed());
  std::map<std::string, int> seen;
  for (int i = 0; i < cases.count(); ++i) {
    const std::string error = random_error(source, 2);
    const bool tends = source.once_in(3);
    const std::string claimed_order = source.once_in(2) ? "1" : source.once_in(2) ? "1/2" : "2";
    const judgement found = judged(error, tends ? limit : order(claimed_order));
    INFO(error << (tends ? " -> 0" : ", order " + claimed_order) << ": " << found.message);
    CHECK(found.message.find("mistake of this program") == std::string::npos);
    ++seen[to_text(found.outcome)];
    if (found.outcome != verdict::proved && found.outcome != verdict::refuted) continue;
    const auto at = [&](const std::string& size) {
      const std::string value =
          to_text(*with_formulas(parse_formula(error), {{"n", parse_formula(size)}}));
      return "abs(" + value + ")" + (tends ? "" : "*(" + size + ")^(" + claimed_order + ")");
    };
    // What is bounded does not grow any more, what tends to 0 does not either, and what is neither
    // grows at least like a logarithm, which doubles; or stays, where a limit is refuted.
    const std::string factor = found.outcome == verdict::proved ? " <= 101/100*"
                               : tends                          ? " >= 9/10*"
                                                                : " >= 3/2*";
    const auto agrees = truth_at(*parse_formula(at("2^240") + factor + at("2^120")), {});
    CHECK(agrees != std::optional(false));
    if (agrees) ++seen["compared"];
  }
  // Of all that is tried, not a few.
  CHECK(12 * seen["proved"] > cases.count());
  CHECK(12 * seen["refuted"] > cases.count());
  CHECK(6 * seen["compared"] > cases.count());
}

}  // namespace test_rates_as_theorems
