// What governs a run from outside: time limits, Ctrl-C, the number of threads.

#include <signal.h>

#include <algorithm>
#include <atomic>
#include <nlohmann/json.hpp>

#include "claims/judging/judge_claims.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_run_control {

namespace {

using json = nlohmann::json;
using namespace shufflecert;
using namespace shufflecert::claims;

const std::string heading = "format = 1\n";

std::string entry(const std::string& id, const std::string& lines) {
  return "[[claim]]\nid = \"" + id + "\"\n" + lines + "\n";
}

// A claim that takes minutes, in steps that look at the budget.
const std::string endless =
    entry("t/endless",
          "claim = \"sum(j, 1, 10^7, sum(k, 1, 10^7, exp(x/(j + k)))) > 0\"\n"
          "check = { x = { from = 1, to = 100, steps = 100 } }");

// A value to check whose reading takes minutes and does not look at any budget.
const std::string slow_to_read = entry("t/slow",
                                       "claim = \"x > 0\"\nintegers = [\"x\"]\n"
                                       "check = { x = [\"sum(j, 1, 10^7, sum(k, 1, 10^7, 1))\"] }");

// Every kind of verdict, ties, a search, quantities that several claims share.
const std::string mixed_claims =
    entry("t/refuted",
          "claim = \"renyi(clone_pair(n, eps0), lambda) <= lambda*exp(eps0)/n\"\n"
          "corrected = \"renyi(clone_pair(n, eps0), lambda) <= eps0\"\n"
          "domain = [\"n >= 2\", \"eps0 > 0\"]\nintegers = [\"n\"]\n"
          "check = { n = [3, 5, 10, 30], eps0 = [0.5, 1, \"log(3)\", 4], lambda = [2, 4, 16] }") +
    entry("t/verified",
          "claim = \"renyi(clone_pair(n, eps0), 2) <= renyi(clone_pair(n, eps0), 4)\"\n"
          "check = { n = [3, 5, 10], eps0 = [0.5, 1, \"log(3)\"] }") +
    entry("t/tied",
          "claim = \"(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) == 1\"\ncheck = { x = [1, 2, "
          "3] }") +
    entry("t/undecided",
          "claim = \"(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) < 1\"\ncheck = { x = [1, 2, "
          "3] }") +
    entry("t/unreachable",
          "claim = \"total_variation(krr_pair(4, n, 1)) <= 1/2\"\nintegers = [\"n\"]\n"
          "check = { n = [\"10^18\", 10] }") +
    entry("t/exists",
          "kind = \"exists\"\nexists = [\"x\"]\nclaim = \"x^2 == n\"\n"
          "domain = [\"x >= 0\", \"x <= 9\"]\ncheck = { n = [2, 3, 4], x = [0, 1, 2, 3] }") +
    entry("t/none",
          "kind = \"exists\"\nexists = [\"x\"]\nclaim = \"exp(x) <= n/10\"\n"
          "domain = [\"x >= 0\", \"x <= 8\"]\ncheck = { n = [20, 5], x = [0, 1] }") +
    entry("t/invalid", "claim = \"1/(x - 1) > 0\"\ncheck = { x = [2, 1] }") +
    entry("t/unreadable", "claim = \"1 <\"");

}  // namespace

TEST_CASE("the results do not depend on the number of threads", "[volume]") {
  const temporary_directory scratch;
  const std::string file = scratch.file("claims.toml", heading + mixed_claims);
  const auto results_with = [&](const words& threads, const char* effort) {
    const std::string output = scratch / "results.json";
    words arguments{"verify", file, "--output", output, "--effort", effort};
    arguments.insert(arguments.end(), threads.begin(), threads.end());
    CHECK(run_program(arguments).status == 2);
    return comparable_results(output);
  };
  const std::string expected = results_with({"--threads", "1"}, "0");
  const json claims = json::parse(expected).at("claims");
  std::string verdicts;
  for (const json& one : claims) verdicts += one.at("verdict").get<std::string>() + " ";
  CHECK(verdicts ==
        "refuted verified verified undecided undecided verified refuted invalid invalid ");
  for (const char* threads : {"2", "3", "16"})
    for (int repetition = 0; repetition < 2; ++repetition)
      CHECK(results_with({"--threads", threads}, "0") == expected);
  CHECK(results_with({}, "0") == expected);
  // With searches, which take longer.
  const std::string searched = results_with({"--threads", "1"}, "1");
  CHECK(searched != expected);
  CHECK(results_with({"--threads", "3"}, "1") == searched);
}

TEST_CASE("the number of threads is checked") {
  for (const char* threads : {"0", "-1", "1025", "many", "1.5", ""}) {
    const program_run run = run_program({"verify", "--threads", threads});
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(run.err.find("--threads") != std::string::npos);
  }
}

TEST_CASE("the engine reports every claim once and keeps their order") {
  const catalogue read = read_text(mixed_claims);
  std::vector<const claim*> subjects;
  for (const claim& one : read.claims) subjects.push_back(&one);
  std::vector<std::atomic<int>> started(subjects.size());
  std::vector<std::atomic<int>> finished(subjects.size());
  claims_observer observer;
  observer.started = [&](std::size_t i) { ++started[i]; };
  observer.finished = [&](std::size_t i, const claim_result& result) {
    if (result.id == subjects[i]->id) ++finished[i];
  };
  const auto results = judge_claims(subjects, read, {}, observer, 3);
  REQUIRE(results.size() == subjects.size());
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    CHECK(results[i].id == subjects[i]->id);
    CHECK(started[i] == 1);
    CHECK(finished[i] == 1);
  }
}

TEST_CASE("a request to stop ends a run like a deadline, and says so") {
  const std::atomic<bool> stop = true;
  judge_options options;
  options.limits = budget(std::nullopt, &stop);
  const claim_result result =
      judge_one(claim_text("claim = \"x > 0\"\ndomain = [\"x > -1\"]", "x = [1, 2]"), options);
  CHECK(in_words(result.found) ==
        "undecided: undecided at 2 of 2 points, first at x = 1: interrupted");
}

TEST_CASE("a budget that is used up leaves a moment for words") {
  using namespace std::chrono_literals;
  const std::atomic<bool> stop = true;
  CHECK_FALSE(budget().is_limited());
  CHECK_FALSE(budget().with_at_least(1h).is_exhausted());
  CHECK_FALSE(budget(std::nullopt, &stop).with_at_least(1h).is_exhausted());
  const auto past = budget::clock::now() - 1h;
  CHECK(budget(past).is_exhausted());
  CHECK(std::string(budget(past).exhaustion()) == "the time limit was reached");
  CHECK_FALSE(budget(past).with_at_least(1h).is_exhausted());
  CHECK(budget(past).with_at_least(0h).is_exhausted());
}

TEST_CASE("a claim that was not finished is undecided, unless it is unreadable") {
  const catalogue read = read_text(entry("a", "claim = \"1 < 2\"\nexpect = \"undecided\"") +
                                   entry("b", "claim = \"1 < 2\"") + entry("c", "claim = \"1 <\""));
  const claim_result first = unfinished(read.claims[0], "interrupted");
  CHECK(in_words(first.found) == "undecided: not finished: interrupted");
  CHECK(first.as_expected);
  CHECK_FALSE(unfinished(read.claims[1], "interrupted").as_expected);
  CHECK(unfinished(read.claims[2], "interrupted").found.outcome == verdict::invalid);
}

TEST_CASE("Ctrl-C keeps what was finished") {
  need_terminals();
  for (const int number : {SIGINT, SIGTERM}) {
    const temporary_directory scratch;
    const std::string file =
        scratch.file("claims.toml", heading + entry("t/quick", "claim = \"2 < 1\"") + endless +
                                        entry("t/after", "claim = \"x > 0\"\ncheck = { x = 1 }"));
    const std::string output = scratch / "results.json";
    running_program run({"verify", file, "--output", output, "--threads", "1"});
    REQUIRE(run.shows("1/3 t/endless"));
    CHECK_FALSE(std::filesystem::exists(output));
    run.signal(number);
    CHECK(run.wait().status == 128 + number);
    const json claims = json::parse(text_of_file(output)).at("claims");
    REQUIRE(claims.size() == 3);
    CHECK(claims[0].at("verdict") == "refuted");
    for (const int i : {1, 2}) {
      CHECK(claims.at(static_cast<std::size_t>(i)).at("verdict") == "undecided");
      const auto message = claims.at(static_cast<std::size_t>(i)).at("message").get<std::string>();
      CHECK(message.find("interrupted") != std::string::npos);
    }
    CHECK(claims[1].at("undecided").size() == 100);
    // Nothing but the catalogue file and the results.
    CHECK(std::distance(std::filesystem::directory_iterator(scratch.path()), {}) == 2);
  }
}

TEST_CASE("an interrupted run can be reported") {
  need_terminals();
  const temporary_directory scratch;
  const std::string file = scratch.file("claims.toml", heading + endless);
  const std::string output = scratch / "results.json";
  running_program run({"verify", file, "--output", output});
  REQUIRE(run.shows("0/1 t/endless"));
  run.signal(SIGINT);
  CHECK(run.wait().status == 130);
  CHECK(run_program({"report", output, "--output", scratch / "audit"}).status == 0);
}

TEST_CASE("a letter is written from complete findings, or not at all") {
  const temporary_directory scratch;
  const std::string output = scratch / "letter.md";
  const words letter{"letter", "ordering", "--output", output};
  words limited = letter;
  limited.insert(limited.end(), {"--timeout", "0.05"});
  const program_run late = run_program(limited);
  CHECK(late.status == 3);
  CHECK(late.out.empty());
  CHECK(late.err == "shufflecert: the time limit was reached: no letter was written\n");
  CHECK_FALSE(std::filesystem::exists(output));
  need_terminals();
  running_program run(letter);
  REQUIRE(run.shows("0/"));
  run.signal(SIGINT);
  CHECK(run.wait().status == 130);
  CHECK_FALSE(std::filesystem::exists(output));
}

TEST_CASE("a second Ctrl-C leaves no half of a results file") {
  need_terminals();
  const temporary_directory scratch;
  const std::string file = scratch.file("claims.toml", heading + endless);
  const std::string output = scratch / "results.json";
  running_program run({"verify", file, "--output", output});
  REQUIRE(run.shows("0/1 t/endless"));
  run.signal(SIGINT);
  run.signal(SIGINT);
  CHECK(run.wait().status == 130);
  // Whether the program was done before the second one arrived is a matter of luck.
  if (std::filesystem::exists(output))
    CHECK(json::parse(text_of_file(output)).at("claims").size() == 1);
}

TEST_CASE("Ctrl-C while the claims are read leaves an old results file alone") {
  const temporary_directory scratch;
  const std::string file = scratch.file("claims.toml", heading + slow_to_read);
  const std::string output = scratch.file("results.json", "old");
  // The time limit takes the same way.
  const program_run run = run_program({"verify", file, "--output", output, "--timeout", "0.1"});
  CHECK(run.status == 3);
  CHECK(run.err == "shufflecert: the time limit was reached before the claims were read\n");
  CHECK(run.out.empty());
  CHECK(text_of_file(output) == "old");
}

TEST_CASE("a computation that does not look at the time is given up") {
  // At this precision one binomial coefficient of this kind is a single long call. A second is
  // enough to read the formula on a busy machine, too.
  const std::string formula = "sum(j, 1, 50, binomial(pi + j, 10^5))";
  const program_run run = run_program({"eval", formula, "--digits", "10000", "--timeout", "1"});
  CHECK(run.status == 3);
  CHECK(run.err == "shufflecert: the time limit was reached\n");
  const program_run told =
      run_program({"eval", formula + " > 0", "--digits", "10000", "--timeout", "1", "--json"});
  CHECK(told.status == 3);
  const json answer = json::parse(told.out);
  CHECK(answer.at("message") == "the time limit was reached");
  CHECK(answer.at("truth").is_null());
}

TEST_CASE("every command takes a time limit and ends in time") {
  // `timeout` ends, with status 124, what does not end by itself.
  const temporary_directory scratch;
  const std::string results = scratch / "results.json";
  const std::string file =
      scratch.file("claims.toml", heading + entry("t/quick", "claim = \"1 < 2\""));
  const auto status = [](const words& arguments) {
    words command{"timeout", "120", SHUFFLECERT_PROGRAM};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run_command(command).status;
  };
  CHECK(status({"verify", file, "--output", results, "--timeout", "100"}) == 0);
  CHECK(status({"report", results, "--output", scratch / "audit", "--timeout", "100"}) == 0);
  CHECK(status({"show", "--timeout", "100"}) == 0);
  CHECK(status({"eval", "1 + 1", "--timeout", "100"}) == 0);
  const std::string endless_file = scratch.file("endless.toml", heading + endless);
  CHECK(status({"verify", endless_file, "--timeout", "0.1"}) == 3);
  for (const char* formula :
       {"sum(j, 1, 10^7, 1/j)", "product(j, 1, 10^7, j + 1/2)",
        "sum(i, 1, 10^7, sum(j, 1, 10^7, sum(k, 1, 10^7, 1)))", "renyi(clone_pair(10^5, 3), 64)",
        "hockey_stick(rr_pair(10^8, 1), 1/10)"}) {
    INFO(formula);
    CHECK(status({"eval", formula, "--timeout", "0.05", "--digits", "5000"}) == 3);
  }
}

TEST_CASE("sizes that no computer holds are answered at once") {
  // Enclosed, refused or left open, but not after a long time.
  const auto status = [](const std::string& formula) {
    return run_command({"timeout", "60", SHUFFLECERT_PROGRAM, "eval", formula}).status;
  };
  for (const char* formula :
       {"2^(10^9)", "binomial(10^18, 10^17)", "factorial(10^9)", "lgamma(10^10000)",
        "gamma(1/3 + 10^12)", "(1 + 1/10^5)^(10^18)", "1e10000^10000", "3^(1/10^18)",
        "exp(log(3)*10^12)", "exp(log(3)/10^12)", "floor(exp(10^9))", "floor(10^9999*pi)",
        "Phi(10^10000)", "Phi_inv(10^-10000)", "sqrt(10^10000 + 1)", "2^(10^9) > 1",
        "log(3)*10^9 < log(9)*10^9", "tanh(10^30)", "renyi(clone_pair(10^18, 1), 2)"}) {
    INFO(formula);
    CHECK(status(formula) == 0);
  }
  for (const char* formula :
       {"exp(10^10000)", "factorial(10^18)", "gamma(10^30)", "binomial(10^30, 10^6)",
        "binomial(1/3, 10^9)", "renyi(printed_pair(10^18, 1, 1/2), 1/2)", "exp(exp(exp(exp(10))))",
        "hockey_stick(clone_pair(10^18, 1), 1/10)", "(3/7)^(10^30)"}) {
    INFO(formula);
    CHECK(status(formula) == 3);
  }
}

TEST_CASE("formulas of great depth or length are read at once") {
  const auto repeated = [](int times, const std::string& text) {
    std::string result;
    for (int i = 0; i < times; ++i) result += text;
    return result;
  };
  const auto status = [](const std::string& formula) {
    return run_command({"timeout", "60", SHUFFLECERT_PROGRAM, "eval", formula}).status;
  };
  CHECK(status(repeated(190, "if(1 < 2, ") + "1" + repeated(190, ", 2)")) == 0);
  CHECK(status(repeated(190, "if(1 < 2, 1, ") + "1" + repeated(190, ")")) == 0);
  CHECK(status(repeated(190, "(") + "1" + repeated(190, ")")) == 0);
  CHECK(status(repeated(190, "max(1, ") + "1" + repeated(190, ")")) == 0);
  CHECK(status("1" + repeated(30000, " + 1")) == 0);
  CHECK(status(repeated(201, "if(1 < 2, ") + "1" + repeated(201, ", 2)")) == 2);
}

TEST_CASE("definitions that use others twice do not double the work at each level") {
  // x is continuous in every definition; finding that out must not take 2^60 steps.
  const auto name = [](int i) { return "e" + std::to_string(i); };
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += "[[define]]\nname = \"" + name(i) + "\"\nparameters = [\"x\"]\nvalue = \"" +
            (i < 2 ? "x" : "0*" + name(i - 1) + "(x) + " + name(i - 2) + "(x)") + "\"\n";
  judge_options options;
  options.limits = budget(budget::clock::now() + std::chrono::milliseconds(50));
  const claim_result result =
      judge_one(text + claim_text("kind = \"exists\"\nclaim = \"x^2 == 2 + 0*e59(x)\"\n"
                                  "domain = [\"x >= 0\", \"x <= 2\"]",
                                  "x = [1, 2]"),
                options);
  CHECK(result.found.outcome == verdict::undecided);
}

TEST_CASE("a claim has at most 10^6 points") {
  const std::string axes =
      "x = { from = 1, to = 1000, steps = 1000 }\ny = { from = 1, to = 10, steps = 1000 }\n";
  const catalogue most = read_text(claim_text("claim = \"x + y > 0\"", axes));
  CHECK(most.claims.front().problem.empty());
  CHECK(point_count(most.claims.front()) == 1000000);
  const catalogue more =
      read_text(claim_text("claim = \"x + y > 0\"", axes + "points = [{ x = 1, y = 2 }]"));
  CHECK(more.claims.front().problem.find("1000000") != std::string::npos);
}

TEST_CASE("commands that show their progress end as they do without a terminal", "[run-control]") {
  need_terminals();
  const temporary_directory scratch;
  const std::string claims =
      scratch.file("a.toml", heading + entry("t/a", "claim = \"x > 0\"\ncheck = { x = [1, 2] }"));
  const std::string results = scratch / "results.json";
  REQUIRE(run_program({"verify", claims, "--output", results}).status == 0);
  const std::vector<words> commands{
      {"simulate", "rr", "--n", "20", "--eps0", "1", "--delta", "1e-3", "--runs", "20000"},
      {"verify", claims},
      {"recheck", results},
      {"account", "--round", "rr_pair(3, 1)", "--delta", "1e-3"},
      {"letter", "cheu-2019"},
      {"frontier", "t/a", "--file", claims, "--over", "x", "--from", "1", "--to", "2"},
  };
  for (const words& command : commands) {
    INFO(command.front());
    const program_run alone = run_program(command);
    const program_run shown = running_program(command).wait();
    CHECK(shown.status == alone.status);
    CHECK(shown.status < 128);
  }
}

}  // namespace test_run_control
