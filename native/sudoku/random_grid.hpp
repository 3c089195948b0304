// A full 9x9 grid at random, the same on every machine.
//
// Three boxes that do not see each other are filled freely. Then the cell with fewest candidates gets
// one of them at random, with backtracking, until the grid is full. That makes some classes of grids
// likelier than others; but then digits, rows, columns, bands and stacks are permuted and the grid is
// transposed, all at random, so that all forms of a class are equally likely.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "common/rng.hpp"

namespace clew::sudoku {

class Fill {
 public:
  explicit Fill(Rng& rng) : rng_(rng) {}

  // 81 digits, as text.
  void write(char* out) {
    for (int box = 0; box < 9; box += 4) put_box(box);
    fill(54);
    mix(out);
  }

 private:
  static constexpr unsigned all = 511;
  static constexpr auto bits_of = [] {
    std::array<std::uint8_t, 512> out{};
    for (unsigned i = 0; i < 512; ++i) out[i] = static_cast<std::uint8_t>(std::popcount(i));
    return out;
  }();
  struct Units {
    std::uint8_t row, col, box;  // of one list of 27
  };
  static constexpr auto units_of = [] {
    std::array<Units, 81> out{};
    for (unsigned c = 0; c < 81; ++c) {
      const unsigned row = c / 9, col = c % 9, box = row / 3 * 3 + col / 3;
      out[c] = {static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(9 + col),
                static_cast<std::uint8_t>(18 + box)};
    }
    return out;
  }();

  unsigned candidates(int cell) const {
    const Units& u = units_of[cell];
    return all & ~(used_[u.row] | used_[u.col] | used_[u.box]);
  }

  // Places a digit (0 to 8), or removes it again.
  void flip(int cell, int digit) {
    const unsigned bit = 1u << digit;
    const Units& u = units_of[cell];
    used_[u.row] ^= bit, used_[u.col] ^= bit, used_[u.box] ^= bit;
    open_[cell / 64] ^= std::uint64_t{1} << cell % 64;
    grid_[cell] = static_cast<std::uint8_t>(digit);
  }

  // The first box keeps the digits in order: they are permuted in the end.
  void put_box(int box) {
    std::uint8_t digits[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    if (box) rng_.shuffle(digits, 9);
    for (int i = 0; i < 9; ++i) flip(30 * (box / 4) + 9 * (i / 3) + i % 3, digits[i]);
  }

  bool fill(int left) {
    if (!left) return true;
    const int cell = fewest();
    std::uint8_t digits[9];
    unsigned count = 0;
    for (unsigned bits = candidates(cell); bits; bits &= bits - 1)
      digits[count++] = static_cast<std::uint8_t>(std::countr_zero(bits));
    rng_.shuffle(digits, count);
    for (unsigned i = 0; i < count; ++i) {
      flip(cell, digits[i]);
      if (fill(left - 1)) return true;
      flip(cell, digits[i]);
    }
    return false;
  }

  // The open cell with the fewest candidates, ties to the first; none is as good as one.
  int fewest() const {
    int best = 0, least = 10;
    for (int w = 0; w < 2; ++w)
      for (std::uint64_t open = open_[w]; open; open &= open - 1) {
        const int cell = 64 * w + std::countr_zero(open), n = bits_of[candidates(cell)];
        if (n < least) least = n, best = cell;
        if (n < 2) return cell;
      }
    return best;
  }

  void mix(char* out) {
    std::uint8_t digits[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, rows[9], cols[9];
    rng_.shuffle(digits, 9);
    lines(rows);
    lines(cols);
    const bool turned = rng_.below(2);
    for (int r = 0; r < 9; ++r)
      for (int c = 0; c < 9; ++c) {
        const int from = turned ? 9 * cols[c] + rows[r] : 9 * rows[r] + cols[c];
        out[9 * r + c] = static_cast<char>('0' + digits[grid_[from]]);
      }
  }

  // A permutation of nine rows or columns that keeps bands or stacks together.
  void lines(std::uint8_t* out) {
    std::uint8_t threes[3] = {0, 1, 2};
    rng_.shuffle(threes, 3);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) out[3 * i + j] = static_cast<std::uint8_t>(3 * threes[i] + j);
      rng_.shuffle(out + 3 * i, 3);
    }
  }

  Rng& rng_;
  unsigned used_[27] = {};  // digits, by row, column and box
  std::uint64_t open_[2] = {~std::uint64_t{0}, (1u << 17) - 1};
  std::uint8_t grid_[81] = {};
};

}  // namespace clew::sudoku
