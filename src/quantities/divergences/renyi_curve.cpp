#include "shufflecert/renyi_curve.hpp"

#include "quantities/clone/clone_renyi.hpp"
#include "quantities/outcomes/discrete_pairs.hpp"
#include "quantities/pairs/parameter_ranges.hpp"
#include "quantities/pairs/parameters.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// Whether D_λ needs a sum, at an order that is known well enough.
bool is_plain_order(const distribution_pair& pair, const number& lambda, bits precision) {
  if (lambda.is_infinity(1) || covers_a_range(pair, lambda, precision)) return false;
  const truth is_one = compare(lambda, relation::equal, 1, precision);
  return is_one.value.has_value() && !is_one.tied;
}

}  // namespace

std::vector<quantity> renyi_curve(const distribution_pair& pair, const std::vector<number>& orders,
                                  bits precision, const evaluation_options& options) {
  check_parameters(pair, precision);
  for (const number& lambda : orders) check_order(lambda, "lambda", precision);
  std::vector<std::optional<quantity>> found(orders.size());
  const auto* clone = std::get_if<clone_pair>(&pair.kind);
  if (clone != nullptr && !certainly_identical(pair)) {
    std::vector<std::size_t> plain;
    std::vector<number> plain_orders;
    for (std::size_t i = 0; i < orders.size(); ++i) {
      if (!is_plain_order(pair, orders[i], precision)) continue;
      plain.push_back(i);
      plain_orders.push_back(orders[i]);
    }
    auto values =
        clone_renyi_curve(*clone, plain_orders, precision, options.limits, options.method);
    for (std::size_t i = 0; i < plain.size(); ++i) found[plain[i]] = std::move(values[i]);
  }
  std::vector<quantity> result;
  result.reserve(orders.size());
  for (std::size_t i = 0; i < orders.size(); ++i)
    result.push_back(found[i] ? std::move(*found[i]) : renyi(pair, orders[i], precision, options));
  return result;
}

}  // namespace shufflecert::inline v0_1
