#include "claims/text/similar_keys.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t most = 4;

// A paper's key is "author-year"; those of claims and of software have a '/'.
bool is_of_paper(std::string_view key) {
  return key.find('/') == std::string_view::npos;
}

std::string author_of(const std::string& key) {
  return key.substr(0, key.find('-'));
}

std::string digits_of(std::string_view key) {
  std::string digits;
  std::copy_if(key.begin(), key.end(), std::back_inserter(digits),
               [](char c) { return c >= '0' && c <= '9'; });
  return digits;
}

std::vector<std::string> papers_of(const std::string& author,
                                   const std::vector<std::string>& known) {
  std::vector<std::string> papers;
  for (const std::string& key : known)
    if (is_of_paper(key) && author_of(key) == author &&
        std::find(papers.begin(), papers.end(), key) == papers.end())
      papers.push_back(key);
  return papers;
}

// The closest one first; alone where the years agree, since then only the spelling differs.
std::vector<std::string> closest_first(const std::string& key, std::vector<std::string> papers) {
  if (const auto closest = closest_name(key, papers)) {
    if (digits_of(*closest) == digits_of(key)) return {*closest};
    const auto place = std::find(papers.begin(), papers.end(), *closest);
    std::rotate(papers.begin(), place, std::next(place));
  }
  papers.resize(std::min(papers.size(), most));
  return papers;
}

}  // namespace

std::vector<std::string> similar_keys(const std::string& key,
                                      const std::vector<std::string>& known) {
  const std::string author = is_of_paper(key) ? author_of(key) : "";
  if (!author.empty())
    if (const auto papers = papers_of(author, known); !papers.empty())
      return closest_first(key, papers);
  const auto ends_so = [&](const std::string& other) { return other.ends_with("/" + key); };
  if (const auto found = std::find_if(known.begin(), known.end(), ends_so); found != known.end())
    return {*found};
  if (const auto closest = closest_name(key, known)) return {*closest};
  std::vector<std::string> authors;
  for (const std::string& other : known)
    if (is_of_paper(other)) authors.push_back(author_of(other));
  const auto closest_author = author.empty() ? std::nullopt : closest_name(author, authors);
  return closest_author ? closest_first(key, papers_of(*closest_author, known))
                        : std::vector<std::string>();
}

std::string suggested_keys(const std::string& key, const std::vector<std::string>& known,
                           const std::string& without) {
  const std::vector<std::string> keys = similar_keys(key, known);
  if (keys.empty()) return without;
  std::string list;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i > 0) list += i + 1 == keys.size() ? " or " : ", ";
    list.append("'").append(keys[i]).append("'");
  }
  return "did you mean " + list + "?";
}

}  // namespace shufflecert::inline v0_1::claims
