// The bounds of variables in a model of sums, orders and tasks: a small model in front of the search.
//
// It costs little next to encoding each value of each variable, so it pays to narrow the domains here.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "csp/encode_numbers.hpp"
#include "csp/model.hpp"

namespace clew {

class Bounds {
 public:
  using Number = std::int64_t;

  struct Row {  // the sum of factors times values is at most this
    std::vector<std::pair<Variable, Number>> terms;
    Number most;
  };
  struct Resource {  // tasks that start at a value plus a shift
    std::vector<Variable> tasks;
    std::vector<Number> shifts, durations, demands;
    Number capacity;
  };

  Bounds(const Model& model, std::span<const Mask> domains, std::size_t words)
      : domains_(domains.begin(), domains.end()), words_(words) {
    rows_of_.resize(model.variables());
    for (Variable x = 0; x < model.variables(); ++x) {
      low_.push_back(next(x, 0));
      high_.push_back(last(x, static_cast<Number>(64 * words) - 1));
      is_possible_ &= low_[x] <= high_[x];
    }
    for (const Rule& rule : model.rules())
      if (is_possible_ && !read(rule)) is_known_ = false;
    for (std::size_t r = 0; r < rows_.size(); ++r) due_.push_back(r);
    is_due_.assign(rows_.size(), 1);
  }

  static bool has_tasks(const Model& model) {
    return std::any_of(model.rules().begin(), model.rules().end(), [](const Rule& rule) {
      return rule.kind == RuleKind::disjunctive || rule.kind == RuleKind::cumulative;
    });
  }

  // Whether all rules are among the rows, the resources and the objective.
  bool is_known() const { return is_known_; }
  std::size_t size() const { return low_.size(); }
  Number low(Variable x) const { return low_[x]; }
  Number high(Variable x) const { return high_[x]; }
  const std::vector<Resource>& resources() const { return resources_; }
  const std::optional<Row>& objective() const { return objective_; }
  Number cost_of_nothing() const { return constant_; }

  // The first value from this one on, and the last up to it; beyond the bounds if there is none.
  Number next(Variable x, Number value) const {
    for (Number v = std::max<Number>(value, 0); v < end(); v = (v / 64 + 1) * 64)
      if (const Mask rest = word(x, v) >> v % 64) return v + std::countr_zero(rest);
    return end();
  }
  Number last(Variable x, Number value) const {
    for (Number v = std::min(value, end() - 1); v >= 0; v = v / 64 * 64 - 1)
      if (const Mask rest = word(x, v) << (63 - v % 64)) return v - std::countl_zero(rest);
    return -1;
  }

  // False if nothing is left, as of each of these.
  bool raise(Variable x, Number value) {
    if (value <= low_[x]) return true;
    low_[x] = next(x, value);
    call(x);
    return is_possible_ = low_[x] <= high_[x];
  }
  bool lower(Variable x, Number value) {
    if (value >= high_[x]) return true;
    high_[x] = last(x, value);
    call(x);
    return is_possible_ = low_[x] <= high_[x];
  }
  bool limit_cost(Number cost) {
    if (!objective_) return true;
    rows_.push_back({objective_->terms, cost - constant_});
    const std::size_t row = rows_.size() - 1;
    for (const auto& [x, factor] : rows_[row].terms) rows_of_[x].push_back(row);
    due_.push_back(row);
    is_due_.push_back(1);
    return propagate();
  }
  bool propagate() {
    for (std::size_t steps = 0; is_possible_ && !due_.empty() && steps < most_steps; ++steps) {
      const std::size_t row = due_.back();
      due_.pop_back();
      is_due_[row] = 0;
      visit(rows_[row]);
    }
    return is_possible_;
  }

  // Whether the lowest values, which are the highest too, obey all rows.
  bool hold_rows() const {
    return std::all_of(rows_.begin(), rows_.end(), [this](const Row& row) {
      Number sum = 0;
      for (const auto& [x, factor] : row.terms) sum += factor * low_[x];
      return sum <= row.most;
    });
  }

  // The domains between the bounds.
  std::vector<Mask> domains() const {
    std::vector<Mask> out = domains_;
    for (Variable x = 0; x < size(); ++x)
      for (std::size_t w = 0; w < words_; ++w) {
        const Number first = static_cast<Number>(64 * w);
        const Number from = std::max(low_[x] - first, Number{0});
        const Number to = std::min(high_[x] - first, Number{63});
        Mask kept = 0;
        if (is_possible_ && from <= to) kept = ~Mask{0} >> (63 - to) & ~Mask{0} << from;
        out[x * words_ + w] &= kept;
      }
    return out;
  }

 private:
  static constexpr std::size_t most_steps = 1'000'000;
  static constexpr Number largest = Number{1} << 32;  // factor

  struct Affine {  // the number of a value is the factor times it, plus the shift
    Number factor, shift;
  };

  Number end() const { return static_cast<Number>(64 * words_); }
  Mask word(Variable x, Number value) const {
    return domains_[x * words_ + static_cast<std::size_t>(value / 64)];
  }

  void call(Variable x) {
    for (const std::size_t row : rows_of_[x]) {
      if (is_due_[row]) continue;
      is_due_[row] = 1;
      due_.push_back(row);
    }
  }

  void visit(const Row& row) {
    Number slack = row.most;
    for (const auto& [x, factor] : row.terms) slack -= factor * (factor > 0 ? low_[x] : high_[x]);
    if (slack < 0) is_possible_ = false;
    for (const auto& [x, factor] : row.terms) {
      if (!is_possible_) return;
      if (factor > 0)
        lower(x, low_[x] + slack / factor);
      else
        raise(x, high_[x] - slack / -factor);
    }
  }

  // ---- rules

  // False if a rule says more than the rows, the resources and the objective do.
  bool read(const Rule& rule) {
    NumberReader reader(rule.numbers);
    switch (rule.kind) {
      case RuleKind::less:
        add({{rule.scope[0], 1}, {rule.scope[1], -1}}, -1);
        return true;
      case RuleKind::linear: return linear(rule.scope, reader);
      case RuleKind::minimise: {
        Row costs{{}, 0};
        if (!sum(rule.scope, reader, costs)) return false;
        constant_ = costs.most;
        objective_ = std::move(costs);
        return true;
      }
      case RuleKind::disjunctive: {
        const auto durations = reader.next(rule.scope.size());
        const std::vector<Number> ones(rule.scope.size(), 1);
        return resource(rule.scope, durations, ones, 1, reader);
      }
      case RuleKind::cumulative: {
        const Number capacity = reader.next();
        const auto durations = reader.next(rule.scope.size());
        const auto demands = reader.next(rule.scope.size());
        return resource(rule.scope, durations, demands, capacity, reader);
      }
      default: return false;
    }
  }

  void add(std::vector<std::pair<Variable, Number>> terms, Number most) {
    for (const auto& [x, factor] : terms) rows_of_[x].push_back(rows_.size());
    rows_.push_back({std::move(terms), most});
  }

  bool linear(std::span<const Variable> scope, NumberReader& reader) {
    const auto relation = static_cast<Relation>(reader.next());
    const Number total = reader.next();
    Row row{{}, 0};
    if (relation == Relation::unlike || !sum(scope, reader, row)) return false;
    Row opposite{row.terms, 0};
    for (auto& [x, factor] : opposite.terms) factor = -factor;
    if (relation != Relation::at_least) add(row.terms, total - row.most);
    if (relation != Relation::at_most) add(opposite.terms, row.most - total);
    return true;
  }

  // The factors of the values, and in `most` the constant.
  bool sum(std::span<const Variable> scope, NumberReader& reader, Row& row) {
    const auto factors = reader.next(scope.size());
    for (std::size_t i = 0; i < scope.size(); ++i) {
      const auto known = affine(scope[i], reader);
      if (!known || std::abs(factors[i]) > largest || std::abs(known->factor) > largest) return false;
      const Number factor = factors[i] * known->factor;
      if (std::abs(factor) > largest || std::abs(known->shift) > largest) return false;
      row.most += factors[i] * known->shift;
      if (factor) row.terms.emplace_back(scope[i], factor);
    }
    return true;
  }

  bool resource(std::span<const Variable> scope, std::span<const Number> durations,
                std::span<const Number> demands, Number capacity, NumberReader& reader) {
    Resource made{{}, {}, {}, {}, capacity};
    for (std::size_t i = 0; i < scope.size(); ++i) {
      const auto known = affine(scope[i], reader);
      if (!known || (known->factor != 1 && low_[scope[i]] != high_[scope[i]])) return false;
      if (durations[i] > largest || demands[i] > largest || demands[i] > capacity) return false;
      made.tasks.push_back(scope[i]);
      made.shifts.push_back(known->shift + (known->factor - 1) * low_[scope[i]]);
      made.durations.push_back(durations[i]);
      made.demands.push_back(demands[i]);
    }
    resources_.push_back(std::move(made));
    return true;
  }

  // Reads the numbers of the values of a variable.
  std::optional<Affine> affine(Variable x, NumberReader& reader) {
    if (reader.empty()) return Affine{1, 0};
    const auto numbers = reader.next(reader.place(reader.rest().size() + 1, "so many numbers"));
    if (high_[x] >= static_cast<Number>(numbers.size())) return std::nullopt;
    const auto number = [&](Number value) { return numbers[static_cast<std::size_t>(value)]; };
    const Number first = low_[x], second = next(x, first + 1);
    if (second >= end()) return Affine{1, number(first) - first};
    const Number factor = (number(second) - number(first)) / (second - first);
    const Number shift = number(first) - factor * first;
    for (Number value = second; value < end(); value = next(x, value + 1))
      if (number(value) != factor * value + shift) return std::nullopt;
    return Affine{factor, shift};
  }

  std::vector<Mask> domains_;
  std::size_t words_;
  std::vector<Number> low_, high_;
  std::vector<Row> rows_;
  std::vector<std::vector<std::size_t>> rows_of_;
  std::vector<std::size_t> due_;
  std::vector<std::uint8_t> is_due_;
  std::vector<Resource> resources_;
  std::optional<Row> objective_;
  Number constant_ = 0;
  bool is_possible_ = true, is_known_ = true;
};

}  // namespace clew
