#include "verify/coq_export/coq_values.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "arithmetic/overloaded.hpp"
#include "language/syntax/builtins.hpp"
#include "language/syntax/parts.hpp"
#include "verify/coq_export/coq_names.hpp"
#include "verify/coq_export/not_exportable.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

class value_collector {
 public:
  explicit value_collector(const coq_terms& terms) : terms_(terms) {}

  void see(const expression& formula) {
    if (const auto* x = std::get_if<call>(&formula.node)) {
      see_call(*x);
      return;
    }
    for_each_part(formula, [&](const expression_ptr& part) { see(*part); });
    if (const auto* x = std::get_if<product_chain>(&formula.node)) {
      for (const auto& factor : x->factors)
        if (factor.divided) need_not_zero(*factor.operand);
    } else if (const auto* power = std::get_if<power_of>(&formula.node)) {
      see_power(*power);
    }
  }

  std::vector<std::string> found;

 private:
  void need(const std::string& proposition) {
    std::string text = proposition;
    for (auto one = context_.rbegin(); one != context_.rend(); ++one) text = *one + text;
    if (std::find(found.begin(), found.end(), text) == found.end()) found.push_back(text);
  }

  void need_not_zero(const expression& formula) {
    long value = 0;
    if (is_written_whole(formula, value) && value != 0) return;
    need(terms_.text(formula) + " <> 0");
  }

  void see_power(const power_of& x) {
    long exponent = 0;
    long base = 0;
    if (is_written_whole(*x.exponent, exponent)) {
      if (exponent < 0) need_not_zero(*x.base);
    } else if (!is_written_whole(*x.base, base) || base <= 0) {
      need(fmt::format("power_exists {} {}", terms_.atom(*x.base), terms_.atom(*x.exponent)));
    }
  }

  // In a context that says more: "c -> ", or "forall j : R, … -> ".
  template <class Work>
  void under(const std::string& context, Work work) {
    context_.push_back(context);
    work();
    context_.pop_back();
  }

  void see_call(const call& x) {
    const auto atom = [&](std::size_t i) { return terms_.atom(*x.arguments[i]); };
    const auto text = [&](std::size_t i) { return terms_.text(*x.arguments[i]); };
    if (binds_a_name(x.name)) {
      see_binder(x);
      return;
    }
    if (x.name == "if" && x.arguments.size() == 3) {
      const std::string condition = terms_.atom(*x.arguments[0]);
      see(*x.arguments[0]);
      under(condition + " -> ", [&] { see(*x.arguments[1]); });
      under("~ " + condition + " -> ", [&] { see(*x.arguments[2]); });
      return;
    }
    for (const expression_ptr& argument : x.arguments) see(*argument);
    const auto whole_from = [&](std::size_t i, int least) {
      long value = 0;
      if (is_written_whole(*x.arguments[i], value) && value >= least) return;
      need("is_whole " + atom(i));
      need(fmt::format("{} <= {}", least, atom(i)));
    };
    if (x.name == "log") {
      need("0 < " + atom(0));
    } else if (x.name == "log1p") {
      need("0 < 1 + " + atom(0));
    } else if (x.name == "sqrt") {
      need("0 <= " + atom(0));
    } else if (x.name == "gamma") {
      need("0 < " + atom(0));
    } else if (x.name == "factorial") {
      whole_from(0, 0);
    } else if (x.name == "binomial") {
      long value = 0;
      if (!is_written_whole(*x.arguments[1], value)) need("is_whole " + atom(1));
    } else if (x.name == "clone_pair" || x.name == "unmixed_pair" || x.name == "rr_pair" ||
               x.name == "printed_pair") {
      whole_from(0, 1);
      need("0 <= " + atom(1));
      if (x.arguments.size() == 3)
        need(fmt::format("0 {} {} <= 1", x.name == "printed_pair" ? "<=" : "<", atom(2)));
    } else if (x.name == "krr_pair") {
      whole_from(0, 3);
      whole_from(1, 1);
      need("0 <= " + atom(2));
    } else if (x.name == "rr_law" || x.name == "krr_law") {
      need("0 <= " + atom(0));
      for (std::size_t i = 1; i < x.arguments.size(); ++i) whole_from(i, 0);
    } else if (x.name == "mix") {
      need(fmt::format("0 <= {} <= 1", atom(0)));
    } else if (x.name == "variation_pair") {
      need(fmt::format("variation_exists {} {} {} {} {}", atom(0), atom(1), atom(2), atom(3),
                       atom(x.arguments.size() == 5 ? 4 : 3)));
    } else if (x.name == "compose") {
      whole_from(1, 1);
    } else if (x.name == "mix_curves") {
      need(fmt::format("0 <= {} <= 1", atom(0)));
    } else if (x.name == "tradeoff") {
      need(fmt::format("0 <= {} <= 1", atom(1)));
    } else if (x.name == "at") {
      need("curve_is_bounded " + atom(0));
      need(fmt::format("0 <= {} <= 1", atom(1)));
    } else if (x.name == "curve_delta" || x.name == "symmetrized") {
      need("curve_is_bounded " + atom(0));
    } else if (x.name == "subsampled") {
      need(fmt::format("0 <= {} <= 1", atom(1)));
    } else if (x.name == "pmf") {
      for (std::size_t i = 1; i < x.arguments.size(); ++i) need("is_whole " + atom(i));
    } else if (x.name == "renyi") {
      if (is_infinite(*x.arguments[1]))
        need("dominated " + atom(0));
      else
        need(fmt::format("renyi_is_finite {} {}", atom(0), atom(1)));
    } else if (x.name == "chi_moment") {
      need("0 < " + atom(1));
      need("dominated " + atom(0));
    } else if (x.name == "ternary_moment") {
      need("0 < " + atom(3));
      need(fmt::format("ternary_is_finite {} {} {}", atom(0), atom(1), atom(2)));
    }
    static_cast<void>(text);
  }

  void see_binder(const call& x) {
    const auto& bound = std::get<variable>(x.arguments.front()->node);
    const std::string name = coq_name(bound.name);
    const auto atom = [&](std::size_t i) { return terms_.atom(*x.arguments[i]); };
    for (std::size_t i = 1; i + 1 < x.arguments.size(); ++i) see(*x.arguments[i]);
    const auto whole = [&](std::size_t i) {
      long value = 0;
      if (!is_written_whole(*x.arguments[i], value)) need("is_whole " + atom(i));
    };
    std::string range = fmt::format("forall {0} : R, is_whole {0} -> ", name);
    if (x.name == "sum" || x.name == "product" || x.name == "law") {
      whole(1);
      whole(2);
      range += fmt::format("{1} <= {0} <= {2} -> ", name, atom(1), atom(2));
    } else if (x.name == "binomial_mean") {
      whole(1);
      need("0 <= " + atom(1));
      need(fmt::format("0 <= {} <= 1", atom(2)));
      range += fmt::format("0 <= {0} <= {1} -> ", name, atom(1));
    } else if (x.name == "poisson_mean") {
      need("0 <= " + atom(1));
      need("poisson_mean_exists " + atom(1) + " (fun " + name + " : R => " +
           terms_.text(*x.arguments.back()) + ")");
      range += fmt::format("0 <= {0} -> ", name);
    }
    if (x.name == "law")
      need(fmt::format("is_law (law_between {} {} (fun {} : R => {}))", atom(1), atom(2), name,
                       terms_.text(*x.arguments.back())));
    under(range, [&] { see(*x.arguments.back()); });
  }

  const coq_terms& terms_;
  std::vector<std::string> context_;
};

}  // namespace

std::vector<std::string> coq_values(const expression& formula, const coq_terms& terms) {
  value_collector collector(terms);
  collector.see(formula);
  return collector.found;
}

}  // namespace shufflecert::inline v0_1::claims
