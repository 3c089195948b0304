// One round of Sudoku inference for hundreds of grids at once, one in each bit lane.
//
// For each digit, band and stack: the digit sits in one of three minirows of each row, in three
// different boxes, so in one of six permutations. A minirow in none of the remaining ones loses
// the digit. That finds all locked candidates. A solved cell clears only the
// other two minirows of its row and the other two minicolumns of its column's box: the permutations
// carry it to the rest of its box, and any two cells that see each other differ in the one or the
// other. (Clearing each peer of a solved cell by itself needs a fifth more operations a round.)
// Then, for each cell: digits that have no other place in a row or box stand alone, and the number
// of candidates left is counted as none, one or more by full adders over three digits each.
//
//   candidate[d][c]   9 x 81 planes    may digit d + 1 stand in cell c?        one bit a lane,
//   solved[c]             81 planes    is cell c known?                        see lanes.hpp
//   alive                  1 plane     is there a grid in this lane?
//
//            stack 0        stack 1        stack 2
//         +--------------+--------------+--------------+
//   band  |  0   1   2   |  3   4   5   |  6   7   8   |    minirows 0  1  2   (cell / 3)
//    0    |  9  10  11   | 12  13  14   | 15  16  17   |             3  4  5
//         | 18  19  20   | 21  22  23   | 24  25  26   |             6  7  8
//         +--------------+--------------+--------------+
//   band 1: cells 27 to 53, band 2: cells 54 to 80
//
//   The six ways of a digit through the minirows of a band (rows down, stacks across):
//
//     p0: x . .   p1: . x .   p2: . . x   p3: x . .   p4: . x .   p5: . . x
//         . x .       . . x       x . .       . . x       x . .       . x .
//         . . x       x . .       . x .       . x .       . . x       x . .
#pragma once

#include <cstdint>

namespace clew::sudoku {

constexpr int cells = 81, digits = 9;

// As many grids as there are lanes: candidate and solved planes, and the puzzle of each lane.
template <class Ops>
struct Block {
  using V = typename Ops::V;
  V candidate[digits][cells];
  V solved[cells];
  V alive;
  std::uint32_t puzzle[Ops::count];
};

template <class Ops>
struct Outcome {
  using V = typename Ops::V;
  V broken;    // no solution below
  V changed;   // something was inferred (only if watched)
  V open;      // some cell has several candidates
};

// Room that a round needs, kept by the caller so that it stays in the cache.
template <class Ops>
struct Scratch {
  using V = typename Ops::V;
  V lone[digits][27];  // the digit stands in this minirow, and only one cell of it can hold it
  V stands[cells];     // some digit stands alone here
};

// Nine minirows of a band: keeps those that some permutation uses; returns whether there is one.
template <class Ops, class V = typename Ops::V>
inline V keep_permutations(V m[3][3]) {
  const V p0 = Ops::and3(m[0][0], m[1][1], m[2][2]), p1 = Ops::and3(m[0][1], m[1][2], m[2][0]);
  const V p2 = Ops::and3(m[0][2], m[1][0], m[2][1]), p3 = Ops::and3(m[0][0], m[1][2], m[2][1]);
  const V p4 = Ops::and3(m[0][1], m[1][0], m[2][2]), p5 = Ops::and3(m[0][2], m[1][1], m[2][0]);
  m[0][0] = p0 | p3, m[0][1] = p1 | p4, m[0][2] = p2 | p5;
  m[1][0] = p2 | p4, m[1][1] = p0 | p5, m[1][2] = p1 | p3;
  m[2][0] = p1 | p5, m[2][1] = p2 | p3, m[2][2] = p0 | p4;
  return Ops::or3(m[0][0], m[0][1], m[0][2]);
}

// The digit's minirows (or minicolumns) that its solved cells and the permutations allow.
template <class Ops, class V = typename Ops::V>
inline V allow(V m[9][3], const V placed[9][3]) {
  V possible = Ops::all();
  for (int i = 0; i < 9; ++i) {
    const V* p = placed[i];
    m[i][0] = Ops::but_neither(m[i][0], p[1], p[2]);
    m[i][1] = Ops::but_neither(m[i][1], p[0], p[2]);
    m[i][2] = Ops::but_neither(m[i][2], p[0], p[1]);
  }
  for (int i = 0; i < 9; i += 3) possible &= keep_permutations<Ops>(m + i);
  return possible;
}

template <class Ops, bool watch>
inline void infer_digit(Block<Ops>& b, int d, Scratch<Ops>& t, Outcome<Ops>& out) {
  using V = typename Ops::V;
  V* x = b.candidate[d];
  V row[9][3], row_placed[9][3], col[9][3], col_placed[9][3];  // col[3 * stack + band][column]
  for (int band = 0; band < 3; ++band)
    for (int k = 0; k < 3; ++k) {
      V p[3][3];
      for (int r = 0; r < 3; ++r) {
        const int i = 27 * band + 9 * r + 3 * k;
        for (int j = 0; j < 3; ++j) p[r][j] = x[i + j] & b.solved[i + j];
        row_placed[3 * band + r][k] = Ops::or3(p[r][0], p[r][1], p[r][2]);
      }
      for (int j = 0; j < 3; ++j) {
        const int i = 27 * band + 3 * k + j;
        col[3 * k + band][j] = Ops::or3(x[i], x[i + 9], x[i + 18]);
        col_placed[3 * k + band][j] = Ops::or3(p[0][j], p[1][j], p[2][j]);
      }
    }
  V possible = allow<Ops>(col, col_placed);
  for (int r = 0; r < 9; ++r)
    for (int k = 0; k < 3; ++k) {
      const V* c = col[3 * k + r / 3];
      const V* y = x + 9 * r + 3 * k;
      row[r][k] = Ops::or_both(Ops::or_both(y[0] & c[0], y[1], c[1]), y[2], c[2]);
    }
  possible &= allow<Ops>(row, row_placed);
  out.broken = Ops::or_not(out.broken, possible);
  for (int r = 0; r < 9; ++r)
    for (int k = 0; k < 3; ++k) {
      const int i = 9 * r + 3 * k;
      const V* m = row[r];
      const V* c = col[3 * k + r / 3];
      V n[3];
      for (int j = 0; j < 3; ++j) {
        n[j] = Ops::and3(x[i + j], m[k], c[j]);
        if (watch) out.changed = Ops::or_differ(out.changed, n[j], x[i + j]);
        x[i + j] = n[j];
      }
      const V forced = Ops::but_neither(m[k], m[(k + 1) % 3], m[(k + 2) % 3]);
      const V lone = t.lone[d][3 * r + k] = forced & Ops::exactly_one(n[0], n[1], n[2]);
      for (int j = 0; j < 3; ++j) t.stands[i + j] = Ops::or_both(t.stands[i + j], n[j], lone);
    }
}

template <class Ops, bool watch>
inline void infer_cell(Block<Ops>& b, int c, const Scratch<Ops>& t, Outcome<Ops>& out) {
  using V = typename Ops::V;
  V any[3], more[3], x[9];
  for (int d = 0; d < 9; ++d) {
    x[d] = Ops::but_unless(b.candidate[d][c], t.lone[d][c / 3], t.stands[c]);
    b.candidate[d][c] = x[d];
  }
  for (int i = 0; i < 3; ++i) {
    any[i] = Ops::or3(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
    more[i] = Ops::majority(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
  }
  const V one_or_more = Ops::or3(any[0], any[1], any[2]);
  const V several = Ops::or3(more[0], more[1], more[2]) | Ops::majority(any[0], any[1], any[2]);
  const V one = one_or_more & ~several;
  out.broken = Ops::or_not(out.broken, one_or_more);
  out.broken = Ops::or_both(out.broken, t.stands[c], several);  // two digits need the same cell
  out.open |= several;
  if (watch) out.changed = Ops::or_differ(out.changed, one, b.solved[c]);
  b.solved[c] = one;
}

template <class Ops, bool watch>
inline Outcome<Ops> infer(Block<Ops>& b, Scratch<Ops>& t) {
  Outcome<Ops> out{Ops::none(), Ops::none(), Ops::none()};
  for (int c = 0; c < cells; ++c) t.stands[c] = Ops::none();
  for (int d = 0; d < digits; ++d) infer_digit<Ops, watch>(b, d, t, out);
  for (int c = 0; c < cells; ++c) infer_cell<Ops, watch>(b, c, t, out);
  return out;
}

}  // namespace clew::sudoku
