#include "claims/derivation/facts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/derivation/known_bounds.hpp"
#include "claims/proof/closed_bounds.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Of each condition on each region: a claim has many.
constexpr region_effort effort{600, 300, {600, 60, true}};
// Of all of them together.
constexpr std::size_t most_boxes = 20'000;

// Integrals and searches for extrema take long on each box, and are not known beyond points.
bool integrates(const expression& formula) {
  const auto called = called_functions(formula);
  return std::any_of(called.begin(), called.end(), [](const std::string& name) {
    return binds_a_name(name) && name != "sum" && name != "product";
  });
}

}  // namespace

domain_facts::domain_facts(const claim_context& context, domain_regions domain)
    : context_(context), domain_(std::move(domain)) {
  for (const expression_ptr& whole : context.subject.domain)
    for (const expression_ptr& condition : conjuncts(written_out(context, whole))) {
      conditions_.push_back(condition);
      // A condition that is left out leaves a larger domain.
      if (!integrates(*condition)) quick_conditions_.push_back(condition);
      stated_.insert(to_text(*condition));
    }
}

bool domain_facts::is_certain(const expression_ptr& left, relation op,
                              const expression_ptr& right) {
  return is_certain(make_comparison(left, op, right));
}

bool domain_facts::is_certain(const expression_ptr& condition) {
  const std::string text = to_text(*condition);
  if (stated_.contains(text)) return true;
  // What the domain states has a value there; algebra and signs say nothing of that.
  if (const auto* wanted = std::get_if<comparison>(&condition->node))
    if (is_stated(*wanted) || ((is_stated_by_algebra(*wanted) || follows_from_sign(*wanted)) &&
                               has_value(wanted->left) && has_value(wanted->right)))
      return true;
  auto seen = known_.find(text);
  if (seen == known_.end()) seen = known_.emplace(text, shown_by_boxes(condition)).first;
  if (!seen->second) return false;
  if (std::find(steps_.begin(), steps_.end(), *seen->second) == steps_.end())
    steps_.push_back(*seen->second);
  add_line("shown", condition);
  return true;
}

void domain_facts::forget_from(place mark) {
  steps_.resize(mark.steps);
  lines_.resize(mark.lines);
}

void domain_facts::add_line(const std::string& rule, const expression_ptr& shown,
                            const std::vector<std::string>& needed) {
  std::string line = rule + " " + to_text(*shown);
  for (const std::string& one : needed) line += " ; " + one;
  if (std::find(lines_.begin(), lines_.end(), line) == lines_.end())
    lines_.push_back(std::move(line));
}

std::optional<std::string> domain_facts::shown_by_boxes(const expression_ptr& condition) {
  std::size_t boxes = 0;
  for (const chosen_region& region : domain_.regions) {
    if (!region.ranges.empty() && integrates(*condition)) {
      open_ = fmt::format("'{}' has an integral or an extremum in it", to_text(*condition));
      return std::nullopt;
    }
    region_conditions shown(context_, region, quick_conditions_, effort);
    bool holds = false;
    if (boxes_ > most_boxes) {
      open_ = fmt::format("'{}' was not looked at: too many boxes before", to_text(*condition));
      return std::nullopt;
    }
    try {
      holds = std::all_of(region.required.begin(), region.required.end(),
                          [&](const expression_ptr& one) { return shown.holds(one); }) &&
              shown.holds(condition);
    } catch (const formula_error& error) {
      open_ = error.what();
    } catch (const undefined_value& error) {
      open_ = error.what();
    }
    boxes_ += shown.boxes();
    boxes += shown.boxes();
    if (holds) continue;
    if (!shown.reason().empty()) open_ = shown.reason();
    return std::nullopt;
  }
  return fmt::format("{}: certain on {} box{} that cover the domain", to_text(*condition),
                     std::max<std::size_t>(boxes, 1), boxes > 1 ? "es" : "");
}

bool domain_facts::has_value(const expression_ptr& formula) {
  const std::string text = to_text(*formula);
  if (const auto seen = with_value_.find(text); seen != with_value_.end()) return seen->second;
  const bool known =
      has_value_by_form(formula) ||
      (!has_divergence(*formula) &&
       is_certain(make_call("abs", {formula}), relation::less, make_variable("inf")));
  with_value_[text] = known;
  return known;
}

bool domain_facts::is_nonzero(const expression_ptr& formula) {
  const expression_ptr zero = make_number(0);
  return is_certain(formula, relation::greater, zero) ||
         is_certain(formula, relation::less, zero) ||
         is_certain(formula, relation::not_equal, zero);
}

bool domain_facts::has_value_by_form(const expression_ptr& formula) {
  if (std::holds_alternative<literal>(formula->node)) return true;
  // Variables are real numbers.
  if (const auto* x = std::get_if<variable>(&formula->node)) return x->name != "inf";
  if (const auto* x = std::get_if<negation>(&formula->node)) return has_value(x->operand);
  if (const auto* x = std::get_if<sum_chain>(&formula->node))
    return std::all_of(x->terms.begin(), x->terms.end(),
                       [&](const auto& term) { return has_value(term.operand); });
  if (const auto* x = std::get_if<product_chain>(&formula->node))
    return std::all_of(x->factors.begin(), x->factors.end(), [&](const auto& factor) {
      return has_value(factor.operand) && (!factor.divided || is_nonzero(factor.operand));
    });
  if (const auto* x = std::get_if<power_of>(&formula->node)) {
    if (!has_value(x->base) || !has_value(x->exponent)) return false;
    const auto* exponent = std::get_if<literal>(&x->exponent->node);
    if (exponent != nullptr && is_integer(exponent->value) && exponent->value >= 1) return true;
    return is_certain(x->base, relation::greater, make_number(0));
  }
  if (const auto* x = std::get_if<call>(&formula->node)) return call_has_value(*x);
  return false;
}

bool domain_facts::call_has_value(const call& x) {
  const builtin* function = find_builtin(x.name);
  if (function == nullptr || function->uses != argument_use::each) return false;
  if (takes_distributions(x.name)) return quantity_has_value(x);
  if (!function->is_total && !function->rises) return false;
  return std::all_of(x.arguments.begin(), x.arguments.end(), [&](const expression_ptr& argument) {
    if (!has_value(argument)) return false;
    return function->is_total || function->rises->is_everywhere() ||
           is_certain(argument, function->rises->op, parse_formula(function->rises->end));
  });
}

// Divergences of pairs that exist are at most ε0, (U.6), and hockey-stick divergences at most 1.
bool domain_facts::quantity_has_value(const call& x) {
  const bool is_renyi = x.name == "renyi";
  const bool is_tradeoff = x.name == "tradeoff";
  const bool is_moment = x.name == "chi_moment";
  if (!is_renyi && !is_tradeoff && !is_moment && x.name != "hockey_stick") return false;
  const auto* order = std::get_if<variable>(&x.arguments[1]->node);
  const bool is_of_order_inf = is_renyi && order != nullptr && order->name == "inf";
  if (!is_of_order_inf && !has_value(x.arguments[1])) return false;
  if (is_moment && !is_certain(x.arguments[1], relation::greater_equal, make_number(1)))
    return false;
  if (is_tradeoff && !(is_certain(x.arguments[1], relation::greater_equal, make_number(0)) &&
                       is_certain(x.arguments[1], relation::less_equal, make_number(1))))
    return false;
  if (is_renyi && !is_of_order_inf &&
      !is_certain(x.arguments[1], relation::greater, make_number(0)))
    return false;
  const expression_ptr pair = simplified(x.arguments[0]);
  const auto* stated = std::get_if<call>(&pair->node);
  if (stated != nullptr && stated->name == "gaussian_pair")
    return !is_of_order_inf && !is_moment && has_value(stated->arguments[0]) &&
           is_certain(stated->arguments[0], relation::greater, make_number(0));
  const auto known = pair_in(*pair);
  if (!known || (known->name == "unmixed_pair" && (is_renyi || is_moment))) return false;
  if (!is_whole_by_form(context_.subject, *known->users())) return false;
  if (known->name == "krr_pair" &&
      !(is_whole_by_form(context_.subject, *known->arguments[0]) &&
        is_certain(known->arguments[0], relation::greater_equal, make_number(3))))
    return false;
  const expression_ptr rate =
      known->name == "clone_pair" || known->name == "unmixed_pair" ? known->clone_rate() : nullptr;
  return is_certain(known->users(), relation::greater_equal, make_number(1)) &&
         has_value(known->eps0()) &&
         is_certain(known->eps0(), relation::greater_equal, make_number(0)) &&
         (rate == nullptr || (is_certain(rate, relation::greater, make_number(0)) &&
                              is_certain(rate, relation::less_equal, make_number(1))));
}

}  // namespace shufflecert::inline v0_1::claims
