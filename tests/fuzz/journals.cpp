// Journals: their bytes altered, or their texts altered and digests computed anew. Each is read, or
// refused in one line as usage_error; reading never changes it.

#include <SQLiteCpp/SQLiteCpp.h>

#include <filesystem>

#include "claims/judging/judge.hpp"
#include "claims/text/sha256.hpp"
#include "support/temporary_files.hpp"
#include "targets.hpp"
#include "verify/files/read_file.hpp"
#include "verify/journals/row_journal.hpp"
#include "verify/runs/journal.hpp"

namespace fs = std::filesystem;
using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

constexpr const char* claims_text =
    "format = 1\n[[claim]]\nid = \"a/true\"\nclaim = \"x^2 >= 0\"\n"
    "domain = [\"x >= 0\", \"x <= 2\"]\ncheck = { x = [0, 1] }\n"
    "[[claim]]\nid = \"a/false\"\nclaim = \"exp(x) < 2\"\ndomain = [\"x > 0\"]\n"
    "check = { x = [\"1/2\", \"log(3)\"] }\n"
    "[[claim]]\nid = \"a/rate\"\nkind = \"rate\"\nerror = \"3/n\"\nalong = \"n\"\norder = 1\n"
    "integers = [\"n\"]\ncheck = { n = [8, 16, 32, 64] }\n";

const table_identity& small_table() {
  static const table_identity table{"1.0", "eval", {{"digits", {"12"}}}, {}};
  return table;
}

// A whole journal: one of claims, or one of rows.
std::string good_journal(bool of_claims) {
  const temporary_directory folder;
  const std::string path = folder / "journal";
  if (of_claims) {
    const catalogue read = read_catalogue({{"claims.toml", claims_text}});
    std::vector<const claim*> subjects;
    for (const claim& subject : read.claims) subjects.push_back(&subject);
    run_journal journal(path, identify(read, {"claims.toml"}, subjects, {}, {}));
    quantity_cache cache;
    for (const claim* subject : subjects) journal.keep(judge(*subject, read, cache, {}));
  } else {
    row_journal journal(path, small_table(), {});
    for (std::size_t i = 0; i < 5; ++i)
      journal.keep(i, {{"lower", "0.25"}, {"upper", "0.5"}, {"seconds", 0.5}});
    journal.finish();
  }
  return text_of_file(path);
}

const std::string& journal_of(bool of_claims) {
  static const std::string claims = good_journal(true);
  static const std::string rows = good_journal(false);
  return of_claims ? claims : rows;
}

// Another text of a row or of the identity, with the digest that belongs to it.
std::string with_changed_text(random_source& random, bool of_claims) {
  const temporary_directory folder;
  const std::string path = folder.file("journal", journal_of(of_claims));
  {
    SQLite::Database database(path, SQLite::OPEN_READWRITE);
    const std::string table = random.once_in(3) ? "run" : of_claims ? "claim" : "table_row";
    const std::string key = table == "run" ? "key" : "id";
    SQLite::Statement chosen(
        database, "SELECT " + key + ", text FROM " + table + " ORDER BY random() LIMIT 1");
    if (!chosen.executeStep()) return journal_of(of_claims);
    const std::string name = chosen.getColumn(0).getString();
    std::string text = chosen.getColumn(1).getString();
    chosen.reset();
    text = random.once_in(3) ? fuzz::with_changed_bytes(random, text)
                             : fuzz::with_changed_tokens(random, text, text);
    SQLite::Statement update(database,
                             "UPDATE " + table + " SET text = ?, sha256 = ? WHERE " + key + " = ?");
    update.bind(1, text);
    update.bind(2, sha256(name + "\n" + text));
    update.bind(3, name);
    update.exec();
    database.exec("PRAGMA journal_mode = DELETE");
  }
  return text_of_file(path);
}

std::string make(random_source& random, const fuzz::corpus_texts& corpus) {
  if (random.once_in(50)) return fuzz::with_changed_bytes(random, random.of(corpus));
  const bool of_claims = random.once_in(2);
  if (random.once_in(2)) return with_changed_text(random, of_claims);
  std::string text = journal_of(of_claims);
  if (random.once_in(4)) text.resize(random.below(text.size()));
  return fuzz::with_changed_bytes(random, text);
}

// What a run does with the file: it reads it to the end, or refuses it in a line.
template <class Read>
void read_or_refuse(const Read& read) {
  try {
    read();
  } catch (const usage_error& error) {
    const std::string what = error.what();
    if (what.empty() || what.find('\n') != std::string::npos)
      throw fuzz::finding("a refusal that is no line: " + what);
  }
}

void look(const std::string& input, bool /*thorough*/) {
  const temporary_directory folder;
  const std::string path = folder.file("journal", input);
  read_or_refuse([&] { read_journal(path); });
  read_or_refuse([&] { read_journal_file(path, journal_kind::table_rows); });
  if (text_of_file(path) != input) throw fuzz::finding("reading changed the journal");
  read_or_refuse([&] {
    const row_journal journal(path, small_table(), {});
    for (std::size_t i = 0; i < 5; ++i)
      static_cast<void>(journal.restored(i, [](const json& row) {
        return row.at("lower").get<std::string>() + row.at("upper").get<std::string>();
      }));
  });
}

}  // namespace

const fuzz::target fuzz::journals{"journals", ".journal", make, look};
