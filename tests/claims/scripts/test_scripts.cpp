// The programs that `show --script` prints: that they reproduce what the engine found, on their
// own, and that they say so when they do not.

#include <atomic>
#include <cmath>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "claims/reading/link_catalogue.hpp"
#include "claims/scripts/formula_printer.hpp"
#include "claims/scripts/library.hpp"
#include "claims/scripts/script.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/this_run.hpp"

// The sanitizers have nothing to say of what other programs compute, and would take minutes.
#if defined(__SANITIZE_ADDRESS__)
#define SHUFFLECERT_ALL_PROGRAMS "[.scripts]"
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SHUFFLECERT_ALL_PROGRAMS "[.scripts]"
#endif
#endif
#ifndef SHUFFLECERT_ALL_PROGRAMS
#define SHUFFLECERT_ALL_PROGRAMS "[scripts]"
#endif

namespace test_scripts {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

const std::vector<script_language> both_languages{script_language::python, script_language::gp};

std::string name_of(script_language language) {
  return language == script_language::python ? "Python" : "GP";
}

// A Python that has mpmath: Debian's, where its package is installed, or whichever comes first.
std::optional<std::string> find_python() {
  for (const char* candidate : {"/usr/bin/python3", "python3"})
    if (runs({candidate, "-c", "import mpmath"})) return std::string(candidate);
  return std::nullopt;
}

std::optional<std::vector<std::string>> find_interpreter(script_language language) {
  if (language == script_language::python) {
    const auto python = find_python();
    if (python) return std::vector<std::string>{*python};
  } else if (runs({"gp", "--version-short"})) {
    return std::vector<std::string>{"gp", "-q", "-f"};
  }
  return std::nullopt;
}

const std::optional<std::vector<std::string>>& interpreter(script_language language) {
  static const auto python = find_interpreter(script_language::python);
  static const auto gp = find_interpreter(script_language::gp);
  return language == script_language::python ? python : gp;
}

// Whether its programs can be run. Where they cannot, the test is skipped in part.
bool can_run(script_language language) {
  if (interpreter(language)) return true;
  skip_part(language == script_language::python ? "there is no python3 with mpmath here"
                                                : "there is no gp here");
  return false;
}

// The limit counts the processor's time, so that a busy machine changes nothing.
program_run run_script(script_language language, const std::string& text, int seconds = 60) {
  const temporary_directory scratch;
  const std::string file =
      scratch.file(language == script_language::python ? "check.py" : "check.gp", text);
  std::vector<std::string> command{"sh", "-c",
                                   "ulimit -t " + std::to_string(seconds) + "; exec \"$@\"", "sh"};
  const auto& known = *interpreter(language);
  command.insert(command.end(), known.begin(), known.end());
  command.push_back(file);
  return run_command(command);
}

std::string last_line(const std::string& text) {
  const std::size_t end = text.find_last_not_of('\n');
  if (end == std::string::npos) return "";
  const std::size_t start = text.rfind('\n', end);
  return text.substr(start == std::string::npos ? 0 : start + 1,
                     end - (start == std::string::npos ? std::size_t(-1) : start));
}

// "0: refutation reproduced"
std::string outcome(const program_run& run) {
  return std::to_string(run.status) + ": " + last_line(run.out);
}

std::string script_of(const claim& subject, const catalogue& read, script_language language,
                      const std::map<std::string, std::string>& values = {}) {
  quantity_cache cache;
  const judge_options options;
  const claim_context context{subject, read, cache, options};
  std::optional<check_point> point;
  if (!values.empty()) point.emplace();
  for (const auto& [name, text] : values) (*point)[name] = {text, parse_formula(text)};
  return write_script(script_subject_of(context, point), language);
}

std::string script_of(const std::string& id, script_language language,
                      const std::map<std::string, std::string>& values = {}) {
  const claim* subject = linked_builtin_catalogue().find_claim(id);
  REQUIRE(subject != nullptr);
  return script_of(*subject, linked_builtin_catalogue(), language, values);
}

// Sums over 10^6 outcomes (clone pairs of 10,000 users with e^-eps0 near 1/2): half a minute in
// Python, ten seconds in GP.
const std::set<std::string> slow_ones{"chen-2023-draft/section-4/tighter-than-best",
                                      "chen-2024-arxiv/section-4/tighter-than-clones",
                                      "chen-2024-icassp/section-4/tighter-than-clones",
                                      "ordering/clone-pair-2021/girgis_simplified_icassp"};

// Nothing solves it, in five variables: programs search a grid of two.
const std::string without_program = "girgis-2021/table-1/parameters";
// A thousand points of a grid, at each of which the epsilon of 1,000 users is computed: more than
// a quarter of an hour.
const std::string very_slow = "girgis-2021/section-4/factor-14/numerical";
// Products of pairs and sums of laws, which scripts do not have; they say so.
const std::set<std::string> beyond_scripts{"software/ppm-dp-draft/local-privacy/replacement",
                                           "software/hps/rr", "software/hps/rr-smaller-delta",
                                           "software/opacus-issues/643/gdp-bound",
                                           "software/random-allocation/add"};

struct job {
  const claim* subject;
  script_language language;
  std::string text;
  std::string found;
};

// Runs the programs of these claims in both languages, two at a time.
std::vector<job> run_all(const std::vector<const claim*>& subjects, int seconds) {
  std::vector<job> jobs;
  for (const script_language language : both_languages) {
    if (!can_run(language)) continue;
    for (const claim* subject : subjects) jobs.push_back({subject, language, "", ""});
  }
  // In one thread: each thread that computes keeps tables of FLINT's.
  for (job& one : jobs) {
    try {
      one.text = script_of(*one.subject, linked_builtin_catalogue(), one.language);
    } catch (const std::exception& error) {
      one.found = error.what();
    }
  }
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) {
      job& mine = jobs[i];
      if (!mine.text.empty()) mine.found = outcome(run_script(mine.language, mine.text, seconds));
    }
  };
  std::thread other(work);
  work();
  other.join();
  return jobs;
}

std::vector<const claim*> refuted_claims() {
  std::vector<const claim*> subjects;
  for (const claim& c : linked_builtin_catalogue().claims)
    // A rate is refuted by a theorem, and not by values that a program could compute.
    if (c.expect == verdict::refuted && c.kind() != claim_kind::rate) subjects.push_back(&c);
  return subjects;
}

// They take minutes in all: an ordinary run has a third of them, and the seed says which.
std::vector<const claim*> due_in_this_run(const std::vector<const claim*>& subjects) {
  constexpr std::size_t parts = 3;
  std::vector<const claim*> chosen;
  for (std::size_t i = 0; i < subjects.size(); ++i)
    if (test_multiplier() >= parts || i % parts == (test_seed() - 1) % parts)
      chosen.push_back(subjects[i]);
  REQUIRE(chosen.size() >= subjects.size() / parts);
  REQUIRE_FALSE(chosen.empty());
  return chosen;
}

std::size_t check_all(const std::vector<job>& jobs, const std::string& expected) {
  std::size_t agreeing = 0;
  for (const job& one : jobs) {
    INFO(one.subject->id << " in " << name_of(one.language));
    CHECK(one.found == expected);
    if (one.found == expected) ++agreeing;
  }
  return agreeing;
}

}  // namespace

TEST_CASE("programs reproduce the refutations of the built-in catalogue",
          SHUFFLECERT_ALL_PROGRAMS) {
  std::vector<const claim*> subjects;
  for (const claim* subject : refuted_claims())
    if (!slow_ones.contains(subject->id) && subject->id != without_program &&
        subject->id != very_slow && !beyond_scripts.contains(subject->id))
      subjects.push_back(subject);
  // Eleven are not checked here; that the list does not shrink unnoticed.
  CHECK(subjects.size() >= 195);
  check_all(run_all(due_in_this_run(subjects), 120), "0: refutation reproduced");
}

TEST_CASE("programs reproduce the slow refutations, too", "[.long]") {
  std::vector<const claim*> subjects;
  for (const std::string& id : slow_ones)
    subjects.push_back(linked_builtin_catalogue().find_claim(id));
  check_all(run_all(subjects, 300), "0: refutation reproduced");
}

TEST_CASE("programs evaluate claims that are not refuted", "[scripts][volume]") {
  // Every twelfth of those whose first point both languages reach quickly.
  std::vector<const claim*> verified;
  for (const claim& c : linked_builtin_catalogue().claims)
    if ((c.expect == verdict::verified || c.expect == verdict::proved) &&
        c.kind() == claim_kind::forall && c.paper == "wang-2023")
      verified.push_back(&c);
  std::vector<const claim*> subjects;
  for (std::size_t i = 0; i < verified.size(); i += 12) subjects.push_back(verified[i]);
  REQUIRE(subjects.size() >= 5);
  check_all(run_all(due_in_this_run(subjects), 120), "0: evaluation reproduced");
}

TEST_CASE("programs have closed forms of normal pairs, and not their outcomes", "[scripts]") {
  const temporary_directory scratch;
  for (const std::string pair :
       {"subsampled(gaussian_pair(1/2), 1/10)", "swap(subsampled(gaussian_pair(1/2), 1/10))",
        "subsampled(normal_pair(1, 2, 0, 2), 1/10)"}) {
    const std::string file = scratch.file(
        "own.toml", "format = 1\n[[claim]]\nid = \"own/one\"\nabout = \"pair\"\nclaim = \"renyi(" +
                        pair + ", n) <= 1\"\n[claim.check]\nn = [3]\n");
    for (const char* language : {"python", "gp"}) {
      const program_run run =
          run_program({"show", "own/one", "--file", file, "--script", language});
      INFO(pair << run.out);
      CHECK(run.status == 2);
      CHECK(run.err ==
            "shufflecert: claim 'own/one' needs 'subsampled' of a normal pair, which the "
            "script form does not have\n");
    }
  }
}

TEST_CASE("a program notices that a refutation is none", "[scripts]") {
  const std::string id = "chen-2024-icassp/corollary-2/mechanism";
  for (const script_language language : both_languages) {
    if (!can_run(language)) continue;
    INFO(name_of(language));
    const auto run_with = [&](const std::string& n, const std::string& eps0,
                              const std::string& lambda) {
      return run_script(language,
                        script_of(id, language, {{"n", n}, {"eps0", eps0}, {"lambda", lambda}}));
    };
    CHECK(outcome(run_with("100", "4", "2")) == "0: refutation reproduced");
    // The bound holds there; 2 is the least order that the statement is about.
    CHECK(outcome(run_with("1000", "1", "2")) == "1: NOT reproduced");
    const program_run outside = run_with("100", "4", "19/10");
    CHECK(outcome(outside) == "1: NOT reproduced");
    CHECK(outside.out.find("lambda >= 2 is FALSE") != std::string::npos);
  }
}

TEST_CASE("a program notices another value, enclosure or relation", "[scripts]") {
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
  };
  for (const script_language language : both_languages) {
    if (!can_run(language)) continue;
    INFO(name_of(language));
    const bool is_python = language == script_language::python;
    const std::string text = script_of("bound/chen_gdp/mechanism", language);
    REQUIRE(outcome(run_script(language, text)) == "0: refutation reproduced");
    const std::string quote = is_python ? "'" : "";
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             // The 17th digit of an end of the left side's enclosure.
             {quote + "2.28293237358415746", quote + "2.28293237358415756"},
             {is_python ? "n = mpf(100)" : "n = 100;", is_python ? "n = mpf(101)" : "n = 101;"},
             {"holds = at_most(lhs, rhs)", "holds = at_most(rhs, lhs)"}}) {
      INFO(from << " becomes " << to);
      CHECK(outcome(run_script(language, replaced(text, from, to))) == "1: NOT reproduced");
    }
  }
}

TEST_CASE("an error in a program is no reproduction", "[scripts]") {
  // No value at n = 1; GP would go on after an error, and Python ends with a traceback.
  const std::string text = claim_text("claim = \"1/n <= 1/3\"\nintegers = [\"n\"]", "n = [2, 3]");
  const catalogue read = read_text(text);
  for (const script_language language : both_languages) {
    if (!can_run(language)) continue;
    std::string program = script_of(read.claims.front(), read, language);
    REQUIRE(outcome(run_script(language, program)) == "0: refutation reproduced");
    const std::string assignment = language == script_language::python ? "n = mpf(2)" : "n = 2;";
    const std::size_t at = program.find(assignment);
    REQUIRE(at != std::string::npos);
    program.replace(at, assignment.size(), assignment == "n = 2;" ? "n = 0;" : "n = mpf(0)");
    const program_run run = run_script(language, program);
    CHECK(run.status == 1);
    CHECK(run.out.find("refutation reproduced") == std::string::npos);
  }
}

TEST_CASE("a program works with as many digits as its sides need", "[scripts]") {
  // A logarithm of nearly 1, one inside of a number of ordinary size, and a sum over outcomes that
  // are all far less likely than those that other programs leave out.
  for (const auto& [claimed, x] : std::vector<std::pair<std::string, std::string>>{
           {"log(1 + exp(-x)) >= 1e-190", "460"},
           {"exp(x)*log(1 + exp(-x)) >= 2", "460"},
           {"hockey_stick(rr_pair(100, x), 29/10) >= 1e-100", "3"}}) {
    INFO(claimed);
    const std::string text = claim_text("claim = \"" + claimed + "\"", "x = " + x);
    const catalogue read = read_text(text);
    REQUIRE(read.claims.front().problem == "");
    for (const script_language language : both_languages) {
      if (!can_run(language)) continue;
      INFO(name_of(language));
      const std::string program = script_of(read.claims.front(), read, language);
      CHECK(outcome(run_script(language, program)) == "0: refutation reproduced");
    }
  }
}

TEST_CASE("names that a language keeps for itself are changed", "[scripts]") {
  // Keywords and built-in names of either language, a formal variable of GP, local functions, an
  // index that hides a variable, a function and an index of the same name.
  const std::string text = claim_text(
      "claim = \"is(lambda) + O*total + sum(sum_, 1, 2, sum_*in) + sum(is, 1, 3, is) + theta + lam "
      "> 1000\"\n"
      "let = { \"is(for)\" = \"for^2*I + theta\", total = \"I + O\", theta = \"in/lambda\" }",
      "lambda = 3\nI = \"1/3\"\nO = 2\nin = 5\nlam = \"log(2)\"");
  // 9/3 + 5/3 + 2*(1/3 + 2) + 5 + 10 + 6 + 5/3 + log 2
  const double expected = 3 + 5. / 3 + 14. / 3 + 15 + 6 + 5. / 3 + std::log(2.);
  const catalogue read = read_text(text);
  REQUIRE(read.claims.front().problem == "");
  for (const script_language language : both_languages) {
    if (!can_run(language)) continue;
    const program_run run = run_script(language, script_of(read.claims.front(), read, language));
    CHECK(outcome(run) == "0: refutation reproduced");
    const std::size_t at = run.out.find("left ");
    REQUIRE(at != std::string::npos);
    CHECK(std::abs(std::stod(run.out.substr(at + 5)) - expected) < 1e-12);
  }
}

namespace {

// Random formulas as text, with values of moderate size; every place where brackets matter occurs.
class random_formulas {
 public:
  explicit random_formulas(std::uint64_t seed) : chance_(seed) {}

  std::string number(int depth) {
    const auto one = [&] { return number(depth - 1); };
    if (depth == 0) return pick({"2", "3", "7", "0.25", "x", "y", "lambda", "1.5e-1", "1"});
    switch (below(15)) {
      case 0:
        return one() + " + " + product(depth);
      case 1:
        return one() + " - " + product(depth);
      case 2:
        return one() + " - (" + one() + " - " + product(depth) + ")";
      case 3:
        return factor(depth) + "*" + factor(depth) + "/" + divisor(depth);
      case 4:
        return factor(depth) + "/(" + divisor(depth) + "*" + divisor(depth) + ")";
      case 5:
        return factor(depth) + "/" + divisor(depth) + "/" + divisor(depth);
      case 6:
        return "-" + factor(depth);
      case 7:
        return "-" + pick({"2", "x", "(1 + y)", "0.25"}) + "^2";
      case 8:
        return pick({"2", "3"}) + "^" + pick({"2^2", "-1", "-x", "(1/2)", "y^2", "-2^2", "1/2"});
      case 9:
        return "(-" + pick({"2", "x"}) + ")^" + pick({"2", "3", "-1"});
      case 10:
        return "if(" + condition(depth) + ", " + one() + ", " + one() + ")";
      case 11:
        return pick({"min(", "max("}) + one() + ", " + one() + ", " + one() + ")";
      case 12:
        return pick({"floor(", "ceil(", "abs(", "tanh("}) + one() + ")";
      case 13:
        return pick({"sum(j, 1, 3, ", "product(x, 0, 2, "}) + "j0 + " + product(depth) + ")";
      default:
        return "(" + one() + ")";
    }
  }

  std::string condition(int depth) {
    const auto side = [&] { return number(depth - 1); };
    const std::string left = side() + pick({" < ", " <= ", " > ", " >= ", " == ", " != "}) + side();
    switch (below(5)) {
      case 0:
        return "not " + left;
      case 1:
        return left + " and " + pick({"x < 1", "not y > 2", "(x > 1 or y < 1)"});
      case 2:
        return left + " or x > 1 and " + pick({"y < 5", "not (x < 1 or y > 1)"});
      default:
        return left;
    }
  }

 private:
  std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(chance_);
  }
  std::string pick(const std::vector<std::string>& among) { return among[below(among.size())]; }
  std::string factor(int depth) {
    return pick({"(" + number(depth - 1) + ")", "2", "x", "3", "y^2", "(-2)", "lambda"});
  }
  std::string divisor(int depth) {
    return pick({"(1 + abs(" + number(depth - 1) + "))", "2", "x", "3", "7", "y^2", "(2*x)"});
  }
  std::string product(int depth) {
    return pick({factor(depth) + "*" + factor(depth), "-" + factor(depth), factor(depth),
                 factor(depth) + "/" + divisor(depth)});
  }

  std::mt19937 chance_;
};

}  // namespace

namespace {

// What the engine says, where the formula has a value that it decides.
std::optional<double> value_of(const expression& formula, const variable_map& values) {
  try {
    const refined_value known = refine(formula, definitions(), values, 30, {64, 512}, {});
    const auto* result = std::get_if<number>(&known.result);
    if (result == nullptr || known.precision == 0) return std::nullopt;
    return result->to_ball(known.precision).near();
  } catch (const undefined_value&) {
    return std::nullopt;
  }
}

}  // namespace

TEST_CASE("formulas mean the same in both languages", "[scripts]") {
  const random_cases cases(20260, 400);
  const auto count = static_cast<std::size_t>(cases.count());
  random_formulas source(cases.seed());
  const variable_map values{{"x", parse_formula("1.75")},
                            {"y", parse_formula("2/3")},
                            {"j0", parse_formula("1")},
                            {"lambda", parse_formula("3")}};
  std::vector<expression_ptr> formulas;
  std::vector<double> expected;
  formulas.reserve(count);
  while (formulas.size() < count) {
    const expression_ptr formula = parse_formula("if(" + source.condition(2) + ", " +
                                                 source.number(3) + ", " + source.number(3) + ")");
    const std::optional<double> near = value_of(*formula, values);
    if (!near || !(std::abs(*near) < 1e9)) continue;
    formulas.push_back(formula);
    expected.push_back(*near);
  }
  for (const script_language language : both_languages) {
    if (!can_run(language)) continue;
    const bool is_python = language == script_language::python;
    const auto printer = make_printer(language, {{"lambda", free_name(language, "lambda")}}, {});
    std::string lines;
    for (const auto& [name, formula] : values)
      lines += printer->variable_name(name) + " = " + printer->value(*formula) +
               (is_python ? "\n" : ";\n");
    for (const expression_ptr& formula : formulas)
      lines += is_python ? "print(mp.nstr(" + printer->value(*formula) + ", 20))\n"
                         : "print(1.*(" + printer->value(*formula) + "));\n";
    const std::string start =
        is_python ? "from mpmath import mp, mpf\nmp.dps = 50\nTOLERANCE = mpf(10)**-30\n"
                  : "default(realprecision, 50);\nTOLERANCE = 10.^-30;\n";
    const program_run run = run_script(language, start + used_snippets(language, lines) + "\n" +
                                                     lines + (is_python ? "" : "quit\n"));
    INFO(run.err);
    REQUIRE(run.status == 0);
    std::istringstream printed(run.out);
    for (std::size_t i = 0; i < formulas.size(); ++i) {
      std::string line;
      REQUIRE(std::getline(printed, line));
      INFO(name_of(language) << ": " << to_text(*formulas[i]) << " is "
                             << printer->value(*formulas[i]));
      CHECK(std::abs(std::stod(line) - expected[i]) <= 1e-12 * std::max(1., std::abs(expected[i])));
    }
  }
}

TEST_CASE("what cannot be a program is said in one line", "[scripts][volume]") {
  const auto complaint = [](const std::vector<std::string>& arguments) {
    std::vector<std::string> all{"show"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const program_run run = run_program(all);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    return run.err;
  };
  const std::string id = "chen-2024-icassp/corollary-2/mechanism";
  CHECK(complaint({id, "--set", "n=10"}) ==
        "shufflecert: --set gives a point to a program: add --script\n");
  CHECK(complaint({"--script", "gp"}) ==
        "shufflecert: --script needs the ID of a claim, or a FILE with one\n");
  CHECK(complaint({"chen-2024-icassp", "--script", "gp"}).find("stands for") != std::string::npos);
  CHECK(complaint({id, "--script", "ruby"}).find("ruby") != std::string::npos);
  CHECK(complaint({id, "--script", "gp", "--set", "n=10"}) ==
        "shufflecert: claim '" + id +
            "' needs a value for every variable; 'eps0' has none: --set eps0=VALUE\n");
  CHECK(complaint({id, "--script", "gp", "--set", "n=10", "--set", "eps0=1", "--set", "lambda=2",
                   "--set", "k=3"})
            .find("--set k: claim '" + id + "' has no variable 'k'") != std::string::npos);
  CHECK(complaint({id, "--script", "gp", "--set", "n=1", "--set", "eps0=1", "--set", "lambda=2"})
            .find("division by zero") != std::string::npos);
  const claim* rate = nullptr;
  for (const claim& c : linked_builtin_catalogue().claims)
    if (c.kind() == claim_kind::rate) rate = &c;
  REQUIRE(rate != nullptr);
  CHECK(complaint({rate->id, "--script", "python"}) ==
        "shufflecert: claim '" + rate->id +
            "' needs a sequence of errors, which the script form does not have\n");
  CHECK(complaint({without_program, "--script", "python"}) ==
        "shufflecert: claim '" + without_program + "' needs a grid in more than two variables\n");
}

TEST_CASE("a program is about a claim of one's own, too", "[scripts]") {
  const temporary_directory scratch;
  const std::string file = scratch.file(
      "mine.toml",
      "format = 1\n[[claim]]\nid = \"mine/one\"\nsays = \"ε0 is small\"\nclaim = "
      "\"renyi(rr_pair(n, eps0), 2) <= 1/n^2\"\nintegers = [\"n\"]\n[claim.check]\nn = 5\neps0 = "
      "1\n");
  for (const script_language language : both_languages) {
    if (!can_run(language)) continue;
    const program_run shown = run_program({"show", "mine/one", "--file", file, "--script",
                                           language == script_language::python ? "python" : "gp"});
    REQUIRE(shown.status == 0);
    CHECK(shown.out.find(language == script_language::python
                             ? "\"says:      \\u03b50 is small\""
                             : "\"says:      <U+03B5>0 is small\"") != std::string::npos);
    CHECK(outcome(run_script(language, shown.out)) == "0: refutation reproduced");
  }
}

// The program holds its value against the certified enclosure, so a wrong law is not reproduced.
TEST_CASE("a program shows the mechanism that breaks a bound", "[scripts]") {
  const temporary_directory scratch;
  const std::string file = scratch.file(
      "mechanism.toml",
      "format = 1\n[[claim]]\nid = \"mine/mechanism\"\nsays = \"nothing is learned\"\nclaim = "
      "\"renyi(staircase_pair(eps0, 4, 1, 2, 1/2, 3/2, 0100, 0011, m, 0100, 1, 0011), 2) <= 0\"\n"
      "integers = [\"m\"]\n[claim.check]\nm = 2\neps0 = \"log(3)\"\n");
  for (const script_language language : both_languages) {
    if (!can_run(language)) continue;
    const program_run shown = run_program({"show", "mine/mechanism", "--file", file, "--script",
                                           language == script_language::python ? "python" : "gp"});
    REQUIRE(shown.status == 0);
    CHECK(outcome(run_script(language, shown.out)) == "0: refutation reproduced");
  }
}

}  // namespace test_scripts
