#pragma once

namespace shufflecert::inline v0_1 {

/// Formulas nest to 200 levels, but definitions that call each other add up; the stack is finite.
inline constexpr int deepest_evaluation = 2'000;

/// Counts how deep a walk through formulas is while it lasts.
class nesting {
 public:
  explicit nesting(int& depth) : depth_(depth) { ++depth_; }
  nesting(const nesting&) = delete;
  nesting& operator=(const nesting&) = delete;
  ~nesting() { --depth_; }

  [[nodiscard]] bool is_too_deep() const { return depth_ > deepest_evaluation; }

 private:
  int& depth_;
};

}  // namespace shufflecert::inline v0_1
