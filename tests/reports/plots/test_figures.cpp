// Figures: how they are read, and that their values are those known by algebra; how tight bounds
// are.

#include <algorithm>
#include <cmath>

#include "claims/reading/link_catalogue.hpp"
#include "reports/plots/figures.hpp"
#include "reports/plots/tightness.hpp"
#include "reports/text/links.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_figures {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

struct figures_read {
  catalogue read;
  std::vector<figure> figures;
};

figures_read read_sources(const std::vector<catalogue_source>& sources) {
  figures_read result{read_catalogue(sources), {}};
  link_catalogue(result.read);
  result.figures = read_figures(sources, result.read);
  return result;
}

figures_read read_text_of(const std::string& text) {
  return read_sources({{"test.toml", "format = 1\n" + text}});
}

std::string complaint(const std::string& text) {
  return message_of<catalogue_error>([&] { read_text_of(text); });
}

drawn_figure drawn(const std::string& text) {
  const figures_read known = read_text_of(text);
  REQUIRE(known.figures.size() == 1);
  return draw_figure(known.figures.front(), known.read, {});
}

double middle(const curve_point& point) {
  REQUIRE(!point.lower.empty());
  return (std::stod(point.lower) + std::stod(point.upper)) / 2;
}

bool is_near(double value, double expected) {
  return std::abs(value - expected) <= 1e-5 * expected;
}

// What holds of an enclosure of `exact`, which is a short decimal.
void check_encloses(const std::string& lower, const std::string& upper, const std::string& exact) {
  REQUIRE(!lower.empty());
  const rational value = *parse_decimal(exact);
  CHECK(*parse_decimal(lower) <= value);
  CHECK(value <= *parse_decimal(upper));
  CHECK(*parse_decimal(upper) - *parse_decimal(lower) <= value / 1'000'000);
}

const std::string head = "[[figure]]\nid = \"a\"\nalong = \"x\"\nvalues = [1, 2]\n";
const std::string curve = "[[figure.curve]]\nname = \"c\"\nvalue = \"x\"\n";
const std::string frontier =
    "[[figure]]\nid = \"a\"\nkind = \"frontier\"\nalong = \"n\"\nvalues = [4, 8]\nover = \"x\"\n"
    "range = { from = 0, to = 100 }\n";

}  // namespace

TEST_CASE("A figure that cannot be drawn is refused: where, what, and what would be right",
          "[figures]") {
  const std::string at = "test.toml:";
  const auto [text, message] = GENERATE_COPY(table<std::string, std::string>({
      {head + "colour = 1\n" + curve, "6: [[figure]]: key 'colour' is not a key of [[figure]]"},
      {head, "2: [[figure]]: key 'curve' is missing"},
      {"[[figure]]\nid = \"a\"\nvalues = [1]\n" + curve, "2: [[figure]]: key 'along' is missing"},
      {"[[figure]]\nid = \"a\"\nalong = \"x\"\n" + curve, "2: [[figure]]: key 'values' is missing"},
      {head + "kind = \"pie\"\n" + curve, "6: [[figure]]: key 'kind': 'pie' is not possible"},
      {head + "set = { x = 3 }\n" + curve,
       "6: [[figure]]: key 'set': the variable 'x' already has values"},
      {head + "set = { y = [3] }\n" + curve, "6: [[figure]]: key 'set': 'y' has one value"},
      {head + "y_scale = \"logarithmic\"\n" + curve,
       "6: [[figure]]: key 'y_scale': 'logarithmic' is not possible; possible are linear, log"},
      {head + "[[figure.curve]]\nname = \"c\"\nvalue = \"y\"\n",
       "8: [[figure.curve]]: key 'value': column 1: unknown variable 'y'"},
      {head + "[[figure.curve]]\nname = \"c\"\nvalue = \"x < 2\"\n",
       "8: [[figure.curve]]: key 'value': 'x < 2' must be a number"},
      {head + "[[figure.curve]]\nname = \"c\"\nvalue = \"x\"\nrole = \"best\"\n",
       "9: [[figure.curve]]: key 'role': 'best' is not possible"},
      {head + "[[figure.curve]]\nname = \"c\"\nvalue = \"x\"\ndomain = [\"x + 1\"]\n",
       "9: [[figure.curve]]: key 'domain': 'x + 1' must be a "},
      {head + curve + curve, "10: [[figure.curve]]: key 'name': 'c' stands there twice"},
      {head + curve + head + curve,
       "10: [[figure]]: key 'id': 'a' is used twice; ids are unique over all files"},
      {head + "kind = \"table\"\n[[figure.column]]\nname = \"p\"\nprinted = [\"1\"]\n",
       "9: [[figure.column]]: key 'printed': 1 entries for 2 rows"},
      {head + "kind = \"table\"\n[[figure.column]]\nname = \"p\"\nprinted = [\"1\", \"1,5\"]\n",
       "9: [[figure.column]]: key 'printed': '1,5' is not a decimal number"},
      {head + "kind = \"table\"\n[[figure.column]]\nname = \"p\"\nprinted = [\"1\", 2]\n",
       "9: [[figure.column]]: key 'printed': an entry is a number in quotes"},
      {head + "kind = \"table\"\n[[figure.column]]\nname = \"p\"\nvalue = \"x\"\nof = \"q\"\n",
       "10: [[figure.column]]: key 'of': there is no column 'q' with 'printed' entries"},
      {head + "kind = \"table\"\n[[figure.column]]\nname = \"p\"\n",
       "7: [[figure.column]]: key 'value': a column has either a 'value' or 'printed' entries"},
      {frontier, "2: [[figure]]: key 'claim': a frontier figure has either a 'claim' or"},
      {frontier + "claim = \"b\"\n",
       "9: [[figure]]: key 'claim': there is no claim with the id 'b'"},
      {frontier + "relation = \"x*n\"\n", "9: [[figure]]: key 'relation': 'x*n' must be a "},
      {frontier + "relation = \"x < m\"\n",
       "9: [[figure]]: key 'relation': column 5: unknown variable 'm'"},
      {frontier + "relation = \"x < m\"\neach = { m = [1], k = [1] }\n",
       "10: [[figure]]: key 'each' has one variable with its values"},
  }));
  INFO(text);
  const std::string found = complaint(text);
  INFO(found);
  CHECK(found.starts_with(at + message));
}

TEST_CASE("A frontier over an empty range is refused", "[figures]") {
  std::string text = frontier + "relation = \"x < n\"\n";
  text.replace(text.find("to = 100"), 8, "to = 0");
  CHECK(complaint(text) ==
        "test.toml:8: [[figure]]: key 'range' is empty; 'from' must be less than 'to'");
}

TEST_CASE("The claim of a frontier needs values for all its variables", "[figures]") {
  const std::string claim =
      "[[claim]]\nid = \"b\"\nclaim = \"x*n <= m\"\n[claim.check]\nx = 1\nn = 1\nm = 10\n";
  CHECK(complaint(claim + frontier + "claim = \"b\"\n") ==
        "test.toml:16: [[figure]]: key 'claim': the claim's variable 'm' has no value; give it one "
        "in 'set'");
  CHECK_NOTHROW(read_text_of(claim + frontier + "claim = \"b\"\nset = { m = 10 }\n"));
}

TEST_CASE("Curves have the values of their formulas, and gaps outside of their domains",
          "[figures]") {
  const drawn_figure known = drawn(
      "[paper]\nkey = \"p\"\n[[define]]\nname = \"f\"\nparameters = [\"a\"]\nvalue = \"a^2\"\n"
      "[[figure]]\nid = \"p/fig 1\"\nwhere = \"Figure 1\"\nshows = \"squares\"\nset = { m = 0.5 }\n"
      "along = \"x\"\nvalues = { from = 1, to = 3, steps = 3 }\ny_scale = \"log\"\n"
      "domain = [\"x < 3\"]\n"
      "[[figure.curve]]\nname = \"s\"\nrole = \"upper\"\nvalue = \"f(x) + m\"\n"
      "[[figure.curve]]\nname = \"t\"\nvalue = \"1/(x - 1)\"\n"
      "[[figure.curve]]\nname = \"u\"\nvalue = \"x\"\ndomain = [\"x > 1\"]\n");
  CHECK(known.id == "p/fig 1");
  CHECK(known.paper == "p");
  CHECK(known.where == "Figure 1");
  CHECK(known.shows == "squares");
  CHECK(!known.table);
  REQUIRE(known.plots.size() == 1);
  const plot& one = known.plots.front();
  CHECK(one.name == "p.fig_201");
  CHECK(one.y.is_logarithmic);
  CHECK(!one.x.is_logarithmic);
  REQUIRE(one.curves.size() == 3);
  CHECK(one.curves[0].role == curve_role::upper);
  CHECK(one.curves[1].role == curve_role::exact);
  check_encloses(one.curves[0].points[0].lower, one.curves[0].points[0].upper, "1.5");
  check_encloses(one.curves[0].points[1].lower, one.curves[0].points[1].upper, "4.5");
  CHECK(one.curves[0].points[2].x == "3");
  CHECK(one.curves[0].points[2].lower.empty());  // outside of the figure's domain
  CHECK(one.curves[1].points[0].lower.empty());  // 1/0
  check_encloses(one.curves[1].points[1].lower, one.curves[1].points[1].upper, "1");
  CHECK(one.curves[2].points[0].lower.empty());  // outside of the curve's domain
  CHECK(!one.curves[2].points[1].lower.empty());
}

TEST_CASE("Names of plots are plain and differ where ids do", "[figures]") {
  CHECK(plain_name("wang-2023/figure-1") == "wang-2023.figure-1");
  CHECK(plain_name("a/b") != plain_name("a.b"));
  CHECK(plain_name("a_2fb") != plain_name("a/b"));
  CHECK(plain_name("ε") == "_ce_b5");
}

TEST_CASE("A printed entry is compared with the value rounded to its digits", "[figures]") {
  // 1/8 is half way between 0.12 and 0.13; 1/3, 2/3 and 10^-6/3 are not.
  const drawn_figure known = drawn(
      "[[figure]]\nid = \"t\"\nkind = \"table\"\nalong = \"x\"\n"
      "values = [\"1/3\", \"2/3\", \"1/8\", \"1/3000000\", \"-1/3\", 5, 7, 12]\n"
      "[[figure.column]]\nname = \"p\"\n"
      "printed = [\"0.333\", \"0.666\", \"0.12\", \"3e-7\", \"-0.33\", \"5\", { text = \"many\" }, "
      "\"12.0\"]\n"
      "[[figure.column]]\nname = \"v\"\nvalue = \"x\"\nof = \"p\"\ndomain = [\"x != 12\"]\n");
  REQUIRE(known.table);
  REQUIRE(known.table->columns.size() == 2);
  CHECK(known.table->columns[1].of == "p");
  std::vector<std::string> found;
  for (const auto& row : known.table->rows) found.push_back(to_text(row.cells.at(1).agrees));
  CHECK(found ==
        std::vector<std::string>{"yes", "no", "yes", "yes", "yes", "yes", "", "undecided"});
  CHECK(known.table->rows[1].cells[0].printed == "0.666");
  CHECK(known.table->rows[1].cells[0].agrees == agreement::none);
  CHECK(known.table->rows[1].cells[1].lower.starts_with("0.66666666"));
  CHECK(known.table->rows[7].cells[1].lower.empty());
}

TEST_CASE("A frontier runs where algebra has it", "[figures]") {
  // x·n <= c stops to hold at c/n.
  const drawn_figure known = drawn(frontier +
                                   "relation = \"x*n <= c\"\neach = { c = [10, 20] }\n"
                                   "integers = [\"n\"]\n");
  REQUIRE(known.plots.size() == 1);
  const plot& one = known.plots.front();
  REQUIRE(one.curves.size() == 2);
  CHECK(one.curves[0].name == "c = 10: fails above");
  CHECK(one.curves[1].name == "c = 20: fails above");
  const std::vector<std::vector<std::string>> places{{"2.5", "1.25"}, {"5", "2.5"}};
  for (std::size_t c = 0; c < 2; ++c)
    for (std::size_t i = 0; i < 2; ++i) {
      const curve_point& found = one.curves[c].points[i];
      CHECK(found.x == (i == 0 ? "4" : "8"));
      REQUIRE(!found.lower.empty());
      const rational place = *parse_decimal(places[c][i]);
      CHECK(*parse_decimal(found.lower) <= place);
      CHECK(place <= *parse_decimal(found.upper));
      CHECK(is_near(middle(found), std::stod(places[c][i])));
    }
}

TEST_CASE("A frontier has a curve for each way to switch, and none where nothing switches",
          "[figures]") {
  // (x − 3)(x − n) >= 0 fails between 3 and n, and nowhere for n = 3.
  const std::string text =
      "[[claim]]\nid = \"b\"\nclaim = \"(x - 3)*(x - n) >= 0\"\n[claim.check]\nx = 1\nn = 1\n"
      "[[figure]]\nid = \"a\"\nkind = \"frontier\"\nalong = \"n\"\nvalues = [4, 8, 200]\n"
      "over = \"x\"\nrange = { from = 0, to = 100 }\nclaim = \"b\"\n";
  const plot one = drawn(text).plots.at(0);
  REQUIRE(one.curves.size() == 2);
  CHECK(one.curves[0].name == "fails above");
  CHECK(one.curves[1].name == "fails below");
  for (std::size_t i = 0; i < 3; ++i) CHECK(is_near(middle(one.curves[0].points[i]), 3));
  CHECK(is_near(middle(one.curves[1].points[0]), 4));
  CHECK(is_near(middle(one.curves[1].points[1]), 8));
  CHECK(one.curves[1].points[2].lower.empty());
}

TEST_CASE("The figures of the built-in catalogue have values", "[figures][volume]") {
  const figures_read known = read_sources(builtin_sources());
  CHECK(known.figures.size() >= 18);
  for (figure one : known.figures) {
    // Three points are enough to see whether its formulas have values.
    auto& values = one.along.values;
    if (one.kind != figure_kind::table)
      values = {values[0], values[values.size() / 2], values.back()};
    INFO(one.id);
    const drawn_figure result = draw_figure(one, known.read, {});
    REQUIRE((one.kind == figure_kind::table ? result.table.has_value() : result.plots.size() == 1));
    // At either end of a frontier the relation may hold all along.
    const std::ptrdiff_t least = one.kind == figure_kind::frontier ? 1 : 3;
    for (const plot& shown : result.plots) {
      CHECK(!shown.curves.empty());
      for (const plot_curve& drawn_curve : shown.curves) {
        INFO(drawn_curve.name);
        CHECK(std::count_if(drawn_curve.points.begin(), drawn_curve.points.end(),
                            [](const curve_point& p) { return !p.lower.empty(); }) >= least);
      }
    }
    if (!result.table) continue;
    for (const auto& row : result.table->rows)
      for (const figure_cell& cell : row.cells) CHECK(cell.agrees != agreement::undecided);
  }
}

TEST_CASE("An upper bound below the exact value is seen in Figure 2 of Chen et al.", "[figures]") {
  const figures_read known = read_sources(builtin_sources());
  const auto found = std::find_if(known.figures.begin(), known.figures.end(), [](const figure& f) {
    return f.id == "chen-2024-arxiv/figure-2";
  });
  REQUIRE(found != known.figures.end());
  const plot shown = draw_figure(*found, known.read, {}).plots.at(0);
  const auto curve_named = [&](const std::string& name) {
    return *std::find_if(shown.curves.begin(), shown.curves.end(),
                         [&](const plot_curve& c) { return c.name == name; });
  };
  const plot_curve bound = curve_named("Corollary 2");
  const plot_curve exact = curve_named("exact: pair of clones of 2021");
  CHECK(bound.role == curve_role::upper);
  // The exact value falls like ε0² towards ε0 = 0, where the bound does not vanish. The frontier of
  // the bound at λ = 4 and n = 10^4 is at ε0 = 5.051.
  CHECK(middle(bound.points.front()) > middle(exact.points.front()));
  CHECK(middle(bound.points.back()) < middle(exact.points.back()));
  // 2·e^ε0·λ/(n − 1) at ε0 = 6.
  CHECK(is_near(middle(bound.points.back()), 2 * 403.428793492735 * 4 / 9999));
}

TEST_CASE("Entries of the tables of Wang et al. are compared", "[figures]") {
  const figures_read known = read_sources(builtin_sources());
  const auto found = std::find_if(known.figures.begin(), known.figures.end(),
                                  [](const figure& f) { return f.id == "wang-2023/table-1"; });
  REQUIRE(found != known.figures.end());
  const figure_table shown = *draw_figure(*found, known.read, {}).table;
  REQUIRE(shown.rows.size() == 6);
  std::vector<std::string> of_23;
  for (const auto& row : shown.rows) {
    of_23.push_back(to_text(row.cells.at(1).agrees));
    CHECK(row.cells.at(3).agrees == agreement::yes);  // wang-2023/table-1/rounded
  }
  // 0.94947… rounds to 0.9495, and 0.9494 is printed.
  CHECK(of_23 == std::vector<std::string>{"no", "yes", "yes", "yes", "yes", "yes"});
}

TEST_CASE("A bound twice the exact value has tightness 2", "[figures]") {
  // The quantity itself stands in the bounds: the quotients are 2 and 1/4 at every point.
  const std::string bounds =
      "[[bound]]\nname = \"twice\"\nparameters = [\"n\", \"eps0\", \"lambda\"]\n"
      "value = \"2*renyi(rr_pair(n, eps0), lambda)\"\nside = \"upper\"\n"
      "on = \"renyi(rr_pair(n, eps0), lambda)\"\ndomain = [\"eps0 < 1\"]\n"
      "[[bound]]\nname = \"renamed\"\nparameters = [\"users\", \"a\", \"b\"]\n"
      "value = \"renyi(rr_pair(users, a), b)/4\"\nside = \"lower\"\n"
      "on = \"renyi(rr_pair(users, a), b)\"\nintegers = [\"users\"]\n"
      "[[bound]]\nname = \"lost\"\nparameters = [\"n\", \"zeta\"]\nvalue = \"zeta\"\n"
      "side = \"upper\"\non = \"renyi(rr_pair(n, 1), zeta)\"\n"
      "[[bound]]\nname = \"nowhere\"\nparameters = [\"n\", \"eps0\"]\nvalue = \"eps0\"\n"
      "side = \"upper\"\non = \"renyi(rr_pair(n, eps0), 2)\"\ndomain = [\"n < 5\"]\n";
  catalogue read = read_catalogue({{"test.toml", "format = 1\n" + bounds}});
  sampling how;
  const tightness found = tightness_plots(read, how);
  REQUIRE(found.plots.size() == 3);
  for (const plot& one : found.plots) {
    INFO(one.title);
    REQUIRE(one.curves.size() >= 2);
    for (const plot_curve& shown : one.curves)
      for (const curve_point& point : shown.points) {
        if (shown.name == "twice" && point.lower.empty()) continue;
        check_encloses(point.lower, point.upper,
                       shown.name == "twice"     ? "2"
                       : shown.name == "renamed" ? "0.25"
                                                 : "1");
      }
  }
  // ε0 = 1 is the base point, so that `twice` is stated along ε0 only, below 1.
  const auto& along_eps0 = found.plots[0].curves;
  REQUIRE(along_eps0.size() == 3);
  CHECK(along_eps0[1].name == "twice");
  CHECK(along_eps0[1].role == curve_role::upper);
  CHECK(along_eps0[2].role == curve_role::lower);
  CHECK(!along_eps0[1].points.front().lower.empty());
  CHECK(along_eps0[1].points.back().lower.empty());
  CHECK(found.plots[1].curves.size() == 2);
  REQUIRE(found.left_out.size() == 2);
  CHECK(found.left_out[0].name == "lost");
  CHECK(found.left_out[0].reason == "its parameter 'zeta' has no natural value");
  CHECK(found.left_out[1].name == "nowhere");
  CHECK(found.left_out[1].reason ==
        "it is not stated at the points checked: there n < 5 is not certain");
  // Bounds that a report is not about have neither curves nor reasons.
  const tightness some = tightness_plots(
      read, how, [](const bound& one) { return one.name == "twice" || one.name == "lost"; });
  REQUIRE(some.plots.size() == 1);
  REQUIRE(some.plots[0].curves.size() == 2);
  CHECK(some.plots[0].curves[1].name == "twice");
  REQUIRE(some.left_out.size() == 1);
  CHECK(some.left_out[0].name == "lost");
}

TEST_CASE("verify takes a file of figures alone and refuses a bad one", "[figures]") {
  const temporary_directory folder;
  const std::string good_file = folder.file("good.toml", "format = 1\n" + head + curve);
  const program_run good = run_program({"verify", good_file, "--output", folder / "results.json"});
  CHECK(good.status == 0);
  CHECK(good.out == "no claims: nothing was judged. 1 figure for 'shufflecert report' to draw\n");
  CHECK(has(text_of_file(folder / "results.json"), "\"claims\": []"));
  const std::string bad_file = folder.file(
      "bad.toml", "format = 1\n" + head + "[[figure.curve]]\nname = \"c\"\nvalue = \"y\"\n");
  const program_run bad = run_program({"verify", bad_file, "--output", folder / "bad.json"});
  CHECK(bad.status == 2);
  CHECK(bad.out.empty());
  CHECK(has(bad.err, "bad.toml:8: [[figure.curve]]: key 'value': column 1: unknown variable"));
  CHECK(!std::filesystem::exists(folder / "bad.json"));
}

}  // namespace test_figures
