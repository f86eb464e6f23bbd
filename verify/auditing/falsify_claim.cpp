#include "verify/auditing/falsify_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/mechanisms/every_mechanism.hpp"
#include "verify/command_line/settings.hpp"
#include "verify/files/read_file.hpp"
#include "verify/runs/chosen_claims.hpp"
#include "verify/tables/value_lists.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t fewest_tries = 40;  // at one point
constexpr std::size_t values_of_axis = 3;
constexpr std::size_t most_listed_points = 24;
constexpr std::size_t most_places = 48;

// The first, the last, and some between them.
template <class Item>
std::vector<Item> spread(const std::vector<Item>& all, std::size_t most) {
  if (all.size() <= most) return all;
  std::vector<Item> some;
  for (std::size_t i = 0; i < most; ++i) some.push_back(all[i * (all.size() - 1) / (most - 1)]);
  return some;
}

std::vector<point_value> small_numbers() {
  std::vector<point_value> values;
  for (const char* n : {"2", "3", "5"}) values.push_back(read_point_value(n));
  return values;
}

bool is_within_reach(const point_value& value) {
  const auto exact = parse_decimal(value.text);
  return exact && *exact >= 1 && *exact <= most_mechanism_users;
}

// The values of each variable: those given, or else a few of the claim's own.
std::map<std::string, std::vector<point_value>> values_given(
    const std::vector<std::string>& settings, const claim& subject, const definitions& visible,
    const budget& limits) {
  std::map<std::string, std::vector<point_value>> given;
  const std::set<std::string> known = check_variables(subject);
  std::vector<std::string> names;
  for (const std::string& text : settings) names.push_back(setting_in(text).name);
  require_used(names, {known.begin(), known.end()}, "the claim");
  for (const std::string& text : settings) {
    const auto& [name, values] = setting_in(text);
    const auto list = read_value_list(values, "--set " + name, visible, limits);
    for (const std::string& one : list ? *list : std::vector<std::string>{values}) {
      const expression_ptr formula = read_argument(one, "--set " + name, visible, {});
      given[name].push_back({to_text(*formula), formula});
    }
  }
  return given;
}

}  // namespace

const claim& claim_to_falsify(const catalogue& read, const std::string& id) {
  const claim* exact = read.find_claim(id);
  const std::vector<const claim*> named =
      exact != nullptr ? std::vector<const claim*>{exact} : claims_named(read, id);
  if (named.size() > 1)
    throw usage_error(fmt::format("'{}' names {} claims, and falsify looks at one, such as '{}'",
                                  id, named.size(), named.front()->id));
  const claim& subject = *named.front();
  if (!subject.problem.empty())
    throw usage_error(fmt::format("'{}' cannot be judged: {}", subject.id, subject.problem));
  if (subject.kind() != claim_kind::forall)
    throw usage_error(
        fmt::format("'{}' is a claim of kind '{}', and falsify looks at claims of kind "
                    "'forall'",
                    subject.id, to_text(subject.kind())));
  return subject;
}

claim_search::claim_search(const claim& subject, const catalogue& read,
                           const std::vector<std::string>& settings, const budget& limits)
    : read_(read), limits_(limits), subject_(subject) {
  judging_.limits = limits;
  if (subject.family_formula)
    throw usage_error(fmt::format(
        "'{0}' is about any_mechanism_alike, of which one mechanism leaks most: no search is "
        "needed, and 'shufflecert verify {0}' judges it",
        subject.id));
  if (subject.about == concern::mechanism)
    parts_ = every_mechanism_parts(subject.formula, subject.let, read.visible);
  if (parts_.empty())
    throw usage_error(fmt::format(
        "'{}' bounds no quantity of every mechanism: falsify looks at claims with about = "
        "\"mechanism\" that bound a divergence of randomized response, or of the pair of clones, "
        "from above",
        subject.id));
  choose_points(settings);
  if (points_.empty() && limits.is_exhausted()) throw out_of_time(limits.exhaustion());
  if (points_.empty())
    throw usage_error(
        fmt::format("no point to check is certainly in the domain of '{}': give "
                    "others by --set",
                    subject.id));
}

void claim_search::choose_points(const std::vector<std::string>& settings) {
  const auto given = values_given(settings, subject_, read_.visible, limits_);
  std::set<std::string> users;
  for (const mechanism_relation& part : parts_)
    for (const std::string& name : free_variables(*part.users)) users.insert(name);
  claim chosen = subject_;
  const auto few = [&](const std::string& name, const std::vector<point_value>& values) {
    if (const auto own = given.find(name); own != given.end()) return own->second;
    if (!users.contains(name)) return spread(values, values_of_axis);
    std::vector<point_value> small;
    std::copy_if(values.begin(), values.end(), std::back_inserter(small), is_within_reach);
    return small.size() > 1 ? spread(small, values_of_axis) : small_numbers();
  };
  for (axis& one : chosen.axes) one.values = few(one.variable, one.values);
  // Each listed point with each of the values that take the place of its own.
  std::vector<check_point> listed = spread(chosen.points, most_listed_points);
  for (const std::string& name : check_variables(subject_)) {
    if (!given.contains(name) && !users.contains(name)) continue;
    std::vector<check_point> more;
    for (const check_point& point : listed)
      for (const point_value& value : few(name, {point.at(name)})) {
        more.push_back(point);
        more.back()[name] = value;
      }
    listed = std::move(more);
  }
  chosen.points = std::move(listed);
  const claim_context context{subject_, read_, cache_, judging_};
  std::set<point_texts> seen;
  for (std::size_t i = 0; i < point_count(chosen); ++i) {
    check_point point = point_at(chosen, i);
    const bool is_inside =
        std::all_of(subject_.domain.begin(), subject_.domain.end(), [&](const auto& condition) {
          return decide_condition(context, *condition, point).value_or(false);
        });
    if (is_inside && seen.insert(texts_of(point)).second) points_.push_back(std::move(point));
  }
  // Values that were asked for are all checked.
  if (given.empty()) points_ = spread(points_, most_places);
}

std::optional<long> claim_search::users_at(const mechanism_relation& part,
                                           const check_point& point) const {
  constexpr long digits = 6;
  const refined_value known = refine(*part.users, read_.visible, variables_at(subject_, point),
                                     digits, {}, {.limits = limits_});
  const auto* value = std::get_if<number>(&known.result);
  const rational* exact = value == nullptr ? nullptr : value->as_rational();
  if (exact == nullptr || !is_integer(*exact) || *exact < 1 || *exact > most_mechanism_users)
    return std::nullopt;
  return static_cast<long>(*exact);
}

std::vector<mechanism_place> claim_search::places() {
  const claim_context context{subject_, read_, cache_, judging_};
  std::vector<mechanism_place> usable;
  for (const check_point& point : points_) {
    const std::size_t before = usable.size();
    for (const mechanism_relation& part : parts_) {
      const expression_ptr is_private = make_node(
          conjunction{{make_comparison(make_number(0), relation::less_equal, part.eps0),
                       make_comparison(part.eps0, relation::less, make_variable("inf"))}});
      try {
        const std::optional<long> users = users_at(part, point);
        if (users && decide_condition(context, *is_private, point) == true)
          usable.push_back({part, *users, variables_at(subject_, point)});
      } catch (const undefined_value&) {
        // There is no such mechanism.
      }
    }
    if (usable.size() > before) ++usable_points_;
  }
  if (usable.empty() && limits_.is_exhausted()) throw out_of_time(limits_.exhaustion());
  if (usable.empty())
    throw usage_error(
        fmt::format("'{}' has no point with 1 to {} users and a finite eps0 >= 0: give "
                    "others by --set",
                    subject_.id, most_mechanism_users));
  return usable;
}

std::size_t claim_search::tries_of(std::size_t all) const {
  return std::max(fewest_tries, all / (points_.size() * parts_.size()));
}

}  // namespace shufflecert::inline v0_1::claims
