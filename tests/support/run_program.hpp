#pragma once
// Runs the program as a user does: arguments in, exit status and two streams out.

#include <filesystem>
#include <string>
#include <vector>

#include "support/temporary_files.hpp"

/// A command, or its arguments.
using words = std::vector<std::string>;

struct program_run {
  int status = -1;  ///< exit status; 128 + signal when it was killed
  std::string out;
  std::string err;
  long peak_kilobytes = 0;  ///< of memory in use at a time
};

/// Runs the program with these arguments in `directory` (by default, where the tests run).
program_run run_program(const words& arguments, const std::filesystem::path& directory = {});

/// The same for any other program, which is looked up in the path.
program_run run_command(const words& command, const std::filesystem::path& directory = {});

/// Skips the test where this system gives out no pseudo-terminals, as a bare container may not.
void need_terminals();

/// Whether a program of this name runs, with arguments that make it end at once.
bool runs(const words& command);

/// A command that runs the program, its arguments given after these words, as a user who may write
/// no more than everybody may: root does so by becoming nobody. Skips the test where root cannot.
words program_as_nobody();

/// The user that program_as_nobody() runs it as.
unsigned nobody();

/// A program that was started and goes on by itself. Its standard error is a terminal, so that it
/// shows its progress there.
class running_program {
 public:
  explicit running_program(const words& arguments);
  ~running_program();
  running_program(const running_program&) = delete;
  running_program& operator=(const running_program&) = delete;

  /// Waits until `text` was written to the terminal; false when the program ended before.
  bool shows(const std::string& text);
  void signal(int number) const;
  /// Waits for the end; what `err` holds went to the terminal.
  program_run wait();

 private:
  bool read_more();

  temporary_directory scratch_;
  int terminal_ = -1;
  int child_ = -1;
  std::string shown_;
};

/// A results file without what is allowed to differ from run to run: times, the command line, which
/// part of a run it is, and the digests that cover them.
std::string comparable_results(const std::filesystem::path& path);
