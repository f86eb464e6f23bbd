#include <algorithm>

#include "language/syntax/builtins.hpp"
#include "language/syntax/guard.hpp"
#include "language/syntax/unknown_variable.hpp"
#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {
namespace {

std::string with_article(value_kind kind) {
  return kind == value_kind::unknown ? "a value" : "a " + to_text(kind);
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& known) {
  const auto close = closest_name(name, known);
  return close ? "; did you mean '" + *close + "'?" : "";
}

class checker {
 public:
  checker(const definitions& visible, name_kinds variables)
      : visible_(visible), variables_(std::move(variables)) {}

  value_kind kind_of(const expression& formula) {
    return std::visit([&](const auto& node) { return check(node, formula.column); }, formula.node);
  }

 private:
  // 50,000 would be two arguments, and the second one 0.
  value_kind check(const literal& number, std::size_t column) {
    const std::string& digits = number.spelling;
    if (!takes_sets_ && digits.size() > 1 && digits[0] == '0' && digits[1] >= '0' &&
        digits[1] <= '9')
      throw formula_error(column, "'" + digits + "' begins with zeros; digits are not grouped: " +
                                      "write 50000 and not 50,000");
    return value_kind::number;
  }

  value_kind check(const variable& v, std::size_t column) {
    if (is_constant(v.name))
      return v.name == "identity_curve" ? value_kind::curve : value_kind::number;
    if (const auto known = variables_.find(v.name); known != variables_.end()) return known->second;
    if (find_builtin(v.name) != nullptr || visible_.find(v.name) != nullptr)
      throw formula_error(column,
                          "'" + v.name + "' is a function: write its arguments in brackets");
    complain_of_variable(v.name, column);
  }

  value_kind check(const call& c, std::size_t column) {
    if (const builtin* function = find_builtin(c.name)) return check_builtin(c, *function, column);
    const definition* defined = visible_.find(c.name);
    if (defined == nullptr && (c.name == any_mechanism_name || c.name == alike_mechanism_name))
      throw formula_error(
          column, "'" + c.name + "' stands for every mechanism" +
                      (c.name == alike_mechanism_name ? " whose other users are alike" : "") +
                      " and has no value here, only in the relation of a claim with about = "
                      "\"mechanism\"; 'shufflecert falsify' " +
                      (c.name == alike_mechanism_name ? "takes it, too" : "looks for mechanisms"));
    if (defined == nullptr) {
      std::vector<std::string> known = builtin_names();
      const auto names = visible_.names();
      known.insert(known.end(), names.begin(), names.end());
      throw formula_error(
          column, "unknown function '" + c.name + "'" +
                      (variables_.contains(c.name) ? "; a product needs '*': " + c.name + "*(...)"
                                                   : did_you_mean(c.name, known)));
    }
    if (c.arguments.size() != defined->parameters.size())
      throw formula_error(
          column, "'" + c.name + "' takes " + count(defined->parameters.size(), "argument") +
                      ", not " + std::to_string(c.arguments.size()) + ": " + signature(*defined));
    for (const auto& argument : c.arguments) kind_of(*argument);
    return value_kind::unknown;
  }

  value_kind check(const negation& n, std::size_t) { return number_from({n.operand}); }

  value_kind check(const sum_chain& s, std::size_t) {
    for (const auto& term : s.terms) require(*term.operand, value_kind::number);
    return value_kind::number;
  }

  value_kind check(const product_chain& p, std::size_t) {
    for (const auto& factor : p.factors) require(*factor.operand, value_kind::number);
    return value_kind::number;
  }

  value_kind check(const power_of& p, std::size_t) {
    if (const auto* base = std::get_if<variable>(&p.base->node);
        base != nullptr && base->name == "e" && !variables_.contains("e"))
      throw unknown_variable(p.base->column, "e", "; write exp(" + to_text(*p.exponent) + ")",
                             true);
    return number_from({p.base, p.exponent});
  }

  value_kind check(const comparison& c, std::size_t) {
    number_from({c.left, c.right});
    return value_kind::truth;
  }

  value_kind check(const conjunction& c, std::size_t) { return truth_from(c.operands); }
  value_kind check(const disjunction& d, std::size_t) { return truth_from(d.operands); }
  value_kind check(const logical_not& n, std::size_t) { return truth_from({n.operand}); }

  value_kind check_builtin(const call& c, const builtin& function, std::size_t column) {
    const std::size_t most =
        function.repeats_last ? c.arguments.size() : function.parameters.size();
    if (c.arguments.size() < function.required() || c.arguments.size() > most)
      throw formula_error(column, "'" + c.name + "' takes " + accepted_count(function) + ", not " +
                                      std::to_string(c.arguments.size()) + ": " +
                                      std::string(function.usage));
    if (function.uses == argument_use::body) return check_binder(c, function);
    std::vector<value_kind> kinds;
    kinds.reserve(c.arguments.size());
    for (std::size_t i = 0; i < c.arguments.size(); ++i) {
      const std::size_t parameter = std::min(i, function.parameters.size() - 1);
      // Sets of outputs are written in digits, 011 for the last two of three.
      takes_sets_ = function.name == "staircase_pair";
      kinds.push_back(require(*c.arguments[i], function.parameters[parameter].kind));
      takes_sets_ = false;
    }
    if (function.uses != argument_use::branch) return function.result;
    // if(…) has the kind of its branches, which is one. Each part is checked once: nested ifs would
    // double the work at each level otherwise.
    // One that is 0/0 has no value of any kind.
    if (is_valueless(*c.arguments[2])) return kinds[1];
    if (is_valueless(*c.arguments[1])) return kinds[2];
    require_kind(kinds[2], kinds[1], *c.arguments[2]);
    return kinds[1] == value_kind::unknown ? kinds[2] : kinds[1];
  }

  // A form that binds a name: the first argument is the name, the last one the body that uses it.
  value_kind check_binder(const call& c, const builtin& function) {
    const auto* name = std::get_if<variable>(&c.arguments.front()->node);
    if (name == nullptr || !is_usable_name(name->name))
      throw formula_error(c.arguments.front()->column,
                          std::string(function.is_name_second ? "the second" : "the first") +
                              " argument of '" + c.name + "' is the name of its index");
    const std::size_t last = c.arguments.size() - 1;
    for (std::size_t i = 1; i < last; ++i) require(*c.arguments[i], function.parameters[i].kind);
    // Inside the body the name hides a variable of the same name.
    const name_kinds outside = variables_;
    variables_[name->name] = value_kind::number;
    require(*c.arguments[last], function.parameters[last].kind);
    variables_ = outside;
    return function.result;
  }

  value_kind require(const expression& part, value_kind expected) {
    const value_kind found = kind_of(part);
    require_kind(found, expected, part);
    return found;
  }

  static void require_kind(value_kind found, value_kind expected, const expression& part) {
    if (found != value_kind::unknown && expected != value_kind::unknown && found != expected)
      throw formula_error(part.column, "expected " + with_article(expected) + ", found " +
                                           with_article(found) + " ('" + to_text(part) + "')");
  }

  value_kind number_from(const std::vector<expression_ptr>& parts) {
    for (const auto& part : parts) require(*part, value_kind::number);
    return value_kind::number;
  }

  value_kind truth_from(const std::vector<expression_ptr>& parts) {
    for (const auto& part : parts) require(*part, value_kind::truth);
    return value_kind::truth;
  }

  [[noreturn]] void complain_of_variable(const std::string& name, std::size_t column) const {
    std::vector<std::string> known;
    for (const auto& [variable, kind] : variables_) known.push_back(variable);
    if (const std::string hint = did_you_mean(name, known); !hint.empty())
      throw unknown_variable(column, name, hint, true);
    if (name == "e") throw unknown_variable(column, name, "; write exp(1) for the number e", true);
    if (known.empty()) throw unknown_variable(column, name, "; no variable is set here", false);
    std::string list;
    for (const auto& variable : known) list += (list.empty() ? "" : ", ") + variable;
    throw unknown_variable(column, name, "; known here: " + list, false);
  }

  static std::string count(std::size_t n, const std::string& what) {
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
  }

  static std::string accepted_count(const builtin& function) {
    if (function.repeats_last) return "at least " + count(function.required(), "argument");
    if (function.optional == 0) return count(function.required(), "argument");
    return std::to_string(function.required()) + " or " +
           count(function.parameters.size(), "argument");
  }

  static std::string signature(const definition& defined) {
    std::string list;
    for (const auto& parameter : defined.parameters) list += (list.empty() ? "" : ", ") + parameter;
    return defined.name + "(" + list + ")";
  }

  const definitions& visible_;
  name_kinds variables_;
  bool takes_sets_ = false;  ///< inside of staircase_pair()
};

}  // namespace

std::string to_text(value_kind kind) {
  switch (kind) {
    case value_kind::number:
      return "number";
    case value_kind::truth:
      return "condition";
    case value_kind::pair:
      return "pair";
    case value_kind::law:
      return "law";
    case value_kind::curve:
      return "trade-off function";
    case value_kind::unknown:
      break;
  }
  return "value";
}

value_kind check_formula(const expression& formula, const definitions& visible,
                         const name_kinds& variables) {
  return checker(visible, variables).kind_of(formula);
}

}  // namespace shufflecert::inline v0_1
