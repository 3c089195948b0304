#include <cstring>
#include <memory>

#include "common/binding.hpp"
#include "sudoku/bands.hpp"
#include "sudoku/batch.hpp"
#include "sudoku/canonical.hpp"
#include "sudoku/make.hpp"

namespace clew {

namespace {

constexpr int at_once = 1000;  // nodes: half a millisecond, less than a thread's turn

// As tuples; each of the nine numbers is made once.
Tuples grids_of(const std::vector<std::uint8_t>& flat, std::size_t count) {
  constexpr int cells = Bands::cells;
  std::array<nb::int_, 10> number;
  for (int value = 1; value <= 9; ++value) number[value] = nb::int_(value);
  nb::list out;
  for (std::size_t i = 0; i < count; ++i) {
    nb::object grid = new_tuple(cells);
    for (int cell = 0; cell < cells; ++cell)
      NB_TUPLE_SET_ITEM(grid.ptr(), cell, number[flat[i * cells + cell]].inc_ref().ptr());
    out.append(grid);
  }
  return out;
}

Tuples run_bands(Held<Bands>& self, std::int64_t max_solutions, std::int64_t max_nodes) {
  require_limits("run", max_solutions, max_nodes);
  const Busy guard(self.busy);
  std::uint64_t found = 0;
  const auto run = [&] { return self.kernel.run(max_solutions, max_nodes, found); };
  const std::vector<std::uint8_t> values = max_nodes <= at_once ? run() : without_gil(run);
  return grids_of(values, found);
}

nb::typed<nb::tuple, nb::bytes, nb::bytes> sudoku_batch(nb::handle puzzles, std::int64_t limit,
                                                        int width, bool grids,
                                                        std::int64_t threads,
                                                        const nb::object& pause) {
  sudoku::check_request(limit, width, threads);
  const Buffer buffer(puzzles);
  const sudoku::Text text(buffer.bytes());
  char *written_counts, *written_grids;
  const nb::bytes narrow = new_bytes(text.count * width, written_counts);
  const nb::bytes found = new_bytes(grids ? 81 * text.count : 0, written_grids);
  without_gil([&] {
    const std::unique_ptr<std::uint32_t[]> counts(new std::uint32_t[text.count]);
    sudoku::Batch batch(text, static_cast<std::uint32_t>(limit), counts.get(),
                        grids ? written_grids : nullptr);
    batch.run(static_cast<int>(threads), reporting(pause));
    if (width == 4)
      std::memcpy(written_counts, counts.get(), 4 * text.count);
    else
      std::copy_n(counts.get(), text.count, written_counts);
  });
  return nb::make_tuple(narrow, found);
}

nb::bytes made(const sudoku::Request& request, std::int64_t threads, const nb::object& pause) {
  char* out;
  nb::bytes puzzles = new_bytes(81 * request.count, out);
  without_gil([&] {
    sudoku::check_request(request, threads);
    sudoku::Maker(request, out).run(static_cast<int>(threads), reporting(pause));
  });
  return puzzles;
}

nb::bytes sudoku_make(std::int64_t count, std::uint64_t seed, const std::string& symmetry,
                      int clues, std::int64_t threads, const nb::object& pause) {
  expect("count", count, 0, 0xFFFFFFFF);
  sudoku::Request request;
  request.count = static_cast<std::size_t>(count);
  request.seed = seed, request.symmetry = symmetry, request.clues = clues;
  return made(request, threads, pause);
}

// Orders are 81 bytes a grid, or none to draw them from the seed.
nb::bytes sudoku_minimal(nb::handle grids, nb::handle orders, std::uint64_t seed,
                         const std::string& symmetry, int clues, std::int64_t threads,
                         const nb::object& pause) {
  const Buffer full(grids), cells(orders);
  const std::string text(full.bytes()), given(cells.bytes());  // nobody changes these meanwhile
  if (text.size() % 81) refuse("grids: found ", text.size(), " bytes, expected 81 for each");
  if (!given.empty() && given.size() != text.size())
    refuse("orders: found ", given.size(), " bytes, expected ", text.size());
  sudoku::Request request;
  request.count = text.size() / 81, request.grids = text.data();
  if (!given.empty()) request.orders = reinterpret_cast<const std::uint8_t*>(given.data());
  request.seed = seed, request.symmetry = symmetry, request.clues = clues;
  return made(request, threads, pause);
}

nb::bytes sudoku_canonical(nb::handle puzzles, std::int64_t threads, const nb::object& pause) {
  const Buffer buffer(puzzles);
  const sudoku::Text text(buffer.bytes());
  char* out;
  nb::bytes forms = new_bytes(81 * text.count, out);
  without_gil([&] { sudoku::CanonicalBatch(text, out).run(threads, reporting(pause)); });
  return forms;
}

}  // namespace

void bind_sudoku(nb::module_& m) {
  Class<Bands>(m, "Bands")
      .init<nb::bytes>("givens"_a)
      .def("run", run_bands, "max_solutions"_a, "max_nodes"_a)
      .tree();
  m.def("sudoku_batch", sudoku_batch, "puzzles"_a, "limit"_a, "width"_a, "grids"_a, "threads"_a,
        "pause"_a.none());
  m.def("sudoku_canonical", sudoku_canonical, "puzzles"_a, "threads"_a, "pause"_a.none());
  m.def("sudoku_path", [] { return sudoku::path().name; });
  m.def("sudoku_make", sudoku_make, "count"_a, "seed"_a, "symmetry"_a, "clues"_a, "threads"_a,
        "pause"_a.none());
  m.def("sudoku_minimal", sudoku_minimal, "grids"_a, "orders"_a, "seed"_a, "symmetry"_a, "clues"_a,
        "threads"_a, "pause"_a.none());
}

}  // namespace clew
