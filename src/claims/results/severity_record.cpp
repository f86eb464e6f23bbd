#include "claims/results/severity_record.hpp"

#include <fmt/format.h>

#include "claims/catalogue/cautions.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// "wrong for the pair in the regime the paper uses (mechanisms may stay below)"
std::string class_for(severity_class found, std::string_view what, std::string_view others) {
  switch (found) {
    case severity_class::wrong:
      return fmt::format("wrong for {} ({})", what, others);
    case severity_class::in_regime:
      return fmt::format("wrong for {} in the regime the paper uses ({})", what, others);
    case severity_class::outside_regime:
      return fmt::format("wrong for {}, only outside the regime ({})", what, others);
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
  if (says_that_other_inputs_may_leak_enough(cautions))
    return class_for(found.main, "these inputs", "others may leak more");
  if (says_that_mechanisms_may_stay_below(cautions))
    return class_for(found.main, "the pair", "mechanisms may stay below");
  return to_text(found.main);
}

}  // namespace shufflecert::inline v0_1::claims
