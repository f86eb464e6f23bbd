#pragma once
// What tests ask of texts: of outputs, pages and messages.

#include <string>
#include <vector>

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// How often the part is in the text; overlapping ones count.
inline std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

/// Whether the parts are in the text, each behind the one before.
inline bool has_in_order(const std::string& text, const std::vector<std::string>& parts) {
  std::size_t from = 0;
  for (const std::string& part : parts) {
    const std::size_t place = text.find(part, from);
    if (place == std::string::npos) return false;
    from = place + part.size();
  }
  return true;
}

/// The message of the `Error` that `action` throws; "no error" when it throws nothing. Any other
/// exception passes and fails the test.
template <class Error, class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}
