// The built-in catalogue, judged by the program as a user runs it.

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>

#include "bench/bench_row.hpp"

namespace shufflecert::bench {
namespace {

// The exit status of `shufflecert verify`, whose output goes nowhere; −1 where it did not start.
int judge_catalogue() {
  std::string program = SHUFFLECERT_PROGRAM;
  std::string verify = "verify";
  const std::array<char*, 3> arguments{program.data(), verify.data(), nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed =
      posix_spawn(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (failed != 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

void verify_catalogue(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    if (judge_catalogue() == 0) continue;
    state.SkipWithError("shufflecert verify did not end with status 0");
    break;
  }
  state.SetLabel("");
  state.counters["peak_bytes"] = peak_bytes(RUSAGE_CHILDREN);
}

BENCHMARK(verify_catalogue)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);

}  // namespace
}  // namespace shufflecert::bench
