#include "verify/commands/report_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <system_error>

#include "claims/text/sha256.hpp"
#include "verify/files/output_file.hpp"
#include "verify/files/read_file.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr const char* list_name = "files.txt";
constexpr const char* overview_name = "index.html";
constexpr std::size_t longest_list = std::size_t{64} << 20U;
constexpr std::size_t longest_page = std::size_t{256} << 20U;
constexpr std::size_t digest_digits = 64;

[[noreturn]] void fail(const std::string& path, int error = errno) {
  throw usage_error(
      fmt::format("cannot write '{}': {}", path, std::generic_category().message(error)));
}

// The folders that reports have, and how the names in them end.
const std::map<std::string, std::vector<std::string>>& folders_of_reports() {
  static const std::map<std::string, std::vector<std::string>> folders{
      {"claim", {".html"}}, {"paper", {".html"}}, {"plots", {".svg", ".csv", ".dat"}}};
  return folders;
}

// A path as reports have them, split at its '/'; nothing for any other.
struct page_name {
  std::string folder;
  std::string name;
};

std::optional<page_name> removable_page(const std::string& path) {
  const std::size_t slash = path.find('/');
  if (slash == std::string::npos) return std::nullopt;
  page_name found{path.substr(0, slash), path.substr(slash + 1)};
  const auto folder = folders_of_reports().find(found.folder);
  if (folder == folders_of_reports().end()) return std::nullopt;
  const bool is_plain = !found.name.empty() && found.name.front() != '.' &&
                        std::all_of(found.name.begin(), found.name.end(), [](char c) {
                          return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                                 (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-';
                        });
  const bool has_ending =
      std::any_of(folder->second.begin(), folder->second.end(), [&](const std::string& ending) {
        return found.name.size() > ending.size() && found.name.ends_with(ending);
      });
  return is_plain && has_ending ? std::optional(found) : std::nullopt;
}

// The text of a file in an open folder; nothing where it is no plain file, or a huge one. No link
// is followed.
std::optional<std::string> text_in(int folder, const std::string& name, std::size_t longest) {
  const descriptor file(
      openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat found {};
  if (!file.is_open() || fstat(file.number(), &found) != 0 || !S_ISREG(found.st_mode) ||
      static_cast<std::size_t>(found.st_size) > longest)
    return std::nullopt;
  std::string text;
  std::array<char, 65536> buffer{};
  for (;;) {
    const ssize_t count = read(file.number(), buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 || text.size() > longest) return std::nullopt;
    if (count == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

// The list of a report: a digest and a path in each line, as `sha256sum --check` reads them.
using file_list = std::map<std::string, std::string>;

std::string text_of(const file_list& list) {
  std::string text;
  for (const auto& [path, digest] : list) text += fmt::format("{}  {}\n", digest, path);
  return text;
}

// What an earlier report may have written. The list itself is no witness: it may be anybody's.
file_list earlier_pages(int root) {
  file_list pages;
  std::istringstream lines(text_in(root, list_name, longest_list).value_or(""));
  constexpr std::size_t gap = 2;
  for (std::string line; std::getline(lines, line);) {
    if (line.size() <= digest_digits + gap || line.compare(digest_digits, gap, "  ") != 0) continue;
    const std::string path = line.substr(digest_digits + gap);
    if (removable_page(path)) pages[path] = line.substr(0, digest_digits);
  }
  return pages;
}

class report_writer {
 public:
  report_writer(const std::string& directory, const std::vector<std::string>& inputs)
      : directory_(directory) {
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error)
      throw usage_error(
          fmt::format("cannot make the directory '{}': {}", directory, error.message()));
    root_ = descriptor(open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!root_.is_open()) fail(directory);
    if (flock(root_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
      throw usage_error(
          fmt::format("cannot write '{}': another report is being written there", directory));
    for (const std::string& input : inputs)
      if (struct stat found{}; stat(input.c_str(), &found) == 0)
        inputs_[{found.st_dev, found.st_ino}] = input;
  }
  report_writer(const report_writer&) = delete;
  report_writer& operator=(const report_writer&) = delete;

  ~report_writer() {
    if (!stage_.is_open()) return;
    for (std::size_t i = 0; i < staged_; ++i)
      unlinkat(stage_.number(), std::to_string(i).c_str(), 0);
    unlinkat(root_.number(), stage_name_.c_str(), AT_REMOVEDIR);
  }

  // Before anything changes: folders are folders, and no page would take the place of an input.
  void check(const std::vector<report_file>& files) {
    for (const report_file& file : files) {
      const std::string name = open_folder_of(file.path);
      struct stat found {};
      if (fstatat(folder_of(file.path), name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) continue;
      if (S_ISDIR(found.st_mode)) fail(shown(file.path), EISDIR);
      if (const auto input = inputs_.find({found.st_dev, found.st_ino}); input != inputs_.end())
        throw usage_error(fmt::format(
            "cannot write '{}': it is the input '{}'; give the report a folder of its own",
            shown(file.path), input->second));
    }
  }

  // Writes all pages beside the old ones; false where that was stopped.
  bool stage(const std::vector<report_file>& files, const std::function<bool()>& is_stopped) {
    stage_name_ = ".shufflecert-" + unforeseeable_name();
    constexpr mode_t only_own = 0700;
    if (mkdirat(root_.number(), stage_name_.c_str(), only_own) != 0) fail(directory_);
    stage_ = descriptor(openat(root_.number(), stage_name_.c_str(),
                               O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!stage_.is_open()) fail(directory_);
    for (const report_file& file : files) {
      if (is_stopped()) return false;
      stage_text(file.path, file.text);
    }
    // One wait for the disk instead of one for each of thousands of pages.
    static_cast<void>(syncfs(stage_.number()));
    return !is_stopped();
  }

  // Puts the pages into their places. Without its overview a report cannot be mistaken for a whole
  // one; the list names old and new pages until the old ones are gone.
  void publish(const std::vector<report_file>& files) {
    const file_list earlier = earlier_pages(root_.number());
    file_list list;
    for (const report_file& file : files) list[file.path] = sha256(file.text);
    file_list both = earlier;
    for (const auto& [path, digest] : list) both[path] = digest;
    std::size_t overview = files.size();
    if (unlinkat(root_.number(), overview_name, 0) != 0 && errno != ENOENT)
      fail(shown(overview_name));
    write_list(both);
    for (std::size_t i = 0; i < files.size(); ++i) {
      if (files[i].path == overview_name)
        overview = i;
      else
        put_in_place(i, files[i].path);
    }
    for (const auto& [path, digest] : earlier)
      if (!list.contains(path)) remove_if_own(path, digest);
    write_list(list);
    if (overview < files.size()) put_in_place(overview, overview_name);
    static_cast<void>(fsync(root_.number()));
  }

  [[nodiscard]] std::string shown(const std::string& path) const {
    return (std::filesystem::path(directory_) / path).string();
  }

 private:
  // Opens, and makes if it is missing, the folder of a page; the page's name in it.
  std::string open_folder_of(const std::string& path) {
    const std::size_t slash = path.find('/');
    if (slash == std::string::npos) return path;
    const std::string folder = path.substr(0, slash);
    if (!folders_.contains(folder)) {
      constexpr mode_t usual = 0777;
      if (mkdirat(root_.number(), folder.c_str(), usual) != 0 && errno != EEXIST)
        fail(shown(folder));
      descriptor opened = open_own_folder(folder);
      if (!opened.is_open())
        throw usage_error(fmt::format(
            "cannot write into '{}': it is a link or no folder, and a report writes into folders "
            "of its own only",
            shown(folder)));
      folders_.emplace(folder, std::move(opened));
    }
    return path.substr(slash + 1);
  }

  [[nodiscard]] descriptor open_own_folder(const std::string& folder) const {
    return descriptor(
        openat(root_.number(), folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  }

  [[nodiscard]] int folder_of(const std::string& path) const {
    const std::size_t slash = path.find('/');
    return slash == std::string::npos ? root_.number()
                                      : folders_.at(path.substr(0, slash)).number();
  }

  void stage_text(const std::string& path, const std::string& text) {
    const std::string name = std::to_string(staged_);
    constexpr mode_t usual = 0666;
    const descriptor file(openat(stage_.number(), name.c_str(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, usual));
    if (!file.is_open()) fail(shown(path));
    ++staged_;
    struct stat old {};
    const std::string old_name = path.substr(path.find('/') + 1);
    constexpr mode_t all_may = 0777;
    if (fstatat(folder_of(path), old_name.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0 &&
        S_ISREG(old.st_mode) && fchmod(file.number(), old.st_mode & all_may) != 0)
      fail(shown(path));
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t count = write(file.number(), text.data() + done, text.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail(shown(path));
      done += static_cast<std::size_t>(count);
    }
  }

  // A link that has the page's name is replaced itself; nothing is written where it leads to.
  void put_in_place(std::size_t index, const std::string& path) {
    const std::string name = path.substr(path.find('/') + 1);
    if (renameat(stage_.number(), std::to_string(index).c_str(), folder_of(path), name.c_str()) !=
        0)
      fail(shown(path));
  }

  void write_list(const file_list& list) {
    try {
      new_file file(root_.number(), true);
      file.write(text_of(list));
      file.name(list_name);
    } catch (const std::system_error& error) {
      fail(shown(list_name), error.code().value());
    }
  }

  // A page that somebody changed since, or put there, is not this program's to remove.
  void remove_if_own(const std::string& path, const std::string& digest) {
    const std::optional<page_name> page = removable_page(path);
    if (!page) return;
    const descriptor folder = open_own_folder(page->folder);
    if (!folder.is_open()) return;
    struct stat found {};
    if (fstatat(folder.number(), page->name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0 ||
        inputs_.contains({found.st_dev, found.st_ino}))
      return;
    const auto text = text_in(folder.number(), page->name, longest_page);
    if (text && sha256(*text) == digest) unlinkat(folder.number(), page->name.c_str(), 0);
  }

  std::string directory_;
  descriptor root_;
  std::map<std::pair<dev_t, ino_t>, std::string> inputs_;
  std::map<std::string, descriptor> folders_;
  std::string stage_name_;
  descriptor stage_;
  std::size_t staged_ = 0;
};

}  // namespace

std::vector<std::string> write_report(const std::string& directory,
                                      const std::vector<report_file>& files,
                                      const std::vector<std::string>& inputs,
                                      const std::function<bool()>& is_stopped) {
  report_writer writer(directory, inputs);
  writer.check(files);
  if (!writer.stage(files, is_stopped)) return {};
  writer.publish(files);
  std::vector<std::string> written;
  written.reserve(files.size());
  for (const report_file& file : files) written.push_back(writer.shown(file.path));
  return written;
}

}  // namespace shufflecert::inline v0_1::claims
