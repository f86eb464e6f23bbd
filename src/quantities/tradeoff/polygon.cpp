#include "quantities/tradeoff/polygon.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace shufflecert::inline v0_1 {
namespace {

bool is_steeper(const tradeoff_piece& a, const tradeoff_piece& b) {
  return a.q * b.p > b.q * a.p;
}

tradeoff_polygon ordered(std::vector<tradeoff_piece> pieces) {
  std::sort(pieces.begin(), pieces.end(), is_steeper);
  tradeoff_polygon found;
  found.reserve(pieces.size());
  for (tradeoff_piece& piece : pieces) {
    if (!found.empty() && !is_steeper(found.back(), piece)) {
      found.back().p += piece.p;
      found.back().q += piece.q;
    } else {
      found.push_back(std::move(piece));
    }
  }
  return found;
}

struct corner {
  rational x;
  rational y;
};

// All corners of the graph and its mirror image, in ascending order.
std::vector<corner> corners_and_mirror_images(const tradeoff_polygon& f) {
  std::vector<corner> found{{0, 1}};
  found.reserve(2 * f.size() + 2);
  for (const tradeoff_piece& piece : f)
    found.push_back({found.back().x + piece.p, found.back().y - piece.q});
  const std::size_t count = found.size();
  for (std::size_t i = 0; i < count; ++i) found.push_back({found[i].y, found[i].x});
  std::sort(found.begin(), found.end(),
            [](const corner& a, const corner& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  return found;
}

}  // namespace

std::optional<tradeoff_polygon> exact_polygon(const distribution_pair& pair, std::size_t most) {
  const auto rows = exact_rows(pair, most);
  if (!rows) return std::nullopt;
  std::vector<tradeoff_piece> pieces;
  pieces.reserve(rows->size());
  for (const outcome_row& row : *rows) {
    const rational* p = row.p.as_rational();
    const rational* q = row.q.as_rational();
    if (p == nullptr || q == nullptr) return std::nullopt;
    pieces.push_back({*p, *q});
  }
  return ordered(std::move(pieces));
}

tradeoff_polygon identity_polygon() {
  return {{1, 1}};
}

rational value_at(const tradeoff_polygon& f, const rational& alpha) {
  rational open = alpha;
  rational value = 1;
  for (const tradeoff_piece& piece : f) {
    if (piece.p > open) return value - piece.q * open / piece.p;
    open -= piece.p;
    value -= piece.q;
  }
  return value;
}

rational positive_part(const tradeoff_polygon& f, const rational& factor) {
  rational sum = 0;
  for (const tradeoff_piece& piece : f) {
    const rational difference = piece.p - factor * piece.q;
    if (difference > 0) sum += difference;
  }
  return sum;
}

std::optional<rational> least_factor(const tradeoff_polygon& f, const rational& delta) {
  // sup over S of (P(S) − δ)/Q(S); the pieces with the largest p/q come last.
  rational p = 0;
  rational q = 0;
  for (auto piece = f.rbegin(); piece != f.rend(); ++piece) {
    const rational excess = p - delta;
    if (q == 0 && excess > 0) return std::nullopt;
    if (q > 0 && piece->p * q <= piece->q * excess) break;
    p += piece->p;
    q += piece->q;
  }
  if (q == 0) return p > delta ? std::nullopt : std::optional<rational>(0);
  const rational factor = (p - delta) / q;
  return factor > 0 ? factor : rational(0);
}

tradeoff_polygon mixed(const rational& w, const tradeoff_polygon& f, const tradeoff_polygon& g) {
  // Both run over the same type I errors; where either changes its slope a new piece begins.
  rational drop = 0;
  const auto after_drop = [&](const tradeoff_polygon& h, const rational& weight) {
    if (h.front().p != 0) return h.begin();
    drop += weight * h.front().q;
    return std::next(h.begin());
  };
  auto a = after_drop(f, w);
  auto b = after_drop(g, 1 - w);
  std::vector<tradeoff_piece> pieces;
  pieces.reserve(f.size() + g.size() + 1);
  if (drop != 0) pieces.push_back({0, drop});
  rational left_of_a = a == f.end() ? rational(0) : a->p;
  rational left_of_b = b == g.end() ? rational(0) : b->p;
  while (a != f.end() && b != g.end()) {
    const rational width = std::min(left_of_a, left_of_b);
    pieces.push_back({width, width * (w * a->q / a->p + (1 - w) * b->q / b->p)});
    left_of_a -= width;
    left_of_b -= width;
    if (left_of_a == 0 && ++a != f.end()) left_of_a = a->p;
    if (left_of_b == 0 && ++b != g.end()) left_of_b = b->p;
  }
  return ordered(std::move(pieces));
}

tradeoff_polygon symmetrized(const tradeoff_polygon& f) {
  std::vector<corner> hull;
  for (corner& next : corners_and_mirror_images(f)) {
    if (!hull.empty() && hull.back().x == next.x) continue;
    while (hull.size() >= 2) {
      const corner& a = hull[hull.size() - 2];
      const corner& b = hull.back();
      if ((b.x - a.x) * (next.y - a.y) > (b.y - a.y) * (next.x - a.x)) break;
      hull.pop_back();
    }
    hull.push_back(std::move(next));
  }
  std::vector<tradeoff_piece> pieces;
  pieces.reserve(hull.size() + 1);
  if (hull.front().y != 1) pieces.push_back({0, 1 - hull.front().y});
  for (std::size_t i = 1; i < hull.size(); ++i)
    pieces.push_back({hull[i].x - hull[i - 1].x, hull[i - 1].y - hull[i].y});
  return ordered(std::move(pieces));
}

std::vector<outcome_row> rows_of(const tradeoff_polygon& f) {
  std::vector<outcome_row> rows;
  rows.reserve(f.size());
  for (const tradeoff_piece& piece : f) rows.push_back({piece.p, piece.q});
  return rows;
}

}  // namespace shufflecert::inline v0_1
