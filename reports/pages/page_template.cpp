#include "reports/pages/page_template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "claims/text/embedded.hpp"

namespace shufflecert::inline v0_1::claims {

const std::string& template_text(std::string_view name) {
  const auto& files = embedded::report_templates();
  const auto found = std::find_if(files.begin(), files.end(), [&](const embedded::text_file& file) {
    return file.name == name;
  });
  if (found == files.end()) throw std::logic_error(fmt::format("no template '{}'", name));
  return found->text;
}

page_template::page_template(const std::string& name) : name_(name), parsed_(template_text(name)) {
  if (!parsed_.is_valid())
    throw std::logic_error(fmt::format("template '{}': {}", name, parsed_.error_message()));
}

std::string page_template::render(const kainjow::mustache::data& page) {
  std::string text = parsed_.render(page);
  if (!parsed_.is_valid())
    throw std::logic_error(fmt::format("template '{}': {}", name_, parsed_.error_message()));
  return text;
}

}  // namespace shufflecert::inline v0_1::claims
