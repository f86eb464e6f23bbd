#include "reports/plots/claim_plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "claims/catalogue/claim_variables.hpp"
#include "language/syntax/builtins.hpp"
#include "reports/plots/plot_points.hpp"
#include "reports/plots/plot_scale.hpp"
#include "reports/plots/side_plot.hpp"
#include "reports/text/links.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::vector<plot> refutation_plots(const judgement& found, const claim& subject,
                                   const catalogue& read, const sampling& how) {
  std::vector<plot> result;
  if (!found.witness) return result;
  const expression_ptr failing = parse_formula(found.witness->relation);
  if (!std::holds_alternative<comparison>(failing->node)) return result;
  failing_sides shown{subject, read, failing, {}};
  for (const auto& [name, text] : found.witness->point)
    shown.witness[name] = read_point_value(text);
  // Of this claim alone: what is in it does not depend on other threads.
  quantity_cache cache;
  for (const auto& [name, value] : shown.witness) {
    if (!depends_on(subject, *failing, name)) continue;
    std::vector<point_value> searched;
    if (found.search)
      if (const auto range = found.search->ranges.find(name); range != found.search->ranges.end())
        searched = {read_point_value(range->second.lower), read_point_value(range->second.upper)};
    auto one = side_plot(shown, name, searched, how, cache);
    if (!one) continue;
    one->name = anchor_of(subject.id) + "-" + plain_name(name);
    result.push_back(std::move(*one));
  }
  return result;
}

// An |error| of the results; a gap where it may be 0, which the axis cannot show.
curve_point error_point(const error_at_size& at) {
  curve_point result{axis_text(read_point_value(at.size)), "", ""};
  const auto least = end_of(at.error.lower);
  if (!least || *least <= 0) return result;
  result.lower = at.error.lower;
  result.upper = at.error.upper;
  return result;
}

std::vector<plot> rate_plots(const rate_evidence& rate, const claim& subject) {
  const std::optional<rational>& claimed = std::get<rate_claim>(subject.form).order;
  const rate_series* series = rate.front();
  if (series == nullptr) return {};
  plot result;
  plot_curve errors{"|error|: " + shortened_formula(rate.error), curve_role::exact, {}};
  for (const error_at_size& at : series->errors) errors.points.push_back(error_point(at));
  if (std::count_if(errors.points.begin(), errors.points.end(), has_value) < 2) return {};
  result.name = anchor_of(subject.id) + "-rate";
  result.title = subject.id + ": error by " + axis_label(rate.along);
  result.x = {axis_label(rate.along), true};
  result.y = {"|error|", true};
  const auto first = std::find_if(errors.points.begin(), errors.points.end(), has_value);
  std::string line_in_words;
  if (claimed) {
    const double order = position_of(axis_text(point_value_of(*claimed)), false).value_or(0);
    const double x0 = position_of(first->x, true).value_or(0);
    const double y0 = (position_of(first->lower, true).value_or(0) +
                       position_of(first->upper, true).value_or(0)) /
                      2;
    plot_curve slope{"claimed: " + rate.claimed, curve_role::slope, {}};
    for (const curve_point& at : errors.points) {
      const auto x = position_of(at.x, true);
      if (!x) continue;
      const double y = y0 - order * (*x - x0);
      const double whole = std::floor(y);
      const std::string text =
          fmt::format("{:.6f}e{}", std::pow(10.0, y - whole), static_cast<long>(whole));
      slope.points.push_back({at.x, text, text});
    }
    result.curves.push_back(std::move(slope));
    line_in_words = " The dotted line falls as the claim says, from the first error on.";
  }
  result.curves.insert(result.curves.begin(), std::move(errors));
  const std::string point = point_in_words(series->point, "");
  result.caption = fmt::format("The size of the error at the sizes that were checked{}.{}",
                               point.empty() ? "" : ", for " + point, line_in_words);
  return {result};
}

// Whether the errors of a rate with this verdict are drawn.
bool shows_errors(verdict outcome) {
  return outcome != verdict::undecided && outcome != verdict::invalid;
}

}  // namespace

std::vector<plot> claim_plots(const recorded_claim& found, const claim& subject,
                              const catalogue& read, const sampling& how) {
  if (!subject.problem.empty()) return {};
  const verdict outcome = found.found.outcome;
  try {
    if (subject.kind() == claim_kind::rate && found.found.rate && shows_errors(outcome))
      return rate_plots(*found.found.rate, subject);
    if (subject.kind() == claim_kind::forall && outcome == verdict::refuted)
      return refutation_plots(found.found, subject, read, how);
  } catch (const undefined_value&) {  // A value of the results that is not determined any more.
  } catch (const formula_error&) {    // Or a formula: they are of another catalogue.
  }
  return {};
}

std::string why_no_plot(const recorded_claim& found, const claim& subject) {
  const judgement& judged = found.found;
  const verdict outcome = judged.outcome;
  if (!subject.problem.empty()) return "";
  if (subject.kind() == claim_kind::rate)
    return shows_errors(outcome) ? "fewer than two errors are certainly not 0" : "";
  if (subject.kind() != claim_kind::forall || outcome != verdict::refuted || !judged.witness)
    return "";
  if (judged.witness->point.empty() ||
      judged.witness->point.contains(std::string(any_mechanism_name)))
    return "";
  return point_count(subject) == 1 && !judged.search
             ? "the check lists one point, and a plot needs several"
             : "what fails does not change along a variable, or has no values there";
}

}  // namespace shufflecert::inline v0_1::claims
