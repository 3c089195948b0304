// The state of a constraint search: domains, a trail to take changes back, and the inferences.
//
// This is search/csp/tree.py step by step: the same values go in the same order with the same counts.
// Two things are only quicker: variables that wait to be revised, and units to be looked at, are sets
// of bits, which are in their order by themselves.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "common/poll.hpp"
#include "csp/network.hpp"
#include "csp/options.hpp"

namespace clew {

// A set of small numbers.
class Bits {
 public:
  explicit Bits(std::size_t size = 0) : words_((size + 63) / 64) {}
  void set(std::size_t bit) { words_[bit / 64] |= Mask{1} << bit % 64; }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }
  std::vector<Mask>& words() { return words_; }

 private:
  std::vector<Mask> words_;
};

class State {
 public:
  State(std::shared_ptr<const Network> network, std::vector<Mask> domains, bool weighted)
      : network_(std::move(network)), domains_(std::move(domains)) {
    std::size_t values = domains_.size();  // no more than these can be on the trail
    for (const Mask mask : domains_) {
      full_ |= mask;
      values += count(mask);
    }
    trail_ = std::make_unique_for_overwrite<Change[]>(values);
    fixed_ = std::make_unique_for_overwrite<Variable[]>(domains_.size());
    if (weighted) weights_.assign(network_->rules().size(), 1);
    waiting_ = Bits(network_->arcs.empty() ? 0 : domains_.size());
  }

  const Network& network() const { return *network_; }
  const std::vector<Mask>& domains() const { return domains_; }
  Mask full() const { return full_; }
  std::size_t mark() const { return trailed_; }
  void forget() { trailed_ = 0; }
  std::uint64_t weight(std::uint32_t rule) const { return weights_[rule]; }

  // Makes the domain of a variable one value.
  void fix(Variable x, int value) {
    put_on_trail(x);
    domains_[x] = Mask{1} << value;
  }

  void undo(std::size_t mark) {
    while (trailed_ > mark) {
      const Change& change = trail_[--trailed_];
      domains_[change.variable] = change.before;
    }
  }

  // Calls `use` with each variable that changed since, with those twice that changed twice.
  template <class Use>
  void changed_since(std::size_t mark, Use use) const {
    for (std::size_t at = mark; at < trailed_; ++at) use(trail_[at].variable);
  }

  // Rules out what cannot be after the variables from `first` up to `last` changed; false if one
  // is left without a value.
  bool infer(Infer how, Variable first, Variable last) {
    switch (how) {
      case Infer::none:
        return true;
      case Infer::forward_checking:
        return forward_check(first, last);
      case Infer::singles:
        return propagate<false, false>(first, last);
      case Infer::hidden_singles:
        return propagate<false, true>(first, last);
      case Infer::mac:
        return propagate<true, false>(first, last);
      case Infer::mac_hidden:
        return propagate<true, true>(first, last);
    }
    return true;
  }

  // Units are the all-different rules with as many variables as there are values.
  void find_units() {
    for (const Rule& rule : network_->rules())
      if (rule.kind == RuleKind::all_different && rule.numbers.empty() &&
          rule.scope.size() == static_cast<std::size_t>(count(full_)))
        units_.push_back(rule.scope);
    dirty_ = Bits(units_.size());
    const std::size_t words = dirty_.words().size();
    units_of_.assign(words * domains_.size(), 0);
    for (std::size_t unit = 0; unit < units_.size(); ++unit)
      for (const Variable x : units_[unit])
        units_of_[x * words + unit / 64] |= Mask{1} << unit % 64;
  }

  // The values in `mask` that obey a rule whose other variables are all fixed.
  Mask last(std::uint32_t number, Variable x, Mask mask) {
    const std::span<const Variable> scope = network_->rules()[number].scope;
    held_.clear();
    std::size_t at = scope.size();
    for (std::size_t i = 0; i < scope.size(); ++i) {
      if (scope[i] == x && at == scope.size()) at = i;
      held_.push_back(value_of(domains_[scope[i]]));
    }
    counts.checks += count(mask);
    return network_->kept(number, held_, at, mask);
  }

  Counts counts;
  std::uint32_t depth = 0;

 private:
  struct Change {
    Mask before;
    Variable variable;
  };

  // Counts tests of the rules.
  void check(std::size_t checks) { counts.checks += checks; }

  void put_on_trail(Variable x) { trail_[trailed_++] = {domains_[x], x}; }

  // With `Push`, variables that are left with one value wait on the stack of fixed ones.
  template <bool Push>
  bool narrow(Variable x, Mask mask, Variable cause) {
    const Mask before = domains_[x], now = before & mask;
    put_on_trail(x);
    domains_[x] = now;
    counts.prunings += count(before ^ now);
    if (!now) return fail(x, cause);
    if constexpr (Push)
      if (!open(now)) fixed_[waits_++] = x;
    return true;
  }

  bool fail(Variable x, Variable cause) {
    if (!weights_.empty()) blame(network_->of[x], network_->of[cause]);
    return false;
  }

  // One more for each rule that is in both lists; these are sorted, and may have repeats.
  void blame(std::span<const std::uint32_t> ours, std::span<const std::uint32_t> theirs) {
    for (std::size_t i = 0, j = 0; i < ours.size() && j < theirs.size();) {
      const std::uint32_t one = ours[i], other = theirs[j];
      if (one == other) ++weights_[one];
      if (one <= other)
        while (i < ours.size() && ours[i] == one) ++i;
      if (other <= one)
        while (j < theirs.size() && theirs[j] == other) ++j;
    }
  }

  bool forward_check(Variable first, Variable last) {
    find_fixed(first, last);
    const std::size_t fixed = std::exchange(waits_, 0);
    for (std::size_t i = 0; i < fixed; ++i)
      if (!rule_out<false>(fixed_[i])) return false;
    return true;
  }

  void find_fixed(Variable first, Variable last) {
    waits_ = 0;
    for (Variable x = first; x < last; ++x)
      if (!open(domains_[x])) fixed_[waits_++] = x;
  }

  // Takes from the others what a fixed variable rules out for them.
  template <bool Push>
  bool rule_out(Variable x) {
    if (!rule_out_peers<Push>(x)) return false;
    if (network_->only_peers[x]) return true;
    return rule_out_shifted<Push>(x) && rule_out_along_arcs<Push>(x) && rule_out_last<Push>(x);
  }

  template <bool Push>
  bool rule_out_peers(Variable x) {
    const Mask mask = domains_[x];
    const std::span<const Variable> peers = network_->peers[x];
    Mask* const domains = domains_.data();
    const std::size_t before = trailed_;
    check(peers.size());
    for (const Variable peer : peers) {
      const Mask old = domains[peer];
      if (!(old & mask) || peer == x) continue;
      trail_[trailed_++] = {old, peer};
      const Mask now = domains[peer] = old ^ mask;
      if (open(now)) continue;
      if (!now) {
        counts.prunings += trailed_ - before;
        return fail(peer, x);
      }
      if constexpr (Push) fixed_[waits_++] = peer;
    }
    counts.prunings += trailed_ - before;
    return true;
  }

  template <bool Push>
  bool rule_out_shifted(Variable x) {
    const int value = value_of(domains_[x]);
    for (const Shift& shift : network_->shifts[x]) {
      check(shift.arity);
      for (const auto& [other, by] : network_->shifted(shift)) {
        const auto to = static_cast<unsigned>(value + by);
        if (to < Model::width && domains_[other] >> to & 1 &&
            !narrow<Push>(other, ~(Mask{1} << to), x))
          return false;
      }
    }
    return true;
  }

  template <bool Push>
  bool rule_out_along_arcs(Variable x) {
    const Mask mask = domains_[x];
    const std::span<const Arc> arcs = network_->arcs[x];
    check(arcs.size());
    for (const Arc& arc : arcs) {
      const Mask out = network_->ruled_out(arc, mask);
      if (domains_[arc.other] & out && !narrow<Push>(arc.other, ~out, x)) return false;
    }
    return true;
  }

  // Once at most one variable of a larger rule is open, keep only what obeys it.
  template <bool Push>
  bool rule_out_last(Variable cause) {
    for (const std::uint32_t number : network_->larger[cause]) {
      Variable x = cause;
      int opened = 0;
      for (const Variable other : network_->rules()[number].scope)
        if (open(domains_[other])) {
          x = other;
          if (++opened > 1) break;
        }
      if (opened > 1) continue;
      const Mask kept = last(number, x, domains_[x]);
      if (kept != domains_[x] && !narrow<Push>(x, kept, cause)) return false;
    }
    return true;
  }

  // Rules out until nothing changes, the cheapest first: fixed variables, then arcs, then units.
  template <bool Arcs, bool Hidden>
  bool propagate(Variable first, Variable last) {
    find_fixed(first, last);
    bool waiting = false, dirty = false;
    if constexpr (Arcs) {
      waiting_.clear();
      for (Variable x = first; x < last; ++x) waiting |= wait(x);
    }
    if constexpr (Hidden) {
      dirty_.clear();
      for (Variable x = first; x < last; ++x) dirty |= soil(x);
    }
    std::size_t at = trailed_;
    for (;;) {
      while (waits_) {
        if (!rule_out<true>(fixed_[--waits_])) return false;
        if (counts.checks >= look_) look_ = look_at_limits();
      }
      for (; at < trailed_; ++at) {
        if constexpr (Hidden) dirty |= soil(trail_[at].variable);
        if constexpr (Arcs) waiting |= wait(trail_[at].variable);
      }
      if (std::exchange(waiting, false)) {
        if (!revise()) return false;
      } else if (std::exchange(dirty, false)) {
        if (!find_hidden()) return false;
      } else {
        return true;
      }
    }
  }

  // Lets the work be interrupted; after how many checks to do so again.
  std::uint64_t look_at_limits() const {
    poll(1 << 16);
    return counts.checks + (1 << 16);
  }

  // Notes that the arcs of a variable are to be looked at, if it has any.
  bool wait(Variable x) {
    if (waiting_.words().empty() || network_->arcs[x].empty()) return false;
    waiting_.set(x);
    return true;
  }

  // Notes that the units of a variable are to be looked at, if it has any.
  bool soil(Variable x) {
    Mask some = 0;
    const std::size_t words = dirty_.words().size();
    for (std::size_t w = 0; w < words; ++w) {
      dirty_.words()[w] |= units_of_[x * words + w];
      some |= units_of_[x * words + w];
    }
    return some != 0;
  }

  // Takes from the others what the waiting variables, not fixed yet, leave without support.
  bool revise() {
    std::size_t base = 0;
    for (Mask& word : waiting_.words()) {
      for (; word; word &= word - 1) {
        const auto x = static_cast<Variable>(base + std::countr_zero(word));
        if (open(domains_[x]) && !rule_out_along_arcs<true>(x)) return false;
      }
      base += 64;
    }
    return true;
  }

  // Fixes every variable that alone can take some value of a unit.
  bool find_hidden() {
    std::size_t base = 0;
    for (Mask& word : dirty_.words()) {
      for (; word; word &= word - 1)
        if (!find_hidden_in(base + std::countr_zero(word))) return false;
      base += 64;
    }
    return true;
  }

  bool find_hidden_in(std::size_t number) {
    const std::span<const Variable> unit = units_[number];
    Mask once = 0, twice = 0, opened = 0;
    for (const Variable x : unit) {
      const Mask mask = domains_[x];
      twice |= once & mask;
      once |= mask;
      opened |= open(mask) ? mask : 0;
    }
    check(1);
    if (static_cast<std::size_t>(count(once)) < unit.size())
      return fail(unit.front(), unit.back());
    const Mask single = once & ~twice;
    if (!(single & opened)) return true;
    for (const Variable x : unit) {
      const Mask mask = domains_[x], only = mask & single;
      if (only && open(mask) && !narrow<true>(x, open(only) ? 0 : only, unit.front()))
        return false;
    }
    return true;
  }

  std::shared_ptr<const Network> network_;
  std::vector<Mask> domains_;
  Mask full_ = 0;
  std::unique_ptr<Change[]> trail_;
  std::unique_ptr<Variable[]> fixed_;  // left with one value, not looked at yet
  std::size_t trailed_ = 0, waits_ = 0;
  std::uint64_t look_ = 0;  // at so many checks `poll` is called
  std::vector<std::uint64_t> weights_;  // of each rule, if failures are counted
  Bits waiting_, dirty_;                // variables to revise, units to look at
  std::vector<std::span<const Variable>> units_;
  std::vector<Mask> units_of_;
  std::vector<int> held_;
};

}  // namespace clew
