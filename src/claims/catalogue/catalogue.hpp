#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "claims/catalogue/verdict.hpp"
#include "shufflecert/formula.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::claims {

/// A catalogue file that cannot be used at all: "file:line: what; what would be right".
/// The message is one line: what a file says in it is shown by shown_line().
class catalogue_error : public std::runtime_error {
 public:
  explicit catalogue_error(const std::string& message);
};

struct paper {
  std::string key;
  std::string title;
  std::vector<std::string> authors;
  std::string reference;
};

/// One value of an axis: exact, with the text that a witness is reported by.
struct point_value {
  std::string text;
  expression_ptr formula;
};

/// The values that a claim is checked at for one variable.
struct axis {
  std::string variable;
  std::vector<point_value> values;
};

/// What a variable ranges over in a region: the listed values, or all those between two ends.
struct region_range {
  std::vector<point_value> values;
  std::optional<std::pair<point_value, point_value>> ends;
};

/// A region that a claim is to be proved on; variables that it leaves out take their check values.
using proof_region = std::map<std::string, region_range, std::less<>>;

/// What a variable ranges over where a refutation is sought: the listed values, or all those from a
/// lower end on, which may depend on other variables; up to an upper end where there is one.
struct refutation_range {
  std::vector<point_value> values;  ///< of a list
  point_value lower;                ///< of a range
  std::optional<point_value> upper;
  bool depends = false;  ///< an end uses other variables

  [[nodiscard]] bool is_list() const { return !values.empty(); }
};

/// A region on all of which a claim is to be refuted, with every variable of the claim.
using refutation_region = std::map<std::string, refutation_range, std::less<>>;

/// Values for all variables of a claim.
using check_point = std::map<std::string, point_value, std::less<>>;

/// The formula, a relation, holds at all points of the domain.
struct forall_claim {
  std::vector<proof_region> prove;        ///< where a proof is sought: on all of them together
  std::vector<refutation_region> refute;  ///< where it is to fail everywhere: on each of them
};

/// For every choice of the other variables the formula, a relation, has a solution.
struct exists_claim {
  std::vector<std::string> variables;  ///< existential; empty: all

  [[nodiscard]] bool is_existential(const std::string& name) const {
    return variables.empty() ||
           std::find(variables.begin(), variables.end(), name) != variables.end();
  }
};

/// The formula, an error, falls as a variable grows.
struct rate_claim {
  std::string along;              ///< the variable
  std::optional<rational> order;  ///< claimed O(along^−order); without it the claim is error → 0
};

/// The kinds of claims, in the order of claim_form.
enum class claim_kind { forall, exists, rate };
constexpr auto names_of(claim_kind) {
  return names_up_to<claim_kind::rate>("forall", "exists", "rate");
}

using claim_form = std::variant<forall_claim, exists_claim, rate_claim>;

/// What a statement is about: every mechanism, a pair of distributions from an argument, or a
/// formula as such.
enum class concern { mechanism, pair, formula };
constexpr auto names_of(concern) {
  return names_up_to<concern::formula>("mechanism", "pair", "formula");
}

/// What a corrected form is: the one believed to be meant, or one that holds instead.
enum class correction_kind { misprint, repair };
constexpr auto names_of(correction_kind) {
  return names_up_to<correction_kind::repair>("misprint", "repair");
}

/// What a claim is to its paper, the weightiest first.
enum class statement_role { main, lemma, proof_step, figure, remark };
constexpr auto names_of(statement_role) {
  return names_up_to<statement_role::remark>("main", "lemma", "proof-step", "figure", "remark");
}

/// A local name with parameters: `f(x, y) = x*n + y`, where n is a variable of the claim.
struct local_function {
  std::string signature;  ///< the key, as the file has it
  definition formula;
};

/// A statement to judge. Its formulas hold no calls of local functions: those were put in when the
/// claim was read (src/claims/catalogue/local_functions.hpp), and `stated` keeps what the file
/// says.
struct claim {
  std::string id;
  std::string paper;  ///< key of the paper it belongs to; empty without one
  std::string where;
  std::string says;
  claim_form form;         ///< what is claimed of the formula
  expression_ptr formula;  ///< null only where the claim cannot be judged
  std::vector<expression_ptr> domain;
  std::vector<std::string> integers;
  std::vector<expression_ptr> regime;
  std::vector<std::string> printed;  ///< variables whose values the paper printed, rounded
  variable_map let;
  std::vector<local_function> functions;  ///< the local names with parameters
  expression_ptr corrected;
  correction_kind correction = correction_kind::misprint;
  std::optional<concern> about;
  std::string statement;  ///< shared with other versions of the paper
  std::optional<statement_role> role;
  std::string of;     ///< the statement that the claim is a reading of; empty: it is one itself
  std::string slip;   ///< shared by the claims that one slip makes false
  std::string hedge;  ///< the word with which the paper weakens the statement: "approximately"
  std::vector<std::string> depends;
  std::string reading;
  std::string ours;  ///< what the reading adds and the paper does not say: "the factor of 20"
  std::string transcription;
  std::string reason;
  std::string answer;  ///< what the authors say to the finding, in their words or summed up
  std::optional<verdict> expect;
  std::vector<axis> axes;
  std::vector<check_point> points;

  std::string file;
  std::int64_t line = 0;
  /// Why the claim cannot be judged; empty when it can.
  std::string problem;
  /// The claim as the file states it, where that calls local functions; else null.
  std::shared_ptr<const claim> stated;
  /// `formula` and `corrected` with any_mechanism_alike(n, eps0) in them, where the claim is about
  /// that family and they have the pair that decides it in its place; else null.
  expression_ptr family_formula;
  expression_ptr family_corrected;

  /// A relation of the claim with the family of mechanisms in it that it is about, if it is.
  [[nodiscard]] const expression& with_family(const expression& relation) const;
  [[nodiscard]] claim_kind kind() const { return static_cast<claim_kind>(form.index()); }
  /// The claim as the file states it: what people are shown.
  [[nodiscard]] const claim& as_stated() const { return stated ? *stated : *this; }
};

enum class bound_side { upper, lower };
constexpr auto names_of(bound_side) {
  return names_up_to<bound_side::lower>("upper", "lower");
}

/// A formula that bounds a quantity.
struct bound {
  std::string name;
  std::vector<std::string> parameters;
  expression_ptr value;
  bound_side side = bound_side::upper;
  expression_ptr on;
  std::optional<concern> about;
  std::vector<expression_ptr> domain;
  std::vector<std::string> integers;
  std::vector<expression_ptr> regime;  ///< where the paper uses it
  std::string where;
  std::string reason;  ///< why the claim that it holds is false, where it is
  std::string paper;
  std::optional<verdict> expect;     ///< on record for the claim that it holds
  std::vector<axis> axes;            ///< where the generated claims look
  std::vector<std::string> depends;  ///< ids of results that it rests on
  std::vector<proof_region> prove;   ///< where the claims that it holds are to be proved
  std::string file;
  std::int64_t line = 0;
};

/// What is on record for a generated claim.
struct chain_record {
  std::string id;
  verdict expect = verdict::undecided;
  std::string reason;
  std::string reading;
  std::string transcription;
  std::string file;
  std::int64_t line = 0;
};

enum class result_status { stands, erratum, withdrawn };
constexpr auto names_of(result_status) {
  return names_up_to<result_status::withdrawn>("stands", "erratum", "withdrawn");
}

/// A result that claims rest on.
struct cited_result {
  std::string id;
  result_status status = result_status::stands;
  std::string note;
};

/// Whether a result does not simply stand: an erratum was published, or it was withdrawn.
inline bool is_in_doubt(const cited_result* cited) {
  return cited != nullptr && cited->status != result_status::stands;
}

/// A statement of a document, and what checks it.
struct covered_statement {
  std::string statement;            ///< as the document numbers it: "Theorem 1", "Equation (7)"
  std::string about;                ///< what it states, in a few words
  std::vector<std::string> claims;  ///< ids of the claims that check it, or a part of it
  std::string not_checkable;        ///< what is not checked, and why; empty where nothing is left
  std::string paper;
  std::string file;
  std::int64_t line = 0;
};

/// What a careful reader says of a statement.
enum class finding_outcome { stands, stands_with_a_condition, rests_on_an_erratum, depends, fails };
constexpr auto names_of(finding_outcome) {
  return names_up_to<finding_outcome::fails>("stands", "stands with a condition",
                                             "rests on an erratum", "depends on the reading",
                                             "fails");
}

/// What is said of a main result of a paper, in words that its claims have to back.
struct finding {
  std::string of;     ///< the statement: what its claims have as `of`, or the id of a claim
  std::string where;  ///< as the paper numbers it: "Theorem 4.2"
  finding_outcome outcome = finding_outcome::stands;
  std::string sentence;
  std::string instead;              ///< what to use, or to write, instead
  std::vector<std::string> claims;  ///< ids of further claims that it rests on, of any paper
  std::string paper;
  std::string file;
  std::int64_t line = 0;
  std::string means;  ///< to somebody who relied on the statement: in users, or in ε
  std::string patch;  ///< the smallest change that mends it, and where
};

struct input_file {
  std::string file;
  std::string sha256;
};

/// Everything that was read, linked: definitions and bounds of all files are visible to all.
struct catalogue {
  std::vector<paper> papers;
  std::vector<claim> claims;
  std::vector<bound> bounds;
  std::vector<chain_record> chains;
  std::vector<cited_result> results;
  std::vector<covered_statement> coverage;
  std::vector<finding> findings;
  /// By file: how names of its formulas are typeset, where custom does not say (src/typeset).
  std::map<std::string, std::map<std::string, std::string, std::less<>>> symbols;
  definitions visible;
  std::vector<input_file> inputs;

  [[nodiscard]] const claim* find_claim(std::string_view id) const;
  [[nodiscard]] const paper* find_paper(std::string_view key) const;
  [[nodiscard]] const cited_result* find_result(std::string_view id) const;
  /// The results in doubt that a claim rests on: what is shown with its verdict.
  [[nodiscard]] std::vector<const cited_result*> doubts_of(const claim& c) const;
};

/// A file's name, as it is shown, and its text.
struct catalogue_source {
  std::string name;
  std::string text;
};

/// Reads catalogue files in format 1 (docs/guide/catalogue.md). A claim that cannot be judged gets
/// its `problem` and does not stop the others. Throws catalogue_error where a file is not TOML, has
/// the wrong format, an unknown section, an unusable definition, or repeats a name.
catalogue read_catalogue(const std::vector<catalogue_source>& sources);
/// The same without the claims, which take most of the time: for those who only call the formulas.
catalogue read_formulas(const std::vector<catalogue_source>& sources);

/// What the names of the built-in catalogue's files start with.
constexpr std::string_view builtin_prefix = "builtin:";
/// The built-in catalogue's files.
std::vector<catalogue_source> builtin_sources();
/// Whether a file has the name of one of them.
inline bool is_builtin_file(std::string_view name) {
  return name.starts_with(builtin_prefix);
}

/// The number of points that a claim is checked at: the product of its axes, then its listed
/// points.
std::size_t point_count(const claim& c);
/// The point with this index, 0 <= index < point_count(claim); the last axis varies fastest.
check_point point_at(const claim& c, std::size_t index);

}  // namespace shufflecert::inline v0_1::claims
