#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/random_source.hpp"

/// A proof file, line by line, with names of every sort in every role: variables, whole ones among
/// them, local names, definitions, parameters, indices, listed values. Many state what is true,
/// some what is false, and some have names that no catalogue takes.
std::vector<std::string> random_proof_file(random_source& random);

/// What is wrong with a proof file that was called valid: a name that a catalogue does not take, or
/// a point of its domain at which its statement is false or has no value. The program's own reader
/// and evaluator say so, which check-proof shares nothing with.
std::optional<std::string> fault_of_valid(const std::vector<std::string>& lines,
                                          random_source& random, int points);
