#include "claims/catalogue/chains.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/bounded_quantity.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using value_texts = std::vector<std::string>;

// Few and cheap, and mostly points that other claims of the catalogue look at, too, so that their
// quantities are known already.
const std::map<std::string, value_texts>& standard_values() {
  static const std::map<std::string, value_texts> values{
      {"n", {"2", "10", "100", "1000"}},
      {"k", {"3"}},
      {"eps0", {"1/10", "1/2", "1", "2", "4"}},
      {"lambda", {"2", "3", "8", "32"}},
      {"eps", {"1/10", "1/2", "1", "2"}},
      {"delta", {"1e-8", "1e-5", "1/100"}},
      {"p", {"1/4", "1"}},
      {"b", {"1/4", "1"}},
      {"gamma", {"1/10", "1"}},
      {"mu", {"1/10", "1", "3"}},
      {"alpha", {"1/20", "1/2", "9/10"}},
  };
  return values;
}

// What the parameter stands for in the bound's quantity; its own name where that is not clear.
std::string role_of(const std::string& parameter, const expression_ptr& on,
                    const definitions& visible) {
  std::optional<std::string> role;
  rewritten(on, [&](const expression& part) -> expression_ptr {
    const auto* c = std::get_if<call>(&part.node);
    if (c == nullptr) return nullptr;
    const definition* defined = visible.find(c->name);
    const builtin* built_in = find_builtin(c->name);
    for (std::size_t i = 0; i < c->arguments.size(); ++i) {
      const auto* v = std::get_if<variable>(&c->arguments[i]->node);
      if (v == nullptr || v->name != parameter || role) continue;
      if (defined != nullptr && i < defined->parameters.size())
        role = defined->parameters[i];
      else if (built_in != nullptr && i < built_in->parameters.size() &&
               !built_in->parameters[i].role.empty())
        role = built_in->parameters[i].role;
    }
    return nullptr;
  });
  return role.value_or(parameter);
}

// A bound in the names of another one.
struct placed_bound {
  const bound* subject;
  expression_ptr call;                  ///< the bound as a call
  std::vector<std::string> parameters;  ///< its parameters, in the new names
  std::vector<expression_ptr> domain;   ///< over the new names
  std::vector<expression_ptr> regime;   ///< over the new names
  std::vector<std::string> integers;    ///< in the new names
  std::vector<axis> axes;               ///< in the new names
};

std::string new_name(const renaming& names, const std::string& name) {
  const auto entry = names.find(name);
  return entry == names.end() ? name : entry->second;
}

placed_bound placed(const bound& subject, const renaming& names) {
  placed_bound result{&subject, nullptr, {}, {}, {}, {}, subject.axes};
  std::vector<expression_ptr> arguments;
  arguments.reserve(subject.parameters.size());
  for (const std::string& parameter : subject.parameters) {
    result.parameters.push_back(new_name(names, parameter));
    arguments.push_back(make_variable(result.parameters.back()));
  }
  result.call = make_call(subject.name, arguments);
  for (const auto& condition : subject.domain) result.domain.push_back(renamed(condition, names));
  for (const auto& condition : subject.regime) result.regime.push_back(renamed(condition, names));
  for (const std::string& name : subject.integers) result.integers.push_back(new_name(names, name));
  for (axis& a : result.axes) a.variable = new_name(names, a.variable);
  return result;
}

// The names of `other` in terms of `first`: those in `on` by their place there; the rest keep their
// names, or get out of the way of a name of `first` that means something else.
std::optional<renaming> names_for(const bound& other, const bound& first) {
  auto names = renaming_between(*other.on, other.parameters, *first.on, first.parameters);
  if (!names) return std::nullopt;
  std::set<std::string, std::less<>> taken(first.parameters.begin(), first.parameters.end());
  for (const std::string& parameter : other.parameters) {
    if (names->contains(parameter)) continue;
    std::string fresh = parameter;
    for (int suffix = 2; taken.contains(fresh); ++suffix)
      fresh = parameter + "_" + std::to_string(suffix);
    taken.insert(fresh);
    names->emplace(parameter, fresh);
  }
  return names;
}

class generator {
 public:
  explicit generator(catalogue& read) : read_(read) {}

  void run() {
    for (const bound& b : read_.bounds) add_bound_claims(b);
    for (const bound& lower : read_.bounds)
      for (const bound& upper : read_.bounds)
        if (lower.side == bound_side::lower && upper.side == bound_side::upper)
          add_chain(lower, upper);
    apply_records();
    if (made_.empty()) return;
    read_.papers.push_back(
        {chains_key, "Bounds against exact values and against each other", {}, ""});
    free_ids();
    read_.claims.insert(read_.claims.end(), made_.begin(), made_.end());
  }

 private:
  // A claim of a file that took the id of a generated one: ids are unique.
  void free_ids() {
    std::set<std::string> taken;
    for (const claim& c : made_) taken.insert(c.id);
    std::set<std::string> known = taken;
    for (const claim& c : read_.claims) known.insert(c.id);
    for (claim& c : read_.claims) {
      if (!taken.contains(c.id)) continue;
      c.problem = fmt::format(
          "{}:{}: [[claim]]: key 'id': '{}' is the id of a claim that a [[bound]] generates",
          c.file, c.line, c.id);
      const std::string id = c.id;
      for (int copy = 2; !known.insert(c.id).second; ++copy) c.id = fmt::format("{}#{}", id, copy);
    }
  }

  void add_bound_claims(const bound& subject) {
    const placed_bound own = placed(subject, {});
    const std::string side = subject.side == bound_side::upper ? "an upper" : "a lower";
    claim held = start({&own});
    held.id = "bound/" + subject.name;
    held.where = subject.where;
    held.says =
        fmt::format("{} is {} bound on {}.", to_text(*own.call), side, to_text(*subject.on));
    held.formula = claimed_relation({subject.on}, subject.side, own.call);
    held.about = meaning_of_failure(subject);
    if (has_mechanism_form(subject))
      held.reading =
          subject.side == bound_side::upper
              ? "Claimed of every ε0-LDP mechanism, and checked on the pair of clones, of "
                "which every shuffled mechanism is a post-processing. A counterexample "
                "shows that this argument does not give the bound."
              : "A lower bound above the value for the pair of clones holds for no "
                "mechanism: every shuffled mechanism is a post-processing of that pair.";
    held.expect = subject.expect;
    held.reason = subject.reason;
    held.form = forall_claim{subject.prove, {}};
    finish(held, {&own}, {subject.on});
    if (!has_mechanism_form(subject)) return;
    claim attained = start({&own});
    attained.id = held.id + "/mechanism";
    attained.where = subject.where;
    attained.says =
        fmt::format("Shuffled binary randomized response, a real ε0-LDP mechanism, {} {}.",
                    subject.side == bound_side::upper ? "keeps to" : "reaches", to_text(*own.call));
    attained.formula =
        claimed_relation(randomized_response_forms(subject.on), subject.side, own.call);
    attained.about = meaning_of_mechanism_failure(subject);
    attained.reading = subject.side == bound_side::upper
                           ? "The larger of the two directions. A counterexample refutes the bound."
                           : "The larger of the two directions. A counterexample shows only that "
                             "this mechanism does not reach the bound.";
    attained.form = forall_claim{subject.prove, {}};
    finish(attained, {&own}, {subject.on});
  }

  void add_chain(const bound& lower, const bound& upper) {
    // The names of the bound that was read first; built-in ones have names with standard values.
    const bool lower_leads = &lower < &upper;
    const bound& first = lower_leads ? lower : upper;
    const bound& other = lower_leads ? upper : lower;
    const auto names = names_for(other, first);
    if (!names) return;
    const placed_bound in_front = placed(first, {});
    const placed_bound behind = placed(other, *names);
    const placed_bound& below = lower_leads ? in_front : behind;
    const placed_bound& above = lower_leads ? behind : in_front;
    claim chain = start({&below, &above});
    chain.id = fmt::format("chain/{}/{}", lower.name, upper.name);
    chain.file = other.file;
    chain.line = other.line;
    chain.where = fmt::format("{}; {}", lower.where.empty() ? lower.name : lower.where,
                              upper.where.empty() ? upper.name : upper.where);
    chain.says = fmt::format("The lower bound {} is at most the upper bound {}; both are on {}.",
                             to_text(*below.call), to_text(*above.call), to_text(*first.on));
    chain.formula = make_comparison(below.call, relation::less_equal, above.call);
    chain.about = concern::formula;
    chain.reading = "Where it fails, one of the two bounds is wrong.";
    finish(chain, {&below, &above}, {first.on, renamed(other.on, *names)});
  }

  // A claim with what is the same for all.
  static claim start(const std::vector<const placed_bound*>& parts) {
    claim c;
    c.paper = chains_key;
    c.file = parts.front()->subject->file;
    c.line = parts.front()->subject->line;
    for (const placed_bound* part : parts) {
      for (const auto& condition : part->domain) add_condition(c.domain, condition);
      for (const auto& condition : part->regime) add_condition(c.regime, condition);
      add_new(c.depends, part->subject->depends);
      add_new(c.integers, part->integers);
    }
    return c;
  }

  static void add_new(std::vector<std::string>& names, const std::vector<std::string>& more) {
    for (const std::string& name : more)
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }

  static void add_condition(std::vector<expression_ptr>& conditions,
                            const expression_ptr& condition) {
    const std::string text = to_text(*condition);
    const bool is_known =
        std::any_of(conditions.begin(), conditions.end(),
                    [&](const expression_ptr& known) { return to_text(*known) == text; });
    if (!is_known) conditions.push_back(condition);
  }

  void finish(claim& c, const std::vector<const placed_bound*>& parts,
              const std::vector<expression_ptr>& on) {
    try {
      add_axes(c, parts, on);
      check_names(c);
    } catch (const std::runtime_error& error) {
      c.problem = error.what();
    }
    const bool is_builtin = std::all_of(parts.begin(), parts.end(), [](const placed_bound* part) {
      return is_builtin_file(part->subject->file);
    });
    if (is_builtin && !c.expect) c.expect = verdict::verified;
    made_.push_back(c);
  }

  void add_axes(claim& c, const std::vector<const placed_bound*>& parts,
                const std::vector<expression_ptr>& on) const {
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (const std::string& parameter : parts[i]->parameters) {
        const bool is_known = std::any_of(c.axes.begin(), c.axes.end(),
                                          [&](const axis& a) { return a.variable == parameter; });
        if (!is_known)
          c.axes.push_back(axis_for(c, parameter, parts, on[std::min(i, on.size() - 1)]));
      }
    // The last axis varies fastest; the result does not depend on it, the time hardly.
    std::size_t points = 1;
    for (const axis& a : c.axes) points *= a.values.size();
    if (points > most_points)
      throw catalogue_error(
          fmt::format("{}:{}: the axes of the bounds span {} points, more than {}", c.file, c.line,
                      points, most_points));
  }

  axis axis_for(const claim& c, const std::string& parameter,
                const std::vector<const placed_bound*>& parts, const expression_ptr& on) const {
    axis result{parameter, {}};
    std::set<std::string> seen;
    for (const placed_bound* part : parts)
      for (const axis& a : part->axes)
        if (a.variable == parameter)
          for (const point_value& value : a.values)
            if (seen.insert(value.text).second) result.values.push_back(value);
    if (result.values.empty()) {
      const auto standard = standard_values().find(role_of(parameter, on, read_.visible));
      if (standard == standard_values().end())
        throw catalogue_error(
            fmt::format("{}:{}: the parameter '{}' has no values to check; give "
                        "some in [bound.check]",
                        c.file, c.line, parameter));
      for (const std::string& text : standard->second)
        result.values.push_back(read_point_value(text));
    }
    if (is_whole_variable(c, parameter)) result.values = rounded_to_integers(result.values);
    return result;
  }

  // The bounds were checked when they were read; only what is new can be wrong.
  void check_names(const claim& c) const {
    name_kinds names;
    for (const axis& a : c.axes) names[a.variable] = value_kind::number;
    try {
      check_formula(*c.formula, read_.visible, names);
      for (const auto& conditions : {c.domain, c.regime})
        for (const auto& condition : conditions) check_formula(*condition, read_.visible, names);
    } catch (const formula_error& error) {
      throw catalogue_error(fmt::format("{}:{}: '{}' cannot be checked: {}", c.file, c.line,
                                        to_text(*c.formula), error.what()));
    }
  }

  void apply_records() {
    for (const chain_record& record : read_.chains) {
      const auto found = std::find_if(made_.begin(), made_.end(),
                                      [&](const claim& c) { return c.id == record.id; });
      if (found == made_.end()) {
        std::vector<std::string> known;
        known.reserve(made_.size());
        for (const claim& c : made_) known.push_back(c.id);
        const auto close = closest_name(record.id, known);
        throw catalogue_error(fmt::format(
            "{}:{}: [[chain]]: key 'id': no bounds give '{}'{}", record.file, record.line,
            record.id,
            close ? fmt::format("; did you mean '{}'?", *close)
                  : std::string("; ids are bound/NAME, bound/NAME/mechanism, chain/LOWER/UPPER")));
      }
      found->expect = record.expect;
      found->reason = record.reason;
      found->transcription = record.transcription;
      if (!record.reading.empty()) found->reading = record.reading;
    }
  }

  static constexpr std::size_t most_points = 1'000'000;

  catalogue& read_;
  std::vector<claim> made_;
};

}  // namespace

void add_generated_claims(catalogue& read) {
  generator(read).run();
}

bool is_generated(const claim& c) {
  return c.paper == chains_key && (c.id.starts_with("bound/") || c.id.starts_with("chain/"));
}

}  // namespace shufflecert::inline v0_1::claims
