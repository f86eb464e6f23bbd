#include "claims/derivation/log_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/forms/terms.hpp"
#include "claims/moments/sign_moments.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Writes a sentence for each step that has one.
class word_printer {
 public:
  void operator()(const box_step& step) {
    std::string sentence =
        to_text(*step.condition) +
        (step.boxes > 1 ? fmt::format(": certain on {} boxes that cover the domain", step.boxes)
                        : std::string(": certain on one box that covers the domain"));
    if (std::find(words.begin(), words.end(), sentence) == words.end())
      words.push_back(std::move(sentence));
  }
  void operator()(const algebra_step& step) {
    words.push_back(fmt::format("{} is {} by algebra", to_text(*step.low), to_text(*step.high)));
  }
  void operator()(const squares_step&) {
    words.emplace_back("the squares of both sides are the same by algebra");
  }
  void operator()(const infinite_step& step) {
    words.push_back(fmt::format("{} is infinite by (U.5) or (O.1)", to_text(*step.infinite)));
  }
  void operator()(const knot_step& step) {
    words.push_back(
        fmt::format("{} is {} by {}", to_text(*step.knot), to_text(*step.value), step.place));
  }
  void operator()(const moments_step& step) {
    const moment_attempt& remembered = certified_moments(step.constant, budget());
    for (std::string& sentence : steps_of(*remembered.found)) words.push_back(std::move(sentence));
  }
  void operator()(const branch_step& step) {
    words.push_back(fmt::format("where {}: {}", to_text(*step.condition), to_text(*step.wanted)));
  }
  void operator()(const parameters_step& step) {
    words.push_back(
        fmt::format("{} is in the order of the parameters of {}", step.quantity, step.pair));
  }
  void operator()(const tangent_step& step) {
    words.push_back(
        fmt::format("{} <= {}, as log(1 + f) <= f", to_text(*step.low), to_text(*step.high)));
  }
  void operator()(const logarithms_step& step) {
    add_order_of_logarithms(in_order(step.low, step.high, step.is_strict));
  }
  void operator()(const quotient_step& step) { add_order_of_logarithms(step.shown); }
  void operator()(const logarithm_of_sum_step& step) {
    words.push_back(fmt::format("{} >= {}, as the other terms are at least 0",
                                to_text(*step.logarithm),
                                to_text(*std::get<call>(step.term->node).arguments[0])));
  }
  void operator()(const bound_step& step) {
    words.push_back(fmt::format("{} {} {} by {}", to_text(*step.side), to_text(step.op),
                                to_text(*step.bound), step.place));
  }
  // Readers see for themselves how these follow from the sentences around them.
  void operator()(const form_step&) {}
  void operator()(const scaled_step&) {}
  void operator()(const terms_step&) {}
  void operator()(const factors_step&) {}
  void operator()(const between_step&) {}

  std::vector<std::string> words;

 private:
  void add_order_of_logarithms(const expression_ptr& shown) {
    words.push_back(fmt::format("{}, as the logarithms are in this order", to_text(*shown)));
  }
};

}  // namespace

std::vector<std::string> words_of(const proof_log& log) {
  word_printer printer;
  for (const proof_log::entry& entry : log.entries()) std::visit(printer, entry.step);
  return std::move(printer.words);
}

}  // namespace shufflecert::inline v0_1::claims
