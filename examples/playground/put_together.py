#!/usr/bin/env python3
"""Puts the page together: put_together.py ENGINE PAGE. Style, script and program go into one file."""

import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[1]


def read(path):
    return pathlib.Path(path).read_text(encoding="utf-8")


def version():
    return ".".join(re.findall(r"VERSION_[A-Z]+ (\d+)", read(TOP / "include/shufflecert/version.hpp")))


def main(engine, page):
    parts = {
        "STYLE": read(TOP / "reports/pages/templates/style.css"),
        "SCRIPT": read(HERE / "playground.js"),
        "ENGINE": read(engine),
        "VERSION": version(),
    }
    for name in ("SCRIPT", "ENGINE"):
        if re.search("</script|<!--", parts[name], re.IGNORECASE):
            sys.exit(f"{name} has what would end it within a page")
    text = re.sub(r"@([A-Z]+)@", lambda found: parts[found[1]], read(HERE / "page.html"))
    pathlib.Path(page).write_text(text, encoding="utf-8")


main(*sys.argv[1:])
