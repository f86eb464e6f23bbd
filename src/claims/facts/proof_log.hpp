#pragma once

#include <cstddef>
#include <vector>

#include "claims/facts/proof_steps.hpp"

namespace shufflecert::inline v0_1::claims {

/// The steps of a proof, in the order in which they were found: the only record of them. What
/// people read (claims/derivation/log_words.hpp) and what check-proof reads
/// (claims/derivation/log_lines.hpp) is printed from it.
class proof_log {
 public:
  struct entry {
    proof_step step;
    bool is_for_people_only = false;
  };

  /// How long the log is. What comes behind can be taken back where it leads to nothing.
  [[nodiscard]] std::size_t mark() const { return entries_.size(); }
  void forget_from(std::size_t mark);

  void add(proof_step step) { entries_.push_back({std::move(step)}); }
  /// Adds a step that check-proof takes, or leaves open, without those from `mark` on: only people
  /// read these.
  void add_alone(std::size_t mark, proof_step step);

  [[nodiscard]] const std::vector<entry>& entries() const { return entries_; }

 private:
  std::vector<entry> entries_;
};

}  // namespace shufflecert::inline v0_1::claims
