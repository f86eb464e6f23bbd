// Pairs of claims for rules about written laws, levels of tests, shuffled normal reports, few
// values of a variable, and logarithms of small numbers: the false one fails in one far corner
// alone.

#include "support/claim_pairs.hpp"

namespace test_far_corners_of_rules {

namespace {

const std::string fair = "law(x, 0, n, binomial(n, x)/2^n)";

// The number of ones among n reports: fair coins but for one, which is 1 with probability r.
std::string coins(const std::string& r) {
  return "law(x, 0, n, (" + r + "*binomial(n - 1, x - 1) + (1 - " + r +
         ")*binomial(n - 1, x))/2^(n - 1))";
}

const std::string second_moment = "ternary_moment(" + coins("(exp(eps0)/(exp(eps0) + 1))") + ", " +
                                  coins("(1 - exp(eps0)/(exp(eps0) + 1))") + ", " + fair + ", 2)";
const std::string moment_bound = "4*(exp(eps0) - 1)^2/(n*exp(eps0))";

// The ones among the reports of k users drawn from n, of whom so many have the input 1.
std::string drawn(const std::string& ones) {
  return "law(y, 0, k, sum(i, max(0, k - n + " + ones + "), min(k, " + ones + "), binomial(" +
         ones + ", i)*binomial(n - (" + ones +
         "), k - i)/binomial(n, k)*pmf(rr_law(eps0, k - i, i), y)))";
}

const std::string of_drawn = "renyi(pair(" + drawn("b + 1") + ", " + drawn("b") + "), a)";
const std::string drawn_bound =
    "log(1 + 4*binomial(a, 2)*(k/n)^2*(exp(eps0) - 1)^2/((floor((k - 1)/(2*exp(eps0))) + "
    "1)*exp(eps0)) + sum(j, 3, a, binomial(a, j)*(k/n)^j*j*gamma(j/2)*(2*(exp(2*eps0) - "
    "1)^2/((floor((k - 1)/(2*exp(eps0))) + 1)*exp(2*eps0)))^(j/2)) + ((1 + (k/n)*(exp(2*eps0) - "
    "1)/exp(eps0))^a - 1 - a*(k/n)*(exp(2*eps0) - 1)/exp(eps0))*exp(-(k - 1)/(8*exp(eps0))))/(a - "
    "1)";

}  // namespace

TEST_CASE("moments of any mechanism, in far corners", "[corners]") {
  const std::vector<std::string> domain{"n >= 1", "eps0 >= 0"};
  const std::string check = "n = [3]\neps0 = [1]";
  check_pair({"eps0 below 10^-6",
              {second_moment + " <= " + moment_bound + "*max(1, 1000000*eps0)", domain},
              {second_moment + " <= " + moment_bound + "*min(1, 1000000*eps0)", domain},
              {{"n", "3"}, {"eps0", "10^-7"}},
              {{"n", "3"}, {"eps0", "10^-5"}},
              check,
              {"n"}});
  check_pair({"one number of users",
              {second_moment + " <= " + moment_bound + "*max(1, abs(n - 41))", domain},
              {second_moment + " <= " + moment_bound + "*min(1, abs(n - 41))", domain},
              {{"n", "41"}, {"eps0", "1"}},
              {{"n", "40"}, {"eps0", "1"}},
              check,
              {"n"}});
}

TEST_CASE("users drawn without replacement, in far corners", "[corners]") {
  const std::vector<std::string> domain{"n >= 1",     "k >= 1",    "k <= n", "b >= 0",
                                        "b <= n - 1", "eps0 >= 0", "a >= 2"};
  const std::string check = "n = [3]\nk = [2]\nb = [1]\neps0 = [1]\na = [2]";
  const std::vector<std::string> whole{"n", "k", "b", "a"};
  check_pair({"eps0 below 10^-6",
              {of_drawn + " <= " + drawn_bound + "*max(1, 1000000*eps0)", domain},
              {of_drawn + " <= " + drawn_bound + "*min(1, 1000000*eps0)", domain},
              {{"n", "3"}, {"k", "2"}, {"b", "1"}, {"eps0", "10^-9"}, {"a", "2"}},
              {{"n", "3"}, {"k", "2"}, {"b", "1"}, {"eps0", "10^-5"}, {"a", "2"}},
              check,
              whole});
  std::vector<std::string> one_more = domain;
  one_more[2] = "k <= n + floor(n/20)";
  check_pair({"one user more than there are, from 20 on",
              {of_drawn + " <= " + drawn_bound, domain},
              {of_drawn + " <= " + drawn_bound, one_more},
              {{"n", "20"}, {"k", "21"}, {"b", "0"}, {"eps0", "1"}, {"a", "2"}},
              {{"n", "19"}, {"k", "19"}, {"b", "0"}, {"eps0", "1"}, {"a", "2"}},
              check,
              whole});
}

TEST_CASE("two counts of k symbols, in far corners", "[corners]") {
  const auto claim = [](const std::string& symbols) {
    return "hockey_stick(krr_pair(k, n, eps0), a) >= hockey_stick(variation_pair(n, exp(eps0), "
           "(exp(eps0) - 1)/(exp(eps0) + " +
           symbols + " - 1), exp(eps0)), a)";
  };
  const std::vector<std::string> domain{"k >= 3", "n >= 1", "eps0 > 0", "a >= 0"};
  const std::string check = "k = [4]\nn = [2]\neps0 = [2]\na = [1]";
  check_pair({"more than 10^9 symbols",
              {claim("k"), domain},
              {claim("min(k, 10^9)"), domain},
              {{"k", "10^9 + 10"}, {"n", "1"}, {"eps0", "1"}, {"a", "0"}},
              {{"k", "10^9"}, {"n", "1"}, {"eps0", "1"}, {"a", "0"}},
              check,
              {"k", "n"}});
}

TEST_CASE("shuffled normal reports, in far corners", "[corners]") {
  const std::string known = "shuffle_gaussian_renyi(n, s, a)";
  const std::vector<std::string> domain{"n >= 2", "s > 0", "a >= 2"};
  const auto both = [&](const std::string& corner, const std::string& right,
                        const std::string& wrong, const point_of_texts& failing,
                        const point_of_texts& elsewhere) {
    check_pair({corner,
                {known + right, domain},
                {known + wrong, domain},
                failing,
                elsewhere,
                "n = [2]\ns = [1]\na = [2, 3]",
                {"n", "a"}});
  };
  const std::string one = "a/(2*s^2)";
  // Far out in s the divergence is about one user's over n.
  both("much noise", " <= " + one + "*max(1, 1000000/s)", " <= " + one + "*min(1, 1000000/s)",
       {{"n", "2"}, {"s", "10^7"}, {"a", "2"}}, {{"n", "2"}, {"s", "10^6"}, {"a", "2"}});
  both("much noise, and a bound below 0", " < " + one, " < " + one + " - 10^(-9)",
       {{"n", "2"}, {"s", "10^5"}, {"a", "2"}}, {{"n", "2"}, {"s", "10^4"}, {"a", "2"}});
  both("one number of users", " < " + one + "*max(1, abs(n - 10^9))",
       " < " + one + "*min(1, abs(n - 10^9))", {{"n", "10^9"}, {"s", "1"}, {"a", "2"}},
       {{"n", "10^9 - 1"}, {"s", "1"}, {"a", "2"}});
  both("one order", " < " + one + "*max(1, abs(a - 9))", " < " + one + "*min(1, abs(a - 9))",
       {{"n", "2"}, {"s", "1"}, {"a", "9"}}, {{"n", "2"}, {"s", "1"}, {"a", "8"}});
}

TEST_CASE("levels of tests, in far corners", "[corners]") {
  const std::string p = "rr_law(log(3), 3, 1)";
  const std::string q = "rr_law(log(3), 4, 0)";
  const std::string other_p = "rr_law(log(2), 3, 1)";
  const std::string other_q = "rr_law(log(2), 1, 3)";
  const auto level = [](const std::string& of, const std::string& against, const std::string& t) {
    return "sum(x, 0, 4, if(pmf(" + against + ", x) > " + t + "*pmf(" + of + ", x), 1, if(pmf(" +
           against + ", x) == " + t + "*pmf(" + of + ", x), c, 0))*pmf(" + of + ", x))";
  };
  const auto claim = [&](const std::string& second_threshold, const std::string& more) {
    const std::string first = level(p, q, "t");
    const std::string second = level(other_p, other_q, second_threshold);
    return "tradeoff(pair(mix(w, " + p + ", " + other_p + "), mix(w, " + q + ", " + other_q +
           ")), w*" + first + " + (1 - w)*" + second + ") >= w*tradeoff(pair(" + p + ", " + q +
           "), " + first + ") + (1 - w)*tradeoff(pair(" + other_p + ", " + other_q + "), " +
           second + ")" + more;
  };
  const std::vector<std::string> domain{"t >= 0", "c >= 0", "c <= 1", "w >= 0", "w <= 1"};
  const point_of_texts elsewhere{{"t", "1"}, {"c", "1/3"}, {"w", "1/2"}};
  const auto both = [&](const std::string& corner, const stated_on_domain& right,
                        const stated_on_domain& wrong, const point_of_texts& failing) {
    check_pair({corner, right, wrong, failing, elsewhere, "t = [1]\nc = [\"1/3\"]\nw = [\"1/2\"]"});
  };
  const stated_on_domain right{claim("t", ""), domain};
  // Both levels are 0 there, and both sides 1.
  both("beyond all ratios", {claim("t", " - max(0, t - 10^9)"), domain},
       {claim("t", " + max(0, t - 10^9)"), domain}, {{"t", "2*10^9"}, {"c", "1/3"}, {"w", "1/2"}});
  both("two thresholds beyond all ratios", right, {claim("if(t > 10^9, 0, t)", ""), domain},
       {{"t", "2*10^9"}, {"c", "0"}, {"w", "4/5"}});
  std::vector<std::string> wider = domain;
  wider[2] = "c <= 1.000000001";
  // The smallest ratio is 1/3: the level of the first test is above 1 there alone.
  both("a chance above 1", right, {claim("t", ""), wider},
       {{"t", "1/3"}, {"c", "1.000000001"}, {"w", "1/2"}});
  wider = domain;
  wider[4] = "w <= 1.000000001";
  both("a weight above 1", right, {claim("t", ""), wider},
       {{"t", "1"}, {"c", "1/3"}, {"w", "1.000000001"}});
}

TEST_CASE("between two knots, in far corners", "[corners]") {
  const auto average = [](const std::string& end) {
    return "sum(i, 0, n - 1, binomial(n - 1, i)*exp(-eps0)^i*(1 - exp(-eps0))^(n - 1 - "
           "i)*binomial_cdf(" +
           end + ", i, 1/2))";
  };
  const auto level = [&](const std::string& t) { return average("i - (i + 1)/(" + t + " + 1)"); };
  const auto power = [&](const std::string& t) {
    return average("floor(i - (i + 1)/(" + t + " + 1)) + 1");
  };
  const std::string claim = "1 - tradeoff(unmixed_pair(n, eps0), s*" + level("t") + " + (1 - s)*" +
                            level("u") + ") == s*" + power("t") + " + (1 - s)*" + power("u");
  const auto ratios_between = [](const std::string& most) {
    return "sum(b, 1, " + most + ", max(0, min(ceil(u*b) - 1, n - b) - floor(t*b)))";
  };
  const std::vector<std::string> domain{
      "n >= 1", "eps0 > 0", "s >= 0", "s <= 1", "t >= 0", "u >= t", ratios_between("n") + " == 0"};
  const auto both = [&](const std::string& corner, std::size_t which, const std::string& wider,
                        const point_of_texts& failing, const point_of_texts& elsewhere) {
    std::vector<std::string> other = domain;
    other[which] = wider;
    check_pair({corner,
                {claim, domain},
                {claim, other},
                failing,
                elsewhere,
                "points = [{ n = 2, eps0 = 1, s = \"1/3\", t = 0, u = 1 }]",
                {"n"}});
  };
  const auto at = [](const char* n, const char* eps0, const char* s, const char* t, const char* u) {
    return point_of_texts{{"n", n}, {"eps0", eps0}, {"s", s}, {"t", t}, {"u", u}};
  };
  // With three users the ratios are 0, 1/2, 1 and 2: the line bends at each of them.
  const point_of_texts between = at("3", "1", "1/3", "1/2", "1");
  both("a little below the lower knot", 3, "s <= 1.000000001",
       at("3", "1", "1.000000001", "1/2", "1"), between);
  both("a little above the upper knot", 2, "s >= -0.000000001",
       at("3", "1", "-0.000000001", "1/2", "1"), between);
  both("a ratio below 0", 4, "t >= -0.000000001", at("2", "1", "1", "-0.000000001", "0"), between);
  // 6/1 lies between, and 7/1 takes eight users.
  both("one ratio between large ones", 6, ratios_between("n") + " <= floor(t/5)",
       at("8", "1", "1/2", "5", "7"), at("6", "1", "1/2", "5", "7"));
  both("one ratio of ten counts", 6, ratios_between("min(n, 9)") + " == 0",
       at("11", "1/10", "1/2", "0", "1/9"), at("10", "1/10", "1/2", "0", "1/9"));
}

TEST_CASE("few values of a variable, in far corners", "[corners]") {
  const std::string binomial = "sum(j, 0, k, binomial(k, j)*x^j) == (1 + x)^k + ";
  const auto both = [](const std::string& corner, const std::string& right,
                       const std::string& wrong, const std::vector<std::string>& domain,
                       const point_of_texts& failing, const point_of_texts& elsewhere) {
    check_pair(
        {corner, {right, domain}, {wrong, domain}, failing, elsewhere, "k = [4]\nx = [2]", {"k"}});
  };
  const std::vector<std::string> sixteen{"x > 0", "k >= 3", "k <= 18"};
  both("the last value alone", binomial + "if(k == 19, x/10^9, 0)",
       binomial + "if(k == 18, x/10^9, 0)", sixteen, {{"k", "18"}, {"x", "1"}},
       {{"k", "17"}, {"x", "1"}});
  both("the first value alone", binomial + "if(k == 2, x/10^9, 0)",
       binomial + "if(k == 3, x/10^9, 0)", sixteen, {{"k", "3"}, {"x", "1"}},
       {{"k", "4"}, {"x", "1"}});
  const std::vector<std::string> two{"x > 0", "k >= 3", "k <= 4"};
  both("one value, and x above 10^9", binomial + "if(k == 5, max(0, x - 10^9), 0)",
       binomial + "if(k == 4, max(0, x - 10^9), 0)", two, {{"k", "4"}, {"x", "2*10^9"}},
       {{"k", "4"}, {"x", "10^9"}});
  const auto divided = [](const std::string& k) {
    const std::string divisor = "(x - if(k == " + k + ", 10^9, -1))";
    return "sum(j, 0, k, binomial(k, j)*x^j)/" + divisor + " == (1 + x)^k/" + divisor;
  };
  both("one value, and no value at x = 10^9", divided("5"), divided("4"), two,
       {{"k", "4"}, {"x", "10^9"}}, {{"k", "3"}, {"x", "10^9"}});
  const std::string mean = "normal_mean(y, exp(k*y/x - 1)) <= exp(k^2/(2*x^2) - 1)*(1 ";
  both("a mean of exponentials, and x above 10^9", mean + "+ max(0, x - 10^9))",
       mean + "- max(0, x - 10^9))", two, {{"k", "4"}, {"x", "2*10^9"}}, {{"k", "4"}, {"x", "2"}});
  const std::string parts = "sum(j, 0, k, binomial(k, j)*x^j) == if(k == 3, (1 + x)^3, (1 + x)^4)";
  check_pair({"an end that is no whole number",
              {parts, {"x > 0", "k >= 3", "k <= 4.999999999"}},
              {parts, {"x > 0", "k >= 3", "k <= 5.000000001"}},
              {{"k", "5"}, {"x", "1"}},
              {{"k", "4"}, {"x", "1"}},
              "k = [3]\nx = [2]",
              {"k"}});
}

TEST_CASE("logarithms of small numbers, in far corners", "[corners]") {
  const auto both = [](const std::string& corner, const stated_on_domain& right,
                       const stated_on_domain& wrong, const std::string& failing,
                       const std::string& elsewhere) {
    check_pair({corner, right, wrong, {{"d", failing}}, {{"d", elsewhere}}, "d = [\"1/4\"]"});
  };
  const std::vector<std::string> share{"d > 0", "d < 1"};
  // d is e^(-v) with v far out, where d itself is below every number that a box can begin at.
  both("d below e^(-250000)", {"sqrt(log(1/d)) <= 1 + log(1/d)", share},
       {"sqrt(log(1/d)) <= 501 + log(1/d)/10^6", share}, "exp(-500000)", "exp(-100000)");
  both("d below e^(-10^6), of a square", {"log(1/d) <= 2*log(1/d)^2 + 1", share},
       {"log(1/d)^2/10^6 <= log(1/d) + 1", share}, "exp(-2*10^6)", "exp(-10^5)");
  both("no room at the end alone", {"log(1/d)/(1 + log(1/d)^2) > 0", share},
       {"log(1/d)/(1 + log(1/d)^2) > 0", {"d > 0", "d <= 1"}}, "1", "1 - 10^(-9)");
  const std::string roots = "log(1/d) + sqrt(log(1/d)) ";
  both("no value beyond the end", {roots + ">= 0", {"d > 0", "d <= 1"}},
       {roots + ">= 0", {"d > 0", "d <= 1.000000001"}}, "1.000000001", "1");
  // log 2 + sqrt(log 2) = 1.525701…
  const std::vector<std::string> half{"d > 0", "d <= 1/2"};
  both("another end", {roots + "> 1.5256", half}, {roots + "> 1.5258", half}, "1/2", "0.4999");
}

TEST_CASE("means of what is at most 1, in far corners", "[corners]") {
  const std::string mean = "s*Phi(x) + (1 - s)*Phi(y) <= 1";
  const auto both = [&](const std::string& corner, const std::string& wrong, const std::string& s) {
    const std::vector<std::string> share{"s >= 0", "s <= 1"};
    check_pair({corner,
                {mean, share},
                {mean, {wrong, wrong[2] == '>' ? "s <= 1" : "s >= 0"}},
                {{"s", s}, {"x", s[0] == '-' ? "-10" : "10"}, {"y", s[0] == '-' ? "10" : "-10"}},
                {{"s", "1/2"}, {"x", "1"}, {"y", "1"}},
                "s = [\"1/2\"]\nx = [0]\ny = [1]"});
  };
  both("a weight below 0", "s >= -0.000000001", "-0.000000001");
  both("a weight above 1", "s <= 1.000000001", "1.000000001");
}

TEST_CASE("randomized response in one direction, in far corners", "[corners]") {
  const std::string known = "renyi(rr_pair(n, eps0), a)";
  const std::vector<std::string> domain{"n >= 1", "eps0 >= 0", "a > 1"};
  const std::string check = "n = [3]\neps0 = [1]\na = [2]";
  check_pair({"orders above 10^9",
              {known + " <= min(2*a*exp(eps0)/n, eps0)", domain},
              {known + " <= min(2*a*exp(eps0)/n, max(eps0 - 10^-9, 10/a))", domain},
              {{"n", "2"}, {"eps0", "1"}, {"a", "10^11"}},
              {{"n", "2"}, {"eps0", "1"}, {"a", "10"}},
              check,
              {"n"}});
  check_pair({"more than 10^9 users in the other direction",
              {known + " <= a*(exp(eps0) + 1)/n", domain},
              {"renyi(swap(rr_pair(n, eps0)), a) <= a*(exp(eps0) + 1)/n*max(1, 10^9 - n)", domain},
              {{"n", "10^9"}, {"eps0", "15"}, {"a", "300"}},
              {{"n", "1000"}, {"eps0", "1"}, {"a", "2"}},
              check,
              {"n"}});
}

TEST_CASE("the expansion of a sampled pair, in far corners", "[corners]") {
  const auto expansion = [](const std::string& factor) {
    return "log(1 + binomial(a, 2)*g^2*(exp(eps0) - 1)^2/(k*exp(eps0))" + factor +
           " + sum(j, 3, a, binomial(a, j)*g^j*((exp(2*eps0) - 1)/(k*exp(eps0)))^j*"
           "binomial_mean(m, k, 1/(exp(eps0) + 1), (m - k/(exp(eps0) + 1))^j)))/(a - 1)";
  };
  const std::string above =
      " <= log(1 + 4*binomial(a, 2)*g^2*(exp(eps0) - 1)^2/((floor((k - 1)/(2*exp(eps0))) + "
      "1)*exp(eps0)) + sum(j, 3, a, binomial(a, j)*g^j*j*gamma(j/2)*(2*(exp(2*eps0) - "
      "1)^2/((floor((k - 1)/(2*exp(eps0))) + 1)*exp(2*eps0)))^(j/2)) + ((1 + g*(exp(2*eps0) - "
      "1)/exp(eps0))^a - 1 - a*g*(exp(2*eps0) - 1)/exp(eps0))*exp(-(k - 1)/(8*exp(eps0))))/(a - 1)";
  const std::vector<std::string> domain{"k >= 1", "eps0 >= 0", "g >= 0", "g <= 1", "a >= 2"};
  check_pair({"more than 10^9 users",
              {expansion("") + above, domain},
              {expansion("*(1 + 20*floor(k/10^9))") + above, domain},
              {{"k", "10^9"}, {"eps0", "1/10"}, {"g", "1/2"}, {"a", "2"}},
              {{"k", "10"}, {"eps0", "1/10"}, {"g", "1/2"}, {"a", "2"}},
              "k = [3]\neps0 = [1]\ng = [\"1/2\"]\na = [2]",
              {"k", "a"}});
}

TEST_CASE("one power in a logarithm, in far corners", "[corners]") {
  const auto powers = [](const std::string& rate) {
    return "eps0 - n*log1p(exp(-eps0))/(a - 1) <= log(exp(-n*a) + exp(eps0*a - " + rate +
           "*(n - 1)/exp(eps0)))/(a - 1)";
  };
  check_pair({"more than 102 users",
              {powers("6/10"), {"n >= 2", "eps0 >= 0", "a >= 2"}},
              {powers("7/10"), {"n >= 2", "eps0 >= 0", "a >= 2"}},
              {{"n", "1000"}, {"eps0", "0"}, {"a", "2"}},
              {{"n", "10"}, {"eps0", "0"}, {"a", "2"}},
              "n = [3]\neps0 = [1]\na = [2]",
              {"n"}});
  // What stands beside the power is below 0 at the very end.
  const std::vector<std::string> domain{"x >= 1", "y >= 0", "y <= 10^9 + 1/2"};
  check_pair({"y above 10^9",
              {"x <= log(exp(x) + abs(10^9 - y))", domain},
              {"x <= log(exp(x) + min(1, 10^9 - y))", domain},
              {{"x", "2"}, {"y", "10^9 + 1/4"}},
              {{"x", "2"}, {"y", "3"}},
              "x = [2]\ny = [1]",
              {}});
}

}  // namespace test_far_corners_of_rules
