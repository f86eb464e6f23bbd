#include "verify/command_line/randomizer_options.hpp"

#include <fmt/format.h>

#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "claims/catalogue/cautions.hpp"
#include "language/syntax/guard.hpp"
#include "shufflecert/expression.hpp"
#include "verify/terminal/terminal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using named_source = std::pair<std::string_view, std::string_view>;

constexpr std::array papers{
    named_source{"variation_bins", "Luo, Wang and Yi 2022; Li et al. 2023"},
    named_source{"variation_coins", "Balcer and Cheu 2020"},
    named_source{"variation_collision", "Wang et al. 2021"},
    named_source{"variation_duchi", "Duchi, Jordan and Wainwright 2013"},
    named_source{"variation_dump", "Li et al. 2023"},
    named_source{"variation_flips", "Cheu and Zhilyaev 2022"},
    named_source{"variation_generic", "Kairouz, Oh and Viswanath 2015"},
    named_source{"variation_hadamard", "Acharya, Sun and Zhang 2019"},
    named_source{"variation_hadamard_blocks", "Acharya, Sun and Zhang 2019"},
    named_source{"variation_krr", "Kairouz, Bonawitz and Ramage 2016"},
    named_source{"variation_laplace", "Dwork, McSherry, Nissim and Smith 2006"},
    named_source{"variation_local_hash", "Wang, Blocki, Li and Jha 2017"},
    named_source{"variation_piecewise", "Wang et al. 2019"},
    named_source{"variation_privset", "Wang et al. 2018"},
    named_source{"variation_rappor", "Erlingsson, Pihur and Korolova 2014"},
    named_source{"variation_sampling_rappor", "Qin et al. 2016"},
    named_source{"variation_subset", "Wang et al. 2019; Ye and Barg 2018"},
    named_source{"variation_symmetric_unary", "Erlingsson, Pihur and Korolova 2014"},
    named_source{"variation_unary", "Wang, Blocki, Li and Jha 2017"},
};

std::string source_of(std::string_view name) {
  for (const auto& [known, source] : papers)
    if (known == name) return std::string(source);
  return "";
}

}  // namespace

std::vector<randomizer_row> randomizers_of(const definitions& visible, const budget& limits) {
  std::vector<randomizer_row> rows;
  for (const std::string& name : visible.names()) {
    const definition* defined = visible.find(name);
    const auto guard = guard_in(*defined->body);
    const auto* pair = std::get_if<call>(&(guard ? guard->value : defined->body)->node);
    if (pair == nullptr || pair->name != "variation_pair" || pair->arguments.size() < 4) continue;
    const auto& given = pair->arguments;
    const std::string q0 = to_text(*given[3]);
    rows.push_back({name, defined->parameters, to_text(*given[1]), to_text(*given[2]), q0,
                    given.size() > 4 ? to_text(*given[4]) : q0,
                    bounds_its_randomizers(*pair, visible, limits), source_of(name)});
  }
  return rows;
}

void print_randomizers(const definitions& visible, const budget& limits, bool as_json) {
  const std::vector<randomizer_row> rows = randomizers_of(visible, limits);
  if (as_json) {
    auto list = nlohmann::ordered_json::array();
    for (const randomizer_row& row : rows)
      list.push_back({{"name", row.name},
                      {"parameters", row.parameters},
                      {"p", row.p},
                      {"beta", row.beta},
                      {"q0", row.q0},
                      {"q1", row.q1},
                      {"is_bound", row.is_bound},
                      {"source", row.source}});
    print_json_text(list);
    return;
  }
  for (const randomizer_row& row : rows) {
    say("{}({})\n", row.name, fmt::join(row.parameters, ", "));
    say("  p       {}\n", row.p);
    say("  beta    {}\n", row.beta);
    if (row.q0 == row.q1)
      say("  q       {}\n", row.q0);
    else
      say("  q0, q1  {}, {}\n", row.q0, row.q1);
    say("  bound   {}\n",
        row.is_bound ? "of every randomizer with these parameters" : "not in general");
    if (!row.source.empty()) say("  source  {}\n", row.source);
  }
}

}  // namespace shufflecert::inline v0_1::claims
