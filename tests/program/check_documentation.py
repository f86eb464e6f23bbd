#!/usr/bin/env python3
"""Whether the documentation agrees with itself, with the code and with the program.

check_documentation.py [PROGRAM]

* Links, and what comments say of pages, sections and formulas, lead to something.
* Every page is in mkdocs.yml, and its headings have the same anchors on a code host and in the site.
* A formula's letter belongs to one page, which methods/index.md names.
* reference/commands.md has the options that PROGRAM's help has; reference/results.md has the keys of
  results-schema.json, guide/ those of catalogue files; reference/api.md has the headers of include/.
"""

import json
import os
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
TEXTS = PAGES + sorted(ROOT.glob("*.md"))
FOLDERS = ("src", "include", "tests", "reports", "verify", "bench", "examples", "cmake")
SOURCES = sorted(
    path for folder in FOLDERS for path in (ROOT / folder).rglob("*")
    if path.suffix in (".cpp", ".hpp", ".py", ".txt", ".cmake", ".sh", ".toml")
    and path != Path(__file__).resolve())
complaints = []


def complain(path, line, what):
    complaints.append(f"{path.relative_to(ROOT)}:{line}: {what}")


def prose(path):
    """Line number and text of the lines outside of blocks of code."""
    in_code = False
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("```"):
            in_code = not in_code
        elif not in_code:
            yield number, line


def headings(path):
    return [match[1] for _, line in prose(path) if (match := re.match(r"#+ (.*)", line))]


def site_anchor(title):
    """As the extension toc of Python-Markdown makes it."""
    text = unicodedata.normalize("NFKD", title.replace("`", "")).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", text).strip().lower())


def host_anchor(title):
    """As code hosts make it."""
    return re.sub(r"[^\w\- ]", "", title.replace("`", "").lower()).replace(" ", "-")


def check_links():
    for path in TEXTS:
        for number, line in prose(path):
            for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "``", line)):
                if re.match(r"[a-z]+:", target):
                    continue
                name, _, anchor = target.partition("#")
                page = (path.parent / name).resolve() if name else path
                if not page.exists():
                    complain(path, number, f"there is no {target}")
                elif anchor and page.suffix == ".md":
                    sections = {host_anchor(title): title for title in headings(page)}
                    if anchor not in sections:
                        complain(path, number, f"{page.name} has no section #{anchor}")
                    elif site_anchor(sections[anchor]) != anchor:
                        complain(path, number, f"#{anchor} is another anchor in the site; "
                                               f"the title '{sections[anchor]}' should be plainer")


def check_mentions():
    """'docs/methods/laws.md, section 5', 'docs/guide/verdicts.md, "Rates"', '[laws](laws.md), section 3'."""
    page = r"(?:\[[^\]]*\]\()?((?:docs/)?[\w./-]+\.md)\)?"
    after = r"(?:,?[\s/#*]+sections? (\d)(?:(?:,| and| to) (\d))?|,?[\s/#*]+(?:section )?\"([A-Z][^\"]+)\")?"
    for path in TEXTS + SOURCES:
        text = path.read_text(errors="replace")
        for found in re.finditer(page + after, text):
            name, first, last, title = found.groups()
            number = text.count("\n", 0, found.start()) + 1
            if name.startswith("docs/"):
                target = ROOT / name
            elif path in PAGES and (path.parent / name).exists():
                target = (path.parent / name).resolve()
            else:
                continue
            if not target.exists():
                complain(path, number, f"there is no {name}")
                continue
            titles = headings(target)
            for section in filter(None, (first, last)):
                if not any(one.startswith(section + ".") for one in titles):
                    complain(path, number, f"{name} has no section {section}")
            if title and re.sub(r"[\s/]+", " ", title) not in titles:
                complain(path, number, f"{name} has no section '{title}'")


def check_navigation():
    listed = set(re.findall(r"([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.M))
    pages = {str(page.relative_to(DOCS)) for page in PAGES}
    for page in sorted(listed ^ pages):
        complain(ROOT / "mkdocs.yml", 1, f"{page} is {'no page' if page in listed else 'missing'}")


def check_formulas():
    index = DOCS / "methods/index.md"
    page_of = {}
    for number, line in prose(index):
        if row := re.match(r"\| ([A-Z]{1,2}) \| \[[^\]]*\]\(([\w-]+\.md)\)", line):
            if row[1] in page_of:
                complain(index, number, f"the letter {row[1]} has two pages")
            page_of[row[1]] = row[2]
    labels = set()
    for page in PAGES:
        for number, line in prose(page):
            if label := re.match(r"(?:> |\* )?\*\*\(([A-Z]{1,2})\.(\d+)\)\*\*", line):
                name = f"({label[1]}.{label[2]})"
                if page_of.get(label[1]) != page.name:
                    complain(page, number, f"{name} is of the page {page_of.get(label[1])}")
                if name in labels:
                    complain(page, number, f"{name} occurs twice")
                labels.add(name)
    for letter, page in page_of.items():
        if not any(name.startswith(f"({letter}.") for name in labels):
            complain(index, 1, f"{page} has no formula with the letter {letter}")
    for path in TEXTS + SOURCES:
        for number, line in enumerate(path.read_text(errors="replace").splitlines(), 1):
            for name in re.findall(r"\([A-Z]{1,2}\.\d+\)", line):
                if name not in labels:
                    complain(path, number, f"there is no formula {name}")
            comment = line if path.suffix == ".md" else "".join(re.findall(r"//.*", line))
            if "docs/methods" in comment and re.search(r"\(\d\.\d+\)", comment):
                complain(path, number, "a formula without its page's letter")


def rows(path):
    """The texts in backticks of the first cells of tables, by the heading above them."""
    found, title = {}, ""
    for _, line in prose(path):
        if heading := re.match(r"#+ (.*)", line):
            title = heading[1].strip("`")
        elif line.startswith("| `"):
            found.setdefault(title, []).extend(re.findall(r"`([^`]+)`", line.split(" | ")[0]))
    return found


def section(path, heading):
    """The text below a heading, up to the next one of its level."""
    level = heading.split()[0]
    _, _, below = path.read_text().partition(f"\n{heading}\n")
    return below.partition(f"\n{level} ")[0]


def difference(page, what, documented, actual):
    for name in sorted(set(actual) - set(documented)):
        complain(page, 1, f"{what}: {name} is missing")
    for name in sorted(set(documented) - set(actual)):
        complain(page, 1, f"{what}: there is no {name}")


def check_commands(program):
    page = DOCS / "reference/commands.md"
    help_of = lambda *words: subprocess.run(
        [program, *words, "--help"], check=True, capture_output=True, text=True).stdout
    commands = re.findall(r"^  ([a-z-]+) ", help_of().split("Subcommands:")[1].split("\n\n")[0], re.M)
    table = rows(page)
    every = table.get("Options of every command", [])
    sections = set(table) - {"The commands", "Options of every command"}
    difference(page, "commands", sections, commands)
    difference(page, "commands in the first table",
               re.findall(r"^\| \[`([\w-]+)`\]", page.read_text(), re.M), commands)
    for command in commands:
        text = help_of(command)
        # Of an option with two names the page lists the first, and says what the other one is.
        options = re.findall(r"^  (?:-h,)?(--[\w-]+)(?:,--[\w-]+)?((?: (?!REQUIRED|\.\.\.)[^\s:]+)?)(?=[\s:])", text, re.M)
        positionals = re.search(r"^Usage: .* \[OPTIONS\] ?(.*)$", text, re.M)[1]
        actual = [name + ("" if value.startswith("  ") else value.rstrip()) for name, value in options]
        if positionals:
            actual += [re.sub(r"\.\.\.$", "", positionals.strip("[]"))]
        difference(page, command, table.get(command, []) + every, actual)
        body = section(page, f"## `{command}`")
        for choices in re.findall(r":\{([^}]*)\}", text):
            for choice in choices.split(","):
                if f"`{choice}`" not in body:
                    complain(page, 1, f"{command}: the choice {choice} is missing")


def check_results():
    page = DOCS / "reference/results.md"
    schema = json.loads((DOCS / "reference/results-schema.json").read_text())
    parts = schema["$defs"]
    table = rows(page)
    difference(page, "the file's keys", table.get("The results file", []), schema["properties"])
    of_claim = table.get("What was found", []) + table.get("What the claim states", [])
    difference(page, "a claim's keys", of_claim, parts["claim"]["properties"])
    parts["worst"] = parts["example"]
    parts["refuted_regions"] = parts["refuted_regions"]["items"]
    for name in ("worst", "proof", "refuted_regions", "rate", "regime", "search", "double", "severity"):
        difference(page, name, table.get(name, []), parts[name]["properties"])
    for part in ("errors", "orders", "extrapolated"):
        keys = parts[part].get("properties") or parts[part]["items"]["properties"]
        body = section(page, "### `rate`")
        for key in keys:
            if f"`{key}`" not in body:
                complain(page, 1, f"{part}: {key} is missing")


def check_catalogue_keys():
    """The keys that a page lists of a section are those that one reader of the program allows."""
    allowed = [set(re.findall(r'"(\w+)"', found))
               for path in (ROOT / "src/claims/reading").glob("*.cpp")
               for found in re.findall(r"(?:allow_only\(|vector<std::string> known)\{(.*?)\}[);]", path.read_text(), re.S)]
    guide = DOCS / "guide"
    catalogue, claims, bounds = (rows(guide / f"{name}.md") for name in ("catalogue", "claims", "bounds"))
    listed = {f"{name}.md, {title}": keys.get(title, [])
              for name, keys, titles in (
                  ("catalogue", catalogue, ("[paper]", "[[define]]", "[[result]]", "[[coverage]]")),
                  ("bounds", bounds, ("[[bound]]", "[[chain]]")))
              for title in titles}
    listed["claims.md"] = claims.get("What is judged", []) + claims.get("What is kept for readers", [])
    sections = {name.strip("[]") for name in catalogue.get("The file", [])}
    listed["catalogue.md, The file"] = sections | {"format"}
    for title, keys in listed.items():
        if set(keys) not in allowed:
            nearest = min(allowed, key=lambda known: len(known ^ set(keys)))
            complain(guide / title.partition(",")[0], 1,
                     f"{title}: the keys differ from the program's by {sorted(nearest ^ set(keys))}")


def check_interface():
    page = DOCS / "reference/api.md"
    headers = [path.name for path in (ROOT / "include/shufflecert").glob("*.hpp")]
    documented = [name for name in sum(rows(page).values(), []) if name.endswith(".hpp")]
    difference(page, "headers", documented, headers)
    block = r"`examples/(\w+\.cpp)`[^`]*`[^`]*`:\n\n```cpp\n(.*?)```"
    shown = dict(re.findall(block, page.read_text(), re.S))
    programs = {path.name: path.read_text() for path in (ROOT / "examples").glob("*.cpp")}
    difference(page, "examples", shown, programs)
    for name in set(shown) & set(programs):
        if shown[name] != programs[name]:
            complain(page, 1, f"{name} is not examples/{name}")


if __name__ == "__main__":
    check_links()
    check_mentions()
    check_navigation()
    check_formulas()
    check_results()
    check_catalogue_keys()
    check_interface()
    if len(sys.argv) > 1:
        check_commands(os.path.abspath(sys.argv[1]))
    print("\n".join(complaints) or f"{len(PAGES)} pages agree")
    sys.exit(bool(complaints))
