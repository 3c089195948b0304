// Futoshikis and Latin squares with one solution each, at a wanted level, from full squares: givens
// and signs are removed while the techniques of the level still solve the rest.
//
// The items of a full board (its numbers, and a sign between each two neighbours) are tried in
// random order. One is removed if the puzzle without it can still be solved: by the techniques of the
// level (levels.hpp), which proves that there is one solution; or, at the highest level and
// without a level, by search (ranks.hpp). A puzzle that the level below solves too is rejected,
// and the next board is drawn, as in Tatham's generators.
//
// Idea: with more items more follows, and nothing is withdrawn. So the items that stay are found by
// adding, not by removing: QuickXplain (U. Junker, AAAI 2004) finds the same ones by halves, each
// half added to a copy of what the items before it say. The cheapest tests come first: a
// known other solution (other_solutions.hpp) shows that a set of items is not enough, which decides
// most tests; the easy techniques show that it is; a search finds another solution; and the
// techniques of the level are tried only if that search finds none, or would cost more than they.
//
// Measured on one core of a Xeon, GCC 12, microseconds for a puzzle with many signs; first with the
// wanted level at each test, and a weaker one leading as long as the two agree:
//                        easy         tricky        extreme        recursive
//                      5x5   9x9    5x5    9x9    5x5     9x9     5x5     9x9
//   the level           39   487    363  2,500    763  17,700     608  47,000
//   this                29   346    229  1,700    287  13,300     338  38,800
// Before that, 9x9 easy, tricky and extreme, milliseconds: 1.2, 4.1 and 24 by removing groups of
// items, 0.61, 3.4 and 22 by adding. A search that tries the values of the known solution last, or ends
// after a few nodes, gains nothing up to 7x7. Unequal takes 337 us for 5x5 easy, 4.2 ms for extreme and
// 4.7 ms for recursive (benchmarks/futoshiki_make.py).
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>

#include "common/expect.hpp"
#include "common/rng.hpp"
#include "common/worker_threads.hpp"
#include "latin/batch.hpp"
#include "latin/levels.hpp"
#include "latin/other_solutions.hpp"
#include "latin/random_square.hpp"
#include "latin/ranks.hpp"

namespace clew::signs {

enum class Which : std::uint8_t { many, mixed, only, none };  // how many signs

struct Request {
  std::int64_t count = 0, order = 0;
  std::uint64_t seed = 0;
  std::int64_t level = 0;  // 0 to 3 as in levels.hpp, 4 what they do not solve, 5 any
  std::int64_t which = 0;
  std::int64_t clues = 0;  // keep at least this many items
  bool minimal = false;    // no item can go without another solution
  std::int64_t attempts = 1, threads = 1;
};

class Maker {
 public:
  explicit Maker(const Request& request) : request_(request), shape_(checked(request)) {}

  std::size_t bytes() const { return static_cast<std::size_t>(request_.count) * shape_.width; }

  // Writes the puzzles; false if for one of them all attempts failed. `poll` is called every 50 ms on
  // the calling thread with the number done; what it throws ends the work.
  template <class Poll>
  bool run(std::uint8_t* out, Poll poll) {
    const std::size_t count = static_cast<std::size_t>(request_.count);
    WorkerThreads workers([&] { poll(done_.load()); });
    const auto work = [&](auto&& worker) {
      for (std::size_t i; workers.go_on() && (i = next_.fetch_add(1)) < count; ++done_)
        if (!worker.make(i, out + i * shape_.width)) return;
    };
    workers.run(static_cast<int>(request_.threads), [&] {
      shape_.n <= small ? work(Worker<small>(*this, workers)) : work(Worker<max_order>(*this, workers));
    });
    if (failed_) return false;
    if (shape_.n <= fully_searched) prove(out, poll);
    return true;
  }

 private:
  static constexpr int easy = 1, extreme = 3, recursive = 4, any = 5;
  static constexpr int small = 9;
  static constexpr int fully_searched = 9;  // the largest order at which every search runs to its end
  static constexpr std::uint64_t budget = 2000, slice = 1000;  // nodes

  static int checked(const Request& r) {
    expect("count", r.count, 0, UINT32_MAX);
    expect("order", r.order, 1, max_order);
    expect("level", r.level, 0, any);
    expect("signs", r.which, 0, 3);
    expect("clues", r.clues, 0, max_cells * 3);
    expect("attempts", r.attempts, 1, INT32_MAX);
    expect("threads", r.threads, 1, 1024);
    return static_cast<int>(r.order);
  }

  enum class Answer : std::uint8_t { no, yes, unknown };

  // How a thread searches for other solutions: compiled once for boards of all sizes.
  class Searcher {
   public:
    Searcher(const Shape& shape, WorkerThreads& workers, Others& others)
        : shape_(shape), workers_(workers), others_(others) {}

    Answer unique(const std::uint8_t* puzzle) {
      search_.pose(shape_.n, puzzle);
      const std::uint64_t most = shape_.n > fully_searched ? budget : ~std::uint64_t{0};
      while (!search_.finished() && search_.answers() < 2 && search_.nodes() < most) {
        search_.run(2 - search_.answers(), slice, [](const auto&) {});
        if (!workers_.go_on()) return Answer::unknown;
      }
      if (search_.answers() > 1) return Answer::no;
      return search_.finished() ? Answer::yes : Answer::unknown;
    }

    // Whether there is another solution consistent with what is known; notes it if so.
    template <class State>
    bool other_found(const State& known) {
      search_.reset(shape_.n);
      search_.take(known.domains, known.smaller, known.greater);
      return other_found();
    }

   private:
    bool other_found() {
      bool found = false;
      while (!search_.finished() && !found) {
        search_.run(1, slice, [&](const auto& answer) {
          std::array<std::uint8_t, max_cells> values;
          answer.write(values.data());
          found = others_.note([&](int cell) { return values[cell]; });
        });
        if (!workers_.go_on()) return true;
      }
      return found;
    }

    const Shape& shape_;
    WorkerThreads& workers_;
    Others& others_;
    SmallRankSearch search_;
  };

  // What one thread works with.
  template <int Most>
  class Worker {
   public:
    Worker(Maker& maker, WorkerThreads& workers)
        : request_(maker.request_), shape_(maker.shape_), maker_(maker), workers_(workers),
          techniques_(shape_.n, static_cast<int>(request_.level)),
          below_(shape_.n, static_cast<int>(request_.level) - 1), others_(shape_),
          searcher_(shape_, workers, others_) {}
    Worker(const Worker&) = delete;  // the searcher knows where it is

    // Puzzle i; false if no attempt made one, or the work must end.
    bool make(std::size_t i, std::uint8_t* out) {
      Rng rng = Rng::of(request_.seed, i);
      puzzle_ = out;
      for (std::int64_t left = request_.attempts; left > 0; --left) {
        draw(rng);
        const bool good = (full() || solved()) && (reduce(), accepted());
        if (!workers_.go_on()) return false;
        if (good) return true;
      }
      maker_.failed_ = true;
      workers_.stop();
      return false;
    }

   private:
    using Techniques = Levels<Most>;

    // A full board, and the order in which its items are tried.
    void draw(Rng& rng) {
      LatinWalk(shape_.n).walk(rng, puzzle_);
      others_.begin(puzzle_);
      const Which which = static_cast<Which>(request_.which);
      for (int i = 0; i < shape_.width - shape_.cells; ++i) {
        const auto [a, b] = shape_.pairs[i];
        puzzle_[shape_.cells + i] = puzzle_[a] < puzzle_[b] ? 1 : 2;
      }
      const bool useless = request_.level == 0 && request_.clues == 0;  // signs would all be removed
      if (which == Which::none) std::memset(puzzle_ + shape_.cells, 0, shape_.width - shape_.cells);
      if (which == Which::only) std::memset(puzzle_, 0, shape_.cells);
      items_.clear();
      for (int item = 0; item < shape_.width; ++item)
        if (puzzle_[item]) items_.push_back(static_cast<std::uint16_t>(item));
      rng.shuffle(items_.data(), static_cast<unsigned>(items_.size()));
      if (which == Which::many)
        std::stable_partition(items_.begin(), items_.end(),
                              [this](int item) { return item < shape_.cells; });
      if (useless) {
        std::memset(puzzle_ + shape_.cells, 0, shape_.width - shape_.cells);
        std::erase_if(items_, [this](int item) { return item >= shape_.cells; });
      }
    }

    // Removes items.
    void reduce() {
      if (budgeted()) {
        search_away();
        return;
      }
      if (request_.level > easy) others_.switch_cycles(items_);
      kept_.clear();
      to_go_ = items_.size() - std::min(items_.size(), static_cast<std::size_t>(request_.clues));
      techniques_.begin();
      needed(true, 0, items_.size());
      take_rest_away();
    }

    // Of these items, the last being the dearest, those that must stay beside what is known now: what
    // follows from the kept ones before them, and all after them. `fresh`: it may be everything.
    void needed(bool fresh, std::size_t first, std::size_t last) {
      if (first == last || to_go_ == 0 || !go_on()) return;
      const bool one = last - first == 1;
      if (fresh && !(one && others_.known(last)) && enough(last)) {
        to_go_ -= std::min(to_go_, last - first);
        return;
      }
      if (one) {
        kept_.push_back(items_[first]);
        others_.keep(first);
        return;
      }
      const std::size_t middle = first + (last - first) / 2, before = kept_.size();
      const typename Techniques::State known = techniques_.now;
      for (std::size_t i = middle; i < last; ++i) techniques_.add(items_[i], puzzle_[items_[i]]);
      needed(true, first, middle);
      techniques_.take_up(known);
      for (std::size_t i = before; i < kept_.size(); ++i) techniques_.add(kept_[i], puzzle_[kept_[i]]);
      needed(kept_.size() > before, middle, last);
    }

    // Whether everything follows from what is known. The techniques of the level come last.
    bool enough(std::size_t last) {
      if (others_.known(last)) return techniques_.solve(easy), false;
      if (!searched()) return techniques_.solve(request_.level);
      if (techniques_.solve(easy)) return true;
      return !searcher_.other_found(techniques_.now) && (request_.level >= recursive || techniques_.solve(request_.level));
    }

    // Whether a search for another solution is faster than the techniques.
    bool searched() const {
      return request_.level >= recursive || (request_.level == extreme && shape_.n <= 7);
    }

    // The items to remove, in order, until only the wanted number is left.
    void take_rest_away() {
      stays_.assign(shape_.width, false);
      for (const std::uint16_t item : kept_) stays_[item] = true;
      std::size_t clues = items_.size();
      for (std::size_t i = 0; i < items_.size(); ++i)
        if (!stays_[items_[i]] && clues > static_cast<std::size_t>(request_.clues))
          puzzle_[items_[i]] = 0, --clues;
    }

    // The same one by one, by searches that may be inconclusive.
    void search_away() {
      std::size_t clues = items_.size();
      for (const std::uint16_t item : items_) {
        if (clues <= static_cast<std::size_t>(request_.clues) || !workers_.go_on()) return;
        const std::uint8_t byte = std::exchange(puzzle_[item], 0);
        if (searcher_.unique(puzzle_) == Answer::yes) --clues;
        else puzzle_[item] = byte;
      }
    }

    // All numbers are present.
    bool full() const { return static_cast<Which>(request_.which) != Which::only; }

    bool solved() {
      return request_.level < recursive ? techniques_.solves(puzzle_)
                                         : searcher_.unique(puzzle_) == Answer::yes;
    }

    bool accepted() {
      if (request_.level > 0 && request_.level <= recursive && below_.solves(puzzle_)) return false;
      return !request_.minimal || minimal();
    }

    bool minimal() {
      if (request_.level >= recursive && !budgeted()) return true;
      for (const std::uint16_t item : items_) {
        if (!puzzle_[item]) continue;
        const std::uint8_t kept = std::exchange(puzzle_[item], 0);
        const Answer answer = searcher_.unique(puzzle_);
        puzzle_[item] = kept;
        if (answer != Answer::no || !workers_.go_on()) return false;
      }
      return true;
    }

    // Reads the clock only now and then.
    bool go_on() {
      if (++asked_ % 32 == 0) going_ = workers_.go_on();
      return going_;
    }

    bool budgeted() const { return request_.level >= recursive && shape_.n > fully_searched; }

    const Request& request_;
    const Shape& shape_;
    Maker& maker_;
    WorkerThreads& workers_;
    Techniques techniques_, below_;  // of the level, and of the one below
    Others others_;
    Searcher searcher_;
    std::uint8_t* puzzle_ = nullptr;
    unsigned asked_ = 0;
    bool going_ = true;
    std::vector<std::uint16_t> items_, kept_;
    std::size_t to_go_ = 0;
    std::vector<bool> stays_;
  };

  // Counts the solutions of all puzzles once more, by the ordinary batch. A table to look them up takes
  // a tenth of a second to make, and saves two microseconds a puzzle.
  template <class Poll>
  void prove(const std::uint8_t* puzzles, Poll poll) const {
    const bool look_up = request_.count >= 50'000;
    FutoshikiBatch batch(request_.order, puzzles, bytes(), 2, request_.threads, look_up);
    std::vector<std::uint32_t> counts(batch.count());
    batch.run(counts.data(), nullptr, [&] { poll(counts.size()); });
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] != 1)
        throw std::logic_error("puzzle " + std::to_string(i) + ": it has not just one solution");
  }

  const Request request_;
  const Shape shape_;
  std::atomic<std::size_t> next_{0}, done_{0};
  std::atomic<bool> failed_{false};
};

}  // namespace clew::signs
