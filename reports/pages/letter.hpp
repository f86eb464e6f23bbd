#pragma once

#include <string>

namespace shufflecert {

/// A draft of a letter to the authors of a paper, in Markdown: main results first, what stands,
/// what does not, with the command that checks each, and what a corrected version could say.
/// `results` is the text of a results file. Throws report_error where it is none, where no claim of
/// this paper was judged, or where only some were.
std::string render_letter(const std::string& results, const std::string& paper);

}  // namespace shufflecert
