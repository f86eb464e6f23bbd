// Definitions with a domain: outside of it they have no value, whoever evaluates them, and nothing
// that writes them out gives them one.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "claims/proof/guards.hpp"
#include "language/syntax/guard.hpp"
#include "shufflecert/identity.hpp"
#include "shufflecert/plain_evaluation.hpp"
#include "shufflecert/refine.hpp"
#include "shufflecert/refine_over_ranges.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/temporary_files.hpp"
#include "support/texts.hpp"

namespace test_definition_domains {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

// half(x) = x/2 for x <= 1; of_whole(n) = n for whole n; a pair; and one that calls another.
const std::string defined = R"toml(
[[define]]
name       = "half"
parameters = ["x"]
value      = "x/2"
domain     = ["x <= 1"]

[[define]]
name       = "of_whole"
parameters = ["n"]
value      = "n"
integers   = ["n"]

[[define]]
name       = "some_pair"
parameters = ["n", "b"]
value      = "rr_pair(n, b)"
domain     = ["0 < b and b < 3"]
integers   = ["n"]

[[define]]
name       = "twice_half"
parameters = ["y"]
value      = "2*half(y)"
)toml";

const definitions& visible() {
  static const catalogue read = read_text(defined);
  return read.visible;
}

refined_value found(const std::string& formula) {
  return refine(*parse_formula(formula), visible(), {}, 15, {}, {});
}

bool has_no_value(const std::string& formula) {
  try {
    static_cast<void>(found(formula));
    return false;
  } catch (const undefined_value&) {
    return true;
  }
}

std::string complaint(const std::string& formula) {
  return message_of<undefined_value>([&] { found(formula); });
}

judgement judged(const std::string& claim, const std::string& domain, const std::string& check,
                 const std::string& more = "") {
  judge_options options;
  options.derives_theorems = true;
  return judge_one(defined + claim_text(fmt::format("claim = \"{}\"\ndomain = [{}]\n{}", claim,
                                                    domain, more),
                                        check),
                   options)
      .found;
}

bool is_proved(const std::string& claim, const std::string& domain, const std::string& check,
               const std::string& more = "") {
  return judged(claim, domain, check, more).outcome == verdict::proved;
}

}  // namespace

TEST_CASE("a definition has a value in its domain, and says why it has none outside", "[domains]") {
  CHECK(*std::get<number>(found("half(1)").result).as_rational() == rational(1, 2));
  CHECK(*std::get<number>(found("half(-10^9)").result).as_rational() == -500'000'000);
  CHECK(complaint("1 + half(2)") == "'x <= 1', a condition of 'half', does not hold in 'half(2)'");
  CHECK(complaint("twice_half(3)") ==
        "'x <= 1', a condition of 'half', does not hold in 'half(y)'");
  CHECK(complaint("of_whole(1/2)") == "n must be a whole number in 'of_whole(1/2)'");
  CHECK(complaint("of_whole(pi)") == "n must be a whole number in 'of_whole(pi)'");
  CHECK(complaint("total_variation(some_pair(2, 3))") ==
        "'b < 3', a condition of 'some_pair', does not hold in 'some_pair(2, 3)'");
  CHECK_FALSE(has_no_value("total_variation(some_pair(2, 1))"));
  // Whether x <= 1 is not known of a number that is 1 as far as anybody can see.
  const refined_value open = found("half(sqrt(3 + 2*sqrt(2)) - sqrt(2))");
  CHECK(has(open.reason, "whether 'x <= 1', a condition of 'half', holds is not determined"));
}

TEST_CASE("no arithmetic gives a definition a value outside of its domain", "[domains]") {
  const std::vector<std::string> outside{
      "half(2)",
      "twice_half(2)",
      "sum(j, 0, 3, half(j))",
      "integral(x, 0, 2, half(x))",
      "maximum(x, 0, 2, half(x))",
      "minimum(x, 0, 2, half(x))",
      "normal_mean(x, half(x))",
      "binomial_mean(j, 3, 1/2, half(j))",
      "poisson_mean(1, j, half(j))",
      "if(half(2) > 0, 1, 1)",
      "of_whole(1/2)",
      "integral(x, 0, 1, of_whole(x))",
      "total_variation(some_pair(2, 4))",
  };
  for (const std::string& formula : outside) {
    INFO(formula);
    bool has_value = true;
    try {
      has_value = found(formula).precision > 0;
    } catch (const undefined_value&) {
      has_value = false;
    }
    CHECK_FALSE(has_value);
    CHECK_THROWS_AS(evaluate_mpfr(*parse_formula(formula), visible(), {}, 20), undefined_value);
    double in_double = std::nan("");
    try {
      in_double = evaluate_double(*parse_formula(formula), visible(), {}).nearest;
    } catch (const undefined_value&) {
    }
    CHECK_FALSE(std::isfinite(in_double));
  }
  CHECK(std::get<truth>(found("defined(half(2))").result).value == false);
  CHECK(std::get<truth>(found("defined(half(1))").result).value == true);
  // Inside all is as it would be without a domain.
  for (const char* formula : {"integral(x, 0, 1/2, half(x)) < 1/15", "sum(j, 0, 1, half(j)) == 1/2",
                              "sum(j, 0, 9, of_whole(j)) == 45"}) {
    INFO(formula);
    CHECK(std::get<truth>(found(formula).result).value == true);
  }
}

TEST_CASE("no arithmetic rounds infinity to infinity", "[domains]") {
  const expression_ptr both = parse_formula("rounds_to(inf, inf, 1)");
  CHECK_THROWS_AS(refine(*both, visible(), {}, 10, {}, {}), undefined_value);
  CHECK_THROWS_AS(evaluate_mpfr(*both, visible(), {}, 20), undefined_value);
  for (const char* text : {"rounds_to(inf, 5, 1)", "rounds_to(5, inf, 1)"})
    CHECK(evaluate_mpfr(*parse_formula(text), visible(), {}, 20).truth == false);
}

TEST_CASE("over a range that reaches beyond the domain nothing is certain", "[domains]") {
  const auto over = [](const std::string& formula, const char* from, const char* to) {
    const range_map ranges{{"x", {parse_formula(from), parse_formula(to)}}};
    return refine_over_ranges(*parse_formula(formula), visible(), {}, ranges, 5, {}, {});
  };
  CHECK(over("half(x)", "0", "1/2").known.precision > 0);
  bool has_value = true;
  try {
    has_value = over("half(x)", "0", "2").known.precision > 0;
  } catch (const undefined_value&) {
    has_value = false;
  }
  CHECK_FALSE(has_value);
}

TEST_CASE("algebra does not see through a domain", "[domains]") {
  const auto same = [](const std::string& a, const std::string& b) {
    return is_identity(*parse_formula(a), *parse_formula(b), visible(), {}, {});
  };
  CHECK_FALSE(same("half(x)", "x/2"));
  CHECK(same("x + x", "2*x"));
}

TEST_CASE("a proof needs that its definitions have values", "[domains]") {
  const std::string points = "x = [\"1/4\", \"1/2\"]";
  CHECK(is_proved("half(x) <= 1", "\"x >= 0\", \"x <= 1\"", points));
  CHECK(is_proved("twice_half(x) == x", "\"x >= 0\", \"x <= 1\"", points));
  CHECK(is_proved("half(x) <= exp(x)", "\"x >= 0\", \"x <= 1/2\"", points));
  // Everything would hold for all x, if half(x) were x/2.
  for (const char* claim :
       {"half(x) <= x", "half(x) == x/2", "twice_half(x) == x", "half(x) <= exp(x)",
        "min(half(x), 1) <= 1", "half(x)^2 >= 0", "half(x) - half(x) == 0",
        "if(x > 1, half(x), 0) >= 0", "max(0, half(x)) >= 0", "half(x) <= inf"}) {
    INFO(claim);
    CHECK_FALSE(is_proved(claim, "\"x >= 0\"", points));
    CHECK_FALSE(is_proved(claim, "\"x >= 0\", \"x <= 1001/1000\"", points));
  }
  // The domain of the claim may use it, and then it has a value there.
  CHECK(judged("x <= 1", "\"x >= 0\", \"half(x) <= 1/2\"", points).outcome == verdict::verified);
  // Indices do not leave it either.
  CHECK_FALSE(
      is_proved("sum(j, 0, n, half(j)) >= 0", "\"n >= 0\"", "n = [0, 1]", "integers = [\"n\"]"));
  CHECK(is_proved("sum(j, 0, n, of_whole(j)) >= 0", "\"n >= 0\"", "n = [0, 1]",
                  "integers = [\"n\"]"));
  CHECK(is_proved("of_whole(n + 1) >= 1", "\"n >= 0\"", "n = [0, 1]", "integers = [\"n\"]"));
  CHECK_FALSE(is_proved("of_whole(x) >= 0", "\"x >= 0\"", "x = [0, 1]"));
  CHECK(is_proved("renyi(some_pair(n, b), 2) <= b", "\"n >= 1\", \"b > 0\", \"b < 3\"",
                  "n = [1, 5]\nb = [1, 2]", "integers = [\"n\"]"));
  CHECK_FALSE(is_proved("renyi(some_pair(n, b), 2) <= b", "\"n >= 1\", \"b > 0\", \"b <= 3\"",
                        "n = [1, 5]\nb = [1, 2]", "integers = [\"n\"]"));
}

TEST_CASE("a refuted region lies in the domains of what is written out", "[domains]") {
  const auto is_refuted_up_to = [](const std::string& end) {
    const judgement known =
        judge_one(defined +
                  claim_text("claim = \"renyi(swap(some_pair(n, b)), lambda) <= 1\"\ndomain = "
                             "[\"n >= 1\", \"b > 0\", \"lambda > 1\"]\nintegers = [\"n\"]",
                             "n = [1]\nb = [2]\nlambda = [100]") +
                  "\n[[claim.refute]]\nn = 1\nb = { from = 2, to = " + end +
                  " }\nlambda = { from = 100, to = 101 }\n")
            .found;
    INFO(known.message);
    REQUIRE(known.refuted_regions.size() == 1);
    return known.refuted_regions.front().is_proved;
  };
  CHECK(is_refuted_up_to("\"2.9\""));
  CHECK_FALSE(is_refuted_up_to("3"));
  CHECK_FALSE(is_refuted_up_to("5"));
}

TEST_CASE("guards are taken off where their conditions hold, and nowhere else", "[domains]") {
  const auto cleared = [](const std::string& formula, const std::vector<std::string>& holding) {
    return to_text(*without_guards(parse_formula(formula), [&](const expression_ptr& condition) {
      return std::find(holding.begin(), holding.end(), to_text(*condition)) != holding.end();
    }));
  };
  const std::string guarded = "2*if(a > 0 and b > 0, a/b, 0/0)";
  CHECK(cleared(guarded, {"a > 0", "b > 0"}) == "2*(a/b)");
  CHECK(cleared(guarded, {"a > 0"}) == "2*if(b > 0, a/b, 0/0)");
  CHECK(cleared(guarded, {}) == guarded);
  // What is said of a variable is not said of an index.
  const std::string sum = "sum(a, 0, n, if(a > 0, a, 0/0))";
  CHECK(cleared(sum, {"a > 0"}) == sum);
  CHECK(cleared("if(a > 0, a, 1/0)", {"a > 0"}) == "if(a > 0, a, 1/0)");
  CHECK(to_text(*without_all_guards(parse_formula("if(a > 0, a, 0/0) > 1"))) == "a > 1");
  CHECK(to_text(*without_all_guards(parse_formula("not defined(if(a > 0, a, 0/0))"))) ==
        "not defined(if(a > 0, a, 0/0))");
}

TEST_CASE("check-proof demands the domains of definitions", "[domains][proofs]") {
  const temporary_directory folder;
  const auto checked = [&](const std::string& domain, const std::string& definition,
                           const std::string& stated, const std::string& more = "") {
    const std::string text = "shufflecert proof 4\nclaim t/a\nsays nothing\nstated " + stated +
                             "\ndomain x >= 0\n" + domain + more + "define " + definition +
                             "\nrule derivation\nend\n";
    const program_run run = run_command({SHUFFLECERT_CHECK_PROOF, folder.file("a.proof", text)});
    INFO(text << run.out << run.err);
    return run.out;
  };
  const std::string half = "half(u) = if(u <= 1, u/2, 0/0)";
  CHECK(has(checked("domain x <= 1\n", half, "half(x) <= x"), "valid      "));
  const std::string open = checked("", half, "half(x) <= x");
  CHECK_FALSE(open.starts_with("valid"));
  CHECK(has(open, "the domain of a definition may not hold"));
  CHECK_FALSE(checked("domain x <= 2\n", half, "half(x) <= x").starts_with("valid"));
  const std::string whole = "whole(u) = if(floor(u) == u, u, 0/0)";
  CHECK(has(checked("", whole, "whole(x + 1) >= x", "integers x\n"), "valid      "));
  CHECK_FALSE(checked("", whole, "whole(x + 1) >= x").starts_with("valid"));
  CHECK_FALSE(checked("", half, "sum(j, 0, 2, half(j)) <= 3/2").starts_with("valid"));
}

TEST_CASE("proofs of the engine about definitions with a domain are valid", "[domains][proofs]") {
  const temporary_directory folder;
  const std::string file = folder.file(
      "mine.toml",
      "format = 1\n" + defined +
          claim_text("claim = \"half(x) <= exp(x)\"\ndomain = [\"x >= 0\", \"x <= 1/2\"]",
                     "x = [\"1/4\"]"));
  const program_run run =
      run_program({"verify", file, "--effort", "0", "--proofs", folder / "proofs"});
  INFO(run.out << run.err);
  CHECK(has(run.out, "proved     test/claim"));
  const program_run check =
      run_command({SHUFFLECERT_CHECK_PROOF, folder / "proofs/test.claim.proof"});
  INFO(check.out << check.err);
  CHECK(check.out.starts_with("valid "));
}

TEST_CASE("a domain that cannot be one is refused where it stands", "[domains]") {
  const auto refused = [](const std::string& lines) {
    return message_of<catalogue_error>([&] {
      read_text("[[define]]\nname = \"f\"\nparameters = [\"x\"]\nvalue = \"x\"\n" + lines);
    });
  };
  CHECK(refused("integers = [\"y\"]\n") ==
        "test.toml:6: [[define]]: key 'integers': 'y' is no parameter of 'f'; there is x");
  CHECK(has(refused("domain = [\"x + 1\"]\n"),
            "key 'domain': 'x + 1' is a number; expected a condition, such as 'x > 0'"));
  CHECK(has(refused("domain = [\"z > 0\"]\n"), "key 'domain': column 1: unknown variable 'z'"));
  CHECK(has(refused("domain = [\"x >\"]\n"), "key 'domain': column 4: expected a number"));
  CHECK(has(refused("domain = [\"f(x) > 0\"]\n"), "'f'"));
}

TEST_CASE("the named formulas of several papers have their domains", "[domains]") {
  const auto said = [](const std::string& formula) {
    return message_of<undefined_value>([&] {
      static_cast<void>(
          refine(*parse_formula(formula), builtin_catalogue().visible, {}, 10, {}, {}));
    });
  };
  CHECK(has(said("total_variation(rappor_pair(2, 1/2, 0))"),
            "'0 < b', a condition of 'rappor_pair', does not hold in 'rappor_pair(2, 1/2, 0)'"));
  CHECK(has(said("fisher_binary(2, 3, 1/2)"), "'a <= 1', a condition of 'fisher_binary'"));
  CHECK(has(said("fisher_krr(2, 1, 1/2)"), "'k >= 3'"));
  CHECK(has(said("clone_weight(5/2, 1, 0)"), "n must be a whole number"));
  CHECK(has(said("fair_weight(-1, 0)"), "'v >= 0'"));
  CHECK(has(said("gdp_delta(-1, 1)"), "'mu > 0'"));
  CHECK(has(said("mironov_epsilon(1, 1/2, 1/10)"), "'lambda > 1'"));
  CHECK(has(said("canonne_epsilon(1, 2, 0)"), "'0 < delta'"));
  CHECK(has(said("trinomial_weight(5, 2, 0, 0)"), "'p <= 1'"));
  CHECK(has(said("girgis_n_bar(0, 1)"), "'n >= 1'"));
  CHECK(has(said("total_variation(rr_composition_pair(3, 3, 1))"), "'k <= n - 1'"));
  CHECK(has(said("personal_clone_delta(-1, 1, 2, 1, 1, 1)"), "'n1 >= 0'"));
}

}  // namespace test_definition_domains
