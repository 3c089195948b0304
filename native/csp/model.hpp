// The rules of a CSP as flat integers, checked once: what every kernel over any CSP reads.
//
// A domain is one word, bit v set while value v is possible, so values are 0 to 63; only the search
// that learns takes more words. A rule is
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
//   7 linear          any        relation, total, a factor   the sum of factors times numbers is
//                                each, the numbers           equal, unlike, at most, at least it
//   8 clause          any        literals                    one of them holds
//   9 count           any        relation, number, literals  so many of them hold
//  10 product         three      the numbers                 the first times the second is the third
//  11 absolute        three      the numbers                 the first two are so far apart
//  12 element         two, more  the numbers                 the first says which of the others is
//                                                            the second
//  13 regular         any        start, how many states are  an automaton accepts them
//                                accepted, these, then
//                                state, value, next for each
//  14 visible         any        relation, number            so many are above all before
//  15 lex             two lists  0 or 1                      the first comes before (or is) the second
//  16 circuit         any        0 or 1, the numbers         each says its next, all on one round; if
//                                                            1, those that say themselves are out
//  17 connected       any        how many edges, two places  those with one of the values hang
//                                each, then the values       together
//  18 only if         any        how many literals, these,   if they hold, so does a rule over the
//                                kind, arity and numbers     last variables
//  19 test            any        which of the functions      a function of the values is true
//  20 minimise        any        a factor each, the numbers  each answer has a smaller sum than before
//  21 disjunctive     any        a duration each, the        no two of these tasks overlap; the
//                                numbers                     variables are their starts
//  22 cumulative      any        the capacity, a duration    tasks that overlap demand no more
//                                and a demand each,          than the capacity
//                                the numbers
//  23 packing         items,     how many items, a size      the items in each bin have at most
//                     loads      each, how many capacities,  the capacity in all, or exactly the
//                                these, the numbers          load, which is a variable
//  24 maximum         two, more  0, or 1 for the least       the first is the largest of the others
//
// A value in a row is 0 to 65535, or 65536 for one that no domain can have. A variable may be twice in
// a scope. A relation is 0 to 3 (equal, unlike, at most, at least); a literal is a place in the scope,
// a relation and a value. "The numbers" are for each variable how many it has and which number each
// value stands for, or nothing if that is the value itself. The first seven are for every kernel; of
// the others, which are for the search that learns, only the size of the numbers is checked here.
// Rules are views into the model's own storage; a model may be moved, not copied.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/expect.hpp"

namespace clew {

using Mask = std::uint64_t;
using Variable = std::uint32_t;

enum class RuleKind : std::uint8_t {
  all_different, less, table, sum, parity, distance, steps,
  linear, clause, count, product, absolute, element,
  regular, visible, lex, circuit, connected, only_if, test, minimise,
  disjunctive, cumulative, packing, maximum
};
constexpr std::int64_t rule_kinds = 25;

struct Rule {
  RuleKind kind;
  std::span<const Variable> scope;
  std::span<const std::int64_t> numbers;
};

class Model {
 public:
  static constexpr int width = 64;        // values are below it, but for the search that learns
  static constexpr int widest = 1 << 16;  // and there they are below this
  static constexpr std::int64_t max_variables = std::int64_t{1} << 20;
  static constexpr std::int64_t max_number = std::int64_t{1} << 40;

  using Test = std::function<bool(const std::vector<std::int64_t>&)>;

  Model(std::int64_t variables, std::span<const std::int64_t> flat, std::vector<Test> tests = {})
      : tests_(std::move(tests)) {
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
  // Whether every kernel knows the rules.
  bool plain() const {
    const auto known = [](const Rule& rule) { return rule.kind <= RuleKind::steps; };
    return std::all_of(rules_.begin(), rules_.end(), known);
  }

  const Test& test(std::int64_t number) const {
    if (number < 0 || number >= static_cast<std::int64_t>(tests_.size()))
      refuse("found function ", number, ", expected less than ", tests_.size());
    return tests_[static_cast<std::size_t>(number)];
  }

  // Calls `wrong` if a rule cannot be read.
  template <class Wrong>
  static void check(const Rule& rule, Wrong wrong) {
    const std::size_t arity = rule.scope.size(), count = rule.numbers.size();
    const auto require = [&](bool good, const char* what) {
      if (!good)
        wrong("found ", arity, " variables and ", count, " numbers, expected ", what);
    };
    const auto within = [&](std::int64_t least, std::int64_t most) {
      for (const std::int64_t number : rule.numbers)
        if (number < least || number > most)
          wrong("found ", number, ", expected ", least, " to ", most);
    };
    switch (rule.kind) {
      case RuleKind::all_different:
        require(count == 0 || count == arity, "none or one offset for each variable");
        return within(-max_number, max_number);
      case RuleKind::less:
        return require(arity == 2 && count == 0, "two variables and no number");
      case RuleKind::table:
        require(arity ? count % arity == 0 : count == 0, "rows as long as the scope");
        return within(0, widest);
      case RuleKind::sum:
        require(count == 1, "one total");
        return within(-max_number, max_number);
      case RuleKind::parity:
        require(count == 1, "one parity");
        return within(0, 1);
      case RuleKind::distance:
        require(arity == 2 && count == 1, "two variables and one distance");
        return within(0, max_number);
      case RuleKind::steps:
        return within(0, max_number);
      default:
        return within(-max_number, max_number);
    }
  }

 private:
  // Reads the rule at `at`; where the next one is.
  std::size_t read(std::span<const std::int64_t> flat, std::size_t at) {
    const std::size_t left = flat.size() - at;
    if (left < 3) wrong("found ", left, " numbers, expected at least 3");
    const std::int64_t kind = flat[at], arity = flat[at + 1], count = flat[at + 2];
    if (kind < 0 || kind >= rule_kinds)
      wrong("found kind ", kind, ", expected 0 to ", rule_kinds - 1);
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
    check(rule, [this](const auto&... pieces) { wrong(pieces...); });
    rules_.push_back(rule);
    return at + static_cast<std::size_t>(count);
  }

  Variable variable(std::int64_t number) const {
    if (number < 0 || number >= static_cast<std::int64_t>(variables_))
      wrong("found variable ", number, ", expected less than ", variables_);
    return static_cast<Variable>(number);
  }

  template <class... Pieces>
  [[noreturn]] void wrong(const Pieces&... pieces) const {  // rules are numbered from 0
    refuse("rule ", rules_.size(), ": ", pieces...);
  }

  std::size_t variables_ = 0;
  std::vector<Variable> scopes_;
  std::vector<std::int64_t> numbers_;
  std::vector<Rule> rules_;
  std::vector<Test> tests_;
};

}  // namespace clew
