// The steps of the frontier method, cell by cell, that its count and its search share.
//
// Cells are taken along the longer side, in reverse if the start would come in the first half.
// Links reach at most 2 * width + 1 cells ahead, so only a window of that many cells matters:
// which are untouched, which have both links (done), and which are tips of strands, with
// the place of the strand's other tip, or `end` if that is an end of the tour. A given start is the
// tip of a strand that begins outside. Five bits a cell make a window one integer of 128 bits, and
// the step to the next cell a shift and a subtraction for all its cells at once.
//
//   A board 4 wide, its cells taken line by line: # taken, * current, and how far ahead the others are.
//
//     #  #  #  #
//     #  *  1  2          | place 9 |   ...   | place 2 | place 1 | place 0 |      5 bits each
//     3  4  5  6
//     7  8  9  .            0 untouched, 1 to 29 one more than the place of the strand's other tip,
//     .  .  .  .            30 the strand ends here, 31 both links are there
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "common/expect.hpp"
#include "knight/board.hpp"

namespace clew {

class WindowSteps {
 public:
  using Window = unsigned __int128;
  static constexpr int widest = 11, bits = 5;
  static constexpr int untouched = 0, end = 30, done = 31;  // else one more than the mate's place
  static constexpr int outside = -1;

  struct Choice {
    std::uint8_t one = 0, two = 0;  // how far ahead the linked cells are; 0 is none
    bool complete = false;          // the tour is complete; there is no next window
  };

  WindowSteps(std::int64_t rows, std::int64_t cols, std::int64_t start, bool closed) : closed_(closed) {
    check_knight_board(rows, cols, start);
    width_ = static_cast<int>(std::min(rows, cols));
    if (width_ > widest)
      refuse("board: found ", rows, "x", cols, ", expected a side of at most 11");
    rows_ = static_cast<int>(rows);
    cols_ = static_cast<int>(cols);
    size_ = rows_ * cols_;
    span_ = 2 * width_ + 2;
    int first = outside;
    if (start >= 0) {
      first = static_cast<int>(start);
      if (rows_ < cols_) first = first % cols_ * width_ + first / cols_;
      reversed_ = first < size_ / 2;
      if (reversed_) first = size_ - 1 - first;
    }
    start_ = closed ? outside : size_ == 1 ? 0 : first;
  }

  int size() const { return size_; }
  bool closed() const { return closed_; }

  // The cell of the board that is taken as number `taken`.
  int cell(int taken) const {
    if (reversed_) taken = size_ - 1 - taken;
    return rows_ < cols_ ? taken % width_ * cols_ + taken / width_ : taken;
  }

  Window root() const {
    return start_ >= 0 && start_ < span_ ? Window{end} << (bits * start_) : Window{0};
  }

  // Calls each(choice, next) for every way to link a cell to later cells.
  template <class Each>
  void choices(int cell, Window window, Each&& each) const {
    const int here = at(window, 0);
    if (here == done) {
      each(Choice{}, next(cell, window));
      return;
    }
    std::array<int, 4> ahead;
    int many = 0;
    const int line = cell / width_, place = cell % width_;
    for (int k = 4; k < 8; ++k) {
      const auto [down, right] = knight_moves[k];
      if ((line + down) * width_ >= size_ || place + right < 0 || place + right >= width_) continue;
      const int far = down * width_ + right;
      if (at(window, far) != done) ahead[many++] = far;
    }
    const bool may_end = !closed_ && ends(window) + (start_ >= cell + span_) < 2;
    if (here == untouched) {
      for (int i = 0; i < many; ++i)
        for (int j = i + 1; j < many; ++j)
          linked(cell, window, ahead[i], ahead[j], tip(window, ahead[i]), tip(window, ahead[j]), each);
      for (int i = 0; may_end && i < many; ++i)
        linked(cell, window, ahead[i], 0, outside, tip(window, ahead[i]), each);
    } else {
      for (int i = 0; i < many; ++i)
        linked(cell, window, ahead[i], 0, tip(window, 0), tip(window, ahead[i]), each);
      if (may_end) linked(cell, window, 0, 0, outside, tip(window, 0), each);
    }
  }

 private:
  static constexpr Window field = (1 << bits) - 1;
  static constexpr Window lows = [] {  // the lowest bit of every cell
    Window all = 0;
    for (int i = 0; i < 128 / bits; ++i) all |= Window{1} << (bits * i);
    return all;
  }();

  static int at(Window window, int place) {
    return static_cast<int>(window >> (bits * place) & field);
  }
  static void set(Window& window, int place, int state) {
    window &= ~(field << (bits * place));
    window |= static_cast<Window>(state) << (bits * place);
  }

  // Where the other tip of the strand is that has one here; an untouched cell is its own.
  static int tip(Window window, int place) {
    const int mate = at(window, place);
    return mate == end ? outside : mate == untouched ? place : mate - 1;
  }

  static int ends(Window window) {
    const Window high = window >> 1 & window >> 2 & window >> 3 & window >> 4 & ~window & lows;
    return std::popcount(static_cast<std::uint64_t>(high)) +
           std::popcount(static_cast<std::uint64_t>(high >> 64));
  }

  // Joins the strands that meet in a cell; their other tips are x and y.
  template <class Each>
  void linked(int cell, Window window, int one, int two, int x, int y, Each& each) const {
    Window after = window | Window{done};
    if (one && at(window, one) != untouched) after |= Window{done} << (bits * one);
    if (two && at(window, two) != untouched) after |= Window{done} << (bits * two);
    const Choice choice{static_cast<std::uint8_t>(one), static_cast<std::uint8_t>(two), false};
    if (x == y || (x != outside && at(after, x) == done)) {  // an open tour, or a cycle
      if (closed_ == (x != y) && is_complete(cell, after))
        each(Choice{choice.one, choice.two, true}, Window{0});
      return;
    }
    if (x != outside) set(after, x, y == outside ? end : y + 1);
    if (y != outside) set(after, y, x == outside ? end : x + 1);
    each(choice, next(cell, after));
  }

  bool is_complete(int cell, Window window) const {
    const int left = size_ - cell;
    if (left > span_) return false;
    const Window all = (Window{1} << (bits * left)) - 1;
    return (window & all) == all;
  }

  // The window of the next cell: all mates are one place nearer.
  Window next(int cell, Window window) const {
    window >>= bits;
    const Window above = window >> 1 | window >> 2 | window >> 3 | window >> 4;
    const Window special = window >> 1 & window >> 2 & window >> 3 & window >> 4;  // end or done
    window -= (window | above) & ~special & lows;
    if (cell + span_ == start_) window |= Window{end} << (bits * (span_ - 1));
    return window;
  }

  bool closed_, reversed_ = false;
  int rows_, cols_, width_, size_, span_, start_;
};

}  // namespace clew
