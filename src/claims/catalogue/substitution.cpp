#include "claims/catalogue/substitution.hpp"

#include <algorithm>
#include <map>

#include "claims/catalogue/claim_variables.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/local_functions.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/parts.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

const variable* index_of(const expression& formula) {
  const auto* form = std::get_if<call>(&formula.node);
  if (form == nullptr || form->arguments.size() < 2 || !binds_a_name(form->name)) return nullptr;
  return std::get_if<variable>(&form->arguments.front()->node);
}

bool has_indices(const expression& formula) {
  if (index_of(formula) != nullptr) return true;
  bool is_found = false;
  for_each_part(formula,
                [&](const expression_ptr& part) { is_found = is_found || has_indices(*part); });
  return is_found;
}

class index_renamer {
 public:
  index_renamer(const expression& formula, const std::set<std::string>& taken) : around_(taken) {
    const auto present = names_in(formula);
    const auto open = free_variables(formula);
    around_.insert(open.begin(), open.end());
    used_.insert(taken.begin(), taken.end());
    used_.insert(present.begin(), present.end());
  }

  expression_ptr apart(const expression_ptr& formula) {
    return rewritten(formula, [&](const expression& part) -> expression_ptr {
      if (const auto* name = std::get_if<variable>(&part.node)) {
        const auto renamed = new_names_.find(name->name);
        return renamed == new_names_.end() ? nullptr : make_variable(renamed->second);
      }
      const variable* index = index_of(part);
      return index == nullptr ? nullptr : with_own_index(std::get<call>(part.node), index->name);
    });
  }

 private:
  // The arguments before the body see what the index may hide.
  expression_ptr with_own_index(call form, const std::string& index) {
    for (std::size_t i = 1; i + 1 < form.arguments.size(); ++i)
      form.arguments[i] = apart(form.arguments[i]);
    const auto hidden = new_names_.find(index);
    const std::optional<std::string> before =
        hidden == new_names_.end() ? std::nullopt : std::optional(hidden->second);
    const std::string own = around_.contains(index) ? fresh(index) : index;
    new_names_[index] = own;
    around_.insert(own);
    form.arguments.front() = make_variable(own);
    form.arguments.back() = apart(form.arguments.back());
    around_.erase(own);
    if (before)
      new_names_[index] = *before;
    else
      new_names_.erase(index);
    return make_node(std::move(form));
  }

  std::string fresh(const std::string& name) {
    for (std::size_t i = 2;; ++i) {
      std::string candidate = name + "_" + std::to_string(i);
      if (used_.insert(candidate).second) return candidate;
    }
  }

  std::set<std::string> around_;  ///< names that an index here must not have
  std::set<std::string> used_;
  std::map<std::string, std::string> new_names_;  ///< of the indices around
};

}  // namespace

expression_ptr with_formulas(const expression_ptr& formula, const variable_map& values) {
  const auto open = free_variables(*formula);
  local_function whole{"", {"the_whole_formula", {}, formula}};
  std::vector<expression_ptr> arguments;
  for (const auto& [name, value] : values) {
    if (std::find(open.begin(), open.end(), name) == open.end()) continue;
    whole.formula.parameters.push_back(name);
    arguments.push_back(value);
  }
  if (arguments.empty()) return formula;
  return expand_local_functions(make_call(whole.formula.name, arguments), {whole});
}

expression_ptr filled_in(const std::string& text, const variable_map& letters) {
  return with_formulas(parse_formula(text), letters);
}

expression_ptr with_indices_apart(const expression_ptr& formula,
                                  const std::set<std::string>& taken) {
  return has_indices(*formula) ? index_renamer(*formula, taken).apart(formula) : formula;
}

std::set<std::string> names_of_claim(const claim& subject) {
  std::set<std::string> names = check_variables(subject);
  names.insert(subject.integers.begin(), subject.integers.end());
  const auto add_open = [&](const expression_ptr& formula) {
    if (!formula) return;
    for (const std::string& name : free_variables(*formula)) names.insert(name);
  };
  for (const auto& [name, formula] : subject.let) {
    names.insert(name);
    add_open(formula);
  }
  for (const auto* conditions : {&subject.domain, &subject.regime})
    for (const expression_ptr& condition : *conditions) add_open(condition);
  add_open(subject.formula);
  add_open(subject.corrected);
  return names;
}

}  // namespace shufflecert::inline v0_1::claims
