// What is on record about mechanisms that come near to breaking the built-in claims.

#include <nlohmann/json.hpp>

#include "reports/pages/nearest_mechanism.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary_files.hpp"
#include "support/texts.hpp"

namespace test_nearest_mechanism {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

using json = nlohmann::json;

json shown(const std::string& id) {
  const json all = json::parse(run_program({"show", id, "--json"}).out);
  return all.is_array() ? all.at(0) : all;
}

// The relation with the mechanism in it.
std::string about(const nearest_mechanism& found) {
  std::string text = found.relation;
  const std::string call = "any_mechanism(";
  for (std::size_t at = text.find(call); at != std::string::npos; at = text.find(call)) {
    std::size_t end = at + call.size();
    for (int open = 1; open > 0; ++end) open += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
    text.replace(at, end - at, found.pair);
  }
  return text;
}

}  // namespace

TEST_CASE("each mechanism on record does to its claim what the record says", "[volume]") {
  REQUIRE(nearest_mechanisms().size() > 30);
  for (const nearest_mechanism& found : nearest_mechanisms()) {
    INFO(found.id);
    CHECK(shown(found.id)["claim"] == found.formula);
    CHECK(found.looked_at >= found.points);
    if (found.pair.empty()) continue;
    words arguments{"eval"};
    std::string point = found.at;
    while (!point.empty()) {
      const std::size_t end = std::min(point.find(", "), point.size());
      std::string setting = point.substr(0, end);
      setting.erase(setting.find(" = "), 1);
      setting.erase(setting.find("= ") + 1, 1);
      arguments.insert(arguments.end(), {"--set", setting});
      point.erase(0, end + 2);
    }
    arguments.push_back("--");
    arguments.push_back(about(found));
    const program_run run = run_program(arguments);
    INFO(run.err);
    if (found.state == "broken")
      CHECK(run.out.starts_with("false\n"));
    else
      CHECK((run.out.starts_with("true\n") || run.out.starts_with("equal to ")));
  }
}

TEST_CASE("the page of a claim has its nearest mechanism, and that of another formula has none") {
  const auto found = std::find_if(nearest_mechanisms().begin(), nearest_mechanisms().end(),
                                  [](const auto& one) { return one.state == "nearest"; });
  REQUIRE(found != nearest_mechanisms().end());
  recorded_claim claim;
  claim.id = found->id;
  claim.stated.formula = found->formula;
  claim.stated.file = "builtin:a.toml";
  CHECK(nearest_mechanism_of(claim) == &*found);
  claim.stated.file = "a.toml";
  CHECK(nearest_mechanism_of(claim) == nullptr);
  claim.stated.file = "builtin:a.toml";
  claim.stated.formula = found->formula + " + 1";
  CHECK(nearest_mechanism_of(claim) == nullptr);
  CHECK(has(nearest_in_words(*found), "The nearest is " + found->words + ", at " + found->at));
}

}  // namespace test_nearest_mechanism
