// Knight's tours of a narrow board by the frontier method: how many there are, and which.
//
// Counting keeps, cell after cell, the number of ways to reach each window (window.hpp). The search
// goes depth-first over the windows and remembers those that led to no tour.
//
// Measured on one core: the 9,862 closed tours of 6 x 6 in 0.44 s (2.3 million windows), the
// 55,488,142 of 8 x 6 in 3.1 s (11.7 million); a tour of 3 x 10,000 in 5 ms.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "knight/window.hpp"

namespace clew {

inline std::size_t window_hash(WindowSteps::Window window, std::uint64_t seed = 0) {
  std::uint64_t low = static_cast<std::uint64_t>(window) + seed * 0xA0761D6478BD642Full;
  low ^= static_cast<std::uint64_t>(window >> 64) * 0x9E3779B97F4A7C15ull;
  low ^= low >> 32;
  low *= 0xD6E8FEB86659FD93ull;
  low ^= low >> 29;
  low *= 0xBF58476D1CE4E5B9ull;
  return static_cast<std::size_t>(low ^ low >> 32);
}

// Windows and the number of ways to reach each: integers of as many words as needed.
class WindowCounts {
 public:
  using Window = WindowSteps::Window;

  explicit WindowCounts(std::size_t capacity = 1024)
      : keys_(capacity, empty), counts_(capacity, 0) {}

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return keys_.size(); }
  bool used(std::size_t slot) const { return keys_[slot] != empty; }
  Window window(std::size_t slot) const { return keys_[slot]; }
  const std::uint64_t* count(std::size_t slot) const { return &counts_[slot * words_]; }
  std::size_t words() const { return words_; }

  void add(Window window, const std::uint64_t* count, std::size_t words) {
    if (words > words_) widen(words);
    std::size_t slot = find(window);
    if (keys_[slot] == empty) {
      if ((size_ + 1) * 10 > keys_.size() * 7) {
        grow();
        slot = find(window);
      }
      keys_[slot] = window;
      ++size_;
    }
    std::uint64_t* sum = &counts_[slot * words_];
    bool carry = false;
    for (std::size_t i = 0; i < words_ && (i < words || carry); ++i) {
      const std::uint64_t more = i < words ? count[i] : 0;
      std::uint64_t now;
      const bool over = __builtin_add_overflow(sum[i], more, &now);
      carry = __builtin_add_overflow(now, std::uint64_t{carry}, &sum[i]) || over;
    }
    if (carry) {
      const std::size_t top = words_;
      widen(top + 1);
      counts_[slot * words_ + top] = 1;
    }
  }

 private:
  static constexpr Window empty = ~Window{0};  // no window: the highest bits are never used

  std::size_t find(Window window) const {
    const std::size_t mask = keys_.size() - 1;
    std::size_t slot = window_hash(window) & mask;
    while (keys_[slot] != empty && keys_[slot] != window) slot = (slot + 1) & mask;
    return slot;
  }

  void grow() {
    WindowCounts larger(keys_.size() * 2);
    larger.widen(words_);
    for (std::size_t slot = 0; slot < keys_.size(); ++slot)
      if (used(slot)) larger.add(keys_[slot], count(slot), words_);
    *this = std::move(larger);
  }

  void widen(std::size_t words) {
    std::vector<std::uint64_t> wider(keys_.size() * words, 0);
    for (std::size_t slot = 0; slot < keys_.size(); ++slot)
      std::copy_n(&counts_[slot * words_], words_, &wider[slot * words]);
    counts_ = std::move(wider);
    words_ = words;
  }

  std::size_t size_ = 0, words_ = 1;
  std::vector<Window> keys_;
  std::vector<std::uint64_t> counts_;
};

// How many tours there are; each counts once, in whichever direction or from whichever end.
class FrontierCount {
 public:
  FrontierCount(std::int64_t rows, std::int64_t cols, std::int64_t start, bool closed)
      : steps_(rows, cols, start, closed) {
    const std::uint64_t one = 1;
    now_.add(steps_.root(), &one, 1);
  }

  // Continues for at most max_nodes windows, or until all are counted.
  void run(std::uint64_t max_nodes) {
    while (!finished_ && max_nodes > 0) {
      for (; slot_ < now_.capacity() && max_nodes > 0; ++slot_) {
        if (!now_.used(slot_)) continue;
        --max_nodes;
        ++nodes_;
        const std::uint64_t* count = now_.count(slot_);
        steps_.choices(cell_, now_.window(slot_), [&](WindowSteps::Choice choice, WindowSteps::Window after) {
          if (choice.complete)
            total_.add(0, count, now_.words());
          else
            next_.add(after, count, now_.words());
        });
      }
      if (slot_ == now_.capacity()) advance();
    }
  }

  std::uint64_t nodes() const { return nodes_; }      // windows expanded, of all cells
  std::uint64_t frontier() const { return widest_; }  // most windows of one cell
  int deepest() const { return cell_; }               // cells finished
  bool finished() const { return finished_; }

  // The number found so far, as bytes, the lowest byte first.
  std::vector<std::uint8_t> tours() const {
    std::vector<std::uint8_t> bytes;
    for (std::size_t slot = 0; slot < total_.capacity(); ++slot)
      for (std::size_t i = 0; total_.used(slot) && i < total_.words() * 8; ++i)
        bytes.push_back(static_cast<std::uint8_t>(total_.count(slot)[i / 8] >> (i % 8 * 8)));
    return bytes;
  }

 private:
  void advance() {
    ++cell_;
    widest_ = std::max<std::uint64_t>(widest_, next_.size());
    finished_ = next_.size() == 0 || cell_ == steps_.size();
    now_ = std::move(next_);
    next_ = WindowCounts();
    slot_ = 0;
  }

  WindowSteps steps_;
  WindowCounts now_, next_, total_{4};
  std::size_t slot_ = 0;
  std::uint64_t nodes_ = 0, widest_ = 1;
  int cell_ = 0;
  bool finished_ = false;
};

// The tours one by one, depth-first over the windows; a window that led to none is not entered again.
class FrontierSearch {
 public:
  FrontierSearch(std::int64_t rows, std::int64_t cols, std::int64_t start, bool closed)
      : steps_(rows, cols, start, closed), first_(static_cast<int>(start)) {}

  // Continues for at most max_nodes windows, until max_solutions more are found or all are.
  // Returns the tours, the cells of each in order, one after the other.
  std::vector<std::int32_t> run(std::uint64_t max_solutions, std::uint64_t max_nodes,
                                std::uint64_t& found) {
    std::vector<std::int32_t> answers;
    found = 0;
    std::uint64_t left = max_nodes;
    while (!finished_) {
      if (nodes_ && options_.size() == levels_.back().first_option) {
        take_back();
        continue;
      }
      if (left == 0 || found == max_solutions) break;
      if (!nodes_) {
        --left;
        enter(steps_.root(), {});
        continue;
      }
      const Option option = options_.back();
      options_.pop_back();
      const int done = static_cast<int>(levels_.size());
      if (option.choice.complete) {
        fruitful_ = done;
        ++found;
        append_path(option.choice, answers);
      } else if (done < steps_.size() && !dead_.holds(option.window, done)) {
        --left;
        enter(option.window, option.choice);
      }
    }
    return answers;
  }

  int width() const { return steps_.size(); }
  std::uint64_t nodes() const { return nodes_; }            // windows entered
  std::uint64_t backtracks() const { return backtracks_; }  // left with no tour below
  int deepest() const { return deepest_; }                  // most cells ever finished
  bool finished() const { return finished_; }

 private:
  using Window = WindowSteps::Window;
  using Choice = WindowSteps::Choice;

  struct Level {
    Window window;
    Choice choice;             // the choice that led here
    std::size_t first_option;  // where its own options begin
  };
  struct Option {
    Window window;
    Choice choice;
  };

  // A set of windows, each with the number of its cell.
  class DeadWindows {
   public:
    bool holds(Window window, int cell) const { return cells_[find(window, cell)] >= 0; }

    void add(Window window, int cell) {
      if ((size_ + 1) * 10 > cells_.size() * 7) grow();
      const std::size_t slot = find(window, cell);
      size_ += cells_[slot] < 0;
      windows_[slot] = window;
      cells_[slot] = cell;
    }

   private:
    std::size_t find(Window window, int cell) const {
      const std::size_t mask = cells_.size() - 1;
      std::size_t slot = window_hash(window, static_cast<std::uint64_t>(cell)) & mask;
      while (cells_[slot] >= 0 && (cells_[slot] != cell || windows_[slot] != window))
        slot = (slot + 1) & mask;
      return slot;
    }

    void grow() {
      DeadWindows larger;
      larger.windows_.assign(cells_.size() * 2, 0);
      larger.cells_.assign(cells_.size() * 2, -1);
      for (std::size_t slot = 0; slot < cells_.size(); ++slot)
        if (cells_[slot] >= 0) larger.add(windows_[slot], cells_[slot]);
      *this = std::move(larger);
    }

    std::size_t size_ = 0;
    std::vector<Window> windows_ = std::vector<Window>(1024, 0);
    std::vector<std::int32_t> cells_ = std::vector<std::int32_t>(1024, -1);
  };

  void enter(Window window, Choice choice) {
    ++nodes_;
    const std::size_t first = options_.size();
    steps_.choices(static_cast<int>(levels_.size()), window,
                  [&](Choice next, Window after) { options_.push_back({after, next}); });
    std::reverse(options_.begin() + static_cast<std::ptrdiff_t>(first), options_.end());
    levels_.push_back({window, choice, first});
    deepest_ = std::max(deepest_, static_cast<int>(levels_.size()));
  }

  void take_back() {
    const Window window = levels_.back().window;
    levels_.pop_back();
    const int depth = static_cast<int>(levels_.size());
    if (fruitful_ > depth) {
      fruitful_ = depth;
    } else {
      ++backtracks_;
      dead_.add(window, depth);
    }
    finished_ = levels_.empty();
  }

  // The tour that the choices make. An open one without a start begins at the end that came
  // first; a closed one goes from its start, or cell 0, to the neighbour with the lower number.
  void append_path(Choice last, std::vector<std::int32_t>& out) const {
    constexpr std::int32_t none = -1;
    std::vector<std::array<std::int32_t, 2>> links(steps_.size(), {none, none});
    const auto link = [&](int one, int two) {
      links[one][links[one][0] != none] = two;
      links[two][links[two][0] != none] = one;
    };
    for (std::size_t cell = 0; cell < levels_.size(); ++cell) {
      const Choice choice = cell + 1 < levels_.size() ? levels_[cell + 1].choice : last;
      for (int far : {choice.one, choice.two})
        if (far) link(steps_.cell(static_cast<int>(cell)), steps_.cell(static_cast<int>(cell) + far));
    }
    int at = first_ >= 0 ? first_ : 0;
    if (first_ < 0 && !steps_.closed()) {
      int taken = 0;
      while (links[steps_.cell(taken)][1] != none) ++taken;
      at = steps_.cell(taken);
    }
    int before = steps_.closed() ? std::max(links[at][0], links[at][1]) : none;
    for (int i = 0; i < steps_.size(); ++i) {
      out.push_back(at);
      const int next = links[at][0] != before ? links[at][0] : links[at][1];
      before = at;
      at = next;
    }
  }

  WindowSteps steps_;
  int first_;
  std::vector<Level> levels_;
  std::vector<Option> options_;  // untried options of all levels, the next one last
  DeadWindows dead_;
  std::uint64_t nodes_ = 0, backtracks_ = 0;
  int deepest_ = 0, fruitful_ = 0;
  bool finished_ = false;
};

}  // namespace clew
