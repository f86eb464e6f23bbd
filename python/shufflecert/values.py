"""Numbers that go in, enclosures that come out, and `eval`."""

from __future__ import annotations

import decimal
import fractions
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


class _Ends(NamedTuple):
    lower: Any
    upper: Any


class Enclosure(_Ends):
    """Both ends of a value, or of an array of values: the truth is at least `lower` and at most
    `upper`. A named tuple, so that `lower, upper = enclosure` works.

    The ends are floats (numpy.float64 arrays for arrays of points), rounded outward, whatever was
    asked for; `inf` is a legal end. `decimals()` has the ends as decimal strings: with `digits`
    the computed ones, of as many digits as were asked for and three more; else the floats, exactly.
    """

    _decimals: Optional[tuple[Any, Any]] = None

    @classmethod
    def of_decimals(cls, lower: Any, upper: Any) -> "Enclosure":
        """The enclosure with these decimal strings, or arrays of them, for its ends."""
        made = cls(_floats(lower, -math.inf), _floats(upper, math.inf))
        made._decimals = (lower, upper)
        return made

    def decimals(self) -> tuple[Any, Any]:
        """Both ends as decimal strings (arrays of `object` for arrays of points)."""
        if self._decimals is not None:
            return self._decimals
        return _exact_decimals(self.lower), _exact_decimals(self.upper)

    @property
    def mid(self) -> Any:
        """The float in the middle of both ends; inf where an end is. Rounded: no bound."""
        with np.errstate(invalid="ignore", over="ignore"):
            middle = self.lower + (self.upper - self.lower) / 2
        return _plain(np.where(np.isinf(self.upper), self.upper, middle))

    @property
    def width(self) -> Any:
        """How far the float ends are apart, rounded up; 0 where they are equal, also at inf."""
        with np.errstate(invalid="ignore", over="ignore"):
            apart = np.subtract(self.upper, self.lower)
        return _plain(np.where(np.equal(self.lower, self.upper), 0.0, np.nextafter(apart, math.inf)))

    def __repr__(self) -> str:
        lower, upper = self if self._decimals is None else self._decimals
        if isinstance(lower, str):
            return f"Enclosure(lower={lower}, upper={upper})"
        return f"Enclosure(lower={lower!r}, upper={upper!r})"


def _plain(value: np.ndarray) -> Any:
    return float(value) if value.ndim == 0 else value


def _float_beside(decimal_text: str, direction: float) -> float:
    """The float nearest to a decimal on the side of `direction`, or the decimal itself."""
    nearest = float(decimal_text)
    if math.isinf(nearest):
        # What is too large for a float: the largest one is on the other side.
        is_infinite = "inf" in decimal_text
        return nearest if is_infinite or (nearest > 0) == (direction > 0) else math.nextafter(nearest, 0)
    stated = fractions.Fraction(decimal_text)
    exact = fractions.Fraction(nearest)
    is_outside = exact <= stated if direction < 0 else exact >= stated
    return nearest if is_outside else math.nextafter(nearest, direction)


def _floats(decimals: Any, direction: float) -> Any:
    if isinstance(decimals, str):
        return _float_beside(decimals, direction)
    flat = [_float_beside(one, direction) for one in decimals.ravel()]
    return np.array(flat, dtype=np.float64).reshape(decimals.shape)


def _exact_decimals(ends: Any) -> Any:
    def text_of_end(end: Any) -> str:
        end = float(end)
        return str(end) if math.isinf(end) else format(decimal.Decimal(end), "f" if end == 0 else "")

    if np.ndim(ends) == 0:
        return text_of_end(ends)
    return np.array([text_of_end(one) for one in ends.ravel()], dtype=object).reshape(ends.shape)


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
    if kind == "text":
        if shape == ():
            return Enclosure.of_decimals(lower[0], upper[0])
        texts = (np.array(ends, dtype=object).reshape(shape) for ends in (lower, upper))
        return Enclosure.of_decimals(*texts)
    if shape == ():
        return Enclosure(float(lower[0]), float(upper[0]))
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

    >>> third = eval("1/3", digits=5)
    >>> third
    Enclosure(lower=0.33333333, upper=0.33333334)
    >>> third.decimals()
    ('0.33333333', '0.33333334')
    >>> third.lower < 1/3 < third.upper
    True
    >>> eval("renyi(rr_pair(n, 1), 2) <= 2/n", n=[10, 100]).tolist()
    [True, True]
    """
    return evaluate(formula, variables, digits, method, timeout)
