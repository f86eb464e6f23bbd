#include "claims/derivation/derive.hpp"

#include <fmt/format.h>

#include "claims/derivation/known_bounds.hpp"
#include "claims/derivation/order.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "claims/results/failure.hpp"
#include "shufflecert/identity.hpp"

namespace shufflecert {
namespace {

// Whether the squares of two sides are the same by algebra, and neither side is negative.
bool have_same_squares(domain_facts& facts, const comparison& sides) {
  const claim_context& context = facts.context();
  if (!is_identity_of_squares(*sides.left, *sides.right, context.visible.visible, {},
                              context.options.limits))
    return false;
  const expression_ptr zero = parse_formula("0");
  if (!facts.is_certain(sides.left, relation::greater_equal, zero) ||
      !facts.is_certain(sides.right, relation::greater_equal, zero))
    return false;
  facts.add_step("the squares of both sides are the same by algebra");
  return true;
}

bool is_derived(domain_facts& facts, const expression_ptr& stated) {
  const expression_ptr part = written_out(facts.context(), stated);
  const auto* sides = std::get_if<comparison>(&part->node);
  if (sides == nullptr) return facts.is_certain(part);
  if (!has_divergence(*part) && sides->op != relation::equal && facts.is_certain(part)) return true;
  if (!facts.has_value(sides->left) || !facts.has_value(sides->right)) return false;
  const comparison simple{simplified(sides->left), sides->op, simplified(sides->right)};
  if (formula_order(facts).holds(simple.left, simple.op, simple.right)) return true;
  return sides->op == relation::equal && have_same_squares(facts, simple);
}

proof_record derived_on(const claim_context& context, const expression_ptr& relation,
                        domain_cut how) {
  proof_record record;
  record.method = proof_method::derivation;
  record.covers = proof_coverage::domain;
  record.rests_on_check_values = how.at_check_values;
  try {
    domain_regions domain = regions_of_domain(context, how);
    if (domain.regions.empty()) {
      record.reason = domain.reason.empty() ? "the domain has no region" : domain.reason;
      return record;
    }
    domain_facts facts(context, std::move(domain));
    if (how.at_check_values)
      facts.add_step("the variables that no condition mentions take their check values");
    record.is_complete = true;
    for (const expression_ptr& part : conjuncts(relation)) {
      if (is_derived(facts, part)) continue;
      record.is_complete = false;
      record.reason = facts.open().empty()
                          ? fmt::format("'{}' stayed open", to_text(*part))
                          : fmt::format("'{}' stayed open; last {}", to_text(*part), facts.open());
      break;
    }
    record.boxes = facts.boxes();
    if (record.is_complete) record.steps = facts.steps();
    if (record.is_complete && record.steps.empty()) record.steps = {"the domain says so"};
  } catch (...) {
    record.is_complete = false;
    record.reason = failure_of(std::current_exception()).reason;
  }
  return record;
}

}  // namespace

proof_record derive(const claim_context& context, const expression_ptr& relation) {
  std::vector<domain_cut> ways{{false, false}, {true, false}};
  // A file that says where to prove the claim says which values there are.
  if (has_proof_region(context.subject)) ways.push_back({false, true});
  std::optional<proof_record> first;
  for (const domain_cut& how : ways) {
    proof_record known = derived_on(context, relation, how);
    if (known.is_complete || context.options.limits.is_exhausted()) return known;
    if (!first) first = std::move(known);
  }
  return *first;
}

}  // namespace shufflecert
