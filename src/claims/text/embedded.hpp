#pragma once

#include <string>
#include <vector>

namespace shufflecert::embedded {

/// A file that is part of the program.
struct text_file {
  std::string name;
  std::string text;
};

/// The built-in catalogue.
const std::vector<text_file>& catalogue_files();
/// Templates and styles of the reports.
const std::vector<text_file>& report_templates();
/// What the programs of `show --script` are put together from.
const std::vector<text_file>& script_libraries();
/// Which proofs other programs accept.
const std::vector<text_file>& accepted_proofs();
/// Which mechanisms come nearest to breaking the claims of the catalogue.
const std::vector<text_file>& nearest_mechanisms();
/// What a results file may hold.
const std::vector<text_file>& results_schemas();

}  // namespace shufflecert::embedded
