#include "support/proof_counterexample.hpp"

#include <algorithm>
#include <map>

#include "shufflecert/expression.hpp"
#include "shufflecert/formula.hpp"
#include "shufflecert/refine.hpp"

using namespace shufflecert;

namespace {

using point = std::map<std::string, const char*>;

// A condition at a point; nothing where it does not exist.
std::optional<bool> truth_at(const std::string& condition, const variable_map& values) {
  const definitions none;
  try {
    return std::get<truth>(refine(*parse_formula(condition), none, values, 20, {}, {}).result)
        .value;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

bool is_of(const std::string& condition, const point& chosen) {
  try {
    const std::vector<std::string> open = free_variables(*parse_formula(condition));
    return std::all_of(open.begin(), open.end(),
                       [&](const std::string& name) { return chosen.count(name) != 0; });
  } catch (const std::exception&) {
    return false;
  }
}

bool is_whole(const std::string& value) {
  return value.find('/') == std::string::npos;
}

}  // namespace

std::optional<std::string> counterexample_to(const std::vector<std::string>& lines) {
  std::string stated;
  std::vector<std::string> domain;
  std::vector<std::string> integers;
  for (const std::string& line : lines) {
    for (const char* other : {"exists ", "let ", "define ", "values "})
      if (line.starts_with(other)) return std::nullopt;
    if (line.starts_with("stated ")) stated = line.substr(7);
    if (line.starts_with("domain ")) domain.push_back(line.substr(7));
    if (line.starts_with("integers ")) integers.push_back(line.substr(9));
  }
  const point names{{"n", ""}, {"x", ""}, {"y", ""}};
  if (!is_of(stated, names)) return std::nullopt;
  for (const std::string& condition : domain)
    if (!is_of(condition, names)) return std::nullopt;
  for (const char* n : {"1", "2", "3", "5/2", "250"})
    for (const char* x : {"-1", "0", "1/9", "1", "2", "7/2"})
      for (const char* y : {"-2", "1/2", "1", "3/2", "2", "5"}) {
        const point chosen{{"n", n}, {"x", x}, {"y", y}};
        if (std::any_of(integers.begin(), integers.end(), [&](const std::string& name) {
              const auto at = chosen.find(name);
              return at != chosen.end() && !is_whole(at->second);
            }))
          continue;
        variable_map values;
        for (const auto& [name, value] : chosen) values.emplace(name, parse_formula(value));
        const bool is_inside = std::all_of(
            domain.begin(), domain.end(),
            [&](const std::string& condition) { return truth_at(condition, values) == true; });
        if (is_inside && truth_at(stated, values) != true)
          return std::string("n = ") + n + ", x = " + x + ", y = " + y;
      }
  return std::nullopt;
}
