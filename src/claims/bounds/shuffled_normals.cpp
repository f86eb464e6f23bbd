#include "claims/bounds/shuffled_normals.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/bounds/pair_forms.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/proof/closed_bounds.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::int64_t largest_order = 8;
constexpr std::int64_t largest_found = 4;

// The ways to write a number as a sum of parts that do not rise.
void collect_partitions(std::int64_t rest, std::int64_t largest, std::vector<std::int64_t>& parts,
                        std::vector<std::vector<std::int64_t>>& found) {
  if (rest == 0) found.push_back(parts);
  for (std::int64_t part = std::min(rest, largest); part >= 1; --part) {
    parts.push_back(part);
    collect_partitions(rest - part, part, parts, found);
    parts.pop_back();
  }
}

std::int64_t factorial_of(std::int64_t k) {
  std::int64_t product = 1;
  for (std::int64_t i = 2; i <= k; ++i) product *= i;
  return product;
}

// How many of the order's factors are arranged by these parts on chosen users, over the orders in
// which equal parts can be chosen.
std::int64_t arrangements_of(const std::vector<std::int64_t>& parts, std::int64_t order) {
  std::int64_t count = factorial_of(order);
  for (const std::int64_t part : parts) count /= factorial_of(part);
  for (auto one = parts.begin(); one != parts.end();) {
    const auto next =
        std::find_if(one, parts.end(), [&](std::int64_t part) { return part != *one; });
    count /= factorial_of(next - one);
    one = next;
  }
  return count;
}

// (N.9): n(n−1)… choices of as many users as there are parts.
std::string value_of_order(std::int64_t order) {
  std::vector<std::vector<std::int64_t>> partitions;
  std::vector<std::int64_t> parts;
  collect_partitions(order, order, parts, partitions);
  std::string moment;
  for (const auto& one : partitions) {
    std::int64_t exponent = 0;
    for (const std::int64_t part : one) exponent += part * (part - 1) / 2;
    moment += fmt::format("{}{}*n", moment.empty() ? "" : " + ", arrangements_of(one, order));
    for (std::size_t i = 1; i < one.size(); ++i) moment += fmt::format("*(n - {})", i);
    if (exponent > 0) moment += fmt::format("*exp({}/s^2)", exponent);
  }
  return fmt::format("log(({})/n^{})/({} - 1)", moment, order, order);
}

}  // namespace

std::vector<known_bound> shuffled_normal_values(const claim& subject, const call& quantity) {
  if (quantity.name != "shuffle_gaussian_renyi" ||
      !is_whole_by_form(subject, *quantity.arguments[0]))
    return {};
  const auto* order = std::get_if<literal>(&quantity.arguments[2]->node);
  if (order == nullptr || !is_integer(order->value) || order->value < 2 ||
      order->value > largest_order)
    return {};
  return {make_bound(value_of_order(numerator(order->value).convert_to<std::int64_t>()),
                     {{"n", quantity.arguments[0]}, {"s", quantity.arguments[1]}},
                     {"n >= 1", "s > 0"}, "(N.9)")};
}

std::vector<known_bound> shuffled_normal_bounds(const claim& subject, const call& quantity) {
  if (quantity.name != "shuffle_gaussian_renyi" ||
      !is_whole_by_form(subject, *quantity.arguments[0]))
    return {};
  const variable_map letters{
      {"n", quantity.arguments[0]}, {"s", quantity.arguments[1]}, {"x", quantity.arguments[2]}};
  known_bound strict = make_bound("x/(2*s^2)", letters, {"n >= 2", "s > 0", "x >= 2"}, "(N.14)");
  strict.is_strict = true;
  return {strict, make_bound("x/(2*s^2)", letters, {"n >= 1", "s > 0", "x >= 2"}, "(N.14)")};
}

std::vector<known_bound> shuffled_normals_above(const claim& subject, const expression& formula) {
  const auto open = free_variables(formula);
  std::vector<known_bound> found;
  if (open.size() != 2) return found;
  for (const std::string& n : open)
    for (const std::string& s : open) {
      if (n == s || !is_whole_variable(subject, n)) continue;
      const variable_map letters{{"n", make_variable(n)}, {"s", make_variable(s)}};
      for (std::int64_t order = 2; order <= largest_found; ++order) {
        const known_bound one =
            make_bound(value_of_order(order), letters, {"n >= 1", "s > 0"}, "(N.9)");
        if (!is_same_number(*one.formula, formula)) continue;
        found.push_back(
            {with_formulas(parse_formula(fmt::format("shuffle_gaussian_renyi(n, s, {})", order)),
                           letters),
             one.required, one.rule});
      }
    }
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
