// What a batch of Sudokus and the searches on it share: plain data and functions by pointer, so that
// files compiled with other flags have no inline function in common with the rest.
#pragma once

#include <cstddef>
#include <cstdint>

namespace clew::sudoku {

struct Job {
  const char* text;        // puzzle i begins at text + i * stride; anything but 1 to 9 is empty
  std::size_t stride;
  std::uint32_t limit;     // stop a puzzle at this many solutions
  std::uint32_t* counts;   // solutions found, by puzzle; the caller clears them
  char* grids;             // 81 digits by puzzle: the first solution found; or null
  void* self;
  std::uint32_t (*take)(void* self, std::uint32_t most, std::uint32_t* first);  // more puzzles
  bool (*go_on)(void* self);  // called every millisecond or so
  void (*written)(void* self, std::uint32_t puzzle);  // called for each grid; may throw
  const std::uint16_t* barred = nullptr;  // by puzzle 9 * cell + digit - 1 that is not allowed, or no_bar
};

constexpr std::uint16_t no_bar = 0xFFFF;

using Searcher = void (*)(const Job&);  // works until `take` gives nothing more

}  // namespace clew::sudoku
