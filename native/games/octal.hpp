// Nim-values of octal games, by the mex rule with rare values.
//
// Idea (Berlekamp, Conway and Guy, "Winning Ways", ch. 4): in most octal games the values of some
// linear subspace of the numbers under xor come up rarely. With R such a subspace and C the rest,
// C^C is in R and R^C in C, so the options with a value in C come from pairs that hold a rare heap:
// a few. Their mex over C is found at once; below it, only the values of R that are still missing
// must be looked for among all pairs, and they soon turn up. A subspace {v : v & mask has an even
// number of ones} is chosen again whenever the number of heaps has doubled: the Walsh-Hadamard
// transform of the value counts gives, for every mask, how many heaps would be rare.
// The result does not depend on the choice, only the time does.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "common/expect.hpp"
#include "common/poll.hpp"

namespace clew {

class Octal {
 public:
  using Value = std::uint16_t;

  // code[k] says what may remain of a heap when k are taken: 1 nothing, 2 one heap, 4 two heaps.
  explicit Octal(const std::vector<std::int64_t>& code) {
    bool fine = !code.empty() && (code[0] == 0 || code[0] == 4);
    for (const std::int64_t digit : code) fine = fine && 0 <= digit && digit <= 7;
    if (!fine) refuse("code: expected digits from 0 to 7, the first of them 0 or 4");
    code_.assign(code.begin(), code.end());
    seen_.assign(4, 0);
  }

  // The values of the next `count` heaps.
  void run(std::size_t count) {
    for (; count > 0; --count) {
      if (values_.size() >= next_choice_) choose_rare();
      append(next());
    }
  }

  std::size_t size() const { return values_.size(); }
  Value operator[](std::size_t n) const { return values_[n]; }

 private:
  static constexpr std::size_t first_choice = 64, block = 64;

  bool rare(unsigned value) const { return (std::popcount(value & mask_) & 1) == 0; }

  void append(unsigned value) {
    if (value > 0x7fff) throw std::overflow_error("a nim-value above 32767");
    if (value > largest_) {
      largest_ = value;
      seen_.resize(2 * std::bit_ceil(largest_ + 1), 0);
    }
    if (mask_ != 0 && rare(value)) rare_.push_back(static_cast<std::uint32_t>(values_.size()));
    values_.push_back(static_cast<Value>(value));
  }

  unsigned next() {
    const std::size_t n = values_.size();
    ++stamp_;
    poll(static_cast<std::int64_t>(n));
    for (std::size_t k = 0; k < code_.size() && k <= n; ++k) {
      const std::size_t left = n - k;
      if (left == 0 && (code_[k] & 1)) mark(0);
      if (left > 0 && left < n && (code_[k] & 2)) mark(values_[left]);
      if (left > 1 && (code_[k] & 4)) mask_ == 0 ? mark_pairs(left) : mark_rare_pairs(left);
    }
    return mask_ == 0 ? mex() : mex_by_rare(n);
  }

  void mark(unsigned value) { seen_[value] = stamp_; }
  bool seen(unsigned value) const { return value < seen_.size() && seen_[value] == stamp_; }

  void mark_pairs(std::size_t left) {
    const Value* const low = values_.data();
    const Value* const high = low + left;
    std::uint32_t* const seen = seen_.data();
    const std::uint32_t stamp = stamp_;
    const auto half = static_cast<std::ptrdiff_t>(left / 2);
    for (std::ptrdiff_t a = 1; a <= half; ++a) seen[low[a] ^ high[-a]] = stamp;
  }

  void mark_rare_pairs(std::size_t left) {
    const Value* const values = values_.data();
    for (const std::uint32_t a : rare_) {
      if (a >= left) break;
      if (a > 0) seen_[values[a] ^ values[left - a]] = stamp_;
    }
  }

  unsigned mex() const {
    unsigned value = 0;
    while (seen(value)) ++value;
    return value;
  }

  unsigned mex_by_rare(std::size_t n) {
    unsigned common = 0;
    while (rare(common) || seen(common)) ++common;
    std::size_t missing = 0;
    for (unsigned value = 0; value < common; ++value) missing += rare(value) && !seen(value);
    if (meet_all(n, common, missing)) return common;
    return mex();
  }

  // Looks for the missing values below `common` among all pairs of heaps, a block of pairs for each
  // digit in turn: what one digit never gives, another may give at once. Returns whether all were found.
  bool meet_all(std::size_t n, unsigned common, std::size_t missing) {
    for (std::size_t first = 1; missing > 0 && 2 * first <= n; first += block)
      for (std::size_t k = 0; missing > 0 && k < code_.size() && k + 2 * first <= n; ++k)
        if (code_[k] & 4) missing -= meet(n - k, first, common, missing);
    return missing == 0;
  }

  std::size_t meet(std::size_t left, std::size_t first, unsigned common, std::size_t missing) {
    const Value* const values = values_.data();
    const std::size_t last = std::min(left / 2, first + block - 1);
    std::size_t met = 0;
    for (std::size_t a = first; a <= last; ++a) {
      const unsigned value = values[a] ^ values[left - a];
      if (value < common && seen_[value] != stamp_) {
        seen_[value] = stamp_;
        if (++met == missing) break;
      }
    }
    return met;
  }

  void choose_rare() {
    next_choice_ = 2 * values_.size();
    const std::size_t width = std::bit_ceil(largest_ + 1u);
    std::vector<std::int64_t> sums(width, 0);
    for (const Value value : values_) ++sums[value];
    for (std::size_t step = 1; step < width; step *= 2)
      for (std::size_t i = 0; i < width; ++i)
        if ((i & step) == 0) {
          const std::int64_t one = sums[i], two = sums[i | step];
          sums[i] = one + two;
          sums[i | step] = one - two;
        }
    // sums[mask] is now the number of heaps that would be rare less the number of the others.
    const auto least = std::min_element(sums.begin() + (width > 1), sums.end());
    const auto total = static_cast<std::int64_t>(values_.size());
    mask_ = 2 * *least < -total ? static_cast<unsigned>(least - sums.begin()) : 0;  // under a quarter
    rare_.clear();
    if (mask_ == 0) return;
    for (std::size_t n = 0; n < values_.size(); ++n)
      if (rare(values_[n])) rare_.push_back(static_cast<std::uint32_t>(n));
  }

  std::vector<int> code_;
  std::vector<Value> values_;
  std::vector<std::uint32_t> seen_;  // the stamp of the last heap that had an option of this value
  std::vector<std::uint32_t> rare_;  // the heaps of rare value
  std::uint32_t stamp_ = 0;
  unsigned largest_ = 0, mask_ = 0;
  std::size_t next_choice_ = first_choice;
};

}  // namespace clew
