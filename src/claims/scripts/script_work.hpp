#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1::claims {

/// About what a program takes. An estimate from the sizes of its sums, mostly from above: nothing
/// is summed for it.
struct script_work {
  double steps = 0;     ///< operations on numbers
  double outcomes = 0;  ///< of the largest law that is kept
};

/// That of evaluating these formulas one after another, at the point that `variables` gives.
///
/// @param dropped  outcomes less likely than 10^−dropped are left out of sums
/// @param merges   whether reports that both laws of a pair treat alike have one count
script_work work_of(const std::vector<const expression*>& formulas, const definitions& visible,
                    const variable_map& variables, int dropped, bool merges, const budget& limits);

/// The built-in functions whose work depends on more than the number of their arguments.
std::vector<std::string_view> names_with_work();

/// What a program of that much work would be, where none is written; empty where one is.
std::string too_much_in_words(const script_work& work, const std::string& place);

/// "many minutes", for a program that takes more than a moment; empty for others.
std::string duration_in_words(const script_work& work);

}  // namespace shufflecert::inline v0_1::claims
