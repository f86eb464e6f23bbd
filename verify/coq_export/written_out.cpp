#include "verify/coq_export/written_out.hpp"

#include <algorithm>

#include "arithmetic/overloaded.hpp"
#include "language/syntax/builtins.hpp"
#include "verify/coq_export/not_exportable.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

expression_ptr made(decltype(expression::node) node) {
  return std::make_shared<const expression>(expression{std::move(node)});
}

// Whether it is 0/0, which has no value.
bool is_nothing(const expression& formula) {
  return to_text(formula) == "0/0";
}

}  // namespace

coq_definition coq_definition_of(std::string name, std::vector<std::string> parameters,
                                 const expression_ptr& body) {
  coq_definition made_of{std::move(name), std::move(parameters), body, {}};
  const auto* choice = std::get_if<call>(&body->node);
  if (choice != nullptr && choice->name == "if" && choice->arguments.size() == 3 &&
      is_nothing(*choice->arguments[2])) {
    made_of.body = choice->arguments[1];
    made_of.conditions = conjuncts(choice->arguments[0]);
  }
  return made_of;
}

formula_expander::formula_expander(const std::vector<coq_definition>& known,
                                   std::map<std::string, expression_ptr> lets)
    : known_(known), lets_(std::move(lets)) {}

expression_ptr formula_expander::written_out(const expression_ptr& formula) {
  return replaced(formula, {});
}

expression_ptr formula_expander::replaced(const expression_ptr& formula,
                                          const replacements& values) {
  const auto part = [&](const expression_ptr& x) { return replaced(x, values); };
  const auto parts = [&](const std::vector<expression_ptr>& all) {
    std::vector<expression_ptr> done;
    done.reserve(all.size());
    for (const expression_ptr& one : all) done.push_back(part(one));
    return done;
  };
  return std::visit(
      overloaded{[&](const literal&) { return formula; },
                 [&](const variable& x) {
                   if (const auto found = values.find(x.name); found != values.end())
                     return found->second;
                   if (const auto found = lets_.find(x.name); found != lets_.end())
                     return replaced(found->second, {});
                   return formula;
                 },
                 [&](const call& x) { return replaced_call(formula, x, values); },
                 [&](const negation& x) { return made(negation{part(x.operand)}); },
                 [&](const sum_chain& x) {
                   sum_chain done = x;
                   for (auto& term : done.terms) term.operand = part(term.operand);
                   return made(std::move(done));
                 },
                 [&](const product_chain& x) {
                   product_chain done = x;
                   for (auto& factor : done.factors) factor.operand = part(factor.operand);
                   return made(std::move(done));
                 },
                 [&](const power_of& x) {
                   return made(power_of{part(x.base), part(x.exponent)});
                 },
                 [&](const comparison& x) {
                   return made(comparison{part(x.left), x.op, part(x.right)});
                 },
                 [&](const conjunction& x) { return made(conjunction{parts(x.operands)}); },
                 [&](const disjunction& x) { return made(disjunction{parts(x.operands)}); },
                 [&](const logical_not& x) { return made(logical_not{part(x.operand)}); }},
      formula->node);
}

expression_ptr formula_expander::replaced_call(const expression_ptr& formula, const call& x,
                                               const replacements& values) {
  call done = x;
  if (binds_a_name(x.name)) {
    const auto* bound = std::get_if<variable>(&x.arguments.front()->node);
    if (bound == nullptr) throw not_exportable("'" + to_text(*formula) + "' binds no name");
    replacements inner = values;
    // The index keeps its name: a formula that is put in must not mention it.
    inner[bound->name] = x.arguments.front();
    for (const auto& [name, value] : values) {
      const auto open = free_variables(*value);
      if (name != bound->name && std::find(open.begin(), open.end(), bound->name) != open.end())
        throw not_exportable("the index '" + bound->name + "' has the name of a variable");
    }
    for (std::size_t i = 1; i + 1 < done.arguments.size(); ++i)
      done.arguments[i] = replaced(done.arguments[i], values);
    done.arguments.back() = replaced(done.arguments.back(), inner);
    return made(std::move(done));
  }
  for (expression_ptr& argument : done.arguments) argument = replaced(argument, values);
  const auto found = std::find_if(known_.begin(), known_.end(),
                                  [&](const coq_definition& one) { return one.name == x.name; });
  if (found == known_.end()) return made(std::move(done));
  replacements own;
  for (std::size_t i = 0; i < found->parameters.size() && i < done.arguments.size(); ++i)
    own[found->parameters[i]] = done.arguments[i];
  for (const expression_ptr& condition : found->conditions)
    conditions_.push_back(replaced(condition, own));
  return replaced(found->body, own);
}

}  // namespace shufflecert::inline v0_1::claims
