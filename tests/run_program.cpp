#include "run_program.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace {

void redirect(int stream, const std::string& file, int flags) {
  const int opened = open(file.c_str(), flags, 0600);
  if (opened < 0 || dup2(opened, stream) < 0) _exit(126);
  close(opened);
}

}  // namespace

program_run run_command(const std::vector<std::string>& command,
                        const std::filesystem::path& directory) {
  const temporary_directory scratch;
  const std::string out = scratch / "out";
  const std::string err = scratch / "err";
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child == 0) {
    redirect(STDIN_FILENO, "/dev/null", O_RDONLY);
    redirect(STDOUT_FILENO, out, O_WRONLY | O_CREAT | O_TRUNC);
    redirect(STDERR_FILENO, err, O_WRONLY | O_CREAT | O_TRUNC);
    if (!directory.empty() && chdir(directory.c_str()) != 0) _exit(126);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  int state = 0;
  if (waitpid(child, &state, 0) != child) throw std::runtime_error("cannot wait for a process");
  program_run result;
  result.status = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
  result.out = text_of_file(out);
  result.err = text_of_file(err);
  return result;
}

program_run run_program(const std::vector<std::string>& arguments,
                        const std::filesystem::path& directory) {
  std::vector<std::string> command{SHUFFLECERT_PROGRAM};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_command(command, directory);
}

temporary_directory::temporary_directory() {
  std::string name = (std::filesystem::temp_directory_path() / "shufflecert-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a directory");
  path_ = name;
}

temporary_directory::~temporary_directory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string temporary_directory::file(const std::string& name, const std::string& text) const {
  const std::filesystem::path path = path_ / name;
  std::ofstream stream(path, std::ios::binary);
  stream << text;
  if (!stream.flush()) throw std::runtime_error("cannot write " + path.string());
  return path.string();
}

std::string text_of_file(const std::filesystem::path& path) {
  const std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}
