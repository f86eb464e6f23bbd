#include "support/slow_definedness.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <variant>

using namespace shufflecert;

namespace slow {
namespace {

constexpr long most_work = 60'000;  // nodes of one look
constexpr long most_terms = 64;     // of a sum
constexpr int most_crossings = 8;   // places where something changes its sign, of one body
constexpr int halvings = 24;        // to come near to one of them

answer hole(std::string why) {
  answer result;
  result.is = standing::hole;
  result.why = std::move(why);
  return result;
}

answer of_number(const outcome& found) {
  if (found.is == outcome::kind::none) return hole(found.why);
  answer result;
  if (found.is == outcome::kind::open) return result;
  result.is = standing::value;
  result.value = found.value;
  return result;
}

answer of_truth(std::optional<bool> truth) {
  answer result;
  result.is = standing::value;
  result.is_condition = true;
  result.truth = truth;
  return result;
}

std::optional<bool> by_order(std::optional<int> order, relation op) {
  if (!order) return std::nullopt;
  switch (op) {
    case relation::less:
      return *order < 0;
    case relation::less_equal:
      return *order <= 0;
    case relation::greater:
      return *order > 0;
    case relation::greater_equal:
      return *order >= 0;
    case relation::equal:
      return *order == 0;
    case relation::not_equal:
      return *order != 0;
  }
  return std::nullopt;
}

// Only operations that are continuous wherever they have a value.
bool is_continuous(const expression& e) {
  const auto all = [](const auto& parts) {
    return std::all_of(parts.begin(), parts.end(),
                       [](const auto& part) { return is_continuous(*part.operand); });
  };
  if (std::holds_alternative<literal>(e.node) || std::holds_alternative<variable>(e.node))
    return true;
  if (const auto* n = std::get_if<negation>(&e.node)) return is_continuous(*n->operand);
  if (const auto* s = std::get_if<sum_chain>(&e.node)) return all(s->terms);
  if (const auto* p = std::get_if<product_chain>(&e.node)) return all(p->factors);
  if (const auto* p = std::get_if<power_of>(&e.node))
    return is_continuous(*p->base) && std::holds_alternative<literal>(p->exponent->node);
  if (const auto* c = std::get_if<call>(&e.node)) {
    static const std::set<std::string> names{"exp", "expm1", "log", "log1p", "sqrt",
                                             "abs", "tanh",  "Phi", "min",   "max"};
    return names.count(c->name) != 0 &&
           std::all_of(c->arguments.begin(), c->arguments.end(),
                       [](const expression_ptr& a) { return is_continuous(*a); });
  }
  return false;
}

// The continuous divisors of a body that are asked for at every point, whatever else is true.
void divisors_asked_always(const expression& e, std::set<const expression*>& found) {
  if (const auto* n = std::get_if<negation>(&e.node)) divisors_asked_always(*n->operand, found);
  if (const auto* n = std::get_if<logical_not>(&e.node)) divisors_asked_always(*n->operand, found);
  if (const auto* s = std::get_if<sum_chain>(&e.node))
    for (const auto& term : s->terms) divisors_asked_always(*term.operand, found);
  if (const auto* p = std::get_if<product_chain>(&e.node))
    for (const auto& factor : p->factors) {
      divisors_asked_always(*factor.operand, found);
      if (factor.divided && is_continuous(*factor.operand)) found.insert(factor.operand.get());
    }
  if (const auto* p = std::get_if<power_of>(&e.node)) {
    divisors_asked_always(*p->base, found);
    divisors_asked_always(*p->exponent, found);
  }
  if (const auto* c = std::get_if<comparison>(&e.node)) {
    divisors_asked_always(*c->left, found);
    divisors_asked_always(*c->right, found);
  }
  if (const auto* c = std::get_if<conjunction>(&e.node))
    divisors_asked_always(*c->operands.front(), found);
  if (const auto* c = std::get_if<disjunction>(&e.node))
    divisors_asked_always(*c->operands.front(), found);
  if (const auto* c = std::get_if<call>(&e.node)) {
    static const std::set<std::string> plain{"exp",  "expm1", "log", "log1p", "sqrt",  "abs",
                                             "tanh", "Phi",   "min", "max",   "floor", "ceil"};
    if (c->name == "if") divisors_asked_always(*c->arguments.front(), found);
    if (plain.count(c->name) != 0)
      for (const expression_ptr& a : c->arguments) divisors_asked_always(*a, found);
  }
}

class looker {
 public:
  explicit looker(const definitions& visible) : visible_(visible) {}

  using scope = std::vector<std::pair<std::string, answer>>;

  answer visit(const expression& e, const scope& names) {
    if (++work_ > most_work) return {};
    return std::visit([&](const auto& node) { return of(node, names); }, e.node);
  }

  // Every point at which the body was checked, in their order.
  std::vector<looked_at> scan(const std::string& name, const expression& body, scope names,
                              const number& lower, const number& upper) {
    ++depth_;
    names.emplace_back(name, answer());
    std::map<rational, sample> samples;
    for (const rational& at : points_between(lower, upper, depth_ > 1))
      if (!take(body, names, at, samples)) break;
    if (depth_ == 1) find_crossings(body, names, samples);
    --depth_;
    std::vector<looked_at> result;
    for (auto& [at, taken] : samples) result.push_back({at, std::move(taken.found)});
    return result;
  }

 private:
  struct sample {
    answer found;
    std::map<const expression*, int> signs;
  };

  bool take(const expression& body, scope& names, const rational& at,
            std::map<rational, sample>& samples) {
    answer here;
    here.is = standing::value;
    here.value = at;
    names.back().second = here;
    sample& taken = samples[at];
    auto* const before = signs_;
    if (depth_ == 1) signs_ = &taken.signs;
    taken.found = visit(body, names);
    signs_ = before;
    return work_ <= most_work;
  }

  // Comes near to places where a part of the body changes its sign, by halving.
  void find_crossings(const expression& body, scope& names, std::map<rational, sample>& samples) {
    struct crossing {
      rational low;
      rational high;
      const expression* part;
    };
    std::vector<crossing> crossings;
    for (auto next = samples.begin(); next != samples.end(); ++next) {
      if (next == samples.begin()) continue;
      const auto previous = std::prev(next);
      for (const auto& [part, sign] : previous->second.signs) {
        const auto later = next->second.signs.find(part);
        if (later != next->second.signs.end() && later->second * sign < 0)
          crossings.push_back({previous->first, next->first, part});
      }
    }
    if (crossings.size() > most_crossings) crossings.resize(most_crossings);
    std::set<const expression*> divisors;
    divisors_asked_always(body, divisors);
    for (auto& [low, high, part] : crossings) {
      const int below = samples[low].signs[part];
      for (int k = 0; k < halvings; ++k) {
        const rational middle = (low + high) / 2;
        if (!take(body, names, middle, samples)) return;
        const auto sign = samples[middle].signs.find(part);
        if (sign == samples[middle].signs.end() || sign->second == 0) break;
        (sign->second == below ? low : high) = middle;
      }
      if (!take(body, names, simplest_between(low, high), samples)) return;
      // A continuous divisor that has both signs is 0 in between, if it has a value there at all.
      if (divisors.count(part) != 0) samples[high].found = hole("a divisor changes its sign");
    }
  }

  void note(const expression& part, std::optional<int> sign) {
    if (signs_ != nullptr && sign) (*signs_)[&part] = *sign;
  }
  void note(const expression_ptr& part, const answer& found) {
    if (found.is == standing::value) note(*part, found.value.sign());
  }

  // The parts that are all asked for: a hole in one is a hole, whatever the others are.
  struct parts {
    std::vector<answer> values;
    std::optional<answer> end;  // where they already settle the result
    bool sampled = false;
  };
  parts all_of(const std::vector<expression_ptr>& operands, const scope& names) {
    parts result;
    bool is_open = false;
    for (const expression_ptr& operand : operands) {
      answer found = visit(*operand, names);
      if (found.is_hole()) {
        result.end = std::move(found);
        return result;
      }
      is_open = is_open || found.is == standing::open;
      result.sampled = result.sampled || found.sampled;
      result.values.push_back(std::move(found));
    }
    if (is_open) result.end = answer();
    return result;
  }
  static answer marked(answer found, bool sampled) {
    found.sampled = found.sampled || sampled;
    return found;
  }

  answer of(const literal& x, const scope& /*names*/) { return of_number(some(x.value)); }

  answer of(const variable& x, const scope& names) {
    for (auto entry = names.rbegin(); entry != names.rend(); ++entry)
      if (entry->first == x.name) return entry->second;
    if (x.name == "inf") return of_number(some(number::infinity(1)));
    if (x.name == "pi") {
      end lower;
      end upper;
      mpfr_const_pi(lower.raw(), MPFR_RNDD);
      mpfr_const_pi(upper.raw(), MPFR_RNDU);
      return of_number(some(number(lower, upper)));
    }
    return {};
  }

  answer of(const negation& x, const scope& names) {
    const answer found = visit(*x.operand, names);
    if (found.is != standing::value) return found;
    return marked(of_number(negate(found.value)), found.sampled);
  }

  answer of(const sum_chain& x, const scope& names) {
    std::vector<expression_ptr> operands;
    for (const auto& term : x.terms) operands.push_back(term.operand);
    const parts found = all_of(operands, names);
    if (found.end) return *found.end;
    number total = rational(0);
    for (std::size_t i = 0; i < found.values.size(); ++i) {
      const number& term = found.values[i].value;
      const outcome next = add(total, x.terms[i].subtracted ? negate(term).value : term);
      if (next.is != outcome::kind::value) return of_number(next);
      total = next.value;
    }
    return marked(of_number(some(total)), found.sampled);
  }

  answer of(const product_chain& x, const scope& names) {
    std::vector<expression_ptr> operands;
    for (const auto& factor : x.factors) operands.push_back(factor.operand);
    const parts found = all_of(operands, names);
    for (std::size_t i = 0; i < found.values.size(); ++i)
      if (x.factors[i].divided) {
        note(operands[i], found.values[i]);
        if (found.values[i].is == standing::value && found.values[i].value.is_zero())
          return hole("division by zero");
      }
    if (found.end) return *found.end;
    number total = rational(1);
    bool is_open = false;
    for (std::size_t i = 0; i < found.values.size(); ++i) {
      const number& factor = found.values[i].value;
      const outcome next = x.factors[i].divided ? divide(total, factor) : multiply(total, factor);
      if (next.is == outcome::kind::none) return of_number(next);
      is_open = is_open || next.is == outcome::kind::open;
      if (is_open) break;
      total = next.value;
    }
    if (is_open) return {};
    return marked(of_number(some(total)), found.sampled);
  }

  answer of(const power_of& x, const scope& names) {
    const parts found = all_of({x.base, x.exponent}, names);
    if (!found.values.empty()) note(x.base, found.values.front());
    if (found.values.size() == 2) note(x.exponent, found.values.back());
    if (found.end) return *found.end;
    return marked(of_number(power(found.values[0].value, found.values[1].value)), found.sampled);
  }

  answer of(const comparison& x, const scope& names) {
    const parts found = all_of({x.left, x.right}, names);
    if (found.end) return *found.end;
    const auto sign = order(found.values[0].value, found.values[1].value);
    note(*x.left, sign);
    return marked(of_truth(by_order(sign, x.op)), found.sampled);
  }

  // `and` stops at what is false, `or` at what is true. What comes after a part that is not known
  // may be asked for or not.
  answer chain(const std::vector<expression_ptr>& operands, bool stop, const scope& names) {
    bool sampled = false;
    bool certain = true;
    for (const expression_ptr& operand : operands) {
      const answer found = visit(*operand, names);
      if (found.is != standing::value) return certain ? found : answer();
      sampled = sampled || found.sampled;
      if (found.truth == stop) return marked(of_truth(stop), sampled);
      if (!found.truth) certain = false;
    }
    return marked(of_truth(certain ? std::optional(!stop) : std::nullopt), sampled);
  }
  answer of(const conjunction& x, const scope& names) { return chain(x.operands, false, names); }
  answer of(const disjunction& x, const scope& names) { return chain(x.operands, true, names); }

  answer of(const logical_not& x, const scope& names) {
    answer found = visit(*x.operand, names);
    if (found.is == standing::value && found.truth) found.truth = !*found.truth;
    return found;
  }

  answer of(const call& x, const scope& names) {
    if (x.name == "if") return choice(x, names);
    if (x.name == "defined") return definedness(x, names);
    if (x.name == "sum" || x.name == "product") return repetition(x, names);
    if (x.name == "integral" || x.name == "normal_mean") return integral(x, names);
    if (x.name == "minimum" || x.name == "maximum") return extremum(x, names);
    if (x.name == "smallest") return threshold(x, names);
    if (const definition* named = visible_.find(x.name)) return use(*named, x, names);
    static const std::set<std::string> plain{
        "exp",     "expm1", "log",  "log1p", "sqrt",   "abs",       "tanh", "Phi",
        "Phi_inv", "floor", "ceil", "gamma", "lgamma", "factorial", "min",  "max"};
    if (plain.count(x.name) == 0) return {};
    const parts found = all_of(x.arguments, names);
    if (!found.values.empty() && x.name != "min" && x.name != "max") {
      const answer& first = found.values.front();
      if (x.name == "log1p" && first.is == standing::value)
        note(*x.arguments.front(), order(first.value, rational(-1)));
      else
        note(x.arguments.front(), first);
    }
    if (found.end) return *found.end;
    const number& first = found.values.front().value;
    if (x.name != "min" && x.name != "max")
      return marked(of_number(elementary(x.name, first).value_or(open())), found.sampled);
    outcome best = some(first);
    for (std::size_t i = 1; i < found.values.size() && best.is == outcome::kind::value; ++i)
      best = x.name == "min" ? least(best.value, found.values[i].value)
                             : largest(best.value, found.values[i].value);
    return marked(of_number(best), found.sampled);
  }

  answer choice(const call& x, const scope& names) {
    const answer condition = visit(*x.arguments[0], names);
    if (condition.is != standing::value) return condition;
    if (condition.truth)
      return marked(visit(*x.arguments[*condition.truth ? 1 : 2], names), condition.sampled);
    const answer a = visit(*x.arguments[1], names);
    const answer b = visit(*x.arguments[2], names);
    if (a.is_hole() && b.is_hole()) return a;
    if (a.is != standing::value || b.is != standing::value) return {};
    if (a.is_condition) return marked(of_truth(std::nullopt), true);
    if (a.value.infinite() != 0 || b.value.infinite() != 0) return {};
    return marked(of_number(some(number::between(least(a.value, b.value).value,
                                                 largest(a.value, b.value).value))),
                  a.sampled || b.sampled || condition.sampled);
  }

  answer definedness(const call& x, const scope& names) {
    const answer found = visit(*x.arguments.front(), names);
    if (found.is == standing::open) return of_truth(std::nullopt);
    return marked(of_truth(!found.is_hole()), found.sampled);
  }

  answer use(const definition& named, const call& x, const scope& names) {
    const parts found = all_of(x.arguments, names);
    if (found.end && found.end->is_hole()) return *found.end;
    if (found.values.size() != named.parameters.size()) return {};
    scope inner;
    for (std::size_t i = 0; i < found.values.size(); ++i)
      inner.emplace_back(named.parameters[i], found.values[i]);
    const answer result = visit(*named.body, inner);
    // An argument of which nothing is known may have no value.
    if (found.end && !result.is_hole()) return {};
    return marked(result, found.sampled);
  }

  static std::string name_of(const expression_ptr& e) {
    const auto* name = std::get_if<variable>(&e->node);
    return name == nullptr ? std::string() : name->name;
  }

  answer repetition(const call& x, const scope& names) {
    const parts limits = all_of({x.arguments[1], x.arguments[2]}, names);
    if (limits.end && limits.end->is_hole()) return *limits.end;
    for (const answer& limit : limits.values)
      if (limit.is == standing::value && limit.value.is_whole() == false)
        return hole("a limit that is not whole");
    if (limits.end) return *limits.end;
    const rational* first = limits.values[0].value.exact();
    const rational* last = limits.values[1].value.exact();
    if (first == nullptr || last == nullptr) return {};
    const bool is_sum = x.name == "sum";
    if (*last < *first) return marked(of_number(some(rational(is_sum ? 0 : 1))), limits.sampled);
    if (*last - *first > most_terms) return {};
    number total = rational(is_sum ? 0 : 1);
    bool is_open = false;
    bool sampled = limits.sampled;
    scope inner = names;
    inner.emplace_back(name_of(x.arguments[0]), answer());
    for (rational j = *first; j <= *last; ++j) {
      inner.back().second = of_number(some(j));
      const answer term = visit(*x.arguments[3], inner);
      if (term.is_hole()) return term;
      is_open = is_open || term.is == standing::open;
      sampled = sampled || term.sampled;
      if (is_open) continue;
      const outcome next = is_sum ? add(total, term.value) : multiply(total, term.value);
      if (next.is == outcome::kind::none) return of_number(next);
      if (next.is == outcome::kind::open) is_open = true;
      total = next.value;
    }
    return is_open ? answer() : marked(of_number(some(total)), sampled);
  }

  // What the points say of a body that is asked for at all of them.
  struct overview {
    std::optional<answer> hole;
    bool is_open = false;
    std::size_t looked = 0;
    std::vector<looked_at> points;
  };
  overview over(const std::string& name, const expression& body, const scope& names,
                const number& lower, const number& upper) {
    overview result;
    result.points = scan(name, body, names, lower, upper);
    result.looked = result.points.size();
    for (const looked_at& one : result.points) {
      if (one.found.is_hole() && !result.hole) {
        result.hole = one.found;
        result.hole->why += " at " + name + " = " + to_text(one.at);
      }
      result.is_open = result.is_open || one.found.is == standing::open;
    }
    return result;
  }

  answer integral(const call& x, const scope& names) {
    const bool is_mean = x.name == "normal_mean";
    number lower = number::infinity(-1);
    number upper = number::infinity(1);
    const bool sampled = true;
    if (!is_mean) {
      const parts limits = all_of({x.arguments[1], x.arguments[2]}, names);
      if (limits.end) return *limits.end;
      lower = limits.values[0].value;
      upper = limits.values[1].value;
    }
    const auto direction = order(lower, upper);
    if (!direction || (*direction == 0 && lower.exact() == nullptr)) return {};
    const bool swapped = *direction > 0;
    const overview seen = over(name_of(x.arguments[0]), *x.arguments.back(), names,
                               swapped ? upper : lower, swapped ? lower : upper);
    // Between equal limits the documentation asks for nothing.
    if (*direction == 0) return seen.hole ? answer() : of_number(some(rational(0)));
    if (seen.hole) return *seen.hole;
    if (seen.is_open || seen.looked < 3) return {};
    return marked(of_number(some(is_mean ? number() : roughly(seen.points, lower, upper, swapped))),
                  sampled);
  }

  // About where an integral lies, from the points alone: the least and the largest values of
  // neighbours, with as much again on both sides. Enough to tell a value that is far off.
  static number roughly(const std::vector<looked_at>& points, const number& lower,
                        const number& upper, bool swapped) {
    number least_sum = rational(0);
    number largest_sum = rational(0);
    bool positive = true;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      const number& a = points[i].found.value;
      const number& b = points[i + 1].found.value;
      if (!a.is_bounded() || !b.is_bounded()) return {};
      positive = positive && a.sign().value_or(-1) >= 0 && b.sign().value_or(-1) >= 0;
      const number width = rational(points[i + 1].at - points[i].at);
      least_sum = add(least_sum, multiply(width, least(a, b).value).value).value;
      largest_sum = add(largest_sum, multiply(width, largest(a, b).value).value).value;
    }
    if (lower.infinite() != 0 || upper.infinite() != 0) {
      // Of the tail nothing is known but its sign.
      if (!positive) return {};
      const number bound = multiply(least_sum, rational(swapped ? -1 : 1, 4)).value;
      return swapped ? number::between(number(), bound) : number::between(bound, number());
    }
    const number spread = add(largest_sum, negate(least_sum).value).value;
    const number share =
        multiply(largest(elementary("abs", least_sum)->value, elementary("abs", largest_sum)->value)
                     .value,
                 rational(1, 20))
            .value;
    const number margin = add(spread, share).value;
    const number from = add(least_sum, negate(margin).value).value;
    const number to = add(largest_sum, margin).value;
    return swapped ? number::between(negate(to).value, negate(from).value)
                   : number::between(from, to);
  }

  answer extremum(const call& x, const scope& names) {
    const parts limits = all_of({x.arguments[1], x.arguments[2]}, names);
    if (limits.end) return *limits.end;
    const number& lower = limits.values[0].value;
    const number& upper = limits.values[1].value;
    const auto direction = order(lower, upper);
    if (lower.infinite() != 0 || upper.infinite() != 0) return hole("a limit that is not finite");
    if (direction == 1) return hole("limits in the wrong order");
    if (!direction) return {};
    const overview seen = over(name_of(x.arguments[0]), *x.arguments.back(), names, lower, upper);
    if (seen.hole) return *seen.hole;
    if (seen.is_open || seen.points.empty()) return {};
    std::optional<number> best;
    for (const looked_at& one : seen.points) {
      const outcome next = !best ? some(one.found.value)
                                 : (x.name == "minimum" ? least(*best, one.found.value)
                                                        : largest(*best, one.found.value));
      if (next.is != outcome::kind::value) return {};
      best = next.value;
    }
    if (best->infinite() != 0) return {};
    const number range =
        x.name == "minimum" ? number::between(number(), *best) : number::between(*best, number());
    return marked(of_number(some(*direction == 0 ? *best : range)), *direction != 0);
  }

  answer threshold(const call& x, const scope& names) {
    const parts limits = all_of({x.arguments[1], x.arguments[2]}, names);
    if (limits.end) return *limits.end;
    const number& lower = limits.values[0].value;
    const number& upper = limits.values[1].value;
    if (lower.infinite() != 0 || upper.infinite() != 0) return hole("a limit that is not finite");
    const auto direction = order(lower, upper);
    if (direction == 1) return hole("limits in the wrong order");
    if (!direction) return {};
    // Asked for from the lower limit up to the first place where it holds. Whether that comes
    // before a hole is certain only of a hole at the limit itself.
    for (const looked_at& one :
         scan(name_of(x.arguments[0]), *x.arguments.back(), names, lower, upper)) {
      if (one.found.is_hole()) {
        const bool is_first = lower.exact() != nullptr && one.at == *lower.exact();
        return is_first ? one.found : answer();
      }
      if (one.found.is == standing::open || !one.found.truth) return {};
      if (*one.found.truth) return marked(of_number(some(number::between(lower, one.at))), true);
    }
    return {};
  }

  const definitions& visible_;
  long work_ = 0;
  int depth_ = 0;
  std::map<const expression*, int>* signs_ = nullptr;
};

looker::scope scope_of(const point& at) {
  looker::scope names;
  for (const auto& [name, value] : at) names.emplace_back(name, of_number(some(value)));
  return names;
}

}  // namespace

answer look(const expression& formula, const definitions& visible, const point& at) {
  return looker(visible).visit(formula, scope_of(at));
}

answer look(const std::string& text) {
  const definitions nothing;
  return look(*parse_formula(text), nothing, {});
}

std::vector<looked_at> look_over(const expression& formula, const definitions& visible,
                                 const point& others, const std::string& variable,
                                 const rational& lower, const rational& upper) {
  return looker(visible).scan(variable, formula, scope_of(others), lower, upper);
}

}  // namespace slow
