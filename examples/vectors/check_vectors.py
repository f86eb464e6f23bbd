#!/usr/bin/env python3
"""Checks a library against vectors.json: copy both files into your tests.

usage: check_vectors.py vectors.json

Each vector says in `formula` what it is of; `lower` and `upper` enclose the true value for certain,
mostly to more digits than a double has. Put the calls of your library into `answers`, and what it
promises into ALLOWED.
"""

import json
import math
import sys
from fractions import Fraction


ALLOWED = 1e-9  # the relative distance from the true value that is no fault; 0: none


def normal_delta(mu, eps):
    """δ(ε) of Gaussian noise, as an example of a library's function: plain doubles."""
    phi = lambda x: math.erfc(-x / math.sqrt(2)) / 2
    return phi(mu / 2 - eps / mu) - math.exp(eps) * phi(-mu / 2 - eps / mu)


def answers(vector):
    """The library's number for a vector; None for those that it does not compute."""
    formula = vector["formula"]
    if vector["group"] == "Gaussian noise, delta":
        mu, eps = formula.removeprefix("hockey_stick(gaussian_pair(").removesuffix(")").split("), ")
        return normal_delta(float(Fraction(mu)), float(Fraction(eps)))
    return None


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        vectors = json.load(file)["vectors"]
    checked = wrong = 0
    for vector in vectors:
        number = answers(vector)
        if number is None:
            continue
        checked += 1
        lower, upper = Fraction(vector["lower"]), Fraction(vector["upper"])
        if math.isfinite(number):
            # For certain: the nearer end of the enclosure counts.
            distance = max(lower - Fraction(number), Fraction(number) - upper, 0)
            if distance <= Fraction(ALLOWED) * abs(lower):
                continue
        wrong += 1
        print(f"{vector['id']}  {vector['formula']}: {number!r} where the value is in "
              f"[{vector['lower']}, {vector['upper']}]")
    print(f"{checked} of {len(vectors)} vectors checked, {wrong} further off than {ALLOWED}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
