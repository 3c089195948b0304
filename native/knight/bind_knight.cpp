#include <cstring>

#include "common/binding.hpp"
#include "knight/frontier.hpp"
#include "knight/tiles.hpp"
#include "knight/tour_count.hpp"
#include "knight/warnsdorff.hpp"

namespace clew {

namespace {

using Cells = std::vector<std::int32_t>;

Cells cells_of(const nb::bytes& path) {
  if (path.size() % sizeof(std::int32_t)) refuse("path: found bytes that are no 32-bit integers");
  Cells cells(path.size() / sizeof(std::int32_t));
  if (!cells.empty()) std::memcpy(cells.data(), path.data(), path.size());
  return cells;
}

nb::bytes spread_cells(const nb::bytes& path, std::int64_t cols) {
  if (cols < 1 || cols > 1 << 28)
    refuse("path: found a number of columns outside 1 to 268435456");
  Cells cells = cells_of(path);
  spread(cells, static_cast<std::int32_t>(cols));
  return shown(cells);
}

using Pattern = std::tuple<std::int64_t, std::int64_t, nb::bytes, bool>;
using Tile = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

Tiles joined(std::int64_t rows, std::int64_t cols, const std::vector<Pattern>& patterns,
             const std::vector<Tile>& laid) {
  std::vector<Tiles::Pattern> shapes;
  for (const auto& [high, wide, order, closed] : patterns)
    shapes.push_back({high, wide, cells_of(order), closed});
  std::vector<Tiles::Tile> places;
  for (const auto& [pattern, row, col] : laid) places.push_back({pattern, row, col});
  return without_gil([&] { return Tiles(rows, cols, shapes, places); });
}

// A kernel for a board, a start and whether the tour closes.
template <class Kernel>
Class<Kernel> on_board(nb::module_& m, const char* name) {
  return Class<Kernel>(m, name).template init<std::int64_t, std::int64_t, std::int64_t, bool>(
      "rows"_a, "cols"_a, "start"_a, "closed"_a);
}

// The same, with the first cells of the tour fixed if wanted.
template <class Kernel>
Class<Kernel> on_path(nb::module_& m, const char* name) {
  return Class<Kernel>(m, name).template init<std::int64_t, std::int64_t, std::int64_t, bool, Cells>(
      "rows"_a, "cols"_a, "start"_a, "closed"_a, "path"_a = Cells());
}

}  // namespace

void bind_knight(nb::module_& m) {
  on_path<Warnsdorff>(m, "Warnsdorff").answers("run", &Warnsdorff::run).tree();
  on_board<FrontierSearch>(m, "FrontierSearch").answers("run", &FrontierSearch::run).tree();
  on_path<TourCount>(m, "TourCount")
      .steps("run", &TourCount::run, "max_nodes")
      .read("tours", &TourCount::tours)
      .read("nodes", &TourCount::nodes)
      .read("deepest", &TourCount::deepest)
      .read("finished", &TourCount::finished);
  on_board<FrontierCount>(m, "FrontierCount")
      .steps("run", &FrontierCount::run, "max_nodes")
      .read("tours", &FrontierCount::tours)
      .read("nodes", &FrontierCount::nodes)
      .read("frontier", &FrontierCount::frontier)
      .read("deepest", &FrontierCount::deepest)
      .read("finished", &FrontierCount::finished);
  nb::class_<Tiles>(m, "Tiles")
      .def("__init__",
           [](Tiles* self, std::int64_t rows, std::int64_t cols, const std::vector<Pattern>& patterns,
              const std::vector<Tile>& tiles) { new (self) Tiles(joined(rows, cols, patterns, tiles)); },
           "rows"_a, "cols"_a, "patterns"_a, "tiles"_a)
      .def("path",
           [](const Tiles& self, std::int64_t start) {
             return shown(without_gil([&] { return self.path(start); }));
           },
           "start"_a);
  m.def("spread", spread_cells, "path"_a, "cols"_a);
}

}  // namespace clew
