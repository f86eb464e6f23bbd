#include "language/evaluation/arguments.hpp"

#include "arithmetic/exact_algebra.hpp"
#include "language/evaluation/not_whole.hpp"
#include "shufflecert/noise_laws.hpp"

namespace shufflecert::inline v0_1 {

noise_ptr noise_at(const std::vector<formula_value>& given, std::size_t i) {
  if (const auto* noise = std::get_if<noise_ptr>(&given[i])) return *noise;
  return as_noise(law_at(given, i));
}

void require_whole(const number& x, const std::string& what) {
  const auto* exact = x.as_rational();
  if ((exact != nullptr && is_integer(*exact)) || x.is_whole_in_ball()) return;
  if (is_certainly_not_whole(x))
    throw not_whole(what + " must be a whole number",
                    exact != nullptr ? std::optional(*exact) : std::nullopt);
  if (is_beyond_64_bits(x)) throw beyond_reach(what + " is beyond 64 bits");
  throw whole_number_needed(what);
}

std::int64_t whole_at(const number& x, const char* what) {
  if (const auto whole = x.to_int64()) return *whole;
  require_whole(x, what);
  if (x.is_whole_in_ball()) throw whole_number_needed(what);
  throw beyond_reach(std::string(what) + " is beyond 64 bits");
}

whole_range whole_range_at(const number& x, const char* what) {
  if (!x.is_whole_in_ball()) {
    const std::int64_t only = whole_at(x, what);
    return {only, only};
  }
  if (const auto several = x.whole_numbers()) return *several;
  throw beyond_reach(std::string(what) + " is beyond 64 bits");
}

formula_value cached_quantity(const std::string& name, const std::optional<std::string>& subject,
                              const number& parameter, const builtin_context& at,
                              const std::function<quantity()>& evaluate) {
  const auto parameter_text = parameter.exact_text();
  std::string key;
  if (at.cache != nullptr && subject && parameter_text) {
    key = name + "|" + *subject + "|" + *parameter_text + "|" + std::to_string(at.precision) + "|" +
          to_text(at.method);
    if (const auto known = at.cache->find(key)) {
      at.methods.insert(to_text(known->method));
      return known->value;
    }
  }
  quantity result = evaluate();
  if (const number& x = result.value; !x.is_exact() && x.to_ball(at.precision).is_indeterminate())
    throw precision_needed("the " + name + " is not determined at this precision");
  at.methods.insert(to_text(result.method));
  if (!key.empty()) at.cache->store(key, result);
  return result.value;
}

}  // namespace shufflecert::inline v0_1
