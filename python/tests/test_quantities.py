"""Values by inclusion against exact rationals and closed forms, which Python computes itself."""

import math
import threading
import warnings
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

import shufflecert as sc


def outcomes(ones, n=3):
    """Probabilities of the number of ones: reports are kept with probability 3/4."""
    law = [Fraction(1)]
    for i in range(n):
        one = Fraction(3, 4) if i < ones else Fraction(1, 4)
        law = [
            (law[k] * (1 - one) if k < len(law) else 0) + (law[k - 1] * one if k else 0)
            for k in range(len(law) + 1)
        ]
    return law


P, Q = outcomes(1), outcomes(0)


def contains(found, exact):
    return Fraction(found.lower) <= exact <= Fraction(found.upper)


def is_tight(found):
    return found.upper <= np.nextafter(np.nextafter(found.lower, math.inf), math.inf)


def test_hockey_stick_contains_the_exact_rational(exact_pair):
    for ratio in ("1/2", "1", "3/2", "2"):
        exact = sum(max(p - Fraction(ratio) * q, 0) for p, q in zip(P, Q))
        found = exact_pair.hockey_stick(f"log({ratio})")
        assert contains(found, exact) and is_tight(found)


def test_total_variation_contains_the_exact_rational(exact_pair):
    assert contains(exact_pair.total_variation(), sum(abs(p - q) for p, q in zip(P, Q)) / 2)


def test_renyi_contains_the_exact_logarithm(exact_pair):
    orders = list(range(2, 40))
    found = exact_pair.renyi(orders)
    with localcontext() as context:
        context.prec = 60
        for i, order in enumerate(orders):
            total = sum(p**order / q ** (order - 1) for p, q in zip(P, Q))
            exact = (Decimal(total.numerator) / Decimal(total.denominator)).ln() / (order - 1)
            assert Decimal(found.lower[i]) <= exact <= Decimal(found.upper[i])
            assert is_tight(sc.Enclosure(found.lower[i], found.upper[i]))


def test_floats_are_taken_exactly():
    # D_λ of N(μ, 1) and N(0, 1) is λμ²/2: of the double 0.1 it is not that of one tenth.
    exact = Fraction(0.1) * Fraction(0.1)
    assert contains(sc.gaussian_pair(0.1).renyi(2), exact)
    found = sc.gaussian_pair(0.1).renyi(2, digits=30)
    assert Fraction(found.lower) <= exact <= Fraction(found.upper)
    assert not Fraction(found.lower) <= Fraction(1, 100) <= Fraction(found.upper)


def test_ends_are_rounded_outward():
    third = sc.eval("1/3")
    assert Fraction(third.lower) < Fraction(1, 3) < Fraction(third.upper)
    below = sc.eval("-1/3")
    assert Fraction(below.lower) < Fraction(-1, 3) < Fraction(below.upper)
    tiny, huge = sc.eval("10^-400"), sc.eval("10^400")
    assert tiny.lower == 0 < tiny.upper
    assert huge.lower < math.inf == huge.upper
    assert sc.eval("1/4") == (0.25, 0.25)
    assert sc.eval("-inf") == (-math.inf, -math.inf)


def test_shapes_follow_numpy():
    pair = sc.clone_pair(100, 1)
    grid = pair.renyi(np.array([[2.0, 3.0], [4.0, math.inf]]))
    assert grid.lower.shape == grid.upper.shape == (2, 2)
    assert grid.lower.dtype == np.float64
    assert (grid.lower <= grid.upper).all()
    assert grid.lower[1, 1] <= pair.renyi("inf").upper
    assert isinstance(pair.renyi(2).lower, float)
    assert pair.renyi([]).lower.shape == (0,)
    table = sc.eval("renyi(clone_pair(n, e), 2)", n=np.array([[10], [100]]), e=[1, 2, 3])
    assert table.lower.shape == (2, 3)
    assert (np.diff(table.lower, axis=0) < 0).all() and (np.diff(table.upper, axis=1) > 0).all()


def test_doubles_in_an_array_are_the_numbers_that_they_are_alone():
    pair = sc.clone_pair(1000, 1)
    orders = [0.1, 2.5, math.inf]
    alone = [pair.renyi(order) for order in (Fraction(0.1), "5/2", "inf")]
    together = pair.renyi(np.array(orders))
    for k, one in enumerate(alone):
        assert together.lower[k] <= one.upper and one.lower <= together.upper[k]
        assert together.upper[k] - together.lower[k] <= 1e-14 * one.upper


def test_one_order_gives_what_many_give():
    pair = sc.clone_pair(10**5, 2)
    orders = [1.5, 2.0, 7.25, 30.0]
    many = pair.renyi(orders)
    for i, order in enumerate(orders):
        one = pair.renyi(order)
        assert max(one.lower, many.lower[i]) <= min(one.upper, many.upper[i])


def test_digits_are_decimals_that_enclose():
    found = sc.clone_pair(10000, 2).renyi(4, digits=30)
    wide = sc.clone_pair(10000, 2).renyi(4, digits=8)
    (lower, upper), (wide_lower, wide_upper) = found.decimals(), wide.decimals()
    assert len(lower) > 30
    assert Fraction(wide_lower) <= Fraction(lower) < Fraction(upper) <= Fraction(wide_upper)


def test_digits_that_are_not_reached_are_said():
    pair = sc.compose(sc.clone_pair(30, 1), 20)
    with pytest.warns(sc.DigitsNotReached, match="fewer than 12 digits"):
        found = pair.epsilon("1e-6", digits=12)
    assert Fraction(found.lower) < Fraction(found.upper)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert 0 < pair.epsilon("1e-6").lower


def test_inverse_and_tradeoff(exact_pair):
    delta = exact_pair.hockey_stick("1/2").upper
    assert exact_pair.epsilon(delta).lower <= 0.5
    assert sc.rr_pair(1, "log(3)").tradeoff([0, "1/4", 1]).upper.tolist() == [1.0, 0.25, 0.0]


def test_conditions():
    assert sc.eval("1 < 2") is True
    assert sc.eval("exp(1) < x", x=[2, 3]).tolist() == [False, True]


@pytest.mark.parametrize(
    "ask, words",
    [
        (lambda pair: pair.renyi(-1), "lambda"),
        (lambda pair: pair.renyi([2.0, -1.0]), "lambda = -1"),
        (lambda pair: pair.renyi([2.0, math.nan]), "NaN"),
        (lambda pair: pair.epsilon(2), "delta"),
        (lambda pair: pair.tradeoff(None), "alpha"),
        (lambda pair: pair.renyi(2, digits=0), "digits"),
        (lambda pair: pair.renyi(2, digits=10**6), "digits"),
        (lambda pair: pair.renyi(2, method="magic"), "there is no method 'magic'"),
        (lambda pair: pair.renyi(2, timeout=0), "timeout"),
        (lambda pair: sc.eval("renyi(", n=1), "column"),
        (lambda pair: sc.eval("renyi(clone_pair(n, 1), 2)"), "n"),
        (lambda pair: sc.eval("clone_pair(10, 1)"), "a number or a comparison is expected"),
        (lambda pair: sc.eval("x + y", x=[1, 2], y=[1, 2, 3]), "shapes"),
        (lambda pair: sc.eval("log(x)", x=[1, 0]), "x = 0"),
        (lambda pair: sc.eval("exp + 1", exp=1), "exp"),
    ],
)
def test_bad_input_is_one_clear_line(ask, words, exact_pair):
    with pytest.raises(sc.Error) as raised:
        ask(exact_pair)
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)


def test_what_is_out_of_reach_is_said():
    with pytest.raises(sc.BeyondReach, match="outcomes"):
        sc.Pair("printed_pair(10^8, 1, 1/2)").hockey_stick("1/10")


LONG = "sum(j, 1, 10^7, sum(k, 1, 10^7, exp(-j*k)))"


def test_time_limit():
    with pytest.raises(sc.BeyondReach, match="time limit"):
        sc.eval(LONG, timeout=0.2)


def test_other_threads_run_meanwhile():
    ended = threading.Event()

    def compute():
        with pytest.raises(sc.BeyondReach):
            sc.eval(LONG, timeout=3)
        ended.set()

    worker = threading.Thread(target=compute)
    worker.start()
    steps = 0
    while not ended.wait(0.001):
        steps += 1
    worker.join()
    assert steps > 20


def test_a_series_of_pandas_is_an_array():
    pandas = pytest.importorskip("pandas")
    found = sc.gaussian_pair(1).renyi(pandas.Series([2.0, 4.0]))
    assert found.lower.tolist() == [1.0, 2.0] == found.upper.tolist()


def test_what_a_value_does_not_cover_is_warned_of_where_it_is_used():
    with pytest.warns(sc.Caution, match="^rr_pair fixes the other users' inputs") as seen:
        sc.rr_pair(3, 1).hockey_stick(0.5)
        sc.eval("hockey_stick(rr_pair(3, 1), eps) <= 1", eps=[0.5, 1])
    # Each also has the caution about its direction.
    assert len(seen) == 4 and {one.filename for one in seen} == {__file__}
    with warnings.catch_warnings():
        warnings.simplefilter("error", sc.Caution)
        sc.clone_pair(3, 1).hockey_stick(0.5)
        sc.rr_pair(1, 1).total_variation()
        # A bound that a real mechanism exceeds is refuted, whatever the others have.
        assert sc.eval("hockey_stick(rr_pair(3, 1), 0) <= 1/1000") is False
    with pytest.warns(sc.Caution, match="a side is infinite"):
        assert sc.eval("x < inf", x=1) is True


def test_integer_noise_has_infinitely_many_outcomes():
    pair = sc.pair(sc.discrete_gaussian_law(0, 20), sc.discrete_gaussian_law(1, 20))
    found = pair.hockey_stick("0.3")
    assert found.lower <= 0.010858431704149850 <= found.upper
    # D_4 = 4/(2*20), exactly.
    assert pair.renyi(4).lower <= 0.1 <= pair.renyi(4).upper
    noise = sc.pair(sc.geometric_law(0, "1/2"), sc.geometric_law(1, "1/2"))
    assert noise.epsilon(0).lower == noise.epsilon(0).upper == 0.5
    # D_2 of Poisson laws is (a - b)^2/b.
    counts = sc.pair(sc.poisson_law(3), sc.poisson_law(2))
    assert counts.renyi(2).lower == counts.renyi(2).upper == 0.5
    waiting = sc.pair(sc.negative_binomial_law("5/2", "0.3"), sc.negative_binomial_law("5/2", "0.4"))
    assert waiting.hockey_stick("0.3").lower <= 0.1369593915844796816 <= waiting.hockey_stick("0.3").upper
    shift = sc.pair(sc.skellam_law(0, 3), sc.skellam_law(1, 3))
    assert shift.total_variation().lower <= 0.1666574326398165756 <= shift.total_variation().upper
