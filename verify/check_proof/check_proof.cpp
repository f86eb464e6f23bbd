// check-proof: checks proof files (docs/reference/proof-files.md) without the program that wrote
// them. It is meant to be read: nothing of it is shared with the rest of the project. All it relies
// on is MPFR with its directed rounding, exact rationals, and the derivations in docs/methods that
// it names. Read derivation.cpp first, then forms.cpp, domain.cpp, algebra.cpp and interval.cpp.

#include <array>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "derivation.hpp"
#include "errors.hpp"
#include "lines.hpp"
#include "moments.hpp"
#include "numbers.hpp"
#include "points.hpp"

namespace {

using check::shown;

constexpr int exit_valid = 0;
constexpr int exit_invalid = 1;
constexpr int exit_unreadable = 2;
constexpr int exit_unchecked = 3;

int report_unchecked(const std::string& path, const std::string& why) {
  std::cout << "unchecked  " << path << ": " << why << "\n";
  return exit_unchecked;
}

// What cannot be checked here: what was found without a word on how.
int list_leaves(check::line_reader& lines, const std::string& path, const std::string& rule) {
  std::vector<std::string> leaves;
  while (lines.starts_with("leaf")) leaves.push_back(lines.take("leaf"));
  lines.take_end();
  report_unchecked(path, "the rule '" + shown(rule) + "' was written without what it needs");
  for (const std::string& leaf : leaves) std::cout << "  not checked: " << shown(leaf) << "\n";
  return exit_unchecked;
}

std::vector<std::pair<std::size_t, std::string>> taken(check::line_reader& lines,
                                                       const std::string& key) {
  std::vector<std::pair<std::size_t, std::string>> result;
  while (lines.starts_with(key)) {
    const std::size_t line = lines.number();
    result.emplace_back(line, lines.take(key));
  }
  return result;
}

int check_file(const std::string& path) {
  check::line_reader lines(path);
  if (lines.is_at_end() || !lines.starts_with("shufflecert"))
    throw check::unreadable("it is no proof file of shufflecert");
  if (lines.take("shufflecert") != "proof 4")
    throw check::unreadable("it is no proof file of version 4");
  check::statement stated;
  stated.claim = lines.take("claim");
  lines.take("says");
  stated.line = lines.number();
  stated.stated = lines.take("stated");
  stated.conditions = taken(lines, "domain");
  stated.integers = taken(lines, "integers");
  stated.variables = taken(lines, "exists");
  stated.lets = taken(lines, "let");
  stated.definitions = taken(lines, "define");
  stated.values = taken(lines, "values");
  static_cast<void>(taken(lines, "input"));
  const std::size_t rule_line = lines.number();
  const std::string rule = lines.take("rule");
  if (lines.starts_with("leaf")) return list_leaves(lines, path, rule);
  std::string report;
  if (rule == "moments")
    report = check::check_moments(lines);
  else if (rule == "derivation" || rule == "subdivision" || rule == "algebra")
    report = check::check_derivation(stated, lines);
  else if (rule == "enumeration")
    report = check::check_enumeration(stated, lines);
  else if (rule == "evaluation")
    report = check::check_evaluation(stated, lines);
  else
    throw check::wrong(rule_line, "there is no rule '" + shown(rule) + "'");
  std::cout << "valid      " << path << ": " << shown(stated.claim) << "\n" << report;
  return exit_valid;
}

int checked(const std::string& path) {
  try {
    return check_file(path);
  } catch (const check::unchecked& error) {
    return report_unchecked(path, error.what());
  } catch (const check::wrong& error) {
    std::cout << "not valid  " << path << ": " << error.what() << "\n";
    return exit_invalid;
  } catch (const std::exception& error) {
    std::cerr << "check-proof: " << path << ": " << error.what() << "\n";
    return exit_unreadable;
  }
}

constexpr const char* usage =
    "usage: check-proof FILE...\n"
    "Checks proof files that 'shufflecert verify --proofs DIR' wrote, with other arithmetic and\n"
    "other code. Exit status: 0 all are valid; 1 one is not; 2 one cannot be read; 3 one has a\n"
    "rule that is not checked here. See docs/reference/proof-files.md.\n";

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> paths(arguments + 1, arguments + count);
  if (paths.empty() || paths.front() == "--help" || paths.front() == "-h") {
    (paths.empty() ? std::cerr : std::cout) << usage;
    return paths.empty() ? exit_unreadable : exit_valid;
  }
  // Exponents as large as MPFR has: e^20000 is an ordinary number here.
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
  std::array<bool, exit_unchecked + 1> seen{};
  for (const std::string& path : paths) seen.at(static_cast<std::size_t>(checked(path))) = true;
  for (const int status : {exit_invalid, exit_unreadable, exit_unchecked})
    if (seen.at(static_cast<std::size_t>(status))) return status;
  return exit_valid;
}
