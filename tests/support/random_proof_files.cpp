#include "support/random_proof_files.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "shufflecert/expression.hpp"
#include "shufflecert/formula.hpp"
#include "shufflecert/refine.hpp"

using namespace shufflecert;

namespace {

// --- Making --------------------------------------------------------------------------------------

const std::vector<std::string>& usable_names() {
  static const std::vector<std::string> names{"x",
                                              "y",
                                              "n",
                                              "a",
                                              "b",
                                              "f",
                                              "g",
                                              "h",
                                              "j",
                                              "k",
                                              "_",
                                              "X",
                                              "x1",
                                              "index",
                                              "each",
                                              "any",
                                              "number",
                                              "Index_0",
                                              "E",
                                              "pI",
                                              "s",
                                              "sum_",
                                              "andy",
                                              "nota",
                                              "e0",
                                              std::string(300, 'q'),
                                              std::string(5000, 'z')};
  return names;
}

const std::vector<std::string>& unusable_names() {
  static const std::vector<std::string> names{"pi",
                                              "inf",
                                              "identity_curve",
                                              "exp",
                                              "max",
                                              "sum",
                                              "renyi",
                                              "rr_pair",
                                              "epsilon",
                                              "poisson_mean",
                                              "integral",
                                              "law",
                                              "curve",
                                              "if",
                                              "and",
                                              "or",
                                              "not",
                                              "any_mechanism",
                                              "",
                                              "a b",
                                              "x.y",
                                              "x-y",
                                              "1x",
                                              "0",
                                              "\u03b50",
                                              "each 0",
                                              "index 0",
                                              "x'",
                                              "x(",
                                              "x = 1",
                                              "#",
                                              "x,y",
                                              "\u00e9",
                                              "Phi",
                                              "defined",
                                              "pmf",
                                              "swap",
                                              "binomial"};
  return names;
}

class file_maker {
 public:
  explicit file_maker(random_source& random) : random_(random), is_strange_(random.once_in(3)) {}

  std::vector<std::string> lines() {
    const std::size_t count = 1 + random_.below(3);
    for (std::size_t i = 0; i < count; ++i) variables_.push_back(name());
    for (std::size_t i = random_.below(3); i > 0; --i) locals_.push_back(name_or_clash());
    for (std::size_t i = random_.below(3); i > 0; --i) functions_.push_back(name_or_clash());
    open_ = variables_;
    std::vector<std::string> before;
    for (const std::string& variable : variables_) {
      if (random_.once_in(8)) continue;
      const std::size_t low = random_.below(4);
      conditions_.push_back(variable + (random_.once_in(4) ? " > " : " >= ") + std::to_string(low));
      if (random_.once_in(2))
        conditions_.push_back(variable + " <= " + std::to_string(low + random_.below(4)));
    }
    if (random_.once_in(6)) conditions_.push_back(formula(1) + " <= " + formula(1));
    for (const std::string& variable : variables_)
      if (random_.once_in(3)) before.push_back("integers " + variable);
    if (random_.once_in(12)) before.push_back("integers " + name());
    const bool exists = random_.once_in(10);
    if (exists)
      for (const std::string& variable : variables_) before.push_back("exists " + variable);
    for (const std::string& local : locals_) before.push_back("let " + local + " = " + formula(2));
    open_.insert(open_.end(), locals_.begin(), locals_.end());
    std::vector<std::string> defined;
    for (const std::string& function : functions_) defined.push_back(definition_of(function));
    can_call_ = true;
    before.insert(before.end(), defined.begin(), defined.end());
    if (random_.once_in(6)) before.push_back("values " + name_or_clash() + " = " + number());
    std::vector<std::string> result{"shufflecert proof 4", "claim a/b", "says x",
                                    "stated " + statement()};
    for (const std::string& condition : conditions_) result.push_back("domain " + condition);
    result.insert(result.end(), before.begin(), before.end());
    add_rule(result, exists);
    result.emplace_back("end");
    return result;
  }

 private:
  std::string name() {
    return is_strange_ && random_.once_in(4) ? random_.of(unusable_names())
                                             : random_.of(usable_names());
  }
  // One that has another meaning already, sometimes.
  std::string name_or_clash() {
    if (!random_.once_in(4)) return name();
    std::vector<std::string> taken = variables_;
    taken.insert(taken.end(), locals_.begin(), locals_.end());
    taken.insert(taken.end(), functions_.begin(), functions_.end());
    return random_.of(taken);
  }
  std::string number() {
    return random_.text({"0", "1", "2", "3", "1/2", "7/2", "0.25", "1e3", "10"});
  }

  std::string definition_of(const std::string& function) {
    std::vector<std::string> parameters{name_or_clash()};
    if (random_.once_in(2)) parameters.push_back(name_or_clash());
    const std::vector<std::string> outside = open_;
    open_ = parameters;
    if (random_.once_in(10)) open_ = outside;
    std::string list = parameters[0];
    for (std::size_t i = 1; i < parameters.size(); ++i) list += ", " + parameters[i];
    const std::string text = "define " + function + "(" + list + ") = " + formula(2);
    open_ = outside;
    parameters_[function] = parameters.size();
    return text;
  }

  std::string call_of_definition(int depth) {
    const std::string& function = random_.of(functions_);
    std::string text = function + "(" + formula(depth - 1);
    for (std::size_t i = 1; i < parameters_[function]; ++i) text += ", " + formula(depth - 1);
    return text + ")";
  }

  std::string formula(int depth) {
    if (depth <= 0 || random_.once_in(4))
      return open_.empty() || random_.once_in(3) ? number() : random_.of(open_);
    if (can_call_ && !functions_.empty() && random_.once_in(3)) return call_of_definition(depth);
    switch (random_.below(10)) {
      case 0:
        return "(" + formula(depth - 1) + " - " + formula(depth - 1) + ")";
      case 1:
        return formula(depth - 1) + "*" + formula(depth - 1);
      case 2:
        return "(" + formula(depth - 1) + ")^2";
      case 3:
        return "exp(-(" + formula(depth - 1) + ")^2)";
      case 4:
        return "max(" + formula(depth - 1) + ", " + formula(depth - 1) + ")";
      case 5:
        return "(" + formula(depth - 1) + ")/(1 + " + formula(depth - 1) + ")";
      case 6:
      case 7: {
        const std::string index = random_.once_in(2) ? name_or_clash() : name();
        const std::string last = random_.once_in(3) ? random_.of(open_) : "3";
        const std::vector<std::string> outside = open_;
        open_.push_back(index);
        const std::string body = formula(depth - 1);
        open_ = outside;
        return "sum(" + index + ", 1, " + last + ", " + body + ")";
      }
      default:
        return "(" + formula(depth - 1) + " + " + formula(depth - 1) + ")";
    }
  }

  std::string statement() {
    const std::string one = formula(3);
    switch (random_.below(10)) {
      case 0:
        return one + " <= " + one + " + 1";
      case 1:
        return one + " <= max(" + one + ", " + formula(2) + ")";
      case 2:
        return "(" + one + ")^2 >= 0";
      case 3:
        return one + " == " + one;
      case 4:
        return "(" + one + ") + (" + formula(2) + ") <= " + one;
      case 5:
        return "exp(-(" + one + ")^2) <= " + random_.text({"1", "1/2", "2"});
      case 6:
        return one + " == " + number();
      case 7:
        return "not " + one + " < " + number();
      default:
        return one + random_.text({" <= ", " >= ", " < ", " > ", " == ", " != "}) + formula(2);
    }
  }

  void add_rule(std::vector<std::string>& result, bool exists) {
    if (exists) {
      std::string point;
      for (const std::string& variable : variables_)
        point += (point.empty() ? "" : " ; ") + variable + " = " + number();
      result.emplace_back("rule evaluation");
      result.push_back("solution " + point);
      return;
    }
    switch (random_.below(6)) {
      case 0:
        result.emplace_back("rule enumeration");
        for (std::size_t i = random_.below(5); i > 0; --i)
          result.push_back("case " + random_.of(variables_) + " = " + std::to_string(i - 1));
        break;
      case 1:
        result.emplace_back("rule subdivision");
        break;
      case 2:
        result.emplace_back("rule derivation");
        for (std::size_t i = random_.below(5); i > 0; --i)
          result.push_back("case " + variables_[0] + " = " + std::to_string(i - 1));
        break;
      default:
        result.emplace_back("rule derivation");
        if (random_.once_in(3)) result.push_back("step shown " + statement());
    }
  }

  random_source& random_;
  bool is_strange_;
  bool can_call_ = false;
  std::vector<std::string> variables_;
  std::vector<std::string> locals_;
  std::vector<std::string> functions_;
  std::vector<std::string> open_;
  std::vector<std::string> conditions_;
  std::map<std::string, std::size_t> parameters_;
};

// --- Judging -------------------------------------------------------------------------------------

enum class finding { holds, fails, has_no_value, open };

finding found_at(const std::string& condition, const definitions& visible,
                 const variable_map& values) {
  try {
    const auto value =
        std::get<truth>(refine(*parse_formula(condition), visible, values, 20, {}, {}).result)
            .value;
    return !value ? finding::open : *value ? finding::holds : finding::fails;
  } catch (const undefined_value&) {
    return finding::has_no_value;
  } catch (const std::exception&) {
    return finding::open;
  }
}

// The lines of a file by their keys.
std::vector<std::string> entries(const std::vector<std::string>& lines, const std::string& key) {
  std::vector<std::string> found;
  for (const std::string& line : lines)
    if (line.starts_with(key + " ")) found.push_back(line.substr(key.size() + 1));
  return found;
}

std::vector<std::pair<std::string, std::string>> equations(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> found;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(" ; ", begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    const std::size_t place = part.find(" = ");
    found.emplace_back(part.substr(0, place), part.substr(place + 3));
    begin = end + 3;
  }
  return found;
}

// A file as the program's own reader sees it.
class read_file {
 public:
  explicit read_file(const std::vector<std::string>& lines)
      : stated(entries(lines, "stated").at(0)), domain(entries(lines, "domain")) {
    for (const std::string& text : entries(lines, "define")) {
      const auto head = parse_formula(text.substr(0, text.find(") = ") + 1));
      const call& signature = std::get<call>(head->node);
      definition entry{signature.name, {}, parse_formula(text.substr(text.find(") = ") + 4))};
      require_usable(entry.name);
      for (const auto& argument : signature.arguments) {
        entry.parameters.push_back(std::get<variable>(argument->node).name);
        require_usable(entry.parameters.back());
      }
      const std::set<std::string> different(entry.parameters.begin(), entry.parameters.end());
      if (different.size() != entry.parameters.size())
        throw std::runtime_error("a parameter stands twice");
      if (!visible.add(entry)) throw std::runtime_error("two definitions of one name");
    }
    for (const std::string& text : entries(lines, "let"))
      for (const auto& [name, formula] : equations(text)) {
        require_usable(name);
        if (!locals.emplace(name, parse_formula(formula)).second)
          throw std::runtime_error("two local names are one");
      }
    for (const char* key : {"integers", "exists"})
      for (const std::string& name : entries(lines, key)) require_variable(name);
    for (const std::string& name : entries(lines, "integers")) whole.insert(name);
    for (const char* key : {"values", "case", "solution"})
      for (const std::string& text : entries(lines, key))
        for (const auto& [name, value] : equations(text)) require_variable(name);
    std::vector<std::string> formulas = domain;
    formulas.push_back(stated);
    for (const std::string& formula : formulas) collect_variables(parse_formula(formula));
    for (const std::string& condition : domain)
      for (const std::string& name : free_variables(*parse_formula(condition)))
        require_variable(name);
    name_kinds kinds;
    for (const std::string& name : variables) kinds[name] = value_kind::number;
    for (const auto& [name, formula] : locals) kinds[name] = value_kind::unknown;
    for (const std::string& formula : formulas)
      if (check_formula(*parse_formula(formula), visible, kinds) == value_kind::number)
        throw std::runtime_error("'" + formula + "' is a number");
  }

  std::string stated;
  std::vector<std::string> domain;
  definitions visible;
  variable_map locals;
  std::set<std::string> whole;
  std::set<std::string> variables;

 private:
  static void require_usable(const std::string& name) {
    if (!is_usable_name(name)) throw std::runtime_error("'" + name + "' cannot be a name");
  }
  void require_variable(const std::string& name) const {
    require_usable(name);
    if (locals.contains(name)) throw std::runtime_error("'" + name + "' is local and a variable");
  }
  void collect_variables(const expression_ptr& formula) {
    for (const std::string& name : free_variables(*formula)) {
      const auto local = locals.find(name);
      if (local == locals.end())
        variables.insert(name);
      else if (seen_.insert(name).second)
        collect_variables(local->second);
    }
  }

  std::set<std::string> seen_;
};

std::string at_point(const variable_map& values) {
  std::string text;
  for (const auto& [name, value] : values)
    text += (text.empty() ? "" : ", ") + name.substr(0, 20) + " = " + to_text(*value);
  return text;
}

}  // namespace

std::vector<std::string> random_proof_file(random_source& random) {
  return file_maker(random).lines();
}

std::optional<std::string> fault_of_valid(const std::vector<std::string>& lines,
                                          random_source& random, int points) {
  std::optional<read_file> file;
  try {
    file.emplace(lines);
  } catch (const std::exception& error) {
    return error.what();
  }
  const std::vector<std::string> solutions = entries(lines, "solution");
  const std::vector<std::string> listed = entries(lines, "values");
  for (int i = 0; i < points; ++i) {
    variable_map values;
    for (const std::string& name : file->variables) {
      const bool is_whole = file->whole.contains(name);
      values[name] = parse_formula(is_whole ? random.text({"-1", "0", "1", "2", "3", "4", "5", "6"})
                                            : random.text({"-2", "-1/2", "0", "1/3", "1", "3/2",
                                                           "2", "5/2", "3", "5", "100"}));
    }
    const std::string fixed = !solutions.empty() ? solutions[0]
                              : listed.empty()   ? ""
                                                 : random.of(listed);
    if (!fixed.empty())
      for (const auto& [name, value] : equations(fixed)) values[name] = parse_formula(value);
    variable_map all = values;
    all.insert(file->locals.begin(), file->locals.end());
    const bool is_inside =
        std::all_of(file->domain.begin(), file->domain.end(), [&](const std::string& condition) {
          return found_at(condition, file->visible, all) == finding::holds;
        });
    const finding said = found_at(file->stated, file->visible, all);
    const bool fails = said == finding::fails || said == finding::has_no_value;
    if (!solutions.empty())
      return fails ? std::optional("no solution: " + at_point(values)) : std::nullopt;
    if (is_inside && fails) return "fails at " + at_point(values);
  }
  return std::nullopt;
}
