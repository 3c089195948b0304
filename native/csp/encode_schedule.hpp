// Rules about tasks and bins, as variables.hpp states them; schedule.hpp and bins.hpp propagate them.
//
//   disjunctive  a pair of bools for each two tasks, which says what comes first; under a
//                condition, where nothing would decide these, a cumulative rule
//   cumulative   by time-tabling; tasks that need more than half of the capacity are disjunctive too
//   packing      a total for each bin, and a rule about all of them
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "common/expect.hpp"
#include "common/poll.hpp"
#include "csp/encode_numbers.hpp"
#include "csp/variables.hpp"

namespace clew {

class ScheduleRules {
 public:
  using Scope = std::span<const Variable>;
  using Number = std::int64_t;
  using Term = Variables::Term;

  explicit ScheduleRules(Variables& variables) : v_(variables) {}

  void disjunctive(Scope scope, NumberReader& reader) {
    const auto durations = counts(reader, scope.size());
    add(scope, durations, std::vector<Number>(scope.size(), 1), 1, reader);
  }

  void cumulative(Scope scope, NumberReader& reader) {
    const Number capacity = reader.next();
    const auto durations = counts(reader, scope.size()), demands = counts(reader, scope.size());
    add(scope, durations, demands, capacity, reader);
  }

  // The scope is the items and then, if there are no capacities, the loads of the bins.
  void packing(Scope scope, NumberReader& reader) {
    const std::size_t items = reader.place(scope.size() + 1, "so many items");
    const auto sizes = counts(reader, items);
    const auto capacities = counts(reader, reader.place(reader.rest().size() + 1, "so many bins"));
    const auto numbers = NumberRules(v_).numbers_of(scope, reader);
    const Scope loads = scope.subspan(items);
    if (!capacities.empty() && !loads.empty()) refuse("found capacities and loads, expected one");
    const std::size_t bins = loads.empty() ? capacities.size() : loads.size();
    for (std::size_t i = 0; i < items; ++i) stay_among(scope[i], numbers[i], bins);
    for (std::size_t b = 0; b < bins; ++b) {
      std::map<Variable, std::vector<Number>> sums;
      for (std::size_t i = 0; i < items; ++i)
        for (std::size_t k = 0; k < numbers[i].size(); ++k)
          share(sums[scope[i]], numbers[i].size(), k,
                numbers[i][k] == static_cast<Number>(b) ? sizes[i] : 0);
      if (!loads.empty())
        for (std::size_t k = 0; k < numbers[items + b].size(); ++k)
          share(sums[loads[b]], numbers[items + b].size(), k, -numbers[items + b][k]);
      limit(std::move(sums), loads.empty() ? -Variables::infinite : 0,
            loads.empty() ? capacities[b] : 0);
    }
    if (!v_.guarded() && bins) all_bins(scope.first(items), sizes, numbers, capacities, loads);
  }

 private:
  static constexpr std::size_t most_ordered = 300;  // tasks with a bool for each two
  static constexpr Number most_time = Number{1} << 40;

  static std::vector<Number> counts(NumberReader& reader, std::size_t size) {
    const auto numbers = reader.next(size);
    for (const Number number : numbers)
      if (number < 0) refuse("found ", number, ", expected at least 0");
    return {numbers.begin(), numbers.end()};
  }

  // ---- tasks

  struct Tasks {
    Variables::Bools variables;
    std::vector<Term> starts;
    std::vector<Number> durations, demands;
    std::size_t size() const { return starts.size(); }
    Number first(std::size_t i) const {
      return std::min(starts[i].numbers.front(), starts[i].numbers.back());
    }
    // From values to times, if there is no more between them.
    Number shift(const Variables& v, std::size_t i) const { return first(i) - v.value(variables[i], 0); }
    Number last(std::size_t i) const {
      return std::max(starts[i].numbers.front(), starts[i].numbers.back());
    }
  };

  void add(Scope scope, const std::vector<Number>& durations, const std::vector<Number>& demands,
           Number capacity, NumberReader& reader) {
    const auto numbers = NumberRules(v_).numbers_of(scope, reader);
    if (capacity < 0) refuse("found ", capacity, ", expected at least 0");
    Tasks tasks, large;
    double energy = 0, span = 0;
    for (std::size_t i = 0; i < scope.size(); ++i) {
      if (numbers[i].empty()) return;  // there is no answer anyway
      if (!durations[i] || !demands[i]) continue;
      if (demands[i] > capacity) return v_.contradict();
      const auto [low, high] = std::minmax_element(numbers[i].begin(), numbers[i].end());
      if (*low < -most_time || *high > most_time || durations[i] > most_time)
        refuse("found a time that is too large");
      energy += static_cast<double>(durations[i]) * static_cast<double>(demands[i]);
      span = std::max(span, static_cast<double>(std::max(std::abs(*low), std::abs(*high))));
      put(tasks, scope[i], v_.term(scope[i], numbers[i]), durations[i], demands[i]);
      if (2 * demands[i] > capacity) put(large, scope[i], tasks.starts.back(), durations[i], 1);
    }
    Number in_use = 0;
    for (const Number demand : tasks.demands) in_use = std::min(capacity, in_use + demand);
    if (energy + 4 * span * static_cast<double>(in_use) > 4e18) refuse("found a demand that is too large");
    const bool ordered = !v_.guarded() && large.size() <= most_ordered;
    const bool all_in_order = ordered && large.size() == tasks.size();
    if (ordered && large.size() > 1) put_in_order(large);
    if (tasks.size() < 2 || all_in_order) return;
    std::vector<Term> wake = tasks.starts;
    if (v_.guarded()) wake.push_back(v_.term(v_.guard()));
    v_.propagate(Clauses::Cumulative{std::move(tasks.starts), std::move(tasks.durations),
                                     std::move(tasks.demands), in_use, v_.guard()},
                 wake);
  }

  static void put(Tasks& tasks, Variable x, Term start, Number duration, Number demand) {
    tasks.variables.push_back(x);
    tasks.starts.push_back(std::move(start));
    tasks.durations.push_back(duration);
    tasks.demands.push_back(demand);
  }

  // Of each two, one comes first. The one whose middle is earlier is tried there first.
  void put_in_order(Tasks& tasks) {
    const std::size_t size = tasks.size();
    std::vector<Literal> before(size * size, never);
    Variables::Bools pairs;
    for (std::size_t i = 0; i < size; ++i) {
      poll(static_cast<std::int64_t>(64 * size));
      for (std::size_t j = 0; j < i; ++j) {
        if (tasks.variables[i] == tasks.variables[j] &&
            tasks.starts[i].group == tasks.starts[j].group &&
            tasks.starts[i].numbers == tasks.starts[j].numbers)
          return v_.contradict();
        const bool may_lead = tasks.first(i) + tasks.durations[i] <= tasks.last(j);
        const bool may_follow = tasks.first(j) + tasks.durations[j] <= tasks.last(i);
        if (!may_lead && !may_follow) return v_.contradict();
        Literal &leads = before[i * size + j], &follows = before[j * size + i];
        leads = may_lead ? always : never;
        follows = may_follow ? always : never;
        if (!may_lead || !may_follow) continue;
        leads = v_.fresh();
        follows = v_.fresh();
        const Variable x = tasks.variables[i], y = tasks.variables[j];
        v_.orders_of_tasks.push_back(
            {leads >> 1, follows >> 1, x, y, tasks.shift(v_, j) - tasks.shift(v_, i)});
        const Number middle = tasks.first(i) + tasks.last(i) + tasks.durations[i] -
                              tasks.first(j) - tasks.last(j) - tasks.durations[j];
        pairs.push_back(v_.group_of(middle < 0 ? Variables::Bools{leads >> 1, follows >> 1}
                                               : Variables::Bools{follows >> 1, leads >> 1}));
      }
    }
    const std::vector<Term> wake = tasks.starts;
    v_.propagate(
        Clauses::Disjunctive{std::move(tasks.starts), std::move(tasks.durations), std::move(before)},
        wake, std::move(pairs));
  }

  // ---- bins

  static void share(std::vector<Number>& sum, std::size_t size, std::size_t k, Number number) {
    sum.resize(size);
    sum[k] += number;
    if (std::abs(sum[k]) > Variables::infinite) refuse("found a size that is too large");
  }

  void stay_among(Variable x, const std::vector<Number>& numbers, std::size_t bins) {
    for (std::uint32_t k = 0; k < numbers.size(); ++k)
      if (numbers[k] < 0 || numbers[k] >= static_cast<Number>(bins))
        v_.clause({no(v_.first(x) + k)});
  }

  void limit(std::map<Variable, std::vector<Number>> sums, Number least, Number most) {
    if (!v_.guarded()) v_.rows.push_back({sums, least, most});
    std::vector<Term> terms;
    for (auto& [x, sum] : sums)
      if (std::any_of(sum.begin(), sum.end(), [](Number n) { return n != 0; }))
        terms.push_back(v_.term(x, std::move(sum)));
    v_.total(std::move(terms), least, most);
  }

  void all_bins(Scope items, const std::vector<Number>& sizes,
                const std::vector<std::vector<Number>>& numbers,
                const std::vector<Number>& capacities, Scope loads) {
    Clauses::Packing packing;
    Number total = 0;
    for (const Number size : sizes) total += size;
    const std::size_t bins = loads.empty() ? capacities.size() : loads.size();
    for (std::size_t b = 0; b < bins; ++b) {
      Number most = loads.empty() ? capacities[b] : 0;
      for (const Number load : loads.empty() ? std::vector<Number>() : numbers[items.size() + b])
        most = std::max(most, load);
      packing.capacities.push_back(std::min(total, most));
    }
    std::vector<Term> wake;
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!sizes[i]) continue;
      if (std::set<Number>(numbers[i].begin(), numbers[i].end()).size() != numbers[i].size()) return;
      std::vector<Number> places(numbers[i].size());
      for (std::size_t k = 0; k < places.size(); ++k) places[k] = static_cast<Number>(k);
      wake.push_back(v_.term(items[i], std::move(places)));
      packing.sizes.push_back(sizes[i]);
      kept.push_back(i);
    }
    packing.inside.assign(bins * kept.size(), never);
    for (std::size_t at = 0; at < kept.size(); ++at)
      for (std::uint32_t k = 0; k < numbers[kept[at]].size(); ++k)
        if (const Number b = numbers[kept[at]][k]; b >= 0 && b < static_cast<Number>(bins))
          packing.inside[static_cast<std::size_t>(b) * kept.size() + at] =
              yes(v_.first(items[kept[at]]) + k);
    v_.propagate(std::move(packing), wake);
  }

  Variables& v_;
};

}  // namespace clew
