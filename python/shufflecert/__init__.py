"""Certified divergences of the shuffle model of differential privacy.

Every value is an enclosure: the true value is at least `lower` and at most `upper`, whatever the
rounding.

>>> import shufflecert as sc
>>> sc.clone_pair(n=10**6, eps0=4).epsilon("1e-8", digits=6)
Enclosure(lower=0.0641968432, upper=0.0641968433)
"""

from . import adapters
from ._core import BeyondReach, Error, version as __version__
from .auditing import (
    check_pld,
    coverage,
    frontier,
    letter,
    merge,
    methods,
    recheck,
    report,
    rules,
    show,
    simulate,
)
from .commands import Table, account, calibrate, check, compare, falsify, verify
from .distributions import (
    Law,
    Pair,
    binomial_law,
    clone_pair,
    compose,
    discrete_gaussian_law,
    first,
    gaussian_pair,
    geometric_law,
    krr_law,
    krr_pair,
    laplace_pair,
    mix,
    negative_binomial_law,
    normal_pair,
    pair,
    poisson_law,
    printed_pair,
    product_pair,
    rr_law,
    rr_pair,
    second,
    shuffled_pair,
    skellam_law,
    staircase_pair,
    subsampled,
    sum_law,
    swap,
    unmixed_pair,
    variation_pair,
)
from .plotting import plot
from .values import Caution, DigitsNotReached, Enclosure, eval

# `eval` is Python's own where a program imports all names.
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
    "binomial_law",
    "adapters",
    "calibrate",
    "check",
    "check_pld",
    "clone_pair",
    "compare",
    "compose",
    "discrete_gaussian_law",
    "coverage",
    "falsify",
    "first",
    "frontier",
    "gaussian_pair",
    "geometric_law",
    "krr_law",
    "krr_pair",
    "laplace_pair",
    "letter",
    "merge",
    "methods",
    "mix",
    "negative_binomial_law",
    "normal_pair",
    "pair",
    "plot",
    "poisson_law",
    "printed_pair",
    "product_pair",
    "recheck",
    "report",
    "rr_law",
    "rr_pair",
    "rules",
    "second",
    "shuffled_pair",
    "skellam_law",
    "show",
    "simulate",
    "staircase_pair",
    "subsampled",
    "sum_law",
    "swap",
    "unmixed_pair",
    "variation_pair",
    "verify",
]
