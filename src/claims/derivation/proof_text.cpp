#include "claims/derivation/derive.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/moments/sign_moments.hpp"
#include "claims/proof/closed_bounds.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// One line of a file: texts of others may have line ends in them.
std::string line(const std::string& key, const std::string& text = "") {
  std::string result = text.empty() ? key : key + " " + text;
  for (char& c : result)
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  return result + "\n";
}

std::string exact(const rational& x) {
  const std::string top = numerator(x).str();
  return denominator(x) == 1 ? top : top + "/" + denominator(x).str();
}

// The definitions that a formula leads to, each behind those that it calls.
void collect_definitions(const definitions& visible, const expression& formula,
                         std::vector<const definition*>& found) {
  for (const std::string& name : called_functions(formula)) {
    const definition* entry = visible.find(name);
    if (entry == nullptr || std::find(found.begin(), found.end(), entry) != found.end()) continue;
    collect_definitions(visible, *entry->body, found);
    found.push_back(entry);
  }
}

// What all files begin with. The calls of local functions are put in.
std::string heading(const claim_context& context) {
  const claim& subject = context.subject;
  std::vector<const definition*> called;
  const auto collect = [&](const expression_ptr& formula) {
    collect_definitions(context.visible.visible, *formula, called);
  };
  std::string text = line("shufflecert", "proof 4") + line("claim", subject.id) +
                     line("says", subject.says) +
                     line("stated", to_text(subject.with_family(*subject.formula)));
  collect(subject.formula);
  // What a domain mentions is a variable: check-proof takes no local name there.
  for (const expression_ptr& stated : subject.domain) {
    const expression_ptr condition = with_local_names(subject, stated);
    text += line("domain", to_text(*condition));
    collect(condition);
  }
  for (const std::string& name : subject.integers) text += line("integers", name);
  if (const auto* form = std::get_if<exists_claim>(&subject.form))
    for (const std::string& name : check_variables(subject))
      if (form->is_existential(name)) text += line("exists", name);
  for (const auto& [name, formula] : subject.let) {
    text += line("let", fmt::format("{} = {}", name, to_text(*formula)));
    collect(formula);
  }
  for (const definition* entry : called)
    text += line("define", fmt::format("{}({}) = {}", entry->name,
                                       fmt::join(entry->parameters, ", "), to_text(*entry->body)));
  return text;
}

std::string inputs_of(const claim_context& context) {
  std::string text;
  for (const input_file& input : context.visible.inputs)
    text += line("input", input.sha256 + " " + input.file);
  return text;
}

// The claim as a whole, where it is of the form of (K.10).
std::optional<moment_statement> moments_in(const claim_context& context) {
  const expression_ptr whole = written_out(context, context.subject.formula);
  const auto* sides = std::get_if<comparison>(&whole->node);
  if (sides == nullptr) return std::nullopt;
  if (sides->op == relation::less_equal) return moment_statement_in(sides->left, sides->right);
  if (sides->op == relation::greater_equal) return moment_statement_in(sides->right, sides->left);
  return std::nullopt;
}

std::string text_of(const moment_certificate& proof) {
  std::string text =
      line("rule", "moments") +
      line("statement",
           fmt::format("for all mu > 0, s >= 0: poisson_mean(mu, b, ((exp(s/(b + 1)) + "
                       "exp(-s/(b + 1)))/2)^(b + 1)) <= exp({}*s^2/mu)",
                       exact(proof.c))) +
      line("c", exact(proof.c)) + line("z0", exact(proof.near)) +
      line("c*", exact(proof.constant)) + line("K", exact(proof.large)) +
      line("delta", exact(proof.delta)) + line("sigma1", exact(proof.slope)) +
      line("columns", std::to_string(proof.columns.size()));
  for (const moment_column& column : proof.columns) {
    std::string numbers = exact(column.least) + " " + exact(column.largest);
    for (const rational& s : column.values) numbers += " " + exact(s);
    text += line("column", numbers);
  }
  return text;
}

const char* rule_of(const std::optional<proof_record>& proof) {
  if (!proof) return "evaluation";
  switch (proof->method) {
    case proof_method::derivation:
      return "derivation";
    case proof_method::subdivision:
      return "subdivision";
    case proof_method::enumeration:
      return "enumeration";
    case proof_method::algebra:
      return "algebra";
  }
  return "evaluation";
}

// Every choice of one value for each variable: "n = 2 ; k = 3".
std::vector<std::string> choices_of(
    const std::vector<std::pair<std::string, std::vector<std::string>>>& lists) {
  std::vector<std::string> found{""};
  for (const auto& [name, values] : lists) {
    std::vector<std::string> extended;
    for (const std::string& one : found)
      for (const std::string& value : values)
        extended.push_back(fmt::format("{}{}{} = {}", one, one.empty() ? "" : " ; ", name, value));
    found = std::move(extended);
  }
  return found;
}

// The check values of the variables that no condition mentions.
std::string values_of(const claim& subject) {
  std::vector<std::pair<std::string, std::vector<std::string>>> lists;
  for (const std::string& name : check_variables(subject)) {
    if (is_in_domain(subject, name)) continue;
    lists.emplace_back(name, std::vector<std::string>{});
    for (const point_value& value : listed_values_of(subject, name))
      lists.back().second.push_back(to_text(*value.formula));
  }
  std::string text;
  if (!lists.empty())
    for (const std::string& values : choices_of(lists)) text += line("values", values);
  return text;
}

// Of a region of points: each of them, by the variables that the domain mentions.
std::string cases_of(const claim& subject, const proof_record& proof) {
  std::string text;
  for (const stated_region& region : proof.regions) {
    std::vector<std::pair<std::string, std::vector<std::string>>> lists;
    for (const auto& [name, range] : region)
      if (is_in_domain(subject, name))
        lists.emplace_back(
            name, range.values.empty() ? std::vector<std::string>{range.lower} : range.values);
    for (const std::string& one : choices_of(lists)) text += line("case", one);
  }
  return text;
}

// A function that check-proof does not evaluate, if the claim calls one, as itself or through its
// definitions: then its own boxes show nothing.
std::optional<std::string> function_out_of_reach(const claim_context& context) {
  static const std::set<std::string> reached{
      "exp",  "expm1", "log",  "log1p", "sqrt", "abs", "min",      "max",
      "tanh", "floor", "ceil", "gamma", "if",   "sum", "binomial", "rounds_to"};
  try {
    const expression_ptr whole = written_out(context, context.subject.formula);
    for (const std::string& name : called_functions(*whole))
      if (!reached.contains(name)) return name;
  } catch (const std::exception&) {
    // It is too long to be written out. check-proof says how far it comes.
  }
  return std::nullopt;
}

proof_file_text nothing_of(const std::string& why) {
  return {"", why};
}

// Of what is checked without steps: check-proof cuts its own boxes.
proof_file_text text_without_steps(const claim_context& context, const judgement& found) {
  const claim& subject = context.subject;
  const std::string rule = line("rule", rule_of(found.proof));
  if (!found.proof) {
    std::string point;
    if (found.witness)
      for (const auto& [name, value] : found.witness->point)
        point += fmt::format("{}{} = {}", point.empty() ? "" : " ; ", name, value);
    if (point.empty()) return nothing_of("it names no point at which the claim holds");
    return {inputs_of(context) + rule + line("solution", point), ""};
  }
  const proof_record& proof = *found.proof;
  if (proof.method == proof_method::derivation)
    return nothing_of("its steps could not be written in the time that was left");
  if (const auto name = function_out_of_reach(context))
    return nothing_of(fmt::format(
        "it was found on boxes or at points, without steps, and check-proof does not evaluate '{}'",
        *name));
  return {values_of(subject) + inputs_of(context) + rule +
              (proof.method == proof_method::enumeration ? cases_of(subject, proof) : ""),
          ""};
}

std::string text_of(const derivation_lines& lines) {
  std::string text = line("rule", "derivation");
  for (const derivation_lines::part& part : lines.parts) {
    if (!part.where.empty()) text += line("case", part.where);
    for (const std::string& step : part.steps) text += line("step", step);
  }
  return text;
}

}  // namespace

proof_file_text proof_text(const claim_context& context, const judgement& found) {
  if (std::holds_alternative<rate_claim>(context.subject.form))
    return {"", "the proof of a rate rests on leading terms, which no proof file has"};
  const std::string text = heading(context);
  const bool is_derived = found.proof && found.proof->method == proof_method::derivation;
  if (const auto stated = is_derived ? moments_in(context) : std::nullopt) {
    const moment_attempt& known = certified_moments(stated->c, context.options.limits);
    if (known.found) return {text + inputs_of(context) + text_of(*known.found) + line("end"), ""};
  }
  // A record that was read from a journal lacks the lines.
  const auto lines = !is_derived          ? std::nullopt
                     : found.proof->lines ? found.proof->lines
                                          : derive(context, context.subject.formula).lines;
  if (!lines) {
    proof_file_text rest = text_without_steps(context, found);
    if (rest.missing.empty()) rest.text = text + rest.text + line("end");
    return rest;
  }
  std::string values;
  for (const std::string& choice : lines->values) values += line("values", choice);
  return {text + values + inputs_of(context) + text_of(*lines) + line("end"), ""};
}

}  // namespace shufflecert::inline v0_1::claims
