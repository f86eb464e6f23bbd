#include <fmt/format.h>

#include <algorithm>

#include "typeset/factors.hpp"
#include "typeset/typeset.hpp"

namespace shufflecert::inline v0_1 {
namespace {

// How tightly a piece of a formula binds. A large operator takes everything to its right.
enum class strength {
  disjunction,
  conjunction,
  negated,
  comparison,
  large,
  sum,
  product,
  sign,
  power,
  atom
};

struct piece {
  layout shape;
  strength binds = strength::atom;
  bool starts_with_sign = false;
};

layout word(const std::string& text) {
  return leaf(layout::kind::word, text);
}

layout letter(const std::string& text) {
  return leaf(layout::kind::letter, text);
}

layout bracketed(layout content) {
  return fenced("(", std::move(content), ")");
}

const char* sign_of(relation op) {
  switch (op) {
    case relation::less:
      return "<";
    case relation::less_equal:
      return "≤";
    case relation::greater:
      return ">";
    case relation::greater_equal:
      return "≥";
    case relation::equal:
      return "=";
    case relation::not_equal:
      return "≠";
  }
  return "";
}

class typesetter {
 public:
  static std::vector<std::string_view> names() {
    std::vector<std::string_view> all;
    for (const auto& [name, how] : rules()) all.emplace_back(name);
    return all;
  }

  explicit typesetter(const symbol_table& symbols) : symbols_(symbols) {}

  piece set(const expression& formula) const {
    return std::visit([&](const auto& node) { return set_node(node); }, formula.node);
  }

 private:
  using arguments = std::vector<expression_ptr>;

  [[nodiscard]] layout shape(const expression& formula) const { return set(formula).shape; }

  // In brackets, unless it binds at least so tightly.
  [[nodiscard]] layout at_least(strength needed, const expression& formula,
                                bool may_start_with_sign = true) const {
    piece result = set(formula);
    if (result.binds < needed || (result.starts_with_sign && !may_start_with_sign))
      return bracketed(std::move(result.shape));
    return std::move(result.shape);
  }

  [[nodiscard]] layout name(const std::string& text) const { return set_name(text, symbols_); }

  [[nodiscard]] layout bound(const expression_ptr& index) const { return shape(*index); }

  // "1e-12" is ten to a power.
  static piece set_node(const literal& x) {
    const std::size_t mark = x.spelling.find_first_of("eE");
    if (mark == std::string::npos) return {leaf(layout::kind::number, x.spelling)};
    const std::string mantissa = x.spelling.substr(0, mark);
    std::string digits = x.spelling.substr(mark + 1);
    const bool is_negative = digits.front() == '-';
    if (is_negative || digits.front() == '+') digits.erase(0, 1);
    layout exponent = leaf(layout::kind::number, digits);
    if (is_negative) exponent = row_of({sign("−"), std::move(exponent)});
    layout power = scripts(leaf(layout::kind::number, "10"), {}, std::move(exponent));
    if (mantissa == "1") return {std::move(power), strength::power};
    return {row_of({leaf(layout::kind::number, mantissa), sign("·"), std::move(power)}),
            strength::product};
  }

  [[nodiscard]] piece set_node(const variable& x) const { return {name(x.name)}; }

  [[nodiscard]] piece set_node(const negation& x) const {
    return {row_of({sign("−"), at_least(strength::product, *x.operand, false)}), strength::sum,
            true};
  }

  [[nodiscard]] piece set_node(const sum_chain& x) const {
    std::vector<layout> parts;
    bool starts_with_sign = false;
    for (std::size_t i = 0; i < x.terms.size(); ++i) {
      piece term = set(*x.terms[i].operand);
      const bool is_last = i + 1 == x.terms.size();
      // A negative first term needs no brackets, and a large operator none at the end.
      const bool is_free = (i == 0 && is_negation(*x.terms[i].operand)) ||
                           (is_last && i > 0 && term.binds == strength::large);
      if (i > 0) parts.push_back(sign(x.terms[i].subtracted ? "−" : "+"));
      if (!is_free && (term.binds < strength::product || (i > 0 && term.starts_with_sign)))
        term.shape = bracketed(std::move(term.shape));
      else if (i == 0)
        starts_with_sign = term.starts_with_sign;
      parts.push_back(std::move(term.shape));
    }
    return {row_of(std::move(parts)), strength::sum, starts_with_sign};
  }

  static bool is_negation(const expression& formula) {
    return std::holds_alternative<negation>(formula.node);
  }

  // From the left: a·b/c·d is the fraction a·b over c, times d.
  [[nodiscard]] piece set_node(const product_chain& x) const {
    std::vector<layout> groups;
    std::size_t first = 0;
    while (first < x.factors.size()) {
      std::size_t divisors = first;
      while (divisors < x.factors.size() && !x.factors[divisors].divided) ++divisors;
      std::size_t end = divisors;
      while (end < x.factors.size() && x.factors[end].divided) ++end;
      if (divisors == end) {
        for (std::size_t i = first; i < end; ++i)
          groups.push_back(at_least(strength::power, *x.factors[i].operand, false));
      } else {
        groups.push_back({layout::kind::fraction,
                          "",
                          "",
                          {factors(x, first, divisors), factors(x, divisors, end)}});
      }
      first = end;
    }
    return {side_by_side(std::move(groups)), strength::product};
  }

  // What stands above or below a fraction's line needs no brackets if it stands alone.
  [[nodiscard]] layout factors(const product_chain& x, std::size_t first, std::size_t end) const {
    if (end - first == 1) return shape(*x.factors[first].operand);
    std::vector<layout> shapes;
    for (std::size_t i = first; i < end; ++i)
      shapes.push_back(at_least(strength::power, *x.factors[i].operand, false));
    return side_by_side(std::move(shapes));
  }

  [[nodiscard]] piece set_node(const power_of& x) const {
    return raised(at_least(strength::atom, *x.base), shape(*x.exponent));
  }

  static piece raised(layout base, layout exponent) {
    if (base.what == layout::kind::scripts && base.parts[2].is_empty()) {
      base.parts[2] = std::move(exponent);
      return {std::move(base), strength::power};
    }
    return {scripts(std::move(base), {}, std::move(exponent)), strength::power};
  }

  [[nodiscard]] piece set_node(const comparison& x) const {
    return {row_of({at_least(strength::large, *x.left), sign(sign_of(x.op)),
                    at_least(strength::large, *x.right)}),
            strength::comparison};
  }

  [[nodiscard]] piece set_node(const conjunction& x) const {
    return {joined(x.operands, "and", strength::negated), strength::conjunction};
  }

  [[nodiscard]] piece set_node(const disjunction& x) const {
    return {joined(x.operands, "or", strength::negated), strength::disjunction};
  }

  [[nodiscard]] piece set_node(const logical_not& x) const {
    return {row_of({word("not"), space(), at_least(strength::atom, *x.operand)}),
            strength::negated};
  }

  static layout space() { return leaf(layout::kind::space, ""); }

  [[nodiscard]] layout joined(const arguments& operands, const char* by, strength needed) const {
    std::vector<layout> parts;
    for (const expression_ptr& operand : operands) {
      if (!parts.empty()) {
        parts.push_back(space());
        parts.push_back(word(by));
        parts.push_back(space());
      }
      parts.push_back(at_least(needed, *operand));
    }
    return row_of(std::move(parts));
  }

  [[nodiscard]] layout list(const arguments& given, std::size_t first, std::size_t end) const {
    if (end - first == 1) return shape(*given[first]);
    std::vector<layout> parts;
    for (std::size_t i = first; i < end; ++i) {
      if (i > first) parts.push_back(sign(","));
      parts.push_back(shape(*given[i]));
    }
    return row_of(std::move(parts));
  }

  [[nodiscard]] piece applied(layout function, const arguments& given) const {
    return {row_of({std::move(function), bracketed(list(given, 0, given.size()))}),
            strength::power};
  }

  [[nodiscard]] piece set_node(const call& x) const {
    const auto known = rules().find(x.name);
    if (known != rules().end() && x.arguments.size() == known->second.count)
      return (this->*known->second.set)(x.arguments);
    return applied(name(x.name), x.arguments);
  }

  [[nodiscard]] piece set_exp(const arguments& given) const {
    return raised(letter("e"), shape(*given[0]));
  }
  [[nodiscard]] piece set_expm1(const arguments& given) const {
    return {row_of({set_exp(given).shape, sign("−"), leaf(layout::kind::number, "1")}),
            strength::sum};
  }
  [[nodiscard]] piece set_log1p(const arguments& given) const {
    const layout sum = row_of({leaf(layout::kind::number, "1"), sign("+"),
                               at_least(strength::product, *given[0], false)});
    return {row_of({word("log"), bracketed(sum)}), strength::power};
  }
  [[nodiscard]] piece set_sqrt(const arguments& given) const {
    return {{layout::kind::root, "", "", {shape(*given[0])}}};
  }
  [[nodiscard]] piece set_abs(const arguments& given) const {
    return {fenced("|", shape(*given[0]), "|")};
  }
  [[nodiscard]] piece set_floor(const arguments& given) const {
    return {fenced("⌊", shape(*given[0]), "⌋")};
  }
  [[nodiscard]] piece set_ceil(const arguments& given) const {
    return {fenced("⌈", shape(*given[0]), "⌉")};
  }
  [[nodiscard]] piece set_gamma(const arguments& given) const {
    return applied(letter("Γ"), given);
  }
  [[nodiscard]] piece set_lgamma(const arguments& given) const {
    return {row_of({word("log"), applied(letter("Γ"), given).shape}), strength::product};
  }
  [[nodiscard]] piece set_factorial(const arguments& given) const {
    return {row_of({at_least(strength::atom, *given[0]), sign("!")}), strength::power};
  }
  [[nodiscard]] piece set_binomial(const arguments& given) const {
    return {{layout::kind::binomial, "", "", {shape(*given[0]), shape(*given[1])}}};
  }
  [[nodiscard]] piece set_normal(const arguments& given) const {
    return applied(letter("Φ"), given);
  }
  [[nodiscard]] piece set_normal_inverse(const arguments& given) const {
    return applied(scripts(letter("Φ"), {}, row_of({sign("−"), leaf(layout::kind::number, "1")})),
                   given);
  }

  [[nodiscard]] piece with_large(layout head, layout below, layout above,
                                 const expression& body) const {
    return {
        row_of(
            {{layout::kind::large, "", "", {std::move(head), std::move(below), std::move(above)}},
             at_least(strength::product, body, false)}),
        strength::large};
  }
  [[nodiscard]] piece repeated(const char* head, const arguments& given) const {
    return with_large(sign(head), row_of({bound(given[0]), sign("="), shape(*given[1])}),
                      shape(*given[2]), *given[3]);
  }
  [[nodiscard]] piece set_sum(const arguments& given) const { return repeated("∑", given); }
  [[nodiscard]] piece set_product(const arguments& given) const { return repeated("∏", given); }

  [[nodiscard]] piece extreme(const char* head, const arguments& given) const {
    layout range =
        row_of({shape(*given[1]), sign("≤"), bound(given[0]), sign("≤"), shape(*given[2])});
    return with_large(word(head), std::move(range), {}, *given[3]);
  }
  [[nodiscard]] piece set_minimum(const arguments& given) const { return extreme("inf", given); }
  [[nodiscard]] piece set_maximum(const arguments& given) const { return extreme("sup", given); }
  [[nodiscard]] piece set_smallest(const arguments& given) const {
    layout content = row_of({bound(given[0]), sign("∈"), fenced("[", list(given, 1, 3), "]"),
                             sign(":"), shape(*given[3])});
    return {row_of({word("inf"), fenced("{", std::move(content), "}")}), strength::power};
  }

  [[nodiscard]] piece set_integral(const arguments& given) const {
    return {row_of({scripts(sign("∫"), shape(*given[1]), shape(*given[2])),
                    at_least(strength::product, *given[3]), word("d"), bound(given[0])}),
            strength::large};
  }

  // The mean of a body for an index of a given law.
  [[nodiscard]] piece mean(const expression_ptr& index, layout law, const expression& body) const {
    return {row_of({scripts(letter("E"), row_of({bound(index), sign("∼"), std::move(law)})),
                    fenced("[", shape(body), "]")}),
            strength::power};
  }
  [[nodiscard]] piece set_mean(const arguments& given) const {
    return mean(given[0], shape(*given[1]), *given[2]);
  }
  [[nodiscard]] piece set_normal_mean(const arguments& given) const {
    layout law = row_of({letter("N"), bracketed(row_of({leaf(layout::kind::number, "0"), sign(","),
                                                        leaf(layout::kind::number, "1")}))});
    return mean(given[0], std::move(law), *given[1]);
  }
  [[nodiscard]] piece set_binomial_mean(const arguments& given) const {
    return mean(given[0], row_of({word("Bin"), bracketed(list(given, 1, 3))}), *given[3]);
  }
  [[nodiscard]] piece set_poisson_mean(const arguments& given) const {
    return mean(given[0], row_of({word("Poi"), bracketed(list(given, 1, 2))}), *given[2]);
  }

  [[nodiscard]] piece set_renyi(const arguments& given) const {
    return {row_of({scripts(letter("D"), shape(*given[1])), bracketed(shape(*given[0]))}),
            strength::power};
  }
  [[nodiscard]] piece set_hockey_stick(const arguments& given) const {
    layout order = raised(letter("e"), shape(*given[1])).shape;
    return {row_of({scripts(letter("H"), std::move(order)), bracketed(shape(*given[0]))}),
            strength::power};
  }
  [[nodiscard]] piece set_total_variation(const arguments& given) const {
    return applied(word("TV"), given);
  }
  [[nodiscard]] piece set_tradeoff(const arguments& given) const {
    return {row_of({letter("T"), bracketed(shape(*given[0])), bracketed(shape(*given[1]))}),
            strength::power};
  }
  [[nodiscard]] piece set_at(const arguments& given) const {
    return {row_of({at_least(strength::power, *given[0]), bracketed(shape(*given[1]))}),
            strength::power};
  }
  [[nodiscard]] piece set_gaussian_curve(const arguments& given) const {
    return {scripts(letter("G"), shape(*given[0]))};
  }

  // An `if` in the second branch goes on with the list of cases.
  [[nodiscard]] piece set_if(const arguments& given) const {
    std::vector<layout> cases;
    const arguments* choice = &given;
    while (true) {
      cases.push_back(shape(*(*choice)[1]));
      cases.push_back(row_of({word("if"), space(), shape(*(*choice)[0])}));
      const auto* next = std::get_if<call>(&(*choice)[2]->node);
      if (next == nullptr || next->name != "if" || next->arguments.size() != 3) break;
      choice = &next->arguments;
    }
    // What is 0/0 otherwise has no value there: the domain of a definition is written so.
    if (to_text(*(*choice)[2]) != "0/0") {
      cases.push_back(shape(*(*choice)[2]));
      cases.push_back(word("otherwise"));
    }
    return {{layout::kind::cases, "", "", std::move(cases)}, strength::large};
  }

  // How a built-in function with that many arguments is set.
  struct rule {
    std::size_t count;
    piece (typesetter::*set)(const arguments&) const;
  };

  static const std::map<std::string, rule, std::less<>>& rules() {
    static const std::map<std::string, rule, std::less<>> known{
        {"exp", {1, &typesetter::set_exp}},
        {"expm1", {1, &typesetter::set_expm1}},
        {"log1p", {1, &typesetter::set_log1p}},
        {"sqrt", {1, &typesetter::set_sqrt}},
        {"abs", {1, &typesetter::set_abs}},
        {"floor", {1, &typesetter::set_floor}},
        {"ceil", {1, &typesetter::set_ceil}},
        {"gamma", {1, &typesetter::set_gamma}},
        {"lgamma", {1, &typesetter::set_lgamma}},
        {"factorial", {1, &typesetter::set_factorial}},
        {"binomial", {2, &typesetter::set_binomial}},
        {"Phi", {1, &typesetter::set_normal}},
        {"Phi_inv", {1, &typesetter::set_normal_inverse}},
        {"sum", {4, &typesetter::set_sum}},
        {"product", {4, &typesetter::set_product}},
        {"minimum", {4, &typesetter::set_minimum}},
        {"maximum", {4, &typesetter::set_maximum}},
        {"smallest", {4, &typesetter::set_smallest}},
        {"integral", {4, &typesetter::set_integral}},
        {"mean", {3, &typesetter::set_mean}},
        {"normal_mean", {2, &typesetter::set_normal_mean}},
        {"binomial_mean", {4, &typesetter::set_binomial_mean}},
        {"poisson_mean", {3, &typesetter::set_poisson_mean}},
        {"renyi", {2, &typesetter::set_renyi}},
        {"hockey_stick", {2, &typesetter::set_hockey_stick}},
        {"total_variation", {1, &typesetter::set_total_variation}},
        {"tradeoff", {2, &typesetter::set_tradeoff}},
        {"at", {2, &typesetter::set_at}},
        {"gaussian_curve", {1, &typesetter::set_gaussian_curve}},
        {"if", {3, &typesetter::set_if}}};
    return known;
  }

  const symbol_table& symbols_;
};

}  // namespace

std::vector<std::string_view> names_with_layouts() {
  return typesetter::names();
}

layout set_formula(const expression& formula, const symbol_table& symbols) {
  return typesetter(symbols).set(formula).shape;
}

}  // namespace shufflecert::inline v0_1
