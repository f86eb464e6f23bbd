#pragma once
// Every file of a build with the thread sanitizer starts with this one. oneTBB comes without the
// sanitizer's instrumentation, which then sees neither that a loop's calls come after what was done
// before the loop, nor that what follows the loop comes after its calls. This says so, and no more:
// calls of one loop stay unordered.

// What TBB does to its own objects is ordered by means that the sanitizer does not see either.
#pragma clang attribute push(__attribute__((no_sanitize("thread"))), apply_to = function)
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#pragma clang attribute pop

// NOLINTBEGIN(bugprone-reserved-identifier): the names are the sanitizer's
extern "C" void __tsan_acquire(void* place);
extern "C" void __tsan_release(void* place);
// NOLINTEND(bugprone-reserved-identifier)

namespace tbb {

/// tbb::parallel_for with both edges shown to the sanitizer, also where a call throws.
template <class Index, class Use, class... Partitioner>
void parallel_for_in_order(Index first, Index last, const Use& use, Partitioner&&... how) {
  // Places that the sanitizer knows these edges by; nothing is written there.
  char fork = 0;
  char join = 0;
  struct leaving {
    char* place;
    void (*say)(void*);
    ~leaving() { say(place); }
  };
  const leaving loop{&join, __tsan_acquire};
  __tsan_release(&fork);
  parallel_for(
      first, last,
      [&](Index i) {
        __tsan_acquire(&fork);
        const leaving call{&join, __tsan_release};
        use(i);
      },
      how...);
}

}  // namespace tbb

#define parallel_for parallel_for_in_order
