#include "claims/scripts/formula_printer.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

const name_map& gp_names() {
  static const name_map names{
      {"log", "real_log"}, {"sqrt", "real_sqrt"}, {"floor", "floor_of"},
      {"ceil", "ceil_of"}, {"sum", "total"},      {"product", "product_of"},
      {"law", "law_of"},   {"pair", "pair_of"},   {"binomial", "binomial_of"}};
  return names;
}

class gp_printer : public formula_printer {
 public:
  using formula_printer::formula_printer;

  [[nodiscard]] std::vector<std::string_view> names_with_rules() const override {
    std::vector<std::string_view> names = names_in_table(gp_names());
    const auto others = names_in_table(rules());
    names.insert(names.end(), others.begin(), others.end());
    return names;
  }

 protected:
  [[nodiscard]] printed print_literal(const literal& x) const override {
    const integer above = boost::multiprecision::numerator(x.value);
    const integer below = boost::multiprecision::denominator(x.value);
    if (below == 1) return {above.str()};
    return {above.str() + "/" + below.str(), strength::product};
  }

  [[nodiscard]] printed print_constant(const std::string& name) const override {
    if (name == "identity_curve") return {"identity_curve()"};
    return {name == "pi" ? "Pi" : "oo"};
  }

  [[nodiscard]] printed print_power(const power_of& x) const override {
    if (std::holds_alternative<literal>(x.exponent->node) &&
        is_integer(std::get<literal>(x.exponent->node).value))
      return {in_place(*x.base, strength::atom) + "^" + in_place(*x.exponent, strength::atom),
              strength::power};
    return {"power(" + value(*x.base) + ", " + value(*x.exponent) + ")"};
  }

  [[nodiscard]] printed print_joined(const std::vector<expression_ptr>& operands,
                                     bool all) const override {
    std::string text;
    for (const auto& operand : operands)
      text += (text.empty() ? "" : all ? " && " : " || ") + in_place(*operand, strength::negated);
    return {text, all ? strength::conjunction : strength::disjunction};
  }

  [[nodiscard]] printed print_not(const expression& operand) const override {
    return {"!" + in_place(operand, strength::atom), strength::negated};
  }

  [[nodiscard]] printed print_call(const call& x) const override {
    if (const auto own = rules().find(x.name); own != rules().end()) return (this->*own->second)(x);
    const auto known = gp_names().find(x.name);
    const std::string name = known != gp_names().end() ? known->second : function_name(x.name);
    if (binds_a_name(x.name)) return {bound_call(name, x)};
    return {name + "(" + arguments(x, 0, x.arguments.size()) + ")"};
  }

  [[nodiscard]] std::string lambda(const std::string& name, const expression& body) const override {
    return name + " -> " + value(body);
  }

  [[nodiscard]] std::string safe(const printed& text) const override { return text.text; }

 private:
  [[nodiscard]] printed print_choice(const call& x) const {
    return {"if(" + arguments(x, 0, x.arguments.size()) + ")"};
  }

  [[nodiscard]] printed print_existence(const call& x) const {
    return {"defined(() -> " + value(*x.arguments[0]) + ")"};
  }

  [[nodiscard]] printed print_factorial(const call& x) const {
    return {"whole(" + value(*x.arguments[0]) + ")!", strength::power};
  }

  // Of two numbers each.
  [[nodiscard]] printed print_extreme(const call& x) const {
    std::string text = value(*x.arguments[0]);
    for (std::size_t i = 1; i < x.arguments.size(); ++i)
      text = x.name + "(" + text + ", " + value(*x.arguments[i]) + ")";
    return {text};
  }

  // All arguments but the first as one vector.
  [[nodiscard]] printed print_with_vector(const call& x) const {
    return {x.name + "(" + value(*x.arguments[0]) + ", [" + arguments(x, 1, x.arguments.size()) +
            "])"};
  }

  using rule = printed (gp_printer::*)(const call&) const;
  static const std::map<std::string_view, rule>& rules() {
    static const std::map<std::string_view, rule> all{
        {"if", &gp_printer::print_choice},
        {"defined", &gp_printer::print_existence},
        {"factorial", &gp_printer::print_factorial},
        {"min", &gp_printer::print_extreme},
        {"max", &gp_printer::print_extreme},
        {"krr_law", &gp_printer::print_with_vector},
        {"pmf", &gp_printer::print_with_vector},
        {"staircase_pair", &gp_printer::print_with_vector}};
    return all;
  }
};

}  // namespace

std::unique_ptr<formula_printer> make_gp_printer(name_map variables, name_map functions,
                                                 bool merges) {
  return std::make_unique<gp_printer>(std::move(variables), std::move(functions), merges);
}

}  // namespace shufflecert::inline v0_1::claims
