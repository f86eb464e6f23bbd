#pragma once

#include <string>
#include <string_view>

namespace shufflecert::inline v0_1::claims {

/// The name that a formula's variable or function has in Coq: its own, or its own and underscores
/// where Coq or the theory uses that one. Names that differ stay different.
std::string coq_name(std::string_view name);

/// The name of a claim's theorem and of its file without ".v".
std::string coq_module(std::string_view claim_id);

/// Any text inside of a comment.
std::string coq_comment(std::string_view text);

/// "(K.1), (V.13)" as the name of a hypothesis: K_1_V_13.
std::string place_name(std::string_view place);

}  // namespace shufflecert::inline v0_1::claims
