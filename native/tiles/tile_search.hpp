// Sliding tiles by iterative deepening A* (Korf 1985) with pattern databases that are added.
//
// Idea: a slide moves one tile, so it changes the way of one group and one number of the sum: it
// costs two look-ups, whatever the size of the board. Only the path is kept. The tables of groups
// of five take 1 MB each, and stay in the cache.
//
// Measured on Korf's first ten 15-puzzles, one core: with groups of five 23.9 million states, 27
// million a second; with groups of one, the Manhattan distance, 799 million, 29 million a second.
// There it generates the 1,590,188,162 nodes of his table, but for the roots of the searches.
#pragma once

#include <cstdint>
#include <limits>
#include <numeric>
#include <string_view>
#include <vector>

#include "common/expect.hpp"
#include "common/poll.hpp"
#include "tiles/tile_patterns.hpp"

namespace clew {

class TileSearch {
 public:
  using Numbers = std::vector<std::int64_t>;

  // A table of `tile_pattern` for each group; each tile is in one group.
  TileSearch(std::int64_t cols, std::int64_t rows, const Numbers& tiles,
             const std::vector<Numbers>& groups, const std::vector<std::string_view>& tables)
      : grid_(cols, rows) {
    const std::size_t n = grid_.cells;
    const auto places = grid_.places("tiles", tiles);
    if (groups.size() != tables.size())
      refuse("tables: found ", tables.size(), ", expected ", groups.size());
    group_of_.assign(n, groups.size());
    power_.assign(n, 0);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (tables[g].size() != grid_.ways(groups[g]))
        refuse("table ", g, ": found ", tables[g].size(), " bytes, expected ", grid_.ways(groups[g]));
      tables_.emplace_back(tables[g].begin(), tables[g].end());
      std::int64_t power = 1, way = 0;
      for (const std::int64_t tile : groups[g]) {
        const auto t = static_cast<std::size_t>(tile);
        if (group_of_[t] != groups.size()) refuse("tile ", tile, ": found it in two groups");
        group_of_[t] = g;
        power_[t] = power;
        way += power * static_cast<std::int64_t>(places[t]);
        power *= static_cast<std::int64_t>(n);
      }
      ways_.push_back(way);
    }
    for (std::size_t tile = 1; tile < n; ++tile)
      if (group_of_[tile] == groups.size()) refuse("tile ", tile, ": found it in no group");
    for (std::size_t cell = 0; cell < n; ++cell)
      tiles_.push_back(static_cast<std::size_t>(tiles[cell]));
    blank_ = places[0];
    for (std::size_t g = 0; g < groups.size(); ++g) left_ += value(g);
    bound_ = left_;
  }

  // Continues for at most max_nodes nodes, or until max_solutions more are found. Each answer is the
  // tiles to slide, in order; all have the fewest slides. A node is a state within the bound.
  std::vector<std::vector<std::int64_t>> run(std::int64_t max_solutions, std::int64_t max_nodes) {
    std::vector<std::vector<std::int64_t>> answers;
    while (!finished_) {
      if (path_.empty()) {
        if (max_nodes == 0 || static_cast<std::int64_t>(answers.size()) == max_solutions) break;
        --max_nodes;
        open_root(answers);
      } else if (path_.back().tried == grid_.beside[blank_].size()) {
        take_back();
      } else {
        if (max_nodes == 0 || static_cast<std::int64_t>(answers.size()) == max_solutions) break;
        max_nodes -= slide(answers);
      }
      poll();
    }
    return answers;
  }

  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t generated() const { return generated_; }
  std::uint64_t deepest() const { return deepest_; }
  std::int64_t bound() const { return bound_; }
  bool finished() const { return finished_; }

 private:
  struct Step {
    std::size_t from;   // where the blank came from
    std::size_t tried;  // neighbours of the blank
    std::int64_t before;  // what was left before this step
  };
  static constexpr std::int64_t infinite = std::numeric_limits<std::int64_t>::max();

  std::int64_t value(std::size_t g) const { return tables_[g][static_cast<std::size_t>(ways_[g])]; }

  void open_root(std::vector<std::vector<std::int64_t>>& answers) {
    ++nodes_;
    least_ = infinite;
    path_.push_back({grid_.cells, 0, left_});
    if (left_ == 0) {
      answers.emplace_back();
      path_.pop_back();
      finished_ = true;
    }
  }

  // Tries the next neighbour of the blank; 1 if the state after it is within the bound.
  int slide(std::vector<std::vector<std::int64_t>>& answers) {
    Step& top = path_.back();
    const std::size_t to = blank_, cell = grid_.beside[blank_][top.tried++];
    if (cell == top.from) return 0;
    const std::size_t tile = tiles_[cell], g = group_of_[tile];
    const auto change = power_[tile] * (static_cast<std::int64_t>(to) - static_cast<std::int64_t>(cell));
    const std::int64_t before = left_;
    ++generated_;
    std::int64_t after = left_ - value(g);
    ways_[g] += change;
    after += value(g);
    const std::int64_t total = static_cast<std::int64_t>(path_.size()) + after;
    if (total > bound_) {
      ways_[g] -= change;
      least_ = std::min(least_, total);
      return 0;
    }
    ++nodes_;
    left_ = after;
    tiles_[to] = tile;
    tiles_[cell] = 0;
    blank_ = cell;
    deepest_ = std::max<std::uint64_t>(deepest_, path_.size());
    path_.push_back({to, 0, before});
    if (left_ == 0) {
      answers.push_back(moved());
      found_ = true;
      take_back();
    }
    return 1;
  }

  // The tiles that were slid: each lies now, or lay later, where the blank came from.
  std::vector<std::int64_t> moved() const {
    std::vector<std::int64_t> out(path_.size() - 1);
    std::vector<std::size_t> tiles = tiles_;
    std::size_t blank = blank_;
    for (std::size_t i = path_.size() - 1; i > 0; --i) {
      const std::size_t from = path_[i].from;
      out[i - 1] = static_cast<std::int64_t>(tiles[from]);
      std::swap(tiles[from], tiles[blank]);
      blank = from;
    }
    return out;
  }

  void take_back() {
    const Step step = path_.back();
    path_.pop_back();
    if (path_.empty()) {
      finished_ = found_;
      bound_ = least_;
      return;
    }
    const std::size_t tile = tiles_[step.from];
    ways_[group_of_[tile]] +=
        power_[tile] * (static_cast<std::int64_t>(blank_) - static_cast<std::int64_t>(step.from));
    tiles_[blank_] = tile;
    tiles_[step.from] = 0;
    blank_ = step.from;
    left_ = step.before;
  }

  TileGrid grid_;
  std::vector<std::vector<std::uint8_t>> tables_;
  std::vector<std::size_t> group_of_, tiles_;
  std::vector<std::int64_t> power_, ways_;
  std::vector<Step> path_;
  std::size_t blank_ = 0;
  std::int64_t left_ = 0, bound_ = 0, least_ = infinite;
  std::uint64_t nodes_ = 0, generated_ = 0, deepest_ = 0;
  bool found_ = false, finished_ = false;
};

}  // namespace clew
