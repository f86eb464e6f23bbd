#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "claims/results/results.hpp"

namespace shufflecert::inline v0_1::claims {

/// The statement that a claim is a reading of: its `of`, or its own id.
const std::string& statement_of(const claim& c);

/// A statement of a paper, with the claims of a run that are readings of it.
struct statement_record {
  std::string name;
  std::string paper;                   ///< empty without one
  std::vector<std::string> claims;     ///< their ids
  std::optional<statement_role> role;  ///< the weightiest that a claim has
  /// What all its readings come to; nothing where it depends on the reading.
  std::optional<verdict> outcome;
  bool is_misprint = false;  ///< false as printed in every reading, and each time a misprint
  bool is_in_doubt = false;  ///< only readings with a doubtful transcription were judged

  friend bool operator==(const statement_record&, const statement_record&) = default;
};

/// The verdict of a statement in words: that of its readings, or "depends on the reading".
std::string to_text(const statement_record& statement);

/// What a statement comes to: "transcription in doubt" where nothing else was judged, or
/// "misprint", or its verdict in words. The program, letters and reports count statements by this.
std::string outcome_in_words(const statement_record& statement);

/// All of these words, in the order in which they are listed.
std::vector<std::string> outcomes_of_statements();

/// The statements of a run in the order of their first claims; `results` belong to `subjects`. A
/// reading whose transcription is in doubt counts only where there is no other. Where all readings
/// hold the statement has the weakest of their verdicts; where none holds it is refuted, or
/// contradicted where no reading is refuted; where one is open it is undecided.
std::vector<statement_record> statements_of(const std::vector<const claim*>& subjects,
                                            const std::vector<claim_result>& results);

/// The number of different slips. Claims with one `slip` count once, and so does a false statement
/// whose claims have none; a statement that depends on the reading is no slip by itself. What a
/// doubtful transcription, or a reading of ours, made false is left out.
std::size_t slips_among(const std::vector<const claim*>& subjects,
                        const std::vector<claim_result>& results);

/// A finding, compared with the verdicts of a run.
struct finding_record {
  std::string paper;
  std::string of;     ///< the statement
  std::string where;  ///< as the paper numbers it; may be empty
  finding_outcome outcome = finding_outcome::stands;
  std::string sentence;
  std::string instead;              ///< what to use instead; may be empty
  std::vector<std::string> claims;  ///< ids of all that it rests on
  /// Whether their verdicts say what the finding says; nothing where one of them was not judged.
  std::optional<bool> is_backed;
  std::string means;  ///< to somebody who relied on the statement; may be empty
  std::string patch;  ///< the smallest change that mends it; may be empty

  friend bool operator==(const finding_record&, const finding_record&) = default;
};

/// Of a finding that the verdicts do not back: "the finding about theorem-2 says \"stands\", which
/// the verdicts do not", for one line.
std::string unbacked_in_words(const finding_record& finding);

/// The findings about papers of which a run judged a claim.
std::vector<finding_record> findings_of(const catalogue& read,
                                        const std::vector<const claim*>& subjects,
                                        const std::vector<claim_result>& results);

}  // namespace shufflecert::inline v0_1::claims
