// Cycles, forcing chains and forcing nets: chains.py and forcing.py in explanations/techniques.
//
// A node is a candidate assumed true or false: (cell * 10 + value) * 2 + on. What follows from
// each is searched breadth-first in the order of the readable engine, so the first of the easiest
// and shortest is the same.
#pragma once

#include <algorithm>

#include "rater/chains.hpp"
#include "rater/sudoku_patterns.hpp"

namespace clew::rater {

using namespace chains;
constexpr int nodes = size * 10 * 2;
constexpr Node node(int cell, int value, bool on) {
  return static_cast<Node>((cell * 10 + value) * 2 + on);
}
constexpr int cell_of(Node n) { return n / 20; }
constexpr int value_of(Node n) { return n / 2 % 10; }

inline Step concluding(Technique technique, int rating, Node n) {
  const Candidate candidate{static_cast<std::uint8_t>(cell_of(n)), static_cast<std::uint8_t>(value_of(n))};
  if (is_on(n)) return {technique, rating, {candidate}, {}};
  return {technique, rating, {}, {candidate}};
}

// For each value a set of cells: many candidates at once.
using Board = std::array<Cells, 10>;

class Chains {
 public:
  Chains(const Position& p, const Scale& scale) : p_(p), scale_(scale) {
    for (int v = 1; v <= 9; ++v)
      for (const Cells house : frame.house)
        if (const Cells both = p_.places[v] & house; both.pair()) {
          Cells rest = both;
          const int one = rest.pop(), two = rest.first();
          partners_[one * 10 + v] = partners_[one * 10 + v] | Cells::of(two);
          partners_[two * 10 + v] = partners_[two * 10 + v] | Cells::of(one);
        }
  }

  Found easiest() {
    for (const auto& [x, y] : {std::pair{true, false}, {false, true}, {true, true}}) {
      x_ = x;
      y_ = y;
      bound();
      if (longest_cycle_ < 4 && longest_chain_ < 2) continue;
      for (Cells cells = p_.open; cells.any();) {
        const int cell = cells.pop();
        if (!x_ && count(p_.candidates[cell]) > 2) continue;
        for (Values left = p_.candidates[cell]; left; left &= left - 1) {
          const int value = lowest(left);
          cycles(cell, value);
          if (!x_) continue;
          forced(cell, value, true);
          forced(cell, value, false);
        }
      }
    }
    return best_.step;
  }

 private:
  Cells seen(int cell, int value) const { return p_.places[value] & frame.peers[cell]; }
  Values others(int cell, int value) const {
    return p_.candidates[cell] & static_cast<Values>(~(1 << value));
  }
  // The other candidate of a cell with two, if that is a link; otherwise 0.
  int other(int cell, int value) const {
    const Values rest = others(cell, value);
    return y_ && single(rest) ? lowest(rest) : 0;
  }
  Cells partners(int cell, int value) const { return x_ ? partners_[cell * 10 + value] : Cells{}; }

  // The shortest cycles from a true candidate back to itself. The node before a true one is
  // a true one, with the false one between them kept beside it. A false node that was already reached
  // leads to nothing new, but it may close another cycle.
  void cycles(int cell, int value) {
    if (longest_cycle_ < 4) return;
    Board known{}, expanded{}, closing{};
    for (Cells left = partners(cell, value); left.any();)
      closing[value] = closing[value] | Cells::of(left.pop());
    if (const int v = other(cell, value)) closing[v] = closing[v] | Cells::of(cell);
    const Node source = node(cell, value, true);
    known[value] = Cells::of(cell);
    before_[source] = source;
    length_[source] = 1;
    queue_.assign(1, source);
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const Node here = queue_[head];
      const int c = cell_of(here), v = value_of(here), length = length_[here];
      if (length >= longest_cycle_) return;
      const Node link = length > 1 ? link_[here] : source;
      const auto look = [&](int c2, int v2) {
        const Node off = node(c2, v2, false);
        if (length >= 3 && off != link && closing[v2].has(c2)) cycle(here, off, length + 1);
        if (expanded[v2].has(c2) || off == link) return;
        expanded[v2] = expanded[v2] | Cells::of(c2);
        if (const int w = other(c2, v2); w && !known[w].has(c2)) meet(here, off, node(c2, w, true), known);
        for (Cells left = partners(c2, v2).without(known[v2]); left.any();)
          meet(here, off, node(left.pop(), v2, true), known);
      };
      Cells next = seen(c, v).without(expanded[v]);
      if (length >= 3) next = next | (seen(c, v) & closing[v]);
      while (next.any()) look(next.pop(), v);
      if (y_)
        for (Values left = others(c, v); left; left &= left - 1) look(c, lowest(left));
    }
  }

  void meet(Node here, Node off, Node on, Board& known) {
    known[value_of(on)] = known[value_of(on)] | Cells::of(cell_of(on));
    before_[on] = here;
    link_[on] = off;
    length_[on] = static_cast<std::uint16_t>(length_[here] + 2);
    queue_.push_back(on);
  }

  void cycle(Node last, Node off, int length) {
    const int rating = scale_.base(cycles_as()) + length_added(length);
    if (!best_.beaten_by(rating, length)) return;
    std::array<std::array<Cells, 2>, 10> near{};
    Cells used;
    Values values = 0;
    const auto visit = [&](Node n) {
      used = used | Cells::of(cell_of(n));
      values |= static_cast<Values>(1 << value_of(n));
      Cells& side = near[value_of(n)][is_on(n)];
      side = side | frame.peers[cell_of(n)];
    };
    visit(off);
    for (Node n = last;; n = before_[n]) {
      visit(n);
      if (before_[n] == n) break;
      visit(link_[n]);
    }
    Step step{cycles_as(), rating, {}, {}};
    for (; values; values &= values - 1) {
      const int v = lowest(values);
      p_.struck((near[v][0] & near[v][1]).without(used), v, step.eliminations);
    }
    if (!step.eliminations.empty()) improve(std::move(step), length);
  }

  // The distance from a candidate, true or false, to its opposite: all nodes of a length at once.
  void forced(int cell, int value, bool on) {
    if (longest_chain_ < 2) return;
    Board known[2] = {}, fresh{};
    Values filled = static_cast<Values>(1 << value);
    known[on][value] = fresh[value] = Cells::of(cell);
    bool now = on;
    for (int length = 2; length <= longest_chain_ && filled; ++length, now = !now) {
      Board next{};
      Values reached = 0;
      for (Values left = filled; left; left &= left - 1) {
        const int v = lowest(left);
        for (Cells cells = fresh[v]; cells.any();) spread(cells.pop(), v, now, next, reached);
      }
      if (now == on && next[value].has(cell)) {
        chain(node(cell, value, !on), length);
        return;
      }
      filled = 0;
      for (; reached; reached &= reached - 1) {
        const int v = lowest(reached);
        fresh[v] = next[v].without(known[!now][v]);
        known[!now][v] = known[!now][v] | fresh[v];
        if (fresh[v].any()) filled |= static_cast<Values>(1 << v);
      }
    }
  }

  void spread(int cell, int value, bool on, Board& next, Values& reached) const {
    const Cells far = on ? seen(cell, value) : partners(cell, value);
    if (far.any()) {
      next[value] = next[value] | far;
      reached |= static_cast<Values>(1 << value);
    }
    if (!y_) return;
    Values here = others(cell, value);
    if (!on && !single(here)) return;
    for (reached |= here; here; here &= here - 1)
      next[lowest(here)] = next[lowest(here)] | Cells::of(cell);
  }

  void chain(Node end, int length) {
    const int rating = scale_.base(chains_as()) + length_added(length);
    if (best_.beaten_by(rating, length)) improve(concluding(chains_as(), rating, end), length);
  }

  Technique cycles_as() const {
    return x_ && y_ ? Technique::mixed_cycle : x_ ? Technique::x_cycle : Technique::y_cycle;
  }
  Technique chains_as() const { return x_ && y_ ? Technique::forcing_chain : Technique::x_chain; }

  void improve(Step step, int length) {
    const int rating = step.rating;
    best_.take(std::move(step), rating, length);
    bound();
  }

  // Sets the length up to which a chain matters: most are never followed that far.
  void bound() {
    longest_cycle_ = best_.longest(scale_.base(cycles_as()));
    longest_chain_ = best_.longest(scale_.base(chains_as()));
  }

  const Position& p_;
  const Scale& scale_;
  bool x_ = false, y_ = false;
  std::array<Cells, size * 10> partners_{};  // cells that share a house with two places for a value
  std::array<Node, nodes> before_, link_;
  std::array<std::uint16_t, nodes> length_;
  std::vector<Node> queue_;
  int longest_cycle_ = 0, longest_chain_ = 0;
  Best<Step> best_;
};

class Propagator : public Propagating<Propagator> {
 public:
  Propagator(const Position& p, Net kind, Node source)
      : Propagating(nodes), p_(p), kind_(kind), candidates_(p.candidates), places_(p.places) {
    propagate(source);
  }

 private:
  friend Propagating;

  bool after_on(Node n) {
    const int cell = cell_of(n), value = value_of(n);
    const std::vector<Node> parents{n};
    if (kind_ != Net::nishio)
      for (Values left = candidates_[cell] & static_cast<Values>(~(1 << value)); left; left &= left - 1)
        if (clashes(node(cell, lowest(left), false), parents)) return true;
    for (Cells seen = places_[value] & frame.peers[cell]; seen.any();)
      if (clashes(node(seen.pop(), value, false), parents)) return true;
    return false;
  }

  bool after_off(Node n) {
    const int cell = cell_of(n), value = value_of(n);
    std::vector<std::pair<Node, std::vector<Node>>> found;
    const Values left = candidates_[cell];
    if (kind_ != Net::nishio && count(left) == 2 && left >> value & 1) {
      std::vector<Node> parents{n};
      for (Values gone = p_.candidates[cell] & static_cast<Values>(~left); gone; gone &= gone - 1)
        parents.push_back(node(cell, lowest(gone), false));
      found.emplace_back(node(cell, lowest(left & static_cast<Values>(~(1 << value))), true), std::move(parents));
    }
    const Cells bit = Cells::of(cell), places = places_[value];
    for (const int h : frame.around[cell]) {
      const Cells rest = (places & frame.house[h]).without(bit);
      if (!rest.single() || !places.has(cell)) continue;
      std::vector<Node> parents{n};
      for (Cells gone = (p_.places[value] & frame.house[h]).without(places); gone.any();)
        parents.push_back(node(gone.pop(), value, false));
      found.emplace_back(node(rest.first(), value, true), std::move(parents));
    }
    if (kind_ != Net::multiple) {
      candidates_[cell] &= static_cast<Values>(~(1 << value));
      places_[value] = places.without(bit);
    }
    for (const auto& [next, parents] : found)
      if (clashes(next, parents)) return true;
    return false;
  }

  const Position& p_;
  Net kind_;
  std::array<Values, size> candidates_;
  std::array<Cells, 10> places_;
};

class Nets : Concluding<Nets> {
 public:
  Nets(const Position& p, Net kind, const Scale& scale)
      : Concluding(nodes), p_(p), kind_(kind), scale_(scale) {}

  Found easiest() {
    for (Cells cells = p_.open; cells.any();) {
      const int cell = cells.pop();
      const Values mask = p_.candidates[cell];
      if (count(mask) == 2 && kind_ == Net::multiple) continue;
      std::vector<Node> starts;
      for (Values left = mask; left; left &= left - 1) {
        const Node n = node(cell, lowest(left), true);
        starts.push_back(n);
        if (kind_ != Net::multiple) contradictions(n);
        if (kind_ == Net::dynamic && count(mask) > 2) either_way(n);
      }
      if (kind_ != Net::nishio) common(starts);
    }
    if (kind_ != Net::nishio)
      for (int h = 0; h < houses; ++h)
        for (int v = 1; v <= 9; ++v) {
          Cells places = p_.places[v] & frame.house[h];
          if (places.count() < 2) continue;
          std::vector<Node> starts;
          while (places.any()) starts.push_back(node(places.pop(), v, true));
          common(starts);
        }
    return best_.step;
  }

 private:
  friend Concluding;

  Implications implied_by(Node n) { return std::move(Propagator(p_, kind_, n).implied); }

  void offer(Node n, int length) {
    constexpr std::array kinds{Technique::nishio, Technique::multiple, Technique::dynamic};
    const Technique technique = kinds[static_cast<int>(kind_)];
    const int rating = scale_.base(technique) + length_added(length);
    if (best_.beaten_by(rating, length)) best_.take(concluding(technique, rating, n), rating, length);
  }

  const Position& p_;
  Net kind_;
  const Scale& scale_;
  Best<Step> best_;
};

}  // namespace clew::rater
