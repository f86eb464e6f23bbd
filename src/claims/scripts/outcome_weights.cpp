#include "claims/scripts/outcome_weights.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "claims/catalogue/substitution.hpp"
#include "language/syntax/parts.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int deepest = 8;  // of definitions that call definitions

double log10_of_call(const call& asked, const definitions& visible, const variable_map& values,
                     const budget& limits) {
  constexpr precision_range quick{64, 256};
  try {
    const expression_ptr largest = filled_in(
        "order*renyi(of, inf)", {{"of", asked.arguments.at(0)}, {"order", asked.arguments.at(1)}});
    const refined_value known = refine(*largest, visible, values, 2, quick, {.limits = limits});
    const auto* value = std::get_if<number>(&known.result);
    if (value == nullptr) return 0;
    const double natural = value->to_ball(64).near();
    return std::isfinite(natural) ? natural / std::numbers::ln10 : 0;
  } catch (const std::exception&) {
    // A variable without a value, such as an index, or a pair without an order inf.
    return 0;
  }
}

double largest_within(const expression& formula, const definitions& visible,
                      const variable_map& values, const budget& limits, int depth) {
  double largest = 0;
  if (const auto* asked = std::get_if<call>(&formula.node)) {
    const definition* defined = visible.find(asked->name);
    if (asked->name == "renyi" && asked->arguments.size() == 2)
      largest = log10_of_call(*asked, visible, values, limits);
    else if (defined != nullptr && defined->body != nullptr && depth < deepest) {
      variable_map given;
      const std::size_t count = std::min(defined->parameters.size(), asked->arguments.size());
      for (std::size_t i = 0; i < count; ++i) given[defined->parameters[i]] = asked->arguments[i];
      largest =
          largest_within(*with_formulas(defined->body, given), visible, values, limits, depth + 1);
    }
  }
  for_each_part(formula, [&](const expression_ptr& part) {
    largest = std::max(largest, largest_within(*part, visible, values, limits, depth));
  });
  return largest;
}

}  // namespace

double log10_of_largest_weight(const expression& formula, const definitions& visible,
                               const variable_map& values, const budget& limits) {
  return largest_within(formula, visible, values, limits, 0);
}

}  // namespace shufflecert::inline v0_1::claims
