#!/usr/bin/env python3
"""Compares the definitions of verify/coq with the program: Coq computes, and eval says the same. Has Coq check
that the rules of verify/coq/rules.v prove no false bound.

usage: tests/coq/check_definitions.py SHUFFLECERT THEORY

THEORY is the folder that 'make check-coq' has built, build/coq. Exit status: 0 they agree; 1 they do not.
"""

import pathlib
import re
import subprocess
import sys
import tempfile


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 1
    source = pathlib.Path(__file__).with_name("definitions.v")
    formulas = re.findall(r"\(\* eval: (.*?) \*\)", source.read_text(), re.S)
    status = 0
    for formula in formulas:
        run = subprocess.run([sys.argv[1], "eval", "--", formula], capture_output=True, text=True,
                             check=False)
        if run.stdout.split("\n")[0] != "true":
            print(f"eval does not say that this is true: {formula}")
            status = 1
    for name, what in (("definitions.v", "the definitions at a point"), ("rules.v", "what is said of rules")):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder) / name
            copy.write_text(source.with_name(name).read_text())
            run = subprocess.run(["coqc", "-q", "-w", "-ambiguous-paths,-notation-overridden", "-R",
                                  str(pathlib.Path(sys.argv[2]).resolve()), "Shufflecert", str(copy)],
                                 cwd=folder, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            print(f"Coq does not accept {what}:\n" + run.stdout + run.stderr)
            status = 1
    print(f"{len(formulas)} values, {'all' if status == 0 else 'not all'} alike")
    return status


if __name__ == "__main__":
    sys.exit(main())
