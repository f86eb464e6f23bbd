#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "claims/bounds/stated_rules.hpp"
#include "claims/special/special_rules.hpp"
#include "verify/command_line/command.hpp"
#include "verify/command_line/program.hpp"
#include "verify/terminal/terminal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// "<=" between the quantity and the formula, and so on.
const char* relation_of(const stated_rule& row) {
  if (row.is_strict) return row.is_above ? "<" : ">";
  return row.is_above ? "<=" : ">=";
}

std::string conditions_of(const stated_rule& row) {
  return row.conditions.empty() ? "" : fmt::format("{}", fmt::join(row.conditions, ", "));
}

// "K.9" is meant as "(K.9)".
std::string place_of(const std::string& name) {
  return name.starts_with("(") ? name : fmt::format("({})", name);
}

class rules_command : public command {
 public:
  explicit rules_command(CLI::App& program) {
    app_ = program.add_subcommand("rules", "List the bounds that proofs rest on");
    app_->add_option("PLACE", place_,
                     "Only those derived at one place, such as K.9; without it, all");
    common_.add_to(*app_);
    app_->footer(
        "Each bound is true wherever its conditions hold and the quantity has a value. It is\n"
        "shown for one pair, and a note says where else it is true. A bound that is used for only\n"
        "one or two claims names those claims. The derivations are in docs/methods.\n"
        "'check-proof --rules' lists the bounds that check-proof knows, which are typed there a\n"
        "second time.\n\n"
        "Example: shufflecert rules K.9");
  }

  int run() override {
    const std::vector<stated_rule> chosen = choose();
    if (common_.json)
      print_json(chosen);
    else
      print_list(chosen);
    return exit_success;
  }

 private:
  [[nodiscard]] std::vector<stated_rule> choose() const {
    const std::vector<stated_rule>& all = stated_rules();
    if (place_.empty()) return all;
    const std::string wanted = place_of(place_);
    std::vector<stated_rule> chosen;
    std::vector<std::string> places;
    for (const stated_rule& row : all) {
      // "(K.1), (U.2)" rests on both.
      if (row.place.find(wanted) != std::string::npos) chosen.push_back(row);
      if (std::find(places.begin(), places.end(), row.place) == places.end())
        places.push_back(row.place);
    }
    if (chosen.empty())
      throw usage_error(
          fmt::format("no rule is derived at '{}'; there are {}", place_, fmt::join(places, "; ")));
    return chosen;
  }

  static void print_list(const std::vector<stated_rule>& chosen) {
    for (const stated_rule& row : chosen) {
      if (&row != &chosen.front()) say("\n");
      say("{:<8} {}\n", row.place, row.quantity);
      say("{:<8} {} {}\n", "", relation_of(row), row.formula);
      if (!row.conditions.empty()) say("{:<8} where {}\n", "", conditions_of(row));
      if (!row.meaning.empty()) say("{:<8} true of {}\n", "", row.meaning);
      if (const auto claims = claims_served_by(row.place); !claims.empty())
        say("{:<8} used by {}\n", "", fmt::join(claims, " and "));
    }
  }

  static void print_json(const std::vector<stated_rule>& chosen) {
    auto root = nlohmann::ordered_json::array();
    for (const stated_rule& row : chosen) {
      auto ranges = nlohmann::ordered_json::object();
      for (const std::string& letter : row.letters) ranges[letter] = sample_values(letter);
      root.push_back(
          {{"place", row.place},
           {"quantity", row.quantity},
           {"pair", row.pair.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(row.pair)},
           {"side", row.is_above ? "upper" : "lower"},
           {"strict", row.is_strict},
           {"formula", row.formula},
           {"conditions", row.conditions},
           {"exists", row.exists},
           {"whole", row.whole},
           {"meaning", row.meaning},
           {"claims", claims_served_by(row.place)},
           {"ranges", std::move(ranges)},
           {"false_twin", row.false_twin},
           {"refuted_at", row.refuted_at}});
    }
    print_json_text(root);
  }

  std::string place_;
};

}  // namespace

std::unique_ptr<command> make_rules_command(CLI::App& program) {
  return std::make_unique<rules_command>(program);
}

}  // namespace shufflecert::inline v0_1::claims
