#pragma once
// Complex balls and integration, wherever this version of FLINT has them; see flint_headers.hpp.

#include "shufflecert/flint_headers.hpp"

#if __has_include(<flint/acb.h>)
#include <flint/acb.h>
#include <flint/acb_calc.h>
#include <flint/acb_hypgeom.h>
#else
#include <acb.h>
#include <acb_calc.h>
#include <acb_hypgeom.h>
#endif

namespace shufflecert::inline v0_1 {

/// A complex ball, exactly 0 at first. Owns FLINT's acb_t.
class complex_ball {
 public:
  complex_ball() { acb_init(value_); }
  complex_ball(const complex_ball&) = delete;
  complex_ball& operator=(const complex_ball&) = delete;
  ~complex_ball() { acb_clear(value_); }
  [[nodiscard]] acb_ptr raw() { return value_; }

 private:
  acb_t value_;
};

}  // namespace shufflecert::inline v0_1
