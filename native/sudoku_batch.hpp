// Many 9x9 Sudokus in one call: counted up to a limit, and the first solution of each written out.
//
// The search is in sudoku_lanes.hpp, compiled once for each kind of processor (sudoku_avx512.cpp,
// sudoku_avx2.cpp, sudoku_portable.cpp); here are the text of the batch, the choice among the three,
// the threads, and a check of every grid that is handed out. The check knows nothing of the search.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "sudoku_job.hpp"

namespace clew::sudoku {

void search_portable(const Job&);
#if defined(CLEW_X86_PATHS)
void search_avx2(const Job&);
void search_avx512(const Job&);
#endif

// ------------------------------------------------------------------ the text of a batch

// Where the puzzles of a batch are: 81 bytes each, with nothing or the end of a line between them.
struct Text {
  const char* data = nullptr;
  std::size_t count = 0, stride = 81;

  explicit Text(std::string_view bytes) : data(bytes.data()) {
    const auto at = [&](std::size_t i) { return i < bytes.size() ? bytes[i] : '\0'; };
    if (at(81) == '\n') stride = 82;
    if (at(81) == '\r' && at(82) == '\n') stride = 83;
    count = bytes.size() / stride;
    const std::size_t rest = bytes.size() - count * stride;
    if (rest == 81) ++count;  // the last line needs no end
    for (std::size_t i = 0; i < count; ++i) check(i, bytes);
    if (rest && rest != 81)
      fail(count, "found " + std::to_string(rest) + " bytes, expected " + std::to_string(stride));
    if (count > most) fail(most, "found more puzzles than the most in a batch");
  }

  const char* puzzle(std::size_t i) const { return data + i * stride; }

 private:
  static constexpr std::size_t most = 0xFFFFFFFF;

  [[noreturn]] static void fail(std::size_t i, const std::string& what) {
    throw std::invalid_argument("puzzle " + std::to_string(i) + ": " + what);
  }

  // Without a branch, so that the compiler takes many cells at once.
  static unsigned char good(char c) {
    return (c == '.') | (static_cast<unsigned char>(c - '0') <= 9);
  }

  void check(std::size_t i, std::string_view bytes) const {
    const char* p = puzzle(i);
    unsigned char fine = 1;
    for (int c = 0; c < 81; ++c) fine &= good(p[c]);
    for (int c = 0; c < 81 && !fine; ++c)
      if (!good(p[c]))
        fail(i, "cell " + std::to_string(c) + ": found " + shown(p[c]) + ", expected 1 to 9, 0 or .");
    for (std::size_t c = i * stride + 81; c < std::min((i + 1) * stride, bytes.size()); ++c)
      if (data[c] != data[c % stride])
        fail(i, "found " + shown(data[c]) + " after 81 cells, expected the end of the line");
  }

  static std::string shown(char c) {
    if (c >= ' ' && c <= '~') return std::string("'") + c + "'";
    return "byte " + std::to_string(static_cast<unsigned char>(c));
  }
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

// ------------------------------------------------------------------ the paths

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

// The path that CLEW_SIMD names, or the best that runs here.
inline Path path() {
  const char* wanted = std::getenv("CLEW_SIMD");
  std::string names;
  for (const Path& each : paths()) {
    if (wanted && *wanted ? each.name == std::string_view(wanted) : each.runs) {
      if (each.runs) return each;
      throw std::invalid_argument("CLEW_SIMD: found " + std::string(wanted) +
                                  ", which this processor does not have");
    }
    names += (names.empty() ? "" : ", ") + std::string(each.name);
  }
  throw std::invalid_argument("CLEW_SIMD: found " + std::string(wanted) + ", expected " + names);
}

// ------------------------------------------------------------------ the work

inline void check_request(std::int64_t limit, int width, std::int64_t threads) {
  const auto expect = [](const char* what, std::int64_t found, std::int64_t least, std::int64_t most) {
    if (found < least || found > most)
      throw std::invalid_argument(std::string(what) + ": found " + std::to_string(found) +
                                  ", expected " + std::to_string(least) + " to " +
                                  std::to_string(most));
  };
  if (width != 1 && width != 4)
    throw std::invalid_argument("width: found " + std::to_string(width) + ", expected 1 or 4");
  expect("limit", limit, 1, width == 1 ? 255 : 0xFFFFFFFF);
  expect("threads", threads, 1, 1024);
}

// One batch on its way: threads take puzzles from it until none is left or it is cancelled.
class Batch {
 public:
  using Pause = std::function<void(std::uint64_t taken)>;  // may throw, and then the batch ends

  Batch(const Text& text, std::uint32_t limit, std::uint32_t* counts, char* grids)
      : text_(text), limit_(limit), counts_(counts), grids_(grids), search_(path().search) {}

  // Calls `pause` about every 50 ms, in this thread.
  void run(int threads, const Pause& pause) {
    std::vector<std::thread> others;
    working_ = threads;
    for (int i = 1; i < threads; ++i) others.emplace_back([this] { work(nullptr); });
    work(&pause);
    while (working_) {  // the others may still be at a long puzzle
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      rest(pause);
    }
    for (std::thread& each : others) each.join();
    if (error_) std::rethrow_exception(error_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Worker {
    Batch* batch;
    const Pause* pause;
  };

  void work(const Pause* pause) {
    Worker self{this, pause};
    try {
      search_({text_.data, text_.stride, limit_, counts_, grids_, &self, take, go_on, check});
    } catch (...) {
      fail();
    }
    --working_;
  }

  static std::uint32_t take(void* self, std::uint32_t most, std::uint32_t* first) {
    Batch& batch = *static_cast<Worker*>(self)->batch;
    const std::uint64_t at = batch.next_.fetch_add(most), end = batch.text_.count;
    if (at >= end) return 0;
    *first = static_cast<std::uint32_t>(at);
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(most, end - at));
  }

  static bool go_on(void* self) {
    const Worker& worker = *static_cast<Worker*>(self);
    if (worker.pause) worker.batch->rest(*worker.pause);
    return !worker.batch->cancelled_;
  }

  void rest(const Pause& pause) {
    if (Clock::now() < due_ || cancelled_) return;
    try {
      pause(std::min<std::uint64_t>(next_, text_.count));
    } catch (...) {
      fail();
    }
    due_ = Clock::now() + std::chrono::milliseconds(50);
  }

  // Keeps the first thing that went wrong, and stops all threads.
  void fail() {
    if (!failed_.exchange(true)) error_ = std::current_exception();
    cancelled_ = true;
  }

  // Asked for each grid that was written.
  static void check(void* self, std::uint32_t puzzle) {
    const Batch& batch = *static_cast<Worker*>(self)->batch;
    if (!solves(batch.grids_ + std::size_t{81} * puzzle, batch.text_.puzzle(puzzle)))
      throw std::logic_error("puzzle " + std::to_string(puzzle) + ": the grid found breaks a rule");
  }

  const Text& text_;
  std::uint32_t limit_;
  std::uint32_t* counts_;
  char* grids_;
  Searcher search_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<int> working_{0};
  std::atomic<bool> cancelled_{false}, failed_{false};
  Clock::time_point due_ = Clock::now() + std::chrono::milliseconds(50);
  std::exception_ptr error_;
};

}  // namespace clew::sudoku
