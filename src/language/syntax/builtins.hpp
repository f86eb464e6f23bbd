#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {

/// What a built-in function sees of the evaluation that calls it.
struct builtin_context {
  bits precision;
  const budget& limits;
  quantity_cache* cache;
  std::set<std::string>& methods;
  evaluation_method method = evaluation_method::automatic;
};

/// A call of a form that binds a name, such as sum(j, lo, hi, body): the name, the values of the
/// arguments between, and the body, which may be evaluated for any values of the name.
struct binder_call {
  const std::string& name;
  /// The arguments between the name and the body.
  const std::vector<formula_value>& arguments;
  const expression& body;
  /// The body's value where the name stands for `x`; of the kind that the form asks for.
  std::function<formula_value(const formula_value& x)> evaluate;
  /// The value of a name that the body leaves open, other than the bound one.
  std::function<formula_value(const std::string& open)> value_of;
  const definitions& visible;
  builtin_context context;
};

/// A fact that every entry of the table states: it has no default, so that an entry without it does
/// not compile.
template <class T>
class stated {
 public:
  constexpr stated(T value) : value_(value) {}
  constexpr operator T() const { return value_; }

 private:
  T value_;
};

/// An end of a range of numbers; without a value there is none.
struct range_end {
  std::optional<int> value = std::nullopt;
  bool is_excluded = false;
};

/// Where a number has to lie.
struct number_range {
  range_end least = {};
  range_end largest = {};
};

/// The ranges of the table of built-in functions.
namespace ranges {
inline constexpr number_range everywhere{};
inline constexpr number_range above_minus_one{{-1, true}};
inline constexpr number_range not_negative{{0}};
inline constexpr number_range positive{{0, true}};
inline constexpr number_range from_one{{1}};
inline constexpr number_range from_two{{2}};
inline constexpr number_range from_three{{3}};
inline constexpr number_range share{{0}, {1}};
inline constexpr number_range positive_share{{0, true}, {1}};
inline constexpr number_range proper_share{{0, true}, {1, true}};
}  // namespace ranges

/// How a value moves where a pair, a law or a curve among the arguments is exchanged for one of
/// which P and Q are easier to tell apart, or where a body takes larger values. A trade-off
/// function falls. Of a parameter of a pair: whether P and Q are easier to tell apart where it is
/// larger and all others are the same.
enum class leak_trend { not_stated, rises, falls };

/// A parameter of a built-in function.
struct builtin_parameter {
  constexpr builtin_parameter(value_kind of_kind, std::string_view meaning = "",
                              bool only_whole = false, number_range where = ranges::everywhere)
      : kind(of_kind), role(meaning), takes_whole(only_whole), range(where) {}
  constexpr builtin_parameter(value_kind of_kind, std::string_view meaning, number_range where,
                              leak_trend moves = leak_trend::not_stated)
      : kind(of_kind), role(meaning), takes_whole(false), range(where), trend(moves) {}

  value_kind kind;
  /// What a number means here in the shuffle model, by the usual name of that ("n", "eps0",
  /// "lambda"): bounds whose parameter stands here are checked where such numbers usually are.
  /// Empty where it has no such meaning.
  std::string_view role;
  /// Whether it is a number that has to be whole and has no such meaning, as a limit of a sum.
  bool takes_whole;
  /// For exists_in_ranges.
  number_range range;
  leak_trend trend = leak_trend::not_stated;

  /// Whether the function has no value but where this is a whole number.
  [[nodiscard]] constexpr bool is_whole() const {
    return takes_whole || role == "n" || role == "k";
  }
};

/// Which arguments a built-in function evaluates.
enum class argument_use {
  each,       ///< each of them, once
  branch,     ///< the condition, and the one of two branches that it chooses
  existence,  ///< its only one, which may have no value
  body        ///< those between; the last one at many values of the name that is the first
};

/// How the work of one evaluation grows with the numbers that it is about.
enum class work_growth {
  little,  ///< hardly, or as the quantity's method says, or with a limit of its own
  tails,   ///< as that of a tail of a law of so many trials
  terms    ///< in proportion, as that of a sum of so many terms
};

/// For which inputs of the users a pair, a law or a number speaks.
enum class input_scope {
  not_stated,    ///< of a pair or a law: nobody knows that other inputs do not leak more
  no_users,      ///< it has no users, or says nothing of a mechanism by itself
  all_inputs,    ///< no inputs of the other users leak more
  of_arguments,  ///< those of the pairs and laws that it is made of
  reduction,     ///< all inputs, where the reduction that it comes from is a bound: in words
  fixed          ///< those that it fixes
};

/// The same with what is fixed, in words that follow "the other users' inputs": "all 0"; or where a
/// reduction is a bound, in words that follow "is a bound".
struct covered_inputs {
  input_scope scope = input_scope::not_stated;
  std::string_view held = {};
};

/// How a function of numbers grows in each of its arguments.
enum class monotony {
  not_stated,
  weak,   ///< it decreases in none of them
  strict  ///< and it increases where all of them do
};

/// What is known of the sign of a function's values, wherever they exist.
enum class value_sign {
  not_stated,
  never_negative,
  positive,
  of_argument  ///< that of its only argument, and 0 where this is 0
};

/// Of which pairs that a function makes an exchange of outcomes exchanges the two laws. So such a
/// pair differs from swap() of it by an exchange of outcomes, which is less than being equal.
enum class pair_symmetry {
  not_stated,
  always,
  without_optional,  ///< of those without the parameters that may be left out
  of_arguments       ///< of those of which all pairs among the arguments are so
};

/// A built-in function of the formula language, and what the rest of the program may rely on. What
/// is not said of an entry is the answer on which nothing is built.
struct builtin {
  std::string_view name;
  /// As formulas write it, where another function has the same name for arguments of other kinds.
  std::string_view written = {};
  std::string_view usage;  ///< "renyi(pair, lambda)"
  std::vector<builtin_parameter> parameters;
  std::size_t optional = 0;   ///< how many of the last parameters may be left out
  bool repeats_last = false;  ///< any number of further arguments of the last kind
  stated<value_kind> result;

  /// Continuous in its arguments, all at once, on every box of arguments over which an evaluation
  /// gives a finite value: the premise of an existence proof by a change of sign. Arguments that
  /// are whole do not move. A pair or a law moves continuously as long as no outcome loses its last
  /// probability; what makes one of moving probabilities has no value on a box where that is open.
  /// When in doubt, false.
  stated<bool> is_continuous;
  stated<work_growth> work;
  value_sign sign = value_sign::not_stated;
  /// Has a finite value, or makes a pair, a law or a curve that exists, wherever all pairs, laws
  /// and curves among its arguments exist and all numbers are finite and in the ranges of their
  /// parameters.
  bool exists_in_ranges = false;
  /// Of a function of numbers, in the ranges of its parameters.
  monotony rises = monotony::not_stated;
  /// Costs next to nothing in double, and gives there what can be expected of rounded arguments: a
  /// search for places to look at may use it.
  bool is_quick_in_double = false;
  /// Whether src/second, and the programs that are written for readers, have it.
  bool has_second = true;
  bool has_script = true;
  /// What is said beside values (src/claims/catalogue/cautions.hpp). Where nothing is stated of a
  /// function that makes a pair or a law, its values are not taken for upper bounds.
  covered_inputs inputs = {};
  /// Makes a pair or a law of noise that is added to a value: nobody shuffles it, and what it is a
  /// guarantee for depends on how much a record changes the value.
  bool is_noise = false;
  leak_trend leak = leak_trend::not_stated;

  /// Depends on the probabilities that its pairs give to outcomes, and not on which outcomes these
  /// are: an exchange of outcomes leaves it as it is. One that makes a pair takes pairs that differ
  /// by an exchange of outcomes to pairs that do. Laws remember their outcomes: false for first()
  /// and second().
  bool forgets_outcomes = false;
  pair_symmetry symmetry = pair_symmetry::not_stated;

  argument_use uses = argument_use::each;
  /// As it is written, the name that the body may use stands behind one argument, as in
  /// poisson_mean(mu, b, body). In a tree it is always the first.
  bool is_name_second = false;
  /// For functions that use each argument; null for the others.
  formula_value (*apply)(const std::vector<formula_value>& arguments,
                         const builtin_context& context) = nullptr;
  /// For functions of a body; null for the others.
  formula_value (*form)(const binder_call& call) = nullptr;

  /// The least number of arguments.
  [[nodiscard]] std::size_t required() const { return parameters.size() - optional; }
  /// The parameter of an argument: the last one has those that repeat it, too.
  [[nodiscard]] const builtin_parameter& parameter_at(std::size_t place) const {
    return parameters[std::min(place, parameters.size() - 1)];
  }
  /// The place of the parameter of this role; nothing where there is none.
  [[nodiscard]] std::optional<std::size_t> place_of(std::string_view role) const;
  /// Has a finite value for all finite arguments.
  [[nodiscard]] bool is_total() const;
};

/// The method of a value that rests on a law whose probabilities are not exact: that they sum to 1
/// is seen to tie_digits digits only, and no proof rests on it.
inline constexpr const char* tied_law_method = "law whose total is 1 to 50 digits";

/// In the place of a pair: any ε0-LDP mechanism. It has no value; the command `falsify` looks for
/// mechanisms to put there.
constexpr std::string_view any_mechanism_name = "any_mechanism";

/// The same where all other users hold the input that the differing one has under Q. What bounds
/// all of these is decided by binary randomized response, (A.7) of docs/methods/mechanisms.md.
constexpr std::string_view alike_mechanism_name = "any_mechanism_alike";

const builtin* find_builtin(std::string_view name);
std::vector<std::string> builtin_names();

/// pi, inf and identity_curve: names with a value everywhere.
bool is_constant(std::string_view name);

/// The trait of the built-in function of this name; false for other names, definitions among them.
bool is_continuous_builtin(std::string_view name);

/// Whether an exchange of outcomes exchanges the two laws of every pair that this function makes.
bool makes_symmetric_pairs(std::string_view function);

/// What is stated of the signs of a function's values; nothing of another name.
value_sign sign_of_values(std::string_view function);

/// sum(j, lo, hi, body), product(…), integral(…) …: the first argument is a name that the last
/// argument may use.
bool binds_a_name(std::string_view function);

/// The built-in function that a call means: by its name, and where two are written alike by the
/// kind of the first argument.
std::string_view meant_function(std::string_view written,
                                const std::vector<expression_ptr>& arguments);

/// As formulas write the name of a function.
std::string_view written_name(std::string_view function);

/// The arguments of a call in the order in which they are written, from that of a tree, or the
/// other way round.
template <class Arguments>
Arguments in_the_other_order(std::string_view function, Arguments arguments) {
  const builtin* known = find_builtin(function);
  if (known != nullptr && known->is_name_second && arguments.size() >= 2)
    std::swap(arguments[0], arguments[1]);
  return arguments;
}

/// Whether a built-in function of this name takes a pair of distributions, a law or a trade-off
/// function: a divergence, or what one is made of.
bool takes_distributions(std::string_view function);

/// The names in a table that has a built-in function's name first in each entry.
template <class Table>
std::vector<std::string_view> names_in_table(const Table& table) {
  std::vector<std::string_view> names;
  names.reserve(table.size());
  for (const auto& entry : table) names.emplace_back(entry.first);
  return names;
}

/// The built-in functions of which is_identity() knows more than that they are functions.
std::vector<std::string_view> names_in_identities();

// The built-in functions by subject; each list is in the file of its name.
std::vector<builtin> elementary_functions();
std::vector<builtin> repetition_forms();
std::vector<builtin> pair_functions();
std::vector<builtin> law_functions();
std::vector<builtin> quantity_functions();
std::vector<builtin> curve_functions();
std::vector<builtin> conversion_functions();
std::vector<builtin> search_forms();
std::vector<builtin> integral_forms();
std::vector<builtin> binomial_functions();
std::vector<builtin> gaussian_shuffling_functions();

}  // namespace shufflecert::inline v0_1
