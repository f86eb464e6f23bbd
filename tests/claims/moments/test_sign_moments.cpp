// (K.10) by machine: sums enclose, boxes are what they have to be, what is false is not proved, and
// check-proof says of a thousand altered proofs what is true of them.

#include <cmath>
#include <fstream>
#include <set>
#include <sstream>

#include "claims/moments/sign_moments.hpp"
#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/this_run.hpp"

namespace test_sign_moments {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

const std::string body = "((exp(s/(b + 1)) + exp(-s/(b + 1)))/2)^(b + 1)";

// log E(mean, s), by the formula language.
ball log_moment(const rational& mean, const rational& s) {
  const variable_map values{{"mu", parse_formula(to_text(mean))}, {"s", parse_formula(to_text(s))}};
  const definitions none;
  const refined_value found =
      refine(*parse_formula("log(poisson_mean(mu, b, " + body + "))"), none, values, 25, {}, {});
  return std::get<number>(found.result).to_ball(128);
}

// (K.11) at the corners of one box, by the formula language.
bool holds_at_corners(const rational& c, const rational& least, const rational& largest,
                      const rational& first, const rational& second) {
  const rational theta =
      16 * least * largest * first * second /
      ((least + largest) * (least + largest) * (first + second) * (first + second));
  for (const rational& mean : {least, largest})
    for (const rational& s : {first, second})
      if (less_equal(log_moment(mean, s), ball::of(rational(theta * c * s * s / mean), 128)) !=
          true)
        return false;
  return true;
}

const moment_certificate& certificate_of(const rational& c) {
  const moment_attempt& attempt = certified_moments(c, budget());
  INFO(attempt.reason);
  REQUIRE(attempt.found);
  return *attempt.found;
}

judgement judged(const std::string& claim, const std::string& domain = "\"mu > 0\", \"s >= 0\"") {
  judge_options options;
  options.derives_theorems = true;
  return judge_one(claim_text("claim = \"" + claim + "\"\ndomain = [" + domain + "]\n",
                              "mu = [1, 10]\ns = [1, 2]"),
                   options)
      .found;
}

verdict outcome_of(const std::string& claim, const std::string& domain = "\"mu > 0\", \"s >= 0\"") {
  const judgement found = judged(claim, domain);
  INFO(claim << ": " << found.message);
  CHECK(found.outcome != verdict::invalid);
  return found.outcome;
}

std::string claim_with(const std::string& c) {
  return "poisson_mean(mu, b, " + body + ") <= exp(" + c + "*s^2/mu)";
}

}  // namespace

TEST_CASE("moments of signs are bounded from above, and closely", "[moments]") {
  const random_cases cases(881, 40);
  random_source source(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const rational mean(
        static_cast<std::int64_t>(1 + source.below(source.below(2) == 0 ? 60 : 20'000)), 20);
    const rational s = mean * rational(static_cast<std::int64_t>(1 + source.below(50)), 25);
    INFO("mean " << to_text(mean) << ", s " << to_text(s));
    const ball exact = log_moment(mean, s);
    const ball above = log_moment_above(mean, s);
    CHECK(less_equal(lower_bound(exact), above) == true);
    CHECK(less_equal(above, exact * 1005 / 1000 + ball::of(rational(1, 100'000), 128)) == true);
  }
}

TEST_CASE("boxes that were found hold at their corners, and (K.10) inside", "[moments]") {
  const random_cases cases(882, 25);
  random_source source(cases.seed());
  for (const rational& c : {rational(7, 10), rational(3, 5)}) {
    const moment_certificate& proof = certificate_of(c);
    CHECK(is_moment_certificate(proof, budget()));
    CHECK(corners_of(proof) >= 100);
    for (int i = 0; i < cases.count(); ++i) {
      const moment_column& column = proof.columns[source.below(proof.columns.size())];
      if (column.largest > 400) continue;
      const auto at = source.below(column.values.size() - 1);
      const rational& first = column.values[at];
      const rational& second = column.values[at + 1];
      CHECK(holds_at_corners(c, column.least, column.largest, first, second));
      const rational mean =
          column.least + (column.largest - column.least) *
                             rational(static_cast<std::int64_t>(source.below(21)), 20);
      const rational s =
          first + (second - first) * rational(static_cast<std::int64_t>(source.below(21)), 20);
      CHECK(less(log_moment(mean, s), ball::of(rational(c * s * s / mean), 128)) == true);
    }
  }
}

TEST_CASE("what is no certificate is none", "[moments]") {
  const moment_certificate& proof = certificate_of(rational(7, 10));
  const auto is_refused = [&](auto alter) {
    moment_certificate other = proof;
    alter(other);
    return !is_moment_certificate(other, budget());
  };
  using certificate = moment_certificate;
  CHECK_FALSE(is_refused([](certificate&) {}));
  // A box that is too large, though (K.10) is true at its corners: theta has to count.
  CHECK(is_refused([](certificate& x) {
    auto& values = x.columns.at(6).values;
    values.erase(values.begin() + 2);
  }));
  CHECK(is_refused([](certificate& x) {
    x.columns.at(4).largest = x.columns.at(5).largest;
    x.columns.at(4).values.back() = x.columns.at(5).values.back();
    x.columns.erase(x.columns.begin() + 5);
  }));
  // Gaps in the cover, and ends that do not reach.
  CHECK(is_refused([](certificate& x) { x.columns.erase(x.columns.begin() + 3); }));
  CHECK(is_refused([](certificate& x) { x.columns.erase(x.columns.begin()); }));
  CHECK(is_refused([](certificate& x) { x.columns.pop_back(); }));
  CHECK(is_refused([](certificate& x) { x.columns.at(2).values.pop_back(); }));
  CHECK(is_refused(
      [](certificate& x) { x.columns.at(2).values.erase(x.columns.at(2).values.begin()); }));
  CHECK(is_refused(
      [](certificate& x) { std::swap(x.columns.at(2).values[0], x.columns.at(2).values[1]); }));
  // The numbers.
  CHECK(is_refused([](certificate& x) { x.c = rational(69, 100); }));
  CHECK(is_refused([](certificate& x) { x.near = rational(52, 100); }));
  CHECK(is_refused([](certificate& x) { x.constant = rational(51'997, 100'000); }));
  CHECK_FALSE(is_refused([](certificate& x) { x.constant = rational(51'998, 100'000); }));
  CHECK(is_refused([](certificate& x) { x.constant = rational(69, 100); }));
  CHECK(is_refused([](certificate& x) { x.large = 2000; }));
  CHECK(is_refused([](certificate& x) { x.delta = rational(3, 10); }));
  CHECK(is_refused([](certificate& x) { x.delta = rational(7, 100); }));
  CHECK(is_refused([](certificate& x) { x.slope = rational(15, 100); }));
}

TEST_CASE("(K.10) is recognised in any letters, and nothing that only looks like it", "[moments]") {
  CHECK(outcome_of(claim_with("7/10")) == verdict::proved);
  CHECK(outcome_of(claim_with("123456/1000")) == verdict::proved);
  CHECK(outcome_of("exp(4*s*s*0.7/(2*mu*2)) >= poisson_mean(mu, x, (exp(-s/(1 + x))/2 + "
                   "0.5*exp(s/(x + 1)))^(1 + x))") == verdict::proved);
  CHECK(outcome_of("poisson_mean(mu/s, b, ((exp(2*s/(b + 1)) + exp(-2*s/(b + 1)))/2)^(b + 1)) <= "
                   "exp(2.8*s^3/mu)",
                   "\"mu > 0\", \"s > 0\"") == verdict::proved);
  // Too small a constant, though no point shows it.
  for (const char* c : {"1/2", "5199/10000", "13/25", "0.51"}) {
    INFO(c);
    CHECK(outcome_of(claim_with(c)) != verdict::proved);
  }
  // Where it is an equality, or has no value.
  CHECK(outcome_of("poisson_mean(mu, b, " + body + ") < exp(7/10*s^2/mu)") != verdict::proved);
  CHECK(outcome_of(claim_with("7/10"), "\"mu >= 0\", \"s >= 0\"") != verdict::proved);
  CHECK(outcome_of(claim_with("7/10"), "\"mu > -1\", \"s >= 0\"") != verdict::proved);
  for (const char* other : {"((exp(s/(b + 2)) + exp(-s/(b + 2)))/2)^(b + 2)",
                            "((exp(s/(b + 1)) + exp(-s/(b + 1)))/2)^(b + 2)",
                            "((exp(s/(b + 1)) + exp(-s/(b + 1))))^(b + 1)",
                            "((exp(s/(b + 1)) + exp(s/(b + 1)))/2)^(b + 1)",
                            "((exp(s*b/(b + 1)) + exp(-s*b/(b + 1)))/2)^(b + 1)",
                            "((exp(s*(b - 30)/((b + 1)*(b - 30))) + exp(-s/(b + 1)))/2)^(b + 1)",
                            "((exp(s/(b + 1)) + exp(-s/(b + 1)))/2 + 0*log(40 - b))^(b + 1)"}) {
    INFO(other);
    const std::string claim = std::string("poisson_mean(mu, b, ") + other + ") <= exp(7/10*s^2/mu)";
    const expression_ptr whole = parse_formula(claim);
    const auto& sides = std::get<comparison>(whole->node);
    // What is the same by algebra has no value at b = 30, or beyond 40.
    const bool has_a_hole =
        claim.find("0)") != std::string::npos || claim.find("40") != std::string::npos;
    CHECK(moment_statement_in(sides.left, sides.right).has_value() == has_a_hole);
    const judgement found = judged(claim);
    CHECK(found.outcome != verdict::proved);
  }
}

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::string statement_with(const std::string& c) {
  return "statement for all mu > 0, s >= 0: poisson_mean(mu, b, " + body + ") <= exp(" + c +
         "*s^2/mu)";
}

// The certificate in a proof file; nothing where there is none in the right form.
std::optional<moment_certificate> certificate_in(const std::vector<std::string>& lines) {
  moment_certificate found;
  std::map<std::string, rational*> single{{"c", &found.c},         {"z0", &found.near},
                                          {"c*", &found.constant}, {"K", &found.large},
                                          {"delta", &found.delta}, {"sigma1", &found.slope}};
  const std::vector<std::string> order{"rule", "statement", "c",      "z0",     "c*",
                                       "K",    "delta",     "sigma1", "columns"};
  std::size_t next = 0;
  std::size_t columns = 0;
  std::string statement;
  for (const std::string& line : lines) {
    std::istringstream words(line);
    std::string key;
    words >> key;
    if (next == 0 && key != "rule") continue;
    if (next < order.size()) {
      if (key != order[next++] || (key == "rule" && line != "rule moments")) return std::nullopt;
      std::string rest = line.size() > key.size() ? line.substr(key.size() + 1) : "";
      if (key == "statement") statement = line;
      if (key == "columns") columns = static_cast<std::size_t>(std::stoul(rest));
      if (const auto one = single.find(key); one != single.end()) *one->second = rational(rest);
    } else if (key == "column") {
      std::vector<rational> numbers;
      for (std::string word; words >> word;) numbers.emplace_back(word);
      if (numbers.size() < 3) return std::nullopt;
      found.columns.push_back({numbers[0], numbers[1], {numbers.begin() + 2, numbers.end()}});
    }
  }
  if (next < order.size() || lines.empty() || lines.back() != "end" ||
      columns != found.columns.size())
    return std::nullopt;
  if (statement != statement_with(to_text(found.c))) return std::nullopt;
  // Columns that overlap are none that check-proof takes.
  for (std::size_t i = 1; i < found.columns.size(); ++i)
    if (found.columns[i].least != found.columns[i - 1].largest) return std::nullopt;
  return found;
}

// Whether every corner of a certificate holds by the formula language, where the chords of (K.12)
// leave it open.
bool holds_without_chords(const moment_certificate& proof) {
  for (const moment_column& column : proof.columns)
    for (std::size_t i = 1; i < column.values.size(); ++i)
      if (!holds_at_corners(proof.c, column.least, column.largest, column.values[i - 1],
                            column.values[i]))
        return false;
  return true;
}

}  // namespace

TEST_CASE("check-proof takes what verify wrote, and says of altered files what is true of them",
          "[moments][volume]") {
  const temporary_directory folder;
  const std::string catalogue_file = folder.file("moments.toml", R"toml(format = 1
[[claim]]
id     = "my/moments"
says   = "(K.10), with a large constant"
claim  = "poisson_mean(m, k, ((exp(t/(k + 1)) + exp(-t/(k + 1)))/2)^(k + 1)) <= exp(t^2/m)"
domain = ["m > 0", "t >= 0"]
check  = { m = [1, 10], t = [1, 2] }
[[claim]]
id     = "my/other"
says   = "Another rule"
claim  = "exp(t) >= t + 1/2"
domain = ["t >= 0"]
check  = { t = [2, 3] }
)toml");
  const std::string proofs = folder / "proofs";
  const program_run written =
      run_program({"verify", catalogue_file, "--effort", "0", "--proofs", proofs});
  INFO(written.out << written.err);
  REQUIRE(written.status == 0);
  const std::string proof = proofs + "/my.moments.proof";
  const program_run valid = run_command({SHUFFLECERT_CHECK_PROOF, proof});
  CHECK(valid.status == 0);
  CHECK(valid.out.starts_with("valid "));
  CHECK(valid.out.find("rests on derivations by hand") != std::string::npos);

  std::ifstream file(proof);
  std::stringstream text;
  text << file.rdbuf();
  const std::vector<std::string> lines = lines_of(text.str());
  const auto rule = static_cast<std::size_t>(std::find(lines.begin(), lines.end(), "rule moments") -
                                             lines.begin());
  REQUIRE(rule < lines.size());

  const random_cases cases(883, 1000);
  random_source source(cases.seed());
  words command{SHUFFLECERT_CHECK_PROOF};
  std::map<std::string, std::vector<std::string>> altered;
  for (int i = 0; i < cases.count(); ++i) {
    std::vector<std::string> other = lines;
    const auto some_line = [&] { return rule + source.below(lines.size() - rule); };
    const std::size_t at = some_line();
    switch (source.below(5)) {
      case 0:
        other.erase(other.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 1:
        std::swap(other[at], other[some_line()]);
        break;
      case 2: {  // a number of a column is left out
        const std::size_t space = other[at].rfind(' ', source.below(200));
        if (space == std::string::npos) continue;
        other[at].erase(space, other[at].find(' ', space + 1) - space);
        break;
      }
      default: {  // a digit is another one
        std::vector<std::size_t> digits;
        for (std::size_t k = 0; k < other[at].size(); ++k)
          if (other[at][k] >= '0' && other[at][k] <= '9') digits.push_back(k);
        if (digits.empty()) continue;
        other[at][digits[source.below(digits.size())]] = "0123456789"[source.below(10)];
      }
    }
    if (other == lines) continue;
    const std::string name = folder.file("altered-" + std::to_string(i) + ".proof", joined(other));
    command.push_back(name);
    altered[name] = std::move(other);
  }
  REQUIRE(altered.size() >= static_cast<std::size_t>(cases.count()) * 8 / 10);
  const program_run checked = run_command(command);
  CHECK(checked.status == 1);
  std::set<std::string> accepted;
  for (const std::string& line : lines_of(checked.out))
    if (line.starts_with("valid      ")) accepted.insert(line.substr(11, line.find(": ") - 11));
  std::size_t refused = 0;
  for (const auto& [name, other] : altered) {
    INFO(name << ":\n" << joined(other));
    if (!accepted.contains(name)) ++refused;
    std::optional<moment_certificate> left;
    try {
      left = certificate_in(other);
    } catch (const std::exception&) {
      // A number that is none.
    }
    const bool is_known = left && is_moment_certificate(*left, budget());
    // Accepted is what is a proof without a doubt, or at least by exact sums.
    if (accepted.contains(name)) {
      REQUIRE(left);
      CHECK((is_known || holds_without_chords(*left)));
    }
    if (is_known && !accepted.contains(name)) {
      // Only for how numbers are written.
      const std::size_t said = checked.out.find(name);
      REQUIRE(said != std::string::npos);
      const std::string reason = checked.out.substr(said, checked.out.find('\n', said) - said);
      CHECK((reason.find("lowest terms") != std::string::npos ||
             reason.find("no positive fraction") != std::string::npos));
    }
  }
  CHECK(refused >= altered.size() * 8 / 10);
}

TEST_CASE("check-proof refuses what is no proof file, in one clear line", "[moments]") {
  const temporary_directory folder;
  const std::string head = "shufflecert proof 4\nclaim a/b\nsays x\nstated y\ndomain mu > 0\n";
  const std::string right = statement_with("1") + "\n";
  const auto status_of = [&](const std::string& text, const std::string& said = "") {
    const program_run run = run_command({SHUFFLECERT_CHECK_PROOF, folder.file("a.proof", text)});
    INFO(text.substr(0, 300) << "\n" << run.out << run.err);
    const std::string all = run.out + run.err;
    CHECK(all.find(said) != std::string::npos);
    CHECK(run.out.find("valid      ") != 0);
    return run.status;
  };
  CHECK(status_of("", "this is not a proof file of shufflecert") == 2);
  CHECK(status_of("shufflecert proof 1\n", "version 4") == 2);
  CHECK(status_of(std::string(1 << 20, '\0'), "this is not a proof file of shufflecert") == 2);
  CHECK(status_of(std::string((16 << 20) + 1, 'x'), "too long") == 2);
  CHECK(run_command({SHUFFLECERT_CHECK_PROOF, folder / "none"}).status == 2);
  CHECK(run_command({SHUFFLECERT_CHECK_PROOF, folder.path().string()}).status == 2);
  CHECK(run_command({SHUFFLECERT_CHECK_PROOF}).status == 2);
  CHECK(run_command({SHUFFLECERT_CHECK_PROOF, "--help"}).status == 0);
  CHECK(status_of(head, "line 6") == 1);
  CHECK(status_of(head + "rule trust me\n", "there is no rule 'trust me'") == 1);
  CHECK(status_of(head + "rule \x1b[2J\n", "there is no rule '?[2J'") == 1);
  CHECK(status_of(head + "rule moments\n" + right + "c 2/2\n", "lowest terms") == 1);
  CHECK(status_of(head + "rule moments\n" + right + "c " + std::string(100'000, '9') + "\n",
                  "a number has more than 40 digits") == 3);
  CHECK(status_of(head + "rule moments\n" + right + "c 1/0\n", "no positive fraction") == 1);
  CHECK(status_of(head + "rule moments\n" + right + "c 2\n", "the rule proves") == 1);
  const std::string numbers = "c 1\nz0 1/2\nc* 13/25\n";
  const std::string own_letters =
      "shufflecert proof 4\nclaim a/b\nsays x\nstated poisson_mean(mu, b, " + body +
      ") <= exp(s^2/mu)\ndomain mu > 0\n";
  // A limit is no fault of the proof.
  CHECK(status_of(own_letters + "rule moments\n" + right + numbers +
                      "K 999999999999\ndelta 2/25\nsigma1 7/50\ncolumns 0\nend\n",
                  "K is too large: it is beyond 10000000") == 3);
  CHECK(status_of(own_letters + "rule moments\n" + right + numbers +
                      "K 2500\ndelta 2/25\nsigma1 7/50\ncolumns 0\nend\n",
                  "not covered") == 1);
  CHECK(
      status_of(
          own_letters + "rule moments\n" + right + numbers +
          "K 2500\ndelta 2/25\nsigma1 7/50\ncolumns 1\ncolumn 2 19999999 1 2 3 99999999\nend\n") ==
      1);
  CHECK(status_of(head + "rule derivation\nleaf (K.5)\nend\n", "not checked: (K.5)") == 3);
  CHECK(status_of(head + "rule derivation\nstep a\n", "'end' has to stand") == 1);
  // The worst of several files counts.
  const std::string other = folder.file("b.proof", head + "rule derivation\nleaf x\nend\n");
  CHECK(run_command({SHUFFLECERT_CHECK_PROOF, other, folder / "none"}).status == 2);
}

TEST_CASE("proof files are written under safe names, and through no link", "[moments]") {
  const temporary_directory folder;
  const std::string proofs = folder / "proofs";
  std::filesystem::create_directory(proofs);
  const std::string victim = folder.file("victim", "precious");
  std::filesystem::create_symlink(victim, proofs + "/_5f.._5fx.proof");
  const std::string catalogue_file = folder.file("names.toml", R"(format = 1
[[claim]]
id     = "a/b_c.d"
says   = "two\nlines"
claim  = "exp(t) >= t + 1/2"
domain = ["t >= 0"]
check  = { t = [2, 3] }
)");
  std::filesystem::create_symlink(victim, proofs + "/a.b_5fc_2ed.proof");
  const program_run written =
      run_program({"verify", catalogue_file, "--effort", "0", "--proofs", proofs});
  INFO(written.out << written.err);
  CHECK(written.status == 0);
  std::ifstream kept(victim);
  std::string text;
  kept >> text;
  CHECK(text == "precious");
  CHECK_FALSE(std::filesystem::is_symlink(proofs + "/a.b_5fc_2ed.proof"));
  CHECK(run_command({SHUFFLECERT_CHECK_PROOF, proofs + "/a.b_5fc_2ed.proof"}).status == 0);
  // A folder that cannot be made is noticed before the work.
  CHECK(run_program({"verify", catalogue_file, "--proofs", victim}).status == 2);
}

}  // namespace test_sign_moments
