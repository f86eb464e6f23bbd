// Shuffled normal reports, and the Laplace pair: (N.9), (N.14) and (N.16) to (N.19) of
// docs/methods/normal.md.

#include "numbers.hpp"
#include "rules.hpp"

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
              "*exp(" + std::to_string(exponent) + "/sigma^2)";
  }
  return text;
}

}  // namespace

std::vector<rule> normal_rules() {
  std::vector<rule> found;
  for (int order = 2; order <= largest_order; ++order) {
    const std::string power = std::to_string(order);
    found.push_back({"(N.9)",
                     "shuffle_gaussian_renyi(n, sigma, " + power + ")",
                     {form::normal_reports},
                     side::both,
                     "log((" + moment_of_sum(order) + ")/n^" + power + ")/(" + power + " - 1)",
                     {"whole n", "n >= 1", "sigma > 0"}});
  }
  for (const bool is_strict : {false, true})
    found.push_back({"(N.14)",
                     "shuffle_gaussian_renyi(n, sigma, lambda)",
                     {form::normal_reports},
                     side::upper,
                     "lambda/(2*sigma^2)",
                     {"whole n", is_strict ? "n >= 2" : "n >= 1", "sigma > 0", "lambda >= 2"},
                     is_strict});
  const std::vector<form> laplace{form::laplace};
  // Its three parts: x below 0, x above 1, and between.
  found.push_back({"(N.16)",
                   "renyi(PAIR, lambda)",
                   laplace,
                   side::both,
                   "log((lambda*exp((lambda - 1)*eta) + (lambda - 1)*exp(-lambda*eta))/(2*lambda - "
                   "1))/(lambda - 1)",
                   {"eta > 0", "lambda > 1"}});
  found.push_back({"(N.17)", "renyi(PAIR, lambda)", laplace, side::upper, "eta", {"eta > 0"}});
  found.push_back({"(N.18)",
                   "hockey_stick(PAIR, eps)",
                   laplace,
                   side::both,
                   "max(0, -expm1(min(eps, (eps - eta)/2)))",
                   {"eta > 0"}});
  found.push_back(
      {"(N.19)", "tradeoff(PAIR, alpha)", laplace, side::lower, "1 - exp(eta)*alpha", {"eta > 0"}});
  return found;
}

}  // namespace check
