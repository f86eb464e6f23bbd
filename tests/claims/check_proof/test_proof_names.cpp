// check-proof on names: those of a file obey the rules of a catalogue, whatever they are and in
// whatever role, and a verdict shows what they stand for.

#include <algorithm>
#include <map>
#include <sstream>

#include "language/syntax/builtins.hpp"
#include "support/catch.hpp"
#include "support/random_proof_files.hpp"
#include "support/run_program.hpp"
#include "support/stated_proofs.hpp"
#include "support/this_run.hpp"

namespace test_proof_names {

using namespace shufflecert;

namespace {

program_run checked(const temporary_directory& folder, const stated_proof& proof) {
  return run_command(
      {SHUFFLECERT_CHECK_PROOF, folder.file("a.proof", joined(lines_of_file(proof)))});
}

void refuses(const stated_proof& proof, const std::string& reason) {
  const temporary_directory folder;
  const program_run run = checked(folder, proof);
  INFO(joined(lines_of_file(proof)) << run.out << run.err);
  CHECK(run.status == 1);
  CHECK(run.out.starts_with("not valid "));
  CHECK(run.out.find(reason) != std::string::npos);
}

// What stands for an argument of a kind, and what does not.
std::string argument_of(value_kind kind, bool is_right) {
  switch (kind) {
    case value_kind::truth:
      return is_right ? "1 <= 2" : "1";
    case value_kind::pair:
      return is_right ? "rr_pair(2, 1)" : "1";
    case value_kind::law:
      return is_right ? "rr_law(1, 1, 1)" : "1";
    case value_kind::curve:
      return is_right ? "identity_curve" : "1";
    default:
      return is_right ? "1" : "rr_pair(2, 1)";
  }
}

// A call with so many arguments, of which the one at a place is of a wrong kind.
std::string call_of(const builtin& function, std::size_t count, std::size_t wrong = 1'000) {
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = std::min(i, function.parameters.size() - 1);
    const bool is_index = i == 0 && function.uses == argument_use::body;
    arguments.push_back(is_index ? (wrong == i ? "2" : "z")
                                 : argument_of(function.parameters[place].kind, wrong != i));
  }
  std::string text;
  for (const std::string& argument : in_the_other_order(function.name, arguments))
    text += (text.empty() ? "" : ", ") + argument;
  return std::string(function.name) + "(" + text + ")";
}

}  // namespace

TEST_CASE("check-proof refuses names that a catalogue refuses", "[proofs]") {
  // Each would make something false valid, or make it look like something else.
  refuses({{}, "binomial(pi, 2) >= 0", {}, {"integers pi"}}, "line 5: 'pi' cannot be a name");
  refuses({{}, "epsilon(rr_pair(9, 1), 1/9) <= 0", {}, {"define epsilon(p, d) = 0"}},
          "line 5: 'epsilon' cannot be a name");
  refuses({{}, "f(3) == 3", {}, {"define f(pi) = pi"}}, "'pi' cannot be a name");
  refuses({{}, "f(1, 2) == 1", {}, {"define f(u, u) = 1"}}, "the parameter 'u' stands here twice");
  refuses({{}, "f(1, 2) == 2", {}, {"define f(a b, c) = c"}}, "'a b' cannot be a name");
  refuses({{}, "f(1) == u", {}, {"define f(v) = u"}}, "'u' is no parameter of 'f'");
  refuses({{"x >= 0"}, "x <= 5", {}, {"let x = 5"}}, "a name is either local or a variable");
  refuses({{}, "x <= 5", {}, {"integers x", "let x = 5"}}, "either local or a variable");
  refuses({{}, "x <= 5", {}, {"let x = 5", "values x = 6"}}, "either local or a variable");
  refuses({{}, "x <= 5", {}, {"let x = 5", "let x = 4"}}, "'x' stands here twice");
  refuses({{}, "x <= 5", {}, {"let inf = 5"}}, "'inf' cannot be a name");
  refuses({{}, "a >= 2", {}, {"values a = 1 ; a = 2"}}, "'a' has two values");
  refuses({{}, "a >= 2", {}, {"let a = b", "let b = a"}}, "leads back to itself");
  refuses({{}, "f(2) >= 2", {}, {"define f(u) = g(u)", "define g(u) = f(u)"}},
          "leads back to itself");
  refuses({{}, "sum(pi, 1, 3, pi) == 6", {}}, "'pi' cannot be the name of an index");
  refuses({{}, "sum(3, 1, 3, 2) == 6", {}}, "'sum' needs the name of an index");
  refuses({{}, "and >= and", {}}, "'and' cannot be a name");
  refuses({{}, "exp >= exp", {}}, "'exp' cannot be a name");
  refuses({{"x >= 0"}, "1 <= 2 or nothing(x) >= 1", {}}, "there is no function 'nothing'");
  refuses({{"x >= 0"}, "exp(x, 1) <= exp(x, 1)", {}}, "'exp' has the wrong number of arguments");
  refuses({{}, "max(1) >= 1", {}}, "'max' has the wrong number of arguments");
  refuses({{"x >= 0"}, "x", {}}, "a condition has to stand where a number stands");
  refuses({{"x == (1 <= 2)"}, "x == x", {}}, "a number has to stand where a condition stands");
  refuses({{"n >= 2"}, "renyi(0*rr_pair(n, 1), 2) <= renyi(0, 2)", {}, {"integers n"}},
          "a number has to stand where a pair stands");
}

TEST_CASE("check-proof takes no statement for another of the same text", "[proofs]") {
  // A call of two arguments is none of one, however it is written.
  refuses({{"n >= 1", "index >= 0"},
           "sum(j, 1, n, max(j)) <= sum(j, 1, n, max(index, 0))",
           {},
           {"integers n", "integers index"}},
          "'max' has the wrong number of arguments");
  // A condition on a solution has no value where an argument of it has none.
  const temporary_directory folder;
  const program_run run = checked(folder, {{"f(1/(n - 3)) == 1"},
                                           "n == 3",
                                           {},
                                           {"exists n", "define f(u) = 1"},
                                           "evaluation",
                                           {"solution n = 3"}});
  CHECK(run.status == 3);
  CHECK(run.out.find("the solution is not certainly in the domain") != std::string::npos);
  // A proof of (K.10) is one of this claim, and of no other.
  const std::string lie = folder.file(
      "lie.proof",
      "shufflecert proof 4\nclaim a/b\nsays x\nstated 2 <= 1\nrule moments\nstatement for all mu > "
      "0, s >= 0: poisson_mean(mu, b, ((exp(s/(b + 1)) + exp(-s/(b + 1)))/2)^(b + 1)) <= "
      "exp(1*s^2/mu)\nc 1\nz0 1/2\nc* 13/25\nK 2500\ndelta 2/25\nsigma1 7/50\ncolumns 0\nend\n");
  const program_run other = run_command({SHUFFLECERT_CHECK_PROOF, lie});
  CHECK(other.status == 3);
  CHECK(other.out.find("the claim is not certainly what the rule proves") != std::string::npos);
}

TEST_CASE("check-proof shows all that a verdict is about", "[proofs]") {
  const temporary_directory folder;
  const std::string sum = [] {
    std::string text = "x";
    for (int i = 0; i < 200; ++i) text += " + x";
    return text;
  }();
  const auto said = [&](const stated_proof& proof) {
    const program_run run = checked(folder, proof);
    INFO(run.out);
    CHECK(run.status == 0);
    return run.out;
  };
  const auto contains = [](const std::string& text, const std::string& part) {
    INFO(text);
    CHECK(text.find(part) != std::string::npos);
  };
  contains(said({{"x >= 1", "n >= 2"},
                 "f(x, 2)*n >= b + c",
                 {},
                 {"integers n", "let b = 2*a", "let c = 0", "define f(u, v) = v*u + 1",
                  "values a = 0", "values a = 1"}}),
           "  let f(u, v) = v*u + 1\n"
           "  let b = 2*a\n"
           "  let c = 0\n"
           "  only for a = 0\n"
           "  only for a = 1\n"
           "  for all n, x with x >= 1, n >= 2; whole: n:\n"
           "  f(x, 2)*n >= b + c\n");
  // To the last letter.
  contains(said({{"x >= 0"}, sum + " >= 0", {}}), "\n  " + sum + " >= 0\n");
  contains(said({{"x >= 0", "n >= 1"},
                 "x^2 == 9*n",
                 {},
                 {"integers n", "exists n", "exists x"},
                 "evaluation",
                 {"solution n = 4 ; x = 6"}}),
           "  in the domain with x >= 0, n >= 1; whole: n\n  there are n x with x^2 == 9*n\n");
  // A path is a text of others, too.
  const std::string name = "b.proof: c\nvalid      d.proof";
  const program_run run = run_command({SHUFFLECERT_CHECK_PROOF, folder / name});
  CHECK(run.err.find('\n') == run.err.size() - 1);
}

// The table of the language is written down twice, here from that of the program.
TEST_CASE("every function of the language is known to check-proof, with its arguments",
          "[proofs]") {
  const temporary_directory folder;
  const auto is_understood = [&](const std::string& call) {
    // Whatever it is, it may be asked whether it is defined.
    const program_run run = checked(folder, {{}, "defined(" + call + ")", {}});
    INFO(call << "\n" << run.out << run.err);
    CHECK((run.status == 1 || run.status == 3));
    return run.status == 3;
  };
  CHECK(builtin_names().size() >= 60);
  for (const std::string& name : builtin_names()) {
    const builtin& function = *find_builtin(name);
    CHECK(is_understood(call_of(function, function.parameters.size())));
    CHECK(is_understood(call_of(function, function.required())));
    CHECK(is_understood(call_of(function, function.parameters.size() + 1)) ==
          function.repeats_last);
    if (function.required() > 1)
      CHECK_FALSE(is_understood(call_of(function, function.required() - 1)));
    for (std::size_t i = 0; i < function.parameters.size(); ++i)
      CHECK(is_understood(call_of(function, function.parameters.size(), i)) ==
            (function.parameters[i].kind == value_kind::unknown && name == "defined"));
    refuses({{}, "1 <= 2", {}, {"define " + name + "(u) = u"}}, "cannot be a name");
    refuses({{}, "1 <= 2", {}, {"let " + name + " = 1"}}, "cannot be a name");
  }
}

TEST_CASE("of many files with names of every sort check-proof takes none that is false",
          "[proofs][volume]") {
  const temporary_directory folder;
  const random_cases cases(4207, 400);
  random_source random(cases.seed());
  int valid = 0;
  int refused = 0;
  constexpr int at_once = 100;
  for (int made = 0; made < cases.count(); made += at_once) {
    std::vector<std::string> command{SHUFFLECERT_CHECK_PROOF};
    std::map<std::string, std::vector<std::string>> files;
    for (int i = 0; i < at_once; ++i) {
      std::vector<std::string> lines = random_proof_file(random);
      const std::string name = folder.file("names-" + std::to_string(i) + ".proof", joined(lines));
      command.push_back(name);
      files[name] = std::move(lines);
    }
    const program_run run = run_command(command);
    CHECK(run.status >= 0);
    CHECK(run.status <= 3);
    std::istringstream said(run.out);
    for (std::string line; std::getline(said, line);) {
      if (line.starts_with("not valid  ")) ++refused;
      if (!line.starts_with("valid      ")) continue;
      ++valid;
      const std::string name = line.substr(11, line.find(": ") - 11);
      const auto fault = fault_of_valid(files.at(name), random, 60);
      INFO(joined(files.at(name)));
      INFO((fault ? *fault : ""));
      CHECK_FALSE(fault);
    }
  }
  // Both happen often enough for the test to see something.
  CHECK(valid >= cases.count() / 10);
  CHECK(refused >= cases.count() / 10);
}

}  // namespace test_proof_names
