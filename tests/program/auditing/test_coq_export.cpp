// verify --coq: what a theorem says is what the claim says, with what it rests on. Whether Coq
// accepts it is for `make check-coq`, which needs Coq.

#include <fstream>
#include <iterator>

#include "support/catch.hpp"
#include "support/refusal.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_coq_export {

namespace {

std::string theorem_of(const std::string& claims, const std::string& name, std::string& said) {
  const temporary_directory folder;
  const std::string file = folder.file("claims.toml", claims);
  const program_run run =
      run_program({"verify", "--effort", "0", file, "--coq", folder / "theorems"});
  INFO(run.err);
  said = run.err;
  std::ifstream text(folder / ("theorems/" + name + ".v"));
  return {std::istreambuf_iterator<char>(text), {}};
}

std::string catalogue_with(const std::string& formula, const std::string& domain,
                           const std::string& more = "") {
  return "format = 1\n\n[[claim]]\nid = \"own/first_one\"\nsays = 'It (* holds \"here\" *)'\n"
         "claim = \"" +
         formula + "\"\ndomain = [" + domain +
         "]\nintegers = [\"n\"]\ncheck = { n = [2, 5], eps0 = [0.5, 1]" + more + " }\n";
}

}  // namespace

TEST_CASE("a theorem states the claim, its domain and that all parts have values", "[coq]") {
  std::string said;
  const std::string text =
      theorem_of(catalogue_with("exp(-eps0) <= 2/(exp(eps0) + 1)", "\"n >= 1\", \"eps0 >= 0\""),
                 "own__first_5fone", said);
  INFO(said);
  CHECK(has(text, "Theorem own__first_5fone : forall n eps0 : R,"));
  CHECK(has(text, "  is_whole n ->\n  n >= 1 ->\n  eps0 >= 0 ->\n"));
  CHECK(has(text, "(exp eps0 + 1 <> 0) /\\ (exp (- eps0) <= 2 / (exp eps0 + 1))."));
  // Nothing in a comment ends it.
  CHECK(has(text, "It ( * holds 'here' * )"));
  CHECK(!has(text, "Hypothesis"));
  CHECK(!has(text, "Axiom"));
}

TEST_CASE("what is proved by hand is a hypothesis of its place, and a theorem is none", "[coq]") {
  std::string said;
  const std::string by_hand = theorem_of(
      catalogue_with("renyi(clone_pair(n, eps0), lambda) <= "
                     "2*exp(eps0)*lambda/(n - 1)",
                     "\"n >= 2\", \"lambda > 1\", \"eps0 >= 0\", \"eps0 <= 2\"", ", lambda = [2]"),
      "own__first_5fone", said);
  INFO(said);
  CHECK(has(by_hand, "Hypothesis CC_1 : forall n lambda eps0 : R,"));
  const std::string count =
      theorem_of(catalogue_with("renyi(rr_pair(n, eps0), 3) <= 3*(exp(eps0) + 1)/n",
                                "\"n >= 1\", \"eps0 >= 0\""),
                 "own__first_5fone", said);
  INFO(said);
  CHECK(has(count, "by_K_18."));
  CHECK(!has(count, "Hypothesis"));
  const std::string known =
      theorem_of(catalogue_with("renyi(rr_pair(n, eps0), 3) <= eps0", "\"n >= 1\", \"eps0 >= 0\""),
                 "own__first_5fone", said);
  INFO(said);
  CHECK(has(known, "by_U_6."));
  CHECK(!has(known, "Hypothesis"));
  const std::string largest_ratio = theorem_of(
      catalogue_with("renyi(rr_pair(n, eps0), inf) <= eps0", "\"n >= 1\", \"eps0 >= 0\""),
      "own__first_5fone", said);
  INFO(said);
  CHECK(has(largest_ratio, "(max_divergence (rr_pair n eps0) <= eps0)"));
  CHECK(has(largest_ratio, "(dominated (rr_pair n eps0))"));
  CHECK(!has(largest_ratio, "Hypothesis"));
  const std::string kary =
      theorem_of(catalogue_with("hockey_stick(swap(krr_pair(3, n, eps0)), eps0/2) <= "
                                "hockey_stick(clone_pair(n, eps0), eps0/2)",
                                "\"n >= 1\", \"eps0 >= 0\""),
                 "own__first_5fone", said);
  INFO(said);
  CHECK(has(kary, "by_K_1."));
  CHECK(!has(kary, "Hypothesis"));
}

TEST_CASE("a folder for theorems that cannot be is noticed before the work", "[coq]") {
  const temporary_directory folder;
  const std::string claims =
      folder.file("claims.toml", catalogue_with("n <= n + eps0", "\"n >= 1\", \"eps0 >= 0\""));
  check_refusal(run_program({"verify", claims, "--coq", claims + "/theorems"}), {"theorems"});
  check_refusal(run_program({"verify", claims, "--coq", ""}), {"--coq"});
}

}  // namespace test_coq_export
