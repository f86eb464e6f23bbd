#pragma once
// What is fuzzed: each target makes inputs from a corpus and a seed, and looks at one. Most inputs
// are texts changed so that they keep most of their structure.

#include <stdexcept>
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

/// Something that the documentation rules out: an exception that nobody names, a file that nobody
/// asked for, an exit status that does not exist.
class finding : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

using corpus_texts = std::vector<std::string>;

struct target {
  const char* name;    ///< as of its folder in tests/fuzz/corpus
  const char* suffix;  ///< of its files there
  /// A new input, made from the corpus.
  std::string (*make)(random_source& random, const corpus_texts& corpus);
  /// Looks at an input. Throws `finding`, or ends the process where there is a worse defect. What
  /// takes longest is done only where `thorough`.
  void (*look)(const std::string& input, bool thorough);
};

extern const target formulas;
extern const target catalogues;
extern const target results;
extern const target journals;
extern const target proofs;
extern const target command_lines;
extern const target definedness;

inline const std::vector<const target*>& targets() {
  static const std::vector<const target*> all{&formulas, &catalogues,    &results,    &journals,
                                              &proofs,   &command_lines, &definedness};
  return all;
}

}  // namespace fuzz
