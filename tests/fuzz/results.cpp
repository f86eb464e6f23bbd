// Results files: altered everywhere, with digests computed anew, then read, rechecked and reported.

#include <chrono>

#include "claims/judging/judge.hpp"
#include "claims/reading/read_inputs.hpp"
#include "claims/recheck/recheck.hpp"
#include "claims/results/digest.hpp"
#include "claims/results/evidence.hpp"
#include "reports/pages/report.hpp"
#include "targets.hpp"

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

json hostile_value(random_source& random) {
  switch (random.below(12)) {
    case 0:
      return nullptr;
    case 1:
      return true;
    case 2:
      return -1;
    case 3:
      return 1e300;
    case 4:
      return 18446744073709551615ULL;
    case 5:
      return json::array();
    case 6:
      return json::object();
    case 7:
      return json::array({fuzz::hostile_text(random), 1});
    case 8:
      return fuzz::hostile_number(random);
    case 9: {
      json deep = 1;
      for (int k = 0; k < 200; ++k) deep = json::array({deep});
      return deep;
    }
    default:
      return fuzz::hostile_text(random);
  }
}

void collect(json& value, std::vector<json*>& all) {
  all.push_back(&value);
  if (value.is_structured())
    for (json& part : value) collect(part, all);
}

void alter(random_source& random, json& root) {
  std::vector<json*> all;
  collect(root, all);
  json& chosen = *random.of(all);
  const std::size_t how = random.below(6);
  if (how == 0 && chosen.is_object() && !chosen.empty()) {
    auto entry = chosen.begin();
    std::advance(entry, static_cast<std::ptrdiff_t>(random.below(chosen.size())));
    chosen.erase(entry);
  } else if (how == 1 && chosen.is_object()) {
    chosen[fuzz::hostile_text(random)] = hostile_value(random);
  } else if (how == 2 && chosen.is_array() && !chosen.empty()) {
    chosen.push_back(chosen[0]);
  } else if (how == 3 && chosen.is_string()) {
    chosen = chosen.get<std::string>() + fuzz::hostile_text(random);
  } else if (how == 4) {
    const json other = *random.of(all);
    chosen = other;
  } else if (&chosen != &root) {
    chosen = hostile_value(random);
  }
}

// A catalogue with a claim of every kind, and what judging it gives.
const std::string& claims_text() {
  static const std::string text =
      "format = 1\n[paper]\nkey = \"p\"\ntitle = \"T\"\n"
      "[[claim]]\nid = \"a/true\"\nsays = \"S\"\nclaim = \"x^2 >= 0 and x < 9\"\n"
      "domain = [\"x >= 0\", \"x <= 2\"]\n[claim.check]\nx = [0, 1]\n[claim.prove]\n"
      "x = { from = 0, to = 2 }\n"
      "[[claim]]\nid = \"a/false\"\nclaim = \"exp(x) < 2\"\ncorrected = \"exp(x) < 20\"\n"
      "domain = [\"x > 0\"]\nregime = [\"x > 1\"]\n[claim.check]\nx = [\"1/2\", \"log(3)\"]\n"
      "[[claim]]\nid = \"a/exists\"\nkind = \"exists\"\nclaim = \"x^2 == 2\"\n"
      "domain = [\"x >= 0\", \"x <= 2\"]\n[claim.check]\nx = [0, 1, 2]\n"
      "[[claim]]\nid = \"a/none\"\nkind = \"exists\"\nclaim = \"x^2 < -1\"\n"
      "domain = [\"x >= 0\", \"x <= 2\"]\n[claim.check]\nx = [0, 1, 2]\n"
      "[[claim]]\nid = \"a/rate\"\nkind = \"rate\"\nerror = \"3/n\"\nalong = \"n\"\norder = 1\n"
      "integers = [\"n\"]\n[claim.check]\nn = [8, 16, 32, 64]\n"
      "[[claim]]\nid = \"a/invalid\"\nclaim = \"log(x) > 0\"\n[claim.check]\nx = [-1]\n";
  return text;
}

const std::string& good_results() {
  static const std::string text = [] {
    const catalogue read = read_catalogue({{"claims.toml", claims_text()}});
    quantity_cache cache;
    std::vector<const claim*> subjects;
    std::vector<claim_result> judged;
    for (const claim& subject : read.claims) {
      subjects.push_back(&subject);
      judged.push_back(judge(subject, read, cache, {}));
    }
    return results_json("shufflecert verify claims.toml", read, subjects, judged).dump(2);
  }();
  return text;
}

std::string make(random_source& random, const fuzz::corpus_texts& corpus) {
  const std::string& text = random.once_in(3) ? random.of(corpus) : good_results();
  if (random.once_in(200)) {
    const std::size_t depth = random.once_in(2) ? 50'000 : 300;
    return "{\"claims\": " + std::string(depth, random.once_in(2) ? '[' : '{');
  }
  json root = json::parse(text, nullptr, false);
  if (root.is_discarded() || random.once_in(6)) return fuzz::with_changed_bytes(random, text);
  const std::size_t changes = 1 + random.below(3);
  for (std::size_t k = 0; k < changes; ++k) alter(random, root);
  if (!random.once_in(4)) {
    try {
      add_digests(root);
    } catch (const std::exception&) {  // NOLINT: a file without claims has no digests
    }
  }
  return root.dump(2, ' ', false, json::error_handler_t::replace);
}

std::string the_only_input(const input_file& /*input*/) {
  return claims_text();
}

void recheck_briefly(const recorded_results& read) {
  recheck_options options;
  options.threads = 1;
  options.effort = 0.001;
  options.deadline = budget::clock::now() + std::chrono::milliseconds(50);
  try {
    recheck(read, read_inputs(read, the_only_input), options);
  } catch (const evidence_error&) {
  } catch (const catalogue_error&) {
  }
}

void check_pages(const std::vector<report_file>& pages) {
  for (const report_file& page : pages) {
    if (("/" + page.path).find("/../") != std::string::npos || page.path.empty() ||
        page.path[0] == '/')
      throw fuzz::finding("a page outside of the report: " + page.path);
    const bool is_markup = page.path.find(".html") != std::string::npos ||
                           page.path.find(".xml") != std::string::npos ||
                           page.path.find(".svg") != std::string::npos;
    if (is_markup && page.text.find("<" + std::string(fuzz::marker)) != std::string::npos)
      throw fuzz::finding("a text became an element of " + page.path);
    if (page.path.find(".csv") != std::string::npos &&
        ("\n" + page.text).find("\n=" + std::string(fuzz::marker)) != std::string::npos)
      throw fuzz::finding("a text became a spreadsheet's formula in " + page.path);
  }
}

void look(const std::string& input, bool thorough) {
  try {
    const recorded_results read = read_evidence(input);
    if (thorough) recheck_briefly(read);
  } catch (const evidence_error&) {
  }
  if (!thorough) return;
  try {
    check_pages(render_report(input));
  } catch (const report_error&) {
  }
}

}  // namespace

const fuzz::target fuzz::results{"results", ".json", make, look};
