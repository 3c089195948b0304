// The answers of N-Queens that do not change when the board is turned by half or by a quarter.
//
// Idea: a queen on one square means queens on all squares that turning takes it to (its orbit), so
// these are placed together, in the first empty row. The rows, columns and diagonals of an orbit are
// four masks made in advance; an orbit whose own queens attack each other has none. There are so few
// of these answers that counting them takes little time compared with counting all: n = 18 25 ms,
// n = 20 0.24 s, n = 22 2.4 s.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "common/expect.hpp"

namespace clew {

class QueensTurned {
 public:
  using Mask = std::uint64_t;
  static constexpr int max_n = 32;

  // `turns` is how many turns bring the board back to its first position: 2 or 4.
  QueensTurned(std::int64_t n, std::int64_t turns) {
    expect("n", n, 0, max_n);
    if (turns != 2 && turns != 4) refuse("turns: found ", turns, ", expected 2 or 4");
    n_ = static_cast<int>(n);
    for (int row = 0; row < n_; ++row)
      for (int column = 0; column < n_; ++column)
        orbits_.push_back(orbit(row, column, static_cast<int>(turns)));
    if (n_ == 0) total_ = 1;
    finished_ = n_ == 0;
  }

  // Continues until at most max_nodes more orbits are placed.
  void run(std::uint64_t max_nodes) {
    while (!finished_) {
      Level& here = levels_[depth_];
      const int row = std::countr_one(here.taken.rows);
      while (here.next < n_ && !fits(here.taken, orbits_[row * n_ + here.next])) ++here.next;
      if (here.next == n_) {
        if (depth_-- == 0) finished_ = true;
        continue;
      }
      if (max_nodes-- == 0) return;
      ++nodes_;
      const Orbit& placed = orbits_[row * n_ + here.next++];
      const Orbit taken{here.taken.rows | placed.rows, here.taken.columns | placed.columns,
                        here.taken.rising | placed.rising, here.taken.falling | placed.falling};
      if (std::countr_one(taken.rows) == n_)
        ++total_;
      else
        levels_[++depth_] = {taken, 0};
    }
    depth_ = finished_ ? 0 : depth_;
  }

  std::uint64_t total() const { return total_; }
  std::uint64_t nodes() const { return nodes_; }  // orbits placed
  bool finished() const { return finished_; }

 private:
  struct Orbit {
    Mask rows = 0, columns = 0, rising = 0, falling = 0;
  };
  struct Level {
    Orbit taken;
    int next = 0;
  };

  // The orbit of a square; all bits set, so that it never fits, if its queens clash.
  Orbit orbit(int row, int column, int turns) const {
    Orbit all;
    std::vector<int> seen;
    for (int i = 0; i < turns; ++i) {
      bool known = false;
      for (int square : seen) known |= square == row * n_ + column;
      if (!known) {
        const Mask r = Mask{1} << row, c = Mask{1} << column;
        const Mask up = Mask{1} << (row + column), down = Mask{1} << (column - row + n_ - 1);
        if ((all.rows & r) | (all.columns & c) | (all.rising & up) | (all.falling & down))
          return {~Mask{0}, ~Mask{0}, ~Mask{0}, ~Mask{0}};
        all = {all.rows | r, all.columns | c, all.rising | up, all.falling | down};
        seen.push_back(row * n_ + column);
      }
      const int before = row;
      row = turns == 2 ? n_ - 1 - row : column;
      column = turns == 2 ? n_ - 1 - column : n_ - 1 - before;
    }
    return all;
  }
  static bool fits(const Orbit& taken, const Orbit& orbit) {
    return ((taken.rows & orbit.rows) | (taken.columns & orbit.columns) |
            (taken.rising & orbit.rising) | (taken.falling & orbit.falling)) == 0 &&
           orbit.rows != ~Mask{0};
  }

  int n_, depth_ = 0;
  bool finished_ = false;
  std::uint64_t total_ = 0, nodes_ = 0;
  std::vector<Orbit> orbits_;
  std::array<Level, max_n + 1> levels_{};
};

}  // namespace clew
