// check-proof: checks proof files (docs/reference/proof-files.md) without the program that wrote
// them. It is meant to be read: nothing of it is shared with the rest of the project. All it relies
// on is MPFR with its directed rounding, exact rationals, and the derivations in docs/methods that
// it names. Read check_file.cpp and derivation.cpp first, then forms.cpp, domain.cpp, algebra.cpp
// and interval.cpp.

#include <array>
#include <iostream>
#include <string>
#include <vector>

#include "check_file.hpp"

namespace {

using check::verdict;

// Verdicts are in the order of the statuses that the usage names.
constexpr std::size_t count_of_verdicts = 4;

int status_of(verdict found) {
  return static_cast<int>(found);
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
    return status_of(paths.empty() ? verdict::unreadable : verdict::valid);
  }
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
