#include "claims/limits/closed_sides.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/bounds/closed_forms.hpp"
#include "claims/bounds/known_bounds.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/forms/stated_pair.hpp"
#include "language/syntax/parts.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t most_sides = 64;
// Of choices of bounds, which multiply with the number of divergences.
constexpr std::size_t most_visited = 400;

// The first divergence of the formula, from the left.
expression_ptr divergence_in(const expression_ptr& formula) {
  const auto* x = std::get_if<call>(&formula->node);
  if (x != nullptr && has_divergence(*formula) &&
      std::none_of(
          x->arguments.begin(), x->arguments.end(),
          [](const expression_ptr& argument) { return divergence_in(argument) != nullptr; }) &&
      (x->name == "renyi" || x->name == "hockey_stick" || x->name == "chi_moment" ||
       x->name == "epsilon"))
    return formula;
  expression_ptr found;
  for_each_part(*formula, [&](const expression_ptr& part) {
    if (!found) found = divergence_in(part);
  });
  return found;
}

class side_search {
 public:
  side_search(domain_facts& facts, leading_terms& terms, std::string along)
      : facts_(facts), terms_(terms), along_(std::move(along)) {}

  void collect(const closed_side& from, bool is_above, std::vector<closed_side>& found) {
    if (found.size() >= most_sides || ++visited_ > most_visited) return;
    const expression_ptr quantity = divergence_in(from.formula);
    if (!quantity) {
      if (!has_divergence(*from.formula)) found.push_back(from);
      return;
    }
    quantity_ = to_text(*quantity);
    is_divisor_ = false;
    const std::optional<int> direction = direction_of(from.formula);
    if (!direction || !facts_.has_value(quantity)) return;
    const bool is_divisor = is_divisor_;
    const bool from_above = (*direction > 0) == is_above;
    for (const known_bound& bound : bounds_of(quantity, from_above)) {
      const expression_ptr formula = with_sums_written(bound.formula);
      if (has_divergence(*formula) || !applies(bound)) continue;
      // 1/D <= 1/L needs a positive L.
      if (is_divisor && terms_.sign_of(formula) != 1) continue;
      closed_side next{with(from.formula, quantity, formula), from.steps, from.rules};
      next.steps.push_back(fmt::format("for all large {}, {} {} {}{}", along_, to_text(*quantity),
                                       from_above ? "<=" : ">=", to_text(*formula),
                                       bound.rule.empty() ? "" : ", by " + bound.rule));
      if (!bound.rule.empty() &&
          std::find(next.rules.begin(), next.rules.end(), bound.rule) == next.rules.end())
        next.rules.push_back(bound.rule);
      collect(next, is_above, found);
    }
  }

 private:
  static expression_ptr with(const expression_ptr& formula, const expression_ptr& quantity,
                             const expression_ptr& bound) {
    const std::string text = to_text(*quantity);
    return rewritten(formula, [&](const expression& part) -> expression_ptr {
      return to_text(part) == text ? bound : nullptr;
    });
  }

  // Also those of the divergence of order 2: it rises with the order, (V.1).
  std::vector<known_bound> bounds_of(const expression_ptr& quantity, bool from_above) {
    const claim& subject = facts_.domain().names();
    if (from_above) return bounds_above(subject, *quantity);
    std::vector<known_bound> found = bounds_below(subject, *quantity);
    const auto& x = std::get<call>(quantity->node);
    const expression_ptr two = make_number(2);
    if (x.name == "renyi" && x.arguments.size() == 2 && !is_literal(x.arguments[1], 2) &&
        facts_.is_certain(x.arguments[1], relation::greater_equal, two)) {
      const expression_ptr second = make_call("renyi", {x.arguments[0], two});
      if (facts_.has_value(second))
        for (known_bound& bound : bounds_below(subject, *second)) {
          bound.rule += " at order 2; the divergence rises with its order, (V.1)";
          found.push_back(std::move(bound));
        }
    }
    if (facts_.is_at_least(quantity, 0)) found.push_back({make_number(0), {}, "", false});
    return found;
  }

  bool is_positive_in_the_end(const expression_ptr& quantity) {
    const std::vector<known_bound> bounds = bounds_of(quantity, false);
    return std::any_of(bounds.begin(), bounds.end(), [&](const known_bound& bound) {
      return !has_divergence(*bound.formula) && applies(bound) &&
             terms_.sign_of(with_sums_written(bound.formula)) == 1;
    });
  }

  bool applies(const known_bound& bound) {
    return std::all_of(bound.required.begin(), bound.required.end(),
                       [&](const expression_ptr& one) { return terms_.holds(one); });
  }

  [[nodiscard]] bool has_quantity(const expression& part) const {
    if (to_text(part) == quantity_) return true;
    bool found = false;
    for_each_part(part,
                  [&](const expression_ptr& inner) { found = found || has_quantity(*inner); });
    return found;
  }

  // Whether the formula rises (1) or falls (−1) with the quantity, for all large values; nothing
  // where that is not clear, or where the quantity is in it more than once.
  std::optional<int> direction_of(const expression_ptr& formula) {
    if (to_text(*formula) == quantity_) return 1;
    if (const auto* x = std::get_if<negation>(&formula->node)) {
      const auto inner = direction_of(x->operand);
      return inner ? std::optional<int>(-*inner) : std::nullopt;
    }
    if (const auto* x = std::get_if<sum_chain>(&formula->node)) {
      std::optional<int> found;
      for (const auto& term : x->terms) {
        if (!has_quantity(*term.operand)) continue;
        if (found) return std::nullopt;
        const auto inner = direction_of(term.operand);
        if (!inner) return std::nullopt;
        found = term.subtracted ? -*inner : *inner;
      }
      return found;
    }
    if (const auto* x = std::get_if<product_chain>(&formula->node)) return direction_of(*x);
    if (const auto* x = std::get_if<call>(&formula->node)) {
      // Others may have no value between the quantity and its bound.
      if (x->name != "max" && x->name != "min" && x->name != "exp" && x->name != "expm1")
        return std::nullopt;
      std::optional<int> found;
      for (const expression_ptr& argument : x->arguments) {
        if (!has_quantity(*argument)) continue;
        if (found) return std::nullopt;
        found = direction_of(argument);
        if (!found) return std::nullopt;
      }
      return found;
    }
    return std::nullopt;
  }

  std::optional<int> direction_of(const product_chain& product) {
    std::optional<int> found;
    int sign = 1;
    for (const auto& factor : product.factors) {
      if (has_quantity(*factor.operand)) {
        if (found) return std::nullopt;
        const auto inner = direction_of(factor.operand);
        if (!inner) return std::nullopt;
        // 1/D falls with a positive D.
        if (factor.divided &&
            (to_text(*factor.operand) != quantity_ || !is_positive_in_the_end(factor.operand)))
          return std::nullopt;
        is_divisor_ = is_divisor_ || factor.divided;
        found = factor.divided ? -*inner : *inner;
        continue;
      }
      const auto other = terms_.sign_of(factor.operand);
      if (!other || *other == 0) return std::nullopt;
      sign *= *other;
    }
    return found ? std::optional<int>(*found * sign) : std::nullopt;
  }

  domain_facts& facts_;
  leading_terms& terms_;
  std::string along_;
  std::size_t visited_ = 0;
  std::string quantity_;     ///< the divergence whose place is looked at
  bool is_divisor_ = false;  ///< whether something is divided by it
};

}  // namespace

std::vector<closed_side> closed_sides(domain_facts& facts, leading_terms& terms,
                                      const std::string& along, const expression_ptr& formula,
                                      bool is_above) {
  std::vector<closed_side> found;
  side_search(facts, terms, along).collect({formula, {}}, is_above, found);
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
