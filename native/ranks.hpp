// Latin squares with givens and signs between neighbours: a search that can be stopped and taken up
// again.
//
// Idea: what is known of a cell is a mask of values. A cell that is certain takes its value from its
// row and column; the bounds of a cell move those beside it along the signs; and each line that has
// changed is looked over for hidden singles; and where these say no more, it is made consistent
// exactly, all-different and signs together (ladder.hpp), if no more than nine of its cells are open.
// Easy boards need no ladder so. Nothing depends on the order in which
// this is done. Then branch on the cell with the fewest values for its weight: 1, and 1 for each
// value of it that was refuted at once, and 1 for each open neighbour by a sign.
//
// Measured, microseconds for the proof that there is one solution, means of boards that are unique
// and minimal (5x5 mixed 5 givens and 4 signs, 9x9 mixed 22 and 17, "signs" nearly all signs):
//                                        5x5 mixed, signs    7x7 signs    9x9 mixed, signs
//   bounds, hidden singles, naked pairs      3.7       6.4          150      76       38,000
//   this                                     2.2       4.2           59      49        1,314
// The first row is another program, an experiment that branches by fewest values and degree; so the
// two differ by more than the ladders. The boards 9x9 of signs are 12; over 92 the mean is 1,800. The
// line with the fewest open cells first costs a tenth; lines with eight or more last gain a twentieth
// at 9x9 signs and nothing elsewhere; compiled for AVX2 or AVX-512 it gains nothing.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "ladder.hpp"

namespace clew {

// One bit of Mask for each value: 16 bits serve orders up to 16, and 64 those up to 64. An Order that
// is not 0 is the only one: loops of known length gain some 5 %.
template <class Mask, int Order = 0>
class RankSearch {
 public:
  static constexpr int max_order = 8 * sizeof(Mask);

  // The square of this order, with nothing known; it may have been used for another before.
  void reset(int order) {
    if (order != n_) shape(order);
    std::fill_n(domains_.begin(), cells(), full());
    std::fill_n(smaller_.begin(), cells(), std::uint8_t{0});
    std::fill_n(greater_.begin(), cells(), std::uint8_t{0});
    std::fill_n(weights_.begin(), cells(), 1);
    trail_size_ = 0;
    branches_.clear();
    forget_queue();
    nodes_ = backtracks_ = answers_ = 0;
    deepest_ = 0;
    finished_ = clash_ = false;
  }

  // A sign between two neighbours; saying it twice is saying it once.
  void less(int small, int great) {
    const int side = small == great - 1   ? left
                     : small == great + 1 ? right
                     : small < great      ? up
                                          : down;
    smaller_[great] |= 1 << side;
    greater_[small] |= 1 << (side ^ 1);
    push(small);
    push(great);
  }

  void give(int cell, int value) {
    if (!keep(cell, static_cast<Mask>(Mask{1} << (value - 1)))) clash_ = true;
  }

  // What is known already: the values that cells may have, bit v for value v, and on which sides their
  // smaller and greater neighbours are, a bit for left, right, up and down.
  template <class Domains, class Sides>
  void take(const Domains& domains, const Sides& smaller, const Sides& greater) {
    for (int cell = 0; cell < cells(); ++cell)
      domains_[cell] = static_cast<Mask>(domains[cell] >> 1);
    std::copy_n(smaller.begin(), cells(), smaller_.begin());
    std::copy_n(greater.begin(), cells(), greater_.begin());
  }

  // Goes on by at most max_nodes nodes, until max_answers more are found or the tree is done; each
  // answer is told by the search itself, which holds it. A node is the root or a value tried in a cell.
  template <class Each>
  void run(std::uint64_t max_answers, std::uint64_t max_nodes, Each each) {
    while (!finished_) {
      if (nodes_ != 0 && branches_.empty()) {
        finished_ = true;
      } else if (nodes_ != 0 && branches_.back().left == 0) {
        take_back();
        branches_.pop_back();
      } else if (max_nodes == 0 || max_answers == 0) {
        break;
      } else {
        --max_nodes;
        ++nodes_;
        if (!descend()) {
          if (!branches_.empty()) ++weights_[branches_.back().cell];
        } else if (!choose()) {
          ++answers_;
          --max_answers;
          each(*this);
        }
      }
    }
  }

  int size() const { return cells(); }
  int value(int cell) const { return std::countr_zero(domains_[cell]) + 1; }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t backtracks() const { return backtracks_; }  // taken back, no answer below
  std::uint64_t answers() const { return answers_; }
  int deepest() const { return deepest_; }
  bool finished() const { return finished_; }

 private:
  static constexpr int left = 0, right = 1, up = 2, down = 3;  // side ^ 1 is the other one

  struct Old {
    std::int32_t cell;
    Mask domain;
  };
  struct Branch {
    std::int32_t cell;
    Mask left;  // values not tried yet
    bool tried;
    std::size_t mark;
    std::uint64_t answers;  // when the last value was tried
  };

  int n() const { return Order ? Order : n_; }
  int cells() const { return n() * n(); }
  Mask full() const { return static_cast<Mask>(static_cast<Mask>(~Mask{0}) >> (max_order - n())); }
  // How many values; without an instruction for it the library's own is a call.
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

  void shape(int order) {
    n_ = order;
    beside_ = {-1, 1, -order, order};
    queue_size_ = 0;
    queued_.fill(0);
    trail_.resize(static_cast<std::size_t>(cells()) * order);  // each entry takes a value away
    for (int cell = 0; cell < cells(); ++cell) {
      row_[cell] = static_cast<std::uint8_t>(cell / order);
      col_[cell] = static_cast<std::uint8_t>(cell % order);
    }
  }

  void push(int cell) {
    if (queued_[cell]) return;
    queued_[cell] = 1;
    queue_[queue_size_++] = static_cast<std::uint16_t>(cell);
  }

  void forget_queue() {
    while (queue_size_ > 0) queued_[queue_[--queue_size_]] = 0;
  }

  // Keeps of a domain what `mask` has; false if nothing is left.
  bool keep(int cell, Mask mask) {
    const Mask old = domains_[cell], now = old & mask;
    if (now == old) return true;
    trail_[trail_size_++] = {cell, old};
    domains_[cell] = now;
    rows_ |= Lines{1} << row_[cell];
    cols_ |= Lines{1} << col_[cell];
    new_rows_ |= Lines{1} << row_[cell];
    new_cols_ |= Lines{1} << col_[cell];
    push(cell);
    return now != 0;
  }

  void take_back() {
    const Branch& branch = branches_.back();
    if (branch.tried && answers_ == branch.answers) ++backtracks_;
    for (; trail_size_ > branch.mark; --trail_size_)
      domains_[trail_[trail_size_ - 1].cell] = trail_[trail_size_ - 1].domain;
  }

  // Makes the root consistent, or takes the next value of the last branch.
  bool descend() {
    if (nodes_ == 1) {
      rows_ = cols_ = new_rows_ = new_cols_ = ~Lines{0} >> (64 - n());
      return !clash_ && settle();
    }
    take_back();
    Branch& branch = branches_.back();
    const Mask value = lowest(branch.left);
    branch.left ^= value;
    branch.tried = true;
    branch.answers = answers_;
    rows_ = cols_ = new_rows_ = new_cols_ = 0;
    keep(branch.cell, value);
    return settle();
  }

  bool settle() {
    while (tell_neighbours()) {
      if (new_rows_ != 0) {
        const int row = std::countr_zero(new_rows_);
        new_rows_ &= new_rows_ - 1;
        if (!hidden_singles(row * n(), 1)) break;
      } else if (new_cols_ != 0) {
        const int col = std::countr_zero(new_cols_);
        new_cols_ &= new_cols_ - 1;
        if (!hidden_singles(col, n())) break;
      } else if (rows_ != 0) {
        const int row = std::countr_zero(rows_);
        if (!settle_line(row * n(), 1, left)) break;
        rows_ &= ~(Lines{1} << row);  // what a line says of itself it has said
      } else if (cols_ != 0) {
        const int col = std::countr_zero(cols_);
        if (!settle_line(col, n(), up)) break;
        cols_ &= ~(Lines{1} << col);
      } else {
        return true;
      }
    }
    forget_queue();
    return false;
  }

  // What each changed cell says to the others of its row and column, and along its signs.
  bool tell_neighbours() {
    while (queue_size_ > 0) {
      const int cell = queue_[--queue_size_];
      queued_[cell] = 0;
      const Mask domain = domains_[cell];
      if (domain == 0) return false;
      const int row = row_[cell], col = col_[cell];
      if (!open(domain) &&
          !(tell_line(col, row * n(), 1, domain) && tell_line(row, col, n(), domain)))
        return false;
      const Mask above = static_cast<Mask>(-(lowest(domain) << 1));
      for (unsigned sides = greater_[cell]; sides; sides &= sides - 1)
        if (!keep(cell + beside_[std::countr_zero(sides)], above)) return false;
      const Mask below = static_cast<Mask>(std::bit_floor(domain) - 1);
      for (unsigned sides = smaller_[cell]; sides; sides &= sides - 1)
        if (!keep(cell + beside_[std::countr_zero(sides)], below)) return false;
    }
    return true;
  }

  // Takes the value of a cell from the others of a line; first finds which have it, as a branch for
  // each would be a guess.
  bool tell_line(int own, int first, int step, Mask value) {
    Lines having = 0;
    for (int j = 0; j < n(); ++j)
      having |= static_cast<Lines>((domains_[first + j * step] & value) != 0) << j;
    for (having &= ~(Lines{1} << own); having; having &= having - 1)
      if (!keep(first + std::countr_zero(having) * step, static_cast<Mask>(~value))) return false;
    return true;
  }

  // Takes from a line what cannot be. `side` is where the cell before lies.
  bool settle_line(int first, int step, int side) {
    std::array<std::int32_t, max_order> cells;
    std::array<Mask, max_order + 16> domains{};
    Mask values = 0;
    int open_cells = 0;
    for (int j = 0, cell = first; j < n(); ++j, cell += step) {
      const Mask domain = domains_[cell];
      const bool is_open = open(domain);
      cells[open_cells] = cell;
      domains[open_cells] = is_open ? domain : 0;
      values |= domains[open_cells];
      open_cells += is_open;
    }
    if (open_cells == 0) return true;
    if (open_cells > ladder::max_cells) return true;  // hidden singles are all that is seen there
    if (bits(values) != open_cells) return false;
    alignas(16) std::array<std::uint16_t, 16> rungs = to_rungs(domains, values, open_cells);
    std::array<std::uint8_t, ladder::max_cells> signs{};
    for (int j = 0; j < open_cells; ++j) {
      const unsigned both = smaller_[cells[j]] >> side & 3;
      const unsigned before = j > 0 && cells[j - 1] == cells[j] - step;
      const unsigned after = j + 1 < open_cells && cells[j + 1] == cells[j] + step;
      signs[j] = static_cast<std::uint8_t>(both & (before | after << 1));
    }
    const std::array<std::uint16_t, 16> were = rungs;
    if (!climb_ladder(open_cells, rungs.data(), signs.data())) return false;
    for (int j = 0; j < open_cells; ++j) {
      if (rungs[j] == were[j]) continue;
      keep(cells[j], from_rungs(rungs[j], values));
    }
    return true;
  }

  // Each domain with the values that are open in the line in place of all values: the others are
  // taken out from the top down, and what stood above them moves down.
  std::array<std::uint16_t, 16> to_rungs(const std::array<Mask, max_order + 16>& domains,
                                         Mask values, int count) const {
    alignas(16) std::array<std::uint16_t, 16> rungs{};
    if constexpr (sizeof(Mask) == 2) {
      typedef std::uint16_t Eight __attribute__((vector_size(16)));
      std::array<Eight, 2> pack;
      std::memcpy(pack.data(), domains.data(), sizeof pack);
      for (Mask out = full() & ~values; out != 0;) {
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

  // A value with one place left in a line is there.
  bool hidden_singles(int first, int step) {
    Mask once = 0, twice = 0;
    for (int j = 0, cell = first; j < n(); ++j, cell += step) {
      twice |= once & domains_[cell];
      once |= domains_[cell];
    }
    if (once != full()) return false;
    const Mask single = once & ~twice;
    for (int j = 0, cell = first; j < n(); ++j, cell += step) {
      const Mask hidden = domains_[cell] & single;
      if (hidden == 0) continue;
      if (open(hidden)) return false;
      keep(cell, hidden);
    }
    return true;
  }

  // Opens a branch; false if every cell is certain.
  bool choose() {
    int best = -1;
    std::uint64_t best_size = 0, best_weight = 1;
    for (int cell = 0; cell < cells(); ++cell) {
      if (!open(domains_[cell])) continue;
      const std::uint64_t size = bits(domains_[cell]);
      const std::uint64_t weight = weights_[cell] + open_beside(cell);
      if (best >= 0 && size * best_weight >= best_size * weight) continue;
      best = cell;
      best_size = size;
      best_weight = weight;
    }
    if (best < 0) return false;
    branches_.push_back({best, domains_[best], false, trail_size_, answers_});
    deepest_ = std::max(deepest_, static_cast<int>(branches_.size()));
    return true;
  }

  std::uint64_t open_beside(int cell) const {
    std::uint64_t count = 0;
    for (unsigned sides = smaller_[cell] | greater_[cell]; sides; sides &= sides - 1)
      count += open(domains_[cell + beside_[std::countr_zero(sides)]]);
    return count;
  }

  using Lines = std::uint64_t;
  int n_ = 0, deepest_ = 0;
  bool finished_ = false, clash_ = false;
  std::uint64_t nodes_ = 0, backtracks_ = 0, answers_ = 0;
  Lines rows_ = 0, cols_ = 0;          // changed since they were last settled
  Lines new_rows_ = 0, new_cols_ = 0;  // changed since they were last looked over
  std::array<int, 4> beside_{};
  template <class Item>
  using Board = std::array<Item, max_order * max_order>;  // by cell
  Board<Mask> domains_;
  Board<std::uint8_t> smaller_, greater_;  // on which sides, one bit each
  Board<std::uint32_t> weights_;
  Board<std::uint8_t> queued_{}, row_, col_;
  Board<std::uint16_t> queue_;
  int queue_size_ = 0;
  std::vector<Old> trail_;
  std::size_t trail_size_ = 0;
  std::vector<Branch> branches_;
};

// The search for any order up to 64, with its input checked.
class Ranks {
 public:
  static constexpr int max_order = RankSearch<std::uint64_t>::max_order;
  using Signs = std::vector<std::pair<std::int64_t, std::int64_t>>;

  // givens: n * n values row by row, 0 where nothing is given; less: neighbours, the smaller first.
  Ranks(std::int64_t order, const std::vector<std::int64_t>& givens, const Signs& less) {
    if (order < 1 || order > max_order)
      throw std::invalid_argument("order: found " + std::to_string(order) + ", expected 1 to 64");
    if (givens.size() != static_cast<std::size_t>(order * order))
      throw std::invalid_argument("givens: found " + std::to_string(givens.size()) +
                                  ", expected " + std::to_string(order * order));
    if (order > RankSearch<std::uint16_t>::max_order)
      search_.emplace<RankSearch<std::uint64_t>>();
    std::visit([&](auto& search) { fill(search, static_cast<int>(order), givens, less); }, search_);
  }

  // Answers are the values of their cells, one square after the other.
  std::vector<std::uint8_t> run(std::uint64_t max_answers, std::uint64_t max_nodes) {
    std::vector<std::uint8_t> found;
    std::visit(
        [&](auto& search) {
          search.run(max_answers, max_nodes, [&found](const auto& square) {
            for (int cell = 0; cell < square.size(); ++cell)
              found.push_back(static_cast<std::uint8_t>(square.value(cell)));
          });
        },
        search_);
    return found;
  }

  // The same, but answers are only counted.
  void count(std::uint64_t max_nodes) {
    std::visit([&](auto& s) { s.run(~std::uint64_t{0}, max_nodes, [](const auto&) {}); }, search_);
  }

  int size() const { return std::visit([](const auto& s) { return s.size(); }, search_); }
  std::uint64_t nodes() const { return std::visit([](const auto& s) { return s.nodes(); }, search_); }
  std::uint64_t backtracks() const { return std::visit([](const auto& s) { return s.backtracks(); }, search_); }
  std::uint64_t answers() const { return std::visit([](const auto& s) { return s.answers(); }, search_); }
  int deepest() const { return std::visit([](const auto& s) { return s.deepest(); }, search_); }
  bool finished() const { return std::visit([](const auto& s) { return s.finished(); }, search_); }

 private:
  template <class Search>
  static void fill(Search& search, int order, const std::vector<std::int64_t>& givens,
                   const Signs& less) {
    search.reset(order);
    for (const auto& [small, great] : less) {
      if (!neighbours(small, great, order))
        throw std::invalid_argument("less: found cells " + std::to_string(small) + " and " +
                                    std::to_string(great) + ", expected neighbours");
      search.less(static_cast<int>(small), static_cast<int>(great));
    }
    for (std::size_t cell = 0; cell < givens.size(); ++cell) {
      if (givens[cell] < 0 || givens[cell] > order)
        throw std::invalid_argument("cell " + std::to_string(cell) + ": found " +
                                    std::to_string(givens[cell]) + ", expected 0 to " +
                                    std::to_string(order));
      if (givens[cell] != 0) search.give(static_cast<int>(cell), static_cast<int>(givens[cell]));
    }
  }

  static bool neighbours(std::int64_t a, std::int64_t b, std::int64_t order) {
    const std::int64_t first = std::min(a, b), second = std::max(a, b);
    if (first < 0 || second >= order * order) return false;
    return second - first == order || (second - first == 1 && second % order != 0);
  }

  std::variant<RankSearch<std::uint16_t>, RankSearch<std::uint64_t>> search_;
};

}  // namespace clew
