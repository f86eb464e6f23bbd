#include "claims/judging/judging_inputs.hpp"

#include <cstddef>

#include "arithmetic/overloaded.hpp"
#include "shufflecert/rational.hpp"

namespace shufflecert::inline v0_1::claims {
namespace {

// Every text goes with its length, and every list with its own: what is told apart here is never
// the same text.
class inputs_text {
 public:
  void add(const std::string& text) {
    text_ += std::to_string(text.size());
    text_ += ':';
    text_ += text;
  }
  void add(std::size_t count) { add(std::to_string(count)); }
  void add(const expression_ptr& formula) { add(formula ? to_text(*formula) : std::string()); }
  void add(const point_value& value) {
    add(value.text);
    add(value.formula);
  }

  template <class Item>
  void add(const std::vector<Item>& items) {
    add(items.size());
    for (const Item& item : items) add(item);
  }

  template <class Value, class Order>
  void add(const std::map<std::string, Value, Order>& entries) {
    add(entries.size());
    for (const auto& [name, value] : entries) {
      add(name);
      add(value);
    }
  }

  void add(const region_range& range) {
    add(range.values);
    add(std::size_t{range.ends.has_value()});
    if (!range.ends) return;
    add(range.ends->first);
    add(range.ends->second);
  }

  void add(const refutation_range& range) {
    add(range.values);
    add(range.lower);
    add(std::size_t{range.upper.has_value()});
    if (range.upper) add(*range.upper);
    add(std::size_t{range.depends});
  }

  void add(const axis& one) {
    add(one.variable);
    add(one.values);
  }

  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

// Regions to refute are those of the relation that is printed.
void add_form(inputs_text& text, const claim& subject, stated_form which) {
  text.add(subject.form.index());
  std::visit(overloaded{[&](const forall_claim& all) {
                          text.add(all.prove);
                          const bool is_printed = which == stated_form::printed;
                          text.add(is_printed ? all.refute : std::vector<refutation_region>());
                        },
                        [&](const exists_claim& exists) { text.add(exists.variables); },
                        [&](const rate_claim& rate) {
                          text.add(rate.along);
                          text.add(rate.order ? to_text(*rate.order) : std::string());
                          text.add(subject.formula);
                        }},
             subject.form);
}

}  // namespace

std::string judging_inputs(const claim& subject, stated_form which) {
  inputs_text text;
  add_form(text, subject, which);
  text.add(which == stated_form::printed ? subject.formula : subject.corrected);
  text.add(subject.domain);
  text.add(subject.integers);
  text.add(subject.regime);
  text.add(subject.printed);
  text.add(subject.let);
  text.add(subject.axes);
  text.add(subject.points);
  // Witnesses name relations as the file states them, where that calls local functions.
  text.add(std::size_t{subject.stated != nullptr});
  if (subject.stated)
    for (const claim* one : {&subject, subject.stated.get()}) {
      text.add(one->formula);
      text.add(one->corrected);
    }
  return text.take();
}

}  // namespace shufflecert::inline v0_1::claims
