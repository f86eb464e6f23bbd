#include "support/random_claims.hpp"

#include <chrono>

#include "claims/frontier/frontier.hpp"
#include "claims/results/evidence.hpp"
#include "claims/results/exact_ends.hpp"
#include "support/judged_claims.hpp"

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

const char* const shared_definitions =
    "[[define]]\nname = \"unused\"\nparameters = [\"a\", \"b\"]\nvalue = \"a\"\n"
    "[[define]]\nname = \"chosen\"\nparameters = [\"a\", \"b\"]\nvalue = \"if(a > 0, a, b)\"\n"
    "[[define]]\nname = \"picked\"\nparameters = [\"a\", \"b\"]\nvalue = \"if(a, b, 0)\"\n";

std::string list_of(const std::vector<rational>& values) {
  std::string text;
  for (const rational& value : values)
    text += (text.empty() ? "[\"" : ", \"") + to_text(value) + "\"";
  return text + "]";
}

// What the slow evaluator sees of a claim's relation.
class witness_stand {
 public:
  explicit witness_stand(const random_claim& claim)
      : claim_(claim), relation_(parse_formula(claim.relation.plain)) {}

  [[nodiscard]] slow::answer at(const slow::point& where) const {
    return slow::look(*relation_, random_definitions(), where);
  }

  [[nodiscard]] std::vector<slow::point> listed() const {
    std::vector<slow::point> points;
    for (const rational& x : claim_.listed) {
      if (claim_.is == random_claim::kind::rate) {
        points.push_back({{"n", x}});
      } else if (x >= claim_.lower && (x <= claim_.upper || claim_.asks_refutation)) {
        if (!claim_.has_second) points.push_back({{"x", x}});
        for (int y = 1; y <= 2 && claim_.has_second; ++y) points.push_back({{"x", x}, {"y", y}});
      }
    }
    return points;
  }

  // Points of the whole range, not only the listed ones, for one y.
  [[nodiscard]] std::vector<slow::looked_at> over(const slow::point& others, const rational& from,
                                                  const rational& to) const {
    std::vector<slow::looked_at> points;
    for (auto& one : slow::look_over(*relation_, random_definitions(), others, "x", from, to))
      if (!claim_.is_whole || is_integer(one.at)) points.push_back(std::move(one));
    return points;
  }
  [[nodiscard]] std::vector<slow::point> seconds() const {
    if (!claim_.has_second) return {slow::point{}};
    return {{{"y", 1}}, {{"y", 2}}};
  }

 private:
  const random_claim& claim_;
  expression_ptr relation_;
};

std::string words_of(const slow::answer& seen) {
  if (seen.is_hole()) return "no value: " + seen.why;
  if (!seen.is_condition) return seen.value.text();
  return seen.truth ? (*seen.truth ? "true" : "false") : "open";
}

std::string words_of(const slow::point& where) {
  std::string text;
  for (const auto& [name, value] : where) text += " " + name + " = " + to_text(value);
  return text;
}

bool is_false(const slow::answer& seen) {
  return seen.is == slow::standing::value && seen.truth == false;
}
bool is_true(const slow::answer& seen) {
  return seen.is == slow::standing::value && seen.truth == true;
}

slow::point point_of(const point_texts& texts) {
  slow::point result;
  for (const auto& [name, text] : texts) {
    const slow::answer value = slow::look(text);
    if (value.value.exact() != nullptr) result[name] = *value.value.exact();
  }
  return result;
}

std::string report(const std::string& what, const random_claim& claim, const std::string& said,
                   const std::string& right) {
  const std::string shown = claim.is == random_claim::kind::frontier
                                ? "frontier '" + claim.relation.text + "' over x in [" +
                                      to_text(claim.lower) + ", " + to_text(claim.upper) + "]"
                                : claim.text();
  return what + ": " + shown + "\n    the program: " + said + "\n    right: " + right + "\n";
}

std::string about_forall(const random_claim& claim, const judgement& found, tally& cases) {
  const witness_stand slow_one(claim);
  const std::string said = in_words(found);
  bool all_certain = true;
  for (const slow::point& where : slow_one.listed()) {
    const slow::answer seen = slow_one.at(where);
    all_certain = all_certain && seen.is_certain();
    if (seen.is_hole()) ++cases["hole at a point"];
    const bool holds = found.outcome == verdict::verified || found.outcome == verdict::proved;
    if (holds && seen.is_hole())
      return report(to_text(found.outcome) + " without a value", claim, said,
                    words_of(seen) + " at" + words_of(where));
    if (holds && found.tied == 0 && is_false(seen))
      return report(to_text(found.outcome) + " but false", claim, said,
                    "false at" + words_of(where));
  }
  if (found.outcome == verdict::invalid && all_certain && found.checked > 0)
    return report("value denied", claim, said, "a value at every listed point");
  if (found.outcome == verdict::refuted && found.witness) {
    const slow::point where = point_of(found.witness->point);
    const slow::answer seen = slow_one.at(where);
    if (seen.is_hole() || is_true(seen))
      return report("refuted wrongly", claim, said, words_of(seen) + " at" + words_of(where));
  }
  for (const refuted_region& region : found.refuted_regions) {
    if (!region.is_proved) continue;
    ++cases["refuted region"];
    // No upper end: far out as well.
    for (const rational& to : {claim.upper, rational(100), rational(1'000'000)})
      for (const auto& [x, seen] : slow_one.over({}, claim.lower, to))
        if (seen.is_hole() || is_true(seen))
          return report("a region refuted wrongly", claim, said,
                        words_of(seen) + " at x = " + to_text(x));
  }
  const bool is_proved =
      found.outcome == verdict::proved || (found.proof && found.proof->is_complete);
  if (claim.asks_proof)
    for (const slow::point& others : slow_one.seconds())
      for (const auto& [x, seen] : slow_one.over(others, claim.lower, claim.upper)) {
        if (seen.is_hole()) ++cases["hole in a region"];
        if (is_proved && (seen.is_hole() || is_false(seen)))
          return report(seen.is_hole() ? "proved without a value" : "proved but false", claim, said,
                        words_of(seen) + " at x = " + to_text(x) + words_of(others));
        if (!is_proved && seen.is_hole()) break;
      }
  return {};
}

std::string about_exists(const random_claim& claim, const judgement& found, tally& cases) {
  const witness_stand slow_one(claim);
  const std::string said = in_words(found);
  if (found.outcome == verdict::refuted)
    for (const slow::point& others : slow_one.seconds()) {
      // With a second variable one choice of it may be the one without a solution.
      if (claim.has_second) break;
      for (const auto& [x, seen] : slow_one.over(others, claim.lower, claim.upper)) {
        if (seen.is_hole()) ++cases["hole in a refuted region"];
        if (is_true(seen))
          return report("no solution, wrongly", claim, said, "true at x = " + to_text(x));
      }
    }
  const bool is_found = found.outcome == verdict::verified || found.outcome == verdict::proved;
  // A change of sign is shown by the point after it, which need not be a solution.
  const bool by_sign = found.message.find("change of sign") != std::string::npos;
  if (is_found && by_sign && !claim.has_second) ++cases["change of sign"];
  if (is_found && found.witness && found.tied == 0 && !by_sign) {
    const slow::point where = point_of(found.witness->point);
    const slow::answer seen = slow_one.at(where);
    if (seen.is_hole() || is_false(seen))
      return report("no solution at the witness", claim, said,
                    words_of(seen) + " at" + words_of(where));
  }
  if (found.outcome == verdict::invalid && found.checked > 0) {
    bool all_certain = true;
    for (const slow::point& where : slow_one.listed())
      all_certain = all_certain && slow_one.at(where).is_certain();
    if (all_certain) return report("value denied", claim, said, "a value at every listed point");
  }
  return {};
}

std::string about_rate(const random_claim& claim, const judgement& found, tally& cases) {
  const witness_stand slow_one(claim);
  const std::string said = in_words(found);
  const bool is_decided = found.outcome != verdict::undecided && found.outcome != verdict::invalid;
  for (const slow::point& where : slow_one.listed()) {
    const slow::answer seen = slow_one.at(where);
    if (!seen.is_hole()) continue;
    ++cases["hole at a size"];
    if (is_decided)
      return report(to_text(found.outcome) + " without a value", claim, said,
                    words_of(seen) + " at" + words_of(where));
  }
  if (!found.rate) return {};
  for (const rate_series& series : found.rate->series)
    for (const error_at_size& error : series.errors) {
      const slow::answer size = slow::look(error.size);
      if (size.value.exact() == nullptr) continue;
      const slow::answer seen = slow_one.at({{"n", *size.value.exact()}});
      if (seen.is_hole())
        return report("an error without a value", claim, said,
                      words_of(seen) + " at n = " + error.size);
      const auto lower = parse_extended(error.error.lower);
      const auto upper = parse_extended(error.error.upper);
      if (seen.is != slow::standing::value || !lower || !upper || lower->infinite != 0 ||
          upper->infinite != 0)
        continue;
      const auto absolute = slow::elementary("abs", seen.value);
      if (!absolute || absolute->is != slow::outcome::kind::value) continue;
      if (slow::order(absolute->value, lower->value) == -1 ||
          slow::order(absolute->value, upper->value) == 1)
        return report(
            "wrong error", claim,
            said + ", [" + error.error.lower + ", " + error.error.upper + "] at n = " + error.size,
            words_of(seen));
    }
  return {};
}

std::string about_frontier(const random_claim& claim, int milliseconds, tally& cases) {
  const witness_stand slow_one(claim);
  const catalogue read = read_text(shared_definitions);
  quantity_cache cache;
  judge_options options;
  options.derives_theorems = true;
  options.precision = {64, 256};
  options.limits = budget(budget::clock::now() + std::chrono::milliseconds(milliseconds));
  struct claim subject;
  subject.formula = parse_formula(claim.relation.text);
  frontier_options along;
  along.over = "x";
  along.is_whole = claim.is_whole;
  along.range = {claim.lower, claim.upper};
  along.digits = 6;
  along.effort = 40;
  const claim_context context{subject, read, cache, options};
  const frontier_row row = find_frontier(context, subject.formula, {}, along);
  for (const frontier_piece& piece : row.pieces) {
    const bool is_certain =
        piece.state == frontier_state::holds || piece.state == frontier_state::fails;
    if (!is_certain || !piece.is_proved) continue;
    ++cases["proved piece"];
    const bool holds = piece.state == frontier_state::holds;
    for (const auto& [x, seen] : slow_one.over({}, piece.from, piece.to)) {
      if (!seen.is_hole() && !(holds ? is_false(seen) : is_true(seen))) continue;
      return report(seen.is_hole() ? "proved piece without a value" : "wrong piece", claim,
                    std::string(holds ? "true" : "false") + ", proved from " + to_text(piece.from) +
                        " to " + to_text(piece.to),
                    words_of(seen) + " at x = " + to_text(x));
    }
  }
  for (const frontier_switch& one : row.switches) {
    ++cases["switch"];
    for (const bool is_lower : {true, false}) {
      const rational& x = is_lower ? one.lower : one.upper;
      const slow::answer seen = slow_one.at({{"x", x}});
      const bool expected = is_lower ? one.below : !one.below;
      if (seen.is_hole() || (expected ? is_false(seen) : is_true(seen)))
        return report("wrong switch", claim, std::string(expected ? "true" : "false"),
                      words_of(seen) + " at x = " + to_text(x));
    }
  }
  for (const auto& [x, seen] : slow_one.over({}, claim.lower, claim.upper))
    if (seen.is_hole()) {
      ++cases["hole on a frontier"];
      break;
    }
  return {};
}

}  // namespace

std::string random_claim::text() const {
  std::string result = shared_definitions;
  result += "[[claim]]\nid = \"test/claim\"\n";
  if (is == kind::rate) {
    result += "kind = \"rate\"\nalong = \"n\"\norder = \"1\"\nintegers = [\"n\"]\nerror = '" +
              relation.text + "'\n[claim.check]\nn = " + list_of(listed) + "\n";
    return result;
  }
  if (is == kind::exists) {
    result += "kind = \"exists\"\n";
    if (has_second) result += "exists = [\"x\"]\n";
  }
  result += "claim = '" + relation.text + "'\ndomain = [\"x >= " + to_text(lower) + "\"" +
            (asks_refutation ? "]\n" : ", \"x <= " + to_text(upper) + "\"]\n");
  if (is_whole) result += "integers = [\"x\"]\n";
  result += "[claim.check]\nx = " + list_of(listed) + "\n";
  if (has_second) result += "y = [1, 2]\n";
  if (asks_proof)
    result += "[claim.prove]\nx = { from = \"" + to_text(lower) + "\", to = \"" + to_text(upper) +
              "\" }\n";
  if (asks_refutation) result += "[[claim.refute]]\nx = { from = \"" + to_text(lower) + "\" }\n";
  return result;
}

random_claim make_claim(random_source& random) {
  formula_maker make(random);
  random_claim claim;
  const std::size_t kind = random.below(10);
  const int depth = 1 + static_cast<int>(random.below(2));
  if (kind == 9) {
    claim.is = random_claim::kind::rate;
    const made_formula body = make.number({"n"}, depth);
    claim.relation = {"(" + body.text + ")/n", "(" + body.plain + ")/n"};
    claim.listed = {8, 16, 32, 64};
    return claim;
  }
  claim.is = kind < 5   ? random_claim::kind::forall
             : kind < 7 ? random_claim::kind::exists
                        : random_claim::kind::frontier;
  claim.has_second = claim.is != random_claim::kind::frontier && random.once_in(5);
  claim.is_whole = random.once_in(6);
  const int halves = claim.is_whole ? 1 : 2;
  claim.lower = rational(static_cast<long>(random.below(9)) - 4, halves);
  claim.upper = claim.lower + rational(static_cast<long>(1 + random.below(6)), halves);
  for (int k = 0; k < 3; ++k) {
    const rational share(static_cast<long>(random.below(9)), 8);
    const rational x = claim.lower + (claim.upper - claim.lower) * share;
    claim.listed.push_back(claim.is_whole ? rational(floor(x)) : x);
  }
  claim.asks_proof = claim.is == random_claim::kind::forall && !random.once_in(4);
  claim.asks_refutation = claim.is == random_claim::kind::forall && !claim.asks_proof &&
                          !claim.has_second && !claim.is_whole;
  using names = std::vector<std::string>;
  claim.relation = make.condition(claim.has_second ? names{"y", "x"} : names{"x"}, depth);
  // A relation that does not speak of x is not worth asking.
  if (claim.relation.text.find('x') == std::string::npos ||
      (claim.has_second && claim.relation.text.find('y') == std::string::npos))
    return make_claim(random);
  return claim;
}

std::string complaint_about(const random_claim& claim, int milliseconds, tally& cases) {
  if (claim.is == random_claim::kind::frontier) return about_frontier(claim, milliseconds, cases);
  judge_options options;
  options.derives_theorems = true;
  options.precision = {64, 256};
  options.limits = budget(budget::clock::now() + std::chrono::milliseconds(milliseconds));
  const judgement found = judge_one(claim.text(), options).found;
  ++cases[to_text(found.outcome)];
  if (claim.is == random_claim::kind::forall) return about_forall(claim, found, cases);
  if (claim.is == random_claim::kind::exists) return about_exists(claim, found, cases);
  return about_rate(claim, found, cases);
}
