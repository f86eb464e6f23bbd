#include "ledger.hpp"

#include <ostream>
#include <vector>

#include "options.hpp"

using namespace shufflecert;

namespace {

// A rational number at or above the value.
rational above(const distribution_pair& pair, const rational& odds) {
  const decimal_interval ends =
      to_digits(20, [&](bits p) { return hockey_stick(pair, log(number(odds), p), p); });
  return parse_decimal(ends.upper).value();
}

}  // namespace

rational exact(const std::string& text) {
  const auto value = parse_decimal(text);
  if (!value) options::refuse(text + ": expected a decimal number");
  return *value;
}

std::string epsilon_after(const distribution_pair& round, int rounds, const rational& delta) {
  return to_digits(4, [&](bits p) { return epsilon(pairs::composed(round, rounds, p), delta, p); })
      .upper;
}

distribution_pair sampled_rounds(const distribution_pair& shuffled, const rational& gamma) {
  // The hockey-stick divergence at e^ε = odds[i], rounded up; between two of them the chord is
  // above. Points are dropped until the chords are convex. They stay above: where the divergence is
  // convex, a chord between any two points above it is.
  const rational step(1, 64);
  const rational negligible(1, 1'000'000'000'000'000);
  std::vector<rational> odds{1};
  std::vector<rational> delta{gamma * above(shuffled, 1)};
  const auto chord = [&](std::size_t from, std::size_t to) {
    return rational((delta[to] - delta[from]) / (odds[to] - odds[from]));
  };
  for (rational of_all = 1; delta.back() > negligible;) {
    of_all += step;
    odds.push_back(1 + gamma * (of_all - 1));
    delta.push_back(gamma * above(shuffled, of_all));
    for (std::size_t at = odds.size() - 1; at >= 2 && chord(at - 2, at - 1) >= chord(at - 1, at);
         --at) {
      odds.erase(odds.end() - 2);
      delta.erase(delta.end() - 2);
    }
  }
  // Outcomes with the likelihood ratios odds[i] have the probability q[i] under Q: the changes of
  // the slope. Those with the ratios 1/odds[i] mirror them, so that both directions are the same.
  const std::size_t last = odds.size() - 1;
  std::vector<rational> slope(last + 2, 0);
  for (std::size_t i = 1; i <= last; ++i) slope[i] = chord(i - 1, i);
  std::vector<number> p{delta[last]};
  std::vector<number> q{0};
  rational rest = 1 - delta[last];
  for (std::size_t i = 1; i <= last; ++i) {
    const rational mass = slope[i + 1] - slope[i];
    rest -= mass * (1 + odds[i]);
    p.insert(p.end(), {number(rational(mass * odds[i])), number(mass)});
    q.insert(q.end(), {number(mass), number(rational(mass * odds[i]))});
  }
  if (rest < 0) throw undefined_value("the probabilities exceed 1");
  p.insert(p.end(), {number(rest), number(0)});
  q.insert(q.end(), {number(rest), number(delta[last])});
  constexpr bits precision = 128;
  return {law_pair{law_on_numbers(0, p, precision), law_on_numbers(0, q, precision)}};
}

void write_line(std::ostream& csv, int epoch, double loss, double accuracy,
                const std::string& eps) {
  csv << epoch << "," << loss << "," << accuracy << "," << eps << "\n" << std::flush;
}
