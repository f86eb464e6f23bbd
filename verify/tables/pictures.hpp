#pragma once

#include <string>
#include <vector>

#include "reports/plots/plot.hpp"
#include "shufflecert/budget.hpp"

namespace shufflecert::inline v0_1::claims {

// A picture that an option such as --plot FILE.svg writes, with its numbers beside it as FILE.csv
// and, for pgfplots, FILE.dat.

/// The names of the three files, without the picture's ending. Throws usage_error, which names the
/// option, where `name` does not end in .svg, and where one of the files could not be written now:
/// none may be one of `inputs`.
std::string require_picture_files(const std::string& option, const std::string& name,
                                  const std::vector<std::string>& inputs);

/// Throws usage_error where gnuplot, which draws, is not in the path.
void require_gnuplot(const std::string& option);

/// The files of a picture: FILE.svg, FILE.csv and FILE.dat.
std::vector<std::string> picture_files(const std::string& stem);

/// Draws each plot and writes its files under the stem that is its own; the names of the pictures.
/// A plot without a point gets no files; points that time ran out for are counted. Throws
/// usage_error, which names the option, where gnuplot fails or does not end within the budget.
std::vector<std::string> write_pictures(const std::string& option, const std::vector<plot>& plots,
                                        const std::vector<std::string>& stems,
                                        const budget& limits);

}  // namespace shufflecert::inline v0_1::claims
