#pragma once

#include <string>

namespace shufflecert {

/// A text for the content of an XML element or for an attribute in double quotes. Characters that
/// XML cannot hold become spaces.
std::string xml_text(const std::string& text);

}  // namespace shufflecert
