#!/usr/bin/env python3
"""Checks all proof files of a folder, and counts what became of them.

usage: verify/check-proofs.py FOLDER CHECK_PROOF [--record FILE --accepted-by-coq CLAIMS]

--record writes which proofs other programs accept, for `proof.evidence` in results and pages: a line "kernel
DIGEST CLAIM", "checker DIGEST CLAIM" or "hand DIGEST CLAIM" for each; CLAIMS is what 'verify/check-coq.py
--accepted' wrote. DIGEST is that of the proof's statement and steps (proof_digest() in src/claims/derivation),
so that a line stands for this proof only.

Prints a table as Markdown. Exit status: 0 none is wrong (some may be unchecked); 1 one is not valid
or cannot be read; 2 there are no files.
"""

import argparse
import collections
import hashlib
import pathlib
import re
import subprocess
import sys
import time


def digest_of(text: str) -> str:
    kept = [line for line in text.splitlines() if not re.match(r"(claim|says|input) ", line)]
    return hashlib.sha256("".join(line + "\n" for line in kept).encode()).hexdigest()


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("check_proof")
    parser.add_argument("--record", type=pathlib.Path)
    parser.add_argument("--accepted-by-coq", type=pathlib.Path)
    options = parser.parse_args()
    files = sorted(options.folder.glob("*.proof"))
    if not files:
        print(f"check-proofs: no proof files in {options.folder}", file=sys.stderr)
        return 2
    by_coq = set(options.accepted_by_coq.read_text().splitlines()) if options.accepted_by_coq else set()
    records = []
    counts = collections.Counter()
    places = collections.Counter()
    open_files, wrong_files = [], []
    slowest = (0.0, "")
    start = time.monotonic()
    for path in files:
        begin = time.monotonic()
        run = subprocess.run([options.check_proof, path], capture_output=True, text=True, check=False)
        slowest = max(slowest, (time.monotonic() - begin, path.stem))
        hand = re.search(r"rests on derivations by hand in [^:]*: (.*)", run.stdout)
        # "(K.1), (K.6)" and "(K.9), with the statement of …" are places with words behind them.
        found = set(re.findall(r"\([A-Z]\.\d+\)|the symmetry of \w+", hand.group(1))) if hand else set()
        text = path.read_text()
        claim = re.search(r"^claim (.*)$", text, re.M).group(1)
        if run.returncode == 0 or claim in by_coq:
            kind = "kernel" if claim in by_coq else "hand" if hand else "checker"
            records.append(f"{kind} {digest_of(text)} {claim}\n")
        if run.returncode == 0:
            counts["hand" if hand else "machine"] += 1
            places.update(found)
        elif run.returncode == 3:
            counts["open"] += 1
            open_files.append(run.stdout.splitlines()[0].split(": ", 1)[1] + f": `{path.stem}`")
        else:
            counts["wrong"] += 1
            wrong_files.append((run.stdout + run.stderr).strip())
    if options.record:
        options.record.write_text("".join(records))
    print("| proof files | |\n|---|---:|")
    for key, words in (("machine", "valid, by machine alone"),
                       ("hand", "valid, resting on derivations by hand"),
                       ("open", "not checked"), ("wrong", "not valid")):
        print(f"| {words} | {counts[key]} |")
    print(f"| in all | {len(files)} |")
    print("\nDerivations by hand, and how many proofs rest on them: "
          + ", ".join(f"{place} {count}" for place, count in places.most_common()) + ".")
    for line in open_files:
        print(f"\nNot checked: {line}")
    for line in wrong_files:
        print(f"\n{line}")
    print(f"\n{time.monotonic() - start:.0f} s in all; the longest one {slowest[0]:.0f} s: "
          f"`{slowest[1]}`.")
    return 1 if wrong_files else 0


if __name__ == "__main__":
    sys.exit(main())
