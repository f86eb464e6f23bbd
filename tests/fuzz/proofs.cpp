// Proof files, altered in lines, words and bytes: check-proof answers each with one of its four
// verdicts, and takes none whose statement fails at a point of its domain.

#include <sys/mman.h>
#include <unistd.h>

#include <sstream>

#include "support/proof_counterexample.hpp"
#include "support/random_proof_files.hpp"
#include "support/stated_proofs.hpp"
#include "targets.hpp"
#include "verify/check_proof/check_file.hpp"

namespace {

// A file that has no name, and so leaves nothing behind in a process that ends in its midst.
class file_in_memory {
 public:
  file_in_memory() : descriptor_(memfd_create("proof", MFD_CLOEXEC)) {
    if (descriptor_ < 0) throw std::runtime_error("no file in memory");
  }
  ~file_in_memory() { close(descriptor_); }
  file_in_memory(const file_in_memory&) = delete;
  file_in_memory& operator=(const file_in_memory&) = delete;

  std::string with(const std::string& text) const {
    if (ftruncate(descriptor_, 0) != 0 ||
        pwrite(descriptor_, text.data(), text.size(), 0) != static_cast<ssize_t>(text.size()))
      throw std::runtime_error("cannot write into memory");
    return "/proc/self/fd/" + std::to_string(descriptor_);
  }

 private:
  int descriptor_;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string right_text(random_source& random) {
  static const std::vector<std::string> texts = [] {
    std::vector<std::string> all;
    for (const auto& [name, proof] : right_proofs()) all.push_back(joined(lines_of_file(proof)));
    return all;
  }();
  return random.of(texts);
}

std::string make(random_source& random, const fuzz::corpus_texts& corpus) {
  if (random.once_in(4)) return joined(random_proof_file(random));
  const std::string text = random.once_in(4) ? random.of(corpus) : right_text(random);
  if (random.once_in(8)) return fuzz::with_changed_bytes(random, text);
  std::vector<std::string> lines = lines_of(text);
  const std::vector<std::string> more = lines_of(right_text(random));
  const std::size_t changes = 1 + random.below(2);
  for (std::size_t change = 0; change < changes && !lines.empty(); ++change) {
    const std::size_t at = random.below(lines.size());
    const auto place = lines.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random.below(6)) {
      case 0:
        lines.erase(place);
        break;
      case 1:
        lines.insert(place, random.of(more));
        break;
      case 2:
        std::swap(*place, lines[random.below(lines.size())]);
        break;
      default:
        *place = fuzz::with_changed_tokens(random, *place, random.of(more));
    }
  }
  return joined(lines);
}

void look(const std::string& input, bool thorough) {
  static const file_in_memory file;
  static const bool is_wide = (check::widen_exponents(), true);
  static_cast<void>(is_wide);
  const check::answer answer = check::check_file(file.with(input));
  if (answer.text.empty() || answer.text.back() != '\n')
    throw fuzz::finding("an answer that is no line");
  for (const char c : answer.text)
    if (c != '\n' && (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e))
      throw fuzz::finding("an answer with a sign that moves a terminal: " + answer.text);
  if (answer.found != check::verdict::valid || !thorough) return;
  if (const auto at = counterexample_to(lines_of(input)))
    throw fuzz::finding("a proof was taken whose statement fails at " + *at);
  random_source random(1);
  if (const auto fault = fault_of_valid(lines_of(input), random, 20))
    throw fuzz::finding("a proof was taken, but " + *fault);
}

}  // namespace

const fuzz::target fuzz::proofs{"proofs", ".proof", make, look};
