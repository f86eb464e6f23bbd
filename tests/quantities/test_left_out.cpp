// The bound for what direct summation leaves out must cover what is missing from the mass 1 of
// either law, however coarse the threshold is.

#include <cmath>

#include "quantities/outcomes/discrete_pairs.hpp"
#include "support/catch.hpp"
#include "support/inclusion.hpp"

using namespace shufflecert;

namespace {

class mass_sum : public outcome_visitor {
 public:
  void single(const arb_t p, const arb_t q) override {
    arb_add(p_.raw(), p_.raw(), p, 200);
    arb_add(q_.raw(), q_.raw(), q, 200);
  }
  void mirrored(const arb_t p, const arb_t q) override {
    single(p, q);
    single(q, p);
  }
  [[nodiscard]] const ball& p() const { return p_; }
  [[nodiscard]] const ball& q() const { return q_; }

 private:
  ball p_{200};
  ball q_{200};
};

}  // namespace

TEST_CASE("the bound for what is left out covers the missing mass") {
  const budget unlimited;
  for (const distribution_pair& pair :
       {distribution_pair{krr_pair{3, 200, 1}}, distribution_pair{krr_pair{3, 60, 5}},
        distribution_pair{krr_pair{4, 60, 1}}, distribution_pair{krr_pair{9, 40, 3}},
        subsampled({rr_pair{400, 1}}, rational(1, 10)),
        swap(subsampled({rr_pair{400, 3}}, rational(1, 2))),
        distribution_pair{clone_pair{200, 1, {}}}, distribution_pair{rr_pair{400, 2}},
        distribution_pair{printed_pair{200, 1, rational(1, 3)}}})
    for (const double threshold : {-3.0, -8.0, -20.0}) {
      mass_sum visited;
      const ball left_out = visit_outcomes(pair, {160, threshold, unlimited}, visited);
      CHECK(left_out.is_certainly_positive());
      CHECK(less_equal(1 - visited.p(), left_out) == true);
      CHECK(less_equal(1 - visited.q(), left_out) == true);
      // Not by being useless: the terms that are left out are each below the threshold.
      CHECK(left_out.near() < 1e4 * std::pow(2.0, threshold));
    }
}
