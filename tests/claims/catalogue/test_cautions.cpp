// Which pairs a formula rests on, which way they move it, and which sentence is said of that.

#include "claims/catalogue/cautions.hpp"

#include <fmt/format.h>

#include "claims/reading/read_inputs.hpp"
#include "claims/recheck/recheck.hpp"
#include "claims/results/digest.hpp"
#include "claims/results/evidence.hpp"
#include "claims/results/results_json.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_cautions {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

const budget no_limits;

std::vector<std::string> cautions_of(const std::string& formula, formula_use use,
                                     const variable_map& values = {},
                                     const definitions& visible = builtin_catalogue().visible) {
  return cautions_about(*parse_formula(formula), use, visible, values, no_limits);
}

// Whether the formula needs a caution where it holds, and where it fails.
std::string uses_of(const std::string& relation, const variable_map& values = {},
                    const std::vector<std::string>& domain = {}) {
  std::vector<expression_ptr> conditions;
  for (const std::string& condition : domain) conditions.push_back(parse_formula(condition));
  const expression_ptr parsed = parse_formula(relation);
  const formula_in_use asked{*parsed, builtin_catalogue().visible, values, conditions};
  const bool holds = !cautions_about(asked, formula_use::holds, no_limits).empty();
  const bool fails = !cautions_about(asked, formula_use::fails, no_limits).empty();
  return holds ? (fails ? "both" : "holds") : (fails ? "fails" : "none");
}

definitions with(const std::string& name, const std::string& parameter, const std::string& body) {
  definitions all = builtin_catalogue().visible;
  REQUIRE(all.add({name, {parameter}, parse_formula(body)}));
  return all;
}

std::vector<std::string> of_claim(const std::string& lines, const std::string& check) {
  return judge_one(claim_text(lines, check)).found.stated_cautions();
}

}  // namespace

TEST_CASE("a refutation by a pair that only bounds mechanisms says so", "[cautions]") {
  const auto is_said = [](const std::string& claim, const std::string& about) {
    return says_that_mechanisms_may_stay_below(
        of_claim("claim = \"" + claim + "\"\nabout = \"" + about + "\"\n", "n = [100]"));
  };
  CHECK(is_said("renyi(clone_pair(n, 1), 2) <= 1/(2*n)", "mechanism"));
  CHECK(is_said("renyi(unmixed_pair(n, 1), 1/2) <= 1/(1000*n)", "mechanism"));
  // The statement is about the pair itself; a mechanism breaks it; a lower bound fails, and a
  // mechanism, which may leak less, breaks it, too; it holds; one user's clones are a mechanism.
  CHECK_FALSE(is_said("renyi(clone_pair(n, 1), 2) <= 1/(2*n)", "pair"));
  CHECK_FALSE(is_said("renyi(rr_pair(n, 1), 2) <= 1/(1000*n)", "mechanism"));
  CHECK_FALSE(is_said("renyi(clone_pair(n, 1), 2) >= 1", "mechanism"));
  CHECK_FALSE(is_said("renyi(clone_pair(n, 1), 2) <= 1", "mechanism"));
  CHECK_FALSE(is_said("renyi(clone_pair(1, 1), 2) <= 1/n", "mechanism"));
  // An equation is no bound.
  CHECK_FALSE(is_said("renyi(clone_pair(n, 1), 2) == 1/n", "mechanism"));
}

TEST_CASE("a relation needs a caution where it would be an upper bound, and a refutation none",
          "[cautions]") {
  // A real mechanism that exceeds a bound refutes it whatever the other inputs are.
  CHECK(uses_of("hockey_stick(rr_pair(3, 1), 0) <= 1/10") == "holds");
  CHECK(uses_of("hockey_stick(rr_pair(3, 1), 0) < 1/10") == "holds");
  CHECK(uses_of("1/10 >= renyi(swap(rr_pair(3, 1)), 2)") == "holds");
  // That it reaches a lower bound is enough for one of all inputs; that it does not is not.
  CHECK(uses_of("hockey_stick(rr_pair(3, 1), 0) >= 1/10") == "fails");
  CHECK(uses_of("1/10 < epsilon(rr_pair(3, 1), 1/10)") == "fails");
  CHECK(uses_of("hockey_stick(rr_pair(3, 1), 0) == 1/10") == "both");
  CHECK(uses_of("hockey_stick(rr_pair(3, 1), 0) != 1/10") == "both");
  // A trade-off function is smaller where more leaks.
  CHECK(uses_of("tradeoff(rr_pair(3, 1), 1/4) >= 1/2") == "holds");
  CHECK(uses_of("at(curve(rr_pair(3, 1)), 1/4) <= 1/2") == "fails");
  CHECK(uses_of("curve_delta(symmetrized(curve(rr_pair(3, 1))), 1/4) <= 1/2") == "holds");
  CHECK(uses_of("not hockey_stick(rr_pair(3, 1), 0) <= 1/10") == "fails");
  CHECK(uses_of("rdp_epsilon(compose(rr_pair(3, 1), 9), 1/10) <= 1") == "holds");
  CHECK(uses_of("shuffle_gaussian_renyi(10, 2, 3) <= 1") == "holds");
  CHECK(uses_of("shuffle_gaussian_renyi(1, 2, 3) <= 1") == "none");
  // On both sides.
  CHECK(uses_of("hockey_stick(rr_pair(4, 1), 0) <= hockey_stick(krr_pair(3, 4, 1), 0)") == "both");
  CHECK(uses_of("hockey_stick(rr_pair(4, 1), 0) <= hockey_stick(clone_pair(4, 1), 0)") == "holds");
}

TEST_CASE("how a formula moves with a pair follows from its form, or is left open", "[cautions]") {
  const std::string q = "hockey_stick(rr_pair(3, 1), 0)";
  for (const auto& [left, found] : std::vector<std::pair<std::string, std::string>>{
           {"-" + q, "fails"},
           {"1 - " + q, "fails"},
           {q + " + x", "holds"},
           {"2*" + q + "/3", "holds"},
           {"exp(x)*" + q, "holds"},
           {"x*" + q, "both"},
           {"(1 - x)*" + q, "both"},
           {"1/" + q, "both"},
           {"exp(" + q + ")", "holds"},
           {"max(x, " + q + ")", "holds"},
           {"min(x, -" + q + ")", "fails"},
           {"abs(" + q + ")", "both"},
           {q + "^2", "both"},
           {"sum(j, 1, 3, " + q + "/j)", "both"},
           {"sum(j, 1, 3, exp(j)*" + q + ")", "holds"},
           {"binomial_mean(m, 3, 1/2, " + q + ")", "holds"},
           {"product(j, 1, 3, " + q + ")", "both"},
           {"if(x > 1, " + q + ", 2)", "holds"},
           {"if(" + q + " > 1, x, 2)", "both"},
           {"pmf(rr_law(1, 3, 1), 2)", "both"},
           {"mean(x, rr_law(1, 3, 1), x)", "both"},
           {"rr_renyi(3, 1, 2)", "holds"},
           {"jensen_shannon(rr_pair(3, 1))", "holds"}}) {
    INFO(left);
    CHECK(uses_of(left + " <= 1") == found);
  }
  // Signs that a domain or a setting tells.
  CHECK(uses_of("x*" + q + " <= 1", {}, {"x >= 1 and y > 0"}) == "holds");
  CHECK(uses_of("x*" + q + " <= 1", {{"x", parse_formula("5")}}) == "holds");
  CHECK(uses_of("x*" + q + " <= 1", {{"x", parse_formula("-5")}}) == "both");
  // An index hides the name that the domain speaks of.
  CHECK(uses_of("sum(x, -2, 2, x*" + q + ") <= 1", {{"x", parse_formula("5")}}, {"x >= 1"}) ==
        "both");
}

TEST_CASE("names and definitions are looked through, and say where the pair is", "[cautions]") {
  const variable_map local{{"mech", parse_formula("krr_pair(3, n, 1)")},
                           {"d", parse_formula("hockey_stick(mech, 0)")}};
  CHECK(uses_of("d <= 1/10", local) == "holds");
  CHECK(cautions_of("d", formula_use::number, local) ==
        cautions_of("hockey_stick(krr_pair(3, 9, 1), 0)", formula_use::number));
  CHECK(cautions_of("hockey_stick(rr_composition_pair(9, 3, 1), 0)", formula_use::number) ==
        std::vector<std::string>{
            "rr_composition_pair rests on rr_law, which fixes the other users' inputs (as listed); "
            "other inputs can leak more, so its values are not upper bounds for the mechanism"});
  // Once for each pair, however often it stands there.
  CHECK(cautions_of("renyi(rr_pair(3, 1), 2) + renyi(swap(rr_pair(3, 1)), 2)", formula_use::number)
            .size() == 1);
  CHECK(cautions_of("rr_renyi(3, 1, 2) + jensen_shannon(rr_pair(3, 1))", formula_use::number) ==
        cautions_of("renyi(rr_pair(3, 1), 2)", formula_use::number));
  CHECK(cautions_of("rr_renyi(3, 1, 2) + epsilon(rappor_pair(9, 1/2, 1/4), 1/10)",
                    formula_use::number)
            .at(0)
            .starts_with("rr_renyi and rappor_pair rest on rr_pair, which fixes"));
  // Definitions that turn what they are given around.
  const definitions turned = with("less_than_one", "x", "1 - x");
  CHECK(cautions_of("less_than_one(hockey_stick(rr_pair(3, 1), 0)) <= 1/2", formula_use::holds, {},
                    turned)
            .empty());
  CHECK(cautions_of("less_than_one(hockey_stick(rr_pair(3, 1), 0)) <= 1/2", formula_use::fails, {},
                    turned)
            .size() == 1);
  // A parameter that the definition does not use says nothing.
  CHECK(cautions_of("one_of(hockey_stick(rr_pair(3, 1), 0)) <= 1/2", formula_use::holds, {},
                    with("one_of", "x", "1"))
            .empty());
  // As deep as a file likes: neither without end nor without a word.
  definitions deep = builtin_catalogue().visible;
  std::string last = "hockey_stick(rr_pair(3, 1), x)";
  for (int i = 0; i < 5000; ++i) {
    const std::string name = fmt::format("deep_{}", i);
    REQUIRE(deep.add({name, {"x"}, parse_formula(fmt::format("{0} + {0}", last))}));
    last = name + "(x)";
  }
  CHECK_FALSE(cautions_of("deep_4999(0)", formula_use::number, {}, deep).empty());
  CHECK_FALSE(cautions_of("deep_100(0) <= 1", formula_use::holds, {}, deep).empty());
  CHECK(cautions_of("deep_100(0) <= 1", formula_use::fails, {}, deep).empty());
}

TEST_CASE("where there are no other users, nothing of them is left out", "[cautions]") {
  CHECK(cautions_of("renyi(rr_pair(1, 1), 2)", formula_use::number).empty());
  CHECK(cautions_of("renyi(krr_pair(4, 1, 1), 2)", formula_use::number).empty());
  CHECK(cautions_of("renyi(rr_pair(n, 1), 2)", formula_use::number, {{"n", parse_formula("1")}})
            .empty());
  CHECK(cautions_of("renyi(rr_pair(n, 1), 2)", formula_use::number, {{"n", parse_formula("2")}})
            .size() == 1);
  // An index of that name is another one.
  CHECK(cautions_of("sum(n, 1, 5, renyi(rr_pair(n, 1), 2))", formula_use::number,
                    {{"n", parse_formula("1")}})
            .size() == 1);
}

TEST_CASE("mixed inputs of the others leak more than inputs that are all alike", "[cautions]") {
  // What the caution says of rr_pair and of krr_pair, in numbers: docs/reference/pairs.md.
  CHECK(
      in_words(judge_one(
                   claim_text("claim = \"hockey_stick(pair(rr_law(1, 1, 2), rr_law(1, 2, 1)), x) > "
                              "24/100 and hockey_stick(rr_pair(3, 1), x) < 24/100 and "
                              "hockey_stick(swap(rr_pair(3, 1)), x) < 24/100\"",
                              "x = [\"1/10\"]"))
                   .found)
          .starts_with("verified"));
  CHECK(in_words(judge_one(claim_text("claim = \"hockey_stick(pair(krr_law(log(3), 5, 0, 0), "
                                      "krr_law(log(3), 4, 1, 0)), x) > 7/1000 and "
                                      "hockey_stick(krr_pair(3, 5, log(3)), x) <= 1/1000\"",
                                      "x = [1]"))
                     .found)
            .starts_with("verified"));
}

TEST_CASE("a claim has the caution where it is about a mechanism and holds", "[cautions]") {
  const std::string check = "x = [1]";
  const std::string bound = "claim = \"hockey_stick(krr_pair(3, 5, log(3)), x) <= 1/1000\"\n";
  const std::vector<std::string> expected{
      "krr_pair fixes the other users' inputs (all the third symbol); other inputs can leak more, "
      "so its values are not upper bounds for the mechanism"};
  CHECK(of_claim(bound + "about = \"mechanism\"", check) == expected);
  // Nobody says that it is about a pair.
  CHECK(of_claim(bound, check) == expected);
  CHECK(of_claim(bound + "about = \"pair\"", check).empty());
  CHECK(of_claim(bound + "about = \"formula\"", check).empty());
  // A refutation stands.
  const std::string refuted =
      "about = \"mechanism\"\nclaim = \"hockey_stick(krr_pair(3, 5, log(3)), x) <= 1/100000\"";
  CHECK(judge_one(claim_text(refuted, check)).found.outcome == verdict::refuted);
  CHECK(of_claim(refuted, check).empty());
  // Claims share judgements, and not what they are about.
  const auto both = judge_all("[[claim]]\nid = \"a/b\"\n" + bound +
                              "about = \"pair\"\ncheck = { x = [1] }\n[[claim]]\nid = \"c/d\"\n" +
                              bound + "about = \"mechanism\"\ncheck = { x = [1] }\n");
  CHECK(both.at(0).found.stated_cautions().empty());
  CHECK(both.at(1).found.stated_cautions() == expected);
  // The corrected form has its own.
  const claim_result corrected = judge_one(
      claim_text("about = \"mechanism\"\nclaim = \"hockey_stick(clone_pair(5, log(3)), x) <= "
                 "1/1000\"\ncorrected = \"hockey_stick(krr_pair(3, 5, log(3)), x) <= 1/1000\"",
                 check));
  CHECK(says_that_mechanisms_may_stay_below(corrected.found.stated_cautions()));
  REQUIRE(corrected.corrected);
  CHECK(corrected.corrected->stated_cautions() == expected);
}

TEST_CASE("a printed number with fewer decimals than its unit is said", "[cautions]") {
  const auto said = [](const std::string& formula, const variable_map& values = {}) {
    const std::vector<std::string> cautions = cautions_of(formula, formula_use::holds, values);
    REQUIRE(cautions.size() <= 1);
    return cautions.empty() ? "" : cautions.front();
  };
  CHECK(said("rounds_to(exp(x), 0.019, 0.0001)") ==
        "0.019 has fewer decimals than its unit 0.0001: if it is printed with no further digits, "
        "its unit is 0.001");
  CHECK(has(said("x < 1 and not rounds_to(exp(x), -14, 0.1)"), "its unit is 1"));
  CHECK(has(said("rounds_to(exp(x), 1.9e-2, 1e-4)"), "1.9e-2 has fewer"));
  CHECK(has(said("rounds_to(exp(x), printed, unit)",
                 {{"printed", parse_formula("2.7")}, {"unit", parse_formula("1e-2")}}),
            "2.7 has fewer decimals than its unit 1e-2"));
  for (const char* fine :
       {"rounds_to(exp(x), 0.0190, 0.0001)", "rounds_to(exp(x), 0.019, 0.001)",
        "rounds_to(exp(x), 1.90e-2, 0.0001)", "rounds_to(exp(x), 14, 1)",
        "rounds_to(exp(x), 140, 10)", "rounds_to(exp(x), 0.01925, 0.001)",
        "rounds_to(exp(x), y, 0.001)", "rounds_to(exp(x), 1.9, 1/20)", "exp(x) <= 0.1"})
    CHECK(said(fine).empty());
  // At the points of a claim, the first one.
  const std::string claim = "claim = \"rounds_to(exp(1), y, u)\"\nabout = \"formula\"\n";
  const auto at = [&](const std::string& check) { return of_claim(claim, check); };
  CHECK(at("y = [2.718, 2.72]\nu = 0.001") ==
        std::vector<std::string>{"2.72 has fewer decimals than its unit 0.001: if it is printed "
                                 "with no further digits, its unit is 0.01"});
  CHECK(at("y = [2.718, \"2.720\", 2.720]\nu = 0.001").empty());
  CHECK(at("points = [{ y = 2.72, u = 0.01 }, { y = 3, u = 0.1 }]").size() == 1);
  CHECK(at("points = [{ y = 2.72, u = 0.01 }, { y = 3, u = 1 }]").empty());
}

TEST_CASE("an ε below 0 is said", "[cautions]") {
  CHECK(cautions_about_epsilon(ball::of(std::int64_t{-1}, 64)).size() == 1);
  CHECK(cautions_about_epsilon(ball::infinity(64, -1)).size() == 1);
  CHECK(cautions_about_epsilon(ball::of(std::int64_t{0}, 64)).empty());
  CHECK(cautions_about_epsilon(ball::of(std::int64_t{1}, 64)).empty());
  const auto said = [](const words& arguments) {
    return has(run_program(arguments).out, "caution: this ε is negative");
  };
  CHECK(said({"eval", "epsilon(clone_pair(10, 1), 0.9)"}));
  CHECK_FALSE(said({"eval", "epsilon(clone_pair(10, 1), 0.01)"}));
  CHECK_FALSE(said({"eval", "-epsilon(clone_pair(10, 1), 0.01)"}));
  CHECK(said({"account", "--round", "clone_pair(10, 1)", "--delta", "0.9"}));
  CHECK_FALSE(said({"account", "--round", "clone_pair(10, 1)", "--delta", "0.01"}));
}

TEST_CASE("a law whose total is 1 only up to rounding, and sides that are infinite, are said",
          "[cautions]") {
  const std::string law =
      "claim = \"mean(x, law(x, 0, 1, if(x == 0, exp(-1), 1 - exp(-1))), x) <= ";
  const std::vector<std::string> rounded{
      "the total of a law that it rests on is 1 only up to rounding, to 50 digits"};
  CHECK(of_claim(law + "y\"", "y = [1]") == rounded);
  CHECK(of_claim("claim = \"mean(x, law(x, 0, 1, 1/2), x) <= y\"", "y = [1]").empty());
  // The first point need not be the one.
  CHECK(of_claim("claim = \"x < if(x > 2, inf, 5)\"", "x = [1, 3, 4]") ==
        std::vector<std::string>{"at 2 of the 3 points where it holds, it holds because a side is "
                                 "infinite, and says nothing of the other side"});
  CHECK(of_claim("claim = \"x > 0 and -inf < x\"", "x = [3]") ==
        std::vector<std::string>{
            "it holds because a side is infinite, and says nothing of the other side"});
  CHECK(of_claim("claim = \"x < 5 + exp(x)\"", "x = [3]").empty());
  CHECK(of_claim("claim = \"x > if(x > 2, inf, 5)\"", "x = [3, 4, 1]").empty());
  CHECK(caution_of_no_search("one point costs more than the budget") ==
        "no search was made beyond the listed points: one point costs more than the budget");
}

TEST_CASE("cautions are written and read, and files of earlier versions state none", "[cautions]") {
  const std::string text = results_text(
      claim_text("claim = \"hockey_stick(rr_pair(5, 1), x) <= 1\"", "x = [1]"), "verify");
  auto root = nlohmann::ordered_json::parse(text);
  auto& entry = entry_of(root, "test/claim");
  REQUIRE(entry.at("cautions").size() == 2);
  const recorded_results read = results_from(root);
  CHECK(read.claims.at(0).found.stated_cautions() ==
        entry.at("cautions").get<std::vector<std::string>>());
  CHECK(results_json(read).at("claims").at(0).at("cautions") == entry.at("cautions"));
  entry.erase("cautions");
  const recorded_results earlier = results_from(root);
  CHECK_FALSE(earlier.claims.at(0).found.cautions);
  CHECK_FALSE(results_json(earlier).at("claims").at(0).contains("cautions"));
}

TEST_CASE("recheck finds the cautions itself, and none may be left out", "[cautions][evidence]") {
  const std::string text = claim_text("claim = \"hockey_stick(rr_pair(5, 1), x) <= 1\"", "x = [1]");
  const auto rechecked = [&](const auto& alter) {
    auto root = nlohmann::ordered_json::parse(results_text(text, "verify"));
    alter(entry_of(root, "test/claim"));
    add_digests(root);
    const recorded_results recorded = read_evidence(root.dump());
    const catalogue read =
        read_inputs(recorded, [&](const input_file&) { return "format = 1\n" + text; });
    return recheck(recorded, read, {}).at(0);
  };
  const claim_recheck whole = rechecked([](auto&) {});
  CHECK(whole.claim.found.outcome == recheck_outcome::confirmed);
  REQUIRE(whole.cautions.size() == 2);
  const claim_recheck altered =
      rechecked([](auto& entry) { entry["cautions"] = nlohmann::ordered_json::array(); });
  CHECK(altered.claim.found.outcome == recheck_outcome::not_confirmed);
  CHECK(has(altered.claim.found.reason, "it leaves out the caution 'rr_pair fixes"));
  // A version that knew no cautions stated none.
  const claim_recheck earlier = rechecked([](auto& entry) { entry.erase("cautions"); });
  CHECK(earlier.claim.found.outcome == recheck_outcome::confirmed);
  CHECK(earlier.cautions == whole.cautions);
}

TEST_CASE("claims of the built-in catalogue about a mechanism have the caution where they hold",
          "[cautions]") {
  const catalogue& read = linked_builtin_catalogue();
  const auto on_record = [&](const char* id) {
    const claim* subject = read.find_claim(id);
    REQUIRE(subject != nullptr);
    return cautions_about_claim(*subject, read.visible, no_limits);
  };
  for (const char* id :
       {"chen-2024-icassp/proposition-1/k-ary", "girgis-2021/theorem-1/mechanism",
        "wang-2023/theorem-4.2/mechanism", "koskela-2023/clones/composition", "bound/liew_renyi"}) {
    INFO(id);
    CHECK_FALSE(on_record(id).empty());
  }
  // Refutations, lower bounds, and claims about one user.
  for (const char* id :
       {"chen-2024-icassp/corollary-2/mechanism", "chen-2024-icassp/equation-6/lower-mechanism",
        "software/circulating/square-root/formula", "chen-2023-draft/theorem-3/mechanism",
        "girgis-2021/definition-1/randomized-response",
        "repaired/theorem-2-fails-for-randomized-response"}) {
    INFO(id);
    CHECK(on_record(id).empty());
  }
}

}  // namespace test_cautions
