// Extrema and thresholds over real ranges, against closed forms.

#include "support/catch.hpp"
#include "support/texts.hpp"
#include "support/values_at_points.hpp"

namespace test_search {

using namespace shufflecert;

namespace {

template <class Error>
std::string complaint(const std::string& text) {
  return message_of<Error>([&] { number_at(text, 256); });
}

std::string exact(const std::string& text) {
  return number_at(text, 128).exact_text().value_or("not exact");
}

}  // namespace

TEST_CASE("smooth extrema inside the range are found to the digits of the precision") {
  check_closed_forms({{"minimum(x, -3, 3, x^2 - 2*x)", "-1"},
                      {"minimum(x, 1/100, 2, x*log(x))", "-exp(-1)"},
                      {"maximum(x, 0, 5, x*exp(-x))", "exp(-1)"},
                      {"minimum(x, 1/10, 10, x + 1/x)", "2"},
                      {"minimum(x, -2, 2, exp(x) + exp(-x))", "2"},
                      {"minimum(x, -5, 5, exp(2*x) + 3*exp(-x))", "3*(3/2)^(2/3)*(1/3 + 2/3)"},
                      {"maximum(x, -4, 4, exp(-x^2/2)/sqrt(2*pi))", "1/sqrt(2*pi)"},
                      {"maximum(x, 0, 1, x^3*(1 - x)^2)", "27*4/5^5"}},
                     {64, 128});
  // The smallest value of gamma between 0 and inf, OEIS A030171.
  const ball gap =
      number_at("minimum(x, 1, 2, gamma(x)) - 0.8856031944108887002788159005825887332", 256)
          .to_ball(256);
  CHECK(is_below_power_of_two(gap, -120));
}

TEST_CASE("extrema at an end are exact where the body's value there is") {
  CHECK(exact("minimum(x, 0, 1, x)") == "0");
  CHECK(exact("maximum(x, 0, 1, x)") == "1");
  CHECK(exact("maximum(x, 1/3, 5, 1/x)") == "3");
  CHECK(exact("minimum(x, log(2), log(3), exp(x))") == "2");
  CHECK(exact("maximum(x, log(2), log(3), exp(x) + exp(2*x))") == "12");
  CHECK(exact("minimum(x, 0, 1, 7)") == "7");
  CHECK(exact("minimum(x, 2, 2, x^2)") == "4");
  CHECK(exact("minimum(x, 0, 1, sqrt(x))") == "0");
  CHECK(exact("maximum(x, 0, 4, sqrt(x))") == "2");
  CHECK(exact("maximum(x, 1/2, 1, Phi_inv(x/2))") == "0");
}

TEST_CASE("flat, steep, kinked and many-valleyed bodies are enclosed") {
  check_closed_forms(
      {{"minimum(x, -1, 2, 1 + x^8)", "1"},
       {"maximum(x, 0, 1, exp(-(10^3*(x - 1/3))^2))", "1"},
       {"minimum(x, 0, 3, max(x, 2 - x))", "1"},
       {"minimum(x, -1, 1, 1 + abs(x - 1/3))", "1"},
       {"maximum(x, -1, 1, min(exp(x), 2 - x))", "min(exp(smallest(y, 0, 1, exp(y) >= 2 - y)), 2)"},
       {"minimum(x, -3, 3, (x^2 - 1)^2*(x - 2)^2 + x + 5)",
        "minimum(x, -5/4, -1, (x^2 - 1)^2*(x - 2)^2 + x + 5)"},
       {"minimum(x, 0, 10, (x - floor(x) - 1/2)^2 + 1)", "1"},
       {"minimum(x, 0, 1, tanh(x) - x + expm1(x) - log1p(x) + 1)", "1"}},
      {64});
  // Across a jump both sides count, in one ball whose radius has 30 bits.
  const ball jump = number_at("maximum(x, 0, 2, if(x < 1, x + 1, 1))", 64).to_ball(64);
  CHECK(contains(jump, 2));
  CHECK(jump.has_relative_radius(8));
  // 0 has no relative digits; its enclosure shrinks to it, and not below.
  const ball zero = number_at("minimum(x, -1, 1, abs(x - 1/3))", 128).to_ball(128);
  CHECK(zero.contains_zero());
  CHECK(zero.is_certainly_nonnegative());
  CHECK(is_below_power_of_two(zero, -100));
  CHECK(exact("minimum(x, -1, 1, x^2) + 1") != "0");
}

TEST_CASE("an extremum where two boxes meet belongs to one of them") {
  check_closed_forms({{"minimum(x, -1, 1, exp(x^2)/3)", "1/3"},
                      {"minimum(x, -1, 1, abs(x) + pi)", "pi"},
                      {"maximum(x, -1, 1, -x^2 - pi)", "-pi"},
                      {"maximum(x, -1, 3, exp(-(x - 1)^2)/7)", "1/7"},
                      {"minimum(x, -1, 1, max(x, -2*x) + exp(1))", "exp(1)"}},
                     {64, 128});
}

TEST_CASE("an undifferentiated body is enclosed by interval evaluation alone") {
  const ball found =
      number_at("minimum(x, 1, 2, total_variation(gaussian_pair(x)))", 64).to_ball(64);
  const ball truth = number_at("total_variation(gaussian_pair(1))", 256).to_ball(256);
  CHECK(arb_contains(found.raw(), truth.raw()) != 0);
}

TEST_CASE("the least point where a condition holds is enclosed from both sides") {
  check_closed_forms({{"smallest(x, 0, 2, x^2 >= 2)", "sqrt(2)"},
                      {"smallest(x, 0, 2, x^2 > 2)", "sqrt(2)"},
                      {"smallest(x, 0, 9, exp(-x) <= 1/3)", "log(3)"},
                      {"smallest(x, -5, 5, Phi(x) >= 0.975)", "Phi_inv(0.975)"},
                      {"smallest(x, 0, 10, x >= 1/3 and x >= pi)", "pi"},
                      {"smallest(x, 0, 10, x^3 - 6*x^2 + 11*x > 6 or x > 7)", "1"},
                      {"smallest(x, 0, 100, floor(x) >= 7)", "7"}},
                     {64, 256});
  check_closed_forms({{"smallest(x, 1e-30, 1, x > 1e-20)", "1e-20"}}, {256});
  CHECK(exact("smallest(x, 1/3, 2, x > 0)") == "1/3");
  CHECK(exact("smallest(x, log(2), 2, exp(x) >= 2)") == "log(2)");
}

TEST_CASE("a place without a value hides none that is before it") {
  // Halves of the range have no value as a whole, and are checked first.
  check_closed_forms({{"smallest(x, 0, 3, log(1 - x) < -1)", "1 - exp(-1)"},
                      {"smallest(x, 0, 8, sqrt(1 - x) <= 1/2)", "3/4"},
                      {"smallest(x, -1, 100, exp(x) >= 2 and sqrt(1 - x) > 0)", "log(2)"}},
                     {64, 256});
  CHECK(exact("smallest(x, -2, 5, sqrt(abs(x) - 2) <= 5/2)") == "-2");
  // Whether it has a value at -2 is open, and nothing is said of what lies behind.
  CHECK(complaint<beyond_reach>(
            "smallest(x, -2, 5, sqrt(abs(x) - 1 - sqrt(3 + 2*sqrt(2)) + sqrt(2)) "
            "<= 5/2)") == "the condition may have no value somewhere before the place sought");
  // With nothing before it that may hold, a place without a value is the answer.
  CHECK(complaint<undefined_value>("smallest(x, -1, 2, sqrt(x) >= 1/2)") ==
        "sqrt of a negative number in 'sqrt(x)'");
  CHECK(complaint<undefined_value>("smallest(x, 0, 1, log(x) < -3)") ==
        "log of a number that is not positive in 'log(x)'");
}

TEST_CASE("a search that finds nothing, or cannot, says so") {
  CHECK(complaint<undefined_value>("smallest(x, 0, 2, x^2 >= 5)") ==
        "the condition holds nowhere between the limits in 'smallest(x, 0, 2, x^2 >= 5)'");
  CHECK(complaint<beyond_reach>("smallest(x, 0, 2, x^2 == 2)") ==
        "no place was found where the condition certainly holds");
  CHECK(complaint<undefined_value>("minimum(x, 1, 0, x)") ==
        "the range from lo to hi is empty in 'minimum(x, 1, 0, x)'");
  CHECK(complaint<beyond_reach>("minimum(x, 0, inf, x)") ==
        "the limits of a search must be finite");
  CHECK(complaint<undefined_value>("minimum(x, 0, 1, 1/x)") == "division by zero in '1/x'");
  CHECK(complaint<undefined_value>("minimum(x, -1, 1, log(x))") ==
        "log of a number that is not positive in 'log(x)'");
  CHECK(complaint<undefined_value>("minimum(x, -1/2, 1, sqrt(1/4 - x^2))") ==
        "sqrt of a negative number in 'sqrt(1/4 - x^2)'");
  // A pole between the ends: no value is below or above it.
  CHECK(complaint<beyond_reach>("minimum(x, -1, 2, 1/(x - 1/3))") ==
        "the body is not enclosed somewhere in the range");
  CHECK(complaint<beyond_reach>("maximum(x, -1, 2, 1/(x - 1/3)^2)") ==
        "the body is not enclosed somewhere in the range");
  const budget over(budget::clock::now());
  CHECK(refine(*parse_formula("minimum(x, 0, 1, x - x^2)"), definitions(), {}, 15, {},
               {.limits = over})
            .reason == "the time limit was reached");
}

TEST_CASE("forms that bind a name may stand inside each other") {
  check_closed_forms({{"minimum(x, 1, 2, integral(y, 0, 1, x*y))", "1/2"},
                      {"maximum(a, 0, 1, minimum(b, 0, 1, a + b))", "1"}},
                     {64});
}

}  // namespace test_search
