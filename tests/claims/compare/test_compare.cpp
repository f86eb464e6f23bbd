// `compare`: which bounds apply at a point, their order and verdicts, against quantities whose
// value is known: D_λ of N(μ, 1) and N(0, 1) is μ²λ/2.

#include <nlohmann/json.hpp>

#include "claims/compare/compare.hpp"
#include "claims/reading/link_catalogue.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"

namespace test_compare {

using namespace shufflecert;
using namespace shufflecert::claims;
using json = nlohmann::json;

namespace {

std::string bound_text(const std::string& name, const std::string& side, const std::string& value,
                       const std::string& more = "",
                       const std::string& parameters = "\"mu\", \"lambda\"",
                       const std::string& on = "renyi(gaussian_pair(mu), lambda)") {
  return "[[bound]]\nname = \"" + name + "\"\nparameters = [" + parameters + "]\nvalue = \"" +
         value + "\"\nside = \"" + side + "\"\non = \"" + on + "\"\n" + more + "\n";
}

// The catalogue must outlive the table.
struct compared {
  catalogue read;
  comparison_table table;
};

compared compare_text(const std::string& text, const std::map<std::string, std::string>& point,
                      const comparison_options& options = {}) {
  compared result{read_text(text), {}};
  variable_map values;
  for (const auto& [name, value] : point) values[name] = parse_formula(value);
  result.table = compare_bounds(result.read, values, options);
  // The table points into the catalogue, which stays where it is when it is moved out.
  return result;
}

std::vector<std::string> names_of(const std::vector<compared_bound>& rows) {
  std::vector<std::string> names;
  for (const compared_bound& row : rows) names.push_back(row.subject->name);
  return names;
}

const compared_bound& only_row(const compared& result) {
  const compared_quantity& quantity = result.table.quantities.at(0);
  return quantity.upper.empty() ? quantity.lower.at(0) : quantity.upper.at(0);
}

std::string reason_in(const std::string& text, const std::map<std::string, std::string>& point) {
  const compared result = compare_text(text, point);
  return result.table.unfit.empty() ? "applies" : result.table.unfit.front().reason;
}

bool encloses(const std::optional<decimal_interval>& range, const std::string& value) {
  const auto exact = parse_decimal(value);
  return range && *parse_decimal(range->lower) <= *exact && *exact <= *parse_decimal(range->upper);
}

const std::map<std::string, std::string> at_one{{"mu", "1"}, {"lambda", "3"}};

}  // namespace

TEST_CASE("bounds come tightest first, with their ratio to the exact value") {
  std::string text;
  for (const char* entry : {"4", "1.25", "2", "0.5", "1.5"})
    text += bound_text("up_" + std::string(1, *entry) + std::to_string(text.size()), "upper",
                       "mu^2*lambda/2*" + std::string(entry));
  for (const char* entry : {"0.25", "0.75", "2.5"})
    text += bound_text("low_" + std::to_string(text.size()), "lower",
                       "sqrt(mu)*lambda/2*" + std::string(entry));
  const compared result = compare_text(text, at_one);
  REQUIRE(result.table.quantities.size() == 1);
  const compared_quantity& quantity = result.table.quantities.front();
  CHECK(quantity.exact.formula == "renyi(gaussian_pair(1), 3)");
  CHECK(encloses(quantity.exact.value, "1.5"));
  REQUIRE(quantity.upper.size() == 5);
  const std::vector<std::string> upper{"0.5", "1.25", "1.5", "2", "4"};
  for (std::size_t i = 0; i < upper.size(); ++i) {
    INFO(upper[i]);
    CHECK(encloses(quantity.upper[i].ratio, upper[i]));
    CHECK(quantity.upper[i].rank == i + 1);
    CHECK(verdict_of(quantity.upper[i]) ==
          (i == 0 ? bound_verdict::violated : bound_verdict::holds));
  }
  REQUIRE(quantity.lower.size() == 3);
  const std::vector<std::string> lower{"2.5", "0.75", "0.25"};
  for (std::size_t i = 0; i < lower.size(); ++i) {
    INFO(lower[i]);
    CHECK(encloses(quantity.lower[i].ratio, lower[i]));
    CHECK(verdict_of(quantity.lower[i]) ==
          (i == 0 ? bound_verdict::violated : bound_verdict::holds));
  }
  CHECK(in_words(quantity.upper[0]) == "VIOLATED: the exact value exceeds it");
  CHECK(in_words(quantity.lower[0]) == "VIOLATED: it exceeds the exact value");
  CHECK(result.table.unfit.empty());
  CHECK_FALSE(result.table.is_open);
}

TEST_CASE("bounds that are equal share a rank and keep the catalogue's order") {
  const compared result = compare_text(
      bound_text("z", "upper", "sqrt(2)*sqrt(2)*lambda") + bound_text("y", "upper", "2*lambda") +
          bound_text("x", "upper", "lambda*exp(2)/exp(2)*2") + bound_text("a", "upper", "7*mu"),
      at_one);
  const auto& upper = result.table.quantities.at(0).upper;
  CHECK(names_of(upper) == std::vector<std::string>{"z", "y", "x", "a"});
  CHECK(upper[0].rank == 1);
  CHECK(upper[1].rank == 1);
  CHECK(upper[2].rank == 1);
  CHECK(upper[3].rank == 4);
}

TEST_CASE("a bound that is the exact value holds, and by a hair more or less it is decided") {
  const auto verdict = [](const std::string& side, const std::string& value) {
    const compared result = compare_text(bound_text("b", side, value), at_one);
    return to_text(verdict_of(only_row(result)));
  };
  for (const char* side : {"upper", "lower"}) {
    CHECK(verdict(side, "mu^2*lambda/2") == "holds");
    CHECK(verdict(side, "sqrt(lambda)*sqrt(lambda)/2") == "holds");
  }
  CHECK(verdict("upper", "3/2*(1 - 1e-30)") == "violated");
  CHECK(verdict("upper", "3/2*(1 + 1e-30)") == "holds");
  CHECK(verdict("lower", "3/2*(1 - 1e-30)") == "holds");
  CHECK(verdict("lower", "3/2*(1 + 1e-30)") == "violated");
  const compared tied =
      compare_text(bound_text("b", "upper", "sqrt(lambda)*sqrt(lambda)/2"), at_one);
  CHECK(in_words(only_row(tied)) == "holds: equal to 50 digits");
}

TEST_CASE("why a bound does not apply") {
  const auto reason = [](const std::string& more, const std::string& value = "9") {
    return reason_in(bound_text("b", "upper", value, more), at_one);
  };
  CHECK(reason("") == "applies");
  CHECK(reason("domain = [\"mu >= 1\", \"lambda > 2\"]") == "applies");
  CHECK(reason("domain = [\"mu > 1\"]") == "outside its domain: mu > 1 is false (left 1)");
  CHECK(reason("domain = [\"mu >= 1 and lambda <= 1 + mu\"]") ==
        "outside its domain: lambda <= 1 + mu is false (left 3, right 2)");
  CHECK(reason("domain = [\"1/(mu - 1) > 0\"]") ==
        "outside its domain: 1/(mu - 1) > 0 is not certain: has no value: division by zero in "
        "'1/(mu - 1)'");
  CHECK(reason("domain = [\"sqrt(3 + 2*sqrt(2)) - sqrt(2) <= 1\"]") ==
        "outside its domain: sqrt(3 + 2*sqrt(2)) - sqrt(2) <= 1 is not certain: both sides are "
        "equal to 50 "
        "digits");
  CHECK(reason("", "1/(mu - 1)") == "has no value: division by zero in '1/(mu - 1)'");
  CHECK(reason("", "log(mu - lambda)").find("has no value: ") == 0);
  CHECK(reason_in(bound_text("b", "upper", "9", "integers = [\"lambda\"]"),
                  {{"mu", "1"}, {"lambda", "5/2"}}) == "needs a whole lambda; it is 5/2");
  CHECK(reason_in(bound_text("b", "upper", "9"), {{"mu", "1"}}) == "lambda has no value");
  CHECK(reason_in(bound_text("b", "upper", "9", "", "\"mu\", \"lambda\", \"delta\""), at_one) ==
        "delta has no value");
  // None of these leaves anything open.
  const compared result = compare_text(bound_text("b", "upper", "1/(mu - 1)") +
                                           bound_text("c", "upper", "9", "domain = [\"mu > 1\"]"),
                                       at_one);
  CHECK_FALSE(result.table.is_open);
  CHECK(result.table.quantities.empty());
  CHECK(result.table.unfit.at(0).condition == "");
  CHECK(result.table.unfit.at(1).condition == "mu > 1");
}

TEST_CASE("quantities are told apart by their values, and names of parameters do not matter") {
  const compared result = compare_text(
      bound_text("a", "upper", "9") +
          bound_text("b", "upper", "8", "", "\"l\", \"m\"", "renyi(gaussian_pair(m), l)") +
          bound_text("c", "upper", "7", "", "\"mu\"", "renyi(gaussian_pair(mu), 3)") +
          bound_text("d", "upper", "6", "", "\"mu\"", "renyi(gaussian_pair(mu), 2)") +
          // Here mu is the order and lambda the mean, and the point says mu = 1, lambda = 3.
          bound_text("e", "upper", "5", "", "\"mu\", \"lambda\"",
                     "renyi(gaussian_pair(lambda), mu)"),
      at_one);
  REQUIRE(result.table.quantities.size() == 3);
  CHECK(names_of(result.table.quantities[0].upper) == std::vector<std::string>{"c", "b", "a"});
  CHECK(result.table.quantities[1].exact.formula == "renyi(gaussian_pair(1), 2)");
  CHECK(result.table.quantities[2].exact.formula == "renyi(gaussian_pair(3), 1)");
  CHECK(encloses(result.table.quantities[2].exact.value, "4.5"));
}

TEST_CASE("the pair of clones and a real mechanism are told apart") {
  const std::string rr = "max(renyi(rr_pair(n, e), l), renyi(swap(rr_pair(n, e)), l))";
  const std::string clones = "renyi(clone_pair(n, e), l)";
  const auto row = [&](const std::string& side, const std::string& value) {
    const compared result = compare_text(
        bound_text("b", side, value, "about = \"mechanism\"", "\"n\", \"e\", \"l\"", clones),
        {{"n", "10"}, {"e", "1"}, {"l", "2"}});
    return to_text(verdict_of(only_row(result))) + "; " + in_words(only_row(result));
  };
  CHECK(row("upper", clones + "*1.001") == "holds; holds");
  CHECK(row("upper", "(" + clones + " + " + rr + ")/2") ==
        "violated; BELOW the pair of clones; randomized response with all other "
        "inputs 0 does not exceed it");
  CHECK(row("upper", rr + "*0.999") ==
        "refuted; REFUTED: shuffled randomized response, a real mechanism, exceeds it");
  CHECK(row("lower", rr + "*0.999") == "holds; holds");
  CHECK(row("lower", "(" + clones + " + " + rr + ")/2") ==
        "holds; holds for the pair of clones; randomized response with all other inputs 0 does not "
        "reach it");
  CHECK(row("lower", clones + "*1.001") ==
        "refuted; REFUTED: it exceeds the pair of clones, which no mechanism does");
}

TEST_CASE("what a bound rests on is said, and whether that stands") {
  const std::string results =
      "[[result]]\nid = \"a/1\"\nstatus = \"erratum\"\nnote = \"Wrong.\"\n"
      "[[result]]\nid = \"b/2\"\nstatus = \"stands\"\n"
      "[[result]]\nid = \"c/3\"\nstatus = \"withdrawn\"\n";
  const compared result = compare_text(
      results + bound_text("one", "upper", "3", "depends = [\"a/1\", \"b/2\"]") +
          bound_text("two", "upper", "1", "depends = [\"c/3\"]") +
          bound_text("three", "upper", "4", "depends = [\"b/2\"]") +
          bound_text("four", "upper", "5", "domain = [\"mu > 9\"]\ndepends = [\"a/1\"]"),
      at_one);
  const auto& upper = result.table.quantities.at(0).upper;
  REQUIRE(names_of(upper) == std::vector<std::string>{"two", "one", "three"});
  CHECK(in_words(upper[0]) == "VIOLATED: the exact value exceeds it; rests on c/3 (withdrawn)");
  CHECK(in_words(upper[1]) == "holds; rests on a/1 (erratum)");
  CHECK(in_words(upper[2]) == "holds");
  REQUIRE(upper[1].depends.size() == 2);
  CHECK(upper[1].depends[0].note == "Wrong.");
  CHECK(is_in_doubt(&upper[1].depends[0]));
  CHECK_FALSE(is_in_doubt(&upper[1].depends[1]));
  REQUIRE(result.table.unfit.size() == 1);
  CHECK(result.table.unfit[0].depends.at(0).id == "a/1");
  // The bound that the exact value exceeds is passed over, then the one in doubt.
  CHECK(tightest_that_holds(upper) == &upper[1]);
  CHECK(is_disputed(upper[1]));
  CHECK(tightest_that_holds(upper, false) == &upper[2]);
  CHECK(tightest_that_holds({upper[0]}) == nullptr);
}

TEST_CASE("a bound that fails elsewhere is disputed where it holds") {
  compared result{read_text(bound_text("b", "upper", "2", "expect = \"refuted\"") +
                            bound_text("c", "upper", "3", "expect = \"verified\"")),
                  {}};
  link_catalogue(result.read);
  const variable_map point{{"mu", parse_formula("1")}, {"lambda", parse_formula("3")}};
  result.table = compare_bounds(result.read, point, {});
  const auto& upper = result.table.quantities.at(0).upper;
  REQUIRE(names_of(upper) == std::vector<std::string>{"b", "c"});
  CHECK(in_words(upper[0]) == "holds; fails elsewhere: bound/b");
  CHECK(is_disputed(upper[0]));
  REQUIRE(upper[1].records.size() == 1);
  CHECK(upper[1].records[0].claim == "bound/c");
  CHECK(upper[1].records[0].expect == verdict::verified);
  CHECK_FALSE(is_disputed(upper[1]));
  CHECK(tightest_that_holds(upper, false) == &upper[1]);
  // At ε = ε0 both pairs have δ = 0; elsewhere the pair of 2023 is closer, which breaks nothing.
  const std::string table = run_program({"compare", "--n", "10", "--eps0", "2", "--eps", "2"}).out;
  CHECK(table.find("holds; below the pair of clones elsewhere: bound/feldman_2023_delta; rests on "
                   "feldman-2023/theorem-3.1 (erratum)\n") != std::string::npos);
}

TEST_CASE("a bound that is weaker than what is known without it says nothing") {
  const auto vacuous = [](const std::string& side, const std::string& value,
                          const std::string& on) {
    const compared result =
        compare_text(bound_text("b", side, value, "", "\"n\", \"e\", \"x\"", on),
                     {{"n", "10"}, {"e", "1"}, {"x", "1/2"}});
    return only_row(result).vacuous;
  };
  const std::string renyi = "renyi(clone_pair(n, e), x)";
  const std::string delta = "hockey_stick(clone_pair(n, e), x)";
  const std::string epsilon = "epsilon(clone_pair(n, e), x)";
  CHECK(vacuous("upper", "1.001", renyi) == "above ε0");
  CHECK(vacuous("upper", "sqrt(2)*sqrt(2)/2", renyi) == "");
  CHECK(vacuous("upper", "1", renyi) == "");
  CHECK(vacuous("upper", "1.001", epsilon) == "above ε0");
  CHECK(vacuous("upper", "1.001", delta) == "above 1");
  CHECK(vacuous("upper", "0.999", delta) == "");
  CHECK(vacuous("upper", "7", "renyi(gaussian_pair(n), x)") == "");
  CHECK(vacuous("lower", "0", delta) == "not above 0");
  CHECK(vacuous("lower", "-1", renyi) == "not above 0");
  CHECK(vacuous("lower", "1e-30", renyi) == "");
  CHECK(vacuous("upper", "7", "total_variation(rr_pair(n, e))") == "");
  const compared trivial =
      compare_text(bound_text("b", "lower", "-1") + bound_text("c", "lower", "-2"), at_one);
  CHECK(in_words(only_row(trivial)) == "holds; says nothing here: not above 0");
  CHECK(tightest_that_holds(trivial.table.quantities.at(0).lower) == nullptr);
}

TEST_CASE("the quantity of every mechanism comes before those of a single one") {
  const compared result =
      compare_text(bound_text("of_one", "upper", "1", "about = \"mechanism\"", "\"n\", \"e\"",
                              "renyi(rr_pair(n, e), 2)") +
                       bound_text("of_half", "upper", "1", "", "\"n\", \"e\"",
                                  "renyi(clone_pair(n, e, 1/2), 2)") +
                       bound_text("of_every", "upper", "1", "about = \"mechanism\"", "\"n\", \"e\"",
                                  "renyi(clone_pair(n, e), 2)"),
                   {{"n", "10"}, {"e", "1"}});
  std::vector<std::string> order;
  for (const compared_quantity& quantity : result.table.quantities)
    order.push_back(quantity.upper.at(0).subject->name);
  CHECK(order == std::vector<std::string>{"of_every", "of_one", "of_half"});
}

TEST_CASE("only the pair of clones of 2021 is the worst case of every mechanism") {
  const auto is_worst = [](const std::string& on) {
    const compared result =
        compare_text(bound_text("b", "upper", "1", "about = \"mechanism\"", "\"n\", \"e\"", on),
                     {{"n", "10"}, {"e", "1"}});
    return result.table.quantities.at(0).is_worst_case;
  };
  CHECK(is_worst("renyi(clone_pair(n, e), 2)"));
  CHECK_FALSE(is_worst("renyi(clone_pair(n, e, 1/2), 2)"));
  CHECK_FALSE(is_worst("renyi(rr_pair(n, e), 2)"));
  // A lower bound above another pair of clones may hold for some mechanism.
  const auto above = [](const std::string& on) {
    const compared result =
        compare_text(bound_text("b", "lower", "1", "about = \"mechanism\"", "\"n\", \"e\"", on),
                     {{"n", "10"}, {"e", "1"}});
    return to_text(verdict_of(only_row(result))) + "; " + in_words(only_row(result));
  };
  CHECK(above("renyi(clone_pair(n, e), 2)") ==
        "refuted; REFUTED: it exceeds the pair of clones, which no mechanism does");
  CHECK(above("renyi(clone_pair(n, e, 1/2), 2)") ==
        "violated; VIOLATED: it exceeds the exact value");
}

TEST_CASE("compare judges bounds on epsilon by the hockey-stick divergence") {
  // One user with e^ε0 = 3: δ(ε) = (3 − e^ε)/4, so ε(1/4) = log 2.
  const auto verdict = [](const std::string& side, const std::string& value) {
    const compared result = compare_text(
        bound_text("b", side, value, "", "\"eps0\", \"delta\"", "epsilon(rr_pair(1, eps0), delta)"),
        {{"eps0", "log(3)"}, {"delta", "1/4"}});
    return to_text(verdict_of(only_row(result)));
  };
  CHECK(verdict("upper", "log(2)*1.000001") == "holds");
  CHECK(verdict("upper", "log(2)*0.999999") == "violated");
  CHECK(verdict("lower", "log(2)*0.999999") == "holds");
  CHECK(verdict("lower", "log(2)*1.000001") == "violated");
  CHECK(verdict("upper", "log(2)") == "holds");
}

TEST_CASE("when the time is over everything is open") {
  comparison_options options;
  options.limits = budget(budget::clock::now());
  const compared result = compare_text(bound_text("b", "upper", "exp(mu)"), at_one, options);
  CHECK(result.table.is_open);
  REQUIRE(result.table.unfit.size() == 1);
  CHECK(result.table.unfit[0].reason == "not computed: the time limit was reached");
}

TEST_CASE("digits are kept") {
  comparison_options options;
  options.digits = 40;
  options.precision = {165, 8192};
  const compared result = compare_text(bound_text("b", "upper", "4 + exp(mu)"), at_one, options);
  // e = 2.718281828459045235360287471352662497757247…
  CHECK(encloses(only_row(result).value, "6.718281828459045235360287471352662497757247"));
  CHECK(only_row(result).value.lower.size() >= 41);
}

TEST_CASE("compare: keys of the JSON output, and the order of built-in bounds") {
  const program_run run = run_program(
      {"compare", "--n", "100", "--eps0", "1", "--lambda", "2", "--eps", "0.1", "--json"});
  REQUIRE(run.status == 0);
  const json root = json::parse(run.out);
  for (const char* key :
       {"version", "point", "quantities", "not_applicable", "undecided", "seconds"})
    CHECK(root.contains(key));
  CHECK(root["point"] == json{{"n", "100"}, {"eps0", "1"}, {"lambda", "2"}, {"eps", "0.1"}});
  REQUIRE(root["quantities"].size() >= 2);
  for (const json& quantity : root["quantities"]) {
    for (const char* key :
         {"on", "exact", "mechanism", "tightest", "tightest_undisputed", "bounds"})
      CHECK(quantity.contains(key));
    for (const char* key : {"tightest", "tightest_undisputed"})
      CHECK((quantity[key].contains("upper") && quantity[key].contains("lower")));
    for (const char* key : {"formula", "lower", "upper", "message"})
      CHECK(quantity["exact"].contains(key));
    std::optional<rational> before;
    for (const json& row : quantity["bounds"]) {
      INFO(row["name"]);
      for (const char* key :
           {"name", "side", "on", "about", "where", "paper", "rank", "value", "ratio", "verdict",
            "exact", "mechanism", "message", "depends", "records", "vacuous"})
        CHECK(row.contains(key));
      if (row["name"] == "feldman_2023_renyi") {
        CHECK(row["verdict"] == "violated");
        REQUIRE(row["depends"].size() == 1);
        CHECK(row["depends"][0]["id"] == "feldman-2023/theorem-3.1");
        CHECK(row["depends"][0]["status"] == "erratum");
        CHECK(row["depends"][0]["note"].get<std::string>().find("erratum") != std::string::npos);
      }
      if (row["name"] == "chen_gdp") {
        CHECK(row["records"][1] == json{{"claim", "bound/chen_gdp/mechanism"},
                                        {"expect", "refuted"},
                                        {"transcription", nullptr}});
      }
      if (row["side"] != "upper") continue;
      const auto value = parse_decimal(row["value"]["lower"].get<std::string>());
      REQUIRE(value.has_value());
      if (before) CHECK(*before <= *value);
      before = value;
    }
  }
  REQUIRE_FALSE(root["not_applicable"].empty());
  for (const json& row : root["not_applicable"])
    for (const char* key : {"name", "side", "on", "about", "where", "paper", "reason", "condition",
                            "parameter", "depends"})
      CHECK(row.contains(key));
}

TEST_CASE("compare: what a reader sees besides the rows") {
  const program_run run = run_program({"compare", "--n", "10000", "--eps0", "2", "--lambda", "4"});
  REQUIRE(run.status == 0);
  for (const char* text :
       {"exact                [0.00343016, 0.00343017]  (clone_pair: no shuffled eps0-LDP "
        "mechanism exceeds it)\n",
        "  tightest upper bound that holds here: repaired_first_order, [1.002, 1.003] times the "
        "exact value\n",
        "  tightest lower bound that holds here: girgis_subsampled_lower_all_users, [0.3217, "
        "0.3218] ",
        "BELOW the pair of clones; randomized response with all other inputs 0 does not exceed it; "
        "rests on "
        "feldman-2023/theorem-3.1 (erratum)\n",
        "holds; fails elsewhere: bound/chen_gdp/mechanism\n",
        "holds; fails elsewhere: bound/girgis_simplified_icassp/mechanism, as transcribed\n",
        "\nneed another parameter:\n    eps: ",
        "\nresults in doubt:\n    feldman-2023/theorem-3.1 (erratum): Feldman, McMillan",
        "    An upper bound that rests on one of these and holds against clone_pair(n, eps0) is"}) {
    INFO(text);
    CHECK(run.out.find(text) != std::string::npos);
  }
  // The tightest one fails elsewhere.
  const program_run doubtful =
      run_program({"compare", "--n", "50", "--eps0", "2", "--lambda", "2"});
  CHECK(doubtful.out.find("  tightest upper bound that holds here: chen_gdp, [1.476, 1.477] times "
                          "the exact value\n    without failures elsewhere or doubts: "
                          "repaired_no_regime, [1.564, 1.565] times") != std::string::npos);
  CHECK(run.out.find("has no value") == std::string::npos);
  CHECK(run.out.find(" \n") == std::string::npos);
}

TEST_CASE("compare: files, bad input and help", "[volume]") {
  const temporary_directory directory;
  static_cast<void>(
      directory.file("mine.toml", "format = 1\n" + bound_text("mine", "upper", "mu^2*lambda")));
  static_cast<void>(directory.file("none.toml", "format = 1\n"));
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "compare");
    return run_program(arguments, directory.path());
  };
  for (const std::vector<std::string>& file :
       {std::vector<std::string>{"mine.toml"}, {"--file", "mine.toml"}}) {
    std::vector<std::string> arguments = file;
    arguments.insert(arguments.end(), {"--set", "mu=2", "--lambda", "3"});
    const program_run done = run(arguments);
    CHECK(done.status == 0);
    CHECK(done.out.find("renyi(gaussian_pair(2), 3)\n") == 0);
    CHECK(done.out.find("    mine  12  ratio 2  holds\n") != std::string::npos);
  }
  const auto complaint = [&](const std::vector<std::string>& arguments) {
    const program_run done = run(arguments);
    CHECK(done.status == 2);
    CHECK(done.out == "");
    return done.err;
  };
  CHECK(complaint({}) ==
        "shufflecert: compare needs a point, such as --n 10000 --eps0 2 --lambda 4\n");
  CHECK(complaint({"--set", "lamda=2"}) ==
        "shufflecert: --set lamda: no bound has a parameter 'lamda'; did you mean 'lambda'?\n");
  CHECK(complaint({"--n", "5", "--set", "n=6"}) == "shufflecert: --set n=6: 'n' is set twice\n");
  CHECK(complaint({"--n", "five"}) ==
        "shufflecert: --n: expected a value, such as 1000, not the name 'five'\n");
  CHECK(complaint({"--n", "5 <"}).find("shufflecert: --n, column ") == 0);
  CHECK(complaint({"none.toml", "--n", "5"}) == "shufflecert: 'none.toml' holds no [[bound]]\n");
  CHECK(complaint({"gone.toml", "--n", "5"}) ==
        "shufflecert: cannot read 'gone.toml': there is no such file\n");
  CHECK(complaint({"--n", "5", "--digits", "0"}).find("--digits") != std::string::npos);
  // What is missing, or what no bound is about, takes one line.
  const std::string level = "shufflecert: a level is missing: give --delta";
  CHECK(complaint({"--n", "10"}).find(level) == 0);
  CHECK(complaint({"--n", "10"}).find("; and --eps0 is missing: ") != std::string::npos);
  CHECK(complaint({"--n", "10", "--eps0", "1"}).find(level) == 0);
  CHECK(complaint({"--n", "10", "--eps0", "1"}).find("; and ") == std::string::npos);
  CHECK(complaint({"--n", "1000", "--eps", "2", "--lambda", "4"})
            .find("shufflecert: --eps0 is missing") == 0);
  CHECK(complaint({"--n", "10,100", "--eps", "2"}).find("--eps0 is missing") != std::string::npos);
  CHECK(complaint({"--n", "0", "--eps0", "1", "--lambda", "4"}) ==
        "shufflecert: --n 0: the number of users must be 1 or more\n");
  CHECK(complaint({"--n", "10", "--set", "eps0=-1/2", "--lambda", "4"}).find("must be 0 or more") !=
        std::string::npos);
  CHECK(complaint({"--n", "10", "--eps0", "1", "--eps", "1", "--delta", "2"})
            .find("δ must be between 0 and 1") != std::string::npos);
  const program_run nothing = run({"--n", "1.5", "--eps0", "1", "--lambda", "1/2"});
  CHECK(nothing.status == 2);
  CHECK(nothing.out.starts_with("no bound applies at this point\n"));
  CHECK(nothing.err == "shufflecert: no bound applies at this point: the table says why\n");
  CHECK(run({"--n", "10", "--eps0", "1", "--epsilon", "0.1"}).out ==
        run({"--n", "10", "--eps0", "1", "--eps", "0.1"}).out);
  CHECK(run({"--help"}).out.find("shufflecert compare --n 10000 --eps0 2 --lambda 4") !=
        std::string::npos);
  const program_run late =
      run({"--n", "1000", "--eps0", "1", "--lambda", "2", "--timeout", "1e-9"});
  CHECK(late.status == 3);
}

}  // namespace test_compare
