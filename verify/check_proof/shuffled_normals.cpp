// Shuffled normal reports: (N.9) and (N.14) of docs/methods/normal.md.

#include "bounds.hpp"

namespace check {
namespace {

constexpr int largest_order = 8;

rational power_series_term(int k) {
  rational product = 1;
  for (int i = 2; i <= k; ++i) product *= i;
  return product;
}

// E[(L_1 + … + L_n)^order] for likelihood ratios with E L^k = w^(k(k−1)/2), user by user: the terms
// of the n-th power of a series f with f_0 = 1, by how many users have a power above 0.
std::string moment_of_sum(int order) {
  // choices[r][d]: the sum over (k_1, …, k_r), all of them at least 1 and d together, of the
  // products of w^(k(k−1)/2)/k!, as numbers by the exponents of w.
  using by_exponent = std::map<int, rational>;
  std::vector<std::vector<by_exponent>> choices(
      static_cast<std::size_t>(order) + 1,
      std::vector<by_exponent>(static_cast<std::size_t>(order) + 1));
  choices[0][0][0] = 1;
  for (std::size_t users = 1; users < choices.size(); ++users)
    for (std::size_t all = 1; all < choices.size(); ++all)
      for (std::size_t own = 1; own <= all; ++own)
        for (const auto& [exponent, factor] : choices[users - 1][all - own]) {
          const int k = static_cast<int>(own);
          choices[users][all][exponent + k * (k - 1) / 2] += factor / power_series_term(k);
        }
  std::string text = "0";
  std::string ways = "1";
  for (int users = 1; users <= order; ++users) {
    ways += "*(n - " + std::to_string(users - 1) + ")";
    const rational repeated = power_series_term(users);
    for (const auto& [exponent, factor] :
         choices[static_cast<std::size_t>(users)][static_cast<std::size_t>(order)])
      text += " + " + text_of(rational(factor * power_series_term(order) / repeated)) + "*" + ways +
              "*exp(" + std::to_string(exponent) + "/s^2)";
  }
  return text;
}

}  // namespace

std::vector<stated_bound> shuffled_normal_bounds(const formula_ptr& quantity, bool is_above,
                                                 const std::string& place) {
  if (!is_call(*quantity, "shuffle_gaussian_renyi") || quantity->parts.size() != 3) return {};
  const formulas letters{
      {"n", quantity->parts[0]}, {"s", quantity->parts[1]}, {"x", quantity->parts[2]}};
  if (place == "(N.14)" && is_above)
    return {{"x/(2*s^2)", {"whole n", "n >= 1", "s > 0", "x >= 2"}, letters},
            {"x/(2*s^2)", {"whole n", "n >= 2", "s > 0", "x >= 2"}, letters, true}};
  const formula& order = *quantity->parts[2];
  if (place != "(N.9)" || order.kind != "number" || denominator(order.value) != 1 ||
      order.value < 2 || order.value > largest_order)
    return {};
  const int power = numerator(order.value).convert_to<int>();
  return {{"log((" + moment_of_sum(power) + ")/n^" + std::to_string(power) + ")/(x - 1)",
           {"whole n", "n >= 1", "s > 0"},
           letters}};
}

}  // namespace check
