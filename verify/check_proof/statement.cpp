#include "statement.hpp"

namespace check {
namespace {

std::string joined(const std::set<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

}  // namespace

std::string statement_in_words(const statement& stated, const names& known) {
  std::string text;
  for (const auto* lines : {&stated.definitions, &stated.lets})
    for (const auto& [line, equation] : *lines) text += "  let " + shown_whole(equation) + "\n";
  std::set<std::string> variables = known.open_names(stated.stated);
  std::string conditions;
  for (const auto& [line, condition] : stated.conditions) {
    variables.merge(known.open_names(condition));
    conditions += (conditions.empty() ? " with " : ", ") + shown_whole(condition);
  }
  std::set<std::string> whole;
  for (const std::string& name : variables)
    if (known.integers.contains(name)) whole.insert(name);
  if (!whole.empty()) conditions += "; whole: " + joined(whole);
  std::set<std::string> wanted;
  for (const auto& [line, name] : stated.variables) {
    wanted.insert(name);
    variables.erase(name);
  }
  for (const auto& [line, values] : stated.values) {
    text += "  only for " + shown_whole(values) + "\n";
    for (const std::string& part : split(values, " ; "))
      variables.erase(part.substr(0, part.find(' ')));
  }
  if (!wanted.empty()) {
    if (!conditions.empty()) text += "  in the domain" + conditions + "\n";
    text += "  there are";
    for (const std::string& name : wanted) text += " " + name;
    return text + " with " + shown_whole(stated.stated) + "\n";
  }
  if (!variables.empty())
    text += "  for all " + joined(variables) + conditions + ":\n";
  else if (!conditions.empty())
    text += "  in the domain" + conditions + ":\n";
  if (!stated.family.empty())
    text += "  " + shown_whole(stated.family) +
            "\n  which follows, by (A.7) of docs/methods/mechanisms.md, from\n";
  return text + "  " + shown_whole(stated.stated) + "\n";
}

std::string by_hand_in_words(const std::set<std::string>& places) {
  if (places.empty()) return "";
  std::string text = "  rests on derivations by hand in docs/methods: ";
  for (const std::string& place : places) text += (place == *places.begin() ? "" : "; ") + place;
  return text + "\n";
}

}  // namespace check
