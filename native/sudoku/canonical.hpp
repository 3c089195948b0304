// The smallest of all forms of a 9x9 Sudoku: the same for puzzles that differ only by their digits'
// names, by the order of bands, of rows in a band, of stacks and of columns in a stack, and by
// transposition. Smallest compares the 81 cells row by row, with a blank below every digit.
//
// Idea: row by row, breadth-first. Of all ways to choose the next row, keep those that give its
// smallest image; ways that make no difference for later rows are kept once. Nothing is chosen before
// it matters. Columns that agree so far are a class, and may still change places; stacks may while
// they are blank. Digits get their names, 1 to 9, where they first appear; if they appear in a class
// of columns, the name of each is tied to the place that its column will get. So few ways stay tied
// for long, in a puzzle of 17 clues as in a full grid. Only the places of the givens matter:
// puzzles with several solutions, with none, and with givens that clash have their form too.
//
// Measured on one core of a Xeon (Emerald Rapids), GCC 12, microseconds a puzzle: 17 clues 3.0, random
// minimal 4.8, full grids 63. When each name was given at once, in every order of a class, it was 5.2,
// 6.0 and 4,500: the first row of a full grid is 123456789 in 23,328 ways. A public tool for the
// smallest pattern first (another form; -march=native) takes 2.0, 2.7 and, for full grids,
// 130,000; one that tries every order of lines takes 17,000 for these forms, and finds the same.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <functional>
#include <type_traits>
#include <vector>

#include "common/expect.hpp"
#include "common/worker_threads.hpp"
#include "sudoku/batch.hpp"

namespace clew::sudoku {

class Canonical {
 public:
  // Reads 81 cells and writes the 81 of the form, digits and dots.
  void write(const char* puzzle, char* out) {
    read(puzzle);
    here_.assign(2, Partial{});
    here_[1].side = 1;
    for (int row = 0; row < 9; ++row, out += 9) {
      best_ = ~std::uint64_t{0};
      next_.clear();
      for (const Partial& partial : here_) widen(partial);
      if (next_.size() > 1) drop_repeated();
      here_.swap(next_);
      for (int place = 0; place < 9; ++place) {
        const int name = static_cast<int>(best_ >> 4 * (8 - place) & 15);
        out[place] = name ? static_cast<char>('0' + name) : '.';
      }
    }
  }

 private:
  static constexpr std::uint8_t tied = 16;

  // The first rows of an image: all that matters for the later ones.
  struct Partial {
    std::array<std::uint8_t, 9> cols{0, 1, 2, 3, 4, 5, 6, 7, 8};  // by place; a class in order
    std::array<std::uint8_t, 9> names{};  // by digit: 0 for none yet, the name, or tied + column
    std::array<std::int8_t, 9> more{};    // of a tied digit: its name less the place of the column
    std::uint8_t named = 0;               // names given
    std::uint8_t side = 0;                // 1: rows and columns are exchanged
    std::uint8_t unused = 0;
    std::uint16_t used = 0, seen = 0;     // rows that have their place; columns not blank in them
    std::uint16_t starts = 0b1001001001;  // the places where a class begins, and the end

    int end(int place) const {
      return place + 1 + std::countr_zero(static_cast<unsigned>(starts >> (place + 1)));
    }

    // Gives a column the first place of its class, and returns the place.
    int single_out(int col) {
      int place = 0;
      while (cols[place] != col) ++place;
      for (; !(starts >> place & 1); --place) cols[place] = cols[place - 1];
      cols[place] = static_cast<std::uint8_t>(col);
      starts = static_cast<std::uint16_t>(starts | 1 << (place + 1));
      return place;
    }

    // Puts the columns that hold a digit before the others of a class; returns where these begin.
    int put_first(int digit, int place, int end, const std::uint8_t* cells) {
      int middle = place;
      for (int p = place; p < end; ++p)
        if (cells[cols[p]] == digit) {
          const std::uint8_t col = cols[p];
          for (int q = p; q > middle; --q) cols[q] = cols[q - 1];
          cols[middle++] = col;
        }
      if (middle > place) starts = static_cast<std::uint16_t>(starts | 1 << middle);
      return middle;
    }

    // The name of a digit, which it gets if it has none; a column that it is tied to gets its place.
    int name(int digit) {
      if (digit == 0) return 0;
      std::uint8_t& name = names[digit - 1];
      if (name >= tied)
        name = static_cast<std::uint8_t>(single_out(name - tied) + more[digit - 1]), more[digit - 1] = 0;
      else if (name == 0)
        name = ++named;
      return name;
    }

    // The same state is written the same way: a column that is alone has its place.
    void settle() {
      for (int d = 0; d < 9; ++d) {
        if (names[d] < tied) continue;
        int place = 0;
        while (cols[place] != names[d] - tied) ++place;
        if ((starts >> place & 3) != 3) continue;
        names[d] = static_cast<std::uint8_t>(place + more[d]);
        more[d] = 0;
      }
    }
  };
  static_assert(std::has_unique_object_representations_v<Partial>);

  void read(const char* puzzle) {
    filled_ = {};
    for (int r = 0; r < 9; ++r)
      for (int c = 0; c < 9; ++c) {
        const auto read = static_cast<unsigned char>(puzzle[9 * r + c] - '0');  // once: it may change
        const int digit = read <= 9 ? read : 0;
        cells_[0][r][c] = cells_[1][c][r] = static_cast<std::uint8_t>(digit);
        if (digit) filled_[0][r] |= 1 << c, filled_[1][c] |= 1 << r;
      }
  }

  // Every possible next row: of the band in progress, or of all that are left.
  void widen(const Partial& partial) {
    int rows = 511 & ~partial.used;
    for (int band = 0; band < 9; band += 3) {
      const int used = partial.used >> band & 7;
      if (used != 0 && used != 7) rows = (7 & ~used) << band;
    }
    for (; rows; rows &= rows - 1) {
      const int row = std::countr_zero(static_cast<unsigned>(rows));
      cells_now_ = cells_[partial.side][row].data();
      const int filled = filled_[partial.side][row];
      Partial draft = partial;
      draft.used = static_cast<std::uint16_t>(partial.used | 1 << row);
      draft.seen = static_cast<std::uint16_t>(partial.seen | filled);
      open(draft, partial.seen, filled);
    }
  }

  // Stacks blank so far come first, and of these the ones that are blank in this row too; the others
  // of them follow in any order.
  void open(Partial& draft, int seen, int filled) {
    int place = 0, count = 0, free[3];
    for (int s = 0; s < 3; ++s) {
      if (seen >> 3 * s & 7) continue;
      if (filled >> 3 * s & 7) free[count++] = s;
      else lay(draft, place, s), place += 3;
    }
    if (count == 0) return go_on(draft, 0, place);
    do {
      Partial way = draft;
      for (int i = 0; i < count; ++i) lay(way, place + 3 * i, free[i]);
      go_on(way, 0, place);
    } while (std::next_permutation(free, free + count));
  }

  static void lay(Partial& draft, int place, int s) {
    for (int i = 0; i < 3; ++i) draft.cols[place + i] = static_cast<std::uint8_t>(3 * s + i);
  }

  // The rest of a row, class by class; if several columns of a class tie for the first place, try each.
  void go_on(Partial& draft, std::uint64_t image, int place) {
    while (place < 9) {
      const int end = draft.end(place);
      if (end - place == 1) {
        image = image << 4 | static_cast<unsigned>(draft.name(cells_now_[draft.cols[place++]]));
      } else if (const int middle = draft.put_first(0, place, end, cells_now_); middle > place) {
        image <<= 4 * (middle - place);
        place = middle;
      } else if (all_new(draft, place, end)) {
        for (; place < end; ++place) {
          const int d = cells_now_[draft.cols[place]] - 1;
          draft.names[d] = tied + draft.cols[place];
          draft.more[d] = static_cast<std::int8_t>(draft.named + 1 - place);
          image = image << 4 | static_cast<unsigned>(++draft.named);
        }
      } else {
        return branch(draft, image, place, end);
      }
      if (image > best_ >> 4 * (9 - place)) return;
    }
    keep(draft, image);
  }

  // Whether no digit of a class has a name yet, and none occurs twice.
  bool all_new(const Partial& draft, int place, int end) const {
    unsigned met = 0;
    for (int p = place; p < end; ++p) {
      const int digit = cells_now_[draft.cols[p]];
      if (draft.names[digit - 1] || met >> digit & 1) return false;
      met |= 1u << digit;
    }
    return true;
  }

  void branch(const Partial& draft, std::uint64_t image, int place, int end) {
    unsigned met = 0;
    for (int p = place; p < end; ++p) {
      const int digit = cells_now_[draft.cols[p]];
      if (met >> digit & 1) continue;
      met |= 1u << digit;
      Partial way = draft;
      const int middle = way.put_first(digit, place, end, cells_now_);
      const auto name = static_cast<unsigned>(way.name(digit));
      std::uint64_t longer = image;
      for (int q = place; q < middle; ++q) longer = longer << 4 | name;
      if (longer <= best_ >> 4 * (9 - middle)) go_on(way, longer, middle);
    }
  }

  void keep(Partial& draft, std::uint64_t image) {
    if (image < best_) next_.clear();
    best_ = image;
    draft.settle();
    next_.push_back(draft);
  }

  void drop_repeated() {
    const auto order = [](const Partial& a, const Partial& b) {
      return std::memcmp(&a, &b, sizeof a);
    };
    std::sort(next_.begin(), next_.end(), [&](const auto& a, const auto& b) { return order(a, b) < 0; });
    next_.erase(std::unique(next_.begin(), next_.end(),
                            [&](const auto& a, const auto& b) { return order(a, b) == 0; }),
                next_.end());
  }

  std::array<std::array<std::array<std::uint8_t, 9>, 9>, 2> cells_{};  // by side, row and column
  std::array<std::array<std::uint16_t, 9>, 2> filled_{};               // by side and row: columns
  const std::uint8_t* cells_now_ = nullptr;
  std::uint64_t best_ = 0;
  std::vector<Partial> here_, next_;
};

// The forms of all puzzles of a text, by several threads.
class CanonicalBatch {
 public:
  // `out` has room for 81 bytes a puzzle.
  CanonicalBatch(const Text& text, char* out) : text_(text), out_(out) {}

  // Calls `pause` about every 50 ms, in this thread, with the number of puzzles begun.
  void run(std::int64_t threads, const Batch::Pause& pause) {
    expect("threads", threads, 1, 1024);
    const std::size_t bad = text_.first_bad(0, text_.parts());
    if (bad < text_.parts()) text_.refuse_puzzle(bad);
    const std::size_t worth = text_.count / chunk + 1;
    WorkerThreads workers([&] { pause(std::min<std::uint64_t>(next_, text_.count)); });
    workers.run(static_cast<int>(std::min<std::size_t>(threads, worth)), [&] { work(workers); });
  }

 private:
  static constexpr std::size_t chunk = 64;

  void work(WorkerThreads& workers) {
    Canonical canonical;
    for (std::size_t first; (first = next_.fetch_add(chunk)) < text_.count;)
      for (std::size_t i = first; i < std::min(first + chunk, text_.count); ++i) {
        canonical.write(text_.puzzle(i), out_ + 81 * i);
        if (i % 8 == 7 && !workers.go_on()) return;
      }
  }

  const Text& text_;
  char* out_;
  std::atomic<std::uint64_t> next_{0};
};

}  // namespace clew::sudoku
