#include <fmt/format.h>

#include "second/plain_evaluator.hpp"
#include "shufflecert/plain_evaluation.hpp"

namespace shufflecert::inline v0_1 {

plain_value evaluate_double(const expression& formula, const definitions& visible,
                            const variable_map& variables, const plain_options& options) {
  const second::setting<double> in{0, 16, options.limits, options.work};
  second::plain_evaluator<double> at(visible, variables, in);
  const second::value<double> found = at.evaluate(formula);
  plain_value result;
  if (const auto* decided = std::get_if<second::answer>(&found)) {
    result.is_condition = true;
    result.truth = decided->value;
    return result;
  }
  result.nearest = second::held<double>(found, "number or a condition");
  // The shortest decimal text that reads back as the same double.
  result.decimal = fmt::format("{}", result.nearest);
  return result;
}

}  // namespace shufflecert::inline v0_1
