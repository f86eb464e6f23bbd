"""What other libraries receive is an upper bound, and goes into the parameters that they have."""

import inspect
import math
from decimal import Decimal, localcontext
from types import SimpleNamespace

import numpy as np
import pytest

import shufflecert as sc
from shufflecert import adapters


def delta_of(pmf, eps):
    """The hockey-stick divergence of the distribution, to 60 digits."""
    with localcontext() as context:
        context.prec = 60
        total = Decimal(pmf.infinity_mass)
        for k, mass in pmf.masses.items():
            loss = k * Decimal(pmf.interval)
            if loss > eps:
                total += Decimal(mass) * (1 - (eps - loss).exp())
        return total


PAIRS = {
    "finite": (lambda: sc.rr_pair(3, "log(3)"), 0.125),
    "clones": (lambda: sc.clone_pair(1000, 1), 0.01),
    "one-sided": (lambda: sc.subsampled(sc.rr_pair(20, 1), "1/3"), 0.03125),
    "normal": (lambda: sc.gaussian_pair("1/2"), 0.0625),
}


@pytest.mark.parametrize("name", PAIRS)
def test_losses_are_pessimistic_everywhere_and_tight_on_the_grid(name):
    make, interval = PAIRS[name]
    for pair in (make(), sc.swap(make())):
        pmf = adapters.loss_pmf(pair, interval)
        first, last = min(pmf.masses), max(pmf.masses)
        assert all(mass > 0 for mass in pmf.masses.values()) and pmf.infinity_mass >= 0
        # On the grid, between its points, and beyond its ends.
        places = [(k + part) * interval for k in np.linspace(first - 2, last + 2, 15).round()
                  for part in (0, 0.375)]
        exact = pair.hockey_stick(places)
        for eps, lower, upper in zip(places, exact.lower, exact.upper):
            found = delta_of(pmf, Decimal(eps))
            assert found >= Decimal(lower), eps
            if eps / interval == round(eps / interval) and first <= eps / interval <= last:
                assert found <= Decimal(upper) * Decimal("1.0000001") + Decimal("1e-12"), eps
        assert sum(pmf.masses.values()) + pmf.infinity_mass < 1 + 1e-9


def test_an_infinite_loss_is_the_mass_at_infinity():
    # Two of three users keep nothing apart: the third's report is a zero that only P may have.
    pair = sc.Pair("pair(law(x, 0, 2, if(x == 0, 1/4, 3/8)), law(x, 0, 2, if(x == 0, 0, 1/2)))")
    assert adapters.loss_pmf(pair, 0.125, 0.3).infinity_mass >= 0.25
    with pytest.raises(sc.Error, match="infinite loss"):
        adapters.loss_pmf(pair, 0.125, 0.01)


def test_rdp_is_the_larger_of_both_directions():
    pair = sc.subsampled(sc.rr_pair(20, 1), "1/3")
    orders = [1.5, 2, 8]
    curve = adapters.rdp_curve(pair, orders)
    there, back = pair.renyi(orders), sc.swap(pair).renyi(orders)
    assert (there.lower != back.lower).all()
    assert (curve.rdp >= there.lower).all() and (curve.rdp >= back.lower).all()
    assert (curve.rdp <= np.maximum(there.upper, back.upper)).all()
    assert [adapters.rdp_function(pair)(one) for one in orders] == curve.rdp.tolist()


def rdp_to_epsilon(*, orders, rdp, delta):
    """As Opacus converts a curve (Canonne, Kamath and Steinke 2020, Proposition 12)."""
    orders, rdp = np.atleast_1d(orders), np.atleast_1d(rdp)
    return np.min(rdp - (np.log(delta) + np.log(orders)) / (orders - 1)
                  + np.log((orders - 1) / orders))


def test_the_epsilon_of_the_curve_is_above_the_exact_one():
    pair = sc.clone_pair(1000, 1)
    curve = adapters.rdp_curve(pair)
    found = rdp_to_epsilon(orders=curve.orders, rdp=curve.rdp, delta=1e-6)
    assert pair.epsilon(1e-6).lower < found < 1


class PrivacyLossDistribution:
    """The parameters of dp-accounting 0.6.0, dp_accounting/pld/privacy_loss_distribution.py."""

    @classmethod
    def create_from_rounded_probability(
        cls, rounded_probability_mass_function, infinity_mass, value_discretization_interval,
        pessimistic_estimate=True, rounded_probability_mass_function_add=None,
        infinity_mass_add=None, symmetric=True,
    ):
        values = dict(locals())
        assert not symmetric and pessimistic_estimate
        return SimpleNamespace(**{name: values[name] for name in inspect.signature(
            cls.create_from_rounded_probability).parameters})


def test_dp_accounting_gets_both_directions():
    pair = sc.subsampled(sc.rr_pair(20, 1), "1/3")
    library = SimpleNamespace(PrivacyLossDistribution=PrivacyLossDistribution)
    made = adapters.dp_accounting_pld(pair, 0.0625, library=library)
    assert made.value_discretization_interval == 0.0625
    assert made.rounded_probability_mass_function == adapters.loss_pmf(pair, 0.0625).masses
    assert made.rounded_probability_mass_function_add == adapters.loss_pmf(
        sc.swap(pair), 0.0625).masses


def test_dp_accounting_itself():
    pytest.importorskip("dp_accounting")
    pair = sc.clone_pair(1000, 1)
    made = adapters.dp_accounting_pld(pair, 0.001)
    assert made.get_epsilon_for_delta(1e-6) >= pair.epsilon(1e-6).lower
    assert made.self_compose(4).get_epsilon_for_delta(1e-6) > made.get_epsilon_for_delta(1e-6)


@pytest.mark.parametrize(
    "ask, words",
    [
        (lambda pair: adapters.rdp_curve(pair, [1, 2]), "above 1"),
        (lambda pair: adapters.rdp_curve(pair, [2, math.inf]), "finite"),
        (lambda pair: adapters.loss_pmf(pair, 0), "interval"),
        (lambda pair: adapters.loss_pmf(pair, math.nan), "interval"),
        (lambda pair: adapters.loss_pmf(pair, 1e-9), "100000 is the most"),
        (lambda pair: adapters.loss_pmf(pair, 0.1, 0), "tail"),
    ],
)
def test_bad_input_is_one_clear_line(ask, words, exact_pair):
    with pytest.raises(sc.Error) as raised:
        ask(exact_pair)
    assert words in str(raised.value) and "\n" not in str(raised.value)
