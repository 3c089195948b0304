// The sweeps of squares for AVX2: vectors of 256 bits.
#include "latin/sweep.hpp"

namespace {
struct Vector {  // in no other file: see sudoku/lanes.hpp
  typedef std::uint16_t Type __attribute__((vector_size(32)));
};
}  // namespace

namespace clew::sweep {
Sweeper avx2(int order) { return sweeper<Row<Vector, 1>, Row<Vector, 1>>(order); }
}  // namespace clew::sweep
