// What is said of every built-in function at once.

#include <set>

#include "language/syntax/builtins.hpp"
#include "support/catch.hpp"

using namespace shufflecert;

TEST_CASE("every built-in function is continuous by decision, or not") {
  // These jump, or are not known not to: steps, truths, and moments whose order may be 0.
  const std::set<std::string> others{
      "floor",        "ceil",      "if",         "defined",           "smallest",
      "binomial_cdf", "rounds_to", "chi_moment", "binomial_quantile", "ternary_moment"};
  // A new function must be put on one side or the other.
  for (const std::string& name : builtin_names()) {
    INFO(name);
    CHECK(is_continuous_builtin(name) == !others.contains(name));
  }
  for (const std::string& name : others) CHECK(find_builtin(name) != nullptr);
  CHECK_FALSE(is_continuous_builtin("somebody_s_definition"));
}
