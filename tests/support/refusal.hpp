#pragma once

#include <algorithm>
#include <string>

#include "support/catch.hpp"
#include "support/run_program.hpp"

/// The program refused what it was given: status 2, nothing on standard output, and one line that
/// has these words.
inline void check_refusal(const program_run& run, const words& parts) {
  INFO(run.err);
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
  for (const std::string& part : parts) CHECK(run.err.find(part) != std::string::npos);
}
