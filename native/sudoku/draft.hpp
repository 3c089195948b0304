// One Sudoku on its way from a full grid to a puzzle: which clues to try next, and the outcome.
// See make.hpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "common/expect.hpp"
#include "sudoku/job.hpp"
#include "sudoku/unavoidable.hpp"

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
  refuse("symmetry: found ", name, ", expected ", names);
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

// ------------------------------------------------------------------ one puzzle in progress

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

  // Some of the next orbits. Those between them that must stay are skipped.
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
  int end_ = 0, after_first_ = 0;  // where the queue continues after the test
};

}  // namespace clew::sudoku
