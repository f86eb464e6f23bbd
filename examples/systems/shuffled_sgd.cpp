// Algorithm 1 of Chen, Cao and Ge (2024): shuffled noisy SGD. The samples are split into m blocks.
// In each epoch the blocks come in a random order, and each moves the model by its clipped
// gradients and Laplace noise.

#include <algorithm>
#include <fstream>
#include <iostream>
#include <numeric>

#include "ledger.hpp"
#include "options.hpp"
#include "randomizers.hpp"

namespace {

using namespace shufflecert;

// What hides one sample among the others. With one sample in each block, the blocks are the reports
// of m users, each ε0-LDP: the clone pair. With more, noise for one sample does not hide a block,
// so that blocks need not hide each other, and each epoch is only what ε0-DP is.
distribution_pair epoch_pair(std::size_t blocks, std::size_t of_block, const rational& eps0) {
  if (of_block == 1) return pairs::clone(static_cast<std::int64_t>(blocks), eps0);
  return pairs::randomized_response(1, eps0);
}

void run(int argc, char** argv) {
  const options given(argc, argv,
                      {{"data", "made-up"},
                       {"made-up", "1000"},
                       {"blocks", "100"},
                       {"epochs", "50"},
                       {"eps0", "2"},
                       {"clip", "1"},
                       {"rate", "0.5"},
                       {"delta", "0.00001"},
                       {"seed", "1"},
                       {"output", "shuffled-sgd.csv"}});
  std::mt19937_64 random(static_cast<std::uint64_t>(given.count("seed")));
  const auto made_up = static_cast<std::size_t>(given.count("made-up"));
  const data_split digits = read_digits(given.text("data"), made_up, random);
  const auto wanted = static_cast<std::size_t>(given.count("blocks"));
  const std::size_t blocks = std::min(wanted, digits.train.size());
  const std::size_t of_block = digits.train.size() / blocks;
  const int epochs = given.count("epochs");
  const double eps0 = given.real("eps0");
  const double clip = given.real("clip");
  const double rate = given.real("rate");
  const double m = static_cast<double>(blocks);
  const rational delta = exact(given.text("delta"));
  const distribution_pair certified = epoch_pair(blocks, of_block, exact(given.text("eps0")));
  std::cerr << blocks << " blocks of " << of_block << " samples\n";

  std::ofstream csv(given.text("output"));
  if (!csv) options::refuse(given.text("output") + ": cannot be written");
  csv << "epoch,loss,accuracy,epsilon\n";
  vector theta(classes * digits.train.front().features.size());
  std::vector<std::size_t> order(blocks);
  std::iota(order.begin(), order.end(), 0);
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t block : order) {
      vector move(theta.size());
      for (std::size_t j = block * of_block; j < (block + 1) * of_block; ++j) {
        const vector one = clipped(gradient(theta, digits.train[j]), norm::l1, clip);
        for (std::size_t i = 0; i < move.size(); ++i) move[i] += one[i] / m;
      }
      for (std::size_t i = 0; i < theta.size(); ++i)
        theta[i] -= rate * (move[i] + laplace(2 * clip / (eps0 * m), random));
    }
    const evaluation now = evaluate(theta, digits.test);
    const std::string used = epsilon_after(certified, epoch, delta);
    write_line(csv, epoch, now.loss, now.accuracy, used);
    std::cerr << "epoch " << epoch << " of " << epochs << ": loss " << now.loss << ", accuracy "
              << now.accuracy << ", epsilon at most " << used << "\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  return reporting_errors([&] { run(argc, argv); });
}
