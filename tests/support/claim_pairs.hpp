#pragma once
// True and false claims in pairs: the false one fails in one far corner of its domain alone, at a
// place that is known. The true one is proved, the false one never is.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/theorem.hpp"

using point_of_texts = std::map<std::string, std::string>;

struct stated_on_domain {
  std::string claim;
  std::vector<std::string> domain;
};

struct pair_of_claims {
  std::string corner;
  stated_on_domain right;
  stated_on_domain wrong;
  point_of_texts failing;    ///< a point in the domain where the wrong one fails, or has no value
  point_of_texts elsewhere;  ///< one where it holds
  std::string check;         ///< as [claim.check] has it
  std::vector<std::string> whole = {};
};

/// As a list in TOML has them, without brackets.
inline std::string quoted(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "\"" : ", \"") + part + "\"";
  return text;
}

inline std::string verdict_of(const pair_of_claims& both, const stated_on_domain& one) {
  return to_text(verdict_of_theorem(one.claim, quoted(one.domain), both.check, quoted(both.whole)));
}

/// What is certain of a condition at a point; nothing where that is open.
inline std::optional<bool> truth_at(const std::string& condition, const point_of_texts& point) {
  using namespace shufflecert;
  variable_map values;
  for (const auto& [name, value] : point) values[name] = parse_formula(value);
  const definitions none;
  return std::get<truth>(refine(*parse_formula(condition), none, values, 20, {}, {}).result).value;
}

/// Whether it is certainly false there, or certainly has no value.
inline bool fails_at(const std::string& condition, const point_of_texts& point) {
  try {
    return truth_at(condition, point) == false;
  } catch (const shufflecert::undefined_value&) {
    return true;
  }
}

inline void check_pair(const pair_of_claims& both) {
  INFO(both.corner << ": " << both.wrong.claim);
  for (const point_of_texts& point : {both.failing, both.elsewhere})
    for (const std::string& condition : both.wrong.domain)
      CHECK(truth_at(condition, point) == true);
  CHECK(fails_at(both.wrong.claim, both.failing));
  CHECK(truth_at(both.wrong.claim, both.elsewhere) == true);
  CHECK(verdict_of(both, both.right) == "proved");
  // Not refuted: where the points that are checked find the corner, no proof is tried.
  CHECK(verdict_of(both, both.wrong) == "verified");
}
