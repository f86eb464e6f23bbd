#include "reports/illustrate.hpp"

#include <fmt/format.h>

#include "verify/chains.hpp"

namespace shufflecert {
namespace {

std::string formula_of(const bound& subject) {
  return fmt::format("{}({}) = {}", subject.name, fmt::join(subject.parameters, ", "),
                     to_text(*subject.value));
}

shown_bound show(const bound& subject, const catalogue& read) {
  shown_bound one{subject.name,
                  subject.paper,
                  subject.where,
                  formula_of(subject),
                  to_text(*subject.on),
                  subject.side,
                  {},
                  {},
                  {},
                  subject.file};
  for (const expression_ptr& condition : subject.domain) one.domain.push_back(to_text(*condition));
  const std::string id = "bound/" + subject.name;
  for (const std::string& each : {id, id + "/mechanism"})
    if (read.find_claim(each) != nullptr) one.claims.push_back(each);
  for (const std::string& id_of_result : subject.depends)
    if (const cited_result* cited = read.find_result(id_of_result); is_in_doubt(cited))
      one.rests_on.push_back(fmt::format("rests on {} ({})", cited->id, cited->status));
  return one;
}

}  // namespace

illustrations illustrate(const json& results, const std::vector<catalogue_source>& sources,
                         const catalogue& read, const budget& limits) {
  illustrations shown;
  for (const bound& subject : read.bounds) shown.bounds.push_back(show(subject, read));
  return shown;
}

}  // namespace shufflecert
