"""Values of test vectors by formulas that share nothing with the program: closed forms and sums in
mpmath at 50 digits, and for rounds a line integral in double. Each gives a string of digits."""

from fractions import Fraction

import mpmath as mp

mp.mp.dps = 50


def number(text):
    """"1/3", "10^-20", "log(3)" or "0.5"."""
    if text.startswith("log("):
        return mp.log(number(text[4:-1]))
    if "^" in text:
        base, power = text.split("^")
        return mp.mpf(int(base)) ** int(power)
    fraction = Fraction(text)
    return mp.mpf(fraction.numerator) / fraction.denominator


def shown(value, digits=25):
    return mp.nstr(value, digits, strip_zeros=False, min_fixed=-5, max_fixed=30)


def normal_delta_at(mu, eps):
    return mp.ncdf(mu / 2 - eps / mu) - mp.exp(eps) * mp.ncdf(-mu / 2 - eps / mu)


def normal_delta(mu, eps):
    with mp.workdps(120):
        return shown(normal_delta_at(number(mu), number(eps)))


def normal_rounds_delta(mu, k, eps):
    with mp.workdps(120):
        return shown(normal_delta_at(number(mu) * mp.sqrt(k), number(eps)))


def normal_epsilon(mu, delta):
    """By bisection: δ falls in ε."""
    with mp.workdps(260):
        mu, delta = number(mu), number(delta)
        low, high = mp.mpf(0), mp.mpf(1)
        if normal_delta_at(mu, low) <= delta:
            low, high = mp.mpf(-1), mp.mpf(0)
        while normal_delta_at(mu, high) > delta:
            high *= 2
        for _ in range(140):
            middle = (low + high) / 2
            if normal_delta_at(mu, middle) > delta:
                low = middle
            else:
                high = middle
        return shown(low)


def normal_renyi(mu, order):
    return shown(number(order) * number(mu) ** 2 / 2)


def normal_tradeoff(mu, alpha):
    quantile = mp.sqrt(2) * mp.erfinv(1 - 2 * number(alpha))
    return shown(mp.ncdf(quantile - number(mu)))


def sampled_delta(mu, gamma, eps):
    """P = (1 − γ)N(0, 1) + γN(μ, 1) and Q = N(0, 1): P > kQ above one point."""
    mu, gamma, k = number(mu), number(gamma), mp.exp(number(eps))
    odds = (k - 1 + gamma) / gamma
    point = (mp.log(odds) + mu ** 2 / 2) / mu
    return shown(gamma * mp.ncdf(mu - point) - (k - 1 + gamma) * mp.ncdf(-point))


def sampled_delta_back(mu, gamma, eps):
    mu, gamma, k = number(mu), number(gamma), mp.exp(number(eps))
    odds = (1 / k - 1 + gamma) / gamma
    if odds <= 0:
        return "0"
    point = (mp.log(odds) + mu ** 2 / 2) / mu
    return shown((1 - k * (1 - gamma)) * mp.ncdf(point) - k * gamma * mp.ncdf(point - mu))


def sampled_rounds_delta(mu, gamma, k, eps):
    """(1/2πi) ∫ M(s)^k e^(−sε)/(s(s + 1)) ds along a vertical line, M(s) = E_P e^(sL) with the loss
    L = log(1 − γ + γe^(μx − μ²/2)) of a round; trapezoidal rules, doubles."""
    import numpy as np

    mu, gamma, eps = float(number(mu)), float(number(gamma)), float(number(eps))
    x = np.linspace(-12 - mu, 12 + 2 * mu, 6001)
    step = x[1] - x[0]
    loss = np.log1p(gamma * np.expm1(mu * x - mu ** 2 / 2))
    weight = np.exp(-x ** 2 / 2) / np.sqrt(2 * np.pi) * np.exp(loss) * step

    def log_moment(s):
        with np.errstate(over="ignore"):
            return np.log(np.sum(weight * np.exp(s * loss)))

    line = min(np.linspace(0.05, 200, 800),
               key=lambda s: k * log_moment(s) - s * eps - np.log(s * (s + 1)))
    spread = 1 / np.sqrt(max(1e-12, k * (log_moment(line + 0.01) - 2 * log_moment(line)
                                         + log_moment(line - 0.01)) / 1e-4))
    y = np.linspace(0, 40 * spread, 2001)
    values = []
    for t in y:
        s = line + 1j * t
        values.append(np.exp(k * (np.log(np.sum(weight * np.exp(s * loss))) - log_moment(line))
                             - 1j * t * eps) / (s * (s + 1)))
    total = (np.sum(np.real(values)) - np.real(values[0]) / 2) * (y[1] - y[0]) / np.pi
    return repr(float(total * np.exp(k * log_moment(line) - line * eps)))


def response_delta(n, eps0, eps):
    """P/Q = 1 + (e^ε0 − e^−ε0)(K/n − q) with K ~ Bin(n, q), q = 1/(e^ε0 + 1), summed over all K
    within 60 standard deviations."""
    e0, k = mp.exp(number(eps0)), mp.exp(number(eps))
    q = 1 / (e0 + 1)
    reach = 60 * mp.sqrt(n * q * (1 - q)) + 100
    first, last = max(0, int(n * q - reach)), min(n, int(n * q + reach))
    weight = mp.exp(mp.loggamma(n + 1) - mp.loggamma(first + 1) - mp.loggamma(n - first + 1)
                    + first * mp.log(q) + (n - first) * mp.log1p(-q))
    odds, slope, total = q / (1 - q), (e0 - 1 / e0) / n, mp.mpf(0)
    for count in range(first, last + 1):
        above = 1 - k + slope * (count - n * q)
        if above > 0:
            total += weight * above
        weight *= odds * (n - count) / (count + 1)
    return shown(total)


def clone_delta(n, eps0, eps):
    """For C ~ Bin(n − 1, e^−ε0) clones one binomial tail each, summed over all C within 40 standard
    deviations."""
    e0, k = mp.exp(number(eps0)), mp.exp(number(eps))
    p, truth = 1 / e0, e0 / (e0 + 1)
    reach = 40 * mp.sqrt((n - 1) * p * (1 - p)) + 40
    first, last = max(0, int((n - 1) * p - reach)), min(n - 1, int((n - 1) * p + reach))
    weight = mp.exp(mp.loggamma(n) - mp.loggamma(first + 1) - mp.loggamma(n - first)
                    + first * mp.log(p) + (n - 1 - first) * mp.log1p(-p))
    odds, total = p / (1 - p), mp.mpf(0)
    gain, loss = truth - k * (1 - truth), k * truth - (1 - truth)
    for c in range(first, last + 1):
        # Outcome j of the first count: (P − kQ)(j) = gain*b(j − 1) − loss*b(j), b of Bin(c, 1/2);
        # positive where j/(c + 1 − j) > loss/gain.
        if gain > 0:
            least = int(mp.floor(loss * (c + 1) / (loss + gain))) + 1
            if least <= c + 1:
                tail, term = mp.mpf(0), half_weight(c, least)
                j = least
                while j <= c and term > tail * mp.mpf(10) ** -40:
                    tail += term
                    term *= mp.mpf(c - j) / (j + 1)
                    j += 1
                before = half_weight(c, least - 1)
                total += weight * (gain * (tail + before) - loss * tail)
        weight *= odds * (n - 1 - c) / (c + 1)
    return shown(total)


def half_weight(c, j):
    if j < 0 or j > c:
        return mp.mpf(0)
    return mp.exp(mp.loggamma(c + 1) - mp.loggamma(j + 1) - mp.loggamma(c - j + 1) - c * mp.log(2))


def allocation_renyi(batches, sigma, order):
    """log E[(1/T Σ e^(x_t/σ² − 1/(2σ²)))^λ]/(λ − 1): for whole λ a sum over how often each batch is
    taken."""
    def splits(left, parts):
        if parts == 1:
            yield (left,)
            return
        for taken in range(left + 1):
            for rest in splits(left - taken, parts - 1):
                yield (taken, *rest)

    variance, total = number(sigma) ** 2, mp.mpf(0)
    for split in splits(order, batches):
        ways = mp.factorial(order)
        for taken in split:
            ways /= mp.factorial(taken)
        total += ways * mp.exp(sum(t * (t - 1) for t in split) / (2 * variance))
    return shown(mp.log(total / mp.mpf(batches) ** order) / (order - 1))
