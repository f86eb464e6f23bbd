#include "support/run_program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "support/this_run.hpp"

namespace {

void redirect(int stream, const std::string& file, int flags) {
  const int opened = open(file.c_str(), flags, 0600);
  if (opened < 0 || dup2(opened, stream) < 0) _exit(126);
  close(opened);
}

// Where the standard streams of a program go.
struct streams {
  std::string out;
  std::string err;
};

pid_t start(const std::vector<std::string>& command, const streams& to,
            const std::filesystem::path& directory = {}) {
  std::vector<std::string> texts = command;
  std::vector<char*> arguments;
  arguments.reserve(texts.size() + 1);
  for (std::string& word : texts) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child > 0) return child;
  // Ctrl-C may be ignored where the tests run; a program that a user starts does not ignore it.
  static_cast<void>(signal(SIGINT, SIG_DFL));
  static_cast<void>(signal(SIGTERM, SIG_DFL));
  static_cast<void>(signal(SIGHUP, SIG_DFL));
  redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
  redirect(STDOUT_FILENO, to.out, O_WRONLY | O_CREAT | O_TRUNC);
  redirect(STDERR_FILENO, to.err, O_WRONLY | O_CREAT | O_TRUNC | O_NOCTTY);
  if (!directory.empty() && chdir(directory.c_str()) != 0) _exit(126);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

int status_of(pid_t child, rusage& used) {
  int state = 0;
  if (wait4(child, &state, 0, &used) != child)
    throw std::runtime_error("cannot wait for a process");
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

int status_of(pid_t child) {
  rusage used{};
  return status_of(child, used);
}

std::vector<std::string> with_program(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{SHUFFLECERT_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

}  // namespace

program_run run_command(const std::vector<std::string>& command,
                        const std::filesystem::path& directory) {
  const temporary_directory scratch;
  const pid_t child = start(command, {scratch / "out", scratch / "err"}, directory);
  program_run result;
  rusage used{};
  result.status = status_of(child, used);
  result.peak_kilobytes = used.ru_maxrss;
  result.out = text_of_file(scratch / "out");
  result.err = text_of_file(scratch / "err");
  return result;
}

program_run run_program(const std::vector<std::string>& arguments,
                        const std::filesystem::path& directory) {
  return run_command(with_program(arguments), directory);
}

void need_terminals() {
  const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
  const bool usable = terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0;
  if (terminal >= 0) close(terminal);
  if (!usable) skip("there are no pseudo-terminals here");
}

bool runs(const std::vector<std::string>& command) {
  return run_command(command).status == 0;
}

unsigned nobody() {
  return geteuid() == 0 ? 65534 : geteuid();
}

std::vector<std::string> program_as_nobody() {
  if (geteuid() != 0) return {SHUFFLECERT_PROGRAM};
  // Where the program was built others may have no access.
  static const temporary_directory place;
  const std::string program = place / "shufflecert";
  std::filesystem::permissions(place.path(), std::filesystem::perms(0755));
  std::filesystem::copy_file(SHUFFLECERT_PROGRAM, program,
                             std::filesystem::copy_options::skip_existing);
  const std::string id = std::to_string(nobody());
  const std::vector<std::string> command{"setpriv", "--reuid=" + id, "--regid=" + id,
                                         "--clear-groups", program};
  std::vector<std::string> tried = command;
  tried.emplace_back("--version");
  if (!runs(tried)) skip("nobody but root can run the program here, and root may do everything");
  return command;
}

running_program::running_program(const std::vector<std::string>& arguments)
    : terminal_(posix_openpt(O_RDWR | O_NOCTTY)) {
  if (terminal_ < 0 || grantpt(terminal_) != 0 || unlockpt(terminal_) != 0)
    throw std::runtime_error("cannot make a terminal");
  child_ = start(with_program(arguments), {scratch_ / "out", ptsname(terminal_)});
}

running_program::~running_program() {
  if (child_ > 0) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  close(terminal_);
}

bool running_program::read_more() {
  std::array<char, 4096> buffer{};
  const ssize_t count = read(terminal_, buffer.data(), buffer.size());
  if (count <= 0) return false;
  shown_.append(buffer.data(), static_cast<std::size_t>(count));
  return true;
}

bool running_program::shows(const std::string& text) {
  // Until the program has opened its end of the terminal, reading fails.
  while (shown_.find(text) == std::string::npos)
    if (!read_more()) {
      siginfo_t ended{};
      waitid(P_PID, static_cast<id_t>(child_), &ended, WEXITED | WNOHANG | WNOWAIT);
      if (ended.si_pid != 0 && !read_more()) return shown_.find(text) != std::string::npos;
      usleep(1000);
    }
  return true;
}

void running_program::signal(int number) const {
  kill(child_, number);
}

program_run running_program::wait() {
  program_run result;
  result.status = status_of(child_);
  child_ = -1;
  while (read_more()) {
  }
  result.out = text_of_file(scratch_ / "out");
  result.err = shown_;
  return result;
}

std::string comparable_results(const std::filesystem::path& path) {
  nlohmann::json root = nlohmann::json::parse(text_of_file(path));
  for (const char* key : {"command", "digest", "part"}) root.erase(key);
  for (nlohmann::json& one : root.at("claims")) {
    for (const char* key : {"seconds", "digest"}) one.erase(key);
    if (one.at("corrected").is_object()) one.at("corrected").erase("seconds");
  }
  return root.dump(1);
}
