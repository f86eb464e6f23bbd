// CSV as strangers write it: what is read, and how what is none is refused.

#include "claims/text/csv_reader.hpp"
#include "support/catch.hpp"
#include "support/texts.hpp"

namespace test_csv_reader {

using namespace shufflecert::claims;

namespace {

using fields = std::vector<std::vector<std::string>>;

fields fields_of(const std::string& text) {
  fields all;
  for (const csv_record& record : read_csv(text)) all.push_back(record.fields);
  return all;
}

std::string complaint(const std::string& text) {
  return message_of<csv_error>([&] { read_csv(text); });
}

}  // namespace

TEST_CASE("CSV is read as RFC 4180 has it", "[tables]") {
  CHECK(fields_of("n,eps\n1,2\n") == fields{{"n", "eps"}, {"1", "2"}});
  CHECK(fields_of("n,eps\r\n1,2\r\n") == fields{{"n", "eps"}, {"1", "2"}});
  CHECK(fields_of("n,eps\n1,2") == fields{{"n", "eps"}, {"1", "2"}});
  CHECK(fields_of("\xEF\xBB\xBFn\n1\n\n\r\n") == fields{{"n"}, {"1"}});
  CHECK(fields_of("a,b,c\n,\"\",\"x\"\n") == fields{{"a", "b", "c"}, {"", "", "x"}});
  CHECK(fields_of("a\n\"1,\"\"2\"\"\r\n3\"\n") == fields{{"a"}, {"1,\"2\"\r\n3"}});
  CHECK(fields_of("a\n\"\xCE\xB5\"\n \xCE\xB5 \n") == fields{{"a"}, {"\xCE\xB5"}, {" \xCE\xB5 "}});
}

TEST_CASE("records know the line where they begin", "[tables]") {
  const auto records = read_csv("a\n\"1\n2\"\n3\n");
  REQUIRE(records.size() == 3);
  CHECK(records[0].line == 1);
  CHECK(records[1].line == 2);
  CHECK(records[2].line == 4);
}

TEST_CASE("what is no CSV is refused with its line and character", "[tables]") {
  CHECK(complaint("") == "1:1: the file is empty; its first line names the columns");
  CHECK(complaint("\xEF\xBB\xBF\n") == "1:1: the file is empty; its first line names the columns");
  CHECK(complaint("a,b\n1,\"2\n3,4\n") == "2:3: the quote that opens here is not closed");
  CHECK(has(complaint("a,b\n1,2\"3\"\n"), "2:4: a quote within a field"));
  CHECK(has(complaint("a,b\n1,\"2\"3\n"), "2:6: text behind a field in quotes"));
  CHECK(complaint("a,b\n1,2\n1\n") == "3:1: 1 field, and the first line has 2");
  CHECK(complaint("a,b\n1,2,3\n") == "2:1: 3 fields, and the first line has 2");
  CHECK(complaint("a\n1\n\n2\n") == "3:1: the line is empty");
  // Lines of blanks at the end are no rows.
  CHECK(complaint("a,b\n1,2\n \n\t\n\n") == "no error");
  CHECK(has(complaint("a\r1\r"), "1:2: a carriage return without a line feed"));
  CHECK(has(complaint("a\n\xFF\n"), "2:1: this byte is not UTF-8"));
  CHECK(has(complaint("a\n1\xC3\n"), "2:2: this byte is not UTF-8"));
  CHECK(has(complaint(std::string("\xFF\xFE"
                                  "a\0",
                                  4)),
            "1:1: the file is in UTF-16"));
  CHECK(has(complaint(std::string("a\n1\0\n", 5)), "2:2: there is a zero byte (NUL)"));
}

TEST_CASE("a field may have so many bytes and no more", "[tables]") {
  const std::string longest(largest_csv_field, '1');
  CHECK(fields_of("a\n" + longest + "\n").back().front().size() == largest_csv_field);
  CHECK(complaint("a,b\n2," + longest + "1\n") == "2:3: the field has more than 20000 bytes");
  CHECK(complaint("a\n\"" + longest + "1\"\n") == "2:1: the field has more than 20000 bytes");
}

}  // namespace test_csv_reader
