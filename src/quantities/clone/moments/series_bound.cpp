#include "quantities/clone/layers/layers.hpp"
#include "quantities/clone/moments/moment_series.hpp"

// Formula numbers refer to docs/methods/moments.md.

namespace shufflecert::inline v0_1 {
namespace {

// ((g(z) + g(−z))/2 − 1)/(m(m−1)) at the order m > 1, written so that no more than a factor of
// (2m−1)²/(4m(m−1)) is lost to cancellation: (M.4).
ball even_part(const ball& m, const series_point& at) {
  ball half = (m * 2 - 1) * at.artanh / 2;
  arb_sinh(half.raw(), half.raw(), half.precision());
  return (at.root * half * half * 2 - at.z * at.z / (at.root + 1)) / (m * (m - 1));
}

}  // namespace

series_point full_point(const ball& eps0) {
  const ball half = eps0 / 2;
  ball root(half.precision());
  arb_sech(root.raw(), half.raw(), half.precision());
  return {tanh(half), half, root};
}

series_point cut_point(const ball& t, double y0) {
  const ball z = t * exact_ball(y0, t.precision());
  return {z, (log1p(z) - log1p(-z)) / 2, sqrt(1 - z * z)};
}

ball series_bound(const ball& mu, const series_point& at) {
  ball wider = upper_bound(even_part(mu + 1, at));
  if (!(mu - 1).is_certainly_positive()) return wider;
  const ball itself = even_part(mu, at);
  if (!itself.is_finite() || !itself.is_certainly_positive()) return wider;
  return min(wider, upper_bound(itself));
}

}  // namespace shufflecert::inline v0_1
