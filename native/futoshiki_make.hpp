// Futoshikis and Latin squares with one solution each, at a wanted level, from full squares: givens
// and signs are taken away while the techniques of the level still solve the rest.
//
// The items of a full board (its numbers, and a sign between each two neighbours) are tried in an
// order drawn by chance. One goes if the puzzle without it is still solved: by the techniques of the
// level (futoshiki_levels.hpp), which proves that there is one solution; or, at the highest level and
// where none is wanted, by search (ranks.hpp). A puzzle that the level below solves too is thrown
// away, and the next board is drawn: so Tatham's generators make a level honest.
//
// Idea: with more items more follows, and nothing is taken back. So the items that stay are found by
// adding, not by taking away: QuickXplain (U. Junker, AAAI 2004) finds the same ones by halves, each
// half added to a copy of what the items before it say. Where a search tests, many items are tried at
// once: if all can go, each could; if not, halving finds the first that must stay. And as long as the
// wanted level and a weaker one agree on what must stay, the weaker one finds it: most boards are
// thrown away, and these cost one dear test for each item that stays.
//
// Measured on one core of a Xeon, GCC 12, milliseconds for a puzzle 9x9 with many signs, trivial, easy,
// tricky and extreme: 0.33, 1.2, 4.1 and 24 by taking groups of items away; 0.14, 0.61, 3.4 and 22 by
// adding; 0.09, 0.49, 2.6 and 15 with the weaker level leading and the chains of today. Unequal takes
// 4.2, 22, 109 and 201 (benchmarks/futoshiki_make.py).
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>

#include "chance.hpp"
#include "crew.hpp"
#include "futoshiki_batch.hpp"
#include "futoshiki_levels.hpp"
#include "latin_walk.hpp"
#include "ranks.hpp"

namespace clew::signs {

enum class Which : std::uint8_t { many, mixed, only, none };  // how many signs

struct Request {
  std::int64_t count = 0, order = 0;
  std::uint64_t seed = 0;
  std::int64_t level = 0;  // 0 to 3 as in futoshiki_levels.hpp, 4 what they do not solve, 5 any
  std::int64_t which = 0;
  std::int64_t clues = 0;  // keep at least so many items
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
    Crew crew([&] { poll(done_.load()); });
    const auto work = [&](auto bench) {
      for (std::size_t i; crew.go_on() && (i = next_.fetch_add(1)) < count; ++done_)
        if (!bench.make(i, out + i * shape_.width)) return;
    };
    crew.run(static_cast<int>(request_.threads), [&] {
      shape_.n <= small ? work(Bench<small>(*this, crew)) : work(Bench<max_order>(*this, crew));
    });
    if (failed_) return false;
    if (shape_.n <= fully_searched) prove(out, poll);
    return true;
  }

 private:
  static constexpr int recursive = 4, any = 5;
  static constexpr int small = 9;
  static constexpr int fully_searched = 9;  // the largest order at which every search is let run
  static constexpr std::uint64_t budget = 2000, slice = 1000;  // nodes

  static int checked(const Request& r) {
    const auto expect = [](const char* what, std::int64_t found, std::int64_t least, std::int64_t most) {
      if (found < least || found > most)
        throw std::invalid_argument(std::string(what) + ": found " + std::to_string(found) +
                                    ", expected " + std::to_string(least) + " to " +
                                    std::to_string(most));
    };
    expect("count", r.count, 0, UINT32_MAX);
    expect("order", r.order, 1, max_order);
    expect("level", r.level, 0, any);
    expect("signs", r.which, 0, 3);
    expect("clues", r.clues, 0, max_cells * 3);
    expect("attempts", r.attempts, 1, INT32_MAX);
    expect("threads", r.threads, 1, 1024);
    return static_cast<int>(r.order);
  }

  // What one thread works with.
  template <int Most>
  class Bench {
   public:
    Bench(Maker& maker, Crew& crew)
        : request_(maker.request_), shape_(maker.shape_), maker_(maker), crew_(crew),
          levels_(shape_.n, static_cast<int>(request_.level)),
          below_(shape_.n, static_cast<int>(request_.level) - 1),
          weaker_(shape_.n, request_.level == 3 ? 2 : 1) {}

    // Puzzle i; false if no attempt gave one, or the work is to end.
    bool make(std::size_t i, std::uint8_t* out) {
      Chance chance = Chance::of(request_.seed, i);
      puzzle_ = out;
      for (std::int64_t left = request_.attempts; left > 0; --left) {
        draw(chance);
        const bool good = solved() && (reduce(), accepted());
        if (!crew_.go_on()) return false;
        if (good) return true;
      }
      maker_.failed_ = true;
      crew_.stop();
      return false;
    }

   private:
    using Techniques = Levels<Most>;
    enum class Answer : std::uint8_t { no, yes, unknown };

    // A full board, and the order in which its items are tried.
    void draw(Chance& chance) {
      LatinWalk(shape_.n).walk(chance, puzzle_);
      const Which which = static_cast<Which>(request_.which);
      for (int i = 0; i < shape_.width - shape_.cells; ++i) {
        const auto [a, b] = shape_.pairs[i];
        puzzle_[shape_.cells + i] = puzzle_[a] < puzzle_[b] ? 1 : 2;
      }
      const bool useless = request_.level == 0 && request_.clues == 0;  // signs, and they would go
      if (which == Which::none) std::memset(puzzle_ + shape_.cells, 0, shape_.width - shape_.cells);
      if (which == Which::only) std::memset(puzzle_, 0, shape_.cells);
      items_.clear();
      for (int item = 0; item < shape_.width; ++item)
        if (puzzle_[item]) items_.push_back(static_cast<std::uint16_t>(item));
      chance.shuffle(items_.data(), static_cast<unsigned>(items_.size()));
      if (which == Which::many)
        std::stable_partition(items_.begin(), items_.end(),
                              [this](int item) { return item < shape_.cells; });
      if (useless) {
        std::memset(puzzle_ + shape_.cells, 0, shape_.width - shape_.cells);
        std::erase_if(items_, [this](int item) { return item >= shape_.cells; });
      }
    }

    // Takes items away: as far as a weaker and quicker level goes the same way, by that one.
    void reduce() {
      std::size_t first = 0;
      if (request_.level >= 2 && request_.clues == 0 && !budgeted()) {
        first = by_weaker();
        if (first > items_.size()) return;
      }
      if (request_.level >= recursive) {
        search_away(first);
        return;
      }
      start(levels_, first);
      needed(levels_, true, first, items_.size());
      take_others_away(first);
    }

    // What the items before the first say, those that are still there.
    void start(Techniques& techniques, std::size_t first) {
      kept_.clear();
      techniques.begin();
      for (std::size_t i = 0; i < first; ++i)
        if (const std::uint8_t byte = puzzle_[items_[i]]) techniques.add(items_[i], byte);
      techniques.solve();
    }

    // Up to the first item that the level can do without and the weaker one cannot, both keep the
    // same ones. Takes these others away; tells where to go on, or more than there are items.
    std::size_t by_weaker() {
      if (!weaker_.solves(puzzle_)) return 0;
      start(weaker_, 0);
      needed(weaker_, true, 0, items_.size());
      stays_.assign(shape_.width, false);
      for (const std::uint16_t item : kept_) stays_[item] = true;
      for (std::size_t i = 0; i < items_.size(); ++i) {
        const std::uint8_t byte = std::exchange(puzzle_[items_[i]], 0);
        if (!stays_[items_[i]]) continue;
        if (solved()) return i + 1;
        puzzle_[items_[i]] = byte;
      }
      return items_.size() + 1;
    }

    // Of these items, the last being the dearest, those that must stay beside what is known now.
    // `fresh`: that may be everything without them.
    void needed(Techniques& techniques, bool fresh, std::size_t first, std::size_t last) {
      if ((fresh && techniques.now.open == 0) || first == last || !go_on()) return;
      if (last - first == 1) {
        kept_.push_back(items_[first]);
        return;
      }
      const std::size_t middle = first + (last - first) / 2, before = kept_.size();
      const typename Techniques::State known = techniques.now;
      for (std::size_t i = middle; i < last; ++i) techniques.add(items_[i], puzzle_[items_[i]]);
      techniques.solve();
      needed(techniques, true, first, middle);
      techniques.now = known;
      const bool more = kept_.size() > before;
      for (std::size_t i = before; i < kept_.size(); ++i) techniques.add(kept_[i], puzzle_[kept_[i]]);
      if (more) techniques.solve();
      needed(techniques, more, middle, last);
    }

    // The items that go, in their order, until only so many are left as are wanted.
    void take_others_away(std::size_t first) {
      stays_.assign(shape_.width, false);
      for (const std::uint16_t item : kept_) stays_[item] = true;
      std::size_t clues = items_.size();
      for (std::size_t i = first; i < items_.size(); ++i)
        if (!stays_[items_[i]] && clues > static_cast<std::size_t>(request_.clues))
          puzzle_[items_[i]] = 0, --clues;
    }

    void search_away(std::size_t at) {
      std::size_t group = budgeted() ? 1 : (items_.size() - at) / 4 + 1, clues = items_.size();
      const std::size_t least = static_cast<std::size_t>(request_.clues);
      while (at < items_.size() && clues > least && crew_.go_on()) {
        const std::size_t most = std::min({group, items_.size() - at, clues - least});
        const std::size_t gone = removable(at, most);
        clues -= gone;
        at += gone + (gone < most);  // the first that must stay is passed over
        if (!budgeted()) group = gone == most ? 2 * group : gone + 1;
      }
    }

    // Removes as many of these items as can go one after another, from the first on; tells how many.
    std::size_t removable(std::size_t first, std::size_t most) {
      std::size_t good = 0, bad = most + 1, next = most;
      while (bad - good > 1) {
        saved_.clear();
        for (std::size_t i = good; i < next; ++i) saved_.push_back(std::exchange(puzzle_[items_[first + i]], 0));
        if (unique() == Answer::yes) {
          good = next;
        } else {
          for (std::size_t i = good; i < next; ++i) puzzle_[items_[first + i]] = saved_[i - good];
          bad = next;
        }
        next = good + (bad - good) / 2;
      }
      return good;
    }

    bool solved() {
      return request_.level < recursive ? levels_.solves(puzzle_) : unique() == Answer::yes;
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
        const Answer answer = unique();
        puzzle_[item] = kept;
        if (answer != Answer::no || !crew_.go_on()) return false;
      }
      return true;
    }

    // The clock is asked now and then only.
    bool go_on() {
      if (++asked_ % 32 == 0) going_ = crew_.go_on();
      return going_;
    }

    bool budgeted() const { return request_.level >= recursive && shape_.n > fully_searched; }

    Answer unique() {
      search_.pose(shape_.n, puzzle_);
      const std::uint64_t most = shape_.n > fully_searched ? budget : ~std::uint64_t{0};
      while (!search_.finished() && search_.answers() < 2 && search_.nodes() < most) {
        search_.run(2 - search_.answers(), slice, [](const auto&) {});
        if (!crew_.go_on()) return Answer::unknown;
      }
      if (search_.answers() > 1) return Answer::no;
      return search_.finished() ? Answer::yes : Answer::unknown;
    }

    const Request& request_;
    const Shape& shape_;
    Maker& maker_;
    Crew& crew_;
    Techniques levels_, below_, weaker_;  // of the level, of the one below, of one that is quick
    SmallRankSearch search_;
    std::uint8_t* puzzle_ = nullptr;
    unsigned asked_ = 0;
    bool going_ = true;
    std::vector<std::uint16_t> items_, kept_;
    std::vector<bool> stays_;
    std::vector<std::uint8_t> saved_;
  };

  // Counts the solutions of all puzzles once more, by the ordinary batch.
  template <class Poll>
  void prove(const std::uint8_t* puzzles, Poll poll) const {
    FutoshikiBatch batch(request_.order, puzzles, bytes(), 2, request_.threads);
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
