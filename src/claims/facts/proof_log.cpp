#include "claims/facts/proof_log.hpp"

namespace shufflecert::inline v0_1::claims {

void proof_log::forget_from(std::size_t mark) {
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(mark), entries_.end());
}

void proof_log::add_alone(std::size_t mark, proof_step step) {
  for (std::size_t i = mark; i < entries_.size(); ++i) entries_[i].is_for_people_only = true;
  add(std::move(step));
}

}  // namespace shufflecert::inline v0_1::claims
