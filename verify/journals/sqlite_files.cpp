#include "verify/journals/sqlite_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <set>
#include <string_view>

#include "verify/files/output_file.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view log_ending = "-wal";

// The logs that this process has opened: those that it may remove.
class opened_logs {
 public:
  void add(const char* name) {
    const std::scoped_lock lock(mutex_);
    names_.insert(name);
  }
  bool contains(const char* name) {
    const std::scoped_lock lock(mutex_);
    return names_.contains(name);
  }

 private:
  std::mutex mutex_;
  std::set<std::string> names_;
};

opened_logs& logs() {
  static opened_logs all;
  return all;
}

// SQLite's own file system, as it is without us.
sqlite3_vfs* system_files() {
  static sqlite3_vfs* const own = sqlite3_vfs_find(nullptr);
  return own;
}

int open_database_only(sqlite3_vfs*, const char* name, sqlite3_file* file, int flags, int* opened) {
  file->pMethods = nullptr;
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return SQLITE_CANTOPEN;
  return system_files()->xOpen(system_files(), name, file, flags, opened);
}

int open_database_or_log(sqlite3_vfs* files, const char* name, sqlite3_file* file, int flags,
                         int* opened) {
  if ((flags & SQLITE_OPEN_WAL) == 0) return open_database_only(files, name, file, flags, opened);
  file->pMethods = nullptr;
  const int result = system_files()->xOpen(system_files(), name, file, flags, opened);
  if (result == SQLITE_OK) logs().add(name);
  return result;
}

int remove_nothing(sqlite3_vfs*, const char*, int) {
  return SQLITE_IOERR_DELETE;
}

int remove_opened_log(sqlite3_vfs*, const char* name, int must_reach_disk) {
  if (!logs().contains(name)) return SQLITE_IOERR_DELETE;
  return system_files()->xDelete(system_files(), name, must_reach_disk);
}

int see_nothing(sqlite3_vfs*, const char*, int, int* is_there) {
  *is_there = 0;
  return SQLITE_OK;
}

int see_logs(sqlite3_vfs*, const char* name, int question, int* is_there) {
  *is_there = 0;
  if (!std::string_view(name).ends_with(log_ending)) return SQLITE_OK;
  return system_files()->xAccess(system_files(), name, question, is_there);
}

// A file system is registered once, and stays.
struct registered_files : sqlite3_vfs {
  registered_files(const char* name, decltype(sqlite3_vfs::xOpen) open,
                   decltype(sqlite3_vfs::xDelete) remove, decltype(sqlite3_vfs::xAccess) access)
      : sqlite3_vfs(*system_files()) {
    zName = name;
    pNext = nullptr;
    xOpen = open;
    xDelete = remove;
    xAccess = access;
    sqlite3_vfs_register(this, 0);
  }
};

constexpr std::size_t log_header_size = 32;

// The numbers of a log's header have their highest byte first.
std::uint32_t number_at(const std::array<unsigned char, log_header_size>& header,
                        std::size_t place) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8U | header.at(place + i);
  return value;
}

std::uint32_t in_other_order(std::uint32_t value) {
  return value >> 24U | (value >> 8U & 0xff00U) | (value << 8U & 0xff0000U) | value << 24U;
}

// A header of `size` bytes, of which the end may be missing: a kill may have come in between.
// https://sqlite.org/fileformat2.html#the_write_ahead_log
bool begins_as_a_log(const std::array<unsigned char, log_header_size>& header, std::size_t size) {
  constexpr std::array<unsigned char, 8> head{0x37, 0x7f, 0x06, 0x82, 0x00, 0x2d, 0xe2, 0x18};
  constexpr std::size_t byte_with_the_order = 3;
  for (std::size_t i = 0; i < std::min(size, head.size()); ++i) {
    const unsigned ignored = i == byte_with_the_order ? 1 : 0;
    if ((header.at(i) | ignored) != (head.at(i) | ignored)) return false;
  }
  if (size < log_header_size) return true;
  constexpr std::size_t covered = 24;
  const bool is_high_first = (header.at(byte_with_the_order) & 1U) != 0;
  std::uint32_t first = 0;
  std::uint32_t second = 0;
  for (std::size_t place = 0; place < covered; place += 8) {
    const std::uint32_t a = number_at(header, place);
    const std::uint32_t b = number_at(header, place + 4);
    first += (is_high_first ? a : in_other_order(a)) + second;
    second += (is_high_first ? b : in_other_order(b)) + first;
  }
  return first == number_at(header, covered) && second == number_at(header, covered + 4);
}

}  // namespace

const char* files_for_reading() {
  static const registered_files files("shufflecert-reading", open_database_only, remove_nothing,
                                      see_nothing);
  return files.zName;
}

const char* files_for_a_journal() {
  static const registered_files files("shufflecert-journal", open_database_or_log,
                                      remove_opened_log, see_logs);
  return files.zName;
}

std::string address_for_reading(const std::string& name) {
  std::string address = "file:";
  for (const char c : name)
    address += c == '/' || std::isalnum(static_cast<unsigned char>(c)) != 0
                   ? std::string(1, c)
                   : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return address + "?immutable=1";
}

std::string absolute_name(const std::string& path) {
  const fs::path whole = fs::absolute(path);
  if (fs::is_symlink(fs::symlink_status(whole)) || fs::exists(whole))
    return fs::canonical(whole).string();
  return (fs::canonical(whole.parent_path()) / whole.filename()).string();
}

log_state log_beside(const std::string& database) {
  const std::string name = database + std::string(log_ending);
  struct stat entry {};
  if (lstat(name.c_str(), &entry) != 0)
    return errno == ENOENT ? log_state::none : log_state::foreign;
  const descriptor file(open(name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  // A second name of the same file may be one that a stranger chose.
  if (!file.is_open() || fstat(file.number(), &entry) != 0 || !S_ISREG(entry.st_mode) ||
      entry.st_nlink != 1)
    return log_state::foreign;
  std::array<unsigned char, log_header_size> header{};
  const ssize_t size = ::read(file.number(), header.data(), header.size());
  if (size < 0) return log_state::foreign;
  return begins_as_a_log(header, static_cast<std::size_t>(size)) ? log_state::own
                                                                 : log_state::foreign;
}

void remove_empty_log(const std::string& database) {
  const std::string name = database + std::string(log_ending);
  std::error_code error;
  if (logs().contains(name.c_str()) && fs::file_size(name, error) == 0 && !error)
    fs::remove(name, error);
}

}  // namespace shufflecert::inline v0_1::claims
