#include "claims/bounds/form_reader.hpp"

#include "claims/special/coin_reports.hpp"
#include "claims/special/threshold_tests.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

std::vector<recognised> at_most_one(std::optional<recognised> way) {
  std::vector<recognised> ways;
  if (way) ways.push_back(*std::move(way));
  return ways;
}

}  // namespace

form_reader::form_reader(const claim& subject, const call& quantity)
    : subject_(subject),
      quantity_(quantity),
      pair_(quantity.arguments.empty() ? std::nullopt
                                       : pair_of_users(subject, *quantity.arguments[0])) {}

const std::vector<recognised>& form_reader::letters_of(bounded_form form) {
  const auto entry = read_.find(form);
  return entry != read_.end() ? entry->second : read_.emplace(form, read(form)).first->second;
}

std::vector<recognised> form_reader::as_pair(const char* name, bool is_swapped) const {
  if (!pair_ || pair_->name != name || pair_->is_swapped != is_swapped) return {};
  return {{letters_of_pair(*pair_)}};
}

std::vector<recognised> form_reader::read(bounded_form form) const {
  using enum bounded_form;
  switch (form) {
    case clones:
      return as_pair("clone_pair", false);
    case response:
      return as_pair("rr_pair", false);
    case swapped_response:
      return as_pair("rr_pair", true);
    case kary:
      return as_pair("krr_pair", false);
    case swapped_kary:
      return as_pair("krr_pair", true);
    case any_pair:
      return {{}};
    case response_rounds:
      return at_most_one(rounds_in(subject_, quantity_, "rr_pair"));
    case kary_rounds:
      return at_most_one(rounds_in(subject_, quantity_, "krr_pair"));
    case exchanged_mixture:
      return at_most_one(exchanged_mixture_in(quantity_));
    case mixture:
      return at_most_one(mixture_in(quantity_));
    case mixture_levels:
      return at_most_one(mixture_levels_in(quantity_));
    case neighbours_alike:
      return at_most_one(neighbours_of(quantity_, true));
    case neighbours:
      return at_most_one(neighbours_of(quantity_, false));
    case three_alike:
      return at_most_one(three_neighbours_of(quantity_, true));
    case three_neighbours:
      return at_most_one(three_neighbours_of(quantity_, false));
    case three_mixtures:
      return at_most_one(three_mixtures_in(quantity_));
    case three_mixed_alike:
      return at_most_one(three_mixed_alike_in(quantity_));
    case sampled_clones:
      return at_most_one(sampled_clones_in(subject_, quantity_));
    case sampled_response:
      return at_most_one(sampled_response_in(subject_, quantity_));
    case swapped_sampled:
      return at_most_one(swapped_sampled_in(subject_, quantity_));
    case sampled_laws:
      return at_most_one(sampled_laws_in(quantity_));
    case three_coins:
      return three_coins_in(quantity_);
    case sampled_coins:
      return sampled_coins_in(quantity_);
    case drawn_users:
      return at_most_one(drawn_users_in(quantity_));
    case normal_reports:
      return at_most_one(normal_reports_in(subject_, quantity_));
    case laplace:
      return at_most_one(laplace_in(quantity_));
  }
  return {};
}

}  // namespace shufflecert::inline v0_1::claims
