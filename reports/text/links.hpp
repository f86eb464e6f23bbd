#pragma once

#include <string>

namespace shufflecert::inline v0_1::claims {

/// A name of letters, digits, '-', '.' and '_' only for any text; different texts have different
/// names.
std::string plain_name(const std::string& text);

/// A claim's name for links; different ids have different names.
std::string anchor_of(const std::string& id);

/// The file of a claim's page inside the report, "claim/NAME.html", and of a paper's: letters,
/// digits, '-', '_' and '.' only, and short enough for every file system.
std::string claim_page(const std::string& id);
/// The name of a claim's proof file, as safe as that of its page.
std::string proof_file(const std::string& id);
std::string paper_page(const std::string& key);

/// The file of a plot whose name has no other characters than these: "plots/NAME" and the ending.
std::string plot_file(const std::string& name, const char* ending);

/// A text for a line of Markdown, as text: no markup, no HTML, no link, no list, heading or rule
/// where the text starts the line. Line breaks and other control characters become spaces.
std::string markdown_text(const std::string& text);

}  // namespace shufflecert::inline v0_1::claims
