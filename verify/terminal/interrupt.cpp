#include "verify/terminal/interrupt.hpp"

#include <unistd.h>

#include "verify/files/output_file.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr int status_of_signals = 128;

std::atomic<bool> stop_requested{false};
std::atomic<int> received{0};
// What a signal handler may touch.
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void on_signal(int number) {
  // The number first: whoever sees the request may ask for it.
  int none = 0;
  received.compare_exchange_strong(none, number);
  if (!stop_requested.exchange(true)) return;
  remove_unfinished_file();
  _exit(status_of_signals + number);
}

void install(int number, struct sigaction& before) {
  struct sigaction handler {};
  handler.sa_handler = on_signal;
  handler.sa_flags = SA_RESTART;
  sigemptyset(&handler.sa_mask);
  sigaction(number, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(number, &handler, nullptr);
}

}  // namespace

interrupt_guard::interrupt_guard() {
  stop_requested = false;
  received = 0;
  install(SIGINT, interrupt_before_);
  install(SIGTERM, terminate_before_);
  install(SIGHUP, hang_up_before_);
}

interrupt_guard::~interrupt_guard() {
  sigaction(SIGINT, &interrupt_before_, nullptr);
  sigaction(SIGTERM, &terminate_before_, nullptr);
  sigaction(SIGHUP, &hang_up_before_, nullptr);
}

const std::atomic<bool>& interrupt_guard::requested() {
  return stop_requested;
}

int interrupt_guard::status() {
  const int number = received;
  return number == 0 ? 0 : status_of_signals + number;
}

}  // namespace shufflecert::inline v0_1::claims
