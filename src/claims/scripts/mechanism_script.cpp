#include <fmt/format.h>

#include "claims/mechanisms/claim_mechanism.hpp"
#include "claims/scripts/script.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Where the mechanism was found, with it as the value of any_mechanism.
const point_texts* place_of_mechanism(const judgement& found) {
  if (found.outcome == verdict::refuted && found.witness) return &found.witness->point;
  return found.search && found.search->closest ? &found.search->closest->point : nullptr;
}

}  // namespace

std::string write_mechanism_script(const claim_context& context, const judgement& found,
                                   script_language language) {
  const point_texts* place = place_of_mechanism(found);
  if (place == nullptr)
    throw script_unavailable(fmt::format("claim '{}' needs a mechanism, and none was checked: {}",
                                         context.subject.id, found.message));
  const std::string name(any_mechanism_name);
  claim one = about_mechanism(context.subject, parse_formula(place->at(name)));
  // What is on record is about all mechanisms.
  one.expect.reset();
  check_point point;
  for (const auto& [variable, text] : *place)
    if (variable != name) point[variable] = {text, parse_formula(text)};
  const claim_context about_one{one, context.visible, context.cache, context.options};
  script_subject subject = script_subject_of(about_one, point);
  subject.finding = to_text(found.outcome) + ": " + found.message;
  return write_script(subject, language);
}

}  // namespace shufflecert::inline v0_1::claims
