#include "claims/facts/shown_conditions.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "claims/proof/closed_bounds.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/called_names.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// All that an answer depends on, in words that mean the same in every catalogue.
class question_text {
 public:
  question_text(const claim_context& context, const expression_ptr& condition,
                const chosen_region& region, const std::vector<expression_ptr>& conditions,
                const region_effort& effort) {
    for (const std::size_t most : {effort.unbounded, effort.scaled})
      add("boxes", std::to_string(most));
    add("gives up", effort.gives_up_early ? "early" : "late");
    const auto& [first, last] = context.options.precision;
    add("bits", std::to_string(first) + " to " + std::to_string(last));
    add("shown", written_out(context, condition));
    add("called", to_text(*condition));
    for (const expression_ptr& one : conditions) add("where", one);
    for (const expression_ptr& one : region.required) add("required", one);
    for (const auto& [name, formula] : region.depending) add(name, formula);
    for (const auto& [name, value] : region.fixed) add(name, value.formula);
    for (const auto& [name, range] : region.ranges)
      add(name, (range.has_lower ? "[" : "(") + to_text(range.lower) + ", " +
                    (range.upper ? to_text(*range.upper) : "inf"));
    for (const std::string& name : region.shares) add("share", name);
    for (const std::string& name : context.subject.integers) add("whole", name);
  }

  // Nothing where it calls what only its own catalogue knows.
  [[nodiscard]] const std::optional<std::string>& text() const { return text_; }

 private:
  void add(const std::string& what, const std::string& value) {
    if (text_) *text_ += what + ": " + value + "\n";
  }

  void add(const std::string& what, const expression_ptr& formula) {
    const auto called = called_functions(*formula);
    const bool is_general = std::all_of(called.begin(), called.end(), [](const std::string& name) {
      return find_builtin(name) != nullptr;
    });
    if (!is_general) text_.reset();
    add(what, to_text(*formula));
  }

  std::optional<std::string> text_ = "";
};

region_outcome asked(const claim_context& context, const expression_ptr& condition,
                     const chosen_region& region, const std::vector<expression_ptr>& conditions,
                     const region_effort& effort) {
  // What the ranges rest on is shown without the conditions: these hold of values that the ranges
  // leave, and say nothing where they leave none.
  region_conditions ranges(context, region, {}, effort);
  region_conditions shown(context, region, conditions, effort);
  region_outcome found;
  try {
    found.holds = std::all_of(region.required.begin(), region.required.end(),
                              [&](const expression_ptr& one) { return ranges.holds(one); }) &&
                  shown.holds(condition);
  } catch (const formula_error& error) {
    found.reason = error.what();
  } catch (const undefined_value& error) {
    found.reason = error.what();
  }
  found.boxes = ranges.boxes() + shown.boxes();
  if (found.holds) return found;
  found.is_hopeless = shown.is_hopeless();
  found.open = shown.open();
  if (!shown.reason().empty()) found.reason = shown.reason();
  return found;
}

}  // namespace

region_outcome shown_by_region(const claim_context& context, const expression_ptr& condition,
                               const chosen_region& region,
                               const std::vector<expression_ptr>& conditions,
                               const region_effort& effort) {
  constexpr std::size_t most_kept = 5'000;
  static std::mutex mutex;
  static std::map<std::string, region_outcome> known;
  const question_text question(context, condition, region, conditions, effort);
  const std::optional<std::string>& text = question.text();
  if (text) {
    const std::scoped_lock lock(mutex);
    const auto seen = known.find(*text);
    if (seen != known.end()) return seen->second;
  }
  region_outcome found = asked(context, condition, region, conditions, effort);
  if (text && !context.options.limits.is_exhausted()) {
    const std::scoped_lock lock(mutex);
    if (known.size() < most_kept) known.emplace(*text, found);
  }
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
