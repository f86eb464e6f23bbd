#include "claims/mechanisms/staircase_mechanism.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "claims/catalogue/formula_matching.hpp"
#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Which of the shared weights an input favours: {0, 1} and {0, 2}, {0, 1} and {1, 2}, the last two.
constexpr std::array<std::array<std::size_t, 2>, 3> shared_of{{{0, 1}, {0, 2}, {1, 2}}};
constexpr std::array<std::array<bool, 3>, 3> sharing{
    {{true, true, false}, {true, false, true}, {false, true, true}}};

// A set of outputs as formulas write it.
expression_ptr set_of(const std::vector<staircase_mechanism::output>& outputs, std::size_t input) {
  std::string digits;
  for (const auto& output : outputs) digits += output.favoured_by[input] ? '1' : '0';
  return parse_formula(digits);
}

}  // namespace

long staircase_mechanism::alone(std::size_t input) const {
  if (input >= inputs()) return 0;
  return favoured - shared[shared_of[input][0]] - shared[shared_of[input][1]];
}

bool staircase_mechanism::is_usable() const {
  const auto is_weight = [](long w) { return w >= 0 && w <= most_weight; };
  if (favoured < 1 || !is_weight(by_nobody)) return false;
  for (const long users : others)
    if (users < 0) return false;
  for (const long w : shared)
    if (!is_weight(w) || (w > 0 && inputs() == 2)) return false;
  for (std::size_t i = 0; i < inputs(); ++i)
    if (!is_weight(alone(i))) return false;
  const std::vector<output> all = outputs();
  for (std::size_t i = 0; i < inputs(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (std::all_of(all.begin(), all.end(),
                      [&](const output& one) { return one.favoured_by[i] == one.favoured_by[j]; }))
        return false;
  return true;
}

staircase_mechanism staircase_mechanism::reduced() const {
  long common = std::gcd(favoured, by_nobody);
  for (const long w : shared) common = std::gcd(common, w);
  staircase_mechanism result = *this;
  if (common <= 1) return result;
  result.favoured /= common;
  result.by_nobody /= common;
  for (long& w : result.shared) w /= common;
  return result;
}

std::vector<staircase_mechanism::output> staircase_mechanism::outputs() const {
  std::vector<output> all;
  const auto add = [&](long weight, const std::array<bool, 3>& favoured_by) {
    if (weight > 0) all.push_back({weight, favoured_by});
  };
  for (std::size_t i = 0; i < inputs(); ++i) add(alone(i), {i == 0, i == 1, i == 2});
  for (std::size_t i = 0; i < shared.size(); ++i) add(shared[i], sharing[i]);
  add(by_nobody, {});
  return all;
}

long staircase_mechanism::total_weight() const {
  long total = 0;
  for (const output& one : outputs()) total += one.weight;
  return total;
}

expression_ptr staircase_mechanism::pair(const expression_ptr& eps0) const {
  const std::vector<output> all = outputs();
  std::vector<expression_ptr> arguments{eps0, make_number(static_cast<std::int64_t>(all.size()))};
  for (const output& one : all) arguments.push_back(make_number(one.weight));
  arguments.push_back(set_of(all, 0));
  arguments.push_back(set_of(all, 1));
  for (std::size_t i = 0; i < inputs(); ++i) {
    if (others[i] == 0) continue;
    arguments.push_back(make_number(others[i]));
    arguments.push_back(set_of(all, i));
  }
  return make_call("staircase_pair", std::move(arguments));
}

bool is_simpler(const staircase_mechanism& a, const staircase_mechanism& b) {
  const auto key = [](const staircase_mechanism& m) {
    const auto kinds =
        std::count_if(m.others.begin(), m.others.end(), [](long c) { return c > 0; });
    // Of two alike, the one in which the others have the first input.
    return std::tuple(m.outputs().size(), m.total_weight(), m.inputs(), kinds, -m.others[0],
                      -m.others[1], m);
  };
  return key(a) < key(b);
}

std::vector<staircase_mechanism> simple_mechanisms(long users, long most) {
  const auto all_weights = [&](staircase_mechanism m) {
    std::vector<staircase_mechanism> found;
    const long most_shared = m.inputs() == 2 ? 0 : most;
    // Three outputs are favoured by an input: by it alone, and with each of two others.
    for (m.favoured = 1; m.favoured <= 3 * most; ++m.favoured)
      for (m.by_nobody = 0; m.by_nobody <= most; ++m.by_nobody)
        for (m.shared[0] = 0; m.shared[0] <= most_shared; ++m.shared[0])
          for (m.shared[1] = 0; m.shared[1] <= most_shared; ++m.shared[1])
            for (m.shared[2] = 0; m.shared[2] <= most_shared; ++m.shared[2]) {
              if (!m.is_usable() || m.reduced() != m) continue;
              const auto all = m.outputs();
              if (std::all_of(all.begin(), all.end(),
                              [&](const auto& one) { return one.weight <= most; }))
                found.push_back(m);
            }
    return found;
  };
  staircase_mechanism some;
  const std::vector<staircase_mechanism> of_two = all_weights(some);
  some.others[2] = 1;
  const std::vector<staircase_mechanism> of_three = all_weights(some);
  std::vector<staircase_mechanism> found;
  for (long first = 0; first < users; ++first)
    for (long second = 0; first + second < users; ++second) {
      const long third = users - 1 - first - second;
      for (staircase_mechanism m : third == 0 ? of_two : of_three) {
        m.others = {first, second, third};
        found.push_back(m);
      }
    }
  std::sort(found.begin(), found.end(), is_simpler);
  return found;
}

}  // namespace shufflecert::inline v0_1::claims
