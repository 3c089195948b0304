// The part of chains and forcing nets that does not depend on the board: what the raters of Sudokus
// (sudoku_chains.hpp) and of Futoshikis (latin_chains.hpp) share, after chains.py and forcing.py in
// explanations/techniques.
//
// A node is a candidate assumed to be true or false; the board knows which candidate it is, but the
// lowest bit tells true from false.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "common/poll.hpp"

namespace clew {

// The techniques that a rater may use, in the order in which it tries them, and their ratings in
// tenths: rows of the one table, which is Python's (explanations/techniques/step.py). A kernel
// knows only the names of what it can find, and refuses others.
using ScaleRows = std::vector<std::tuple<std::string, int, int>>;

template <class Technique, std::size_t Count>
class Scale {
 public:
  Scale(const ScaleRows& rows, const std::array<std::string_view, Count>& names) {
    for (const auto& [name, rating, base] : rows) {
      const auto at = std::ranges::find(names, name);
      if (at == names.end())
        throw std::invalid_argument("scale: found " + name + ", which is no technique of the kernel");
      if (rating < 1 || rating > 200 || base < 1 || base > 200)
        throw std::invalid_argument("scale: found a rating outside 1 to 200 for " + name);
      const auto number = static_cast<std::size_t>(at - names.begin());
      rating_[number] = rating;
      base_[number] = base;
      order.push_back(static_cast<Technique>(number));
    }
  }

  std::vector<Technique> order;

  int rating(Technique t) const { return rating_[static_cast<std::size_t>(t)]; }
  // The rating of Sudoku Explainer, by which chains are compared on every scale.
  int base(Technique t) const { return base_[static_cast<std::size_t>(t)]; }

 private:
  std::array<int, Count> rating_{}, base_{};
};

}  // namespace clew

namespace clew::chains {

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

// The step with the least rating on Sudoku Explainer's scale, then the least size; ties go to the first.
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
    constexpr int most = 1 << 16;  // more than there are nodes
    if (!step) return most;
    int length = 0;
    while (length < most && beaten_by(base + length_added(length + 1), length + 1)) ++length;
    return length;
  }
};

enum class Net : std::uint8_t { nishio, multiple, dynamic };

// All that follows from a node, each node with those that it follows from.
struct Implications {
  explicit Implications(std::size_t nodes) : place(nodes) {}

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

// One run along the links from a node. A board's own `after_on(n)` and `after_off(n)` report what
// follows through `clashes`, and return true to end the run.
template <class Board>
class Propagating {
 public:
  Implications implied;

 protected:
  explicit Propagating(std::size_t nodes) : implied(nodes) {}

  void propagate(Node source) {
    implied.add(source, {});
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
    if (implied.has(opposite(n))) {
      implied.clashes = true;
      implied.clash = opposite(n);
      implied.because = parents;
      return true;
    }
    if (!implied.has(n)) {
      implied.add(n, parents);
      waiting_[is_on(n)].push_back(n);
    }
    return false;
  }

 private:
  std::array<std::vector<Node>, 2> waiting_;
  std::array<std::size_t, 2> head_{};
};

// What implications prove. A board's own `implied_by(n)` finds those of a node, and `offer(n, length)` takes a
// conclusion and how many nodes it needs.
template <class Board>
class Concluding {
 protected:
  explicit Concluding(std::size_t nodes) : kept_(nodes), seen_(nodes) {}

  // A candidate assumed to be true or false leads to a contradiction.
  void contradictions(Node on) {
    for (const Node source : {on, opposite(on)}) {
      const Implications& found = implied(source);
      if (found.clashes)
        board().offer(opposite(source), found.ancestors(found.because, seen_) + 1 +
                                            found.ancestors({found.clash}, seen_));
    }
  }

  // Something follows, whether the candidate is true or false.
  void either_way(Node on) {
    const Implications &yes = implied(on), &no = implied(opposite(on));
    for (const Node n : yes.order)
      if (no.has(n)) board().offer(n, yes.ancestors({n}, seen_) + no.ancestors({n}, seen_));
  }

  // Something follows from each of several, of which one is true.
  void common(const std::vector<Node>& starts) {
    std::vector<const Implications*> several;
    for (const Node n : starts) several.push_back(&implied(n));
    for (const Node n : several[0]->order) {
      if (!std::ranges::all_of(several, [&](const Implications* each) { return each->has(n); })) continue;
      int total = 0;
      for (const Implications* each : several) total += each->ancestors({n}, seen_);
      board().offer(n, total);
    }
  }

 private:
  Board& board() { return static_cast<Board&>(*this); }

  const Implications& implied(Node n) {
    poll(1024);
    if (!kept_[n]) kept_[n] = std::make_unique<Implications>(board().implied_by(n));
    return *kept_[n];
  }

  std::vector<std::unique_ptr<Implications>> kept_;
  std::vector<char> seen_;
};

}  // namespace clew::chains
