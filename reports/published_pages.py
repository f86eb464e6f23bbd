#!/usr/bin/env python3
"""published_pages.py REPORT.md FOLDER: the pages that the published audit keeps of a Markdown report.

A code host shows no file of a megabyte. So report.md keeps the overview and the short sections, and
a long section becomes a page of its own, named after the paper, with a link in its place.
"""
import os
import re
import sys

LONGEST_SECTION = 64 * 1024  # bytes


def pages_of(text):
    """The pages by their names; the text of a report gives the same ones every time."""
    pages, kept = {}, []
    for section in re.split(r"(?m)^(?=## )", text):
        first_claim = re.search(r"(?m)^### ([^/\n]+)/", section)
        if len(section.encode()) <= LONGEST_SECTION or not first_claim:
            kept.append(section)
            continue
        name = first_claim.group(1).replace("\\", "") + ".md"
        if name in pages:
            raise ValueError(f"two sections begin with claims of {name[:-3]}")
        pages[name] = section
        kept.append(f"{section.splitlines()[0]}\n\nOn [a page of its own]({name}).\n\n")
    pages["report.md"] = "".join(kept)
    return pages


def main():
    if len(sys.argv) != 3:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        pages = pages_of(file.read())
    for name, text in pages.items():
        with open(os.path.join(sys.argv[2], name), "w", encoding="utf-8", newline="") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
