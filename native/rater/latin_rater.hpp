// How hard a Futoshiki or a Latin square of order up to 15 is: the ladder SIGNS of explain/techniques/ladder.py,
// step for step the same as the readable engine, without its words.
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
  Rater(int order, const std::uint8_t* puzzle, const std::uint8_t* solution, Pause pause)
      : frame_(order, puzzle), position_(frame_, puzzle), solution_(solution), pause_(std::move(pause)) {}

  bool solved() const { return position_.open == 0; }

  // The easiest step there is, taken.
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
      hardest = std::max(hardest, step.rating());
      if (pearl) continue;
      if (!diamond) diamond = hardest;
      if (!step.placements.empty()) pearl = hardest;
    }
    return {static_cast<std::uint8_t>(hardest), static_cast<std::uint8_t>(pearl),
            static_cast<std::uint8_t>(diamond)};
  }

 private:
  Found easiest() const {
    const Position& p = position_;
    Found s;
    if ((s = naked_singles(p)) || (s = hidden_singles(p)) || (s = extremes(p)) ||
        (s = neighbours(p)) || (s = chains_of_signs(p)))
      return s;
    for (int k = 2; k <= 4; ++k)
      if ((s = naked_sets(p, k))) return s;
    for (int k = 2; k <= 4; ++k)
      if ((s = hidden_sets(p, k))) return s;
    if ((s = crowded_signs(p))) return s;
    for (int k = 2; k <= 4; ++k)
      if ((s = fish(p, k))) return s;
    (void)((s = Chains(p, pause_).easiest()) || (s = Nets(p, Net::nishio, pause_).easiest()) ||
           (s = Nets(p, Net::multiple, pause_).easiest()) ||
           (s = Nets(p, Net::dynamic, pause_).easiest()));
    return s;
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
  Pause pause_;
};

// Many puzzles of one order: each is proven to have one solution, and rated.
class Rating {
 public:
  Rating(std::int64_t order, const std::uint8_t* puzzles, std::size_t size, std::int64_t threads)
      : batch_(checked(order), puzzles, size, 2, threads), n_(static_cast<int>(order)),
        threads_(static_cast<int>(threads)), puzzles_(puzzles) {
    width_ = Shape(n_).width;
  }

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
              Rater(n_, puzzles_ + i * width_, &solutions_[i * batch_.cells()], pause).rate();
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
      Rater rater(n_, puzzles_, solutions_.data(), [&workers] {
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
