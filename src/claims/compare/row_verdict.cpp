// What a row of a comparison says, in a verdict and in words.

#include <fmt/format.h>

#include <algorithm>

#include "claims/catalogue/bounded_quantity.hpp"
#include "claims/compare/compare.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// The gravest failure on record: of a mechanism, which comes last, or of the quantity.
const bound_record* failure_on_record(const compared_bound& row) {
  const auto found =
      std::find_if(row.records.rbegin(), row.records.rend(),
                   [](const bound_record& record) { return record.expect == verdict::refuted; });
  return found == row.records.rend() ? nullptr : &*found;
}

}  // namespace

bound_verdict verdict_of(const compared_bound& row) {
  const bool is_upper = row.subject->side == bound_side::upper;
  const bool breaks_mechanism = row.mechanism && row.mechanism->holds == false;
  if (is_upper && breaks_mechanism) return bound_verdict::refuted;
  if (row.exact.holds == false)
    return meaning_of_failure(*row.subject) == concern::mechanism ? bound_verdict::refuted
                                                                  : bound_verdict::violated;
  const bool is_open = !row.exact.holds || (is_upper && row.mechanism && !row.mechanism->holds);
  return is_open ? bound_verdict::undecided : bound_verdict::holds;
}

namespace {

std::string verdict_in_words(const compared_bound& row) {
  const bool is_upper = row.subject->side == bound_side::upper;
  switch (verdict_of(row)) {
    case bound_verdict::refuted:
      if (!row.mechanism) return "REFUTED: a real mechanism breaks it";
      return is_upper ? "REFUTED: shuffled randomized response, a real mechanism, exceeds it"
                      : "REFUTED: it exceeds the pair of clones, which no mechanism does";
    case bound_verdict::violated:
      if (row.mechanism && is_upper)
        return row.mechanism->holds ? "BELOW the pair of clones; randomized response with all "
                                      "other inputs 0 does not exceed it"
                                    : "BELOW the pair of clones; randomized response undecided";
      return is_upper ? "VIOLATED: the exact value exceeds it"
                      : "VIOLATED: it exceeds the exact value";
    case bound_verdict::undecided:
      return "undecided: " + (row.exact.holds ? row.mechanism->reason : row.exact.reason);
    case bound_verdict::holds:
      break;
  }
  if (row.exact.tied) return fmt::format("holds: equal to {} digits", tie_digits);
  if (row.mechanism && row.mechanism->holds == false)
    return "holds for the pair of clones; randomized response with all other inputs 0 does not "
           "reach it";
  return "holds";
}

}  // namespace

bool is_disputed(const compared_bound& row) {
  return failure_on_record(row) != nullptr ||
         std::any_of(row.depends.begin(), row.depends.end(),
                     [](const cited_result& result) { return is_in_doubt(&result); });
}

const compared_bound* tightest_that_holds(const std::vector<compared_bound>& rows,
                                          bool may_be_disputed) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const compared_bound& row) {
    return verdict_of(row) == bound_verdict::holds && row.vacuous.empty() &&
           (may_be_disputed || !is_disputed(row));
  });
  return found == rows.end() ? nullptr : &*found;
}

std::string in_words(const compared_bound& row) {
  std::string words = verdict_in_words(row);
  if (verdict_of(row) == bound_verdict::holds) {
    if (!row.vacuous.empty()) words += "; says nothing here: " + row.vacuous;
    if (const bound_record* failed = failure_on_record(row)) {
      // A bound that is claimed of mechanisms fails only where its claim for a mechanism does.
      const bool is_failure = !row.mechanism || failed->claim.ends_with("/mechanism");
      words +=
          fmt::format("; {} elsewhere: {}{}", is_failure ? "fails" : "below the pair of clones",
                      failed->claim, failed->transcription.empty() ? "" : ", as transcribed");
    }
  }
  for (const cited_result& result : row.depends)
    if (is_in_doubt(&result))
      words += fmt::format("; rests on {} ({})", result.id, to_text(result.status));
  return words;
}

}  // namespace shufflecert::inline v0_1::claims
