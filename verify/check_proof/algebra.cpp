#include "algebra.hpp"
#include "language.hpp"

#include <algorithm>

#include "checker_errors.hpp"

namespace check {
namespace {

constexpr std::size_t most_terms = 5'000;
constexpr long largest_power = 64;
constexpr long largest_exponent = 20'000;
constexpr int most_generators = 2'000;
// How many binary digits a number may have, above and below the line.
constexpr std::size_t longest_number = 4U << 20U;
// Steps that one algebra may take: twice what the catalogue's proofs need, and some seconds.
constexpr std::uint64_t most_work = 100'000'000;
// What a term of a sum or a product costs, in steps, and how long a number costs one more.
constexpr std::uint64_t steps_of_term = 5;
constexpr std::size_t bits_of_step = 64;
// e^(a/24) is the generator, so that e^(a/2) and e^(a/3) are powers of it.
constexpr long share = 24;

std::size_t bits_of(const rational& x) {
  return mpz_sizeinbase(mpq_numref(x.backend().data()), 2) +
         mpz_sizeinbase(mpq_denref(x.backend().data()), 2);
}

// A number of a polynomial, as it becomes.
void count_term(const rational& x) {
  const std::size_t bits = bits_of(x);
  if (bits > longest_number)
    throw unchecked("a number has more than " + std::to_string(longest_number) + " binary digits");
  spend(steps_of_term + bits / bits_of_step);
}

monomial product_of(const monomial& a, const monomial& b) {
  monomial result;
  auto one = a.begin();
  auto other = b.begin();
  while (one != a.end() || other != b.end()) {
    if (other == b.end() || (one != a.end() && one->first < other->first)) {
      result.push_back(*one++);
    } else if (one == a.end() || other->first < one->first) {
      result.push_back(*other++);
    } else {
      const long exponent = one->second + other->second;
      if (std::abs(exponent) > largest_exponent) throw unchecked("a power is too large");
      if (exponent != 0) result.emplace_back(one->first, exponent);
      ++one;
      ++other;
    }
  }
  return result;
}

// Whether a comes before b where the generators are letters, and a word with more of them is later.
bool is_before(const monomial& a, const monomial& b) {
  for (std::size_t i = 0; i < a.size() || i < b.size(); ++i) {
    if (i >= a.size()) return b[i].second > 0;
    if (i >= b.size()) return a[i].second < 0;
    if (a[i].first < b[i].first) return a[i].second < 0;
    if (b[i].first < a[i].first) return b[i].second > 0;
    if (a[i].second != b[i].second) return a[i].second < b[i].second;
  }
  return false;
}

const std::pair<const monomial, rational>& last_term(const polynomial& x) {
  return *std::max_element(
      x.begin(), x.end(), [](const auto& a, const auto& b) { return is_before(a.first, b.first); });
}

monomial inverse_of(monomial a) {
  for (auto& [place, exponent] : a) exponent = -exponent;
  return a;
}

// 1/x, without a quotient where x has one term.
fraction inverse_of(const fraction& x) {
  if (x.top.empty()) throw unchecked("a division by what is 0 by algebra");
  if (x.top.size() != 1) return {x.bottom, x.top};
  const auto& [powers, factor] = *x.top.begin();
  return {x.bottom * polynomial{{inverse_of(powers), 1 / factor}}, {{{}, 1}}};
}

bool is_one(const polynomial& x) {
  return x.size() == 1 && x.begin()->first.empty() && x.begin()->second == 1;
}

// The bottom with 1 as the number at its first term, and no term that all others are multiples of.
fraction tidy(fraction x) {
  if (x.top.empty()) return {};
  if (x.bottom.size() == 1) {
    const auto& [powers, factor] = *x.bottom.begin();
    if (powers.empty() && factor == 1) return x;
    return {x.top * polynomial{{inverse_of(powers), 1 / factor}}, {{{}, 1}}};
  }
  monomial common = x.bottom.begin()->first;
  for (const auto& [powers, factor] : x.bottom) {
    monomial least;
    for (const auto& [place, exponent] : common) {
      const auto same =
          std::find_if(powers.begin(), powers.end(),
                       [place = place](const auto& one) { return one.first == place; });
      const long other = same == powers.end() ? 0 : same->second;
      if (std::min(exponent, other) != 0) least.emplace_back(place, std::min(exponent, other));
    }
    for (const auto& [place, exponent] : powers) {
      const bool is_seen =
          std::any_of(common.begin(), common.end(),
                      [place = place](const auto& one) { return one.first == place; });
      if (!is_seen && exponent < 0) least.emplace_back(place, exponent);
    }
    std::sort(least.begin(), least.end());
    common = least;
  }
  const polynomial out{{inverse_of(common), 1 / x.bottom.begin()->second}};
  return {x.top * out, x.bottom * out};
}

}  // namespace

polynomial operator+(polynomial a, const polynomial& b) {
  spend(a.size());
  for (const auto& [powers, factor] : b) {
    const auto found = a.emplace(powers, 0).first;
    found->second += factor;
    count_term(found->second);
    if (found->second == 0) a.erase(found);
  }
  if (a.size() > most_terms) throw unchecked("its algebra takes too long");
  return a;
}

polynomial operator*(const polynomial& a, const polynomial& b) {
  if (a.size() * b.size() > 40 * most_terms) throw unchecked("its algebra takes too long");
  polynomial result;
  for (const auto& [first, one] : a)
    for (const auto& [second, other] : b) {
      const auto found = result.emplace(product_of(first, second), 0).first;
      found->second += one * other;
      count_term(found->second);
      if (found->second == 0) result.erase(found);
    }
  if (result.size() > most_terms) throw unchecked("its algebra takes too long");
  return result;
}

// The q with a = q*b, if there is one that is found soon.
static std::optional<polynomial> quotient_of(polynomial a, const polynomial& b) {
  constexpr int most_steps = 200;
  if (a.size() < b.size() || a.size() > most_steps) return std::nullopt;
  const auto& [end, factor] = last_term(b);
  polynomial result;
  for (int i = 0; i < most_steps && !a.empty(); ++i) {
    const auto& [powers, first] = last_term(a);
    const polynomial term{{product_of(powers, inverse_of(end)), first / factor}};
    result = result + term;
    a = a + scaled(term * b, -1);
  }
  return a.empty() ? std::optional(result) : std::nullopt;
}

polynomial scaled(polynomial a, const rational& factor) {
  if (factor == 0) return {};
  for (auto& [powers, one] : a) {
    one *= factor;
    count_term(one);
  }
  return a;
}

std::map<int, long> least_exponents(const polynomial& x) {
  std::map<int, long> least;
  for (const auto& [powers, factor] : x)
    for (const auto& [place, exponent] : powers) least.try_emplace(place, exponent);
  for (const auto& [powers, factor] : x)
    for (auto& [place, exponent] : least) {
      const auto found = std::find_if(powers.begin(), powers.end(),
                                      [p = place](const auto& one) { return one.first == p; });
      exponent = std::min(exponent, found == powers.end() ? 0 : found->second);
    }
  return least;
}

polynomial generator_power(int place, long exponent) {
  if (exponent == 0) return {{{}, 1}};
  return {{{{place, exponent}}, 1}};
}

fraction operator+(const fraction& a, const fraction& b) {
  if (a.bottom == b.bottom) return tidy({a.top + b.top, a.bottom});
  if (const auto times = quotient_of(a.bottom, b.bottom))
    return tidy({a.top + b.top * *times, a.bottom});
  if (const auto times = quotient_of(b.bottom, a.bottom))
    return tidy({a.top * *times + b.top, b.bottom});
  return tidy({a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom});
}

fraction operator*(const fraction& a, const fraction& b) {
  if (a.top == b.bottom) return {b.top, a.bottom};
  if (b.top == a.bottom) return {a.top, b.bottom};
  const fraction result{a.top * b.top, a.bottom * b.bottom};
  return is_one(result.bottom) ? result : tidy(result);
}

fraction negated(fraction a) {
  a.top = scaled(a.top, -1);
  return a;
}

std::optional<rational> constant_in(const fraction& x) {
  if (x.top.empty()) return rational(0);
  if (x.top.size() > 1 || !x.top.begin()->first.empty() || !is_one(x.bottom)) return std::nullopt;
  return x.top.begin()->second;
}

algebra::algebra() : begun_at_(work_done()) {}

void algebra::require_work_left() const {
  if (work_done() - begun_at_ > most_work) throw unchecked("its algebra takes too long");
}

int algebra::place_of(const std::string& function, std::vector<fraction> arguments,
                      const std::string& name) {
  for (std::size_t i = 0; i < table_.size(); ++i) {
    const generator& one = table_[i];
    if (one.function != function || one.name != name || one.arguments.size() != arguments.size())
      continue;
    bool is_same_one = true;
    for (std::size_t k = 0; k < arguments.size() && is_same_one; ++k)
      is_same_one = is_same(fraction(table_[i].arguments[k]), arguments[k]);
    if (is_same_one) return static_cast<int>(i);
  }
  if (table_.size() >= most_generators) throw unchecked("its algebra takes too long");
  table_.push_back({function, name, std::move(arguments)});
  return static_cast<int>(table_.size()) - 1;
}

bool algebra::is_square_of_root(int place, long exponent) const {
  return (exponent > 1 || exponent < 0) && at(place).function == "sqrt";
}

bool algebra::has_squares_of_roots(const polynomial& x) const {
  for (const auto& [powers, factor] : x)
    for (const auto& [place, exponent] : powers)
      if (is_square_of_root(place, exponent)) return true;
  return false;
}

bool algebra::is_same(const fraction& a, const fraction& b) {
  if (a.top == b.top && a.bottom == b.bottom) return true;
  // Each new generator is compared with all others, so that this is asked most.
  if (a.bottom == b.bottom && !has_squares_of_roots(a.top) && !has_squares_of_roots(b.top))
    return false;
  require_work_left();
  const polynomial apart = a.bottom == b.bottom ? a.top + scaled(b.top, -1)
                                                : a.top * b.bottom + scaled(b.top * a.bottom, -1);
  if (apart.empty()) return true;
  return vanishes_with_roots(apart);
}

// Whether it is zero with sqrt(x)^2 = x used as often as it can be. What it is divided by on the
// way does not matter.
bool algebra::vanishes_with_roots(const polynomial& x) {
  fraction current{x, {{{}, 1}}};
  constexpr int most_rounds = 4;
  for (int round = 0; round < most_rounds && has_squares_of_roots(current.top); ++round) {
    fraction next;
    for (const auto& [powers, factor] : current.top) {
      fraction term{{{{}, factor}}, {{{}, 1}}};
      for (const auto& [place, exponent] : powers) {
        const bool is_root = is_square_of_root(place, exponent);
        const long rest = is_root ? ((exponent % 2) + 2) % 2 : exponent;
        term = term * fraction{generator_power(place, rest), {{{}, 1}}};
        if (!is_root) continue;
        const long times = (exponent - rest) / 2;
        if (std::abs(times) > largest_power) throw unchecked("a power is too large");
        const fraction inner = at(place).arguments[0];
        for (long i = 0; i < std::abs(times); ++i)
          term = term * (times > 0 ? inner : inverse_of(inner));
      }
      next = next + term;
    }
    current = next;
  }
  return current.top.empty();
}

fraction algebra::whole_power(const fraction& base, long times) {
  const fraction factor = times < 0 ? inverse_of(base) : base;
  fraction result{{{{}, 1}}, {{{}, 1}}};
  for (long i = 0; i < std::abs(times); ++i) result = result * factor;
  return result;
}

fraction algebra::root_of(const fraction& base) {
  return {generator_power(place_of("sqrt", {base}), 1), {{{}, 1}}};
}

// e^(k log f) is f^k wherever it has a value, and e^(log f/2) is sqrt(f).
std::optional<fraction> algebra::power_of_logarithm(const monomial& powers,
                                                    const rational& factor) {
  if (powers.size() != 1 || powers.front().second != 1) return std::nullopt;
  const generator known = at(powers.front().first);
  if (known.function != "log") return std::nullopt;
  const fraction& base = known.arguments[0];
  if (factor == rational(1, 2)) return root_of(base);
  if (factor == rational(-1, 2)) return inverse_of(root_of(base));
  if (denominator(factor) != 1 || abs(factor) > largest_power) return std::nullopt;
  return whole_power(base, numerator(factor).convert_to<long>());
}

fraction algebra::exponential(const fraction& exponent) {
  const auto as_generator = [&](const fraction& whole, long power) {
    return fraction{generator_power(place_of("exp", {whole}), power), {{{}, 1}}};
  };
  if (!is_one(exponent.bottom)) return as_generator(exponent, 1);
  fraction result{{{{}, 1}}, {{{}, 1}}};
  for (const auto& [powers, factor] : exponent.top) {
    if (const auto known = power_of_logarithm(powers, factor)) {
      result = result * *known;
      continue;
    }
    const rational times = factor * share;
    const bool is_whole = denominator(times) == 1 && abs(times) <= largest_exponent;
    const rational part = is_whole ? rational(1, share) : factor;
    result = result * as_generator({{{powers, part}}, {{{}, 1}}},
                                   is_whole ? numerator(times).convert_to<long>() : 1);
  }
  return result;
}

fraction algebra::power(const fraction& base, const formula_ptr& exponent) {
  const fraction y = of(exponent);
  const auto constant = constant_in(y);
  if (const auto one = constant_in(base); one && *one == 1) return base;
  if (constant && denominator(*constant) == 1 && abs(*constant) <= largest_power)
    return whole_power(base, numerator(*constant).convert_to<long>());
  if (constant && *constant == rational(1, 2)) return root_of(base);
  return exponential(y * fraction{generator_power(place_of("log", {base}), 1), {{{}, 1}}});
}

fraction algebra::of(const formula_ptr& x) {
  const std::string key = text_of(*x);
  if (const auto found = known_.find(key); found != known_.end()) return found->second;
  require_work_left();
  fraction result;
  const auto part = [&](std::size_t i) { return of(x->parts[i]); };
  if (x->kind == "number") {
    if (x->value != 0) result.top = {{{}, x->value}};
  } else if (x->kind == "name") {
    result.top = generator_power(place_of("", {}, x->name), 1);
  } else if (x->kind == "neg") {
    result = negated(part(0));
  } else if (x->kind == "+") {
    result = part(0) + part(1);
  } else if (x->kind == "-") {
    result = part(0) + negated(part(1));
  } else if (x->kind == "*") {
    result = part(0) * part(1);
  } else if (x->kind == "/") {
    result = part(0) * inverse_of(part(1));
  } else if (x->kind == "^") {
    result = power(part(0), x->parts[1]);
  } else if (x->kind == "call") {
    result = of_call(*x);
  } else {
    throw unchecked("a condition in the place of a number");
  }
  known_[key] = result;
  return result;
}

bool may_be_infinite(const formula& x) {
  // Each of these is finite, or has no value, where its arguments are finite.
  static const std::set<std::string> finite{"exp",
                                            "expm1",
                                            "log",
                                            "log1p",
                                            "sqrt",
                                            "tanh",
                                            "abs",
                                            "min",
                                            "max",
                                            "floor",
                                            "ceil",
                                            "gamma",
                                            "lgamma",
                                            "factorial",
                                            "Phi",
                                            "binomial",
                                            "if",
                                            "sum",
                                            "product",
                                            "binomial_cdf",
                                            "pmf",
                                            "binomial_mean",
                                            "binomial_quantile",
                                            "at",
                                            "curve_delta",
                                            "tradeoff",
                                            "hockey_stick",
                                            "total_variation"};
  if (x.kind == "name") return x.name == "inf";
  if (x.kind == "call" && !finite.contains(x.name)) return true;
  // What a pair or a curve is made of is no part of the value.
  static const std::set<std::string> of_pairs{"pmf",      "at",           "curve_delta",
                                              "tradeoff", "hockey_stick", "total_variation"};
  const std::size_t first = x.kind == "call" && of_pairs.contains(x.name) ? 1 : 0;
  return std::any_of(x.parts.begin() + static_cast<std::ptrdiff_t>(std::min(first, x.parts.size())),
                     x.parts.end(), [](const formula_ptr& part) { return may_be_infinite(*part); });
}

std::optional<bool> algebra::truth_of(const formula& condition) {
  if (!is_relation(condition)) return std::nullopt;
  // inf + 1 <= inf is true, and no algebra says so.
  if (may_be_infinite(*condition.parts[0]) || may_be_infinite(*condition.parts[1]))
    return std::nullopt;
  const auto apart = constant_in(of(condition.parts[0]) + negated(of(condition.parts[1])));
  if (!apart) return std::nullopt;
  node_kind op = condition.kind;
  if (*apart == 0) return op == "<=" || op == ">=" || op == "==";
  return op == "!=" || (*apart < 0 ? op == "<" || op == "<=" : op == ">" || op == ">=");
}

// Quantities and curves of a pair: they do not change where an exchange of outcomes takes one pair
// to another. Laws do: first() and second() are not among them.
static bool forgets_outcomes(const std::string& function) {
  static const std::set<std::string> names{"renyi",      "hockey_stick",    "tradeoff",
                                           "chi_moment", "total_variation", "curve"};
  return names.contains(function);
}

// pair(first(X), second(X)) is X, and pair(second(X), first(X)) is swap(X); null for others.
static formula_ptr rejoined(const formula& x) {
  if (!is_call(x, "pair") || x.parts.size() != 2) return nullptr;
  const formula& p = *x.parts[0];
  const formula& q = *x.parts[1];
  const bool is_whole_pair = (is_call(p, "first") && is_call(q, "second")) ||
                             (is_call(p, "second") && is_call(q, "first"));
  if (!is_whole_pair || p.parts.size() != 1 || q.parts.size() != 1 ||
      text_of(*p.parts[0]) != text_of(*q.parts[0]))
    return nullptr;
  return p.name == "first" ? p.parts[0] : call("swap", {p.parts[0]});
}

// A pair of which an exchange of outcomes makes this one: that exchange makes the other order of
// the two laws of symmetric pairs, also in each of several rounds.
formula_ptr algebra::unexchanged(const formula_ptr& pair) {
  if (const formula_ptr whole = rejoined(*pair)) return unexchanged(whole);
  if (is_call(*pair, "compose") && pair->parts.size() == 2)
    return call("compose", {unexchanged(pair->parts[0]), pair->parts[1]});
  if (!is_call(*pair, "swap") || pair->parts.size() != 1) return pair;
  const formula_ptr inner = unexchanged(pair->parts[0]);
  if (inner->kind != "call" || !makes_symmetric_pairs(inner->name)) return pair;
  by_hand.insert("the symmetry of " + inner->name);
  return inner;
}

fraction algebra::of_call(const formula& x) {
  const fraction one{{{{}, 1}}, {{{}, 1}}};
  if (x.name == "if" && x.parts.size() == 3) {
    const auto decided = truth_of(*x.parts[0]);
    if (decided) return of(x.parts[*decided ? 1 : 2]);
    // One choice between the same by the same condition is the same.
    const formula& condition = *x.parts[0];
    if (!is_relation(condition)) throw unchecked("an if whose condition is no comparison");
    std::vector<fraction> parts;
    for (const formula_ptr& part : {condition.parts[0], condition.parts[1], x.parts[1], x.parts[2]})
      parts.push_back(of(part));
    return {generator_power(place_of("if " + condition.kind.text(), std::move(parts)), 1),
            {{{}, 1}}};
  }
  if (!is_known_function(x.name) || x.name == "rounds_to")
    throw unchecked("'" + shown(x.name) + "' is outside of this program's algebra");
  if (x.name == "sum" || x.name == "binomial_mean") return of_binder(x);
  if (x.name == "normal_mean") return of_normal_mean(x);
  if (const formula_ptr whole = rejoined(x)) return of(whole);
  // Twice is not at all.
  if (x.name == "swap" && x.parts.size() == 1 && is_call(*x.parts[0], "swap"))
    return of(x.parts[0]->parts[0]);
  // The second moment in (K.6).
  if (x.name == "chi_moment" && x.parts.size() == 2 && is_call(*x.parts[0], "rr_pair") &&
      x.parts[0]->parts.size() == 2 && x.parts[1]->kind == "number" && x.parts[1]->value == 2) {
    by_hand.insert("(K.6)");
    const formula_ptr power = call("exp", {x.parts[0]->parts[1]});
    const formula_ptr rise = node("-", {power, number(1)});
    return of(node("/", {node("*", {rise, rise}), node("*", {x.parts[0]->parts[0], power})}));
  }
  std::vector<fraction> arguments;
  for (const formula_ptr& part : x.parts)
    arguments.push_back(of(forgets_outcomes(x.name) ? unexchanged(part) : part));
  // Unless given, a report is a clone with probability e^-eps0.
  if ((x.name == "clone_pair" || x.name == "unmixed_pair") && arguments.size() == 2)
    arguments.push_back(exponential(negated(arguments[1])));
  if (x.name == "binomial" && arguments.size() == 2) {
    constexpr int largest_written = 64;
    const auto n = constant_in(arguments[0]);
    const auto k = constant_in(arguments[1]);
    if (n && k && denominator(*n) == 1 && denominator(*k) == 1 && *n >= 0 &&
        *n <= largest_written) {
      if (*k < 0 || *k > *n) return {};
      rational value = 1;
      for (rational i = 1; i <= *k; ++i) value *= (*n - *k + i) / i;
      return {{{{}, value}}, {{{}, 1}}};
    }
  }
  if (x.parts.size() == 1) {
    const fraction& a = arguments[0];
    if (x.name == "exp") return exponential(a);
    if (x.name == "expm1") return exponential(a) + negated(one);
    if (x.name == "tanh") {
      const fraction square = exponential(a + a);
      return (square + negated(one)) * inverse_of(square + one);
    }
    if (x.name == "log1p") return {generator_power(place_of("log", {one + a}), 1), {{{}, 1}}};
    if (x.name == "log")
      if (const auto exponent = exponent_of(a)) return *exponent;
    const auto constant = constant_in(a);
    if (constant && x.name == "abs") return *constant < 0 ? negated(a) : a;
    if (constant && *constant == 0 && x.name == "sqrt") return a;
    if (constant && *constant == 1 && x.name == "log") return {};
  }
  if (x.name == "max" || x.name == "min") {
    std::optional<rational> best;
    bool all = true;
    for (const fraction& argument : arguments) {
      const auto value = constant_in(argument);
      all = all && value;
      if (value && (!best || (x.name == "max" ? *value > *best : *value < *best))) best = value;
    }
    if (all && best) return *best == 0 ? fraction{} : fraction{{{{}, *best}}, {{{}, 1}}};
  }
  return {generator_power(place_of(x.name, std::move(arguments)), 1), {{{}, 1}}};
}

bool algebra::has_logarithm(const fraction& x) {
  for (const polynomial* part : {&x.top, &x.bottom})
    for (const auto& [powers, factor] : *part)
      for (const auto& [place, exponent] : powers)
        if (at(place).function == "log") return true;
  return false;
}

// f of e^f, where the quotient is a product of exponential functions. (-2)^2 has a logarithm, and
// 2*log(-2) is none: powers are left as they are.
std::optional<fraction> algebra::exponent_of(const fraction& x) {
  if (!is_one(x.bottom) || x.top.size() != 1 || x.top.begin()->second != 1 ||
      x.top.begin()->first.empty())
    return std::nullopt;
  fraction sum;
  for (const auto& [place, exponent] : monomial(x.top.begin()->first)) {
    const generator known = at(place);
    if (known.function != "exp" || has_logarithm(known.arguments[0])) return std::nullopt;
    sum = sum + known.arguments[0] * fraction{{{{}, exponent}}, {{{}, 1}}};
  }
  return sum;
}

// A sum between two numbers, as the sum of its terms.
std::optional<fraction> algebra::of_few_terms(const formula& x) {
  constexpr int most_written = 64;
  if (x.name != "sum") return std::nullopt;
  const auto from = constant_in(of(x.parts[1]));
  const auto to = constant_in(of(x.parts[2]));
  if (!from || !to || denominator(*from) != 1 || denominator(*to) != 1 ||
      *to - *from >= most_written)
    return std::nullopt;
  fraction total;
  for (rational i = *from; i <= *to; ++i)
    total = total + of(substituted(x.parts[3], {{x.parts[0]->name, number(i)}}));
  return total;
}

// The mean of e^(f + (g − f)x) under the standard normal law: (N.13) of docs/methods/normal.md.
fraction algebra::of_normal_mean(const formula& x) {
  if (x.parts.size() != 2 || x.parts[0]->kind != "name" || !is_call(*x.parts[1], "exp") ||
      x.parts[1]->parts.size() != 1)
    throw unchecked("a normal mean of another form");
  const formula_ptr& exponent = x.parts[1]->parts[0];
  const auto at = [&](int value) {
    return of(substituted(exponent, {{x.parts[0]->name, number(value)}}));
  };
  const fraction first = at(0);
  const fraction slope = at(1) + negated(first);
  const fraction whole = of(exponent);
  const fraction linear =
      first + slope * fraction{generator_power(place_of("", {}, x.parts[0]->name), 1), {{{}, 1}}};
  if (!is_same(whole, linear)) throw unchecked("a normal mean of another form");
  by_hand.insert("(N.13)");
  return exponential(first + slope * slope * fraction{{{{}, rational(1, 2)}}, {{{}, 1}}});
}

// The index has a name that nothing else has: sums that differ in its name only are the same.
fraction algebra::of_binder(const formula& x) {
  if (!binds_a_name(x)) throw unchecked("a sum or mean of another form");
  if (const auto terms = of_few_terms(x)) return *terms;
  const nesting level(binders_);
  std::vector<fraction> arguments{of(x.parts[1]), of(x.parts[2]), of(x.parts[3])};
  return {generator_power(place_of(x.name, std::move(arguments)), 1), {{{}, 1}}};
}

}  // namespace check
