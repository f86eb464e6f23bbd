#pragma once

#include <string>
#include <vector>

#include "shufflecert/budget.hpp"

namespace shufflecert {

/// Whether gnuplot is in the PATH.
bool has_gnuplot();

/// Runs a script in a directory of its own, where gnuplot reads no settings of the user's; the
/// contents of the files that it writes, whose names have no folders. Throws std::runtime_error, in
/// one line, where gnuplot is not there, fails, or does not end within the budget; no process is
/// left behind.
std::vector<std::string> run_gnuplot(const std::string& script,
                                     const std::vector<std::string>& files, const budget& limits);

}  // namespace shufflecert
