#include "verify/auditing/simulation_output.hpp"

#include <fmt/format.h>

#include "claims/catalogue/cautions.hpp"
#include "verify/terminal/terminal.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

using json = nlohmann::ordered_json;

constexpr long shown_digits = 6;
constexpr bits shown_precision = 128;

decimal_interval ends_of(const number& value) {
  return to_decimal(value, shown_precision, shown_digits);
}

std::string score_name(const shown_audit& shown) {
  if (!shown.what) return "number";
  return shown.found.event.score == 0 ? "histogram" : "first-report";
}

std::string event_text(const shown_audit& shown) {
  const threshold_event& event = shown.found.event;
  const std::string of = !shown.what        ? "the number"
                         : event.score == 0 ? "log likelihood ratio of the histogram"
                                            : "log likelihood ratio of the first report";
  return fmt::format("{} {} {:.6g}", of, event.is_large ? ">=" : "<=", event.threshold);
}

std::string subject(const shown_audit& shown) {
  if (!shown.what) return fmt::format("{} and {}", shown.samples.front(), shown.samples.back());
  const mechanism& what = *shown.what;
  std::string text =
      fmt::format("{} of {} user{}", name_of(what.kind), what.n, what.n == 1 ? "" : "s");
  if (what.kind == randomizer::k_ary_response) text += fmt::format(", k = {}", what.k);
  text += ", eps0 = " + shown.eps0;
  if (what.fault != planted_fault::none)
    text += fmt::format(", with a planted fault ({})", name_of(what.fault));
  return text;
}

void print_side(const char* name, std::int64_t hits, const shown_audit& shown, bool has_more) {
  const auto& found = shown.found;
  say("{:<12}{} of {} runs: {} {}\n", name, hits, found.trials, has_more ? "at least" : "at most",
      has_more ? ends_of(found.at_least).lower : ends_of(found.at_most).upper);
}

void print_certified(const shown_audit& shown) {
  const certified_side& known = *shown.certified;
  say("certified   {}{}\n", known.is_bound ? "at most " : "",
      known.value ? to_text(*known.value) : "open: " + known.reason);
  say("            {}\n", known.formula);
  if (known.is_exceeded == true)
    say("the certified value is exceeded: the program does not run the stated mechanism, or this "
        "is "
        "one of the rare runs that the confidence leaves\n");
  else if (known.is_exceeded == false)
    say("the certified value is not exceeded; this is no proof\n");
  else
    say("open whether the certified value is exceeded\n");
  for (const std::string& line : lines_of_cautions(known.cautions)) say("{}\n", line);
}

}  // namespace

void print_audit(const shown_audit& shown) {
  const audit_finding& found = shown.found;
  say("{}\n", subject(shown));
  say("event       {}, chosen by {} runs on each data set\n", event_text(shown), found.choosing);
  print_side("P", found.hits_p, shown, found.event.is_large);
  print_side("Q", found.hits_q, shown, !found.event.is_large);
  say("epsilon     at least {} at delta = {}, with confidence {}\n", ends_of(found.eps).lower,
      shown.delta, shown.confidence);
  if (shown.certified) print_certified(shown);
}

json json_of_audit(const shown_audit& shown) {
  const audit_finding& found = shown.found;
  json root;
  root["mechanism"] = nullptr;
  if (shown.what) {
    const mechanism& what = *shown.what;
    root["mechanism"] = {{"randomizer", name_of(what.kind)},
                         {"n", what.n},
                         {"eps0", shown.eps0},
                         {"k", nullptr},
                         {"fault", name_of(what.fault)}};
    if (what.kind == randomizer::k_ary_response) root["mechanism"]["k"] = what.k;
  }
  root["samples"] = shown.what ? json(nullptr) : json(shown.samples);
  root["delta"] = shown.delta;
  root["confidence"] = shown.confidence;
  root["runs"] = found.choosing + found.trials;
  root["seed"] = shown.what ? json(shown.plan.seed) : json(nullptr);
  root["event"] = {{"score", score_name(shown)},
                   {"relation", found.event.is_large ? ">=" : "<="},
                   {"threshold", found.event.threshold},
                   {"chosen_by", found.choosing}};
  root["trials"] = found.trials;
  root["hits"] = {{"p", found.hits_p}, {"q", found.hits_q}};
  root["probabilities"] = {{"at_least", ends_of(found.at_least).lower},
                           {"at_most", ends_of(found.at_most).upper}};
  root["epsilon"] = {{"lower", ends_of(found.eps).lower}};
  root["certified"] = nullptr;
  if (shown.certified) {
    const certified_side& known = *shown.certified;
    root["certified"] = {{"formula", known.formula},
                         {"is_bound", known.is_bound},
                         {"lower", known.value ? json(known.value->lower) : json(nullptr)},
                         {"upper", known.value ? json(known.value->upper) : json(nullptr)},
                         {"message", known.reason.empty() ? json(nullptr) : json(known.reason)}};
  }
  root["exceeded"] = shown.certified && shown.certified->is_exceeded
                         ? json(*shown.certified->is_exceeded)
                         : json(nullptr);
  root["cautions"] = shown.certified ? shown.certified->cautions : std::vector<std::string>();
  root["seconds"] = shown.seconds;
  return root;
}

}  // namespace shufflecert::inline v0_1::claims
