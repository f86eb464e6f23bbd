// δ of shuffled binary randomized response along ε, as CSV: both ends of every value.

#include <iostream>

#include "shufflecert/shufflecert.hpp"

int main() {
  using namespace shufflecert;
  const distribution_pair pair = pairs::randomized_response(10000, 1);
  std::cout << "eps,delta_lower,delta_upper\n";
  for (int i = 0; i <= 10; ++i) {
    const number eps = rational(i) / 100;
    const decimal_interval delta =
        to_digits(10, [&](bits p) { return hockey_stick(pair, eps, p); });
    std::cout << "0." << (i < 10 ? "0" : "") << i << "," << delta.lower << "," << delta.upper
              << "\n";
  }
}
