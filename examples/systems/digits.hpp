#pragma once
// Images of digits as points: from a file that fetch-digits.sh made, or made up.

#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

constexpr std::size_t classes = 10;

struct digit {
  std::vector<double> features;  ///< each in [0, 1], and a last one that is 1
  std::size_t label;             ///< 0 to 9
};

struct data_split {
  std::vector<digit> train;
  std::vector<digit> test;
};

/// Lines of a label and numbers between 0 and 1, in a random order, of which one in five is for
/// tests. `file` may be "made-up": then as many points around a centre for each digit.
/// Ends the program with status 2 where the file cannot be read.
data_split read_digits(const std::string& file, std::size_t made_up, std::mt19937_64& random);
