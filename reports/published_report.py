#!/usr/bin/env python3
"""published_report.py REPORT.md: prints what the published audit keeps of a Markdown report.

A code host shows no file of a megabyte. So of a long section the part before its first claim is kept,
with what was found of the paper's main results, and a sentence that says how to get the claims.
"""
import re
import sys

LONGEST_SECTION = 64 * 1024  # bytes
LEFT_OUT = ("The claims of this section are too long for this page. `make audit` writes them to "
            "`audit/report.md`, and each to a page of its own.")


def kept_of(text):
    """The same report without the claims of its long sections."""
    kept = []
    for section in re.split(r"(?m)^(?=## )", text):
        head, claim, _ = section.partition("\n### ")
        is_long = claim and len(section.encode()) > LONGEST_SECTION
        kept.append(f"{head.rstrip()}\n\n{LEFT_OUT}\n\n" if is_long else section)
    return "".join(kept)


def main():
    if len(sys.argv) != 2:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        kept = kept_of(file.read())
    sys.stdout.reconfigure(encoding="utf-8", newline="")
    sys.stdout.write(kept)
    return 0


if __name__ == "__main__":
    sys.exit(main())
