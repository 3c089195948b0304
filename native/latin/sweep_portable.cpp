// The sweeps of squares for any processor: vectors of 128 bits.
#include "latin/sweep.hpp"

namespace {
struct Vector {  // in no other file: see sudoku/lanes.hpp
  typedef std::uint16_t Type __attribute__((vector_size(16)));
};
}  // namespace

namespace clew::sweep {
Sweeper portable(int order) { return sweeper<Row<Vector, 1>, Row<Vector, 2>>(order); }
}  // namespace clew::sweep
