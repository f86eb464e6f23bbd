#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/box.hpp"
#include "claims/points/point_evaluation.hpp"
#include "claims/recheck/relation.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr double rate_share = 4;  // of the work for a claim's points
constexpr double error_share = 0.25;
constexpr unsigned order_digits = 40;
constexpr std::size_t orders_judged = 3;

rational magnitude(const rational& x) {
  return x < 0 ? rational(-x) : x;
}

// log2(a/b), by the second arithmetic.
rational log2_of_quotient(const rational& a, const rational& b) {
  const auto literal_of = [](const rational& x) {
    return std::make_shared<const expression>(expression{literal{x, to_text(x)}, 1});
  };
  const variable_map values{{"a", literal_of(a)}, {"b", literal_of(b)}};
  static const expression_ptr formula = parse_formula("log(a/b)/log(2)");
  static const definitions none;
  const plain_value found = evaluate_mpfr(*formula, none, values, order_digits);
  const auto value = parse_signed_decimal(found.decimal);
  if (!value) throw beyond_reach("a local order that cannot be read");
  return *value;
}

// The error at one size: as far as the second arithmetic reaches its own value, else the middle of
// what is stated.
struct error_value {
  extended value;
  bool is_own = false;
  bool is_widened = false;
};

class rate_recheck {
 public:
  rate_recheck(second_opinion& second, const rate_claim& form, const judgement& found,
               const recheck_options& options)
      : second_(second),
        subject_(second.subject()),
        form_(form),
        found_(found),
        error_{call{"abs", {subject_.formula}}, subject_.formula->column},
        whole_(allowance_for(options, rate_share)),
        for_domain_(allowance_for(options, rate_share)) {}

  relation_recheck run() {
    relation_recheck result;
    if (!found_.rate || found_.rate->series.empty() || found_.witness) {
      result.found = not_confirmed("no errors at growing sizes are stated");
      return result;
    }
    if (const auto problem = problem_of_statement()) {
      result.found = not_confirmed(*problem);
      return result;
    }
    opinion& whole = result.found;
    std::vector<point_texts> points;
    for (const rate_series& one : series()) {
      result.points_total += one.errors.size();
      try {
        whole = worse(whole, check_series(one, result.points_judged));
      } catch (const beyond_reach& error) {
        whole = worse(whole, out_of_reach(error.what()));
      }
      if (whole.outcome == recheck_outcome::not_confirmed) return result;
      if (std::find(points.begin(), points.end(), one.point) != points.end())
        whole = not_confirmed(fmt::format("{} stands there twice", point_in_words(one.point)));
      points.push_back(one.point);
    }
    if (const auto missing = missing_series(points)) whole = worse(whole, not_confirmed(*missing));
    if (!fits(overall()))
      whole = worse(whole, not_confirmed(fmt::format("the series say '{}'", to_text(overall()))));
    if (whole.outcome == recheck_outcome::beyond_reach)
      whole.reason = fmt::format("the errors at {} of {} sizes confirmed; {}", result.points_judged,
                                 result.points_total, whole.reason);
    return result;
  }

 private:
  [[nodiscard]] const std::vector<rate_series>& series() const { return found_.rate->series; }

  // What is stated of the claim besides its series.
  [[nodiscard]] std::optional<std::string> problem_of_statement() const {
    const rate_evidence& rate = *found_.rate;
    if (rate.along != form_.along || rate.error != to_text(*subject_.as_stated().formula))
      return "another error, or along another variable, is stated than the claim's";
    if (rate.deciding >= rate.series.size() ||
        (!found_.is_theorem_on_rate() && rate.series[rate.deciding].outcome != found_.outcome))
      return "the series in front is none of those with this verdict";
    return std::nullopt;
  }

  // Whether the verdict goes with what the series say. No proof is sought where they contradict.
  [[nodiscard]] bool fits(verdict of_series) const {
    if (found_.outcome == verdict::refuted) return of_series != verdict::invalid;
    if (found_.outcome == verdict::proved)
      return of_series == verdict::supported || of_series == verdict::undecided;
    return found_.outcome == of_series;
  }

  [[nodiscard]] verdict overall() const {
    for (const verdict first : {verdict::contradicted, verdict::invalid, verdict::undecided})
      if (std::any_of(series().begin(), series().end(),
                      [&](const rate_series& one) { return one.outcome == first; }))
        return first;
    return verdict::supported;
  }

  // Every listed choice of the other variables that lies in the domain must be there.
  [[nodiscard]] std::optional<std::string> missing_series(const std::vector<point_texts>& points) {
    for (std::size_t i = 0; i < point_count(subject_); ++i) {
      const check_point point = point_at(subject_, i);
      if (second_.place_of(point, for_domain_) != second_opinion::place::inside) continue;
      point_texts others = texts_of(point);
      others.erase(form_.along);
      const auto stated = std::find(points.begin(), points.end(), others);
      if (stated == points.end())
        return fmt::format("the errors at {} are missing", point_in_words(others));
      const rate_series& one = series()[static_cast<std::size_t>(stated - points.begin())];
      const std::string& size = point.at(form_.along).text;
      const bool has_size = std::any_of(one.errors.begin(), one.errors.end(),
                                        [&](const auto& at) { return at.size == size; });
      // A listed size without a known error leaves its series undecided.
      if (!has_size && (one.outcome == verdict::supported || one.outcome == verdict::contradicted))
        return fmt::format("the error at {} = {} is missing", form_.along, size);
    }
    return std::nullopt;
  }

  // The point of a series at one size, or what is wrong with it.
  std::optional<std::string> point_at_size(const rate_series& series, const std::string& size,
                                           check_point& point) const {
    point_texts texts = series.point;
    if (texts.contains(form_.along)) return fmt::format("a series that fixes '{}'", form_.along);
    texts[form_.along] = size;
    return second_.read_point(texts, point);
  }

  bool is_in_enclosure_by_more_digits(const decimal_interval& stated, const check_point& point,
                                      allowance& may) const {
    try {
      const second_number again = second_.with_more_digits().number(error_, point, may);
      return check_enclosure(stated, again, "").outcome == recheck_outcome::confirmed;
    } catch (const beyond_reach&) {
      return false;
    }
  }

  // `too_large`: why a smaller size was out of reach, if one was; then this one is, too.
  opinion check_error(const rate_series& series, const error_at_size& stated, error_value& value,
                      const std::optional<opinion>& too_large) {
    check_point point;
    if (const auto problem = point_at_size(series, stated.size, point))
      return not_confirmed(*problem);
    const exact_interval ends = ends_read(stated.error);
    value.value = ends.lower;
    value.is_widened = ends.is_widened;
    if (ends.lower.infinite == 0 && ends.upper.infinite == 0)
      value.value.value = (ends.lower.value + ends.upper.value) / 2;
    if (too_large) return *too_large;
    if (ends.is_widened)
      return out_of_reach(
          fmt::format("the error at {} = {} is beyond 10^±1,000,000", form_.along, stated.size));
    if (whole_.is_exhausted()) return out_of_reach("the work for one claim was used up");
    part_of_allowance part(whole_, error_share);
    try {
      if (second_.place_of(point, for_domain_) == second_opinion::place::outside)
        return not_confirmed(fmt::format("{} = {} is not in the domain", form_.along, stated.size));
      const second_number own = second_.number(error_, point, part.may());
      opinion found = check_enclosure(
          stated.error, own, fmt::format("the error at {} = {}", form_.along, stated.size));
      if (found.outcome == recheck_outcome::not_confirmed &&
          is_in_enclosure_by_more_digits(stated.error, point, part.may()))
        return out_of_reach(fmt::format("two precisions agree on a wrong error at {} = {}",
                                        form_.along, stated.size));
      if (found.outcome == recheck_outcome::confirmed) value = {own.value, true};
      return found;
    } catch (const beyond_reach& error) {
      return out_of_reach(fmt::format("{} = {}: {}", form_.along, stated.size, error.what()));
    } catch (const undefined_value& error) {
      return not_confirmed(
          fmt::format("the error has no value at {} = {} by the second arithmetic: {}", form_.along,
                      stated.size, error.what()));
    }
  }

  // log2(e(n)/e(2n)), with the conventions of src/claims/judging/rate_sizes.cpp for 0 and infinity.
  static extended order_between(const extended& first, const extended& at_double) {
    if (at_double.infinite != 0) return {-1, 0};
    if (at_double.value == 0) return {1, 0};
    if (first.infinite != 0) return {1, 0};
    if (first.value == 0) return {-1, 0};
    return {0, log2_of_quotient(first.value, at_double.value)};
  }

  opinion check_order(const local_order& stated, const std::map<std::string, error_value>& errors,
                      extended& order) const {
    const auto first = errors.find(stated.from);
    const auto at_double = errors.find(stated.to);
    const auto from = parse_signed_decimal(stated.from);
    const auto to = parse_signed_decimal(stated.to);
    if (first == errors.end() || at_double == errors.end())
      return not_confirmed(fmt::format("the local order from {} to {} belongs to no stated errors",
                                       stated.from, stated.to));
    if (from && to && *to != 2 * *from)
      return not_confirmed(fmt::format("{} is not twice {}", stated.to, stated.from));
    if (first->second.is_widened || at_double->second.is_widened) {
      order = ends_read(stated.order).lower;
      return out_of_reach(fmt::format("an error beyond 10^±1,000,000 at {}", stated.from));
    }
    order = order_between(first->second.value, at_double->second.value);
    second_number found;
    found.value = order;
    // Twelve digits of the errors, where they are not the second arithmetic's own.
    const bool is_own = first->second.is_own && at_double->second.is_own;
    found.error = power(rational(10), is_own ? -30 : -10);
    found.digits = is_own ? order_digits : 10;
    return check_enclosure(stated.order, found, fmt::format("the local order at {}", stated.from));
  }

  opinion check_series(const rate_series& series, std::size_t& confirmed) {
    opinion whole;
    std::map<std::string, error_value> errors;
    std::optional<opinion> too_large;
    for (const error_at_size& stated : series.errors) {
      if (errors.contains(stated.size))
        return not_confirmed(fmt::format("the error at {} stands there twice", stated.size));
      error_value& value = errors[stated.size];
      opinion one = check_error(series, stated, value, too_large);
      if (one.outcome == recheck_outcome::beyond_reach) too_large = one;
      if (one.outcome == recheck_outcome::not_confirmed) return one;
      if (one.outcome == recheck_outcome::confirmed) ++confirmed;
      // One reason is enough for all sizes that are out of reach.
      if (whole.outcome == recheck_outcome::confirmed) whole = worse(whole, one);
    }
    std::vector<extended> orders;
    std::optional<rational> before;
    for (const local_order& stated : series.orders) {
      extended order;
      opinion one = check_order(stated, errors, order);
      if (one.outcome == recheck_outcome::not_confirmed) return one;
      const auto from = parse_signed_decimal(stated.from);
      if (before && from && *from <= *before)
        return not_confirmed("the local orders are not by size");
      before = from;
      orders.push_back(order);
    }
    return worse(whole, check_verdict(series, orders));
  }

  // The last three orders.
  using three = std::array<extended, orders_judged>;

  struct last_changes {
    rational before;
    rational last;

    // A change of at most 1/1000 is no trend.
    [[nodiscard]] bool is_rise() const {
      const rational least(1, 1000);
      return before > 0 && last > 0 && (before > least || last > least);
    }
    // How far beyond the last order they lead if they go on shrinking at the same ratio; nothing
    // where they do not shrink.
    [[nodiscard]] std::optional<rational> rest() const {
      if (!(magnitude(last) < magnitude(before))) return std::nullopt;
      return rational(last * last / (before - last));
    }
  };

  // Nothing where one of the orders is infinite.
  static std::optional<last_changes> changes_of(const three& orders) {
    if (std::any_of(orders.begin(), orders.end(),
                    [](const extended& o) { return o.infinite != 0; }))
      return std::nullopt;
    return last_changes{orders[1].value - orders[0].value, orders[2].value - orders[1].value};
  }

  static bool stay_at_most(const three& orders, const rational& most) {
    if (!std::all_of(orders.begin(), orders.end(), [&](const extended& o) {
          return o <= extended{0, most};
        }))
      return false;
    const auto changes = changes_of(orders);
    if (!changes || !changes->is_rise()) return true;
    const auto rest = changes->rest();
    return rest && orders[2].value + *rest <= most;
  }

  static bool stay_at_least(const three& orders, const rational& least) {
    three mirrored;
    std::transform(orders.begin(), orders.end(), mirrored.begin(), [](const extended& o) {
      return extended{-o.infinite, rational(-o.value)};
    });
    return stay_at_most(mirrored, rational(-least));
  }

  // Whether the last order is at least `least`, or the three rise by steps of which each is at most
  // 4/5 of the one before, and lead there.
  static bool reach(const three& orders, const rational& least) {
    if (extended{0, least} <= orders[2]) return true;
    const auto changes = changes_of(orders);
    if (!changes || !changes->is_rise() || 5 * changes->last > 4 * changes->before) return false;
    const auto rest = changes->rest();
    return rest && orders[2].value + *rest >= least;
  }

  // Whether the last two orders are at most 1/1000, or 4/5 of the one before.
  static bool fall_away(const three& orders) {
    for (std::size_t i = 1; i < orders.size(); ++i) {
      const extended& before = orders.at(i - 1);
      const extended& order = orders.at(i);
      if (order <= extended{0, rational(1, 1000)}) continue;
      if (before.infinite != 0 || order.infinite != 0 || 5 * order.value > 4 * before.value)
        return false;
    }
    return true;
  }

  // The rule of docs/guide/verdicts.md, in exact numbers.
  [[nodiscard]] verdict verdict_of(const three& orders) const {
    const rational slack(1, 8);
    const rational least = form_.order ? rational(*form_.order - slack) : slack;
    const rational most = form_.order ? least : rational(1, 64);
    const bool is_infinite_error = orders.back().infinite < 0;
    if (!is_infinite_error && stay_at_least(orders, least) &&
        (!form_.order || reach(orders, *form_.order - rational(1, 64))))
      return verdict::supported;
    if (is_infinite_error || (stay_at_most(orders, most) && (form_.order || fall_away(orders))))
      return verdict::contradicted;
    return verdict::undecided;
  }

  // An open series whose last orders decide it, by more than rounding, and that lacks no listed
  // size, is not an open one.
  [[nodiscard]] opinion check_open(const rate_series& series,
                                   const std::vector<extended>& orders) const {
    if (orders.size() < orders_judged || has_widened_error(series) || lacks_listed_size(series))
      return {};
    std::optional<verdict> common;
    for (const rational& shift : {rational(-1, 1'000'000), rational(1, 1'000'000)}) {
      three last;
      std::transform(orders.end() - orders_judged, orders.end(), last.begin(),
                     [&](const extended& o) {
                       return extended{o.infinite, rational(o.value + shift)};
                     });
      const verdict found = verdict_of(last);
      if (found == verdict::undecided || (common && *common != found)) return {};
      common = found;
    }
    return not_confirmed(
        fmt::format("it is said to be undecided at {}, and its last local orders say '{}'",
                    point_in_words(series.point), to_text(*common)));
  }

  [[nodiscard]] static bool has_widened_error(const rate_series& series) {
    return std::any_of(series.errors.begin(), series.errors.end(),
                       [](const error_at_size& at) { return ends_read(at.error).is_widened; });
  }

  [[nodiscard]] bool lacks_listed_size(const rate_series& series) const {
    for (std::size_t i = 0; i < point_count(subject_); ++i) {
      point_texts others = texts_of(point_at(subject_, i));
      const std::string size = others.at(form_.along);
      others.erase(form_.along);
      if (others == series.point &&
          std::none_of(series.errors.begin(), series.errors.end(),
                       [&](const error_at_size& at) { return at.size == size; }))
        return true;
    }
    return false;
  }

  opinion check_verdict(const rate_series& series, const std::vector<extended>& orders) const {
    if (series.outcome == verdict::undecided) return check_open(series, orders);
    if (series.outcome == verdict::invalid) return {};
    if (series.outcome != verdict::supported && series.outcome != verdict::contradicted)
      return not_confirmed(fmt::format("a series cannot be {}", to_text(series.outcome)));
    if (orders.size() < orders_judged)
      return not_confirmed("fewer than three local orders are stated");
    three last;
    std::copy(orders.end() - orders_judged, orders.end(), last.begin());
    const verdict found = verdict_of(last);
    if (found == series.outcome) return {};
    return not_confirmed(fmt::format("the last local orders at {} say '{}'",
                                     point_in_words(series.point), to_text(found)));
  }

  second_opinion& second_;
  const claim& subject_;
  const rate_claim& form_;
  const judgement& found_;
  expression error_;
  allowance whole_;
  allowance for_domain_;
};

}  // namespace

relation_recheck recheck_rate(second_opinion& second, const rate_claim& form,
                              const judgement& found, const recheck_options& options) {
  return rate_recheck(second, form, found, options).run();
}

}  // namespace shufflecert::inline v0_1::claims
