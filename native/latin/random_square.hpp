// Random Latin squares by the walk of Jacobson and Matthews (Journal of Combinatorial Designs 4,
// 1996), draw for draw the same as the readable twin, so that a seed makes the same square anywhere.
//
// A square is a cube of 0 and 1 with one 1 in each line. A step adds a 1 and a -1 along the edges of
// a small cube, which may leave one cell improper; steps continue from there until it is proper.
//
// Idea: the square is kept three ways (the value at row and column, the column of row and value, the
// row of column and value), so that each step is a dozen stores.
//
// How many steps: from 2 n on, the number of 2 x 2 subsquares is distributed as after 3 n^3 steps
// (orders 4 to 9, 20,000 to 100,000 squares each, within sampling error); n^2 are taken.
//
// Measured on one core of a Xeon, GCC 12: 11 million steps from proper to proper a second at order 9,
// and 120,000 squares. With a branch for each draw: half of that.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "common/expect.hpp"
#include "common/rng.hpp"
#include "common/worker_threads.hpp"

namespace clew {

class LatinWalk {
 public:
  static constexpr int max_order = 64;

  explicit LatinWalk(int order) : n_(order) {
    for (int a = 0; a < n_; ++a)
      for (int b = 0; b < n_; ++b) {
        at(values_, a, b) = static_cast<std::uint8_t>((a + b) % n_);
        at(cols_, a, b) = at(rows_, a, b) = static_cast<std::uint8_t>((b - a + n_) % n_);
      }
  }

  // n^2 steps from the square of the cyclic group; then rows, columns and values are
  // permuted at random. The values are written from 1, row by row.
  void walk(Rng& rng, std::uint8_t* out) {
    for (int left = n_ > 1 ? n_ * n_ : 0; left > 0; --left) step(rng);
    std::array<std::uint8_t, max_order> rows, cols, names;
    for (std::uint8_t* items : {rows.data(), cols.data(), names.data()}) {
      for (int i = 0; i < n_; ++i) items[i] = static_cast<std::uint8_t>(i);
      rng.shuffle(items, static_cast<unsigned>(n_));
    }
    for (int a = 0; a < n_; ++a)
      for (int b = 0; b < n_; ++b)
        *out++ = static_cast<std::uint8_t>(names[at(values_, rows[a], cols[b])] + 1);
  }

 private:
  using Table = std::array<std::uint8_t, max_order * max_order>;

  static std::uint8_t& at(Table& table, int a, int b) { return table[a * max_order + b]; }

  // From one proper square to another: puts a value into a cell, and repairs what follows.
  void step(Rng& rng) {
    int r = static_cast<int>(rng.below(n_)), c = static_cast<int>(rng.below(n_));
    const int old = at(values_, r, c);
    int s = (old + 1 + static_cast<int>(rng.below(n_ - 1))) % n_;
    int z = old, y = at(cols_, r, s), x = at(rows_, c, s);
    set(values_, r, c, s), set(cols_, r, s, c), set(rows_, c, s, r);
    for (;;) {
      set(cols_, r, z, y), set(values_, r, y, z), set(rows_, y, s, x);
      set(values_, x, c, z), set(rows_, c, z, x), set(cols_, x, s, y);
      if (at(values_, x, y) == z) {
        set(values_, x, y, s), set(cols_, x, z, c), set(rows_, y, z, r);
        return;
      }
      // The cell x, y is improper: it has two values too many, and one of them stays there.
      const int gone = keep_one(at(values_, x, y), s, rng);
      const int gone_col = keep_one(at(cols_, x, z), c, rng);
      const int gone_row = keep_one(at(rows_, y, z), r, rng);
      r = x, c = y, s = z, z = gone, y = gone_col, x = gone_row;
    }
  }

  static void set(Table& table, int a, int b, int value) {
    at(table, a, b) = static_cast<std::uint8_t>(value);
  }

  // No branch: it could not be predicted.
  static int keep_one(std::uint8_t& here, int other, Rng& rng) {
    const int both = here ^ other, change = both & (static_cast<int>(rng.below(2)) - 1);
    here = static_cast<std::uint8_t>(here ^ change);
    return other ^ change;
  }

  int n_;
  Table values_, cols_, rows_;
};

// `count` squares of one order, n * n bytes each; square i depends only on the seed and i.
class LatinSquares {
 public:
  LatinSquares(std::int64_t count, std::int64_t order, std::uint64_t seed, std::int64_t threads)
      : seed_(seed) {
    expect("count", count, 0, UINT32_MAX);
    expect("order", order, 1, LatinWalk::max_order);
    expect("threads", threads, 1, 1024);
    count_ = static_cast<std::size_t>(count);
    n_ = static_cast<int>(order);
    threads_ = static_cast<int>(threads);
  }

  std::size_t bytes() const { return count_ * n_ * n_; }

  template <class Poll>
  void run(std::uint8_t* out, Poll poll) {
    WorkerThreads workers(poll);
    workers.run(threads_, [&] {
      for (std::size_t i; workers.go_on() && (i = next_.fetch_add(1)) < count_;) {
        Rng rng = Rng::of(seed_, i);
        LatinWalk walk(n_);
        walk.walk(rng, out + i * n_ * n_);
      }
    });
  }

 private:
  std::uint64_t seed_;
  std::size_t count_ = 0;
  int n_ = 0, threads_ = 1;
  std::atomic<std::size_t> next_{0};
};

}  // namespace clew
