// Alpha-beta with a table of positions, for a game that is stated elsewhere.
//
// A world knows the states and numbers them:
//
//   world.key(state)          the number of its name in the table
//   world.over(state, value)  whether the game is over, and what the player to move gets
//   world.child(state, n)     the state after move n, or -1 if there are fewer moves
//   world.leave(state)        no more moves of the state are needed for now
//   world.stuck()             throws: the game isn't over, and there is no move
//
// `value` follows `alpha_beta` of search/game/tree.py step by step, with a stack of its own, so that
// a long game takes no stack of the machine.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace clew {

struct TreeCounts {
  std::int64_t nodes = 0, deepest = 0, prunings = 0, duplicates = 0;
};

template <class World>
class GameTree {
 public:
  template <class... Given>
  explicit GameTree(double most, Given&&... given)
      : world(std::forward<Given>(given)...), most_(most) {}

  struct Worth {
    double value;
    std::int32_t line;
  };
  struct Line {  // a move, by its place among those of the state, and the line after it
    std::int32_t state, move, next;
  };

  // The value of a position between alpha and beta. `pause` is called with the counts whenever their
  // nodes reach the alarm, and returns the next alarm; `too_deep` throws.
  template <class Pause, class TooDeep>
  Worth value(std::int32_t state, double alpha, double beta, std::int32_t depth,
              std::int64_t deepest, TreeCounts& counts, Pause&& pause, TooDeep&& too_deep) {
    stack_.clear();
    Worth worth{};
    bool known = enter(state, alpha, beta, depth, worth, counts, pause);
    for (;;) {
      if (known) {  // go on in the position before, which that may settle
        if (stack_.empty()) return worth;
        known = take(worth, counts);
        continue;
      }
      Frame& top = stack_.back();
      const std::int32_t child = world.child(top.state, top.next);
      if (child < 0) {
        if (top.best < 0) world.stuck();
        worth = leave();
        known = true;
        continue;
      }
      ++top.next;
      if (static_cast<std::int64_t>(stack_.size()) >= deepest) too_deep();
      known = enter(child, -top.beta, -top.floor, top.depth + 1, worth, counts, pause);
    }
  }

  bool has_line(std::int64_t line) const {
    return line >= 0 && line < static_cast<std::int64_t>(lines_.size());
  }
  Line line(std::int64_t at) const { return lines_[at]; }

  World world;

 private:
  enum class Bound : std::uint8_t { none, exact, at_least, at_most };
  struct Entry {
    double value = 0;
    std::int32_t state = -1, line = -1;
    Bound bound = Bound::none;
    bool over = false;
  };
  struct Frame {
    std::int32_t state = 0, key = 0, depth = 0;
    std::int32_t next = 0;        // the move to try next
    std::int32_t best = -1;       // the best move so far
    std::int32_t best_line = -1;  // and the line after it
    double alpha = 0, beta = 0, floor = 0;
    double value = -std::numeric_limits<double>::infinity();
  };

  Entry& entry(std::int32_t key) {
    if (key >= static_cast<std::int64_t>(table_.size())) table_.resize(key + 1);
    return table_[key];
  }

  // Returns whether the value of the position is known; if not, it's on the stack now.
  template <class Pause>
  bool enter(std::int32_t state, double alpha, double beta, std::int32_t depth, Worth& worth,
             TreeCounts& counts, Pause& pause) {
    pause(counts);
    ++counts.nodes;
    counts.deepest = std::max<std::int64_t>(counts.deepest, depth);
    const std::int32_t key = world.key(state);
    const Entry known = entry(key);
    if (known.over) {
      worth = {known.value, -1};
      return true;
    }
    if (known.bound == Bound::none) {
      double paid = 0;
      if (world.over(state, paid)) {
        Entry& ended = entry(key);
        ended.value = paid;
        ended.over = true;
        worth = {paid, -1};
        return true;
      }
    } else if (known.bound == Bound::exact ||
               (known.bound == Bound::at_least ? known.value >= beta : known.value <= alpha)) {
      ++counts.duplicates;
      worth = {known.value, known.state == state ? known.line : -1};
      return true;
    }
    Frame frame;
    frame.state = state;
    frame.key = key;
    frame.depth = depth;
    frame.alpha = frame.floor = alpha;
    frame.beta = beta;
    stack_.push_back(frame);
    return false;
  }

  // Takes the worth of the last move into account. Returns whether that settles the position, whose
  // worth it then is.
  bool take(Worth& worth, TreeCounts& counts) {
    Frame& top = stack_.back();
    if (-worth.value > top.value) {
      top.value = -worth.value;
      top.best = top.next - 1;
      top.best_line = worth.line;
      if (top.value >= top.beta) {
        ++counts.prunings;
        worth = leave();
        return true;
      }
      top.floor = std::max(top.floor, top.value);
    }
    return false;
  }

  Worth leave() {
    const Frame top = stack_.back();
    stack_.pop_back();
    world.leave(top.state);
    const auto line = static_cast<std::int32_t>(lines_.size());
    lines_.push_back({top.state, top.best, top.best_line});
    const bool sure =
        (top.alpha < top.value && top.value < top.beta) || std::abs(top.value) == most_;
    Entry& known = entry(top.key);
    known.value = top.value;
    known.state = top.state;
    known.line = line;
    known.bound = sure                     ? Bound::exact
                  : top.value >= top.beta ? Bound::at_least
                                          : Bound::at_most;
    return {top.value, line};
  }

  double most_;
  std::vector<Frame> stack_;
  std::vector<Entry> table_;  // by key
  std::vector<Line> lines_;
};

}  // namespace clew
