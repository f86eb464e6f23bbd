"""Pairs of distributions and laws, by the names that formulas have for them.

Arguments are numbers as `shufflecert.eval` takes them: int, float (exactly the binary fraction),
Fraction, Decimal, or a formula such as "log(3)". What pairs are and which parameters they may have
is in docs/reference/pairs.md.
"""

from __future__ import annotations

from typing import Any, Optional

from . import _core
from .arguments import kind_of, text
from .values import evaluate, text_of


class Formula:
    """A distribution, given by a formula without variables. Immutable."""

    __slots__ = ("formula",)
    _kind = ""

    formula: str

    def __init__(self, formula: str) -> None:
        kind, stated = _core.distribution(text(formula, "the formula"))
        if kind not in (self._kind, "unknown"):
            raise _core.Error(f"'{stated}' is a {kind}; expected a {self._kind}")
        object.__setattr__(self, "formula", stated)

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a {type(self).__name__} cannot be changed")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.formula!r})"

    def __eq__(self, other: Any) -> bool:
        return type(other) is type(self) and other.formula == self.formula

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.formula))

    def __reduce__(self) -> Any:
        return type(self), (self.formula,)


class Law(Formula):
    """A law of finitely many outcomes, by its formula: Law("law(x, 0, 2, binomial(2, x)/4)")."""

    __slots__ = ()
    _kind = "law"


class Pair(Formula):
    """A pair (P, Q) of neighbouring distributions, by its formula: Pair("clone_pair(10^6, 4)").

    Each quantity takes one number or an array (of any shape, also a list or a pandas Series) and
    gives an Enclosure of the same shape. `digits` asks for so many certain digits, 1 to 10,000, which
    `decimals()` of the enclosure has as strings; `method` for one way to compute,
    docs/methods/index.md; `timeout` is in seconds. Each raises Error for an argument outside of its
    range, and BeyondReach where nothing could be computed. Other threads run meanwhile, and Ctrl-C
    ends it. Values have the direction of the pair; swap(pair) is the other one. A pair that fixes the
    other users' inputs, such as rr_pair(), warns with Caution: its values are not upper bounds.
    """

    __slots__ = ()
    _kind = "pair"

    def _quantity(self, name: str, given: dict[str, Any], digits: Optional[int], method: str,
                  timeout: Optional[float]) -> Any:
        arguments = ", ".join([self.formula, *given])
        return evaluate(f"{name}({arguments})", given, digits, method, timeout, callers=4)

    def renyi(self, orders: Any, *, digits: Optional[int] = None, method: str = "automatic",
              timeout: Optional[float] = None) -> Any:
        """Rényi divergences D_λ(P‖Q) of the orders λ > 0, possibly inf, in nats (Rényi 1961).

        >>> gaussian_pair(1).renyi([2, "1/2"], digits=3)
        Enclosure(lower=array(['1', '0.25'], dtype=object), upper=array(['1', '0.25'], dtype=object))
        """
        return self._quantity("renyi", {"lambda": orders}, digits, method, timeout)

    def hockey_stick(self, eps: Any, *, digits: Optional[int] = None, method: str = "automatic",
                     timeout: Optional[float] = None) -> Any:
        """The least δ at each ε, H_{e^ε}(P‖Q), for finite real ε (Sason and Verdú 2016).

        >>> rr_pair(1, "log(3)").hockey_stick(0, digits=3)
        Enclosure(lower=0.499999, upper=0.500001)
        """
        return self._quantity("hockey_stick", {"eps": eps}, digits, method, timeout)

    def epsilon(self, delta: Any, *, digits: Optional[int] = None, method: str = "automatic",
                timeout: Optional[float] = None) -> Any:
        """The least ε at each δ in [0, 1], possibly negative: the inverse of hockey_stick().

        >>> gaussian_pair(1).epsilon("1e-6", digits=6)
        Enclosure(lower=4.88655411, upper=4.88655412)
        """
        return self._quantity("epsilon", {"delta": delta}, digits, method, timeout)

    def tradeoff(self, alpha: Any, *, digits: Optional[int] = None, method: str = "automatic",
                 timeout: Optional[float] = None) -> Any:
        """The least type II error at each type I error α in [0, 1] (Dong, Roth and Su 2022).

        >>> rr_pair(1, "log(3)").tradeoff("1/4", digits=3)
        Enclosure(lower=0.25, upper=0.25)
        """
        return self._quantity("tradeoff", {"alpha": alpha}, digits, method, timeout)

    def total_variation(self, *, digits: Optional[int] = None, method: str = "automatic",
                        timeout: Optional[float] = None) -> Any:
        """The total variation distance, in [0, 1].

        >>> rr_pair(1, "log(3)").total_variation(digits=3)
        Enclosure(lower=0.499999, upper=0.500001)
        """
        return self._quantity("total_variation", {}, digits, method, timeout)

    def rdp_epsilon(self, delta: Any, *, digits: Optional[int] = None, method: str = "automatic",
                    timeout: Optional[float] = None) -> Any:
        """The least ε at each δ that the Rényi curve alone gives, by the optimal conversion
        (Asoodeh et al. 2021): docs/methods/conversions.md."""
        return self._quantity("rdp_epsilon", {"delta": delta}, digits, method, timeout)


def _text(value: Any, what: str) -> str:
    if isinstance(value, Formula):
        return value.formula
    return text_of(value, what)


def _call(of: type, name: str, optional: Optional[dict[str, Any]] = None, **arguments: Any) -> Any:
    arguments |= {what: value for what, value in (optional or {}).items() if value is not None}
    given = ", ".join(_text(value, what) for what, value in arguments.items())
    return of(f"{name}({given})")


def clone_pair(n: Any, eps0: Any, p: Any = None) -> Pair:
    """The pair of "Hiding among the clones" (Feldman, McMillan and Talwar 2021, Theorem 3.2).

    n >= 1 users, eps0 >= 0 the local privacy parameter, p in (0, 1] the probability of a clone, which
    is e^-eps0 unless given. Or n is the law of the number of clones among the other users, and there
    is no p.

    >>> clone_pair(10**6, 4)
    Pair('clone_pair(1000000, 4)')
    >>> clone_pair(sum_law(binomial_law(40, 0.5), binomial_law(30, 0.25)), 2)
    Pair('clone_pair(sum_law(binomial_law(40, 1/2), binomial_law(30, 1/4)), 2)')
    """
    return _call(Pair, "clone_pair", n=n, eps0=eps0, optional={"p": p})


def unmixed_pair(n: Any, eps0: Any, p: Any = None) -> Pair:
    """The clone pair with Δ = 1 always; parameters as for clone_pair()."""
    return _call(Pair, "unmixed_pair", n=n, eps0=eps0, optional={"p": p})


def printed_pair(n: Any, eps0: Any, b: Any) -> Pair:
    """Theorem 1 of Chen, Cao and Ge as it is printed; b in [0, 1]."""
    return _call(Pair, "printed_pair", n=n, eps0=eps0, b=b)


def rr_pair(n: Any, eps0: Any) -> Pair:
    """Shuffled binary randomized response of n >= 1 users, all other inputs 0: a real mechanism."""
    return _call(Pair, "rr_pair", n=n, eps0=eps0)


def krr_pair(k: Any, n: Any, eps0: Any) -> Pair:
    """Shuffled k-ary randomized response, k >= 3, of n >= 1 users, all other inputs the third symbol:
    a real mechanism."""
    return _call(Pair, "krr_pair", k=k, n=n, eps0=eps0)


def staircase_pair(eps0: Any, weights: Any, s: Any, t: Any, *others: Any) -> Pair:
    """The histograms of a staircase mechanism with these output weights: one user's input favours
    the set s under P and t under Q; others are numbers of users and sets in turn. A set is a number
    in digits 0 and 1, one for each output."""
    try:
        weights = list(weights)
    except TypeError:
        raise _core.Error(f"weights: expected a list of numbers, found {kind_of(weights)}") from None
    given = {f"w{i}": one for i, one in enumerate(weights)}
    rest = {f"c{i}": one for i, one in enumerate(others)}
    return _call(Pair, "staircase_pair", eps0=eps0, k=len(given), **given, s=s, t=t, **rest)


def variation_pair(n: Any, p: Any, beta: Any, q: Any, q1: Any = None) -> Pair:
    """The pair of the variation-ratio reduction (Wang et al. 2024): p > 1 (inf is legal), beta in
    [0, 1], q >= 1; with q1 the two ratios are q and q1."""
    return _call(Pair, "variation_pair", n=n, p=p, beta=beta, q=q, optional={"q1": q1})


def normal_pair(m1: Any, v1: Any, m2: Any, v2: Any) -> Pair:
    """N(m1, v1) and N(m2, v2); v1, v2 > 0 are variances."""
    return _call(Pair, "normal_pair", m1=m1, v1=v1, m2=m2, v2=v2)


def gaussian_pair(mu: Any) -> Pair:
    """N(mu, 1) and N(0, 1)."""
    return _call(Pair, "gaussian_pair", mu=mu)


def laplace_pair(eps: Any) -> Pair:
    """Laplace noise of scale 1/eps on 1 and on 0; eps > 0."""
    return _call(Pair, "laplace_pair", eps=eps)


def subsampled(pair: Pair, gamma: Any) -> Pair:
    """(gamma P + (1 - gamma) Q, Q), gamma in [0, 1]; only where Q is the law without the differing
    user's input, such as for rr_pair()."""
    return _call(Pair, "subsampled", pair=pair, gamma=gamma)


def compose(pair: Pair, k: Any) -> Pair:
    """k >= 1 independent rounds of one pair."""
    return _call(Pair, "compose", pair=pair, k=k)


def product_pair(A: Pair, B: Pair) -> Pair:
    """Two independent rounds, of A and of B."""
    return _call(Pair, "product_pair", A=A, B=B)


def pair(P: Law, Q: Law) -> Pair:
    """The pair of two laws with outcomes of the same length."""
    return _call(Pair, "pair", P=P, Q=Q)


def shuffled_pair(P: Law, Q: Law, R: Law, n: Any) -> Pair:
    """The histograms of n >= 1 shuffled reports, one with the law P or Q and each of the others with the
    law R: any randomizer with finitely many outputs, at any n."""
    return _call(Pair, "shuffled_pair", P=P, Q=Q, R=R, n=n)


def allocation_pair(T: Any, sigma: Any) -> Pair:
    """One epoch of random allocation: each record is in one of T >= 1 batches, chosen uniformly, with
    Gaussian noise of multiplier sigma > 0. (P, Q) is with and without a record; swap() gives the other
    direction, and a guarantee has to cover both."""
    return _call(Pair, "allocation_pair", T=T, sigma=sigma)


def swap(pair: Pair) -> Pair:
    """(Q, P)."""
    return _call(Pair, "swap", pair=pair)


def rr_law(eps0: Any, zeros: Any, ones: Any) -> Law:
    """The number of ones among the reports of binary randomized response on so many inputs."""
    return _call(Law, "rr_law", eps0=eps0, zeros=zeros, ones=ones)


def krr_law(eps0: Any, *counts: Any) -> Law:
    """The histogram of the reports of k-ary randomized response on counts[i] inputs i."""
    return _call(Law, "krr_law", eps0=eps0, **{f"c{i}": one for i, one in enumerate(counts)})


def binomial_law(n: Any, p: Any) -> Law:
    """The number of successes in n independent trials of probability p."""
    return _call(Law, "binomial_law", n=n, p=p)


def discrete_gaussian_law(m: Any, v: Any) -> Law:
    """Whole x with probability proportional to exp(-(x - m)^2/(2*v))."""
    return _call(Law, "discrete_gaussian_law", m=m, v=v)


def geometric_law(m: Any, eps: Any) -> Law:
    """Whole x with probability proportional to exp(-eps*|x - m|)."""
    return _call(Law, "geometric_law", m=m, eps=eps)


def poisson_law(mu: Any) -> Law:
    """Whole x >= 0 with probability exp(-mu)*mu^x/x!."""
    return _call(Law, "poisson_law", mu=mu)


def negative_binomial_law(r: Any, p: Any) -> Law:
    """Failures before the r-th success, each trial a success with probability p; r may be any r > 0."""
    return _call(Law, "negative_binomial_law", r=r, p=p)


def skellam_law(m: Any, mu: Any) -> Law:
    """Whole m plus the difference of two independent Poisson variables of mean mu."""
    return _call(Law, "skellam_law", m=m, mu=mu)


def sum_law(P: Law, Q: Law, *more: Law) -> Law:
    """The sum of independent outcomes of laws with outcomes of the same length."""
    return _call(Law, "sum_law", P=P, Q=Q, **{f"P{i}": one for i, one in enumerate(more, 3)})


def first(pair: Pair) -> Law:
    """P of a discrete pair."""
    return _call(Law, "first", pair=pair)


def second(pair: Pair) -> Law:
    """Q of a discrete pair."""
    return _call(Law, "second", pair=pair)


def mix(w: Any, P: Law, Q: Law) -> Law:
    """w P + (1 - w) Q, w in [0, 1]."""
    return _call(Law, "mix", w=w, P=P, Q=Q)
