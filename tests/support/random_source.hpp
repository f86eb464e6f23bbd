#pragma once
// Random choices that are the same on every machine, unlike std::uniform_int_distribution; and what
// the environment asks of them.

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

class random_source {
 public:
  explicit random_source(std::uint64_t seed) : engine_(seed) {}

  /// 0, …, count − 1
  std::size_t below(std::size_t count) { return engine_() % count; }
  /// True once in `count` times.
  bool once_in(std::size_t count) { return below(count) == 0; }
  template <class T>
  const T& of(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }
  std::string text(const std::vector<const char*>& choices) {
    return choices[below(choices.size())];
  }

 private:
  std::mt19937_64 engine_;
};

/// The value of a variable of the environment, `otherwise` where it is not set. What is no whole
/// number from `lowest` to `highest` is an error that says so in one line.
inline std::uint64_t number_from_environment(
    const char* name, std::uint64_t otherwise, std::uint64_t lowest = 0,
    std::uint64_t highest = std::numeric_limits<std::uint64_t>::max()) {
  const char* set = std::getenv(name);
  if (set == nullptr) return otherwise;
  const std::string_view text = set;
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < lowest || value > highest)
    throw std::runtime_error(std::string(name) + " is '" + set + "', not a whole number from " +
                             std::to_string(lowest) + " to " + std::to_string(highest));
  return value;
}

/// SHUFFLECERT_TEST_SEED: another one makes other random cases. 1 is that of an ordinary run.
inline std::uint64_t test_seed() {
  return number_from_environment("SHUFFLECERT_TEST_SEED", 1);
}

/// SHUFFLECERT_TEST_MULTIPLIER: how many times as many random cases as in an ordinary run.
inline std::uint64_t test_multiplier() {
  return number_from_environment("SHUFFLECERT_TEST_MULTIPLIER", 1, 1, 10'000);
}

/// SHUFFLECERT_TEST_DIVISOR: how many times fewer random cases than in an ordinary run. A sanitizer
/// learns from the first cases what the code does, and takes many times as long for each.
inline std::uint64_t test_divisor() {
  return number_from_environment("SHUFFLECERT_TEST_DIVISOR", 1, 1, 10'000);
}

/// How many cases this run has of what an ordinary run has `ordinarily` of: at least one.
inline std::uint64_t number_of_cases(std::uint64_t ordinarily) {
  return std::max<std::uint64_t>(1, ordinarily * test_multiplier() / test_divisor());
}
