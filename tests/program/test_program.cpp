// The program as it is used: arguments, streams, files and exit statuses.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <tuple>

#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/texts.hpp"

namespace test_program {

namespace {

using json = nlohmann::json;

/// Unusable input: status 2, nothing on standard output, exactly one line on standard error.
std::string refused(const program_run& run) {
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
  REQUIRE(!run.err.empty());
  CHECK(run.err.back() == '\n');
  CHECK(run.err.rfind("shufflecert: ", 0) == 0);
  return run.err.substr(0, run.err.size() - 1);
}

std::string refused(const words& arguments) {
  std::string line = "shufflecert";
  for (const std::string& argument : arguments) line += " " + argument;
  INFO(line);
  return refused(run_program(arguments));
}

std::string claim(const std::string& id, const std::string& formula, const std::string& more = "") {
  return "[[claim]]\nid = \"" + id + "\"\nclaim = \"" + formula + "\"\n" + more;
}

const std::string heading = "format = 1\n";
const std::string tied_less = "(sqrt(3 + 2*sqrt(2)) - sqrt(2)) < 1";  // never decided

}  // namespace

TEST_CASE("a value for a variable that no formula has is refused, not ignored") {
  const std::string claim_of_n = "chen-2024-icassp/corollary-2/pair";
  const std::vector<std::tuple<words, std::string>> cases{
      {{"eval", "exp(2)", "--set", "n=3"}, "--set n: the formula has no variable 'n'"},
      {{"eval", "x + 1", "--set", "x=1", "--set", "n=1,2,3"}, "--set n: the formula has no var"},
      {{"eval", "x + 1", "--set", "x=1", "--set", "n=[1, 2]"}, "variable 'n'; it has x"},
      {{"eval", "exp(2)", "--set", "n=3", "--csv"}, "--set n: the formula has no variable 'n'"},
      {{"eval", "sum(k, 1, 3, k)", "--set", "k=2"}, "--set k: the formula has no variable 'k'"},
      {{"eval", "renyi(clone_pair(n, 2), 2)", "--set", "N=1000"},
       "--set gives 'N'; the formula has 'n'"},
      {{"eval", "n * exp(eps0)", "--set", "n=1", "--set", "esp0=1"},
       "--set gives 'esp0'; the formula has 'eps0'"},
      {{"account", "--round", "clone_pair(n, 2)", "--set", "N=10", "--delta", "1e-6"},
       "--set gives 'N'; --round has 'n'"},
      {{"account", "--round", "clone_pair(10, 2)", "--set", "k=3", "--delta", "1e-6"},
       "--set k: --round has no variable 'k'"},
      {{"calibrate", "n * exp(x) <= 3", "--over", "x", "--from", "0", "--to", "2", "--set", "N=1"},
       "--set gives 'N'; the relation has 'n'"},
      {{"calibrate", "exp(eps0) <= 3", "--over", "eps", "--from", "0", "--to", "2"},
       "--over gives 'eps'; the relation has 'eps0'"},
      {{"frontier", "exp(x) <= a", "--over", "x", "--from", "0", "--to", "2", "--set", "A=3"},
       "--set gives 'A'; the relation has 'a'"},
      {{"frontier", "exp(x) <= 3", "--over", "x", "--from", "0", "--to", "2", "--set", "n=3"},
       "--set n: the relation has no variable 'n'"},
      {{"falsify", "hockey_stick(any_mechanism(3, 1), 1/2) <= 1/2", "--set", "n=3"},
       "--set n: the formula has no variable 'n'"},
      {{"falsify", "hockey_stick(any_mechanism(n, 1), 1/2) <= 1/2", "--set", "N=3"},
       "--set gives 'N'; the formula has 'n'"},
      {{"show", claim_of_n, "--script", "python", "--set", "N=3"},
       "--set gives 'N'; claim '" + claim_of_n + "' has 'n'"},
      {{"compare", "--n", "100", "--eps0", "1", "--lambda", "2", "--set", "N=3"},
       "no bound has a parameter 'N'"}};
  for (const auto& [arguments, message] : cases) {
    INFO(message);
    CHECK(has(refused(arguments), message));
  }
}

TEST_CASE("numbers that other programs take are answered with the number as it is written here") {
  const words account{"account", "--round", "clone_pair(10, 1)"};
  const words round_of_n{"account", "--round", "clone_pair(n, 1)", "--delta", "1e-3"};
  const auto with = [](words command, const words& more) {
    command.insert(command.end(), more.begin(), more.end());
    return command;
  };
  const std::vector<std::tuple<words, std::string>> cases{
      {with(account, {"--delta", "1e-3", "--times", "thirty"}),
       "--times: expected a value, such as 1000, not the name 'thirty'"},
      {with(account, {"--delta", "1e-3", "--rounds", "30"}), "'--rounds'; --times says how many"},
      {with(account, {"--delta", "0"}), "must be above 0"},
      {with(round_of_n, {"--set", "n=1000,2000"}), "--along NAME"},
      {{"eval", "x", "--set", "x="}, "--set x: the value is missing"},
      {{"eval", "exp(1)", "--digits", "abc"}, "--digits abc: expected a number from 1 to 10000"},
      {{"eval", "exp(1)", "--digits", "0"}, "--digits 0: expected a number from 1 to 10000"},
      {{"verify", "--effort", "many"}, "--effort many: expected a number"},
      {{"eval", "95%"}, "write 95/100"},
      {{"compare", "--n", "50_000", "--eps0", "1"}, "digits are not grouped: 50000"},
      {{"compare", "--n", "50k", "--eps0", "1"}, "50*10^3"},
      {{"compare", "--n", "50,000", "--eps0", "1"}, "digits are not grouped: 50000"},
      {{"eval", "x", "--set", "x=1,050"}, "'1,050' is a list; digits are not grouped: 1050"},
      {{"calibrate", "a*x <= 1", "--over", "x", "--from", "0", "--to", "1", "--set", "a=50,000"},
       "digits are not grouped: 50000"},
      {{"frontier", "a*x <= 1", "--over", "x", "--from", "0", "--to", "1", "--set", "a=50,000"},
       "digits are not grouped: 50000"}};
  for (const auto& [arguments, message] : cases) {
    INFO(message);
    CHECK(has(refused(arguments), message));
  }
}

TEST_CASE("who asks account for pure epsilon is given a command that answers") {
  const auto command = [](const words& more) {
    words arguments{"account", "--delta", "0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const std::string said = refused(arguments);
    const std::size_t first = said.find("eval '") + 6;
    return said.substr(first, said.rfind('\'') - first);
  };
  CHECK(command({"--round", "clone_pair(10, 1)"}) == "epsilon(clone_pair(10, 1), 0)");
  const std::string composed = command({"--round", "rr_pair(3, 1)", "--times", "2"});
  CHECK(run_program({"eval", composed}).status == 0);
}

TEST_CASE("help is --help") {
  CHECK(run_program({"help"}).out == run_program({"--help"}).out);
  const program_run account = run_program({"help", "account"});
  CHECK(account.status == 0);
  CHECK(account.out == run_program({"account", "--help"}).out);
  CHECK(has(refused({"help", "acount"}), "did you mean 'account'"));
}

TEST_CASE("a file where a folder or results are expected is said to be one") {
  const temporary_directory folder;
  const std::string file = folder.file("own.toml", "format = 1\n");
  const std::string advice = "'" + file + "' is a file; give a folder";
  CHECK(has(refused({"verify", "repaired/poisson-moment", "--proofs", file}), advice));
  CHECK(has(refused({"verify", "repaired/poisson-moment", "--coq", file + "/a"}), advice));
  CHECK(has(refused({"report", "results.json", "--output", file}), advice));
  const std::string sentence =
      "this is not a results file of 'shufflecert verify --output' (it is not JSON";
  for (const words& command : {words{"recheck", file}, words{"merge", file},
                               words{"report", file, "--output", folder / "audit"},
                               words{"letter", "girgis-2021", "--results", file}})
    CHECK(has(refused(command), sentence));
}

TEST_CASE("eval says how many digits were reached, and so many are reached then") {
  const std::string formula = "epsilon(compose(clone_pair(1000, 3), 12), 1e-6)";
  const program_run run = run_program({"eval", formula});
  CHECK(run.status == 3);
  const std::size_t at = run.err.find(" of 15 digits were reached: --digits ");
  REQUIRE(at != std::string::npos);
  const std::string digits = run.err.substr(run.err.find(": ") + 2, at - run.err.find(": ") - 2);
  CHECK(has(run.err, "--digits " + digits + " "));
  CHECK(run_program({"eval", formula, "--digits", digits}).status == 0);
}

TEST_CASE("account says which digits were not reached") {
  const program_run run = run_program({"account", "--round", "clone_pair(1000, 3)", "--times", "12",
                                       "--delta", "1e-6", "--digits", "15"});
  CHECK(run.status == 3);
  CHECK(has(run.out, " of 15 digits were reached"));
  const program_run few = run_program({"account", "--round", "clone_pair(1000, 3)", "--times", "12",
                                       "--delta", "1e-6", "--digits", "3"});
  CHECK_FALSE(has(few.out, "digits were reached"));
}

TEST_CASE("a definition of a file may have parameters that --set gives") {
  const temporary_directory folder;
  const std::string file = folder.file(
      "own.toml",
      "format = 1\n[[define]]\nname = \"twice\"\nparameters = [\"n\"]\nvalue = \"2*n\"\n");
  const program_run run = run_program({"eval", "twice(n)", "--set", "n=3", "--file", file});
  INFO(run.err);
  CHECK(run.status == 0);
  CHECK(has(run.out, "6"));
}

TEST_CASE("every command explains itself") {
  const program_run program = run_program({"--help"});
  CHECK(program.status == 0);
  CHECK(program.err.empty());
  for (const char* command : {"eval", "verify", "show", "report"}) {
    INFO(command);
    CHECK(has(program.out, command));
    const program_run help = run_program({command, "--help"});
    CHECK(help.status == 0);
    CHECK(help.err.empty());
    for (const char* option : {"--help", "--json", "--timeout", "--version"})
      CHECK(has(help.out, option));
  }
  CHECK(has(run_program({"eval", "--help"}).out, "--set"));
  CHECK(has(run_program({"eval", "--help"}).out, "--digits"));
  CHECK(has(run_program({"verify", "--help"}).out, "--output"));
  CHECK(has(run_program({"report", "--help"}).out, "--output"));
  CHECK(has(run_program({"verify", "--help"}).out, "Exit status"));
}

TEST_CASE("every command knows its version") {
  const program_run program = run_program({"--version"});
  CHECK(program.status == 0);
  CHECK(program.err.empty());
  CHECK(program.out.rfind("shufflecert ", 0) == 0);
  for (const char* command : {"eval", "verify", "show", "report"}) {
    INFO(command);
    const program_run run = run_program({command, "--version"});
    CHECK(run.status == 0);
    CHECK(run.out == program.out);
  }
}

TEST_CASE("wrong usage is one line and status 2") {
  refused(words{});
  CHECK(has(refused({"evaluate"}), "evaluate"));
  CHECK(has(refused({"eval"}), "FORMULA"));
  CHECK(has(refused({"eval", "1", "2"}), "2"));
  CHECK(has(refused({"eval", "1", "--bogus"}), "--bogus"));
  CHECK(has(refused({"verify", "--bogus"}), "--bogus"));
  CHECK(has(refused({"verify", "--efort", "3"}),
            "'verify' has no option '--efort'; did you mean '--effort'?"));
  CHECK(has(refused({"eval", "--digit=3"}), "did you mean '--digits'?"));
  CHECK(has(refused({"frontier", "x <= 1", "--Over", "x"}), "did you mean '--over'?"));
  CHECK(has(refused({"compare", "--n", "2", "--lamda", "2"}), "did you mean '--lambda'?"));
  CHECK(has(refused({"show", "a", "b"}), "'a'"));
  refused({"report"});
  CHECK(has(refused({"report", "x.json"}), "--output"));
  CHECK(has(refused({"verify", "--output"}), "--output"));
  for (const char* digits : {"0", "-1", "10001", "many", "1.5", ""})
    CHECK(has(refused({"eval", "1", "--digits", digits}), "--digits"));
  for (const char* seconds : {"0", "-1", "soon", "nan", ""}) {
    CHECK(has(refused({"eval", "1", "--timeout", seconds}), "--timeout"));
    CHECK(has(refused({"verify", "--timeout", seconds}), "--timeout"));
  }
}

TEST_CASE("wrong settings name what is wrong") {
  CHECK(has(refused({"eval", "x", "--set", "x"}), "--set x: expected NAME=VALUE"));
  CHECK(has(refused({"eval", "x", "--set", "=1"}), "'' cannot be a variable"));
  CHECK(has(refused({"eval", "x", "--set", "1x=1"}), "'1x' cannot be a variable"));
  CHECK(has(refused({"eval", "x", "--set", "exp=1"}), "'exp' cannot be a variable"));
  CHECK(has(refused({"eval", "x", "--set", "pi=3"}), "'pi' cannot be a variable"));
  CHECK(has(refused({"eval", "x", "--set", "\xCE\xB5=3"}), "cannot be a variable"));
  CHECK(has(refused({"eval", "x", "--set", "x=1", "--set", "x=2"}), "'x' is set twice"));
  CHECK(has(refused({"eval", "x", "--set", "x="}), "--set x: the value is missing"));
  CHECK(has(refused({"eval", "x", "--set", "x=1+"}), "--set x, column 3: expected a number"));
  CHECK(has(refused({"eval", "x", "--set", "x=y", "--set", "y=1"}), "not the name 'y'"));
  CHECK(has(refused({"eval", "x", "--set", "x=2*y"}), "--set x, column 3: unknown variable 'y'"));
  CHECK(has(refused({"eval", "x*y", "--set", "x=1"}),
            "the formula, column 3: variable 'y' has no value; add --set y=VALUE"));
  CHECK(has(refused({"eval", "2*n"}),
            "the formula, column 3: variable 'n' has no value; add --set n=VALUE"));
  CHECK(has(refused({"eval", "2*N", "--set", "n=1"}), "--set gives 'n'; the formula has 'N'"));
  CHECK(has(refused({"eval", "e^2"}), "unknown variable 'e'; write exp(2)"));
  CHECK(has(refused({"account", "--round", "clone_pair(n, 1)", "--delta", "1e-6"}),
            "--round, column 12: variable 'n' has no value; add --set n=VALUE"));
}

TEST_CASE("formulas that cannot be evaluated") {
  CHECK(refused({"eval", "1 +"}) ==
        "shufflecert: the formula, column 4: expected a number, a name, '-' or '('; found the end "
        "of the formula");
  CHECK(refused({"eval", "1/0"}) ==
        "shufflecert: the formula has no value: division by zero in '1/0'");
  CHECK(has(refused({"eval", "clone_pair(2, 1)"}), "the formula is a pair"));
  CHECK(has(refused({"eval", "renyi(clone_pair(0, 1), 2)"}), "has no value"));
  CHECK(has(refused({"eval", ""}), "column 1"));
  CHECK(has(refused({"eval", "1\n+\n"}), "column 4"));
  // What is missing is missing behind the last character, however many blank lines follow.
  CHECK(has(refused({"eval", "1 +\n\n\n"}), "column 4"));
  CHECK(has(refused({"eval", "renyi(clone_pair(2, 1),  \n \n"}), "column 24"));
  CHECK(run_program({"eval", "1 + 1\n\n \n"}).out == run_program({"eval", "1 + 1"}).out);
  CHECK(has(refused({"eval", "clone_pair(pi, 1)"}),
            "n must be a whole number in 'clone_pair(pi, 1)'"));
  CHECK(has(refused({"eval", "rounds_to(inf, inf, 1)"}), "inf - inf"));
  const program_run large = run_program({"eval", "9^9^9^9"});
  CHECK(large.status == 3);
  CHECK(has(large.err, "the power is beyond 2^(2^61), which is out of range"));
  CHECK(has(refused({"eval", "\xFF"}), "column 1"));
}

TEST_CASE("eval computes by the method asked for") {
  const std::string formula = "renyi(clone_pair(2500, 1), 2)";
  const auto by = [&](const std::string& method) {
    const program_run run =
        run_program({"eval", formula, "--method", method, "--digits", "6", "--json"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    return json::parse(run.out);
  };
  const json summed = by("direct-summation");
  const json expanded = by("windowed-moments");
  CHECK(summed.at("method") == "direct summation");
  CHECK(expanded.at("method") == "windowed moments");
  CHECK_FALSE(by("automatic").at("method").get<std::string>().empty());
  // D_2 = log(1 + 2S), one value: the printed ends of both enclosures agree to 6 digits and more.
  CHECK(summed.at("lower").get<std::string>().substr(0, 8) ==
        expanded.at("lower").get<std::string>().substr(0, 8));
  const std::string help = run_program({"eval", "--help"}).out;
  for (const char* name : {"automatic", "direct-summation", "windowed-moments", "line-integral"})
    CHECK(has(help, name));
}

TEST_CASE("a method that does not apply is refused with what does") {
  const std::string unknown = refused({"eval", "1", "--method", "guessing"});
  CHECK(has(unknown, "--method"));
  CHECK(has(unknown, "direct-summation"));
  const std::string few = refused(
      {"eval", "renyi(clone_pair(n, 2), 4)", "--set", "n=50", "--method", "closed-moments"});
  CHECK(has(few, "--method closed-moments does not compute 'renyi(clone_pair(n, 2), 4)'"));
  CHECK(has(few, "possible here: "));
  CHECK(has(few, "direct-summation"));
  CHECK(has(refused({"eval", "hockey_stick(gaussian_pair(1), 1)", "--method", "direct-summation"}),
            "possible here: closed-form"));
  // It says nothing about whether the value exists.
  refused({"eval", "defined(renyi(clone_pair(50, 2), 4))", "--method", "closed-moments"});
  refused({"eval", "if(defined(renyi(clone_pair(50, 2), 4)), 1, 2)", "--method", "closed-moments"});
  // A formula without quantities has nothing to choose.
  CHECK(has(run_program({"eval", "1/4", "--method", "line-integral"}).out, "lower  0.25\n"));
}

TEST_CASE("eval prints enclosures") {
  const program_run exact = run_program({"eval", "1/8 + x", "--set", "x=1/4"});
  CHECK(exact.status == 0);
  CHECK(exact.err.empty());
  CHECK(has(exact.out, "lower  0.375\nupper  0.375\n"));
  // sqrt(2) = 1.414213562373095048801688724209698…
  const program_run root = run_program({"eval", "sqrt(2)", "--digits", "20"});
  CHECK(root.status == 0);
  CHECK(has(root.out, "lower  1.4142135623730950488"));
  CHECK(has(root.out, "upper  1.4142135623730950488"));
  CHECK(has(run_program({"eval", "--set", "a=1", "--set", "b=2", "a + b"}).out, "lower  3\n"));
  CHECK(has(run_program({"eval", "inf"}).out, "lower  inf\nupper  inf\n"));
  CHECK(has(run_program({"eval", "--", "-1/2"}).out, "lower  -0.5\nupper  -0.5\n"));
  CHECK(run_program({"eval", "pi", "--digits", "10000"}).status == 0);
  CHECK(run_program({"eval", "pi", "--digits", "1"}).status == 0);
}

TEST_CASE("eval decides comparisons") {
  const program_run yes = run_program({"eval", "1 < 2"});
  CHECK(yes.status == 0);
  CHECK(yes.out == "true\n");
  const program_run no = run_program({"eval", "exp(log(3)) < 3"});
  CHECK(no.status == 0);
  CHECK(no.out == "false\n");
  const program_run tied = run_program({"eval", "(sqrt(3 + 2*sqrt(2)) - sqrt(2)) == 1"});
  CHECK(tied.status == 0);
  CHECK(tied.out == "equal to 50 digits\n");
  const program_run open = run_program({"eval", tied_less});
  CHECK(open.status == 3);
  CHECK(open.out == "undecided\n");
  CHECK(std::count(open.err.begin(), open.err.end(), '\n') == 1);
}

TEST_CASE("eval --json has the keys of the contract") {
  const program_run value = run_program({"eval", "2*pi", "--json", "--digits", "20"});
  REQUIRE(value.status == 0);
  CHECK(value.err.empty());
  const json number = json::parse(value.out);
  for (const char* key :
       {"formula", "lower", "upper", "digits", "precision_bits", "method", "seconds"}) {
    INFO(key);
    CHECK(number.contains(key));
  }
  CHECK(number.at("formula") == "2*pi");
  CHECK(number.at("digits") == 20);
  // 2·pi = 6.283185307179586476925286766559…
  CHECK(number.at("lower").get<std::string>().rfind("6.2831853071795864769", 0) == 0);
  CHECK(number.at("upper").get<std::string>().rfind("6.2831853071795864769", 0) == 0);
  CHECK(number.at("lower").get<std::string>() < number.at("upper").get<std::string>());
  CHECK(number.at("precision_bits").get<long>() >= 67);
  CHECK(number.at("method").is_string());
  CHECK(number.at("seconds").get<double>() >= 0);
  const json infinite = json::parse(run_program({"eval", "inf", "--json"}).out);
  CHECK(infinite.at("lower") == "inf");
  CHECK(infinite.at("upper") == "inf");
  const auto truth_of = [](const std::string& formula) {
    const json answer = json::parse(run_program({"eval", formula, "--json"}).out);
    CHECK_FALSE(answer.contains("lower"));
    for (const char* key : {"formula", "precision_bits", "method", "seconds"})
      CHECK(answer.contains(key));
    return answer.at("truth");
  };
  CHECK(truth_of("1 < 2") == true);
  CHECK(truth_of("2 < 1") == false);
  CHECK(truth_of(tied_less).is_null());
}

TEST_CASE("eval says when it runs out of time or precision") {
  const words heavy{"eval", "hockey_stick(printed_pair(1000000, 1, 1/2), 1/1000)", "--timeout",
                    "0.2"};
  const program_run run = run_program(heavy);
  CHECK(run.status == 3);
  CHECK(run.err == "shufflecert: the time limit was reached\n");
  words as_json = heavy;
  as_json.push_back("--json");
  const program_run told = run_program(as_json);
  CHECK(told.status == 3);
  const json answer = json::parse(told.out);
  CHECK(answer.at("lower") == "-inf");
  CHECK(answer.at("upper") == "inf");
  CHECK(answer.at("digits") == 0);
  CHECK(answer.at("message") == "the time limit was reached");
  const program_run zero = run_program({"eval", "(sqrt(3 + 2*sqrt(2)) - sqrt(2)) - 1"});
  CHECK(zero.status == 3);
  CHECK(has(zero.out, "lower  -"));
}

TEST_CASE("the time limit holds inside definitions too") {
  const temporary_directory scratch;
  std::string text = heading + "[[define]]\nname = \"d0\"\nparameters = [\"x\"]\nvalue = \"x\"\n";
  for (int i = 1; i < 60; ++i) {
    // At a value of its own each time: what is known is not computed again.
    const std::string below = "d" + std::to_string(i - 1);
    text += "[[define]]\nname = \"d" + std::to_string(i) + "\"\nparameters = [\"x\"]\nvalue = \"" +
            below + "(2*x) + " + below + "(2*x + 1)\"\n";
  }
  const std::string file = scratch.file("deep.toml", text + claim("deep", "d59(1) > 0"));
  // `timeout` ends what does not end by itself.
  const program_run run =
      run_command({"timeout", "10", SHUFFLECERT_PROGRAM, "verify", file, "--timeout", "0.2"});
  CHECK(run.status == 3);
}

TEST_CASE("the exit status of verify", "[volume]") {
  const temporary_directory scratch;
  const auto status = [&](const std::string& claims) {
    const std::string file = scratch.file("claims.toml", heading + claims);
    const program_run run = run_program({"verify", file});
    CHECK(run.err.empty());
    CHECK_FALSE(run.out.empty());
    return run.status;
  };
  CHECK(status(claim("t/a", "1 < 2")) == 0);
  CHECK(status(claim("t/a", "2 < 1")) == 1);
  CHECK(status(claim("t/a", "2 < 1", "expect = \"refuted\"\n")) == 0);
  CHECK(status(claim("t/a", "1 < 2", "expect = \"refuted\"\n")) == 1);
  CHECK(status(claim("t/a", "1/0 < 2")) == 2);
  CHECK(status(claim("t/a", "1 <")) == 2);
  CHECK(status(claim("t/a", tied_less)) == 3);
  CHECK(status(claim("t/a", tied_less, "expect = \"undecided\"\n")) == 0);
  CHECK(status(claim("t/a", "1 <") + claim("t/b", "2 < 1") + claim("t/c", tied_less)) == 2);
  CHECK(status(claim("t/b", "2 < 1") + claim("t/c", tied_less) + claim("t/a", "1 < 2")) == 1);
}

TEST_CASE("verify tells what it found") {
  const temporary_directory scratch;
  const std::string file =
      scratch.file("claims.toml", heading + claim("t/good", "x > 0", "check = { x = [1, 2] }\n") +
                                      claim("t/bad", "x <= 1", "check = { x = [1, 5] }\n") +
                                      claim("t/broken", "1 <"));
  const program_run run = run_program({"verify", file});
  CHECK(run.status == 2);
  CHECK(has(run.out, "verified   t/good\n"));
  CHECK(has(run.out, "refuted    t/bad\n"));
  CHECK(has(run.out, "at x = 5: 'x <= 1' is false"));
  CHECK(has(run.out, "invalid    t/broken\n"));
  CHECK(has(run.out, file + ":" + "12: [[claim]]: key 'claim': column 4"));
  CHECK(has(run.out, "3 claims: 1 refuted, 1 invalid, 1 verified; 2 not as expected"));
  // Nothing but the results: progress is for terminals.
  CHECK(run.err.empty());
  CHECK_FALSE(has(run.out, "\r"));
  CHECK_FALSE(has(run.out, "\x1b"));
}

TEST_CASE("verify writes results that stand on their own") {
  const temporary_directory scratch;
  const std::string file =
      scratch.file("claims.toml", heading + claim("t/b", "2 < 1") + claim("t/a", "1 < 2"));
  const std::string output = scratch / "results.json";
  const program_run run = run_program({"verify", file, "--output", output});
  CHECK(run.status == 1);
  const json root = json::parse(text_of_file(output));
  REQUIRE(root.at("claims").size() == 2);
  CHECK(root.at("claims")[0].at("id") == "t/b");
  CHECK(root.at("claims")[0].at("verdict") == "refuted");
  CHECK(root.at("claims")[1].at("id") == "t/a");
  CHECK(has(root.at("command").get<std::string>(), "verify"));
  const auto input = std::find_if(root.at("inputs").begin(), root.at("inputs").end(),
                                  [&](const json& one) { return one.at("file") == file; });
  REQUIRE(input != root.at("inputs").end());
  const program_run hash = run_command({"sha256sum", file});
  REQUIRE(hash.status == 0);
  CHECK(input->at("sha256") == hash.out.substr(0, 64));
  // --json prints the same, apart from the time that it took and the command.
  json printed = json::parse(run_program({"verify", file, "--json"}).out);
  CHECK(printed.at("claims").size() == 2);
  CHECK(printed.at("claims")[0].at("witness") == root.at("claims")[0].at("witness"));
  // Nothing else is left behind.
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(scratch.path()))
    ++files;
  CHECK(files == 2);
}

TEST_CASE("results are replaced, and kept when the new run is refused") {
  const temporary_directory scratch;
  const std::string output = scratch.file("results.json", "old");
  refused({"verify", scratch / "missing.toml", "--output", output});
  CHECK(text_of_file(output) == "old");
  refused({"verify", scratch.file("bad.toml", "format = = 1"), "--output", output});
  CHECK(text_of_file(output) == "old");
  const std::string good = scratch.file("good.toml", heading + claim("t/a", "1 < 2"));
  CHECK(run_program({"verify", good, "--output", output}).status == 0);
  CHECK(json::parse(text_of_file(output)).at("claims").size() == 1);
}

TEST_CASE("files that cannot be read or written") {
  const temporary_directory scratch;
  const std::string good = scratch.file("good.toml", heading + claim("t/a", "1 < 2"));
  CHECK(has(refused({"verify", scratch / "missing.toml"}), "missing.toml'"));
  CHECK(has(refused({"verify", scratch.path().string()}), "it is a directory"));
  CHECK(has(refused({"verify", scratch.file("empty.toml", "")}), "empty.toml:1: "));
  CHECK(has(refused({"verify", scratch.file("none.toml", heading)}), "holds no [[claim]]"));
  CHECK(has(refused({"verify", scratch.file("line\nend.toml", "format = 2\n")}), "line"));
  CHECK(has(refused({"verify", good, "--output", scratch / "none/results.json"}),
            "there is no directory"));
  CHECK_FALSE(std::filesystem::exists(scratch / "none"));
  CHECK(has(refused({"verify", good, "--output", scratch.path().string()}), "it is a directory"));
  CHECK(has(refused({"report", scratch / "missing.json", "--output", scratch / "r"}),
            "missing.json'"));
  CHECK_FALSE(std::filesystem::exists(scratch / "r"));
}

TEST_CASE("files that are no texts are refused as what they are") {
  const temporary_directory folder;
  const auto complaint = [&](const std::string& text, bool is_table) {
    const std::string file = folder.file("given", text);
    return is_table ? refused({"check", file, "--claim", "x <= 1"}) : refused({"verify", file});
  };
  for (const bool is_table : {false, true}) {
    CHECK(has(complaint(std::string("\x1F\x8B\x08\0abc", 7), is_table),
              "it is packed by gzip; unpack"));
    CHECK(has(complaint("PK\x03\x04", is_table), "it is packed by zip"));
    CHECK(has(complaint("BZh91AY&SY", is_table), "it is packed by bzip2"));
    CHECK(has(complaint(std::string("format = 1\nx\0", 13), is_table), "2:"));
    CHECK(
        has(complaint(std::string("format = 1\nx\0", 13), is_table), "there is a zero byte (NUL)"));
  }
  CHECK(has(refused({"recheck", folder.file("packed", "\x1F\x8B\x08")}), "packed by gzip"));
}

TEST_CASE("output that cannot be delivered is not success") {
  // /dev/full takes nothing.
  const program_run run =
      run_command({"sh", "-c", std::string("\"") + SHUFFLECERT_PROGRAM + "\" eval 1 > /dev/full"});
  CHECK(run.status != 0);
  CHECK_FALSE(run.err.empty());
}

TEST_CASE("nothing is written about a paper without a finding") {
  const temporary_directory scratch;
  const std::string output = scratch / "letter.md";
  const program_run run = run_program({"letter", "cheu-2019", "--output", output});
  CHECK(run.status == 2);
  CHECK(run.out.empty());
  CHECK(run.err ==
        "shufflecert: there is nothing to write: no statement of 'cheu-2019' has a finding. All 2 "
        "are "
        "set aside because our copy of the text is unclear.\n");
  CHECK_FALSE(std::filesystem::exists(output));
}

TEST_CASE("unknown names come with a suggestion") {
  CHECK(has(refused({"verify", "chen-2024-arxvi"}), "did you mean 'chen-2024-arxiv'?"));
  CHECK(has(refused({"show", "chen-2024-arxvi"}), "did you mean 'chen-2024-arxiv'?"));
  CHECK(has(refused({"show", "no such thing at all"}), "'shufflecert show' lists"));
  CHECK(has(refused({"show", "feldman-2021"}),
            "did you mean 'feldman-2023', 'feldman-2025-allocation' or 'feldman-2026-pld'?"));
  for (const char* command : {"letter", "coverage"}) {
    CHECK(has(refused({command, "feldman-2021"}), "did you mean 'feldman-20"));
    const std::string unknown = refused({command, "no-such-paper"});
    CHECK(has(unknown, "'shufflecert coverage' lists the"));
    CHECK(unknown.size() < 200);
  }
}

TEST_CASE("wrong usage names the help that explains it") {
  CHECK(has(refused({"eval"}), "see 'shufflecert eval --help'"));
  CHECK(has(refused({"calibrate", "x < 1"}), "see 'shufflecert calibrate --help'"));
  CHECK(has(refused({"--no-such-option"}), "see 'shufflecert --help'"));
  CHECK(has(refused({"show", "opacus"}), "did you mean 'software/opacus'?"));
  CHECK(has(refused({"letter", "opacus"}), "did you mean 'software/opacus'?"));
  CHECK(has(refused({"verify", "gone.toml"}), "cannot read 'gone.toml': there is no such file"));
  CHECK(has(refused({"account", "--round", "rr_pair(9, 1)", "--delta", "0.1", "--eps", "1"}),
            "give only one of --delta VALUE and --epsilon VALUE"));
  CHECK(has(refused({"eval", "-exp(1)"}),
            "a formula that begins with '-' goes after '--': shufflecert eval -- '-exp(1)'"));
  CHECK(has(refused({"verfy"}), "there is no command 'verfy'; did you mean 'verify'?"));
  // Every command is in the list of them.
  const std::string list = refused({"nonsense-of-a-word"});
  for (const char* name :
       {"eval", "compare", "check", "verify", "show", "coverage", "letter", "methods", "frontier",
        "falsify", "account", "calibrate", "report", "recheck", "merge"})
    CHECK(has(list, name));
  CHECK(has(refused({"show", ""}), "there is no file, claim or paper ''"));
}

TEST_CASE("show lists the claims and shows one") {
  const program_run list = run_program({"show"});
  CHECK(list.status == 0);
  CHECK(list.err.empty());
  const json all = json::parse(run_program({"show", "--json"}).out);
  REQUIRE(all.is_array());
  CHECK(static_cast<std::size_t>(std::count(list.out.begin(), list.out.end(), '\n')) == all.size());
  for (const json& one : all) CHECK(has(list.out, one.at("id").get<std::string>() + " "));
  // An id stands for the claims below it, too.
  const auto is_alone = [&](const std::string& id) {
    return std::none_of(all.begin(), all.end(), [&](const json& one) {
      return one.at("id").get<std::string>().starts_with(id + "/");
    });
  };
  const auto plain = std::find_if(all.begin(), all.end(), [&](const json& one) {
    return one.at("kind") == "forall" && is_alone(one.at("id"));
  });
  REQUIRE(plain != all.end());
  const std::string id = plain->at("id");
  const program_run shown = run_program({"show", id});
  CHECK(shown.status == 0);
  CHECK(has(shown.out, id));
  CHECK(has(shown.out, plain->at("claim").get<std::string>()));
  const json one = json::parse(run_program({"show", id, "--json"}).out);
  CHECK(one.at("id") == id);
}

TEST_CASE("verify takes claims and papers by name, in the order of the catalogue", "[volume]") {
  // Quick ones: this compares finite sums of a few terms.
  const std::string id = "chen-2024-arxiv/theorem-1/conditional-law";
  const program_run run = run_program({"verify", id, "--json"});
  CHECK(run.status == 0);
  const json root = json::parse(run.out);
  REQUIRE(root.at("claims").size() == 1);
  CHECK(root.at("claims")[0].at("id") == id);
  CHECK(root.at("claims")[0].at("verdict") == "refuted");
  const std::string other = "chen-2024-arxiv/theorem-1/c0";
  const json both = json::parse(run_program({"verify", other, id, other, "--json"}).out);
  REQUIRE(both.at("claims").size() == 2);
  CHECK(both.at("claims")[0].at("id") == id);  // it stands before the other in its file
  CHECK(both.at("claims")[1].at("id") == other);
}

TEST_CASE("users' files may use the built-in definitions, not redefine them") {
  const temporary_directory scratch;
  const json all = json::parse(run_program({"show", "--json"}).out);
  std::string defined;
  for (const json& one : all)
    for (const json& entry : one.at("definitions")) defined = entry.at("name");
  REQUIRE_FALSE(defined.empty());
  const std::string file =
      scratch.file("again.toml", heading + "[[define]]\nname = \"" + defined +
                                     "\"\nparameters = [\"x\"]\nvalue = \"x\"\n");
  CHECK(has(refused({"verify", file}),
            "again.toml:3: [[define]]: key 'name': '" + defined + "' is defined twice"));
}

TEST_CASE("the program works from any directory") {
  const temporary_directory scratch;
  std::ignore = scratch.file("claims.toml", heading + claim("t/a", "1 < 2"));
  const program_run run =
      run_program({"verify", "claims.toml", "--output", "results.json"}, scratch.path());
  CHECK(run.status == 0);
  CHECK(json::parse(text_of_file(scratch / "results.json")).at("claims").size() == 1);
  const program_run report =
      run_program({"report", "results.json", "--output", "a/b"}, scratch.path());
  CHECK(report.status == 0);
  CHECK(has(text_of_file(scratch / "a/b/index.html"), "t/a"));
  CHECK(has(text_of_file(scratch / "a/b/report.md"), "t/a"));
  CHECK(run_program({"show"}, scratch.path()).status == 0);
}

TEST_CASE("a deadline leaves claims undecided, with results") {
  const temporary_directory scratch;
  const std::string file = scratch.file(
      "heavy.toml",
      heading +
          claim("t/heavy", "hockey_stick(printed_pair(n, 1, 1/2), 1/1000) > 0",
                "domain = [\"n >= 1\"]\nintegers = [\"n\"]\ncheck = { n = [1000000] }\n") +
          claim("t/after", "x > 0", "domain = [\"x >= 1\"]\ncheck = { x = [1, 2] }\n"));
  const std::string output = scratch / "results.json";
  // On a busy machine the heavy claim may be given up before it looks at the time, and then lists
  // no points (docs/reference/commands.md): that must not be so every time. The catalogue is read
  // in the same time, which takes an instrumented program some seconds: then nothing is written.
  bool lists_its_point = false;
  int seconds = 4;
  for (int attempt = 0; attempt < 5 && !lists_its_point; ++attempt, seconds *= 2) {
    // One after the other: side by side, the second would be done long before.
    const program_run run = run_program({"verify", file, "--timeout", std::to_string(seconds),
                                         "--threads", "1", "--output", output});
    CHECK(run.status == 3);
    if (has(run.err, "before the claims were read")) continue;
    const json claims = json::parse(text_of_file(output)).at("claims");
    REQUIRE(claims.size() == 2);
    for (const json& one : claims) {
      CHECK(one.at("verdict") == "undecided");
      CHECK(has(one.at("message"), "the time limit was reached"));
    }
    lists_its_point = claims[0].at("undecided") == json::array({{{"n", "1000000"}}});
  }
  CHECK(lists_its_point);
}

TEST_CASE("report writes a site, and refuses what is not a results file", "[volume]") {
  const temporary_directory scratch;
  const std::string file = scratch.file("c.toml", heading + claim("t/<b>", "2 < 1"));
  const std::string results = scratch / "results.json";
  CHECK(run_program({"verify", file, "--output", results}).status == 1);
  const program_run run = run_program({"report", results, "--output", scratch / "audit"});
  CHECK(run.status == 0);
  CHECK(run.err.empty());
  std::string files;
  for (const char* name : {"index.html", "claims.html", "style.css", "site.js", "report.md",
                           "results.csv", "junit.xml", "results.sarif"})
    files += (scratch / "audit") + "/" + name + "\n";
  files += (scratch / "audit") + "/paper/: 1 file\n" + (scratch / "audit") + "/claim/: 1 file\n";
  CHECK(run.out == files);
  const std::string page = "claim/t._3cb_3e.html";
  CHECK(has(text_of_file(scratch / "audit/" + page), "Refuted."));
  // Another report into the same folder leaves no page of a claim that it does not have, and what
  // is not of a report stays.
  const std::string kept = scratch.file("audit/claim/notes.txt", "mine");
  const std::string other = scratch.file("d.toml", heading + claim("t/other", "2 < 1"));
  run_program({"verify", other, "--output", scratch / "other.json"});
  CHECK(run_program({"report", scratch / "other.json", "--output", scratch / "audit"}).status == 0);
  CHECK_FALSE(std::filesystem::exists(scratch / "audit/" + page));
  CHECK(std::filesystem::exists(scratch / "audit/claim/t.other.html"));
  CHECK(text_of_file(kept) == "mine");
  CHECK(run_program({"report", results, "--output", scratch / "audit"}).status == 0);
  CHECK(has(text_of_file(scratch / "audit/index.html"), "t/&lt;b&gt;"));
  for (const char* text : {"", "{", "{}", "[1]", "not json", "{\"claims\": [1]}"}) {
    INFO(text);
    const std::string broken = scratch.file("broken.json", text);
    CHECK(has(refused({"report", broken, "--output", scratch / "none"}),
              "this is not a results file"));
    CHECK_FALSE(std::filesystem::exists(scratch / "none"));
  }
  // A file stands where the directory should be.
  const std::string in_the_way = scratch.file("taken", "x");
  refused({"report", results, "--output", in_the_way});
  CHECK(text_of_file(in_the_way) == "x");
}

}  // namespace test_program
