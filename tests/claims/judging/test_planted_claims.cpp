// Statements whose truth is known independently, by algebra on paper; and the same statements made
// false by a little. Every false one must be refuted at every point, and no true one anywhere.

#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/random_claims.hpp"
#include "support/this_run.hpp"

namespace test_planted_claims {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

struct statement {
  const char* about;
  std::string quantity;
  std::string value;  // what the quantity is, written with + − * / exp log …; positive
  std::string check;
};

// With r = e^ε0, one user reports truthfully with probability r/(r+1).
const std::string one_user_moment = "(exp(eps0)^lambda + exp(eps0)^(1 - lambda))/(exp(eps0) + 1)";
// Two users, the other one a clone with probability p: (1,1) has probability p/2 under both laws,
// (2,0) and (0,2) have half of p·(one user), and without a clone there is the one user.
const std::string two_user_moment = "(p/2 + (1 - p/2)*(" + one_user_moment + "))";

const std::string eps_and_order =
    "eps0 = [0.1, \"log(2)\", 1, \"log(7/2)\", 4]\nlambda = [\"1/2\", 1.001, 2, \"7/3\", 8]";
const std::string eps_only = "eps0 = [0.1, \"log(2)\", 1, \"log(7/2)\", 4]";
const std::string eps_and_p = eps_and_order + "\np = [\"1/7\", 0.5, 1]";
const std::string whole = "k = [1, 2, 3, 10, 40]";

const std::vector<statement>& statements() {
  static const std::vector<statement> all{
      {"Renyi divergence of N(mu, 1) and N(0, 1)", "renyi(gaussian_pair(mu), lambda)",
       "mu^2*lambda/2", "mu = [0.01, 1, \"sqrt(2)\", 7]\nlambda = [\"1/3\", 1, 2, 50]"},
      {"the same with a common variance", "renyi(normal_pair(1, v, 3, v), lambda)", "2*lambda/v",
       "v = [0.1, 1, \"22/7\"]\nlambda = [0.5, 1, 3]"},
      {"KL divergence of centred normal laws", "renyi(normal_pair(0, v, 0, 1), 1)",
       "(v - 1 - log(v))/2", "v = [0.1, 0.9, 2, 30]"},
      {"order 2 of centred normal laws", "renyi(normal_pair(0, v, 0, 1), 2)",
       "log(1/(v*(2 - v)))/2", "v = [0.1, 0.9, 1.5]"},
      {"total variation of normal laws", "total_variation(gaussian_pair(mu))", "2*Phi(mu/2) - 1",
       "mu = [0.01, 1, 3]"},
      {"hockey-stick divergence of normal laws", "hockey_stick(gaussian_pair(mu), eps)",
       "Phi(mu/2 - eps/mu) - exp(eps)*Phi(-mu/2 - eps/mu)", "mu = [0.5, 1, 3]\neps = [0, 0.3, 2]"},
      {"one user, clone pair", "(lambda - 1)*renyi(clone_pair(1, eps0), lambda)",
       "log(" + one_user_moment + ")", "eps0 = [0.1, \"log(2)\", 1, 4]\nlambda = [1.001, 2, 8]"},
      {"one user, orders below 1", "(lambda - 1)*renyi(clone_pair(1, eps0), lambda) + 10",
       "log(" + one_user_moment + ") + 10", eps_and_order},
      {"one user, randomized response", "exp((lambda - 1)*renyi(rr_pair(1, eps0), lambda))",
       one_user_moment, eps_and_order},
      {"one user, KL divergence", "renyi(rr_pair(1, eps0), 1)",
       "eps0*(exp(eps0) - 1)/(exp(eps0) + 1)", eps_only},
      {"one user, max-divergence", "renyi(clone_pair(1, eps0), inf)", "eps0", eps_only},
      {"one user, total variation", "total_variation(clone_pair(1, eps0))", "tanh(eps0/2)",
       eps_only},
      {"one user, total variation of randomized response", "total_variation(rr_pair(1, eps0))",
       "(exp(eps0) - 1)/(exp(eps0) + 1)", eps_only},
      {"one user, hockey-stick divergence", "hockey_stick(clone_pair(1, eps0), eps0/3)",
       "(exp(eps0) - exp(eps0/3))/(exp(eps0) + 1)", eps_only},
      {"one user, hockey-stick divergence at negative eps",
       "hockey_stick(rr_pair(1, eps0), -2*eps0)", "1 - exp(-2*eps0)", eps_only},
      {"two users, clone pair with any p",
       "exp((lambda - 1)*renyi(clone_pair(2, eps0, p), lambda))", two_user_moment, eps_and_p},
      {"two users, swapped", "exp((lambda - 1)*renyi(swap(clone_pair(2, eps0, p)), lambda))",
       two_user_moment, eps_and_p},
      {"two users, clone pair at p = exp(-eps0)",
       "exp((lambda - 1)*renyi(clone_pair(2, eps0), lambda))",
       "exp(-eps0)/2 + (1 - exp(-eps0)/2)*" + one_user_moment, eps_and_order},
      {"two users, total variation", "total_variation(clone_pair(2, eps0, p))",
       "(1 - p/2)*tanh(eps0/2)", eps_only + "\np = [\"1/7\", 0.5, 1]"},
      {"two users, hockey-stick divergence", "hockey_stick(clone_pair(2, eps0, p), eps0/2)",
       "(1 - p/2)*(exp(eps0) - exp(eps0/2))/(exp(eps0) + 1)", eps_only + "\np = [\"1/7\", 0.5, 1]"},
      {"two users, unmixed pair, total variation", "total_variation(unmixed_pair(2, eps0))",
       "1 - exp(-eps0)/2", eps_only},
      // P = (r, r² + 1, r)/(r + 1)², Q = (r², 2r, 1)/(r + 1)²: ΣP²/Q = (r + 1/r)/2.
      {"two users, randomized response, order 2", "exp(renyi(rr_pair(2, eps0), 2))",
       "(exp(eps0) + exp(-eps0))/2", eps_only},
      {"two users, randomized response, total variation", "total_variation(rr_pair(2, eps0))",
       "exp(eps0)*(exp(eps0) - 1)/(exp(eps0) + 1)^2", eps_only},
      {"two users, randomized response, max-divergence", "renyi(rr_pair(2, eps0), inf)", "eps0",
       eps_only},
      {"sum of whole numbers", "sum(j, 1, k, j)", "k*(k + 1)/2", whole},
      {"geometric sum", "sum(j, 0, k, (1/3)^j)", "(1 - (1/3)^(k + 1))*3/2", whole},
      {"binomial theorem", "sum(j, 0, k, binomial(k, j)*pi^j)", "(1 + pi)^k", whole},
      {"telescoping product", "product(j, 1, k, 1 + 1/j)", "k + 1", whole},
      {"hyperbolic tangent", "tanh(x)", "(exp(2*x) - 1)/(exp(2*x) + 1)", "x = [0.001, 1, 20]"},
      {"symmetry of the normal law", "Phi(-x)", "1 - Phi(x)", "x = [-3, -0.1, 0, 2, 8]"},
      {"quantiles of the normal law", "Phi(Phi_inv(x))", "x", "x = [0.001, 0.3, 0.999]"},
      {"gamma function", "gamma(k + 1/2)", "factorial(2*k)*sqrt(pi)/(4^k*factorial(k))", whole},
      {"logarithm of the gamma function", "exp(lgamma(x + 1))", "x*gamma(x)",
       "x = [0.1, 1, \"7/2\", 30]"},
  };
  return all;
}

judgement judged(const statement& s, const std::string& relation) {
  const std::string integers = s.check == whole ? "\nintegers = [\"k\"]" : "";
  const claim_result result =
      judge_one(claim_text("claim = \"" + relation + "\"" + integers, s.check));
  return result.found;
}

}  // namespace

TEST_CASE("true statements with both sides known are never refuted") {
  for (const statement& s : statements()) {
    INFO(s.about);
    for (const char* op : {" == ", " <= ", " >= "}) {
      const judgement found = judged(s, s.quantity + op + "(" + s.value + ")");
      INFO(in_words(found));
      CHECK(to_text(found.outcome) == "verified");
    }
    // With room between the sides nothing is tied.
    for (const char* relation : {" <= (1 + 1e-25)*(", " < (1 + 1e-6)*(", " >= (1 - 1e-25)*(",
                                 " > (1 - 1e-6)*(", " != (1 + 1e-25)*("}) {
      const judgement found = judged(s, s.quantity + relation + s.value + ")");
      INFO(relation << in_words(found));
      CHECK(to_text(found.outcome) == "verified");
      CHECK(found.tied == 0);
    }
  }
}

TEST_CASE("statements that are false by a little are refuted at every point") {
  for (const statement& s : statements()) {
    INFO(s.about);
    for (const char* relation :
         {" <= (1 - 1e-6)*(", " <= (1 - 1e-25)*(", " < (1 - 1e-25)*(", " >= (1 + 1e-6)*(",
          " >= (1 + 1e-25)*(", " == (1 + 1e-25)*(", " == (1 - 1e-6)*("}) {
      const judgement found = judged(s, s.quantity + relation + s.value + ")");
      INFO(relation << in_words(found));
      CHECK(to_text(found.outcome) == "refuted");
      CHECK(found.checked > 1);
      CHECK(found.counterexamples == found.checked);
      CHECK(found.witness.has_value());
    }
  }
}

TEST_CASE("statements with infinite or vanishing sides") {
  const auto verdict_of = [](const std::string& claim) {
    return to_text(judge_one(claim_text("claim = \"" + claim + "\"")).found.outcome);
  };
  // One user of the unmixed pair: disjoint supports.
  CHECK(verdict_of("renyi(unmixed_pair(1, 2), 2) == inf") == "verified");
  CHECK(verdict_of("renyi(unmixed_pair(1, 2), 1) == inf") == "verified");
  CHECK(verdict_of("renyi(unmixed_pair(1, 2), 2) <= 10^6") == "refuted");
  CHECK(verdict_of("renyi(unmixed_pair(5, 2), 3) < inf") == "refuted");
  CHECK(verdict_of("hockey_stick(unmixed_pair(1, 2), 5) == 1") == "verified");
  CHECK(verdict_of("total_variation(unmixed_pair(1, 2)) == 1") == "verified");
  // ε0 = 0: the same law twice.
  CHECK(verdict_of("renyi(clone_pair(7, 0), 3) == 0") == "verified");
  CHECK(verdict_of("renyi(clone_pair(7, 0), 3) > 0") == "refuted");
  CHECK(verdict_of("total_variation(rr_pair(7, 0)) == 0") == "verified");
  // b = 0: Theorem 1's pair as printed is the same law twice; any b > 0 leaves an outcome of P that
  // Q never gives, or the other way round.
  CHECK(verdict_of("renyi(printed_pair(4, 1, 0), 2) == 0") == "verified");
  CHECK(verdict_of("renyi(printed_pair(4, 1, 1/2), 2) == inf") == "verified");
  CHECK(verdict_of("renyi(printed_pair(4, 1, 1/2), 2) <= 1") == "refuted");
}

// Random claims whose relations have holes: no verdict rests on a point without a value.
//
// SHUFFLECERT_TEST_SEED and SHUFFLECERT_TEST_MULTIPLIER make other and longer runs.
TEST_CASE("Verdicts on random claims never rest on a hole", "[definedness][random]") {
  const random_cases drawn(3, 800);
  random_source random(drawn.seed());
  tally cases;
  std::vector<std::string> complaints;
  const auto count = static_cast<std::size_t>(drawn.count());
  for (std::size_t i = 0; i < count; ++i) {
    const std::string complaint = complaint_about(make_claim(random), 30, cases);
    if (!complaint.empty()) complaints.push_back(complaint);
  }
  INFO(in_words(cases));
  INFO(in_words(complaints));
  CHECK(complaints.empty());
  // Every verdict, and holes wherever they may lie, must be met.
  for (const char* met : {"refuted", "invalid", "undecided", "proved", "verified"}) {
    INFO(met);
    CHECK(cases[met] >= count / 100);
  }
  CHECK(cases["supported"] + cases["contradicted"] >= count / 200);
  for (const char* met : {"hole at a point", "hole in a region", "hole on a frontier"}) {
    INFO(met);
    CHECK(cases[met] >= count / 50);
  }
  CHECK(cases["hole at a size"] >= count / 400);
  CHECK(cases["proved piece"] >= count / 20);
  CHECK(cases["switch"] >= count / 100);
}

}  // namespace test_planted_claims
