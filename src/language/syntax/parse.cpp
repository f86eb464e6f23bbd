#include <algorithm>
#include <array>
#include <iterator>
#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/limit_depth.hpp>
#include <type_traits>

#include "language/syntax/builtins.hpp"
#include "language/syntax/formula_hints.hpp"
#include "language/syntax/grammar.hpp"
#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {
namespace grammar {

// What is read, from the inside to the outside: each rule that `is_whole` takes the expressions
// that were read within it and leaves one. A tree of PEGTL would have a node for each level of
// precedence that a number passes, which takes several times as long as reading does.
struct part {
  std::size_t column = 0;
  std::size_t first_operand = 0;
  std::size_t first_operator = 0;
  std::string name = {};
  bool is_call = false;
  relation compared = relation::less;
};

struct reader {
  std::vector<part> parts;  ///< that have begun, the innermost last
  std::vector<expression_ptr> operands;
  std::vector<bool> operators;  ///< whether what follows is subtracted, or divides

  void leave(decltype(expression::node) node, std::size_t column) {
    operands.push_back(std::make_shared<const expression>(expression{std::move(node), column}));
  }
  /// Takes the operands of a part away.
  std::vector<expression_ptr> taken(const part& of) {
    const auto first = operands.begin() + static_cast<std::ptrdiff_t>(of.first_operand);
    std::vector<expression_ptr> result(std::make_move_iterator(first),
                                       std::make_move_iterator(operands.end()));
    operands.erase(first, operands.end());
    return result;
  }
  /// How many operands a part has.
  [[nodiscard]] std::size_t count(const part& of) const {
    return operands.size() - of.first_operand;
  }
  /// Whether the operand at this place of a part is subtracted, or divides.
  [[nodiscard]] bool inverts(const part& of, std::size_t place) const {
    return place > 0 && operators[of.first_operator + place - 1];
  }
};

// finish(rule, reader, part): what a rule that is whole leaves.
template <class Rule>
using of_rule = std::type_identity<Rule>;

void finish(of_rule<name_or_call>, reader& read, const part& whole) {
  if (!whole.is_call) return read.leave(variable{whole.name}, whole.column);
  auto arguments = in_the_other_order(whole.name, read.taken(whole));
  std::string function(meant_function(whole.name, arguments));
  read.leave(call{std::move(function), std::move(arguments)}, whole.column);
}

void finish(of_rule<power>, reader& read, const part& whole) {
  if (read.count(whole) == 1) return;
  auto both = read.taken(whole);
  read.leave(power_of{std::move(both[0]), std::move(both[1])}, whole.column);
}

void finish(of_rule<minus_sign>, reader& read, const part& whole) {
  read.leave(negation{read.taken(whole).front()}, whole.column);
}

void finish(of_rule<multiplicative>, reader& read, const part& whole) {
  if (read.count(whole) == 1) return;
  product_chain chain;
  for (auto& operand : read.taken(whole))
    chain.factors.push_back({read.inverts(whole, chain.factors.size()), std::move(operand)});
  read.leave(std::move(chain), whole.column);
}

void finish(of_rule<additive>, reader& read, const part& whole) {
  if (read.count(whole) == 1) return;
  sum_chain chain;
  for (auto& operand : read.taken(whole))
    chain.terms.push_back({read.inverts(whole, chain.terms.size()), std::move(operand)});
  read.leave(std::move(chain), whole.column);
}

void finish(of_rule<comparison>, reader& read, const part& whole) {
  if (read.count(whole) == 1) return;
  auto both = read.taken(whole);
  read.leave(shufflecert::comparison{std::move(both[0]), whole.compared, std::move(both[1])},
             whole.column);
}

void finish(of_rule<not_expression>, reader& read, const part& whole) {
  read.leave(logical_not{read.taken(whole).front()}, whole.column);
}

void finish(of_rule<conjunction>, reader& read, const part& whole) {
  if (read.count(whole) > 1) read.leave(shufflecert::conjunction{read.taken(whole)}, whole.column);
}

void finish(of_rule<logical>, reader& read, const part& whole) {
  if (read.count(whole) > 1) read.leave(disjunction{read.taken(whole)}, whole.column);
}

template <class Rule>
concept is_whole = requires(reader& read, const part& whole) {
  finish(of_rule<Rule>(), read, whole);
};

template <class Rule>
struct watched : peg::normal<Rule> {
  template <class Input>
  static void start(const Input& in, reader& read) {
    if constexpr (is_whole<Rule>)
      read.parts.push_back({in.byte() + 1, read.operands.size(), read.operators.size()});
  }
  template <class Input>
  static void success(const Input&, reader& read) {
    if constexpr (is_whole<Rule>) {
      const part whole = std::move(read.parts.back());
      read.parts.pop_back();
      finish(of_rule<Rule>(), read, whole);
      read.operators.resize(whole.first_operator);
    }
  }
  template <class Input>
  static void failure(const Input&, reader& read) {
    if constexpr (is_whole<Rule>) {
      read.operands.resize(read.parts.back().first_operand);
      read.operators.resize(read.parts.back().first_operator);
      read.parts.pop_back();
    }
  }
};

template <class Rule>
using control = peg::must_if<errors, watched, false>::control<Rule>;

// Each bracket, call, sign, exponent and `not` is one level of nesting.
template <class Rule>
struct action : peg::nothing<Rule> {};
template <>
struct action<bracketed> : peg::limit_depth<deepest_nesting> {};
template <>
struct action<bracketed_arguments> : peg::limit_depth<deepest_nesting> {};
template <>
struct action<exponent> : peg::limit_depth<deepest_nesting> {};
template <>
struct action<negated_operand> : peg::limit_depth<deepest_nesting> {};
template <>
struct action<not_operand> : peg::limit_depth<deepest_nesting> {};

template <>
struct action<decimal> {
  template <class Input>
  static void apply(const Input& in, reader& read) {
    const std::size_t column = in.input().byte() - in.size() + 1;
    const std::string spelling = in.string();
    const auto value = parse_decimal(spelling);
    if (!value)
      throw formula_error(column,
                          "this number is too long: at most 10000 digits and an exponent of at "
                          "most 10000 are possible");
    read.leave(literal{*value, spelling}, column);
  }
};
template <>
struct action<name> {
  template <class Input>
  static void apply(const Input& in, reader& read) {
    read.parts.back().name = in.string();
  }
};
template <>
struct action<arguments> {
  static void apply0(reader& read) { read.parts.back().is_call = true; }
};

template <bool inverts>
struct joins {
  static void apply0(reader& read) { read.operators.push_back(inverts); }
};
template <>
struct action<plus> : joins<false> {};
template <>
struct action<minus> : joins<true> {};
template <>
struct action<times> : joins<false> {};
template <>
struct action<divide> : joins<true> {};

template <relation op>
struct compares {
  static void apply0(reader& read) { read.parts.back().compared = op; }
};
template <>
struct action<less_op> : compares<relation::less> {};
template <>
struct action<less_equal_op> : compares<relation::less_equal> {};
template <>
struct action<greater_op> : compares<relation::greater> {};
template <>
struct action<greater_equal_op> : compares<relation::greater_equal> {};
template <>
struct action<equal_op> : compares<relation::equal> {};
template <>
struct action<not_equal_op> : compares<relation::not_equal> {};

}  // namespace grammar

namespace {

constexpr std::string_view blank_characters = " \t\n\v\f\r";

// What stands at `position`, for the end of an error message.
std::string found_at(std::string_view text, std::size_t position) {
  if (position >= text.size()) return "found the end of the formula";
  const auto c = static_cast<unsigned char>(text[position]);
  if (c == 0) return "found a zero byte (NUL), which no text holds";
  if (c < 0x20 || c == 0x7f) return "found a control character";
  // A character outside ASCII is shown whole.
  std::size_t length = 1;
  while (c >= 0x80 && position + length < text.size() &&
         (static_cast<unsigned char>(text[position + length]) & 0xC0U) == 0x80)
    ++length;
  const std::string hint = hint_at(text, position);
  return "found '" + std::string(text.substr(position, length)) + "'" +
         (hint.empty() ? "" : " (" + hint + ")");
}

}  // namespace

expression_ptr parse_formula(std::string_view text) {
  namespace peg = tao::pegtl;
  constexpr std::size_t longest_formula = 1'000'000;
  if (text.size() > longest_formula)
    throw formula_error(1, "the formula is longer than 1000000 characters");
  // What is missing at the end is missing behind the last character, not behind blank lines.
  text = text.substr(0, text.find_last_not_of(blank_characters) + 1);
  try {
    peg::memory_input input(text.data(), text.data() + text.size(), "formula");
    grammar::reader read;
    peg::parse<grammar::formula, grammar::action, grammar::control>(input, read);
    return std::move(read.operands.front());
  } catch (const peg::parse_error& error) {
    const auto& where = error.positions().front();
    std::string message(error.message());
    if (message.find("nesting depth") != std::string::npos)
      throw formula_error(where.byte + 1, "the formula is nested deeper than 200 levels");
    if (message.find("chained") == std::string::npos) message += "; " + found_at(text, where.byte);
    throw formula_error(where.byte + 1, message);
  }
}

bool is_usable_name(std::string_view name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  if (name.empty() || !is_letter(name.front())) return false;
  if (!std::all_of(name.begin(), name.end(),
                   [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); }))
    return false;
  constexpr std::array reserved{"and", "or", "not"};
  return std::find(reserved.begin(), reserved.end(), name) == reserved.end() &&
         !is_constant(name) && name != any_mechanism_name && name != alike_mechanism_name &&
         find_builtin(name) == nullptr;
}

}  // namespace shufflecert::inline v0_1
