#include "verify/auditing/long_search.hpp"

#include <algorithm>
#include <atomic>

#include "claims/points/in_parallel.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Adds the numbers of one block to those of the blocks before it. The mechanism is that of the
// block where that is better; whether it is.
bool add_block(falsify_result& sum, const falsify_result& one, bool is_first) {
  if (one.looked_at > 0)
    sum.fewest_outputs =
        sum.looked_at == 0 ? one.fewest_outputs : std::min(sum.fewest_outputs, one.fewest_outputs);
  sum.most_outputs = std::max(sum.most_outputs, one.most_outputs);
  sum.looked_at += one.looked_at;
  sum.undecided += one.undecided;
  sum.tied += one.tied;
  sum.without_value += one.without_value;
  if (sum.open.empty()) sum.open = one.open;
  if (sum.no_value.empty()) sum.no_value = one.no_value;
  if (sum.stopped.empty()) sum.stopped = one.stopped;
  const bool is_better = one.broken_by
                             ? !sum.broken_by || is_simpler(*one.broken_by, *sum.broken_by)
                             : !sum.broken_by && one.nearest && one.nearest_gap < sum.nearest_gap;
  if (!is_better && !is_first) return false;
  sum.broken_by = one.broken_by;
  sum.nearest = one.nearest;
  sum.nearest_gap = one.nearest_gap;
  return true;
}

}  // namespace

long_search::long_search(std::vector<mechanism_place> places, const definitions& visible,
                         std::size_t tries, const falsify_options& options)
    : places_(std::move(places)),
      visible_(visible),
      tries_(tries),
      options_(options),
      blocks_of_place_((tries + tries_of_block - 1) / tries_of_block) {}

// Blocks are numbered place by place.
falsify_result long_search::look_at(std::size_t block,
                                    const std::optional<staircase_mechanism>& start,
                                    const block_store& store) const {
  if (store.restored)
    if (auto known = store.restored(block)) {
      note(block, *known);
      return *std::move(known);
    }
  const mechanism_place& place = places_[block / blocks_of_place_];
  falsify_options options = options_;
  options.block = block % blocks_of_place_;
  options.start = start;
  options.tries = std::min(tries_of_block, tries_ - options.block * tries_of_block);
  options.observer = [&](const falsify_result& so_far) { note(block, so_far); };
  falsify_result found;
  try {
    options.limits.check_time();
    found = falsify(place.relation, place.users, visible_, place.variables, options);
  } catch (const undefined_value& error) {
    found.looked_at = found.without_value = 1;
    found.no_value = error.what();
  } catch (const beyond_reach& error) {
    // The other blocks have what they have found.
    found.stopped = error.what();
  }
  note(block, found);
  if (store.keep && found.stopped.empty()) store.keep(block, found);
  return found;
}

void long_search::note(std::size_t block, const falsify_result& found) const {
  const std::scoped_lock lock(mutex_);
  noted_[block] = found;
}

found_at_place long_search::so_far() const {
  const std::scoped_lock lock(mutex_);
  found_at_place found;
  bool is_first = true;
  for (const auto& [block, result] : noted_) {
    if (add_block(found.result, result, is_first)) found.place = block / blocks_of_place_;
    is_first = false;
  }
  return found;
}

found_at_place long_search::look(const block_store& store, std::size_t part,
                                 std::size_t parts) const {
  std::vector<falsify_result> first(places_.size());
  for_each_index(places_.size(), [&](std::size_t i) {
    first[i] = look_at(i * blocks_of_place_, std::nullopt, store);
  });
  found_at_place found;
  for (std::size_t i = 0; i < places_.size(); ++i)
    if (add_block(found.result, first[i], i == 0)) found.place = i;
  if (found.result.broken_by || blocks_of_place_ == 1) return found;

  std::vector<std::size_t> others;
  for (std::size_t block = 0, number = 0; block < blocks(); ++block)
    if (block % blocks_of_place_ != 0 && number++ % parts == part - 1) others.push_back(block);
  std::vector<falsify_result> results(others.size());
  // What comes after a find is not checked, or does not count.
  std::atomic<std::size_t> end = others.size();
  for_each_index(others.size(), [&](std::size_t i) {
    if (i >= end) return;
    results[i] = look_at(others[i], first[others[i] / blocks_of_place_].nearest, store);
    if (!results[i].broken_by) return;
    for (std::size_t before = end; i + 1 < before;)
      if (end.compare_exchange_weak(before, i + 1)) break;
  });
  for (std::size_t i = 0; i < end; ++i)
    if (add_block(found.result, results[i], false)) found.place = others[i] / blocks_of_place_;
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
