// What a program would take, and that none is written that could not end.

#include <map>
#include <string>

#include "claims/scripts/script.hpp"
#include "claims/scripts/script_work.hpp"
#include "language/syntax/builtins.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/texts.hpp"

namespace test_script_work {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

script_work work_for(const std::string& formula, bool merges = true) {
  const expression_ptr parsed = parse_formula(formula);
  return work_of({parsed.get()}, builtin_catalogue().visible, {}, 40, merges, budget());
}

// Within a factor of ten of what the program does, by hand.
void check_outcomes(const std::string& formula, double outcomes, bool merges = true) {
  INFO(formula);
  const double estimated = work_for(formula, merges).outcomes;
  CAPTURE(estimated);
  CHECK(estimated >= outcomes / 10);
  CHECK(estimated <= outcomes * 10);
}

std::string refusal_of(const std::string& lines, const std::string& check) {
  return message_of<script_unavailable>([&] {
    const catalogue read = read_text(claim_text(lines, check));
    quantity_cache cache;
    const claim_context context{read.claims.front(), read, cache, {}};
    write_script(script_subject_of(context, std::nullopt), script_language::python);
  });
}

}  // namespace

TEST_CASE("the work of a program is estimated from its sums") {
  // Histograms of 100 reports: C(103, 3) with one count for seven symbols, C(109, 9) without.
  check_outcomes("renyi(krr_pair(10, 100, 1), 2)", 176851);
  check_outcomes("renyi(krr_pair(10, 100, 1), 2)", 4.26e12, false);
  check_outcomes("renyi(krr_pair(3, 100, 1), 2)", 5151);
  check_outcomes("renyi(pair(krr_law(1, 1, 0, 50, 0, 0, 0), krr_law(1, 0, 1, 50, 0, 0, 0)), 2)",
                 24804);
  check_outcomes("mean(x, rr_law(1, 300, 200), x)", 501);
  // Layers times rows, counted by running clone_pair() of src/claims/scripts/library.py.
  check_outcomes("renyi(clone_pair(1000, 0.01), 2)", 46433);
  check_outcomes("renyi(clone_pair(1000, 0.1), 2)", 129822);
  check_outcomes("renyi(clone_pair(1000, 1), 2)", 149370);
  check_outcomes("renyi(clone_pair(10000, 4), 2)", 83500);
  check_outcomes("renyi(rr_pair(1000000, 1), 2)", 1e4);
  CHECK(work_for("sum(j, 1, 10^6, j^2)").steps >= 1e6);
  CHECK(work_for("sum(j, 1, 10^6, j^2)").steps <= 2e7);
  CHECK(work_for("sum(i, 1, 1000, sum(j, 1, i, i*j))").steps >= 1e5);
  CHECK(work_for("normal_mean(x, normal_mean(y, x*y))").steps > 1e9);
  CHECK(work_for("exp(1) + 2").steps < 100);
  // A branch that is not taken costs nothing worth an hour, and the other one does.
  CHECK(work_for("if(1 < 2, sum(j, 1, 10^9, j), 1)").steps > 1e8);
}

TEST_CASE("every sum that a program can hold has an estimate") {
  const auto known = names_with_work();
  for (const std::string& name : builtin_names()) {
    const builtin* entry = find_builtin(name);
    if (!entry->has_script) continue;
    const bool sums = takes_distributions(name) || entry->uses == argument_use::body ||
                      entry->result == value_kind::pair || entry->result == value_kind::law ||
                      entry->result == value_kind::curve;
    if (!sums) continue;
    INFO(name);
    CHECK(std::find(known.begin(), known.end(), name) != known.end());
  }
}

TEST_CASE("a program that could not end is refused with its reason") {
  const std::string whole = "integers = [\"n\"]\ndomain = [\"n >= 1\"]\n";
  const std::string many =
      refusal_of(whole + "claim = \"hockey_stick(krr_pair(5, n, 1), 1/2) <= 0\"", "n = 1000");
  CHECK(has(many, "claim 'test/claim' needs a program that keeps about "));
  CHECK(has(many, "outcomes at n = 1000, and it would not end: at most 1e+07 outcomes"));
  const std::string long_sum =
      refusal_of(whole + "claim = \"sum(j, 1, n, 1/j^2) <= 1\"", "n = 300000");
  CHECK(long_sum == "no error");
  CHECK(has(refusal_of(whole + "claim = \"normal_mean(x, normal_mean(y, max(x, y))) <= n/1000\"",
                       "n = 1"),
            "steps at n = 1, and it would not end"));
  // Fewer users are within reach, and so are many symbols.
  CHECK(refusal_of(whole + "claim = \"hockey_stick(krr_pair(5, n, 1), 1/2) <= 0\"", "n = 100") ==
        "no error");
  CHECK(refusal_of(whole + "claim = \"hockey_stick(krr_pair(50, n, 1), 1/2) <= 0\"", "n = 50") ==
        "no error");
}

}  // namespace test_script_work
