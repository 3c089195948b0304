// Tasks on a machine, one at a time or within a capacity: what follows, and why.
//
// One at a time. Each two tasks have a pair of bools that says which comes first, so that the search
// may choose an order, and learn about orders. Then
//
//   which is first   i isn't before j if i ends too late for the latest start of j
//   predecessors     a task starts when those before it are done, a set of them at the earliest
//   overload         a set of tasks doesn't fit between its earliest start and its latest end
//   edge finding     nor would it with one task more, so that one comes after the whole set
//                    (Carlier and Pinson, 1989; the reasons as in Vilím, 2005)
//
// Within a capacity: where a task runs in any case, what it demands is taken (time-tabling, with
// reasons for one point of time each: Schutt, Feydy, Stuckey and Wallace, 2011). The demand of a
// set of tasks has to fit between its earliest start and its latest end as well.
//
// Each rule is stated for earliest starts; in a mirror, where time runs backwards, it says the same
// of latest ends. Reasons are weakened by the slack there is.
//
// All of it is quadratic in the number of tasks for each call.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "csp/clauses.hpp"
#include "csp/terms.hpp"

namespace clew {

template <class Facts>
class Scheduling : TermReader<Facts> {
 public:
  explicit Scheduling(Facts& facts) : TermReader<Facts>(facts) {}

  void propagate(const Clauses::Disjunctive& rule) {
    before_ = &rule.before;
    guard_ = always;
    look(rule.starts, rule.durations);
    decide_orders();
    for (const bool mirrored : {false, true}) {
      if (facts_.dead()) return;
      turn(mirrored);
      follow_predecessors();
      if (!facts_.dead()) find_edges();
    }
  }

  void propagate(const Clauses::Cumulative& rule) {
    if (fails(rule.guard)) return;
    guard_ = rule.guard;
    look(rule.starts, rule.durations);
    demands_ = &rule.demands;
    capacity_ = rule.capacity;
    turn(false);
    find_overload();
    if (facts_.dead() || fails(guard_)) return;
    for (const bool mirrored : {false, true}) {
      turn(mirrored);
      tabulate();
      for (std::size_t i = 0; i < size() && holds(guard_) && !facts_.dead(); ++i) postpone(i);
      if (facts_.dead() || !holds(guard_)) return;
    }
  }

 private:
  using Reader = TermReader<Facts>;
  using Reader::ends, Reader::facts_, Reader::fails, Reader::high, Reader::holds, Reader::low;
  using Reason = typename Facts::Reason;
  using Term = Clauses::Term;
  using Time = std::int64_t;

  struct Task {
    Time earliest, latest, length;  // its first start and its last end
    Time latest_start() const { return latest - length; }
    Time earliest_end() const { return earliest + length; }
  };
  struct Segment {  // of the time-table
    Time from, to, height;
  };

  // ---- tasks, perhaps in the mirror

  void look(const std::vector<Term>& terms, const std::vector<Time>& durations) {
    terms_ = &terms;
    seen_.clear();
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const auto left = ends(terms[i]);
      seen_.push_back({low(terms[i], left), high(terms[i], left) + durations[i], durations[i]});
    }
    turn(false);
  }
  void turn(bool mirrored) {
    mirrored_ = mirrored;
    tasks_ = seen_;
    if (!mirrored) return;
    for (Task& task : tasks_) task = {-task.latest, -task.earliest, task.length};
  }
  std::size_t size() const { return tasks_.size(); }

  Literal is_before(std::size_t i, std::size_t j) const {
    return mirrored_ ? (*before_)[j * size() + i] : (*before_)[i * size() + j];
  }

  // "It starts at this time or later", and "it starts at this time or before".
  Literal from(std::size_t i, Time time) const {
    if (mirrored_) return at_most((*terms_)[i], -time - tasks_[i].length);
    return at_most((*terms_)[i], time - 1) ^ 1;
  }
  Literal starts_by(std::size_t i, Time time) const {
    if (mirrored_) return at_most((*terms_)[i], -time - tasks_[i].length - 1) ^ 1;
    return at_most((*terms_)[i], time);
  }
  Literal ends_by(std::size_t i, Time time) const { return starts_by(i, time - tasks_[i].length); }

  static Literal at_most(const Term& term, Time number) {
    const auto& numbers = term.numbers;
    if (term.rising) {
      const auto r = std::upper_bound(numbers.begin(), numbers.end(), number) - numbers.begin();
      return r == 0 ? never
             : r == static_cast<std::ptrdiff_t>(numbers.size())
                 ? always
                 : term.upto[static_cast<std::size_t>(r - 1)];
    }
    const auto r = std::partition_point(numbers.begin(), numbers.end(),
                                        [=](Time each) { return each > number; }) -
                   numbers.begin();
    return r == 0 ? always
           : r == static_cast<std::ptrdiff_t>(numbers.size())
               ? never
               : term.upto[static_cast<std::size_t>(r - 1)] ^ 1;
  }

  // ---- what follows

  // `write_all` is given what to call with each literal that holds and is part of the reason.
  template <class WriteAll>
  Reason because(WriteAll write_all) {
    return facts_.note([&](auto write) {
      const auto told = [&](Literal holding) {
        if (holding != always) write(holding ^ 1);
      };
      if (holds(guard_)) told(guard_);
      write_all(told);
    });
  }
  void force(Literal literal, Reason why) {
    if (literal == never)
      facts_.contradict(why);
    else if (literal != always)
      facts_.force(literal, why);
  }
  // The tasks don't fit: that's a dead end, or the condition is false.
  void refute(Reason why) {
    if (holds(guard_))
      facts_.contradict(why);
    else
      facts_.force(guard_ ^ 1, why);
  }

  // ---- one at a time

  void decide_orders() {
    for (std::size_t i = 0; i < size(); ++i)
      for (std::size_t j = 0; j < size() && !facts_.dead(); ++j) {
        if (i == j || fails(is_before(i, j))) continue;
        const Time last = tasks_[j].latest_start();
        if (tasks_[i].earliest_end() <= last) continue;
        force(is_before(i, j) ^ 1, because([&](auto told) {
                told(from(i, last - tasks_[i].length + 1));
                told(starts_by(j, last));
              }));
      }
  }

  void sort_by_start() {
    order_.resize(size());
    for (std::size_t i = 0; i < size(); ++i) order_[i] = i;
    std::sort(order_.begin(), order_.end(),
              [&](auto a, auto b) { return tasks_[a].earliest < tasks_[b].earliest; });
  }

  // A task starts when all before it are done: the set that is done last is a block without a gap.
  void follow_predecessors() {
    sort_by_start();
    for (std::size_t i = 0; i < size() && !facts_.dead(); ++i) {
      block_.clear();
      Time begin = 0, done = 0;
      for (const std::size_t j : order_) {
        if (j == i || !holds(is_before(j, i))) continue;
        if (block_.empty() || tasks_[j].earliest > done) {
          block_.clear();
          begin = done = tasks_[j].earliest;
        }
        block_.push_back(j);
        done += tasks_[j].length;
      }
      if (block_.empty() || done <= tasks_[i].earliest) continue;
      force(from(i, done), because([&](auto told) {
              for (const std::size_t j : block_) {
                told(is_before(j, i));
                told(from(j, begin));
              }
            }));
    }
  }

  void find_edges() {
    sort_by_start();
    for (std::size_t k = 0; k < size() && !facts_.dead(); ++k) find_edges(tasks_[k].latest);
  }

  // Of the tasks that end by then, those from each earliest start on.
  void find_edges(Time end) {
    work_.assign(size() + 1, 0);  // how long those take that are at a place of `order_` or after it
    for (std::size_t at = size(); at-- > 0;) {
      const Task& task = tasks_[order_[at]];
      const bool inside = task.latest <= end;
      work_[at] = work_[at + 1] + (inside ? task.length : 0);
      if (inside && done_from(at) > end) return overload(at, end);
    }
    std::size_t fullest = size();  // the place from which on the set would be done last
    for (std::size_t at = 0; at < size() && !facts_.dead(); ++at) {
      const std::size_t i = order_[at];
      const Task& task = tasks_[i];
      if (task.latest <= end) {
        if (fullest == size() || done_from(at) > done_from(fullest)) fullest = at;
        continue;
      }
      if (fullest != size() && done_from(fullest) + task.length > end) {
        std::size_t first = 0;  // the largest of such sets
        while (tasks_[order_[first]].latest > end || done_from(first) + task.length <= end) ++first;
        put_after(i, first, tasks_[order_[first]].earliest, end);
      } else if (work_[at] && task.earliest + work_[at] + task.length > end) {
        put_after(i, at, task.earliest, end);
      }
    }
  }

  // When those are done at the earliest that are at a place of `order_` or after it.
  Time done_from(std::size_t at) const { return tasks_[order_[at]].earliest + work_[at]; }

  template <class Told>
  void tell_set(std::size_t at, Time begin, Time end, Told told) const {
    for (std::size_t k = at; k < size(); ++k) {
      const std::size_t j = order_[k];
      if (tasks_[j].latest > end) continue;
      told(from(j, begin));
      told(ends_by(j, end));
    }
  }

  void overload(std::size_t at, Time end) {
    const Time begin = end - work_[at] + 1;  // it is no later than the earliest start
    refute(because([&](auto told) { tell_set(at, begin, end, told); }));
  }

  void put_after(std::size_t i, std::size_t at, Time begin, Time end) {
    begin = std::min(begin, end - work_[at] - tasks_[i].length + 1);
    bool written = false;
    Reason why = facts_.nothing();
    for (std::size_t k = at; k < size() && !facts_.dead(); ++k) {
      const std::size_t j = order_[k];
      if (tasks_[j].latest > end || holds(is_before(j, i))) continue;
      if (!written) why = because([&](auto told) {
        tell_set(at, begin, end, told);
        told(from(i, begin));
      });
      written = true;
      force(is_before(j, i), why);
    }
  }

  // ---- within a capacity

  void find_overload() {
    tabulate();
    for (const Segment& segment : table_)
      if (segment.height > capacity_)
        return refute(because([&](auto told) { tell_users(segment.from, 0, size(), told); }));
    sort_by_start();
    for (std::size_t k = 0; k < size(); ++k) {
      const Time end = tasks_[k].latest;
      Time energy = 0;
      for (std::size_t at = size(); at-- > 0;) {
        const Task& task = tasks_[order_[at]];
        if (task.latest > end) continue;
        energy += task.length * (*demands_)[order_[at]];
        const Time over = energy - capacity_ * (end - task.earliest);
        if (over <= 0) continue;
        const Time begin = task.earliest - (over - 1) / capacity_;
        return refute(because([&](auto told) { tell_set(at, begin, end, told); }));
      }
    }
  }

  // Where tasks run in any case.
  void tabulate() {
    steps_.clear();
    for (std::size_t i = 0; i < size(); ++i) {
      const Task& task = tasks_[i];
      if (task.latest_start() >= task.earliest_end()) continue;
      steps_.push_back({task.latest_start(), (*demands_)[i]});
      steps_.push_back({task.earliest_end(), -(*demands_)[i]});
    }
    std::sort(steps_.begin(), steps_.end());
    table_.clear();
    Time height = 0;
    for (std::size_t at = 0; at < steps_.size();) {
      const Time from = steps_[at].first;
      while (at < steps_.size() && steps_[at].first == from) height += steps_[at++].second;
      if (height > 0) table_.push_back({from, steps_[at].first, height});
    }
  }

  bool runs_at(std::size_t i, Time time) const {
    return tasks_[i].latest_start() <= time && time < tasks_[i].earliest_end();
  }

  // Enough of those that run at a time to demand more than the capacity, with so much in addition.
  template <class Told>
  void tell_users(Time time, Time more, std::size_t but, Told told) const {
    Time demand = more;
    for (std::size_t i = 0; i < size() && demand <= capacity_; ++i) {
      if (i == but || !runs_at(i, time)) continue;
      demand += (*demands_)[i];
      told(starts_by(i, time));
      told(from(i, time - tasks_[i].length + 1));
    }
  }

  // A task starts after each time at which there's too little left for it, if it would run then.
  void postpone(std::size_t i) {
    const Task& task = tasks_[i];
    if (task.earliest == task.latest_start()) return;
    const Time demand = (*demands_)[i];
    Time start = task.earliest;
    for (const Segment& segment : table_) {
      if (segment.from >= start + task.length) return;
      const Time others = segment.height - (runs_at(i, segment.from) ? demand : 0);
      if (others + demand <= capacity_) continue;
      while (start < segment.to) {
        const Time time = std::min(segment.to, start + task.length) - 1;
        const Time enough = time - task.length + 1;  // else what follows from `start` isn't known yet
        force(from(i, time + 1), because([&](auto told) {
                told(from(i, enough <= task.earliest ? enough : start));
                tell_users(time, demand, i, told);
              }));
        if (facts_.dead()) return;
        start = time + 1;
      }
    }
  }

  const std::vector<Term>* terms_ = nullptr;
  const std::vector<Literal>* before_ = nullptr;
  const std::vector<Time>* demands_ = nullptr;
  Time capacity_ = 0;
  Literal guard_ = always;
  bool mirrored_ = false;
  std::vector<Task> seen_, tasks_;
  std::vector<std::size_t> order_, block_;
  std::vector<Time> work_;
  std::vector<Segment> table_;
  std::vector<std::pair<Time, Time>> steps_;
};

}  // namespace clew
