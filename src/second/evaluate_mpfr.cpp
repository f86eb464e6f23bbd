#include <array>
#include <condition_variable>
#include <mutex>

#include "second/plain_evaluator.hpp"
#include "shufflecert/plain_evaluation.hpp"

namespace shufflecert::inline v0_1 {
namespace {

using second::mp;

constexpr unsigned guard_digits = 20;

// Boost 1.74 keeps one default precision for all threads, and operations set it to that of their
// operands. So evaluations run at the same time where they have the same number of digits, and else
// one after the other, in the order in which they came.
class precision_gate {
 public:
  void enter(unsigned digits) {
    std::unique_lock lock(mutex_);
    const std::uint64_t own = next_++;
    changed_.wait(lock, [&] { return admitted_ == own && (inside_ == 0 || digits_ == digits); });
    ++admitted_;
    if (inside_++ == 0) {
      before_ = mp::default_precision();
      digits_ = digits;
      mp::default_precision(digits);
    }
    changed_.notify_all();
  }

  void leave() {
    const std::scoped_lock lock(mutex_);
    if (--inside_ == 0) mp::default_precision(before_);
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ = 0;      ///< number of the next that comes
  std::uint64_t admitted_ = 0;  ///< number of the next that may go in
  unsigned inside_ = 0;
  unsigned digits_ = 0;
  unsigned before_ = 0;
};

precision_gate& gate() {
  static precision_gate only;
  return only;
}

// MPFR keeps constants and spare memory for each thread, and gives them back only when asked there.
struct thread_cache {
  thread_cache() = default;
  thread_cache(const thread_cache&) = delete;
  thread_cache& operator=(const thread_cache&) = delete;
  ~thread_cache() { mpfr_free_cache2(MPFR_FREE_LOCAL_CACHE); }
};

// Sets the precision, and for this thread the largest exponents that MPFR has, while it lasts. Only
// the magnitude of a value is bounded by them: exp(10^10) is an ordinary number.
class working_digits {
 public:
  explicit working_digits(unsigned digits)
      : lowest_exponent_(mpfr_get_emin()), highest_exponent_(mpfr_get_emax()) {
    gate().enter(digits);
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
  }
  working_digits(const working_digits&) = delete;
  working_digits& operator=(const working_digits&) = delete;
  ~working_digits() {
    mpfr_set_emin(lowest_exponent_);
    mpfr_set_emax(highest_exponent_);
    gate().leave();
  }

 private:
  mpfr_exp_t lowest_exponent_;
  mpfr_exp_t highest_exponent_;
};

std::string shown(const mp& x, unsigned digits) {
  if (second::is_infinite(x)) return x > 0 ? "inf" : "-inf";
  return x.str(digits);
}

// Two numbers that are closer, relatively, count as equal.
mp tie_at(unsigned digits) {
  return pow(mp(10), mp(-0.85 * digits));
}

using sides = second::found_sides<mp>;

struct evaluated {
  second::value<mp> found;
  bool has_cancelled = false;
  std::vector<sides> compared;
};

evaluated evaluate_at(unsigned digits, const expression& formula, const definitions& visible,
                      const variable_map& variables, const plain_options& options, bool is_first) {
  // The first evaluation is followed by one with twice the digits.
  second::plain_evaluator<mp> at(
      visible, variables, {tie_at(digits), digits, options.limits, options.work, is_first ? 3 : 1});
  mpfr_clear_underflow();
  second::value<mp> found = at.evaluate(formula);
  if (const auto* number = std::get_if<mp>(&found)) second::require_no_lost_zero(*number);
  return {std::move(found), at.has_cancelled(), at.compared_sides()};
}

// What more digits changed in a number: infinite where only one of the two is.
mp change(const mp& before, const mp& now) {
  return before == now ? mp(0) : mp(abs(mp(before - now)));
}

// Why the sides cannot be compared; empty where they can. What a doubled precision changed in a
// side estimates its error: an integral of which the quadrature finds no digit changes by as much
// as it is. Sides that agree to 0.85 of the digits are as equal as this arithmetic can say.
std::string doubt_about(const sides& before, const sides& now, const mp& tie) {
  constexpr int margin = 10;
  constexpr unsigned shown_digits = 5;
  const mp moved = change(before.left, now.left) + change(before.right, now.right);
  const mp apart = change(now.left, now.right);
  const mp size = std::max(mp(abs(now.left)), mp(abs(now.right)));
  const bool agree = apart == 0 || (second::is_finite(size) && apart <= tie * size);
  if (moved == 0 || agree || apart > margin * moved) return "";
  return "MPFR does not know the sides well enough: " + shown(now.left, shown_digits) + " and " +
         shown(now.right, shown_digits) + ", of which twice the digits changed " + shown(moved, 3);
}

// The same for all comparisons of a condition, evaluated with some digits and with more.
std::string doubt_about(const evaluated& before, const evaluated& now, const mp& tie) {
  if (before.compared.size() != now.compared.size())
    return "MPFR compares different parts at two precisions";
  for (std::size_t i = 0; i < now.compared.size(); ++i) {
    std::string doubt = doubt_about(before.compared[i], now.compared[i], tie);
    if (!doubt.empty()) return doubt;
  }
  return "";
}

// Digits on which the two agree, at most `most`.
unsigned agreement(const mp& a, const mp& b, unsigned most) {
  if (a == b) return most;
  if (!second::is_finite(a) || !second::is_finite(b) || b == 0) return 0;
  const mp ratio = abs(mp(a - b)) / abs(b);
  if (ratio >= 1) return 0;
  const mp digits = -log10(ratio);
  return digits >= most ? most : static_cast<unsigned>(digits);
}

// Takes over what a condition was found to be; true once two precisions agree on it.
bool is_settled(plain_value& result, const second::answer& decided,
                const std::optional<evaluated>& before, const evaluated& now, const mp& tie) {
  result.is_condition = true;
  result.tied = decided.tied || now.has_cancelled;
  result.truth = decided.value;
  result.reason.clear();
  const auto* last = before ? std::get_if<second::answer>(&before->found) : nullptr;
  if (last != nullptr) {
    result.reason = doubt_about(*before, now, tie);
    if (result.reason.empty() && last->value != decided.value)
      result.reason = "MPFR answers differently at two precisions";
  }
  const bool is_certain = last != nullptr && result.reason.empty() && last->tied == decided.tied;
  // A strict relation fails on a tie only as far as the digits go.
  if (result.reason.empty() && decided.tied && !decided.value)
    result.reason = "both sides agree as far as the digits go";
  if (!result.reason.empty()) result.truth = std::nullopt;
  return is_certain;
}

}  // namespace

plain_value evaluate_mpfr(const expression& formula, const definitions& visible,
                          const variable_map& variables, unsigned digits,
                          const plain_options& options) {
  static const thread_local thread_cache given_back_at_the_end_of_the_thread;
  const unsigned first = digits + guard_digits;
  plain_value result;
  std::optional<evaluated> before;
  for (const unsigned working : {first, 2 * first, 4 * first}) {
    options.limits.check();
    const working_digits precision(working);
    evaluated now = evaluate_at(working, formula, visible, variables, options, working == first);
    if (const auto* decided = std::get_if<second::answer>(&now.found)) {
      if (is_settled(result, *decided, before, now, tie_at(working))) return result;
    } else {
      const mp& value = second::held<mp>(now.found, "number or a condition");
      result.decimal = shown(value, digits);
      result.nearest = value.convert_to<double>();
      const auto* last = before ? std::get_if<mp>(&before->found) : nullptr;
      if (last != nullptr) {
        result.agreeing_digits = agreement(*last, value, digits);
        result.difference = *last == value ? "0" : shown(abs(mp(*last - value)), 3);
        if (result.agreeing_digits >= digits) return result;
      }
    }
    before = std::move(now);
  }
  return result;
}

}  // namespace shufflecert::inline v0_1
