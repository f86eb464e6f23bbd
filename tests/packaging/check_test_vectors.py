#!/usr/bin/env python3
"""Test vectors are made, agree with a second computation, and show a library that is wrong.

usage: check_test_vectors.py PROGRAM

Of all vectors every 23rd: `make test-vectors` makes all. Exit status 4 without mpmath.
"""

import csv
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAKER = ROOT / "examples/vectors/make_vectors.py"


def run(*command):
    return subprocess.run([sys.executable, "-B", *map(str, command)], capture_output=True, text=True)


def main():
    if importlib.util.find_spec("mpmath") is None:
        print("skipped: mpmath is not installed")
        return 4
    program = sys.argv[1]
    problems = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        made = run(MAKER, program, folder, "--every", 23)
        if made.returncode != 0:
            print(made.stdout + made.stderr)
            return 1
        data = json.loads((folder / "vectors.json").read_text(encoding="utf-8"))
        vectors = data["vectors"]
        if data["version"] != 1 or len(vectors) < 8 or len({v["id"] for v in vectors}) < len(vectors):
            problems.append("vectors.json: the version, the count or the ids")
        with open(folder / "vectors.csv", encoding="utf-8", newline="") as file:
            first = file.readline()
            table = list(csv.DictReader(file))
        if "version 1" not in first or [row["lower"] for row in table] != [v["lower"] for v in vectors]:
            problems.append("vectors.csv: not the rows of vectors.json")
        # The example of check_vectors.py is a library in plain doubles: right where δ is not tiny,
        # and wrong where the file is.
        def answer(name, factor):
            some = [dict(v) for v in vectors
                    if v["group"] == "Gaussian noise, delta" and float(v["lower"]) > 1e-6]
            for v in some:
                v["lower"], v["upper"] = (repr(float(v[end]) * factor) for end in ("lower", "upper"))
            (folder / name).write_text(json.dumps({"version": 1, "vectors": some}))
            return run(folder / "check_vectors.py", folder / name), len(some)
        right, count = answer("right.json", 1)
        if count == 0 or right.returncode != 0 or f"{count} of {count} vectors checked, 0 further" not in right.stdout:
            problems.append(f"a library that is right: {right.stdout}{right.stderr}")
        moved, count = answer("moved.json", 1 + 1e-8)
        if moved.returncode != 1 or f"{count} further off" not in moved.stdout:
            problems.append(f"a library that is wrong: {moved.stdout}{moved.stderr}")
    # A second computation that gives something else ends the run.
    wrong = run("-c", "import sys; sys.path.insert(0, sys.argv[1])\n"
                      "import independent, make_vectors\n"
                      "row = {'group': '', 'formula': 'renyi(gaussian_pair(1), 2)', 'neighbours': '',\n"
                      "       'direction': '', 'second': lambda: '1.0001', 'digits': 15, 'agree': 13}\n"
                      "make_vectors.complete(row, sys.argv[2])", MAKER.parent, program)
    if wrong.returncode != 1 or "1.0001 by independent.py" not in wrong.stderr:
        problems.append(f"values that differ: {wrong.returncode} {wrong.stderr}")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
