#include "reports/pages/nearest_mechanism.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "claims/text/embedded.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using record_entry = nlohmann::json;

std::string text_of(const record_entry& entry, const char* key) {
  const record_entry& value = entry.at(key);
  return value.is_null() ? std::string() : value.get<std::string>();
}

nearest_mechanism read_one(const record_entry& entry) {
  nearest_mechanism one;
  one.id = text_of(entry, "id");
  one.formula = text_of(entry, "claim");
  one.relation = text_of(entry, "relation");
  one.of_one_randomizer = text_of(entry, "of_one_randomizer");
  one.state = text_of(entry, "state");
  one.points = entry.at("points");
  one.looked_at = entry.at("looked_at");
  one.tries = entry.at("tries");
  one.at = text_of(entry, "at");
  one.words = text_of(entry, "words");
  one.pair = text_of(entry, "pair");
  if (const record_entry& ratio = entry.at("ratio"); !ratio.is_null())
    one.left_to_right =
        fmt::format("[{}, {}]", ratio.at(0).get<std::string>(), ratio.at(1).get<std::string>());
  return one;
}

}  // namespace

const std::vector<nearest_mechanism>& nearest_mechanisms() {
  static const std::vector<nearest_mechanism> all = [] {
    std::vector<nearest_mechanism> found;
    for (const record_entry& entry : record_entry::parse(embedded::nearest_mechanisms().at(0).text))
      found.push_back(read_one(entry));
    return found;
  }();
  return all;
}

const nearest_mechanism* nearest_mechanism_of(const recorded_claim& claim) {
  const auto& all = nearest_mechanisms();
  const auto found = std::find_if(all.begin(), all.end(), [&](const nearest_mechanism& one) {
    return one.id == claim.id && one.formula == claim.stated.formula &&
           is_builtin_file(claim.stated.file);
  });
  return found == all.end() ? nullptr : &*found;
}

std::string nearest_in_words(const nearest_mechanism& found) {
  const std::string tried =
      fmt::format("{} mechanisms checked, at {} {},", found.looked_at, found.points,
                  found.points == 1 ? "point" : "points with few users");
  std::string words = found.of_one_randomizer.empty()
                          ? std::string()
                          : fmt::format("This claim is about {}. ", found.of_one_randomizer);
  if (found.state == "broken")
    words += "Of all ε0-LDP mechanisms it is false: broken by";
  else if (found.state == "open")
    words += fmt::format("Among {} of which some stayed undecided, none breaks it. The nearest is",
                         tried);
  else
    words += fmt::format("None of {} breaks it, which is no proof. The nearest is", tried);
  words += fmt::format(" {}, at {}", found.words, found.at);
  if (!found.left_to_right.empty()) words += fmt::format("; left/right is {}", found.left_to_right);
  return words + ".";
}

}  // namespace shufflecert::inline v0_1::claims
