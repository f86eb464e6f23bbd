// simulate: planted faults are exposed, correct mechanisms are not, whatever the number of threads.

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/refusal.hpp"
#include "support/run_program.hpp"

namespace test_simulate {

namespace {

using json = nlohmann::json;

json answer_of(const words& more, int status) {
  words arguments{"simulate", "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const program_run run = run_program(arguments);
  INFO(run.err);
  REQUIRE(run.status == status);
  return json::parse(run.out);
}

words with_fault(words arguments, const std::string& fault) {
  arguments.insert(arguments.end(), {"--fault", fault});
  return arguments;
}

}  // namespace

TEST_CASE("simulate exposes planted faults, and no correct mechanism", "[simulate]") {
  const words response{"rr", "--n", "5", "--eps0", "1", "--delta", "0.05"};
  const words symbols{"krr", "--n", "5", "--k", "4", "--eps0", "1", "--delta", "0.05"};
  const words laplace{"laplace", "--n", "5", "--eps0", "1", "--delta", "0.05"};
  for (const words& correct : {response, symbols, laplace}) {
    const json found = answer_of(correct, 0);
    CHECK(found["exceeded"] == false);
    CHECK(found["certified"]["upper"].is_string());
  }
  CHECK(answer_of(with_fault(response, "probability"), 1)["exceeded"] == true);
  CHECK(answer_of(with_fault(laplace, "half-noise"), 1)["exceeded"] == true);
  // The bits of the sum of an input and its noise.
  CHECK(answer_of({"laplace", "--n", "1", "--eps0", "1"}, 0)["exceeded"] == false);
  CHECK(answer_of({"laplace", "--n", "1", "--eps0", "1", "--fault", "all-bits"}, 1)["exceeded"] ==
        true);
  for (const words& ordered : {response, symbols, laplace}) {
    const json found = answer_of(with_fault(ordered, "no-shuffle"), 1);
    CHECK(found["exceeded"] == true);
    CHECK(found["event"]["score"] == "first-report");
  }
}

TEST_CASE("the result of simulate does not depend on the threads, but on the seed", "[simulate]") {
  const auto found = [](const std::string& threads, const std::string& seed) {
    json answer = answer_of({"laplace", "--n", "3", "--eps0", "log(3)", "--delta", "1e-3", "--runs",
                             "9000", "--threads", threads, "--seed", seed},
                            0);
    answer.erase("seconds");
    return answer;
  };
  const json one = found("1", "7");
  CHECK(one == found("2", "7"));
  CHECK(one == found("5", "7"));
  CHECK(one["hits"] != found("1", "8")["hits"]);
}

TEST_CASE("simulate audits the numbers of another program", "[simulate]") {
  const temporary_directory scratch;
  std::string often;
  std::string seldom;
  for (int i = 0; i < 2000; ++i) {
    often += i % 4 != 0 ? "1\n" : "0\n";
    seldom += i % 4 == 0 ? "1\n" : "0\n";
  }
  const std::string p = scratch.file("p.txt", often);
  const std::string q = scratch.file("q.txt", seldom);
  // ln 3 is about 1.0986.
  CHECK(answer_of({"--samples", p, q}, 0)["certified"].is_null());
  CHECK(answer_of({"--samples", p, q, "--against", "log(3)"}, 0)["exceeded"] == false);
  CHECK(answer_of({"--samples", p, q, "--against", "0.9"}, 1)["exceeded"] == true);
  check_refusal(run_program({"simulate", "--samples", p, scratch.file("few.txt", "1\n")}),
                {"few.txt", "1 numbers", "100 or more"});
  check_refusal(run_program({"simulate", "--samples", p, scratch.file("odd.txt", "1\none\n")}),
                {"odd.txt:2", "one"});
  check_refusal(run_program({"simulate", "--samples", p, scratch.file("more.txt", often + "1\n")}),
                {"2001", "2000"});
  check_refusal(run_program({"simulate", "--samples", p, q, "--n", "3"}), {"--n", "--samples"});
}

TEST_CASE("simulate refuses what it cannot run", "[simulate]") {
  const auto refuses = [](const words& more, const words& parts) {
    words arguments{"simulate"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    check_refusal(run_program(arguments), parts);
  };
  refuses({}, {"needs a randomizer", "rr, krr, laplace"});
  refuses({"gauss", "--n", "3", "--eps0", "1"}, {"no randomizer 'gauss'", "rr, krr, laplace"});
  refuses({"rr", "--n", "3"}, {"--eps0"});
  refuses({"rr", "--n", "0", "--eps0", "1"}, {"n must be", "1000000"});
  refuses({"rr", "--n", "1/2", "--eps0", "1"}, {"--n 1/2", "whole number"});
  refuses({"rr", "--n", "3", "--eps0", "0"}, {"eps0 must be above 0"});
  refuses({"rr", "--n", "3", "--eps0", "x"}, {"--eps0"});
  refuses({"rr", "--n", "3", "--eps0", "1", "--k", "3"}, {"--k belongs to krr"});
  refuses({"krr", "--n", "3", "--eps0", "1", "--k", "2"}, {"k must be", "3 to 1000"});
  refuses({"rr", "--n", "3", "--eps0", "1", "--delta", "1"}, {"--delta 1", "below 1"});
  refuses({"rr", "--n", "3", "--eps0", "1", "--confidence", "1"}, {"--confidence 1"});
  refuses({"rr", "--n", "3", "--eps0", "1", "--runs", "5"}, {"--runs", "100"});
  refuses({"rr", "--n", "3", "--eps0", "1", "--seed", "-1"}, {"--seed"});
  refuses({"rr", "--n", "3", "--eps0", "1", "--fault", "half-noise"}, {"only laplace"});
  refuses({"rr", "--n", "3", "--eps0", "1", "--fault", "all-bits"}, {"only laplace"});
  refuses({"laplace", "--n", "3", "--eps0", "1", "--fault", "probability"}, {"laplace"});
  refuses({"rr", "--n", "3", "--eps0", "10", "--fault", "probability"}, {"above 1"});
  refuses({"rr", "--n", "3", "--eps0", "1", "--fault", "x"}, {"--fault x", "no-shuffle"});
  refuses({"rr", "--n", "3", "--eps0", "1", "--against", "1"}, {"--against"});
}

}  // namespace test_simulate
