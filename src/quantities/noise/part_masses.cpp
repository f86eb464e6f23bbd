#include "quantities/noise/part_masses.hpp"

#include <algorithm>
#include <utility>

#include "arithmetic/overloaded.hpp"
#include "quantities/noise/kinds/counting_masses.hpp"
#include "quantities/noise/theta.hpp"
#include "shufflecert/errors.hpp"

namespace shufflecert::inline v0_1 {
namespace {

[[noreturn]] void refuse_side() {
  throw precision_needed("on which side of the centre of a law an outcome lies is not determined");
}

// x − m
ball distance(std::int64_t x, const ball& m) {
  return -(m - x);
}

// `first`/(1 − falls), for a tail whose masses fall by this factor at least.
ball geometric_bound(const ball& first, const ball& falls) {
  const ball rest = 1 - falls;
  if (!rest.is_certainly_positive()) refuse_side();
  return upper_bound(first / rest);
}

class gaussian_masses : public part_masses {
 public:
  gaussian_masses(const discrete_gaussian_noise& of, const number& weight, bits precision)
      : m_(of.m.to_ball(precision)), twice_v_(precision), scale_(precision) {
    const ball v = of.v.to_ball(precision);
    twice_v_ = v * 2;
    scale_ = weight.to_ball(precision) / theta(m_, v);
  }

  [[nodiscard]] ball at(std::int64_t x) const override {
    const ball from = distance(x, m_);
    return scale_ * exp(-(from * from / twice_v_));
  }
  // From y on each mass is at most this times the one before: (EE.3).
  [[nodiscard]] ball above(std::int64_t x) const override {
    return geometric_bound(at(x + 1), ratio_above(x + 1));
  }
  [[nodiscard]] ball below(std::int64_t x) const override {
    return geometric_bound(at(x - 1), exp(-((-distance(x - 1, m_) * 2 + 1) / twice_v_)));
  }
  [[nodiscard]] std::unique_ptr<mass_walk> walk_from(std::int64_t x) const override;

  [[nodiscard]] ball ratio_above(std::int64_t x) const {
    return exp(-((distance(x, m_) * 2 + 1) / twice_v_));
  }
  [[nodiscard]] const ball& twice_v() const { return twice_v_; }

 private:
  ball m_;
  ball twice_v_;
  ball scale_;
};

// Each mass follows from the one before, and so does their ratio: (EE.5).
class gaussian_walk : public mass_walk {
 public:
  gaussian_walk(const gaussian_masses& of, std::int64_t x)
      : mass_(of.at(x)), ratio_(of.ratio_above(x)), change_(exp(-(2 / of.twice_v()))) {}
  [[nodiscard]] const ball& mass() const override { return mass_; }
  void step_up() override {
    mass_ *= ratio_;
    ratio_ *= change_;
  }

 private:
  ball mass_;
  ball ratio_;
  ball change_;
};

std::unique_ptr<mass_walk> gaussian_masses::walk_from(std::int64_t x) const {
  return std::make_unique<gaussian_walk>(*this, x);
}

class geometric_masses : public part_masses {
 public:
  geometric_masses(const geometric_noise& of, const number& weight, bits precision)
      : m_(of.m.to_ball(precision)),
        eps_(of.eps.to_ball(precision)),
        falls_(exp(-eps_)),
        scale_(precision) {
    // (EE.4), from the whole number next to m.
    const auto nearest = static_cast<std::int64_t>(std::llround(m_.near()));
    const ball away = abs(distance(nearest, m_));
    if (!less_equal(away, ball::of(1, precision)).value_or(false)) refuse_side();
    scale_ = weight.to_ball(precision) * -expm1(-eps_) /
             (exp(-(eps_ * away)) + exp(-(eps_ * (1 - away))));
  }

  [[nodiscard]] ball at(std::int64_t x) const override {
    return scale_ * exp(-(eps_ * abs(distance(x, m_))));
  }
  [[nodiscard]] ball above(std::int64_t x) const override {
    if (!is_above(x + 1)) refuse_side();
    return geometric_bound(at(x + 1), falls_);
  }
  [[nodiscard]] ball below(std::int64_t x) const override {
    if (!is_below(x - 1)) refuse_side();
    return geometric_bound(at(x - 1), falls_);
  }
  [[nodiscard]] std::unique_ptr<mass_walk> walk_from(std::int64_t x) const override;

  [[nodiscard]] bool is_above(std::int64_t x) const {
    return distance(x, m_).is_certainly_nonnegative();
  }
  [[nodiscard]] bool is_below(std::int64_t x) const {
    return distance(x, m_).is_certainly_nonpositive();
  }
  [[nodiscard]] const ball& falls() const { return falls_; }

 private:
  ball m_;
  ball eps_;
  ball falls_;
  ball scale_;
};

class geometric_walk : public mass_walk {
 public:
  geometric_walk(const geometric_masses& of, std::int64_t x)
      : of_(of), x_(x), mass_(of.at(x)), rises_(1 / of.falls()) {}
  [[nodiscard]] const ball& mass() const override { return mass_; }
  void step_up() override {
    ++x_;
    if (of_.is_above(x_ - 1))
      mass_ *= of_.falls();
    else if (of_.is_below(x_))
      mass_ *= rises_;
    else
      mass_ = of_.at(x_);
  }

 private:
  const geometric_masses& of_;
  std::int64_t x_;
  ball mass_;
  ball rises_;
};

std::unique_ptr<mass_walk> geometric_masses::walk_from(std::int64_t x) const {
  return std::make_unique<geometric_walk>(*this, x);
}

class table_masses : public part_masses {
 public:
  table_masses(law_ptr of, const number& weight, bits precision)
      : of_(std::move(of)), weight_(weight.to_ball(precision)) {}

  [[nodiscard]] ball at(std::int64_t x) const override {
    const auto place = first_from(x);
    if (place == of_->entries.end() || place->outcome.front() != x)
      return ball(weight_.precision());
    return weight_ * place->probability.to_ball(weight_.precision());
  }
  [[nodiscard]] ball above(std::int64_t x) const override {
    ball sum(weight_.precision());
    for (auto at = first_from(x + 1); at != of_->entries.end(); ++at)
      sum += at->probability.to_ball(weight_.precision());
    return upper_bound(weight_ * sum);
  }
  [[nodiscard]] ball below(std::int64_t x) const override {
    ball sum(weight_.precision());
    const auto end = first_from(x);
    for (auto at = of_->entries.begin(); at != end; ++at)
      sum += at->probability.to_ball(weight_.precision());
    return upper_bound(weight_ * sum);
  }
  [[nodiscard]] std::unique_ptr<mass_walk> walk_from(std::int64_t x) const override;

 private:
  [[nodiscard]] std::vector<law_entry>::const_iterator first_from(std::int64_t x) const {
    return std::lower_bound(
        of_->entries.begin(), of_->entries.end(), x,
        [](const law_entry& entry, std::int64_t at) { return entry.outcome.front() < at; });
  }

  law_ptr of_;
  ball weight_;
};

class table_walk : public mass_walk {
 public:
  table_walk(const table_masses& of, std::int64_t x) : of_(of), x_(x), mass_(of.at(x)) {}
  [[nodiscard]] const ball& mass() const override { return mass_; }
  void step_up() override { mass_ = of_.at(++x_); }

 private:
  const table_masses& of_;
  std::int64_t x_;
  ball mass_;
};

std::unique_ptr<mass_walk> table_masses::walk_from(std::int64_t x) const {
  return std::make_unique<table_walk>(*this, x);
}

class mixture_walk : public mass_walk {
 public:
  mixture_walk(std::vector<std::unique_ptr<mass_walk>> parts, bits precision)
      : parts_(std::move(parts)), sum_(precision) {
    add_up();
  }
  [[nodiscard]] const ball& mass() const override { return sum_; }
  void step_up() override {
    for (const auto& part : parts_) part->step_up();
    add_up();
  }

 private:
  void add_up() {
    arb_zero(sum_.raw());
    for (const auto& part : parts_) sum_ += part->mass();
  }

  std::vector<std::unique_ptr<mass_walk>> parts_;
  ball sum_;
};

}  // namespace

std::unique_ptr<const part_masses> masses_of(const noise_part& part, bits precision) {
  using made = std::unique_ptr<const part_masses>;
  return std::visit(
      overloaded{
          [&](const discrete_gaussian_noise& of) -> made {
            return std::make_unique<const gaussian_masses>(of, part.weight, precision);
          },
          [&](const geometric_noise& of) -> made {
            return std::make_unique<const geometric_masses>(of, part.weight, precision);
          },
          [&](const poisson_noise& of) { return masses_of(of, part.weight, precision); },
          [&](const negative_binomial_noise& of) { return masses_of(of, part.weight, precision); },
          [&](const skellam_noise& of) { return masses_of(of, part.weight, precision); },
          [&](const law_ptr& of) -> made {
            return std::make_unique<const table_masses>(of, part.weight, precision);
          }},
      part.kind);
}

law_masses::law_masses(const integer_noise& law, bits precision) : precision_(precision) {
  parts_.reserve(law.parts.size());
  for (const noise_part& part : law.parts) parts_.push_back(masses_of(part, precision));
}

ball law_masses::at(std::int64_t x) const {
  ball sum(precision_);
  for (const auto& part : parts_) sum += part->at(x);
  return sum;
}

std::unique_ptr<mass_walk> law_masses::walk_from(std::int64_t x) const {
  if (parts_.size() == 1) return parts_.front()->walk_from(x);
  std::vector<std::unique_ptr<mass_walk>> walks;
  walks.reserve(parts_.size());
  for (const auto& part : parts_) walks.push_back(part->walk_from(x));
  return std::make_unique<mixture_walk>(std::move(walks), precision_);
}

}  // namespace shufflecert::inline v0_1
