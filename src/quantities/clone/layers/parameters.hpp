#pragma once

#include <cstdint>

#include "shufflecert/ball.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert {

/// The parameters of a clone pair in balls of one precision.
struct clone_parameters {
  std::int64_t n;
  ball clone;     ///< p
  ball no_clone;  ///< 1 − p, accurate near p = 1
  ball t;         ///< tanh(ε0/2)
  ball tail;      ///< 1 − t, accurate near t = 1
};

clone_parameters parameters_of(const clone_pair& pair, bits precision);

}  // namespace shufflecert
