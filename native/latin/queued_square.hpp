// What is known of a Latin square of order up to 64: a mask of values for each cell, from which singles
// and signs remove impossible values; changed cells wait in a queue.
//
// A certain cell removes its value from its row and column; the bounds of a cell move those
// beside it along the signs; and each changed line is searched for hidden singles. A trail keeps
// what was removed. For orders up to 16 swept_square.hpp is faster.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

namespace clew {

class QueuedSquare {
 public:
  using Mask = std::uint64_t;  // one bit for each value
  using Lines = std::uint64_t;
  static constexpr int max_order = 64, max_places = max_order * max_order;

  Lines rows = 0, cols = 0;  // changed since the caller settled them

  // Forgets everything; the order may change.
  void reset(int order) {
    if (order != n_) shape(order);
    std::fill_n(domains_.begin(), n_ * n_, full());
    std::fill_n(smaller_.begin(), n_ * n_, std::uint8_t{0});
    std::fill_n(greater_.begin(), n_ * n_, std::uint8_t{0});
    trail_size_ = 0;
    marks_.clear();
    forget_queue();
    rows = cols = new_rows_ = new_cols_ = ~Lines{0} >> (64 - n_);
  }

  // The puzzle of these bytes (see batch.hpp).
  void pose(int order, const std::uint8_t* puzzle) {
    reset(order);
    for (int place = 0; place < n_ * n_; ++place, ++puzzle)
      if (*puzzle) keep(place, Mask{1} << (*puzzle - 1));
    const auto sign = [&](int a, int b) {
      if (*puzzle) *puzzle == 1 ? less(a, b) : less(b, a);
      ++puzzle;
    };
    for (int row = 0; row < n_; ++row)
      for (int place = row * n_; place + 1 < (row + 1) * n_; ++place) sign(place, place + 1);
    for (int place = 0; place + n_ < n_ * n_; ++place) sign(place, place + n_);
  }

  int order() const { return n_; }
  int stride() const { return n_; }  // the cell in row r and column c is at place r * stride + c
  Mask full() const { return ~Mask{0} >> (64 - n_); }
  Mask domain(int place) const { return domains_[place]; }
  bool solved() const { return false; }  // finding out would mean visiting all cells

  // A sign between two neighbours; repeating it changes nothing.
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

  // For each cell of a line, which neighbours must be smaller: 1 the one before, 2 the one after.
  std::array<std::uint8_t, max_order> smaller(bool column, int line) const {
    std::array<std::uint8_t, max_order> sides;
    for (int j = 0; j < n_; ++j)
      sides[j] = column ? smaller_[j * n_ + line] >> up & 3 : smaller_[line * n_ + j] & 3;
    return sides;
  }

  // How many open cells a sign ties to this one.
  int open_beside(int place) const {
    int count = 0;
    for (unsigned sides = smaller_[place] | greater_[place]; sides; sides &= sides - 1)
      count += open(domains_[place + beside_[std::countr_zero(sides)]]);
    return count;
  }

  // Intersects a domain with `mask`; false if nothing is left.
  bool keep(int place, Mask mask) {
    const Mask old = domains_[place], now = old & mask;
    if (now == old) return true;
    trail_[trail_size_++] = {place, old};
    domains_[place] = now;
    const Lines row = Lines{1} << row_[place], col = Lines{1} << col_[place];
    rows |= row, new_rows_ |= row;
    cols |= col, new_cols_ |= col;
    push(place);
    return now != 0;
  }

  // What is known now, to be restored any number of times; the one saved last goes with `drop`.
  void save() { marks_.push_back(trail_size_); }
  void drop() { marks_.pop_back(); }
  void restore() {
    for (; trail_size_ > marks_.back(); --trail_size_)
      domains_[trail_[trail_size_ - 1].place] = trail_[trail_size_ - 1].domain;
    rows = cols = new_rows_ = new_cols_ = 0;
  }

  // Removes what singles and signs rule out; false if there is no solution.
  bool simplify() {
    while (tell_neighbours()) {
      if (new_rows_ != 0) {
        const int row = std::countr_zero(new_rows_);
        new_rows_ &= new_rows_ - 1;
        if (!hidden_singles(row * n_, 1)) break;
      } else if (new_cols_ != 0) {
        const int col = std::countr_zero(new_cols_);
        new_cols_ &= new_cols_ - 1;
        if (!hidden_singles(col, n_)) break;
      } else {
        return true;
      }
    }
    forget_queue();
    return false;
  }

 private:
  static constexpr int left = 0, right = 1, up = 2, down = 3;  // side ^ 1 is the other one

  struct Old {
    std::int32_t place;
    Mask domain;
  };

  static bool open(Mask domain) { return (domain & (domain - 1)) != 0; }
  static Mask lowest(Mask domain) { return domain & -domain; }

  void shape(int order) {
    n_ = order;
    beside_ = {-1, 1, -order, order};
    queue_size_ = 0;
    queued_.fill(0);
    trail_.resize(static_cast<std::size_t>(order) * order * order);  // each entry removes a value
    for (int place = 0; place < n_ * n_; ++place) {
      row_[place] = static_cast<std::uint8_t>(place / order);
      col_[place] = static_cast<std::uint8_t>(place % order);
    }
  }

  void push(int place) {
    if (queued_[place]) return;
    queued_[place] = 1;
    queue_[queue_size_++] = static_cast<std::uint16_t>(place);
  }

  void forget_queue() {
    while (queue_size_ > 0) queued_[queue_[--queue_size_]] = 0;
  }

  // Propagates each changed cell to the others of its row and column, and along its signs.
  bool tell_neighbours() {
    while (queue_size_ > 0) {
      const int place = queue_[--queue_size_];
      queued_[place] = 0;
      const Mask domain = domains_[place];
      if (domain == 0) return false;
      const int row = row_[place], col = col_[place];
      if (!open(domain) &&
          !(tell_line(col, row * n_, 1, domain) && tell_line(row, col, n_, domain)))
        return false;
      const Mask above = -(lowest(domain) << 1);
      for (unsigned sides = greater_[place]; sides; sides &= sides - 1)
        if (!keep(place + beside_[std::countr_zero(sides)], above)) return false;
      const Mask below = std::bit_floor(domain) - 1;
      for (unsigned sides = smaller_[place]; sides; sides &= sides - 1)
        if (!keep(place + beside_[std::countr_zero(sides)], below)) return false;
    }
    return true;
  }

  // Removes the value of a cell from the others of a line; first finds which have it, since a branch
  // for each could not be predicted.
  bool tell_line(int own, int first, int step, Mask value) {
    Lines having = 0;
    for (int j = 0; j < n_; ++j)
      having |= static_cast<Lines>((domains_[first + j * step] & value) != 0) << j;
    for (having &= ~(Lines{1} << own); having; having &= having - 1)
      if (!keep(first + std::countr_zero(having) * step, ~value)) return false;
    return true;
  }

  // Places a value that has one place left in a line.
  bool hidden_singles(int first, int step) {
    Mask once = 0, twice = 0;
    for (int j = 0, place = first; j < n_; ++j, place += step) {
      twice |= once & domains_[place];
      once |= domains_[place];
    }
    if (once != full()) return false;
    const Mask single = once & ~twice;
    for (int j = 0, place = first; j < n_; ++j, place += step) {
      const Mask hidden = domains_[place] & single;
      if (hidden == 0) continue;
      if (open(hidden)) return false;
      keep(place, hidden);
    }
    return true;
  }

  int n_ = 0;
  Lines new_rows_ = 0, new_cols_ = 0;  // changed since they were last searched
  std::array<int, 4> beside_{};
  template <class Item>
  using Board = std::array<Item, max_places>;
  Board<Mask> domains_;
  Board<std::uint8_t> smaller_, greater_;  // on which sides, one bit each
  Board<std::uint8_t> queued_{}, row_, col_;
  Board<std::uint16_t> queue_;
  int queue_size_ = 0;
  std::vector<Old> trail_;
  std::size_t trail_size_ = 0;
  std::vector<std::size_t> marks_;
};

}  // namespace clew
