"""What cannot be used: every public function, with values of every wrong kind, raises Error with one
line, or computes; and what is missing, narrow or late is not taken for something else."""

import decimal
import fractions
import math
import time

import numpy as np
import pytest

import shufflecert as sc

PAIR = sc.rr_pair(3, 1)
LAW = sc.rr_law(1, 2, 1)


class Odd:
    """An object of a kind that nobody expects."""

    def __repr__(self):
        return "two\nlines"


# Each with a name for the test's report.
WRONG = {
    "None": None,
    "an object": Odd(),
    "a class": Odd,
    "a text": "no such thing",
    "an empty text": "",
    "a blank text": " \n ",
    "a zero byte": "1\0",
    "half a character": "\udc80",
    "bytes": b"1",
    "true": True,
    "NaN": float("nan"),
    "Decimal NaN": decimal.Decimal("NaN"),
    "signalling NaN": decimal.Decimal("sNaN"),
    "inf": float("inf"),
    "-inf": -math.inf,
    "complex": 1j,
    "negative": -1,
    "zero": 0,
    "a half": 0.5,
    "a fraction": fractions.Fraction(-1, 3),
    "huge": 10**30,
    "longer than str() writes": 10**5000,
    "longer than formulas": 10**20000,
    "a long fraction": fractions.Fraction(1, 10**5000),
    "a tiny Decimal": decimal.Decimal("1e-100000"),
    "an empty list": [],
    "a list": [1, 2],
    "nested": [[1, 2], [3]],
    "ragged arrays": [np.ones(2), np.ones((2, 2))],
    "an empty array": np.array([]),
    "a matrix": np.ones((2, 3)),
    "a mask": np.ma.masked,
    "masked": np.ma.array([1.0, 2.0], mask=[False, True]),
    "a list with a mask": [1, np.ma.masked],
    "times": np.array(["2020-01-01"], dtype="M8[ns]"),
    "records": np.zeros(2, dtype=[("a", "f8")]),
    "a dict": {"a": 1},
    "a set": {1},
    "a generator": (x for x in [1]),
    "a function": len,
    "a pair": PAIR,
    "a law": LAW,
    "a tuple": (PAIR, 1, 2),
    "a list of None": [None],
}

def name_of(value):
    try:
        hash(value)
    except TypeError:
        return "y"
    return value


# Each function with a way to put a value at each place of its arguments.
CALLS = {
    "eval formula": lambda x: sc.eval(x),
    "eval variable": lambda x: sc.eval("x + 1", x=x, timeout=5),
    "eval two": lambda x: sc.eval("x + y", x=x, y=[1, 2, 3], timeout=5),
    "eval digits": lambda x: sc.eval("1/3", digits=x),
    "eval method": lambda x: sc.eval("1/3", method=x),
    "eval timeout": lambda x: sc.eval("1/3", timeout=x),
    "Pair": sc.Pair,
    "Law": sc.Law,
    "clone_pair n": lambda x: sc.clone_pair(x, 1),
    "clone_pair eps0": lambda x: sc.clone_pair(2, x),
    "clone_pair p": lambda x: sc.clone_pair(2, 1, x),
    "krr_pair": lambda x: sc.krr_pair(x, 2, 1),
    "staircase weights": lambda x: sc.staircase_pair(1, x, 10, 1),
    "staircase set": lambda x: sc.staircase_pair(1, ["1/2", "1/2"], x, 1),
    "staircase others": lambda x: sc.staircase_pair(1, ["1/2", "1/2"], 10, 1, x),
    "variation_pair": lambda x: sc.variation_pair(2, x, "1/2", 2),
    "normal_pair": lambda x: sc.normal_pair(0, x, 0, 1),
    "subsampled pair": lambda x: sc.subsampled(x, "1/2"),
    "subsampled gamma": lambda x: sc.subsampled(PAIR, x),
    "compose": lambda x: sc.compose(PAIR, x),
    "product_pair": lambda x: sc.product_pair(PAIR, x),
    "pair": lambda x: sc.pair(x, LAW),
    "swap": sc.swap,
    "rr_law": lambda x: sc.rr_law(1, x, 1),
    "krr_law": lambda x: sc.krr_law(1, 1, x),
    "first": sc.first,
    "mix": lambda x: sc.mix(x, LAW, LAW),
    "renyi": lambda x: PAIR.renyi(x, timeout=5),
    "renyi digits": lambda x: PAIR.renyi(2, digits=x),
    "renyi method": lambda x: PAIR.renyi(2, method=x),
    "renyi timeout": lambda x: PAIR.renyi(2, timeout=x),
    "hockey_stick": lambda x: PAIR.hockey_stick(x, timeout=5),
    "epsilon": lambda x: PAIR.epsilon(x, timeout=5),
    "tradeoff": lambda x: PAIR.tradeoff(x, timeout=5),
    "rdp_epsilon": lambda x: PAIR.rdp_epsilon(x, timeout=5),
    "account rounds": lambda x: sc.account(x, delta="1e-6", timeout=5),
    "account times": lambda x: sc.account([(PAIR, x)], delta="1e-6", timeout=5),
    "account delta": lambda x: sc.account(PAIR, delta=x, timeout=5),
    "account epsilon": lambda x: sc.account(PAIR, epsilon=x, timeout=5),
    "account digits": lambda x: sc.account(PAIR, delta="1e-6", digits=x, timeout=5),
    "account timeout": lambda x: sc.account(PAIR, delta="1e-6", timeout=x),
    "calibrate relation": lambda x: sc.calibrate(x, over="x", start=0, end=1, timeout=5),
    "calibrate over": lambda x: sc.calibrate("x <= 1/2", over=x, start=0, end=1, timeout=5),
    "calibrate start": lambda x: sc.calibrate("x <= 1/2", over="x", start=x, end=1, timeout=5),
    "calibrate end": lambda x: sc.calibrate("x <= 1/2", over="x", start=0, end=x, timeout=5),
    "calibrate digits": lambda x: sc.calibrate("x <= 1/2", over="x", start=0, end=1, digits=x, timeout=5),
    "calibrate variable": lambda x: sc.calibrate("x <= c", over="x", start=0, end=1, c=x, timeout=5),
    "compare": lambda x: sc.compare(n=x, eps0=1, timeout=5),
    "compare digits": lambda x: sc.compare(n=10, eps0=1, digits=x, timeout=5),
    "check table": lambda x: sc.check(x, "x <= 1"),
    "check column": lambda x: sc.check({"x": x}, "x <= 1", timeout=5),
    "check cell": lambda x: sc.check({"x": [x]}, "x <= 1", timeout=5),
    "check name": lambda x: sc.check({"x": [1], name_of(x): [1]}, "x <= 1", timeout=5),
    "check claim": lambda x: sc.check({"x": [1]}, x, timeout=5),
    "check exact": lambda x: sc.check({"x": [1]}, "x <= 1", exact=x, timeout=5),
    "check ignore": lambda x: sc.check({"x": [1]}, "x <= 1", ignore=x, timeout=5),
    "check ignored": lambda x: sc.check({"x": [1], "y": [x]}, "x <= 1", ignore="y", timeout=5),
    "check timeout": lambda x: sc.check({"x": [1]}, "x <= 1", timeout=x),
    "falsify relation": lambda x: sc.falsify(x, n=2, eps0=1, tries=1, timeout=5),
    "falsify seed": lambda x: sc.falsify("hockey_stick(any_mechanism(n, eps0), 0.1) <= 0.24", n=2,
                                         eps0=1, seed=x, tries=1, timeout=5),
    "falsify tries": lambda x: sc.falsify("hockey_stick(any_mechanism(n, eps0), 0.1) <= 0.24", n=2,
                                          eps0=1, tries=x, timeout=5),
    "falsify variable": lambda x: sc.falsify("hockey_stick(any_mechanism(n, eps0), 0.1) <= 0.24", n=x,
                                             eps0=1, tries=1, timeout=5),
    "verify": lambda x: sc.verify(x, effort=0, timeout=5),
    "verify effort": lambda x: sc.verify("no-such-paper", effort=x, timeout=5),
    "rdp_curve pair": lambda x: sc.adapters.rdp_curve(x, [2]),
    "rdp_curve orders": lambda x: sc.adapters.rdp_curve(PAIR, x, timeout=5),
    "rdp_function pair": lambda x: sc.adapters.rdp_function(x),
    "rdp_function order": lambda x: sc.adapters.rdp_function(PAIR)(x),
    "loss_pmf pair": lambda x: sc.adapters.loss_pmf(x, 0.25),
    "loss_pmf interval": lambda x: sc.adapters.loss_pmf(PAIR, x, timeout=5),
    "loss_pmf tail": lambda x: sc.adapters.loss_pmf(PAIR, 0.25, x, timeout=5),
}


@pytest.mark.parametrize("call", CALLS)
def test_nothing_but_errors_of_the_package_is_raised(call):
    for name, value in WRONG.items():
        try:
            CALLS[call](value)
        except (sc.Error, sc.BeyondReach) as error:
            line = str(error)
            assert line and "\n" not in line and "/tmp/" not in line and len(line) < 1000, (name, line)
        except (Exception, RecursionError) as error:
            pytest.fail(f"{call} of {name}: {type(error).__name__}: {error}")


def test_plots_refuse_in_one_line():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    for name, value in WRONG.items():
        for call in (
            lambda x: sc.plot(x, over="x", values=[1, 2], timeout=5),
            lambda x: sc.plot([x], over="x", values=[1, 2], timeout=5),
            lambda x: sc.plot("x", over=x, values=[1, 2], timeout=5),
            lambda x: sc.plot("x", over="x", values=x, timeout=5),
            lambda x: sc.plot("x", over="x", values=[1], timeout=x),
            lambda x: sc.plot("x + y", over="x", values=[1], y=x, timeout=5),
        ):
            try:
                call(value)
            except (sc.Error, sc.BeyondReach) as error:
                assert "\n" not in str(error), (name, str(error))
            finally:
                pyplot.close("all")


def test_missing_values_are_no_numbers():
    values = np.ma.array([1, 2, 3], mask=[False, True, False])
    floats = np.ma.array([1.0, 2.0], mask=[True, False])
    for missing, count in ((values, 1), (floats, 1), ([floats, floats], 2), (np.ma.masked, 1)):
        with pytest.raises(sc.Error, match=f"x: {count} of the values are missing"):
            sc.eval("x + 1", x=missing)
    with pytest.raises(sc.Error, match="missing"):
        sc.check({"x": values}, "x <= 5")
    with pytest.raises(sc.Error, match="missing"):
        PAIR.renyi(values + 1)
    # A mask that hides nothing is none.
    assert sc.eval("x + 1", x=np.ma.array([1, 2], mask=False)).lower.tolist() == [2, 3]
    pandas = pytest.importorskip("pandas")
    with pytest.raises(sc.Error, match="missing"):
        sc.eval("x + 1", x=pandas.Series([1, None], dtype="Int64"))
    with pytest.raises(sc.Error, match="NaN|missing"):
        sc.check(pandas.DataFrame({"x": [1.0, None]}), "x <= 5")


def test_narrow_floats_of_tables_are_the_decimals_that_they_print():
    columns = {"x": np.array([0.1, 0.3, 100.0, 1e-7], dtype=np.float32),
               "y": ["0.1", "0.3", "100", "1e-7"]}
    same = "x == y"
    assert sc.check(columns, same, exact=["x", "y"])["verdict"] == ["holds"] * 4
    assert sc.check({**columns, "x": list(columns["x"])}, same, exact=["x", "y"])["verdict"] == ["holds"] * 4
    halves = {"x": np.array([0.1], dtype=np.float16), "y": ["0.1"]}
    assert sc.check(halves, same, exact=["x", "y"])["verdict"] == ["holds"]
    pandas = pytest.importorskip("pandas")
    for dtype in ("float32", "Float32"):
        frame = pandas.DataFrame({"x": pandas.array([0.1], dtype=dtype), "y": ["0.1"]})
        assert sc.check(frame, same, exact=["x", "y"])["verdict"].tolist() == ["holds"]
    # Elsewhere they are the binary fractions that they are.
    assert sc.eval("x == 1/10", x=np.float32(0.1)) is False
    assert sc.eval("x == 1/4", x=np.array([0.25], dtype=np.float32)).tolist() == [True]


def test_columns_of_the_result_are_not_written_over():
    for name in ("verdict", "message"):
        table = {"x": [1], name: ["mine"]}
        with pytest.raises(sc.Error, match=f"a column '{name}'"):
            sc.check(table, "x <= 1", ignore=[name])
        assert table[name] == ["mine"]


def test_a_time_limit_bounds_integers_texts_and_points():
    many = 3_000_000
    grids = (np.arange(many), np.arange(many, dtype=np.uint64), np.arange(many, dtype=np.float64),
             ["1/3"] * many, [fractions.Fraction(1, 3)] * many)
    for values in grids:
        start = time.monotonic()
        with pytest.raises(sc.BeyondReach, match="time limit"):
            sc.eval("x^2 + x + 1 >= x", x=values, timeout=0.5)
        assert time.monotonic() - start < 60
    side = np.arange(2000)
    with pytest.raises(sc.BeyondReach, match="time limit"):
        sc.eval("x + y", x=side[:, None], y=side, timeout=0.5)
    with pytest.raises(sc.Error, match="points"):
        sc.eval("x + y", x=np.arange(10**5)[:, None], y=np.arange(10**5))


def test_whole_numbers_of_arrays_are_exact():
    big = 2**62 + 1
    assert sc.eval("x", x=np.array([big]), digits=19).decimals()[0].tolist() == [str(big)]
    assert sc.eval("x", x=np.array([2**64 - 1], dtype=np.uint64), digits=20).decimals()[0].tolist() == [str(2**64 - 1)]
    assert sc.eval("x", x=np.array([[1, 2], [3, 4]], dtype=np.int8)).lower.tolist() == [[1, 2], [3, 4]]
    # Python's str() refuses more than 4,300 digits.
    one = sc.eval("x/10^5000", x=10**5000)
    assert one.lower <= 1 <= one.upper and one.upper - one.lower < 1e-15
