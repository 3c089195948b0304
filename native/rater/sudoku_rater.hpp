// How hard a 9x9 Sudoku is: the techniques of a scale in their order (that of Sudoku Explainer, as
// explanations/techniques/step.py has it), step for step the same as the readable engine, without
// its words.
//
// Idea: 81 cells are bits in two words; nine sets of places and 81 sets of values are
// kept in step, so that most patterns are a few masks. Chains and nets keep the easiest and
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

  // The givens and the solution, 81 values each; 0 is a cell not given.
  Rater(std::span<const std::uint8_t> givens, std::span<const std::uint8_t> solution,
        const rater::Scale& scale)
      : scale_(scale) {
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

  // Takes the easiest step.
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
    for (const rater::Technique technique : scale_.order)
      if (rater::Found step = first_of(technique)) {
        if (!step->rating) step->rating = scale_.rating(step->technique);
        return step;
      }
    return {};
  }

  // The first step of a technique; techniques that are searched together come with the first of them.
  rater::Found first_of(rater::Technique technique) const {
    using namespace rater;
    const Position& p = position_;
    switch (technique) {
      case Technique::last_cell: return last_cells(p);
      case Technique::hidden_single_in_block: return hidden_singles(p);
      case Technique::direct_pointing: return locked(p, true, true);
      case Technique::direct_claiming: return locked(p, false, true);
      case Technique::direct_hidden_pair: return hidden_sets(p, 2, true);
      case Technique::naked_single: return naked_singles(p);
      case Technique::direct_hidden_triplet: return hidden_sets(p, 3, true);
      case Technique::pointing: return locked(p, true, false);
      case Technique::claiming: return locked(p, false, false);
      case Technique::naked_pair: return naked_sets(p, 2);
      case Technique::x_wing: return fish(p, 2);
      case Technique::hidden_pair: return hidden_sets(p, 2, false);
      case Technique::naked_triplet: return naked_sets(p, 3);
      case Technique::swordfish: return fish(p, 3);
      case Technique::hidden_triplet: return hidden_sets(p, 3, false);
      case Technique::xy_wing: return wings(p, false);
      case Technique::xyz_wing: return wings(p, true);
      case Technique::unique_1: return UniqueLoops(p, scale_).easiest();
      case Technique::naked_quad: return naked_sets(p, 4);
      case Technique::jellyfish: return fish(p, 4);
      case Technique::hidden_quad: return hidden_sets(p, 4, false);
      case Technique::grave_1: return Graves(p, scale_).easiest();
      case Technique::x_cycle: return Chains(p, scale_).easiest();
      case Technique::nishio: return Nets(p, Net::nishio, scale_).easiest();
      case Technique::multiple: return Nets(p, Net::multiple, scale_).easiest();
      case Technique::dynamic: return Nets(p, Net::dynamic, scale_).easiest();
      default: return {};
    }
  }

  // The first cell with the fewest candidates, as the solution has it.
  Step trial() const {
    int best = -1;
    for (rater::Cells left = position_.open; left.any();) {
      const int cell = left.pop();
      if (best < 0 || rater::count(position_.candidates[cell]) < rater::count(position_.candidates[best]))
        best = cell;
    }
    rater::Step step = rater::placing(rater::Technique::trial, best, solution_[best]);
    step.rating = scale_.rating(step.technique);
    return step;
  }

  rater::Position position_;
  std::array<std::uint8_t, rater::size> solution_{};
  const rater::Scale& scale_;
};

}  // namespace clew
