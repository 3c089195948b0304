// Which variable next, and its values in which order: the heuristics of search/csp/tree.py.
//
// The legal values of a variable are its domain where an inference keeps that up to date. Where
// nothing does, they come from what each neighbour holds: one word, zero if it is not assigned. How
// many unassigned variables each rule has is kept up while variables come and go.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/expect.hpp"
#include "csp/state.hpp"

namespace clew {

using Set = std::span<const Mask>;  // of variables: bit x % 64 of word x / 64

inline bool has(Set set, Variable x) { return set[x / 64] >> x % 64 & 1; }

template <class Use>
void for_each(Set set, Use use) {
  for (std::size_t w = 0; w < set.size(); ++w)
    for (Mask word = set[w]; word; word &= word - 1)
      use(static_cast<Variable>(w * 64 + std::countr_zero(word)));
}

class Chooser {
 public:
  Chooser(State& state, const Options& options, Drawn drawn)
      : state_(state), options_(options), drawn_(std::move(drawn)) {
    check_drawn();
    if (options.select == Select::degree || options.select == Select::mrv_degree ||
        options.select == Select::dom_wdeg)
      left_.resize(state.network().rules().size());
  }

  // Whether the values are tried in a list's order, not in that of the bits.
  bool lists() const { return options_.order >= Order::lcv; }

  // Says what every variable holds: a mask of one value, or zero if it is not assigned.
  void hold_all(const std::vector<std::uint8_t>& assigned) {
    const std::size_t size = assigned.size();
    held_.assign(size, 0);
    places_.assign(size, nowhere);
    for (Variable x = 0; x < size; ++x)
      if (assigned[x]) hold(x, state_.domains()[x]);
  }

  void hold(Variable x, Mask mask) {
    held_[x] = mask;
    places_[x] = mask ? value_of(mask) : nowhere;
  }

  bool holds(Variable x) const { return held_[x] != 0; }

  // Keeps up how many variables of each rule are unassigned, where that is asked for.
  bool counts() const { return !left_.empty(); }
  void add(Set unassigned) { count_left(unassigned, 1); }
  void remove(Set unassigned) { count_left(unassigned, -1); }

  // Calls `use` with each assigned variable and what it rules out for this one.
  template <class Use>
  void ruled_out_for(Variable x, Use use) const {
    const Network& network = state_.network();
    for (const Variable peer : network.peers[x])
      if (held_[peer] && peer != x) use(peer, held_[peer]);
    for (const Shift& shift : network.shifts[x])
      for (const auto& [other, by] : network.shifted(shift))
        if (held_[other]) use(other, bit(places_[other] - by));
    for (const Arc& arc : network.back_arcs[x])
      if (held_[arc.other]) use(arc.other, network.ruled_out(arc, held_[arc.other]));
  }

  // The values of a variable that agree with everything assigned so far.
  Mask legal(Variable x) {
    const Network& network = state_.network();
    Mask gone = 0;
    std::uint64_t checks = 0;
    for (const Variable peer : network.peers[x]) {
      const Mask mask = peer == x ? 0 : held_[peer];
      gone |= mask;
      checks += mask != 0;
    }
    for (const Shift& shift : network.shifts[x])
      for (const auto& [other, by] : network.shifted(shift)) {
        gone |= bit(places_[other] - by);
        checks += held_[other] != 0;
      }
    for (const Arc& arc : network.back_arcs[x])
      if (held_[arc.other]) {
        gone |= network.ruled_out(arc, held_[arc.other]);
        ++checks;
      }
    state_.counts.checks += checks;
    Mask mask = state_.domains()[x] & ~gone;
    for (const std::uint32_t number : network.larger[x])
      if (all_held_but(x, network.rules()[number].scope)) mask = state_.last(number, x, mask);
    return mask;
  }

  // The values that a variable may still take.
  Mask look(Variable x) {
    return options_.infer == Infer::none ? legal(x) : state_.domains()[x];
  }

  // The variable to assign next.
  Variable select(Set unassigned) {
    switch (options_.select) {
      case Select::first:
        return first(unassigned);
      case Select::mrv:
        find_fewest(unassigned);
        return among_.front();
      case Select::mrv_degree:
        find_fewest(unassigned);
        return most_constraining();
      case Select::degree:
        among_.clear();
        for_each(unassigned, [&](Variable x) { among_.push_back(x); });
        return most_constraining();
      case Select::dom_wdeg:
        return least(unassigned, [&](Variable x) { return ratio(x); });
      case Select::random:
        return least(unassigned, [&](Variable x) { return drawn_.luck[x]; });
    }
    return first(unassigned);
  }

  // Writes the values in `mask` in the order in which they are to be tried.
  void order(Variable x, Mask mask, Set unassigned, std::uint8_t* out) {
    if (options_.order == Order::lcv) return put_least_constraining(x, mask, unassigned, out);
    for (std::size_t at = starts_[x]; at < starts_[x + 1]; ++at)
      if (mask >> drawn_.shuffled[at] & 1) *out++ = drawn_.shuffled[at];
  }

 private:
  static constexpr int nowhere = -1024;  // no offset leads from it into a domain

  static Mask bit(int value) {
    return static_cast<unsigned>(value) < Model::width ? Mask{1} << value : 0;
  }

  void check_drawn() {
    const std::vector<Mask>& domains = state_.domains();
    if (options_.select == Select::random && drawn_.luck.size() != domains.size())
      refuse("luck: found ", drawn_.luck.size(), " numbers, expected ", domains.size());
    if (options_.order != Order::shuffled) return;
    starts_.push_back(0);
    for (const Mask mask : domains) starts_.push_back(starts_.back() + count(mask));
    if (drawn_.shuffled.size() != starts_.back())
      refuse("shuffled: found ", drawn_.shuffled.size(), " values, expected ", starts_.back());
    for (std::size_t x = 0; x < domains.size(); ++x) {
      Mask found = 0;
      for (std::size_t at = starts_[x]; at < starts_[x + 1]; ++at)
        found |= bit(drawn_.shuffled[at]);
      if (found != domains[x])
        refuse("shuffled: expected the values of variable ", x, ", each once");
    }
  }

  void count_left(Set unassigned, int by) {
    for_each(unassigned, [&](Variable x) {
      for (const std::uint32_t number : state_.network().of[x]) left_[number] += by;
    });
  }

  bool all_held_but(Variable x, std::span<const Variable> scope) const {
    for (const Variable other : scope)
      if (!held_[other] && other != x) return false;
    return true;
  }

  static Variable first(Set unassigned) {
    std::size_t w = 0;
    while (!unassigned[w]) ++w;
    return static_cast<Variable>(w * 64 + std::countr_zero(unassigned[w]));
  }

  // The variable for which `key` is least, and the first of these.
  template <class Key>
  static Variable least(Set unassigned, Key key) {
    Variable found = first(unassigned);
    bool known = false;
    double best = 0;
    for_each(unassigned, [&](Variable x) {
      const double value = key(x);
      if (known && value >= best) return;
      known = true;
      best = value;
      found = x;
    });
    return found;
  }

  // Puts among_ those with the fewest legal values, in their order.
  void find_fewest(Set unassigned) {
    int least = Model::width + 1;
    among_.clear();
    for_each(unassigned, [&](Variable x) {
      const int values = count(look(x));
      if (values > least) return;
      if (values < least) among_.clear();
      least = values;
      among_.push_back(x);
    });
  }

  // Of among_ the one that meets most unassigned others, each once a rule.
  Variable most_constraining() const {
    if (among_.size() == 1) return among_.front();
    Variable found = among_.front();
    std::int64_t most = -1;
    for (const Variable x : among_) {
      std::int64_t met = 0;
      for (const std::uint32_t number : state_.network().of[x]) met += left_[number] - 1;
      if (met > most) {
        most = met;
        found = x;
      }
    }
    return found;
  }

  // Values for the weight of the rules with another variable unassigned.
  double ratio(Variable x) {
    std::uint64_t weight = 0;
    for (const std::uint32_t number : state_.network().of[x])
      if (left_[number] > 1) weight += state_.weight(number);
    const auto values = static_cast<double>(count(look(x)));
    return values / (weight ? static_cast<double>(weight) : 0.5);
  }

  // The value first that rules out the fewest choices of the unassigned neighbours.
  void put_least_constraining(Variable x, Mask mask, Set unassigned, std::uint8_t* out) {
    std::array<std::uint64_t, Model::width> lost{};
    for (Mask left = mask; left; left &= left - 1) {
      const int value = std::countr_zero(left);
      lost[value] = ruled_out_by(x, value, unassigned);
    }
    std::size_t size = 0;
    for (Mask left = mask; left; left &= left - 1) {
      const auto value = static_cast<std::uint8_t>(std::countr_zero(left));
      std::size_t at = size++;
      for (; at && lost[out[at - 1]] > lost[value]; --at) out[at] = out[at - 1];
      out[at] = value;
    }
  }

  std::uint64_t ruled_out_by(Variable x, int value, Set unassigned) const {
    const Network& network = state_.network();
    const std::vector<Mask>& domains = state_.domains();
    std::uint64_t lost = 0;
    for (const Variable peer : network.peers[x])
      lost += peer != x && has(unassigned, peer) && domains[peer] >> value & 1;
    for (const Shift& shift : network.shifts[x])
      for (const auto& [other, by] : network.shifted(shift))
        lost += has(unassigned, other) && domains[other] & bit(value + by);
    for (const Arc& arc : network.arcs[x])
      if (has(unassigned, arc.other))
        lost += count(domains[arc.other] & network.ruled_out(arc, Mask{1} << value));
    return lost;
  }

  State& state_;
  Options options_;
  Drawn drawn_;
  std::vector<std::size_t> starts_;  // of each variable's values in drawn_.shuffled
  std::vector<Mask> held_;
  std::vector<int> places_;  // the value held, or nowhere
  std::vector<std::int64_t> left_;  // unassigned variables of each rule
  std::vector<Variable> among_;
};

}  // namespace clew
