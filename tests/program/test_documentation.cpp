// Every command that the README and the documentation show is run, and its output compared.
//
// In a block of console text a line that starts with "$ " is a command and what follows is its
// output, standard error included. A block of TOML or CSV before it is the file that the command
// names.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_documentation {

namespace {

struct example {
  std::string document;
  std::string command;
  std::string expected;
  std::string catalogue;  // the TOML block before it
  std::string table;      // the CSV block before it
};

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::vector<example> examples_in(const std::filesystem::path& path) {
  std::vector<example> examples;
  std::string catalogue;
  std::string table;
  std::string block;
  for (const std::string& line : lines_of(path)) {
    if (line.starts_with("```")) {
      const bool opens = block.empty();
      block = opens ? line.substr(3) + " " : "";
      if (opens && block == "toml ") catalogue.clear();
      if (opens && block == "csv ") table.clear();
    } else if (block == "toml ") {
      catalogue += line + "\n";
    } else if (block == "csv ") {
      table += line + "\n";
    } else if (block == "console " && line.starts_with("$ ")) {
      examples.push_back({path.filename().string(), line.substr(2), "", catalogue, table});
    } else if (block == "console ") {
      examples.back().expected += line + "\n";
    }
  }
  return examples;
}

std::string run_in(const std::filesystem::path& directory, const std::string& command) {
  const std::string program_directory =
      std::filesystem::path(SHUFFLECERT_PROGRAM).parent_path().string();
  const std::string line = "cd '" + directory.string() + "' && PATH='" + program_directory +
                           "':\"$PATH\" && { " + command + "; } 2>&1";
  std::string output;
  FILE* pipe = popen(line.c_str(), "r");
  REQUIRE(pipe != nullptr);
  char piece[4096];
  while (std::fgets(piece, sizeof piece, pipe) != nullptr) output += piece;
  pclose(pipe);
  return output;
}

// Times differ from run to run.
std::string without_times(const std::string& text) {
  return std::regex_replace(text, std::regex("\"seconds\": [0-9.e-]+"), "\"seconds\": 0");
}

}  // namespace

TEST_CASE("the documentation shows what the program prints", "[documentation][volume]") {
  const std::filesystem::path source(SHUFFLECERT_SOURCE_DIR);
  std::vector<example> examples;
  std::vector<std::filesystem::path> documents{source / "README.md"};
  for (const auto& entry : std::filesystem::recursive_directory_iterator(source / "docs"))
    if (entry.path().extension() == ".md") documents.push_back(entry.path());
  std::sort(documents.begin(), documents.end());
  for (const auto& document : documents) {
    const auto found = examples_in(document);
    examples.insert(examples.end(), found.begin(), found.end());
  }
  // These show the program at work; a page that lost its examples would pass unseen.
  for (const char* document :
       {"README.md", "theorem.md", "referee.md", "deployment.md", "catalogue.md", "claims.md",
        "bounds.md", "figures.md", "tables.md", "verdicts.md", "language.md", "grammar.md",
        "functions.md", "pairs.md", "quantities.md", "answers.md"}) {
    INFO(document);
    CHECK(std::any_of(examples.begin(), examples.end(),
                      [&](const example& shown) { return shown.document == document; }));
  }
  const temporary_directory scratch;
  const std::filesystem::path& directory = scratch.path();
  for (const example& shown : examples) {
    // These take longest. test_tables.cpp runs them and compares the maps, too.
    if (shown.document == "best-bound.md" && has(shown.command, " --map ")) continue;
    std::smatch name;
    if (std::regex_search(shown.command, name, std::regex("[A-Za-z0-9-]+\\.toml")))
      std::ofstream(directory / name.str()) << shown.catalogue;
    if (!shown.table.empty() &&
        std::regex_search(shown.command, name, std::regex("[A-Za-z0-9-]+\\.csv")))
      std::ofstream(directory / name.str()) << shown.table;
    INFO(shown.document << ": " << shown.command);
    CHECK(without_times(run_in(directory, shown.command)) == without_times(shown.expected));
  }
}

}  // namespace test_documentation
