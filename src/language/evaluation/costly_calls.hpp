#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "shufflecert/formula.hpp"

namespace shufflecert::inline v0_1 {

/// Which calls of definitions take so long that their values are kept in the cache of quantities,
/// and under which keys. For one evaluation; what is costly is known to all that share the cache.
class costly_calls {
 public:
  /// From so many parts of formulas on, counted as often as they are evaluated: about 0.2 ms.
  static constexpr std::uint64_t least_parts = 500;

  /// Everything referred to must outlive this; `cache` may be null.
  costly_calls(const definitions& visible, quantity_cache* cache)
      : visible_(visible), cache_(cache) {}

  /// The key of the value at these arguments; empty where it is not kept: for a call that is not
  /// known to be costly, and where the arguments are not exact numbers. The key says what the
  /// definition, and each that it calls, stands for.
  [[nodiscard]] std::string key_of(const definition& called,
                                   const std::vector<formula_value>& arguments, bits precision,
                                   evaluation_method method);

  /// Makes key_of() give a key for the definition from now on.
  void note(const definition& called);

 private:
  struct knowledge {
    bool is_costly = false;
    std::string meaning;  ///< the definition and those that it calls, as text; empty: not asked yet
  };
  knowledge& known(const definition& called);

  const definitions& visible_;
  quantity_cache* cache_;
  std::map<const definition*, knowledge> known_;
};

}  // namespace shufflecert::inline v0_1
