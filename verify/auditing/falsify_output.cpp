#include "verify/auditing/falsify_output.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>
#include <vector>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/text/shell_word.hpp"
#include "shufflecert/refine.hpp"
#include "verify/terminal/terminal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using json = nlohmann::ordered_json;

constexpr long side_digits = 10;
constexpr long gap_digits = 3;

std::string input_name(std::size_t input) {
  return fmt::format("x{}", input + 1);
}

std::vector<std::string> names_of(input_set inputs) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < most_mechanism_inputs; ++i)
    if (has_input(inputs, i)) names.push_back(input_name(i));
  return names;
}

// What the parts of a relation are worth at a place.
class place_values {
 public:
  place_values(const mechanism_place& place, const definitions& visible, const budget& limits)
      : place_(place), visible_(visible), limits_(limits) {}

  [[nodiscard]] std::optional<decimal_interval> enclosed(const expression& part,
                                                         long digits = side_digits) const {
    try {
      const refined_value known = refine(part, visible_, place_.variables, digits,
                                         range_for_digits(digits), {.limits = allowed()});
      const auto* value = std::get_if<number>(&known.result);
      if (value == nullptr || known.precision == 0) return std::nullopt;
      return to_decimal(*value, known.precision, digits);
    } catch (const undefined_value&) {
      return std::nullopt;
    }
  }

  // Certainly positive and finite.
  [[nodiscard]] bool is_certain(const expression& side) const {
    const auto part = std::make_shared<const expression>(side);
    const expression condition{
        conjunction{{make_comparison(make_number(0), relation::less, part),
                     make_comparison(part, relation::less, make_variable("inf"))}},
        1};
    return holds(condition) == true;
  }

  // Equal to so many digits counts as equal.
  [[nodiscard]] std::optional<bool> holds(const expression& condition) const {
    try {
      const refined_value known =
          refine(condition, visible_, place_.variables, tie_digits, {}, {.limits = allowed()});
      const auto* decided = std::get_if<truth>(&known.result);
      return decided == nullptr ? std::nullopt : decided->value;
    } catch (const undefined_value&) {
      return std::nullopt;
    }
  }

 private:
  [[nodiscard]] budget allowed() const { return with_a_moment(limits_); }

  const mechanism_place& place_;
  const definitions& visible_;
  const budget& limits_;
};

json ends_of(const std::optional<decimal_interval>& side) {
  if (!side) return nullptr;
  return {{"lower", side->lower}, {"upper", side->upper}};
}

}  // namespace

budget with_a_moment(const budget& limits) {
  constexpr std::chrono::milliseconds moment(100);
  return limits.is_exhausted() ? budget(budget::clock::now() + moment) : limits;
}

shown_mechanism name_mechanism(const staircase_mechanism& mechanism, const mechanism_place& place,
                               const std::vector<std::string>& files) {
  return name_mechanism(mechanism, place.relation.about(mechanism), place, files);
}

shown_mechanism name_mechanism(const staircase_mechanism& mechanism, expression_ptr about,
                               const mechanism_place& place,
                               const std::vector<std::string>& files) {
  shown_mechanism shown{mechanism, std::move(about), "shufflecert eval"};
  for (const std::string& name : free_variables(*shown.formula))
    if (const auto value = place.variables.find(name); value != place.variables.end())
      shown.command += fmt::format(" --set {}", shell_word(name + "=" + to_text(*value->second)));
  for (const std::string& file : files)
    shown.command += fmt::format(" --file {}", shell_word(file));
  const std::string formula = to_text(*shown.formula);
  shown.command += fmt::format("{} '{}'", formula.starts_with('-') ? " --" : "", formula);
  return shown;
}

shown_mechanism with_sides(shown_mechanism shown, const mechanism_place& place,
                           const known_formulas& formulas, const budget& limits) {
  const place_values values(place, formulas.visible, limits);
  const auto& sides = std::get<comparison>(shown.formula->node);
  shown.left = values.enclosed(*sides.left);
  shown.right = values.enclosed(*sides.right);
  if (values.is_certain(*sides.left) && values.is_certain(*sides.right))
    shown.ratio =
        values.enclosed(*make_node(product_chain{{{false, sides.left}, {true, sides.right}}}));
  if (values.holds(*make_comparison(sides.left, relation::equal, sides.right)) == false)
    shown.gap = values.enclosed(*gap_of_sides(*shown.formula), gap_digits);
  return shown;
}

void print_mechanism(const shown_mechanism& shown, const mechanism_place& place) {
  const staircase_mechanism& m = shown.mechanism;
  say("  output  weight  favoured by\n");
  std::size_t number = 0;
  for (const auto& output : m.outputs()) {
    const auto names = names_of(output.favoured_by);
    say("  {:>6}  {:>6}  {}\n", ++number, output.weight,
        names.empty() ? std::string("nobody") : fmt::format("{}", fmt::join(names, ", ")));
  }
  const std::string odds = fmt::format("exp({})", to_text(*place.relation.eps0));
  const std::string factor = m.favoured == 1 ? "" : fmt::format("{}*", m.favoured);
  say("  reported with probability weight/({} + {}{}), {} times that by who favours it\n",
      m.total_weight() - m.favoured, factor, odds, odds);
  std::string others;
  for (std::size_t i = 0; i < m.inputs(); ++i)
    if (m.others[i] > 0) others += fmt::format("{} with {}, ", m.others[i], input_name(i));
  if (!others.empty()) others.resize(others.size() - 2);
  say("data sets: one user with x1 (P) or x2 (Q), {}\n",
      others.empty() ? "and no others" : "others: " + others);
  const auto print_side = [](const char* name, const std::optional<decimal_interval>& side) {
    say("{:<11}{}\n", name, side ? to_text(*side) : "not known");
  };
  print_side("left", shown.left);
  print_side("right", shown.right);
  if (shown.ratio) print_side("left/right", shown.ratio);
  if (shown.gap) print_side("gap", shown.gap);
  print_lines(shown.command + "\n");
}

json json_of_mechanism(const shown_mechanism& shown) {
  const staircase_mechanism& m = shown.mechanism;
  json entry;
  entry["outputs"] = json::array();
  for (const auto& output : m.outputs())
    entry["outputs"].push_back(
        {{"weight", output.weight}, {"favoured_by", names_of(output.favoured_by)}});
  entry["others"] = json::object();
  for (std::size_t i = 0; i < m.inputs(); ++i) entry["others"][input_name(i)] = m.others[i];
  entry["formula"] = to_text(*shown.formula);
  entry["command"] = shown.command;
  entry["left"] = ends_of(shown.left);
  entry["right"] = ends_of(shown.right);
  entry["ratio"] = ends_of(shown.ratio);
  entry["gap"] = ends_of(shown.gap);
  return entry;
}

point_texts values_at(const mechanism_place& place) {
  point_texts values;
  if (place.relation.formula == nullptr) return values;
  for (const std::string& name : free_variables(*place.relation.formula))
    if (const auto value = place.variables.find(name); value != place.variables.end())
      values[name] = to_text(*value->second);
  return values;
}

std::string counted(std::size_t number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

}  // namespace shufflecert::inline v0_1::claims
