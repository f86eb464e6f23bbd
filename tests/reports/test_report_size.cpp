// A report of many claims: its overview stays small.

#include <filesystem>

#include "support/catch.hpp"
#include "support/run_program.hpp"

TEST_CASE("the overview of 2,000 claims stays under 1 MB") {
  const temporary_directory scratch;
  std::string text = "format = 1\n[paper]\nkey = \"many\"\ntitle = \"Many claims\"\n";
  for (int i = 0; i < 2000; ++i) {
    const std::string number = std::to_string(i);
    text += "[[claim]]\nid = \"many/theorem-" + std::to_string(i / 5) + "/part-" +
            std::to_string(i % 5) + "\"\nwhere = \"Theorem " + std::to_string(i / 5) +
            "\"\nsays = \"The divergence of " + number + " users is at most that of the bound.\"\n";
    // Each second one fails at every point: √x/(i + 2) and 1/(x + i) are both positive.
    text += "claim = \"sqrt(x)/(" + number + " + 2) " +
            (i % 2 == 0 ? "> 0" : "+ 1/(x + " + number + ") < 0") + "\"\n";
    text += "[claim.check]\nx = [1, 2, \"1/3\", \"log(2)\"]\n";
  }
  const std::string catalogue = scratch.file("many.toml", text);
  const program_run judged =
      run_program({"verify", catalogue, "--effort", "0", "--output", scratch / "results.json"});
  // Refuted claims that no one expected to be refuted.
  REQUIRE(judged.status == 1);
  const program_run shown =
      run_program({"report", scratch / "results.json", "--output", scratch / "site"});
  INFO(shown.err);
  REQUIRE(shown.status == 0);
  const auto size = std::filesystem::file_size(scratch.path() / "site" / "index.html");
  CHECK(size > 1'000);
  CHECK(size < 1'000'000);
}
