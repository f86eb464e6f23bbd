#pragma once
// Random choices that are the same on every machine, unlike std::uniform_int_distribution.

#include <cstdint>
#include <cstdlib>
#include <random>
#include <string>
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

/// What the environment asks for: SHUFFLECERT_TEST_SEED and SHUFFLECERT_TEST_MULTIPLIER make runs
/// other than the ordinary ones; SHUFFLECERT_TEST_COMPLAINTS is how many of a kind are shown.
inline std::uint64_t number_from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}
inline std::uint64_t test_seed() {
  return number_from_environment("SHUFFLECERT_TEST_SEED", 1);
}
inline std::uint64_t test_multiplier() {
  return number_from_environment("SHUFFLECERT_TEST_MULTIPLIER", 1);
}
