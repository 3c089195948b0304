// How hard a 9x9 Sudoku is: the ladder of explain/techniques/ladder.py (the order and ratings of Sudoku
// Explainer), step for step the same as the readable engine, without its words.
//
// The idea is only that of bits: 81 cells in two words, nine sets of places and 81 sets of values,
// kept together, so that most patterns are a few masks. Chains and nets keep the easiest and
// shortest instead of sorting them all.
//
// Measured on one core: see docs/performance.md.
#pragma once

#include <span>

#include "common/expect.hpp"
#include "common/poll.hpp"
#include "rater/sudoku_chains.hpp"
#include "rater/sudoku_unique.hpp"

namespace clew {

class Rater {
 public:
  using Step = rater::Step;
  static constexpr int trial_rating = 100;

  // The givens and the solution, 81 values each; 0 is a cell not given.
  Rater(std::span<const std::uint8_t> givens, std::span<const std::uint8_t> solution, bool uniqueness)
      : uniqueness_(uniqueness) {
    if (givens.size() != rater::size || solution.size() != rater::size)
      refuse("puzzle: found ", givens.size(), " and ", solution.size(), " cells, expected 81");
    for (int cell = 0; cell < rater::size; ++cell) {
      if (givens[cell] > 9 || solution[cell] < 1 || solution[cell] > 9 ||
          (givens[cell] && givens[cell] != solution[cell]))
        refuse("cell ", cell, ": expected a value from 1 to 9 that agrees with the solution");
      solution_[cell] = solution[cell];
      if (givens[cell]) position_.place(cell, givens[cell]);
    }
    for (const auto& house : rater::frame.cells) {
      rater::Values met = 0;
      for (const int cell : house) met |= static_cast<rater::Values>(1 << solution[cell]);
      if (met != rater::all_values) refuse("solution: found a digit twice in a row, column or box");
    }
  }

  bool solved() const { return !position_.open.any(); }

  // The easiest step there is, taken.
  Step next() {
    poll(1 << 12);
    rater::Found found = easiest();
    Step step = found ? std::move(*found) : trial();
    position_.apply(step);
    return step;
  }

  // ER, EP and ED in tenths: the hardest step, the hardest to the first placement, the first.
  std::array<std::uint8_t, 3> rate() {
    int hardest = 0, pearl = 0, diamond = 0;
    while (!solved()) {
      const Step step = next();
      hardest = std::max(hardest, step.rating);
      if (pearl) continue;
      if (!diamond) diamond = hardest;
      if (!step.placements.empty()) pearl = hardest;
    }
    return {static_cast<std::uint8_t>(hardest), static_cast<std::uint8_t>(pearl),
            static_cast<std::uint8_t>(diamond)};
  }

 private:
  rater::Found easiest() const {
    using namespace rater;
    const Position& p = position_;
    Found s;
    (void)((s = last_cells(p)) || (s = hidden_singles(p)) || (s = locked(p, true, true)) ||
           (s = locked(p, false, true)) || (s = hidden_sets(p, 2, true)) || (s = naked_singles(p)) ||
           (s = hidden_sets(p, 3, true)) || (s = locked(p, true, false)) ||
           (s = locked(p, false, false)) || (s = naked_sets(p, 2)) || (s = fish(p, 2)) ||
           (s = hidden_sets(p, 2, false)) || (s = naked_sets(p, 3)) || (s = fish(p, 3)) ||
           (s = hidden_sets(p, 3, false)) || (s = wings(p, false)) || (s = wings(p, true)) ||
           (uniqueness_ && (s = UniqueLoops(p).easiest())) || (s = naked_sets(p, 4)) ||
           (s = fish(p, 4)) || (s = hidden_sets(p, 4, false)) ||
           (uniqueness_ && (s = Graves(p).easiest())) || (s = Chains(p).easiest()) ||
           (s = Nets(p, Net::nishio).easiest()) || (s = Nets(p, Net::multiple).easiest()) ||
           (s = Nets(p, Net::dynamic).easiest()));
    return s;
  }

  // The first cell with the fewest candidates, as the solution has it.
  Step trial() const {
    int best = -1;
    for (rater::Cells left = position_.open; left.any();) {
      const int cell = left.pop();
      if (best < 0 || rater::count(position_.candidates[cell]) < rater::count(position_.candidates[best]))
        best = cell;
    }
    return rater::placing(rater::Technique::trial, trial_rating, best, solution_[best]);
  }

  rater::Position position_;
  std::array<std::uint8_t, rater::size> solution_{};
  bool uniqueness_;
};

}  // namespace clew
