#pragma once

#include <string>

namespace shufflecert {

/// A text for a line of Markdown, as text: no markup, no HTML, no link, no list, heading or rule
/// where the text starts the line. Line breaks and other control characters become spaces.
std::string markdown_text(const std::string& text);

}  // namespace shufflecert
