#include "claims/proof/prove.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/points/in_parallel.hpp"
#include "claims/points/region_truth.hpp"
#include "language/syntax/builtins.hpp"
#include "shufflecert/identity.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Boxes are examined in batches of the same depth; a batch shrinks or the attempt ends.
constexpr int deepest_split = 200;
constexpr std::size_t open_boxes_shown = 5;

// A piece of a region: some variables have their values, the others a range each.
struct part {
  check_point fixed;
  box ranges;
  double share = 1;  ///< of all parts; each cut counts half
};

enum class part_state { holds, outside, fails, open };

struct examined_part {
  part_state state = part_state::open;
  bool is_inside = false;  ///< certainly in the domain, with all its points
  std::optional<check_point> counterexample;
  std::vector<part> pieces;  ///< that have to hold instead, where it is open

  examined_part() = default;
  explicit examined_part(part_state known, bool inside = false) : state(known), is_inside(inside) {}
};

// A decimal of few digits in the middle half of a range: a witness should be short.
point_value short_value_in(const interval& range) {
  constexpr int most_digits = 60;
  const rational quarter = (range.upper - range.lower) / 4;
  const rational highest = range.upper - quarter;
  rational unit = 1;
  for (int digits = 0; digits < most_digits; ++digits, unit /= 10) {
    const rational candidate = rational(floor(highest / unit)) * unit;
    if (candidate >= range.lower + quarter) return point_value_of(candidate);
  }
  return point_value_of((range.lower + range.upper) / 2);
}

bool is_point(const interval& range) {
  return range.lower == range.upper;
}

// Where to cut a range. A range over several powers of two is cut near its geometric mean.
rational cut_of(const interval& range) {
  rational ends_mean = (range.lower + range.upper) / 2;
  if (range.lower <= 0 || range.upper < range.lower * 8) return ends_mean;
  const double mean =
      std::sqrt(range.lower.convert_to<double>()) * std::sqrt(range.upper.convert_to<double>());
  if (!std::isfinite(mean) || mean <= 0) return ends_mean;
  const double scale = std::exp2(std::floor(std::log2(mean)) - 4);
  if (!std::isnormal(scale)) return ends_mean;
  const rational rounded = rational(std::round(mean / scale)) * rational(scale);
  return rounded > range.lower && rounded < range.upper ? rounded : ends_mean;
}

class region_prover {
 public:
  region_prover(const claim_context& context, expression_ptr relation)
      : context_(context), relation_(std::move(relation)) {}

  // Tries to prove the relation on all the parts. What stays open is in the attempt's record.
  void run(std::vector<part> parts, proof_attempt& attempt, std::size_t most_boxes) {
    proof_record& record = attempt.record;
    for (part& piece : parts) piece.share = 1 / static_cast<double>(parts.size());
    // A part that touches an end of the domain is not inside as a whole.
    met_domain_ = std::any_of(parts.begin(), parts.end(),
                              [&](const part& piece) { return is_inside(middle_of(piece)); });
    for (int depth = 0; !parts.empty(); ++depth) {
      const char* exhaustion = context_.options.limits.exhaustion();
      if (exhaustion != nullptr || depth >= deepest_split ||
          record.boxes + parts.size() > most_boxes) {
        leave_open(parts, attempt);
        record.reason = exhaustion != nullptr    ? std::string(exhaustion)
                        : depth >= deepest_split ? std::string("boxes became too small")
                                                 : std::string("the limit on boxes was reached");
        return;
      }
      std::vector<examined_part> answers(parts.size());
      for_each_index(parts.size(), [&](std::size_t i) { answers[i] = examine(parts[i]); });
      record.boxes += parts.size();
      std::vector<part> next;
      std::vector<part> undecidable;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        if (answers[i].state == part_state::fails) {
          attempt.counterexample = answers[i].counterexample;
          return;
        }
        met_domain_ = met_domain_ || answers[i].is_inside;
        if (answers[i].state != part_state::open) continue;
        if (answers[i].pieces.empty()) undecidable.push_back(parts[i]);
        std::move(answers[i].pieces.begin(), answers[i].pieces.end(), std::back_inserter(next));
      }
      if (!undecidable.empty()) {
        leave_open(undecidable, attempt);
        for (const part& piece : next) attempt.open_share += piece.share;
        record.reason = "single points stayed undecided";
        return;
      }
      parts = std::move(next);
    }
  }

  /// Whether some part was certainly in the domain: else nothing was checked.
  [[nodiscard]] bool met_domain() const { return met_domain_; }

 private:
  examined_part examine(const part& piece) const {
    if (piece.ranges.empty()) return at_point(piece.fixed);
    bool is_inside = true;
    for (const auto& condition : context_.subject.domain) {
      const auto held = examine_over(context_, condition, piece.fixed, piece.ranges).value;
      if (held == false) return examined_part(part_state::outside);
      is_inside = is_inside && held == true;
    }
    const region_answer answer = examine_over(context_, relation_, piece.fixed, piece.ranges);
    if (answer.value == true) return examined_part(part_state::holds, is_inside);
    if (answer.value == false && is_inside) {
      examined_part middle = at_point(middle_of(piece));
      if (middle.state == part_state::fails) return middle;
    }
    examined_part open(part_state::open, is_inside);
    // Outside of the domain the worst end need not hold.
    const auto face = is_inside ? worst_face(piece, answer) : std::nullopt;
    open.pieces = face ? std::vector<part>{*face} : halves(piece, answer.widest);
    return open;
  }

  [[nodiscard]] bool is_inside(const check_point& point) const {
    return std::all_of(context_.subject.domain.begin(), context_.subject.domain.end(),
                       [&](const expression_ptr& condition) {
                         return decide_condition(context_, *condition, point) == true;
                       });
  }

  [[nodiscard]] bool is_certainly_outside(const check_point& point) const {
    return std::any_of(context_.subject.domain.begin(), context_.subject.domain.end(),
                       [&](const expression_ptr& condition) {
                         return decide_condition(context_, *condition, point) == false;
                       });
  }

  [[nodiscard]] examined_part at_point(const check_point& point) const {
    const point_outcome outcome = evaluate_at(context_, relation_, point);
    switch (outcome.state) {
      case point_state::outside:
        // Not certainly in the domain may still be in it.
        return is_certainly_outside(point) ? examined_part(part_state::outside) : examined_part();
      case point_state::holds:
        return outcome.accepts_rounded_law() ? examined_part()
                                             : examined_part(part_state::holds, true);
      case point_state::fails: {
        examined_part failing(part_state::fails, true);
        failing.counterexample = point;
        return failing;
      }
      default:
        return {};
    }
  }

  [[nodiscard]] check_point middle_of(const part& piece) const {
    check_point point = piece.fixed;
    for (const auto& [name, range] : piece.ranges) {
      point[name] = is_whole_variable(context_.subject, name)
                        ? point_value_of(rational(floor((range.lower + range.upper) / 2)))
                        : short_value_in(range);
    }
    return point;
  }

  // Where the relation is monotone in a variable, only that variable's worst end has to hold.
  [[nodiscard]] static std::optional<part> worst_face(const part& piece,
                                                      const region_answer& answer) {
    part face = piece;
    for (const auto& [name, worst] : answer.worst) {
      if (worst == worst_end::unknown) continue;
      const interval& range = piece.ranges.at(name);
      face.fixed[name] = point_value_of(worst == worst_end::lower ? range.lower : range.upper);
      face.ranges.erase(name);
    }
    if (face.ranges.size() == piece.ranges.size()) return std::nullopt;
    return face;
  }

  // The range to divide: the one that adds most to the width of the sides, else the longest one.
  [[nodiscard]] std::string longest(const part& piece) const {
    const auto relative_length = [](const interval& range) {
      const rational most = std::max(boost::multiprecision::abs(range.lower),
                                     boost::multiprecision::abs(range.upper));
      return rational((range.upper - range.lower) / most);
    };
    return std::max_element(piece.ranges.begin(), piece.ranges.end(),
                            [&](const auto& a, const auto& b) {
                              return relative_length(a.second) < relative_length(b.second);
                            })
        ->first;
  }

  [[nodiscard]] std::vector<part> halves(const part& piece, const std::string& preferred) const {
    const std::string name = piece.ranges.contains(preferred) ? preferred : longest(piece);
    const interval& range = piece.ranges.at(name);
    const rational cut = cut_of(range);
    const bool whole = is_whole_variable(context_.subject, name);
    const interval lower{range.lower, whole ? rational(floor(cut)) : cut};
    const interval upper{whole ? rational(floor(cut) + 1) : cut, range.upper};
    std::vector<part> both{with_range(piece, name, lower), with_range(piece, name, upper)};
    for (part& half : both) half.share /= 2;
    return both;
  }

 public:
  // A range of one point is a value.
  static part with_range(part piece, const std::string& name, const interval& range) {
    if (is_point(range)) {
      piece.ranges.erase(name);
      piece.fixed[name] = point_value_of(range.lower);
    } else {
      piece.ranges[name] = range;
    }
    return piece;
  }

 private:
  static void leave_open(const std::vector<part>& parts, proof_attempt& attempt) {
    proof_record& record = attempt.record;
    record.open_boxes += parts.size();
    for (const part& piece : parts) attempt.open_share += piece.share;
    for (const part& piece : parts) {
      if (record.open.size() >= open_boxes_shown) return;
      stated_region shown;
      for (const auto& [name, value] : piece.fixed) shown[name] = {"", "", {value.text}};
      for (const auto& [name, range] : piece.ranges)
        shown[name] = {to_text(range.lower), to_text(range.upper), {}};
      record.open.push_back(std::move(shown));
    }
  }

  const claim_context& context_;
  expression_ptr relation_;
  bool met_domain_ = false;
};

stated_region shown(const proof_region& region) {
  stated_region texts;
  for (const auto& [name, range] : region) {
    stated_range& text = texts[name];
    if (range.ends) {
      text.lower = range.ends->first.text;
      text.upper = range.ends->second.text;
      continue;
    }
    text.values.reserve(range.values.size());
    for (const point_value& value : range.values) text.values.push_back(value.text);
  }
  return texts;
}

// The region as parts: one for each choice of listed values.
std::vector<part> parts_of(const claim& c, const proof_region& region) {
  std::vector<part> parts{{}};
  for (const auto& [name, range] : region) {
    std::vector<part> extended;
    extended.reserve(parts.size() * std::max<std::size_t>(1, range.values.size()));
    for (const part& piece : parts) {
      if (range.ends) {
        interval ends = rational_ends(range.ends->first, range.ends->second);
        if (is_whole_variable(c, name))
          ends = {-rational(floor(-ends.lower)), rational(floor(ends.upper))};
        if (ends.lower <= ends.upper)
          extended.push_back(region_prover::with_range(piece, name, ends));
        continue;
      }
      for (const point_value& value : range.values) {
        extended.push_back(piece);
        extended.back().fixed[name] = value;
      }
    }
    parts = std::move(extended);
  }
  return parts;
}

// Divergences, integrals and searches cost a thousand times what arithmetic does.
bool is_expensive(const expression& formula, const definitions& visible,
                  std::set<std::string>& seen) {
  const auto called = called_functions(formula);
  return std::any_of(called.begin(), called.end(), [&](const std::string& name) {
    if (find_builtin(name) != nullptr) return binds_a_name(name) || takes_distributions(name);
    const definition* entry = visible.find(name);
    return entry != nullptr && seen.insert(name).second &&
           is_expensive(*entry->body, visible, seen);
  });
}

bool is_expensive(const claim_context& context, const expression& relation) {
  std::set<std::string> seen;
  const definitions& visible = context.visible.visible;
  return is_expensive(relation, visible, seen) ||
         std::any_of(context.subject.let.begin(), context.subject.let.end(),
                     [&](const auto& entry) { return is_expensive(*entry.second, visible, seen); });
}

// Adds the conditions that both sides exist, and are finite.
void require_existence(std::vector<expression_ptr>& conditions, const comparison& sides) {
  static const expression_ptr infinity = parse_formula("inf");
  for (const expression_ptr& side : {sides.left, sides.right})
    conditions.push_back(make_comparison(make_call("abs", {side}), relation::less, infinity));
}

// Conditions that together imply the relation. Those of an equality that algebra settles are that
// both sides exist, and if only their squares are the same, that neither is negative.
std::vector<expression_ptr> sufficient_conditions(const claim_context& context,
                                                  const expression_ptr& whole,
                                                  proof_record& record) {
  static const expression_ptr zero = parse_formula("0");
  const definitions& visible = context.visible.visible;
  const variable_map& names = context.subject.let;
  const budget& limits = context.options.limits;
  std::vector<expression_ptr> conditions;
  bool all_by_algebra = true;
  for (const expression_ptr& condition : conjuncts(whole)) {
    const auto* sides = std::get_if<comparison>(&condition->node);
    const bool is_equality = sides != nullptr && sides->op == relation::equal;
    if (is_equality && is_identity(*sides->left, *sides->right, visible, names, limits)) {
      require_existence(conditions, *sides);
    } else if (is_equality &&
               is_identity_of_squares(*sides->left, *sides->right, visible, names, limits)) {
      require_existence(conditions, *sides);
      for (const expression_ptr& side : {sides->left, sides->right})
        conditions.push_back(make_comparison(side, relation::greater_equal, zero));
    } else {
      all_by_algebra = false;
      conditions.push_back(condition);
    }
  }
  if (all_by_algebra) record.method = proof_method::algebra;
  return conditions;
}

void seek_proof(const claim_context& context, const expression_ptr& relation,
                const proof_effort& effort, proof_attempt& attempt) {
  proof_record& record = attempt.record;
  const std::vector<proof_region> regions = completed_regions(context.subject);
  std::vector<part> parts;
  for (const proof_region& region : regions) {
    record.regions.push_back(shown(region));
    const std::vector<part> own = parts_of(context.subject, region);
    parts.insert(parts.end(), own.begin(), own.end());
  }
  record.covers = coverage_of(context);
  if (parts.empty()) {
    record.is_complete = effort.may_be_outside;
    record.reason = "the regions contain no point";
    return;
  }
  const bool all_points = std::all_of(parts.begin(), parts.end(),
                                      [](const part& piece) { return piece.ranges.empty(); });
  if (all_points) record.method = proof_method::enumeration;
  for (const expression_ptr& condition : sufficient_conditions(context, relation, record)) {
    const std::size_t most =
        record.boxes + parts.size() +
        (is_expensive(context, *condition) ? effort.expensive_boxes : effort.closed_boxes);
    region_prover prover(context, condition);
    prover.run(parts, attempt, most);
    if (attempt.counterexample) {
      // A condition that only suffices may fail where the relation holds.
      if (evaluate_at(context, relation, *attempt.counterexample).state == point_state::fails)
        return;
      attempt.counterexample.reset();
      record.reason = "a condition that would suffice does not hold everywhere";
      return;
    }
    if (record.open_boxes > 0) return;
    if (!prover.met_domain() && !effort.may_be_outside) {
      record.reason = "no point of the region is certainly in the domain";
      return;
    }
  }
  record.is_complete = true;
}

}  // namespace

bool has_proof_region(const claim& c) {
  return !std::get<forall_claim>(c.form).prove.empty();
}

std::vector<stated_region> proof_regions_of(const claim& c) {
  std::vector<stated_region> regions;
  for (const proof_region& region : completed_regions(c)) regions.push_back(shown(region));
  return regions;
}

proof_attempt prove(const claim_context& context, const expression_ptr& relation,
                    const proof_effort& effort) {
  proof_attempt attempt;
  try {
    seek_proof(context, relation, effort, attempt);
  } catch (const beyond_reach& error) {
    attempt.record.is_complete = false;
    attempt.record.reason = error.what();
  }
  return attempt;
}

}  // namespace shufflecert::inline v0_1::claims
