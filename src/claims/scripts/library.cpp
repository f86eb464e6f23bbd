#include "claims/scripts/library.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

#include "claims/text/embedded.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

struct snippet {
  std::string name;
  std::vector<std::string> lines;
};

const char* comment_sign(script_language language) {
  return language == script_language::python ? "#" : "\\\\";
}

std::vector<snippet> read_snippets(script_language language) {
  const std::string file = language == script_language::python ? "library.py" : "library.gp";
  const std::string mark = std::string(comment_sign(language)) + "@ ";
  std::vector<snippet> found;
  for (const embedded::text_file& entry : embedded::script_libraries()) {
    if (entry.name != file) continue;
    std::istringstream text(entry.text);
    bool in_head = true;
    for (std::string line; std::getline(text, line);) {
      if (line.starts_with(mark)) {
        in_head = false;
        found.push_back({line.substr(mark.size()), {}});
      } else if (!in_head) {
        found.back().lines.push_back(line);
      }
    }
  }
  for (snippet& one : found)
    while (!one.lines.empty() && one.lines.back().empty()) one.lines.pop_back();
  return found;
}

const std::vector<snippet>& snippets(script_language language) {
  static const std::vector<snippet> python = read_snippets(script_language::python);
  static const std::vector<snippet> gp = read_snippets(script_language::gp);
  return language == script_language::python ? python : gp;
}

constexpr const char* normal_mark = "@normal";

bool is_for_normal_laws(const std::string& line) {
  return line.ends_with(normal_mark);
}

std::string without_mark(script_language language, const std::string& line) {
  if (!is_for_normal_laws(line)) return line;
  std::string kept = line.substr(0, line.rfind(comment_sign(language)));
  while (kept.ends_with(' ')) kept.pop_back();
  return kept;
}

std::string text_of(script_language language, const snippet& one, bool with_normal) {
  std::string text;
  for (const std::string& line : one.lines)
    if (with_normal || !is_for_normal_laws(line)) text += without_mark(language, line) + "\n";
  return text;
}

// Comments and strings may name what the code does not use.
std::string code_of(script_language language, const std::string& text) {
  const std::string comment = comment_sign(language);
  std::string code;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!in_string && text.compare(i, comment.size(), comment) == 0) i = text.find('\n', i);
    if (i == std::string::npos) break;
    // Three quotation marks are an empty string and the start of another one: the same for this.
    if (text[i] == '"') in_string = !in_string;
    code += in_string ? ' ' : text[i];
  }
  return code;
}

std::set<std::string> names_used(script_language language, const std::string& program,
                                 bool with_normal) {
  std::set<std::string> used = identifiers_in(code_of(language, program));
  const auto& all = snippets(language);
  for (bool grew = true; grew;) {
    grew = false;
    for (const snippet& one : all) {
      if (!used.contains(one.name)) continue;
      for (const std::string& name :
           identifiers_in(code_of(language, text_of(language, one, with_normal))))
        grew = used.insert(name).second || grew;
    }
  }
  return used;
}

}  // namespace

const std::set<std::string>& snippet_names(script_language language) {
  const auto names_of = [](script_language one) {
    std::set<std::string> names;
    for (const snippet& entry : snippets(one)) names.insert(entry.name);
    return names;
  };
  static const std::set<std::string> python = names_of(script_language::python);
  static const std::set<std::string> gp = names_of(script_language::gp);
  return language == script_language::python ? python : gp;
}

std::set<std::string> identifiers_in(const std::string& text) {
  const auto is_part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  std::set<std::string> names;
  std::size_t end = 0;
  for (std::size_t start = 0; start < text.size(); start = end + 1) {
    end = start;
    while (end < text.size() && is_part(text[end])) ++end;
    // mp.log is not the name log.
    const bool is_member = start > 0 && text[start - 1] == '.';
    if (end > start && !is_member && std::isdigit(static_cast<unsigned char>(text[start])) == 0)
      names.insert(text.substr(start, end - start));
  }
  return names;
}

std::string used_snippets(script_language language, const std::string& program) {
  const std::set<std::string> plain = names_used(language, program, false);
  const bool with_normal = plain.contains("normal_pair") || plain.contains("gaussian_pair");
  const std::set<std::string> used = with_normal ? names_used(language, program, true) : plain;
  const std::string between = language == script_language::python ? "\n\n" : "\n";
  std::string text;
  for (const snippet& one : snippets(language))
    if (used.contains(one.name))
      text += (text.empty() ? "" : between) + text_of(language, one, with_normal);
  return text;
}

}  // namespace shufflecert::inline v0_1::claims
