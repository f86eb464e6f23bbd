// A bound of one's own, judged from C++: every verdict, and the exit status of `shufflecert
// verify`.

#include <iostream>
#include <stdexcept>

#include "shufflecert/judging.hpp"

int main() {
  const char* const text = R"TOML(format = 1

[[claim]]
id     = "my-paper/theorem-1"
claim  = "renyi(swap(rr_pair(n, eps0)), lambda) <= lambda*(exp(eps0) - 1)^2/(2*n*exp(eps0))"
domain = ["n >= 100", "eps0 > 0", "lambda >= 2"]
check  = { n = [100, 1000], eps0 = [0.5, 1], lambda = [2, 4] }
)TOML";
  try {
    bool all_as_expected = true;
    for (const auto& claim : shufflecert::claims::judge_catalogue(text, "my-bound.toml").claims) {
      std::cout << claim.verdict << " " << claim.id << ": " << claim.message << "\n";
      all_as_expected = all_as_expected && claim.as_expected;
    }
    return all_as_expected ? 0 : 1;
  } catch (const std::runtime_error& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
