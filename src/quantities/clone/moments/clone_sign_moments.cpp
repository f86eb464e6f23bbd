#include "quantities/clone/moments/clone_sign_moments.hpp"

#include <flint/fmpz_poly.h>

#include <deque>
#include <mutex>

namespace shufflecert::inline v0_1 {
namespace {

class polynomial {
 public:
  polynomial() { fmpz_poly_init(value_); }
  polynomial(const polynomial&) = delete;
  polynomial& operator=(const polynomial&) = delete;
  ~polynomial() { fmpz_poly_clear(value_); }

  fmpz_poly_struct* raw() { return value_; }

 private:
  fmpz_poly_t value_;
};

std::vector<integer> coefficients(polynomial& of, std::size_t degree) {
  std::vector<integer> result(degree + 1, integer(0));
  fmpz_t entry;
  fmpz_init(entry);
  for (std::size_t i = 0; i <= degree; ++i) {
    fmpz_poly_get_coeff_fmpz(entry, of.raw(), static_cast<slong>(i));
    fmpz_get_mpz(result[i].backend().data(), entry);
  }
  fmpz_clear(entry);
  return result;
}

void assign(polynomial& result, const std::vector<integer>& row) {
  fmpz_t entry;
  fmpz_init(entry);
  for (std::size_t i = 0; i < row.size(); ++i) {
    fmpz_set_mpz(entry, row[i].backend().data());
    fmpz_poly_set_coeff_fmpz(result.raw(), static_cast<slong>(i), entry);
  }
  fmpz_clear(entry);
}

// A deque, as references to its rows stay valid while it grows. GMP's integers, as FLINT's must not
// outlive its caches. The lock is held only while rows are looked up or moved in: a thread that
// FLINT stops for good in the middle of its work must not keep the table from the others. Two
// threads that need the same row at the same time both compute it.
class moment_table {
 public:
  moment_table() { rows_.push_back({integer(1)}); }

  const std::vector<integer>& row(std::size_t j, const budget& limits) {
    for (;;) {
      const std::vector<integer>* last = nullptr;
      std::size_t known = 0;
      {
        const std::lock_guard lock(guard_);
        known = rows_.size();
        if (j < known) return rows_[j];
        last = &rows_.back();
      }
      std::vector<std::vector<integer>> next = rows_after(*last, known - 1, j, limits);
      const std::lock_guard lock(guard_);
      for (std::size_t i = 0; i < next.size(); ++i)
        if (rows_.size() == known + i) rows_.push_back(std::move(next[i]));
    }
  }

 private:
  // e_{j+1}(N) = N²·e_j(N) − N(N−1)·e_j(N−2), (M.5): rows `at` + 1 to `last`.
  static std::vector<std::vector<integer>> rows_after(const std::vector<integer>& row,
                                                      std::size_t at, std::size_t last,
                                                      const budget& limits) {
    std::vector<std::vector<integer>> rows;
    polynomial current;
    assign(current, row);
    polynomial shifted;
    polynomial product;
    polynomial falling;  // N(N−1)
    fmpz_poly_set_coeff_si(falling.raw(), 2, 1);
    fmpz_poly_set_coeff_si(falling.raw(), 1, -1);
    fmpz_t step;
    fmpz_init_set_si(step, -2);
    while (at < last && !limits.is_exhausted()) {
      fmpz_poly_taylor_shift(shifted.raw(), current.raw(), step);
      fmpz_poly_mul(product.raw(), shifted.raw(), falling.raw());
      fmpz_poly_shift_left(current.raw(), current.raw(), 2);
      fmpz_poly_sub(current.raw(), current.raw(), product.raw());
      rows.push_back(coefficients(current, ++at));
    }
    fmpz_clear(step);
    limits.check_time();
    return rows;
  }

  std::mutex guard_;
  std::deque<std::vector<integer>> rows_;
};

}  // namespace

const std::vector<integer>& sign_moment(std::size_t j, const budget& limits) {
  static moment_table table;
  return table.row(j, limits);
}

}  // namespace shufflecert::inline v0_1
