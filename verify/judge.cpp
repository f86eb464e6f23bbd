#include "verify/judge.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <chrono>

#include "verify/exists.hpp"
#include "verify/point_evaluation.hpp"

namespace shufflecert {
namespace {

std::string shown(const point_texts& point) {
  std::string text;
  for (const auto& [name, chosen] : point)
    text += (text.empty() ? "" : ", ") + name + " = " + chosen;
  return text.empty() ? "the only point" : text;
}

// Simplest first: fewest characters to write the point down, then the smallest n.
struct simplicity {
  std::size_t length;
  double users;

  explicit simplicity(const check_point& point) : length(0), users(0) {
    for (const auto& [name, chosen] : point) length += chosen.text.size();
    const auto n = point.find("n");
    if (n != point.end())
      if (const auto exact = parse_decimal(n->second.text)) users = exact->convert_to<double>();
  }

  friend bool operator<(const simplicity& a, const simplicity& b) {
    return a.length != b.length ? a.length < b.length : a.users < b.users;
  }
};

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
  tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) {
    outcomes[i] = evaluate_at(context, relation, point_at(context.subject, i));
    if (context.options.progress) context.options.progress(++done, count);
  });
  return outcomes;
}

void choose_counterexamples(judgement& found, const claim_context& context,
                            const expression_ptr& relation,
                            const std::vector<point_outcome>& outcomes) {
  std::optional<std::size_t> simplest;
  std::optional<std::size_t> worst;
  double worst_violation = -1;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    if (outcomes[i].state != point_state::fails) continue;
    ++found.counterexamples;
    const check_point point = point_at(context.subject, i);
    if (!simplest || simplicity(point) < simplicity(point_at(context.subject, *simplest)))
      simplest = i;
    const double size = violation(context, relation, point);
    if (size > worst_violation) {
      worst_violation = size;
      worst = i;
    }
  }
  if (!simplest) return;
  found.witness = describe(context, relation, point_at(context.subject, *simplest),
                           outcomes[*simplest].precision);
  found.worst =
      describe(context, relation, point_at(context.subject, *worst), outcomes[*worst].precision);
}

void settle(judgement& found, const std::vector<point_outcome>& outcomes,
            const claim_context& context) {
  const auto first_of = [&](point_state state) {
    return std::find_if(outcomes.begin(), outcomes.end(),
                        [&](const point_outcome& outcome) { return outcome.state == state; });
  };
  const auto point_of = [&](auto outcome) {
    return shown(
        texts_of(point_at(context.subject, static_cast<std::size_t>(outcome - outcomes.begin()))));
  };
  const auto invalid = first_of(point_state::invalid);
  const auto open = first_of(point_state::undecided);
  if (found.counterexamples > 0) {
    found.outcome = verdict::refuted;
    found.message = fmt::format("fails at {} of {} point{}", found.counterexamples, found.checked,
                                found.checked == 1 ? "" : "s");
  } else if (invalid != outcomes.end()) {
    found.outcome = verdict::invalid;
    found.message =
        fmt::format("cannot be evaluated at {}: {}", point_of(invalid), invalid->reason);
  } else if (found.checked == 0) {
    found.outcome = verdict::invalid;
    const auto outside = first_of(point_state::outside);
    found.message = "looks at nothing: no point to check is certainly in the domain";
    if (outside != outcomes.end())
      found.message += fmt::format("; at {}, {}", point_of(outside), outside->reason);
  } else if (open != outcomes.end()) {
    found.outcome = verdict::undecided;
    found.message =
        fmt::format("undecided at {} of {} points, first at {}: {}", found.undecided.size(),
                    found.checked, point_of(open), open->reason);
  } else {
    found.outcome = verdict::verified;
    found.message = found.checked == 1
                        ? std::string("holds at the one point looked at")
                        : fmt::format("holds at all {} points looked at", found.checked);
    if (found.tied > 0)
      found.message += fmt::format("; at {} of them the two sides are equal to {} digits",
                                   found.tied, tie_digits);
  }
}

judgement judge_forall(const claim_context& context, const expression_ptr& relation) {
  judgement found;
  const std::vector<point_outcome> outcomes = evaluate_all(context, relation);
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const point_state state = outcomes[i].state;
    if (state != point_state::outside) ++found.checked;
    if (state == point_state::tied) ++found.tied;
    if (state == point_state::undecided)
      found.undecided.push_back(texts_of(point_at(context.subject, i)));
  }
  collect_methods(found, outcomes);
  choose_counterexamples(found, context, relation, outcomes);
  settle(found, outcomes, context);
  return found;
}

judgement judge_relation(const claim_context& context, const expression_ptr& relation) {
  const auto start = std::chrono::steady_clock::now();
  judgement found = context.subject.kind == claim_kind::exists ? judge_exists(context, relation)
                                                               : judge_forall(context, relation);
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return found;
}

bool satisfies(verdict found, const std::string& expected) {
  return to_text(found) == expected || (found == verdict::proved && expected == "verified");
}

}  // namespace

std::string to_text(verdict v) {
  switch (v) {
    case verdict::refuted:
      return "refuted";
    case verdict::invalid:
      return "invalid";
    case verdict::undecided:
      return "undecided";
    case verdict::proved:
      return "proved";
    case verdict::verified:
      return "verified";
  }
  return "?";
}

claim_result judge(const claim& subject, const catalogue& visible, quantity_cache& cache,
                   const judge_options& options) {
  claim_result result;
  result.id = subject.id;
  result.expect = subject.expect;
  if (!subject.problem.empty()) {
    result.found.outcome = verdict::invalid;
    result.found.message = subject.problem;
  } else {
    const claim_context context{subject, visible, cache, options};
    result.found = judge_relation(context, subject.formula);
    if (subject.corrected) result.corrected = judge_relation(context, subject.corrected);
  }
  if (subject.asks_for_proof && result.found.outcome == verdict::verified)
    result.found.message += "; the proof that [claim.prove] asks for was not tried";
  const verdict outcome = result.found.outcome;
  result.as_expected = result.expect ? satisfies(outcome, *result.expect)
                                     : outcome == verdict::verified || outcome == verdict::proved;
  return result;
}

}  // namespace shufflecert
