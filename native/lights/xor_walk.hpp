// The fewest moves from one number to another, where a move is an exclusive-or with one of the masks:
// breadth-first search with one bit of memory for each possible state.
//
// Idea: moves commute and cancel, so a path is a set of moves. Of the shortest sets that lead to a state
// take the first in dictionary order: without its last move it is the first of the shortest sets that
// lead to the state before. So a state need only be expanded with the moves above its last one, in
// increasing order, and the set that reaches a state first is this one. Nearly every state is generated
// once instead of once for each move. A state waits together with its set, which is the answer if it is
// the goal, so finished levels need not be kept.
//
// Measured on one core: all 2^23 states of Lights Out 5 x 5 in 0.1 s; see benchmarks/lights.py.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "common/expect.hpp"

namespace clew {

class XorWalk {
 public:
  static constexpr int max_bits = 32, max_masks = 32;

  // States are below 2^bits. A goal of -1 means none: then every reachable state is visited.
  XorWalk(std::int64_t bits, const std::vector<std::uint64_t>& masks, std::int64_t start,
          std::int64_t goal)
      : goal_(goal), masks_(masks.begin(), masks.end()) {
    expect("bits", bits, 0, max_bits);
    if (masks.size() > max_masks) refuse("masks: found ", masks.size(), ", expected at most 32");
    for (std::size_t i = 0; i < masks.size(); ++i)
      if (masks[i] >> bits) refuse("mask ", i, ": it has a bit past ", bits - 1);
    for (const std::int64_t state : {start, std::max(goal, std::int64_t{0})})
      if (state < 0 || state >> bits)
        refuse("found state ", state, ", expected less than 2**", bits);
    seen_.resize((std::size_t{1} << bits) / 64 + 1);
    reach({static_cast<std::uint32_t>(start), 0});
    level_.swap(next_);
    levels_.push_back(1);
  }

  // Expands at most that many more states.
  void run(std::uint64_t max_nodes) {
    for (std::uint64_t left = max_nodes; left > 0 && !finished_; --left) {
      expand(level_[at_++]);
      if (at_ < level_.size() || finished_) continue;
      level_.swap(next_);
      next_.clear();
      at_ = 0;
      finished_ = level_.empty();
      if (!finished_) levels_.push_back(level_.size());
    }
  }

  bool finished() const { return finished_; }
  std::int64_t moves() const { return moves_; }  // bit i for masks[i]; -1 if the goal is not met
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t generated() const { return generated_; }
  std::uint64_t duplicates() const { return duplicates_; }
  std::size_t deepest() const { return levels_.size() - 1; }
  std::uint64_t frontier() const { return frontier_; }  // the most states that ever waited
  const std::vector<std::uint64_t>& levels() const { return levels_; }  // states at each depth

 private:
  struct Node {
    std::uint32_t state, moves;
  };

  void expand(const Node node) {
    ++nodes_;
    frontier_ = std::max<std::uint64_t>(frontier_, level_.size() - at_ + next_.size() + 1);
    for (std::size_t move = std::bit_width(node.moves); move < masks_.size(); ++move) {
      ++generated_;
      reach({node.state ^ masks_[move], node.moves | std::uint32_t{1} << move});
      if (finished_) return;
    }
  }

  void reach(const Node node) {
    std::uint64_t& word = seen_[node.state / 64];
    const std::uint64_t bit = std::uint64_t{1} << node.state % 64;
    if (word & bit) {
      ++duplicates_;
      return;
    }
    word |= bit;
    next_.push_back(node);
    if (node.state == goal_) {
      moves_ = node.moves;
      finished_ = true;
    }
  }

  bool finished_ = false;
  std::int64_t goal_, moves_ = -1;
  std::uint64_t nodes_ = 0, generated_ = 0, duplicates_ = 0, frontier_ = 0;
  std::size_t at_ = 0;  // the next to expand in the current level
  std::vector<std::uint32_t> masks_;
  std::vector<std::uint64_t> seen_, levels_;
  std::vector<Node> level_, next_;
};

}  // namespace clew
