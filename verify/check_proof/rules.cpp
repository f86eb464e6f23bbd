#include "rules.hpp"

#include <map>

namespace check {
namespace {

const std::vector<std::pair<std::string, std::string>> response_clones{{"p", "exp(-eps0)"}};

// The reports that mixtures are shown by.
const std::vector<std::pair<std::string, std::string>> parts{{"P1", "rr_law(eps0, n, 1)"},
                                                             {"P2", "rr_law(eps0, 1, n)"},
                                                             {"Q1", "rr_law(eps0, n + 1, 0)"},
                                                             {"Q2", "rr_law(eps0, 0, n + 1)"}};

std::string coins(const std::string& share) {
  return "law(x, 0, n, (" + share + "*binomial(n - 1, x - 1) + (1 - " + share +
         ")*binomial(n - 1, x))/2^(n - 1))";
}

std::string drawn(const std::string& ones) {
  return "law(y, 0, n, sum(i, max(0, n - N + " + ones + "), min(n, " + ones + "), binomial(" +
         ones + ", i)*binomial(N - (" + ones +
         "), n - i)/binomial(N, n)*pmf(rr_law(eps0, n - i, i), y)))";
}

const std::string often = "(exp(eps0)/(exp(eps0) + 1))";
const std::string seldom = "(1 - exp(eps0)/(exp(eps0) + 1))";
const std::string fair = "law(x, 0, n, binomial(n, x)/2^n)";

const std::map<form, shown_form>& shown_forms() {
  static const std::map<form, shown_form> forms{
      {form::clones, {"clone_pair(n, eps0, p)", {}}},
      {form::response, {"rr_pair(n, eps0)", response_clones}},
      {form::swapped_response, {"swap(rr_pair(n, eps0))", response_clones}},
      {form::kary, {"krr_pair(k, n, eps0)", response_clones}},
      {form::swapped_kary, {"swap(krr_pair(k, n, eps0))", response_clones}},
      {form::any_pair, {"subsampled(rr_pair(n, eps0), g)", {}}},
      {form::response_rounds, {"compose(rr_pair(n, eps0), m)", {}}},
      {form::kary_rounds, {"compose(krr_pair(k, n, eps0), m)", {}}},
      {form::exchanged_mixture,
       {"pair(mix(u, rr_law(eps0, n, 1), rr_law(eps0, 1, n)), "
        "mix(u, rr_law(eps0, 1, n), rr_law(eps0, n, 1)))",
        {{"C", "curve(pair(rr_law(eps0, n, 1), rr_law(eps0, 1, n)))"}}}},
      {form::mixture,
       {"pair(mix(w, rr_law(eps0, n, 1), rr_law(eps0, 1, n)), "
        "mix(w, rr_law(eps0, n + 1, 0), rr_law(eps0, 0, n + 1)))",
        parts}},
      {form::three_mixtures,
       {"mix(w, rr_law(eps0, n, 1), rr_law(eps0, 1, n)), "
        "mix(w, rr_law(eps0, n + 1, 0), rr_law(eps0, 0, n + 1)), "
        "mix(w, rr_law(eps0, n + 1, 0), rr_law(eps0, 1, n))",
        {{"P1", "rr_law(eps0, n, 1)"},
         {"P2", "rr_law(eps0, 1, n)"},
         {"Q1", "rr_law(eps0, n + 1, 0)"},
         {"Q2", "rr_law(eps0, 0, n + 1)"},
         {"R1", "rr_law(eps0, n + 1, 0)"},
         {"R2", "rr_law(eps0, 1, n)"}}}},
      {form::three_mixed_alike,
       {"mix(w, rr_law(eps0, n, 1), rr_law(eps0, 1, n)), "
        "mix(w, rr_law(eps0, n + 1, 0), rr_law(eps0, 1, n)), "
        "mix(w, rr_law(eps0, n + 1, 0), rr_law(eps0, 0, n + 1))",
        {{"P1", "rr_law(eps0, n, 1)"},
         {"Q1", "rr_law(eps0, n + 1, 0)"},
         {"R1", "rr_law(eps0, n + 1, 0)"},
         {"R2", "rr_law(eps0, 0, n + 1)"}}}},
      {form::neighbours_alike, {"pair(rr_law(eps0, n - 1, 1), rr_law(eps0, n, 0))", {}}},
      {form::neighbours,
       {"pair(rr_law(eps0, n - b, b), rr_law(eps0, n - b - 1, b + 1))",
        {{"M",
          "binomial_mean(m, n - 1, exp(-eps0), "
          "chi_moment(pair(rr_law(eps0, 1, m), rr_law(eps0, 0, m + 1)), a))"}}}},
      {form::three_alike,
       {"krr_law(eps0, 1, 0, n - 1), krr_law(eps0, 0, 1, n - 1), krr_law(eps0, 0, 0, n)", {}}},
      {form::three_neighbours,
       {"krr_law(eps0, b + 1, 0, n - b - 1), krr_law(eps0, b, 1, n - b - 1), "
        "krr_law(eps0, b, 0, n - b)",
        {{"p", "exp(-eps0)"},
         {"M",
          "binomial_mean(m, n - 1, exp(-eps0), ternary_moment(krr_law(eps0, 1, 0, m), "
          "krr_law(eps0, 0, 1, m), krr_law(eps0, 0, 0, m + 1), a))"}}}},
      {form::sampled_clones, {"clone_pair(n, eps0, p)", {{"g", "1"}}}},
      {form::sampled_response, {"subsampled(rr_pair(n, eps0), g)", response_clones}},
      {form::swapped_sampled, {"swap(subsampled(rr_pair(n, eps0), g))", response_clones}},
      {form::sampled_laws,
       {"pair(mix(g, rr_law(eps0, n - 1, 1), rr_law(eps0, n, 0)), rr_law(eps0, n, 0))",
        response_clones}},
      {form::three_coins, {coins(often) + ", " + coins(seldom) + ", " + fair, {}}},
      {form::sampled_coins,
       {"pair(mix(g, " + coins(often) + ", " + fair + "), mix(g, " + coins(seldom) + ", " + fair +
            "))",
        response_clones}},
      {form::drawn_users,
       {"pair(" + drawn("(b + 1)") + ", " + drawn("b") + ")", {{"p", "exp(-eps0)"}, {"g", "n/N"}}}},
      {form::normal_reports, {"", {}}},
      {form::laplace, {"laplace_pair(eta)", {}}}};
  return forms;
}

}  // namespace

const std::vector<rule>& rules() {
  static const std::vector<rule> all = [] {
    std::vector<rule> found;
    for (const auto& list : {divergence_rules, law_rules, normal_rules})
      for (rule& one : list()) found.push_back(std::move(one));
    return found;
  }();
  return all;
}

const std::vector<std::string>& unknown_places() {
  static const std::vector<std::string> places{"(O.17)"};
  return places;
}

const shown_form& shown(form which) {
  return shown_forms().at(which);
}

}  // namespace check
