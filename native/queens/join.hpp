// How many pairs of two lists of masks share no bit: the inner loop of counting queens.
//
// Idea: 512 masks of one list are a block, transposed so that bit k of all of them is one wide
// word. A mask of the other list is compared with the whole block by or-ing the words of its bits,
// and the lanes left at zero are its partners. Words are or-ed in advance for every value of seven bits,
// so that a mask takes a handful of table entries. The masks of a group share their highest bits, the
// key: what these rule out is computed once for the group, and if it is the whole block the group is
// skipped. Keys that share a bit with every mask of the block are not even visited.
//
// Measured on one core, all of n = 18 (4.5e11 pairs): 1.8 s on the AVX-512 path, 4.2 s on AVX2 and
// 4.6 s portable (SSE2), including the lists. Tables of six bits and of seven take the same time. A list
// kept as a product of quarters, so that a pair is one `or` of two words made in advance, took 10.8 s:
// its many short loops are mispredicted. Sorting by the set of the two queens next to the edge left
// twice as many groups to compare as sorting by single diagonals.
//
//   a mask     |    key, up to 14 bits    | digit 5 |  ...  | digit 1 | digit 0 |     7 bits a digit
//
//   a block:  mask 0    [ bit 63 ... bit 1  bit 0 ]     transposed:   plane 0  [ masks 0, 1 ... 511 ]
//             mask 1    [ bit 63 ... bit 1  bit 0 ]                   plane 1  [ masks 0, 1 ... 511 ]
//               ...                                                     ...
//             mask 511  [ bit 63 ... bit 1  bit 0 ]                   plane 63 [ masks 0, 1 ... 511 ]
//
//   words[128 * g + v]: the planes of the bits of v in digit g, or-ed
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__)
#define CLEW_QUEENS_X86 1
#include <immintrin.h>
#endif

namespace clew::queens {

using Mask = std::uint64_t;
using Wide = Mask __attribute__((vector_size(64)));  // one bit for each mask of a block
constexpr int lanes = 512;
constexpr int digit = 7;      // bits of a mask that one table covers
constexpr int most_digits = 6;
constexpr int most_key = 14;  // bits of a key

// One list, in the order of its keys.
struct Groups {
  std::vector<std::uint16_t> offsets;  // `digits` for each mask: where its words are
  std::vector<std::uint32_t> start;    // by key, and one more at the end
  int digits = 0, key = 0;             // the key is above digits * digit bits
};

struct alignas(64) Tables {
  Wide planes[64];
  Wide words[most_digits << digit];
  Wide low[1 << (most_key / 2)], high[1 << (most_key / 2)];  // of the two halves of the key
};

// Bit i of word k of the matrix goes to bit k of word i, in each of eight matrices side by side.
[[gnu::always_inline]] inline void transpose(Wide* m) {
  Mask keep = 0xffffffff;
  for (int j = 32; j; j >>= 1, keep ^= keep << j) {
    for (int k = 0; k < 64; k = ((k | j) + 1) & ~j) {
      const Wide moved = ((m[k] >> j) ^ m[k | j]) & keep;
      m[k | j] ^= moved;
      m[k] ^= moved << j;
    }
  }
}

[[gnu::always_inline]] inline void every_or(Wide* table, const Wide* planes, int bits) {
  table[0] = Wide{};
  for (int b = 0; b < bits; ++b)
    for (int v = 0; v < 1 << b; ++v) table[(1 << b) + v] = table[v] | planes[b];
}

// Transposes a block and fills the tables; returns the bits that all its masks have.
[[gnu::always_inline]] inline Mask prepare_plain(const Groups& a, const Mask* block, int size, Tables& t) {
  Mask common = ~Mask{0};
  Wide padding{};  // lanes without a mask, which have no partners
  for (int k = 0; k < 64; ++k) {
    for (int w = 0; w < 8; ++w) {
      const bool there = 8 * k + w < size;
      t.planes[k][w] = there ? block[8 * k + w] : 0;
      if (there)
        common &= block[8 * k + w];
      else
        padding[w] |= Mask{1} << k;
    }
  }
  transpose(t.planes);
  for (int g = 0; g < a.digits; ++g) every_or(t.words + (g << digit), t.planes + g * digit, digit);
  const Wide* key = t.planes + a.digits * digit;
  const int half = a.key / 2;
  every_or(t.low, key, half);
  every_or(t.high, key + half, a.key - half);
  for (int v = 0; v < 1 << half; ++v) t.low[v] |= padding;
  return common;
}

// Visits every key that may have partners in the block: use(from, to, what the key rules out).
template <class Use>
[[gnu::always_inline]] inline void visit(const Groups& a, Mask common, const Tables& t, Use use) {
  const int half = a.key / 2;
  const std::uint32_t all = (1u << a.key) - 1, below = (1u << half) - 1;
  const std::uint32_t allowed = ~static_cast<std::uint32_t>(common >> a.digits * digit) & all;
  std::uint32_t key = 0;
  do {
    const std::uint32_t from = a.start[key], to = a.start[key + 1];
    if (from != to) use(from, to, t.low[key & below], t.high[key >> half]);
    key = (key - allowed) & allowed;
  } while (key);
}

// Counts set bits of many wide words: eight are added up bit by bit before any is counted.
class Tally {
 public:
  [[gnu::always_inline]] void add(const Wide& word) {
    waiting_[count_++] = word;
    if (count_ == 8) flush();
  }
  std::uint64_t total() {
    while (count_) add(Wide{});
    spill();
    return 8 * total_ + 4 * weigh(fours_) + 2 * weigh(twos_) + weigh(ones_);
  }

 private:
  static std::uint64_t weigh(const Wide& word) {
    std::uint64_t sum = 0;
    for (int w = 0; w < 8; ++w) sum += static_cast<unsigned>(std::popcount(word[w]));
    return sum;
  }
  [[gnu::always_inline]] static void carry(Wide& sum, const Wide& a, const Wide& b, Wide& over) {
    const Wide odd = a ^ b;
    over = (a & b) | (odd & sum);
    sum ^= odd;
  }
  [[gnu::always_inline]] void flush() {
    Wide two[4], four[2], eight;
    for (int i = 0; i < 4; ++i) carry(ones_, waiting_[2 * i], waiting_[2 * i + 1], two[i]);
    carry(twos_, two[0], two[1], four[0]);
    carry(twos_, two[2], two[3], four[1]);
    carry(fours_, four[0], four[1], eight);
    // The bits of each byte, then the bytes of each word.
    eight -= (eight >> 1) & 0x5555555555555555;
    eight = (eight & 0x3333333333333333) + ((eight >> 2) & 0x3333333333333333);
    eight = (eight + (eight >> 4)) & 0x0f0f0f0f0f0f0f0f;
    bytes_ += eight;
    if (++rounds_ == 15) spill();
    count_ = 0;
  }
  void spill() {
    for (int w = 0; w < 8; ++w) {
      const Mask pairs = (bytes_[w] & 0x00ff00ff00ff00ff) + (bytes_[w] >> 8 & 0x00ff00ff00ff00ff);
      total_ += (pairs * 0x0001000100010001) >> 48;
    }
    bytes_ = Wide{};
    rounds_ = 0;
  }

  Wide ones_{}, twos_{}, fours_{}, bytes_{}, waiting_[8];
  int count_ = 0, rounds_ = 0;
  std::uint64_t total_ = 0;
};

template <int Digits>
[[gnu::always_inline]] inline std::uint64_t join_plain(const Groups& a, Mask common, const Tables& t,
                                                       std::uint64_t& steps) {
  const auto* words = reinterpret_cast<const char*>(t.words);
  const std::uint16_t* offsets = a.offsets.data();
  Tally tally;
  std::uint64_t tried = 0;
  visit(a, common, t, [&](std::uint32_t from, std::uint32_t to, const Wide& low, const Wide& high) {
    const Wide ruled_out = low | high;
    Mask left = 0;
    for (int w = 0; w < 8; ++w) left |= ~ruled_out[w];
    if (!left) return;
    tried += to - from;
    for (std::uint32_t i = from; i < to; ++i) {
      Wide word = ruled_out;
      for (int g = 0; g < Digits; ++g)
        word |= *reinterpret_cast<const Wide*>(words + (g << digit) * sizeof(Wide) +
                                               offsets[i * Digits + g]);
      tally.add(word);
    }
  });
  steps += tried;
  return tried * lanes - tally.total();
}

// The masks of two lists whose seams do not clash, or-ed; none that clashes with `avoid`.
struct Quarter {
  const Mask *seam, *edge;
  std::uint32_t size;
};

[[gnu::always_inline]] inline std::size_t pair_plain(const Quarter& xs, const Quarter& ys, Mask avoid,
                                                     Mask* out) {
  std::size_t found = 0;
  for (std::uint32_t x = 0; x < xs.size; ++x) {
    if (xs.edge[x] & avoid) continue;
    const Mask seam = xs.seam[x], edge = xs.edge[x];
    for (std::uint32_t y = 0; y < ys.size; ++y) {
      out[found] = edge | ys.edge[y];
      found += ((seam & ys.seam[y]) | (ys.edge[y] & avoid)) == 0;
    }
  }
  return found;
}

// ---- The versions for each kind of machine -----------------------------------------------------

using Prepare = Mask (*)(const Groups&, const Mask*, int, Tables&);
using Join = std::uint64_t (*)(const Groups&, Mask, const Tables&, std::uint64_t&);
using Pair = std::size_t (*)(const Quarter&, const Quarter&, Mask, Mask*);

struct Path {
  const char* name;
  Prepare prepare;
  std::array<Join, most_digits + 1> join;
  Pair pair;
};

inline Mask prepare_portable(const Groups& a, const Mask* block, int size, Tables& t) {
  return prepare_plain(a, block, size, t);
}
template <int Digits>
std::uint64_t join_portable(const Groups& a, Mask common, const Tables& t, std::uint64_t& steps) {
  return join_plain<Digits>(a, common, t, steps);
}
inline std::size_t pair_portable(const Quarter& xs, const Quarter& ys, Mask avoid, Mask* out) {
  return pair_plain(xs, ys, avoid, out);
}

#ifdef CLEW_QUEENS_X86
#define CLEW_TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define CLEW_TARGET_AVX512 \
  __attribute__((target("avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx2,bmi,bmi2,popcnt")))

CLEW_TARGET_AVX2 inline Mask prepare_avx2(const Groups& a, const Mask* block, int size, Tables& t) {
  return prepare_plain(a, block, size, t);
}
template <int Digits>
CLEW_TARGET_AVX2 std::uint64_t join_avx2(const Groups& a, Mask common, const Tables& t,
                                         std::uint64_t& steps) {
  return join_plain<Digits>(a, common, t, steps);
}
CLEW_TARGET_AVX2 inline std::size_t pair_avx2(const Quarter& xs, const Quarter& ys, Mask avoid,
                                              Mask* out) {
  return pair_plain(xs, ys, avoid, out);
}

CLEW_TARGET_AVX512 inline Mask prepare_avx512(const Groups& a, const Mask* block, int size,
                                              Tables& t) {
  return prepare_plain(a, block, size, t);
}
template <int Digits>
CLEW_TARGET_AVX512 std::uint64_t join_avx512(const Groups& a, Mask common, const Tables& t,
                                             std::uint64_t& steps) {
  const auto* words = reinterpret_cast<const char*>(t.words);
  const int half = a.key / 2;
  const std::uint32_t all = (1u << a.key) - 1, below = (1u << half) - 1;
  const std::uint32_t allowed = ~static_cast<std::uint32_t>(common >> a.digits * digit) & all;
  __m512i sums = _mm512_setzero_si512();
  std::uint64_t tried = 0;
  std::uint32_t key = 0;
  do {
    const std::uint32_t from = a.start[key], to = a.start[key + 1];
    const __m512i ruled_out = _mm512_or_si512(_mm512_load_si512(&t.low[key & below]),
                                              _mm512_load_si512(&t.high[key >> half]));
    key = (key - allowed) & allowed;
    if (from == to || !_mm512_cmpneq_epi64_mask(ruled_out, _mm512_set1_epi64(-1))) continue;
    tried += to - from;
    const std::uint16_t* at = a.offsets.data() + std::size_t{from} * Digits;
    for (std::uint32_t i = from; i < to; ++i, at += Digits) {
      const auto entry = [&](int g) __attribute__((always_inline, target("avx512f"))) {
        return _mm512_load_si512(words + (g << digit) * sizeof(Wide) + at[g]);
      };
      __m512i word = ruled_out;
      for (int g = 0; g + 1 < Digits; g += 2)
        word = _mm512_ternarylogic_epi64(word, entry(g), entry(g + 1), 0xfe);
      if constexpr (Digits % 2) word = _mm512_or_si512(word, entry(Digits - 1));
      sums = _mm512_add_epi64(sums, _mm512_popcnt_epi64(word));
    }
  } while (key);
  steps += tried;
  alignas(64) Mask each[8];
  _mm512_store_si512(each, sums);
  std::uint64_t met = 0;
  for (Mask sum : each) met += sum;
  return tried * lanes - met;
}

CLEW_TARGET_AVX512 inline std::size_t pair_avx512(const Quarter& xs, const Quarter& ys, Mask avoid,
                                                  Mask* out) {
  std::size_t found = 0;
  const __m512i never = _mm512_set1_epi64(static_cast<long long>(avoid));
  for (std::uint32_t x = 0; x < xs.size; ++x) {
    if (xs.edge[x] & avoid) continue;
    const __m512i seam = _mm512_set1_epi64(static_cast<long long>(xs.seam[x]));
    const __m512i edge = _mm512_set1_epi64(static_cast<long long>(xs.edge[x]));
    for (std::uint32_t y = 0; y < ys.size; y += 8) {
      const std::uint32_t left = ys.size - y;
      const __mmask8 in = left >= 8 ? 255 : static_cast<__mmask8>((1u << left) - 1);
      const __m512i edges = _mm512_maskz_loadu_epi64(in, ys.edge + y);
      __mmask8 fit = _mm512_mask_testn_epi64_mask(in, _mm512_maskz_loadu_epi64(in, ys.seam + y), seam);
      fit = _mm512_mask_testn_epi64_mask(fit, edges, never);
      _mm512_storeu_si512(out + found, _mm512_maskz_compress_epi64(fit, _mm512_or_si512(edges, edge)));
      found += static_cast<unsigned>(std::popcount(static_cast<unsigned>(fit)));
    }
  }
  return found;
}
#endif

#define CLEW_EVERY_DIGITS(f) {f<0>, f<1>, f<2>, f<3>, f<4>, f<5>, f<6>}

// The fastest version for this machine, or the one that CLEW_SIMD names if the machine has it.
inline const Path& best_path() {
  static const Path portable{"portable", prepare_portable, CLEW_EVERY_DIGITS(join_portable),
                             pair_portable};
#ifdef CLEW_QUEENS_X86
  static const Path avx2{"avx2", prepare_avx2, CLEW_EVERY_DIGITS(join_avx2), pair_avx2};
  static const Path avx512{"avx512", prepare_avx512, CLEW_EVERY_DIGITS(join_avx512), pair_avx512};
  const char* named = std::getenv("CLEW_SIMD");
  const std::string_view wish = named ? named : "";
  const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
  const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512bw") &&
                          __builtin_cpu_supports("avx512vl") &&
                          __builtin_cpu_supports("avx512vpopcntdq");
  if (wish == "portable") return portable;
  if (has_avx512 && wish != "avx2") return avx512;
  if (has_avx2) return avx2;
#endif
  return portable;
}

}  // namespace clew::queens
