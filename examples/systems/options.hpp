#pragma once
// Options of the form `--name value`, each with a default.

#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <string>

class options {
 public:
  /// Ends the program with status 2 and one line where an option is not among `defaults`, or has no
  /// value.
  options(int argc, char** argv, std::map<std::string, std::string> defaults)
      : values_(std::move(defaults)) {
    for (int i = 1; i < argc; i += 2) {
      const std::string name = argv[i];
      if (!name.starts_with("--") || !values_.contains(name.substr(2)) || i + 1 >= argc)
        refuse(name + ": expected " + names());
      values_[name.substr(2)] = argv[i + 1];
    }
  }

  [[nodiscard]] const std::string& text(const std::string& name) const { return values_.at(name); }

  /// A whole number from 1 on.
  [[nodiscard]] int count(const std::string& name) const {
    const double value = real(name);
    if (value < 1 || value > 1e9 || value != static_cast<double>(static_cast<int>(value)))
      refuse("--" + name + " " + text(name) + ": expected a whole number from 1 on");
    return static_cast<int>(value);
  }

  /// A number above 0.
  [[nodiscard]] double real(const std::string& name) const {
    char* end = nullptr;
    const double value = std::strtod(text(name).c_str(), &end);
    if (*end != '\0' || !(value > 0))
      refuse("--" + name + " " + text(name) + ": expected a number above 0");
    return value;
  }

  [[noreturn]] static void refuse(const std::string& what) {
    std::cerr << what << "\n";
    std::exit(2);
  }

 private:
  [[nodiscard]] std::string names() const {
    std::string all;
    for (const auto& [name, value] : values_) all += " --" + name + " " + value;
    return "options among" + all;
  }

  std::map<std::string, std::string> values_;
};

/// Runs a program's work. Its exit status: 2, after one line, where the library refuses what it was
/// given.
template <class Work>
int reporting_errors(Work work) {
  try {
    work();
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << "\n";
    return 2;
  }
}
