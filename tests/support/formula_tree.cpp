#include "support/formula_tree.hpp"

#include <variant>

using namespace shufflecert;

namespace {

std::string list_of(const std::string& head, const std::vector<expression_ptr>& parts) {
  std::string text = head + "(";
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : ", ") + tree_of(*parts[i]);
  return text + ")";
}

struct writer {
  std::string operator()(const literal& x) const { return x.spelling; }
  std::string operator()(const variable& x) const { return x.name; }
  std::string operator()(const call& x) const { return list_of("call:" + x.name, x.arguments); }
  std::string operator()(const negation& x) const { return list_of("minus", {x.operand}); }
  std::string operator()(const sum_chain& x) const {
    std::string text = "[";
    for (const auto& term : x.terms)
      text += (term.subtracted ? " -" : " +") + tree_of(*term.operand);
    return text + "]";
  }
  std::string operator()(const product_chain& x) const {
    std::string text = "[";
    for (const auto& factor : x.factors)
      text += (factor.divided ? " /" : " *") + tree_of(*factor.operand);
    return text + "]";
  }
  std::string operator()(const power_of& x) const { return list_of("power", {x.base, x.exponent}); }
  std::string operator()(const comparison& x) const {
    static const char* const names[] = {"lt", "le", "gt", "ge", "eq", "ne"};
    return list_of(names[static_cast<std::size_t>(x.op)], {x.left, x.right});
  }
  std::string operator()(const conjunction& x) const { return list_of("and", x.operands); }
  std::string operator()(const disjunction& x) const { return list_of("or", x.operands); }
  std::string operator()(const logical_not& x) const { return list_of("not", {x.operand}); }
};

}  // namespace

std::string tree_of(const expression& formula) {
  return std::visit(writer{}, formula.node);
}
