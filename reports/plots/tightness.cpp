#include "reports/plots/tightness.hpp"

#include <fmt/format.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <optional>

#include "claims/catalogue/formula_matching.hpp"
#include "claims/catalogue/substitution.hpp"
#include "language/syntax/called_names.hpp"
#include "reports/plots/plot_points.hpp"
#include "reports/text/links.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::size_t most_bounds = 7;  // of one plot, beside the line of the exact value

// A bound with the values of its parameters, under the names that the base point has.
struct subject {
  const bound* stated = nullptr;
  std::map<std::string, std::string> names;  // parameter -> name in the base point
  expression_ptr quotient;
  std::vector<expression_ptr> domain;  // with the conditions that `integers` stands for
};

struct group {
  std::string quantity;
  std::string paper;
  std::map<std::string, point_value> base;
  std::vector<subject> bounds;
};

// The point that all axes go through, as far as a quantity has these variables.
std::map<std::string, point_value> base_for(const expression& on) {
  std::map<std::string, std::string> texts{{"n", "10000"},  {"eps0", "1"},     {"lambda", "4"},
                                           {"eps", "1/10"}, {"delta", "1e-6"}, {"alpha", "1/10"}};
  if (calls_function(on, "subsampled")) {
    texts["k"] = "1000";
    texts["rate"] = "1/10";
  } else if (calls_function(on, "krr_pair")) {
    texts["k"] = "3";  // More inputs, or more users, have too many outcomes.
    texts["n"] = "1000";
  }
  std::map<std::string, point_value> base;
  for (const auto& [name, text] : texts) base[name] = read_point_value(text);
  return base;
}

std::vector<axis> axes_of(const expression& on) {
  // The laws of k-ary randomized response have many outcomes: fewer points, and fewer users.
  const bool is_slow = calls_function(on, "krr_pair");
  const axis_range privacy{read_point_value("0.1"), read_point_value("6"), is_slow ? 9 : 18,
                           axis_scale::log};
  std::vector<axis> axes{{"eps0", expand_range(privacy)}, {"lambda", {}}};
  for (const char* order :
       {"2", "3", "4", "6", "8", "11", "16", "23", "32", "45", "64", "91", "128"})
    axes.back().values.push_back(read_point_value(order));
  const axis_range users{read_point_value(is_slow ? "100" : "10"),
                         read_point_value(is_slow ? "2000" : "100000"), is_slow ? 6 : 17,
                         axis_scale::log};
  axes.push_back(
      {calls_function(on, "subsampled") ? "k" : "n", rounded_to_integers(expand_range(users))});
  return axes;
}

class tightness_finder {
 public:
  tightness_finder(const catalogue& read, const sampling& how) : read_(read), how_(how) {}

  tightness find(const std::function<bool(const bound&)>& is_wanted) {
    std::vector<const bound*> wanted;
    for (const bound& stated : read_.bounds)
      if (is_wanted(stated)) wanted.push_back(&stated);
    for (const bound* stated : wanted) place(*stated);
    for (const group& one : groups_)
      for (const axis& along : axes_of(*one.bounds.front().stated->on)) draw(one, along);
    for (const bound* stated : wanted) note_left_out(*stated);
    return std::move(result_);
  }

 private:
  // The names of the base point for the bound's parameters: its own, or those at the same places in
  // the quantity of another bound.
  [[nodiscard]] std::optional<std::map<std::string, std::string>> names_for(
      const bound& stated, const std::map<std::string, point_value>& base) const {
    const auto is_known = [&](const std::string& name) { return base.contains(name); };
    const auto& mine = stated.parameters;
    if (std::all_of(mine.begin(), mine.end(), is_known)) {
      std::map<std::string, std::string> names;
      for (const std::string& name : mine) names[name] = name;
      return names;
    }
    for (const bound& other : read_.bounds) {
      if (!std::all_of(other.parameters.begin(), other.parameters.end(), is_known)) continue;
      const auto names = renaming_between(*stated.on, mine, *other.on, other.parameters);
      if (!names) continue;
      std::map<std::string, std::string> found(names->begin(), names->end());
      if (std::all_of(mine.begin(), mine.end(),
                      [&](const std::string& name) { return found.contains(name); }))
        return found;
    }
    return std::nullopt;
  }

  void place(const bound& stated) {
    auto base = base_for(*stated.on);
    auto names = names_for(stated, base);
    if (!names) {
      const auto missing =
          std::find_if(stated.parameters.begin(), stated.parameters.end(),
                       [&](const std::string& name) { return !base.contains(name); });
      reasons_[stated.name] = fmt::format("its parameter '{}' has no natural value", *missing);
      return;
    }
    subject made{&stated, std::move(*names), nullptr, stated.domain};
    made.quotient = std::make_shared<const expression>(
        expression{product_chain{{{false, stated.value}, {true, stated.on}}}, 0});
    for (const std::string& name : stated.integers)
      made.domain.push_back(make_comparison(make_call("floor", {make_variable(name)}),
                                            relation::equal, make_variable(name)));
    name_kinds kinds;
    for (const std::string& name : stated.parameters) kinds[name] = value_kind::number;
    try {
      check_formula(*made.quotient, read_.visible, kinds);
    } catch (const formula_error& error) {
      reasons_[stated.name] = fmt::format("the exact value cannot be computed: {}", error.what());
      return;
    }
    variable_map renamed;
    for (const auto& [mine, theirs] : made.names) renamed[mine] = make_variable(theirs);
    const std::string quantity = to_text(*with_formulas(stated.on, renamed));
    for (group& known : groups_)
      if (known.quantity == quantity && known.paper == stated.paper) {
        known.bounds.push_back(std::move(made));
        return;
      }
    groups_.push_back({quantity, stated.paper, std::move(base), {}});
    groups_.back().bounds.push_back(std::move(made));
  }

  // The quotients of the bounds of a group: a row for each bound, a column for each point.
  std::vector<std::vector<curve_point>> quotients(const group& one, const axis& along) {
    std::vector<std::vector<curve_point>> points(one.bounds.size(),
                                                 std::vector<curve_point>(along.values.size()));
    // All bounds at a point share the exact value, which is kept.
    tbb::parallel_for(std::size_t{0}, along.values.size(), [&](std::size_t i) {
      for (std::size_t b = 0; b < one.bounds.size(); ++b) {
        variable_map values;
        for (const auto& [mine, theirs] : one.bounds[b].names)
          values[mine] = theirs == along.variable ? along.values[i].formula
                                                  : one.base.find(theirs)->second.formula;
        points[b][i] = sample(*one.bounds[b].quotient, one.bounds[b].domain, read_.visible, values,
                              axis_text(along.values[i]), how_, &cache_);
      }
    });
    return points;
  }

  void draw(const group& one, const axis& along) {
    const bool is_used = std::any_of(one.bounds.begin(), one.bounds.end(), [&](const subject& b) {
      return std::any_of(b.names.begin(), b.names.end(),
                         [&](const auto& name) { return name.second == along.variable; });
    });
    if (!is_used) return;
    auto points = quotients(one, along);
    std::vector<plot_curve> curves;
    for (std::size_t b = 0; b < one.bounds.size(); ++b) {
      const bool has_values = std::any_of(points[b].begin(), points[b].end(),
                                          [](const curve_point& p) { return !p.lower.empty(); });
      if (!has_values) continue;
      drawn_.push_back(one.bounds[b].stated);
      const bound& stated = *one.bounds[b].stated;
      curves.push_back({stated.name,
                        stated.side == bound_side::upper ? curve_role::upper : curve_role::lower,
                        std::move(points[b])});
    }
    for (std::size_t first = 0; first < curves.size(); first += most_bounds)
      add_plot(one, along, curves, first);
  }

  void add_plot(const group& one, const axis& along, const std::vector<plot_curve>& curves,
                std::size_t first) {
    const std::size_t last = std::min(curves.size(), first + most_bounds);
    plot result;
    result.name = "tightness." + plain_name(curves[first].name) + "." + along.variable;
    result.title = fmt::format("Bounds on {} over the exact value, along {}", one.quantity,
                               axis_label(along.variable));
    result.caption = fmt::format(
        "Bound divided by the exact value of {}{}. At 1 a bound is tight; an upper bound below 1, "
        "or a lower bound above 1, fails for this quantity.",
        one.quantity, others(one, along));
    result.x = {axis_label(along.variable), true};
    result.y = {"bound / exact value", true};
    plot_curve exact{"exact value", curve_role::exact, {}};
    exact.points.reserve(along.values.size());
    for (const point_value& value : along.values)
      exact.points.push_back({axis_text(value), "1", "1"});
    result.curves.push_back(std::move(exact));
    for (std::size_t i = first; i < last; ++i) result.curves.push_back(curves[i]);
    result_.plots.push_back(std::move(result));
  }

  // ", at n = 10000, lambda = 4": the variables of the quantity that stay where they are.
  static std::string others(const group& one, const axis& along) {
    std::string text;
    for (const auto& [name, value] : one.base) {
      const bool is_used =
          std::any_of(one.bounds.begin(), one.bounds.end(), [&, &known = name](const subject& b) {
            return std::any_of(b.names.begin(), b.names.end(),
                               [&](const auto& pair) { return pair.second == known; });
          });
      if (is_used && name != along.variable)
        text += fmt::format("{}{} = {}", text.empty() ? ", at " : ", ", name, value.text);
    }
    return text;
  }

  // Why a bound has no value at the base point: no plot has one of it elsewhere, either.
  std::string reason_at(const group& one, const subject& known) {
    variable_map values;
    for (const auto& [mine, theirs] : known.names)
      values[mine] = one.base.find(theirs)->second.formula;
    const auto has_value = [&](const expression_ptr& formula,
                               const std::vector<expression_ptr>& domain) {
      return !sample(*formula, domain, read_.visible, values, "", how_, &cache_).lower.empty();
    };
    const expression_ptr anything = make_number(1);
    for (const expression_ptr& condition : known.domain)
      if (!has_value(anything, {condition}))
        return fmt::format("it is not stated at the points checked: there {} is not certain",
                           to_text(*condition));
    if (!has_value(known.stated->value, {})) return "it has no value at the points checked";
    if (!has_value(known.stated->on, {}))
      return "the exact value is not within reach at the points checked";
    return "the quotient has no value at the points checked";
  }

  void note_left_out(const bound& stated) {
    if (std::find(drawn_.begin(), drawn_.end(), &stated) != drawn_.end()) return;
    if (const auto known = reasons_.find(stated.name); known != reasons_.end()) {
      result_.left_out.push_back({stated.name, stated.paper, known->second});
      return;
    }
    for (const group& one : groups_)
      for (const subject& known : one.bounds)
        if (known.stated == &stated)
          result_.left_out.push_back({stated.name, stated.paper, reason_at(one, known)});
  }

  const catalogue& read_;
  const sampling& how_;
  quantity_cache cache_;
  std::vector<group> groups_;
  std::vector<const bound*> drawn_;
  std::map<std::string, std::string> reasons_;
  tightness result_;
};

}  // namespace

tightness tightness_plots(const catalogue& read, const sampling& how,
                          const std::function<bool(const bound&)>& is_wanted) {
  return tightness_finder(read, how).find(is_wanted);
}

}  // namespace shufflecert::inline v0_1::claims
