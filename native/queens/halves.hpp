// The number of ways to place n queens, by meeting in the middle.
//
// Idea: the upper half of the board takes n / 2 columns, the lower half the others (except, if
// n is odd, the column of the middle row's queen). Once that set of columns is fixed, the halves
// interact only through the diagonals that cross from one to the other. So a half is a mask of these,
// and the answer is the number of pairs of masks, one of each half, that share no bit
// (join.hpp). The masks of a half are listed in the same way, from those of its quarters,
// which are listed once for all sets of columns. Turned and mirrored sets have as many answers, so of
// up to four only the least is counted. Sets are independent: part p of q takes every q-th of them.
//
// Measured on one core, from Python, AVX-512: n = 14 7 ms, 15 0.08 s, 16 0.09 s, 17 1.1 s, 18 1.8 s,
// 19 27 s, and 20 about 72 s, from one part of 200; the kernel that places queen after queen takes
// 1.7 s for n = 14. Odd orders pay for the middle queen: many more sets, with short lists. The bits of
// the masks are ordered, those that rule out most on top, so that whole groups can be skipped:
// up to n = 18 by the shape of the board alone, from 19 on by samples of each pair of
// lists, which leaves a third less to compare at n = 20 (and gains nothing at 18).
//
// Memory, measured: n = 18 6 MB, 20 30 MB, 22 240 MB, 24 720 MB, nearly all of it the quarters.
// They lie in blocks: one vector that grew by a copy of 260 MB held up Ctrl-C for 0.17 s.
//
//   n = 8           a  .  .  .  .  .  .  .
//                   .  .  .  .  a  .  .  .     outer quarter
//                  - - - - - - - - - - - - -   the seam of the upper half   set of 4 columns: a, b
//                   .  .  .  .  .  .  .  b
//                   .  .  .  .  .  b  .  .     inner quarter
//                  =========================   the edge: a diagonal that crosses it is a bit of the
//                   .  .  c  .  .  .  .  .     masks of both halves
//                   .  .  .  .  .  .  c  .
//                  - - - - - - - - - - - - -   the seam of the lower half   the other 4: c, d
//                   .  d  .  .  .  .  .  .
//                   .  .  .  d  .  .  .  .
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "common/expect.hpp"
#include "common/huge_pages.hpp"
#include "common/poll.hpp"
#include "queens/join.hpp"

namespace clew {

class QueensHalves {
 public:
  using Mask = queens::Mask;
  static constexpr int max_n = 24;

  // Of the column sets, numbered from 0, those whose number leaves `part` when divided by `parts`.
  QueensHalves(std::int64_t n, std::int64_t part = 0, std::int64_t parts = 1) {
    expect("n", n, 0, max_n);
    if (parts < 1 || part < 0 || part >= parts)
      refuse("part: found ", part, " of ", parts, ", expected 0 to one less than parts");
    n_ = static_cast<int>(n);
    half_ = n_ / 2;
    outer_ = half_ / 2;
    inner_ = half_ - outer_;
    middle_ = odd() ? 0 : -1;
    part_ = part;
    parts_ = parts;
    fill_choose();
    order_bits();
    set_ = first(half_);
    finished_ = !seek();
    if (finished_) return;
    list_quarters();
  }

  // Continues for that many more sets of columns, or a few hundredths of a second.
  void run(std::uint64_t max_sets) {
    const std::uint64_t until = steps_ + slice;
    while (!finished_ && steps_ < until) {
      if (!open_) {
        if (max_sets-- == 0) return;
        open();
      }
      while (at_ < size_ && steps_ < until) join_block();
      if (at_ >= size_) close();
    }
  }

  std::uint64_t nodes() const { return sets_; }   // sets of columns that are done
  std::uint64_t steps() const { return steps_; }  // half boards compared with a block of others
  bool finished() const { return finished_; }
  const char* path() const { return path_.name; }
  // The number of answers so far, the lowest byte first.
  std::vector<std::uint8_t> total() const {
    std::vector<std::uint8_t> bytes;
    for (std::uint64_t word : total_)
      for (int i = 0; i < 64; i += 8) bytes.push_back(static_cast<std::uint8_t>(word >> i));
    return bytes;
  }

 private:
  static constexpr std::uint64_t slice = 1 << 22;
  static constexpr int sampled_from = 19;  // from this order on, samples order the bits

  // The quarters by the rank of their set of columns. A list never moves: it lies in one block, and
  // the next block is taken before a list might not fit.
  struct Quarters {
    static constexpr std::size_t block = 1 << 19, longest = 720;  // six queens on six columns
    std::vector<HugeVector<Mask>> seams, edges;  // diagonals to the other quarter, the other half
    std::vector<queens::Quarter> of;

    void open() {
      if (seams.empty() || seams.back().size() + longest > block) {
        seams.emplace_back().reserve(block);
        edges.emplace_back().reserve(block);
      }
      of.push_back({seams.back().data() + seams.back().size(),
                    edges.back().data() + edges.back().size(), 0});
    }
    void add(Mask seam, Mask edge) {
      seams.back().push_back(seam);
      edges.back().push_back(edge);
      ++of.back().size;
    }
  };

  bool odd() const { return n_ % 2 == 1; }

  // ---- Sets of columns -------------------------------------------------------------------------

  static Mask first(int count) { return (Mask{1} << count) - 1; }
  static Mask next(Mask set) {  // the next larger one of as many; Gosper
    if (set == 0) return ~Mask{0};
    const Mask low = set & -set, ripple = set + low;
    return (((ripple ^ set) >> 2) / low) | ripple;
  }
  Mask mirror(Mask set) const {
    Mask out = 0;
    for (; set; set &= set - 1) out |= Mask{1} << (n_ - 1 - std::countr_zero(set));
    return out;
  }
  std::uint64_t rank(Mask set) const {
    std::uint64_t sum = 0;
    for (int k = 1; set; set &= set - 1) sum += choose_[std::countr_zero(set)][k++];
    return sum;
  }
  void fill_choose() {
    for (int i = 0; i <= max_n; ++i)
      for (int k = 0; k <= max_n; ++k)
        choose_[i][k] = k == 0 ? 1 : i == 0 ? 0 : choose_[i - 1][k - 1] + choose_[i - 1][k];
  }

  // The upper and the lower half's columns; a set of this class leaves out the middle row's.
  std::pair<Mask, Mask> columns() const {
    const Mask full = first(n_);
    if (!odd()) return {set_, full & ~set_};
    const Mask below = first(middle_), here = Mask{1} << middle_;
    const Mask upper = (set_ & below) | (set_ & ~below) << 1;
    return {upper, full & ~here & ~upper};
  }

  // How many sets are images of this one, turned or mirrored; 0 if it is not the least of them.
  int orbit() const {
    const auto [upper, lower] = columns();
    const bool mirrored = !odd() || 2 * middle_ + 1 == n_;
    std::array<Mask, 4> sets{upper, lower, mirrored ? mirror(upper) : upper,
                             mirrored ? mirror(lower) : lower};
    std::sort(sets.begin(), sets.end());
    if (sets[0] != upper) return 0;
    const auto count = std::unique(sets.begin(), sets.end()) - sets.begin();
    return static_cast<int>(count) * (mirrored ? 1 : 2);
  }

  // Advances from the current set to one of this part; false if there is none.
  bool seek() {
    const int places = odd() ? n_ - 1 : n_, last = odd() ? n_ / 2 : -1;
    for (;; set_ = next(set_)) {
      if (set_ > first(places)) {
        if (middle_ == last) return false;
        ++middle_;
        set_ = first(half_);
      }
      weight_ = orbit();
      poll(16);
      if (weight_ && number_++ % parts_ == part_) return true;
    }
  }

  // ---- Half boards -----------------------------------------------------------------------------

  // The two diagonals on which a queen, `row` rows from the edge, attacks across it: to the right,
  // and to the left at n + column. Seen from the other side the two change places.
  Mask rays(int row, int column, bool gap) const {
    const int right = column + row - 1 + gap, left = column - row;
    return (right < n_ ? Mask{1} << right : 0) | (left >= 0 ? Mask{1} << (n_ + left) : 0);
  }
  Mask other_side(Mask rays) const { return (rays >> n_ | rays << n_) & first(2 * n_); }

  // Puts the most frequent diagonals highest, each next to the one it changes places with,
  // and leaves out those that only one half has (unless the middle queen may be on them).
  void order_bits() {
    std::vector<std::pair<int, int>> diagonals;
    for (int i = 0; i < n_; ++i) {
      int right = 0, left = 0;
      for (int row = 1; row <= half_; ++row) {
        for (int column = 0; column < n_; ++column) {
          const Mask seen = rays(row, column, odd());
          right += static_cast<int>(seen >> i & 1);
          left += static_cast<int>(seen >> (n_ + i) & 1);
        }
      }
      if (odd() || (right && left)) diagonals.emplace_back(right * left, i);
    }
    std::sort(diagonals.begin(), diagonals.end());
    place_.fill(-1);
    bits_ = 0;
    for (const auto& [_, i] : diagonals) {
      place_[i] = bits_++;
      place_[n_ + i] = bits_++;
    }
  }
  Mask ordered(Mask rays) const {
    Mask out = 0;
    for (; rays; rays &= rays - 1)
      if (const int to = place_[std::countr_zero(rays)]; to >= 0) out |= Mask{1} << to;
    return out;
  }

  void list_quarters() {
    for (Mask set = first(inner_); set <= first(n_); set = next(set)) list_quarter(set, true);
    for (Mask set = first(outer_); set <= first(n_); set = next(set)) list_quarter(set, false);
    for (Mask set = first(outer_); set < Mask{1} << half_; set = next(set)) splits_.push_back(set);
    bench_ = std::make_unique<queens::Tables>();
  }
  void list_quarter(Mask set, bool inner) {
    Quarters& into = inner ? inners_ : outers_;
    into.open();
    poll(1024);
    place(into, inner, 0, set, 0, 0, 0, 0);
  }
  // Rows are counted from the edge of the half.
  void place(Quarters& into, bool inner, int row, Mask left, Mask rising, Mask falling, Mask seam,
             Mask edge) {
    if (left == 0) {
      into.add(seam, ordered(edge));
      return;
    }
    for (Mask free = left & ~(rising | falling); free; free &= free - 1) {
      const int column = std::countr_zero(free);
      const Mask queen = Mask{1} << column;
      const Mask crosses =
          inner ? other_side(rays(inner_ - row, column, false)) : rays(row + 1, column, false);
      const int away = row + 1 + (inner ? 0 : inner_);
      place(into, inner, row + 1, left ^ queen, (rising | queen) << 1, (falling | queen) >> 1,
            seam | crosses, edge | rays(away, column, odd()));
    }
  }

  // Lists the half boards on a set of columns, their number first.
  std::size_t list_half(Mask set, Mask avoid, HugeVector<Mask>& out) {
    std::array<int, max_n> column{};
    for (int k = 0; set; set &= set - 1) column[k++] = std::countr_zero(set);
    std::size_t found = 0;
    for (Mask split : splits_) {
      poll(256);
      std::uint64_t inner = 0, outer = 0;
      for (int i = 0, ins = 0, outs = 0; i < half_; ++i) {
        if (split >> i & 1)
          outer += choose_[column[i]][++outs];
        else
          inner += choose_[column[i]][++ins];
      }
      const queens::Quarter xs = outers_.of[outer], ys = inners_.of[inner];
      const std::size_t room = found + std::size_t{xs.size} * ys.size + 8;  // stores of eight
      if (out.size() < room) out.resize(2 * room);
      found += path_.pair(xs, ys, avoid, out.data() + found);
    }
    return found;
  }

  // ---- One set of columns ----------------------------------------------------------------------

  void open() {
    const auto [upper, lower] = columns();
    const Mask avoid =
        odd() ? ordered(Mask{1} << middle_ | Mask{1} << (n_ + middle_)) : 0;
    std::size_t uppers = list_half(upper, avoid, ones_);
    size_ = uppers ? list_half(lower, avoid, others_) : 0;
    at_ = 0;
    open_ = true;
    if (size_ == 0) return;
    if (n_ >= sampled_from)
      rearrange(uppers);
    else
      each(size_, [&](std::size_t i) { others_[i] = swapped(others_[i]); });
    if (uppers > size_) {
      ones_.swap(others_);
      std::swap(uppers, size_);
    }
    sort_groups(uppers);
    sort_blocks();
  }

  // Calls `work` with each index below `size`: there are millions of half boards in a large set.
  template <class Work>
  static void each(std::size_t size, Work work) {
    constexpr std::size_t piece = 1 << 16;
    for (std::size_t i = 0; i < size; poll(piece))
      for (const std::size_t end = std::min(size, i + piece); i < end; ++i) work(i);
  }

  static Mask swapped(Mask edge) {  // as seen from the other half
    constexpr Mask even = 0x5555555555555555;
    return (edge & even) << 1 | (edge >> 1 & even);
  }

  // Puts the bits that rule out most, by samples of both lists, on top; swaps the lower half's.
  void rearrange(std::size_t uppers) {
    std::array<std::int64_t, 64> often{}, also{};
    sample(ones_, uppers, often);
    sample(others_, size_, also);
    std::array<int, 64> order{}, to{};
    for (int k = 0; k < bits_; ++k) order[k] = k;
    std::stable_sort(order.begin(), order.begin() + bits_, [&](int a, int b) {
      return often[a] * also[a ^ 1] < often[b] * also[b ^ 1];
    });
    for (int k = 0; k < bits_; ++k) to[order[k]] = k;
    permute(ones_, uppers, to);
    for (int k = 0; k < bits_; k += 2) std::swap(to[k], to[k + 1]);
    permute(others_, size_, to);
  }
  static void sample(const HugeVector<Mask>& list, std::size_t size,
                     std::array<std::int64_t, 64>& counts) {
    for (std::size_t i = 0, step = size / 256 + 1; i < size; i += step)
      for (Mask bits = list[i]; bits; bits &= bits - 1) ++counts[std::countr_zero(bits)];
  }
  void permute(HugeVector<Mask>& list, std::size_t size, const std::array<int, 64>& to) const {
    Mask moved[6][256];
    for (int byte = 0; byte < 6; ++byte) {
      moved[byte][0] = 0;
      for (int k = 0; k < 8; ++k)
        for (int v = 0; v < 1 << k; ++v)
          moved[byte][(1 << k) + v] = moved[byte][v] | Mask{1} << to[8 * byte + k];
    }
    each(size, [&](std::size_t i) {
      const Mask mask = list[i];
      list[i] = moved[0][mask & 255] | moved[1][mask >> 8 & 255] | moved[2][mask >> 16 & 255] |
                moved[3][mask >> 24 & 255] | moved[4][mask >> 32 & 255] | moved[5][mask >> 40 & 255];
    });
  }

  void sort_groups(std::size_t size) {
    const int wish = std::max(0, static_cast<int>(std::bit_width(size)) - 4);
    const int digits = std::max(0, (bits_ - wish + queens::digit - 1) / queens::digit);
    const int key = std::max(0, bits_ - digits * queens::digit), shift = digits * queens::digit;
    groups_.digits = digits;
    groups_.key = key;
    groups_.offsets.resize(size * static_cast<std::size_t>(digits));
    tally(ones_, size, shift, key, groups_.start);
    fill_.assign(groups_.start.begin(), groups_.start.end());
    each(size, [&](std::size_t i) {
      Mask mask = ones_[i];
      std::uint16_t* at = groups_.offsets.data() + std::size_t{fill_[top(mask, shift)]++} * digits;
      for (int g = 0; g < digits; ++g, mask >>= queens::digit)
        at[g] = static_cast<std::uint16_t>((mask & first(queens::digit)) * sizeof(queens::Wide));
    });
  }
  void sort_blocks() {
    const int key = std::clamp(static_cast<int>(std::bit_width(size_)) - 6, 0, std::min(10, bits_));
    const int shift = bits_ - key;
    tally(others_, size_, shift, key, fill_);
    sorted_.resize(std::max(sorted_.size(), size_));
    each(size_, [&](std::size_t i) { sorted_[fill_[top(others_[i], shift)]++] = others_[i]; });
  }
  static std::uint64_t top(Mask mask, int shift) { return shift < 64 ? mask >> shift : 0; }
  // Where the masks of each key begin.
  static void tally(const HugeVector<Mask>& list, std::size_t size, int shift, int key,
                    std::vector<std::uint32_t>& start) {
    start.assign((std::size_t{1} << key) + 1, 0);
    each(size, [&](std::size_t i) { ++start[top(list[i], shift) + 1]; });
    for (std::size_t v = 0; v + 1 < start.size(); ++v) start[v + 1] += start[v];
  }

  void join_block() {
    const int size = static_cast<int>(std::min<std::size_t>(queens::lanes, size_ - at_));
    const auto common = path_.prepare(groups_, &sorted_[at_], size, *bench_);
    const auto join = path_.join[groups_.digits];
    add(static_cast<std::uint64_t>(weight_) * join(groups_, common, *bench_, steps_));
    at_ += size;
    ++steps_;
    poll(1 << 14);
  }
  void add(std::uint64_t count) {
    total_[0] += count;
    total_[1] += total_[0] < count;
  }
  void close() {
    open_ = false;
    ++sets_;
    set_ = next(set_);
    finished_ = !seek();
  }

  const queens::Path& path_ = queens::best_path();
  int n_, half_, inner_, outer_, bits_ = 0, middle_, weight_ = 0;
  std::int64_t part_, parts_, number_ = 0;
  Mask set_;
  bool open_ = false, finished_ = false;
  std::size_t at_ = 0, size_ = 0;
  std::uint64_t sets_ = 0, steps_ = 0;
  std::array<std::uint64_t, 2> total_{};
  std::array<std::array<std::uint64_t, max_n + 1>, max_n + 1> choose_{};
  std::array<int, 64> place_{};  // the bit of each diagonal, or -1
  Quarters inners_, outers_;
  std::vector<Mask> splits_;
  HugeVector<Mask> ones_, others_, sorted_;
  std::vector<std::uint32_t> fill_;
  queens::Groups groups_;
  std::unique_ptr<queens::Tables> bench_;
};

}  // namespace clew
