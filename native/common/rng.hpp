// Random numbers, the same on every machine: SplitMix64 (G. L. Steele, D. Lea, C. H. Flood,
// 2014), as in the Python part of the library.
#pragma once

#include <cstdint>
#include <utility>

namespace clew {

class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_(seed) {}

  // A separate generator for each of many things made from one seed.
  static Rng of(std::uint64_t seed, std::uint64_t i) {
    return Rng(Rng(seed + i * step).word());
  }

  // The next 64 bits.
  std::uint64_t word() {
    std::uint64_t mixed = state_ += step;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
  }

  // A number from 0 to bound - 1, all equally likely: the last few words are drawn again.
  unsigned below(unsigned bound) {
    std::uint64_t found = word();
    const std::uint64_t last = -std::uint64_t{bound};
    while (found >= last && found >= -(last % bound)) found = word();
    return static_cast<unsigned>(found % bound);
  }

  // Shuffles the items; all orders are equally likely.
  template <class T>
  void shuffle(T* items, unsigned count) {
    for (unsigned last = count; last-- > 1;) std::swap(items[last], items[below(last + 1)]);
  }

 private:
  static constexpr std::uint64_t step = 0x9E3779B97F4A7C15;

  std::uint64_t state_;
};

}  // namespace clew
