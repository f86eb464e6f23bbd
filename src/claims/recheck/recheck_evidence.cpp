#include <fmt/format.h>

#include <algorithm>

#include "arithmetic/overloaded.hpp"
#include "claims/proof/prove.hpp"
#include "claims/recheck/relation.hpp"
#include "language/evaluation/rounded_law.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

bool is_same(const stated_range& a, const stated_range& b) {
  return a.lower == b.lower && a.upper == b.upper && a.values == b.values;
}

bool is_same(const stated_region& a, const stated_region& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && is_same(x.second, y.second);
  });
}

// The ranges of a single region; what the verdict's own region states.
std::map<std::string, decimal_interval> ranges_of(const std::vector<stated_region>& regions) {
  std::map<std::string, decimal_interval> result;
  if (regions.size() == 1)
    for (const auto& [name, range] : regions.front())
      if (range.values.empty()) result[name] = {range.lower, range.upper};
  return result;
}

bool is_derived(const judgement& found) {
  return found.proof && found.proof->method == proof_method::derivation;
}

bool is_settled(const judgement& found) {
  return found.proof && found.proof->is_complete &&
         (found.tied == 0 || found.proof->method == proof_method::algebra || is_derived(found));
}

// What a claim for all points must state to be `proved`: docs/methods/proofs.md.
std::optional<std::string> flaw_of_proof(const judgement& found, const claim& subject) {
  if (!is_derived(found) && !has_proof_region(subject))
    return "it is said to be proved, and the claim states no region to prove it on";
  if (!found.proof) return "it is said to be proved, and there is no record of a proof";
  if (!found.proof->is_complete || found.proof->open_boxes != 0)
    return "it is said to be proved, and its proof is not complete";
  if (found.proof->covers != proof_coverage::domain)
    return "it is said to be proved, and its proof to cover a part of the domain";
  if (!is_settled(found))
    return "it is said to be proved, and at some points both sides are only equal to 50 digits";
  return std::nullopt;
}

std::optional<std::string> flaw_of_regions(const judgement& found, const claim& subject) {
  if (is_derived(found) && !found.proof->regions.empty())
    return "a proof on the whole domain is recorded, with regions";
  if (found.proof && !is_derived(found)) {
    const std::vector<stated_region> stated = proof_regions_of(subject);
    if (stated.empty()) return "a proof is recorded, and the claim states no region to prove it on";
    if (!std::equal(stated.begin(), stated.end(), found.proof->regions.begin(),
                    found.proof->regions.end(),
                    [](const stated_region& a, const stated_region& b) { return is_same(a, b); }))
      return "the regions of the proof are not those that the claim states";
  }
  std::map<std::string, decimal_interval> expected;
  if (found.outcome == verdict::proved && !is_derived(found))
    expected = ranges_of(proof_regions_of(subject));
  const bool may_have_region =
      found.outcome == verdict::proved || found.outcome == verdict::refuted;
  if (!may_have_region && !found.region.empty())
    return fmt::format("it is said to be {}, and a region is stated", to_text(found.outcome));
  if (found.outcome == verdict::proved &&
      !std::equal(expected.begin(), expected.end(), found.region.begin(), found.region.end(),
                  [](const auto& a, const auto& b) {
                    return a.first == b.first && a.second.lower == b.second.lower &&
                           a.second.upper == b.second.upper;
                  }))
    return "its region is not the one that the claim states";
  return std::nullopt;
}

std::optional<std::string> flaw_of_forall(const judgement& found, const claim& subject) {
  if (found.outcome != verdict::refuted) {
    if (std::any_of(found.refuted_regions.begin(), found.refuted_regions.end(),
                    [](const refuted_region& one) { return one.is_proved; }))
      return fmt::format("it is said to be {}, and to fail on a region", to_text(found.outcome));
    if ((found.search && found.search->counterexamples != 0) ||
        (found.regime && found.regime->counterexamples != 0))
      return fmt::format("it is said to be {}, with counterexamples", to_text(found.outcome));
  }
  if (found.outcome == verdict::proved)
    if (auto flaw = flaw_of_proof(found, subject)) return flaw;
  if (found.outcome == verdict::verified && is_settled(found) &&
      found.proof->covers == proof_coverage::domain)
    return "it is said to be verified, and its proof to be complete";
  if (found.outcome == verdict::undecided && found.checked != 0 && found.undecided.empty())
    return "it is said to be undecided, and no point is left open";
  return flaw_of_regions(found, subject);
}

bool has_universal_variables(const claim& subject, const exists_claim& form) {
  if (point_count(subject) == 0) return false;
  const check_point point = point_at(subject, 0);
  return std::any_of(point.begin(), point.end(),
                     [&](const auto& entry) { return !form.is_existential(entry.first); });
}

std::optional<std::string> flaw_of_exists(const judgement& found, const claim& subject,
                                          const exists_claim& form) {
  const bool is_rounded = accepts_rounded_law(found.methods);
  const bool is_complete =
      !has_universal_variables(subject, form) && found.tied == 0 && !is_rounded;
  if (found.outcome == verdict::proved && !is_complete)
    return found.tied != 0 ? "it is said to be proved, and a solution is only equal to 50 digits"
           : is_rounded
               ? "it is said to be proved, and the total of a law is 1 only up to rounding"
               : "it is said to be proved, and solutions are known for listed choices only";
  if (found.outcome == verdict::verified && is_complete)
    return "it is said to be verified, and its certain solution would prove it";
  if (found.outcome == verdict::undecided && found.checked != 0 && found.undecided.empty())
    return "it is said to be undecided, and no choice is left open";
  if (found.outcome != verdict::refuted && !found.region.empty())
    return fmt::format("it is said to be {}, and a region without solutions is stated",
                       to_text(found.outcome));
  if (found.proof) return "a proof is recorded, which goes with claims for all points only";
  return std::nullopt;
}

std::optional<std::string> flaw_of_rate(const judgement& found) {
  // What was not judged to the end has checked nothing.
  if (!found.rate && found.checked != 0)
    return fmt::format("it is said to be {}, and no errors are stated", to_text(found.outcome));
  const bool is_decided = found.outcome == verdict::proved || found.outcome == verdict::refuted;
  if (is_decided && (!found.rate || found.rate->theorem.empty()))
    return fmt::format("it is said to be {}, and no theorem on its rate is stated",
                       to_text(found.outcome));
  if (!is_decided && found.rate && !found.rate->theorem.empty())
    return fmt::format("it is said to be {}, and a theorem on its rate is stated",
                       to_text(found.outcome));
  if ((found.proof && found.outcome != verdict::proved) || !found.region.empty())
    return "a proof or a region is recorded, which does not go with this verdict on a rate";
  if (found.outcome == verdict::proved && !found.proof)
    return "it is said to be proved, and there is no record of a proof";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> flaw_of_evidence(const judgement& found, const claim& subject) {
  if (is_favourable(found.outcome) && found.checked == 0)
    return fmt::format("it is said to be {}, and to have checked nothing", to_text(found.outcome));
  return std::visit(
      overloaded{[&](const forall_claim&) { return flaw_of_forall(found, subject); },
                 [&](const exists_claim& form) { return flaw_of_exists(found, subject, form); },
                 [&](const rate_claim&) { return flaw_of_rate(found); }},
      subject.form);
}

}  // namespace shufflecert::inline v0_1::claims
