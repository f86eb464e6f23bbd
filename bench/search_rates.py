#!/usr/bin/env python3
"""How many of the claims that are false in a part of their domain `verify` finds at its default effort.

    bench/search_rates.py PROGRAM [OTHER...]

Each claim fails in one place that no listed point touches: a box of the domain that has a tenth, a
hundredth or a thousandth of its volume, at random. Around that place the sides come closer the
nearer a point is (a smooth margin), or give no sign of it (a flat one). There are closed formulas, and
divergences of shuffled reports. Prints a table; every program judges the same files."""

import json
import random
import subprocess
import sys
import tempfile
from pathlib import Path

FRACTIONS = [("a tenth", 10), ("a hundredth", 100), ("a thousandth", 1000)]
CLAIMS_OF_A_FILE = 4
FILES = 5
MARGINS = ["smooth", "flat"]
QUANTITIES = {
    "closed": ("exp(x)*y", {"x": (0, 2), "y": (1, 5)}),
    "divergence": ("hockey_stick(rr_pair(20, x), y)", {"x": (1, 3), "y": (0, 1)}),
}


def decimal(value):
    return f"{value:.6f}"


def claim(source, name, quantity, ranges, parts, margin):
    """A claim that fails in one part of `parts` of the domain, an ellipse or a box."""
    shares = {}
    side = (1 / parts) ** (1 / len(ranges))
    for variable, (low, high) in ranges.items():
        width = side * (high - low)
        # Off the listed points, which are the ends and the middle.
        while True:
            start = source.uniform(low, high - width)
            if not any(start <= point <= start + width for point in (low, (low + high) / 2, high)):
                break
        shares[variable] = (start, start + width)
    if margin == "flat":
        inside = " and ".join(f"{v} > {decimal(a)} and {v} < {decimal(b)}" for v, (a, b) in shares.items())
        factor = f"if({inside}, 9/10, 11/10)"
    else:
        # An ellipse in the box; a box of the same volume would have a larger half width.
        squares = " + ".join(f"(({v} - {decimal((a + b) / 2)})/{decimal((b - a) / 2 * 1.128379)})^2"
                             for v, (a, b) in shares.items())
        factor = f"(1 + ({squares} - 1)/1000)"
    domain = ", ".join(f'"{v} >= {low}", "{v} <= {high}"' for v, (low, high) in ranges.items())
    check = ", ".join(f"{v} = [{low}, {(low + high) / 2}, {high}]" for v, (low, high) in ranges.items())
    return (f'[[claim]]\nid = "{name}"\nclaim = "{quantity} <= {quantity}*{factor}"\n'
            f"domain = [{domain}]\ncheck = {{ {check} }}\n\n")


def files():
    source = random.Random(1)
    for kind, (quantity, ranges) in QUANTITIES.items():
        for margin in MARGINS:
            for words, parts in FRACTIONS:
                for number in range(FILES):
                    text = "format = 1\n\n" + "".join(
                        claim(source, f"rates/{kind}-{margin}-{parts}-{number}-{i}", quantity, ranges, parts, margin)
                        for i in range(CLAIMS_OF_A_FILE))
                    yield (kind, margin, words), text


def refuted(program, path):
    run = subprocess.run([program, "verify", "--json", str(path)], capture_output=True, text=True, check=False)
    return sum(claim["verdict"] == "refuted" for claim in json.loads(run.stdout)["claims"])


def main():
    programs = sys.argv[1:]
    if not programs:
        sys.exit(__doc__)
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rates.toml"
        for row, text in files():
            path.write_text(text, encoding="utf-8")
            for program in programs:
                counts = found.setdefault(row, dict.fromkeys(programs, 0))
                counts[program] += refuted(program, path)
    total = CLAIMS_OF_A_FILE * FILES
    print(f"refuted, of {total} claims each: {', '.join(programs)}")
    for (kind, margin, words), counts in found.items():
        print(f"{kind:<11} {margin:<7} false in {words:<13} "
              + "  ".join(f"{counts[program]:>3}" for program in programs))


if __name__ == "__main__":
    main()
