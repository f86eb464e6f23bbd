#include "verify/runs/journal.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "verify/runs/partial_result.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

journal_record record_of(const std::string& path, const journal_contents& contents) {
  journal_record record;
  try {
    record.run = identity_from(json::parse(contents.identity));
    for (const auto& [id, text] : contents.rows) {
      claim_result result = claim_result_from(json::parse(text));
      if (result.id != id) refuse_damaged_journal(path);
      record.finished.emplace(id, std::move(result));
    }
  } catch (const json::exception&) {
    refuse_damaged_journal(path);
  } catch (const std::bad_optional_access&) {
    // The name of a verdict that there is not.
    refuse_damaged_journal(path);
  }
  return record;
}

}  // namespace

run_journal::run_journal(const std::string& path, const run_identity& run)
    : file_(path, journal_kind::claims, journal_text(to_json(run))),
      record_(record_of(path, file_.contents())) {
  if (const auto other = difference(record_.run, run))
    refuse_journal(path, fmt::format("is of another run: {}", *other));
  if (record_.run.part != run.part)
    refuse_journal(path, fmt::format("is of part {} and not of part {}", to_text(record_.run.part),
                                     to_text(run.part)));
}

void run_journal::keep(const claim_result& result) noexcept {
  file_.keep({{result.id, journal_text(to_json(result))}});
}

journal_record read_journal(const std::string& path) {
  return record_of(path, read_journal_file(path, journal_kind::claims));
}

}  // namespace shufflecert::inline v0_1::claims
