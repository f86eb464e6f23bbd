"""Certified divergences of the shuffle model of differential privacy.

Every value is an enclosure: the true value is at least `lower` and at most `upper`, whatever the
rounding.

>>> import shufflecert as sc
>>> pair = sc.clone_pair(n=10**6, eps0=4)
>>> bool(pair.epsilon(1e-8).upper < 0.25)
True
"""

from . import adapters
from ._core import BeyondReach, Error, version as __version__
from .commands import Table, account, calibrate, check, compare, falsify, verify
from .distributions import (
    Law,
    Pair,
    clone_pair,
    compose,
    first,
    gaussian_pair,
    krr_law,
    krr_pair,
    mix,
    normal_pair,
    pair,
    printed_pair,
    product_pair,
    rr_law,
    rr_pair,
    second,
    staircase_pair,
    subsampled,
    swap,
    unmixed_pair,
    variation_pair,
)
from .plotting import plot
from .values import Caution, DigitsNotReached, Enclosure, eval

__all__ = [
    "BeyondReach",
    "Caution",
    "DigitsNotReached",
    "Enclosure",
    "Error",
    "Law",
    "Pair",
    "Table",
    "account",
    "adapters",
    "calibrate",
    "check",
    "clone_pair",
    "compare",
    "compose",
    "eval",
    "falsify",
    "first",
    "gaussian_pair",
    "krr_law",
    "krr_pair",
    "mix",
    "normal_pair",
    "pair",
    "plot",
    "printed_pair",
    "product_pair",
    "rr_law",
    "rr_pair",
    "second",
    "staircase_pair",
    "subsampled",
    "swap",
    "unmixed_pair",
    "variation_pair",
    "verify",
]
