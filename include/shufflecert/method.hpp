#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shufflecert::inline v0_1 {

/// How a quantity is computed. Which methods compute which quantity of which pair, and what each
/// costs, is in docs/methods/index.md; `automatic` lets the documented cost model choose.
enum class evaluation_method {
  automatic,
  closed_form,
  exact_rationals,
  direct_summation,
  windowed_moments,  ///< moment series, inverse moments summed over a window of layers
  closed_moments,    ///< moment series, inverse moments in closed form: cost independent of n
  hybrid_moments,    ///< small layers summed directly, moments above
  central_moments,   ///< moments of a binomial law around its mean: cost independent of n
  binomial_tails,    ///< binomial tails cut at one index, updated from layer to layer
  line_integral,     ///< an integral over one variable: whole orders, and tails of many layers
  sum_over_rounds,   ///< of the rounds of a composed pair, which add up
  sum_over_clones,   ///< of the values for each number of clones
  convolution        ///< of losses on a grid, with whole-number masses
};

/// The name that results show: "direct summation", …
const char* to_text(evaluation_method method);

/// The method of that name, written with spaces or with hyphens; nothing for other text.
std::optional<evaluation_method> method_named(std::string_view text);

/// The names, with hyphens, as `--method` takes them.
std::vector<std::string> method_names();

}  // namespace shufflecert::inline v0_1
