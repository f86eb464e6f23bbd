#include <fmt/format.h>

#include <algorithm>

#include "claims/mechanisms/claim_mechanism.hpp"
#include "claims/recheck/relation.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// A stated mechanism, the relation about it, and what it was stated for.
struct stated_mechanism {
  claim subject;
  expression_ptr relation;
  point_texts point;
};

// The mechanism that stands in a stated point as the value of any_mechanism; why it is none of the
// relation, as an opinion.
std::optional<opinion> find_mechanism(stated_mechanism& found, second_opinion& second,
                                      const expression_ptr& relation, const point_texts& stated,
                                      allowance& may) {
  const auto named = stated.find(std::string(any_mechanism_name));
  if (named == stated.end()) return not_confirmed("it is about a mechanism, and none is stated");
  found.point = stated;
  found.point.erase(std::string(any_mechanism_name));
  check_point point;
  if (const auto problem = second.read_point(found.point, point)) return not_confirmed(*problem);
  // Any part will do: all are about mechanisms with the same number of users or fail here.
  std::string reason;
  for (const mechanism_relation& part : mechanism_parts(relation)) {
    try {
      const recorded_mechanism one = read_mechanism(named->second, part);
      const second_number users = second.number(*part.users, point, may);
      if (users.value.infinite != 0 || users.value.value != rational(one.users)) {
        reason = fmt::format("the mechanism is of {} users, and '{}' is another number", one.users,
                             to_text(*part.users));
        continue;
      }
      found.subject = about_mechanism(second.subject(), one.pair);
      const bool is_corrected = relation == second.subject().corrected;
      found.relation = is_corrected ? found.subject.corrected : found.subject.formula;
      return std::nullopt;
    } catch (const formula_error& error) {
      reason = std::string("it states no mechanism of the claim: ") + error.what();
    } catch (const undefined_value& error) {
      reason = std::string("its number of users has no value: ") + error.what();
    } catch (const beyond_reach& error) {
      return out_of_reach(error.what());
    }
  }
  return not_confirmed(reason);
}

// The part that is said to fail, with the mechanism put in.
std::string relation_about(const std::string& text, const std::string& mechanism) {
  try {
    return to_text(*with_mechanism(parse_formula(text), parse_formula(mechanism)));
  } catch (const formula_error&) {
    return text;  // which is no part of the claim then
  }
}

opinion check_refutation(second_opinion& second, const expression_ptr& relation,
                         const counterexample& stated, const recheck_options& options) {
  allowance may = allowance_for(options, witness_share);
  stated_mechanism found;
  if (const auto flaw = find_mechanism(found, second, relation, stated.point, may)) return *flaw;
  counterexample about = stated;
  about.point = found.point;
  about.relation =
      relation_about(stated.relation, stated.point.at(std::string(any_mechanism_name)));
  second_opinion one(found.subject, second.visible());
  return check_counterexample(one, found.relation, about, may);
}

// That the mechanism which is said to have come nearest does not break the relation.
opinion check_nearest(second_opinion& second, const expression_ptr& relation,
                      const point_texts& nearest, const recheck_options& options) {
  allowance may = allowance_for(options, witness_share);
  stated_mechanism found;
  if (const auto flaw = find_mechanism(found, second, relation, nearest, may)) return *flaw;
  second_opinion one(found.subject, second.visible());
  check_point point;
  if (const auto problem = one.read_point(found.point, point)) return not_confirmed(*problem);
  try {
    for (const expression_ptr& part : conjuncts(found.relation))
      if (weigh(one, *part, point, may).holds == false &&
          weigh(one.with_more_digits(), *part, point, may).holds == false)
        return not_confirmed(
            fmt::format("the nearest mechanism breaks it at {}", point_in_words(found.point)));
  } catch (const beyond_reach& error) {
    return out_of_reach(error.what());
  } catch (const undefined_value& error) {
    return out_of_reach(error.what());
  }
  return {};
}

}  // namespace

opinion recheck_every_mechanism(second_opinion& second, const expression_ptr& relation,
                                const judgement& found, const std::vector<std::size_t>& points,
                                relation_recheck& result, const recheck_options& options) {
  if (found.outcome == verdict::refuted) {
    if (!found.witness || !found.worst || found.counterexamples == 0)
      return not_confirmed("it is said to be refuted, and no counterexample is stated");
    const opinion simplest = check_refutation(second, relation, *found.witness, options);
    if (simplest.outcome == recheck_outcome::not_confirmed) return simplest;
    return worse(simplest, check_refutation(second, relation, *found.worst, options));
  }
  if (found.outcome == verdict::proved)
    return not_confirmed("it is said to be proved, which a search for mechanisms never does");
  if (found.witness || found.worst || found.counterexamples != 0 || !found.undecided.empty())
    return not_confirmed(fmt::format(
        "it is said to be {}, with a counterexample or points left open", to_text(found.outcome)));
  if (points.empty()) return not_confirmed("no point lies in the domain");
  // One mechanism for each part: as many users as its point has.
  const mechanism_relation first = mechanism_parts(relation).front();
  const claim binary = about_mechanism(second.subject(), binary_response(first));
  second_opinion about_binary(binary, second.visible());
  opinion all = check_points(about_binary, with_mechanism(relation, binary_response(first)), points,
                             result, options);
  if (all.outcome == recheck_outcome::not_confirmed) return all;
  all.reason = "for binary response it " + all.reason;
  if (!found.search || !found.search->closest) return all;
  opinion nearest = check_nearest(second, relation, found.search->closest->point, options);
  if (nearest.outcome == recheck_outcome::confirmed)
    nearest.reason = "so it does for the mechanism that came nearest";
  return worse(all, nearest);
}

}  // namespace shufflecert::inline v0_1::claims
