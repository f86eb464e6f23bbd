#include "reports/plots/illustrations.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>

#include "claims/reading/link_catalogue.hpp"
#include "claims/results/failure.hpp"
#include "reports/plots/claim_plots.hpp"
#include "reports/plots/draw_plot.hpp"
#include "reports/plots/figures.hpp"
#include "reports/plots/tightness.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::string formula_of(const bound& subject) {
  return fmt::format("{}({}) = {}", subject.name, fmt::join(subject.parameters, ", "),
                     to_text(*subject.value));
}

shown_bound show(const bound& subject, const catalogue& read) {
  shown_bound one{subject.name,
                  subject.paper,
                  subject.where,
                  formula_of(subject),
                  to_text(*subject.on),
                  to_text(subject.side),
                  {},
                  {},
                  {},
                  subject.file};
  for (const expression_ptr& condition : subject.domain) one.domain.push_back(to_text(*condition));
  const std::string id = "bound/" + subject.name;
  for (const std::string& each : {id, id + "/mechanism"})
    if (read.find_claim(each) != nullptr) one.claims.push_back(each);
  for (const std::string& id_of_result : subject.depends)
    if (const cited_result* cited = read.find_result(id_of_result); is_in_doubt(cited))
      one.rests_on.push_back(fmt::format("rests on {} ({})", cited->id, to_text(cited->status)));
  return one;
}

std::vector<drawn_plot> undrawn(const std::vector<plot>& plots) {
  std::vector<drawn_plot> result;
  result.reserve(plots.size());
  for (const plot& one : plots) result.push_back({one, ""});
  return result;
}

std::string text_of(const figure_cell& cell) {
  if (!cell.printed.empty()) return cell.printed;
  if (cell.lower.empty()) return "";
  std::string text = to_text(decimal_interval{cell.lower, cell.upper});
  switch (cell.agrees) {
    case agreement::none:
      break;
    case agreement::yes:
      text += ": as printed";
      break;
    case agreement::no:
      text += ": not as printed";
      break;
    case agreement::undecided:
      text += ": undecided";
      break;
  }
  return text;
}

shown_table show(const figure_table& table) {
  shown_table result{{table.along}, {}};
  for (const figure_table::column& column : table.columns) result.columns.push_back(column.name);
  for (const figure_table::row& row : table.rows) {
    std::vector<std::string> cells{row.value};
    for (const figure_cell& cell : row.cells) cells.push_back(text_of(cell));
    result.rows.push_back(std::move(cells));
  }
  return result;
}

shown_figure show(const drawn_figure& figure) {
  shown_figure result{figure.id,   figure.paper, figure.where,          figure.shows,
                      figure.file, figure.line,  undrawn(figure.plots), std::nullopt};
  if (figure.table) result.table = show(*figure.table);
  return result;
}

// What is missing, one reason after the other.
void note(illustrations& shown, const std::string& reason) {
  shown.missing += (shown.missing.empty() ? "" : "; ") + reason;
}

// Everything that has a picture, so that gnuplot is started once. A report without pictures is
// better than none.
void draw_all(illustrations& shown, const budget& limits) {
  std::vector<drawn_plot*> all;
  const auto add = [&](std::vector<drawn_plot>& plots) {
    for (drawn_plot& one : plots) all.push_back(&one);
  };
  for (auto& [id, plots] : shown.claims) add(plots);
  for (shown_figure& figure : shown.figures) add(figure.plots);
  add(shown.tightness);
  // Curves that were cut short may have no point at all, and then nothing here to draw.
  if (limits.is_exhausted()) {
    note(shown,
         fmt::format("{}; curves may lack points, and there are no pictures", limits.exhaustion()));
    return;
  }
  if (all.empty()) return;
  if (!can_draw()) {
    note(shown, "gnuplot is not installed; the numbers of each plot are there all the same");
    return;
  }
  std::vector<plot> plots;
  plots.reserve(all.size());
  for (const drawn_plot* one : all) plots.push_back(one->content);
  try {
    const std::vector<std::string> pictures = draw_svg(plots, limits);
    for (std::size_t i = 0; i < all.size(); ++i) all[i]->svg = pictures[i];
  } catch (const std::runtime_error& error) {
    note(shown, fmt::format("{}; the numbers of each plot are there all the same", error.what()));
  }
}

void add_claims(illustrations& shown, const std::vector<recorded_claim>& claims,
                const catalogue& read, const sampling& how) {
  std::vector<std::vector<plot>> plots(claims.size());
  std::vector<std::string> reasons(claims.size());
  tbb::parallel_for(std::size_t{0}, plots.size(), [&](std::size_t i) {
    const claim* subject = read.find_claim(claims[i].id);
    if (subject == nullptr) return;
    // A claim whose plots cannot be made has none, and the others have theirs.
    try {
      plots[i] = claim_plots(claims[i], *subject, read, how);
    } catch (...) {
      reasons[i] = failure_of(std::current_exception()).reason;
    }
  });
  for (std::size_t i = 0; i < plots.size(); ++i)
    if (!reasons[i].empty())
      note(shown, fmt::format("the plots of '{}': {}", claims[i].id, reasons[i]));
  for (std::size_t i = 0; i < plots.size(); ++i)
    if (!plots[i].empty()) shown.claims[claims[i].id] = undrawn(plots[i]);
}

void add_figures(illustrations& shown, const std::vector<figure>& figures, const catalogue& read,
                 const sampling& how) {
  std::vector<drawn_figure> drawn(figures.size());
  std::vector<std::string> reasons(figures.size());
  tbb::parallel_for(std::size_t{0}, drawn.size(), [&](std::size_t i) {
    try {
      drawn[i] = draw_figure(figures[i], read, how);
    } catch (...) {
      reasons[i] = failure_of(std::current_exception()).reason;
    }
  });
  for (std::size_t i = 0; i < drawn.size(); ++i)
    if (reasons[i].empty())
      shown.figures.push_back(show(drawn[i]));
    else
      note(shown, fmt::format("the figure '{}': {}", figures[i].id, reasons[i]));
}

// The files that this report is about: a built-in bound says nothing of a report on a user's file.
bool is_reported(const recorded_results& results, const std::string& file) {
  const bool has_builtin_claims =
      std::any_of(results.claims.begin(), results.claims.end(),
                  [](const recorded_claim& c) { return c.stated.file.starts_with("builtin:"); });
  return has_builtin_claims || !file.starts_with("builtin:");
}

}  // namespace

illustrations illustrate(const recorded_results& results,
                         const std::vector<catalogue_source>& sources, const catalogue& read,
                         const budget& limits) {
  illustrations shown;
  sampling how;
  how.limits = limits;
  const auto is_wanted = [&](const auto& entry) { return is_reported(results, entry.file); };
  for (const bound& subject : read.bounds)
    if (is_wanted(subject)) shown.bounds.push_back(show(subject, read));
  std::vector<figure> figures;
  for (const figure& one : read_figures(sources, read))
    if (is_wanted(one)) figures.push_back(one);
  add_claims(shown, results.claims, read, how);
  add_figures(shown, figures, read, how);
  if (!shown.bounds.empty()) {
    const tightness found = tightness_plots(read, how);
    shown.tightness = undrawn(found.plots);
    for (const left_out_bound& one : found.left_out)
      shown.left_out.push_back(fmt::format("{}: {}", one.name, one.reason));
  }
  draw_all(shown, limits);
  return shown;
}

}  // namespace shufflecert::inline v0_1::claims
