#include "quantities/pairs/parameters.hpp"

#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

std::string shown(const number& x) {
  if (const auto text = x.exact_text()) return *text;
  return "about " + std::to_string(x.to_ball(64).near());
}

}  // namespace

void require(const number& x, relation op, const rational& bound, bits precision,
             const std::string& name, const std::string& range) {
  const truth holds = compare(x, op, bound, precision);
  if (!holds.value || holds.tied)
    throw precision_needed("whether " + name + " lies in its range " + range +
                           " is not determined");
  if (!*holds.value) throw undefined_value(name + " must be " + range + ", and it is " + shown(x));
}

void require_finite(const number& x, const std::string& name) {
  if (x.is_infinity(1) || x.is_infinity(-1)) throw undefined_value(name + " must be finite");
}

void refuse_pair_range() {
  throw precision_needed(
      "this is known for one number of users at a time, not for a range of them");
}

void check_users(std::int64_t n) {
  if (n < 1) throw undefined_value("n must be a whole number >= 1, and it is " + std::to_string(n));
  // Whole numbers up to 2n + 1, and steps between them, are to fit 64 bits.
  constexpr std::int64_t most_users = std::int64_t{1} << 62;
  if (n > most_users) throw beyond_reach("more than 2^62 users are out of reach");
}

void check_rounds(std::int64_t rounds) {
  if (rounds < 1)
    throw undefined_value("the number of rounds must be a whole number >= 1, and it is " +
                          std::to_string(rounds));
}

void check_eps0(const number& eps0, bits precision) {
  require_finite(eps0, "eps0");
  require(eps0, relation::greater_equal, 0, precision, "eps0", ">= 0");
}

void check_weight(const number& w, const std::string& name, bits precision) {
  require(w, relation::greater_equal, 0, precision, name, "in [0, 1]");
  require(w, relation::less_equal, 1, precision, name, "in [0, 1]");
}

mixture_parts parts_of_mixture(const number& w, const number& other, bits precision) {
  check_weight(w, "the weight", precision);
  if (w.is_zero()) return mixture_parts::second;
  if (other.is_zero()) return mixture_parts::first;
  if (sign(w, precision) != 1 || sign(other, precision) != 1)
    throw precision_needed("whether the weight of a mixture is 0 or 1 is not determined");
  return mixture_parts::both;
}

void check_order(const number& order, const char* name, bits precision) {
  const auto order_sign = sign(order, precision);
  if (!order_sign) throw precision_needed("whether the order is positive is not determined");
  if (*order_sign <= 0) throw undefined_value(std::string("the order ") + name + " must be > 0");
}

order_kind kind_of_order(const number& order, bits precision) {
  const truth is_one = compare(order, relation::equal, 1, precision);
  if (is_one.value == true && !is_one.tied) return order_kind::one;
  const truth above = compare(order, relation::greater, 1, precision);
  if (is_one.value != false || !above.value)
    throw precision_needed("whether the order is 1 is not determined");
  return *above.value ? order_kind::above_one : order_kind::below_one;
}

}  // namespace shufflecert::inline v0_1
