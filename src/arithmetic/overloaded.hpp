#pragma once

namespace shufflecert::inline v0_1 {

/// One function object from several lambdas, for std::visit.
template <class... Cases>
struct overloaded : Cases... {
  using Cases::operator()...;
};
// clang 14 does not deduce the arguments of an aggregate by itself.
template <class... Cases>
overloaded(Cases...) -> overloaded<Cases...>;

}  // namespace shufflecert::inline v0_1
