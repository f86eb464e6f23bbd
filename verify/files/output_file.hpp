#pragma once

#include <sys/stat.h>

#include <map>
#include <string>
#include <vector>

namespace shufflecert::inline v0_1::claims {

// How every file is written; docs/reference/threat-model.md says what is promised.

/// An open file or folder, closed in the end.
class descriptor {
 public:
  explicit descriptor(int number = -1) : number_(number) {}
  descriptor(descriptor&& other) noexcept : number_(other.release()) {}
  descriptor& operator=(descriptor&& other) noexcept;
  descriptor(const descriptor&) = delete;
  descriptor& operator=(const descriptor&) = delete;
  ~descriptor();

  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }
  int release();

 private:
  int number_;
};

/// A new file in an open folder: under a name that nobody can foresee, by which nothing is followed
/// and nothing replaced. It is removed again unless it was given its name, also when a second
/// signal ends the program (remove_unfinished_file()).
class new_file {
 public:
  /// Makes it with the permissions that new files of the user have, or so that nobody else may read
  /// it. Throws std::system_error.
  new_file(int folder, bool is_for_others);
  new_file(const new_file&) = delete;
  new_file& operator=(const new_file&) = delete;
  ~new_file();

  /// Gives the file the owner and the permissions of another one. Throws std::system_error.
  void take_permissions_of(const struct stat& old);
  /// Writes all of it, to the disk. Throws std::system_error.
  void write(const std::string& text);
  /// Gives the file its name in one step, in place of what has it. Throws std::system_error.
  void name(const std::string& name);
  /// The same where nothing has the name; false where something does.
  bool name_if_free(const std::string& name);

  [[nodiscard]] int number() const { return file_.number(); }

 private:
  int folder_;
  std::string temporary_;
  descriptor file_;
};

/// Removes the new_file that is being written, if there is one. A signal handler may call it.
void remove_unfinished_file();

/// A name that nobody can foresee, of hexadecimal digits.
std::string unforeseeable_name();

/// Throws usage_error, with the reason, unless a file could be written at `path` now: for use
/// before the work begins. None of the files in `inputs` may be overwritten: `path` must be no
/// other name of one of them. No catalogue file, whose name ends in .toml, is ever overwritten.
void require_writable(const std::string& path, const std::vector<std::string>& inputs = {});
/// The same for the table that an option such as --csv writes: the name of a file must end in .csv.
void require_writable_table(const std::string& option, const std::string& path,
                            const std::vector<std::string>& inputs);
/// Throws usage_error, with the reason, unless files could be written into the folder at `path`
/// now, or into the one that it would be made in.
void require_writable_folder(const std::string& path);

/// Replaces a file's content in one step: an interrupted run loses nothing. The file keeps its
/// permissions. A symbolic link stays, and the file that it leads to is replaced. A device or a
/// pipe, such as /dev/stdout, is written to. Throws usage_error.
void write_file(const std::string& path, const std::string& text);

/// Writes a new file beside `path`, under a free name that begins like it. Returns that name.
/// Throws usage_error.
std::string write_file_beside(const std::string& path, const std::string& middle,
                              const std::string& text);

/// Writes files, by their names, into a folder, which is made if it is missing. What has one of the
/// names is replaced, a link itself and not what it leads to; none of `inputs` is. Throws
/// usage_error.
void write_files_into(const std::string& folder, const std::map<std::string, std::string>& texts,
                      const std::vector<std::string>& inputs = {});

/// The name of a picture without its ending. Throws usage_error, which names the option, where it
/// does not end in .svg.
std::string picture_stem(const std::string& option, const std::string& name);

/// Whether two names of outputs lead to one file, which may not be there yet. Throws usage_error
/// where one leads nowhere.
bool is_same_output(const std::string& one, const std::string& other);

/// Whether a file is there that write_file() would replace.
bool would_replace(const std::string& path);

}  // namespace shufflecert::inline v0_1::claims
