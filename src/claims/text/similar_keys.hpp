#pragma once

#include <string>
#include <vector>

namespace shufflecert::inline v0_1::claims {

/// The keys that `key` was probably meant to be, the likeliest first, at most four: papers of the
/// same author ("feldman-2021": feldman-2023, …), the key that it ends, or the closest spelling.
std::vector<std::string> similar_keys(const std::string& key,
                                      const std::vector<std::string>& known);

/// "did you mean 'a', 'b' or 'c'?" of similar keys; otherwise `without`.
std::string suggested_keys(const std::string& key, const std::vector<std::string>& known,
                           const std::string& without);

}  // namespace shufflecert::inline v0_1::claims
