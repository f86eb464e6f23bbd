#include "verify/command_line/program.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "claims/text/shown_text.hpp"
#include "shufflecert/ball.hpp"
#include "shufflecert/formula.hpp"
#include "verify/command_line/command.hpp"
#include "verify/tables/value_lists.hpp"
#include "verify/terminal/terminal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::string command_line_of(int argc, char** argv) {
  std::string line = "shufflecert";
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    const bool is_plain = argument.find_first_of(" \t\n'\"\\$&|;<>()*?!`") == std::string::npos;
    if (is_plain && !argument.empty()) {
      line += " " + argument;
      continue;
    }
    // As a shell would read it back.
    line += " '";
    for (const char c : argument) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += "'";
  }
  return line;
}

// A formula such as -exp(1) is taken for options.
std::string hint_about_signs(int argc, char** argv) {
  for (int i = 2; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--") break;
    if (argument.starts_with('-') && argument.find_first_of("(*/^+ ") != std::string::npos &&
        argument.find('=') == std::string::npos)
      return fmt::format("; a formula that begins with '-' goes after '--': shufflecert {} -- '{}'",
                         argv[1], shown_line(argument, 60));
  }
  return "";
}

// Names under which an option is looked for, and what says it here.
struct other_name {
  std::string_view command;
  std::string_view option;
  std::string_view advice;
};
constexpr std::string_view times_of_rounds =
    "--times says how many rounds of each --round there are";
constexpr std::array other_names{
    other_name{"account", "rounds", times_of_rounds},
    other_name{"account", "steps", times_of_rounds},
    other_name{"account", "compositions", times_of_rounds},
    other_name{"account", "count", times_of_rounds},
    other_name{"account", "pair", "--round gives the pair of a round"},
    other_name{"account", "n", "the pair of --round has the number of users: clone_pair(1000, 2)"},
    other_name{"account", "eps0", "the pair of --round has ε0: clone_pair(1000, 2)"},
};

std::string advice_about(std::string_view command, std::string_view option) {
  for (const other_name& other : other_names)
    if (other.command == command && other.option == option)
      return fmt::format("; {}", other.advice);
  return "";
}

// What is wrong with the first option that the command does not have; empty where it has them all.
std::string complaint_about_options(const CLI::App& command, int argc, char** argv) {
  std::vector<std::string> known;
  for (const CLI::Option* option : command.get_options())
    known.insert(known.end(), option->get_lnames().begin(), option->get_lnames().end());
  for (int i = 2; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--") break;
    if (!argument.starts_with("--")) continue;
    const std::string name = argument.substr(2, argument.find('=') - 2);
    if (!is_usable_name(name.substr(0, 1)) || is_among(known, name)) continue;
    const std::string advice = advice_about(command.get_name(), name);
    const auto close = closest_name(name, known);
    return fmt::format("'{}' has no option '--{}'{}", command.get_name(), shown_line(name, 60),
                       !advice.empty() ? advice
                       : close         ? fmt::format("; did you mean '--{}'?", *close)
                                       : "");
  }
  return "";
}

// What CLI11 says of a number that is none, or too large or small, in the words of this program:
// "--digits: Value abc not in range 1 to 10000", "Could not convert: --digits = abc". An argument
// may be of any length.
std::string in_own_words(const std::string& message) {
  const auto split = [](std::string_view text, std::string_view at, bool is_last) {
    const std::size_t place = is_last ? text.rfind(at) : text.find(at);
    return place == std::string_view::npos
               ? std::nullopt
               : std::optional(std::pair(text.substr(0, place), text.substr(place + at.size())));
  };
  const auto end = [](std::string_view number) {
    if (number.find('.') == std::string_view::npos) return number;
    const std::size_t last = number.find_last_not_of('0');
    return number.substr(0, number[last] == '.' ? last : last + 1);
  };
  constexpr std::string_view unreadable = "Could not convert: ";
  if (message.starts_with(unreadable))
    if (const auto parts = split(std::string_view(message).substr(unreadable.size()), " = ", false))
      return fmt::format("{} {}: expected a number", parts->first, parts->second);
  const auto option = split(message, ": Value ", false);
  const auto range = option ? split(option->second, " not in range ", true) : std::nullopt;
  const auto ends = range ? split(range->second, " to ", false) : std::nullopt;
  if (!ends) return message;
  return fmt::format("{} {}: expected a number from {} to {}", option->first, range->first,
                     end(ends->first), end(ends->second));
}

// 'help' and 'help COMMAND' are other words for --help.
std::vector<std::string> with_help_as_option(int argc, char** argv) {
  std::vector<std::string> words(argv, argv + argc);
  if (argc == 2 && words[1] == "help") return {words[0], "--help"};
  if (argc == 3 && words[1] == "help") return {words[0], words[2], "--help"};
  return words;
}

}  // namespace

int refuse(const std::string& message) {
  complain(message);
  return exit_unusable;
}

int run_command_line(int given, char** given_words, const std::vector<command_maker>& makers) {
  std::vector<std::string> words = with_help_as_option(given, given_words);
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int argc = static_cast<int>(words.size());
  char** const argv = pointers.data();
  CLI::App program(
      "Computes certified Rényi and hockey-stick divergences in the shuffle model of\n"
      "differential privacy, and checks published bounds against them.");
  program.name("shufflecert");
  program.set_version_flag("--version", "shufflecert " + version());
  program.require_subcommand(1);
  program.failure_message([](const CLI::App*, const CLI::Error&) { return std::string(); });
  program.footer(
      "'shufflecert COMMAND --help' explains a command. Start with:\n"
      "  shufflecert eval 'renyi(clone_pair(10000, 2), 4)'\n"
      "  shufflecert verify");
  std::vector<std::unique_ptr<command>> commands;
  commands.reserve(makers.size());
  for (const command_maker make : makers) commands.push_back(make(program));
  const auto known = program.get_subcommands({});
  for (CLI::App* sub : known) sub->set_version_flag("--version", "shufflecert " + version());
  std::vector<std::string> names;
  names.reserve(known.size());
  for (const CLI::App* sub : known) names.push_back(sub->get_name());
  const std::string first = argc < 2 ? "" : argv[1];
  const bool is_command = is_among(names, first);
  if (!is_command && argc >= 2 && !first.starts_with('-')) {
    const auto close = shufflecert::closest_name(first, names);
    return refuse(fmt::format("there is no command '{}'; {}", first,
                              close ? fmt::format("did you mean '{}'?", *close)
                                    : fmt::format("the commands are {}", fmt::join(names, ", "))));
  }
  try {
    program.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return program.exit(error);
    const std::string unknown =
        is_command ? complaint_about_options(*program.get_subcommand(first), argc, argv) : "";
    return refuse(fmt::format(
        "{}{}; see 'shufflecert {}--help'", unknown.empty() ? in_own_words(error.what()) : unknown,
        unknown.empty() ? hint_about_signs(argc, argv) : "", is_command ? first + " " : ""));
  }
  for (const auto& candidate : commands)
    if (candidate->was_called()) return candidate->run_as(command_line_of(argc, argv));
  return exit_unusable;
}

}  // namespace shufflecert::inline v0_1::claims
