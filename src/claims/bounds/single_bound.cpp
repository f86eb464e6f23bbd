#include "claims/bounds/single_bound.hpp"

#include "claims/catalogue/substitution.hpp"
#include "claims/proof/closed_bounds.hpp"

namespace shufflecert::inline v0_1::claims {

known_bound make_bound(const std::string& formula, const variable_map& letters,
                       const std::vector<const char*>& required, const char* rule) {
  known_bound one{filled_in(formula, letters), {}, rule};
  for (const char* condition : required) one.required.push_back(filled_in(condition, letters));
  return one;
}

}  // namespace shufflecert::inline v0_1::claims
