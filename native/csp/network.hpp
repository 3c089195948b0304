// A model laid out for search: who stands next to whom, and what each domain rules out for others.
//
// The same layout as search/csp/network.py, in the same order, since counts and traces depend on it:
// peers (must differ), shifts (must differ after an offset), arcs (other rules between two), larger
// rules (those that say more than their pairs), and the numbers of each variable's rules. Nothing
// in it depends on the domains, so it is made once for all puzzles with the same rules.
//
// What an arc rules out is not looked up but worked out: `less` from the lowest or highest value,
// distances by shifting the whole domain. Only a table has a word for each value, to be and-ed.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/expect.hpp"
#include "common/poll.hpp"
#include "csp/model.hpp"

namespace clew {

inline int value_of(Mask mask) { return 63 - std::countl_zero(mask); }  // the highest; -1 if none
inline bool open(Mask mask) { return (mask & (mask - 1)) != 0; }        // more than one value

// How many values; the machines of the baseline have no instruction for it.
inline int count(Mask mask) {
  mask -= mask >> 1 & 0x5555555555555555;
  mask = (mask & 0x3333333333333333) + (mask >> 2 & 0x3333333333333333);
  return static_cast<int>(((mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0f) * 0x0101010101010101 >> 56);
}

// A list for each variable, all in one piece.
template <class Item>
class Lists {
 public:
  using Entries = std::vector<std::pair<Variable, Item>>;

  Lists() = default;
  Lists(std::size_t size, const Entries& entries) : starts_(size + 1), items_(entries.size()) {
    for (const auto& [variable, item] : entries) ++starts_[variable + 1];
    for (std::size_t x = 0; x < size; ++x) starts_[x + 1] += starts_[x];
    std::vector<std::uint32_t> next(starts_.begin(), starts_.end());
    for (const auto& [variable, item] : entries) items_[next[variable]++] = item;
  }
  std::span<const Item> operator[](Variable x) const {
    return {items_.data() + starts_[x], items_.data() + starts_[x + 1]};
  }
  bool empty() const { return items_.empty(); }

 private:
  std::vector<std::uint32_t> starts_;
  std::vector<Item> items_;
};

enum class ArcKind : std::uint8_t { below, above, reach, table };

struct Arc {  // what one variable rules out for another
  Variable other;
  ArcKind kind;
  std::uint32_t data;  // which table, or the rule that has the distances
};

struct Shifted {  // must differ from value + by
  Variable other;
  std::int32_t by;
};

struct Shift {  // an all-different rule with offsets, as one of its variables sees it
  std::uint32_t first, last;  // of the network's `shifted`
  std::uint32_t arity;
};

class Network {
 public:
  explicit Network(std::shared_ptr<const Model> model) : model_(std::move(model)) {
    lay_out_peers();
    Lists<Shift>::Entries shifts;
    Lists<Arc>::Entries arcs, back;
    Lists<std::uint32_t>::Entries larger, of;
    for (std::uint32_t number = 0; number < rules().size(); ++number) {
      const Rule& rule = rules()[number];
      for (const Variable x : rule.scope) of.push_back({x, number});
      if (rule.kind == RuleKind::all_different)
        add_shifts(rule, shifts);
      else
        add_arcs(rule, number, arcs);
      if (says_more(rule))
        for (const Variable x : rule.scope) larger.push_back({x, number});
      require_room(arcs.size() + shifted_.size() + of.size());
    }
    this->shifts = {size(), shifts};
    this->arcs = {size(), arcs};
    this->larger = {size(), larger};
    this->of = {size(), of};
    for (Variable x = 0; x < size(); ++x)
      for (const Arc& arc : this->arcs[x]) back.push_back({arc.other, {x, arc.kind, arc.data}});
    back_arcs = {size(), back};
    for (Variable x = 0; x < size(); ++x)
      only_peers.push_back(this->shifts[x].empty() && this->arcs[x].empty() &&
                           this->larger[x].empty());
  }
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  std::vector<std::span<const Variable>> peers;  // must differ; it may be among its own peers
  Lists<Shift> shifts;                           // the rules with offsets
  Lists<Arc> arcs, back_arcs;                    // whom it rules values out for; who does for it
  Lists<std::uint32_t> larger;                   // its rules that say more than their pairs do
  Lists<std::uint32_t> of;                       // all its rules
  std::vector<std::uint8_t> only_peers;          // whether the peers are all it speaks to

  std::size_t size() const { return model_->variables(); }
  const std::vector<Rule>& rules() const { return model_->rules(); }
  std::span<const Shifted> shifted(const Shift& shift) const {
    return {shifted_.data() + shift.first, shifted_.data() + shift.last};
  }

  // The values without support, when the domain at the other end of the arc is this one.
  Mask ruled_out(const Arc& arc, Mask mask) const {
    switch (arc.kind) {
      case ArcKind::below:
        return mask ^ (mask - 1);
      case ArcKind::above:
        return ~(std::bit_floor(mask) - 1);
      case ArcKind::reach:
        return out_of_reach(rules()[arc.data].numbers, mask);
      case ArcKind::table:
        break;
    }
    Mask out = ~Mask{0};
    for (const Mask* table = tables_[arc.data].data(); mask && out; mask &= mask - 1)
      out &= table[std::countr_zero(mask)];
    return out;
  }

  // The values in `mask` that obey a rule at `at` of its scope, when the others are `held`.
  Mask kept(std::uint32_t number, std::span<int> held, std::size_t at, Mask mask) const {
    const Rule& rule = rules()[number];
    std::int64_t others = 0;
    for (const int value : held) others += value;
    others -= held[at];
    if (rule.kind == RuleKind::sum) {
      const std::int64_t missing = rule.numbers[0] - others;
      return missing >= 0 && missing < Model::width ? mask & Mask{1} << missing : 0;
    }
    if (rule.kind == RuleKind::parity)
      return mask & ((others ^ rule.numbers[0]) & 1 ? ~even : even);
    Mask kept = 0;
    for (Mask left = mask; left; left &= left - 1) {
      held[at] = std::countr_zero(left);
      const bool good = rule.kind == RuleKind::table ? listed(number, held) : steps(rule, held);
      if (good) kept |= left & -left;
    }
    return kept;
  }

 private:
  static constexpr Mask even = 0x5555555555555555;  // the even values
  static constexpr std::size_t max_entries = std::size_t{1} << 24;
  static constexpr std::int32_t too_far = 128;  // an offset beyond it leads out of any domain

  static void require_room(std::size_t entries) {
    if (entries > max_entries)
      refuse("rules: found more than ", max_entries, " pairs of variables that they join");
  }

  // A rule with one variable has no pairs that could say it.
  static bool says_more(const Rule& rule) {
    switch (rule.kind) {
      case RuleKind::table:
        return rule.scope.size() != 2;
      case RuleKind::sum:
      case RuleKind::parity:
      case RuleKind::steps:
        return true;
      default:
        return false;
    }
  }

  static bool is_plain(const Rule& rule) {
    return rule.kind == RuleKind::all_different && rule.numbers.empty();
  }

  void lay_out_peers() {
    Lists<std::uint32_t>::Entries members;
    for (std::uint32_t number = 0; number < rules().size(); ++number)
      if (is_plain(rules()[number]))
        for (const Variable x : rules()[number].scope) members.push_back({x, number});
    const Lists<std::uint32_t> numbers(size(), members);
    std::vector<std::size_t> ends;
    std::vector<Variable> others;
    for (Variable x = 0; x < size(); ++x) {
      if (numbers[x].size() > 1) add_peers(x, numbers[x], others);
      ends.push_back(pool_.size());
    }
    for (Variable x = 0; x < size(); ++x) {  // the pool does not move any more
      const std::size_t first = x ? ends[x - 1] : 0;
      peers.push_back(numbers[x].size() == 1 ? rules()[numbers[x][0]].scope
                                             : std::span(pool_).subspan(first, ends[x] - first));
    }
  }

  // The others of several scopes, each once, in their order.
  void add_peers(Variable x, std::span<const std::uint32_t> numbers,
                 std::vector<Variable>& others) {
    others.clear();
    for (const std::uint32_t number : numbers)
      others.insert(others.end(), rules()[number].scope.begin(), rules()[number].scope.end());
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    poll(16 * static_cast<std::int64_t>(others.size()));
    std::erase(others, x);
    pool_.insert(pool_.end(), others.begin(), others.end());
    require_room(pool_.size());
  }

  void add_shifts(const Rule& rule, Lists<Shift>::Entries& shifts) {
    for (std::size_t i = 0; i < rule.numbers.size(); ++i) {
      const auto first = static_cast<std::uint32_t>(shifted_.size());
      for (std::size_t j = 0; j < rule.scope.size(); ++j)
        if (rule.scope[j] != rule.scope[i])
          shifted_.push_back(
              {rule.scope[j], static_cast<std::int32_t>(std::clamp<std::int64_t>(
                                  rule.numbers[i] - rule.numbers[j], -too_far, too_far))});
      require_room(shifted_.size());
      poll(static_cast<std::int64_t>(rule.scope.size()));
      shifts.push_back({rule.scope[i],
                        {first, static_cast<std::uint32_t>(shifted_.size()),
                         static_cast<std::uint32_t>(rule.scope.size())}});
    }
  }

  void add_arcs(const Rule& rule, std::uint32_t number, Lists<Arc>::Entries& arcs) {
    if (rule.kind == RuleKind::sum || rule.kind == RuleKind::parity) return;
    const std::size_t arity = rule.scope.size();
    if (rule.kind != RuleKind::steps) require_room(arcs.size() + arity * arity);
    for (std::size_t i = 0; i < arity; ++i) {
      const bool steps = rule.kind == RuleKind::steps;  // each speaks to the next to it only
      poll(static_cast<std::int64_t>(rule.numbers.size()));
      const std::size_t first = steps && i ? i - 1 : 0;
      const std::size_t last = steps ? std::min(i + 2, arity) : arity;
      for (std::size_t j = first; j < last; ++j)
        if (i != j) arcs.push_back({rule.scope[i], arc(rule, number, i, j)});
    }
    if (rule.kind == RuleKind::table && says_more(rule)) sort_rows(rule, number);
  }

  Arc arc(const Rule& rule, std::uint32_t number, std::size_t i, std::size_t j) {
    const Variable other = rule.scope[j];
    if (rule.kind == RuleKind::less)
      return {other, i == 0 ? ArcKind::below : ArcKind::above, 0};
    if (rule.kind == RuleKind::table) return {other, ArcKind::table, table(rule, i, j)};
    return {other, ArcKind::reach, number};
  }

  // For each value of the i-th variable the values of the j-th that no row has with it.
  std::uint32_t table(const Rule& rule, std::size_t i, std::size_t j) {
    Table found;
    found.fill(~Mask{0});
    const std::size_t arity = rule.scope.size();
    for (std::size_t at = 0; at < rule.numbers.size(); at += arity) {
      const std::int64_t value = rule.numbers[at + i], with = rule.numbers[at + j];
      if (value < Model::width && with < Model::width) found[value] &= ~(Mask{1} << with);
    }
    const auto [known, is_new] =
        table_numbers_.try_emplace(found, static_cast<std::uint32_t>(tables_.size()));
    if (is_new) tables_.push_back(found);
    return known->second;
  }

  static Mask out_of_reach(std::span<const std::int64_t> distances, Mask mask) {
    Mask reached = 0;
    for (const std::int64_t distance : distances)
      if (distance < Model::width) reached |= mask << distance | mask >> distance;
    return ~reached;
  }

  // The rows of a table as strings of bytes, sorted, without those that no domain can take.
  void sort_rows(const Rule& rule, std::uint32_t number) {
    std::vector<std::string>& rows = rows_[number];
    const std::size_t arity = rule.scope.size();
    for (std::size_t at = 0; arity && at < rule.numbers.size(); at += arity) {
      const auto row = rule.numbers.subspan(at, arity);
      if (std::ranges::max(row) < Model::width) rows.emplace_back(row.begin(), row.end());
    }
    std::sort(rows.begin(), rows.end());
  }

  bool listed(std::uint32_t number, std::span<const int> held) const {
    const std::vector<std::string>& rows = rows_.at(number);
    const auto before = [](const std::string& row, std::span<const int> values) {
      return std::lexicographical_compare(row.begin(), row.end(), values.begin(), values.end());
    };
    const auto found = std::lower_bound(rows.begin(), rows.end(), held, before);
    return found != rows.end() && std::equal(found->begin(), found->end(), held.begin());
  }

  static bool steps(const Rule& rule, std::span<const int> held) {
    if (rule.numbers.size() + 1 != held.size()) return false;
    std::array<std::uint32_t, Model::width> spare{};
    for (const std::int64_t length : rule.numbers) {
      if (length >= Model::width) return false;
      ++spare[length];
    }
    for (std::size_t i = 1; i < held.size(); ++i)
      if (spare[std::abs(held[i] - held[i - 1])]-- == 0) return false;
    return true;
  }

  using Table = std::array<Mask, Model::width>;
  std::shared_ptr<const Model> model_;
  std::vector<Variable> pool_;
  std::vector<Shifted> shifted_;
  std::vector<Table> tables_;
  std::map<Table, std::uint32_t> table_numbers_;
  std::map<std::uint32_t, std::vector<std::string>> rows_;
};

}  // namespace clew
