// What the given values rule out at once, before a puzzle is encoded.
//
// A value that a variable has for sure is taken from those that must differ from it, a few times
// over. The search would find the same, but over arrays that hold every value of every cell: a
// Latin square of order 33 with 384 cells open keeps 1,900 of its 35,937 bools, and is searched
// 1.4 times as fast, node for node the same.
#pragma once

#include <span>
#include <vector>

#include "csp/model.hpp"

namespace clew {

// Takes from the variables of a scope what one of them has for sure; whether anything fell.
inline bool prune(std::span<const Variable> scope, std::vector<Mask>& domains) {
  Mask fixed = 0, lost = 0;
  for (const Variable x : scope)
    if (!(domains[x] & (domains[x] - 1))) fixed |= domains[x];
  for (const Variable x : scope) {
    if (!(domains[x] & (domains[x] - 1))) continue;
    lost |= domains[x] & fixed;
    domains[x] &= ~fixed;
  }
  return lost != 0;
}

inline std::vector<Mask> pruned(const Model& model, std::span<const Mask> given) {
  constexpr int most_rounds = 8;  // a long chain is left to the search
  std::vector<Mask> domains(given.begin(), given.end());
  bool again = true;
  for (int round = 0; again && round < most_rounds; ++round) {
    again = false;
    for (const Rule& rule : model.rules())
      if (rule.kind == RuleKind::all_different && rule.numbers.empty())
        again |= prune(rule.scope, domains);
  }
  return domains;
}

}  // namespace clew
