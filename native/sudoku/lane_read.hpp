// Puzzles into lanes: from a text of 81 bytes each to planes in which every bit is another puzzle.
//
// The last four bits of a byte say what stands there: 1 to 9, and 0 or 14 ('.') for nothing. Of each
// puzzle the lowest bits of all cells are packed into words, and so are the second, third and fourth.
// Then squares of 64 words by 64 bits are transposed, those of all words of a vector at once
// (Hacker's Delight, 7-3): words of a puzzle become words of a cell. Setting one bit for each cell of
// each puzzle took three times as long.
//
//   square_[k], k = 0 to 3: bit k of cells 0 to 63            square_[4]: cells 64 to 79
//
//              cell 0  1 ... 63                   lane 0  1 ... 63             16 columns for each k
//     lane 0      [ . . ... . ]   turned   cell 0    [ . . ... . ]        lane 0  [k=0|k=1|k=2|k=3]
//     lane 1      [ . . ... . ]   ----->   cell 1    [ . . ... . ]          ...
//      ...            ...                   ...          ...              lane 63 [   |   |   |   ]
//     lane 63     [ . . ... . ]            cell 63   [ . . ... . ]
//                                                                    last_[k]: bit k of cell 80
#pragma once

#include <cstdint>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace clew::sudoku {

template <class Ops>
class Reader {
  using V = typename Ops::V;
  using Word = std::uint64_t;

 public:
  void clear() {
    for (V& plane : last_) plane = Ops::none();
  }

  // A puzzle for lane `bit` of word w.
  void add(const char* text, int w, int bit) {
    Word rest = 0;
    for (int k = 0; k < 4; ++k) {
      Word bits = 0;
      for (int c = 0; c < 64; c += 16) bits |= sixteen(text + c, k) << c;
      square_[k][bit][w] = bits;
      rest |= sixteen(text + 64, k) << 16 * k;
      last_[k][w] |= static_cast<Word>(text[80] >> k & 1) << bit;
    }
    square_[4][bit][w] = rest;
  }

  void turn() {
    for (V(&square)[64] : square_) turn(square);
  }

  // The planes of digits 1 to 9 in a cell; undefined in lanes without a puzzle.
  void read(int c, V given[9]) const {
    const V a = plane(c, 0), b = plane(c, 1), d = plane(c, 3), e = plane(c, 2);
    const V low[4] = {~(b | e) & ~d, b & ~e & ~d, e & ~b & ~d, b & e & ~d};
    for (int digit = 1; digit < 8; ++digit)
      given[digit - 1] = digit % 2 ? low[digit / 2] & a : low[digit / 2] & ~a;
    const V high = Ops::but_neither(d, b, e);
    given[7] = high & ~a, given[8] = high & a;
  }

 private:
  // Bit k of sixteen bytes.
  static Word sixteen(const char* p, int k) {
#if defined(__SSE2__)
    const __m128i x = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    return static_cast<Word>(_mm_movemask_epi8(_mm_sll_epi16(x, _mm_cvtsi32_si128(7 - k))));
#else
    return eight(p, k) | eight(p + 8, k) << 8;
#endif
  }

  static Word eight(const char* p, int k) {
    Word x = 0;
    for (int i = 0; i < 8; ++i) x |= static_cast<Word>(static_cast<unsigned char>(p[i])) << 8 * i;
    return (x >> k & 0x0101010101010101) * 0x0102040810204080 >> 56;
  }

  static void turn(V (&m)[64]) {
    Word mask = 0xFFFFFFFF;
    for (int by = 32; by; by /= 2, mask ^= mask << by)
      for (int i = 0; i < 64; i = (i + by + 1) & ~by) {
        const V t = ((m[i] >> by) ^ m[i + by]) & mask;
        m[i + by] ^= t;
        m[i] ^= t << by;
      }
  }

  V plane(int c, int k) const {
    if (c == 80) return last_[k];
    return c < 64 ? square_[k][c] : square_[4][16 * k + c - 64];
  }

  V square_[5][64] = {};  // four for cells 0 to 63, and one of 4 by 16 for cells 64 to 79
  V last_[4] = {};        // cell 80
};

}  // namespace clew::sudoku
