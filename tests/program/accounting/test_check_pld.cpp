// check-pld: whether a distribution of losses on a grid bounds a pair, by exact comparison.

#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/refusal.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_check_pld {

namespace {

using json = nlohmann::ordered_json;

struct checked_losses {
  int status;
  json answer;
};

checked_losses check(const json& losses, const std::string& pair, const words& more = {}) {
  const temporary_directory scratch;
  words asked{"check-pld", scratch.file("pld.json", losses.dump()), "--pair", pair, "--json"};
  asked.insert(asked.end(), more.begin(), more.end());
  const program_run run = run_program(asked);
  INFO(run.err);
  REQUIRE(run.status != 2);
  return {run.status, json::parse(run.out)};
}

json losses(double interval, const json& masses, double infinite = 0) {
  return {{"interval", interval}, {"infinity_mass", infinite}, {"masses", masses}};
}

std::string refused(const words& arguments) {
  const program_run run = run_program(arguments);
  check_refusal(run, {});
  return run.err;
}

}  // namespace

TEST_CASE("losses that are rounded up are pessimistic, to nearest or down they are not") {
  // The loss of one report is log 3 = 1.0986… with probability 3/4, else its negative.
  const std::string pair = "rr_pair(1, log(3))";
  const checked_losses up = check(losses(0.25, {{"5", 0.75}, {"-4", 0.25}}), pair);
  CHECK(up.status == 0);
  CHECK(up.answer["pessimistic"] == true);
  CHECK(up.answer["pessimistic_from_zero"] == true);
  CHECK(up.answer["below"] == 0);
  CHECK(up.answer["most_below"].is_null());

  const checked_losses nearest = check(losses(0.25, {{"4", 0.75}, {"-4", 0.25}}), pair);
  CHECK(nearest.status == 1);
  CHECK(nearest.answer["pessimistic"] == false);
  CHECK(nearest.answer["pessimistic_from_zero"] == false);
  // At e^1 the pair has 3/4 - e/4 = 0.0704…, the distribution nothing.
  CHECK(nearest.answer["most_below"]["eps"] == "1");
  CHECK(nearest.answer["most_below"]["pair"]["lower"].get<std::string>().starts_with("0.07042954"));
  CHECK(nearest.answer["most_below"]["distribution"]["upper"] == "0");

  // Only the negative loss is too low, which matters below ε = -1.0986 only.
  const checked_losses low = check(losses(0.25, {{"5", 0.75}, {"-5", 0.25}}), pair);
  CHECK(low.status == 1);
  CHECK(low.answer["pessimistic"] == false);
  CHECK(low.answer["pessimistic_from_zero"] == true);

  // A total below 1 matters only as ε falls.
  const checked_losses lacking = check(losses(0.25, {{"5", 0.75}, {"-4", 0.2499}}), pair);
  CHECK(lacking.answer["pessimistic"] == false);
  CHECK(lacking.answer["pessimistic_from_zero"] == true);
}

TEST_CASE("the libraries' names and forms of a distribution are read") {
  const std::string pair = "rr_pair(1, log(3))";
  const json sparse{{"discretization", 0.25},
                    {"infinity_mass", 0.0},
                    {"loss_probs", {{"5", 0.75}, {"-4", 0.25}}}};
  CHECK(check(sparse, pair).status == 0);
  const json dense{{"discretization", 0.25},
                   {"infinity_mass", 0.0},
                   {"lower_loss", -4},
                   {"probs", {0.25, 0, 0, 0, 0, 0, 0, 0, 0, 0.75}}};
  CHECK(check(dense, pair).status == 0);
  // All infinite: a bound for every pair, and for a pair with an infinite loss of its own.
  CHECK(check(losses(1, {{"-1", 0.5}}, 0.5), "pair(law(x, 1, 2, 1/2), law(x, 2, 3, 1/2))").status ==
        1);
  CHECK(check(losses(1, {{"0", 0.5}}, 0.5), "pair(law(x, 1, 2, 1/2), law(x, 2, 3, 1/2))").status ==
        0);
  CHECK(check(losses(0.25, {{"5", 0.75}, {"-4", 0.25}}), "rr_pair(n, log(3))", {"--set", "n=1"})
            .status == 0);
}

TEST_CASE("losses that are off by less than a double shows are told apart") {
  // log 2 lies between two doubles, which are 1.1e-16 apart. By mpmath, to 60 digits: with the
  // larger one as the interval δ is enough by 4.1e-17 at least; with the smaller one the pair has
  // 1.5e-17 where the distribution has none.
  const double above = std::nextafter(std::log(2.0), 1.0);
  const double most = std::nextafter(2.0 / 3, 1.0);
  const checked_losses both =
      check(losses(above, {{"1", most}, {"-1", 0.5}}), "rr_pair(1, log(2))");
  CHECK(both.status == 0);
  CHECK(both.answer["pessimistic"] == true);
  const checked_losses less =
      check(losses(std::log(2.0), {{"1", most}, {"-1", 0.5}}), "rr_pair(1, log(2))");
  CHECK(less.answer["pessimistic_from_zero"] == false);
}

TEST_CASE("what is no distribution is refused in one line") {
  const temporary_directory scratch;
  const auto complaint = [&](const std::string& text, const std::string& pair = "rr_pair(1, 1)") {
    return refused({"check-pld", scratch.file("pld.json", text), "--pair", pair});
  };
  CHECK(has(complaint("{"), "it is not JSON"));
  CHECK(has(complaint("[1, 2]"), "expected an object"));
  CHECK(has(complaint("{}"), "it has no \"interval\""));
  CHECK(
      has(complaint(R"({"interval": 0, "infinity_mass": 0})"), "interval: expected a number > 0"));
  CHECK(has(complaint(R"({"interval": 1, "masses": {"0": 1}})"), "no \"infinity_mass\""));
  CHECK(has(complaint(R"({"interval": 1, "infinity_mass": 0})"), "it has no masses"));
  CHECK(has(complaint(R"({"interval": 1, "infinity_mass": 0, "masses": {"x": 1}})"),
            "'x' is no multiple of the interval"));
  CHECK(has(complaint(R"({"interval": 1, "infinity_mass": 0, "masses": {"0": -1}})"),
            "masses, '0': expected a number >= 0, found -1"));
  CHECK(has(complaint(R"({"interval": 1, "infinity_mass": 0, "masses": {"0": 0}})"),
            "all masses are 0"));
  const std::string fine = R"({"interval": 1, "infinity_mass": 0, "masses": {"0": 1}})";
  CHECK(has(complaint(fine, "1 + 1"), "expected a pair"));
  CHECK(has(complaint(fine, "rr_pair(0, 1)"), "it has no value"));
  CHECK(has(complaint(fine, "rr_pair(n, 1)"), "n"));
  CHECK(has(refused({"check-pld", scratch / "none.json", "--pair", "rr_pair(1, 1)"}), "none.json"));
}

}  // namespace test_check_pld
