#pragma once

#include <string>
#include <vector>

#include "domain.hpp"
#include "rules.hpp"

namespace check {

/// What the letters of a form stand for in a quantity that is of it.
struct recognised {
  formulas letters;
  /// What has to be certain besides for the quantity to be of the form.
  std::vector<std::string> conditions;
};

/// exp(-eps0): how often a report is a clone where nothing else is said.
inline formula_ptr usual_clone_rate(const formula_ptr& eps0) {
  return call("exp", {node("neg", {eps0})});
}

/// The ways in which a quantity is of the form; none where it is not. That the laws are of the form
/// that docs/methods speaks of is checked here, on the domain.
std::vector<recognised> ways_of(domain& where, const formula& quantity, form which);

/// The same for mixtures and for reports of neighbours: see law_forms.cpp.
std::vector<recognised> ways_of_laws(domain& where, const formula& quantity, form which);

}  // namespace check
