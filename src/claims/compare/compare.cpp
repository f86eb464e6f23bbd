#include "claims/compare/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "claims/catalogue/bounded_quantity.hpp"
#include "claims/catalogue/cautions.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/results/failure.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// What the bound depends on: every id has an entry, or the file would not have been read.
std::vector<cited_result> results_of(const catalogue& read, const bound& subject) {
  std::vector<cited_result> results;
  for (const std::string& id : subject.depends)
    if (const cited_result* known = read.find_result(id)) results.push_back(*known);
  return results;
}

std::vector<bound_record> records_of(const catalogue& read, const bound& subject) {
  std::vector<bound_record> records;
  const std::string id = "bound/" + subject.name;
  for (const std::string& each : {id, id + "/mechanism"})
    if (const claim* known = read.find_claim(each); known != nullptr && known->expect)
      records.push_back({each, *known->expect, known->transcription});
  return records;
}

constexpr long ratio_digits = 4;
constexpr std::string_view has_no_value = "has no value: ";

// A number as far as it became known.
struct enclosed {
  std::optional<number> value;
  bits precision = 0;
  bool digits_reached = false;
  std::string reason;
};

// A bound's number, kept for the order, next to what is reported.
struct measured_bound {
  compared_bound row;
  number value;
  ball enclosure;
  std::size_t place;  // in the catalogue
};

struct measured_quantity {
  compared_quantity table;
  std::vector<std::string> cautions = {};  // of its value alone
  enclosed exact;
  std::vector<measured_bound> upper;
  std::vector<measured_bound> lower;
};

std::string range_text(const decimal_interval& range) {
  return (range.lower == range.upper ? "" : "in ") + to_text(range);
}

class comparer {
 public:
  comparer(const catalogue& read, const variable_map& point, const comparison_options& options)
      : read_(read), point_(point), options_(options) {}

  comparison_table run() {
    for (std::size_t place = 0; place < read_.bounds.size(); ++place) {
      const bound& subject = read_.bounds[place];
      if (const auto reason = add_safely(subject, place))
        result_.unfit.push_back({&subject, reason->reason, reason->condition, reason->parameter,
                                 results_of(read_, subject)});
    }
    for (measured_quantity& quantity : quantities_) {
      rank(quantity.upper, true);
      rank(quantity.lower, false);
      for (measured_bound& b : quantity.upper) quantity.table.upper.push_back(std::move(b.row));
      for (measured_bound& b : quantity.lower) quantity.table.lower.push_back(std::move(b.row));
      result_.quantities.push_back(std::move(quantity.table));
    }
    std::stable_partition(result_.quantities.begin(), result_.quantities.end(),
                          [](const compared_quantity& quantity) { return quantity.is_worst_case; });
    return std::move(result_);
  }

 private:
  struct refusal {
    std::string reason;
    std::string condition = {};
    std::string parameter = {};
  };

  // What one bound runs into does not end the others.
  std::optional<refusal> add_safely(const bound& subject, std::size_t place) {
    try {
      return add(subject, place);
    } catch (...) {
      result_.is_open = true;
      return refusal{"not computed: " + failure_of(std::current_exception()).reason};
    }
  }

  // Adds the bound to its quantity; says why not where it does not apply.
  std::optional<refusal> add(const bound& subject, std::size_t place) {
    const variable_map values = values_for(subject);
    for (const std::string& parameter : subject.parameters)
      if (!values.contains(parameter)) return refusal{parameter + " has no value", "", parameter};
    if (auto reason = outside_of(subject, values)) return reason;
    enclosed value;
    try {
      value = enclose(*subject.value, values, options_.digits);
    } catch (const undefined_value& error) {
      return refusal{fmt::format("{}{}", has_no_value, error.what())};
    }
    if (!value.value) {
      result_.is_open = true;
      return refusal{"not computed: " + value.reason};
    }
    measured_quantity& quantity = quantity_of(subject, values);
    compared_bound row;
    row.subject = &subject;
    row.value = to_decimal(*value.value, value.precision, options_.digits);
    row.digits_reached = value.digits_reached;
    row.ratio = ratio(value, quantity.exact);
    const expression_ptr claimed = claimed_relation({subject.on}, subject.side, subject.value);
    row.exact = decide(*claimed, values);
    if (has_mechanism_form(subject))
      row.mechanism = decide(
          *claimed_relation(randomized_response_forms(subject.on), subject.side, subject.value),
          values);
    row.vacuous = vacuity(subject, values);
    row.depends = results_of(read_, subject);
    row.records = records_of(read_, subject);
    note_open(!value.digits_reached || !row.exact.holds ||
              (row.mechanism && !row.mechanism->holds));
    if (row.exact.holds) add_cautions_of(row, *claimed, values, quantity);
    const bits precision = std::max<bits>(value.precision, 64);
    auto& rows = subject.side == bound_side::upper ? quantity.upper : quantity.lower;
    rows.push_back({row, *value.value, value.value->to_ball(precision), place});
    return std::nullopt;
  }

  void add_cautions_of(const compared_bound& row, const expression& claimed,
                       const variable_map& values, const measured_quantity& quantity) {
    const std::vector<std::string>& of_quantity = quantity.cautions;
    const exact_value& exact = quantity.table.exact;
    for (const std::string& caution : cautions_about_relation(
             claimed, row.exact.holds, read_.visible, values, options_.limits)) {
      // That a quantity has one direction was said of its value.
      if (caution.ends_with(both_directions)) continue;
      const bool is_of_quantity =
          std::find(of_quantity.begin(), of_quantity.end(), caution) != of_quantity.end();
      add_cautions(result_.cautions, {is_of_quantity ? caution
                                                     : fmt::format("in the bound {}, {}",
                                                                   row.subject->name, caution)});
    }
    if (row.exact.holds == true &&
        (is_infinite(row.value) || (exact.value && is_infinite(*exact.value))))
      add_cautions(result_.cautions, {caution_of_infinite_side(row.subject->name)});
  }

  // Why the bound says nothing: it is certainly weaker than what is known without it.
  [[nodiscard]] std::string vacuity(const bound& subject, const variable_map& values) const {
    const auto* on = std::get_if<call>(&subject.on->node);
    if (on == nullptr || on->arguments.empty()) return "";
    const bool is_delta = on->name == "hockey_stick";
    if (!is_delta && on->name != "renyi" && on->name != "epsilon") return "";
    const auto is_certain = [&](relation op, const expression_ptr& other) {
      const standing known = decide(*make_comparison(subject.value, op, other), values);
      return known.holds == true && !known.tied;
    };
    if (subject.side == bound_side::lower)
      return is_certain(relation::less_equal, make_number(0)) ? "not above 0" : "";
    if (is_delta) return is_certain(relation::greater, make_number(1)) ? "above 1" : "";
    const auto* pair = std::get_if<call>(&on->arguments.front()->node);
    if (pair == nullptr || pair->name != "clone_pair" || pair->arguments.size() < 2) return "";
    return is_certain(relation::greater, pair->arguments[1]) ? "above ε0" : "";
  }

  void note_open(bool is_open) { result_.is_open = result_.is_open || is_open; }

  // The values of the bound's parameters: by name, or else by the place in `on`.
  [[nodiscard]] variable_map values_for(const bound& subject) const {
    variable_map values;
    for (const std::string& parameter : subject.parameters)
      if (const auto entry = point_.find(parameter); entry != point_.end())
        values[parameter] = entry->second;
    if (values.size() == subject.parameters.size()) return values;
    for (const bound& other : read_.bounds) {
      const bool is_complete =
          std::all_of(other.parameters.begin(), other.parameters.end(),
                      [&](const std::string& name) { return point_.contains(name); });
      if (!is_complete) continue;
      const auto names =
          renaming_between(*subject.on, subject.parameters, *other.on, other.parameters);
      if (!names) continue;
      for (const auto& [mine, theirs] : *names) values[mine] = point_.find(theirs)->second;
      return values;
    }
    return values;
  }

  // Why the point is not in the bound's domain.
  std::optional<refusal> outside_of(const bound& subject, const variable_map& values) {
    for (const std::string& name : subject.integers) {
      const expression_ptr is_whole = make_comparison(make_call("floor", {make_variable(name)}),
                                                      relation::equal, make_variable(name));
      const standing known = decide(*is_whole, values);
      if (known.holds == true && !known.tied) continue;
      const std::string text = to_text(*values.find(name)->second);
      if (known.holds == false || is_undefined(known))
        return refusal{fmt::format("needs a whole {}; it is {}", name, text)};
      note_open(true);
      return refusal{fmt::format("needs a whole {}, which is not certain of {}", name, text)};
    }
    for (const auto& condition : subject.domain)
      for (const auto& part : conjuncts(condition)) {
        const standing known = decide(*part, values);
        if (known.holds == true && !known.tied) continue;
        const std::string text = to_text(*part);
        if (known.holds == false)
          return refusal{
              fmt::format("outside its domain: {} is false{}", text, sides_text(*part, values)),
              text};
        note_open(!known.holds && !is_undefined(known));
        return refusal{fmt::format("outside its domain: {} is not certain: {}", text,
                                   known.tied ? "both sides are equal to 50 digits" : known.reason),
                       text};
      }
    return std::nullopt;
  }

  static bool is_undefined(const standing& known) { return known.reason.starts_with(has_no_value); }

  // " (left 5, right in [3.1, 3.2])"; a side that is a literal needs no mention.
  std::string sides_text(const expression& condition, const variable_map& values) {
    const auto* sides = std::get_if<comparison>(&condition.node);
    if (sides == nullptr) return "";
    std::string text;
    for (const auto& [name, side] :
         {std::pair{"left", sides->left}, std::pair{"right", sides->right}}) {
      if (std::holds_alternative<literal>(side->node)) continue;
      try {
        const enclosed known = enclose(*side, values, options_.digits);
        if (known.value)
          text +=
              fmt::format("{}{} {}", text.empty() ? "" : ", ", name,
                          range_text(to_decimal(*known.value, known.precision, options_.digits)));
      } catch (const undefined_value&) {
        continue;
      }
    }
    return text.empty() ? "" : " (" + text + ")";
  }

  // Lets undefined_value pass.
  [[nodiscard]] enclosed enclose(const expression& formula, const variable_map& values,
                                 long digits) {
    const refined_value known = refine(formula, read_.visible, values, digits, options_.precision,
                                       {.limits = options_.limits, .cache = &cache_});
    add_cautions(result_.cautions, cautions_about_value(formula, known, read_.visible));
    enclosed found;
    found.reason = known.reason;
    const auto* value = std::get_if<number>(&known.result);
    if (value == nullptr) {
      if (known.precision > 0) throw undefined_value("it is not a number");
      return found;
    }
    found.value = *value;
    found.precision = std::max<bits>(known.precision, 64);
    found.digits_reached = known.sufficient;
    return found;
  }

  [[nodiscard]] standing decide(const expression& relation, const variable_map& values) const {
    standing result;
    try {
      check_formula(relation, read_.visible, kinds_of(values));
      const refined_value known =
          refine(relation, read_.visible, values, ratio_digits, options_.precision,
                 {.limits = options_.limits, .cache = &cache_});
      const auto* decided = std::get_if<truth>(&known.result);
      result.reason = known.reason;
      if (decided == nullptr) {
        result.reason = "is not a condition";
        return result;
      }
      result.holds = decided->value;
      result.tied = decided->tied;
    } catch (const undefined_value& error) {
      result.reason = fmt::format("{}{}", has_no_value, error.what());
    } catch (const formula_error& error) {
      result.reason = fmt::format("cannot be evaluated: {}", error.what());
    }
    return result;
  }

  static name_kinds kinds_of(const variable_map& values) {
    name_kinds kinds;
    for (const auto& [name, value] : values) kinds[name] = value_kind::unknown;
    return kinds;
  }

  measured_quantity& quantity_of(const bound& subject, const variable_map& values) {
    const std::string text = to_text(*with_formulas(subject.on, values));
    for (measured_quantity& known : quantities_)
      if (known.table.exact.formula == text) {
        if (!known.table.mechanism && has_mechanism_form(subject))
          known.table.mechanism = mechanism_value(subject, values);
        return known;
      }
    measured_quantity made;
    made.exact = measure(*subject.on, values, made.table.exact);
    made.table.is_worst_case = is_on_worst_case(subject);
    made.cautions =
        cautions_about(*subject.on, formula_use::number, read_.visible, values, options_.limits);
    made.table.stands_for_some_inputs = !made.cautions.empty();
    add_cautions(result_.cautions, made.cautions);
    made.table.exact.formula = text;
    if (has_mechanism_form(subject)) made.table.mechanism = mechanism_value(subject, values);
    quantities_.push_back(std::move(made));
    return quantities_.back();
  }

  exact_value mechanism_value(const bound& subject, const variable_map& values) {
    exact_value result;
    const expression_ptr formula = largest_of(randomized_response_forms(subject.on));
    measure(*formula, values, result);
    result.formula = to_text(*with_formulas(formula, values));
    return result;
  }

  // A quantity's value. Where the language does not know the quantity the bounds can still be
  // judged (bounded_quantity.hpp), so that leaves nothing open.
  enclosed measure(const expression& formula, const variable_map& values, exact_value& reported) {
    enclosed found;
    try {
      check_formula(formula, read_.visible, kinds_of(values));
      found = enclose(formula, values, options_.digits);
      note_open(!found.digits_reached);
    } catch (const undefined_value& error) {
      found.reason = fmt::format("{}{}", has_no_value, error.what());
    } catch (const formula_error& error) {
      found.reason = fmt::format("cannot be evaluated: {}", error.what());
    }
    if (found.value) reported.value = to_decimal(*found.value, found.precision, options_.digits);
    reported.digits_reached = found.digits_reached;
    reported.reason = found.reason;
    return found;
  }

  [[nodiscard]] static std::optional<decimal_interval> ratio(const enclosed& value,
                                                             const enclosed& exact) {
    if (!value.value || !exact.value) return std::nullopt;
    const bits precision = std::max(value.precision, exact.precision);
    // A multiple of a value that is not positive says nothing of the bound.
    if (!exact.value->to_ball(precision).is_certainly_positive()) return std::nullopt;
    try {
      const number quotient = divide(*value.value, *exact.value, precision);
      if (!quotient.to_ball(precision).is_finite()) return std::nullopt;
      return to_decimal(quotient, precision, ratio_digits);
    } catch (const undefined_value&) {
      return std::nullopt;
    } catch (const precision_needed&) {
      return std::nullopt;
    }
  }

  // Sorts by midpoints, then gives those that overlap their neighbour in the list the order of the
  // catalogue and one rank.
  static void rank(std::vector<measured_bound>& rows, bool smallest_first) {
    std::stable_sort(
        rows.begin(), rows.end(), [&](const measured_bound& a, const measured_bound& b) {
          const int order = arf_cmp(arb_midref(a.enclosure.raw()), arb_midref(b.enclosure.raw()));
          return smallest_first ? order < 0 : order > 0;
        });
    std::size_t next_rank = 1;
    for (std::size_t first = 0; first < rows.size();) {
      std::size_t last = first + 1;
      while (last < rows.size() && overlap(rows[last - 1].enclosure, rows[last].enclosure)) ++last;
      const auto position = [&](std::size_t i) {
        return rows.begin() + static_cast<std::ptrdiff_t>(i);
      };
      std::sort(position(first), position(last),
                [](const measured_bound& a, const measured_bound& b) { return a.place < b.place; });
      for (std::size_t i = first; i < last; ++i) rows[i].row.rank = next_rank;
      next_rank += last - first;
      first = last;
    }
  }

  const catalogue& read_;
  const variable_map& point_;
  const comparison_options& options_;
  mutable quantity_cache cache_;
  std::vector<measured_quantity> quantities_;
  comparison_table result_;
};

}  // namespace

comparison_table compare_bounds(const catalogue& read, const variable_map& point,
                                const comparison_options& options) {
  return comparer(read, point, options).run();
}

std::vector<std::string> parameters_of_bounds(const catalogue& read) {
  std::vector<std::string> names;
  for (const bound& b : read.bounds)
    for (const std::string& parameter : b.parameters)
      if (std::find(names.begin(), names.end(), parameter) == names.end())
        names.push_back(parameter);
  return names;
}

bool is_disputed(const catalogue& read, const bound& subject) {
  compared_bound row;
  row.subject = &subject;
  row.depends = results_of(read, subject);
  row.records = records_of(read, subject);
  return is_disputed(row);
}

}  // namespace shufflecert::inline v0_1::claims
