// Each rewriting of formulas is an equality of something: of numbers, of laws, of pairs, or of
// pairs up to an exchange of outcomes. In random contexts of every kind what it gives has the same
// value.

#include <fmt/format.h>

#include <sstream>

#include "claims/forms/pair_forms.hpp"
#include "language/syntax/builtins.hpp"
#include "support/run_program.hpp"
#include "support/stated_proofs.hpp"
#include "support/this_run.hpp"
#include "support/values_at_points.hpp"

namespace test_rewrites {

namespace {

using namespace shufflecert;
using namespace shufflecert::claims;

// Random numbers about pairs with two counts for outcomes, all of them few.
class pair_formulas {
 public:
  explicit pair_formulas(random_source& random) : random_(random) {}

  std::string number(int depth) {
    switch (random_.below(depth > 0 ? 11 : 8)) {
      case 0:
        return fmt::format("renyi({}, 2)", pair(depth));
      case 1:
        return fmt::format("hockey_stick({}, 1/3)", pair(depth));
      case 2:
        return fmt::format("total_variation({})", pair(depth));
      case 3:
        return fmt::format("chi_moment({}, 2)", pair(depth));
      case 4:
        return fmt::format("tradeoff({}, 1/5)", pair(depth));
      case 5:
        return fmt::format("at(curve({}), 1/4)", pair(depth));
      case 6:
        return fmt::format("pmf({}, {}, {})", law(depth), random_.below(3), random_.below(3));
      case 7:
        return fmt::format("at(mix_curves(1/3, identity_curve, curve({})), 1/4)", pair(depth));
      case 8:
        return fmt::format("hockey_stick(compose({}, 2), 1/2)", pair(depth - 1));
      case 9:
        return fmt::format("ternary_moment({}, {}, {}, 2)", law(depth - 1), law(depth - 1),
                           law(depth - 1));
      default:
        return fmt::format("({} - {})", number(depth - 1), number(depth - 1));
    }
  }

 private:
  std::string pair(int depth) {
    switch (random_.below(depth > 0 ? 8 : 3)) {
      case 0:
        return fmt::format("clone_pair({}, 1)", 2 + random_.below(2));
      case 1:
        return fmt::format("clone_pair({}, 1, 1/3)", 2 + random_.below(2));
      case 2:
        return "unmixed_pair(2, 1, 1/2)";
      case 3:
      case 4:
      case 5:
        return fmt::format("swap({})", pair(depth - 1));
      case 6: {
        const std::string whole = pair(depth - 1);
        return random_.once_in(2) ? fmt::format("pair(first({0}), second({0}))", whole)
                                  : fmt::format("pair(second({0}), first({0}))", whole);
      }
      default:
        return fmt::format("pair({}, {})", law(depth - 1), law(depth - 1));
    }
  }

  std::string law(int depth) {
    switch (random_.below(depth > 0 ? 3 : 2)) {
      case 0:
        return fmt::format("first({})", pair(depth));
      case 1:
        return fmt::format("second({})", pair(depth));
      default:
        return fmt::format("mix(1/4, {}, {})", law(depth - 1), law(depth - 1));
    }
  }

  random_source& random_;
};

// The value; nothing where there is none, or none within reach.
std::optional<ball> value_within_reach(const std::string& formula) {
  try {
    const formula_value found = value_of(formula);
    const auto* known = std::get_if<number>(&found);
    return known == nullptr ? std::nullopt : std::optional(known->to_ball(128));
  } catch (const std::runtime_error&) {
    return std::nullopt;
  }
}

bool are_equal(const ball& a, const ball& b) {
  return overlap(a, b) || (a.is_infinity(1) && b.is_infinity(1));
}

}  // namespace

TEST_CASE("simplified formulas have the same values in every context", "[rewrites]") {
  const random_cases cases(4201, 400);
  random_source random(cases.seed());
  pair_formulas formulas(random);
  int changed = 0;
  for (int i = 0; i < cases.count(); ++i) {
    const std::string formula = formulas.number(3);
    const std::string simple = to_text(*simplified(parse_formula(formula)));
    if (simple == to_text(*parse_formula(formula))) continue;
    const auto before = value_within_reach(formula);
    if (!before) continue;
    ++changed;
    const auto after = value_within_reach(simple);
    INFO(formula << " became " << simple);
    REQUIRE(after);
    CHECK(are_equal(*before, *after));
  }
  CHECK(changed >= cases.times(80));
}

TEST_CASE("what swap() leaves as it is depends on what is asked", "[rewrites]") {
  const auto simple = [](const char* formula) {
    return to_text(*simplified(parse_formula(formula)));
  };
  const std::string clones = "clone_pair(n, e)";
  CHECK(simple("renyi(swap(clone_pair(n, e)), 2)") == "renyi(clone_pair(n, e), 2)");
  CHECK(simple("epsilon(swap(clone_pair(n, e)), d)") == "epsilon(clone_pair(n, e), d)");
  CHECK(simple("at(symmetrized(curve(swap(unmixed_pair(n, e)))), a)") ==
        "at(symmetrized(curve(unmixed_pair(n, e))), a)");
  CHECK(simple("renyi(compose(swap(clone_pair(n, e)), k), 2)") ==
        "renyi(compose(clone_pair(n, e), k), 2)");
  CHECK(simple("renyi(pair(second(clone_pair(n, e)), first(clone_pair(n, e))), 2)") ==
        "renyi(clone_pair(n, e), 2)");
  CHECK(simple("renyi(swap(swap(rr_pair(n, e))), 2)") == "renyi(rr_pair(n, e), 2)");
  // Laws remember their outcomes.
  for (const char* kept :
       {"pmf(first(swap(clone_pair(n, e))), 0, 1)", "pmf(second(swap(unmixed_pair(n, e))), 0, 1)",
        "total_variation(pair(first(clone_pair(n, e)), first(swap(clone_pair(n, e)))))",
        "renyi(pair(mix(w, first(swap(clone_pair(n, e))), first(clone_pair(n, e))), "
        "second(clone_pair(n, e))), 2)",
        "ternary_moment(first(swap(clone_pair(n, e))), first(clone_pair(n, e)), "
        "second(clone_pair(n, e)), 2)",
        "renyi(swap(rr_pair(n, e)), 2)"})
    CHECK(simple(kept) == kept);
}

TEST_CASE("what makes the two orders of a pair alike is an exchange of outcomes", "[rewrites]") {
  // The trait of each pair that has it, against the outcomes: those of swap() in the other order.
  const std::vector<std::pair<std::string, std::string>> known{
      {"clone_pair", "clone_pair(3, 1)"},
      {"clone_law_pair", "clone_pair(law(x, 0, 2, (x + 1)/6), 1)"},
      {"unmixed_pair", "unmixed_pair(3, 1, 1/3)"}};
  for (const auto& [name, pair] : known) {
    CHECK(makes_symmetric_pairs(name));
    for (int a = 0; a <= 3; ++a)
      for (int b = 0; a + b <= 3; ++b) {
        const auto mass = [&, laws = pair](const char* law, int first, int second) {
          return *value_within_reach(fmt::format("pmf({}({}), {}, {})", law, laws, first, second));
        };
        CHECK(overlap(mass("first", a, b), mass("second", b, a)));
      }
  }
  // An exchange of the first two symbols, and one of the two counts.
  CHECK(makes_symmetric_pairs("krr_pair"));
  for (int a = 0; a <= 3; ++a)
    for (int b = 0; a + b <= 3; ++b) {
      const auto mass = [](const char* law, int first, int second) {
        return *value_within_reach(fmt::format("pmf({}(krr_pair(3, 3, 1)), {}, {}, {})", law, first,
                                               second, 3 - first - second));
      };
      CHECK(overlap(mass("first", a, b), mass("second", b, a)));
    }
  CHECK(makes_symmetric_pairs("printed_pair"));
  for (const char* quantity : {"renyi", "hockey_stick", "tradeoff"})
    CHECK(overlap(
        *value_within_reach(fmt::format("{}(printed_pair(3, 1, 1/3), 1/2)", quantity)),
        *value_within_reach(fmt::format("{}(swap(printed_pair(3, 1, 1/3)), 1/2)", quantity))));
  // Of laplace_pair(eps) it is x to 1 - x, which exchanges the densities by their definition.
  CHECK(makes_symmetric_pairs("laplace_pair"));
  // Of gaussian_pair(mu) it is x to mu - x. No other pair states it.
  for (const std::string& name : builtin_names())
    if (makes_symmetric_pairs(name))
      CHECK((name == "clone_pair" || name == "clone_law_pair" || name == "unmixed_pair" ||
             name == "gaussian_pair" || name == "krr_pair" || name == "printed_pair" ||
             name == "laplace_pair"));
  CHECK_FALSE(makes_symmetric_pairs("rr_pair"));
  CHECK_FALSE(makes_symmetric_pairs("no_pair"));
}

TEST_CASE("check-proof takes no two numbers for the same that differ", "[rewrites][volume]") {
  const temporary_directory folder;
  const random_cases cases(4202, 400);
  random_source random(cases.seed());
  pair_formulas formulas(random);
  std::vector<std::string> command{SHUFFLECERT_CHECK_PROOF};
  std::map<std::string, std::pair<std::string, std::string>> made;
  while (made.size() < static_cast<std::size_t>(cases.count())) {
    // The same with a pair here and there in the other order.
    const std::string formula = formulas.number(2);
    std::string other;
    for (std::size_t i = 0; i < formula.size();) {
      const bool begins = formula.compare(i, 11, "clone_pair(") == 0 ||
                          formula.compare(i, 13, "unmixed_pair(") == 0;
      if (!begins || random.once_in(2)) {
        other += formula[i++];
        continue;
      }
      const std::size_t end = formula.find(')', i) + 1;
      other += "swap(" + formula.substr(i, end - i) + ")";
      i = end;
    }
    if (other == formula) continue;
    const std::string file =
        folder.file(fmt::format("{}.proof", made.size()),
                    joined(lines_of_file({{"x >= 0"}, formula + " == " + other, {}})));
    command.push_back(file);
    made.emplace(file, std::pair(formula, other));
  }
  const program_run run = run_command(command);
  std::istringstream said(run.out);
  std::size_t valid = 0;
  for (std::string line; std::getline(said, line);) {
    if (!line.starts_with("valid      ")) continue;
    ++valid;
    const auto& [formula, other] = made.at(line.substr(11, line.find(": ") - 11));
    const auto a = value_within_reach(formula);
    const auto b = value_within_reach(other);
    INFO(formula << " and " << other);
    REQUIRE((a && b));
    CHECK(are_equal(*a, *b));
  }
  CHECK(valid >= made.size() / 8);
}

}  // namespace test_rewrites
