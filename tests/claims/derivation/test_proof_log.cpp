// The log of a proof: both printers say the same of it, and a proof file needs no second search.

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/derivation/derive.hpp"
#include "claims/derivation/log_lines.hpp"
#include "claims/derivation/log_words.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_proof_log {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

using texts = std::vector<std::string>;

expression_ptr formula(const std::string& text) {
  return parse_formula(text);
}

struct printed_step {
  proof_step step;
  texts sentences;
  texts lines;
};

// One of each kind, but for (K.10), which has a file of its own kind.
std::vector<printed_step> all_steps() {
  return {
      {box_step{formula("x > 0"), 3},
       {"x > 0: certain on 3 boxes that cover the domain"},
       {"shown x > 0"}},
      {box_step{formula("x > 1"), 0},
       {"x > 1: certain on one box that covers the domain"},
       {"shown x > 1"}},
      {algebra_step{formula("x + x"), formula("2*x")},
       {"x + x is 2*x by algebra"},
       {"same x + x <= 2*x"}},
      {squares_step{formula("x == y")},
       {"the squares of both sides are the same by algebra"},
       {"squares x == y"}},
      {infinite_step{formula("y >= x"), formula("y")},
       {"y is infinite by (U.5) or (O.1)"},
       {"infinite y >= x"}},
      {knot_step{formula("f(x)"), formula("y"), "(O.11)"},
       {"f(x) is y by (O.11)"},
       {"other f(x) == y"}},
      {form_step{form_rule::largest, formula("max(x, y) < z")}, {}, {"largest max(x, y) < z"}},
      {form_step{form_rule::choice, formula("x <= z")}, {}, {"choice x <= z"}},
      {form_step{form_rule::rises, formula("exp(x) < exp(y)")}, {}, {"rises exp(x) < exp(y)"}},
      {form_step{form_rule::powers, formula("x^2 <= y^2")}, {}, {"powers x^2 <= y^2"}},
      {form_step{form_rule::bodies, formula("x <= y")}, {}, {"bodies x <= y"}},
      {form_step{form_rule::undone, formula("x <= log(y)")}, {}, {"undone x <= log(y)"}},
      {branch_step{formula("a == 2"), formula("x < y")}, {"where a == 2: x < y"}, {}},
      {parameters_step{formula("f(x) <= f(y)"), "f", "rr_pair"},
       {"f is in the order of the parameters of rr_pair"},
       {"ordered f(x) <= f(y)"}},
      {scaled_step{formula("2*x <= 2*y"), formula("2"), formula("x <= y")},
       {},
       {"scaled 2*x <= 2*y ; 2 ; x <= y"}},
      {terms_step{formula("x <= y + z"), {formula("x <= y"), formula("0 <= z")}},
       {},
       {"terms x <= y + z ; x <= y ; 0 <= z"}},
      {factors_step{formula("x/z <= y/w"), {{false, formula("x <= y")}, {true, formula("w <= z")}}},
       {},
       {"factors x/z <= y/w ; * x <= y ; / w <= z"}},
      {tangent_step{formula("log(1 + x)*y"), formula("x*y"), formula("log(1 + x)"), formula("x"),
                    formula("y")},
       {"log(1 + x)*y <= x*y, as log(1 + f) <= f"},
       {"tangent log(1 + x) <= x", "scaled log(1 + x)*y <= x*y ; y ; log(1 + x) <= x"}},
      {logarithms_step{formula("x*y"), formula("z"), true, formula("u"), formula("v")},
       {"x*y < z, as the logarithms are in this order"},
       {"rises exp(u) < exp(v)", "same x*y <= exp(u)", "same exp(v) <= z",
        "between x*y < exp(v) ; exp(u)", "between x*y < z ; exp(v)"}},
      {quotient_step{formula("x < y"), formula("exp(u) < exp(v)"), formula("w")},
       {"x < y, as the logarithms are in this order"},
       {"rises exp(u) < exp(v)", "scaled x < y ; w ; exp(u) < exp(v)"}},
      {logarithm_of_sum_step{formula("2*x"),
                             formula("2*log(a + exp(u))"),
                             false,
                             formula("2"),
                             formula("x"),
                             formula("log(a + exp(u))"),
                             formula("exp(u)"),
                             {formula("0 <= a")}},
       {"log(a + exp(u)) >= u, as the other terms are at least 0"},
       {"rises exp(x) <= exp(u)", "terms exp(u) <= a + exp(u) ; 0 <= a",
        "between exp(x) <= a + exp(u) ; exp(u)", "undone x <= log(a + exp(u))",
        "scaled 2*x <= 2*log(a + exp(u)) ; 2 ; x <= log(a + exp(u))"}},
      {bound_step{formula("f(x)"), relation::less_equal, formula("y"), "(K.9)"},
       {"f(x) <= y by (K.9)"},
       {"bound f(x) <= y ; (K.9)"}},
      {bound_step{formula("f(x)"), relation::greater, formula("y"), "(K.8)"},
       {"f(x) > y by (K.8)"},
       {"bound y < f(x) ; (K.8)"}},
      {between_step{formula("x < z"), formula("y")}, {}, {"between x < z ; y"}}};
}

proof_log log_of(const std::vector<proof_step>& steps) {
  proof_log log;
  for (const proof_step& step : steps) log.add(step);
  return log;
}

}  // namespace

TEST_CASE("both printers of a log have what each kind of step says", "[derivation][proof-log]") {
  std::set<std::size_t> kinds;
  proof_log log;
  texts sentences;
  texts lines;
  for (const printed_step& printed : all_steps()) {
    kinds.insert(printed.step.index());
    CHECK(words_of(log_of({printed.step})) == printed.sentences);
    CHECK(lines_of(log_of({printed.step})) == printed.lines);
    log.add(printed.step);
    sentences.insert(sentences.end(), printed.sentences.begin(), printed.sentences.end());
    lines.insert(lines.end(), printed.lines.begin(), printed.lines.end());
  }
  CHECK(kinds.size() == std::variant_size_v<proof_step> - 1);
  CHECK(words_of(log) == sentences);
  // This one stands in two of them.
  const std::string twice = "rises exp(u) < exp(v)";
  lines.erase(std::find(std::find(lines.begin(), lines.end(), twice) + 1, lines.end(), twice));
  CHECK(lines_of(log) == lines);
}

TEST_CASE("a log forgets what led nowhere, and repeats no line", "[derivation][proof-log]") {
  const box_step positive{formula("x > 0"), 1};
  const between_step between{formula("x < z"), formula("y")};
  proof_log log = log_of({positive});
  const std::size_t mark = log.mark();
  log.add(between);
  log.add(positive);
  log.forget_from(mark);
  CHECK(lines_of(log) == texts{"shown x > 0"});
  log.add(positive);
  log.add(between);
  CHECK(words_of(log) == texts{"x > 0: certain on one box that covers the domain"});
  CHECK(lines_of(log) == texts{"shown x > 0", "between x < z ; y"});
  // What stood before stays for check-proof, and what comes behind is for it again.
  log.add(box_step{formula("y > 0"), 1});
  log.add_alone(mark, form_step{form_rule::bodies, formula("u <= v")});
  log.add(between);
  CHECK(words_of(log).size() == 2);
  CHECK(lines_of(log) == texts{"shown x > 0", "bodies u <= v", "between x < z ; y"});
}

TEST_CASE("a proof file is printed from the log, without a second search",
          "[derivation][proof-log]") {
  const catalogue visible =
      read_text(claim_text("claim = \"renyi(rr_pair(n, e), a) <= 53/100*e^2*exp(e)*a/(n - 1)\"\n"
                           "domain = [\"n >= 2\", \"e > 0\", \"a > 1\"]\nintegers = [\"n\"]",
                           "n = [2]\ne = [1]\na = [2]"));
  const claim& subject = visible.claims.at(0);
  quantity_cache cache;
  const auto printed = [&](const judgement& found, const judge_options& options) {
    return proof_text({subject, visible, cache, options}, found);
  };
  judge_options enough;
  enough.derives_theorems = true;
  judgement found = judge(subject, visible, cache, enough).found;
  REQUIRE(found.outcome == verdict::proved);
  REQUIRE(found.proof->lines.has_value());

  // A search counts its work; to print the log is none.
  work_meter meter{0, 1'000'000'000};
  judge_options metered;
  metered.limits = budget().metered_by(meter);
  const proof_file_text from_log = printed(found, metered);
  CHECK(meter.done == 0);
  CHECK(from_log.text.find("\nstep bound ") != std::string::npos);
  CHECK(from_log.text.find("\nend\n") != std::string::npos);
  judge_options no_time;
  no_time.limits = budget(budget::clock::now() - std::chrono::seconds(1));
  CHECK(printed(found, no_time).text == from_log.text);

  // A journal keeps no lines: these are searched again, and are the same.
  found.proof->lines.reset();
  CHECK(printed(found, metered).text == from_log.text);
  CHECK(meter.done > 0);
  CHECK_FALSE(printed(found, no_time).missing.empty());
}

namespace {

expression_ptr turned(const comparison& sides) {
  return make_comparison(sides.right,
                         sides.op == relation::less ? relation::greater : relation::greater_equal,
                         sides.left);
}

// The rule of a line, its relation, and what it names besides.
struct read_line {
  std::string rule;
  std::string shown;
  std::string rest;

  explicit read_line(const std::string& line) {
    const std::size_t space = line.find(' ');
    const std::size_t end = std::min(line.find(" ; "), line.size());
    rule = line.substr(0, space);
    shown = line.substr(space + 1, end - space - 1);
    if (end < line.size()) rest = line.substr(end + 3);
  }
};

// How a sentence on a line's step may begin; none for lines of which people see how they follow.
texts beginnings_for(const read_line& line) {
  if (line.rule == "shown") return {line.shown + ": certain on "};
  if (line.rule == "squares") return {"the squares of both sides are the same by algebra"};
  if (line.rule != "bound" && line.rule != "ordered") return {};
  const auto sides = std::get<comparison>(parse_formula(line.shown)->node);
  if (line.rule == "ordered") {
    const auto* quantity = std::get_if<call>(&sides.left->node);
    REQUIRE(quantity != nullptr);
    return {quantity->name + " is in the order of the parameters of "};
  }
  return {line.shown + " by " + line.rest, to_text(*turned(sides)) + " by " + line.rest};
}

std::size_t place_of(const texts& sentences, const texts& beginnings) {
  const auto place = std::find_if(sentences.begin(), sentences.end(), [&](const auto& sentence) {
    return std::any_of(beginnings.begin(), beginnings.end(), [&](const std::string& beginning) {
      return sentence.starts_with(beginning);
    });
  });
  return static_cast<std::size_t>(place - sentences.begin());
}

// The kinds of sentence that always have a line.
bool has_line(const std::string& sentence) {
  const auto has = [&](const char* words) { return sentence.find(words) != std::string::npos; };
  return has(": certain on ") || (has(" by (") && !has(" is infinite by ("));
}

// Each line on a condition, a bound or an order has its sentence, in the same order; where all of
// the log is for check-proof, there are as many of both.
void check_agreement(const texts& sentences, const texts& lines) {
  const bool has_more_for_people = std::any_of(lines.begin(), lines.end(), [](const auto& line) {
    return line.starts_with("bodies ") || line.starts_with("other ");
  });
  std::set<std::size_t> places;
  std::size_t last = 0;
  for (const std::string& text : lines) {
    const read_line line(text);
    const texts beginnings = beginnings_for(line);
    if (beginnings.empty()) continue;
    INFO(text);
    const std::size_t place = place_of(sentences, beginnings);
    REQUIRE(place < sentences.size());
    // Sentences on orders do not name the two sides.
    if (line.rule != "ordered" && !has_more_for_people) CHECK(place >= last);
    if (line.rule != "ordered") last = place;
    places.insert(place);
  }
  if (has_more_for_people) return;
  const std::set<std::string> different(sentences.begin(), sentences.end());
  const auto spoken = std::count_if(different.begin(), different.end(), has_line);
  const auto written = std::count_if(places.begin(), places.end(),
                                     [&](std::size_t place) { return has_line(sentences[place]); });
  CHECK(written == spoken);
}

// The sentences of each part of a proof: those behind "where lambda = 2:", or all of them.
std::vector<texts> sentences_by_part(const proof_record& record) {
  if (record.lines->parts.size() == 1) return {record.steps};
  std::vector<texts> parts;
  for (const std::string& sentence : record.steps) {
    const std::size_t next = parts.size();
    const bool begins = next < record.lines->parts.size() &&
                        sentence == "where " + record.lines->parts[next].where + ":";
    if (begins)
      parts.emplace_back();
    else
      parts.back().push_back(sentence);
  }
  return parts;
}

}  // namespace

TEST_CASE("people and check-proof are told the same steps of built-in proofs",
          "[derivation][proof-log][volume]") {
  quantity_cache cache;
  const judge_options options;
  std::size_t compared = 0;
  for (const claim& subject : linked_builtin_catalogue().claims) {
    const bool may_be_proved =
        subject.expect == verdict::proved || subject.expect == verdict::verified;
    if (!std::holds_alternative<forall_claim>(subject.form) || !may_be_proved) continue;
    INFO(subject.id);
    const proof_record record =
        derive({subject, linked_builtin_catalogue(), cache, options}, subject.formula);
    if (!record.is_complete) continue;
    REQUIRE(record.lines.has_value());
    const std::vector<texts> sentences = sentences_by_part(record);
    REQUIRE(sentences.size() == record.lines->parts.size());
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      const texts& lines = record.lines->parts[i].steps;
      // (K.10) has a file of another kind, and what the domain says needs no step.
      if (lines.empty()) continue;
      check_agreement(sentences[i], lines);
      ++compared;
    }
  }
  CHECK(compared >= 200);
}

}  // namespace test_proof_log
