#include "claims/frontier/row_json.hpp"

#include <stdexcept>

namespace shufflecert::inline v0_1::claims {
namespace {

rational rational_from(const json& text) {
  return rational(text.get<std::string>());
}

frontier_state state_from(const json& number) {
  const int value = number.get<int>();
  if (value < 0 || value > static_cast<int>(frontier_state::open))
    throw std::runtime_error("there is no such state");
  return static_cast<frontier_state>(value);
}

}  // namespace

json to_json(const frontier_row& row) {
  json object;
  object["range"] = nullptr;
  if (row.range) object["range"] = {row.range->lower.str(), row.range->upper.str()};
  object["switches"] = json::array();
  for (const frontier_switch& one : row.switches)
    object["switches"].push_back(
        {{"lower", one.lower.str()}, {"upper", one.upper.str()}, {"below", one.below}});
  object["pieces"] = json::array();
  for (const frontier_piece& one : row.pieces)
    object["pieces"].push_back({{"from", one.from.str()},
                                {"to", one.to.str()},
                                {"state", static_cast<int>(one.state)},
                                {"proved", one.is_proved},
                                {"points", one.points},
                                {"reason", one.reason},
                                {"needs_whole", one.needs_whole},
                                {"edge", one.is_edge}});
  object["reason"] = row.reason;
  return object;
}

frontier_row frontier_row_from(const json& object, const check_point& fixed) {
  frontier_row row;
  row.fixed = fixed;
  if (const json& range = object.at("range"); !range.is_null())
    row.range = interval{rational_from(range.at(0)), rational_from(range.at(1))};
  for (const json& one : object.at("switches"))
    row.switches.push_back({rational_from(one.at("lower")), rational_from(one.at("upper")),
                            one.at("below").get<bool>()});
  for (const json& one : object.at("pieces"))
    row.pieces.push_back({rational_from(one.at("from")), rational_from(one.at("to")),
                          state_from(one.at("state")), one.at("proved").get<bool>(),
                          one.at("points").get<std::size_t>(), one.at("reason").get<std::string>(),
                          one.at("needs_whole").get<bool>(), one.at("edge").get<bool>()});
  row.reason = object.at("reason").get<std::string>();
  return row;
}

}  // namespace shufflecert::inline v0_1::claims
