#pragma once

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cstddef>

namespace shufflecert::inline v0_1::claims {

/// Runs use(0), …, use(count − 1) on all threads. A thread that waits here takes up no work of
/// another claim, so that the time a claim takes is its own.
template <class Use>
void for_each_index(std::size_t count, Use use) {
  tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, count, use); });
}

}  // namespace shufflecert::inline v0_1::claims
