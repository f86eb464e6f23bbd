// Which variables of a formula take whole numbers only, by where they stand.

#include "language/syntax/whole_names.hpp"

#include "support/catch.hpp"

namespace test_whole_names {

using namespace shufflecert;

namespace {

std::string whole_in(const std::string& formula) {
  static const definitions visible = [] {
    definitions result;
    result.add({"of_users", {"m", "x"}, parse_formula("renyi(clone_pair(m + 1, x), 2)")});
    result.add({"guarded", {"m", "x"}, parse_formula("if(floor(m) == m and x > 0, m*x, 0/0)")});
    result.add({"plain", {"m"}, parse_formula("m/2")});
    return result;
  }();
  std::string names;
  for (const std::string& name : whole_names_in(*parse_formula(formula), visible))
    names += (names.empty() ? "" : " ") + name;
  return names;
}

}  // namespace

TEST_CASE("a variable is whole where a function takes nothing else") {
  CHECK(whole_in("renyi(clone_pair(n, eps0), lambda) <= 1/10") == "n");
  CHECK(whole_in("total_variation(compose(krr_pair(k, n, eps0), T)) < x") == "T k n");
  CHECK(whole_in("renyi(swap(rr_pair(n - 1, 1)), 2) <= 1") == "n");
  CHECK(whole_in("renyi(rr_pair(10 - n, 1), 2) <= 1") == "n");
  CHECK(whole_in("sum(j, a, b + 3, j*c) == d") == "a b");
  CHECK(whole_in("binomial(x, k) <= factorial(m)") == "k m");
  CHECK(whole_in("binomial_mean(j, t, p, j) + binomial_cdf(x, u, p) > 0") == "t u");
  CHECK(whole_in("total_variation(pair(rr_law(e, z, o), krr_law(e, c0, c1, c2))) > 0") ==
        "c0 c1 c2 o z");
  CHECK(whole_in("of_users(n, y) + guarded(q, x) + plain(r) > 0") == "n q");
}

TEST_CASE("a variable that may be something between is not") {
  CHECK(whole_in("renyi(rr_pair(2*m, 1), 2) <= 1").empty());
  CHECK(whole_in("renyi(rr_pair(m + 1/2, 1), 2) <= 1").empty());
  CHECK(whole_in("renyi(rr_pair(m + n, 1), 2) <= 1").empty());
  CHECK(whole_in("renyi(rr_pair(floor(x), eps0), lambda) <= x").empty());
  // Where x is not whole this is false, which is something to find.
  CHECK(whole_in("floor(x) == x").empty());
  // An index is no variable.
  CHECK(whole_in("sum(n, 1, 3, renyi(rr_pair(n, 1), 2)) <= x").empty());
  CHECK(whole_in("sum(n, 1, n, renyi(rr_pair(n, 1), 2)) <= x") == "n");
}

}  // namespace test_whole_names
