// The batch search on vectors of 512 bits.
#include "sudoku/lanes.hpp"
#include "sudoku/lane_search.hpp"

namespace {
struct Vector {  // in no other file: see lanes.hpp
  typedef std::uint64_t Type __attribute__((vector_size(64)));
};
}  // namespace

namespace clew::sudoku {
void search_avx512(const Job& job) { run_search<TernaryLanes<Vector>>(job); }
}  // namespace clew::sudoku
