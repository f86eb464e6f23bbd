// The registries of methods: that they are complete, that what they say of themselves is there to
// be read, and that each of their entries computes what it says.

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>
#include <tuple>

#include "quantities/divergences/methods.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/method_unavailable.hpp"
#include "support/catch.hpp"
#include "support/run_program.hpp"
#include "support/values_at_points.hpp"

namespace test_method_registry {

using namespace shufflecert;

namespace {

std::string text_of(const std::string& file) {
  return text_of_file(std::filesystem::path(SHUFFLECERT_SOURCE_DIR) / file);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace

TEST_CASE("every quantity and every method is in a registry", "[methods]") {
  std::set<std::string> quantities;
  std::set<evaluation_method> methods;
  for (const quantity_methods& of : methods_of_quantities()) {
    CHECK(quantities.insert(of.quantity).second);
    for (const method_row& row : of.methods) methods.insert(row.method);
  }
  std::set<std::string> declared;
  for (const std::string& line : lines_of(text_of("include/shufflecert/quantities.hpp"))) {
    std::smatch name;
    if (std::regex_search(line, name, std::regex("^quantity ([a-z_]+)\\(")))
      declared.insert(name[1]);
  }
  CHECK(declared.size() >= 7);
  CHECK(quantities == declared);
  for (const std::string& name : method_names()) {
    INFO(name);
    const auto method = method_named(name);
    CHECK(methods.contains(*method) == (method != evaluation_method::automatic));
  }
}

TEST_CASE("every method is derived where its registry says", "[methods]") {
  for (const quantity_methods& of : methods_of_quantities())
    for (const method_row& row : of.methods) {
      INFO(of.quantity << ", " << to_text(row.method) << ": " << row.page << ", " << row.section);
      const std::string section = row.section;
      bool is_there = false;
      for (const std::string& line : lines_of(text_of(std::string("docs/methods/") + row.page)))
        is_there = is_there || line == "## " + section || line == "### " + section;
      CHECK(is_there);
      CHECK(std::string(row.pairs) != "");
      CHECK(std::string(row.cost) != "");
    }
}

TEST_CASE("the table of methods in docs/ is the one that the program prints", "[methods]") {
  const program_run printed = run_program({"methods", "--markdown"});
  CHECK(printed.status == 0);
  const std::vector<std::string> expected = lines_of(printed.out);
  CHECK(expected.size() > 12);
  // `make methods-table` renews it.
  std::vector<std::string> kept;
  bool is_inside = false;
  for (const std::string& line : lines_of(text_of("docs/methods/index.md"))) {
    if (line.starts_with("<!-- end of the methods")) is_inside = false;
    if (is_inside) kept.push_back(line);
    if (line.starts_with("<!-- the methods:")) is_inside = true;
  }
  REQUIRE(kept.size() == expected.size());
  for (std::size_t i = 0; i < kept.size(); ++i) CHECK(kept[i] == expected[i]);
}

TEST_CASE("the methods of one quantity", "[methods]") {
  const program_run one = run_program({"methods", "tradeoff"});
  CHECK(one.status == 0);
  CHECK(one.out.starts_with("tradeoff\n"));
  CHECK(one.out.find("  binomial-tails") != std::string::npos);
  CHECK(one.out.find("renyi") == std::string::npos);
  const program_run as_json = run_program({"methods", "tradeoff", "--json"});
  const auto list = nlohmann::json::parse(as_json.out);
  std::vector<std::string> names;
  for (const auto& entry : list) {
    CHECK(entry.at("quantity") == "tradeoff");
    names.push_back(entry.at("method"));
  }
  // Values that need no computation before all others; direct summation, which is for all, last.
  REQUIRE(names.size() >= 5);
  CHECK(names.front() == "closed-form");
  CHECK(names.back() == "direct-summation");
  const program_run wrong = run_program({"methods", "tradeof"});
  CHECK(wrong.status == 2);
  CHECK(wrong.err.find("there is no quantity 'tradeof'; there are renyi, ") != std::string::npos);
  CHECK(run_program({"methods", "--markdown", "--json"}).status == 2);
}

namespace {

// What the formula evaluates to by this method, at 80 bits; nothing where the method does not
// compute it, or where the value needed no computation.
std::optional<ball> by(evaluation_method method, const expression& formula) {
  constexpr bits precision = 80;
  const budget limits;
  const definitions none;
  const variable_map variables;
  evaluator at({none, precision, limits, nullptr, method}, variables);
  try {
    const number found = at.evaluate_number(formula);
    if (!at.methods().contains(to_text(method))) return std::nullopt;
    return found.to_ball(precision);
  } catch (const method_unavailable&) {
    return std::nullopt;
  } catch (const beyond_reach&) {
    return std::nullopt;  // it would, of a smaller pair
  }
}

// Of an entry of a registry: a formula that it computes, and how many methods compute it at least.
struct sample {
  std::string formula;
  std::size_t methods = 1;
};

// The quantity, the method and the pairs of the entry.
using entry_name = std::tuple<std::string, evaluation_method, std::string>;

std::map<entry_name, sample> make_samples() {
  using enum evaluation_method;
  const std::string normal = "normal and Laplace pairs, also subsampled";
  const std::string plain =
      "discrete pairs, where the value is 0, infinite or that at an end of its range";
  const std::string small = "small discrete pairs with rational probabilities";
  const std::string clones = "clone and unmixed pair";
  const std::string response = "randomized response, also subsampled";
  const std::string discrete = "all discrete pairs";
  const std::string variation = "variation-ratio pair, k-ary response with three symbols";
  const std::string kary = "k-ary response with four symbols or more";
  const std::string laws_of_clones = "clone pair with a law of the number of clones";
  const std::string by_law = "clone_pair(binomial_law(30, 1/5), 1)";
  const std::string many_clones = "clone pair of many clones";
  std::map<entry_name, sample> all{
      {{"renyi", closed_form, normal}, {"renyi(normal_pair(0, 1, 1, 2), 3/2)"}},
      {{"renyi", line_integral, "subsampled normal and Laplace pairs"},
       {"renyi(subsampled(gaussian_pair(1), 1/2), 3)", 2}},
      {{"renyi", closed_form, plain}, {"renyi(rr_pair(5, 0), 2)"}},
      {{"renyi", direct_summation, "tables of laws"},
       {"renyi(pair(mix(0.1, rr_law(1, 9, 1), rr_law(1, 10, 0)), rr_law(1, 10, 0)), inf)"}},
      {{"renyi", exact_rationals, small}, {"renyi(rr_pair(40, log(3)), 2)", 2}},
      {{"renyi", direct_summation, "clone pair"}, {"renyi(clone_pair(200, log(3), 1/2), 3)", 2}},
      {{"renyi", closed_moments, many_clones}, {"renyi(clone_pair(3000, 1), 3)", 3}},
      {{"renyi", windowed_moments, many_clones}, {"renyi(clone_pair(3000, 1), 5/2)", 3}},
      {{"renyi", hybrid_moments, "clone pair, also where a few small layers matter"},
       {"renyi(clone_pair(300, 1), 5/2)", 2}},
      {{"renyi", line_integral, "clone pair"}, {"renyi(clone_pair(20, 1), 4)", 2}},
      {{"hockey_stick", line_integral, clones}, {"hockey_stick(clone_pair(10^16, 2), 10^-8)"}},
      {{"total_variation", line_integral, clones}, {"total_variation(clone_pair(10^11, 4))", 2}},
      {{"tradeoff", line_integral, clones}, {"tradeoff(clone_pair(10^16, 2), 1/5)"}},
      {{"epsilon", line_integral, clones}, {"epsilon(clone_pair(10^16, 2), 10^-9)"}},
      {{"renyi", central_moments, response}, {"renyi(rr_pair(1000, 1), 5/2)", 2}},
      {{"renyi", central_moments, kary}, {"renyi(krr_pair(4, 200, log(3/2)), 3/2)", 2}},
      {{"renyi", central_moments, variation},
       {"renyi(variation_pair(3000, 3, 1/4, 3, 2), 5/2)", 2}},
      {{"renyi", windowed_moments, variation}, {"renyi(variation_pair(3000, 3, 1/4, 3), 5/2)", 2}},
      {{"renyi", direct_summation, discrete}, {"renyi(krr_pair(3, 6, log(2)), 3)", 2}},
      {{"renyi", closed_form, "integer noise"},
       {"renyi(pair(discrete_gaussian_law(0, 2), discrete_gaussian_law(1/2, 3)), 5/2)", 2}},
      {{"renyi", direct_summation, "integer noise"},
       {"renyi(pair(discrete_gaussian_law(0, 2), geometric_law(1, 1)), 5/2)"}},
      {{"chi_moment", direct_summation, "integer noise"},
       {"chi_moment(pair(discrete_gaussian_law(0, 2), geometric_law(1, 1)), 5/2)"}},
      {{"renyi", sum_over_rounds, "several rounds"},
       {"renyi(compose(rr_pair(3, log(2)), 2), 3)", 2}},
      {{"renyi", sum_over_clones, laws_of_clones}, {"renyi(" + by_law + ", 5/2)", 2}},
      {{"hockey_stick", sum_over_clones, laws_of_clones},
       {"hockey_stick(" + by_law + ", 1/10)", 2}},
      {{"total_variation", sum_over_clones, laws_of_clones},
       {"total_variation(" + by_law + ")", 2}},
      {{"epsilon", sum_over_clones, laws_of_clones}, {"epsilon(" + by_law + ", 1/1000)", 2}},
      {{"chi_moment", sum_over_clones, laws_of_clones}, {"chi_moment(" + by_law + ", 3/2)", 2}},
      {{"hockey_stick", convolution, "several rounds"},
       {"hockey_stick(compose(rr_pair(3, log(2)), 2), log(21/20))", 3}},
      {{"total_variation", convolution, "several rounds"},
       {"total_variation(compose(rr_pair(3, log(2)), 2))", 3}},
      {{"epsilon", convolution, "several rounds"},
       {"epsilon(compose(rr_pair(3, log(2)), 2), 1/50)", 3}},
      {{"tradeoff", convolution, "several rounds"},
       {"tradeoff(compose(rr_pair(3, log(2)), 2), 1/5)", 3}},
      {{"tradeoff", closed_form, "all pairs"}, {"tradeoff(gaussian_pair(1), 1)"}},
      {{"epsilon", closed_form, "all pairs"}, {"epsilon(clone_pair(5, 1), 0)"}},
      {{"chi_moment", closed_form, normal}, {"chi_moment(subsampled(gaussian_pair(1), 1/2), 4)"}},
      {{"chi_moment", closed_form, plain}, {"chi_moment(rr_pair(5, 0), 2)"}},
      {{"chi_moment", exact_rationals, small}, {"chi_moment(rr_pair(6, log(2)), 3)", 2}},
      {{"chi_moment", central_moments, response}, {"chi_moment(swap(rr_pair(1000, 1)), 4)", 2}},
      {{"chi_moment", direct_summation, discrete}, {"chi_moment(clone_pair(30, 1), 5/2)"}},
      {{"ternary_moment", closed_form, "three laws, where the value is infinite"},
       {"ternary_moment(law(x, 0, 1, 1/2), law(x, 0, 1, (1 + x)/3), law(x, 0, 0, 1), 2)"}},
      {{"ternary_moment", exact_rationals, "three small laws with rational probabilities"},
       {"ternary_moment(rr_law(log(3), 2, 1), rr_law(log(3), 3, 0), rr_law(log(2), 1, 2), 3)", 2}},
      {{"ternary_moment", direct_summation, "three laws"},
       {"ternary_moment(rr_law(1, 2, 1), rr_law(1, 3, 0), rr_law(2, 1, 2), 5/2)"}},
  };
  // These have the same methods.
  const std::vector<std::pair<std::string, std::string>> quantities{{"hockey_stick", ", 1/20)"},
                                                                    {"total_variation", ")"},
                                                                    {"tradeoff", ", 1/5)"},
                                                                    {"epsilon", ", 1/50)"}};
  const std::string reports =
      "shuffled_pair(rr_law(1, 1, 0), rr_law(1, 0, 1), mix(1/3, rr_law(1, 1, 0), rr_law(2, 0, 1)), "
      "9)";
  for (const auto& [quantity, end] : quantities) {
    const auto add = [&, &name = quantity, &at = end](evaluation_method method,
                                                      const std::string& pairs,
                                                      const std::string& pair, std::size_t count) {
      all[{name, method, pairs}] = {name + "(" + pair + at, count};
    };
    add(closed_form, normal, "subsampled(gaussian_pair(1), 1/2)", 1);
    add(closed_form, plain, "rr_pair(5, 0)", 1);
    add(exact_rationals, small, "printed_pair(9, log(2), 1/3)", 2);
    add(binomial_tails, clones, "unmixed_pair(60, 1)", 2);
    add(binomial_tails, variation, "swap(variation_pair(90, 3, 1/4, 3, 2))", 2);
    add(binomial_tails, kary, "krr_pair(4, 30, 1)", 2);
    add(binomial_tails, response, "swap(subsampled(rr_pair(300, 1), 1/2))", 2);
    add(direct_summation, discrete, "krr_pair(4, 6, 1)", 1);
    if (quantity == "tradeoff") continue;
    add(line_integral, "shuffled_pair", reports, 1);
    add(line_integral, "allocation_pair", "allocation_pair(3, 2)", 1);
  }
  for (const char* quantity : {"hockey_stick", "total_variation"})
    all[{quantity, direct_summation, "shuffled_pair"}] = {
        std::string(quantity) + "(" + reports +
            (std::string(quantity) == "hockey_stick" ? ", 1/20)" : ")"),
        2};
  all[{"renyi", closed_form, "allocation_pair"}] = {"renyi(allocation_pair(3, 2), 2)", 2};
  all[{"renyi", line_integral, "allocation_pair"}] = {"renyi(swap(allocation_pair(3, 2)), 2)", 1};
  all[{"hockey_stick", exact_rationals, small}] = {
      "hockey_stick(printed_pair(9, log(2), 1/3), log(21/20))", 2};
  return all;
}

}  // namespace

TEST_CASE("every entry of a registry computes its sample, and methods that do meet",
          "[methods][volume]") {
  std::map<entry_name, sample> samples = make_samples();
  for (const quantity_methods& of : methods_of_quantities())
    for (const method_row& row : of.methods) {
      INFO(of.quantity << ", " << to_text(row.method) << ", " << row.pairs);
      const auto found = samples.find({of.quantity, row.method, row.pairs});
      REQUIRE(found != samples.end());
      const sample here = found->second;
      samples.erase(found);
      INFO(here.formula);
      const expression_ptr formula = parse_formula(here.formula);
      std::vector<ball> values;
      bool is_given = false;
      for (const std::string& name : method_names()) {
        const evaluation_method method = *method_named(name);
        if (method == evaluation_method::automatic) continue;
        const auto value = by(method, *formula);
        if (!value) continue;
        is_given = is_given || method == row.method;
        for (const ball& other : values) CHECK((overlap(*value, other)));
        values.push_back(*value);
      }
      CHECK(is_given);
      CHECK(values.size() >= here.methods);
    }
  // None is left of an entry that is not there.
  for (const auto& left : samples) FAIL_CHECK(left.second.formula);
}

}  // namespace test_method_registry
