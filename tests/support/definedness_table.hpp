#pragma once
// Every operation with an edge of its domain, what can hide it, and where it can stand: the rows
// and columns of tests/language/evaluation/test_definedness_table.cpp. Nothing here is what the
// program printed; each line says what docs/reference/language.md says of one operation alone.

#include <string>
#include <vector>

/// An operation and three arguments, one inside of its domain, one at the edge, one outside.
struct operation {
  std::string pattern;  ///< $ is the argument
  std::string inside;
  std::string edge;
  bool has_value_at_edge;
  std::string outside;  ///< certainly without a value
  /// Between the edge and `inside` there are places without a value (such as 1/2 for a factorial).
  bool has_gaps = false;
};

/// Text around a number that depends on x.
struct wrapper {
  std::string pattern;  ///< $ is the number; x is between 0 and 1, or from 0 on
  bool asks;            ///< whether the number is needed for the value
};

enum class placement { inside, edge, across, outside };

inline const std::vector<operation>& operations() {
  static const std::vector<operation> all{
      {"log($)", "1", "0", false, "(-1)"},
      {"log1p($)", "0", "(-1)", false, "(-2)"},
      {"sqrt($)", "1", "0", true, "(-1)"},
      {"1/($)", "1", "0", false, "0"},
      {"($)^(-1)", "1", "0", false, "0"},
      {"($)^(-1/2)", "1", "0", false, "(-1)"},
      {"($)^(1/2)", "1", "0", true, "(-1)"},
      {"($)^(1/3)", "1", "0", true, "(-1)"},
      {"($)^0.7", "1", "0", true, "(-1)"},
      {"0^($)", "1", "0", true, "(-1)"},
      {"($)/($)", "1", "0", false, "0"},
      {"log(($)^2)", "1", "0", false, "0"},
      {"Phi_inv($)", "(1/2)", "0", false, "(-1)"},
      {"gamma($)", "1", "0", false, "0"},
      {"lgamma($)", "1", "0", false, "(-1)"},
      {"1/floor($)", "1", "1", true, "(1/2)"},
      {"1/ceil(2*($))", "1", "(1/4)", true, "0"},
      {"factorial($)", "3", "0", true, "(-1)", true},
      {"(-1)^($)", "2", "0", true, "(1/2)", true},
      {"(-2)^(2*($))", "1", "0", true, "(1/3)", true},
      {"1/(($)^2 - 1/4)", "1", "(1/2)", false, "(1/2)"},
      {"log(max($, 0))", "1", "0", false, "(-1)"},
      {"sqrt(min($, 1))", "1", "0", true, "(-1)"},
      {"1/tanh($)", "1", "0", false, "0"},
      {"1/expm1($)", "1", "0", false, "0"},
      {"binomial($, $)", "3", "0", true, "(1/2)", true},
  };
  return all;
}

inline const std::vector<wrapper>& wrappers() {
  static const std::vector<wrapper> all{
      {"$", true},
      {"0*($)", true},
      {"($)^0", true},
      {"tanh($)", true},
      {"Phi($)", true},
      {"min(-9, $)", true},
      {"max(9, $)", true},
      {"floor(tanh($)/3)", true},
      {"ceil(Phi($))", true},
      {"exp(-abs($))", true},
      {"(($) - ($))", true},
      {"if($ > 5, 1, 1)", true},
      {"if(x >= 0, $, 0)", true},
      {"if(x < -5, $, 1)", false},
      {"if(x >= 0, 1, $)", false},
      {"if(x >= -1 and $ > 5, 1, 0)", true},
      {"if(x < -5 and $ > 5, 1, 0)", false},
      {"if(x >= -1 or $ > 5, 1, 0)", false},
      {"if(x < -5 or $ > 5, 1, 0)", true},
      {"if(not ($ > 5), 1, 1)", true},
      {"if(defined($), 1, 0)", false},
      {"unused(1, $)", true},
      {"added(1, $)", true},
      {"chosen(x + 1, $)", true},
      {"sum(j, 1, 0, $)", false},
      {"sum(j, 1, 2, $)", true},
      {"product(j, 1, 0, $)", false},
      {"product(j, 1, 2, 0*($))", true},
      {"1^($)", true},
      {"abs($)^0", true},
  };
  return all;
}

/// `pattern` with every $ replaced.
inline std::string filled(const std::string& pattern, const std::string& text) {
  std::string result;
  for (const char c : pattern) result += c == '$' ? text : std::string(1, c);
  return result;
}

/// The argument of an operation where `way` goes from 0 to 1: from inside to where it is placed.
inline std::string argument_of(const operation& subject, placement where, const std::string& way) {
  if (where == placement::inside) return subject.inside + " + 0*" + way;
  if (where == placement::outside) return subject.outside + " + 0*" + way;
  const std::string& target = where == placement::edge ? subject.edge : subject.outside;
  return subject.inside + " + (" + target + " - " + subject.inside + ")*" + way;
}

/// Whether the operation has a value wherever `way` is between 0 and 1.
inline bool has_value_on_way(const operation& subject, placement where) {
  if (where == placement::inside) return true;
  if (where == placement::edge) return subject.has_value_at_edge && !subject.has_gaps;
  return false;
}
