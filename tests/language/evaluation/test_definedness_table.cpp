// Every operation with an edge of its domain, hidden in every way, in every context: what has no
// value somewhere is never certified, and what has one is never denied. The expectations follow
// from the table in tests/support/definedness_table.hpp; the slow evaluator must come to the same.

#include <chrono>

#include "claims/frontier/frontier.hpp"
#include "shufflecert/refine_over_ranges.hpp"
#include "support/catch.hpp"
#include "support/definedness_check.hpp"
#include "support/definedness_table.hpp"
#include "support/judged_claims.hpp"
#include "support/this_run.hpp"

namespace test_definedness_table {

using namespace shufflecert;
using namespace shufflecert::claims;
using ::in_words;
using ::operation;

namespace {

const definitions& table_definitions() {
  static const definitions all = [] {
    definitions result;
    for (const auto& [name, body] : {std::pair("unused", "a"), std::pair("added", "a + b"),
                                     std::pair("chosen", "if(a > 0, a, b)")})
      result.add({name, {"a", "b"}, parse_formula(body)});
    return result;
  }();
  return all;
}

const char* const definitions_text =
    "[[define]]\nname = \"unused\"\nparameters = [\"a\", \"b\"]\nvalue = \"a\"\n"
    "[[define]]\nname = \"added\"\nparameters = [\"a\", \"b\"]\nvalue = \"a + b\"\n"
    "[[define]]\nname = \"chosen\"\nparameters = [\"a\", \"b\"]\nvalue = \"if(a > 0, a, b)\"\n";

enum class said { certificate, no_value, undecided };

const char* in_words(said what) {
  if (what == said::certificate) return "a certificate";
  return what == said::no_value ? "no value" : "undecided";
}

template <class Ask>
said outcome_of(const Ask& ask) {
  bounded_work work(300);
  try {
    return ask(work.limits()) ? said::certificate : said::undecided;
  } catch (const undefined_value&) {
    return said::no_value;
  } catch (const precision_needed&) {
    return said::undecided;
  } catch (const beyond_reach&) {
    return said::undecided;
  }
}

said ask(const std::string& formula) {
  return outcome_of([&](const budget& limits) {
    return refine(*parse_formula(formula), table_definitions(), {}, 15, {64, 128},
                  {.limits = limits})
        .sufficient;
  });
}

said ask_over_range(const std::string& formula) {
  return outcome_of([&](const budget& limits) {
    const range_map ranges{{"x", {parse_formula("0"), parse_formula("1")}}};
    return refine_over_ranges(*parse_formula(formula), table_definitions(), {}, ranges, 15,
                              {64, 128}, limits)
        .known.sufficient;
  });
}

// A place where a number in x stands. `way` is what goes from 0 to 1 in it.
struct context {
  std::string pattern;  ///< $ is the number
  std::string way;
  bool passes_one;  ///< `way` goes on beyond 1
  bool is_exact;    ///< so simple that an answer is expected
};

const std::vector<context>& contexts() {
  static const std::vector<context> all{
      {"$", "1", false, true},  // the point at the end of the way, with x = 1
      {"integral(x, 0, 1, $)", "x", false, false},
      {"integral(x, 1, 0, $)", "(1 - x)", false, false},
      {"integral(x, 0, inf, exp(-x)*($))", "(x/60)", true, false},
      {"integral(x, -inf, 0, exp(x)*(added(0, $)))", "(-x/50)", true, false},
      {"normal_mean(x, if(x >= 0, $, 0))", "(x/60)", true, false},
      {"minimum(x, 0, 1, $)", "x", false, false},
      {"maximum(x, 0, 1, $)", "x", false, false},
      {"smallest(x, 0, 1, x + 0*($) >= 1/2)", "(1 - x)", false, false},
      {"sum(x, 0, 4, $)", "(x/4)", false, true},
      {"product(x, 0, 4, $)", "(x/4)", false, true},
      {"unused(1, integral(x, 0, 1, $))", "x", false, false},
      {"defined(integral(x, 0, 1, $))", "x", false, false},
      {"if(integral(x, 0, 1, $) > 10^9, 1, 1)", "x", false, false},
      {"integral(y, 0, 1, y + 0*minimum(x, 0, 1, $))", "x", false, false},
  };
  return all;
}

// Where x stands for no variable: the end of the way.
std::string with_x_at_end(const std::string& text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto is_letter = [&](std::size_t k) {
      return k < text.size() &&
             (std::isalnum(static_cast<unsigned char>(text[k])) != 0 || text[k] == '_');
    };
    const bool alone = text[i] == 'x' && !is_letter(i + 1) && (i == 0 || !is_letter(i - 1));
    result += alone ? "1" : std::string(1, text[i]);
  }
  return result;
}

std::string place_name(placement where) {
  switch (where) {
    case placement::inside:
      return "inside";
    case placement::edge:
      return "up to the edge";
    case placement::across:
      return "across the edge";
    case placement::outside:
      return "outside";
  }
  return {};
}

// The whole table takes minutes: an ordinary run takes what is not hidden, and of the others
// every 13th cell, which the seed chooses. A multiplier above 12 takes all.
class due_cells {
 public:
  bool is_due(const wrapper& around) {
    ++cell_;
    return &around == &wrappers()[0] || static_cast<int>(cell_ % 13) < cases_.count();
  }

 private:
  random_cases cases_{1, 1};
  std::uint64_t cell_ = cases_.seed();
};

const std::vector<placement> placements{placement::inside, placement::edge, placement::across,
                                        placement::outside};

// Whether the formula has a value: by the table alone.
bool is_defined(const operation& subject, placement where, const wrapper& around,
                const context& place) {
  if (!around.asks || where == placement::inside) return true;
  if (where == placement::edge && subject.edge == subject.inside) return true;
  if (place.passes_one) return false;  // beyond the edge it is outside
  if (where == placement::edge && subject.has_gaps) {
    // At the end of the way alone it has a value; on the way there are gaps.
    return place.way == "1" ? subject.has_value_at_edge : false;
  }
  return has_value_on_way(subject, where);
}

// Whether the table does not say: what has gaps may have a value at the few points of a sum, and
// where x is negative the wrappers that ask about it say something else.
bool is_ambiguous(const operation& subject, placement where, const wrapper& around,
                  const context& place) {
  if (subject.has_gaps && where == placement::edge && place.way == "(x/4)") return true;
  return place.pattern.find("-inf") != std::string::npos &&
         with_x_at_end(around.pattern) != around.pattern;
}

}  // namespace

TEST_CASE("Every operation in every context is certified only where it has a value",
          "[definedness][table][volume]") {
  tally cases;
  due_cells cells;
  std::vector<std::string> complaints;
  const auto complain = [&](const std::string& formula, const std::string& where, said got,
                            const std::string& right) {
    complaints.push_back(std::string(in_words(got)) + " (" + where + "): " + formula +
                         "\n    right: " + right);
  };
  for (const operation& subject : operations())
    for (const placement where : placements)
      for (const wrapper& around : wrappers())
        for (const context& place : contexts()) {
          if (is_ambiguous(subject, where, around, place) || !cells.is_due(around)) continue;
          const bool is_point = place.way == "1";
          const std::string number = filled(
              around.pattern, filled(subject.pattern, argument_of(subject, where, place.way)));
          const std::string formula =
              filled(place.pattern, is_point ? with_x_at_end(number) : number);
          const bool expected = is_defined(subject, where, around, place);
          const bool asks_defined = place.pattern.rfind("defined", 0) == 0;
          said got = ask(formula);
          if (asks_defined && got == said::certificate) {
            bounded_work work(300);
            const auto found = refine(*parse_formula(formula), table_definitions(), {}, 15,
                                      {64, 128}, {.limits = work.limits()});
            got = std::get<truth>(found.result).value == true ? said::certificate : said::no_value;
          }
          ++cases[std::string(expected ? "value/" : "hole/") + in_words(got)];
          const std::string at = place_name(where);
          if (!expected && got == said::certificate) complain(formula, at, got, "it has no value");
          if (expected && got == said::no_value) complain(formula, at, got, "it has a value");
          if (place.is_exact && !expected && got == said::undecided)
            complain(formula, at, got, "it certainly has no value");
        }
  INFO(in_words(cases));
  INFO(in_words(complaints));
  CHECK(complaints.empty());
  CHECK(cases["hole/no value"] > 700);
  CHECK(cases["value/a certificate"] > 700);
}

TEST_CASE("The slow evaluator agrees with the table", "[definedness][table][volume]") {
  std::vector<std::string> complaints;
  tally cases;
  due_cells cells;
  for (const operation& subject : operations())
    for (const placement where : placements)
      for (const wrapper& around : wrappers())
        for (const context& place : contexts()) {
          // Its own sampling decides nothing where an edge is not at a point that it looks at.
          if (is_ambiguous(subject, where, around, place) || place.pattern.rfind("defined", 0) == 0)
            continue;
          if (subject.pattern.rfind("binomial", 0) == 0) continue;
          if (subject.has_gaps && place.pattern.rfind("smallest", 0) == 0) continue;
          if (!cells.is_due(around)) continue;
          const bool is_point = place.way == "1";
          const std::string number = filled(
              around.pattern, filled(subject.pattern, argument_of(subject, where, place.way)));
          const std::string formula =
              filled(place.pattern, is_point ? with_x_at_end(number) : number);
          const slow::answer seen = slow::look(*parse_formula(formula), table_definitions(), {});
          const bool expected = is_defined(subject, where, around, place);
          ++cases[seen.is == slow::standing::open ? "open" : (seen.is_hole() ? "hole" : "value")];
          if (expected == seen.is_hole() && seen.is != slow::standing::open)
            complaints.push_back(std::string(expected ? "value" : "hole") + ": " + formula + " " +
                                 seen.why);
          else if (!expected && !seen.is_hole())
            complaints.push_back("hole not found: " + formula);
        }
  INFO(in_words(cases));
  INFO(in_words(complaints));
  CHECK(complaints.empty());
  CHECK(cases["open"] < cases["value"] / 4);
}

TEST_CASE("Ranges of every operation are certified only where it has a value",
          "[definedness][table]") {
  std::vector<std::string> complaints;
  tally cases;
  const context over{"$", "x", false, false};
  for (const operation& subject : operations())
    for (const placement where : placements)
      for (const wrapper& around : wrappers()) {
        const std::string formula =
            filled(around.pattern, filled(subject.pattern, argument_of(subject, where, "x")));
        const bool expected = is_defined(subject, where, around, over);
        const said got = ask_over_range(formula);
        ++cases[std::string(expected ? "value/" : "hole/") + in_words(got)];
        if (!expected && got == said::certificate)
          complaints.push_back("certificate over [0, 1] without a value: " + formula);
        if (expected && got == said::no_value)
          complaints.push_back("value denied over [0, 1]: " + formula);
      }
  INFO(in_words(cases));
  INFO(in_words(complaints));
  CHECK(complaints.empty());
  CHECK(cases["value/a certificate"] > 300);
}

namespace {

// The ways of hiding that claims are asked with; all of them would take long.
const std::vector<wrapper>& few_wrappers() {
  static const std::vector<wrapper> all{{"$", true},
                                        {"($)^0", true},
                                        {"if($ > 5, 1, 1)", true},
                                        {"unused(1, $)", true},
                                        {"if(x < -5 and $ > 5, 1, 0)", false}};
  return all;
}

// Proofs over holes would go on until all boxes are used up; what asks for points ends by itself.
judge_options brief(int milliseconds = 20'000) {
  judge_options options;
  options.derives_theorems = true;
  options.precision = {64, 128};
  options.limits = budget(budget::clock::now() + std::chrono::milliseconds(milliseconds));
  return options;
}

}  // namespace

TEST_CASE("Claims about every operation are never decided over a hole",
          "[definedness][table][volume]") {
  std::vector<std::string> complaints;
  tally cases;
  const context over{"$", "x", false, false};
  const random_cases drawn(1, 1);
  std::uint64_t cell = drawn.seed();
  for (const operation& subject : operations())
    for (const placement where : placements)
      for (const wrapper& around : few_wrappers()) {
        if (static_cast<int>(cell++ % 3) >= drawn.count()) continue;
        const std::string number =
            filled(around.pattern, filled(subject.pattern, argument_of(subject, where, "x")));
        const bool expected = is_defined(subject, where, around, over);
        // Always true where it has a value.
        const std::string relation = "tanh(" + number + ") <= 2";
        const std::string head = std::string(definitions_text) + "[[claim]]\nid = \"test/claim\"\n";
        const std::string domain = "domain = [\"x >= 0\", \"x <= 1\"]\n";
        const auto complain = [&](const char* kind, const judgement& found, const char* right) {
          complaints.push_back(std::string(kind) + ": " + relation +
                               "\n    the program: " + in_words(found) + "\n    right: " + right);
        };
        const auto is_one_of = [](verdict found, std::initializer_list<verdict> some) {
          return std::find(some.begin(), some.end(), found) != some.end();
        };

        const judgement proof =
            judge_one(head + "claim = '" + relation + "'\n" + domain +
                          "[claim.check]\nx = [0]\n[claim.prove]\nx = { from = 0, to = 1 }\n",
                      brief(15))
                .found;
        ++cases["proof " + to_text(proof.outcome)];
        if (!expected && (proof.outcome == verdict::proved || proof.outcome == verdict::refuted))
          complain("proof", proof, "without a value somewhere in [0, 1]");
        if (expected && is_one_of(proof.outcome, {verdict::refuted, verdict::invalid}))
          complain("proof", proof, "true on [0, 1]");

        const bool has_value_at_end = [&] {
          const context point{"$", "1", false, true};
          return is_defined(subject, where, around, point);
        }();
        const judgement listed =
            judge_one(head + "claim = '" + relation + "'\n" + domain + "[claim.check]\nx = [1]\n",
                      brief())
                .found;
        ++cases["listed " + to_text(listed.outcome)];
        if (!has_value_at_end && listed.outcome != verdict::invalid)
          complain("listed point", listed, "invalid: no value at x = 1");
        if (has_value_at_end && is_one_of(listed.outcome, {verdict::refuted, verdict::invalid}))
          complain("listed point", listed, "true at x = 1");

        const judgement some = judge_one(head + "kind = \"exists\"\nclaim = '" + relation + "'\n" +
                                             domain + "[claim.check]\nx = [1]\n",
                                         brief())
                                   .found;
        ++cases["exists " + to_text(some.outcome)];
        const bool never = around.asks && where == placement::outside;
        if (never && is_one_of(some.outcome, {verdict::proved, verdict::verified}))
          complain("exists", some, "without a value everywhere");
        if (!never && some.outcome == verdict::refuted)
          complain("exists", some, "x = 0 is a solution");

        const judgement rate =
            judge_one(head + "kind = \"rate\"\nalong = \"n\"\norder = \"1\"\nintegers = [\"n\"]\n" +
                          "let = { x = \"n/64\" }\nerror = '(2 + tanh(" + number +
                          "))/n'\n[claim.check]\nn = [8, 16, 32, 64]\n",
                      brief())
                .found;
        ++cases["rate " + to_text(rate.outcome)];
        if (!has_value_at_end &&
            is_one_of(rate.outcome, {verdict::supported, verdict::contradicted}))
          complain("rate", rate, "no value at n = 64");

        const catalogue read = read_text(definitions_text);
        quantity_cache cache;
        const judge_options options = brief(15);
        claim empty;
        empty.formula = parse_formula(relation);
        frontier_options along;
        along.over = "x";
        along.range = {0, 1};
        along.digits = 6;
        along.effort = 20;
        const frontier_row row =
            find_frontier({empty, read, cache, options}, empty.formula, {}, along);
        bool all_proved = !row.pieces.empty();
        for (const frontier_piece& piece : row.pieces) {
          all_proved = all_proved && piece.is_proved && piece.state == frontier_state::holds;
          if (piece.state == frontier_state::fails)
            complaints.push_back("frontier says false: " + relation);
        }
        ++cases[all_proved ? "frontier proved" : "frontier not proved"];
        if (!expected && all_proved)
          complaints.push_back("frontier proved over a hole: " + relation);
      }
  INFO(in_words(cases));
  INFO(in_words(complaints));
  CHECK(complaints.empty());
  CHECK(cases["proof proved"] > 30);
  CHECK(cases["listed invalid"] > 40);
  CHECK(cases["listed verified"] + cases["listed proved"] > 40);
  CHECK(cases["rate supported"] > 20);
  CHECK(cases["frontier proved"] > 30);
}

}  // namespace test_definedness_table
