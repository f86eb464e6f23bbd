#include "checker_errors.hpp"

namespace check {
namespace {

// About a quarter of a minute. No derivation of the built-in catalogue takes a fifth of it.
constexpr std::uint64_t most_steps = 200'000'000;

thread_local std::uint64_t steps_done = 0;

}  // namespace

void begin_work() {
  steps_done = 0;
}

std::uint64_t work_done() {
  return steps_done;
}

void spend(std::uint64_t steps) {
  if (steps > most_steps - steps_done) {
    steps_done = most_steps;
    throw out_of_work("it takes more than the " + std::to_string(most_steps) +
                      " steps that one file may cost");
  }
  steps_done += steps;
}

}  // namespace check
