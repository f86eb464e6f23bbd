// Whatever is judged can be written, and whatever was written can be read again: random small
// catalogues of claims of all kinds, with all sorts of regions, axes and domains, go through
// results, evidence, recheck and report. No verdict is expected here, but that nothing of what is
// written is refused, and nothing honest counts against itself.

#include <nlohmann/json.hpp>
#include <random>

#include "claims/judging/judge.hpp"
#include "claims/reading/read_inputs.hpp"
#include "claims/recheck/recheck.hpp"
#include "claims/results/evidence.hpp"
#include "claims/results/exact_ends.hpp"
#include "claims/results/results_json.hpp"
#include "reports/pages/report.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/this_run.hpp"

namespace test_results_roundtrip {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

class random_catalogue {
 public:
  explicit random_catalogue(std::uint64_t seed) : random_(seed) {}

  std::string text(int claims) {
    std::string result;
    for (int i = 0; i < claims; ++i) {
      // Some ids are used twice.
      const int number = pick(8) == 0 ? pick(i + 1) : i;
      result += "[[claim]]\nid = \"c" + std::to_string(number) + "\"\n" + body() + "\n";
    }
    return result;
  }

 private:
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

  template <std::size_t count>
  std::string one_of(const char* const (&texts)[count]) {
    return texts[static_cast<std::size_t>(pick(static_cast<int>(count)))];
  }

  static std::string quoted(const std::string& text) { return "\"" + text + "\""; }

  std::string body() {
    switch (pick(6)) {
      case 0:
        return rate();
      case 1:
        return exists();
      case 2:
        return broken();
      default:
        return forall();
    }
  }

  // Values from tiny to huge, rational or not, some without a value.
  std::string value() {
    return one_of({"0", "1", "-1", "1/3", "2.5", "log(3)", "-log(7/2)", "sqrt(2)", "1e-300",
                   "1e300", "exp(5)", "exp(50)", "1e-9000", "1e9000", "pi", "3*log(2)", "1e5",
                   "exp(-1000)", "10^-20"});
  }

  std::string axis() {
    switch (pick(5)) {
      case 0:
        return quoted(value());
      case 1:
        return "{ from = " + quoted(value()) + ", to = " + quoted(value()) +
               ", steps = " + std::to_string(1 + pick(4)) + " }";
      case 2:
        return "{ from = 0.01, to = 100, steps = 3, scale = \"log\" }";
      default:
        return "[" + quoted(value()) + ", " + quoted(value()) + ", " + std::to_string(pick(5)) +
               "]";
    }
  }

  std::string side(const std::string& x) {
    static const char* const shapes[] = {"x",
                                         "x^2",
                                         "exp(x)",
                                         "exp(-x)",
                                         "exp(exp(x))",
                                         "log(x)",
                                         "1/x",
                                         "sqrt(x)",
                                         "floor(x)",
                                         "x*log(x)",
                                         "10^(x*10^6)",
                                         "10^(-x*10^7)",
                                         "if(x > 1, x, 1/x)",
                                         "renyi(rr_pair(3, abs(x) + 1), 2)",
                                         "2",
                                         "0"};
    std::string shape = one_of(shapes);
    for (std::size_t at = shape.find('x'); at != std::string::npos; at = shape.find('x', at + 1)) {
      // The x of "exp" is not the variable.
      if (shape.compare(at > 0 ? at - 1 : 0, 3, "exp") == 0) continue;
      shape.replace(at, 1, x);
    }
    return shape;
  }

  std::string relation(const std::string& x) {
    std::string text = side(x) + one_of({" <= ", " < ", " >= ", " > ", " == ", " != "}) + side(x);
    if (pick(4) == 0) text += one_of({" and ", " or "}) + x + " > 0";
    return text;
  }

  std::string domain(const std::string& x) {
    std::string list;
    const auto add = [&](const std::string& condition) {
      list += (list.empty() ? "" : ", ") + quoted(condition);
    };
    if (pick(4) != 0) add(x + one_of({" >= ", " > "}) + value());
    if (pick(2) != 0) add(x + one_of({" <= ", " < "}) + value());
    return "domain = [" + list + "]\n";
  }

  std::string range() { return "{ from = " + quoted(value()) + ", to = " + quoted(value()) + " }"; }

  std::string extras() {
    std::string text;
    if (pick(3) == 0) text += "says = \"A text with \\\"quotes\\\", ε and <tags>.\"\n";
    if (pick(4) == 0) text += "expect = " + quoted(one_of({"refuted", "verified"})) + "\n";
    if (pick(4) == 0) text += "integers = [\"x\"]\n";
    return text;
  }

  std::string forall() {
    std::string text = "claim = " + quoted(relation("x")) + "\n" + domain("x") + extras();
    if (pick(4) == 0) text += "corrected = " + quoted(relation("x")) + "\n";
    if (pick(4) == 0) text += "regime = [" + quoted("x <= " + value()) + "]\n";
    text += "check = { x = " + axis() + " }\n";
    if (pick(2) == 0) text += "prove = { x = " + range() + " }\n";
    if (pick(4) == 0) text += "refute = { x = " + range() + " }\n";
    return text;
  }

  std::string exists() {
    std::string text = "kind = \"exists\"\n";
    if (pick(2) == 0) {
      text += "claim = " + quoted(relation("x")) + "\n" + domain("x");
      return text + extras() + "check = { x = " + axis() + " }\n";
    }
    text += "exists = [\"x\"]\nclaim = " + quoted(side("x") + " == " + side("y")) + "\n";
    return text + domain("x") + "check = { x = " + axis() + ", y = " + axis() + " }\n";
  }

  std::string rate() {
    const std::string error =
        one_of({"1/n", "Phi_inv(1/2 + 1/n)", "gamma(1 + 1/n)/n", "gamma(1 + 1/n)", "gamma(2 + 1/n)",
                "n*gamma(1 + 1/n)", "Phi_inv(3/4 + 1/n)", "exp(-n)", "exp(-n^2)", "10^(-n*10^5)",
                "n", "log(n)/n", "0", "1/(n - 100)", "exp(exp(n))", "n^(1e-400)", "c/n"});
    const bool has_constant = error == "c/n";
    std::string text = "kind = \"rate\"\nerror = " + quoted(error) + "\nalong = \"n\"\n";
    text += pick(2) == 0 ? "limit = true\n" : "order = " + quoted(one_of({"1", "1/2", "2"})) + "\n";
    if (pick(2) == 0) text += "integers = [\"n\"]\n";
    return text + "check = { n = [100, 200, 400, 800]" + (has_constant ? ", c = " + axis() : "") +
           " }\n";
  }

  std::string broken() {
    return one_of({"claim = \"1 <\"", "claim = \"x <= y\"\ncheck = { x = [1] }",
                   "claim = \"1/0 < 1\"", "kind = \"other\"",
                   "kind = \"rate\"\nerror = \"1/n\"\nalong = \"10^18\"\norder = 1\ncheck = { n = "
                   "[1, 2] }",
                   "claim = \"x > 0\"\ncheck = { x = \"1e99999\" }",
                   "claim = \"x > 0\"\ndomain = [\"x > 5\"]\ncheck = { x = [1] }"}) +
           "\n";
  }

  std::mt19937 random_;
};

// As results_text(), with little time for each claim: what is open then is written all the same.
std::string written(const std::string& text) {
  const catalogue read = read_text(text);
  quantity_cache cache;
  std::vector<const claim*> subjects;
  std::vector<claim_result> results;
  for (const claim& c : read.claims) {
    judge_options options;
    options.derives_theorems = true;
    options.limits = budget(budget::clock::now() + std::chrono::milliseconds(100));
    subjects.push_back(&c);
    results.push_back(judge(c, read, cache, options));
  }
  derive_severities(subjects, read, results);
  return results_json("shufflecert verify", read, subjects, results).dump(2);
}

}  // namespace

TEST_CASE("whatever verify writes, recheck and report read", "[roundtrip]") {
  std::map<std::string, int> verdicts;
  const random_cases cases(1, 60);
  for (int i = 0; i < cases.count(); ++i) {
    const std::string claims =
        random_catalogue(cases.seed() + static_cast<std::uint64_t>(i)).text(6);
    INFO(claims);
    const std::string text = "format = 1\n" + claims;
    const std::string results = written(claims);
    recorded_results recorded;
    REQUIRE_NOTHROW(recorded = read_evidence(results));
    REQUIRE(recorded.claims.size() == 6);
    for (const recorded_claim& one : recorded.claims) {
      ++verdicts[to_text(one.found.outcome)];
      CHECK(one.found.message.find("mistake of this program") == std::string::npos);
    }
    // Nothing is lost on the way: what was read is written as it was.
    CHECK(results_json(recorded).dump(2) == results);
    const catalogue read = read_inputs(recorded, [&](const input_file&) { return text; });
    recheck_options options;
    options.effort = 0.02;
    for (const claim_recheck& one : recheck(recorded, read, options)) {
      INFO(one.id << " is " << to_text(one.recorded) << ": " << one.claim.found.reason);
      CHECK(one.claim.found.outcome != recheck_outcome::not_confirmed);
      if (one.corrected) {
        INFO("corrected: " << one.corrected->found.reason);
        CHECK(one.corrected->found.outcome != recheck_outcome::not_confirmed);
      }
      CHECK(one.claim.found.reason.find("mistake of this program") == std::string::npos);
    }
    std::vector<report_file> files;
    REQUIRE_NOTHROW(files = render_report(results));
    const auto pages = std::count_if(files.begin(), files.end(), [](const report_file& file) {
      return file.path.starts_with("claim/");
    });
    CHECK(pages == 6);
  }
  // What was tried is not all of one kind.
  for (const char* verdict :
       {"refuted", "verified", "proved", "undecided", "invalid", "supported", "contradicted"}) {
    INFO(verdict);
    CHECK(verdicts[verdict] > 0);
  }
}

TEST_CASE("irrational ends of regions are read", "[roundtrip]") {
  const std::string claims = R"toml(
[[claim]]
id = "proved"
claim = "exp(x) >= 1 + x"
domain = ["x >= 0.1", "x <= log(3)"]
check = { x = [1] }
prove = { x = { from = "0.1", to = "log(3)" } }
)toml";
  const recorded_results recorded = read_evidence(results_text(claims, "shufflecert verify"));
  REQUIRE(recorded.claims.size() == 1);
  CHECK(recorded.claims[0].found.outcome == verdict::proved);
  CHECK(recorded.claims[0].found.region.at("x").upper == "log(3)");
}

TEST_CASE("ends with exponents beyond those of exact numbers are read outward", "[roundtrip]") {
  // 10^(2·10^6) fails to be at most 1, with sides that no exact number is made of.
  const std::string claims = R"toml(
[[claim]]
id = "large"
claim = "exp(x) <= 1"
domain = ["x >= 0"]
check = { x = [5000000] }

[[claim]]
id = "small"
claim = "exp(-x) <= 0"
domain = ["x >= 0"]
check = { x = [5000000] }

[[claim]]
id = "negative"
claim = "-exp(x) >= 0"
domain = ["x >= 0"]
check = { x = [5000000] }
)toml";
  const std::string text = "format = 1\n" + claims;
  const recorded_results recorded = read_evidence(results_text(claims, "shufflecert verify"));
  const rational large = power(rational(10), 1'000'000);
  const exact_interval above = ends_read(*recorded.claims[0].found.witness->lhs);
  CHECK(above.is_widened);
  CHECK(above.lower.infinite == 0);
  CHECK(above.lower.value >= large);
  CHECK(above.upper.infinite == 1);
  const exact_interval near = ends_read(*recorded.claims[1].found.witness->lhs);
  CHECK(near.lower.value == 0);
  CHECK(near.upper.infinite == 0);
  CHECK(near.upper.value > 0);
  CHECK(near.upper.value <= 10 / large);
  const exact_interval below = ends_read(*recorded.claims[2].found.witness->lhs);
  CHECK(below.lower.infinite == -1);
  CHECK(below.upper.value <= -large);
  const catalogue read = read_inputs(recorded, [&](const input_file&) { return text; });
  for (const claim_recheck& one : recheck(recorded, read, {})) {
    INFO(one.id << ": " << one.claim.found.reason);
    CHECK(one.recorded == verdict::refuted);
    CHECK(one.claim.found.outcome == recheck_outcome::beyond_reach);
  }
}

}  // namespace test_results_roundtrip
