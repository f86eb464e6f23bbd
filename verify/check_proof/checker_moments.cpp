// The rule `moments`: a proof of (K.10) by (K.11) to (K.13) of docs/methods/theorems.md, whose
// letters this has.

#include "checker_moments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <sstream>
#include <vector>

#include "checker_errors.hpp"
#include "checker_names.hpp"
#include "domain.hpp"
#include "forms.hpp"
#include "needed.hpp"
#include "numbers.hpp"
#include "statement.hpp"

namespace check {
namespace {

// What a file may hold at most: a stranger's file ends soon, too.
constexpr std::size_t most_digits = 40;
constexpr std::size_t most_columns = 10'000;
constexpr std::int64_t largest_mean = 10'000'000;
constexpr std::int64_t most_terms = 2'000'000'000;

struct column {
  std::size_t line;
  rational least;                ///< μ1
  rational largest;              ///< μ2
  std::vector<rational> values;  ///< of s
};

struct moments_proof {
  rational c;
  rational near;      ///< z0
  rational constant;  ///< c*
  rational large;     ///< K
  rational delta;     ///< δ
  rational slope;     ///< σ1
  std::vector<column> columns;
};

[[noreturn]] void open_at(std::size_t line, const std::string& what) {
  throw unchecked("line " + std::to_string(line) + ": " + what);
}

// The statement that the rule proves.
std::string statement_for(const rational& c) {
  return "for all mu > 0, s >= 0: poisson_mean(mu, b, ((exp(s/(b + 1)) + exp(-s/(b + 1)))/2)^(b + "
         "1)) <= exp(" +
         text_of(c) + "*s^2/mu)";
}

// An upper bound of E(mean, s), by (K.12): all terms up to some M, and Chernoff's bound beyond.
class poisson_sum {
 public:
  explicit poisson_sum(const rational& mean) : mean_up_(mean, up) {
    const real mean_down(mean, down);
    const double about = mpfr_get_d(mean_up_.get(), up);
    last_ = static_cast<std::uint64_t>(about + 10 * std::sqrt(about)) + 40;
    if (rational(last_) <= mean) throw std::logic_error("the last term is too early");
    first_ = applied(mpfr_neg, mean_down, up);
    first_ = applied(mpfr_exp, first_, up);
    // P(B >= M) <= exp(M − μ − M·log(M/μ))
    const real last(rational(last_), down);
    const real logarithm = applied(mpfr_log, applied(mpfr_div, last, mean_up_, down), down);
    const real gain = applied(mpfr_mul, last, logarithm, down);
    real exponent = applied(mpfr_sub, last, mean_down, up);
    exponent = applied(mpfr_sub, exponent, gain, up);
    beyond_ = applied(mpfr_exp, exponent, up);
  }

  [[nodiscard]] std::uint64_t terms() const { return last_; }

  // An upper bound of log E(mean, s), and a lower one.
  [[nodiscard]] std::pair<real, real> logarithms(const rational& s) const {
    const real s_up(s, up);
    const real rest = applied(mpfr_mul, power_of_cosh(s_up, last_ + 1), beyond_, up);
    real total = rest;
    real weight = first_;  // P(B = m − 1)
    for (std::uint64_t m = 1; m <= last_; ++m) {
      const real term = applied(mpfr_mul, weight, power_of_cosh(s_up, m), up);
      mpfr_add(total.get(), total.get(), term.get(), up);
      mpfr_mul(weight.get(), weight.get(), mean_up_.get(), up);
      mpfr_div_ui(weight.get(), weight.get(), m, up);
    }
    // Some 2^31 roundings, and powers of at most 2^25, of numbers of 128 bits make less than 2^-64
    // of the sum.
    real rounding;
    mpfr_set_ui_2exp(rounding.get(), 1, -64, up);
    const real first_terms = applied(mpfr_sub, total, rest, down);
    const real below = applied(mpfr_sub, applied(mpfr_log, first_terms, down), rounding, down);
    return {applied(mpfr_log, total, up), below};
  }

 private:
  // cosh(s/m)^m, which rises in s
  static real power_of_cosh(const real& s, std::uint64_t m) {
    real x;
    mpfr_div_ui(x.get(), s.get(), m, up);
    mpfr_cosh(x.get(), x.get(), up);
    mpfr_pow_ui(x.get(), x.get(), m, up);
    return x;
  }

  real mean_up_;
  real first_;
  real beyond_;
  std::uint64_t last_ = 0;
};

// 4ab/(a + b)²
rational narrowing(const rational& a, const rational& b) {
  return 4 * a * b / ((a + b) * (a + b));
}

// A positive rational "p" or "p/q" in lowest terms.
rational number_in(const std::string& text, std::size_t line) {
  const std::size_t slash = text.find('/');
  const std::string top = text.substr(0, slash);
  const std::string bottom = slash == std::string::npos ? "1" : text.substr(slash + 1);
  for (const std::string& digits : {top, bottom}) {
    if (digits.empty() || digits.front() == '0' ||
        digits.find_first_not_of("0123456789") != std::string::npos)
      throw wrong(line, "'" + shown(text) + "' is no positive fraction");
    if (digits.size() > most_digits)
      open_at(line, "a number has more than " + std::to_string(most_digits) + " digits");
  }
  rational value{integer(top), integer(bottom)};
  if (text_of(value) != text) throw wrong(line, "'" + shown(text) + "' is not in lowest terms");
  return value;
}

// What stands behind exp( in a formula.
void collect_exponents(const formula_ptr& x, std::vector<formula_ptr>& found) {
  if (is_call(*x, "exp")) found.push_back(x->parts[0]);
  for (const formula_ptr& part : x->parts) collect_exponents(part, found);
}

// Whether the claim is what the rule proves, in whatever letters. Both sides are even in s, so that
// its sign does not matter.
bool says_the_same(domain& where, const order& said, const rational& c) {
  if (said.is_strict || !is_call(*said.low, "poisson_mean") || !is_call(*said.high, "exp"))
    return false;
  const formula_ptr& mean = said.low->parts[0];
  // No name of a file has a space in it.
  const formula_ptr count =
      std::make_shared<const formula>(formula{"name", "number of events", 0, {}, 0});
  const formula_ptr body = substituted(said.low->parts[2], {{said.low->parts[1]->name, count}});
  std::vector<formula_ptr> exponents;
  collect_exponents(body, exponents);
  return std::any_of(exponents.begin(), exponents.end(), [&](const formula_ptr& exponent) {
    const formulas letters{{"b", count},
                           {"m", mean},
                           {"c", number(c)},
                           {"s", substituted(exponent, {{count->name, number(0)}})}};
    const auto put_in = [&](const char* text) { return substituted(parsed(text), letters); };
    return where.has_value(letters.at("s")) && where.has_value(mean) &&
           where.is_certain(mean, ">", number(0)) &&
           where.is_same(body, put_in("((exp(s/(b + 1)) + exp(-s/(b + 1)))/2)^(b + 1)")) &&
           where.is_same(said.high->parts[0], put_in("c*s^2/m"));
  });
}

class moments_checker {
 public:
  explicit moments_checker(line_reader& lines) : lines_(lines) { read(); }

  // Throws `wrong` unless all of the proof is right.
  void check(const statement& stated, names& known) {
    check_claim(stated, known);
    check_near();
    check_constant();
    check_large_means();
    check_cover();
    for (const column& one : proof_.columns) check_column(one);
  }

  [[nodiscard]] std::string report() const {
    std::ostringstream text;
    text
        << "  which is, in other letters: " << statement_for(proof_.c) << "\n"
        << "  checked by machine: " << counted(boxes_, "box", "boxes") << " in "
        << counted(proof_.columns.size(), "column", "columns")
        << " that cover the means from 2c to " << text_of(proof_.large) << ", "
        << counted(corners_, "corner", "corners") << "; z0, c* and the conditions on large means\n"
        << "  rests on derivations by hand in docs/methods/theorems.md: (K.10) where mu <= 2c, "
           "where s >= mu/c and where z <= z0; (K.11) convexity and chords; (K.12) the sum; (K.13) "
           "large means\n"
        << "  not checked: that its catalogue states this\n";
    return text.str();
  }

 private:
  void check_claim(const statement& stated, names& known) const {
    at_line(stated.line, [&] {
      std::vector<formula_ptr> conditions;
      for (const auto& [line, text] : stated.conditions)
        for (const formula_ptr& part : conjuncts(known.condition(text))) conditions.push_back(part);
      domain where(conditions, known.integers);
      const order said = order_in(known.condition(stated.stated));
      demand_certain(says_the_same(where, said, proof_.c),
                     "the claim is not certainly what the rule proves, in other letters");
      demand_needed(where, known);
    });
  }

  rational take_number(const std::string& key, std::size_t& line) {
    line = lines_.number();
    return number_in(lines_.take(key), line);
  }

  void read() {
    const std::size_t statement_line = lines_.number();
    const std::string statement = lines_.take("statement");
    proof_.c = take_number("c", c_line_);
    if (statement != statement_for(proof_.c))
      throw wrong(statement_line, "the rule proves '" + statement_for(proof_.c) + "', not this");
    proof_.near = take_number("z0", near_line_);
    proof_.constant = take_number("c*", constant_line_);
    proof_.large = take_number("K", large_line_);
    proof_.delta = take_number("delta", delta_line_);
    proof_.slope = take_number("sigma1", slope_line_);
    const std::size_t count_line = lines_.number();
    std::string count = lines_.take("columns");
    while (lines_.starts_with("column")) {
      if (proof_.columns.size() >= most_columns)
        throw unchecked("there are more than " + std::to_string(most_columns) + " columns");
      read_column();
    }
    if (count != std::to_string(proof_.columns.size()))
      throw wrong(count_line, "there are " + std::to_string(proof_.columns.size()) + " columns");
  }

  // "column MU1 MU2 S S S …"
  void read_column() {
    column one{lines_.number(), 0, 0, {}};
    std::istringstream words(lines_.take("column"));
    std::vector<rational> numbers;
    for (std::string word; std::getline(words, word, ' ');)
      numbers.push_back(number_in(word, one.line));
    constexpr std::size_t least = 3;
    if (numbers.size() < least) throw wrong(one.line, "a column has two means and a value of s");
    one.least = numbers[0];
    one.largest = numbers[1];
    one.values.assign(numbers.begin() + 2, numbers.end());
    proof_.columns.push_back(std::move(one));
  }

  // −log(1 − z0) <= 2c·z0
  void check_near() const {
    if (proof_.near >= 1) throw wrong(near_line_, "z0 has to be below 1");
    const real rest(rational(1 - proof_.near), down);
    const real size = applied(mpfr_neg, applied(mpfr_log, rest, down), up);
    if (!is_at_most(size, real(rational(2 * proof_.c * proof_.near), down)))
      open_at(near_line_, "-log(1 - z0) is not certainly at most 2*c*z0");
  }

  // y² <= 4c*·(1 − e^(−J(y))) for 0 < y <= 1: near 0 by J >= y²/2 and 1 − e^(−x) >= x − x²/2, and
  // then on intervals [y1, y2] from the value at y1, as J rises.
  void check_constant() const {
    if (2 * proof_.constant <= 1) throw wrong(constant_line_, "c* has to be above 1/2");
    const rational near_zero = 4 - 2 / proof_.constant;
    const real four(rational(4 * proof_.constant), down);
    real y = applied(mpfr_sqrt, real(near_zero, down), down);
    // So that 1 + y and 1 − y are exact.
    shorten(y);
    constexpr int most_steps = 1'000'000;
    for (int i = 0; mpfr_cmp_ui(y.get(), 1) < 0; ++i) {
      real above;
      real below;
      mpfr_add_ui(above.get(), y.get(), 1, down);
      mpfr_ui_sub(below.get(), 1, y.get(), down);
      const real first = applied(mpfr_mul, above, applied(mpfr_log, above, down), down);
      // The logarithm is negative: rounded down, it makes the product smaller.
      const real second = applied(mpfr_mul, below, applied(mpfr_log, below, down), down);
      real rate = applied(mpfr_add, first, second, down);
      mpfr_div_ui(rate.get(), rate.get(), 2, down);
      const real part =
          applied(mpfr_neg, applied(mpfr_expm1, applied(mpfr_neg, rate, up), up), down);
      real next = applied(mpfr_sqrt, applied(mpfr_mul, four, part, down), down);
      if (mpfr_cmp_ui(next.get(), 1) < 0) shorten(next);
      if (i >= most_steps || !(mpfr_cmp(next.get(), y.get()) > 0))
        open_at(constant_line_,
                "c* is too small, or too close to the largest value of y^2/(4*(1 - exp(-J(y))))");
      y = next;
    }
  }

  // Rounds down to a multiple of 2^-40.
  static void shorten(real& y) {
    constexpr unsigned places = 40;
    mpfr_mul_2ui(y.get(), y.get(), places, down);
    mpfr_floor(y.get(), y.get());
    mpfr_div_2ui(y.get(), y.get(), places, down);
  }

  // (K.13). Its 0.1534 is below I(1/2) = (1 − log 2)/2.
  void check_large_means() const {
    const rational& c = proof_.c;
    const rational& large = proof_.large;
    const auto demand = [](bool holds, std::size_t line, const char* what) {
      if (!holds) throw wrong(line, what);
    };
    const auto demand_certainly = [](bool holds, std::size_t line, const char* what) {
      if (!holds) open_at(line, what);
    };
    const rational half(1, 2);
    const rational entropy(1534, 10'000);
    real two;
    mpfr_set_ui(two.get(), 2, up);
    real exact = applied(mpfr_log, two, up);
    mpfr_ui_sub(exact.get(), 1, exact.get(), down);
    mpfr_div_ui(exact.get(), exact.get(), 2, down);
    demand_certainly(is_at_most(real(entropy, up), exact), large_line_,
                     "0.1534 is not below I(1/2)");
    demand(large >= 100, large_line_, "K has to be at least 100");
    if (large > largest_mean)
      open_at(large_line_, "K is too large: it is beyond " + std::to_string(largest_mean));
    demand(proof_.delta < half, delta_line_, "delta has to be below 1/2");
    demand(4 * proof_.slope * proof_.slope <= proof_.delta, slope_line_,
           "sigma1^2 has to be at most delta/4");
    demand(proof_.slope < entropy, slope_line_, "sigma1 has to be below 0.1534");
    const rational rate = (c - proof_.constant) * proof_.slope * proof_.slope;
    const rational rest = 2 * c - 1 / (1 - proof_.delta);
    const rational decay =
        std::min(rational(proof_.delta * proof_.delta / 4), rational(entropy - proof_.slope));
    demand(rest > 0, delta_line_, "2*c has to be above 1/(1 - delta)");
    demand(rate * large >= half, large_line_, "(c - c*)*sigma1^2*K has to be at least 1/2");
    demand(decay * large >= half, large_line_, "a*K has to be at least 1/2");
    const real width =
        applied(mpfr_mul, real(rational(27, 100), up), applied(mpfr_sqrt, real(large, up), up), up);
    demand_certainly(is_at_most(applied(mpfr_log1p, width, up), real(rational(rate * large), down)),
                     large_line_,
                     "(c - c*)*sigma1^2*K is not certainly at least log(1 + 0.27*sqrt(K))");
    const real falls = applied(mpfr_exp, real(rational(-decay * large), up), up);
    demand_certainly(
        is_at_most(applied(mpfr_mul, width, falls, up), real(rational(rest * proof_.near), down)),
        large_line_, "0.27*sqrt(K)*exp(-a*K) is not certainly at most B*z0");
  }

  // The columns follow each other from 2c to K, and each reaches from where z <= z0 to s >= μ/c.
  void check_cover() const {
    rational reached = 2 * proof_.c;
    for (const column& one : proof_.columns) {
      if (one.least > reached) throw wrong(one.line, "means before it are not covered");
      if (one.largest <= one.least) throw wrong(one.line, "its means have to rise");
      for (std::size_t i = 1; i < one.values.size(); ++i)
        if (one.values[i] <= one.values[i - 1])
          throw wrong(one.line, "its values of s have to rise");
      if (one.values.front() * one.values.front() > 2 * proof_.near * one.least)
        throw wrong(one.line, "small values of s are not covered");
      if (one.values.back() * proof_.c < one.largest)
        throw wrong(one.line, "large values of s are not covered");
      if (one.largest > 2 * largest_mean)
        open_at(one.line, "a mean is beyond " + std::to_string(2 * largest_mean));
      if (one.least < reached && &one != &proof_.columns.front())
        throw wrong(one.line, "it has to begin where the column before it ends");
      reached = one.largest;
    }
    if (reached < proof_.large)
      throw wrong(lines_.number(), "means from " + text_of(reached) + " to K are not covered");
  }

  // (K.11) on each box: log E <= θ·c·s²/μ at its four corners.
  void check_column(const column& one) {
    const std::array<rational, 2> means{one.least, one.largest};
    for (const rational& mean : means) {
      const poisson_sum sum(mean);
      count_terms(one, sum.terms());
      std::optional<rational> before;
      std::optional<std::pair<real, real>> at_before;
      for (const rational& s : one.values) {
        const std::pair<real, real> at = sum.logarithms(s);
        ++corners_;
        if (before) {
          const rational scaled =
              proof_.c * narrowing(one.least, one.largest) * narrowing(*before, s) / mean;
          const std::string where = " at mean " + text_of(mean) +
                                    " between s = " + text_of(*before) + " and " + text_of(s);
          check_corner(one, *at_before, scaled * *before * *before, where);
          check_corner(one, at, scaled * s * s, where);
        }
        before = s;
        at_before = at;
      }
    }
    boxes_ += one.values.size() - 1;
  }

  static void check_corner(const column& one, const std::pair<real, real>& logarithms,
                           const rational& bound, const std::string& where) {
    if (is_at_most(logarithms.first, real(bound, down))) return;
    if (is_below(real(bound, up), logarithms.second))
      throw wrong(one.line, "(K.11) does not hold" + where);
    open_at(one.line, "(K.11) does not certainly hold" + where);
  }

  void count_terms(const column& one, std::uint64_t terms) {
    terms_ += static_cast<std::int64_t>(terms * one.values.size());
    if (terms_ > most_terms)
      open_at(one.line, "the sums have more than " + std::to_string(most_terms) + " terms");
  }

  line_reader& lines_;
  moments_proof proof_;
  std::size_t c_line_ = 0;
  std::size_t near_line_ = 0;
  std::size_t constant_line_ = 0;
  std::size_t large_line_ = 0;
  std::size_t delta_line_ = 0;
  std::size_t slope_line_ = 0;
  std::size_t boxes_ = 0;
  std::size_t corners_ = 0;
  std::int64_t terms_ = 0;
};

}  // namespace

std::string check_moments(const statement& stated, line_reader& lines) {
  moments_checker checker(lines);
  lines.take_end();
  if (!stated.variables.empty() || !stated.values.empty())
    throw unchecked("the rule is about all values of its variables");
  names known(stated);
  checker.check(stated, known);
  return statement_in_words(stated, known) + checker.report();
}

}  // namespace check
