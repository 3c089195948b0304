// The fewest ones in any sum of a base and a subset of a basis, over GF(2): all 2^k words of a coset
// are weighed, and none is written out.
//
// Idea: bit j of the basis strings together is a k-bit column c(j), and word u has bit j equal to
// base(j) + <c(j), u>. So it has (n - W(u)) / 2 ones, where W(u) adds up +-1 by base(j) times
// (-1)^<c(j), u>: a Walsh-Hadamard transform of the columns, equal ones counted together. It is done
// in blocks of 2^16 words: 11 bits of u by butterflies on an array that fits the L2 cache, 5 bits as
// the 32 lanes of a vector, so that nothing is shuffled within it, and the bits above block by block,
// each begun by adding the columns with their signs.
//
// Measured, n = 1,521 and k = 32 (the all-on board of 39 x 39) on one core with AVX-512: 1.1 s;
// 3.3 s with the lanes not aligned to cache lines and every pass over the whole array. The tests and
// benchmarks/lights.py run it against its Python twin and against the known sequence.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <vector>

#include "common/expect.hpp"

// One build runs everywhere: the loader picks the copy of a function that suits the processor.
#if defined(__x86_64__) && defined(__gnu_linux__) && defined(__GNUC__) && !defined(__clang__)
#define CLEW_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define CLEW_CLONES
#endif
#if defined(__GNUC__)
#define CLEW_INLINE __attribute__((always_inline)) inline
#else
#define CLEW_INLINE inline
#endif

namespace clew {

// A transform of 2^bits words in each of 32 lanes, the lanes side by side.
template <class T>
struct Walsh {
  static constexpr int lane_bits = 5, lanes = 1 << lane_bits;
  static constexpr int near_bits = 7;  // this much of the array fits the L1 cache well

  struct alignas(64) Vector {
    T lane[lanes];
  };

  int bits = 0;
  std::vector<std::uint64_t> high;   // for each column, the bits above array and lanes
  std::vector<std::uint32_t> place;  // where in the array it is added
  std::vector<Vector> weight;        // and what
  std::vector<Vector> array;

  CLEW_INLINE void fill(std::uint64_t block) {
    std::fill(array.begin(), array.end(), Vector{});
    for (std::size_t j = 0; j < high.size(); ++j) {
      const T sign = std::popcount(high[j] & block) & 1 ? -1 : 0;  // -x is ~x + 1
      const Vector& from = weight[j];
      Vector& to = array[place[j]];
      for (int i = 0; i < lanes; ++i) to.lane[i] += (from.lane[i] ^ sign) - sign;
    }
  }

  // Two levels of butterflies in one pass, to halve the traffic.
  static CLEW_INLINE void pass(Vector* a, std::size_t size, std::size_t half) {
    for (std::size_t start = 0; start < size; start += 2 * half)
      for (std::size_t i = start; i < start + half / 2; ++i)
        fourfold(a[i], a[i + half / 2], a[i + half], a[i + half + half / 2]);
  }

  // All levels of a part, and the greatest values of each lane.
  static CLEW_INLINE void near(Vector* a, std::size_t size, Vector& best) {
    std::size_t half = size / 2;
    for (; half >= 2; half /= 4) pass(a, size, half);
    if (half == 1)
      for (std::size_t i = 0; i < size; i += 2) twofold(a[i], a[i + 1]);
    for (std::size_t i = 0; i < size; ++i)
      for (int lane = 0; lane < lanes; ++lane)
        best.lane[lane] = std::max(best.lane[lane], a[i].lane[lane]);
  }

  static CLEW_INLINE void fourfold(Vector& p, Vector& q, Vector& r, Vector& s) {
    for (int i = 0; i < lanes; ++i) {
      const T w = p.lane[i], x = q.lane[i], y = r.lane[i], z = s.lane[i];
      const T sum = w + y, sum2 = x + z, rest = w - y, rest2 = x - z;
      p.lane[i] = sum + sum2;
      q.lane[i] = sum - sum2;
      r.lane[i] = rest + rest2;
      s.lane[i] = rest - rest2;
    }
  }

  static CLEW_INLINE void twofold(Vector& p, Vector& q) {
    for (int i = 0; i < lanes; ++i) {
      const T w = p.lane[i], x = q.lane[i];
      p.lane[i] = w + x;
      q.lane[i] = w - x;
    }
  }

  CLEW_INLINE T best_of(std::uint64_t block) {
    fill(block);
    const std::size_t size = std::size_t{1} << bits;
    std::size_t half = size / 2;
    for (; 2 * half > std::size_t{1} << near_bits; half /= 4) pass(array.data(), size, half);
    Vector best;
    std::fill_n(best.lane, lanes, std::numeric_limits<T>::min());
    const std::size_t part = std::max<std::size_t>(2 * half, 1);
    for (std::size_t start = 0; start < size; start += part)
      near(array.data() + start, part, best);
    return *std::max_element(best.lane, best.lane + lanes);
  }
};

CLEW_CLONES static std::int64_t walsh_best(Walsh<std::int16_t>& walsh, std::uint64_t block) {
  return walsh.best_of(block);
}
CLEW_CLONES static std::int64_t walsh_best(Walsh<std::int32_t>& walsh, std::uint64_t block) {
  return walsh.best_of(block);
}

class Coset {
 public:
  static constexpr int max_basis = 62, array_bits = 11;

  // Bit j of a string is bit j % 8 of its byte j / 8; a short string is padded with zeros.
  Coset(std::string_view base, const std::vector<std::string_view>& basis) {
    if (basis.size() > max_basis)
      refuse("basis: found ", basis.size(), " strings, expected at most 62");
    words_ = std::uint64_t{1} << basis.size();
    std::size_t bytes = base.size();
    for (std::string_view each : basis) bytes = std::max(bytes, each.size());
    if (bytes > INT32_MAX / 8)
      refuse("base: found ", bytes, " bytes, expected at most ", INT32_MAX / 8);
    size_ = static_cast<std::int64_t>(bytes) * 8;
    std::map<std::uint64_t, std::int32_t> columns;
    std::int64_t total = 0;
    for (std::size_t j = 0; j < bytes * 8; ++j) {
      std::uint64_t column = 0;
      for (std::size_t i = 0; i < basis.size(); ++i) column |= std::uint64_t{bit(basis[i], j)} << i;
      columns[column] += bit(base, j) ? -1 : 1;
    }
    for (const auto& [column, weight] : columns) total += std::abs(weight);
    bits_ = std::clamp(static_cast<int>(basis.size()) - lane_bits, 0, array_bits);
    wide_ = total > INT16_MAX;
    if (wide_)
      prepare(wide_walsh_, columns);
    else
      prepare(walsh_, columns);
  }

  // Visits at least that many more words, in whole blocks, or all that are left.
  void run(std::uint64_t max_words) {
    const std::uint64_t block_size = std::uint64_t{1} << (bits_ + lane_bits);
    for (std::uint64_t left = max_words; left > 0 && !finished();) {
      const std::uint64_t block = visited_ / block_size;
      const std::int64_t best = wide_ ? walsh_best(wide_walsh_, block) : walsh_best(walsh_, block);
      if (visited_ == 0 || best > best_) {
        best_ = best;
        word_ = block * block_size + (wide_ ? where(wide_walsh_, best) : where(walsh_, best));
      }
      visited_ += std::min(block_size, words_ - visited_);
      left -= std::min(left, block_size);
    }
  }

  std::uint64_t visited() const { return visited_; }
  bool finished() const { return visited_ == words_; }
  std::uint64_t word() const { return word_; }  // the smallest of the best
  std::int64_t weight() const { return visited_ ? (size_ - best_) / 2 : -1; }

 private:
  static constexpr int lane_bits = Walsh<std::int16_t>::lane_bits, lanes = 1 << lane_bits;

  static bool bit(std::string_view string, std::size_t j) {
    return j / 8 < string.size() && (static_cast<unsigned char>(string[j / 8]) >> j % 8 & 1);
  }

  template <class T>
  void prepare(Walsh<T>& walsh, const std::map<std::uint64_t, std::int32_t>& columns) const {
    walsh.bits = bits_;
    walsh.array.resize(std::size_t{1} << bits_);
    for (const auto& [column, weight] : columns) {
      if (weight == 0) continue;
      walsh.place.push_back(column & ((std::uint64_t{1} << bits_) - 1));
      walsh.high.push_back(column >> (bits_ + lane_bits));
      auto& values = walsh.weight.emplace_back();
      for (std::uint64_t lane = 0; lane < lanes; ++lane)
        values.lane[lane] =
            static_cast<T>(std::popcount(column >> bits_ & lane) & 1 ? -weight : weight);
    }
  }

  // The smallest word of the current block with that value: lanes count above the array.
  template <class T>
  std::uint64_t where(const Walsh<T>& walsh, std::int64_t value) const {
    for (std::uint64_t word = 0;; ++word) {
      const std::uint64_t lane = word >> bits_, i = word & ((std::uint64_t{1} << bits_) - 1);
      if (walsh.array[i].lane[lane] == value) return word;
    }
  }

  int bits_ = 0;
  bool wide_ = false;
  std::int64_t size_ = 0, best_ = 0;
  std::uint64_t words_ = 1, visited_ = 0, word_ = 0;
  Walsh<std::int16_t> walsh_;
  Walsh<std::int32_t> wide_walsh_;
};

}  // namespace clew
