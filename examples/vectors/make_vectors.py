#!/usr/bin/env python3
"""Writes test vectors for accounting libraries: certified values of the divergences of pairs of
distributions, each computed a second time by arithmetic that shares no code with the first.

usage: make_vectors.py PROGRAM FOLDER [--every N]

Leaves vectors.csv, vectors.json and check_vectors.py in the folder. The first value is an enclosure
by `PROGRAM eval`; the second is by its other arithmetic, plain sums in MPFR, or by the formulas of
independent.py in mpmath and NumPy. A row whose two values do not agree ends the run with status 1.
--every N takes each N-th row only.
"""

import argparse
import csv
import json
import pathlib
import shutil
import subprocess
import sys
from fractions import Fraction

import independent as by_hand

VERSION = 1
REPLACE = "replace one: both data sets have the same n users, and one of them has another input"
CLONES = REPLACE + "; an upper bound for every eps0-LDP randomizer"
ALIKE = REPLACE + "; the other users' inputs are fixed"
ADD_REMOVE = "add or remove one: Q is the mechanism without the record"
SHIFT = "any two data sets between which the query moves by its sensitivity, 1"
FORWARD, BACKWARD = "D(P || Q)", "D(Q || P)"


def rows():
    """What the file has, as dicts without values."""
    def row(group, formula, neighbours, direction=FORWARD, second=None, digits=15, agree=13):
        return {"group": group, "formula": formula, "neighbours": neighbours,
                "direction": direction, "second": second, "digits": digits, "agree": agree}

    for n, eps0 in ((1, "1"), (2, "1/2"), (10, "1"), (10, "4"), (100, "1"), (100, "3")):
        pair = f"clone_pair({n}, {eps0})"
        for eps in ("0", f"{eps0}/4", f"3*{eps0}/4"):
            yield row("clones, delta", f"hockey_stick({pair}, {eps})", CLONES)
        for order in ("3/2", "2", "8"):
            yield row("clones, Renyi", f"renyi({pair}, {order})", CLONES)
        yield row("clones, epsilon", f"epsilon({pair}, 10^-3)", CLONES)
    for delta in ("10^-6", "10^-30", "10^-100"):
        yield row("clones, small delta", f"epsilon(clone_pair(100, 2), {delta})", CLONES)
    for n, eps0, eps in ((1000, "1", "1/10"), (2000, "2", "1/8"), (2000, "5", "1")):
        yield row("clones, many users", f"hockey_stick(clone_pair({n}, {eps0}), {eps})", CLONES,
                  second=lambda n=n, eps0=eps0, eps=eps: by_hand.clone_delta(n, eps0, eps))
    for n, eps0 in ((1, "log(3)"), (20, "1"), (500, "2"), (2000, "1/2")):
        for pair, direction in ((f"rr_pair({n}, {eps0})", FORWARD),
                                (f"swap(rr_pair({n}, {eps0}))", BACKWARD)):
            yield row("response, delta", f"hockey_stick({pair}, 1/20)", ALIKE, direction)
            yield row("response, Renyi", f"renyi({pair}, 4)", ALIKE, direction)
            yield row("response, epsilon", f"epsilon({pair}, 10^-9)", ALIKE, direction)
    for n, eps0, eps in ((10**6, "2", "1/100"), (10**6, "8", "1/2"), (10**7, "1/100", "10^-5")):
        yield row("response, many users", f"hockey_stick(rr_pair({n}, {eps0}), {eps})", ALIKE,
                  second=lambda n=n, eps0=eps0, eps=eps: by_hand.response_delta(n, eps0, eps))
    for k, n, eps0 in ((3, 5, "1"), (4, 20, "2"), (10, 3, "1/2")):
        for what in ("hockey_stick({}, 1/5)", "renyi({}, 2)", "total_variation({})"):
            yield row("k-ary response", what.format(f"krr_pair({k}, {n}, {eps0})"), ALIKE)
    for n, p, beta, q in ((50, "2", "1/3", "2"), (100, "3", "1/2", "3")):
        for what in ("hockey_stick({}, 1/10)", "renyi({}, 2)"):
            yield row("variation ratio", what.format(f"variation_pair({n}, {p}, {beta}, {q})"),
                      CLONES.replace("eps0-LDP randomizer", "randomizer with these parameters"))
    for mu in ("1/100", "1/3", "1", "4"):
        for eps in ("0", "1/2", "3", "10"):
            yield row("Gaussian noise, delta", f"hockey_stick(gaussian_pair({mu}), {eps})", SHIFT,
                      second=lambda mu=mu, eps=eps: by_hand.normal_delta(mu, eps))
        for delta in ("10^-5", "10^-20", "10^-100"):
            yield row("Gaussian noise, epsilon", f"epsilon(gaussian_pair({mu}), {delta})", SHIFT,
                      second=lambda mu=mu, delta=delta: by_hand.normal_epsilon(mu, delta))
        yield row("Gaussian noise, Renyi", f"renyi(gaussian_pair({mu}), 5/2)", SHIFT,
                  second=lambda mu=mu: by_hand.normal_renyi(mu, "5/2"))
    for mu, gamma in (("1", "1/10"), ("1/2", "1/100"), ("4", "1/1000"), ("1/4", "1/3")):
        pair = f"subsampled(gaussian_pair({mu}), {gamma})"
        for eps in ("0", "1/10", "1"):
            yield row("sampled Gaussian noise", f"hockey_stick({pair}, {eps})", ADD_REMOVE,
                      second=lambda mu=mu, g=gamma, e=eps: by_hand.sampled_delta(mu, g, e))
            yield row("sampled Gaussian noise", f"hockey_stick(swap({pair}), {eps})", ADD_REMOVE,
                      BACKWARD,
                      second=lambda mu=mu, g=gamma, e=eps: by_hand.sampled_delta_back(mu, g, e))
    for mu, k in (("1/10", 100), ("1/100", 10**6), ("1/1000", 1000)):
        yield row("rounds of Gaussian noise", f"hockey_stick(compose(gaussian_pair({mu}), {k}), 1)",
                  SHIFT, second=lambda mu=mu, k=k: by_hand.normal_rounds_delta(mu, k, "1"))
    for mu, gamma, k, eps in (("1", "1/10", 10, "1"), ("1/2", "1/100", 1000, "1/2"),
                              ("1/4", "1/100", 1000, "1/10"), ("1", "1/50", 200, "2")):
        pair = f"compose(subsampled(gaussian_pair({mu}), {gamma}), {k})"
        yield row("rounds of sampled Gaussian noise", f"hockey_stick({pair}, {eps})", ADD_REMOVE,
                  digits=4, agree=4,
                  second=lambda mu=mu, g=gamma, k=k, e=eps: by_hand.sampled_rounds_delta(mu, g, k, e))
    for eps in ("1/10", "1", "5"):
        for at in ("0", f"{eps}/4", f"3*{eps}/4"):
            yield row("Laplace noise, delta", f"hockey_stick(laplace_pair({eps}), {at})", SHIFT)
        for order in ("3/2", "4"):
            yield row("Laplace noise, Renyi", f"renyi(laplace_pair({eps}), {order})", SHIFT)
    for p, eps in (("1/2", "1/2"), ("1/3", "1/5")):
        pair = f"pair(sum_law(binomial_law(100, {p}), law(x, 1, 1, 1)), binomial_law(100, {p}))"
        yield row("binomial noise", f"hockey_stick({pair}, {eps})", SHIFT)
        yield row("binomial noise", f"hockey_stick(swap({pair}), {eps})", SHIFT, BACKWARD)
    for pair in ("compose(rr_pair(20, 1), 3)", "swap(compose(rr_pair(20, 1), 3))",
                 "compose(krr_pair(3, 4, 1), 2)"):
        direction = BACKWARD if pair.startswith("swap") else FORWARD
        yield row("rounds of response", f"hockey_stick({pair}, 1/10)", ALIKE, direction)
        yield row("rounds of response", f"renyi({pair}, 3)", ALIKE, direction)
    for gamma in ("1/10", "9/10"):
        pair = f"subsampled(rr_pair(50, 2), {gamma})"
        for asked, direction in ((pair, FORWARD), (f"swap({pair})", BACKWARD)):
            yield row("sampled users", f"hockey_stick({asked}, 1/100)", ALIKE, direction)
            yield row("sampled users", f"renyi({asked}, 4)", ALIKE, direction)
    for batches, sigma, order in ((2, "1", 2), (10, "2", 3), (4, "1/2", 4)):
        yield row("random allocation, Renyi", f"shuffle_gaussian_renyi({batches}, {sigma}, {order})",
                  "remove one: its step is one of the batches at random", FORWARD,
                  second=lambda t=batches, s=sigma, o=order: by_hand.allocation_renyi(t, s, o))
    for pair in ("clone_pair(50, 1)", "rr_pair(50, 1)", "swap(rr_pair(50, 1))", "gaussian_pair(1)"):
        neighbours = (CLONES if "clone" in pair else SHIFT if "gaussian" in pair else ALIKE)
        direction = BACKWARD if pair.startswith("swap") else FORWARD
        for alpha in ("1/100", "1/2"):
            yield row("trade-off functions", f"tradeoff({pair}, {alpha})", neighbours, direction,
                      second=(lambda a=alpha: by_hand.normal_tradeoff("1", a))
                      if "gaussian" in pair else None)


def evaluated(program, formula, *more):
    run = subprocess.run([program, "eval", formula, "--json", *more], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"make_vectors: '{formula}' {' '.join(more)}: {run.stderr.strip()}")
    return json.loads(run.stdout)


def complete(row, program):
    """The row with both values; ends the program where they do not agree."""
    first = evaluated(program, row["formula"], f"--digits={row['digits']}")
    if row["second"] is None:
        second = evaluated(program, row["formula"], "--arithmetic", "mpfr", "--digits=25")["value"]
        source = "plain sums in MPFR"
    else:
        second, source = row["second"](), "independent.py"
    lower, upper, other = Fraction(first["lower"]), Fraction(first["upper"]), Fraction(second)
    allowed = abs(other) * Fraction(1, 10**row["agree"])
    if not lower - allowed <= other <= upper + allowed:
        sys.exit(f"make_vectors: {row['formula']} is in [{first['lower']}, {first['upper']}], and "
                 f"{second} by {source}")
    return {"group": row["group"], "formula": row["formula"], "neighbours": row["neighbours"],
            "direction": row["direction"], "lower": first["lower"], "upper": first["upper"],
            "second": second, "second_by": source, "digits_compared": row["agree"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--every", type=int, default=1)
    asked = parser.parse_args()
    chosen = [row for i, row in enumerate(rows()) if i % asked.every == 0]
    made = [{"id": f"v{i:03}", **complete(row, asked.program)} for i, row in enumerate(chosen, 1)]
    asked.folder.mkdir(parents=True, exist_ok=True)
    with open(asked.folder / "vectors.csv", "w", newline="", encoding="utf-8") as file:
        file.write(f"# shufflecert test vectors, version {VERSION}\n")
        table = csv.DictWriter(file, fieldnames=list(made[0]))
        table.writeheader()
        table.writerows(made)
    program = subprocess.run([asked.program, "--version"], capture_output=True, text=True).stdout
    (asked.folder / "vectors.json").write_text(
        json.dumps({"version": VERSION, "made_by": program.strip(), "vectors": made}, indent=1,
                   ensure_ascii=False) + "\n", encoding="utf-8")
    shutil.copy(pathlib.Path(__file__).with_name("check_vectors.py"), asked.folder)
    print(f"{len(made)} vectors in {asked.folder}")


if __name__ == "__main__":
    main()
