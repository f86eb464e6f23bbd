#include "claims/reading/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "claims/results/statements.hpp"

namespace shufflecert {
namespace {

// Complains about a name that no claim has, with the closest one that a claim has.
void require_known(const finding& one, const char* key, const std::string& name,
                   const catalogue& read, const std::function<std::string(const claim&)>& name_of) {
  std::vector<std::string> known;
  for (const claim& c : read.claims) known.push_back(name_of(c));
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  std::erase(known, "");
  const auto close = closest_name(name, known);
  throw catalogue_error(
      fmt::format("{}:{}: [[finding]]: key '{}': there is no {} '{}'{}", one.file, one.line, key,
                  std::string_view(key) == "of" ? "statement" : "claim", name,
                  close ? fmt::format("; did you mean '{}'?", *close) : std::string()));
}

}  // namespace

finding read_finding(const toml_reader& reader, const std::string& paper_key) {
  reader.allow_only({"of", "where", "outcome", "sentence", "instead", "claims"});
  finding result{reader.text("of"),
                 reader.text_or("where", ""),
                 reader.one_of<finding_outcome>("outcome"),
                 reader.text("sentence"),
                 reader.text_or("instead", ""),
                 reader.texts("claims"),
                 paper_key,
                 reader.source().name,
                 reader.line()};
  if (paper_key.empty())
    reader.complain("of", "belongs to a paper, and the file has no [paper] with a key");
  return result;
}

void check_findings(const catalogue& read) {
  for (const finding& one : read.findings) {
    require_known(one, "of", one.of, read, [&](const claim& c) {
      return c.paper == one.paper ? statement_of(c) : std::string();
    });
    for (const std::string& id : one.claims)
      require_known(one, "claims", id, read, [](const claim& c) { return c.id; });
  }
}

}  // namespace shufflecert
