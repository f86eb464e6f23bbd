// The grammar: what binds how tightly, what a literal is worth, and that a formula printed and read
// again is the same formula.

#include <random>
#include <variant>

#include "shufflecert/formula.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/texts.hpp"
#include "support/this_run.hpp"

namespace test_parse {

using namespace shufflecert;

namespace {

// A second, deliberately plain way to write a syntax tree down: every operation in brackets, so
// that a test can state the structure that it expects without trusting the library's own printing.
// "a - b*c" is "[ +a -[ *b *c]]", "-2^n" is "minus(power(2, n))". Literals show their spelling.
std::string tree_of(const expression& formula);

std::string list_of(const std::string& head, const std::vector<expression_ptr>& parts) {
  std::string text = head + "(";
  for (std::size_t i = 0; i < parts.size(); ++i) text += (i == 0 ? "" : ", ") + tree_of(*parts[i]);
  return text + ")";
}

struct writer {
  std::string operator()(const literal& x) const { return x.spelling; }
  std::string operator()(const variable& x) const { return x.name; }
  std::string operator()(const call& x) const { return list_of("call:" + x.name, x.arguments); }
  std::string operator()(const negation& x) const { return list_of("minus", {x.operand}); }
  std::string operator()(const sum_chain& x) const {
    std::string text = "[";
    for (const auto& term : x.terms)
      text += (term.subtracted ? " -" : " +") + tree_of(*term.operand);
    return text + "]";
  }
  std::string operator()(const product_chain& x) const {
    std::string text = "[";
    for (const auto& factor : x.factors)
      text += (factor.divided ? " /" : " *") + tree_of(*factor.operand);
    return text + "]";
  }
  std::string operator()(const power_of& x) const { return list_of("power", {x.base, x.exponent}); }
  std::string operator()(const comparison& x) const {
    static const char* const names[] = {"lt", "le", "gt", "ge", "eq", "ne"};
    return list_of(names[static_cast<std::size_t>(x.op)], {x.left, x.right});
  }
  std::string operator()(const conjunction& x) const { return list_of("and", x.operands); }
  std::string operator()(const disjunction& x) const { return list_of("or", x.operands); }
  std::string operator()(const logical_not& x) const { return list_of("not", {x.operand}); }
};

std::string tree_of(const expression& formula) {
  return std::visit(writer{}, formula.node);
}

std::string parsed(const std::string& text) {
  return tree_of(*parse_formula(text));
}

// The value of a formula that exact arithmetic settles.
std::string exact_value(const expression& formula) {
  const auto known = refine(formula, {}, {}, 30, {}, {});
  if (const auto* decided = std::get_if<truth>(&known.result))
    return !decided->value ? "undecided" : *decided->value ? "true" : "false";
  const auto* q = std::get<number>(known.result).as_rational();
  return q == nullptr ? "not rational" : q->str();
}

std::string exact_value(const std::string& text) {
  return exact_value(*parse_formula(text));
}

std::string repeated(const std::string& part, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += part;
  return text;
}

}  // namespace

TEST_CASE("operators bind as in mathematics") {
  struct example {
    const char* text;
    const char* tree;
  };
  const example examples[] = {
      {"-2^2", "minus(power(2, 2))"},
      {"(-2)^2", "power(minus(2), 2)"},
      {"2^3^2", "power(2, power(3, 2))"},
      {"(2^3)^2", "power(power(2, 3), 2)"},
      {"2^-1", "power(2, minus(1))"},
      {"2^-3^2", "power(2, minus(power(3, 2)))"},
      {"2^-x*y", "[ *power(2, minus(x)) *y]"},
      {"--x", "minus(minus(x))"},
      {"-a*b", "[ *minus(a) *b]"},
      {"-(a*b)", "minus([ *a *b])"},
      {"a*-b", "[ *a *minus(b)]"},
      {"a - -b", "[ +a -minus(b)]"},
      {"-a + b", "[ +minus(a) +b]"},
      {"a-b-c", "[ +a -b -c]"},
      {"a-(b-c)", "[ +a -[ +b -c]]"},
      {"(a-b)-c", "[ +[ +a -b] -c]"},
      {"a/b*c", "[ *a /b *c]"},
      {"a/(b*c)", "[ *a /[ *b *c]]"},
      {"a + b*c^d", "[ +a +[ *b *power(c, d)]]"},
      {"(a + b)*c", "[ *[ +a +b] *c]"},
      {"a + b <= c*d", "le([ +a +b], [ *c *d])"},
      {"a < b", "lt(a, b)"},
      {"a<=b", "le(a, b)"},
      {"a > b", "gt(a, b)"},
      {"a >=b", "ge(a, b)"},
      {"a== b", "eq(a, b)"},
      {"a!=b", "ne(a, b)"},
      {"not a < b", "not(lt(a, b))"},
      {"not a and b", "and(not(a), b)"},
      {"not (a and b)", "not(and(a, b))"},
      {"not not a", "not(not(a))"},
      {"a or b and c", "or(a, and(b, c))"},
      {"(a or b) and c", "and(or(a, b), c)"},
      {"a and b and c or d or e", "or(and(a, b, c), d, e)"},
      {"a and (b and c)", "and(a, and(b, c))"},
      {"a < 1 and b < 2", "and(lt(a, 1), lt(b, 2))"},
      {"f(a, b + 1)", "call:f(a, [ +b +1])"},
      {"f (a)", "call:f(a)"},
      {"f(g(x))^2", "power(call:f(call:g(x)), 2)"},
      {"sum(j, 1, n, j^2)", "call:sum(j, 1, n, power(j, 2))"},
      {"  a\t+\n b  ", "[ +a +b]"},
      {"((a))", "a"},
      {"andy + nothing + order + inf2 + pi_1", "[ +andy +nothing +order +inf2 +pi_1]"},
      {"_x1", "_x1"},
      {"1.50e-3", "1.50e-3"},
      {"2E+3", "2E+3"},
  };
  for (const auto& [text, tree] : examples) {
    INFO(text);
    CHECK(parsed(text) == tree);
  }
}

TEST_CASE("precedence shows in values") {
  CHECK(exact_value("-2^2") == "-4");
  CHECK(exact_value("(-2)^2") == "4");
  CHECK(exact_value("2^3^2") == "512");
  CHECK(exact_value("(2^3)^2") == "64");
  CHECK(exact_value("2^-1") == "1/2");
  CHECK(exact_value("2^-2^2") == "1/16");
  CHECK(exact_value("10-4-3") == "3");
  CHECK(exact_value("10-(4-3)") == "9");
  CHECK(exact_value("12/2*3") == "18");
  CHECK(exact_value("12/(2*3)") == "2");
  CHECK(exact_value("12/2/3") == "2");
  CHECK(exact_value("1+2*3") == "7");
  CHECK(exact_value("-3*-4") == "12");
  CHECK(exact_value("1 - -1") == "2");
  // `and` before `or`: false and false or true is true; read the other way it would be false.
  CHECK(exact_value("1>2 and 1>2 or 1<2") == "true");
  CHECK(exact_value("1>2 and (1>2 or 1<2)") == "false");
  // `not` before `and`: (not false) and false is false; not (false and false) is true.
  CHECK(exact_value("not 1>2 and 1>2") == "false");
  CHECK(exact_value("not (1>2 and 1>2)") == "true");
  // ... and after comparisons: not (1 > 2).
  CHECK(exact_value("not 1>2") == "true");
}

TEST_CASE("decimal literals are exact") {
  CHECK(exact_value("0.1") == "1/10");
  CHECK(exact_value("0.1 + 0.2 == 0.3") == "true");
  CHECK(exact_value("2.50") == "5/2");
  CHECK(exact_value("1e-3") == "1/1000");
  CHECK(exact_value("2.5E+3") == "2500");
  CHECK(exact_value("007") == "7");
  CHECK(exact_value("010") == "10");
  CHECK(exact_value("1e20 + 1 - 1e20") == "1");
  CHECK(exact_value("0.0000000000000000000000000000000000000001 > 0") == "true");
  CHECK(exact_value("1e10000 > 1e9999") == "true");
}

TEST_CASE("a formula knows the columns of its parts") {
  const auto formula = parse_formula("x + exp(y)*2");
  const auto& terms = std::get<sum_chain>(formula->node).terms;
  CHECK(formula->column == 1);
  CHECK(terms[0].operand->column == 1);
  CHECK(terms[1].operand->column == 5);
  const auto& factors = std::get<product_chain>(terms[1].operand->node).factors;
  CHECK(std::get<call>(factors[0].operand->node).arguments[0]->column == 9);
  CHECK(factors[1].operand->column == 12);
}

TEST_CASE("free variables, functions and conjuncts of a formula") {
  const auto names = [](const std::string& text) { return free_variables(*parse_formula(text)); };
  using texts = std::vector<std::string>;
  CHECK(names("b + a*b + pi + inf") == texts{"b", "a"});
  CHECK(names("sum(j, lo, hi, j + x)") == texts{"lo", "hi", "x"});
  // The index is bound in the body only.
  CHECK(names("sum(j, j, 2, 1)") == texts{"j"});
  CHECK(names("sum(j, 1, 2, j) + j") == texts{"j"});
  CHECK(names("product(k, 1, 3, sum(j, 1, k, j))").empty());
  CHECK(called_functions(*parse_formula("exp(f(x)) + f(exp(1))")) == texts{"exp", "f"});
  const auto parts = conjuncts(parse_formula("a < 1 and (b < 2 and c < 3) and (d < 4 or e < 5)"));
  REQUIRE(parts.size() == 4);
  CHECK(to_text(*parts[0]) == "a < 1");
  CHECK(to_text(*parts[1]) == "b < 2");
  CHECK(to_text(*parts[2]) == "c < 3");
  CHECK(to_text(*parts[3]) == "d < 4 or e < 5");
  CHECK(conjuncts(parse_formula("a < 1")).size() == 1);
}

TEST_CASE("printed formulas carry no needless brackets") {
  const auto printed = [](const std::string& text) { return to_text(*parse_formula(text)); };
  CHECK(printed("((a)+((b*(c))))") == "a + b*c");
  CHECK(printed("a-(b-c)") == "a - (b - c)");
  CHECK(printed("a/(b*c)") == "a/(b*c)");
  CHECK(printed("(-(2))^2") == "(-2)^2");
  CHECK(printed("-(2^2)") == "-2^2");
  CHECK(printed("2^(-(1))") == "2^-1");
  CHECK(printed("2^(3^2)") == "2^3^2");
  CHECK(printed("(2^3)^2") == "(2^3)^2");
  CHECK(printed("2^(a+b)") == "2^(a + b)");
  CHECK(printed("not((a<b)and(c<d))") == "not (a < b and c < d)");
  CHECK(printed("(not(a<b))or((c<d)and(e<f))") == "not a < b or c < d and e < f");
  CHECK(printed("f((a),(b))") == "f(a, b)");
  CHECK(printed("0.10") == "0.10");
}

TEST_CASE("printing and reading again gives the same formula: a corpus") {
  for (const char* text :
       {"renyi(clone_pair(n, eps0), lambda) <= 2*exp(eps0)*lambda/(n - 1)",
        "sum(v, 0, n - 1, binomial(n - 1, v)*p^v*(1 - p)^(n - 1 - v)) == 1",
        "n >= 2 and eps0 > 0 and (lambda > 1 or lambda < 1/2) and not n == 5", "-(a + b)^-c^-d",
        "a - (b - (c - (d - e)))", "a/(b/(c/(d/e)))", "((a/b)/c)/d", "a*(b/c)*-d", "-(-(-x))",
        "2^(2^2)^2", "(a < b) + 1", "-(a < b)", "(not a)^2", "if(a < b, 1, if(b < c, 2, 3))",
        "(a and b) and (c or d) or (e or f)", "not not not a", "1.0e0 + 2.50E-3",
        "defined(log(x)) == (1 < 2)"}) {
    INFO(text);
    const auto formula = parse_formula(text);
    const auto again = parse_formula(to_text(*formula));
    CHECK(tree_of(*again) == tree_of(*formula));
    CHECK(to_text(*again) == to_text(*formula));
  }
}

namespace {

// Random trees of every shape that the grammar can give, sensible or not.
class tree_generator {
 public:
  explicit tree_generator(std::uint64_t seed) : random_(seed) {}

  expression_ptr make(int depth) {
    if (depth == 0) return leaf();
    switch (below(10)) {
      case 0:
        return node(negation{make(depth - 1)});
      case 1: {
        sum_chain chain{{{false, make(depth - 1)}}};
        for (unsigned more = 1 + below(3); more > 0; --more)
          chain.terms.push_back({below(2) == 1, make(depth - 1)});
        return node(chain);
      }
      case 2: {
        product_chain chain{{{false, make(depth - 1)}}};
        for (unsigned more = 1 + below(3); more > 0; --more)
          chain.factors.push_back({below(2) == 1, make(depth - 1)});
        return node(chain);
      }
      case 3:
        return node(power_of{make(depth - 1), make(depth - 1)});
      case 4:
        return node(comparison{make(depth - 1), static_cast<relation>(below(6)), make(depth - 1)});
      case 5:
        return node(conjunction{several(depth - 1, 2)});
      case 6:
        return node(disjunction{several(depth - 1, 2)});
      case 7:
        return node(logical_not{make(depth - 1)});
      case 8:
        return node(call{below(2) == 1 ? "f" : "exp", several(depth - 1, 1)});
      default:
        return leaf();
    }
  }

 private:
  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }

  static expression_ptr node(decltype(expression::node) content) {
    return std::make_shared<const expression>(expression{std::move(content), 0});
  }

  expression_ptr leaf() {
    static const char* const names[] = {"a", "b", "pi", "inf", "android", "_n"};
    static const char* const literals[] = {"0", "2", "0.10", "1e-3", "12.5E+2"};
    if (below(2) == 0) return node(variable{names[below(6)]});
    const std::string spelling = literals[below(5)];
    return node(literal{*parse_decimal(spelling), spelling});
  }

  std::vector<expression_ptr> several(int depth, unsigned least) {
    std::vector<expression_ptr> parts;
    for (unsigned count = least + below(3); count > 0; --count) parts.push_back(make(depth));
    return parts;
  }

  std::mt19937 random_;
};

}  // namespace

TEST_CASE("printing and reading again gives the same formula: random trees") {
  const random_cases cases(20240115, 3000);
  tree_generator generate(cases.seed());
  int deep = 0;
  for (int i = 0; i < cases.count(); ++i) {
    const auto tree = generate.make(1 + i % 5);
    const std::string text = to_text(*tree);
    INFO(text);
    const auto again = parse_formula(text);
    REQUIRE(tree_of(*again) == tree_of(*tree));
    REQUIRE(to_text(*again) == text);
    if (text.size() > 100) ++deep;
  }
  // The trees are not all trivial.
  CHECK(deep > cases.count() / 15);
}

TEST_CASE("nesting is accepted up to 200 levels and refused beyond") {
  struct style {
    const char* opening;
    const char* inner;
    const char* closing;
    std::size_t column;  // where level 201 begins
  };
  // Level 201 of brackets starts at its bracket; of a sign, exponent or `not` at its operand.
  const style styles[] = {{"(", "1", ")", 201},
                          {"abs(", "1", ")", 4 * 201},
                          {"max(1,", "1", ")", 6 * 200 + 4},
                          {"2^", "2", "", 2 * 201 + 1},
                          {"-", "1", "", 202},
                          {"not ", "1 < 2", "", 4 * 201 + 1},
                          {"(2*", "1", ")", 3 * 200 + 1}};
  for (const auto& [opening, inner, closing, column] : styles) {
    INFO(opening);
    const auto nested = [&, &o = opening, &i = inner, &c = closing](std::size_t levels) {
      return repeated(o, levels) + i + repeated(c, levels);
    };
    const auto deepest = parse_formula(nested(200));
    CHECK(tree_of(*parse_formula(to_text(*deepest))) == tree_of(*deepest));
    CHECK(message_of<formula_error>([&] { parse_formula(nested(201)); }) ==
          "column " + std::to_string(column) + ": the formula is nested deeper than 200 levels");
    // Very deep input is refused in the same way, not by running out of stack.
    CHECK(message_of<formula_error>([&] { parse_formula(nested(100'000)); }) ==
          "column " + std::to_string(column) + ": the formula is nested deeper than 200 levels");
  }
}

TEST_CASE("different kinds of nesting add up") {
  CHECK_NOTHROW(parse_formula(repeated("-(", 100) + "1" + repeated(")", 100)));
  CHECK(message_of<formula_error>([] {
          parse_formula(repeated("-(", 101) + "1" + repeated(")", 101));
        }) == "column 202: the formula is nested deeper than 200 levels");
  // Side by side is not nested.
  CHECK_NOTHROW(parse_formula(repeated("(1)+", 5000) + "(1)"));
}

TEST_CASE("the deepest formulas also evaluate and check") {
  const auto formula = parse_formula(repeated("abs(-", 100) + "3" + repeated(")", 100));
  CHECK(check_formula(*formula, {}, {}) == value_kind::number);
  CHECK(exact_value(*formula) == "3");
}

TEST_CASE("long flat formulas are no trouble") {
  constexpr std::size_t terms = 50'000;
  const auto sum = parse_formula("1" + repeated(" + 1", terms - 1));
  CHECK(std::get<sum_chain>(sum->node).terms.size() == terms);
  CHECK(check_formula(*sum, {}, {}) == value_kind::number);
  CHECK(exact_value(*sum) == "50000");
  CHECK(to_text(*sum).size() == 4 * terms - 3);
  CHECK(exact_value("0" + repeated("-1", terms)) == "-50000");
  CHECK(exact_value("1" + repeated("*1", terms)) == "1");
  CHECK(exact_value("1<2" + repeated(" and 1<2", terms)) == "true");
  CHECK(exact_value("1>2" + repeated(" or 1>2", terms)) == "false");
}

TEST_CASE("a formula of more than a million characters is refused") {
  CHECK_NOTHROW(parse_formula("1" + std::string(999'999, ' ')));
  CHECK(message_of<formula_error>([] { parse_formula("1" + std::string(1'000'000, ' ')); }) ==
        "column 1: the formula is longer than 1000000 characters");
}

TEST_CASE("usable names") {
  for (const char* name : {"n", "eps0", "_", "_a", "Lambda", "e", "summation", "P"}) {
    INFO(name);
    CHECK(is_usable_name(name));
  }
  for (const char* name : {"", "0n", "a-b", "a b", "a.b", "and", "or", "not", "pi", "inf", "exp",
                           "sum", "renyi", "clone_pair", "Phi", "ε", "n\n"}) {
    INFO(name);
    CHECK_FALSE(is_usable_name(name));
  }
}

TEST_CASE("suggestions are close names only") {
  const std::vector<std::string> known{"lambda", "eps0", "n"};
  CHECK(closest_name("lamda", known) == std::optional<std::string>("lambda"));
  CHECK(closest_name("Lambda", known) == std::optional<std::string>("lambda"));
  CHECK(closest_name("eps", known) == std::optional<std::string>("eps0"));
  CHECK(closest_name("gamma_ray", known) == std::nullopt);
  CHECK(closest_name("x", {}) == std::nullopt);
  // Of these no two are compared letter by letter, which would take minutes.
  const std::vector<std::string> thousand(1000, "a_name_of_some_letters");
  CHECK(closest_name(std::string(1'000'000, 'n'), thousand) == std::nullopt);
}

}  // namespace test_parse
