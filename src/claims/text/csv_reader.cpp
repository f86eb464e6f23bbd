#include "claims/text/csv_reader.hpp"

#include <fmt/format.h>

#include "claims/text/shown_text.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

class csv_reader {
 public:
  explicit csv_reader(std::string_view text) : text_(text) {}

  std::vector<csv_record> read() {
    if (text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF"))
      complain("the file is in UTF-16; save it as CSV in UTF-8");
    if (text_.starts_with(byte_order_mark)) at_ = line_start_ = byte_order_mark.size();
    while (!is_rest_empty()) read_record();
    if (records_.empty()) complain("the file is empty; its first line names the columns");
    return std::move(records_);
  }

 private:
  [[nodiscard]] bool is_at_end() const { return at_ == text_.size(); }
  [[nodiscard]] char here() const { return text_[at_]; }
  [[nodiscard]] bool is_at(char c) const { return !is_at_end() && here() == c; }
  [[nodiscard]] bool is_at_line_end() const {
    return is_at('\n') || (is_at('\r') && at_ + 1 < text_.size() && text_[at_ + 1] == '\n');
  }
  [[nodiscard]] bool is_rest_empty() const {
    return text_.find_first_not_of(" \t\r\n", at_) == std::string_view::npos;
  }

  [[noreturn]] void complain_at(std::size_t line, std::size_t character,
                                const std::string& message) const {
    throw csv_error(fmt::format("{}:{}: {}", line, character, message));
  }
  [[noreturn]] void complain(const std::string& message) const {
    complain_at(line_, at_ - line_start_ + 1, message);
  }

  void pass_line_end() {
    at_ += is_at('\r') ? 2 : 1;
    ++line_;
    line_start_ = at_;
  }

  // A character of a field, or a complaint.
  char take() {
    const decoded_character known = decoded_at(text_, at_);
    if (known.code == decoded_character::broken)
      complain("this byte is not UTF-8; save the file as CSV in UTF-8");
    if (known.code == 0)
      complain("there is a zero byte (NUL), which no text holds; is the file damaged?");
    return text_[at_++];
  }

  void add(std::string& field, std::size_t line, std::size_t character) {
    // All bytes of a character: take() looks at the first one only.
    const std::size_t size = decoded_at(text_, at_).size;
    field += take();
    for (std::size_t i = 1; i < size; ++i) field += text_[at_++];
    if (field.size() > largest_csv_field)
      complain_at(line, character,
                  fmt::format("the field has more than {} bytes", largest_csv_field));
  }

  std::string read_field() {
    const std::size_t line = line_;
    const std::size_t character = at_ - line_start_ + 1;
    std::string field;
    if (!is_at('"')) {
      while (!is_at_end() && !is_at(',') && !is_at_line_end()) {
        if (is_at('"'))
          complain("a quote within a field; put the field in quotes, and write \"\" for the quote");
        if (is_at('\r')) complain("a carriage return without a line feed behind it");
        add(field, line, character);
      }
      return field;
    }
    for (++at_; !is_at_end();) {
      if (is_at('"')) {
        ++at_;
        if (!is_at('"')) {
          if (!is_at_end() && !is_at(',') && !is_at_line_end())
            complain("text behind a field in quotes; a comma or the end of the line is expected");
          return field;
        }
      }
      const bool is_line_feed = is_at('\n');
      add(field, line, character);
      if (is_line_feed) {
        ++line_;
        line_start_ = at_;
      }
    }
    complain_at(line, character, "the quote that opens here is not closed");
  }

  // Where a comma is the decimal point, programs put semicolons between columns.
  void refuse_semicolons(std::size_t line) const {
    const std::vector<std::string>& names = records_.front().fields;
    if (names.size() == 1 && names.front().find(';') != std::string::npos)
      complain_at(line, 1,
                  "columns are separated by ';'; put commas between them, and write a decimal "
                  "point as '.'");
  }

  void read_record() {
    csv_record record;
    record.line = line_;
    if (is_at_line_end()) complain("the line is empty");
    record.fields.push_back(read_field());
    while (is_at(',')) {
      ++at_;
      record.fields.push_back(read_field());
    }
    if (!records_.empty() && record.fields.size() != records_.front().fields.size()) {
      refuse_semicolons(record.line);
      complain_at(
          record.line, 1,
          fmt::format("{} field{}, and the first line has {}", record.fields.size(),
                      record.fields.size() == 1 ? "" : "s", records_.front().fields.size()));
    }
    if (!is_at_end()) pass_line_end();
    records_.push_back(std::move(record));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t line_start_ = 0;
  std::vector<csv_record> records_;
};

}  // namespace

std::vector<csv_record> read_csv(std::string_view text) {
  return csv_reader(text).read();
}

}  // namespace shufflecert::inline v0_1::claims
