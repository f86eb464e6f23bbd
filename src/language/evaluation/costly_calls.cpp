#include "language/evaluation/costly_calls.hpp"

#include <mutex>
#include <set>
#include <unordered_map>

namespace shufflecert::inline v0_1 {
namespace {

// In the cache, says that calls of the definition with this name are costly: only a hint.
std::string mark_of(const definition& called) {
  return "costly|" + called.name;
}

void add_text(const definition& one, std::string& text) {
  text += one.name + "(";
  for (const std::string& parameter : one.parameters) text += parameter + ",";
  text += ")=" + to_text(*one.body) + "\n";
}

// The definition and all that it calls, each once.
std::string text_with_callees(const definition& called, const definitions& visible) {
  std::string text;
  std::set<std::string> seen{called.name};
  std::vector<const definition*> left{&called};
  while (!left.empty()) {
    const definition& one = *left.back();
    left.pop_back();
    add_text(one, text);
    for (const std::string& name : called_functions(*one.body))
      if (const definition* callee = visible.find(name); callee && seen.insert(name).second)
        left.push_back(callee);
  }
  return text;
}

// A short name for a long text, the same one for the same text only.
std::string short_name(const std::string& text) {
  static std::mutex mutex;
  static std::unordered_map<std::string, std::size_t> places;
  const std::scoped_lock lock(mutex);
  return std::to_string(places.emplace(text, places.size()).first->second);
}

}  // namespace

costly_calls::knowledge& costly_calls::known(const definition& called) {
  const auto [entry, is_new] = known_.try_emplace(&called);
  if (is_new && cache_ != nullptr)
    entry->second.is_costly = cache_->find(mark_of(called)).has_value();
  return entry->second;
}

std::string costly_calls::key_of(const definition& called,
                                 const std::vector<formula_value>& arguments, bits precision,
                                 evaluation_method method) {
  if (cache_ == nullptr) return "";
  knowledge& of = known(called);
  if (!of.is_costly) return "";
  std::string texts;
  for (const formula_value& argument : arguments) {
    const auto* value = std::get_if<number>(&argument);
    const auto text = value == nullptr ? std::nullopt : value->exact_text();
    if (!text) return "";
    texts += "|" + *text;
  }
  if (of.meaning.empty()) of.meaning = short_name(text_with_callees(called, visible_));
  return "call|" + of.meaning + texts + "|" + std::to_string(precision) + "|" + to_text(method);
}

void costly_calls::note(const definition& called) {
  if (cache_ == nullptr) return;
  known(called).is_costly = true;
  cache_->store(mark_of(called), {0, evaluation_method::automatic});
}

}  // namespace shufflecert::inline v0_1
