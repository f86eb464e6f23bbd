#include "claims/results/double_record.hpp"

namespace shufflecert {

std::string to_text(double_outcome outcome) {
  switch (outcome) {
    case double_outcome::agrees:
      return "agrees";
    case double_outcome::differs:
      return "differs";
    case double_outcome::no_value:
      return "no value";
    case double_outcome::out_of_reach:
      return "out of reach";
  }
  return "?";
}

}  // namespace shufflecert
