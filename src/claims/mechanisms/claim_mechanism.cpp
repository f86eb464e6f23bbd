#include "claims/mechanisms/claim_mechanism.hpp"

#include <limits>
#include <memory>

#include "claims/catalogue/formula_matching.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// k, the numbers that follow it, and how many of them are weights and sets of the differing user.
constexpr std::size_t place_of_outputs = 1;
constexpr std::size_t first_weight = 2;
constexpr std::size_t sets_of_differing_user = 2;
constexpr auto most_outputs = static_cast<std::int64_t>(most_mechanism_outputs);

std::int64_t whole_literal(const expression& argument) {
  const auto* given = std::get_if<literal>(&argument.node);
  if (given == nullptr || !is_integer(given->value) ||
      given->value > rational(std::numeric_limits<std::int32_t>::max()))
    throw formula_error(argument.column,
                        "expected a whole number, found '" + to_text(argument) + "'");
  return static_cast<std::int64_t>(given->value);
}

}  // namespace

std::vector<mechanism_relation> mechanism_parts(const expression_ptr& relation) {
  std::vector<mechanism_relation> parts;
  for (const expression_ptr& part : conjuncts(relation))
    parts.push_back(find_mechanism_relation(part));
  return parts;
}

claim about_mechanism(const claim& subject, const expression_ptr& pair) {
  claim one = subject;
  for (expression_ptr* formula : {&one.formula, &one.corrected})
    if (*formula) *formula = with_mechanism(*formula, pair);
  if (one.stated)
    one.stated = std::make_shared<const claim>(about_mechanism(*subject.stated, pair));
  return one;
}

expression_ptr binary_response(const mechanism_relation& relation) {
  const auto set = [](const char* digits) { return parse_formula(digits); };
  const expression_ptr one = make_number(1);
  const expression_ptr others =
      make_node(sum_chain{{{false, relation.users}, {true, make_number(1)}}});
  return make_call("staircase_pair", {relation.eps0, make_number(2), one, one, set("10"), set("01"),
                                      others, set("10")});
}

recorded_mechanism read_mechanism(const std::string& text, const mechanism_relation& relation) {
  const expression_ptr pair = parse_formula(text);
  const auto* named = std::get_if<call>(&pair->node);
  if (named == nullptr || named->name != "staircase_pair")
    throw formula_error(pair->column, "expected staircase_pair(eps0, k, ...)");
  const std::vector<expression_ptr>& given = named->arguments;
  if (given.size() <= first_weight || to_text(*given.front()) != to_text(*relation.eps0))
    throw formula_error(pair->column, "expected staircase_pair(" + to_text(*relation.eps0) +
                                          ", k, ...), with the eps0 of the claim");
  for (std::size_t i = place_of_outputs; i < given.size(); ++i)
    if (!std::holds_alternative<literal>(given[i]->node))
      throw formula_error(given[i]->column,
                          "expected a number, found '" + to_text(*given[i]) + "'");
  const std::int64_t outputs = whole_literal(*given[place_of_outputs]);
  if (outputs < 2 || outputs > most_outputs)
    throw formula_error(given[place_of_outputs]->column, "expected 2 to 18 outputs");
  const std::size_t first_count =
      first_weight + static_cast<std::size_t>(outputs) + sets_of_differing_user;
  if (given.size() < first_count || (given.size() - first_count) % 2 != 0)
    throw formula_error(pair->column,
                        "expected weights, two sets, and a number and a set for each group of "
                        "others");
  recorded_mechanism found{pair, 1};
  for (std::size_t i = first_count; i < given.size(); i += 2)
    found.users += whole_literal(*given[i]);
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
