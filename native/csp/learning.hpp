// A search that learns a clause from each dead end, over the groups and clauses of clauses.hpp.
//
// Propagation is exact for a group: its bools left are a word, so that "one left" (a naked single
// in a cell, a hidden single in a row) and "none left" are seen when a bit falls. Clauses are
// watched at two literals. A dead end is traced back to its first unique implication point, whose
// clause is learned (Marques-Silva and Sakallah, GRASP, 1996; Moskewicz et al., Chaff, 2001) after
// what follows from the rest of it is dropped (Een and Sorensson, MiniSat, 2003). Why a literal
// holds is one word: a group, another literal or a clause; only the rules of propagators.hpp write
// their reasons down.
//
// A plan (which learning_search.hpp makes where values may be exchanged) is chosen first and never left by a
// restart: if it has no answer, there is none. 12 random graphs of 120 nodes and 534 edges, which 4
// colours cannot do: 12.5 s pair by pair, 0.8 s as cliques with one clique's colours fixed, in all.
//
// The choice is the smallest open group, as first-fail would have it; among the smallest, that
// of the bool that took most part in recent dead ends. Tried first is what held in the group when the
// search had got farthest before a dead end (the best phases of CaDiCaL, Biere et al., 2020), if
// it is left, else this bool; what held is forgotten at every eighth restart. It is not kept under a
// plan, nor where there are rules of propagators.hpp: what a sum rules out does not show how far the
// search has got.
//
// All answers, none twice, without a word kept of each (Gebser et al., "Conflict-driven answer set
// enumeration", 2007): after an answer the last choice is turned round, and from then on jumps back
// and restarts go no further than there.
//
// Measured on one core, mean over the set, all with the same propagation:
//   34 Latin completions of order 10 to 30 at the hardness peak, first answer, cut at 10 s:
//     smallest group, ties by activity     0.17 s    longest 1.7 s
//     size over activity (dom/wdeg)        0.34 s    4.4 s
//     activity alone (VSIDS), true first   2.2 s     5 not done
//     activity alone, false first          1.7 s
//   20 minimal 16 x 16 Sudokus (90 to 97 clues), uniqueness: 2.3 ms and 194 nodes each; with locked
//   candidates 2.1 ms and 116 (3.2 ms if all overlaps are looked at before each choice). One of
//   25 x 25 with 271 clues: 0.35 s without, 0.27 s with.
//   Restarts by Luby times 30 / 100 / 300 dead ends: 0.44 / 0.38 / 0.22 s; geometric 0.34 s.
//   Decay 0.9 / 0.95 / 0.99 / 0.999: 0.36 / 0.38 / 0.24 / 0.39 s.
//   Leaving out of reasons what is false at the root, and no heap: 1.35 times as fast.
//   Keeping what was found out about a literal while a clause is shortened, node for node the same:
//   magic square 7 x 7 0.20 to 0.09 s, Latin completions of order 33 1.2 times as fast.
// What held when the search had got farthest is tried first; without it and with it, in all:
//   these 34 completions                                4.7 s     1.4 s
//   8 of order 36 with 440 holes / 12 others            12.4 s    2.5 s / 4.8 s    1.3 s
//   5 of order 40 with 517 holes, median                6.5 s     0.6 s
//   the slowest of these                                60 s, not done    2.0 s
//   a Sudoku of 36 x 36, half open                      with it 27 s (without it not timed again)
//   112 graphs, 3 colours / 42 graphs, 4 colours        4.2 s     4.3 s / 1.5 s    1.7 s: not used
//   10 magic squares of order 7, one cell given         0.74 s    1.96 s: not used
// By what was true at the dead end alone instead of by the trail up to the last choice: 8.0 s, not
// 4.3 s, for 27 completions of order 30 to 36; by the whole trail 4.0 s, but 1.5 times as long on
// graphs. Forgotten at every restart 7.6 s, never 4.5 s.
// Tried and not kept. 8 Latin completions of order 36 with 440 holes, cut at 4 s each, in all:
//   as it is                                             14.0 s    1 not done
//   Luby times 100                                       16.0 s    2
//   ties by a group's sum of activities / by its least   13.6 s    1 / 12.3 s    2
//   the value last held first (phase saving)             18.9 s    3
//   levels counted anew, clauses of 3 kept for good      16.4 s    2
//   the same, restarts when levels rise (Glucose)        18.1 s    2
// The same 8 and 14 of order 30, what held tried first, cut at 5 s each, in all:
//   as it is                                             120,900 dead ends    3.9 s
//   Hall sets of all-different, by a matching            87,900     5.2 s
//   each level's literals made one (all-UIP)             305,400    14.1 s    1 not done
//   literals dropped or joined that are of one group     109,100    4.5 s
//   300 bools tried at each restart (failed literals)    186,400    7.2 s: of 9,040 none failed
//   100 clauses vivified at each restart                 102,100    3.4 s
//     20 others of order 36 and 40                       322,800    402,100; 13.9 s    18.7 s
//   restarts after 30 dead ends, turn and turn about     219,800    7.6 s
//   room for 100 clauses more at a time, not 300         137,700    4.7 s
#pragma once

#include <algorithm>
#include <bit>
#include <climits>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "csp/clauses.hpp"
#include "csp/propagators.hpp"

namespace clew {

class Learner {
 public:
  // The clauses must outlive the search.
  explicit Learner(const Clauses& clauses)
      : all_(clauses), size_(clauses.bools()), propagating_(!clauses.propagators().empty()),
        locking_(!clauses.overlaps().empty()) {
    truth_.assign(2 * std::size_t{size_}, 0);
    why_.resize(size_);
    level_.resize(size_);
    trail_.reserve(size_);
    left_ = all_.whole();
    is_due_.assign(all_.propagators().size(), 1);
    for (std::uint32_t p = 0; p < all_.propagators().size(); ++p) due_.push_back(p);
    for (std::size_t c = 0; c < all_.clauses().size(); ++c) add(all_.clauses()[c]);
  }

  Learner(const Learner&) = delete;
  Learner& operator=(const Learner&) = delete;

  // Before the first step: what else is given.
  void require(Literal literal) {
    if (!dead_) set(literal, because_nothing);
  }

  // Before the first step: groups that have one bool left from the start, or none.
  void start() {
    for (std::uint32_t g = 0; g < left_.size() && !dead_; ++g)
      if (!(left_[g] & (left_[g] - 1))) settle(g);
  }

  // Before the first step: bools to choose first, such that if none of the answers has them all,
  // there is no answer.
  void plan(std::vector<std::uint32_t> bools) { plan_ = std::move(bools); }

  // Before the first step: only answers that cost less than one count, in which these bools hold.
  void beat(std::int64_t cost, std::span<const std::uint32_t> bools) {
    limit_ = cost - 1;
    started_from_answer_ = true;
    held_.assign(size_, 0);
    for (const std::uint32_t b : bools) held_[b] = 1;
    phase_ = held_;
  }

  enum class Step { chosen, answer, choosing, finished };

  // Goes on to the next choice or answer. A choice is made only with leave: else it is `choosing`.
  // After an answer `next` must be called.
  Step step(bool leave) {
    while (true) {
      if (refuted_ || !propagate()) {
        ++dead_ends_;
        if (!turn_back()) return Step::finished;
      } else if (dead_ends_ >= restart_at_) {
        restart_at_ = dead_ends_ + restart_unit * luby(++restarts_);
        if (restarts_ % restarts_remembered == 0) farthest_ = 0;
        undo(floor_);
      } else if (level() < assumed_.size()) {
        if (!assume(assumed_[level()])) return Step::finished;
      } else {
        const std::uint32_t planned = next_planned();
        const Literal aimed = aim();
        const Literal wanted = planned != nobody ? yes(planned)
                               : aimed != nobody ? aimed
                               : lively()        ? choose_liveliest()
                                                 : choose_smallest();
        const std::uint32_t chosen = wanted == nobody ? nobody : wanted >> 1;
        if (chosen == nobody) return found();
        if (!leave) return Step::choosing;
        open_level();
        deepest_ = std::max(deepest_, level());
        if (chosen == planned) floor_ = level();
        set(wanted, because_nothing);
        return Step::chosen;
      }
    }
  }

  // Leaves an answer behind; false if there is nothing more.
  bool next() { return all_.objective_at() == Clauses::none ? turn_round() : improve(); }

  // ---- one question after another, each under assumptions (Eén and Sörensson, 2003)

  // Begins a question. What was learned from the others stays; what they assumed doesn't, but for the
  // first assumptions if they are the same and the last question came to its end: they hold already.
  void ask(std::vector<Literal> assumed, bool ended = false) {
    const auto most = std::min({assumed.size(), assumed_.size(), std::size_t{level()}});
    std::uint32_t same = 0;
    while (ended && same < most && assumed[same] == assumed_[same]) ++same;
    if (same > 0)
      undo(same);
    else
      back_to_root();
    assumed_ = std::move(assumed);
    core_.clear();
    farthest_ = 0;
  }

  // Adds a clause between two questions.
  void state(std::span<const Literal> literals) {
    back_to_root();
    if (!refuted_) add(literals);
    refuted_ |= dead_;
  }

  // Of a question without an answer: the assumptions that rule it out. None if there is no answer
  // whatever is assumed.
  const std::vector<Literal>& core() const { return core_; }

  // What each better answer costs at least, by what holds before any choice. Needs an objective.
  std::int64_t bound() const {
    std::int64_t least = 0;
    for (const Clauses::Term& term : all_.objective().terms) {
      if (term.numbers.empty()) continue;  // a variable without values
      const auto gone = [this](Literal each) { return truth_[each] < 0 && level_[each >> 1] == 0; };
      std::size_t first = 0, last = term.upto.size();
      while (first < term.upto.size() && gone(term.upto[first])) ++first;
      while (last > first && gone(term.upto[last - 1] ^ 1)) --last;
      least += term.numbers[term.rising ? first : last];
    }
    return least;
  }

  bool holds(std::uint32_t b) const { return truth_[yes(b)] > 0; }
  std::uint64_t dead_ends() const { return dead_ends_; }
  std::uint32_t deepest() const { return deepest_; }

 private:
  // Why a literal holds, in one word: two bits for the kind, and what it is.
  using Reason = std::uint32_t;
  enum Kind : std::uint32_t { note, group, literal, clause };
  static constexpr Reason because_nothing = 0;
  static constexpr Reason because(Kind kind, std::uint32_t what) { return what << 2 | kind; }

  static constexpr std::uint32_t nobody = ~std::uint32_t{0}, binary = nobody;
  static constexpr std::uint32_t overlapping = std::uint32_t{1} << 29;  // a note that needs no words
  static constexpr std::uint8_t not_implied = 2;  // a mark in `seen_`
  static constexpr int deepest_reason = 1000;     // that is followed back
  static constexpr std::uint64_t restart_unit = 300, restarts_remembered = 8;
  static constexpr double decay = 0.99;
  static constexpr std::uint32_t head_size = 3;  // of a clause: its size, its levels, its last use

  struct Watch {
    std::uint32_t clause;  // or `binary`: the other literal is all there is
    Literal other;         // if it is true, there is nothing to do
  };

  std::uint32_t level() const { return static_cast<std::uint32_t>(choices_.size()); }

  Step found() {
    answered_ = true;
    return Step::answer;
  }

  void back_to_root() {
    if (level() > 0)
      undo(0);
    else if (dead_)
      refuted_ = true;
  }

  void open_level() {
    chosen_yet_ = true;
    choices_.push_back(static_cast<std::uint32_t>(trail_.size()));
    marks_.push_back(static_cast<std::uint32_t>(notes_.size()));
  }

  // Each assumption has a level of its own, which is empty if it holds already.
  bool assume(Literal literal) {
    if (truth_[literal] < 0) {
      blame(literal);
      return false;
    }
    open_level();
    set(literal, because_nothing);
    return true;
  }

  // Follows the reasons why an assumption is false back to others.
  void blame(Literal literal) {
    core_.assign(1, literal);
    if (level() == 0) return;
    look_at_root();
    seen_.resize(size_);
    const auto meet = [this](Literal each) {
      if (level_[each >> 1] > 0) seen_[each >> 1] = 1;
      return true;
    };
    meet(literal);
    for (std::size_t at = trail_.size(); at-- > choices_[0];) {
      const Literal each = trail_[at];
      if (!seen_[each >> 1]) continue;
      seen_[each >> 1] = 0;
      if (why_[each >> 1] == because_nothing)
        core_.push_back(each);
      else
        each_of(why_[each >> 1], each, meet);
    }
  }

  // From now on only better answers count. What held is tried first (solution-guided search).
  bool improve() {
    std::int64_t cost = 0;
    for (const Clauses::Term& term : all_.objective().terms) cost += number_of(term);
    limit_ = cost - 1;
    held_.assign(size_, 0);
    for (const Literal literal : trail_)
      if (!(literal & 1)) held_[literal >> 1] = 1;
    phase_ = held_;
    undo(floor_);
    call(all_.objective_at());
    for (const std::uint32_t p : all_.surrogates()) call(p);
    return true;
  }

  // Once there is an answer, the first choice is that the cost is in the lower half of what it may
  // be, if it is that of one variable, or if one of its terms is most of it: cheaper answers come in
  // a few steps, and bounds are learned.
  Literal aim() const {
    if (limit_ == no_limit || level() != floor_) return nobody;
    if (started_from_answer_ && restarts_ % 2 == 1) return nobody;  // stay near it now and then
    std::int64_t all = 0, widest = 0;
    Literal aimed = nobody;
    for (const Clauses::Term& term : all_.objective().terms) {
      const std::vector<Literal>& upto = term.upto;
      std::size_t first = 0, last = upto.size();
      while (first < upto.size() && truth_[upto[first]] < 0) ++first;
      while (last > first && truth_[upto[last - 1]] > 0) --last;
      const std::int64_t span = std::abs(term.numbers[last] - term.numbers[first]);
      all += span;
      if (span <= widest) continue;
      widest = span;
      const Literal middle = last < first + 2 ? nobody : upto[(first + last - 1) / 2];
      aimed = middle == nobody || truth_[middle] ? nobody : term.rising ? middle : middle ^ 1;
    }
    return 2 * widest > all ? aimed : nobody;
  }

  void call(std::uint32_t p) {
    if (is_due_[p]) return;
    is_due_[p] = 1;
    due_.push_back(p);
  }

  std::int64_t number_of(const Clauses::Term& term) const {
    std::size_t at = 0;
    while (at < term.upto.size() && truth_[term.upto[at]] < 0) ++at;
    return term.numbers[at];
  }

  // ---- the liveliest bool of all, in the phase it had last (VSIDS)

  // At every other restart, if there are rules that aren't clauses. Without any,
  // as in renban Sudokus, it costs more than it gives: 2.6 s, not 1.4 s, for four hard ones in all.
  bool lively() const { return propagating_ && restarts_ % 2 == 1; }

  Literal choose_smallest() {
    const std::uint32_t b = choose();
    return b == nobody ? nobody : yes(b);
  }

  Literal choose_liveliest() {
    look_at_root();
    if (phase_.empty()) phase_.assign(size_, 0);
    if (heap_.empty() && place_.empty()) {
      place_.assign(size_, nobody);
      for (std::uint32_t b = 0; b < size_; ++b) push(b);
    }
    while (!heap_.empty()) {  // it stays there until it is decided: the step may not be taken yet
      const std::uint32_t b = heap_[0];
      if (!truth_[yes(b)]) return yes(b) ^ Literal{!phase_[b]};
      pop();
    }
    return nobody;
  }

  void push(std::uint32_t b) {
    if (place_[b] != nobody) return;
    place_[b] = static_cast<std::uint32_t>(heap_.size());
    heap_.push_back(b);
    rise(place_[b]);
  }
  void pop() {
    place_[heap_[0]] = nobody;
    const std::uint32_t last = heap_.back();
    heap_.pop_back();
    if (heap_.empty()) return;
    heap_[0] = last;
    place_[last] = 0;
    sink(0);
  }
  double liveliness(std::uint32_t b) const { return activity_.empty() ? 0 : activity_[b]; }
  void rise(std::uint32_t at) {
    const std::uint32_t b = heap_[at];
    while (at && liveliness(heap_[(at - 1) / 2]) < liveliness(b)) {
      heap_[at] = heap_[(at - 1) / 2];
      place_[heap_[at]] = at;
      at = (at - 1) / 2;
    }
    heap_[at] = b;
    place_[b] = at;
  }
  void sink(std::uint32_t at) {
    const std::uint32_t b = heap_[at], size = static_cast<std::uint32_t>(heap_.size());
    while (2 * at + 1 < size) {
      std::uint32_t child = 2 * at + 1;
      if (child + 1 < size && liveliness(heap_[child + 1]) > liveliness(heap_[child])) ++child;
      if (liveliness(heap_[child]) <= liveliness(b)) break;
      heap_[at] = heap_[child];
      place_[heap_[at]] = at;
      at = child;
    }
    heap_[at] = b;
    place_[b] = at;
  }

  // ---- propagation

  // `settled` is a group that need not be told, since it has its bool.
  bool set(Literal literal, Reason why, std::uint32_t settled = nobody) {
    if (truth_[literal]) return truth_[literal] > 0 || fail(why, literal);
    const std::uint32_t b = literal >> 1;
    truth_[literal] = 1;
    truth_[literal ^ 1] = -1;
    if (chosen_yet_) {
      why_[b] = why;
      level_[b] = level();
      trail_.push_back(literal);
    } else if (!(literal & 1) || watching_) {
      trail_.push_back(literal);  // else nobody will ask: it is never undone, nor watched
    }
    return !(literal & 1) || leave_groups(b, settled);
  }

  // The literal must hold, by the reason, and is false already.
  bool fail(Reason why, Literal literal) {
    dead_ = true;
    failed_why_ = why;
    failed_ = literal;
    return false;
  }

  // A bool that is false is none of its groups' last hope any more.
  bool leave_groups(std::uint32_t b, std::uint32_t settled) {
    const auto places = all_.exact_of(b);
    std::uint64_t* const lefts = left_.data();
    for (const std::uint32_t place : places) {
      const std::uint32_t g = place >> 6;
      if (g == settled) continue;
      const std::uint64_t left = lefts[g] & ~(std::uint64_t{1} << (place & 63));
      lefts[g] = left;
      if (!(left & (left - 1)) && !settle(g)) return false;
    }
    if (propagating_)
      for (const std::uint32_t place : places) wake(place >> 6);
    return true;
  }

  bool settle(std::uint32_t g) {
    if (all_.is_wide(g)) return settle_wide(all_.words(g));
    if (!left_[g]) return fail(because(group, g), nobody);
    return set(yes(all_.exact()[g][std::countr_zero(left_[g])]), because(group, g));
  }

  // One word has one bool left or none: perhaps the whole group has.
  bool settle_wide(Clauses::Words words) {
    std::uint32_t last = words.first;
    int count = 0;
    for (std::uint32_t g = words.first; g < words.end; ++g) {
      if (!left_[g]) continue;
      last = g;
      count += left_[g] & (left_[g] - 1) ? 2 : 1;
      if (count > 1) return true;
    }
    if (!count) return fail(because(group, words.first), nobody);
    return set(yes(all_.exact()[last][std::countr_zero(left_[last])]), because(group, words.first));
  }

  void wake(std::uint32_t g) {
    for (const std::uint32_t p : all_.propagators_of(g)) {
      if (is_due_[p]) continue;
      is_due_[p] = 1;
      due_.push_back(p);
    }
  }

  bool propagate() {
    while (!dead_) {
      while (told_ < trail_.size()) {
        const Literal literal = trail_[told_++];
        if (!(literal & 1) && !rule_out_others(literal)) return false;
        if (watching_ && !visit(literal ^ 1)) return false;
      }
      if (!due_.empty()) {
        const std::uint32_t p = due_.back();
        due_.pop_back();
        is_due_[p] = 0;
        std::visit(propagation_, all_.propagators()[p]);
      } else if (!locking_ || !lock()) {
        return !dead_;
      }
    }
    return false;
  }

  bool rule_out_others(Literal literal) {
    const std::uint32_t b = literal >> 1;
    const Reason why = because(Kind::literal, literal ^ 1);
    for (const std::uint32_t place : all_.exact_of(b)) {
      const std::uint32_t g = place >> 6;
      const std::uint64_t own = std::uint64_t{1} << (place & 63);
      const auto bools = all_.exact()[g];
      std::uint64_t others = left_[g] & ~own;
      left_[g] = own;
      for (; others; others &= others - 1) {
        if (set(no(bools[std::countr_zero(others)]), why, g)) continue;
        left_[g] |= others;  // those that were not reached are not on the trail
        return false;
      }
      if (!all_.is_wide(g)) continue;
      for (std::uint32_t w = all_.words(g).first; w < all_.words(g).end; ++w) {
        if (w == g) continue;
        const auto rest_of_it = all_.exact()[w];
        for (std::uint64_t rest = left_[w]; rest; rest &= rest - 1)
          if (!set(no(rest_of_it[std::countr_zero(rest)]), why)) return false;
      }
    }
    for (const std::uint32_t g : all_.loose_of(b))
      for (const std::uint32_t other : all_.loose()[g])
        if (other != b && !set(no(other), why)) return false;
    return true;
  }

  // The clauses that watch a literal which became false.
  bool visit(Literal gone) {
    std::vector<Watch>& watches = watches_[gone];
    std::size_t kept = 0, i = 0;
    while (i < watches.size() && !dead_) {
      const Watch watch = watches[i++];
      if (truth_[watch.other] > 0) {
        watches[kept++] = watch;
      } else if (watch.clause == binary) {
        watches[kept++] = watch;
        set(watch.other, because(literal, gone));
      } else if (const Literal other = move_watch(watch.clause, gone); other != nobody) {
        watches[kept++] = {watch.clause, other};
        set(other, because(clause, watch.clause));
      }
    }
    while (i < watches.size()) watches[kept++] = watches[i++];
    watches.resize(kept);
    return !dead_;
  }

  // Finds another literal to watch; if there is none, or the first holds, the first.
  Literal move_watch(std::uint32_t at, Literal gone) {
    Literal* const literals = &arena_[at + head_size];
    if (literals[0] == gone) std::swap(literals[0], literals[1]);
    if (truth_[literals[0]] > 0) return literals[0];
    for (std::uint32_t k = 2; k < arena_[at]; ++k) {
      if (truth_[literals[k]] < 0) continue;
      std::swap(literals[1], literals[k]);
      watches_[literals[1]].push_back({at, literals[0]});
      return nobody;
    }
    return literals[0];
  }

  // Locked candidates: if what a group has left is all in another group, the one of that group is
  // there too, and the rest of it is false. True if something was found. Looks only at groups that
  // lost a bool since; at all of them the first time.
  bool lock() {
    if (is_changed_.empty()) {
      is_changed_.assign(left_.size(), 1);
      for (std::uint32_t g = 0; g < left_.size(); ++g) changed_.push_back(g);
      locked_ = trail_.size();
    }
    for (; locked_ < trail_.size(); ++locked_)
      if (trail_[locked_] & 1)
        for (const std::uint32_t place : all_.exact_of(trail_[locked_] >> 1)) change(place >> 6);
    while (!changed_.empty()) {
      const std::uint32_t g = changed_.back();
      changed_.pop_back();
      is_changed_[g] = 0;
      if (left_[g] & (left_[g] - 1) && lock_from(g)) return true;
    }
    return false;
  }

  void change(std::uint32_t g) {
    if (is_changed_[g]) return;
    is_changed_[g] = 1;
    changed_.push_back(g);
  }

  bool lock_from(std::uint32_t g) {
    const std::uint64_t left = left_[g];
    for (std::uint32_t i = all_.first_overlap(g); i < all_.first_overlap(g + 1); ++i) {
      const Clauses::Overlap& overlap = all_.overlaps()[i];
      if (left & ~overlap.in_from) continue;
      std::uint64_t rest = left_[overlap.to] & ~overlap.in_to;
      if (!rest) continue;
      change(g);  // another overlap may hold as well
      const auto bools = all_.exact()[overlap.to];
      for (; rest && !dead_; rest &= rest - 1)
        set(no(bools[std::countr_zero(rest)]), because(note, overlapping | i));
      return true;
    }
    return false;
  }

  // What the rules of propagators.hpp see of the search, and how they speak to it.
  class Facts {
   public:
    using Reason = Learner::Reason;

    explicit Facts(Learner& learner) : learner_(learner) {}

    int truth(Literal literal) const { return learner_.truth_[literal]; }
    std::uint64_t left(std::uint32_t group) const { return learner_.left_[group]; }
    auto exact(std::uint32_t group) const { return learner_.all_.exact()[group]; }
    bool dead() const { return learner_.dead_; }
    static Reason nothing() { return because_nothing; }
    std::int64_t limit() const { return learner_.limit_; }

    void force(Literal literal, Reason why) { learner_.set(literal, why); }
    void contradict(Reason why) { learner_.fail(why, nobody); }

    // Writes a reason down; `write_all` is given what to call with each of its literals.
    template <class WriteAll>
    Reason note(WriteAll write_all) {
      if (learner_.level() == 0) return because_nothing;
      std::vector<std::uint32_t>& notes = learner_.notes_;
      const auto at = static_cast<std::uint32_t>(notes.size());
      notes.push_back(0);
      write_all([&](Literal literal) { notes.push_back(literal); });
      notes[at] = static_cast<std::uint32_t>(notes.size()) - at - 1;
      return because(Kind::note, at);
    }

   private:
    Learner& learner_;
  };

  // ---- dead ends

  // Learns from a dead end and goes back; false if there is nowhere to go.
  bool turn_back() {
    if (!propagating_ && plan_.empty()) remember();
    if (level() == 0) refuted_ = true;
    if (level() > floor_) go_back_to_cause();
    if (level() == floor_) return (answered_ || plan_.empty()) && turn_round();
    const std::uint32_t target = analyse(), levels = levels_of(learned_);
    undo(std::max(target, floor_));
    learn(levels);
    step_ /= decay;
    if (learned_clauses_.size() > room_) forget();
    return true;
  }

  // Collects the literals of the dead end, and goes back to the newest level of them: a rule may
  // see late what holds since an earlier choice.
  void go_back_to_cause() {
    look_at_root();
    cause_.clear();
    if (failed_ != nobody) cause_.push_back(failed_);
    each_of(failed_why_, failed_, [this](Literal each) {
      cause_.push_back(each);
      return true;
    });
    std::uint32_t newest = floor_;
    for (const Literal each : cause_) newest = std::max(newest, level_[each >> 1]);
    if (newest < level()) undo(newest);
  }

  // Keeps what holds, if the search got farther before its last choice than ever.
  void remember() {
    if (level() == 0 || choices_.back() <= farthest_) return;
    farthest_ = choices_.back();
    held_.assign(size_, 0);
    for (const Literal literal : trail_)
      if (!(literal & 1)) held_[literal >> 1] = 1;
  }

  // Turns the last choice round for good: below it everything has been seen.
  bool turn_round() {
    if (level() == 0) return false;
    const Literal choice = trail_[choices_.back()];
    undo(level() - 1);
    floor_ = level();
    for (const Literal fact : facts_) set(fact, because_nothing);
    set(choice ^ 1, because_nothing);
    return true;
  }

  // Finds the clause to learn, its newest literal first, and the level to go back to.
  std::uint32_t analyse() {
    look_at_root();
    if (activity_.empty()) {
      activity_.assign(size_, 0);
      seen_.assign(size_, 0);
    }
    learned_.assign(1, 0);
    touched_.clear();
    std::uint32_t open = 0;
    const auto meet = [&](Literal literal) {
      const std::uint32_t b = literal >> 1;
      if (seen_[b] || level_[b] == 0) return true;
      seen_[b] = 1;
      touched_.push_back(b);
      reward(b);
      if (level_[b] == level())
        ++open;
      else
        learned_.push_back(literal);
      return true;
    };
    for (const Literal each : cause_) meet(each);
    for (std::size_t at = trail_.size();;) {
      while (!seen_[trail_[--at] >> 1]) {
      }
      const Literal literal = trail_[at];
      seen_[literal >> 1] = 0;
      learned_[0] = literal ^ 1;
      if (--open == 0) break;
      const Reason why = why_[literal >> 1];
      if ((why & 3) == clause) arena_[(why >> 2) + 2] = static_cast<std::uint32_t>(dead_ends_);
      each_of(why, literal, meet);
    }
    shorten();
    for (const std::uint32_t b : touched_) seen_[b] = 0;
    return newest_second();
  }

  // The literals, all false, by which a reason makes `literal` true, as long as `visit` says so.
  template <class Visit>
  void each_of(Reason why, Literal literal, Visit visit) const {
    const std::uint32_t what = why >> 2;
    switch (why & 3) {
      case group: {
        for (std::uint32_t g = what; g < all_.words(what).end; ++g) {
          const auto bools = all_.exact()[g];
          for (std::uint64_t rest = root_left_[g]; rest; rest &= rest - 1)
            if (const Literal each = yes(bools[std::countr_zero(rest)]); each != literal)
              if (!visit(each)) return;
        }
        return;
      }
      case Kind::literal:
        visit(what);
        return;
      case clause:
        for (std::uint32_t k = 0; k < arena_[what]; ++k)
          if (const Literal each = arena_[what + head_size + k]; each != literal)
            if (!visit(each)) return;
        return;
      case note:
        if (what & overlapping) {
          const Clauses::Overlap& overlap = all_.overlaps()[what & ~overlapping];
          const auto bools = all_.exact()[overlap.from];
          for (std::uint64_t rest = root_left_[overlap.from] & ~overlap.in_from; rest;
               rest &= rest - 1)
            if (!visit(yes(bools[std::countr_zero(rest)]))) return;
        } else if (why != because_nothing) {
          for (std::uint32_t k = 1; k <= notes_[what]; ++k)
            if (!visit(notes_[what + k])) return;
        }
    }
  }

  // Drops the literals that follow from others of the clause.
  void shorten() {
    std::uint32_t levels = 0;
    for (std::size_t i = 1; i < learned_.size(); ++i) levels |= level_bit(learned_[i]);
    std::size_t kept = 1;
    for (std::size_t i = 1; i < learned_.size(); ++i)
      if (!follows(learned_[i], levels)) learned_[kept++] = learned_[i];
    learned_.resize(kept);
  }

  std::uint32_t level_bit(Literal literal) const { return 1u << (level_[literal >> 1] & 31); }

  // Whether a false literal is so because of others of the clause. What is found out on the way is
  // kept, so that no reason is read twice for one clause.
  bool follows(Literal literal, std::uint32_t levels, int depth = 0) {
    if (why_[literal >> 1] == because_nothing || depth == deepest_reason) return false;
    bool follow = true;
    each_of(why_[literal >> 1], literal ^ 1, [&](Literal each) {
      const std::uint32_t b = each >> 1;
      if (seen_[b] || level_[b] == 0) return follow = seen_[b] != not_implied;
      if (!(level_bit(each) & levels)) return follow = false;
      follow = follows(each, levels, depth + 1);
      seen_[b] = follow ? 1 : not_implied;
      touched_.push_back(b);
      return follow;
    });
    return follow;
  }

  // Puts the newest literal but the first in second place: these two are watched.
  std::uint32_t newest_second() {
    if (learned_.size() == 1) return 0;
    const auto newest = std::max_element(
        learned_.begin() + 1, learned_.end(),
        [this](Literal a, Literal b) { return level_[a >> 1] < level_[b >> 1]; });
    std::swap(learned_[1], *newest);
    return level_[learned_[1] >> 1];
  }

  // On how many levels the literals of a clause were set: the fewer, the more useful it will be
  // (Audemard and Simon, Glucose, 2009).
  std::uint32_t levels_of(const std::vector<Literal>& literals) {
    stamps_.resize(std::size_t{size_} + 1);
    ++stamp_;
    std::uint32_t levels = 0;
    for (const Literal literal : literals) {
      std::uint32_t& stamp = stamps_[level_[literal >> 1]];
      levels += stamp != stamp_;
      stamp = stamp_;
    }
    return levels;
  }

  void learn(std::uint32_t levels) {
    if (learned_.size() == 1) {
      if (level() > 0) facts_.push_back(learned_[0]);
      set(learned_[0], because_nothing);
    } else {
      const std::uint32_t at = attach(learned_, levels);
      if (at != binary) learned_clauses_.push_back(at);
      set(learned_[0], at == binary ? because(literal, learned_[1]) : because(clause, at));
    }
  }

  // ---- clauses

  void add(std::span<const Literal> literals) {
    learned_.clear();
    for (const Literal literal : literals) {
      if (truth_[literal] > 0) return;
      if (!truth_[literal]) learned_.push_back(literal);
    }
    std::sort(learned_.begin(), learned_.end());
    learned_.erase(std::unique(learned_.begin(), learned_.end()), learned_.end());
    for (std::size_t i = 1; i < learned_.size(); ++i)
      if (learned_[i] == (learned_[i - 1] ^ 1)) return;
    if (learned_.empty())
      fail(because_nothing, nobody);
    else if (learned_.size() == 1)
      require(learned_[0]);
    else
      attach(learned_, 0);
  }

  // Watches a clause; where it is, or `binary`. Clauses of 0 levels are those of the problem.
  std::uint32_t attach(const std::vector<Literal>& literals, std::uint32_t levels) {
    if (!watching_) watches_.resize(2 * std::size_t{size_});
    watching_ = true;
    std::uint32_t at = binary;
    if (literals.size() > 2) {
      at = static_cast<std::uint32_t>(arena_.size());
      arena_.push_back(static_cast<std::uint32_t>(literals.size()));
      arena_.push_back(levels);
      arena_.push_back(static_cast<std::uint32_t>(dead_ends_));
      arena_.insert(arena_.end(), literals.begin(), literals.end());
    }
    watches_[literals[0]].push_back({at, literals[1]});
    watches_[literals[1]].push_back({at, literals[0]});
    return at;
  }

  // Forgets the worse half of what was learned: of many levels, and not used for long.
  void forget() {
    const auto worse = [this](std::uint32_t a, std::uint32_t b) {
      return arena_[a + 1] != arena_[b + 1] ? arena_[a + 1] > arena_[b + 1]
                                            : arena_[a + 2] < arena_[b + 2];
    };
    std::sort(learned_clauses_.begin(), learned_clauses_.end(), worse);
    const std::size_t half = learned_clauses_.size() / 2;
    std::vector<std::uint32_t> kept(learned_clauses_.begin() + half, learned_clauses_.end());
    for (std::size_t i = 0; i < half; ++i) {
      const std::uint32_t at = learned_clauses_[i];
      if (arena_[at + 1] <= 2 || is_reason(at))
        kept.push_back(at);
      else
        arena_[at] |= forgotten;
    }
    learned_clauses_.swap(kept);
    compact();
    room_ += 300;
  }

  bool is_reason(std::uint32_t at) const {
    const Literal first = arena_[at + head_size];
    return truth_[first] > 0 && why_[first >> 1] == because(clause, at);
  }

  // Closes the gaps that forgotten clauses leave.
  void compact() {
    std::vector<std::uint32_t> old, now, arena;
    for (std::size_t at = 0; at < arena_.size();) {
      const std::size_t end = at + head_size + (arena_[at] & ~forgotten);
      if (!(arena_[at] & forgotten)) {
        old.push_back(static_cast<std::uint32_t>(at));
        now.push_back(static_cast<std::uint32_t>(arena.size()));
        arena.insert(arena.end(), arena_.begin() + at, arena_.begin() + end);
      }
      at = end;
    }
    const auto moved = [&](std::uint32_t at) {
      return now[std::lower_bound(old.begin(), old.end(), at) - old.begin()];
    };
    for (std::vector<Watch>& watches : watches_) {
      std::erase_if(watches, [&](const Watch& w) {
        return w.clause != binary && arena_[w.clause] & forgotten;
      });
      for (Watch& watch : watches)
        if (watch.clause != binary) watch.clause = moved(watch.clause);
    }
    for (const Literal literal : trail_)
      if (Reason& why = why_[literal >> 1]; (why & 3) == clause)
        why = because(clause, moved(why >> 2));
    for (std::uint32_t& at : learned_clauses_) at = moved(at);
    arena_.swap(arena);
  }

  // ---- choices

  std::uint32_t next_planned() {
    while (planned_ < plan_.size() && truth_[yes(plan_[planned_])]) ++planned_;
    return planned_ < plan_.size() ? plan_[planned_] : nobody;
  }

  std::uint32_t choose() {
    look_at_root();
    std::uint32_t best = nobody;
    int fewest = INT_MAX;
    double highest = -1;
    for (const std::uint32_t g : open_) {
      const std::uint64_t left = left_[g], but_one = left & (left - 1);
      if (!but_one) continue;
      const bool two = !(but_one & (but_one - 1));
      if (!two && fewest == 2) continue;
      const int size = two ? 2 : std::popcount(left);
      if (size > fewest) continue;
      const auto bools = all_.exact()[g];
      if (activity_.empty()) {
        if (size == fewest) continue;
        best = bools[std::countr_zero(left)];
        fewest = size;
        if (two) return best;
        continue;
      }
      const auto [liveliest, activity] = liveliest_of(g, g + 1);
      if (size < fewest || activity > highest) {
        best = liveliest;
        fewest = size;
        highest = activity;
      }
    }
    for (const std::uint32_t g : open_wide_) {
      const std::uint32_t end = all_.words(g).end;
      int size = 0;
      for (std::uint32_t w = g; w < end; ++w) size += std::popcount(left_[w]);
      if (size < 2 || size > fewest) continue;
      const auto [liveliest, activity] = liveliest_of(g, end);
      if (size == fewest && activity <= highest) continue;
      best = liveliest;
      fewest = size;
      highest = activity;
    }
    for (const auto [first, end] : all_.choices()) {  // without what says "in another block"
      int size = 0;
      for (std::uint32_t g = first; g < end; ++g) size += std::popcount(left_[g] >> 1);
      if (size < 2 || size > fewest) continue;
      const auto [liveliest, activity] = liveliest_of(first, end, 1);
      if (size == fewest && activity <= highest) continue;
      best = liveliest;
      fewest = size;
      highest = activity;
    }
    return best == nobody || held_.empty() ? best : held_beside(best, fewest);
  }

  // The bool that held when the search had got farthest, in one of a bool's groups with so many left.
  std::uint32_t held_beside(std::uint32_t b, int fewest) const {
    if (held_[b]) return b;
    for (const std::uint32_t place : all_.exact_of(b)) {
      const std::uint64_t left = left_[place >> 6];
      if (std::popcount(left) != fewest) continue;
      for (std::uint64_t rest = left; rest; rest &= rest - 1)
        if (const auto other = all_.exact()[place >> 6][std::countr_zero(rest)]; held_[other])
          return other;
    }
    return b;
  }

  // Of the bools left in a group the one that took most part in dead ends, and how much.
  std::pair<std::uint32_t, double> liveliest_of(std::uint32_t first, std::uint32_t end,
                                                int from = 0) const {
    std::uint32_t liveliest = nobody;
    double highest = -1;
    for (std::uint32_t g = first; g < end; ++g) {
      const auto bools = all_.exact()[g];
      for (std::uint64_t rest = left_[g] >> from << from; rest; rest &= rest - 1) {
        const std::uint32_t b = bools[std::countr_zero(rest)];
        const double activity = activity_.empty() ? 0 : activity_[b];
        if (activity <= highest) continue;
        highest = activity;
        liveliest = b;
      }
    }
    return {liveliest, highest};
  }

  void reward(std::uint32_t b) {
    activity_[b] += step_;
    if (!place_.empty() && place_[b] != nobody) rise(place_[b]);
    if (activity_[b] < 1e100) return;
    for (double& activity : activity_) activity *= 1e-100;
    step_ *= 1e-100;
  }

  // Keeps up to date which groups are open without any choice, and what they have left there.
  void look_at_root() {
    const std::size_t root = choices_.empty() ? trail_.size() : choices_[0];
    if (root == root_) return;
    root_ = root;
    root_left_ = left_;
    for (std::size_t i = root; i < trail_.size(); ++i)
      if (trail_[i] & 1)
        for (const std::uint32_t place : all_.exact_of(trail_[i] >> 1))
          root_left_[place >> 6] |= std::uint64_t{1} << (place & 63);
    open_.clear();
    open_wide_.clear();
    for (std::uint32_t g = 0; g < root_left_.size(); ++g) {
      if (all_.settled(g)) continue;
      if (all_.is_wide(g)) {
        if (all_.words(g).first == g) open_wide_.push_back(g);
      } else if (root_left_[g] & (root_left_[g] - 1)) {
        open_.push_back(g);
      }
    }
  }

  void undo(std::uint32_t target) {
    dead_ = false;
    for (const std::uint32_t p : due_) is_due_[p] = 0;
    due_.clear();
    for (const std::uint32_t g : changed_) is_changed_[g] = 0;
    changed_.clear();
    if (level() <= target) return;
    const std::uint32_t end = choices_[target];
    for (std::size_t i = trail_.size(); i-- > end;) {
      const Literal literal = trail_[i];
      truth_[literal] = truth_[literal ^ 1] = 0;
      if (!place_.empty()) {
        push(literal >> 1);
        phase_[literal >> 1] = !(literal & 1);
      }
      if (literal & 1)
        for (const std::uint32_t place : all_.exact_of(literal >> 1))
          left_[place >> 6] |= std::uint64_t{1} << (place & 63);
    }
    trail_.resize(end);
    told_ = end;
    locked_ = std::min<std::size_t>(locked_, end);
    notes_.resize(marks_[target]);
    choices_.resize(target);
    marks_.resize(target);
  }

  // 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, … from i = 1 on (Luby et al., 1993).
  static std::uint64_t luby(std::uint64_t i) {
    while (true) {
      const int bits = std::bit_width(i);
      if (i == (std::uint64_t{1} << bits) - 1) return std::uint64_t{1} << (bits - 1);
      i -= (std::uint64_t{1} << (bits - 1)) - 1;
    }
  }

  static constexpr std::uint32_t forgotten = std::uint32_t{1} << 31;

  const Clauses& all_;
  std::uint32_t size_;
  bool propagating_;          // there are rules that are no clauses
  bool locking_;           // there are overlaps
  bool watching_ = false;  // there are clauses
  std::vector<std::int8_t> truth_;    // of each literal: 1 true, -1 false, 0 open
  std::vector<Reason> why_;           // of each bool that is not open
  std::vector<std::uint32_t> level_;  // how many choices there were then
  std::vector<std::uint64_t> left_;   // of each exact group, the bools that are not false
  std::vector<Literal> trail_;        // what holds, in order
  std::vector<std::uint32_t> choices_, marks_;  // where on the trail, and in the notes, levels begin
  std::vector<std::uint32_t> notes_{0};         // reasons: a size, then literals
  std::size_t told_ = 0;                        // up to where the trail is propagated
  std::size_t locked_ = 0;                      // up to where overlaps were looked at
  std::vector<std::uint32_t> changed_;          // groups to look at
  std::vector<std::uint8_t> is_changed_;
  std::vector<std::uint32_t> due_;
  std::vector<std::uint8_t> is_due_;
  Facts seen_by_rules_{*this};
  Propagation<Facts> propagation_{seen_by_rules_};
  std::vector<std::vector<Watch>> watches_;
  std::vector<std::uint32_t> arena_, learned_clauses_;
  std::vector<Literal> facts_;  // learned clauses of one literal
  std::size_t room_ = 2000;

  bool dead_ = false, chosen_yet_ = false, answered_ = false;
  Reason failed_why_ = because_nothing;
  Literal failed_ = nobody;
  std::vector<std::uint32_t> plan_;
  std::size_t planned_ = 0;
  std::vector<Literal> assumed_, core_;
  bool refuted_ = false;     // there is no answer, whatever is assumed
  std::uint32_t floor_ = 0;  // levels up to here are turned round, not jumped over
  std::vector<Literal> cause_, learned_;  // of the last dead end; the clause that is learned
  std::vector<std::uint32_t> touched_, stamps_;
  std::uint32_t stamp_ = 0;
  std::vector<std::uint8_t> seen_;
  std::vector<double> activity_;
  double step_ = 1;
  std::vector<std::uint8_t> held_;  // whether a bool held when the search had got farthest
  std::size_t farthest_ = 0;        // how long the trail was then

  std::size_t root_ = ~std::size_t{0};
  std::vector<std::uint64_t> root_left_;
  std::vector<std::uint32_t> open_, open_wide_;
  std::uint64_t dead_ends_ = 0, restarts_ = 0, restart_at_ = restart_unit;
  std::uint32_t deepest_ = 0;
  std::vector<std::uint32_t> heap_, place_;  // bools by how lively they are
  std::vector<std::uint8_t> phase_;          // what each was last
  bool started_from_answer_ = false;
  static constexpr std::int64_t no_limit = std::int64_t{1} << 60;
  std::int64_t limit_ = no_limit;  // what the objective may be
};

}  // namespace clew
