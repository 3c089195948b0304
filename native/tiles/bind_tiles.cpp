#include "common/binding.hpp"
#include "tiles/tile_patterns.hpp"
#include "tiles/tile_search.hpp"

namespace clew {

namespace {

using Numbers = std::vector<std::int64_t>;

nb::bytes table(std::int64_t cols, std::int64_t rows, const Numbers& goal, const Numbers& group) {
  const auto bytes = without_gil([&] { return tile_pattern(cols, rows, goal, group); });
  return nb::bytes(bytes.data(), bytes.size());
}

Tuples run_tiles(Held<TileSearch>& self, std::int64_t max_solutions, std::int64_t max_nodes) {
  require_limits("run", max_solutions, max_nodes);
  const Busy guard(self.busy);
  const auto found = without_gil([&] { return self.kernel.run(max_solutions, max_nodes); });
  nb::list out;
  for (const Numbers& moves : found) out.append(listed(moves, moves.size(), 1)[0]);
  return out;
}

}  // namespace

void bind_tiles(nb::module_& m) {
  m.def("tile_pattern", table, "cols"_a, "rows"_a, "goal"_a, "group"_a);
  Class<TileSearch>(m, "TileSearch")
      .init<std::int64_t, std::int64_t, Numbers, std::vector<Numbers>, std::vector<nb::bytes>>(
          "cols"_a, "rows"_a, "tiles"_a, "groups"_a, "tables"_a)
      .def("run", run_tiles, "max_solutions"_a, "max_nodes"_a)
      .read("nodes", &TileSearch::nodes)
      .read("generated", &TileSearch::generated)
      .read("deepest", &TileSearch::deepest)
      .read("bound", &TileSearch::bound)
      .read("finished", &TileSearch::finished);
}

}  // namespace clew
