// The rules that are no clauses: what follows from them, and why.
//
// Each is a function of what is left of its groups, called when one of these lost a bool and all
// else is propagated. `Facts` is the learner: it says what holds, and takes what follows together
// with its reason, the literals that are false and would have to be true for it not to follow.
//
// A total is kept by its bounds: where the others are as low as they can be, this one may be so
// high. The reason for it are the values below the others' lowest. A wide variable gives reasons and
// loses values block by block, so that both are as short as those of a small one. A circuit
// forbids the arc that would close a path too early, and a connection what cannot be reached. A
// function of the user's is called once one variable at most is open.
//
// Measured: SEND + MORE = MONEY proven unique in 4 nodes. Explaining a product by the bounds of the
// other two, and testing each value, is quadratic in the worst case; a table is used below 50,000
// rows (encode.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "csp/bins.hpp"
#include "csp/clauses.hpp"
#include "csp/schedule.hpp"
#include "csp/terms.hpp"

namespace clew {

template <class Facts>
class Propagation : TermReader<Facts> {
 public:
  using Term = Clauses::Term;
  using Terms = std::vector<Term>;

  explicit Propagation(Facts& facts) : TermReader<Facts>(facts), schedules_(facts), bins_(facts) {}

  void operator()(const Clauses::Disjunctive& rule) { schedules_.propagate(rule); }
  void operator()(const Clauses::Cumulative& rule) { schedules_.propagate(rule); }
  void operator()(const Clauses::Packing& rule) { bins_.propagate(rule); }

  void operator()(const Clauses::Total& total) {
    if (total.guard != always && facts_.truth(total.guard) < 0) return;
    look(total.terms);
    if (total.unlike) return differ(total);
    if (total.objective && facts_.limit() >= no_limit) return;
    const std::int64_t limit = total.objective ? total.scale * facts_.limit() + total.shift : total.most;
    std::int64_t least = 0, most = 0;
    for (std::size_t i = 0; i < total.terms.size(); ++i) {
      least += low(total.terms[i], ends_[i]);
      most += high(total.terms[i], ends_[i]);
    }
    const std::size_t nobody = total.terms.size();
    if (least > limit) return refute(total, true, least - limit - 1);
    if (most < total.least) return refute(total, false, total.least - most - 1);
    if (!in_force(total)) return;
    for (std::size_t i = 0; i < nobody && !facts_.dead(); ++i) {
      const std::int64_t lowest = low(total.terms[i], ends_[i]);
      const std::int64_t highest = high(total.terms[i], ends_[i]);
      if (lowest == highest) continue;
      const std::int64_t top = limit - (least - lowest);
      const std::int64_t bottom = total.least - (most - highest);
      if (highest > top) cut(total, i, true, top);
      if (lowest < bottom && !facts_.dead()) cut(total, i, false, bottom);
    }
  }

  // A value goes if no product of the others' bounds can go with it.
  void operator()(const Clauses::Product& product) {
    look(product.terms);
    const auto [x, y, z] = spans(product.terms);
    const auto meet = [](Span a, Span b) { return a.low <= b.high && b.low <= a.high; };
    keep(product.terms, 2, [&, x = x, y = y](std::int64_t n) { return meet({n, n}, times(x, y)); });
    keep(product.terms, 0, [&, y = y, z = z](std::int64_t n) { return meet(times({n, n}, y), z); });
    keep(product.terms, 1, [&, x = x, z = z](std::int64_t n) { return meet(times(x, {n, n}), z); });
  }

  // Follows each path of arcs that are decided from its first node to its last. It may not close
  // while a node off it has to be visited; once it is closed, the nodes off it are left out.
  void operator()(const Clauses::Circuit& circuit) {
    const Terms& terms = circuit.terms;
    const std::size_t size = terms.size();
    look(terms);
    next_.assign(size, size);
    is_first_.assign(size, 1);
    for (std::size_t i = 0; i < size; ++i) {
      if (!is_fixed(ends_[i])) continue;
      next_[i] = static_cast<std::size_t>(terms[i].numbers[ends_[i].first]);
      if (next_[i] >= size) return;
      is_first_[next_[i]] = 0;
    }
    path_of_.assign(size, size);  // its first node
    for (std::size_t first = 0; first < size && !facts_.dead(); ++first) {
      if (!is_first_[first]) continue;
      path_.clear();
      std::size_t last = first;
      for (; next_[last] != size; last = next_[last]) {
        if (path_.size() >= size) return;  // two arcs lead to one node: others will see it
        path_.push_back(last);
        path_of_[last] = first;
      }
      path_of_[last] = first;
      if (path_.empty() || path_.size() + 1 == size) continue;
      if (const auto needed = visited_off_path(circuit, first); needed != size)
        forbid(circuit, last, first, needed);
    }
    for (std::size_t i = 0; i < size && !facts_.dead(); ++i)
      if (path_of_[i] == size && (circuit.out.empty() || next_[i] != i)) close(circuit, i);
  }

  // What cannot be reached from one that is certain is out.
  void operator()(const Clauses::Connection& connection) {
    const auto& literals = connection.literals;
    std::size_t start = 0;
    while (start < literals.size() && !holds(literals[start])) ++start;
    if (start == literals.size()) return;
    std::vector<std::uint8_t> met(literals.size(), 0);
    std::vector<std::size_t> frontier{start};
    std::vector<Literal> reason;  // the first is in, what surrounds it is out
    met[start] = 1;
    if (literals[start] != always) reason.push_back(literals[start] ^ 1);
    while (!frontier.empty()) {
      const std::size_t here = frontier.back();
      frontier.pop_back();
      for (const std::uint32_t there : connection.neighbours[here]) {
        if (met[there]) continue;
        met[there] = 1;
        if (!fails(literals[there]))
          frontier.push_back(there);
        else if (literals[there] != never)
          reason.push_back(literals[there]);
      }
    }
    auto why = facts_.nothing();
    for (std::size_t i = 0; i < literals.size() && !facts_.dead(); ++i) {
      if (met[i] || fails(literals[i])) continue;
      if (why == facts_.nothing()) why = facts_.note([&](auto write) {
        for (const Literal literal : reason) write(literal);
      });
      if (literals[i] == always) return facts_.contradict(why);
      facts_.force(literals[i] ^ 1, why);
    }
  }

  void operator()(const Clauses::Test& test) {
    look(test.terms);
    std::size_t open = 0;
    bool several = false, any = false;
    for (std::size_t i = 0; i < test.terms.size(); ++i) {
      if (is_fixed(ends_[i])) continue;
      several = any;
      any = true;
      open = i;
      if (several) return;
    }
    numbers_.clear();
    for (std::size_t i = 0; i < test.terms.size(); ++i)
      numbers_.push_back(test.terms[i].numbers[ends_[i].first]);
    const Reason why = facts_.note([&](auto write) {
      for (std::size_t i = 0; i < test.terms.size(); ++i)
        if (i != open || !any) write(no(bool_of(test.terms[i], ends_[i].first)));
    });
    if (!any) {
      if (!test.holds(numbers_)) facts_.contradict(why);
      return;
    }
    drop(
        test.terms[open], ends_[open],
        [&](std::int64_t number) {
          numbers_[open] = number;
          return test.holds(numbers_);
        },
        why);
  }

 private:
  using Reader = TermReader<Facts>;
  using typename Reader::Ends;
  using Reader::bool_of, Reader::ends, Reader::facts_, Reader::fails, Reader::group, Reader::high,
      Reader::holds, Reader::is_fixed, Reader::low;
  using Reason = typename Facts::Reason;
  static constexpr std::int64_t no_limit = std::int64_t{1} << 60;

  struct Span {
    std::int64_t low, high;
  };

  bool in_force(const Clauses::Total& total) const { return holds(total.guard); }

  // ---- terms

  // Notes where all terms end: later on, some may have lost more than their groups know.
  void look(const Terms& terms) {
    ends_.clear();
    for (const Term& term : terms) ends_.push_back(ends(term));
  }

  // Writes the literals of the values before `end`, or after it, all false; blocks where it can.
  template <class Write>
  void before(const Term& term, std::size_t end, Write write) const {
    std::size_t value = 0;
    if (term.wide)
      for (; value + Clauses::block <= end; value += Clauses::block)
        write(yes(facts_.exact(term.group)[value / Clauses::block]));
    for (; value < end; ++value) write(yes(bool_of(term, value)));
  }

  template <class Write>
  void after(const Term& term, std::size_t end, Write write) const {
    std::size_t value = end + 1;
    if (term.wide)
      for (; value < term.numbers.size() && value % Clauses::block; ++value)
        write(yes(bool_of(term, value)));
    for (; value < term.numbers.size(); value += term.wide ? Clauses::block : 1)
      write(yes(term.wide ? facts_.exact(term.group)[value / Clauses::block]
                          : bool_of(term, value)));
  }

  // What keeps a term at least, or at most, where it is.
  template <class Write>
  void bounded(const Term& term, Ends ends, bool at_least, Write write) const {
    if (at_least == term.rising)
      before(term, ends.first, write);
    else
      after(term, ends.last, write);
  }

  // Takes away each value whose number is not `good`; of a wide variable whole blocks where it can.
  template <class Good>
  void drop(const Term& term, Ends ends, Good good, Reason why) {
    if (!term.wide) return drop_from(term.group, term.numbers.data(), 0, good, why);
    const auto numbers = term.numbers.begin();
    for (std::size_t block = ends.first / Clauses::block; block <= ends.last / Clauses::block;
         ++block) {
      const std::size_t first = block * Clauses::block;
      const std::size_t end = std::min(first + Clauses::block, term.numbers.size());
      if (std::none_of(numbers + first, numbers + end, good))
        facts_.force(no(facts_.exact(term.group)[block]), why);
      else
        drop_from(group(term, block), term.numbers.data() + first, 1, good, why);
    }
  }

  // Takes values from one group; its first number belongs to the bool at `shift`.
  template <class Good>
  void drop_from(std::uint32_t group, const std::int64_t* numbers, int shift, Good good,
                 Reason why) {
    const auto bools = facts_.exact(group);
    for (std::uint64_t rest = facts_.left(group) >> shift; rest && !facts_.dead(); rest &= rest - 1) {
      const int at = std::countr_zero(rest);
      if (!good(numbers[at])) facts_.force(no(bools[static_cast<std::size_t>(at + shift)]), why);
    }
  }

  // ---- totals

  // Why a term cannot be above, or below, where the others' bounds leave it. The slack weakens the
  // bounds in the reason, or leaves them out.
  Reason because(const Clauses::Total& total, std::size_t but, bool at_least, std::int64_t slack) {
    return facts_.note([&](auto write) {
      if (total.guard != always && but < total.terms.size()) write(total.guard ^ 1);
      lifted_.clear();
      for (std::size_t i = 0; i < total.terms.size(); ++i) {
        if (i == but) continue;
        const Term& term = total.terms[i];
        const bool first = at_least == term.rising;  // it is the first place that counts
        const std::size_t at = first ? ends_[i].first : ends_[i].last;
        if (at == (first ? 0 : term.numbers.size() - 1)) continue;
        const std::int64_t lost =
            std::abs(term.numbers[at] - (first ? term.numbers.front() : term.numbers.back()));
        if (lost <= slack)
          slack -= lost;
        else
          lifted_.push_back(i);
      }
      for (const std::size_t i : lifted_) {
        const Term& term = total.terms[i];
        const bool first = at_least == term.rising;
        std::size_t at = first ? ends_[i].first : ends_[i].last;
        const std::int64_t number = term.numbers[at];
        while (std::abs(number - term.numbers[first ? at - 1 : at + 1]) <= slack) first ? --at : ++at;
        slack -= std::abs(number - term.numbers[at]);
        write(first ? term.upto[at - 1] : term.upto[at] ^ 1);
      }
    });
  }

  // The bounds of all terms together are too much, or too little.
  void refute(const Clauses::Total& total, bool at_least, std::int64_t slack) {
    const Reason why = because(total, total.terms.size(), at_least, slack);
    if (total.guard == always)
      facts_.contradict(why);
    else
      facts_.force(total.guard ^ 1, why);
  }

  // A term is at most `end`, or at least.
  void cut(const Clauses::Total& total, std::size_t i, bool above, std::int64_t end) {
    const Term& term = total.terms[i];
    if (above == term.rising) {  // places from the last one on go
      std::size_t last = ends_[i].last;
      while (above ? term.numbers[last] > end : term.numbers[last] < end) --last;
      const std::int64_t slack = std::abs(term.numbers[last + 1] - end) - 1;
      facts_.force(term.upto[last], because(total, i, above, slack));
    } else {
      std::size_t first = ends_[i].first;
      while (above ? term.numbers[first] > end : term.numbers[first] < end) ++first;
      const std::int64_t slack = std::abs(term.numbers[first - 1] - end) - 1;
      facts_.force(term.upto[first - 1] ^ 1, because(total, i, above, slack));
    }
  }

  // Once all terms but one are decided, one number is left that must not be.
  void differ(const Clauses::Total& total) {
    std::size_t open = total.terms.size();
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < total.terms.size(); ++i) {
      if (is_fixed(ends_[i]))
        sum += total.terms[i].numbers[ends_[i].first];
      else if (open == total.terms.size())
        open = i;
      else
        return;
    }
    const bool closed = open == total.terms.size();
    if (closed ? sum != total.least : !in_force(total)) return;
    const Reason why = facts_.note([&](auto write) {
      if (total.guard != always && in_force(total)) write(total.guard ^ 1);
      for (std::size_t i = 0; i < total.terms.size(); ++i)
        if (i != open) write(no(bool_of(total.terms[i], ends_[i].first)));
    });
    if (!closed)
      drop(total.terms[open], ends_[open],
           [=, missing = total.least - sum](std::int64_t number) { return number != missing; }, why);
    else if (in_force(total))
      facts_.contradict(why);
    else
      facts_.force(total.guard ^ 1, why);
  }

  // ---- products

  std::array<Span, 3> spans(const Terms& terms) const {
    std::array<Span, 3> out;
    for (std::size_t i = 0; i < 3; ++i)
      out[i] = {low(terms[i], ends_[i]), high(terms[i], ends_[i])};
    return out;
  }

  static Span times(Span a, Span b) {
    const auto [low, high] =
        std::minmax({a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high});
    return {low, high};
  }

  template <class Good>
  void keep(const Terms& terms, std::size_t i, Good good) {
    if (facts_.dead() || std::all_of(terms[i].numbers.begin() + ends_[i].first,
                                     terms[i].numbers.begin() + ends_[i].last + 1, good))
      return;
    const Reason why = facts_.note([&](auto write) {
      for (std::size_t j = 0; j < 3; ++j) {
        if (j == i) continue;
        bounded(terms[j], ends_[j], true, write);
        bounded(terms[j], ends_[j], false, write);
      }
    });
    drop(terms[i], ends_[i], good, why);
  }

  // ---- circuits

  // A node that has to be visited and is not on the path with this first node; else the number of
  // nodes.
  std::size_t visited_off_path(const Clauses::Circuit& circuit, std::size_t first) const {
    std::size_t i = 0;
    while (i < path_of_.size() &&
           (path_of_[i] == first || (!circuit.out.empty() && !fails(circuit.out[i]))))
      ++i;
    return i;
  }

  // Because of the path, and because this node is not left out, if it may be.
  Reason along_path(const Clauses::Circuit& circuit, std::size_t needed) {
    return along_path(circuit.terms, circuit.out.empty() ? never : circuit.out[needed]);
  }
  Reason along_path(const Terms& terms, Literal out = never) {
    return facts_.note([&](auto write) {
      for (const std::size_t i : path_) write(no(bool_of(terms[i], ends_[i].first)));
      if (out != never) write(out);
    });
  }

  void forbid(const Clauses::Circuit& circuit, std::size_t last, std::size_t first,
              std::size_t needed) {
    const Term& term = circuit.terms[last];
    const auto target = static_cast<std::int64_t>(first);
    if (std::find(term.numbers.begin(), term.numbers.end(), target) == term.numbers.end()) return;
    drop(term, ends_[last], [=](std::int64_t number) { return number != target; },
         along_path(circuit, needed));
  }

  // A round that is closed: the nodes off it are left out.
  void close(const Clauses::Circuit& circuit, std::size_t first) {
    path_.clear();
    std::size_t here = first;
    do {
      if (next_[here] == next_.size() || path_.size() > next_.size()) return;
      path_.push_back(here);
      here = next_[here];
    } while (here != first);
    for (const std::size_t i : path_) path_of_[i] = first;
    for (std::size_t i = 0; i < next_.size() && !facts_.dead(); ++i) {
      if (path_of_[i] == first) continue;
      if (circuit.out.empty() || fails(circuit.out[i]))
        return facts_.contradict(along_path(circuit, i));
      if (!holds(circuit.out[i])) facts_.force(circuit.out[i], along_path(circuit.terms));
    }
  }

  Scheduling<Facts> schedules_;
  Bins<Facts> bins_;
  std::vector<Ends> ends_;
  std::vector<std::size_t> next_, path_, path_of_, lifted_;
  std::vector<std::int64_t> numbers_;  // a function is called with
  std::vector<std::uint8_t> is_first_;
};

}  // namespace clew
