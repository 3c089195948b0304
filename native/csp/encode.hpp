// Any CSP of model.hpp in the language of clauses.hpp.
//
// A bool for each value of each variable, and an exact group for each variable: variables.hpp. Then
//
//   all-different  the bools of one value in a scope are a group: an exact one if there are no more
//                  values than variables, for then each value has a place (a hidden single is a
//                  group with one left, as a naked single is); pairs are gathered first, see
//                  cliques.hpp
//   less           x <= k as a bool for each k, so that bounds pass along chains of signs as
//                  clauses of two literals
//   table          for two variables what supports each value; else a bool for each row
//   distance       what supports each value
//   parity         a bool for each prefix of the scope: whether it is odd so far
//   sum            a total: by bounds, see propagators.hpp
//   steps          a bool for each step and length; an exact group for each step, and for each
//                  length that is used once; a count where it is used more often
//
// encode_numbers.hpp, encode_lines.hpp and encode_schedule.hpp have the other rules. A rule under a condition is stated
// with a guard, see variables.hpp.
//
// The bools that are added are determined by those of the variables, by propagation alone, so each
// answer is found once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "common/poll.hpp"
#include "csp/cages.hpp"
#include "csp/cliques.hpp"
#include "csp/encode_lines.hpp"
#include "csp/encode_numbers.hpp"
#include "csp/encode_schedule.hpp"
#include "csp/model.hpp"
#include "csp/variables.hpp"

namespace clew {

class Encoding : public Variables {
 public:
  Encoding(const Model& model, std::span<const Mask> domains, std::size_t words = 1,
           Cages::Effort effort = Cages::Effort::full)
      : Variables(domains, words), model_(model), values_alike_(words == 1 && alike(model)) {
    Cliques pairs(size());
    const bool caged = words == 1 && has_cages(model);
    const Cages cages(caged ? model.rules() : std::vector<Rule>(), domains, effort);
    for (const Cages::Sets& each : cages.sets()) state_sets(each);
    for (const Cages::Equation& each : cages.equations()) state_equation(each);
    for (const Rule& rule : model.rules()) {
      if (cages.covers(rule)) continue;
      poll(64 * static_cast<std::int64_t>(rule.scope.size() + rule.numbers.size()));
      if (is_pair(rule))
        pairs.add(rule.scope[0], rule.scope[1]);
      else
        add(rule.kind, rule.scope, rule.numbers);
    }
    for (const auto& scope : pairs.cover()) all_different(scope, {});
    relax();
    clauses_.finish();
  }

  // Whether there may be cages among the rules: see cages.hpp.
  static bool has_cages(const Model& model) {
    return std::any_of(model.rules().begin(), model.rules().end(), [](const Rule& rule) {
      return rule.kind == RuleKind::sum || rule.kind == RuleKind::table;
    });
  }

  // Whether no rule tells one value from another.
  bool values_alike() const { return values_alike_; }
  // The largest scope whose variables all differ.
  std::span<const Variable> widest() const { return widest_; }

 private:
  using Numbers = std::span<const std::int64_t>;
  using Scope = std::span<const Variable>;

  // The variables have together the values of one of the masks: a bool for each mask, and one for
  // each value that is in none. All of it is exact groups. The sets of a sum are choices; those of a
  // line aren't: four hard renbans take 3.0 s so, to prove one solution each, and 5.4 s otherwise.
  void state_sets(const Cages::Sets& sets) {
    if (sets.masks.empty()) return contradict();
    Mask some = 0, all = ~Mask{0}, here = 0;
    for (const Mask mask : sets.masks) some |= mask, all &= mask;
    for (const Variable x : sets.scope) here |= domain(x)[0];
    Bools chosen;
    if (sets.masks.size() > 1)
      for (std::size_t k = 0; k < sets.masks.size(); ++k) chosen.push_back(clauses_.add_bool());
    if (chosen.size() > 1) clauses_.add_exact(chosen, !sets.is_sum);
    for (Mask rest = here | some; rest; rest &= rest - 1) {
      const int value = std::countr_zero(rest);
      Bools places;
      for (const Variable x : sets.scope)
        if (has(x, value)) places.push_back(is(x, value));
      if (!(some >> value & 1)) {
        for (const std::uint32_t b : places) clause({no(b)});
      } else if (all >> value & 1) {
        one_of(places);
      } else {
        const std::uint32_t absent = clauses_.add_bool();
        places.push_back(absent);
        Bools with{absent};
        for (std::size_t k = 0; k < chosen.size(); ++k)
          if (sets.masks[k] >> value & 1) with.push_back(chosen[k]);
        if (places.size() > 1)
          clauses_.add_exact(places, !sets.is_sum);
        else
          clause({yes(absent)});
        if (with.size() > 1) clauses_.add_exact(with, !sets.is_sum);
      }
    }
  }

  void state_equation(const Cages::Equation& equation) {
    std::vector<Term> terms;
    for (const Variable x : equation.plus) terms.push_back(number_term(x, 1));
    for (const Variable x : equation.minus) terms.push_back(number_term(x, -1));
    total(std::move(terms), equation.total, equation.total);
  }
  Term number_term(Variable x, std::int64_t factor) {
    std::vector<std::int64_t> numbers;
    each_value(x, [&](int value) { numbers.push_back(factor * value); });
    return term(x, std::move(numbers));
  }

  // A rule about the objective that follows from all sums together.
  void relax() {
    if (objective_sums.empty()) return;
    for (const Rule& rule : model_.rules())
      if (rule.kind == RuleKind::circuit ||
          (rule.kind == RuleKind::all_different && rule.numbers.empty()))
        once_each(rule.scope);
    if (rows.empty()) return;
    const Relaxation::Surrogate found = Relaxation(with_barred_dear(objective_sums), rows).best();
    if (!found.scale) return;
    std::vector<Term> terms;
    std::int64_t shift = found.shift;
    for (const auto& [x, sum] : found.sums) {
      if (std::adjacent_find(sum.begin(), sum.end(), std::not_equal_to<>()) == sum.end())
        shift -= sum.front();
      else
        terms.push_back(term(x, sum));
    }
    minimise(std::move(terms), found.scale, shift);
  }

  static constexpr std::size_t most_once = 64;  // the rows' numbers grow with the cube of it

  // Sums for the relaxation, if as many variables differ as they have values: each value once.
  void once_each(Scope scope) {
    if (scope.size() > most_once) return;
    if (std::set<Variable>(scope.begin(), scope.end()).size() < scope.size()) return;
    std::map<int, Relaxation::Sums> places;
    for (const Variable x : scope) each_value(x, [&](int value) { places[value]; });
    if (places.size() != scope.size()) return;
    for (auto& place : places) {
      for (const Variable x : scope)
        each_value(x, [&](int value) { place.second[x].push_back(value == place.first); });
      rows.push_back({std::move(place.second), 1, 1});
    }
  }

  // The costs, where a value that no answer has costs more than all others together.
  Relaxation::Sums with_barred_dear(Relaxation::Sums sums) const {
    std::int64_t dear = 1;
    for (const auto& [x, numbers] : sums)
      for (const std::int64_t number : numbers) dear = std::max(dear, std::abs(number));
    dear *= static_cast<std::int64_t>(2 * sums.size());
    for (const auto& [x, place] : barred)
      if (const auto found = sums.find(x); found != sums.end()) found->second[place] = dear;
    return sums;
  }

  void add(RuleKind kind, Scope scope, Numbers numbers) {
    NumberReader reader(numbers);
    NumberRules of_numbers(*this);
    LineRules of_lines(*this);
    ScheduleRules of_schedules(*this);
    switch (kind) {
      case RuleKind::all_different: return all_different(scope, numbers);
      case RuleKind::less: return less(scope[0], scope[1]);
      case RuleKind::table: return table(scope, numbers);
      case RuleKind::sum: return sum(scope, numbers[0]);
      case RuleKind::parity: return parity(scope, numbers[0] != 0);
      case RuleKind::distance: return distance(scope[0], scope[1], numbers[0]);
      case RuleKind::steps: return steps(scope, numbers);
      case RuleKind::linear: return of_numbers.linear(scope, reader);
      case RuleKind::clause: return of_numbers.clause(scope, reader);
      case RuleKind::count: return of_numbers.count(scope, reader);
      case RuleKind::product: return product(scope, reader);
      case RuleKind::absolute: return absolute(scope, reader);
      case RuleKind::element: return of_numbers.element(scope, reader);
      case RuleKind::regular: return of_lines.regular(scope, reader);
      case RuleKind::visible: return of_lines.visible(scope, reader);
      case RuleKind::lex: return of_lines.lex(scope, reader);
      case RuleKind::circuit: return circuit(scope, reader);
      case RuleKind::connected: return of_lines.connected(scope, reader);
      case RuleKind::only_if: return conditional(scope, reader);
      case RuleKind::test: return of_lines.test(scope, model_.test(reader.next()));
      case RuleKind::minimise: return of_numbers.minimise(scope, reader);
      case RuleKind::disjunctive: return of_schedules.disjunctive(scope, reader);
      case RuleKind::cumulative: return of_schedules.cumulative(scope, reader);
      case RuleKind::packing: return of_schedules.packing(scope, reader);
      case RuleKind::maximum: return of_numbers.maximum(scope, reader);
    }
  }

  // The literals of the condition, then the kind of the rule and how many variables it has.
  void conditional(Scope scope, NumberReader& reader) {
    if (guarded()) refuse("found a condition under a condition");
    const std::size_t conditions = reader.place(reader.rest().size(), "so many conditions");
    const Literal guard = all_of(NumberRules(*this).literals(scope, reader, conditions));
    const auto kind = static_cast<RuleKind>(reader.place(rule_kinds, "kind"));
    const std::size_t arity = reader.place(scope.size() + 1, "so many variables");
    const Rule rule{kind, scope.last(arity), reader.rest()};
    Model::check(rule, [](const auto&... pieces) { refuse(pieces...); });
    if (kind == RuleKind::minimise) refuse("found an objective under a condition");
    if (guard == never) return;
    only_if(guard);
    add(kind, rule.scope, rule.numbers);
    only_if(always);
  }

  // ---- all different

  static bool alike(const Model& model) {
    const auto plain = [](const Rule& rule) {
      return rule.kind == RuleKind::all_different && rule.numbers.empty();
    };
    return std::all_of(model.rules().begin(), model.rules().end(), plain);
  }
  static bool is_pair(const Rule& rule) {
    return rule.kind == RuleKind::all_different && rule.scope.size() == 2 &&
           rule.numbers.empty() && rule.scope[0] != rule.scope[1];
  }

  void all_different(Scope scope, Numbers offsets) {
    if (offsets.empty() && scope.size() > widest_.size() && !guarded())
      widest_.assign(scope.begin(), scope.end());
    std::map<std::int64_t, Bools> places;
    for (std::size_t i = 0; i < scope.size(); ++i)
      each_value(scope[i], [&](int value) {
        places[value + (offsets.empty() ? 0 : offsets[i])].push_back(is(scope[i], value));
      });
    if (places.size() < scope.size()) return contradict();
    const bool exact = places.size() == scope.size() && !guarded();
    for (auto& [value, bools] : places) {
      twice_in(bools);
      if (exact)
        one_of(bools);
      else
        at_most_one(bools);
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
    each_value(y, [&](int top) { clause({up_to(y, top) ^ 1, up_to(x, top - 1)}); });
  }

  // ---- table and distance

  void table(Scope scope, Numbers flat) {
    if (scope.empty()) {  // nothing is said that flat numbers could hold
      if (guarded()) refuse("found a table of nothing under a condition");
      return;
    }
    std::vector<Numbers> rows;
    for (std::size_t at = 0; at < flat.size(); at += scope.size())
      if (const Numbers row = flat.subspan(at, scope.size()); possible(scope, row))
        rows.push_back(row);
    const bool pair = scope.size() == 2 && scope[0] != scope[1];
    if (scope.size() == 1 || pair) return pair_table(scope, rows);
    std::map<std::uint32_t, Bools> with;  // the rows that a bool of a variable is in
    for (const Numbers row : rows) {
      const std::uint32_t taken = clauses_.add_bool();
      Literals cells{yes(taken)};
      for (std::size_t i = 0; i < scope.size(); ++i) {
        const std::uint32_t cell = is(scope[i], static_cast<int>(row[i]));
        define({no(taken), yes(cell)});
        cells.push_back(no(cell));
        with[cell].push_back(taken);
      }
      if (guarded()) define(cells);  // else there is no other row
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
    std::vector<std::int64_t> numbers{0, total};  // the relation, the total, and the factors
    numbers.resize(scope.size() + 2, 1);
    NumberReader reader(numbers);
    NumberRules(*this).linear(scope, reader);
  }

  void product(Scope scope, NumberReader& reader) {
    three(scope, reader, [](auto x, auto y) { return x * y; }, &NumberRules::multiply);
  }
  void absolute(Scope scope, NumberReader& reader) {
    three(scope, reader, [](auto x, auto y) { return std::abs(x - y); }, &NumberRules::subtract);
  }

  // The third is a function of the others: a table of it, or another way if that is too large.
  template <class Result, class Otherwise>
  void three(Scope scope, NumberReader& reader, Result result, Otherwise otherwise) {
    if (scope.size() != 3) refuse("found ", scope.size(), " variables, expected three");
    NumberRules rules(*this);
    const auto numbers = rules.numbers_of(scope, reader);
    for (const auto& some : numbers)
      for (const std::int64_t number : some)
        if (std::abs(number) > std::int64_t{1} << 30) refuse("found numbers that are too large");
    std::vector<std::int64_t> flat;
    if (rules.rows(scope, numbers, result, flat))
      table(scope, flat);
    else
      (rules.*otherwise)(scope, numbers);
  }

  void circuit(Scope scope, NumberReader& reader) {
    if (!scope.empty()) all_different(scope, {});
    LineRules(*this).circuit(scope, reader);
  }

  void parity(Scope scope, bool odd) {
    const std::uint32_t start = clauses_.add_bool();
    define({no(start)});
    Literal so_far = yes(start);
    for (const Variable x : scope) {
      const Literal then = yes(clauses_.add_bool()), before = so_far, is_odd = odd_of(x);
      define({then ^ 1, before, is_odd});
      define({then ^ 1, before ^ 1, is_odd ^ 1});
      define({then, before ^ 1, is_odd});
      define({then, before, is_odd ^ 1});
      so_far = then;
    }
    clause({so_far ^ Literal{!odd}});
  }

  // "x is odd".
  Literal odd_of(Variable x) {
    Bools odds;
    each_value(x, [&](int value) {
      if (value % 2) odds.push_back(is(x, value));
    });
    if (count(x) == 2 && odds.size() == 1) return yes(odds[0]);
    const Literal odd = yes(clauses_.add_bool());
    std::vector<Literal> some_odd{odd ^ 1}, some_even{odd};
    each_value(x, [&](int value) {
      define({no(is(x, value)), value % 2 ? odd : odd ^ 1});
      (value % 2 ? some_odd : some_even).push_back(yes(is(x, value)));
    });
    define(some_odd);
    define(some_even);
    return odd;
  }

  // ---- steps

  void steps(Scope scope, Numbers lengths) {
    if (guarded()) refuse("found steps under a condition");
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
      clause(literals);
    });
  }

  // So many of the bools are true.
  void exactly(const Bools& bools, std::size_t number) {
    if (number == 1) return one_of(bools);
    std::vector<Term> terms;
    for (const std::uint32_t b : bools) terms.push_back(term(yes(b)));
    const auto wanted = static_cast<std::int64_t>(number);
    total(std::move(terms), wanted, wanted);
  }

  const Model& model_;  // only while it is encoded
  std::vector<Variable> widest_;
  bool values_alike_;
};

}  // namespace clew
