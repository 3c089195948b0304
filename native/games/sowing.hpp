// The rules of Kalah for games/points.hpp. A side is eight bytes, one for each pit.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "games/points.hpp"

namespace clew {

class Sowing {
 public:
  static constexpr int most_pits = 8, most_seeds = 100, most_turns = most_pits;
  using Given = std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>>;

  explicit Sowing(std::int64_t pits) : pits_(static_cast<int>(pits)) {
    expect("pits", pits, 1, most_pits);
  }

  PointsBoard read(const Given& given) const {
    PointsBoard board{side(given.first), side(given.second)};
    std::int64_t seeds = 0;
    for (const std::int64_t pit : given.first) seeds += pit;
    for (const std::int64_t pit : given.second) seeds += pit;
    if (seeds > most_seeds) refuse("board: expected up to 100 seeds");
    return board;
  }

  PointsBoard named(const PointsBoard& board) const { return board; }
  int left(const PointsBoard& board) const { return sum(board.mine) + sum(board.theirs); }

  bool over(const PointsBoard& board, int& gain) const {
    if (board.mine && board.theirs) return false;
    gain = sum(board.mine) - sum(board.theirs);
    return true;
  }

  // First the moves that give another one, then those that gain most, each from the right.
  int turns(const PointsBoard& board, PointsTurn* found) const {
    int count = 0;
    for (int pit = pits_ - 1; pit >= 0; --pit)
      if (board.mine >> 8 * pit & 255) {
        const PointsTurn turn = sown(board, pit);
        int at = count++;
        for (; at && found[at - 1].promise < turn.promise; --at) found[at] = found[at - 1];
        found[at] = turn;
      }
    return count;
  }

 private:
  static int sum(std::uint64_t side) {  // of bytes that add up to less than 256
    return static_cast<int>(side * 0x0101010101010101u >> 56);
  }

  std::uint64_t side(const std::vector<std::int64_t>& pits) const {
    if (static_cast<int>(pits.size()) != pits_) refuse("board: expected as many pits as the game");
    std::uint64_t out = 0;
    for (int pit = 0; pit < pits_; ++pit) {
      expect("seeds", pits[pit], 0, most_seeds);
      out |= static_cast<std::uint64_t>(pits[pit]) << 8 * pit;
    }
    return out;
  }

  PointsTurn sown(const PointsBoard& board, int pit) const {
    std::uint64_t mine = board.mine, theirs = board.theirs;
    int seeds = static_cast<int>(mine >> 8 * pit & 255), at = pit, points = 0;
    mine ^= static_cast<std::uint64_t>(seeds) << 8 * pit;
    for (; seeds; --seeds) {
      at = at == 2 * pits_ ? 0 : at + 1;
      if (at < pits_)
        mine += std::uint64_t{1} << 8 * at;
      else if (at == pits_)
        ++points;
      else
        theirs += std::uint64_t{1} << 8 * (at - pits_ - 1);
    }
    int caught = 0;
    if (at < pits_ && (mine >> 8 * at & 255) == 1) {
      const int across = 8 * (pits_ - 1 - at);
      caught = 1 + static_cast<int>(theirs >> across & 255);
      mine &= ~(std::uint64_t{255} << 8 * at);
      theirs &= ~(std::uint64_t{255} << across);
    }
    PointsTurn turn;
    turn.points = static_cast<std::int16_t>(points + caught);
    turn.again = at == pits_;
    turn.after = turn.again ? PointsBoard{mine, theirs} : PointsBoard{theirs, mine};
    turn.promise = static_cast<std::int16_t>(turn.again ? 1000 : 2 * caught + points);
    return turn;
  }

  int pits_;
};

}  // namespace clew
