#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "claims/mechanisms/falsify.hpp"

namespace shufflecert::inline v0_1::claims {

/// Where mechanisms are looked for.
struct mechanism_place {
  mechanism_relation relation;
  long users = 1;  ///< 1 to most_mechanism_users
  variable_map variables;
};

/// Where the results of single blocks are kept, and come from. Called from several threads.
struct block_store {
  /// What is known of this block; may be empty.
  std::function<std::optional<falsify_result>(std::size_t)> restored;
  /// May be empty. Results that ended before their tries are not kept.
  std::function<void(std::size_t, const falsify_result&)> keep;
};

/// The place of what a search found, and the search's numbers: of all places, with the mechanism of
/// that place.
struct found_at_place {
  std::size_t place = 0;
  falsify_result result;
};

/// A search at several places, in blocks, on all threads. First comes the first block of each
/// place. Where none breaks its relation the other blocks follow; each starts with the mechanism
/// that the first block of its place left nearest, and with a part of the random numbers of its
/// own. What is found depends on nothing but the places, the tries and the seed.
class long_search {
 public:
  /// @param tries  at each place, >= 1
  /// @param options  the seed and the limits
  long_search(std::vector<mechanism_place> places, const definitions& visible, std::size_t tries,
              const falsify_options& options);

  [[nodiscard]] const std::vector<mechanism_place>& places() const { return places_; }
  /// How many blocks there are; a store numbers them from 0 on.
  [[nodiscard]] std::size_t blocks() const { return places_.size() * blocks_of_place_; }

  /// Looks at the first blocks, and at one part of the others: every `parts`-th one, from `part` of
  /// 1 … `parts` on. There must be a place. A value that does not exist is counted in the result.
  /// Where the limits end the search, what was found until then.
  found_at_place look(const block_store& store, std::size_t part = 1, std::size_t parts = 1) const;
  /// What look() has found so far, while it looks in other threads.
  [[nodiscard]] found_at_place so_far() const;

 private:
  [[nodiscard]] falsify_result look_at(std::size_t block,
                                       const std::optional<staircase_mechanism>& start,
                                       const block_store& store) const;
  void note(std::size_t block, const falsify_result& found) const;

  std::vector<mechanism_place> places_;
  const definitions& visible_;
  std::size_t tries_;
  falsify_options options_;
  std::size_t blocks_of_place_;
  mutable std::mutex mutex_;
  mutable std::map<std::size_t, falsify_result> noted_;  ///< by block
};

}  // namespace shufflecert::inline v0_1::claims
