#include "claims/proof/closed_bounds.hpp"

#include <algorithm>
#include <set>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/local_functions.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/stated_pair.hpp"
#include "claims/proof/guards.hpp"
#include "claims/rules/one_outcome.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/guard.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

enum class direction { below, above };

direction reversed(direction which) {
  return which == direction::below ? direction::above : direction::below;
}

// The definitions that lead to a divergence, or all of them.
class definition_filter {
 public:
  definition_filter(const definitions& visible, bool all) : visible_(visible), all_(all) {}

  std::vector<local_function> called_from(const expression& formula) {
    collect(formula);
    return chosen_;
  }

 private:
  bool collect(const expression& formula) {
    bool leads = false;
    for (const std::string& name : called_functions(formula)) {
      leads = leads || name == "renyi";
      const definition* entry = visible_.find(name);
      if (entry == nullptr) continue;
      const auto known = seen_.find(name);
      const bool inner = known != seen_.end() ? known->second : collect(*entry->body);
      if (known == seen_.end()) {
        seen_[name] = inner;
        if (inner || all_) chosen_.push_back({name, *entry});
      }
      leads = leads || inner;
    }
    return leads;
  }

  const definitions& visible_;
  bool all_;
  std::map<std::string, bool> seen_;
  std::vector<local_function> chosen_;
};

expression_ptr with_definitions(const claim_context& context, const expression_ptr& formula,
                                bool all) {
  if (!keeps_every_argument(*formula, context.visible.visible, context.subject.let))
    throw beyond_reach("a definition passes over an argument that may have no value");
  return expand_local_functions(
      formula, definition_filter(context.visible.visible, all).called_from(*formula));
}

// Puts closed bounds in the place of divergences. Answers null where it cannot.
class side_bounder {
 public:
  explicit side_bounder(const claim& subject) : subject_(subject) {}

  expression_ptr bound(const expression_ptr& formula, direction which) {
    if (!has_divergence(*formula)) return formula;
    if (const auto* x = std::get_if<negation>(&formula->node)) {
      const expression_ptr inner = bound(x->operand, reversed(which));
      return inner ? make_node(negation{inner}) : nullptr;
    }
    if (const auto* x = std::get_if<sum_chain>(&formula->node)) return bound_sum(*x, which);
    if (const auto* x = std::get_if<product_chain>(&formula->node)) return bound_product(*x, which);
    if (const auto* x = std::get_if<call>(&formula->node)) return bound_call(*x, which);
    return nullptr;
  }

  [[nodiscard]] const std::vector<expression_ptr>& required() const { return required_; }

  // Requires what implies that the formula has a finite value. False where nothing is known to.
  bool require_value(const expression_ptr& formula) {
    if (!has_divergence(*formula)) {
      require(make_node(call{"abs", {formula}}), relation::less, "inf");
      return true;
    }
    if (const auto* x = std::get_if<negation>(&formula->node)) return require_value(x->operand);
    if (const auto* x = std::get_if<sum_chain>(&formula->node))
      return std::all_of(x->terms.begin(), x->terms.end(),
                         [&](const auto& term) { return require_value(term.operand); });
    if (const auto* x = std::get_if<product_chain>(&formula->node))
      return std::all_of(x->factors.begin(), x->factors.end(), [&](const auto& factor) {
        if (!factor.divided) return require_value(factor.operand);
        return !has_divergence(*factor.operand) &&
               require_value(
                   make_node(product_chain{{{false, make_number(1)}, {true, factor.operand}}}));
      });
    const auto* x = std::get_if<call>(&formula->node);
    if (x == nullptr) return false;
    // At most ε0, and so finite, where the pair is one of those known.
    if (x->name == "renyi")
      return bound_divergence(*x->arguments[0], x->arguments[1], direction::above) != nullptr;
    const builtin* function = find_builtin(x->name);
    if (function == nullptr || function->rises == monotony::not_stated) return false;
    for (std::size_t i = 0; i < x->arguments.size(); ++i)
      if (!require_value(x->arguments[i]) ||
          !require_domain(function->parameter_at(i).range, x->arguments[i]))
        return false;
    return true;
  }

 private:
  expression_ptr bound_sum(const sum_chain& x, direction which) {
    sum_chain result;
    result.terms.reserve(x.terms.size());
    for (const auto& term : x.terms) {
      const expression_ptr inner = bound(term.operand, term.subtracted ? reversed(which) : which);
      if (!inner) return nullptr;
      result.terms.push_back({term.subtracted, inner});
    }
    return make_node(std::move(result));
  }

  // One factor with divergences, and others that must not be negative.
  expression_ptr bound_product(const product_chain& x, direction which) {
    product_chain result;
    result.factors.reserve(x.factors.size());
    std::size_t with_divergences = 0;
    for (const auto& factor : x.factors) {
      expression_ptr inner = factor.operand;
      if (has_divergence(*inner)) {
        if (factor.divided || ++with_divergences > 1) return nullptr;
        inner = bound(inner, which);
        if (!inner) return nullptr;
      } else {
        require(inner, factor.divided ? relation::greater : relation::greater_equal, "0");
      }
      result.factors.push_back({factor.divided, inner});
    }
    return make_node(std::move(result));
  }

  expression_ptr bound_call(const call& x, direction which) {
    if (x.name == "renyi") return bound_divergence(*x.arguments[0], x.arguments[1], which);
    const builtin* function = find_builtin(x.name);
    if (function == nullptr || function->rises == monotony::not_stated) return nullptr;
    std::vector<expression_ptr> arguments;
    arguments.reserve(x.arguments.size());
    for (const auto& argument : x.arguments) {
      const expression_ptr inner = bound(argument, which);
      if (!inner) return nullptr;
      const number_range& range = function->parameter_at(arguments.size()).range;
      if (which == direction::above && !require_domain(range, argument)) return nullptr;
      // Both directions of one pair have the same upper bound.
      const bool is_repeated = std::any_of(
          arguments.begin(), arguments.end(),
          [&](const expression_ptr& known) { return to_text(*known) == to_text(*inner); });
      if (!is_repeated) arguments.push_back(inner);
    }
    if (x.name == "max" && which == direction::below) drop_the_weaker(arguments);
    if (arguments.size() == 1 && x.arguments.size() > 1) return arguments.front();
    return make_node(call{x.name, std::move(arguments)});
  }

  // A bound from above may lie in the domain of a function where the argument does not; one from
  // below tells that the argument does.
  bool require_domain(const number_range& domain, const expression_ptr& argument) {
    if (domain.largest.value) return false;
    if (!domain.least.value) return true;
    const expression_ptr least = bound(argument, direction::below);
    if (!least) return false;
    require(least, domain.least.is_excluded ? relation::greater : relation::greater_equal,
            std::to_string(*domain.least.value));
    return true;
  }

  // The bound "no ones" of randomized response is larger than "all ones" wherever either says
  // anything for n >= 2. A maximum is at least each of its parts.
  void drop_the_weaker(std::vector<expression_ptr>& arguments) const {
    const auto is_weak = [&](const expression_ptr& argument) {
      return all_ones_.contains(to_text(*argument));
    };
    if (!std::all_of(arguments.begin(), arguments.end(), is_weak))
      arguments.erase(std::remove_if(arguments.begin(), arguments.end(), is_weak), arguments.end());
  }

  expression_ptr bound_divergence(const expression& pair, const expression_ptr& order,
                                  direction which) {
    const auto stated = pair_in(pair);
    if (!stated || stated->name == "krr_pair" || has_divergence(*order)) return nullptr;
    const bool is_unmixed = stated->name == "unmixed_pair";
    const auto& given = stated->arguments;
    if (!is_whole_by_form(subject_, *given[0])) return nullptr;
    // The pair and the divergence must exist.
    require(given[0], relation::greater_equal, "1");
    require(given[1], relation::greater_equal, "0");
    if (given.size() > 2) {
      require(given[2], relation::greater, "0");
      require(given[2], relation::less_equal, "1");
    }
    variable_map letters{{"n", given[0]}, {"eps0", given[1]}, {"lambda", order}};
    letters["p"] = stated->clone_rate();
    if (which == direction::above) {
      if (is_unmixed) return nullptr;
      require(order, relation::greater, "0");
      return given[1];
    }
    if (is_unmixed) {
      require(order, relation::greater_equal, "1");
      return parse_formula("inf");
    }
    require(order, relation::greater, "1");
    if (stated->name == "clone_pair") return filled_in(one_outcome::one_side, letters);
    if (stated->is_swapped) return filled_in(one_outcome::no_ones, letters);
    expression_ptr all_ones = filled_in(one_outcome::all_ones, letters);
    all_ones_.insert(to_text(*all_ones));
    return all_ones;
  }

  void require(const expression_ptr& left, relation op, std::string_view right) {
    required_.push_back(make_comparison(left, op, parse_formula(right)));
  }

  const claim& subject_;
  std::vector<expression_ptr> required_;
  std::set<std::string> all_ones_;
};

// What contradicts `left op right`, most useful first.
std::vector<relation> opposites(relation op) {
  switch (op) {
    case relation::less_equal:
      return {relation::greater};
    case relation::less:
      return {relation::greater_equal};
    case relation::greater_equal:
      return {relation::less};
    case relation::greater:
      return {relation::less_equal};
    case relation::equal:
      return {relation::greater, relation::less, relation::not_equal};
    case relation::not_equal:
      return {relation::equal};
  }
  return {};
}

std::optional<refuting_condition> closed_condition(const claim& subject, const comparison& sides,
                                                   relation op) {
  const bool wants_large = op == relation::greater || op == relation::greater_equal;
  const bool wants_small = op == relation::less || op == relation::less_equal;
  if (!wants_large && !wants_small) return std::nullopt;
  const direction of_left = wants_large ? direction::below : direction::above;
  side_bounder bounder(subject);
  const expression_ptr left = bounder.bound(sides.left, of_left);
  const expression_ptr right = bounder.bound(sides.right, reversed(of_left));
  if (!left || !right) return std::nullopt;
  const bool is_left_changed = left != sides.left;
  const bool is_right_changed = right != sides.right;
  expression_ptr witness;
  if (is_left_changed && is_right_changed)
    witness = make_comparison(left, op, right);
  else if (is_left_changed || is_right_changed)
    witness = is_left_changed ? left : right;
  return refuting_condition{make_comparison(left, op, right), bounder.required(), witness};
}

}  // namespace

std::vector<refuting_condition> refuting_conditions(const claim_context& context,
                                                    const expression_ptr& relation) {
  std::vector<refuting_condition> found;
  // A part counts where those before it have values: they are checked first.
  side_bounder before(context.subject);
  bool exist_before = true;
  std::vector<expression_ptr> guards;  // what the definitions written out so far need
  const auto add = [&](refuting_condition way) {
    way.required.insert(way.required.end(), guards.begin(), guards.end());
    way.required.insert(way.required.end(), before.required().begin(), before.required().end());
    found.push_back(std::move(way));
  };
  for (const expression_ptr& stated : conjuncts(relation)) {
    if (!exist_before) break;
    expression_ptr part = with_indices_apart(
        with_definitions(context, with_local_names(context.subject, stated), false),
        names_of_claim(context.subject));
    std::vector<expression_ptr> own_guards;
    part = without_guards(part, [&](const expression_ptr& condition) {
      const expression_ptr whole = whole_part_of(*condition);
      if (!whole || !is_whole_by_form(context.subject, *whole)) own_guards.push_back(condition);
      return true;
    });
    if (has_divergence(*part))
      guards.insert(guards.end(), own_guards.begin(), own_guards.end());
    else
      part = stated;
    const auto* sides = std::get_if<comparison>(&part->node);
    if (sides == nullptr) {
      add({make_node(logical_not{stated}), {}, nullptr});
      exist_before = false;
      continue;
    }
    for (const auto op : opposites(sides->op)) {
      if (const auto closed = closed_condition(context.subject, *sides, op))
        add(*closed);
      else
        add({make_comparison(sides->left, op, sides->right), {}, nullptr});
    }
    exist_before = before.require_value(sides->left) && before.require_value(sides->right);
  }
  return found;
}

expression_ptr with_local_names(const claim& subject, expression_ptr formula) {
  // They may use each other; none leads back to itself.
  for (;;) {
    const auto open = free_variables(*formula);
    if (std::none_of(open.begin(), open.end(),
                     [&](const std::string& name) { return subject.let.contains(name); }))
      return formula;
    formula = with_formulas(formula, subject.let);
  }
}

expression_ptr written_out(const claim_context& context, const expression_ptr& formula) {
  const expression_ptr named = with_local_names(context.subject, formula);
  return with_indices_apart(with_definitions(context, named, true),
                            names_of_claim(context.subject));
}

}  // namespace shufflecert::inline v0_1::claims
