#include <iterator>

#include "claims/rules/rule.hpp"

namespace shufflecert::inline v0_1::claims {

std::string quantity_of(const rule& row, const form_row& form) {
  std::string quantity = row.quantity;
  const std::size_t place = quantity.find(pair_in_rules);
  if (place != std::string::npos)
    quantity.replace(place, std::string(pair_in_rules).size(), form.pair);
  return quantity;
}

const std::vector<rule>& all_rules() {
  static const std::vector<rule> rules = [] {
    std::vector<rule> all;
    for (const auto& list :
         {renyi_rules, hockey_stick_rules, tradeoff_rules, law_rules, normal_rules}) {
      std::vector<rule> rows = list();
      std::move(rows.begin(), rows.end(), std::back_inserter(all));
    }
    return all;
  }();
  return rules;
}

}  // namespace shufflecert::inline v0_1::claims
