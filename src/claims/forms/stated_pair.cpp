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

expression_ptr stated_pair::argument(std::size_t place) const {
  if (place < arguments.size()) return arguments[place];
  return usual_clone_rate(eps0());
}

expression_ptr stated_pair::argument_of(std::string_view role) const {
  return argument(find_builtin(name)->place_of(role).value_or(arguments.size()));
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
  const builtin* made = find_builtin(stated->name);
  if (made == nullptr) return std::nullopt;
  for (const std::string_view role : {"n", "eps0"}) {
    const auto place = made->place_of(role);
    if (!place || made->parameters[*place].trend == leak_trend::not_stated) return std::nullopt;
  }
  stated_pair result;
  result.name = stated->name;
  result.arguments = stated->arguments;
  result.is_swapped = swapped && !made->place_of("p");
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
