#include "verify/terminal/process_guard.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gmp.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "shufflecert/flint_headers.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int unusable = 2;

// While one exists, a write of this thread to a pipe without a reader fails instead of ending the
// program.
class no_broken_pipe {
 public:
  no_broken_pipe() {
    sigemptyset(&only_);
    sigaddset(&only_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    if (!was_pending_) pthread_sigmask(SIG_BLOCK, &only_, &before_);
  }
  no_broken_pipe(const no_broken_pipe&) = delete;
  no_broken_pipe& operator=(const no_broken_pipe&) = delete;
  ~no_broken_pipe() {
    if (was_pending_) return;
    const timespec now{0, 0};
    while (sigtimedwait(&only_, nullptr, &now) == -1 && errno == EINTR) continue;
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t only_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

// Allocates nothing.
template <std::size_t size>
[[noreturn]] void end_with(const char (&line)[size]) {
  write_to_error({line, size - 1});
  _exit(unusable);
}

// FLINT asks for a pointer to a function of this type; the standard attribute is none of the type.
[[gnu::noreturn]] void at_flint_abort() {
  end_with(
      "shufflecert: a number of the computation is beyond what FLINT can hold, or needs more "
      "memory than there is; give smaller numbers or fewer digits\n");
}

[[noreturn]] void at_end_of_memory() {
  end_with(
      "shufflecert: a number of the computation needs more memory than there is; give smaller "
      "numbers or fewer digits\n");
}

void* allocate(std::size_t size) {
  void* memory = std::malloc(size);  // NOLINT: what GMP expects
  if (memory == nullptr) at_end_of_memory();
  return memory;
}

void* reallocate(void* old, std::size_t /*size before*/, std::size_t size) {
  void* memory = std::realloc(old, size);  // NOLINT: what GMP expects
  if (memory == nullptr) at_end_of_memory();
  return memory;
}

void release(void* memory, std::size_t /*size*/) {
  std::free(memory);  // NOLINT: what GMP expects
}

void open_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    struct stat known {};
    if (fstat(stream, &known) == 0 || errno != EBADF) continue;
    // Descriptors are given out from the lowest, so this one becomes `stream`. A closed standard
    // output is opened for reading: that nothing can be written to it must show.
    static_cast<void>(open("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY));
  }
}

// The limit of the control group that the program runs in, as containers have one; 0 where there is
// none.
std::uint64_t limit_of_container() {
  std::uint64_t least = 0;
  for (const char* name :
       {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
    std::ifstream file(name);
    std::uint64_t bytes = 0;
    if (file >> bytes && bytes > 0) least = least == 0 ? bytes : std::min(least, bytes);
  }
  return least;
}

void limit_memory() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return;  // the sanitizer's own memory counts
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return;
#endif
#endif
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_size = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || page_size <= 0) return;
  std::uint64_t bytes = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_size);
  if (const std::uint64_t container = limit_of_container(); container != 0)
    bytes = std::min(bytes, container);
  bytes = bytes / 5 * 4;
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, bytes);
  static_cast<void>(setrlimit(RLIMIT_DATA, &limit));
}

}  // namespace

void write_to_error(std::string_view text) {
  const no_broken_pipe guard;
  while (!text.empty()) {
    const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void guard_process() {
  open_standard_streams();
  limit_memory();
  mp_set_memory_functions(allocate, reallocate, release);
  flint_set_abort(at_flint_abort);
}

}  // namespace shufflecert::inline v0_1::claims
