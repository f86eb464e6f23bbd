#include "support/definedness_check.hpp"

#include "shufflecert/decimal.hpp"
#include "shufflecert/refine_over_ranges.hpp"

using namespace shufflecert;

namespace {

constexpr std::int64_t most_work = 3000;
constexpr precision_range few_bits{64, 256};
constexpr long digits = 15;

// What the program says of a formula.
struct said {
  enum class kind { certificate, no_value, undecided } is = kind::undecided;
  formula_value value = truth{};
  bits precision = 0;
  std::string words;
};

std::string show(const formula_value& value, bits precision) {
  if (const auto* t = std::get_if<truth>(&value)) {
    if (!t->value) return "undecided";
    return std::string(*t->value ? "true" : "false") + (t->tied ? " (tied)" : "");
  }
  if (const auto* x = std::get_if<number>(&value)) {
    const decimal_interval ends = to_decimal(*x, precision, digits);
    return "[" + ends.lower + ", " + ends.upper + "]";
  }
  return "no number";
}

template <class Ask>
said ask_program(const Ask& ask) {
  said result;
  bounded_work work(most_work);
  try {
    const refined_value found = ask(work.limits());
    result.value = found.result;
    result.precision = found.precision;
    if (found.sufficient) result.is = said::kind::certificate;
    result.words = found.sufficient ? show(found.result, found.precision) : found.reason;
  } catch (const undefined_value& error) {
    result.is = said::kind::no_value;
    result.words = error.what();
  } catch (const precision_needed& error) {
    result.words = error.what();
  } catch (const beyond_reach& error) {
    result.words = error.what();
  }
  if (work.ignored_its_deadline()) result.words += " HANG";
  return result;
}

const char* name(said::kind is) {
  if (is == said::kind::certificate) return "certificate";
  return is == said::kind::no_value ? "no value" : "undecided";
}

// Whether the two enclosures of the same number have a point in common.
bool agree(const number& program, const slow::number& seen, bits precision) {
  if (program.is_infinity(1) || program.is_infinity(-1))
    return seen.infinite() == (program.is_infinity(1) ? 1 : -1) ||
           (seen.infinite() == 0 && seen.exact() == nullptr);
  if (seen.infinite() != 0) return false;
  const ball enclosure = program.to_ball(precision);
  arf_t low;
  arf_t high;
  arf_init(low);
  arf_init(high);
  arb_get_interval_arf(low, high, enclosure.raw(), 400);
  slow::end from;
  slow::end to;
  arf_get_mpfr(from.raw(), low, MPFR_RNDD);
  arf_get_mpfr(to.raw(), high, MPFR_RNDU);
  arf_clear(low);
  arf_clear(high);
  return mpfr_cmp(to.raw(), seen.lower().raw()) >= 0 &&
         mpfr_cmp(from.raw(), seen.upper().raw()) <= 0;
}

std::string report(const char* what, const made_formula& formula, const said& program,
                   const std::string& right) {
  std::string text = std::string(what) + ": " + formula.text;
  if (formula.text != formula.plain) text += "   [plainly: " + formula.plain + "]";
  return text + "\n    the program: " + program.words + "\n    right: " + right;
}

std::string compare_values(const made_formula& formula, const said& program,
                           const slow::answer& seen) {
  if (const auto* t = std::get_if<truth>(&program.value)) {
    if (t->value && seen.truth && *t->value != *seen.truth && !t->tied)
      return report("wrong truth", formula, program, *seen.truth ? "true" : "false");
    return {};
  }
  const auto* x = std::get_if<number>(&program.value);
  if (x != nullptr && !agree(*x, seen.value, program.precision))
    return report("wrong value", formula, program, seen.value.text());
  return {};
}

}  // namespace

std::string complaint_about(const made_formula& formula, tally& cases) {
  const expression_ptr plain = parse_formula(formula.plain);
  const slow::answer seen = slow::look(*plain, random_definitions(), {});
  const expression_ptr asked = parse_formula(formula.text);
  check_formula(*asked, random_definitions(), {});
  const said program = ask_program([&](const budget& limits) {
    return refine(*asked, random_definitions(), {}, digits, few_bits, {.limits = limits});
  });
  const std::string slow_says = seen.is_hole()                     ? "hole"
                                : seen.is_certain()                ? "certain value"
                                : seen.is == slow::standing::value ? "value"
                                                                   : "open";
  ++cases[slow_says];
  ++cases[name(program.is)];
  ++cases[slow_says + "/" + name(program.is)];
  if (program.words.find("HANG") != std::string::npos)
    return report("hang", formula, program, "an answer within the budget");
  if (seen.is_hole() && program.is == said::kind::certificate)
    return report("certificate without a value", formula, program, "no value: " + seen.why);
  if (seen.is_certain() && program.is == said::kind::no_value)
    return report("value denied", formula, program,
                  seen.is_condition ? "it has a value" : seen.value.text());
  if (seen.is == slow::standing::value && program.is == said::kind::no_value) ++cases["doubtful"];
  if (seen.is == slow::standing::value && program.is == said::kind::certificate)
    return compare_values(formula, program, seen);
  return {};
}

std::string complaint_over_range(const made_formula& formula, const rational& lower,
                                 const rational& upper, tally& cases) {
  const expression_ptr asked = parse_formula(formula.text);
  check_formula(*asked, random_definitions(), {{"x", value_kind::number}});
  const auto end_of = [](const rational& x) { return parse_formula("(" + to_text(x) + ")"); };
  const range_map ranges{{"x", {end_of(lower), end_of(upper)}}};
  const said program = ask_program([&](const budget& limits) {
    return refine_over_ranges(*asked, random_definitions(), {}, ranges, digits, few_bits, limits)
        .known;
  });
  // The limits of a sum and other whole numbers take no intervals: nothing is said of the value.
  if (program.words.find("not an interval") != std::string::npos) return {};
  ++cases[name(program.is)];
  if (program.is == said::kind::undecided) return {};
  bool has_hole = false;
  bool has_value = false;
  for (const slow::looked_at& one : slow::look_over(*parse_formula(formula.plain),
                                                    random_definitions(), {}, "x", lower, upper)) {
    const std::string where =
        " at x = " + to_text(one.at) + " of [" + to_text(lower) + ", " + to_text(upper) + "]";
    has_hole = has_hole || one.found.is_hole();
    has_value = has_value || one.found.is_certain();
    if (program.is == said::kind::no_value) continue;
    if (one.found.is_hole()) {
      ++cases["hole"];
      return report("certificate without a value", formula, program,
                    "no value: " + one.found.why + where);
    }
    if (one.found.is != slow::standing::value) continue;
    const std::string wrong = compare_values(formula, program, one.found);
    if (!wrong.empty()) return wrong + where;
  }
  ++cases[has_hole ? "hole" : "value"];
  if (program.is == said::kind::no_value && has_value && !has_hole)
    return report(
        "value denied", formula, program,
        "a value wherever it was checked over [" + to_text(lower) + ", " + to_text(upper) + "]");
  return {};
}

std::string in_words(const tally& cases) {
  std::string text;
  for (const auto& [what, count] : cases)
    text += (text.empty() ? "" : ", ") + what + " " + std::to_string(count);
  return text;
}

std::string in_words(const std::vector<std::string>& complaints) {
  const std::size_t most_of_a_kind = number_from_environment("SHUFFLECERT_TEST_COMPLAINTS", 12);
  tally kinds;
  std::string text;
  for (const std::string& one : complaints) {
    const std::string kind = one.substr(0, one.find(':'));
    if (++kinds[kind] <= most_of_a_kind) text += one + "\n";
  }
  return text + in_words(kinds);
}
