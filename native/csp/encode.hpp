// Any CSP of model.hpp in the language of clauses.hpp.
//
// A bool for each value of each variable, and an exact group for each variable. Then
//
//   all-different  the bools of one value in a scope are a group: an exact one if there are no more
//                  values than variables, for then each value has a place (a hidden single is a
//                  group with one left, as a naked single is); pairs are gathered first, see
//                  cliques.hpp
//   less           x <= k as a bool for each k, so that bounds pass along chains of signs as
//                  clauses of two literals (Tamura et al., order encoding, 2009)
//   table          for two variables what supports each value; else a bool for each row
//   distance       what supports each value
//   parity         a bool for each prefix of the scope: whether it is odd so far
//   sum            a total: by bounds, see learning.hpp
//   steps          a bool for each step and length; an exact group for each step, and for each
//                  length that is used once; a count where it is used more often
//
// The bools that are added are determined by those of the variables, by propagation alone, so each
// answer is found once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <vector>

#include "common/poll.hpp"
#include "csp/clauses.hpp"
#include "csp/cliques.hpp"
#include "csp/model.hpp"

namespace clew {

class Encoding {
 public:
  Encoding(const Model& model, std::span<const Mask> domains)
      : domains_(domains.begin(), domains.end()), values_alike_(alike(model)) {
    for (const Mask domain : domains_) add_variable(domain);
    orders_.resize(domains_.size());
    Cliques pairs(domains_.size());
    for (const Rule& rule : model.rules()) {
      poll(64 * static_cast<std::int64_t>(rule.scope.size() + rule.numbers.size()));
      if (is_pair(rule))
        pairs.add(rule.scope[0], rule.scope[1]);
      else
        add(rule);
    }
    for (const auto& scope : pairs.cover()) all_different(scope, {});
    clauses_.finish();
  }

  const Clauses& clauses() const { return clauses_; }
  const std::vector<Mask>& domains() const { return domains_; }

  // Whether no rule tells one value from another.
  bool values_alike() const { return values_alike_; }
  // The largest scope whose variables all differ.
  std::span<const Variable> widest() const { return widest_; }

  // The bool that says that a variable is a value of its domain.
  std::uint32_t is(Variable x, int value) const {
    return first_[x] + static_cast<std::uint32_t>(std::popcount(domains_[x] & below(value)));
  }

 private:
  using Numbers = std::span<const std::int64_t>;
  using Scope = std::span<const Variable>;
  using Bools = std::vector<std::uint32_t>;

  static Mask below(std::int64_t value) { return (Mask{1} << value) - 1; }  // value < 64
  bool has(Variable x, std::int64_t value) const {
    return value >= 0 && value < Model::width && domains_[x] >> value & 1;
  }
  template <class Visit>
  void each_value(Variable x, Visit visit) const {
    for (Mask rest = domains_[x]; rest; rest &= rest - 1) visit(std::countr_zero(rest));
  }

  void clause(std::initializer_list<Literal> literals) {
    clauses_.add_clause({literals.begin(), literals.size()});
  }
  void contradict() { clause({}); }

  void add_variable(Mask domain) {
    first_.push_back(clauses_.bools());
    Bools bools;
    for (; domain; domain &= domain - 1)
      bools.push_back(clauses_.add_bool(std::countr_zero(domain)));
    clauses_.add_exact(bools);
  }

  void add(const Rule& rule) {
    switch (rule.kind) {
      case RuleKind::all_different: return all_different(rule.scope, rule.numbers);
      case RuleKind::less: return less(rule.scope[0], rule.scope[1]);
      case RuleKind::table: return table(rule.scope, rule.numbers);
      case RuleKind::sum: return sum(rule.scope, rule.numbers[0]);
      case RuleKind::parity: return parity(rule.scope, rule.numbers[0] != 0);
      case RuleKind::distance: return distance(rule.scope[0], rule.scope[1], rule.numbers[0]);
      case RuleKind::steps: return steps(rule.scope, rule.numbers);
    }
  }

  // ---- all different

  static bool alike(const Model& model) {
    return std::ranges::all_of(model.rules(), [](const Rule& rule) {
      return rule.kind == RuleKind::all_different && rule.numbers.empty();
    });
  }
  static bool is_pair(const Rule& rule) {
    return rule.kind == RuleKind::all_different && rule.scope.size() == 2 &&
           rule.numbers.empty() && rule.scope[0] != rule.scope[1];
  }

  void all_different(Scope scope, Numbers offsets) {
    if (offsets.empty() && scope.size() > widest_.size())
      widest_.assign(scope.begin(), scope.end());
    std::map<std::int64_t, Bools> places;
    for (std::size_t i = 0; i < scope.size(); ++i)
      each_value(scope[i], [&](int value) {
        places[value + (offsets.empty() ? 0 : offsets[i])].push_back(is(scope[i], value));
      });
    if (places.size() < scope.size()) return contradict();
    const bool exact = places.size() == scope.size() && scope.size() <= 64;
    for (auto& [value, bools] : places) {
      twice_in(bools);
      if (exact && bools.size() == 1)
        clause({yes(bools[0])});
      else if (exact && bools.size() <= 64)
        clauses_.add_exact(bools);
      else if (bools.size() > 1)
        clauses_.add_loose(bools);
    }
  }

  // A variable that is twice in a scope, with one offset, differs from itself: it can be nothing.
  void twice_in(Bools& bools) {
    std::sort(bools.begin(), bools.end());
    for (std::size_t i = 1; i < bools.size(); ++i)
      if (bools[i] == bools[i - 1]) clause({no(bools[i])});
    bools.erase(std::unique(bools.begin(), bools.end()), bools.end());
  }

  // ---- less

  void less(Variable x, Variable y) {
    if (x == y) return contradict();
    each_value(y, [&](int top) {
      std::vector<Literal> literals;
      if (!at_most(y, top, true, literals) && !at_most(x, top - 1, false, literals))
        clauses_.add_clause(literals);
    });
  }

  // Adds the literal "x is at most k", or its opposite, to a clause; true if the clause holds
  // anyway. A literal that cannot be is left out.
  bool at_most(Variable x, int top, bool opposite, std::vector<Literal>& literals) {
    const Mask up_to = top < 0 ? 0 : domains_[x] & (below(top) | Mask{1} << top);
    if (up_to == domains_[x] || up_to == 0) return (up_to == 0) == opposite;
    literals.push_back(order_of(x)[std::popcount(up_to) - 1] ^ Literal{opposite});
    return false;
  }

  // "x is at most its r-th value" for each r but the last.
  const std::vector<Literal>& order_of(Variable x) {
    std::vector<Literal>& order = orders_[x];
    const int size = std::popcount(domains_[x]);
    if (!order.empty() || size < 2) return order;
    const std::uint32_t first = first_[x];
    order.push_back(yes(first));
    for (int r = 1; r + 1 < size; ++r) {
      const Literal here = yes(first + r), before = order.back();
      const Literal upto = r + 2 == size ? no(first + r + 1) : yes(clauses_.add_bool());
      clause({before ^ 1, upto});
      clause({here ^ 1, upto});
      clause({here ^ 1, before ^ 1});
      clause({upto ^ 1, before, here});
      order.push_back(upto);
    }
    return order;
  }

  // ---- table and distance

  void table(Scope scope, Numbers flat) {
    if (scope.empty()) return;  // nothing is said that flat numbers could hold
    std::vector<Numbers> rows;
    for (std::size_t at = 0; at < flat.size(); at += scope.size())
      if (const Numbers row = flat.subspan(at, scope.size()); possible(scope, row))
        rows.push_back(row);
    const bool pair = scope.size() == 2 && scope[0] != scope[1];
    if (scope.size() == 1 || pair) return pair_table(scope, rows);
    std::map<std::uint32_t, Bools> with;  // the rows that a bool of a variable is in
    for (const Numbers row : rows) {
      const std::uint32_t taken = clauses_.add_bool();
      for (std::size_t i = 0; i < scope.size(); ++i) {
        const std::uint32_t cell = is(scope[i], static_cast<int>(row[i]));
        clause({no(taken), yes(cell)});
        with[cell].push_back(taken);
      }
    }
    for (const Variable x : scope)
      each_value(x, [&](int value) { supported(is(x, value), with[is(x, value)]); });
  }

  bool possible(Scope scope, Numbers row) const {
    for (std::size_t i = 0; i < scope.size(); ++i) {
      if (!has(scope[i], row[i])) return false;
      for (std::size_t j = 0; j < i; ++j)
        if (scope[i] == scope[j] && row[i] != row[j]) return false;
    }
    return true;
  }

  // One variable, or two: the values of the other that go with each.
  void pair_table(Scope scope, const std::vector<Numbers>& rows) {
    std::map<std::uint32_t, Bools> with;
    for (const Numbers row : rows) {
      const std::uint32_t a = is(scope.front(), static_cast<int>(row.front()));
      const std::uint32_t b = is(scope.back(), static_cast<int>(row.back()));
      with[a].push_back(b);
      if (a != b) with[b].push_back(a);
    }
    for (const Variable x : scope)
      each_value(x, [&](int value) { supported(is(x, value), with[is(x, value)]); });
  }

  // A bool is true only if one of others is.
  void supported(std::uint32_t b, const Bools& by) {
    std::vector<Literal> literals{no(b)};
    for (const std::uint32_t other : by) literals.push_back(yes(other));
    clauses_.add_clause(literals);
  }

  void distance(Variable x, Variable y, std::int64_t far) {
    if (x == y && far != 0) return contradict();
    if (x == y) return;
    each_value(x, [&](int value) { supported(is(x, value), at(y, value, far)); });
    each_value(y, [&](int value) { supported(is(y, value), at(x, value, far)); });
  }

  // The bools of the values of x that are so far from a value.
  Bools at(Variable x, std::int64_t value, std::int64_t far) const {
    Bools bools;
    if (has(x, value - far)) bools.push_back(is(x, static_cast<int>(value - far)));
    if (far && has(x, value + far)) bools.push_back(is(x, static_cast<int>(value + far)));
    return bools;
  }

  // ---- sums

  void sum(Scope scope, std::int64_t total) {
    if (scope.empty()) {
      if (total != 0) contradict();
      return;
    }
    clauses_.add_total({{scope.begin(), scope.end()}, total});  // the group of x is group x
  }

  void parity(Scope scope, bool odd) {
    const std::uint32_t start = clauses_.add_bool();
    clause({no(start)});
    Literal so_far = yes(start);
    for (const Variable x : scope) {
      const Literal then = yes(clauses_.add_bool()), before = so_far, is_odd = odd_of(x);
      clause({then ^ 1, before, is_odd});
      clause({then ^ 1, before ^ 1, is_odd ^ 1});
      clause({then, before ^ 1, is_odd});
      clause({then, before, is_odd ^ 1});
      so_far = then;
    }
    clause({so_far ^ Literal{!odd}});
  }

  // "x is odd".
  Literal odd_of(Variable x) {
    if (std::popcount(domains_[x]) == 2 && (domains_[x] & odds) != 0 && (domains_[x] & ~odds) != 0)
      return yes(is(x, std::countr_zero(domains_[x] & odds)));
    const Literal odd = yes(clauses_.add_bool());
    std::vector<Literal> some_odd{odd ^ 1}, some_even{odd};
    each_value(x, [&](int value) {
      clause({no(is(x, value)), value % 2 ? odd : odd ^ 1});
      (value % 2 ? some_odd : some_even).push_back(yes(is(x, value)));
    });
    clauses_.add_clause(some_odd);
    clauses_.add_clause(some_even);
    return odd;
  }

  // ---- steps

  void steps(Scope scope, Numbers lengths) {
    if (scope.size() != lengths.size() + 1 && !(scope.empty() && lengths.empty()))
      return contradict();
    std::map<std::int64_t, Bools> uses;  // for each length, the bools of the steps
    for (const std::int64_t length : lengths) uses[length];
    for (std::size_t k = 0; k + 1 < scope.size(); ++k) {
      Bools choices;
      for (auto& [length, bools] : uses) {
        bools.push_back(clauses_.add_bool());
        choices.push_back(bools.back());
        step(scope[k], scope[k + 1], length, bools.back());
        step(scope[k + 1], scope[k], length, bools.back());
      }
      exactly(choices, 1);
    }
    for (const auto& [length, bools] : uses)
      exactly(bools, static_cast<std::size_t>(std::count(lengths.begin(), lengths.end(), length)));
  }

  // If the step has this length, the next is so far from here.
  void step(Variable here, Variable there, std::int64_t length, std::uint32_t used) {
    each_value(here, [&](int value) {
      std::vector<Literal> literals{no(used), no(is(here, value))};
      for (const std::uint32_t b : at(there, value, length)) literals.push_back(yes(b));
      clauses_.add_clause(literals);
    });
  }

  // So many of the bools are true: an exact group, or a count along them.
  void exactly(const Bools& bools, std::size_t number) {
    if (number == 1 && bools.size() <= 64) return clauses_.add_exact(bools);
    const std::uint32_t never = clauses_.add_bool(), always = clauses_.add_bool();
    clause({no(never)});
    clause({yes(always)});
    std::vector<Literal> count(number + 2, yes(never));  // entry j: at least j so far
    count[0] = yes(always);
    for (const std::uint32_t b : bools) {
      std::vector<Literal> then{yes(always)};
      for (std::size_t j = 1; j < count.size(); ++j) {
        then.push_back(yes(clauses_.add_bool()));
        clause({count[j] ^ 1, then[j]});
        clause({count[j - 1] ^ 1, no(b), then[j]});
        clause({then[j] ^ 1, count[j], yes(b)});
        clause({then[j] ^ 1, count[j - 1]});
      }
      count.swap(then);
    }
    clause({count[number]});
    clause({count[number + 1] ^ 1});
  }

  static constexpr Mask odds = 0xAAAAAAAAAAAAAAAA;

  std::vector<Mask> domains_;
  std::vector<Variable> widest_;
  bool values_alike_;
  std::vector<std::uint32_t> first_;          // each variable's first bool
  std::vector<std::vector<Literal>> orders_;  // those that were needed
  Clauses clauses_;
};

}  // namespace clew
