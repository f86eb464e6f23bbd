
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/results/exact_ends.hpp"
#include "reports/text/wording.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/formula.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::string symbol_of(const std::string& name) {
  static const std::map<std::string, std::string> symbols{
      {"lambda", "λ"}, {"eps0", "ε0"}, {"eps", "ε"},   {"delta", "δ"},
      {"alpha", "α"},  {"mu", "μ"},    {"gamma", "γ"}, {"sigma", "σ"}};
  const auto known = symbols.find(name);
  return known == symbols.end() ? name : known->second;
}

}  // namespace

std::string point_in_symbols(const point_texts& point) {
  std::string text;
  for (const auto& [name, chosen] : point)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", symbol_of(name), chosen);
  return text;
}

namespace {

// Quantities by the names of their functions, as people say them.
const std::map<std::string, std::string>& quantity_words() {
  static const std::map<std::string, std::string> words{
      {"renyi", "the Rényi divergence"},
      {"curve_renyi", "the Rényi divergence"},
      {"hockey_stick", "the hockey-stick divergence"},
      {"curve_delta", "the hockey-stick divergence"},
      {"epsilon", "ε"},
      {"tradeoff", "the trade-off function"},
      {"at", "the trade-off function"},
      {"total_variation", "the total variation distance"}};
  return words;
}

// The formulas that a claim's own names stand for.
class claim_names {
 public:
  explicit claim_names(const stated_claim& claim) {
    for (const auto& [name, formula] : claim.let)
      bodies_.emplace(name.substr(0, name.find('(')), formula);
    for (const stated_definition& entry : claim.definitions) {
      const auto equals = entry.text.find(" = ");
      if (equals != std::string::npos)
        bodies_.emplace(entry.text.substr(0, entry.text.find('(')), entry.text.substr(equals + 3));
    }
  }

  // What a side is, where it is a quantity and nothing else; empty for other formulas.
  [[nodiscard]] std::string quantity_of(const expression& side, int depth = 0) const {
    constexpr int deepest = 20;
    if (depth > deepest) return "";
    const auto* v = std::get_if<variable>(&side.node);
    const auto* c = std::get_if<call>(&side.node);
    const std::string name = v != nullptr ? v->name : c != nullptr ? c->name : std::string();
    if (const auto body = bodies_.find(name); body != bodies_.end())
      return quantity_of(*parse_formula(body->second), depth + 1);
    if (c == nullptr) return "";
    if (name == "max" || name == "min") {
      const std::string first = quantity_of(*c->arguments.front(), depth + 1);
      const bool is_same = std::all_of(
          c->arguments.begin(), c->arguments.end(),
          [&](const expression_ptr& part) { return quantity_of(*part, depth + 1) == first; });
      return is_same ? first : "";
    }
    const auto known = quantity_words().find(name);
    return known == quantity_words().end() ? "" : known->second;
  }

 private:
  std::map<std::string, std::string> bodies_;
};

std::string place_of(const point_texts& witness) {
  const std::string point = point_in_symbols(witness);
  return point.empty() ? point : "At " + point + " ";
}

// One end of an enclosure; nothing where it is infinite.
std::optional<rational> end_of(const std::string& text) {
  const bool is_negative = text.starts_with('-');
  const auto size = parse_decimal(std::string_view(text).substr(is_negative ? 1 : 0));
  if (!size) return std::nullopt;
  return is_negative ? rational(-*size) : *size;
}

// A positive number to so many digits, rounded to nearest: "3.5", "120", "0.0012", "2.3e-9".
std::string to_digits(const rational& value, int count) {
  const rational least = power(rational(10), count - 1);
  int exponent = 0;
  rational scaled = value;
  for (; scaled >= least * 10; ++exponent) scaled /= 10;
  for (; scaled < least; --exponent) scaled *= 10;
  integer rounded = floor(scaled + rational(1, 2));
  if (rounded == least * 10) {
    rounded /= 10;
    ++exponent;
  }
  const std::string digits = rounded.str();
  constexpr int longest = 4;
  if (exponent < -longest || exponent > longest)
    return fmt::format("{}.{}e{}", digits[0], digits.substr(1), exponent + count - 1);
  return to_text(rational(rounded) * (exponent >= 0
                                          ? power(rational(10), exponent)
                                          : rational(1) / power(rational(10), -exponent)));
}

// The least and the largest that a number may be, both positive.
struct possible_values {
  rational least;
  rational most;
};

// Two digits; more where the two ends of what the number may be do not round to the same two.
std::string two_digits(const possible_values& value) {
  constexpr int most_digits = 6;
  for (int count = 2; count < most_digits; ++count)
    if (std::string text = to_digits(value.least, count); text == to_digits(value.most, count))
      return text;
  return to_digits(value.least, most_digits);
}

possible_values scaled_by(const possible_values& value, int factor) {
  return {value.least * factor, value.most * factor};
}

// "3.5 % above the bound", "2.3 times the bound", "above the bound, by 2.3e-9 of it".
std::string above_in_words(const possible_values& excess, const std::string& object) {
  if (excess.most >= 1)
    return fmt::format("{} times {}", two_digits({excess.least + 1, excess.most + 1}), object);
  if (excess.least * 1000 >= 1)
    return fmt::format("{} % above {}", two_digits(scaled_by(excess, 100)), object);
  return fmt::format("above {}, by {} of it", object, two_digits(excess));
}

std::string below_in_words(const possible_values& missing, const std::string& object) {
  if (missing.least * 1000 >= 1)
    return fmt::format("{} % below {}", two_digits(scaled_by(missing, 100)), object);
  return fmt::format("below {}, by {} of it", object, two_digits(missing));
}

// How a side that should not exceed the other one does, or falls short of it.
std::string difference_in_words(const std::string& subject, const decimal_interval& left,
                                const std::string& object, const decimal_interval& right,
                                bool is_above) {
  const decimal_interval& larger = is_above ? left : right;
  const decimal_interval& smaller = is_above ? right : left;
  const auto least_large = end_of(larger.lower);
  const auto most_large = end_of(larger.upper);
  const auto least_small = end_of(smaller.lower);
  const auto most_small = end_of(smaller.upper);
  if (!least_large && most_small)
    return is_above ? fmt::format("{} is infinite, and {} is not", subject, object)
                    : fmt::format("{} is finite, and {} is not", subject, object);
  // The larger side over the smaller one says nothing where that may be 0 or negative.
  if (!least_large || !most_large || !least_small || !most_small || *least_small <= 0 ||
      *least_large <= *most_small)
    return fmt::format("{} is {} {}", subject, is_above ? "above" : "below", object);
  if (is_above)
    return fmt::format(
        "{} is {}", subject,
        above_in_words({*least_large / *most_small - 1, *most_large / *least_small - 1}, object));
  return fmt::format(
      "{} is {}", subject,
      below_in_words({1 - *most_small / *least_large, 1 - *least_small / *most_large}, object));
}

// The unit of a printed number, as far as the claim's texts give it: a number, or a variable's
// value.
std::optional<rational> unit_of(const stated_claim& claim, const counterexample& witness,
                                const expression& unit) {
  std::string text = to_text(unit);
  if (const auto* name = std::get_if<variable>(&unit.node)) {
    if (const auto chosen = witness.point.find(name->name); chosen != witness.point.end())
      text = chosen->second;
    for (const auto& [local, formula] : claim.let)
      if (local == name->name) text = formula;
  }
  try {
    const number value = constant_value(read_point_value(text));
    const rational* exact = value.as_rational();
    return exact == nullptr ? std::nullopt : std::optional(*exact);
  } catch (const undefined_value&) {
    return std::nullopt;
  } catch (const formula_error&) {
    return std::nullopt;
  }
}

std::string sentence_of(const stated_claim& claim, const counterexample& witness) {
  const expression_ptr parsed = parse_formula(witness.relation);
  if (const auto sides = compared_sides_of(*parsed); sides && sides->unit != nullptr) {
    const auto unit = unit_of(claim, witness, *sides->unit);
    return "the value is " +
           (unit ? rounded_in_words(*witness.lhs, *unit) : to_text(*witness.lhs)) + ", and not " +
           to_text(*witness.rhs);
  }
  const auto* relation_of = std::get_if<comparison>(&parsed->node);
  if (relation_of == nullptr) return "";
  const claim_names names(claim);
  std::string left = names.quantity_of(*relation_of->left);
  std::string right = names.quantity_of(*relation_of->right);
  if (left.empty() == right.empty()) {
    left = "the left side";
    right = "the right side";
  } else {
    const auto about = claim.concerns();
    const bool is_bound = about == concern::mechanism || about == concern::pair;
    (left.empty() ? left : right) = is_bound ? "the bound" : "the stated value";
  }
  const decimal_interval& lhs = *witness.lhs;
  const decimal_interval& rhs = *witness.rhs;
  switch (relation_of->op) {
    case relation::less:
    case relation::less_equal:
      return difference_in_words(left, lhs, right, rhs, true);
    case relation::greater:
    case relation::greater_equal:
      return difference_in_words(left, lhs, right, rhs, false);
    case relation::equal: {
      const auto low = end_of(lhs.lower);
      const auto other = end_of(rhs.upper);
      return difference_in_words(left, lhs, right, rhs, !low || (other && *low > *other));
    }
    case relation::not_equal:
      return "the two sides are equal";
  }
  return "";
}

}  // namespace

std::string in_short(const recorded_claim& claim) {
  const auto& witness = claim.found.witness;
  // Where no choice does, the two sides at one choice say nothing; the message says for which.
  if (claim.stated.kind == claim_kind::exists && claim.found.outcome == verdict::refuted)
    return "It is " + claim.found.message.substr(0, claim.found.message.find(';')) + ".";
  if (claim.stated.kind == claim_kind::exists || claim.found.outcome != verdict::refuted ||
      !witness || witness->relation.empty() || !witness->lhs || !witness->rhs)
    return "";
  try {
    std::string sentence = sentence_of(claim.stated, *witness);
    if (sentence.empty()) return "";
    const std::string place = place_of(witness->point);
    if (place.empty() && sentence.starts_with("the ")) sentence[0] = 'T';
    return place + sentence + ".";
  } catch (const formula_error&) {
    // Results of another version may name what this one does not read.
    return "";
  }
}

std::string hedge_in_words(const recorded_results& results, const recorded_claim& claim) {
  const stated_claim& stated = claim.stated;
  if (!stated.hedge || claim.found.outcome != verdict::refuted) return "";
  std::string text = fmt::format(
      "The paper says “{}”; read as an exact statement, it does not hold.", *stated.hedge);
  if (!stated.of) return text;
  for (const recorded_claim& other : results.claims)
    if (other.stated.paper == stated.paper && other.stated.of == stated.of &&
        is_favourable(other.found.outcome))
      return text +
             fmt::format(" Read as in {}, it is {}.", other.id, to_text(other.found.outcome));
  return text;
}

}  // namespace shufflecert::inline v0_1::claims
