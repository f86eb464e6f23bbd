#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/cautions.hpp"
#include "claims/crosscheck/double_opinion.hpp"
#include "claims/derivation/derive.hpp"
#include "claims/judging/after_proof.hpp"
#include "claims/judging/kinds.hpp"
#include "claims/judging/proof_words.hpp"
#include "claims/points/in_parallel.hpp"
#include "claims/points/refuted_points.hpp"
#include "claims/proof/prove.hpp"
#include "claims/search/search.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

void collect_methods(judgement& found, const std::vector<point_outcome>& outcomes) {
  std::set<std::string> methods;
  for (const point_outcome& outcome : outcomes)
    methods.insert(outcome.methods.begin(), outcome.methods.end());
  found.methods.assign(methods.begin(), methods.end());
}

std::vector<point_outcome> evaluate_all(const claim_context& context,
                                        const expression_ptr& relation) {
  const std::size_t count = point_count(context.subject);
  std::vector<point_outcome> outcomes(count);
  std::atomic<std::size_t> done = 0;
  // Every outcome has its place, so the result does not depend on the number of threads.
  for_each_index(count, [&](std::size_t i) {
    const check_point point = point_at(context.subject, i);
    outcomes[i] = evaluate_at(context, relation, point);
    if (outcomes[i].state != point_state::outside)
      outcomes[i].in_regime = is_in_regime(context, point);
    if (context.options.progress) context.options.progress(++done, count);
  });
  return outcomes;
}

std::vector<failing_point> failing_points(const claim_context& context,
                                          const std::vector<point_outcome>& outcomes) {
  std::vector<failing_point> failing;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (outcomes[i].state == point_state::fails)
      failing.push_back(
          {point_at(context.subject, i), outcomes[i].precision, outcomes[i].in_regime});
  return failing;
}

void choose_counterexamples(judgement& found, const claim_context& context,
                            const expression_ptr& relation,
                            const std::vector<failing_point>& failing) {
  // A moment, for showing both sides of what was refuted just before the time was over.
  constexpr auto allowance = std::chrono::milliseconds(250);
  found.counterexamples = failing.size();
  if (failing.empty()) return;
  judge_options options = context.options;
  options.limits = options.limits.with_at_least(allowance);
  const claim_context describing{context.subject, context.visible, context.cache, options};
  std::vector<double> violations(failing.size());
  for_each_index(failing.size(), [&](std::size_t i) {
    violations[i] = violation(describing, relation, failing[i].point);
  });
  // The first of those that are alike to as many digits as the violations have.
  constexpr double alike = 1 - 1e-9;
  const double most = *std::max_element(violations.begin(), violations.end());
  const auto worst = static_cast<std::size_t>(
      std::find_if(violations.begin(), violations.end(),
                   [&](double violation) { return violation >= alike * most; }) -
      violations.begin());
  std::size_t simplest = 0;
  simplicity least(failing.front().point);
  for (std::size_t i = 0; i < failing.size(); ++i) {
    // A counterexample where the paper uses the claim says more than a simpler one elsewhere.
    if (failing[i].in_regime < failing[simplest].in_regime) continue;
    const simplicity here(failing[i].point);
    if (failing[i].in_regime == failing[simplest].in_regime && !(here < least)) continue;
    simplest = i;
    least = here;
  }
  const auto shown_at = [&](const failing_point& at) {
    return describe(describing, relation, at.point, at.precision);
  };
  found.witness = shown_at(failing[simplest]);
  found.worst = shown_at(failing[worst]);
  std::vector<check_point> points;
  points.reserve(failing.size());
  for (const failing_point& at : failing) points.push_back(at.point);
  if (found.regime && found.regime->counterexamples == 0)
    found.edge = edge_of_regime(describing, points);
  found.only_rounding = is_only_rounding(describing, relation, points);
}

// What a refutation means for the range in which the paper uses the statement.
std::string failures_in_regime(const judgement& found) {
  if (!found.regime) return "";
  const auto [checked, failing] = *found.regime;
  if (checked == 0) return "; no point checked lies where the paper uses the statement";
  if (failing == 0 && checked == 1) return "; not at the one where the paper uses the statement";
  if (failing == 0)
    return fmt::format("; at none of the {} where the paper uses the statement", checked);
  return fmt::format("; at {} of the {} where the paper uses the statement", failing, checked);
}

// Where else numbers of a table fail: each of them is a finding of its own.
std::string others_in_words(const judgement& found, const claim_context& context,
                            const std::vector<point_outcome>& outcomes) {
  constexpr std::size_t most_named = 5;
  std::vector<std::string> others;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i].state != point_state::fails) continue;
    const point_texts point = texts_of(point_at(context.subject, i));
    if (point != found.witness->point) others.push_back(point_in_words(point));
  }
  if (others.empty()) return "";
  const std::size_t more = others.size() > most_named ? others.size() - most_named : 0;
  others.resize(others.size() - more);
  return fmt::format("; it also fails at {}{}", fmt::join(others, "; at "),
                     more == 0 ? "" : fmt::format("; and at {} more points", more));
}

// What a printed number that fails should have been, at the counterexample shown.
std::string right_value(const judgement& found, const claim_context& context,
                        const expression_ptr& relation,
                        const std::vector<point_outcome>& outcomes) {
  check_point point;
  for (const auto& [name, text] : found.witness->point) point[name] = read_point_value(text);
  const std::string words = rounded_value_in_words(context, relation, *found.witness, point);
  if (words.empty()) return "";
  const bool is_only_point = found.checked == 1 && found.counterexamples == 1 && !found.search;
  return "; " + (is_only_point ? "" : "at " + point_in_words(found.witness->point) + " ") + words +
         others_in_words(found, context, outcomes);
}

void settle(judgement& found, const std::vector<point_outcome>& outcomes,
            const claim_context& context) {
  const auto first_of = [&](point_state state) {
    return std::find_if(outcomes.begin(), outcomes.end(),
                        [&](const point_outcome& outcome) { return outcome.state == state; });
  };
  const auto point_of = [&](auto outcome) {
    return point_in_words(
        texts_of(point_at(context.subject, static_cast<std::size_t>(outcome - outcomes.begin()))));
  };
  const auto invalid = first_of(point_state::invalid);
  const auto open = first_of(point_state::undecided);
  if (found.counterexamples > 0) {
    found.outcome = verdict::refuted;
    found.message = fmt::format("fails at {} of {} point{}", found.counterexamples, found.checked,
                                found.checked == 1 ? "" : "s") +
                    failures_in_regime(found);
    if (invalid != outcomes.end())
      found.message += fmt::format("; {} of them cannot be evaluated, first at {}: {}",
                                   std::count_if(outcomes.begin(), outcomes.end(),
                                                 [](const point_outcome& outcome) {
                                                   return outcome.state == point_state::invalid;
                                                 }),
                                   point_of(invalid), invalid->reason);
  } else if (invalid != outcomes.end()) {
    found.outcome = verdict::invalid;
    found.message =
        fmt::format("cannot be evaluated at {}: {}", point_of(invalid), invalid->reason);
  } else if (found.checked == 0) {
    found.outcome = verdict::invalid;
    const auto outside = first_of(point_state::outside);
    found.message = "has no points to check: no listed point is certainly in the domain";
    if (outside != outcomes.end())
      found.message += fmt::format("; at {}, {}", point_of(outside), outside->reason);
  } else if (open != outcomes.end()) {
    found.outcome = verdict::undecided;
    found.message =
        found.checked == 1
            ? fmt::format("undecided at {}: {}", point_of(open), open->reason)
            : fmt::format("undecided at {} of {} points, first at {}: {}", found.undecided.size(),
                          found.checked, point_of(open), open->reason);
  } else {
    found.outcome = verdict::verified;
    found.message = fmt::format("holds at {} checked", all_points(found.checked));
    if (found.tied > 0)
      found.message += fmt::format("; at {} of them the two sides are equal to {} digits",
                                   found.tied, tie_digits);
    if (found.regime)
      found.message += found.regime->checked == 0
                           ? std::string("; none of them lies where the paper uses the statement")
                           : fmt::format("; {} of them where the paper uses the statement",
                                         found.regime->checked);
  }
}

// A comparison that holds because a side is infinite says nothing of the other side.
void count_infinite_sides(judgement& found, const claim_context& context,
                          const expression_ptr& relation,
                          const std::vector<point_outcome>& outcomes) {
  std::atomic<std::size_t> holding = 0;
  std::atomic<std::size_t> infinite = 0;
  for_each_index(outcomes.size(), [&](std::size_t i) {
    if (outcomes[i].state != point_state::holds) return;
    ++holding;
    const variable_map variables = variables_at(context.subject, point_at(context.subject, i));
    if (has_infinite_side(*relation, context.visible.visible, variables, outcomes[i].precision,
                          context.options.limits, &context.cache))
      ++infinite;
  });
  add_cautions(*found.cautions, cautions_about_infinite_sides(infinite, holding));
}

// "eps0 in [1e-12, 20], n in [2, 1.23e+09]": rounded, the results have all digits.
std::string searched_ranges(const search_record& record) {
  const auto short_text = [](const std::string& end) {
    // What a double cannot hold keeps its digits, as fractions do.
    char* rest = nullptr;
    const double near = std::strtod(end.c_str(), &rest);
    const bool is_kept = end.size() <= 6 || *rest != '\0' || !std::isnormal(near);
    return is_kept ? end : fmt::format("{:.3g}", near);
  };
  std::string text;
  for (const auto& [name, range] : record.ranges)
    text += fmt::format("{}{} in [{}, {}]", text.empty() ? "" : ", ", name, short_text(range.lower),
                        short_text(range.upper));
  return text;
}

// Looks beyond the listed points, at none of which the relation fails.
void search_further(judgement& found, const claim_context& context, const expression_ptr& relation,
                    const std::vector<point_outcome>& outcomes) {
  std::vector<std::size_t> listed;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (outcomes[i].state != point_state::outside) listed.push_back(i);
  const auto searched = search_beyond(context, relation, listed);
  if (!searched) return;
  if (!searched->unsearched.empty()) {
    found.unsearched = searched->unsearched;
    if (found.outcome == verdict::verified && found.unsearched != no_variables)
      found.message += "; no search was made: " + found.unsearched;
    return;
  }
  found.search = searched->record;
  const search_record& record = *found.search;
  if (searched->failing.empty()) {
    found.message += fmt::format("; a search of {} further point{}{} found no counterexample{}",
                                 record.evaluations, record.evaluations == 1 ? "" : "s",
                                 record.ranges.empty() ? "" : " over " + searched_ranges(record),
                                 record.is_complete ? "" : " before it was cut short");
    if (!record.reason.empty()) found.message += fmt::format(" ({})", record.reason);
    return;
  }
  const auto in_regime =
      static_cast<std::size_t>(std::count_if(searched->failing.begin(), searched->failing.end(),
                                             [](const failing_point& at) { return at.in_regime; }));
  if (found.regime) {
    found.regime->checked += in_regime;
    found.regime->counterexamples += in_regime;
  }
  choose_counterexamples(found, context, relation, searched->failing);
  found.outcome = verdict::refuted;
  found.message = fmt::format("fails at {}, found by a search beyond the listed points; ",
                              point_in_words(found.witness->point));
  const std::size_t holding = found.checked - found.undecided.size();
  found.message +=
      found.undecided.empty()
          ? fmt::format("the claim holds at {}", all_points(found.checked, "listed "))
          : fmt::format("the claim holds at {} of {} listed points", holding, found.checked);
  if (!found.regime) return;
  found.message += in_regime > 0 ? "; the counterexample lies where the paper uses the statement"
                                 : "; no counterexample lies where the paper uses the statement";
}

judgement judge_points(const claim_context& context, const expression_ptr& relation,
                       const std::vector<point_outcome>& outcomes) {
  judgement found;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const point_state state = outcomes[i].state;
    if (state != point_state::outside) ++found.checked;
    if (state == point_state::tied) ++found.tied;
    if (state == point_state::undecided)
      found.undecided.push_back(texts_of(point_at(context.subject, i)));
  }
  if (!context.subject.regime.empty()) {
    found.regime = regime_count{};
    for (const point_outcome& outcome : outcomes) {
      if (outcome.in_regime) ++found.regime->checked;
      if (outcome.in_regime && outcome.state == point_state::fails) ++found.regime->counterexamples;
    }
  }
  collect_methods(found, outcomes);
  choose_counterexamples(found, context, relation, failing_points(context, outcomes));
  settle(found, outcomes, context);
  return found;
}

// Who lists a point expects it to be checked.
void add_points_outside(judgement& found, const std::vector<point_outcome>& outcomes) {
  if (found.checked == 0) return;
  std::size_t count = 0;
  bool certainly = true;
  for (const point_outcome& outcome : outcomes)
    if (outcome.state == point_state::outside) {
      ++count;
      certainly = certainly && outcome.is_certain;
    }
  found.message += outside_in_words(count, certainly);
}

bool is_proof_settled(const proof_record& proof, std::size_t tied) {
  return proof.is_complete && (tied == 0 || proof.method == proof_method::algebra);
}

// A counterexample that was found at none of the points checked.
void refute_at(judgement& found, const claim_context& context, const expression_ptr& relation,
               const check_point& point) {
  if (found.regime && is_in_regime(context, point)) {
    ++found.regime->checked;
    ++found.regime->counterexamples;
  }
  found.outcome = verdict::refuted;
  found.counterexamples = 1;
  found.witness = describe(context, relation, point, 0);
  found.worst = found.witness;
}

// What became of the proofs that were tried.
struct tried_proofs {
  std::optional<proof_record> derived;   ///< on the whole domain
  std::optional<proof_attempt> attempt;  ///< on the regions that the claim states

  [[nodiscard]] bool is_derived() const { return derived && derived->is_complete; }
  /// Whether the claim is proved wherever a search could look.
  [[nodiscard]] bool cover_domain(std::size_t tied) const {
    return is_derived() || (attempt && !attempt->counterexample &&
                            attempt->record.covers == proof_coverage::domain &&
                            is_proof_settled(attempt->record, tied));
  }
};

// Tries a proof on the whole domain, then on the regions that the claim states.
void try_proofs(tried_proofs& tried, const claim_context& context, const expression_ptr& relation) {
  if (context.options.derives_theorems) tried.derived = derive(context, relation);
  if (has_proof_region(context.subject) && !tried.is_derived())
    tried.attempt = prove(context, relation);
}

// Whatever came of the proofs is kept.
void add_proofs(judgement& found, const claim_context& context, const expression_ptr& relation,
                const tried_proofs& tried) {
  const std::optional<proof_record>& derived = tried.derived;
  if (tried.is_derived()) {
    found.outcome = verdict::proved;
    found.message = fmt::format(
        "proved at every point of the domain{}, in {} step{}; holds at {} checked",
        derived->rests_on_check_values
            ? ", where variables without a condition take their check values"
            : "",
        derived->steps.size(), derived->steps.size() == 1 ? "" : "s", all_points(found.checked));
  }
  if (!tried.attempt) {
    found.proof = derived;
    if (derived && !derived->is_complete) found.message += open_derivation_message(*derived);
    return;
  }
  const proof_attempt& attempt = *tried.attempt;
  found.proof = attempt.record;
  // What is proved on a part says, too, why it is not more.
  if (derived && found.proof->reason.empty() && found.proof->covers != proof_coverage::domain)
    found.proof->reason = "on the whole domain, " + derived->reason;
  if (attempt.counterexample) {
    refute_at(found, context, relation, *attempt.counterexample);
    found.message = fmt::format("{}, but fails at a point of the region that [claim.prove] states",
                                found.message);
  } else if (is_proof_settled(attempt.record, found.tied) &&
             attempt.record.covers != proof_coverage::domain) {
    found.message += proved_part_message(attempt.record);
    if (derived) found.message += open_derivation_message(*derived);
  } else if (is_proof_settled(attempt.record, found.tied)) {
    found.outcome = verdict::proved;
    found.message = proved_message(attempt.record, found.message);
    // A single box is the verdict's region; `proof` has every kind.
    if (attempt.record.regions.size() == 1)
      for (const auto& [name, range] : attempt.record.regions.front())
        if (range.values.empty()) found.region[name] = {range.lower, range.upper};
  } else {
    found.message += "; no proof found on the region that [claim.prove] states: ";
    if (attempt.record.open_boxes > 0)
      found.message +=
          fmt::format("{} of {} boxes are undecided ({}), the first {}", attempt.record.open_boxes,
                      attempt.record.boxes, attempt.record.reason,
                      region_in_words(attempt.record.open.front()));
    else if (!attempt.record.reason.empty())
      found.message += attempt.record.reason;
    else
      found.message += "at some points the two sides are equal to 50 digits, which is no proof";
  }
}

// Shows that the claim fails on all of the regions for which the file says so. Where it holds at
// the points checked, a region refutes it by a point at which it was evaluated.
void refute_regions(judgement& found, const claim_context& context,
                    const expression_ptr& relation) {
  if (std::get<forall_claim>(context.subject.form).refute.empty()) return;
  if (relation != context.subject.formula) return;
  if (found.outcome == verdict::invalid) return;
  found.refuted_regions = refute_on_regions(context);
  for (refuted_region& one : found.refuted_regions) {
    if (!one.is_proved || found.outcome == verdict::refuted) continue;
    if (one.point.empty()) {
      one.is_proved = false;
      one.reason = "the claim could not be evaluated at a point of it";
      continue;
    }
    check_point point;
    for (const auto& [name, text] : one.point) point[name] = read_point_value(text);
    refute_at(found, context, relation, point);
    found.message += ", but fails at a point of a region that [[claim.refute]] states";
  }
}

// A rule of proof may be wrong; points that no rule has anything to do with do not follow it.
void doubt_proof(judgement& found, const claim_context& context, const expression_ptr& relation) {
  const look_after_proof seen = look_at_far_points(context, relation);
  if (!seen.contradiction) return;
  const bool has_value = seen.outcome.state == point_state::fails;
  found.message = fmt::format(
      "internal fault: a proof was found that covers the whole domain, but the relation {} at "
      "{}{}; "
      "please report this claim",
      has_value ? "is certainly false" : "has no value",
      point_in_words(texts_of(*seen.contradiction)),
      has_value ? std::string() : ": " + seen.outcome.reason);
  if (found.proof) {
    found.proof->is_complete = false;
    found.proof->steps.clear();
    found.proof->lines.reset();
    found.proof->reason = found.message;
  }
  found.region.clear();
  if (has_value)
    refute_at(found, context, relation, *seen.contradiction);
  else
    found.outcome = verdict::invalid;
}

}  // namespace

judgement judge_forall(const claim_context& context, const expression_ptr& relation) {
  const std::vector<point_outcome> outcomes = evaluate_all(context, relation);
  judgement found = judge_points(context, relation, outcomes);
  constexpr const char* unfinished_proof = "the proof that [claim.prove] asks for was not finished";
  // Proofs come first: where one covers the domain, a search would look for what is not there.
  tried_proofs tried;
  std::string problem;
  const bool is_verified = found.outcome == verdict::verified;
  if (is_verified) {
    judgement alone;
    add_to(alone, unfinished_proof, [&] { try_proofs(tried, context, relation); });
    problem = alone.message;
  }
  const bool is_open =
      found.outcome == verdict::undecided && !context.options.limits.is_exhausted();
  if (is_open || (is_verified && !tried.cover_domain(found.tied)))
    search_further(found, context, relation, outcomes);
  else
    found.unsearched = is_verified ? "a proof covers the whole domain"
                       : found.outcome == verdict::refuted
                           ? "a listed point refutes the claim"
                           : "the listed points could not be judged";
  if (found.outcome == verdict::verified) {
    found.message += problem;
    add_to(found, unfinished_proof, [&] { add_proofs(found, context, relation, tried); });
  }
  if (found.outcome == verdict::proved)
    add_to(found, "the points far from the listed ones were not finished",
           [&] { doubt_proof(found, context, relation); });
  add_to(found, "the regions that [[claim.refute]] states were not finished",
         [&] { refute_regions(found, context, relation); });
  if (found.outcome == verdict::refuted && found.witness)
    found.message += right_value(found, context, relation, outcomes);
  add_points_outside(found, outcomes);
  add_to(found, double_is_unknown,
         [&] { found.in_double = opinion_of_double(context, relation, found, outcomes); });
  if (found.outcome != verdict::refuted) count_infinite_sides(found, context, relation, outcomes);
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
