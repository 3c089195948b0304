// The batch search on vectors of 128 bits.
#include "sudoku/lanes.hpp"
#include "sudoku/lane_search.hpp"

namespace {
struct Vector {  // in no other file: see lanes.hpp
  typedef std::uint64_t Type __attribute__((vector_size(16)));
};
}  // namespace

namespace clew::sudoku {
void search_portable(const Job& job) { run_search<PlainLanes<Vector>>(job); }
}  // namespace clew::sudoku
