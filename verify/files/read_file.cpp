#include "verify/files/read_file.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <system_error>

#include "claims/text/sha256.hpp"

namespace shufflecert::inline v0_1::claims {

std::string complaint_about_name(const std::string& text) {
  return text.empty() ? "expected the name of a file, found an empty text" : "";
}

namespace {

// Files that programs have packed, which a reader of text would complain of byte by byte.
std::string packed_by(std::string_view text) {
  using namespace std::string_view_literals;
  struct known_mark {
    std::size_t position;
    std::string_view bytes;
    std::string_view program;
  };
  constexpr std::array<known_mark, 5> marks{{{0, "\x1F\x8B"sv, "gzip"sv},
                                             {0, "PK\x03\x04"sv, "zip"sv},
                                             {0, "\xFD\x37zXZ"sv, "xz"sv},
                                             {4, "1AY&SY"sv, "bzip2"sv},
                                             {0, "\x28\xB5\x2F\xFD"sv, "zstd"sv}}};
  for (const known_mark& mark : marks)
    if (text.size() > mark.position && text.substr(mark.position).starts_with(mark.bytes))
      return std::string(mark.program);
  return "";
}

// errno is what the stream's last call of the system left.
[[noreturn]] void refuse_to_read(const std::string& path, int reason) {
  const std::string why = reason == 0        ? ""
                          : reason == ENOENT ? ": there is no such file"
                          : reason == EACCES ? ": permission denied"
                                             : ": " + std::generic_category().message(reason);
  throw usage_error(fmt::format("cannot read '{}'{}", path, why));
}

// Hands over the bytes of a file, block by block.
void read_blocks(const std::string& path, const std::function<void(std::string_view)>& use) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error))
    throw usage_error(fmt::format("cannot read '{}': it is a directory", path));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse_to_read(path, errno);
  std::string block(std::size_t{1} << 16, '\0');
  while (file.read(block.data(), static_cast<std::streamsize>(block.size())) || file.gcount() > 0)
    use({block.data(), static_cast<std::size_t>(file.gcount())});
  if (file.bad()) refuse_to_read(path, errno);
}

}  // namespace

std::string read_file(const std::string& path, std::uintmax_t most) {
  std::error_code error;
  const bool has_an_end = std::filesystem::is_regular_file(path, error);
  std::string text;
  read_blocks(path, [&](std::string_view block) {
    // A pipe or a device has no size to ask for beforehand, and /dev/zero has no end.
    if (!has_an_end && block.find('\0') != std::string_view::npos)
      throw usage_error(
          fmt::format("cannot read '{}': it holds a zero byte, which no text does", path));
    text.append(block);
    if (text.size() > most)
      throw usage_error(
          fmt::format("cannot read '{}': it is larger than {} MiB, which no such "
                      "file is",
                      path, most >> 20U));
  });
  if (const std::string program = packed_by(text); !program.empty())
    throw usage_error(fmt::format(
        "cannot read '{}': it is packed by {}; unpack it first, and give the file that it holds",
        path, program));
  return text;
}

void read_lines(const std::string& path, std::size_t longest,
                const std::function<void(std::size_t, std::string_view)>& use) {
  std::string line;
  std::size_t number = 1;
  const auto end_line = [&] {
    std::string_view text = line;
    if (text.ends_with('\r')) text.remove_suffix(1);
    use(number++, text);
    line.clear();
  };
  read_blocks(path, [&](std::string_view block) {
    for (;;) {
      const std::size_t end = block.find('\n');
      const std::string_view part = block.substr(0, end);
      if (line.size() + part.size() > longest)
        throw usage_error(
            fmt::format("{}:{}: the line is longer than {} characters", path, number, longest));
      line += part;
      if (end == std::string_view::npos) return;
      end_line();
      block.remove_prefix(end + 1);
    }
  });
  if (!line.empty()) end_line();
}

namespace {

std::array<std::filesystem::path, 3> places_of(const input_file& input,
                                               const std::filesystem::path& folder) {
  const std::filesystem::path name(input.file);
  return {name, folder / name, folder / name.filename()};
}

}  // namespace

std::vector<std::string> inputs_of_results(const std::string& results,
                                           const std::vector<input_file>& named) {
  std::vector<std::string> inputs{results};
  for (const input_file& input : named)
    for (const auto& path : places_of(input, std::filesystem::path(results).parent_path()))
      inputs.push_back(path.string());
  return inputs;
}

input_reader input_reader_beside(const std::string& results) {
  const std::filesystem::path folder = std::filesystem::path(results).parent_path();
  return [folder](const input_file& input) {
    bool exists = false;
    for (const auto& path : places_of(input, folder)) {
      std::error_code error;
      if (!std::filesystem::is_regular_file(path, error)) continue;
      exists = true;
      if (const auto size = std::filesystem::file_size(path, error);
          error || size > largest_catalogue)
        throw evidence_error(
            fmt::format("the input '{}' is larger than {} MiB, which no catalogue is", input.file,
                        largest_catalogue >> 20U));
      std::string text = read_file(path.string());
      if (sha256(text) == input.sha256) return text;
    }
    throw evidence_error(
        exists
            ? fmt::format("the input '{}' has changed since the results were written", input.file)
            : fmt::format("the input '{}' is missing: neither here nor where the results are",
                          input.file));
  };
}

}  // namespace shufflecert::inline v0_1::claims
