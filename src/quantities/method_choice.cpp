#include "quantities/method_choice.hpp"

#include <string>

#include "shufflecert/errors.hpp"

namespace shufflecert {

void require_method(evaluation_method asked, evaluation_method only, const char* quantity) {
  if (allows(asked, only)) return;
  throw undefined_value(std::string(quantity) + " of this pair, at this order and precision, is " +
                        "not computed by " + to_text(asked) + "; " + to_text(only) +
                        " is possible");
}

}  // namespace shufflecert
