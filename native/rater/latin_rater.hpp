// How hard a Futoshiki or a Latin square of order up to 15 is: the techniques of a scale in their order
// (SIGNS of explanations/techniques/step.py), step for step the same as the readable engine,
// without its words.
//
// Measured on one core of a Xeon, GCC 12, microseconds for a puzzle trivial, easy, tricky and extreme:
// 5x5 4, 16, 22 and 480; 9x9 20, 150, 220 and 4,800. The readable engine takes 40 to 200 times that.
#pragma once

#include <cstring>

#include "common/expect.hpp"
#include "common/worker_threads.hpp"
#include "latin/batch.hpp"
#include "rater/latin_chains.hpp"

namespace clew::signs {

class Rater {
 public:
  // A puzzle as bytes (latin_position.hpp), and its one solution.
  Rater(int order, const std::uint8_t* puzzle, const std::uint8_t* solution, const Scale& scale,
        Pause pause)
      : frame_(order, puzzle), position_(frame_, puzzle), solution_(solution), scale_(scale),
        pause_(std::move(pause)) {}

  bool solved() const { return position_.open == 0; }

  // Takes the easiest step.
  Step next() {
    pause_();
    Found found = easiest();
    Step step = found ? std::move(*found) : trial();
    position_.apply(step);
    return step;
  }

  // In tenths: the hardest step, the hardest to the first placement, the first.
  std::array<std::uint8_t, 3> rate() {
    int hardest = 0, pearl = 0, diamond = 0;
    while (!solved()) {
      const Step step = next();
      hardest = std::max(hardest, scale_.rating(step.technique));
      if (pearl) continue;
      if (!diamond) diamond = hardest;
      if (!step.placements.empty()) pearl = hardest;
    }
    return {static_cast<std::uint8_t>(hardest), static_cast<std::uint8_t>(pearl),
            static_cast<std::uint8_t>(diamond)};
  }

 private:
  Found easiest() const {
    for (const Technique technique : scale_.order)
      if (Found step = first_of(technique)) return step;
    return {};
  }

  // The first step of a technique; techniques that are searched together come with the first of them.
  Found first_of(Technique technique) const {
    const Position& p = position_;
    switch (technique) {
      case Technique::naked_single: return naked_singles(p);
      case Technique::hidden_single: return hidden_singles(p);
      case Technique::only_extreme: return extremes(p);
      case Technique::sign: return neighbours(p);
      case Technique::chain_of_signs: return chains_of_signs(p);
      case Technique::naked_pair: return naked_sets(p, 2);
      case Technique::naked_triplet: return naked_sets(p, 3);
      case Technique::naked_quad: return naked_sets(p, 4);
      case Technique::hidden_pair: return hidden_sets(p, 2);
      case Technique::hidden_triplet: return hidden_sets(p, 3);
      case Technique::hidden_quad: return hidden_sets(p, 4);
      case Technique::signs_on_one_line: return crowded_signs(p);
      case Technique::x_wing: return fish(p, 2);
      case Technique::swordfish: return fish(p, 3);
      case Technique::jellyfish: return fish(p, 4);
      case Technique::x_cycle: return Chains(p, scale_, pause_).easiest();
      case Technique::nishio: return Nets(p, Net::nishio, pause_).easiest();
      case Technique::multiple: return Nets(p, Net::multiple, pause_).easiest();
      case Technique::dynamic: return Nets(p, Net::dynamic, pause_).easiest();
      default: return {};
    }
  }

  // The first cell with the fewest candidates, as the solution has it.
  Step trial() const {
    int best = -1;
    for (int cell = 0; cell < frame_.cells; ++cell)
      if (position_.is_open(cell) &&
          (best < 0 || count(position_.candidates[cell]) < count(position_.candidates[best])))
        best = cell;
    return {Technique::trial, {candidate(best, solution_[best])}, {}};
  }

  Frame frame_;
  Position position_;
  const std::uint8_t* solution_;
  const Scale& scale_;
  Pause pause_;
};

// Many puzzles of one order: each is proven to have one solution, and rated.
class Rating {
 public:
  Rating(std::int64_t order, const std::uint8_t* puzzles, std::size_t size, std::int64_t threads,
         const ScaleRows& rows)
      : scale(rows, names), batch_(checked(order), puzzles, size, 2, threads), n_(static_cast<int>(order)),
        threads_(static_cast<int>(threads)), puzzles_(puzzles) {
    width_ = Shape(n_).width;
  }

  const Scale scale;

  std::size_t count() const { return batch_.count(); }

  // Three bytes a puzzle. `poll` is called every 50 ms on the calling thread; it may throw.
  template <class Poll>
  void run(std::uint8_t* out, Poll poll) {
    solve(poll);
    WorkerThreads workers(poll);
    const auto pause = [&workers] {
      if (!workers.go_on()) throw Stopped();
    };
    workers.run(threads_, [&] {
      try {
        for (std::size_t i; workers.go_on() && (i = next_.fetch_add(1)) < count();) {
          const auto rated =
              Rater(n_, puzzles_ + i * width_, &solutions_[i * batch_.cells()], scale, pause).rate();
          std::memcpy(out + 3 * i, rated.data(), 3);
        }
      } catch (const Stopped&) {
      }
    });
  }

  // The steps of the only puzzle.
  template <class Poll>
  std::vector<Step> steps(Poll poll) {
    solve(poll);
    WorkerThreads workers(poll);
    std::vector<Step> out;
    workers.run(1, [&] {
      Rater rater(n_, puzzles_, solutions_.data(), scale, [&workers] {
        if (!workers.go_on()) throw Stopped();
      });
      while (!rater.solved()) out.push_back(rater.next());
    });
    return out;
  }

 private:
  struct Stopped {};

  static std::int64_t checked(std::int64_t order) {
    expect("order", order, 1, max_order);
    return order;
  }

  template <class Poll>
  void solve(Poll poll) {
    std::vector<std::uint32_t> counts(count());
    solutions_.resize(count() * batch_.cells());
    batch_.run(counts.data(), solutions_.data(), poll);
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] != 1)
        refuse("puzzle ", i, ": found ", (counts[i] ? "more than one solution" : "no solution"),
               ", expected exactly one");
  }

  FutoshikiBatch batch_;
  int n_, threads_;
  const std::uint8_t* puzzles_;
  std::size_t width_;
  std::vector<std::uint8_t> solutions_;
  std::atomic<std::size_t> next_{0};
};

}  // namespace clew::signs
