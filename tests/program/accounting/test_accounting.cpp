// account and calibrate, as they are used.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/refusal.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_accounting {

namespace {

using json = nlohmann::json;

double number_of(const json& text) {
  return std::stod(text.get<std::string>());
}

json result_of(words arguments) {
  arguments.emplace_back("--json");
  const program_run run = run_program(arguments);
  INFO(run.err);
  CHECK(run.status == 0);
  return json::parse(run.out);
}

bool is_true(const std::string& relation) {
  // A caution may follow.
  return run_program({"eval", relation}).out.starts_with("true\n");
}

std::map<std::string, json> routes_of(const words& arguments) {
  std::map<std::string, json> routes;
  const json found = result_of(arguments);
  for (const json& route : found["routes"]) routes[route["route"]] = route;
  return routes;
}

// ε of a Gaussian pair at δ, in double by bisection.
double gaussian_epsilon(double mu, double delta) {
  const auto phi = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
  double low = -10;
  double high = 100;
  for (int i = 0; i < 200; ++i) {
    const double eps = (low + high) / 2;
    const double here = phi(-eps / mu + mu / 2) - std::exp(eps) * phi(-eps / mu - mu / 2);
    (here > delta ? low : high) = eps;
  }
  return low;
}

}  // namespace

TEST_CASE("rounds are said to follow one another, with the same users") {
  const program_run two =
      run_program({"account", "--round", "rr_pair(20, 1)", "--times", "2", "--round",
                   "rr_pair(30, 1)", "--times", "1", "--delta", "1e-3"});
  CHECK(two.out.starts_with(
      "2 rounds of rr_pair(20, 1), then 1 round of rr_pair(30, 1), delta = 1e-3\n"));
  // Whoever forgot --times sees that it is missing.
  const words one{"account", "--round", "rr_pair(20, 1)", "--delta", "1e-3"};
  CHECK(run_program(one).out.starts_with("1 round of rr_pair(20, 1) (no --times), delta = 1e-3\n"));
  words one_given = one;
  one_given.insert(one_given.end(), {"--times", "1"});
  CHECK(run_program(one_given).out.starts_with("1 round of rr_pair(20, 1), delta = 1e-3\n"));
  const std::string help = run_program({"account", "--help"}).out;
  CHECK(has(help, "Rounds follow one another, with the same users in each; for groups of users"));
}

TEST_CASE("calibrate finds two neighbours, of which one suffices and the other does not",
          "[volume]") {
  const struct {
    words arguments;
    std::string relation;  // with X for the variable
    std::string unit;
    bool is_largest;
    bool is_proved;
  } asked[] = {
      {{"exp(x) <= 3", "--over", "x", "--from", "0.1", "--to", "9", "--digits", "12"},
       "exp(X) <= 3",
       "10^-11",
       true,
       true},
      {{"epsilon(clone_pair(1000, eps0), 10^-6) <= 1/4", "--over", "eps0", "--from", "1/100",
        "--to", "4"},
       "epsilon(clone_pair(1000, X), 10^-6) <= 1/4",
       "10^-5",
       true,
       true},
      {{"epsilon(clone_pair(n, 2), 10^-6) <= 1/4", "--over", "n", "--from", "2", "--to", "10^6"},
       "epsilon(clone_pair(X, 2), 10^-6) <= 1/4",
       "1",
       false,
       true},
      {{"hockey_stick(gaussian_pair(mu), 1) > 10^-200", "--over", "mu", "--from", "0.001", "--to",
        "3", "--digits", "9"},
       "hockey_stick(gaussian_pair(X), 1) > 10^-200",
       "10^-10",
       false,
       false},
      {{"x >= 10^-400", "--over", "x", "--from", "10^-800", "--to", "1", "--digits", "3"},
       "X >= 10^-400",
       "10^-402",
       false,
       false},
      {{"x^3 < 2 or x < -5", "--over", "x", "--from", "-2", "--to", "2"},
       "X^3 < 2",
       "10^-5",
       true,
       false},
      {{"epsilon(compose(clone_pair(30, eps0), 5), 10^-4) <= 1", "--over", "eps0", "--from",
        "1/100", "--to", "2"},
       "epsilon(compose(clone_pair(30, X), 5), 10^-4) <= 1",
       "10^-6",
       true,
       true},
  };
  for (const auto& [arguments, relation, unit, is_largest, is_proved] : asked) {
    INFO(relation);
    words line{"calibrate"};
    line.insert(line.end(), arguments.begin(), arguments.end());
    const json row = result_of(line)["rows"][0];
    CHECK(row["proved"] == is_proved);
    if (is_proved)
      CHECK(row["is"] == (is_largest ? "largest" : "least"));
    else
      CHECK(row["is"].is_null());
    // A message says why there is no proof.
    CHECK(row["message"].is_null() == is_proved);
    const std::string suffices = row["suffices"]["value"];
    const std::string does_not = row["does_not"]["value"];
    CHECK(is_true("(" + suffices + ") < (" + does_not + ")") == is_largest);
    const auto at = [&relation = relation](const std::string& value) {
      std::string text = relation;
      return text.replace(text.find('X'), 1, "(" + value + ")");
    };
    CHECK(is_true(at(suffices)));
    CHECK(is_true("not (" + at(does_not) + ")"));
    CHECK(is_true("abs(" + suffices + " - " + does_not + ") <= " + unit));
  }
}

TEST_CASE("calibrate gives as many digits as are asked for") {
  // Along x the sides' logarithms are a line, on which the first step lands.
  const json row =
      result_of({"calibrate", "exp(x) <= 3", "--over", "x", "--from", "0", "--to", "2"})["rows"][0];
  CHECK(row["suffices"]["value"] == "1.09861");
  CHECK(row["does_not"]["value"] == "1.09862");
}

TEST_CASE("calibrate evaluates rounds seldom", "[volume]") {
  // Each evaluation is a convolution. Secants that go on to the last digit take eleven.
  const json row = result_of({"calibrate", "epsilon(compose(clone_pair(30, eps0), 5), 10^-4) <= 1",
                              "--over", "eps0", "--from", "1/100", "--to", "2"})["rows"][0];
  CHECK(row["evaluations"].get<int>() <= 9);
  // The last looks have the digits that decide.
  CHECK(number_of(row["suffices"]["lhs"]["upper"]) <= 1);
  CHECK(number_of(row["does_not"]["lhs"]["lower"]) > 1);
}

TEST_CASE("calibrate says largest only where the rules for ranges show it") {
  const json proved = result_of({"calibrate", "epsilon(clone_pair(100, eps0), 10^-3) <= 1/2",
                                 "--over", "eps0", "--from", "0.01", "--to", "4"})["rows"][0];
  CHECK(proved["proved"] == true);
  // It fails between 0.4 and 0.6, too, and nobody looked there.
  const json hidden = result_of({"calibrate", "(x - 1/2)^2 > 1/100 and x < 3", "--over", "x",
                                 "--from", "0.1", "--to", "9"})["rows"][0];
  CHECK(hidden["proved"] == false);
  const program_run run = run_program(
      {"calibrate", "(x - 1/2)^2 > 1/100 and x < 3", "--over", "x", "--from", "0.1", "--to", "9"});
  CHECK(has(run.out, "shown for these two values only"));
  CHECK_FALSE(has(run.out, "largest"));
}

TEST_CASE("calibrate searches inside of a range of which an end stays open") {
  // One factor is 0 at x = 2, one at x = 8, which no enclosure shows, and no algebra of single
  // roots.
  const std::string two = "(1 + sqrt(x) - sqrt(3 + 2*sqrt(x)))";
  const std::string eight = "(1 + sqrt(x) - sqrt(9 + 2*sqrt(x)))";
  const std::string left = two + "*(x - 10)*(x - 4) >= 0";
  const std::string right = eight + "*(x - 1)*(x - 4) <= 0";
  const std::string both = two + "*" + eight + "*(x - 4) <= 0";
  const auto asked = [](const std::string& relation, const std::string& from,
                        const std::string& to) {
    return words{"calibrate", relation, "--over", "x", "--from", from, "--to", to};
  };
  for (const auto& [relation, ends] : std::vector<std::pair<std::string, std::vector<int>>>{
           {left, {2}}, {right, {8}}, {both, {2, 8}}}) {
    INFO(relation);
    const json row = result_of(asked(relation, "2", "8"))["rows"][0];
    CHECK(row["proved"] == false);
    const double holds = number_of(row["suffices"]["value"]);
    const double fails = number_of(row["does_not"]["value"]);
    CHECK(std::abs(holds - 4) < 2e-5);
    CHECK(std::abs(fails - 4) < 2e-5);
    CHECK(holds != fails);
    for (const int end : ends)
      CHECK(has(row["message"].get<std::string>(), "at x = " + std::to_string(end)));
  }
  // exp(10^300) is out of reach, and most of the range as well.
  const json row = result_of(
      {"calibrate", "exp(x) < 1e100", "--over", "x", "--from", "0", "--to", "1e300"})["rows"][0];
  CHECK(row["suffices"]["value"] == "230.258");
  // What is certain where nothing is found: it holds on that side of what stays open.
  const program_run same = run_program(asked(left, "2", "3"));
  CHECK(same.status == 3);
  CHECK(has(same.out, "undecided: it holds at x = 2."));
  CHECK(has(same.out, " and 3, and is open at x = 2: "));
  // And where every value stays open.
  const program_run never = run_program(asked("sqrt(x + 1 + 2*sqrt(x)) - sqrt(x) <= 1", "2", "3"));
  CHECK(never.status == 3);
  CHECK(has(never.out, "undecided: at x = 2: both sides agree to 50 digits; at x = 3: "));
}

TEST_CASE("calibrate proves the part of a range that it can evaluate") {
  // A sum over so many users is not started.
  const std::string relation = "chi_moment(krr_pair(3, n, 2), 3) <= 1/10";
  const words line{"calibrate", relation, "--over", "n", "--from", "2", "--to", "10^15"};
  const json row = result_of(line)["rows"][0];
  CHECK(row["proved"] == false);
  CHECK(row["is"].is_null());
  CHECK(has(row["message"].get<std::string>(), "it stays undecided at n = 1e15: krr_pair"));
  const int suffices = std::stoi(row["suffices"]["value"].get<std::string>());
  CHECK(row["does_not"]["value"] == std::to_string(suffices - 1));
  CHECK(has(run_program(line).out, "proved from 2 to "));
}

TEST_CASE("values far from 1 are written with an exponent") {
  const program_run tiny = run_program({"calibrate", "x >= 10^-400", "--over", "x", "--from",
                                        "10^-800", "--to", "1", "--digits", "3"});
  CHECK(tiny.status == 0);
  CHECK(has(tiny.out, "x = 1e-400 "));
  CHECK(has(tiny.out, "x = 99e-402 "));
  const program_run ends =
      run_program({"calibrate", "x >= 2", "--over", "x", "--from", "10^-800", "--to", "10^-400"});
  CHECK(ends.status == 2);
  CHECK(has(ends.err, "fails at both ends of the range, x = 10^-800 and 10^-400"));
}

TEST_CASE("calibrate makes a table of lists, and writes it") {
  temporary_directory directory;
  const json table =
      result_of({"calibrate", "a*x <= b", "--over", "x", "--from", "1/100", "--to", "100", "--set",
                 "a=2,4", "--set", "b=1,3", "--csv", directory / "table.csv"});
  REQUIRE(table["rows"].size() == 4);
  const char* const values[] = {"0.500000", "1.50000", "0.250000", "0.750000"};
  for (std::size_t i = 0; i < 4; ++i)
    CHECK(is_true("abs(" + table["rows"][i]["suffices"]["value"].get<std::string>() + " - " +
                  values[i] + ") <= 10^-5"));
  const std::string csv = text_of_file(directory / "table.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 5);
  CHECK(has(csv, "a,b,suffices,"));
  const words asked{"calibrate", "a*x <= 3", "--over", "x",    "--from",
                    "1/100",     "--to",     "100",    "--set"};
  const auto with = [&](const std::string& setting) {
    words all = asked;
    all.push_back(setting);
    return all;
  };
  CHECK(result_of(with("a=[2,4,6]"))["rows"].size() == 3);
  check_refusal(run_program(with("a=[2,4]")),
                {"--set a=[2,4]: two values in brackets are an interval"});
}

TEST_CASE("exact decimals of a relation are shown as exact") {
  const program_run run = run_program(
      {"calibrate", "x^2 <= 1e-8", "--over", "x", "--from", "1e-6", "--to", "1", "--digits", "3"});
  INFO(run.out << run.err);
  CHECK(run.status == 0);
  CHECK(has(run.out, "right 1e-8\n"));
}

TEST_CASE("a row of calibrate that changes nowhere leaves the others their answers") {
  const temporary_directory directory;
  const words command{"calibrate",
                      "a*x <= 1",
                      "--over",
                      "x",
                      "--from",
                      "1/100",
                      "--to",
                      "100",
                      "--set",
                      "a=2,0",
                      "--json",
                      "--journal",
                      directory / "run.journal"};
  const program_run first = run_program(command);
  CHECK(first.status == 3);
  const json rows = json::parse(first.out)["rows"];
  REQUIRE(rows.size() == 2);
  CHECK(is_true("abs(" + rows[0]["suffices"]["value"].get<std::string>() + " - 0.5) <= 10^-5"));
  CHECK(rows[1]["suffices"].is_null());
  CHECK(has(rows[1]["message"].get<std::string>(), "holds at both ends of the range"));
  // Also as a row that is kept.
  const program_run again = run_program(command);
  CHECK(json::parse(again.out)["rows"] == rows);
}

TEST_CASE("calibrate and account refuse in one line what they cannot use", "[volume]") {
  const std::vector<std::pair<words, std::string>> wrong{
      {{"calibrate", "exp(x) <= 3", "--over", "x", "--from", "2", "--to", "3"}, "both ends"},
      {{"calibrate", "exp(x) <= 3", "--over", "x", "--from", "3", "--to", "1"}, "empty"},
      {{"calibrate", "exp(x)", "--over", "x", "--from", "0", "--to", "3"}, "not a relation"},
      {{"calibrate", "exp(x) <= 3", "--over", "y", "--from", "0", "--to", "3"},
       "--over y: the relation has no variable 'y'"},
      {{"calibrate", "exp(x) <= 3", "--over", "1", "--from", "0", "--to", "3"}, "--over 1: '1'"},
      {{"calibrate", "exp(x) <= a", "--over", "x", "--from", "0", "--to", "3"},
       "variable 'a' has no value; add --set a=VALUE"},
      {{"calibrate", "exp(x) <= 3", "--over", "x", "--from", "inf", "--to", "3"}, "--from"},
      {{"calibrate", "n <= 3", "--over", "n", "--from", "1/2", "--to", "7"}, "whole"},
      {{"calibrate", "log(x) <= 1", "--over", "x", "--from", "-1", "--to", "7"}, "log"},
      {{"calibrate", "x <= a", "--over", "x", "--from", "0", "--to", "7", "--set", "a"}, "--set"},
      {{"calibrate", "x <= a", "--over", "x", "--from", "0", "--to", "7", "--set", "a=[1,]"},
       "--set a"},
      {{"calibrate", "x <= 1", "--over", "x", "--from", "0"}, "--to"},
      {{"account", "--round", "gaussian_pair(1)"}, "--delta"},
      {{"account", "--round", "gaussian_pair(1)", "--delta", "2"}, "between 0 and 1"},
      {{"account", "--round", "gaussian_pair(1)", "--delta", "0"}, "must be above 0"},
      {{"account", "--round", "gaussian_pair(1)", "--epsilon", "-1"}, "--epsilon"},
      {{"account", "--round", "gaussian_pair(1)", "--delta", "0.1", "--epsilon", "1"}, "one of"},
      {{"account", "--round", "3", "--delta", "0.1"}, "expected a pair"},
      {{"account", "--round", "clone_pair(n, 1)", "--delta", "0.1"}, "'n'"},
      {{"account", "--round", "clone_pair(0, 1)", "--delta", "0.1"}, "n must be"},
      {{"account", "--round", "gaussian_pair(1)", "--times", "1/2", "--delta", "0.1"}, "--times"},
      {{"account", "--round", "gaussian_pair(1)", "--times", "2", "--times", "3", "--delta", "0.1"},
       "--times"},
      {{"account", "--round", "gaussian_pair(1)", "--times", "1e30", "--delta", "0.1"},
       "a whole number from 1 to 9223372036854775807"},
      {{"account", "--delta", "0.1"}, "--round"},
  };
  for (const auto& [arguments, part] : wrong) {
    std::string line;
    for (const std::string& word : arguments) line += word + " ";
    INFO(line);
    const program_run run = run_program(arguments);
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    INFO(run.err);
    CHECK(has(run.err, part));
  }
}

TEST_CASE("account gives every route, in its order, with what closed forms give") {
  const auto routes =
      routes_of({"account", "--round", "gaussian_pair(mu)", "--set", "mu=1", "--delta", "1e-6"});
  REQUIRE(routes.size() == 8);
  const auto lower = [&](const char* key) { return number_of(routes.at(key)["value"]["lower"]); };
  const auto upper = [&](const char* key) { return number_of(routes.at(key)["value"]["upper"]); };
  CHECK(upper("direct") < lower("renyi-optimal"));
  CHECK(lower("renyi-optimal") <= upper("renyi-canonne"));
  CHECK(upper("renyi-canonne") < lower("renyi-mironov"));
  // One round: the sum has one term, and a Gaussian is its own limit.
  for (const char* same : {"basic", "gaussian-limit"}) {
    CHECK(routes.at(same)["value"] == routes.at("direct")["value"]);
    CHECK(routes.at(same)["is_bound"] == (std::string(same) == "basic"));
  }
  // Doubles are near enough to tell a wrong formula.
  const double eps = gaussian_epsilon(1, 1e-6);
  CHECK(std::abs(lower("direct") - eps) < 1e-6);
  const double half = gaussian_epsilon(1, 0.5e-6);
  const double slack = std::log(1 / 0.5e-6);
  const double drift = half * (std::exp(half) - 1) / (std::exp(half) + 1);
  const double kairouz =
      std::min({half, drift + half * std::sqrt(2 * slack),
                drift + half * std::sqrt(2 * std::log(std::exp(1) + half / 0.5e-6))});
  CHECK(std::abs(lower("advanced-kairouz") - kairouz) < 1e-5);
  const double dwork = half * std::sqrt(2 * slack) + half * (std::exp(half) - 1);
  CHECK(std::abs(lower("advanced-dwork") - dwork) < 1e-3);
  CHECK(std::abs(lower("renyi-mironov") - (0.5 + std::sqrt(2 * std::log(1e6)))) < 1e-6);
}

TEST_CASE("account takes the worse direction, and says so") {
  const json both = result_of({"account", "--round", "rr_pair(30, 2)", "--delta", "1e-4"});
  CHECK(both["both_directions"] == true);
  CHECK(is_true("max(epsilon(rr_pair(30, 2), 1e-4), epsilon(swap(rr_pair(30, 2)), 1e-4)) <= " +
                both["routes"][0]["value"]["upper"].get<std::string>()));
  CHECK(result_of({"account", "--round", "gaussian_pair(1)", "--delta",
                   "1e-4"})["both_directions"] == false);
}

TEST_CASE("account of different rounds agrees with the sum over all outcomes") {
  // One user is randomized response: i of 3 rounds and j of 2 say the truth.
  const double first = 0.5;
  const double second = 1.25;
  const auto truth = [](double eps) { return std::exp(eps) / (1 + std::exp(eps)); };
  const double p[] = {truth(first), truth(second)};
  const double choose_3[] = {1, 3, 3, 1};
  const double choose_2[] = {1, 2, 1};
  const auto delta_at = [&](double eps) {
    double delta = 0;
    for (int i = 0; i <= 3; ++i)
      for (int j = 0; j <= 2; ++j) {
        const double mass = choose_3[i] * std::pow(p[0], i) * std::pow(1 - p[0], 3 - i) *
                            choose_2[j] * std::pow(p[1], j) * std::pow(1 - p[1], 2 - j);
        const double loss = (2 * i - 3) * first + (2 * j - 2) * second;
        delta += std::max(0.0, mass * (1 - std::exp(eps - loss)));
      }
    return delta;
  };
  const words rounds{"account", "--round", "clone_pair(1, 1/2)", "--times",
                     "3",       "--round", "clone_pair(1, 5/4)", "--times",
                     "2"};
  const auto routes_with = [&](const char* option, const std::string& value) {
    words line = rounds;
    line.insert(line.end(), {option, value});
    return routes_of(line);
  };
  const auto holds = [](const json& route, double value) {
    INFO(route.dump() << " and " << value);
    CHECK(number_of(route["value"]["lower"]) <= value * (1 + 1e-7));
    CHECK(number_of(route["value"]["upper"]) >= value * (1 - 1e-7));
  };

  const auto to_delta = routes_with("--epsilon", "3");
  holds(to_delta.at("direct"), delta_at(3));
  const auto one_round = [&](int i, double eps) {
    return std::max(0.0, p[i] - std::exp(eps) * (1 - p[i]));
  };
  holds(to_delta.at("basic"), 3 * one_round(0, 0.6) + 2 * one_round(1, 0.6));

  const auto to_epsilon = routes_with("--delta", "0.01");
  double low = 0;
  double high = 4;
  for (int i = 0; i < 100; ++i) {
    const double eps = (low + high) / 2;
    (delta_at(eps) > 0.01 ? low : high) = eps;
  }
  holds(to_epsilon.at("direct"), low);
  const auto epsilon_of = [&](int i, double delta) {
    return std::max(0.0, std::log((p[i] - delta) / (1 - p[i])));
  };
  // delta is split evenly over the five rounds; for advanced composition, one half of it is.
  holds(to_epsilon.at("basic"), 3 * epsilon_of(0, 0.01 / 5) + 2 * epsilon_of(1, 0.01 / 5));
  const double e[] = {epsilon_of(0, 0.005 / 5), epsilon_of(1, 0.005 / 5)};
  const double plain = 3 * e[0] + 2 * e[1];
  const double squares = 3 * e[0] * e[0] + 2 * e[1] * e[1];
  const double drift = 3 * e[0] * std::tanh(e[0] / 2) + 2 * e[1] * std::tanh(e[1] / 2);
  holds(to_epsilon.at("advanced-kairouz"),
        std::min(
            {plain, drift + std::sqrt(2 * squares * std::log(1 / 0.005)),
             drift + std::sqrt(2 * squares * std::log(std::exp(1) + std::sqrt(squares) / 0.005))}));
  CHECK_FALSE(to_epsilon.contains("advanced-dwork"));
}

TEST_CASE("account computes both directions where one kind of round is not symmetric") {
  const std::string same = "clone_pair(3, 2)";
  const std::string other = "rr_pair(3, 2)";
  for (const words& rounds :
       {words{"--round", same, "--round", other}, words{"--round", other, "--round", same},
        words{"--round", "product_pair(" + same + ", " + other + ")"},
        words{"--round", "product_pair(" + other + ", " + same + ")"}}) {
    words line{"account", "--delta", "1/100", "--digits", "3"};
    line.insert(line.end(), rounds.begin(), rounds.end());
    line.emplace_back("--json");
    const program_run run = run_program(line);
    INFO(run.err);
    CHECK(json::parse(run.out)["both_directions"] == true);
  }
  CHECK(result_of({"account", "--delta", "1/100", "--digits", "3", "--round", same, "--round",
                   "clone_pair(2, 1)"})["both_directions"] == false);
}

TEST_CASE("account gives delta for epsilon, and the two ways agree") {
  const auto routes =
      routes_of({"account", "--round", "gaussian_pair(1)", "--epsilon", "3", "--digits", "4"});
  for (const auto& [key, function] :
       {std::pair{"renyi-optimal", "rdp_epsilon"}, {"renyi-mironov", "rdp_epsilon_mironov"}}) {
    INFO(key);
    const std::string low = routes.at(key)["value"]["lower"];
    const std::string high = routes.at(key)["value"]["upper"];
    const std::string name = function;
    CHECK(is_true(name + "(gaussian_pair(1), " + high + ") <= 3"));
    CHECK(is_true(name + "(gaussian_pair(1), " + low + ") > 3 - 10^-3"));
    CHECK(is_true(low + " <= " + high));
  }
  CHECK(is_true("abs(hockey_stick(gaussian_pair(1), 3) - " +
                routes.at("direct")["value"]["lower"].get<std::string>() + ") < 10^-7"));
}

TEST_CASE("delta by a conversion is found near the exact one, and far from it") {
  const auto ends_of = [](const std::string& pair, const std::string& eps, const char* key) {
    const auto routes = routes_of({"account", "--round", pair, "--epsilon", eps, "--digits", "5"});
    const json value = routes.at(key)["value"];
    return std::pair<std::string, std::string>(value["lower"], value["upper"]);
  };
  // Few users, whose divergences of real orders take longest; Mironov's is 100 times the exact one.
  for (const auto& [key, function] : {std::pair{"renyi-optimal", "rdp_epsilon"},
                                      {"renyi-canonne", "rdp_epsilon_canonne"},
                                      {"renyi-mironov", "rdp_epsilon_mironov"}}) {
    INFO(key);
    const auto [low, high] = ends_of("clone_pair(200, 1)", "1/2", key);
    CHECK(is_true(fmt::format("{}(clone_pair(200, 1), {}) <= 1/2", function, high)));
    CHECK(is_true(fmt::format("{}(clone_pair(200, 1), {}) > 1/2", function, low)));
    CHECK(is_true(fmt::format("{} - {} <= {}/10^4", high, low, high)));
  }
  // The best order is 3000; Mironov's is thousands of times that of Canonne et al.
  const auto [low, high] = ends_of("gaussian_pair(1/100)", "3/10", "renyi-mironov");
  const std::string exact = "exp(-5000*(3/10 - 1/20000)^2)";
  CHECK(is_true(fmt::format("{} <= {}", low, exact)));
  CHECK(is_true(fmt::format("{} >= {}", high, exact)));
  CHECK(is_true(fmt::format("{} - {} <= {}/10^4", high, low, exact)));
}

TEST_CASE("account says in a line where a route gives no delta") {
  const auto longest_line = [](const std::string& text) {
    std::size_t longest = 0;
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = std::min(text.find('\n', start), text.size());
      longest = std::max(longest, end - start);
      start = end + 1;
    }
    return longest;
  };
  // No Rényi divergence is 0, so the plain conversion never reaches ε = 0.
  const program_run none =
      run_program({"account", "--round", "gaussian_pair(1)", "--epsilon", "0"});
  CHECK(none.status == 3);
  CHECK(has(none.out, "Rényi, Mironov             not computed: none is known: "));
  CHECK(longest_line(none.out) < 150);
  // δ is far below the least that is tried.
  const program_run tiny =
      run_program({"account", "--round", "gaussian_pair(1/1000)", "--epsilon", "50"});
  CHECK(tiny.status == 3);
  CHECK(has(tiny.out,
            "Rényi, Mironov             not computed: at most 10^-400, at which it holds already"));
  CHECK(longest_line(tiny.out) < 150);
}

TEST_CASE("account writes its table and its picture") {
  temporary_directory directory;
  const program_run run =
      run_program({"account", "--round", "gaussian_pair(1)", "--delta", "1e-6", "--csv",
                   directory / "table.csv", "--plot", directory / "curve.svg"});
  if (has(run.err, "gnuplot")) return;
  CHECK(run.status == 0);
  CHECK(has(text_of_file(directory / "table.csv"), "renyi-mironov,"));
  CHECK(has(text_of_file(directory / "curve.svg"), "<svg"));
  CHECK(has(text_of_file(directory / "curve.csv"), "Gaussian limit"));
  // δ along the plot is a power of ten.
  CHECK(has(text_of_file(directory / "curve.csv"), "\n1e-10,"));
}

TEST_CASE("a plot that time ran out for says how many points are missing") {
  const temporary_directory directory;
  const std::string picture = directory / "curve.svg";
  for (const words& command : {words{"account", "--round", "clone_pair(100000, 3)", "--times", "12",
                                     "--delta", "1e-6", "--digits", "4", "--plot", picture},
                               words{"compare", "--n", "10000", "--eps0", "2", "--lambda", "4",
                                     "--digits", "20", "--plot", picture, "--over", "eps0"}}) {
    // Twice the time each run: on any machine one of them ends among the points of the plot.
    bool is_cut_short = false;
    for (double seconds = 0.05; seconds < 100 && !is_cut_short; seconds *= 2) {
      words limited = command;
      limited.insert(limited.end(), {"--timeout", fmt::format("{}", seconds)});
      const program_run run = run_program(limited);
      INFO(run.err);
      if (has(run.err, "gnuplot")) return;
      if (run.status == 0) break;
      CHECK(run.status == 3);
      is_cut_short = has_in_order(run.err, {"; values are missing at ", " points along ",
                                            ": the time limit was reached\n"});
      // Or before anything was to be drawn.
      CHECK((is_cut_short || has(run.err, "curve.svg' was not drawn: the time limit was reached") ||
             run.err == "shufflecert: the time limit was reached\n"));
    }
    CHECK(is_cut_short);
  }
}

TEST_CASE("account draws delta along epsilon, too", "[volume]") {
  temporary_directory directory;
  const words line{"account", "--round", "gaussian_pair(1)",     "--epsilon", "2", "--digits",
                   "3",       "--plot",  directory / "curve.svg"};
  const program_run run = run_program(line);
  if (has(run.err, "gnuplot")) return;
  CHECK(run.status == 0);
  CHECK(has(text_of_file(directory / "curve.svg"), "<svg"));
  // The exact curve at ε = 1/2, 1, …, 4, and in the middle what the table has.
  const std::string numbers = text_of_file(directory / "curve.csv");
  CHECK(std::count(numbers.begin(), numbers.end(), '\n') == 9);
  for (const char* eps : {"0.5", "1", "2", "4"}) {
    const std::size_t start = numbers.find(std::string("\n") + eps + ",");
    REQUIRE(start != std::string::npos);
    const std::size_t comma = numbers.find(',', start);
    const std::size_t next = numbers.find(',', comma + 1);
    const std::string lower = numbers.substr(comma + 1, next - comma - 1);
    const std::string upper = numbers.substr(next + 1, numbers.find(',', next + 1) - next - 1);
    const std::string exact = std::string("hockey_stick(gaussian_pair(1), ") + eps + ")";
    CHECK(is_true(lower + " <= " + exact + " and " + exact + " <= " + upper));
  }
  const program_run zero = run_program({"account", "--round", "gaussian_pair(1)", "--epsilon", "0",
                                        "--plot", directory / "none.svg"});
  CHECK(zero.status == 2);
  CHECK(has(zero.err, "above 0"));
}

TEST_CASE("accounts say what a pair does not bound", "[accounting][volume]") {
  const auto cautions_of = [](const std::string& pair) {
    const program_run run =
        run_program({"account", "--round", pair, "--delta", "1e-2", "--digits", "2", "--json"});
    INFO(pair << run.err);
    REQUIRE((run.status == 0 || run.status == 3));
    const auto root = nlohmann::json::parse(run.out);
    std::string found;
    for (const auto& one : root.at("cautions")) found += one.get<std::string>() + "\n";
    return found;
  };
  // Bounds on all inputs; the generic pair has s = 1, (J.5). At ε0 = 1 it takes twenty seconds.
  for (const std::string pair : {"clone_pair(3, 1)", "gaussian_pair(1)", "variation_generic(3, 3)",
                                 "compose(unmixed_pair(3, 1), 2)"})
    CHECK(cautions_of(pair).empty());
  for (const auto& [pair, named] : std::vector<std::pair<std::string, std::string>>{
           {"swap(rr_pair(3, 1))", "rr_pair fixes the other users' inputs (all 0)"},
           {"product_pair(clone_pair(3, 1), krr_pair(3, 2, 1))",
            "krr_pair fixes the other users' inputs (all the third symbol)"},
           {"rr_composition_pair(3, 1, 1)", "rr_composition_pair rests on rr_law, which fixes"},
           {"variation_krr(3, 4, 1)", "variation_krr rests on variation_pair, which is a bound"},
           {"variation_pair(3, 2, 1/4, 2)", "variation_pair is a bound for every randomizer"}}) {
    INFO(pair);
    CHECK(cautions_of(pair).starts_with(named));
  }
  const program_run run = run_program({"calibrate", "hockey_stick(rr_pair(n, 1), 0) <= 1/4",
                                       "--over", "n", "--from", "1", "--to", "20"});
  CHECK(run.out.find("\ncaution: rr_pair fixes the other users' inputs (all 0); other inputs can "
                     "leak more, so its values are not upper bounds for the mechanism\n") !=
        std::string::npos);
}

TEST_CASE("account and calibrate say what their numbers assume", "[accounting]") {
  const auto assumptions_of = [](const words& line) {
    words arguments = line;
    arguments.emplace_back("--json");
    const json root = json::parse(run_program(arguments).out);
    std::string found;
    for (const auto& one : root.at("assumptions")) found += one.get<std::string>() + "\n";
    return found;
  };
  const auto of_round = [&](const std::string& pair) {
    return assumptions_of({"account", "--round", pair, "--delta", "1/100", "--digits", "2"});
  };
  const std::string replaced =
      "neighbouring data sets: the same n users, one of whom has another input (replace-one)\n";
  const std::string private_randomizers = "every randomizer is eps0-LDP\n";
  const std::string others =
      "n users report honestly in every round; those who drop out or collude do not count\n"
      "each user sends exactly one report in each round\n"
      "each user's randomness is independent of the others' and of earlier rounds\n"
      "the shuffler outputs the reports in uniformly random order, and nothing else\n";
  CHECK(of_round("clone_pair(9, 1)") == replaced + private_randomizers + others);
  CHECK(of_round("compose(unmixed_pair(3, 1), 2)") == replaced + private_randomizers + others);
  // e^-1 = 0.36… and 2/(e + 1) = 0.53…
  CHECK(of_round("clone_pair(9, 1, 1/3)") == replaced + private_randomizers + others);
  const std::string response =
      "every randomizer is binary or k-ary randomized response with this eps0\n";
  for (const char* pair : {"clone_pair(9, 1, 1/2)", "clone_pair(9, 1, 2/(exp(1) + 1))",
                           "krr_any_inputs_pair(4, 9, 1)"})
    CHECK(of_round(pair) == replaced + response + others);
  CHECK(of_round("clone_pair(9, 1, 3/5)") == replaced + others);
  // One randomizer is what it is.
  CHECK(of_round("rr_pair(9, 1)") == replaced + others);
  CHECK(of_round("variation_krr(9, 4, 1)") == replaced + others);
  // Noise that is added to a sum knows no users.
  for (const char* noise :
       {"gaussian_pair(1)", "compose(laplace_pair(1), 3)", "normal_pair(0, 4, 1/2, 4)",
        "pair(geometric_law(0, 1), geometric_law(1, 1))",
        "pair(skellam_law(0, 1), skellam_law(1, 1))"})
    CHECK(has(of_round(noise),
              "before noise, one record changes the value by at most 1 "
              "(gaussian_pair(1/sigma), laplace_pair(1/b)) or the shift between the two laws "
              "(others)"
              "\nthe noise of each round is independent of that of the others\n"));
  CHECK(has(of_round("allocation_pair(9, 2)"),
            "neighbouring data sets of allocation_pair: with and without one record "
            "(add-remove)"
            "\neach record is in one of the T batches"));
  // Counts whose parameter depends on the data are nothing that is added to a value.
  CHECK(of_round("pair(poisson_law(3), poisson_law(2))").empty());
  CHECK(of_round("pair(negative_binomial_law(3, 1/2), negative_binomial_law(3, 1/3))").empty());
  const words line{
      "calibrate", "hockey_stick(clone_pair(n, 1), 0) <= 1/4", "--over", "n", "--from", "1", "--to",
      "20"};
  CHECK(assumptions_of(line) == replaced + private_randomizers + others);
  CHECK(has(run_program(line).out, "\n\nassumes:\n  neighbouring data sets: the same n users, "));
  CHECK(assumptions_of({"calibrate", "exp(x) < 3", "--over", "x", "--from", "0", "--to", "9"})
            .empty());
  CHECK(has(run_program({"account", "--round", "clone_pair(9, 1)", "--delta", "1/100"}).out,
            "\n\nassumes:\n  neighbouring data sets: the same n users, "));
}

TEST_CASE("calibrate has all its digits in the decade of the crossing", "[accounting]") {
  // log1p(1/1300000)/100 is 7.69230473e-9, and 10^(-30/9) is 0.000464158883.
  const auto neighbours = [](const std::string& relation, const std::string& from,
                             const std::string& to) {
    const program_run run =
        run_program({"calibrate", relation, "--over", "x", "--from", from, "--to", to, "--json"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    const auto root = nlohmann::json::parse(run.out);
    const auto& row = root.at("rows")[0];
    return row.at("suffices").at("value").get<std::string>() + " " +
           row.at("does_not").at("value").get<std::string>();
  };
  CHECK(neighbours("exp(100*x) - 1 <= 1/1300000", "-1/100", "1/100") ==
        "0.00000000769230 0.00000000769231");
  CHECK(neighbours("x^9 - 10^-30 <= 0", "0.0001", "1000") == "0.000464158 0.000464159");
}

TEST_CASE("account names the neighbouring relation of sampled noise, and of mixed rounds") {
  const auto said = [](const words& rounds) {
    words line{"account", "--delta", "1e-3", "--digits", "2"};
    line.insert(line.end(), rounds.begin(), rounds.end());
    return run_program(line).out;
  };
  const std::string sampled = said({"--round", "subsampled(gaussian_pair(1/4), 1/10)"});
  CHECK(has(sampled, "with and without one record (add-remove)"));
  CHECK_FALSE(has(sampled, "replace-one"));
  CHECK_FALSE(has(sampled, "two neighbouring relations"));
  const std::string mixed =
      said({"--round", "subsampled(gaussian_pair(1/4), 1/10)", "--round", "clone_pair(100, 1)"});
  CHECK(
      has(mixed,
          "caution: these rounds have two neighbouring relations, replace-one and add-remove: what "
          "is computed for them together is a guarantee under neither; account for the rounds of "
          "each relation on their own\n"));
  CHECK_FALSE(has(said({"--round", "gaussian_pair(1/4)"}), "neighbouring data sets"));
}

}  // namespace test_accounting
