#include "language/syntax/guard.hpp"

#include <string>

namespace shufflecert::inline v0_1 {
namespace {

expression_ptr made(decltype(expression::node) node) {
  return std::make_shared<const expression>(expression{std::move(node)});
}

expression_ptr zero() {
  return made(literal{rational(0), "0"});
}

}  // namespace

expression_ptr guarded(const std::vector<expression_ptr>& conditions, expression_ptr value) {
  if (conditions.empty()) return value;
  const expression_ptr condition =
      conditions.size() == 1 ? conditions.front() : made(conjunction{conditions});
  const expression_ptr no_value = made(product_chain{{{false, zero()}, {true, zero()}}});
  return made(call{"if", {condition, std::move(value), no_value}});
}

bool is_valueless(const expression& formula) {
  const auto* quotient = std::get_if<product_chain>(&formula.node);
  if (quotient == nullptr || quotient->factors.size() != 2 || quotient->factors.front().divided ||
      !quotient->factors.back().divided)
    return false;
  const auto is_zero = [](const expression_ptr& part) {
    const auto* number = std::get_if<literal>(&part->node);
    return number != nullptr && number->value == 0;
  };
  return is_zero(quotient->factors.front().operand) && is_zero(quotient->factors.back().operand);
}

std::optional<guarded_formula> guard_in(const expression& formula) {
  const auto* choice = std::get_if<call>(&formula.node);
  if (choice == nullptr || choice->name != "if" || choice->arguments.size() != 3 ||
      !is_valueless(*choice->arguments[2]))
    return std::nullopt;
  return guarded_formula{choice->arguments[0], choice->arguments[1]};
}

expression_ptr whole_condition(const std::string& name) {
  const expression_ptr x = made(variable{name});
  return made(comparison{made(call{"floor", {x}}), relation::equal, x});
}

expression_ptr whole_part_of(const expression& condition) {
  const auto* sides = std::get_if<comparison>(&condition.node);
  if (sides == nullptr || sides->op != relation::equal) return nullptr;
  const auto* whole = std::get_if<call>(&sides->left->node);
  if (whole == nullptr || whole->name != "floor" || whole->arguments.size() != 1) return nullptr;
  return to_text(*whole->arguments.front()) == to_text(*sides->right) ? sides->right : nullptr;
}

}  // namespace shufflecert::inline v0_1
