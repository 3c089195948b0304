// Unique rectangles and loops, and the bivalue universal grave: explanations/techniques/uniqueness.py.
#pragma once

#include <algorithm>
#include <set>

#include "rater/sudoku_patterns.hpp"

namespace clew::rater {

// The steps of all loops; the easiest is taken; ties go to the lowest type, then to the
// first.
class UniqueLoops {
 public:
  UniqueLoops(const Position& p, const Scale& scale) : p_(p), scale_(scale) {}

  Found easiest() {
    for (Cells starts = p_.open; starts.any();) {
      const int start = starts.pop();
      pair_ = p_.candidates[start];
      if (count(pair_) != 2) continue;
      low_ = lowest(pair_);
      high_ = lowest(pair_ & (pair_ - 1));
      both_ = p_.places[low_] & p_.places[high_];
      path_ = {start};
      used_ = Cells::of(start);
      extend(0, 0, -1, {houses_of(start), 0});
    }
    return best_;
  }

 private:
  static constexpr int largest_set = 4;
  static constexpr std::array kinds{0, 2, 1};  // block, row, column

  // The houses of the even and of the odd cells of a path.
  using Visits = std::array<std::uint32_t, 2>;

  static std::uint32_t houses_of(int cell) {
    std::uint32_t mask = 0;
    for (const int h : frame.around[cell]) mask |= std::uint32_t{1} << h;
    return mask;
  }

  // `more` has the other candidates of every cell tried, as in explanations/techniques/uniqueness.py.
  void extend(Values more, int extras, int last, const Visits& visits) {
    if (best_ && best_order_ <= order(rating(), 1)) return;  // no longer loop is easier
    const std::size_t turn = path_.size() % 2;
    for (const int kind : kinds) {
      if (kind == last) continue;
      for (Cells next = both_ & frame.house[frame.around[path_.back()][kind]]; next.any();) {
        const int cell = next.pop();
        if (cell == path_[0] && path_.size() >= 4 && visits[0] == visits[1]) close();
        if (used_.has(cell)) continue;
        const Values left = p_.candidates[cell] & static_cast<Values>(~pair_);
        more |= left;
        const int several = extras + (left != 0);
        if (count(more) > 1 && (left ? several > 2 : extras < 3 && cell < path_[0])) continue;
        const std::uint32_t mine = houses_of(cell);
        if (visits[turn] & mine) continue;
        Visits longer = visits;
        longer[turn] |= mine;
        path_.push_back(cell);
        used_ = used_ | Cells::of(cell);
        extend(more, several, kind, longer);
        used_ = used_.without(Cells::of(cell));
        path_.pop_back();
      }
    }
  }

  void close() {
    if (!seen_.insert({pair_, used_.low, used_.high}).second) return;
    extra_.clear();
    more_ = 0;
    for (const int cell : path_)
      if (p_.candidates[cell] != pair_) {
        extra_.push_back(cell);
        more_ |= p_.candidates[cell] & static_cast<Values>(~pair_);
      }
    if (!extra_.empty()) steps();
  }

  // The rating of a loop with this many cells, and the least of a longer one.
  int rating() const {
    const std::size_t cells = path_.size();
    const int added = cells <= 6 ? 0 : cells <= 8 ? 1 : 4;
    return scale_.base(cells <= 4 ? Technique::unique_1 : Technique::loop_1) + added;
  }

  static int order(int rating, int kind) { return 8 * rating + kind; }  // ratings first, then types

  void steps() {
    if (extra_.size() == 1) {
      const auto cell = static_cast<std::uint8_t>(extra_[0]);
      offer(1, rating(), {{cell, static_cast<std::uint8_t>(low_)}, {cell, static_cast<std::uint8_t>(high_)}});
      return;
    }
    if (count(more_) == 1) {
      std::vector<Candidate> struck;
      p_.struck(p_.seen_by_all(extra_), lowest(more_), struck);
      offer(2, rating(), std::move(struck));
    }
    if (extra_.size() != 2) return;
    shared_.clear();
    for (const int kind : kinds)
      if (const int h = frame.around[extra_[0]][kind]; frame.house[h].has(extra_[1])) shared_.push_back(h);
    if (count(more_) > 1) with_sets();
    with_lock();
  }

  Cells ends() const { return Cells::of(extra_[0]) | Cells::of(extra_[1]); }

  void with_sets() {
    for (int k = count(more_); k <= largest_set; ++k)
      for (const int h : shared_) {
        const int cells = (frame.house[h] & p_.open).count();
        if (2 * k <= cells) offer(3, rating() + k - 1, with_set(h, k));
        if (2 * k < cells) offer(3, rating() + k - 2, with_hidden_set(h, k));
      }
  }

  // What the first naked set of this many cells eliminates that eliminates anything.
  std::vector<Candidate> with_set(int h, int k) const {
    const Cells here = frame.house[h].without(ends());
    std::array<int, 9> others{};
    int n = 0;
    for (Cells left = here & p_.open; left.any();) others[n++] = left.pop();
    std::vector<Candidate> struck;
    choose(n, k - 1, [&](const std::array<int, 9>& at) {
      Values together = more_;
      Cells rest = here;
      for (int i = 0; i < k - 1; ++i) {
        together |= p_.candidates[others[at[i]]];
        rest = rest.without(Cells::of(others[at[i]]));
      }
      if (count(together) != k) return false;
      for (Values left = together; left; left &= left - 1) p_.struck(rest, lowest(left), struck);
      return !struck.empty();
    });
    return struck;
  }

  // The same for hidden sets.
  std::vector<Candidate> with_hidden_set(int h, int k) const {
    const Cells here = frame.house[h].without(ends());
    std::array<int, 9> others{};
    int n = 0;
    for (int v = 1; v <= 9; ++v)
      if (!((pair_ | more_) >> v & 1) && (p_.places[v] & here).any()) others[n++] = v;
    std::vector<Candidate> struck;
    choose(n, k - 2, [&](const std::array<int, 9>& at) {
      Values keep = pair_;
      for (int i = 0; i < k - 2; ++i) keep |= static_cast<Values>(1 << others[at[i]]);
      Cells together;
      for (Values left = keep; left; left &= left - 1)
        together = together | (p_.places[lowest(left)] & here);
      if (together.count() != k - 1) return false;
      while (together.any()) {
        const int cell = together.pop();
        for (Values left = p_.candidates[cell] & static_cast<Values>(~keep); left; left &= left - 1)
          struck.push_back({static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(lowest(left))});
      }
      return !struck.empty();
    });
    return struck;
  }

  void with_lock() {
    for (const auto& [value, other] : {std::pair{low_, high_}, std::pair{high_, low_}})
      for (const int h : shared_)
        if (!(p_.places[value] & frame.house[h]).without(ends()).any()) {
          std::vector<Candidate> struck;
          for (const int cell : extra_)
            struck.push_back({static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(other)});
          return offer(4, rating(), std::move(struck));
        }
  }

  void offer(int kind, int rating, std::vector<Candidate> struck) {
    const int rank = order(rating, kind);
    if (struck.empty() || (best_ && best_order_ <= rank)) return;
    const auto first = path_.size() == 4 ? Technique::unique_1 : Technique::loop_1;
    best_ = Step{static_cast<Technique>(static_cast<int>(first) + kind - 1), rating, {}, std::move(struck)};
    best_order_ = rank;
  }

  struct Key {
    Values pair;
    std::uint64_t low, high;
    auto operator<=>(const Key&) const = default;
  };

  const Position& p_;
  const Scale& scale_;
  Values pair_ = 0, more_ = 0;
  int low_ = 0, high_ = 0;
  Cells both_, used_;
  std::vector<int> path_, extra_, shared_;
  std::set<Key> seen_;
  Found best_;
  int best_order_ = 0;
};

// The few candidates that keep a position from being a grave, if they are few.
class Graves {
 public:
  Graves(const Position& p, const Scale& scale) : p_(p), scale_(scale) {}

  Found easiest() {
    if (!find() || cells_.empty() || !is_grave()) return {};
    Values more = 0;
    for (const Values mask : extra_) more |= mask;
    if (cells_.size() == 1) {
      std::vector<Candidate> struck;
      add(struck, cells_[0], p_.candidates[cells_[0]] & static_cast<Values>(~extra_[0]));
      offer(1, 0, std::move(struck));
      return best_;
    }
    if (count(more) == 1) {
      std::vector<Candidate> struck;
      p_.struck(p_.seen_by_all(cells_), lowest(more), struck);
      offer(2, 0, std::move(struck));
    }
    for (int h = 0; h < houses; ++h) {
      if (!std::ranges::all_of(cells_, [&](int cell) { return frame.house[h].has(cell); })) continue;
      with_set(h, more);
      if (cells_.size() == 2) with_lock(h);
    }
    return best_;
  }

 private:
  static constexpr int largest_set = 4;

  bool find() {
    for (Cells left = p_.open; left.any();) {
      const int cell = left.pop();
      const Values mask = p_.candidates[cell];
      if (count(mask) == 2) continue;
      Values more = 0;
      for (Values each = mask; each; each &= each - 1) {
        const int v = lowest(each);
        if (std::ranges::all_of(frame.around[cell], [&](int h) {
              return (p_.places[v] & frame.house[h]).count() > 2;
            }))
          more |= static_cast<Values>(1 << v);
      }
      if (count(mask & static_cast<Values>(~more)) != 2) return false;
      cells_.push_back(cell);
      extra_.push_back(more);
    }
    return true;
  }

  bool is_grave() const {
    for (int v = 1; v <= 9; ++v) {
      Cells places = p_.places[v];
      for (std::size_t i = 0; i < cells_.size(); ++i)
        if (extra_[i] >> v & 1) places = places.without(Cells::of(cells_[i]));
      for (const Cells house : frame.house)
        if (const int n = (places & house).count(); n != 0 && n != 2) return false;
    }
    return true;
  }

  void with_set(int h, Values more) {
    std::array<int, 9> others{};
    int n = 0;
    for (Cells left = frame.house[h] & p_.open; left.any();)
      if (const int cell = left.pop(); std::ranges::find(cells_, cell) == cells_.end()) others[n++] = cell;
    for (int k = std::max(2, count(more)); k <= largest_set; ++k)
      choose(n, k - 1, [&](const std::array<int, 9>& at) {
        Values together = more;
        std::uint32_t used = 0;
        for (int i = 0; i < k - 1; ++i) {
          together |= p_.candidates[others[at[i]]];
          used |= 1u << at[i];
        }
        if (count(together) != k) return false;
        std::vector<Candidate> struck;
        for (Values left = together; left; left &= left - 1)
          for (int i = 0; i < n; ++i)
            if (!(used >> i & 1) && p_.candidates[others[i]] >> lowest(left) & 1)
              struck.push_back({static_cast<std::uint8_t>(others[i]), static_cast<std::uint8_t>(lowest(left))});
        offer(3, k - 2, std::move(struck));
        return false;
      });
  }

  void with_lock(int h) {
    const int one = cells_[0], two = cells_[1];
    const Values left = p_.candidates[one] & static_cast<Values>(~extra_[0]) & p_.candidates[two] &
                        static_cast<Values>(~extra_[1]);
    for (Values each = left; each; each &= each - 1) {
      const int v = lowest(each);
      if ((p_.places[v] & frame.house[h]).without(Cells::of(one) | Cells::of(two)).any()) continue;
      std::vector<Candidate> struck;
      for (int i = 0; i < 2; ++i)
        add(struck, cells_[i], p_.candidates[cells_[i]] & static_cast<Values>(~extra_[i] & ~(1 << v)));
      offer(4, 0, std::move(struck));
    }
  }

  static void add(std::vector<Candidate>& struck, int cell, Values mask) {
    for (; mask; mask &= mask - 1)
      struck.push_back({static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(lowest(mask))});
  }

  void offer(int kind, int added, std::vector<Candidate> struck) {
    const auto technique = static_cast<Technique>(static_cast<int>(Technique::grave_1) + kind - 1);
    const int rating = scale_.base(technique) + added;
    if (struck.empty() || (best_ && best_->rating <= rating)) return;
    best_ = Step{technique, rating, {}, std::move(struck)};
  }

  const Position& p_;
  const Scale& scale_;
  std::vector<int> cells_;
  std::vector<Values> extra_;
  Found best_;
};

}  // namespace clew::rater
