#include "claims/catalogue/catalogue.hpp"

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <variant>

#include "claims/text/shown_text.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// claim::kind() takes the place of a form for its kind.
template <claim_kind kind, class Form>
constexpr bool is_form_of =
    std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(kind), claim_form>, Form>;
static_assert(is_form_of<claim_kind::forall, forall_claim>);
static_assert(is_form_of<claim_kind::exists, exists_claim>);
static_assert(is_form_of<claim_kind::rate, rate_claim>);

template <class Entry, class Name>
const Entry* find_by(const std::vector<Entry>& entries, Name Entry::*name,
                     std::string_view wanted) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const Entry& entry) { return entry.*name == wanted; });
  return found == entries.end() ? nullptr : &*found;
}

std::size_t product_size(const claim& c) {
  if (c.axes.empty()) return c.points.empty() ? 1 : 0;
  std::size_t size = 1;
  for (const axis& a : c.axes) size *= a.values.size();
  return size;
}

}  // namespace

catalogue_error::catalogue_error(const std::string& message)
    : std::runtime_error(shown_line(message)) {}

const expression& claim::with_family(const expression& relation) const {
  if (family_formula && &relation == formula.get()) return *family_formula;
  if (family_corrected && &relation == corrected.get()) return *family_corrected;
  return relation;
}

const claim* catalogue::find_claim(std::string_view id) const {
  return find_by(claims, &claim::id, id);
}
const paper* catalogue::find_paper(std::string_view key) const {
  return find_by(papers, &paper::key, key);
}
const cited_result* catalogue::find_result(std::string_view id) const {
  return find_by(results, &cited_result::id, id);
}
std::vector<const cited_result*> catalogue::doubts_of(const claim& c) const {
  std::vector<const cited_result*> doubts;
  for (const std::string& id : c.depends)
    if (const cited_result* cited = find_result(id); is_in_doubt(cited)) doubts.push_back(cited);
  return doubts;
}

std::size_t point_count(const claim& c) {
  return product_size(c) + c.points.size();
}

check_point point_at(const claim& c, std::size_t index) {
  const std::size_t in_product = product_size(c);
  if (index >= in_product) return c.points.at(index - in_product);
  check_point point;
  for (auto a = c.axes.rbegin(); a != c.axes.rend(); ++a) {
    point[a->variable] = a->values[index % a->values.size()];
    index /= a->values.size();
  }
  return point;
}

}  // namespace shufflecert::inline v0_1::claims
