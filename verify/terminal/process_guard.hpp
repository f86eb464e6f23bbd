#pragma once

#include <string_view>

namespace shufflecert::inline v0_1::claims {

/// Writes to standard error. Where that is closed, full, or a pipe that nobody reads, nothing
/// happens: the exit status says what there is to say.
void write_to_error(std::string_view text);

/// What a program must do once, before anything else:
///   * the three standard streams are open, so that no file that is opened later takes their place;
///   * memory has a limit, four fifths of what the machine or its container has, unless a lower one
///     was set (ulimit -d): what needs more ends with a reason and not by the system's killer;
///   * where FLINT or GMP give up, which they do by ending the program, there is one clear line and
///     exit status 2.
void guard_process();

}  // namespace shufflecert::inline v0_1::claims
