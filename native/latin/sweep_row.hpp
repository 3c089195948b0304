// A row of a square as one vector, or several: a mask of values for each cell, eight or sixteen of them.
//
// For any vector type of GCC and Clang; moving lanes about has special instructions with AVX2.
// Like sudoku/lanes.hpp it uses nothing else of the library, and all of it is local to the file with
// the vector type.
#pragma once

#include "latin/sweep_data.hpp"
#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace clew::sweep {

// `Vector::Type` is a vector of masks.
template <class Vector, int Parts>
struct Row {
  using V = typename Vector::Type;
  typedef V Loose __attribute__((may_alias));  // memory that holds masks
  static constexpr int parts = Parts, lanes = Parts * sizeof(V) / sizeof(Mask);
  V part[Parts];

  template <class Each>
  [[gnu::always_inline]] static Row of(Each each) {
    Row out;
    for (int i = 0; i < Parts; ++i) out.part[i] = each(i);
    return out;
  }
  [[gnu::always_inline]] static Row read(const Mask* from) {
    return of([&](int i) { return reinterpret_cast<const Loose*>(from)[i]; });
  }
  [[gnu::always_inline]] void write(Mask* to) const {
    for (int i = 0; i < Parts; ++i) reinterpret_cast<Loose*>(to)[i] = part[i];
  }
  [[gnu::always_inline]] static Row all(Mask mask) {
    return of([&](int) { return V{} + mask; });
  }

  [[gnu::always_inline]] friend Row operator&(const Row& a, const Row& b) {
    return of([&](int i) { return a.part[i] & b.part[i]; });
  }
  [[gnu::always_inline]] friend Row operator|(const Row& a, const Row& b) {
    return of([&](int i) { return a.part[i] | b.part[i]; });
  }
  [[gnu::always_inline]] friend Row operator^(const Row& a, const Row& b) {
    return of([&](int i) { return a.part[i] ^ b.part[i]; });
  }
  [[gnu::always_inline]] friend Row operator~(const Row& a) {
    return of([&](int i) { return ~a.part[i]; });
  }
  [[gnu::always_inline]] friend Row operator<<(const Row& a, int by) {
    return of([&](int i) { return a.part[i] << by; });
  }
  [[gnu::always_inline]] friend Row operator>>(const Row& a, int by) {
    return of([&](int i) { return a.part[i] >> by; });
  }

  // All ones in the lanes that are 0.
  [[gnu::always_inline]] Row none() const {
    return of([&](int i) { return (V)(part[i] == V{}); });
  }
  // Without its lowest bit, and with all bits above it.
  [[gnu::always_inline]] Row but_lowest() const {
    return of([&](int i) { return part[i] & (part[i] - 1); });
  }
  [[gnu::always_inline]] Row and_above() const {
    return of([&](int i) { return part[i] | -part[i]; });
  }
  // With all bits below its highest, if only that many bits are used.
  [[gnu::always_inline]] Row and_below(int bits) const {
    Row out = *this;
    for (int by = 1; by < bits; by *= 2) out = out | out >> by;
    return out;
  }

  [[gnu::always_inline]] bool any() const {
    std::uint64_t words[sizeof(Row) / 8], met = 0;
    __builtin_memcpy(words, part, sizeof words);
    for (const std::uint64_t word : words) met |= word;
    return met != 0;
  }

  // Interleaves the lanes of two vectors of eight: of their first halves, and of their second. Two
  // vectors of sixteen likewise, for the first eight lanes and for the last.
#if defined(__AVX2__)
  [[gnu::always_inline]] static V weave_low(V a, V b) {
    return (V)_mm256_unpacklo_epi16((__m256i)a, (__m256i)b);
  }
  [[gnu::always_inline]] static V weave_high(V a, V b) {
    return (V)_mm256_unpackhi_epi16((__m256i)a, (__m256i)b);
  }
#else
  [[gnu::always_inline]] static V weave_low(V a, V b) {
    return V{a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]};
  }
  [[gnu::always_inline]] static V weave_high(V a, V b) {
    return V{a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7]};
  }
#endif

  // Transposes eight by eight lanes: three times each row with the fourth after it.
  [[gnu::always_inline]] static void turn_eight(V (&m)[8]) {
    for (int round = 0; round < 3; ++round) {
      V out[8];
      for (int i = 0; i < 4; ++i) {
        out[2 * i] = weave_low(m[i], m[i + 4]);
        out[2 * i + 1] = weave_high(m[i], m[i + 4]);
      }
      for (int i = 0; i < 8; ++i) m[i] = out[i];
    }
  }

#if defined(__AVX2__)
  // Halves of vectors of sixteen.
  [[gnu::always_inline]] static V first_halves(V a, V b) {
    return (V)_mm256_permute2x128_si256((__m256i)a, (__m256i)b, 0x20);
  }
  [[gnu::always_inline]] static V second_halves(V a, V b) {
    return (V)_mm256_permute2x128_si256((__m256i)a, (__m256i)b, 0x31);
  }
  [[gnu::always_inline]] static Row read_twice(const Mask* from) {
    return {(V)_mm256_broadcastsi128_si256(_mm_load_si128((const __m128i*)from))};
  }
  [[gnu::always_inline]] void write_first(Mask* to) const {
    _mm_store_si128((__m128i*)to, _mm256_castsi256_si128((__m256i)part[0]));
  }
  [[gnu::always_inline]] Row first_and_second(const Row& second) const {
    return {(V)_mm256_blend_epi32((__m256i)part[0], (__m256i)second.part[0], 0xF0)};
  }
  [[gnu::always_inline]] Row exchanged() const {
    return {(V)_mm256_permute4x64_epi64((__m256i)part[0], 0x4E)};
  }
#endif
};

}  // namespace clew::sweep
