// Claims about how fast an error falls: errors whose order is known by hand.

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_rate {

using namespace shufflecert;
using namespace shufflecert::claims;

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
    // Those of the four listed sizes, and two more until three follow each other by doubling.
    REQUIRE(found.rate->series[0].orders.size() == 6);
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
      // It tends to 0, with local orders that fall slowly: 0.0123, 0.0118, 0.0114.
      {"1/log(log(n + 20))", "undecided"},
  };
  for (const row& example : rows) {
    INFO(example.error);
    CHECK(verdict_of(example.error, limit) == example.verdict);
  }
}

TEST_CASE("a trend is followed, not cut off") {
  // 1/(n + 1000): at n = 16 … 64 the local orders log2((2n + 1000)/(n + 1000)) are 0.02 … 0.08 and
  // double each time; the order is 1 in the end. These sizes do not tell, and where the domain ends
  // with them nothing does; else larger ones are checked.
  CHECK(verdict_of("1/(n + 1000)", order("1"), "n = [16, 32, 64]", "domain = [\"n <= 300\"]") ==
        "undecided");
  CHECK(verdict_of("1/(n + 1000)", order("1"), "n = [16, 32, 64]") == "supported");
  CHECK(verdict_of("1/(n + 1000)", order("1"), "n = [32000, 64000, 128000]") == "supported");
  // 1/n + 1/10^5 tends to 10^-5. The local orders at 1000 … 8000 fall from 0.99 to 0.89, faster
  // and faster.
  CHECK(verdict_of("1/n + 1/10^5", order("1"), "n = [1000, 2000, 4000, 8000]",
                   "domain = [\"n <= 16000\"]") == "undecided");
  CHECK(verdict_of("1/n + 1/10^5", order("1"), "n = [1000, 2000, 4000, 8000]") == "contradicted");
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
        "invalid: has no sizes to check: none is certainly in the domain; at n = 100, 'n "
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
        "at a = 1/4: the last local orders are 0.25, 0.25, 0.25, settled at 0.250000; the error is "
        "claimed "
        "O(n^-0.5); evidence from n up to 256, not a refutation");
}

TEST_CASE("contradicted, invalid, undecided, supported: the first that applies") {
  const auto verdict = [](const char* a) {
    return verdict_of(
        "if(a == 0, 1/(a*n), if(a == 3, (sqrt(3 + 2*sqrt(2)) - sqrt(2)) - 1, n^(-a)))", order("1"),
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

namespace {

std::string words_of(const judgement& found) {
  const auto& trend = found.rate->series[found.rate->deciding].trend;
  return trend ? in_words(*trend) : "nothing";
}

}  // namespace

TEST_CASE("orders are followed to where they lead") {
  struct row {
    const char* error;
    const char* order;  // where the local orders lead, by algebra
  };
  const row rows[] = {
      {"7/n", "1"},
      {"n^(-1/2)", "0.5"},
      // log2 of (1 + 1/n)/(1 + 1/(2n)) = O(1/n) is all that is added.
      {"n^(-1/2)*(1 + 1/n)", "0.5"},
      {"1/n + 1/n^2", "1"},
      {"1/n - 1/n^2", "1"},
      {"1/n + n^(-3/2)", "1"},
      {"1/(n + 1000)", "1"},  // still nearly constant at the listed sizes
      {"n^(-9/10)", "0.9"},
      {"n^2", "-2"},
      {"1/4 + 1/n", "0"},
  };
  for (const row& example : rows) {
    INFO(example.error);
    const judgement found = judged(example.error, order("1"), "n = [16, 32, 64]");
    const auto& trend = found.rate->series[0].trend;
    REQUIRE(trend.has_value());
    CHECK(trend->trend == rate_trend::kind::settled);
    REQUIRE(trend->order_digits >= 3);
    // The digits given are right: at most half a unit of the last one away.
    const double unit = std::pow(10.0, -trend->order_digits);
    CHECK(std::abs(std::stod(trend->order) - std::stod(example.order)) <= 0.5001 * unit);
  }
}

TEST_CASE("orders that move too slowly, or to and fro, are still moving") {
  // The local order of log(n)/n is 1 - log2(1 + log(2)/log(n)): 0.963 at 10^12, and it gains about
  // 1/1000 with each doubling: each gain is 0.95 of the one before, so that nothing tells how far
  // they lead.
  CHECK(words_of(judged("log(n)/n", order("1"), "n = [16, 32, 64]")) == "still moving");
  CHECK(words_of(judged("1/log(n)", limit, "n = [16, 32, 64]")) == "still moving");
  CHECK(words_of(judged("log(n)", limit, "n = [16, 32, 64]")) == "still moving");
  // 1/n + n^(-9/10): its changes shrink by 2^(-1/10) = 0.93 only.
  CHECK(words_of(judged("1/n + n^(-9/10)", order("1"), "n = [16, 32, 64]")) == "still moving");
  // 2 + (-1)^log2(n), over n, and added to a constant.
  const std::string lgn = "let = { lgn = \"sum(j, 1, 14, if(2^j <= n, 1, 0))\" }";
  const std::string wave = "(2 + if(floor(lgn/2)*2 == lgn, 1, -1))/n";
  CHECK(words_of(judged(wave, limit, "n = [64, 128, 256, 512]", lgn)) == "still moving");
  CHECK(words_of(judged("1/4 + " + wave, limit, "n = [16, 32, 64]", lgn)) == "still moving");
}

TEST_CASE("the limit of an error that does not tend to 0") {
  struct row {
    const char* error;
    double limit;
    int digits;  // at least
  };
  const row rows[] = {
      {"1/4 + 1/n", 0.25, 8},
      {"1/4 - 1/n", 0.25, 8},
      {"1/4 + 1/sqrt(n)", 0.25, 6},
      {"1/4 + 1/n + 1/n^2", 0.25, 6},
      {"-1/4 + 1/n", 0.25, 8},                          // the absolute value counts
      {"tanh(1)^2 + 1/sqrt(n) + 3/n", 0.580025661, 5},  // two terms that go on together
      {"5", 5, 8},
      {"1e-5 + 1/n", 1e-5, 6},
  };
  for (const row& example : rows) {
    INFO(example.error);
    const judgement found = judged(example.error, limit, "n = [16, 32, 64]");
    CHECK(found.outcome == verdict::contradicted);
    const auto& trend = found.rate->series[0].trend;
    REQUIRE(trend.has_value());
    CHECK(trend->limit_digits >= example.digits);
    const double found_limit = std::stod(trend->limit);
    const double unit = std::pow(
        10.0, std::floor(std::log10(example.limit)) + 1 - static_cast<double>(trend->limit_digits));
    CHECK(std::abs(found_limit - example.limit) <= 0.5001 * unit + 1e-9 * example.limit);
    CHECK(found.message.find("|error| approaches " + trend->limit) != std::string::npos);
  }
  // An error that tends to 0, or to infinity, has no such limit.
  for (const char* error : {"1/n", "n^(-1/20)", "log(n)", "n"}) {
    INFO(error);
    const judgement found = judged(error, limit, "n = [16, 32, 64]");
    CHECK(found.rate->series[0].trend->limit.empty());
  }
}

TEST_CASE(
    "doubling goes on while orders move, up to 10^12, and not where sums cost more each time") {
  const auto last_size = [](const std::string& error, const std::string& lines = "") {
    const judgement found = judged(error, limit, "n = [16, 32, 64]", lines);
    return std::stod(found.rate->series[0].orders.back().to);
  };
  CHECK(last_size("1/n") == 256);  // settled at once
  const double logarithm = last_size("log(n)/n");
  CHECK(logarithm <= 1e12);
  CHECK(2 * logarithm > 1e12);
  const double harmonic = last_size("sum(j, 1, n, 1/j)/n");
  CHECK(harmonic <= 1000);
  CHECK(2 * harmonic > 1000);
  const double local = last_size("h/n", "let = { h = \"sum(j, 1, n, 1/j)\" }");
  CHECK(local == harmonic);
  CHECK(last_size("log(n)/n", "domain = [\"n <= 5000\"]") == 4096);
  // Falls like no power: nothing is learnt from more sizes.
  CHECK(last_size("exp(-n)") == 256);
}

TEST_CASE("orders below the claimed one count for it only if they lead there") {
  // The last three local orders of log(n)/n are above 7/8 from 10^4 on, and log(n)/n is not O(1/n).
  CHECK(verdict_of("log(n)/n", order("1"), "n = [1e6, 1e7, 1e8]") == "undecided");
  CHECK(verdict_of("n^(-9/10)", order("1")) == "undecided");
  CHECK(verdict_of("1/n + n^(-9/10)", order("1")) == "undecided");
  CHECK(verdict_of("1/n - 1/n^(5/4)", order("1"), "n = [64, 128, 256]") == "supported");
  CHECK(verdict_of("log(n)/n", order("9/10"), "n = [1e6, 1e7, 1e8]") == "supported");
}

TEST_CASE("trends of given orders") {
  const auto words = [](const std::vector<double>& orders) {
    std::vector<double> errors{1};
    for (const double o : orders) errors.push_back(errors.back() / std::exp2(o));
    const auto found = trend_of(orders, errors);
    return found ? in_words(*found) : std::string("nothing");
  };
  // 1 - 1/10·2^-k: rises to 1, in steps that halve.
  CHECK(words({0.9, 0.95, 0.975, 0.9875}) == "rising towards 1.000000");
  CHECK(words({1.1, 1.05, 1.025, 1.0125}) == "falling to 1.000000");
  // Three orders alone: the extrapolation is as uncertain as it is long, here 0.01.
  CHECK(words({0.96, 0.98, 0.99}) == "rising towards 1.0");
  CHECK(words({0.5, 0.5, 0.5}) == "settled at 0.500000");
  // To and fro by less than 1/1000: about where it is.
  CHECK(words({0.5001, 0.4999, 0.5001, 0.4999}) == "settled at 0.500");
  CHECK(words({0.5, 0.7, 0.5, 0.7}) == "still moving");
  CHECK(words({0.1, 0.2, 0.4}) == "still moving");             // faster and faster
  CHECK(words({0.9, 0.95, 0.995, 1.0355}) == "still moving");  // 0.9 of the step before
  CHECK(words({0.5, 0.5}) == "nothing");
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(words({0.5, 0.5, inf}) == "nothing");
  CHECK(words({inf, 0.5, 0.5, 0.5}) == "settled at 0.500000");
}

TEST_CASE("the results file has the extrapolation") {
  const auto root = nlohmann::json::parse(
      results_text(rate_text("1/4 + x/n", limit, "n = [16, 32, 64]\nx = [1, 2]"), "c"));
  const auto& rate = root.at("claims").at(0).at("rate");
  const auto& found = rate.at("extrapolated");
  CHECK(found.at("trend") == "settled");
  CHECK(found.at("limit").get<std::string>().rfind("0.2500", 0) == 0);
  CHECK(found.at("digits").get<int>() >= 3);
  CHECK(std::stod(found.at("order").get<std::string>()) == 0);
  CHECK(rate.at("series").size() == 2);
  for (const auto& one : rate.at("series")) CHECK(one.at("extrapolated").at("trend") == "settled");
}

TEST_CASE("an error that does not fall has no order, however small") {
  for (const std::string exponent : {"1/100", "1/70", "1/10"}) {
    INFO(exponent);
    CHECK(verdict_of("n^(1/200)", order(exponent)) == "contradicted");
    CHECK(verdict_of("1", order(exponent)) == "contradicted");
    CHECK(verdict_of("n^(-" + exponent + ")", order(exponent)) == "supported");
  }
}

}  // namespace test_rate
