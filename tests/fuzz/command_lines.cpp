// Command lines, an argument on each line: the program runs in a folder of its own, with a
// catalogue and a results file, and may leave there only what its arguments name.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "targets.hpp"

namespace fs = std::filesystem;

namespace {

constexpr int seconds_for_one_run = 20;

const char* const small_catalogue =
    "format = 1\n[[claim]]\nid = \"a/b\"\nclaim = \"x^2 >= 0\"\ndomain = [\"x >= 0\", \"x <= 2\"]\n"
    "check = { x = [0, 1] }\n[[claim]]\nid = \"a/c\"\nclaim = \"log(x) < x\"\n"
    "domain = [\"x > 0\"]\ncheck = { x = [1, 2] }\n";

std::vector<std::string> arguments_of(const std::string& input) {
  std::vector<std::string> arguments;
  std::istringstream lines(input);
  for (std::string line; std::getline(lines, line);)
    // An argument cannot hold a 0.
    arguments.push_back(line.substr(0, line.find('\0')));
  return arguments;
}

std::string make(random_source& random, const fuzz::corpus_texts& corpus) {
  std::vector<std::string> arguments = arguments_of(random.of(corpus));
  const std::vector<std::string> more = arguments_of(random.of(corpus));
  const std::size_t changes = 1 + random.below(3);
  for (std::size_t change = 0; change < changes; ++change) {
    if (arguments.empty()) arguments.emplace_back("eval");
    const std::size_t at = random.below(arguments.size());
    const auto place = arguments.begin() + static_cast<std::ptrdiff_t>(at);
    switch (random.below(8)) {
      case 0:
        arguments.erase(place);
        break;
      case 1:
        arguments.insert(place, fuzz::hostile_text(random));
        break;
      case 2:
        *place = fuzz::hostile_text(random);
        break;
      case 3:
        if (!more.empty()) arguments.insert(place, random.of(more));
        break;
      case 4:
        arguments.push_back(random.text({"--json", "--timeout", "--output", "--set", "--version",
                                         "--help", "--digits", "--", "claims.toml", "results.json",
                                         "new.json", "-", "--csv", "--effort", "--threads"}));
        break;
      case 5:
        *place = fuzz::hostile_number(random);
        break;
      default:
        *place = fuzz::with_changed_tokens(random, *place, random.of(corpus));
    }
  }
  std::string result;
  for (const std::string& argument : arguments) {
    std::string line = argument;
    for (char& c : line)
      if (c == '\n') c = ' ';
    result += line + "\n";
  }
  return result;
}

void write_file(const fs::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

std::string read_file(const fs::path& path) {
  const std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

// A folder with what a user may have in it, and one beside it that nobody should touch.
class playground {
 public:
  playground() {
    std::string name = (fs::temp_directory_path() / "shufflecert-fuzz-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make a directory");
    root_ = name;
    fs::create_directories(root_ / "here");
    write_file(root_ / "canary", "untouched");
    write_file(root_ / "here" / "claims.toml", small_catalogue);
    write_file(root_ / "here" / "results.json", "{\"version\": \"0\", \"claims\": []}");
    write_file(root_ / "here" / "notes.txt", "mine");
    write_file(root_ / "here" / "table.csv", "x,y,note\n1,2.718,a\n0,1/3,\"b\"\n");
    fs::create_symlink("../canary", root_ / "here" / "link.json");
    fs::create_symlink("../canary", root_ / "here" / "new.json.partial");
  }
  ~playground() {
    std::error_code ignored;
    fs::remove_all(root_, ignored);
  }
  playground(const playground&) = delete;
  playground& operator=(const playground&) = delete;

  [[nodiscard]] fs::path here() const { return root_ / "here"; }
  [[nodiscard]] fs::path out() const { return root_ / "out"; }
  [[nodiscard]] fs::path err() const { return root_ / "err"; }

  // What was touched although no argument names it.
  void check(const std::vector<std::string>& arguments) const {
    // A link that is named as an output stays, and what it leads to is replaced.
    if (read_file(root_ / "canary") != "untouched" && !names(arguments, "link.json") &&
        !names(arguments, "new.json.partial"))
      throw fuzz::finding("wrote through a link");
    for (const char* link : {"link.json", "new.json.partial"})
      if (!fs::is_symlink(root_ / "here" / link)) throw fuzz::finding("replaced a link");
    if (read_file(here() / "notes.txt") != "mine" && !names(arguments, "notes.txt"))
      throw fuzz::finding("changed a file that nobody named");
    if (read_file(here() / "claims.toml") != small_catalogue &&
        !is_output(arguments, "claims.toml"))
      throw fuzz::finding("changed its input");
    for (const auto& entry : fs::directory_iterator(root_)) {
      const std::string name = entry.path().filename().string();
      if (name != "here" && name != "out" && name != "err" && name != "canary" &&
          !names(arguments, name))
        throw fuzz::finding("left '" + name + "' beside its folder");
    }
    for (const auto& entry : fs::directory_iterator(here())) {
      const std::string name = entry.path().filename().string();
      const bool is_known = name == "claims.toml" || name == "results.json" ||
                            name == "notes.txt" || name == "table.csv" || name == "link.json" ||
                            name == "new.json.partial";
      if (!is_known && !names(arguments, name)) throw fuzz::finding("left '" + name + "'");
    }
  }

 private:
  static bool names(const std::vector<std::string>& arguments, const std::string& name) {
    const std::string stem = fs::path(name).stem().string();
    for (const std::string& argument : arguments)
      if (argument.find(name) != std::string::npos ||
          (!stem.empty() && argument.find(stem + ".svg") != std::string::npos))
        return true;
    return false;
  }
  // Whether the file is what the program is told to write, and nothing that it is told to read.
  static bool is_output(const std::vector<std::string>& arguments, const std::string& name) {
    std::size_t written = 0;
    std::size_t named = 0;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments[i].find(name) == std::string::npos) continue;
      ++named;
      for (const std::string option : {"--output", "--csv", "--plot"})
        if (arguments[i] == option + "=" + name ||
            (i > 0 && arguments[i] == name && arguments[i - 1] == option))
          ++written;
    }
    return written == 1 && named == 1;
  }

  fs::path root_;
};

int run(const std::vector<std::string>& arguments, const playground& place) {
  std::vector<std::string> words{SHUFFLECERT_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child == 0) {
    const rlimit time{seconds_for_one_run, seconds_for_one_run};
    setrlimit(RLIMIT_CPU, &time);
    const rlimit file{64 << 20, 64 << 20};
    setrlimit(RLIMIT_FSIZE, &file);
    if (chdir(place.here().c_str()) != 0 || freopen("/dev/null", "r", stdin) == nullptr ||
        freopen(place.out().c_str(), "w", stdout) == nullptr ||
        freopen(place.err().c_str(), "w", stderr) == nullptr)
      _exit(126);
    execv(pointers[0], pointers.data());
    _exit(127);
  }
  int state = 0;
  waitpid(child, &state, 0);
  return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

bool has_control_characters(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f) return true;
    // C1 control characters, in UTF-8.
    if (c == 0xc2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xa0)
      return true;
  }
  return false;
}

void look(const std::string& input, bool /*thorough*/) {
  std::vector<std::string> arguments = arguments_of(input);
  // Runs of minutes are legal, and say nothing: each is told to stop early. Paths that lead out of
  // the folder would be what the user asked for.
  for (const std::string& argument : arguments)
    if (argument.find("..") != std::string::npos || (!argument.empty() && argument[0] == '/') ||
        argument.find("=/") != std::string::npos)
      return;
  if (!arguments.empty() && input.find("--timeout") == std::string::npos &&
      input.find("--help") == std::string::npos && input.find("--version") == std::string::npos)
    arguments.insert(arguments.begin() + 1, {"--timeout", "0.3"});
  const playground place;
  const int status = run(arguments, place);
  const std::string out = read_file(place.out());
  const std::string err = read_file(place.err());
  if (status == 126 || status == 127) throw std::runtime_error("the program could not be started");
  if (status > 3) throw fuzz::finding("exit status " + std::to_string(status) + ": " + err);
  if (status == 2 && err.empty() && out.find("invalid") == std::string::npos)
    throw fuzz::finding("exit status 2 without a message");
  if (status == 2 && err.find('\n') != err.size() - 1 && !err.empty())
    throw fuzz::finding("a message that is not one line: " + err);
  if (has_control_characters(err)) throw fuzz::finding("control characters on standard error");
  if (has_control_characters(out) && input.find("--script") == std::string::npos)
    throw fuzz::finding("control characters on standard output");
  place.check(arguments);
}

}  // namespace

const fuzz::target fuzz::command_lines{"command_lines", ".txt", make, look};
