#pragma once
// What an action complains about.

#include <string>

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
