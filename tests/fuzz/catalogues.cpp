// Catalogues: read, judged, written as results, read again, reported, turned into programs.

#include <chrono>

#include "claims/judging/judge.hpp"
#include "claims/results/evidence.hpp"
#include "claims/results/results_json.hpp"
#include "claims/scripts/script.hpp"
#include "reports/pages/report.hpp"
#include "support/random_claims.hpp"
#include "targets.hpp"

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

std::string make(random_source& random, const fuzz::corpus_texts& corpus) {
  switch (random.below(6)) {
    case 0: {
      const random_claim claim = make_claim(random);
      return "format = 1\n" +
             (claim.is == random_claim::kind::frontier ? std::string() : claim.text());
    }
    case 1: {
      random_claim claim = make_claim(random);
      if (claim.is == random_claim::kind::frontier) claim.is = random_claim::kind::forall;
      return fuzz::with_changed_tokens(random, "format = 1\n" + claim.text(), random.of(corpus));
    }
    case 2:
      return fuzz::with_changed_bytes(random, random.of(corpus));
    default:
      return fuzz::with_changed_tokens(random, random.of(corpus), random.of(corpus));
  }
}

judge_options brief() {
  judge_options options;
  options.derives_theorems = true;
  options.precision = {64, 192};
  options.limits = budget(budget::clock::now() + std::chrono::milliseconds(40));
  return options;
}

// A text of the catalogue must not become a statement of the program.
void check_script(const std::string& script) {
  for (std::size_t at = script.find(fuzz::marker); at != std::string::npos;
       at = script.find(fuzz::marker, at + 1))
    if (at > 0 && script[at - 1] == '\r') throw fuzz::finding("a text begins a line of a program");
}

void write_scripts(const claim& subject, const catalogue& read) {
  quantity_cache cache;
  const judge_options options = brief();
  try {
    const script_subject about = script_subject_of({subject, read, cache, options}, std::nullopt);
    check_script(write_script(about, script_language::python));
    check_script(write_script(about, script_language::gp));
  } catch (const script_unavailable&) {
  } catch (const beyond_reach&) {
  }
}

void check_pages(const std::string& results) {
  for (const report_file& file : render_report(results)) {
    const auto ends_with = [&](const std::string& end) {
      return file.path.size() > end.size() &&
             file.path.compare(file.path.size() - end.size(), end.size(), end) == 0;
    };
    const std::string raw = std::string("<") + fuzz::marker;
    if ((ends_with(".html") || ends_with(".xml")) && file.text.find(raw) != std::string::npos)
      throw fuzz::finding("a text became an element of " + file.path);
    if (ends_with(".html") &&
        file.text.find("<script>" + std::string(fuzz::marker)) != std::string::npos)
      throw fuzz::finding("a text became a script of " + file.path);
    if (("/" + file.path).find("/../") != std::string::npos || file.path.empty() ||
        file.path[0] == '/')
      throw fuzz::finding("a page outside of the report: " + file.path);
    if (ends_with(".csv") &&
        ("\n" + file.text).find("\n=" + std::string(fuzz::marker)) != std::string::npos)
      throw fuzz::finding("a text became a spreadsheet's formula in " + file.path);
  }
}

void look(const std::string& input, bool thorough) {
  catalogue read;
  try {
    read = read_catalogue({{"fuzz.toml", input}});
  } catch (const catalogue_error& error) {
    if (std::string(error.what()).find('\n') != std::string::npos)
      throw fuzz::finding("an error of several lines: " + std::string(error.what()));
    return;
  }
  constexpr std::size_t most_claims = 3;
  quantity_cache cache;
  std::vector<const claim*> subjects;
  std::vector<claim_result> judged;
  for (const claim& subject : read.claims) {
    if (subjects.size() == most_claims) break;
    subjects.push_back(&subject);
    judged.push_back(judge(subject, read, cache, brief()));
  }
  if (subjects.empty()) return;
  const std::string written = results_json("shufflecert verify", read, subjects, judged).dump(2);
  // What is written is read, and shown.
  try {
    read_evidence(written);
  } catch (const evidence_error& error) {
    throw fuzz::finding("recheck refuses what verify wrote: " + std::string(error.what()));
  }
  if (!thorough) return;
  check_pages(written);
  write_scripts(*subjects.front(), read);
}

}  // namespace

const fuzz::target fuzz::catalogues{"catalogues", ".toml", make, look};
