// The functions of the formula language, and what they take: docs/reference/grammar.md and
// functions.md. Written down here once more, so that a formula of a file is read as it is meant.

#include "language.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "checker_errors.hpp"

namespace check {
namespace {

// A letter for each parameter: n a number, c a condition, l a law, p a pair, f a curve, a anything,
// x the name of an index, which the last argument may use. Those behind ? may be left out; behind +
// the last one may stand again.
struct signature {
  const char* parameters;
  char result;
  bool is_symmetric = false;  ///< an exchange of outcomes exchanges the two laws of such pairs
};

const std::map<std::string, signature>& signatures() {
  static const std::map<std::string, signature> known{{"exp", {"n", 'n'}},
                                                      {"expm1", {"n", 'n'}},
                                                      {"log", {"n", 'n'}},
                                                      {"log1p", {"n", 'n'}},
                                                      {"sqrt", {"n", 'n'}},
                                                      {"abs", {"n", 'n'}},
                                                      {"tanh", {"n", 'n'}},
                                                      {"floor", {"n", 'n'}},
                                                      {"ceil", {"n", 'n'}},
                                                      {"min", {"nn+", 'n'}},
                                                      {"max", {"nn+", 'n'}},
                                                      {"gamma", {"n", 'n'}},
                                                      {"lgamma", {"n", 'n'}},
                                                      {"factorial", {"n", 'n'}},
                                                      {"binomial", {"nn", 'n'}},
                                                      {"Phi", {"n", 'n'}},
                                                      {"Phi_inv", {"n", 'n'}},
                                                      {"if", {"caa", 'a'}},
                                                      {"defined", {"a", 'c'}},
                                                      {"rounds_to", {"nnn", 'c'}},
                                                      {"sum", {"xnnn", 'n'}},
                                                      {"product", {"xnnn", 'n'}},
                                                      {"binomial_cdf", {"nnn", 'n'}},
                                                      {"binomial_quantile", {"nnn", 'n'}},
                                                      {"binomial_mean", {"xnnn", 'n'}},
                                                      {"minimum", {"xnnn", 'n'}},
                                                      {"maximum", {"xnnn", 'n'}},
                                                      {"smallest", {"xnnc", 'n'}},
                                                      {"integral", {"xnnn", 'n'}},
                                                      {"normal_mean", {"xn", 'n'}},
                                                      {"poisson_mean", {"nxn", 'n'}},
                                                      {"clone_pair", {"nn?n", 'p', true}},
                                                      {"clone_law_pair", {"ln", 'p', true}},
                                                      {"unmixed_pair", {"nn?n", 'p', true}},
                                                      {"printed_pair", {"nnn", 'p', true}},
                                                      {"rr_pair", {"nn", 'p'}},
                                                      {"krr_pair", {"nnn", 'p', true}},
                                                      {"variation_pair", {"nnnn?n", 'p'}},
                                                      {"staircase_pair", {"nnnnnn+", 'p'}},
                                                      {"normal_pair", {"nnnn", 'p'}},
                                                      {"gaussian_pair", {"n", 'p', true}},
                                                      {"laplace_pair", {"n", 'p', true}},
                                                      {"subsampled", {"pn", 'p'}},
                                                      {"compose", {"pn", 'p'}},
                                                      {"product_pair", {"pp", 'p'}},
                                                      {"pair", {"ll", 'p'}},
                                                      {"shuffled_pair", {"llln", 'p'}},
                                                      {"allocation_pair", {"nn", 'p'}},
                                                      {"swap", {"p", 'p'}},
                                                      {"rr_law", {"nnn", 'l'}},
                                                      {"krr_law", {"nnn+", 'l'}},
                                                      {"law", {"xnnn", 'l'}},
                                                      {"binomial_law", {"nn", 'l'}},
                                                      {"discrete_gaussian_law", {"nn", 'l'}},
                                                      {"geometric_law", {"nn", 'l'}},
                                                      {"poisson_law", {"n", 'l'}},
                                                      {"negative_binomial_law", {"nn", 'l'}},
                                                      {"skellam_law", {"nn", 'l'}},
                                                      {"sum_law", {"ll+", 'l'}},
                                                      {"first", {"p", 'l'}},
                                                      {"second", {"p", 'l'}},
                                                      {"mix", {"nll", 'l'}},
                                                      {"pmf", {"ln+", 'n'}},
                                                      {"mean", {"xln", 'n'}},
                                                      {"renyi", {"pn", 'n'}},
                                                      {"hockey_stick", {"pn", 'n'}},
                                                      {"total_variation", {"p", 'n'}},
                                                      {"chi_moment", {"pn", 'n'}},
                                                      {"ternary_moment", {"llln", 'n'}},
                                                      {"tradeoff", {"pn", 'n'}},
                                                      {"epsilon", {"pn", 'n'}},
                                                      {"rdp_epsilon", {"pn", 'n'}},
                                                      {"rdp_epsilon_canonne", {"pn", 'n'}},
                                                      {"rdp_epsilon_mironov", {"pn", 'n'}},
                                                      {"rdp_epsilon_of_order", {"nnn", 'n'}},
                                                      {"shuffle_gaussian_renyi", {"nnn", 'n'}},
                                                      {"shuffled_batches_lower", {"nnn", 'n'}},
                                                      {"curve", {"p", 'f'}},
                                                      {"gaussian_curve", {"n", 'f'}},
                                                      {"mix_curves", {"nff", 'f'}},
                                                      {"symmetrized", {"f", 'f'}},
                                                      {"at", {"fn", 'n'}},
                                                      {"curve_delta", {"fn", 'n'}},
                                                      {"curve_renyi", {"fn", 'n'}}};
  return known;
}

// The letter of each argument of a call; nothing where there are too few or too many.
std::optional<std::string> letters_for(const signature& function, std::size_t arguments) {
  std::string letters;
  std::size_t required = 0;
  bool is_optional = false;
  bool repeats = false;
  for (const char* c = function.parameters; *c != 0; ++c) {
    if (*c == '?') {
      is_optional = true;
    } else if (*c == '+') {
      repeats = true;
    } else {
      letters += *c;
      if (!is_optional) ++required;
    }
  }
  if (arguments < required || (arguments > letters.size() && !repeats)) return std::nullopt;
  letters.resize(arguments, letters.back());
  return letters;
}

const signature* signature_of(const std::string& name) {
  const auto found = signatures().find(name);
  return found == signatures().end() ? nullptr : &found->second;
}

kind kind_for(char letter) {
  switch (letter) {
    case 'c':
      return kind::condition;
    case 'l':
      return kind::law;
    case 'p':
      return kind::pair;
    case 'f':
      return kind::curve;
    default:
      return kind::number;
  }
}

std::string in_words(kind x) {
  static constexpr std::array<const char*, 5> words{"a number", "a condition", "a law", "a pair",
                                                    "a curve"};
  return words.at(static_cast<std::size_t>(x));
}

kind kind_of(const formula& x);

void require(const formula& part, kind expected) {
  const kind found = kind_of(part);
  demand(found == expected, in_words(expected) + " has to stand where " + in_words(found) +
                                " stands: " + shown(written(part)));
}

kind kind_of_call(const formula& x) {
  const signature* function = signature_of(x.name);
  const auto letters = function != nullptr ? letters_for(*function, x.parts.size()) : std::nullopt;
  demand(letters.has_value(), "'" + shown(x.name) + "' has the wrong number of arguments");
  std::optional<kind> branch;
  for (std::size_t i = 0; i < x.parts.size(); ++i) {
    const char letter = (*letters)[i];
    if (letter == 'x') continue;
    if (letter != 'a') {
      require(*x.parts[i], kind_for(letter));
    } else if (branch) {
      require(*x.parts[i], *branch);
    } else {
      branch = kind_of(*x.parts[i]);
    }
  }
  return function->result == 'a' ? *branch : kind_for(function->result);
}

kind kind_of(const formula& x) {
  spend(1);
  if (x.kind == "number") return kind::number;
  if (x.kind == "name") return x.name == "identity_curve" ? kind::curve : kind::number;
  if (x.kind == "call") return kind_of_call(x);
  const bool joins_conditions = x.kind == "and" || x.kind == "or" || x.kind == "not";
  for (const formula_ptr& part : x.parts)
    require(*part, joins_conditions ? kind::condition : kind::number);
  return joins_conditions || is_relation(x) ? kind::condition : kind::number;
}

}  // namespace

bool makes_symmetric_pairs(const std::string& function) {
  const signature* known = signature_of(function);
  return known != nullptr && known->is_symmetric;
}

std::string meant_function(const std::string& written, const std::vector<formula_ptr>& parts) {
  if (written != "clone_pair" || parts.empty() || parts.front()->kind != "call") return written;
  const signature* first = signature_of(parts.front()->name);
  return first != nullptr && first->result == 'l' ? "clone_law_pair" : written;
}

bool is_built_in(const std::string& name) {
  return signature_of(name) != nullptr;
}

bool is_usable_name(const std::string& name) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const auto is_part = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); };
  static const std::set<std::string> reserved{"and", "or", "not", "any_mechanism",
                                              "any_mechanism_alike"};
  return !name.empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), is_part) && !reserved.contains(name) &&
         !is_constant(name) && !is_built_in(name);
}

std::optional<std::size_t> index_place(const formula& x) {
  const signature* function = x.kind == "call" ? signature_of(x.name) : nullptr;
  if (function == nullptr) return std::nullopt;
  const std::string letters = function->parameters;
  const std::size_t place = letters.find('x');
  if (place == std::string::npos || x.parts.size() != letters.size() ||
      x.parts[place]->kind != "name")
    return std::nullopt;
  return place;
}

void require_language(const formula& x, const definitions& known) {
  spend(1);
  if (x.kind == "name")
    return demand(is_constant(x.name) || is_index_name(x.name) || is_usable_name(x.name),
                  "'" + shown(x.name) + "' cannot be a name");
  if (x.kind == "call") {
    const signature* function = signature_of(x.name);
    const auto defined = known.find(x.name);
    demand(function != nullptr || defined != known.end(),
           "there is no function '" + shown(x.name) + "'");
    const bool fits = function != nullptr ? letters_for(*function, x.parts.size()).has_value()
                                          : defined->second.parameters.size() == x.parts.size();
    demand(fits, "'" + shown(x.name) + "' has the wrong number of arguments");
    const bool has_index =
        function != nullptr && std::string(function->parameters).find('x') != std::string::npos;
    const auto place = index_place(x);
    demand(!has_index || place.has_value(), "'" + shown(x.name) + "' needs the name of an index");
  }
  for (const formula_ptr& part : x.parts) require_language(*part, known);
}

void require_kind(const formula& x, kind expected) {
  require(x, expected);
}

}  // namespace check
