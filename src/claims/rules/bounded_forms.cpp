// The forms of what bounds speak of, each shown by one pair, and the numbers at which bounds are
// tried.

#include <map>

#include "claims/rules/rule.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

const std::vector<std::string> users_and_privacy{"n >= 1", "eps0 >= 0"};

std::vector<std::string> and_also(std::vector<std::string> conditions,
                                  const std::vector<std::string>& more) {
  conditions.insert(conditions.end(), more.begin(), more.end());
  return conditions;
}

const std::vector<letter_meaning> response_clones{{"p", "exp(-eps0)"}, {"r", "exp(eps0)"}};

// The reports of binary randomized response of n + 1 users that the parts of mixtures are shown by.
const std::vector<letter_meaning> parts_of_two{{"P1", "rr_law(eps0, n, 1)"},
                                               {"P2", "rr_law(eps0, 1, n)"},
                                               {"Q1", "rr_law(eps0, n + 1, 0)"},
                                               {"Q2", "rr_law(eps0, 0, n + 1)"}};

// The level of the test that rejects P where q/p is above t, and with probability c where it is t.
std::string level_of(const std::string& p, const std::string& q) {
  return "sum(x, 0, n + 1, if(pmf(" + q + ", x) > t*pmf(" + p + ", x), 1, if(pmf(" + q +
         ", x) == t*pmf(" + p + ", x), c, 0))*pmf(" + p + ", x))";
}

std::vector<letter_meaning> parts_and_levels() {
  std::vector<letter_meaning> letters = parts_of_two;
  letters.push_back({"A1", level_of(parts_of_two[0].formula, parts_of_two[2].formula)});
  letters.push_back({"A2", level_of(parts_of_two[1].formula, parts_of_two[3].formula)});
  return letters;
}

// How many of n reports are 1 where those of all but one user are fair coins, and that one's is 1
// with this probability.
std::string coins(const std::string& share) {
  return "law(x, 0, n, (" + share + "*binomial(n - 1, x - 1) + (1 - " + share +
         ")*binomial(n - 1, x))/2^(n - 1))";
}

const std::string often = "(exp(eps0)/(exp(eps0) + 1))";
const std::string seldom = "(1 - exp(eps0)/(exp(eps0) + 1))";
const std::string fair_coins = "law(x, 0, n, binomial(n, x)/2^n)";

// The ones among the reports of n users drawn from N, of whom so many have the input 1.
std::string drawn(const std::string& ones) {
  return "law(y, 0, n, sum(i, max(0, n - N + " + ones + "), min(n, " + ones + "), binomial(" +
         ones + ", i)*binomial(N - (" + ones +
         "), n - i)/binomial(N, n)*pmf(rr_law(eps0, n - i, i), y)))";
}

std::vector<form_row> forms_of_pairs() {
  using enum bounded_form;
  const std::vector<std::string> symbols = and_also(users_and_privacy, {"k >= 3"});
  const std::vector<std::string> rounds = and_also(users_and_privacy, {"m >= 1"});
  return {
      {.form = clones,
       .pair = "clone_pair(n, eps0, p)",
       .meaning = "",
       .further = {{"r", "1/p"}},
       .exists = and_also(users_and_privacy, {"p > 0", "p <= 1"}),
       .whole = {"n"}},
      {.form = response,
       .pair = "rr_pair(n, eps0)",
       .meaning = "",
       .further = response_clones,
       .exists = users_and_privacy,
       .whole = {"n"}},
      {.form = swapped_response,
       .pair = "swap(rr_pair(n, eps0))",
       .meaning = "",
       .further = response_clones,
       .exists = users_and_privacy,
       .whole = {"n"}},
      {.form = kary,
       .pair = "krr_pair(k, n, eps0)",
       .meaning = "",
       .further = response_clones,
       .exists = symbols,
       .whole = {"n", "k"}},
      {.form = swapped_kary,
       .pair = "swap(krr_pair(k, n, eps0))",
       .meaning = "",
       .further = response_clones,
       .exists = symbols,
       .whole = {"n", "k"}},
      {.form = any_pair,
       .pair = "subsampled(rr_pair(n, eps0), g)",
       .meaning = "every pair",
       .further = {},
       .exists = and_also(users_and_privacy, {"g >= 0", "g <= 1"}),
       .whole = {"n"}},
      {.form = response_rounds,
       .pair = "compose(rr_pair(n, eps0), m)",
       .meaning = "rr_pair swapped, too",
       .further = {},
       .exists = rounds,
       .whole = {"n", "m"}},
      {.form = kary_rounds,
       .pair = "compose(krr_pair(k, n, eps0), m)",
       .meaning = "krr_pair swapped, too",
       .further = {},
       .exists = and_also(rounds, {"k >= 3"}),
       .whole = {"n", "k", "m"}},
      {.form = sampled_clones,
       .pair = "clone_pair(n, eps0, p)",
       .meaning = "",
       .further = {{"g", "1"}},
       .exists = and_also(users_and_privacy, {"p > 0", "p <= 1"}),
       .whole = {"n"}},
      {.form = sampled_response,
       .pair = "subsampled(rr_pair(n, eps0), g)",
       .meaning = "",
       .further = {{"p", "exp(-eps0)"}},
       .exists = users_and_privacy,
       .whole = {"n"}},
      {.form = swapped_sampled,
       .pair = "swap(subsampled(rr_pair(n, eps0), g))",
       .meaning = "",
       .further = {{"p", "exp(-eps0)"}},
       .exists = users_and_privacy,
       .whole = {"n"}},
      {.form = normal_reports,
       .pair = "",
       .meaning = "n shuffled reports, each with normal noise of standard deviation sigma",
       .further = {},
       .exists = {},
       .whole = {"n"}},
      {.form = laplace,
       .pair = "laplace_pair(eta)",
       .meaning = "laplace_pair swapped, too",
       .further = {},
       .exists = {"eta > 0"},
       .whole = {}},
  };
}

std::vector<form_row> forms_of_mixtures() {
  using enum bounded_form;
  return {
      {.form = exchanged_mixture,
       .pair = "pair(mix(u, rr_law(eps0, n, 1), rr_law(eps0, 1, n)), "
               "mix(u, rr_law(eps0, 1, n), rr_law(eps0, n, 1)))",
       .meaning = "mixtures of two laws that an exchange of outcomes exchanges",
       .further = {{"C", "curve(pair(rr_law(eps0, n, 1), rr_law(eps0, 1, n)))"}},
       .exists = and_also(users_and_privacy, {"u >= 0", "u <= 1"}),
       .whole = {"n"}},
      {.form = mixture,
       .pair = "pair(mix(w, rr_law(eps0, n, 1), rr_law(eps0, 1, n)), "
               "mix(w, rr_law(eps0, n + 1, 0), rr_law(eps0, 0, n + 1)))",
       .meaning = "pair(mix(w, P1, P2), mix(w, Q1, Q2)) of any laws",
       .further = parts_of_two,
       .exists = users_and_privacy,
       .whole = {"n"}},
      {.form = mixture_levels,
       .pair = "pair(mix(w, rr_law(eps0, n, 1), rr_law(eps0, 1, n)), "
               "mix(w, rr_law(eps0, n + 1, 0), rr_law(eps0, 0, n + 1)))",
       .meaning = "pair(mix(w, P1, P2), mix(w, Q1, Q2)) of any such laws; A1 and A2 are the levels "
                  "of the tests that reject P1 where q1/p1 > t, and with probability c where it is "
                  "t, and P2 likewise",
       .further = parts_and_levels(),
       .exists = users_and_privacy,
       .whole = {"n"}},
      {.form = three_mixtures,
       .pair = "mix(w, rr_law(eps0, n, 1), rr_law(eps0, 1, n)), "
               "mix(w, rr_law(eps0, n + 1, 0), rr_law(eps0, 0, n + 1)), "
               "mix(w, rr_law(eps0, n + 1, 0), rr_law(eps0, 1, n))",
       .meaning = "mix(w, P1, P2), mix(w, Q1, Q2), mix(w, R1, R2) of any laws",
       .further = {{"P1", "rr_law(eps0, n, 1)"},
                   {"P2", "rr_law(eps0, 1, n)"},
                   {"Q1", "rr_law(eps0, n + 1, 0)"},
                   {"Q2", "rr_law(eps0, 0, n + 1)"},
                   {"R1", "rr_law(eps0, n + 1, 0)"},
                   {"R2", "rr_law(eps0, 1, n)"}},
       .exists = users_and_privacy,
       .whole = {"n"}},
      {.form = three_mixed_alike,
       .pair = "mix(w, rr_law(eps0, n, 1), rr_law(eps0, 1, n)), "
               "mix(w, rr_law(eps0, n + 1, 0), rr_law(eps0, 1, n)), "
               "mix(w, rr_law(eps0, n + 1, 0), rr_law(eps0, 0, n + 1))",
       .meaning = "mix(w, P1, S), mix(w, Q1, S), mix(w, R1, R2) of any laws",
       .further = {{"P1", "rr_law(eps0, n, 1)"},
                   {"Q1", "rr_law(eps0, n + 1, 0)"},
                   {"R1", "rr_law(eps0, n + 1, 0)"},
                   {"R2", "rr_law(eps0, 0, n + 1)"}},
       .exists = users_and_privacy,
       .whole = {"n"}},
  };
}

std::vector<form_row> forms_of_reports() {
  using enum bounded_form;
  const std::vector<std::string> others = and_also(users_and_privacy, {"b >= 0", "b <= n - 1"});
  return {
      {.form = neighbours_alike,
       .pair = "pair(rr_law(eps0, n - 1, 1), rr_law(eps0, n, 0))",
       .meaning = "reports of n users who differ in one input, where the others have the input of "
                  "that one in the second law; krr_law, too",
       .further = {},
       .exists = users_and_privacy,
       .whole = {"n"}},
      {.form = neighbours,
       .pair = "pair(rr_law(eps0, n - b, b), rr_law(eps0, n - b - 1, b + 1))",
       .meaning = "reports of n users who differ in one input; M is the mean over the number of "
                  "others whose report is a clone of the second law's one user; krr_law, too",
       .further = {{"M",
                    "binomial_mean(m, n - 1, exp(-eps0), "
                    "chi_moment(pair(rr_law(eps0, 1, m), rr_law(eps0, 0, m + 1)), a))"}},
       .exists = others,
       .whole = {"n", "b"}},
      {.form = three_alike,
       .pair = "krr_law(eps0, 1, 0, n - 1), krr_law(eps0, 0, 1, n - 1), krr_law(eps0, 0, 0, n)",
       .meaning = "reports of n users who differ in one input, where the others have the input of "
                  "that one in the third law; rr_law, too",
       .further = {},
       .exists = users_and_privacy,
       .whole = {"n"}},
      {.form = three_neighbours,
       .pair = "krr_law(eps0, b + 1, 0, n - b - 1), krr_law(eps0, b, 1, n - b - 1), "
               "krr_law(eps0, b, 0, n - b)",
       .meaning = "reports of n users who differ in one input, in three ways; M is the mean over "
                  "the number of others whose report is a clone of the third law's one user; "
                  "rr_law, too",
       .further = {{"M",
                    "binomial_mean(m, n - 1, exp(-eps0), ternary_moment(krr_law(eps0, 1, 0, "
                    "m), krr_law(eps0, 0, 1, m), krr_law(eps0, 0, 0, m + 1), a))"}},
       .exists = others,
       .whole = {"n", "b"}},
      {.form = sampled_laws,
       .pair = "pair(mix(g, rr_law(eps0, n - 1, 1), rr_law(eps0, n, 0)), rr_law(eps0, n, 0))",
       .meaning = "pair(mix(g, Z, R), mix(g, O, R)), and with R itself in the place of one, for "
                  "reports Z, O and R of n users who differ in one input",
       .further = {{"p", "exp(-eps0)"}},
       .exists = users_and_privacy,
       .whole = {"n"}},
      {.form = three_coins,
       .pair = coins(often) + ", " + coins(seldom) + ", " + fair_coins,
       .meaning = "one user's reports by an eps0-LDP mechanism, and fair coins",
       .further = {},
       .exists = {"n >= 1"},
       .whole = {"n"}},
      {.form = sampled_coins,
       .pair = "pair(mix(g, " + coins(often) + ", " + fair_coins + "), mix(g, " + coins(seldom) +
               ", " + fair_coins + "))",
       .meaning = "one user's reports by an eps0-LDP mechanism, and fair coins",
       .further = {{"p", "exp(-eps0)"}},
       .exists = {"n >= 1"},
       .whole = {"n"}},
      {.form = drawn_users,
       .pair = "pair(" + drawn("(b + 1)") + ", " + drawn("b") + ")",
       .meaning = "reports of n users drawn from N, of whom b have the input 1, and one more",
       .further = {{"p", "exp(-eps0)"}, {"g", "n/N"}},
       .exists = and_also(users_and_privacy, {"N >= n", "b >= 0", "b <= N - 1"}),
       .whole = {"n", "N", "b"}},
  };
}

std::vector<form_row> all_forms() {
  std::vector<form_row> all = forms_of_pairs();
  for (const auto& list : {forms_of_mixtures, forms_of_reports})
    for (form_row& row : list()) all.push_back(std::move(row));
  return all;
}

}  // namespace

const std::vector<form_row>& bounded_forms() {
  static const std::vector<form_row> forms = all_forms();
  return forms;
}

const form_row& row_of(bounded_form form) {
  static const auto rows = [] {
    std::map<bounded_form, const form_row*> by_form;
    for (const form_row& row : bounded_forms()) by_form.emplace(row.form, &row);
    return by_form;
  }();
  return *rows.at(form);
}

const std::vector<std::string>& sample_values(const std::string& letter) {
  static const std::map<std::string, std::vector<std::string>> values{
      {"n", {"1", "2", "3", "5", "9", "40", "1000", "100000"}},
      {"N", {"1", "2", "4", "7"}},
      {"b", {"0", "1", "2", "4"}},
      {"k", {"3", "4", "20"}},
      {"m", {"1", "2", "3"}},
      {"eta", {"1/1000", "1/4", "1", "4", "30"}},
      {"eps0", {"0", "1/1000", "1/4", "1", "2", "4", "9"}},
      {"p", {"1/1000", "1/50", "1/4", "1/2", "2/3", "1"}},
      {"lambda", {"1/10", "1", "101/100", "3/2", "2", "3", "7", "40"}},
      {"eps", {"-1/2", "0", "1/100", "1/2", "1", "3", "12"}},
      {"delta", {"0", "1/10^30", "1/10^6", "1/20", "1/2", "9/10", "1"}},
      {"alpha", {"0", "1/1000", "1/4", "1/2", "9/10", "1"}},
      {"a", {"1/2", "1", "3/2", "2", "3", "6"}},
      {"g", {"0", "1/50", "1/2", "1"}},
      {"w", {"0", "1/50", "1/2", "1"}},
      {"u", {"0", "1/2", "3/4", "1"}},
      {"t", {"0", "1/4", "1", "4"}},
      {"c", {"0", "1/3", "1"}},
      {"sigma", {"1/4", "1", "5", "1000"}}};
  return values.at(letter);
}

std::string quantity_of(const rule& row, const form_row& form) {
  std::string quantity = row.quantity;
  const std::size_t place = quantity.find(pair_in_rules);
  if (place != std::string::npos)
    quantity.replace(place, std::string(pair_in_rules).size(), form.pair);
  return quantity;
}

}  // namespace shufflecert::inline v0_1::claims
