// Knight's tours of any board: Warnsdorff's rule with backtracking, and tours joined from tiles.
//
// Warnsdorff: the board has a margin of two cells, so that a move is one addition. Of each cell a
// byte holds its ways: the free neighbours, the knight's own cell, and a closed tour's start. Only
// leaving a cell takes ways from its neighbours, so a step touches at most eight bytes, and two
// counters, of cells without a way and of cells with fewer than two, tell a dead position.
// The untried moves of a cell are a byte; the best of them is chosen anew when it is needed, since
// by then the ways are what they were.
//
// Measured on one core, 1,000 x 1,000 from the corner: see benchmarks/knight.py.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

namespace clew {

struct KnightMove {
  int down, right;
};

inline constexpr std::array<KnightMove, 8> knight_moves{
    {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}};

inline void check_knight_board(std::int64_t rows, std::int64_t cols, std::int64_t start) {
  constexpr std::int64_t largest = std::int64_t{1} << 28;
  if (rows < 1 || cols < 1 || rows > largest || cols > largest || rows * cols > largest)
    throw std::invalid_argument("board: found " + std::to_string(rows) + "x" +
                                std::to_string(cols) + ", expected 1 to 268435456 cells");
  if (start < -1 || start >= rows * cols)
    throw std::invalid_argument("start: found " + std::to_string(start) + ", expected -1 to " +
                                std::to_string(rows * cols - 1));
}

class Warnsdorff {
 public:
  Warnsdorff(std::int64_t rows, std::int64_t cols, std::int64_t start, bool closed)
      : closed_(closed), one_way_(closed && start < 0) {
    check_knight_board(rows, cols, start);
    rows_ = static_cast<int>(rows);
    cols_ = static_cast<int>(cols);
    size_ = rows_ * cols_;
    pitch_ = cols_ + 2;
    for (int k = 0; k < 8; ++k) step_[k] = knight_moves[k].down * pitch_ + knight_moves[k].right;
    ways_.assign(static_cast<std::size_t>(rows_ + 4) * pitch_ + 4, outside);
    for (int cell = 0; cell < size_; ++cell) ways_[place(cell)] = 0;
    for (int cell = 0; cell < size_; ++cell) {
      std::uint8_t& ways = ways_[place(cell)];
      for (int step : step_) ways += ways_[place(cell) + step] < outside;
      stuck_ += ways < 1;
      weak_ += ways < 2;
    }
    next_start_ = start >= 0 ? static_cast<int>(start) : 0;
    last_start_ = start >= 0 || closed ? next_start_ : size_ - 1;
    skip_minority_ = start < 0 && size_ % 2 == 1;
  }

  // Goes on by at most max_nodes nodes, until max_answers more are found or the tree is done.
  // Returns the answers, the cells of each in order, one after the other.
  // A node is the root or a step onto a cell.
  std::vector<std::int32_t> run(std::uint64_t max_answers, std::uint64_t max_nodes,
                                std::uint64_t& found) {
    std::vector<std::int32_t> answers;
    found = 0;
    std::uint64_t left = max_nodes;
    while (!finished_) {
      if (started_ && !path_.empty() && untried_.back() == 0) {
        take_back();
        continue;
      }
      if (started_ && path_.empty() && !find_start()) {
        finished_ = true;
        break;
      }
      if (left == 0 || found == max_answers) break;
      --left;
      ++nodes_;
      if (!started_) {
        started_ = true;
        continue;
      }
      step(path_.empty() ? place(next_start_++) : take_best());
      if (static_cast<int>(path_.size()) == size_ && alive_) {
        for (int at : path_) answers.push_back(cell(at));
        fruitful_ = size_;
        ++found;
      }
    }
    return answers;
  }

  int size() const { return size_; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t backtracks() const { return backtracks_; }  // taken back, no tour below
  int deepest() const { return deepest_; }                  // most cells ever visited
  bool finished() const { return finished_; }               // the whole tree is searched

 private:
  static constexpr std::uint8_t visited = 0x40, outside = 0x80;  // a free cell's byte is below both

  int place(int cell) const { return (cell / cols_ + 2) * pitch_ + cell % cols_ + 2; }
  int cell(int place) const { return (place / pitch_ - 2) * cols_ + place % pitch_ - 2; }

  bool find_start() {
    while (skip_minority_ && next_start_ <= last_start_ &&
           (next_start_ / cols_ + next_start_ % cols_) % 2)
      ++next_start_;
    return next_start_ <= last_start_;
  }

  // The untried move with the fewest ways on; of equals the farthest from the centre, then the first.
  int take_best() {
    const int here = path_.back();
    int best = -1, fewest = 0;
    std::int64_t farthest = 0;
    for (unsigned left = untried_.back(); left; left &= left - 1) {
      const int k = std::countr_zero(left), there = here + step_[k], ways = ways_[there];
      if (best >= 0 && ways > fewest) continue;
      if (best >= 0 && ways == fewest) {
        if (farthest < 0) farthest = distance(here + step_[best]);
        const std::int64_t far = distance(there);
        if (far <= farthest) continue;
        farthest = far;
      } else {
        farthest = -1;
      }
      best = k;
      fewest = ways;
    }
    untried_.back() ^= static_cast<std::uint8_t>(1 << best);
    return here + step_[best];
  }

  // From the centre, squared, in half cells.
  std::int64_t distance(int place) const {
    const std::int64_t row = 2 * (place / pitch_ - 2) - rows_ + 1;
    const std::int64_t col = 2 * (place % pitch_ - 2) - cols_ + 1;
    return row * row + col * col;
  }

  void step(int to) {
    if (!path_.empty() && !stays_open()) {
      for (int step : step_) {
        std::uint8_t& ways = ways_[path_.back() + step];
        if (ways >= visited || path_.back() + step == to) continue;
        --ways;
        weak_ += ways == 1;
        stuck_ += ways == 0;
      }
    }
    std::uint8_t& ways = ways_[to];
    weak_ -= ways < 2;
    stuck_ -= ways < 1;
    ways |= visited;
    path_.push_back(to);
    deepest_ = std::max(deepest_, static_cast<int>(path_.size()));
    alive_ = is_alive();
    untried_.push_back(alive_ ? onward() : 0);
  }

  void take_back() {
    const int from = path_.back();
    path_.pop_back();
    untried_.pop_back();
    std::uint8_t& ways = ways_[from];
    ways &= static_cast<std::uint8_t>(~visited);
    weak_ += ways < 2;
    stuck_ += ways < 1;
    if (!path_.empty() && !stays_open()) {
      for (int step : step_) {
        std::uint8_t& others = ways_[path_.back() + step];
        if (others >= visited || path_.back() + step == from) continue;
        weak_ -= others == 1;
        stuck_ -= others == 0;
        ++others;
      }
    }
    const int depth = static_cast<int>(path_.size());
    if (fruitful_ > depth)
      fruitful_ = depth;
    else
      ++backtracks_;
  }

  // Leaving a closed tour's first cell takes nothing from its neighbours: the tour comes back.
  bool stays_open() const { return closed_ && path_.size() == 1; }

  bool is_alive() const {
    if (stuck_ || weak_ > (closed_ ? 0 : 1)) return false;
    if (!closed_) return true;
    const bool full = static_cast<int>(path_.size()) == size_;
    for (int step : step_) {
      const int home = path_.front() + step;
      if (full ? home == path_.back() : ways_[home] < visited) return true;
    }
    return false;
  }

  std::uint8_t onward() const {
    unsigned free = 0;
    for (int k = 0; k < 8; ++k) free |= unsigned{ways_[path_.back() + step_[k]] < visited} << k;
    if (one_way_ && path_.size() == 1) free &= -free;
    return static_cast<std::uint8_t>(free);
  }

  bool closed_, one_way_, skip_minority_ = false;
  bool started_ = false, finished_ = false, alive_ = false;
  int rows_, cols_, size_, pitch_, next_start_, last_start_;
  int stuck_ = 0, weak_ = 0;  // free cells without a way, and with fewer than two
  int deepest_ = 0, fruitful_ = 0;
  std::uint64_t nodes_ = 0, backtracks_ = 0;
  std::array<int, 8> step_{};
  std::vector<std::uint8_t> ways_;
  std::vector<std::int32_t> path_;
  std::vector<std::uint8_t> untried_;  // of each cell of the path, a bit for each move
};

// A tour of a board from tours of the tiles that cover it. Each tile is joined to those laid before
// it: where a step a-b of the one lies beside a step c-d of the others, a move from a to c and one
// from b to d, these two replace those two. Only the first tile may be open; then so is the whole.
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
        fail(i, "found pattern " + std::to_string(tile.pattern) + ", there is none");
      const Pattern& pattern = patterns[tile.pattern];
      check(tile, pattern, i);
      const Box box{static_cast<int>(tile.row), static_cast<int>(tile.col),
                    static_cast<int>(pattern.high), static_cast<int>(pattern.wide)};
      lay(pattern, box);
      if (i > 0 && !join(box)) fail(i, "no step of it lies beside one of those before");
    }
    if (links_.size() > 1 &&
        std::any_of(links_.begin(), links_.end(), [](const Link& at) { return at[0] == none; }))
      throw std::invalid_argument("tiles: some cells of the board are not covered");
  }

  // The tour from a cell on, first along its first link; an open one is to be taken from its end.
  std::vector<std::int32_t> route(std::int64_t start) const {
    if (start < 0 || start >= static_cast<std::int64_t>(links_.size()))
      throw std::invalid_argument("start: found " + std::to_string(start) + ", expected 0 to " +
                                  std::to_string(links_.size() - 1));
    std::vector<std::int32_t> tour;
    tour.reserve(links_.size());
    std::int32_t before = none, at = static_cast<std::int32_t>(start);
    do {
      tour.push_back(at);
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

  [[noreturn]] static void fail(std::size_t tile, const std::string& why) {
    throw std::invalid_argument("tile " + std::to_string(tile) + ": " + why);
  }

  static void check(const Pattern& pattern, std::size_t number) {
    const std::string where = "pattern " + std::to_string(number) + ": ";
    constexpr std::int64_t largest = std::int64_t{1} << 28;
    if (pattern.high < 1 || pattern.wide < 1 || pattern.high > largest || pattern.wide > largest ||
        static_cast<std::int64_t>(pattern.order.size()) != pattern.high * pattern.wide)
      throw std::invalid_argument(where + "found " + std::to_string(4 * pattern.order.size()) +
                                  " bytes for " + std::to_string(pattern.high) + "x" +
                                  std::to_string(pattern.wide) + " cells");
    std::vector<bool> seen(pattern.order.size());
    for (std::int32_t cell : pattern.order) {
      if (cell < 0 || cell >= static_cast<std::int64_t>(seen.size()) || seen[cell])
        throw std::invalid_argument(where + "it does not visit every cell once");
      seen[cell] = true;
    }
    if (pattern.closed && seen.size() < 3)
      throw std::invalid_argument(where + "a closed tour has more cells");
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

  // Joins a tile to those before it at the first place, row by row, where that can be.
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
  std::vector<Link> links_;  // of each cell, those before and after it
};

}  // namespace clew
