#include "verify/coq_export/proof_lines.hpp"

#include <sstream>

#include "shufflecert/formula.hpp"
#include "verify/coq_export/not_exportable.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// "name(a, b) = formula", or "name = formula".
coq_definition read_definition(const std::string& text) {
  const std::size_t equals = text.find(" = ");
  const std::string head = text.substr(0, equals);
  const expression_ptr body = parse_formula(text.substr(equals + 3));
  const std::size_t bracket = head.find('(');
  if (bracket == std::string::npos) return {head, {}, body, {}};
  const std::string inside = head.substr(bracket + 1, head.size() - bracket - 2);
  return coq_definition_of(head.substr(0, bracket),
                           inside.empty() ? std::vector<std::string>{} : split_line(inside, ", "),
                           body);
}

// "n = 2 ; x = 1/3" as equations.
std::vector<expression_ptr> read_values(const std::string& text) {
  std::vector<expression_ptr> equations;
  for (const std::string& one : split_line(text, " ; ")) {
    const std::size_t equals = one.find(" = ");
    equations.push_back(parse_formula(one.substr(0, equals) + " == " + one.substr(equals + 3)));
  }
  return equations;
}

proof_step read_step(const std::string& text) {
  std::vector<std::string> parts = split_line(text, " ; ");
  const std::size_t space = parts.front().find(' ');
  proof_step step{
      parts.front().substr(0, space), parse_formula(parts.front().substr(space + 1)), {}};
  step.rest.assign(parts.begin() + 1, parts.end());
  return step;
}

// Whether (K.10) is a theorem for this constant, a fraction.
bool is_formalised_moment(const std::string& constant) {
  const std::size_t slash = constant.find('/');
  const rational top(constant.substr(0, slash));
  const rational below(slash == std::string::npos ? "1" : constant.substr(slash + 1));
  return top / below >= rational(21, 40);
}

void read_line(proof_lines& read, const std::string& key, const std::string& rest) {
  if (key == "claim") {
    read.claim = rest;
  } else if (key == "says") {
    read.words = rest;
  } else if (key == "stated") {
    read.stated_text = rest;
    read.stated = parse_formula(rest);
  } else if (key == "domain") {
    read.domain.push_back(parse_formula(rest));
  } else if (key == "integers") {
    read.integers.push_back(rest);
  } else if (key == "exists") {
    read.exists.push_back(rest);
  } else if (key == "let") {
    const coq_definition one = read_definition(rest);
    (rest.find('(') < rest.find(" = ") ? read.definitions : read.lets).push_back(one);
  } else if (key == "define") {
    read.definitions.push_back(read_definition(rest));
  } else if (key == "values") {
    read.values.push_back(read_values(rest));
  } else if (key == "rule") {
    read.rule = rest;
  } else if (key == "c" && read.rule == "moments" && !is_formalised_moment(rest)) {
    throw not_exportable("the Poisson moment is a theorem for constants from 21/40 on");
  } else if (key == "case") {
    read.cases.push_back({read_values(rest).front(), {}});
  } else if (key == "step") {
    if (read.cases.empty()) read.cases.push_back({});
    read.cases.back().steps.push_back(read_step(rest));
  } else if (key == "solution") {
    read.solution = read_values(rest);
  }
}

}  // namespace

std::vector<std::string> split_line(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t at = text.find(separator); at != std::string_view::npos;
       at = text.find(separator)) {
    parts.emplace_back(text.substr(0, at));
    text.remove_prefix(at + separator.size());
  }
  parts.emplace_back(text);
  return parts;
}

proof_lines read_proof(const std::string& text) {
  proof_lines read;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t space = line.find(' ');
    if (line.starts_with('#') || space == std::string::npos) continue;
    const std::string key = line.substr(0, space);
    if (key == "rule" && line != "rule derivation" && line != "rule evaluation" &&
        line != "rule subdivision" && line != "rule algebra" && line != "rule moments")
      throw not_exportable("the theory has no rule '" + line.substr(space + 1) + "'");
    read_line(read, key, line.substr(space + 1));
  }
  if (read.cases.empty()) read.cases.push_back({});
  return read;
}

}  // namespace shufflecert::inline v0_1::claims
