// A first answer to a problem about tasks, without a search, so that there is always one to report.
//
// Task after task starts as soon as it can after those that are placed (a serial schedule
// generation scheme; Kolisch and Hartmann, 1999), in a few orders: the one that can start first, the
// one that has to start first, and both with some noise. The bounds of sums follow each step. The
// best answer bounds the costs, which narrows the domains that are encoded: 10 x 10 job shops keep a
// tenth of their values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/poll.hpp"
#include "csp/bounds.hpp"

namespace clew {

class Dispatch {
 public:
  using Number = std::int64_t;

  explicit Dispatch(Bounds bounds) : bounds_(std::move(bounds)), uses_(bounds_.size()) {
    is_possible_ = bounds_.propagate();
    const auto& resources = bounds_.resources();
    for (std::size_t r = 0; r < resources.size(); ++r)
      for (std::size_t i = 0; i < resources[r].tasks.size(); ++i)
        if (resources[r].durations[i] && resources[r].demands[i])
          uses_[resources[r].tasks[i]].emplace_back(r, i);
    for (Variable x = 0; x < uses_.size(); ++x)
      if (!uses_[x].empty()) tasks_.push_back(x);
    if (!bounds_.is_known() || !bounds_.objective() || tasks_.size() > most_tasks) return;
    for (int order = 0; order < orders && is_possible_; ++order) {
      if (has_answer() && static_cast<std::size_t>(order) * tasks_.size() > most_placed) break;
      try_order(order);
    }
  }

  bool has_answer() const { return !answer_.empty(); }
  const std::vector<std::uint16_t>& answer() const { return answer_; }
  Number cost() const { return cost_; }
  // What a better answer costs at least.
  Number bound() const {
    Number least = bounds_.cost_of_nothing();
    for (const auto& [x, factor] : bounds_.objective()->terms)
      least += factor * (factor > 0 ? bounds_.low(x) : bounds_.high(x));
    return std::min(least, cost_);
  }
  // What is left of the domains for better answers.
  std::vector<Mask> domains() const { return bounds_.domains(); }

 private:
  static constexpr std::size_t most_tasks = 2000;
  static constexpr std::size_t most_placed = 4000;  // in all orders but the last
  static constexpr int orders = 12;

  void try_order(int order) {
    Bounds trial = bounds_;
    if (!place_all(trial, order) || !finish(trial) || !trial.hold_rows() || !fits(trial)) return;
    Number cost = trial.cost_of_nothing();
    for (const auto& [x, factor] : trial.objective()->terms) cost += factor * trial.low(x);
    answer_.clear();
    for (Variable x = 0; x < trial.size(); ++x)
      answer_.push_back(static_cast<std::uint16_t>(trial.low(x)));
    cost_ = cost;
    is_possible_ = bounds_.limit_cost(cost - 1);
  }

  bool place_all(Bounds& trial, int order) {
    placed_.assign(bounds_.resources().size(), {});
    std::vector<Number> noise(trial.size(), 0);
    if (order > 1)
      for (Number& each : noise) each = random() % order;
    std::vector<Number> start(trial.size());
    std::vector<Variable> open = tasks_;
    for (const Variable x : open) start[x] = trial.low(x);
    const auto key = [&](Variable x) {
      const Number soon = start[x] + noise[x], late = trial.high(x) + noise[x];
      return order % 2 ? std::pair{late, soon} : std::pair{soon, late};
    };
    while (!open.empty()) {
      poll(static_cast<std::int64_t>(8 * open.size()));
      const auto chosen = std::min_element(open.begin(), open.end(),
                                           [&](Variable a, Variable b) { return key(a) < key(b); });
      const Variable x = *chosen;
      const Number soonest = earliest(trial, x);
      if (soonest > trial.high(x)) return false;
      if (soonest > start[x] && order % 2 == 0) {
        start[x] = soonest;
        continue;
      }
      if (!trial.raise(x, soonest) || !trial.lower(x, soonest) || !trial.propagate()) return false;
      for (const auto& [r, i] : uses_[x]) {
        const Bounds::Resource& on = trial.resources()[r];
        const Number from = soonest + on.shifts[i];
        placed_[r].push_back({from, from + on.durations[i], on.demands[i]});
      }
      open.erase(chosen);
      for (const Variable other : open) start[other] = std::max(start[other], trial.low(other));
    }
    return true;
  }

  // The others have the value that costs least.
  bool finish(Bounds& trial) {
    for (const auto& [x, factor] : trial.objective()->terms)
      if (!(factor > 0 ? trial.lower(x, trial.low(x)) : trial.raise(x, trial.high(x))) ||
          !trial.propagate())
        return false;
    for (Variable x = 0; x < trial.size(); ++x)
      if (!trial.lower(x, trial.low(x)) || !trial.propagate()) return false;
    return true;
  }

  struct Placed {
    Number from, to, demand;
  };

  // The first value from its lowest on with which a task fits next to those that are placed.
  Number earliest(const Bounds& trial, Variable x) const {
    Number value = trial.low(x);
    for (bool again = true; again && value <= trial.high(x);) {
      again = false;
      for (const auto& [r, i] : uses_[x]) {
        const Number shift = trial.resources()[r].shifts[i];
        const Number fitting = trial.next(x, fit(trial.resources()[r], r, i, value + shift) - shift);
        again |= fitting > value;
        value = std::max(value, fitting);
      }
    }
    return value;
  }

  Number fit(const Bounds::Resource& on, std::size_t r, std::size_t i, Number time) const {
    const Number duration = on.durations[i], left = on.capacity - on.demands[i];
    for (bool again = true; again;) {
      again = false;
      for (const Placed& each : placed_[r]) {
        const Number moment = std::max(time, each.from);
        if (each.to <= time || moment >= time + duration) continue;
        Number used = 0, freed = each.to;
        for (const Placed& other : placed_[r])
          if (other.from <= moment && moment < other.to) {
            used += other.demand;
            freed = std::min(freed, other.to);
          }
        if (used <= left) continue;
        time = freed;
        again = true;
      }
    }
    return time;
  }

  // Whether the tasks of each resource fit, by what the trial says alone.
  static bool fits(const Bounds& trial) {
    for (const Bounds::Resource& on : trial.resources())
      for (std::size_t i = 0; i < on.tasks.size(); ++i) {
        if (!on.durations[i]) continue;
        const Number moment = trial.low(on.tasks[i]) + on.shifts[i];
        Number used = 0;
        for (std::size_t j = 0; j < on.tasks.size(); ++j) {
          const Number from = trial.low(on.tasks[j]) + on.shifts[j];
          if (from <= moment && moment < from + on.durations[j]) used += on.demands[j];
        }
        if (used > on.capacity) return false;
      }
    return true;
  }

  Number random() {  // xorshift (Marsaglia, 2003)
    seed_ ^= seed_ << 13;
    seed_ ^= seed_ >> 7;
    seed_ ^= seed_ << 17;
    return static_cast<Number>(seed_ >> 33);
  }

  Bounds bounds_;
  std::vector<std::vector<std::pair<std::size_t, std::size_t>>> uses_;  // resources, and places there
  std::vector<Variable> tasks_;
  std::vector<std::vector<Placed>> placed_;
  std::vector<std::uint16_t> answer_;
  Number cost_ = 0;
  std::uint64_t seed_ = 0x9e3779b97f4a7c15;
  bool is_possible_ = true;
};

}  // namespace clew
