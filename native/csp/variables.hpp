// The variables of a CSP as bools, and the words in which encode.hpp states rules about them.
//
// A variable has a bool for each of its values, in an exact group; one of more than 64 values has
// several groups (Clauses::Term). "x is at most k" is a literal too, made when it is first needed
// (Tamura et al., order encoding, 2009). `always` and `never` are literals of no bool: a clause with
// the first is not needed, and the second is left out.
//
// While `only_if` has a literal, rules are stated under it: each clause has its opposite as well, and
// groups become totals with a guard. What only defines a bool is stated by `define`, for good.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "csp/clauses.hpp"
#include "csp/model.hpp"
#include "csp/relaxation.hpp"

namespace clew {

class Variables {
 public:
  using Bools = std::vector<std::uint32_t>;
  using Literals = std::vector<Literal>;
  using Term = Clauses::Term;

  // So many words for each domain.
  Variables(std::span<const Mask> domains, std::size_t words)
      : domains_(domains.begin(), domains.end()), words_(words) {
    const std::size_t size = words ? domains.size() / words : 0;
    for (Variable x = 0; x < size; ++x) add_variable(x);
    orders_.resize(size);
  }

  const Clauses& clauses() const { return clauses_; }
  std::size_t size() const { return first_.size(); }
  std::size_t words() const { return words_; }
  std::span<const Mask> domain(Variable x) const { return {&domains_[x * words_], words_}; }

  // ---- values

  bool has(Variable x, std::int64_t value) const {
    return value >= 0 && value < static_cast<std::int64_t>(64 * words_) &&
           domain(x)[value / 64] >> value % 64 & 1;
  }
  template <class Visit>
  void each_value(Variable x, Visit visit) const {
    for (std::size_t w = 0; w < words_; ++w)
      for (Mask rest = domain(x)[w]; rest; rest &= rest - 1)
        visit(static_cast<int>(64 * w) + std::countr_zero(rest));
  }
  // How many values there are below one; how many in all.
  std::size_t rank(Variable x, std::int64_t value) const {
    const auto word = static_cast<std::size_t>(value / 64);
    std::size_t count = std::popcount(domain(x)[word] & ((Mask{1} << value % 64) - 1));
    for (std::size_t w = 0; w < word; ++w) count += std::popcount(domain(x)[w]);
    return count;
  }
  std::size_t count(Variable x) const {
    std::size_t count = 0;
    for (const Mask word : domain(x)) count += std::popcount(word);
    return count;
  }
  // The n-th value, from 0 on.
  int value(Variable x, std::size_t n) const {
    std::size_t w = 0;
    for (std::size_t some; n >= (some = std::popcount(domain(x)[w])); ++w) n -= some;
    Mask rest = domain(x)[w];
    while (n--) rest &= rest - 1;
    return static_cast<int>(64 * w) + std::countr_zero(rest);
  }

  // ---- literals

  std::uint32_t first(Variable x) const { return first_[x]; }
  // The bool that says that a variable is a value of its domain.
  std::uint32_t is(Variable x, int value) const {
    return first_[x] + static_cast<std::uint32_t>(rank(x, value));
  }
  Literal equals(Variable x, std::int64_t value) const {
    return has(x, value) ? yes(is(x, static_cast<int>(value))) : never;
  }
  // "x is at most this".
  Literal up_to(Variable x, std::int64_t top) {
    if (top < 0) return never;
    const std::size_t size = count(x);
    if (top >= static_cast<std::int64_t>(64 * words_)) return size ? always : never;
    const std::size_t below = rank(x, top) + has(x, top);
    return below == 0 ? never : below == size ? always : order_of(x)[below - 1];
  }
  Literal fresh() { return yes(clauses_.add_bool()); }
  // A bool that is true exactly if the literal is.
  std::uint32_t bool_of(Literal literal) {
    if (!(literal & 1)) return literal >> 1;
    const std::uint32_t g = pair_of(literal >> 1);
    const auto bools = clauses_.exact()[g];
    return bools[0] == literal >> 1 ? bools[1] : bools[0];
  }
  // A literal that is true exactly if all of these are.
  Literal all_of(Literals literals) {
    std::erase(literals, always);
    if (literals.empty()) return always;
    if (std::find(literals.begin(), literals.end(), never) != literals.end()) return never;
    if (literals.size() == 1) return literals[0];
    const Literal all = yes(clauses_.add_bool());
    for (Literal& literal : literals) {
      define({all ^ 1, literal});
      literal ^= 1;
    }
    literals.push_back(all);
    define(literals);
    return all;
  }

  // ---- statements

  void define(std::span<const Literal> literals) {
    kept_.clear();
    for (const Literal literal : literals) {
      if (literal == always) return;
      if (literal != never) kept_.push_back(literal);
    }
    clauses_.add_clause(kept_);
  }
  void define(std::initializer_list<Literal> literals) {
    define(std::span(literals.begin(), literals.size()));
  }

  // From now on, until it is `always`, rules are stated under this literal.
  void only_if(Literal guard) { guard_ = guard; }
  bool guarded() const { return guard_ != always; }
  Literal guard() const { return guard_; }

  void clause(std::span<const Literal> literals) {
    if (!guarded()) return define(literals);
    Literals longer(literals.begin(), literals.end());
    longer.push_back(guard_ ^ 1);
    define(longer);
  }
  void clause(std::initializer_list<Literal> literals) {
    clause(std::span(literals.begin(), literals.size()));
  }
  void contradict() { clause({}); }

  // One of these, different ones, is true.
  void one_of(const Bools& bools) {
    if (guarded()) return count_of(bools, 1, 1);
    if (bools.size() == 1) return clause({yes(bools[0])});
    if (bools.empty()) return contradict();
    clauses_.add_exact(bools);
  }
  // One of these is true, whatever the condition; returns the group.
  std::uint32_t group_of(const Bools& bools) { return clauses_.add_exact(bools); }
  // Like `one_of`, where these are what is to be chosen: variables of two values need not be.
  void cover(const Bools& bools) {
    one_of(bools);
    if (guarded() || bools.size() < 3) return;
    for (const std::uint32_t b : bools)
      if (const std::uint32_t g = group_of_two(b); g != none) clauses_.settle(g);
  }
  void at_most_one(const Bools& bools) {
    if (bools.size() < 2) return;
    if (guarded()) return count_of(bools, 0, 1);
    clauses_.add_loose(bools);
  }
  void some_of(const Bools& bools) {
    Literals literals;
    for (const std::uint32_t b : bools) literals.push_back(yes(b));
    clause(literals);
  }
  // A bool is true only if one of others is.
  void supported(std::uint32_t b, const Bools& by) {
    Literals literals{no(b)};
    for (const std::uint32_t other : by) literals.push_back(yes(other));
    clause(literals);
  }

  void propagate(Clauses::Propagator rule, const std::vector<Term>& terms, Bools groups = {}) {
    for (const Term& term : terms) {
      groups.push_back(term.group);
      const std::size_t blocks = term.wide ? clauses_.exact()[term.group].size() : 0;
      for (std::uint32_t g = 1; g <= blocks; ++g) groups.push_back(term.group + g);
    }
    add(std::move(rule), std::move(groups));
  }
  void add(Clauses::Propagator rule, Bools groups) {
    clauses_.add_propagator(std::move(rule), std::move(groups));
  }

  // The terms add up to at least and at most so much, or, if `unlike`, to anything but `least`.
  void total(std::vector<Term> terms, std::int64_t least, std::int64_t most, bool unlike = false) {
    for (const Term& term : terms)
      if (term.numbers.empty()) return;  // there is no answer anyway
    std::erase_if(terms, [&](const Term& term) {  // one value: it is a number
      if (term.numbers.size() != 1) return false;
      least -= term.numbers[0];
      most -= term.numbers[0];
      return true;
    });
    if (terms.empty()) {
      if (unlike ? least == 0 : least > 0 || most < 0) contradict();
      return;
    }
    double reach = std::abs(static_cast<double>(least)) + std::abs(static_cast<double>(most));
    for (const Term& term : terms)
      reach += std::max(std::abs(static_cast<double>(term.numbers.front())),
                        std::abs(static_cast<double>(term.numbers.back())));
    if (reach > 4e18) refuse("found a sum that is too large");
    Clauses::Total total{terms, least, most, unlike, guard_};
    if (guarded()) terms.push_back(term(guard_));  // so that it is woken
    propagate(std::move(total), terms);
  }
  static constexpr std::int64_t infinite = std::int64_t{1} << 60;

  // Adds the objective or, with a scale, a bound on it that follows from other rules.
  void minimise(std::vector<Term> terms, std::int64_t scale = 0, std::int64_t shift = 0) {
    const std::int64_t per_cost = std::max<std::int64_t>(scale, 1);
    Clauses::Total total{terms, -infinite, infinite, false, always, true, per_cost, shift};
    const auto at = static_cast<std::uint32_t>(clauses_.propagators().size());
    scale ? clauses_.also_minimise(at) : clauses_.minimise(at);
    propagate(std::move(total), terms);
  }

  struct Order {  // which of two tasks comes first: x, if its value is at most that of y plus this
    std::uint32_t leads, follows;
    Variable x, y;
    std::int64_t shift;
  };
  std::vector<Order> orders_of_tasks;
  bool has_objective = false;
  Relaxation::Sums objective_sums;
  std::vector<Relaxation::Row> rows;  // sums that hold without a condition
  std::vector<std::pair<Variable, std::size_t>> barred;  // values, by place, that no answer has

  // A number for each value of a variable, in the order of the values.
  Term term(Variable x, std::vector<std::int64_t> numbers) {
    if (Term of_two; two_numbers(x, numbers, of_two)) return of_two;
    const bool rising = std::is_sorted(numbers.begin(), numbers.end());
    if (rising || std::is_sorted(numbers.rbegin(), numbers.rend()))
      return {group_[x], count(x) > 64, rising, std::move(numbers), order_of(x)};
    std::vector<std::pair<std::int64_t, std::uint32_t>> sorted;
    for (std::uint32_t i = 0; i < numbers.size(); ++i)
      sorted.emplace_back(numbers[i], first_[x] + i);
    std::sort(sorted.begin(), sorted.end());
    Bools bools;
    numbers.clear();
    for (const auto& [number, b] : sorted) {
      numbers.push_back(number);
      bools.push_back(b);
    }
    Literals order = order_over(bools);
    if (bools.size() > 64)
      return {add_blocks(bools, true), true, true, std::move(numbers), std::move(order)};
    return {clauses_.add_exact(bools, true), false, true, std::move(numbers), std::move(order)};
  }
  // 1 where the literal is true, else 0.
  Term term(Literal literal) {
    const std::uint32_t g = pair_of(literal >> 1);
    const bool first = clauses_.exact()[g][0] == literal >> 1;  // else it is the second
    const bool rising = first == static_cast<bool>(literal & 1);
    const Literal at_first = first ? yes(literal >> 1) : no(literal >> 1);
    if (rising) return {g, false, true, {0, 1}, {at_first}};
    return {g, false, false, {1, 0}, {at_first}};
  }

 protected:
  Clauses clauses_;

 private:
  void add_variable(Variable x) {
    first_.push_back(clauses_.bools());
    Bools bools;
    each_value(x, [&](int) { bools.push_back(clauses_.add_bool()); });
    group_.push_back(bools.size() <= 64 ? clauses_.add_exact(bools) : add_blocks(bools, true));
    if (bools.size() > 64) {  // a value is chosen, not a block: that would always look small
      const std::size_t blocks = (bools.size() + Clauses::block - 1) / Clauses::block;
      clauses_.add_choice(group_.back() + 1, group_.back() + 1 + static_cast<std::uint32_t>(blocks));
    }
  }

  std::uint32_t add_blocks(const Bools& bools, bool settled = false) {
    const std::size_t blocks = (bools.size() + Clauses::block - 1) / Clauses::block;
    if (blocks > 64)
      refuse("found a variable of ", bools.size(), " values, expected at most ",
             64 * Clauses::block);
    Bools here, elsewhere;
    for (std::size_t i = 0; i < blocks; ++i) here.push_back(clauses_.add_bool());
    for (std::size_t i = 0; i < blocks; ++i) elsewhere.push_back(clauses_.add_bool());
    const std::uint32_t group = clauses_.add_exact(here, settled);
    for (std::size_t i = 0; i < blocks; ++i) {
      Bools values{elsewhere[i]};
      const std::size_t end = std::min(bools.size(), Clauses::block * (i + 1));
      values.insert(values.end(), bools.begin() + Clauses::block * i, bools.begin() + end);
      clauses_.add_exact(values, settled);
    }
    for (std::size_t i = 0; i < blocks; ++i)
      clauses_.add_exact(Bools{here[i], elsewhere[i]}, true);
    return group;
  }

  void count_of(const Bools& bools, std::int64_t least, std::int64_t most) {
    std::vector<Term> terms;
    for (const std::uint32_t b : bools) terms.push_back(term(yes(b)));
    total(std::move(terms), least, most);
  }

  // The group of the variable of two values that has this bool.
  std::uint32_t group_of_two(std::uint32_t b) const {
    if (first_.empty() || b >= first_.back() + count(static_cast<Variable>(size() - 1)))
      return none;
    const auto above = std::upper_bound(first_.begin(), first_.end(), b);
    const auto x = static_cast<Variable>(above - first_.begin() - 1);
    return count(x) == 2 && b - first_[x] < 2 ? group_[x] : none;
  }

  // The group of a bool and its opposite: that of a variable of two values, or one of its own.
  std::uint32_t pair_of(std::uint32_t b) {
    if (const std::uint32_t g = group_of_two(b); g != none) return g;
    const auto [found, is_new] = pairs_.try_emplace(b, 0);
    if (is_new) found->second = clauses_.add_exact(Bools{clauses_.add_bool(), b}, true);
    return found->second;
  }

  // "x is at most its r-th value" for each r but the last.
  const Literals& order_of(Variable x) {
    Literals& order = orders_[x];
    const auto size = static_cast<std::uint32_t>(count(x));
    if (!order.empty() || size < 2) return order;
    Bools bools;
    for (std::uint32_t r = 0; r < size; ++r) bools.push_back(first_[x] + r);
    return order = order_over(bools);
  }

  // The same over the bools of an exact group in any order.
  Literals order_over(const Bools& bools) {
    Literals order;
    if (bools.size() < 2) return order;
    order.push_back(yes(bools[0]));
    for (std::size_t r = 1; r + 1 < bools.size(); ++r) {
      const Literal here = yes(bools[r]), before = order.back();
      const Literal upto = r + 2 == bools.size() ? no(bools[r + 1]) : yes(clauses_.add_bool());
      define({before ^ 1, upto});
      define({here ^ 1, upto});
      define({here ^ 1, before ^ 1});
      define({upto ^ 1, before, here});
      order.push_back(upto);
    }
    return order;
  }

  // If all values of a variable but one have the same number, the term is a literal: a x + b.
  bool two_numbers(Variable x, const std::vector<std::int64_t>& numbers, Term& out) {
    if (numbers.size() < 3) return false;
    const std::int64_t common = numbers[0] == numbers[1] ? numbers[0] : numbers[2];
    std::size_t odd = numbers.size();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] == common) continue;
      if (odd != numbers.size()) return false;
      odd = i;
    }
    if (odd == numbers.size()) return false;
    out = term(yes(first_[x] + static_cast<std::uint32_t>(odd)));
    for (std::int64_t& number : out.numbers) number = number ? numbers[odd] : common;
    out.rising = out.numbers[0] < out.numbers[1];
    return true;
  }

  static constexpr std::uint32_t none = ~std::uint32_t{0};

  std::vector<Mask> domains_;
  std::size_t words_;
  Bools first_, group_;                       // of each variable, its first bool and its group
  std::vector<Literals> orders_;              // those that were needed
  std::map<std::uint32_t, std::uint32_t> pairs_;
  Literal guard_ = always;
  Literals kept_;
};

}  // namespace clew
