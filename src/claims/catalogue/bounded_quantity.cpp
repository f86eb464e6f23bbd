#include "claims/catalogue/bounded_quantity.hpp"

#include "claims/catalogue/formula_matching.hpp"
#include "language/syntax/called_names.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

const call* as_epsilon(const expression& on) {
  const auto* c = std::get_if<call>(&on.node);
  return c != nullptr && c->name == "epsilon" && c->arguments.size() == 2 ? c : nullptr;
}

expression_ptr make_conjunction(std::vector<expression_ptr> parts) {
  return std::make_shared<const expression>(expression{conjunction{std::move(parts)}});
}

expression_ptr make_disjunction(std::vector<expression_ptr> parts) {
  return std::make_shared<const expression>(expression{disjunction{std::move(parts)}});
}

// `on` with every pair of clones exchanged for the one of randomized response.
expression_ptr with_randomized_response(const expression_ptr& on, bool swapped) {
  return rewritten(on, [&](const expression& part) -> expression_ptr {
    const auto* c = std::get_if<call>(&part.node);
    if (c == nullptr || c->name != "clone_pair" || c->arguments.size() < 2) return nullptr;
    expression_ptr pair = make_call("rr_pair", {c->arguments[0], c->arguments[1]});
    return swapped ? make_call("swap", {pair}) : pair;
  });
}

expression_ptr epsilon_relation(const std::vector<expression_ptr>& quantities, bool is_upper,
                                const expression_ptr& value) {
  std::vector<expression_ptr> parts{make_comparison(
      value, is_upper ? relation::greater_equal : relation::less_equal, make_number(0))};
  parts.reserve(2 * quantities.size() + 1);
  for (const auto& quantity : quantities) {
    const call* on = as_epsilon(*quantity);
    parts.push_back(make_comparison(make_call("hockey_stick", {on->arguments[0], value}),
                                    is_upper ? relation::less_equal : relation::greater,
                                    on->arguments[1]));
  }
  if (is_upper) return make_conjunction(std::move(parts));
  // Where the divergence is delta, it may have been so before: only the inverse tells.
  for (const auto& quantity : quantities)
    parts.push_back(make_comparison(value, relation::less_equal, quantity));
  return make_disjunction(std::move(parts));
}

}  // namespace

bool is_epsilon(const expression& on) {
  return as_epsilon(on) != nullptr;
}

expression_ptr checkable_form(const expression_ptr& on) {
  const call* c = as_epsilon(*on);
  if (c == nullptr) return on;
  expression form{call{"hockey_stick", c->arguments}};
  form.column = on->column;
  return std::make_shared<const expression>(std::move(form));
}

std::vector<expression_ptr> randomized_response_forms(const expression_ptr& on) {
  if (!calls_function(*on, "clone_pair")) return {};
  return {with_randomized_response(on, false), with_randomized_response(on, true)};
}

expression_ptr largest_of(const std::vector<expression_ptr>& quantities) {
  return quantities.size() == 1 ? quantities.front() : make_call("max", quantities);
}

expression_ptr claimed_relation(const std::vector<expression_ptr>& quantities, bound_side side,
                                const expression_ptr& value) {
  const bool is_upper = side == bound_side::upper;
  if (is_epsilon(*quantities.front())) return epsilon_relation(quantities, is_upper, value);
  const expression_ptr quantity = largest_of(quantities);
  return is_upper ? make_comparison(quantity, relation::less_equal, value)
                  : make_comparison(value, relation::less_equal, quantity);
}

bool has_mechanism_form(const bound& subject) {
  return subject.about == concern::mechanism && calls_function(*subject.on, "clone_pair");
}

bool is_on_worst_case(const bound& subject) {
  bool has_other = false;
  rewritten(subject.on, [&](const expression& part) -> expression_ptr {
    const auto* c = std::get_if<call>(&part.node);
    if (c != nullptr && c->name == "clone_pair" && c->arguments.size() != 2) has_other = true;
    return nullptr;
  });
  return calls_function(*subject.on, "clone_pair") && !has_other;
}

std::optional<concern> meaning_of_failure(const bound& subject) {
  // Every shuffled mechanism is a post-processing of the pair of clones of 2021: an upper bound
  // that the pair exceeds may still hold for mechanisms, but a lower bound above it holds for none.
  if (has_mechanism_form(subject))
    return subject.side == bound_side::lower && is_on_worst_case(subject) ? concern::mechanism
                                                                          : concern::pair;
  return subject.about;
}

concern meaning_of_mechanism_failure(const bound& subject) {
  // That one mechanism stays below a lower bound says nothing about the others.
  return subject.side == bound_side::upper ? concern::mechanism : concern::pair;
}

}  // namespace shufflecert::inline v0_1::claims
