// Latin squares with givens and signs between neighbours; the search can be stopped and
// resumed.
//
// Idea: what is known of a cell is a mask of values. First singles and signs remove values: by a
// certain cell, a value with one place left in a line, bounds along the signs. For orders up to 16
// this happens in all cells at once (swept_square.hpp), above that in cells that have changed
// (queued_square.hpp). When these find no more, each changed line is made fully consistent,
// all-different and signs together (line_filter.hpp), if at most nine of its cells are open. So easy
// boards need no line filter. The result does not depend on the order. Then branch on the cell
// with the fewest values for its weight: 1, and 1 for each value of it that was refuted at once, and 1
// for each open neighbour across a sign.
//
// Measured, microseconds for the proof that there is one solution, means of boards that are unique
// and minimal (5x5 mixed 5 givens and 4 signs, 9x9 mixed 22 and 17, "signs" nearly all signs):
//                                        5x5 mixed, signs    7x7 signs    9x9 mixed, signs
//   bounds, hidden singles, naked pairs      3.7       6.4          150      76       38,000
//   line filters, a queue for the rest       2.2       4.2           59      49        1,314
// The first row is another program, an experiment that branches by fewest values and degree; so the
// two differ by more than these filters. What sweeps gain over the queue is in sweep.hpp. Boards 9x9
// of signs are 12; over 92 the mean is 1,800. The line with the fewest open cells first costs a tenth;
// lines with eight or more last gain a twentieth at 9x9 signs and nothing elsewhere; all changed rows
// and then all columns, with one sweep between, costs a twentieth.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <variant>
#include <vector>

#include "common/expect.hpp"
#include "latin/line_filter.hpp"
#include "latin/queued_square.hpp"
#include "latin/square.hpp"
#include "latin/swept_square.hpp"

namespace clew {

// The search on a square that knows singles and signs: a SweptSquare or a QueuedSquare.
template <class Square>
class RankSearch {
 public:
  using Mask = typename Square::Mask;
  static constexpr int max_order = Square::max_order;

  // Resets to an empty square of this order.
  void reset(int order) {
    square_.reset(order);
    begin();
  }

  // The puzzle of these bytes (see batch.hpp), which have been checked.
  void pose(int order, const std::uint8_t* puzzle) {
    square_.pose(order, puzzle);
    begin();
  }

  // A sign between two neighbours; repeating it changes nothing.
  void less(int small, int great) { square_.less(place(small), place(great)); }

  void give(int cell, int value) {
    if (!square_.keep(place(cell), static_cast<Mask>(Mask{1} << (value - 1)))) clash_ = true;
  }

  // What is known already: the values that cells may have, bit v for value v, and on which sides their
  // smaller and greater neighbours are, a bit for left, right, up and down.
  template <class Domains, class Sides>
  void take(const Domains& domains, const Sides& smaller, const Sides& greater) {
    const std::pair<int, int> onward[] = {{1, 1}, {3, n()}};  // a side, and how far its neighbour is
    for (int cell = 0; cell < size(); ++cell) {
      if (!square_.keep(place(cell), static_cast<Mask>(domains[cell] >> 1))) clash_ = true;
      for (const auto& [side, apart] : onward) {
        if (smaller[cell] >> side & 1) less(cell + apart, cell);
        if (greater[cell] >> side & 1) less(cell, cell + apart);
      }
    }
  }

  // Continues for at most max_nodes nodes, until max_solutions more are found or the tree is exhausted;
  // the search itself holds each answer. A node is the root or a value tried in a cell.
  template <class Each>
  void run(std::uint64_t max_solutions, std::uint64_t max_nodes, Each each) {
    while (!finished_) {
      if (nodes_ != 0 && branches_.empty()) {
        finished_ = true;
      } else if (nodes_ != 0 && branches_.back().left == 0) {
        take_back();
        square_.drop();
        branches_.pop_back();
      } else if (max_nodes == 0 || max_solutions == 0) {
        break;
      } else {
        --max_nodes;
        ++nodes_;
        if (!descend()) {
          if (!branches_.empty()) ++weights_[branches_.back().place];
        } else if (!choose()) {
          ++answers_;
          --max_solutions;
          each(*this);
        }
      }
    }
  }

  int size() const { return n() * n(); }
  // The values of an answer, row by row.
  void write(std::uint8_t* values) const {
    for (int row = 0; row < n(); ++row)
      for (int place = row * square_.stride(), col = 0; col < n(); ++col, ++place)
        *values++ = static_cast<std::uint8_t>(std::countr_zero(square_.domain(place)) + 1);
  }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t backtracks() const { return backtracks_; }  // undone, no answer below
  std::uint64_t answers() const { return answers_; }
  int deepest() const { return deepest_; }
  bool finished() const { return finished_; }

 private:
  using Lines = typename Square::Lines;

  struct Branch {
    std::int32_t place;
    Mask left;  // values not tried yet
    bool tried;
    std::uint64_t answers;  // when the last value was tried
  };

  int n() const { return square_.order(); }
  int place(int cell) const { return cell / n() * square_.stride() + cell % n(); }
  // How many values; without a popcount instruction the library's own is a call.
  static int bits(Mask domain) {
    static constexpr auto table = [] {
      std::array<std::uint8_t, 256> counts{};
      for (unsigned byte = 0; byte < 256; ++byte)
        counts[byte] = static_cast<std::uint8_t>(std::popcount(byte));
      return counts;
    }();
    if constexpr (sizeof(Mask) == 2) return table[domain & 255] + table[domain >> 8];
    return std::popcount(domain);
  }
  static bool open(Mask domain) { return (domain & (domain - 1)) != 0; }
  static Mask lowest(Mask domain) { return static_cast<Mask>(domain & -domain); }

  void begin() {
    std::fill_n(weights_.begin(), n() * square_.stride(), 1);
    branches_.clear();
    nodes_ = backtracks_ = answers_ = 0;
    deepest_ = 0;
    finished_ = clash_ = false;
  }

  void take_back() {
    const Branch& branch = branches_.back();
    if (branch.tried && answers_ == branch.answers) ++backtracks_;
    square_.restore();
  }

  // Makes the root consistent, or takes the next value of the last branch.
  bool descend() {
    if (nodes_ == 1) return !clash_ && settle();
    take_back();
    Branch& branch = branches_.back();
    const Mask value = lowest(branch.left);
    branch.left ^= value;
    branch.tried = true;
    branch.answers = answers_;
    square_.keep(branch.place, value);
    return settle();
  }

  bool settle() {
    while (square_.simplify()) {
      if (square_.rows != 0) {
        const int row = std::countr_zero(square_.rows);
        if (!settle_line(false, row)) return false;
        square_.rows &= ~(Lines{1} << row);  // a line has no more to say about itself
      } else if (square_.cols != 0) {
        const int col = std::countr_zero(square_.cols);
        if (!settle_line(true, col)) return false;
        square_.cols &= ~(Lines{1} << col);
      } else {
        return true;
      }
    }
    return false;
  }

  // Removes impossible values from a line.
  bool settle_line(bool column, int line) {
    const int step = column ? square_.stride() : 1;
    std::array<std::uint8_t, max_order> at;  // the open cells, by where they are in the line
    std::array<Mask, max_order + 16> domains{};
    Mask values = 0;
    int open_cells = 0;
    const int first = column ? line : line * square_.stride();
    for (int j = 0, place = first; j < n(); ++j, place += step) {
      const Mask domain = square_.domain(place);
      const bool is_open = open(domain);
      at[open_cells] = static_cast<std::uint8_t>(j);
      domains[open_cells] = is_open ? domain : 0;
      values |= domains[open_cells];
      open_cells += is_open;
      if (open_cells > line_filter::max_cells) return true;  // only hidden singles apply there
    }
    if (open_cells < 4) return true;  // singles and signs are already exact: checked in all cases
    if (bits(values) != open_cells) return false;
    alignas(16) std::array<std::uint16_t, 16> rungs = to_rungs(domains, values, open_cells);
    const std::array<std::uint8_t, max_order> smaller = square_.smaller(column, line);
    std::array<std::uint8_t, line_filter::max_cells> signs{};
    for (int j = 0; j < open_cells; ++j) {
      const unsigned before = j > 0 && at[j - 1] + 1 == at[j];
      const unsigned after = j + 1 < open_cells && at[j + 1] == at[j] + 1;
      signs[j] = static_cast<std::uint8_t>(smaller[at[j]] & (before | after << 1));
    }
    const std::array<std::uint16_t, 16> were = rungs;
    if (!filter_line(open_cells, rungs.data(), signs.data())) return false;
    for (int j = 0; j < open_cells; ++j) {
      if (rungs[j] == were[j]) continue;
      square_.keep(first + at[j] * step, from_rungs(rungs[j], values));
    }
    return true;
  }

  // Renumbers each domain by the values that are open in the line: the others are
  // removed from the top down, and what was above them moves down.
  std::array<std::uint16_t, 16> to_rungs(const std::array<Mask, max_order + 16>& domains,
                                         Mask values, int count) const {
    alignas(16) std::array<std::uint16_t, 16> rungs{};
    if constexpr (sizeof(Mask) == 2) {
      typedef std::uint16_t Eight __attribute__((vector_size(16)));
      std::array<Eight, 2> pack;
      std::memcpy(pack.data(), domains.data(), sizeof pack);
      for (Mask out = square_.full() & ~values; out != 0;) {
        const Mask top = std::bit_floor(out), below = static_cast<Mask>(top - 1);
        out ^= top;
        for (Eight& part : pack) part = (part & below) | ((part >> 1) & static_cast<Mask>(~below));
      }
      std::memcpy(rungs.data(), pack.data(), sizeof pack);
    } else {
      for (int r = 0; r < count; ++r, values &= values - 1)
        for (int j = 0; j < count; ++j)
          rungs[j] |= static_cast<std::uint16_t>((domains[j] >> std::countr_zero(values) & 1) << r);
    }
    return rungs;
  }

  static Mask from_rungs(unsigned rungs, Mask values) {
    Mask domain = 0;
    for (; values; values &= values - 1, rungs >>= 1)
      if (rungs & 1) domain |= lowest(values);
    return domain;
  }

  // Opens a branch; false if every cell is certain.
  bool choose() {
    if (square_.solved()) return false;
    int best = -1;
    std::uint64_t best_size = 0, best_weight = 1;
    for (int row = 0; row < n(); ++row)
      for (int col = 0; col < n(); ++col) {
        const int place = row * square_.stride() + col;
        const Mask domain = square_.domain(place);
        if (!open(domain)) continue;
        const std::uint64_t size = bits(domain);
        const std::uint64_t weight = weights_[place] + square_.open_beside(place);
        if (best >= 0 && size * best_weight >= best_size * weight) continue;
        best = place;
        best_size = size;
        best_weight = weight;
      }
    if (best < 0) return false;
    branches_.push_back({best, square_.domain(best), false, answers_});
    square_.save();
    deepest_ = std::max(deepest_, static_cast<int>(branches_.size()));
    return true;
  }

  Square square_;
  int deepest_ = 0;
  bool finished_ = false, clash_ = false;
  std::uint64_t nodes_ = 0, backtracks_ = 0, answers_ = 0;
  std::array<std::uint32_t, Square::max_places> weights_;
  std::vector<Branch> branches_;
};

using SmallRankSearch = RankSearch<SweptSquare>;
using LargeRankSearch = RankSearch<QueuedSquare>;

// The search for any order up to 64, with its input checked.
class Ranks {
  template <class Use>
  void each(Use use) {
    std::visit(use, search_);
  }
  template <class Read>
  auto read(Read reading) const {
    return std::visit(reading, search_);
  }

 public:
  static constexpr int max_order = LargeRankSearch::max_order;

  Ranks(std::int64_t order, const std::vector<std::int64_t>& givens, const Signs& less) {
    check_square(order, givens, less, max_order);
    if (order > SmallRankSearch::max_order) search_.emplace<LargeRankSearch>();
    each([&](auto& search) {
      search.reset(static_cast<int>(order));
      for (const auto& [small, great] : less)
        search.less(static_cast<int>(small), static_cast<int>(great));
      for (std::size_t cell = 0; cell < givens.size(); ++cell)
        if (givens[cell] != 0) search.give(static_cast<int>(cell), static_cast<int>(givens[cell]));
    });
  }

  // Answers are the values of their cells, one square after the other; `found` is their number.
  std::vector<std::uint8_t> run(std::uint64_t max_solutions, std::uint64_t max_nodes,
                                std::uint64_t& found) {
    std::vector<std::uint8_t> values;
    found = 0;
    each([&](auto& search) {
      search.run(max_solutions, max_nodes, [&](const auto& square) {
        values.resize(values.size() + square.size());
        square.write(values.data() + values.size() - square.size());
        ++found;
      });
    });
    return values;
  }

  // The same, but answers are only counted.
  void count(std::uint64_t max_nodes) {
    each([&](auto& s) { s.run(~std::uint64_t{0}, max_nodes, [](const auto&) {}); });
  }

  int width() const { return read([](const auto& s) { return s.size(); }); }
  std::uint64_t nodes() const { return read([](const auto& s) { return s.nodes(); }); }
  std::uint64_t backtracks() const { return read([](const auto& s) { return s.backtracks(); }); }
  std::uint64_t answers() const { return read([](const auto& s) { return s.answers(); }); }
  int deepest() const { return read([](const auto& s) { return s.deepest(); }); }
  bool finished() const { return read([](const auto& s) { return s.finished(); }); }

 private:
  std::variant<SmallRankSearch, LargeRankSearch> search_;
};

}  // namespace clew
