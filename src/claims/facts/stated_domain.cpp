#include "claims/facts/stated_domain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/bounds/closed_forms.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "claims/proof/guards.hpp"
#include "shufflecert/identity.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// x >= 2 says x >= 1 and x > 0 besides.
bool follows(const comparison& wanted, const comparison& known) {
  const auto* wanted_end = std::get_if<literal>(&wanted.right->node);
  const auto* known_end = std::get_if<literal>(&known.right->node);
  const bool are_numbers = wanted_end != nullptr && known_end != nullptr;
  if (to_text(*wanted.left) != to_text(*known.left)) return false;
  if (!are_numbers && to_text(*wanted.right) != to_text(*known.right)) return false;
  const bool known_below = known.op == relation::less || known.op == relation::less_equal;
  const bool known_above = known.op == relation::greater || known.op == relation::greater_equal;
  const int order = are_numbers ? known_end->value.compare(wanted_end->value) : 0;
  switch (wanted.op) {
    case relation::greater_equal:
      return known_above && order >= 0;
    case relation::greater:
      return known_above && (order > 0 || (order == 0 && known.op == relation::greater));
    case relation::less_equal:
      return known_below && order <= 0;
    case relation::less:
      return known_below && (order < 0 || (order == 0 && known.op == relation::less));
    case relation::equal:
    case relation::not_equal:
      break;
  }
  return false;
}

}  // namespace

stated_domain::stated_domain(const claim_context& context) : context_(context) {
  names_.integers = context.subject.integers;
  names_of_claim_ = names_of_claim(context.subject);
  for (const expression_ptr& whole : context.subject.domain)
    for (const expression_ptr& condition :
         conjuncts(without_all_guards(written_out(context, whole)))) {
      written_.push_back(condition);
      stated_.insert(to_text(*condition));
      conditions_.push_back(condition);
      // 1/100 is a number like any other.
      if (const auto* sides = std::get_if<comparison>(&condition->node);
          sides != nullptr && !std::holds_alternative<literal>(sides->right->node))
        if (const auto end = number_in(sides->right); end && *end >= 0)
          conditions_.push_back(make_comparison(
              sides->left, sides->op,
              make_node(literal{*end, numerator(*end).str() + "/" + denominator(*end).str()})));
    }
}

expression_ptr stated_domain::with_indices_apart(const expression_ptr& formula) const {
  return claims::with_indices_apart(formula, names_of_claim_);
}

bool stated_domain::says(const comparison& wanted) const {
  return std::any_of(conditions_.begin(), conditions_.end(), [&](const expression_ptr& stated) {
    const auto* known = std::get_if<comparison>(&stated->node);
    return known != nullptr && follows(wanted, *known);
  });
}

bool stated_domain::says_by_algebra(const comparison& wanted) const {
  const auto* end = std::get_if<literal>(&wanted.right->node);
  if (end == nullptr) return false;
  return std::any_of(conditions_.begin(), conditions_.end(), [&](const expression_ptr& stated) {
    const auto* known = std::get_if<comparison>(&stated->node);
    if (known == nullptr || known->op != wanted.op) return false;
    const auto* known_end = std::get_if<literal>(&known->right->node);
    return known_end != nullptr && known_end->value == end->value &&
           is_identity(*wanted.left, *known->left, context_.visible.visible, {},
                       context_.options.limits);
  });
}

domain_index::domain_index(stated_domain& domain, const expression_ptr& from,
                           const expression_ptr& to)
    : domain_(domain),
      name_(fmt::format("index {}", ++domain.indices_made_)),
      conditions_(domain.conditions_.size()) {
  const expression_ptr self = make_variable(name_);
  domain_.indices_.insert(name_);
  domain_.names_.integers.push_back(name_);
  if (from) domain_.conditions_.push_back(make_comparison(self, relation::greater_equal, from));
  if (to) domain_.conditions_.push_back(make_comparison(self, relation::less_equal, to));
}

domain_index::domain_index(stated_domain& domain)
    : domain_(domain),
      name_(fmt::format("index {}", ++domain.indices_made_)),
      conditions_(domain.conditions_.size()),
      is_whole_(false) {
  domain_.indices_.insert(name_);
}

domain_index::~domain_index() {
  domain_.conditions_.resize(conditions_);
  if (is_whole_) domain_.names_.integers.pop_back();
  domain_.indices_.erase(name_);
}

expression_ptr domain_index::in(const expression_ptr& body, const expression_ptr& name) const {
  return with_formulas(body, {{std::get<variable>(name->node).name, make_variable(name_)}});
}

bool stated_domain::has_index(const expression& formula) const {
  if (indices_.empty()) return false;
  const auto open = free_variables(formula);
  return std::any_of(open.begin(), open.end(),
                     [&](const std::string& name) { return indices_.contains(name); });
}

bool stated_domain::is_whole(const expression& formula) const {
  return is_whole_by_form(names_, formula);
}

}  // namespace shufflecert::inline v0_1::claims
