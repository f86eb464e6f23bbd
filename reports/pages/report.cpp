#include "reports/pages/report.hpp"

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <array>
#include <iterator>
#include <set>
#include <utility>

#include "claims/results/evidence.hpp"
#include "claims/results/failure.hpp"
#include "claims/results/results_schema.hpp"
#include "reports/exports/exchange.hpp"
#include "reports/pages/claim_data.hpp"
#include "reports/pages/page_template.hpp"
#include "reports/pages/report_data.hpp"
#include "reports/text/links.hpp"
#include "reports/text/set_prose.hpp"
#include "reports/text/wording.hpp"
#include "typeset/typeset.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using kainjow::mustache::data;
using report_files = std::vector<report_file>;

class site_builder {
 public:
  site_builder(const recorded_results& results, const illustrations& shown)
      : results_(results),
        shown_(shown),
        html_(results.symbols, [](const std::string& text) { return text; }),
        has_failing_(has_failing_page(results)) {
    // Results name every paper of the catalogue, judged or not.
    for (const recorded_claim& one : results.claims)
      has_software_ = has_software_ || is_software(one.stated.paper.value_or(""));
  }

  [[nodiscard]] report_files build() const {
    refuse_repeated_ids();
    // In the order of the files; none of them needs another one.
    constexpr std::array parts{
        &site_builder::overview, &site_builder::claims_table, &site_builder::papers,
        &site_builder::claims,   &site_builder::lists,        &site_builder::style,
        &site_builder::markdown, &site_builder::exports,      &site_builder::plots};
    std::array<report_files, parts.size()> made;
    tbb::parallel_for(
        std::size_t{0}, parts.size(), [&](std::size_t i) { made[i] = (this->*parts[i])(); },
        tbb::simple_partitioner());
    report_files files;
    for (report_files& part : made)
      files.insert(files.end(), std::make_move_iterator(part.begin()),
                   std::make_move_iterator(part.end()));
    return files;
  }

 private:
  [[nodiscard]] bool has_coverage() const { return !results_.coverage.empty(); }

  // What every page has: its head, and the way to the other pages.
  void frame(data& page, const std::string& title, const std::string& root) const {
    html_.set(page, "page_title", title);
    page.set("root", root);
    html_.set(page, "version", results_.version);
    page.set("has_coverage_page", has_coverage());
    page.set("has_failing_page", has_failing_);
    page.set("has_bounds_page", !shown_.bounds.empty());
    page.set("has_figures_page", !shown_.figures.empty());
    page.set("has_software_page", has_software_);
    // No list of a page may have one of these names: it would hide the part.
    for (const char* part : {"head", "navigation", "drawn_plots", "figure", "failing_lists"})
      page.set(part, kainjow::mustache::partial(
                         [part] { return template_text(std::string(part) + ".html.mustache"); }));
  }

  report_file page_of(const std::string& path, const std::string& name, const std::string& title,
                      data page) const {
    frame(page, title, "");
    return {path, with_prose_set(page_template(name).render(page))};
  }

  [[nodiscard]] report_files overview() const {
    data page = overview_data(results_, html_);
    html_.set(page, "missing", shown_.missing);
    report_files files;
    if (has_failing_)
      files.push_back(page_of("failing.html", "failing.html.mustache", "What fails", page));
    files.push_back(
        page_of("index.html", "index.html.mustache", title_of(results_), std::move(page)));
    return files;
  }

  [[nodiscard]] report_files claims_table() const {
    return {page_of("claims.html", "claims.html.mustache", "All claims",
                    claims_table_data(results_, html_))};
  }

  [[nodiscard]] report_files papers() const {
    report_files files;
    page_template each("paper.html.mustache");
    for (const paper_claims& paper : claims_by_paper(results_)) {
      data page = paper_page_data(results_, paper, shown_, html_);
      frame(page, page.get("title")->string_value(), "../");
      files.push_back({paper_page(paper.key), with_prose_set(each.render(page))});
    }
    return files;
  }

  [[nodiscard]] report_files claims() const {
    report_files files;
    // A template serves one page at a time.
    tbb::enumerable_thread_specific<page_template> each("claim.html.mustache");
    for (const paper_claims& paper : claims_by_paper(results_)) {
      const data of_paper = paper_data(results_, paper, html_, "../");
      const std::size_t first = files.size();
      files.resize(first + paper.claims.size());
      tbb::parallel_for(std::size_t{0}, paper.claims.size(), [&](std::size_t i) {
        files[first + i] = claim_file(*paper.claims[i], of_paper, each.local());
      });
    }
    return files;
  }

  // What one claim's page runs into does not end the others.
  report_file claim_file(const recorded_claim& claim, const data& of_paper,
                         page_template& each) const {
    const std::string& id = claim.id;
    try {
      data page = claim_data(results_, claim, html_);
      page.set("paper", of_paper);
      add_plots_of(page, id);
      frame(page, id, "../");
      return {claim_page(id), with_prose_set(each.render(page))};
    } catch (...) {
      return {claim_page(id), page_of_failure(id, failure_of(std::current_exception()))};
    }
  }

  // What is listed where there is any of it.
  [[nodiscard]] report_files lists() const {
    report_files files;
    if (!shown_.bounds.empty())
      files.push_back(page_of("bounds.html", "bounds.html.mustache", "Bounds",
                              bounds_data(results_, shown_, html_)));
    if (!shown_.figures.empty())
      files.push_back(
          page_of("figures.html", "figures.html.mustache", "Figures", figures_data(shown_, html_)));
    if (has_software_)
      files.push_back(page_of("software.html", "software.html.mustache", "Numbers in circulation",
                              software_data(results_, shown_, html_)));
    if (has_coverage())
      files.push_back(page_of("coverage.html", "coverage.html.mustache", "What the audit covers",
                              coverage_data(results_)));
    return files;
  }

  [[nodiscard]] report_files style() const {
    return {{"style.css", template_text("style.css")}, {"site.js", template_text("site.js")}};
  }

  [[nodiscard]] report_files markdown() const {
    const field_writer fields(results_.symbols, markdown_text);
    return {
        {"report.md", page_template("report.md.mustache").render(whole_data(results_, fields))}};
  }

  [[nodiscard]] report_files exports() const {
    return {{"results.csv", results_csv(results_)},
            {"junit.xml", results_junit(results_)},
            {"results.sarif", results_sarif(results_)}};
  }

  static std::string page_of_failure(const std::string& id, const failure& known) {
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{0}</title>\n"
        "<p>The page of the claim {0} could not be made: {1}.</p>\n</html>\n",
        xml_text(id), xml_text(known.reason));
  }

  // Two entries with one id would have one page.
  void refuse_repeated_ids() const {
    std::set<std::string> known;
    for (const recorded_claim& claim : results_.claims)
      if (!known.insert(claim.id).second)
        throw report_error(
            fmt::format("the claim '{}' stands there twice", one_short_line(claim.id, 200)));
  }

  void add_plots_of(data& page, const std::string& id) const {
    const auto known = shown_.claims.find(id);
    static const std::vector<drawn_plot> none;
    set_plots(page, known == shown_.claims.end() ? none : known->second, html_, "../");
  }

  [[nodiscard]] report_files plots() const {
    report_files files;
    const auto add_all = [&](const std::vector<drawn_plot>& plots) {
      for (const drawn_plot& one : plots)
        for (report_file& file : files_of(one)) files.push_back(std::move(file));
    };
    for (const auto& [id, plots] : shown_.claims) add_all(plots);
    for (const shown_figure& figure : shown_.figures) add_all(figure.plots);
    add_all(shown_.tightness);
    return files;
  }

  const recorded_results& results_;
  const illustrations& shown_;
  field_writer html_;
  bool has_software_ = false;
  bool has_failing_;
};

// `check` may refuse what the schema allows.
template <class Check>
recorded_results results_after(const std::string& text, Check check) {
  json parsed;
  try {
    parsed = parse_results(text);
  } catch (const evidence_error& error) {
    throw report_error(error.what());
  }
  try {
    // The file may be a stranger's: what follows relies on its keys and their kinds.
    if (const auto fault = fault_in_results(parsed))
      throw report_error(fmt::format("{}: {}", no_results_file, *fault));
    check(parsed);
    return results_from(std::move(parsed));
  } catch (const evidence_error& error) {
    throw report_error(fmt::format("{} ({})", no_results_file, error.what()));
  } catch (const json::exception& error) {
    throw report_error(fmt::format("{} ({})", no_results_file, one_short_line(error.what(), 200)));
  }
}

}  // namespace

recorded_results results_to_report(const std::string& text) {
  return results_after(text, [](const json&) {});
}

recorded_results unaltered_results(const std::string& text) {
  return results_after(text, [](const json& parsed) {
    try {
      require_digests(parsed);
    } catch (const evidence_error& error) {
      throw report_error(error.what());
    }
  });
}

std::vector<report_file> render_report(const recorded_results& results,
                                       const illustrations& shown) {
  return site_builder(results, shown).build();
}

std::vector<report_file> render_report(const std::string& results, const illustrations& shown) {
  return render_report(results_to_report(results), shown);
}

}  // namespace shufflecert::inline v0_1::claims
