#include "python/src/interruption.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <mutex>

namespace shufflecert::inline v0_1::python {
namespace {

constexpr std::size_t most_at_once = 64;

// The handler may touch nothing but what is free of locks.
std::array<std::atomic<bool>, most_at_once> stop_flags{};
std::array<bool, most_at_once> is_taken{};
std::size_t count_taken = 0;
std::mutex of_these;
struct sigaction before {};

void on_interrupt(int signal, siginfo_t* info, void* machine) {
  const int error = errno;
  for (auto& flag : stop_flags) flag.store(true, std::memory_order_relaxed);
  if ((before.sa_flags & SA_SIGINFO) != 0)
    before.sa_sigaction(signal, info, machine);
  else
    before.sa_handler(signal);
  errno = error;
}

bool is_ours(const struct sigaction& action) {
  return (action.sa_flags & SA_SIGINFO) != 0 && action.sa_sigaction == on_interrupt;
}

void install() {
  struct sigaction current {};
  if (sigaction(SIGINT, nullptr, &current) != 0 || is_ours(current)) return;
  const bool is_plain = (current.sa_flags & SA_SIGINFO) == 0;
  if (is_plain && (current.sa_handler == SIG_DFL || current.sa_handler == SIG_IGN)) return;
  before = current;
  struct sigaction action {};
  action.sa_sigaction = on_interrupt;
  action.sa_mask = current.sa_mask;
  action.sa_flags = current.sa_flags | SA_SIGINFO;
  sigaction(SIGINT, &action, nullptr);
}

// Another thread may have given the signal a handler of its own, which stays.
void uninstall() {
  struct sigaction current {};
  if (sigaction(SIGINT, nullptr, &current) == 0 && is_ours(current))
    sigaction(SIGINT, &before, nullptr);
}

}  // namespace

interruption::interruption() {
  const std::scoped_lock lock(of_these);
  if (count_taken++ == 0) install();
  for (std::size_t i = 0; i < most_at_once; ++i) {
    if (is_taken[i]) continue;
    is_taken[i] = true;
    stop_flags[i].store(false);
    flag_ = &stop_flags[i];
    return;
  }
}

interruption::~interruption() {
  const std::scoped_lock lock(of_these);
  if (flag_ != nullptr) is_taken[static_cast<std::size_t>(flag_ - stop_flags.data())] = false;
  if (--count_taken == 0) uninstall();
}

}  // namespace shufflecert::inline v0_1::python
