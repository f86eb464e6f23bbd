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

// GMP's allocator ends the process where there is no memory. So a thread asks first; what it gives
// back is what it gets next.
void ask_for(std::size_t size) {
  if (mine == nullptr) return;
  void* memory = std::malloc(size);  // NOLINT: nothing is constructed there
  if (memory == nullptr) sleep_for_ever();
  std::free(memory);  // NOLINT
}

void* allocate(std::size_t size) {
  ask_for(size);
  return allocate_before(size);
}

void* reallocate(void* old, std::size_t size_before, std::size_t size) {
  ask_for(size);
  return reallocate_before(old, size_before, size);
}

void* run(void* given) {
  mine = static_cast<job*>(given);
  try {
    (*mine->compute)();
  } catch (...) {
    mine->error = std::current_exception();
  }
  // The caches of this thread.
  mpfr_free_cache();
  flint_cleanup();
  job& of = *mine;
  mine = nullptr;
  tell(of, job_state::ended);
  return nullptr;
}

// A detached thread without signals; false where none could be started.
bool start(job& of) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, stack_bytes);
  sigset_t all;
  sigset_t unblocked;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &unblocked);
  pthread_t thread{};
  const bool is_started = pthread_create(&thread, &attributes, run, &of) == 0;
  pthread_sigmask(SIG_SETMASK, &unblocked, nullptr);
  pthread_attr_destroy(&attributes);
  return is_started;
}

}  // namespace

void outlive_flint() {
  void (*release)(void*, std::size_t) = nullptr;
  mp_get_memory_functions(&allocate_before, &reallocate_before, &release);
  mp_set_memory_functions(allocate, reallocate, release);
  flint_set_abort(at_flint_abort);
}

void on_own_thread(const std::function<void()>& compute) {
  auto asked = std::make_unique<job>();
  asked->compute = &compute;
  if (!start(*asked)) throw beyond_reach("no thread can be started for the computation");
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
