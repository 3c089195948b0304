// The position that the rater of Futoshikis works on: a Latin square by candidates, and its signs, as
// explanations/techniques/position.py keeps them.
//
// A square is a cube, and all three views of it are kept: the values of a cell, the columns of a
// value in a row, the rows of a value in a column. So every house is one short mask, whatever the
// order, and a naked set, a hidden set and a fish are the same search in three directions.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <compare>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "rater/chains.hpp"

namespace clew::signs {

constexpr int max_order = 15, max_cells = max_order * max_order;

using Mask = std::uint16_t;  // bit v for value v from 1, or bit i for a place from 0 in a line

inline constexpr auto counts = [] {
  std::array<std::uint8_t, 256> table{};
  for (unsigned byte = 0; byte < 256; ++byte)
    table[byte] = static_cast<std::uint8_t>(std::popcount(byte));
  return table;
}();
constexpr int count(Mask mask) { return counts[mask & 255] + counts[mask >> 8]; }
constexpr int lowest(Mask mask) { return std::countr_zero(static_cast<unsigned>(mask)); }
constexpr int highest(Mask mask) { return std::bit_width(static_cast<unsigned>(mask)) - 1; }
constexpr bool single(Mask mask) { return mask && !(mask & (mask - 1)); }
constexpr Mask bit(int i) { return static_cast<Mask>(1u << i); }
constexpr Mask up_to(int i) { return static_cast<Mask>((2u << i) - 1); }

struct Sign {
  std::uint8_t smaller, greater;
  auto operator<=>(const Sign&) const = default;
};

// A puzzle as bytes: n * n givens, a sign for each two cells side by side, then for each two above
// each other: 0 for none, 1 if the first is smaller, 2 if it is greater (latin/batch.hpp).
class Shape {
 public:
  explicit Shape(int order) : n(order), cells(order * order), width(cells + 2 * order * (order - 1)) {
    int at = 0;
    for (int cell = 0; cell < cells; ++cell) {
      row[cell] = static_cast<std::uint8_t>(cell / n);
      col[cell] = static_cast<std::uint8_t>(cell % n);
      if (col[cell] + 1 < n) pairs[at++] = {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(cell + 1)};
    }
    for (int cell = 0; cell + n < cells; ++cell)
      pairs[at++] = {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(cell + n)};
  }

  Mask all() const { return static_cast<Mask>((2u << n) - 2); }
  int at(int r, int c) const { return r * n + c; }

  // Calls `each(smaller, greater)` for the signs of a puzzle.
  template <class Each>
  void signs(const std::uint8_t* puzzle, Each each) const {
    for (int i = 0; i < width - cells; ++i) {
      const auto [a, b] = pairs[i];
      if (puzzle[cells + i]) puzzle[cells + i] == 1 ? each(a, b) : each(b, a);
    }
  }

  int n, cells, width;
  std::array<std::uint8_t, max_cells> row{}, col{};
  std::array<Sign, 2 * max_order * (max_order - 1)> pairs{};
};

// Signs from a cell to its neighbours: which cell, and whether that is the greater.
struct Beside {
  std::uint8_t cell;
  bool greater;
};

class Frame : public Shape {
 public:
  Frame(int order, const std::uint8_t* puzzle) : Shape(order), around(cells) {
    signs(puzzle, [this](int a, int b) {
      less.push_back({static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)});
    });
    std::ranges::sort(less);
    for (const auto& [a, b] : less) around[a].push_back({b, true});
    for (const auto& [a, b] : less) around[b].push_back({a, false});
  }

  // Houses are the columns and then the rows, in the order of the readable engine.
  int cell(int house, int i) const { return house < n ? at(i, house) : at(house - n, i); }

  std::vector<Sign> less;  // ordered
  std::vector<std::vector<Beside>> around;
};

struct Candidate {
  std::uint8_t cell, value;
  auto operator<=>(const Candidate&) const = default;
};

enum class Technique : std::uint8_t {
  naked_single, hidden_single, only_extreme, sign, chain_of_signs, naked_pair, naked_triplet,
  naked_quad, hidden_pair, hidden_triplet, hidden_quad, signs_on_one_line, x_wing, swordfish,
  jellyfish, x_cycle, y_cycle, x_chain, mixed_cycle, forcing_chain, nishio, multiple, dynamic, trial,
};

// Their names in Python's table, in the same order.
inline constexpr std::array<std::string_view, 24> names{
    "naked single", "hidden single", "only extreme", "sign", "chain of signs", "naked pair",
    "naked triplet", "naked quad", "hidden pair", "hidden triplet", "hidden quad",
    "signs on one line", "X-Wing", "Swordfish", "Jellyfish", "X-cycle", "Y-cycle", "X-chain",
    "mixed cycle", "forcing chain", "Nishio forcing net", "multiple forcing net",
    "dynamic forcing net", "trial"};
static_assert(names.size() == static_cast<std::size_t>(Technique::trial) + 1);
using Scale = clew::Scale<Technique, names.size()>;

struct Step {
  Technique technique{};
  std::vector<Candidate> placements, eliminations;
};
using Found = std::optional<Step>;

inline Candidate candidate(int cell, int value) {
  return {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(value)};
}

class Position {
 public:
  Position(const Frame& its_frame, const std::uint8_t* givens) : frame(its_frame) {
    const int n = frame.n;
    for (int cell = 0; cell < frame.cells; ++cell) candidates[cell] = frame.all();
    for (int line = 0; line < n; ++line)
      for (int v = 1; v <= n; ++v) cols[line][v] = rows[line][v] = static_cast<Mask>(bit(n) - 1);
    open = frame.cells;
    for (int cell = 0; cell < frame.cells; ++cell)
      if (givens[cell]) place(cell, givens[cell]);
  }

  // The places of a value in a house.
  Mask places(int house, int v) const {
    return house < frame.n ? rows[house][v] : cols[house - frame.n][v];
  }
  bool is_open(int cell) const { return value[cell] == 0; }
  Mask mask(int cell) const { return value[cell] ? bit(value[cell]) : candidates[cell]; }
  int open_cells(int house) const {
    int found = 0;
    for (int i = 0; i < frame.n; ++i) found += is_open(frame.cell(house, i));
    return found;
  }

  void place(int cell, int v) {
    for (Mask left = candidates[cell]; left; left &= left - 1) strike(cell, lowest(left));
    value[cell] = static_cast<std::uint8_t>(v);
    --open;
    const int r = frame.row[cell], c = frame.col[cell];
    for (Mask left = cols[r][v]; left; left &= left - 1) strike(frame.at(r, lowest(left)), v);
    for (Mask left = rows[c][v]; left; left &= left - 1) strike(frame.at(lowest(left), c), v);
  }

  void strike(int cell, int v) {
    const int r = frame.row[cell], c = frame.col[cell];
    candidates[cell] &= static_cast<Mask>(~bit(v));
    cols[r][v] &= static_cast<Mask>(~bit(c));
    rows[c][v] &= static_cast<Mask>(~bit(r));
  }

  void apply(const Step& step) {
    for (const auto [cell, v] : step.placements) place(cell, v);
    for (const auto [cell, v] : step.eliminations) strike(cell, v);
  }

  // Calls `each` with the cells that a cell sees and that may hold a value, in order.
  template <class Each>
  void seen(int cell, int v, Each each) const {
    const int r = frame.row[cell], c = frame.col[cell];
    const Mask column = rows[c][v] & static_cast<Mask>(~bit(r));
    for (Mask left = column & static_cast<Mask>(bit(r) - 1); left; left &= left - 1)
      each(frame.at(lowest(left), c));
    for (Mask left = cols[r][v] & static_cast<Mask>(~bit(c)); left; left &= left - 1)
      each(frame.at(r, lowest(left)));
    for (Mask left = column & static_cast<Mask>(~up_to(r)); left; left &= left - 1)
      each(frame.at(lowest(left), c));
  }

  const Frame& frame;
  int open = 0;
  std::array<Mask, max_cells> candidates{};  // empty once the cell is filled
  std::array<std::array<Mask, max_order + 1>, max_order> cols{}, rows{};  // by row or column, value
  std::array<std::uint8_t, max_cells> value{};
};

// Calls `found(chosen, union)` with each choice of k masks whose union has k members, in dictionary
// order, until it returns true. There are only a few masks.
template <class Call>
bool subsets(const Mask* masks, int n, int k, Call found) {
  std::array<int, 4> at{};
  std::array<Mask, 5> together{};
  int depth = 0;
  at[0] = 0;
  while (depth >= 0) {
    if (at[depth] > n - (k - depth)) {
      if (--depth >= 0) ++at[depth];
      continue;
    }
    const Mask now = together[depth] | masks[at[depth]];
    if (count(now) > k) {
      ++at[depth];
    } else if (depth + 1 == k) {
      if (count(now) == k && found(at, now)) return true;
      ++at[depth];
    } else {
      together[depth + 1] = now;
      at[depth + 1] = at[depth] + 1;
      ++depth;
    }
  }
  return false;
}

// How far up (or down) sets of values must reach to give each its own member: the least value up
// to which there is a matching, or 0. Values are added one by one, each by one augmenting path.
class Matching {
 public:
  Matching(const Mask* masks, int number, bool up) {
    for (int i = 0; i < number; ++i)
      for (Mask left = masks[i]; left; left &= left - 1) having_[lowest(left)] |= bit(i);
    int matched = 0;
    for (int v = up ? 1 : max_order; v >= 1 && v <= max_order; up ? ++v : --v) {
      Mask tried = 0;
      if (having_[v] && give(v, tried) && ++matched == number) {
        bound = v;
        return;
      }
    }
  }

  int bound = 0;

 private:
  bool give(int v, Mask& tried) {
    for (;;) {
      const Mask left = having_[v] & static_cast<Mask>(~tried);
      if (!left) return false;
      const int i = lowest(left);
      tried |= bit(i);
      if (!owner_[i] || give(owner_[i], tried)) {
        owner_[i] = static_cast<std::uint8_t>(v);
        return true;
      }
    }
  }

  std::array<Mask, max_order + 1> having_{};
  std::array<std::uint8_t, max_order + 1> owner_{};
};

}  // namespace clew::signs
