// Yes-or-no variables ("bools") and what holds between them: the language of native/csp/learning.hpp.
//
// - an exact group: one of its bools is true, not more. Those left are a word, or several words if
//   there are more than 64: then it has consecutive numbers, one for each word.
// - a loose group: at most one of its bools is true.
// - a clause: one of its literals is true.
// - a rule that is no clause: it looks at its groups when they lose a bool (propagators.hpp). A
//   total, whose terms add up to a number; a product; a circuit; a set that hangs together; a
//   function of the user's.
//
// Groups are kept apart from clauses because they are what puzzles are made of: as clauses, the
// 1,024 exact groups of a 16 x 16 Sudoku would be 124,000.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "common/expect.hpp"
#include "common/poll.hpp"

namespace clew {

using Literal = std::uint32_t;  // 2 b says that bool b is true, 2 b + 1 that it is false

constexpr Literal yes(std::uint32_t b) { return 2 * b; }
constexpr Literal no(std::uint32_t b) { return 2 * b + 1; }
constexpr Literal never = ~Literal{0}, always = never ^ 1;  // of no bool

// Lists of numbers, one after the other.
class NumberLists {
 public:
  NumberLists() = default;
  // Several lists, filled in any order: first their sizes, then their numbers.
  explicit NumberLists(std::size_t lists) : starts_(lists + 1), filled_(lists) {}
  void expect(std::size_t list) { ++starts_[list + 1]; }
  void lay_out() {
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    items_.resize(starts_.back());
  }
  void put(std::size_t list, std::uint32_t number) {
    items_[starts_[list] + filled_[list]++] = number;
  }

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
  std::vector<std::uint32_t> items_, starts_{0}, filled_;
};

class Clauses {
 public:
  static constexpr std::size_t most_bools = std::size_t{1} << 22;
  static constexpr std::size_t most_literals = std::size_t{1} << 26;

  // The number that a variable has, which rises or falls with its places.
  //
  // A variable of more than 64 values is wide. Its values are cut into blocks of 63, each an exact
  // group whose first bool says that the value is in another block; `group` is then that of the
  // blocks, and theirs follow it.
  struct Term {
    std::uint32_t group;
    bool wide = false, rising = true;
    std::vector<std::int64_t> numbers;  // of each place, or of each value of a wide variable
    std::vector<Literal> upto;          // "it is at this place or before", for each but the last
  };
  static constexpr std::size_t block = 63;

  struct Total {
    std::vector<Term> terms;
    std::int64_t least, most;  // what they may add up to
    bool unlike = false;       // they add up to anything but `least`
    Literal guard = always;    // where this is false, it says nothing
    bool objective = false;    // `most` is what the search wants to beat, scaled and shifted
    std::int64_t scale = 1, shift = 0;
  };
  struct Product {  // the first times the second is the third
    std::vector<Term> terms;
  };
  struct Circuit {
    std::vector<Term> terms;
    std::vector<Literal> out;  // of each place, that it is left out; nothing if none may be
  };
  struct Connection {  // those that hold hang together
    std::vector<Literal> literals;
    std::vector<std::vector<std::uint32_t>> neighbours;
  };
  struct Test {  // a function of the places of the values is true
    std::vector<Term> terms;
    std::function<bool(const std::vector<std::int64_t>&)> holds;
  };
  struct Disjunctive {  // no two of these tasks at a time
    std::vector<Term> starts;
    std::vector<std::int64_t> durations;
    std::vector<Literal> before;  // i ends before j starts, at i times their number plus j
  };
  struct Cumulative {  // those that run at a time demand no more than there is
    std::vector<Term> starts;
    std::vector<std::int64_t> durations, demands;
    std::int64_t capacity;
    Literal guard = always;  // where this is false, it says nothing
  };
  struct Packing {  // all items fit into the bins
    std::vector<std::int64_t> sizes, capacities;
    std::vector<Literal> inside;  // of each bin, one for each item
  };
  using Propagator =
      std::variant<Total, Product, Circuit, Connection, Test, Disjunctive, Cumulative, Packing>;

  // Two exact groups with several bools in common, as the places of these in each.
  struct Overlap {
    std::uint32_t from, to;
    std::uint64_t in_from, in_to;
  };

  // The first number of a group, and the one after its last.
  struct Words {
    std::uint32_t first, end;
  };

  std::uint32_t add_bool() {
    if (bools_ >= most_bools) refuse("found too many values to search");
    return bools_++;
  }
  // Returns its first number. What is `settled` is decided when the others are, and need not be
  // chosen.
  std::uint32_t add_exact(std::span<const std::uint32_t> bools, bool settled = false) {
    const auto first = static_cast<std::uint32_t>(exact_.size());
    const std::size_t words = std::max<std::size_t>(1, (bools.size() + 63) / 64);
    for (std::size_t w = 0; w < words; ++w) {
      exact_.add(bools.subspan(64 * w, std::min<std::size_t>(64, bools.size() - 64 * w)));
      settled_.push_back(settled);
      words_.push_back({first, static_cast<std::uint32_t>(first + words)});
    }
    return first;
  }
  // The groups of a wide variable's blocks, from the first to before `end`. A choice takes one value.
  void add_choice(std::uint32_t first, std::uint32_t end) { choices_.push_back({first, end}); }
  // It is decided when the others are.
  void settle(std::uint32_t group) { settled_[group] = 1; }
  void add_loose(std::span<const std::uint32_t> bools) { loose_.add(bools); }
  // It looks again when one of these groups loses a bool.
  void add_propagator(Propagator rule, std::vector<std::uint32_t> groups) {
    propagators_.push_back(std::move(rule));
    groups_.push_back(std::move(groups));
  }
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
    propagators_of_.assign(propagators_.empty() ? 0 : exact_.size(), {});
    for (std::uint32_t r = 0; r < propagators_.size(); ++r)
      for (const std::uint32_t g : groups_[r]) propagators_of_[g].push_back(r);
  }

  std::uint32_t bools() const { return bools_; }
  const NumberLists& exact() const { return exact_; }
  const NumberLists& loose() const { return loose_; }
  const NumberLists& clauses() const { return clauses_; }
  const std::vector<Propagator>& propagators() const { return propagators_; }
  // The objective, if there is one: each answer makes this total smaller.
  void minimise(std::uint32_t propagator) { objective_ = propagator; }
  void also_minimise(std::uint32_t propagator) { surrogates_.push_back(propagator); }
  const std::vector<std::uint32_t>& surrogates() const { return surrogates_; }
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::uint32_t objective_at() const { return objective_; }
  const Total& objective() const { return std::get<Total>(propagators_[objective_]); }
  bool settled(std::uint32_t group) const { return settled_[group] != 0; }
  const std::vector<Words>& choices() const { return choices_; }
  Words words(std::uint32_t group) const { return words_[group]; }
  bool is_wide(std::uint32_t group) const { return words_[group].end - words_[group].first > 1; }
  const std::vector<std::uint64_t>& whole() const { return whole_; }  // all bools of each group
  // The exact groups of a bool, each as 64 g + its place there; its loose groups.
  std::span<const std::uint32_t> exact_of(std::uint32_t b) const { return exact_of_[b]; }
  std::span<const std::uint32_t> loose_of(std::uint32_t b) const { return loose_of_[b]; }
  const std::vector<Overlap>& overlaps() const { return overlaps_; }  // in the order of `from`
  std::uint32_t first_overlap(std::uint32_t group) const { return first_overlap_[group]; }
  const std::vector<std::uint32_t>& propagators_of(std::uint32_t group) const {
    return propagators_of_[group];
  }

 private:
  NumberLists turned(const NumberLists& groups, bool with_place) const {
    NumberLists out(bools_);
    for (std::uint32_t g = 0; g < groups.size(); ++g)
      for (const std::uint32_t b : groups[g]) out.expect(b);
    out.lay_out();
    for (std::uint32_t g = 0; g < groups.size(); ++g)
      for (std::uint32_t place = 0; place < groups[g].size(); ++place)
        out.put(groups[g][place], with_place ? 64 * g + place : g);
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
        if (here & (here - 1) && there != whole_[other] && !is_wide(g) && !is_wide(other))
          overlaps_.push_back({g, other, here, there});
      }
    }
    first_overlap_.push_back(static_cast<std::uint32_t>(overlaps_.size()));
  }

  std::uint32_t bools_ = 0, objective_ = none;
  NumberLists exact_, loose_, clauses_, exact_of_, loose_of_;
  std::vector<std::uint64_t> whole_;
  std::vector<std::uint8_t> settled_;
  std::vector<Words> words_;
  std::vector<std::uint32_t> surrogates_;
  std::vector<Words> choices_;
  std::vector<Propagator> propagators_;
  std::vector<std::vector<std::uint32_t>> groups_, propagators_of_;  // of each; of each group
  std::vector<Overlap> overlaps_;
  std::vector<std::uint32_t> first_overlap_;
};

}  // namespace clew
