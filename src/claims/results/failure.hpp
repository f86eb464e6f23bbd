#pragma once

#include <exception>
#include <stdexcept>
#include <string>

namespace shufflecert::inline v0_1::claims {

/// A results file that cannot be used, or that was altered: one line that says what and where.
class evidence_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Why something could not be done, as a person is told.
struct failure {
  /// Memory, time or size ran out: what was asked for may be right, and its honest verdict is
  /// `undecided`. Else it cannot be evaluated at all.
  bool is_resource = false;
  std::string reason;  ///< one line, without what the C++ library calls its own errors
};

/// The failure that an exception stands for. Only errors of this program speak for themselves; of
/// all others the kind is named, and that they are mistakes of the program.
failure failure_of(const std::exception_ptr& error);

/// One line of at most `most` bytes: the text up to its first line end, shortened at the end.
std::string one_short_line(const std::string& text, std::size_t most = 1000);

}  // namespace shufflecert::inline v0_1::claims
