// Many Futoshikis of one order in one call, over several threads.
//
// A puzzle is bytes: n * n givens row by row (0 where nothing is given), then a sign for each two
// cells side by side, row by row, then one for each two cells above each other: 0 for none, 1 if the
// first cell is the smaller, 2 if it is the greater. Threads take chunks of puzzles from a counter.
// Up to order 5 the answers are looked up (all_squares.hpp), if wanted; else they are searched (ranks.hpp).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>

#include "common/expect.hpp"
#include "common/worker_threads.hpp"
#include "latin/all_squares.hpp"
#include "latin/ranks.hpp"

namespace clew {

class FutoshikiBatch {
 public:
  // `solutions`, if not null, gets n * n bytes for each puzzle: its first solution, or zeros.
  FutoshikiBatch(std::int64_t order, const std::uint8_t* bytes, std::size_t size,
                 std::int64_t limit, std::int64_t threads, bool look_up = true)
      : bytes_(bytes), look_up_(look_up) {
    expect("order", order, 1, Ranks::max_order);
    expect("limit", limit, 1, UINT32_MAX);
    expect("threads", threads, 1, 1024);
    n_ = static_cast<int>(order);
    limit_ = static_cast<std::uint32_t>(limit);
    threads_ = static_cast<std::size_t>(threads);
    cells_ = static_cast<std::size_t>(n_) * n_;
    width_ = cells_ + 2 * static_cast<std::size_t>(n_) * (n_ - 1);
    if (size % width_ != 0)
      refuse("puzzles: found ", size, " bytes, expected a multiple of ", width_, " for order ", n_);
    count_ = size / width_;
  }

  std::size_t count() const { return count_; }
  std::size_t cells() const { return cells_; }

  // Fills `counts`, one for each puzzle, and `solutions` if it is not null. `poll` is called
  // every 50 ms on the calling thread; what it throws ends the batch.
  template <class Poll>
  void run(std::uint32_t* counts, std::uint8_t* solutions, Poll poll) {
    check();
    WorkerThreads workers(poll);
    const std::size_t useful = std::min(threads_, (count_ + chunk - 1) / chunk + 1);
    workers.run(static_cast<int>(useful), [&] { work(counts, solutions, workers); });
  }

 private:
  static constexpr std::size_t chunk = 64;
  static constexpr std::uint64_t slice = 2000;  // nodes between two checks of the clock

  // Every byte of every puzzle, before anything is solved.
  void check() const {
    for (std::size_t i = 0; i < count_; ++i) {
      const std::uint8_t* puzzle = bytes_ + i * width_;
      if (most(puzzle, cells_) > n_ || most(puzzle + cells_, width_ - cells_) > 2)
        complain(i, puzzle);
    }
  }

  // The greatest byte; the compiler vectorizes this, but not max_element.
  static std::uint8_t most(const std::uint8_t* bytes, std::size_t size) {
    std::uint8_t found = 0;
    for (std::size_t i = 0; i < size; ++i) found = std::max(found, bytes[i]);
    return found;
  }

  [[noreturn]] void complain(std::size_t i, const std::uint8_t* puzzle) const {
    std::size_t place = 0;
    while (puzzle[place] <= (place < cells_ ? n_ : 2)) ++place;
    const bool given = place < cells_;
    refuse("puzzle ", i, given ? ", cell " : ", sign ", given ? place : place - cells_, ": found ",
           puzzle[place], ", expected 0 to ", given ? n_ : 2);
  }

  void work(std::uint32_t* counts, std::uint8_t* solutions, WorkerThreads& workers) {
    if (n_ <= SquareTable::max_order && look_up_)
      work_with(Lookup(n_), counts, solutions, workers);
    else if (n_ <= SmallRankSearch::max_order)
      work_with(Search<SmallRankSearch>{}, counts, solutions, workers);
    else
      work_with(Search<LargeRankSearch>{}, counts, solutions, workers);
  }

  template <class Solver>
  void work_with(Solver solver, std::uint32_t* counts, std::uint8_t* solutions, WorkerThreads& workers) {
    for (;;) {
      const std::size_t first = next_.fetch_add(chunk);
      if (first >= count_) return;
      for (std::size_t i = first; i < std::min(first + chunk, count_); ++i) {
        solver.state(*this, bytes_ + i * width_);
        std::uint8_t* solution = solutions ? solutions + i * cells_ : nullptr;
        if (solution) std::memset(solution, 0, cells_);
        counts[i] = 0;
        while (!solver.go_on(counts[i], limit_, solution))
          if (!workers.go_on()) return;
      }
      if (!workers.go_on()) return;
    }
  }

  // Calls less(small, great) for each sign, by cells, and given(cell, value) for each given.
  template <class Less, class Given>
  void each_rule(const std::uint8_t* puzzle, Less less, Given given) const {
    const std::uint8_t* sign = puzzle + cells_;
    for (int row = 0, cell = 0; row < n_; ++row)
      for (int col = 0; col < n_; ++col, ++cell) {
        if (puzzle[cell]) given(cell, puzzle[cell]);
        if (col + 1 == n_) continue;
        if (*sign) *sign == 1 ? less(cell, cell + 1) : less(cell + 1, cell);
        ++sign;
      }
    for (int cell = 0; cell + n_ < static_cast<int>(cells_); ++cell, ++sign)
      if (*sign) *sign == 1 ? less(cell, cell + n_) : less(cell + n_, cell);
  }

  struct Lookup {
    explicit Lookup(int order) : table(SquareTable::of(order)) {}

    void state(const FutoshikiBatch& batch, const std::uint8_t* puzzle) {
      rules.clear();
      batch.each_rule(
          puzzle, [this](int a, int b) { rules.push_back(table.obeying(a, b)); },
          [this](int cell, int value) { rules.push_back(table.having(cell, value)); });
      way = table.turn(rules);
      cells = static_cast<int>(batch.cells_);
    }

    bool go_on(std::uint32_t& count, std::uint32_t limit, std::uint8_t* solution) const {
      table.answers(rules, [&](std::size_t block, std::uint64_t bits) {
        if (count == 0 && solution) {
          const std::uint8_t* square = table.square(block, std::countr_zero(bits));
          for (int cell = 0; cell < cells; ++cell) solution[cell] = square[table.turned(way, cell)];
        }
        count += static_cast<std::uint32_t>(
            std::min<std::uint64_t>(std::popcount(bits), limit - count));
        return count < limit;
      });
      return true;
    }

    const SquareTable& table;
    SquareTable::Rules rules;
    int way = 0, cells = 0;
  };

  template <class Ranks>
  struct Search {
    void state(const FutoshikiBatch& batch, const std::uint8_t* puzzle) {
      search.pose(batch.n_, puzzle);
    }

    bool go_on(std::uint32_t& count, std::uint32_t limit, std::uint8_t* solution) {
      search.run(limit - count, slice, [&](const auto& square) {
        if (count++ == 0 && solution) square.write(solution);
      });
      return search.finished() || count == limit;
    }

    Ranks search;
  };

  const std::uint8_t* bytes_;
  const bool look_up_;
  int n_ = 0;
  std::uint32_t limit_ = 1;
  std::size_t threads_ = 1, cells_ = 0, width_ = 0, count_ = 0;
  std::atomic<std::size_t> next_{0};
};

}  // namespace clew
