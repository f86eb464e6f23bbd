// What numbers settle in formulas: sums between numbers, coefficients, choices, and the means of
// exponential functions under the normal law, (N.13) of docs/methods/normal.md.

#include <map>

#include "claims/bounds/closed_forms.hpp"
#include "support/claim_pairs.hpp"
#include "support/this_run.hpp"

namespace test_closed_forms {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

std::string closed(const std::string& formula) {
  return to_text(*with_closed_forms(parse_formula(formula)));
}

bool has_mean(const std::string& formula) {
  return formula.find("normal_mean") != std::string::npos;
}

bool are_close(const std::string& one, const std::string& other, const point_of_texts& point = {}) {
  return truth_at("abs((" + one + ") - (" + other + ")) < 10^(-18)*(1 + abs(" + other + "))",
                  point) == true;
}

}  // namespace

TEST_CASE("means of exponential functions are what numerical integration says", "[closed]") {
  // mpmath.quad(lambda x: exp(f(x) - x**2/2)/sqrt(2*pi), [-inf, -10, -4, 0, 4, 10, inf]), 40 digits
  const std::map<std::string, std::string> known{{"3/10 + 17*y/10", "5.72590147542130581622993"},
                                                 {"(2 - 5*y)/4", "3.601138336272175786463951"},
                                                 {"1 - y", "4.481689070338064822602055"},
                                                 {"3*(y - 1/7)", "58.64067517606121460019201"}};
  for (const auto& [exponent, value] : known) {
    const std::string found = closed("normal_mean(y, exp(" + exponent + "))");
    INFO(exponent << ": " << found);
    CHECK_FALSE(has_mean(found));
    CHECK(are_close(found, value));
  }
}

TEST_CASE("and what the program's own integration says", "[closed]") {
  const random_cases cases(913, 12);
  random_source source(cases.seed());
  const auto some = [&] {
    return std::string(source.once_in(2) ? "-" : "") + std::to_string(source.below(9)) + "/" +
           std::to_string(1 + source.below(6));
  };
  for (int i = 0; i < cases.count(); ++i) {
    const std::string exponent = source.text(
        {"f + s*y", "s*(y - f)", "(f - y*s)/2 + y/3", "s*y - (f + y)", "-y*s/2 + sqrt(2)", "f",
         "(s + 1)*y + (f - 1)*(y - 2) - f*y", "log(exp(s*y + f)) - s"});
    const std::string mean = "normal_mean(y, exp(" + exponent + "))";
    const point_of_texts point{{"f", "(" + some() + ")"}, {"s", "(" + some() + ")"}};
    const std::string found = closed(mean);
    INFO(mean << " as " << found << " at f = " << point.at("f") << ", s = " << point.at("s"));
    CHECK_FALSE(has_mean(found));
    CHECK(are_close(mean, found, point));
  }
}

TEST_CASE("means of other functions are left as they are", "[closed]") {
  for (const char* body :
       {"exp(y^2/20)", "exp(y*y/20)", "exp(abs(y))", "exp(max(y, 0))", "exp(floor(y))",
        "exp(s*y + y*(y - 1)/20)", "exp(y*(y - 1)*(y - 2)/10^9)", "exp(Phi(y))", "2*exp(y)", "y",
        "exp(sqrt(y^2))", "exp(if(y > 0, y, y/2))"}) {
    const std::string mean = std::string("normal_mean(y, ") + body + ")";
    INFO(mean << " as " << closed(mean));
    CHECK(has_mean(closed(mean)));
  }
}

TEST_CASE("sums, coefficients and choices between numbers", "[closed]") {
  // By hand: 1 + 4 + 9, an empty sum, C(5, 2) and its ends, 3! as a sum over all signs.
  const std::map<std::string, std::string> known{
      {"sum(j, 1, 3, j^2)", "14"},  {"sum(j, 3, 2, j)", "0"},
      {"binomial(5, 2)", "10"},     {"binomial(5, 6)", "0"},
      {"binomial(5, 0)", "1"},      {"sum(j, 0, 3, (-1)^(3 - j)*binomial(3, j)*j^3)", "6"},
      {"if(2 < 3, 7, 1/0)", "7"},   {"if(1/3 == 2/6, 7, 8)", "7"},
      {"if(1/3 > 2/6, 7, 8)", "8"}, {"exp(log(9))", "9"}};
  for (const auto& [formula, value] : known) {
    INFO(formula << " as " << closed(formula));
    CHECK(closed(formula).find_first_of("sbe") == std::string::npos);
    CHECK(truth_at("(" + closed(formula) + ") == " + value, {}) == true);
  }
  // What no number settles stays.
  for (const char* formula : {"sum(j, 1, n, j)", "binomial(n, 2)", "if(x < 3, 1, 2)",
                              "sum(j, 1, 10^6, j)", "sum(j, 1/2, 3, j)"}) {
    INFO(formula);
    CHECK(closed(formula) == to_text(*parse_formula(formula)));
  }
}

}  // namespace test_closed_forms
