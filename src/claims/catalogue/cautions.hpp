#pragma once
// What a number or a verdict does not cover: one sentence each, shown beside it wherever it is
// shown (docs/reference/cautions.md). Nothing else words them.

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "claims/catalogue/resting_pairs.hpp"
#include "shufflecert/ball.hpp"
#include "shufflecert/decimal.hpp"
#include "shufflecert/refine.hpp"

namespace shufflecert::inline v0_1::claims {

/// Which use of a formula a caution is for.
enum class formula_use {
  number,  ///< its value, or where along a variable it switches
  holds,   ///< a relation that holds: a lower bound is none that needs a caution
  fails    ///< a relation that fails: nor does a refutation of an upper bound
};

/// What the pairs of a formula do not cover: one sentence for each that is the mechanism on some
/// inputs of the users, or no bound in general, and matters for this use.
std::vector<std::string> cautions_about(const formula_in_use& asked, formula_use use,
                                        const budget& limits);
/// The same of one formula by itself.
std::vector<std::string> cautions_about(const expression& formula, formula_use use,
                                        const definitions& visible, const variable_map& values,
                                        const budget& limits);
/// The same for a relation of which the truth is known, or is not.
std::vector<std::string> cautions_about_relation(const expression& relation,
                                                 std::optional<bool> truth,
                                                 const definitions& visible,
                                                 const variable_map& values, const budget& limits);

/// How each caution about one direction of a pair ends.
inline constexpr std::string_view both_directions = "a guarantee has to cover both";

/// Whether one of the cautions says that a lower bound fails for some inputs of the other users
/// only, while others may leak enough.
bool says_that_other_inputs_may_leak_enough(const std::vector<std::string>& cautions);

/// Whether one of them says that a refutation is of a pair that bounds mechanisms and is none.
bool says_that_mechanisms_may_stay_below(const std::vector<std::string>& cautions);

/// Whether a claim says something of mechanisms, for which other inputs count. Where nobody states
/// what it is about, it may.
bool speaks_of_mechanisms(const claim& subject);

/// For a relation of a claim, by its verdict: none where the claim is about a pair or a formula, or
/// is invalid.
std::vector<std::string> cautions_about_claim(const claim& subject, const expression& relation,
                                              verdict outcome, const definitions& visible,
                                              const budget& limits);
/// The same by the verdict on record, or of one that holds where none is.
std::vector<std::string> cautions_about_claim(const claim& subject, const definitions& visible,
                                              const budget& limits);

/// What a number of a formula about users assumes of a deployment, one sentence each; none of a
/// formula that is about no users (docs/guide/deployments.md).
std::vector<std::string> assumptions_about(const expression& formula, const definitions& visible,
                                           const variable_map& values, const budget& limits);

/// For values that were computed by these methods: where one rests on a law whose total is 1 only
/// up to rounding.
std::vector<std::string> cautions_about_methods(const std::set<std::string>& methods);

/// For a value of the formula as it was computed: those about its methods, about an ε, and about
/// the direction of a pair of which the other one may differ.
std::vector<std::string> cautions_about_value(const expression& formula, const refined_value& known,
                                              const definitions& visible);

/// For an ε as it was computed: where it is certainly below 0. −inf is, too.
std::vector<std::string> cautions_about_epsilon(const ball& epsilon);

/// For a relation that holds at `holding` points, at `infinite` of them with an infinite side.
std::vector<std::string> cautions_about_infinite_sides(std::size_t infinite, std::size_t holding);
/// The same at the lower ends of pieces of a range.
std::vector<std::string> cautions_about_infinite_pieces(std::size_t infinite, std::size_t holding);
/// For a relation that holds, such as "bound_name" or "it", because a side is infinite.
std::string caution_of_infinite_side(const std::string& subject);

/// For a claim that was checked at its listed points only; `reason` says why no search was made.
std::string caution_of_no_search(const std::string& reason);

/// Whether an enclosure is that of inf or -inf.
bool is_infinite(const decimal_interval& ends);

/// Whether a comparison in the relation, or in a part of it joined by `and`, has an infinite side.
/// Values that `cache` has cost nothing.
bool has_infinite_side(const expression& relation, const definitions& visible,
                       const variable_map& values, bits precision, const budget& limits,
                       quantity_cache* cache);

/// Adds those that are not there.
void add_cautions(std::vector<std::string>& cautions, const std::vector<std::string>& more);

/// The cautions as lines for people, "caution: …".
std::vector<std::string> lines_of_cautions(const std::vector<std::string>& cautions);

/// The assumptions as lines for people, under a heading; none without assumptions.
std::vector<std::string> lines_of_assumptions(const std::vector<std::string>& assumptions);

/// All of them in one cell of a table.
std::string cell_of_cautions(const std::vector<std::string>& cautions);

}  // namespace shufflecert::inline v0_1::claims
