// What goes wrong within one claim, row, page or file is its own: everything else is done, the
// reason is one clear line, and nothing of the C++ library's own words reaches a reader.

#include <filesystem>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "claims/compare/compare.hpp"
#include "claims/judging/judge_claims.hpp"
#include "claims/reading/link_catalogue.hpp"
#include "claims/reading/read_inputs.hpp"
#include "claims/recheck/recheck.hpp"
#include "claims/results/evidence.hpp"
#include "claims/results/failure.hpp"
#include "claims/results/results_json.hpp"
#include "reports/pages/report.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_isolation {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

std::string lines_with(const std::string& relation) {
  return "claim = \"" + relation + "\"\ncheck = { x = [1, 2] }";
}

const std::string good_lines = lines_with("x <= 2");

// The results of judging three claims of which the second one runs into `error`. What they state
// differs, since claims that state the same are judged once.
template <class Error>
std::vector<claim_result> judged_with(const Error& error) {
  const catalogue read =
      read_text(claim_of("first", good_lines) + claim_of("second", lines_with("x <= 3")) +
                claim_of("third", lines_with("x <= 4")));
  std::vector<const claim*> subjects;
  for (const claim& c : read.claims) subjects.push_back(&c);
  claims_observer observer;
  observer.progress = [&](std::size_t claim, std::size_t, std::size_t) {
    if (claim == 1) throw error;
  };
  std::size_t finished = 0;
  observer.finished = [&](std::size_t, const claim_result&) { ++finished; };
  auto results = judge_claims(subjects, read, {}, observer, 1);
  CHECK(finished == 3);
  return results;
}

template <class Error>
failure failure_by(const Error& error) {
  try {
    throw error;
  } catch (...) {
    return failure_of(std::current_exception());
  }
}

}  // namespace

TEST_CASE("whatever one claim runs into, the others are judged", "[isolation]") {
  const auto check = [](const auto& error, verdict expected, const char* reason) {
    const auto results = judged_with(error);
    REQUIRE(results.size() == 3);
    CHECK(results[0].found.outcome == verdict::verified);
    CHECK(results[2].found.outcome == verdict::verified);
    INFO(in_words(results[1].found));
    CHECK(results[1].id == "second");
    CHECK(results[1].found.outcome == expected);
    CHECK_FALSE(results[1].as_expected);
    CHECK(has(results[1].found.message, reason));
    for (const char* raw : {"stod", "_M_range_check", "bad_alloc", "bad optional access"})
      CHECK_FALSE(has(results[1].found.message, raw));
  };
  check(std::bad_alloc(), verdict::undecided, "more memory than there is");
  check(std::length_error("vector::_M_fill_insert"), verdict::undecided, "more memory");
  check(beyond_reach("too many terms"), verdict::undecided, "too many terms");
  check(precision_needed("a sign is open"), verdict::undecided, "a sign is open");
  check(undefined_value("log of 0"), verdict::invalid, "log of 0");
  check(std::invalid_argument("stod"), verdict::invalid, "a mistake of this program");
  check(std::out_of_range("vector::_M_range_check: __n"), verdict::invalid, "a mistake");
  check(std::bad_optional_access(), verdict::invalid, "a mistake of this program");
  check(42, verdict::invalid, "a mistake of this program");
}

TEST_CASE("a failure is one short line", "[isolation]") {
  CHECK(failure_by(beyond_reach("first\nsecond")).reason == "first");
  CHECK(failure_by(beyond_reach(std::string(100'000, 'x'))).reason.size() < 1100);
  CHECK(one_short_line("abc", 3) == "abc");
  CHECK(one_short_line("abcd", 3) == "abc…");
  // A letter of two bytes is not cut.
  CHECK(one_short_line("aé", 2) == "a…");
  CHECK(one_short_line("a\r\nb") == "a");
}

TEST_CASE("an id that is used twice names one claim", "[isolation]") {
  const std::string text = claim_of("same", good_lines) +
                           claim_of("same", "claim = \"x <= 1\"\ncheck = { x = [1, 2] }") +
                           claim_of("same#2", good_lines) + claim_of("same", good_lines);
  const auto results = judge_all(text);
  REQUIRE(results.size() == 4);
  CHECK(results[0].id == "same");
  CHECK(results[0].found.outcome == verdict::verified);
  std::set<std::string> ids;
  for (const claim_result& one : results) ids.insert(one.id);
  CHECK(ids.size() == 4);
  CHECK(results[1].found.outcome == verdict::invalid);
  CHECK(has(results[1].found.message, "test.toml:7: [[claim]]: key 'id': 'same' is used twice"));
  CHECK(has(results[1].found.message, "the first is at test.toml:2"));
  CHECK(results[3].found.outcome == verdict::invalid);
  // A claim that cannot be read has its id all the same.
  const auto broken = judge_all(claim_of("same", "claim = \"1 <\"") + claim_of("same", good_lines));
  REQUIRE(broken.size() == 2);
  CHECK(broken[0].id != broken[1].id);
  CHECK(broken[1].found.outcome == verdict::invalid);
}

TEST_CASE("an id of a generated claim is the generated claim's", "[isolation]") {
  catalogue read = read_text(
      "[[bound]]\nname = \"half\"\nparameters = [\"x\"]\nvalue = \"x/2\"\nside = \"upper\"\n"
      "on = \"x/4\"\ndomain = [\"x > 0\"]\ncheck = { x = [1] }\n" +
      claim_of("bound/half", good_lines));
  link_catalogue(read);
  REQUIRE(read.find_claim("bound/half") != nullptr);
  CHECK(read.find_claim("bound/half")->problem.empty());
  REQUIRE(read.find_claim("bound/half#2") != nullptr);
  CHECK(has(read.find_claim("bound/half#2")->problem, "[[bound]] generates"));
}

TEST_CASE("results with an id used twice are read by recheck and report", "[isolation]") {
  const temporary_directory folder;
  static_cast<void>(folder.file("one.toml", "format = 1\n" + claim_of("same", good_lines)));
  static_cast<void>(folder.file(
      "two.toml", "format = 1\n" + claim_of("same", good_lines) + claim_of("other", good_lines)));
  const program_run run =
      run_program({"verify", "one.toml", "two.toml", "--output", "r.json"}, folder.path());
  CHECK(run.status == 2);  // the invalid one
  CHECK(has(run.out, "verified   same\n"));
  CHECK(has(run.out, "invalid    same#2\n"));
  CHECK(has(run.out, "verified   other\n"));
  const program_run again = run_program({"recheck", "r.json"}, folder.path());
  INFO(again.err);
  CHECK(again.status == 0);
  const program_run report =
      run_program({"report", "r.json", "--no-plots", "--output", "site"}, folder.path());
  INFO(report.err);
  CHECK(report.status == 0);
  const std::filesystem::path pages = folder.path() / "site" / "claim";
  std::size_t count = 0;
  for ([[maybe_unused]] const auto& page : std::filesystem::directory_iterator(pages)) ++count;
  CHECK(count == 3);
}

TEST_CASE("a claim with more values than a file has room for is invalid, and makes none",
          "[isolation]") {
  // Nothing is expanded for the one that goes over, and the room is the others'.
  const std::string range = "{ from = 0, to = 1, steps = 1000000 }";
  const catalogue read = read_text(
      claim_of("large", "claim = \"x <= 0\"\ncheck = { x = [" + range + ", " + range + ", 1] }") +
      claim_of("small", good_lines));
  REQUIRE(read.claims.size() == 2);
  INFO(read.claims[0].problem);
  CHECK(read.claims[0].id == "large");
  CHECK(has(read.claims[0].problem, "more than 2000000 values to check"));
  CHECK(has(read.claims[0].problem, "test.toml:2"));
  CHECK(read.claims[0].axes.empty());
  CHECK(read.claims[1].problem.empty());
  CHECK(point_count(read.claims[1]) == 2);
}

TEST_CASE("many whole numbers are rounded in good time", "[isolation]") {
  const catalogue read =
      read_text(claim_of("c",
                         "claim = \"n >= 0\"\nintegers = [\"n\"]\n"
                         "check = { n = { from = 1, to = 100000, steps = 100000 } }"));
  CHECK(read.claims.front().axes.front().values.size() == 100'000);
}

TEST_CASE("a results file nested without end is refused", "[isolation]") {
  for (const std::string& deep :
       {std::string(50'000, '['), std::string(50'000, '[') + std::string(50'000, ']')}) {
    CHECK_THROWS_AS(parse_results(deep), evidence_error);
    CHECK_THROWS_AS(render_report(deep), report_error);
    CHECK_THROWS_AS(results_to_report(deep), report_error);
  }
  const temporary_directory folder;
  static_cast<void>(folder.file("deep.json", "{\"version\": " + std::string(50'000, '[') + "}"));
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"report", "deep.json", "--output", "site"},
        std::vector<std::string>{"recheck", "deep.json"}}) {
    const program_run run = run_program(command, folder.path());
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    CHECK(run.err.size() < 400);
  }
  CHECK_FALSE(std::filesystem::exists(folder.path() / "site"));
}

TEST_CASE("a huge input is not read", "[isolation]") {
  const temporary_directory folder;
  static_cast<void>(folder.file("a.toml", "format = 1\n" + claim_of("c", good_lines)));
  REQUIRE(run_program({"verify", "a.toml", "--output", "r.json"}, folder.path()).status == 0);
  std::filesystem::resize_file(folder.path() / "a.toml", std::uintmax_t{1} << 36U);
  for (const char* command : {"recheck", "verify"}) {
    const program_run run = run_program(
        {command, std::string(command) == "verify" ? "a.toml" : "r.json"}, folder.path());
    INFO(run.err);
    CHECK(run.status == 2);
    CHECK(has(run.err, "larger than 64 MiB"));
    CHECK(has(run.err, "a.toml"));
  }
}

TEST_CASE("compare keeps to its time", "[isolation]") {
  const temporary_directory folder;
  std::string text = "format = 1\n";
  for (int i = 0; i < 10; ++i)
    text += "[[bound]]\nname = \"b" + std::to_string(i) +
            "\"\nparameters = [\"n\"]\nvalue = \"n\"\nside = \"upper\"\non = \"n\"\n"
            "check = { n = { from = 0, to = 1, steps = 1000000 } }\n";
  static_cast<void>(folder.file("many.toml", text));
  const program_run run =
      run_program({"compare", "--n", "10", "many.toml", "--timeout", "1"}, folder.path());
  INFO(run.err);
  CHECK((run.status == 2 || run.status == 3));
  CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
}

TEST_CASE("the exit status is right without standard error", "[isolation]") {
  const temporary_directory folder;
  static_cast<void>(folder.file("a.toml", "format = 1\n" + claim_of("c", good_lines)));
  const auto status_of = [&](const std::string& line) {
    return run_command({"sh", "-c", std::string(SHUFFLECERT_PROGRAM) + " " + line}, folder.path())
        .status;
  };
  for (const char* to : {"2>&-", "2>/dev/full"}) {
    INFO(to);
    CHECK(status_of(std::string("eval 'log(' ") + to) == 2);
    CHECK(status_of(std::string("nonsense ") + to) == 2);
    CHECK(status_of(std::string("eval '(sqrt(3 + 2*sqrt(2)) - sqrt(2)) < 1' ") + to) == 3);
    CHECK(status_of(std::string("verify a.toml --output r.json ") + to) == 0);
    // The place of a closed stream is not taken by the file that is written.
    CHECK_NOTHROW(parse_results(text_of_file(folder.path() / "r.json")));
  }
  CHECK(status_of("eval 'log(' 2>&1 | true; exit 0") == 0);
  CHECK(status_of("eval 'exp(1)' >/dev/full") == 2);
  CHECK(status_of("eval 'exp(1)' >&-") == 2);
}

TEST_CASE("a claim that needs more memory than there is does not take the others along",
          "[isolation][volume]") {
#if defined(__SANITIZE_ADDRESS__)
  return;  // the sanitizer's own memory is more than this
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  return;
#endif
#endif
  const temporary_directory folder;
  static_cast<void>(folder.file(
      "big.toml", "format = 1\n" +
                      claim_of("big",
                               "claim = \"x <= 2\"\n"
                               "check = { x = { from = 0, to = 1, steps = 1000000 } }") +
                      claim_of("good", good_lines)));
  const program_run run = run_command(
      {"sh", "-c", "ulimit -d 300000; " + std::string(SHUFFLECERT_PROGRAM) + " verify big.toml"},
      folder.path());
  INFO(run.out << run.err);
  CHECK(run.status == 2);
  CHECK(has(run.out, "more memory than there is"));
  CHECK(has(run.out, "verified   good"));
}

TEST_CASE("a bound that cannot be computed is a row, and the others have theirs", "[isolation]") {
  catalogue read = read_text(
      "[[bound]]\nname = \"good\"\nparameters = [\"n\"]\nvalue = \"n\"\nside = \"upper\"\n"
      "on = \"n/2\"\n"
      "[[bound]]\nname = \"huge\"\nparameters = [\"n\"]\nvalue = \"exp(exp(n))\"\n"
      "side = \"upper\"\non = \"n/2\"\n");
  link_catalogue(read);
  const comparison_table table =
      compare_bounds(read, {{"n", parse_formula("100")}}, comparison_options{});
  REQUIRE(table.quantities.size() == 1);
  CHECK(table.quantities[0].upper.size() == 1);
  REQUIRE(table.unfit.size() == 1);
  CHECK(has(table.unfit[0].reason, "out of range"));
  CHECK(table.is_open);
}

TEST_CASE("a printed number beyond what can be written down is told of", "[isolation][volume]") {
  const temporary_directory folder;
  const auto file_with = [](const std::string& printed) {
    return "format = 1\n[[figure]]\nid = \"f\"\nkind = \"table\"\nalong = \"n\"\nvalues = [1]\n"
           "[[figure.column]]\nname = \"p\"\nprinted = [\"" +
           printed + "\"]\n[[figure.column]]\nname = \"v\"\nvalue = \"1/n\"\nof = \"p\"\n";
  };
  static_cast<void>(folder.file("beyond.toml", file_with("0.001e-9999")));
  const program_run beyond = run_program({"verify", "beyond.toml"}, folder.path());
  CHECK(beyond.status == 2);
  CHECK(has(beyond.err, "beyond.toml:"));
  CHECK(has(beyond.err, "10^-10000"));
  static_cast<void>(folder.file("fine.toml", file_with("0.1e-9999")));
  REQUIRE(run_program({"verify", "fine.toml", "--output", "r.json"}, folder.path()).status == 0);
  const program_run report = run_program({"report", "r.json", "--output", "site"}, folder.path());
  INFO(report.err);
  CHECK(report.status == 0);
}

TEST_CASE("frontier from a number that is hard to write down", "[isolation]") {
  const program_run run = run_program({"frontier", "exp(x) <= 3", "--over", "x", "--from",
                                       "1e-10000", "--to", "2", "--effort", "5"});
  INFO(run.err);
  CHECK((run.status == 0 || run.status == 3));
  const program_run beyond =
      run_program({"frontier", "exp(x) <= 3", "--over", "x", "--from", "1e-10001", "--to", "2"});
  CHECK(beyond.status == 2);
  CHECK(has(beyond.err, "--from"));
}

}  // namespace test_isolation
