#include "digits.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "options.hpp"

namespace {

std::vector<digit> made_up_digits(std::size_t count, std::mt19937_64& random) {
  constexpr std::size_t size = 16;
  std::uniform_real_distribution<double> anywhere(0, 1);
  std::normal_distribution<double> around(0, 0.15);
  std::array<std::array<double, size>, classes> centres{};
  for (auto& centre : centres)
    for (double& value : centre) value = anywhere(random);
  std::vector<digit> all;
  for (std::size_t i = 0; i < count; ++i) {
    digit one{{}, i % classes};
    for (const double value : centres[one.label])
      one.features.push_back(std::clamp(value + around(random), 0.0, 1.0));
    all.push_back(one);
  }
  return all;
}

std::vector<digit> digits_of(const std::string& file) {
  std::ifstream lines(file);
  if (!lines) options::refuse(file + ": cannot be read; fetch-digits.sh makes it");
  std::vector<digit> all;
  for (std::string line; std::getline(lines, line);) {
    std::replace(line.begin(), line.end(), ',', ' ');
    std::istringstream words(line);
    digit one{};
    words >> one.label;
    for (double value = 0; words >> value;) one.features.push_back(value);
    const bool fits = all.empty() || one.features.size() + 1 == all.front().features.size();
    const bool in_range = std::all_of(one.features.begin(), one.features.end(),
                                      [](double value) { return value >= 0 && value <= 1; });
    if (one.features.empty() || one.label >= classes || !fits || !in_range || !words.eof())
      options::refuse(file + ":" + std::to_string(all.size() + 1) +
                      ": expected a label and numbers from 0 to 1, as many as in the first line");
    one.features.push_back(1);
    all.push_back(one);
  }
  if (all.size() < 2 * classes) options::refuse(file + ": expected 20 lines or more");
  return all;
}

}  // namespace

data_split read_digits(const std::string& file, std::size_t made_up, std::mt19937_64& random) {
  std::vector<digit> all;
  if (file == "made-up") {
    all = made_up_digits(made_up, random);
    for (digit& one : all) one.features.push_back(1);
  } else {
    all = digits_of(file);
  }
  std::shuffle(all.begin(), all.end(), random);
  const auto tests = static_cast<std::ptrdiff_t>(all.size() / 5);
  return {{all.begin() + tests, all.end()}, {all.begin(), all.begin() + tests}};
}
