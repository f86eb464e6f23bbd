#include "claims/bounds/expansion.hpp"

#include <algorithm>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/forms/terms.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// The first call of the function, wherever it is.
expression_ptr call_in(const expression& formula, const std::string& function) {
  expression_ptr found;
  static_cast<void>(rewritten(std::make_shared<const expression>(formula),
                              [&](const expression& part) -> expression_ptr {
                                const auto* x = std::get_if<call>(&part.node);
                                if (!found && x != nullptr && x->name == function)
                                  found = std::make_shared<const expression>(part);
                                return nullptr;
                              }));
  return found;
}

}  // namespace

expression_ptr quantity_expanded_in(const expression& formula) {
  const std::vector<std::string> open = free_variables(formula);
  if (open.size() != 4) return nullptr;
  const expression_ptr sum = call_in(formula, "sum");
  const expression_ptr mean = call_in(formula, "binomial_mean");
  if (!sum || !mean) return nullptr;
  const auto is_open = [&](const expression_ptr& part) {
    const auto* name = std::get_if<variable>(&part->node);
    return name != nullptr && std::find(open.begin(), open.end(), name->name) != open.end();
  };
  const expression_ptr& order = std::get<call>(sum->node).arguments[2];
  const expression_ptr& users = std::get<call>(mean->node).arguments[1];
  const expression_ptr& share = std::get<call>(mean->node).arguments[2];
  if (!is_open(order) || !is_open(users)) return nullptr;
  expression_ptr eps0;
  expression_ptr rate;
  for (const std::string& name : open) {
    const expression_ptr one = make_variable(name);
    if (is_same_text(one, order) || is_same_text(one, users)) continue;
    (is_same_number(*share, *filled_in("1/(exp(e) + 1)", {{"e", one}})) ? eps0 : rate) = one;
  }
  if (!eps0 || !rate) return nullptr;
  return filled_in("renyi(subsampled(rr_pair(n, e), g), x)",
                   {{"n", users}, {"e", eps0}, {"g", rate}, {"x", order}});
}

}  // namespace shufflecert::inline v0_1::claims
