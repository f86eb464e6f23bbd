#pragma once
// What the evaluators that walk a syntax tree share: names bound inside a formula, and how deep the
// walk is. Nothing here computes.

#include <string>
#include <vector>

#include "language/syntax/nesting.hpp"
#include "shufflecert/expression.hpp"

namespace shufflecert::inline v0_1 {

/// A name bound inside a formula, and those around it. A frame of a called definition hides what is
/// outside of it.
template <class Value>
struct scope_frame {
  const scope_frame* outer;
  const std::string* name;
  const Value* bound;
  bool hides_outer;
  /// Of a parameter: its argument, as it is written where the call stands; else null.
  const expression* written = nullptr;
};

/// What a name is bound to inside a formula; nothing, if it is `hidden` or free.
template <class Value>
struct bound_name {
  const Value* value = nullptr;
  bool is_hidden = false;  ///< inside a definition, which sees its own parameters only
};

template <class Value>
bound_name<Value> find_bound(const scope_frame<Value>* scope, const std::string& name) {
  for (; scope != nullptr; scope = scope->outer) {
    if (scope->name != nullptr && *scope->name == name) return {scope->bound, false};
    if (scope->hides_outer) return {nullptr, true};
  }
  return {};
}

/// The frames of a call: each parameter bound to its argument, and nothing else to be seen. They
/// refer to all that is passed, and are valid while that is. `written` are the arguments as
/// formulas.
template <class Value>
std::vector<scope_frame<Value>> frames_of_call(
    const scope_frame<Value>* scope, const std::vector<std::string>& parameters,
    const std::vector<Value>& arguments, const std::vector<expression_ptr>* written = nullptr) {
  std::vector<scope_frame<Value>> frames;
  frames.reserve(arguments.size() + 1);
  frames.push_back({scope, nullptr, nullptr, true});
  for (std::size_t i = 0; i < arguments.size(); ++i)
    frames.push_back({&frames.back(), &parameters[i], &arguments[i], false,
                      written == nullptr ? nullptr : written->at(i).get()});
  return frames;
}

}  // namespace shufflecert::inline v0_1
