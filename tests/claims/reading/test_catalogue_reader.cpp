// Catalogue files that are right: every value means what is written, in the order that is written.

#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_catalogue_reader {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

using texts = std::vector<std::string>;

std::string exact_value(const point_value& value) {
  const auto known = refine(*value.formula, {}, {}, 30, {}, {});
  return std::get<number>(known.result).exact_text().value_or("not exact");
}

/// The only claim of a text, which must have no problem.
claim only_claim(const std::string& text) {
  const catalogue read = read_text(text);
  REQUIRE(read.claims.size() == 1);
  REQUIRE(read.claims.front().problem.empty());
  return read.claims.front();
}

/// The values of x on the axis `values`, exactly.
texts axis_of_x(const std::string& values, const std::string& more = "") {
  const claim c = only_claim(claim_text("claim = \"x == x\"\n" + more, "x = " + values));
  REQUIRE(c.axes.size() == 1);
  texts found;
  for (const point_value& value : c.axes.front().values) found.push_back(exact_value(value));
  return found;
}

/// The points of a claim in order, as "n = 2, x = 1".
texts points_of(const claim& c) {
  texts found;
  for (std::size_t i = 0; i < point_count(c); ++i) {
    std::string text;
    for (const auto& [name, value] : point_at(c, i))
      text += (text.empty() ? "" : ", ") + name + " = " + value.text;
    found.push_back(text);
  }
  return found;
}

}  // namespace

TEST_CASE("an axis value means the decimal that is written") {
  CHECK(axis_of_x("[0.1]") == texts{"0.1"});
  CHECK(axis_of_x("[2.50, 1e-3, 1E2, 1e+2]") == texts{"2.5", "0.001", "100", "100"});
  CHECK(axis_of_x("[0.100000000000000000000000000001]") ==
        texts{"0.100000000000000000000000000001"});
  CHECK(axis_of_x("[-0.5, +1.5, -3, +4]") == texts{"-0.5", "1.5", "-3", "4"});
  CHECK(axis_of_x("[1_000, 1_000.5]") == texts{"1000", "1000.5"});
  CHECK(axis_of_x("[0x10, 0b101, 0o17]") == texts{"16", "5", "15"});
  CHECK(axis_of_x("[inf, -inf]") == texts{"inf", "-inf"});
  CHECK(axis_of_x("[9223372036854775807]") == texts{"9223372036854775807"});
  CHECK(axis_of_x("0.3") == texts{"0.3"});  // one value needs no array
  // Where a float stands in its line makes no difference.
  CHECK(axis_of_x("[\n  0.1,   0.25, # 0.9\n\t0.7 ]") == texts{"0.1", "0.25", "0.7"});
}

TEST_CASE("an axis value may be a constant formula") {
  CHECK(axis_of_x("[\"1/3\", \"log(3)\", \"2*log(3)\", \"exp(log(7))\", \"0.1\", \"-2^2\"]") ==
        texts{"1/3", "log(3)", "2*log(3)", "7", "0.1", "-4"});
}

TEST_CASE("a linear range contains both ends and equal steps") {
  CHECK(axis_of_x("{ from = 0, to = 1, steps = 5 }") == texts{"0", "0.25", "0.5", "0.75", "1"});
  CHECK(axis_of_x("{ from = \"0.1\", to = \"8\", steps = 2 }") == texts{"0.1", "8"});
  CHECK(axis_of_x("{ from = 0.1, to = 0.3, steps = 3, scale = \"linear\" }") ==
        texts{"0.1", "0.2", "0.3"});
  CHECK(axis_of_x("{ from = 0, to = 1, steps = 4 }") == texts{"0", "1/3", "2/3", "1"});
  CHECK(axis_of_x("{ from = 3, to = 1, steps = 3 }") == texts{"3", "2", "1"});
  CHECK(axis_of_x("{ from = 5, to = 9, steps = 1 }") == texts{"5"});
  // Half way from log(2) to log(8) is log(4).
  CHECK(axis_of_x("{ from = \"log(2)\", to = \"log(8)\", steps = 3 }") ==
        texts{"log(2)", "log(4)", "log(8)"});
  // Ranges and values mix.
  CHECK(axis_of_x("[7, { from = 1, to = 2, steps = 2 }, 9]") == texts{"7", "1", "2", "9"});
}

TEST_CASE("a logarithmic range rounds its inner points to 6 digits") {
  CHECK(axis_of_x("{ from = 1, to = 10000, steps = 5, scale = \"log\" }") ==
        texts{"1", "10", "100", "1000", "10000"});
  // sqrt(10) = 3.16227766…
  CHECK(axis_of_x("{ from = 1, to = 10, steps = 3, scale = \"log\" }") ==
        texts{"1", "3.16228", "10"});
  // 0.001·10^(1/2) = 0.00316227766…; the ends stay as they are written.
  CHECK(axis_of_x("{ from = 0.001, to = 0.01, steps = 3, scale = \"log\" }") ==
        texts{"0.001", "0.00316228", "0.01"});
  CHECK(axis_of_x("{ from = \"1/3\", to = \"100/3\", steps = 3, scale = \"log\" }") ==
        texts{"1/3", "3.33333", "100/3"});
}

TEST_CASE("values of integer variables are rounded and not repeated") {
  const std::string whole = "integers = [\"x\"]";
  CHECK(axis_of_x("[1, 2.4, 2.5, 2.6, -2.5, \"7/2\", \"log(3)\"]", whole) ==
        texts{"1", "2", "3", "-2", "4"});
  CHECK(axis_of_x("{ from = 1, to = 3, steps = 9 }", whole) == texts{"1", "2", "3"});
  // 10^(1/4) = 1.77…, 10^(1/2) = 3.16…, 10^(3/4) = 5.62…
  CHECK(axis_of_x("{ from = 1, to = 10, steps = 5, scale = \"log\" }", whole) ==
        texts{"1", "2", "3", "6", "10"});
  CHECK(axis_of_x("[\"10^20\", \"10^20 + 1/4\"]", whole) == texts{"1e20"});
  // Real variables keep repetitions that are written.
  CHECK(axis_of_x("[1, 1.0]") == texts{"1", "1"});
}

TEST_CASE("the product of the axes comes first, then the listed points") {
  const claim c = only_claim(claim_text("claim = \"x*n == n*x\"\nintegers = [\"n\"]",
                                        "x = [0.5, 2]\nn = [1, 2, 3]\n"
                                        "points = [{ n = 9.6, x = \"1/3\" }, { x = 7, n = 1 }]"));
  CHECK(point_count(c) == 8);
  // Axes go by their order in the TOML table (alphabetical); the last one varies fastest.
  CHECK(points_of(c) == texts{"n = 1, x = 0.5", "n = 1, x = 2", "n = 2, x = 0.5", "n = 2, x = 2",
                              "n = 3, x = 0.5", "n = 3, x = 2", "n = 10, x = 1/3", "n = 1, x = 7"});
}

TEST_CASE("listed points alone, and claims without variables") {
  const claim listed =
      only_claim(claim_text("claim = \"x > 0\"", "points = [{ x = 1 }, { x = 2 }]"));
  CHECK(points_of(listed) == texts{"x = 1", "x = 2"});
  const claim constant = only_claim("[[claim]]\nid = \"test/claim\"\nclaim = \"1 < 2\"\n");
  CHECK(points_of(constant) == texts{""});
}

TEST_CASE("definitions and bounds are usable in any order and from every file") {
  const catalogue read = read_catalogue(
      {{"first.toml",
        "format = 1\n[[claim]]\nid = \"a\"\nclaim = \"outer(3) == 25\"\n"
        "[[define]]\nname = \"outer\"\nparameters = [\"x\"]\nvalue = \"inner(x, 1) + limit(x)\"\n"},
       {"second.toml",
        "format = 1\n[[bound]]\nname = \"limit\"\nparameters = [\"x\"]\nvalue = \"2*x + 9\"\n"
        "side = \"upper\"\non = \"renyi(gaussian_pair(x), 2)\"\n"
        "[[define]]\nname = \"inner\"\nparameters = [\"x\", \"y\"]\nvalue = \"x^2 + y\"\n"}});
  REQUIRE(read.claims.size() == 1);
  CHECK(read.claims.front().problem.empty());
  quantity_cache cache;
  // 3² + 1 + 2·3 + 9 = 25
  CHECK(judge(read.claims.front(), read, cache, {}).found.outcome == verdict::verified);
  REQUIRE(read.bounds.size() == 1);
  CHECK(read.bounds.front().side == bound_side::upper);
  REQUIRE(read.inputs.size() == 2);
  CHECK(read.inputs[0].file == "first.toml");
}

TEST_CASE("local names refer to each other in any order") {
  const std::string text = claim_text(
      "claim = \"c == 14\"\nlet = { c = \"b + 4\", a = \"x*2\", b = \"a + x\" }", "x = [10/3]");
  // 10/3 is not TOML; quoted it is a formula.
  CHECK_THROWS_AS(read_text(text), catalogue_error);
  const auto result = judge_one(
      claim_text("claim = \"c == 14\"\nlet = { c = \"b + 4\", a = \"x*2\", b = \"a + x\", "
                 "unused = 0.25 }",
                 "x = [\"10/3\"]"));
  CHECK(result.found.outcome == verdict::verified);
}

TEST_CASE("all that a claim says is kept") {
  const catalogue read = read_text(R"(
[paper]
key = "doe-2020"
title = "On ε0"
authors = ["Jane Doe", "John Roe"]
reference = "arXiv:0000.00000"

[[result]]
id = "other/theorem"
status = "erratum"
note = "see version 2"

[[claim]]
id = "doe-2020/one"
where = "Theorem 1"
says = "x is positive."
claim = "x > 0"
domain = ["x >= 1", "x < 10"]
integers = ["x"]
regime = ["x <= 5"]
corrected = "x >= 0"
about = "mechanism"
statement = "one"
depends = ["other/theorem"]
reading = "As written."
transcription = "Smudged."
reason = "It is."
expect = "verified"
check = { x = [1, 2] }
)");
  const claim* c = read.find_claim("doe-2020/one");
  REQUIRE(c != nullptr);
  CHECK(c->problem.empty());
  CHECK(c->paper == "doe-2020");
  CHECK(c->where == "Theorem 1");
  CHECK(c->says == "x is positive.");
  CHECK(c->kind() == claim_kind::forall);
  CHECK(to_text(*c->formula) == "x > 0");
  REQUIRE(c->domain.size() == 2);
  CHECK(to_text(*c->domain[1]) == "x < 10");
  CHECK(c->integers == texts{"x"});
  REQUIRE(c->regime.size() == 1);
  CHECK(to_text(*c->regime[0]) == "x <= 5");
  CHECK(to_text(*c->corrected) == "x >= 0");
  CHECK(c->about == concern::mechanism);
  CHECK(c->statement == "one");
  CHECK(c->depends == texts{"other/theorem"});
  CHECK(c->reading == "As written.");
  CHECK(c->transcription == "Smudged.");
  CHECK(c->reason == "It is.");
  CHECK(c->expect == verdict::verified);
  CHECK(c->file == "test.toml");
  CHECK(c->line == 14);  // of [[claim]]; the text begins on line 2 with an empty line
  const paper* p = read.find_paper("doe-2020");
  REQUIRE(p != nullptr);
  CHECK(p->title == "On ε0");
  CHECK(p->authors == texts{"Jane Doe", "John Roe"});
  CHECK(p->reference == "arXiv:0000.00000");
  const cited_result* cited = read.find_result("other/theorem");
  REQUIRE(cited != nullptr);
  CHECK(cited->status == result_status::erratum);
  CHECK(cited->note == "see version 2");
  CHECK(read.find_claim("doe-2020") == nullptr);
  CHECK(read.find_paper("doe") == nullptr);
  CHECK(read.find_result("other") == nullptr);
}

TEST_CASE("a file's hash is that of its bytes") {
  // printf 'format = 1\n' | sha256sum
  const catalogue read = read_text("");
  REQUIRE(read.inputs.size() == 1);
  CHECK(read.inputs[0].file == "test.toml");
  CHECK(read.inputs[0].sha256 ==
        "a1af1bccf46862c1ce45d1064094b00a0808329540e06a44bcedd8c921849f1e");
}

}  // namespace test_catalogue_reader
