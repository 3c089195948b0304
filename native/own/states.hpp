// Numbers for things that only their owner can hash and compare: 0, 1, 2, … in the order in which
// they're met. It's what a dictionary does, with one hash for each question.
//
//   slots  [ -1 | 2 | -1 | 0 | 1 | ... ]   at the place that the hash gives, or the next free one
//   things [ a, b, c ]   hashes [ … ]
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace clew {

template <class Thing>
class Numbering {
 public:
  Numbering() : slots_(8) {}

  // The number of a thing; `same(a, b)` compares two of equal hash.
  template <class Same>
  std::int32_t number(const Thing& thing, std::int64_t hash, Same&& same) {
    const std::size_t mask = slots_.size() - 1;
    const std::uint64_t mixed = static_cast<std::uint64_t>(hash) * 0x9E3779B97F4A7C15u;
    const auto tag = static_cast<std::uint32_t>(mixed);
    std::size_t at = (mixed >> 32) & mask;
    for (; slots_[at].number >= 0; at = (at + 1) & mask) {
      const Slot& slot = slots_[at];
      if (slot.tag == tag && hashes_[slot.number] == hash && same(things_[slot.number], thing))
        return slot.number;
    }
    if (things_.size() >= most) throw std::length_error("found too many states");
    const auto number = static_cast<std::int32_t>(things_.size());
    things_.push_back(thing);
    hashes_.push_back(hash);
    slots_[at] = {number, tag};
    if (things_.size() * 2 > slots_.size()) grow();
    return number;
  }

  const Thing& operator[](std::int32_t number) const { return things_[number]; }
  std::size_t size() const { return things_.size(); }

 private:
  struct Slot {
    std::int32_t number = -1;
    std::uint32_t tag = 0;
  };
  static constexpr std::size_t most = std::size_t{1} << 30;  // the slots are numbered with 32 bits

  void grow() {
    std::vector<Slot> wider(slots_.size() * 4);
    const std::size_t mask = wider.size() - 1;
    for (std::size_t i = 0; i < things_.size(); ++i) {
      const std::uint64_t mixed = static_cast<std::uint64_t>(hashes_[i]) * 0x9E3779B97F4A7C15u;
      std::size_t at = (mixed >> 32) & mask;
      while (wider[at].number >= 0) at = (at + 1) & mask;
      wider[at] = {static_cast<std::int32_t>(i), static_cast<std::uint32_t>(mixed)};
    }
    slots_.swap(wider);
  }

  std::vector<Slot> slots_;
  std::vector<Thing> things_;
  std::vector<std::int64_t> hashes_;
};

}  // namespace clew
