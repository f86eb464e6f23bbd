#!/usr/bin/env python3
"""Records which proofs other programs accept, for `proof.evidence` in results and pages.

usage: verify/record-evidence.py PROOFS CHECK_PROOF [ACCEPTED_BY_COQ] >src/claims/derivation/accepted_proofs.txt

PROOFS is the folder of 'shufflecert verify --proofs'; ACCEPTED_BY_COQ what 'verify/check-coq.py --accepted'
wrote. Prints a line "kernel DIGEST CLAIM", "checker DIGEST CLAIM" or "hand DIGEST CLAIM" for each proof that
check-proof accepts; DIGEST is that of the proof's statement and steps (proof_digest() in
src/claims/derivation), so that a line stands for this proof only. Exit status: 0; 1 a proof is not valid;
2 there are no proofs.
"""

import hashlib
import pathlib
import re
import subprocess
import sys


def digest_of(text: str) -> str:
    kept = [line for line in text.splitlines() if not re.match(r"(claim|says|input) ", line)]
    return hashlib.sha256("".join(line + "\n" for line in kept).encode()).hexdigest()


def main() -> int:
    if len(sys.argv) not in (3, 4):
        print(__doc__, file=sys.stderr)
        return 2
    files = sorted(pathlib.Path(sys.argv[1]).glob("*.proof"))
    if not files:
        print(f"record-evidence: no proof files in {sys.argv[1]}", file=sys.stderr)
        return 2
    by_coq = set(pathlib.Path(sys.argv[3]).read_text().splitlines()) if len(sys.argv) == 4 else set()
    status = 0
    for path in files:
        text = path.read_text()
        claim = re.search(r"^claim (.*)$", text, re.M).group(1)
        run = subprocess.run([sys.argv[2], path], capture_output=True, text=True, check=False)
        if run.returncode == 1:
            print(f"record-evidence: {claim} is not valid", file=sys.stderr)
            status = 1
        kind = None
        if run.returncode == 0:
            kind = "hand" if "rests on derivations by hand" in run.stdout else "checker"
        if claim in by_coq:
            kind = "kernel"
        if kind:
            print(kind, digest_of(text), claim)
    return status


if __name__ == "__main__":
    sys.exit(main())
