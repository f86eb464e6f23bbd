// falsify: mechanisms that break a planted bound are found, and a proved bound is never broken.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iomanip>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <sstream>
#include <vector>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_falsify {

namespace {

using json = nlohmann::json;

json answer_of(const std::string& formula, int status, const words& more = {}) {
  words arguments{"falsify", formula, "--json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const program_run run = run_program(arguments);
  INFO(formula);
  INFO(run.err);
  REQUIRE(run.status == status);
  return json::parse(run.out);
}

// Without the cautions, which are not the subject here.
std::string eval(const std::string& formula) {
  const std::string answer = run_program({"eval", formula}).out;
  return answer.substr(0, answer.find("caution: "));
}

std::string with(std::string relation, const std::string& pair) {
  const std::string name = "MECHANISM";
  return relation.replace(relation.find(name), name.size(), pair);
}

// Binary response with these inputs of the others.
std::string binary(const std::string& eps0, int first, int second) {
  return "staircase_pair(" + eps0 + ", 2, 1, 1, 10, 01, " + std::to_string(first) + ", 10, " +
         std::to_string(second) + ", 01)";
}

// In double, from the matrix of a mechanism and nothing else.
using report = std::vector<double>;

std::map<std::vector<int>, double> histogram(const std::vector<report>& users) {
  std::map<std::vector<int>, double> law{{std::vector<int>(users.front().size(), 0), 1.0}};
  for (const report& user : users) {
    std::map<std::vector<int>, double> next;
    for (const auto& [seen, mass] : law)
      for (std::size_t j = 0; j < user.size(); ++j) {
        std::vector<int> more = seen;
        ++more[j];
        next[more] += mass * user[j];
      }
    law = std::move(next);
  }
  return law;
}

double hockey_stick(std::vector<report> others, const report& p, const report& q, double eps) {
  others.push_back(p);
  const auto under_p = histogram(others);
  others.back() = q;
  const auto under_q = histogram(others);
  double sum = 0;
  for (const auto& [seen, mass] : under_p)
    sum += std::max(0.0, mass - std::exp(eps) * under_q.at(seen));
  return sum;
}

report report_of(const std::vector<double>& weights, const std::vector<bool>& favoured, double r) {
  report result;
  double sum = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    result.push_back(weights[j] * (favoured[j] ? r : 1));
    sum += result.back();
  }
  for (double& value : result) value /= sum;
  return result;
}

double hockey_stick_of(const json& mechanism, double r, double eps) {
  std::vector<double> weights;
  for (const json& output : mechanism["outputs"]) weights.push_back(output["weight"]);
  const auto row = [&](const std::string& input) {
    std::vector<bool> favoured;
    for (const json& output : mechanism["outputs"]) {
      const json& by = output["favoured_by"];
      favoured.push_back(std::find(by.begin(), by.end(), json(input)) != by.end());
    }
    return report_of(weights, favoured, r);
  };
  std::vector<report> others;
  for (const auto& [input, users] : mechanism["others"].items())
    others.insert(others.end(), users.get<std::size_t>(), row(input));
  return hockey_stick(others, row("x1"), row("x2"), eps);
}

double end_of(const json& side, const char* end) {
  return std::stod(side[end].get<std::string>());
}

// The largest value of all staircase mechanisms of two users with three outputs of weights 1 to 3,
// by going through weights and sets.
double largest_of_grid(double r, double eps) {
  double largest = 0;
  for (int w = 0; w < 27; ++w) {
    const std::vector<double> weights{1.0 + w % 3, 1.0 + w / 3 % 3, 1.0 + w / 9};
    const auto set_of = [](int bits) {
      return std::vector<bool>{bits % 2 == 1, bits / 2 % 2 == 1, bits / 4 == 1};
    };
    const auto weight_of = [&](int bits) {
      double sum = 0;
      for (std::size_t j = 0; j < 3; ++j) sum += set_of(bits)[j] ? weights[j] : 0;
      return sum;
    };
    const auto row = [&](int bits) { return report_of(weights, set_of(bits), r); };
    for (int p = 0; p < 8; ++p)
      for (int q = 0; q < 8; ++q)
        for (int other = 0; other < 8; ++other)
          if (weight_of(p) == weight_of(q) && weight_of(p) == weight_of(other))
            largest = std::max(largest, hockey_stick({row(other)}, row(p), row(q), eps));
  }
  return largest;
}

// The largest value of all ε0-LDP randomizers of three outputs and two users, staircase or not,
// whose probabilities are multiples of 1/parts.
double largest_of_all(int parts, int r, double eps) {
  std::vector<std::array<int, 3>> rows;
  for (int a = 0; a <= parts; ++a)
    for (int b = 0; a + b <= parts; ++b) rows.push_back({a, b, parts - a - b});
  const auto is_private = [&](const std::array<int, 3>& x, const std::array<int, 3>& y) {
    for (std::size_t j = 0; j < 3; ++j)
      if (x[j] > r * y[j] || y[j] > r * x[j]) return false;
    return true;
  };
  const double scale = 1.0 / (parts * parts);
  const double factor = std::exp(eps);
  double largest = 0;
  for (const auto& p : rows)
    for (const auto& q : rows) {
      if (!is_private(p, q)) continue;
      for (const auto& other : rows) {
        if (!is_private(p, other) || !is_private(q, other)) continue;
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i)
          for (std::size_t j = i; j < 3; ++j) {
            const auto mass = [&](const std::array<int, 3>& x) {
              return i == j ? x[i] * other[j] : x[i] * other[j] + x[j] * other[i];
            };
            sum += std::max(0.0, mass(p) - factor * mass(q));
          }
        largest = std::max(largest, sum * scale);
      }
    }
  return largest;
}

// Unusable input: status 2, nothing on standard output, exactly one line on standard error.
std::string refused(const words& arguments) {
  const program_run run = run_program(arguments);
  INFO(arguments.back());
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
  return run.err;
}

}  // namespace

TEST_CASE("falsify finds the mechanisms that break planted bounds") {
  const struct {
    std::string relation;
    int n;
    std::string eps0;
    // Whether the bound holds where all others have one input, and for all binary responses.
    bool holds_for_alike;
    bool holds_for_binary;
  } planted[] = {
      {"hockey_stick(MECHANISM, 0.3) <= 0.1", 3, "1", false, false},
      {"hockey_stick(MECHANISM, 0.1) <= 0.24", 3, "1", true, false},
      {"tradeoff(MECHANISM, 0.3) >= 0.36", 2, "log(3)", true, true},
      {"tradeoff(MECHANISM, 0.3) >= 0.416", 3, "log(3)", true, true},
      // It takes weights that are far apart.
      {"total_variation(MECHANISM) > 1/100", 2, "1", true, true},
  };
  for (const auto& [relation, n, eps0, holds_for_alike, holds_for_binary] : planted) {
    INFO(relation);
    for (int first = 0; first < n; ++first) {
      const int second = n - 1 - first;
      const bool is_alike = first == 0 || second == 0;
      if (is_alike ? holds_for_alike : holds_for_binary)
        CHECK(eval(with(relation, binary(eps0, first, second))) == "true\n");
    }
    const json found = answer_of(with(relation, "any_mechanism(n, eps0)"), 1,
                                 {"--set", "n=" + std::to_string(n), "--set", "eps0=" + eps0});
    CHECK(found["broken"] == true);
    CHECK(found["n"] == n);
    const json& mechanism = found["mechanism"];
    const auto at =
        run_program({"eval", mechanism["formula"].get<std::string>(), "--set", "eps0=" + eps0});
    CHECK(at.out.starts_with("false\n"));
    CHECK(mechanism["others"].contains("x3") == holds_for_binary);
  }
}

TEST_CASE("the mechanism that falsify shows is the one it evaluated") {
  for (const std::string relation : {"hockey_stick(any_mechanism(4, log(3)), 1/5) <= 0.01",
                                     "hockey_stick(any_mechanism(3, log(3)), 1/5) >= 0.008"}) {
    const json found = answer_of(relation, 1);
    const double here = hockey_stick_of(found["mechanism"], 3, 0.2);
    const json& left = found["mechanism"]["left"];
    CHECK(here > end_of(left, "lower") - 1e-9);
    CHECK(here < end_of(left, "upper") + 1e-9);
  }
}

TEST_CASE("falsify comes as near as all mechanisms with three outputs") {
  for (const double r : {1.5, 3.0})
    for (const double eps : {0.0, 0.125, 0.5}) {
      INFO(r << " " << eps);
      const std::string odds = r == 3 ? "log(3)" : "log(1.5)";
      const json found = answer_of(
          "hockey_stick(any_mechanism(2, " + odds + "), " + std::to_string(eps) + ") <= 1", 0,
          {"--tries", "300"});
      const json& mechanism = found["mechanism"];
      CHECK(end_of(mechanism["left"], "upper") > largest_of_grid(r, eps) - 1e-9);
      CHECK(std::abs(hockey_stick_of(mechanism, r, eps) - end_of(mechanism["left"], "lower")) <
            1e-9);
    }
}

TEST_CASE("falsify comes as near as every randomizer with three outputs on a grid") {
  for (const double eps : {0.0, 0.3, 0.9}) {
    INFO(eps);
    const double largest = largest_of_all(12, 3, eps);
    const json found =
        answer_of("hockey_stick(any_mechanism(2, log(3)), " + std::to_string(eps) + ") <= 1", 0,
                  {"--tries", "200"});
    const json& left = found["mechanism"]["left"];
    CHECK(end_of(left, "upper") > largest - 1e-9);
    // Binary response with r = 3 lies on the grid, and is the worst one here.
    CHECK(end_of(left, "lower") < largest + 1e-9);
  }
}

TEST_CASE("falsify finds what holds for binary response and fails for one kind of mechanism") {
  struct planted_bound {
    const char* relation;
    int n;
    const char* eps0;
    std::size_t outputs;
  };
  // With ternary response; with unequal weights; with others whose inputs differ.
  const planted_bound ternary{"renyi(MECHANISM, 1/2) <= 0.48", 3, "log(7)", 3};
  const planted_bound asymmetric{"tradeoff(MECHANISM, 0.3) >= 0.36", 2, "log(3)", 4};
  const planted_bound mixed{"hockey_stick(MECHANISM, 0.1) <= 0.24", 3, "1", 2};
  const auto holds = [](const planted_bound& bound, const std::string& rest) {
    return eval(with(bound.relation,
                     "staircase_pair(" + std::string(bound.eps0) + ", " + rest + ")")) == "true\n";
  };
  for (const planted_bound& bound : {ternary, asymmetric, mixed}) {
    INFO(bound.relation);
    const std::string others = std::to_string(bound.n - 1);
    CHECK(holds(bound, "2, 1, 1, 10, 01, " + others + ", 10"));
    CHECK(holds(bound, "2, 1, 1, 10, 01, " + others + ", 01"));
    const json found = answer_of(
        with(bound.relation, "any_mechanism(n, eps0)"), 1,
        {"--set", "n=" + std::to_string(bound.n), "--set", std::string("eps0=") + bound.eps0});
    CHECK(found["broken"] == true);
    CHECK(found["mechanism"]["outputs"].size() == bound.outputs);
  }
  // What breaks each of them is of that kind alone.
  CHECK(holds(ternary, "2, 1, 1, 10, 01, 1, 10, 1, 01"));
  CHECK(!holds(ternary, "3, 1, 1, 1, 100, 010, 2, 001"));
  CHECK(holds(asymmetric, "3, 1, 1, 1, 100, 010, 1, 001"));
  CHECK(holds(asymmetric, "6, 1, 1, 1, 1, 1, 1, 100110, 010101, 1, 001011"));
  CHECK(!holds(asymmetric, "4, 2, 1, 1, 1, 1000, 0101, 1, 0011"));
  CHECK(holds(mixed, "3, 1, 1, 1, 100, 010, 2, 001"));
  CHECK(!holds(mixed, "2, 1, 1, 10, 01, 1, 10, 1, 01"));
}

TEST_CASE("falsify never breaks a bound that is proved", "[volume]") {
  for (const std::string n : {"1", "2", "3"})
    for (const std::string eps : {"0", "0.3", "log(3/2)"})
      for (const std::string eps0 : {"log(2)", "1"}) {
        const json found =
            answer_of("hockey_stick(any_mechanism(n, eps0), " + eps +
                          ") <= hockey_stick(clone_pair(n, eps0, 2/(exp(eps0)+1)), " + eps + ")",
                      0, {"--set", "n=" + n, "--set", "eps0=" + eps0, "--tries", "150"});
        CHECK(found["broken"] == false);
        CHECK(found["looked_at"].get<int>() >= 100);
        CHECK(end_of(found["mechanism"]["ratio"], "lower") <= 1);
      }
}

TEST_CASE("falsify breaks none of the bounds that follow from the blanket of every randomizer",
          "[volume]") {
  for (const std::string relation :
       {"renyi(M, 1/2) <= renyi(clone_pair(n, eps0), 1/2)",
        "renyi(M, 2) <= renyi(clone_pair(n, eps0), 2)",
        "renyi(M, 9) <= renyi(clone_pair(n, eps0), 9)", "renyi(M, inf) <= eps0",
        "total_variation(M) <= total_variation(clone_pair(n, eps0))",
        "hockey_stick(M, eps0/2) <= hockey_stick(clone_pair(n, eps0), eps0/2)",
        "tradeoff(M, 1/5) >= tradeoff(clone_pair(n, eps0), 1/5)"}) {
    std::string formula = relation;
    formula.replace(formula.find('M'), 1, "any_mechanism(n, eps0)");
    for (const std::string n : {"1", "3", "4"}) {
      INFO(n);
      const json found =
          answer_of(formula, 0, {"--set", "n=" + n, "--set", "eps0=log(3)", "--tries", "60"});
      CHECK(found["broken"] == false);
      CHECK(found["undecided"] == 0);
    }
  }
}

// The chance that each of k users reports another of the k outputs of k-ary response, where each
// has another input: a permanent over (r + k − 1)^k.
double all_differ(int k, double r) {
  std::vector<int> order(static_cast<std::size_t>(k));
  std::iota(order.begin(), order.end(), 0);
  double sum = 0;
  do {
    double product = 1;
    for (int i = 0; i < k; ++i)
      if (order[static_cast<std::size_t>(i)] == i) product *= r;
    sum += product;
  } while (std::next_permutation(order.begin(), order.end()));
  return sum / std::pow(r + k - 1, k);
}

TEST_CASE("falsify finds what only a mechanism of four inputs or of five breaks") {
  constexpr double r = 4;
  for (int k = 4; k <= 5; ++k) {
    std::string ones;
    for (int i = 0; i < k; ++i) ones += ", 1";
    const std::string quantity = "pmf(first(MECHANISM)" + ones + ")";
    const double largest = all_differ(k, r);
    // With an input fewer, two users have the same one, and each of its outputs is less certain.
    std::string alike = "staircase_pair(log(4), " + std::to_string(k) + ones;
    std::vector<std::string> sets;
    for (int i = 0; i < k; ++i) {
      std::string set(static_cast<std::size_t>(k), '0');
      set[static_cast<std::size_t>(i)] = '1';
      sets.push_back(set);
    }
    alike += ", " + sets[0] + ", " + sets[1] + ", 2, " + sets[1];
    for (int i = 2; i < k - 1; ++i) alike += ", 1, " + sets[static_cast<std::size_t>(i)];
    const std::string bound = " <= " + std::to_string(largest - 1e-3);
    CHECK(eval(with(quantity, alike + ")") + bound) == "true\n");
    const json found = answer_of(with(quantity, "any_mechanism(n, log(4))") + bound, 1,
                                 {"--set", "n=" + std::to_string(k)});
    const json& mechanism = found["mechanism"];
    CHECK(mechanism["others"].contains("x" + std::to_string(k)));
    CHECK(std::abs(end_of(mechanism["left"], "lower") - largest) < 1e-9);
    // The same laws by going through reports.
    const std::string formula = mechanism["formula"];
    const std::size_t first = formula.find("staircase_pair");
    const std::string pair =
        formula.substr(first, formula.find(')', formula.find("log(4)") + 6) - first + 1);
    const json shown =
        json::parse(run_program({"eval", "hockey_stick(" + pair + ", 1/5)", "--json"}).out);
    CHECK(std::abs(std::stod(shown["lower"].get<std::string>()) -
                   hockey_stick_of(mechanism, r, 0.2)) < 1e-9);
  }
}

TEST_CASE("parts of falsify are together one search", "[volume]") {
  const std::string relation = "renyi(any_mechanism(4, log(3)), 2) <= 1";
  const auto gap = [](const json& found) { return end_of(found["mechanism"]["gap"], "lower"); };
  const json first = answer_of(relation, 0);
  const json whole = answer_of(relation, 0, {"--tries", "3500"});
  CHECK(whole["shard"] == nullptr);
  CHECK(whole["looked_at"].get<int>() > first["looked_at"].get<int>());
  int looked_at = first["looked_at"];
  double nearest = gap(first);
  for (const char* part : {"1/2", "2/2"}) {
    const json found = answer_of(relation, 0, {"--tries", "3500", "--shard", part});
    CHECK(found["shard"] == part);
    looked_at += found["looked_at"].get<int>() - first["looked_at"].get<int>();
    nearest = std::min(nearest, gap(found));
  }
  CHECK(looked_at == whole["looked_at"].get<int>());
  CHECK(nearest == gap(whole));
  // There is nothing for most of very many parts.
  const json empty = answer_of(relation, 0, {"--tries", "3500", "--shard", "9/9"});
  CHECK(empty["looked_at"] == first["looked_at"]);
}

TEST_CASE("falsify finds in later blocks what the first one does not", "[volume]") {
  const std::string relation = "tradeoff(any_mechanism(2, log(3)), 0.3) >= ";
  const auto least = [&](const char* tries) {
    return end_of(answer_of(relation + "0.3", 0, {"--tries", tries})["mechanism"]["left"], "lower");
  };
  const double of_first = least("1000");
  const double of_all = least("6000");
  REQUIRE(of_all < of_first);
  std::ostringstream between;
  between << relation << std::setprecision(12) << (of_all + of_first) / 2;
  CHECK(answer_of(between.str(), 0)["broken"] == false);
  const json found = answer_of(between.str(), 1, {"--tries", "6000"});
  CHECK(found["broken"] == true);
  // Threads do not change it.
  CHECK(answer_of(between.str(), 1, {"--tries", "6000"})["mechanism"] == found["mechanism"]);
}

TEST_CASE("falsify gives the same answer for the same seed, and says what stayed undecided") {
  const words arguments{
      "falsify", "tradeoff(any_mechanism(3, 1), 0.3) >= 0.3", "--seed", "7", "--tries", "200"};
  const program_run once = run_program(arguments);
  CHECK(once.status == 0);
  CHECK(has(once.out, "not broken by any of 200 mechanisms with 2 to "));
  CHECK(has(once.out, "this is no proof"));
  CHECK(run_program(arguments).out == once.out);
  // Binary response attains this bound, whose sides are no rational numbers.
  const json open = answer_of("hockey_stick(any_mechanism(1, 1), 0) < (exp(1) - 1)/(exp(1) + 1)", 3,
                              {"--tries", "20"});
  CHECK(open["broken"] == false);
  CHECK(open["undecided"] == 1);
  CHECK(answer_of("hockey_stick(any_mechanism(1, 1), 0) <= (exp(1) - 1)/(exp(1) + 1)", 0,
                  {"--tries", "20"})["undecided"] == 0);
}

TEST_CASE("falsify refuses what it cannot look at") {
  const struct {
    std::string formula;
    std::string part;
  } cases[] = {
      {"1 <= 2", "there is no any_mechanism(n, eps0)"},
      {"hockey_stick(any_mechanism(2, 1), 1)", "one comparison by"},
      {"hockey_stick(any_mechanism(2, 1), 1) == 0", "one comparison by"},
      {"hockey_stick(any_mechanism(2, 1), 1) <= 1 and 1 < 2", "one comparison by"},
      {"any_mechanism(2, 1) <= 1", "column 1: expected a number, found a pair ('any_mechanism')"},
      {"hockey_stick(any_mechanism(2), 1) <= 1", "takes 2 arguments, not 1"},
      {"hockey_stick(any_mechanism(2, 1), 1) <= total_variation(any_mechanism(3, 1))",
       "two different mechanisms, any_mechanism(2, 1) and any_mechanism(3, 1)"},
      {"sum(n, 1, 2, total_variation(any_mechanism(n, 1))) <= 1", "'n' is an index"},
      {"hockey_stick(any_mechanism(2, total_variation(any_mechanism(2, 1))), 1) <= 1",
       "inside of any_mechanism"},
      {"hockey_stick(any_mechanism(n, 1), 1) <= 1",
       "column 28: variable 'n' has no value; add --set n=VALUE"},
      {"hockey_stick(any_mechanism(0, 1), 1) <= 1", "from 1 to 12, not 0"},
      {"hockey_stick(any_mechanism(13, 1), 1) <= 1", "from 1 to 12, not 13"},
      {"hockey_stick(any_mechanism(5/2, 1), 1) <= 1", "from 1 to 12, not 5/2"},
      {"hockey_stick(any_mechanism(2, -1), 1) <= 1", "certainly >= 0, not -1"},
      {"hockey_stick(any_mechanism(2, inf), 1) <= 1", "must be finite"},
      {"hockey_stick(any_mechanism(2, 1/0), 1) <= 1", "eps0 of any_mechanism has no value"},
      {"hockey_stick(any_mechanism(2, 1), 1) <= log(-1)", "the formula has no value"},
      {"renyi(any_mechanism(2, 1), -1) <= 1", "the formula has no value"},
  };
  for (const auto& [formula, part] : cases) {
    INFO(formula);
    const std::string message = refused({"falsify", formula});
    INFO(message);
    CHECK(has(message, part));
  }
  const std::string fine = "hockey_stick(any_mechanism(2, 1), 1) <= 1";
  CHECK(has(refused({"falsify", fine, "--seed", "-1"}), "expected a whole number from 0 on"));
  CHECK(has(refused({"falsify", fine, "--tries", "0"}), "--tries"));
  CHECK(has(refused({"falsify", fine, "--set", "n=1,2"}), "one value is expected"));
}

TEST_CASE("any_mechanism stands in no other formula") {
  const std::string advice = "'shufflecert falsify' looks for mechanisms";
  CHECK(has(refused({"eval", "renyi(any_mechanism(2, 1), 2)"}), advice));
  CHECK(
      has(refused({"eval", "any_mechanism", "--set", "any_mechanism=2"}), "cannot be a variable"));
}

TEST_CASE("falsify looks for mechanisms that break a claim, in the place of its pair", "[volume]") {
  const temporary_directory scratch;
  const std::string file = scratch.file(
      "some.toml",
      "format = 1\n[[define]]\nname = \"response\"\nparameters = [\"n\"]\n"
      "value = \"max(hockey_stick(rr_pair(n, 1), 1/10), 0)\"\n"
      // It holds for randomized response on (0, …, 0).
      "[[claim]]\nid = \"some/false\"\nabout = \"mechanism\"\nintegers = [\"n\"]\n"
      "claim = \"response(n) <= limit and 1 <= 2\"\nlet = { limit = \"0.23 + 0*n\" }\n"
      "domain = [\"n >= 3\"]\n[claim.check]\nn = [3, 4]\n"
      "[[claim]]\nid = \"some/true\"\nabout = \"mechanism\"\nintegers = [\"n\"]\n"
      "claim = \"tradeoff(rr_pair(n, eps0), 1/2) >= tradeoff(clone_pair(n, eps0), 1/2)\"\n"
      "domain = [\"n >= 1\"]\n[claim.check]\nn = [1000, 2000]\neps0 = [1, 2]\n"
      "[[claim]]\nid = \"some/other\"\nabout = \"mechanism\"\n"
      "claim = \"renyi(rr_pair(2, 1), 2) >= 0\"\n"
      "[[claim]]\nid = \"some/pair\"\nabout = \"pair\"\n"
      "claim = \"renyi(clone_pair(2, 1), 2) <= 1\"\n");
  const json broken = answer_of("some/false", 1, {"--file", file});
  CHECK(broken["claim"] == "some/false");
  CHECK(broken["relation"] == "max(hockey_stick(any_mechanism(n, 1), 1/10), 0) <= 0.23 + 0*n");
  CHECK(broken["points"] == 2);
  CHECK(broken["point"]["n"] == "3");
  CHECK(broken["mechanism"]["outputs"].size() == 2);
  // Its own numbers of users are beyond reach.
  const json holding = answer_of("some/true", 0, {"--file", file, "--tries", "240"});
  CHECK(holding["points"] == 6);
  CHECK(holding["looked_at"].get<int>() >= 200);
  const json given = answer_of(
      "some/true", 0, {"--file", file, "--tries", "80", "--set", "n=2", "--set", "eps0=log(3)"});
  CHECK(given["points"] == 1);
  CHECK(given["point"]["eps0"] == "log(3)");
  CHECK(has(refused({"falsify", "some/other", "--file", file}), "bounds no quantity"));
  CHECK(has(refused({"falsify", "some/pair", "--file", file}), "bounds no quantity"));
  CHECK(has(refused({"falsify", "some", "--file", file}), "names 4 claims"));
  CHECK(has(refused({"falsify", "some/false", "--file", file, "--set", "m=2"}), "--set m: "));
  CHECK(has(refused({"falsify", "some/false", "--file", file, "--set", "n=2"}), "in the domain"));
  CHECK(has(refused({"falsify", "some/false", "--file", file, "--set", "n=20"}), "no point with"));
}

TEST_CASE("falsify writes a program about what it found") {
  for (const std::string formula : {"hockey_stick(any_mechanism(2, log(3)), 1/5) <= 0.1",
                                    "hockey_stick(any_mechanism(2, log(3)), 1/5) <= 0.9"}) {
    const program_run shown =
        run_program({"falsify", formula, "--tries", "50", "--script", "python"});
    CHECK(shown.status == (has(formula, "0.1") ? 1 : 0));
    CHECK(has(shown.out, "staircase_pair"));
    CHECK(has(shown.out, has(formula, "0.1") ? "refutation reproduced" : "evaluation reproduced"));
  }
}

}  // namespace test_falsify
