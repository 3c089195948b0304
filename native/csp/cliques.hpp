// Pairs of variables that differ, gathered into sets in which all differ from each other.
//
// Pigeonholes and colourings are often stated pair by pair. As one all-different, eleven pigeons in
// ten holes contradict each other by counting, and in a set as large as its values each value has a
// place (encode.hpp).
//
// The cover is greedy: from the first pair that is not covered yet, add the common neighbour that
// has most neighbours in all, until there is none. Each pair is in one of the sets or in several.
#pragma once

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

#include "csp/model.hpp"

namespace clew {

class Cliques {
 public:
  using Variables = std::vector<Variable>;

  explicit Cliques(std::size_t variables) : neighbours_(variables) {}

  void add(Variable x, Variable y) {
    neighbours_[x].push_back(y);
    neighbours_[y].push_back(x);
  }

  // Sets that cover all pairs; each in increasing order.
  std::vector<Variables> cover() {
    for (Variables& list : neighbours_) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
    uncovered_ = neighbours_;
    std::vector<Variables> found;
    for (Variable x = 0; x < uncovered_.size(); ++x)
      while (!uncovered_[x].empty()) found.push_back(grown(x, uncovered_[x].front()));
    return found;
  }

 private:
  Variables grown(Variable x, Variable y) {
    Variables clique{x, y}, rest = common(neighbours_[x], neighbours_[y]);
    while (!rest.empty()) {
      clique.push_back(*std::max_element(rest.begin(), rest.end(), [this](Variable a, Variable b) {
        return neighbours_[a].size() < neighbours_[b].size();
      }));
      rest = common(rest, neighbours_[clique.back()]);
    }
    std::sort(clique.begin(), clique.end());
    for (const Variable each : clique) {
      Variables left;
      std::set_difference(uncovered_[each].begin(), uncovered_[each].end(), clique.begin(),
                          clique.end(), std::back_inserter(left));
      uncovered_[each].swap(left);
    }
    return clique;
  }

  static Variables common(const Variables& a, const Variables& b) {
    Variables both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both;
  }

  std::vector<Variables> neighbours_, uncovered_;
};

}  // namespace clew
