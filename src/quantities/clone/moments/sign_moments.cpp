#include "quantities/clone/moments/sign_moments.hpp"

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
// outlive its caches.
class moment_table {
 public:
  const std::vector<integer>& row(std::size_t j, const budget& limits) {
    const std::lock_guard lock(guard_);
    if (j >= rows_.size()) extend(j, limits);
    return rows_[j];
  }

 private:
  // e_{j+1}(N) = N²·e_j(N) − N(N−1)·e_j(N−2), (M.5)
  void extend(std::size_t last, const budget& limits) {
    if (rows_.empty()) rows_.push_back({integer(1)});
    polynomial current;
    assign(current, rows_.back());
    polynomial shifted;
    polynomial product;
    polynomial falling;  // N(N−1)
    fmpz_poly_set_coeff_si(falling.raw(), 2, 1);
    fmpz_poly_set_coeff_si(falling.raw(), 1, -1);
    fmpz_t step;
    fmpz_init_set_si(step, -2);
    while (rows_.size() <= last && !limits.is_exhausted()) {
      fmpz_poly_taylor_shift(shifted.raw(), current.raw(), step);
      fmpz_poly_mul(product.raw(), shifted.raw(), falling.raw());
      fmpz_poly_shift_left(current.raw(), current.raw(), 2);
      fmpz_poly_sub(current.raw(), current.raw(), product.raw());
      rows_.push_back(coefficients(current, rows_.size()));
    }
    fmpz_clear(step);
    limits.check_time();
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
