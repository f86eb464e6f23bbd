"""Numbers that go in, enclosures that come out, and `eval`."""

from __future__ import annotations

import decimal
import math
import numbers
import time
import warnings
from typing import Any, NamedTuple, Optional

import numpy as np

from . import _core
from .arguments import MOST_DIGITS, digits_of, kind_of, seconds, text, whole

# Of one call: what it needs besides the values themselves is Python's, number by number.
MOST_POINTS = 100_000_000


class DigitsNotReached(UserWarning):
    """Fewer digits are certain than were asked for; both ends still enclose the value."""


class Caution(UserWarning):
    """What a value or a truth does not cover, such as other inputs of the other users: one sentence,
    the same that the program prints (docs/reference/cautions.md)."""


class Enclosure(NamedTuple):
    """Both ends of a value, or of an array of values: the truth is at least `lower` and at most
    `upper`.

    The ends are floats (numpy.float64 arrays for arrays of points), rounded outward; with `digits`
    they are decimal texts (arrays of `object`), rounded outward, three digits longer. `inf` is a legal end.
    """

    lower: Any
    upper: Any


def text_of(value: Any, what: str) -> str:
    """A number as a formula of the same exact value.

    An int, Fraction or Decimal is what it says. A float is exactly the binary fraction that it is,
    0.1 too; write "0.1" or Decimal("0.1") for one tenth. A str is a formula, such as "log(3)".
    Throws Error for NaN, for missing values and for everything else.
    """
    if isinstance(value, str):
        try:
            return _core.normal_text(text(value, what))
        except _core.Error as error:
            raise _core.Error(named(error, what)) from None
    if isinstance(value, (bool, np.bool_)):
        raise _core.Error(f"{what}: expected a number, found {value!r}")
    if isinstance(value, decimal.Decimal):
        if value.is_nan():
            raise _core.Error(f"{what} is NaN; expected a number")
        if value.is_infinite():
            return "inf" if value > 0 else "-inf"
        try:
            return _core.normal_text(str(value).replace("E+", "E"))
        except _core.Error as error:
            raise _core.Error(named(error, what)) from None
    if missing_in(value) or type(value).__name__ in ("NAType", "NaTType"):
        raise _core.Error(f"{what}: a value is missing; expected a number")
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return text_of(value.item(), what)
    if isinstance(value, numbers.Rational):
        top, bottom = int(value.numerator), int(value.denominator)
    elif isinstance(value, (float, np.floating)):
        value = float(value) if not isinstance(value, np.longdouble) else value
        if math.isnan(value):
            raise _core.Error(f"{what} is NaN; expected a number")
        if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        top, bottom = value.as_integer_ratio()
    else:
        raise _core.Error(
            f"{what}: expected an int, a float, a Fraction, a Decimal or a formula such as 'log(3)', "
            f"found {kind_of(value)}"
        )
    return digits_of(top, what) + ("" if bottom == 1 else "/" + digits_of(bottom, what))


def named(error: Exception, what: str) -> str:
    """The line of an error with the argument that it is about."""
    line = str(error)
    return line if line.startswith(what) else f"{what}, {line}"


def column_of(values: np.ndarray, what: str, deadline: Optional[float] = None) -> Any:
    """The numbers of a flat array as the compiled part takes them."""
    if values.dtype.kind == "f" and values.dtype.itemsize <= 8:
        return np.ascontiguousarray(values, dtype=np.float64)
    if values.dtype.kind in "iu" and np.can_cast(values.dtype, np.int64):
        return np.ascontiguousarray(values, dtype=np.int64)
    texts = []
    for i, one in enumerate(values):
        if i % 1024 == 0 and deadline is not None and time.monotonic() > deadline:
            raise _core.BeyondReach(f"the time limit passed while the values of {what} were read")
        texts.append(text_of(one, what))
    return texts


def missing_in(value: Any) -> int:
    """How many values of masked arrays, also of those in lists, are masked. NumPy would take what
    lies under the mask for a number."""
    if isinstance(value, (list, tuple)):
        return sum(missing_in(one) for one in value)
    return int(np.ma.count_masked(value)) if np.ma.isMaskedArray(value) else 0


def array_of(value: Any, what: str) -> np.ndarray:
    """The value as an array whose entries are what was given, not rounded."""
    if missing := missing_in(value):
        raise _core.Error(f"{what}: {missing} of the values are missing (masked); give the others "
                          "alone, as values.compressed() does")
    try:
        if isinstance(value, (list, tuple, range)):
            array = np.array(value, dtype=object)
            if array.size and all(isinstance(one, float) for one in array.flat):
                array = np.array(value, dtype=np.float64)
        elif hasattr(value, "to_numpy") and not isinstance(value, type):
            array = value.to_numpy()
        elif isinstance(value, np.ndarray):
            array = value
        else:
            array = np.array(value, dtype=object)
    except (TypeError, ValueError) as error:
        line = " ".join(str(error).split())
        raise _core.Error(f"{what}: expected a number or an array of numbers: {line}") from None
    if not isinstance(array, np.ndarray) or array.dtype.kind not in "biufOU":
        kind = array.dtype if isinstance(array, np.ndarray) else kind_of(array)
        raise _core.Error(f"{what}: expected a number or an array of numbers, found {kind}")
    return np.asarray(array)


def evaluate(
    formula: str,
    variables: dict[str, Any],
    digits: Optional[int],
    method: str,
    timeout: Optional[float],
    callers: int = 3,
) -> Any:
    """`callers`: how many calls up the code of the user is, which warnings are about."""
    formula = text(formula, "the formula")
    method = text(method, "method")
    if digits is not None:
        digits = whole(digits, "digits", 1, MOST_DIGITS)
    limit = seconds(timeout)
    deadline = None if limit is None else time.monotonic() + limit
    arrays = {text(name, "the name of a variable"): array_of(value, name)
              for name, value in variables.items()}
    try:
        shape = np.broadcast_shapes(*(one.shape for one in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {one.shape}" for name, one in arrays.items())
        raise _core.Error(f"the shapes of the variables do not fit together: {shapes}") from None
    points = math.prod(shape)
    if points > MOST_POINTS:
        raise _core.Error(f"the arrays of the variables together have {points} points, and "
                          f"{MOST_POINTS} is the most of one call")
    columns = {
        name: column_of(np.broadcast_to(one, shape).ravel(), name, deadline)
        for name, one in arrays.items()
    }
    if deadline is not None:
        limit = deadline - time.monotonic()
        if limit <= 0:
            raise _core.BeyondReach("the time limit passed while the values were read")
    kind, lower, upper, short, reason, cautions = _core.evaluate(
        formula, columns, points, digits, method, limit
    )
    for sentence in cautions:
        warnings.warn(sentence, Caution, callers)
    if kind == "truth":
        return lower[0] if shape == () else np.array(lower, dtype=object).reshape(shape)
    if short and digits is not None:
        of = f"{short} of {points} values" if shape else "the value"
        warnings.warn(f"{of} with fewer than {digits} digits: {reason}", DigitsNotReached, callers)
    if shape == ():
        return Enclosure(lower[0], upper[0])
    if kind == "text":
        lower, upper = np.array(lower, dtype=object), np.array(upper, dtype=object)
    return Enclosure(lower.reshape(shape), upper.reshape(shape))


def eval(
    formula: str,
    *,
    digits: Optional[int] = None,
    method: str = "automatic",
    timeout: Optional[float] = None,
    **variables: Any,
) -> Any:
    """The value of a formula of the language, at one point or at each point of arrays.

    Keywords are the variables of the formula; arrays are broadcast together, as in NumPy. A variable
    named `lambda` is given as `**{"lambda": 4}`.

    Returns an Enclosure for a number; True, False or None (undecided) for a comparison, in arrays
    of dtype object where variables are arrays. `timeout` is in seconds, for all points together.
    Raises Error where the formula is none, or has no value; BeyondReach where nothing could be
    computed. Warns with Caution of what the answer does not cover. Source: docs/reference/language.md.

    >>> eval("1/3", digits=5)
    Enclosure(lower='0.33333333', upper='0.33333334')
    >>> eval("renyi(rr_pair(n, 1), 2) <= 2/n", n=[10, 100]).tolist()
    [True, True]
    """
    return evaluate(formula, variables, digits, method, timeout)
