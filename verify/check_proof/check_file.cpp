#include "check_file.hpp"

#include <exception>
#include <new>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "algebra.hpp"
#include "alike_mechanisms.hpp"
#include "checker_errors.hpp"
#include "checker_moments.hpp"
#include "checker_names.hpp"
#include "derivation.hpp"
#include "lines.hpp"
#include "numbers.hpp"
#include "points.hpp"

namespace check {
namespace {

// A path may come from a stranger's archive.
std::string not_checked(const std::string& path, const std::string& why) {
  return "unchecked  " + shown_whole(path) + ": " + why + "\n";
}

// What cannot be checked here: what was found without a word on how.
answer listed_leaves(line_reader& lines, const std::string& path, const std::string& rule) {
  std::vector<std::string> leaves;
  while (lines.starts_with("leaf")) leaves.push_back(lines.take("leaf"));
  lines.take_end();
  std::string text =
      not_checked(path, "the rule '" + shown(rule) + "' was written without what it needs");
  for (const std::string& leaf : leaves) text += "  not checked: " + shown(leaf) + "\n";
  return {verdict::unchecked, text};
}

std::vector<std::pair<std::size_t, std::string>> taken(line_reader& lines, const std::string& key) {
  std::vector<std::pair<std::size_t, std::string>> result;
  while (lines.starts_with(key)) {
    const std::size_t line = lines.number();
    result.emplace_back(line, lines.take(key));
  }
  return result;
}

// A condition that mentions a variable is about all its values: the domain has others than these.
void require_open_values(const statement& stated, names& known) {
  std::set<std::string> in_domain;
  for (const auto& [line, text] : stated.conditions)
    at_line(line, [&, &text = text] { in_domain.merge(known.open_names(text)); });
  for (const auto& [line, text] : stated.values)
    at_line(line, [&, &text = text] {
      for (const auto& [name, value] : known.values_in(text))
        demand(!in_domain.contains(name), "the domain mentions '" + shown(name) + "'");
    });
}

answer checked(const std::string& path) {
  line_reader lines(path);
  if (lines.is_at_end() || !lines.starts_with("shufflecert"))
    throw unreadable("this is not a proof file of shufflecert");
  const std::string version = lines.take("shufflecert");
  if (version.compare(0, 6, "proof ") != 0)
    throw unreadable("this is not a proof file of shufflecert");
  if (version != "proof 4")
    throw unreadable("version " + shown(version.substr(6)) + "; this program reads version 4");
  statement stated;
  stated.claim = lines.take("claim");
  lines.take("says");
  stated.line = lines.number();
  stated.stated = lines.take("stated");
  at_line(stated.line, [&] {
    if (!is_about_alike(stated.stated)) return;
    stated.family = stated.stated;
    stated.stated = decided_by_response(stated.family);
  });
  stated.conditions = taken(lines, "domain");
  stated.integers = taken(lines, "integers");
  stated.variables = taken(lines, "exists");
  stated.lets = taken(lines, "let");
  stated.definitions = taken(lines, "define");
  stated.values = taken(lines, "values");
  names known(stated);
  at_line(stated.line, [&] { static_cast<void>(known.open_names(stated.stated)); });
  require_open_values(stated, known);
  static_cast<void>(taken(lines, "input"));
  const std::size_t rule_line = lines.number();
  const std::string rule = lines.take("rule");
  if (lines.starts_with("leaf")) return listed_leaves(lines, path, rule);
  std::string report;
  if (rule == "moments")
    report = check_moments(stated, lines);
  else if (rule == "derivation" || rule == "subdivision" || rule == "algebra")
    report = check_derivation(stated, lines);
  else if (rule == "enumeration")
    report = check_enumeration(stated, lines);
  else if (rule == "evaluation")
    report = check_evaluation(stated, lines);
  else
    throw wrong(rule_line, "there is no rule '" + shown(rule) + "'");
  return {verdict::valid,
          "valid      " + shown_whole(path) + ": " + shown(stated.claim) + "\n" + report};
}

}  // namespace

answer check_file(const std::string& path) {
  begin_work();
  try {
    return checked(path);
  } catch (const unchecked& error) {
    return {verdict::unchecked, not_checked(path, error.what())};
  } catch (const out_of_work& error) {
    return {verdict::unchecked, not_checked(path, error.what())};
  } catch (const std::bad_alloc&) {
    return {verdict::unchecked, not_checked(path, "it needs more memory than there is")};
  } catch (const wrong& error) {
    return {verdict::not_valid, "not valid  " + shown_whole(path) + ": " + error.what() + "\n"};
  } catch (const std::exception& error) {
    return {verdict::unreadable, shown_whole(path) + ": " + error.what() + "\n"};
  }
}

void widen_exponents() {
  mpfr_set_emin(mpfr_get_emin_min());
  mpfr_set_emax(mpfr_get_emax_max());
}

}  // namespace check
