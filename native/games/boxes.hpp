// The rules of Dots and Boxes for games/points.hpp. A board has a bit for each line that's drawn.
//
// Lines have numbers as in the puzzle: row by row from the top, first those across the top of a row
// of boxes, then those at the sides of its boxes.
//
// Three facts keep the search small:
//
//   - Boards that are the same by a symmetry of the rectangle have one name.
//   - So do those that differ in which of the two outer lines of a corner's box is drawn.
//   - If closing a box doesn't leave its neighbour with one line to draw, a best move is to close
//     it: whoever draws that line later gets the same boxes, and loses nothing by having moved.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "games/points.hpp"

namespace clew {

class Boxes {
 public:
  static constexpr int most_lines = 60, most_turns = most_lines;
  using Given = std::uint64_t;

  Boxes(std::int64_t cols, std::int64_t rows) {
    expect("cols", cols, 1, most_lines);
    expect("rows", rows, 1, most_lines);
    cols_ = static_cast<int>(cols);
    rows_ = static_cast<int>(rows);
    expect("lines", rows * (cols + 1) + cols * (rows + 1), 4, most_lines);
    lines_ = rows_ * (cols_ + 1) + cols_ * (rows_ + 1);
    full_ = (std::uint64_t{1} << lines_) - 1;
    around_.resize(lines_);
    for (int row = 0; row < rows_; ++row)
      for (int col = 0; col < cols_; ++col) {
        const std::array<int, 4> four{across(row, col), across(row + 1, col), down(row, col),
                                      down(row, col + 1)};
        std::uint64_t box = 0;
        for (const int line : four) box |= std::uint64_t{1} << line;
        boxes_.push_back(box);
        for (const int line : four) around_[line].push_back(box);
      }
    for (const int row : {0, rows_})
      for (const int col : {0, cols_})
        corners_.push_back({across(row, col ? col - 1 : 0), down(row ? row - 1 : 0, col)});
    find_turns();
  }

  PointsBoard read(const Given& given) const {
    if (given & ~full_) refuse("board: found a line outside it");
    return {given, 0};
  }

  PointsBoard named(const PointsBoard& board) const {
    std::uint64_t least = cornered(board.mine);
    for (const auto& turned : turned_) {
      std::uint64_t image = 0;
      for (std::size_t byte = 0; byte < turned.size(); ++byte)
        image |= turned[byte][board.mine >> 8 * byte & 255];
      least = std::min(least, cornered(image));
    }
    return {least, 0};
  }

  int left(const PointsBoard& board) const {
    int open = 0;
    for (const std::uint64_t box : boxes_) open += (box & ~board.mine) != 0;
    return open;
  }

  bool over(const PointsBoard& board, int& gain) const {
    gain = 0;
    return board.mine == full_;
  }

  // First the lines that close a box, then those that leave no box to close, then the others.
  int turns(const PointsBoard& board, PointsTurn* found) const {
    int count = 0;
    for (std::uint64_t open = full_ & ~board.mine; open; open &= open - 1) {
      const std::uint64_t line = open & -open, after = board.mine | line;
      int closed = 0, offered = 0;
      for (const std::uint64_t box : around_[std::countr_zero(line)]) {
        const int more = std::popcount(box & ~after);
        closed += more == 0;
        offered += more == 1;
      }
      PointsTurn turn{{after, 0}, static_cast<std::int16_t>(closed), closed > 0, 0};
      if (closed && !offered) {
        found[0] = turn;
        return 1;
      }
      turn.promise = static_cast<std::int16_t>(closed ? 1 : -offered);
      int at = count++;
      for (; at && found[at - 1].promise < turn.promise; --at) found[at] = found[at - 1];
      found[at] = turn;
    }
    return count;
  }

 private:
  using Turned = std::vector<std::array<std::uint64_t, 256>>;  // for each byte of a board

  int across(int row, int col) const { return row * (2 * cols_ + 1) + col; }
  int down(int row, int col) const { return row * (2 * cols_ + 1) + cols_ + col; }

  // The board with only the first outer line of each corner's box, if just one of them is drawn.
  std::uint64_t cornered(std::uint64_t drawn) const {
    for (const auto& [one, other] : corners_) {
      const std::uint64_t moved = drawn >> other & ~(drawn >> one) & 1;
      drawn ^= moved << one | moved << other;
    }
    return drawn;
  }

  void find_turns() {
    for (int turn = 1; turn < (rows_ == cols_ ? 8 : 4); ++turn) {
      std::vector<int> to(lines_);
      for (int row = 0; row <= rows_; ++row)
        for (int col = 0; col < cols_; ++col) to[across(row, col)] = image(turn, row, col, true);
      for (int row = 0; row < rows_; ++row)
        for (int col = 0; col <= cols_; ++col) to[down(row, col)] = image(turn, row, col, false);
      Turned turned((lines_ + 7) / 8);
      for (std::size_t byte = 0; byte < turned.size(); ++byte)
        for (int bits = 0; bits < 256; ++bits) {
          turned[byte][bits] = 0;
          for (int bit = 0; bit < 8; ++bit)
            if (bits >> bit & 1 && static_cast<int>(8 * byte) + bit < lines_)
              turned[byte][bits] |= std::uint64_t{1} << to[8 * byte + bit];
        }
      turned_.push_back(std::move(turned));
    }
  }

  // Where a line moves: bit 0 mirrors top and bottom, bit 1 left and right, bit 2 transposes.
  int image(int turn, int row, int col, bool level) const {
    if (turn & 1) row = (level ? rows_ : rows_ - 1) - row;
    if (turn & 2) col = (level ? cols_ - 1 : cols_) - col;
    if (turn & 4) {
      std::swap(row, col);
      level = !level;
    }
    return level ? across(row, col) : down(row, col);
  }

  int cols_ = 0, rows_ = 0, lines_ = 0;
  std::uint64_t full_ = 0;
  std::vector<std::uint64_t> boxes_;
  std::vector<std::vector<std::uint64_t>> around_;  // for each line, the boxes at its sides
  std::vector<std::pair<int, int>> corners_;        // the outer lines of a box in a corner
  std::vector<Turned> turned_;
};

}  // namespace clew
