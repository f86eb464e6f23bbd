"""The commands of the program for Python: account, calibrate, check, compare, falsify and verify.

Each runs the program `shufflecert` of the same build, with --json, so that what it says is what the
program says. It is found by the environment variable SHUFFLECERT_PROGRAM, else in build/release
beside the folder of the package, else in the PATH.
"""

from __future__ import annotations

import csv
import html
import io
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import warnings
from typing import Any, Iterable, Optional

from . import _core
from .distributions import Pair
from .values import Caution, text_of


def _program() -> str:
    named = os.environ.get("SHUFFLECERT_PROGRAM")
    built = pathlib.Path(__file__).resolve().parents[2] / "release" / "shufflecert"
    found = named or (str(built) if built.is_file() else shutil.which("shufflecert"))
    if not found:
        raise _core.Error("the program 'shufflecert' was not found; build it by 'make program', or "
                          "name it by the environment variable SHUFFLECERT_PROGRAM")
    return found


def _run(command: str, arguments: Iterable[str]) -> Any:
    """What the program prints with --json. Its complaints are raised; Ctrl-C ends it."""
    try:
        child = subprocess.Popen([_program(), command, "--json", *arguments],
                                 stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True, encoding="utf-8")
    except OSError as error:
        raise _core.Error(f"the program cannot be run: {error}") from None
    try:
        output, complaints = child.communicate()
    except BaseException:
        child.send_signal(signal.SIGKILL)
        child.wait()
        raise
    complaint = complaints.strip().split("\n")[-1].removeprefix("shufflecert: ")
    if output.strip():
        return json.loads(output)
    kind = _core.BeyondReach if child.returncode == 3 else _core.Error
    raise kind(complaint or f"the program ended with status {child.returncode}")


def _option(name: str, value: Any) -> list[str]:
    return [] if value is None else [f"--{name}={value}"]


def _setting(name: str, values: Any) -> str:
    return f"--set={name}=" + ",".join(text_of(one, name) for one in values)


def _settings(variables: dict[str, Any]) -> list[str]:
    return [_setting(name, [value]) for name, value in variables.items()]


def _cautions_in(data: Any) -> list[str]:
    """Each sentence under a key "cautions", however deep, once."""
    found: dict[str, None] = {}
    if isinstance(data, dict):
        own = data.get("cautions") or []
        found.update(dict.fromkeys(own))
        for value in data.values():
            found.update(dict.fromkeys(_cautions_in(value)))
    elif isinstance(data, list):
        for value in data:
            found.update(dict.fromkeys(_cautions_in(value)))
    return list(found)


class Table:
    """What a command gave. `rows` are dicts; `data` is all of it, as the program's --json has it
    (docs/reference/commands.md); `cautions` says in sentences what the rows do not cover. Notebooks
    show it as a table, with the cautions below."""

    def __init__(self, rows: list[dict[str, Any]], data: dict[str, Any],
                 cautions: Optional[list[str]] = None) -> None:
        self.rows = rows
        self.data = data
        self.cautions = _cautions_in(data) if cautions is None else cautions

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Any:
        return iter(self.rows)

    def __getitem__(self, index: Any) -> Any:
        return self.rows[index]

    def to_pandas(self) -> Any:
        """The rows as a frame of pandas."""
        import pandas

        return pandas.DataFrame(self.rows)

    def _cells(self) -> tuple[list[str], list[list[str]]]:
        names = list(self.rows[0]) if self.rows else []
        return names, [["" if row[name] is None else str(row[name]) for name in names]
                       for row in self.rows]

    def __repr__(self) -> str:
        names, cells = self._cells()
        widths = [max(len(row[k]) for row in [names, *cells]) for k in range(len(names))]
        lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
                 for row in [names, *cells]]
        return "\n".join(lines + [f"caution: {one}" for one in self.cautions])

    def _repr_html_(self) -> str:
        names, cells = self._cells()
        head = "".join(f"<th>{html.escape(name)}</th>" for name in names)
        # Notebooks would set the sentences to the right.
        left = '<td style="text-align: left">'
        body = "".join("<tr>" + "".join(f"{left}{html.escape(cell)}</td>" for cell in row) + "</tr>"
                       for row in cells)
        cautions = "".join(f"<p>Caution: {html.escape(one)}.</p>" for one in self.cautions)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{cautions}"


def _ends(value: Optional[dict[str, str]]) -> tuple[Optional[str], Optional[str]]:
    return (value["lower"], value["upper"]) if value else (None, None)


def account(rounds: Any, *, delta: Any = None, epsilon: Any = None, digits: int = 6,
            timeout: Optional[float] = None) -> Table:
    """Every route from rounds to ε at `delta`, or to δ at `epsilon`, tightest first.

    `rounds` is a Pair, or a list of pairs or of (pair, times). The row whose route is "direct" is the
    exact value. `timeout` is in seconds. Raises Error for bad input. Source: docs/guide/accounting.md.

    >>> from shufflecert import gaussian_pair
    >>> account([(gaussian_pair("1/4"), 4)], delta="1e-6")[0]["route"]
    'direct'
    """
    if isinstance(rounds, Pair):
        rounds = [rounds]
    arguments: list[str] = []
    for one in rounds:
        pair, times = one if isinstance(one, tuple) else (one, 1)
        if not isinstance(pair, Pair):
            raise _core.Error(f"rounds: expected a Pair, found a {type(pair).__name__}")
        arguments += [f"--round={pair.formula}", f"--times={text_of(times, 'times')}"]
    for name, value in (("delta", delta), ("epsilon", epsilon)):
        if value is not None:
            arguments.append(f"--{name}={text_of(value, name)}")
    arguments += _option("digits", digits) + _option("timeout", timeout)
    data = _run("account", arguments)
    rows = []
    for route in data["routes"]:
        lower, upper = _ends(route["value"])
        rows.append({"route": route["route"], "lower": lower, "upper": upper,
                     "is_bound": route["is_bound"], "message": route["message"]})
    return Table(rows, data)


def calibrate(relation: str, *, over: str, start: Any, end: Any, whole: bool = False,
              digits: int = 6, timeout: Optional[float] = None, **variables: Any) -> Table:
    """Two neighbouring values of the variable `over` between `start` and `end`: at `suffices` the
    relation certainly holds, at `does_not` it certainly fails.

    `whole`: the variable takes whole numbers only (so it is for n and k). Other variables of the
    relation are keywords. `timeout` is in seconds. Raises Error for bad input. Source:
    docs/guide/accounting.md.

    >>> calibrate("renyi(gaussian_pair(mu), 2) <= 1/2", over="mu", start="1/100", end=2)[0]["suffices"]
    '0.707106'
    """
    arguments = [f"--over={over}", f"--from={text_of(start, 'start')}", f"--to={text_of(end, 'end')}"]
    arguments += ["--whole"] if whole else []
    arguments += _option("digits", digits) + _option("timeout", timeout) + _settings(variables)
    data = _run("calibrate", [*arguments, "--", relation])
    rows = []
    for row in data["rows"]:
        found = {name: row[name]["value"] if row[name] else None for name in ("suffices", "does_not")}
        rows.append({**row["set"], **found, "proved": row["proved"], "message": row["message"]})
    return Table(rows, data)


def compare(*, digits: int = 6, timeout: Optional[float] = None, **point: Any) -> Table:
    """Every published bound that applies at a point, such as compare(n=1000, eps0=1, **{"lambda": 2}),
    beside the exact value, tightest first. `timeout` is in seconds. Raises Error for bad input.
    Source: docs/guide/best-bound.md."""
    data = _run("compare", _settings(point) + _option("digits", digits) + _option("timeout", timeout))
    rows = []
    for quantity in data["quantities"]:
        for bound in quantity["bounds"]:
            lower, upper = _ends(bound["value"])
            rows.append({"bound": bound["name"], "side": bound["side"], "lower": lower,
                         "upper": upper, "verdict": bound["verdict"], "on": bound["on"]})
    return Table(rows, data)


def check(table: Any, claim: str, *, exact: Iterable[str] = (), ignore: Iterable[str] = (),
          timeout: Optional[float] = None, **variables: Any) -> Any:
    """Holds every row of a table against a relation between its columns.

    `table` is a frame of pandas or polars, or a dict of columns; so is the result, with the columns
    `verdict` and `message` more. A cell is a number as eval() takes it, but a float is the decimal
    that Python prints for it, which is how tables are meant. Columns named by `exact` were not
    rounded; those named by `ignore` are passed over. Warns with Caution of
    what the verdicts do not cover. Raises Error for bad input. Source:
    docs/guide/tables.md.

    >>> check({"x": ["1/2", 3]}, "x <= 1")["verdict"]
    ['holds', 'fails']
    """
    names = [str(name) for name in (table.keys() if isinstance(table, dict) else table.columns)]
    columns = {str(name): list(table[name]) for name in names}
    if len({len(column) for column in columns.values()}) > 1:
        raise _core.Error("the columns of the table have different lengths")
    ignored = set(ignore)
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(names)
    for row in zip(*columns.values()):
        writer.writerow([_cell(cell, name, name in ignored) for cell, name in zip(row, names)])
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "table.csv"
        file.write_text(text.getvalue(), encoding="utf-8")
        arguments = [f"--exact={name}" for name in exact] + [f"--ignore={name}" for name in ignored]
        arguments += _settings(variables) + _option("timeout", timeout) + [f"--claim={claim}"]
        try:
            data = _run("check", [*arguments, str(file)])
        except _core.Error as error:
            raise _core.Error(str(error).replace(str(file), "table")) from None
    for sentence in _cautions_in(data):
        warnings.warn(sentence, Caution, 2)
    found = {name: [row[name] for row in data] for name in ("verdict", "message")}
    if isinstance(table, dict):
        return {**table, **found}
    if hasattr(table, "with_columns"):
        series = type(table[names[0]])
        return table.with_columns([series(name, values) for name, values in found.items()])
    return table.assign(**found)


def _cell(cell: Any, name: str, is_ignored: bool) -> str:
    if is_ignored:
        return str(cell).replace("\n", " ")
    if isinstance(cell, float):
        if cell != cell:
            raise _core.Error(f"column '{name}': a cell is NaN; expected a number")
        return repr(float(cell))
    return text_of(cell, f"column '{name}'")


def falsify(relation: str, *, seed: int = 1, tries: int = 1000, timeout: Optional[float] = None,
            **variables: Any) -> Table:
    """Looks for a mechanism that breaks a relation about any_mechanism(n, eps0), or a claim by its ID.

    The one row says whether it is `broken`, has the relation with the mechanism found, or else with
    the one that came nearest, as a `formula` that eval() takes with the values of `point`, and between
    which numbers left/right lies. What breaks it is certified; where nothing is found, that is no
    proof. Variables are keywords, of a claim also lists. `timeout` is in seconds. Raises Error for bad
    input. Source: docs/methods/mechanisms.md.

    >>> falsify("hockey_stick(any_mechanism(n, eps0), 0.1) <= 0.24", n=3, eps0=1)[0]["broken"]
    True
    """
    settings = [_setting(name, value if isinstance(value, (list, tuple, range)) else [value])
                for name, value in variables.items()]
    arguments = [f"--seed={seed}", f"--tries={tries}", *_option("timeout", timeout), *settings]
    data = _run("falsify", [*arguments, "--", relation])
    found = data["mechanism"] or {"formula": None, "ratio": None}
    lower, upper = _ends(found["ratio"])
    return Table([{"broken": data["broken"], "formula": found["formula"], "point": data["point"],
                   "lower": lower, "upper": upper, "message": data["message"]}], data)


def verify(*what: Any, effort: Optional[int] = None, timeout: Optional[float] = None) -> Table:
    """Judges the claims of catalogues: paths of TOML files, their texts, or ids of built-in claims
    or papers. Without any it judges the whole built-in catalogue, which takes minutes.

    A row has the id of a claim, its verdict and what was found in one sentence. `effort` says how
    far to search beyond the listed points (None: as far as each claim needs), `timeout` is in
    seconds. Raises Error for bad input.
    Source: docs/guide/verdicts.md.
    """
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for i, one in enumerate(what):
            one = os.fspath(one)
            if "\n" in one:
                file = pathlib.Path(folder) / f"catalogue-{i + 1}.toml"
                file.write_text(one, encoding="utf-8")
                one = str(file)
            names.append(one)
        try:
            data = _run("verify", [*_option("effort", effort), *_option("timeout", timeout), "--", *names])
        except _core.Error as error:
            raise _core.Error(str(error).replace(folder + os.sep, "")) from None
    rows = [{"id": claim["id"], "verdict": claim["verdict"], "message": claim["message"]}
            for claim in data["claims"]]
    cautions = [f"{claim['id']}: {one}" for claim in data["claims"] for one in _cautions_in(claim)]
    return Table(rows, data, cautions)
