// Formulas as they are set: whoever reads them by the rules of paper must read the same formula.

#include "typeset/typeset.hpp"

#include <map>
#include <random>

#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/this_run.hpp"

namespace test_typeset {

using namespace shufflecert;

namespace {

layout set(const std::string& formula, const symbol_table& symbols = {}) {
  return set_formula(*parse_formula(formula), symbols);
}

std::string latex(const std::string& formula, const symbol_table& symbols = {}) {
  return to_latex(set(formula, symbols));
}

std::string mathml(const std::string& formula) {
  return to_mathml(set(formula), formula);
}

// Reads a formula as a person does: rows have no structure but what the signs give them, a large
// sign takes the product at its right, two things side by side are multiplied. Gives text of the
// formula language.
class reader {
 public:
  static std::string read(const layout& formula) {
    std::vector<layout> line;
    flatten(formula, line);
    std::size_t at = 0;
    return stretch(line, at, false);
  }

 private:
  static void flatten(const layout& formula, std::vector<layout>& line) {
    if (formula.what != layout::kind::row) {
      line.push_back(formula);
      return;
    }
    for (const layout& part : formula.parts) flatten(part, line);
  }

  static bool ends_a_product(const layout& part) {
    return part.what == layout::kind::sign && part.text != "·";
  }

  static std::string stretch(const std::vector<layout>& line, std::size_t& at,
                             bool is_one_product) {
    std::string text;
    for (; at < line.size(); ++at) {
      const layout& part = line[at];
      if (is_one_product && ends_a_product(part)) break;
      if (part.what == layout::kind::large) {
        ++at;
        const std::string body = stretch(line, at, true);
        std::vector<layout> below;
        flatten(part.parts[1], below);
        REQUIRE(below.size() >= 3);
        const std::string name = part.parts[0].text == "∑" ? "sum" : "product";
        const std::string low = read({layout::kind::row, "", "", {below.begin() + 2, below.end()}});
        text += name + "(" + below[0].text + ", " + low + ", " + read(part.parts[2]) + ", " + body +
                ")";
        --at;
        continue;
      }
      text += token(part, at + 1 < line.size() ? &line[at + 1] : nullptr);
    }
    return text;
  }

  static std::string token(const layout& part, const layout* next) {
    static const std::map<std::string, std::string> signs{
        {"−", "-"}, {"+", "+"}, {"·", "*"}, {",", ","}, {"≤", "<="}, {"<", "<"}, {"≥", ">="}};
    switch (part.what) {
      case layout::kind::number:
        // Two numbers side by side would be one.
        REQUIRE((next == nullptr || next->what != layout::kind::number));
        return part.text;
      case layout::kind::letter:
      case layout::kind::word:
        return part.text;
      case layout::kind::sign:
        return signs.at(part.text);
      case layout::kind::times:
        return "*";
      case layout::kind::fraction:
        return "((" + read(part.parts[0]) + ")/(" + read(part.parts[1]) + "))";
      case layout::kind::scripts:
        REQUIRE(part.parts[1].is_empty());
        return token(part.parts[0], nullptr) + "^(" + read(part.parts[2]) + ")";
      case layout::kind::fenced: {
        static const std::map<std::string, std::string> names{
            {"(", ""}, {"|", "abs"}, {"⌊", "floor"}, {"⌈", "ceil"}};
        return names.at(part.text) + "(" + read(part.parts[0]) + ")";
      }
      case layout::kind::binomial:
        return "binomial(" + read(part.parts[0]) + ", " + read(part.parts[1]) + ")";
      default:
        FAIL("not expected here");
    }
    return "";
  }
};

// Formulas of whole numbers and x, y with full brackets, which parsing takes away.
class generator {
 public:
  explicit generator(std::uint64_t seed) : random_(seed) {}

  std::string formula(int depth) {
    if (depth == 0 || below(6) == 0) return leaf_text();
    const auto part = [&] { return "(" + formula(depth - 1) + ")"; };
    switch (below(12)) {
      case 0:
      case 1:
        return part() + "+" + part();
      case 2:
      case 3:
        return part() + "-" + part();
      case 4:
      case 5:
        return part() + "*" + part();
      case 6:
        return part() + "/" + part();
      case 7:
        return part() + "*" + part() + "/" + part() + "*" + part();
      case 8:
        return "-" + part();
      case 9:
        return part() + "^" + std::to_string(below(3));
      case 10: {
        static const char* const names[] = {"abs", "floor", "ceil"};
        return std::string(names[below(3)]) + part();
      }
      default: {
        const std::string head = below(2) == 0 ? "sum" : "product";
        return head + "(i, 1, 2, i" + (below(2) == 0 ? "*" : "-") + part() + ")";
      }
    }
  }

 private:
  std::string leaf_text() {
    static const char* const leaves[] = {"x", "y", "2", "3", "1.5", "binomial(4, 2)", "1", "0"};
    return leaves[below(8)];
  }
  std::size_t below(std::size_t end) { return random_() % end; }

  std::mt19937 random_;
};

// The exact value; nothing where there is none.
std::optional<rational> value_of(const std::string& formula) {
  static const definitions none;
  const variable_map variables{{"x", parse_formula("2/7")}, {"y", parse_formula("-5/3")}};
  try {
    const refined_value known =
        refine(*parse_formula(formula), none, variables, 20, range_for_digits(20), {});
    const auto* result = std::get_if<number>(&known.result);
    REQUIRE(result != nullptr);
    REQUIRE(result->as_rational() != nullptr);
    return *result->as_rational();
  } catch (const undefined_value&) {
    return std::nullopt;
  }
}

}  // namespace

TEST_CASE("what is set is read as the same formula", "[typeset]") {
  const random_cases cases(20261122, 3'000);
  generator formulas(cases.seed());
  int with_value = 0;
  for (int i = 0; i < cases.count(); ++i) {
    const std::string text = formulas.formula(4);
    INFO(text);
    const std::string again = reader::read(set(text));
    INFO(again);
    const auto value = value_of(text);
    REQUIRE(value == value_of(again));
    if (value) ++with_value;
  }
  CHECK(with_value > cases.count() / 2);
}

TEST_CASE("the notation of the field", "[typeset]") {
  CHECK(latex("renyi(clone_pair(n, eps0), lambda)") ==
        "D_{\\lambda}\\left( \\operatorname{clone\\_pair}\\left( n, \\varepsilon_{0} \\right) "
        "\\right)");
  CHECK(latex("(exp(eps0) - 1)^2/(2*n)") ==
        "\\frac{\\left( e^{\\varepsilon_{0}} - 1 \\right)^{2}}{2\\,n}");
  CHECK(latex("sum(i, 3, lambda, binomial(lambda, i)*gamma(i/2))") ==
        "\\sum_{i = 3}^{\\lambda} \\binom{\\lambda}{i}\\,\\Gamma \\left( \\frac{i}{2} \\right)");
  CHECK(latex("floor(x) <= ceil(x)") ==
        "\\left\\lfloor x \\right\\rfloor \\le \\left\\lceil x \\right\\rceil");
  CHECK(latex("x_1^2") == "x_{1}^{2}");
  CHECK(latex("1e-12") == "10^{ - 12}");
  CHECK(latex("2.5e3") == "2.5 \\cdot 10^{3}");
  CHECK(latex("if(x > 0, 1, 0)") ==
        "\\begin{cases}1 & \\text{if}\\quad x > 0 \\\\ 0 & \\text{otherwise}\\end{cases}");
  CHECK(latex("a < b and not (c >= d)") ==
        "a < b\\quad \\text{and}\\quad \\text{not}\\quad \\left( c \\ge d \\right)");
  CHECK(latex("hockey_stick(P, eps)") == "H_{e^{\\varepsilon}}\\left( P \\right)");
}

TEST_CASE("numbers and names side by side stay apart", "[typeset]") {
  CHECK(latex("2*3") == "2 \\cdot 3");
  CHECK(latex("2*x") == "2\\,x");
  CHECK(latex("x*2") == "x \\cdot 2");
  CHECK(latex("f*(x + 1)") == "f \\cdot \\left( x + 1 \\right)");
  CHECK(latex("x*bound") == "x \\cdot \\operatorname{bound}");
  CHECK(latex("bound*x") == "\\operatorname{bound} \\cdot x");
  CHECK(latex("2*(1/3)") == "2 \\cdot \\left( \\frac{1}{3} \\right)");
}

TEST_CASE("a symbol table comes before custom", "[typeset]") {
  CHECK(latex("rho*eps0", {{"rho", "F_G^+"}, {"eps0", "κ"}}) == "F_{G}^{+}\\,\\kappa");
  CHECK(latex("chen(n)", {{"chen", "ρ_Chen"}}) == "\\rho_{\\operatorname{Chen}}\\left( n \\right)");
  for (const char* wrong : {"", "_a", "a_", "a^", "a_b_c", "a^b^c", "a\nb"}) {
    INFO(wrong);
    CHECK_FALSE(read_symbol(wrong).has_value());
  }
  for (const char* right : {"a", "ε_0", "D^+", "D^+_λ", "F̂", "ab_cd^ef"}) {
    INFO(right);
    CHECK(read_symbol(right).has_value());
  }
}

TEST_CASE("markup in names and alternatives is text", "[typeset]") {
  const std::string element = to_mathml(set("x*y", {{"x", "<script>"}}), "a \"b\" <i> & c");
  CHECK(element.find("<script") == std::string::npos);
  CHECK(element.find("&lt;script&gt;") != std::string::npos);
  CHECK(element.find("alttext=\"a &quot;b&quot; &lt;i&gt; &amp; c\"") != std::string::npos);
  CHECK(to_latex(set("x", {{"x", "a$b%c#d&e{f}"}})) == "\\operatorname{a\\$b\\%c\\#d\\&e\\{f\\}}");
}

TEST_CASE("MathML is well-formed and has the structure of the formula", "[typeset]") {
  CHECK(mathml("x/2").find("<mfrac><mi>x</mi><mn>2</mn></mfrac>") != std::string::npos);
  CHECK(mathml("x^2").find("<msup><mi>x</mi><mn>2</mn></msup>") != std::string::npos);
  CHECK(mathml("sqrt(x)").find("<msqrt><mi>x</mi></msqrt>") != std::string::npos);
  CHECK(mathml("a < b").find("<mo>&lt;</mo>") != std::string::npos);
  CHECK(mathml("binomial(n, k)").find("<mfrac linethickness=\"0\">") != std::string::npos);
  // Elements close in the order in which they opened.
  for (const char* formula : {"if(x > 0, 1, 2)", "sum(i, 1, n, i^2)", "minimum(x, 0, 1, x^2) <= 3",
                              "integral(t, 0, inf, exp(-t))", "normal_mean(x, x^2)",
                              "poisson_mean(3, b, b)", "smallest(x, 0, 1, x > 0.5)"}) {
    INFO(formula);
    const std::string text = mathml(formula);
    std::vector<std::string> open;
    for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
      const std::string tag = text.substr(at + 1, text.find('>', at) - at - 1);
      if (tag.ends_with('/')) continue;
      if (!tag.starts_with('/')) {
        open.push_back(tag.substr(0, tag.find(' ')));
        continue;
      }
      REQUIRE_FALSE(open.empty());
      CHECK(open.back() == tag.substr(1));
      open.pop_back();
    }
    CHECK(open.empty());
  }
}

namespace {

// What is between the tags.
std::string content_of(const std::string& markup) {
  std::string text;
  bool is_tag = false;
  for (const char c : markup) {
    if (c == '<') is_tag = true;
    if (!is_tag && c != ' ') text += c;
    if (c == '>') is_tag = false;
  }
  return text;
}

std::string with_xml_signs(std::string text) {
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;)
    text.replace(at, 1, "&lt;");
  return text;
}

std::size_t elements_in(const std::string& markup) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = markup.find("<math", at)) != std::string::npos; ++at) ++count;
  return count;
}

}  // namespace

TEST_CASE("a wide formula is set in pieces that say the same", "[typeset]") {
  const std::string sum =
      "apple + berry + cherry + damson + elder + fennel + grape + hazel + lemon + mango <= "
      "nutmeg + olive + pear";
  CHECK(elements_in(mathml("a + b <= c")) == 1);
  CHECK(elements_in(mathml(sum)) > 3);
  CHECK(content_of(mathml(sum)) ==
        "apple+berry+cherry+damson+elder+fennel+grape+hazel+lemon+mango\u2264nutmeg+olive+pear");
  // Every element is whole, and a sign at its beginning is one between operands.
  const std::string set_sum = mathml(sum);
  CHECK(set_sum.starts_with("<span class=\"pieces\" role=\"math\" aria-label=\""));
  CHECK(set_sum.find("\"><math displaystyle=\"true\">") != std::string::npos);
  // A reader that speaks has the whole formula.
  CHECK(set_sum.find("aria-label=\"" + with_xml_signs(sum) + "\"") != std::string::npos);
  CHECK(set_sum.find("<math displaystyle=\"true\"><mrow><mo form=\"infix\">+</mo>") !=
        std::string::npos);
  CHECK(set_sum.find("<math displaystyle=\"true\"><mrow><mo>+") == std::string::npos);
  // A fraction that is too wide has a stroke, and brackets where something follows it.
  const std::string above = "(" + sum.substr(0, sum.find(" <=")) + ")";
  CHECK(content_of(mathml(above + "/(x - 1) <= 2")).find("+mango)/(x\u22121)") !=
        std::string::npos);
  CHECK(content_of(mathml(above + "/x*y")).starts_with("((apple+"));
  CHECK(content_of(mathml(above + "/x + y")).starts_with("(apple+"));
  CHECK(content_of(mathml("-" + above)).starts_with("\u2212(apple+"));
  // A product ends a line before its sign, and what would not fit begins one.
  const std::string fraction = "(apple + berry + cherry)/(x - 1)";
  CHECK(elements_in(mathml("(" + fraction + "*2)*(" + fraction + "*3)")) > 1);
  CHECK(mathml("3^(apple + berry + cherry + damson)*4^(elder + fennel + grape + hazel)")
            .find("<math displaystyle=\"true\"><mrow><mo>·</mo>") != std::string::npos);
}

}  // namespace test_typeset
