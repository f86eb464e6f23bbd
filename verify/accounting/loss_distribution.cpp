#include "verify/accounting/loss_distribution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/formula_matching.hpp"
#include "claims/points/in_parallel.hpp"
#include "claims/results/failure.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using plain_json = nlohmann::json;

constexpr std::size_t most_losses = 1'000'000;
constexpr std::int64_t largest_index = 1'000'000'000'000;
constexpr bits mass_precision = 256;

[[noreturn]] void refuse_losses(const std::string& what) {
  throw std::invalid_argument(what);
}

// A double is a rational number.
rational exact_number(const plain_json& value, const std::string& where, bool may_be_zero) {
  const double read = value.is_number() ? value.get<double>() : std::nan("");
  if (!std::isfinite(read) || read < 0 || (read == 0 && !may_be_zero))
    refuse_losses(fmt::format("{}: expected a number {} 0, found {}", where,
                              may_be_zero ? ">=" : ">", one_short_line(value.dump(), 40)));
  return rational(read);
}

std::int64_t index_in(const std::string& text, const std::string& where) {
  std::int64_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || end != text.data() + text.size() || std::abs(index) > largest_index)
    refuse_losses(fmt::format("{}: '{}' is no multiple of the interval: a whole number is expected",
                              where, one_short_line(text, 40)));
  return index;
}

// The value of the first of these keys, and its name.
template <std::size_t N>
std::pair<std::string, const plain_json*> first_of(const plain_json& root,
                                                   const std::array<const char*, N>& keys) {
  for (const char* key : keys)
    if (const auto found = root.find(key); found != root.end()) return {key, &*found};
  return {"", nullptr};
}

void read_masses(const plain_json& root, loss_distribution& read) {
  constexpr std::array by_index{"masses", "loss_probs", "rounded_probability_mass_function"};
  const auto [key, sparse] = first_of(root, by_index);
  const auto put = [&](std::int64_t index, const plain_json& value, const std::string& where) {
    const rational mass = exact_number(value, where, true);
    if (mass > 0) read.masses[index] = mass;
  };
  if (sparse != nullptr && sparse->is_object()) {
    for (const auto& [index, value] : sparse->items())
      put(index_in(index, key), value, fmt::format("{}, '{}'", key, one_short_line(index, 40)));
  } else if (root.contains("lower_loss") && root.contains("probs") && root["probs"].is_array()) {
    std::int64_t index = index_in(root["lower_loss"].dump(), "lower_loss");
    for (const plain_json& value : root["probs"]) {
      put(index, value, fmt::format("probs, entry {}", index));
      ++index;
    }
  } else {
    refuse_losses(
        "it has no masses: expected \"masses\" or \"loss_probs\", such as {\"-1\": 0.25, \"1\": "
        "0.75}, or \"lower_loss\" with the list \"probs\"");
  }
  if (read.masses.empty()) refuse_losses("all masses are 0");
  if (read.masses.size() > most_losses)
    refuse_losses(
        fmt::format("it has {} masses, and {} are the most", read.masses.size(), most_losses));
}

// (P.1) at the losses that have a mass, from the last one down, and at 0.
std::vector<compared_delta> deltas_of(const loss_distribution& distribution) {
  const ball step = ball::of(distribution.interval, mass_precision);
  ball above = ball::of(distribution.infinity_mass, mass_precision);
  ball weighted(mass_precision);
  std::vector<compared_delta> points;
  std::int64_t last = distribution.masses.rbegin()->first;
  const auto move_to = [&](std::int64_t index) {
    weighted *= exp(-(step * (last - index)));
    last = index;
  };
  const auto note = [&](std::int64_t index) {
    const ball delta = above - weighted;
    points.push_back({rational(distribution.interval * index), delta, delta, std::nullopt});
  };
  for (auto one = distribution.masses.rbegin(); one != distribution.masses.rend(); ++one) {
    if (last > 0 && one->first < 0) {
      move_to(0);
      note(0);
    }
    move_to(one->first);
    note(one->first);
    const ball mass = ball::of(one->second, mass_precision);
    above += mass;
    weighted += mass;
  }
  if (last > 0) {
    move_to(0);
    note(0);
  }
  // Above all losses only infinite ones count.
  if (points.front().epsilon < 0)
    points.insert(
        points.begin(),
        {0, ball(mass_precision), ball::of(distribution.infinity_mass, mass_precision), {}});
  std::reverse(points.begin(), points.end());
  return points;
}

std::optional<bool> all_are_enough(const std::vector<compared_delta>& points, bool from_zero) {
  std::optional<bool> all = true;
  for (const compared_delta& one : points) {
    if (from_zero && one.epsilon < 0) continue;
    if (one.is_enough == false) return false;
    if (!one.is_enough) all = std::nullopt;
  }
  return all;
}

}  // namespace

rational loss_distribution::total() const {
  rational sum = infinity_mass;
  for (const auto& [index, mass] : masses) sum += mass;
  return sum;
}

loss_distribution read_loss_distribution(const std::string& json_text) {
  const plain_json root = plain_json::parse(json_text, nullptr, false);
  if (root.is_discarded()) refuse_losses("it is not JSON");
  if (!root.is_object()) refuse_losses("expected an object with \"interval\" and \"masses\"");
  loss_distribution read;
  const auto [key, interval] = first_of(root, std::array{"interval", "discretization"});
  if (interval == nullptr)
    refuse_losses("it has no \"interval\", which \"discretization\" may be called");
  read.interval = exact_number(*interval, key, false);
  if (!root.contains("infinity_mass")) refuse_losses("it has no \"infinity_mass\"");
  read.infinity_mass = exact_number(root["infinity_mass"], "infinity_mass", true);
  read_masses(root, read);
  return read;
}

std::optional<bool> loss_comparison::is_pessimistic() const {
  const std::optional<bool> at_points = all_are_enough(points, false);
  return at_points == false || has_enough_mass ? at_points : std::optional(false);
}

std::optional<bool> loss_comparison::is_pessimistic_from_zero() const {
  return all_are_enough(points, true);
}

loss_comparison compare_losses(const loss_distribution& distribution, const expression_ptr& pair,
                               const definitions& visible, const variable_map& variables,
                               const budget& limits) {
  loss_comparison found;
  found.points = deltas_of(distribution);
  found.has_enough_mass = distribution.total() >= 1;
  quantity_cache cache;
  for_each_index(found.points.size(), [&](std::size_t i) {
    compared_delta& point = found.points[i];
    const expression_ptr delta =
        make_call("hockey_stick", {pair, point_value_of(point.epsilon).formula});
    for (const long digits : {12L, 30L, 60L}) {
      const refined_value known =
          refine(*delta, visible, variables, digits, range_for_digits(digits), {limits, &cache});
      const auto* value = std::get_if<number>(&known.result);
      if (value == nullptr || !known.sufficient)
        throw beyond_reach(fmt::format("at ε = {}: {}", to_text(point.epsilon), known.reason));
      point.pair = value->to_ball(known.precision);
      point.is_enough = less_equal(point.pair, point.distribution);
      if (point.is_enough) return;
    }
  });
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
