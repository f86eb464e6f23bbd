#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace check {

/// What is wrong with a proof.
class wrong : public std::runtime_error {
 public:
  explicit wrong(const std::string& what) : std::runtime_error(what) {}
  wrong(std::size_t line, const std::string& what)
      : std::runtime_error("line " + std::to_string(line) + ": " + what) {}
};

/// No file of proofs at all.
class unreadable : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A proof, or a part of one, that this program cannot follow: neither right nor wrong.
class unchecked : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// All the work that one file may cost is done. Unlike `unchecked`, which ends one attempt, this
/// ends the file: no other attempt would have any work left.
class out_of_work : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Begins to count anew what is done, before each file.
void begin_work();
/// Counts steps of about a tenth of a microsecond each. Throws `out_of_work`.
void spend(std::uint64_t steps);
/// How many were counted.
std::uint64_t work_done();

inline void demand(bool is_so, const std::string& what) {
  if (!is_so) throw wrong(what);
}
/// What this program cannot see may be so all the same.
inline void demand_certain(bool is_so, const std::string& what) {
  if (!is_so) throw unchecked(what);
}

/// How deep questions lead to other ones.
class nesting {
 public:
  explicit nesting(int& depth, int deepest = 400) : depth_(depth) {
    if (++depth_ > deepest) {
      --depth_;
      throw unchecked("questions lead to others through more than " + std::to_string(deepest) +
                      " levels");
    }
  }
  nesting(const nesting&) = delete;
  nesting& operator=(const nesting&) = delete;
  ~nesting() { --depth_; }

 private:
  int& depth_;
};

/// A text of a file as it may be shown, to its end: a stranger wrote it.
inline std::string shown_whole(std::string text) {
  for (char& c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte > 0x7e) c = '?';
  }
  return text;
}
/// The beginning of such a text, for a message. What a verdict is about is shown to its end.
inline std::string shown(const std::string& text) {
  constexpr std::size_t longest = 200;
  return shown_whole(text.substr(0, longest)) + (text.size() > longest ? "..." : "");
}

/// "1 box", "2 boxes".
template <class Count>
std::string counted(Count count, const char* one, const char* several) {
  return std::to_string(count) + " " + (count == 1 ? one : several);
}

}  // namespace check
