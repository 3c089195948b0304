#include "common/binding.hpp"
#include "latin/all_squares.hpp"
#include "latin/batch.hpp"
#include "latin/make.hpp"
#include "latin/random_square.hpp"
#include "latin/ranks.hpp"

namespace clew {

namespace {

std::uint8_t* unsigned_data(char* bytes) { return reinterpret_cast<std::uint8_t*>(bytes); }

Tuples run_squares(Held<Squares>& self, std::int64_t max_solutions) {
  require_limits("run", max_solutions, 0);
  const Busy guard(self.busy);
  const std::vector<std::uint8_t> flat = self.kernel.run(max_solutions);
  return listed(flat, self.kernel.width(), flat.size() / self.kernel.width());
}

// For each puzzle how many solutions it has, up to a limit, and if wanted the first of them.
nb::typed<nb::tuple, nb::bytes, nb::bytes> futoshiki_batch(std::int64_t order,
                                                           const nb::bytes& puzzles,
                                                           std::int64_t limit, bool grids,
                                                           std::int64_t threads) {
  FutoshikiBatch batch(order, unsigned_bytes(puzzles), puzzles.size(), limit, threads);
  std::vector<std::uint32_t> counts(batch.count());
  std::vector<std::uint8_t> solutions(grids ? batch.count() * batch.cells() : 0);
  without_gil([&] { batch.run(counts.data(), grids ? solutions.data() : nullptr, poll_signals); });
  return nb::make_tuple(nb::bytes(counts.data(), counts.size() * sizeof(std::uint32_t)),
                        nb::bytes(solutions.data(), solutions.size()));
}

// Random Latin squares, n * n bytes each.
nb::bytes latin_squares(std::int64_t count, std::int64_t order, std::uint64_t seed,
                        std::int64_t threads) {
  LatinSquares squares(count, order, seed, threads);
  char* out;
  nb::bytes made = new_bytes(squares.bytes(), out);
  without_gil([&] { squares.run(unsigned_data(out), poll_signals); });
  return made;
}

// Futoshikis with one solution at a level, as bytes; None if all attempts at one of them failed.
nb::object futoshiki_make(std::int64_t count, std::int64_t order, std::uint64_t seed,
                          std::int64_t level, std::int64_t signs, std::int64_t clues, bool minimal,
                          std::int64_t attempts, std::int64_t threads, const nb::object& pause) {
  signs::Maker maker({count, order, seed, level, signs, clues, minimal, attempts, threads});
  char* out;
  const nb::bytes puzzles = new_bytes(maker.bytes(), out);
  const bool good = without_gil([&] { return maker.run(unsigned_data(out), reporting(pause)); });
  return good ? nb::object(puzzles) : nb::none();
}

}  // namespace

void bind_latin(nb::module_& m) {
  using Givens = std::vector<std::int64_t>;
  Class<Ranks>(m, "Ranks")
      .init<std::int64_t, Givens, Signs>("order"_a, "givens"_a, "less"_a)
      .answers("run", &Ranks::run)
      .steps("count", &Ranks::count, "max_nodes")
      .tree()
      .read("answers", &Ranks::answers);
  Class<Squares>(m, "Squares")
      .init<std::int64_t, Givens, Signs>("order"_a, "givens"_a, "less"_a)
      .def("run", run_squares, "max_solutions"_a)
      .read("answers", &Squares::answers);
  m.def("futoshiki_batch", futoshiki_batch, "order"_a, "puzzles"_a, "limit"_a, "grids"_a,
        "threads"_a);
  m.def("latin_squares", latin_squares, "count"_a, "order"_a, "seed"_a, "threads"_a);
  m.def("futoshiki_make", futoshiki_make, "count"_a, "order"_a, "seed"_a, "level"_a, "signs"_a,
        "clues"_a, "minimal"_a, "attempts"_a, "threads"_a, "pause"_a.none(),
        nb::sig("def futoshiki_make(count: int, order: int, seed: int, level: int, signs: int, "
                "clues: int, minimal: bool, attempts: int, threads: int, "
                "pause: collections.abc.Callable[[int], object] | None) -> bytes | None"));
}

}  // namespace clew
