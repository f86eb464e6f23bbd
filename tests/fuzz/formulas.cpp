// Formulas: read, checked, written, set, evaluated in all three arithmetics.

#include <chrono>

#include "shufflecert/plain_evaluation.hpp"
#include "shufflecert/refine.hpp"
#include "support/random_formulas.hpp"
#include "targets.hpp"
#include "typeset/typeset.hpp"

using namespace shufflecert;

namespace {

// One level of a formula about pairs, laws and curves, with numbers of all sizes.
std::string quantity(random_source& random) {
  const auto small = [&] {
    return random.once_in(5)
               ? fuzz::hostile_number(random)
               : random.text({"1", "2", "3", "10", "0.5", "1/3", "log(2)", "100", "4"});
  };
  const std::string pair = [&]() -> std::string {
    const std::string n = small();
    const std::string e = small();
    switch (random.below(9)) {
      case 7:
        return "variation_pair(" + n + ", " + e + ", 1/5, " + small() + ")";
      case 0:
        return "clone_pair(" + n + ", " + e + ")";
      case 1:
        return "rr_pair(" + n + ", " + e + ")";
      case 2:
        return "unmixed_pair(" + n + ", " + e + ", " + small() + ")";
      case 3:
        return "printed_pair(" + n + ", " + e + ", " + small() + ")";
      case 4:
        return "krr_pair(3, " + n + ", " + e + ")";
      case 5:
        return "normal_pair(" + n + ", " + small() + ", " + e + ", " + small() + ")";
      case 6:
        return "swap(subsampled(gaussian_pair(" + n + "), " + small() + "))";
      default:
        return "pair(mix(" + small() + ", rr_law(" + e + ", 3, 1), rr_law(1, 4, 0)), rr_law(" + e +
               ", 2, 2))";
    }
  }();
  switch (random.below(9)) {
    case 0:
      return "renyi(" + pair + ", " + small() + ")";
    case 1:
      return "hockey_stick(" + pair + ", " + small() + ")";
    case 2:
      return "tradeoff(" + pair + ", " + small() + ")";
    case 3:
      return "epsilon(" + pair + ", " + small() + ")";
    case 4:
      return "chi_moment(" + pair + ", " + small() + ")";
    case 5:
      return "at(curve(" + pair + "), " + small() + ")";
    case 6:
      return "binomial_cdf(" + small() + ", " + small() + ", " + small() + ")";
    case 7:
      return "mean(x, law(x, 0, 3, binomial(3, x)/8), " + small() + "^x)";
    default:
      return "total_variation(" + pair + ")";
  }
}

std::string make(random_source& random, const fuzz::corpus_texts& corpus) {
  switch (random.below(8)) {
    case 0:
      return quantity(random);
    case 1:
    case 2: {
      formula_maker make_formula(random);
      return make_formula.closed().text;
    }
    case 3: {
      formula_maker make_formula(random);
      return fuzz::with_changed_tokens(random, make_formula.closed().text, random.of(corpus));
    }
    case 4:
      return fuzz::with_changed_bytes(random, random.of(corpus));
    default:
      return fuzz::with_changed_tokens(random, random.of(corpus), random.of(corpus));
  }
}

budget brief() {
  return budget(budget::clock::now() + std::chrono::milliseconds(60));
}

// What each evaluation may throw, in the words of its header.
template <class Action>
void may_have_no_value(const Action& action) {
  try {
    action();
  } catch (const undefined_value&) {
  } catch (const precision_needed&) {
  } catch (const beyond_reach&) {
  }
}

void look(const std::string& input, bool thorough) {
  expression_ptr formula;
  value_kind kind = value_kind::unknown;
  try {
    formula = parse_formula(input);
    kind = check_formula(*formula, random_definitions(), {});
  } catch (const formula_error& error) {
    if (error.column() == 0 || error.column() > input.size() + 1)
      throw fuzz::finding("an error at a column that is none: " + std::string(error.what()));
    if (!formula) return;
  }
  const std::string text = to_text(*formula);
  const std::string again = to_text(*parse_formula(text));
  if (text != again) throw fuzz::finding("written as '" + text + "', read as '" + again + "'");
  const symbol_table symbols;
  const layout shown = set_formula(*formula, symbols);
  to_latex(shown);
  to_mathml(shown, text);
  if (!thorough || (kind != value_kind::number && kind != value_kind::truth)) return;
  may_have_no_value([&] {
    refine(*formula, random_definitions(), {}, 15, {64, 256}, {.limits = brief()});
  });
  may_have_no_value(
      [&] { evaluate_double(*formula, random_definitions(), {}, {.limits = brief()}); });
  may_have_no_value(
      [&] { evaluate_mpfr(*formula, random_definitions(), {}, 20, {.limits = brief()}); });
}

}  // namespace

const fuzz::target fuzz::formulas{"formulas", ".txt", make, look};
