#pragma once
// Every file of a build with the thread sanitizer starts with this one. oneTBB comes without the
// sanitizer's instrumentation, which then takes the calls of a loop for unordered with what stands
// before and after the loop. Threads of the standard library do the same work in an order that the
// sanitizer sees: the loop's calls come after what was done before it and before what follows, and
// stay unordered among themselves.

#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>

#include <atomic>
#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace tbb {

/// tbb::parallel_for on threads of its own; the first exception of a call ends the loop and leaves
/// it.
template <class Index, class Use, class... Partitioner>
void parallel_for_on_threads(Index first, Index last, const Use& use, Partitioner&&... /*how*/) {
  // Relaxed, so that taking a number orders no two calls.
  std::atomic<Index> next = first;
  std::atomic<bool> ended = false;
  std::mutex guard;
  std::exception_ptr failure;
  const auto work = [&] {
    while (!ended.load(std::memory_order_relaxed)) {
      const Index i = next.fetch_add(1, std::memory_order_relaxed);
      if (i >= last) return;
      try {
        use(i);
      } catch (...) {
        const std::lock_guard lock(guard);
        if (!failure) failure = std::current_exception();
        ended.store(true, std::memory_order_relaxed);
      }
    }
  };
  std::vector<std::thread> others;
  for (Index i = first; i < last && others.size() < 3; ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

/// tbb::parallel_invoke in the same way.
template <class... Use>
void parallel_invoke_on_threads(const Use&... uses) {
  const std::vector<std::function<void()>> all{uses...};
  parallel_for_on_threads(std::size_t{0}, all.size(), [&](std::size_t i) { all[i](); });
}

}  // namespace tbb

#define parallel_for parallel_for_on_threads
#define parallel_invoke parallel_invoke_on_threads
