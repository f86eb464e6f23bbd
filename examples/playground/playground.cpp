// What the page calls: one question in JSON, one answer in JSON.
//
// {"formula": "renyi(rr_pair(n, 1), lambda)", "digits": 6,
//  "columns": {"n": ["100"], "lambda": ["2", "4"]}}
// gives {"lower": [...], "upper": [...]} with decimals rounded outward, {"truths": [...]} for a
// comparison, or {"error": "one line"}. A column of one value is the same at every point.

#include <nlohmann/json.hpp>

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "claims/text/sha256.hpp"
#include "python/src/evaluation.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1::playground {
namespace {

using json = nlohmann::json;

constexpr std::size_t most_points = 1'000;
constexpr long most_digits = 1'000;
constexpr double longest_seconds = 60;

python::question read_question(const json& asked) {
  python::question result;
  std::vector<std::string> names;
  for (const auto& [name, values] : asked.at("columns").items()) {
    names.push_back(name);
    result.points = std::max(result.points, values.size());
  }
  if (result.points > most_points) throw undefined_value("more than 1000 points");
  for (const auto& [name, values] : asked.at("columns").items()) {
    if (values.size() != 1 && values.size() != result.points)
      throw undefined_value(name + " has a number of values of its own");
    std::vector<expression_ptr> formulas;
    for (std::size_t i = 0; i < result.points; ++i) {
      const std::size_t at = values.size() == 1 ? 0 : i;
      formulas.push_back(at == 0 || values.size() > 1
                             ? python::read_formula(values.at(at).get<std::string>())
                             : formulas.front());
    }
    result.columns.push_back({name, std::move(formulas)});
  }
  result.formula = python::read_formula(asked.at("formula").get<std::string>(), names);
  result.digits = asked.at("digits").get<long>();
  if (*result.digits < 1 || *result.digits > most_digits)
    throw undefined_value("digits: expected a whole number from 1 to 1000");
  return result;
}

json answer_to(const json& asked) {
  const python::question question = read_question(asked);
  const python::answer found =
      python::evaluate(question, budget::of_seconds(asked.value("seconds", longest_seconds)));
  json result;
  result["cautions"] = found.cautions;
  if (found.is_truth) {
    result["truths"] = json::array();
    for (const auto& one : found.truths)
      result["truths"].push_back(one ? json(*one) : json(nullptr));
    return result;
  }
  result["lower"] = found.lower_text;
  result["upper"] = found.upper_text;
  if (found.short_of_digits > 0) result["reason"] = found.reason;
  return result;
}

std::string complaint(const std::string& text) {
  return json{{"error", text}}.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string answer_to_text(const char* asked) {
  try {
    return answer_to(json::parse(asked)).dump();
  } catch (const formula_error& error) {
    return complaint(std::string("the formula, ") + error.what());
  } catch (const std::exception& error) {
    return complaint(error.what());
  }
}

}  // namespace
}  // namespace shufflecert::inline v0_1::playground

namespace shufflecert::inline v0_1::claims {

// Reading a catalogue notes the digests of its files, which nothing here looks at; to make them
// would need Nettle.
std::string sha256(std::string_view /*text*/) {
  return {};
}

}  // namespace shufflecert::inline v0_1::claims

/// The answer stays valid until the next question.
extern "C" const char* answer(const char* asked) {
  static std::string last;
  last = shufflecert::playground::answer_to_text(asked);
  return last.c_str();
}
