#include "claims/reading/link_catalogue.hpp"

#include <algorithm>
#include <set>

#include "claims/catalogue/chains.hpp"
#include "claims/reading/read_coverage.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

class dependency_collector {
 public:
  explicit dependency_collector(const catalogue& read) : read_(read) {}

  // Adds to `depends` what the bounds rest on that a formula calls, through definitions too.
  void add(const expression& formula, std::vector<std::string>& depends) {
    for (const std::string& name : called_functions(formula)) {
      if (!seen_.insert(name).second) continue;
      const auto called = std::find_if(read_.bounds.begin(), read_.bounds.end(),
                                       [&](const bound& b) { return b.name == name; });
      if (called != read_.bounds.end())
        for (const std::string& id : called->depends)
          if (std::find(depends.begin(), depends.end(), id) == depends.end()) depends.push_back(id);
      if (const definition* entry = read_.visible.find(name)) add(*entry->body, depends);
    }
  }

 private:
  const catalogue& read_;
  std::set<std::string> seen_;
};

void inherit_dependencies(catalogue& read) {
  for (bound& b : read.bounds) dependency_collector(read).add(*b.value, b.depends);
  for (claim& c : read.claims) {
    dependency_collector collector(read);
    if (c.formula) collector.add(*c.formula, c.depends);
    for (const auto& [name, formula] : c.let) collector.add(*formula, c.depends);
  }
}

}  // namespace

void link_catalogue(catalogue& read) {
  inherit_dependencies(read);
  add_generated_claims(read);
  check_coverage(read);
  check_findings(read);
}

}  // namespace shufflecert::inline v0_1::claims
