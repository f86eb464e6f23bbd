import io
import time

import numpy as np
import pytest

import shufflecert as sc

matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("Agg")


@pytest.fixture
def axes():
    import matplotlib.pyplot as pyplot

    figure, made = pyplot.subplots()
    yield made
    pyplot.close(figure)


def line_of(axes, k=0):
    return axes.get_lines()[k].get_xydata()


def test_curves_have_the_certified_ends(axes):
    pair = sc.clone_pair(100, 1)
    orders = [1.5, 2.0, 4.0]
    assert sc.plot({"exact": pair.renyi, "bound": "c/2"}, over="order", values=orders, c=3, ax=axes) is axes
    exact = pair.renyi(orders)
    assert line_of(axes)[:, 0].tolist() == orders
    assert line_of(axes)[:, 1].tolist() == exact.upper.tolist()
    assert line_of(axes, 1)[:, 1].tolist() == [1.5] * 3
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["exact", "bound"]
    assert axes.get_xlabel() == "order"
    # The area reaches from one end to the other.
    corners = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert corners.min() == exact.lower.min() and corners.max() == exact.upper.max()


def test_a_curve_has_gaps_where_there_is_no_value(axes):
    sc.plot("1/(x - 2)", over="x", values=[1, "3/2", 2, 3], ax=axes)
    points = line_of(axes)
    assert points[:, 0].tolist() == [1, 1.5, 2, 3]
    assert points[[0, 1, 3], 1].tolist() == [-1, -2, 1] and np.isnan(points[2, 1])
    sc.plot(sc.rr_pair(1, 0).renyi, over="order", values=[1, np.inf], ax=axes)
    assert line_of(axes, 1)[:, 1].tolist() == [0, 0]
    sc.plot("-log(x)", over="x", values=[0, 1], ax=axes)
    assert np.isnan(line_of(axes, 2)[0, 1]) and line_of(axes, 2)[1, 1] == 0


def test_the_time_is_that_of_the_whole_curve(axes):
    start = time.monotonic()
    with pytest.raises(sc.BeyondReach):
        sc.plot("sum(j, 1, 10^7, sum(k, 1, 10^7, exp(-x*j*k)))", over="x", values=list(range(1, 40)), timeout=1, ax=axes)
    # Each of the points has the same second.
    assert time.monotonic() - start < 20


def test_the_picture_shows_the_curve(axes):
    sc.plot("hockey_stick(rr_pair(10, 1), eps)", over="eps", values=np.linspace(0, 0.5, 20), ax=axes)
    picture = io.BytesIO()
    axes.figure.savefig(picture)
    empty = io.BytesIO()
    axes.get_lines()[0].remove()
    axes.collections[0].remove()
    axes.figure.savefig(empty)
    assert picture.getvalue() != empty.getvalue()


@pytest.mark.parametrize("curve, values, says", [
    ("x < 1", [1, 2], "a comparison"),
    ("1/(x - x)", [1, 2], "no value"),
    ("renyi(", [1, 2], "expected"),
    ("x", [], "a list of numbers"),
    ("x", [[1, 2]], "a list of numbers"),
    ("x", 3, "a list of numbers"),
])
def test_what_cannot_be_drawn_is_refused_in_one_line(axes, curve, values, says):
    with pytest.raises(sc.Error, match=says) as refused:
        sc.plot(curve, over="x", values=values, ax=axes)
    assert "\n" not in str(refused.value)
    assert not axes.get_lines()
