// Texts of catalogues in programs: whatever they hold, the program is the same but for its
// literals. Here strangers write the texts.

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <vector>

#include "claims/points/point_evaluation.hpp"
#include "claims/scripts/library.hpp"
#include "claims/scripts/script.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/run_program.hpp"
#include "support/this_run.hpp"

namespace test_script_texts {

using namespace shufflecert;
using namespace shufflecert::claims;

namespace {

// Line ends of one language or another, ends of literals and comments, escapes, and commands that
// leave a file behind where they run.
const std::vector<std::string>& pieces() {
  static const std::vector<std::string> all{
      "\r",
      "\n",
      "\r\n",
      "\n\n  ",
      "\f",
      "\v",
      std::string(1, '\0'),
      "\x1a",
      "\x1b[2J",
      "\x1c",
      "\xC2\x85",
      "\xE2\x80\xA8",
      "\xE2\x80\xA9",
      "\xE2\x80\xAE",
      "\xEF\xBB\xBF",
      "\xFF",
      "\xC0\x8A",
      "\xED\xA0\x80",
      "\"",
      "'",
      "\"\"\"",
      "'''",
      "\\",
      "\\\n",
      "\\\"",
      "\\\\",
      "\\\\ ",
      "\\x22",
      "\\u0022",
      "\\N{QUOTATION MARK}",
      "\\r",
      "/*",
      "*/",
      "}",
      "{",
      "];",
      ")",
      "#",
      "# coding: utf-7\n",
      "+ACI-",
      " ",
      "        ",
      "ε₀",
      "\xF0\x9F\xA7\xAE",
      "<U+0022>",
      "%",
      "\nopen('pwned', 'w')\n",
      "\ropen('pwned', 'w')\r#",
      "\") + str(open('pwned', 'w')) + str(\"",
      "\"\"\"\nopen('pwned', 'w')\n\"\"\"",
      "\nsystem(\"touch pwned\");\n",
      "\rsystem(\"touch pwned\");\r\\\\",
      "\"];system(\"touch pwned\");[\"",
      "*/ system(\"touch pwned\"); /*",
      "\n\\r pwned.gp\n",
      "\nwrite(\"pwned\", 1)\n",
      std::string(300, 'x'),
  };
  return all;
}

std::string hostile_text(std::mt19937& random) {
  std::string text;
  const std::size_t count = random() % 8;
  for (std::size_t i = 0; i <= count; ++i)
    if (random() % 6 == 0)
      text += static_cast<char>(random() % 256);
    else
      text += pieces()[random() % pieces().size()];
  return text;
}

const char* const one_claim =
    "[paper]\nkey = \"p\"\ntitle = \"T\"\nauthors = [\"A\", \"B\"]\nreference = \"R\"\n"
    "[[claim]]\nid = \"p/claim\"\nclaim = \"f(x) < 3 and x < 9\"\ndomain = [\"x > 0\"]\n"
    "let = { \"f(y)\" = \"y + c\", c = \"1/2\" }\n"
    "where = \"W\"\nsays = \"S\"\nreading = \"G\"\ntranscription = \"D\"\n"
    "[claim.check]\nx = [1, 7]\n";

std::string program_of(const catalogue& read, script_language language) {
  quantity_cache cache;
  judge_options options;
  options.search.effort = 0;
  const claim_context context{read.claims.front(), read, cache, options};
  return write_script(script_subject_of(context, std::nullopt), language);
}

// The claim with hostile texts wherever a text can stand.
catalogue hostile_catalogue(std::mt19937& random) {
  catalogue read = read_text(one_claim);
  claim& subject = read.claims.front();
  claim stated = subject.as_stated();
  paper& from = read.papers.front();
  from.key = hostile_text(random);
  from.title = hostile_text(random);
  from.reference = hostile_text(random);
  for (std::string& author : from.authors) author = hostile_text(random);
  subject.id = hostile_text(random);
  subject.paper = from.key;
  for (std::string* text :
       {&stated.where, &stated.says, &stated.reading, &stated.transcription, &stated.id})
    *text = hostile_text(random);
  subject.stated = std::make_shared<const claim>(std::move(stated));
  return read;
}

bool is_printable_ascii(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c == '\n' || (c >= 0x20 && c < 0x7F); });
}

// What differs between two programs beside string literals; and what the literals hold.
constexpr const char* compare_programs = R"py(
import ast, io, json, os, sys, tokenize

class Blank(ast.NodeTransformer):
    def visit_Assign(self, node):
        # A list of nothing but literals, whose number depends on how long the texts are.
        if isinstance(node.targets[0], ast.Name) and node.targets[0].id == "ABOUT":
            assert isinstance(node.value, ast.List)
            assert all(isinstance(e, ast.Constant) and isinstance(e.value, str) for e in node.value.elts)
            node.value = ast.List(elts=[], ctx=ast.Load())
        return node

def shape(text):
    return ast.dump(Blank().visit(ast.parse(text)))

def comments(text):
    return [t.string for t in tokenize.generate_tokens(io.StringIO(text).readline) if t.type == tokenize.COMMENT]

folder = sys.argv[1]
plain = open(os.path.join(folder, "plain.py"), "rb").read().decode("ascii")
for name in sorted(os.listdir(folder)):
    if not name.endswith(".py"): continue
    raw = open(os.path.join(folder, name), "rb").read()
    text = raw.decode("ascii")
    if shape(text) != shape(plain): print(name, "has another structure")
    if comments(text) != comments(plain): print(name, "has another comment")
    compile(raw, name, "exec")
)py";

std::string python() {
  return runs({"/usr/bin/python3", "-c", ""}) ? "/usr/bin/python3" : "python3";
}

// Whether the tool is there. Where it is not, the test is skipped in part.
bool has_tool(const std::string& name, const std::vector<std::string>& command) {
  if (runs(command)) return true;
  skip_part("there is no " + name + " here");
  return false;
}

}  // namespace

TEST_CASE("a literal of Python is the text, whatever the text is", "[script-texts]") {
  if (!has_tool("python3", {python(), "-c", "import ast"})) return;
  const random_cases cases(15, 2000);
  std::mt19937 random(cases.seed());
  std::string literals;
  nlohmann::json expected = nlohmann::json::array();
  for (int i = 0; i < cases.count(); ++i) {
    std::string text = hostile_text(random);
    // Bytes that are no UTF-8 are replaced, which JSON does in its own way.
    std::erase_if(text, [](char c) { return static_cast<unsigned char>(c) >= 0x80; });
    const std::string literal = quoted(script_language::python, text);
    REQUIRE(is_printable_ascii(literal));
    REQUIRE(literal.find('\n') == std::string::npos);
    literals += literal + "\n";
    expected.push_back(text);
  }
  for (const char* text : {"ε₀ ≤ λ", "\xE2\x80\xA8", "\xF0\x9F\xA7\xAE"}) {
    literals += quoted(script_language::python, text) + "\n";
    expected.push_back(text);
  }
  const temporary_directory folder;
  static_cast<void>(folder.file("literals", literals));
  static_cast<void>(folder.file("expected", expected.dump()));
  const program_run run =
      run_command({python(), "-c",
                   "import ast, json\n"
                   "found = [ast.literal_eval(line) for line in open('literals', newline='\\n')]\n"
                   "print(found == json.load(open('expected', encoding='utf-8')), len(found))\n"},
                  folder.path());
  INFO(run.err);
  CHECK(run.out == "True " + std::to_string(cases.count() + 3) + "\n");
}

TEST_CASE("a literal of GP holds nothing that could end it", "[script-texts]") {
  const random_cases cases(16, 2000);
  std::mt19937 random(cases.seed());
  for (int i = 0; i < cases.count(); ++i) {
    const std::string literal = quoted(script_language::gp, hostile_text(random));
    CHECK(is_printable_ascii(literal));
    CHECK(literal.find_first_of("\\\n") == std::string::npos);
    CHECK(std::count(literal.begin(), literal.end(), '"') == 2);
  }
  CHECK(quoted(script_language::gp, "say \"λ\"\\") == "\"say <U+0022><U+03BB><U+0022><U+005C>\"");
}

TEST_CASE("no text of a catalogue becomes a part of a program", "[script-texts][volume]") {
  const random_cases cases(20'26, 300);
  std::mt19937 random(cases.seed());
  const temporary_directory folder;
  const std::string plain = program_of(read_text(one_claim), script_language::python);
  static_cast<void>(folder.file("plain.py", plain));
  std::vector<std::string> programs;
  for (int i = 0; i < cases.count(); ++i) {
    const catalogue read = hostile_catalogue(random);
    for (const script_language language : {script_language::python, script_language::gp}) {
      const std::string text = program_of(read, language);
      CHECK(is_printable_ascii(text));
      const std::string name =
          std::to_string(i) + (language == script_language::python ? ".py" : ".gp");
      programs.push_back(name);
      static_cast<void>(folder.file(name, text));
    }
  }
  if (!has_tool("python3 with mpmath", {python(), "-c", "import mpmath"})) return;
  const program_run compared =
      run_command({python(), "-c", compare_programs, folder.path().string()});
  INFO(compared.err);
  CHECK(compared.status == 0);
  CHECK(compared.out.empty());
  // And run.
  const bool has_gp = has_tool("gp", {"gp", "--version-short"});
  for (std::size_t i = 0; i < programs.size(); i += 15) {
    const bool is_gp = programs[i].ends_with(".gp");
    if (is_gp && !has_gp) continue;
    const program_run run = is_gp ? run_command({"gp", "-q", "-f", programs[i]}, folder.path())
                                  : run_command({python(), programs[i]}, folder.path());
    INFO(programs[i] << "\n" << text_of_file(folder / programs[i]) << run.out << run.err);
    CHECK(run.status == 0);
    CHECK(run.err.empty());
    CHECK(run.out.ends_with("refutation reproduced\n"));
  }
  CHECK_FALSE(std::filesystem::exists(folder / "pwned"));
}

TEST_CASE("the texts that the issue was found with", "[script-texts][volume]") {
  // A carriage return ends a comment of Python; so may others in other tools.
  const temporary_directory folder;
  for (const char* end : {"\\r", "\\n", "\\u2028", "\\u2029", "\\u0085", "\\f", "\\u000B"}) {
    const std::string file = folder.file(
        "claims.toml", std::string("format = 1\n[[claim]]\nid = \"t/x\"\nclaim = \"x < 1\"\n") +
                           "says = \"a" + end + "open('pwned','w')" + end +
                           "system(\\\"touch pwned\\\")\"\ncheck = { x = [2] }\n");
    for (const char* language : {"python", "gp"}) {
      const program_run shown =
          run_program({"show", "t/x", "--file", file, "--script", language}, folder.path());
      CHECK(shown.status == 0);
      CHECK(is_printable_ascii(shown.out));
      const std::string script = folder.file("script", shown.out);
      const std::vector<std::string> command =
          std::string(language) == "python" ? std::vector<std::string>{python(), script}
                                            : std::vector<std::string>{"gp", "-q", "-f", script};
      if (run_command(command, folder.path()).status == 127)
        skip_part("there is no " + command[0] + " here");
      CHECK_FALSE(std::filesystem::exists(folder / "pwned"));
    }
  }
}

}  // namespace test_script_texts
