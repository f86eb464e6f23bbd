// check-proof: checks proof files (docs/reference/proof-files.md) without the program that wrote
// them. It is meant to be read: nothing of it is shared with the rest of the project. All it relies
// on is MPFR with its directed rounding, exact rationals, and the derivations in docs/methods that
// it names. Read check_file.cpp and derivation.cpp first, then forms.cpp, domain.cpp, algebra.cpp
// and checker_interval.cpp.

#include <array>
#include <iostream>
#include <string>
#include <vector>

#include "check_file.hpp"
#include "rules.hpp"

namespace {

using check::verdict;

// Verdicts are in the order of the statuses that the usage names.
constexpr std::size_t count_of_verdicts = 4;

int status_of(verdict found) {
  return static_cast<int>(found);
}

constexpr const char* usage =
    "usage: check-proof FILE...\n"
    "       check-proof --rules [--json]\n"
    "Checks proof files that 'shufflecert verify --proofs DIR' wrote, with arithmetic and code of\n"
    "its own. Exit status: 0 all are valid; 1 one is not; 2 one cannot be read; 3 one has a rule\n"
    "that check-proof cannot check. See docs/reference/proof-files.md.\n"
    "--rules lists the bounds that check-proof relies on; docs/methods derives them by hand.\n";

// The answer to --rules, or to a usage that is wrong.
int list_rules(const std::vector<std::string>& options) {
  const bool is_json = options.size() == 2 && options[1] == "--json";
  if (options.size() > 1 && !is_json) {
    std::cerr << "check-proof: --rules goes alone or with --json, not with '" << options[1]
              << "'\n";
    return status_of(verdict::unreadable);
  }
  std::cout << (is_json ? check::rules_as_json() : check::rules_as_text());
  return status_of(verdict::valid);
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> paths(arguments + 1, arguments + count);
  if (paths.empty() || paths.front() == "--help" || paths.front() == "-h") {
    (paths.empty() ? std::cerr : std::cout) << usage;
    return status_of(paths.empty() ? verdict::unreadable : verdict::valid);
  }
  if (paths.front() == "--rules") return list_rules(paths);
  check::widen_exponents();
  std::array<bool, count_of_verdicts> seen{};
  for (const std::string& path : paths) {
    const check::answer answer = check::check_file(path);
    if (answer.found == verdict::unreadable)
      std::cerr << "check-proof: " << answer.text;
    else
      std::cout << answer.text;
    seen.at(static_cast<std::size_t>(answer.found)) = true;
  }
  for (const verdict found : {verdict::not_valid, verdict::unreadable, verdict::unchecked})
    if (seen.at(static_cast<std::size_t>(found))) return status_of(found);
  return status_of(verdict::valid);
}
