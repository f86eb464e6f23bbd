#include "reports/plots/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "claims/frontier/frontier.hpp"
#include "reports/text/links.hpp"
#include "shufflecert/decimal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

curve_role role_of(figure_role role) {
  switch (role) {
    case figure_role::exact:
      return curve_role::exact;
    case figure_role::mechanism:
      return curve_role::mechanism;
    case figure_role::upper:
      return curve_role::upper;
    case figure_role::lower:
      return curve_role::lower;
  }
  return curve_role::exact;
}

class artist {
 public:
  artist(const figure& wanted, const catalogue& read, const sampling& how)
      : wanted_(wanted), read_(read), how_(how) {
    for (const auto& [name, value] : wanted.set) variables_[name] = value.formula;
  }

  drawn_figure draw() {
    drawn_figure result{
        wanted_.id, wanted_.paper, wanted_.where, wanted_.shows, wanted_.file, wanted_.line,
        {},         std::nullopt};
    switch (wanted_.kind) {
      case figure_kind::curves:
        result.plots.push_back(curves());
        break;
      case figure_kind::frontier:
        result.plots.push_back(frontier());
        break;
      case figure_kind::table:
        result.table = table();
        break;
    }
    return result;
  }

 private:
  [[nodiscard]] plot empty_plot() const {
    plot result;
    result.name = plain_name(wanted_.id);
    result.title = wanted_.where.empty() ? wanted_.id : wanted_.where;
    result.caption = wanted_.shows;
    result.x = {wanted_.x_label, wanted_.is_x_logarithmic};
    result.y = {wanted_.y_label, wanted_.is_y_logarithmic};
    return result;
  }

  curve_point value_at(const expression_ptr& formula, const std::vector<expression_ptr>& domain,
                       const point_value& x) {
    variables_[wanted_.along.variable] = x.formula;
    std::vector<expression_ptr> conditions = wanted_.domain;
    conditions.insert(conditions.end(), domain.begin(), domain.end());
    return sample(*formula, conditions, read_.visible, variables_, axis_text(x), how_, &cache_);
  }

  plot curves() {
    plot result = empty_plot();
    for (const figure_curve& one : wanted_.curves) {
      plot_curve drawn{one.name, role_of(one.role), {}};
      for (const point_value& x : wanted_.along.values)
        drawn.points.push_back(value_at(one.value, one.domain, x));
      result.curves.push_back(std::move(drawn));
    }
    return result;
  }

  // The printed entry is the value, rounded to its last digit.
  agreement compare(const expression_ptr& value, const printed_entry& entry) {
    if (!entry.number) return agreement::none;
    const auto& [printed, unit] = *entry.number;
    const expression comparison{
        call{"rounds_to", {value, point_value_of(printed).formula, point_value_of(unit).formula}},
        0};
    const std::optional<bool> found = decide(comparison, read_.visible, variables_, how_, &cache_);
    if (!found) return agreement::undecided;
    return *found ? agreement::yes : agreement::no;
  }

  figure_cell cell(const figure_column& column, std::size_t row) {
    if (!column.value) return {column.printed[row].text, "", "", agreement::none};
    const curve_point value = value_at(column.value, column.domain, wanted_.along.values[row]);
    figure_cell result{"", value.lower, value.upper, agreement::none};
    if (column.of.empty()) return result;
    const auto printed =
        std::find_if(wanted_.columns.begin(), wanted_.columns.end(),
                     [&](const figure_column& other) { return other.name == column.of; });
    const printed_entry& entry = printed->printed[row];
    // Without a value nothing is said of the entry, be it that its domain leaves it out.
    if (value.lower.empty())
      result.agrees = entry.number ? agreement::undecided : agreement::none;
    else
      result.agrees = compare(column.value, entry);
    return result;
  }

  figure_table table() {
    figure_table result;
    result.along = wanted_.x_label;
    for (const figure_column& column : wanted_.columns)
      result.columns.push_back({column.name, column.of});
    for (std::size_t row = 0; row < wanted_.along.values.size(); ++row) {
      figure_table::row cells{wanted_.along.values[row].text, {}};
      for (const figure_column& column : wanted_.columns) cells.cells.push_back(cell(column, row));
      result.rows.push_back(std::move(cells));
    }
    return result;
  }

  // The claim to look at, or one made of the figure's relation.
  [[nodiscard]] claim subject() const {
    const figure_frontier& wanted = wanted_.frontier;
    if (!wanted.claim.empty()) {
      const claim* found = read_.find_claim(wanted.claim);
      if (found == nullptr)
        throw std::invalid_argument("there is no claim with the id '" + wanted.claim + "'");
      return *found;
    }
    claim own;
    own.formula = wanted.relation;
    own.domain = wanted_.domain;
    own.integers = wanted_.integers;
    return own;
  }

  plot frontier() {
    // Far fewer intervals than a table of frontiers looks at: what stays open is not drawn.
    constexpr std::size_t effort = 40;
    const claim about = subject();
    judge_options judging;
    judging.precision = how_.precision;
    judging.limits = how_.limits;
    const claim_context context{about, read_, cache_, judging};
    const figure_frontier& wanted = wanted_.frontier;
    frontier_options options;
    options.over = wanted.over;
    options.is_whole = std::find(about.integers.begin(), about.integers.end(), wanted.over) !=
                       about.integers.end();
    options.range = {wanted.from, wanted.to};
    options.digits = how_.digits;
    options.effort = effort;

    plot result = empty_plot();
    if (wanted.each)
      for (const point_value& value : wanted.each->values)
        add_frontiers(context, options, &value, result);
    else
      add_frontiers(context, options, nullptr, result);
    return result;
  }

  // A curve of the places where the relation stops to hold, from below, and one of those where it
  // starts to hold; the n-th of each kind where a row has several.
  void add_frontiers(const claim_context& context, const frontier_options& options,
                     const point_value* each, plot& result) {
    std::vector<plot_curve> starts;
    std::vector<plot_curve> stops;
    const std::size_t points = wanted_.along.values.size();
    for (std::size_t i = 0; i < points; ++i) {
      check_point fixed = wanted_.set;
      fixed[wanted_.along.variable] = wanted_.along.values[i];
      if (each != nullptr) fixed[wanted_.frontier.each->variable] = *each;
      const frontier_row row = find_frontier(context, context.subject.formula, fixed, options);
      std::size_t failing = 0;
      std::size_t holding = 0;
      for (const frontier_switch& one : row.switches) {
        auto& kind = one.below ? stops : starts;
        const std::size_t index = one.below ? failing++ : holding++;
        if (kind.size() <= index) kind.push_back(blank_curve(each, one.below, index));
        kind[index].points[i].lower = end_text(one.lower).lower;
        kind[index].points[i].upper = end_text(one.upper).upper;
      }
    }
    for (auto* kind : {&stops, &starts})
      for (plot_curve& curve : *kind) result.curves.push_back(std::move(curve));
  }

  [[nodiscard]] decimal_interval end_text(const rational& end) const {
    constexpr bits precision = 128;
    constexpr long more = 4;  // A bracket is drawn no wider than it is.
    return to_decimal(number(end), precision, how_.digits + more);
  }

  [[nodiscard]] plot_curve blank_curve(const point_value* each, bool stops,
                                       std::size_t index) const {
    std::string name = stops ? "fails above" : "fails below";
    if (each != nullptr)
      name = fmt::format("{} = {}: {}", wanted_.frontier.each->variable, each->text, name);
    if (index > 0) name += fmt::format(" ({})", index + 1);
    plot_curve result{name, curve_role::frontier, {}};
    result.points.reserve(wanted_.along.values.size());
    for (const point_value& x : wanted_.along.values)
      result.points.push_back({axis_text(x), "", ""});
    return result;
  }

  const figure& wanted_;
  const catalogue& read_;
  const sampling& how_;
  variable_map variables_;
  quantity_cache cache_;
};

}  // namespace

std::string to_text(agreement found) {
  switch (found) {
    case agreement::yes:
      return "yes";
    case agreement::no:
      return "no";
    case agreement::undecided:
      return "undecided";
    default:
      return "";
  }
}

drawn_figure draw_figure(const figure& wanted, const catalogue& read, const sampling& how) {
  return artist(wanted, read, how).draw();
}

}  // namespace shufflecert::inline v0_1::claims
