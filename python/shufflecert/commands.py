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

import numpy as np

from . import _core
from .arguments import kind_of, names, seconds, shortened, str_of, text, whole
from .distributions import Pair
from .values import Caution, missing_in, named, text_of


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
                                 stderr=subprocess.PIPE, text=True, encoding="utf-8",
                                 errors="replace")
    except (OSError, ValueError) as error:
        raise _core.Error(f"the program cannot be run: {error}") from None
    try:
        output, complaints = child.communicate()
    except BaseException:
        child.send_signal(signal.SIGKILL)
        child.wait()
        raise
    complaint = shortened(complaints.strip().split("\n")[-1].removeprefix("shufflecert: "))
    if output.strip():
        try:
            return json.loads(output)
        except ValueError:
            complaint = complaint or "what the program printed is not JSON"
    kind = _core.BeyondReach if child.returncode == 3 else _core.Error
    raise kind(complaint or f"the program ended with status {child.returncode}")


def _digits(value: Any) -> list[str]:
    return [] if value is None else [f"--digits={whole(value, 'digits', 1)}"]


def _timeout(value: Any) -> list[str]:
    limit = seconds(value)
    return [] if limit is None else [f"--timeout={limit!r}"]


def _setting(name: str, values: Any) -> str:
    name = text(name, "the name of a variable")
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
    try:
        rounds = list(rounds)
    except TypeError:
        raise _core.Error(f"rounds: expected a Pair or a list, found {kind_of(rounds)}") from None
    arguments: list[str] = []
    for one in rounds:
        if isinstance(one, tuple) and len(one) != 2:
            raise _core.Error(f"rounds: expected (pair, times), found a tuple of {len(one)}")
        pair, times = one if isinstance(one, tuple) else (one, 1)
        if not isinstance(pair, Pair):
            raise _core.Error(f"rounds: expected a Pair, found {kind_of(pair)}")
        arguments += [f"--round={pair.formula}", f"--times={text_of(times, 'times')}"]
    for name, value in (("delta", delta), ("epsilon", epsilon)):
        if value is not None:
            arguments.append(f"--{name}={text_of(value, name)}")
    arguments += _digits(digits) + _timeout(timeout)
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

    `whole`: the variable takes whole numbers only (so it is for n and k, and where a function of the
    relation takes nothing else). Other variables of the
    relation are keywords. `timeout` is in seconds. Raises Error for bad input. Source:
    docs/guide/accounting.md.

    >>> calibrate("renyi(gaussian_pair(mu), 2) <= 1/2", over="mu", start="1/100", end=2)[0]["suffices"]
    '0.707106'
    """
    relation, over = text(relation, "relation"), text(over, "over")
    arguments = [f"--over={over}", f"--from={text_of(start, 'start')}", f"--to={text_of(end, 'end')}"]
    arguments += ["--whole"] if whole else []
    arguments += _digits(digits) + _timeout(timeout) + _settings(variables)
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
    data = _run("compare", _settings(point) + _digits(digits) + _timeout(timeout))
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
    `verdict` and `message` more. A cell is a number as eval() takes it, but a float of any width is
    the shortest decimal that stands for it in that width, which is how tables are meant: 0.1 in
    float32 is one tenth. Columns named by `exact` were not rounded; those named by `ignore` are
    passed over. Missing values, and columns that are called `verdict` or `message`, are refused.
    Warns with Caution of what the verdicts do not cover. Raises Error for bad input. Source:
    docs/guide/tables.md.

    >>> check({"x": ["1/2", 3]}, "x <= 1")["verdict"]
    ['holds', 'fails']
    """
    columns = _columns_of(table)
    exact, ignored = names(exact, "exact"), names(ignore, "ignore")
    content = io.StringIO()
    writer = csv.writer(content)
    try:
        writer.writerow(columns)
        for row in zip(*columns.values()):
            writer.writerow([_cell(cell, name, name in ignored) for cell, name in zip(row, columns)])
    except csv.Error as error:
        raise _core.Error(f"the table cannot be written as CSV: {error}") from None
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "table.csv"
        file.write_text(text(content.getvalue(), "the table"), encoding="utf-8")
        arguments = [f"--exact={name}" for name in exact] + [f"--ignore={name}" for name in ignored]
        arguments += _settings(variables) + _timeout(timeout) + [f"--claim={text(claim, 'claim')}"]
        try:
            data = _run("check", [*arguments, str(file)])
        except (_core.Error, _core.BeyondReach) as error:
            raise type(error)(str(error).replace(str(file), "table")) from None
    if not isinstance(data, list):
        raise _core.BeyondReach(str(data.get("message") or "the rows were not judged"))
    for sentence in _cautions_in(data):
        warnings.warn(sentence, Caution, 2)
    found = {name: [row[name] for row in data] for name in RESULT_COLUMNS}
    if isinstance(table, dict):
        return {**table, **found}
    if hasattr(table, "with_columns"):
        series = type(table[table.columns[0]])
        return table.with_columns([series(name, values) for name, values in found.items()])
    return table.assign(**found)


RESULT_COLUMNS = ("verdict", "message")
NARROW_FLOATS = {"float16": np.float16, "halffloat[pyarrow]": np.float16,
                 "float32": np.float32, "float[pyarrow]": np.float32}


def _columns_of(table: Any) -> dict[str, list[Any]]:
    """The columns of a dict or a frame. What is narrower than a float becomes its shortest decimal."""
    is_dict = isinstance(table, dict)
    if not is_dict and not (hasattr(table, "columns") and hasattr(table, "__getitem__")):
        raise _core.Error("table: expected a frame of pandas or polars, or a dict of columns, found "
                          f"{kind_of(table)}")
    keys = list(table if is_dict else table.columns)
    columns: dict[str, list[Any]] = {}
    for key in keys:
        name = text(str_of(key, "the name of a column"), "the name of a column")
        if name in columns:
            raise _core.Error(f"the table has two columns '{name}'")
        if name in RESULT_COLUMNS:
            raise _core.Error(f"the table has a column '{name}', which the result would have twice; "
                              "rename it")
        columns[name] = _cells_of(table[key], name)
    if not columns:
        raise _core.Error("the table has no columns")
    if len({len(column) for column in columns.values()}) > 1:
        raise _core.Error("the columns of the table have different lengths")
    return columns


def _cells_of(column: Any, name: str) -> list[Any]:
    if isinstance(column, (str, bytes, dict)):
        raise _core.Error(f"column '{name}': expected a list of numbers, found {kind_of(column)}")
    if missing := missing_in(column):
        raise _core.Error(f"column '{name}': {missing} of the cells are missing (masked)")
    try:
        cells = list(column)
    except TypeError:
        raise _core.Error(
            f"column '{name}': expected a list of numbers, found {kind_of(column)}") from None
    # A frame hands out narrow floats as wide ones, with digits that nobody wrote.
    narrow = NARROW_FLOATS.get(str(getattr(column, "dtype", "")).lower())
    if narrow is None:
        return cells
    return [narrow(cell) if isinstance(cell, float) else cell for cell in cells]


def _cell(cell: Any, name: str, is_ignored: bool) -> str:
    if is_ignored:
        return " ".join(str_of(cell, f"column '{name}'").split())
    if isinstance(cell, (float, np.floating)) and np.isfinite(cell):
        # The shortest decimal that is this number among those of its own width.
        return repr(float(cell)) if isinstance(cell, float) else str(cell)
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
    relation = text(relation, "relation")
    settings = [_setting(name, value if isinstance(value, (list, tuple, range)) else [value])
                for name, value in variables.items()]
    arguments = [f"--seed={whole(seed, 'seed', 0)}", f"--tries={whole(tries, 'tries', 1)}", *_timeout(timeout), *settings]
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
    effort = None if effort is None else whole(effort, "effort", 0)
    with tempfile.TemporaryDirectory() as folder:
        asked = []
        for i, one in enumerate(what):
            one = text(os.fspath(one) if isinstance(one, os.PathLike) else one, "what")
            if "\n" in one:
                file = pathlib.Path(folder) / f"catalogue-{i + 1}.toml"
                file.write_text(one, encoding="utf-8")
                one = str(file)
            asked.append(one)
        try:
            data = _run("verify", [*([] if effort is None else [f"--effort={effort}"]), *_timeout(timeout), "--", *asked])
        except (_core.Error, _core.BeyondReach) as error:
            raise type(error)(str(error).replace(folder + os.sep, "")) from None
    rows = [{"id": claim["id"], "verdict": claim["verdict"], "message": claim["message"]}
            for claim in data["claims"]]
    cautions = [f"{claim['id']}: {one}" for claim in data["claims"] for one in _cautions_in(claim)]
    return Table(rows, data, cautions)
