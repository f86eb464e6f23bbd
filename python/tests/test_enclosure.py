"""Enclosures: their type does not depend on an option, and no conversion loses the value."""

import math
import pickle
from fractions import Fraction

import numpy as np
import pytest

import shufflecert as sc

THIRD = Fraction(1, 3)


@pytest.mark.parametrize("options", [{}, {"digits": 1}, {"digits": 5}, {"digits": 16}, {"digits": 60}])
def test_ends_are_floats_around_the_value_whatever_was_asked_for(options):
    found = sc.eval("1/3", **options)
    lower, upper = found
    assert type(lower) is float and type(upper) is float
    assert Fraction(lower) <= THIRD <= Fraction(upper)
    texts = found.decimals()
    assert all(type(text) is str for text in texts)
    assert Fraction(texts[0]) <= THIRD <= Fraction(texts[1])
    # The floats are outside of the decimals, or the decimals exactly.
    assert Fraction(lower) <= Fraction(texts[0]) and Fraction(texts[1]) <= Fraction(upper)
    if "digits" in options:
        assert Fraction(texts[1]) - Fraction(texts[0]) < Fraction(1, 10 ** options["digits"])
    assert Fraction(found.width) >= Fraction(upper) - Fraction(lower)
    assert lower <= found.mid <= upper


def test_arrays_have_arrays_of_floats():
    for options in ({}, {"digits": 30}):
        found = sc.eval("1/n", n=[[1, 3], [7, 10]], **options)
        assert found.lower.dtype == found.upper.dtype == np.float64
        assert found.lower.shape == found.mid.shape == found.width.shape == (2, 2)
        texts = found.decimals()
        for i, n in enumerate([1, 3, 7, 10]):
            lower, upper = (Fraction(texts[k].ravel()[i]) for k in (0, 1))
            assert Fraction(found.lower.ravel()[i]) <= lower <= Fraction(1, n) <= upper <= Fraction(found.upper.ravel()[i])


def test_what_no_float_holds_has_ends_beside_it():
    huge = sc.eval("exp(1000)", digits=5)
    assert huge.lower == math.nextafter(math.inf, 0) and huge.upper == math.inf
    tiny = sc.eval("exp(-1000)", digits=5)
    assert tiny.lower == 0.0 and tiny.upper == math.nextafter(0, 1)
    assert Fraction(tiny.decimals()[0]) > 0
    below = sc.eval("-exp(1000)", digits=5)
    assert below.lower == -math.inf and below.upper == -math.nextafter(math.inf, 0)
    infinite = sc.eval("renyi(pair(rr_law(1, 0, 1), rr_law(1, 1, 0)), 2)*inf", digits=5)
    assert infinite == (math.inf, math.inf) and infinite.width == 0 and infinite.mid == math.inf
    assert sc.eval("0", digits=3).decimals() == ("0", "0")


def test_an_enclosure_is_a_tuple_that_can_be_pickled():
    found = sc.eval("1/3", digits=20)
    again = pickle.loads(pickle.dumps(found))
    assert again == found and again.decimals() == found.decimals() and isinstance(again, tuple)
    assert repr(found).startswith("Enclosure(lower=0.33333333333333333333")


def test_importing_all_names_keeps_the_eval_of_python():
    names = {}
    exec("from shufflecert import *", names)
    assert names.get("eval") is None and "clone_pair" in names
