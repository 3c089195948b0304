// Other solutions that are known while items are removed from a board: as long as one of them breaks
// no remaining item, no technique can solve the rest.
//
// Idea: many are known before anything is searched. Of two rows of a Latin square, the numbers on
// one cycle (from a column to the one where the first row has what the second has here, and so on) can
// change places, and it is still a Latin square; so can those of two columns and, along its rows, of
// two values. If the values are consecutive, only the signs between them break.
//
// Measured, for one puzzle 5x5 extreme: 10 searches find another solution, and 32 without the
// cycles. A solution found by search is seldom useful again: each item that stays needs a solution
// that breaks it and no other one that stays.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "rater/latin_position.hpp"

namespace clew::signs {

class Others {
 public:
  explicit Others(const Shape& shape) : shape_(shape) {}

  // The solution; no other is known.
  void begin(const std::uint8_t* square) {
    std::copy_n(square, shape_.cells, square_.begin());
    others_.clear();
  }

  // Notes all squares that differ by one cycle. The items, in the order in which they are tried, are
  // those that they and any noted later may break.
  void switch_cycles(const std::vector<std::uint16_t>& items) {
    place_.fill(none);
    for (std::size_t i = 0; i < items.size(); ++i) place_[items[i]] = static_cast<std::uint16_t>(i);
    for (int turn = 0; turn < 3; ++turn) switch_cycles(turn);
  }

  // Whether one is known that breaks no kept item, and none from a place on.
  bool known(std::size_t from) const {
    return std::ranges::any_of(others_, [&](const Other& other) { return other.last < from; });
  }

  // The item at a place stays.
  void keep(std::size_t place) {
    std::erase_if(others_, [&](const Other& other) { return other.breaks[place]; });
  }

  // Notes a square, by the value of each cell, if it is another one.
  template <class Value>
  bool note(Value value) {
    Other other{};
    const auto breaks = [&](int item) {
      if (place_[item] == none) return;
      other.last = std::max(other.last, place_[item]);
      other.breaks.set(place_[item]);
    };
    bool differs = false;
    for (int cell = 0; cell < shape_.cells; ++cell)
      if (value(cell) != square_[cell]) differs = true, breaks(cell);
    if (!differs) return false;
    for (int item = shape_.cells; item < shape_.width; ++item) {
      const auto [a, b] = shape_.pairs[item - shape_.cells];
      if ((value(a) < value(b)) != (square_[a] < square_[b])) breaks(item);
    }
    others_.push_back(other);
    return true;
  }

 private:
  static constexpr int most_items = 3 * max_cells;
  static constexpr std::uint16_t none = UINT16_MAX;

  struct Other {
    std::uint16_t last;  // the place of the last item that it breaks
    std::bitset<most_items> breaks;
  };

  // A square is triples of row, column and value; here they are turned to x, y and z, so that two rows,
  // two columns or two values are two x.
  void switch_cycles(int turn) {
    const int n = shape_.n;
    std::array<std::array<std::uint8_t, max_order>, max_order> z_of, y_of;
    for (int cell = 0; cell < shape_.cells; ++cell) {
      const std::array<int, 3> triple{shape_.row[cell], shape_.col[cell], square_[cell] - 1};
      const int x = triple[turn], y = triple[(turn + 1) % 3], z = triple[(turn + 2) % 3];
      z_of[x][y] = static_cast<std::uint8_t>(z);
      y_of[x][z] = static_cast<std::uint8_t>(y);
    }
    std::array<std::uint8_t, max_cells> near = square_;
    const auto put = [&](int x, int y, int z) {
      const std::array<int, 3> turned{x, y, z};
      const int row = turned[(3 - turn) % 3], col = turned[(4 - turn) % 3];
      near[shape_.at(row, col)] = static_cast<std::uint8_t>(turned[(5 - turn) % 3] + 1);
    };
    for (int one = 0; one < n; ++one)
      for (int two = one + 1; two < n; ++two)
        for (Mask left = static_cast<Mask>(bit(n) - 1), cycle; left; left ^= cycle) {
          cycle = 0;
          for (int y = lowest(left); !(cycle >> y & 1); y = y_of[one][z_of[two][y]]) {
            cycle |= bit(y);
            put(one, y, z_of[two][y]), put(two, y, z_of[one][y]);
          }
          note([&](int cell) { return near[cell]; });
          for (Mask back = cycle; back; back &= back - 1) {
            const int y = lowest(back);
            put(one, y, z_of[one][y]), put(two, y, z_of[two][y]);
          }
        }
  }

  const Shape& shape_;
  std::array<std::uint8_t, max_cells> square_{};
  std::array<std::uint16_t, most_items> place_{};  // by item, none if it is not tried
  std::vector<Other> others_;
};

}  // namespace clew::signs
