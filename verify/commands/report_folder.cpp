#include "verify/commands/report_folder.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "verify/commands/command.hpp"

namespace shufflecert {
namespace {

constexpr const char* list_name = "files.txt";

void make_directory(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error)
    throw usage_error(
        fmt::format("cannot make the directory '{}': {}", path.string(), error.message()));
}

// What an earlier report wrote: paths that lead no higher than the folders that reports have.
std::set<std::string> earlier_files(const std::filesystem::path& directory) {
  std::set<std::string> files;
  std::ifstream list(directory / list_name);
  for (std::string line; std::getline(list, line);)
    for (const char* folder : {"claim/", "paper/", "plots/"})
      if (line.starts_with(folder) && line.find('/') + 1 < line.size() &&
          line.find('/', line.find('/') + 1) == std::string::npos &&
          line.substr(line.find('/') + 1) != "..")
        files.insert(line);
  return files;
}

}  // namespace

std::vector<std::string> write_report(const std::string& directory,
                                      const std::vector<report_file>& files) {
  const std::filesystem::path root(directory);
  make_directory(root);
  std::set<std::string> earlier = earlier_files(root);
  std::vector<std::string> written;
  std::string list;
  for (const report_file& file : files) {
    const std::filesystem::path path = root / file.path;
    make_directory(path.parent_path());
    write_file(path.string(), file.text);
    written.push_back(path.string());
    list += file.path + "\n";
    earlier.erase(file.path);
  }
  for (const std::string& left : earlier) {
    std::error_code error;  // One that is gone already is as good.
    std::filesystem::remove(root / left, error);
  }
  write_file((root / list_name).string(), list);
  return written;
}

}  // namespace shufflecert
