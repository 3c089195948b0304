// What a search of a CSP is told and what it tells: the options by their words, what was drawn from
// the seed, the counts, and the events for whoever watches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/expect.hpp"

namespace clew {

enum class Infer : std::uint8_t {
  none,
  forward_checking,
  singles,
  hidden_singles,
  mac,
  mac_hidden
};

// Whether a variable with one value left needs no assignment of its own after it.
inline bool settles(Infer infer) { return infer > Infer::forward_checking; }

inline bool finds_hidden(Infer infer) {
  return infer == Infer::hidden_singles || infer == Infer::mac_hidden;
}

enum class Select : std::uint8_t { first, mrv, degree, mrv_degree, dom_wdeg, random };
enum class Order : std::uint8_t { ascending, descending, lcv, shuffled };
enum class Method : std::uint8_t { backtracking, limited_discrepancy, backjumping };

// The options of a strategy, from their words.
struct Options {
  Method method;
  Select select;
  Order order;
  Infer infer, prepare;

  Options(std::string_view method, std::string_view select, std::string_view order,
          std::string_view infer, std::string_view prepare)
      : method(named<Method>("method", method, methods)),
        select(named<Select>("select", select, selects)),
        order(named<Order>("order", order, orders)),
        infer(named<Infer>("infer", infer, infers)),
        prepare(named<Infer>("prepare", prepare, infers)) {
    if (this->method == Method::backjumping && this->infer != Infer::none)
      refuse("infer: found one with backjumping, expected none");
  }

 private:
  using Words = std::span<const std::string_view>;
  static constexpr std::string_view methods[] = {"backtracking", "limited-discrepancy",
                                                 "backjumping"};
  static constexpr std::string_view selects[] = {"first",      "mrv",      "degree",
                                                 "mrv+degree", "dom/wdeg", "random"};
  static constexpr std::string_view orders[] = {"ascending", "descending", "lcv", "shuffled"};
  static constexpr std::string_view infers[] = {"none",           "forward-checking", "singles",
                                                "hidden-singles", "mac", "mac+hidden-singles"};

  template <class Word>
  static Word named(const char* option, std::string_view word, Words words) {
    for (std::size_t i = 0; i < words.size(); ++i)
      if (words[i] == word) return static_cast<Word>(i);
    refuse(option, ": found ", std::string(word.substr(0, 40)),
           ", expected a word that the kernel knows");
  }
};

// What was drawn from the seed.
struct Drawn {
  std::vector<double> luck;            // with select=random: a number for each variable
  std::vector<std::uint8_t> shuffled;  // with order=shuffled: the values of each variable in turn
};

struct Counts {
  std::uint64_t nodes = 0, backtracks = 0, checks = 0, prunings = 0, deepest = 0;
};

}  // namespace clew
