#pragma once
// Catalogues written inside tests, read and judged.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "claims/catalogue/catalogue.hpp"
#include "claims/judging/judge.hpp"

/// Reads one file called "test.toml" whose text is `format = 1` and `text` from line 2 on.
shufflecert::claims::catalogue read_text(const std::string& text);

/// The text of a claim "test/claim" with these lines and [claim.check] lines.
std::string claim_text(const std::string& lines, const std::string& check = "");

/// The text of a claim with this id and these lines.
std::string claim_of(const std::string& id, const std::string& lines);

/// Reads and judges the claims of `text`, all of them.
std::vector<shufflecert::claims::claim_result> judge_all(
    const std::string& text, const shufflecert::claims::judge_options& options = {});

/// The same for a text with exactly one claim.
shufflecert::claims::claim_result judge_one(const std::string& text,
                                            const shufflecert::claims::judge_options& options = {});

/// The message without what it says of a search that was not made.
std::string message_of_points(const shufflecert::claims::judgement& found);

/// "refuted: fails at 1 of 2 points", without the same.
std::string in_words(const shufflecert::claims::judgement& found);

/// "n = 2, x = 1/3"
std::string in_words(const shufflecert::claims::point_texts& point);

/// The results file, as text, of judging every claim of a catalogue file.
std::string results_text(const std::string& text, const std::string& command);

/// The built-in catalogue, as its files say and, `linked`, with the claims that follow from them.
const shufflecert::claims::catalogue& builtin_catalogue();
const shufflecert::claims::catalogue& linked_builtin_catalogue();

/// The places of all values in a JSON text, the whole of it left out.
std::vector<nlohmann::ordered_json::json_pointer> paths_in(const nlohmann::ordered_json& root);

/// The entry of a claim in a results file; throws where there is none.
nlohmann::ordered_json& entry_of(nlohmann::ordered_json& root, const std::string& id);
