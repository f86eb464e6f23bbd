// Integrals and normal means against their closed forms, and the cases that must be refused.

#include "support/catch.hpp"
#include "support/texts.hpp"
#include "support/values_at_points.hpp"

namespace test_integral {

using namespace shufflecert;

namespace {

ball value_at(const std::string& text, bits precision, const definitions& visible = definitions()) {
  return number_at(text, precision, visible).to_ball(precision);
}

/// What an evaluation says that ends without a value.
template <class Error>
std::string complaint(const std::string& text) {
  return message_of<Error>([&] { value_at(text, 256); });
}

const std::string not_enclosed =
    "the integral could not be enclosed: the body may be unbounded or without a value somewhere "
    "between the limits, or vary too much";
const std::string no_decay =
    "no exponential bound is known for the decay of the body toward an infinite limit";

}  // namespace

TEST_CASE("integrals of holomorphic bodies enclose their closed forms") {
  check_closed_forms({{"integral(x, 0, 1, x^2)", "1/3"},
                      {"integral(x, -2, 3, x^7 - x + 1)", "(3^8 - 2^8)/8 - 5/2 + 5"},
                      {"integral(x, 0, 1, 4/(1 + x^2))", "pi"},
                      {"integral(x, 1, 2, 1/x)", "log(2)"},
                      {"integral(x, log(2), log(3), exp(x))", "1"},
                      {"integral(x, 1, 5, log(x))", "5*log(5) - 4"},
                      {"integral(x, 1, 5, log1p(x - 1))", "5*log(5) - 4"},
                      {"integral(x, 0, 2, tanh(x))", "log((exp(2) + exp(-2))/2)"},
                      {"integral(x, 0, 1, expm1(-x))", "-exp(-1)"},
                      {"integral(x, 0, 1, 2^x)", "1/log(2)"},
                      {"integral(x, 1, 2, lgamma(x))", "log(2*pi)/2 - 1"},
                      {"integral(x, 1, 2, gamma(x + 1)/gamma(x))", "3/2"},
                      {"integral(x, -1, 2, exp(-x^2/2)/sqrt(2*pi))", "Phi(2) - Phi(-1)"},
                      {"integral(x, 0, 1, Phi(x))", "Phi(1) + (exp(-1/2) - 1)/sqrt(2*pi)"},
                      {"integral(x, 0, 1, sum(j, 0, 20, x^j))", "sum(j, 1, 21, 1/j)"},
                      {"integral(x, 0, 1, product(j, 1, 3, x + j))", "1/4 + 6/3 + 11/2 + 6"}},
                     {64, 128, 400});
}

TEST_CASE("narrow peaks, nearby poles and edges of the domain cost digits nowhere") {
  check_closed_forms({{"integral(x, 0, 1, exp(-(10^4*(x - 1/3))^2))",
                       "sqrt(pi)/10^4*(Phi(sqrt(2)*2*10^4/3) - Phi(-sqrt(2)*10^4/3))"},
                      {"integral(x, 0, 1, 1/(x + 1e-6))", "log(1 + 1e6)"},
                      {"integral(x, 0, 1, sqrt(x))", "2/3"},
                      {"integral(x, 0, 1, sqrt(1 - x))", "2/3"},
                      {"integral(x, 0, 1, x^(1/3))", "3/4"},
                      {"integral(x, -1, 1, sqrt(1 - x^2))", "pi/2"},
                      {"integral(x, 0, 1, exp(-1000*x))", "(1 - exp(-1000))/1000"},
                      {"integral(x, 0, 1, 1e-30*x)", "1e-30/2"},
                      {"integral(x, 0, 1e-30, exp(x))", "expm1(1e-30)"}},
                     {64, 192});
}

TEST_CASE("bodies in pieces are integrated piece by piece") {
  check_closed_forms({{"integral(x, -1, 2, abs(x))", "5/2"},
                      {"integral(x, 0, 10, floor(x))", "45"},
                      {"integral(x, 0, 7/2, ceil(x))", "1 + 2 + 3 + 4/2"},
                      {"integral(x, 1/2, 3, min(x, 1/x))", "3/8 + log(3)"},
                      {"integral(x, 0, 3, max(x, 1, 2 - x))", "3/2 + 4"},
                      {"integral(x, 0, 3, if(x < sqrt(2), 1, 2))", "6 - sqrt(2)"},
                      {"integral(x, 0, 3, if(1 <= x and x < 2, x, 0))", "3/2"},
                      {"integral(x, 0, 3, if(x < 1 or not x < 2, 1, 0))", "2"},
                      {"integral(x, -1, 1, if(x > 0, sqrt(x), 1))", "5/3"},
                      {"integral(x, 0, 1, if(2 < 1, 1/0, x))", "1/2"}},
                     {64, 160});
}

TEST_CASE("the limits may stand in either order and meet") {
  check_closed_forms({{"integral(x, 1, 0, x^2)", "-1/3"}, {"integral(x, inf, 0, exp(-x))", "-1"}},
                     {64, 128});
  CHECK(value_at("integral(x, 2, 2, 1/(x - 2))", 64).is_exact_zero());
  CHECK(value_at("integral(x, log(2), log(2), x)", 64).is_exact_zero());
  // An odd body: no relative digits to be had, but 0 is inside and nothing far from it.
  const ball odd = value_at("integral(x, -1, 1, x^3)", 128);
  CHECK(odd.contains_zero());
  CHECK(is_below_power_of_two(odd, -100));
}

TEST_CASE("infinite ranges are cut where a bound for the rest is below the tolerance") {
  check_closed_forms({{"integral(x, 0, inf, exp(-x))", "1"},
                      {"integral(x, -inf, 0, exp(x/3))", "3"},
                      {"integral(x, -inf, inf, exp(-x^2))", "sqrt(pi)"},
                      {"integral(x, 0, inf, x^5*exp(-x))", "120"},
                      {"integral(x, 0, inf, sqrt(x)*exp(-x))", "sqrt(pi)/2"},
                      {"integral(x, 0, inf, x*exp(-x/100))", "10^4"},
                      {"integral(x, 10, inf, exp(-x^2/2)/sqrt(2*pi))", "Phi(-10)"},
                      {"integral(x, -inf, -30, exp(-x^2/2)/sqrt(2*pi))", "Phi(-30)"},
                      {"integral(x, -inf, inf, exp(-x)/(1 + exp(-x))^2)", "1"},
                      {"integral(x, -inf, inf, exp(-abs(x)))", "2"},
                      {"integral(x, 0, inf, exp(-(x - 50)^2/2)/sqrt(2*pi))", "Phi(50)"}},
                     {64, 192});
}

TEST_CASE("normal means of powers, exponentials and pieces have their closed forms") {
  check_closed_forms({{"normal_mean(x, 1)", "1"},
                      {"normal_mean(x, x^2)", "1"},
                      {"normal_mean(x, x^8)", "105"},
                      {"normal_mean(x, (x - 3)^4)", "3 + 6*9 + 81"},
                      {"normal_mean(x, exp(x/2))", "exp(1/8)"},
                      {"normal_mean(x, exp(-10*x))", "exp(50)"},
                      {"normal_mean(x, x*exp(2*x))", "2*exp(2)"},
                      {"normal_mean(x, exp(x^2/3))", "sqrt(3)"},
                      {"normal_mean(x, exp(-7*x^2 + x))", "exp(1/30)/sqrt(15)"},
                      {"normal_mean(x, abs(x))", "sqrt(2/pi)"},
                      {"normal_mean(x, max(x - 1, 0))", "exp(-1/2)/sqrt(2*pi) - Phi(-1)"},
                      {"normal_mean(x, if(x > 2, 1, 0))", "Phi(-2)"},
                      {"normal_mean(x, Phi(3*x + 1))", "Phi(1/sqrt(10))"},
                      {"normal_mean(x, (1 + tanh(5*x))/2)", "1/2"},
                      {"normal_mean(x, 1/(1 + exp(x)))", "1/2"},
                      {"normal_mean(x, log(exp(x)) + 1)", "1"}},
                     {64, 192});
}

TEST_CASE("Poisson means of powers, exponentials and pieces have their closed forms") {
  check_closed_forms(
      {{"poisson_mean(3, b, 1)", "1"},
       {"poisson_mean(3, b, b)", "3"},
       {"poisson_mean(1/7, b, b^2)", "1/7 + 1/49"},
       {"poisson_mean(5/2, b, b^4)", "(5/2)^4 + 6*(5/2)^3 + 7*(5/2)^2 + 5/2"},
       {"poisson_mean(400, b, b^3)", "400^3 + 3*400^2 + 400"},
       {"poisson_mean(sqrt(2), b, b*(b - 1)*(b - 2)*(b - 3)*(b - 4))", "sqrt(2)^5"},
       {"poisson_mean(7, b, exp(b/2))", "exp(7*expm1(1/2))"},
       {"poisson_mean(20, b, exp(-3*b))", "exp(20*expm1(-3))"},
       {"poisson_mean(2, b, b*exp(2*b))", "2*exp(2)*exp(2*expm1(2))"},
       {"poisson_mean(9, b, 1/(b + 1))", "-expm1(-9)/9"},
       {"poisson_mean(9, b, 1/((b + 1)*(b + 2)))", "(1 - exp(-9) - 9*exp(-9))/81"},
       {"poisson_mean(1/1000, b, 2^b*3^(b/2))", "exp((2*sqrt(3) - 1)/1000)"},
       {"poisson_mean(3, b, if(b >= 2, 1, 0))", "1 - 4*exp(-3)"},
       {"poisson_mean(3, b, if(b > 99, 0, if(b < 99, 0, gamma(b + 1))))", "3^99*exp(-3)"},
       {"poisson_mean(4, b, (1 + 1/(b + 1))^(b + 1)*(1 - 1/(b + 2))^(b + 1))", "1"},
       {"poisson_mean(0, b, 3 + b)", "3"},
       {"poisson_mean(0, b, if(b < 1, 3, 1/0))", "3"},
       {"poisson_mean(2, b, poisson_mean(3, c, c))", "3"}},
      {64, 192});
}

TEST_CASE("a Poisson mean has a value only where its body has one at every whole number") {
  CHECK(complaint<undefined_value>("poisson_mean(1, b, log(60 - b))") ==
        "the body has no value beyond 65 in 'poisson_mean(1, b, log(60 - b))'");
  // A single place, and one far beyond where terms count.
  CHECK(complaint<undefined_value>("poisson_mean(1, b, 1/(b - 10))") ==
        "division by zero in '1/(b - 10)'");
  CHECK(complaint<undefined_value>("poisson_mean(1, b, 1/(b - 12345))") ==
        "division by zero in '1/(b - 12345)'");
  CHECK(complaint<undefined_value>("poisson_mean(1, b, if(b < 50000, 1, 1/0))")
            .starts_with("the body has no value beyond "));
  CHECK(complaint<undefined_value>("poisson_mean(1, b, if(b < 500, 1, sqrt(1/1000 - 1/b)))")
            .starts_with("sqrt of a negative number"));
  CHECK(complaint<undefined_value>("poisson_mean(-1, b, b)") ==
        "the mean of a Poisson law must be >= 0 in 'poisson_mean(-1, b, b)'");
  // Between the whole numbers nothing is asked, as long as it ends somewhere.
  CHECK(value_at("poisson_mean(1, b, 1/(b - 100.5))", 128).is_certainly_negative());
}

TEST_CASE("a Poisson mean that is not bounded is refused") {
  const std::string no_bound =
      "no bound is known for the growth of the body that makes its mean finite";
  for (const char* body : {"exp(b^2)", "exp(b^2/10^6)", "gamma(b + 1)", "b^b", "exp(exp(b))"}) {
    INFO(body);
    CHECK(complaint<beyond_reach>(std::string("poisson_mean(1/2, b, ") + body + ")") == no_bound);
  }
  CHECK(complaint<beyond_reach>("poisson_mean(10^7, b, 1)") ==
        "a Poisson mean of more than 10000000 terms");
  CHECK(complaint<beyond_reach>("poisson_mean(1, b, renyi(rr_pair(b + 1, 1), 2))") ==
        "'renyi' of the name 'b' is not supported here");
}

TEST_CASE("a body sees the values of outer names, definitions and constants of any kind") {
  definitions visible;
  visible.add({"tilted", {"a", "b"}, parse_formula("exp(a*b - c_of(a))")});
  visible.add({"c_of", {"a"}, parse_formula("a^2/2")});
  for (const bits precision : {64, 128}) {
    CHECK(arb_contains_si(value_at("normal_mean(x, tilted(2, x))", precision, visible).raw(), 1) !=
          0);
    CHECK(arb_contains_si(
              value_at("integral(x, 0, 1, 2*x*renyi(rr_pair(1, 1), inf))", precision).raw(), 1) !=
          0);
    CHECK(
        arb_contains_si(
            value_at("12*integral(x, 0, 1, integral(y, 0, 1, 1/3)*x)*sum(x, 1, 2, x)/6", precision)
                .raw(),
            1) != 0);
  }
  const auto bound = refine(*parse_formula("integral(x, 0, a, x*a)"), definitions(),
                            {{"a", parse_formula("2")}}, 15, {}, {});
  CHECK(arb_contains_si(std::get<number>(bound.result).to_ball(128).raw(), 4) != 0);
}

TEST_CASE("an integral that diverges or meets a pole is refused, whatever its sign") {
  CHECK(complaint<beyond_reach>("integral(x, 0, 1, 1/x)") == not_enclosed);
  CHECK(complaint<beyond_reach>("integral(x, -1, 1, 1/x)") == not_enclosed);
  CHECK(complaint<beyond_reach>("integral(x, -1, 2, 1/(x - 1/3)^2)") == not_enclosed);
  CHECK(complaint<beyond_reach>("integral(x, -1, 1, (exp(x) - 1)/x)") == not_enclosed);
  CHECK(complaint<beyond_reach>("integral(x, -1/2, 1/2, gamma(x))") == not_enclosed);
  CHECK(complaint<beyond_reach>("integral(x, 0, 1, x^-(1/2))") == not_enclosed);
  CHECK(complaint<beyond_reach>("integral(x, 0, 1, log(x))") == not_enclosed);
  CHECK(complaint<beyond_reach>("integral(x, 0, 1, 1/(1 - 1/(2*x)))") == not_enclosed);
  CHECK(complaint<beyond_reach>("integral(x, 0, inf, exp(x))") == no_decay);
  CHECK(complaint<beyond_reach>("integral(x, 0, inf, 1)") == no_decay);
  CHECK(complaint<beyond_reach>("integral(x, 1, inf, 1/x^2)") == no_decay);
  CHECK(complaint<beyond_reach>("normal_mean(x, exp(x^2/2))") == no_decay);
  CHECK(complaint<beyond_reach>("normal_mean(x, exp(x^4))") == no_decay);
  // The rest beyond the pole is bounded; the piece with the pole is not.
  CHECK(complaint<beyond_reach>("normal_mean(x, 1/(x - 20))") == not_enclosed);
}

TEST_CASE("a body without a value on part of the range is reported, not integrated around") {
  CHECK(complaint<undefined_value>("integral(x, -1, 1, sqrt(x))") ==
        "the body has no value somewhere between the limits in 'integral(x, -1, 1, sqrt(x))'");
  CHECK(complaint<undefined_value>("integral(x, -1, 1, log(x))") ==
        "the body has no value somewhere between the limits in 'integral(x, -1, 1, log(x))'");
  CHECK(complaint<undefined_value>("integral(x, -1, 1, x^(1/3))") ==
        "the body has no value somewhere between the limits in 'integral(x, -1, 1, x^(1/3))'");
  CHECK(complaint<undefined_value>("integral(x, 0, 1, x/(2 - 2))") ==
        "the body has no value somewhere between the limits in 'integral(x, 0, 1, x/(2 - 2))'");
  // Far out, where nothing is summed any more: the bound must see it.
  for (const std::string text :
       {"integral(x, 0, inf, exp(-x)*sqrt(10^6 - x))", "integral(x, 0, inf, exp(-x)*log(10^6 - x))",
        "normal_mean(x, if(x < 10^6, 1, 1/0))"})
    CHECK(complaint<undefined_value>(text) ==
          "the body has no value beyond 1048576 in '" + text + "'");
  // Further out than anything is checked.
  CHECK(complaint<beyond_reach>("normal_mean(x, if(x < 10^7, 1, 1/0))") == no_decay);
}

TEST_CASE("what an integral does not support is named") {
  CHECK(complaint<beyond_reach>("integral(x, 1, 2, renyi(rr_pair(5, x), 2))") ==
        "'renyi' of the name 'x' is not supported here");
  CHECK(complaint<beyond_reach>("integral(x, 0, 1, Phi_inv(x))") ==
        "'Phi_inv' of the bound name is not supported in an integral");
  CHECK(complaint<beyond_reach>("integral(x, 0, 1, if(defined(1/x), 1, 2))") ==
        "'a condition' of the name 'x' is not supported here");
  CHECK(complaint<beyond_reach>("integral(x, 0, 1, sum(j, 1, floor(x), 1))") ==
        "'a limit of a sum or product' of the name 'x' is not supported here");
  CHECK(message_of<formula_error>([] {
          check_formula(*parse_formula("integral(1, 0, 1, 2)"), definitions(), {});
        }) == "column 10: the first argument of 'integral' is the name of its index");
  // The time limit reaches the integrand.
  const budget over(budget::clock::now());
  const auto late = refine(*parse_formula("integral(x, 0, 1, sum(j, 1, 5000, x^j)*x)"),
                           definitions(), {}, 15, {}, {.limits = over});
  CHECK(late.reason == "the time limit was reached");
}

TEST_CASE("the name of a Poisson mean stands behind the mean of the law") {
  CHECK(to_text(*parse_formula("poisson_mean(2*t, b, b^2)")) == "poisson_mean(2*t, b, b^2)");
  CHECK(free_variables(*parse_formula("poisson_mean(b, b, b^2)")) == std::vector<std::string>{"b"});
  CHECK(free_variables(*parse_formula("poisson_mean(mu, b, b^2)")) ==
        std::vector<std::string>{"mu"});
  CHECK(message_of<formula_error>([] {
          check_formula(*parse_formula("poisson_mean(b, 3, b)"), {}, {{"b", value_kind::number}});
        }) == "column 17: the second argument of 'poisson_mean' is the name of its index");
}

}  // namespace test_integral
