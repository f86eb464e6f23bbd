// Claims about how fast an error falls: errors whose order is known by hand.

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "judging.hpp"

using namespace shufflecert;

namespace {

std::string rate_text(const std::string& error, const std::string& claimed,
                      const std::string& check = "n = [16, 64, 256, 1024]",
                      const std::string& lines = "") {
  return claim_text("kind = \"rate\"\nerror = \"" + error + "\"\nalong = \"n\"\n" + claimed + "\n" +
                        "integers = [\"n\"]\n" + lines,
                    check);
}

judgement judged(const std::string& error, const std::string& claimed,
                 const std::string& check = "n = [16, 64, 256, 1024]",
                 const std::string& lines = "") {
  return judge_one(rate_text(error, claimed, check, lines)).found;
}

std::string verdict_of(const std::string& error, const std::string& claimed,
                       const std::string& check = "n = [16, 64, 256, 1024]",
                       const std::string& lines = "") {
  return to_text(judged(error, claimed, check, lines).outcome);
}

std::string order(const std::string& value) {
  return "order = \"" + value + "\"";
}

const std::string limit = "limit = true";

}  // namespace

TEST_CASE("the local orders of a power are its exponent") {
  // log2(n^-a/(2n)^-a) = a, whatever n is and whatever the sign of the error.
  for (const auto& [error, exponent] :
       {std::pair<std::string, double>{"7/n", 1}, {"-7/n", 1}, {"1/sqrt(n)", 0.5}, {"3/n^2", 2}}) {
    INFO(error);
    const judgement found = judged(error, order("1/2"));
    CHECK(found.outcome == verdict::supported);
    REQUIRE(found.rate.has_value());
    REQUIRE(found.rate->series.size() == 1);
    REQUIRE(found.rate->series[0].orders.size() == 4);
    for (const local_order& at : found.rate->series[0].orders) {
      CHECK(std::stod(at.order.lower) <= exponent);
      CHECK(std::stod(at.order.upper) >= exponent);
      CHECK(std::stod(at.order.upper) - std::stod(at.order.lower) < 1e-4);
    }
  }
}

TEST_CASE("orders claimed of errors whose order is known") {
  struct row {
    const char* error;
    const char* claimed;
    const char* verdict;
  };
  const row rows[] = {
      {"1/n", "1", "supported"},
      {"1/n", "1/2", "supported"},  // O(n^-1) is O(n^-1/2)
      {"1/n", "2", "contradicted"},
      {"1/n", "3/2", "contradicted"},
      {"n^(-1/2)", "1/2", "supported"},
      {"n^(-1/2)", "1", "contradicted"},
      {"5", "1/2", "contradicted"},
      {"n", "1", "contradicted"},
      {"n - n", "3", "supported"},           // exactly 0
      {"exp(-n)", "3", "supported"},         // faster than every power
      {"1/n + 1/n^2", "1", "supported"},     // local orders fall to 1 and stay above it
      {"1/n - 1/n^2", "1", "supported"},     // and rise to 1
      {"1/n + 1/n^2", "2", "contradicted"},  // 1/n leads in the end
      // The local order of log(n)/n is 1 - log2(1 + log(2)/log(n)): 0.678 at 16, 0.862 at 1024.
      {"log(n)/n", "1/2", "supported"},
      {"log(n)/n", "2", "contradicted"},
      // (2 + (-1)^log2(n))/n would oscillate along doubling sizes: cos(pi*log2(n)) does that.
      // Its local orders are 1 + log2(3) and 1 - log2(3) in turns, on both sides of 7/8.
      {"(2 + if(floor(lgn/2)*2 == lgn, 1, -1))/n", "1", "undecided"},
  };
  for (const row& example : rows) {
    INFO(example.error << ", order " << example.claimed);
    const bool oscillates = std::string(example.error).find("lgn") != std::string::npos;
    // The number of n <= 2^14 among the powers of two, less one, is log2(n).
    const std::string lines =
        oscillates ? "let = { lgn = \"sum(j, 1, 14, if(2^j <= n, 1, 0))\" }" : "";
    CHECK(verdict_of(example.error, order(example.claimed), "n = [64, 128, 256, 512]", lines) ==
          example.verdict);
  }
}

TEST_CASE("limits claimed of errors whose limit is known") {
  struct row {
    const char* error;
    const char* verdict;
  };
  const row rows[] = {
      {"1/n", "supported"},
      {"n^(-1/4)", "supported"},
      {"log(n)/n", "supported"},
      {"n - n", "supported"},
      {"5", "contradicted"},
      {"5 + 1/n", "contradicted"},  // decreasing, to 5
      {"5 - 1/n", "contradicted"},  // increasing, to 5
      {"log(n)", "contradicted"},
      {"inf", "contradicted"},
      // The local order of n^(-1/20) is 1/20, between what counts as a fall and as none.
      {"n^(-1/20)", "undecided"},
  };
  for (const row& example : rows) {
    INFO(example.error);
    CHECK(verdict_of(example.error, limit) == example.verdict);
  }
}

TEST_CASE("a trend is followed, not cut off") {
  // 1/(n + 1000): at n = 16 … 64 the local orders log2((2n + 1000)/(n + 1000)) are 0.02 … 0.08 and
  // double each time; the order is 1 in the end, and these sizes do not tell.
  CHECK(verdict_of("1/(n + 1000)", order("1"), "n = [16, 32, 64]") == "undecided");
  CHECK(verdict_of("1/(n + 1000)", order("1"), "n = [32000, 64000, 128000]") == "supported");
  // 1/n + 1/10^5 tends to 10^-5. The local orders at 1000 … 8000 fall from 0.99 to 0.89, faster
  // and faster.
  CHECK(verdict_of("1/n + 1/10^5", order("1"), "n = [1000, 2000, 4000, 8000]") == "undecided");
  CHECK(verdict_of("1/n + 1/10^5", limit, "n = [1e7, 1e8, 1e9]") == "contradicted");
  // log(n)/n is not O(1/n), but its local orders rise to 1: they are 0.831, 0.848, 0.862 at 256 …
  // 1024, each rise about 0.83 of the one before, which leads above 7/8.
  CHECK(verdict_of("log(n)/n", order("1"), "n = [256, 512, 1024]") == "undecided");
}

TEST_CASE("few sizes are doubled until there are four local orders") {
  const judgement found = judged("1/n", order("1"), "n = 100");
  CHECK(found.outcome == verdict::supported);
  REQUIRE(found.rate->series.size() == 1);
  std::string sizes;
  for (const error_at_size& at : found.rate->series[0].errors) sizes += at.size + " ";
  CHECK(sizes == "100 200 400 800 1600 ");
  CHECK(found.checked == 5);
  REQUIRE(found.rate->series[0].orders.size() == 4);
  CHECK(found.rate->series[0].orders[3].from == "800");
  CHECK(found.rate->series[0].orders[3].to == "1600");
  CHECK(found.rate->series[0].errors[1].error.lower == "0.005");
}

TEST_CASE("only sizes in the domain count") {
  // Listed sizes up to 800; 1600 is outside, so three local orders are left, which is enough.
  const judgement found =
      judged("1/n", order("1"), "n = [100, 200, 400, 800]", "domain = [\"n <= 800\"]");
  CHECK(found.outcome == verdict::supported);
  CHECK(found.checked == 4);
  CHECK(found.rate->series[0].orders.size() == 3);
  const judgement few = judged("1/n", order("1"), "n = [100, 200, 400]", "domain = [\"n <= 400\"]");
  CHECK(few.outcome == verdict::undecided);
  CHECK(few.message.rfind("2 local orders are known, and 3 are needed; at n = 800", 0) == 0);
  const judgement none = judged("1/n", order("1"), "n = [100, 200]", "domain = [\"n <= 50\"]");
  CHECK(in_words(none) ==
        "invalid: looks at nothing: no size to check is certainly in the domain; at n = 100, 'n "
        "<= 50' is not certain");
}

TEST_CASE("every choice of the other variables must show the rate") {
  // n^-a is O(n^-1/2) for a = 1/2 and 1, not for a = 1/4.
  const judgement good = judged("n^(-a)", order("1/2"), "n = [16]\na = [\"1/2\", 1]");
  CHECK(good.outcome == verdict::supported);
  REQUIRE(good.rate->series.size() == 2);
  // The slowest one is shown first.
  CHECK(in_words(good.rate->series[good.rate->deciding].point) == "a = 1/2");
  const judgement bad = judged("n^(-a)", order("1/2"), "n = [16]\na = [\"1/2\", 1, \"1/4\"]");
  CHECK(bad.outcome == verdict::contradicted);
  CHECK(in_words(bad.rate->series[bad.rate->deciding].point) == "a = 1/4");
  CHECK(bad.message ==
        "at a = 1/4: the last local orders are 0.25, 0.25, 0.25; the error is claimed "
        "O(n^-0.5); evidence from n up to 256, not a refutation");
}

TEST_CASE("contradicted, invalid, undecided, supported: the first that applies") {
  const auto verdict = [](const char* a) {
    return verdict_of("if(a == 0, 1/(a*n), if(a == 3, exp(1)*exp(-1) - 1, n^(-a)))", order("1"),
                      std::string("n = [16]\na = ") + a);
  };
  CHECK(verdict("[1, 2]") == "supported");
  CHECK(verdict("[1, 2, 3]") == "undecided");  // the error is 0, and no ball can show it
  CHECK(verdict("[1, 2, 3, 0]") == "invalid");
  CHECK(verdict("[1, 2, 3, 0, \"1/2\"]") == "contradicted");
}

TEST_CASE("an error that has no value, or is infinite") {
  const judgement undefined = judged("1/(n - 64)", order("1"));
  CHECK(undefined.outcome == verdict::invalid);
  CHECK(undefined.message.rfind(
            "the error cannot be evaluated at n = 64: division by zero in '1/(n - 64)'", 0) == 0);
  // Infinite at small sizes only: what comes later counts. Infinite at the last size: contradicted.
  CHECK(verdict_of("if(n < 20, inf, 1/n)", order("1")) == "supported");
  CHECK(verdict_of("if(n > 2000, inf, 1/n)", order("1")) == "contradicted");
}

TEST_CASE("listed points give sizes, too") {
  CHECK(verdict_of("1/(n*x)", order("1"),
                   "points = [{ n = 10, x = 1 }, { n = 20, x = 1 }, { n = 10, x = 2 }]") ==
        "supported");
}

TEST_CASE("a rate without time left is undecided") {
  judge_options options;
  options.limits = budget(budget::clock::now() - std::chrono::seconds(1));
  CHECK(judge_one(rate_text("1/n", order("1")), options).found.outcome == verdict::undecided);
}

TEST_CASE("the divergence of the clone pair tends to its leading term") {
  // D_2(clone pair) = log(1 + chi^2) and chi^2 = t^2 E[4 Y^2/(1 - tY)] + … is of order 1/n with
  // the leading term 4 t^2 E[Y^2], E[Y^2] ~ 1/(n p): so D_2 n tends to a positive number.
  const std::string pair = "renyi(clone_pair(n, log(3)), 2)";
  CHECK(verdict_of(pair, order("1"), "n = [50, 100, 200, 400]") == "supported");
  CHECK(verdict_of(pair, order("2"), "n = [50, 100, 200, 400]") == "contradicted");
  CHECK(verdict_of(pair, limit, "n = [50, 100, 200, 400]") == "supported");
  // With t = 1/2 and p = 1/3 that number is 4*(1/4)*3 = 3, and the next term is of order n^-2.
  CHECK(verdict_of(pair + " - 3/n", order("2"), "n = [100, 200, 400, 800]") == "supported");
  CHECK(verdict_of(pair + " - 3.1/n", order("2"), "n = [100, 200, 400, 800]") == "contradicted");
}

TEST_CASE("the results file has the orders") {
  const auto root =
      nlohmann::json::parse(results_text(rate_text("x/n", order("1"), "n = [16]\nx = 3"), "c"));
  const auto& c = root.at("claims").at(0);
  CHECK(c.at("verdict") == "supported");
  CHECK(c.at("kind") == "rate");
  CHECK(c.at("claim").is_null());
  CHECK(c.at("error") == "x/n");
  CHECK(c.at("along") == "n");
  CHECK(c.at("order") == "1");
  CHECK(c.at("witness").is_null());
  CHECK(c.at("corrected").is_null());
  const auto& rate = c.at("rate");
  CHECK(rate.at("along") == "n");
  CHECK(rate.at("error") == "x/n");
  REQUIRE(rate.at("orders").size() == 4);
  CHECK(rate.at("orders")[0].at("from") == "16");
  CHECK(rate.at("orders")[0].at("to") == "32");
  CHECK(std::stod(rate.at("orders")[0].at("lower").get<std::string>()) <= 1);
  CHECK(std::stod(rate.at("orders")[0].at("upper").get<std::string>()) >= 1);
  REQUIRE(rate.at("errors").size() == 5);
  CHECK(rate.at("errors")[0].at("size") == "16");
  CHECK(rate.at("errors")[0].at("lower") == "0.1875");
  CHECK(rate.at("errors")[0].at("upper") == "0.1875");
  CHECK(rate.at("point") == nlohmann::json{{"x", "3"}});
  CHECK(rate.at("series").size() == 1);
}
