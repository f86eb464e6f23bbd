#pragma once

#include <map>
#include <string>
#include <utility>

#include "claims/facts/certainty.hpp"
#include "claims/facts/domain_boxes.hpp"
#include "claims/facts/formula_values.hpp"
#include "claims/facts/proof_log.hpp"
#include "claims/facts/quantity_existence.hpp"
#include "claims/facts/signs.hpp"
#include "claims/facts/stated_domain.hpp"

namespace shufflecert::inline v0_1::claims {

/// Asks whether something is certain on the whole of a claim's domain: first the domain's own
/// words, then signs, then boxes. Keeps the log of what was shown.
class domain_facts final : public certainty {
 public:
  /// The context must outlive this. `is_in_case`: the claim is one at a value of a variable.
  domain_facts(const claim_context& context, domain_regions regions, bool is_in_case = false);
  [[nodiscard]] bool is_in_case() const { return is_in_case_; }

  /// Indices are renamed apart first: stated_domain::with_indices_apart().
  bool is_certain(const expression_ptr& stated) override;
  using certainty::is_certain;
  bool has_value(const expression_ptr& stated) override;
  /// Whether the formula is certainly infinite at every point of the domain.
  bool is_infinite(const expression_ptr& formula) { return quantities_.is_infinite(formula); }
  /// Whether a point of the domain is known where the condition is certainly false, or has no
  /// value: then nothing shows it.
  [[nodiscard]] bool is_refuted(const expression_ptr& condition) const {
    return boxes_.is_refuted(*domain_.with_indices_apart(condition));
  }
  /// The formula without what guards the domains of the definitions in it, as far as their
  /// conditions certainly hold at every point of the domain: there it has the same value.
  [[nodiscard]] expression_ptr without_guards(const expression_ptr& formula);
  /// Whether two formulas are the same by algebra. The same ones are compared again and again.
  bool are_same_by_algebra(const expression& left, const expression& right);

  [[nodiscard]] stated_domain& domain() { return domain_; }
  [[nodiscard]] const claim_context& context() const { return domain_.context(); }
  [[nodiscard]] proof_log& log() { return log_; }

  /// As domain_boxes has it.
  [[nodiscard]] std::size_t boxes() const { return boxes_.examined(); }
  [[nodiscard]] const std::string& open() const { return boxes_.open(); }
  [[nodiscard]] const open_condition& open_boxes() const { return boxes_.open_boxes(); }
  void leave_open(std::string condition) { boxes_.leave_open(std::move(condition)); }

 private:
  stated_domain domain_;
  domain_boxes boxes_;
  formula_signs signs_;
  quantity_existence quantities_;
  formula_values values_;
  bool is_in_case_;
  proof_log log_;
  std::map<std::pair<std::string, std::string>, bool> same_by_algebra_;
};

}  // namespace shufflecert::inline v0_1::claims
