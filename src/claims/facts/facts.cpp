#include "claims/facts/facts.hpp"

#include "claims/catalogue/formula_matching.hpp"
#include "claims/proof/guards.hpp"
#include "language/syntax/guard.hpp"
#include "shufflecert/identity.hpp"

namespace shufflecert::inline v0_1::claims {

domain_facts::domain_facts(const claim_context& context, domain_regions regions, bool is_in_case)
    : domain_(context),
      boxes_(domain_, std::move(regions)),
      signs_(domain_, *this),
      quantities_(domain_, *this),
      values_(domain_, *this, quantities_),
      is_in_case_(is_in_case) {}

bool domain_facts::is_certain(const expression_ptr& stated) {
  const expression_ptr condition = domain_.with_indices_apart(stated);
  if (domain_.has(to_text(*condition))) return true;
  // What the domain states has a value there; algebra and signs say nothing of that.
  if (const auto* wanted = std::get_if<comparison>(&condition->node))
    if (domain_.says(*wanted) || ((domain_.says_by_algebra(*wanted) || signs_.show(*wanted)) &&
                                  has_value(wanted->left) && has_value(wanted->right)))
      return true;
  const auto shown = boxes_.shown(condition);
  if (shown) log_.add(box_step{condition, *shown});
  return shown.has_value();
}

bool domain_facts::has_value(const expression_ptr& stated) {
  return values_.has_value(domain_.with_indices_apart(stated));
}

expression_ptr domain_facts::without_guards(const expression_ptr& formula) {
  return claims::without_guards(formula, [&](const expression_ptr& condition) {
    if (const expression_ptr whole = whole_part_of(*condition); whole && domain_.is_whole(*whole))
      return has_value(whole);
    return is_certain(condition);
  });
}

bool domain_facts::are_same_by_algebra(const expression& left, const expression& right) {
  const auto [known, is_new] = same_by_algebra_.try_emplace({to_text(left), to_text(right)}, false);
  if (is_new)
    known->second =
        is_identity(left, right, context().visible.visible, {}, context().options.limits);
  return known->second;
}

}  // namespace shufflecert::inline v0_1::claims
