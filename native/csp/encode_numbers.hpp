// Rules about numbers and about how many literals hold, as variables.hpp states them.
//
//   linear    a total; if all factors are 0 or 1, and 1 is wanted, a group of bools (exact cover)
//   clause    a clause
//   count     a total of literals; a group where it is one of them, or at most one
//   product   a table, or by bounds if that has more than 50,000 rows
//   absolute  |x - y| = z: a table, or two totals, one of which is in force
//   element   the chosen one of some variables is the result: clauses of three literals
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "common/expect.hpp"
#include "csp/variables.hpp"

namespace clew {

// The numbers of a rule, one after the other.
class NumberReader {
 public:
  explicit NumberReader(std::span<const std::int64_t> numbers) : rest_(numbers) {}

  std::int64_t next() { return next(1)[0]; }
  std::span<const std::int64_t> next(std::size_t count) {
    if (count > rest_.size()) refuse("found too few numbers in a rule");
    const auto out = rest_.first(count);
    rest_ = rest_.subspan(count);
    return out;
  }
  std::size_t place(std::size_t end, const char* what) {
    const std::int64_t number = next();
    if (number < 0 || number >= static_cast<std::int64_t>(end))
      refuse("found ", what, " ", number, ", expected less than ", end);
    return static_cast<std::size_t>(number);
  }
  bool empty() const { return rest_.empty(); }
  std::span<const std::int64_t> rest() const { return rest_; }

 private:
  std::span<const std::int64_t> rest_;
};

enum class Relation : std::uint8_t { equal, unlike, at_most, at_least };

class NumberRules {
 public:
  using Scope = std::span<const Variable>;
  using Number = std::int64_t;
  using Literals = Variables::Literals;
  using Term = Variables::Term;
  static constexpr std::size_t most_rows = 50'000;

  explicit NumberRules(Variables& variables) : v_(variables) {}

  // A literal is a place in the scope, a relation and a value.
  Literals literals(Scope scope, NumberReader& reader, std::size_t count) {
    Literals out;
    while (count--) out.push_back(literal(scope, reader));
    return out;
  }
  Literals literals(Scope scope, NumberReader& reader) {
    return literals(scope, reader, reader.rest().size() / 3);
  }

  void linear(Scope scope, NumberReader& reader) {
    const Relation relation = read_relation(reader);
    const Number total = reader.next();
    auto sums = added(scope, reader);
    if (!v_.guarded() && relation != Relation::unlike)
      v_.rows.push_back({sums, relation == Relation::at_most ? -Variables::infinite : total,
                         relation == Relation::at_least ? Variables::infinite : total});
    if (!v_.guarded() && total == 1 && relation != Relation::unlike && are_bits(sums))
      return of_bits(sums, relation);
    std::vector<Term> terms;
    for (auto& [x, sum] : sums) terms.push_back(v_.term(x, std::move(sum)));
    state(std::move(terms), relation, total);
  }

  // The sum that the search makes as small as possible.
  void minimise(Scope scope, NumberReader& reader) {
    if (v_.has_objective) refuse("found a second objective");
    v_.has_objective = true;
    v_.objective_sums = added(scope, reader);
    std::vector<Term> terms;
    for (const auto& [x, sum] : v_.objective_sums) terms.push_back(v_.term(x, sum));
    v_.minimise(std::move(terms));
  }

  void clause(Scope scope, NumberReader& reader) { v_.clause(literals(scope, reader)); }

  void count(Scope scope, NumberReader& reader) {
    const Relation relation = read_relation(reader);
    Number number = reader.next();
    Literals all = literals(scope, reader);
    number -= std::count(all.begin(), all.end(), always);
    std::erase_if(all, [](Literal l) { return l == always || l == never; });
    std::sort(all.begin(), all.end());
    const bool different = std::adjacent_find(all.begin(), all.end()) == all.end();
    if (number == 1 && different && relation != Relation::unlike) {
      if (relation == Relation::at_least) return v_.clause(all);
      Variables::Bools bools;
      for (const Literal literal : all) bools.push_back(v_.bool_of(literal));
      return relation == Relation::equal ? v_.cover(bools) : v_.at_most_one(bools);
    }
    std::vector<Term> terms;
    for (const Literal literal : all) terms.push_back(v_.term(literal));
    state(std::move(terms), relation, number);
  }

  // The rows of a product or of a distance, or nothing if there are too many.
  template <class Result>
  bool rows(Scope scope, const std::vector<std::vector<Number>>& numbers, Result result,
            std::vector<Number>& flat) {
    if (numbers[0].size() * numbers[1].size() > most_rows) return false;
    std::multimap<Number, std::size_t> places;
    for (std::size_t k = 0; k < numbers[2].size(); ++k) places.emplace(numbers[2][k], k);
    for (std::size_t i = 0; i < numbers[0].size(); ++i)
      for (std::size_t j = 0; j < numbers[1].size(); ++j) {
        const auto [from, to] = places.equal_range(result(numbers[0][i], numbers[1][j]));
        for (auto at = from; at != to; ++at) {
          const std::size_t row[] = {i, j, at->second};
          for (int k = 0; k < 3; ++k) flat.push_back(v_.value(scope[k], row[k]));
        }
      }
    return true;
  }

  // The numbers of the values of each variable: the values themselves, unless they are said.
  std::vector<std::vector<Number>> numbers_of(Scope scope, NumberReader& reader) {
    const bool said = !reader.empty();
    std::vector<std::vector<Number>> out;
    for (const Variable x : scope) {
      const auto all = said ? reader.next(reader.place(reader.rest().size() + 1, "so many numbers"))
                            : reader.next(0);
      out.emplace_back();
      v_.each_value(x, [&](int value) {
        if (said && static_cast<std::size_t>(value) >= all.size())
          refuse("found value ", value, " of a variable with ", all.size(), " numbers");
        out.back().push_back(said ? all[static_cast<std::size_t>(value)] : value);
      });
    }
    return out;
  }

  void multiply(Scope scope, const std::vector<std::vector<Number>>& numbers) {
    if (v_.guarded()) refuse("found a product of many values under a condition");
    Clauses::Product product;
    for (std::size_t i = 0; i < 3; ++i) {
      for (const Number number : numbers[i])
        if (std::abs(number) > widest_factor && i < 2) refuse("found a product that is too large");
      product.terms.push_back(v_.term(scope[i], numbers[i]));
    }
    const std::vector<Term> terms = product.terms;
    v_.propagate(std::move(product), terms);
  }

  // z = x - y where x is at least y, else z = y - x.
  void subtract(Scope scope, const std::vector<std::vector<Number>>& numbers) {
    if (v_.guarded()) refuse("found a distance of many values under a condition");
    const Literal forward = v_.fresh();
    const auto difference = [&](Number sign, bool less_result) {
      std::vector<Term> terms{scaled(scope[0], numbers[0], sign), scaled(scope[1], numbers[1], -sign)};
      if (less_result) terms.push_back(scaled(scope[2], numbers[2], -1));
      return terms;
    };
    for (const Number sign : {1, -1}) {
      v_.only_if(sign == 1 ? forward : forward ^ 1);
      v_.total(difference(sign, true), 0, 0);
      v_.total(difference(sign, false), sign == 1 ? 0 : 1, Variables::infinite);
    }
    v_.only_if(always);
  }

  // The number of the first says which of the others, from the third on, is the second.
  void element(Scope scope, NumberReader& reader) {
    const auto numbers = numbers_of(scope, reader);
    for (std::size_t k = 0; k < numbers[0].size(); ++k) {
      const Literal chosen = yes(v_.first(scope[0]) + static_cast<std::uint32_t>(k)) ^ 1;
      const Number at = numbers[0][k];
      if (at < 0 || at >= static_cast<Number>(scope.size()) - 2)
        v_.clause({chosen});
      else
        equate(chosen, scope[1], numbers[1], scope[at + 2], numbers[at + 2]);
    }
  }

  // The first is the largest, or the least, of the others: it is at most a value exactly if they
  // all are, or at least one.
  void maximum(Scope scope, NumberReader& reader) {
    if (scope.size() < 2) refuse("found ", scope.size(), " variables, expected two or more");
    const bool least = reader.next() != 0;
    const auto bound = [&](Variable x, int value) {
      return least ? v_.up_to(x, value - 1) ^ 1 : v_.up_to(x, value);
    };
    const Scope others = scope.subspan(1);
    std::set<int> values;
    for (const Variable x : others) {
      v_.each_value(x, [&](int value) { values.insert(value); });
      v_.each_value(scope[0], [&](int value) {
        v_.clause({bound(scope[0], value) ^ 1, bound(x, value)});
      });
    }
    for (const int value : values) {
      Literals literals{bound(scope[0], value)};
      for (const Variable x : others) literals.push_back(bound(x, value) ^ 1);
      v_.clause(literals);
    }
  }

 private:
  static constexpr Number widest_factor = Number{1} << 30;

  Literal literal(Scope scope, NumberReader& reader) {
    const Variable x = scope[reader.place(scope.size(), "place")];
    const Relation relation = read_relation(reader);
    const Number value = reader.next();
    switch (relation) {
      case Relation::equal: return v_.equals(x, value);
      case Relation::unlike: return v_.equals(x, value) ^ 1;
      case Relation::at_most: return v_.up_to(x, value);
      default: return v_.up_to(x, value - 1) ^ 1;
    }
  }

  static Relation read_relation(NumberReader& reader) {
    return static_cast<Relation>(reader.place(4, "relation"));
  }

  static Number plus(Number sum, Number factor, Number number) {
    if (std::abs(static_cast<double>(factor) * static_cast<double>(number)) > 1e17)
      refuse("found a sum that is too large");
    const Number out = sum + factor * number;
    if (std::abs(out) > Variables::infinite) refuse("found a sum that is too large");
    return out;
  }

  void state(std::vector<Term> terms, Relation relation, Number total) {
    const Number least = relation == Relation::at_most ? -Variables::infinite : total;
    const Number most = relation == Relation::at_least ? Variables::infinite : total;
    v_.total(std::move(terms), least, most, relation == Relation::unlike);
  }

  static bool are_bits(const std::map<Variable, std::vector<Number>>& sums) {
    const auto is_bit = [](Number n) { return n == 0 || n == 1; };
    return std::all_of(sums.begin(), sums.end(), [&](const auto& each) {
      return std::all_of(each.second.begin(), each.second.end(), is_bit);
    });
  }

  void of_bits(const std::map<Variable, std::vector<Number>>& sums, Relation relation) {
    Variables::Bools bools;
    for (const auto& [x, sum] : sums)
      for (std::uint32_t k = 0; k < sum.size(); ++k)
        if (sum[k]) bools.push_back(v_.first(x) + k);
    if (relation == Relation::at_least) return v_.some_of(bools);
    return relation == Relation::equal ? v_.cover(bools) : v_.at_most_one(bools);
  }

  // What each variable adds to a sum, by its values; a variable may be there twice.
  std::map<Variable, std::vector<Number>> added(Scope scope, NumberReader& reader) {
    const auto factors = reader.next(scope.size());
    const auto numbers = numbers_of(scope, reader);
    std::map<Variable, std::vector<Number>> sums;
    for (std::size_t i = 0; i < scope.size(); ++i) {
      std::vector<Number>& sum = sums[scope[i]];
      sum.resize(numbers[i].size());
      for (std::size_t k = 0; k < sum.size(); ++k) sum[k] = plus(sum[k], factors[i], numbers[i][k]);
    }
    return sums;
  }

  Term scaled(Variable x, std::vector<Number> numbers, Number factor) {
    for (Number& number : numbers) number *= factor;
    return v_.term(x, std::move(numbers));
  }

  // Unless `otherwise`, x and y have the same number.
  void equate(Literal otherwise, Variable x, const std::vector<Number>& of_x, Variable y,
              const std::vector<Number>& of_y) {
    imply(otherwise, x, of_x, y, of_y);
    imply(otherwise, y, of_y, x, of_x);
  }
  void imply(Literal otherwise, Variable x, const std::vector<Number>& of_x, Variable y,
             const std::vector<Number>& of_y) {
    for (std::uint32_t i = 0; i < of_x.size(); ++i) {
      Literals literals{otherwise, no(v_.first(x) + i)};
      for (std::uint32_t j = 0; j < of_y.size(); ++j)
        if (of_x[i] == of_y[j]) literals.push_back(yes(v_.first(y) + j));
      v_.clause(literals);
    }
  }

  Variables& v_;
};

}  // namespace clew
