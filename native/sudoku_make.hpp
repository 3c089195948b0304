// Many 9x9 Sudokus with one solution each, from full grids: clues are taken away while there is one.
//
// The cells of a grid are tried in an order drawn by chance. A clue goes if the rest still has one
// solution, so in the end none can go: the puzzle is minimal. With a symmetry, cells that are images of
// each other go together or stay together.
//
// Idea: thousands of puzzles on their way, and the next test of each is one puzzle of a batch
// (sudoku_lanes.hpp). Three things save work, and change no result:
// - For one cell the test is not "how many solutions without it" but "any with another digit there".
// - A clue that is the last of an unavoidable set (sudoku_swaps.hpp) stays without a test.
// - At first many cells are tried at once: if there is one solution without all of them, there was
//   one after each. If not, fewer are tried.
//
// Measured on one core of a Xeon (Emerald Rapids), GCC 12, thousand minimal puzzles a second, with the
// random grids and the last count of all: AVX-512 50, AVX2 38, 128 bits 24. tdoku (clang 14, AVX-512,
// interleaved) 8.2 from full grids and 5.0 from nothing. Of the 20 us a puzzle, a grid takes 3.5.
// Cell by cell with neither sets nor groups, and with one bit set at a time in reading: 34. Groups of
// 28 cells, then 7, then 1 are best; from 24 to 36 little changes, and halving loses 5 %.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "chance.hpp"
#include "sudoku_batch.hpp"
#include "sudoku_fill.hpp"
#include "sudoku_swaps.hpp"

namespace clew::sudoku {

// ------------------------------------------------------------------ symmetries

using Image = int (*)(int row, int col);

struct Symmetry {
  const char* name;
  std::array<Image, 2> images;  // those from which all others come
};

inline constexpr Image turned_half = [](int r, int c) { return 9 * (8 - r) + 8 - c; };
inline constexpr Image turned_quarter = [](int r, int c) { return 9 * c + 8 - r; };
inline constexpr Image mirrored = [](int r, int c) { return 9 * r + 8 - c; };
inline constexpr Image over_diagonal = [](int r, int c) { return 9 * c + r; };
inline constexpr Image over_other_diagonal = [](int r, int c) { return 9 * (8 - c) + 8 - r; };

inline constexpr Symmetry symmetries[] = {
    {"none", {}},
    {"half-turn", {turned_half}},
    {"quarter-turn", {turned_quarter}},
    {"mirror", {mirrored}},
    {"diagonal", {over_diagonal}},
    {"diagonals", {over_diagonal, over_other_diagonal}},
    {"full", {turned_quarter, mirrored}},
};

inline const Symmetry& symmetry(std::string_view name) {
  std::string names;
  for (const Symmetry& each : symmetries) {
    if (each.name == name) return each;
    names += (names.empty() ? "" : ", ") + std::string(each.name);
  }
  throw std::invalid_argument("symmetry: found " + std::string(name) + ", expected " + names);
}

// The cells that go together: each with all its images.
struct Orbits {
  std::uint8_t of[81];  // the orbit of each cell
  std::array<std::vector<std::uint8_t>, 81> cells;

  explicit Orbits(const Symmetry& symmetry) {
    std::fill_n(of, 81, 255);
    int count = 0;
    for (int c = 0; c < 81; ++c)
      if (of[c] == 255) add(c, count++, symmetry);
  }

 private:
  void add(int cell, int orbit, const Symmetry& symmetry) {
    if (of[cell] != 255) return;
    of[cell] = static_cast<std::uint8_t>(orbit);
    cells[orbit].push_back(static_cast<std::uint8_t>(cell));
    for (const Image image : symmetry.images)
      if (image) add(image(cell / 9, cell % 9), orbit, symmetry);
  }
};

// ------------------------------------------------------------------ one puzzle on its way

class Draft {
 public:
  Draft(std::uint64_t index, const char* grid, const std::uint8_t* order, const Orbits& orbits)
      : index_(index), swaps_(grid) {
    std::memcpy(clues_, grid, 81);
    bool met[81] = {};
    for (int i = 0; i < 81; ++i) {  // an orbit comes with the first of its cells
      const std::uint8_t orbit = orbits.of[order[i]];
      if (!met[orbit]) queue_[size_++] = orbit;
      met[orbit] = true;
    }
  }

  std::uint64_t index() const { return index_; }
  const char* clues() const { return clues_; }

  // The next test, or false if the puzzle is done: the clues without some, the digit that is barred
  // from its cell if there is only one, and the number of solutions that are known before the test.
  bool propose(const Orbits& orbits, int least, char* without, std::uint16_t& barred,
               std::uint32_t& known) {
    choose(orbits, least);
    if (!tried_) return false;
    std::memcpy(without, clues_, 81);
    blank(orbits, without);
    const int cell = orbits.cells[try_[0]][0];
    barred = gone_ == 1 ? static_cast<std::uint16_t>(9 * cell + clues_[cell] - '1') : no_bar;
    known = gone_ == 1;
    return true;
  }

  void settle(const Orbits& orbits, bool unique) {
    if (unique) {
      blank(orbits, clues_);
      left_ -= gone_;
      at_ = end_;
    } else {
      for (int i = 0; i < tried_; ++i) put_back(orbits.cells[try_[i]]);
      if (tried_ == 1) at_ = after_first_;
    }
    group_ = std::max(1, group_ / shrink);
  }

 private:
  static constexpr int first_group = 28, shrink = 4;

  // Some of the next orbits. Those between them that surely stay are passed over.
  void choose(const Orbits& orbits, int least) {
    tried_ = gone_ = 0;
    for (end_ = at_; end_ < size_ && gone_ < group_; ++end_) {
      const auto& cells = orbits.cells[queue_[end_]];
      const int more = static_cast<int>(cells.size());
      if (left_ - gone_ - more < least) continue;
      if (tried_ && gone_ + more > group_) break;
      if (!take(cells)) continue;
      if (!tried_) after_first_ = end_ + 1;
      try_[tried_++] = queue_[end_];
      gone_ += more;
    }
  }

  bool take(const std::vector<std::uint8_t>& cells) {
    bool fine = true;
    for (const int cell : cells) fine &= swaps_.take(cell);
    if (!fine) put_back(cells);
    return fine;
  }

  void put_back(const std::vector<std::uint8_t>& cells) {
    for (const int cell : cells) swaps_.put_back(cell);
  }

  void blank(const Orbits& orbits, char* text) const {
    for (int i = 0; i < tried_; ++i)
      for (const int cell : orbits.cells[try_[i]]) text[cell] = '.';
  }

  std::uint64_t index_;
  Swaps swaps_;
  char clues_[81];
  std::uint8_t queue_[81], try_[81];  // orbits: as they are tried, and those tried now
  int size_ = 0, at_ = 0, left_ = 81;  // of the queue: all, and decided; clues
  int group_ = first_group, tried_ = 0, gone_ = 0;  // cells to try at once; orbits and cells tried
  int end_ = 0, after_first_ = 0;  // where the queue goes on after the test
};

// ------------------------------------------------------------------ all of them

struct Order {
  std::size_t count = 0;
  const char* grids = nullptr;           // 81 digits each, or null: by chance
  const std::uint8_t* orders = nullptr;  // 81 cells each, or null: by chance
  std::uint64_t seed = 0;
  std::string_view symmetry = "none";
  int clues = 0;  // keep at least so many
};

inline void check_grid(std::size_t i, const char* grid) {
  const auto fail = [i](const std::string& what) {
    throw std::invalid_argument("grid " + std::to_string(i) + ": " + what);
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
      throw std::invalid_argument("order " + std::to_string(i) + ": found " +
                                  std::to_string(order[c]) + (order[c] > 80 ? "" : " twice") +
                                  ", expected each cell from 0 to 80 once");
    met[order[c]] = true;
  }
}

inline void check_order(const Order& order, std::int64_t threads) {
  expect("clues", order.clues, 0, 81);
  expect("threads", threads, 1, 1024);
  for (std::size_t i = 0; i < order.count; ++i) {
    if (order.grids) check_grid(i, order.grids + 81 * i);
    if (order.orders) check_order(i, order.orders + 81 * i);
  }
}

class Maker {
 public:
  using Pause = Batch::Pause;

  // `out` has room for 81 bytes a puzzle.
  Maker(const Order& order, char* out)
      : order_(order), orbits_(symmetry(order.symmetry)), out_(out), search_(path().search) {}

  void run(int threads, const Pause& pause) {
    Crew crew([&] { pause(done_); });
    slots_ = std::max<std::size_t>(1, std::min(most_slots, order_.count / threads));
    crew.run(threads, [&] { Desk(*this, crew).work(); });
    prove(threads, pause);
  }

 private:
  static constexpr std::size_t most_slots = 8192;

  // What one thread has before it.
  class Desk {
   public:
    Desk(Maker& maker, Crew& crew) : maker_(maker), crew_(crew) {
      text_.resize(81 * maker.slots_);
      barred_.resize(maker.slots_);
      counts_.resize(maker.slots_);
    }

    void work() {
      while (crew_.go_on() && lay_out()) {
        given_ = 0;
        maker_.search_({text_.data(), 81, 2, counts_.data(), nullptr, this, take, go_on, nullptr,
                        barred_.data()});
        if (!crew_.go_on()) return;
        for (std::size_t i = 0; i < drafts_.size(); ++i)
          drafts_[i].settle(maker_.orbits_, counts_[i] == 1);
      }
    }

   private:
    // The next test of each draft; new drafts for those that are done.
    bool lay_out() {
      for (std::size_t i = 0; i < maker_.slots_;) {
        if (i == drafts_.size() && !begin()) break;
        if (drafts_[i].propose(maker_.orbits_, maker_.order_.clues, &text_[81 * i], barred_[i],
                               counts_[i])) {
          ++i;
          continue;
        }
        maker_.finish(drafts_[i]);
        drafts_[i] = drafts_.back();
        drafts_.pop_back();
        if (!crew_.go_on()) return false;
      }
      return !drafts_.empty();
    }

    bool begin() {
      const std::size_t i = maker_.next_.fetch_add(1);
      if (i >= maker_.order_.count) return false;
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

    static bool go_on(void* self) { return static_cast<Desk*>(self)->crew_.go_on(); }

    Maker& maker_;
    Crew& crew_;
    std::vector<Draft> drafts_;
    std::vector<char> text_;
    std::vector<std::uint16_t> barred_;
    std::vector<std::uint32_t> counts_;
    std::size_t given_ = 0;  // drafts that the search has taken
  };

  // Each puzzle has a chance of its own, so that no thread changes another's puzzle.
  Draft draft(std::size_t i) const {
    Chance chance = Chance::of(order_.seed, i);
    char grid[81];
    if (order_.grids) std::memcpy(grid, order_.grids + 81 * i, 81);
    else Fill(chance).write(grid);
    std::uint8_t order[81];
    for (int c = 0; c < 81; ++c) order[c] = static_cast<std::uint8_t>(c);
    if (order_.orders) std::memcpy(order, order_.orders + 81 * i, 81);
    else chance.shuffle(order, 81);
    return Draft(i, grid, order, orbits_);
  }

  void finish(const Draft& draft) {
    std::memcpy(out_ + 81 * draft.index(), draft.clues(), 81);
    ++done_;
  }

  // Counts the solutions of all puzzles once more, by the ordinary batch.
  void prove(int threads, const Pause& pause) const {
    const std::unique_ptr<std::uint32_t[]> counts(new std::uint32_t[order_.count]);
    const Text text({out_, 81 * order_.count});
    Batch(text, 2, counts.get(), nullptr).run(threads, [&](std::uint64_t) { pause(order_.count); });
    for (std::size_t i = 0; i < order_.count; ++i)
      if (counts[i] != 1)
        throw std::logic_error("puzzle " + std::to_string(i) + ": it has not just one solution");
  }

  const Order order_;
  const Orbits orbits_;
  char* out_;
  Searcher search_;
  std::size_t slots_ = 1;
  std::atomic<std::size_t> next_{0}, done_{0};
};

}  // namespace clew::sudoku
