"""Curves of a pair in the form that other accounting libraries take.

What they receive is an upper bound, rounded outward: their ε or δ for it is one for the pair, up to
the rounding of their own double arithmetic. Tested with the interfaces of dp-accounting 0.6, Opacus
1.5 and autodp 0.2.
"""

from __future__ import annotations

import decimal
import math
import numbers
import warnings
from fractions import Fraction
from typing import Any, Callable, NamedTuple, Optional, Sequence

import numpy as np

from . import _core
from .arguments import kind_of, one_line
from .distributions import Pair, swap
from .values import DigitsNotReached, array_of, eval as evaluate

ORDERS = (1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 256)
MOST_LOSSES = 100_000


def require_pair(pair: Any) -> None:
    if not isinstance(pair, Pair):
        raise _core.Error(f"pair: expected a Pair, found {kind_of(pair)}")


class RdpCurve(NamedTuple):
    """Orders above 1, and at each an upper bound of the Rényi divergences of both directions."""

    orders: np.ndarray
    rdp: np.ndarray


class LossPmf(NamedTuple):
    """A pessimistic privacy-loss distribution: the loss is k * interval with probability at most
    masses[k], and infinite with probability at most infinity_mass."""

    masses: dict[int, float]
    infinity_mass: float
    interval: float


def rdp_curve(pair: Pair, orders: Sequence[float] = ORDERS, *,
              timeout: Optional[float] = None) -> RdpCurve:
    """The Rényi curve of a pair, the larger of both directions, each value rounded up.

    `orders` are finite and above 1. dp-accounting: `rdp.compute_epsilon(*curve, delta)`. Opacus:
    `get_privacy_spent(orders=curve.orders, rdp=curve.rdp, delta=delta)`. `timeout` is in seconds, for
    each direction.

    >>> from shufflecert import gaussian_pair
    >>> rdp_curve(gaussian_pair(1), [2, 4])
    RdpCurve(orders=array([2., 4.]), rdp=array([1., 2.]))
    """
    require_pair(pair)
    try:
        given = array_of(orders, "orders").astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise _core.Error("orders: expected a list of finite numbers above 1") from None
    if given.ndim != 1 or not ((given > 1) & np.isfinite(given)).all():
        raise _core.Error("orders: expected a list of finite numbers above 1")
    both = [one.renyi(given, timeout=timeout).upper for one in (pair, swap(pair))]
    return RdpCurve(given, np.maximum(*both))


def rdp_function(pair: Pair) -> Callable[[float], float]:
    """The same as a function of the order above 0, which may be inf; autodp:
    `mechanism.propagate_updates(rdp_function(pair), "RDP")`.

    >>> from shufflecert import gaussian_pair
    >>> rdp_function(gaussian_pair(1))(3)
    1.5
    """

    require_pair(pair)

    def rdp(alpha: float) -> float:
        if isinstance(alpha, (list, tuple)) or getattr(alpha, "ndim", 0) > 0:
            raise _core.Error(f"order: expected one number, found {kind_of(alpha)}")
        return float(max(pair.renyi(alpha).upper, swap(pair).renyi(alpha).upper))

    return rdp


def _float_above(value: decimal.Decimal) -> float:
    near = float(value)
    return near if decimal.Decimal(near) >= value else math.nextafter(near, math.inf)


def loss_pmf(pair: Pair, interval: float = 1e-4, tail: float = 1e-12, *,
             timeout: Optional[float] = None) -> LossPmf:
    """A privacy-loss distribution on the multiples of `interval` whose hockey-stick divergence is at
    every ε at least that of the pair (P, Q), and on the grid equal to it but for rounding.

    Losses beyond both values of ε that leave `tail` in (0, 1) in their direction are moved up, at the
    top to infinity. `timeout` is in seconds for each of three computations. Raises Error where more
    than `tail` of P has an infinite loss, or the grid has more than 100,000 points. Source:
    docs/methods/adapters.md; Doroshenko et al. 2022 without rounding.

    >>> from shufflecert import rr_pair
    >>> found = loss_pmf(rr_pair(1, "log(3)"), interval=0.25)
    >>> min(found.masses), max(found.masses), found.infinity_mass
    (-5, 5, 0.0)
    """
    require_pair(pair)
    if not (isinstance(interval, float) and 0 < interval < math.inf):
        raise _core.Error(f"interval: expected a float above 0, found {one_line(interval)}")
    is_number = isinstance(tail, numbers.Real) and not isinstance(tail, bool)
    if not (is_number and 0 < tail < 1):
        raise _core.Error(f"tail: expected a number between 0 and 1, found {one_line(tail)}")
    step = Fraction(interval)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DigitsNotReached)
        top = pair.epsilon(tail, timeout=timeout).upper
        bottom = swap(pair).epsilon(tail, timeout=timeout).upper
    if math.isinf(top) or math.isinf(bottom):
        raise _core.Error("tail: more than that has an infinite loss; give a larger one")
    last = math.ceil(Fraction(top) / step)
    first = min(math.floor(-Fraction(bottom) / step), last - 1)
    if last - first >= MOST_LOSSES:
        raise _core.Error(f"interval: the losses need {last - first + 1} points, and {MOST_LOSSES} is "
                          "the most; give a wider interval")
    grid = [step * k for k in range(first, last + 1)]
    deltas = pair.hockey_stick(grid, timeout=timeout).upper
    up = decimal.Context(prec=60, rounding=decimal.ROUND_CEILING)
    down = decimal.Context(prec=60, rounding=decimal.ROUND_FLOOR)
    shrink = decimal.Decimal(evaluate("exp(-h)", h=step, digits=50).decimals()[1])
    rest = down.subtract(decimal.Decimal(1), shrink)
    infinity_mass = float(deltas[-1])
    above = decimal.Decimal(infinity_mass)  # (P.3): all mass above the loss, from below
    weighted = decimal.Decimal(0)  # the finite part, times exp of its distance, from above
    masses: dict[int, float] = {}

    def put(k: int, lack: decimal.Decimal, divisor: decimal.Decimal) -> float:
        mass = _float_above(up.divide(lack, divisor)) if lack > 0 else 0.0
        if mass > 0:
            masses[k] = mass
        return mass

    for k in range(last, first, -1):
        needed = decimal.Decimal(float(deltas[k - 1 - first]))
        lack = up.add(up.subtract(needed, above), up.multiply(shrink, weighted))
        mass = decimal.Decimal(put(k, lack, rest))
        above = down.add(above, mass)
        weighted = up.multiply(shrink, up.add(weighted, mass))
    put(first, up.subtract(decimal.Decimal(1), above), decimal.Decimal(1))
    return LossPmf(masses, infinity_mass, interval)


def dp_accounting_pld(pair: Pair, interval: float = 1e-4, tail: float = 1e-12, *,
                      library: Any = None, timeout: Optional[float] = None) -> Any:
    """The pair as a `PrivacyLossDistribution` of dp-accounting: loss_pmf() of both directions, P‖Q
    as "remove" and Q‖P as "add". It composes with those of other mechanisms on the same interval.

    `library` is the module dp_accounting.pld.privacy_loss_distribution, which is imported unless given.
    """
    if library is None:
        from dp_accounting.pld import privacy_loss_distribution as library
    remove, add = (loss_pmf(one, interval, tail, timeout=timeout) for one in (pair, swap(pair)))
    return library.PrivacyLossDistribution.create_from_rounded_probability(
        remove.masses, remove.infinity_mass, interval, pessimistic_estimate=True,
        rounded_probability_mass_function_add=add.masses, infinity_mass_add=add.infinity_mass,
        symmetric=False)
