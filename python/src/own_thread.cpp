#include "python/src/own_thread.hpp"

#include <gmp.h>
#include <mpfr.h>
#include <pthread.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "shufflecert/errors.hpp"
#include "shufflecert/flint_headers.hpp"

namespace shufflecert::inline v0_1::python {
namespace {

// What a secondary thread gets differs between systems; this is what a first thread usually has.
constexpr std::size_t stack_bytes = std::size_t{8} << 20;

enum class job_state { running, ended, given_up };

struct job {
  const std::function<void()>* compute = nullptr;
  std::exception_ptr error;
  job_state state = job_state::running;
  std::mutex guard;
  std::condition_variable changed;
};

// The job of this thread, if it is one of on_own_thread().
thread_local job* mine = nullptr;

void tell(job& of, job_state state) {
  const std::scoped_lock lock(of.guard);
  of.state = state;
  of.changed.notify_one();
}

// Allocates nothing. The job is never deleted.
[[noreturn]] void sleep_for_ever() {
  tell(*mine, job_state::given_up);
  for (;;) pause();
}

// FLINT asks for a pointer to a function of this type; the standard attribute is none of the type.
[[gnu::noreturn]] void at_flint_abort() {
  if (mine == nullptr) std::abort();
  sleep_for_ever();
}

void* (*allocate_before)(std::size_t) = nullptr;
void* (*reallocate_before)(void*, std::size_t, std::size_t) = nullptr;

// GMP's own allocator is malloc, but ends the process where there is no memory.
bool is_default_before = false;

// Of another allocator a thread asks malloc first; what it gives back is likely there.
void ask_for(std::size_t size) {
  if (mine == nullptr) return;
  void* memory = std::malloc(size);  // NOLINT: nothing is constructed there
  if (memory == nullptr) sleep_for_ever();
  std::free(memory);  // NOLINT
}

void* allocate(std::size_t size) {
  if (mine != nullptr && is_default_before) {
    void* memory = std::malloc(size);  // NOLINT: GMP's numbers live there
    if (memory == nullptr) sleep_for_ever();
    return memory;
  }
  ask_for(size);
  return allocate_before(size);
}

void* reallocate(void* old, std::size_t size_before, std::size_t size) {
  if (mine != nullptr && is_default_before) {
    void* memory = std::realloc(old, size);  // NOLINT
    if (memory == nullptr) sleep_for_ever();
    return memory;
  }
  ask_for(size);
  return reallocate_before(old, size_before, size);
}

// A thread that does one job after the other.
struct worker {
  job* next = nullptr;
  std::mutex guard;
  std::condition_variable changed;

  void give(job& of) {
    const std::scoped_lock lock(guard);
    next = &of;
    changed.notify_one();
  }

  job& take() {
    std::unique_lock lock(guard);
    changed.wait(lock, [&] { return next != nullptr; });
    return *std::exchange(next, nullptr);
  }
};

// The threads that wait for a job. FLINT's caches belong to a thread: one that has them saves
// some 0.2 ms a call. What is in here is never destroyed, since threads wait for it when
// the process ends.
class idle_workers {
 public:
  static idle_workers& all() {
    static idle_workers* const only = new idle_workers;  // NOLINT: never destroyed
    return *only;
  }

  worker* take() {
    const std::scoped_lock lock(guard_);
    if (waiting_.empty()) return nullptr;
    worker* last = waiting_.back();
    waiting_.pop_back();
    return last;
  }

  // False where enough of them wait.
  bool add(worker& one) {
    const std::scoped_lock lock(guard_);
    if (waiting_.size() >= most) return false;
    waiting_.push_back(&one);
    return true;
  }

 private:
  static constexpr std::size_t most = 4;

  idle_workers() {
    waiting_.reserve(most);
    pthread_atfork([] { all().guard_.lock(); }, [] { all().guard_.unlock(); },
                   [] {
                     // The child of a fork has no thread but its first one.
                     all().waiting_.clear();
                     all().guard_.unlock();
                   });
  }

  std::mutex guard_;
  std::vector<worker*> waiting_;
};

void* run(void* given) {
  auto* self = static_cast<worker*>(given);
  for (bool is_kept = true; is_kept;) {
    job& of = self->take();
    mine = &of;
    try {
      (*of.compute)();
    } catch (...) {
      of.error = std::current_exception();
    }
    mine = nullptr;
    // First, so that who asks again at once gets the same thread.
    is_kept = idle_workers::all().add(*self);
    if (!is_kept) {
      mpfr_free_cache();
      flint_cleanup();
    }
    tell(of, job_state::ended);
  }
  delete self;  // NOLINT: nobody else knows of it
  return nullptr;
}

// A detached thread without signals; null where none could be started.
worker* start() {
  auto made = std::make_unique<worker>();
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return nullptr;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  sigset_t all;
  sigset_t unblocked;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &unblocked);
  pthread_t thread{};
  const bool is_started = pthread_create(&thread, &attributes, run, made.get()) == 0;
  pthread_sigmask(SIG_SETMASK, &unblocked, nullptr);
  pthread_attr_destroy(&attributes);
  return is_started ? made.release() : nullptr;
}

}  // namespace

void outlive_flint() {
  void (*release)(void*, std::size_t) = nullptr;
  mp_get_memory_functions(&allocate_before, &reallocate_before, &release);
  mp_set_memory_functions(nullptr, nullptr, nullptr);
  void* (*default_allocate)(std::size_t) = nullptr;
  mp_get_memory_functions(&default_allocate, nullptr, nullptr);
  is_default_before = allocate_before == default_allocate;
  mp_set_memory_functions(allocate, reallocate, release);
  flint_set_abort(at_flint_abort);
}

void on_own_thread(const std::function<void()>& compute) {
  auto asked = std::make_unique<job>();
  asked->compute = &compute;
  worker* by = idle_workers::all().take();
  if (by == nullptr) by = start();
  if (by == nullptr) throw beyond_reach("no thread can be started for the computation");
  by->give(*asked);
  std::unique_lock lock(asked->guard);
  asked->changed.wait(lock, [&] { return asked->state != job_state::running; });
  if (asked->state == job_state::given_up) {
    // The thread has yet to let go of the lock.
    lock.release()->unlock();
    static_cast<void>(asked.release());
    throw beyond_reach(
        "a number of the computation is beyond what FLINT can hold, or needs more memory than "
        "there "
        "is; give smaller numbers or fewer digits");
  }
  lock.unlock();
  if (asked->error) std::rethrow_exception(asked->error);
}

}  // namespace shufflecert::inline v0_1::python
