// Claims generated from bounds: which there are, where they look, and that a bound planted too low
// or too high is found out. D_λ of N(μ, 1) and N(0, 1) is μ²λ/2, so what is true is known.

#include <algorithm>

#include "claims/catalogue/chains.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_chains {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

// A bound on D_λ of N(mu, 1) and N(0, 1); `more` are further lines.
std::string bound_text(const std::string& name, const std::string& side, const std::string& value,
                       const std::string& more = "", const std::string& parameters = "mu, lambda",
                       const std::string& on = "renyi(gaussian_pair(mu), lambda)") {
  std::string names;
  std::string letter;
  for (const char c : parameters + ",") {
    if (c == ' ') continue;
    if (c != ',') {
      letter += c;
      continue;
    }
    names += (names.empty() ? "\"" : ", \"") + letter + "\"";
    letter.clear();
  }
  return "[[bound]]\nname = \"" + name + "\"\nparameters = [" + names + "]\nvalue = \"" + value +
         "\"\nside = \"" + side + "\"\non = \"" + on + "\"\n" + more + "\n";
}

catalogue with_chains(const std::string& text) {
  catalogue read = read_text(text);
  add_generated_claims(read);
  return read;
}

std::vector<std::string> ids_of(const catalogue& read) {
  std::vector<std::string> ids;
  for (const claim& c : read.claims) ids.push_back(c.id);
  return ids;
}

const claim& named(const catalogue& read, const std::string& id) {
  const claim* found = read.find_claim(id);
  if (found == nullptr) throw std::logic_error("there is no claim " + id);
  return *found;
}

judgement judged(const catalogue& read, const std::string& id) {
  quantity_cache cache;
  return judge(named(read, id), read, cache, {}).found;
}

std::string verdict_in(const std::string& text, const std::string& id) {
  return to_text(judged(with_chains(text), id).outcome);
}

std::vector<std::string> values_of(const claim& c, const std::string& variable) {
  std::vector<std::string> texts;
  for (const axis& a : c.axes)
    if (a.variable == variable)
      for (const point_value& value : a.values) texts.push_back(value.text);
  return texts;
}

std::string problem_of(const std::string& text) {
  return message_of<catalogue_error>([&] { with_chains(text); });
}

}  // namespace

TEST_CASE("bounds give claims in a stable order") {
  const catalogue read =
      with_chains(bound_text("up", "upper", "mu^2*lambda") + bound_text("low", "lower", "0") +
                  bound_text("up2", "upper", "mu^2*lambda/2") +
                  bound_text("low2", "lower", "mu^2*lambda/3") + claim_text("claim = \"1 < 2\""));
  CHECK(ids_of(read) == std::vector<std::string>{"test/claim", "bound/up", "bound/low", "bound/up2",
                                                 "bound/low2", "chain/low/up", "chain/low/up2",
                                                 "chain/low2/up", "chain/low2/up2"});
  CHECK_FALSE(is_generated(read.claims.front()));
  for (std::size_t i = 1; i < read.claims.size(); ++i) {
    INFO(read.claims[i].id);
    CHECK(is_generated(read.claims[i]));
    CHECK(to_text(judged(read, read.claims[i].id).outcome) == "verified");
  }
}

TEST_CASE("bounds that are too low or too high are refuted, and so are their chains") {
  const std::string text = bound_text("tight_up", "upper", "mu^2*lambda/2") +
                           bound_text("tight_low", "lower", "mu^2*lambda/2") +
                           bound_text("too_low", "upper", "mu^2*lambda/2*(1 - 1e-12)") +
                           bound_text("too_high", "lower", "mu^2*lambda/2*(1 + 1e-12)");
  CHECK(verdict_in(text, "bound/tight_up") == "verified");
  CHECK(verdict_in(text, "bound/tight_low") == "verified");
  CHECK(verdict_in(text, "bound/too_low") == "refuted");
  CHECK(verdict_in(text, "bound/too_high") == "refuted");
  CHECK(verdict_in(text, "chain/tight_low/tight_up") == "verified");
  CHECK(verdict_in(text, "chain/tight_low/too_low") == "refuted");
  CHECK(verdict_in(text, "chain/too_high/tight_up") == "refuted");
  CHECK(verdict_in(text, "chain/too_high/too_low") == "refuted");
}

TEST_CASE("parameters are matched by their place in the quantity, not by their names") {
  // The upper bound calls μ lambda and λ mu, and lists them the other way round.
  const std::string low = bound_text("low", "lower", "mu^2*lambda/2");
  const auto swapped = [&](const std::string& value) {
    return low + bound_text("up", "upper", value, "domain = [\"lambda <= 1\", \"mu > 1\"]",
                            "lambda, mu", "renyi(gaussian_pair(lambda), mu)");
  };
  const catalogue read = with_chains(swapped("lambda^2*mu/2"));
  const claim& chain = named(read, "chain/low/up");
  CHECK(to_text(*chain.formula) == "low(mu, lambda) <= up(mu, lambda)");
  REQUIRE(chain.domain.size() == 2);
  CHECK(to_text(*chain.domain[0]) == "mu <= 1");
  CHECK(to_text(*chain.domain[1]) == "lambda > 1");
  CHECK(to_text(judged(read, "chain/low/up").outcome) == "verified");
  // With names taken for what they seem this would be λ²μ/2, which is more where λ > 1 >= μ.
  CHECK(verdict_in(swapped("lambda^2*mu/2*(1 - 1e-9)"), "chain/low/up") == "refuted");
}

TEST_CASE("an index that has another bound's name gets out of the way") {
  // Σ_{mu=1}^{2} mu·x = 3x < 10 leaves x = 1 and x = 3; captured it would be 5 < 10 everywhere.
  const catalogue read =
      with_chains(bound_text("low", "lower", "0", "check = { mu = [1, 3, 5], lambda = 2 }") +
                  bound_text("up", "upper", "x^2*l", "domain = [\"sum(mu, 1, 2, mu*x) < 10\"]",
                             "x, l", "renyi(gaussian_pair(x), l)"));
  const claim& chain = named(read, "chain/low/up");
  REQUIRE(chain.domain.size() == 1);
  CHECK(to_text(*chain.domain[0]) == "sum(mu_2, 1, 2, mu_2*mu) < 10");
  CHECK(judged(read, "chain/low/up").checked == 2);
}

TEST_CASE("parameters outside the quantity keep apart") {
  const catalogue read = with_chains(
      bound_text("low", "lower", "mu^2*lambda/2*c", "check = { c = 1 }", "mu, lambda, c") +
      bound_text("up", "upper", "m^2*l/2*c", "check = { c = [1, 2] }", "c, m, l",
                 "renyi(gaussian_pair(m), l)"));
  const claim& chain = named(read, "chain/low/up");
  CHECK(to_text(*chain.formula) == "low(mu, lambda, c) <= up(c_2, mu, lambda)");
  CHECK(values_of(chain, "c") == std::vector<std::string>{"1"});
  CHECK(values_of(chain, "c_2") == std::vector<std::string>{"1", "2"});
  CHECK(to_text(judged(read, "chain/low/up").outcome) == "verified");
}

TEST_CASE("chains need the same tree") {
  const auto has_chain = [](const std::string& on) {
    const catalogue read = with_chains(bound_text("low", "lower", "0") +
                                       bound_text("up", "upper", "inf", "", "m, l", on));
    return read.find_claim("chain/low/up") != nullptr;
  };
  CHECK(has_chain("renyi(gaussian_pair(m), l)"));
  CHECK(has_chain("renyi(gaussian_pair(l), m)"));
  CHECK_FALSE(has_chain("renyi(gaussian_pair(m), m)"));
  CHECK_FALSE(has_chain("renyi(swap(gaussian_pair(m)), l)"));
  CHECK_FALSE(has_chain("renyi(gaussian_pair(m), l + 1)"));
  CHECK_FALSE(has_chain("renyi(gaussian_pair(m), 2) + l"));
  CHECK_FALSE(has_chain("renyi(normal_pair(m, 1, 0, 1), l)"));
}

TEST_CASE("trees agree up to names, and numbers by value") {
  const auto between = [](const std::string& from, const std::string& to) {
    const auto names =
        renaming_between(*parse_formula(from), {"a", "b"}, *parse_formula(to), {"x", "y"});
    if (!names) return std::string("none");
    std::string text;
    for (const auto& [name, other] : *names) text += name + "->" + other + " ";
    return text;
  };
  CHECK(between("a + b*2", "y + x*2.0") == "a->y b->x ");
  CHECK(between("a + b", "x + x") == "none");
  CHECK(between("a + a", "x + y") == "none");
  CHECK(between("a - b", "x + y") == "none");
  CHECK(between("a/b", "x*y") == "none");
  CHECK(between("sum(j, 1, a, j)", "sum(k, 1, x, k)") == "a->x ");
  CHECK(between("sum(j, 1, a, j)", "sum(k, 1, x, x)") == "none");
  CHECK(between("a^b <= pi and not a < 1", "y^x <= pi and not y < 1") == "a->y b->x ");
  CHECK(between("a*pi", "x*inf") == "none");
  CHECK(between("a*pi", "x*y") == "none");
  CHECK(between("-a", "x") == "none");
}

TEST_CASE("renaming is one to one") {
  const auto text = [](const std::string& formula, const renaming& names) {
    return to_text(*renamed(parse_formula(formula), names));
  };
  CHECK(text("a + b", {{"a", "b"}, {"b", "a"}}) == "b + a");
  CHECK(text("a + b", {{"a", "b"}}) == "b + b_2");
  CHECK(text("a + b + b_2", {{"a", "b"}}) == "b + b_3 + b_2");
  CHECK(text("sum(j, 1, a, j*a)", {{"a", "j"}}) == "sum(j_2, 1, j, j_2*j)");
  CHECK(text("sum(a, 1, a, a)", {{"a", "n"}}) == "sum(n, 1, n, n)");
  CHECK(text("a*pi", {{"a", "x"}}) == "x*pi");
}

TEST_CASE("where chains look") {
  const std::string text = bound_text("low", "lower", "0",
                                      "domain = [\"lambda >= 3\"]\nintegers = [\"lambda\"]\n"
                                      "check = { lambda = [2, 2.6, 3.4, 5] }") +
                           bound_text("up", "upper", "9^9",
                                      "domain = [\"mu > 1\"]\ncheck = { mu = [1, 2], lambda = 7 }");
  const catalogue read = with_chains(text);
  const claim& chain = named(read, "chain/low/up");
  CHECK(values_of(chain, "lambda") == std::vector<std::string>{"2", "3", "5", "7"});
  CHECK(values_of(chain, "mu") == std::vector<std::string>{"1", "2"});
  CHECK(chain.integers == std::vector<std::string>{"lambda"});
  // λ = 3, 5, 7 and μ = 2.
  CHECK(judged(read, "chain/low/up").checked == 3);
  // Without an axis there are standard values, by place in the quantity.
  const catalogue other = with_chains(
      bound_text("up", "upper", "e", "", "users, e, order", "renyi(clone_pair(users, e), order)"));
  CHECK(values_of(named(other, "bound/up"), "users").size() > 1);
  CHECK(named(other, "bound/up").problem == "");
}

TEST_CASE("a parameter without values makes its claims invalid, and only these") {
  const catalogue read =
      with_chains(bound_text("low", "lower", "0") +
                  bound_text("up", "upper", "mu^2*lambda*zeta", "", "mu, lambda, zeta"));
  CHECK(verdict_in(bound_text("low", "lower", "0"), "bound/low") == "verified");
  CHECK(named(read, "bound/up").problem ==
        "test.toml:9: the parameter 'zeta' has no values to check; give some in [bound.check]");
  CHECK(to_text(judged(read, "chain/low/up").outcome) == "invalid");
}

TEST_CASE("a bound claimed of mechanisms is compared with a real one, too") {
  const auto text = [](const std::string& side, const std::string& value) {
    return bound_text("b", side, value, "about = \"mechanism\"\ncheck = { n = 10, e = 1, l = 2 }",
                      "n, e, l", "renyi(clone_pair(n, e), l)");
  };
  const std::string rr = "max(renyi(rr_pair(n, e), l), renyi(swap(rr_pair(n, e)), l))";
  const std::string between = "(renyi(clone_pair(n, e), l) + " + rr + ")/2";
  const catalogue read = with_chains(text("upper", "e"));
  CHECK(ids_of(read) == std::vector<std::string>{"bound/b", "bound/b/mechanism"});
  CHECK(to_text(*named(read, "bound/b").formula) == "renyi(clone_pair(n, e), l) <= b(n, e, l)");
  CHECK(to_text(*named(read, "bound/b/mechanism").formula) == rr + " <= b(n, e, l)");
  // What a counterexample would mean.
  CHECK(named(read, "bound/b").about == concern::pair);
  CHECK(named(read, "bound/b/mechanism").about == concern::mechanism);
  const catalogue lower = with_chains(text("lower", "0"));
  CHECK(named(lower, "bound/b").about == concern::mechanism);
  CHECK(named(lower, "bound/b/mechanism").about == concern::pair);
  CHECK(verdict_in(text("upper", between), "bound/b") == "refuted");
  CHECK(verdict_in(text("upper", between), "bound/b/mechanism") == "verified");
  CHECK(verdict_in(text("upper", rr + "*(1 - 1e-9)"), "bound/b/mechanism") == "refuted");
  CHECK(verdict_in(text("lower", between), "bound/b") == "verified");
  CHECK(verdict_in(text("lower", between), "bound/b/mechanism") == "refuted");
  CHECK(verdict_in(text("lower", rr + "*(1 - 1e-9)"), "bound/b/mechanism") == "verified");
}

TEST_CASE("bounds on epsilon are judged by the hockey-stick divergence") {
  // One user with e^ε0 = 3: δ(ε) = (3 − e^ε)/4, so ε(1/4) = log 2.
  const auto verdict = [](const std::string& side, const std::string& value,
                          const std::string& delta = "1/4") {
    return verdict_in(
        bound_text("b", side, value, "check = { eps0 = \"log(3)\", delta = \"" + delta + "\" }",
                   "eps0, delta", "epsilon(rr_pair(1, eps0), delta)"),
        "bound/b");
  };
  CHECK(verdict("upper", "log(2)") == "verified");
  CHECK(verdict("lower", "log(2)") == "verified");
  CHECK(verdict("upper", "log(2)*(1 + 1e-12)") == "verified");
  CHECK(verdict("lower", "log(2)*(1 + 1e-12)") == "refuted");
  CHECK(verdict("upper", "log(2)*(1 - 1e-12)") == "refuted");
  CHECK(verdict("lower", "log(2)*(1 - 1e-12)") == "verified");
  // δ(0) = 1/2, so ε(3/4) = 0.
  CHECK(verdict("upper", "0", "3/4") == "verified");
  CHECK(verdict("upper", "-1/10", "3/4") == "refuted");
  CHECK(verdict("lower", "-1/10", "3/4") == "verified");
  CHECK(verdict("lower", "1/10", "3/4") == "refuted");
}

TEST_CASE("the verdict on record of a generated claim") {
  const std::string bounds =
      bound_text("up", "upper", "mu^2", "expect = \"refuted\"") + bound_text("low", "lower", "0");
  const catalogue plain = with_chains(bounds);
  CHECK(named(plain, "bound/up").expect == verdict::refuted);
  CHECK_FALSE(named(plain, "bound/low").expect.has_value());
  const catalogue recorded = with_chains(
      bounds + "[[chain]]\nid = \"chain/low/up\"\nexpect = \"verified\"\nreason = \"why\"\n");
  CHECK(named(recorded, "chain/low/up").expect == verdict::verified);
  CHECK(named(recorded, "chain/low/up").reason == "why");
}

TEST_CASE("mistakes in bounds and chains") {
  const std::string up = bound_text("up", "upper", "mu^2*lambda");
  CHECK(problem_of(up + "[[chain]]\nid = \"bound/upp\"\nexpect = \"refuted\"\n") ==
        "test.toml:9: [[chain]]: key 'id': no bounds give 'bound/upp'; did you mean 'bound/up'?");
  CHECK(problem_of("[[chain]]\nid = \"x\\n\\u202e\"\nexpect = \"refuted\"\n") ==
        "test.toml:2: [[chain]]: key 'id': no bounds give 'x\\n\\u202e'; ids are bound/NAME, "
        "bound/NAME/mechanism, chain/LOWER/UPPER");
  CHECK(problem_of("[[chain]]\nid = \"x\"\n") == "test.toml:2: [[chain]]: key 'expect' is missing");
  CHECK(problem_of(bound_text("up", "upper", "mu", "check = { nu = 1 }")) ==
        "test.toml:8: [[bound]]: key 'nu' is not a key of [[bound]]; did you mean 'mu'?");
  CHECK(problem_of(bound_text("up", "upper", "mu", "expect = \"true\"")) ==
        "test.toml:8: [[bound]]: key 'expect': 'true' is not possible; possible are refuted, "
        "contradicted, invalid, undecided, proved, verified, supported");
  CHECK(problem_of(bound_text("up", "upper", "mu", "depends = [\"a/b\"]")) ==
        "test.toml:8: [[bound]]: key 'depends': there is no [[result]] with the id 'a/b'");
}

TEST_CASE("claims generated from the built-in bounds are complete") {
  catalogue read = read_catalogue(builtin_sources());
  const std::size_t written = read.claims.size();
  add_generated_claims(read);
  REQUIRE(read.claims.size() > written);
  for (std::size_t i = written; i < read.claims.size(); ++i) {
    const claim& c = read.claims[i];
    INFO(c.id);
    CHECK(is_generated(c));
    CHECK(c.problem == "");
    CHECK_FALSE(c.says.empty());
    CHECK_FALSE(c.where.empty());
    REQUIRE(c.expect.has_value());
    if (*c.expect == verdict::refuted) CHECK_FALSE(c.reason.empty());
    // They must not make the audit slow.
    CHECK(point_count(c) <= 400);
  }
  for (const char* id : {"bound/trivial_renyi", "bound/balle_bennett/mechanism",
                         "bound/feldman_2023", "chain/girgis_lower/girgis_full"})
    CHECK(read.find_claim(id) != nullptr);
  // What rests on a result with an erratum says so.
  CHECK(named(read, "bound/feldman_2023").depends ==
        std::vector<std::string>{"feldman-2023/theorem-3.1"});
}

TEST_CASE("a file of bounds is judged by its bounds, one with claims by these unless named") {
  const temporary_directory directory;
  const std::string bounds = "format = 1\n" + bound_text("my_upper", "upper", "mu^2") +
                             bound_text("my_lower", "lower", "0");
  static_cast<void>(directory.file("bounds.toml", bounds));
  static_cast<void>(
      directory.file("both.toml", bounds + "[[claim]]\nid = \"my/claim\"\nclaim = \"1 < 2\"\n"));
  const program_run only = run_program({"verify", "bounds.toml"}, directory.path());
  CHECK(only.status == 1);
  CHECK(only.out.find("refuted    bound/my_upper") != std::string::npos);
  CHECK(only.out.find("verified   bound/my_lower") != std::string::npos);
  CHECK(only.out.find("proved     chain/my_lower/my_upper") != std::string::npos);
  CHECK(only.out.find("3 claims: 1 refuted, 1 proved, 1 verified; 1 not as expected") !=
        std::string::npos);
  const program_run both = run_program({"verify", "both.toml"}, directory.path());
  CHECK(both.status == 0);
  CHECK(both.out.find("1 claim: 1 proved") != std::string::npos);
  const program_run chosen =
      run_program({"verify", "both.toml", "bound/my_upper"}, directory.path());
  CHECK(chosen.status == 1);
  CHECK(chosen.out.find("1 claim: 1 refuted") != std::string::npos);
}

}  // namespace test_chains
