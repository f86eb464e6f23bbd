// What a refutation amounts to: planted claims of each class, and which class comes first.

#include <nlohmann/json.hpp>

#include "claims/judging/judge.hpp"
#include "claims/results/results_json.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/texts.hpp"

namespace test_severity {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

struct judged_run {
  catalogue read;
  std::vector<const claim*> subjects;
  std::vector<claim_result> results;
};

judged_run run(const std::vector<catalogue_source>& sources) {
  judged_run result{read_catalogue(sources), {}, {}};
  quantity_cache cache;
  for (const claim& c : result.read.claims) {
    result.subjects.push_back(&c);
    result.results.push_back(judge(c, result.read, cache, {}));
  }
  derive_severities(result.subjects, result.read, result.results);
  return result;
}

judged_run run(const std::string& text) {
  return run({{"test.toml", "format = 1\n" + text}});
}

// The severity of a text's only claim.
std::optional<severity_finding> severity_of(const std::string& lines, const std::string& check,
                                            const std::string& more = "") {
  return run(more + claim_text(lines, check)).results.at(0).severity;
}

// "misprint" or "misprint, wrong in the regime the paper uses"; "nothing" where there is none.
std::string classes(const std::optional<severity_finding>& found) {
  if (!found) return "nothing";
  std::string text = to_text(found->main);
  for (const severity_class which : found->also) text += ", " + to_text(which);
  return text;
}

std::string classes_of(const std::string& lines, const std::string& check,
                       const std::string& more = "") {
  return classes(severity_of(lines, check, more));
}

const std::string erratum =
    "[[result]]\nid = \"doe/lemma\"\nstatus = \"erratum\"\n"
    "[[result]]\nid = \"doe/theorem\"\nstatus = \"stands\"\n";

// x <= 3 fails at 4 and beyond.
const std::string false_claim = "claim = \"x <= 3\"\n";
const std::string points = "x = [1, 2, 3, 4, 5]";

std::string version_of(const std::string& paper, const std::string& claim) {
  return "format = 1\n[paper]\nkey = \"" + paper + "\"\n[[claim]]\nid = \"" + paper +
         "/claim\"\nstatement = \"lemma\"\nclaim = \"" + claim + "\"\ncheck = { x = [1, 4] }\n";
}

}  // namespace

TEST_CASE("a claim that is not refuted has no severity") {
  CHECK(classes_of("claim = \"x <= 5\"\ntranscription = \"?\"", points) == "nothing");
  CHECK(classes_of("claim = \"x/x^2 <= 1\"", "x = [0, 1]") == "nothing");  // invalid
  // Both sides are 1 at x = 2, which no enclosure shows, and no algebra of single roots.
  CHECK(classes_of("claim = \"sqrt(3 + 2*sqrt(x)) - sqrt(x) < 1\"", "x = [2]") == "nothing");
}

TEST_CASE("a claim without a regime is wrong, and that is said") {
  const auto found = severity_of(false_claim, points);
  CHECK(classes(found) == "wrong");
  CHECK(found->message == "no range of use is on record");
  CHECK(severity_in_one_line(run(claim_text(false_claim, points)).results.at(0)) ==
        "wrong: no range of use is on record");
}

TEST_CASE("a counterexample in the regime, and none there") {
  CHECK(classes_of(false_claim + "regime = [\"x >= 4\"]", points) ==
        "wrong in the regime the paper uses");
  CHECK(severity_of(false_claim + "regime = [\"x >= 3\"]", points)->message ==
        "fails at 2 of the 3 points checked there");
  const auto outside = severity_of(false_claim + "regime = [\"x <= 2\"]", points);
  CHECK(classes(outside) == "wrong only outside the regime");
  CHECK(outside->message ==
        "holds at the 2 points checked there, which is no proof; the nearest counterexample is "
        "at x = 4");
  // Nothing checked there, so nothing is said about it.
  const auto unseen = severity_of(false_claim + "regime = [\"x > 5\"]", points);
  CHECK(classes(unseen) == "wrong");
  CHECK(unseen->message == "no point checked lies where the paper uses the statement");
}

TEST_CASE("a point that stays open may be a counterexample in the regime") {
  // The left side is x in disguise: 2 < 2 stays open at x = 2, and at 4 it is 4 < 2.
  const std::string open =
      "claim = \"sqrt(x^2 + 3 + 2*x*sqrt(3)) - sqrt(3) < 2\"\nregime = [\"x <= 2\"]";
  CHECK(classes_of(open, "x = [1, 4]") == "wrong only outside the regime");
  const auto found = severity_of(open, "x = [1, 2, 4]");
  CHECK(classes(found) == "wrong");
  CHECK(found->message == "what becomes of it where the paper uses it is open");
}

TEST_CASE("the counterexample nearest to the regime, and the frontier between them") {
  // x*y <= 12 holds in the regime. With n = 100 the counterexamples miss x <= 4 alone: x = 7, with
  // the relative gap 3/7, 5 with 1/5 and, at y = 3, 9/2 with 1/9. Those with n = 10 miss two
  // conditions.
  const std::string lines =
      "claim = \"x*y <= 12\"\nintegers = [\"n\"]\n"
      "regime = [\"n == 100\", \"x <= 4\", \"y <= 3\"]";
  const std::string check = "n = [10, 100]\nx = [7, 5, \"9/2\", 4, 1]\ny = [2, 3]";
  const auto found = severity_of(lines, check);
  CHECK(classes(found) == "wrong only outside the regime");
  REQUIRE(found->edge.has_value());
  CHECK(in_words(found->edge->point) == "n = 100, x = 9/2, y = 3");
  CHECK(found->edge->over == "x");
  REQUIRE(found->edge->leaves.size() == 1);
  CHECK(found->edge->leaves[0] == "x <= 4");
  CHECK(found->frontier ==
        "shufflecert frontier test/claim --over x --file test.toml --set n=100 --set y=3");
  // Of the branches of an "or" the nearer one counts: for y = 2 only x is in the way of the second.
  const auto either =
      severity_of("claim = \"x <= 4\"\nregime = [\"y == 7 and x <= 1 or y == 2 and x <= 3\"]",
                  "x = [1, 3, 5]\ny = 2");
  REQUIRE(either->edge.has_value());
  CHECK(either->edge->over == "x");
  REQUIRE(either->edge->leaves.size() == 1);
  CHECK(either->edge->leaves[0] == "x <= 3");
}

TEST_CASE("a frontier along whole numbers, and none where two variables are in the way") {
  const auto whole =
      severity_of("claim = \"n <= 3\"\nintegers = [\"n\"]\nregime = [\"n <= 2\"]", "n = [1, 4]");
  CHECK(whole->edge.has_value());
  CHECK(whole->frontier == "shufflecert frontier test/claim --over n --file test.toml");
  const auto both = severity_of("claim = \"x*y <= 3\"\nregime = [\"x <= 1\", \"y <= 1\"]",
                                "x = [1, 2]\ny = [1, 2]");
  REQUIRE(both->edge.has_value());
  CHECK(both->edge->leaves.size() == 2);
  CHECK(both->frontier.empty());
}

TEST_CASE("a value that the shell would not leave alone is quoted") {
  const auto found = severity_of("claim = \"x <= 3\"\nregime = [\"x <= 2\"]",
                                 "points = [{ x = 1, y = 1 }, { x = 4, y = \"log(3)\" }]\n");
  CHECK_FALSE(found.has_value());  // y is used by nothing: the claim is invalid
  const auto used = severity_of("claim = \"x + 0*y <= 3\"\nregime = [\"x <= 2\"]",
                                "points = [{ x = 1, y = 1 }, { x = 4, y = \"log(3)\" }]\n");
  REQUIRE(used.has_value());
  CHECK(used->frontier ==
        "shufflecert frontier test/claim --over x --file test.toml --set 'y=log(3)'");
}

TEST_CASE("a claim of existence is wrong in the regime where its choice lies there") {
  // x^2 = -n has no solution, whatever n is; the paper uses n = 3.
  const std::string lines =
      "kind = \"exists\"\nexists = [\"x\"]\nclaim = \"x^2 <= -n\"\n"
      "domain = [\"x >= 0\", \"x <= 2\", \"n >= 1\"]\n";
  CHECK(classes_of(lines + "regime = [\"n == 3\", \"x <= 1\"]", "x = [0, 1]\nn = 3") ==
        "wrong in the regime the paper uses");
  CHECK(classes_of(lines + "regime = [\"n == 4\"]", "x = [0, 1]\nn = 3") == "wrong");
  CHECK(classes_of(lines, "x = [0, 1]\nn = 3") == "wrong");
}

TEST_CASE("a misprint: the form that was meant holds") {
  const auto found = severity_of(false_claim + "corrected = \"x <= 5\"", points);
  CHECK(classes(found) == "misprint");
  CHECK(found->message ==
        "as printed it is false; the form believed to be meant holds at all 5 points checked");
  // A corrected form that fails itself, or stays open, explains nothing.
  CHECK(classes_of(false_claim + "corrected = \"x <= 4\"", points) == "wrong");
  CHECK(classes_of(false_claim + "corrected = \"sqrt(x)^2 < 6 and sqrt(2)^2*x < 2*x + 1 and "
                                 "sqrt(x)^2 != x\"",
                   points) == "wrong");
  // Neither does a form that says something else.
  const auto mended =
      severity_of(false_claim + "corrected = \"x <= 5\"\ncorrection = \"repair\"", points);
  CHECK(classes(mended) == "wrong");
  CHECK(has(mended->message, "a repaired statement"));
}

TEST_CASE("rounding: rounds_to") {
  // e = 2.71828: 2.71 is within 0.01, though it rounds to 2.72; 2.70 is not.
  CHECK(classes_of("claim = \"rounds_to(exp(x), 2.71, 0.01)\"", "x = 1") ==
        "rounding of a printed value");
  CHECK(classes_of("claim = \"rounds_to(exp(x), 2.70, 0.01)\"", "x = 1") == "wrong");
  CHECK(classes_of("claim = \"rounds_to(exp(x), 2.72, 0.01)\"", "x = 1") == "nothing");
  // Another part that fails is not about rounding.
  CHECK(classes_of("claim = \"rounds_to(exp(x), 2.71, 0.01) and x > 2\"", "x = 1") == "wrong");
  CHECK(classes_of("claim = \"rounds_to(exp(x), 2.71, 0.01) and x < 2\"", "x = 1") ==
        "rounding of a printed value");
}

TEST_CASE("rounding: every counterexample counts, not only the one shown") {
  // e^1 = 2.718 and e^2 = 7.389: 2.71 is within a unit, 7.3 is not within 0.01.
  const std::string claim = "claim = \"rounds_to(exp(x), y, 0.01)\"";
  CHECK(classes_of(claim, "points = [{ x = 1, y = 2.71 }, { x = 2, y = 7.38 }]") ==
        "rounding of a printed value");
  CHECK(classes_of(claim, "points = [{ x = 1, y = 2.71 }, { x = 2, y = 7.3 }]") == "wrong");
}

TEST_CASE("rounding: printed values in a comparison") {
  const std::string claim = "claim = \"exp(x) <= y\"\n";
  const std::string printed = "printed = [\"y\"]";
  // One unit of 2.7 is 0.1, one of 2.70 is 0.01; 2.718 exceeds both numbers by 0.018.
  CHECK(classes_of(claim + printed, "points = [{ x = 1, y = 2.7 }]") ==
        "rounding of a printed value");
  CHECK(classes_of(claim + printed, "points = [{ x = 1, y = 2.70 }]") == "wrong");
  // With an exponent: 27e-1 is printed to tenths, 2.70e0 to hundredths, 0.027e2 to tenths.
  CHECK(classes_of(claim + printed, "points = [{ x = 1, y = 27e-1 }]") ==
        "rounding of a printed value");
  CHECK(classes_of(claim + printed, "points = [{ x = 1, y = 2.70e0 }]") == "wrong");
  CHECK(classes_of(claim + printed, "points = [{ x = 1, y = 0.027e2 }]") ==
        "rounding of a printed value");
  // A number that nobody printed is not rounded, and neither is a quotient.
  CHECK(classes_of(claim, "points = [{ x = 1, y = 2.7 }]") == "wrong");
  CHECK(classes_of(claim + printed, "points = [{ x = 1, y = \"27/10\" }]") == "wrong");
  // On the left side, too; but only a side that is the printed value alone.
  CHECK(classes_of("claim = \"y >= exp(x)\"\n" + printed, "points = [{ x = 1, y = 2.7 }]") ==
        "rounding of a printed value");
  CHECK(classes_of("claim = \"exp(x) <= 1*y\"\n" + printed, "points = [{ x = 1, y = 2.7 }]") ==
        "wrong");
}

TEST_CASE("printed and correction are checked") {
  const auto problem = [](const std::string& lines) {
    return read_text(claim_text(false_claim + lines, points)).claims.at(0).problem;
  };
  CHECK(has(problem("printed = [\"y\"]"), "'y', which has no values"));
  CHECK(has(problem("printed = [\"x y\"]"), "cannot be a name"));
  CHECK(has(problem("correction = \"repair\""), "corrected form only"));
  CHECK(has(problem("corrected = \"x <= 5\"\ncorrection = \"typo\""), "misprint"));
  CHECK(problem("corrected = \"x <= 5\"\ncorrection = \"misprint\"").empty());
}

TEST_CASE("versions that differ") {
  const auto verdicts = [](const judged_run& found) {
    std::string text;
    for (const claim_result& r : found.results) text += classes(r.severity) + "; ";
    return text;
  };
  const catalogue_source first{"first.toml", version_of("first", "x <= 3")};
  const catalogue_source second{"second.toml", version_of("second", "x <= 4")};
  const catalogue_source third{"third.toml", version_of("third", "x <= 2")};
  const judged_run both = run({first, second});
  CHECK(verdicts(both) == "versions differ; nothing; ");
  CHECK(both.results[0].severity->message ==
        "the same statement stands in another version: second/claim (verified)");
  // Two versions that are both false do not differ; and what was not judged is not known.
  CHECK(verdicts(run({first, third})) == "wrong; wrong; ");
  CHECK(verdicts(run(std::vector{first})) == "wrong; ");
  judged_run alone = run({first, second});
  std::vector<claim_result> one{alone.results.front()};
  one.front().severity.reset();
  derive_severities({alone.subjects.front()}, alone.read, one);
  CHECK(classes(one.front().severity) == "wrong");
  // Two claims of one paper are two readings, not two versions.
  const std::string text = version_of("first", "x <= 3");
  const std::string again = text + text.substr(text.find("[[claim]]"))
                                       .replace(0, text.find("statement") - text.find("[[claim]]"),
                                                "[[claim]]\nid = \"first/other\"\n");
  std::string other = again;
  other.replace(other.rfind("x <= 3"), 6, "x <= 9");
  CHECK(verdicts(run({{"first.toml", other}})) == "wrong; nothing; ");
}

TEST_CASE("readings that differ are not versions that differ") {
  // In one paper the statement is read in two ways, of which one holds. The other paper has the one
  // that holds as well: nothing differs but the readings.
  const auto paper = [](const std::string& key, bool has_both) {
    std::string text = "format = 1\n[paper]\nkey = \"" + key + "\"\n";
    const auto add = [&](const std::string& name, const std::string& claim) {
      text += "[[claim]]\nid = \"" + key + "/" + name + "\"\nstatement = \"lemma\"\nclaim = \"" +
              claim + "\"\ncheck = { x = 4 }\n";
    };
    if (has_both) add("strict", "x <= 3");
    add("mild", "x <= 5");
    return text;
  };
  const auto main_of = [](const judged_run& found) {
    std::string text;
    for (const claim_result& one : found.results)
      text += one.severity ? to_text(one.severity->main) + "; " : "";
    return text;
  };
  CHECK(main_of(run({{"a.toml", paper("a", true)}, {"b.toml", paper("b", false)}})) == "wrong; ");
  CHECK(main_of(run({{"a.toml", paper("a", true)}, {"b.toml", paper("b", true)}})) ==
        "wrong; wrong; ");
  // A paper that has a failing and a holding reading is no version that stands.
  const std::string only_strict =
      "format = 1\n[paper]\nkey = \"c\"\n[[claim]]\nid = \"c/strict\"\nstatement = \"lemma\"\n"
      "claim = \"x <= 3\"\ncheck = { x = 4 }\n";
  CHECK(main_of(run({{"a.toml", paper("a", true)}, {"c.toml", only_strict}})) == "wrong; wrong; ");
  CHECK(main_of(run({{"b.toml", paper("b", false)}, {"c.toml", only_strict}})) ==
        "versions differ; ");
}

TEST_CASE("a reading that adds what the paper does not say is called that first of all") {
  const std::string ours = "of = \"close\"\nours = \"the factor of 3\"\n";
  const std::string holds =
      "[[claim]]\nid = \"test/other\"\nof = \"close\"\nclaim = \"x <= 8\"\n"
      "check = { x = 4 }\n";
  const std::string inside = "regime = [\"x >= 4\"]\n";
  const auto found =
      run(claim_text(false_claim + ours + inside, points) + holds).results.at(0).severity;
  CHECK(classes(found) == "only in a reading of ours, wrong in the regime the paper uses");
  CHECK(found->message ==
        "the reading adds the factor of 3, which the paper does not say; also wrong in the regime "
        "the paper uses: fails at 2 of the 2 points checked there; other readings of the "
        "statement hold: test/other (verified)");
  // Without it the label is the hard one, and the other reading is named all the same.
  const auto hard =
      run(claim_text(false_claim + "of = \"close\"\n" + inside, points) + holds).results.at(0);
  CHECK(classes(hard.severity) == "wrong in the regime the paper uses");
  CHECK(has(hard.severity->message, "; other readings of the statement hold: test/other"));
  CHECK(classes_of(false_claim + ours + "transcription = \"?\"", points) ==
        "doubt about the transcription, only in a reading of ours");
  CHECK(message_of<catalogue_error>([] {
          read_text(claim_text(false_claim + "ours = \"the factor of 3\"", points));
        }) == "no error");
  CHECK(has(read_text(claim_text(false_claim + "ours = \"the factor of 3\"", points))
                .claims.front()
                .problem,
            "key 'ours' goes with 'of' only"));
}

TEST_CASE("a result with an erratum") {
  const auto found = severity_of(false_claim + "depends = [\"doe/lemma\"]", points, erratum);
  CHECK(classes(found) == "rests on a result with an erratum");
  CHECK(found->message == "doe/lemma (erratum)");
  CHECK(classes_of(false_claim + "depends = [\"doe/theorem\"]", points, erratum) == "wrong");
}

TEST_CASE("doubt about the transcription comes before everything, and does not count") {
  const auto found = severity_of(
      false_claim +
          "transcription = \"a 3 or an 8\"\ncorrected = \"x <= 8\"\nregime = [\"x >= 4\"]\n"
          "depends = [\"doe/lemma\"]",
      points, erratum);
  CHECK(classes(found) ==
        "doubt about the transcription, misprint, wrong in the regime the paper uses, rests on a "
        "result with an erratum");
  CHECK(has(found->message, "does not count against the authors; also misprint"));
}

TEST_CASE("the order of the other classes") {
  const std::string corrected = "corrected = \"x <= 8\"\n";
  const std::string depends = "depends = [\"doe/lemma\"]\n";
  const std::string inside = "regime = [\"x >= 4\"]\n";
  const std::string outside = "regime = [\"x <= 1\"]\n";
  CHECK(classes_of(false_claim + corrected + inside, points) ==
        "misprint, wrong in the regime the paper uses");
  CHECK(classes_of(false_claim + inside + depends, points, erratum) ==
        "wrong in the regime the paper uses, rests on a result with an erratum");
  CHECK(classes_of(false_claim + outside + depends, points, erratum) ==
        "wrong only outside the regime, rests on a result with an erratum");
  CHECK(classes_of("claim = \"exp(x) <= y\"\nprinted = [\"y\"]\nregime = [\"x == 1\"]\n" + depends,
                   "points = [{ x = 1, y = 2.7 }]", erratum) ==
        "rounding of a printed value, wrong in the regime the paper uses, rests on a result with "
        "an erratum");
}

TEST_CASE("a contradicted rate is worded as evidence") {
  const std::string rate = "kind = \"rate\"\nerror = \"1/sqrt(x)\"\nalong = \"x\"\norder = 1\n";
  const auto found = severity_of(rate, "x = [100, 200, 400, 800]");
  CHECK(classes(found) == "wrong");
  CHECK(has(found->message, "evidence and not a refutation"));
  CHECK(classes_of(rate + "transcription = \"?\"", "x = [100, 200, 400, 800]") ==
        "doubt about the transcription");
  CHECK(classes_of("kind = \"rate\"\nerror = \"1/x\"\nalong = \"x\"\norder = 1\n",
                   "x = [100, 200, 400, 800]") == "nothing");
}

TEST_CASE("severities are counted by their main class") {
  const judged_run found =
      run(claim_text(false_claim, points) + "[[claim]]\nid = \"b\"\ncorrected = \"x <= 9\"\n" +
          false_claim + "check = { x = 4 }\n[[claim]]\nid = \"c\"\nclaim = \"x <= 9\"\n" +
          "check = { x = 4 }\n[[claim]]\nid = \"d\"\n" + false_claim + "check = { x = 4 }\n");
  CHECK(severity_counts(found.results, verdict::refuted) == "1 misprint, 2 wrong");
  CHECK(severity_counts(found.results, verdict::contradicted).empty());
}

TEST_CASE("the results file has the severity") {
  const judged_run found = run(claim_text(false_claim + "regime = [\"x <= 2\"]", points) +
                               "[[claim]]\nid = \"good\"\nclaim = \"x <= 9\"\ncheck = { x = 1 }\n");
  const auto root =
      nlohmann::json::parse(results_json("c", found.read, found.subjects, found.results).dump());
  const auto& severity = root.at("claims").at(0).at("severity");
  CHECK(severity.at("class") == "wrong only outside the regime");
  CHECK(severity.at("also").empty());
  CHECK(has(severity.at("message").get<std::string>(), "no proof"));
  CHECK(severity.at("frontier").at("point") == nlohmann::json{{"x", "4"}});
  CHECK(severity.at("frontier").at("over") == "x");
  CHECK(severity.at("frontier").at("leaves") == nlohmann::json{"x <= 2"});
  CHECK(severity.at("frontier").at("command") ==
        "shufflecert frontier test/claim --over x --file test.toml");
  CHECK(root.at("claims").at(1).at("severity").is_null());
}

}  // namespace test_severity
