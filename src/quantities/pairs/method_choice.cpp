#include "quantities/pairs/method_choice.hpp"

#include "shufflecert/method_unavailable.hpp"

namespace shufflecert {

void require_method(evaluation_method asked, evaluation_method only, const char* quantity) {
  if (allows(asked, only)) return;
  throw method_unavailable(to_text(asked), quantity, to_text(only));
}

}  // namespace shufflecert
