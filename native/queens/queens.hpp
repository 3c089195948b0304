// N-Queens, row by row, in three bit masks; the search can be stopped and resumed.
//
// Idea: bit c of a mask stands for column c of the current row. A queen blocks its column below,
// and two diagonals that move one column right and left per row: both are shifts by one, so the
// free places of the next row are allowed & ~(columns | rising | falling), and the lowest set bit
// is the next place to try. Answers therefore come in lexicographic order.
//
// Measured, all of n = 14 (27,358,553 nodes, answers kept) on one core, million nodes a second, the
// best of five: 111 with the four masks of each row on a stack of our own and dead ends not entered;
// 106 entering them; 91 with only the free masks stacked and attacks undone by xor. Plain recursion
// reaches 113, but it cannot pause and checks no limits.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "common/expect.hpp"

namespace clew {

class Queens {
 public:
  static constexpr int max_n = 64;
  using Mask = std::uint64_t;

  // allowed[r] has bit c set while row r may hold its queen in column c; a queen already placed
  // is a mask of one bit.
  Queens(std::int64_t n, const std::vector<Mask>& allowed) {
    expect("n", n, 0, max_n);
    if (allowed.size() != static_cast<std::size_t>(n))
      refuse("rows: found ", allowed.size(), " masks, expected ", n);
    n_ = static_cast<int>(n);
    const Mask full = n_ == 0 ? 0 : ~Mask{0} >> (max_n - n_);
    for (int r = 0; r < n_; ++r) {
      if (allowed[r] & ~full) refuse("row ", r, ": the mask allows a column past ", n_ - 1);
      allowed_[r] = allowed[r];
    }
  }

  // Goes on by at most max_nodes nodes, until max_solutions more are found or the tree is done.
  // Returns the answers, n columns each, one after the other; `found` is their number.
  // A node is the root or a placement that attacks no earlier queen.
  std::vector<std::uint8_t> run(std::uint64_t max_solutions, std::uint64_t max_nodes,
                                std::uint64_t& found) {
    std::vector<std::uint8_t> answers;
    found = 0;
    if (!started_) {
      if (max_nodes == 0 || max_solutions == 0) return answers;
      started_ = true;
      nodes_ = 1;
      --max_nodes;
      if (n_ == 0) {
        found = 1;
        finished_ = true;
        return answers;
      }
      levels_[0] = {0, 0, 0, allowed_[0]};
    }
    if (finished_) return answers;

    int depth = depth_;  // queens placed
    int deepest = deepest_;
    Level here = levels_[depth];
    std::uint64_t left = max_nodes;
    for (;;) {
      if (here.free == 0) {
        if (depth == 0) {
          finished_ = true;
          break;
        }
        here = levels_[--depth];
        take_back(depth);
        continue;
      }
      if (left == 0 || found == max_solutions) break;
      --left;
      const Mask queen = here.free & -here.free;
      here.free ^= queen;
      if (depth + 1 == n_) {
        columns_[depth] = column(queen);
        answers.insert(answers.end(), columns_.begin(), columns_.begin() + n_);
        ++found;
        deepest = n_;
        fruitful_ = depth;  // this last queen is removed at once
        continue;
      }
      Level next{here.columns | queen, (here.rising | queen) << 1, (here.falling | queen) >> 1, 0};
      next.free = allowed_[depth + 1] & ~(next.columns | next.rising | next.falling);
      deepest = std::max(deepest, depth + 1);
      if (next.free == 0) {  // a dead end: placed and removed without a descent
        ++backtracks_;
        continue;
      }
      columns_[depth] = column(queen);
      levels_[depth++] = here;
      here = next;
    }
    levels_[depth] = here;
    deepest_ = deepest;
    depth_ = depth;
    nodes_ += max_nodes - left;
    return answers;
  }

  int width() const { return n_; }  // numbers in an answer
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t backtracks() const { return backtracks_; }  // undone, no answer below
  int deepest() const { return deepest_; }                  // most queens ever placed
  bool finished() const { return finished_; }               // the whole tree is searched

 private:
  struct Level {
    Mask columns, rising, falling;  // attacked from the rows above
    Mask free;                      // not attacked, not tried yet
  };

  static std::uint8_t column(Mask queen) {
    return static_cast<std::uint8_t>(std::countr_zero(queen));
  }

  // The first `fruitful_` queens placed have an answer below them; the others have none yet.
  void take_back(int row) {
    if (fruitful_ > row)
      fruitful_ = row;
    else
      ++backtracks_;
  }

  int n_ = 0, depth_ = 0, deepest_ = 0, fruitful_ = 0;
  bool started_ = false, finished_ = false;
  std::uint64_t nodes_ = 0, backtracks_ = 0;
  std::array<Mask, max_n> allowed_{};
  std::array<Level, max_n> levels_{};
  std::array<std::uint8_t, max_n> columns_{};
};

}  // namespace clew
