#pragma once
// Random claims whose relation has holes, and what may be said of them.

#include "support/definedness_check.hpp"

/// A claim about x (and y, which takes two values, where `has_second`) with lower <= x <= upper.
struct random_claim {
  enum class kind { forall, exists, rate, frontier } is = kind::forall;
  made_formula relation;  ///< of a rate: the error, in n
  shufflecert::rational lower;
  shufflecert::rational upper;
  std::vector<shufflecert::rational> listed;  ///< values of x, or of n
  bool has_second = false;
  bool is_whole = false;  ///< x takes whole values
  bool asks_proof = false;
  bool asks_refutation = false;  ///< on all x from `lower` on, to which the domain then extends

  /// As a catalogue file; a frontier has none.
  [[nodiscard]] std::string text() const;
};

random_claim make_claim(random_source& random);

/// Judges the claim and holds the verdict against the slow evaluator. `milliseconds` is what
/// judging may take. Empty where nothing contradicts it.
std::string complaint_about(const random_claim& claim, int milliseconds, tally& cases);
