#include "claims/judging/proof_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace shufflecert::inline v0_1::claims {

std::string region_in_words(const stated_region& region) {
  std::string text;
  for (const auto& [name, range] : region) {
    text += text.empty() ? "" : ", ";
    if (range.values.empty())
      text += fmt::format("{} in [{}, {}]", name, range.lower, range.upper);
    else
      text += fmt::format("{} = {}", name, fmt::join(range.values, ", "));
  }
  return text;
}

std::string all_points(std::size_t count, const std::string& kind) {
  if (count == 1) return "the one " + kind + "point";
  return fmt::format("{} {}points", count == 2 ? "both" : fmt::format("all {}", count), kind);
}

std::string outside_in_words(std::size_t count, bool certainly) {
  if (count == 0) return "";
  return fmt::format("; {} {} and {} not checked",
                     count == 1 ? "1 listed point is" : fmt::format("{} listed points are", count),
                     certainly ? "outside the domain" : "not certainly in the domain",
                     count == 1 ? "was" : "were");
}

namespace {

std::string shown(const std::vector<stated_region>& regions) {
  std::string text;
  for (const stated_region& region : regions)
    text += (text.empty() ? "" : "; and for ") + region_in_words(region);
  return text;
}

}  // namespace

std::string proved_message(const proof_record& proof, const std::string& looked_at) {
  const std::string where = shown(proof.regions);
  if (where.empty()) return "has no variables, and holds";
  if (proof.method == proof_method::algebra)
    return fmt::format("proved for {}: both sides are the same by algebra, and exist there; {}",
                       where, looked_at);
  if (proof.method == proof_method::enumeration)
    return proof.boxes == 1 ? fmt::format("proved at the point of the region: {}", where)
                            : fmt::format("proved at each of the {} points of the region: {}",
                                          proof.boxes, where);
  const std::string boxes =
      proof.boxes == 1 ? "it" : fmt::format("each of {} boxes that cover it", proof.boxes);
  return fmt::format("proved for {}: certainly true on {}; {}", where, boxes, looked_at);
}

std::string proved_part_message(const proof_record& proof) {
  return fmt::format("; proved for {}{}", shown(proof.regions),
                     proof.covers == proof_coverage::regime
                         ? ", which is where the paper uses it, and no more"
                         : ", which is a part of the domain");
}

namespace {

// What stands in quotation marks, cut short where it is long.
std::string with_short_quotes(const std::string& text) {
  constexpr std::size_t longest = 100;
  constexpr std::size_t kept = 60;
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text[at] == '\'' ? text.find('\'', at + 1) : std::string::npos;
    if (end == std::string::npos || end - at <= longest) {
      const std::size_t length = end == std::string::npos ? 1 : end - at + 1;
      result += text.substr(at, length);
      at += length;
      continue;
    }
    // Not within a character of several bytes.
    std::size_t cut = at + kept;
    while ((static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
    result += text.substr(at, cut - at) + "…'";
    at = end + 1;
  }
  return result;
}

}  // namespace

std::string open_derivation_message(const proof_record& proof) {
  if (proof.reason.empty()) return "";
  const std::string reason = with_short_quotes(proof.reason);
  // What fails there is a step of a proof, and no reader is to take it for the claim.
  const bool names_condition = reason.find("a sufficient condition") != std::string::npos;
  return "; no proof found: " + reason + (names_condition ? "; the claim is not affected" : "");
}

}  // namespace shufflecert::inline v0_1::claims
