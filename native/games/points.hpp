// Games with points, in which a player may move again: who gains how much, by alpha-beta.
//
// Idea: the points so far don't matter for best play, only those still to come. So a position is a
// board alone, as the player to move sees it, and its value is what that player will gain from
// here. A search asks yes-or-no questions (null windows) and starts at the best guess (MTD(f):
// Plaat, Schaeffer, Pijls and de Bruin, 1996). No board is worth more than the points left on it,
// which answers many questions at once.
//
// The table holds whole boards, not hashes, so a hit is a proof. For each it has the least and the
// most that the board can be worth, and the move that was best. It starts small, and grows while it
// fills up. Before a board is searched, the table is asked about the boards after it.
//
// The rules know the boards:
//
//   rules.named(board)         the board that stands for all those that are the same by symmetry
//   rules.left(board)          the points left on it: a bound on its value, and odd if that is
//   rules.over(board, gain)    whether the game is over, and what the player to move then gains
//   rules.turns(board, turns)  fills in the moves, the most promising first, and counts them
//
// The search calls `pause` whenever its nodes reach an alarm: `pause` returns the next alarm, or
// throws to end the search.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "common/expect.hpp"
#include "common/huge_pages.hpp"

namespace clew {

struct PointsBoard {
  std::uint64_t mine = 0, theirs = 0;
  bool operator==(const PointsBoard&) const = default;
};

struct PointsTurn {
  PointsBoard after;  // as the player to move there sees it
  std::int16_t points = 0;
  bool again = false;  // the same player moves again
  std::int16_t promise = 0;
};

template <class Rules>
class Points {
 public:
  using Pause = std::function<std::uint64_t(std::uint64_t)>;  // from the nodes to the next alarm

  template <class... Given>
  explicit Points(const Given&... given) : rules_(given...) {
    table_.resize(std::size_t{1} << bits_);
  }

  // What the player to move gains from here, if that lies between alpha and beta; else a bound.
  int value(const PointsBoard& board, int alpha, int beta, Pause pause) {
    if (alpha >= beta) refuse("window: expected alpha below beta");
    pause_ = std::move(pause);
    alarm_ = nodes_;
    const int left = rules_.left(board);
    if (left <= alpha) return left;
    if (-left >= beta) return -left;
    int low = std::max(alpha, -left), high = std::min(beta, left);
    int guess = std::clamp(0, low, high);
    while (low < high) {  // the value is one of these or between them, or beyond the window
      const int under = std::clamp(guess, low + 1, high) - 1;
      guess = search(board, under, under + 1);
      if (guess <= under)
        high = guess;
      else
        low = guess;
    }
    return guess;
  }

  const Rules& rules() const { return rules_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  static constexpr int least_bits = 10, most_bits = 23;  // 24 bytes an entry: 192 MB at most
  static constexpr int near = 4;  // the entries at which a board may be
  static constexpr std::uint8_t no_move = 255;

  struct Entry {
    PointsBoard board;
    std::int16_t least = 0, most = -1;  // empty while the least is more than the most
    std::uint8_t move = no_move;
    std::uint8_t left = 0;
  };

  std::size_t place(const PointsBoard& board) const {
    std::uint64_t hash = board.mine * 0x9E3779B97F4A7C15ull;
    hash = (hash ^ hash >> 29 ^ board.theirs) * 0xD6E8FEB86659FD93ull;
    hash = (hash ^ hash >> 32) * 0x9E3779B97F4A7C15ull;
    return hash >> (64 - bits_) & ~std::size_t{near - 1};
  }

  const Entry* known(const PointsBoard& board) const {
    const Entry* entry = &table_[place(board)];
    for (int i = 0; i < near; ++i, ++entry)
      if (entry->least <= entry->most && entry->board == board) return entry;
    return nullptr;
  }

  // The entry of a board: its own, a free one, or that of the board with the fewest points left.
  Entry& entry(const PointsBoard& board, int left) {
    Entry* first = &table_[place(board)];
    Entry* poorest = first;
    for (Entry* each = first; each != first + near; ++each) {
      if (each->least > each->most) {
        poorest = each;
        if (++used_ > table_.size() / 2 && bits_ < most_bits) {
          grow();
          return entry(board, left);
        }
        break;
      }
      if (each->board == board) return *each;
      if (each->left < poorest->left) poorest = each;
    }
    *poorest = {board, static_cast<std::int16_t>(-left), static_cast<std::int16_t>(left), no_move,
                static_cast<std::uint8_t>(left)};
    return *poorest;
  }

  void grow() {
    HugeVector<Entry> old(std::size_t{1} << (bits_ + 2));
    old.swap(table_);
    bits_ += 2;
    used_ = 0;
    for (const Entry& each : old)
      if (each.least <= each.most) entry(each.board, each.left) = each;
  }

  // Whether the table shows that a move gives more than alpha.
  bool shown(const PointsTurn& turn, int alpha) const {
    const Entry* found = known(rules_.named(turn.after));
    if (!found) return false;
    return turn.points + (turn.again ? found->least : -found->most) > alpha;
  }

  // The value if it's as small as alpha or as large as beta, which is one more: else, a bound.
  int search(const PointsBoard& given, int alpha, int beta) {
    if (nodes_ >= alarm_) alarm_ = std::max(pause_(nodes_), nodes_ + 1);
    ++nodes_;
    int gain = 0;
    if (rules_.over(given, gain)) return gain;
    const int left = rules_.left(given);
    if (left <= alpha) return left;
    if (-left >= beta) return -left;
    const PointsBoard board = rules_.named(given);
    std::uint8_t first = no_move;
    if (const Entry* found = known(board)) {
      if (found->least >= beta) return found->least;
      if (found->most <= alpha) return found->most;
      first = found->move;
    }

    std::array<PointsTurn, Rules::most_turns> turns;
    const int count = rules_.turns(board, turns.data());
    for (int i = 0; i < count; ++i)
      if (i != first && shown(turns[i], alpha)) {
        first = static_cast<std::uint8_t>(i);
        break;
      }
    int best = -left - 1;
    std::uint8_t move = no_move;
    for (int n = -1; n < count && best < beta; ++n) {
      const int i = n < 0 ? first : n;
      if (n < 0 ? first >= count : i == first) continue;
      const PointsTurn& turn = turns[i];
      const int after = turn.again
                            ? search(turn.after, alpha - turn.points, beta - turn.points)
                            : -search(turn.after, turn.points - beta, turn.points - alpha);
      if (turn.points + after > best) {
        best = turn.points + after;
        move = static_cast<std::uint8_t>(i);
      }
    }
    Entry& kept = entry(board, left);
    if (best >= beta)
      kept.least = std::max(kept.least, static_cast<std::int16_t>(best));
    else
      kept.most = std::min(kept.most, static_cast<std::int16_t>(best));
    kept.move = move;
    return best;
  }

  Rules rules_;
  HugeVector<Entry> table_;
  int bits_ = least_bits;
  std::size_t used_ = 0;
  std::uint64_t nodes_ = 0, alarm_ = 0;
  Pause pause_;
};

}  // namespace clew
