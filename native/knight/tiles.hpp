// A large knight's tour from small ones, in time that grows with the number of cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "common/expect.hpp"
#include "common/poll.hpp"
#include "knight/board.hpp"

namespace clew {

// A tour of a board from tours of the tiles that cover it. Each tile is joined to those laid before
// it: where a step a-b of the tile lies next to a step c-d of the others, so that a-c and b-d are
// moves, these two replace those two. Only the first tile may be open; then so is the whole.
class Tiles {
 public:
  struct Pattern {
    std::int64_t high, wide;
    std::vector<std::int32_t> order;
    bool closed;
  };
  struct Tile {
    std::int64_t pattern, row, col;
  };

  Tiles(std::int64_t rows, std::int64_t cols, const std::vector<Pattern>& patterns,
        const std::vector<Tile>& tiles) {
    check_knight_board(rows, cols, -1);
    rows_ = static_cast<int>(rows);
    cols_ = static_cast<int>(cols);
    for (std::size_t i = 0; i < patterns.size(); ++i) check(patterns[i], i);
    links_.assign(static_cast<std::size_t>(rows_) * cols_, {none, none});
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      const Tile& tile = tiles[i];
      if (tile.pattern < 0 || tile.pattern >= static_cast<std::int64_t>(patterns.size()))
        fail(i, "found pattern ", tile.pattern, ", there is none");
      const Pattern& pattern = patterns[tile.pattern];
      check(tile, pattern, i);
      const Box box{static_cast<int>(tile.row), static_cast<int>(tile.col),
                    static_cast<int>(pattern.high), static_cast<int>(pattern.wide)};
      poll(16 * static_cast<std::int64_t>(pattern.order.size()));
      lay(pattern, box);
      if (i > 0 && !join(box)) fail(i, "no step of it lies next to one of those before");
    }
    if (links_.size() > 1 &&
        std::any_of(links_.begin(), links_.end(), [](const Link& at) { return at[0] == none; }))
      refuse("tiles: some cells of the board are not covered");
  }

  // The tour from a cell, first along its first link; an open one must start at its end.
  std::vector<std::int32_t> path(std::int64_t start) const {
    if (start < 0 || start >= static_cast<std::int64_t>(links_.size()))
      refuse("start: found ", start, ", expected 0 to ", links_.size() - 1);
    std::vector<std::int32_t> tour;
    tour.reserve(links_.size());
    std::int32_t before = none, at = static_cast<std::int32_t>(start);
    do {
      tour.push_back(at);
      poll(8);
      const Link& link = links_[at];
      const std::int32_t next = link[0] != before ? link[0] : link[1];
      before = at;
      at = next;
    } while (at != none && at != start);
    return tour;
  }

 private:
  static constexpr std::int32_t none = -1;
  using Link = std::array<std::int32_t, 2>;
  struct Box {
    int row, col, high, wide;
    bool holds(int r, int c) const {
      return r >= row && r < row + high && c >= col && c < col + wide;
    }
  };

  template <class... Pieces>
  [[noreturn]] static void fail(std::size_t tile, const Pieces&... why) {
    refuse("tile ", tile, ": ", why...);
  }

  static void check(const Pattern& pattern, std::size_t number) {
    const std::string where = "pattern " + std::to_string(number) + ": ";
    constexpr std::int64_t largest = std::int64_t{1} << 28;
    if (pattern.high < 1 || pattern.wide < 1 || pattern.high > largest || pattern.wide > largest ||
        static_cast<std::int64_t>(pattern.order.size()) != pattern.high * pattern.wide)
      refuse(where, "found ", 4 * pattern.order.size(), " bytes for ", pattern.high, "x",
             pattern.wide, " cells");
    std::vector<bool> seen(pattern.order.size());
    for (std::int32_t cell : pattern.order) {
      if (cell < 0 || cell >= static_cast<std::int64_t>(seen.size()) || seen[cell])
        refuse(where, "it does not visit every cell once");
      seen[cell] = true;
    }
    if (pattern.closed && seen.size() < 3) refuse(where, "a closed tour has more cells");
  }

  void check(const Tile& tile, const Pattern& pattern, std::size_t number) const {
    if (tile.row < 0 || tile.row > rows_ - pattern.high || tile.col < 0 ||
        tile.col > cols_ - pattern.wide)
      fail(number, "it is not on the board");
    for (std::int64_t row = tile.row; row < tile.row + pattern.high; ++row)
      for (std::int64_t col = tile.col; col < tile.col + pattern.wide; ++col)
        if (links_[row * cols_ + col][0] != none) fail(number, "it overlaps another");
    if (number > 0 && !pattern.closed) fail(number, "only the first may be open");
  }

  void lay(const Pattern& pattern, const Box& box) {
    const auto cell = [&](std::size_t i) {
      const int at = pattern.order[i];
      return (box.row + at / box.wide) * cols_ + box.col + at % box.wide;
    };
    for (std::size_t i = 1; i < pattern.order.size(); ++i) link(cell(i - 1), cell(i));
    if (pattern.closed) link(cell(pattern.order.size() - 1), cell(0));
  }

  void link(int one, int two) {
    links_[one][links_[one][0] != none] = two;
    links_[two][links_[two][0] != none] = one;
  }

  // Joins a tile to those before it at the first place, row by row, where that is possible.
  bool join(const Box& box) {
    for (int row = box.row; row < box.row + box.high; ++row)
      for (int col = box.col; col < box.col + box.wide; ++col)
        for (const KnightMove& move : knight_moves) {
          const int r = row + move.down, c = col + move.right;
          if (r < 0 || r >= rows_ || c < 0 || c >= cols_ || box.holds(r, c)) continue;
          if (swap(row * cols_ + col, r * cols_ + c)) return true;
        }
    return false;
  }

  bool swap(int a, int c) {
    for (const std::int32_t b : links_[a])
      for (const std::int32_t d : links_[c])
        if (b != none && d != none && is_move(b, d)) {
          for (const auto& [cell, old, now] :
               {std::array{a, b, c}, {b, a, d}, {c, d, a}, {d, c, b}})
            links_[cell][links_[cell][0] != old] = now;
          return true;
        }
    return false;
  }

  bool is_move(int one, int two) const {
    return std::abs(one / cols_ - two / cols_) * std::abs(one % cols_ - two % cols_) == 2;
  }

  int rows_, cols_;
  std::vector<Link> links_;  // for each cell, the cells before and after it
};

}  // namespace clew
