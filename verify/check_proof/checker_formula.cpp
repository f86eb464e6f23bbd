#include "checker_formula.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "checker_errors.hpp"
#include "language.hpp"

namespace check {
namespace {

// What a formula may have at most. The language itself ends at 200 levels, at 10,000 digits and at
// exponents of 10,000; verify writes more levels where it puts definitions in.
constexpr int deepest = 500;
constexpr int deepest_tree = 1'000;
constexpr std::size_t largest_tree = 500'000;
constexpr std::size_t most_digits = 20'000;
constexpr int largest_exponent = 20'000;

constexpr std::string_view start_of_index = "index ";

// Reads by recursive descent, with the grammar of docs/reference/grammar.md.
class parser {
 public:
  explicit parser(const std::string& text) : text_(text) {}

  formula_ptr whole() {
    formula_ptr result = disjunction();
    if (at_ != text_.size()) fail();
    return result;
  }

 private:
  // How deep brackets, signs and exponents lead.
  class level {
   public:
    explicit level(int& depth) : depth_(depth) {
      if (++depth_ > deepest)
        throw unchecked("a formula is nested deeper than " + std::to_string(deepest) + " levels");
    }
    level(const level&) = delete;
    level& operator=(const level&) = delete;
    ~level() { --depth_; }

   private:
    int& depth_;
  };

  [[noreturn]] void fail() const {
    throw wrong("'" + shown(text_) + "' is no formula, from character " + std::to_string(at_ + 1) +
                " on");
  }
  void skip() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool takes(const std::string& token) {
    skip();
    if (text_.compare(at_, token.size(), token) != 0) return false;
    at_ += token.size();
    skip();
    return true;
  }
  static bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
  bool takes_word(const std::string& word) {
    skip();
    const std::size_t end = at_ + word.size();
    if (text_.compare(at_, word.size(), word) != 0) return false;
    if (end < text_.size() && is_letter(text_[end])) return false;
    return takes(word);
  }

  formula_ptr disjunction() {
    const level inside(depth_);
    formula_ptr result = conjunction();
    while (takes_word("or")) result = node("or", {result, conjunction()});
    return result;
  }
  formula_ptr conjunction() {
    formula_ptr result = negatable();
    while (takes_word("and")) result = node("and", {result, negatable()});
    return result;
  }
  formula_ptr negatable() {
    bool is_negated = false;
    while (takes_word("not")) is_negated = !is_negated;
    const formula_ptr inner = comparison();
    return is_negated ? node("not", {inner}) : inner;
  }
  formula_ptr comparison() {
    formula_ptr left = sum();
    for (const node_kind op : std::array<node_kind, 6>{"<=", ">=", "==", "!=", "<", ">"})
      if (takes(op.text())) return node(op, {left, sum()});
    return left;
  }
  formula_ptr sum() {
    formula_ptr result = product();
    for (;;) {
      if (takes("+"))
        result = node("+", {result, product()});
      else if (takes("-"))
        result = node("-", {result, product()});
      else
        return result;
    }
  }
  formula_ptr product() {
    formula_ptr result = signed_power();
    for (;;) {
      if (takes("*"))
        result = node("*", {result, signed_power()});
      else if (takes("/"))
        result = node("/", {result, signed_power()});
      else
        return result;
    }
  }
  formula_ptr signed_power() {
    if (!takes("-")) return power();
    const level inside(depth_);
    return node("neg", {signed_power()});
  }
  formula_ptr power() {
    formula_ptr base = primary();
    if (!takes("^")) return base;
    const level inside(depth_);
    return node("^", {base, signed_power()});
  }
  formula_ptr primary() {
    if (takes("(")) {
      formula_ptr inner = disjunction();
      if (!takes(")")) fail();
      return inner;
    }
    if (at_ >= text_.size()) fail();
    if (std::isdigit(static_cast<unsigned char>(text_[at_]))) return decimal();
    std::string name;
    while (at_ < text_.size() && is_letter(text_[at_])) name += text_[at_++];
    if (name.empty()) fail();
    skip();
    if (!takes("(")) {
      formula result{"name", name, 0, {}, 0};
      return std::make_shared<const formula>(std::move(result));
    }
    std::vector<formula_ptr> parts{disjunction()};
    while (takes(",")) parts.push_back(disjunction());
    if (!takes(")")) fail();
    const std::string function = meant_function(name, parts);
    return call(function, std::move(parts));
  }
  [[noreturn]] static void fail_at_exponent() {
    throw unchecked("a number is beyond 10^" + std::to_string(largest_exponent) + " or 10^-" +
                    std::to_string(largest_exponent));
  }
  std::string digits() {
    std::string result;
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])))
      result += text_[at_++];
    if (result.empty()) fail();
    if (result.size() > most_digits)
      throw unchecked("a number has more than " + std::to_string(most_digits) + " digits");
    return result;
  }
  formula_ptr decimal() {
    std::string all = digits();
    int exponent = 0;
    if (at_ < text_.size() && text_[at_] == '.') {
      ++at_;
      const std::string rest = digits();
      exponent = -static_cast<int>(rest.size());
      all += rest;
    }
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      ++at_;
      const bool is_negative = at_ < text_.size() && text_[at_] == '-';
      if (at_ < text_.size() && (text_[at_] == '-' || text_[at_] == '+')) ++at_;
      std::string size = digits();
      size.erase(0, std::min(size.find_first_not_of('0'), size.size() - 1));
      constexpr std::size_t most_digits_of_exponent = 6;
      if (size.size() > most_digits_of_exponent) fail_at_exponent();
      exponent += is_negative ? -std::stoi(size) : std::stoi(size);
    }
    if (std::abs(exponent) > largest_exponent) fail_at_exponent();
    skip();
    // Leading zeros would make it octal.
    const std::size_t first = all.find_first_not_of('0');
    rational value = first == std::string::npos ? integer(0) : integer(all.substr(first));
    const integer scale =
        boost::multiprecision::pow(integer(10), static_cast<unsigned>(std::abs(exponent)));
    if (exponent < 0)
      value /= rational(scale);
    else
      value *= rational(scale);
    return number(value);
  }

  const std::string& text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

formula_ptr name_of_index(int number) {
  formula result{"name", index_name(number), 0, {}, 0};
  return std::make_shared<const formula>(std::move(result));
}

// Gives the index at `place` its number.
void number_index(formula& x, std::size_t place) {
  const std::string own = x.parts[place]->name;
  // Names with a space are this program's own: no file can write one.
  demand(own.find(' ') != std::string::npos || is_usable_name(own),
         "'" + shown(own) + "' cannot be the name of an index");
  const std::set<std::string> free = names_in(*x.parts.back());
  int number = x.parts.back()->indices + 1;
  while (index_name(number) != own && free.contains(index_name(number))) ++number;
  x.indices = std::max(x.indices, number);
  if (index_name(number) == own) return;
  x.parts.back() = substituted(x.parts.back(), {{own, name_of_index(number)}});
  x.parts[place] = name_of_index(number);
}

// A tree that is small enough to be walked through: a small file may describe a large one.
formula_ptr made(formula x) {
  spend(1);
  for (const formula_ptr& part : x.parts) {
    x.depth = std::max(x.depth, part->depth + 1);
    x.size += part->size;
    x.indices = std::max(x.indices, part->indices);
  }
  if (x.depth > deepest_tree)
    throw unchecked("a formula is deeper than " + std::to_string(deepest_tree) + " levels");
  if (x.size > largest_tree)
    throw unchecked("a formula has more than " + std::to_string(largest_tree) + " parts");
  if (const auto place = index_place(x)) number_index(x, *place);
  return std::make_shared<const formula>(std::move(x));
}

// The text of a formula, with what stands around its parts.
void append_text(const formula& x, std::string& text) {
  if (x.kind == "number") {
    text += text_of(x.value);
    return;
  }
  // No name has one of ~ ( , ) in it, those that this program makes included.
  text += x.kind == "name" || x.kind == "call" ? x.name : "~" + x.kind.text();
  if (x.kind == "name") return;
  for (std::size_t i = 0; i < x.parts.size(); ++i) {
    text += i == 0 ? '(' : ',';
    append_text(*x.parts[i], text);
  }
  text += ')';
}

void append_written(const formula& x, std::string& text) {
  if (is_index_name(x.name)) {
    text += "index" + x.name.substr(start_of_index.size());
    return;
  }
  if (x.parts.empty()) return append_text(x, text);
  const bool is_prefix = x.kind == "neg" || x.kind == "not";
  if (x.kind == "call") text += x.name;
  text += '(';
  if (is_prefix) text += x.kind == "neg" ? "-" : "not ";
  for (std::size_t i = 0; i < x.parts.size(); ++i) {
    if (i > 0) text += x.kind == "call" ? ", " : " " + x.kind.text() + " ";
    append_written(*x.parts[i], text);
  }
  text += ')';
}

}  // namespace

std::string index_name(int number) {
  return std::string(start_of_index) + std::to_string(number);
}

bool is_index_name(const std::string& name) {
  return name.starts_with(start_of_index);
}

formula_ptr number(const rational& value) {
  formula result{"number", "", value, {}, 0};
  return made(std::move(result));
}

formula_ptr node(node_kind kind, std::vector<formula_ptr> parts) {
  formula result{kind, "", 0, std::move(parts), 0};
  return made(std::move(result));
}

formula_ptr call(const std::string& name, std::vector<formula_ptr> parts) {
  formula result{"call", name, 0, std::move(parts), 0};
  return made(std::move(result));
}

bool is_call(const formula& x, const std::string& name) {
  return x.kind == "call" && x.name == name;
}

bool is_known_function(const std::string& name) {
  static const std::set<std::string> known{"exp",
                                           "expm1",
                                           "log",
                                           "log1p",
                                           "sqrt",
                                           "tanh",
                                           "abs",
                                           "min",
                                           "max",
                                           "floor",
                                           "ceil",
                                           "gamma",
                                           "binomial",
                                           "if",
                                           "rounds_to",
                                           "sum",
                                           "binomial_mean",
                                           "normal_mean",
                                           "renyi",
                                           "hockey_stick",
                                           "tradeoff",
                                           "chi_moment",
                                           "ternary_moment",
                                           "at",
                                           "curve_delta",
                                           "total_variation",
                                           "clone_pair",
                                           "unmixed_pair",
                                           "rr_pair",
                                           "krr_pair",
                                           "gaussian_pair",
                                           "laplace_pair",
                                           "printed_pair",
                                           "variation_pair",
                                           "compose",
                                           "shuffle_gaussian_renyi",
                                           "subsampled",
                                           "swap",
                                           "pair",
                                           "first",
                                           "second",
                                           "mix",
                                           "rr_law",
                                           "krr_law",
                                           "law",
                                           "pmf",
                                           "curve",
                                           "mix_curves",
                                           "symmetrized"};
  return known.contains(name);
}

bool is_constant(const std::string& name) {
  return name == "pi" || name == "inf" || name == "identity_curve";
}

bool binds_a_name(const formula& x) {
  constexpr std::size_t parts_of_both = 4;
  return (is_call(x, "sum") || is_call(x, "binomial_mean")) && x.parts.size() == parts_of_both &&
         x.parts[0]->kind == "name";
}

bool is_normal_mean(const formula& x) {
  return is_call(x, "normal_mean") && x.parts.size() == 2 && x.parts[0]->kind == "name";
}

bool is_law(const formula& x) {
  return is_call(x, "law") && x.parts.size() == 4 && x.parts[0]->kind == "name";
}

bool is_relation(const formula& x) {
  return x.kind.is_relation();
}

formula_ptr parsed(const std::string& text) {
  return parser(text).whole();
}

std::string text_of(const formula& x) {
  spend(x.size);
  std::string text;
  append_text(x, text);
  return text;
}

std::string written(const formula& x) {
  std::string text;
  append_written(x, text);
  return text;
}

namespace {

// A number above `least` of an index that is free neither in the formula nor in one of the values.
int unused_number(int least, const formula& x, const formulas& values) {
  std::set<std::string> free = names_in(x);
  for (const auto& [name, value] : values) free.merge(names_in(*value));
  int number = least + 1;
  while (free.contains(index_name(number))) ++number;
  return number;
}

}  // namespace

formula_ptr substituted(const formula_ptr& x, const formulas& values) {
  spend(1);
  if (x->kind == "name") {
    const auto found = values.find(x->name);
    return found == values.end() ? x : found->second;
  }
  if (x->parts.empty()) return x;
  formula result{x->kind, x->name, x->value, {}, 0};
  if (const auto place = index_place(*x)) {
    const std::string& index = x->parts[*place]->name;
    formulas inner = values;
    inner.erase(index);
    int number = x->indices;
    bool is_caught = false;
    for (const auto& [name, value] : inner) {
      number = std::max(number, value->indices);
      is_caught = is_caught || names_in(*value).contains(index);
    }
    // Out of the way of a name that is put in; made() gives it its number again.
    if (is_caught) inner[index] = name_of_index(unused_number(number, *x, inner));
    for (std::size_t i = 0; i < x->parts.size(); ++i)
      result.parts.push_back(
          i == *place ? (is_caught ? inner[index] : x->parts[i])
                      : substituted(x->parts[i], i + 1 == x->parts.size() ? inner : values));
    return made(std::move(result));
  }
  for (const formula_ptr& part : x->parts) result.parts.push_back(substituted(part, values));
  return made(std::move(result));
}

namespace {

void collect_names(const formula& x, std::set<std::string>& found) {
  if (x.kind == "name") {
    found.insert(x.name);
    return;
  }
  const auto place = index_place(x);
  for (std::size_t i = 0; i < x.parts.size(); ++i) {
    if (i == place) continue;
    if (!place || i + 1 < x.parts.size()) {
      collect_names(*x.parts[i], found);
      continue;
    }
    std::set<std::string> inner;
    collect_names(*x.parts[i], inner);
    inner.erase(x.parts[*place]->name);
    found.merge(inner);
  }
}

}  // namespace

std::set<std::string> names_in(const formula& x) {
  spend(x.size);
  std::set<std::string> found;
  collect_names(x, found);
  return found;
}

std::vector<formula_ptr> conjuncts(const formula_ptr& x) {
  if (x->kind != "and") return {x};
  std::vector<formula_ptr> result = conjuncts(x->parts[0]);
  for (const formula_ptr& part : conjuncts(x->parts[1])) result.push_back(part);
  return result;
}

bool says_whole(const formula& x) {
  return x.kind == "==" && is_call(*x.parts[0], "floor") && x.parts[0]->parts.size() == 1 &&
         text_of(*x.parts[0]->parts[0]) == text_of(*x.parts[1]);
}

namespace {

bool is_zero(const formula& x) {
  return x.kind == "number" && x.value == 0;
}

}  // namespace

definition defined_by(std::vector<std::string> parameters, const formula_ptr& body) {
  definition result{std::move(parameters), body};
  const bool is_guarded = is_call(*body, "if") && body->parts.size() == 3 &&
                          body->parts[2]->kind == "/" && is_zero(*body->parts[2]->parts[0]) &&
                          is_zero(*body->parts[2]->parts[1]);
  if (!is_guarded) return result;
  // A parameter may stand for a condition, and then its kind is known where it is called.
  const auto conditions = conjuncts(body->parts[0]);
  if (std::any_of(conditions.begin(), conditions.end(),
                  [](const formula_ptr& part) { return part->parts.empty(); }))
    return result;
  result.body = body->parts[1];
  result.conditions = conditions;
  return result;
}

}  // namespace check
