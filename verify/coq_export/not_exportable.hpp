#pragma once

#include <stdexcept>

namespace shufflecert::inline v0_1::claims {

/// Something that the theory in verify/coq has no words for; what() says what, in words.
class not_exportable : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace shufflecert::inline v0_1::claims
