// Algorithm 1 of Girgis, Data and Diggavi (2021): in each step k of n clients, chosen at random,
// clip their gradients and randomize them, a shuffler mixes the reports, and the server moves the
// model by their mean.

#include <algorithm>
#include <fstream>
#include <iostream>
#include <numeric>

#include "ledger.hpp"
#include "options.hpp"
#include "randomizers.hpp"

namespace {

using namespace shufflecert;

struct server_settings {
  int steps;
  std::size_t clients;  ///< k of each step
  double clip;
  double rate;
  norm measure;
};

// One step: clients, shuffler, server.
template <class Randomizer>
void take_step(vector& theta, const std::vector<digit>& all, const server_settings& settings,
               const Randomizer& randomizer, std::vector<std::size_t>& order,
               std::mt19937_64& random) {
  std::shuffle(order.begin(), order.end(), random);
  using report = decltype(randomizer.report(theta, random));
  std::vector<report> reports;
  for (std::size_t i = 0; i < settings.clients; ++i)
    reports.push_back(randomizer.report(
        clipped(gradient(theta, all[order[i]]), settings.measure, settings.clip), random));
  std::shuffle(reports.begin(), reports.end(), random);
  vector mean(theta.size());
  for (const report& one : reports)
    randomizer.add_to(mean, one, 1 / static_cast<double>(settings.clients));
  for (std::size_t i = 0; i < theta.size(); ++i) theta[i] -= settings.rate * mean[i];
}

template <class Randomizer>
void learn(const data_split& digits, const server_settings& settings, const Randomizer& randomizer,
           const distribution_pair& certified, const rational& delta, const std::string& output,
           std::mt19937_64& random) {
  std::ofstream csv(output);
  if (!csv) options::refuse(output + ": cannot be written");
  csv << "epoch,loss,accuracy,epsilon\n";
  vector theta(classes * digits.train.front().features.size());
  std::vector<std::size_t> order(digits.train.size());
  std::iota(order.begin(), order.end(), 0);
  // An epoch: as many steps as bring up as many clients as there are.
  const int of_epoch = std::max(1, static_cast<int>(digits.train.size() / settings.clients));
  for (int step = 1; step <= settings.steps; ++step) {
    take_step(theta, digits.train, settings, randomizer, order, random);
    if (step % of_epoch != 0 && step != settings.steps) continue;
    const evaluation now = evaluate(theta, digits.test);
    const std::string used = epsilon_after(certified, step, delta);
    const int epoch = (step + of_epoch - 1) / of_epoch;
    write_line(csv, epoch, now.loss, now.accuracy, used);
    std::cerr << "step " << step << " of " << settings.steps << ": loss " << now.loss
              << ", accuracy " << now.accuracy << ", epsilon at most " << used << "\n";
  }
}

void run(int argc, char** argv) {
  const options given(argc, argv,
                      {{"data", "made-up"},
                       {"made-up", "1000"},
                       {"norm", "linf"},
                       {"clients", "100"},
                       {"steps", "80"},
                       {"eps0", "2"},
                       {"clip", "0.01"},
                       {"rate", "1"},
                       {"delta", "0.00001"},
                       {"seed", "1"},
                       {"output", "sampled-sgd.csv"}});
  if (given.text("norm") != "linf" && given.text("norm") != "l2")
    options::refuse("--norm " + given.text("norm") + ": expected linf or l2");
  std::mt19937_64 random(static_cast<std::uint64_t>(given.count("seed")));
  const auto made_up = static_cast<std::size_t>(given.count("made-up"));
  const data_split digits = read_digits(given.text("data"), made_up, random);
  const auto wanted = static_cast<std::size_t>(given.count("clients"));
  const server_settings settings{given.count("steps"), std::min(wanted, digits.train.size()),
                                 given.real("clip"), given.real("rate"),
                                 given.text("norm") == "l2" ? norm::l2 : norm::linf};
  const std::size_t dimension = classes * digits.train.front().features.size();
  const double eps0 = given.real("eps0");
  const rational gamma(static_cast<std::int64_t>(settings.clients),
                       static_cast<std::int64_t>(digits.train.size()));
  std::cerr << settings.clients << " of " << digits.train.size() << " clients a step\n";
  const distribution_pair certified = sampled_rounds(
      pairs::clone(static_cast<std::int64_t>(settings.clients), exact(given.text("eps0"))), gamma);
  const rational delta = exact(given.text("delta"));
  if (settings.measure == norm::l2)
    learn(digits, settings, direction_randomizer(eps0, settings.clip, dimension), certified, delta,
          given.text("output"), random);
  else
    learn(digits, settings, coordinate_randomizer(eps0, settings.clip, dimension), certified, delta,
          given.text("output"), random);
}

}  // namespace

int main(int argc, char** argv) {
  return reporting_errors([&] { run(argc, argv); });
}
