#include "reports/plots/draw_plot.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <system_error>
#include <thread>

namespace shufflecert::inline v0_1::claims {
namespace {

// A directory that is removed with everything in it.
class scratch_directory {
 public:
  scratch_directory() {
    std::error_code error;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
    std::string name = (std::filesystem::absolute(parent, error) / "shufflecert-XXXXXX").string();
    if (error || mkdtemp(name.data()) == nullptr)
      throw std::runtime_error(
          "gnuplot has no temporary directory to work in; TMPDIR must name one");
    path_ = name;
  }
  ~scratch_directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  scratch_directory(const scratch_directory&) = delete;
  scratch_directory& operator=(const scratch_directory&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return (path_ / name).string(); }
  [[nodiscard]] std::string name() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::string content_of(const std::string& file) {
  const std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// The program in the path; empty without one.
std::string gnuplot_program() {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    std::string program = (folder.empty() ? "." : folder) + "/gnuplot";
    std::error_code ignored;
    if (std::filesystem::is_regular_file(program, ignored) && access(program.c_str(), X_OK) == 0)
      return std::filesystem::absolute(program, ignored).string();
  }
  return "";
}

// The first line that says something.
std::string first_line_of(const std::string& text) {
  constexpr std::size_t longest = 200;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find_first_not_of(" \t\r^") != std::string::npos) return line.substr(0, longest);
  return "it says nothing about why";
}

// A process and whatever it started: ended at the latest when this object ends.
class process_group {
 public:
  explicit process_group(pid_t leader) : leader_(leader) {}
  process_group(const process_group&) = delete;
  process_group& operator=(const process_group&) = delete;
  ~process_group() {
    // As long as the leader was not waited for, nobody else can have its number.
    if (is_waited_for_) return;
    kill(-leader_, SIGKILL);
    waitpid(leader_, nullptr, 0);
  }

  // The state in which it ended; nothing when the budget ended first.
  std::optional<int> wait(const budget& limits) {
    constexpr auto pause = std::chrono::milliseconds(5);
    for (;;) {
      siginfo_t ended{};
      const int found =
          waitid(P_PID, static_cast<id_t>(leader_), &ended, WEXITED | WNOHANG | WNOWAIT);
      if (found != 0 && errno != EINTR) throw std::runtime_error("gnuplot cannot be waited for");
      if (found == 0 && ended.si_pid != 0) break;
      if (limits.is_exhausted()) return std::nullopt;
      std::this_thread::sleep_for(pause);
    }
    kill(-leader_, SIGKILL);
    int state = 0;
    is_waited_for_ = waitpid(leader_, &state, 0) == leader_;
    return state;
  }

 private:
  pid_t leader_;
  bool is_waited_for_ = false;
};

}  // namespace

bool has_gnuplot() {
  return !gnuplot_program().empty();
}

std::vector<std::string> run_gnuplot(const std::string& script,
                                     const std::vector<std::string>& files, const budget& limits) {
  // No name of a directory is part of the script.
  const scratch_directory scratch;
  const std::string program = gnuplot_program();
  if (program.empty())
    throw std::runtime_error("gnuplot is not in the PATH; it draws the plots (gnuplot-nox)");
  const std::string script_file = "script.gp";
  std::ofstream written(scratch.file(script_file), std::ios::binary);
  written << script;
  written.close();
  if (!written) throw std::runtime_error("gnuplot's script cannot be written; TMPDIR may be full");
  const std::string log = scratch.file("log");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_addchdir_np(&actions, scratch.name().c_str());
  // A process group of its own, so that Ctrl-C does not reach it first, and that it can be ended as
  // a whole.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  std::string name = "gnuplot";
  std::string no_settings = "-d";
  std::string argument = script_file;
  std::array<char*, 4> arguments{name.data(), no_settings.data(), argument.data(), nullptr};
  std::string locale = "LC_ALL=C";
  std::string home = "HOME=" + scratch.file("");
  std::array<char*, 3> environment{locale.data(), home.data(), nullptr};
  pid_t child = 0;
  const int failure = posix_spawn(&child, program.c_str(), &actions, &attributes, arguments.data(),
                                  environment.data());
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  if (failure != 0) throw std::runtime_error("gnuplot cannot be started");
  const std::optional<int> state = process_group(child).wait(limits);
  if (!state) throw std::runtime_error(std::string("gnuplot was ended: ") + limits.exhaustion());
  if (!WIFEXITED(*state) || WEXITSTATUS(*state) != 0)
    throw std::runtime_error("gnuplot failed: " + first_line_of(content_of(log)));
  std::vector<std::string> texts;
  texts.reserve(files.size());
  for (const std::string& file : files) texts.push_back(content_of(scratch.file(file)));
  return texts;
}

}  // namespace shufflecert::inline v0_1::claims
