#pragma once
// All registries together, and what those of the quantities of pairs share: what a question is, the
// pairs that methods are made for, and words for what they cost.

#include <vector>

#include "quantities/pairs/method_registry.hpp"
#include "quantities/variation/kary.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/method.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pairs.hpp"

namespace shufflecert::inline v0_1 {

/// The methods of one quantity, in the order in which they are tried.
struct quantity_methods {
  const char* quantity;  ///< as formulas call it: "renyi"
  std::vector<method_row> methods;
};

/// Every quantity that has methods to choose from.
std::vector<quantity_methods> methods_of_quantities();

// The registry of each; of total_variation() that of hockey_stick().
std::vector<method_row> renyi_methods();
std::vector<method_row> hockey_stick_methods();
std::vector<method_row> chi_moment_methods();
std::vector<method_row> ternary_moment_methods();
std::vector<method_row> tradeoff_methods();
std::vector<method_row> epsilon_methods();

/// A pair, and the parameter at which a quantity of it is asked for; both within their ranges.
struct pair_question {
  const distribution_pair& pair;
  const number& parameter;  ///< λ, ε, α, δ or a
  bits precision;
  const budget& limits;
  evaluation_method asked;
};

using pair_method = method_entry<pair_question>;
using pair_subject = method_subject<pair_question>;

bool is_of_any_pair(const pair_question& question);
bool is_of_densities(const pair_question& question);
bool is_of_discrete_laws(const pair_question& question);
bool is_of_the_clone_pair(const pair_question& question);
bool is_of_a_law_of_clones(const pair_question& question);
bool is_of_clones_or_unmixed(const pair_question& question);
bool is_of_variation(const pair_question& question);
bool is_of_kary(const pair_question& question);
bool is_of_randomized_response(const pair_question& question);
/// Integer noise that is no table.
bool is_of_noise(const pair_question& question);
bool is_of_rounds(const pair_question& question);
bool is_of_shuffled_reports(const pair_question& question);
bool is_of_allocation(const pair_question& question);

/// The laws of k-ary randomized response with which its tails are known to about so many bits.
/// Nothing where ε0 = 0; nor, unless tails are asked for, where sums over outcomes do better: there
/// are few, or ε0 is a range rather than a value.
std::optional<kary_laws> kary_laws_for(const pair_question& question, bits wide);

inline constexpr pair_subject all_pairs{"all pairs", is_of_any_pair};
inline constexpr pair_subject pairs_with_densities{"normal and Laplace pairs, also subsampled",
                                                   is_of_densities};
inline constexpr pair_subject plain_cases{
    "discrete pairs, where the value is 0, infinite or that at an end of its range",
    is_of_discrete_laws};
inline constexpr pair_subject rational_pairs{"small discrete pairs with rational probabilities",
                                             is_of_discrete_laws};
inline constexpr pair_subject discrete_pairs{"all discrete pairs", is_of_discrete_laws};
inline constexpr pair_subject the_clone_pair{"clone pair", is_of_the_clone_pair};
inline constexpr pair_subject laws_of_clones{"clone pair with a law of the number of clones",
                                             is_of_a_law_of_clones};
inline constexpr pair_subject clone_and_unmixed_pair{"clone and unmixed pair",
                                                     is_of_clones_or_unmixed};
inline constexpr pair_subject variation_pairs{
    "variation-ratio pair, k-ary response with three symbols", is_of_variation};
inline constexpr pair_subject kary_pairs{"k-ary response with four symbols or more", is_of_kary};
inline constexpr pair_subject response_pairs{"randomized response, also subsampled",
                                             is_of_randomized_response};
inline constexpr pair_subject noise_pairs{"integer noise", is_of_noise};
inline constexpr pair_subject several_rounds{"several rounds", is_of_rounds};
inline constexpr pair_subject shuffled_pairs{"shuffled_pair", is_of_shuffled_reports};
inline constexpr pair_subject allocation_pairs{"allocation_pair", is_of_allocation};

namespace costs {

inline constexpr const char* nothing = "nothing: given whatever is asked for";
inline constexpr const char* a_few_functions = "a few functions, whatever the parameters";
inline constexpr const char* one_integral = "one integral, whatever the order";
inline constexpr const char* a_few_tails = "a few binomial tails, whatever n";
inline constexpr const char* independent = "independent of n";
inline constexpr const char* transforms = "transforms of a log-normal law, some hundred";
inline constexpr const char* layers = "layers: about σ√(np)";
inline constexpr const char* layers_of_tails =
    "layers, and in each the places where the others' symbol decides";
inline constexpr const char* each_number = "the numbers of clones that count";
inline constexpr const char* each_round = "as of one round of each kind";
inline constexpr const char* grid = "points of a grid of losses, and the outcomes of one round";
inline constexpr const char* noise_outcomes = "outcomes: about 10 deviations of the noise";
inline constexpr const char* fractions = "all outcomes, in fractions";
inline constexpr const char* outcomes =
    "outcomes: about σ²np for clones, σ√n for randomized response";

}  // namespace costs

}  // namespace shufflecert::inline v0_1
