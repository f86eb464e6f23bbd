// Random formulas and claims, many without a value, against the slow evaluator. An input is a seed.

#include <cstdlib>

#include "support/random_claims.hpp"
#include "targets.hpp"

namespace {

std::string make(random_source& random, const fuzz::corpus_texts& /*corpus*/) {
  return std::to_string(random.below(std::size_t{1} << 62));
}

void look(const std::string& input, bool /*thorough*/) {
  random_source random(std::strtoull(input.c_str(), nullptr, 10));
  tally ignored;
  std::string complaint;
  if (random.once_in(2)) {
    complaint = complaint_about(make_claim(random), 30, ignored);
  } else {
    formula_maker make_formula(random);
    if (random.once_in(3)) {
      const shufflecert::rational lower(static_cast<long>(random.below(9)) - 4, 2);
      const shufflecert::rational upper = lower + random.below(8) + 1;
      const int depth = 1 + static_cast<int>(random.below(3));
      complaint = complaint_over_range(make_formula.number({"x"}, depth), lower, upper, ignored);
    } else {
      complaint = complaint_about(make_formula.closed(), ignored);
    }
  }
  if (complaint.empty()) return;
  // What kind of complaint it is stands on a line of its own.
  complaint.replace(complaint.find(':'), 1, "\n ");
  throw fuzz::finding(complaint);
}

}  // namespace

const fuzz::target fuzz::definedness{"definedness", ".txt", make, look};
