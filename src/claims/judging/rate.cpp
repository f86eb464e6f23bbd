#include "claims/judging/rate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <string_view>

#include "claims/catalogue/axis.hpp"
#include "claims/points/in_parallel.hpp"
#include "shufflecert/method.hpp"

namespace shufflecert {
namespace {

// The verdict rests on the local orders at the last sizes; a trend shows in three, not in fewer.
constexpr std::size_t orders_judged = 3;
constexpr std::size_t fewest_sizes = 4;
constexpr long error_digits = 12;
constexpr long order_digits = 6;
constexpr bits order_precision = 128;

ball fraction(std::int64_t above, std::int64_t below) {
  return ball::of(rational(above, below), order_precision);
}

bool at_most(const ball& x, const ball& most) {
  return less_equal(x, most) == true;
}

// Doubling goes on beyond the listed sizes until the orders settle, but not beyond these sizes: a
// cost that grows with the size, and not a time, sets the end, so that it is always the same.
constexpr double largest_size = 1e12;
constexpr double largest_size_of_tails = 1e6;
constexpr double largest_size_of_sums = 1e3;
// An error that falls, or grows, like this power of the size is beyond all rates that are claimed.
constexpr double steepest_order = 16;

// Three local orders at growing sizes.
using last_orders = std::array<ball, orders_judged>;

bool all_finite(const last_orders& orders) {
  return std::all_of(orders.begin(), orders.end(), [](const ball& o) { return o.is_finite(); });
}

// Where orders that change in one direction lead if their changes shrink at a constant ratio
// (Aitken's extrapolation); nothing where the changes do not certainly shrink.
std::optional<ball> continued(const last_orders& orders) {
  const ball before = orders[1] - orders[0];
  const ball last = orders[2] - orders[1];
  if (less(abs(last), abs(before)) != true) return std::nullopt;
  return orders[2] + last * last / (before - last);
}

// A change of less than 1/1000 from size to size is no trend.
bool is_rising(const last_orders& orders) {
  const ball change = fraction(1, 1000);
  return less(orders[0], orders[1]) == true && less(orders[1], orders[2]) == true &&
         !(at_most(orders[1] - orders[0], change) && at_most(orders[2] - orders[1], change));
}

last_orders mirrored(const last_orders& orders) {
  return {-orders[0], -orders[1], -orders[2]};
}

// Whether orders that are certainly at most `most` show no sign of rising above it.
bool stay_at_most(const last_orders& orders, const ball& most) {
  if (!std::all_of(orders.begin(), orders.end(), [&](const ball& o) { return at_most(o, most); }))
    return false;
  if (!all_finite(orders) || !is_rising(orders)) return true;
  const auto end = continued(orders);
  return end && at_most(*end, most);
}

// Whether orders are at least `least` in the end: at once, or because they rise and their changes
// shrink so fast that they lead there. Those of log(n)/n shrink too slowly to tell.
bool reach(const last_orders& orders, const ball& least) {
  if (!all_finite(orders) || at_most(least, orders[2])) return at_most(least, orders[2]);
  const ball before = orders[1] - orders[0];
  const ball last = orders[2] - orders[1];
  if (!is_rising(orders) || !at_most(last, before * fraction(4, 5))) return false;
  const auto end = continued(orders);
  return end && at_most(least, *end);
}

bool stay_at_least(const last_orders& orders, const ball& least) {
  return stay_at_most(mirrored(orders), -least);
}

// The error at one size: a number, or why there is none.
struct known_error {
  enum class state { known, infinite, outside, open, undefined } found = state::open;
  number value = 0;
  bits precision = 0;
  std::string reason;
  std::set<std::string> methods;
};

// One size of a series; sizes that are not listed are the doubles of others.
struct size_of_series {
  point_value value;
  bool is_listed = false;
  bool starts_order = false;
  std::size_t doubled = 0;  ///< the place of its double, where it starts a local order
  known_error error;
};

struct series_of_sizes {
  check_point others;
  std::vector<size_of_series> sizes;
};

double size_near(const point_value& size) {
  return constant_value(size).to_ball(order_precision).near();
}

class rate_judge {
 public:
  rate_judge(const claim_context& context, const rate_claim& form)
      : context_(context),
        form_(form),
        error_{call{"abs", {context.subject.formula}}, context.subject.formula->column},
        largest_size_(largest_size_by_functions()) {}

  judgement run() {
    judgement found;
    std::vector<series_of_sizes> all = series();
    evaluate(all);
    for_each_index(all.size(), [&](std::size_t i) { extend(all[i]); });
    rate_evidence evidence;
    evidence.along = form_.along;
    evidence.error = to_text(*context_.subject.as_stated().formula);
    evidence.claimed = claimed();
    std::set<std::string> methods;
    for (const series_of_sizes& one : all) {
      const auto is_in_domain = [](const size_of_series& size) {
        return size.error.found != known_error::state::outside;
      };
      const auto looked_at = std::count_if(one.sizes.begin(), one.sizes.end(), is_in_domain);
      for (const size_of_series& size : one.sizes)
        methods.insert(size.error.methods.begin(), size.error.methods.end());
      if (looked_at == 0) continue;
      found.checked += static_cast<std::size_t>(looked_at);
      evidence.series.push_back(judge_series(one));
      if (evidence.series.back().outcome == verdict::undecided)
        found.undecided.push_back(evidence.series.back().point);
    }
    found.methods.assign(methods.begin(), methods.end());
    settle(found, evidence, all);
    found.rate = std::move(evidence);
    return found;
  }

 private:
  // The listed points by the values of the other variables, with the sizes to look at.
  [[nodiscard]] std::vector<series_of_sizes> series() const {
    std::vector<series_of_sizes> result;
    std::map<point_texts, std::size_t> places;
    for (std::size_t i = 0; i < point_count(context_.subject); ++i) {
      check_point point = point_at(context_.subject, i);
      const point_value size = point.at(form_.along);
      point.erase(form_.along);
      const auto [entry, is_new] = places.emplace(texts_of(point), result.size());
      if (is_new) result.push_back({point, {}});
      add_size(result[entry->second], size, true);
    }
    for (series_of_sizes& one : result) complete(one);
    return result;
  }

  static std::size_t add_size(series_of_sizes& one, const point_value& size, bool is_listed) {
    const auto known = std::find_if(one.sizes.begin(), one.sizes.end(), [&](const auto& other) {
      return other.value.text == size.text;
    });
    if (known != one.sizes.end()) return static_cast<std::size_t>(known - one.sizes.begin());
    one.sizes.push_back({size, is_listed, is_listed, 0, {}});
    return one.sizes.size() - 1;
  }

  // Every listed size starts a local order. Where fewer than four are listed, the largest is
  // doubled until four local orders start.
  static void complete(series_of_sizes& one) {
    const auto by_size = [](const size_of_series& a, const size_of_series& b) {
      return size_near(a.value) < size_near(b.value);
    };
    std::sort(one.sizes.begin(), one.sizes.end(), by_size);
    for (std::size_t starts = one.sizes.size(); starts < fewest_sizes; ++starts) {
      const std::size_t next = add_size(one, doubled(one.sizes.back().value), false);
      one.sizes[next].starts_order = true;
    }
    for (std::size_t i = 0, starts = one.sizes.size(); i < starts; ++i)
      add_size(one, doubled(one.sizes[i].value), false);
    std::sort(one.sizes.begin(), one.sizes.end(), by_size);
    for (size_of_series& size : one.sizes)
      if (size.starts_order) size.doubled = add_size(one, doubled(size.value), false);
  }

  void evaluate(std::vector<series_of_sizes>& all) const {
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (std::size_t i = 0; i < all.size(); ++i)
      for (std::size_t j = 0; j < all[i].sizes.size(); ++j) places.emplace_back(i, j);
    std::atomic<std::size_t> done = 0;
    for_each_index(places.size(), [&](std::size_t k) {
      const series_of_sizes& one = all[places[k].first];
      all[places[k].first].sizes[places[k].second].error =
          error_at(one.others, one.sizes[places[k].second].value);
      if (context_.options.progress) context_.options.progress(++done, places.size());
    });
  }

  // The size up to which the error is evaluated beyond the listed sizes, by the functions that it
  // calls: some cost as much as the size is large.
  [[nodiscard]] double largest_size_by_functions() const {
    std::set<std::string> called;
    std::function<void(const expression&)> collect = [&](const expression& formula) {
      for (const std::string& name : called_functions(formula)) {
        if (!called.insert(name).second) continue;
        if (const definition* entry = context_.visible.visible.find(name)) collect(*entry->body);
      }
    };
    collect(error_);
    for (const auto& [name, formula] : context_.subject.let) collect(*formula);
    for (const auto& condition : context_.subject.domain) collect(*condition);
    double result = largest_size;
    for (const std::string& name : called) result = std::min(result, largest_size_for(name));
    return result;
  }

  static double largest_size_for(std::string_view function) {
    constexpr std::array<std::string_view, 9> sums{"sum",      "product",  "binomial_mean",
                                                   "integral", "minimum",  "normal_mean",
                                                   "maximum",  "smallest", "mean"};
    constexpr std::array<std::string_view, 5> tails{"binomial_cdf", "binomial_quantile", "binomial",
                                                    "factorial", "gamma"};
    const auto is_in = [&](const auto& names) {
      return std::find(names.begin(), names.end(), function) != names.end();
    };
    if (is_in(sums)) return largest_size_of_sums;
    if (is_in(tails)) return largest_size_of_tails;
    return largest_size;
  }

  static double largest_size_for(evaluation_method method) {
    switch (method) {
      case evaluation_method::closed_form:
      case evaluation_method::closed_moments:
      case evaluation_method::hybrid_moments:
      case evaluation_method::central_moments:
      case evaluation_method::line_integral:
        return largest_size;
      case evaluation_method::binomial_tails:
        return largest_size_of_tails;
      case evaluation_method::automatic:
      case evaluation_method::exact_rationals:
      case evaluation_method::direct_summation:
      case evaluation_method::windowed_moments:
        break;
    }
    return largest_size_of_sums;
  }

  // The same by the methods that the quantities of pairs needed at the last size.
  static double largest_size_by_methods(const std::set<std::string>& methods) {
    double result = largest_size;
    for (const std::string& name : methods) {
      const auto method = method_named(name);
      result = std::min(result, method ? largest_size_for(*method) : largest_size_of_sums);
    }
    return result;
  }

  static bool is_known(const known_error& error) {
    return error.found == known_error::state::known || error.found == known_error::state::infinite;
  }

  // The sizes of the last local orders that follow each other by doubling, smallest first; both
  // errors of each order are known.
  static std::vector<std::size_t> last_chain(const series_of_sizes& one) {
    std::vector<std::size_t> chain;
    for (std::size_t i = one.sizes.size(); i-- > 0;) {
      const size_of_series& size = one.sizes[i];
      if (!size.starts_order || (!chain.empty() && size.doubled != chain.back())) continue;
      if (!is_known(size.error) || !is_known(one.sizes[size.doubled].error)) break;
      chain.push_back(i);
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  // The local orders and the errors of a chain, near enough to see where they lead.
  struct values_near {
    std::vector<double> orders;
    std::vector<double> errors;
  };

  static values_near near(const series_of_sizes& one) {
    values_near result;
    const auto add_error = [&](const known_error& error) {
      result.errors.push_back(error.value.to_ball(order_precision).near());
    };
    for (const std::size_t i : last_chain(one)) {
      const size_of_series& at_double = one.sizes[one.sizes[i].doubled];
      if (result.errors.empty()) add_error(one.sizes[i].error);
      add_error(at_double.error);
      result.orders.push_back(order_between(one.sizes[i].error, at_double.error).near());
    }
    return result;
  }

  // Doubles the last size until the orders have settled or nothing more can be known. A size that
  // is not listed is never in the way of a verdict: where its error stays unknown, it is left out.
  void extend(series_of_sizes& one) const {
    if (!std::all_of(one.sizes.begin(), one.sizes.end(), [](const size_of_series& size) {
          return !size.is_listed || is_known(size.error) ||
                 size.error.found == known_error::state::outside;
        }))
      return;
    while (true) {
      const std::vector<std::size_t> chain = last_chain(one);
      if (chain.empty()) return;
      const std::size_t last = one.sizes[chain.back()].doubled;
      if (last + 1 != one.sizes.size()) return;
      const values_near known = near(one);
      if (!std::isfinite(known.orders.back()) || std::abs(known.orders.back()) > steepest_order ||
          is_settled(known.orders))
        return;
      const point_value next = doubled(one.sizes[last].value);
      const double most =
          std::min(largest_size_, largest_size_by_methods(one.sizes[last].error.methods));
      if (size_near(next) > most) return;
      size_of_series size{next, false, false, 0, error_at(one.others, next)};
      if (size.error.found != known_error::state::known) return;
      one.sizes[last].starts_order = true;
      one.sizes[last].doubled = one.sizes.size();
      one.sizes.push_back(std::move(size));
    }
  }

  [[nodiscard]] known_error error_at(check_point point, const point_value& size) const {
    point[form_.along] = size;
    known_error result;
    for (const auto& condition : context_.subject.domain)
      if (decide_condition(context_, *condition, point) != true) {
        const char* late = context_.options.limits.exhaustion();
        result.found = late != nullptr ? known_error::state::open : known_error::state::outside;
        result.reason = late != nullptr ? late : "'" + to_text(*condition) + "' is not certain";
        return result;
      }
    try {
      const refined_value known = refine(
          error_, context_.visible.visible, variables_at(context_.subject, point), error_digits,
          context_.options.precision, context_.options.limits, &context_.cache);
      result.precision = known.precision;
      result.methods = known.methods;
      result.reason = known.reason;
      const auto* value = std::get_if<number>(&known.result);
      if (value == nullptr) return result;
      result.value = *value;
      if (value->is_infinity(1))
        result.found = known_error::state::infinite;
      else if (known.sufficient)
        result.found = known_error::state::known;
      else if (result.reason.empty() || value->to_ball(known.precision).contains_zero())
        result.reason =
            fmt::format("the error cannot be told from 0 with {} bits", known.precision);
    } catch (const undefined_value& error) {
      result.found = known_error::state::undefined;
      result.reason = error.what();
    }
    return result;
  }

  [[nodiscard]] std::string claimed() const {
    const auto& order = form_.order;
    if (!order) return "-> 0";
    const std::string text = to_text(*order);
    const bool is_plain = text.find('/') == std::string::npos;
    return "O(" + form_.along + "^-" + (is_plain ? text : "(" + text + ")") + ")";
  }

  // log2(e(n)/e(2n)); an error that is exactly 0 has fallen as fast as can be.
  static ball order_between(const known_error& error, const known_error& at_double) {
    if (at_double.found == known_error::state::infinite) return ball::infinity(order_precision, -1);
    if (at_double.value.is_zero()) return ball::infinity(order_precision);
    if (error.found == known_error::state::infinite) return ball::infinity(order_precision);
    if (error.value.is_zero()) return ball::infinity(order_precision, -1);
    return (log(error.value.to_ball(order_precision)) -
            log(at_double.value.to_ball(order_precision))) /
           log(ball::of(2, order_precision));
  }

  [[nodiscard]] rate_series judge_series(const series_of_sizes& one) const {
    rate_series result;
    result.point = texts_of(one.others);
    std::vector<ball> orders;
    bool ends_infinite = false;
    for (const size_of_series& size : one.sizes) {
      if (is_known(size.error))
        result.errors.push_back(
            {size.value.text, to_decimal(size.error.value, size.error.precision, error_digits)});
      if (size.error.found == known_error::state::undefined) {
        result.outcome = verdict::invalid;
        result.reason = fmt::format("the error cannot be evaluated at {} = {}: {}", form_.along,
                                    size.value.text, size.error.reason);
        return result;
      }
    }
    for (const size_of_series& size : one.sizes) {
      if (!size.starts_order) continue;
      const size_of_series& at_double = one.sizes[size.doubled];
      if (!is_known(size.error) || !is_known(at_double.error)) continue;
      orders.push_back(order_between(size.error, at_double.error));
      result.orders.push_back(
          {size.value.text, at_double.value.text, to_decimal(orders.back(), order_digits)});
      ends_infinite = at_double.error.found == known_error::state::infinite;
    }
    const auto open = std::find_if(one.sizes.begin(), one.sizes.end(), [](const auto& size) {
      return size.is_listed && size.error.found == known_error::state::open;
    });
    if (open != one.sizes.end()) {
      result.reason = fmt::format("the error is not known at {} = {}: {}", form_.along,
                                  open->value.text, open->error.reason);
    } else if (orders.size() < orders_judged) {
      result.reason = fmt::format("{} local order{} known, and {} are needed", orders.size(),
                                  orders.size() == 1 ? " is" : "s are", orders_judged);
      for (const size_of_series& size : one.sizes)
        if (!is_known(size.error)) {
          result.reason +=
              fmt::format("; at {} = {}, {}", form_.along, size.value.text, size.error.reason);
          break;
        }
    } else if (ends_infinite) {
      result.outcome = verdict::contradicted;
      result.reason =
          fmt::format("the error is infinite at {} = {}", form_.along, result.orders.back().to);
    } else {
      judge_orders(result, {orders[orders.size() - 3], orders[orders.size() - 2], orders.back()});
      const values_near known = near(one);
      result.trend = trend_of(known.orders, known.errors);
      if (result.trend) result.reason += ", " + in_words(*result.trend);
    }
    return result;
  }

  void judge_orders(rate_series& result, const last_orders& orders) const {
    const auto& order = form_.order;
    const ball slack = fraction(1, 8);
    const ball least = order ? ball::of(*order, order_precision) - slack : slack;
    const ball most = order ? least : fraction(1, 64);
    const bool is_reached =
        !order || reach(orders, ball::of(*order, order_precision) - fraction(1, 64));
    if (stay_at_least(orders, least) && is_reached)
      result.outcome = verdict::supported;
    else if (stay_at_most(orders, most))
      result.outcome = verdict::contradicted;
    std::string shown;
    for (std::size_t i = result.orders.size() - orders_judged; i < result.orders.size(); ++i)
      shown += fmt::format("{}{}", shown.empty() ? "" : ", ", short_text(result.orders[i].order));
    result.reason = "the last local orders are " + shown;
  }

  // For a sentence and for an order among series: beyond a double's range it is 0 or infinite.
  static double double_near(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

  // Four digits are enough in a sentence; the results have the enclosure.
  static std::string short_text(const decimal_interval& order) {
    if (order.lower == "inf" || order.lower == "-inf") return order.lower;
    const double near = double_near(order.lower);
    if (!std::isfinite(near)) return order.lower;
    return std::abs(near) < 1e-12 ? "0" : fmt::format("{:.4g}", near);
  }

  static double last_order(const rate_series& one) {
    return double_near(one.orders.back().order.lower);
  }

  void settle(judgement& found, rate_evidence& evidence,
              const std::vector<series_of_sizes>& all) const {
    auto& series = evidence.series;
    if (series.empty()) {
      found.outcome = verdict::invalid;
      found.message = "looks at nothing: no size to check is certainly in the domain";
      if (!all.empty() && !all.front().sizes.empty())
        found.message +=
            fmt::format("; at {} = {}, {}", form_.along, all.front().sizes.front().value.text,
                        all.front().sizes.front().error.reason);
      return;
    }
    found.outcome = verdict::supported;
    for (const verdict outcome : {verdict::contradicted, verdict::invalid, verdict::undecided}) {
      const auto first = std::find_if(series.begin(), series.end(), [&](const rate_series& one) {
        return one.outcome == outcome;
      });
      if (first == series.end()) continue;
      found.outcome = outcome;
      evidence.deciding = static_cast<std::size_t>(first - series.begin());
      break;
    }
    if (found.outcome == verdict::supported)
      evidence.deciding =
          static_cast<std::size_t>(std::min_element(series.begin(), series.end(),
                                                    [](const rate_series& a, const rate_series& b) {
                                                      return last_order(a) < last_order(b);
                                                    }) -
                                   series.begin());
    found.message = message(found.outcome, evidence);
  }

  [[nodiscard]] std::string message(verdict outcome, const rate_evidence& evidence) const {
    const rate_series& one = evidence.series[evidence.deciding];
    std::string where;
    for (const auto& [name, text] : one.point)
      where += fmt::format("{}{} = {}", where.empty() ? "" : ", ", name, text);
    if (!where.empty()) where = "at " + where + ": ";
    const std::string claim = form_.order ? "the error is claimed " + evidence.claimed
                                          : "the error is claimed to tend to 0";
    if (outcome == verdict::invalid) return where + one.reason;
    if (outcome == verdict::undecided) return fmt::format("{}{}; {}", where, one.reason, claim);
    const std::string sizes = fmt::format("{} up to {}", form_.along, one.orders.back().to);
    if (outcome == verdict::contradicted)
      return fmt::format("{}{}; {}; evidence from {}, not a refutation", where, one.reason, claim,
                         sizes);
    const std::string slowest = evidence.series.size() == 1
                                    ? std::string()
                                    : fmt::format("slowest of {} choices ", evidence.series.size());
    return fmt::format("{}{}{}; {}; evidence from {}, not a proof", slowest, where, one.reason,
                       claim, sizes);
  }

  const claim_context& context_;
  const rate_claim& form_;
  expression error_;
  double largest_size_;
};

}  // namespace

judgement judge_rate(const claim_context& context, const rate_claim& form) {
  return rate_judge(context, form).run();
}

}  // namespace shufflecert
