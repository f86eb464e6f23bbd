// The rules, row by row: each is true at numbers from its ranges, its false twin is not, and
// check-proof has the same rule, typed once more.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "claims/bounds/all_rules.hpp"
#include "claims/bounds/stated_rules.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/forms/pair_forms.hpp"
#include "support/catch.hpp"
#include "support/random_source.hpp"
#include "support/run_program.hpp"
#include "support/this_run.hpp"
#include "support/values_at_points.hpp"

namespace test_rules {

namespace {

using namespace shufflecert;
using namespace shufflecert::claims;

std::string relation_of(const stated_rule& row) {
  if (row.is_strict) return row.is_above ? "<" : ">";
  return row.is_above ? "<=" : ">=";
}

std::string bound_of(const stated_rule& row, const std::string& formula) {
  return fmt::format("{} {} {}", row.quantity, relation_of(row), formula);
}

std::string text_of(const variable_map& point) {
  std::string text;
  for (const auto& [letter, value] : point)
    text += (text.empty() ? "" : ", ") + letter + " = " + to_text(*value);
  return text;
}

// "n = 1, eps0 = 2" as a point.
variable_map point_of(const std::string& text) {
  variable_map point;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find(", ", begin), text.size());
    const std::string entry = text.substr(begin, end - begin);
    const std::size_t sign = entry.find(" = ");
    REQUIRE(sign != std::string::npos);
    point[entry.substr(0, sign)] = parse_formula(entry.substr(sign + 3));
    begin = end + 2;
  }
  return point;
}

bool holds(const std::vector<std::string>& conditions, const variable_map& point) {
  return std::all_of(conditions.begin(), conditions.end(), [&](const std::string& condition) {
    try {
      return truth_at(*parse_formula(condition), point) == true;
    } catch (const undefined_value&) {
      return false;
    }
  });
}

// Quantities of which one evaluation takes long with many users.
bool is_costly(const stated_rule& row) {
  return row.quantity.find("krr") != std::string::npos ||
         row.quantity.find("law") != std::string::npos ||
         row.quantity.find("compose") != std::string::npos ||
         row.formula.find("binomial_mean") != std::string::npos;
}

// A point of the row's ranges: each letter at one of its values, the corners among them as often
// as all others together.
variable_map random_point(const stated_rule& row, random_source& source) {
  variable_map point;
  for (const std::string& letter : row.letters) {
    std::vector<std::string> values = sample_values(letter);
    if (letter == "n" && is_costly(row)) values.resize(5);
    if ((letter == "lambda" || letter == "eps0") && is_costly(row)) values.pop_back();
    const bool is_corner = source.once_in(2);
    const std::size_t index =
        is_corner ? (source.once_in(2) ? 0 : values.size() - 1) : source.below(values.size());
    point[letter] = parse_formula(values[index]);
  }
  return point;
}

}  // namespace

TEST_CASE("each rule holds at numbers from its ranges", "[rules][volume]") {
  const random_cases cases(781, 15);
  random_source source(cases.seed());
  for (const stated_rule& row : stated_rules()) {
    std::vector<std::string> conditions = row.exists;
    conditions.insert(conditions.end(), row.conditions.begin(), row.conditions.end());
    int tried = 0;
    for (int i = 0; i < 50 * cases.count() && tried < cases.count(); ++i) {
      const variable_map point = random_point(row, source);
      if (!holds(conditions, point)) continue;
      INFO(row.place << " " << bound_of(row, row.formula) << " at " << text_of(point));
      const auto truth = truth_at(*parse_formula(bound_of(row, row.formula)), point);
      // Where both sides are equal it stays open.
      CHECK(truth != false);
      ++tried;
    }
    INFO(row.place << " " << bound_of(row, row.formula) << ": no point in its conditions");
    CHECK(tried > 0);
  }
}

TEST_CASE("the false twin of each rule is refuted", "[rules]") {
  for (const stated_rule& row : stated_rules()) {
    if (row.refuted_at.empty()) continue;
    const variable_map point = point_of(row.refuted_at);
    INFO(row.place << " " << bound_of(row, row.false_twin) << " at " << row.refuted_at);
    CHECK(holds(row.exists, point));
    CHECK(holds(row.conditions, point));
    CHECK(truth_at(*parse_formula(bound_of(row, row.formula)), point) != false);
    const auto is_false = [&](const std::string& relation) {
      return truth_at(*parse_formula(row.quantity + relation + row.false_twin), point) == false;
    };
    // A twin of what the quantity is may be wrong on either side.
    if (row.is_value)
      CHECK((is_false(" <= ") || is_false(" >= ")));
    else
      CHECK(is_false(" " + relation_of(row) + " "));
  }
  // Every rule has one.
  for (const rule& row : all_rules()) {
    INFO(row.place << " " << row.quantity << " " << row.formula);
    CHECK_FALSE(row.false_twin.empty());
    CHECK_FALSE(row.refuted_at.empty());
  }
}

namespace {

// A rule of either program, with its formulas in one writing.
struct compared_rule {
  std::string key;  ///< place, quantity and side
  expression_ptr formula;
  std::vector<expression_ptr> conditions;
};

// check-proof shows indices by numbers, the innermost first; the program calls those of means m and
// those of sums j.
std::string with_usual_indices(std::string formula) {
  const bool has_mean = formula.find("binomial_mean") != std::string::npos;
  for (const auto& [index, name] : std::vector<std::pair<std::string, std::string>>{
           {"index2", "j"}, {"index1", has_mean ? "m" : "j"}})
    for (std::size_t place = 0; (place = formula.find(index)) != std::string::npos;)
      formula.replace(place, index.size(), name);
  return formula;
}

std::vector<compared_rule> rules_in(const nlohmann::json& rows) {
  std::vector<compared_rule> rules;
  for (const auto& row : rows) {
    compared_rule rule;
    rule.key = row.at("place").get<std::string>() + " " +
               to_text(*parse_formula(row.at("quantity").get<std::string>())) + " " +
               row.at("side").get<std::string>() + (row.at("strict").get<bool>() ? ", strict" : "");
    rule.formula = parse_formula(with_usual_indices(row.at("formula").get<std::string>()));
    for (const auto& condition : row.at("conditions"))
      rule.conditions.push_back(parse_formula(condition.get<std::string>()));
    rules.push_back(std::move(rule));
  }
  return rules;
}

// One formula, by algebra or, where sums are in it, at points to 30 digits.
bool is_same_formula(const expression_ptr& first, const expression_ptr& second) {
  if (is_same_number(*first, *second)) return true;
  const expression_ptr near =
      with_formulas(parse_formula("abs(a - b) <= 10^(-30)*abs(b)"), {{"a", first}, {"b", second}});
  for (const char* text :
       {"n = 7, N = 9, b = 2, k = 4, m = 2, eps0 = 1/2, p = 1/3, lambda = 5, a = 3, g = 1/3",
        "n = 4, N = 4, b = 1, k = 3, m = 3, eps0 = 2, p = 4/5, lambda = 3, a = 2, g = 3/4"})
    if (truth_at(*near, point_of(text)) != true) return false;
  return true;
}

nlohmann::json json_of(const program_run& run) {
  INFO(run.err);
  REQUIRE(run.status == 0);
  return nlohmann::json::parse(run.out);
}

// One condition up to algebra: both sides of both, or both differences, are the same.
bool is_same_condition(const expression& first, const expression& second) {
  const auto* a = std::get_if<comparison>(&first.node);
  const auto* b = std::get_if<comparison>(&second.node);
  return a != nullptr && b != nullptr && a->op == b->op && is_same_number(*a->left, *b->left) &&
         is_same_number(*a->right, *b->right);
}

bool is_among(const expression_ptr& condition, const std::vector<expression_ptr>& others) {
  return std::any_of(others.begin(), others.end(), [&](const expression_ptr& other) {
    return is_same_condition(*condition, *other);
  });
}

// What a quantity's own value asks for, so that a table may leave it out.
std::vector<expression_ptr> conditions_of_value(const std::string& quantity,
                                                const nlohmann::json& row) {
  std::vector<expression_ptr> conditions;
  for (const auto& condition : row.at("exists"))
    conditions.push_back(parse_formula(condition.get<std::string>()));
  for (const auto& letter : row.at("whole"))
    conditions.push_back(
        parse_formula(fmt::format("floor({0}) == {0}", letter.get<std::string>())));
  if (quantity.find("renyi(") != std::string::npos)
    conditions.push_back(parse_formula("lambda > 0"));
  return conditions;
}

}  // namespace

TEST_CASE("check-proof has each rule, typed once more, and no other", "[rules][proofs]") {
  const nlohmann::json own = json_of(run_program({"rules", "--json"}));
  const nlohmann::json others =
      json_of(run_command({SHUFFLECERT_CHECK_PROOF, "--rules", "--json"}));
  const program_run listed = run_command({SHUFFLECERT_CHECK_PROOF, "--rules"});
  const std::vector<compared_rule> program = rules_in(own);
  const std::vector<compared_rule> checker = rules_in(others);
  std::vector<bool> used(checker.size());
  for (std::size_t i = 0; i < program.size(); ++i) {
    const compared_rule& rule = program[i];
    const std::string place = rule.key.substr(0, rule.key.find(' '));
    const auto find = [&](bool with_conditions) {
      for (std::size_t k = 0; k < checker.size(); ++k) {
        if (used[k] || checker[k].key != rule.key ||
            !is_same_formula(checker[k].formula, rule.formula))
          continue;
        if (with_conditions) used[k] = true;
        return k;
      }
      return checker.size();
    };
    INFO(rule.key << ": " << to_text(*rule.formula));
    const std::size_t k = find(true);
    if (k == checker.size()) {
      // The checker may know fewer, and says which.
      CHECK(listed.out.substr(listed.out.rfind("Not known here")).find(place) != std::string::npos);
      continue;
    }
    const std::vector<expression_ptr> of_value = conditions_of_value(rule.key, own[i]);
    for (const expression_ptr& condition : rule.conditions) {
      INFO("only the program asks for " << to_text(*condition));
      CHECK((is_among(condition, checker[k].conditions) || is_among(condition, of_value)));
    }
    for (const expression_ptr& condition : checker[k].conditions) {
      INFO("only check-proof asks for " << to_text(*condition));
      CHECK((is_among(condition, rule.conditions) || is_among(condition, of_value)));
    }
  }
  for (std::size_t k = 0; k < checker.size(); ++k) {
    INFO("only check-proof has " << checker[k].key << ": " << to_text(*checker[k].formula));
    CHECK(used[k]);
  }
}

}  // namespace test_rules
