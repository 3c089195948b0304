#include "common/binding.hpp"
#include "rater/latin_rater.hpp"
#include "rater/sudoku_rater.hpp"

namespace clew {

namespace {

using Candidates = nb::typed<nb::tuple, nb::typed<nb::tuple, int, int>, nb::ellipsis>;
// A technique, its rating in tenths, what is placed and what is struck out.
using Steps = nb::typed<nb::list, nb::typed<nb::tuple, int, int, Candidates, Candidates>>;

template <class Several>
nb::tuple pairs_of(const Several& several) {
  nb::list out;
  for (const auto& [cell, value] : several) out.append(nb::make_tuple(cell, value));
  return nb::tuple(out);
}

template <class Step>
void add_step(nb::list& out, const Step& step, int rating) {
  out.append(nb::make_tuple(static_cast<int>(step.technique), rating, pairs_of(step.placements),
                            pairs_of(step.eliminations)));
}

// ER, EP and ED of each Sudoku in tenths, three bytes a puzzle; givens and solutions are 81 each.
nb::bytes rate_sudokus(const nb::bytes& givens, const nb::bytes& solutions, bool uniqueness) {
  constexpr std::size_t cells = rater::size;
  if (givens.size() % cells || givens.size() != solutions.size())
    refuse("puzzles: expected 81 bytes for each, and as many for its solution");
  const auto* given = unsigned_bytes(givens);
  const auto* solved = unsigned_bytes(solutions);
  std::vector<std::uint8_t> out;
  out.reserve(givens.size() / cells * 3);
  without_gil([&] {
    for (std::size_t at = 0; at < givens.size(); at += cells) {
      if (at / cells % 64 == 63) poll_signals();
      const auto rated = Rater({given + at, cells}, {solved + at, cells}, uniqueness).rate();
      out.insert(out.end(), rated.begin(), rated.end());
    }
  });
  return nb::bytes(out.data(), out.size());
}

Steps sudoku_steps(const nb::bytes& givens, const nb::bytes& solution, bool uniqueness) {
  Rater rater({unsigned_bytes(givens), givens.size()}, {unsigned_bytes(solution), solution.size()},
              uniqueness);
  nb::list out;
  while (!rater.solved()) {
    const auto step = rater.next();
    add_step(out, step, step.rating);
  }
  return out;
}

// The hardest step of each Futoshiki in tenths, that to the first placement, and the first: three
// bytes a puzzle.
nb::bytes rate_futoshikis(std::int64_t order, const nb::bytes& puzzles, std::int64_t threads) {
  signs::Rating rating(order, unsigned_bytes(puzzles), puzzles.size(), threads);
  char* out;
  nb::bytes rated = new_bytes(3 * rating.count(), out);
  without_gil([&] { rating.run(reinterpret_cast<std::uint8_t*>(out), poll_signals); });
  return rated;
}

Steps futoshiki_steps(std::int64_t order, const nb::bytes& puzzle) {
  signs::Rating rating(order, unsigned_bytes(puzzle), puzzle.size(), 1);
  if (rating.count() != 1) refuse("puzzle: expected the bytes of one");
  nb::list out;
  for (const auto& step : without_gil([&] { return rating.steps(poll_signals); }))
    add_step(out, step, step.rating());
  return out;
}

}  // namespace

void bind_rater(nb::module_& m) {
  m.def("rate_sudokus", rate_sudokus, "givens"_a, "solutions"_a, "uniqueness"_a);
  m.def("sudoku_steps", sudoku_steps, "givens"_a, "solution"_a, "uniqueness"_a);
  m.def("rate_futoshikis", rate_futoshikis, "order"_a, "puzzles"_a, "threads"_a);
  m.def("futoshiki_steps", futoshiki_steps, "order"_a, "puzzle"_a);
}

}  // namespace clew
