// The batch search on vectors of 256 bits.
#include "sudoku/lanes.hpp"
#include "sudoku/lane_search.hpp"

namespace {
struct Vector {  // in no other file: see lanes.hpp
  typedef std::uint64_t Type __attribute__((vector_size(32)));
};
}  // namespace

namespace clew::sudoku {
void search_avx2(const Job& job) { run_search<Avx2Lanes<Vector>>(job); }
}  // namespace clew::sudoku
