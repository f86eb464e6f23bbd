#include <algorithm>
#include <utility>

#include "reports/pages/claim_data.hpp"
#include "reports/pages/report_data.hpp"
#include "reports/pages/statement_data.hpp"
#include "reports/plots/plot.hpp"
#include "reports/text/links.hpp"
#include "reports/text/wording.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using kainjow::mustache::data;
using list = std::vector<data>;

data figure_data(const shown_figure& figure, const field_writer& fields, const std::string& root) {
  data one;
  fields.set(one, "id", figure.id);
  one.set("anchor", anchor_of(figure.id));
  fields.set(one, "title", title_of(figure.id));
  fields.set(one, "paper", figure.paper);
  one.set("paper_page", root + paper_page(figure.paper));
  fields.set(one, "where", figure.where);
  fields.set(one, "shows", figure.shows);
  fields.set(one, "source", figure.file + ", line " + std::to_string(figure.line));
  set_plots(one, figure.plots, fields, root);
  one.set("has_table", figure.table.has_value());
  if (figure.table) {
    data table;
    table.set("columns", fields.texts(figure.table->columns));
    list rows;
    for (const auto& cells : figure.table->rows) {
      data row;
      row.set("cells", fields.texts(cells));
      rows.push_back(std::move(row));
    }
    field_writer::set_list(table, "rows", rows);
    one.set("table", table);
  }
  return one;
}

const recorded_claim* claim_with(const recorded_results& results, const std::string& id) {
  const auto found = std::find_if(results.claims.begin(), results.claims.end(),
                                  [&](const recorded_claim& c) { return c.id == id; });
  return found == results.claims.end() ? nullptr : &*found;
}

data bound_data(const recorded_results& results, const shown_bound& bound,
                const field_writer& fields) {
  data one;
  fields.set(one, "name", bound.name);
  fields.set(one, "paper", bound.paper);
  fields.set(one, "where", bound.where);
  fields.set(one, "side", bound.side);
  fields.set_formula(one, "formula", bound.file, bound.formula);
  fields.set_formula(one, "on", bound.file, bound.on);
  one.set("domain", fields.texts(bound.domain));
  one.set("has_domain", !bound.domain.empty());
  one.set("rests_on", fields.texts(bound.rests_on));
  list claims;
  for (const std::string& id : bound.claims) {
    const recorded_claim* judged = claim_with(results, id);
    if (judged == nullptr) continue;
    data claim;
    identify(claim, id, fields, "");
    fields.set(claim, "verdict", to_text(judged->found.outcome));
    // What the verdict is about: the worst case that the argument rests on, or a real mechanism.
    fields.set(claim, "against",
               id.ends_with("/mechanism") ? "shuffled randomized response" : "its quantity");
    claims.push_back(std::move(claim));
  }
  field_writer::set_list(one, "claims", claims);
  return one;
}

}  // namespace

void set_plots(data& target, const std::vector<drawn_plot>& plots, const field_writer& fields,
               const std::string& root) {
  list shown;
  for (const drawn_plot& drawn : plots) {
    data one;
    fields.set(one, "plot_title", drawn.content.title);
    fields.set(one, "caption", drawn.content.caption);
    one.set("has_svg", !drawn.svg.empty());
    one.set("svg", root + plot_file(drawn.content.name, ".svg"));
    one.set("csv", root + plot_file(drawn.content.name, ".csv"));
    one.set("dat", root + plot_file(drawn.content.name, ".dat"));
    shown.push_back(std::move(one));
  }
  field_writer::set_list(target, "plots", shown);
}

std::vector<report_file> files_of(const drawn_plot& one) {
  std::vector<report_file> files{{plot_file(one.content.name, ".csv"), plot_csv(one.content)},
                                 {plot_file(one.content.name, ".dat"), plot_pgfplots(one.content)}};
  if (!one.svg.empty()) files.push_back({plot_file(one.content.name, ".svg"), one.svg});
  return files;
}

data paper_page_data(const recorded_results& results, const paper_claims& paper,
                     const illustrations& shown, const field_writer& fields) {
  data page = paper_data(results, paper, fields, "../");
  set_findings(page, results, paper.key, fields, "../");
  set_statement_sections(page, results, paper.key, fields, "../");
  list claims;
  for (const recorded_claim* c : paper.claims) {
    data one;
    identify(one, c->id, fields, "../");
    fields.set(one, "where", c->stated.where.value_or(""));
    fields.set(one, "says", c->stated.says.value_or(""));
    fields.set(one, "verdict", to_text(c->found.outcome));
    fields.set(one, "doubts", doubts_in_words(c->stated));
    fields.set(one, "severity_class", severity_class_in_words(*c));
    one.set("in_doubt", needs_mark_of_doubt(*c));
    claims.push_back(std::move(one));
  }
  field_writer::set_list(page, "claims", claims);
  list figures;
  for (const shown_figure& figure : shown.figures)
    if (figure.paper == paper.key) figures.push_back(figure_data(figure, fields, "../"));
  field_writer::set_list(page, "figures", figures);
  return page;
}

data software_data(const recorded_results& results, const illustrations& shown,
                   const field_writer& fields) {
  data page;
  list projects;
  for (const paper_claims& paper : claims_by_paper(results)) {
    if (!is_software(paper.key)) continue;
    data one = paper_data(results, paper, fields, "");
    one.set("anchor", anchor_of(paper.key));
    set_findings(one, results, paper.key, fields, "");
    list open;
    for (const covered_statement& entry : results.coverage) {
      if (entry.paper != paper.key || entry.not_checkable.empty()) continue;
      data row;
      fields.set(row, "statement", entry.statement);
      fields.set(row, "about", entry.about);
      fields.set(row, "not_checkable", entry.not_checkable);
      open.push_back(std::move(row));
    }
    field_writer::set_list(one, "open", open);
    list tables;
    for (const shown_figure& figure : shown.figures)
      if (figure.paper == paper.key) tables.push_back(figure_data(figure, fields, ""));
    field_writer::set_list(one, "tables", tables);
    projects.push_back(std::move(one));
  }
  field_writer::set_list(page, "projects", projects);
  fields.set(page, "missing", shown.missing);
  return page;
}

data bounds_data(const recorded_results& results, const illustrations& shown,
                 const field_writer& fields) {
  data page;
  list bounds;
  for (const shown_bound& bound : shown.bounds)
    bounds.push_back(bound_data(results, bound, fields));
  field_writer::set_list(page, "bounds", bounds);
  set_plots(page, shown.tightness, fields, "");
  page.set("left_out", fields.texts(shown.left_out));
  page.set("has_left_out", !shown.left_out.empty());
  fields.set(page, "missing", shown.missing);
  return page;
}

data figures_data(const illustrations& shown, const field_writer& fields) {
  data page;
  list figures;
  for (const shown_figure& figure : shown.figures)
    figures.push_back(figure_data(figure, fields, ""));
  field_writer::set_list(page, "figures", figures);
  fields.set(page, "missing", shown.missing);
  return page;
}

}  // namespace shufflecert::inline v0_1::claims
