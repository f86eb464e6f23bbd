// Rules that the proofs of one or two claims use stand apart, with the names of those claims: what
// the published results show of their proofs.

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "claims/bounds/all_rules.hpp"
#include "claims/special/special_rules.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/this_run.hpp"

namespace test_special_rules {

namespace {

using namespace shufflecert;
using namespace shufflecert::claims;

using claims_by_place = std::map<std::string, std::set<std::string>>;

// The places that a step names: "(K.1)" and "(V.13)" of "... by (K.1), (V.13)".
void add_places(const std::string& step, const std::string& claim, claims_by_place& served) {
  for (std::size_t begin = 0; (begin = step.find('(', begin)) != std::string::npos; ++begin) {
    const std::size_t end = step.find(')', begin);
    if (end == std::string::npos) return;
    const std::string place = step.substr(begin, end - begin + 1);
    const bool is_place =
        place.size() >= 5 && std::isupper(static_cast<unsigned char>(place[1])) != 0 &&
        place[2] == '.' && std::all_of(place.begin() + 3, place.end() - 1, [](char digit) {
          return std::isdigit(static_cast<unsigned char>(digit)) != 0;
        });
    if (is_place) served[place].insert(claim);
  }
}

// Which claims each place serves in the published results, of which CI says whether they are those
// of today's program.
claims_by_place served_in_published_results() {
  const program_run unpacked =
      run_command({"gzip", "-dc", SHUFFLECERT_SOURCE_DIR "/reports/audit/results.json.gz"});
  REQUIRE(unpacked.status == 0);
  claims_by_place served;
  const auto results = nlohmann::json::parse(unpacked.out);
  for (const auto& claim : results.at("claims")) {
    if (!claim.contains("proof") || !claim.at("proof").contains("steps")) continue;
    for (const auto& step : claim.at("proof").at("steps"))
      add_places(step.get<std::string>(), claim.at("id").get<std::string>(), served);
  }
  return served;
}

}  // namespace

TEST_CASE("a rule that is special serves the claims that it names, and no others",
          "[rules][special]") {
  claims_by_place served = served_in_published_results();
  std::set<std::string> special;
  for (const special_place& place : special_places()) {
    INFO(place.place);
    CHECK(special.insert(place.place).second);
    CHECK(served[place.place] == std::set(place.claims.begin(), place.claims.end()));
    CHECK((place.claims.size() == 1 || place.claims.size() == 2));
  }
  // And all that serve so few are special.
  for (const auto& [place, claims] : served) {
    INFO(place << " serves " << *claims.begin() << " and others: " << claims.size());
    CHECK((claims.size() > 2 || special.contains(place)));
  }
}

TEST_CASE("special rules are asked last", "[rules][special]") {
  bool is_behind = false;
  std::size_t special = 0;
  for (const rule& row : all_rules()) {
    const bool is_special = !claims_served_by(row.place).empty();
    INFO(row.place << " " << row.quantity);
    CHECK((is_special || !is_behind));
    is_behind = is_behind || is_special;
    special += is_special ? 1 : 0;
  }
  CHECK(special > 0);
  CHECK(special_pair_rules().size() + special_law_rules().size() == special);
}

}  // namespace test_special_rules
