// Runs that are killed and go on, runs in parts, and what is refused of both.

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "support/catch.hpp"
#include "support/refusal.hpp"
#include "support/run_program.hpp"
#include "support/this_run.hpp"

namespace test_long_runs {

namespace {

using json = nlohmann::json;

// Verdicts of every kind, a slip of rounding, a regime outside of which the claim fails, two
// versions of one statement, and readings: whatever is derived only when the run is complete.
std::string catalogue_text() {
  std::string text = R"(format = 1

[paper]
key   = "first"
title = "The first paper"

[[claim]]
id        = "first/bound"
of        = "bound"
claim     = "renyi(clone_pair(n, eps0), 2) <= exp(eps0)/n"
domain    = ["n >= 2", "eps0 > 0"]
integers  = ["n"]
regime    = ["eps0 <= 1/2", "n >= 100"]
corrected = "renyi(clone_pair(n, eps0), 2) <= eps0"
check     = { n = [10, 100], eps0 = ["1/10", 4] }

[[claim]]
id        = "second/bound"
of        = "bound"
claim     = "renyi(clone_pair(n, eps0), 2) <= eps0"
domain    = ["n >= 2", "eps0 > 0"]
integers  = ["n"]
check     = { n = [10, 100], eps0 = ["1/10", 4] }

[[claim]]
id      = "first/digits"
claim   = "exp(x) <= y"
printed = ["y"]
check   = { points = [{ x = 1, y = "2.71" }] }

[[claim]]
id    = "first/open"
claim = "(sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) - x + 1) < 1"
check = { x = [1, 2] }

[[claim]]
id    = "first/invalid"
claim = "1/(x - 1) > 0"
check = { x = [2, 1] }

[[claim]]
id     = "second/solution"
kind   = "exists"
exists = ["x"]
claim  = "x^2 == n"
domain = ["x >= 0", "x <= 9"]
check  = { n = [2, 3], x = [0, 1, 2] }

[[claim]]
id    = "second/rate"
kind  = "rate"
along = "n"
order = 1
error = "exp(1/n) - 1"
check = { n = [64, 128, 256] }
)";
  for (int i = 1; i <= 12; ++i)
    text += "\n[[claim]]\nid = \"more/" + std::to_string(i) +
            "\"\nclaim = \"renyi(clone_pair(n, eps0), " + std::to_string(i + 1) +
            ") <= eps0\"\ncheck = { n = [1000, 2000], eps0 = [1, 2, 3] }\n";
  return text;
}

struct workplace {
  temporary_directory scratch;
  std::string claims = scratch.file("claims.toml", catalogue_text());
  std::string journal = scratch / "run.journal";
  std::string output = scratch / "results.json";

  [[nodiscard]] words verify(const words& more = {}) const {
    words all{"verify", claims, "--threads", "1"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  [[nodiscard]] words with_journal(const words& more = {}) const {
    words all = verify({"--journal", journal, "--output", output});
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }
  // What one run without a journal finds.
  [[nodiscard]] std::string expected() const {
    const std::string whole = scratch / "whole.json";
    run_program(verify({"--output", whole}));
    return comparable_results(whole);
  }
  [[nodiscard]] std::string part(int index, int count) const {
    const std::string name =
        scratch / ("part-" + std::to_string(index) + "-of-" + std::to_string(count));
    run_program(verify({"--shard", std::to_string(index) + "/" + std::to_string(count), "--output",
                        name + ".json", "--journal", name + ".journal"}));
    return name;
  }
};

}  // namespace

TEST_CASE("a run that is killed goes on where it was", "[long_runs]") {
  const workplace place;
  const std::string expected = place.expected();
  CHECK(expected.find("wrong only outside the regime") != std::string::npos);
  const random_cases cases(2101, 6);
  random_source source(cases.seed());
  std::size_t kills = 0;
  for (int i = 0; i < cases.count(); ++i) {
    if (source.once_in(3)) {
      std::filesystem::remove(place.journal);
      std::filesystem::remove(place.journal + "-wal");
    }
    running_program run(place.with_journal());
    std::this_thread::sleep_for(std::chrono::milliseconds(20 + source.below(400)));
    run.signal(SIGKILL);
    if (run.wait().status == 128 + SIGKILL) ++kills;
  }
  const program_run last = run_program(place.with_journal());
  CHECK(last.status == 2);  // first/invalid
  CHECK(comparable_results(place.output) == expected);
  // And once more, with nothing left to do.
  std::filesystem::remove(place.output);
  const program_run again = run_program(place.with_journal());
  CHECK(again.err.find("19 of 19 claims are in the journal") != std::string::npos);
  CHECK(again.out == last.out);
  CHECK(comparable_results(place.output) == expected);
  INFO(kills << " runs were killed");
  CHECK(kills > 0);
}

TEST_CASE("what an earlier run has kept is not judged again", "[long_runs]") {
  const workplace place;
  run_program(place.with_journal());
  const json before = json::parse(text_of_file(place.output));
  run_program(place.with_journal());
  // Even the times are those of the first run.
  CHECK(json::parse(text_of_file(place.output)) == before);
}

TEST_CASE("a claim that the time limit may have cut short is judged again", "[long_runs]") {
  const workplace place;
  const std::string slow = place.scratch.file(
      "slow.toml",
      "format = 1\n[[claim]]\nid = \"t/slow\"\n"
      "claim = \"sum(j, 1, 10^7, sum(k, 1, 10^7, exp(x/(j + k)))) > 0\"\ncheck = { x = [1] }\n");
  const words command{"verify", slow, "--journal", place.journal, "--timeout", "0.3"};
  CHECK(run_program(command).status == 3);
  const program_run again = run_program(command);
  CHECK(again.status == 3);
  CHECK(again.err.find("in the journal") == std::string::npos);
}

TEST_CASE("a journal belongs to one run", "[long_runs]") {
  const workplace place;
  run_program(place.with_journal());
  const std::string kept = text_of_file(place.journal);
  const auto refuses = [&](const words& command, const words& parts) {
    check_refusal(run_program(command), parts);
    CHECK(text_of_file(place.journal) == kept);
  };
  refuses(place.with_journal({"--effort", "2"}),
          {place.journal, "another run", "the effort is the default there and 2 here"});
  refuses(place.with_journal({"--seed", "7"}), {"another run", "seed is 1 there and 7 here"});
  refuses(place.with_journal({"--shard", "1/2"}), {"another run", "cut into 1 part there"});
  refuses(place.with_journal({"first/digits"}), {"another run", "first/digits"});
  std::ofstream(place.claims, std::ios::app) << "\n";
  refuses(place.with_journal(), {"another run", "claims.toml' has changed"});
}

TEST_CASE("what is no journal is refused and stays", "[long_runs]") {
  const workplace place;
  const std::string text = place.scratch.file("notes.txt", "not a database\n");
  check_refusal(run_program(place.verify({"--journal", text})), {"notes.txt", "another kind"});
  CHECK(text_of_file(text) == "not a database\n");
  check_refusal(run_program(place.verify({"--journal", place.claims})), {"claims.toml"});
  check_refusal(run_program(place.verify({"--journal", place.output, "--output", place.output})),
                {"results.json"});
  check_refusal(run_program(place.verify({"--journal", place.scratch.path().string()})),
                {place.scratch.path().string()});
  check_refusal(run_program(place.verify({"--journal", place.scratch / "none/run.journal"})),
                {"none/run.journal"});
  CHECK_FALSE(std::filesystem::exists(place.output));
}

TEST_CASE("two processes do not share a journal", "[long_runs]") {
  const workplace place;
  const std::string slow = place.scratch.file(
      "slow.toml",
      "format = 1\n[[claim]]\nid = \"t/slow\"\n"
      "claim = \"sum(j, 1, 10^7, sum(k, 1, 10^7, exp(x/(j + k)))) > 0\"\ncheck = { x = [1] }\n");
  running_program first({"verify", slow, "--journal", place.journal});
  REQUIRE(first.shows("t/slow"));
  check_refusal(run_program({"verify", slow, "--journal", place.journal}),
                {place.journal, "used by another run"});
  first.signal(SIGKILL);
  first.wait();
}

TEST_CASE("a truncated or altered journal is refused or does no harm", "[long_runs][volume]") {
  const workplace place;
  run_program(place.with_journal());
  const std::string expected = comparable_results(place.output);
  const std::string whole = text_of_file(place.journal);
  const random_cases cases(2102, 10);
  random_source source(cases.seed());
  std::size_t refused = 0;
  for (int i = 0; i < cases.count(); ++i) {
    std::string text = whole;
    if (i % 2 == 0)
      text.resize(source.below(i % 4 == 0 ? 200 : whole.size()));
    else
      text[source.below(text.size())] ^= static_cast<char>(1 + source.below(255));
    std::filesystem::remove(place.journal + "-wal");
    std::ofstream(place.journal, std::ios::binary) << text;
    std::filesystem::remove(place.output);
    const program_run run = run_program(place.with_journal());
    INFO("case " << i << ", " << text.size() << " of " << whole.size() << " bytes: " << run.err);
    if (std::filesystem::exists(place.output)) {
      CHECK(comparable_results(place.output) == expected);
    } else {
      ++refused;
      check_refusal(run, {place.journal});
    }
  }
  CHECK(refused > 0);
}

TEST_CASE("parts make the whole, however many and in whatever order", "[long_runs][volume]") {
  const workplace place;
  const std::string expected = place.expected();
  const program_run whole = run_program(place.verify());
  const random_cases cases(2103, 1);
  random_source source(cases.seed());
  for (const int count : {1, 2, 7}) {
    std::vector<std::string> names;
    std::size_t claims = 0;
    for (int i = 1; i <= count; ++i) {
      names.push_back(place.part(i, count));
      claims += json::parse(text_of_file(names.back() + ".json")).at("claims").size();
    }
    CHECK(claims == 19);
    words command{"merge"};
    while (!names.empty()) {
      const std::size_t i = source.below(names.size());
      // From results and from journals alike.
      command.push_back(names[i] + (source.once_in(2) ? ".json" : ".journal"));
      names.erase(names.begin() + static_cast<std::ptrdiff_t>(i));
    }
    command.insert(command.end(), {"--output", place.output});
    const program_run merged = run_program(command);
    INFO(merged.err);
    CHECK(merged.status == whole.status);
    CHECK(merged.out == whole.out);
    CHECK(comparable_results(place.output) == expected);
    CHECK(json::parse(text_of_file(place.output)).at("command") ==
          "shufflecert verify " + place.claims);
    CHECK(run_program({"recheck", place.output}).status == 0);
  }
}

TEST_CASE("parts that are not of one run are refused", "[long_runs][volume]") {
  const workplace place;
  const std::string one = place.part(1, 3);
  const std::string two = place.part(2, 3);
  const std::string three = place.part(3, 3);
  const std::string half = place.part(1, 2);
  const auto refuses = [&](words files, const words& parts) {
    files.insert(files.begin(), "merge");
    files.insert(files.end(), {"--output", place.output});
    check_refusal(run_program(files), parts);
    CHECK_FALSE(std::filesystem::exists(place.output));
  };
  refuses({one + ".json", three + ".json"}, {"without part 2/3"});
  refuses({one + ".json"}, {"without parts 2/3, 3/3"});
  refuses({one + ".json", two + ".json", one + ".journal"}, {"part 1/3 is there twice"});
  refuses({one + ".json", half + ".json"},
          {"no parts of one run", "into 2 parts there and into 3 here"});
  refuses({place.claims}, {"claims.toml"});
  refuses({place.scratch / "missing.json"}, {"missing.json"});
  run_program(place.verify({"--output", place.scratch / "plain.json"}));
  refuses({place.scratch / "plain.json"}, {"a whole run, not a part"});
  std::string text = text_of_file(two + ".json");
  const std::size_t at = text.find("\"complete\": true");
  REQUIRE(at != std::string::npos);
  text.replace(at, 16, "\"complete\": null");
  const std::string altered = place.scratch.file("altered.json", text);
  refuses({one + ".json", altered, three + ".json"}, {"altered.json", "was altered"});
  // A part that was not finished.
  const std::string slow = place.scratch.file(
      "slow.toml",
      "format = 1\n[[claim]]\nid = \"t/slow\"\n"
      "claim = \"sum(j, 1, 10^7, sum(k, 1, 10^7, exp(x/(j + k)))) > 0\"\ncheck = { x = [1] }\n");
  // The limit is to end the judging: a slow machine reads the claims in more time.
  const std::string unfinished = place.scratch / "stopped.json";
  for (int limit = 1; !std::filesystem::exists(unfinished); limit *= 2) {
    REQUIRE(limit <= 1024);
    run_program({"verify", slow, "--shard", "1/1", "--output", unfinished, "--journal",
                 place.journal, "--timeout", std::to_string(limit)});
  }
  refuses({unfinished}, {"stopped.json", "before every claim was judged"});
  refuses({place.journal}, {"is not complete", "0 of the 1 claims", "t/slow"});
}

TEST_CASE("parts are asked for as I/N", "[long_runs]") {
  const workplace place;
  for (const char* part :
       {"0/2", "3/2", "2", "1/", "/2", "1/2/3", "-1/2", "1/0", "a/b", "1/10001", "1 / 2", ""})
    check_refusal(run_program(place.verify({"--shard", part})), {"--shard", "I/N"});
}

}  // namespace test_long_runs
