// check-proof on derivations: it takes what verify wrote and what is right, and nothing that is
// false; of a thousand altered files it takes none whose statement fails somewhere.

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "support/catch.hpp"
#include "support/proof_counterexample.hpp"
#include "support/run_program.hpp"
#include "support/stated_proofs.hpp"
#include "support/this_run.hpp"

namespace test_proof_files {

namespace {

program_run checked(const temporary_directory& folder, const stated_proof& proof) {
  return run_command(
      {SHUFFLECERT_CHECK_PROOF, folder.file("a.proof", joined(lines_of_file(proof)))});
}

}  // namespace

TEST_CASE("check-proof takes what is right, by each of its rules", "[proofs][volume]") {
  const temporary_directory folder;
  for (const auto& [name, proof] : right_proofs()) {
    const program_run run = checked(folder, proof);
    INFO(name << "\n" << run.out << run.err);
    CHECK(run.status == 0);
    CHECK(run.out.starts_with("valid "));
    // Each step is needed.
    for (std::size_t i = 0; i < proof.steps.size(); ++i) {
      if (proof.steps[i].starts_with("shown ") || proof.steps[i].starts_with("same ")) continue;
      stated_proof less = proof;
      less.steps.erase(less.steps.begin() + static_cast<std::ptrdiff_t>(i));
      INFO("without " << proof.steps[i]);
      CHECK(checked(folder, less).status != 0);
    }
  }
}

TEST_CASE("check-proof takes nothing that is false", "[proofs][volume]") {
  const temporary_directory folder;
  for (const stated_proof& proof : false_proofs()) {
    const program_run run = checked(folder, proof);
    INFO(joined(lines_of_file(proof)) << run.out << run.err);
    CHECK((run.status == 1 || run.status == 3));
    CHECK(run.out.find("valid      ") != 0);
  }
}

TEST_CASE("check-proof compares coefficients where a variable has no upper end", "[proofs]") {
  const temporary_directory folder;
  const std::vector<std::string> domain{"n >= 2", "m >= 0", "x >= 0", "x <= 1"};
  const auto status_of = [&](const std::string& statement) {
    return checked(folder, {domain, statement, {}, {}}).status;
  };
  for (const char* statement :
       {"exp(x)*n <= 4*n", "exp(x)*n < 4*n", "exp(x)*n^2 - 4*n^2 < n*x", "x*n*(x - 2) <= m*exp(x)",
        "53/100*exp(x)/(n - 1) <= 4/n", "sqrt(x + 1)*n + 3*m >= n + m*exp(x)"}) {
    INFO(statement);
    CHECK(status_of(statement) == 0);
  }
  // At x = 1, n = 2 and for large n; at the end; where only the power of n decides; for large m.
  for (const char* statement :
       {"exp(x)*n <= 2*n", "exp(x)*n <= 4*n - 3", "exp(x)*n^2 - 4*n^2 < 0 - 4*n", "n*x > 0",
        "x*n >= n - 1", "x*n^2 <= 100*n", "sqrt(x + 1)*n + m >= n + m*exp(x)", "x*m < m"}) {
    INFO(statement);
    CHECK(status_of(statement) != 0);
  }
}

TEST_CASE("check-proof shows what rises from an end at which both sides touch", "[proofs]") {
  const temporary_directory folder;
  using strings = std::vector<std::string>;
  const auto status_of = [&](const strings& domain, const std::string& statement) {
    INFO(statement);
    return checked(folder, {domain, statement, {}, {}}).status;
  };
  for (const auto& [domain, statement] :
       std::vector<std::pair<strings, std::string>>{{{"x >= 0"}, "tanh(x/2) <= x/2"},
                                                    {{"x >= 0"}, "log1p(x) >= 2*x/(2 + x)"},
                                                    {{"x >= 0"}, "expm1(x) <= x*exp(x)"},
                                                    {{"x >= 0"}, "sqrt(1 + x) <= 1 + x/2"},
                                                    {{"x > 0"}, "log(x) <= x - 1"},
                                                    {{"x > 0"}, "exp(x) > 1 + x"},
                                                    {{"x <= 0"}, "exp(x) >= 1 + x"},
                                                    {{"x >= 1"}, "log(x) <= x - 1"},
                                                    {{"x >= 0", "y >= 0"}, "log1p(x) <= x + y"},
                                                    {{"x >= 0", "y > 1"}, "y*log1p(x) <= y*x"}}) {
    CHECK(status_of(domain, statement) == 0);
  }
  for (const auto& [domain, statement] : std::vector<std::pair<strings, std::string>>{
           // False next to the end, at it, or far out.
           {{"x >= 0"}, "tanh(x/2) >= x/2"},
           {{"x >= 0"}, "log1p(x) >= 2*x/(2 + x) + x^4/1000000"},
           {{"x >= 0"}, "exp(x) > 1 + x"},
           {{"x >= 0"}, "exp(x) <= 1 + x + x^2"},
           {{"x <= 0"}, "exp(x) <= 1 + x"},
           {{"x >= 0", "y >= 0"}, "log1p(x) <= x - y"},
           {{"x >= 0", "y >= 0"}, "y*log1p(x) <= x"},
           // The difference rises, from an end that is none of the domain's points, or that is
           // below the value wanted; or the domain has a hole in which it falls: at 3.5 it is below
           // 0.
           {{"x >= 0", "x >= y", "y >= 1"}, "x^2 - 2*x <= 0 - 1"},
           {{"x >= 0", "3*x^2 - 12*x + 8 >= 0"}, "x^3 - 6*x^2 + 8*x >= 0"},
           {{"x >= 0 - 1"}, "x^3 + x >= 0"},
           {{"x >= log(2)"}, "exp(x) <= 1 + x + x^2"},
           // Kinks, jumps and places without a value.
           {{"x >= 0"}, "abs(x - 1) >= 1"},
           {{"x >= 0"}, "floor(x) >= x"},
           {{"x >= 0"}, "sqrt(x) >= x"},
           {{"x >= 0"}, "0^x <= 1 - x"},
           {{"x >= 0"}, "log(x) <= x - 1"}}) {
    CHECK(status_of(domain, statement) != 0);
  }
}

TEST_CASE("check-proof says what it does not know, and what is not certain", "[proofs]") {
  const temporary_directory folder;
  const auto said = [&](const stated_proof& proof) {
    const program_run run = checked(folder, proof);
    CHECK(run.status == 3);
    return run.out;
  };
  const auto contains = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  contains(said({{"x >= 0"}, "x <= x + 1", {"other x <= x + 1"}}),
           "line 7: a step that proof files have no words for");
  contains(said({{"x >= 0"}, "x == x + 0", {"other x == x + 0"}}),
           "line 7: a step that proof files have no words for");
  contains(said(altered_proof("(O.5)", "m + 1", "m + 2")),
           "this program knows no such bound by (O.5)");
  contains(said(altered_proof("(O.5)", "y >= 1", "y > 0")),
           "it has the form of (O.5), but is not certain: 'a >= 1' in its letters");
  contains(said(altered_proof("bound", "n >= 2", "n >= 1")),
           "it has the form of (K.9), but is not certain: 'n > 1' in its letters");
  contains(said({{"x >= 0"}, "f(x) >= 0", {}, {"define f(u) = integral(z, 0, u, z)"}}),
           "this program cannot show the claim by");
  contains(said({{"x >= 0"}, "x >= 0", {}, {}, "subdivision", {"leaf boxes"}}),
           "the rule 'subdivision' was written without what it needs");
}

TEST_CASE("check-proof names the derivations by hand that it did not check", "[proofs]") {
  const temporary_directory folder;
  const std::string rests = "rests on derivations by hand in docs/methods: ";
  for (const auto& [name, proof] : right_proofs()) {
    const std::string said = checked(folder, proof).out;
    INFO(name << "\n" << said);
    if (name.starts_with("(O."))
      CHECK(said.find(name.substr(0, 5), said.find(rests)) != std::string::npos);
    if (name == "infinite") CHECK(said.find(rests + "(O.1), (U.5)") != std::string::npos);
    if (proof.rule != "derivation" || name == "choice" || name == "powers")
      CHECK(said.find("by hand") == std::string::npos);
  }
  const std::string solved = checked(folder, right_proofs().at("solution")).out;
  CHECK(solved.find("there are n x with x^2 == 9*n\n  checked by machine: n = 4 ; x = 6") !=
        std::string::npos);
  const std::string listed = checked(folder, right_proofs().at("enumeration")).out;
  CHECK(listed.find("3 cases, all that the domain has") != std::string::npos);
  const program_run left_out = checked(folder, altered_proof("enumeration", "n != 4", "n >= 0"));
  CHECK(left_out.status == 1);
  CHECK(left_out.out.find("there is no case n = 4") != std::string::npos);
}

TEST_CASE("check-proof ends on derivations that lead nowhere", "[proofs]") {
  const temporary_directory folder;
  std::string sum = "x";
  std::string power = "x";
  for (int i = 0; i < 30'000; ++i) {
    sum += " + x";
    power += "^x";
  }
  const std::vector<stated_proof> proofs{{{"x >= y", "y >= x"}, "x*y > y", {}},
                                         {{"x >= 1"}, sum + " >= 1", {}},
                                         {{"x >= 1"}, power + " >= 1", {}},
                                         {{"x >= 1"}, "(x + 1/x + y)^64*(x - y)^64 >= z", {}}};
  for (const stated_proof& proof : proofs) {
    const program_run run = checked(folder, proof);
    INFO(run.out.substr(0, 300) << run.err.substr(0, 300));
    CHECK((run.status == 1 || run.status == 3));
  }
}

// Each power of e in them is a letter that is compared with all others, in the second with
// sqrt(x + y)^2 = x + y in mind. Both are 1 at x = 1.
TEST_CASE("check-proof ends where algebra takes too long", "[proofs][volume]") {
  const temporary_directory folder;
  for (const char* stated : {"x^(x - y - 80)^62 >= 2", "x^(sqrt(x + y) - y - 80)^30 >= 2"}) {
    const program_run run = checked(folder, {{"x >= 1", "y >= 1"}, stated, {}});
    INFO(run.out);
    CHECK((run.status == 1 || run.status == 3));
  }
}

TEST_CASE("check-proof takes derivations that verify wrote", "[proofs]") {
  const temporary_directory folder;
  const std::string catalogue = folder.file("mine.toml", R"toml(format = 1
[[define]]
name       = "twice"
parameters = ["u"]
value      = "2*u"
[[claim]]
id       = "my/bound"
says     = "Below a bound"
claim    = "renyi(rr_pair(n, e), a) <= twice(53/200*e^2*exp(e)*a/(n - 1))"
domain   = ["n >= 2", "e > 0", "a > 1"]
integers = ["n"]
check    = { n = [2, 10], e = [1], a = [2] }
[[claim]]
id       = "my/tangent"
says     = "By the tangent"
claim    = "log(1 + a*(a - 1)*(exp(e) - 1)^2/(2*n*exp(e)))/(a - 1) <= exp(e)*a/(2*n)"
domain   = ["n >= 2", "e >= 0", "a >= 2"]
integers = ["n", "a"]
check    = { n = [2, 10], e = [1], a = [2] }
[[claim]]
id       = "my/order"
says     = "By the order of the parameters"
claim    = "hockey_stick(clone_pair(n, e, 2/(exp(e) + 1)), t) <= hockey_stick(clone_pair(n, e), t)"
domain   = ["n >= 2", "e > 0", "t >= 0"]
integers = ["n"]
check    = { n = [2, 10], e = [1], t = [0] }
[[claim]]
id       = "my/choice"
says     = "By a choice"
claim    = "chi_moment(rr_pair(n, e), a) <= if(a == 2, 4*(exp(e) - 1)^2/(n*exp(e)), a*gamma(a/2)*(2*(exp(2*e) - 1)^2/(n*exp(2*e)))^(a/2))"
domain   = ["n >= 1", "e >= 0", "a >= 2"]
integers = ["n"]
check    = { n = [2], e = [1], a = [2, 3] }
[[claim]]
id       = "my/infinite"
says     = "Below what is infinite"
claim    = "renyi(rr_pair(n, e), a) <= renyi(printed_pair(n, e, exp(-e)), a)"
domain   = ["n >= 1", "e >= 0", "a >= 1"]
integers = ["n"]
check    = { n = [2], e = [1], a = [2] }
[[claim]]
id       = "my/solution"
says     = "There is one"
kind     = "exists"
claim    = "rounds_to(n*log(n), 8, 0.1)"
domain   = ["n >= 2", "n <= 100"]
integers = ["n"]
check    = { n = [2] }
[[claim]]
id       = "my/points"
says     = "At whole numbers, and no others"
claim    = "n == 1 or n == 2 or n*q*m >= 3"
domain   = ["n >= 1", "n <= 3", "m >= 1", "m <= 2"]
integers = ["n", "m"]
check    = { n = [1, 2, 3], m = [1, 2], q = [1, 2] }
[claim.prove]
n = [1, 2, 3]
m = [1, 2]
[[claim]]
id       = "my/boxes"
says     = "On boxes, for one value of what the domain does not mention"
claim    = "n <= 2 or n*q >= 3/2"
domain   = ["n >= least", "n <= 3"]
check    = { n = [1, 2], q = [2, 3] }
let      = { least = "half/2", half = "2" }
[claim.prove]
n = { from = 1, to = 3 }
[[claim]]
id       = "my/integral"
says     = "On boxes, and outside of what check-proof evaluates"
claim    = "area(n) <= n*q"
domain   = ["n >= 1", "n <= 2"]
check    = { n = [1, 2], q = [2, 3] }
let      = { "area(u)" = "integral(z, 0, u, 1)" }
[claim.prove]
n = { from = 1, to = 2 }
)toml");
  const std::string proofs = folder / "proofs";
  const program_run written =
      run_program({"verify", catalogue, "--effort", "0", "--proofs", proofs});
  INFO(written.out << written.err);
  REQUIRE(written.status == 0);
  for (const char* name :
       {"bound", "tangent", "order", "choice", "infinite", "solution", "points", "boxes"}) {
    const program_run run =
        run_command({SHUFFLECERT_CHECK_PROOF, proofs + "/my." + name + ".proof"});
    INFO(run.out << run.err);
    CHECK(run.status == 0);
  }
  // A file that held no proof would only look like one.
  CHECK_FALSE(std::filesystem::exists(proofs + "/my.integral.proof"));
  CHECK(written.err.find("no proof file for my/integral: ") != std::string::npos);
  CHECK(written.err.find("check-proof does not evaluate 'integral'") != std::string::npos);
  const auto text_of = [&](const std::string& name) {
    std::ifstream file(proofs + "/my." + name + ".proof");
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  };
  CHECK(text_of("points").find("values q = 1\nvalues q = 2\ninput ") != std::string::npos);
  CHECK(text_of("points").find("rule enumeration\ncase m = 1 ; n = 1\ncase m = 1 ; n = 2\n") !=
        std::string::npos);
  CHECK(text_of("boxes").find("values q = 2\nvalues q = 3\ninput ") != std::string::npos);
  // What a domain mentions is a variable.
  CHECK(text_of("boxes").find("domain n >= 2/2\ndomain n <= 3\n") != std::string::npos);
}

TEST_CASE("of a thousand altered derivations check-proof takes none that is false",
          "[proofs][volume]") {
  const temporary_directory folder;
  const random_cases cases(971, 1000);
  random_source source(cases.seed());
  std::vector<std::vector<std::string>> originals;
  for (const auto& [name, proof] : right_proofs())
    if (name != "names" && name != "solution") originals.push_back(lines_of_file(proof));
  const std::vector<std::string> relations{" <= ", " >= ", " < ", " > ", " == "};
  std::vector<std::string> command{SHUFFLECERT_CHECK_PROOF};
  std::map<std::string, std::vector<std::string>> altered;
  for (int i = 0; i < cases.count(); ++i) {
    const std::vector<std::string>& lines = originals[source.below(originals.size())];
    std::vector<std::string> other = lines;
    constexpr std::size_t head = 3;
    const std::size_t at = head + source.below(lines.size() - head);
    std::string& line = other[at];
    switch (source.below(5)) {
      case 0:
        other.erase(other.begin() + static_cast<std::ptrdiff_t>(at));
        break;
      case 1: {  // another relation
        const std::string& old = relations[source.below(relations.size())];
        const std::size_t place = line.find(old);
        if (place == std::string::npos) continue;
        line.replace(place, old.size(), relations[source.below(relations.size())]);
        break;
      }
      case 2: {  // another operator, or variable
        static const std::string from = "+-*/xyn";
        static const std::string to = "-+/*yxx";
        const std::size_t place = line.find_first_of(from, line.find(' ') + source.below(30));
        if (place == std::string::npos) continue;
        line[place] = to[from.find(line[place])];
        break;
      }
      default: {
        std::vector<std::size_t> digits;
        for (std::size_t k = 0; k < line.size(); ++k)
          if (line[k] >= '0' && line[k] <= '9') digits.push_back(k);
        if (digits.empty()) continue;
        line[digits[source.below(digits.size())]] = "0123456789"[source.below(10)];
      }
    }
    if (other == lines) continue;
    const std::string name = folder.file("altered-" + std::to_string(i) + ".proof", joined(other));
    command.push_back(name);
    altered[name] = std::move(other);
  }
  const program_run run = run_command(command);
  std::size_t accepted = 0;
  std::istringstream said(run.out);
  for (std::string line; std::getline(said, line);) {
    if (!line.starts_with("valid      ")) continue;
    ++accepted;
    const std::string name = line.substr(11, line.find(": ") - 11);
    INFO(joined(altered.at(name)));
    const auto counterexample = counterexample_to(altered.at(name));
    INFO((counterexample ? *counterexample : ""));
    CHECK_FALSE(counterexample);
  }
  INFO(accepted << " of " << altered.size() << " are still proofs");
  // Not every alteration finds something to alter.
  CHECK(altered.size() >= static_cast<std::size_t>(cases.count()) * 2 / 5);
  CHECK(accepted <= altered.size() / 3);
}

}  // namespace test_proof_files
