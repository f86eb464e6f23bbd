#pragma once

#include <string>

namespace check {

enum class verdict { valid, not_valid, unreadable, unchecked };

/// What is to be said about a file.
struct answer {
  verdict found = verdict::unreadable;
  std::string text;  ///< whole lines; where it is unreadable, the reason
};

/// Checks one proof file. Throws nothing.
answer check_file(const std::string& path);

/// Exponents as large as MPFR has: e^20000 is an ordinary number here. Before the first file.
void widen_exponents();

}  // namespace check
