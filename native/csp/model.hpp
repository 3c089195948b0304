// The rules of a CSP as flat integers, checked once: what every kernel over any CSP reads.
//
// A domain is one word, bit v set while value v is possible, so values are 0 to 63. A rule is
//
//   kind, arity, count, then `arity` variables (its scope), then `count` numbers
//
// and a model is these, one after the other. What the numbers are depends on the kind:
//
//   kind              scope      numbers                     says
//   0 all-different   any        none, or an offset each     no two equal, each plus its offset
//   1 less            two        none                        the first is smaller
//   2 table           any        rows, `arity` values each   together one of the rows
//   3 sum             any        the total                   they add up to it
//   4 parity          any        0 or 1                      they add up to an even or odd number
//   5 distance        two        the distance                exactly so far apart
//   6 steps           any        the lengths                 from each to the next one of them,
//                                                            each used once
//
// A value in a row is 0 to 63, or 64 for one that no domain can have. A variable may be twice in a
// scope. Rules are views into the model's own storage; a model may be moved, not copied.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "common/expect.hpp"

namespace clew {

using Mask = std::uint64_t;
using Variable = std::uint32_t;

enum class RuleKind : std::uint8_t { all_different, less, table, sum, parity, distance, steps };

struct Rule {
  RuleKind kind;
  std::span<const Variable> scope;
  std::span<const std::int64_t> numbers;
};

class Model {
 public:
  static constexpr int width = 64;  // values are below it
  static constexpr std::int64_t max_variables = std::int64_t{1} << 20;
  static constexpr std::int64_t max_number = std::int64_t{1} << 40;

  Model(std::int64_t variables, std::span<const std::int64_t> flat) {
    expect("variables", variables, 0, max_variables);
    variables_ = static_cast<std::size_t>(variables);
    scopes_.reserve(flat.size());  // so that it never moves: the rules are views into it
    numbers_.assign(flat.begin(), flat.end());
    for (std::size_t at = 0; at < flat.size();) at = read(flat, at);
  }
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;
  Model(Model&&) = default;
  Model& operator=(Model&&) = default;

  std::size_t variables() const { return variables_; }
  const std::vector<Rule>& rules() const { return rules_; }

 private:
  // Reads the rule at `at`; where the next one is.
  std::size_t read(std::span<const std::int64_t> flat, std::size_t at) {
    const std::size_t left = flat.size() - at;
    if (left < 3) wrong("found ", left, " numbers, expected at least 3");
    const std::int64_t kind = flat[at], arity = flat[at + 1], count = flat[at + 2];
    if (kind < 0 || kind > static_cast<std::int64_t>(RuleKind::steps))
      wrong("found kind ", kind, ", expected 0 to 6");
    const auto rest = static_cast<std::int64_t>(left - 3);
    if (arity < 0 || arity > rest || count < 0 || count > rest - arity)
      wrong("found ", arity, " variables and ", count, " numbers, expected no more than the ", rest,
            " there are");
    at += 3;
    const std::size_t first = scopes_.size();
    for (std::int64_t i = 0; i < arity; ++i) scopes_.push_back(variable(flat[at + i]));
    at += static_cast<std::size_t>(arity);
    const Rule rule{static_cast<RuleKind>(kind),
                    {scopes_.data() + first, static_cast<std::size_t>(arity)},
                    {numbers_.data() + at, static_cast<std::size_t>(count)}};
    check(rule);
    rules_.push_back(rule);
    return at + static_cast<std::size_t>(count);
  }

  Variable variable(std::int64_t number) const {
    if (number < 0 || number >= static_cast<std::int64_t>(variables_))
      wrong("found variable ", number, ", expected less than ", variables_);
    return static_cast<Variable>(number);
  }

  void check(const Rule& rule) const {
    const std::size_t arity = rule.scope.size(), count = rule.numbers.size();
    switch (rule.kind) {
      case RuleKind::all_different:
        require(rule, count == 0 || count == arity, "none or one offset for each variable");
        return within(rule, -max_number, max_number);
      case RuleKind::less:
        return require(rule, arity == 2 && count == 0, "two variables and no number");
      case RuleKind::table:
        require(rule, arity ? count % arity == 0 : count == 0, "rows as long as the scope");
        return within(rule, 0, width);
      case RuleKind::sum:
        require(rule, count == 1, "one total");
        return within(rule, -max_number, max_number);
      case RuleKind::parity:
        require(rule, count == 1, "one parity");
        return within(rule, 0, 1);
      case RuleKind::distance:
        require(rule, arity == 2 && count == 1, "two variables and one distance");
        return within(rule, 0, max_number);
      case RuleKind::steps:
        return within(rule, 0, max_number);
    }
  }

  void within(const Rule& rule, std::int64_t least, std::int64_t most) const {
    for (const std::int64_t number : rule.numbers)
      if (number < least || number > most)
        wrong("found ", number, ", expected ", least, " to ", most);
  }

  void require(const Rule& rule, bool good, const char* what) const {
    if (!good)
      wrong("found ", rule.scope.size(), " variables and ", rule.numbers.size(),
            " numbers, expected ", what);
  }

  template <class... Pieces>
  [[noreturn]] void wrong(const Pieces&... pieces) const {  // rules are numbered from 0
    refuse("rule ", rules_.size(), ": ", pieces...);
  }

  std::size_t variables_ = 0;
  std::vector<Variable> scopes_;
  std::vector<std::int64_t> numbers_;
  std::vector<Rule> rules_;
};

}  // namespace clew
