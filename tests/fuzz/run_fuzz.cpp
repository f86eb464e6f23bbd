// Runs a fuzzer without libFuzzer:
//
//   shufflecert_fuzz TARGET [--count N | --seconds S] [--seed S] [--corpus DIR] [--keep DIR]
//   shufflecert_fuzz TARGET FILE ...
//
// The seed is SHUFFLECERT_TEST_SEED where none is given, and SHUFFLECERT_TEST_MULTIPLIER multiplies
// N. The inputs follow from the seed alone. Each stretch of them runs in a process of its own, so
// that a crash or a hang ends neither the run nor the machine: the input is kept, and the run goes
// on behind it. Exit status 1 where there were findings.

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "targets.hpp"

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t inputs_of_a_stretch = 500;
// A process that computes counts by its own time, so that a busy machine is not taken for a hang;
// one that waits counts by the clock.
#ifdef SHUFFLECERT_FUZZ_SANITIZED
// Sanitizers take about ten times as long, and a proof may cost a quarter of a minute.
constexpr double longest_computing = 400;
#else
constexpr double longest_computing = 40;
#endif
constexpr auto longest_waiting = std::chrono::minutes(10);
constexpr std::size_t most_findings = 25;
constexpr std::uint64_t thorough_every = 5;

struct options {
  const fuzz::target* subject = nullptr;
  std::uint64_t count = 1000;
  double seconds = 0;
  std::uint64_t seed = test_seed();
  fs::path corpus;
  fs::path keep;
  std::vector<std::string> files;
};

// What the process that looks at the inputs tells the one that watches it.
struct progress {
  volatile std::uint64_t current;
  char message[4096];
  std::size_t size;
  char input[std::size_t{4} << 20];
};

std::string text_of(const fs::path& path) {
  const std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// The texts of corpus/TARGET.txt: each begins with a line "=== name", and ends with one line end
// that does not belong to it.
fuzz::corpus_texts read_corpus(const options& chosen) {
  const fs::path path = chosen.corpus / (std::string(chosen.subject->name) + ".txt");
  const std::string mark = "=== ";
  const std::string text = "\n" + text_of(path);
  fuzz::corpus_texts texts;
  for (std::size_t at = text.find("\n" + mark); at != std::string::npos;) {
    const std::size_t start = text.find('\n', at + 1) + 1;
    at = text.find("\n" + mark, start - 1);
    // The last line end is the file's own.
    const std::size_t end = at == std::string::npos ? text.size() - 1 : at;
    texts.push_back(text.substr(start, end - start));
  }
  if (texts.empty()) throw std::runtime_error("the corpus is empty: " + path.string());
  return texts;
}

// The corpus itself comes first.
std::string input_at(const options& chosen, const fuzz::corpus_texts& corpus, std::uint64_t index) {
  if (index < corpus.size()) return corpus[index];
  random_source random(chosen.seed * 1'000'003 + index);
  return chosen.subject->make(random, corpus);
}

void limit_memory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(SHUFFLECERT_FUZZ_SANITIZED)
  const rlimit memory{rlim_t{3} << 30, rlim_t{3} << 30};
  setrlimit(RLIMIT_AS, &memory);
#endif
  const rlimit no_dump{0, 0};
  setrlimit(RLIMIT_CORE, &no_dump);
}

// Looks at the inputs from `first` on. Ends the process with status 1 at the first finding.
[[noreturn]] void look_at(const options& chosen, const fuzz::corpus_texts& corpus,
                          std::uint64_t first, std::uint64_t last, progress& shared) {
  limit_memory();
  for (std::uint64_t i = first; i < last; ++i) {
    shared.current = i;
    try {
      const std::string input = input_at(chosen, corpus, i);
      shared.size = std::min(input.size(), sizeof shared.input);
      std::copy_n(input.begin(), shared.size, static_cast<char*>(shared.input));
      const bool thorough = i < corpus.size() || i % thorough_every == 0;
      chosen.subject->look(input, thorough);
    } catch (const fuzz::finding& error) {
      std::snprintf(shared.message, sizeof shared.message, "%s", error.what());
      _exit(1);
    } catch (const std::exception& error) {
      std::snprintf(shared.message, sizeof shared.message, "an exception that nobody names: %s",
                    error.what());
      _exit(1);
    }
  }
  _exit(0);
}

// Seconds of processor time that the process has used.
double computing_time(pid_t child) {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(child, &clock) != 0 || clock_gettime(clock, &used) != 0) return 0;
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

// How the stretch ended: empty where nothing was found.
std::string watch(pid_t child, const progress& shared) {
  auto since = std::chrono::steady_clock::now();
  double computed = computing_time(child);
  std::uint64_t seen = shared.current;
  while (true) {
    int state = 0;
    if (waitpid(child, &state, WNOHANG) == child) {
      if (WIFSIGNALED(state))
        return std::string("a signal: ") + strsignal(WTERMSIG(state));  // NOLINT: one thread
      if (WEXITSTATUS(state) == 0) return {};
      return shared.message[0] == 0 ? "ended with status " + std::to_string(WEXITSTATUS(state))
                                    : std::string(shared.message);
    }
    const auto now = std::chrono::steady_clock::now();
    if (shared.current != seen) {
      seen = shared.current;
      since = now;
      computed = computing_time(child);
    } else if (now - since > longest_waiting ||
               computing_time(child) - computed > longest_computing) {
      kill(child, SIGKILL);
      waitpid(child, &state, 0);
      return "a hang";
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

void keep(const options& chosen, const std::string& input, std::uint64_t index) {
  if (chosen.keep.empty()) return;
  fs::create_directories(chosen.keep);
  const fs::path path =
      chosen.keep / (std::string(chosen.subject->name) + "-" + std::to_string(chosen.seed) + "-" +
                     std::to_string(index) + chosen.subject->suffix);
  std::ofstream(path, std::ios::binary) << input;
  std::printf("  kept: %s\n", path.c_str());
}

int run(const options& chosen) {
  void* const memory =
      mmap(nullptr, sizeof(progress), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::runtime_error("no shared memory");
  auto& shared = *static_cast<progress*>(memory);
  fuzz::corpus_texts corpus;
  for (const std::string& file : chosen.files) corpus.push_back(text_of(file));
  const bool replays = !corpus.empty();
  if (!replays) corpus = read_corpus(chosen);
  const std::uint64_t count = replays ? corpus.size() : chosen.count;
  const auto start = std::chrono::steady_clock::now();
  const auto is_over = [&] {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    return chosen.seconds > 0 && passed.count() > chosen.seconds;
  };
  std::map<std::string, std::size_t> found;
  std::uint64_t next = 0;
  while ((chosen.seconds > 0 && !replays ? !is_over() : next < count) &&
         found.size() < most_findings) {
    const std::uint64_t last = chosen.seconds > 0 && !replays
                                   ? next + inputs_of_a_stretch
                                   : std::min(count, next + inputs_of_a_stretch);
    shared.current = next;
    shared.message[0] = 0;
    shared.size = 0;
    std::fflush(stdout);
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("cannot start a process");
    if (child == 0) look_at(chosen, corpus, next, last, shared);
    const std::string what = watch(child, shared);
    if (what.empty()) {
      next = last;
      continue;
    }
    const std::uint64_t index = shared.current;
    // The same words again are one finding; only its first inputs are shown.
    if (++found[what.substr(0, std::min<std::size_t>(60, what.find('\n')))] <= 3) {
      const std::string input(static_cast<const char*>(shared.input), shared.size);
      std::printf("%s, seed %llu, input %llu: %s\n", chosen.subject->name,
                  static_cast<unsigned long long>(chosen.seed),
                  static_cast<unsigned long long>(index), what.c_str());
      if (input.size() < 300) std::printf("  input: %s\n", input.c_str());
      keep(chosen, input, index);
    }
    next = index + 1;
  }
  std::size_t total = 0;
  for (const auto& [what, times] : found) total += times;
  std::printf("%s: %llu inputs, %zu findings of %zu kinds\n", chosen.subject->name,
              static_cast<unsigned long long>(next), total, found.size());
  return found.empty() ? 0 : 1;
}

options read_options(const std::vector<std::string>& words) {
  options chosen;
  chosen.corpus = SHUFFLECERT_FUZZ_CORPUS;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto value = [&] {
      if (i + 1 == words.size()) throw std::runtime_error(words[i] + " needs a value");
      return words[++i];
    };
    if (words[i] == "--count") {
      chosen.count = std::stoull(value());
    } else if (words[i] == "--seconds") {
      chosen.seconds = std::stod(value());
    } else if (words[i] == "--seed") {
      chosen.seed = std::stoull(value());
    } else if (words[i] == "--corpus") {
      chosen.corpus = value();
    } else if (words[i] == "--keep") {
      chosen.keep = value();
    } else if (chosen.subject == nullptr) {
      for (const fuzz::target* known : fuzz::targets())
        if (words[i] == known->name) chosen.subject = known;
      if (chosen.subject == nullptr) throw std::runtime_error("no target '" + words[i] + "'");
    } else {
      chosen.files.push_back(words[i]);
    }
  }
  if (chosen.subject == nullptr) {
    std::string names;
    for (const fuzz::target* known : fuzz::targets()) names += std::string(" ") + known->name;
    throw std::runtime_error("name a target, one of" + names);
  }
  chosen.count *= test_multiplier();
  return chosen;
}

}  // namespace

int main(int argc, char* argv[]) {
  try {
    return run(read_options({argv + 1, argv + argc}));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "shufflecert_fuzz: %s\n", error.what());
    return 2;
  }
}
