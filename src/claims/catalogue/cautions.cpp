#include "claims/catalogue/cautions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/printed_digits.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/called_names.hpp"
#include "language/syntax/parts.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

const variable_map no_values;
const std::vector<expression_ptr> no_domain;

// A sentence about the pair goes on with a verb.
std::string subject_of(const resting_pair& pair) {
  if (pair.through.empty()) return pair.name;
  return fmt::format("{} rest{} on {}, which", fmt::join(pair.through, " and "),
                     pair.through.size() == 1 ? "s" : "", pair.name);
}

std::string sentence_about(const resting_pair& pair) {
  if (pair.name.empty())
    return "the formulas nest too deeply to tell which pairs they rest on, so no value is shown to "
           "be an upper bound for a mechanism";
  const std::string subject = subject_of(pair);
  switch (pair.inputs.scope) {
    case input_scope::fixed:
      return fmt::format(
          "{} fixes the other users' inputs ({}); other inputs can leak more, so its values are "
          "not upper bounds for the mechanism",
          subject, pair.inputs.held);
    case input_scope::reduction:
      return fmt::format("{} is a bound {}, which its formula does not show", subject,
                         pair.inputs.held);
    case input_scope::not_stated:
    case input_scope::no_users:
    case input_scope::all_inputs:
    case input_scope::of_arguments:
      break;
  }
  return fmt::format(
      "{} may stand for some inputs of the other users only, so its values are not upper bounds "
      "for a mechanism",
      subject);
}

constexpr std::string_view mechanisms_may_stay_below =
    "is an upper bound for mechanisms, not one of them: a mechanism may satisfy a bound that it "
    "breaks";

constexpr std::string_view other_inputs_may_leak_enough =
    "other inputs can leak more, so they may satisfy a lower bound that these break";

// Where only values that are too small break the claim.
std::string sentence_about_failure(const resting_pair& pair) {
  return fmt::format("{} fixes the other users' inputs ({}); {}", subject_of(pair),
                     pair.inputs.held, other_inputs_may_leak_enough);
}

bool matters(const leak_effect& effect, formula_use use) {
  switch (use) {
    case formula_use::number:
      return effect.is_any();
    case formula_use::holds:
      return effect.raises;
    case formula_use::fails:
      return effect.lowers;
  }
  return true;
}

std::string all_or_number(std::size_t some, std::size_t all) {
  return some == all ? "all" : std::to_string(some);
}

bool has_infinite_value(const expression& side, evaluator& at) {
  try {
    const number value = at.evaluate_number(side);
    return value.is_infinity(1) || value.is_infinity(-1);
  } catch (const undefined_value&) {
    return false;
  } catch (const precision_needed&) {
    return false;
  } catch (const beyond_reach&) {
    return false;
  }
}

std::vector<std::string> cautions_about_digits(const std::vector<coarse_number>& numbers) {
  std::vector<std::string> cautions;
  cautions.reserve(numbers.size());
  for (const coarse_number& one : numbers)
    cautions.push_back(
        fmt::format("{} has fewer decimals than its unit {}: if it is printed with no further "
                    "digits, its unit is {}",
                    one.printed, one.unit, one.last_unit));
  return cautions;
}

// The first number of those that a claim is checked at; where its formula has one, that is said.
std::vector<std::string> cautions_about_checked_digits(const claim& subject,
                                                       const expression& relation) {
  const std::vector<std::string> called = called_functions(relation);
  if (std::find(called.begin(), called.end(), "rounds_to") == called.end()) return {};
  std::vector<variable_map> places;
  variable_map alone = subject.let;
  for (const axis& one : subject.axes)
    if (one.values.size() == 1) alone[one.variable] = one.values.front().formula;
  places.push_back(alone);
  for (const axis& one : subject.axes)
    for (const point_value& value : one.values) {
      places.push_back(alone);
      places.back()[one.variable] = value.formula;
    }
  for (const check_point& point : subject.points) {
    places.push_back(alone);
    for (const auto& [name, value] : point) places.back()[name] = value.formula;
  }
  for (const variable_map& place : places)
    if (const auto found = numbers_with_fewer_decimals(relation, place); !found.empty())
      return cautions_about_digits({found.front()});
  return {};
}

// Whatever a formula is used for: a number that is not meant is none that was asked for.
std::vector<std::string> cautions_about_writing(const formula_in_use& asked, const budget& limits) {
  std::vector<std::string> cautions;
  for (const exchanged_arguments& one : arguments_that_may_be_exchanged(asked, limits))
    cautions.push_back(
        fmt::format("{} takes the {} first: here it has {}", one.call, one.first, one.here));
  add_cautions(cautions,
               cautions_about_digits(numbers_with_fewer_decimals(asked.formula, asked.values)));
  return cautions;
}

bool makes_noise(const call& made) {
  const builtin* function = find_builtin(made.name);
  return function != nullptr && function->is_noise;
}

// Whether a call in the formula, or in what the names in it stand for, is of this kind.
template <class Kind>
bool has_call(const expression& formula, const variable_map& values, Kind kind) {
  bool found = false;
  if (const auto* name = std::get_if<variable>(&formula.node))
    if (const auto value = values.find(name->name); value != values.end())
      found = has_call(*value->second, {}, kind);
  if (const auto* made = std::get_if<call>(&formula.node)) found = found || kind(*made);
  for_each_part(
      formula, [&](const expression_ptr& part) { found = found || has_call(*part, values, kind); });
  return found;
}

bool is_allocation(const call& made) {
  return made.name == "allocation_pair";
}

// Noise beside that of an allocation, which has its own neighbours.
bool has_noise(const expression& formula, const variable_map& values) {
  return has_call(formula, values,
                  [](const call& made) { return makes_noise(made) && !is_allocation(made); });
}

// Whether a pair of noise, which is about no users, is subsampled in it.
bool samples_records(const expression& formula, const variable_map& values) {
  return has_call(formula, values, [](const call& made) {
    return made.name == "subsampled" && has_call(*made.arguments.front(), {}, makes_noise);
  });
}

// Where the formula bounds one direction of a pair from above, the other may break it.
std::vector<std::string> cautions_about_directions(const formula_in_use& asked,
                                                   const budget& limits) {
  if (calls_function(asked.formula, "swap")) return {};
  std::vector<std::string> cautions;
  for (const resting_pair& pair : pairs_in_one_direction(asked, limits))
    if (pair.effect.raises && !pair.effect.lowers)
      cautions.push_back(
          fmt::format("{} is taken in one direction: swap() gives the other one, and {}", pair.name,
                      both_directions));
  return cautions;
}

// Pairs of clones whose p is too large for what they are commonly taken for.
std::vector<std::string> cautions_about_clones(const formula_in_use& asked, formula_use use,
                                               const budget& limits) {
  std::vector<std::string> cautions;
  for (const resting_pair& pair : pairs_of_users(asked, limits)) {
    if (!matters(pair.effect, use)) continue;
    if (pair.reach == clone_reach::response)
      cautions.push_back(fmt::format(
          "{} has a p above exp(-eps0): it bounds binary and k-ary randomized response, "
          "and not every eps0-LDP randomizer",
          subject_of(pair)));
    if (pair.reach == clone_reach::nothing_known)
      cautions.push_back(
          fmt::format("{} has a p above 2/(exp(eps0) + 1): it is not known to bound any mechanism",
                      subject_of(pair)));
  }
  return cautions;
}

// Rounds of shuffled reports and of sampled noise in one formula.
std::vector<std::string> cautions_about_neighbours(const formula_in_use& asked,
                                                   const budget& limits) {
  const bool has_records = samples_records(asked.formula, asked.values) ||
                           has_call(asked.formula, asked.values, is_allocation);
  if (!has_records || pairs_of_users(asked, limits).empty()) return {};
  return {
      "these rounds have two neighbouring relations, replace-one and add-remove: what is "
      "computed for them together is a guarantee under neither; account for the rounds of each "
      "relation on their own"};
}

bool is_condition(const expression& formula) {
  return std::holds_alternative<comparison>(formula.node) ||
         std::holds_alternative<conjunction>(formula.node) ||
         std::holds_alternative<disjunction>(formula.node);
}

}  // namespace

std::vector<std::string> cautions_about(const formula_in_use& asked, formula_use use,
                                        const budget& limits) {
  std::vector<std::string> cautions;
  for (const resting_pair& pair : resting_pairs(asked, limits))
    if (matters(pair.effect, use)) add_cautions(cautions, {sentence_about(pair)});
  add_cautions(cautions, cautions_about_clones(asked, use, limits));
  if (use != formula_use::fails) {
    if (is_condition(asked.formula))
      add_cautions(cautions, cautions_about_directions(asked, limits));
    add_cautions(cautions, cautions_about_neighbours(asked, limits));
  }
  add_cautions(cautions, cautions_about_writing(asked, limits));
  return cautions;
}

std::vector<std::string> cautions_about(const expression& formula, formula_use use,
                                        const definitions& visible, const variable_map& values,
                                        const budget& limits) {
  return cautions_about({formula, visible, values, no_domain}, use, limits);
}

std::vector<std::string> cautions_about_relation(const expression& relation,
                                                 std::optional<bool> truth,
                                                 const definitions& visible,
                                                 const variable_map& values, const budget& limits) {
  const formula_use use = !truth   ? formula_use::number
                          : *truth ? formula_use::holds
                                   : formula_use::fails;
  return cautions_about(relation, use, visible, values, limits);
}

namespace {

std::vector<std::string> cautions_about_failure(const formula_in_use& asked, const budget& limits) {
  std::vector<std::string> cautions;
  for (const resting_pair& pair : resting_pairs(asked, limits)) {
    if (!pair.effect.lowers) continue;
    const bool is_lower_bound =
        !pair.effect.raises && !pair.name.empty() && pair.inputs.scope == input_scope::fixed;
    add_cautions(cautions, {is_lower_bound ? sentence_about_failure(pair) : sentence_about(pair)});
  }
  add_cautions(cautions, cautions_about_writing(asked, limits));
  return cautions;
}

bool calls_with_definitions(const expression& formula, std::string_view name,
                            const formula_in_use& asked, int depth = 0) {
  constexpr int deepest = 8;
  if (calls_function(formula, name)) return true;
  if (depth == deepest) return false;
  const std::vector<std::string> called = called_functions(formula);
  return std::any_of(called.begin(), called.end(), [&](const std::string& other) {
    const definition* known = asked.visible.find(other);
    return known != nullptr && known->body != nullptr &&
           calls_with_definitions(*known->body, name, asked, depth + 1);
  });
}

// A statement about every mechanism, and a pair that somebody wrote out of laws.
std::vector<std::string> cautions_about_own_laws(const claim& subject, const formula_in_use& asked,
                                                 const budget& limits) {
  if (subject.about != concern::mechanism || !dominating_pairs(asked, limits).empty()) return {};
  const auto calls = [&](std::string_view name) {
    return calls_with_definitions(asked.formula, name, asked) ||
           std::any_of(subject.let.begin(), subject.let.end(), [&](const auto& entry) {
             return entry.second && calls_with_definitions(*entry.second, name, asked);
           });
  };
  if (!calls("pair") || calls("any_mechanism") || calls("any_mechanism_alike")) return {};
  return {"pair(...) is one choice of laws: what holds for it need not hold for every mechanism"};
}

}  // namespace

bool speaks_of_mechanisms(const claim& subject) {
  return subject.about.value_or(concern::mechanism) == concern::mechanism;
}

std::vector<std::string> cautions_about_claim(const claim& subject, const expression& relation,
                                              verdict outcome, const definitions& visible,
                                              const budget& limits) {
  if (outcome == verdict::invalid) return {};
  const formula_in_use asked{subject.with_family(relation), visible, subject.let, subject.domain};
  std::vector<std::string> cautions;
  if (speaks_of_mechanisms(subject)) {
    const formula_use use = subject.kind() == claim_kind::rate ? formula_use::number
                            : outcome == verdict::refuted      ? formula_use::fails
                                                               : formula_use::holds;
    cautions = use == formula_use::fails ? cautions_about_failure(asked, limits)
                                         : cautions_about(asked, use, limits);
    // A law that fixes the inputs of the others says so itself.
    if (use == formula_use::holds && resting_pairs(asked, limits).empty())
      add_cautions(cautions, cautions_about_own_laws(subject, asked, limits));
    if (use == formula_use::fails)
      for (const resting_pair& pair : dominating_pairs(asked, limits))
        if (pair.effect.raises && !pair.effect.lowers && !pair.name.empty())
          add_cautions(cautions,
                       {fmt::format("{} {}", subject_of(pair), mechanisms_may_stay_below)});
  } else {
    cautions = cautions_about_writing(asked, limits);
  }
  if (numbers_with_fewer_decimals(relation, subject.let).empty())
    add_cautions(cautions, cautions_about_checked_digits(subject, relation));
  return cautions;
}

bool says_that_other_inputs_may_leak_enough(const std::vector<std::string>& cautions) {
  return std::any_of(cautions.begin(), cautions.end(), [](const std::string& caution) {
    return caution.ends_with(other_inputs_may_leak_enough);
  });
}

bool says_that_mechanisms_may_stay_below(const std::vector<std::string>& cautions) {
  return std::any_of(cautions.begin(), cautions.end(), [](const std::string& caution) {
    return caution.ends_with(mechanisms_may_stay_below);
  });
}

std::vector<std::string> cautions_about_claim(const claim& subject, const definitions& visible,
                                              const budget& limits) {
  if (!subject.formula) return {};
  return cautions_about_claim(subject, *subject.formula, subject.expect.value_or(verdict::verified),
                              visible, limits);
}

namespace {

std::vector<std::string> assumptions_about_noise(const expression& formula,
                                                 const variable_map& values) {
  std::vector<std::string> assumptions;
  const bool is_sampled = samples_records(formula, values);
  if (is_sampled)
    assumptions.emplace_back(
        "neighbouring data sets of the sampled noise: with and without one record (add-remove), "
        "each record sampled independently with probability gamma");
  const bool is_allocated = has_call(formula, values, is_allocation);
  if (is_sampled || has_noise(formula, values))
    assumptions.emplace_back(
        "before noise, one record changes the value by at most 1 "
        "(gaussian_pair(1/sigma), laplace_pair(1/b)) or the shift between the two laws "
        "(others)");
  if (is_allocated) {
    assumptions.emplace_back(
        "neighbouring data sets of allocation_pair: with and without one record "
        "(add-remove)");
    assumptions.emplace_back(
        "each record is in one of the T batches, chosen uniformly and independently, "
        "and changes its batch's sum, before noise, by at most 1");
  }
  if (!assumptions.empty())
    assumptions.emplace_back("the noise of each round is independent of that of the others");
  return assumptions;
}

}  // namespace

std::vector<std::string> assumptions_about(const expression& formula, const definitions& visible,
                                           const variable_map& values, const budget& limits) {
  const std::vector<resting_pair> pairs =
      pairs_of_users({formula, visible, values, no_domain}, limits);
  std::vector<std::string> of_noise = assumptions_about_noise(formula, values);
  if (pairs.empty()) return of_noise;
  std::vector<std::string> assumptions{
      "neighbouring data sets: the same n users, one of whom has another input (replace-one)",
      "n users report honestly in every round; those who drop out or collude do not count",
      "each user sends exactly one report in each round",
      "each user's randomness is independent of the others' and of earlier rounds",
      "the shuffler outputs the reports in uniformly random order, and nothing else"};
  const auto has_bound = [&](clone_reach reach) {
    return std::any_of(pairs.begin(), pairs.end(), [&](const resting_pair& one) {
      return one.inputs.scope == input_scope::all_inputs && one.reach == reach;
    });
  };
  const auto begin_with = [&](const std::string& sentence) {
    assumptions.insert(assumptions.begin() + 1, sentence);
  };
  if (has_bound(clone_reach::unclear))
    begin_with(
        "every randomizer is eps0-LDP; a clone pair with a p is a bound for each of them if p <= "
        "exp(-eps0), and for binary and k-ary randomized response if p <= 2/(exp(eps0) + 1)");
  const auto of_response = std::find_if(pairs.begin(), pairs.end(), [](const resting_pair& one) {
    return one.reach == clone_reach::response;
  });
  const bool has_response = of_response != pairs.end();
  if (has_bound(clone_reach::every_randomizer) && has_response)
    begin_with(fmt::format(
        "every randomizer is eps0-LDP, and in the rounds of {} it is binary or k-ary randomized "
        "response with this eps0",
        of_response->through.empty() ? of_response->name : of_response->through.front()));
  else if (has_bound(clone_reach::every_randomizer))
    begin_with("every randomizer is eps0-LDP");
  else if (has_response)
    begin_with("every randomizer is binary or k-ary randomized response with this eps0");
  assumptions.insert(assumptions.end(), of_noise.begin(), of_noise.end());
  return assumptions;
}

std::vector<std::string> cautions_about_methods(const std::set<std::string>& methods) {
  if (!methods.contains(tied_law_method)) return {};
  return {"the total of a law that it rests on is 1 only up to rounding, to 50 digits"};
}

std::vector<std::string> cautions_about_value(const expression& formula, const refined_value& known,
                                              const definitions& visible) {
  constexpr bits least = 64;
  std::vector<std::string> cautions = cautions_about_methods(known.methods);
  const auto* value = std::get_if<number>(&known.result);
  const auto* asked = std::get_if<call>(&formula.node);
  if (value != nullptr && asked != nullptr && takes_one_direction(*asked, visible))
    cautions.push_back(fmt::format(
        "the two directions of this pair may differ: swap() gives the other one, and {}",
        both_directions));
  if (value != nullptr && asked != nullptr && asked->name == "epsilon")
    add_cautions(cautions,
                 cautions_about_epsilon(value->to_ball(std::max(known.precision, least))));
  return cautions;
}

std::vector<std::string> cautions_about_epsilon(const ball& epsilon) {
  if (!epsilon.is_certainly_negative()) return {};
  return {"this ε is negative; as a privacy guarantee, state ε = 0 at this δ"};
}

std::string caution_of_infinite_side(const std::string& subject) {
  return fmt::format("{} holds because a side is infinite, and says nothing of the other side",
                     subject);
}

std::vector<std::string> cautions_about_infinite_sides(std::size_t infinite, std::size_t holding) {
  if (infinite == 0) return {};
  if (holding == 1) return {caution_of_infinite_side("it")};
  return {fmt::format("at {} of the {} points where it holds, {}", all_or_number(infinite, holding),
                      holding, caution_of_infinite_side("it"))};
}

std::vector<std::string> cautions_about_infinite_pieces(std::size_t infinite, std::size_t holding) {
  if (infinite == 0) return {};
  return {fmt::format("at the lower ends of {} of the {} pieces where it holds, {}",
                      all_or_number(infinite, holding), holding, caution_of_infinite_side("it"))};
}

std::string caution_of_no_search(const std::string& reason) {
  return fmt::format("no search was made beyond the listed points{}{}", reason.empty() ? "" : ": ",
                     reason);
}

bool is_infinite(const decimal_interval& ends) {
  return ends.lower == "inf" || ends.upper == "-inf";
}

bool has_infinite_side(const expression& relation, const definitions& visible,
                       const variable_map& values, bits precision, const budget& limits,
                       quantity_cache* cache) {
  if (const auto* parts = std::get_if<conjunction>(&relation.node))
    return std::any_of(parts->operands.begin(), parts->operands.end(),
                       [&](const expression_ptr& part) {
                         return has_infinite_side(*part, visible, values, precision, limits, cache);
                       });
  const auto* sides = std::get_if<comparison>(&relation.node);
  if (sides == nullptr) return false;
  constexpr bits least = 64;
  evaluator at({visible, std::max(precision, least), limits, cache}, values);
  return has_infinite_value(*sides->left, at) || has_infinite_value(*sides->right, at);
}

void add_cautions(std::vector<std::string>& cautions, const std::vector<std::string>& more) {
  for (const std::string& sentence : more)
    if (std::find(cautions.begin(), cautions.end(), sentence) == cautions.end())
      cautions.push_back(sentence);
}

std::vector<std::string> lines_of_cautions(const std::vector<std::string>& cautions) {
  std::vector<std::string> lines;
  lines.reserve(cautions.size());
  for (const std::string& sentence : cautions) lines.push_back("caution: " + sentence);
  return lines;
}

std::vector<std::string> lines_of_assumptions(const std::vector<std::string>& assumptions) {
  std::vector<std::string> lines;
  if (!assumptions.empty()) lines.emplace_back("assumes:");
  for (const std::string& sentence : assumptions) lines.push_back("  " + sentence);
  return lines;
}

std::string cell_of_cautions(const std::vector<std::string>& cautions) {
  std::string text;
  for (const std::string& sentence : cautions) text += (text.empty() ? "" : "; ") + sentence;
  return text;
}

}  // namespace shufflecert::inline v0_1::claims
