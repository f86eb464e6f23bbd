#include "reports/plots/claim_plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/results/json.hpp"
#include "reports/plots/plot_points.hpp"
#include "reports/plots/plot_scale.hpp"
#include "reports/plots/side_plot.hpp"
#include "reports/text/links.hpp"
#include "reports/text/wording.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::vector<plot> refutation_plots(const json& entry, const claim& subject, const catalogue& read,
                                   const sampling& how) {
  std::vector<plot> result;
  if (!entry.at("failing").is_string() || !entry.at("witness").is_object()) return result;
  const expression_ptr failing = parse_formula(entry.at("failing").get<std::string>());
  if (!std::holds_alternative<comparison>(failing->node)) return result;
  failing_sides shown{subject, read, failing, {}};
  for (const auto& [name, text] : entry.at("witness").items())
    shown.witness[name] = read_point_value(text.get<std::string>());
  const json& search = entry.at("search");
  // Of this claim alone: what is in it does not depend on other threads.
  quantity_cache cache;
  for (const auto& [name, value] : shown.witness) {
    if (!depends_on(subject, *failing, name)) continue;
    std::vector<point_value> searched;
    if (search.is_object() && search.at("ranges").contains(name))
      for (const char* end : {"lower", "upper"})
        searched.push_back(
            read_point_value(search.at("ranges").at(name).at(end).get<std::string>()));
    auto one = side_plot(shown, name, searched, how, cache);
    if (!one) continue;
    one->name = anchor_of(subject.id) + "-" + plain_name(name);
    result.push_back(std::move(*one));
  }
  return result;
}

// An |error| of the results; a gap where it may be 0, which the axis cannot show.
curve_point error_point(const json& entry) {
  curve_point result{axis_text(read_point_value(entry.at("size").get<std::string>())), "", ""};
  const std::string lower = entry.at("lower").get<std::string>();
  const auto least = end_of(lower);
  if (!least || *least <= 0) return result;
  result.lower = lower;
  result.upper = entry.at("upper").get<std::string>();
  return result;
}

std::vector<plot> rate_plots(const json& entry, const claim& subject) {
  const std::optional<rational>& claimed = std::get<rate_claim>(subject.form).order;
  const json& rate = entry.at("rate");
  if (!rate.is_object()) return {};
  plot result;
  const std::string along = rate.at("along").get<std::string>();
  plot_curve errors{
      "|error|: " + shortened_formula(rate.at("error").get<std::string>()), curve_role::exact, {}};
  for (const json& at : rate.at("errors")) errors.points.push_back(error_point(at));
  if (std::count_if(errors.points.begin(), errors.points.end(), has_value) < 2) return {};
  result.name = anchor_of(subject.id) + "-rate";
  result.title = subject.id + ": error by " + axis_label(along);
  result.x = {axis_label(along), true};
  result.y = {"|error|", true};
  const auto first = std::find_if(errors.points.begin(), errors.points.end(), has_value);
  std::string line_in_words;
  if (claimed) {
    const double order = position_of(axis_text(point_value_of(*claimed)), false).value_or(0);
    const double x0 = position_of(first->x, true).value_or(0);
    const double y0 = (position_of(first->lower, true).value_or(0) +
                       position_of(first->upper, true).value_or(0)) /
                      2;
    plot_curve slope{"claimed: " + rate.at("claimed").get<std::string>(), curve_role::slope, {}};
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
  const std::string point = rate.at("point").is_object() ? point_in_words(rate.at("point")) : "";
  result.caption = fmt::format("The size of the error at the sizes that were looked at{}.{}",
                               point.empty() ? "" : ", for " + point, line_in_words);
  return {result};
}

}  // namespace

std::vector<plot> claim_plots(const json& entry, const claim& subject, const catalogue& read,
                              const sampling& how) {
  if (!subject.problem.empty()) return {};
  const auto found = kind_at<verdict>(entry, "verdict");
  try {
    if (subject.kind() == claim_kind::rate &&
        (found == verdict::supported || found == verdict::contradicted))
      return rate_plots(entry, subject);
    if (subject.kind() == claim_kind::forall && found == verdict::refuted)
      return refutation_plots(entry, subject, read, how);
  } catch (const undefined_value&) {  // A value of the results that is not determined any more.
  } catch (const formula_error&) {    // Or a formula: they are of another catalogue.
  }
  return {};
}

}  // namespace shufflecert::inline v0_1::claims
