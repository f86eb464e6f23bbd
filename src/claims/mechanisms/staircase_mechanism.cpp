#include "claims/mechanisms/staircase_mechanism.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

#include "claims/catalogue/formula_matching.hpp"
#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t first_of_others = 2;  // the inputs before are the differing user's

constexpr input_set only(std::size_t input) {
  return input_set{1} << input;
}

constexpr input_set all_of(std::size_t inputs) {
  return only(inputs) - 1;
}

// A set of outputs as formulas write it.
expression_ptr set_of(const std::vector<staircase_mechanism::output>& outputs, std::size_t input) {
  std::string digits;
  for (const auto& output : outputs) digits += has_input(output.favoured_by, input) ? '1' : '0';
  return parse_formula(digits);
}

// Leaves out an input of the others, with its users; the later ones move up.
void leave_out(staircase_mechanism& m, std::size_t input) {
  const std::size_t inputs = m.inputs();
  m.by_nobody += m.alone(input);
  const input_set below = all_of(input);
  const std::map<input_set, long> before = std::exchange(m.shared, {});
  for (const auto& [set, weight] : before) {
    const input_set left = (set & below) | ((set >> 1) & ~below);
    // An output that all favour says nothing; one that a single input favours follows.
    if (left == all_of(inputs - 1))
      m.favoured -= weight;
    else if (std::popcount(left) > 1)
      m.shared[left] += weight;
  }
  std::rotate(m.others.begin() + static_cast<std::ptrdiff_t>(input),
              m.others.begin() + static_cast<std::ptrdiff_t>(input) + 1, m.others.end());
  m.others.back() = 0;
}

// Orders the inputs of the others, those with more users first.
void sort_inputs(staircase_mechanism& m) {
  for (std::size_t end = m.others.size(); end > first_of_others + 1; --end)
    for (std::size_t i = first_of_others; i + 1 < end; ++i) {
      if (m.others[i] >= m.others[i + 1]) continue;
      std::swap(m.others[i], m.others[i + 1]);
      const std::map<input_set, long> before = std::exchange(m.shared, {});
      const input_set both = only(i) | only(i + 1);
      for (const auto& [set, weight] : before)
        m.shared[std::popcount(set & both) == 1 ? set ^ both : set] = weight;
    }
}

// What is smaller is simpler, without the mechanism itself.
auto simplicity(const staircase_mechanism& m) {
  const auto kinds = std::count_if(m.others.begin(), m.others.end(), [](long c) { return c > 0; });
  // Of two alike, the one in which the others have the first input.
  return std::tuple(m.outputs().size(), m.total_weight(), m.inputs(), kinds, -m.others[0],
                    -m.others[1]);
}

}  // namespace

std::vector<input_set> shared_sets(std::size_t inputs) {
  std::vector<input_set> found;
  for (input_set set = 1; set < all_of(inputs); ++set)
    if (std::popcount(set) > 1) found.push_back(set);
  return found;
}

std::size_t staircase_mechanism::inputs() const {
  std::size_t count = others.size();
  while (count > first_of_others && others[count - 1] == 0) --count;
  return count;
}

long staircase_mechanism::alone(std::size_t input) const {
  if (input >= inputs()) return 0;
  long weight = favoured;
  for (const auto& [set, shared_weight] : shared)
    if (has_input(set, input)) weight -= shared_weight;
  return weight;
}

bool staircase_mechanism::is_usable() const {
  const auto is_weight = [](long w) { return w >= 0 && w <= most_weight; };
  if (favoured < 1 || !is_weight(by_nobody)) return false;
  for (const long users : others)
    if (users < 0) return false;
  for (std::size_t i = first_of_others; i + 1 < others.size(); ++i)
    if (others[i] < others[i + 1]) return false;
  for (const auto& [set, weight] : shared)
    if (weight == 0 || !is_weight(weight) || std::popcount(set) < 2 || set >= all_of(inputs()))
      return false;
  for (std::size_t i = 0; i < inputs(); ++i)
    if (!is_weight(alone(i))) return false;
  const std::vector<output> all = outputs();
  if (all.size() > most_mechanism_outputs) return false;
  for (std::size_t i = 0; i < inputs(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (std::all_of(all.begin(), all.end(), [&](const output& one) {
            return has_input(one.favoured_by, i) == has_input(one.favoured_by, j);
          }))
        return false;
  return true;
}

staircase_mechanism staircase_mechanism::reduced() const {
  long common = std::gcd(favoured, by_nobody);
  for (const auto& [set, weight] : shared) common = std::gcd(common, weight);
  staircase_mechanism result = *this;
  if (common <= 1) return result;
  result.favoured /= common;
  result.by_nobody /= common;
  for (auto& [set, weight] : result.shared) weight /= common;
  return result;
}

staircase_mechanism staircase_mechanism::with_other(std::size_t from, std::size_t to) const {
  staircase_mechanism m = *this;
  const std::size_t before = inputs();
  --m.others[from];
  ++m.others[to];
  if (from >= first_of_others && from < before && m.others[from] == 0) {
    // The weights are those of all inputs until the input is left out.
    m.others[from] = 1;
    leave_out(m, from);
  }
  sort_inputs(m);
  return m;
}

void staircase_mechanism::share(input_set set, long weight) {
  if (weight == 0)
    shared.erase(set);
  else
    shared[set] = weight;
}

std::vector<staircase_mechanism::output> staircase_mechanism::outputs() const {
  std::vector<output> all;
  const auto add = [&](long weight, input_set favoured_by) {
    if (weight > 0) all.push_back({weight, favoured_by});
  };
  for (std::size_t i = 0; i < inputs(); ++i) add(alone(i), only(i));
  for (const auto& [set, weight] : shared) add(weight, set);
  add(by_nobody, 0);
  return all;
}

long staircase_mechanism::total_weight() const {
  long total = 0;
  for (const output& one : outputs()) total += one.weight;
  return total;
}

double staircase_mechanism::histograms() const {
  const auto kinds = static_cast<double>(outputs().size());
  const long users = std::accumulate(others.begin(), others.end(), 1L);
  double count = 1;
  for (long i = 1; i <= users; ++i)
    count *= (kinds - 1 + static_cast<double>(i)) / static_cast<double>(i);
  return count;
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
  return std::pair(simplicity(a), a) < std::pair(simplicity(b), b);
}

namespace {

// Calls `with` for each way in which `users` users have `inputs` inputs, so that no further input
// of the others has fewer users than the next.
void for_each_others(
    long users, std::size_t inputs,
    const std::function<void(const decltype(staircase_mechanism::others)&)>& with) {
  decltype(staircase_mechanism::others) others{};
  const std::function<void(std::size_t, long)> choose = [&](std::size_t input, long left) {
    if (input == inputs) {
      if (left == 0) with(others);
      return;
    }
    const bool is_further = input >= first_of_others;
    const long most = input > first_of_others ? std::min(left, others[input - 1]) : left;
    for (long count = is_further ? 1 : 0; count <= most; ++count) {
      others[input] = count;
      choose(input + 1, left - count);
    }
    others[input] = 0;
  };
  choose(0, users);
}

// All weights up to `most`, with others that have the last of the inputs.
std::vector<staircase_mechanism> all_weights(std::size_t inputs, long most) {
  std::vector<staircase_mechanism> found;
  const std::vector<input_set> sets = shared_sets(inputs);
  staircase_mechanism m;
  for (std::size_t i = first_of_others; i < inputs; ++i) m.others[i] = 1;
  const auto keep = [&] {
    if (!m.is_usable() || m.reduced() != m) return;
    const auto all = m.outputs();
    if (std::all_of(all.begin(), all.end(), [&](const auto& one) { return one.weight <= most; }))
      found.push_back(m);
  };
  const std::function<void(std::size_t)> choose = [&](std::size_t place) {
    if (place == sets.size()) return keep();
    for (long weight = 0; weight <= most; ++weight) {
      m.share(sets[place], weight);
      choose(place + 1);
    }
    m.share(sets[place], 0);
  };
  // An input favours one output alone, and one with each of the others.
  const long most_favoured = static_cast<long>(inputs == 2 ? 1 : inputs) * most;
  for (m.favoured = 1; m.favoured <= most_favoured; ++m.favoured)
    for (m.by_nobody = 0; m.by_nobody <= most; ++m.by_nobody) choose(0);
  return found;
}

// Every set of as many inputs as are in `sizes` (bit s − 1 for s of them) has the weight 1.
staircase_mechanism alike(std::size_t inputs, unsigned sizes, long by_nobody) {
  staircase_mechanism m;
  m.by_nobody = by_nobody;
  m.favoured = 0;
  const auto is_in = [&](input_set set) {
    return (sizes >> (static_cast<unsigned>(std::popcount(set)) - 1) & 1U) != 0;
  };
  for (input_set set = 1; set < all_of(inputs); ++set)
    if (is_in(set) && has_input(set, 0)) ++m.favoured;
  for (const input_set set : shared_sets(inputs))
    if (is_in(set)) m.share(set, 1);
  return m;
}

}  // namespace

std::vector<staircase_mechanism> simple_mechanisms(long users, long most) {
  constexpr std::size_t most_with_all_weights = 3;
  // With the keys by which they are sorted, since there may be tens of thousands.
  std::vector<std::pair<decltype(simplicity({})), staircase_mechanism>> found;
  for (std::size_t inputs = 2; inputs <= most_mechanism_inputs; ++inputs) {
    std::vector<staircase_mechanism> of_inputs;
    if (inputs <= most_with_all_weights)
      of_inputs = all_weights(inputs, most);
    else
      for (unsigned sizes = 1; sizes < 1U << (inputs - 1); ++sizes)
        for (long by_nobody = 0; by_nobody <= 1; ++by_nobody)
          of_inputs.push_back(alike(inputs, sizes, by_nobody));
    for_each_others(users - 1, inputs, [&](const auto& others) {
      for (staircase_mechanism& m : of_inputs) {
        m.others = others;
        if (m.is_usable()) found.emplace_back(simplicity(m), m);
      }
    });
  }
  std::sort(found.begin(), found.end());
  std::vector<staircase_mechanism> sorted;
  sorted.reserve(found.size());
  for (auto& one : found) sorted.push_back(std::move(one.second));
  return sorted;
}

}  // namespace shufflecert::inline v0_1::claims
