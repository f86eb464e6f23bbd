// Broken formulas: every complaint names the column, what is wrong and what would be right.

#include "shufflecert/formula.hpp"
#include "support/catch.hpp"
#include "support/texts.hpp"

namespace test_parse_errors {

using namespace shufflecert;

namespace {

struct broken {
  std::string formula;
  std::size_t column;
  std::string message;
};

const std::string operand = "expected a number, a name, '-' or '('; ";
const std::string end = "expected an operator or the end of the formula; ";
const std::string closing = "expected ')' or an operator; ";
const std::string nothing_left = "found the end of the formula";
const std::string chained = "a comparison cannot be chained: write 'a <= b and b <= c'";
const std::string ascii = " (formulas are written in ASCII: eps0, lambda, <=)";
const std::string equality = " (equality is written '==')";
const std::string product = " (a product needs '*')";
const std::string latex = " (formulas are not LaTeX: a/b, sqrt(x), eps0)";
const std::string conditions = " (a domain is written as conditions: \"n >= 1\", \"n <= 100\")";
const std::string percent = " (write 5/100 for 5 percent)";
const std::string too_long =
    "this number is too long: at most 10000 digits and an exponent of at most 10000 are possible";

std::string expected(const broken& example) {
  return "column " + std::to_string(example.column) + ": " + example.message;
}

}  // namespace

TEST_CASE("formulas that do not parse") {
  const broken corpus[] = {
      {"", 1, operand + nothing_left},
      {"   ", 1, operand + nothing_left},
      {"1 +", 4, operand + nothing_left},
      {"1 +\n\n  \n", 4, operand + nothing_left},
      {"(1\n\n", 3, closing + nothing_left},
      {"1 + * 2", 5, operand + "found '*'"},
      {"+1", 1, operand + "found '+'"},
      {"1 2", 3, end + "found '2'"},
      {"x y", 3, end + "found 'y'" + product},
      {"2x", 2, end + "found 'x'" + product},
      {"2(x + 1)", 2, end + "found '('" + product},
      {"(x)(y)", 4, end + "found '('" + product},
      {"2exp(1)", 2, end + "found 'e'" + product},
      {"0x10", 2, end + "found 'x'"},
      {"(1", 3, closing + nothing_left},
      {"((1)", 5, closing + nothing_left},
      {"(1]", 3, closing + "found ']'"},
      {"()", 2, operand + "found ')'"},
      {"1)", 2, end + "found ')'"},
      {"exp(", 5, operand + nothing_left},
      {"exp()", 5, operand + "found ')'"},
      {"exp(1", 6, closing + nothing_left},
      {"max(1,)", 7, operand + "found ')'"},
      {"max(,1)", 5, operand + "found ','"},
      {"sum(j, 1, 2 j)", 13, closing + "found 'j'" + product},
      {"1.", 3, "expected digits after the decimal point; " + nothing_left},
      {"1.x", 3, "expected digits after the decimal point; found 'x'"},
      {".5", 1, operand + "found '.'"},
      {"1e", 2, end + "found 'e'"},
      {"1e\u22126", 2, end + "found 'e' (the minus sign is written '-')"},
      {"1e+", 2, end + "found 'e'"},
      {"1,5", 2, end + "found ',' (a decimal point is written '.')"},
      {"10,000", 3, end + "found ',' (digits are not grouped: 10000)"},
      {"50,000", 3, end + "found ',' (digits are not grouped: 50000)"},
      {"a, b", 2, end + "found ','"},
      {"n >= 100, eps0 > 0", 9,
       end + "found ',' (one string for each condition, or 'and' between them)"},
      {"n in [1..100]", 3, end + "found 'i'" + conditions},
      {"1e10001", 1, too_long},
      {"2 + 1e-10001", 5, too_long},
      {std::string(10'001, '7'), 1, too_long},
      {"2^", 3, operand + nothing_left},
      {"2^^3", 3, operand + "found '^'"},
      {"2**3", 3, operand + "found '*' (a power is written '^')"},
      {"-", 2, operand + nothing_left},
      {"a = b", 3, end + "found '='" + equality},
      {"(a = b)", 4, closing + "found '='" + equality},
      {"a =< b", 3, end + "found '=' (write '<=')"},
      {"a => b", 3, end + "found '=' (write '>=')"},
      {"a < = b", 5, operand + "found '='" + equality},
      {"a <", 4, operand + nothing_left},
      {"a < b < c", 7, chained},
      {"a == b == c", 8, chained},
      {"1 + (a <= b >= c)", 13, chained},
      {"not", 4, operand + nothing_left},
      {"a and", 6, operand + nothing_left},
      {"and a", 1, operand + "found 'a'"},
      {"a or or b", 6, operand + "found 'o'"},
      {"1 + not a", 5, operand + "found 'n'"},
      {"a && b", 3, end + "found '&' (write 'and')"},
      {"a || b", 3, end + "found '|' (write 'or')"},
      {"|a|", 1, operand + "found '|' (write abs(x))"},
      {"!a", 1, operand + "found '!' (write 'not')"},
      {"a! + b", 2, end + "found '!' (write factorial(n))"},
      {"\\frac{a}{b}", 1, operand + "found '\\'" + latex},
      {"$a$", 1, operand + "found '$'" + latex},
      {"e^{a}", 3, operand + "found '{' (brackets are '(' and ')')"},
      {"a \xE2\x89\xA4 b", 3, end + "found '\xE2\x89\xA4'" + ascii},
      {"\xCE\xB5\x30 + 1", 1, operand + "found '\xCE\xB5'" + ascii},
      {"x\xC2\xB2", 2, end + "found '\xC2\xB2'" + ascii},
      {"x[1]", 2, end + "found '['"},
      {"a.b", 2, end + "found '.'"},
      {"50%", 3, end + "found '%' (write 50/100)"},
      {"1 + 99.5%", 9, end + "found '%' (write 99.5/100)"},
      {"5 + x%", 6, end + "found '%'" + percent},
      {"50_000", 3, end + "found '_' (digits are not grouped: 50000)"},
      {"x + 1_250_000", 6, end + "found '_' (digits are not grouped: 1250000)"},
      {"2_x", 2, end + "found '_'" + product},
      {"50k", 3, end + "found 'k' (a product needs '*'; a suffix is written as a power: 50*10^3)"},
      {"2.5M", 4,
       end + "found 'M' (a product needs '*'; a suffix is written as a power: 2.5*10^6)"},
      {"2km", 2, end + "found 'k'" + product},
      {"a; b", 2, end + "found ';'"},
      {"a\x01", 2, end + "found a control character"},
      {std::string("a\0b", 3), 2, end + "found a zero byte (NUL), which no text holds"},
      {"pi(1", 5, closing + nothing_left},
  };
  for (const broken& example : corpus) {
    INFO(example.formula);
    CHECK(message_of<formula_error>([&] { parse_formula(example.formula); }) == expected(example));
  }
}

TEST_CASE("formulas that parse but do not make sense") {
  definitions visible;
  REQUIRE(visible.add({"twice", {"a", "b"}, parse_formula("a + 2*b")}));
  const name_kinds variables{{"n", value_kind::number},
                             {"eps0", value_kind::number},
                             {"lambda", value_kind::number},
                             {"anything", value_kind::unknown}};
  const std::string known = "; known here: anything, eps0, lambda, n";
  const broken corpus[] = {
      {"lamda + 1", 1, "unknown variable 'lamda'; did you mean 'lambda'?"},
      {"1 + alpha_2", 5, "unknown variable 'alpha_2'" + known},
      {"exp + 1", 1, "'exp' is a function: write its arguments in brackets"},
      {"1 < twice", 5, "'twice' is a function: write its arguments in brackets"},
      {"ln(2)", 1, "unknown function 'ln'; did you mean 'log'?"},
      {"eps(rr_pair(9, 1), 1/9)", 1, "unknown function 'eps'; did you mean 'epsilon'?"},
      {"KL(rr_pair(9, 1))", 1, "unknown function 'KL'; did you mean 'renyi'?"},
      {"ex(1)", 1, "unknown function 'ex'; did you mean 'exp'?"},
      {"2*qwertyuiop(1)", 3, "unknown function 'qwertyuiop'"},
      {"twise(1, 2)", 1, "unknown function 'twise'; did you mean 'twice'?"},
      {"lambda(1)", 1, "unknown function 'lambda'; a product needs '*': lambda*(...)"},
      {"e^eps0", 1, "unknown variable 'e'; write exp(eps0)"},
      {"2 + e^(eps0 + n)", 5, "unknown variable 'e'; write exp(eps0 + n)"},
      {"e*n", 1, "unknown variable 'e'; write exp(1) for the number e"},
      {"delta(n)", 1, "unknown function 'delta'; did you mean 'hockey_stick'?"},
      {"krr(n)", 1, "unknown function 'krr'; did you mean 'krr_pair'?"},
      {"gaussian(n)", 1, "unknown function 'gaussian'; did you mean 'gaussian_pair'?"},
      {"randomized_response_pair(n)", 1,
       "unknown function 'randomized_response_pair'; did you mean 'rr_pair'?"},
      {"epxm1(n)", 1, "unknown function 'epxm1'; did you mean 'expm1'?"},
      {"lamdba + 1", 1, "unknown variable 'lamdba'; did you mean 'lambda'?"},
      {"N + 1", 1, "unknown variable 'N'; did you mean 'n'?"},
      {"EPS0 + 1", 1, "unknown variable 'EPS0'; did you mean 'eps0'?"},
      {"m + 1", 1, "unknown variable 'm'" + known},
      {"exp(1, 2)", 1, "'exp' takes 1 argument, not 2: exp(x)"},
      {"1 + max(1)", 5, "'max' takes at least 2 arguments, not 1: max(x, y, ...)"},
      {"renyi(clone_pair(1), 2)", 7,
       "'clone_pair' takes 2 or 3 arguments, not 1: clone_pair(n, eps0) or clone_pair(n, eps0, p)"},
      {"twice(1)", 1, "'twice' takes 2 arguments, not 1: twice(a, b)"},
      {"sum(j, 1, 2)", 1, "'sum' takes 4 arguments, not 3: sum(j, lo, hi, body)"},
      {"renyi(1, 2)", 7, "expected a pair, found a number ('1')"},
      {"swap(n < 1)", 6, "expected a pair, found a condition ('n < 1')"},
      {"exp(1<2)", 5, "expected a number, found a condition ('1 < 2')"},
      {"hockey_stick(rr_pair(2,1), rr_pair(2,1))", 28,
       "expected a number, found a pair ('rr_pair(2, 1)')"},
      {"clone_pair(2, 1) + 1", 1, "expected a number, found a pair ('clone_pair(2, 1)')"},
      {"1 < gaussian_pair(1)", 5, "expected a number, found a pair ('gaussian_pair(1)')"},
      {"anything and 2 < 3", 0, ""},  // accepted here, refused when it is evaluated
      {"anything + 1 < 3 and renyi(anything, 2) < 1", 0, ""},
      {"n and 2 < 3", 1, "expected a condition, found a number ('n')"},
      {"renyi(n, 2)", 7, "expected a pair, found a number ('n')"},
      {"sum(anything, 1, 2, renyi(anything, 2))", 27,
       "expected a pair, found a number ('anything')"},
      {"1 and 2 < 3", 1, "expected a condition, found a number ('1')"},
      {"2 < 3 or n + 1", 10, "expected a condition, found a number ('n + 1')"},
      {"not 1", 5, "expected a condition, found a number ('1')"},
      {"(1<2) + 1", 2, "expected a number, found a condition ('1 < 2')"},
      {"-(1<2)", 3, "expected a number, found a condition ('1 < 2')"},
      {"2^(1<2)", 4, "expected a number, found a condition ('1 < 2')"},
      {"2*(1<2)", 4, "expected a number, found a condition ('1 < 2')"},
      {"(1<2) == (2<3)", 2, "expected a number, found a condition ('1 < 2')"},
      {"if(1, 2, 3)", 4, "expected a condition, found a number ('1')"},
      // The branches of an `if` are of one kind, and that is where the mistake is.
      {"1 + if(1<2, 2, 3<4)", 16, "expected a number, found a condition ('3 < 4')"},
      {"1 + if(1<2, 1<2, 3<4)", 5,
       "expected a number, found a condition ('if(1 < 2, 1 < 2, 3 < 4)')"},
      {"sum(1, 1, 2, 3)", 5, "the first argument of 'sum' is the name of its index"},
      {"product(exp, 1, 2, 3)", 9, "the first argument of 'product' is the name of its index"},
      {"sum(pi, 1, 2, 3)", 5, "the first argument of 'sum' is the name of its index"},
      {"sum(index, 1, index, 1)", 15, "unknown variable 'index'" + known},
      {"sum(index, 1, 2, index) + index", 27, "unknown variable 'index'" + known},
  };
  for (const broken& example : corpus) {
    INFO(example.formula);
    const std::string message = message_of<formula_error>(
        [&] { check_formula(*parse_formula(example.formula), visible, variables); });
    CHECK(message == (example.column == 0 ? "no error" : expected(example)));
  }
  CHECK(message_of<formula_error>([&] { check_formula(*parse_formula("x"), visible, {}); }) ==
        "column 1: unknown variable 'x'; no variable is set here");
}

TEST_CASE("digits that are grouped are not taken for two arguments") {
  const definitions none;
  const auto complaint = [&](const std::string& formula) -> std::string {
    try {
      check_formula(*parse_formula(formula), none, {});
      return "";
    } catch (const formula_error& error) {
      return error.what();
    }
  };
  CHECK(complaint("renyi(clone_pair(50,000, 1), 2)").find("'000'") != std::string::npos);
  CHECK(complaint("1 + 007") != "");
  CHECK(complaint("renyi(rr_pair(50, 0.5), 20)") == "");
  CHECK(complaint("0 + 0.05 + 100 + 1e05") == "");
  // Sets of outputs are digits.
  CHECK(complaint("hockey_stick(staircase_pair(1, 3, 1, 1, 1, 011, 100, 2, 010), 0)") == "");
}

TEST_CASE("the kind of a formula") {
  const auto kind = [](const std::string& text) {
    return check_formula(*parse_formula(text), {}, {{"x", value_kind::unknown}});
  };
  CHECK(kind("1 + exp(x)") == value_kind::number);
  CHECK(kind("pi < inf") == value_kind::truth);
  CHECK(kind("not (1 < 2 and 2 < 3)") == value_kind::truth);
  CHECK(kind("swap(rr_pair(1, x))") == value_kind::pair);
  CHECK(kind("x") == value_kind::unknown);
  CHECK(kind("if(x < 1, 1, 2)") == value_kind::number);
  CHECK(kind("if(x < 1, x < 2, x < 3)") == value_kind::truth);
  CHECK(kind("defined(1/x)") == value_kind::truth);
  CHECK(kind("sum(j, 1, x, j)") == value_kind::number);
}

TEST_CASE("a zero byte is named") {
  CHECK(message_of<formula_error>([] { parse_formula(std::string_view("1 +\0 1", 6)); }) ==
        "column 4: " + operand + "found a zero byte (NUL), which no text holds");
}

TEST_CASE("columns count from the formula's beginning over line ends") {
  // Both kinds of complaint about the same place in the same formula name the same column.
  const std::string before = "1 +\n  ";
  CHECK(message_of<formula_error>([&] { parse_formula(before + "~"); }) ==
        "column 7: " + operand + "found '~'");
  CHECK(message_of<formula_error>([&] {
          check_formula(*parse_formula(before + "zeta_1"), {}, {});
        }) == "column 7: unknown variable 'zeta_1'; no variable is set here");
}

}  // namespace test_parse_errors
