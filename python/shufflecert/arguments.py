"""What functions may be given: texts, whole numbers, seconds. Everything else raises Error, with one
line that names the argument."""

from __future__ import annotations

import decimal
import math
import numbers
import re
from typing import Any, Optional

import numpy as np

from . import _core

MOST_DIGITS = 10_000
# What the program reads where an option takes a whole number.
MOST_WHOLE = 2**63 - 1
# More bits than this are more than 10,000 digits, which no formula takes.
MOST_BITS = 33_219


def kind_of(value: Any) -> str:
    """The kind of a value with its article: "a list", "an object"."""
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def one_line(value: Any) -> str:
    """A value as messages show it."""
    try:
        shown = " ".join(repr(value).split()) if isinstance(value, (str, float, numbers.Real)) else ""
    except ValueError:  # more than 4,300 digits
        shown = ""
    return shown if 0 < len(shown) <= 40 else kind_of(value)


def shortened(error: Any) -> str:
    """The line of an error, with numbers of more than 60 digits cut short."""
    return re.sub(r"\d{61,}", lambda number: f"{number[0][:20]}... ({len(number[0])} digits)", str(error))


def text(value: Any, what: str) -> str:
    """A str that can be handed on as UTF-8."""
    if not isinstance(value, str):
        raise _core.Error(f"{what}: expected a str, found {kind_of(value)}")
    if "\0" in value:
        raise _core.Error(f"{what}: there is a zero byte (NUL), which no text holds")
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        raise _core.Error(f"{what}: there is half of a character (a surrogate) in it") from None
    return str(value)


def str_of(value: Any, what: str) -> str:
    """str(value), where Python writes it."""
    try:
        return str(value)
    except ValueError:
        raise _core.Error(f"{what}: {kind_of(value)} of more than 4,300 digits") from None


def digits_of(value: int, what: str) -> str:
    """A whole number as text. Python's own conversion refuses more than 4,300 digits."""
    if value.bit_length() > MOST_BITS:
        raise _core.Error(f"{what}: the number is too long: at most {MOST_DIGITS} digits are possible")
    return format(decimal.Decimal(value), "f")


def whole(value: Any, what: str, least: int, most: int = MOST_WHOLE) -> int:
    """An int within its range."""
    is_whole = isinstance(value, numbers.Integral) and not isinstance(value, (bool, np.bool_))
    if not is_whole or value < least or value > most:
        among = f"of at least {least}" if most == MOST_WHOLE else f"from {least} to {most}"
        is_long = is_whole and abs(int(value)).bit_length() > 100
        shown = "a longer one" if is_long else one_line(value)
        raise _core.Error(f"{what}: expected a whole number {among}, found {shown}")
    return int(value)


def seconds(value: Any, what: str = "timeout") -> Optional[float]:
    """A time limit; None, and what is infinite, is none."""
    if value is None:
        return None
    try:
        if isinstance(value, (bool, np.bool_, str, bytes)):
            raise TypeError
        limit = float(value)
    except (TypeError, ValueError):
        raise _core.Error(f"{what}: expected a number of seconds above 0, found "
                          f"{one_line(value)}") from None
    except OverflowError:
        limit = math.inf if value > 0 else -math.inf
    if not limit > 0:
        raise _core.Error(f"{what}: expected a number of seconds above 0, found {limit!r}")
    return None if math.isinf(limit) else limit


def names(value: Any, what: str) -> list[str]:
    """One name, or several."""
    if isinstance(value, str):
        value = [value]
    try:
        listed = list(value)
    except TypeError:
        raise _core.Error(f"{what}: expected names, found {kind_of(value)}") from None
    return [text(one, what) for one in listed]
