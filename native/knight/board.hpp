// What the tour kernels share: a knight's moves, and boards whose cells are numbered row by row.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "common/expect.hpp"

namespace clew {

struct KnightMove {
  int down, right;
};

inline constexpr std::array<KnightMove, 8> knight_moves{
    {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}}};

inline constexpr std::int64_t largest_knight_board = std::int64_t{1} << 28;  // cells

inline void check_knight_board(std::int64_t rows, std::int64_t cols, std::int64_t start) {
  constexpr std::int64_t largest = largest_knight_board;
  if (rows < 1 || cols < 1 || rows > largest || cols > largest || rows * cols > largest)
    refuse("board: found ", rows, "x", cols, ", expected 1 to 268435456 cells");
  if (start < -1 || start >= rows * cols)
    refuse("start: found ", start, ", expected -1 to ", rows * cols - 1);
}

// Cells numbered row * cols + column, numbered row * 2 * cols + column.
inline void spread(std::vector<std::int32_t>& path, std::int32_t cols) {
  const auto bad = std::find_if(path.begin(), path.end(), [](std::int32_t cell) {
    return cell < 0 || cell >= largest_knight_board;
  });
  if (bad != path.end())
    refuse("path: found cell ", *bad, ", expected 0 to ", largest_knight_board - 1);
  for (std::int32_t& cell : path) cell += cell / cols * cols;
}

}  // namespace clew
