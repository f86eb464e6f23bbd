// check-proof on derivations: it takes what verify wrote and what is right, and nothing that is
// false; of a thousand altered files it takes none whose statement fails somewhere.

#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "shufflecert/refine.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/this_run.hpp"

using namespace shufflecert;

namespace {

struct stated_proof {
  std::vector<std::string> domain;
  std::string stated;
  std::vector<std::string> steps;
  std::vector<std::string> others = {};  ///< whole lines before the rule: integers, let, …
};

std::vector<std::string> lines_of_file(const stated_proof& proof) {
  std::vector<std::string> lines{"shufflecert proof 2", "claim a/b", "says x",
                                 "stated " + proof.stated};
  for (const std::string& condition : proof.domain) lines.push_back("domain " + condition);
  lines.insert(lines.end(), proof.others.begin(), proof.others.end());
  lines.emplace_back("rule derivation");
  for (const std::string& step : proof.steps) lines.push_back("step " + step);
  lines.emplace_back("end");
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

program_run checked(const temporary_directory& folder, const stated_proof& proof) {
  return run_command(
      {SHUFFLECERT_CHECK_PROOF, folder.file("a.proof", joined(lines_of_file(proof)))});
}

const std::string clones = "renyi(clone_pair(n, x), y)";
const std::string responses = "renyi(rr_pair(n, x), y)";
const std::vector<std::string> pair_domain{"n >= 2", "x >= 0", "y > 1"};
const std::vector<std::string> whole_n{"integers n"};

// One for each rule, all of them right.
const std::map<std::string, stated_proof>& right_proofs() {
  static const std::map<std::string, stated_proof> proofs{
      {"signs", {{"x >= 0", "y >= 2"}, "(y - 1)*x*x/2 <= y*(exp(x) - 1)*(exp(x) - 1)", {}}},
      {"signs at infinity", {{"x >= 0"}, "exp(-x) <= 2/(exp(x) + 1)", {"shown exp(-x) <= 1"}}},
      {"moving end", {{"n >= 33*exp(x)", "x >= 2"}, "n > 200", {}}},
      {"boxes", {{"x > 1", "x <= 4"}, "log(1 + x)*x < 9", {"shown log(1 + x) < 2"}}},
      {"same", {{"x >= 0"}, "(x + 1)^2 == x^2 + 2*x + 1", {"same exp(2*x) <= exp(x)^2"}}},
      {"squares",
       {{"x >= 0", "y > 0"}, "sqrt(x*y^2) == y*sqrt(x)", {"squares sqrt(x*y^2) == y*sqrt(x)"}}},
      {"tangent",
       {{"x >= 0", "y >= 3"},
        "log(1 + x)*y <= x*y",
        {"tangent log(1 + x) <= x", "scaled log(1 + x)*y <= x*y ; y ; log(1 + x) <= x"}}},
      {"terms",
       {{"x >= 0", "y >= 0"},
        "log1p(x) - exp(y) <= x - y",
        {"tangent log1p(x) <= x",
         "terms log1p(x) - exp(y) <= x - y ; log1p(x) <= x ; y <= "
         "exp(y)"}}},
      {"factors",
       {{"x >= 0", "y >= 1"},
        "log1p(x)/exp(y) <= x/y",
        {"tangent log1p(x) <= x",
         "factors log1p(x)/exp(y) <= x/y ; * log1p(x) <= x ; / y <= "
         "exp(y)"}}},
      {"rises and largest",
       {{"x >= 0"},
        "max(sqrt(x), sqrt(log1p(x))) <= sqrt(x)",
        {"tangent log1p(x) <= x", "rises sqrt(log1p(x)) <= sqrt(x)",
         "largest max(sqrt(x), sqrt(log1p(x))) <= sqrt(x)"}}},
      {"undone", {{"x >= 3"}, "1 <= log(x + y^2)", {"undone 1 <= log(x + y^2)"}}},
      {"bound",
       {pair_domain,
        responses + " <= 53/100*x^2*exp(x)*y/(n - 1)",
        {"bound " + responses + " <= " + clones + " ; (K.1)",
         "bound " + clones + " <= 53/100*x^2*exp(x)*y/(n - 1) ; (K.9)",
         "between " + responses + " <= 53/100*x^2*exp(x)*y/(n - 1) ; " + clones},
        whole_n}},
      {"ordered",
       {pair_domain,
        "renyi(clone_pair(n + 1, x), y) <= renyi(clone_pair(n, 2*x, exp(-2*x)), y + 1)",
        {"ordered renyi(clone_pair(n + 1, x, exp(-2*x)), y) <= renyi(clone_pair(n, 2*x), y + 1)",
         "ordered renyi(clone_pair(n + 1, x), y) <= renyi(clone_pair(n + 1, x, exp(-2*x)), y)",
         "between renyi(clone_pair(n + 1, x), y) <= renyi(clone_pair(n, 2*x, exp(-2*x)), y + 1) ; "
         "renyi(clone_pair(n + 1, x, exp(-2*x)), y)"},
        whole_n}},
      {"names",
       {{"x >= a"},
        "f(x, 2) >= b",
        {},
        {"let b = 3*a", "define f(u, v) = v*u + 1", "values a = 0", "values a = 1"}}}};
  return proofs;
}

// What holds at no point, or not at all of them, or has no value at one.
const std::vector<stated_proof>& false_proofs() {
  static const std::string x_below = "largest max(1, 3) <= 2";
  static const std::vector<stated_proof> proofs{
      {{"x >= 0"}, "1/x > 0", {}},
      {{"x > 0"}, "log(x) >= -5", {}},
      {{"x >= 0"}, "x/x == 1", {}},
      {{"x >= 0"}, "x/x == 1", {"same x/x <= 1"}},
      {{}, "inf - inf == 0", {"same inf - inf <= 0"}},
      {{}, "0*inf <= 0", {}},
      {{}, "sqrt(x)^2 == x", {"same sqrt(x)^2 <= x"}},
      {{}, "log(x) <= log(x)", {}},
      {{"x >= 0"}, "x^2 > 0", {}},
      {{"x >= 0"}, "x*y >= 0", {}},
      {{}, "exp(x) >= 1", {}},
      {{"x >= 0"}, "exp(x) >= 1 + 2*x", {}},
      {{"x >= 0"}, "exp(x) > 1", {}},
      {{"n > 0"}, "n >= 1", {}},
      {{"x > 0"}, "floor(x) >= 1/2", {}},
      {{"x >= 0"}, "min(x, y) >= 0", {}},
      {{"x >= 0", "x <= 1"}, "x < 1", {}},
      {{"x > 0", "x < 2"}, "x*(2 - x) <= 99/100", {}},
      {{"x >= -1", "x <= 1"}, "if(x < 0, 1, 2) >= 3/2", {}},
      {{"x >= -1", "x <= 1"}, "1 <= 2 or 1/x > 0 and 1/x < 0", {"shown 1/x > 0 or 1 <= 2"}},
      {{}, "2 <= 1", {"between 2 <= 1 ; 3/2"}},
      {{}, "2 <= 1", {"scaled 2 <= 1 ; -1 ; 1 <= 2"}},
      {{}, "2 <= 1", {"scaled 2 <= 1 ; 1 ; 3 <= 2"}},
      {{}, "1 < 1", {"scaled 1 < 1 ; 0 ; 1 < 2"}},
      {{"x >= 0", "y >= x"}, "x < y", {"between x < y ; x"}},
      {{"x >= 0"}, "0 < x", {"scaled 0 < x ; x ; 0 < 1"}},
      {{}, "max(1, 3) <= 2", {x_below}},
      {{}, "exp(2) <= exp(1)", {"rises exp(2) <= exp(1)"}},
      {{}, "floor(1) < floor(3/2)", {"rises floor(1) < floor(3/2)"}},
      {{}, "6 <= 1", {"factors 6 <= 1 ; * -2 <= -1 ; * -3 <= -1"}},
      {{}, "1/2 <= 1/3", {"factors 1/2 <= 1/3 ; / 2 <= 3"}},
      {{"x >= 0"}, "x <= log1p(x)", {"tangent x <= log1p(x)"}},
      {{"x >= 0"}, "log(2 + x) <= x", {"tangent log(2 + x) <= x"}},
      {{}, "log(1 + x) <= x", {"tangent log(1 + x) <= x"}},
      {{"x >= 0"}, "x == -x", {"squares x == -x"}},
      {{}, "1 <= log(2)", {"undone 1 <= log(2)"}},
      {{}, "exp(1) == 0", {}, {"define exp(u) = 0"}},
      {{}, "a >= 2", {}, {"values a = 2", "values a = 1"}},
      {{}, "a >= 2", {}, {"let a = b", "let b = a"}},
      {{}, "f(2) >= 2", {}, {"define f(u) = f(u)"}},
      {{"x >= 0"}, "f(1/x) == 1", {}, {"define f(u) = 1"}},
      {{"j >= 5"}, "f(j) >= 5", {}, {"define f(u) = sum(j, 1, 1, u)"}},
      {pair_domain,
       clones + " <= 52/100*x^2*exp(x)*y/(n - 1)",
       {"bound " + clones + " <= 52/100*x^2*exp(x)*y/(n - 1) ; (K.9)"},
       whole_n},
      {pair_domain, clones + " <= x", {"bound " + clones + " <= x ; (U.6)"}},
      {pair_domain, clones + " <= x/2", {"bound " + clones + " <= x/2 ; (U.6)"}, whole_n},
      {pair_domain,
       clones + " <= " + responses,
       {"bound " + clones + " <= " + responses + " ; (K.1)"},
       whole_n},
      {{"n >= 2", "y > 1"}, clones + " <= x", {"bound " + clones + " <= x ; (U.6)"}, whole_n},
      {pair_domain,
       responses + " <= renyi(clone_pair(n, x, 1), y)",
       {"bound " + responses + " <= renyi(clone_pair(n, x, 1), y) ; (K.1)"},
       whole_n},
      {pair_domain,
       "log(1 + y*(y - 1)/2*(exp(x) - 1)^2/(n*exp(x)))/(y - 1) <= " + responses,
       {"bound log(1 + y*(y - 1)/2*(exp(x) - 1)^2/(n*exp(x)))/(y - 1) <= " + responses +
        " ; (K.6)"},
       whole_n},
      {pair_domain,
       clones + " <= renyi(clone_pair(n + 1, x), y)",
       {"ordered " + clones + " <= renyi(clone_pair(n + 1, x), y)"},
       whole_n},
      {pair_domain,
       clones + " <= renyi(clone_pair(n, x/2), y)",
       {"ordered " + clones + " <= renyi(clone_pair(n, x/2), y)"},
       whole_n}};
  return proofs;
}

// A condition at a point; nothing where it does not exist.
std::optional<bool> truth_at(const std::string& condition, const variable_map& values) {
  const definitions none;
  try {
    return std::get<truth>(refine(*parse_formula(condition), none, values, 20, {}, {}).result)
        .value;
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

// A point of a file's domain at which its statement fails, or does not exist.
std::optional<std::string> counterexample_to(const std::vector<std::string>& lines) {
  std::string stated;
  std::vector<std::string> domain;
  for (const std::string& line : lines) {
    if (line.starts_with("stated ")) stated = line.substr(7);
    if (line.starts_with("domain ")) domain.push_back(line.substr(7));
  }
  const bool is_whole = std::find(lines.begin(), lines.end(), "integers n") != lines.end();
  for (const char* n : {"1", "2", "3", "5/2", "250"})
    for (const char* x : {"-1", "0", "1/9", "1", "2", "7/2"})
      for (const char* y : {"-2", "1/2", "1", "3/2", "2", "5"}) {
        if (is_whole && std::string(n) == "5/2") continue;
        const variable_map values{
            {"n", parse_formula(n)}, {"x", parse_formula(x)}, {"y", parse_formula(y)}};
        const bool is_inside = std::all_of(
            domain.begin(), domain.end(),
            [&](const std::string& condition) { return truth_at(condition, values) == true; });
        if (is_inside && truth_at(stated, values) != true)
          return std::string("n = ") + n + ", x = " + x + ", y = " + y;
      }
  return std::nullopt;
}

}  // namespace

TEST_CASE("check-proof takes what is right, by each of its rules", "[proofs]") {
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

TEST_CASE("check-proof takes nothing that is false", "[proofs]") {
  const temporary_directory folder;
  for (const stated_proof& proof : false_proofs()) {
    const program_run run = checked(folder, proof);
    INFO(joined(lines_of_file(proof)) << run.out << run.err);
    CHECK((run.status == 1 || run.status == 3));
    CHECK(run.out.find("valid      ") != 0);
  }
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
)toml");
  const std::string proofs = folder / "proofs";
  const program_run written =
      run_program({"verify", catalogue, "--effort", "0", "--proofs", proofs});
  INFO(written.out << written.err);
  REQUIRE(written.status == 0);
  for (const char* name : {"bound", "tangent", "order"}) {
    const program_run run =
        run_command({SHUFFLECERT_CHECK_PROOF, proofs + "/my." + name + ".proof"});
    INFO(run.out << run.err);
    CHECK(run.status == 0);
  }
}

TEST_CASE("of a thousand altered derivations check-proof takes none that is false", "[proofs]") {
  const temporary_directory folder;
  const random_cases cases(971, 1000);
  random_source source(cases.seed());
  std::vector<std::vector<std::string>> originals;
  for (const auto& [name, proof] : right_proofs())
    if (name != "names") originals.push_back(lines_of_file(proof));
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
  CHECK(altered.size() >= static_cast<std::size_t>(cases.count()) / 2);
  CHECK(accepted <= altered.size() / 3);
}
