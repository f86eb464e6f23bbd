#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace check {

/// The lines of a proof file, one after the other, without comments.
class line_reader {
 public:
  /// Reads a file, or a pipe to its end. Throws `unreadable`, or `unchecked` beyond a limit.
  explicit line_reader(const std::string& path);

  [[nodiscard]] std::size_t number() const { return next_ + 1; }
  [[nodiscard]] bool is_at_end() const { return next_ >= lines_.size(); }
  [[nodiscard]] bool starts_with(const std::string& key) const;
  /// What stands behind the key that the next line has to have. Throws `wrong`.
  std::string take(const std::string& key);
  /// The next line as a whole.
  std::string take_any();
  /// The last line, `end`, behind which nothing stands.
  void take_end();

 private:
  void skip_comments();

  std::vector<std::string> lines_;
  std::size_t next_ = 0;
};

}  // namespace check
