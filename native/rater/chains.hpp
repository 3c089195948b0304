// Chains and nets, as far as the board does not matter: what the raters of Sudokus (sudoku_chains.hpp)
// and of Futoshikis (latin_chains.hpp) have in common, after explain/techniques/chains.py and explain/techniques/forcing.py.
//
// A node is a candidate said to be true or false; which one it is, the board knows, but the lowest bit
// tells true from false.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "common/poll.hpp"

namespace clew::nets {

using Node = std::uint16_t;
constexpr bool is_on(Node n) { return n & 1; }
constexpr Node opposite(Node n) { return n ^ 1; }

// What the length of a chain adds to its rating, in tenths: one at each of 4, 6, 8, 12, 16, 24, …
inline int length_added(int length) {
  int added = 0;
  for (int least = 4, turn = 0; length - 2 > least; turn ^= 1, ++added)
    least = turn ? least * 4 / 3 : least * 3 / 2;
  return added;
}

// The step with the least rating on the Explainer's scale, and then size; the first of equals.
template <class Step>
struct Best {
  std::optional<Step> step;
  int rating = 0, size = 0;

  bool beaten_by(int its_rating, int its_size) const {
    return !step || its_rating < rating || (its_rating == rating && its_size < size);
  }
  void take(Step found, int its_rating, int its_size) {
    step = std::move(found);
    rating = its_rating;
    size = its_size;
  }
  // The longest chain that would still be better, if chains are rated `base` and more by length.
  int longest(int base) const {
    if (!step) return 1 << 16;  // more than there are nodes
    int length = 0;
    while (beaten_by(base + length_added(length + 1), length + 1)) ++length;
    return length;
  }
};

enum class Net : std::uint8_t { nishio, multiple, dynamic };

inline int rating_of(Net kind, int length) {
  constexpr std::array bases{75, 80, 85};
  return bases[static_cast<std::size_t>(kind)] + length_added(length);
}

// All that follows from a node, each node with those that it follows from.
struct Web {
  explicit Web(std::size_t nodes) : place(nodes) {}

  std::vector<Node> order;
  std::vector<std::uint16_t> place;  // of a node in `order`, from 1; 0: not met
  std::vector<std::uint32_t> begin;  // of its parents in the pool, by place in `order`
  std::vector<Node> pool;
  bool clashes = false;
  Node clash = 0;             // a node whose opposite follows as well
  std::vector<Node> because;  // from these

  bool has(Node n) const { return place[n] != 0; }

  void add(Node n, const std::vector<Node>& parents) {
    order.push_back(n);
    place[n] = static_cast<std::uint16_t>(order.size());
    begin.push_back(static_cast<std::uint32_t>(pool.size()));
    pool.insert(pool.end(), parents.begin(), parents.end());
  }

  int ancestors(std::vector<Node> waiting, std::vector<char>& seen) const {
    std::ranges::fill(seen, 0);
    poll(1024);
    int found = 0;
    while (!waiting.empty()) {
      const Node n = waiting.back();
      waiting.pop_back();
      if (seen[n]) continue;
      seen[n] = 1;
      ++found;
      const std::size_t at = place[n] - 1u, end = at + 1 < begin.size() ? begin[at + 1] : pool.size();
      waiting.insert(waiting.end(), pool.begin() + begin[at],
                     pool.begin() + static_cast<std::ptrdiff_t>(end));
    }
    return found;
  }
};

// One run along the links from a node. A board's own `after_on(n)` and `after_off(n)` tell what
// follows by `clashes`, and end the run by true.
template <class Board>
class Spinning {
 public:
  Web web;

 protected:
  explicit Spinning(std::size_t nodes) : web(nodes) {}

  void spin(Node source) {
    web.add(source, {});
    waiting_[is_on(source)].push_back(source);
    while (head_[1] < waiting_[1].size() || head_[0] < waiting_[0].size()) {
      const bool on = head_[1] < waiting_[1].size();
      const Node n = waiting_[on][head_[on]++];
      Board& board = static_cast<Board&>(*this);
      if (on ? board.after_on(n) : board.after_off(n)) return;
    }
  }

  // A node follows from others; whether its opposite does as well.
  bool clashes(Node n, const std::vector<Node>& parents) {
    if (web.has(opposite(n))) {
      web.clashes = true;
      web.clash = opposite(n);
      web.because = parents;
      return true;
    }
    if (!web.has(n)) {
      web.add(n, parents);
      waiting_[is_on(n)].push_back(n);
    }
    return false;
  }

 private:
  std::array<std::vector<Node>, 2> waiting_;
  std::array<std::size_t, 2> head_{};
};

// What webs prove. A board's own `spun(n)` makes the web of a node, and `offer(n, length)` takes a
// conclusion and how many nodes it needs.
template <class Board>
class Concluding {
 protected:
  explicit Concluding(std::size_t nodes) : webs_(nodes), seen_(nodes) {}

  // A candidate that is said to be true or false leads to a contradiction.
  void contradictions(Node on) {
    for (const Node source : {on, opposite(on)}) {
      const Web& found = web(source);
      if (found.clashes)
        board().offer(opposite(source), found.ancestors(found.because, seen_) + 1 +
                                            found.ancestors({found.clash}, seen_));
    }
  }

  // Something follows, whether the candidate is true or false.
  void either_way(Node on) {
    const Web &yes = web(on), &no = web(opposite(on));
    for (const Node n : yes.order)
      if (no.has(n)) board().offer(n, yes.ancestors({n}, seen_) + no.ancestors({n}, seen_));
  }

  // Something follows from each of several, of which one is true.
  void common(const std::vector<Node>& starts) {
    std::vector<const Web*> webs;
    for (const Node n : starts) webs.push_back(&web(n));
    for (const Node n : webs[0]->order) {
      if (!std::ranges::all_of(webs, [&](const Web* each) { return each->has(n); })) continue;
      int total = 0;
      for (const Web* each : webs) total += each->ancestors({n}, seen_);
      board().offer(n, total);
    }
  }

 private:
  Board& board() { return static_cast<Board&>(*this); }

  const Web& web(Node n) {
    poll(1024);
    if (!webs_[n]) webs_[n] = std::make_unique<Web>(board().spun(n));
    return *webs_[n];
  }

  std::vector<std::unique_ptr<Web>> webs_;
  std::vector<char> seen_;
};

}  // namespace clew::nets
