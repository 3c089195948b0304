// Graph search over a space that is stated elsewhere: breadth-first, or the least rank first.
//
// A world knows the states. It numbers them from 0, the start, in the order in which they're met:
//
//   world.is_goal(state), world.estimate(state)
//   world.expand(state, each)   calls each(child, price) for every move
//
// Each `run` follows `graph_search` or `best_first` of search/space/graph.py step by step. There a
// node is an object and the frontier holds objects. Here nodes are rows of numbers, and the frontier
// of a breadth-first search is the end of that table.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace clew {

enum class Order { oldest, cheapest, nearest, least_sum };  // the node that is expanded next

template <class World>
class Walk {
 public:
  template <class... Given>
  explicit Walk(Order order, Given&&... given)
      : world(std::forward<Given>(given)...), order_(order) {
    add(0, -1, 0, 0);
  }

  // Expands at most this many nodes. Returns a node whose state is a goal, or -1.
  std::int64_t run(std::int64_t most) {
    const std::int64_t limit = nodes_ + most;
    while (std::int64_t waiting = this->waiting()) {
      frontier_ = std::max(frontier_, waiting);
      if (nodes_ >= limit) return -1;
      const std::int32_t node = take();
      const Node row = table_[node];
      if (order_ != Order::oldest && best_[row.state] < row.cost) {
        dropped_ = true;
        continue;
      }
      ++nodes_;
      deepest_ = std::max<std::int64_t>(deepest_, row.depth);
      if (world.is_goal(row.state)) return node;
      expand(node, row);
    }
    finished_ = true;
    return -1;
  }

  // The states from the start to a node.
  std::vector<std::int32_t> way(std::int64_t node) const {
    std::vector<std::int32_t> out;
    for (; node >= 0; node = table_[node].parent) out.push_back(table_[node].state);
    std::reverse(out.begin(), out.end());
    return out;
  }
  bool has(std::int64_t node) const {
    return node >= 0 && node < static_cast<std::int64_t>(table_.size());
  }

  std::int64_t nodes() const { return nodes_; }
  std::int64_t generated() const { return generated_; }
  std::int64_t duplicates() const { return duplicates_; }
  std::int64_t backtracks() const { return backtracks_; }
  std::int64_t deepest() const { return deepest_; }
  std::int64_t frontier() const { return frontier_; }
  bool dropped() const { return dropped_; }
  bool finished() const { return finished_; }

  World world;

 private:
  struct Node {
    std::int32_t state, parent, depth;
    double cost;
  };
  struct Waiting {
    double rank, tie;
    std::int32_t node;
    bool operator<(const Waiting& other) const {  // a heap of the standard library has the greatest
      if (rank != other.rank) return rank > other.rank;
      if (tie != other.tie) return tie > other.tie;
      return node > other.node;
    }
  };

  std::int64_t waiting() const {
    return order_ == Order::oldest ? static_cast<std::int64_t>(table_.size()) - next_
                                   : static_cast<std::int64_t>(heap_.size());
  }

  std::int32_t take() {
    if (order_ == Order::oldest) return next_++;
    std::pop_heap(heap_.begin(), heap_.end());
    const std::int32_t node = heap_.back().node;
    heap_.pop_back();
    return node;
  }

  void add(std::int32_t state, std::int32_t parent, std::int32_t depth, double cost) {
    const auto node = static_cast<std::int32_t>(table_.size());
    if (order_ != Order::oldest) {
      const double left = order_ == Order::cheapest ? 0 : world.estimate(state);
      const double rank = order_ == Order::nearest ? left : world.sum(cost, left);
      heap_.push_back({rank, order_ == Order::least_sum ? left : 0, node});
      std::push_heap(heap_.begin(), heap_.end());
    }
    table_.push_back({state, parent, depth, cost});
  }

  void expand(std::int32_t node, const Node& row) {
    const std::int64_t before = generated_;
    world.expand(row.state, [&](std::int32_t child, double price) {
      ++generated_;
      if (order_ == Order::oldest) {
        // Every state is one node, in the same order, so a new one has the number of the next node.
        if (child < static_cast<std::int64_t>(table_.size()))
          ++duplicates_;
        else
          add(child, node, row.depth + 1, 0);
        return;
      }
      const double cost = world.sum(row.cost, price);
      if (child >= static_cast<std::int64_t>(best_.size())) {
        best_.push_back(cost);
      } else if (best_[child] <= cost) {
        ++duplicates_;
        return;
      }
      best_[child] = cost;
      add(child, node, row.depth + 1, cost);
    });
    backtracks_ += generated_ == before;
  }

  Order order_;
  std::vector<Node> table_;
  std::vector<Waiting> heap_;
  std::vector<double> best_{0};  // for each state, the least cost so far
  std::int32_t next_ = 0;
  std::int64_t nodes_ = 0, generated_ = 0, duplicates_ = 0, backtracks_ = 0;
  std::int64_t deepest_ = 0, frontier_ = 0;
  bool dropped_ = false, finished_ = false;
};

}  // namespace clew
