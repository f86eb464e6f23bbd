#include <algorithm>

#include "claims/special/special_rules.hpp"

namespace shufflecert::inline v0_1::claims {

const std::vector<special_place>& special_places() {
  static const std::vector<special_place> places{
      // Rooms of their own: src/claims/moments.
      {"(K.10)", {"repaired/poisson-moment", "repaired/poisson-moment/closer"}},
      {"(K.11)", {"repaired/poisson-moment", "repaired/poisson-moment/closer"}},
      {"(K.12)", {"repaired/poisson-moment", "repaired/poisson-moment/closer"}},
      {"(K.13)", {"repaired/poisson-moment", "repaired/poisson-moment/closer"}},
      // special_pair_rules.cpp
      {"(K.16)", {"repaired/corollary-2-fails-from/2.05", "repaired/corollary-2-fails/2.0335"}},
      {"(K.17)", {"ordering/lower-bound-6/theorem-2", "ordering/theorem-2/randomized-response"}},
      {"(K.19)", {"repaired/theorem-2-fails-at-one", "repaired/theorem-2-fails-at-three-halves"}},
      {"(N.14)", {"liew-2022/below-gaussian", "liew-2022/below-gaussian/higher-orders"}},
      {"(O.16)", {"wang-2024/theorem-5.1"}},
      {"(U.4)", {"repaired/corollary-2-fails", "repaired/corollary-2-fails-from"}},
      // special_law_rules.cpp, coin_reports.cpp, threshold_tests.cpp
      {"(O.3)", {"girgis-2021/lemma-3/convexity", "wang-2023/proposition-3.3"}},
      {"(O.5)", {"girgis-2021/theorem-5/krr", "girgis-2021/theorem-5/rr"}},
      {"(O.9)", {"girgis-2021/section-5/subsampled-ternary"}},
      {"(O.14)", {"girgis-2021/theorem-1/three-inputs", "girgis-2021/theorem-6/three-inputs"}},
      {"(O.15)", {"girgis-2021/theorem-1/other-data"}},
      {"(O.17)", {"wang-2023/lemma-3.1"}},
      {"(V.13)", {"koskela-2023/clones/composition"}},
      // curve_knots.cpp
      {"(O.11)", {"wang-2023/proposition-4.1", "wang-2023/theorem-4.2/value"}},
      {"(O.12)", {"wang-2023/corollary-4.3/formula"}},
      {"(O.13)", {"wang-2023/proposition-4.1/linear"}}};
  return places;
}

std::vector<std::string> claims_served_by(const std::string& place) {
  for (const special_place& special : special_places())
    if (place.find(special.place) != std::string::npos) return special.claims;
  return {};
}

}  // namespace shufflecert::inline v0_1::claims
