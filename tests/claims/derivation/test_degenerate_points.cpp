// Random claims whose listed points all lie at a degenerate place, where laws coincide, sums have
// one term or weights vanish. The prover sees those that are false, too; it proves none that a
// point contradicts.

#include <fmt/format.h>

#include "claims/derivation/derive.hpp"
#include "claims/judging/after_proof.hpp"
#include "support/catch.hpp"
#include "support/judged_claims.hpp"
#include "support/this_run.hpp"

namespace test_degenerate_points {

namespace {

using namespace shufflecert;
using namespace shufflecert::claims;

// Numbers in n (whole, >= 1), e (>= 0) and w (in [0, 1]); indices may have the names of these.
class claim_maker {
 public:
  explicit claim_maker(random_source& random) : random_(random) {}

  std::string relation() {
    const std::string left = number(3);
    // The sides are often nearly the same: what is to be seen is whether "nearly" is seen.
    const std::string right = random_.once_in(3) ? number(2) : altered(left);
    return fmt::format("{} {} {}", left, random_.text({"<=", "<=", ">=", "==", "<"}), right);
  }

 private:
  std::string name() { return random_.text({"n", "e", "w"}); }
  std::string index() { return random_.text({"j", "i", "n", "e", "w"}); }

  std::string number(int depth) {
    if (depth == 0) return random_.text({"n", "e", "w", "1", "2", "0", "1/2", "(1 - w)", "exp(e)"});
    switch (random_.below(14)) {
      case 0:
        return fmt::format("({} + {})", number(depth - 1), number(depth - 1));
      case 1:
        return fmt::format("({} - {})", number(depth - 1), number(depth - 1));
      case 2:
        return fmt::format("{}*{}", number(depth - 1), number(depth - 1));
      case 3:
        return fmt::format("(w*{} + (1 - w)*{})", number(depth - 1), number(depth - 1));
      case 4: {
        const std::string own = index();
        return fmt::format("sum({}, {}, n, {})", own, random_.text({"0", "1", "n"}),
                           body(own, depth - 1));
      }
      case 5: {
        const std::string own = index();
        return fmt::format("binomial_mean({}, n, {}, {})", own, random_.text({"w", "w/2", "1/2"}),
                           body(own, depth - 1));
      }
      case 6: {
        const std::string own = index();
        return fmt::format("binomial_mean({0}, n, w/2, ({0} - n*w/2)^{1})", own,
                           random_.text({"2", "3", "(2*n + 1)", "n", own.c_str()}));
      }
      case 7:
        return fmt::format("max({}, {})", number(depth - 1), number(depth - 1));
      case 8:
        return fmt::format("{}({}, {})", random_.text({"hockey_stick", "tradeoff"}), pair(depth),
                           random_.text({"0", "1/2", "w", "e"}));
      case 9:
        return fmt::format("total_variation({})", pair(depth));
      case 10:
        return fmt::format("renyi({}, {})", pair(depth), random_.text({"2", "3", "3/2", "n + 1"}));
      case 11:
        return fmt::format("chi_moment({}, {})", pair(depth), random_.text({"2", "1", "1/2", "3"}));
      case 12:
        return fmt::format("at(curve({}), w)", pair(depth));
      default:
        return fmt::format("if({} <= {}, {}, {})", name(), random_.text({"1", "1/2", "2"}),
                           number(depth - 1), number(depth - 1));
    }
  }

  std::string body(const std::string& own, int depth) {
    switch (random_.below(5)) {
      case 0:
        return own;
      case 1:
        return fmt::format("({} - {})", own, random_.text({"1", "n", "w"}));
      case 2:
        return fmt::format("binomial(n, {0})*w^{0}*(1 - w)^(n - {0})*{1}", own, number(depth));
      case 3:
        return fmt::format("{}*{}", own, number(depth));
      default:
        return number(depth);
    }
  }

  std::string pair(int depth) {
    switch (random_.below(depth > 0 ? 9 : 3)) {
      case 0:
        return "clone_pair(n, e)";
      case 1:
        return "rr_pair(n, e)";
      case 2:
        return "unmixed_pair(n, e)";
      case 3:
        return fmt::format("swap({})", pair(depth - 1));
      case 4:
        return fmt::format("compose({}, 2)", pair(0));
      case 5: {
        const std::string whole = pair(depth - 1);
        return fmt::format("pair(first({}), {}({}))", whole, random_.text({"first", "second"}),
                           random_.once_in(2) ? whole : fmt::format("swap({})", whole));
      }
      case 6:
        return fmt::format("pair(mix(w, {0}, {1}), mix(w, {1}, {0}))", law(), law());
      default:
        return fmt::format("pair({}, {})", law(), law());
    }
  }

  std::string law() {
    return random_.text({"rr_law(e, n, 0)", "rr_law(e, n - 1, 1)", "rr_law(e, 0, n)",
                         "first(clone_pair(n, e))", "second(clone_pair(n, e))",
                         "first(swap(clone_pair(n, e)))", "first(rr_pair(n, e))"});
  }

  // The formula with one of its words changed, or the two laws of a pair exchanged.
  std::string altered(const std::string& formula) {
    static const std::vector<std::pair<const char*, const char*>> changes{
        {"clone_pair(n, e)", "swap(clone_pair(n, e))"},
        {"clone_pair(n, e)", "clone_pair(n + 1, e)"},
        {"rr_pair(n, e)", "swap(rr_pair(n, e))"},
        {"unmixed_pair(n, e)", "swap(unmixed_pair(n, e))"},
        {"rr_pair(n, e)", "clone_pair(n, e)"},
        {"first(", "second("},
        {"sum(j,", "sum(n,"},
        {"mean(i,", "mean(w,"},
        {"w*", "(1 - w)*"},
        {"(1 - w)", "1"},
        {"n - 1", "n"},
        {"max(", "min("},
        {"<=", "<"}};
    const auto& [from, to] = random_.of(changes);
    std::string result = formula;
    if (const auto at = result.find(from); at != std::string::npos)
      result.replace(at, std::string(from).size(), to);
    return result;
  }

  random_source& random_;
};

}  // namespace

TEST_CASE("no claim is proved that a point contradicts, wherever its listed points are",
          "[degenerate][volume]") {
  const random_cases cases(4301, 500);
  random_source random(cases.seed());
  claim_maker maker(random);
  int judged = 0;
  int proved = 0;
  const std::vector<const char*> places{
      "n = [1]\ne = [1]\nw = [\"1/3\"]", "n = [1, 2]\ne = [0]\nw = [\"1/3\"]",
      "n = [1, 2]\ne = [1]\nw = [0]", "n = [1]\ne = [0]\nw = [0]", "n = [1, 2]\ne = [1]\nw = [1]"};
  for (int i = 0; i < cases.count(); ++i) {
    const std::string relation = maker.relation();
    const catalogue read = read_text(claim_text(
        fmt::format("claim = \"{}\"\ndomain = [\"n >= 1\", \"e >= 0\", \"w >= 0\", \"w <= "
                    "1\"]\nintegers = [\"n\"]",
                    relation),
        random.text(places)));
    const claim& subject = read.claims.front();
    if (!subject.problem.empty()) continue;
    ++judged;
    quantity_cache cache;
    const judge_options options;
    const claim_context context{subject, read, cache, options};
    INFO(relation);
    if (!derive(context, subject.formula).is_complete) continue;
    ++proved;
    const look_after_proof seen = look_at_far_points(context, subject.formula);
    INFO(seen.outcome.reason);
    CHECK_FALSE(seen.contradiction);
  }
  INFO(proved << " of " << judged << " are proved");
  CHECK(judged >= cases.times(400));
  CHECK(proved >= cases.times(12));
}

}  // namespace test_degenerate_points
