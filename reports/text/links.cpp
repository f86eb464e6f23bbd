#include "reports/text/links.hpp"

#include <fmt/format.h>

#include "claims/text/sha256.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// File systems take 255 bytes for a name; endings are added to these.
constexpr std::size_t longest_name = 150;
constexpr std::size_t digest_digits = 16;

std::string short_name(const std::string& name) {
  if (name.size() <= longest_name) return name;
  return name.substr(0, longest_name) + "_" + sha256(name).substr(0, digest_digits);
}

std::string file_name(const std::string& text) {
  const std::string name = short_name(plain_name(text));
  // A name that starts with a dot would be hidden, or be the folder itself.
  return name.empty() || name.front() == '.' ? "_" + name : name;
}

}  // namespace

std::string plain_name(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool is_plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
    if (is_plain)
      name += c;
    else if (c == '/')
      name += '.';
    else
      name += fmt::format("_{:02x}", static_cast<unsigned char>(c));
  }
  return name;
}

std::string anchor_of(const std::string& id) {
  return "claim-" + plain_name(id);
}

std::string claim_page(const std::string& id) {
  return "claim/" + file_name(id) + ".html";
}

std::string proof_file(const std::string& id) {
  return file_name(id) + ".proof";
}

std::string paper_page(const std::string& key) {
  return "paper/" + (key.empty() ? std::string("_none") : file_name(key)) + ".html";
}

std::string plot_file(const std::string& name, const char* ending) {
  return "plots/" + short_name(name) + ending;
}

}  // namespace shufflecert::inline v0_1::claims
