#include "claims/forms/stated_pair.hpp"

#include <algorithm>

#include "claims/catalogue/substitution.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/called_names.hpp"

namespace shufflecert::inline v0_1::claims {

bool has_divergence(const expression& formula) {
  const auto called = called_functions(formula);
  return std::any_of(called.begin(), called.end(),
                     [](const std::string& name) { return takes_distributions(name); });
}

expression_ptr stated_pair::clone_rate() const {
  if (arguments.size() > 2) return arguments[2];
  return usual_clone_rate(arguments.at(1));
}

expression_ptr usual_clone_rate(const expression_ptr& eps0) {
  return filled_in("exp(-e)", {{"e", eps0}});
}

std::optional<stated_pair> pair_in(const expression& formula) {
  const auto* stated = std::get_if<call>(&formula.node);
  bool swapped = false;
  while (stated != nullptr && stated->name == "swap") {
    swapped = !swapped;
    stated = std::get_if<call>(&stated->arguments[0]->node);
  }
  if (stated == nullptr) return std::nullopt;
  const bool is_response = stated->name == "rr_pair" || stated->name == "krr_pair";
  if (!is_response && stated->name != "clone_pair" && stated->name != "unmixed_pair")
    return std::nullopt;
  return stated_pair{stated->name, stated->arguments, swapped && is_response};
}

}  // namespace shufflecert::inline v0_1::claims
