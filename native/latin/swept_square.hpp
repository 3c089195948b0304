// What is known of a Latin square of order up to 16: a mask of values for each cell, from which singles
// and signs remove impossible values, in all cells at once (sweep.hpp).
//
// Restoring an earlier state copies a few hundred bytes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "latin/sweep_data.hpp"

namespace clew {

class SweptSquare {
 public:
  using Mask = sweep::Mask;
  using Lines = std::uint32_t;
  static constexpr int max_order = sweep::max_order, max_places = max_order * max_order;

  Lines rows = 0, cols = 0;  // changed since the caller settled them

  // Forgets everything; the order may change.
  void reset(int order) {
    begin(order);
    for (int row = 0; row < order; ++row) std::fill_n(&square_.domains[row * stride()], order, full());
    for (Mask* signs : {square_.unless_smaller, square_.unless_greater})
      std::fill_n(signs, 2 * size(), all_ones);
  }

  // The puzzle of these bytes (see batch.hpp), without a branch for each of them.
  void pose(int order, const std::uint8_t* puzzle) {
    static constexpr Mask unless_one[] = {all_ones, 0, all_ones}, unless_two[] = {all_ones, all_ones, 0};
    begin(order);
    Mask domain[max_order + 1] = {full()};
    for (int value = 1; value <= order; ++value) domain[value] = static_cast<Mask>(1 << (value - 1));
    for (int row = 0; row < order; ++row)
      for (int col = 0; col < order; ++col)
        square_.domains[row * stride() + col] = domain[*puzzle++];
    for (int i = 0; i < 2 * order * (order - 1); ++i) {
      square_.unless_smaller[pairs_[i]] = unless_one[puzzle[i]];
      square_.unless_greater[pairs_[i]] = unless_two[puzzle[i]];
    }
  }

  int order() const { return square_.order; }
  int stride() const { return square_.stride; }  // row r and column c meet at place r * stride + c
  Mask full() const { return static_cast<Mask>(all_ones >> (max_order - order())); }
  Mask domain(int place) const { return square_.domains[place]; }
  bool solved() const { return solved_; }  // after `simplify`, and if nothing was kept since

  // A sign between two neighbours; repeating it changes nothing.
  void less(int small, int great) {
    const int first = std::min(small, great), apart = std::abs(great - small);
    const int row = row_of(first), col = col_of(first);
    const int at = apart == stride() ? pair(0, row, col) : pair(1, col, row);
    (small < great ? square_.unless_smaller : square_.unless_greater)[at] = 0;
  }

  // For each cell of a line, which neighbours must be smaller: 1 the one before, 2 the one after.
  std::array<std::uint8_t, max_order> smaller(bool column, int line) const {
    std::array<std::uint8_t, max_order> sides;
    unsigned before = 0;
    for (int j = 0, at = pair(!column, 0, line); j < order(); ++j, at += 2 * stride()) {
      const bool last = j + 1 == order();
      sides[j] = static_cast<std::uint8_t>(before + 2 * (!last && !square_.unless_greater[at]));
      before = !square_.unless_smaller[at];
    }
    return sides;
  }

  // How many open cells a sign ties to this one.
  int open_beside(int place) const {
    const int row = row_of(place), col = col_of(place);
    int count = 0;
    if (row > 0) count += tied(pair(0, row - 1, col)) & open(place - stride());
    if (row + 1 < order()) count += tied(pair(0, row, col)) & open(place + stride());
    if (col > 0) count += tied(pair(1, col - 1, row)) & open(place - 1);
    if (col + 1 < order()) count += tied(pair(1, col, row)) & open(place + 1);
    return count;
  }

  // Intersects a domain with `mask`; false if nothing is left.
  bool keep(int place, Mask mask) {
    const Mask old = square_.domains[place], now = old & mask;
    if (now == old) return true;
    square_.domains[place] = now;
    rows |= Lines{1} << row_of(place);
    cols |= Lines{1} << col_of(place);
    fresh_ = true;
    return now != 0;
  }

  // What is known now, to be restored any number of times; the one saved last goes with `drop`.
  void save() { saved_.insert(saved_.end(), square_.domains, square_.domains + size()); }
  void drop() { saved_.resize(saved_.size() - size()); }
  void restore() {
    std::copy_n(saved_.end() - size(), size(), square_.domains);
    rows = cols = 0;
  }

  // Removes what singles and signs rule out; false if there is no solution.
  bool simplify() {
    if (!fresh_) return true;
    fresh_ = false;
    const sweep::Outcome outcome = sweep_(square_);
    rows |= square_.rows;
    cols |= square_.cols;
    solved_ = outcome == sweep::Outcome::solved;
    if (solved_) rows = cols = 0;
    return outcome != sweep::Outcome::broken;
  }

 private:
  static constexpr Mask all_ones = 0xFFFF;

  void begin(int order) {
    if (order != square_.order) shape(order);
    saved_.clear();
    rows = cols = (Lines{1} << order) - 1;
    solved_ = false;
    fresh_ = true;
  }

  void shape(int order) {
    square_.order = order;
    square_.stride = order <= 8 ? 8 : 16;
    std::fill_n(square_.domains, max_places, Mask{0});
    sweep_ = best_sweeper(order);
    int i = 0;
    for (int row = 0; row < order; ++row)
      for (int col = 0; col + 1 < order; ++col) pairs_[i++] = pair(1, col, row);
    for (int row = 0; row + 1 < order; ++row)
      for (int col = 0; col < order; ++col) pairs_[i++] = pair(0, row, col);
  }

  // The fastest for this machine, or the one that CLEW_SIMD names if the machine has it.
  static sweep::Sweeper best_sweeper(int order) {
#if defined(CLEW_X86_PATHS)
    const char* named = std::getenv("CLEW_SIMD");
    const std::string_view wish = named ? named : "";
    const bool has_avx2 = __builtin_cpu_supports("avx2");
    const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512bw") &&
                            __builtin_cpu_supports("avx512vl");
    if (has_avx512 && wish != "portable" && wish != "avx2") return sweep::avx512(order);
    if (has_avx2 && wish != "portable") return sweep::avx2(order);
#endif
    return sweep::portable(order);
  }

  // Where the sign is between a cell and the one below it, of the square or of the turned one.
  std::uint16_t pair(int way, int row, int col) const {
    return static_cast<std::uint16_t>((2 * row + way) * stride() + col);
  }

  int row_of(int place) const { return stride() == 8 ? place >> 3 : place >> 4; }
  int col_of(int place) const { return place & (stride() - 1); }
  int size() const { return order() * stride(); }
  int open(int place) const {
    const Mask domain = square_.domains[place];
    return (domain & (domain - 1)) != 0;
  }
  int tied(int at) const {
    return (square_.unless_smaller[at] & square_.unless_greater[at]) == 0;
  }

  sweep::Square square_{};
  sweep::Sweeper sweep_ = nullptr;
  bool fresh_ = true;    // something may have changed since the last sweep
  bool solved_ = false;  // as the last sweep said
  std::array<std::uint16_t, 2 * max_order * (max_order - 1)> pairs_{};  // where each sign of a puzzle is
  std::vector<Mask> saved_;
};

}  // namespace clew
