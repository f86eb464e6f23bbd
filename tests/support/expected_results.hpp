#pragma once

#include "claims/results/recorded_results.hpp"

/// The results of the built-in catalogue as if every verdict were the one that it expects. Nothing
/// is judged, so there are no points, sides or proofs.
shufflecert::claims::recorded_results builtin_results_as_expected();
