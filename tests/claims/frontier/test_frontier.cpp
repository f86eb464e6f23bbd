// `frontier`: where a condition switches between true and false along one variable. What is
// expected comes from algebra, from exact fractions or from the second arithmetic.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "claims/frontier/frontier.hpp"
#include "claims/points/region_truth.hpp"
#include "shufflecert/plain_evaluation.hpp"
#include "support/catch.hpp"
#include "support/exact_oracle.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"
#include "support/this_run.hpp"

namespace test_frontier {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

const catalogue& builtin() {
  static const catalogue read = read_formulas(builtin_sources());
  return read;
}

rational exact(const std::string& text) {
  const std::size_t slash = text.find('/');
  const bool is_negative = text.starts_with("-");
  const auto part = [&](std::size_t from, std::size_t count) {
    return *parse_decimal(text.substr(from, count));
  };
  const std::size_t start = is_negative ? 1 : 0;
  const rational size = slash == std::string::npos
                            ? part(start, std::string::npos)
                            : rational(part(start, slash - start) / part(slash + 1, text.size()));
  return is_negative ? rational(-size) : size;
}

oracle::fraction fraction_of(const rational& x) {
  return oracle::fraction(oracle::whole(numerator(x).str()), oracle::whole(denominator(x).str()));
}

check_point values(const std::map<std::string, std::string>& set) {
  check_point point;
  for (const auto& [name, text] : set) point[name] = {text, parse_formula(text)};
  return point;
}

frontier_options over(const std::string& variable, const std::string& from, const std::string& to) {
  frontier_options options;
  options.over = variable;
  options.range = {exact(from), exact(to)};
  return options;
}

frontier_row find(const std::string& relation, const frontier_options& options,
                  const std::map<std::string, std::string>& set = {}, claim subject = {}) {
  subject.formula = parse_formula(relation);
  quantity_cache cache;
  const judge_options judging;
  const claim_context context{subject, builtin(), cache, judging};
  return find_frontier(context, subject.formula, values(set), options);
}

bool holds_at(const frontier_piece& piece) {
  return piece.state == frontier_state::holds;
}

bool is_certain(const frontier_piece& piece) {
  return piece.state == frontier_state::holds || piece.state == frontier_state::fails;
}

bool is_all_proved(const frontier_row& row) {
  return std::all_of(row.pieces.begin(), row.pieces.end(),
                     [](const frontier_piece& piece) { return piece.is_proved; });
}

// The proved piece that has x inside or at an end.
const frontier_piece* proved_piece_at(const frontier_row& row, const rational& x) {
  for (const frontier_piece& piece : row.pieces)
    if (piece.is_proved && piece.from <= x && x <= piece.to) return &piece;
  return nullptr;
}

// Pieces and brackets follow one another without gaps, the truth changes in the brackets only, and
// brackets are as narrow as asked for.
void check_consistency(const frontier_row& row, const frontier_options& options) {
  REQUIRE(row.range);
  struct part {
    rational from;
    rational to;
    std::optional<bool> below;
    std::optional<bool> above;
    bool is_switch;
  };
  std::vector<part> parts;
  for (const frontier_piece& piece : row.pieces) {
    CHECK(piece.from <= piece.to);
    const auto truth = is_certain(piece) ? std::optional(holds_at(piece)) : std::nullopt;
    parts.push_back({piece.from, piece.to, truth, truth, false});
    if (is_certain(piece)) CHECK(piece.points >= 1);
  }
  for (const frontier_switch& one : row.switches) {
    CHECK(one.lower < one.upper);
    const rational size = std::max<rational>(1, abs(one.upper));
    const rational width = options.is_whole ? rational(1) : power(rational(10), -options.digits);
    CHECK(one.upper - one.lower <= width * (options.is_whole ? rational(1) : size));
    parts.push_back({one.lower, one.upper, one.below, !one.below, true});
  }
  std::sort(parts.begin(), parts.end(), [](const part& a, const part& b) {
    return a.from != b.from ? a.from < b.from : a.to < b.to;
  });
  REQUIRE_FALSE(parts.empty());
  CHECK(parts.front().from == row.range->lower);
  CHECK(parts.back().to == row.range->upper);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    CHECK(parts[i - 1].to == parts[i].from);
    if (parts[i - 1].above && parts[i].below) CHECK(parts[i - 1].above == parts[i].below);
  }
}

}  // namespace

TEST_CASE("a frontier encloses a root to the digits asked for", "[frontier]") {
  for (const long digits : {3L, 12L, 40L}) {
    frontier_options options = over("x", "0", "3");
    options.digits = digits;
    const frontier_row row = find("x^2 <= 2", options);
    check_consistency(row, options);
    REQUIRE(row.switches.size() == 1);
    const frontier_switch& found = row.switches.front();
    CHECK(found.below);
    CHECK(found.lower * found.lower < 2);
    CHECK(found.upper * found.upper > 2);
    CHECK(is_all_proved(row));
    CHECK_FALSE(row.is_open());
  }
}

TEST_CASE("a frontier at log 3", "[frontier]") {
  const frontier_options options = over("x", "-5", "5");
  for (const bool is_below : {true, false}) {
    const frontier_row row = find(is_below ? "exp(x) <= 3" : "exp(x) > a", options, {{"a", "3"}});
    check_consistency(row, options);
    REQUIRE(row.switches.size() == 1);
    const oracle::interval root = oracle::log_of(3);
    CHECK(fraction_of(row.switches.front().lower) < root.lower);
    CHECK(fraction_of(row.switches.front().upper) > root.upper);
    CHECK(row.switches.front().below == is_below);
    CHECK(is_all_proved(row));
  }
}

TEST_CASE("frontiers of polynomials lie at their roots of odd multiplicity", "[frontier]") {
  const random_cases cases(20240607, 12);
  std::mt19937 random(cases.seed());
  for (int trial = 0; trial < cases.count(); ++trial) {
    // Different roots k/7, which no decimal hits, between −4 and 4.
    std::vector<int> roots;
    std::vector<int> multiplicities;
    for (int k = -28 + static_cast<int>(random() % 9); k <= 28;
         k += 3 + static_cast<int>(random() % 20)) {
      if (k % 7 == 0) continue;
      roots.push_back(k);
      multiplicities.push_back(1 + static_cast<int>(random() % 3));
    }
    std::string formula = "1";
    for (std::size_t i = 0; i < roots.size(); ++i)
      formula += "*(x - " + std::to_string(roots[i]) + "/7)^" + std::to_string(multiplicities[i]);
    CAPTURE(formula);
    const frontier_options options = over("x", "-5", "5");
    const frontier_row row = find(formula + " <= 0", options);
    check_consistency(row, options);
    std::vector<rational> expected;
    int total = 0;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const rational root(roots[i], 7);
      total += multiplicities[i];
      if (multiplicities[i] % 2 == 1) {
        expected.push_back(root);
      } else if (const frontier_piece* piece = proved_piece_at(row, root)) {
        // At a touching root the relation is true, and around it what it is on both sides.
        CHECK(holds_at(*piece));
      }
    }
    REQUIRE(row.switches.size() == expected.size());
    bool truth = total % 2 == 1;  // for x → −∞
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CHECK(row.switches[i].lower < expected[i]);
      CHECK(expected[i] < row.switches[i].upper);
      CHECK(row.switches[i].below == truth);
      truth = !truth;
    }
  }
}

TEST_CASE("a point where a relation is only touched is never in a proved piece", "[frontier]") {
  const frontier_row missed = find("(x - 1/3)^2 <= 0", over("x", "0", "2"));
  CHECK(proved_piece_at(missed, rational(1, 3)) == nullptr);
  CHECK(missed.switches.empty());
  // It is said where a switch may be hidden, to the width of a bracket.
  rational unproved = 0;
  for (const frontier_piece& piece : missed.pieces) {
    CHECK(piece.state == frontier_state::fails);
    if (!piece.is_proved) unproved += piece.to - piece.from;
  }
  CHECK(unproved > 0);
  CHECK(unproved < exact("1e-11"));

  // Where the point is hit, the relation is certainly true there.
  const frontier_row hit = find("(x - 1)^2 <= 0", over("x", "0", "2"));
  check_consistency(hit, over("x", "0", "2"));
  REQUIRE(hit.switches.size() == 2);
  CHECK(hit.switches[0].upper == 1);
  CHECK(hit.switches[1].lower == 1);

  const frontier_row equality = find("x^2 == 2", over("x", "0", "2"));
  CHECK(equality.switches.empty());
  CHECK_FALSE(is_all_proved(equality));
  for (const frontier_piece& piece : equality.pieces)
    if (piece.is_proved) CHECK((piece.from * piece.from > 2 || piece.to * piece.to < 2));
}

TEST_CASE("jumps are switches", "[frontier]") {
  const frontier_options options = over("x", "0", "1");
  const frontier_row row = find("floor(3*x) == 1", options);
  check_consistency(row, options);
  REQUIRE(row.switches.size() == 2);
  CHECK(row.switches[0].lower < rational(1, 3));
  CHECK(rational(1, 3) <= row.switches[0].upper);
  CHECK(row.switches[1].lower < rational(2, 3));
  CHECK(rational(2, 3) <= row.switches[1].upper);
  CHECK_FALSE(row.switches[0].below);

  // A saw: true on [k/20, (k + 1/2)/20).
  const frontier_row saw = find("20*x - floor(20*x) < 1/2", over("x", "0.01", "0.99"));
  check_consistency(saw, over("x", "0.01", "0.99"));
  REQUIRE(saw.switches.size() == 39);
  for (std::size_t i = 0; i < saw.switches.size(); ++i) {
    const rational jump(static_cast<long>(i) + 1, 40);
    CHECK(saw.switches[i].lower <= jump);
    CHECK(jump <= saw.switches[i].upper);
  }
}

TEST_CASE("conditions of several parts", "[frontier]") {
  const frontier_options options = over("x", "-3", "3");
  const frontier_row row = find("x^2 <= 2 and exp(x) >= 2", options);
  check_consistency(row, options);
  REQUIRE(row.switches.size() == 2);
  CHECK(fraction_of(row.switches[0].lower) < oracle::log_of(2).lower);
  CHECK(fraction_of(row.switches[0].upper) > oracle::log_of(2).upper);
  CHECK(row.switches[1].lower * row.switches[1].lower < 2);
  CHECK(row.switches[1].upper * row.switches[1].upper > 2);
}

TEST_CASE("what is equal to 50 digits, or has no value, stays open", "[frontier]") {
  frontier_options options = over("x", "1/3", "3");
  options.effort = 20;
  const frontier_row tied = find("exp(x)*exp(1.1) <= exp(x + 1.1)", options);
  CHECK(tied.switches.empty());
  CHECK(tied.is_open());
  CHECK_FALSE(is_all_proved(tied));
  REQUIRE_FALSE(tied.pieces.empty());
  CHECK(tied.pieces.front().reason == "both sides are equal to 50 digits");

  const frontier_row undefined = find("log(x) <= 0", over("x", "-1", "2.5"));
  REQUIRE(undefined.switches.size() == 1);
  CHECK(undefined.switches.front().lower <= 1);
  CHECK(undefined.switches.front().upper >= 1);
  CHECK(undefined.is_open());
  for (const frontier_piece& piece : undefined.pieces)
    if (is_certain(piece)) CHECK(piece.from > 0);
}

TEST_CASE("a frontier keeps to the claim's domain", "[frontier]") {
  claim subject;
  for (const char* condition : {"x > 0", "2 > x", "x^2 >= a/4", "a <= 1"})
    subject.domain.push_back(parse_formula(condition));
  const frontier_options options = over("x", "-1", "5");
  const frontier_row row = find("x <= 1.5", options, {{"a", "1"}}, subject);
  check_consistency(row, options);
  CHECK(row.range->lower == 0);
  CHECK(row.range->upper == 2);
  // The edge x = 1/2 of the domain is no switch.
  REQUIRE(row.switches.size() == 1);
  CHECK(row.switches.front().lower <= exact("1.5"));
  CHECK(row.switches.front().upper >= exact("1.5"));
  rational last_outside = 0;
  for (const frontier_piece& piece : row.pieces) {
    if (piece.state == frontier_state::outside) last_outside = piece.to;
    if (is_certain(piece)) CHECK(piece.from >= rational(1, 2));
  }
  CHECK(last_outside >= rational(1, 2));
  CHECK(last_outside < exact("0.500000000001"));

  const frontier_row outside = find("x <= 1.5", options, {{"a", "2"}}, subject);
  CHECK_FALSE(outside.range);
  CHECK(outside.reason == "'a <= 1' is false here");
  const frontier_row empty = find("x <= 1.5", over("x", "2", "3"), {{"a", "1"}}, subject);
  CHECK_FALSE(empty.range);
}

TEST_CASE("frontiers over whole numbers lie between neighbours", "[frontier]") {
  frontier_options options = over("k", "0", "1e9");
  options.is_whole = true;
  const frontier_row square = find("k^2 <= 10^12 + 1", options);
  check_consistency(square, options);
  REQUIRE(square.switches.size() == 1);
  CHECK(square.switches.front().lower == 1'000'000);
  CHECK(square.switches.front().upper == 1'000'001);
  CHECK(is_all_proved(square));

  // 1 10 45 120 210 252 210 120 45 10 1
  options = over("k", "0", "10");
  options.is_whole = true;
  const frontier_row binomials = find("binomial(10, k) <= 100", options);
  check_consistency(binomials, options);
  REQUIRE(binomials.switches.size() == 2);
  CHECK(binomials.switches[0].lower == 2);
  CHECK(binomials.switches[1].upper == 8);
  // Every whole number was checked.
  CHECK(is_all_proved(binomials));

  const frontier_row single = find("k != 5", options);
  check_consistency(single, options);
  REQUIRE(single.switches.size() == 2);
  CHECK(single.switches[0].upper == 5);
  CHECK(single.switches[1].lower == 5);
}

TEST_CASE("the frontiers of Corollary 2 against exact fractions", "[frontier]") {
  // Over r = e^eps0, so that both sides are known exactly at the ends.
  constexpr int n = 40;
  constexpr int order = 2;
  frontier_options options = over("r", "1.1", "100");
  options.digits = 5;
  const frontier_row row = find("renyi(clone_pair(n, log(r)), lambda) <= 2*r*lambda/(n - 1)",
                                options, {{"n", "40"}, {"lambda", "2"}});
  check_consistency(row, options);
  REQUIRE(row.switches.size() == 2);
  CHECK(row.switches[0].below);
  for (const frontier_switch& found : row.switches)
    for (const bool is_lower : {true, false}) {
      const oracle::fraction r = fraction_of(is_lower ? found.lower : found.upper);
      const auto value = oracle::renyi(oracle::clone_laws(n, r, 1 / r), order);
      REQUIRE(value);
      const oracle::fraction bound = 2 * r * order / (n - 1);
      if (found.below == is_lower)
        CHECK(value->upper < bound);
      else
        CHECK(value->lower > bound);
    }
}

TEST_CASE("the frontier of Corollary 2 against other computations", "[frontier][volume]") {
  frontier_options options = over("eps0", "0.1", "8");
  options.effort = 60;
  const std::string relation = "renyi(clone_pair(n, eps0), lambda) <= chen_gdp(n, eps0, lambda)";
  const auto variables_at_end = [](const std::string& n, const rational& eps0) {
    return variable_map{{"n", parse_formula(n)},
                        {"lambda", parse_formula("4")},
                        {"eps0", parse_formula(to_text(eps0))}};
  };
  // By the second arithmetic, which sums over all outcomes in MPFR.
  const frontier_row small = find(relation, options, {{"n", "200"}, {"lambda", "4"}});
  check_consistency(small, options);
  REQUIRE(small.switches.size() == 2);
  for (const frontier_switch& found : small.switches)
    for (const bool is_lower : {true, false}) {
      constexpr unsigned digits = 20;
      const plain_value there =
          evaluate_mpfr(*parse_formula(relation), builtin().visible,
                        variables_at_end("200", is_lower ? found.lower : found.upper), digits);
      REQUIRE(there.truth);
      CHECK(*there.truth == (is_lower ? found.below : !found.below));
      CHECK_FALSE(there.tied);
    }
  // For many users by a method that was not used to find it.
  options.effort = 120;
  const frontier_row large = find(relation, options, {{"n", "10000"}, {"lambda", "4"}});
  check_consistency(large, options);
  REQUIRE(large.switches.size() == 1);
  const frontier_switch& found = large.switches.front();
  CHECK(found.below);
  for (const bool is_lower : {true, false}) {
    const refined_value there =
        refine(*parse_formula(relation), builtin().visible,
               variables_at_end("10000", is_lower ? found.lower : found.upper), 20, {64, 512},
               {.method = evaluation_method::line_integral});
    const auto* decided = std::get_if<truth>(&there.result);
    REQUIRE(decided != nullptr);
    CHECK(there.methods == std::set<std::string>{"line integral"});
    CHECK(decided->value == is_lower);
  }
  // It is certain for all eps0 up to 4, where the paper uses it.
  for (const char* eps0 : {"0.1", "0.123", "1", "2.5", "4"}) {
    const frontier_piece* piece = proved_piece_at(large, exact(eps0));
    REQUIRE(piece != nullptr);
    CHECK(holds_at(*piece));
    CHECK(piece->from == exact("0.1"));
  }
}

TEST_CASE("the frontier of Corollary 2 over the number of users", "[frontier]") {
  frontier_options options = over("n", "2", "3000");
  options.is_whole = true;
  options.effort = 100;
  const std::string relation = "renyi(clone_pair(n, 4), 4) <= chen_gdp(n, 4, 4)";
  const frontier_row row = find(relation, options);
  check_consistency(row, options);
  REQUIRE(row.switches.size() == 2);
  for (const frontier_switch& found : row.switches)
    for (const rational& n : {found.lower, found.upper}) {
      const plain_value there = evaluate_double(*parse_formula(relation), builtin().visible,
                                                {{"n", parse_formula(to_text(n))}});
      REQUIRE(there.truth);
      CHECK(*there.truth == (n == found.lower ? found.below : !found.below));
    }
}

TEST_CASE("every number of users in a range is decided", "[frontier][volume]") {
  frontier_options options = over("n", "2", "3000");
  options.is_whole = true;
  const std::string corollary = "renyi(clone_pair(n, 4), 4) <= chen_gdp(n, 4, 4)";
  const frontier_row row = find(corollary, options);
  check_consistency(row, options);
  CHECK(row.switches.size() == 2);
  CHECK(is_all_proved(row));
  CHECK_FALSE(row.is_open());
  // Every one of the few, against the second arithmetic.
  for (int n = 2; n <= 120; ++n) {
    const plain_value there = evaluate_double(*parse_formula(corollary), builtin().visible,
                                              {{"n", parse_formula(std::to_string(n))}});
    REQUIRE(there.truth);
    const frontier_piece* piece = proved_piece_at(row, n);
    REQUIRE(piece != nullptr);
    CHECK(holds_at(*piece) == *there.truth);
  }
  // In a claim that says that n is whole, the same.
  claim subject;
  subject.integers = {"n"};
  const frontier_row claimed = find(corollary, options, {}, subject);
  CHECK(is_all_proved(claimed));
  CHECK(claimed.switches.size() == 2);
  // False for a single number of users, and for none.
  const frontier_row single = find("renyi(clone_pair(n, 1), 2) <= abs(n - 1234)", options);
  check_consistency(single, options);
  CHECK(is_all_proved(single));
  REQUIRE(single.switches.size() == 2);
  CHECK(single.switches[0].upper == 1234);
  CHECK(single.switches[1].lower == 1234);
  const frontier_row none = find("renyi(clone_pair(n, 1), 2) <= abs(n - 1234) + 1/2", options);
  CHECK(none.switches.empty());
  CHECK(is_all_proved(none));
}

TEST_CASE("a relation is true on a region only if it is at every point", "[frontier]") {
  claim subject;
  subject.let["y"] = parse_formula("x + 1");
  quantity_cache cache;
  const judge_options judging;
  const claim_context context{subject, builtin(), cache, judging};
  const auto on = [&](const std::string& relation, const std::string& from, const std::string& to) {
    return truth_over(context, parse_formula(relation), values({{"n", "100"}, {"x", "77"}}),
                      {{"x", {exact(from), exact(to)}}});
  };
  CHECK(on("exp(x) >= 1", "0.001", "2") == true);
  CHECK(on("y <= 3", "0", "1.9") == true);
  CHECK(on("y > 3", "0", "1.9") == false);
  CHECK(on("x <= 1", "0", "2") == std::nullopt);
  CHECK(on("log(x) <= 5", "-1", "2") == std::nullopt);
  CHECK(on("exp(x)*exp(1.1) <= exp(x + 1.1)", "1/3", "1/3") == std::nullopt);
  // So narrow that both sides agree to 50 digits all over it, which proves nothing.
  const std::string just_above = "0.5" + std::string(60, '0') + "1";
  CHECK(on("exp(x)*exp(1.1) <= exp(x + 1.1)", "0.5", just_above) == std::nullopt);
  CHECK(on("exp(x)*exp(1.1) <= exp(x + 1.2)", "0.5", just_above) == true);
  // False by 10^−9 on a tiny part, and where a hull must not hide it.
  CHECK(on("(x - 1/3)^2 >= 1/10^9", "0", "1") != true);
  CHECK(on("floor(x) <= 0", "0", "1") != true);
  CHECK(on("floor(x) <= 0", "0", "0.999") == true);
  CHECK(on("renyi(clone_pair(n, x), 4) <= x", "1", "2") == true);
  CHECK(on("renyi(clone_pair(n, x), 4) <= 0.1", "1", "2") != true);
  // A single point with an exact value.
  CHECK(on("x^2 <= 1/9", "1/3", "1/3") == true);
  // A number of users is known over a range only where it is whole for certain.
  CHECK(on("renyi(clone_pair(x, 1), 4) <= 1", "2", "5") == std::nullopt);
  subject.integers = {"x"};
  CHECK(on("renyi(clone_pair(x, 1), 4) <= 1", "2", "5") == true);
  CHECK(on("renyi(clone_pair(x, 1), 4) > 1", "2", "5") == false);
  CHECK(on("renyi(clone_pair(y, 1), 4) <= 1", "2", "5") == true);
  CHECK(on("renyi(clone_pair(x - 2, 1), 4) <= 1", "2", "5") == std::nullopt);
  CHECK(on("renyi(clone_pair(x/2, 1), 4) <= 1", "2", "4") == std::nullopt);
  CHECK(on("renyi(clone_pair(x, 1), 4) <= renyi(clone_pair(2, 1), 4)", "3", "1e12") == true);
  CHECK(on("renyi(clone_pair(x, 1), 4) <= renyi(clone_pair(3, 1), 4) - 1/10^9", "3", "1e12") ==
        std::nullopt);
  // The ends are those of the whole numbers inside.
  CHECK(on("renyi(clone_pair(x, 1), 4) < renyi(clone_pair(2, 1), 4)", "5/2", "7/2") == true);
}

namespace {

std::vector<std::vector<std::string>> csv_of(const std::string& text) {
  std::vector<std::vector<std::string>> table;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    table.emplace_back();
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');) table.back().push_back(field);
    if (line.ends_with(",")) table.back().emplace_back();
  }
  return table;
}

}  // namespace

TEST_CASE("frontier writes a table over further variables", "[frontier][program]") {
  const temporary_directory scratch;
  const program_run run =
      run_program({"frontier", "x^2 <= a + b", "--over", "x", "--from", "0", "--to", "3", "--set",
                   "a=1,7/4", "--set", "b=1/2,8", "--csv", scratch / "table.csv"});
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  const auto table = csv_of(text_of_file(scratch / "table.csv"));
  CHECK(table.front() == std::vector<std::string>{"a", "b", "over", "entry", "lower", "upper",
                                                  "below", "above", "truth", "how", "points",
                                                  "cautions"});
  std::vector<std::pair<std::string, std::string>> switches;
  for (const auto& line : table) {
    REQUIRE(line.size() == table.front().size());
    if (line[3] == "switch") {
      CHECK(line[6] == "true");
      CHECK(line[7] == "false");
      const rational sum = exact(line[0]) + exact(line[1]);
      CHECK(exact(line[4]) * exact(line[4]) <= sum);
      CHECK(exact(line[5]) * exact(line[5]) > sum);
      switches.emplace_back(line[0], line[1]);
    }
  }
  // 1 + 8 is 3², which is the end of the range; 7/4 + 8 is beyond it.
  CHECK(switches == std::vector<std::pair<std::string, std::string>>{{"1", "1/2"}, {"7/4", "1/2"}});
  CHECK(has(run.out, "true everywhere"));
}

TEST_CASE("frontier says which whole numbers are decided", "[frontier][program][volume]") {
  const words over_users{"frontier", "chen-2024-icassp/corollary-2/pair",
                         "--over",   "n",
                         "--from",   "2",
                         "--to",     "5000",
                         "--set",    "eps0=3",
                         "--set",    "lambda=4"};
  const program_run text = run_program(over_users);
  CHECK(text.status == 0);
  CHECK(
      has(text.out,
          "; proved for every whole number: true from 2 to 67, false from 68 to 416, true from 417 "
          "to 5000\n"));
  words as_json = over_users;
  as_json.emplace_back("--json");
  const json row = json::parse(run_program(as_json).out).at("rows")[0];
  CHECK(row.at("open").empty());
  REQUIRE(row.at("switches").size() == 2);
  CHECK(row.at("switches")[0].at("lower") == "67");
  CHECK(row.at("switches")[0].at("upper") == "68");
  REQUIRE(row.at("pieces").size() == 3);
  for (const json& piece : row.at("pieces")) CHECK(piece.at("how") == "proved");
  CHECK(row.at("pieces")[1].at("to") == "416");
  // A pair says that its n is whole.
  words comparison{
      "frontier", "renyi(clone_pair(n, 1), 2) <= 1/100", "--over", "n", "--from", "2", "--to",
      "5000"};
  const program_run by_itself = run_program(comparison);
  CHECK(by_itself.status == 0);
  CHECK(has(by_itself.out, "proved for every whole number: false from 2 to "));
  comparison.emplace_back("--whole");
  CHECK(run_program(comparison).out == by_itself.out);
}

TEST_CASE("that whole numbers are needed is a fact of a piece, whatever its words", "[frontier]") {
  frontier_subject subject;
  subject.relation = "f(n) <= 1";
  subject.options.over = "n";
  subject.options.range = {2, 4};
  frontier_row row;
  row.range = subject.options.range;
  row.pieces.push_back({2, 4, frontier_state::open, false, 0, "no value", true});
  CHECK(has(frontier_text(subject, {row}), "\nif n takes whole values only, add --whole\n"));
  row.pieces.back().reason = "n must be a whole number";
  row.pieces.back().needs_whole = false;
  CHECK_FALSE(has(frontier_text(subject, {row}), "--whole"));
}

TEST_CASE("frontier --json", "[frontier][program]") {
  const program_run run = run_program({"frontier", "chen-2024-icassp/corollary-2/pair", "--over",
                                       "eps0", "--set", "n=10", "--set", "lambda=4", "--json"});
  CHECK(run.status == 0);
  const json root = json::parse(run.out);
  CHECK(root.at("claim") == "chen-2024-icassp/corollary-2/pair");
  CHECK(root.at("over") == "eps0");
  CHECK(root.at("range") == json{{"from", "0.1"}, {"to", "8"}});
  CHECK(root.at("command").get<std::string>().starts_with("shufflecert frontier "));
  REQUIRE_FALSE(root.at("inputs").empty());
  CHECK(root.at("inputs")[0].at("sha256").get<std::string>().size() == 64);
  REQUIRE(root.at("rows").size() == 1);
  const json& row = root.at("rows")[0];
  CHECK(row.at("set") == json{{"n", "10"}, {"lambda", "4"}});
  CHECK(row.at("switches").empty());
  CHECK(row.at("open").empty());
  // D <= eps0, and 2·4·e^eps0/9 > eps0 for all eps0.
  REQUIRE(row.at("pieces").size() == 1);
  CHECK(row.at("pieces")[0].at("truth") == true);
  CHECK(row.at("pieces")[0].at("how") == "proved");
}

TEST_CASE("frontier refuses what it cannot use, and writes nothing",
          "[frontier][program][volume]") {
  const temporary_directory scratch;
  const std::string csv = scratch / "table.csv";
  const std::string id = "chen-2024-icassp/corollary-2/pair";
  const auto complaint = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "frontier");
    arguments.insert(arguments.end(), {"--csv", csv});
    const program_run run = run_program(arguments);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK_FALSE(std::filesystem::exists(csv));
    CHECK_FALSE(std::filesystem::exists(csv + ".partial"));
    return run.err;
  };

  CHECK(has(complaint({"chen-2024-icassp/corollary-2/pairs", "--over", "eps0"}),
            "did you mean 'chen-2024-icassp/corollary-2/pair'?"));
  CHECK(has(complaint({"chen-2024-icassp", "--over", "eps0"}), "looks at one"));
  CHECK(has(complaint({id, "--over", "eps"}), "the claim has 'eps0'"));
  CHECK(has(complaint({id, "--over", "eps0"}), "--set lambda=VALUE"));
  CHECK(has(
      complaint({id, "--over", "eps0", "--set", "n=10", "--set", "lambda=4", "--set", "gamma=1"}),
      "no variable 'gamma'"));
  CHECK(has(complaint({id, "--over", "eps0", "--set", "n=10.5", "--set", "lambda=4"}),
            "'n' takes whole numbers"));
  CHECK(has(complaint({id, "--over", "eps0", "--set", "n=1", "--set", "lambda=4"}),
            "nothing to check: 'n >= 2' is false here"));
  CHECK(has(complaint({"chen-2024-icassp/lemma-1/rate-linear", "--over", "m"}), "kind 'rate'"));
  CHECK(has(complaint({"x <= 1", "--over", "x"}), "--from VALUE --to VALUE"));
  CHECK(has(complaint({"x <= 1", "--over", "x", "--from", "2", "--to", "1"}), "empty"));
  CHECK(has(complaint({"x <= 1", "--over", "x", "--from", "2", "--to", "inf"}), "finite"));
  CHECK(has(complaint({"x <= foo(1)", "--over", "x", "--from", "0", "--to", "1"}),
            "unknown function 'foo'"));
  CHECK(has(complaint({"(x + 1)", "--over", "x", "--from", "0", "--to", "1"}),
            "is not a comparison"));
  CHECK(has(complaint({"x <= y", "--over", "x", "--from", "0", "--to", "1", "--set", "y=1,1"}),
            "twice"));
  CHECK(has(complaint({"x <= y", "--over", "x", "--from", "0", "--to", "1", "--set", "y=[1, 2]"}),
            "intervals are for eval"));

  const program_run unwritable = run_program({"frontier", "x <= 1", "--over", "x", "--from", "0",
                                              "--to", "2", "--csv", scratch / "missing/table.csv"});
  CHECK(unwritable.status == 2);
  CHECK(has(unwritable.err, "there is no directory"));
}

TEST_CASE("a frontier whose time is over is open, and its table says so", "[frontier][program]") {
  const temporary_directory scratch;
  words command{"frontier",  "renyi(clone_pair(n, eps0), lambda) <= chen_gdp(n, eps0, lambda)",
                "--over",    "eps0",
                "--from",    "0.1",
                "--to",      "20",
                "--set",     "n=10000",
                "--set",     "lambda=2.5",
                "--digits",  "100",
                "--effort",  "1000000",
                "--csv",     scratch / "table.csv",
                "--timeout", ""};
  // A slow program takes more than a second to read the catalogue, and then has no row at all.
  std::string table;
  for (int seconds = 1; table.empty() && seconds <= 64; seconds *= 2) {
    command.back() = std::to_string(seconds);
    const program_run run = run_program(command);
    CHECK(run.status == 3);
    CHECK(has(run.err, "the time limit was reached"));
    table = text_of_file(scratch / "table.csv");
  }
  CHECK(has(table, "open"));
}

TEST_CASE("a point of the domain between two outside of it has a piece of its own", "[frontier]") {
  const temporary_directory scratch;
  const auto over = [&](const std::string& claim, const words& range) {
    const std::string file =
        scratch.file("a.toml", "format = 1\n[[claim]]\nid = \"a/b\"\n" + claim);
    words command{"frontier", "a/b", "--file", file, "--json", "--over"};
    command.insert(command.end(), range.begin(), range.end());
    const program_run run = run_program(command);
    INFO(run.err);
    REQUIRE(run.status == 0);
    const json root = json::parse(run.out);
    std::string said;
    for (const json& piece : root.at("rows")[0].at("pieces"))
      said += piece.at("from").get<std::string>() + "-" + piece.at("to").get<std::string>() + " " +
              piece.at("truth").dump() + "; ";
    return said;
  };
  // Multiples of three below 10, of which the first one fails.
  CHECK(over("claim = \"n >= 4\"\nintegers = [\"n\"]\ncheck = { n = [3] }\n"
             "domain = [\"n >= 1\", \"floor(n/3)*3 == n or n >= 10\"]",
             {"n", "--from", "1", "--to", "30"}) ==
        "1-2 null; 3-3 false; 4-5 null; 6-6 true; 7-8 null; 9-30 true; ");
  CHECK(over("claim = \"n != 4\"\nintegers = [\"n\"]\ncheck = { n = [2] }\n"
             "domain = [\"n >= 1\", \"floor(n/2)*2 == n\"]",
             {"n", "--from", "1", "--to", "6"}) ==
        "1-1 null; 2-2 true; 3-3 null; 4-4 false; 5-5 null; 6-6 true; ");
}

}  // namespace test_frontier
