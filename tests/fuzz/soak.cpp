// Judges random claims in one process for a long time, and watches its memory:
//
//   shufflecert_soak [--seconds S] [--lose BYTES]
//
// Half of the inputs are formulas and claims compared with the slow evaluator, half are catalogues
// that are judged, written, read again and reported. A line is printed at each sixtieth of the
// time. Memory is flat where what is in use at some moment of the last quarter is at most 1 MB
// above the most of the second quarter, and what the process holds at most half more; the first
// quarter fills what is kept on purpose, and an allocator holds more than is in use. --lose loses
// so many bytes with each input, so that it can be seen that this is noticed. The seed is
// SHUFFLECERT_TEST_SEED. Exit status 1 where memory grows or an input is a finding.

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "support/random_claims.hpp"
#include "targets.hpp"

namespace {

struct options {
  double seconds = 7200;
  std::size_t lost = 0;
};

options read_options(const std::vector<std::string>& arguments) {
  options chosen;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    const bool is_time = arguments[i] == "--seconds";
    if ((!is_time && arguments[i] != "--lose") || i + 1 == arguments.size())
      throw std::runtime_error("usage: shufflecert_soak [--seconds S] [--lose BYTES]");
    char* end = nullptr;
    const double value = std::strtod(arguments[i + 1].c_str(), &end);
    if (*end != '\0' || !(value >= 1 && value <= 1e9))
      throw std::runtime_error("a number from 1 to 10^9 is wanted after " + arguments[i]);
    if (is_time)
      chosen.seconds = value;
    else
      chosen.lost = static_cast<std::size_t>(value);
  }
  return chosen;
}

// In bytes.
struct memory {
  std::int64_t held = 0;    // by the process, of the machine's
  std::int64_t in_use = 0;  // of that, what was allocated and not given back
};

memory memory_now() {
  std::ifstream stream("/proc/self/statm");
  std::int64_t all = 0;
  std::int64_t resident = 0;
  if (!(stream >> all >> resident)) throw std::runtime_error("/proc/self/statm cannot be read");
  const struct mallinfo2 heap = mallinfo2();
  return {resident * sysconf(_SC_PAGESIZE),
          static_cast<std::int64_t>(heap.uordblks) + static_cast<std::int64_t>(heap.hblkhd)};
}

void look_at_one(random_source& random) {
  if (random.once_in(2)) {
    fuzz::definedness.look(fuzz::definedness.make(random, {}), true);
    return;
  }
  random_claim claim = make_claim(random);
  if (claim.is == random_claim::kind::frontier) claim.is = random_claim::kind::forall;
  fuzz::catalogues.look("format = 1\n" + claim.text(), true);
}

double in_megabytes(std::int64_t bytes) {
  return static_cast<double>(bytes) / (1 << 20);
}

// The most of the second quarter, and the least of the last one.
std::pair<std::int64_t, std::int64_t> ends_of(const std::vector<memory>& samples,
                                              std::int64_t memory::*what) {
  const auto less = [&](const memory& a, const memory& b) { return a.*what < b.*what; };
  const auto quarter = static_cast<std::ptrdiff_t>(samples.size() / 4);
  const auto begin = samples.begin();
  return {(*std::max_element(begin + quarter, begin + 2 * quarter, less)).*what,
          (*std::min_element(begin + 3 * quarter, samples.end(), less)).*what};
}

bool is_flat(const std::vector<memory>& samples) {
  constexpr std::int64_t room = 1 << 20;
  const auto [used_before, used_after] = ends_of(samples, &memory::in_use);
  const auto [held_before, held_after] = ends_of(samples, &memory::held);
  const bool flat = used_after <= used_before + room && 2 * held_after <= 3 * held_before;
  std::printf("second and last quarter: in use %.2f and %.2f MB, held %.1f and %.1f MB: %s\n",
              in_megabytes(used_before), in_megabytes(used_after), in_megabytes(held_before),
              in_megabytes(held_after), flat ? "flat" : "memory grows");
  return flat;
}

int run(const options& chosen) {
  constexpr int moments = 60;
  using clock = std::chrono::steady_clock;
  const auto start = clock::now();
  random_source random(test_seed());
  std::vector<memory> samples;
  std::vector<std::string> lost;
  std::uint64_t inputs = 0;
  std::uint64_t findings = 0;
  while (samples.size() < moments) {
    try {
      look_at_one(random);
    } catch (const fuzz::finding& found) {
      ++findings;
      std::printf("input %llu of seed %llu: %s\n", static_cast<unsigned long long>(inputs),
                  static_cast<unsigned long long>(test_seed()), found.what());
    }
    ++inputs;
    if (chosen.lost > 0) lost.emplace_back(chosen.lost, 'x');
    const double passed = std::chrono::duration<double>(clock::now() - start).count();
    if (passed < chosen.seconds * static_cast<double>(samples.size() + 1) / moments) continue;
    samples.push_back(memory_now());
    std::printf("%.0f s, %llu inputs, %.2f MB in use, %.1f MB held\n", passed,
                static_cast<unsigned long long>(inputs), in_megabytes(samples.back().in_use),
                in_megabytes(samples.back().held));
    std::fflush(stdout);
  }
  const bool flat = is_flat(samples);
  return flat && findings == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char* argv[]) {
  try {
    return run(read_options({argv + 1, argv + argc}));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "shufflecert_soak: %s\n", error.what());
    return 2;
  }
}
