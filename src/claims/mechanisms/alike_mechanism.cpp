#include "claims/mechanisms/alike_mechanism.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/resting_pairs.hpp"
#include "claims/mechanisms/any_mechanism.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/called_names.hpp"
#include "language/syntax/parts.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// What takes a pair and does not tell P and Q apart better where the pair does so worse.
constexpr std::array<std::string_view, 8> takers{"renyi",   "hockey_stick", "total_variation",
                                                 "epsilon", "tradeoff",     "swap",
                                                 "compose", "subsampled"};

bool is_alike_mechanism(const expression& part) {
  const auto* c = std::get_if<call>(&part.node);
  return c != nullptr && c->name == alike_mechanism_name;
}

// The mechanism stands only where one of these takes it.
void require_places(const expression& part, bool is_taken) {
  if (is_alike_mechanism(part) && !is_taken)
    throw formula_error(part.column,
                        "any_mechanism_alike stands in renyi, hockey_stick, total_variation, "
                        "epsilon or tradeoff, and may stand there in swap, compose or subsampled");
  const auto* c = std::get_if<call>(&part.node);
  const bool takes =
      c != nullptr && std::find(takers.begin(), takers.end(), c->name) != takers.end();
  for_each_part(part, [&](const expression_ptr& inner) { require_places(*inner, takes); });
}

}  // namespace

bool calls_alike_mechanism(const expression& formula) {
  return calls_function(formula, alike_mechanism_name);
}

expression_ptr with_extreme_mechanism(const expression_ptr& formula) {
  return rewritten(formula, [](const expression& part) -> expression_ptr {
    if (!is_alike_mechanism(part)) return nullptr;
    const expression_ptr pair = make_call("rr_pair", std::get<call>(part.node).arguments);
    return std::make_shared<const expression>(expression{pair->node, part.column});
  });
}

void require_bound_on_alike(const expression_ptr& relation, const definitions& visible,
                            const variable_map& local, const std::vector<expression_ptr>& domain) {
  static_cast<void>(only_mechanism(relation, alike_mechanism_name));
  if (calls_any_mechanism(*relation))
    throw formula_error(relation->column,
                        "any_mechanism and any_mechanism_alike stand in one relation; each "
                        "relation is about one of them");
  require_places(*relation, false);
  for (const resting_pair& pair : pairs_of_users({*relation, visible, local, domain}, budget()))
    if ((pair.name.empty() || pair.name == alike_mechanism_name) && pair.effect.lowers)
      throw formula_error(relation->column,
                          "a relation about any_mechanism_alike(n, eps0) bounds its divergences "
                          "from above, or its trade-off function from below; the form of this one "
                          "does not show that it does");
}

mechanism_relation read_alike_relation(const expression_ptr& formula, const definitions& visible,
                                       const name_kinds& names) {
  if (!std::holds_alternative<comparison>(formula->node))
    throw formula_error(formula->column,
                        "one comparison is expected, such as "
                        "'hockey_stick(any_mechanism_alike(n, eps0), 0.3) <= 0.1'");
  check_formula(*with_extreme_mechanism(formula), visible, names);
  require_bound_on_alike(formula, visible, {}, {});
  const call family = only_mechanism(formula, alike_mechanism_name);
  return {formula, family.arguments[0], family.arguments[1]};
}

void put_in_extreme_mechanism(claim& c) {
  const auto put_in = [&](expression_ptr& relation, expression_ptr& with_family) {
    if (!relation || !calls_alike_mechanism(*relation)) return;
    if (!c.stated) c.stated = std::make_shared<const claim>(c);
    with_family = relation;
    relation = with_extreme_mechanism(relation);
  };
  put_in(c.formula, c.family_formula);
  put_in(c.corrected, c.family_corrected);
}

}  // namespace shufflecert::inline v0_1::claims
