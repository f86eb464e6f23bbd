#include "claims/bounds/all_rules.hpp"

#include <iterator>

#include "claims/special/special_rules.hpp"

namespace shufflecert::inline v0_1::claims {

const std::vector<rule>& all_rules() {
  static const std::vector<rule> rules = [] {
    std::vector<rule> all;
    for (const auto& list : {renyi_rules, hockey_stick_rules, tradeoff_rules, law_rules,
                             normal_rules, laplace_rules, special_pair_rules, special_law_rules}) {
      std::vector<rule> rows = list();
      std::move(rows.begin(), rows.end(), std::back_inserter(all));
    }
    return all;
  }();
  return rules;
}

}  // namespace shufflecert::inline v0_1::claims
