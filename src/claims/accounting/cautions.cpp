#include "claims/accounting/cautions.hpp"

#include <fmt/format.h>

#include <set>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "language/syntax/guard.hpp"
#include "shufflecert/identity.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Mechanisms whose other users have inputs that the formula fixes.
bool has_fixed_inputs(const std::string& name) {
  static const std::set<std::string, std::less<>> known{"rr_pair",
                                                        "krr_pair",
                                                        "rr_composition_pair",
                                                        "ternary_composition_pair",
                                                        "rappor_pair",
                                                        "staircase_pair",
                                                        "rr_law",
                                                        "krr_law"};
  return known.contains(name);
}

class caution_finder {
 public:
  caution_finder(const definitions& visible, const budget& limits)
      : visible_(visible), limits_(limits) {}

  void look_at(const expression& formula) {
    for (const std::string& name : called_functions(formula)) {
      if (!seen_.insert(name).second) continue;
      if (has_fixed_inputs(name))
        add("{} has the inputs of the other users fixed: other inputs can need more", name);
      else if (name == "variation_pair")
        add("{} is a bound only where p*alpha + alpha = 1", name);
      else if (const definition* defined = visible_.find(name))
        look_into(*defined);
    }
  }

  [[nodiscard]] std::vector<std::string> found() const { return found_; }

 private:
  void look_into(const definition& defined) {
    const auto guard = guard_in(*defined.body);
    const auto* pair = std::get_if<call>(&(guard ? guard->value : defined.body)->node);
    if (pair == nullptr || pair->name != "variation_pair") return look_at(*defined.body);
    if (!bounds_its_randomizers(*pair, visible_, limits_))
      add("{} is a bound only where reports show no more than its two counts", defined.name);
  }

  void add(fmt::format_string<const std::string&> sentence, const std::string& name) {
    found_.push_back(fmt::format(sentence, name));
  }

  const definitions& visible_;
  const budget& limits_;
  std::set<std::string> seen_;
  std::vector<std::string> found_;
};

}  // namespace

bool bounds_its_randomizers(const call& variation_pair, const definitions& visible,
                            const budget& limits) {
  if (variation_pair.arguments.size() < 4) return false;
  const expression_ptr& p = variation_pair.arguments[1];
  const expression_ptr& beta = variation_pair.arguments[2];
  // For p = inf, alpha is 0 and p*alpha is beta.
  if (to_text(*p) == "inf") return to_text(*beta) == "1";
  // alpha is beta/(p - 1).
  const variable_map given{{"p", p}, {"beta", beta}};
  return is_identity(*with_formulas(parse_formula("(p + 1)*beta"), given),
                     *with_formulas(parse_formula("p - 1"), given), visible, {}, limits);
}

std::vector<std::string> cautions_about(const expression& formula, const definitions& visible,
                                        const budget& limits) {
  caution_finder finder(visible, limits);
  finder.look_at(formula);
  return finder.found();
}

std::vector<std::string> lines_of_cautions(const std::vector<std::string>& cautions) {
  std::vector<std::string> lines;
  if (cautions.empty()) return lines;
  lines.reserve(cautions.size() + 2);
  lines.emplace_back();
  for (const std::string& one : cautions) lines.push_back("caution: " + one);
  lines.emplace_back(
      "         clone_pair(n, eps0) bounds every eps0-LDP randomizer on all inputs: "
      "docs/guide/randomizers.md");
  return lines;
}

}  // namespace shufflecert::inline v0_1::claims
