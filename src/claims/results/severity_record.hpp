#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "claims/text/named_kind.hpp"

namespace shufflecert::inline v0_1::claims {

/// What a refutation, or a contradicted rate, amounts to. In order of precedence: where several
/// apply, the first is the main one.
enum class severity_class {
  doubtful_transcription,  ///< the text at hand may not be what was printed
  reading_of_ours,         ///< the reading adds what the paper does not say
  misprint,                ///< the form believed to be meant holds
  rounding,                ///< only the last printed digit of a value is concerned
  in_regime,               ///< fails where the paper uses the statement
  outside_regime,          ///< no counterexample is known where the paper uses the statement
  versions_differ,         ///< the statement holds in another version of the paper
  doubtful_result,         ///< rests on a result with an erratum, or that was withdrawn
  wrong                    ///< none of these
};
constexpr auto names_of(severity_class) {
  return names_up_to<severity_class::wrong>(
      "doubt about the transcription", "only in a reading of ours", "misprint",
      "rounding of a printed value", "wrong in the regime the paper uses",
      "wrong only outside the regime", "versions differ", "rests on a result with an erratum",
      "wrong");
}

/// The counterexample nearest to the range in which the paper uses a statement, where none of the
/// points checked in that range is one.
struct regime_edge {
  std::map<std::string, std::string> point;
  std::vector<std::string> leaves;  ///< the comparisons of the regime that do not hold there
  std::string over;  ///< the variable that leads back into the regime; empty without one
};

struct severity_finding {
  severity_class main = severity_class::wrong;
  std::vector<severity_class> also;
  std::string message;  ///< what the classes rest on
  std::optional<regime_edge> edge;
  std::string frontier;  ///< the command that brackets where the claim starts to fail; may be empty
};

/// The main class for people, with what the cautions beside the verdict say of it: "wrong for the
/// pair (mechanisms may stay below)" where what breaks the claim is a pair that bounds mechanisms
/// and is none. A results file has the class by itself.
std::string class_in_words(const severity_finding& found, const std::vector<std::string>& cautions);

}  // namespace shufflecert::inline v0_1::claims
