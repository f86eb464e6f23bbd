#pragma once
// The methods that a quantity has, as a table: its registry. Who evaluates the quantity reads it,
// and who tells of its methods: docs/methods/index.md, section "Which method computes what".

#include <optional>
#include <vector>

#include "shufflecert/method.hpp"
#include "shufflecert/method_unavailable.hpp"
#include "shufflecert/quantities.hpp"

namespace shufflecert::inline v0_1 {

/// What a reader is told of a method.
struct method_row {
  evaluation_method method;
  const char* pairs;    ///< of which pairs it computes the quantity
  const char* at;       ///< at which parameters: "whole orders"; empty: at all
  const char* cost;     ///< what its time grows with, which is why it stands where it does
  const char* page;     ///< where it is derived: a page of docs/methods, "tails.md"
  const char* section;  ///< and a heading there
};

/// Whether `candidate` may be used where `asked` was asked for.
inline bool allows(evaluation_method asked, evaluation_method candidate) {
  return asked == evaluation_method::automatic || asked == candidate;
}

/// What the entry of a registry is made for: in words, and whether a question is about it.
template <class Question>
struct method_subject {
  const char* words;
  bool (*is_that_of)(const Question&);
};

/// An entry of a registry: a method, and what it is made for. A `Question` holds what the quantity
/// is asked of and at, the precision, the limits and, as `asked`, the method that was asked for.
template <class Question>
struct method_entry {
  evaluation_method method;  ///< `automatic` where the entry is made by cheapest_of()
  method_subject<Question> subject;
  const char* at;
  const char* cost;
  const char* page;
  const char* section;
  /// Nothing where the method does not reach, or where a later one is expected to be faster.
  std::optional<quantity> (*evaluate)(const Question&);
  bool is_for_every_asker = false;                 ///< whatever_is_asked()
  std::vector<method_row> (*members)() = nullptr;  ///< of cheapest_of()
};

/// The entry, for values that need no computation: it is used whichever method was asked for.
template <class Question>
constexpr method_entry<Question> whatever_is_asked(method_entry<Question> entry) {
  entry.is_for_every_asker = true;
  return entry;
}

/// An entry that stands for several methods, its members: `evaluate` takes the one asked for, or
/// the one that is expected to be fastest, and gives nothing where that is none of them.
template <class Question>
constexpr method_entry<Question> cheapest_of(std::vector<method_row> (*members)(),
                                             method_subject<Question> subject,
                                             std::optional<quantity> (*evaluate)(const Question&)) {
  return {evaluation_method::automatic, subject, "", "", "", "", evaluate, true, members};
}

/// The value by the first entry that is made for the question, may be used, and gives one. The last
/// entry for a question must give one whenever it may be used.
///
/// @param name  of the quantity, for messages
/// @throws beyond_reach  no entry is made for the question
/// @throws method_unavailable  no entry may be used, or none that may be used gives a value
template <class Registry, class Question>
quantity evaluate_by(const Registry& registry, const Question& question, const char* name) {
  auto last = evaluation_method::automatic;
  bool is_covered = false;
  for (const method_entry<Question>& entry : registry) {
    if (!entry.subject.is_that_of(question)) continue;
    last = entry.method;
    // Those for everybody cover cases such as α = 0 only.
    is_covered = is_covered || !entry.is_for_every_asker;
    if (!entry.is_for_every_asker && !allows(question.asked, entry.method)) continue;
    if (auto found = entry.evaluate(question)) return *std::move(found);
  }
  if (!is_covered) throw beyond_reach(std::string(name) + " is not computed for this pair");
  throw method_unavailable(to_text(question.asked), name, to_text(last));
}

/// What a reader is told of the registry's methods, in its order.
template <class Registry>
std::vector<method_row> rows_of_registry(const Registry& registry) {
  std::vector<method_row> rows;
  for (const auto& entry : registry) {
    if (entry.members != nullptr) {
      const std::vector<method_row> members = entry.members();
      rows.insert(rows.end(), members.begin(), members.end());
    } else {
      rows.push_back(
          {entry.method, entry.subject.words, entry.at, entry.cost, entry.page, entry.section});
    }
  }
  return rows;
}

}  // namespace shufflecert::inline v0_1
