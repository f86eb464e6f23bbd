// Numbers out of any range: refused with words where they enter, undecided where they come up, and
// never an end of the program or a number by luck.

#include <nlohmann/json.hpp>

#include "arithmetic/interval.hpp"
#include "arithmetic/magnitude.hpp"
#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/box.hpp"
#include "shufflecert/refine.hpp"
#include "shufflecert/refine_over_ranges.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_magnitudes {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

refined_value value_of(const std::string& text) {
  const definitions none;
  return refine(*parse_formula(text), none, {}, 10, {}, {});
}

std::string reason_of(const std::string& text) {
  const refined_value found = value_of(text);
  CHECK_FALSE(found.sufficient);
  return found.reason;
}

// Bits that the middle of a ball is written with.
slong length_of(const ball& x) {
  return arf_bits(arb_midref(x.raw()));
}

ball exact(const char* formula, bits precision) {
  const definitions none;
  const budget unlimited;
  const number x =
      evaluator({none, precision, unlimited}, {}).evaluate_number(*parse_formula(formula));
  return upper_bound(x.to_ball(precision));
}

}  // namespace

TEST_CASE("numbers within the limit have values", "[magnitudes]") {
  // n up to 10^18: e^n and e^-n must be there, and quotients of them.
  for (const char* formula : {"exp(10^18)", "exp(-10^18)", "exp(10^18)/exp(10^18 - 1)",
                              "log(exp(10^18) + exp(-10^18))", "10^(10^17)", "1/10^(10^17)"}) {
    INFO(formula);
    CHECK(value_of(formula).sufficient);
  }
  CHECK(value_of("exp(-10^18) > 0").sufficient);
}

TEST_CASE("numbers beyond the limit are beyond reach, and it is said", "[magnitudes]") {
  for (const char* formula :
       {"exp(10^19)", "-exp(10^19)", "exp(10^18)^3", "10^(10^18)", "exp(exp(50))",
        "exp(10^18)*exp(10^18)", "gamma(10^18)", "exp(10^18)/exp(-10^18)", "(1/3)^(-10^20)"}) {
    INFO(formula);
    CHECK(has(reason_of(formula), "out of range"));
  }
  // It is no infinity: a condition on it is open.
  CHECK_FALSE(value_of("exp(10^19) > 1").sufficient);
}

TEST_CASE("small numbers have no limit, and are not 0", "[magnitudes]") {
  CHECK(std::get<truth>(value_of("exp(-10^19) > 0").result).value == true);
  CHECK(std::get<truth>(value_of("10^(-10^19) < exp(-10^18)").result).value == true);
  // The terms of published bounds vanish like this far out.
  for (const char* formula : {"1 + exp(-exp(256))", "log(2 + exp(-exp(100)))", "1 - exp(-10^30)",
                              "(1/3)^(10^20) + 2", "Phi(-exp(40)) + 1"}) {
    INFO(formula);
    const refined_value found = value_of(std::string(formula) + " >= 0");
    CHECK(std::get<truth>(found.result).value == true);
  }
  CHECK(has(reason_of("1/exp(-10^19)"), "out of range"));
}

TEST_CASE("intervals between very different ends stay short", "[magnitudes]") {
  for (const bits precision : {bits{64}, bits{512}}) {
    const ball one = ball::of(1, precision);
    const ball large = exact("exp(10^18)", precision);
    for (const ball& x : {ball_between(one, large, precision), covering(one, large, precision)}) {
      CHECK(x.is_finite());
      CHECK(length_of(x) < 2000);
      CHECK(overlap(x, one));
      CHECK(overlap(x, large));
      CHECK(x.is_certainly_nonnegative());
    }
    const ball both = ball_between(-large, one, precision);
    CHECK(length_of(both) < 2000);
    CHECK(overlap(both, -large));
    CHECK(overlap(both, one));
    // Ends of like size are kept as they are, however large.
    const ball near = exact("2*exp(10^18)", precision);
    const ball between = ball_between(large, near, precision);
    CHECK(between.is_certainly_positive());
    CHECK(less_equal(large / 2, between) == true);
  }
}

TEST_CASE("a range up to a huge number is an answer and no end", "[magnitudes]") {
  for (const char* to : {"exp(10^10)", "exp(10^18)", "exp(exp(40))"}) {
    INFO(to);
    const definitions none;
    const range_map ranges{{"n", {parse_formula("1"), parse_formula(to)}}};
    const refined_range found =
        refine_over_ranges(*parse_formula("n"), none, {}, ranges, 6, {}, budget());
    if (const auto* x = std::get_if<number>(&found.known.result))
      CHECK(length_of(x->to_ball(64)) < 5'000'000);
  }
  const program_run run =
      run_program({"eval", "n", "--set", "n=[1, exp(10^18)]", "--timeout", "60"});
  CHECK((run.status == 0 || run.status == 3));
}

TEST_CASE("what has more digits than a formula may have is no value", "[magnitudes]") {
  const rational smallest = power(rational(10), -10'000);
  CHECK(to_text(smallest) == "1e-10000");
  CHECK(parse_decimal(to_text(smallest)) == smallest);
  CHECK(to_text(rational(smallest * 123)) == "123e-10000");
  CHECK(point_value_of(smallest).text == "1e-10000");
  CHECK_THROWS_AS(point_value_of(rational(smallest / 3)), beyond_reach);
  CHECK_THROWS_AS(point_value_of(rational(smallest / 10)), beyond_reach);
  const auto ends_of = [](const char* from, const char* to) {
    return rational_ends(read_point_value(from), read_point_value(to));
  };
  // Writing a long number down is no work of hours.
  CHECK(to_text(power(rational(10), -300'000)).size() > 300'000);
  const interval logs = ends_of("-log(3)", "log(3)");
  CHECK(logs.lower < rational(-10986, 10000));
  CHECK(logs.upper > rational(10986, 10000));
  CHECK_THROWS_AS(ends_of("1", "exp(10^9)"), beyond_reach);
}

TEST_CASE("a claim with a number out of range is invalid, and the others are judged",
          "[magnitudes]") {
  const auto claim = [](const std::string& id, const std::string& lines) {
    return "[[claim]]\nid = \"" + id + "\"\n" + lines + "\n";
  };
  const std::string good = claim("good", "claim = \"x <= 2\"\ncheck = { x = [1] }");
  struct bad_claim {
    const char* lines;
    const char* reason;
  };
  for (const auto& [lines, reason] : {
           bad_claim{"claim = \"x > 0\"\ndomain = [\"x > 0\"]\ncheck = { x = [1] }\n"
                     "prove = { x = { from = 1, to = \"exp(10^9)\" } }",
                     "'exp(10^9)' is beyond 10^10000"},
           bad_claim{"claim = \"x > 0\"\ndomain = [\"x > 0\"]\ncheck = { x = [1] }\n"
                     "refute = { x = { from = \"exp(-10^9)\", to = 2 } }",
                     "'exp(-10^9)' is beyond 10^10000, or nearer to 0"},
           bad_claim{"claim = \"x > 0\"\ncheck = { x = { from = 1, to = \"1e10000\", steps = 3 } }",
                     "more than 10,000 digits"},
           bad_claim{"claim = \"x > 0\"\ncheck = { x = \"1e99999\" }", "too long"},
       }) {
    INFO(lines);
    const auto results = judge_all(claim("bad", lines) + good);
    REQUIRE(results.size() == 2);
    INFO(in_words(results[0].found));
    CHECK(results[0].found.outcome == verdict::invalid);
    CHECK(has(results[0].found.message, reason));
    CHECK(has(results[0].found.message, "test.toml:"));
    CHECK(results[1].found.outcome == verdict::verified);
  }
}

TEST_CASE("a search, a rate and a domain with numbers out of range end in a verdict",
          "[magnitudes]") {
  const std::string claims = R"toml(
[[claim]]
id = "slow"
kind = "rate"
error = "n^(1e-400)"
along = "n"
order = 1
integers = ["n"]
check = { n = [100, 200, 400, 800] }

[[claim]]
id = "far"
kind = "exists"
claim = "x == exp(x)"
domain = ["x >= 0", "x <= 1e9999"]
check = { x = [0, 1] }

[[claim]]
id = "near"
kind = "exists"
claim = "x == 2*x"
domain = ["x >= 1e-9999", "x <= 1"]
check = { x = [1] }

[[claim]]
id = "steep"
claim = "exp(exp(x)) >= 1"
domain = ["x >= 0"]
check = { x = [1, 100] }
)toml";
  const auto results = judge_all(claims);
  REQUIRE(results.size() == 4);
  CHECK(results[0].found.outcome == verdict::contradicted);
  for (const auto& one : results) {
    INFO(one.id << ": " << in_words(one.found));
    CHECK_FALSE(has(one.found.message, "stod"));
    CHECK_FALSE(has(one.found.message, "mistake of this program"));
    CHECK(one.found.outcome != verdict::invalid);
  }
  CHECK(results[3].found.outcome == verdict::undecided);
  CHECK(has(results[3].found.message, "out of range"));
}

TEST_CASE("parameters outside of the documented domain are refused or right", "[magnitudes]") {
  // Under the undefined-behaviour sanitizer these tell of sums beyond 64 bits.
  const auto is_fine = [](const std::string& formula) {
    INFO(formula);
    const definitions none;
    const budget limits(budget::clock::now() + std::chrono::seconds(2));
    const refined_value found =
        refine(*parse_formula(formula), none, {}, 6, {64, 256}, {.limits = limits});
    CHECK((found.sufficient || !found.reason.empty()));
    return found;
  };
  is_fine("renyi(clone_pair(79522, 6), 477777777777777777777777777777)");
  // D tends to the max-divergence, which is eps0.
  const refined_value limit = is_fine("renyi(clone_pair(1000, 6), 10^30)");
  if (limit.sufficient) {
    const ball x = std::get<number>(limit.result).to_ball(64);
    CHECK(less(x, ball::of(rational(6001, 1000), 64)) == true);
    CHECK(less(ball::of(5, 64), x) == true);
  }
  is_fine("renyi(unmixed_pair(1000, 6), 10^30)");
  is_fine("renyi(rr_pair(1000, 6), 10^30)");
  is_fine("renyi(clone_pair(10, 1), 1/10^30)");
  is_fine("renyi(clone_pair(10, 10^30), 2)");
  is_fine("chi_moment(clone_pair(10, 1), 10^30)");
  is_fine("integral(x, -9223372036854775807, 9223372036854775807, exp(-x^2))");
  is_fine("integral(x, 0, 9223372036854775807, exp(-x))");
  is_fine("integral(x, 9223372036854775807, inf, exp(-x))");
  is_fine("integral(x, -inf, -9223372036854775807, exp(x))");
  for (const char* pair : {"clone_pair", "unmixed_pair", "rr_pair"}) {
    const auto formula = [&](const char* n, const char* what) {
      return std::string(what) + "(" + pair + "(" + n + ", 1), 2)";
    };
    for (const char* what : {"renyi", "hockey_stick"}) {
      is_fine(formula("9223372036854775807", what));
      is_fine(formula("4611686018427387904", what));
    }
    CHECK(has(is_fine(formula("9223372036854775807", "renyi")).reason, "2^62"));
  }
}

}  // namespace test_magnitudes
