"""More commands of the program for Python: check_pld, coverage, frontier, letter, merge, methods,
recheck, report, rules, show and simulate. As those of commands.py they run the program with --json.
"""

from __future__ import annotations

import json
import os
import pathlib
import tempfile
from typing import Any, Iterable, Optional

from . import _core
from .adapters import LossPmf
from .arguments import kind_of, text, whole
from .commands import Table, _digits, _run, _setting, _settings, _timeout
from .values import text_of


def _path(value: Any, what: str) -> str:
    return text(os.fspath(value) if isinstance(value, os.PathLike) else value, what)


def _optional(name: str, value: Any) -> list[str]:
    return [] if value is None else [f"--{name}={text_of(value, name)}"]


def frontier(relation: str, *, over: str, start: Any = None, end: Any = None, whole: bool = False,
             digits: int = 12, timeout: Optional[float] = None, **variables: Any) -> Table:
    """Where a claim, or a relation, switches between true and false along the variable `over`.

    A row is a piece of the range from `start` to `end`: its ends, its `truth` there (None:
    undecided), and `how` that is known, proved or sampled. Between two pieces lies the bracket of a
    switch. Without `start` and `end` a claim's own check values are the range. Other variables are
    keywords, a list for several rows. `timeout` is in seconds. Raises Error for bad input. Source:
    docs/guide/frontier.md.

    >>> [row["truth"] for row in frontier("exp(x) <= 3", over="x", start=0, end=2)]
    [True, False]
    """
    arguments = [f"--over={text(over, 'over')}", *_optional("from", start), *_optional("to", end)]
    arguments += ["--whole"] if whole else []
    arguments += [_setting(name, value if isinstance(value, (list, tuple, range)) else [value])
                  for name, value in variables.items()]
    data = _run("frontier", [*arguments, *_digits(digits), *_timeout(timeout), "--",
                             text(relation, "relation")])
    rows = [{**row["set"], **{key: piece[key] for key in ("from", "to", "truth", "how")}}
            for row in data["rows"] for piece in row["pieces"]]
    return Table(rows, data)


def simulate(randomizer: str, *, n: int, eps0: Any, k: Optional[int] = None, delta: Any = None,
             confidence: Any = None, runs: Optional[int] = None, fault: Optional[str] = None,
             seed: int = 1, timeout: Optional[float] = None) -> Table:
    """Runs a shuffled mechanism ("rr", "krr" or "laplace") and bounds its ε at `delta` from below,
    with this `confidence`, between 0 and 1.

    The row has that bound, `lower`, the certified ε beside it, and whether the mechanism `exceeded`
    it. `fault` plants an error. Raises Error for bad input. Source: docs/guide/simulate.md.

    >>> simulate("rr", n=10, eps0=1, runs=1000)[0]["exceeded"]
    False
    """
    arguments = [f"--n={whole(n, 'n', 1)}", f"--eps0={text_of(eps0, 'eps0')}",
                 f"--seed={whole(seed, 'seed', 0)}", *_optional("delta", delta),
                 *_optional("confidence", confidence), *_timeout(timeout)]
    arguments += [] if k is None else [f"--k={whole(k, 'k', 2)}"]
    arguments += [] if runs is None else [f"--runs={whole(runs, 'runs', 1)}"]
    arguments += [] if fault is None else [f"--fault={text(fault, 'fault')}"]
    data = _run("simulate", [*arguments, "--", text(randomizer, "randomizer")])
    certified = data["certified"]
    return Table([{"lower": data["epsilon"]["lower"], "certified_lower": certified["lower"],
                   "certified_upper": certified["upper"], "exceeded": data["exceeded"]}], data)


def recheck(results: Any, *, effort: Optional[float] = None, timeout: Optional[float] = None) -> Table:
    """Judges a results file of `shufflecert verify --output` again, by arithmetic of its own. A row
    says whether a claim's verdict is confirmed. Raises Error for bad input, and where the file was
    altered. Source: docs/guide/recheck.md."""
    data = _run("recheck", [*([] if effort is None else [f"--effort={effort!r}"]), *_timeout(timeout),
                            "--", _path(results, "results")])
    rows = [{key: claim[key] for key in ("id", "verdict", "outcome", "reason")}
            for claim in data["claims"]]
    return Table(rows, data)


def report(results: Any, output: Any, *, plots: bool = True, timeout: Optional[float] = None) -> pathlib.Path:
    """Writes the HTML report of a results file into the folder `output`, and returns the path of its
    first page. Raises Error for bad input. Source: docs/guide/reports.md."""
    folder = _path(output, "output")
    _run("report", [f"--output={folder}", *([] if plots else ["--no-plots"]), *_timeout(timeout), "--",
                    _path(results, "results")])
    return pathlib.Path(folder) / "index.html"


def letter(paper: str, *, results: Any = None, timeout: Optional[float] = None) -> str:
    """The draft of a letter to a paper's authors, in Markdown. `paper` is its key; without a results
    file its claims are judged first. Raises Error for bad input. Source: docs/guide/reports.md."""
    given = [] if results is None else [f"--results={_path(results, 'results')}"]
    return str(_run("letter", [*given, *_timeout(timeout), "--", text(paper, "paper")])["letter"])


def show(claim: str, *, script: str = "python", file: Any = None, results: Any = None,
         timeout: Optional[float] = None, **point: Any) -> str:
    """A program, for "python" with mpmath or for "gp", that evaluates both sides of a claim without
    shufflecert: at the counterexample of the claim, at that of a results file, or at `point`. Raises
    Error for bad input. Source: docs/guide/scripts.md."""
    arguments = [f"--script={text(script, 'script')}", *_settings(point), *_timeout(timeout)]
    for name, value in (("file", file), ("results", results)):
        arguments += [] if value is None else [f"--{name}={_path(value, name)}"]
    return str(_run("show", [*arguments, "--", text(claim, "claim")])["program"])


def rules(place: Optional[str] = None) -> Table:
    """The bounds that proofs rest on, each with its conditions; those derived at `place`, such as
    "K.9", or all. Raises Error where there is no such place.

    >>> rules("K.9")[0]["side"]
    'upper'
    """
    data = _run("rules", [] if place is None else ["--", text(place, "place")])
    return Table([{key: row[key] for key in ("place", "quantity", "side", "formula", "conditions")}
                  for row in data], {"rules": data})


def methods(quantity: Optional[str] = None) -> Table:
    """The ways to compute a quantity, such as "renyi", or all of them. Raises Error where there is no
    such quantity."""
    data = _run("methods", [] if quantity is None else ["--", text(quantity, "quantity")])
    return Table([{key: row[key] for key in ("quantity", "method", "pairs", "cost")} for row in data],
                 {"methods": data})


def coverage(paper: Optional[str] = None) -> Table:
    """What the catalogue checks of a paper, by its key, or of all: each statement with its claims.
    Raises Error where there is no such paper."""
    data = _run("coverage", [] if paper is None else ["--", text(paper, "paper")])
    return Table([{key: row[key] for key in ("paper", "statement", "about", "claims")} for row in data],
                 {"coverage": data})


def merge(parts: Iterable[Any], output: Any, *, timeout: Optional[float] = None) -> Table:
    """Merges the results files, or journals, of `shufflecert verify --shard` into the file `output`.
    A row has the id of a claim and its verdict. Raises Error where the parts are not those of one
    run. Source: docs/guide/long-runs.md."""
    files = [_path(part, "parts") for part in parts]
    data = _run("merge", [f"--output={_path(output, 'output')}", *_timeout(timeout), "--", *files])
    return Table([{"id": claim["id"], "verdict": claim["verdict"]} for claim in data["claims"]], data)


def check_pld(distribution: Any, pair: str, *, timeout: Optional[float] = None,
              **variables: Any) -> dict[str, Any]:
    """Whether a privacy-loss distribution is pessimistic for a pair: at every ε its δ is at least that
    of (P, Q).

    `distribution` is what `adapters.loss_pmf` gives, a dict as the program reads it from JSON
    ("interval", "infinity_mass" and "masses"), or the name of such a file; `pair` is a formula. Other
    variables of it are keywords. `timeout` is in seconds. The keys of the answer are those of
    `check-pld --json`: "pessimistic" is True, False, or None where it stayed undecided. Raises Error
    for bad input. Source: docs/methods/adapters.md.

    >>> check_pld({"interval": 1.0, "infinity_mass": 0.0, "masses": {"0": 1.0}}, "rr_pair(1, 1)")["pessimistic"]
    False
    """
    pair = text(pair, "pair")
    if isinstance(distribution, (str, pathlib.Path)):
        return _run("check-pld", [_path(distribution, "distribution"), f"--pair={pair}",
                                  *_timeout(timeout), *_settings(variables)])
    known = distribution._asdict() if isinstance(distribution, LossPmf) else distribution
    if not isinstance(known, dict):
        raise _core.Error("distribution: expected a LossPmf, a dict or the name of a file, found "
                          + kind_of(distribution))
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "distribution.json"
        try:
            file.write_text(json.dumps(known))
        except (TypeError, ValueError):
            raise _core.Error("distribution: its numbers cannot be written as JSON") from None
        return _run("check-pld", [str(file), f"--pair={pair}", *_timeout(timeout),
                                  *_settings(variables)])
