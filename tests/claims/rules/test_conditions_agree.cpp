// The program and check-proof state the conditions of each bound by themselves. Here they are
// compared with each other: under the program's conditions check-proof takes the bound, so that the
// program leaves none out; without one of them it does not, so that check-proof leaves none out.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "claims/bounds/known_bounds.hpp"
#include "support/catch.hpp"
#include "support/random_source.hpp"
#include "support/run_program.hpp"
#include "support/stated_proofs.hpp"

namespace test_conditions_agree {

namespace {

using namespace shufflecert;
using namespace shufflecert::claims;

// A quantity, and what has to hold for it to have a value.
struct sample {
  std::string quantity;
  std::vector<std::string> exists;
  std::vector<std::string> whole;
};

std::vector<sample> samples() {
  const std::vector<std::string> users{"n >= 1", "e > 0"};
  const auto with = [](std::vector<std::string> conditions, std::vector<std::string> more) {
    conditions.insert(conditions.end(), more.begin(), more.end());
    return conditions;
  };
  const std::vector<std::string> clones = with(users, {"p > 0", "p <= 1"});
  const std::vector<std::string> symbols = with(users, {"k >= 3"});
  std::vector<sample> all;
  for (const auto& [pair, exists, whole] :
       std::vector<std::tuple<std::string, std::vector<std::string>, std::vector<std::string>>>{
           {"clone_pair(n, e)", users, {"n"}},
           {"clone_pair(n, e, p)", clones, {"n"}},
           {"rr_pair(n, e)", users, {"n"}},
           {"swap(rr_pair(n, e))", users, {"n"}},
           {"krr_pair(k, n, e)", symbols, {"n", "k"}}}) {
    all.push_back({fmt::format("renyi({}, x)", pair), with(exists, {"x > 0"}), whole});
    all.push_back({fmt::format("renyi({}, x)", pair), with(exists, {"x > 0"}), with(whole, {"x"})});
    all.push_back({fmt::format("hockey_stick({}, t)", pair), exists, whole});
    all.push_back(
        {fmt::format("tradeoff({}, a)", pair), with(exists, {"a >= 0", "a <= 1"}), whole});
    all.push_back({fmt::format("chi_moment({}, a)", pair), with(exists, {"a > 0"}), whole});
    all.push_back({fmt::format("renyi(compose({}, m), x)", pair), with(exists, {"x > 0", "m >= 1"}),
                   with(whole, {"m"})});
  }
  const std::vector<std::string> weight = with(users, {"w >= 0", "w <= 1"});
  const std::string mixed =
      "pair(mix(w, rr_law(e, n, 1), rr_law(e, n + 1, 0)), mix(w, rr_law(e, n - 1, 2), rr_law(e, n "
      "+ "
      "1, 0)))";
  const std::string crossed =
      "pair(mix(w, rr_law(e, n, 1), rr_law(e, 1, n)), mix(w, rr_law(e, 1, n), rr_law(e, n, 1)))";
  for (const std::string& pair : {mixed, crossed}) {
    all.push_back({fmt::format("renyi({}, x)", pair), with(weight, {"x > 0"}), {"n"}});
    all.push_back({fmt::format("renyi({}, x)", pair), with(weight, {"x > 0"}), {"n", "x"}});
    all.push_back({fmt::format("hockey_stick({}, t)", pair), weight, {"n"}});
    all.push_back({fmt::format("total_variation({})", pair), weight, {"n"}});
    all.push_back({fmt::format("chi_moment({}, a)", pair), with(weight, {"a > 0"}), {"n"}});
    all.push_back(
        {fmt::format("tradeoff({}, a)", pair), with(weight, {"a >= 0", "a <= 1"}), {"n"}});
  }
  const std::string neighbours = "pair(rr_law(e, n, 1), rr_law(e, n + 1, 0))";
  all.push_back({fmt::format("chi_moment({}, a)", neighbours), with(users, {"a > 0"}), {"n"}});
  const std::string three = "rr_law(e, n, 1), rr_law(e, n - 1, 2), rr_law(e, n + 1, 0)";
  all.push_back({fmt::format("ternary_moment({}, a)", three), with(users, {"a > 0"}), {"n"}});
  const auto one_mixed = [](const char* first) {
    return fmt::format("mix(w, {}, rr_law(e, n + 1, 0))", first);
  };
  all.push_back({fmt::format("ternary_moment({}, {}, {}, a)", one_mixed("rr_law(e, n, 1)"),
                             one_mixed("rr_law(e, n - 1, 2)"), one_mixed("rr_law(e, 1, n)")),
                 with(weight, {"a > 0"}),
                 {"n"}});
  all.push_back({"renyi(subsampled(rr_pair(n, e), w), x)", with(weight, {"x > 0"}), {"n", "x"}});
  all.push_back({"shuffle_gaussian_renyi(n, s, x)", {"n >= 1", "s > 0", "x > 0"}, {"n", "x"}});
  return all;
}

// The bound of a quantity as a proof file; a bound of a small side has the quantity above it.
stated_proof file_of(const sample& from, const known_bound& bound, bool is_above,
                     std::vector<std::string> conditions) {
  const std::string formula = to_text(*bound.formula);
  const std::string relation = bound.is_strict ? " < " : " <= ";
  const std::string stated =
      is_above ? from.quantity + relation + formula : formula + relation + from.quantity;
  std::vector<std::string> domain = from.exists;
  domain.insert(domain.end(), conditions.begin(), conditions.end());
  std::vector<std::string> whole;
  for (const std::string& name : from.whole) whole.push_back("integers " + name);
  return {std::move(domain), stated, {fmt::format("bound {} ; {}", stated, bound.rule)}, whole};
}

struct asked {
  std::string what;
  std::string left_out;     ///< the condition that the file does not state
  std::string shown_alone;  ///< the file that states this condition, to be shown from the others
};

}  // namespace

TEST_CASE("the program and check-proof state the same conditions of each bound",
          "[bounds][proofs][volume]") {
  // test_rules.cpp compares all conditions as they are written. Here a third of them is left out in
  // an ordinary run, and all of them every night.
  const bool leaves_out_all = test_multiplier() > 1;
  random_source chosen(test_seed());
  const temporary_directory folder;
  std::vector<std::string> command{SHUFFLECERT_CHECK_PROOF};
  std::map<std::string, asked> files;
  std::set<std::string> rules;
  std::set<std::pair<std::string, std::string>> seen;
  for (const sample& from : samples()) {
    claim subject;
    subject.integers = from.whole;
    const expression_ptr quantity = parse_formula(from.quantity);
    for (const bool is_above : {true, false})
      for (const known_bound& bound :
           is_above ? bounds_above(subject, *quantity) : bounds_below(subject, *quantity)) {
        rules.insert(bound.rule);
        std::vector<std::string> all;
        for (const expression_ptr& condition : bound.required) all.push_back(to_text(*condition));
        const auto add = [&](const stated_proof& proof, asked what) {
          command.push_back(
              folder.file(fmt::format("{}.proof", files.size()), joined(lines_of_file(proof))));
          files.emplace(command.back(), std::move(what));
        };
        const std::string what =
            fmt::format("{} {} {}, {}", from.quantity,
                        is_above ? "<=" : ">=", to_text(*bound.formula), bound.rule);
        add(file_of(from, bound, is_above, all), {what, "", ""});
        for (std::size_t i = 0; i < all.size(); ++i) {
          // What the quantity's value asks for stays; and one pair is enough for each condition.
          const bool is_of_value =
              std::find(from.exists.begin(), from.exists.end(), all[i]) != from.exists.end();
          if (is_of_value || !seen.insert({bound.rule, all[i]}).second) continue;
          if (!leaves_out_all && !chosen.once_in(3)) continue;
          std::vector<std::string> rest = all;
          rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
          stated_proof without = file_of(from, bound, is_above, rest);
          stated_proof alone = without;
          alone.stated = all[i];
          alone.steps = {"shown " + all[i]};
          add(alone, {"", all[i], ""});
          const std::string file_alone = command.back();
          add(without, {what, all[i], file_alone});
        }
      }
  }
  CHECK(rules.size() >= 20);
  const program_run run = run_command(command);
  std::istringstream said(run.out);
  std::set<std::string> valid;
  std::map<std::string, std::string> answers;
  for (std::string line; std::getline(said, line);) {
    const std::size_t begin = line.find(folder.path().string());
    if (begin == std::string::npos) continue;
    const std::string file = line.substr(begin, line.find(": ", begin) - begin);
    answers[file] = line;
    if (line.starts_with("valid ")) valid.insert(file);
  }
  std::size_t taken = 0;
  std::size_t refused = 0;
  for (const auto& [file, one] : files) {
    const std::string& line = answers.at(file);
    INFO(one.what << (one.left_out.empty() ? "" : " without " + one.left_out) << "\n" << line);
    if (one.what.empty()) continue;
    if (!one.left_out.empty()) {
      // The other conditions may imply it.
      if (valid.contains(one.shown_alone)) continue;
      CHECK_FALSE(valid.contains(file));
      ++refused;
    } else if (valid.contains(file)) {
      ++taken;
    } else {
      // A form that it does not know, or a value that it is not sure of, says nothing of
      // conditions.
      CHECK(line.find("in its letters") == std::string::npos);
    }
  }
  INFO(taken << " bounds are taken, " << refused << " refused without a condition");
  CHECK(taken >= 60);
  CHECK(refused >= (leaves_out_all ? 25U : 6U));
}

}  // namespace test_conditions_agree
