// Singles, signs, sets and fish: the patterns of explanations/techniques/basics.py on a Latin square,
// each found in the same order. Every function finds the first step of its technique, or none.
#pragma once

#include <utility>

#include "rater/latin_position.hpp"

namespace clew::signs {

inline Technique sized(Technique first, int k) {
  return static_cast<Technique>(static_cast<int>(first) + k - 2);
}

inline Found naked_singles(const Position& p) {
  for (int cell = 0; cell < p.frame.cells; ++cell)
    if (p.is_open(cell) && single(p.candidates[cell]))
      return Step{Technique::naked_single, {candidate(cell, lowest(p.candidates[cell]))}, {}};
  return {};
}

inline Found hidden_singles(const Position& p) {
  for (int h = 0; h < 2 * p.frame.n; ++h)
    for (int v = 1; v <= p.frame.n; ++v)
      if (const Mask left = p.places(h, v); single(left))
        return Step{Technique::hidden_single, {candidate(p.frame.cell(h, lowest(left)), v)}, {}};
  return {};
}

// The least value is in no cell that is greater than another, nor the greatest in a smaller one.
inline Found extremes(const Position& p) {
  const Frame& frame = p.frame;
  for (const bool least : {true, false}) {
    std::array<bool, max_cells> out{};
    for (const auto& [a, b] : frame.less) out[least ? b : a] = true;
    const int v = least ? 1 : frame.n;
    for (int h = 0; h < 2 * frame.n; ++h) {
      const Mask places = p.places(h, v);
      Mask left = places;
      for (Mask each = places; each; each &= each - 1)
        if (out[frame.cell(h, lowest(each))]) left &= static_cast<Mask>(~bit(lowest(each)));
      if (left != places && single(left))
        return Step{Technique::only_extreme, {candidate(frame.cell(h, lowest(left)), v)}, {}};
    }
  }
  return {};
}

inline void strike_all(Step& step, int cell, Mask values) {
  for (; values; values &= values - 1) step.eliminations.push_back(candidate(cell, lowest(values)));
}

inline Found bound(const Position& p, Technique technique, int cell, Mask out) {
  if (!(p.candidates[cell] & out)) return {};
  Step step{technique, {}, {}};
  strike_all(step, cell, p.candidates[cell] & out);
  return step;
}

// A sign beside a filled cell, or one that only says that there is a neighbour.
inline Found neighbours(const Position& p) {
  for (const auto& [a, b] : p.frame.less) {
    const int low = p.value[a] ? p.value[a] : 1, high = p.value[b] ? p.value[b] : p.frame.n;
    if (Found s = bound(p, Technique::sign, b, up_to(low))) return s;
    if (Found s = bound(p, Technique::sign, a, static_cast<Mask>(~(bit(high) - 1)))) return s;
  }
  return {};
}

inline Found chains_of_signs(const Position& p) {
  for (const auto& [a, b] : p.frame.less) {
    if (Found s = bound(p, Technique::chain_of_signs, b, up_to(lowest(p.mask(a))))) return s;
    const Mask above = static_cast<Mask>(~(bit(highest(p.mask(b))) - 1));
    if (Found s = bound(p, Technique::chain_of_signs, a, above)) return s;
  }
  return {};
}

inline Found naked_sets(const Position& p, int k) {
  const int n = p.frame.n;
  Found found;
  for (int h = 0; h < 2 * n && !found; ++h) {
    if (p.open_cells(h) <= k) continue;
    std::array<int, max_order> cells{};
    std::array<Mask, max_order> masks{};
    int m = 0;
    for (int i = 0; i < n; ++i) {
      const Mask mask = p.candidates[p.frame.cell(h, i)];
      if (count(mask) < 2 || count(mask) > k) continue;
      cells[m] = i;
      masks[m++] = mask;
    }
    subsets(masks.data(), m, k, [&](const std::array<int, 4>& at, Mask together) {
      Mask chosen = 0;
      for (int i = 0; i < k; ++i) chosen |= bit(cells[at[i]]);
      Step step{sized(Technique::naked_pair, k), {}, {}};
      for (int i = 0; i < n; ++i)
        if (const int cell = p.frame.cell(h, i); !(chosen >> i & 1))
          strike_all(step, cell, p.candidates[cell] & together);
      if (step.eliminations.empty()) return false;
      found = std::move(step);
      return true;
    });
  }
  return found;
}

inline Found hidden_sets(const Position& p, int k) {
  const int n = p.frame.n;
  Found found;
  for (int h = 0; h < 2 * n && !found; ++h) {
    if (p.open_cells(h) <= k) continue;
    std::array<int, max_order> values{};
    std::array<Mask, max_order> masks{};
    int m = 0;
    for (int v = 1; v <= n; ++v) {
      const Mask mask = p.places(h, v);
      if (count(mask) < 2 || count(mask) > k) continue;
      values[m] = v;
      masks[m++] = mask;
    }
    subsets(masks.data(), m, k, [&](const std::array<int, 4>& at, Mask together) {
      Mask keep = 0;
      for (int i = 0; i < k; ++i) keep |= bit(values[at[i]]);
      Step step{sized(Technique::hidden_pair, k), {}, {}};
      for (Mask left = together; left; left &= left - 1) {
        const int cell = p.frame.cell(h, lowest(left));
        strike_all(step, cell, p.candidates[cell] & static_cast<Mask>(~keep));
      }
      if (step.eliminations.empty()) return false;
      found = std::move(step);
      return true;
    });
  }
  return found;
}

// The cells that are smaller than a cell by their signs (`up`: it is above them), or greater.
inline std::array<bool, max_cells> reached(const Frame& frame, int cell, bool up) {
  std::array<bool, max_cells> found{};
  std::vector<int> waiting{cell};
  while (!waiting.empty()) {
    const int here = waiting.back();
    waiting.pop_back();
    for (const auto& [other, greater] : frame.around[here])
      if (greater != up && !found[other]) {
        found[other] = true;
        waiting.push_back(other);
      }
  }
  return found;
}

// Several cells of one house, all smaller or all greater than a cell, need as many values there.
inline Found crowded_signs(const Position& p) {
  const Frame& frame = p.frame;
  for (int cell = 0; cell < frame.cells; ++cell) {
    if (!p.is_open(cell) || frame.around[cell].empty()) continue;
    for (const bool up : {true, false}) {
      const std::array<bool, max_cells> others = reached(frame, cell, up);
      for (int h = 0; h < 2 * frame.n; ++h) {
        std::array<Mask, max_order> masks{};
        int m = 0;
        for (int i = 0; i < frame.n; ++i)
          if (const int other = frame.cell(h, i); others[other]) masks[m++] = p.mask(other);
        if (m < 2) continue;
        const int least = Matching(masks.data(), m, up).bound;
        if (!least) continue;
        const Mask out = up ? up_to(least) : static_cast<Mask>(~(bit(least) - 1));
        if (Found s = bound(p, Technique::signs_on_one_line, cell, out)) return s;
      }
    }
  }
  return {};
}

inline Found fish(const Position& p, int k) {
  const int n = p.frame.n;
  Found found;
  for (int v = 1; v <= n; ++v)
    for (const int base : {0, n}) {
      if (found) return found;
      std::array<int, max_order> lines{};
      std::array<Mask, max_order> masks{};
      int m = 0;
      for (int line = 0; line < n; ++line) {
        const Mask mask = p.places(base + line, v);
        if (count(mask) < 2 || count(mask) > k) continue;
        lines[m] = line;
        masks[m++] = mask;
      }
      subsets(masks.data(), m, k, [&](const std::array<int, 4>& at, Mask together) {
        Mask chosen = 0;
        for (int i = 0; i < k; ++i) chosen |= bit(lines[at[i]]);
        Step step{sized(Technique::x_wing, k), {}, {}};
        for (int line = 0; line < n; ++line)
          if (!(chosen >> line & 1))
            for (Mask gone = p.places(base + line, v) & together; gone; gone &= gone - 1)
              step.eliminations.push_back(candidate(p.frame.cell(base + line, lowest(gone)), v));
        if (step.eliminations.empty()) return false;
        std::ranges::sort(step.eliminations);
        found = std::move(step);
        return true;
      });
    }
  return found;
}

}  // namespace clew::signs
