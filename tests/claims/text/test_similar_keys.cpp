// Which key a misspelt one was probably meant to be.

#include "claims/text/similar_keys.hpp"

#include "support/catch.hpp"

namespace test_similar_keys {

using namespace shufflecert::claims;

namespace {

using keys = std::vector<std::string>;

const keys known{"balle-2019",
                 "chen-2023-draft",
                 "chen-2024-arxiv",
                 "erlingsson-2019",
                 "feldman-2026-pld",
                 "feldman-2023",
                 "repaired",
                 "software/opacus",
                 "balle-2019/theorem-3.1",
                 "chen-2023-draft/table-1/feldman"};

}  // namespace

TEST_CASE("papers of the same author are suggested, the closest first") {
  CHECK(similar_keys("feldman-2021", known) == keys{"feldman-2023", "feldman-2026-pld"});
  CHECK(similar_keys("feldman", known) == keys{"feldman-2026-pld", "feldman-2023"});
  CHECK(similar_keys("balle", known) == keys{"balle-2019"});
  CHECK(similar_keys("erlingson", known) == keys{"erlingsson-2019"});
  CHECK(similar_keys("erlingson-2020", known) == keys{"erlingsson-2019"});
  CHECK(similar_keys("a-9", {"a-1", "a-2", "a-3", "a-4", "a-5"}).size() == 4);
}

TEST_CASE("only the closest key is suggested where the years agree, or for a claim") {
  CHECK(similar_keys("chen-2024-arxvi", known) == keys{"chen-2024-arxiv"});
  CHECK(similar_keys("feldmann-2023", known) == keys{"feldman-2023"});
  CHECK(similar_keys("repared", known) == keys{"repaired"});
  CHECK(similar_keys("opacus", known) == keys{"software/opacus"});
  CHECK(similar_keys("balle-2019/theorem-3.2", known) == keys{"balle-2019/theorem-3.1"});
}

TEST_CASE("a key that is like none gets other advice") {
  CHECK(similar_keys("no-such-paper", known).empty());
  CHECK(similar_keys("", known).empty());
  CHECK(suggested_keys("no-such-paper", known, "see the list") == "see the list");
  CHECK(suggested_keys("balle", known, "") == "did you mean 'balle-2019'?");
  CHECK(suggested_keys("chen", known, "") ==
        "did you mean 'chen-2023-draft' or 'chen-2024-arxiv'?");
}

}  // namespace test_similar_keys
