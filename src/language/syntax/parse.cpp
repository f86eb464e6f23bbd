#include <algorithm>
#include <array>
#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/limit_depth.hpp>
#include <tao/pegtl/contrib/parse_tree.hpp>

#include "language/syntax/builtins.hpp"
#include "language/syntax/formula_hints.hpp"
#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {
namespace grammar {

namespace peg = tao::pegtl;

constexpr std::size_t deepest_nesting = 200;

struct blanks : peg::star<peg::space> {};
template <class Rule>
struct token : peg::seq<Rule, blanks> {};

struct keyword_and : peg::keyword<'a', 'n', 'd'> {};
struct keyword_or : peg::keyword<'o', 'r'> {};
struct keyword_not : peg::keyword<'n', 'o', 't'> {};
struct any_keyword : peg::sor<keyword_and, keyword_or, keyword_not> {};

struct logical;
struct unary;

struct fraction_digits : peg::plus<peg::digit> {};
struct decimal
    : peg::seq<peg::plus<peg::digit>, peg::opt<peg::if_must<peg::one<'.'>, fraction_digits>>,
               peg::opt<peg::one<'e', 'E'>, peg::opt<peg::one<'+', '-'>>, peg::plus<peg::digit>>> {
};
struct decimal_token : token<decimal> {};

struct name : peg::seq<peg::not_at<any_keyword>, peg::identifier> {};
struct closing : peg::one<')'> {};
struct arguments : peg::list_must<logical, token<peg::one<','>>> {};
struct bracketed_arguments : peg::if_must<token<peg::one<'('>>, arguments, token<closing>> {};
struct name_or_call : peg::seq<token<name>, peg::opt<bracketed_arguments>> {};
struct bracketed : peg::if_must<token<peg::one<'('>>, logical, token<closing>> {};
struct primary : peg::sor<decimal_token, name_or_call, bracketed> {};

struct exponent : peg::seq<unary> {};
struct power : peg::seq<primary, peg::opt<peg::if_must<token<peg::one<'^'>>, exponent>>> {};
struct negated_operand : peg::seq<unary> {};
struct minus_sign : peg::if_must<token<peg::one<'-'>>, negated_operand> {};
struct unary : peg::sor<minus_sign, power> {};

struct times : peg::one<'*'> {};
struct divide : peg::one<'/'> {};
struct multiplicative : peg::list_must<unary, token<peg::sor<times, divide>>> {};
struct plus : peg::one<'+'> {};
struct minus : peg::one<'-'> {};
struct additive : peg::list_must<multiplicative, token<peg::sor<plus, minus>>> {};

struct less_equal_op : peg::string<'<', '='> {};
struct less_op : peg::one<'<'> {};
struct greater_equal_op : peg::string<'>', '='> {};
struct greater_op : peg::one<'>'> {};
struct equal_op : peg::string<'=', '='> {};
struct not_equal_op : peg::string<'!', '='> {};
struct relation_op
    : peg::sor<less_equal_op, less_op, greater_equal_op, greater_op, equal_op, not_equal_op> {};
struct single_relation : peg::not_at<relation_op> {};
struct comparison
    : peg::seq<additive, peg::opt<peg::if_must<token<relation_op>, additive, single_relation>>> {};

struct not_operand;
struct not_expression : peg::if_must<token<keyword_not>, not_operand> {};
struct negatable : peg::sor<not_expression, comparison> {};
struct not_operand : peg::seq<negatable> {};
struct conjunction : peg::list_must<negatable, token<keyword_and>> {};
struct logical : peg::list_must<conjunction, token<keyword_or>> {};

struct end_of_formula : peg::eof {};
struct formula : peg::must<blanks, logical, end_of_formula> {};

constexpr const char* operand_expected = "expected a number, a name, '-' or '('";

struct errors {
  template <class Rule>
  static constexpr const char* message = nullptr;
};
template <>
constexpr const char* errors::message<fraction_digits> = "expected digits after the decimal point";
template <>
constexpr const char* errors::message<token<closing>> = "expected ')' or an operator";
template <>
constexpr const char* errors::message<end_of_formula> =
    "expected an operator or the end of the formula";
template <>
constexpr const char* errors::message<single_relation> =
    "a comparison cannot be chained: write 'a <= b and b <= c'";
template <>
constexpr const char* errors::message<exponent> = operand_expected;
template <>
constexpr const char* errors::message<negated_operand> = operand_expected;
template <>
constexpr const char* errors::message<unary> = operand_expected;
template <>
constexpr const char* errors::message<multiplicative> = operand_expected;
template <>
constexpr const char* errors::message<additive> = operand_expected;
template <>
constexpr const char* errors::message<arguments> = operand_expected;
template <>
constexpr const char* errors::message<logical> = operand_expected;
template <>
constexpr const char* errors::message<conjunction> = operand_expected;
template <>
constexpr const char* errors::message<negatable> = operand_expected;
template <>
constexpr const char* errors::message<not_operand> = operand_expected;
template <>
constexpr const char* errors::message<blanks> = operand_expected;

template <class Rule>
using control = peg::must_if<errors, peg::normal, false>::control<Rule>;

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

template <class Rule>
using selector =
    peg::parse_tree::selector<Rule,
                              peg::parse_tree::store_content::on<
                                  decimal, name, bracketed_arguments, times, divide, plus, minus,
                                  less_equal_op, less_op, greater_equal_op, greater_op, equal_op,
                                  not_equal_op, minus_sign, power, not_expression, bracketed>,
                              peg::parse_tree::fold_one::on<name_or_call, multiplicative, additive,
                                                            comparison, conjunction, logical>>;

using tree = peg::parse_tree::node;

}  // namespace grammar

namespace {

using grammar::tree;

expression_ptr make(std::size_t column, decltype(expression::node) node) {
  return std::make_shared<const expression>(expression{std::move(node), column});
}

std::size_t column_of(const tree& node) {
  return node.begin().byte + 1;
}

expression_ptr convert(const tree& node);

literal convert_literal(const tree& node) {
  const std::string spelling = node.string();
  const auto value = parse_decimal(spelling);
  if (!value)
    throw formula_error(column_of(node),
                        "this number is too long: at most 10000 digits and an exponent of at most "
                        "10000 are possible");
  return {*value, spelling};
}

expression_ptr convert_call(const tree& node) {
  // A name alone folds to its `name` node, so that here the arguments follow it.
  call result{node.children.at(0)->string(), {}};
  for (const auto& child : node.children.at(1)->children)
    result.arguments.push_back(convert(*child));
  result.arguments = in_the_other_order(result.name, std::move(result.arguments));
  return make(column_of(node), std::move(result));
}

expression_ptr convert_sum(const tree& node) {
  sum_chain chain;
  bool subtracted = false;
  for (const auto& child : node.children) {
    if (child->is_type<grammar::plus>() || child->is_type<grammar::minus>())
      subtracted = child->is_type<grammar::minus>();
    else
      chain.terms.push_back({subtracted, convert(*child)});
  }
  return make(column_of(node), std::move(chain));
}

expression_ptr convert_product(const tree& node) {
  product_chain chain;
  bool divided = false;
  for (const auto& child : node.children) {
    if (child->is_type<grammar::times>() || child->is_type<grammar::divide>())
      divided = child->is_type<grammar::divide>();
    else
      chain.factors.push_back({divided, convert(*child)});
  }
  return make(column_of(node), std::move(chain));
}

relation relation_of(const tree& node) {
  if (node.is_type<grammar::less_op>()) return relation::less;
  if (node.is_type<grammar::less_equal_op>()) return relation::less_equal;
  if (node.is_type<grammar::greater_op>()) return relation::greater;
  if (node.is_type<grammar::greater_equal_op>()) return relation::greater_equal;
  if (node.is_type<grammar::equal_op>()) return relation::equal;
  return relation::not_equal;
}

std::vector<expression_ptr> convert_all(const tree& node) {
  std::vector<expression_ptr> result;
  result.reserve(node.children.size());
  for (const auto& child : node.children) result.push_back(convert(*child));
  return result;
}

expression_ptr convert(const tree& node) {
  const std::size_t column = column_of(node);
  if (node.is_type<grammar::decimal>()) return make(column, convert_literal(node));
  if (node.is_type<grammar::name>()) return make(column, variable{node.string()});
  if (node.is_type<grammar::name_or_call>()) return convert_call(node);
  if (node.is_type<grammar::bracketed>()) return convert(*node.children.front());
  if (node.is_type<grammar::additive>()) return convert_sum(node);
  if (node.is_type<grammar::multiplicative>()) return convert_product(node);
  if (node.is_type<grammar::minus_sign>())
    return make(column, negation{convert(*node.children.front())});
  if (node.is_type<grammar::power>()) {
    if (node.children.size() == 1) return convert(*node.children.front());
    return make(column, power_of{convert(*node.children[0]), convert(*node.children[1])});
  }
  if (node.is_type<grammar::comparison>())
    return make(column, comparison{convert(*node.children[0]), relation_of(*node.children[1]),
                                   convert(*node.children[2])});
  if (node.is_type<grammar::not_expression>())
    return make(column, logical_not{convert(*node.children.front())});
  if (node.is_type<grammar::conjunction>()) return make(column, conjunction{convert_all(node)});
  return make(column, disjunction{convert_all(node)});
}

// What stands at `position`, for the end of an error message.
std::string found_at(std::string_view text, std::size_t position) {
  if (position >= text.size()) return "found the end of the formula";
  const auto c = static_cast<unsigned char>(text[position]);
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
  try {
    peg::memory_input input(text.data(), text.data() + text.size(), "formula");
    const auto root = peg::parse_tree::parse<grammar::formula, grammar::tree, grammar::selector,
                                             grammar::action, grammar::control>(input);
    return convert(*root->children.front());
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
         !is_constant(name) && name != any_mechanism_name && find_builtin(name) == nullptr;
}

}  // namespace shufflecert::inline v0_1
