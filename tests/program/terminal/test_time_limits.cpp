// What a time limit leaves of a table: the rows that were computed, and a word about the others.

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/refusal.hpp"
#include "support/run_program.hpp"

namespace test_time_limits {

namespace {

using json = nlohmann::json;

// Values that are known at once, and for x > 2 a single call that takes minutes and does not look
// at the time.
const std::string slow_rows = "if(x <= 2, exp(x), sum(j, 1, 50, binomial(pi + x + j, 10^5)))";

// The command with a time limit that grows until the first rows are there: a slow machine takes
// longer to read the catalogue.
template <class IsEnough>
program_run run_with_limit(words command, const IsEnough& is_enough) {
  command.insert(command.end(), {"--timeout", ""});
  for (double seconds = 1;; seconds *= 2) {
    command.back() = std::to_string(seconds);
    program_run run = run_program(command);
    if (is_enough(run) || seconds > 60) return run;
  }
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Whether the second row of the JSON has something under this key. Threads finish rows in any
// order.
bool has_in_second_row(const program_run& run, const char* key) {
  const json root = json::parse(run.out, nullptr, false);
  const json* rows = root.is_object() && root.contains("rows") ? &root.at("rows") : nullptr;
  return rows != nullptr && rows->size() > 1 && rows->at(1).contains(key) &&
         !rows->at(1).at(key).empty();
}

}  // namespace

TEST_CASE("a table that is given up keeps its rows", "[time_limits]") {
  const temporary_directory scratch;
  const std::string csv = scratch / "table.csv";
  const auto text_of_csv = [&] {
    std::string text = text_of_file(csv);
    std::filesystem::remove(csv);
    return text;
  };
  SECTION("eval") {
    const words command{"eval", slow_rows, "--digits", "10000", "--set", "x=1,2,3,4", "--json"};
    const program_run run = run_with_limit(command, [](const program_run& one) {
      return has(one.out, "2.718") && has(one.out, "7.389");
    });
    CHECK(run.status == 3);
    const json rows = json::parse(run.out);
    REQUIRE(rows.is_array());
    REQUIRE(rows.size() == 4);
    CHECK(rows[1].at("lower").get<std::string>().starts_with("7.389"));
    CHECK(has(rows[2].at("message"), "the time limit was reached"));
    CHECK(has(rows[3].at("message"), "the time limit was reached"));
  }
  const std::string relation = "if(a <= 2, exp(x), sum(j, 1, 50, binomial(pi + x + j, 10^5))) <= 3";
  SECTION("frontier") {
    const words command{"frontier", relation, "--over", "x",         "--from", "0",
                        "--to",     "2",      "--set",  "a=1,2,3,4", "--csv",  csv};
    const program_run run = run_with_limit(
        command, [](const program_run& one) { return has(one.err, "2 stayed undecided"); });
    CHECK(run.status == 3);
    CHECK(has(run.out, "open"));
    CHECK(has(run.err, "the time limit was reached; of 4 rows 2 stayed undecided"));
    CHECK(has(text_of_csv(), "1.0986"));
    words as_json = command;
    as_json.emplace_back("--json");
    const auto is_enough = [](const program_run& one) {
      return has_in_second_row(one, "switches");
    };
    const json answer = json::parse(run_with_limit(as_json, is_enough).out);
    REQUIRE(answer.at("rows").size() == 4);
    CHECK(answer.at("rows")[1].at("switches").size() == 1);
    REQUIRE(answer.at("rows")[3].at("open").size() == 1);
    CHECK(has(answer.at("rows")[3].at("open")[0].at("reason"), "the time limit was reached"));
  }
  SECTION("calibrate") {
    const words command{"calibrate", relation, "--over",    "x",     "--from", "0",     "--to",
                        "2",         "--set",  "a=1,2,3,4", "--csv", csv,      "--json"};
    const program_run run = run_with_limit(
        command, [](const program_run& one) { return has_in_second_row(one, "suffices"); });
    CHECK(run.status == 3);
    const json rows = json::parse(run.out).at("rows");
    REQUIRE(rows.size() == 4);
    CHECK(rows[1].at("suffices").at("value") == "1.09861");
    CHECK(has(rows[2].at("message"), "the time limit was reached"));
    CHECK(has(rows[3].at("message"), "the time limit was reached"));
    CHECK(has(text_of_csv(), "1.0986"));
  }
  SECTION("account") {
    const words command{"account",
                        "--round",
                        "clone_pair(n, 1)",
                        "--set",
                        "n=10 + floor(sum(j, 1, 50, abs(binomial(pi + j, 10^5))))",
                        "--delta",
                        "1e-6",
                        "--csv",
                        csv,
                        "--json"};
    const program_run run =
        run_with_limit(command, [](const program_run& one) { return has(one.out, "\"routes\""); });
    CHECK(run.status == 3);
    const json rows = json::parse(run.out).at("routes");
    REQUIRE(rows.size() >= 5);
    for (const json& row : rows) CHECK(has(row.at("message"), "the time limit was reached"));
    CHECK(has(text_of_csv(), "direct"));
  }
}

TEST_CASE("a table of which nothing is computed is an empty list", "[time_limits]") {
  const temporary_directory scratch;
  const std::string table = scratch.file("table.csv", "x\n1\n");
  // Ends of ranges that take longer than the limit to compare.
  const std::string range = "x=sum(j, 1, 10^7, 1/j):sum(j, 1, 10^7, 2/j):3";
  for (const words& command :
       {words{"eval", "exp(x)", "--set", range}, words{"eval", "exp(x) < 3", "--set", range},
        words{"compare", "--eps0", "1", "--lambda", "4", "--n", range.substr(2)}}) {
    INFO(command.front());
    words limited = command;
    limited.insert(limited.end(), {"--timeout", "0.001"});
    const program_run run = run_program(limited);
    CHECK(run.status == 3);
    CHECK(run.out.empty());
    CHECK(run.err == "shufflecert: the time limit was reached before the first row\n");
    limited.emplace_back("--json");
    const program_run as_json = run_program(limited);
    CHECK(as_json.status == 3);
    CHECK(json::parse(as_json.out) == json::array());
  }
}

TEST_CASE("a search that runs out of time keeps its nearest mechanism", "[time_limits]") {
  const auto is_found = [](const program_run& run) { return has(run.out, "nearest, with"); };
  const words command{"falsify",
                      "hockey_stick(any_mechanism(n, 1), 1/10) <= hockey_stick(clone_pair(n, 1), "
                      "1/10)",
                      "--set",
                      "n=6",
                      "--tries",
                      "1000000"};
  const program_run run = run_with_limit(command, is_found);
  CHECK(run.status == 3);
  CHECK(has(run.out, "shufflecert eval"));
  CHECK(has(run.err, "the time limit was reached after "));
  words as_json = command;
  as_json.emplace_back("--json");
  const program_run told =
      run_with_limit(as_json, [](const program_run& one) { return has(one.out, "outputs"); });
  const json answer = json::parse(told.out);
  CHECK(answer.at("mechanism").is_object());
  CHECK(answer.at("message") == "the time limit was reached");
  CHECK(answer.at("looked_at") > 0);
  // A claim, at many points.
  const program_run of_claim =
      run_with_limit({"falsify", "bound/trivial_renyi/mechanism", "--tries", "1000000"}, is_found);
  CHECK(of_claim.status == 3);
  CHECK(has(of_claim.out, "nearest, with"));
  CHECK(has(of_claim.err, "the time limit was reached after "));
}

TEST_CASE("a seed is a whole number from 0 on", "[time_limits]") {
  const temporary_directory scratch;
  const std::string claims =
      scratch.file("a.toml", "format = 1\n[[claim]]\nid = \"t/a\"\nclaim = \"1 < 2\"\n");
  for (const char* seed : {"-1", "-0", "1.5", "x", "", " 1", "+1", "1e3"}) {
    INFO("'" << seed << "'");
    const std::string option = std::string("--seed=") + seed;
    check_refusal(run_program({"verify", claims, option}), {"--seed"});
    check_refusal(run_program({"falsify", "bound/trivial_renyi/mechanism", option}), {"--seed"});
    check_refusal(run_program({"simulate", "rr", "--n", "10", "--eps0", "1", option}), {"--seed"});
  }
  check_refusal(run_program({"verify", claims, "--seed", "-1"}),
                {"--seed", "a whole number from 0 on", "'-1'"});
  CHECK(run_program({"verify", claims, "--seed", "0"}).status == 0);
}

TEST_CASE("a file without an end is refused with little memory", "[time_limits]") {
  constexpr long most_kilobytes = 250'000;
  const auto refuses = [&](const words& command, const words& parts) {
    words limited{"timeout", "60", SHUFFLECERT_PROGRAM};
    limited.insert(limited.end(), command.begin(), command.end());
    const program_run run = run_command(limited);
    check_refusal(run, parts);
    CHECK(run.peak_kilobytes < most_kilobytes);
  };
  refuses({"simulate", "--samples", "/dev/zero", "/dev/zero"}, {"/dev/zero:1", "4096"});
  for (const char* command : {"merge", "recheck"}) refuses({command, "/dev/zero"}, {"/dev/zero"});
  refuses({"report", "/dev/zero", "--output", "/nonexistent/report"}, {"/dev/zero"});
  // Numbers without an end, through a pipe.
  const program_run run = run_command(
      {"sh", "-c", "yes 0.5 | timeout 100 \"$0\" simulate --samples /dev/stdin /dev/null",
       SHUFFLECERT_PROGRAM});
  CHECK(run.status == 2);
  CHECK(has(run.err, "'/dev/stdin' has more than 10000000 numbers"));
  CHECK(run.peak_kilobytes < most_kilobytes);
}

}  // namespace test_time_limits
