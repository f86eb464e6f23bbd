# Snippets for the programs that `shufflecert show ID --script python` prints. A line "#@ NAME" starts the
# snippet of that name; a program gets the snippets whose names it uses, in this order. A line that
# ends in "#@normal" is kept only where the program has normal laws, "#@defined" only where it asks
# whether a formula has a value; the marks themselves are not printed.
#@ same
def same(a, b):
    """Whether two numbers agree as far as this program can see."""
    if a == b:
        return True
    if mp.isinf(a) or mp.isinf(b):
        return False
    return abs(a - b) <= TOLERANCE*max(abs(a), abs(b))


#@ less
def less(a, b):
    return not same(a, b) and a < b


#@ at_most
def at_most(a, b):
    return same(a, b) or a < b


#@ differ
def differ(a, b):
    return not same(a, b)


#@ defined
def defined(formula):
    """Whether the formula has a value."""
    try:
        value = formula()
        return not isinstance(value, mp.mpf) or not mp.isnan(value)
    except (ValueError, ZeroDivisionError):
        return False


#@ log
def log(x):
    if x <= 0:
        raise ValueError("the logarithm of a number that is not positive")
    return mp.log(x)


#@ log1p
def log1p(x):
    if x <= -1:
        raise ValueError("the logarithm of a number that is not positive")
    return mp.log1p(x)


#@ sqrt
def sqrt(x):
    if x < 0:
        raise ValueError("the square root of a negative number")
    return mp.sqrt(x)


#@ floor
def floor(x):
    """A number that agrees with a whole one as far as this program can see is taken for it."""
    nearest = mp.nint(x)
    return nearest if abs(x - nearest) <= TOLERANCE*max(1, abs(x)) else mp.floor(x)


#@ ceil
def ceil(x):
    return -floor(-x)


#@ whole
def whole(x):
    """The whole number that x is."""
    if abs(x - mp.nint(x)) > TOLERANCE*max(1, abs(x)):
        raise ValueError("a whole number is needed")
    return int(mp.nint(x))


#@ binomial
def binomial(x, k):
    k = whole(k)
    if k < 0:
        return mpf(0)
    if x == mp.nint(x) and x >= 0:
        return mpf(comb(int(x), k))
    result = mpf(1)
    for i in range(k):
        result = result*(x - i)/(i + 1)
    return result


#@ factorial
def factorial(k):
    return mp.factorial(whole(k))


#@ lgamma
def lgamma(x):
    if x <= 0:
        raise ValueError("lgamma needs a positive number")
    return mp.loggamma(mpf(x)).real


#@ Phi
def Phi(x):
    """Distribution function of the standard normal law."""
    return mp.erfc(-mpf(x)/mp.sqrt(2))/2


#@ Phi_inv
def Phi_inv(q):
    """The inverse of Phi, by Newton's method."""
    if not 0 < q < 1:
        raise ValueError("Phi_inv needs a number between 0 and 1")
    if same(mpf(q), mpf(1)/2):
        return mpf(0)
    if q > mpf(1)/2:
        return -Phi_inv(1 - q)
    x = -mp.sqrt(-2*mp.log(q))
    for _ in range(500):
        step = (mp.log(Phi(x)) - mp.log(q))*Phi(x)*mp.sqrt(2*mp.pi)*mp.exp(x*x/2)
        x -= step
        if abs(step) <= TOLERANCE**2*abs(x):
            break
    return x


#@ rounds_to
def rounds_to(value, printed, unit):
    away = abs(value - printed)
    if mp.isnan(away):
        raise ValueError("inf - inf")
    return at_most(away, mpf(unit)/2)


#@ total
def total(low, high, body):
    """body(low) + ... + body(high)"""
    result = mpf(0)
    for j in range(whole(low), whole(high) + 1):
        result += body(mpf(j))
    return result


#@ product_of
def product_of(low, high, body):
    result = mpf(1)
    for j in range(whole(low), whole(high) + 1):
        result *= body(mpf(j))
    return result


#@ integral
def integral(low, high, body):
    """Gauss-Legendre quadrature on short pieces; an infinite end is cut off at distance 150."""
    if low > high:
        return -integral(high, low, body)
    low = max(mpf(low), min(mpf(high), mpf(0)) - 150)
    high = min(mpf(high), max(low, mpf(0)) + 150)
    pieces = max(8, int(mp.ceil(2*(high - low))))
    ends = [low + (high - low)*i/pieces for i in range(pieces + 1)]
    return sum((piece(a, b, body) for a, b in zip(ends, ends[1:])), mpf(0))


#@ piece
def piece(a, b, body, depth=0):
    """One piece; halved until two halves agree with the whole, so that kinks do little harm."""
    once = gauss(a, b, body)
    twice = gauss(a, (a + b)/2, body) + gauss((a + b)/2, b, body)
    if depth == 40 or abs(once - twice) <= QUADRATURE*max(1, abs(twice)):
        return twice
    middle = (a + b)/2
    return piece(a, middle, body, depth + 1) + piece(middle, b, body, depth + 1)


#@ gauss
def gauss(a, b, body):
    half = (b - a)/2
    return half*sum((w*body(a + half + half*x) for x, w in gauss_nodes()), mpf(0))


#@ gauss_nodes
def gauss_nodes(count=20, kept=[]):
    """Nodes and weights of the Gauss-Legendre rule: zeros of a Legendre polynomial."""
    for i in range(0 if kept else count):
        x = mp.cos(mp.pi*(i + mpf(3)/4)/(count + mpf(1)/2))
        for _ in range(9):
            last, value = mpf(1), x
            for k in range(2, count + 1):
                last, value = value, ((2*k - 1)*x*value - (k - 1)*last)/k
            slope = count*(x*value - last)/(x*x - 1)
            x -= value/slope
        kept.append((x, 2/((1 - x*x)*slope**2)))
    return kept


#@ normal_mean
def normal_mean(body):
    """The mean of body(X) for a standard normal X."""
    return integral(-mp.inf, mp.inf, lambda x: mp.exp(-x*x/2)/mp.sqrt(2*mp.pi)*body(x))


#@ minimum
def minimum(low, high, body):
    """The least value at 257 equally spaced points, refined around the best of them."""
    low, high = mpf(low), mpf(high)
    points = [low + (high - low)*i/256 for i in range(257)]
    best = min(points, key=body)
    a, b = max(low, best - (high - low)/256), min(high, best + (high - low)/256)
    golden = (mp.sqrt(5) - 1)/2
    for _ in range(200):
        x, y = b - golden*(b - a), a + golden*(b - a)
        if body(x) < body(y):
            b = y
        else:
            a = x
    return min(body(best), body((a + b)/2))


#@ maximum
def maximum(low, high, body):
    return -minimum(low, high, lambda x: -body(x))


#@ binomial_mean
def binomial_mean(k, p, body):
    """The mean of body(M) for M ~ Bin(k, p)."""
    k = whole(k)
    return sum((comb(k, m)*mpf(p)**m*(1 - mpf(p))**(k - m)*body(mpf(m)) for m in range(k + 1)
                if comb(k, m)*mpf(p)**m*(1 - mpf(p))**(k - m) != 0), mpf(0))


#@ poisson_mean
def poisson_mean(mu, body):
    """The mean of body(B) for B ~ Poisson(mu), far beyond where the terms count."""
    mu, total, b = mpf(mu), mpf(0), 0
    if mu == 0:
        return body(mpf(0))
    weight = mp.exp(-mu)
    while True:
        term = weight*body(mpf(b))
        total += term
        b += 1
        weight *= mu/b
        if b > 2*mu + 40 and weight < DROPPED and abs(term) <= abs(total)*DROPPED:
            return total


#@ binomial_cdf
def binomial_cdf(k, n, p):
    """P(X <= k) for X ~ Bin(n, p)."""
    n, last, p = whole(n), int(floor(k)), mpf(p)
    if last >= n:
        return mpf(1)
    return sum((comb(n, i)*p**i*(1 - p)**(n - i) for i in range(last + 1)), mpf(0))


#@ binomial_quantile
def binomial_quantile(q, n, p):
    """The least k with P(X <= k) >= q for X ~ Bin(n, p)."""
    k = 0
    while less(binomial_cdf(k, n, p), q):
        k += 1
    return mpf(k)


#@ binomial_weights
def binomial_weights(n, p):
    """All (k, P(X = k)) for X ~ Bin(n, p), from the most likely k outward, without those below DROPPED."""
    p = mpf(p)
    if p == 0 or p == 1:
        return [(n if p == 1 else 0, mpf(1))]
    mode = min(n, int((n + 1)*p))
    top = mp.exp(mp.loggamma(n + 1) - mp.loggamma(mode + 1) - mp.loggamma(n - mode + 1)
                 + mode*mp.log(p) + (n - mode)*mp.log1p(-p))
    weights = [(mode, top)]
    odds = p/(1 - p)
    k, w = mode, top
    while k < n and w >= DROPPED:
        w *= odds*(n - k)/(k + 1)
        k += 1
        weights.append((k, w))
    k, w = mode, top
    while k > 0 and w >= DROPPED:
        w *= k/(odds*(n - k + 1))
        k -= 1
        weights.append((k, w))
    return sorted(weights)


#@ clone_pair
def clone_pair(n, eps0, p=None):
    """P = (A+D, C-A+1-D), Q = (A+1-D, C-A+D) with C ~ Bin(n-1, p), A ~ Bin(C, 1/2), D ~ Bern(q)."""
    p = mp.exp(-mpf(eps0)) if p is None else mpf(p)
    q = mp.exp(mpf(eps0))/(mp.exp(mpf(eps0)) + 1)
    pair = []
    for c, weight in binomial_weights(whole(n) - 1, p):
        before = mpf(0)                           # P(C = c, A = a - 1)
        for a, here in fair_row(c, weight):       # P(C = c, A = a)
            pair.append(((a, c + 1 - a), q*before + (1 - q)*here, (1 - q)*before + q*here))
            before = here
        pair.append(((a + 1, c - a), q*before, (1 - q)*before))
    return pair


#@ unmixed_pair
def unmixed_pair(n, eps0, p=None):
    """P = (A+1, C-A), Q = (A, C-A+1) with C ~ Bin(n-1, p), A ~ Bin(C, 1/2)."""
    p = mp.exp(-mpf(eps0)) if p is None else mpf(p)
    pair = []
    for c, weight in binomial_weights(whole(n) - 1, p):
        before = mpf(0)                           # P(C = c, A = a - 1)
        for a, here in fair_row(c, weight):       # P(C = c, A = a)
            pair.append(((a, c + 1 - a), before, here))
            before = here
        pair.append(((a + 1, c - a), before, mpf(0)))
    return pair


#@ fair_row
def fair_row(c, weight):
    """(a, weight * P(A = a)) for A ~ Bin(c, 1/2)."""
    lowest = 0
    if c > 200:                                   # without what is below DROPPED
        lowest = max(0, c//2 - int(mp.sqrt(c*mp.log(max(1, weight/DROPPED))/2)) - 1)
    here = weight*comb(c, lowest)/mpf(2)**c
    row = []
    for a in range(lowest, c - lowest + 1):
        row.append((a, here))
        here = here*(c - a)/(a + 1)
    return row


#@ printed_pair
def printed_pair(n, eps0, b):
    """P = (A, C-A+D), Q = (A+D, C-A) with C ~ Bin(n-1, e^-eps0), A ~ Bin(C, 1/2), D ~ Bern(b)."""
    first_law, second_law = {}, {}
    for c, weight in binomial_weights(whole(n) - 1, mp.exp(-mpf(eps0))):
        for a in range(c + 1):
            here = weight*comb(c, a)/mpf(2)**c
            for d, part in ((0, 1 - mpf(b)), (1, mpf(b))):
                x, y = (a, c - a + d), (a + d, c - a)
                first_law[x] = first_law.get(x, 0) + here*part
                second_law[y] = second_law.get(y, 0) + here*part
    return pair_of(first_law, second_law)


#@ variation_pair
def variation_pair(n, p, beta, q0, q1=None):
    """Others add (1, 0) with r0 and (0, 1) with r1; P adds (1, 0) with p*alpha and (0, 1) with alpha."""
    p, beta, q0 = mpf(p), mpf(beta), mpf(q0)
    q1 = q0 if q1 is None else mpf(q1)
    if p == mp.inf:
        one, other = beta, mpf(0)
    else:
        other = min(beta, (p - 1)/(p + 1))/(p - 1)
        one = p*other
    chances = [one, other, max(mpf(0), 1 - one - other)]
    places = [(1, 0), (0, 1), (0, 0)]
    either, share = one/q0 + one/q1, q1/(q0 + q1)
    first_law, second_law = {}, {}
    for c, weight in binomial_weights(whole(n) - 1, min(mpf(1), either)):
        for a in range(c + 1):
            here = weight*comb(c, a)*share**a*(1 - share)**(c - a)
            for (x, y), chance in zip(places, chances):
                if chance > 0:
                    first_law[a + x, c - a + y] = first_law.get((a + x, c - a + y), 0) + here*chance
                    second_law[a + y, c - a + x] = second_law.get((a + y, c - a + x), 0) + here*chance
    return pair_of(first_law, second_law)


#@ rr_pair
def rr_pair(n, eps0):
    """Ones among n reports of randomized response on the inputs (1, 0, ..., 0) and (0, ..., 0)."""
    flip = 1/(mp.exp(mpf(eps0)) + 1)
    rest = dict(binomial_weights(whole(n) - 1, flip))     # reports of the other n - 1 users
    pair = []
    for k in sorted(set(rest) | {k + 1 for k in rest}):
        one, none = rest.get(k - 1, mpf(0)), rest.get(k, mpf(0))
        pair.append(((k,), (1 - flip)*one + flip*none, flip*one + (1 - flip)*none))
    return pair


#@ krr_pair
def krr_pair(k, n, eps0):
    """The histogram of k-ary randomized response on the inputs (0, 2, ..., 2) and (1, 2, ..., 2)."""
    rest = [whole(n) - 1] + [0]*(whole(k) - 3)
    return pair_of(krr_law(eps0, 1, 0, *rest), krr_law(eps0, 0, 1, *rest))


#@ multinomial_law
def multinomial_law(n, chances):
    """The histogram of n reports, each of them i with chances[i], without what is below DROPPED."""
    if len(chances) == 1:
        return {(n,): mpf(1)}
    law = {}
    for h, w in binomial_weights(n, chances[0]/sum(chances, mpf(0))):
        for rest, v in multinomial_law(n - h, chances[1:]).items():
            if w*v >= DROPPED:
                law[(h,) + rest] = w*v
    return law


#@ after_report
def after_report(law, row):
    """The histograms after one more report, which is i with the chance row[i]."""
    longer = {}
    for x, w in law.items():
        for i, chance in enumerate(row):
            y = x[:i] + (x[i] + 1,) + x[i + 1:]
            longer[y] = longer.get(y, 0) + w*chance
    return longer


#@ merged_reports
def merged_reports(eps0, weights, first, second, rest):
    """Histograms of the reports of the users in first and rest, and in second and rest; in groups (users, set) a
    user sends j in proportion to weights[j], times e^eps0 if j is in the set. Symbols that are in the same sets
    have one count: given their sum, the single counts have the same law in both histograms."""
    groups = [group for group in first + second + rest if group[0]]
    merged = {}
    for j, weight in enumerate(weights):
        kind = tuple(j in favoured for users, favoured in groups)
        merged[kind] = merged.get(kind, 0) + mpf(weight)

    def row(group):
        g = groups.index(group)
        chances = [w*(mp.exp(mpf(eps0)) if kind[g] else 1) for kind, w in merged.items()]
        return [w/sum(chances, mpf(0)) for w in chances]

    def after(law, more):
        for group in more:
            for _ in range(group[0]):
                law = after_report(law, row(group))
        return law

    rest = sorted((group for group in rest if group[0]), key=lambda group: -group[0])
    known = {(0,)*len(merged): mpf(1)}
    if rest:                                      # the largest group by its multinomial law
        known = after(multinomial_law(rest[0][0], row(rest[0])), rest[1:])
    return pair_of(after(known, first), after(known, second))


#@ merged_krr_pair
def merged_krr_pair(k, n, eps0):
    """The histogram of k-ary randomized response on the inputs (0, 2, ..., 2) and (1, 2, ..., 2)."""
    return merged_reports(eps0, [1]*whole(k), [(1, {0})], [(1, {1})], [(whole(n) - 1, {2})])


#@ merged_response_pair
def merged_response_pair(eps0, counts, others):
    """The histograms of k-ary randomized response on counts[i] inputs i, and on others[i] inputs i."""
    first, second, rest = [], [], []
    for i, (a, b) in enumerate(zip(map(whole, counts), map(whole, others))):
        first.append((a - min(a, b), {i}))
        second.append((b - min(a, b), {i}))
        rest.append((min(a, b), {i}))
    return merged_reports(eps0, [1]*len(counts), first, second, rest)


#@ merged_staircase_pair
def merged_staircase_pair(eps0, given):
    """Histograms of a mechanism with output weights, times e^eps0 where a set's digit is 1."""
    k = whole(given[0])
    weights, (s, t), others = given[1:k + 1], given[k + 1:k + 3], given[k + 3:]

    def favoured(digits):
        return {j for j, digit in enumerate(f"{whole(digits):0{k}d}") if digit == "1"}

    rest = [(whole(count), favoured(digits)) for count, digits in zip(others[::2], others[1::2])]
    return merged_reports(eps0, weights, [(1, favoured(s))], [(1, favoured(t))], rest)


#@ staircase_pair
def staircase_pair(eps0, k, *given):
    """Histograms of a mechanism with output weights, times e^eps0 where a set's digit is 1."""
    k = whole(k)
    weights, (s, t), others = given[:k], given[k:k + 2], given[k + 2:]

    def reports(digits):
        row = [mpf(w)*(mp.exp(mpf(eps0)) if d == "1" else 1) for w, d in zip(weights, f"{whole(digits):0{k}d}")]
        return [w/sum(row, mpf(0)) for w in row]

    def after(law, row):
        longer = {}
        for histogram, w in law.items():
            for report, chance in enumerate(row):
                x = tuple(h + (i == report) for i, h in enumerate(histogram))
                longer[x] = longer.get(x, 0) + w*chance
        return longer

    rest = {(0,)*k: mpf(1)}
    for count, digits in zip(others[::2], others[1::2]):
        for _ in range(whole(count)):
            rest = after(rest, reports(digits))
    return pair_of(after(rest, reports(s)), after(rest, reports(t)))


#@ rr_law
def rr_law(eps0, zeros, ones):
    """The number of ones among the reports of binary randomized response on these inputs."""
    keep = mp.exp(mpf(eps0))/(mp.exp(mpf(eps0)) + 1)
    law = {(0,): mpf(1)}
    for chance in [1 - keep]*whole(zeros) + [keep]*whole(ones):
        after = {}
        for (k,), w in law.items():
            after[(k,)] = after.get((k,), 0) + w*(1 - chance)
            after[(k + 1,)] = after.get((k + 1,), 0) + w*chance
        law = after
    return law


#@ krr_law
def krr_law(eps0, *counts):
    """The histogram of the reports of k-ary randomized response on counts[i] inputs i."""
    k = len(counts)
    keep = mp.exp(mpf(eps0))/(mp.exp(mpf(eps0)) + k - 1)
    law = {(0,)*k: mpf(1)}
    for symbol, count in enumerate(counts):
        for _ in range(whole(count)):
            after = {}
            for histogram, w in law.items():
                for report in range(k):
                    x = tuple(h + (i == report) for i, h in enumerate(histogram))
                    after[x] = after.get(x, 0) + w*(keep if report == symbol else (1 - keep)/(k - 1))
            law = after
    return law


#@ law_of
def law_of(low, high, body):
    """The law with the probability body(x) at each whole x from low to high."""
    law = {(x,): mpf(body(mpf(x))) for x in range(whole(low), whole(high) + 1)}
    if any(w < 0 for w in law.values()) or not same(sum(law.values(), mpf(0)), mpf(1)):
        raise ValueError("the probabilities of a law must be at least 0 and sum to 1")
    return law


#@ first
def first(pair):
    return {x: p for x, p, q in pair}


#@ second
def second(pair):
    return {x: q for x, p, q in pair}


#@ mix
def mix(w, P, Q):
    """The law w P + (1 - w) Q."""
    return {x: w*P.get(x, mpf(0)) + (1 - w)*Q.get(x, mpf(0)) for x in {**P, **Q}}


#@ pmf
def pmf(P, *outcome):
    return P.get(tuple(whole(a) for a in outcome), mpf(0))


#@ mean
def mean(P, body):
    return sum((w*body(mpf(x)) for (x,), w in P.items() if w != 0), mpf(0))


#@ pair_of
def pair_of(P, Q):
    return [(x, P.get(x, mpf(0)), Q.get(x, mpf(0))) for x in sorted({**P, **Q})]


#@ swap
def swap(pair):
    if isinstance(pair, NormalPair): return NormalPair(*pair[2:], *pair[:2])  #@normal
    return [(x, q, p) for x, p, q in pair]


#@ subsampled
def subsampled(pair, gamma):
    """(gamma P + (1 - gamma) Q, Q)"""
    if isinstance(pair, NormalPair): raise ValueError("subsampled normal pairs are not in this program")  #@normal
    return [(x, gamma*p + (1 - gamma)*q, q) for x, p, q in pair]


#@ NormalPair
class NormalPair(namedtuple("NormalPair", "m1 v1 m2 v2")):
    """N(m1, v1) and N(m2, v2); v1 and v2 are variances."""
    def renyi(self, order):
        m1, v1, m2, v2 = self
        if order == 1:
            return (v1/v2 - 1 + (m1 - m2)**2/v2 - mp.log(v1/v2))/2
        if mp.isinf(order):
            if v1 == v2:
                return mpf(0) if m1 == m2 else mp.inf
            return mp.inf if v1 > v2 else mp.log(v2/v1)/2 + (m1 - m2)**2/(2*(v2 - v1))
        s = order*v2 + (1 - order)*v1
        if s <= 0:
            return mp.inf
        return (order*(m1 - m2)**2/(2*s)
                + ((1 - order)*mp.log(v1) + order*mp.log(v2) - mp.log(s))/(2*(order - 1)))

    def above(self, eps):
        """P(S) and Q(S) for S = {log(P/Q) > eps}, where log(P/Q) is a polynomial of degree 2."""
        m1, v1, m2, v2 = self
        a = (1/v2 - 1/v1)/2
        b = m1/v1 - m2/v2
        c = (m2**2/v2 - m1**2/v1 + mp.log(v2/v1))/2 - eps
        masses = []
        for m, v in ((m1, v1), (m2, v2)):
            def left_of(x):
                return Phi((x - m)/mp.sqrt(v))
            def right_of(x):
                return Phi((m - x)/mp.sqrt(v))
            if a == 0:
                masses.append(mpf(c > 0) if b == 0 else right_of(-c/b) if b > 0 else left_of(-c/b))
            elif b*b <= 4*a*c:
                masses.append(mpf(a > 0))
            else:
                width = mp.sqrt(b*b - 4*a*c)
                low, high = sorted([(-b - width)/(2*a), (-b + width)/(2*a)])
                outside = left_of(low) + right_of(high)
                masses.append(outside if a > 0 else 1 - outside)
        return masses

    def hockey_stick(self, eps):
        p, q = self.above(eps)
        return p - mp.exp(eps)*q

    def crossing(self, is_before):
        """The eps at which a condition that holds for small eps stops holding."""
        low, high = mpf(-1), mpf(1)
        while not is_before(low):
            low *= 2
        while is_before(high):
            high *= 2
        for _ in range(4*mp.dps):
            middle = (low + high)/2
            low, high = (middle, high) if is_before(middle) else (low, middle)
        return high

    def epsilon(self, delta):
        if delta == 0:
            return self.renyi(mp.inf)
        return self.crossing(lambda eps: self.hockey_stick(eps) > delta)

    def tradeoff(self, alpha):
        if alpha == 0 or alpha == 1 or self[:2] == self[2:]:
            return 1 - mpf(alpha)
        return self.above(self.crossing(lambda eps: self.above(eps)[0] > 1 - alpha))[1]

    def chi_moment(self, a):
        """(P/Q - 1)^a multiplied out, for even a."""
        a = whole(a)
        if a == 1:
            return 2*self.hockey_stick(mpf(0))
        if a % 2:
            raise ValueError("only even moments of normal laws")
        return sum((-1)**(a - j)*comb(a, j)*(mp.exp((j - 1)*self.renyi(mpf(j))) if j > 1 else 1)
                   for j in range(a + 1))


#@ normal_pair
def normal_pair(m1, v1, m2, v2):
    return NormalPair(mpf(m1), mpf(v1), mpf(m2), mpf(v2))


#@ gaussian_pair
def gaussian_pair(mu):
    return NormalPair(mpf(mu), mpf(1), mpf(0), mpf(1))


#@ renyi
def renyi(pair, order):
    """log(sum of P^order Q^(1-order))/(order - 1), the Renyi divergence."""
    order = mpf(order)
    if isinstance(pair, NormalPair): return pair.renyi(order)  #@normal
    if order >= 1 and any(p > 0 and q == 0 for x, p, q in pair):
        return mp.inf
    both = [(p, q) for x, p, q in pair if p > 0 and q > 0]
    if mp.isinf(order):
        return mp.log(max(p/q for p, q in both))
    if order == 1:
        return sum((p*mp.log(p/q) for p, q in both), mpf(0))
    if not both:
        return mp.inf
    if order == int(order):
        k = int(order)
        moment = sum((p*(p/q)**(k - 1) for p, q in both), mpf(0))
    else:
        moment = sum((p**order*q**(1 - order) for p, q in both), mpf(0))
    return mp.log(moment)/(order - 1)


#@ hockey_stick
def hockey_stick(pair, eps):
    """The sum of the positive parts of P - e^eps Q."""
    if isinstance(pair, NormalPair): return pair.hockey_stick(mpf(eps))  #@normal
    factor = mp.exp(mpf(eps))
    return sum((p - factor*q for x, p, q in pair if p > factor*q), mpf(0))


#@ total_variation
def total_variation(pair):
    return hockey_stick(pair, 0)


#@ by_ratio
def by_ratio(pair):
    """(P, Q) of the outcomes, those with the largest P/Q first."""
    kept = [(p, q) for x, p, q in pair if p + q > 0]
    return sorted(kept, key=lambda masses: masses[1]/(masses[0] + masses[1]))


#@ tradeoff
def tradeoff(pair, alpha):
    """The least Q(accept) of all tests with P(reject) = alpha, by the Neyman-Pearson lemma."""
    alpha = mpf(alpha)
    if not 0 <= alpha <= 1:
        raise ValueError("alpha must be in [0, 1]")
    if isinstance(pair, NormalPair): return pair.tradeoff(alpha)  #@normal
    left, accepted = alpha, mpf(0)
    for p, q in reversed(by_ratio(pair)):         # rejects where Q/P is largest
        share = mpf(1) if p <= left else left/p
        left -= share*p
        accepted += (1 - share)*q
    return accepted


#@ epsilon
def epsilon(pair, delta):
    """The least eps with P(S) - e^eps Q(S) <= delta for all S."""
    if isinstance(pair, NormalPair): return pair.epsilon(mpf(delta))  #@normal
    best, p_sum, q_sum = mpf(0), mpf(0), mpf(0)
    for p, q in by_ratio(pair):
        p_sum += p
        q_sum += q
        if less(delta, p_sum):
            if q_sum == 0:
                return mp.inf
            best = max(best, (p_sum - delta)/q_sum)
    return mp.log(best) if best > 0 else -mp.inf


#@ chi_moment
def chi_moment(pair, a):
    """The mean of |P/Q - 1|^a under Q."""
    if isinstance(pair, NormalPair): return pair.chi_moment(a)  #@normal
    result = mpf(0)
    for x, p, q in pair:
        if q > 0:
            result += q*abs(p/q - 1)**mpf(a)
        elif p > 0 and a >= 1:
            result += p if a == 1 else mp.inf
    return result


#@ ternary_moment
def ternary_moment(P, Q, R, a):
    """The mean of |(P - Q)/R|^a under R."""
    result = mpf(0)
    for x in {**P, **Q, **R}:
        gap, r = abs(P.get(x, mpf(0)) - Q.get(x, mpf(0))), R.get(x, mpf(0))
        if r > 0:
            result += r*(gap/r)**mpf(a)
        elif gap > 0 and a >= 1:
            result += gap if a == 1 else mp.inf
    return result


#@ identity_curve
identity_curve = [(mpf(0), mpf(1)), (mpf(1), mpf(0))]


#@ gaussian_curve
def gaussian_curve(mu):
    """f(alpha) = Phi(Phi_inv(1 - alpha) - mu)"""
    def f(alpha):
        return 1 - alpha if alpha in (0, 1) else Phi(Phi_inv(1 - alpha) - mu)
    f.pair = gaussian_pair(mu)
    return f


#@ curve
def curve(pair):
    """The trade-off function of a pair."""
    if isinstance(pair, NormalPair): return lambda alpha: pair.tradeoff(alpha)  #@normal
    kept = by_ratio(pair)[::-1]                   # rejects where Q/P is largest
    alphas, betas = [mpf(0)], [mpf(0)]
    for p, q in kept:
        alphas.append(alphas[-1] + p)
    for p, q in reversed(kept):
        betas.append(betas[-1] + q)
    start = sum(1 for p, q in kept if p == 0)     # outcomes that P does not have come first
    return list(zip(alphas, reversed(betas)))[start:]


#@ at
def at(f, alpha):
    alpha = mpf(alpha)
    if not 0 <= alpha <= 1:
        raise ValueError("alpha must be in [0, 1]")
    if callable(f): return f(alpha)  #@normal
    i = max(1, min(bisect_left(f, (alpha, mpf(-1))), len(f) - 1))
    (x0, y0), (x1, y1) = f[i - 1], f[i]
    return y1 if x0 == x1 else y0 + (y1 - y0)*(alpha - x0)/(x1 - x0)


#@ mix_curves
def mix_curves(w, f, g):
    """w f + (1 - w) g"""
    if callable(f) or callable(g): return lambda alpha: w*at(f, alpha) + (1 - w)*at(g, alpha)  #@normal
    corners = sorted({min(x, mpf(1)) for x, y in f} | {min(x, mpf(1)) for x, y in g})
    return [(x, w*at(f, x) + (1 - w)*at(g, x)) for x in corners]


#@ symmetrized
def symmetrized(f):
    """The largest convex function below f and its inverse: the lower hull of both sets of corners."""
    if hasattr(f, "pair"): return f  #@normal
    if callable(f): raise ValueError("the symmetrization of this function is not in this program")  #@normal
    hull = []
    for x, y in sorted(set(f) | {(max(mpf(0), y), x) for x, y in f}):
        while len(hull) > 1 and ((hull[-1][0] - hull[-2][0])*(y - hull[-2][1])
                                 <= (hull[-1][1] - hull[-2][1])*(x - hull[-2][0])):
            hull.pop()
        if not hull or y < hull[-1][1]:
            hull.append((x, y))
    return hull if hull[-1][0] == 1 else hull + [(mpf(1), hull[-1][1])]


#@ curve_delta
def curve_delta(f, eps):
    """The largest 1 - alpha - e^eps f(alpha); at a corner, f being linear between them."""
    if hasattr(f, "pair"): return hockey_stick(f.pair, eps)  #@normal
    if callable(f): return maximum(0, 1, lambda alpha: 1 - alpha - mp.exp(eps)*f(alpha))  #@normal
    return max(1 - x - mp.exp(mpf(eps))*y for x, y in f)


#@ curve_renyi
def curve_renyi(f, order):
    """The Renyi divergence of a pair with this trade-off function."""
    if hasattr(f, "pair"): return renyi(f.pair, order)  #@normal
    if callable(f): raise ValueError("the Renyi divergence of this function is not in this program")  #@normal
    pieces = [(i, f[i + 1][0] - f[i][0], f[i][1] - f[i + 1][1]) for i in range(len(f) - 1)]
    return renyi(pieces + [(-1, mpf(0), 1 - f[0][1])], order)


#@ grid
def grid(low, high, steps):
    return [mpf(low) + (mpf(high) - mpf(low))*i/steps for i in range(steps + 1)]


#@ inside
def inside(name, value, lower, upper):
    """Prints a side beside the enclosure that shufflecert certified, and whether it lies there."""
    lower, upper = mpf(lower), mpf(upper)
    slack = 0 if mp.isinf(value) else TOLERANCE*abs(value)
    agrees = bool(lower - slack <= value <= upper + slack)
    print(name, mp.nstr(value, 25))
    print("      certified: [%s, %s]%s" % (mp.nstr(lower, 25), mp.nstr(upper, 25),
                                          "" if agrees else ", which does NOT contain it"))
    return agrees


#@ condition
def condition(text, holds):
    print("domain: %s is %s" % (text, "true" if holds else "FALSE"))
    return bool(holds)
