// Which programs are recorded to accept a proof.

#include <algorithm>
#include <set>
#include <sstream>
#include <string>

#include "claims/derivation/recorded_evidence.hpp"
#include "claims/text/embedded.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"

namespace test_recorded_evidence {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

const std::string proof =
    "shufflecert proof 4\nclaim some/claim\nsays It holds.\nstated x <= 2\ndomain x <= 1\n"
    "input 00 builtin:some.toml\nstep shown x <= 2\nend\n";

std::string with(std::string text, const std::string& part, const std::string& other) {
  return text.replace(text.find(part), part.size(), other);
}

// The built-in statement that no user exceeds the trivial bound, with a place for its right side.
std::string statement(const std::string& id, const std::string& bound) {
  return "[[claim]]\nid = \"" + id +
         "\"\nclaim = \"hockey_stick(clone_pair(n, eps0), eps) <= " + bound +
         "\"\nintegers = [\"n\"]\ndomain = [\"n >= 1\", \"eps0 >= 0\", \"eps >= 0\"]\n"
         "[claim.check]\nn = [1, 2]\neps0 = [1]\neps = [0, 0.5]\n";
}

}  // namespace

TEST_CASE("the digest of a proof is that of its statement and its steps", "[recorded_evidence]") {
  const std::string digest = proof_digest(proof);
  CHECK(proof_digest(with(proof, "some/claim", "another/claim")) == digest);
  CHECK(proof_digest(with(proof, "It holds.", "In other words.")) == digest);
  CHECK(proof_digest(with(proof, "input 00", "input 11")) == digest);
  CHECK(proof_digest(with(proof, "proof 4", "proof 5")) != digest);
  CHECK(proof_digest(with(proof, "stated x <= 2", "stated x <= 3")) != digest);
  CHECK(proof_digest(with(proof, "x <= 1", "x <= 2")) != digest);
  CHECK(proof_digest(with(proof, "shown x <= 2", "shown x < 2")) != digest);
}

TEST_CASE("a proof without a record rests on derivations by hand", "[recorded_evidence]") {
  CHECK(recorded_evidence({proof, ""}) == proof_evidence::by_hand);
  CHECK(recorded_evidence({"", "it has none"}) == proof_evidence::by_hand);
}

TEST_CASE("each record is of one kind, and of another proof", "[recorded_evidence]") {
  std::set<std::string> digests;
  std::set<std::string> ids;
  std::size_t of_coq = 0;
  REQUIRE(embedded::accepted_proofs().size() == 1);
  std::istringstream lines(embedded::accepted_proofs().front().text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string kind;
    std::string digest;
    std::string id;
    INFO(line);
    REQUIRE(words >> kind >> digest >> id);
    CHECK(from_text<proof_evidence>(kind));
    CHECK(digest.size() == 64);
    CHECK(ids.insert(id).second);
    digests.insert(digest);
    if (kind == "kernel") ++of_coq;
  }
  // Claims with one statement and one proof share a digest.
  CHECK(digests.size() >= 150);
  CHECK(of_coq >= 10);
}

TEST_CASE("a proved claim has the evidence that is recorded for this statement",
          "[recorded_evidence]") {
  judge_options deriving;
  deriving.derives_theorems = true;
  const catalogue& builtin = linked_builtin_catalogue();
  const auto known = std::find_if(builtin.claims.begin(), builtin.claims.end(),
                                  [](const claim& one) { return one.id == "bound/trivial_delta"; });
  REQUIRE(known != builtin.claims.end());
  quantity_cache cache;
  const judgement proved = judge(*known, builtin, cache, deriving).found;
  REQUIRE(proved.outcome == verdict::proved);
  // (K.3) and post-processing are theorems in verify/coq.
  CHECK(proved.proof->evidence == proof_evidence::kernel);

  // The same in other words, and another bound, were not seen by the other programs.
  const std::string bound = "exp(eps)*expm1(max(0, eps0 - eps))/(exp(eps0) + 1)";
  for (const std::string& other : {bound, bound + " + 1/7"}) {
    INFO(other);
    const judgement own = judge_one(statement("own/claim", other), deriving).found;
    REQUIRE(own.outcome == verdict::proved);
    CHECK(own.proof->evidence == proof_evidence::by_hand);
  }
  // What is not proved has none.
  const judgement refuted = judge_one(statement("own/claim", "1/2*" + bound), deriving).found;
  REQUIRE(refuted.outcome == verdict::refuted);
  CHECK_FALSE((refuted.proof && refuted.proof->evidence));
}

}  // namespace test_recorded_evidence
