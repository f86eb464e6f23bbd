// A program of another project: the Rényi divergence of order 2 of one user's binary randomized
// response with e^ε0 = 3, which is log(7/3).

#include <iostream>

#include "shufflecert/decimal.hpp"
#include "shufflecert/quantities.hpp"

int main() {
  using namespace shufflecert;
  constexpr bits precision = 128;
  constexpr long digits = 20;
  const number eps0 = log(number(3), precision);
  const distribution_pair pair{clone_pair{1, eps0, std::nullopt}, false};
  const quantity divergence = renyi(pair, number(2), precision);
  const decimal_interval ends = to_decimal(divergence.value, precision, digits);
  std::cout << "between " << ends.lower << " and " << ends.upper << "\n";
}
