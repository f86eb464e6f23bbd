#include "claims/derivation/derive.hpp"

#include <fmt/format.h>

#include <array>

#include "claims/derivation/sign_moments.hpp"
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

// What all files begin with.
std::string heading(const claim_context& context) {
  const claim& subject = context.subject.as_stated();
  std::string text = line("shufflecert", "proof 1") + line("claim", subject.id) +
                     line("says", subject.says) + line("stated", to_text(*subject.formula));
  for (const expression_ptr& condition : subject.domain)
    text += line("domain", to_text(*condition));
  for (const std::string& name : subject.integers) text += line("integers", name);
  for (const auto& [name, formula] : subject.let)
    text += line("let", fmt::format("{} = {}", name, to_text(*formula)));
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

// What a step rests on: boxes, algebra, or a formula of the documentation.
std::string leaf_of(const std::string& step) {
  if (step.find(": certain on ") != std::string::npos)
    return "boxes: " + step.substr(0, step.find(": certain on "));
  if (step.ends_with("by algebra")) return "algebra: " + step;
  const std::size_t by = step.rfind(" by (");
  if (by == std::string::npos) return "step: " + step;
  const std::string rule = step.substr(by + 4);
  return "rule " + rule + ": derived by hand" +
         (rule == "(K.9)"   ? ", from the statement with c = 53/100 of repaired/poisson-moment"
          : rule == "(C.1)" ? ", and from boxes, which the tests of the program go through"
                            : "");
}

std::string text_of_steps(const judgement& found) {
  std::string text = line("rule", rule_of(found.proof));
  if (!found.proof) {
    return text + line("leaf", "evaluation: " + found.message);
  }
  const proof_record& proof = *found.proof;
  for (const stated_region& region : proof.regions) text += line("region", in_words(region));
  for (const std::string& step : proof.steps) text += line("step", step);
  for (const std::string& step : proof.steps) text += line("leaf", leaf_of(step));
  if (proof.method != proof_method::derivation)
    text += line("leaf", fmt::format("{}: {} boxes or points", to_text(proof.method), proof.boxes));
  return text;
}

}  // namespace

std::string proof_text(const claim_context& context, const judgement& found) {
  std::string text = heading(context);
  const auto stated = found.proof && found.proof->method == proof_method::derivation
                          ? moments_in(context)
                          : std::nullopt;
  if (stated) {
    const moment_attempt& known = certified_moments(stated->c, context.options.limits);
    if (known.found) return text + text_of(*known.found) + line("end");
  }
  return text + text_of_steps(found) + line("end");
}

}  // namespace shufflecert::inline v0_1::claims
