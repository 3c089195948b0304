// Ways to move lanes to free lanes, the same way for every plane of a block.
//
// A `Move` rotates each word by its own number of bits, the best of a few tried for hitting
// free lanes: two operations a plane with AVX-512, four with AVX2, and most lanes find a place. A
// `Route` moves all of them, as far as there is room: in each word the lanes are pushed together at
// the low end and then spread out to their new places, in six steps of shift and choose each
// (Hacker's Delight, 7-4 and 7-5, for all words at once), and the words may change places too, so
// that full ones meet empty ones. That is 25 operations with AVX-512. Taking words one at a time
// with pext and pdep took about one and a half times as long (6 us a block against 3.7), and some
// processors lack them.
//
//                           lane 0 1 2 3 4 5 6 7                          lane 0 1 2 3 4 5 6 7
//   Move   to bring away         x . x x . . . .     Route  to bring away      a . b c . . . .
//          turned by 4           . . . . x . x x            pushed together    a b c . . . . .
//          free                  . . . . f f f .            free               . . . . f f f .
//          moved                 . . . . x . x .            pulled apart       . . . . a b c .
#pragma once

#include <cstdint>

namespace clew {

// Calls visit(lane) for each lane that is set.
template <class Ops, class Visit>
inline void each_lane(typename Ops::V lanes, Visit visit) {
  for (int w = 0; w < Ops::words; ++w)
    for (std::uint64_t word = lanes[w]; word; word &= word - 1)
      visit(64 * w + __builtin_ctzll(word));
}

template <class Ops>
class Move {
  using V = typename Ops::V;
  using Word = std::uint64_t;

 public:
  V from = Ops::none(), into = Ops::none();  // the lanes that move, and where to

  Move() = default;
  // The rotation by which most of `lanes` hit free lanes; or, with `stay`, none.
  Move(V lanes, V free, bool stay = false) : bits_(stay ? Ops::none() : best_bits(lanes, free)) {
    turn_ = Ops::turn(bits_);
    into = Ops::turned(lanes, turn_) & free;
    from = Ops::turned(into, Ops::turn((64 - bits_) & 63));
  }

  int size() const { return Ops::size(into); }
  V moved(V plane, V onto) const { return Ops::choose(into, Ops::turned(plane, turn_), onto); }

  // Calls visit(new lane, old lane).
  template <class Visit>
  void each(Visit visit) const {
    each_lane<Ops>(into, [&](int lane) {
      visit(lane, (lane & ~63) | ((lane - static_cast<int>(bits_[lane / 64])) & 63));
    });
  }

 private:
  static V best_bits(V lanes, V free) {
    V bits{};
    for (int w = 0; w < Ops::words; ++w) {
      const Word from = lanes[w], to = free[w];
      int most = -1;
      for (int by = 0; by < 64; by += Ops::least_turn)
        if (const int n = __builtin_popcountll(turned(from, by) & to); n > most)
          most = n, bits[w] = by;
    }
    return bits;
  }

  static Word turned(Word word, int by) { return word << by | word >> ((64 - by) & 63); }

  V bits_{};
  typename Ops::Turn turn_{};
};

template <class Ops>
class Route {
  using V = typename Ops::V;
  using Word = std::uint64_t;

 public:
  // From as many of `lanes` to as many of `free` as there are of both.
  Route(V lanes, V free) : shift_(best_shift(lanes, free)), order_(Ops::order(shift_)) {
    from_ = Ops::shifted(lanes, order_);
    into = free;
    for (int w = 0; w < Ops::words; ++w) {
      const int n = fewer(from_[w], into[w]);
      from_[w] = lowest(from_[w], n);
      into[w] = lowest(into[w], n);
    }
    from = Ops::shifted(from_, Ops::order(Ops::words - shift_));
    squeeze(from_, close_);
    for (int i = 0; i < steps; ++i) close_[i] >>= 1 << i;
    squeeze(into, open_);
  }

  V from, into;  // the lanes that move, and where to

  V moved(V plane, V onto) const {
    V x = Ops::shifted(plane, order_);
    for (int i = 0; i < steps; ++i) x = Ops::choose(close_[i], x >> (1 << i), x);
    for (int i = steps; i-- > 0;) x = Ops::choose(open_[i], x << (1 << i), x);
    return Ops::choose(into, x, onto);
  }

  // Calls visit(new lane, old lane).
  template <class Visit>
  void each(Visit visit) const {
    for (int w = 0; w < Ops::words; ++w) {
      const int old = (w + shift_) % Ops::words;
      for (Word to = into[w], of = from_[w]; to; to &= to - 1, of &= of - 1)
        visit(64 * w + __builtin_ctzll(to), 64 * old + __builtin_ctzll(of));
    }
  }

  // How many lanes a route would move.
  static int most(V lanes, V free) {
    const int shift = best_shift(lanes, free);
    int total = 0;
    for (int w = 0; w < Ops::words; ++w) total += fewer(lanes[(w + shift) % Ops::words], free[w]);
    return total;
  }

 private:
  static constexpr int steps = 6;

  static int fewer(Word a, Word b) {
    const int m = __builtin_popcountll(a), n = __builtin_popcountll(b);
    return m < n ? m : n;
  }

  static int best_shift(V lanes, V free) {
    int best = 0, most = -1;
    for (int shift = 0; shift < Ops::words; ++shift) {
      int total = 0;
      for (int w = 0; w < Ops::words; ++w) total += fewer(lanes[(w + shift) % Ops::words], free[w]);
      if (total > most) most = total, best = shift;
    }
    return best;
  }

  static Word lowest(Word word, int n) {
    for (int more = __builtin_popcountll(word) - n; more > 0; --more)
      word ^= Word{1} << (63 - __builtin_clzll(word));
    return word;
  }

  // For each step the lanes that move down by 1, 2, 4, … to be pushed together.
  static void squeeze(V mask, V moves[steps]) {
    V gaps = ~mask << 1;
    for (int i = 0; i < steps; ++i) {
      V odd = gaps;  // lanes with an odd number of gaps below
      for (int by = 1; by < 64; by *= 2) odd ^= odd << by;
      moves[i] = odd & mask;
      mask = (mask ^ moves[i]) | (moves[i] >> (1 << i));
      gaps &= ~odd;
    }
  }

  int shift_;
  typename Ops::Order order_;
  V from_;  // after the words changed places
  V close_[steps], open_[steps];
};

}  // namespace clew
