#include "shufflecert/method.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace shufflecert::inline v0_1 {
namespace {

using named_method = std::pair<evaluation_method, const char*>;

constexpr std::array names{
    named_method{evaluation_method::automatic, "automatic"},
    named_method{evaluation_method::closed_form, "closed form"},
    named_method{evaluation_method::exact_rationals, "exact rationals"},
    named_method{evaluation_method::direct_summation, "direct summation"},
    named_method{evaluation_method::windowed_moments, "windowed moments"},
    named_method{evaluation_method::closed_moments, "closed moments"},
    named_method{evaluation_method::hybrid_moments, "hybrid moments"},
    named_method{evaluation_method::central_moments, "central moments"},
    named_method{evaluation_method::binomial_tails, "binomial tails"},
    named_method{evaluation_method::line_integral, "line integral"},
    named_method{evaluation_method::sum_over_rounds, "sum over rounds"},
    named_method{evaluation_method::sum_over_clones, "sum over clones"},
    named_method{evaluation_method::convolution, "convolution"},
};

std::string replaced(std::string_view text, char from, char to) {
  std::string result(text);
  std::replace(result.begin(), result.end(), from, to);
  return result;
}

}  // namespace

const char* to_text(evaluation_method method) {
  for (const auto& [known, name] : names)
    if (known == method) return name;
  return "";
}

std::optional<evaluation_method> method_named(std::string_view text) {
  const std::string spaced = replaced(text, '-', ' ');
  for (const auto& [known, name] : names)
    if (name == spaced) return known;
  return std::nullopt;
}

std::vector<std::string> method_names() {
  std::vector<std::string> result;
  result.reserve(names.size());
  for (const auto& entry : names) result.push_back(replaced(entry.second, ' ', '-'));
  return result;
}

}  // namespace shufflecert::inline v0_1
