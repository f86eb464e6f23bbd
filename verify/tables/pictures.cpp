#include "verify/tables/pictures.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "reports/plots/draw_plot.hpp"
#include "verify/files/output_file.hpp"
#include "verify/files/read_file.hpp"
#include "verify/terminal/terminal.hpp"

namespace shufflecert::inline v0_1::claims {

namespace {

// A curve that ends early would be taken for all of it.
std::string missing_in(const plot& drawn) {
  if (drawn.unfinished == 0) return "";
  return fmt::format("; values are missing at {} of {} points along {}: the time limit was reached",
                     drawn.unfinished, drawn.curves.front().points.size(), drawn.x.label);
}

}  // namespace

std::vector<std::string> picture_files(const std::string& stem) {
  return {stem + ".svg", stem + ".csv", stem + ".dat"};
}

std::string require_picture_files(const std::string& option, const std::string& name,
                                  const std::vector<std::string>& inputs) {
  std::string stem = picture_stem(option, name);
  for (const std::string& file : picture_files(stem)) require_writable(file, inputs);
  return stem;
}

void require_gnuplot(const std::string& option) {
  if (!can_draw())
    throw usage_error(fmt::format(
        "{} needs gnuplot in the PATH (package gnuplot-nox); it was not found", option));
}

std::vector<std::string> write_pictures(const std::string& option, const std::vector<plot>& plots,
                                        const std::vector<std::string>& stems,
                                        const budget& limits) {
  std::vector<std::string> drawings;
  try {
    drawings = draw_svg(plots, limits);
  } catch (const std::runtime_error& error) {
    throw usage_error(fmt::format("{}: {}", option, error.what()));
  }
  std::vector<std::string> pictures;
  for (std::size_t i = 0; i < plots.size(); ++i) {
    if (drawings[i].empty()) continue;
    write_file(stems[i] + ".svg", drawings[i]);
    write_file(stems[i] + ".csv", plot_csv(plots[i]));
    write_file(stems[i] + ".dat", plot_pgfplots(plots[i]));
    complain(fmt::format("wrote {0}.svg, {0}.csv and {0}.dat{1}", stems[i], missing_in(plots[i])));
    pictures.push_back(stems[i] + ".svg");
  }
  return pictures;
}

}  // namespace shufflecert::inline v0_1::claims
