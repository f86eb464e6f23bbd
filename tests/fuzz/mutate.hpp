#pragma once
// Changes of texts that keep most of their structure.

#include <string>
#include <vector>

#include "support/random_source.hpp"

namespace fuzz {

/// Numbers, names and characters that broke something somewhere.
std::string hostile_number(random_source& random);
std::string hostile_text(random_source& random);

/// What texts that are to stay texts carry: if it arrives in a page, a table or a program as
/// anything else, it is recognised by this word.
constexpr const char* marker = "fzmarker";

/// Words, numbers, strings and signs, one by one.
std::vector<std::string> tokens_of(const std::string& text);

/// Replaces, repeats, leaves out or moves a few tokens; takes some from `other`.
std::string with_changed_tokens(random_source& random, const std::string& text,
                                const std::string& other);
/// Changes a few bytes.
std::string with_changed_bytes(random_source& random, std::string text);

}  // namespace fuzz
