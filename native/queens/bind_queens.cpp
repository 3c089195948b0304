#include "common/binding.hpp"
#include "queens/halves.hpp"
#include "queens/queens.hpp"
#include "queens/swaps.hpp"
#include "queens/turned.hpp"

namespace clew {

void bind_queens(nb::module_& m) {
  Class<Queens>(m, "Queens")
      .init<std::int64_t, Masks>("n"_a, "rows"_a)
      .answers("run", &Queens::run)
      .tree();
  Class<QueensHalves>(m, "QueensHalves")
      .init<std::int64_t, std::int64_t, std::int64_t>("n"_a, "part"_a = 0, "parts"_a = 1)
      .steps("run", &QueensHalves::run, "max_nodes")
      .read("total", &QueensHalves::total)
      .read("nodes", &QueensHalves::nodes)
      .read("path", &QueensHalves::path)
      .read("finished", &QueensHalves::finished);
  Class<QueensSwaps>(m, "QueensSwaps")
      .init<std::int64_t, std::uint64_t, std::vector<QueensSwaps::Square>>("n"_a, "seed"_a,
                                                                           "placed"_a)
      .steps("run", &QueensSwaps::run, "max_steps")
      .read("columns", &QueensSwaps::columns)
      .read("steps", &QueensSwaps::steps)
      .read("starts", &QueensSwaps::starts);
  Class<QueensTurned>(m, "QueensTurned")
      .init<std::int64_t, std::int64_t>("n"_a, "turns"_a)
      .steps("run", &QueensTurned::run, "max_nodes")
      .read("total", &QueensTurned::total)
      .read("nodes", &QueensTurned::nodes)
      .read("finished", &QueensTurned::finished);
}

}  // namespace clew
