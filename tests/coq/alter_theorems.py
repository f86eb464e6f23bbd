#!/usr/bin/env python3
"""Alters theorems that Coq accepts so that they are false, and sees that Coq accepts none of them.

usage: tests/coq/alter_theorems.py THEORY THEOREMS [--count N] [--seed S]

THEORY is the folder that 'make check-coq' has built, build/coq; THEOREMS that of its exported files. An
alteration turns the claim's relation round, or moves one side by 1; and where a theorem rests on (K.1), one
user more is among the clones, or more of the users are, in the claim and in all its steps. Proofs of such
claims must fail.
Exit status: 0 none was accepted; 1 one was; 2 there was nothing to alter.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile


def is_accepted(theory: pathlib.Path, path: pathlib.Path) -> bool:
    command = ["coqc", "-q", "-w", "-ambiguous-paths,-notation-overridden", "-R", str(theory.resolve()),
               "Shufflecert", str(path)]
    try:
        return subprocess.run(command, cwd=path.parent, capture_output=True, check=False,
                              timeout=90).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def altered(text: str, choice: random.Random) -> str | None:
    """The file with a claim that is false where the claim was true; None where there is no way."""
    theorem = re.search(r"^Theorem .*?\.\nProof\.", text, re.M | re.S)
    last = text.rfind("(", 0, theorem.end())
    # The claim stands behind the last "/\\ (" that opens at the outermost level.
    statement = theorem.group(0)
    depth, start = 0, None
    end = statement.rindex(")")
    for place in range(end, -1, -1):
        depth += {")": 1, "(": -1}.get(statement[place], 0)
        if depth == 0:
            start = place
            break
    claim = statement[start + 1:end]
    relations = [found for found in re.finditer(r" (<=|<|>=|>|=) ", claim)
                 if claim[:found.start()].count("(") == claim[:found.start()].count(")")
                 and "/\\" not in claim]
    if last < 0 or len(relations) != 1:
        return None
    sides = claim[:relations[0].start()], claim[relations[0].end():]
    word = relations[0].group(1)
    if word == "=":
        new = f"{sides[0]} = {sides[1]} + 1"
    elif choice.random() < 0.5:
        new = f"{sides[0]} {'>' if word[0] == '<' else '<'} {sides[1]}"
    elif word[0] == "<":
        new = f"({sides[0]}) + Rabs ({sides[1]}) - ({sides[0]}) + 1 {word} {sides[1]}"
    else:
        new = f"{sides[0]} {word} ({sides[1]}) + Rabs ({sides[0]}) - ({sides[1]}) + 1"
    begin = theorem.start()
    return text[:begin + start + 1] + new + text[begin + end:]


def with_more_clones(text: str) -> list[str]:
    """Files in which (K.1) is used with one user more, and with the rate halfway to 1: it is false then."""
    if "by_K_1." not in text:
        return []
    user = re.sub(r"\b(clone_pair(?:_with)?) (\w+) ", r"\1 (\2 + 1) ", text)
    rate = text.replace("(2 / (exp eps0 + 1))", "((exp eps0 + 3) / (2 * (exp eps0 + 1)))")
    return [new for new in (user, rate) if new != text]


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("theory", type=pathlib.Path)
    parser.add_argument("theorems", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    choice = random.Random(options.seed)
    files = sorted(path for path in options.theorems.glob("*.v") if path.with_suffix(".vo").exists())
    made, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(20 * options.count):
            if made == options.count or not files:
                break
            path = choice.choice(files)
            text = altered(path.read_text(), choice)
            if text is None:
                continue
            made += 1
            copy = pathlib.Path(folder) / path.name
            copy.write_text(text)
            if is_accepted(options.theory, copy):
                wrong.append(path.stem)
        bounds = [(path, text) for path in files for text in with_more_clones(path.read_text())]
        for path, text in choice.sample(bounds, min(len(bounds), options.count)):
            made += 1
            copy = pathlib.Path(folder) / path.name
            copy.write_text(text)
            if is_accepted(options.theory, copy):
                wrong.append(path.stem)
    if made == 0:
        print("alter_theorems: no accepted theorem to alter", file=sys.stderr)
        return 2
    for name in wrong:
        print(f"accepted although it is false: {name}")
    print(f"{made} altered theorems, {len(wrong)} accepted")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
