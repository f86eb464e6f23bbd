"""Curves with certified ends, drawn by matplotlib."""

from __future__ import annotations

import time
from typing import Any, Callable, Optional, Union

import numpy as np

from . import _core
from .arguments import kind_of, seconds, text
from .values import Enclosure, array_of, eval as eval_formula

Curve = Union[str, Callable[..., Any]]


def _at(curve: Curve, over: str, values: Any, timeout: Optional[float],
        variables: dict[str, Any]) -> Enclosure:
    if callable(curve):
        try:
            return curve(values, timeout=timeout)
        except TypeError as error:
            raise _core.Error(f"the curve cannot be called as curve(values, timeout=...): {error}") from error
    return eval_formula(curve, timeout=timeout, **{over: values}, **variables)


def _ends(curve: Curve, over: str, values: np.ndarray, timeout: Optional[float],
          variables: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    start = time.monotonic()
    try:
        found = _at(curve, over, values, timeout, variables)
    except (_core.Error, _core.BeyondReach) as error:
        first = error
    else:
        if not isinstance(found, Enclosure):
            raise _core.Error(f"'{curve}' is a comparison; expected a number to draw")
        ends = np.asarray(found.lower, float), np.asarray(found.upper, float)
        if ends[0].shape != values.shape:
            raise _core.Error(f"'{curve}' has values of the shape {ends[0].shape}, and {over} has "
                              f"{values.shape}")
        return ends
    # Perhaps some of the points have a value, and there is time left.
    lower, upper = np.full(values.shape, np.nan), np.full(values.shape, np.nan)
    for i, value in enumerate(values):
        left = None if timeout is None else timeout - (time.monotonic() - start)
        if left is not None and left <= 0:
            break
        try:
            found = _at(curve, over, value, left, variables)
        except (_core.Error, _core.BeyondReach):
            continue
        if isinstance(found, Enclosure) and np.ndim(found.lower) == 0:
            lower[i], upper[i] = found
    if np.isnan(lower).all():
        raise first
    return lower, upper


def plot(curves: Any, *, over: str, values: Any, ax: Any = None, timeout: Optional[float] = None,
         **variables: Any) -> Any:
    """Draws curves along one variable, and returns the axes of matplotlib, to be labelled and saved.

    `curves` is one curve, a list, or a dict from labels to curves. A curve is a formula in the
    variable `over`, or a method of a pair, such as `pair.renyi`. `values` are the numbers to take,
    one array or list; the other variables are keywords, one number each. Without `ax` the current axes
    are used. `timeout` is in seconds, for each curve.

    A curve is the area between both certified ends, with a line around it: mostly too thin to be seen
    as such. It has a gap where the value is infinite, does not exist or cannot be computed. Raises Error
    or BeyondReach where a curve has no point, ImportError without matplotlib. Source: the quantities
    are those of docs/reference/language.md.

    >>> axes = plot({"exact": "renyi(clone_pair(n, 1), 2)", "bound": "4/n"},
    ...             over="n", values=[10, 100, 1000])
    >>> [line.get_label() for line in axes.get_lines()]
    ['exact', 'bound']
    """
    try:
        import matplotlib.pyplot as pyplot
    except ImportError:
        raise ImportError("plot() needs matplotlib (on Debian the package python3-matplotlib)") from None
    over = text(over, "over")
    limit = seconds(timeout)
    places = array_of(values, "values")
    if places.ndim != 1 or places.size == 0:
        raise _core.Error(f"values: expected a list of numbers, found the shape {places.shape}")
    if over in variables:
        raise _core.Error(f"'{over}' is the variable of over=, and has a value besides")
    if isinstance(curves, dict):
        named = list(curves.items())
    else:
        several = curves if isinstance(curves, (list, tuple)) else [curves]
        named = [(curve if isinstance(curve, str) else getattr(curve, "__name__", "curve"), curve)
                 for curve in several]
    if not named:
        raise _core.Error("curves: there is none to draw")
    for _, curve in named:
        if not (isinstance(curve, str) or callable(curve)):
            raise _core.Error("curves: expected a formula or a method of a pair, such as pair.renyi, "
                              f"found {kind_of(curve)}")
    found = [(label, *_ends(curve, over, places, limit, variables)) for label, curve in named]
    # Exact numbers and formulas have a place on the axis, too.
    across = eval_formula("x", x=places).upper.astype(float)
    axes = pyplot.gca() if ax is None else ax
    for label, lower, upper in found:
        lower[~np.isfinite(lower)] = np.nan
        upper[~np.isfinite(upper)] = np.nan
        (line,) = axes.plot(across, upper, label=label, linewidth=1.2)
        axes.fill_between(across, lower, upper, color=line.get_color(), linewidth=1.2)
    axes.set_xlabel(over)
    if len(named) > 1:
        axes.legend()
    return axes
