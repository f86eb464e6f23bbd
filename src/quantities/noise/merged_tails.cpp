#include "quantities/noise/merged_tails.hpp"

#include <algorithm>
#include <utility>

#include "shufflecert/noise_laws.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// The centres of both laws, and the ε that all parts share.
struct shared_rate {
  std::int64_t least;
  std::int64_t largest;
  number eps;
};

std::optional<shared_rate> shared_rate_of(const noise_pair& pair) {
  std::optional<shared_rate> found;
  for (const noise_ptr& law : {pair.p, pair.q})
    for (const noise_part& part : law->parts) {
      const auto* of = std::get_if<geometric_noise>(&part.kind);
      if (of == nullptr || !of->eps.is_exact()) return std::nullopt;
      const auto centre = of->m.to_int64();
      if (!centre) return std::nullopt;
      if (!found) found = shared_rate{*centre, *centre, of->eps};
      if (found->eps.exact_text() != of->eps.exact_text()) return std::nullopt;
      found->least = std::min(found->least, *centre);
      found->largest = std::max(found->largest, *centre);
    }
  if (found && found->largest - found->least >= static_cast<std::int64_t>(longest_law))
    return std::nullopt;
  return found;
}

law_ptr table_of(const integer_noise& law, const shared_rate& of, bits precision) {
  const auto power = [&](std::int64_t steps) {
    return exp(negate(multiply(of.eps, steps, precision)), precision);
  };
  const number falls = power(1);
  const number with_tail = divide(1, add(1, falls, precision), precision);
  const number between = multiply(subtract(1, falls, precision), with_tail, precision);
  law_table table{1, {}, std::nullopt};
  for (std::int64_t x = of.least; x <= of.largest; ++x) {
    const bool is_end = x == of.least || x == of.largest;
    number mass = 0;
    for (const noise_part& part : law.parts) {
      const std::int64_t centre = *std::get<geometric_noise>(part.kind).m.to_int64();
      const number one =
          multiply(power(std::abs(x - centre)), is_end ? with_tail : between, precision);
      mass = add(mass, multiply(part.weight, one, precision), precision);
    }
    table.entries.push_back({{x}, std::move(mass)});
  }
  return std::make_shared<const law_table>(std::move(table));
}

}  // namespace

std::optional<std::size_t> merged_size(const noise_pair& pair) {
  const auto of = shared_rate_of(pair);
  if (!of || of->least == of->largest) return std::nullopt;
  return static_cast<std::size_t>(of->largest - of->least) + 1;
}

std::optional<law_pair> merged_tails(const noise_pair& pair, bits precision) {
  if (!merged_size(pair)) return std::nullopt;
  const auto of = shared_rate_of(pair);
  return law_pair{table_of(*pair.p, *of, precision), table_of(*pair.q, *of, precision)};
}

}  // namespace shufflecert::inline v0_1
