// An index may have the name of a variable, or of an index around it, and then hides it. No rule of
// proof may take the one for the other: not the program's, and not check-proof's.

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "claims/derivation/derive.hpp"
#include "support/claim_pairs.hpp"
#include "support/judged_claims.hpp"
#include "support/proof_counterexample.hpp"
#include "support/run_program.hpp"
#include "support/stated_proofs.hpp"
#include "support/values_at_points.hpp"

namespace test_hidden_names {

namespace {

using namespace shufflecert;
using namespace shufflecert::claims;

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

// The text with every name `from` in it as `to`.
std::string with_name(const std::string& text, const std::string& from, const std::string& to) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && is_part_of_name(text[end])) ++end;
    if (end == i) {
      result += text[i++];
      continue;
    }
    const std::string word = text.substr(i, end - i);
    result += word == from ? to : word;
    i = end;
  }
  return result;
}

stated_proof with_name(stated_proof proof, const std::string& from, const std::string& to) {
  const auto change = [&](std::string& text) { text = with_name(text, from, to); };
  for (auto* lines : {&proof.domain, &proof.steps, &proof.others, &proof.entries})
    std::for_each(lines->begin(), lines->end(), change);
  change(proof.stated);
  return proof;
}

// The names of the indices of a proof's formulas.
std::set<std::string> indices_of(const stated_proof& proof) {
  std::set<std::string> names;
  std::string all = proof.stated;
  for (const std::string& step : proof.steps) all += "\n" + step;
  for (const char* form : {"sum(", "binomial_mean(", "normal_mean(", "law("})
    for (std::size_t at = all.find(form); at != std::string::npos; at = all.find(form, at + 1)) {
      if (at > 0 && is_part_of_name(all[at - 1])) continue;
      const std::size_t start = at + std::string(form).size();
      names.insert(all.substr(start, all.find(',', start) - start));
    }
  return names;
}

// Proofs of each rule, with an index that has the name of a variable or of another index.
std::vector<std::pair<std::string, stated_proof>> proofs_with_clashes() {
  std::vector<std::pair<std::string, stated_proof>> made;
  for (const auto& [name, proof] : right_proofs()) {
    const std::set<std::string> indices = indices_of(proof);
    std::set<std::string> names{"n", "x", "y"};
    names.insert(indices.begin(), indices.end());
    for (const std::string& index : indices)
      for (const std::string& other : names)
        if (index != other)
          made.emplace_back(fmt::format("{}: {} for {}", name, other, index),
                            with_name(proof, index, other));
  }
  return made;
}

// A claim with the domain and the statement of a proof, checked at one point.
std::string claim_of(const stated_proof& proof) {
  std::string formulas = proof.stated;
  for (const std::string& condition : proof.domain) formulas += " ; " + condition;
  const auto is_used = [&](const std::string& name) {
    return with_name(formulas, name, name + "_") != formulas;
  };
  std::vector<std::string> whole;
  for (const std::string& line : proof.others)
    if (line.starts_with("integers ") && is_used(line.substr(9))) whole.push_back(line.substr(9));
  std::string check;
  for (const auto& [name, value] : point_of_texts{{"n", "3"}, {"x", "2"}, {"y", "1"}})
    if (is_used(name)) check += fmt::format("{} = [{}]\n", name, value);
  return claim_text(fmt::format("claim = \"{}\"\ndomain = [{}]\nintegers = [{}]", proof.stated,
                                quoted(proof.domain), quoted(whole)),
                    check);
}

// Whether the program derives it, whatever points say.
bool is_derived(const stated_proof& proof) {
  try {
    const catalogue read = read_text(claim_of(proof));
    const claim& subject = read.claims.front();
    if (!subject.problem.empty()) return false;
    quantity_cache cache;
    const judge_options options;
    return derive({subject, read, cache, options}, subject.formula).is_complete;
  } catch (const std::exception&) {
    return false;
  }
}

}  // namespace

TEST_CASE("indices are renamed apart from variables and from each other", "[names]") {
  const std::set<std::string> taken{"n", "j"};
  const auto apart = [&](const char* text) {
    return to_text(*with_indices_apart(parse_formula(text), taken));
  };
  CHECK(apart("sum(i, 1, n, i^2)") == "sum(i, 1, n, i^2)");
  CHECK(apart("sum(j, 1, n, j^2)") == "sum(j_2, 1, n, j_2^2)");
  // What stands before the body is outside.
  CHECK(apart("sum(n, 1, n, n^2)") == "sum(n_2, 1, n, n_2^2)");
  CHECK(apart("sum(i, 1, n, i*sum(i, 1, i, i))") == "sum(i, 1, n, i*sum(i_2, 1, i, i_2))");
  CHECK(apart("sum(i, 1, n, i) + sum(i, 1, n, i^2)") == "sum(i, 1, n, i) + sum(i, 1, n, i^2)");
  CHECK(apart("sum(n, 1, 2, n + n_2)") == "sum(n_3, 1, 2, n_3 + n_2)");
  CHECK(apart("integral(n, 0, 1, n)*normal_mean(j, j)") ==
        "integral(n_2, 0, 1, n_2)*normal_mean(j_2, j_2)");
  CHECK(apart("poisson_mean(n, 2, n)") == to_text(*parse_formula("poisson_mean(n, 2, n)")));
}

TEST_CASE("formulas that are put in keep their meaning", "[names]") {
  const auto put_in = [](const char* text, const char* name, const char* value) {
    return to_text(*with_formulas(parse_formula(text), {{name, parse_formula(value)}}));
  };
  CHECK(put_in("sum(n, 1, n, n)", "n", "5") == "sum(n, 1, 5, n)");
  CHECK(put_in("sum(j, 1, n, j*x)", "x", "n") == "sum(j, 1, n, j*n)");
  for (const auto& [text, name, value, x] :
       std::vector<std::tuple<const char*, const char*, const char*, const char*>>{
           {"sum(j, 1, 4, j*x)", "x", "j", "3"},
           {"sum(j, 1, 4, sum(i, 1, j, i*x))", "x", "i + j", "2"},
           {"integral(j, 0, 1, j^2 + x)", "x", "sum(j, 1, 3, j)", "0"}}) {
    const expression_ptr whole = with_formulas(parse_formula(text), {{name, parse_formula(value)}});
    // The value of what is put in, where its own names are x.
    const variable_map outside{{"i", parse_formula(x)}, {"j", parse_formula(x)}};
    const definitions none;
    const auto number_of = [&](const expression_ptr& formula, const variable_map& values) {
      return std::get<number>(refine(*formula, none, values, 20, {}, {}).result).to_ball(128);
    };
    const ball inner = number_of(parse_formula(value), outside);
    INFO(text << " with " << value << ": " << to_text(*whole));
    const ball found = number_of(whole, outside);
    // x + c and c*x are linear in x.
    const ball at_zero = number_of(parse_formula(text), {{"x", parse_formula("0")}});
    const ball at_one = number_of(parse_formula(text), {{"x", parse_formula("1")}});
    CHECK(overlap(found, at_zero + (at_one - at_zero) * inner));
  }
}

TEST_CASE("what is known of a variable is not known of an index with its name", "[names]") {
  const std::string points = "m = [0, 1]\nk = [0]\np = [0, \"1/4\"]";
  check_pair({"central moments",
              {"binomial_mean(j, k, p, (j - k*p)^(2*m + 1)) >= 0",
               {"m >= 0", "k >= 0", "p >= 0", "2*p <= 1"}},
              {"binomial_mean(m, k, p, (m - k*p)^(2*m + 1)) >= 0",
               {"m >= 0", "k >= 0", "p >= 0", "2*p <= 1"}},
              {{"m", "0"}, {"k", "1"}, {"p", "1/2"}},
              {{"m", "0"}, {"k", "0"}, {"p", "1/2"}},
              points,
              {"m", "k"}});
  check_pair({"signs of a body",
              {"sum(j, 0, k, m - 1) >= 0", {"m >= 1", "k >= 0"}},
              {"sum(m, 0, k, m - 1) >= 0", {"m >= 1", "k >= 0"}},
              {{"m", "1"}, {"k", "0"}},
              {{"m", "1"}, {"k", "5"}},
              "m = [1]\nk = [5]",
              {"m", "k"}});
  check_pair({"an inner index",
              {"sum(i, 3, k, sum(j, 0, k - 3, i - 1)) >= 0", {"k >= 3"}},
              {"sum(j, 3, k, sum(j, 0, k - 3, j - 1)) >= 0", {"k >= 3"}},
              {{"k", "3"}},
              {{"k", "7"}},
              "k = [7]",
              {"k"}});
}

TEST_CASE("no rule of the program takes an index for a variable with its name", "[names][volume]") {
  std::size_t derived = 0;
  for (const auto& [name, proof] : right_proofs())
    if (proof.rule == "derivation" && is_derived(proof)) ++derived;
  // Nothing would be tested where the program derived none of them.
  CHECK(derived >= 25);
  std::size_t with_clash = 0;
  for (const auto& [name, proof] : proofs_with_clashes()) {
    if (proof.rule != "derivation" || !is_derived(proof)) continue;
    ++with_clash;
    INFO(name << ": " << proof.stated);
    const auto counterexample = counterexample_to(lines_of_file(proof));
    INFO((counterexample ? *counterexample : ""));
    CHECK_FALSE(counterexample);
  }
  INFO(with_clash << " derived with a clash");
  CHECK(with_clash >= 5);
}

TEST_CASE("no rule of check-proof takes an index for a variable with its name", "[names][volume]") {
  const temporary_directory folder;
  std::vector<std::string> command{SHUFFLECERT_CHECK_PROOF};
  std::map<std::string, stated_proof> made;
  for (const auto& [name, proof] : proofs_with_clashes()) {
    const std::string file =
        folder.file(fmt::format("{}.proof", made.size()), joined(lines_of_file(proof)));
    command.push_back(file);
    made.emplace(file, proof);
  }
  const program_run run = run_command(command);
  std::istringstream said(run.out);
  std::size_t valid = 0;
  for (std::string line; std::getline(said, line);) {
    if (!line.starts_with("valid      ")) continue;
    ++valid;
    const stated_proof& proof = made.at(line.substr(11, line.find(": ") - 11));
    INFO(joined(lines_of_file(proof)));
    const auto counterexample = counterexample_to(lines_of_file(proof));
    INFO((counterexample ? *counterexample : ""));
    CHECK_FALSE(counterexample);
  }
  // Where the index catches nothing, the proof is as right as before.
  CHECK(valid >= 10);
}

}  // namespace test_hidden_names
