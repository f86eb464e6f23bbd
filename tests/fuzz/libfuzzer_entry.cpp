// The entry of libFuzzer; SHUFFLECERT_FUZZ_TARGET is the target that it looks at. A finding ends
// the process, so that libFuzzer keeps the input.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "targets.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // Without what takes longest, readers see far more inputs.
  static const bool thorough = std::getenv("SHUFFLECERT_FUZZ_READERS") == nullptr;
  const std::string input(data, data + size);
  try {
    fuzz::SHUFFLECERT_FUZZ_TARGET.look(input, thorough);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    std::abort();
  }
  return 0;
}

// The structured changes of the plain driver, among libFuzzer's own.
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned int seed) {
  random_source random(seed);
  if (size == 0 || random.once_in(3)) return LLVMFuzzerMutate(data, size, most);
  const std::string changed =
      fuzz::SHUFFLECERT_FUZZ_TARGET.make(random, {std::string(data, data + size)});
  const std::size_t length = changed.size() < most ? changed.size() : most;
  std::copy_n(changed.begin(), length, data);
  return length;
}
