// What the search of a user's own file finds when nobody says how far to look: claims that are
// false on a known part of their domain, made at random, so that what is to be found is known
// beforehand.

#include <fmt/format.h>

#include <cmath>

#include "claims/judging/judge_claims.hpp"
#include "claims/results/results_json.hpp"
#include "claims/search/search_budget.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/random_source.hpp"
#include "support/run_program.hpp"
#include "support/temporary_files.hpp"

namespace test_search_of_own_files {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

// As `verify` judges a claim among so many others, without --effort.
judge_options by_default(const std::vector<const claim*>& all) {
  judge_options options;
  options.search = {default_effort, 1, share_of_search(all)};
  return options;
}

judgement judged_alone(const std::string& text) {
  const catalogue read = read_text(text);
  REQUIRE(read.claims.size() == 1);
  return judge_one(text, by_default({&read.claims.front()})).found;
}

std::string text_of(double x) {
  return fmt::format("{:.6g}", x);
}

struct false_claim {
  std::string text;
  std::string about;
};

// False on this part of its domain, in the shape of a band across it, of a corner, or of a box. The
// left side is costly or not; beside a cliff nothing leads to where it fails, beside a slope the
// margin does.
class maker_of_false_claims {
 public:
  explicit maker_of_false_claims(random_source& random) : random_(random) {}

  false_claim make(double part, const std::string& costly_factor) {
    const std::size_t variables = 1 + random_.below(3);
    const std::size_t shape = random_.below(3);
    const bool is_cliff = random_.once_in(2);
    std::vector<std::string> conditions;
    std::string farthest;
    std::string domain;
    const double share = shape == 0 ? part : std::pow(part, 1 / static_cast<double>(variables));
    const std::size_t across = random_.below(variables);
    intervals_.clear();
    for (std::size_t v = 0; v < variables; ++v) {
      const std::string name = names.at(v);
      domain += fmt::format("{}\"{} >= 0\", \"{} <= 1\"", v == 0 ? "" : ", ", name, name);
      const bool is_whole = shape == 0 && v != across;
      const double width = is_whole ? 1 : share;
      const double from = is_whole     ? 0
                          : shape == 1 ? (random_.once_in(2) ? 0 : 1 - width)
                                       : uniform() * (1 - width);
      intervals_.push_back({from, from + width});
      if (is_whole) continue;
      const std::string distance =
          fmt::format("abs({} - {})/{}", name, text_of(from + width / 2), text_of(width / 2));
      farthest = farthest.empty() ? distance : fmt::format("max({}, {})", farthest, distance);
    }
    const std::string factor = costly_factor.empty() ? "" : "*" + costly_factor;
    const std::string right = costly_factor.empty() ? "1" : costly_factor;
    const std::string claim =
        is_cliff ? fmt::format("if({} <= 1, 0, 2){} >= {}", farthest, factor, right)
                 : fmt::format("{}{} >= {}", farthest, factor, right);
    return {claim_text(fmt::format("claim = \"{}\"\ndomain = [{}]", claim, domain),
                       "points = [" + listed(variables) + "]"),
            claim};
  }

 private:
  double uniform() { return static_cast<double>(random_.below(1'000'000)) / 1e6; }

  // Points of the domain at which the claim holds.
  std::string listed(std::size_t variables) {
    std::string text;
    for (int found = 0; found < 5;) {
      std::string point;
      bool is_inside = true;
      for (std::size_t v = 0; v < variables; ++v) {
        const double x = std::round(uniform() * 1000) / 1000;
        is_inside =
            is_inside && x >= intervals_[v].first - 1e-3 && x <= intervals_[v].second + 1e-3;
        point += fmt::format("{}{} = {}", v == 0 ? "" : ", ", names.at(v), text_of(x));
      }
      if (is_inside) continue;
      text += fmt::format("{}{{ {} }}", text.empty() ? "" : ", ", point);
      ++found;
    }
    return text;
  }

  const std::vector<std::string> names{"x", "y", "z"};
  random_source& random_;
  std::vector<std::pair<double, double>> intervals_;
};

// Of so many claims, those that are refuted.
std::size_t refuted_of(std::size_t count, double part, const std::string& factor,
                       random_source& random) {
  std::size_t refuted = 0;
  maker_of_false_claims maker(random);
  for (std::size_t i = 0; i < count; ++i) {
    const false_claim made = maker.make(part, factor);
    const judgement found = judged_alone(made.text);
    INFO(made.about << ": " << found.message);
    CHECK((found.outcome == verdict::refuted || found.outcome == verdict::verified));
    if (found.outcome == verdict::refuted) ++refuted;
  }
  return refuted;
}

// The kinks make the integral long: effort 1 is enough for fewer points than a search takes.
const std::string costly = "(1 + integral(t, 0, x + 0.2, exp(-t^2)*(abs(t - 1/3) + abs(t - 2/3))))";

}  // namespace

TEST_CASE("claims that are false on a part of their domain are refuted", "[search]") {
  random_source random(test_seed());
  const std::size_t count = number_of_cases(8);
  for (const double part : {0.1, 0.01, 0.001}) {
    INFO(part);
    CHECK(refuted_of(count, part, "", random) == count);
  }
}

// Before, such a claim was not searched at all, and none of these was refuted.
TEST_CASE("costly claims that are false on a part of their domain are refuted", "[search]") {
  random_source random(test_seed());
  const std::size_t count = number_of_cases(4);
  CHECK(refuted_of(count, 0.1, costly, random) == count);
  CHECK(4 * refuted_of(count, 0.01, costly, random) >= 3 * count);
}

TEST_CASE("a costly claim is searched at a thousand points, or says why not", "[search]") {
  const std::string holds =
      "claim = \"x*" + costly + " <= 20\"\ndomain = [\"x >= 0\", \"x <= 0.9\"]";
  const std::string check = "x = [0.6, 0.9]";
  const judgement alone = judged_alone(claim_text(holds, check));
  REQUIRE(alone.search.has_value());
  CHECK(alone.search->evaluations >= enough_points);
  CHECK(alone.search->effort > 1);
  CHECK(alone.search->reason.empty());
  // Among very many, a hundred points are left, and the message says how to have more.
  judge_options shared;
  shared.search = {default_effort, 1, 1};
  const judgement among = judge_one(claim_text(holds, check), shared).found;
  REQUIRE(among.search.has_value());
  CHECK(among.search->evaluations >= 60);
  CHECK(among.search->evaluations < enough_points);
  CHECK(among.search->reason.starts_with("a point is costly here; try --effort "));
  CHECK(among.message.ends_with("(" + among.search->reason + ")"));
  // A chosen effort is kept, and says what would make a search.
  judge_options chosen;
  chosen.search = {1, 1, 0};
  const judgement none = judge_one(claim_text(holds, check), chosen).found;
  CHECK_FALSE(none.search.has_value());
  CHECK(none.unsearched.starts_with("one point costs more than the budget; try --effort "));
  chosen.search.effort = std::stoi(none.unsearched.substr(none.unsearched.rfind(' ')));
  CHECK(judge_one(claim_text(holds, check), chosen).found.search.has_value());
}

TEST_CASE("searches of a run share a budget", "[search]") {
  const auto share = [](std::size_t count, bool has_corrected) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i)
      text += fmt::format(
          "[[claim]]\nid = \"own/{}\"\nclaim = \"x < 5\"\ndomain = [\"x > 0\"]\n{}[claim.check]\nx "
          "= "
          "1\n",
          i, has_corrected ? "corrected = \"x < 6\"\n" : "");
    const catalogue read = read_text(text);
    std::vector<const claim*> all;
    for (const claim& one : read.claims) all.push_back(&one);
    return share_of_search(all);
  };
  CHECK(share(1, false) == 64);
  CHECK(share(2, false) == 64);
  CHECK(share(4, false) == 32);
  CHECK(share(4, true) == 16);
  CHECK(share(300, false) == 1);
  // The built-in catalogue keeps the effort that its verdicts are on record with.
  const catalogue& builtin = builtin_catalogue();
  for (const claim& one : builtin.claims) {
    if (!std::holds_alternative<forall_claim>(one.form)) continue;
    search_budget unchanged({default_effort, 1, 32}, one);
    unchanged.adapt_to(1e6);
    CHECK(unchanged.effort() == default_effort);
    break;
  }
}

TEST_CASE("results say how far each claim was searched", "[search]") {
  const temporary_directory folder;
  const std::string file = folder.file("claims.toml", R"(format = 1
[[claim]]
id = "own/searched"
claim = "x < 5"
domain = ["x >= 0", "x <= 4"]
check = { x = [1, 2] }
expect = "verified"
[[claim]]
id = "own/listed"
claim = "x < 5"
check = { x = [1, 2] }
[[claim]]
id = "own/false"
claim = "x < 2"
domain = ["x >= 0"]
check = { x = [1, 2] }
[[claim]]
id = "own/closed"
claim = "1 < 2"
[[claim]]
id = "own/some"
kind = "exists"
claim = "x == 1"
domain = ["x >= 0"]
check = { x = [1, 2] }
)");
  const auto searched = [&](const std::string& id, const std::vector<std::string>& more) {
    words arguments{"verify", file, "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    json root = json::parse(run_program(arguments).out);
    return entry_of(root, id);
  };
  for (const char* id : {"own/listed", "own/false", "own/closed", "own/some"}) {
    INFO(id);
    const json search = searched(id, {}).at("search");
    CHECK(search.at("points") == 0);
    CHECK(search.at("reason").is_string());
  }
  CHECK(searched("own/listed", {}).at("message").get<std::string>().find("no search was made") !=
        std::string::npos);
  const json none = searched("own/listed", {"--effort", "0"});
  CHECK(none.at("search").at("points") == 0);
  CHECK(none.at("search").at("effort").is_null());
}

}  // namespace test_search_of_own_files
