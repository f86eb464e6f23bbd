#include "reports/plots/illustrations.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_invoke.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

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

// gnuplot draws one plot after the other: it is started as often as there are threads.
std::vector<std::string> draw_side_by_side(const std::vector<plot>& plots, const budget& limits) {
  std::vector<std::string> pictures(plots.size());
  const auto most = static_cast<std::size_t>(tbb::this_task_arena::max_concurrency());
  const std::size_t share = (plots.size() + most - 1) / most;
  tbb::parallel_for(std::size_t{0}, most, [&](std::size_t part) {
    const std::size_t first = std::min(part * share, plots.size());
    const std::size_t last = std::min(first + share, plots.size());
    if (first == last) return;
    const auto begin = plots.begin();
    const auto drawn = draw_svg(
        {begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last)},
        limits);
    std::copy(drawn.begin(), drawn.end(), pictures.begin() + static_cast<std::ptrdiff_t>(first));
  });
  return pictures;
}

// Everything that has a picture, at once. A report without pictures is better than none.
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
    const std::vector<std::string> pictures = draw_side_by_side(plots, limits);
    for (std::size_t i = 0; i < all.size(); ++i) all[i]->svg = pictures[i];
  } catch (const std::runtime_error& error) {
    note(shown, fmt::format("{}; the numbers of each plot are there all the same", error.what()));
  }
}

// The plots of each claim, or why they could not be made.
struct drawn_claims {
  std::vector<std::vector<plot>> plots;
  std::vector<std::string> reasons;
};

drawn_claims draw_claims(const std::vector<recorded_claim>& claims, const catalogue& read,
                         const sampling& how) {
  drawn_claims drawn{std::vector<std::vector<plot>>(claims.size()),
                     std::vector<std::string>(claims.size())};
  tbb::parallel_for(std::size_t{0}, claims.size(), [&](std::size_t i) {
    const claim* subject = read.find_claim(claims[i].id);
    if (subject == nullptr) return;
    // A claim whose plots cannot be made has none, and the others have theirs.
    try {
      drawn.plots[i] = claim_plots(claims[i], *subject, read, how);
    } catch (...) {
      drawn.reasons[i] = failure_of(std::current_exception()).reason;
    }
  });
  return drawn;
}

void add(illustrations& shown, const drawn_claims& drawn,
         const std::vector<recorded_claim>& claims) {
  for (std::size_t i = 0; i < claims.size(); ++i) {
    if (!drawn.reasons[i].empty())
      note(shown, fmt::format("the plots of '{}': {}", claims[i].id, drawn.reasons[i]));
    if (!drawn.plots[i].empty()) shown.claims[claims[i].id] = undrawn(drawn.plots[i]);
  }
}

// Whose claim it is looks for its plot. The claims by the reason, which some share.
void note_claims_without_plot(illustrations& shown, const std::vector<recorded_claim>& claims,
                              const catalogue& read, const drawn_claims& drawn) {
  std::map<std::string, std::vector<std::string>> claims_by_reason;
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const claim* subject = read.find_claim(claims[i].id);
    if (subject == nullptr || is_builtin_file(subject->file)) continue;
    if (!drawn.plots[i].empty() || !drawn.reasons[i].empty()) continue;
    const std::string reason = why_no_plot(claims[i], *subject);
    if (reason.empty()) continue;
    claims_by_reason[reason].push_back("'" + claims[i].id + "'");
  }
  constexpr std::size_t most_named = 5;
  for (auto& [reason, names] : claims_by_reason) {
    const std::size_t more = names.size() > most_named ? names.size() - most_named : 0;
    names.resize(names.size() - more);
    shown.unplotted.push_back(fmt::format("no plot of {}{}: {}", fmt::join(names, ", "),
                                          more == 0 ? "" : fmt::format(" and {} more", more),
                                          reason));
  }
}

// The same of each figure.
struct drawn_figures {
  std::vector<drawn_figure> figures;
  std::vector<std::string> reasons;
};

drawn_figures draw_figures(const std::vector<figure>& figures, const catalogue& read,
                           const sampling& how) {
  drawn_figures drawn{std::vector<drawn_figure>(figures.size()),
                      std::vector<std::string>(figures.size())};
  tbb::parallel_for(
      std::size_t{0}, figures.size(),
      [&](std::size_t i) {
        try {
          drawn.figures[i] = draw_figure(figures[i], read, how);
        } catch (...) {
          drawn.reasons[i] = failure_of(std::current_exception()).reason;
        }
      },
      // Each by itself: some take a hundred times as long as others.
      tbb::simple_partitioner());
  return drawn;
}

void add(illustrations& shown, const drawn_figures& drawn, const std::vector<figure>& figures) {
  for (std::size_t i = 0; i < figures.size(); ++i)
    if (drawn.reasons[i].empty())
      shown.figures.push_back(show(drawn.figures[i]));
    else
      note(shown, fmt::format("the figure '{}': {}", figures[i].id, drawn.reasons[i]));
}

// The files that this report is about: a built-in bound says nothing of a report on a user's file.
bool is_reported(const recorded_results& results, const std::string& file) {
  const bool has_builtin_claims =
      std::any_of(results.claims.begin(), results.claims.end(),
                  [](const recorded_claim& c) { return is_builtin_file(c.stated.file); });
  return has_builtin_claims || !is_builtin_file(file);
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
  // At once: a thread that has nothing left to do of one of them takes its share of the others.
  drawn_claims claims;
  drawn_figures of_papers;
  std::optional<tightness> bounds;
  tbb::parallel_invoke([&] { of_papers = draw_figures(figures, read, how); },
                       [&] { claims = draw_claims(results.claims, read, how); },
                       [&] {
                         if (!shown.bounds.empty()) bounds = tightness_plots(read, how, is_wanted);
                       });
  add(shown, claims, results.claims);
  note_claims_without_plot(shown, results.claims, read, claims);
  add(shown, of_papers, figures);
  if (bounds) {
    shown.tightness = undrawn(bounds->plots);
    for (const left_out_bound& one : bounds->left_out)
      shown.left_out.push_back(fmt::format("{}: {}", one.name, one.reason));
  }
  draw_all(shown, limits);
  return shown;
}

}  // namespace shufflecert::inline v0_1::claims
