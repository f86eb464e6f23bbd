#include "shufflecert/pairs.hpp"

#include "shufflecert/errors.hpp"

namespace shufflecert {
namespace {

std::string shown(const number& x) {
  if (const auto text = x.exact_text()) return *text;
  return "about " + std::to_string(x.to_ball(64).near());
}

// Throws unless `x op bound` certainly holds.
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

void check_users(std::int64_t n) {
  if (n < 1) throw undefined_value("n must be a whole number >= 1, and it is " + std::to_string(n));
}

void check_eps0(const number& eps0, bits precision) {
  require_finite(eps0, "eps0");
  require(eps0, relation::greater_equal, 0, precision, "eps0", ">= 0");
}

void check_probability(const number& p, bits precision) {
  require(p, relation::greater, 0, precision, "p", "in (0, 1]");
  require(p, relation::less_equal, 1, precision, "p", "in (0, 1]");
}

[[noreturn]] void not_yet() {
  throw beyond_reach("this kind of pair is not evaluated yet");
}

struct parameter_check {
  bits precision;

  void operator()(const krr_pair&) const { not_yet(); }
  void operator()(const subsampled_pair&) const { not_yet(); }
  void operator()(const law_pair&) const { not_yet(); }

  void operator()(const clone_pair& pair) const {
    check_users(pair.n);
    check_eps0(pair.eps0, precision);
    if (pair.p) check_probability(*pair.p, precision);
  }
  void operator()(const unmixed_pair& pair) const {
    check_users(pair.n);
    check_eps0(pair.eps0, precision);
    if (pair.p) check_probability(*pair.p, precision);
  }
  void operator()(const printed_pair& pair) const {
    check_users(pair.n);
    check_eps0(pair.eps0, precision);
    require(pair.b, relation::greater_equal, 0, precision, "b", "in [0, 1]");
    require(pair.b, relation::less_equal, 1, precision, "b", "in [0, 1]");
  }
  void operator()(const rr_pair& pair) const {
    check_users(pair.n);
    check_eps0(pair.eps0, precision);
  }
  void operator()(const normal_pair& pair) const {
    require_finite(pair.m1, "the first mean");
    require_finite(pair.m2, "the second mean");
    require_finite(pair.v1, "the first variance");
    require_finite(pair.v2, "the second variance");
    require(pair.v1, relation::greater, 0, precision, "the first variance", "> 0");
    require(pair.v2, relation::greater, 0, precision, "the second variance", "> 0");
  }
};

std::optional<std::string> joined(const std::string& name,
                                  std::initializer_list<const number*> parts) {
  std::string text = name;
  for (const number* part : parts) {
    const auto exact = part->exact_text();
    if (!exact) return std::nullopt;
    text += "|" + *exact;
  }
  return text;
}

struct text_of {
  std::optional<std::string> operator()(const krr_pair&) const { return std::nullopt; }
  std::optional<std::string> operator()(const subsampled_pair&) const { return std::nullopt; }
  std::optional<std::string> operator()(const law_pair&) const { return std::nullopt; }
  std::optional<std::string> operator()(const clone_pair& pair) const {
    const std::string name = "clone|" + std::to_string(pair.n);
    return pair.p ? joined(name, {&pair.eps0, &*pair.p}) : joined(name, {&pair.eps0});
  }
  std::optional<std::string> operator()(const unmixed_pair& pair) const {
    const std::string name = "unmixed|" + std::to_string(pair.n);
    return pair.p ? joined(name, {&pair.eps0, &*pair.p}) : joined(name, {&pair.eps0});
  }
  std::optional<std::string> operator()(const printed_pair& pair) const {
    return joined("printed|" + std::to_string(pair.n), {&pair.eps0, &pair.b});
  }
  std::optional<std::string> operator()(const rr_pair& pair) const {
    return joined("rr|" + std::to_string(pair.n), {&pair.eps0});
  }
  std::optional<std::string> operator()(const normal_pair& pair) const {
    return joined("normal", {&pair.m1, &pair.v1, &pair.m2, &pair.v2});
  }
};

}  // namespace

normal_pair gaussian_pair(number mu) {
  return {std::move(mu), 1, 0, 1};
}

distribution_pair swap(distribution_pair pair) {
  pair.swapped = !pair.swapped;
  return pair;
}

void check_parameters(const distribution_pair& pair, bits precision) {
  std::visit(parameter_check{precision}, pair.kind);
}

std::optional<std::string> exact_text(const distribution_pair& pair) {
  auto text = std::visit(text_of{}, pair.kind);
  if (text && pair.swapped) *text += "|swapped";
  return text;
}

}  // namespace shufflecert
