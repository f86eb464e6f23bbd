#include "support/stated_proofs.hpp"

#include <utility>

namespace {

const std::string clones = "renyi(clone_pair(n, x), y)";
const std::string responses = "renyi(rr_pair(n, x), y)";
const std::vector<std::string> pair_domain{"n >= 2", "x >= 0", "y > 1"};
const std::vector<std::string> whole_n{"integers n"};

// (O.2) to (O.9), with few reports, so that a test may compute them.
const std::string p_law = "rr_law(x, 2, 1)";
const std::string q_law = "rr_law(x, 1, 2)";
const std::string rest_law = "rr_law(x, 3, 0)";

std::string mixed(const std::string& first, const std::string& second) {
  return "mix(y, " + first + ", " + second + ")";
}
std::string pair_of(const std::string& first, const std::string& second) {
  return "pair(" + first + ", " + second + ")";
}
// A relation that is the bound at a place.
stated_proof bound_at(const std::string& place, const std::string& stated,
                      std::vector<std::string> domain) {
  return {std::move(domain), stated, {"bound " + stated + " ; " + place}, whole_n};
}

// Two of four users are drawn, of whom `ones` hold a 1.
std::string drawn(const std::string& ones) {
  return "law(y, 0, 2, sum(i, max(0, 2 - 4 + " + ones + "), min(2, " + ones + "), binomial(" +
         ones + ", i)*binomial(4 - " + ones +
         ", 2 - i)/binomial(4, 2)*pmf(rr_law(x, 2 - i, i), y)))";
}

std::map<std::string, stated_proof> orderings() {
  const std::vector<std::string> share{"x >= 0", "y >= 0", "y <= 1"};
  const std::string of_three = "(2*(exp(2*x) - 1)^2/((floor((n - 1)*exp(-x)/2) + 1)*exp(2*x)))";
  return {
      {"(O.2)", bound_at("(O.2)",
                         "at(symmetrized(mix_curves(2*(1 - y), identity_curve, curve(" +
                             pair_of(p_law, q_law) + "))), 1/3) <= tradeoff(" +
                             pair_of(mixed(p_law, q_law), mixed(q_law, p_law)) + ", 1/3)",
                         {"x >= 0", "y >= 1/2", "y <= 1"})},
      {"(O.2) of clones",
       bound_at("(O.2)",
                "hockey_stick(clone_pair(2, x), y) <= curve_delta(symmetrized(mix_curves(2/(exp(x) "
                "+ 1), identity_curve, curve(unmixed_pair(2, x)))), y)",
                {"x >= 0"})},
      {"(O.3)",
       bound_at("(O.3)",
                "hockey_stick(" + pair_of(mixed(p_law, rest_law), mixed(q_law, rest_law)) +
                    ", 1/10) <= y*hockey_stick(" + pair_of(p_law, q_law) +
                    ", 1/10) + (1 - y)*hockey_stick(" + pair_of(rest_law, rest_law) + ", 1/10)",
                share)},
      {"(O.3) of orders",
       bound_at("(O.3)",
                "renyi(" + pair_of(mixed(p_law, rest_law), mixed(q_law, rest_law)) +
                    ", 2) <= max(renyi(" + pair_of(p_law, q_law) + ", 2), renyi(" +
                    pair_of(rest_law, rest_law) + ", 2))",
                share)},
      {"(O.4)", bound_at("(O.4)",
                         "chi_moment(pair(rr_law(x, n, 1), rr_law(x, n + 1, 0)), 2) <= (exp(x) - "
                         "1)^2/((n + 1)*exp(x))",
                         {"n >= 1", "x >= 0"})},
      {"(O.5)", bound_at("(O.5)",
                         "chi_moment(pair(rr_law(x, 1, 1), rr_law(x, 0, 2)), y) <= "
                         "binomial_mean(m, 1, exp(-x), chi_moment(pair(rr_law(x, 1, m), rr_law(x, "
                         "0, m + 1)), y))",
                         {"x >= 0", "y >= 1"})},
      {"(O.6)", bound_at("(O.6)",
                         "chi_moment(clone_pair(n, x), y) <= y*gamma(y/2)*" + of_three +
                             "^(y/2) + (exp(x) - exp(-x))^y*exp(-(n - 1)*exp(-x)/8)",
                         {"n >= 1", "x >= 0", "y >= 1"})},
      {"(O.7)", bound_at("(O.7)",
                         "renyi(clone_pair(n, x), 3) <= log(1 + 4*binomial(3, 2)*(exp(x) - "
                         "1)^2/((floor((n - 1)*exp(-x)/2) + 1)*exp(x)) + sum(i, 3, 3, binomial(3, "
                         "i)*i*gamma(i/2)*" +
                             of_three +
                             "^(i/2)) + ((1 + (exp(2*x) - 1)/exp(x))^3 - 1 - 3*(exp(2*x) - "
                             "1)/exp(x))*exp(-(n - 1)*exp(-x)/8))/2",
                         {"n >= 1", "x >= 0"})},
      {"(O.15)",
       bound_at("(O.15)",
                "renyi(" + pair_of(drawn("1"), drawn("0")) +
                    ", 2) <= log(1 + 4*binomial(2, 2)*(2/4)^2*(exp(x) - 1)^2/((floor((2 - "
                    "1)*exp(-x)/2) + 1)*exp(x)) + sum(j, 3, 2, binomial(2, j)*(2/4)^j*j*gamma(j/2)*"
                    "(2*(exp(2*x) - 1)^2/((floor((2 - 1)*exp(-x)/2) + 1)*exp(2*x)))^(j/2)) + ((1 + "
                    "(2/4)*(exp(2*x) - 1)/exp(x))^2 - 1 - 2*(2/4)*(exp(2*x) - 1)/exp(x))*exp(-(2 - "
                    "1)*exp(-x)/8))/(2 - 1)",
                {"x >= 0"})},
      {"(O.8)", bound_at("(O.8)",
                         "log(1 + 3*y^2*(exp(x) - 1)^2/(n*exp(x))*binomial(3, 2)/3 + sum(i, 3, 3, "
                         "binomial(3, i)*y^i*((exp(2*x) - 1)/(n*exp(x)))^i*binomial_mean(m, n, "
                         "1/(exp(x) + 1), (m - n/(exp(x) + 1))^i)))/2 <= "
                         "renyi(subsampled(rr_pair(n, x), y), 3)",
                         {"n >= 1", "x >= 0", "y > 0", "y <= 1"})},
      {"(K.18)",
       bound_at("(K.18)", responses + " <= y*(exp(x) + 1)/n", {"n >= 1", "x >= 0", "y > 1"})},
      {"(K.18) of large orders",
       bound_at("(K.18)", responses + " <= y^2*(exp(x) + 1)/(2*n*(y - 1))",
                {"n >= 1", "x >= 0", "y > 1"})},
      // Where the conditions of this layer end: p = 1/2, and (n - 1)p(1 - c) >= 6.
      {"(K.19)",
       bound_at("(K.19)",
                "2*(2 + exp(-x) - exp(y)*(1 + 2*exp(-x)))/(31*2*3*(1 + exp(-x)))/((n - 1)/2)*"
                "exp((n - 1)*log1p(-2753/50000/2)) <= hockey_stick(clone_pair(n, x, 1/2), y)",
                {"n >= 14", "x >= 0", "y >= 0"})},
      {"(O.9)",
       bound_at("(O.9)",
                "ternary_moment(" + mixed(p_law, rest_law) + ", " + mixed(q_law, rest_law) + ", " +
                    mixed(p_law, q_law) + ", 2) <= y^2*max(ternary_moment(" + p_law + ", " + q_law +
                    ", " + p_law + ", 2), ternary_moment(" + p_law + ", " + q_law + ", " + q_law +
                    ", 2))",
                share)}};
}

}  // namespace

std::vector<std::string> lines_of_file(const stated_proof& proof) {
  std::vector<std::string> lines{"shufflecert proof 4", "claim a/b", "says x",
                                 "stated " + proof.stated};
  for (const std::string& condition : proof.domain) lines.push_back("domain " + condition);
  lines.insert(lines.end(), proof.others.begin(), proof.others.end());
  lines.push_back("rule " + proof.rule);
  for (const std::string& step : proof.steps) lines.push_back("step " + step);
  lines.insert(lines.end(), proof.entries.begin(), proof.entries.end());
  lines.emplace_back("end");
  return lines;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

stated_proof altered_proof(const std::string& right, const std::string& from,
                           const std::string& to) {
  stated_proof proof = right_proofs().at(right);
  const auto alter = [&](std::string& text) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
      text.replace(at, from.size(), to);
  };
  alter(proof.stated);
  for (auto* lines : {&proof.domain, &proof.steps, &proof.others, &proof.entries})
    for (std::string& line : *lines) alter(line);
  return proof;
}

const std::map<std::string, stated_proof>& right_proofs() {
  static const std::map<std::string, stated_proof> proofs = [] {
    std::map<std::string, stated_proof> all{
        {"signs", {{"x >= 0", "y >= 2"}, "(y - 1)*x*x/2 <= y*(exp(x) - 1)*(exp(x) - 1)", {}}},
        {"signs at infinity", {{"x >= 0"}, "exp(-x) <= 2/(exp(x) + 1)", {"shown exp(-x) <= 1"}}},
        {"moving end", {{"n >= 33*exp(x)", "x >= 2"}, "n > 200", {}}},
        {"boxes", {{"x > 1", "x <= 4"}, "log(1 + x)*x < 9", {"shown log(1 + x) < 2"}}},
        {"same", {{"x >= 0"}, "(x + 1)^2 == x^2 + 2*x + 1", {"same exp(2*x) <= exp(x)^2"}}},
        {"squares",
         {{"x >= 0", "y > 0"}, "sqrt(x*y^2) == y*sqrt(x)", {"squares sqrt(x*y^2) == y*sqrt(x)"}}},
        // Of x itself check-proof shows what is used here by derivatives, without the steps.
        {"tangent",
         {{"x >= 0", "y >= 3"},
          "log(1 + floor(x))*(floor(y) - 2) <= floor(x)*(floor(y) - 2)",
          {"tangent log(1 + floor(x)) <= floor(x)",
           "scaled log(1 + floor(x))*(floor(y) - 2) <= floor(x)*(floor(y) - 2) ; floor(y) - 2 ; "
           "log(1 + floor(x)) <= "
           "floor(x)"}}},
        {"terms",
         {{"x >= 0", "y >= 0"},
          "log1p(floor(x)) - exp(floor(y)) <= floor(x) - floor(y)",
          {"tangent log1p(floor(x)) <= floor(x)",
           "terms log1p(floor(x)) - exp(floor(y)) <= floor(x) - floor(y) ; log1p(floor(x)) <= "
           "floor(x) ; floor(y) <= "
           "exp(floor(y))"}}},
        {"factors",
         {{"x >= 0", "y >= 1"},
          "log1p(floor(x))/exp(y) <= floor(x)/y",
          {"tangent log1p(floor(x)) <= floor(x)",
           "factors log1p(floor(x))/exp(y) <= floor(x)/y ; * log1p(floor(x)) <= floor(x) ; / y <= "
           "exp(y)"}}},
        {"rises and largest",
         {{"x >= 0"},
          "max(sqrt(floor(x)), sqrt(log1p(floor(x)))) <= sqrt(floor(x))",
          {"tangent log1p(floor(x)) <= floor(x)", "rises sqrt(log1p(floor(x))) <= sqrt(floor(x))",
           "largest max(sqrt(floor(x)), sqrt(log1p(floor(x)))) <= sqrt(floor(x))"}}},
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
           "between renyi(clone_pair(n + 1, x), y) <= renyi(clone_pair(n, 2*x, exp(-2*x)), y + 1) "
           "; "
           "renyi(clone_pair(n + 1, x, exp(-2*x)), y)"},
          whole_n}},
        {"names",
         {{"x >= 1"},
          "f(x, 2) >= b",
          {},
          {"let b = 3*a", "define f(u, v) = v*u + 1", "values a = 0", "values a = 1"}}},
        {"choice",
         {{"x >= 0", "y >= 2"},
          "log1p(floor(x)) <= if(y == 2, floor(x), floor(x)*y)",
          {"tangent log1p(floor(x)) <= floor(x)",
           "between log1p(floor(x)) <= floor(x)*y ; floor(x)",
           "choice log1p(floor(x)) <= if(y == 2, floor(x), floor(x)*y)"}}},
        {"powers",
         {{"x >= 0", "y > 0"},
          "log1p(floor(x))^y <= floor(x)^y",
          {"tangent log1p(floor(x)) <= floor(x)", "powers log1p(floor(x))^y <= floor(x)^y"}}},
        {"bodies",
         {{"n >= 1", "x >= 0"},
          "sum(i, 3, n, i*x) <= sum(j, 2, n, j*(x + 1))",
          {"bodies sum(i, 3, n, i*x) <= sum(j, 2, n, j*(x + 1))"},
          whole_n}},
        {"bodies of means",
         {{"n >= 1", "x >= 0"},
          "binomial_mean(m, n, 1/3, m*x) <= binomial_mean(m, n, 1/3, (m + 1)*x)",
          {"bodies binomial_mean(m, n, 1/3, m*x) <= binomial_mean(m, n, 1/3, (m + 1)*x)"},
          whole_n}},
        {"infinite",
         {{"n >= 1", "x > 0", "y >= 1"},
          responses + " <= renyi(printed_pair(n, x, exp(-x)), y)",
          {"infinite " + responses + " <= renyi(printed_pair(n, x, exp(-x)), y)"},
          whole_n}},
        {"floor", {{"n >= 2", "x >= 0"}, "floor((n - 1)/(2*exp(x))) + 1 <= 4*n", {}, whole_n}},
        {"quotient", {{"n >= 1", "x >= 1", "x <= n"}, "x/n <= 1", {}, whole_n}},
        {"algebra", {{"x > 0"}, "(x + 1)^2/x == x + 2 + 1/x", {}, {}, "algebra"}},
        {"powers of logarithms",
         {{"x > 0", "y > 0"},
          "exp(y + log(x)/2 - 2*log(1 + y)) == sqrt(x)*exp(y)/(1 + y)^2",
          {},
          {},
          "algebra"}},
        {"subdivision", {{"x >= 0", "x <= 2"}, "x*(2 - x) <= 101/100", {}, {}, "subdivision"}},
        {"enumeration",
         {{"n >= 2", "n <= 5", "n != 4"},
          "(n - 2)*(n - 3) >= 0",
          {},
          whole_n,
          "enumeration",
          {"case n = 2", "case n = 3", "case n = 5"}}},
        {"solution",
         {{"x >= 0", "n >= 1"},
          "x^2 == 9*n",
          {},
          {"integers n", "exists n", "exists x"},
          "evaluation",
          {"solution n = 4 ; x = 6"}}}};
    all.merge(orderings());
    return all;
  }();
  return proofs;
}

const std::vector<stated_proof>& false_proofs() {
  static const std::string x_below = "largest max(1, 3) <= 2";
  static const std::vector<stated_proof> proofs{
      {{"x >= 0"}, "1/x > 0", {}},
      {{"x > 0"}, "exp(2*log(x)) == x", {}, {}, "algebra"},
      {{"x > 0"}, "exp(log(x)/2) == x", {}, {}, "algebra"},
      {{"x >= -1"}, "exp(2*log(x)) == x^2", {}, {}, "algebra"},
      {{"x >= 0"}, "exp(log(x)/2) == sqrt(x)", {}, {}, "algebra"},
      {{"x > 0"}, "log(x) >= -5", {}},
      {{"x >= 0"}, "x/x == 1", {}},
      {{"x >= 0"}, "x/x == 1", {"same x/x <= 1"}},
      {{}, "inf - inf == 0", {"same inf - inf <= 0"}},
      {{}, "0*inf <= 0", {}},
      {{}, "sqrt(x)^2 == x", {"same sqrt(x)^2 <= x"}},
      {{}, "log(x) <= log(x)", {}},
      {{"x >= 0"}, "x^2 > 0", {}},
      {{"x >= 0"}, "x <= 5", {}, {"values x = 1"}},
      {{"z >= 0"}, "x <= 5", {}, {"let z = x", "values x = 1"}},
      {{}, "n >= 3", {}, {"integers n", "values n = 7/2"}},
      {{"n >= 1"}, "(-2)^n > 0", {}, whole_n},
      {{"x >= -5", "x <= -1", "n >= 1"}, "x^n > 0", {}, whole_n},
      {{"x >= -5", "x <= -1", "n >= 1"}, "1/x^n > 0", {}, whole_n},
      {{"x >= -5", "x <= -2", "n >= 2", "n <= 2"}, "log(x^n) <= 0", {}, whole_n},
      {{"x >= 0", "y >= 1"}, "x^y > 0", {}},
      {{"x >= 0"}, "x^(1/3) > 0", {}},
      {{"x >= 0", "y >= 1"}, "0/x^y >= 0", {}},
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
      // Infinite parts do not cancel.
      {{"x + inf == inf"}, "x == 0", {}, {}, "algebra"},
      {{"x + inf <= inf"}, "x <= 0", {}},
      {{"x + renyi(unmixed_pair(5, 1), 2) <= renyi(unmixed_pair(5, 1), 2)"}, "x <= 0", {}},
      {{"y >= 1", "x + y*inf <= y*inf"}, "x <= 0", {}},
      {{"max(x, inf) + x <= max(x, inf)"}, "x <= 0", {}},
      {{"if(inf + 1 <= inf, 0, x) <= 0"}, "x <= 0", {}},
      // What has to be a condition is a number.
      {{"x >= 0"}, "g(x) >= 0", {}, {"define g(x) = if(x, x, 0/0)"}},
      {{"x >= 0"}, "g(x, x) >= 0", {}, {"define g(c, x) = if(c, x, 0/0)"}},
      {{"x >= 0"}, "g(x, 7) >= 0", {}, {"define g(c, x) = if(c and x > 2, x, 0/0)"}},
      {{"y >= 0"}, "h(y) >= 0", {}, {"define h(x) = if(pi, 5, 0/0)"}},
      {{}, "a >= 2", {}, {"values a = 2", "values a = 1"}},
      {{}, "a >= 2", {}, {"let a = b", "let b = a"}},
      {{}, "f(2) >= 2", {}, {"define f(u) = f(u)"}},
      {{"x >= 0"}, "f(1/x) == 1", {}, {"define f(u) = 1"}},
      // The index is not the j that is put in for u: f(j) is 5 there.
      {{"j >= 5"}, "f(j) >= 6", {}, {"define f(u) = sum(j, 1, 1, u)"}},
      {{"j >= 5"}, "f(j) <= 1", {}, {"define f(u) = sum(j, 1, 1, u)"}},
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
       whole_n},
      {{"y >= 1"}, "y <= if(y == 2, 2, 1)", {"choice y <= if(y == 2, 2, 1)"}},
      {{"y >= 1"}, "3 <= if(y == 2, 2, 4)", {"choice 3 <= if(y == 2, 2, 4)"}},
      {{"y >= 1"}, "if(y == 2, 5, y) <= y", {"choice if(y == 2, 5, y) <= y"}},
      {{"y >= 1"}, "if(y > 2, 5, y) <= y", {"choice if(y > 2, 5, y) <= y"}},
      {{}, "(-2)^2 <= (-3)^2 - 6", {"powers (-2)^2 <= (-3)^2 - 6"}},
      {{}, "(-2)^2 <= (-1)^2", {"powers (-2)^2 <= (-1)^2"}},
      {{}, "(1/2)^(-1) <= 1^(-1)", {"powers (1/2)^(-1) <= 1^(-1)"}},
      {pair_domain, "9 <= " + clones, {"infinite 9 <= " + clones}, whole_n},
      {pair_domain,
       "9 <= renyi(printed_pair(n, x, 0), y)",
       {"infinite 9 <= renyi(printed_pair(n, x, 0), y)"},
       whole_n},
      {{"n >= 1", "x >= 0", "y > 0"},
       "9 <= renyi(printed_pair(n, x, 1/2), y)",
       {"infinite 9 <= renyi(printed_pair(n, x, 1/2), y)"},
       whole_n},
      {{"n >= 1", "x >= 0"}, "floor((n - 1)/(2*exp(x))) + 2 <= n", {}, whole_n},
      {{"x >= 0"}, "floor(x) >= x", {}},
      {{"x >= 0"}, "-floor(x) >= 1 - x", {}},
      {{"n >= 1", "x >= n"}, "x/n <= 1", {}, whole_n},
      {{"x >= 0"}, "((1 + x)^(1/2) - 1) - 1/2*x >= 0", {}},
      {{"n >= 0", "x >= 0"}, "sum(i, 1, n, i - 2) >= 0", {}, whole_n},
      {{"n >= 0"}, "binomial_mean(m, n, 2/3, (m - 2*n/3)^3) >= 0", {}, whole_n},
      {{"n >= 0"}, "binomial_mean(m, n, 1/3, (m - n/2)^3) >= 0", {}, whole_n},
      {{"x >= 0"},
       "sum(i, 1, 2, i*x) <= sum(i, 1, 2, 2*x)",
       {"same sum(i, 1, 2, i*x) <= sum(i, 1, 2, 2*x)"}},
      {{"x >= 0"}, "x/x == 1", {}, {}, "algebra"},
      {{"x > 0"}, "(x + 1)^2/x == x + 3 + 1/x", {}, {}, "algebra"},
      {{"x >= 0", "x <= 2"}, "x*(2 - x) <= 99/100", {}, {}, "subdivision"},
      {{"x >= 0"}, "x <= 2", {}, {}, "subdivision"},
      altered_proof("bodies", "sum(j, 2, n", "sum(j, 4, n"),
      altered_proof("bodies", "sum(j, 2, n", "sum(j, -2, n"),
      altered_proof("bodies", "sum(j, 2, n", "sum(j, 2, n - 1"),
      altered_proof("bodies", "j*(x + 1)", "j*(x - 1)"),
      altered_proof("bodies", "j*(x + 1)", "i*(x + 1)"),
      altered_proof("bodies", "sum(i, 3, n, i*x)", "binomial_mean(i, n, 1/3, i*x)"),
      altered_proof("bodies of means", "mean(m, n, 1/3, (m", "mean(m, n, 1/4, (m"),
      altered_proof("bodies of means", "(m + 1)", "(m - 1)"),
      altered_proof("bodies of means", "<= binomial_mean(m, n", "<= binomial_mean(m, n + 1"),
      altered_proof("enumeration", "n - 3", "n - 4"),
      altered_proof("enumeration", "n != 4", "n >= 0"),
      altered_proof("enumeration", "n <= 5", "n <= 6"),
      altered_proof("enumeration", "n <= 5", "n >= 1"),
      altered_proof("enumeration", "case n = 5", "case n = 4"),
      altered_proof("enumeration", "case n = 5", "case n = 3"),
      altered_proof("enumeration", "case n = 5", "case x = 5"),
      altered_proof("enumeration", "integers n", "integers x"),
      altered_proof("enumeration", "n = 3", "n = 7/2"),
      altered_proof("solution", "x = 6", "x = 5"),
      altered_proof("solution", "x = 6", "x = -6"),
      altered_proof("solution", "n = 4", "n = 4 ; n = 4"),
      altered_proof("solution", " ; x = 6", ""),
      altered_proof("solution", "exists x", "exists y"),
      altered_proof("solution", "n = 4 ; x = 6", "n = 1/9 ; x = 1"),
      altered_proof("(O.2)", "2*(1 - y)", "3*(1 - y)"),
      altered_proof("(O.2)", "y >= 1/2", "y >= 1/4"),
      altered_proof("(O.2)", "rr_law(x, 1, 2)", "rr_law(x, 0, 3)"),
      altered_proof("(O.2) of clones", "2/(exp(x) + 1)", "1/(exp(x) + 1)"),
      altered_proof("(O.2) of clones", "unmixed_pair(2", "unmixed_pair(3"),
      altered_proof("(O.3)", "(1 - y)", "(1 - y)/2"),
      altered_proof("(O.3)", "y <= 1", "y >= 1"),
      altered_proof("(O.3)", ", mix(y", ", mix(y/2"),
      altered_proof("(O.3) of orders", "max(", "min("),
      altered_proof("(O.4)", "n + 1)*exp(x)", "n + 2)*exp(x)"),
      altered_proof("(O.4)", "rr_law(x, n, 1), rr_law(x, n + 1, 0)",
                    "rr_law(x, n - 1, 2), rr_law(x, n, 1)"),
      altered_proof("(O.4)", ", 2) <=", ", 3) <="),
      altered_proof("(O.5)", "binomial_mean(m, 1", "binomial_mean(m, 2"),
      altered_proof("(O.5)", "exp(-x)", "exp(-x/2)"),
      altered_proof("(O.5)", "m + 1", "m + 2"),
      altered_proof("(O.5)", "y >= 1", "y > 0"),
      altered_proof("(O.6)", "y >= 1", "y > 0"),
      altered_proof("(O.6)", "exp(-(n - 1)*exp(-x)/8)", "exp(-(n - 1)*exp(-x)/7)"),
      altered_proof("(O.6)", "gamma(y/2)", "gamma(y/3)"),
      altered_proof("(O.7)", "4*binomial", "3*binomial"),
      altered_proof("(O.7)", "sum(i, 3, 3", "sum(i, 4, 4"),
      altered_proof("(O.7)", "clone_pair(n, x), 3", "clone_pair(n, x), 4"),
      altered_proof("(O.7)", "clone_pair(n, x)", "unmixed_pair(n, x)"),
      altered_proof("(O.8)", "3*y^2", "4*y^2"),
      altered_proof("(O.8)", "y <= 1", "y <= 2"),
      altered_proof("(O.8)", "rr_pair(n, x), y", "rr_pair(n, x/2), y"),
      altered_proof("(K.18)", "y*(exp(x) + 1)", "y*exp(x)"),
      altered_proof("(K.18)", "y > 1", "y > 1/2"),
      altered_proof("(K.18)", "rr_pair(n, x)", "swap(rr_pair(n, x))"),
      altered_proof("(K.18) of large orders", "(2*n", "(3*n"),
      altered_proof("(K.19)", "2753/", "2752/"),
      altered_proof("(K.19)", "/(31*2*3", "/(30*2*3"),
      altered_proof("(K.19)", "n >= 14", "n >= 13"),
      altered_proof("(K.19)", "clone_pair(n, x, 1/2)", "clone_pair(n, x, 51/100)"),
      altered_proof("(K.19)", "(1 + 2*exp(-x))", "(1 + exp(-x))"),
      altered_proof("(O.9)", "y^2*max", "y^3*max"),
      altered_proof("(O.9)", "y <= 1", "x <= 1"),
      {{}, "rounds_to(0, 0, 0)", {}},
      {{"x >= 0", "x <= 1"}, "rounds_to(x, 0, 4*x)", {}},
      {{"pi == 3", "x >= 0"}, "x <= 2", {}},
      {{"x >= 3", "x <= 2"}, "x == 7", {}},
      {{"n >= 1", "n <= 3", "sqrt(2)^2 + n - 5 <= 0"},
       "n <= 2",
       {},
       whole_n,
       "derivation",
       {"case n = 1", "case n = 2"}},
      {{"n >= 1", "n <= 9"}, "binomial(n, 2) <= 2*n + 17", {}, whole_n, "subdivision"},
      {{"n >= 5/2", "n <= 7/2"}, "n < 3", {}, whole_n, "subdivision"}};

  return proofs;
}
