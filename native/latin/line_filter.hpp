// Every value that the cells of one line can still have: all different, and in the order of the
// signs between neighbours. Exact, for lines with up to nine open cells.
//
// Idea: fill the line with its values from the smallest up, like climbing a ladder rung by rung.
// After r rungs a set of r cells is filled. Cell j may come next if value r is in its domain and
// those of its neighbours that must be smaller are already filled. So signs concern only sets, not
// values, and there are at most 2^k sets. They are the bits of one bitmap (bit s: the set s is
// reached), and one step adds cell j to all sets at once: (sets & may_add[j]) << 2^j. The size of a
// set is the rung it stands on, so may_add[j] knows the domain too. A second pass from the top down
// keeps the sets that reach the full one; value r is possible for cell j if a set of r cells is left
// that has j as its next.
//
// Nothing weaker comes near on boards with few givens. Nodes for the proof that there is only one
// solution, mean of 12 boards 9x9 (47 signs, 4 givens), the same branching: 12,243 with hidden
// singles, naked pairs and bounds along signs; 5,003 with exact all-different constraints and the
// bounds; 608 with this.
//
//   The sets of three open cells a, b, c, one bit each:
//
//     bit     0     1     2     3     4     5     6     7
//     set    { }    a     b    ab     c    ac    bc    abc
//     rung    0     1     1     2     1     2     2     3        add b: << 2 from sets without b
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace clew {

namespace line_filter {

inline constexpr int max_cells = 9;
using Word = std::uint64_t;

inline constexpr std::array<Word, 6> has = {0xAAAAAAAAAAAAAAAA, 0xCCCCCCCCCCCCCCCC,
                                            0xF0F0F0F0F0F0F0F0, 0xFF00FF00FF00FF00,
                                            0xFFFF0000FFFF0000, 0xFFFFFFFF00000000};

// by_size[m]: the sets of six cells whose size is a bit of m.
inline constexpr auto by_size = [] {
  std::array<Word, 128> table{};
  for (unsigned sizes = 0; sizes < 128; ++sizes)
    for (unsigned set = 0; set < 64; ++set)
      if (sizes >> std::popcount(set) & 1) table[sizes] |= Word{1} << set;
  return table;
}();

// A bitmap over the sets of more than six cells: the cells above the sixth are the bits of a word's
// number. It is made of 128-bit vectors, which every target has; wider ones gained little.
typedef Word Pair __attribute__((vector_size(16)));

template <int Pairs>
struct Wide {
  std::array<Pair, Pairs> part;

  [[gnu::always_inline]] friend Wide operator&(Wide a, const Wide& b) {
    for (int i = 0; i < Pairs; ++i) a.part[i] &= b.part[i];
    return a;
  }
  [[gnu::always_inline]] friend Wide operator|(Wide a, const Wide& b) {
    for (int i = 0; i < Pairs; ++i) a.part[i] |= b.part[i];
    return a;
  }
  [[gnu::always_inline]] friend Wide operator<<(Wide a, int by) {
    for (int i = 0; i < Pairs; ++i) a.part[i] <<= by;
    return a;
  }
  [[gnu::always_inline]] friend Wide operator>>(Wide a, int by) {
    for (int i = 0; i < Pairs; ++i) a.part[i] >>= by;
    return a;
  }
  [[gnu::always_inline]] friend bool any(const Wide& a) {
    Pair all = a.part[0];
    for (int i = 1; i < Pairs; ++i) all |= a.part[i];
    return (all[0] | all[1]) != 0;
  }
  // Word w and word w ^ by change places.
  [[gnu::always_inline]] Wide exchanged(int by) const {
    Wide out;
    for (int i = 0; i < Pairs; ++i)
      out.part[i] = by == 1 ? Pair{part[i][1], part[i][0]} : part[i ^ (by >> 1)];
    return out;
  }
};

[[gnu::always_inline]] inline bool any(Word sets) { return sets != 0; }

// A line with exactly K open cells, numbered along the line.
template <int K>
class LineFilter {
 public:
  // domains[j]: bit r is set while cell j may have the r-th smallest of the K values.
  // signs[j]: 1 if the cell before must be smaller, 2 if the cell after must.
  // Removes impossible values from the domains; false if the line cannot be filled.
  [[gnu::always_inline]] static bool filter(std::uint16_t* domains, const std::uint8_t* signs) {
    std::array<Sets, K> add;
    for (int j = 0; j < K; ++j) add[j] = may_add(j, domains[j], signs[j]);
    Sets reached[K + 1];
    reached[0] = empty_set();
    for (int r = 0; r < K; ++r) reached[r + 1] = all_up(reached[r], add, Cells{});
    if (!any(reached[K])) return false;
    Sets goal = reached[K];
    std::array<unsigned, K> kept{};
    for (int r = K - 1; r >= 0; --r) goal = all_down(goal, reached[r], add, kept, r, Cells{});
    for (int j = 0; j < K; ++j) domains[j] = static_cast<std::uint16_t>(kept[j]);
    return true;
  }

 private:
  static constexpr int words = K <= 6 ? 1 : 1 << (K - 6);
  using Sets = std::conditional_t<words == 1, Word, Wide<(words + 1) / 2>>;
  using Plain = std::array<Word, words>;
  using Cells = std::make_integer_sequence<int, K>;

  // table[j][signs]: the sets that cell j may be added to.
  static constexpr auto table = [] {
    std::array<std::array<Plain, 4>, K> all{};
    for (int j = 0; j < K; ++j)
      for (int signs = 0; signs < 4; ++signs)
        for (int set = 0; set < 1 << K; ++set) {
          const bool before = !(signs & 1) || (j > 0 && set >> (j - 1) & 1);
          const bool after = !(signs & 2) || (j + 1 < K && set >> (j + 1) & 1);
          if (!(set >> j & 1) && before && after)
            all[j][signs][set >> 6] |= Word{1} << (set & 63);
        }
    return all;
  }();

  // The sets that cell j may be added to by its domain and its signs.
  [[gnu::always_inline]] static Sets may_add(int j, unsigned domain, unsigned signs) {
    Plain sets = table[j][signs];
    for (unsigned w = 0; w < words; ++w) sets[w] &= by_size[domain >> std::popcount(w) & 127];
    return std::bit_cast<Sets>(sets);
  }

  [[gnu::always_inline]] static Sets empty_set() { return std::bit_cast<Sets>(Plain{1}); }

  // No set that cell J is added to has it already, so an exchange of words is a shift.
  template <int J>
  [[gnu::always_inline]] static Sets up(const Sets& sets) {
    if constexpr (J < 6)
      return sets << (1 << J);
    else
      return sets.exchanged(1 << (J - 6));
  }

  template <int J>
  [[gnu::always_inline]] static Sets down(const Sets& sets) {
    if constexpr (J < 6)
      return sets >> (1 << J);
    else
      return sets.exchanged(1 << (J - 6));
  }

  template <int... J>
  [[gnu::always_inline]] static Sets all_up(const Sets& from, const std::array<Sets, K>& add,
                                            std::integer_sequence<int, J...>) {
    return (up<J>(from & add[J]) | ...);
  }

  template <int... J>
  [[gnu::always_inline]] static Sets all_down(const Sets& goal, const Sets& reached,
                                              const std::array<Sets, K>& add,
                                              std::array<unsigned, K>& kept, int r,
                                              std::integer_sequence<int, J...>) {
    return (one_down<J>(goal, reached & add[J], kept[J], r) | ...);
  }

  template <int J>
  [[gnu::always_inline]] static Sets one_down(const Sets& goal, const Sets& reached,
                                              unsigned& kept, int r) {
    const Sets from = down<J>(goal) & reached;
    kept |= static_cast<unsigned>(any(from)) << r;
    return from;
  }
};

}  // namespace line_filter

// The same for any number of cells from 1 to 9.
bool filter_line(int cells, std::uint16_t* domains, const std::uint8_t* signs);

}  // namespace clew
