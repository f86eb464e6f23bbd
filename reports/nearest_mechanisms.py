#!/usr/bin/env python3
"""Writes reports/nearest-mechanisms.md: how near mechanisms come to the bounds on every one;
and what of it the pages of the claims show, reports/pages/nearest-mechanisms.json.

usage: reports/nearest_mechanisms.py PROGRAM [--jobs N] [--tries N]

PROGRAM is shufflecert. Each entry of a table is one run of `falsify`; the page says which. Some
minutes.
"""

import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "reports/nearest-mechanisms.md"
RECORD = ROOT / "reports/pages/nearest-mechanisms.json"
FIGURE = ROOT / "reports/nearest-mechanisms.svg"

USERS = [2, 3, 4, 5, 8, 12]
# e^eps0 and, for the hockey-stick divergence, e^eps: squares, so that all is rational.
ODDS = [("9/4", "3/2"), ("4", "2"), ("16", "4"), ("64", "8")]
CLONES = "clone_pair(n, eps0, 2/(exp(eps0) + 1))"
QUANTITIES = [
    ("total variation", "total_variation({})", "<="),
    ("δ at ε = ε0/2", "hockey_stick({}, eps0/2)", "<="),
    ("D, λ = 1/2", "renyi({}, 1/2)", "<="),
    ("D, λ = 1", "renyi({}, 1)", "<="),
    ("D, λ = 2", "renyi({}, 2)", "<="),
    ("D, λ = 8", "renyi({}, 8)", "<="),
    ("D, λ = 32", "renyi({}, 32)", "<="),
]
# What the claims with these beginnings are about is no bound on every mechanism.
OF_ONE_RANDOMIZER = {
    "balle-2019/theorem-3.1": "k-ary response alone",
    "bound/balle_hoeffding_rr": "binary response alone",
    "bound/balle_bennett_rr": "binary response alone",
    "cheu-2019/binary-sum": "the protocol for binary sums",
    "wang-2024/reduction/k-ary": "k-ary response alone",
}
# Why a claim was not checked, by a part of what `falsify` says.
NOT_LOOKED_AT = {
    "bounds no quantity": "that bound no quantity of every mechanism from above (identities, lower bounds, subsampled rounds)",
    "in the domain": "none of whose points has so few users in the domain",
    "is about several rounds": "about several rounds, which take long",
}


def run(program, arguments):
    done = subprocess.run([program, *arguments, "--json"], capture_output=True, text=True)
    if done.returncode == 2 or not done.stdout.strip():
        return {"refused": done.stderr.strip()}
    return json.loads(done.stdout)


def cut(decimal, digits=6):
    """The number cut behind its digits, so that nothing below 1 is shown as 1."""
    value = re.fullmatch(r"(\d+)(?:\.(\d+))?", decimal)
    if value is None:
        return decimal
    return f"{value[1]}.{(value[2] or '').ljust(digits, '0')[:digits]}"


def in_words(mechanism):
    outputs = mechanism["outputs"]
    inputs = inputs_of(mechanism)
    others = {name: count for name, count in mechanism["others"].items() if count}
    kind = f"{len(outputs)} outputs, {len(inputs)} inputs"
    if len(outputs) == 2 and len(inputs) == 2:
        kind = "binary response"
    shared = ", ".join(f"{count} with {name}" for name, count in others.items())
    return f"{kind}; others: {shared or 'none'}"


def pair_of(mechanism):
    return re.search(r"staircase_pair\((?:[^()]|\([^()]*\))*\)", mechanism["formula"])[0]


def inputs_of(mechanism):
    return {name for one in mechanism["outputs"] for name in one["favoured_by"]}


def input_counts(entries):
    """Of the nearest mechanisms that are not binary response."""
    counts = sorted({len(inputs_of(found["mechanism"])) for found in entries.values()
                     if not in_words(found["mechanism"]).startswith("binary response")})
    words = {2: "two", 3: "three", 4: "four", 5: "five"}
    return " or ".join(words[one] for one in counts)


def clone_entries(program, tries, jobs):
    """(quantity, odds, n) -> the run of falsify, and whether equality is exact."""
    places = [(q, odds, n) for q in QUANTITIES for odds in ODDS for n in USERS]

    def look(place):
        (name, form, sign), (r, _), n = place
        relation = f"{form.format('any_mechanism(n, eps0)')} {sign} {form.format(CLONES)}"
        found = run(program, ["falsify", relation, "--set", f"n={n}", "--set", f"eps0=log({r})",
                              "--tries", str(tries)])
        ratio = found["mechanism"]["ratio"]
        # Only these are decided in exact rationals; of Rényi divergences 50 digits may agree.
        if float(ratio["upper"]) >= 1 and not name.startswith("D"):
            equal = found["mechanism"]["formula"].replace(f" {sign} ", " == ")
            exact = run(program, ["eval", equal, "--set", f"n={n}", "--set", f"eps0=log({r})"])
            found["equal"] = exact.get("truth") is True
        return found

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return dict(zip([(q[0], odds[0], n) for q, odds, n in places], pool.map(look, places)))


def clone_section(entries, tries):
    broken = [place for place, found in entries.items() if found["broken"]]
    undecided = sum(found["undecided"] for found in entries.values())
    looked = sum(found["looked_at"] for found in entries.values())
    fewest = min(found["outputs"]["fewest"] for found in entries.values())
    most = max(found["outputs"]["most"] for found in entries.values())
    lines = [
        "## 1. Theorem 3.1 of Feldman, McMillan and Talwar",
        "",
        "The pair of clones with $p = 2/(e^{\\varepsilon_0} + 1)$ is said to bound every ε0-LDP mechanism. By the authors' erratum the proof covers a part of all",
        "randomizers. Each entry is left/right of the relation `quantity of any_mechanism(n, eps0) <= quantity of the clones` for the worst",
        f"mechanism found among {tries:,} of {fewest} to {most} outputs and up to five inputs, cut to six decimals. = is equality, decided in exact rationals.",
        "",
        "| | $e^{\\varepsilon_0}$ | " + " | ".join(f"n = {n}" for n in USERS) + " |",
        "|---|---|" + "---|" * len(USERS),
    ]
    for name, _, _ in QUANTITIES:
        for i, (r, _) in enumerate(ODDS):
            cells = []
            for n in USERS:
                found = entries[name, r, n]
                cells.append("**broken**" if found["broken"]
                             else "=" if found.get("equal")
                             else cut(found["mechanism"]["ratio"]["lower"]))
            lines.append(f"| {name if i == 0 else ''} | {r} | " + " | ".join(cells) + " |")
    lines += [
        "",
        f"{looked:,} mechanisms were checked; {len(broken)} break the theorem, {undecided} stayed undecided." if broken or undecided else
        f"{looked:,} mechanisms were checked. None breaks the theorem, and none stayed undecided. This is evidence, no proof.",
    ]
    kinds = {}
    for place, found in entries.items():
        kinds.setdefault(in_words(found["mechanism"]).split(";")[0], []).append(place)
    lines.append("The worst one found is " + "; ".join(
        f"{kind} at {len(places)} of {len(entries)} entries" for kind, places in
        sorted(kinds.items(), key=lambda one: -len(one[1]))) + ".")
    alike = "binary response; others: {} with x1"
    near = [(place, found) for place, found in entries.items()
            if not found.get("equal") and float(found["mechanism"]["ratio"]["upper"]) > 1 - 1e-6]
    same = [place for place, found in near
            if in_words(found["mechanism"]) == alike.format(place[2] - 1)]
    lines += ["", f"Within 10^−6 of the bound, without reaching it, are {len(near)} entries. {len(same)} of them are binary response where all others",
              "have the input that the differing user has under P, most at orders so high that both sides are nearly ε0. Elsewhere the worst mechanism has",
              f"{input_counts(entries)} inputs, though those with two to five were tried. Of each line the last is shown; the first two sets are those of the inputs of the differing user, those that follow of the others.",
              "", "| | $e^{\\varepsilon_0}$ | n | left/right | mechanism |", "|---|---|---|---|---|"]
    others = {}
    for (name, r, n), found in entries.items():
        if in_words(found["mechanism"]).split(";")[0] != "binary response":
            others.setdefault((name, r), []).append((n, found))
    for (name, r), some in others.items():
        n, found = some[-1]
        pair = pair_of(found["mechanism"])
        lines.append(f"| {name} | {r} | {', '.join(str(one) for one, _ in some)} | "
                     f"{cut(found['mechanism']['ratio']['lower'], 9)} | `{pair}` |")
    equal = [(place, found) for place, found in entries.items() if found.get("equal")]
    lines += [
        "",
        "### Is the pair of clones attained?",
        "",
        f"At {len(equal)} of the {len(entries)} entries: " + ", ".join(
            f"{name} at {sum(1 for (q, _, _), _ in equal if q == name)}"
            for name in dict.fromkeys(place[0] for place, _ in equal)) + ".",
        "No Rényi divergence of it was attained, at two users or more; at the high orders both agree to more digits than are shown. With one user the pair of",
        "clones is binary response. Where δ is attained, it is at some ε: at others the curve of the same mechanism stays below",
        "([mechanisms](../docs/methods/mechanisms.md#3-how-near-mechanisms-come)).",
        "",
        "![The largest divergence found, relative to that of the clones, by the number of users](nearest-mechanisms.svg)",
    ]
    return lines


def draw(entries):
    """Lines of left/right by n, one panel for each quantity."""
    width, height, left, top = 250, 170, 46, 28
    shown = [name for name, _, _ in QUANTITIES]
    colours = ["#1b6ca8", "#d1495b", "#2e8b57", "#8a5a00"]
    across = 3
    rows = -(-len(shown) // across)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across * (width + left) + 20} '
             f'{rows * (height + 70) + 30}" font-family="sans-serif" font-size="11">',
             '<rect width="100%" height="100%" fill="white"/>']
    for i, name in enumerate(shown):
        x0, y0 = left + (i % across) * (width + left), top + (i // across) * (height + 70)
        values = [float(entries[name, r, n]["mechanism"]["ratio"]["lower"]) for r, _ in ODDS for n in USERS]
        least = min(0.99, min(values))
        place = lambda n, v: (x0 + (n - USERS[0]) / (USERS[-1] - USERS[0]) * width,
                              y0 + (1 - v) / (1 - least) * height)
        parts.append(f'<text x="{x0}" y="{y0 - 8}" font-weight="bold">{name}</text>')
        parts.append(f'<rect x="{x0}" y="{y0}" width="{width}" height="{height}" fill="none" stroke="#999"/>')
        for v in (1, (1 + least) / 2, least):
            y = place(USERS[0], v)[1]
            parts.append(f'<text x="{x0 - 4}" y="{y + 4:.1f}" text-anchor="end">{v:.3f}</text>')
        for n in USERS:
            parts.append(f'<text x="{place(n, 1)[0]:.1f}" y="{y0 + height + 14}" text-anchor="middle">{n}</text>')
        parts.append(f'<text x="{x0 + width / 2}" y="{y0 + height + 28}" text-anchor="middle">users n</text>')
        for (r, _), colour in zip(ODDS, colours):
            points = [place(n, float(entries[name, r, n]["mechanism"]["ratio"]["lower"])) for n in USERS]
            line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.2" fill="{colour}"/>' for x, y in points]
    y = rows * (height + 70) + 18
    for i, ((r, _), colour) in enumerate(zip(ODDS, colours)):
        x = left + i * 130
        parts.append(f'<line x1="{x}" y1="{y - 4}" x2="{x + 24}" y2="{y - 4}" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{x + 30}" y="{y}">e^ε0 = {r}</text>')
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def is_main(claim):
    """A main statement of a paper, or that a bound of the catalogue holds for a mechanism."""
    name = claim["id"]
    return name.startswith("bound/") and name.endswith("/mechanism") or (
        claim["role"] == "main" and not name.startswith("software/"))


def look_at_claim(program, claim, tries):
    if "compose(" in (claim["claim"] or ""):
        return {"refused": f"shufflecert: '{claim['id']}' is about several rounds, which take long"}
    return run(program, ["falsify", claim["id"], "--tries", str(tries)])


def claim_section(program, tries, jobs):
    stated = json.loads(subprocess.run([program, "show", "--json"], capture_output=True, text=True, check=True).stdout)
    about = [one for one in stated if one["about"] == "mechanism" and one["kind"] == "forall" and is_main(one)]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        runs = list(pool.map(lambda one: look_at_claim(program, one, tries), about))
    lines = [
        "## 2. The bounds of the catalogue",
        "",
        "`shufflecert falsify ID` puts `any_mechanism(n, eps0)` in the place of the randomized response, or of the clones, of which a claim about",
        "mechanisms is stated, and looks at a few of its points, with n = 2, 3, 5 where its own n is out of reach. These are the main statements",
        "of papers, and the bounds. Broken is what this makes of the claim. Where that is `proved` or `verified` on record, it is a statement about one randomizer; where it is `refuted`, randomized response had shown so.",
        "",
        "| claim | on record | points | mechanisms | found | left/right |",
        "|---|---|---|---|---|---|",
    ]
    refused = {}
    record = []
    for one, found in zip(about, runs):
        if "refused" in found:
            reason = next((words for part, words in NOT_LOOKED_AT.items() if part in found["refused"]), "refused: " + found["refused"])
            refused[reason] = refused.get(reason, 0) + 1
            continue
        mechanism = found["mechanism"]
        state = "broken" if found["broken"] else "open" if found["undecided"] or found["message"] else "nearest"
        note = next((words for start, words in OF_ONE_RANDOMIZER.items() if one["id"].startswith(start)), "")
        ratio = mechanism["ratio"] if mechanism else None
        at = ", ".join(f"{name} = {value}" for name, value in found["point"].items())
        record.append({"id": one["id"], "claim": one["claim"], "of_one_randomizer": note, "state": state, "points": found["points"],
                       "looked_at": found["looked_at"], "relation": found["relation"], "at": at,
                       "pair": pair_of(mechanism) if mechanism else None, "words": in_words(mechanism) if mechanism else None,
                       "ratio": [ratio["lower"], ratio["upper"]] if ratio else None, "tries": tries})
        lines.append(f"| `{one['id']}`{' (' + note + ')' if note else ''} | {one['expect'] or '–'} | {found['points']} | "
                     f"{found['looked_at']} | {state}: {in_words(mechanism) + ' at ' + at if mechanism else 'none'} | "
                     f"{cut(ratio['lower']) if ratio else '–'} |")
    RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    lines += ["", "Not checked: " + "; ".join(f"{count} {reason}" for reason, count in sorted(refused.items(), key=lambda one: -one[1])) + ".", ""]
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tries", type=int, default=600)
    given = parser.parse_args()
    entries = clone_entries(given.program, given.tries, given.jobs)
    text = [
        "# Nearest mechanisms",
        "",
        "This page shows how near mechanisms come to bounds that are claimed of every one. `make mechanisms-page` writes it: each number is found by",
        "`shufflecert falsify` ([the search](../docs/methods/mechanisms.md#4-the-search)), and certified. What is not broken is not proved by that.",
        "",
        *clone_section(entries, given.tries),
        "",
        *claim_section(given.program, given.tries // 2, given.jobs),
    ]
    FIGURE.write_text(draw(entries))
    PAGE.write_text("\n".join(text).rstrip() + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
