#pragma once

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "claims/reading/read_inputs.hpp"

namespace shufflecert::inline v0_1::claims {

/// Unusable input: one line that says what, where and what would be right.
class usage_error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The most bytes that a catalogue file may have, and a results file.
constexpr std::uintmax_t largest_catalogue = std::uintmax_t{64} << 20;
constexpr std::uintmax_t largest_results = std::uintmax_t{1} << 30;

/// The whole text of a file. Throws usage_error; also where it has more than `most` bytes, of which
/// no more are read.
std::string read_file(const std::string& path, std::uintmax_t most = largest_catalogue);
/// Hands over the lines of a file one after another, each with its number from 1 on and without its
/// end, so that a file that has no end takes no memory. Throws usage_error, also for a line of more
/// than `longest` bytes, and what `use` throws.
void read_lines(const std::string& path, std::size_t longest,
                const std::function<void(std::size_t, std::string_view)>& use);
/// For an option that names a file: what is wrong with the name, or nothing.
std::string complaint_about_name(const std::string& text);

/// The results file, and every place where input_reader_beside() would look for the files that it
/// names: none of them may be overwritten.
std::vector<std::string> inputs_of_results(const std::string& results,
                                           const std::vector<input_file>& named);

/// Finds the files that the results file at `results` names: as they are named, seen from here or
/// from the folder of the results, or beside them.
input_reader input_reader_beside(const std::string& results);

}  // namespace shufflecert::inline v0_1::claims
