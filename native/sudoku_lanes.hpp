// The search of a batch: hundreds of nodes in the lanes of a block, more of them in a pool of blocks.
#pragma once

#include <cstdlib>
#include <cstring>
#include <new>

#include "sudoku_branch.hpp"
#include "sudoku_job.hpp"

namespace clew::sudoku {

template <class Ops>
class Search {
  using V = typename Ops::V;
  using Word = std::uint64_t;
  using Grid = Block<Ops>;
  static constexpr int window = 64;       // blocks of the pool looked at, the newest
  static constexpr int turns = 16;        // ways tried to turn the lanes of a block
  static constexpr int most_blocks = 4096;

 public:
  explicit Search(const Job& job) : job_(job), now_(fresh()) { now_->alive = Ops::none(); }
  ~Search() {
    std::free(now_);
    for (int i = 0; i < size_; ++i) std::free(pool_[i]);
    for (int i = 0; i < spare_size_; ++i) std::free(spare_[i]);
  }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  void run() {
    for (unsigned pass = 1;; ++pass) {
      if (Ops::size(now_->alive) < refill_below && pooled() < refill_pool * Ops::count) load();
      if (!Ops::any(now_->alive) && !size_) return;
      if (pass % 64 == 0 && !job_.go_on(job_.self)) return;
      settle();
      step();
    }
  }

  int rounds = 3, refill_below = Ops::count * 3 / 4, refill_pool = 4;
  long passes_ = 0, busy_ = 0, branched_ = 0, deepest_pool_ = 0, popped_ = 0, pops_=0, moved_=0, pushed_=0;
  int push_from = Ops::count / 8, pop_from = Ops::count / 4;

 private:
  int pooled() const {
    int n = 0;
    for (int i = 0; i < size_; ++i) n += Ops::size(pool_[i]->alive);
    return n;
  }

  Grid* fresh() {
    if (spare_size_) return spare_[--spare_size_];
    void* room = std::aligned_alloc(64, (sizeof(Grid) + 63) / 64 * 64);
    if (!room) throw std::bad_alloc();
    std::memset(room, 0, sizeof(Grid));
    return static_cast<Grid*>(room);
  }

  bool decided(std::uint32_t puzzle) const { return job_.counts[puzzle] >= job_.limit; }

  // New puzzles into the lanes that are free.
  void load() {
    Word mask[Ops::words] = {};
    std::memset(given_ + 1, 0, sizeof(given_[0]) * 9);
    const V free = ~now_->alive;
    const int most = Ops::size(free);
    std::uint32_t first = 0;
    std::uint32_t left = job_.take(job_.self, most, &first);
    if (!left) return;
    for (int w = 0; w < Ops::words && left; ++w)
      for (Word open = free[w]; open && left; open &= open - 1, --left, ++first) {
        const int bit = __builtin_ctzll(open);
        const Word lane = Word{1} << bit;
        const char* text = job_.text + first * job_.stride;
        for (int c = 0; c < cells; ++c)
          given_[static_cast<unsigned char>(text[c]) & 15][c][w] |= lane;
        mask[w] |= lane;
        now_->puzzle[64 * w + bit] = first;
      }
    V loaded;
    std::memcpy(&loaded, mask, sizeof loaded);
    for (int c = 0; c < cells; ++c) {
      V any = Ops::none();
      for (int d = 1; d <= 9; ++d) any |= planes(d, c);
      for (int d = 0; d < 9; ++d)
        now_->candidate[d][c] =
            Ops::choose(loaded, Ops::or_not(planes(d + 1, c), any), now_->candidate[d][c]);
      now_->solved[c] = Ops::choose(loaded, any, now_->solved[c]);
    }
    now_->alive |= loaded;
  }

  V planes(int digit, int c) const {
    V out;
    std::memcpy(&out, given_[digit][c], sizeof out);
    return out;
  }

  // Some rounds; then broken and solved lanes are free, and the others stuck or not yet at an end.
  void settle() {
    Outcome<Ops> out{};
    for (int i = 1; i < rounds; ++i) {
      out = infer<Ops, false>(*now_, scratch_);
      now_->alive &= ~out.broken;
      busy_ += Ops::size(now_->alive);
    }
    const V was_open = out.open;
    out = infer<Ops, true>(*now_, scratch_);
    now_->alive &= ~out.broken;
    busy_ += Ops::size(now_->alive);
    ++passes_;
    const V solved = now_->alive & ~was_open;
    if (Ops::any(solved)) record(solved);
    now_->alive &= ~solved;
    stuck_ = now_->alive & ~out.changed;
  }

  template <class Visit>
  static void each(V lanes, Visit visit) {
    for (int w = 0; w < Ops::words; ++w)
      for (Word word = lanes[w]; word; word &= word - 1) visit(64 * w + __builtin_ctzll(word));
  }

  void record(V solved) {
    bool decided_some = false;
    if (job_.grids) read_values();
    each(solved, [&](int lane) {
      std::uint32_t& count = job_.counts[now_->puzzle[lane]];
      if (count >= job_.limit) return;
      if (job_.grids && !count) write(lane);
      if (++count >= job_.limit) decided_some = true;
    });
    if (decided_some && job_.limit > 0) {
      ++decisions_;
      now_->alive = undecided(*now_);
    }
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

  void write(int lane) const {
    char* grid = job_.grids + std::size_t{81} * now_->puzzle[lane];
    const int w = lane / 64, bit = lane % 64;
    for (int c = 0; c < cells; ++c) {
      int digit = 0;
      for (int i = 0; i < 4; ++i) digit |= (value_[c][i][w] >> bit & 1) << i;
      grid[c] = static_cast<char>('0' + digit);
    }
  }

  V undecided(const Grid& b) const {
    Word out[Ops::words] = {};
    each(b.alive, [&](int lane) {
      if (!decided(b.puzzle[lane])) out[lane / 64] |= Word{1} << lane % 64;
    });
    V lanes;
    std::memcpy(&lanes, out, sizeof lanes);
    return lanes;
  }

  // Moves of lanes to free places, each a turn of all words by the same number of bits.
  struct Move {
    V into;
    int turn;
  };

  // The turn that brings most of `lanes` to free places, of those tried.
  static Move best_move(V lanes, V free) {
    Move best{lanes & free, 0};
    int most = Ops::size(best.into);
    for (int turn = 64 / turns; turn < 64; turn += 64 / turns) {
      const V into = Ops::turned(lanes, turn) & free;
      if (const int n = Ops::size(into); n > most) most = n, best = {into, turn};
    }
    return best;
  }

  static V back(const Move& move) { return Ops::turned(move.into, (64 - move.turn) & 63); }

  // Branches the stuck lanes: one child stays, the other moves to a free lane or to the pool.
  void step() {
    V free = ~now_->alive, left = stuck_, branch = stuck_;
    moves_ = 0;
    while (moves_ < most_moves) {
      const Move move = best_move(left, free);
      const int n = Ops::size(move.into);
      if (n < (moves_ ? Ops::count / 32 : 1)) break;
      move_[moves_++] = move;
      moved_ += n;
      free &= ~move.into;
      left &= ~back(move);
    }
    Grid* to = nullptr;
    if (Ops::size(left) >= push_from || (!moves_ && Ops::any(left))) {
      to = room_for(left);
      branch &= ~(left & to->alive);
      left &= ~to->alive;
      pushed_ += Ops::size(left);
    } else {
      branch &= ~left;  // these wait
    }
    if (Ops::any(branch)) {
      branched_ += Ops::size(branch);
      choose_cells<Ops>(*now_, branch, chosen_);
      if (to) split<true>(to, left); else split<false>(to, left);
    }
    for (int i = 0; i < 3 && size_ && Ops::size(~now_->alive) >= pop_from; ++i) pop();
  }

  Grid* room_for(V lanes) {
    Grid* to = nullptr;
    int fewest = Ops::count;
    for (int i = size_ > window ? size_ - window : 0; i < size_; ++i)
      if (const int n = Ops::size(pool_[i]->alive & lanes); n < fewest) fewest = n, to = pool_[i];
    if (to && fewest * 2 <= Ops::size(lanes)) return to;
    to = pool_[size_++] = fresh();
    if (size_ > deepest_pool_) deepest_pool_ = size_;
    to->alive = Ops::none();
    return to;
  }

  template <bool pushing>
  void split(Grid* to, V push) {
    for (int c = 0; c < cells; ++c) {
      const V here = chosen_[c];
      V seen = Ops::none();
      for (int d = 0; d < digits; ++d) {
        const V x = now_->candidate[d][c];
        const V first = Ops::and_but(here, x, seen);
        seen = Ops::or_both(seen, here, x);
        const V other = x & ~first;
        if (pushing) to->candidate[d][c] = Ops::choose(push, other, to->candidate[d][c]);
        now_->candidate[d][c] = spread(Ops::but_unless(x, first, here), other);
      }
      const V s = now_->solved[c];
      if (pushing) to->solved[c] = Ops::choose(push, s, to->solved[c]);
      now_->solved[c] = spread(s | here, s);
    }
    for (int i = 0; i < moves_; ++i) {
      const int turn = move_[i].turn;
      each(move_[i].into, [&](int lane) {
        now_->puzzle[lane] = now_->puzzle[(lane & ~63) | ((lane - turn) & 63)];
      });
      now_->alive |= move_[i].into;
    }
    if (pushing) {
      each(push, [&](int lane) { to->puzzle[lane] = now_->puzzle[lane]; });
      to->alive |= push;
    }
  }

  V spread(V stays, V other) const {
    for (int i = 0; i < moves_; ++i)
      stays = Ops::choose(move_[i].into, Ops::turned(other, move_[i].turn), stays);
    return stays;
  }

  void pop() {
    int pick = size_ - 1, most = -1;
    for (int i = size_ > window ? size_ - window : 0; i < size_; ++i)
      if (const int n = Ops::size(pool_[i]->alive); n >= most) most = n, pick = i;
    Grid* from = pool_[pick];
    if (decisions_) from->alive = undecided(*from);
    const Move move = best_move(from->alive, ~now_->alive);
    for (int c = 0; c < cells; ++c) {
      for (int d = 0; d < digits; ++d) {
        V& x = now_->candidate[d][c];
        x = Ops::choose(move.into, Ops::turned(from->candidate[d][c], move.turn), x);
      }
      V& s = now_->solved[c];
      s = Ops::choose(move.into, Ops::turned(from->solved[c], move.turn), s);
    }
    ++pops_, popped_ += Ops::size(move.into);
    each(move.into, [&](int lane) {
      now_->puzzle[lane] = from->puzzle[(lane & ~63) | ((lane - move.turn) & 63)];
    });
    now_->alive |= move.into;
    from->alive &= ~back(move);
    if (!Ops::any(from->alive)) {
      spare_[spare_size_++] = from;
      for (int j = pick + 1; j < size_; ++j) pool_[j - 1] = pool_[j];
      --size_;
    }
  }

  Grid* pool_[most_blocks];
  Grid* spare_[most_blocks];
  int size_ = 0, spare_size_ = 0, decisions_ = 0;
  const Job& job_;
  Grid* now_;
  Scratch<Ops> scratch_;
  static constexpr int most_moves = 4;
  Move move_[most_moves];
  int moves_ = 0;
  V chosen_[cells], value_[cells][4], stuck_;
  Word given_[16][cells][Ops::words];
};

template <class Ops>
void run_search(const Job& job) {
  void* room = std::aligned_alloc(64, (sizeof(Search<Ops>) + 63) / 64 * 64);
  if (!room) throw std::bad_alloc();
  auto* search = new (room) Search<Ops>(job);
  search->run();
  search->~Search();
  std::free(room);
}

}  // namespace clew::sudoku
