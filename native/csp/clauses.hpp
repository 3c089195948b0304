// Yes-or-no variables ("bools") and what holds between them: the language of native/csp/learning.hpp.
//
// - an exact group: one of its bools is true, not more. At most 64, so that those left are a word.
// - a loose group: at most one of its bools is true.
// - a clause: one of its literals is true.
// - a total: the values of the true bools of some exact groups add up to a number.
//
// Groups are kept apart from clauses because they are what puzzles are made of: as clauses, the
// 1,024 exact groups of a 16 x 16 Sudoku would be 124,000.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/expect.hpp"
#include "common/poll.hpp"

namespace clew {

using Literal = std::uint32_t;  // 2 b says that bool b is true, 2 b + 1 that it is false

constexpr Literal yes(std::uint32_t b) { return 2 * b; }
constexpr Literal no(std::uint32_t b) { return 2 * b + 1; }

// NumberLists of numbers, one after the other.
class NumberLists {
 public:
  void add(std::span<const std::uint32_t> list) {
    items_.insert(items_.end(), list.begin(), list.end());
    starts_.push_back(static_cast<std::uint32_t>(items_.size()));
  }
  std::span<const std::uint32_t> operator[](std::size_t i) const {
    return {items_.data() + starts_[i], items_.data() + starts_[i + 1]};
  }
  std::size_t size() const { return starts_.size() - 1; }
  std::size_t items() const { return items_.size(); }

 private:
  std::vector<std::uint32_t> items_, starts_{0};
};

class Clauses {
 public:
  static constexpr std::size_t most_bools = std::size_t{1} << 22;
  static constexpr std::size_t most_literals = std::size_t{1} << 26;

  struct Total {
    std::vector<std::uint32_t> groups;
    std::int64_t sum;
  };
  // Two exact groups with several bools in common, as the places of these in each.
  struct Overlap {
    std::uint32_t from, to;
    std::uint64_t in_from, in_to;
  };

  std::uint32_t add_bool(std::int64_t value = 0) {
    if (values_.size() >= most_bools) refuse("found too many values to search");
    values_.push_back(value);
    return static_cast<std::uint32_t>(values_.size() - 1);
  }
  void add_exact(std::span<const std::uint32_t> bools) { exact_.add(bools); }
  void add_loose(std::span<const std::uint32_t> bools) { loose_.add(bools); }
  void add_total(Total total) { totals_.push_back(std::move(total)); }
  void add_clause(std::span<const Literal> literals) {
    if (clauses_.items() + literals.size() > most_literals)
      refuse("found rules too large to search");
    clauses_.add(literals);
  }

  // Where each bool is: call it when all is added.
  void finish() {
    exact_of_ = turned(exact_, true);
    loose_of_ = turned(loose_, false);
    whole_.clear();
    for (std::size_t g = 0; g < exact_.size(); ++g) {
      const std::size_t size = exact_[g].size();
      whole_.push_back(size == 0 ? 0 : ~std::uint64_t{0} >> (64 - size));
    }
    find_overlaps();
    totals_of_.assign(totals_.empty() ? 0 : exact_.size(), {});
    for (std::uint32_t t = 0; t < totals_.size(); ++t)
      for (const std::uint32_t g : totals_[t].groups) totals_of_[g].push_back(t);
  }

  std::uint32_t bools() const { return static_cast<std::uint32_t>(values_.size()); }
  std::int64_t value(std::uint32_t b) const { return values_[b]; }
  const NumberLists& exact() const { return exact_; }
  const NumberLists& loose() const { return loose_; }
  const NumberLists& clauses() const { return clauses_; }
  const std::vector<Total>& totals() const { return totals_; }
  const std::vector<std::uint64_t>& whole() const { return whole_; }  // all bools of each group
  // The exact groups of a bool, each as 64 g + its place there; its loose groups.
  std::span<const std::uint32_t> exact_of(std::uint32_t b) const { return exact_of_[b]; }
  std::span<const std::uint32_t> loose_of(std::uint32_t b) const { return loose_of_[b]; }
  const std::vector<Overlap>& overlaps() const { return overlaps_; }  // in the order of `from`
  std::uint32_t first_overlap(std::uint32_t group) const { return first_overlap_[group]; }
  const std::vector<std::uint32_t>& totals_of(std::uint32_t group) const {
    return totals_of_[group];
  }

 private:
  NumberLists turned(const NumberLists& groups, bool with_place) const {
    std::vector<std::vector<std::uint32_t>> of(values_.size());
    for (std::uint32_t g = 0; g < groups.size(); ++g)
      for (std::uint32_t place = 0; place < groups[g].size(); ++place)
        of[groups[g][place]].push_back(with_place ? 64 * g + place : g);
    NumberLists out;
    for (const auto& list : of) out.add(list);
    return out;
  }

  void find_overlaps() {
    struct Common {
      std::uint64_t here = 0, there = 0;
    };
    std::vector<Common> common(exact_.size());
    std::vector<std::uint32_t> met;
    overlaps_.clear();
    first_overlap_.clear();
    for (std::uint32_t g = 0; g < exact_.size(); ++g) {
      first_overlap_.push_back(static_cast<std::uint32_t>(overlaps_.size()));
      poll(256);
      met.clear();
      for (std::size_t place = 0; place < exact_[g].size(); ++place)
        for (const std::uint32_t there : exact_of_[exact_[g][place]]) {
          Common& both = common[there >> 6];
          if (there >> 6 != g && !both.here) met.push_back(there >> 6);
          both.here |= std::uint64_t{1} << place;
          both.there |= std::uint64_t{1} << (there & 63);
        }
      common[g] = {};
      for (const std::uint32_t other : met) {
        const auto [here, there] = std::exchange(common[other], {});
        if (here & (here - 1) && there != whole_[other])
          overlaps_.push_back({g, other, here, there});
      }
    }
    first_overlap_.push_back(static_cast<std::uint32_t>(overlaps_.size()));
  }

  std::vector<std::int64_t> values_;
  NumberLists exact_, loose_, clauses_, exact_of_, loose_of_;
  std::vector<std::uint64_t> whole_;
  std::vector<Total> totals_;
  std::vector<std::vector<std::uint32_t>> totals_of_;
  std::vector<Overlap> overlaps_;
  std::vector<std::uint32_t> first_overlap_;
};

}  // namespace clew
