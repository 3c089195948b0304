// The position that the rater works on: the candidates of a 9x9 Sudoku, stored twice, as in
// explanations/techniques/position.py: the values of each cell, and the cells of each value.
//
// A set of cells is 81 bits in two words. Houses are numbered blocks, columns, rows, as in the
// readable engine.
#pragma once

#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <string_view>
#include <vector>

#include "rater/chains.hpp"

namespace clew::rater {

struct Cells {
  std::uint64_t low = 0, high = 0;

  static constexpr Cells of(int cell) {
    return cell < 64 ? Cells{std::uint64_t{1} << cell, 0} : Cells{0, std::uint64_t{1} << (cell - 64)};
  }
  constexpr Cells operator&(Cells o) const { return {low & o.low, high & o.high}; }
  constexpr Cells operator|(Cells o) const { return {low | o.low, high | o.high}; }
  constexpr Cells without(Cells o) const { return {low & ~o.low, high & ~o.high}; }
  constexpr bool operator==(const Cells&) const = default;
  constexpr bool any() const { return (low | high) != 0; }
  constexpr int count() const { return std::popcount(low) + std::popcount(high); }
  constexpr bool single() const {
    return low ? (low & (low - 1)) == 0 && !high : high && (high & (high - 1)) == 0;
  }
  constexpr bool pair() const {
    Cells rest = *this;
    if (!rest.any()) return false;
    rest.pop();
    return rest.single();
  }
  constexpr bool has(int cell) const {
    return (cell < 64 ? low >> cell : high >> (cell - 64)) & 1;
  }
  constexpr int first() const {
    return low ? std::countr_zero(low) : 64 + std::countr_zero(high);
  }
  constexpr int pop() {
    const int cell = first();
    if (low)
      low &= low - 1;
    else
      high &= high - 1;
    return cell;
  }
};

using Values = std::uint16_t;  // bit v is set for value v, 1 to 9

constexpr int size = 81, houses = 27, block_0 = 0, column_0 = 9, row_0 = 18;
constexpr Values all_values = 0x3fe;
inline constexpr auto counts = [] {
  std::array<std::uint8_t, 1024> table{};
  for (unsigned mask = 1; mask < table.size(); ++mask)
    table[mask] = static_cast<std::uint8_t>(table[mask >> 1] + (mask & 1));
  return table;
}();
constexpr int count(Values mask) { return counts[mask]; }  // popcount is a call on plain x86-64
constexpr int lowest(Values mask) { return std::countr_zero(static_cast<unsigned>(mask)); }
constexpr bool single(Values mask) { return mask && !(mask & (mask - 1)); }

struct Crossing {
  int block, line;
  Cells both;
};

struct Frame {
  std::array<Cells, houses> house{};
  std::array<std::array<std::uint8_t, 9>, houses> cells{};
  std::array<std::array<std::uint8_t, 3>, size> around{};
  std::array<Cells, size> peers{};
  std::array<Crossing, 54> crossings{};

  constexpr Frame() {
    std::array<int, houses> filled{};
    for (int cell = 0; cell < size; ++cell) {
      const int row = cell / 9, column = cell % 9;
      around[cell] = {static_cast<std::uint8_t>(block_0 + row / 3 * 3 + column / 3),
                      static_cast<std::uint8_t>(column_0 + column),
                      static_cast<std::uint8_t>(row_0 + row)};
      for (const int h : around[cell]) {
        house[h] = house[h] | Cells::of(cell);
        cells[h][filled[h]++] = static_cast<std::uint8_t>(cell);
      }
    }
    for (int cell = 0; cell < size; ++cell)
      for (const int h : around[cell])
        peers[cell] = (peers[cell] | house[h]).without(Cells::of(cell));
    int found = 0;
    for (const int lines : {column_0, row_0})
      for (int block = 0; block < 9; ++block)
        for (int line = lines; line < lines + 9; ++line) {
          const Cells both = house[block] & house[line];
          if (both.any()) crossings[found++] = {block, line, both};
        }
  }
};

inline constexpr Frame frame{};

struct Candidate {
  std::uint8_t cell, value;
  auto operator<=>(const Candidate&) const = default;
};

enum class Technique : std::uint8_t {
  last_cell, hidden_single_in_block, hidden_single, direct_pointing, direct_claiming, direct_hidden_pair, naked_single,
  direct_hidden_triplet, pointing, claiming, naked_pair, x_wing, hidden_pair, naked_triplet,
  swordfish, hidden_triplet, xy_wing, xyz_wing, unique_1, unique_2, unique_3, unique_4, loop_1,
  loop_2, loop_3, loop_4, naked_quad, jellyfish, hidden_quad, grave_1, grave_2, grave_3, grave_4,
  x_cycle, y_cycle, mixed_cycle, x_chain, forcing_chain, nishio, multiple, dynamic, trial,
};

// Their names in Python's table, in the same order.
inline constexpr std::array<std::string_view, 42> names{
    "last cell", "hidden single in a box", "hidden single", "direct pointing", "direct claiming",
    "direct hidden pair", "naked single", "direct hidden triplet", "pointing", "claiming",
    "naked pair", "X-Wing", "hidden pair", "naked triplet", "Swordfish", "hidden triplet", "XY-Wing",
    "XYZ-Wing", "unique rectangle type 1", "unique rectangle type 2", "unique rectangle type 3",
    "unique rectangle type 4", "unique loop type 1", "unique loop type 2", "unique loop type 3",
    "unique loop type 4", "naked quad", "Jellyfish", "hidden quad", "bivalue universal grave type 1",
    "bivalue universal grave type 2", "bivalue universal grave type 3",
    "bivalue universal grave type 4", "X-cycle", "Y-cycle", "mixed cycle", "X-chain",
    "forcing chain", "Nishio forcing net", "multiple forcing net", "dynamic forcing net", "trial"};
static_assert(names.size() == static_cast<std::size_t>(Technique::trial) + 1);
using Scale = clew::Scale<Technique, names.size()>;

// A rating in tenths; 0 means that of the technique, with nothing added.
struct Step {
  Technique technique{};
  int rating = 0;
  std::vector<Candidate> placements, eliminations;
};

class Position {
 public:
  Cells open{~std::uint64_t{0}, (std::uint64_t{1} << (size - 64)) - 1};
  std::array<Values, size> candidates;
  std::array<Cells, 10> places{};
  std::array<std::uint8_t, size> value{};

  Position() {
    candidates.fill(all_values);
    for (int v = 1; v <= 9; ++v) places[v] = open;
  }

  void place(int cell, int v) {
    const Cells bit = Cells::of(cell);
    for (Values left = candidates[cell]; left; left &= left - 1)
      places[lowest(left)] = places[lowest(left)].without(bit);
    candidates[cell] = 0;
    value[cell] = static_cast<std::uint8_t>(v);
    open = open.without(bit);
    Cells struck = places[v] & frame.peers[cell];
    places[v] = places[v].without(struck);
    while (struck.any()) candidates[struck.pop()] &= static_cast<Values>(~(1 << v));
  }

  void strike(int cell, int v) {
    candidates[cell] &= static_cast<Values>(~(1 << v));
    places[v] = places[v].without(Cells::of(cell));
  }

  void apply(const Step& step) {
    for (const auto [cell, v] : step.placements) place(cell, v);
    for (const auto [cell, v] : step.eliminations) strike(cell, v);
  }

  Cells seen_by_all(const std::vector<int>& several) const {
    Cells common{~std::uint64_t{0}, ~std::uint64_t{0}};
    for (const int cell : several) common = common & frame.peers[cell];
    return common;
  }

  // Adds the candidates eliminated if a value leaves these cells; returns whether there are any.
  bool struck(Cells cells, int v, std::vector<Candidate>& out) const {
    Cells gone = places[v] & cells;
    const bool any = gone.any();
    while (gone.any())
      out.push_back({static_cast<std::uint8_t>(gone.pop()), static_cast<std::uint8_t>(v)});
    return any;
  }
};

// Calls `found` with each choice of `k` of 0..n-1, in dictionary order, until it returns true.
template <class Found>
bool choose(int n, int k, Found&& found) {
  std::array<int, 9> at{};
  if (k > n) return false;
  for (int i = 0; i < k; ++i) at[i] = i;
  for (;;) {
    if (found(at)) return true;
    int i = k - 1;
    while (i >= 0 && at[i] == n - k + i) --i;
    if (i < 0) return false;
    ++at[i];
    for (int j = i + 1; j < k; ++j) at[j] = at[j - 1] + 1;
  }
}

}  // namespace clew::rater
