#include "claims/results/severity_record.hpp"

#include "claims/catalogue/cautions.hpp"

namespace shufflecert::inline v0_1::claims {

namespace {

// What fails is a lower bound, for the inputs of the other users that a pair fixes.
std::string class_for_inputs(severity_class found) {
  switch (found) {
    case severity_class::wrong:
      return "wrong for these inputs (others may leak more)";
    case severity_class::in_regime:
      return "wrong for these inputs in the regime the paper uses (others may leak more)";
    case severity_class::outside_regime:
      return "wrong for these inputs, only outside the regime (others may leak more)";
    case severity_class::doubtful_transcription:
    case severity_class::reading_of_ours:
    case severity_class::misprint:
    case severity_class::rounding:
    case severity_class::versions_differ:
    case severity_class::doubtful_result:
      break;
  }
  return to_text(found);
}

}  // namespace

std::string class_in_words(const severity_finding& found,
                           const std::vector<std::string>& cautions) {
  if (says_that_other_inputs_may_leak_enough(cautions)) return class_for_inputs(found.main);
  if (!says_that_mechanisms_may_stay_below(cautions)) return to_text(found.main);
  switch (found.main) {
    case severity_class::wrong:
      return "wrong for the pair (mechanisms may stay below)";
    case severity_class::in_regime:
      return "wrong for the pair in the regime the paper uses (mechanisms may stay below)";
    case severity_class::outside_regime:
      return "wrong for the pair, only outside the regime (mechanisms may stay below)";
    case severity_class::doubtful_transcription:
    case severity_class::reading_of_ours:
    case severity_class::misprint:
    case severity_class::rounding:
    case severity_class::versions_differ:
    case severity_class::doubtful_result:
      break;
  }
  return to_text(found.main);
}

}  // namespace shufflecert::inline v0_1::claims
