#include "claims/judging/rate_sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

#include "claims/catalogue/axis.hpp"
#include "claims/judging/rate_orders.hpp"
#include "claims/points/in_parallel.hpp"
#include "claims/results/rate_trend.hpp"
#include "language/syntax/builtins.hpp"
#include "shufflecert/method.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t fewest_sizes = 4;

// Doubling goes on beyond the listed sizes until the orders settle, but not beyond these sizes: a
// cost that grows with the size, and not a time, sets the end, so that it is always the same.
constexpr double largest_size = 1e12;
constexpr double largest_size_of_tails = 1e6;
constexpr double largest_size_of_sums = 1e3;
// An error that falls, or grows, like this power of the size is beyond all rates that are claimed.
constexpr double steepest_order = 16;

double size_near(const point_value& size) {
  return constant_value(size).to_ball(order_precision).near();
}

std::size_t add_size(series_of_sizes& one, const point_value& size, bool is_listed) {
  const auto known = std::find_if(one.sizes.begin(), one.sizes.end(),
                                  [&](const auto& other) { return other.value.text == size.text; });
  if (known != one.sizes.end()) return static_cast<std::size_t>(known - one.sizes.begin());
  one.sizes.push_back({size, is_listed, is_listed, 0, {}});
  return one.sizes.size() - 1;
}

// Every listed size starts a local order. Where fewer than four are listed, the largest is
// doubled until four local orders start.
void complete(series_of_sizes& one) {
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

double largest_size_for(const std::string& function) {
  const builtin* known = find_builtin(function);
  if (known == nullptr) return largest_size;
  switch (known->work) {
    case work_growth::little:
      return largest_size;
    case work_growth::tails:
      return largest_size_of_tails;
    case work_growth::terms:
      return largest_size_of_sums;
  }
  return largest_size_of_sums;
}

double largest_size_for(evaluation_method method) {
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
    case evaluation_method::sum_over_rounds:
    case evaluation_method::sum_over_clones:
    case evaluation_method::convolution:
      break;
  }
  return largest_size_of_sums;
}

// The same by the methods that the quantities of pairs needed at the last size.
double largest_size_by_methods(const std::set<std::string>& methods) {
  double result = largest_size;
  for (const std::string& name : methods) {
    const auto method = method_named(name);
    result = std::min(result, method ? largest_size_for(*method) : largest_size_of_sums);
  }
  return result;
}

// The sizes of the last local orders that follow each other by doubling, smallest first; both
// errors of each order are known.
std::vector<std::size_t> last_chain(const series_of_sizes& one) {
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

class error_reader {
 public:
  error_reader(const claim_context& context, const rate_claim& form)
      : context_(context),
        form_(form),
        error_{call{"abs", {context.subject.formula}}, context.subject.formula->column},
        largest_size_(largest_size_by_functions()) {}

  std::vector<series_of_sizes> read() const {
    std::vector<series_of_sizes> all = series();
    evaluate(all);
    for_each_index(all.size(), [&](std::size_t i) { extend(all[i]); });
    return all;
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
      const refined_value known =
          refine(error_, context_.visible.visible, variables_at(context_.subject, point),
                 error_digits, context_.options.precision,
                 {.limits = context_.options.limits, .cache = &context_.cache});
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

  const claim_context& context_;
  const rate_claim& form_;
  expression error_;
  double largest_size_;
};

}  // namespace

std::vector<series_of_sizes> errors_at_sizes(const claim_context& context, const rate_claim& form) {
  return error_reader(context, form).read();
}

bool is_known(const known_error& error) {
  return error.found == known_error::state::known || error.found == known_error::state::infinite;
}

ball order_between(const known_error& error, const known_error& at_double) {
  if (at_double.found == known_error::state::infinite) return ball::infinity(order_precision, -1);
  if (at_double.value.is_zero()) return ball::infinity(order_precision);
  if (error.found == known_error::state::infinite) return ball::infinity(order_precision);
  if (error.value.is_zero()) return ball::infinity(order_precision, -1);
  return (log(error.value.to_ball(order_precision)) -
          log(at_double.value.to_ball(order_precision))) /
         log(ball::of(2, order_precision));
}

values_near near(const series_of_sizes& one) {
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

}  // namespace shufflecert::inline v0_1::claims
