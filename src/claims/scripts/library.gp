\\ Snippets for the programs that `shufflecert show ID --script gp` prints. A line "\\@ NAME" starts the
\\ snippet of that name; a program gets the snippets whose names it uses, in this order. A line that
\\ ends in "\\@normal" is kept only where the program has normal laws; the mark is not printed.
\\@ same
\\ Whether two numbers agree as far as this program can see.
same(a, b) = if(a == b, 1, is_infinite(a) || is_infinite(b), 0, abs(a - b) <= TOLERANCE*max(abs(a), abs(b)));

\\@ is_infinite
is_infinite(x) = type(x) == "t_INFINITY";

\\@ less
less(a, b) = !same(a, b) && a < b;

\\@ at_most
at_most(a, b) = same(a, b) || a < b;

\\@ differ
differ(a, b) = !same(a, b);

\\@ defined
\\ Whether the formula, a function without arguments, has a value.
defined(formula) = iferr(my(value = formula()); type(value) != "t_COMPLEX", E, 0);

\\@ real_log
real_log(x) = if(is_infinite(x) && x > 0, oo, x <= 0, error("the logarithm of a number that is not positive"), log(x));

\\@ real_sqrt
real_sqrt(x) = if(x < 0, error("the square root of a negative number"), sqrt(x));

\\@ power
\\ x^y, with an exponent that agrees with a whole number taken for it.
power(x, y) =
{
  if(is_infinite(x) || is_infinite(y), return(x^y));
  if(type(y) != "t_INT" && abs(y - round(y)) <= TOLERANCE*max(1, abs(y)), y = round(y));
  if(type(y) != "t_INT" && x < 0, error("a negative base with an exponent that is not whole"));
  x^y;
}

\\@ floor_of
\\ A number that agrees with a whole one as far as this program can see is taken for it.
floor_of(x) = if(abs(x - round(x)) <= TOLERANCE*max(1, abs(x)), round(x), floor(x));

\\@ ceil_of
ceil_of(x) = -floor_of(-x);

\\@ whole
\\ The whole number that x is.
whole(x) = if(abs(x - round(x)) <= TOLERANCE*max(1, abs(x)), round(x), error("a whole number is needed"));

\\@ binomial_of
binomial_of(x, k) = if(whole(k) < 0, 0, binomial(x, whole(k)));

\\@ lgamma
lgamma(x) = if(x <= 0, error("lgamma needs a positive number"), lngamma(x));

\\@ Phi
\\ Distribution function of the standard normal law.
Phi(x) = erfc(-x/sqrt(2))/2;

\\@ Phi_inv
\\ The inverse of Phi, by Newton's method.
Phi_inv(q) =
{
  my(x, step);
  if(q <= 0 || q >= 1, error("Phi_inv needs a number between 0 and 1"));
  if(same(q, 1/2), return(0));
  if(q > 1/2, return(-Phi_inv(1 - q)));
  x = -sqrt(-2*log(q));
  for(i = 1, 500,
    step = (log(Phi(x)) - log(q))*Phi(x)*sqrt(2*Pi)*exp(x^2/2);
    x -= step;
    if(abs(step) <= TOLERANCE^2*abs(x), break));
  x;
}

\\@ rounds_to
rounds_to(value, printed, unit) = at_most(abs(value - printed), unit/2);

\\@ total
\\ body(low) + ... + body(high)
total(low, high, body) = sum(j = whole(low), whole(high), body(j));

\\@ product_of
product_of(low, high, body) = prod(j = whole(low), whole(high), body(j));

\\@ integral
\\ Gauss-Legendre quadrature on short pieces; an infinite end is cut off at distance 150.
integral(low, high, body) =
{
  my(pieces, nodes, ends);
  if(low > high, return(-integral(high, low, body)));
  low = max(low, min(high, 0) - 150);
  high = min(high, max(low, 0) + 150);
  pieces = max(8, ceil(2*(high - low)));
  ends = vector(pieces + 1, i, low + (high - low)*(i - 1)/pieces);
  nodes = intnumgaussinit(20);
  sum(i = 1, pieces, piece(ends[i], ends[i + 1], body, nodes, 0));
}

\\@ piece
\\ One piece; halved until two halves agree with the whole, so that kinks do little harm.
piece(a, b, body, nodes, depth) =
{
  my(middle = (a + b)/2., once, twice);
  once = intnumgauss(x = a, b, body(x), nodes);
  twice = intnumgauss(x = a, middle, body(x), nodes) + intnumgauss(x = middle, b, body(x), nodes);
  if(depth == 40 || abs(once - twice) <= QUADRATURE*max(1, abs(twice)), return(twice));
  piece(a, middle, body, nodes, depth + 1) + piece(middle, b, body, nodes, depth + 1);
}

\\@ normal_mean
\\ The mean of body(X) for a standard normal X.
normal_mean(body) = integral(-oo, oo, x -> exp(-x^2/2)/sqrt(2*Pi)*body(x));

\\@ minimum
\\ The least value at 257 equally spaced points, refined around the best of them.
minimum(low, high, body) =
{
  my(best, a, b, x, y, golden = (sqrt(5) - 1)/2, points, values);
  points = vector(257, i, low + (high - low)*(i - 1)/256);
  values = vector(257, i, body(points[i]));
  best = points[vecsort(values, , 1)[1]];
  a = max(low, best - (high - low)/256);
  b = min(high, best + (high - low)/256);
  for(i = 1, 200,
    x = b - golden*(b - a);
    y = a + golden*(b - a);
    if(body(x) < body(y), b = y, a = x));
  min(body(best), body((a + b)/2));
}

\\@ maximum
maximum(low, high, body) = -minimum(low, high, x -> -body(x));

\\@ binomial_mean
\\ The mean of body(M) for M ~ Bin(k, p).
binomial_mean(k, p, body) = sum(m = 0, whole(k), my(w = binomial(whole(k), m)*p^m*(1 - p)^(whole(k) - m)); if(w == 0, 0, w*body(m)));

\\@ poisson_mean
\\ The mean of body(B) for B ~ Poisson(mu), far beyond where the terms count.
poisson_mean(mu, body) =
{
  my(total = 0, b = 0, weight = exp(-mu), term);
  if(mu == 0, return(body(0)));
  while(1,
    term = weight*body(b);
    total += term;
    b++;
    weight *= mu/b;
    if(b > 2*mu + 40 && weight < DROPPED && abs(term) <= abs(total)*DROPPED, return(total)));
}

\\@ binomial_cdf
\\ P(X <= k) for X ~ Bin(n, p).
binomial_cdf(k, n, p) = if(floor_of(k) >= n, 1, sum(i = 0, floor_of(k), binomial(whole(n), i)*p^i*(1 - p)^(whole(n) - i)));

\\@ binomial_quantile
\\ The least k with P(X <= k) >= q for X ~ Bin(n, p).
binomial_quantile(q, n, p) = { my(k = 0); while(less(binomial_cdf(k, n, p), q), k++); k; }

\\@ binomial_weights
\\ All [k, P(X = k)] for X ~ Bin(n, p), from the most likely k outward, without those below DROPPED.
binomial_weights(n, p) =
{
  my(mode, top, odds, k, w, weights);
  if(p == 0 || p == 1, return([[n*p, 1]]));
  mode = min(n, floor((n + 1)*p));
  top = exp(lngamma(n + 1) - lngamma(mode + 1) - lngamma(n - mode + 1) + mode*log(p) + (n - mode)*log(1 - p));
  weights = List([[mode, top]]);
  odds = p/(1 - p);
  k = mode; w = top;
  while(k < n && w >= DROPPED, w *= odds*(n - k)/(k + 1); k++; listput(weights, [k, w]));
  k = mode; w = top;
  while(k > 0 && w >= DROPPED, w *= k/(odds*(n - k + 1)); k--; listput(weights, [k, w]));
  vecsort(Vec(weights), 1);
}

\\@ clone_pair
\\ P = (A+D, C-A+1-D), Q = (A+1-D, C-A+D) with C ~ Bin(n-1, p), A ~ Bin(C, 1/2), D ~ Bern(q).
clone_pair(n, eps0, p = exp(-eps0)) =
{
  my(q = exp(eps0)/(exp(eps0) + 1), pair = List(), c, a, before, here);
  foreach(binomial_weights(whole(n) - 1, p), layer,
    c = layer[1];
    before = 0;                                 \\ P(C = c, A = a - 1)
    foreach(fair_row(c, layer[2]), entry,
      [a, here] = entry;                        \\ P(C = c, A = a)
      listput(pair, [[a, c + 1 - a], q*before + (1 - q)*here, (1 - q)*before + q*here]);
      before = here);
    listput(pair, [[a + 1, c - a], q*before, (1 - q)*before]));
  Vec(pair);
}

\\@ unmixed_pair
\\ P = (A+1, C-A), Q = (A, C-A+1) with C ~ Bin(n-1, p), A ~ Bin(C, 1/2).
unmixed_pair(n, eps0, p = exp(-eps0)) =
{
  my(pair = List(), c, a, before, here);
  foreach(binomial_weights(whole(n) - 1, p), layer,
    c = layer[1];
    before = 0;                                 \\ P(C = c, A = a - 1)
    foreach(fair_row(c, layer[2]), entry,
      [a, here] = entry;                        \\ P(C = c, A = a)
      listput(pair, [[a, c + 1 - a], before, here]);
      before = here);
    listput(pair, [[a + 1, c - a], before, 0]));
  Vec(pair);
}

\\@ fair_row
\\ [a, weight * P(A = a)] for A ~ Bin(c, 1/2), without what is below DROPPED.
fair_row(c, weight) =
{
  my(lowest = 0, here, row = List());
  if(c > 200, lowest = max(0, c\2 - floor(sqrt(c*log(max(1, weight/DROPPED))/2)) - 1));
  here = weight*binomial(c, lowest)/2.^c;
  for(a = lowest, c - lowest,
    listput(row, [a, here]);
    here *= (c - a)/(a + 1));
  Vec(row);
}

\\@ printed_pair
\\ P = (A, C-A+D), Q = (A+D, C-A) with C ~ Bin(n-1, e^-eps0), A ~ Bin(C, 1/2), D ~ Bern(b).
printed_pair(n, eps0, b) =
{
  my(P = List(), Q = List(), here);
  foreach(binomial_weights(whole(n) - 1, exp(-eps0)), layer,
    my(c = layer[1]);
    for(a = 0, c,
      here = layer[2]*binomial(c, a)/2^c;
      for(d = 0, 1,
        my(part = here*if(d, b, 1 - b));
        listput(P, [[a, c - a + d], part]);
        listput(Q, [[a + d, c - a], part]))));
  pair_of(collected(Vec(P)), collected(Vec(Q)));
}

\\@ variation_pair
\\ Others add (1, 0) with r0 and (0, 1) with r1; P adds (1, 0) with p*alpha and (0, 1) with alpha.
variation_pair(n, p, beta, q0, q1 = q0) =
{
  my(P = List(), Q = List(), chances, places = [[1, 0], [0, 1], [0, 0]], either, share, here, one, other);
  if(p == oo, one = beta; other = 0, other = min(beta, (p - 1)/(p + 1))/(p - 1); one = p*other);
  chances = [one, other, max(0, 1 - one - other)];
  either = min(1, one/q0 + one/q1);
  share = q1/(q0 + q1);
  foreach(binomial_weights(whole(n) - 1, either), layer,
    my(c = layer[1]);
    for(a = 0, c,
      here = layer[2]*binomial(c, a)*share^a*(1 - share)^(c - a);
      for(i = 1, 3,
        my([x, y] = places[i]);
        if(chances[i] > 0,
          listput(P, [[a + x, c - a + y], here*chances[i]]);
          listput(Q, [[a + y, c - a + x], here*chances[i]])))));
  pair_of(collected(Vec(P)), collected(Vec(Q)));
}

\\@ rr_pair
\\ Ones among n reports of randomized response on the inputs (1, 0, ..., 0) and (0, ..., 0).
rr_pair(n, eps0) =
{
  my(flip = 1/(exp(eps0) + 1), rest, last, pair = List(), before = 0);
  rest = binomial_weights(whole(n) - 1, flip);   \\ reports of the other n - 1 users
  foreach(rest, entry,
    my([k, here] = entry);
    listput(pair, [[k], (1 - flip)*before + flip*here, flip*before + (1 - flip)*here]);
    before = here;
    last = k);
  listput(pair, [[last + 1], (1 - flip)*before, flip*before]);
  Vec(pair);
}

\\@ krr_pair
\\ The histogram of k-ary randomized response on the inputs (0, 2, ..., 2) and (1, 2, ..., 2).
krr_pair(k, n, eps0) =
{
  my(rest = concat(whole(n) - 1, vector(whole(k) - 3)));
  pair_of(krr_law(eps0, concat([1, 0], rest)), krr_law(eps0, concat([0, 1], rest)));
}

\\@ after_report
\\ The histograms after one more report, of an input that favours a set of outputs.
after_report(law, eps0, weights, digits) =
{
  my(k = #weights, row, longer = List());
  row = vector(k, j, if((whole(digits)\10^(k - j))%10 == 1, weights[j]*exp(eps0), weights[j]));
  row = row/vecsum(row);
  foreach(law, entry,
    for(report = 1, k,
      my(x = entry[1]);
      x[report]++;
      listput(longer, [x, entry[2]*row[report]])));
  collected(Vec(longer));
}

\\@ multinomial_law
\\ The histogram of n reports, each of them i with chances[i], without what is below DROPPED.
multinomial_law(n, chances) =
{
  my(law = List());
  if(#chances == 1, return([[[n], 1]]));
  foreach(binomial_weights(n, chances[1]/vecsum(chances)), e,
    foreach(multinomial_law(n - e[1], chances[2..#chances]), f,
      if(e[2]*f[2] >= DROPPED, listput(law, [concat(e[1], f[1]), e[2]*f[2]]))));
  Vec(law);
}

\\@ after_row
\\ The histograms after one more report, which is i with the chance row[i].
after_row(law, row) =
{
  my(longer = List(), x);
  foreach(law, entry,
    for(i = 1, #row,
      x = entry[1];
      x[i]++;
      listput(longer, [x, entry[2]*row[i]])));
  collected(Vec(longer));
}

\\@ after_group
\\ The same after the reports of a group [users, set], merged[i] being the sets that have i, and its weight.
after_group(law, eps0, merged, groups, g) =
{
  my(row = apply(m -> if(m[1][g], m[2]*exp(eps0), m[2]*1.), merged));
  row = row/vecsum(row);
  if(#law == 1 && groups[g][1] > 1, return(multinomial_law(groups[g][1], row)));
  for(user = 1, groups[g][1], law = after_row(law, row));
  law;
}

\\@ merged_reports
\\ Histograms of the reports of the users in P and others, and in Q and others; in groups [users, set] a user
\\ sends j in proportion to weights[j], times e^eps0 if set[j] is 1. Symbols that are in the same sets have one
\\ count: given their sum, the single counts have the same law in both histograms.
merged_reports(eps0, weights, P, Q, others) =
{
  my(groups, kinds, merged, known, first_law, second_law, n);
  P = select(g -> g[1] > 0, P);
  Q = select(g -> g[1] > 0, Q);
  others = Vecrev(vecsort(select(g -> g[1] > 0, others), 1));
  groups = concat([others, P, Q]);
  kinds = vector(#weights, j, apply(g -> g[2][j], groups));
  merged = apply(kind -> [kind, sum(j = 1, #weights, if(kinds[j] == kind, weights[j], 0))], Set(kinds));
  known = [[vector(#merged), 1]];
  n = #others;
  for(g = 1, n, known = after_group(known, eps0, merged, groups, g));
  first_law = second_law = known;
  for(g = n + 1, n + #P, first_law = after_group(first_law, eps0, merged, groups, g));
  for(g = n + #P + 1, #groups, second_law = after_group(second_law, eps0, merged, groups, g));
  pair_of(first_law, second_law);
}

\\@ merged_krr_pair
\\ The histogram of k-ary randomized response on the inputs (0, 2, ..., 2) and (1, 2, ..., 2).
merged_krr_pair(k, n, eps0) =
{
  my(input = i -> vector(whole(k), j, j == i));
  merged_reports(eps0, vector(whole(k), j, 1), [[1, input(1)]], [[1, input(2)]], [[whole(n) - 1, input(3)]]);
}

\\@ merged_response_pair
\\ The histograms of k-ary randomized response on counts[i] inputs i, and on others[i] inputs i.
merged_response_pair(eps0, counts, others) =
{
  my(k = #counts, both, grouped);
  both = vector(k, i, min(whole(counts[i]), whole(others[i])));
  grouped = (numbers -> vector(k, i, [whole(numbers[i]), vector(k, j, j == i)]));
  merged_reports(eps0, vector(k, j, 1), grouped(counts - both), grouped(others - both), grouped(both));
}

\\@ merged_staircase_pair
\\ Histograms of a mechanism with output weights, times e^eps0 where a set's digit is 1.
merged_staircase_pair(eps0, given) =
{
  my(k = whole(given[1]), favoured, others);
  favoured = (digits -> vector(k, j, (whole(digits)\10^(k - j))%10));
  others = vector((#given - k - 3)/2, i, [whole(given[k + 2 + 2*i]), favoured(given[k + 3 + 2*i])]);
  merged_reports(eps0, given[2..k + 1], [[1, favoured(given[k + 2])]], [[1, favoured(given[k + 3])]], others);
}

\\@ staircase_pair
\\ Histograms of a mechanism with output weights, times e^eps0 where a set's digit is 1.
staircase_pair(eps0, given) =
{
  my(k = whole(given[1]), weights = given[2..k + 1], rest = [[vector(k), 1]]);
  forstep(i = k + 4, #given, 2,
    for(user = 1, whole(given[i]), rest = after_report(rest, eps0, weights, given[i + 1])));
  pair_of(after_report(rest, eps0, weights, given[k + 2]), after_report(rest, eps0, weights, given[k + 3]));
}

\\@ rr_law
\\ The number of ones among the reports of binary randomized response on these inputs.
rr_law(eps0, zeros, ones) =
{
  my(keep = exp(eps0)/(exp(eps0) + 1), x = 'x, f);
  f = (keep + (1 - keep)*x)^whole(zeros)*((1 - keep) + keep*x)^whole(ones);
  vector(whole(zeros) + whole(ones) + 1, k, [[k - 1], polcoef(f, k - 1)]);
}

\\@ krr_law
\\ The histogram of the reports of k-ary randomized response on counts[i] inputs i.
krr_law(eps0, counts) =
{
  my(k = #counts, keep = exp(eps0)/(exp(eps0) + #counts - 1), law = [[vector(#counts), 1]], after);
  for(symbol = 1, k,
    for(user = 1, whole(counts[symbol]),
      after = List();
      foreach(law, entry,
        for(report = 1, k,
          my(x = entry[1]);
          x[report]++;
          listput(after, [x, entry[2]*if(report == symbol, keep, (1 - keep)/(k - 1))])));
      law = collected(Vec(after))));
  law;
}

\\@ law_of
\\ The law with the probability body(x) at each whole x from low to high.
law_of(low, high, body) =
{
  my(law = vector(whole(high) - whole(low) + 1, i, [[whole(low) + i - 1], body(whole(low) + i - 1)]));
  if(vecmin(apply(entry -> entry[2], law)) < 0 || !same(sum(i = 1, #law, law[i][2]), 1),
    error("the probabilities of a law must be at least 0 and sum to 1"));
  law;
}

\\@ first
first(pair) = apply(entry -> [entry[1], entry[2]], pair);

\\@ second
second(pair) = apply(entry -> [entry[1], entry[3]], pair);

\\@ mix
\\ The law w P + (1 - w) Q.
mix(w, P, Q) = collected(concat(apply(entry -> [entry[1], w*entry[2]], P), apply(entry -> [entry[1], (1 - w)*entry[2]], Q)));

\\@ pmf
pmf(P, outcome) = { my(x = apply(whole, outcome)); foreach(P, entry, if(entry[1] == x, return(entry[2]))); 0; }

\\@ mean
mean(P, body) = sum(i = 1, #P, if(P[i][2] == 0, 0, P[i][2]*body(P[i][1][1])));

\\@ pair_of
pair_of(P, Q) =
{
  my(both, pair = List());
  both = vecsort(concat(apply(e -> [e[1], e[2], 0], P), apply(e -> [e[1], 0, e[2]], Q)), 1);
  foreach(both, e,
    if(#pair && pair[#pair][1] == e[1], pair[#pair] += [0*e[1], e[2], e[3]], listput(pair, e)));
  Vec(pair);
}

\\@ collected
\\ The law with each outcome once.
collected(P) =
{
  my(law = List());
  foreach(vecsort(P, 1), e,
    if(#law && law[#law][1] == e[1], law[#law] = [e[1], law[#law][2] + e[2]], listput(law, e)));
  Vec(law);
}

\\@ is_normal
is_normal(pair) = type(pair[1]) == "t_STR";

\\@ swap
swap(pair) =
{
  if(is_normal(pair), return(["normal", pair[4], pair[5], pair[2], pair[3]])); \\@normal
  apply(e -> [e[1], e[3], e[2]], pair);
}

\\@ subsampled
\\ (gamma P + (1 - gamma) Q, Q)
subsampled(pair, share) =
{
  if(is_normal(pair), error("subsampled normal pairs are not in this program")); \\@normal
  apply(e -> [e[1], share*e[2] + (1 - share)*e[3], e[3]], pair);
}

\\@ normal_pair
\\ N(m1, v1) and N(m2, v2); v1 and v2 are variances.
normal_pair(m1, v1, m2, v2) = ["normal", m1, v1, m2, v2];

\\@ gaussian_pair
gaussian_pair(mu) = normal_pair(mu, 1, 0, 1);

\\@ normal_renyi
normal_renyi(pair, order) =
{
  my(m1 = pair[2], v1 = pair[3], m2 = pair[4], v2 = pair[5], s);
  if(order == 1, return((v1/v2 - 1 + (m1 - m2)^2/v2 - log(v1/v2))/2));
  if(is_infinite(order),
    if(v1 == v2, return(if(m1 == m2, 0, oo)));
    return(if(v1 > v2, oo, log(v2/v1)/2 + (m1 - m2)^2/(2*(v2 - v1)))));
  s = order*v2 + (1 - order)*v1;
  if(s <= 0, return(oo));
  order*(m1 - m2)^2/(2*s) + ((1 - order)*log(v1) + order*log(v2) - log(s))/(2*(order - 1));
}

\\@ normal_above
\\ P(S) and Q(S) for S = {log(P/Q) > eps}, where log(P/Q) = a x^2 + b x + c + eps.
normal_above(pair, eps) =
{
  my(m1 = pair[2], v1 = pair[3], m2 = pair[4], v2 = pair[5], a, b, c);
  a = (1/v2 - 1/v1)/2;
  b = m1/v1 - m2/v2;
  c = (m2^2/v2 - m1^2/v1 + log(v2/v1))/2 - eps;
  [normal_mass(m1, v1, a, b, c), normal_mass(m2, v2, a, b, c)];
}

\\@ normal_mass
\\ The probability of a x^2 + b x + c > 0 for x ~ N(m, v).
normal_mass(m, v, a, b, c) =
{
  my(low, high, outside);
  if(a == 0, return(if(b == 0, c > 0, b > 0, Phi((m + c/b)/sqrt(v)), Phi((-c/b - m)/sqrt(v)))));
  if(b^2 <= 4*a*c, return(a > 0));
  [low, high] = vecsort([(-b - sqrt(b^2 - 4*a*c))/(2*a), (-b + sqrt(b^2 - 4*a*c))/(2*a)]);
  outside = Phi((low - m)/sqrt(v)) + Phi((m - high)/sqrt(v));
  if(a > 0, outside, 1 - outside);
}

\\@ crossing
\\ The eps at which a condition that holds for small eps stops holding.
crossing(is_before) =
{
  my(low = -1., high = 1., middle);
  while(!is_before(low), low *= 2);
  while(is_before(high), high *= 2);
  for(i = 1, 4*default(realprecision), middle = (low + high)/2; if(is_before(middle), low = middle, high = middle));
  high;
}

\\@ renyi
\\ log(sum of P^order Q^(1-order))/(order - 1), the Renyi divergence.
renyi(pair, order) =
{
  my(both, moment);
  if(is_normal(pair), return(normal_renyi(pair, order))); \\@normal
  both = select(e -> e[2] > 0 && e[3] > 0, pair);
  if((is_infinite(order) || order >= 1) && #select(e -> e[2] > 0 && e[3] == 0, pair), return(oo));
  if(!#both, return(oo));
  if(is_infinite(order), return(log(vecmax(apply(e -> e[2]/e[3], both)))));
  if(order == 1, return(sum(i = 1, #both, both[i][2]*log(both[i][2]/both[i][3]))));
  moment = sum(i = 1, #both, both[i][2]*(both[i][2]/both[i][3])^(order - 1));
  log(moment)/(order - 1);
}

\\@ hockey_stick
\\ The sum of the positive parts of P - e^eps Q.
hockey_stick(pair, eps) =
{
  my(masses, factor = exp(eps));
  if(is_normal(pair), masses = normal_above(pair, eps); return(masses[1] - exp(eps)*masses[2])); \\@normal
  sum(i = 1, #pair, max(0, pair[i][2] - factor*pair[i][3]));
}

\\@ total_variation
total_variation(pair) = hockey_stick(pair, 0);

\\@ by_ratio
\\ [P, Q] of the outcomes, those with the largest P/Q first.
by_ratio(pair) =
{
  my(kept = select(e -> e[2] + e[3] > 0, pair));
  apply(e -> [e[2], e[3]], vecextract(kept, vecsort(apply(e -> e[3]/(e[2] + e[3]), kept), , 1)));
}

\\@ tradeoff
\\ The least Q(accept) of all tests with P(reject) = alpha, by the Neyman-Pearson lemma.
tradeoff(pair, alpha) =
{
  my(left = alpha, accepted = 0, share);
  if(alpha < 0 || alpha > 1, error("alpha must be in [0, 1]"));
  if(is_normal(pair), return(normal_tradeoff(pair, alpha))); \\@normal
  foreach(Vecrev(by_ratio(pair)), masses,         \\ rejects where Q/P is largest
    share = if(masses[1] <= left, 1, left/masses[1]);
    left -= share*masses[1];
    accepted += (1 - share)*masses[2]);
  accepted;
}

\\@ normal_tradeoff
normal_tradeoff(pair, alpha) =
{
  if(alpha == 0 || alpha == 1 || pair[2..3] == pair[4..5], return(1 - alpha));
  normal_above(pair, crossing(eps -> normal_above(pair, eps)[1] > 1 - alpha))[2];
}

\\@ epsilon
\\ The least eps with P(S) - e^eps Q(S) <= delta for all S.
epsilon(pair, delta) =
{
  my(best = 0, p_sum = 0, q_sum = 0);
  if(is_normal(pair), return(normal_epsilon(pair, delta))); \\@normal
  foreach(by_ratio(pair), masses,
    p_sum += masses[1];
    q_sum += masses[2];
    if(less(delta, p_sum),
      if(q_sum == 0, return(oo));
      best = max(best, (p_sum - delta)/q_sum)));
  if(best > 0, log(best), -oo);
}

\\@ normal_epsilon
normal_epsilon(pair, delta) = if(delta == 0, normal_renyi(pair, oo), crossing(eps -> hockey_stick(pair, eps) > delta));

\\@ chi_moment
\\ The mean of |P/Q - 1|^a under Q.
chi_moment(pair, a) =
{
  my(result = 0);
  if(is_normal(pair), return(normal_moment(pair, whole(a)))); \\@normal
  foreach(pair, e,
    if(e[3] > 0, result += e[3]*abs(e[2]/e[3] - 1)^a,
       e[2] > 0 && a > 1, return(oo),
       e[2] > 0 && a == 1, result += e[2]));
  result;
}

\\@ normal_moment
\\ (P/Q - 1)^a multiplied out, for even a.
normal_moment(pair, a) =
{
  if(a == 1, return(2*hockey_stick(pair, 0)));
  if(a % 2, error("only even moments of normal laws"));
  sum(j = 0, a, (-1)^(a - j)*binomial(a, j)*if(j > 1, exp((j - 1)*normal_renyi(pair, j)), 1));
}

\\@ ternary_moment
\\ The mean of |(P - Q)/R|^a under R.
ternary_moment(P, Q, R, a) =
{
  my(both = pair_of(P, Q), result = 0, gap, r);
  foreach(pair_of(apply(e -> [e[1], e[2] - e[3]], both), R), e,
    gap = abs(e[2]);
    r = e[3];
    if(r > 0, result += r*(gap/r)^a,
       gap > 0 && a > 1, return(oo),
       gap > 0 && a == 1, result += gap));
  result;
}

\\@ identity_curve
identity_curve() = [[0, 1], [1, 0]];

\\@ gaussian_curve
\\ f(alpha) = Phi(Phi_inv(1 - alpha) - mu); kept as the pair ["normal", ...] that it belongs to.
gaussian_curve(mu) = gaussian_pair(mu);

\\@ is_function
is_function(f) = type(f) == "t_CLOSURE";

\\@ curve
\\ The trade-off function of a pair.
curve(pair) =
{
  my(kept, alphas = List([0]), betas = List([0]), start);
  if(is_normal(pair), return(pair)); \\@normal
  kept = Vecrev(by_ratio(pair));                  \\ rejects where Q/P is largest
  foreach(kept, masses, listput(alphas, alphas[#alphas] + masses[1]));
  foreach(Vecrev(kept), masses, listput(betas, betas[#betas] + masses[2]));
  betas = Vecrev(Vec(betas));
  start = #select(masses -> masses[1] == 0, kept);  \\ outcomes that P does not have come first
  vector(#kept + 1 - start, i, [alphas[i + start], betas[i + start]]);
}

\\@ at
at(f, alpha) =
{
  my(i, j, middle);
  if(alpha < 0 || alpha > 1, error("alpha must be in [0, 1]"));
  if(is_function(f), return(f(alpha))); \\@normal
  if(is_normal(f), return(normal_tradeoff(f, alpha))); \\@normal
  i = 1;
  j = #f;
  while(j - i > 1, middle = (i + j)\2; if(f[middle][1] < alpha, i = middle, j = middle));
  if(f[i][1] == f[j][1], f[j][2], f[i][2] + (f[j][2] - f[i][2])*(alpha - f[i][1])/(f[j][1] - f[i][1]));
}

\\@ mix_curves
\\ w f + (1 - w) g
mix_curves(w, f, g) =
{
  if(is_function(f) || is_function(g) || is_normal(f) || is_normal(g), return(alpha -> w*at(f, alpha) + (1 - w)*at(g, alpha))); \\@normal
  apply(x -> [x, w*at(f, x) + (1 - w)*at(g, x)], vecsort(apply(c -> min(c[1], 1), concat(f, g)), , 8));
}

\\@ symmetrized
\\ The largest convex function below f and its inverse: the lower hull of both sets of corners.
symmetrized(f) =
{
  my(hull = List(), x, y, l);
  if(is_function(f), error("the symmetrization of this function is not in this program")); \\@normal
  if(is_normal(f) && f[3] == f[5], return(f)); \\@normal
  if(is_normal(f), error("the symmetrization of this function is not in this program")); \\@normal
  foreach(vecsort(concat(f, apply(c -> [max(0, c[2]), c[1]], f))), c,
    [x, y] = c;
    while(#hull > 1 && (hull[#hull][1] - hull[#hull - 1][1])*(y - hull[#hull - 1][2]) <= (hull[#hull][2] - hull[#hull - 1][2])*(x - hull[#hull - 1][1]),
      listpop(hull));
    if(!#hull || y < hull[#hull][2], listput(hull, c)));
  l = hull[#hull];
  if(l[1] != 1, listput(hull, [1, l[2]]));
  Vec(hull);
}

\\@ curve_delta
\\ The largest 1 - alpha - e^eps f(alpha); at a corner, f being linear between them.
curve_delta(f, eps) =
{
  if(is_function(f), return(maximum(0, 1, alpha -> 1 - alpha - exp(eps)*f(alpha)))); \\@normal
  if(is_normal(f), return(hockey_stick(f, eps))); \\@normal
  vecmax(apply(c -> 1 - c[1] - exp(eps)*c[2], f));
}

\\@ curve_renyi
\\ The Renyi divergence of a pair with this trade-off function.
curve_renyi(f, order) =
{
  my(pieces);
  if(is_function(f), error("the Renyi divergence of this function is not in this program")); \\@normal
  if(is_normal(f), return(normal_renyi(f, order))); \\@normal
  pieces = vector(#f - 1, i, [i, f[i + 1][1] - f[i][1], f[i][2] - f[i + 1][2]]);
  renyi(concat(pieces, [[0, 0, 1 - f[1][2]]]), order);
}

\\@ grid
grid(low, high, steps) = vector(steps + 1, i, low + (high - low)*(i - 1)/steps);

\\@ shown
shown(x) = if(is_infinite(x), Str(x), strprintf("%.25g", x*1.));

\\@ inside
\\ Prints a side beside the enclosure that shufflecert certified, and whether it lies there.
inside(name, value, lower, upper) =
{
  my(slack, agrees);
  if(is_infinite(value) || is_infinite(lower) || is_infinite(upper),
    agrees = lower <= value && value <= upper,
    slack = TOLERANCE*abs(value);
    agrees = lower - slack <= value && value <= upper + slack);
  print(name, " ", shown(value));
  print("      certified: [", shown(lower), ", ", shown(upper), "]", if(agrees, "", ", which does NOT contain it"));
  agrees;
}

\\@ condition
condition(text, holds) = { print("domain: ", text, " is ", if(holds, "true", "FALSE")); holds; }
