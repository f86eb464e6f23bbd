#include "claims/results/evidence.hpp"

#include <fmt/format.h>

#include <set>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/box.hpp"
#include "claims/results/digest.hpp"
#include "claims/results/exact_ends.hpp"
#include "claims/results/failure.hpp"
#include "claims/results/results_schema.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Results files have fewer than ten levels.
constexpr std::size_t longest_key = 100;
// What docs/reference/results-schema.json cannot say of one judgement, which it allows. Complaints
// name the claim.
class judgement_check {
 public:
  judgement_check(const json& judgement, std::string claim)
      : judgement_(judgement), claim_(std::move(claim)) {}

  void run() const {
    // A report can do without these; a second judgement cannot.
    for (const char* key : {"proof", "refuted_regions", "regime", "search"})
      if (!judgement_.contains(key)) complain("", fmt::format("the key '{}' is missing", key));
    check_witness();
    if (const json& worst = judgement_.at("worst"); !worst.is_null())
      check_sides(worst, "the sides of 'worst'");
    if (const json& region = judgement_.at("region"); !region.is_null())
      check_region(region, "'region'");
    if (const json* proof = stated("proof"))
      for (const json& region : proof->at("regions")) check_region(region, "a region of 'proof'");
    if (const json& rate = judgement_.at("rate"); !rate.is_null())
      for (const json& series : rate.at("series"))
        for (const char* list : {"errors", "orders"})
          for (const json& interval : series.at(list))
            check_interval(interval, fmt::format("an entry of '{}'", list));
  }

 private:
  [[noreturn]] void complain(const std::string& where, const std::string& what) const {
    throw evidence_error(
        fmt::format("claim '{}'{}{}: {}", claim_, where.empty() ? "" : ", ", where, what));
  }

  [[nodiscard]] const json* stated(const char* key) const {
    const auto found = judgement_.find(key);
    return found == judgement_.end() || found->is_null() ? nullptr : &*found;
  }

  // Without a witness there is nothing that the sides could belong to.
  void check_witness() const {
    if (!judgement_.at("witness").is_null()) return check_sides(judgement_, "the sides");
    for (const char* key : {"failing", "lhs", "rhs", "precision_bits"})
      if (stated(key) != nullptr)
        complain(fmt::format("'{}'", key), "expected null, since there is no witness");
  }

  void check_sides(const json& example, const std::string& where) const {
    for (const char* side : {"lhs", "rhs"})
      if (const json& interval = example.at(side); !interval.is_null())
        check_interval(interval, where);
  }

  void check_interval(const json& interval, const std::string& where) const {
    const auto ends = exact_ends(
        {interval.at("lower").get<std::string>(), interval.at("upper").get<std::string>()});
    if (!ends) complain(where, "expected numbers such as \"0.25\" at both ends");
    if (ends->upper < ends->lower) complain(where, "the lower end is above the upper one");
  }

  // The ends of a region are numbers, or constant formulas as the catalogue may state them.
  void check_region(const json& region, const std::string& where) const {
    for (const auto& [name, range] : region.items()) {
      if (range.contains("values")) continue;
      for (const char* end : {"lower", "upper"}) {
        if (!range.contains(end)) complain(where, fmt::format("'{}' has no '{}'", name, end));
        check_region_end(range.at(end).get<std::string>(), where);
      }
      // Ends that are formulas are compared with those of the claim, and no number is needed.
      if (exact_ends({range.at("lower").get<std::string>(), range.at("upper").get<std::string>()}))
        check_interval(range, where);
    }
  }

  void check_region_end(const std::string& text, const std::string& where) const {
    if (exact_ends({text, text})) return;
    try {
      static_cast<void>(read_point_value(text));
    } catch (const formula_error&) {
      complain(where, fmt::format("expected a number such as \"0.25\" or \"log(3)\", found '{}'",
                                  one_short_line(text, 60)));
    }
  }

  const json& judgement_;
  std::string claim_;
};

void check_digest(const json& value, const std::string& expected, const std::string& name,
                  const std::string& what) {
  const auto stated = value.find("digest");
  if (stated == value.end())
    throw evidence_error(name +
                         ": it has no 'digest': it was altered, or written by an older "
                         "version");
  if (*stated != expected)
    throw evidence_error(name + ": " + what + " was altered after it was written");
}

// The claims of the file, which have to be found for the digests already.
const json& claims_in(const json& root) {
  const auto complain = [](const char* what) {
    throw evidence_error(fmt::format("the file: {}", what));
  };
  if (!root.is_object() || !root.contains("claims") || !root.at("claims").is_array())
    complain("expected an object with an array 'claims'");
  for (const json& entry : root.at("claims"))
    if (!entry.is_object() || !entry.contains("id") || !entry.at("id").is_string())
      complain("expected an object with a string 'id' for each of the 'claims'");
  return root.at("claims");
}

evidence_error no_results(const std::string& reason) {
  return evidence_error(fmt::format("{} ({})", no_results_file, reason));
}

}  // namespace

json parse_results(const std::string& text) {
  std::vector<std::set<std::string>> keys;
  const json::parser_callback_t look = [&](int depth, json::parse_event_t event, json& value) {
    if (depth > deepest_nesting)
      throw no_results(fmt::format("it is nested deeper than {} levels", deepest_nesting));
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event == json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second)
      throw no_results(fmt::format("the key '{}' stands twice in one object",
                                   one_short_line(value.get<std::string>(), longest_key)));
    return true;
  };
  try {
    return json::parse(text, look);
  } catch (const json::parse_error& error) {
    throw no_results(fmt::format("it is not JSON: the error is near byte {}", error.byte));
  } catch (const json::exception&) {
    throw no_results("it is not JSON that could be read");
  }
}

void require_digests(const json& root) {
  std::set<std::string> ids;
  for (const json& entry : claims_in(root)) {
    const auto id = entry.at("id").get<std::string>();
    const std::string name = fmt::format("claim '{}'", one_short_line(id, longest_key));
    if (!ids.insert(id).second) throw evidence_error(name + " stands there twice");
    check_digest(entry, claim_digest(root, entry), name,
                 "its entry, or what the file says of its inputs,");
  }
  check_digest(root, file_digest(root), "the file",
               "something besides the entries of claims, or their list,");
}

recorded_results read_evidence(const std::string& text) {
  return evidence_in(parse_results(text));
}

recorded_results evidence_in(json root) {
  require_digests(root);
  if (const auto fault = fault_in_results(root)) throw evidence_error(*fault);
  for (const json& entry : root.at("claims")) {
    const auto id = entry.at("id").get<std::string>();
    if (!entry.contains("severity"))
      throw evidence_error(fmt::format("claim '{}': the key 'severity' is missing", id));
    judgement_check(entry, id).run();
    if (const json& corrected = entry.at("corrected"); !corrected.is_null())
      judgement_check(corrected, id).run();
  }
  return results_from(std::move(root));
}

}  // namespace shufflecert::inline v0_1::claims
