#include "verify/files/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

#include "verify/files/read_file.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

namespace fs = std::filesystem;

constexpr mode_t permissions = 0777;

[[noreturn]] void fail(int error = errno) {
  throw std::system_error(error, std::generic_category());
}

// What a signal handler needs to remove the file that is being written: the folder, and the name.
std::atomic<int> unfinished_folder{-1};
std::array<char, 64> unfinished_name{};

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw usage_error(fmt::format("cannot write '{}': {}", path, reason));
}

std::string reason_of(const std::system_error& error) {
  return error.code().message();
}

struct target {
  enum class kind { file, stream, device };
  kind what = kind::file;
  fs::path folder;  ///< of a file: the real one
  std::string name;
  int stream = -1;  ///< of a stream: which of the program's own
  std::optional<struct stat> found;
};

// The number in /dev/fd/N, which a link such as /dev/stdout leads to.
std::optional<int> stream_of(const fs::path& folder, const std::string& name) {
  const std::string in = folder.string();
  const bool is_own = in == "/dev/fd" || in == "/proc/self/fd" ||
                      in == fmt::format("/proc/{}/fd", getpid()) ||
                      in.starts_with(fmt::format("/proc/{}/task/", getpid()));
  if (!is_own || name.empty() || name.find_first_not_of("0123456789") != std::string::npos ||
      name.size() > 6)
    return std::nullopt;
  return std::atoi(name.c_str());
}

// In a folder where everyone may write, such as /tmp, a link may have been planted.
void refuse_planted_link(const std::string& path, const fs::path& folder, const struct stat& link) {
  struct stat of_folder {};
  if (stat(folder.c_str(), &of_folder) != 0) fail();
  const bool is_shared = (of_folder.st_mode & S_ISVTX) != 0 && (of_folder.st_mode & S_IWOTH) != 0;
  if (is_shared && link.st_uid != geteuid() && link.st_uid != of_folder.st_uid)
    refuse(path, "it is a symbolic link of somebody else's in a folder that everyone may write to");
}

fs::path real_folder(const std::string& path, const fs::path& name) {
  const fs::path parent = name.parent_path();
  std::error_code error;
  fs::path real = fs::canonical(parent.empty() ? fs::path(".") : parent, error);
  if (error == std::errc::no_such_file_or_directory)
    refuse(path, fmt::format("there is no directory '{}'", parent.string()));
  if (error) refuse(path, error.message());
  if (!fs::is_directory(real, error))
    refuse(path, fmt::format("there is no directory '{}'", parent.string()));
  return real;
}

// Follows links by hand: what is written to, and where it really is.
target find(const std::string& path) {
  constexpr int most_links = 40;
  if (path.empty()) throw usage_error("cannot write a file without a name: its name is empty");
  if (path.find('\0') != std::string::npos) refuse(path, "a name cannot hold a zero byte");
  fs::path current(path);
  for (int i = 0; i < most_links; ++i) {
    target result;
    result.folder = real_folder(path, current);
    result.name = current.filename().string();
    if (const auto stream = stream_of(result.folder, result.name)) {
      result.what = target::kind::stream;
      result.stream = *stream;
      return result;
    }
    const fs::path whole = result.folder / result.name;
    struct stat found {};
    if (lstat(whole.c_str(), &found) != 0) {
      if (errno != ENOENT) refuse(path, std::generic_category().message(errno));
      if (result.name.empty() || result.name == "." || result.name == "..")
        refuse(path, "it is a directory");
      if (i > 0)
        refuse(path,
               fmt::format("it is a symbolic link to '{}', which does not exist", whole.string()));
      return result;
    }
    if (S_ISLNK(found.st_mode)) {
      refuse_planted_link(path, result.folder, found);
      std::error_code error;
      const fs::path leads_to = fs::read_symlink(whole, error);
      if (error) refuse(path, error.message());
      current = result.folder / leads_to;
      continue;
    }
    if (S_ISDIR(found.st_mode)) refuse(path, "it is a directory");
    if (!S_ISREG(found.st_mode)) result.what = target::kind::device;
    result.found = found;
    return result;
  }
  refuse(path, "it is a symbolic link that leads nowhere");
}

void write_all(int file, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t count = ::write(file, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail();
    done += static_cast<std::size_t>(count);
  }
}

descriptor open_folder(const fs::path& folder) {
  descriptor opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!opened.is_open()) fail();
  return opened;
}

// A device or a pipe is written to as it is: nothing takes its place.
descriptor open_device(const target& to) {
  descriptor opened(
      open((to.folder / to.name).c_str(), O_WRONLY | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC));
  struct stat found {};
  if (!opened.is_open() || fstat(opened.number(), &found) != 0) fail();
  if (S_ISREG(found.st_mode)) fail(EEXIST);
  return opened;
}

void write_to(const target& to, const std::string& text) {
  if (to.what == target::kind::stream) {
    // What stands in the program's own buffer comes first.
    static_cast<void>(std::fflush(to.stream == STDERR_FILENO ? stderr : stdout));
    write_all(to.stream, text);
    return;
  }
  if (to.what == target::kind::device) {
    write_all(open_device(to).number(), text);
    return;
  }
  const descriptor folder = open_folder(to.folder);
  new_file file(folder.number(), !to.found);
  if (to.found) file.take_permissions_of(*to.found);
  file.write(text);
  file.name(to.name);
}

void require_no_input(const std::string& path, const target& to,
                      const std::vector<std::string>& inputs) {
  struct stat own {};
  const bool is_known =
      to.what == target::kind::stream ? fstat(to.stream, &own) == 0 : to.found.has_value();
  if (to.what != target::kind::stream && to.found) own = *to.found;
  if (!is_known || !S_ISREG(own.st_mode)) return;
  for (const std::string& input : inputs) {
    struct stat found {};
    if (stat(input.c_str(), &found) == 0 && found.st_dev == own.st_dev &&
        found.st_ino == own.st_ino)
      refuse(path, fmt::format("it is the input '{}'; give the output another name", input));
  }
}

}  // namespace

descriptor& descriptor::operator=(descriptor&& other) noexcept {
  if (this != &other) {
    if (number_ >= 0) close(number_);
    number_ = other.release();
  }
  return *this;
}

descriptor::~descriptor() {
  if (number_ >= 0) close(number_);
}

int descriptor::release() {
  const int number = number_;
  number_ = -1;
  return number;
}

std::string unforeseeable_name() {
  std::array<unsigned char, 8> random{};
  if (getentropy(random.data(), random.size()) != 0) fail();
  std::string name;
  for (const unsigned char byte : random)
    name += fmt::format("{:02x}", static_cast<unsigned>(byte));
  return name;
}

new_file::new_file(int folder, bool is_for_others) : folder_(folder) {
  constexpr mode_t usual = 0666;
  constexpr mode_t nobody_else = 0600;
  constexpr int most_tries = 16;
  for (int i = 0; i < most_tries && !file_.is_open(); ++i) {
    temporary_ = ".shufflecert-" + unforeseeable_name();
    file_ = descriptor(openat(folder, temporary_.c_str(),
                              O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                              is_for_others ? usual : nobody_else));
    if (!file_.is_open() && errno != EEXIST) fail();
  }
  if (!file_.is_open()) fail(EEXIST);
  temporary_.copy(unfinished_name.data(), unfinished_name.size() - 1);
  unfinished_name.at(temporary_.size()) = '\0';
  unfinished_folder = folder;
}

new_file::~new_file() {
  if (temporary_.empty()) return;
  unfinished_folder = -1;
  unlinkat(folder_, temporary_.c_str(), 0);
}

void new_file::take_permissions_of(const struct stat& old) {
  // Another owner's file stays that owner's where the system lets it. Where it does not, the old
  // group is not ours to open the file to.
  const bool is_owned = fchown(file_.number(), old.st_uid, old.st_gid) == 0 ||
                        fchown(file_.number(), static_cast<uid_t>(-1), old.st_gid) == 0;
  const mode_t mode = old.st_mode & permissions;
  if (fchmod(file_.number(), is_owned ? mode : mode & ~static_cast<mode_t>(S_IRWXG)) != 0) fail();
}

void new_file::write(const std::string& text) {
  write_all(file_.number(), text);
  if (fsync(file_.number()) != 0 && errno != EINVAL && errno != EROFS) fail();
  // A network's file system tells here that the disk is full.
  if (close(file_.release()) != 0) fail();
}

void new_file::name(const std::string& name) {
  if (renameat(folder_, temporary_.c_str(), folder_, name.c_str()) != 0) fail();
  unfinished_folder = -1;
  temporary_.clear();
  // The file is in its place; that the folder's entry reached the disk is as much as can be asked.
  static_cast<void>(fsync(folder_));
}

bool new_file::name_if_free(const std::string& name) {
  // A second name, which unlike renaming replaces nothing; the first one goes with this object.
  if (linkat(folder_, temporary_.c_str(), folder_, name.c_str(), 0) == 0) {
    static_cast<void>(fsync(folder_));
    return true;
  }
  if (errno == EEXIST) return false;
  fail();
}

void remove_unfinished_file() {
  const int folder = unfinished_folder.exchange(-1);
  if (folder >= 0) unlinkat(folder, unfinished_name.data(), 0);
}

void require_writable(const std::string& path, const std::vector<std::string>& inputs) {
  const target to = find(path);
  require_no_input(path, to, inputs);
  if (to.what == target::kind::file && to.found && to.name.ends_with(".toml"))
    refuse(path, "it is a catalogue file; give the output another name");
  try {
    if (to.what == target::kind::stream) {
      const int flags = fcntl(to.stream, F_GETFL);
      if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) refuse(path, "it is not open for writing");
      return;
    }
    const fs::path whole = to.folder / to.name;
    if (to.found && access(whole.c_str(), W_OK) != 0) fail();
    if (to.what == target::kind::device) return;
    // Permissions, a full or read-only disk: the surest way to know is to try.
    const descriptor folder = open_folder(to.folder);
    const new_file trial(folder.number(), false);
  } catch (const std::system_error& error) {
    refuse(path, reason_of(error));
  }
}

void require_writable_table(const std::string& option, const std::string& path,
                            const std::vector<std::string>& inputs) {
  require_writable(path, inputs);
  if (!path.ends_with(".csv") && find(path).what == target::kind::file)
    throw usage_error(fmt::format("{} {}: the name must end in .csv", option, path));
}

namespace {

// A folder is to be there, or to be made, where a file is.
void refuse_file_as_folder(const std::string& path) {
  fs::path nearest(path);
  std::error_code unknown;
  while (!nearest.empty() && !fs::exists(nearest, unknown)) nearest = nearest.parent_path();
  if (nearest.empty() || fs::is_directory(nearest, unknown)) return;
  const std::string advice = fmt::format("'{}' is a file; give a folder", nearest.string());
  if (nearest == fs::path(path)) throw usage_error(advice);
  refuse(path, advice);
}

}  // namespace

void require_writable_folder(const std::string& path) {
  refuse_file_as_folder(path);
  fs::path nearest = fs::absolute(path);
  std::error_code unknown;
  while (!fs::exists(nearest, unknown) && nearest.has_relative_path())
    nearest = nearest.parent_path();
  try {
    const descriptor folder = open_folder(nearest);
    const new_file trial(folder.number(), false);
  } catch (const std::system_error& error) {
    refuse(path, reason_of(error));
  }
}

void write_file(const std::string& path, const std::string& text) {
  try {
    write_to(find(path), text);
  } catch (const std::system_error& error) {
    refuse(path, reason_of(error));
  }
}

std::string write_file_beside(const std::string& path, const std::string& middle,
                              const std::string& text) {
  const fs::path folder_name = fs::path(path).parent_path();
  try {
    const descriptor folder = open_folder(folder_name.empty() ? fs::path(".") : folder_name);
    new_file file(folder.number(), true);
    file.write(text);
    constexpr int most_tries = 16;
    for (int i = 0; i < most_tries; ++i) {
      const std::string name = fmt::format("{}.{}-{}", fs::path(path).filename().string(), middle,
                                           unforeseeable_name().substr(0, 6));
      if (file.name_if_free(name)) return (folder_name / name).string();
    }
    fail(EEXIST);
  } catch (const std::system_error& error) {
    refuse(path, reason_of(error));
  }
}

void write_files_into(const std::string& folder, const std::map<std::string, std::string>& texts,
                      const std::vector<std::string>& inputs) {
  refuse_file_as_folder(folder);
  std::error_code error;
  fs::create_directories(folder, error);
  if (error)
    throw usage_error(fmt::format("cannot make the directory '{}': {}", folder, error.message()));
  try {
    const descriptor opened = open_folder(folder);
    for (const auto& [name, text] : texts) {
      target to{};
      struct stat found {};
      if (fstatat(opened.number(), name.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0)
        to.found = found;
      require_no_input((fs::path(folder) / name).string(), to, inputs);
      if (to.found && S_ISDIR(to.found->st_mode)) fail(EISDIR);
      new_file file(opened.number(), true);
      file.write(text);
      file.name(name);
    }
  } catch (const std::system_error& failure) {
    refuse(folder, reason_of(failure));
  }
}

// How a picture of another kind is made from the SVG file.
static std::string conversion_to(const std::string& name) {
  for (const char* format : {"png", "pdf", "eps"}) {
    const std::string ending = fmt::format(".{}", format);
    if (!name.ends_with(ending) || name.size() == ending.size()) continue;
    const std::string stem = name.substr(0, name.size() - ending.size());
    return fmt::format(
        "; convert that file afterwards: rsvg-convert --format {} {}.svg --output {}", format, stem,
        name);
  }
  return "";
}

std::string picture_stem(const std::string& option, const std::string& name) {
  const std::string ending = ".svg";
  if (!name.ends_with(ending) || name.size() == ending.size())
    throw usage_error(
        fmt::format("{} {}: the name must end in {}{}", option, name, ending, conversion_to(name)));
  return name.substr(0, name.size() - ending.size());
}

bool is_same_output(const std::string& one, const std::string& other) {
  const target a = find(one);
  const target b = find(other);
  return a.what == target::kind::file && b.what == target::kind::file && a.folder == b.folder &&
         a.name == b.name;
}

bool would_replace(const std::string& path) {
  const target to = find(path);
  return to.what == target::kind::file && to.found.has_value();
}

}  // namespace shufflecert::inline v0_1::claims
