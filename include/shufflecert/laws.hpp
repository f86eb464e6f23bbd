#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "shufflecert/number.hpp"

namespace shufflecert {

/// One outcome of a law, a tuple of whole numbers, with its probability.
struct law_entry {
  std::vector<std::int64_t> outcome;
  number probability;
};

/// A probability law on finitely many outcomes, all of the same length and listed in ascending
/// order, none twice. Nothing is left out: the probabilities of the listed outcomes sum to 1.
struct law_table {
  std::size_t dimension = 1;
  std::vector<law_entry> entries;
  /// Determines the law where all its parameters are exact; for the cache.
  std::optional<std::string> text;
};

/// Laws are immutable and shared; never null.
using law_ptr = std::shared_ptr<const law_table>;

}  // namespace shufflecert
