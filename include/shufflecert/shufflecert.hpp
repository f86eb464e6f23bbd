#pragma once

// What most programs need. On top of it come derivatives.hpp, identity.hpp, plain_evaluation.hpp
// and refine_over_ranges.hpp, and judging.hpp, which needs the library shufflecert::claims.

// IWYU pragma: begin_exports
#include "shufflecert/ball.hpp"
#include "shufflecert/budget.hpp"
#include "shufflecert/conversions.hpp"
#include "shufflecert/curves.hpp"
#include "shufflecert/decimal.hpp"
#include "shufflecert/errors.hpp"
#include "shufflecert/formula.hpp"
#include "shufflecert/gaussian_shuffling.hpp"
#include "shufflecert/laws.hpp"
#include "shufflecert/method.hpp"
#include "shufflecert/method_unavailable.hpp"
#include "shufflecert/noise_laws.hpp"
#include "shufflecert/number.hpp"
#include "shufflecert/pair_factories.hpp"
#include "shufflecert/pairs.hpp"
#include "shufflecert/quantities.hpp"
#include "shufflecert/rational.hpp"
#include "shufflecert/refine.hpp"
#include "shufflecert/renyi_curve.hpp"
#include "shufflecert/to_digits.hpp"
#include "shufflecert/version.hpp"
// IWYU pragma: end_exports
