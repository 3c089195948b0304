// Singles, locked values, sets, fish and wings: the patterns of explanations/techniques/basics.py
// and chains.py, each found in the same order. Every function finds the first
// step of its technique, or none.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>

#include "rater/sudoku_position.hpp"

namespace clew::rater {

using Found = std::optional<Step>;

inline Step placing(Technique technique, int cell, int value) {
  return {technique, 0, {{static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(value)}}, {}};
}

inline Found last_cells(const Position& p) {
  for (int h = 0; h < houses; ++h) {
    const Cells left = frame.house[h] & p.open;
    if (!left.single()) continue;
    const int cell = left.first();
    if (p.candidates[cell]) return placing(Technique::last_cell, cell, lowest(p.candidates[cell]));
  }
  return {};
}

inline Found hidden_singles(const Position& p) {
  for (int h = 0; h < houses; ++h)
    for (int v = 1; v <= 9; ++v) {
      const Cells left = p.places[v] & frame.house[h];
      if (left.single())
        return placing(h < column_0 ? Technique::hidden_single_in_block : Technique::hidden_single,
                       left.first(), v);
    }
  return {};
}

inline Found naked_singles(const Position& p) {
  for (Cells left = p.open; left.any();) {
    const int cell = left.pop();
    if (single(p.candidates[cell]))
      return placing(Technique::naked_single, cell, lowest(p.candidates[cell]));
  }
  return {};
}

inline int first_of_kind(int h) { return h < column_0 ? block_0 : h < row_0 ? column_0 : row_0; }

inline Found locked(const Position& p, bool pointing, bool direct) {
  for (const Crossing& crossing : frame.crossings) {
    const int inside = pointing ? crossing.block : crossing.line;
    const int other = pointing ? crossing.line : crossing.block;
    for (int v = 1; v <= 9; ++v) {
      const Cells places = p.places[v], here = places & frame.house[inside];
      const Cells beyond = frame.house[other].without(crossing.both);
      if (!here.any() || here.without(crossing.both).any() || !(places & beyond).any()) continue;
      if (!direct) {
        Step step{pointing ? Technique::pointing : Technique::claiming, 0, {}, {}};
        p.struck(beyond, v, step.eliminations);
        return step;
      }
      const int kind = first_of_kind(inside);
      for (int third = kind; third < kind + 9; ++third) {
        if (third == inside || !(frame.house[third] & frame.house[other]).any()) continue;
        const Cells left = (places & frame.house[third]).without(frame.house[other]);
        if (left.single())
          return placing(pointing ? Technique::direct_pointing : Technique::direct_claiming,
                         left.first(), v);
      }
    }
  }
  return {};
}

inline Found naked_sets(const Position& p, int k) {
  constexpr std::array sizes{Technique{}, Technique{}, Technique::naked_pair,
                             Technique::naked_triplet, Technique::naked_quad};
  Found found;
  for (int h = 0; h < houses && !found; ++h) {
    if ((frame.house[h] & p.open).count() <= k) continue;
    std::array<int, 9> cells{};
    int n = 0;
    for (const int cell : frame.cells[h])
      if (const int left = count(p.candidates[cell]); left >= 2 && left <= k) cells[n++] = cell;
    choose(n, k, [&](const std::array<int, 9>& at) {
      Values together = 0;
      for (int i = 0; i < k; ++i) together |= p.candidates[cells[at[i]]];
      if (count(together) != k) return false;
      Cells rest = frame.house[h];
      for (int i = 0; i < k; ++i) rest = rest.without(Cells::of(cells[at[i]]));
      Step step{sizes[k], 0, {}, {}};
      for (Values left = together; left; left &= left - 1)
        p.struck(rest, lowest(left), step.eliminations);
      if (step.eliminations.empty()) return false;
      std::ranges::sort(step.eliminations);
      found = std::move(step);
      return true;
    });
  }
  return found;
}

inline Found hidden_sets(const Position& p, int k, bool direct) {
  constexpr std::array sizes{Technique{}, Technique{}, Technique::hidden_pair,
                             Technique::hidden_triplet, Technique::hidden_quad};
  Found found;
  for (int h = 0; h < houses && !found; ++h) {
    if ((frame.house[h] & p.open).count() <= k) continue;
    std::array<int, 9> chosen{};
    int n = 0;
    for (int v = 1; v <= 9; ++v)
      if (const int left = (p.places[v] & frame.house[h]).count(); left >= 2 && left <= k)
        chosen[n++] = v;
    choose(n, k, [&](const std::array<int, 9>& at) {
      Cells together;
      Values keep = 0;
      for (int i = 0; i < k; ++i) {
        together = together | (p.places[chosen[at[i]]] & frame.house[h]);
        keep |= static_cast<Values>(1 << chosen[at[i]]);
      }
      if (together.count() != k) return false;
      Step step{sizes[k], 0, {}, {}};
      for (Cells left = together; left.any();) {
        const int cell = left.pop();
        for (Values more = p.candidates[cell] & static_cast<Values>(~keep); more; more &= more - 1)
          step.eliminations.push_back(
              {static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(lowest(more))});
      }
      if (step.eliminations.empty()) return false;
      if (!direct) {
        found = std::move(step);
        return true;
      }
      for (int v = 1; v <= 9; ++v) {
        if (keep >> v & 1) continue;
        const Cells places = p.places[v] & frame.house[h], left = places.without(together);
        if (places.count() > 1 && left.single()) {
          found = k == 2 ? placing(Technique::direct_hidden_pair, left.first(), v)
                         : placing(Technique::direct_hidden_triplet, left.first(), v);
          return true;
        }
      }
      return false;
    });
  }
  return found;
}

inline Found fish(const Position& p, int k) {
  constexpr std::array sizes{Technique{}, Technique{}, Technique::x_wing, Technique::swordfish,
                             Technique::jellyfish};
  Found found;
  for (int v = 1; v <= 9; ++v)
    for (const int base : {column_0, row_0}) {
      if (found) return found;
      const int cover = column_0 + row_0 - base;
      std::array<int, 9> lines{};
      std::array<unsigned, 9> crossed{};
      int n = 0;
      for (int line = 0; line < 9; ++line) {
        Cells here = p.places[v] & frame.house[base + line];
        if (const int left = here.count(); left < 2 || left > k) continue;
        unsigned mask = 0;
        while (here.any()) {
          const int cell = here.pop();
          mask |= 1u << (cover == row_0 ? cell / 9 : cell % 9);
        }
        lines[n] = line;
        crossed[n++] = mask;
      }
      choose(n, k, [&](const std::array<int, 9>& at) {
        unsigned together = 0;
        for (int i = 0; i < k; ++i) together |= crossed[at[i]];
        if (std::popcount(together) != k) return false;
        Cells inside, covered;
        for (int i = 0; i < k; ++i) inside = inside | frame.house[base + lines[at[i]]];
        for (unsigned left = together; left; left &= left - 1)
          covered = covered | frame.house[cover + std::countr_zero(left)];
        Step step{sizes[k], 0, {}, {}};
        if (!p.struck(covered.without(inside), v, step.eliminations)) return false;
        found = std::move(step);
        return true;
      });
    }
  return found;
}

inline Found wings(const Position& p, bool triple) {
  std::array<int, size> pairs{};
  int n = 0;
  for (Cells left = p.open; left.any();) {
    const int cell = left.pop();
    if (count(p.candidates[cell]) == 2) pairs[n++] = cell;
  }
  for (Cells pivots = p.open; pivots.any();) {
    const int pivot = pivots.pop();
    const Values mask = p.candidates[pivot];
    if (count(mask) != (triple ? 3 : 2)) continue;
    std::array<int, size> near{};
    int m = 0;
    for (int i = 0; i < n; ++i) {
      const Values wing = p.candidates[pairs[i]];
      const bool fits = triple ? (wing & mask) == wing : count(wing & mask) == 1;
      if (frame.peers[pivot].has(pairs[i]) && fits) near[m++] = pairs[i];
    }
    for (int i = 0; i < m; ++i)
      for (int j = i + 1; j < m; ++j) {
        const Values first = p.candidates[near[i]], second = p.candidates[near[j]];
        const Values common = first & second;
        if (first == second || count(common) != 1 || (mask | common) != (first | second) ||
            count(first | second) != 3)
          continue;
        Cells seen = frame.peers[near[i]] & frame.peers[near[j]];
        if (triple) seen = seen & frame.peers[pivot];
        Step step{triple ? Technique::xyz_wing : Technique::xy_wing, 0, {}, {}};
        if (p.struck(seen, lowest(common), step.eliminations)) return step;
      }
  }
  return {};
}

}  // namespace clew::rater
