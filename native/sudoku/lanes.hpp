// Bit lanes: a vector of 64-bit words in which every bit is a search of its own.
//
// A class of operations is written once for any vector type of GCC and Clang (`PlainLanes`) and
// once with AVX-512's ternary logic, which does any function of three planes in one instruction.
// The names say what a function is for, so that a solver reads the same on both.
//
// Code that is compiled with flags of its own must not share inline functions with the rest of the
// program: the linker keeps one copy, perhaps the one that only a newer processor runs. So each
// file that picks a vector type puts it, as `Vector`, into its anonymous namespace. What is
// instantiated with it is then local to the file, and this header uses nothing else of the library.
//
//             word 0                word 1                      last word (8 of them with AVX-512,
//           +---+---+-   -+----+ +----+-   -+-----+           +-   -+   4 with AVX2, else 2)
//   plane   | 0 | 1 | ... | 63 | | 64 | ... | 127 |    ...    | ... |
//           +---+---+-   -+----+ +----+-   -+-----+           +-   -+
//             lane: one grid, or one node of its search; a plane says one thing of each of them
#pragma once

#include <cstdint>
#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace clew {

// `Vector::Type` is a vector of 64-bit words.
template <class Vector>
struct PlainLanes {
  using V = typename Vector::Type;
  using Word = std::uint64_t;
  static constexpr int words = sizeof(V) / sizeof(Word);
  static constexpr int count = words * 64;

  static V none() { return V{}; }
  static V all() { return ~V{}; }

  static V or3(V a, V b, V c) { return a | b | c; }
  static V and3(V a, V b, V c) { return a & b & c; }
  static V xor3(V a, V b, V c) { return a ^ b ^ c; }
  static V majority(V a, V b, V c) { return (a & (b | c)) | (b & c); }
  static V exactly_one(V a, V b, V c) { return (a ^ b ^ c) & ~(a & b & c); }
  static V but_neither(V a, V b, V c) { return a & ~(b | c); }      // a and not b and not c
  static V or_both(V a, V b, V c) { return a | (b & c); }           // a or (b and c)
  static V or_not(V a, V b) { return a | ~b; }                      // a or not b
  static V or_differ(V a, V b, V c) { return a | (b ^ c); }         // a or (b is not c)
  static V but_both(V a, V b, V c) { return a & ~(b & c); }         // a, not where b and c
  static V but_unless(V a, V b, V c) { return a & (b | ~c); }       // a, where c only if b
  static V and_but(V a, V b, V c) { return a & b & ~c; }            // a and b and not c
  static V and_same(V a, V b, V c) { return a & ~(b ^ c); }         // a and (b is c)
  static V choose(V where, V a, V b) { return b ^ (where & (a ^ b)); }  // a where set, else b

  // Each word rotated left by its own number of bits, a multiple of `least_turn`.
  using Turn = V;
  static constexpr int least_turn = 4;
  static Turn turn(V bits) { return bits; }
  static V turned(V a, Turn by) { return (a << by) | (a >> ((64 - by) & 63)); }

  // The words rotated: word w is what was word w + by, modulo their number.
  using Order = int;
  static Order order(int by) { return by; }
  static V shifted(V a, Order by) {
    V out{};
    for (int w = 0; w < words; ++w) out[w] = a[(w + by) % words];
    return out;
  }

  static bool any(V a) {
    Word met = 0;
    for (int w = 0; w < words; ++w) met |= a[w];
    return met != 0;
  }

  static int size(V a) {
    int total = 0;
    for (int w = 0; w < words; ++w) total += __builtin_popcountll(a[w]);
    return total;
  }
};

#if defined(__AVX2__)
template <class Vector>
struct Avx2Lanes : PlainLanes<Vector> {
  using V = typename Vector::Type;
  using Turn = __m256i;  // shuffles bytes: one operation instead of three
  static constexpr int least_turn = 8;
  static Turn turn(V bits) {
    const V own = {0x0706050403020100, 0x0F0E0D0C0B0A0908, 0x0706050403020100, 0x0F0E0D0C0B0A0908};
    return (__m256i)PlainLanes<Vector>::turned(own, bits);
  }
  static V turned(V a, Turn by) { return (V)_mm256_shuffle_epi8((__m256i)a, by); }

  using Order = __m256i;
  static Order order(int by) {
    const __m256i own = _mm256_set_epi32(7, 6, 5, 4, 3, 2, 1, 0);
    return _mm256_and_si256(_mm256_add_epi32(own, _mm256_set1_epi32(2 * by)), _mm256_set1_epi32(7));
  }
  static V shifted(V a, Order order) {
    return (V)_mm256_permutevar8x32_epi32((__m256i)a, order);
  }
};
#endif

#if defined(__AVX512F__)
template <class Vector>
struct TernaryLanes : PlainLanes<Vector> {
  using V = typename Vector::Type;

  template <int table>
  static V ternary(V a, V b, V c) {
    return (V)_mm512_ternarylogic_epi64((__m512i)a, (__m512i)b, (__m512i)c, table);
  }

  static V or3(V a, V b, V c) { return ternary<0xFE>(a, b, c); }
  static V and3(V a, V b, V c) { return ternary<0x80>(a, b, c); }
  static V xor3(V a, V b, V c) { return ternary<0x96>(a, b, c); }
  static V majority(V a, V b, V c) { return ternary<0xE8>(a, b, c); }
  static V exactly_one(V a, V b, V c) { return ternary<0x16>(a, b, c); }
  static V but_neither(V a, V b, V c) { return ternary<0x10>(a, b, c); }
  static V or_both(V a, V b, V c) { return ternary<0xF8>(a, b, c); }
  static V or_not(V a, V b) { return ternary<0xF3>(a, b, b); }
  static V or_differ(V a, V b, V c) { return ternary<0xF6>(a, b, c); }
  static V but_both(V a, V b, V c) { return ternary<0x70>(a, b, c); }
  static V but_unless(V a, V b, V c) { return ternary<0xD0>(a, b, c); }
  static V and_but(V a, V b, V c) { return ternary<0x40>(a, b, c); }
  static V and_same(V a, V b, V c) { return ternary<0x90>(a, b, c); }
  static V choose(V where, V a, V b) { return ternary<0xCA>(where, a, b); }

  static V turned(V a, V by) { return (V)_mm512_rolv_epi64((__m512i)a, (__m512i)by); }
  using Order = __m512i;
  static Order order(int by) {
    return _mm512_and_epi64(_mm512_add_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0),
                                             _mm512_set1_epi64(by)),
                            _mm512_set1_epi64(7));
  }
  static V shifted(V a, Order order) { return (V)_mm512_permutexvar_epi64(order, (__m512i)a); }
  static bool any(V a) { return _mm512_test_epi64_mask((__m512i)a, (__m512i)a) != 0; }
};
#endif

}  // namespace clew
