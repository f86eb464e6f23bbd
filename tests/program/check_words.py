#!/usr/bin/env python3
"""Whether README and documentation avoid the turns of phrase listed in plain_words.txt.

check_words.py [FILE...]

An aid, not a judge: it finds only the turns that came back more than once. Code blocks, inline code and formulas are not
read. Each pattern is tried first on its own two examples, so that it neither misses its turn nor flags good prose.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("plain_words.txt")
FILES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")] + sorted(
    path for folder in ("cmake", "examples", "reports", "src", "tests", "verify") for path in (ROOT / folder).rglob("README.md"))


def read_patterns():
    for number, line in enumerate(LIST.read_text().splitlines(), 1):
        if line and not line.startswith("#"):
            pattern, advice, finds, passes = (part.strip() for part in line.rsplit(" | ", 3))
            turn = re.compile(pattern, re.I | re.M)
            if not turn.search(finds) or turn.search(passes):
                sys.exit(f"{LIST.name}:{number}: the pattern and its examples disagree")
            yield turn, advice


def prose(text):
    """The text with code and formulas blanked out, line breaks kept."""
    blank = lambda match: re.sub(r"[^\n]", "#", match[0])
    for code in (r"^```.*?^```$", r"\$\$.*?\$\$", r"`[^`\n]*`", r"\$[^$\n]+\$", r"\]\([^)\n]*\)"):
        text = re.sub(code, blank, text, flags=re.M | re.S)
    return text


def main():
    patterns = list(read_patterns())
    files = [Path(name).resolve() for name in sys.argv[1:]] or FILES + sorted((ROOT / "docs").rglob("*.md"))
    found = []
    for path in files:
        # A turn may be broken over two lines.
        text = prose(path.read_text()).replace("\n", " ")
        starts = [match.start() for match in re.finditer("\n", path.read_text())]
        for turn, advice in patterns:
            for match in turn.finditer(text):
                line = 1 + sum(start < match.start() for start in starts)
                found.append(f"{path.relative_to(ROOT)}:{line}: '{match[0]}': write: {advice}")
    print("\n".join(found) or f"{len(files)} files use plain words")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
