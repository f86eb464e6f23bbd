#!/usr/bin/env python3
"""Builds the theory, has Coq check exported theorems, and counts what became of them.

usage: verify/check-coq.py THEORY BUILD THEOREMS LOG [--jobs N] [--only TEXT] [--accepted FILE]

THEORY is verify/coq; BUILD a folder for what Coq makes; THEOREMS the folder of 'shufflecert verify --coq';
LOG what that command wrote to standard error, with its lines 'no theorem for ID: reason'. With --only,
theorems whose file name has none of the texts are left out. --accepted writes the claims whose theorems
Coq accepts without hypotheses.

Prints tables as Markdown. Exit status: 0 each theorem that Coq accepts uses no axiom but those of Coq's
real numbers; 1 one uses another, or the theory does not build; 2 there are no theorems.
"""

import argparse
import collections
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import time

# What Coq's own library of real numbers assumes.
ALLOWED = {
    "ClassicalDedekindReals.sig_not_dec",
    "ClassicalDedekindReals.sig_forall_dec",
    "FunctionalExtensionality.functional_extensionality_dep",
    "Classical_Prop.classic",
}
SECONDS = 60  # for one theorem; those that Coq accepts take some 4 to 25


def coq(build: pathlib.Path, path: pathlib.Path, seconds: int = 900,
        more: tuple[str, ...] = ()) -> tuple[bool, str]:
    """Compiles one file; whether Coq accepts it, and what it says."""
    command = ["coqc", "-q", "-w", "-ambiguous-paths,-notation-overridden", "-R", str(build.resolve()),
               "Shufflecert", *more, str(path.resolve())]
    try:  # In that folder, since Coq's tactics leave files where they run.
        run = subprocess.run(command, cwd=build, capture_output=True, text=True, check=False,
                             timeout=seconds)
    except subprocess.TimeoutExpired:
        return False, f"no answer in {seconds} s"
    return run.returncode == 0, run.stdout + run.stderr


def build_theory(theory: pathlib.Path, build: pathlib.Path) -> None:
    build.mkdir(parents=True, exist_ok=True)
    sources = sorted(theory.glob("*.v"))
    for path in sources:
        copy = build / path.name
        if not copy.exists() or copy.read_bytes() != path.read_bytes():
            shutil.copyfile(path, copy)
    names = [path.name for path in sources]
    order = subprocess.run(["coqdep", "-sort", "-R", ".", "Shufflecert", *names], cwd=build,
                           capture_output=True, text=True, check=True).stdout.split()
    has_changed = False
    for name in order:
        source = build / name
        made = source.with_suffix(".vo")
        if not has_changed and made.exists() and made.stat().st_mtime > source.stat().st_mtime:
            continue
        has_changed = True
        accepted, said = coq(build, source)
        if not accepted:
            sys.exit(f"check-coq: Coq does not accept {theory / pathlib.Path(name).name}:\n{said}")


def place_of_failure(path: pathlib.Path, said: str) -> str:
    """The step or value that Coq does not follow, in words."""
    line = re.search(r"line (\d+)", said)
    if not line:
        return said.strip().splitlines()[-1] if said.strip() else "no answer"
    lines = path.read_text().splitlines()[:int(line.group(1))]
    for text in reversed(lines):
        known = re.match(r"\s*assert \((s|v)(\d+) : (.*)", text)
        if known:
            kind = "step" if known.group(1) == "s" else "value"
            return f"Coq does not follow {kind} {known.group(2)}"
    return "Coq does not accept the statement"


def hypotheses_of(path: pathlib.Path) -> set[str]:
    """The places whose derivations by hand a theorem assumes: K_4, and K_4__2 for its second use."""
    names = re.findall(r"^Hypothesis (\w+) :", path.read_text(), re.M)
    return {re.sub(r"__\d+$", "", name) for name in names}


def axioms_of(build: pathlib.Path, folder: pathlib.Path, names: list[str]) -> set[str]:
    """All axioms that the theorems rest on, in one question, since Coq takes long over each."""
    question = build / "assumptions.v"
    lines = [f'From Exported Require {name}.' for name in names]
    lines.append("Definition all_theorems := (" + ", ".join(f"@{name}.{name}" for name in names)
                 + ("" if len(names) > 1 else ", tt") + ").")
    lines.append("Print Assumptions all_theorems.")
    question.write_text("\n".join(lines) + "\n")
    run = subprocess.run(["coqc", "-q", "-w", "-ambiguous-paths,-notation-overridden", "-R",
                          str(build), "Shufflecert", "-R", str(folder), "Exported", str(question)],
                         capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit("check-coq: Coq does not say what the theorems assume:\n" + run.stderr)
    return set(re.findall(r"^([A-Za-z_][\w.']*)(?= :|$)", run.stdout, re.M)) - {"Axioms"}


def main() -> int:
    parser = argparse.ArgumentParser(usage=__doc__)
    for name in ("theory", "build", "theorems", "log"):
        parser.add_argument(name, type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--accepted", type=pathlib.Path)
    options = parser.parse_args()
    begin = time.monotonic()
    build_theory(options.theory, options.build)
    theory_seconds = time.monotonic() - begin
    files = [path for path in sorted(options.theorems.glob("*.v"))
             if not options.only or any(text in path.name for text in options.only)]
    if not files:
        print(f"check-coq: no theorems in {options.theorems}", file=sys.stderr)
        return 2
    reasons = collections.Counter()
    missing = re.findall(r"no theorem for (\S+): (.*)", options.log.read_text())
    seconds = {}

    def checked(path: pathlib.Path) -> tuple[bool, str]:
        start = time.monotonic()
        answer = coq(options.build, path, SECONDS, ("-R", str(path.parent.resolve()), "Exported"))
        seconds[path.stem] = time.monotonic() - start
        print(f"{'accepted' if answer[0] else 'refused '} {path.stem}", file=sys.stderr, flush=True)
        return answer

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        answers = list(pool.map(checked, files))
    accepted, resting, refused = [], [], []
    places = collections.Counter()
    for path, (is_accepted, said) in zip(files, answers):
        if not is_accepted:
            refused.append((path.stem, place_of_failure(path, said)))
            continue
        found = hypotheses_of(path)
        places.update(found)
        (resting if found else accepted).append(path.stem)
    if options.accepted:
        # Each file begins with a comment, which begins with the claim.
        heads = [(options.theorems / f"{name}.v").read_text().split("\n", 1)[0] for name in accepted]
        options.accepted.write_text("".join(head.removeprefix("(* ") + "\n" for head in heads))
    strange = set()
    if accepted or resting:
        strange = axioms_of(options.build, options.theorems, accepted + resting) - ALLOWED
    print("| hypothesis | theorems |\n|---|---:|")
    for place, count in places.most_common():
        print(f"| {place} | {count} |")
    for name, reason in [*missing, *refused]:
        reasons[re.sub(r", as in '.*", "", reason)] += 1
    print("\n| not exported, since | claims |\n|---|---:|")
    for reason, count in reasons.most_common():
        print(f"| {reason} | {count} |")
    for name, reason in refused:
        print(f"\nNot accepted: {name}: {reason}")
    for axiom in sorted(strange):
        print(f"\nAn axiom that Coq's real numbers do not need: {axiom}")
    slowest = max(seconds, key=seconds.get)
    print(f"\n{time.monotonic() - begin:.0f} s in all, {theory_seconds:.0f} s of them for the theory; "
          f"the longest theorem {seconds[slowest]:.0f} s: {slowest}.")
    print(f"coq: {len(accepted)} accepted, {len(resting)} rest on hypotheses, "
          f"{len(missing) + len(refused)} not exported")
    return 1 if strange else 0


if __name__ == "__main__":
    sys.exit(main())
