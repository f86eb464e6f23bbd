#include "claims/accounting/routes.hpp"
#include "language/syntax/builtins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace shufflecert::inline v0_1::claims {
namespace {

class route_writer {
 public:
  route_writer(const std::vector<account_round>& rounds, bool both_directions)
      : rounds_(rounds), both_(both_directions) {}

  // All rounds as one pair.
  [[nodiscard]] std::string pair() const {
    std::string all;
    for (const account_round& one : rounds_) {
      const std::string rounds =
          one.times == "1" ? one.pair : fmt::format("compose({}, {})", one.pair, one.times);
      all = all.empty() ? rounds : fmt::format("product_pair({}, {})", all, rounds);
    }
    return all;
  }

  // A quantity of the pair, with `rest` as its other argument, in the worse direction.
  [[nodiscard]] std::string of(const std::string& quantity, const std::string& pair,
                               const std::string& rest) const {
    const std::string here = fmt::format("{}({}, {})", quantity, pair, rest);
    if (!both_) return here;
    return fmt::format("max({}, {}(swap({}), {}))", here, quantity, pair, rest);
  }

  [[nodiscard]] std::string number_of_rounds() const {
    std::vector<std::string> times;
    for (const account_round& one : rounds_) times.push_back(fmt::format("({})", one.times));
    return fmt::format("({})", fmt::join(times, " + "));
  }

  // Σ times · term(i) over the kinds of rounds.
  [[nodiscard]] std::string sum(const std::function<std::string(std::size_t)>& term) const {
    std::vector<std::string> terms;
    for (std::size_t i = 0; i < rounds_.size(); ++i)
      terms.push_back(fmt::format("({})*({})", rounds_[i].times, term(i)));
    return fmt::format("({})", fmt::join(terms, " + "));
  }

  // The pair of normal laws with the same Kullback–Leibler divergence.
  [[nodiscard]] std::string gaussian() const {
    return fmt::format("gaussian_pair(sqrt(2*{}))",
                       sum([&](std::size_t i) { return of("renyi", rounds_[i].pair, "1"); }));
  }

  [[nodiscard]] const std::vector<account_round>& rounds() const { return rounds_; }

 private:
  const std::vector<account_round>& rounds_;
  bool both_;
};

std::string round_epsilon(std::size_t i) {
  return fmt::format("eps_of_round_{}", i + 1);
}

// Kairouz, Oh, Viswanath 2017, Theorem 3.5, with half of δ for the rounds and half for the slack;
// and Dwork, Rothblum, Vadhan 2010 in the same way, which is for rounds that are all the same.
void add_advanced(const route_writer& write, const std::string& delta,
                  std::vector<account_route>& routes) {
  std::vector<std::pair<std::string, std::string>> let{{"slack_of_rounds", delta + "/2"}};
  for (std::size_t i = 0; i < write.rounds().size(); ++i)
    let.emplace_back(round_epsilon(i),
                     fmt::format("max(0, {})", write.of("epsilon", write.rounds()[i].pair,
                                                        fmt::format("{}/2/{}", delta,
                                                                    write.number_of_rounds()))));
  const std::string plain = write.sum(round_epsilon);
  const std::string squares = write.sum([](std::size_t i) { return round_epsilon(i) + "^2"; });
  const std::string drift =
      write.sum([](std::size_t i) { return fmt::format("{0}*tanh({0}/2)", round_epsilon(i)); });
  routes.push_back({"advanced composition (Kairouz, Oh, Viswanath)", "advanced-kairouz",
                    fmt::format("min({0}, {1} + sqrt(2*{2}*log(1/slack_of_rounds)), {1} + "
                                "sqrt(2*{2}*log(exp(1) + sqrt({2})/slack_of_rounds)))",
                                plain, drift, squares),
                    true, let});
  if (write.rounds().size() != 1) return;
  routes.push_back({"advanced composition (Dwork, Rothblum, Vadhan)", "advanced-dwork",
                    fmt::format("{0}*sqrt(2*{1}*log(1/slack_of_rounds)) + {1}*{0}*(exp({0}) - 1)",
                                round_epsilon(0), write.number_of_rounds()),
                    true, let});
}

const std::vector<std::pair<const char*, account_route>>& conversions() {
  static const std::vector<std::pair<const char*, account_route>> all{
      {"rdp_epsilon", {"Rényi, optimal conversion", "renyi-optimal", ""}},
      {"rdp_epsilon_canonne", {"Rényi, Canonne et al.", "renyi-canonne", ""}},
      {"rdp_epsilon_mironov", {"Rényi, Mironov", "renyi-mironov", ""}}};
  return all;
}

}  // namespace

std::vector<account_route> routes_to_epsilon(const std::vector<account_round>& rounds,
                                             const std::string& given, bool both_directions) {
  const route_writer write(rounds, both_directions);
  const std::string delta = fmt::format("({})", given);
  std::vector<account_route> routes{{"direct", "direct", write.of("epsilon", write.pair(), delta)}};
  routes.push_back({"basic composition", "basic", write.sum([&](std::size_t i) {
                      return fmt::format(
                          "max(0, {})",
                          write.of("epsilon", rounds[i].pair,
                                   fmt::format("{}/{}", delta, write.number_of_rounds())));
                    })});
  add_advanced(write, delta, routes);
  routes.push_back({"Gaussian limit", "gaussian-limit",
                    fmt::format("epsilon({}, {})", write.gaussian(), delta), false});
  // They take longest, and what a time limit ends is the last.
  for (const auto& [function, named] : conversions()) {
    routes.push_back(named);
    routes.back().formula = write.of(function, write.pair(), delta);
  }
  return routes;
}

std::vector<account_route> routes_to_delta(const std::vector<account_round>& rounds,
                                           const std::string& given, bool both_directions) {
  const route_writer write(rounds, both_directions);
  const std::string eps = fmt::format("({})", given);
  std::vector<account_route> routes{
      {"direct", "direct", write.of("hockey_stick", write.pair(), eps)}};
  routes.push_back({"basic composition", "basic", write.sum([&](std::size_t i) {
                      return write.of("hockey_stick", rounds[i].pair,
                                      fmt::format("{}/{}", eps, write.number_of_rounds()));
                    })});
  routes.push_back({"Gaussian limit", "gaussian-limit",
                    fmt::format("hockey_stick({}, {})", write.gaussian(), eps), false});
  for (const auto& [function, named] : conversions()) {
    routes.push_back(named);
    routes.back().formula = fmt::format("{} <= {}", write.of(function, write.pair(), "delta"), eps);
  }
  return routes;
}

}  // namespace shufflecert::inline v0_1::claims
