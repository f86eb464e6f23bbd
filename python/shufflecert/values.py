"""Numbers that go in, enclosures that come out, and `eval`."""

from __future__ import annotations

import decimal
import fractions
import math
import numbers
import warnings
from typing import Any, NamedTuple, Optional

import numpy as np

from . import _core

MOST_DIGITS = 10_000


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
    Throws Error for NaN and for everything else.
    """
    if isinstance(value, str):
        try:
            return _core.normal_text(value)
        except _core.Error as error:
            raise _core.Error(f"{what}, {error}") from None
    if isinstance(value, (bool, np.bool_)):
        raise _core.Error(f"{what}: expected a number, found {value!r}")
    if isinstance(value, decimal.Decimal):
        if value.is_nan():
            raise _core.Error(f"{what} is NaN; expected a number")
        if value.is_infinite():
            return "inf" if value > 0 else "-inf"
        return _core.normal_text(str(value).replace("E+", "E"))
    if isinstance(value, np.ndarray) and value.ndim == 0:
        return text_of(value[()], what)
    if isinstance(value, numbers.Rational):
        exact = fractions.Fraction(int(value.numerator), int(value.denominator))
    elif isinstance(value, (float, np.floating)):
        value = float(value) if not isinstance(value, np.longdouble) else value
        if math.isnan(value):
            raise _core.Error(f"{what} is NaN; expected a number")
        if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        exact = fractions.Fraction(*value.as_integer_ratio())
    else:
        raise _core.Error(
            f"{what}: expected an int, a float, a Fraction, a Decimal or a formula such as 'log(3)', "
            f"found a {type(value).__name__}"
        )
    return str(exact)


def column_of(values: np.ndarray, what: str) -> Any:
    if values.dtype.kind == "f" and values.dtype.itemsize <= 8:
        return np.ascontiguousarray(values, dtype=np.float64)
    return [text_of(one, what) for one in values.tolist()]


def array_of(value: Any, what: str) -> np.ndarray:
    """The value as an array whose entries are what was given, not rounded."""
    if isinstance(value, np.ndarray):
        return value
    if isinstance(value, (list, tuple, range)):
        plain = np.array(value, dtype=object)
        if all(isinstance(one, float) for one in plain.flat):
            return np.array(value, dtype=np.float64)
        return plain
    if hasattr(value, "to_numpy"):
        return value.to_numpy()
    return np.array(value, dtype=object)


def evaluate(
    formula: str,
    variables: dict[str, Any],
    digits: Optional[int],
    method: str,
    timeout: Optional[float],
    callers: int = 3,
) -> Any:
    """`callers`: how many calls up the code of the user is, which warnings are about."""
    if digits is not None and (
        isinstance(digits, bool)
        or not isinstance(digits, (int, np.integer))
        or not 1 <= digits <= MOST_DIGITS
    ):
        raise _core.Error(f"digits: expected a whole number from 1 to {MOST_DIGITS}, found {digits!r}")
    if timeout is not None and not timeout > 0:
        raise _core.Error(f"timeout: expected a number of seconds above 0, found {timeout!r}")
    arrays = {name: array_of(value, name) for name, value in variables.items()}
    try:
        shape = np.broadcast_shapes(*(one.shape for one in arrays.values()))
    except ValueError:
        shapes = ", ".join(f"{name} {one.shape}" for name, one in arrays.items())
        raise _core.Error(f"the shapes of the variables do not fit together: {shapes}") from None
    columns = {
        name: column_of(np.broadcast_to(one, shape).ravel(), name) for name, one in arrays.items()
    }
    points = math.prod(shape)
    kind, lower, upper, short, reason, cautions = _core.evaluate(
        formula, columns, points, digits, method, timeout
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
