// A square of order up to 16 as the sweeps (sweep.hpp) see it: plain data and functions by pointer, so
// that files compiled with other flags have no inline function in common with the rest.
//
//   domains, here order 6 and stride 8:            unless_smaller, unless_greater:
//
//          c0  c1  c2  c3  c4  c5                                c0  c1  c2  c3  c4  c5
//     r0 [ m   m   m   m   m   m   0   0 ]     r0, way 0  [ s   s   s   s   s   s   .   . ]
//     r1 [ m   m   m   m   m   m   0   0 ]     r0, way 1  [ s   s   s   s   s   s   .   . ]
//         ...                                  r1, way 0    ...
//     r5 [ m   m   m   m   m   m   0   0 ]
//                                              s in row r, way 0: between the cell and that below;
//     m: 16 bits, bit v - 1 for value v        way 1: the same in the transposed square
#pragma once

#include <cstdint>

namespace clew::sweep {

constexpr int max_order = 16;
using Mask = std::uint16_t;  // one bit for each value
using Signs = Mask[2 * max_order * max_order];

struct Square {
  int order, stride;  // the cell in row r and column c is at r * stride + c; a row has 8 or 16 cells
  std::uint32_t rows, cols;  // that a sweep has changed
  alignas(64) Mask domains[max_order * max_order];  // 0 outside the square
  // All ones at (2 * r + way) * stride + c, unless there the cell in row r and column c must be smaller
  // (greater) than the one below. Way 0 is the square as it is, way 1 the transposed one.
  alignas(64) Signs unless_smaller, unless_greater;
};

enum class Outcome { broken, solved, open };

// Removes from the domains what singles and signs rule out, until nothing changes.
using Sweeper = Outcome (*)(Square&);

// For squares of an order, compiled for each kind of processor.
Sweeper portable(int order);
#if defined(CLEW_X86_PATHS)
Sweeper avx2(int order);
Sweeper avx512(int order);
#endif

}  // namespace clew::sweep
