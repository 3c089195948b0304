// Cycles, forcing chains and forcing nets, along signs too: chains.py and forcing.py in
// explanations/techniques, on a Latin square.
//
// The candidates are numbered in the order of cells and values; a node is a candidate assumed true
// or false, 2 * number + on. Links are lists, in the order of the readable engine, so that the first
// of the easiest and shortest is the same. Chains longer than the best are not followed.
#pragma once

#include <functional>

#include "rater/chains.hpp"
#include "rater/latin_patterns.hpp"

namespace clew::signs {

using namespace chains;
using Pause = std::function<void()>;  // called now and then; may throw

// The candidates of a position by number.
struct Numbers {
  explicit Numbers(const Position& p) {
    for (int cell = 0; cell < p.frame.cells; ++cell)
      for (Mask left = p.candidates[cell]; left; left &= left - 1) {
        of[cell][lowest(left)] = static_cast<std::uint16_t>(all.size());
        all.push_back(candidate(cell, lowest(left)));
      }
  }
  Node node(int cell, int value, bool on) const {
    return static_cast<Node>(2 * of[cell][value] + on);
  }
  Candidate at(Node n) const { return all[n / 2]; }

  Step concluding(Technique technique, Node n) const {
    if (is_on(n)) return {technique, {at(n)}, {}};
    return {technique, {}, {at(n)}};
  }

  std::array<std::array<std::uint16_t, max_order + 1>, max_cells> of{};
  std::vector<Candidate> all;
};

// Calls `each(cell, value)` for what the signs of a cell rule out if it holds a value.
template <class Each>
void beyond_signs(const Position& p, int cell, int value, Each each) {
  for (const auto& [other, greater] : p.frame.around[cell]) {
    const Mask out = greater ? up_to(value) : static_cast<Mask>(~(bit(value) - 1));
    for (Mask left = p.candidates[other] & out; left; left &= left - 1) each(other, lowest(left));
  }
}

class Chains {
 public:
  Chains(const Position& p, const Scale& scale, const Pause& pause)
      : p_(p), scale_(scale), pause_(pause), numbers_(p) {
    const std::size_t size = numbers_.all.size();
    for (auto* each : {&before_, &link_, &length_}) each->resize(2 * size);
    for (auto* each : {&known_, &expanded_, &closing_}) each->resize(2 * size);
    for (const auto [cell, value] : numbers_.all) link(cell, value);
  }

  Found easiest() {
    for (const auto& [x, y] : {std::pair{true, false}, {false, true}, {true, true}}) {
      x_ = x;
      y_ = y;
      bind();
      if (longest_cycle_ < 4 && longest_chain_ < 2) continue;
      for (Node n = 0; n < 2 * numbers_.all.size(); n += 2) {
        if (n % 128 == 0) pause_();
        if (!x_ && count(p_.candidates[numbers_.at(n).cell]) > 2) continue;
        cycles(n + 1);
        if (!x_) continue;
        forced(n + 1);
        forced(n);
      }
    }
    return best_.step;
  }

 private:
  struct Links {
    std::uint32_t near, far, end;  // in `off_`: those of the same value; others in the cell, beyond signs
    std::array<Node, 3> on;        // true if this is false: in the cell, then in a line
    std::uint8_t in_cell, places;  // how many of these
  };

  void link(int cell, int value) {
    Links links{};
    links.near = static_cast<std::uint32_t>(off_.size());
    p_.seen(cell, value, [&](int other) { off_.push_back(numbers_.node(other, value, false)); });
    links.far = static_cast<std::uint32_t>(off_.size());
    const Mask others = p_.candidates[cell] & static_cast<Mask>(~bit(value));
    for (Mask left = others; left; left &= left - 1)
      off_.push_back(numbers_.node(cell, lowest(left), false));
    beyond_signs(p_, cell, value, [&](int c, int v) { off_.push_back(numbers_.node(c, v, false)); });
    links.end = static_cast<std::uint32_t>(off_.size());
    if (single(others)) links.on[links.in_cell++] = numbers_.node(cell, lowest(others), true);
    const int r = p_.frame.row[cell], c = p_.frame.col[cell];
    std::array<int, 2> found{};
    int m = 0;
    if (const Mask left = p_.rows[c][value] & static_cast<Mask>(~bit(r)); single(left))
      found[m++] = p_.frame.at(lowest(left), c);
    if (const Mask left = p_.cols[r][value] & static_cast<Mask>(~bit(c)); single(left))
      found[m++] = p_.frame.at(r, lowest(left));
    if (m == 2 && found[1] < found[0]) std::swap(found[0], found[1]);
    for (int i = 0; i < m; ++i) links.on[links.in_cell + links.places++] = numbers_.node(found[i], value, true);
    links_.push_back(links);
  }

  // Calls `each` with what is false if a true node holds.
  template <class Each>
  void after_on(Node n, Each each) const {
    const Links& links = links_[n / 2];
    for (std::uint32_t i = links.near, end = y_ ? links.end : links.far; i < end; ++i) each(off_[i]);
  }

  template <class Each>
  void after_off(Node n, Each each) const {
    const Links& links = links_[n / 2];
    const int end = links.in_cell + (x_ ? links.places : 0);
    for (int i = y_ ? 0 : links.in_cell; i < end; ++i) each(links.on[i]);
  }

  // The shortest cycles from a true candidate back to itself. The node before a true one is
  // a true one, with the false one between them kept beside it. A false node that was already reached
  // leads to nothing new, but it may close another cycle.
  void cycles(Node source) {
    if (longest_cycle_ < 4) return;
    ++stamp_;
    after_off(source, [&](Node n) { closing_[opposite(n)] = stamp_; });
    known_[source] = stamp_;
    before_[source] = source;
    length_[source] = 1;
    queue_.assign(1, source);
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const Node here = queue_[head];
      const int length = length_[here];
      if (length >= longest_cycle_) return;
      const Node link = length > 1 ? link_[here] : source;
      after_on(here, [&](Node off) {
        if (off == link) return;
        if (length >= 3 && closing_[off] == stamp_) cycle(here, off, length + 1);
        if (expanded_[off] == stamp_) return;
        expanded_[off] = stamp_;
        after_off(off, [&](Node on) {
          if (known_[on] == stamp_) return;
          known_[on] = stamp_;
          before_[on] = here;
          link_[on] = off;
          length_[on] = static_cast<std::uint16_t>(length + 2);
          queue_.push_back(on);
        });
      });
    }
  }

  void cycle(Node last, Node off, int length) {
    const int rating = scale_.base(cycles_as()) + length_added(length);
    if (!best_.beaten_by(rating, length)) return;
    std::vector<Node> path{off};
    for (Node n = last;; n = before_[n]) {
      path.push_back(n);
      if (before_[n] == n) break;
      path.push_back(link_[n]);
    }
    std::array<bool, max_cells> used{};
    Mask values = 0;
    for (const Node n : path) {
      used[numbers_.at(n).cell] = true;
      values |= bit(numbers_.at(n).value);
    }
    Step step{cycles_as(), {}, {}};
    for (; values; values &= values - 1) strike_between(step, path, lowest(values), used);
    if (step.eliminations.empty()) return;
    best_.take(std::move(step), rating, length);
    bind();
  }

  // What sees both a true and a false node of a value in a cycle is false.
  void strike_between(Step& step, const std::vector<Node>& path, int value,
                      const std::array<bool, max_cells>& used) const {
    std::array<std::uint8_t, max_cells> near{};
    for (const Node n : path)
      if (const Candidate at = numbers_.at(n); at.value == value)
        p_.seen(at.cell, value, [&](int cell) { near[cell] |= is_on(n) ? 2 : 1; });
    for (int cell = 0; cell < p_.frame.cells; ++cell)
      if (near[cell] == 3 && !used[cell]) step.eliminations.push_back(candidate(cell, value));
  }

  // The distance from a node to its opposite, breadth-first.
  void forced(Node source) {
    if (longest_chain_ < 2) return;
    ++stamp_;
    known_[source] = stamp_;
    length_[source] = 1;
    queue_.assign(1, source);
    bool met = false;
    int length = 0;
    const auto look = [&](Node n) {
      if (n == opposite(source)) met = true;
      if (known_[n] == stamp_) return;
      known_[n] = stamp_;
      length_[n] = static_cast<std::uint16_t>(length);
      queue_.push_back(n);
    };
    for (std::size_t head = 0; head < queue_.size() && !met; ++head) {
      const Node here = queue_[head];
      length = length_[here] + 1;
      if (length > longest_chain_) return;
      is_on(here) ? after_on(here, look) : after_off(here, look);
    }
    if (met) chain(opposite(source), length);
  }

  void chain(Node end, int length) {
    const int rating = scale_.base(chains_as()) + length_added(length);
    if (!best_.beaten_by(rating, length)) return;
    best_.take(numbers_.concluding(chains_as(), end), rating, length);
    bind();
  }

  Technique cycles_as() const {
    return x_ && y_ ? Technique::mixed_cycle : x_ ? Technique::x_cycle : Technique::y_cycle;
  }
  Technique chains_as() const { return x_ && y_ ? Technique::forcing_chain : Technique::x_chain; }

  // Sets the length up to which a chain matters: most are never followed that far.
  void bind() {
    longest_cycle_ = best_.longest(scale_.base(cycles_as()));
    longest_chain_ = best_.longest(scale_.base(chains_as()));
  }

  const Position& p_;
  const Scale& scale_;
  const Pause& pause_;
  Numbers numbers_;
  std::vector<Node> off_;
  std::vector<Links> links_;
  bool x_ = false, y_ = false;
  std::vector<Node> before_, link_, length_;
  std::vector<std::uint32_t> known_, expanded_, closing_;  // the last search that marked a node
  std::uint32_t stamp_ = 0;
  std::vector<Node> queue_;
  int longest_cycle_ = 0, longest_chain_ = 0;
  Best<Step> best_;
};

// One run along the links, on its own copy of the board, without what is false (unless multiple).
class Propagator : public Propagating<Propagator> {
 public:
  Propagator(const Position& p, const Numbers& numbers, Net kind, Node source)
      : Propagating(2 * numbers.all.size()), p_(p), numbers_(numbers), kind_(kind), own_(p) {
    propagate(source);
  }

 private:
  friend Propagating;

  bool after_on(Node n) {
    const auto [cell, value] = numbers_.at(n);
    const std::vector<Node> parents{n};
    bool clash = false;
    const auto off = [&](int c, int v) { clash = clash || clashes(numbers_.node(c, v, false), parents); };
    if (kind_ != Net::nishio)
      for (Mask left = own_.candidates[cell] & static_cast<Mask>(~bit(value)); left; left &= left - 1)
        off(cell, lowest(left));
    own_.seen(cell, value, [&, v = value](int other) { off(other, v); });
    if (kind_ != Net::nishio) beyond_signs(p_, cell, value, off);
    return clash;
  }

  bool after_off(Node n) {
    const auto [cell, value] = numbers_.at(n);
    std::vector<std::pair<Node, std::vector<Node>>> found;
    const Mask left = own_.candidates[cell];
    if (kind_ != Net::nishio && count(left) == 2 && left >> value & 1) {
      std::vector<Node> parents{n};
      for (Mask gone = p_.candidates[cell] & static_cast<Mask>(~left); gone; gone &= gone - 1)
        parents.push_back(numbers_.node(cell, lowest(gone), false));
      found.emplace_back(numbers_.node(cell, lowest(left & static_cast<Mask>(~bit(value))), true),
                         std::move(parents));
    }
    for (const int house : {static_cast<int>(p_.frame.col[cell]), p_.frame.n + p_.frame.row[cell]}) {
      const int here = house < p_.frame.n ? p_.frame.row[cell] : p_.frame.col[cell];
      const Mask places = own_.places(house, value), rest = places & static_cast<Mask>(~bit(here));
      if (!single(rest) || rest == places) continue;
      std::vector<Node> parents{n};
      for (Mask gone = p_.places(house, value) & static_cast<Mask>(~places); gone; gone &= gone - 1)
        parents.push_back(numbers_.node(p_.frame.cell(house, lowest(gone)), value, false));
      found.emplace_back(numbers_.node(p_.frame.cell(house, lowest(rest)), value, true), std::move(parents));
    }
    if (kind_ != Net::multiple) own_.strike(cell, value);
    for (const auto& [next, parents] : found)
      if (clashes(next, parents)) return true;
    return false;
  }

  const Position& p_;
  const Numbers& numbers_;
  Net kind_;
  Position own_;
};

class Nets : Concluding<Nets> {
 public:
  Nets(const Position& p, Net kind, const Pause& pause) : Nets(p, kind, pause, Numbers(p)) {}

  Found easiest() {
    for (int cell = 0; cell < p_.frame.cells; ++cell) {
      const Mask mask = p_.candidates[cell];
      if (!mask || (count(mask) == 2 && kind_ == Net::multiple)) continue;
      std::vector<Node> starts;
      for (Mask left = mask; left; left &= left - 1) {
        const Node n = numbers_.node(cell, lowest(left), true);
        starts.push_back(n);
        if (kind_ != Net::multiple) contradictions(n);
        if (kind_ == Net::dynamic && count(mask) > 2) either_way(n);
      }
      if (kind_ != Net::nishio) common(starts);
    }
    if (kind_ != Net::nishio) houses();
    return best_.step;
  }

 private:
  void houses() {
    for (int h = 0; h < 2 * p_.frame.n; ++h)
      for (int v = 1; v <= p_.frame.n; ++v) {
        Mask places = p_.places(h, v);
        if (count(places) < 2) continue;
        std::vector<Node> starts;
        for (; places; places &= places - 1)
          starts.push_back(numbers_.node(p_.frame.cell(h, lowest(places)), v, true));
        common(starts);
      }
  }

  friend Concluding;

  Nets(const Position& p, Net kind, const Pause& pause, Numbers numbers)
      : Concluding(2 * numbers.all.size()), p_(p), kind_(kind), pause_(pause),
        numbers_(std::move(numbers)) {}

  Implications implied_by(Node n) {
    pause_();
    return std::move(Propagator(p_, numbers_, kind_, n).implied);
  }

  void offer(Node n, int length) {
    constexpr std::array kinds{Technique::nishio, Technique::multiple, Technique::dynamic};
    if (best_.beaten_by(length, length))
      best_.take(numbers_.concluding(kinds[static_cast<int>(kind_)], n), length, length);
  }

  const Position& p_;
  Net kind_;
  const Pause& pause_;
  Numbers numbers_;
  Best<Step> best_;
};

}  // namespace clew::signs
