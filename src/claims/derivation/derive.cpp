#include "claims/derivation/derive.hpp"
#include "claims/bounds/closed_forms.hpp"
#include "claims/forms/pair_forms.hpp"
#include "claims/special/curve_knots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/derivation/cases.hpp"
#include "claims/derivation/log_lines.hpp"
#include "claims/derivation/log_words.hpp"
#include "claims/derivation/order.hpp"
#include "claims/forms/stated_pair.hpp"
#include "claims/moments/sign_moments.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "claims/results/failure.hpp"
#include "language/syntax/builtins.hpp"
#include "shufflecert/identity.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Whether the squares of two sides are the same by algebra, and neither side is negative.
bool have_same_squares(domain_facts& facts, const comparison& sides) {
  const claim_context& context = facts.context();
  if (!is_identity_of_squares(*sides.left, *sides.right, context.visible.visible, {},
                              context.options.limits))
    return false;
  const expression_ptr zero = parse_formula("0");
  if (!facts.is_certain(sides.left, relation::greater_equal, zero) ||
      !facts.is_certain(sides.right, relation::greater_equal, zero))
    return false;
  facts.log().add(squares_step{make_comparison(sides.left, relation::equal, sides.right)});
  return true;
}

// (K.10), in whatever letters it is written; nothing where it is something else.
std::optional<bool> holds_as_moment_bound(domain_facts& facts, const comparison& sides) {
  const bool is_turned = sides.op == relation::greater_equal;
  if (!is_turned && sides.op != relation::less_equal) return std::nullopt;
  const expression_ptr& low = is_turned ? sides.right : sides.left;
  const expression_ptr& high = is_turned ? sides.left : sides.right;
  const auto stated = moment_statement_in(low, high);
  if (!stated) return std::nullopt;
  // The power itself has a base that is positive.
  if (!facts.is_certain(stated->mean, relation::greater, make_number(0)) || !facts.has_value(high))
    return std::nullopt;
  {
    const domain_index count(facts.domain(), make_number(0), nullptr);
    for (const expression_ptr& part : {stated->base, stated->exponent})
      if (!facts.has_value(count.in(part, make_variable(stated->index)))) return std::nullopt;
  }
  const moment_attempt& attempt = certified_moments(stated->c, facts.context().options.limits);
  if (!attempt.found) {
    facts.leave_open(
        fmt::format("the bound (K.10) with c = {}: {}", to_text(stated->c), attempt.reason));
    return false;
  }
  facts.log().add(moments_step{stated->c});
  return true;
}

// Whether the larger side is infinite, and the other one a number.
bool is_below_infinity(domain_facts& facts, const comparison& sides) {
  const bool rises = sides.op == relation::less_equal || sides.op == relation::less;
  const bool falls = sides.op == relation::greater_equal || sides.op == relation::greater;
  if (!rises && !falls) return false;
  const expression_ptr& low = rises ? sides.left : sides.right;
  const expression_ptr& high = rises ? sides.right : sides.left;
  if (!has_divergence(*high) || !facts.is_infinite(high) || !facts.has_value(low)) return false;
  facts.log().add(infinite_step{make_comparison(sides.left, sides.op, sides.right), high});
  return true;
}

// The formula with the values of curves that are known, (O.11) and (O.12).
expression_ptr with_known_knots(domain_facts& facts, const expression_ptr& formula) {
  return rewritten(formula, [&](const expression& part) -> expression_ptr {
    const auto knot = knot_in(std::make_shared<const expression>(part));
    if (!knot || !std::all_of(knot->required.begin(), knot->required.end(),
                              [&](const auto& condition) { return facts.is_certain(condition); }))
      return nullptr;
    facts.log().add(knot_step{std::make_shared<const expression>(part), knot->value, knot->rule});
    return knot->value;
  });
}

bool is_derived(domain_facts& facts, const expression_ptr& stated) {
  const expression_ptr part = facts.without_guards(written_out(facts.context(), stated));
  const auto* sides = std::get_if<comparison>(&part->node);
  if (sides == nullptr) return facts.is_certain(part);
  if (const auto known = holds_as_moment_bound(facts, *sides)) return *known;
  if (!has_divergence(*part) && sides->op != relation::equal && facts.is_certain(part)) return true;
  if (is_below_infinity(facts, *sides)) return true;
  if (!facts.has_value(sides->left) || !facts.has_value(sides->right)) return false;
  // What numbers settle is written out where a case has put some in.
  const auto in_short = [&](const expression_ptr& side) {
    return facts.is_in_case() ? with_closed_forms(simplified(side)) : simplified(side);
  };
  const comparison simple{in_short(sides->left), sides->op, in_short(sides->right)};
  const auto holds = [&](const comparison& one) {
    return formula_order(facts).holds(one.left, one.op, one.right);
  };
  // Bounds of curves say more of their order than their values do.
  if (sides->op != relation::equal && holds(simple)) return true;
  const comparison known{with_known_knots(facts, simple.left), sides->op,
                         with_known_knots(facts, simple.right)};
  if (holds(known)) return true;
  return sides->op == relation::equal && have_same_squares(facts, known);
}

// A variable that stands for a number of users, or for another number that is whole, and that the
// claim does not call whole; empty where there is none. No rule for a pair applies then.
std::string variable_to_call_whole(const claim_context& context, const expression_ptr& part) {
  const std::vector<std::string>& whole = context.subject.integers;
  // Not an index of a sum, which no list of variables has.
  const std::set<std::string> variables = check_variables(context.subject);
  std::string found;
  static_cast<void>(rewritten(written_out(context, part), [&](const expression& inner) {
    const auto* x = std::get_if<call>(&inner.node);
    const builtin* function = x == nullptr ? nullptr : find_builtin(x->name);
    if (function != nullptr && function->uses == argument_use::each && found.empty())
      for (std::size_t i = 0; i < x->arguments.size(); ++i) {
        const auto* name = std::get_if<variable>(&x->arguments[i]->node);
        if (name != nullptr && function->parameter_at(i).is_whole() &&
            variables.contains(name->name) &&
            std::find(whole.begin(), whole.end(), name->name) == whole.end())
          found = name->name;
      }
    return expression_ptr();
  }));
  return found;
}

// Whether a condition is in variables of the claim, and not in the distance of one from an end.
bool has_readable_names(const std::string& condition) {
  return condition.find(distance_name_start) == std::string::npos &&
         condition.find(exponent_name_start) == std::string::npos;
}

// Why a part of the claim was not shown. Where a condition that would have sufficed is the reason,
// it is named as one: that it fails somewhere says nothing against the claim.
std::string why_open(const domain_facts& facts, const expression_ptr& part) {
  const std::string own = fmt::format("'{}'", to_text(*part));
  const std::string& last = facts.open();
  if (last.empty()) return fmt::format("no rule shows {}", own);
  if (last.front() != '\'') return fmt::format("no rule shows {}: {}", own, last);
  const std::string condition = last.substr(0, last.find('\'', 1) + 1);
  const std::string what = last.substr(condition.size());
  if (!has_readable_names(condition)) return "no rule shows " + own;
  if (condition != own) return fmt::format("a sufficient condition, {},{}", condition, what);
  return what.starts_with(" fails") ? "boxes do not show " + own : last;
}

// The values of variables that no condition mentions, as lines of a proof file have them.
std::vector<std::string> values_in(const claim& subject, const domain_regions& domain) {
  std::vector<std::string> found;
  for (const chosen_region& region : domain.regions) {
    std::string text;
    for (const auto& [name, value] : region.fixed)
      if (!is_in_domain(subject, name))
        text += fmt::format("{}{} = {}", text.empty() ? "" : " ; ", name, to_text(*value.formula));
    if (std::find(found.begin(), found.end(), text) == found.end()) found.push_back(text);
  }
  return found;
}

// "93 %"; what rounds to nothing or to all is not called so.
std::string percentage(double share) {
  constexpr double least = 0.01;
  constexpr double most = 99.9;
  return share < least  ? fmt::format("less than {} %", least)
         : share > most ? fmt::format("more than {} %", most)
                        : fmt::format("{:.3g} %", share);
}

// "; shown on 93 % of the domain, where each half of a cut box counts as half of it; not shown
// where …"
std::string reach_in_words(const open_condition& open) {
  const double share = 100 * std::clamp(open.settled, 0.0, 1.0);
  std::string words =
      share > 0 ? fmt::format(
                      "; this condition was shown on {} of the domain (each half of a cut "
                      "box counts as half of it)",
                      percentage(share))
                : std::string("; this condition was shown on no part of the domain");
  const std::string widest = in_words(open.widest);
  const std::string tightest = in_words(open.tightest);
  if (!widest.empty()) words += "; it is not shown, for instance, for " + widest;
  if (!widest.empty() && !tightest.empty() && tightest != widest) words += ", nor for " + tightest;
  return words;
}

// A domain that comes close to an end is checked in the distance from it, which has no name in a
// catalogue.
bool has_names_of_variables(const stated_region& box) {
  return std::all_of(box.begin(), box.end(),
                     [](const auto& side) { return side.first.find(' ') == std::string::npos; });
}

std::vector<std::string> sentences_of(const proof_log& log, domain_cut how) {
  std::vector<std::string> sentences = words_of(log);
  if (how.at_check_values)
    sentences.insert(sentences.begin(),
                     "the variables that no condition mentions take their check values");
  if (sentences.empty()) sentences = {"the domain says so"};
  return sentences;
}

proof_record derived_on(const claim_context& context, const expression_ptr& relation,
                        domain_cut how, bool is_in_case = false) {
  proof_record record;
  record.method = proof_method::derivation;
  record.covers = proof_coverage::domain;
  record.rests_on_check_values = how.at_check_values;
  try {
    domain_regions domain = regions_of_domain(context, how);
    if (domain.regions.empty()) {
      record.reason = domain.reason.empty() ? "the domain has no region" : domain.reason;
      return record;
    }
    derivation_lines lines;
    if (how.at_check_values) lines.values = values_in(context.subject, domain);
    domain_facts facts(context, std::move(domain), is_in_case);
    record.is_complete = true;
    for (const expression_ptr& part : conjuncts(relation)) {
      if (is_derived(facts, part)) continue;
      record.is_complete = false;
      record.reason = why_open(facts, part);
      if (const std::string name = variable_to_call_whole(context, part); !name.empty())
        record.reason += fmt::format("; '{0}' is not in integers: add integers = [\"{0}\"]", name);
      if (const open_condition& open = facts.open_boxes(); open.boxes > 0) {
        record.open_boxes = open.boxes;
        for (const stated_region& box : {open.widest, open.tightest})
          if (has_names_of_variables(box)) record.open.push_back(box);
        record.reason += reach_in_words(open);
      }
      break;
    }
    record.boxes = facts.boxes();
    if (record.is_complete) {
      record.steps = sentences_of(facts.log(), how);
      lines.parts = {{"", lines_of(facts.log())}};
      record.lines = std::move(lines);
    }
  } catch (...) {
    record.is_complete = false;
    record.reason = failure_of(std::current_exception()).reason;
  }
  return record;
}

std::vector<domain_cut> ways_to_cut(const claim& subject) {
  std::vector<domain_cut> ways{{false, false, false}, {true, false, false}, {false, false, true}};
  // A file that says where to prove the claim says which values there are.
  if (has_proof_region(subject)) ways.push_back({false, true, false});
  return ways;
}

// Each value of a variable that has few of them, one after the other; nothing where there is no
// such variable.
std::optional<proof_record> derived_by_cases(const claim_context& context,
                                             const expression_ptr& relation) {
  proof_record record;
  record.method = proof_method::derivation;
  record.covers = proof_coverage::domain;
  record.is_complete = true;
  derivation_lines lines;
  try {
    const auto cases = cases_of(context, relation);
    if (cases.empty()) return std::nullopt;
    for (const claim_case& one : cases) {
      const claim_context here{one.subject, context.visible, context.cache, context.options};
      proof_record known;
      for (const domain_cut& how :
           {domain_cut{false, false, false}, {true, false, false}, {false, false, true}}) {
        known = derived_on(here, one.relation, how, true);
        if (known.is_complete || context.options.limits.is_exhausted()) break;
      }
      record.boxes += known.boxes;
      if (!known.is_complete) {
        record.is_complete = false;
        record.steps.clear();
        record.reason = fmt::format("where {}: {}", one.text, known.reason);
        return record;
      }
      record.steps.push_back("where " + one.text + ":");
      record.steps.insert(record.steps.end(), known.steps.begin(), known.steps.end());
      lines.parts.push_back({one.text, std::move(known.lines->parts.front().steps)});
    }
    record.lines = std::move(lines);
  } catch (...) {
    record.is_complete = false;
    record.steps.clear();
    record.reason = failure_of(std::current_exception()).reason;
  }
  return record;
}

}  // namespace

proof_record derive(const claim_context& context, const expression_ptr& relation) {
  std::optional<proof_record> first;
  for (const domain_cut& how : ways_to_cut(context.subject)) {
    proof_record known = derived_on(context, relation, how);
    if (known.is_complete || context.options.limits.is_exhausted()) return known;
    if (!first) first = std::move(known);
  }
  if (auto known = derived_by_cases(context, relation)) {
    known->boxes += first->boxes;
    if (known->is_complete) return *std::move(known);
  }
  return *first;
}

}  // namespace shufflecert::inline v0_1::claims
