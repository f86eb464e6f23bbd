#include "claims/catalogue/printed_digits.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "language/syntax/parts.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr long most_decimals = 40;

const literal* written_number(const expression& formula, const variable_map& values) {
  if (const auto* number = std::get_if<literal>(&formula.node)) return number;
  if (const auto* minus = std::get_if<negation>(&formula.node))
    return std::get_if<literal>(&minus->operand->node);
  const auto* name = std::get_if<variable>(&formula.node);
  const auto value = name == nullptr ? values.end() : values.find(name->name);
  return value == values.end() ? nullptr : written_number(*value->second, {});
}

// Of 0.019 it is 3, of 1.9e-2 as well, and of 19 it is 0.
long decimals_of(const std::string& spelling) {
  const std::size_t exponent = spelling.find_first_of("eE");
  const std::size_t point = spelling.find('.');
  long decimals = 0;
  if (point != std::string::npos)
    decimals = static_cast<long>(std::min(exponent, spelling.size()) - point) - 1;
  if (exponent != std::string::npos) decimals -= std::atol(spelling.c_str() + exponent + 1);
  return std::max(decimals, 0L);
}

// k for 10^-k.
std::optional<long> decimals_of_unit(rational unit) {
  for (long k = 0; k <= most_decimals; ++k, unit *= 10)
    if (unit == 1) return k;
  return std::nullopt;
}

void add_numbers(const expression& formula, const variable_map& values,
                 std::vector<coarse_number>& found) {
  for_each_part(formula, [&](const expression_ptr& part) { add_numbers(*part, values, found); });
  const auto* rounding = std::get_if<call>(&formula.node);
  if (rounding == nullptr || rounding->name != "rounds_to" || rounding->arguments.size() != 3)
    return;
  const literal* printed = written_number(*rounding->arguments[1], values);
  const literal* unit = written_number(*rounding->arguments[2], values);
  const auto wanted = unit == nullptr ? std::nullopt : decimals_of_unit(unit->value);
  if (printed == nullptr || !wanted) return;
  const long decimals = decimals_of(printed->spelling);
  if (decimals >= *wanted) return;
  const std::string last =
      decimals == 0 ? "1" : "0." + std::string(static_cast<std::size_t>(decimals) - 1, '0') + "1";
  const coarse_number one{printed->spelling, unit->spelling, last};
  if (std::find(found.begin(), found.end(), one) == found.end()) found.push_back(one);
}

}  // namespace

std::vector<coarse_number> numbers_with_fewer_decimals(const expression& formula,
                                                       const variable_map& values) {
  std::vector<coarse_number> found;
  add_numbers(formula, values, found);
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
