#include "verify/auditing/falsify_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/mechanisms/every_mechanism.hpp"
#include "claims/points/in_parallel.hpp"
#include "verify/commands/value_lists.hpp"
#include "verify/files/read_file.hpp"
#include "verify/runs/chosen_claims.hpp"

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
  for (const std::string& text : settings) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    if (equals == std::string::npos || !known.contains(name))
      throw usage_error(
          fmt::format("--set {}: expected NAME=VALUES with a variable of the claim", text));
    const std::string values = text.substr(equals + 1);
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
                           const std::vector<std::string>& settings, const falsify_options& options)
    : read_(read), options_(options), subject_(subject) {
  judging_.limits = options.limits;
  if (subject.about == concern::mechanism)
    parts_ = every_mechanism_parts(subject.formula, subject.let, read.visible);
  if (parts_.empty())
    throw usage_error(fmt::format(
        "'{}' bounds no quantity of every mechanism: falsify looks at claims with about = "
        "\"mechanism\" that bound a divergence of randomized response, or of the pair of clones, "
        "from above",
        subject.id));
  choose_points(settings);
  if (points_.empty())
    throw usage_error(
        fmt::format("no point to look at is certainly in the domain of '{}': give "
                    "others by --set",
                    subject.id));
}

void claim_search::choose_points(const std::vector<std::string>& settings) {
  const auto given = values_given(settings, subject_, read_.visible, options_.limits);
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
          return decide_condition(context, *condition, point) == true;
        });
    if (is_inside && seen.insert(texts_of(point)).second) points_.push_back(std::move(point));
  }
  // Values that were asked for are all looked at.
  if (given.empty()) points_ = spread(points_, most_places);
}

std::optional<long> claim_search::users_at(const mechanism_relation& part,
                                           const check_point& point) const {
  constexpr long digits = 6;
  const refined_value known = refine(*part.users, read_.visible, variables_at(subject_, point),
                                     digits, {}, {.limits = options_.limits});
  const auto* value = std::get_if<number>(&known.result);
  const rational* exact = value == nullptr ? nullptr : value->as_rational();
  if (exact == nullptr || !is_integer(*exact) || *exact < 1 || *exact > most_mechanism_users)
    return std::nullopt;
  return static_cast<long>(*exact);
}

found_in_claim claim_search::look() {
  struct searched {
    std::optional<long> users;
    falsify_result result;
  };
  const std::size_t count = points_.size() * parts_.size();
  falsify_options options = options_;
  options.tries = std::max(fewest_tries, options_.tries / count);
  const claim_context context{subject_, read_, cache_, judging_};
  std::vector<searched> all(count);
  // Every place has its own search, so the answer does not depend on threads.
  for_each_index(count, [&](std::size_t i) {
    const check_point& point = points_[i / parts_.size()];
    const mechanism_relation& part = parts_[i % parts_.size()];
    const expression_ptr is_private =
        make_node(conjunction{{make_comparison(make_number(0), relation::less_equal, part.eps0),
                               make_comparison(part.eps0, relation::less, make_variable("inf"))}});
    searched& one = all[i];
    try {
      one.users = users_at(part, point);
      if (one.users && decide_condition(context, *is_private, point) != true) one.users.reset();
      if (one.users)
        one.result =
            falsify(part, *one.users, read_.visible, variables_at(subject_, point), options);
    } catch (const undefined_value& error) {
      one.result.looked_at = one.result.without_value = 1;
      one.result.no_value = error.what();
    }
  });
  found_in_claim found;
  found.id = subject_.id;
  std::optional<std::size_t> best;
  std::set<std::size_t> points;
  for (std::size_t i = 0; i < count; ++i) {
    if (!all[i].users) continue;
    const falsify_result& one = all[i].result;
    points.insert(i / parts_.size());
    falsify_result& sum = found.result;
    sum.fewest_outputs =
        sum.looked_at == 0 ? one.fewest_outputs : std::min(sum.fewest_outputs, one.fewest_outputs);
    sum.most_outputs = std::max(sum.most_outputs, one.most_outputs);
    sum.looked_at += one.looked_at;
    sum.undecided += one.undecided;
    sum.tied += one.tied;
    sum.without_value += one.without_value;
    if (sum.open.empty()) sum.open = one.open;
    if (sum.no_value.empty()) sum.no_value = one.no_value;
    if (sum.stopped.empty()) sum.stopped = one.stopped;
    const bool is_better = one.broken_by
                               ? !sum.broken_by || is_simpler(*one.broken_by, *sum.broken_by)
                               : !sum.broken_by && one.nearest && one.nearest_gap < sum.nearest_gap;
    if (!is_better && best) continue;
    best = i;
    sum.broken_by = one.broken_by;
    sum.nearest = one.nearest;
    sum.nearest_gap = one.nearest_gap;
  }
  if (!best)
    throw usage_error(
        fmt::format("'{}' has no point with 1 to {} users and a finite eps0 >= 0: give "
                    "others by --set",
                    subject_.id, most_mechanism_users));
  found.points = points.size();
  found.relation = parts_[*best % parts_.size()];
  found.users = *all[*best].users;
  found.variables = variables_at(subject_, points_[*best / parts_.size()]);
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
