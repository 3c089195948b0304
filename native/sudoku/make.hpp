// Many 9x9 Sudokus with one solution each, from full grids: clues are removed while there is one.
//
// The cells of a grid are tried in random order. A clue is removed if the rest still has one
// solution, so in the end none can be: the puzzle is minimal. With a symmetry, cells that are images of
// each other are removed or stay together.
//
// Idea: thousands of puzzles are in progress, and the next test of each is one puzzle of a batch
// (lane_search.hpp). Three things save work, and change no result:
// - For one cell the test is not "how many solutions without it" but "any with another digit there".
// - A clue that is the last of an unavoidable set (unavoidable.hpp) stays without a test.
// - At first many cells are tried at once: if there is one solution without all of them, there was
//   one without each. If not, fewer are tried.
//
// Measured on one core of a Xeon (Emerald Rapids), GCC 12, thousand minimal puzzles a second, including
// random grids and the final count: AVX-512 50, AVX2 38, 128 bits 24. tdoku (clang 14, AVX-512,
// interleaved) 8.2 from full grids and 5.0 from nothing. Of the 20 us a puzzle, a grid takes 3.5.
// Cell by cell with neither sets nor groups, and with one bit set at a time in reading: 34. Groups of
// 28 cells, then 7, then 1 are best; from 24 to 36 little changes, and halving loses 5 %.
#pragma once

#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/expect.hpp"
#include "common/rng.hpp"
#include "sudoku/batch.hpp"
#include "sudoku/draft.hpp"
#include "sudoku/random_grid.hpp"

namespace clew::sudoku {

// What is wanted.
struct Request {
  std::size_t count = 0;
  const char* grids = nullptr;           // 81 digits each, or null: at random
  const std::uint8_t* orders = nullptr;  // 81 cells each, or null: at random
  std::uint64_t seed = 0;
  std::string_view symmetry = "none";
  int clues = 0;  // keep at least this many
};

inline void check_grid(std::size_t i, const char* grid) {
  const auto fail = [i](const std::string& what) {
    refuse("grid ", i, ": ", what);
  };
  for (int c = 0; c < 81; ++c)
    if (static_cast<unsigned char>(grid[c] - '1') > 8)
      fail("cell " + std::to_string(c) + ": found byte " +
           std::to_string(static_cast<unsigned char>(grid[c])) + ", expected 1 to 9");
  if (!solves(grid, grid)) fail("found a digit twice in a row, column or box, expected it once");
}

inline void check_order(std::size_t i, const std::uint8_t* order) {
  bool met[81] = {};
  for (int c = 0; c < 81; ++c) {
    if (order[c] > 80 || met[order[c]])
      refuse("order ", i, ": found ", order[c], (order[c] > 80 ? "" : " twice"),
             ", expected each cell from 0 to 80 once");
    met[order[c]] = true;
  }
}

inline void check_request(const Request& request, std::int64_t threads) {
  expect("clues", request.clues, 0, 81);
  expect("threads", threads, 1, 1024);
  for (std::size_t i = 0; i < request.count; ++i) {
    if (request.grids) check_grid(i, request.grids + 81 * i);
    if (request.orders) check_order(i, request.orders + 81 * i);
  }
}

class Maker {
 public:
  using Pause = Batch::Pause;

  // `out` has room for 81 bytes a puzzle.
  Maker(const Request& request, char* out)
      : request_(request), orbits_(symmetry(request.symmetry)), out_(out), search_(path().search) {}

  void run(int threads, const Pause& pause) {
    const std::size_t worth = request_.count / least_slots + 1;  // a thread needs lanes to fill
    if (worth < static_cast<std::size_t>(threads)) threads = static_cast<int>(worth);
    slots_ = std::clamp<std::size_t>(request_.count / threads, 1, most_slots);
    WorkerThreads workers([&] { pause(done_); });
    workers.run(threads, [&] { Desk(*this, workers).work(); });
    prove(threads, pause);
  }

 private:
  static constexpr std::size_t least_slots = 512, most_slots = 8192;

  // The work of one thread.
  class Desk {
   public:
    Desk(Maker& maker, WorkerThreads& workers) : maker_(maker), workers_(workers) {
      text_.resize(81 * maker.slots_);
      barred_.resize(maker.slots_);
      counts_.resize(maker.slots_);
    }

    void work() {
      while (workers_.go_on() && lay_out()) {
        given_ = 0;
        maker_.search_({text_.data(), 81, 2, counts_.data(), nullptr, this, take, go_on, nullptr,
                        barred_.data()});
        if (!workers_.go_on()) return;
        for (std::size_t i = 0; i < drafts_.size(); ++i)
          drafts_[i].settle(maker_.orbits_, counts_[i] == 1);
      }
    }

   private:
    // The next test of each draft; new drafts for those that are done.
    bool lay_out() {
      for (std::size_t i = 0; i < maker_.slots_;) {
        if (i == drafts_.size() && !begin()) break;
        if (drafts_[i].propose(maker_.orbits_, maker_.request_.clues, &text_[81 * i], barred_[i],
                               counts_[i])) {
          ++i;
          continue;
        }
        maker_.finish(drafts_[i]);
        drafts_[i] = drafts_.back();
        drafts_.pop_back();
        if (!workers_.go_on()) return false;
      }
      return !drafts_.empty();
    }

    bool begin() {
      const std::size_t i = maker_.next_.fetch_add(1);
      if (i >= maker_.request_.count) return false;
      drafts_.push_back(maker_.draft(i));
      return true;
    }

    static std::uint32_t take(void* self, std::uint32_t most, std::uint32_t* first) {
      Desk& desk = *static_cast<Desk*>(self);
      const std::size_t n = std::min<std::size_t>(most, desk.drafts_.size() - desk.given_);
      *first = static_cast<std::uint32_t>(desk.given_);
      desk.given_ += n;
      return static_cast<std::uint32_t>(n);
    }

    static bool go_on(void* self) { return static_cast<Desk*>(self)->workers_.go_on(); }

    Maker& maker_;
    WorkerThreads& workers_;
    std::vector<Draft> drafts_;
    std::vector<char> text_;
    std::vector<std::uint16_t> barred_;
    std::vector<std::uint32_t> counts_;
    std::size_t given_ = 0;  // drafts that the search has taken
  };

  // Each puzzle has a generator of its own, so puzzles do not depend on the threads.
  Draft draft(std::size_t i) const {
    Rng rng = Rng::of(request_.seed, i);
    char grid[81];
    if (request_.grids) std::memcpy(grid, request_.grids + 81 * i, 81);
    else Fill(rng).write(grid);
    std::uint8_t order[81];
    for (int c = 0; c < 81; ++c) order[c] = static_cast<std::uint8_t>(c);
    if (request_.orders) std::memcpy(order, request_.orders + 81 * i, 81);
    else rng.shuffle(order, 81);
    return Draft(i, grid, order, orbits_);
  }

  void finish(const Draft& draft) {
    std::memcpy(out_ + 81 * draft.index(), draft.clues(), 81);
    ++done_;
  }

  // Counts the solutions of all puzzles once more, by the ordinary batch.
  void prove(int threads, const Pause& pause) const {
    const std::unique_ptr<std::uint32_t[]> counts(new std::uint32_t[request_.count]);
    const Text text({out_, 81 * request_.count});
    Batch(text, 2, counts.get(), nullptr).run(threads, [&](std::uint64_t) { pause(request_.count); });
    for (std::size_t i = 0; i < request_.count; ++i)
      if (counts[i] != 1)
        throw std::logic_error("puzzle " + std::to_string(i) + ": it has not just one solution");
  }

  const Request request_;
  const Orbits orbits_;
  char* out_;
  Searcher search_;
  std::size_t slots_ = 1;
  std::atomic<std::size_t> next_{0}, done_{0};
};

}  // namespace clew::sudoku
