// Sets of values that variables may have together where all of them differ: the cages of a killer
// Sudoku, the words of a Kakuro, the lines of a renban; and sums that follow from others ("rule of 45").
//
// Found in any CSP whose domains are one word:
//   a cage    some variables that all differ from each other, and a sum, or the same symmetric rule
//             between each two of them
//   a house   as many variables as values, all different: their sum is known
// A region is a few houses that have no variable in common. The cages inside it and those that it
// cuts leave a sum of few variables; it is stated as well.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "csp/cliques.hpp"
#include "csp/model.hpp"

namespace clew {

class Cages {
 public:
  struct Sets {  // the variables have together exactly the values of one of the masks
    std::vector<Variable> scope;
    std::vector<Mask> masks;
    bool is_sum = true;
  };
  struct Equation {  // plus some variables, minus others
    std::vector<Variable> plus, minus;
    std::int64_t total;
  };

  // Easy puzzles are solved sooner without the sums that follow from others, and without the sums of
  // many sets.
  enum class Effort : std::uint8_t { light, full };

  static constexpr std::size_t most_values = 16, most_derived = 6;

  Cages(const std::vector<Rule>& rules, std::span<const Mask> domains, Effort effort)
      : domains_(domains), most_sets_(effort == Effort::light ? 20 : 126) {
    if (rules.empty()) return;
    differ_.resize(domains.size());
    for (const Rule& rule : rules) read_difference(rule);
    for (auto& others : differ_) {
      std::sort(others.begin(), others.end());
      others.erase(std::unique(others.begin(), others.end()), others.end());
    }
    for (const Rule& rule : rules) read(rule);
    for (const Sum& sum : sums_)
      if (sum.scope.size() > 1) cage(sum);
    find_lines();
    if (derive_ && effort == Effort::full) derive();
  }

  const std::vector<Sets>& sets() const { return sets_; }
  const std::vector<Equation>& equations() const { return equations_; }
  // Whether the sets already state a rule.
  bool covers(const Rule& rule) const {
    const bool pair = rule.kind == RuleKind::table && rule.scope.size() == 2;
    if (pair ? in_lines_.empty() : rule.kind != RuleKind::sum || covered_.empty()) return false;
    const std::vector<Variable> scope = in_order(rule);
    if (pair) return in_lines_.contains({scope[0], scope[1]});
    const auto found = covered_.find(scope);
    return found != covered_.end() && found->second == rule.numbers[0];
  }

 private:
  struct Sum {
    std::vector<Variable> scope;  // in order
    std::int64_t total;
  };
  using Pair = std::pair<Variable, Variable>;
  using Relation = std::array<Mask, Model::width>;  // what goes with each value

  static std::vector<Variable> in_order(const Rule& rule) {
    std::vector<Variable> scope(rule.scope.begin(), rule.scope.end());
    std::sort(scope.begin(), scope.end());
    return scope;
  }
  static bool has_twice(const std::vector<Variable>& scope) {
    return std::adjacent_find(scope.begin(), scope.end()) != scope.end();
  }

  void read_difference(const Rule& rule) {
    if (rule.kind != RuleKind::all_different || !rule.numbers.empty()) return;
    const std::vector<Variable> scope = in_order(rule);
    if (has_twice(scope)) return;
    for (const Variable x : scope) differ_[x].insert(differ_[x].end(), scope.begin(), scope.end());
    const Mask all = values(scope);
    if (static_cast<std::size_t>(std::popcount(all)) == scope.size() && scope.size() > 1)
      houses_.push_back({scope, sum_of(all)});
  }
  bool differ(Variable x, Variable y) const {
    return std::binary_search(differ_[x].begin(), differ_[x].end(), y);
  }

  void read(const Rule& rule) {
    if (rule.kind == RuleKind::table && rule.scope.size() == 2) return read_pair(rule);
    if (rule.kind != RuleKind::sum) return;
    std::vector<Variable> scope = in_order(rule);
    if (has_twice(scope)) return;
    sums_.push_back({std::move(scope), rule.numbers[0]});
    derive_ = true;
  }

  // A table of two is a sum if all its rows add up to the same. It may be part of a line if it is
  // symmetric and keeps the two apart.
  void read_pair(const Rule& rule) {
    const Variable x = std::min(rule.scope[0], rule.scope[1]), y = std::max(rule.scope[0], rule.scope[1]);
    if (rule.numbers.empty() || x == y) return;
    const bool apart = differ(x, y);
    const std::int64_t total = rule.numbers[0] + rule.numbers[1];
    bool same = true, line = true;
    for (std::size_t at = 0; at < rule.numbers.size() && (same || line); at += 2) {
      const std::int64_t a = rule.numbers[at], b = rule.numbers[at + 1];
      if (a >= Model::width || b >= Model::width) return;
      same &= a + b == total;
      line &= a != b || apart;
    }
    if (same) sums_.push_back({{x, y}, total});
    if (!line) return;
    Relation with{};
    for (std::size_t at = 0; at < rule.numbers.size(); at += 2)
      if (rule.numbers[at] != rule.numbers[at + 1])
        with[static_cast<std::size_t>(rule.numbers[at])] |= Mask{1} << rule.numbers[at + 1];
    for (std::size_t a = 0; a < with.size(); ++a)
      for (Mask rest = with[a]; rest; rest &= rest - 1)
        if (!(with[static_cast<std::size_t>(std::countr_zero(rest))] >> a & 1)) return;
    const auto [found, is_new] = pairs_.try_emplace({x, y}, with);
    for (std::size_t v = 0; v < with.size(); ++v) found->second[v] &= with[v];
  }

  static std::int64_t sum_of(Mask values) {
    std::int64_t sum = 0;
    for (; values; values &= values - 1) sum += std::countr_zero(values);
    return sum;
  }

  bool all_differ(const std::vector<Variable>& scope) const {
    for (std::size_t i = 0; i < scope.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (!differ(scope[i], scope[j])) return false;
    return true;
  }

  Mask values(const std::vector<Variable>& scope) const {
    Mask all = 0;
    for (const Variable x : scope) all |= domains_[x];
    return all;
  }

  void cage(const Sum& sum) {
    if (!all_differ(sum.scope)) return;
    const Mask all = values(sum.scope);
    if (static_cast<std::size_t>(std::popcount(all)) > most_values || sum.scope.size() > 15) return;
    Sets sets{sum.scope, {}};
    grow(all, 0, static_cast<int>(sum.scope.size()), sum.total, sets.masks);
    if (sets.masks.size() > most_sets_) return;
    if (!covered_.try_emplace(sum.scope, sum.total).second) return;
    sets_.push_back(std::move(sets));
  }

  // Adds the sets that extend `set` by `left` larger values with this total.
  void grow(Mask from, Mask set, int left, std::int64_t total, std::vector<Mask>& out) {
    if (left == 0) {
      if (total == 0) out.push_back(set);
      return;
    }
    const int top = 63 - std::countl_zero(from);
    for (; std::popcount(from) >= left; from &= from - 1) {
      const int value = std::countr_zero(from);
      if (static_cast<std::int64_t>(value) * left > total || out.size() > most_sets_) break;
      if (value + static_cast<std::int64_t>(top) * (left - 1) < total) continue;
      grow(from & (from - 1), set | Mask{1} << value, left - 1, total - value, out);
    }
  }

  // Variables that all differ, with one symmetric rule between each two.
  void find_lines() {
    std::map<Relation, std::vector<Pair>> alike;
    for (const auto& [pair, relation] : pairs_) alike[relation].push_back(pair);
    for (const auto& [relation, pairs] : alike)
      if (pairs.size() > 2) lines(pairs, relation);
  }

  void lines(const std::vector<Pair>& pairs, const Relation& relation) {
    std::vector<Variable> known;
    for (const auto& [x, y] : pairs) known.insert(known.end(), {x, y});
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    const auto place = [&](Variable x) {
      return static_cast<Variable>(std::lower_bound(known.begin(), known.end(), x) - known.begin());
    };
    Cliques cliques(known.size());
    for (const auto& [x, y] : pairs) cliques.add(place(x), place(y));
    for (std::vector<Variable>& scope : cliques.cover()) {
      for (Variable& x : scope) x = known[x];
      line(scope, relation);
    }
  }

  void line(const std::vector<Variable>& scope, const Relation& relation) {
    if (scope.size() < 3 || scope.size() > 15) return;
    const Mask all = values(scope);
    if (static_cast<std::size_t>(std::popcount(all)) > most_values) return;
    Sets sets{scope, {}, false};
    together(all, 0, static_cast<int>(scope.size()), relation, sets.masks);
    if (sets.masks.size() > most_sets_) return;
    sets_.push_back(std::move(sets));
    for (std::size_t j = 0; j < scope.size(); ++j)
      for (std::size_t i = 0; i < j; ++i) in_lines_.insert({scope[i], scope[j]});
  }
  void together(Mask from, Mask set, int left, const Relation& relation, std::vector<Mask>& out) {
    if (left == 0) return out.push_back(set);
    for (; std::popcount(from) >= left && out.size() <= most_sets_; from &= from - 1) {
      const int value = std::countr_zero(from);
      together(from & (from - 1) & relation[static_cast<std::size_t>(value)], set | Mask{1} << value,
               left - 1, relation, out);
    }
  }

  // ---- rule of 45

  void derive() {
    const std::size_t size = domains_.size();
    // disjoint cages, the larger part of a puzzle first
    std::vector<int> cage_of(size, -1);
    std::vector<Sum> cages;
    for (const Sum& sum : sums_) {
      bool free = true;
      for (const Variable x : sum.scope) free &= cage_of[x] < 0;
      if (!free) continue;
      for (const Variable x : sum.scope) cage_of[x] = static_cast<int>(cages.size());
      cages.push_back(sum);
    }
    for (Variable x = 0; x < size; ++x)
      if (cage_of[x] < 0 && std::has_single_bit(domains_[x])) {
        cage_of[x] = static_cast<int>(cages.size());
        cages.push_back({{x}, sum_of(domains_[x])});
      }
    // houses in classes that cover the same variables without overlap: rows, columns, boxes
    std::vector<std::vector<Sum>> classes;
    for (const Sum& house : houses_) {
      bool placed = false;
      for (auto& members : classes) {
        bool apart = true;
        for (const Sum& other : members)
          for (const Variable x : house.scope)
            apart &= !std::binary_search(other.scope.begin(), other.scope.end(), x);
        if (!apart) continue;
        members.push_back(house);
        placed = true;
        break;
      }
      if (!placed) classes.push_back({house});
    }
    for (const auto& members : classes) {
      const std::size_t count = members.size();
      for (std::size_t first = 0; first < count; ++first) {
        std::vector<const Sum*> region;
        for (std::size_t last = first; last < count && last < first + 6; ++last) {
          region.push_back(&members[last]);
          around(region, cage_of, cages);
        }
      }
      for (std::size_t a = 0; a < count; ++a)
        for (std::size_t b = a + 2; b < count; ++b) around({&members[a], &members[b]}, cage_of, cages);
    }
  }

  void around(const std::vector<const Sum*>& region, const std::vector<int>& cage_of, const std::vector<Sum>& cages) {
    std::set<Variable> inside;
    std::int64_t total = 0;
    for (const Sum* house : region) {
      inside.insert(house->scope.begin(), house->scope.end());
      total += house->total;
    }
    std::map<int, int> cut;  // how many of a cage are inside
    std::vector<Variable> plus, minus;
    for (const Variable x : inside) {
      if (cage_of[x] < 0)
        plus.push_back(x);
      else
        ++cut[cage_of[x]];
    }
    // sum of the region = what is inside of each cage; of a cut cage, take the smaller part
    std::vector<std::pair<int, int>> both;
    std::int64_t rest = total;
    for (const auto& [c, count] : cut) {
      const Sum& cage = cages[static_cast<std::size_t>(c)];
      const int outside = static_cast<int>(cage.scope.size()) - count;
      if (outside == 0) {
        rest -= cage.total;
      } else if (count <= outside) {
        for (const Variable x : cage.scope)
          if (inside.contains(x)) plus.push_back(x);
      } else {
        rest -= cage.total;
        for (const Variable x : cage.scope)
          if (!inside.contains(x)) minus.push_back(x);
      }
    }
    state(plus, minus, rest);
    // innies alone, outies alone
    std::vector<Variable> innies, outies;
    std::int64_t in_total = total, out_total = -total;
    bool covered = true;
    for (const Variable x : inside)
      if (cage_of[x] < 0) covered = false, innies.push_back(x);
    for (const auto& [c, count] : cut) {
      const Sum& cage = cages[static_cast<std::size_t>(c)];
      out_total += cage.total;
      if (count == static_cast<int>(cage.scope.size())) {
        in_total -= cage.total;
        continue;
      }
      for (const Variable x : cage.scope) (inside.contains(x) ? innies : outies).push_back(x);
    }
    state(innies, {}, in_total);
    if (covered) state(outies, {}, out_total);
  }

  void state(std::vector<Variable> plus, std::vector<Variable> minus, std::int64_t total) {
    if (plus.empty()) {
      plus.swap(minus);
      total = -total;
    }
    std::sort(plus.begin(), plus.end());
    std::sort(minus.begin(), minus.end());
    if (plus.empty() || plus.size() + minus.size() > 9) return;
    if (!known_.insert({plus, minus}).second) return;
    if (const auto found = covered_.find(plus); minus.empty() && found != covered_.end() && found->second == total)
      return;
    if (minus.empty() && plus.size() > 1 && all_differ(plus)) {
      cage({plus, total});
      return;
    }
    if (plus.size() + minus.size() <= most_derived) equations_.push_back({plus, minus, total});
  }

  std::span<const Mask> domains_;
  std::size_t most_sets_;
  std::vector<std::vector<Variable>> differ_;  // in order
  std::vector<Sum> sums_, houses_;
  std::map<Pair, Relation> pairs_;
  std::map<std::vector<Variable>, std::int64_t> covered_;  // the total that sets say
  std::set<Pair> in_lines_;  // whose rule sets say
  std::set<std::pair<std::vector<Variable>, std::vector<Variable>>> known_;
  std::vector<Sets> sets_;
  std::vector<Equation> equations_;
  bool derive_ = false;
};

}  // namespace clew
