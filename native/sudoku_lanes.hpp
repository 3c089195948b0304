// The search of a batch: hundreds of nodes in the lanes of a block, more of them in a pool of blocks.
#pragma once

#include <cstdlib>
#include <cstring>
#include <new>

#include "lane_route.hpp"
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
      if (Ops::size(now_->alive) < (many ? patient_refill : refill_below) && pooled() < (many ? patient_pool : refill_pool) * Ops::count) load();
      if (!Ops::any(now_->alive) && !size_) return;
      if (pass % 64 == 0 && !job_.go_on(job_.self)) return;
      settle();
      step();
    }
  }

  int rounds = 3, refill_below = Ops::count * 3 / 4, refill_pool = 4;
  long passes_ = 0, busy_ = 0, branched_ = 0, deepest_pool_ = 0, popped_ = 0, pops_=0, moved_=0, pushed_=0;
  bool many = false, dry_ = false;
  long loaded_ = 0, decided_ = 0;
  int patient_push = Ops::count / 16, patient_pool = 8, patient_refill = Ops::count * 7 / 8;
  int lifo = 90, fit = 75;
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
    if (!left) {
      dry_ = true;
      return;
    }
    loaded_ += left;
    many = 2 * decided_ > loaded_;
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
      if (++count >= job_.limit) decided_some = true, ++decided_;
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

  // A way to bring lanes to free places: each word is turned by its own number of bits.
  struct Move {
    V into, turn;

    V from() const { return Ops::turned_back(into, turn); }
    V moved(V plane, V onto) const { return Ops::choose(into, Ops::turned(plane, turn), onto); }
    int source(int lane) const { return (lane & ~63) | ((lane - turn[lane / 64]) & 63); }
  };

  // For each word the turn that brings most of `lanes` to free places, of those tried.
  static Move best_move(V lanes, V free) {
    Move best;
    for (int w = 0; w < Ops::words; ++w) {
      const Word from = lanes[w], to = free[w];
      int most = -1, turn = 0;
      for (int t = 0; t < 64; t += 64 / turns) {
        const int n = __builtin_popcountll(rotate(from, t) & to);
        if (n > most) most = n, turn = t;
      }
      best.turn[w] = turn;
    }
    best.into = Ops::turned(lanes, best.turn) & free;
    return best;
  }

  static Word rotate(Word word, int by) { return word << by | word >> ((64 - by) & 63); }

  // Branches the stuck lanes: one child stays, the other moves to a free lane or to the pool.
  void step() {
    V free = ~now_->alive, left = stuck_, branch = stuck_;
    moves_ = 0;
    const bool patient = many && !dry_;
    while (!patient && moves_ < most_moves) {
      const Move move = best_move(left, free);
      const int n = Ops::size(move.into);
      if (n < (moves_ ? Ops::count / 32 : 1)) break;
      move_[moves_++] = move;
      moved_ += n;
      free &= ~move.into;
      left &= ~move.from();
    }
    const int waiting = Ops::size(left);
    const bool pushing = waiting >= (patient ? patient_push : push_from) || (!moves_ && waiting * 4 >= Ops::size(now_->alive) && waiting);
    Grid* to = nullptr;
    Move push{};
    if (pushing) {
      to = room_for(left, push);
      pushed_ += Ops::size(push.into);
      left &= ~push.from();
    }
    branch &= ~left;  // these wait
    if (Ops::any(branch)) {
      branched_ += Ops::size(branch);
      choose_cells<Ops>(*now_, branch, chosen_);
      if (pushing) split<true>(to, push); else split<false>(to, push);
    }
    if (patient && pooled() < patient_pool * Ops::count) return;
    for (int i = 0; i < 2 && size_ && Ops::size(~now_->alive) >= pop_from; ++i) pop();
  }

  // A block of the pool that can take most of these lanes.
  Grid* room_for(V lanes, Move& push) {
    const int enough = Ops::size(lanes) * fit / 100;
    for (int i = size_; i-- > 0;) {
      push = best_move(lanes, ~pool_[i]->alive);
      if (Ops::size(push.into) >= enough) return pool_[i];
    }
    push = {lanes, Ops::none()};
    Grid* to = pool_[size_++] = fresh();
    if (size_ > deepest_pool_) deepest_pool_ = size_;
    to->alive = Ops::none();
    return to;
  }

  template <bool pushing>
  void split(Grid* to, const Move& push) {
    for (int c = 0; c < cells; ++c) {
      const V here = chosen_[c];
      V seen = Ops::none();
      for (int d = 0; d < digits; ++d) {
        const V x = now_->candidate[d][c];
        const V first = Ops::and_but(here, x, seen);
        seen = Ops::or_both(seen, here, x);
        const V other = x & ~first;
        if (pushing) to->candidate[d][c] = push.moved(other, to->candidate[d][c]);
        now_->candidate[d][c] = spread(Ops::but_unless(x, first, here), other);
      }
      const V s = now_->solved[c];
      if (pushing) to->solved[c] = push.moved(s, to->solved[c]);
      now_->solved[c] = spread(s | here, s);
    }
    for (int i = 0; i < moves_; ++i) {
      each(move_[i].into,
           [&](int lane) { now_->puzzle[lane] = now_->puzzle[move_[i].source(lane)]; });
      now_->alive |= move_[i].into;
    }
    if (pushing) {
      each(push.into, [&](int lane) { to->puzzle[lane] = now_->puzzle[push.source(lane)]; });
      to->alive |= push.into;
    }
  }

  V spread(V stays, V other) const {
    for (int i = 0; i < moves_; ++i) stays = move_[i].moved(other, stays);
    return stays;
  }

  void pop() {
    const V free = ~now_->alive;
    int pick = size_ - 1, most = -1;
    const int enough = Ops::size(free) * lifo / 100;
    for (int i = size_; i-- > 0 && most < enough;)
      if (const int n = Route<Ops>::most(pool_[i]->alive, free); n > most) most = n, pick = i;
    Grid* from = pool_[pick];
    if (decisions_) from->alive = undecided(*from);
    const Route<Ops> take(from->alive, ~now_->alive);
    for (int d = 0; d < digits; ++d)
      for (int c = 0; c < cells; ++c)
        now_->candidate[d][c] = take.moved(from->candidate[d][c], now_->candidate[d][c]);
    for (int c = 0; c < cells; ++c) now_->solved[c] = take.moved(from->solved[c], now_->solved[c]);
    ++pops_, popped_ += take.size();
    take.each([&](int lane, int old) { now_->puzzle[lane] = from->puzzle[old]; });
    now_->alive |= take.into();
    from->alive &= ~take.from();
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
