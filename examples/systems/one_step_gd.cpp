// One step of DP-GD from a random start, after Wang, Su, Ye, Shokri and Su (2023), Section 5:
// logistic regression with one weight, which tells the digits 0 and 1 apart by how bright the
// middle of the image is. The model is the start, minus the sum of the gradients with normal noise.

#include <cmath>
#include <fstream>
#include <iostream>
#include <random>

#include "digits.hpp"
#include "ledger.hpp"
#include "options.hpp"
#include "shufflecert/formula.hpp"
#include "shufflecert/refine.hpp"

namespace {

using namespace shufflecert;

struct example {
  double x;  ///< in [-1, 1]
  double y;  ///< 1 for the digit 1, -1 for 0
};

std::vector<example> examples_of(const std::vector<digit>& all) {
  std::vector<example> result;
  for (const digit& one : all) {
    if (one.label > 1) continue;
    // Without the last feature, which is 1.
    const std::size_t middle = (one.features.size() - 1) / 2;
    result.push_back({2 * one.features[middle] - 1, one.label == 1 ? 1.0 : -1.0});
  }
  return result;
}

double accuracy(double theta, const std::vector<example>& all) {
  double right = 0;
  for (const example& one : all)
    if (theta * one.x * one.y > 0) ++right;
  return right / static_cast<double>(all.size());
}

// The certified upper end of δ at ε. With the start t known, one gradient more or less moves the
// model by at most exp(|t|)/(1 + exp(|t|)), whatever the sample is; what is released hides t, which
// only helps, so the mean over t of the divergences of two normal laws is a bound. Without a random
// start the worst t counts, where the shift is 1.
std::string delta_at(const std::string& eps, const std::string& sigma, bool has_random_start) {
  const std::string fixed = "hockey_stick(gaussian_pair(1/(" + sigma + ")), " + eps + ")";
  const std::string shift = "1/((" + sigma + ")*(1 + exp(-abs(t))))";
  const std::string random = "normal_mean(t, Phi(" + shift + "/2 - (" + eps + ")/(" + shift +
                             ")) - exp(" + eps + ")*Phi(-(" + shift + ")/2 - (" + eps + ")/(" +
                             shift + ")))";
  constexpr long digits = 5;
  const refined_value known = refine(*parse_formula(has_random_start ? random : fixed), {}, {},
                                     digits, range_for_digits(digits), {});
  const auto* value = std::get_if<number>(&known.result);
  if (value == nullptr || !known.sufficient) return "open: " + known.reason;
  return to_decimal(*value, known.precision, digits).upper;
}

void run(int argc, char** argv) {
  const options given(argc, argv,
                      {{"data", "made-up"},
                       {"made-up", "1000"},
                       {"sigma", "2"},
                       {"runs", "200"},
                       {"seed", "1"},
                       {"output", "one-step-gd.csv"}});
  std::mt19937_64 random(static_cast<std::uint64_t>(given.count("seed")));
  const auto made_up = static_cast<std::size_t>(given.count("made-up"));
  const data_split digits = read_digits(given.text("data"), made_up, random);
  const std::vector<example> train = examples_of(digits.train);
  const std::vector<example> test = examples_of(digits.test);
  const double sigma = given.real("sigma");
  static_cast<void>(exact(given.text("sigma")));  // it becomes part of formulas
  const int runs = given.count("runs");
  std::normal_distribution<double> normal;
  double mean = 0;
  for (int i = 0; i < runs; ++i) {
    const double start = normal(random);
    double sum = 0;
    for (const example& one : train) sum -= one.y * one.x / (1 + std::exp(start * one.y * one.x));
    mean += accuracy(start - (sum + sigma * normal(random)), test) / runs;
  }
  std::cerr << train.size() << " samples; accuracy after the step " << mean << " on average of "
            << runs << " runs\n";

  std::ofstream csv(given.text("output"));
  if (!csv) options::refuse(given.text("output") + ": cannot be written");
  csv << "epsilon,delta_random_start,delta_any_start,accuracy\n";
  for (const char* const eps : {"0.1", "0.2", "0.5", "1", "1.5", "2"}) {
    const std::string random_start = delta_at(eps, given.text("sigma"), true);
    const std::string any_start = delta_at(eps, given.text("sigma"), false);
    csv << eps << "," << random_start << "," << any_start << "," << mean << "\n";
    std::cerr << "epsilon " << eps << ": delta at most " << random_start
              << ", without the random start " << any_start << "\n";
  }
}

}  // namespace

int main(int argc, char** argv) {
  return reporting_errors([&] { run(argc, argv); });
}
