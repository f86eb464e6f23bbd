#!/usr/bin/env python3
"""check-published.py PUBLISHED FRESH: whether the published audit is what the program says now.

FRESH is a folder as `make audit` leaves it; PUBLISHED keeps its results.json, compressed, its report.md
without the long sections, and some pictures; no other Markdown.
The statements, verdicts and witnesses of both results files must be the same, and so must the
inputs; and report.md of PUBLISHED must be what the program makes of PUBLISHED's own results now.
Times, and what a search happened to look at, may differ. Pictures must be there and are not compared:
they are drawn from the same numbers as before.
Exit status: 0 the same; 1 it differs, with what and where; 2 a folder cannot be used.
"""
import gzip
import json
import os
import subprocess
import sys
import tempfile

from published_report import kept_of

PROGRAM = "build/release/shufflecert"
# Of a claim, what does not depend on how far a search went on this machine, or how long it took.
IGNORED = {"seconds", "search", "double", "digest", "message", "methods", "corrected", "proof"}


def published_results(folder):
    with gzip.open(os.path.join(folder, "results.json.gz")) as file:
        return file.read()


def fresh_results(folder):
    with open(os.path.join(folder, "results.json"), "rb") as file:
        return file.read()


def essence(claim):
    kept = {key: value for key, value in claim.items() if key not in IGNORED}
    kept["corrected"] = (claim.get("corrected") or {}).get("verdict")
    return kept


def differences_of_results(published, fresh):
    for key in ("version", "inputs", "papers", "coverage", "symbols"):
        if published.get(key) != fresh.get(key):
            yield f"results.json: its '{key}' is another one"
    old = {claim["id"]: claim for claim in published["claims"]}
    new = {claim["id"]: claim for claim in fresh["claims"]}
    for name in sorted(old.keys() | new.keys()):
        if name not in old or name not in new:
            yield f"{name}: only in the {'fresh' if name in new else 'published'} results"
            continue
        before, after = essence(old[name]), essence(new[name])
        for key in sorted(before.keys() | after.keys()):
            if before.get(key) != after.get(key):
                yield f"{name}: '{key}' is another one"


def text_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def differences_of_files(folder):
    with tempfile.TemporaryDirectory() as scratch:
        results, site = os.path.join(scratch, "results.json"), os.path.join(scratch, "site")
        with open(results, "wb") as file:
            file.write(published_results(folder))
        subprocess.run([PROGRAM, "report", results, "--output", site],
                       check=True, stdout=subprocess.DEVNULL)
        for name in sorted(os.listdir(folder)):
            if name.endswith(".svg") and not os.path.exists(os.path.join(site, "plots", name)):
                yield f"{name}: no report has this picture any more"
        for name in sorted(os.listdir(folder)):
            if name.endswith(".md") and name != "report.md":
                yield f"{name}: of the Markdown only report.md is kept"
        if text_of(os.path.join(folder, "report.md")) != kept_of(text_of(os.path.join(site, "report.md"))):
            yield "report.md: its text is another one"


def main():
    if len(sys.argv) != 3:
        print(__doc__.splitlines()[0], file=sys.stderr)
        return 2
    published, fresh = sys.argv[1:]
    try:
        found = list(differences_of_results(json.loads(published_results(published)),
                                            json.loads(fresh_results(fresh))))
    except (OSError, ValueError, KeyError) as error:
        print(f"check-published.py: {error}", file=sys.stderr)
        return 2
    found += differences_of_files(published)
    for line in found[:20]:
        print(line)
    if found:
        print(f"{published} is stale in {len(found)} places; 'make published-audit' renews it")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
