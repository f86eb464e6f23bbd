#include "claims/scripts/script.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/results/results_json.hpp"
#include "claims/scripts/formula_printer.hpp"
#include "claims/scripts/library.hpp"
#include "claims/scripts/outcome_weights.hpp"
#include "claims/scripts/script_digits.hpp"
#include "claims/scripts/script_work.hpp"
#include "claims/scripts/used_formulas.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t most_grid_points = 1001;

class writer {
 public:
  writer(const script_subject& subject, script_language language)
      : subject_(subject),
        language_(language),
        stated_(subject.judged.as_stated()),
        used_(stated_, subject.visible, subject.point) {
    choose_part();
    for (const expression_ptr& condition : stated_.domain) used_.add(*condition);
    used_.add(*relation_);
    used_.add(*part_);
    for (const auto& [name, chosen] : subject_.point) used_.add(*chosen.formula);
    merges_ = !used_.calls("first") && !used_.calls("second");
    choose_names();
  }

  std::string write() {
    const std::string program = formulas() + body();
    work_ = estimated_work();
    if (const std::string reason = too_much_in_words(work_, point_text()); !reason.empty())
      throw script_unavailable(reason);
    const std::string library = used_snippets(language_, program);
    return header() + setup(library + program) + "\n" + library + (is_python() ? "\n\n" : "\n") +
           program;
  }

 private:
  [[nodiscard]] bool is_python() const { return language_ == script_language::python; }

  // The part that fails, with the local functions that the file calls where that is possible.
  void choose_part() {
    relation_ = stated_.formula;
    const auto judged_parts = conjuncts(subject_.judged.formula);
    const auto stated_parts = conjuncts(stated_.formula);
    part_ = stated_parts.front();
    judged_ = subject_.judged.formula;
    for (std::size_t i = 0; i < judged_parts.size(); ++i) {
      const bool is_it = to_text(*judged_parts[i]) == subject_.sides.relation;
      if (!is_it) continue;
      part_ = judged_parts.size() == stated_parts.size() ? stated_parts[i] : judged_parts[i];
      if (subject_.refutes) judged_ = judged_parts[i];
      break;
    }
    if (subject_.refutes) relation_ = part_;
  }

  void choose_names() {
    std::set<std::string> taken;
    name_map functions;
    name_map variables;
    const auto choose = [&](const std::string& name) {
      std::string chosen = free_name(language_, name);
      while (taken.contains(chosen)) chosen += "_";
      taken.insert(chosen);
      return chosen;
    };
    for (const definition* entry : used_.functions()) functions[entry->name] = choose(entry->name);
    std::set<std::string> names = used_.names();
    for (const auto& [name, chosen] : subject_.point) names.insert(name);
    names.insert(used_.lets().begin(), used_.lets().end());
    for (const std::string& name : names) variables[name] = choose(name);
    for (const auto& [from, to] : variables)
      if (from != to) renamed_[from] = to;
    printer_ = make_printer(language_, variables, functions, merges_);
  }

  // Of all that the program evaluates, with the claim's local functions put in.
  [[nodiscard]] script_work estimated_work() const {
    const claim& judged = subject_.judged;
    std::vector<const expression*> formulas;
    for (const expression_ptr& condition : judged.domain) formulas.push_back(condition.get());
    formulas.push_back(judged_.get());
    const variable_map variables = variables_at(judged, subject_.point);
    try {
      script_work work = work_of(formulas, subject_.visible.visible, variables, digits().dropped,
                                 merges_, subject_.limits);
      if (!subject_.region.empty()) work.steps *= static_cast<double>(points_of_grid());
      return work;
    } catch (const formula_error&) {
      throw script_unavailable("formulas that are too long for an estimate of its work");
    }
  }

  [[nodiscard]] std::size_t steps_of_grid() const {
    return subject_.region.size() > 1 ? 40 : most_grid_points - 1;
  }
  [[nodiscard]] std::size_t points_of_grid() const {
    std::size_t points = 1;
    for (std::size_t i = 0; i < subject_.region.size(); ++i) points *= steps_of_grid() + 1;
    return points;
  }

  // A comment in the program's own words.
  [[nodiscard]] std::string comment(const std::string& text) const {
    constexpr std::size_t widest = 100;
    const std::string sign = is_python() ? "# " : "\\\\ ";
    std::string lines;
    std::string line = sign;
    std::size_t start = 0;
    while (start < text.size()) {
      std::size_t end = text.find(' ', start);
      if (end == std::string::npos) end = text.size();
      const std::string word = text.substr(start, end - start);
      if (line.size() > sign.size() && line.size() + word.size() > widest) {
        lines += line + "\n";
        line = sign + "  ";
      }
      line += line.ends_with(' ') ? word : " " + word;
      start = end + 1;
    }
    while (line.ends_with(' ')) line.pop_back();
    return lines + line + "\n";
  }

  [[nodiscard]] std::string point_text() const {
    std::string text;
    for (const auto& [name, chosen] : subject_.point)
      text += (text.empty() ? "" : ", ") + name + " = " + chosen.text;
    return text.empty() ? "the claim has no variables" : text;
  }

  // What the program says of itself. No text of a catalogue stands in a comment: a character that
  // ends the line for one reader of the program need not end it for another.
  [[nodiscard]] std::string header() const {
    std::string text = is_python() ? "#!/usr/bin/env python3\n" : "";
    const std::string tool = is_python() ? "mpmath" : "PARI/GP";
    if (!subject_.refutes)
      text += comment(fmt::format(
          "Evaluates both sides of a claim at one point, with {} alone. One point proves nothing "
          "about others.",
          tool));
    else if (subject_.region.empty())
      text += comment(fmt::format("Reproduces a counterexample to a claim, with {} alone.", tool));
    else
      text += comment(
          fmt::format("Illustrates with {} alone that a claim of existence has no solution in a "
                      "region; shufflecert certified the whole region, this program looks at a "
                      "grid, which is not a proof.",
                      tool));
    text +=
        comment(is_python() ? "Run it with: python3 FILE.py (exit status 0 if it agrees, 1 if not)"
                            : "Run it with: gp -q FILE.gp (exit status 0 if it agrees, 1 if not)");
    if (const std::string duration = duration_in_words(work_); !duration.empty())
      text += comment(fmt::format("It takes {}.", duration));
    text += comment("Generated by shufflecert " + version() +
                    ". What the catalogue says of the claim stands in quotes, and is not run:");
    return text + "\n" + about() + "\n";
  }

  [[nodiscard]] std::string about() const {
    std::string lines = fact("claim:", subject_.judged.id);
    if (const paper* p = subject_.visible.find_paper(subject_.judged.paper)) {
      std::string authors;
      for (const std::string& one : p->authors) authors += (authors.empty() ? "" : ", ") + one;
      for (const std::string& more : {p->title, p->reference})
        if (!more.empty()) authors += (authors.empty() ? "" : ". ") + more;
      lines += fact("paper:", authors);
    }
    lines += fact("where:", stated_.where);
    lines += fact("says:", stated_.says);
    lines += fact("formula:", to_text(*stated_.formula));
    if (to_text(*part_) != to_text(*stated_.formula)) lines += fact("this part:", to_text(*part_));
    for (const std::string& name : used_.lets())
      lines += fact("with:", name + " = " + to_text(*stated_.let.at(name)));
    for (const local_function& function : stated_.functions)
      lines += fact("with:", function.signature + " = " + to_text(*function.formula.body));
    lines += fact("point:", point_text());
    for (const auto& [name, range] : subject_.region)
      lines += fact("region:", fmt::format("{} in [{}, {}]", name, range.lower, range.upper));
    lines += fact("verdict:", subject_.finding);
    lines += fact("reading:", stated_.reading);
    lines += fact("doubt:", stated_.transcription);
    for (const auto& [from, to] : renamed_)
      lines += fact("name:", fmt::format("{} is called {} here", from, to));
    // Without the last comma, which GP would not take.
    lines.resize(lines.size() - 2);
    return is_python() ? "ABOUT = [\n" + lines + "\n]\n" : "{ABOUT = [\n" + lines + "\n];}\n";
  }

  // A label and what is known, as quoted lines.
  [[nodiscard]] std::string fact(const std::string& label, const std::string& text) const {
    constexpr std::size_t widest = 90;
    constexpr std::size_t label_width = 11;
    if (text.empty()) return "";
    std::string lines;
    std::string line = fmt::format("{:<{}}", label, label_width);
    const std::string indent(label_width, ' ');
    for (std::size_t start = 0; start <= text.size();) {
      const std::size_t end = std::min(text.find(' ', start), text.size());
      const std::string word = text.substr(start, end - start);
      if (line.size() > label_width && line.size() + word.size() > widest) {
        lines += "  " + quoted(language_, line) + ",\n";
        line = indent;
      }
      line += (line.size() > label_width ? " " : "") + word;
      start = end + 1;
    }
    return lines + "  " + quoted(language_, line) + ",\n";
  }

  // The names in all that the program needs to compute this side of the part.
  [[nodiscard]] std::set<std::string> names_behind(const expression& side) const {
    used_formulas own(stated_, subject_.visible, subject_.point);
    own.add(side);
    std::string text = printer_->value(side);
    for (const definition* entry : own.functions()) text += "\n" + printer_->value(*entry->body);
    for (const std::string& name : own.lets())
      text += "\n" + printer_->value(*stated_.let.at(name));
    return identifiers_in(used_snippets(language_, text));
  }

  [[nodiscard]] script_digits digits() const {
    std::array<bool, 2> drops{};
    bool has_moments = false;
    if (const auto* sides = std::get_if<comparison>(&part_->node)) {
      const std::array<const expression*, 2> both{sides->left.get(), sides->right.get()};
      for (std::size_t i = 0; i < both.size(); ++i) {
        const std::set<std::string> names = names_behind(*both[i]);
        drops[i] = names.contains("DROPPED");
        has_moments = has_moments || names.contains("renyi");
      }
    }
    script_digits found = digits_for(subject_.sides, subject_.precision, drops[0], drops[1]);
    if (has_moments && (drops[0] || drops[1])) found.dropped += digits_of_powers();
    return found;
  }

  // A rare outcome counts in a Rényi divergence with a power of its likelihood ratio.
  [[nodiscard]] int digits_of_powers() const {
    constexpr int at_least = 30;
    constexpr double most = 5'000;
    const double largest =
        log10_of_largest_weight(*judged_, subject_.visible.visible,
                                variables_at(subject_.judged, subject_.point), subject_.limits);
    if (largest > most)
      throw script_unavailable(
          "has an order so large that outcomes of probability 10^-5000 count; 'shufflecert "
          "recheck' repeats the judgement instead");
    return at_least + static_cast<int>(largest);
  }

  [[nodiscard]] std::string setup(const std::string& program) const {
    const std::set<std::string> names = identifiers_in(program);
    const script_digits digits = this->digits();
    std::string text;
    if (is_python()) {
      if (names.contains("bisect_left")) text += "from bisect import bisect_left\n";
      if (names.contains("namedtuple")) text += "from collections import namedtuple\n";
      if (names.contains("comb")) text += "from math import comb\n";
      text += "import sys\n\nfrom mpmath import mp, mpf\n\n";
      text += fmt::format("mp.dps = {}\n", digits.working);
    } else {
      text += fmt::format("default(realprecision, {});\n", digits.working);
      if (names.contains("binomial_weights")) text += "default(parisizemax, 4*10^9);\n";
    }
    const auto constant = [&](const char* name, int exponent, const char* meaning) {
      if (!names.contains(name)) return;
      text += is_python() ? fmt::format("{} = mpf(10)**-{}  # {}\n", name, exponent, meaning)
                          : fmt::format("{} = 10.^-{};  \\\\ {}\n", name, exponent, meaning);
    };
    const bool integrates = names.contains("QUADRATURE");
    constant("TOLERANCE", integrates ? 12 : digits.compared,
             "numbers whose relative distance is at most this count as equal");
    constant("DROPPED", digits.dropped,
             "outcomes that are less likely than this are left out of sums");
    constant("QUADRATURE", 20, "what two quadratures of one piece may differ by");
    return text;
  }

  [[nodiscard]] std::string assignment(const std::string& name, const expression& formula) const {
    return printer_->variable_name(name) + " = " + printer_->value(formula) +
           (is_python() ? "\n" : ";\n");
  }

  [[nodiscard]] std::string formulas() const {
    std::string text;
    for (const definition* entry : used_.functions()) {
      std::string parameters;
      for (const std::string& name : entry->parameters)
        parameters += (parameters.empty() ? "" : ", ") + printer_->variable_name(name);
      const std::string head = printer_->function_name(entry->name) + "(" + parameters + ")";
      text += is_python()
                  ? fmt::format("def {}:\n    return {}\n\n\n", head, printer_->value(*entry->body))
                  : fmt::format("{} = {};\n\n", head, printer_->value(*entry->body));
    }
    return text;
  }

  [[nodiscard]] std::string assignments(const std::string& indent,
                                        const std::set<std::string>& without) const {
    std::string text;
    for (const auto& [name, chosen] : subject_.point)
      if (!without.contains(name)) text += indent + assignment(name, *chosen.formula);
    return text + let_assignments(indent);
  }

  [[nodiscard]] std::string let_assignments(const std::string& indent) const {
    std::string text;
    for (const std::string& name : used_.lets())
      text += indent + assignment(name, *stated_.let.at(name));
    return text;
  }

  [[nodiscard]] std::string body() const {
    std::string text = comment("The point, and the claim's local names.") + assignments("", {});
    text += "\n" + comment("The domain, then the two sides and the relation.");
    const std::string end = is_python() ? "\n" : ";\n";
    text += is_python() ? "good = True\n" : "good = 1;\n";
    for (const expression_ptr& condition : stated_.domain)
      text += require(fmt::format("condition({}, {})", quoted(language_, to_text(*condition)),
                                  printer_->value(*condition)));
    text += show_sides();
    text += "holds = " + relation_text() + end;
    if (is_python())
      text += fmt::format("print({}, \"true\" if holds else \"false\")\n",
                          quoted(language_, "'" + to_text(*relation_) + "' is"));
    else
      text += fmt::format("print({}, if(holds, \"true\", \"false\"));\n",
                          quoted(language_, "'" + to_text(*relation_) + "' is "));
    if (subject_.refutes)
      text += require(is_python() ? "not holds" : "!holds");
    else if (subject_.holds)
      text += require(*subject_.holds ? "holds" : is_python() ? "not holds" : "!holds");
    text += search_grid();
    return is_python() ? text + ending() : guarded(text + ending());
  }

  [[nodiscard]] std::string require(const std::string& condition) const {
    return is_python() ? fmt::format("good = {} and good\n", condition)
                       : fmt::format("good = {} && good;\n", condition);
  }

  [[nodiscard]] std::string show_sides() const {
    const auto* sides = std::get_if<comparison>(&part_->node);
    if (sides == nullptr) return "";
    std::string text = assigned("lhs", *sides->left) + assigned("rhs", *sides->right);
    text += show_side("left ", "lhs", subject_.sides.lhs);
    return text + show_side("right", "rhs", subject_.sides.rhs);
  }

  // The relation as text, between `lhs` and `rhs`, which were computed, where they are its sides.
  [[nodiscard]] std::string relation_text() const {
    const auto* sides = std::get_if<comparison>(&part_->node);
    if (sides == nullptr || to_text(*part_) != to_text(*relation_))
      return printer_->value(*relation_);
    return make_printer(language_, {}, {})
        ->value(*make_comparison(make_variable("lhs"), sides->op, make_variable("rhs")));
  }

  [[nodiscard]] std::string assigned(const std::string& name, const expression& side) const {
    return name + " = " + printer_->value(side) + (is_python() ? "\n" : ";\n");
  }

  [[nodiscard]] std::string show_side(const std::string& label, const std::string& name,
                                      const std::optional<decimal_interval>& certified) const {
    if (!certified)
      return is_python() ? fmt::format("print(\"{}\", mp.nstr({}, 25))\n", label, name)
                         : fmt::format("print(\"{} \", shown({}));\n", label, name);
    const auto end = [&](const std::string& text) {
      if (is_python()) return "'" + text + "'";
      if (text == "inf") return std::string("oo");
      return text == "-inf" ? std::string("-oo") : text;
    };
    return require(fmt::format("inside(\"{}\", {}, {}, {})", label, name, end(certified->lower),
                               end(certified->upper)));
  }

  // Loops over a grid of the region without solutions, and collects what would be one.
  [[nodiscard]] std::string search_grid() const {
    if (subject_.region.empty()) return "";
    const std::size_t steps = steps_of_grid();
    if (subject_.region.size() > 2) throw script_unavailable("a grid in more than two variables");
    std::string all;
    for (const expression_ptr& condition : stated_.domain)
      all += printer_->value(*condition) + (is_python() ? " and " : " && ");
    const std::string found = "(" + all + printer_->value(*stated_.formula) + ")";
    std::string text = comment("The region: solutions on a grid of it, which is no proof.");
    text += is_python() ? "solutions = 0\n" : "solutions = 0;\n";
    std::string indent;
    std::string closing;
    for (const auto& [name, range] : subject_.region) {
      if (is_whole_variable(stated_, name))
        throw script_unavailable("a grid in a variable of whole numbers");
      const std::string variable = printer_->variable_name(name);
      if (is_python()) {
        text += fmt::format("{}for {} in grid('{}', '{}', {}):\n", indent, variable, range.lower,
                            range.upper, steps);
      } else {
        // The variable of foreach() is not the global one, which the formulas read.
        text += fmt::format("{}foreach(grid({}, {}, {}), value_, {} = value_;\n", indent,
                            range.lower, range.upper, steps, variable);
        closing += ")";
      }
      indent += "    ";
    }
    text += let_assignments(indent);
    text += is_python() ? fmt::format("{}solutions += {}\n", indent, found)
                        : fmt::format("{}solutions += {}{};\n", indent, found, closing);
    const std::size_t points = points_of_grid();
    text +=
        is_python()
            ? fmt::format("print(solutions, \"solutions at {} points of the region\")\n", points)
            : fmt::format("print(solutions, \" solutions at {} points of the region\");\n", points);
    return text + require("solutions == 0");
  }

  [[nodiscard]] std::string ending() const {
    const std::string word = subject_.refutes ? "refutation reproduced" : "evaluation reproduced";
    if (is_python())
      return fmt::format(
          "print(\"{}\" if good else \"NOT reproduced\")\nsys.exit(0 if good else 1)\n", word);
    return fmt::format("print(if(good, \"{}\", \"NOT reproduced\"));\n", word);
  }

  // GP goes on after an error; here an error ends the program with status 1.
  [[nodiscard]] static std::string guarded(const std::string& text) {
    std::string inside;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      inside += line.empty() ? "\n" : "  " + line + "\n";
    return "check() =\n{\n" + inside +
           "  good;\n}\n\niferr(good = check(), E, print(\"error: \", E); print(\"NOT "
           "reproduced\"); "
           "good = 0);\nquit(!good);\n";
  }

  const script_subject& subject_;
  script_language language_;
  const claim& stated_;
  used_formulas used_;
  expression_ptr relation_;
  expression_ptr part_;
  expression_ptr judged_;  ///< what the program evaluates, with the claim's local functions put in
  bool merges_ = false;    ///< whether reports that both laws of a pair treat alike have one count
  script_work work_;
  std::map<std::string, std::string> renamed_;
  std::unique_ptr<formula_printer> printer_;
};

}  // namespace

std::string write_script(const script_subject& subject, script_language language) {
  try {
    return writer(subject, language).write();
  } catch (const script_unavailable& error) {
    throw script_unavailable(fmt::format("claim '{}' needs {}", subject.judged.id, error.what()));
  }
}

}  // namespace shufflecert::inline v0_1::claims
