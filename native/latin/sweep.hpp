// Singles and signs in a square of order up to 16, in all cells at once.
//
// A row is a vector with a mask of values for each cell. So the same few instructions, without a
// branch, handle all columns: the values that are certain, those that have one
// place left, and bounds along the signs, down the column and up again. In the transposed square
// the rows are columns. So passes over the columns of the square and of the transposed one
// alternate, or run side by side if a vector has room, until nothing more is removed.
//
// Bounds are masks too: all values from a cell's least one up, and all from its greatest down. The
// first, moved up by one, is a bound of the cell below if that must be greater; it keeps what is in
// both. So a bound travels along a chain of signs at three instructions a cell.
//
// Measured, microseconds for the proof that there is one solution. Boards of a file are 18 of each
// order, of all levels: singles and signs solve 39 of 72, with line_filter.hpp 66, the others need
// search. The minimal ones are those of the benchmarks.
//                                            of a file                       minimal
//                                    6x6    7x7    8x8    9x9    7x7 mixed, signs   9x9 mixed, signs
//   a queue of cells that changed    2.4    5.4   10.1   13.6          8.9     47         51     783
//   this, on any processor           1.4    2.3    3.2    6.7          3.4     27         43     736
//   AVX2                             1.2    2.1    3.1    3.9          3.1     25         33     580
//   AVX-512                          1.1    1.9    2.9    3.5          2.9     24         31     549
// Orders known when compiled gain a quarter up to 8 and a tenth at 9. Both squares side by side gain a
// fifth of the sweeps up to order 8. A cell that waits for the bounds of the last, instead of the
// bounds alone, costs a quarter. Many boards side by side, one bit each, as in the batch of Sudokus,
// take some 10,000 instructions a pass at 9x9, and this 650 a board: for batches of a few dozen
// there is nothing to gain, and the search, which sweeps at each node, has only one board.
//
//   A Row of 8 lanes (128 bits): one row at a time       A Row of 16 lanes (256 bits): both squares
//
//     [ r,0  r,1  r,2  r,3  r,4  r,5   0   0 ]           [ r,0 ... r,5   0  0 | 0,r ... 5,r   0  0 ]
//
//   Whatever is done to whole Rows is done to all columns; transposed, to all rows.
#pragma once

#include "latin/sweep_row.hpp"

namespace clew::sweep {

// A square whose rows have 8 or 16 cells, the stride. An N that is not 0 is the only order.
template <class Row, int Stride, int N>
class Sweep {
  // A Row has room for a row of the square and beside it one of the transposed square.
  static constexpr bool both = Row::lanes == 2 * Stride;
  static constexpr int room = N ? N : Stride, groups = Stride / 8;
  using V = typename Row::V;

 public:
  [[gnu::always_inline]] explicit Sweep(Square& square) : square_(square) {
    alignas(Row) Mask full[Row::lanes];
    for (int i = 0; i < Row::lanes; ++i)
      full[i] = i % Stride < n() ? 0xFFFF >> (max_order - n()) : 0;
    full_ = Row::read(full);
  }

  [[gnu::always_inline]] Outcome run() {
    if constexpr (both) {
      if (!pass_both()) return Outcome::broken;
    } else {
      if (!pass_in_turns()) return Outcome::broken;
    }
    return open_ ? Outcome::open : Outcome::solved;
  }

 private:
  int n() const { return N ? N : square_.order; }
  Mask* domains(int r) const { return square_.domains + r * Stride; }

  // The columns of the square and of the transposed one alternately; false if the square is broken.
  [[gnu::always_inline]] bool pass_in_turns() {
    for (int r = 0; r < n(); ++r) rows_[r] = Row::read(domains(r));
    for (bool upright = true, turned = true; upright || turned;) {
      upright = columns(0);
      if (broken_) return false;
      if (!upright && !turned) break;
      turn(rows_);
      turned = columns(1);
      if (broken_) return false;
      turn(rows_);
    }
    Row changed = Row::all(0);
    square_.rows = 0;
    for (int r = 0; r < n(); ++r) {
      const Row here = rows_[r] ^ Row::read(domains(r));
      square_.rows |= static_cast<std::uint32_t>(here.any()) << r;
      changed = changed | here;
      rows_[r].write(domains(r));
    }
    square_.cols = lanes_of(changed);
    return true;
  }

  // The columns of both at once; then each loses what the other has lost.
  [[gnu::always_inline]] bool pass_both() {
    Row other[room], first[room], changed = Row::all(0);
    for (int r = 0; r < n(); ++r) other[r] = rows_[r] = Row::read_twice(domains(r));
    turn(other);
    for (int r = 0; r < n(); ++r) first[r] = rows_[r] = rows_[r].first_and_second(other[r]);
    while (columns(0)) {
      if (broken_) return false;
      for (int r = 0; r < n(); ++r) other[r] = rows_[r];
      turn(other);
      for (int r = 0; r < n(); ++r) rows_[r] = rows_[r] & other[r].exchanged();
    }
    if (broken_) return false;
    for (int r = 0; r < n(); ++r) {
      changed = changed | (rows_[r] ^ first[r]);
      rows_[r].write_first(domains(r));
    }
    const std::uint32_t lanes = lanes_of(changed);
    square_.cols = lanes & ((1u << Stride) - 1);
    square_.rows = lanes >> Stride;
    return true;
  }

  // One pass over all columns; whether it removed anything. The square is broken if a column lacks a
  // value, a cell has none left, two cells must have the same value, or one must have two.
  [[gnu::always_inline]] bool columns(int way) {
    const Row none = Row::all(0);
    Row certain = none, once = none, twice = none, open = none, wrong = none;
    Row lone[room], was[room], above[room], below[room];
    for (int r = 0; r < n(); ++r) {
      const Row x = was[r] = rows_[r], others = x.but_lowest();
      lone[r] = others.none();
      const Row value = x & lone[r];
      wrong = wrong | (certain & value);
      certain = certain | value;
      twice = twice | (once & x);
      once = once | x;
      open = open | others;
    }
    const Row hidden = once & ~twice;
    for (int r = 0; r < n(); ++r) {
      Row x = was[r] & ~(certain & ~lone[r]);
      const Row only = x & hidden;
      wrong = wrong | only.but_lowest();
      rows_[r] = x = only | (x & only.none());
      above[r] = x.and_above();
      below[r] = x.and_below(Stride);
      if (r == 0) continue;
      above[r] = above[r] & (above[r - 1] << 1 | sign(square_.unless_smaller, way, r - 1));
      below[r] = below[r] & (below[r - 1] >> 1 | sign(square_.unless_greater, way, r - 1));
    }
    Row changed = none, empty = none;
    for (int r = n() - 1; r >= 0; --r) {
      if (r + 1 < n()) {
        above[r] = above[r] & (above[r + 1] << 1 | sign(square_.unless_greater, way, r));
        below[r] = below[r] & (below[r + 1] >> 1 | sign(square_.unless_smaller, way, r));
      }
      const Row x = rows_[r] = rows_[r] & above[r] & below[r];
      changed = changed | (x ^ was[r]);
      empty = empty | x.none();
    }
    broken_ = (wrong | (full_ & (empty | ~once))).any();
    open_ = open.any();
    return changed.any();
  }

  // Transposes each Stride by Stride lanes.
  [[gnu::always_inline]] void turn(Row (&rows)[room]) const {
    V m[groups][Row::parts][8];
    for (int i = 0; i < Stride; ++i)
      for (int p = 0; p < Row::parts; ++p) m[i / 8][p][i % 8] = i < n() ? rows[i].part[p] : V{};
    for (auto& group : m)
      for (auto& part : group) Row::turn_eight(part);
    for (int i = 0; i < n(); ++i)
      if constexpr (Row::parts == groups) {
        for (int p = 0; p < Row::parts; ++p) rows[i].part[p] = m[p][i / 8][i % 8];
      } else {  // a vector is as long as two groups
        rows[i].part[0] = i < 8 ? Row::first_halves(m[0][0][i], m[1][0][i])
                                : Row::second_halves(m[0][0][i - 8], m[1][0][i - 8]);
      }
  }

  [[gnu::always_inline]] static Row sign(const Signs& signs, int way, int r) {
    return Row::read(signs + (2 * r + way) * Stride);
  }

  // One bit for each lane that is not 0.
  [[gnu::always_inline]] static std::uint32_t lanes_of(const Row& row) {
    alignas(Row) Mask lanes[Row::lanes];
    row.write(lanes);
    std::uint32_t bits = 0;
    for (int i = 0; i < Row::lanes; ++i) bits |= static_cast<std::uint32_t>(lanes[i] != 0) << i;
    return bits;
  }

  Square& square_;
  Row rows_[room], full_;
  bool broken_ = false, open_ = true;
};

template <class Row, int Stride, int N>
Outcome swept(Square& square) {
  return Sweep<Row, Stride, N>(square).run();
}

// The Row types for squares of stride 8 and of stride 16.
template <class Short, class Long>
Sweeper sweeper(int order) {
  switch (order) {
    case 6: return swept<Short, 8, 6>;
    case 7: return swept<Short, 8, 7>;
    case 8: return swept<Short, 8, 8>;
    case 9: return swept<Long, 16, 9>;
    default: return order < 8 ? swept<Short, 8, 0> : swept<Long, 16, 0>;
  }
}

}  // namespace clew::sweep
