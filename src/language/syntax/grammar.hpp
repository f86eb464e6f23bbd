#pragma once

#include <cstddef>
#include <tao/pegtl.hpp>

namespace shufflecert::inline v0_1 {

/// The grammar of formulas; docs/reference/grammar.md.
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

}  // namespace grammar

}  // namespace shufflecert::inline v0_1
