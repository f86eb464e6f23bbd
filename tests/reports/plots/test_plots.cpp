// Plots: what is drawn, where it comes from, and that no text of a catalogue does anything but
// stand there.

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <set>
#include <sstream>

#include "claims/results/results_json.hpp"
#include "reports/plots/claim_plots.hpp"
#include "reports/plots/draw_plot.hpp"
#include "reports/plots/plot.hpp"
#include "reports/plots/plot_scale.hpp"
#include "reports/plots/side_plot.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_plots {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

curve_point at(const std::string& x, const std::string& y) {
  return {x, y, y};
}

plot small_plot() {
  plot drawn;
  drawn.name = "small";
  drawn.title = "a title";
  drawn.caption = "a caption";
  drawn.x = {"x", false};
  drawn.y = {"y", false};
  drawn.curves = {{"one", curve_role::left, {at("1", "1"), at("2", "4"), at("3", "9")}}};
  return drawn;
}

std::string drawing_of(const plot& drawn) {
  return draw_svg({drawn}).at(0);
}

// What an XML parser makes of the drawing: its texts, title and description, a line each.
std::string parsed(const std::string& svg) {
  const temporary_directory scratch;
  const std::string file = scratch.file("plot.svg", svg);
  const program_run run = run_command(
      {"python3", "-c",
       "import sys, xml.dom.minidom as m\n"
       "d = m.parse(sys.argv[1])\n"
       "for tag in ('title', 'desc', 'text'):\n"
       "  for e in d.getElementsByTagName(tag):\n"
       "    sys.stdout.buffer.write((tag + ': ' + ''.join(c.data for c in e.childNodes) + "
       "'\\n').encode())\n"
       "for e in d.getElementsByTagName('*'):\n"
       "  if e.tagName not in 'svg title desc g rect defs circle path use polygon text'.split() or "
       "any(a.startswith('on') for a in e.attributes.keys()):\n"
       "    print('unexpected:', e.tagName)\n",
       file});
  INFO(run.err);
  REQUIRE(run.status == 0);
  return run.out;
}

// The line of a curve, as the SVG has it: the longest path of the colour, of any but that of the
// grid if none is given.
std::string path_with(const std::string& svg, const std::string& colour = "") {
  std::string best;
  std::istringstream lines(svg);
  for (std::string line; std::getline(lines, line);)
    if (line.find("<path stroke='rgb") != std::string::npos &&
        line.find("rgb(221, 221, 221)") == std::string::npos &&
        line.find("rgb( 68,  68,  68)") == std::string::npos &&
        line.find(colour) != std::string::npos && line.size() > best.size())
      best = line;
  return best;
}

struct judged {
  catalogue read;
  recorded_results results;
};

judged judge_text(const std::string& text) {
  return {read_text(text), results_from(json::parse(results_text(text, "test")))};
}

std::vector<plot> plots_of(const judged& one, const sampling& how = {}) {
  return claim_plots(one.results.claims.at(0), one.read.claims.at(0), one.read, how);
}

bool contains(const curve_point& point, const rational& value) {
  const auto lower = end_of(point.lower);
  const auto upper = end_of(point.upper);
  return lower && upper && *lower <= value && value <= *upper;
}

}  // namespace

TEST_CASE("a drawing is an image with title and description", "[plots]") {
  REQUIRE(can_draw());
  const std::string svg = drawing_of(small_plot());
  const std::string texts = parsed(svg);
  CHECK(has(texts, "title: a title\n"));
  CHECK(has(texts, "desc: a caption\n"));
  CHECK(has(texts, "text: one\n"));
  CHECK(has(texts, "text: x\n"));
  CHECK(has(texts, "text: y\n"));
  CHECK_FALSE(has(texts, "unexpected"));
  CHECK(has(svg, "role=\"img\""));
  CHECK(count_of(svg, "http") == count_of(svg, "http://www.w3.org/"));
}

TEST_CASE("hostile texts are shown, not run", "[plots][volume]") {
  const temporary_directory scratch;
  const std::string made = scratch / "made";
  for (const std::string& text : std::vector<std::string>{
           "`touch " + made + "`", "$(touch " + made + ")", "@x @made", "it's \"quoted\" \\",
           "'; system('touch " + made + "') #", "EOD", "</text><script>alert(1)</script>",
           "a & b ]]>", "%s %n {/Symbol a}_b^c", "ε ≤ λ", std::string("\xEE\x80\x80 private")}) {
    plot drawn = small_plot();
    drawn.title = drawn.caption = drawn.x.label = drawn.curves[0].name = text;
    drawn.y.label = text.substr(0, 5);
    const std::string texts = parsed(drawing_of(drawn));
    INFO(texts);
    CHECK(has(texts, "title: " + text + "\n"));
    CHECK(has(texts, "desc: " + text + "\n"));
    CHECK(count_of(texts, "text: " + text + "\n") >= 3);
    CHECK_FALSE(has(texts, "unexpected"));
    CHECK_FALSE(std::filesystem::exists(made));
  }
}

TEST_CASE("broken and control characters leave the drawing well-formed", "[plots]") {
  plot drawn = small_plot();
  drawn.title = "a\nb\tc\x01 d\x1B[0m \xFF \xC3";
  drawn.caption = "\xED\xA0\x80 \xEF\xBF\xBF \xF8";
  drawn.curves[0].name = std::string("nul \0 end", 9);
  const std::string texts = parsed(drawing_of(drawn));
  CHECK(has(texts, "title: a b c  d [0m \xEF\xBF\xBD \xEF\xBF\xBD\n"));
  CHECK(has(texts, "text: nul   end\n"));
}

TEST_CASE("every role has a look of its own, by colour and dash", "[plots]") {
  std::set<std::string> colours_and_dashes;
  std::set<std::string> dashes;
  for (const curve_role role :
       {curve_role::exact, curve_role::mechanism, curve_role::upper, curve_role::lower,
        curve_role::slope, curve_role::frontier, curve_role::right}) {
    plot drawn = small_plot();
    drawn.curves[0].role = role;
    const std::string line = path_with(drawing_of(drawn));
    const std::size_t start = line.find("stroke='rgb");
    const std::string look = line.substr(start, line.find(" d=") - start);
    if (role != curve_role::right) dashes.insert(look.substr(look.find(')')));
    colours_and_dashes.insert(look);
  }
  // An upper bound and a right side differ in width alone: no plot has both.
  CHECK(colours_and_dashes.size() == 7);
  CHECK(dashes.size() == 6);
  plot both = small_plot();
  both.curves.push_back({"two", curve_role::right, {at("1", "2"), at("2", "3")}});
  const std::string svg = drawing_of(both);
  CHECK_FALSE(has(path_with(svg, "rgb(  0, 114, 178)"), "dasharray"));
  CHECK(has(path_with(svg, "rgb(213,  94,   0)"), "dasharray"));
}

TEST_CASE("a missing value is a gap in the line", "[plots]") {
  plot drawn = small_plot();
  drawn.curves[0].points = {at("1", "1"), at("2", "2"), at("3", "3"), at("4", "4"), at("5", "5")};
  const std::size_t whole = count_of(path_with(drawing_of(drawn), "rgb(  0, 114, 178)"), " M");
  drawn.curves[0].points[2] = {"3", "", ""};
  const std::size_t parted = count_of(path_with(drawing_of(drawn), "rgb(  0, 114, 178)"), " M");
  CHECK(parted == whole + 1);
}

TEST_CASE("a logarithmic axis leaves out what it cannot show", "[plots]") {
  plot drawn = small_plot();
  drawn.y.is_logarithmic = true;
  drawn.curves[0].points = {at("1", "1e-5000"), at("2", "-1"), at("3", "0"), at("4", "1e-4000")};
  const std::string texts = parsed(drawing_of(drawn));
  CHECK(has(texts, "text: 10⁻⁴⁸⁰⁰\n"));
  drawn.curves[0].points = {at("1", "-1"), at("2", "0")};
  CHECK(drawing_of(drawn).empty());
}

TEST_CASE("ticks are readable and lie in the scale", "[plots]") {
  const auto labels = [](const std::vector<double>& positions, bool is_logarithmic) {
    const plot_scale scale = scale_of(positions, is_logarithmic);
    std::string text;
    for (const plot_tick& tick : scale.ticks) {
      CHECK(tick.position >= scale.from);
      CHECK(tick.position <= scale.to);
      text += tick.label + " ";
    }
    return text;
  };
  CHECK(labels({0, 10}, false) == "0 2 4 6 8 10 ");
  CHECK(labels({-1, 1}, false) == "−1.0 −0.5 0 0.5 1.0 ");
  CHECK(labels({-12, 12}, true) == "10⁻¹⁰ 10⁻⁵ 1 10⁵ 10¹⁰ ");
  CHECK(labels({0, 2}, true) == "1 2 5 10 20 50 100 ");
  CHECK(labels({-7, -7}, true) == "0.8·10⁻⁷ 0.9·10⁻⁷ 1.0·10⁻⁷ 1.1·10⁻⁷ 1.2·10⁻⁷ ");
}

TEST_CASE("the same plots give the same bytes, whatever else is drawn", "[plots]") {
  plot other = small_plot();
  other.name = "other";
  other.violated = {{"1", "2"}};
  const auto first = draw_svg({small_plot(), other});
  const auto second = draw_svg({other, small_plot(), plot{}});
  CHECK(first[0] == second[1]);
  CHECK(first[1] == second[0]);
  CHECK(second[2].empty());
}

TEST_CASE("the numbers as CSV and for pgfplots", "[plots]") {
  plot drawn = small_plot();
  drawn.title = "50 %\nof # it";
  drawn.curves[0].name = "=cmd(), \"one\"";
  drawn.curves[0].points = {{"1", "0.1", "0.2"}, {"3", "", ""}};
  drawn.curves.push_back({"two", curve_role::right, {at("2", "7"), at("10", "8")}});
  CHECK(plot_csv(drawn) ==
        "x,\"'=cmd(), \"\"one\"\" lower\",\"'=cmd(), \"\"one\"\" upper\",two lower,two upper\r\n"
        "1,0.1,0.2,,\r\n2,,,7,7\r\n3,,,,\r\n10,,,8,8\r\n");
  const std::string table = plot_pgfplots(drawn);
  CHECK(table.starts_with("# 50 % of # it\n"));
  CHECK(table.ends_with(
      "\nx lower1 upper1 lower2 upper2\n1 0.1 0.2 nan nan\n2 nan nan 7 7\n3 nan nan nan nan\n"
      "10 nan nan 8 8\n"));
}

TEST_CASE("both sides of a refuted claim along its variables", "[plots]") {
  // x² <= 10 + y fails for y = 0 from x = 4 on, of the whole numbers.
  const judged one = judge_text(
      claim_text("claim = \"square <= limit + y\"\ndomain = [\"x >= 1\", \"x != 7\", \"z > 0\"]\n"
                 "integers = [\"x\"]\nlet = { square = \"x^2\", limit = \"10\" }",
                 "x = [1, 2, 9]\ny = [0]\nz = [1, 2]"));
  REQUIRE(one.results.claims[0].found.outcome == verdict::refuted);
  const std::vector<plot> plots = plots_of(one);
  // Along y there is one value, and z is in no formula.
  REQUIRE(plots.size() == 1);
  const plot& drawn = plots[0];
  CHECK(drawn.name == "claim-test.claim-x");
  CHECK(has(drawn.caption, "x = 9; y = 0"));
  REQUIRE(drawn.curves.size() == 2);
  CHECK(drawn.curves[0].role == curve_role::left);
  CHECK(drawn.curves[1].role == curve_role::right);
  REQUIRE(drawn.curves[0].points.size() == 9);
  for (int x = 1; x <= 9; ++x) {
    const curve_point& left = drawn.curves[0].points[static_cast<std::size_t>(x - 1)];
    const curve_point& right = drawn.curves[1].points[static_cast<std::size_t>(x - 1)];
    CHECK(left.x == std::to_string(x));
    if (x == 7) {  // outside the domain
      CHECK(left.lower.empty());
      CHECK(right.upper.empty());
      continue;
    }
    CHECK(contains(left, x * x));
    CHECK(contains(right, 10));
  }
  REQUIRE(drawn.violated.size() == 2);
  CHECK(drawn.violated[0].from == "4");
  CHECK(drawn.violated[0].to == "6");
  CHECK(drawn.violated[1].from == "8");
  CHECK(drawn.violated[1].to == "9");
  REQUIRE(drawn.witness.size() == 2);
  CHECK(contains(drawn.witness[0], 81));
  CHECK(contains(drawn.witness[1], 10));
  CHECK(drawn.y.is_logarithmic);
  const std::string texts = parsed(drawing_of(drawn));
  CHECK(has(texts, "text: counterexample\n"));
  CHECK(has(texts, "text: fails here\n"));
}

TEST_CASE("sides that differ beyond the drawn digits are told apart", "[plots]") {
  // Equal to 6 digits, and false from 2 on by 10⁻³⁰.
  const judged one =
      judge_text(claim_text("claim = \"x + max(0, x - 1)*10^-30 <= x\"\ndomain = [\"x >= 0\"]",
                            "x = [0, \"1/2\", 2, 3]"));
  const std::vector<plot> plots = plots_of(one);
  REQUIRE(plots.size() == 1);
  REQUIRE(plots[0].violated.size() == 1);
  const double from = std::stod(plots[0].violated[0].from);
  CHECK(from > 1);
  CHECK(from < 1.2);
  CHECK(plots[0].violated[0].to == "3");
}

TEST_CASE("a claim that holds, or whose failing part is no comparison, has no plot", "[plots]") {
  CHECK(plots_of(judge_text(claim_text("claim = \"x <= 10\"", "x = [1, 2]"))).empty());
  CHECK(plots_of(judge_text(claim_text("claim = \"x <= 1 or x > 3\"", "x = [1, 2]"))).empty());
  CHECK(plots_of(judge_text(claim_text("claim = \"x <= 1\"", "x = [2]"))).empty());
}

TEST_CASE("the errors of a rate, and the claimed order", "[plots]") {
  const judged one =
      judge_text(claim_text("kind = \"rate\"\nerror = \"-3/n^2\"\nalong = \"n\"\norder = 1\n"
                            "domain = [\"n >= 1\"]",
                            "n = [10, 100, 1000, 10000]"));
  INFO(one.results.claims[0].found.message);
  const std::vector<plot> plots = plots_of(one);
  REQUIRE(plots.size() == 1);
  const plot& drawn = plots[0];
  CHECK(drawn.name == "claim-test.claim-rate");
  REQUIRE(drawn.curves.size() == 2);
  CHECK(drawn.curves[1].role == curve_role::slope);
  CHECK(drawn.x.is_logarithmic);
  CHECK(drawn.y.is_logarithmic);
  for (std::size_t i = 0; i < drawn.curves[0].points.size(); ++i) {
    const curve_point& error = drawn.curves[0].points[i];
    const auto n = end_of(error.x);
    REQUIRE(n);
    CHECK(contains(error, rational(3) / (*n * *n)));
    // From (10, 3/100) on it falls as 1/n.
    const double line = std::stod(drawn.curves[1].points.at(i).lower);
    CHECK(std::abs(line * std::stod(error.x) - 0.3) < 1e-5);
  }
}

TEST_CASE("the plots of a claim do not depend on when they are made", "[plots]") {
  const judged one = judge_text(
      claim_text("claim = \"renyi(clone_pair(n, eps0), 2) <= 1/n\"\ndomain = [\"eps0 > 0\"]\n"
                 "integers = [\"n\"]",
                 "n = [2, 50, 3000]\neps0 = [1, 5]"));
  const auto first = plots_of(one);
  const auto second = plots_of(one);
  REQUIRE(first.size() == 2);
  for (std::size_t i = 0; i < first.size(); ++i) CHECK(plot_csv(first[i]) == plot_csv(second[i]));
  CHECK(draw_svg(first) == draw_svg(second));
  CHECK(first[1].x.is_logarithmic);
}

TEST_CASE("compare --plot draws every bound along a parameter", "[plots]") {
  const temporary_directory scratch;
  const std::string file = scratch.file(
      "bounds.toml",
      "format = 1\n[[bound]]\nname = \"half_square\"\nparameters = [\"mu\", \"lambda\"]\n"
      "value = \"mu^2*lambda/2 + 1\"\nside = \"upper\"\n"
      "on = \"renyi(gaussian_pair(mu), lambda)\"\ndomain = [\"mu > 0\"]\n");
  const program_run run = run_program({"compare", file, "--set", "mu=2", "--lambda", "3", "--plot",
                                       "out.svg", "--over", "mu", "--from", "-1", "--to", "3"},
                                      scratch.path());
  INFO(run.out << run.err);
  REQUIRE(run.status == 0);
  CHECK(run.out.ends_with("\nplot: out.svg; its numbers: out.csv, out.dat\n"));
  CHECK(has(parsed(text_of_file(scratch / "out.svg")), "text: upper bound: half_square\n"));
  std::istringstream table(text_of_file(scratch / "out.dat"));
  std::size_t rows = 0;
  std::size_t gaps = 0;
  for (std::string line; std::getline(table, line);) {
    if (line.starts_with('#') || line.starts_with('x')) continue;
    std::istringstream fields(line);
    std::string x;
    std::string exact_lower;
    std::string exact_upper;
    std::string bound_lower;
    std::string bound_upper;
    fields >> x >> exact_lower >> exact_upper >> bound_lower >> bound_upper;
    ++rows;
    const rational mu = *end_of(x);
    if (mu <= 0) {  // outside the domain of the bound
      CHECK(bound_lower == "nan");
      ++gaps;
      continue;
    }
    // D_λ of N(μ, 1) and N(0, 1) is μ²λ/2.
    const rational exact = mu * mu * 3 / 2;
    CHECK(contains({x, exact_lower, exact_upper}, exact));
    CHECK(contains({x, bound_lower, bound_upper}, exact + 1));
  }
  CHECK(rows >= 25);
  CHECK(gaps >= 5);
}

TEST_CASE("compare --plot refuses what it cannot draw, and writes nothing", "[plots][volume]") {
  const temporary_directory scratch;
  const auto refused = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"compare", "--n", "100", "--eps0", "1", "--lambda", "2"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const program_run run = run_program(arguments, scratch.path());
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(count_of(run.err, "\n") == 1);
    CHECK(std::filesystem::is_empty(scratch.path()));
    return run.err;
  };
  CHECK(has(refused({"--plot", "a.svg"}), "--over NAME"));
  CHECK(has(refused({"--over", "n"}), "--plot"));
  CHECK(has(refused({"--plot", "a.svg", "--over", "esp0"}), "no bound has"));
  CHECK(has(refused({"--plot", "a.png", "--over", "n"}), ".svg"));
  CHECK(has(refused({"--plot", "no/a.svg", "--over", "n"}), "no directory"));
  CHECK(has(refused({"--plot", "a.svg", "--over", "n", "--from", "9", "--to", "3"}), "between"));
  CHECK(has(refused({"--plot", "a.svg", "--over", "n", "--from", "x"}), "--from"));
  CHECK(has(refused({"--plot", "a.svg", "--over", "delta"}), "--from and --to"));
}

TEST_CASE("without gnuplot compare --plot says so", "[plots]") {
  const temporary_directory scratch;
  const program_run run = run_command(
      {"/usr/bin/env", "PATH=" + scratch.path().string(), SHUFFLECERT_PROGRAM, "compare", "--n",
       "100", "--eps0", "1", "--lambda", "2", "--plot", scratch / "a.svg", "--over", "n"});
  CHECK(run.status == 2);
  CHECK(has(run.err, "gnuplot"));
  CHECK(std::filesystem::is_empty(scratch.path()));
}

}  // namespace test_plots
