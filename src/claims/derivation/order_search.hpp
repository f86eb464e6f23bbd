#pragma once

#include "claims/derivation/same_formulas.hpp"
#include "claims/facts/facts.hpp"

namespace shufflecert::inline v0_1::claims {

/// What the ways to show an order of two formulas ask of each other: another order, by whatever
/// way.
class order_search {
 public:
  /// The facts must outlive this.
  explicit order_search(domain_facts& facts) : facts_(facts) {}
  order_search(const order_search&) = delete;
  order_search& operator=(const order_search&) = delete;
  virtual ~order_search() = default;

  /// Whether low <= high, or low < high, certainly holds at every point of the domain. The log says
  /// how; where it is not shown, the log is as it was.
  virtual bool is_below(const expression_ptr& low, const expression_ptr& high, bool strictly) = 0;

  bool is_same(const expression_ptr& left, const expression_ptr& right) {
    return claims::is_same(facts_, left, right);
  }
  bool is_at_least_zero(const expression_ptr& formula) { return facts_.is_at_least(formula, 0); }
  [[nodiscard]] domain_facts& facts() { return facts_; }
  [[nodiscard]] proof_log& log() { return facts_.log(); }

 private:
  domain_facts& facts_;
};

}  // namespace shufflecert::inline v0_1::claims
