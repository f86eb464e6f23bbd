// Catalogue files that are wrong: where, what, and what would be right; and one bad claim does not
// stop the others.

#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/texts.hpp"

namespace test_catalogue_errors {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

struct broken {
  std::string text;  // begins on line 2
  std::string message;
};

std::string complaint(const std::string& text) {
  return message_of<catalogue_error>([&] { read_text(text); });
}

const std::string not_a_name =
    "' cannot be a name: it must be ASCII letters, digits and '_', not start with a digit and not "
    "be "
    "built in";

std::string define(const std::string& name, const std::string& parameters,
                   const std::string& value) {
  return "[[define]]\nname = \"" + name + "\"\nparameters = [" + parameters + "]\nvalue = \"" +
         value + "\"\n";
}

}  // namespace

TEST_CASE("files that cannot be used at all") {
  const broken corpus[] = {
      {"[paper]\n", "test.toml:2: [paper]: key 'key' is missing"},
      {"[paper]\nkey = 5\n",
       "test.toml:3: [paper]: key 'key': expected a string, found a whole number"},
      {"[paper]\nkey = \"\"\n", "test.toml:3: [paper]: key 'key' is empty"},
      {"[paper]\nkey = \"a\"\nauthor = \"A\"\n",
       "test.toml:4: [paper]: key 'author' is not a key of [paper]; did you mean 'authors'?"},
      {"[paper]\nkey = \"a\"\nauthors = \"A\"\n",
       "test.toml:4: [paper]: key 'authors': expected an array, found a string"},
      {"[paper]\nkey = \"a\"\nauthors = [1.5]\n",
       "test.toml:4: [paper]: key 'authors': expected an array of strings, found a number"},
      {"paper = 1\n", "test.toml:2: the file: key 'paper': expected a table, found a whole number"},
      {"[[claims]]\n",
       "test.toml:2: the file: key 'claims' is not a section; did you mean [[claim]]?"},
      {"[wombats]\n",
       "test.toml:2: the file: key 'wombats' is not a key of the file; its keys are bound, chain, "
       "claim, coverage, define, figure, finding, format, paper, result, symbols"},
      {"[[cliam]]\n",
       "test.toml:2: the file: key 'cliam' is not a section; did you mean [[claim]]?"},
      {"[symbol]\n",
       "test.toml:2: the file: key 'symbol' is not a section; did you mean [symbols]?"},
      {"[symbols]\nx = \"a_b_c\"\n",
       "test.toml:3: [symbols]: key 'x': 'a_b_c' is no symbol; a letter or a word, with at most "
       "one "
       "subscript after _ and one superscript after ^, is one: \"ε_0\""},
      {"[symbols]\n-1 = \"x\"\n",
       "test.toml:3: [symbols]: key '-1': '-1' cannot be a name: it must be ASCII letters, digits "
       "and '_', not start with a digit and not be built in"},
      // The TOML reader quotes what it saw, a line's end included.
      {"where = n\n",
       "test.toml:2: this is not valid TOML: Error while parsing floating-point: expected 'nan', "
       "saw 'n\\n'; put straight quotes around text and formulas"},
      // So do names that hold one.
      {define("a\\nb", "\"x\"", "x"), "test.toml:3: [[define]]: key 'name': 'a\\nb" + not_a_name},
      {"[symbols]\nx = 5\n",
       "test.toml:3: [symbols]: key 'x': expected a string, found a whole number"},
      {"symbols = \"x\"\n",
       "test.toml:2: the file: key 'symbols': expected a table, found a string"},
      {"[claim]\nid = \"a\"\n",
       "test.toml:2: the file: key 'claim': expected sections of the form [[claim]]"},
      {"define = [1]\n",
       "test.toml:2: the file: key 'define': expected a table, found a whole number"},
      {"[[define]]\nparameters = [\"x\"]\nvalue = \"x\"\n",
       "test.toml:2: [[define]]: key 'name' is missing"},
      {"[[define]]\nname = \"f\"\nparameters = [\"x\"]\n",
       "test.toml:2: [[define]]: key 'value' is missing"},
      {"[[define]]\nname = \"f\"\nparameters = [\"x\"]\nvalue = \"x\"\nvalues = 1\n",
       "test.toml:6: [[define]]: key 'values' is not a key of [[define]]; did you mean 'value'?"},
      {define("exp", "\"x\"", "x"), "test.toml:3: [[define]]: key 'name': 'exp" + not_a_name},
      {define("pi", "\"x\"", "x"), "test.toml:3: [[define]]: key 'name': 'pi" + not_a_name},
      {define("\xCE\xB5", "\"x\"", "x"),
       "test.toml:3: [[define]]: key 'name': '\xCE\xB5" + not_a_name},
      {define("my-f", "\"x\"", "x"), "test.toml:3: [[define]]: key 'name': 'my-f" + not_a_name},
      {define("f", "\"2x\"", "1"), "test.toml:4: [[define]]: key 'parameters': '2x" + not_a_name},
      {define("f", "\"renyi\"", "1"),
       "test.toml:4: [[define]]: key 'parameters': 'renyi" + not_a_name},
      {define("f", "\"x\", \"x\"", "x"),
       "test.toml:4: [[define]]: key 'parameters': a parameter is named twice"},
      {define("f", "\"x\"", "x +"),
       "test.toml:5: [[define]]: key 'value': column 4: expected a number, a name, '-' or '('; "
       "found the end of the formula"},
      {define("f", "\"x\"", "1 + y"),
       "test.toml:5: [[define]]: key 'value': column 5: unknown variable 'y'; known here: x"},
      {define("f", "\"x\"", "cauchy(x)") + define("variation_cauchy", "\"x\"", "x"),
       "test.toml:5: [[define]]: key 'value': column 1: unknown function 'cauchy'; did you mean "
       "'variation_cauchy'?"},
      {define("f", "\"x\"", "cauchy_pair(x)") + define("variation_cauchy", "\"x\"", "x"),
       "test.toml:5: [[define]]: key 'value': column 1: unknown function 'cauchy_pair'; did you "
       "mean 'variation_cauchy'?"},
      {define("f", "\"x\"", "quite_other(x)"),
       "test.toml:5: [[define]]: key 'value': column 1: unknown function 'quite_other'"},
      {define("f", "\"x\"", "exp(x, 1)"),
       "test.toml:5: [[define]]: key 'value': column 1: 'exp' takes 1 argument, not 2: exp(x)"},
      {define("f", "\"x\"", "x") + define("f", "\"y\"", "y"),
       "test.toml:7: [[define]]: key 'name': 'f' is defined twice; names are unique over all "
       "files"},
      {define("f", "\"x\"", "f(x - 1)"),
       "test.toml:5: [[define]]: key 'value': the definition 'f' uses itself"},
      {define("f", "\"x\"", "g(x)") + define("g", "\"x\"", "h(x)") + define("h", "\"x\"", "f(x)"),
       "test.toml:5: [[define]]: key 'value': the definition 'f' uses itself"},
      {"[[bound]]\nname = \"b\"\nparameters = [\"x\"]\nvalue = \"x\"\nside = \"above\"\n"
       "on = \"renyi(gaussian_pair(x), 2)\"\n",
       "test.toml:6: [[bound]]: key 'side': 'above' is not possible; possible are upper, lower"},
      {"[[result]]\nid = \"r\"\nstatus = \"fine\"\n",
       "test.toml:4: [[result]]: key 'status': 'fine' is not possible; possible are stands, "
       "erratum, withdrawn"},
      {"[[bound]]\nname = \"b\"\nparameters = [\"x\"]\nvalue = \"x\"\nside = \"lower\"\n"
       "on = \"renyi(gaussian_pair(y), 2)\"\n",
       "test.toml:7: [[bound]]: key 'on': column 21: unknown variable 'y'; known here: x"},
  };
  for (const broken& example : corpus) {
    INFO(example.text);
    CHECK(complaint(example.text) == example.message);
  }
}

TEST_CASE("recursion is found wherever it starts") {
  // The reader need not name the same member of the circle on every system, only one of them.
  const std::string circle = complaint(define("a", "\"x\"", "x") + define("b", "\"x\"", "c(a(x))") +
                                       define("c", "\"x\"", "b(x)"));
  const std::string key = ": [[define]]: key 'value': the definition ";
  CHECK((circle == "test.toml:9" + key + "'b' uses itself" ||
         circle == "test.toml:13" + key + "'c' uses itself"));
  // Using a definition twice is no recursion.
  CHECK(complaint(define("a", "\"x\"", "x") + define("b", "\"x\"", "a(x) + a(a(x))") +
                  define("c", "\"x\"", "b(a(x))")) == "no error");
}

TEST_CASE("files that are not TOML, or of another format") {
  const auto of_file = [](const std::string& text) {
    return message_of<catalogue_error>([&] { read_catalogue({{"x.toml", text}}); });
  };
  CHECK(of_file("") ==
        "x.toml:1: the file: key 'format' is missing; the first line must be format = 1");
  CHECK(of_file("format = 2\n") ==
        "x.toml:1: the file: key 'format': this version reads format 1, not 2");
  CHECK(of_file("\nformat = \"1\"\n") ==
        "x.toml:2: the file: key 'format': expected a whole number, found a string");
  CHECK(of_file("format = 1.0\n") ==
        "x.toml:1: the file: key 'format': expected a whole number, found a number");
  // The TOML library words the rest of these.
  CHECK(of_file("format = 1\n\nx = = 2\n").rfind("x.toml:3: this is not valid TOML: ", 0) == 0);
  CHECK(of_file("format = 1\nformat = 1\n").rfind("x.toml:2: this is not valid TOML: ", 0) == 0);
  CHECK(of_file("a = \"\xFF\"\n").rfind("x.toml:1: this is not valid TOML: ", 0) == 0);
  CHECK(of_file("{\"format\": 1}").rfind("x.toml:1: this is not valid TOML: ", 0) == 0);
  CHECK(of_file(std::string(1000, '\0')).rfind("x.toml:1: this is not valid TOML: ", 0) == 0);
}

TEST_CASE("what the TOML library says is followed by what is probably wanted") {
  const std::string quotes = "put straight quotes around text and formulas";
  const std::string backslash = "put text with a backslash between single quotes";
  const std::string section =
      "braces close on the line where they open; for more lines use a section, such as "
      "[claim.check]";
  const std::string range = "a range is written { from = ";
  const std::pair<std::string, std::string> corpus[] = {
      {"x = \u201Cn > 0\u201D", quotes},
      {"x = \u2018n > 0\u2019", quotes},
      {"x = renyi(n) > 0", quotes},
      {"x = [n >= 100, eps0 > 0]", quotes},
      {"x = [eps0 >= 100]", quotes},
      {"x = factorial(n) > 0", quotes},
      {"x = -n < 0", quotes},
      {"x = [1/2]", quotes},
      {"x = 2*n", quotes},
      {"x = \"$\\lambda$\"", backslash},
      {"x = \"\\xi\"", backslash},
      {"x = \"\\underline\"", backslash},
      {"x = {\n n = 1\n}", section},
      {"x = { n = 1,\n m = 2 }", section},
      {"x = [10000000000000000000000000]", "put it in quotes: \"10^25\""},
      {"x = 1e400", "put it in quotes: \"10^25\""},
      {"x = 10,000", "digits are not grouped: write 10000"},
      {"x = [10,000]", "digits are not grouped: write 10000"},
      {"x = 0,5", "a decimal point is written '.'"},
      {"x = 007", "write the number without zeroes in front, such as 10000"},
      {"x = .5", "write 0.5 with its zero"},
      {"x = [1..100]", range + "1, to = 100, steps = 3 }"},
      {"x = 10:1000:3", range + "10, to = 1000, steps = 3 }"},
      {"\u03B5\u2080 = 1", "names are ASCII: eps0"},
      {"x = { \u03B5 = 1 }", "names are ASCII: eps0"},
      {"x = 1 // one", "a comment begins with '#'"},
      {"% one", "a comment begins with '#'"},
      {"x: 1", "a value follows '='"},
      {"x = \"n", "the closing quote may be missing"},
      {"x = \"\xE9\"", "save the file as UTF-8"},
      {std::string("x\0 \0=\0", 6), "save the file as UTF-8"},
  };
  for (const auto& [line, hint] : corpus) {
    INFO(line);
    const std::string text = (line[1] == '\0' ? "" : "format = 1\n") + line + "\n";
    const std::string message = message_of<catalogue_error>([&] {
      read_catalogue({{"x.toml", text}});
    });
    CHECK(message.find(": this is not valid TOML: ") != std::string::npos);
    CHECK(message.ends_with("; " + hint));
  }
}

TEST_CASE("names are unique over all files") {
  const catalogue_source one{"one.toml", "format = 1\n" + define("f", "\"x\"", "x")};
  const catalogue_source two{"two.toml", "format = 1\n\n" + define("f", "\"x\"", "2*x")};
  CHECK(message_of<catalogue_error>([&] {
          read_catalogue({one, two});
        }) ==
        "two.toml:4: [[define]]: key 'name': 'f' is defined twice; names are unique over all "
        "files");
  // An id that is used again does not stop anything but its own claim.
  const catalogue_source three{"three.toml",
                               "format = 1\n[[claim]]\nid = \"a\"\nclaim = \"1<2\"\n"};
  const catalogue_source four{"four.toml", "format = 1\n[[claim]]\nid = \"a\"\nclaim = \"1<3\"\n"};
  const catalogue read = read_catalogue({three, four});
  REQUIRE(read.claims.size() == 2);
  CHECK(read.claims[0].problem.empty());
  CHECK(read.claims[1].problem ==
        "four.toml:3: [[claim]]: key 'id': 'a' is used twice; ids are unique over all files, and "
        "the first is at three.toml:2");
}

TEST_CASE("claims that cannot be judged say why, and do not stop the others") {
  // Each of these claims begins on line 2 with its id on line 3; the lines here are 4, 5, …
  const broken corpus[] = {
      {"", "test.toml:2: [[claim]]: key 'claim' is missing"},
      {"claim = 5", "test.toml:4: [[claim]]: key 'claim': expected a string, found a whole number"},
      {"claim = \"x <\"",
       "test.toml:4: [[claim]]: key 'claim': column 4: expected a number, a name, '-' or '('; "
       "found "
       "the end of the formula"},
      {"claim = \"x \xE2\x89\xA4 1\"",
       "test.toml:4: [[claim]]: key 'claim': column 3: expected an operator or the end of the "
       "formula; found '\xE2\x89\xA4' (formulas are written in ASCII: eps0, lambda, <=)"},
      {"claim = \"1 + 1\"",
       "test.toml:4: [[claim]]: key 'claim': expected a condition such as 'x <= y', found a "
       "number"},
      {"claim = \"rr_pair(1, 1)\"",
       "test.toml:4: [[claim]]: key 'claim': expected a condition such as 'x <= y', found a pair"},
      {"claim = \"lamda > 0\"\ncheck = { lambda = [2] }",
       "test.toml:5: [[claim]]: key 'check': 'lambda' is not a variable of the claim; did you mean "
       "'lamda', which has no values?"},
      {"claim = \"n > 0\"\n[claim.check]\neps0 = 1\nN = [2]",
       "test.toml:7: [[claim]]: key 'check': 'N' is not a variable of the claim; did you mean 'n', "
       "which has no values?"},
      {"claim = \"lamda > 0\"\ndomain = [\"lambda > 1\"]\ncheck = { lambda = [2] }",
       "test.toml:4: [[claim]]: key 'claim': column 1: unknown variable 'lamda'; did you mean "
       "'lambda'?"},
      {"claim = \"eps0 < n\"",
       "test.toml:4: [[claim]]: key 'claim': column 1: variable 'eps0' has no values; add check = "
       "{ eps0 = [0.5, 2], n = [100, 1000] }"},
      {"claim = \"eps0 < n\"\ncheck = { eps0 = 1 }",
       "test.toml:4: [[claim]]: key 'claim': column 8: variable 'n' has no values; add n = [100, "
       "1000] to check"},
      {"claim = \"eps0 < n\"\ncheck = { points = [{ eps0 = 1 }] }",
       "test.toml:4: [[claim]]: key 'claim': column 8: variable 'n' has no values; give n to each "
       "of check.points"},
      {"claim = \"e^eps0 > 1\"\ncheck = { eps0 = 1 }",
       "test.toml:4: [[claim]]: key 'claim': column 1: unknown variable 'e'; write exp(eps0)"},
      {"claim = \"n > 0\"\nintegers = [\"N\"]\ncheck = { n = 1 }",
       "test.toml:5: [[claim]]: key 'integers': 'N' is not a variable of the claim; did you mean "
       "'n'?"},
      {"claim = \"n > 0\"\nintegers = [\"users\"]\ncheck = { n = 1 }",
       "test.toml:5: [[claim]]: key 'integers': 'users' is not a variable of the claim; its "
       "variables are n"},
      {"claim = \"n > 0\"\ncheck = { n = [2, 2, 3] }",
       "test.toml:5: [[claim]]: key 'check': n lists 2 twice"},
      {"claim = \"n > 0\"\ncheck = { n = \"1..100\" }",
       "test.toml:5: [[claim]]: key 'n': column 3: '1..100' is not a number; a range is written "
       "{ from = 10, to = 1000, steps = 3 }"},
      {"claim = \"n > 0\"\ncheck = { n = [\"10:1000:3\"] }",
       "test.toml:5: [[claim]]: key 'n': column 3: '10:1000:3' is not a number; a range is written "
       "{ from = 10, to = 1000, steps = 3 }"},
      {"claim = \"1 < 2\"\ndomain = [\"1 < 3\", \"2 +\"]",
       "test.toml:5: [[claim]]: key 'domain': column 4: expected a number, a name, '-' or '('; "
       "found the end of the formula"},
      {"claim = \"1 < 2\"\ndomain = [\"3\"]",
       "test.toml:5: [[claim]]: key 'domain': expected a condition such as 'x <= y', found a "
       "number"},
      {"claim = \"1 < 2\"\ndomain = \"1 < 3\"",
       "test.toml:5: [[claim]]: key 'domain': expected an array, found a string"},
      {"claim = \"1 < 2\"\ncorrected = \"2\"",
       "test.toml:5: [[claim]]: key 'corrected': expected a condition such as 'x <= y', found a "
       "number"},
      {"claim = \"1 < 2\"\nabout = \"everything\"",
       "test.toml:5: [[claim]]: key 'about': 'everything' is not possible; possible are mechanism, "
       "pair, formula"},
      {"claim = \"1 < 2\"\nkind = \"maybe\"",
       "test.toml:5: [[claim]]: key 'kind': 'maybe' is not possible; possible are forall, exists, "
       "rate"},
      {"claim = \"1 < 2\"\nwher = \"here\"",
       "test.toml:5: [[claim]]: key 'wher' is not a key of [[claim]]; did you mean 'where'?"},
      {"claim = \"1 < 2\"\nexists = [\"x\"]",
       "test.toml:5: [[claim]]: key 'exists' goes with kind = \"exists\" only"},
      {"claim = \"x > 0\"\nkind = \"exists\"\nexists = [\"y\"]\ncheck = { x = [1] }",
       "test.toml:6: [[claim]]: key 'exists': 'y' is not a variable of the claim"},
      {"claim = \"1 < 2\"\nintegers = [\"x y\"]",
       "test.toml:5: [[claim]]: key 'integers': 'x y" + not_a_name},
      {"claim = \"x > y\"\ncheck = { x = [1], points = [{ x = 1, y = 2 }] }",
       "test.toml:5: [[claim]]: key 'check': the variable 'y' has no values to check"},
      {"claim = \"x > 0\"\ndomain = [\"y > 0\"]\ncheck = { y = [1], points = [{ x = 1, y = 2 }] }",
       "test.toml:6: [[claim]]: key 'check': the variable 'x' has no values to check"},
      {"claim = \"x > y\"\ncheck = { x = [1], y = [1], points = [{ x = 1 }] }",
       "test.toml:5: [[claim]]: key 'check': a listed point has no value for 'y'"},
      {"claim = \"x > 0\"\ncheck = { x = [] }",
       "test.toml:5: [[claim]]: key 'check': x has no values"},
      {"claim = \"x > 0\"\ncheck = { x = [true] }",
       "test.toml:5: [[claim]]: key 'x': expected a number or a formula in quotes, found true or "
       "false"},
      {"claim = \"x > 0\"\ncheck = { x = [\"y + 1\"] }",
       "test.toml:5: [[claim]]: key 'x': column 1: unknown variable 'y'; no variable is set here"},
      {"claim = \"x > 0\"\ncheck = { x = [\"1 < 2\"] }",
       "test.toml:5: [[claim]]: key 'x': column 1: expected a number, found a condition"},
      {"claim = \"x > 0\"\ncheck = { x = [1979-05-27] }",
       "test.toml:5: [[claim]]: key 'x': expected a number or a formula in quotes, found a date or "
       "time"},
      {"claim = \"x > 0\"\nintegers = [\"x\"]\ncheck = { x = [\"1/0\"] }",
       "test.toml:6: [[claim]]: key 'x': division by zero in '1/0'"},
      {"claim = \"x > 0\"\nintegers = [\"x\"]\ncheck = { x = [inf] }",
       "test.toml:6: [[claim]]: key 'x': 'inf' does not round to a whole number"},
      {"claim = \"x > 0\"\ncheck = { x = { from = 1, steps = 3 } }",
       "test.toml:5: [[claim]]: key 'to' is missing from the range of 'x'"},
      {"claim = \"x > 0\"\ncheck = { x = { from = 1, to = 2, steps = 0 } }",
       "test.toml:5: [[claim]]: key 'steps' must be from 1 to 1000000, and it is 0"},
      {"claim = \"x > 0\"\ncheck = { x = { from = 1, to = 2, steps = 1000001 } }",
       "test.toml:5: [[claim]]: key 'steps' must be from 1 to 1000000, and it is 1000001"},
      {"claim = \"x > 0\"\ncheck = { x = { from = 1, to = 2, steps = 2.0 } }",
       "test.toml:5: [[claim]]: key 'steps': expected a whole number, found a number"},
      {"claim = \"x > 0\"\ncheck = { x = { from = 1, to = 2, steps = 3, scale = \"cubic\" } }",
       "test.toml:5: [[claim]]: key 'scale': 'cubic' is not possible; possible are linear, log"},
      {"claim = \"x > 0\"\ncheck = { x = { from = 1, to = 2, step = 3 } }",
       "test.toml:5: [[claim]]: key 'step' is not a key of the range of 'x'; did you mean "
       "'steps'?"},
      {"claim = \"x > 0\"\ncheck = { x = { start = 1, to = 2 } }",
       "test.toml:5: [[claim]]: key 'start' is not a key of the range of 'x'; its keys are from, "
       "to, "
       "steps, scale"},
      {"claim = \"x > 0\"\ncheck = { x = { from = 0, to = 2, steps = 3, scale = \"log\" } }",
       "test.toml:5: [[claim]]: key 'x': the ends of a logarithmic range must be positive"},
      {"claim = \"x > 0\"\ncheck = { x = { from = \"0/0\", to = 2, steps = 3 } }",
       "test.toml:5: [[claim]]: key 'x': division by zero in '0/0'"},
      {"claim = \"x > 0\"\ncheck = { \"\xCE\xBB\" = [1] }",
       "test.toml:5: [[claim]]: key '\xCE\xBB': '\xCE\xBB" + not_a_name},
      {"claim = \"x > 0\"\ncheck = [1]",
       "test.toml:5: [[claim]]: key 'check': expected a table, found an array"},
      {"claim = \"x > 0\"\ncheck = { points = [1] }",
       "test.toml:5: [[claim]]: key 'points': expected a table, found a whole number"},
      {"claim = \"a > 0\"\nlet = { a = \"b + 1\", b = \"a\" }",
       "test.toml:5: [[claim]]: key 'let': 'a' is defined through itself"},
      {"claim = \"a > 0\"\nlet = { a = \"q + 1\" }",
       "test.toml:5: [[claim]]: key 'let': column 1: variable 'q' has no values; add check = { q = "
       "[0.5, 2] }"},
      {"claim = \"a > 0\"\nlet = { a = \"1 +\" }",
       "test.toml:5: [[claim]]: key 'a': column 4: expected a number, a name, '-' or '('; found "
       "the "
       "end of the formula"},
      {"claim = \"a > 0\"\nlet = { exp = \"1\" }",
       "test.toml:5: [[claim]]: key 'exp': 'exp" + not_a_name},
      {"claim = \"x*y > 0\"\ncheck = { x = { from = 0, to = 1, steps = 1001 }, y = { from = 0, to "
       "= 1, steps = 1000 } }",
       "test.toml:5: [[claim]]: key 'check' has more than 1000000 points"},
      {"claim = \"1 < 2\"\ndepends = [\"r\"]",
       "test.toml:5: [[claim]]: key 'depends': there is no [[result]] with the id 'r'"},
      {"claim = \"1 < 2\"\nregime = [\"n ==\"]",
       "test.toml:5: [[claim]]: key 'regime': column 5: expected a number, a name, '-' or '('; "
       "found the end of the formula"},
      {"claim = \"1 < 2\"\norder = 2",
       "test.toml:5: [[claim]]: key 'order' goes with kind = \"rate\" only"},
      {"claim = \"x and 1 < 2\"\ncheck = { x = [1] }",
       "test.toml:4: [[claim]]: key 'claim': column 1: expected a condition, found a number ('x')"},
      {"claim = \"a > 0\"\nlet = { a = \"1\" }\ncheck = { a = [-1] }",
       "test.toml:5: [[claim]]: key 'let': 'a' also has values to check; a name is either local or "
       "a variable"},
      {"kind = \"rate\"", "test.toml:2: [[claim]]: key 'error' is missing"},
      {"kind = \"rate\"\nclaim = \"1 < 2\"",
       "test.toml:5: [[claim]]: key 'claim' does not go with kind = \"rate\", which is about "
       "'error'"},
      {"kind = \"rate\"\nerror = \"1/n\"\ncorrected = \"1 < 2\"",
       "test.toml:6: [[claim]]: key 'corrected' does not go with kind = \"rate\", which is about "
       "'error'"},
      {"kind = \"rate\"\nerror = \"1/n\"", "test.toml:2: [[claim]]: key 'along' is missing"},
      {"kind = \"rate\"\nerror = \"1/n\"\nalong = \"2n\"\norder = 1",
       "test.toml:6: [[claim]]: key 'along': '2n" + not_a_name},
      {"kind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"",
       "test.toml:2: [[claim]]: key 'order' is missing; give order = \"1/2\", say, or limit = "
       "true"},
      {"kind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\nlimit = false",
       "test.toml:7: [[claim]]: key 'limit' can only be true"},
      {"kind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\nlimit = true\norder = 1",
       "test.toml:7: [[claim]]: key 'limit' does not go with 'order': give one of them"},
      {"kind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\norder = \"-1/2\"",
       "test.toml:7: [[claim]]: key 'order' must be a positive rational number, and it is '-1/2'"},
      {"kind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\norder = \"sqrt(2)\"",
       "test.toml:7: [[claim]]: key 'order' must be a positive rational number, and it is "
       "'sqrt(2)'"},
      {"kind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\norder = \"1/0\"",
       "test.toml:7: [[claim]]: key 'order': division by zero in '1/0'"},
      {"kind = \"rate\"\nerror = \"n < 1\"\nalong = \"n\"\norder = 1\ncheck = { n = 1 }",
       "test.toml:5: [[claim]]: key 'error': expected a number, found a condition"},
      {"kind = \"rate\"\nerror = \"1/n\"\nalong = \"m\"\norder = 1\ncheck = { n = 1 }",
       "test.toml:8: [[claim]]: key 'check': the variable 'm' has no values to check"},
      {"kind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\norder = 1\ncheck = { n = [1, 0] }",
       "test.toml:8: [[claim]]: key 'check': the sizes of 'n' must be positive, and one is '0'"},
      {"kind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\norder = 1",
       "test.toml:5: [[claim]]: key 'error': column 3: variable 'n' has no values; add check = { n "
       "= [100, 1000] }"},
      {"kind = \"rate\"\nerror = \"1/n\"\nalong = \"n\"\norder = 1\ncheck = { n = { from = 1, to = "
       "20001, steps = 1001 } }",
       "test.toml:8: [[claim]]: key 'check' has more than 1000 sizes of 'n'"},
      {"claim = \"x > 0\"\n[claim.check]\nx = [1]\nm = [1, 2]",
       "test.toml:7: [[claim]]: key 'm': no formula of the claim uses 'm': its values would "
       "multiply the points checked and show nothing"},
      {"claim = \"x > 0\"\ncheck = { points = [{ x = 1, m = 2 }] }",
       "test.toml:5: [[claim]]: key 'points': no formula of the claim uses 'm': its values would "
       "multiply the points checked and show nothing"},
      {"claim = \"x > 0\"\nregime = [\"m > 1\"]\ncheck = { x = [1], m = [2], points = [{ x = 1 }] "
       "}",
       "test.toml:6: [[claim]]: key 'check': a listed point has no value for 'm'"},
      {"claim = \"f(2) > 0\"\nlet = { \"f(x\" = \"x\" }",
       "test.toml:5: [[claim]]: key 'f(x': a local function is written with its parameters: "
       "\"f(x, y)\" = \"x*n + y\""},
      {"claim = \"f(2) > 0\"\nlet = { \"f(x + 1)\" = \"x\" }",
       "test.toml:5: [[claim]]: key 'f(x + 1)': a local function is written with its parameters: "
       "\"f(x, y)\" = \"x*n + y\""},
      {"claim = \"f(2) > 0\"\nlet = { \"exp(x)\" = \"x\" }",
       "test.toml:5: [[claim]]: key 'exp(x)': 'exp" + not_a_name},
      {"claim = \"f(2) > 0\"\nlet = { \"f(pi)\" = \"1\" }",
       "test.toml:5: [[claim]]: key 'f(pi)': 'pi" + not_a_name},
      {"claim = \"f(2, 3) > 0\"\nlet = { \"f(x, x)\" = \"x\" }",
       "test.toml:5: [[claim]]: key 'f(x, x)': the parameter 'x' is named twice"},
      {"claim = \"f(2) > 0\"\nlet = { \"f(x)\" = \"x + y\" }",
       "test.toml:5: [[claim]]: key 'f(x)': column 5: variable 'y' has no values; add check = { y "
       "= [0.5, 2] }"},
      {"claim = \"f(2) > 0\"\nlet = { \"f(x)\" = \"x +\" }",
       "test.toml:5: [[claim]]: key 'f(x)': column 4: expected a number, a name, '-' or '('; found "
       "the end of the formula"},
      {"claim = \"f(2, 3) > 0\"\nlet = { \"f(x)\" = \"x\" }",
       "test.toml:4: [[claim]]: key 'claim': column 1: 'f' takes 1 argument, not 2: f(x)"},
      {"claim = \"f > 0\"\nlet = { \"f(x)\" = \"x\" }",
       "test.toml:4: [[claim]]: key 'claim': column 1: 'f' is a function: write its arguments in "
       "brackets"},
      {"claim = \"f(1) > 0\"\nlet = { \"f(x)\" = \"g(x)\", \"g(x)\" = \"f(x)\" }",
       "test.toml:5: [[claim]]: key 'let': the local function 'f' uses itself"},
      {"claim = \"c > 0\"\nlet = { c = \"f(1)\", \"f(x)\" = \"x + c\" }",
       "test.toml:5: [[claim]]: key 'let': 'c' is defined through itself"},
      {"claim = \"f(1) > 0\"\nlet = { f = \"1\", \"f(x)\" = \"x\" }",
       "test.toml:5: [[claim]]: key 'f(x)': 'f' is also a local name without parameters"},
      {"claim = \"f(f) > 0\"\nlet = { \"f(x)\" = \"x\" }\ncheck = { f = 1 }",
       "test.toml:5: [[claim]]: key 'f(x)': 'f' also has values to check; a name is either local "
       "or a variable"},
      {"claim = \"f(1) > 0\"\nlet = { \"f(x)\" = \"x\", \"f(x, y)\" = \"x\" }",
       "test.toml:5: [[claim]]: key 'f(x, y)': 'f' is already the name of a formula"},
  };
  const std::string good = "\n[[claim]]\nid = \"good\"\nclaim = \"1 < 2\"\n";
  for (const broken& example : corpus) {
    INFO(example.text);
    const auto results = judge_all("[[claim]]\nid = \"bad\"\n" + example.text + good);
    REQUIRE(results.size() == 2);
    CHECK(results[0].found.outcome == verdict::invalid);
    CHECK(results[0].found.message == example.message);
    CHECK(results[1].found.outcome == verdict::verified);
  }
}

TEST_CASE("a listed point that does not exist makes its claim invalid, not the file") {
  for (const auto& [value, message] :
       {std::pair<std::string, std::string>{"\"1/0\"", "division by zero in '1/0'"},
        {"inf", "'inf' does not round to a whole number"}}) {
    const auto results = judge_all(
        "[[claim]]\nid = \"bad\"\nclaim = \"x > 0\"\nintegers = [\"x\"]\n"
        "check = { points = [{ x = " +
        value + " }] }\n[[claim]]\nid = \"good\"\nclaim = \"1 < 2\"\n");
    REQUIRE(results.size() == 2);
    CHECK(in_words(results[0].found) == "invalid: test.toml:6: [[claim]]: key 'x': " + message);
    CHECK(results[1].found.outcome == verdict::verified);
  }
}

TEST_CASE("a claim without a usable id goes by its place") {
  for (const auto& [line, message] :
       {std::pair<std::string, std::string>{"", "test.toml:2: [[claim]]: key 'id' is missing"},
        {"id = 7\n", "test.toml:3: [[claim]]: key 'id': expected a string, found a whole number"},
        {"id = \"\"\n", "test.toml:3: [[claim]]: key 'id' is empty"}}) {
    const auto results = judge_all("[[claim]]\n" + line + "claim = \"1 < 2\"\n" +
                                   "[[claim]]\nid = \"good\"\nclaim = \"1 < 2\"\n");
    REQUIRE(results.size() == 2);
    CHECK(results[0].id == "test.toml:2");
    CHECK(in_words(results[0].found) == "invalid: " + message);
    CHECK(results[1].found.outcome == verdict::verified);
  }
}

TEST_CASE("an impossible 'expect' makes its claim invalid, not the file") {
  const auto results = judge_all(
      "[[claim]]\nid = \"bad\"\nclaim = \"1 < 2\"\nexpect = \"correct\"\n"
      "[[claim]]\nid = \"good\"\nclaim = \"1 < 2\"\n");
  REQUIRE(results.size() == 2);
  CHECK(in_words(results[0].found) ==
        "invalid: test.toml:5: [[claim]]: key 'expect': 'correct' is not possible; possible are "
        "refuted, contradicted, invalid, undecided, proved, verified, supported");
  CHECK_FALSE(results[0].as_expected);
  CHECK(results[1].found.outcome == verdict::verified);
}

TEST_CASE("the ends of a logarithmic range must be of a size that can be handled") {
  for (const char* to : {"inf", "\"10^400\"", "\"exp(1000)\""}) {
    INFO(to);
    const auto result =
        judge_one(claim_text("claim = \"x > 0\"", std::string("x = { from = 1, to = ") + to +
                                                      ", steps = 3, scale = \"log\" }"));
    // Either it is expanded rightly, or it is refused: never anything in between.
    CHECK((result.found.outcome == verdict::invalid ||
           (result.found.outcome == verdict::verified && result.found.checked == 3)));
  }
}

TEST_CASE("long chains of definitions are refused or worked out, not a crash") {
  std::string text = define("d0", "\"x\"", "x");
  for (int i = 1; i < 3000; ++i)
    text += define("d" + std::to_string(i), "\"x\"", "1 + d" + std::to_string(i - 1) + "(x)");
  // 2999 additions of 1 to 1, or a clear refusal.
  std::string found;
  try {
    found = to_text(judge_one(text + claim_text("claim = \"d2999(1) == 3000\"")).found.outcome);
  } catch (const catalogue_error&) {
    found = "refused";
  }
  CHECK((found == "verified" || found == "refused" || found == "invalid"));
}

}  // namespace test_catalogue_errors
