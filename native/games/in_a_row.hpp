// k in a row on a board of up to 32 cells: who wins, by alpha-beta on bit masks.
//
// Idea: a position is two masks, the marks of the player to move and of the other. A line with one
// empty cell and only own marks wins at once; one with only the other's marks must be blocked, and
// two such cells lose. A player without an open line cannot win any more, which narrows
// the window. The table holds whole positions, not hashes, so a hit is a proof; positions with few
// marks are entered once for all symmetries of the board. Moves are tried in the order
// of the open lines through them, nearly full lines first.
//
// The search calls `pause` whenever its nodes reach an alarm: `pause` returns the next alarm, or
// throws to end the search.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "common/expect.hpp"

namespace clew {

class InARow {
 public:
  using Mask = std::uint32_t;
  using Pause = std::function<std::uint64_t(std::uint64_t)>;  // from the nodes to the next alarm
  static constexpr int max_cells = 32;

  InARow(std::int64_t rows, std::int64_t cols, std::int64_t length) {
    if (rows < 1 || cols < 1 || rows > max_cells || cols > max_cells || rows * cols > max_cells)
      refuse("board: expected 1 to 32 cells");
    if (length < 1 || length > std::max(rows, cols))
      refuse("length: expected 1 to the longer side");
    cells_ = static_cast<int>(rows * cols);
    full_ = ~Mask{0} >> (max_cells - cells_);
    find_lines(static_cast<int>(rows), static_cast<int>(cols), static_cast<int>(length));
    find_turns(static_cast<int>(rows), static_cast<int>(cols));
    const int bits = std::clamp(cells_, 8, most_bits);
    shift_ = 64 - bits;
    table_.assign(std::size_t{1} << bits, Entry{});
  }

  // What the player to move gets, 1, 0 or -1, if that lies between alpha and beta or is one of
  // them; else a bound on that side. Nobody may have won yet.
  int value(std::uint64_t mine, std::uint64_t theirs, int alpha, int beta, Pause pause) {
    if ((mine & theirs) || ((mine | theirs) & ~std::uint64_t{full_}))
      refuse("marks: found two in one cell, or one outside the board");
    if (alpha < -2 || alpha >= beta || beta > 2)
      refuse("window: expected alpha below beta, both from -2 to 2");
    pause_ = std::move(pause);
    alarm_ = nodes_;
    return search(static_cast<Mask>(mine), static_cast<Mask>(theirs), alpha, beta);
  }

  std::uint64_t nodes() const { return nodes_; }

 private:
  enum Bound : std::uint8_t { none, exact, at_least, at_most };
  struct Entry {
    Mask mine = 0, theirs = 0;
    std::int8_t value = 0;
    Bound bound = none;
  };
  static constexpr int few_marks = 8, most_bits = 23;  // 12 bytes an entry: 100 MB at most

  void find_lines(int rows, int cols, int length) {
    constexpr std::array<std::array<int, 2>, 4> ways{{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
    for (int row = 0; row < rows; ++row)
      for (int col = 0; col < cols; ++col)
        for (const auto& [down, right] : ways) {
          const int last_row = row + down * (length - 1), last_col = col + right * (length - 1);
          if (last_row >= rows || last_col >= cols || last_col < 0) continue;
          Mask line = 0;
          for (int i = 0; i < length; ++i)
            line |= Mask{1} << ((row + down * i) * cols + col + right * i);
          if (std::find(lines_.begin(), lines_.end(), line) == lines_.end()) lines_.push_back(line);
        }
  }

  void find_turns(int rows, int cols) {
    for (int turn = 0; turn < (rows == cols ? 8 : 4); ++turn) {
      std::array<std::uint8_t, max_cells> moved{};
      for (int cell = 0; cell < cells_; ++cell) {
        int row = cell / cols, col = cell % cols;
        if (turn & 1) row = rows - 1 - row;
        if (turn & 2) col = cols - 1 - col;
        if (turn & 4) std::swap(row, col);
        moved[cell] = static_cast<std::uint8_t>(row * cols + col);
      }
      turns_.push_back(moved);
    }
  }

  static Mask turned(Mask marks, const std::array<std::uint8_t, max_cells>& moved) {
    Mask out = 0;
    for (; marks; marks &= marks - 1) out |= Mask{1} << moved[std::countr_zero(marks)];
    return out;
  }

  std::pair<Mask, Mask> canonical(Mask mine, Mask theirs) const {
    std::pair<Mask, Mask> least{mine, theirs};
    if (std::popcount(mine | theirs) > few_marks) return least;
    for (std::size_t turn = 1; turn < turns_.size(); ++turn)
      least = std::min(least, {turned(mine, turns_[turn]), turned(theirs, turns_[turn])});
    return least;
  }

  Entry& slot(Mask mine, Mask theirs) {
    const std::uint64_t key = std::uint64_t{mine} << 32 | theirs;
    return table_[(key ^ key >> 29) * 0x9E3779B97F4A7C15ull >> shift_];
  }

  // The value if it lies between alpha and beta, else a bound on that side. Nobody has won yet.
  int search(Mask mine, Mask theirs, int alpha, int beta) {
    if (nodes_ >= alarm_) alarm_ = std::max(pause_(nodes_), nodes_ + 1);
    ++nodes_;
    const Mask empty = full_ & ~(mine | theirs);
    Mask blocks = 0;
    bool i_may = false, they_may = false;
    for (const Mask line : lines_) {
      const Mask left = line & empty;
      if (!(line & theirs)) {
        i_may = true;
        if (std::has_single_bit(left)) return 1;
      }
      if (!(line & mine)) {
        they_may = true;
        if (std::has_single_bit(left)) blocks |= left;
      }
    }
    if (!empty || (!i_may && !they_may)) return 0;
    if (blocks & (blocks - 1)) return -1;
    if (!i_may) beta = std::min(beta, 0);
    if (!they_may) alpha = std::max(alpha, 0);
    if (alpha >= beta) return alpha;

    const auto [low, high] = canonical(mine, theirs);
    if (const Entry& entry = slot(low, high);
        entry.bound != none && entry.mine == low && entry.theirs == high &&
        (entry.bound == exact || (entry.bound == at_least && entry.value >= beta) ||
         (entry.bound == at_most && entry.value <= alpha)))
      return entry.value;

    int best = -2;
    if (blocks) {
      best = -search(theirs, mine | blocks, -beta, -alpha);
    } else {
      std::array<std::pair<int, int>, max_cells> moves;
      const int count = order(mine, theirs, empty, moves);
      for (int i = 0; i < count && best < beta; ++i) {
        const Mask cell = Mask{1} << moves[i].second;
        best = std::max(best, -search(theirs, mine | cell, -beta, -std::max(alpha, best)));
      }
    }
    const bool sure = best != 0 || (alpha < 0 && 0 < beta);  // a win or a loss is no bound
    const Bound bound = sure ? exact : beta <= 0 ? at_least : at_most;
    slot(low, high) = {low, high, static_cast<std::int8_t>(best), bound};
    return best;
  }

  int order(Mask mine, Mask theirs, Mask empty,
            std::array<std::pair<int, int>, max_cells>& moves) const {
    std::array<int, max_cells> scores{};
    for (const Mask line : lines_) {
      int weight = 0;
      if (!(line & theirs)) weight += 1 << 2 * std::min(std::popcount(line & mine), 12);
      if (!(line & mine)) weight += 1 << 2 * std::min(std::popcount(line & theirs), 12);
      if (weight)
        for (Mask left = line & empty; left; left &= left - 1)
          scores[std::countr_zero(left)] += weight;
    }
    int count = 0;
    for (; empty; empty &= empty - 1) {
      const int cell = std::countr_zero(empty);
      moves[count++] = {-scores[cell], cell};
    }
    std::sort(moves.begin(), moves.begin() + count);
    return count;
  }

  int cells_ = 0, shift_ = 0;
  Mask full_ = 0;
  std::vector<Mask> lines_;
  std::vector<std::array<std::uint8_t, max_cells>> turns_;
  std::vector<Entry> table_;
  std::uint64_t nodes_ = 0, alarm_ = 0;
  Pause pause_;
};

}  // namespace clew
