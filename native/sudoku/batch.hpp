// Many 9x9 Sudokus in one call: counted up to a limit, and the first solution of each written out.
//
// The search is in lane_search.hpp, compiled once for each kind of processor (search_avx512.cpp,
// search_avx2.cpp, search_portable.cpp); here are the text of the batch, the choice among the three,
// the threads, and a check of every grid that is returned. The check knows nothing of the search.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "common/expect.hpp"
#include "common/worker_threads.hpp"
#include "sudoku/job.hpp"

namespace clew::sudoku {

void search_portable(const Job&);
#if defined(CLEW_X86_PATHS)
void search_avx2(const Job&);
void search_avx512(const Job&);
#endif

// ------------------------------------------------------------------ the text of a batch

// Where the puzzles of a batch are: 81 bytes each, with nothing or the end of a line between them.
// A last puzzle that is too short counts as one more, a bad one.
struct Text {
  std::string_view bytes;
  std::size_t count = 0, stride = 81;

  explicit Text(std::string_view all) : bytes(all) {
    if (at(81) == '\n') stride = 82;
    if (at(81) == '\r' && at(82) == '\n') stride = 83;
    count = bytes.size() / stride;
    const std::size_t rest = bytes.size() - count * stride;
    if (rest == 81) ++count;  // the last line needs no end
    else short_ = rest;
    if (count > most) refuse_at(most, "found more puzzles than the most in a batch");
  }

  const char* puzzle(std::size_t i) const { return bytes.data() + i * stride; }
  std::size_t parts() const { return count + (short_ != 0); }

  // The first bad puzzle of those from `first` on and before `last`, or `last`.
  std::size_t first_bad(std::size_t first, std::size_t last) const {
    while (first < last && first < count && good(first)) ++first;
    return first;
  }

  [[noreturn]] void refuse_puzzle(std::size_t i) const {
    if (i == count)
      refuse_at(i, "found ", short_, " bytes, expected ", stride);
    const char* p = puzzle(i);
    for (int c = 0; c < 81; ++c)
      if (!good(p[c]))
        refuse_at(i, "cell ", c, ": found ", shown(p[c]), ", expected 1 to 9, 0 or .");
    for (std::size_t c = 81; c < stride; ++c)
      if (p[c] != bytes[c])
        refuse_at(i, "found ", shown(p[c]), " after 81 cells, expected the end of the line");
    refuse_at(i, "found other bytes than before, expected them to stay during the call");
  }

 private:
  static constexpr std::size_t most = 0xFFFFFFFF;

  char at(std::size_t i) const { return i < bytes.size() ? bytes[i] : '\0'; }

  template <class... Pieces>
  [[noreturn]] static void refuse_at(std::size_t i, const Pieces&... pieces) {
    refuse("puzzle ", i, ": ", pieces...);
  }

  // Without a branch, so that the compiler vectorizes it.
  static unsigned char good(char c) {
    return (c == '.') | (static_cast<unsigned char>(c - '0') <= 9);
  }

  bool good(std::size_t i) const {
    const char* p = puzzle(i);
    unsigned char fine = 1;
    for (int c = 0; c < 81; ++c) fine &= good(p[c]);
    for (std::size_t c = 81; c < stride && i * stride + c < bytes.size(); ++c)
      fine &= p[c] == bytes[c];
    return fine;
  }

  static std::string shown(char c) {
    if (c >= ' ' && c <= '~') return std::string("'") + c + "'";
    return "byte " + std::to_string(static_cast<unsigned char>(c));
  }

  std::size_t short_ = 0;  // bytes of a last puzzle that is too short
};

// Whether a grid has each digit once in each row, column and box, and the givens of the puzzle.
inline bool solves(const char* grid, const char* puzzle) {
  unsigned char fine = 1;
  for (int c = 0; c < 81; ++c) {
    const unsigned char empty = static_cast<unsigned char>(puzzle[c] - '1') > 8;
    fine &= (static_cast<unsigned char>(grid[c] - '1') <= 8) & (empty | (puzzle[c] == grid[c]));
  }
  if (!fine) return false;
  unsigned cols[9] = {}, common = 511;  // the digits that every unit has
  for (int band = 0; band < 3; ++band) {
    unsigned boxes[3] = {};
    for (int row = 3 * band; row < 3 * band + 3; ++row) {
      unsigned seen = 0;
      for (int col = 0; col < 9; ++col) {
        const unsigned digit = 1u << (grid[9 * row + col] - '1');
        seen |= digit, cols[col] |= digit, boxes[col / 3] |= digit;
      }
      common &= seen;
    }
    for (unsigned box : boxes) common &= box;
  }
  for (unsigned col : cols) common &= col;
  return common == 511;
}

// ------------------------------------------------------------------ the versions

struct Path {
  const char* name;
  Searcher search;
  bool runs;  // on this processor
};

// The best first.
inline std::vector<Path> paths() {
  std::vector<Path> out;
#if defined(CLEW_X86_PATHS)
  __builtin_cpu_init();
  const bool bits = __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
                    __builtin_cpu_supports("bmi2");
  out.push_back({"avx512", search_avx512, __builtin_cpu_supports("avx512f") && bits});
  out.push_back({"avx2", search_avx2, __builtin_cpu_supports("avx2") && bits});
#endif
  out.push_back({"portable", search_portable, true});
  return out;
}

// The version that CLEW_SIMD names, or the best that runs here.
inline Path path() {
  const char* wanted = std::getenv("CLEW_SIMD");
  std::string names;
  for (const Path& each : paths()) {
    if (wanted && *wanted ? each.name == std::string_view(wanted) : each.runs) {
      if (each.runs) return each;
      refuse("CLEW_SIMD: found ", wanted, ", which this processor does not have");
    }
    names += (names.empty() ? "" : ", ") + std::string(each.name);
  }
  refuse("CLEW_SIMD: found ", wanted, ", expected ", names);
}

// ------------------------------------------------------------------ the work

inline void check_request(std::int64_t limit, int width, std::int64_t threads) {
  if (width != 1 && width != 4) refuse("width: found ", width, ", expected 1 or 4");
  expect("limit", limit, 1, width == 1 ? 255 : 0xFFFFFFFF);
  expect("threads", threads, 1, 1024);
}

// One batch in progress: threads take puzzles from it until none is left or it is cancelled. First
// they check its text, a slice each at a time, so that no thread waits for another to do so.
class Batch {
 public:
  using Pause = std::function<void(std::uint64_t taken)>;  // may throw, and then the batch ends

  // `counts` and `grids` (or null) have room for each puzzle, and need not be cleared.
  Batch(const Text& text, std::uint32_t limit, std::uint32_t* counts, char* grids)
      : text_(text), limit_(limit), counts_(counts), grids_(grids), search_(path().search) {}

  // Calls `pause` about every 50 ms, in this thread.
  void run(int threads, const Pause& pause) {
    WorkerThreads workers([&] { pause(std::min<std::uint64_t>(next_, text_.count)); });
    workers_ = &workers;
    workers.run(threads, [this] { work(); });
    if (bad_ != none) text_.refuse_puzzle(bad_);
  }

 private:
  static constexpr std::uint64_t slice = 4096, none = ~std::uint64_t{0};

  void work() {
    read();
    if (workers_->go_on())
      search_({text_.bytes.data(), text_.stride, limit_, counts_, grids_, this, take, go_on, check});
  }

  // Slices are given out in order: all those before a bad puzzle are checked, so the first is found.
  void read() {
    while (workers_->go_on()) {
      const std::uint64_t first = unread_.fetch_add(slice), end = text_.parts();
      if (first >= end) return;
      const std::uint64_t last = std::min(first + slice, end), bad = text_.first_bad(first, last);
      if (bad == last) continue;
      for (std::uint64_t seen = bad_; bad < seen && !bad_.compare_exchange_weak(seen, bad);) {
      }
      workers_->stop();
    }
  }

  static std::uint32_t take(void* self, std::uint32_t most, std::uint32_t* first) {
    Batch& batch = *static_cast<Batch*>(self);
    const std::uint64_t at = batch.next_.fetch_add(most), end = batch.text_.count;
    if (at >= end) return 0;
    const std::uint64_t taken = std::min<std::uint64_t>(most, end - at);
    std::fill_n(batch.counts_ + at, taken, 0);
    if (batch.grids_) std::fill_n(batch.grids_ + 81 * at, 81 * taken, '.');
    *first = static_cast<std::uint32_t>(at);
    return static_cast<std::uint32_t>(taken);
  }

  static bool go_on(void* self) { return static_cast<Batch*>(self)->workers_->go_on(); }

  // Called for each grid that was written.
  static void check(void* self, std::uint32_t puzzle) {
    const Batch& batch = *static_cast<Batch*>(self);
    if (!solves(batch.grids_ + std::size_t{81} * puzzle, batch.text_.puzzle(puzzle)))
      throw std::logic_error("puzzle " + std::to_string(puzzle) + ": the grid found breaks a rule");
  }

  const Text& text_;
  std::uint32_t limit_;
  std::uint32_t* counts_;
  char* grids_;
  Searcher search_;
  WorkerThreads* workers_ = nullptr;
  std::atomic<std::uint64_t> unread_{0}, next_{0}, bad_{none};
};

}  // namespace clew::sudoku
