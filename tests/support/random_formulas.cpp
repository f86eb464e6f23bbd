#include "support/random_formulas.hpp"

using namespace shufflecert;

namespace {

made_formula plainly(const std::string& text) {
  return {text, text};
}

// "log({})" with the parts in the places of the braces.
made_formula fill(const std::string& pattern, const std::vector<made_formula>& parts) {
  made_formula result;
  std::size_t next = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    if (pattern.compare(i, 2, "{}") != 0) {
      result.text += pattern[i];
      result.plain += pattern[i];
      continue;
    }
    result.text += parts.at(next).text;
    result.plain += parts.at(next).plain;
    ++next;
    ++i;
  }
  return result;
}

std::string next_name(const std::vector<std::string>& names) {
  static const std::vector<std::string> all{"x", "y", "z", "u", "v", "w"};
  return all[names.size() % all.size()];
}

std::vector<std::string> with(std::vector<std::string> names, const std::string& name) {
  names.push_back(name);
  return names;
}

}  // namespace

made_formula formula_maker::constant() {
  static const std::vector<made_formula> disguised{{"sqrt(2)*sqrt(2)", "2"},
                                                   {"sqrt(2)^2", "2"},
                                                   {"(exp(1)*exp(-1))", "1"},
                                                   {"(sqrt(2)*sqrt(2) - 2)", "0"},
                                                   {"exp(log(3))", "3"},
                                                   {"(log(8)/log(2))", "3"},
                                                   {"-sqrt(3)*sqrt(3)", "-3"},
                                                   {"(exp(1/2)/exp(1/2) - 1)", "0"},
                                                   {"exp(2*log(sqrt(5)))", "5"},
                                                   {"(sqrt(3) - 1)*(sqrt(3) + 1)", "2"},
                                                   {"(sqrt(1/4) - tanh(0))", "1/2"}};
  if (random_.once_in(8)) {
    const made_formula& chosen = random_.of(disguised);
    return {"(" + chosen.text + ")", "(" + chosen.plain + ")"};
  }
  return plainly(random_.text({"0", "1", "2", "3", "(-1)", "(-2)", "1/2", "(-1/2)", "(1/3)", "10",
                               "60", "50", "0.1", "10^-30", "sqrt(2)", "exp(1)", "pi", "5/2"}));
}

made_formula formula_maker::leaf(const std::vector<std::string>& names) {
  if (names.empty() || random_.once_in(3)) return constant();
  return plainly(names[random_.once_in(4) ? random_.below(names.size()) : names.size() - 1]);
}

// Something that ends where its argument leaves a domain.
made_formula formula_maker::edge(const std::vector<std::string>& names, int depth) {
  const made_formula a = number(names, depth - 1);
  const made_formula c = constant();
  switch (random_.below(24)) {
    case 0:
      return fill("log({} - {})", {c, a});
    case 1:
      return fill("sqrt({} - {})", {c, a});
    case 2:
      return fill("1/({} - {})", {a, c});
    case 3:
      return fill("log({})", {a});
    case 4:
      return fill("sqrt({})", {a});
    case 5:
      return fill("({})^(-1)", {a});
    case 6:
      return fill("({})/({})", {a, a});
    case 7:
      return fill("log(({})^2)", {a});
    case 8:
      return fill("(-1)^floor({})", {a});
    case 9:
      return fill("({})^({})", {a, leaf(names)});
    case 10:
      return fill("sqrt({} - 10^-30)", {a});
    case 11:
      return fill("log1p({})", {a});
    case 12:
      return fill("1/(({})^2 - {})", {a, c});
    case 13:
      return fill("({})^(1/3)", {a});
    case 14:
      return fill("({})^0.5", {a});
    case 15:
      return fill("0^({})", {a});
    case 16:
      return fill("1/floor({})", {a});
    case 17:
      return fill("lgamma({})", {a});
    case 18:
      return fill("gamma({})", {a});
    case 19:
      return fill("1/max({}, {})", {a, c});
    case 20:
      return fill("sqrt(abs({}) - {})", {a, c});
    case 21:
      return fill("(1/floor({}))^({})", {a, leaf(names)});
    case 22:
      return fill("({} - ({})^2)^({})", {c, a, leaf(names)});
    default:
      return fill("log(max({}, {}))", {a, c});
  }
}

// Something of which a bound can be known without looking at the argument.
made_formula formula_maker::hidden(const std::vector<std::string>& names, int depth) {
  const made_formula a = random_.once_in(4) ? number(names, depth - 1) : edge(names, depth - 1);
  switch (random_.below(19)) {
    case 0:
      return fill("tanh({})", {a});
    case 1:
      return fill("Phi({})", {a});
    case 2:
      return fill("({})^0", {a});
    case 3:
      return fill("0*({})", {a});
    case 4:
      return fill("min({}, {})", {constant(), a});
    case 5:
      return fill("max({}, {})", {constant(), a});
    case 6:
      return fill("if({} > {}, 1, {})", {a, constant(), random_.once_in(2) ? constant() : a});
    case 7:
      return fill("({} - {})", {a, a});
    case 8:
      return fill("floor(tanh({})/2)", {a});
    case 9:
      return fill("if({}, {}, {})", {condition(names, depth - 1), a, leaf(names)});
    case 10:
      return fill("unused({}, {})", {leaf(names), a});
    case 11:
      return fill("product(j, 1, 3, j - 2 + 0*({}))", {a});
    case 12:
      return fill("sum(j, 1, {}, {})", {plainly(random_.text({"0", "2"})), a});
    case 13:
      return fill("exp(-abs({}))", {a});
    case 14:
      return fill("abs({})^0", {a});
    case 15:
      return fill("unused({}, {})", {leaf(names), condition(names, depth - 1)});
    case 16:
      return fill("picked({}, {})", {condition(names, depth - 1), leaf(names)});
    case 17:
      return fill("sum(j, 1, floor({}), 1/(j - 2))", {a});
    default:
      return fill("chosen({}, {})", {leaf(names), a});
  }
}

made_formula formula_maker::shape(const std::vector<std::string>& names, int depth) {
  const made_formula a = number(names, depth - 1);
  switch (random_.below(12)) {
    case 0:
      return fill("({} + {})", {a, number(names, depth - 1)});
    case 1:
      return fill("({} - {})", {a, number(names, depth - 1)});
    case 2:
      return fill("{}*{}", {fill("({})", {a}), fill("({})", {number(names, depth - 1)})});
    case 3:
      return fill("exp({})", {a});
    case 4:
      return fill("({})^2", {a});
    case 5:
      return fill("abs({})", {a});
    case 6:
      return fill("floor({})", {a});
    case 7:
      return fill("min({}, {})", {a, leaf(names)});
    case 8:
      return fill("max({}, {})", {a, leaf(names)});
    case 9:
      return fill("ceil({})", {a});
    case 10:
      return fill("expm1({})", {a});
    default:
      return fill("(-({}))", {a});
  }
}

// A factor that makes the integral to infinity converge.
made_formula formula_maker::decaying(const std::string& name, const std::vector<std::string>& names,
                                     int depth) {
  const made_formula body = number(names, depth);
  const made_formula factor =
      plainly(random_.text({"exp(-10*", "exp(-", "exp(-2*", "exp(-3*"}) + name + ")");
  switch (random_.below(4)) {
    case 0:
      return fill("{}*({})", {factor, hidden(names, depth)});
    case 1:
      return fill("{} + 0*({})", {factor, hidden(names, depth)});
    default:
      return fill("{}*({})", {factor, body});
  }
}

made_formula formula_maker::context(const std::vector<std::string>& names, int depth) {
  const std::string name = next_name(names);
  const auto inner = with(names, name);
  const made_formula body = random_.once_in(3) ? number(inner, depth) : hidden(inner, depth);
  const made_formula from = plainly(random_.text({"0", "0", "-1", "1", "1/2", "-2"}));
  const made_formula to = plainly(random_.text({"1", "2", "3", "5", "sqrt(2)", "4"}));
  switch (random_.below(7)) {
    case 0:
      return fill("integral(" + name + ", {}, inf, {})", {from, decaying(name, inner, depth)});
    case 1:
      return fill("normal_mean(" + name + ", {})", {body});
    case 2:
      return fill("minimum(" + name + ", {}, {}, {})", {from, to, body});
    case 3:
      return fill("maximum(" + name + ", {}, {}, {})", {from, to, body});
    case 4:
      return fill("smallest(" + name + ", {}, {}, {})", {from, to, condition(inner, depth)});
    default:
      return fill("integral(" + name + ", {}, {}, {})", {from, to, body});
  }
}

made_formula formula_maker::number(const std::vector<std::string>& names, int depth) {
  if (depth <= 0) return leaf(names);
  switch (random_.below(8)) {
    case 0:
    case 1:
      return edge(names, depth);
    case 2:
    case 3:
      return hidden(names, depth);
    case 4:
      return leaf(names);
    case 5:
      return names.size() < 2 && depth > 1 && random_.once_in(6) ? context(names, depth - 1)
                                                                 : shape(names, depth);
    default:
      return shape(names, depth);
  }
}

made_formula formula_maker::condition(const std::vector<std::string>& names, int depth) {
  const std::string op = random_.text({" < ", " <= ", " > ", " >= ", " == ", " != "});
  if (depth <= 0) return fill("{}" + op + "{}", {leaf(names), leaf(names)});
  switch (random_.below(10)) {
    case 9:
      return identity(names, depth);
    case 0:
      return fill("({} and {})", {condition(names, depth - 1), condition(names, depth - 1)});
    case 1:
      return fill("({} or {})", {condition(names, depth - 1), condition(names, depth - 1)});
    case 2:
      return fill("not ({})", {condition(names, depth - 1)});
    case 3:
      return fill("defined({})", {number(names, depth)});
    case 4:
      return fill("({} and {})",
                  {condition(names, 0), fill("{}" + op + "{}", {edge(names, depth), constant()})});
    case 5:
      return fill("({} or {})",
                  {fill("{}" + op + "{}", {edge(names, depth), constant()}), condition(names, 0)});
    default:
      return fill("{}" + op + "{}", {number(names, depth), leaf(names)});
  }
}

// Two sides that algebra takes for the same, wherever both exist.
made_formula formula_maker::identity(const std::vector<std::string>& names, int depth) {
  const made_formula a = number(names, depth - 1);
  switch (random_.below(12)) {
    case 0:
      return fill("({})/({}) == 1", {a, a});
    case 1:
      return fill("({}) - ({}) == 0", {a, a});
    case 2:
      return fill("sqrt({})^2 == {}", {a, a});
    case 3:
      return fill("exp(log({})) == {}", {a, a});
    case 4:
      return fill("({})^0 == 1", {a});
    case 5:
      return fill("({})^(1/2)*({})^(1/2) == {}", {a, a, a});
    case 6:
      return fill("0*({}) == 0", {a});
    case 7:
      return fill("({})^2*({})^(-2) == 1", {a, a});
    case 8:
      return fill("{} == {}", {a, a});
    case 9:
      return fill("exp({})*exp(-({})) == unused(1, {})", {a, a, a});
    case 10:
      return fill("(({})^3)^(1/3) == {}", {a, a});
    default:
      return fill("({} + 1)^2 == ({})^2 + 2*({}) + 1", {a, a, a});
  }
}

made_formula formula_maker::closed() {
  const int depth = 1 + static_cast<int>(random_.below(3));
  switch (random_.below(10)) {
    case 0:
      return number({}, depth + 1);
    case 1:
      return condition({}, depth + 1);
    case 2:
      return fill("defined({})", {context({}, depth)});
    case 3:
      return fill("{} > {}", {context({}, depth), constant()});
    case 4:
      return hidden({}, depth + 1);
    case 5:
      return fill("unused({}, {})", {constant(), context({}, depth)});
    default:
      return context({}, depth);
  }
}

const definitions& random_definitions() {
  static const definitions all = [] {
    definitions result;
    const auto add = [&](const char* name, const char* body) {
      result.add({name, {"a", "b"}, parse_formula(body)});
    };
    add("unused", "a");
    add("chosen", "if(a > 0, a, b)");
    add("picked", "if(a, b, 0)");
    return result;
  }();
  return all;
}
