import decimal
import fractions
import inspect
import math
import pickle

import numpy as np
import pytest

import shufflecert as sc
from shufflecert import _core


def test_every_constructor_of_the_language_is_there():
    table = _core.constructors()
    assert len(table) >= 18
    for name, usage, kinds, optional, repeats, result in table:
        made = getattr(sc, name)
        assert name in sc.__all__
        parameters = list(inspect.signature(made).parameters.values())
        if repeats:
            assert parameters[-1].kind is inspect.Parameter.VAR_POSITIONAL, usage
            continue
        assert len(parameters) == len(kinds), usage
        assert sum(one.default is None for one in parameters) == optional, usage
        assert made.__annotations__["return"] == result.capitalize(), usage


def test_constructors_make_the_pairs_that_they_name():
    law = sc.rr_law(1, 2, 1)
    assert sc.variation_pair(10, 3, "1/2", 3, 4).formula == "variation_pair(10, 3, 1/2, 3, 4)"
    assert sc.krr_pair(3, 10, 1).formula == "krr_pair(3, 10, 1)"
    staircase = sc.staircase_pair(1, [1, 1], 10, 1, 3, 10)
    assert staircase.formula == "staircase_pair(1, 2, 1, 1, 10, 1, 3, 10)"
    assert sc.pair(law, sc.rr_law(1, 3, 0)).formula == (
        "pair(rr_law(1, 2, 1), rr_law(1, 3, 0))"
    )
    assert sc.mix("1/2", law, law).formula == "mix(1/2, rr_law(1, 2, 1), rr_law(1, 2, 1))"
    assert sc.krr_law(1, 2, 1, 0).formula == "krr_law(1, 2, 1, 0)"
    one = sc.clone_pair(n=10, eps0=1)
    assert sc.product_pair(sc.compose(one, 2), sc.swap(one)).formula == (
        "product_pair(compose(clone_pair(10, 1), 2), swap(clone_pair(10, 1)))"
    )
    assert sc.first(one).formula == "first(clone_pair(10, 1))"
    assert sc.subsampled(sc.gaussian_pair(1), "1/100").formula == (
        "subsampled(gaussian_pair(1), 1/100)"
    )


@pytest.mark.parametrize(
    "given, text",
    [
        (0.5, "1/2"),
        (0.1, "3602879701896397/36028797018963968"),
        (np.float32(0.5), "1/2"),
        (fractions.Fraction(1, 3), "1/3"),
        (decimal.Decimal("0.1"), "0.1"),
        (np.int64(2), "2"),
        ("log(2)", "log(2)"),
    ],
)
def test_numbers_are_taken_exactly(given, text):
    assert sc.clone_pair(10, given).formula == f"clone_pair(10, {text})"


@pytest.mark.parametrize(
    "make, words",
    [
        (lambda: sc.clone_pair(10.5, 1), "n must be a whole number"),
        (lambda: sc.clone_pair(10, 1, 2), "p must be in (0, 1]"),
        (lambda: sc.clone_pair(10, math.nan), "eps0 is NaN"),
        (lambda: sc.clone_pair(10, None), "found a NoneType"),
        (lambda: sc.clone_pair(10, "1, 1/2"), "eps0, column 2"),
        (lambda: sc.clone_pair(10, True), "eps0: expected a number"),
        (lambda: sc.clone_pair(10, [1, 2]), "found a list"),
        (lambda: sc.Pair("rr_law(1, 2, 1)"), "is a law; expected a pair"),
        (lambda: sc.Pair("clone_pair(n, 1)"), "n"),
        (lambda: sc.Pair("clone_pear(1, 1)"), "clone_pair"),
    ],
)
def test_bad_parameters_are_one_clear_line(make, words):
    with pytest.raises(sc.Error) as raised:
        make()
    assert words in str(raised.value)
    assert "\n" not in str(raised.value)
    assert isinstance(raised.value, ValueError)


def test_pairs_are_values():
    pair = sc.clone_pair(10, 1)
    assert pair == sc.Pair("clone_pair( 10,1 )") and hash(pair) == hash(sc.clone_pair(10, 1))
    assert pickle.loads(pickle.dumps(pair)) == pair
    with pytest.raises(AttributeError):
        pair.formula = "clone_pair(11, 1)"


def test_named_formulas_of_the_catalogue_are_known():
    assert sc.Pair("variation_krr(1000, 5, 2)").total_variation().upper < 1


def test_clones_of_a_law():
    by_law = sc.clone_pair(sc.binomial_law(9, "1/3"), 1)
    by_number = sc.clone_pair(10, 1, "1/3")
    for order in (0.5, 1, 3):
        a, b = by_law.renyi(order), by_number.renyi(order)
        assert a.lower <= b.upper and b.lower <= a.upper
    with pytest.warns(sc.Caution, match="number of other reports that are clones"):
        assert by_law.epsilon("1/100").upper < 1
