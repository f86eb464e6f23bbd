#pragma once
// Holds what the program says of a formula against the slow evaluator.

#include <map>
#include <string>
#include <vector>

#include "support/random_formulas.hpp"
#include "support/slow_definedness.hpp"

/// How often a case was met: "hole", "value", "certificate", …
using tally = std::map<std::string, std::size_t>;

/// What contradicts the slow evaluator, in words; empty where nothing does. `cases` counts:
/// hole, value, open (what the slow one sees); certificate (a number or a decision), no value,
/// undecided (what the program says); and pairs of them such as "hole/undecided".
std::string complaint_about(const made_formula& formula, tally& cases);

/// The same of a formula in x over every x from `lower` to `upper`, as eval --set 'x=[…]' does.
std::string complaint_over_range(const made_formula& formula, const shufflecert::rational& lower,
                                 const shufflecert::rational& upper, tally& cases);

/// "hole 12, value 30, …"
std::string in_words(const tally& cases);

/// Complaints, a few of each first word, as one text.
std::string in_words(const std::vector<std::string>& complaints);

/// A budget that ends by work and not by time, so that tests find the same on every machine. The
/// deadline is for what counts no work; it is undecided then.
class bounded_work {
 public:
  explicit bounded_work(std::int64_t most)
      : meter_{0, most}, deadline_(shufflecert::budget::clock::now() + std::chrono::seconds(5)) {}
  [[nodiscard]] shufflecert::budget limits() {
    return shufflecert::budget(deadline_).metered_by(meter_);
  }
  /// Whether the computation went on long after its deadline.
  [[nodiscard]] bool ignored_its_deadline() const {
    return shufflecert::budget::clock::now() > deadline_ + std::chrono::seconds(20);
  }

 private:
  shufflecert::work_meter meter_;
  shufflecert::budget::clock::time_point deadline_;
};
