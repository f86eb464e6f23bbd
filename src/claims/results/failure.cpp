#include "claims/results/failure.hpp"

#include <fmt/format.h>

#include <new>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <variant>

#include "claims/catalogue/catalogue.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/formula.hpp"
#include "shufflecert/method_unavailable.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr const char* out_of_memory = "it needs more memory than there is";

// The text of a mistake of the program is of use for those who mend it, and for nobody else.
failure mistake(const char* kind) {
  return {false, fmt::format("a mistake of this program stopped it ({}); please report it", kind)};
}

}  // namespace

failure failure_of(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const beyond_reach& known) {
    return {true, one_short_line(known.what())};
  } catch (const precision_needed& known) {
    return {true, one_short_line(known.what())};
  } catch (const undefined_value& known) {
    return {false, one_short_line(known.what())};
  } catch (const formula_error& known) {
    return {false, one_short_line(known.what())};
  } catch (const catalogue_error& known) {
    return {false, one_short_line(known.what())};
  } catch (const evidence_error& known) {
    return {false, one_short_line(known.what())};
  } catch (const method_unavailable& known) {
    return {true, one_short_line(known.what())};
  } catch (const std::bad_alloc&) {
    return {true, out_of_memory};
  } catch (const std::length_error&) {
    return {true, out_of_memory};
  } catch (const std::overflow_error&) {
    return {true, "a number is too large"};
  } catch (const std::range_error&) {
    return mistake("range error");
  } catch (const std::out_of_range&) {
    return mistake("out of range");
  } catch (const std::logic_error&) {
    return mistake("logic error");
  } catch (const std::bad_optional_access&) {
    return mistake("a value that is not there");
  } catch (const std::bad_variant_access&) {
    return mistake("a value of another kind");
  } catch (const nlohmann::json::exception&) {
    return mistake("a key of JSON");
  } catch (...) {
    return mistake("an error that nobody expected");
  }
}

std::string one_short_line(const std::string& text, std::size_t most) {
  std::string line = text.substr(0, text.find_first_of("\r\n"));
  if (line.size() <= most) return line;
  // A character of several bytes is kept or left out as a whole.
  std::size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xC0U) == 0x80U) --end;
  line.resize(end);
  return line + "…";
}

}  // namespace shufflecert::inline v0_1::claims
