#pragma once

#include <string>

#include "claims/catalogue/catalogue.hpp"

namespace shufflecert::inline v0_1::claims {

/// Which relation of a claim is judged.
enum class stated_form { printed, corrected };

/// All of a claim that the judgement of one of its relations rests on, as text, besides what all
/// claims of a run share: the definitions and the options. Two relations with the same text have
/// the same judgement, but for `seconds`: versions of a paper state the same formula, and what one
/// of them corrects is what another one prints. The claim must be one that can be judged.
std::string judging_inputs(const claim& subject, stated_form which);

}  // namespace shufflecert::inline v0_1::claims
