// A Latin square with givens and signs, as Python states it, checked once for every search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/expect.hpp"

namespace clew {

using Signs = std::vector<std::pair<std::int64_t, std::int64_t>>;  // neighbours, the smaller first

inline bool neighbours(std::int64_t a, std::int64_t b, std::int64_t order) {
  const std::int64_t first = std::min(a, b), second = std::max(a, b);
  if (first < 0 || second >= order * order) return false;
  return second - first == order || (second - first == 1 && second % order != 0);
}

// givens: n * n values row by row, 0 where nothing is given.
inline void check_square(std::int64_t order, const std::vector<std::int64_t>& givens,
                         const Signs& less, std::int64_t max_order) {
  expect("order", order, 1, max_order);
  if (givens.size() != static_cast<std::size_t>(order * order))
    refuse("givens: found ", givens.size(), ", expected ", order * order);
  for (const auto& [small, great] : less)
    if (!neighbours(small, great, order))
      refuse("less: found cells ", small, " and ", great, ", expected neighbours");
  for (std::size_t cell = 0; cell < givens.size(); ++cell)
    if (givens[cell] < 0 || givens[cell] > order)
      refuse("cell ", cell, ": found ", givens[cell], ", expected 0 to ", order);
}

}  // namespace clew
