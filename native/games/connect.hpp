// Discs dropped into columns, some number in a row wins: who wins, by which moves, and how.
//
// Idea: a position is two masks, column by column, with a bit above each column that stays empty.
// So lines are found by shifts, for all cells at once. A move below a cell where the other would
// win is never tried, one that stops a win is forced, and two such wins lose. The other moves are
// tried in the order of the threats that they make. Values are only wins, draws and losses, so the
// search asks yes-or-no questions (null windows): "is it more than a loss?", "is it a win?".
//
// Two proofs end a search early. A player who has no line left in open cells can't win. And if all
// columns have an even number of empty cells, the player who isn't to move can always answer in
// the same column, so it's known who gets which cell (Allis calls this claimeven).
//
// The table holds whole positions: a slot and the rest of an invertible hash. A hit is a proof.
// It starts small, and doubles while it fills up, so short searches don't pay for it.
//
// The search calls `pause` whenever its nodes reach an alarm: `pause` returns the next alarm, or
// throws to end the search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

#include "common/expect.hpp"
#include "common/huge_pages.hpp"

namespace clew {

class Connect {
 public:
  using Mask = std::uint64_t;
  using Pause = std::function<std::uint64_t(std::uint64_t)>;  // from the nodes to the next alarm
  struct Verdict {
    int value = 0;          // what the player to move gets: 1, 0 or -1
    std::vector<int> best;  // the columns that keep it, those in the middle first
    std::vector<int> line;  // best play to the end
  };

  Connect(std::int64_t rows, std::int64_t cols, std::int64_t length) {
    if (rows < 1 || cols < 1 || rows > 63 || cols > 32 || (rows + 1) * cols > 64)
      refuse("board: expected 1 or more rows and columns, and (rows + 1) * columns up to 64");
    if (length < 2 || length > 64) refuse("length: expected 2 to 64");
    rows_ = static_cast<int>(rows);
    cols_ = static_cast<int>(cols);
    tall_ = rows_ + 1;
    length_ = static_cast<int>(length);
    for (int col = 0; col < cols_; ++col) bottom_ |= Mask{1} << col * tall_;
    for (int row = 0; row < rows_; ++row) {
      board_ |= bottom_ << row;
      if ((rows_ - row) % 2) upper_ |= bottom_ << row;
    }
    for (int col = 0; col < cols_; ++col) order_.push_back(col);
    std::stable_sort(order_.begin(), order_.end(), [this](int a, int b) {
      return std::abs(2 * a + 1 - cols_) < std::abs(2 * b + 1 - cols_);
    });
    for (const int col : order_) columns_.push_back(column(col));
    table_.assign(std::size_t{1} << bits_, 0);
  }

  // The masks have a bit for each cell, row by row from the top. The other hasn't won.
  Verdict verdict(Mask mine, Mask theirs, Pause pause) {
    const auto [own, mask] = stood(mine, theirs);
    pause_ = std::move(pause);
    alarm_ = nodes_;
    enter();
    return length_ == 4 ? judge<4>(own, mask) : judge<0>(own, mask);
  }

  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t deepest() const { return static_cast<std::uint64_t>(deepest_); }

 private:
  // What is known of a value, in the lowest bits of an entry.
  enum Known : Mask { draws = 1, wins = 2, never_wins = 4, loses = 8, all_known = 15 };
  static constexpr int least_bits = 12, most_bits = 24;  // 8 bytes an entry: 128 MB at most

  // ---------------------------------------------------------------- the board

  Mask column(int col) const { return ((Mask{1} << rows_) - 1) << col * tall_; }

  std::pair<Mask, Mask> stood(Mask mine, Mask theirs) const {
    const int cells = rows_ * cols_;
    if ((mine & theirs) || (cells < 64 && (mine | theirs) >> cells))
      refuse("discs: found two in one cell, or one outside the board");
    Mask own = 0, mask = 0;
    for (int cell = 0; cell < cells; ++cell) {
      const Mask bit = Mask{1} << (cell % cols_ * tall_ + rows_ - 1 - cell / cols_);
      if (mine >> cell & 1) own |= bit;
      if ((mine | theirs) >> cell & 1) mask |= bit;
    }
    if ((mask + bottom_) & mask) refuse("discs: found one above an empty cell");
    return {own, mask};
  }

  template <int fixed>
  int length() const {
    return fixed ? fixed : length_;
  }

  // Whether the marks contain a whole line.
  template <int fixed>
  bool has_line(Mask marks) const {
    for (const int step : {1, tall_ - 1, tall_, tall_ + 1}) {
      if (step == 0 || step > 63) continue;
      Mask runs = marks;
      if constexpr (fixed == 4) {
        runs &= runs >> step;
        runs &= 2 * step > 63 ? 0 : runs >> 2 * step;
      } else {
        for (int i = 1; i < length<fixed>() && runs; ++i) runs = marks & runs >> step;
      }
      if (runs) return true;
    }
    return false;
  }

  // The cells, empty or not, that would complete a line of these marks.
  template <int fixed>
  Mask completing(Mask marks) const {
    Mask found = 0;
    if constexpr (fixed == 4) {
      found = marks << 1 & marks << 2 & marks << 3;
      for (const int step : {tall_ - 1, tall_, tall_ + 1}) {
        if (3 * step > 63) continue;
        const Mask above = marks << step, below = marks >> step;
        const Mask two_above = above & above << step, two_below = below & below >> step;
        found |= two_above & (above << 2 * step | below);
        found |= two_below & (below >> 2 * step | above);
      }
    } else {
      for (const int step : {1, tall_ - 1, tall_, tall_ + 1}) {
        if (step == 0 || step > 63) continue;
        std::array<Mask, 65> after;  // the cells after a run of this length, or more
        after[0] = ~Mask{0};
        for (int i = 1; i < length<fixed>(); ++i) after[i] = (after[i - 1] & marks) << step;
        Mask before = ~Mask{0};
        for (int i = 0; i < length<fixed>(); ++i) {
          found |= before & after[length<fixed>() - 1 - i];
          before = (before & marks) >> step;
        }
      }
    }
    return found & board_;
  }

  Mask playable(Mask mask) const { return (mask + bottom_) & board_; }

  // ---------------------------------------------------------------- the table

  static Mask mixed(Mask key) {
    key *= 0x9E3779B97F4A7C15ull;
    key ^= key >> 32;
    key *= 0xD6E8FEB86659FD93ull;
    return key;
  }
  static void prefetch(const Mask& entry) {
#if defined(__GNUC__)
    __builtin_prefetch(&entry);
#else
    (void)entry;
#endif
  }
  Mask& slot(Mask hash) { return table_[hash >> (64 - bits_)]; }
  Mask rest(Mask hash) const { return hash << bits_; }

  Mask known(Mask hash) {
    const Mask entry = slot(hash);
    return (entry & ~Mask{all_known}) == rest(hash) ? entry & all_known : 0;
  }

  void remember(Mask hash, Mask fact) {
    Mask& entry = slot(hash);
    if (!entry && ++used_ > table_.size() / 2 && bits_ < most_bits) {
      grow();
      return remember(hash, fact);
    }
    if (entry && (entry & ~Mask{all_known}) == rest(hash))
      entry |= fact;
    else
      entry = rest(hash) | fact;
  }

  void grow() {
    HugeVector<Mask> old(std::size_t{1} << (bits_ + 2), 0);
    old.swap(table_);
    const int before = bits_;
    bits_ += 2;
    used_ = 0;
    for (std::size_t i = 0; i < old.size(); ++i)
      if (old[i]) {
        const Mask hash = Mask{i} << (64 - before) | old[i] >> before;
        slot(hash) = rest(hash) | (old[i] & all_known);
        ++used_;
      }
  }

  // ---------------------------------------------------------------- the search

  void enter() {
    if (nodes_ >= alarm_) alarm_ = std::max(pause_(nodes_), nodes_ + 1);
    ++nodes_;
  }

  // Whether the player to move, who can't win at once, gets more than `alpha`: -1 or 0.
  template <int fixed>
  bool beats(Mask mine, Mask mask, int alpha) {
    enter();
    const Mask hash = mixed(mask + bottom_ + mine);
    prefetch(slot(hash));
    const Mask theirs = mine ^ mask, empty = board_ ^ mask;
    const Mask opposed = completing<fixed>(theirs) & empty;
    Mask moves = playable(mask);
    if (const Mask forced = moves & opposed) {
      if (!std::has_single_bit(forced)) return false;
      moves = forced;
    }
    moves &= ~(opposed >> 1);
    if (!moves) return false;
    if (std::popcount(empty) <= 2) return alpha < 0;

    if (alpha == 0 ? !has_line<fixed>(mine | empty) : !has_line<fixed>(theirs | empty))
      return alpha < 0;
    if (!((mask + bottom_) & upper_) && !has_line<fixed>(mine | (empty & ~upper_))) {
      if (alpha == 0 || has_line<fixed>(theirs | (empty & upper_))) return false;
    }

    if (const Mask facts = known(hash)) {
      if (facts & (alpha == 0 ? Mask{wins} : Mask{draws | wins})) return true;
      if (facts & (alpha == 0 ? Mask{never_wins | loses} : Mask{loses})) return false;
    }

    bool found = false;
    if (std::has_single_bit(moves)) {
      found = !beats<fixed>(theirs, mask | moves, -1 - alpha);
    } else {
      std::array<std::pair<int, Mask>, 32> sorted;
      int count = 0;
      for (const Mask col : columns_)
        if (const Mask move = moves & col) {
          const int score = std::popcount(completing<fixed>(mine | move) & (empty ^ move));
          int at = count++;
          for (; at && sorted[at - 1].first < score; --at) sorted[at] = sorted[at - 1];
          sorted[at] = {score, move};
        }
      for (int i = 0; i < count && !found; ++i)
        found = !beats<fixed>(theirs, mask | sorted[i].second, -1 - alpha);
    }
    remember(hash, alpha == 0 ? (found ? wins : never_wins) : (found ? draws : loses));
    return found;
  }

  // Whether a move leaves the other with at most -`value`.
  template <int fixed>
  bool keeps(Mask mine, Mask mask, Mask move, int value) {
    if (completing<fixed>(mine) & move || value < 0) return true;
    const Mask theirs = mine ^ mask, after = mask | move;
    if (completing<fixed>(theirs) & playable(after)) return false;
    if (after == board_) return value == 0;
    return !beats<fixed>(theirs, after, -value);
  }

  template <int fixed>
  Verdict judge(Mask mine, Mask mask) {
    Verdict found;
    if (mask == board_) return found;
    if (has_line<fixed>(mine)) {  // by these rules every move wins
      found.value = 1;
      for (const int col : order_)
        if (playable(mask) & column(col)) found.best.push_back(col);
      found.line = {found.best.front()};
      return found;
    }
    found.value = completing<fixed>(mine) & playable(mask) ? 1
                  : beats<fixed>(mine, mask, 0)            ? 1
                  : beats<fixed>(mine, mask, -1)           ? 0
                                                           : -1;
    for (const int col : order_)
      if (const Mask move = playable(mask) & column(col))
        if (keeps<fixed>(mine, mask, move, found.value)) found.best.push_back(col);
    follow<fixed>(mine, mask, found);
    deepest_ = std::max(deepest_, static_cast<int>(found.line.size()));
    return found;
  }

  // Best play: an early win, or else a move that keeps the value, if possible a known one.
  template <int fixed>
  void follow(Mask mine, Mask mask, Verdict& found) {
    for (int value = found.value; mask != board_; value = -value) {
      const bool first = found.line.empty();
      const int col = chosen<fixed>(mine, mask, value, first ? found.best : order_);
      const Mask move = playable(mask) & column(col);
      found.line.push_back(col);
      if (completing<fixed>(mine) & move) return;
      mine ^= mask;
      mask |= move;
    }
  }

  template <int fixed>
  int chosen(Mask mine, Mask mask, int value, const std::vector<int>& among) {
    const Mask theirs = mine ^ mask, open = playable(mask);
    const Mask winning = completing<fixed>(mine), opposed = completing<fixed>(theirs);
    int choice = -1, any = -1;
    for (const int col : among)
      if (const Mask move = open & column(col)) {
        if (winning & move) return col;
        if (any < 0) any = col;
        if (opposed & playable(mask | move)) continue;
        if (choice < 0) choice = col;
      }
    if (value < 0) return choice < 0 ? any : choice;
    for (const int col : among)
      if (const Mask move = open & column(col)) {
        const Mask after = mask | move, facts = known(mixed(after + bottom_ + theirs));
        if (opposed & playable(after)) continue;
        if (facts & (value ? Mask{loses} : Mask{never_wins | loses})) return col;
      }
    for (const int col : among)
      if (const Mask move = open & column(col))
        if (keeps<fixed>(mine, mask, move, value)) return col;
    return choice;  // never reached: some move keeps the value
  }

  int rows_ = 0, cols_ = 0, tall_ = 0, length_ = 4, bits_ = least_bits, deepest_ = 0;
  Mask bottom_ = 0, board_ = 0, upper_ = 0;  // `upper_`: every other row, from the top one down
  std::vector<int> order_;
  std::vector<Mask> columns_;  // in this order
  HugeVector<Mask> table_;
  std::size_t used_ = 0;
  std::uint64_t nodes_ = 0, alarm_ = 0;
  Pause pause_;
};

}  // namespace clew
