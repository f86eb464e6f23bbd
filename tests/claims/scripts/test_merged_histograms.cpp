// Histograms with one count for symbols that no input tells apart: programs and the second
// arithmetic against the laws of all single counts, in exact fractions.

#include <map>
#include <numeric>
#include <string>
#include <vector>

#include "claims/scripts/script.hpp"
#include "shufflecert/plain_evaluation.hpp"
#include "support/catch.hpp"
#include "support/exact_oracle.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_merged_histograms {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

using oracle::fraction;
using histogram = std::vector<int>;
using exact_law = std::map<histogram, fraction>;

// Report after report: each row has the weights of one user's symbols.
exact_law law_of(const std::vector<std::vector<int>>& rows) {
  exact_law law{{histogram(rows.front().size(), 0), fraction(1)}};
  for (const std::vector<int>& row : rows) {
    exact_law longer;
    const int total = std::accumulate(row.begin(), row.end(), 0);
    for (const auto& [counts, mass] : law)
      for (std::size_t symbol = 0; symbol < row.size(); ++symbol) {
        histogram next = counts;
        ++next[symbol];
        longer[next] += mass * fraction(row[symbol], total);
      }
    law = std::move(longer);
  }
  return law;
}

// k-ary randomized response with e^eps0 = 3.
std::vector<std::vector<int>> response(std::size_t symbols,
                                       const std::vector<std::size_t>& inputs) {
  std::vector<std::vector<int>> rows;
  for (const std::size_t input : inputs) {
    rows.emplace_back(symbols, 1);
    rows.back()[input] = 3;
  }
  return rows;
}

// Σ P²/Q and Σ max(0, P − 2Q).
fraction square(const exact_law& p, const exact_law& q) {
  fraction sum = 0;
  for (const auto& [counts, mass] : p) sum += mass * mass / q.at(counts);
  return sum;
}
fraction excess(const exact_law& p, const exact_law& q) {
  fraction sum = 0;
  for (const auto& [counts, mass] : p) {
    const fraction more = mass - 2 * q.at(counts);
    if (more > 0) sum += more;
  }
  return sum;
}

struct merged_case {
  std::string pair;
  exact_law p;
  exact_law q;
  std::size_t merged_outcomes;
};

const std::vector<merged_case>& cases() {
  // A mechanism with outputs of weights 1, 2, 3, 2, 1 favoured by the sets 11000, 00110 (of weight
  // 3 and 5: not equal), so the weights are 2, 1, 1, 2, 3 with sets of weight 3.
  static const std::vector<merged_case> all{
      {"krr_pair(3, 3, log(3))", law_of(response(3, {0, 2, 2})), law_of(response(3, {1, 2, 2})),
       10},
      {"krr_pair(6, 3, log(3))", law_of(response(6, {0, 2, 2})), law_of(response(6, {1, 2, 2})),
       20},
      {"krr_pair(5, 1, log(3))", law_of(response(5, {0})), law_of(response(5, {1})), 3},
      {"pair(krr_law(log(3), 2, 0, 1, 0, 0), krr_law(log(3), 1, 1, 1, 0, 0))",
       law_of(response(5, {0, 0, 2})), law_of(response(5, {0, 1, 2})), 20},
      {"staircase_pair(log(3), 5, 1, 2, 1, 2, 3, 11000, 110, 2, 1, 1, 11000)",
       law_of({{3, 6, 1, 2, 3}, {1, 2, 1, 2, 9}, {1, 2, 1, 2, 9}, {3, 6, 1, 2, 3}}),
       law_of({{1, 2, 3, 6, 3}, {1, 2, 1, 2, 9}, {1, 2, 1, 2, 9}, {3, 6, 1, 2, 3}}), 15}};
  return all;
}

std::string program_of(const std::string& claimed, script_language language) {
  const std::string text = claim_text("claim = \"" + claimed + "\"", "x = 1");
  const catalogue read = read_text(text);
  REQUIRE(read.claims.front().problem == "");
  quantity_cache cache;
  const claim_context context{read.claims.front(), read, cache, {}};
  return write_script(script_subject_of(context, std::nullopt), language);
}

}  // namespace

TEST_CASE("merged counts change no quantity of a pair, against exact fractions", "[scripts]") {
  const bool has_python =
      runs({"/usr/bin/python3", "-c", "import mpmath"}) || runs({"python3", "-c", "import mpmath"});
  const std::string python =
      runs({"/usr/bin/python3", "-c", "import mpmath"}) ? "/usr/bin/python3" : "python3";
  const bool has_gp = runs({"gp", "--version-short"});
  for (const merged_case& one : cases()) {
    INFO(one.pair);
    const std::string claimed = "exp(renyi(" + one.pair + ", 2)) == x*" +
                                oracle::text(square(one.p, one.q)) + " and hockey_stick(" +
                                one.pair + ", log(2)) == x*" + oracle::text(excess(one.p, one.q));
    // The engine knows the same by other means.
    CHECK(judge_one(claim_text("claim = \"" + claimed + "\"", "x = 1")).found.counterexamples == 0);
    // The second arithmetic, with merged counts, and with the laws of all single counts.
    for (const std::string& pair :
         {one.pair, "pair(first(" + one.pair + "), second(" + one.pair + "))"}) {
      const auto value = [&](const std::string& formula) {
        return evaluate_mpfr(*parse_formula(formula), {}, {}, 40).decimal.substr(0, 38);
      };
      CHECK(value("exp(renyi(" + pair + ", 2))") ==
            value(oracle::text(square(one.p, one.q)) + " + 0*exp(1)"));
      CHECK(value("hockey_stick(" + pair + ", log(2))") ==
            value(oracle::text(excess(one.p, one.q)) + " + 0*exp(1)"));
    }
    const temporary_directory scratch;
    for (const script_language language : {script_language::python, script_language::gp}) {
      if (language == script_language::python ? !has_python : !has_gp) continue;
      const bool is_python = language == script_language::python;
      const std::string text = program_of(claimed, language);
      CHECK(has(text, "merged_"));
      const std::string file = scratch.file(is_python ? "check.py" : "check.gp", text);
      const program_run run =
          is_python ? run_command({python, file}) : run_command({"gp", "-q", "-f", file});
      INFO(run.out);
      CHECK(run.status == 0);
      CHECK(has(run.out, "evaluation reproduced"));
    }
  }
}

TEST_CASE("a program that asks a pair for its laws keeps all counts", "[scripts]") {
  for (const script_language language : {script_language::python, script_language::gp}) {
    const std::string apart = program_of(
        "pmf(first(krr_pair(4, 2, log(3))), 1, 0, 1, 0) + 0*renyi(krr_pair(4, 2, log(3)), 2) < x",
        language);
    CHECK_FALSE(has(apart, "merged_"));
    const std::string merged = program_of("renyi(krr_pair(4, 2, log(3)), 2) < x", language);
    CHECK(has(merged, "merged_krr_pair"));
    // Laws by themselves, and pairs of other laws, keep all counts.
    const std::string laws = program_of(
        "renyi(pair(krr_law(log(3), 1, 0, 1, 0), mix(1/2, krr_law(log(3), 1, 0, 1, 0), "
        "krr_law(log(3), 0, 1, 1, 0))), 2) < x",
        language);
    CHECK_FALSE(has(laws, "merged_"));
  }
}

TEST_CASE("a witness about ten symbols is checked in seconds", "[scripts][volume]") {
  // C(109, 9) = 4.3·10^12 histograms by their single counts.
  const std::string claimed = "hockey_stick(krr_pair(10, 100, 1), 1/2) <= x/10^17";
  for (const script_language language : {script_language::python, script_language::gp}) {
    const bool is_python = language == script_language::python;
    if (is_python ? !runs({"python3", "-c", "import mpmath"}) : !runs({"gp", "--version-short"}))
      continue;
    const temporary_directory scratch;
    const std::string file =
        scratch.file(is_python ? "check.py" : "check.gp", program_of(claimed, language));
    // Of the processor's time, so that a busy machine changes nothing.
    const std::string command = "ulimit -t 60; exec \"$@\"";
    const program_run run = is_python
                                ? run_command({"sh", "-c", command, "sh", "python3", file})
                                : run_command({"sh", "-c", command, "sh", "gp", "-q", "-f", file});
    CHECK(has(run.out, "refutation reproduced"));
    CHECK(run.status == 0);
  }
}

}  // namespace test_merged_histograms
