// Rényi divergences of shuffled normal reports: (N.9) of docs/methods/normal.md.

#include <fmt/format.h>

#include <algorithm>

#include "claims/rules/rule.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::int64_t largest_order = 8;
constexpr std::int64_t largest_sought = 4;

// The ways to write a number as a sum of parts that do not rise.
void collect_partitions(std::int64_t rest, std::int64_t largest, std::vector<std::int64_t>& parts,
                        std::vector<std::vector<std::int64_t>>& partitions) {
  if (rest == 0) partitions.push_back(parts);
  for (std::int64_t part = std::min(rest, largest); part >= 1; --part) {
    parts.push_back(part);
    collect_partitions(rest - part, part, parts, partitions);
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
  for (auto first = parts.begin(); first != parts.end();) {
    const auto next =
        std::find_if(first, parts.end(), [&](std::int64_t part) { return part != *first; });
    count /= factorial_of(next - first);
    first = next;
  }
  return count;
}

// (N.9): n(n−1)… choices of as many users as there are parts.
std::string value_of_order(std::int64_t order) {
  std::vector<std::vector<std::int64_t>> partitions;
  std::vector<std::int64_t> parts;
  collect_partitions(order, order, parts, partitions);
  std::string moment;
  for (const auto& partition : partitions) {
    std::int64_t exponent = 0;
    for (const std::int64_t part : partition) exponent += part * (part - 1) / 2;
    moment += fmt::format("{}{}*n", moment.empty() ? "" : " + ", arrangements_of(partition, order));
    for (std::size_t i = 1; i < partition.size(); ++i) moment += fmt::format("*(n - {})", i);
    if (exponent > 0) moment += fmt::format("*exp({}/sigma^2)", exponent);
  }
  return fmt::format("log(({})/n^{})/({} - 1)", moment, order, order);
}

}  // namespace

std::vector<rule> normal_rules() {
  using enum bounded_form;
  using enum rule_side;
  std::vector<rule> rules;
  for (std::int64_t order = 2; order <= largest_order; ++order)
    rules.push_back({.place = "(N.9)",
                     .quantity = fmt::format("shuffle_gaussian_renyi(n, sigma, {})", order),
                     .forms = {normal_reports},
                     .side = value,
                     .formula = value_of_order(order),
                     .conditions = {"n >= 1", "sigma > 0"},
                     .is_sought = order <= largest_sought,
                     .false_twin = value_of_order(order) + " + 1/1000",
                     .refuted_at = "n = 2, sigma = 1"});
  return rules;
}

}  // namespace shufflecert::inline v0_1::claims
