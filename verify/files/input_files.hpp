#pragma once

#include <string>

#include "claims/reading/read_inputs.hpp"

namespace shufflecert {

/// Finds the files that the results file at `results` names: as they are named, seen from here or
/// from the folder of the results, or beside them.
input_reader input_reader_beside(const std::string& results);

}  // namespace shufflecert
