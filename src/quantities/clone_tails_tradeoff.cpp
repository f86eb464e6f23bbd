#include "quantities/clone_tails.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert {

ball tilted_tradeoff(const clone_parameters&, const number&, bits, const budget&) {
  throw beyond_reach("");
}

}  // namespace shufflecert
