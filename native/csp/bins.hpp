// Items that are packed into bins: what follows from all bins together.
//
// That no bin is too full is a total for each, see encode_schedule.hpp. Here is how much each bin can
// hold at most of what isn't ruled out for it: the largest sum of sizes within its capacity, one of
// those that can be made (Trick, "A dynamic programming approach for consistency and propagation
// for knapsack constraints", 2003; Shaw, "A constraint for bin packing", 2004). If that is too little
// in all, it's a dead end. If it would be without an item that a bin may have, it has it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "csp/clauses.hpp"
#include "csp/terms.hpp"

namespace clew {

template <class Facts>
class Bins : TermReader<Facts> {
 public:
  explicit Bins(Facts& facts) : TermReader<Facts>(facts) {}

  void propagate(const Clauses::Packing& rule) {
    const std::size_t items = rule.sizes.size(), bins = rule.capacities.size();
    std::int64_t slack = 0;
    for (const std::int64_t size : rule.sizes) slack -= size;
    room_.clear();
    for (std::size_t b = 0; b < bins; ++b) {
      room_.push_back(room(rule, b));
      slack += room_[b].most;
    }
    if (slack < 0) return facts_.contradict(because(rule));
    bool written = false;
    auto why = facts_.nothing();
    for (std::size_t b = 0; b < bins; ++b)
      for (std::size_t i = 0; i < items && room_[b].is_open && !facts_.dead(); ++i) {
        const Literal inside = rule.inside[b * items + i];
        if (rule.sizes[i] <= slack || holds(inside) || fails(inside)) continue;
        if (!written) why = because(rule);
        written = true;
        facts_.force(inside, why);
      }
  }

 private:
  using Reader = TermReader<Facts>;
  using Reader::facts_, Reader::fails, Reader::holds;
  static constexpr std::int64_t most_sums = 4096;  // that are listed

  struct Room {
    std::int64_t most;  // what the bin can hold
    bool is_open;       // all that isn't ruled out fits
    bool by_sums;       // what is inside for sure matters too
  };

  Room room(const Clauses::Packing& rule, std::size_t b) {
    const std::size_t items = rule.sizes.size();
    const std::int64_t capacity = rule.capacities[b];
    std::int64_t all = 0, sure = 0;
    for (std::size_t i = 0; i < items; ++i) {
      const Literal inside = rule.inside[b * items + i];
      if (!fails(inside)) all += rule.sizes[i];
      if (holds(inside)) sure += rule.sizes[i];
    }
    if (all <= capacity) return {all, true, false};
    const std::int64_t left = capacity - sure;
    if (left < 0 || left >= most_sums) return {capacity, false, false};
    able_.assign(static_cast<std::size_t>(left) + 1, 0);
    able_[0] = 1;
    for (std::size_t i = 0; i < items; ++i) {
      const Literal inside = rule.inside[b * items + i];
      if (fails(inside) || holds(inside)) continue;
      for (std::int64_t sum = left; sum >= rule.sizes[i]; --sum)
        able_[static_cast<std::size_t>(sum)] |= able_[static_cast<std::size_t>(sum - rule.sizes[i])];
      if (able_.back()) return {capacity, false, false};
    }
    std::int64_t best = left;
    while (!able_[static_cast<std::size_t>(best)]) --best;
    return {sure + best, false, true};
  }

  // What is ruled out for the bins that can't be full, and what is in them if that matters.
  auto because(const Clauses::Packing& rule) {
    return facts_.note([&](auto write) {
      const std::size_t items = rule.sizes.size();
      for (std::size_t b = 0; b < room_.size(); ++b) {
        if (!room_[b].is_open && room_[b].most == rule.capacities[b]) continue;
        for (std::size_t i = 0; i < items; ++i) {
          const Literal inside = rule.inside[b * items + i];
          if (inside == never || inside == always) continue;
          if (fails(inside)) write(inside);
          if (room_[b].by_sums && holds(inside)) write(inside ^ 1);
        }
      }
    });
  }

  std::vector<Room> room_;
  std::vector<std::uint8_t> able_;
};

}  // namespace clew
