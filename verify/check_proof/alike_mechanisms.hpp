#pragma once

#include <string>

namespace check {

/// Whether a claim is about any_mechanism_alike(n, eps0): every ε0-LDP mechanism whose other users
/// hold the input that the differing one has under Q.
bool is_about_alike(const std::string& claim);

/// The claim with rr_pair(n, eps0) in its place, which decides it: (A.7) of
/// docs/methods/mechanisms.md. Throws `unchecked` where the claim is not made of bounds, from above
/// on divergences of the mechanism or from below on its trade-off function.
std::string decided_by_response(const std::string& claim);

}  // namespace check
