#include <fmt/format.h>

#include "claims/catalogue/axis.hpp"
#include "claims/catalogue/claim_variables.hpp"
#include "claims/reading/local_names.hpp"
#include "claims/reading/read_sections.hpp"
#include "claims/results/failure.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

claim_form form_of(claim_kind kind) {
  switch (kind) {
    case claim_kind::forall:
      return forall_claim{};
    case claim_kind::exists:
      return exists_claim{};
    case claim_kind::rate:
      return rate_claim{};
  }
  return forall_claim{};
}

// A claim about how fast an error falls.
void read_rate(const toml_reader& reader, claim& c, rate_claim& rate) {
  for (const char* key : {"claim", "corrected"})
    if (reader.has(key))
      reader.complain(key, "does not go with kind = \"rate\", which is about 'error'");
  c.formula = reader.formula("error");
  const std::string along = reader.text("along");
  reader.require_usable_name(*reader.find("along"), "along", along);
  rate.along = along;
  if (const toml::node* limit = reader.find("limit"); limit != nullptr) {
    if (limit->value_exact<bool>() != true) reader.complain("limit", "can only be true");
    if (reader.has("order")) reader.complain("limit", "does not go with 'order': give one of them");
    return;
  }
  if (!reader.has("order"))
    reader.complain("order", "is missing; give order = \"1/2\", say, or limit = true");
  const point_value claimed = read_value(reader, *reader.find("order"), "order");
  try {
    const number order = constant_value(claimed);
    if (const auto* exact = order.as_rational()) rate.order = *exact;
  } catch (const undefined_value& error) {
    reader.complain("order", error.what());
  }
  if (!rate.order || *rate.order <= 0)
    reader.complain("order",
                    "must be a positive rational number, and it is '" + claimed.text + "'");
}

void read_claim_body(const toml_reader& reader, claim& c) {
  reader.allow_only({"id",        "where",   "says",       "kind",          "claim",     "domain",
                     "integers",  "exists",  "regime",     "let",           "corrected", "about",
                     "statement", "depends", "reading",    "transcription", "reason",    "answer",
                     "expect",    "check",   "prove",      "error",         "along",     "order",
                     "limit",     "printed", "correction", "refute",        "role",      "of",
                     "slip",      "hedge",   "ours"});
  c.where = reader.text_or("where", "");
  c.says = reader.text_or("says", "");
  c.about = reader.one_of_if_any<concern>("about");
  c.statement = reader.text_or("statement", "");
  c.role = reader.one_of_if_any<statement_role>("role");
  c.of = reader.text_or("of", "");
  c.slip = reader.text_or("slip", "");
  c.hedge = reader.text_or("hedge", "");
  c.depends = reader.texts("depends");
  c.reading = reader.text_or("reading", "");
  c.ours = reader.text_or("ours", "");
  if (!c.ours.empty() && c.of.empty())
    reader.complain("ours", "goes with 'of' only: it sets one reading of a statement apart");
  c.answer = reader.text_or("answer", "");
  c.transcription = reader.text_or("transcription", "");
  c.reason = reader.text_or("reason", "");
  c.regime = reader.formulas("regime");
  c.form = form_of(reader.one_of_if_any<claim_kind>("kind").value_or(claim_kind::forall));
  c.integers = reader.names("integers");
  if (auto* rate = std::get_if<rate_claim>(&c.form)) {
    read_rate(reader, c, *rate);
  } else {
    for (const char* key : {"error", "along", "order", "limit"})
      if (reader.has(key)) reader.complain(key, "goes with kind = \"rate\" only");
    c.formula = reader.formula("claim");
  }
  c.domain = reader.formulas("domain");
  std::vector<std::string> existential = reader.names("exists");
  if (auto* exists = std::get_if<exists_claim>(&c.form))
    exists->variables = std::move(existential);
  else if (!existential.empty())
    reader.complain("exists", "goes with kind = \"exists\" only");
  if (reader.has("corrected")) c.corrected = reader.formula("corrected");
  if (reader.has("correction")) {
    if (!c.corrected) reader.complain("correction", "goes with a corrected form only");
    c.correction = reader.one_of<correction_kind>("correction");
  }
  read_let(reader, c);
  read_check(reader, c);
  c.printed = reader.names("printed");
  for (const std::string& name : c.printed)
    if (!check_variables(c).contains(name))
      reader.complain("printed", "names '" + name + "', which has no values in [claim.check]");
  read_proof_regions(reader, c);
  read_refutation_regions(reader, c);
}

}  // namespace

std::string problem_of(const toml_reader& reader, const std::exception_ptr& error) {
  return fmt::format("{}:{}: {}: {}", reader.source().name, reader.line(), reader.section(),
                     failure_of(error).reason);
}

claim read_claim(const toml_reader& reader, const std::string& paper_key) {
  claim c;
  c.file = reader.source().name;
  c.line = reader.line();
  c.paper = paper_key;
  // Until the id is known the claim goes by its place.
  c.id = fmt::format("{}:{}", c.file, c.line);
  try {
    c.id = reader.text("id");
    c.expect = reader.one_of_if_any<verdict>("expect");
    read_claim_body(reader, c);
  } catch (const catalogue_error& error) {
    c.problem = error.what();
  } catch (...) {
    c.problem = problem_of(reader, std::current_exception());
  }
  return c;
}

}  // namespace shufflecert::inline v0_1::claims
