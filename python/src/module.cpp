// The module shufflecert._core: what the Python files of the package call.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "claims/catalogue/catalogue.hpp"
#include "claims/results/failure.hpp"
#include "language/syntax/builtins.hpp"
#include "python/src/evaluation.hpp"
#include "python/src/interruption.hpp"
#include "python/src/own_thread.hpp"
#include "shufflecert/method_unavailable.hpp"
#include "shufflecert/version.hpp"

namespace shufflecert::inline v0_1::python {
namespace {

namespace py = pybind11;

// Numbers of more than 60 digits are cut short, as arguments.py does it in complaints of the
// program.
std::string with_short_numbers(const std::string& line) {
  constexpr std::size_t longest = 60;
  constexpr std::size_t shown = 20;
  std::string result;
  for (std::size_t i = 0; i < line.size();) {
    const std::size_t end = std::min(line.find_first_not_of("0123456789", i), line.size());
    if (end - i > longest)
      result += line.substr(i, shown) + "... (" + std::to_string(end - i) + " digits)";
    else
      result += line.substr(i, end - i);
    if (end < line.size()) result += line[end];
    i = end + 1;
  }
  return result;
}

bool is_main_thread() {
  const py::module_ threading = py::module_::import("threading");
  return threading.attr("current_thread")().is(threading.attr("main_thread")());
}

// Calls `compute` with a budget, on a thread of its own, without the lock of the interpreter.
// Ctrl-C ends it; where Python's handler of the signal raises nothing, it begins again.
template <class Compute>
auto interruptible(std::optional<double> timeout, const Compute& compute) {
  for (;;) {
    std::optional<decltype(compute(std::declval<const budget&>()))> result;
    bool is_interrupted = false;
    {
      const py::gil_scoped_release released;
      const interruption guard;
      const budget limits = budget::of_seconds(timeout, guard.flag());
      try {
        on_own_thread([&] { result = compute(limits); });
      } catch (const std::exception&) {
        if (!guard.is_requested()) throw;
      }
      is_interrupted = guard.is_requested();
    }
    if (!is_interrupted) return std::move(*result);
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (is_main_thread()) continue;
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw py::error_already_set();
  }
}

// An array of doubles, of whole numbers, or a list of formulas.
column read_column(const std::string& name, const py::handle& values, const budget& limits) {
  if (py::isinstance<py::array_t<double>>(values)) {
    auto doubles = py::cast<std::vector<double>>(values);
    for (const double one : doubles)
      if (std::isnan(one)) throw undefined_value(name + ": a number is NaN");
    return {name, std::move(doubles)};
  }
  if (py::isinstance<py::array_t<std::int64_t>>(values))
    return {name, py::cast<std::vector<std::int64_t>>(values)};
  std::vector<expression_ptr> formulas;
  for (const std::string& one : py::cast<std::vector<std::string>>(values)) {
    if (formulas.size() % 1024 == 0) {
      limits.check();
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
    formulas.push_back(read_formula(one));
  }
  return {name, std::move(formulas)};
}

py::tuple evaluate_formula(const std::string& formula, const py::dict& columns, std::size_t points,
                           std::optional<long> digits, const std::string& method,
                           std::optional<double> timeout) {
  const auto start = std::chrono::steady_clock::now();
  const budget reading = budget::of_seconds(timeout, nullptr);
  question asked;
  std::vector<std::string> names;
  for (const auto& [name, values] : columns) {
    names.push_back(py::cast<std::string>(name));
    if (!is_usable_name(names.back()) || visible_formulas().find(names.back()) != nullptr)
      throw undefined_value("'" + names.back() +
                            "' cannot be a variable; it is no name, or one of "
                            "a function");
    asked.columns.push_back(read_column(names.back(), values, reading));
  }
  asked.formula = read_formula(formula, names);
  asked.points = points;
  asked.digits = digits;
  const auto how = method_named(method);
  if (!how) {
    std::string known;
    for (const std::string& one : method_names()) known += (known.empty() ? "" : ", ") + one;
    throw undefined_value("there is no method '" + method + "'; there are " + known);
  }
  asked.method = *how;
  // What reading took is part of the time that there is.
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  const auto left =
      timeout ? std::optional(std::max(*timeout - taken.count(), 1e-9)) : std::nullopt;
  const answer found =
      interruptible(left, [&](const budget& limits) { return evaluate(asked, limits); });
  const py::object cautions = py::cast(found.cautions);
  if (found.is_truth)
    return py::make_tuple("truth", py::cast(found.truths), py::none(), 0, "", cautions);
  if (asked.digits)
    return py::make_tuple("text", py::cast(found.lower_text), py::cast(found.upper_text),
                          found.short_of_digits, found.reason, cautions);
  const auto array = [](const std::vector<double>& values) {
    return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
  };
  return py::make_tuple("number", array(found.lower), array(found.upper), found.short_of_digits,
                        found.reason, cautions);
}

std::string normal_text(const std::string& formula) {
  return to_text(*read_formula(formula));
}

// The kind of a closed formula that is a pair or a law; its parameters are in their ranges.
py::tuple distribution(const std::string& text) {
  const expression_ptr formula = read_formula(text);
  const value_kind kind = interruptible(
      std::nullopt, [&](const budget& limits) { return kind_of_distribution(*formula, limits); });
  return py::make_tuple(to_text(kind), to_text(*formula));
}

// The built-in functions that give a pair or a law and bind no name: name, usage, the kinds of the
// parameters, how many may be left out, whether the last one repeats, and the kind of the result.
py::list constructors() {
  py::list all;
  for (const std::string& name : builtin_names()) {
    const builtin* one = find_builtin(name);
    const value_kind result = one->result;
    if ((result != value_kind::pair && result != value_kind::law) ||
        one->uses != argument_use::each)
      continue;
    // One function of Python stands for both that are written alike.
    if (!one->written.empty()) continue;
    std::vector<std::string> kinds;
    for (const builtin_parameter& parameter : one->parameters)
      kinds.push_back(to_text(parameter.kind));
    all.append(py::make_tuple(name, std::string(one->usage), kinds, one->optional,
                              one->repeats_last, to_text(result)));
  }
  return all;
}

}  // namespace

PYBIND11_MODULE(_core, module) {
  outlive_flint();
  module.doc() = "The compiled part of shufflecert; use the package shufflecert.";
  static PyObject* const input_error = PyErr_NewExceptionWithDoc(
      "shufflecert.Error",
      "The input cannot be used: one line that says what, where, and what would be right.",
      PyExc_ValueError, nullptr);
  static PyObject* const beyond =
      PyErr_NewExceptionWithDoc("shufflecert.BeyondReach",
                                "The value exists, and this version, the time limit or the memory "
                                "does not let it be computed.",
                                PyExc_RuntimeError, nullptr);
  module.attr("Error") = py::handle(input_error);
  module.attr("BeyondReach") = py::handle(beyond);
  py::register_exception_translator([](std::exception_ptr error) {
    try {
      if (error) std::rethrow_exception(error);
    } catch (const py::builtin_exception&) {
      throw;
    } catch (const py::error_already_set&) {
      throw;
    } catch (...) {
      const claims::failure known = claims::failure_of(std::current_exception());
      PyErr_SetString(known.is_resource ? beyond : input_error,
                      with_short_numbers(known.reason).c_str());
    }
  });
  module.attr("version") = std::to_string(SHUFFLECERT_VERSION_MAJOR) + "." +
                           std::to_string(SHUFFLECERT_VERSION_MINOR) + "." +
                           std::to_string(SHUFFLECERT_VERSION_PATCH);
  module.def("evaluate", &evaluate_formula, py::arg("formula"), py::arg("columns"),
             py::arg("points"), py::arg("digits"), py::arg("method"), py::arg("timeout"));
  module.def("normal_text", &normal_text, py::arg("formula"));
  module.def("distribution", &distribution, py::arg("formula"));
  module.def("constructors", &constructors);
  module.def("methods", &method_names);
}

}  // namespace shufflecert::inline v0_1::python
