#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "claims/simulation/audit.hpp"
#include "shufflecert/decimal.hpp"

namespace shufflecert::inline v0_1::claims {

/// What an audit by simulation is compared with, and how it came out.
struct certified_side {
  std::string formula;                     ///< its value is the certified ε, or a bound on it
  bool is_bound = false;                   ///< an upper bound, not the mechanism's own ε
  std::optional<decimal_interval> value;   ///< nothing where it stayed undecided
  std::string reason;                      ///< why it stayed undecided
  std::optional<bool> is_exceeded;         ///< by the lower confidence bound; nothing where open
  std::vector<std::string> cautions = {};  ///< what its value does not cover
};

/// An audit as it is shown.
struct shown_audit {
  std::optional<mechanism> what;     ///< nothing where the releases came from files
  std::vector<std::string> samples;  ///< those files
  std::string eps0;                  ///< as given, and so on
  std::string delta;
  std::string confidence;
  audit_plan plan;
  audit_finding found;
  std::optional<certified_side> certified;  ///< nothing where nothing is known of a mechanism
  double seconds = 0;
};

void print_audit(const shown_audit& shown);
nlohmann::ordered_json json_of_audit(const shown_audit& shown);

}  // namespace shufflecert::inline v0_1::claims
