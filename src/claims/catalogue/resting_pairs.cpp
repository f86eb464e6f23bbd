#include "claims/catalogue/resting_pairs.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "arithmetic/overloaded.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "language/syntax/nesting.hpp"
#include "shufflecert/identity.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr leak_effect no_effect{};
constexpr leak_effect rising{true, false};
constexpr leak_effect either{true, true};

leak_effect turned(leak_effect effect) {
  return {effect.lowers, effect.raises};
}

leak_effect joined(leak_effect a, leak_effect b) {
  return {a.raises || b.raises, a.lowers || b.lowers};
}

// The effect of an inner part on the whole, from that of the part around it.
leak_effect through(leak_effect outer, leak_effect inner) {
  return joined(outer.raises ? inner : no_effect, outer.lowers ? turned(inner) : no_effect);
}

leak_effect along(leak_trend trend, leak_effect effect) {
  switch (trend) {
    case leak_trend::rises:
      return effect;
    case leak_trend::falls:
      return turned(effect);
    case leak_trend::not_stated:
      break;
  }
  return effect.is_any() ? either : no_effect;
}

bool carries_distributions(value_kind kind) {
  return kind == value_kind::pair || kind == value_kind::law || kind == value_kind::curve;
}

const builtin_parameter* parameter_at(const builtin& function, std::size_t place) {
  const auto& all = function.parameters;
  if (place < all.size()) return &all[place];
  return function.repeats_last && !all.empty() ? &all.back() : nullptr;
}

// Whether the trait of a function, or what is left out of it, asks for a word beside its values.
bool needs_a_word(const builtin& function) {
  switch (function.inputs.scope) {
    case input_scope::reduction:
    case input_scope::fixed:
      return true;
    case input_scope::not_stated:
      return function.result == value_kind::pair || function.result == value_kind::law;
    case input_scope::no_users:
    case input_scope::all_inputs:
    case input_scope::of_arguments:
      break;
  }
  return false;
}

// Whether the trait of a function says that its pairs bound mechanisms, and are none.
bool only_bounds(const builtin& function) {
  return function.result == value_kind::pair && (function.inputs.scope == input_scope::all_inputs ||
                                                 function.inputs.scope == input_scope::reduction);
}

// Whether the trait of a function says that its values are about users.
bool is_about_users(const builtin& function) {
  switch (function.inputs.scope) {
    case input_scope::all_inputs:
    case input_scope::reduction:
    case input_scope::fixed:
      return true;
    case input_scope::not_stated:
    case input_scope::no_users:
    case input_scope::of_arguments:
      break;
  }
  return false;
}

bool is_one(const expression& formula) {
  const auto* number = std::get_if<literal>(&formula.node);
  return number != nullptr && number->value == 1;
}

bool is_name(const expression& formula, std::string_view name) {
  const auto* known = std::get_if<variable>(&formula.node);
  return known != nullptr && known->name == name;
}

// The whole number that a formula of numbers alone is, such as 1000 or 10^6; nothing for others.
std::optional<rational> stated_count(const expression& formula) {
  if (const auto* number = std::get_if<literal>(&formula.node)) return number->value;
  const auto* raised = std::get_if<power_of>(&formula.node);
  if (raised == nullptr) return std::nullopt;
  constexpr int largest_exponent = 30;
  const auto* base = std::get_if<literal>(&raised->base->node);
  const auto* exponent = std::get_if<literal>(&raised->exponent->node);
  if (base == nullptr || exponent == nullptr || !is_integer(exponent->value) ||
      exponent->value > largest_exponent)
    return std::nullopt;
  return power(base->value, *to_int64(exponent->value));
}

// Which pairs are found.
enum class sought_pairs {
  with_a_word,  // those beside whose values something has to be said
  only_bounds,
  in_one_direction,
  about_users
};

class pair_finder {
 public:
  pair_finder(const formula_in_use& asked, const budget& limits, sought_pairs sought)
      : asked_(asked), limits_(limits), sought_(sought) {}

  std::vector<resting_pair> find() {
    for (const expression_ptr& condition : asked_.domain)
      for (const expression_ptr& part : conjuncts(condition)) note_sign(*part);
    inside whole{nullptr};
    look(asked_.formula, rising, whole);
    return std::move(whole.pairs);
  }

  // Of the calls that find() came by.
  [[nodiscard]] const std::vector<exchanged_arguments>& exchanged() const { return exchanged_; }

 private:
  // What was seen inside the formula asked about, or inside a definition.
  struct inside {
    const definition* of;  // null: the formula asked about
    std::vector<resting_pair> pairs = {};
    std::map<std::string, leak_effect, std::less<>> parameters = {};
  };

  // `effect` is that of this part on the whole.
  void look(const expression& part, leak_effect effect, inside& place) {
    const nesting level(depth_);
    if (level.is_too_deep())
      add({"", {}, {input_scope::not_stated}, either}, place);
    else
      look_within(part, effect, place);
  }

  void look_within(const expression& part, leak_effect effect, inside& place) {
    std::visit(overloaded{[](const literal&) {},
                          [&](const variable& name) { look_at_name(name.name, effect, place); },
                          [&](const call& called) { look_at_call(called, effect, place); },
                          [&](const negation& x) { look(*x.operand, turned(effect), place); },
                          [&](const logical_not& x) { look(*x.operand, turned(effect), place); },
                          [&](const sum_chain& x) {
                            for (const auto& term : x.terms)
                              look(*term.operand, term.subtracted ? turned(effect) : effect, place);
                          },
                          [&](const product_chain& x) { look_at_product(x, effect, place); },
                          [&](const power_of& x) {
                            const bool grows = std::holds_alternative<literal>(x.exponent->node) &&
                                               is_nonnegative(*x.base, place);
                            look(*x.base, grows ? effect : along(leak_trend::not_stated, effect),
                                 place);
                            look(*x.exponent, along(leak_trend::not_stated, effect), place);
                          },
                          [&](const comparison& x) { look_at_comparison(x, effect, place); },
                          [&](const conjunction& x) {
                            for (const auto& operand : x.operands) look(*operand, effect, place);
                          },
                          [&](const disjunction& x) {
                            for (const auto& operand : x.operands) look(*operand, effect, place);
                          }},
               part.node);
  }

  void look_at_name(const std::string& name, leak_effect effect, inside& place) {
    if (place.of != nullptr) {
      leak_effect& known = place.parameters[name];
      known = joined(known, effect);
      return;
    }
    const expression_ptr* value = value_of_name(name);
    if (value == nullptr) return;
    // Names stand for formulas over other names; what was seen is not checked again.
    leak_effect& seen = seen_names_[name];
    if (joined(seen, effect) == seen) return;
    seen = joined(seen, effect);
    look(**value, effect, place);
  }

  // What `let` or --set gives a name of the formula asked about, where no index hides it.
  [[nodiscard]] const expression_ptr* value_of_name(const std::string& name) const {
    const auto value = asked_.values.find(name);
    return value == asked_.values.end() || is_hidden(name) ? nullptr : &value->second;
  }

  [[nodiscard]] bool is_hidden(const std::string& name) const {
    return std::find(indices_.begin(), indices_.end(), name) != indices_.end();
  }

  // Of a product of two parts with unknown signs it is not known how it moves.
  void look_at_product(const product_chain& x, leak_effect effect, inside& place) {
    std::size_t unknown = 0;
    for (const auto& factor : x.factors)
      if (!is_nonnegative(*factor.operand, place)) ++unknown;
    for (const auto& factor : x.factors) {
      const bool is_known = is_nonnegative(*factor.operand, place);
      const bool others_are_known = unknown == (is_known ? 0U : 1U);
      leak_effect here = factor.divided ? turned(effect) : effect;
      // A quotient falls in its divisor where that does not change its sign.
      if (!others_are_known || (factor.divided && !is_known))
        here = along(leak_trend::not_stated, effect);
      look(*factor.operand, here, place);
    }
  }

  // Of left <= right more on the left makes it fail.
  void look_at_comparison(const comparison& x, leak_effect effect, inside& place) {
    leak_effect left = effect;
    switch (x.op) {
      case relation::less:
      case relation::less_equal:
        break;
      case relation::greater:
      case relation::greater_equal:
        left = turned(effect);
        break;
      case relation::equal:
      case relation::not_equal:
        left = along(leak_trend::not_stated, effect);
        break;
    }
    look(*x.left, left, place);
    look(*x.right, turned(left), place);
  }

  void look_at_call(const call& called, leak_effect effect, inside& place) {
    const builtin* function = find_builtin(called.name);
    if (function != nullptr) {
      look_at_builtin(called, *function, effect, place);
    } else if (const definition* defined = asked_.visible.find(called.name)) {
      look_into(called, *defined, effect, place);
    } else if (called.name == alike_mechanism_name) {
      const bool has_others = !is_one(value_of(*called.arguments[0], place));
      if (sought_ == sought_pairs::about_users ||
          (sought_ == sought_pairs::with_a_word && has_others))
        add({called.name,
             {},
             {input_scope::fixed, "all that of the differing user under Q"},
             effect},
            place);
    } else {
      for (const expression_ptr& argument : called.arguments)
        look(*argument, along(leak_trend::not_stated, effect), place);
    }
  }

  void look_at_builtin(const call& called, const builtin& function, leak_effect effect,
                       inside& place) {
    if (is_sought(called, function, place))
      add({std::string(written_name(called.name)),
           {},
           function.inputs,
           effect,
           reach_of(called, function)},
          place);
    if (sought_ == sought_pairs::in_one_direction && place.of == nullptr)
      note_direction(called, function, effect, place);
    note_exchange(called, function, place);
    const std::size_t count = called.arguments.size();
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_body = function.uses == argument_use::body && i + 1 == count;
      // The first argument is the name of the index, which hides others in the body.
      if (function.uses == argument_use::body && i == 0) continue;
      const auto* index = is_body ? std::get_if<variable>(&called.arguments[0]->node) : nullptr;
      if (index != nullptr) indices_.push_back(index->name);
      const builtin_parameter* parameter = parameter_at(function, i);
      const bool is_distribution = parameter != nullptr && carries_distributions(parameter->kind);
      leak_trend trend = leak_trend::not_stated;
      if (function.uses == argument_use::branch)
        trend = i == 0 ? leak_trend::not_stated : leak_trend::rises;
      else if (is_distribution || is_body)
        trend = is_distribution && function.inputs.scope == input_scope::of_arguments
                    ? leak_trend::rises
                    : function.leak;
      else if (function.rises != monotony::not_stated && function.is_total())
        trend = leak_trend::rises;
      look(*called.arguments[i], along(trend, effect), place);
      if (index != nullptr) indices_.pop_back();
    }
  }

  // Of a family of mechanisms, which is neither built in nor defined, each is tried in both.
  void note_direction(const call& called, const builtin& quantity, leak_effect effect,
                      inside& place) const {
    if (!takes_one_direction(called, asked_.visible)) return;
    const std::string& name = std::get<call>(called.arguments.front()->node).name;
    const builtin* pair = find_builtin(name);
    if (pair == nullptr && asked_.visible.find(name) == nullptr) return;
    const bool is_made_of_others =
        pair != nullptr && pair->inputs.scope == input_scope::of_arguments;
    add({is_made_of_others ? name + "(...)" : name, {}, {}, along(quantity.leak, effect)}, place);
  }

  [[nodiscard]] bool is_sought(const call& called, const builtin& function,
                               const inside& place) const {
    switch (sought_) {
      case sought_pairs::with_a_word:
        return needs_a_word(function) && !is_covered(called, function, place);
      case sought_pairs::only_bounds:
        return only_bounds(function) && !has_one_user(called, function, place);
      case sought_pairs::in_one_direction:
        break;
      case sought_pairs::about_users:
        return is_about_users(function);
    }
    return false;
  }

  [[nodiscard]] clone_reach reach_of(const call& called, const builtin& function) const {
    // Who asks for other pairs does not ask for this.
    if (sought_ != sought_pairs::about_users) return clone_reach::every_randomizer;
    const auto p = function.place_of("p");
    const auto eps0 = function.place_of("eps0");
    if (function.inputs.scope != input_scope::all_inputs || !p || !eps0 ||
        *p >= called.arguments.size())
      return clone_reach::every_randomizer;
    const variable_map given{{"p", called.arguments[*p]}, {"eps0", called.arguments[*eps0]}};
    if (is_at_most(given, "exp(-eps0)") == true) return clone_reach::every_randomizer;
    const auto is_of_response = is_at_most(given, "2/(exp(eps0) + 1)");
    if (!is_of_response) return clone_reach::unclear;
    return *is_of_response ? clone_reach::response : clone_reach::nothing_known;
  }

  // Whether p is at most `most`, where its formula or its value tells.
  [[nodiscard]] std::optional<bool> is_at_most(const variable_map& given,
                                               const std::string& most) const {
    constexpr precision_range quick{64, 256};
    try {
      const expression_ptr limit = with_formulas(parse_formula(most), given);
      if (is_identity(*given.at("p"), *limit, asked_.visible, {}, limits_)) return true;
      const expression_ptr stays = with_formulas(parse_formula("p <= " + most), given);
      const refined_value known =
          refine(*stays, asked_.visible, asked_.values, 1, quick, {.limits = limits_});
      const auto* held = std::get_if<truth>(&known.result);
      return held == nullptr || held->tied ? std::nullopt : held->value;
    } catch (const std::exception&) {
      // A name without a value, or one that the formula does not have.
      return std::nullopt;
    }
  }

  // With their names exchanged, or with numbers of which the one is too large for its place.
  void note_exchange(const call& called, const builtin& function, const inside& place) {
    note_exchange(called, function, place, "k", [](const rational& symbols, const rational& users) {
      return users > 1 && symbols > users;
    });
    note_exchange(called, function, place, "eps0", [](const rational& eps0, const rational& users) {
      constexpr int large_eps0 = 20;
      return eps0 > large_eps0 && eps0 > users;
    });
  }

  template <class Suspicious>
  void note_exchange(const call& called, const builtin& function, const inside& place,
                     std::string_view role, Suspicious is_suspicious) {
    const auto other = function.place_of(role);
    const auto n = function.place_of("n");
    if (!other || !n || std::max(*other, *n) >= called.arguments.size()) return;
    const expression& there = *called.arguments[*other];
    const expression& users = *called.arguments[*n];
    if (is_name(there, role) && is_name(users, "n")) return;
    const bool has_names_exchanged = is_name(there, "n") && is_name(users, role);
    const auto stated_there = stated_count(value_of(there, place));
    const auto stated_users = stated_count(value_of(users, place));
    const bool has_numbers_exchanged =
        stated_there && stated_users && is_suspicious(*stated_there, *stated_users);
    if (!has_names_exchanged && !has_numbers_exchanged) return;
    const std::string usage(function.usage);
    const std::string of_users = to_text(value_of(users, place)) + " users";
    const std::string of_other = role == "k" ? to_text(value_of(there, place)) + " symbols"
                                             : "eps0 = " + to_text(value_of(there, place));
    exchanged_arguments found{
        usage.substr(0, usage.find(')') + 1),
        *n < *other ? "number of users" : (role == "k" ? "number of symbols" : "eps0"),
        *n < *other ? of_users + " and " + of_other : of_other + " and " + of_users};
    if (std::find(exchanged_.begin(), exchanged_.end(), found) == exchanged_.end())
      exchanged_.push_back(std::move(found));
  }

  // A definition is looked into once, whatever calls it.
  void look_into(const call& called, const definition& defined, leak_effect effect, inside& place) {
    const inside& seen = seen_inside(defined);
    for (const resting_pair& one : seen.pairs)
      add({one.name, {called.name}, one.inputs, through(effect, one.effect), one.reach}, place);
    for (std::size_t i = 0; i < called.arguments.size() && i < defined.parameters.size(); ++i)
      if (const auto known = seen.parameters.find(defined.parameters[i]);
          known != seen.parameters.end())
        look(*called.arguments[i], through(effect, known->second), place);
  }

  const inside& seen_inside(const definition& defined) {
    const auto known = definitions_.find(defined.name);
    if (known != definitions_.end()) return known->second;
    inside made{&defined};
    look(*defined.body, rising, made);
    return definitions_.emplace(defined.name, std::move(made)).first->second;
  }

  // Whether nothing is left out after all: there are no other users, or the reduction is a bound.
  [[nodiscard]] bool is_covered(const call& called, const builtin& function,
                                const inside& place) const {
    if (function.inputs.scope == input_scope::reduction) return is_bound_of_randomizers(called);
    return has_one_user(called, function, place);
  }

  [[nodiscard]] bool has_one_user(const call& called, const builtin& function,
                                  const inside& place) const {
    for (std::size_t i = 0; i < called.arguments.size(); ++i) {
      const builtin_parameter* parameter = parameter_at(function, i);
      if (parameter != nullptr && parameter->role == "n")
        return is_one(value_of(*called.arguments[i], place));
    }
    return false;
  }

  [[nodiscard]] bool is_bound_of_randomizers(const call& called) const {
    try {
      return bounds_its_randomizers(called, asked_.visible, limits_);
    } catch (const beyond_reach&) {
      return false;
    }
  }

  [[nodiscard]] const expression& value_of(const expression& argument, const inside& place) const {
    const auto* name = std::get_if<variable>(&argument.node);
    if (name == nullptr || place.of != nullptr) return argument;
    const expression_ptr* value = value_of_name(name->name);
    return value == nullptr ? argument : **value;
  }

  static void add(resting_pair pair, inside& place) {
    if (!pair.effect.is_any()) return;
    const auto known = std::find_if(
        place.pairs.begin(), place.pairs.end(),
        [&](const resting_pair& one) { return one.name == pair.name && one.reach == pair.reach; });
    if (known == place.pairs.end()) {
      place.pairs.push_back(std::move(pair));
      return;
    }
    known->effect = joined(known->effect, pair.effect);
    if (known->through.empty()) return;
    if (pair.through.empty()) known->through.clear();
    for (std::string& name : pair.through)
      if (std::find(known->through.begin(), known->through.end(), name) == known->through.end())
        known->through.push_back(std::move(name));
  }

  // Names that a condition says are not negative.
  void note_sign(const expression& condition) {
    const auto* sides = std::get_if<comparison>(&condition.node);
    if (sides == nullptr) return;
    const bool is_left_larger =
        sides->op == relation::greater || sides->op == relation::greater_equal;
    const bool is_right_larger = sides->op == relation::less || sides->op == relation::less_equal;
    if (!is_left_larger && !is_right_larger) return;
    const expression& larger = is_left_larger ? *sides->left : *sides->right;
    const expression& smaller = is_left_larger ? *sides->right : *sides->left;
    const auto* name = std::get_if<variable>(&larger.node);
    // Literals have no sign.
    if (name != nullptr && std::holds_alternative<literal>(smaller.node))
      nonnegative_.insert(name->name);
  }

  // By its form alone; false where that does not tell.
  [[nodiscard]] bool is_nonnegative(const expression& part, const inside& place) const {
    return std::visit(
        overloaded{[](const literal&) { return true; },
                   [&](const variable& name) {
                     return place.of == nullptr && is_nonnegative_name(name.name);
                   },
                   [](const call& called) { return called.name == "exp" || called.name == "sqrt"; },
                   [&](const sum_chain& x) {
                     return std::all_of(x.terms.begin(), x.terms.end(), [&](const auto& term) {
                       return !term.subtracted && is_nonnegative(*term.operand, place);
                     });
                   },
                   [&](const product_chain& x) {
                     return std::all_of(x.factors.begin(), x.factors.end(),
                                        [&](const auto& factor) {
                                          return is_nonnegative(*factor.operand, place);
                                        });
                   },
                   [&](const power_of& x) { return is_nonnegative(*x.base, place); },
                   [](const auto&) { return false; }},
        part.node);
  }

  [[nodiscard]] bool is_nonnegative_name(const std::string& name) const {
    if (is_hidden(name)) return false;
    const expression_ptr* value = value_of_name(name);
    return nonnegative_.contains(name) ||
           (value != nullptr && std::holds_alternative<literal>((*value)->node));
  }

  const formula_in_use& asked_;
  const budget& limits_;
  sought_pairs sought_;
  std::vector<exchanged_arguments> exchanged_;
  int depth_ = 0;
  std::vector<std::string> indices_;  ///< of the bodies around the part that is checked
  std::set<std::string, std::less<>> nonnegative_;
  std::map<std::string, leak_effect, std::less<>> seen_names_;
  std::map<std::string, inside, std::less<>> definitions_;
};

}  // namespace

std::vector<resting_pair> resting_pairs(const formula_in_use& asked, const budget& limits) {
  return pair_finder(asked, limits, sought_pairs::with_a_word).find();
}

std::vector<resting_pair> dominating_pairs(const formula_in_use& asked, const budget& limits) {
  return pair_finder(asked, limits, sought_pairs::only_bounds).find();
}

std::vector<resting_pair> pairs_in_one_direction(const formula_in_use& asked,
                                                 const budget& limits) {
  return pair_finder(asked, limits, sought_pairs::in_one_direction).find();
}

std::vector<resting_pair> pairs_of_users(const formula_in_use& asked, const budget& limits) {
  return pair_finder(asked, limits, sought_pairs::about_users).find();
}

std::vector<exchanged_arguments> arguments_that_may_be_exchanged(const formula_in_use& asked,
                                                                 const budget& limits) {
  pair_finder finder(asked, limits, sought_pairs::about_users);
  finder.find();
  return finder.exchanged();
}

bool bounds_its_randomizers(const call& variation_pair, const definitions& visible,
                            const budget& limits) {
  if (variation_pair.arguments.size() < 4) return false;
  const expression_ptr& p = variation_pair.arguments[1];
  const expression_ptr& beta = variation_pair.arguments[2];
  // For p = inf, alpha is 0 and p*alpha is beta.
  if (to_text(*p) == "inf") return to_text(*beta) == "1";
  // alpha is beta/(p - 1).
  const variable_map given{{"p", p}, {"beta", beta}};
  return is_identity(*with_formulas(parse_formula("(p + 1)*beta"), given),
                     *with_formulas(parse_formula("p - 1"), given), visible, {}, limits);
}

}  // namespace shufflecert::inline v0_1::claims
