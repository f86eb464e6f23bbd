#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker_formula.hpp"

namespace check {

/// What a formula stands for.
enum class kind { number, condition, law, pair, curve };

/// What a call is of: clone_pair(C, eps0) of a law C is another function than clone_pair(n, eps0).
std::string meant_function(const std::string& written, const std::vector<formula_ptr>& parts);

/// Whether the language has a function of this name, inside of this program's algebra or not.
bool is_built_in(const std::string& name);
/// Whether an exchange of outcomes exchanges the two laws of every pair that this function makes:
/// docs/reference/pairs.md.
bool makes_symmetric_pairs(const std::string& function);
/// Whether a variable, an index, a local name, a parameter or a definition may have this name:
/// ASCII letters, digits and '_', no digit first, and nothing that is built in or reserved.
bool is_usable_name(const std::string& name);

/// Throws `wrong` unless every name in it is usable or a constant, and every function is built in,
/// with as many arguments and with its index where it has one, or is one of `known` with so many.
void require_language(const formula& x, const definitions& known);
/// Throws `wrong` unless all parts of a formula without calls of definitions, in which names stand
/// for numbers, are of the kinds that their places ask for, and the whole of `expected`.
void require_kind(const formula& x, kind expected);

}  // namespace check
