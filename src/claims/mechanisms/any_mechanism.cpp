#include "claims/mechanisms/any_mechanism.hpp"

#include <algorithm>
#include <set>

#include "claims/catalogue/formula_matching.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/called_names.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// What the formula has of a family of mechanisms, and the indices of its sums.
class mechanism_finder {
 public:
  mechanism_finder(const expression_ptr& formula, std::string_view family) : family_(family) {
    rewritten(formula, [&](const expression& part) -> expression_ptr {
      if (const auto* c = std::get_if<call>(&part.node); c != nullptr && c->name == family_)
        add(part);
      if (const auto* c = std::get_if<call>(&part.node); c != nullptr && binds_a_name(c->name))
        if (const auto* index = std::get_if<variable>(&c->arguments.front()->node))
          indices_.insert(index->name);
      return nullptr;
    });
    if (!first_)
      throw formula_error(formula->column,
                          "there is no " + family_ +
                              "(n, eps0) in it, and falsify looks for a mechanism to put in its "
                              "place");
    check_indices();
  }

  [[nodiscard]] const call& found() const { return std::get<call>(first_->node); }

 private:
  void add(const expression& part) {
    const auto& c = std::get<call>(part.node);
    if (c.arguments.size() != 2)
      throw formula_error(part.column, "'" + family_ + "' takes 2 arguments, not " +
                                           std::to_string(c.arguments.size()) + ": " + family_ +
                                           "(n, eps0)");
    for (const expression_ptr& argument : c.arguments) {
      if (calls_function(*argument, family_))
        throw formula_error(part.column, family_ + " stands inside of " + family_);
    }
    if (first_ && to_text(*first_) != to_text(part))
      throw formula_error(part.column, "two different mechanisms, " + to_text(*first_) + " and " +
                                           to_text(part) + "; falsify looks for one");
    if (!first_) first_ = part;
  }

  // The mechanism is looked for once, so its arguments have one value in the whole formula.
  void check_indices() const {
    for (const expression_ptr& argument : found().arguments)
      for (const std::string& name : free_variables(*argument))
        if (indices_.contains(name))
          throw formula_error(first_->column, "'" + name +
                                                  "' is an index in this formula; the n and eps0 "
                                                  "of " +
                                                  family_ + " have one value");
  }

  std::string family_;
  std::optional<expression> first_;
  std::set<std::string> indices_;
};

[[noreturn]] void refuse_form(const expression& formula) {
  throw formula_error(formula.column,
                      "one comparison by <, <=, > or >= is expected, such as "
                      "'hockey_stick(any_mechanism(n, eps0), 0.3) <= 0.1'");
}

bool is_order(const expression& formula) {
  const auto* c = std::get_if<comparison>(&formula.node);
  return c != nullptr && c->op != relation::equal && c->op != relation::not_equal;
}

}  // namespace

call only_mechanism(const expression_ptr& formula, std::string_view family) {
  return mechanism_finder(formula, family).found();
}

expression_ptr mechanism_relation::about(const staircase_mechanism& mechanism) const {
  return with_mechanism(formula, mechanism.pair(eps0));
}

bool is_any_mechanism(const expression& part) {
  const auto* c = std::get_if<call>(&part.node);
  return c != nullptr && c->name == any_mechanism_name;
}

bool calls_any_mechanism(const expression& formula) {
  return calls_function(formula, any_mechanism_name);
}

expression_ptr with_mechanism(const expression_ptr& formula, const expression_ptr& pair) {
  return rewritten(formula, [&](const expression& part) -> expression_ptr {
    if (!is_any_mechanism(part)) return nullptr;
    return std::make_shared<const expression>(expression{pair->node, part.column});
  });
}

expression_ptr gap_of_sides(const expression& relation) {
  const auto& sides = std::get<comparison>(relation.node);
  const expression_ptr apart = make_node(sum_chain{{{false, sides.left}, {true, sides.right}}});
  const expression_ptr larger =
      make_call("max", {make_call("abs", {sides.left}), make_call("abs", {sides.right})});
  return make_node(product_chain{{{false, make_call("abs", {apart})}, {true, larger}}});
}

mechanism_relation find_mechanism_relation(const expression_ptr& formula) {
  const call found = only_mechanism(formula, any_mechanism_name);
  if (!is_order(*formula)) refuse_form(*formula);
  return {formula, found.arguments[0], found.arguments[1]};
}

mechanism_relation read_mechanism_relation(const expression_ptr& formula,
                                           const definitions& visible, const name_kinds& names) {
  const call found = only_mechanism(formula, any_mechanism_name);
  mechanism_relation result{formula, found.arguments[0], found.arguments[1]};
  const std::vector<std::string> open = free_variables(*formula);
  if (std::all_of(open.begin(), open.end(),
                  [&](const std::string& name) { return names.contains(name); })) {
    // The name alone is what messages show then.
    name_kinds with_any = names;
    with_any.emplace(any_mechanism_name, value_kind::pair);
    check_formula(*with_mechanism(formula, make_variable(std::string(any_mechanism_name))), visible,
                  with_any);
  } else {
    // Any mechanism will do: some variable has no value, and the message lists those that have one.
    staircase_mechanism some;
    check_formula(*result.about(some), visible, names);
  }
  const expression_ptr order = make_comparison(result.users, relation::less_equal, result.eps0);
  check_formula(*order, visible, names);
  if (!is_order(*formula)) refuse_form(*formula);
  return result;
}

}  // namespace shufflecert::inline v0_1::claims
