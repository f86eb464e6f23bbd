#include "claims/judging/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>
#include <utility>

#include "claims/judging/rate_orders.hpp"
#include "claims/judging/rate_sizes.hpp"
#include "claims/limits/rate_proof.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr long order_digits = 6;

class rate_judge {
 public:
  rate_judge(const claim_context& context, const rate_claim& form)
      : context_(context), form_(form) {}

  judgement run() {
    judgement found;
    const std::vector<series_of_sizes> all = errors_at_sizes(context_, form_);
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
    if (context_.options.derives_theorems) decide(found, evidence, all);
    found.rate = std::move(evidence);
    return found;
  }

 private:
  // Leading terms decide what sizes only suggest.
  void decide(judgement& found, rate_evidence& evidence,
              const std::vector<series_of_sizes>& all) const {
    if (found.outcome == verdict::invalid || evidence.series.empty()) return;
    const std::string claim = claim_in_words(evidence);
    if (found.outcome != verdict::contradicted)
      if (rate_theorem theorem = prove_rate(context_, form_); theorem.record.is_complete) {
        found.outcome = verdict::proved;
        found.message = fmt::format("{}, which is proved{}: {}", claim,
                                    evidence.series.front().point.empty()
                                        ? ""
                                        : " for all values of the other variables in the domain",
                                    theorem.words);
        evidence.theorem = theorem.record.steps;
        found.proof = std::move(theorem.record);
        found.undecided.clear();
        return;
      }
    std::vector<check_point> choices;
    for (const rate_series& series : evidence.series)
      for (const series_of_sizes& one : all)
        if (texts_of(one.others) == series.point) choices.push_back(one.others);
    const auto refutation = refute_rate(context_, form_, choices);
    if (!refutation) return;
    const point_texts point = texts_of(choices[refutation->choice]);
    found.outcome = verdict::refuted;
    found.message = fmt::format("{}, which is refuted{}: {}", claim,
                                point.empty() ? "" : " for " + point_in_words(point),
                                refutation->theorem.words);
    evidence.theorem = refutation->theorem.record.steps;
    evidence.deciding = refutation->choice;
    found.undecided.clear();
  }

  [[nodiscard]] std::string claim_in_words(const rate_evidence& evidence) const {
    return form_.order ? "the error is claimed " + evidence.claimed
                       : "the error is claimed to tend to 0";
  }

  [[nodiscard]] std::string claimed() const {
    const auto& order = form_.order;
    if (!order) return "-> 0";
    const std::string text = to_text(*order);
    const bool is_plain = text.find('/') == std::string::npos;
    return "O(" + form_.along + "^-" + (is_plain ? text : "(" + text + ")") + ")";
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
    // An order near 0 needs less, or an error that grows would have it.
    const auto less_than_order = [&](std::int64_t part_of_order, std::int64_t part_of_one) {
      const ball whole = ball::of(*order, order_precision);
      return whole - min(whole * fraction(1, part_of_order), fraction(1, part_of_one));
    };
    const ball least = order ? less_than_order(2, 8) : fraction(1, 8);
    const ball most = order ? least : fraction(1, 64);
    const bool is_reached = !order || reach(orders, less_than_order(16, 64));
    if (stay_at_least(orders, least) && is_reached)
      result.outcome = verdict::supported;
    else if (stay_at_most(orders, most) && (order || fall_away(orders)))
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
      found.message = "has no sizes to check: none is certainly in the domain";
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
    const std::string claim = claim_in_words(evidence);
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
};

}  // namespace

judgement judge_rate(const claim_context& context, const rate_claim& form) {
  return rate_judge(context, form).run();
}

}  // namespace shufflecert::inline v0_1::claims
