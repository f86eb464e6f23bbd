#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "claims/points/point_evaluation.hpp"
#include "shufflecert/decimal.hpp"
#include "verify/auditing/long_search.hpp"

namespace shufflecert::inline v0_1::claims {

/// A mechanism as it is shown, with both sides of the relation.
struct shown_mechanism {
  staircase_mechanism mechanism;
  expression_ptr formula;
  std::string command;
  std::optional<decimal_interval> left = std::nullopt;
  std::optional<decimal_interval> right = std::nullopt;
  std::optional<decimal_interval> ratio = std::nullopt;
  std::optional<decimal_interval> gap = std::nullopt;  ///< of sides that are not equal
};

/// The formulas that a relation may use, and the files that they come from besides our own.
struct known_formulas {
  const definitions& visible;
  const std::vector<std::string>& files;
};

/// The mechanism that a search at `place` found, without the sides of the relation; the command
/// that evaluates it reads `files`.
shown_mechanism name_mechanism(const staircase_mechanism& mechanism, const mechanism_place& place,
                               const std::vector<std::string>& files);
/// The same of a relation that has another formula for the pair of its reports.
shown_mechanism name_mechanism(const staircase_mechanism& mechanism, expression_ptr formula,
                               const mechanism_place& place, const std::vector<std::string>& files);
/// The same with the sides, as far as they are known when `limits` end, or a moment later.
shown_mechanism with_sides(shown_mechanism shown, const mechanism_place& place,
                           const known_formulas& formulas, const budget& limits);
/// Where the time is over, a moment more to say what was found.
budget with_a_moment(const budget& limits);

void print_mechanism(const shown_mechanism& shown, const mechanism_place& place);
nlohmann::ordered_json json_of_mechanism(const shown_mechanism& shown);

/// The values of the variables of the relation.
point_texts values_at(const mechanism_place& place);

/// "1 mechanism", "2 mechanisms".
std::string counted(std::size_t number, const char* what);

}  // namespace shufflecert::inline v0_1::claims
