#!/usr/bin/env python3
"""Whether the pages of a report say, sentence by sentence, what the files in golden/ say.

check_golden.py PROGRAM [--renew]

A small catalogue, golden/*.toml, is judged; its report and its letters are compared with
golden/*.txt, one file for each kind of page. Such a file is the page as a reader sees it: a sentence, a
heading or a row of a table in each line, without tags. `<version>`, `<sha256>` and `<files>` stand for
what changes with the program. A formula is its alternative text; its signs, where it is too wide to
have one.

--renew writes the files again instead. Read their difference, sentence by sentence, before you commit it.
"""

import difflib
import html.parser
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
GOLDEN = Path(__file__).resolve().parent / "golden"
SKIPPED = 4  # as of the other tests

# Each golden file, and the page that it is. Every kind of page has one; so has every verdict whose
# page says something of its own.
PAGES = {
    "overview": "report/index.html",
    "claims": "report/claims.html",
    "paper": "report/paper/doe-2030.html",
    "bounds": "report/bounds.html",
    "figures": "report/figures.html",
    "coverage": "report/coverage.html",
    "software": "report/software.html",
    "report": "report/report.md",
    "claim-refuted": "report/claim/doe-2030.theorem-1.pair.html",
    "claim-refuted-outside-regime": "report/claim/doe-2030.theorem-2.html",
    "claim-refuted-misprint": "report/claim/doe-2030.equation-4.html",
    "claim-refuted-existence": "report/claim/doe-2030.lemma-6.html",
    "claim-refuted-in-doubt": "report/claim/doe-2030.equation-11.html",
    "claim-proved": "report/claim/doe-2030.theorem-1.mechanism.html",
    "claim-verified": "report/claim/doe-2030.lemma-3.html",
    "claim-unlike-double": "report/claim/software.tool.sum.html",
    "claim-tied": "report/claim/doe-2030.remark-8.html",
    "claim-undecided": "report/claim/doe-2030.remark-7.html",
    "claim-supported": "report/claim/doe-2030.corollary-9.html",
    "claim-contradicted": "report/claim/doe-2030.corollary-10.html",
    "claim-refuted-rate": "report/claim/doe-2030.corollary-13.html",
    "claim-invalid": "report/claim/doe-2030.equation-12.html",
    # Of more claims than the overview lists.
    "overview-of-many": "many/index.html",
    "failing": "many/failing.html",
}
LETTERS = {"letter-authors": "doe-2030", "letter-maintainers": "software/tool"}

LINES = {"blockquote", "br", "caption", "dd", "details", "div", "dl", "dt", "figcaption", "figure",
         "footer", "form", "h1", "h2", "h3", "header", "label", "li", "main", "nav", "ol", "p",
         "section", "summary", "table", "title", "ul"}
MARKS = {"blockquote": "> ", "dd": "  ", "dt": "- ", "h1": "# ", "h2": "## ", "h3": "### ", "li": "- "}
APART = {"a", "code", "option", "span", "strong"}  # words beside these are words of their own


class Reader(html.parser.HTMLParser):
    """The lines of a page."""

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.lines, self.line = [], ""
        self.cells = None  # of the row of a table that is read
        self.is_in_math = self.is_after_apart = False

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if tag in LINES:
            self.end_line()
            self.line += MARKS.get(tag, "") if self.cells is None else ""
        elif tag == "tr":
            self.end_line()
            self.cells = []
        elif tag == "math" and "alttext" in values:
            self.add(values["alttext"])
            self.is_in_math = True
        elif tag == "img":
            self.add(f"[picture: {values['alt']}]")
        elif tag in ("sub", "sup"):
            self.add("_" if tag == "sub" else "^")
        elif tag in APART and self.line[-1:].isalnum():
            self.add(" ")

    def handle_endtag(self, tag):
        if tag in LINES:
            self.end_line()
        elif tag in ("td", "th"):
            self.cells.append(self.line.strip(" /"))
            self.line = ""
        elif tag == "tr":
            self.lines.append("| " + " | ".join(self.cells) + " |")
            self.cells = None
        elif tag == "math":
            self.is_in_math = False
        self.is_after_apart = tag in APART

    def handle_data(self, data):
        if not self.is_in_math:
            text = re.sub(r"\s+", " ", data)
            self.add(" " + text if self.is_after_apart and text[:1].isalnum() else text)
        self.is_after_apart = False

    def add(self, text):
        self.line += text if self.line and not self.line.endswith(" ") else text.lstrip()

    def end_line(self):
        if self.cells is not None:  # Lines in a cell stand side by side.
            if self.line.strip(" /"):
                self.line = self.line.rstrip(" /") + " / "
            return
        if self.line.strip() and self.line not in MARKS.values():
            self.lines.append(self.line.rstrip())
        self.line = ""


def sentences(line):
    """Each sentence of a line, those after the first indented like the content of the first."""
    if line.startswith("|"):
        return [line]
    first, *others = re.split(r"(?<=[^A-Z][.?!]) (?=[A-Z0-9“√])", line)
    indent = " " * re.match(r"\s*(- |> )?", line).end()
    return [first, *(indent + other for other in others)]


def text_of(page, version):
    if page.lstrip().startswith("<!DOCTYPE html>"):
        reader = Reader()
        reader.feed(page)
        lines = reader.lines
    else:
        lines = page.splitlines()
    text = "\n".join(sentence for line in lines for sentence in sentences(line)) + "\n"
    text = re.sub(r"\n{3,}", "\n\n", text)  # Markdown shows any number of empty lines as one.
    text = re.sub(r"\b[0-9a-f]{64}\b", "<sha256>", text.replace(f"shufflecert {version}", "shufflecert <version>"))
    return re.sub(r"(- builtin:).*\n(?:\1.*\n)*", r"\1<files>, SHA-256 <sha256>\n", text)


def pages_of(program, folder):
    """The text of each page, by the name of its golden file."""

    def run(arguments, statuses=(0,), said=""):
        done = subprocess.run([program, *arguments], cwd=folder, capture_output=True, encoding="utf-8")
        if done.returncode not in statuses or done.stderr != said:
            sys.exit(f"{' '.join(arguments)}: exit status {done.returncode}\n{done.stderr}")
        return done.stdout

    catalogue = [Path(shutil.copy(file, folder)).name for file in sorted(GOLDEN.glob("*.toml"))]
    more = "".join(f'[[claim]]\nid = "more/{i}"\nclaim = "{i} < {i + 1}"\n' for i in range(60))
    (folder / "more.toml").write_text("format = 1\n" + more)
    # 2: a claim of the catalogue is invalid.
    run(["verify", *catalogue, "--output", "results.json"], (2,))
    run(["verify", *catalogue, "more.toml", "--output", "many.json"], (2,))
    run(["report", "results.json", "--output", "report"],
        said="shufflecert: no plot of 'software/tool/table': the check lists one point, and a plot needs several\n")
    run(["report", "many.json", "--output", "many", "--no-plots"])
    version = run(["--version"]).split()[-1]
    kinds = {Path(page).name for page in PAGES.values()}
    unknown = {page.name for page in folder.glob("*/*.html")} - kinds
    if unknown:
        sys.exit(f"a new kind of page needs a golden file, in PAGES: {', '.join(sorted(unknown))}")
    texts = {name: (folder / page).read_text("utf-8") for name, page in PAGES.items()}
    left_out = ("shufflecert: not in the letter, since invalid: doe-2030/equation-12\n"
                'shufflecert: not in the letter: the finding about doe-2030/lemma-3 says "stands", '
                "which the verdicts do not\n")
    texts |= {name: run(["letter", key, "--results", "results.json"], said=left_out if key == "doe-2030" else "")
              for name, key in LETTERS.items()}
    return {name: text_of(text, version) for name, text in texts.items()}


def main():
    sys.stdout.reconfigure(encoding="utf-8")
    if len(sys.argv) < 2 or sys.argv[2:] not in ([], ["--renew"]):
        print(__doc__)
        return 2
    program, is_renewing = str(Path(sys.argv[1]).resolve()), len(sys.argv) > 2
    if not shutil.which("gnuplot"):
        print("not tested: there is no gnuplot here, and pages have pictures")
        return 1 if os.environ.get("SHUFFLECERT_REQUIRE_ALL_TESTS") == "1" else SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        pages = pages_of(program, Path(folder))
    known = {file.stem: file.read_text("utf-8") for file in GOLDEN.glob("*.txt")}
    if is_renewing:
        for name in known.keys() - pages.keys():
            (GOLDEN / f"{name}.txt").unlink()
        for name, text in pages.items():
            (GOLDEN / f"{name}.txt").write_text(text, "utf-8")
        print(f"{len(pages)} files are written: read their difference before you commit it")
        return 0
    differences = 0
    for name in sorted(known.keys() | pages.keys()):
        path = f"tests/reports/pages/golden/{name}.txt"
        lines = [text.get(name, "").splitlines(keepends=True) for text in (known, pages)]
        difference = list(difflib.unified_diff(*lines, path, f"the page now: {PAGES.get(name, 'a letter')}", n=1))
        sys.stdout.writelines(difference)
        differences += bool(difference)
    if differences:
        print(f"\n{differences} of {len(pages)} pages say something else. If they are right, renew the files:")
        print(f"  {Path(__file__).resolve().relative_to(ROOT)} {os.path.relpath(program, ROOT)} --renew")
    else:
        print(f"{len(pages)} pages are as in {GOLDEN.relative_to(ROOT)}")
    return int(differences > 0)


if __name__ == "__main__":
    sys.exit(main())
