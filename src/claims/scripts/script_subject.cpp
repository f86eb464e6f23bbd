#include <fmt/format.h>

#include <algorithm>

#include "claims/judging/judge.hpp"
#include "claims/scripts/script.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// The listed point whose values are written like this: a witness is reported as text.
check_point point_of(const point_texts& texts) {
  check_point point;
  for (const auto& [name, text] : texts) point[name] = {text, parse_formula(text)};
  return point;
}

void require_all_variables(const claim& judged, const check_point& point) {
  const check_point listed = point_at(judged, 0);
  for (const auto& [name, chosen] : listed)
    if (!point.contains(name))
      throw script_unavailable(fmt::format(
          "needs a value for every variable; '{}' has none: --set {}=VALUE", name, name));
  for (const auto& [name, chosen] : point)
    if (!listed.contains(name)) throw script_unavailable(fmt::format("has no variable '{}'", name));
}

// The first listed point in the domain.
check_point first_point(const claim_context& context) {
  const std::size_t count = point_count(context.subject);
  for (std::size_t i = 0; i < count; ++i) {
    check_point point = point_at(context.subject, i);
    const bool inside = std::all_of(
        context.subject.domain.begin(), context.subject.domain.end(), [&](const auto& condition) {
          return decide_condition(context, *condition, point).value_or(false);
        });
    if (inside) return point;
  }
  throw script_unavailable("needs a point in its domain, and no listed one certainly is there");
}

// What the engine finds at the point, whatever the domain says.
void judge_point(script_subject& subject, const claim_context& context) {
  const claim& judged = context.subject;
  constexpr long digits = 6;  // of a relation only the answer counts
  try {
    const refined_value known = refine(
        *judged.formula, context.visible.visible, variables_at(judged, subject.point), digits,
        context.options.precision, {.limits = context.options.limits, .cache = &context.cache});
    if (const auto* decided = std::get_if<truth>(&known.result)) subject.holds = decided->value;
  } catch (const undefined_value& error) {
    throw script_unavailable(std::string("has no value there: ") + error.what());
  }
  subject.sides = describe(context, judged.formula, subject.point, 0);
}

// The bits that balls need for the sides: what cancels in them cancels in a script as well.
bits precision_of_sides(const claim_context& context, const script_subject& subject) {
  constexpr long digits = 20;
  bits most = 0;
  if (!subject.sides.lhs || !subject.sides.rhs) return most;
  const auto parts = conjuncts(context.subject.formula);
  const auto part = std::find_if(parts.begin(), parts.end(), [&](const expression_ptr& one) {
    return to_text(*one) == subject.sides.relation;
  });
  const auto* sides = part == parts.end() ? nullptr : std::get_if<comparison>(&(*part)->node);
  if (sides == nullptr) return most;
  for (const expression_ptr& side : {sides->left, sides->right}) {
    const refined_value known = refine(
        *side, context.visible.visible, variables_at(context.subject, subject.point), digits,
        context.options.precision, {.limits = context.options.limits, .cache = &context.cache});
    most = std::max(most, known.precision);
  }
  return most;
}

// The claim without a point; throws where there is no program for it.
script_subject subject_without_point(const claim_context& context) {
  const claim& judged = context.subject;
  if (judged.kind() == claim_kind::rate)
    throw script_unavailable("needs a sequence of errors, which the script form does not have");
  if (!judged.problem.empty()) throw script_unavailable("cannot be judged: " + judged.problem);
  return {judged, context.visible, {}, false, std::nullopt, {}, 0, {}, "", context.options.limits};
}

// Names the claim in what `make` throws.
template <class Make>
script_subject about_claim(const claim_context& context, const Make& make) {
  try {
    script_subject subject = make();
    subject.precision = precision_of_sides(context, subject);
    return subject;
  } catch (const script_unavailable& error) {
    throw script_unavailable(fmt::format("claim '{}' {}", context.subject.id, error.what()));
  }
}

}  // namespace

script_subject script_subject_of(const claim_context& context, const judgement& found) {
  return about_claim(context, [&] {
    script_subject subject = subject_without_point(context);
    subject.finding = to_text(found.outcome) + ": " + found.message;
    subject.refutes = found.outcome == verdict::refuted && found.witness;
    // Without solutions there; the region of a proof is not searched for any.
    if (context.subject.kind() == claim_kind::exists) subject.region = found.region;
    if (found.witness) {
      subject.point = point_of(found.witness->point);
      subject.sides = *found.witness;
      subject.holds = !subject.refutes;
      if (!subject.refutes) judge_point(subject, context);
    } else {
      subject.point = first_point(context);
      judge_point(subject, context);
    }
    return subject;
  });
}

script_subject script_subject_of(const claim_context& context,
                                 const std::optional<check_point>& point) {
  if (!point) {
    about_claim(context, [&] { return subject_without_point(context); });
    return script_subject_of(
        context, judge(context.subject, context.visible, context.cache, context.options).found);
  }
  return about_claim(context, [&] {
    script_subject subject = subject_without_point(context);
    require_all_variables(context.subject, *point);
    subject.point = *point;
    judge_point(subject, context);
    subject.refutes = context.subject.expect == verdict::refuted || subject.holds == false;
    return subject;
  });
}

}  // namespace shufflecert::inline v0_1::claims
