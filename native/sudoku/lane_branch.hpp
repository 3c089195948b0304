// Which cell to branch on, for all lanes at once: a cell of two candidates if there is one, else of
// three, and of these the one with most unsolved peers. Numbers are bit-sliced too: plane i of a
// number is its bit i, and the arg-max is one comparison a cell.
#pragma once

#include "sudoku/lane_infer.hpp"

namespace clew::sudoku {

template <class Ops>
struct Sum {
  typename Ops::V sum, carry;
};

template <class Ops, class V = typename Ops::V>
inline Sum<Ops> add3(V a, V b, V c) {
  return {Ops::xor3(a, b, c), Ops::majority(a, b, c)};
}

// How many of six planes are set, in three planes.
template <class Ops, class V = typename Ops::V>
inline void count6(V a, V b, V c, V d, V e, V f, V out[3]) {
  const auto s = add3<Ops>(a, b, c), t = add3<Ops>(d, e, f);
  out[0] = s.sum ^ t.sum;
  const auto high = add3<Ops>(s.carry, t.carry, s.sum & t.sum);
  out[1] = high.sum, out[2] = high.carry;
}

// How many of nine planes are set, in four planes.
template <class Ops, class V = typename Ops::V>
inline void count9(const V a[9], V out[4]) {
  const auto s = add3<Ops>(a[0], a[1], a[2]), t = add3<Ops>(a[3], a[4], a[5]);
  const auto u = add3<Ops>(a[6], a[7], a[8]), low = add3<Ops>(s.sum, t.sum, u.sum);
  const auto high = add3<Ops>(s.carry, t.carry, u.carry);
  out[0] = low.sum, out[1] = high.sum ^ low.carry;
  const V carry = high.sum & low.carry;
  out[2] = high.carry ^ carry, out[3] = high.carry & carry;
}

// The unsolved cells that each cell sees, in parts: in its row and column outside the box, in its box.
template <class Ops>
struct Peers {
  using V = typename Ops::V;
  V row[9][3][3], col[9][3][3], box[9][4];

  explicit Peers(const V open[cells]) {
    for (int i = 0; i < 9; ++i)
      for (int k = 0; k < 3; ++k) {
        const V* a = open + 9 * i + 3 * ((k + 1) % 3);
        const V* b = open + 9 * i + 3 * ((k + 2) % 3);
        count6<Ops>(a[0], a[1], a[2], b[0], b[1], b[2], row[i][k]);
        const V* c = open + i + 27 * ((k + 1) % 3);
        const V* d = open + i + 27 * ((k + 2) % 3);
        count6<Ops>(c[0], c[9], c[18], d[0], d[9], d[18], col[i][k]);
      }
    for (int i = 0; i < 9; ++i) {
      V of[9];
      for (int j = 0; j < 9; ++j) of[j] = open[27 * (i / 3) + 9 * (j / 3) + 3 * (i % 3) + j % 3];
      count9<Ops>(of, box[i]);
    }
  }

  // The number for cell c, in five planes.
  void of(int c, V out[5]) const {
    const V* r = row[c / 9][c % 9 / 3];
    const V* q = col[c % 9][c / 27];
    const V* x = box[3 * (c / 27) + c % 9 / 3];
    const auto s0 = add3<Ops>(r[0], q[0], x[0]), s1 = add3<Ops>(r[1], q[1], x[1]);
    const auto s2 = add3<Ops>(r[2], q[2], x[2]);
    out[0] = s0.sum, out[1] = s1.sum ^ s0.carry;
    const auto t2 = add3<Ops>(s2.sum, s1.carry, s1.sum & s0.carry);
    const auto t3 = add3<Ops>(x[3], s2.carry, t2.carry);
    out[2] = t2.sum, out[3] = t3.sum, out[4] = t3.carry;
  }
};

// For each cell the lanes, among those given, that branch there.
template <class Ops, class V = typename Ops::V>
inline void choose_cells(const Block<Ops>& b, V asked, V chosen[cells]) {
  V open[cells], best[7];
  for (int c = 0; c < cells; ++c) open[c] = ~b.solved[c];
  for (V& plane : best) plane = Ops::none();
  const Peers<Ops> peers(open);
  for (int c = 0; c < cells; ++c) {
    V x[9], left[4], score[7];
    for (int d = 0; d < 9; ++d) x[d] = b.candidate[d][c];
    count9<Ops>(x, left);
    const V few = Ops::but_neither(left[1], left[2], left[3]);  // two or three
    peers.of(c, score);
    score[5] = few & left[0], score[6] = few & ~left[0];
    V above = Ops::none(), equal = asked & open[c];
    for (int i = 6; i >= 0; --i) {
      above = Ops::or3(above, Ops::and_but(equal, score[i], best[i]), above);
      equal = Ops::and_same(equal, best[i], score[i]);
    }
    chosen[c] = above;
    for (int i = 0; i < 7; ++i) best[i] = Ops::choose(above, score[i], best[i]);
  }
  V later = Ops::none();
  for (int c = cells; c-- > 0;) {
    const V best_here = chosen[c];
    chosen[c] = best_here & ~later;
    later |= best_here;
  }
}

}  // namespace clew::sudoku
