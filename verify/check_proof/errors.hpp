#pragma once

#include <cstddef>
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
  explicit nesting(int& depth) : depth_(depth) {
    if (++depth_ > 200) {
      --depth_;
      throw unchecked("its conditions rest on too many others");
    }
  }
  nesting(const nesting&) = delete;
  nesting& operator=(const nesting&) = delete;
  ~nesting() { --depth_; }

 private:
  int& depth_;
};

/// A text of a file as it may be shown: a stranger wrote it.
inline std::string shown(const std::string& text) {
  constexpr std::size_t longest = 200;
  std::string result;
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    result += byte < 0x20 || byte > 0x7e ? '?' : c;
  }
  return text.size() > longest ? result + "..." : result;
}

}  // namespace check
