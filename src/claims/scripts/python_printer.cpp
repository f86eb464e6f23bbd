#include "claims/scripts/formula_printer.hpp"
#include "language/syntax/builtins.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// What built-in functions are called, where that is not their own name.
const name_map& python_names() {
  static const name_map names{
      {"exp", "mp.exp"}, {"expm1", "mp.expm1"},     {"tanh", "mp.tanh"}, {"gamma", "mp.gamma"},
      {"sum", "total"},  {"product", "product_of"}, {"law", "law_of"},   {"pair", "pair_of"}};
  return names;
}

class python_printer : public formula_printer {
 public:
  using formula_printer::formula_printer;

  [[nodiscard]] std::vector<std::string_view> names_with_rules() const override {
    std::vector<std::string_view> names = names_in_table(python_names());
    const auto others = names_in_table(rules());
    names.insert(names.end(), others.begin(), others.end());
    return names;
  }

 protected:
  [[nodiscard]] printed print_literal(const literal& x) const override {
    if (is_integer(x.value))
      return {boost::multiprecision::numerator(x.value).str(), strength::atom, true};
    return {"mpf('" + x.spelling + "')"};
  }

  [[nodiscard]] printed print_constant(const std::string& name) const override {
    if (name == "identity_curve") return {name};
    return {"mp." + name};
  }

  [[nodiscard]] printed print_power(const power_of& x) const override {
    const printed base = print(*x.base);
    const printed exponent = print(*x.exponent);
    const printed safe_base{safe(base), base.is_whole_literal ? strength::atom : base.binds};
    return {in_place(safe_base, strength::atom) + "**" + in_place(exponent, strength::sign),
            strength::power};
  }

  [[nodiscard]] printed print_joined(const std::vector<expression_ptr>& operands,
                                     bool all) const override {
    const strength own = all ? strength::conjunction : strength::disjunction;
    const strength least = all ? strength::negated : strength::conjunction;
    std::string text;
    for (const auto& operand : operands)
      text += (text.empty() ? "" : all ? " and " : " or ") + in_place(*operand, least);
    return {text, own};
  }

  [[nodiscard]] printed print_not(const expression& operand) const override {
    return {"not " + in_place(operand, strength::negated), strength::negated};
  }

  [[nodiscard]] printed print_call(const call& x) const override {
    if (const auto own = rules().find(x.name); own != rules().end()) return (this->*own->second)(x);
    const auto known = python_names().find(x.name);
    const std::string name = known != python_names().end() ? known->second : function_name(x.name);
    if (binds_a_name(x.name)) return {bound_call(name, x)};
    return {name + "(" + arguments(x, 0, x.arguments.size()) + ")"};
  }

  [[nodiscard]] std::string lambda(const std::string& name, const expression& body) const override {
    return "lambda " + name + ": " + value(body);
  }

  [[nodiscard]] std::string safe(const printed& text) const override {
    return text.is_whole_literal ? "mpf(" + text.text + ")" : text.text;
  }

 private:
  [[nodiscard]] printed print_choice(const call& x) const {
    const printed yes = print(*x.arguments[1]);
    const printed no = print(*x.arguments[2]);
    return {"(" + in_place(yes, strength::disjunction) + " if " +
                in_place(*x.arguments[0], strength::disjunction) + " else " +
                in_place(no, strength::disjunction) + ")",
            strength::atom, yes.is_whole_literal || no.is_whole_literal};
  }

  [[nodiscard]] printed print_existence(const call& x) const {
    return {"defined(lambda: " + value(*x.arguments[0]) + ")"};
  }

  using rule = printed (python_printer::*)(const call&) const;
  static const std::map<std::string_view, rule>& rules() {
    static const std::map<std::string_view, rule> all{
        {"if", &python_printer::print_choice}, {"defined", &python_printer::print_existence}};
    return all;
  }
};

}  // namespace

std::unique_ptr<formula_printer> make_python_printer(name_map variables, name_map functions,
                                                     bool merges) {
  return std::make_unique<python_printer>(std::move(variables), std::move(functions), merges);
}

}  // namespace shufflecert::inline v0_1::claims
