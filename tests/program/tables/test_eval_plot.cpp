// eval --plot: the numbers of a table, drawn.

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/temporary_files.hpp"
#include "support/texts.hpp"

namespace test_eval_plot {
namespace {

// The CSV file beside the picture of a table that is computed in this folder.
std::string numbers_of(const temporary_directory& folder, const words& arguments) {
  words all{"eval", "--plot", "p.svg"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const program_run run = run_program(all, folder.path());
  INFO(run.err);
  CHECK(run.err.find("was not drawn") == std::string::npos);
  CHECK(has(text_of_file(folder.path() / "p.svg"), "</svg>"));
  std::string numbers = text_of_file(folder.path() / "p.csv");
  std::erase(numbers, '\r');  // RFC 4180 ends lines in CR LF
  return numbers;
}

std::string refused(const words& arguments) {
  const temporary_directory folder;
  const program_run run = run_program(arguments, folder.path());
  INFO(run.out);
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
  CHECK(std::filesystem::is_empty(folder.path()));
  return run.err;
}

}  // namespace

TEST_CASE("a curve has the numbers of the table, in the order of its axis", "[tables][plot]") {
  if (!runs({"gnuplot", "--version"})) return;
  const temporary_directory folder;
  CHECK(numbers_of(folder, {"x^2/4", "--set", "x=3,1,2/1,-1"}) ==
        "x,value lower,value upper\n-1,0.25,0.25\n1,0.25,0.25\n2,1,1\n3,2.25,2.25\n");
  // Below the smallest normal double.
  CHECK(numbers_of(folder, {"3*x/x", "--set", "x=1,1e-310,1/4"}) ==
        "x,value lower,value upper\n1e-310,3,3\n0.25,3,3\n1,3,3\n");
}

TEST_CASE("the variable with the most values is the axis, the others make curves",
          "[tables][plot]") {
  if (!runs({"gnuplot", "--version"})) return;
  const temporary_directory folder;
  CHECK(numbers_of(folder, {"k*n + m", "--set", "k=1,10", "--set", "n=1,2,3", "--set", "m=5"}) ==
        "n,k = 1 lower,k = 1 upper,k = 10 lower,k = 10 upper\n"
        "1,6,6,15,15\n2,7,7,25,25\n3,8,8,35,35\n");
}

TEST_CASE("what has no finite value is a gap", "[tables][plot]") {
  if (!runs({"gnuplot", "--version"})) return;
  const temporary_directory folder;
  const std::string numbers =
      numbers_of(folder, {"if(x == 3, inf, 1/(x - 1))", "--set", "x=1,2,3,5"});
  CHECK(numbers == "x,value lower,value upper\n1,,\n2,1,1\n3,,\n5,0.25,0.25\n");
}

TEST_CASE("rows from a journal are drawn like computed ones", "[tables][plot][journal]") {
  if (!runs({"gnuplot", "--version"})) return;
  const temporary_directory folder;
  const words arguments{"x + 1", "--set", "x=1,2,3", "--journal", "rows.journal"};
  const std::string computed = numbers_of(folder, arguments);
  CHECK(numbers_of(folder, arguments) == computed);
  CHECK(has(computed, "\n3,4,4\n"));
}

TEST_CASE("a picture without anything to draw is refused before the work", "[tables][plot]") {
  CHECK(has(refused({"eval", "x", "--set", "x=1", "--plot", "p.svg"}), "several values"));
  CHECK(has(refused({"eval", "1", "--plot", "p.svg"}), "several values"));
  CHECK(has(refused({"eval", "x", "--csv", "--set", "x=1", "--plot", "p.svg"}), "several values"));
  CHECK(has(refused({"eval", "x < 2", "--set", "x=1,2", "--plot", "p.svg"}), "draws numbers"));
  CHECK(has(refused({"eval", "x", "--set", "x=1,2", "--plot", "p.png"}), "must end in .svg"));
  CHECK(has(refused({"eval", "x*y", "--set", "x=1:9:9", "--set", "y=1:9:9", "--plot", "p.svg"}),
            "9 curves; at most 8"));
  CHECK(has(refused({"eval", "x", "--set", "x=1:3000:3000", "--plot", "p.svg"}), "at most 2000"));
}

TEST_CASE("where no point has a value, the program says that nothing was drawn", "[tables][plot]") {
  if (!runs({"gnuplot", "--version"})) return;
  const temporary_directory folder;
  const program_run run =
      run_program({"eval", "log(-x)", "--set", "x=1,2", "--plot", "p.svg"}, folder.path());
  CHECK(run.status == 2);
  CHECK(has(run.err, "'p.svg' was not drawn: no point has a finite value"));
  CHECK(std::filesystem::is_empty(folder.path()));
}

}  // namespace test_eval_plot
