// A caution is shown by every command that shows a number or a verdict of a formula, or by none.

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "language/syntax/builtins.hpp"
#include "support/catch.hpp"
#include "support/random_source.hpp"
#include "support/run_program.hpp"
#include "support/temporary_files.hpp"
#include "support/texts.hpp"

namespace test_cautions_of_commands {

using namespace shufflecert;

namespace {

using json = nlohmann::json;
using texts = std::vector<std::string>;

// A pair made by each built-in function that makes a pair or a law, and whether it needs a caution.
const std::map<std::string, std::pair<std::string, bool>>& pairs() {
  static const std::map<std::string, std::pair<std::string, bool>> all{
      {"clone_pair", {"clone_pair(3, 1)", false}},
      {"clone_law_pair", {"clone_pair(binomial_law(2, 1/3), 1)", true}},
      {"unmixed_pair", {"unmixed_pair(3, 1)", false}},
      {"printed_pair", {"printed_pair(3, 1, 1/2)", false}},
      {"rr_pair", {"rr_pair(3, 1)", true}},
      {"krr_pair", {"krr_pair(3, 3, 1)", true}},
      {"variation_pair", {"variation_pair(3, 2, 1/4, 2)", true}},
      {"staircase_pair", {"staircase_pair(1, 2, 1, 1, 10, 1, 2, 1)", true}},
      {"normal_pair", {"normal_pair(0, 1, 1/2, 1)", false}},
      {"gaussian_pair", {"gaussian_pair(1/2)", false}},
      {"laplace_pair", {"laplace_pair(1/2)", false}},
      {"subsampled", {"subsampled(rr_pair(3, 1), 1/2)", true}},
      {"compose", {"compose(rr_pair(3, 1), 2)", true}},
      {"product_pair", {"product_pair(clone_pair(2, 1), krr_pair(3, 3, 1))", true}},
      {"shuffled_pair",
       {"shuffled_pair(law(x, 0, 1, 1/2), law(x, 0, 1, (1 + x)/3), law(x, 0, 1, 1/2), 3)", true}},
      {"allocation_pair", {"allocation_pair(3, 1)", false}},
      {"pair", {"pair(law(x, 0, 1, 1/2), law(x, 0, 1, (1 + x)/3))", false}},
      {"swap", {"swap(rr_pair(3, 1))", true}},
      {"rr_law", {"pair(rr_law(1, 2, 1), rr_law(1, 3, 0))", true}},
      {"krr_law", {"pair(krr_law(1, 2, 1, 0), krr_law(1, 3, 0, 0))", true}},
      {"law", {"pair(law(x, 0, 1, (1 + x)/3), law(x, 0, 1, (2 - x)/3))", false}},
      {"binomial_law", {"pair(binomial_law(3, 1/2), binomial_law(3, 1/3))", false}},
      {"discrete_gaussian_law",
       {"pair(discrete_gaussian_law(0, 2), discrete_gaussian_law(1, 2))", false}},
      {"geometric_law", {"pair(geometric_law(0, 1), geometric_law(1, 1))", false}},
      {"poisson_law", {"pair(poisson_law(2), poisson_law(3))", false}},
      {"negative_binomial_law",
       {"pair(negative_binomial_law(2, 1/2), negative_binomial_law(2, 1/3))", false}},
      {"skellam_law", {"pair(skellam_law(0, 2), skellam_law(1, 2))", false}},
      {"sum_law", {"pair(sum_law(rr_law(1, 1, 1), rr_law(2, 1, 0)), rr_law(1, 3, 0))", true}},
      {"first", {"pair(first(rr_pair(3, 1)), rr_law(1, 3, 0))", true}},
      {"second", {"pair(rr_law(1, 2, 1), second(rr_pair(3, 1)))", true}},
      {"mix", {"pair(mix(1/2, rr_law(1, 2, 1), rr_law(1, 3, 0)), rr_law(1, 3, 0))", true}}};
  return all;
}

json answer(words arguments) {
  arguments.emplace_back("--json");
  const program_run run = run_program(arguments);
  INFO(fmt::format("{}", fmt::join(arguments, " ")));
  INFO(run.err);
  REQUIRE_FALSE(run.out.empty());
  return json::parse(run.out);
}

texts cautions_in(const json& root) {
  REQUIRE(root.contains("cautions"));
  return root.at("cautions").get<texts>();
}

texts lines_with_cautions(const std::string& text) {
  texts found;
  const std::string mark = "caution: ";
  for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 1)) {
    const std::size_t start = at + mark.size();
    found.push_back(text.substr(start, text.find('\n', at) - start));
  }
  return found;
}

}  // namespace

TEST_CASE("every function that makes a pair or a law says for which inputs it stands",
          "[cautions]") {
  for (const std::string& name : builtin_names()) {
    const builtin* function = find_builtin(name);
    if (function->result != value_kind::pair && function->result != value_kind::law) continue;
    INFO(name);
    CHECK(function->inputs.scope != input_scope::not_stated);
    const bool has_words = function->inputs.scope == input_scope::fixed ||
                           function->inputs.scope == input_scope::reduction;
    CHECK(has_words == !function->inputs.held.empty());
    CHECK(pairs().contains(name));
  }
}

TEST_CASE("numbers of symbols and users that may be exchanged are pointed out", "[cautions]") {
  const std::string read =
      "krr_pair(k, n, eps0) takes the number of symbols first: here it has 1000 symbols and 3 "
      "users";
  const auto points_out = [&](const words& arguments, const std::string& sentence) {
    const texts cautions = cautions_in(answer(arguments));
    return std::find(cautions.begin(), cautions.end(), sentence) != cautions.end();
  };
  // Three users with 1000 symbols are others than 1000 users with three symbols, and leak less.
  const std::string exchanged = "krr_pair(1000, 3, 1)";
  const std::string quantity = "hockey_stick(" + exchanged + ", 1/10)";
  CHECK(points_out({"eval", quantity}, read));
  CHECK(has(run_program({"eval", quantity}).out, "\ncaution: " + read + "\n"));
  CHECK(points_out({"eval", quantity + " <= 0"}, read));
  CHECK(points_out({"eval", quantity + " > 0"}, read));
  CHECK(
      points_out({"eval", "hockey_stick(krr_pair(10^3, n, 1), 1/10)", "--set", "n=3"},
                 "krr_pair(k, n, eps0) takes the number of symbols first: here it has 10^3 symbols "
                 "and 3 users"));
  CHECK(points_out({"account", "--round", exchanged, "--delta", "1/1000", "--digits", "2"}, read));
  CHECK(
      points_out({"eval", "hockey_stick(krr_pair(n, k, 1), 1/10)", "--set", "n=5", "--set", "k=5"},
                 "krr_pair(k, n, eps0) takes the number of symbols first: here it has 5 symbols "
                 "and 5 users"));
  const temporary_directory scratch;
  const std::string file = scratch.file(
      "exchanged.toml",
      "format = 1\n[[claim]]\nid = \"a\"\nclaim = \"hockey_stick(krr_pair(n, k, 1), 1/10) <= 1\"\n"
      "about = \"pair\"\ncheck = { n = [4], k = [3] }\n");
  const json claims = answer({"verify", file})["claims"];
  CHECK(
      claims[0]["cautions"] ==
      json::array({"krr_pair(k, n, eps0) takes the number of symbols first: here it has n symbols "
                   "and k users"}));
  // As many users as symbols, one user, and numbers under their own names are what they seem.
  const std::string own = "hockey_stick(krr_pair(k, n, 1), 1/10)";
  for (const words& plain : {words{"eval", "hockey_stick(krr_pair(3, 3, 1), 1/10)"},
                             words{"eval", "hockey_stick(krr_pair(5, 1, 1), 1/10)"},
                             words{"eval", own, "--set", "k=5", "--set", "n=3"}})
    for (const std::string& sentence : cautions_in(answer(plain)))
      CHECK_FALSE(has(sentence, "takes the number of symbols first"));
}

TEST_CASE("a number of users and an eps0 that may be exchanged are pointed out", "[cautions]") {
  const auto points_out = [&](const words& arguments, const std::string& here) {
    const texts cautions = cautions_in(answer(arguments));
    return std::any_of(cautions.begin(), cautions.end(), [&](const std::string& sentence) {
      return has(sentence, "takes the number of users first: here it has " + here);
    });
  };
  CHECK(points_out(
      {"eval", "total_variation(clone_pair(eps0, n))", "--set", "eps0=3", "--set", "n=4"},
      "3 users and eps0 = 4"));
  CHECK(points_out({"eval", "total_variation(rr_pair(2, 100))"}, "2 users and eps0 = 100"));
  CHECK(points_out({"account", "--round", "clone_pair(3, 100)", "--delta", "1/10", "--digits", "2"},
                   "3 users and eps0 = 100"));
  for (const words& plain :
       {words{"eval", "total_variation(clone_pair(n, eps0))", "--set", "eps0=3", "--set", "n=4"},
        words{"eval", "total_variation(clone_pair(2, 20))"},
        words{"eval", "total_variation(clone_pair(100, 25))"},
        words{"eval", "total_variation(clone_pair(2, eps0))", "--set", "eps0=5"}})
    CHECK_FALSE(points_out(plain, ""));
}

TEST_CASE("a quantity of one direction says that the other may differ", "[cautions]") {
  const auto is_said = [&](const std::string& formula) {
    const texts cautions = cautions_in(answer({"eval", formula}));
    return std::any_of(cautions.begin(), cautions.end(), [&](const std::string& sentence) {
      return has(sentence, "the two directions of this pair may differ");
    });
  };
  for (const char* one_direction :
       {"epsilon(rr_pair(5, 1), 1/10)", "hockey_stick(swap(rr_pair(5, 1)), 1/10)",
        "renyi(compose(rr_pair(5, 1), 2), 2)", "tradeoff(subsampled(gaussian_pair(1), 1/2), 1/10)",
        "hockey_stick(pair(binomial_law(5, 1/2), binomial_law(5, 1/3)), 1/10)",
        "renyi(rr_composition_pair(5, 2, 1), 2)"})
    CHECK(is_said(one_direction));
  for (const char* both :
       {"epsilon(clone_pair(5, 1), 1/10)", "epsilon(clone_pair(5, 1, 1/2), 1/10)",
        "epsilon(krr_pair(3, 5, 1), 1/10)", "epsilon(gaussian_pair(1), 1/10)",
        "epsilon(compose(clone_pair(5, 1), 2), 1/10)", "total_variation(rr_pair(5, 1))",
        "epsilon(rr_pair(5, 1), 1/10) <= 1",
        "max(hockey_stick(rr_pair(5, 1), 1/10), hockey_stick(swap(rr_pair(5, 1)), 1/10))"})
    CHECK_FALSE(is_said(both));
}

TEST_CASE("a relation about one direction says so where it holds", "[cautions]") {
  const auto is_said = [&](const words& arguments) {
    const texts cautions = cautions_in(answer(arguments));
    return std::any_of(cautions.begin(), cautions.end(), [&](const std::string& sentence) {
      return has(sentence, "is taken in one direction: swap() gives the other one");
    });
  };
  const std::string laws = "pair(binomial_law(5, 1/2), binomial_law(5, 1/3))";
  for (const std::string& holds :
       {std::string("epsilon(rr_pair(5, 1), 1/10) <= 1"), "hockey_stick(" + laws + ", 1/10) <= 1",
        "tradeoff(" + laws + ", 1/10) >= 0"})
    CHECK(is_said({"eval", holds}));
  CHECK(is_said({"calibrate", "epsilon(rr_pair(n, 1), 1/10) <= 1/4", "--over", "n", "--from", "1",
                 "--to", "100"}));
  for (const char* other :
       {"epsilon(rr_pair(5, 1), 1/10) <= 1/1000", "hockey_stick(rr_pair(5, 1), 1/10) >= 1/1000",
        "epsilon(clone_pair(5, 1), 1/10) <= 1",
        // The symmetric pair is bounded from above, the other one from below.
        "hockey_stick(clone_pair(5, 1, 1/9), 1) <= 11*hockey_stick(rr_pair(5, 1), 1)",
        "max(hockey_stick(rr_pair(5, 1), 1/10), hockey_stick(swap(rr_pair(5, 1)), 1/10)) <= 1"})
    CHECK_FALSE(is_said({"eval", other}));
  // Symmetric, and a family of which each member is tried in both directions.
  CHECK_FALSE(is_said({"falsify",
                       "hockey_stick(any_mechanism(2, 1), 0) + hockey_stick(laplace_pair("
                       "1/2), 0) <= 3",
                       "--tries", "20"}));
}

TEST_CASE("a clone pair with a large p says what it bounds", "[cautions]") {
  const auto said = [&](const std::string& formula) {
    std::string all;
    for (const std::string& sentence : cautions_in(answer({"eval", formula})))
      all += sentence + "\n";
    return all;
  };
  // e^-1 = 0.36… and 2/(e + 1) = 0.53…
  CHECK(said("total_variation(clone_pair(9, 1, 1/3))").empty());
  CHECK(has(
      said("total_variation(clone_pair(9, 1, 1/2))"),
      "clone_pair has a p above exp(-eps0): it bounds binary and k-ary randomized response, and "
      "not every eps0-LDP randomizer"));
  CHECK(has(said("total_variation(krr_any_inputs_pair(4, 9, 1))"),
            "krr_any_inputs_pair rests on clone_pair, which has a p above exp(-eps0)"));
  CHECK(has(said("total_variation(clone_pair(9, 1, 3/5))"),
            "clone_pair has a p above 2/(exp(eps0) + 1): it is not known to bound any mechanism"));
  CHECK(has(said("total_variation(clone_pair(9, 1, 3/5)) <= 1"), "not known to bound"));
  CHECK(said("total_variation(clone_pair(9, 1, 3/5)) >= 1/100").empty());
}

TEST_CASE("rounds of two kinds of clone pairs say which randomizers each bounds", "[cautions]") {
  const program_run run = run_program({"account", "--round", "krr_any_inputs_pair(8, 500, 2)",
                                       "--times", "2", "--round", "clone_pair(500, 2)", "--times",
                                       "2", "--delta", "1e-3", "--digits", "3"});
  CHECK(has(run.out, "krr_any_inputs_pair rests on clone_pair, which has a p above exp(-eps0)"));
  CHECK_FALSE(has(run.out, "caution: clone_pair has a p"));
  CHECK(has(run.out,
            "every randomizer is eps0-LDP, and in the rounds of krr_any_inputs_pair it is binary "
            "or k-ary randomized response with this eps0"));
}

TEST_CASE("a claim about mechanisms on laws of one's own is about one of them", "[cautions]") {
  const temporary_directory scratch;
  const auto cautions_of = [&](const std::string& about) {
    const std::string file = scratch.file(
        "own.toml",
        "format = 1\n[[claim]]\nid = \"a\"\nclaim = \"hockey_stick(pair(binomial_law(n, 1/2), "
        "binomial_law(n, 1/3)), 0) <= 1\"\nabout = \"" +
            about + "\"\ncheck = { n = [3] }\n");
    return run_program({"verify", file}).out;
  };
  const std::string sentence =
      "caution: pair(...) is one choice of laws: what holds for it need not";
  CHECK(has(cautions_of("mechanism"), sentence));
  CHECK_FALSE(has(cautions_of("formula"), sentence));
}

TEST_CASE("the caution about a pair is shown by every command, or by none", "[cautions][volume]") {
  const temporary_directory scratch;
  // The direction is a matter of values and of upper bounds, laws of one's own one of claims.
  const auto of_pairs = [](texts cautions) {
    std::erase_if(cautions, [](const std::string& one) {
      return has(one, "a guarantee has to cover both") || has(one, "is one choice of laws") ||
             has(one, "this ε is negative");
    });
    return cautions;
  };
  const auto about_pairs = [&](const json& said) { return of_pairs(cautions_in(said)); };
  // Asking every command about every pair takes minutes: four pairs in five are for eval only. The
  // seed says which; without one there are pairs with and without a caution among the others.
  std::uint64_t number = test_seed();
  for (const auto& [name, sample] : pairs()) {
    const auto& [pair, needs_caution] = sample;
    INFO(pair);
    const std::string quantity = fmt::format("hockey_stick({}, 1/10)", pair);
    const std::string relation = quantity + " <= 1";
    const texts of_value = cautions_in(answer({"eval", quantity}));
    CHECK(lines_with_cautions(run_program({"eval", quantity}).out) == of_value);
    const texts cautions = about_pairs(answer({"eval", quantity}));
    CHECK(cautions.empty() == !needs_caution);
    if (number++ % 5 != 0 && test_multiplier() == 1) continue;
    CHECK(about_pairs(answer({"eval", relation})) == cautions);
    // A bound that it exceeds is refuted, and it is enough for a lower bound.
    CHECK(about_pairs(answer({"eval", quantity + " <= 0"})).empty());
    CHECK(about_pairs(answer({"eval", quantity + " > 0"})).empty());
    CHECK(about_pairs(answer({"eval", quantity + " >= 1"})) == cautions);
    CHECK(about_pairs(answer({"eval", quantity, "--arithmetic", "double"})) == cautions);
    const words table{"eval", "max(t, " + quantity + ")", "--set", "t=0,1/1000"};
    for (const json& row : answer(table)) CHECK(cautions_in(row) == cautions);
    CHECK(lines_with_cautions(run_program(table).out) == cautions);
    words csv = table;
    csv.emplace_back("--csv");
    for (const std::string& sentence : cautions) CHECK(has(run_program(csv).out, sentence));

    const std::string rows = scratch.file(name + ".csv", "d\n1\n");
    const words check{"check", rows, "--claim", quantity + " <= d"};
    CHECK(about_pairs(answer(check).at(0)) == cautions);
    CHECK(of_pairs(lines_with_cautions(run_program(check).out)) == cautions);

    const std::string file = scratch.file(
        name + ".toml",
        fmt::format("format = 1\n[[bound]]\nname = \"test_bound\"\nparameters = [\"test_m\"]\n"
                    "value = \"test_m\"\nside = \"upper\"\non = \"{0}\"\nabout = \"mechanism\"\n"
                    "[bound.check]\ntest_m = [2]\n"
                    "[[claim]]\nid = \"test/mechanism\"\nclaim = \"{0} <= x\"\n"
                    "about = \"mechanism\"\ncheck = {{ x = [1] }}\n"
                    "[[claim]]\nid = \"test/pair\"\nclaim = \"{0} <= x\"\nabout = \"pair\"\n"
                    "check = {{ x = [1] }}\n",
                    quantity));
    const words compare{"compare", file, "--set", "test_m=1"};
    CHECK(about_pairs(answer(compare)) == cautions);
    CHECK(lines_with_cautions(run_program(compare).out) == cautions_in(answer(compare)));
    // A bound that the exact value exceeds is refuted by it; the value is shown all the same.
    CHECK(about_pairs(answer({"compare", file, "--set", "test_m=0"})) == cautions);
    const std::string results = scratch / (name + ".json");
    const program_run judged = run_program({"verify", file, "--output", results});
    const json entries = json::parse(text_of_file(results)).at("claims");
    for (const json& entry : entries) {
      INFO(entry.at("id"));
      CHECK(about_pairs(entry) == (entry.at("id") == "test/pair" ? texts() : cautions));
    }
    CHECK(of_pairs(lines_with_cautions(judged.out)).size() ==
          cautions.size() * (entries.size() - 1));
    for (const json& entry : answer({"recheck", results}).at("claims"))
      CHECK(about_pairs(entry) == (entry.at("id") == "test/pair" ? texts() : cautions));
    const texts rechecked = of_pairs(lines_with_cautions(run_program({"recheck", results}).out));
    REQUIRE(rechecked.size() == cautions.size());
    for (std::size_t i = 0; i < cautions.size(); ++i)
      CHECK(rechecked[i].starts_with(cautions[i] + " ("));
    CHECK(about_pairs(answer({"show", "test/mechanism", "--file", file})) == cautions);

    // `account` composes no pair of such laws within reach of every route; one digit is enough.
    const words rounds{"account", "--round", pair, "--delta", "1/10", "--digits", "1"};
    CHECK(about_pairs(answer(rounds)) == cautions);
    for (const char* command : {"calibrate", "frontier"}) {
      // It changes at 1/2, whatever the pair.
      const words line{command,    fmt::format("max(t, {}/1000) <= 1/2", quantity),
                       "--over",   "t",
                       "--from",   "0",
                       "--to",     "1",
                       "--digits", "2"};
      CHECK(about_pairs(answer(line)) == cautions);
      CHECK(of_pairs(lines_with_cautions(run_program(line).out)) == cautions);
    }
    // Not broken: the other side is no bound of its own.
    const json falsified =
        answer({"falsify", fmt::format("hockey_stick(any_mechanism(2, 1), 0) + {} <= 3", quantity),
                "--tries", "20"});
    CHECK(about_pairs(falsified) == cautions);
  }
}

TEST_CASE("pages, letters and exports have the cautions of the results", "[cautions]") {
  const temporary_directory scratch;
  const std::string file = scratch.file(
      "claims.toml",
      "format = 1\n[paper]\nkey = \"test\"\ntitle = \"A title\"\n[[claim]]\nid = \"test/krr\"\n"
      "where = \"Theorem 7\"\nrole = \"main\"\n"
      "claim = \"hockey_stick(krr_pair(3, 5, log(3)), x) <= 1/1000\"\nabout = \"mechanism\"\n"
      "check = { x = [1] }\n");
  const std::string results = scratch / "results.json";
  CHECK(run_program({"verify", file, "--output", results}).status == 0);
  const std::string sentence = "other inputs can leak more";
  const program_run report =
      run_program({"report", results, "--output", scratch / "pages", "--no-plots"});
  const program_run plain =
      report.status == 0 ? report : run_program({"report", results, "--output", scratch / "pages"});
  INFO(plain.err);
  REQUIRE(plain.status == 0);
  CHECK(has(text_of_file(scratch / "pages/report.md"), sentence));
  CHECK(has(text_of_file(scratch / "pages/results.csv"), sentence));
  std::size_t pages = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(scratch.path() / "pages"))
    if (entry.path().extension() == ".html" && has(text_of_file(entry.path()), sentence)) ++pages;
  CHECK(pages == 1);
  CHECK(has(run_program({"letter", "test", "--results", results}).out, sentence));
  // A file that leaves the caution out is not what its claim says.
  json root = json::parse(text_of_file(results));
  root.at("claims").at(0)["cautions"] = json::array();
  const program_run altered = run_program({"recheck", scratch.file("altered.json", root.dump())});
  CHECK(altered.status == 2);  // by its digests
}

TEST_CASE("what a command shows of laws and infinite sides is said, too", "[cautions]") {
  const std::string law = "law(x, 0, 1, if(x == 0, exp(-1), 1 - exp(-1)))";
  CHECK(cautions_in(answer({"eval", "mean(x, " + law + ", x)"})) ==
        texts{"the total of a law that it rests on is 1 only up to rounding, to 50 digits"});
  const texts infinite{"it holds because a side is infinite, and says nothing of the other side"};
  CHECK(cautions_in(answer({"eval", "2 < inf"})) == infinite);
  CHECK(cautions_in(answer({"eval", "2 < 3"})).empty());
  CHECK(cautions_in(answer({"eval", "inf <= 2"})).empty());
  CHECK(cautions_in(answer({"eval",
                            "renyi(gaussian_pair(1), 2) <= renyi(printed_pair(3, 1, 1/2), "
                            "2)"})) == infinite);
  const temporary_directory scratch;
  const json rows = answer({"check", scratch.file("t.csv", "x\n1\ninf\n"), "--claim", "0 < x"});
  CHECK(cautions_in(rows.at(0)).empty());
  CHECK(cautions_in(rows.at(1)) == infinite);
  const program_run text = run_program({"eval", "0 < x", "--set", "x=1,inf"});
  CHECK(lines_with_cautions(text.out) == texts{infinite.front() + " (1 of 2 rows)"});
}

TEST_CASE("catalogue files of --file lend their formulas to every command that takes one",
          "[cautions]") {
  const temporary_directory scratch;
  const std::string file = scratch.file(
      "definitions.toml",
      "format = 1\n[[define]]\nname = \"coin\"\nparameters = [\"e\"]\n"
      "value = \"epsilon(rr_pair(50, e), 1e-4)\"\n"
      "[[define]]\nname = \"coins\"\nparameters = [\"e\"]\nvalue = \"rr_pair(50, e)\"\n");
  const json typed = answer({"eval", "epsilon(rr_pair(50, 1), 1e-4)"});
  const json named = answer({"eval", "--file", file, "coin(1)"});
  CHECK(named.at("lower") == typed.at("lower"));
  CHECK(named.at("upper") == typed.at("upper"));
  CHECK(cautions_in(named) ==
        texts{"coin rests on rr_pair, which fixes the other users' inputs (all 0); other inputs "
              "can leak more, so its values are not upper bounds for the mechanism"});
  const words range{"--over", "e", "--from", "0.1", "--to", "3", "--digits", "3"};
  const auto with_range = [&](words line) {
    line.insert(line.end(), range.begin(), range.end());
    return answer(line);
  };
  CHECK(with_range({"calibrate", "--file", file, "coin(e) <= 1/2"}).at("rows")[0].at("suffices") ==
        with_range({"calibrate", "epsilon(rr_pair(50, e), 1e-4) <= 1/2"})
            .at("rows")[0]
            .at("suffices"));
  CHECK(answer({"account", "--file", file, "--round", "coins(1)", "--delta", "1e-4"})
            .at("routes")[0]
            .at("value") == answer({"account", "--round", "rr_pair(50, 1)", "--delta", "1e-4"})
                                .at("routes")[0]
                                .at("value"));
  CHECK_FALSE(with_range({"frontier", "--file", file, "coin(e) <= 1/2"}).at("rows").empty());
  CHECK(
      answer({"check", scratch.file("t.csv", "e\n1\n"), "--file", file, "--claim", "coin(e) <= 2"})
          .at(0)
          .at("verdict") == "holds");
  CHECK(run_program({"falsify", "--file", file, "--tries", "10",
                     "hockey_stick(any_mechanism(2, 1), 0) <= 1 + coin(1)"})
            .status == 0);
  // One line that says what is wrong with the file.
  for (const words& line : {words{"eval", "--file", scratch / "none.toml", "1"},
                            words{"account", "--file", scratch / "none.toml", "--round",
                                  "rr_pair(3, 1)", "--delta", "1/10"},
                            words{"calibrate", "--file", scratch / "none.toml", "e <= 1", "--over",
                                  "e", "--from", "0", "--to", "2"}}) {
    const program_run run = run_program(line);
    CHECK(run.status == 2);
    CHECK(has(run.err, "none.toml"));
  }
}

}  // namespace test_cautions_of_commands
