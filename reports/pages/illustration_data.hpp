#pragma once

#include "reports/pages/report_data.hpp"
#include "reports/pages/report_file.hpp"
#include "reports/plots/illustrations.hpp"

namespace shufflecert {

/// The list `plots`, for the template part of that name; `root` leads to the report's folder.
void set_plots(kainjow::mustache::data& target, const std::vector<drawn_plot>& plots,
               const field_writer& fields, const std::string& root);

/// A plot's picture, if it has one, and its numbers as CSV and for pgfplots.
std::vector<report_file> files_of(const drawn_plot& one);

/// What the pages of a paper, of the bounds and of the figures show.
kainjow::mustache::data paper_page_data(const nlohmann::ordered_json& results,
                                        const paper_claims& paper, const illustrations& shown,
                                        const field_writer& fields);
kainjow::mustache::data bounds_data(const nlohmann::ordered_json& results,
                                    const illustrations& shown, const field_writer& fields);
kainjow::mustache::data figures_data(const illustrations& shown, const field_writer& fields);

}  // namespace shufflecert
