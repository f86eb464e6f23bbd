#include "verify/files/input_files.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "claims/text/sha256.hpp"
#include "verify/files/read_file.hpp"
#include "verify/files/usage_error.hpp"

namespace shufflecert {

input_reader input_reader_beside(const std::string& results) {
  const std::filesystem::path folder = std::filesystem::path(results).parent_path();
  return [folder](const input_file& input) {
    const std::filesystem::path name(input.file);
    bool exists = false;
    for (const auto& path : {name, folder / name, folder / name.filename()}) {
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

}  // namespace shufflecert
