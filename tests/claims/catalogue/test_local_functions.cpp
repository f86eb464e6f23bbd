// Local names with parameters: what they mean wherever a claim calls them.

#include <nlohmann/json.hpp>

#include "claims/catalogue/local_functions.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_local_functions {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

std::string verdict_of(const std::string& lines, const std::string& check = "") {
  return in_words(judge_one(claim_text(lines, check)).found);
}

// The formula with the functions put in, as text.
std::string expanded(const std::string& formula,
                     const std::vector<std::pair<std::string, std::string>>& functions) {
  std::vector<local_function> known;
  for (const auto& [head, body] : functions) {
    const expression_ptr parsed = parse_formula(head);
    const auto& signature = std::get<call>(parsed->node);
    local_function function{head, {signature.name, {}, parse_formula(body)}};
    for (const auto& parameter : signature.arguments)
      function.formula.parameters.push_back(std::get<variable>(parameter->node).name);
    known.push_back(function);
  }
  return to_text(*expand_local_functions(parse_formula(formula), known));
}

const std::string holds = "verified: holds at the one point checked";

}  // namespace

TEST_CASE("a local function may be called wherever the claim has a formula") {
  CHECK(verdict_of("claim = \"f(2, 3) == 17\"\nlet = { \"f(x, y)\" = \"x*n + y\" }", "n = 7") ==
        holds);
  const std::string let =
      "\nlet = { \"f(x)\" = \"x*n + c\", c = \"g(1) + n\", \"g(y)\" = \"y + 1\" }";
  // c = 2 + n, f(x) = x n + 2 + n.
  CHECK(verdict_of("claim = \"f(3) == 4*n + 2\"" + let, "n = 5") == holds);
  CHECK(verdict_of("claim = \"n > 0\"\ndomain = [\"f(1) <= 12\"]" + let, "n = [5, 6]") ==
        holds + "; 1 listed point is outside the domain and was not checked");
  CHECK(verdict_of("claim = \"n > 5\"\ncorrected = \"g(n) > 5\"" + let, "n = 5") ==
        "refuted: fails at 1 of 1 point");
  const claim_result result = judge_one(
      claim_text("claim = \"n > 0\"\nregime = [\"g(n) == 3\"]\ncorrected = \"g(n) > 1\"" + let,
                 "n = [1, 2, 3]"));
  CHECK(result.found.regime->checked == 1);
  CHECK(result.corrected->outcome == verdict::verified);
  CHECK(to_text(judge_one(claim_text("kind = \"rate\"\nerror = \"h(n)\"\nalong = \"n\"\norder = 1\n"
                                     "let = { \"h(x)\" = \"2/x\" }",
                                     "n = [16]"))
                    .found.outcome) == "supported");
  CHECK(to_text(judge_one(claim_text("kind = \"exists\"\nclaim = \"h(x) == 9\"\n"
                                     "let = { \"h(y)\" = \"y^2\" }",
                                     "x = [1, 3]"))
                    .found.outcome) == "proved");
}

TEST_CASE("functions call functions and definitions, and take what definitions take") {
  CHECK(verdict_of("claim = \"f(f(f(2))) == 16\"\nlet = { \"f(x)\" = \"2*x\" }") == holds);
  CHECK(verdict_of("claim = \"f(3) == 19\"\nlet = { \"f(x)\" = \"g(x, x) + 1\", \"g(a, b)\" = "
                   "\"2*a*b\" }") == holds);
  // A pair and a condition as arguments.
  CHECK(verdict_of("claim = \"f(gaussian_pair(1), n > 2) == 1\"\n"
                   "let = { \"f(of, big)\" = \"if(big, renyi(of, 2), 0)\" }",
                   "n = 3") == holds);
}

TEST_CASE("parameters hide variables, and indices hide parameters") {
  CHECK(expanded("f(x + 1)*x", {{"f(x)", "x^2"}}) == "(x + 1)^2*x");
  CHECK(expanded("f(2)", {{"f(j)", "j + sum(j, 1, 3, j)"}}) == "2 + sum(j, 1, 3, j)");
  CHECK(verdict_of("claim = \"f(n + 1) == 8\"\nlet = { \"f(n)\" = \"2*n\" }", "n = 3") == holds);
}

TEST_CASE("a name that is put in is not caught by an index") {
  // The argument j is the outer index, not the one inside of f.
  CHECK(expanded("sum(j, 1, 2, f(j))", {{"f(x)", "sum(j, 1, 3, x*j)"}}) ==
        "sum(j, 1, 2, sum(j_1, 1, 3, j*j_1))");
  // sum over j of 6 j is 18.
  CHECK(verdict_of("claim = \"sum(j, 1, 2, f(j)) == 18\"\nlet = { \"f(x)\" = \"sum(j, 1, 3, x*j)\" "
                   "}") == holds);
  // The n of f is the claim's variable, not the index of the sum that calls it.
  CHECK(expanded("sum(n, 1, 2, f(n))", {{"f(x)", "x*n"}}) == "sum(n_1, 1, 2, n_1*n)");
  CHECK(verdict_of("claim = \"sum(n, 1, 2, f(n)) == 30\"\nlet = { \"f(x)\" = \"x*n\" }\n"
                   "domain = [\"n > 0\"]",
                   "n = 10") == holds);
  // A new name is one that nothing has: neither an inner nor an outer index, nor a variable.
  CHECK(expanded("sum(n_1, 1, 2, sum(n, 1, 2, f(n)*n_1))", {{"f(x)", "x*n"}}) ==
        "sum(n_1, 1, 2, sum(n_2, 1, 2, (n_2*n)*n_1))");
  CHECK(expanded("sum(n, 1, 2, sum(n_2, 1, 2, f(n)*n_2))", {{"f(x)", "x*n"}}) ==
        "sum(n_1, 1, 2, sum(n_2, 1, 2, (n_1*n)*n_2))");
  CHECK(expanded("product(k, k, 3, f(k))", {{"f(x)", "x + k"}}) == "product(k_1, k, 3, k_1 + k)");
}

TEST_CASE("expansion keeps the structure") {
  CHECK(expanded("-f(1)^f(2) <= 3 and not f(3) > 1 or f(4) == 0", {{"f(x)", "x - 1"}}) ==
        "-(1 - 1)^(2 - 1) <= 3 and not 3 - 1 > 1 or 4 - 1 == 0");
  CHECK(expanded("1/f(2)*3", {{"f(x)", "x*y"}}) == "1/(2*y)*3");
  CHECK(expanded("exp(f(2), 1) + g(1)", {{"f(x)", "x + y"}}) == "exp(2 + y, 1) + g(1)");
}

TEST_CASE("what grows without bounds is refused with a clear message") {
  // Each function calls the one before twice: 2^30 parts.
  std::string doubling = "\"f0(x)\" = \"x + 1\"";
  for (int i = 1; i <= 30; ++i) {
    const std::string before = "f" + std::to_string(i - 1) + "(x)";
    doubling += ", \"f" + std::to_string(i) + "(x)\" = \"" + before + "*" + before + "\"";
  }
  CHECK(verdict_of("claim = \"f30(1) > 0\"\nlet = { " + doubling + " }") ==
        "invalid: test.toml:4: [[claim]]: key 'claim': column 1: with the local functions put in, "
        "the formula has more than 100000 parts");
  // The same in arguments that are dropped in the end.
  std::string dropping = "\"f0(x)\" = \"1\"";
  for (int i = 1; i <= 30; ++i)
    dropping += ", \"f" + std::to_string(i) + "(x)\" = \"f0(f" + std::to_string(i - 1) + "(x) + f" +
                std::to_string(i - 1) + "(x))\"";
  CHECK(verdict_of("claim = \"f30(1) > 0\"\nlet = { " + dropping + " }").rfind("invalid", 0) == 0);
  // 30 functions that each nest 100 levels.
  std::string nested = "\"f0(x)\" = \"x\"";
  for (int i = 1; i <= 30; ++i)
    nested += ", \"f" + std::to_string(i) + "(x)\" = \"" + std::string(100, '-') + "f" +
              std::to_string(i - 1) + "(x)\"";
  CHECK(verdict_of("claim = \"f30(1) > 0\"\nlet = { " + nested + " }") ==
        "invalid: test.toml:4: [[claim]]: key 'claim': column 1: with the local functions put "
        "in, the formula is nested deeper than 1000 levels");
}

TEST_CASE("results show the claim as the file states it") {
  const auto c =
      nlohmann::ordered_json::parse(
          results_text(claim_text("claim = \"f(n) <= 3\"\nlet = { \"f(x)\" = \"x + c\", c "
                                  "= \"1\" }\ncorrected = \"f(n) <= 4\"",
                                  "n = [1, 3]"),
                       "c"))
          .at("claims")
          .at(0);
  CHECK(c.at("claim") == "f(n) <= 3");
  CHECK(c.at("failing") == "f(n) <= 3");
  CHECK(c.at("corrected_claim") == "f(n) <= 4");
  CHECK(c.at("let").at("f(x)") == "x + c");
  CHECK(c.at("let").at("c") == "1");
  CHECK(c.at("lhs").at("lower") == "4");
}

}  // namespace test_local_functions
