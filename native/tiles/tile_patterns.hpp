// Pattern databases of sliding tiles: for every way in which a group of tiles may lie, how often
// tiles of the group must at least be moved to get them home.
//
// Idea (Korf and Felner 2002): moves of other tiles cost nothing, so the numbers of groups that share
// no tile may be added, and never say too much. A group of one tile alone gives its Manhattan
// distance. The table is a byte for each way, and a way is a number in base n, the cells:
//
//   index = cell of the first tile + n * (cell of the second + n * (cell of the third + …))
//
// It is filled backwards from the goal, breadth-first by cost, over ways and cells of the blank; a
// bit for each says that it was met. Five tiles of the 15-puzzle: 5,765,760 such states, 0.4 s.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "common/expect.hpp"
#include "common/poll.hpp"

namespace clew {

class TileGrid {
 public:
  static constexpr std::int64_t longest_side = 16, most_cells = 64;

  TileGrid(std::int64_t cols, std::int64_t rows) {
    expect("cols", cols, 2, longest_side);
    expect("rows", rows, 2, longest_side);
    expect("cells", cols * rows, 4, most_cells);
    cells = static_cast<std::size_t>(cols * rows);
    const auto wide = static_cast<std::size_t>(cols);
    beside.resize(cells);
    for (std::size_t cell = 0; cell < cells; ++cell) {  // above, left, right, below
      if (cell >= wide) beside[cell].push_back(cell - wide);
      if (cell % wide > 0) beside[cell].push_back(cell - 1);
      if (cell % wide + 1 < wide) beside[cell].push_back(cell + 1);
      if (cell + wide < cells) beside[cell].push_back(cell + wide);
    }
  }

  // The cell of each tile; refuses what is not a tile in each cell but one.
  std::vector<std::size_t> places(const char* what, const std::vector<std::int64_t>& tiles) const {
    std::vector<std::size_t> found(cells, cells);
    if (tiles.size() != cells) refuse(what, ": found ", tiles.size(), " tiles, expected ", cells);
    for (std::size_t cell = 0; cell < cells; ++cell) {
      expect(what, tiles[cell], 0, static_cast<std::int64_t>(cells) - 1);
      found[static_cast<std::size_t>(tiles[cell])] = cell;
    }
    if (std::find(found.begin(), found.end(), cells) != found.end())
      refuse(what, ": found a tile twice, expected each once");
    return found;
  }

  // How many ways there are to place a group, at most 2**26.
  std::size_t ways(const std::vector<std::int64_t>& group) const {
    std::size_t product = 1;
    for (std::size_t i = 0; i < group.size(); ++i) {
      expect("group", group[i], 1, static_cast<std::int64_t>(cells) - 1);
      if (std::count(group.begin(), group.end(), group[i]) > 1)
        refuse("group: found a tile twice, expected each once");
      product *= cells;
      if (product > std::size_t{1} << 26) refuse("group: found too many tiles for a table");
    }
    return product;
  }

  std::size_t cells;
  std::vector<std::vector<std::size_t>> beside;
};

inline std::vector<std::uint8_t> tile_pattern(std::int64_t cols, std::int64_t rows,
                                              const std::vector<std::int64_t>& goal,
                                              const std::vector<std::int64_t>& group) {
  const TileGrid grid(cols, rows);
  const std::size_t n = grid.cells, ways = grid.ways(group);
  const auto home = grid.places("goal", goal);
  std::vector<std::uint8_t> table(ways, 255);
  std::vector<bool> met(ways * n);
  std::vector<std::size_t> now, next;  // way * n + cell of the blank
  std::size_t first = 0;
  for (std::size_t i = group.size(); i-- > 0;)
    first = first * n + home[static_cast<std::size_t>(group[i])];
  now.push_back(first * n + home[0]);
  for (int cost = 0; !now.empty(); ++cost) {
    next.clear();
    while (!now.empty()) {
      const std::size_t state = now.back();
      now.pop_back();
      if (met[state]) continue;
      met[state] = true;
      poll();
      const std::size_t way = state / n, blank = state % n;
      table[way] = static_cast<std::uint8_t>(std::min<int>(table[way], cost));
      for (const std::size_t cell : grid.beside[blank]) {
        std::size_t power = 1, rest = way;  // is there a tile of the group in the cell?
        while (power < ways && rest % n != cell) rest /= n, power *= n;
        if (power < ways)
          next.push_back((way + power * blank - power * cell) * n + cell);
        else
          now.push_back(way * n + cell);
      }
    }
    std::swap(now, next);
  }
  return table;
}

}  // namespace clew
