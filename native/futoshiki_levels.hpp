// Whether a Futoshiki or a Latin square can be solved by the techniques of a level: the question that
// making puzzles asks some hundred times for each.
//
// Levels are those of docs/rating.md: 0 trivial (singles), 1 easy (bounds along signs), 2 tricky (sets,
// several signs on one line), 3 extreme (fish, cycles and forcing chains). No technique takes away
// what another needs, so what is left in the end does not depend on the order, and here the order is
// that of speed: all that follows at once from a change, then lines that have changed, then what is
// dear. That the answers are those of the ladder is tested.
//
// Idea: cycles and forcing chains together say of a candidate that it leads to its own opposite. So
// they are one search from each candidate, over sets: true nodes wait in a list, and each adds its
// row of conflicts to the set of those that are false. Chains from a false candidate to a true one
// come with it: whatever conflicts with that candidate leads to its own opposite as well.
//
// Measured on one core of a Xeon, GCC 12, for boards 9x9 on their way to minimal: 3 us for trivial,
// 6 for easy, 12 for tricky, 35 for extreme; the rater, step by step, takes 20 to 100 times that.
#pragma once

#include "signs_position.hpp"

namespace clew::signs {

class Levels {
 public:
  explicit Levels(int order) : shape_(order) {}

  // Whether the techniques up to a level solve a puzzle that has a solution.
  bool solve(const std::uint8_t* puzzle, int level) {
    begin(puzzle, level);
    settle();
    while (open_ > 0)
      if (!(level >= 2 && (sets() || crowds())) && !(level >= 3 && (fish() || chains()))) return false;
    return true;
  }

 private:
  static constexpr int words = (max_cells * max_order + 63) / 64;

  void begin(const std::uint8_t* puzzle, int level) {
    const int n = shape_.n;
    signed_ = level >= 1;
    grouped_ = false;
    open_ = shape_.cells;
    rows_changed_ = cols_changed_ = static_cast<Mask>(bit(n) - 1);
    values_changed_ = shape_.all();
    std::fill_n(domains_.begin(), shape_.cells, shape_.all());
    for (int line = 0; line < n; ++line)
      for (int v = 1; v <= n; ++v) cols_[line][v] = rows_[line][v] = static_cast<Mask>(bit(n) - 1);
    std::fill_n(smaller_count_.begin(), shape_.cells, std::uint8_t{0});
    std::fill_n(greater_count_.begin(), shape_.cells, std::uint8_t{0});
    std::fill_n(waits_.begin(), shape_.cells, std::uint8_t{0});
    waiting_size_ = 0;
    if (signed_)
      shape_.signs(puzzle, [this](int a, int b) {
        greater_[a][greater_count_[a]++] = static_cast<std::uint8_t>(b);
        smaller_[b][smaller_count_[b]++] = static_cast<std::uint8_t>(a);
        wait(a), wait(b);
      });
    for (int cell = 0; cell < shape_.cells; ++cell)
      if (puzzle[cell]) keep(cell, bit(puzzle[cell]));
  }

  void wait(int cell) {
    if (waits_[cell]) return;
    waits_[cell] = 1;
    waiting_[waiting_size_++] = static_cast<std::uint8_t>(cell);
  }

  // Keeps of a domain what `mask` has; a value with one place left in a line goes there.
  void keep(int cell, Mask mask) {
    const Mask gone = domains_[cell] & static_cast<Mask>(~mask);
    if (!gone) return;
    domains_[cell] &= mask;
    const int r = shape_.row[cell], c = shape_.col[cell];
    rows_changed_ |= bit(r);
    cols_changed_ |= bit(c);
    values_changed_ |= gone;
    if (single(domains_[cell])) --open_, wait(cell);
    else if (smaller_count_[cell] | greater_count_[cell]) wait(cell);
    for (Mask left = gone; left; left &= left - 1) {
      const int v = lowest(left);
      cols_[r][v] &= static_cast<Mask>(~bit(c));
      rows_[c][v] &= static_cast<Mask>(~bit(r));
      if (single(cols_[r][v])) hide(shape_.at(r, lowest(cols_[r][v])), v);
      if (single(rows_[c][v])) hide(shape_.at(lowest(rows_[c][v]), c), v);
    }
  }

  // A hidden single is kept for later: its line is being changed.
  void hide(int cell, int v) {
    if (!single(domains_[cell])) hidden_.push_back(candidate(cell, v));
  }

  void settle() {
    for (;;) {
      if (!hidden_.empty()) {
        const Candidate only = hidden_.back();
        hidden_.pop_back();
        keep(only.cell, bit(only.value));
      } else if (waiting_size_ > 0) {
        const int cell = waiting_[--waiting_size_];
        waits_[cell] = 0;
        tell(cell);
      } else {
        return;
      }
    }
  }

  // What a changed cell says to its row and column, and along its signs.
  void tell(int cell) {
    const Mask domain = domains_[cell];
    if (single(domain)) {
      const int r = shape_.row[cell], c = shape_.col[cell], v = lowest(domain);
      const Mask out = static_cast<Mask>(~domain);
      for (Mask left = cols_[r][v] & static_cast<Mask>(~bit(c)); left; left &= left - 1)
        keep(shape_.at(r, lowest(left)), out);
      for (Mask left = rows_[c][v] & static_cast<Mask>(~bit(r)); left; left &= left - 1)
        keep(shape_.at(lowest(left), c), out);
    }
    const Mask above = static_cast<Mask>(~up_to(lowest(domain))), below = static_cast<Mask>(bit(highest(domain)) - 1);
    for (int i = 0; i < greater_count_[cell]; ++i) keep(greater_[cell][i], above);
    for (int i = 0; i < smaller_count_[cell]; ++i) keep(smaller_[cell][i], below);
  }

  // ------------------------------------------------------------ sets and fish

  // Items that have so many members together: no other item has them. `strike(item, members)`.
  template <class Strike>
  void find_sets(const std::array<Mask, max_order + 1>& masks, int first, int last, Strike strike) {
    std::array<std::uint8_t, max_order> items;
    std::array<Mask, max_order> some;
    int m = 0, open = 0;
    for (int i = first; i < last; ++i) {
      const int size = count(masks[i]);
      open += size > 1;
      if (size < 2 || size > 4) continue;
      items[m] = static_cast<std::uint8_t>(i);
      some[m++] = masks[i];
    }
    const auto out = [&](Mask chosen, Mask together) {
      for (int i = first; i < last; ++i)
        if (!(chosen >> i & 1) && masks[i] & together) strike(i, masks[i] & together);
    };
    for (int a = 0; a < m; ++a)
      for (int b = a + 1; b < m; ++b) {
        const Mask two = some[a] | some[b];
        const int size = count(two);
        if (size > 4) continue;
        const Mask ab = bit(items[a]) | bit(items[b]);
        if (size == 2) {
          out(ab, two);
          continue;
        }
        if (open <= 3) continue;
        for (int c = b + 1; c < m; ++c) {
          const Mask three = two | some[c];
          const int more = count(three);
          if (more > 4) continue;
          const Mask abc = ab | bit(items[c]);
          if (more == 3) {
            out(abc, three);
            continue;
          }
          if (open <= 4) continue;
          for (int d = c + 1; d < m; ++d)
            if (count(three | some[d]) == 4) out(abc | bit(items[d]), three | some[d]);
        }
      }
  }

  bool sets() {
    if (!(rows_changed_ | cols_changed_)) return false;
    const int n = shape_.n;
    bool found = false;
    while ((rows_changed_ | cols_changed_) && open_ > 0 && !found) {
      const bool by_row = rows_changed_ != 0;
      Mask& changed = by_row ? rows_changed_ : cols_changed_;
      const int line = lowest(changed);
      changed &= changed - 1;
      const auto at = [&](int i) { return by_row ? shape_.at(line, i) : shape_.at(i, line); };
      std::array<Mask, max_order + 1> masks;
      for (int i = 0; i < n; ++i) masks[i] = domains_[at(i)];
      const int before = removed_;
      find_sets(masks, 0, n, [&](int i, Mask out) { strike(at(i), out); });
      masks = by_row ? cols_[line] : rows_[line];
      find_sets(masks, 1, n + 1, [&](int v, Mask out) {
        for (; out; out &= out - 1) strike(at(lowest(out)), bit(v));
      });
      found = removed_ != before;
      settle();
    }
    return found;
  }

  void strike(int cell, Mask out) {
    if (!(domains_[cell] & out)) return;
    ++removed_;
    keep(cell, static_cast<Mask>(~out));
  }

  bool fish() {
    const int n = shape_.n, before = removed_;
    while (values_changed_ && removed_ == before) {
      const int v = lowest(values_changed_);
      values_changed_ &= values_changed_ - 1;
      std::array<Mask, max_order + 1> masks;
      for (int r = 0; r < n; ++r) masks[r] = cols_[r][v];
      find_sets(masks, 0, n, [&](int r, Mask out) {
        for (; out; out &= out - 1) strike(shape_.at(r, lowest(out)), bit(v));
      });
      for (int c = 0; c < n; ++c) masks[c] = rows_[c][v];
      find_sets(masks, 0, n, [&](int c, Mask out) {
        for (; out; out &= out - 1) strike(shape_.at(lowest(out), c), bit(v));
      });
    }
    settle();
    return removed_ != before;
  }

  // ------------------------------------------------------------ several signs on one line

  struct Group {
    std::uint8_t cell, size;
    bool up;
    std::array<std::uint8_t, max_order> others;
  };

  using Rows = std::array<Mask, max_order + 1>;  // cells by row

  // The cells of one line that lie on one side of a cell, two or more.
  void find_groups() {
    grouped_ = true;
    groups_.clear();
    for (const bool up : {true, false}) {
      done_.fill(false);
      for (int cell = 0; cell < shape_.cells; ++cell) {
        const Rows& beyond = reach(cell, up);
        Mask once = 0, twice = 0;
        for (int r = 0; r < shape_.n; ++r) {
          if (beyond[r] & (beyond[r] - 1)) group(cell, up, [&](int c) { return beyond[r] >> c & 1 ? shape_.at(r, c) : -1; });
          twice |= once & beyond[r];
          once |= beyond[r];
        }
        for (; twice; twice &= twice - 1)
          group(cell, up, [&, c = lowest(twice)](int r) { return beyond[r] >> c & 1 ? shape_.at(r, c) : -1; });
      }
    }
  }

  template <class At>
  void group(int cell, bool up, At at) {
    Group found{static_cast<std::uint8_t>(cell), 0, up, {}};
    for (int i = 0; i < shape_.n; ++i)
      if (const int other = at(i); other >= 0) found.others[found.size++] = static_cast<std::uint8_t>(other);
    groups_.push_back(found);
  }

  const Rows& reach(int cell, bool up) {
    if (done_[cell]) return reach_[cell];
    done_[cell] = true;
    Rows found{};
    const int number = up ? smaller_count_[cell] : greater_count_[cell];
    for (int i = 0; i < number; ++i) {
      const int other = up ? smaller_[cell][i] : greater_[cell][i];
      const Rows& more = reach(other, up);
      for (int r = 0; r <= max_order; ++r) found[r] |= more[r];
      found[shape_.row[other]] |= bit(shape_.col[other]);
    }
    return reach_[cell] = found;
  }

  bool crowds() {
    if (open_ == 0) return true;
    if (!grouped_) find_groups();
    const int before = removed_;
    for (const Group& each : groups_) {
      if (single(domains_[each.cell])) continue;
      std::array<Mask, max_order> masks;
      for (int i = 0; i < each.size; ++i) masks[i] = domains_[each.others[i]];
      const int least = Crowd(masks.data(), each.size, each.up).bound;
      if (least) strike(each.cell, each.up ? up_to(least) : static_cast<Mask>(~(bit(least) - 1)));
    }
    settle();
    return removed_ != before;
  }

  // ------------------------------------------------------------ cycles and forcing chains

  // The candidates of open cells, what each rules out, and what is true if it is false.
  void weave() {
    all_.clear();
    for (int cell = 0; cell < shape_.cells; ++cell)
      if (!single(domains_[cell]))
        for (Mask left = domains_[cell]; left; left &= left - 1) {
          number_[cell][lowest(left)] = static_cast<std::uint16_t>(all_.size());
          all_.push_back(candidate(cell, lowest(left)));
        }
    width_ = (static_cast<int>(all_.size()) + 63) / 64;
    conflicts_.assign(all_.size() * width_, 0);
    linked_.assign(width_, 0);
    partners_.assign(all_.size(), {});
    for (std::size_t i = 0; i < all_.size(); ++i) weave(static_cast<int>(i));
  }

  void weave(int i) {
    const auto [cell, v] = all_[i];
    const int r = shape_.row[cell], c = shape_.col[cell];
    std::uint64_t* row = &conflicts_[static_cast<std::size_t>(i) * width_];
    const auto bar = [&](int other, int value) {
      const int j = number_[other][value];
      row[j >> 6] |= std::uint64_t{1} << (j & 63);
    };
    const Mask others = domains_[cell] & static_cast<Mask>(~bit(v));
    const Mask in_row = cols_[r][v] & static_cast<Mask>(~bit(c)), in_col = rows_[c][v] & static_cast<Mask>(~bit(r));
    for (Mask left = others; left; left &= left - 1) bar(cell, lowest(left));
    for (Mask left = in_row; left; left &= left - 1) bar(shape_.at(r, lowest(left)), v);
    for (Mask left = in_col; left; left &= left - 1) bar(shape_.at(lowest(left), c), v);
    const auto beyond = [&](int other, Mask out) {
      if (single(domains_[other])) return;
      for (Mask left = domains_[other] & out; left; left &= left - 1) bar(other, lowest(left));
    };
    for (int k = 0; k < greater_count_[cell]; ++k) beyond(greater_[cell][k], up_to(v));
    for (int k = 0; k < smaller_count_[cell]; ++k)
      beyond(smaller_[cell][k], static_cast<Mask>(~(bit(v) - 1)));
    Partners& partners = partners_[i];
    if (single(others)) partners.add(number_[cell][lowest(others)]);
    if (single(in_row)) partners.add(number_[shape_.at(r, lowest(in_row))][v]);
    if (single(in_col)) partners.add(number_[shape_.at(lowest(in_col), c)][v]);
    if (partners.size) linked_[i >> 6] |= std::uint64_t{1} << (i & 63);
  }

  bool chains() {
    if (open_ == 0) return true;
    weave();
    const int before = removed_;
    wrong_.clear();
    for (int i = 0; i < static_cast<int>(all_.size()); ++i)
      if (refutes_itself(i)) wrong_.push_back(all_[i]);
    for (const auto [cell, v] : wrong_) strike(cell, bit(v));
    settle();
    return removed_ != before;
  }

  // Whether a candidate, if true, leads to its being false, one thing after another.
  bool refutes_itself(int source) {
    false_.fill(0, width_);
    true_.fill(0, width_);
    true_.add(source);
    queue_.assign(1, static_cast<std::uint16_t>(source));
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const std::uint64_t* row = &conflicts_[static_cast<std::size_t>(queue_[head]) * width_];
      for (int w = 0; w < width_; ++w) {
        std::uint64_t fresh = row[w] & ~false_.word[w];
        false_.word[w] |= fresh;
        for (fresh &= linked_[w]; fresh; fresh &= fresh - 1) {
          const Partners& partners = partners_[64 * w + std::countr_zero(fresh)];
          for (int k = 0; k < partners.size; ++k)
            if (!true_.has(partners.of[k])) {
              true_.add(partners.of[k]);
              queue_.push_back(partners.of[k]);
            }
        }
      }
      if (false_.has(source)) return true;
    }
    return false;
  }

  struct Partners {
    std::array<std::uint16_t, 3> of{};
    std::uint8_t size = 0;
    void add(int i) { of[size++] = static_cast<std::uint16_t>(i); }
  };

  struct Bits {
    std::array<std::uint64_t, words> word;
    void fill(std::uint64_t value, int width) { std::fill_n(word.begin(), width, value); }
    bool has(int i) const { return word[i >> 6] >> (i & 63) & 1; }
    void add(int i) { word[i >> 6] |= std::uint64_t{1} << (i & 63); }
  };

  const Shape shape_;
  bool signed_ = false, grouped_ = false;
  int open_ = 0, removed_ = 0, waiting_size_ = 0, width_ = 0;
  Mask rows_changed_ = 0, cols_changed_ = 0, values_changed_ = 0;
  std::array<Mask, max_cells> domains_;
  std::array<Rows, max_order> cols_, rows_;  // by row or column, value
  std::array<std::array<std::uint8_t, 4>, max_cells> greater_, smaller_;
  std::array<std::uint8_t, max_cells> greater_count_, smaller_count_, waits_, waiting_;
  std::vector<Candidate> hidden_, all_, wrong_;
  std::array<bool, max_cells> done_{};
  std::array<Rows, max_cells> reach_;
  std::vector<Group> groups_;
  std::array<std::array<std::uint16_t, max_order + 1>, max_cells> number_;
  std::vector<std::uint64_t> conflicts_, linked_;
  std::vector<Partners> partners_;
  std::vector<std::uint16_t> queue_;
  Bits false_, true_;
};

}  // namespace clew::signs
