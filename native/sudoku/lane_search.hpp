// The search of a batch: one bit lane is one node of one puzzle's search tree.
//
// A block holds as many nodes as a vector has bits. A pass is three rounds of inference on all of
// them (lane_infer.hpp), 7,000 operations each without a branch. Then broken and solved lanes are
// free, and lanes that inferred nothing more branch (lane_branch.hpp): one child stays, the other
// moves to a free lane (lane_moves.hpp), or to a pool of blocks if there are too few of them, or it
// waits. Lanes that are still free are filled from the pool or with new puzzles.
//
// If most puzzles reach the limit, searching both children at once is mostly wasted. Then the
// second child goes to the pool, new puzzles come before it, and once the puzzle is decided its nodes
// in the pool cost nothing more.
//
// Measured on one core of a Xeon (Emerald Rapids), GCC 12, thousand puzzles a second, limit 2, in the
// kernel, with tdoku (clang 14, interleaved) for comparison:
//
//                                       17 clues    magictour     hardest    many solutions
//   AVX-512: this                          3,930          680          62               940
//            with pext and pdep            2,510          515          47               680
//            tdoku                           319          116        13.3               500
//   AVX2:    this                          2,380          396        35.7               610
//            tdoku                           289          103        11.7               442
//   128 bits, any x86-64                   1,284          191          16               279
//
// (The last two columns are older than the reading of puzzles in squares, lane_read.hpp, which
// gained 31 % on 17 clues and 4 % on magictour.)
//
// What helped most since the first draft (hardest puzzles, where most of the time is search): clearing
// minirows instead of each peer of a solved cell, and adders instead of running counts (a round
// 4.3 to 3.3 us); columns before rows in a round, so that rows see what columns removed (1,290 to 1,020
// lane-rounds a puzzle); moves by rotation instead of pext and pdep, with routes if they fail (a
// pass 26 to 16 us). Two rounds a pass are 10 % slower. Rotations alone, without routes,
// left half of the lanes idle. Other choices of a cell are worse: fewest peers 2.7 times as many
// guesses, counting cells of the box twice 1.4 times, most two-candidate peers 1.4 times.
#pragma once

#include <cstdlib>
#include <cstring>
#include <new>

#include "sudoku/job.hpp"
#include "sudoku/lane_branch.hpp"
#include "sudoku/lane_moves.hpp"
#include "sudoku/lane_read.hpp"

namespace clew::sudoku {

// Blocks, the newest last; grown with C functions, to share no code (see lanes.hpp).
template <class Ops>
class Blocks {
 public:
  Blocks() = default;
  ~Blocks() {
    for (int i = 0; i < size_; ++i) std::free(at_[i]);
    std::free(at_);
  }
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;

  int size() const { return size_; }
  Block<Ops>* operator[](int i) const { return at_[i]; }

  void add(Block<Ops>* block) { at_[size_++] = block; }

  // Makes room for that many in all, so that `add` cannot fail.
  void reserve(int all) {
    if (all <= room_) return;
    void* grown = std::realloc(at_, sizeof(at_[0]) * 2 * all);
    if (!grown) throw std::bad_alloc();
    at_ = static_cast<Block<Ops>**>(grown);
    room_ = 2 * all;
  }

  Block<Ops>* remove(int i) {
    Block<Ops>* block = at_[i];
    for (--size_; i < size_; ++i) at_[i] = at_[i + 1];
    return block;
  }

 private:
  Block<Ops>** at_ = nullptr;
  int size_ = 0, room_ = 0;
};

template <class Ops>
class Search {
  using V = typename Ops::V;
  using Word = std::uint64_t;
  using Grid = Block<Ops>;

 public:
  explicit Search(const Job& job) : job_(job) {
    now_ = fresh();
    now_->alive = Ops::none();
  }
  ~Search() { std::free(now_); }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  void run() {
    for (unsigned pass = 1;; ++pass) {
      if (wants_more()) load();
      if (!Ops::any(now_->alive) && !pool_.size()) return;
      if (pass % 64 == 0 && !job_.go_on(job_.self)) return;
      infer_some();
      branch();
      refill();
    }
  }

 private:
  // The shares of a block, or of the lanes hoped for, at which a step is worth its cost.
  static constexpr int rounds = 3, most_moves = 4, most_fetches = 3;
  static constexpr int worth_moving = Ops::count / 32, worth_pushing = Ops::count / 8;
  static constexpr int worth_fetching = Ops::count / 4, worth_pushing_if_patient = Ops::count / 16;
  static constexpr int few_alive = Ops::count * 3 / 4, few_alive_if_patient = Ops::count * 7 / 8;
  static constexpr int pool_enough = 4 * Ops::count, pool_enough_if_patient = 8 * Ops::count;

  Grid* fresh() {
    if (spare_.size()) return spare_.remove(spare_.size() - 1);
    pool_.reserve(++made_);
    spare_.reserve(made_);
    void* room = std::aligned_alloc(64, (sizeof(Grid) + 63) / 64 * 64);
    if (!room) throw std::bad_alloc();
    std::memset(room, 0, sizeof(Grid));
    return static_cast<Grid*>(room);
  }

  int pooled() const {
    int n = 0;
    for (int i = 0; i < pool_.size(); ++i) n += Ops::size(pool_[i]->alive);
    return n;
  }

  // Most puzzles are decided before they are searched: see above.
  bool patient() const { return 2 * decided_ > loaded_ && !dry_; }

  // ---------------------------------------------------------------- puzzles

  bool wants_more() const {
    const bool wait = patient();
    return !dry_ && Ops::size(now_->alive) < (wait ? few_alive_if_patient : few_alive) &&
           pooled() < (wait ? pool_enough_if_patient : pool_enough);
  }

  // New puzzles into the free lanes.
  void load() {
    const V free = ~now_->alive;
    std::uint32_t first = 0;
    const std::uint32_t taken = job_.take(job_.self, Ops::size(free), &first);
    loaded_ += taken;
    dry_ = !taken;
    reader_.clear();
    V loaded = Ops::none();
    std::uint32_t left = taken;
    for (int w = 0; w < Ops::words; ++w)
      for (Word open = free[w]; open && left; open &= open - 1, --left, ++first) {
        const int bit = __builtin_ctzll(open);
        reader_.add(job_.text + first * job_.stride, w, bit);
        loaded[w] |= Word{1} << bit;
        now_->puzzle[64 * w + bit] = first;
      }
    if (!taken) return;
    reader_.turn();
    for (int c = 0; c < cells; ++c) place_givens(c, loaded);
    if (job_.barred) each_lane<Ops>(loaded, [this](int lane) { bar(lane / 64, lane % 64); });
    now_->alive |= loaded;
  }

  void bar(int w, int bit) {
    const std::uint16_t what = job_.barred[now_->puzzle[64 * w + bit]];
    if (what != no_bar) now_->candidate[what % digits][what / digits][w] &= ~(Word{1} << bit);
  }

  void place_givens(int c, V loaded) {
    V given[digits], any = Ops::none();
    reader_.read(c, given);
    for (const V& each : given) any |= each;
    for (int d = 0; d < digits; ++d)
      now_->candidate[d][c] =
          Ops::choose(loaded, Ops::or_not(given[d], any), now_->candidate[d][c]);
    now_->solved[c] = Ops::choose(loaded, any, now_->solved[c]);
  }

  // ---------------------------------------------------------------- inference and its outcome

  void infer_some() {
    Outcome<Ops> out{};
    for (int i = 1; i < rounds; ++i) {
      out = infer<Ops, false>(*now_, scratch_);
      now_->alive &= ~out.broken;
    }
    const V full = ~out.open;  // every cell solved: the last round checks it
    out = infer<Ops, true>(*now_, scratch_);
    now_->alive &= ~out.broken;
    const V solved = now_->alive & full;
    now_->alive &= ~full;
    if (Ops::any(solved)) record(solved);
    stuck_ = now_->alive & ~out.changed;
  }

  void record(V solved) {
    const std::uint64_t before = decided_;
    if (job_.grids) read_values();
    each_lane<Ops>(solved, [&](int lane) {
      std::uint32_t& count = job_.counts[now_->puzzle[lane]];
      if (count == job_.limit) return;
      if (job_.grids && !count) write(now_->puzzle[lane], lane / 64, lane % 64);
      decided_ += ++count == job_.limit;
    });
    if (decided_ != before) now_->alive = undecided(*now_);
  }

  // The digit of each solved cell in four planes.
  void read_values() {
    for (int c = 0; c < cells; ++c) {
      const auto x = [&](int digit) { return now_->candidate[digit - 1][c]; };
      value_[c][0] = Ops::or3(x(1), x(3), x(5)) | x(7) | x(9);
      value_[c][1] = Ops::or3(x(2), x(3), x(6)) | x(7);
      value_[c][2] = Ops::or3(x(4), x(5), x(6)) | x(7);
      value_[c][3] = x(8) | x(9);
    }
  }

  void write(std::uint32_t puzzle, int w, int bit) const {
    char* grid = job_.grids + std::size_t{cells} * puzzle;
    for (int c = 0; c < cells; ++c) {
      const auto plane = [&](int i) { return value_[c][i][w] >> bit & 1; };
      grid[c] = static_cast<char>('0' + plane(0) + 2 * plane(1) + 4 * plane(2) + 8 * plane(3));
    }
    job_.written(job_.self, puzzle);
  }

  V undecided(const Grid& b) const {
    V out = b.alive;
    each_lane<Ops>(b.alive, [&](int lane) {
      if (job_.counts[b.puzzle[lane]] == job_.limit) out[lane / 64] &= ~(Word{1} << lane % 64);
    });
    return out;
  }

  // ---------------------------------------------------------------- branching

  // One child of each stuck lane stays, the other goes to a free lane or to the pool, or all waits.
  void branch() {
    V left = stuck_;
    plan_moves(left);
    const int waiting = Ops::size(left);
    const bool stalled = !moves_ && 4 * waiting >= Ops::size(now_->alive);
    Grid* to = nullptr;
    Move<Ops> push;
    if (waiting && (waiting >= (patient() ? worth_pushing_if_patient : worth_pushing) || stalled))
      to = room_for(left, push);
    left &= ~push.from;
    const V branching = stuck_ & ~left;
    if (!Ops::any(branching)) return;
    choose_cells<Ops>(*now_, branching, chosen_);
    if (to)
      split<true>(to, push);
    else
      split<false>(to, push);
  }

  void plan_moves(V& left) {
    V free = ~now_->alive;
    for (moves_ = 0; moves_ < most_moves && !patient(); ++moves_) {
      const Move<Ops> move(left, free);
      if (move.size() < (moves_ ? worth_moving : 1)) break;
      move_[moves_] = move;
      free &= ~move.into;
      left &= ~move.from;
    }
  }

  // A block of the pool that can take two thirds of these lanes, or a new one.
  Grid* room_for(V lanes, Move<Ops>& push) {
    const int enough = Ops::size(lanes) * 2 / 3;
    for (int i = pool_.size(); i-- > 0;) {
      push = Move<Ops>(lanes, ~pool_[i]->alive);
      if (push.size() && push.size() >= enough) return pool_[i];
    }
    push = Move<Ops>(lanes, Ops::all(), true);
    Grid* to = fresh();
    to->alive = Ops::none();
    pool_.add(to);
    return to;
  }

  template <bool pushing>
  void split(Grid* to, const Move<Ops>& push) {
    for (int c = 0; c < cells; ++c) {
      const V here = chosen_[c];
      V seen = Ops::none();
      for (int d = 0; d < digits; ++d) {
        const V x = now_->candidate[d][c];
        const V first = Ops::and_but(here, x, seen);
        const V other = x & ~first;
        seen = Ops::or_both(seen, here, x);
        if (pushing) to->candidate[d][c] = push.moved(other, to->candidate[d][c]);
        now_->candidate[d][c] = spread(Ops::but_unless(x, first, here), other);
      }
      const V solved = now_->solved[c];
      if (pushing) to->solved[c] = push.moved(solved, to->solved[c]);
      now_->solved[c] = spread(solved | here, solved);
    }
    for (int i = 0; i < moves_; ++i) {
      move_[i].each([&](int lane, int old) { now_->puzzle[lane] = now_->puzzle[old]; });
      now_->alive |= move_[i].into;
    }
    if (pushing) {
      push.each([&](int lane, int old) { to->puzzle[lane] = now_->puzzle[old]; });
      to->alive |= push.into;
    }
  }

  V spread(V stays, V other) const {
    for (int i = 0; i < moves_; ++i) stays = move_[i].moved(other, stays);
    return stays;
  }

  // ---------------------------------------------------------------- the pool

  void refill() {
    if (patient() && pooled() < pool_enough_if_patient) return;
    for (int i = 0; i < most_fetches && pool_.size(); ++i) {
      const V free = ~now_->alive;
      if (Ops::size(free) < worth_fetching) return;
      fetch_from(best_block(free), free);
    }
  }

  // The newest block that fills nine tenths of the free lanes, otherwise the one that fills most.
  int best_block(V free) const {
    const int enough = Ops::size(free) * 9 / 10;
    int best = 0, most = -1;
    for (int i = pool_.size(); i-- > 0 && most < enough;)
      if (const int n = Route<Ops>::most(pool_[i]->alive, free); n > most) most = n, best = i;
    return best;
  }

  void fetch_from(int i, V free) {
    Grid* from = pool_[i];
    if (decided_) from->alive = undecided(*from);
    const Move<Ops> move(from->alive, free);
    if (move.size() * 5 >= Route<Ops>::most(from->alive, free) * 3)
      fetch(from, move);
    else
      fetch(from, Route<Ops>(from->alive, free));
    if (!Ops::any(from->alive)) spare_.add(pool_.remove(i));
  }

  template <class Way>
  void fetch(Grid* from, const Way& way) {
    for (int d = 0; d < digits; ++d)
      for (int c = 0; c < cells; ++c)
        now_->candidate[d][c] = way.moved(from->candidate[d][c], now_->candidate[d][c]);
    for (int c = 0; c < cells; ++c) now_->solved[c] = way.moved(from->solved[c], now_->solved[c]);
    way.each([&](int lane, int old) { now_->puzzle[lane] = from->puzzle[old]; });
    now_->alive |= way.into;
    from->alive &= ~way.from;
  }

  const Job& job_;
  Blocks<Ops> pool_, spare_;
  Grid* now_ = nullptr;
  std::uint64_t loaded_ = 0, decided_ = 0;
  bool dry_ = false;  // no puzzle is left to load
  int moves_ = 0, made_ = 0;
  Move<Ops> move_[most_moves];
  V stuck_, chosen_[cells], value_[cells][4];
  Scratch<Ops> scratch_;
  Reader<Ops> reader_;
};

template <class Ops>
void run_search(const Job& job) {
  using Type = Search<Ops>;
  void* room = std::aligned_alloc(64, (sizeof(Type) + 63) / 64 * 64);
  if (!room) throw std::bad_alloc();
  struct Owner {
    void* room;
    ~Owner() { std::free(room); }
  } owner{room};
  Type* search = new (room) Type(job);
  struct Guard {
    Type* search;
    ~Guard() { search->~Type(); }
  } guard{search};
  search->run();
}

}  // namespace clew::sudoku
