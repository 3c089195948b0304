// A search of a pseudo-Boolean model that logs why it came to its end.
//
// The readable twin is src/clew/search/proof/py_prover.py: same choices, same clauses, same log, byte
// for byte. Every constraint is a sum of factors times literals that is at least a bound.
//
//   sums        slack = (what is not false yet) - bound, kept up to date when a literal falls;
//               a literal whose factor is above the slack must hold
//   clauses     (bound 1, two literals or more) are watched at their first two literals
//
//   terms_   | f l | f l | f l || f l | f l || ...     one run for each constraint,
//   sums_        begin ^                end ^          the largest factor first
//
// A clause of the log follows by unit propagation from what stands before it, since it is made of
// reasons that are constraints. A lemma (each value of a permutation is taken, say) is written when it
// is first a reason, with the lemmas that it needs before it: src/clew/search/proof/lemmas.py.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/expect.hpp"
#include "common/poll.hpp"

namespace clew {

class Prover {
 public:
  using Numbers = std::vector<std::int64_t>;

  Prover(std::vector<std::string> names, const Numbers& given, const Numbers& derived,
         std::vector<std::string> texts, const Numbers& groups, std::int64_t width)
      : names_(std::move(names)), texts_(std::move(texts)), size_(static_cast<std::int32_t>(names_.size())) {
    expect("names", static_cast<std::int64_t>(names_.size()), 1, 1 << 28);
    for (auto* column : {&level_, &place_, &reason_}) column->assign(names_.size(), 0);
    value_.assign(names_.size(), 0);
    seen_.assign(names_.size(), 0);
    activity_.assign(names_.size(), 0.0);
    sums_of_.resize(2 * names_.size());
    watches_.resize(2 * names_.size());
    sums_.emplace_back();  // number 0 is no constraint
    read_groups(groups, width);
    lemma_numbers_.resize(texts_.size() + 1, 0);
    read_sums(given, false);
    const std::size_t own = sums_.size();
    for (std::size_t at = 1; at < own; ++at) sums_[at].number = at;
    count_ = own - 1;
    log_ = "pseudo-Boolean proof version 1.1\nf " + std::to_string(count_) + "\n";
    read_sums(derived, true);
    for (std::size_t at = 1; at < sums_.size() && !broken_; ++at) broken_ = add(at);
    if (!broken_) broken_ = propagate();
    if (broken_) contradiction();
  }

  std::vector<std::int64_t> run(std::uint64_t max_solutions, std::uint64_t max_nodes,
                                std::uint64_t& found) {
    std::vector<std::int64_t> out;
    const std::uint64_t until = nodes_ + max_nodes < nodes_ ? ~0ull : nodes_ + max_nodes;
    while (!finished_ && found < max_solutions) {
      if (const Index broken = propagate()) {
        if (ends_.empty()) {
          broken_ = broken;
          contradiction();
          break;
        }
        learn(broken);
        --conflicts_left_;
        if (backtracks_ % 64 == 0) poll();
      } else if (conflicts_left_ <= 0) {
        conflicts_left_ = static_cast<std::int64_t>(kRestart * luby(++restarts_));
        undo(0);
      } else if (backtracks_ >= reduce_at_) {
        reduce();
      } else if (nodes_ >= until) {
        break;
      } else if (!choose()) {
        answer(out);
        ++found;
      }
    }
    return out;
  }

  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t backtracks() const { return backtracks_; }
  std::uint64_t deepest() const { return deepest_; }
  bool finished() const { return finished_; }
  std::size_t width() const { return width_; }
  std::string take_log() { return std::exchange(log_, {}); }

 private:
  using Index = std::size_t;
  using Literal = std::int32_t;
  static constexpr double kDecay = 0.95;
  static constexpr std::uint64_t kRestart = 64, kFirstReduction = 1000, kMore = 300;

  struct Term {
    std::int64_t factor;
    Literal literal;
  };
  struct Sum {
    std::size_t begin = 0, end = 0;
    std::int64_t bound = 0, slack = 0;
    std::uint64_t number = 0;  // in the log; 0 for a lemma that is written when it is first used
    std::size_t lemma = 0;
    std::uint32_t lbd = 0;
  };
  struct Use {
    Index sum;
    std::int64_t factor;
  };

  static std::uint64_t luby(std::uint64_t number) {
    int power = std::bit_width(number);
    while (number != (1ull << power) - 1) {
      number -= (1ull << (power - 1)) - 1;
      power = std::bit_width(number);
    }
    return 1ull << (power - 1);
  }

  static std::size_t slot(Literal literal) {
    return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0);
  }
  static std::size_t variable(Literal literal) { return static_cast<std::size_t>(std::abs(literal)); }
  int holds(Literal literal) const {
    return literal > 0 ? value_[variable(literal)] : -value_[variable(literal)];
  }
  bool is_clause(const Sum& sum) const { return sum.bound == 1 && sum.end - sum.begin > 1; }
  std::uint32_t level() const { return static_cast<std::uint32_t>(ends_.size()); }

  // ---------------------------------------------------------------- reading

  Literal literal_of(std::int64_t number) const {
    if (number == 0 || number >= size_ || number <= -size_)
      refuse("literal: found ", number, ", expected one of ", size_ - 1, " variables");
    return static_cast<Literal>(number);
  }

  static std::int64_t next(const Numbers& flat, std::size_t& at) {
    if (at >= flat.size()) refuse("sums: found too few numbers");
    return flat[at++];
  }

  static std::size_t length(const Numbers& flat, std::size_t& at) {
    const std::int64_t size = next(flat, at);
    expect("size", size, 0, static_cast<std::int64_t>(flat.size() - at));
    return static_cast<std::size_t>(size);
  }

  void read_groups(const Numbers& flat, std::int64_t width) {
    for (std::size_t at = 0; at < flat.size();) {
      std::vector<Literal> group(length(flat, at));
      for (Literal& each : group) each = std::abs(literal_of(next(flat, at)));
      groups_.push_back(std::move(group));
    }
    expect("width", width, 0, static_cast<std::int64_t>(groups_.size()));
    width_ = static_cast<std::size_t>(width);
  }

  void read_sums(const Numbers& flat, bool derived) {
    constexpr std::int64_t most = std::int64_t{1} << 40;
    for (std::size_t at = 0; at < flat.size();) {
      const std::size_t size = length(flat, at);
      Sum sum;
      sum.bound = next(flat, at);
      expect("bound", sum.bound, 0, most);
      sum.begin = terms_.size();
      for (std::size_t i = 0; i < size; ++i) {
        const std::int64_t factor = next(flat, at);
        expect("factor", factor, 0, most);
        terms_.push_back({factor, literal_of(next(flat, at))});
      }
      if (derived) {
        const std::int64_t lemma = next(flat, at);
        expect("lemma", lemma, 1, static_cast<std::int64_t>(texts_.size()));
        sum.lemma = static_cast<std::size_t>(lemma);
      }
      finish(sum);
    }
  }

  // The sum of the last terms: sorted, with its slack.
  Index finish(Sum sum) {
    sum.end = terms_.size();
    const auto begin = terms_.begin() + static_cast<std::ptrdiff_t>(sum.begin);
    std::stable_sort(begin, terms_.end(),
                     [](const Term& a, const Term& b) { return a.factor > b.factor; });
    sum.slack = -sum.bound;
    for (auto each = begin; each != terms_.end(); ++each) sum.slack += each->factor;
    sums_.push_back(sum);
    return sums_.size() - 1;
  }

  Index new_clause(const std::vector<Literal>& literals, std::uint64_t number) {
    Sum sum;
    sum.begin = terms_.size();
    sum.bound = 1;
    sum.number = number;
    for (const Literal each : literals) terms_.push_back({1, each});
    return finish(sum);
  }

  // ---------------------------------------------------------------- constraints

  // Adds a constraint before the first choice; itself, if it cannot hold, else 0.
  Index add(Index at) {
    Sum& sum = sums_[at];
    if (is_clause(sum)) return add_clause(at);
    for (std::size_t i = sum.begin; i < sum.end; ++i) {
      const auto [factor, literal] = terms_[i];
      sums_of_[slot(literal)].push_back({at, factor});
      if (holds(literal) < 0 && place_[variable(literal)] < done_) sum.slack -= factor;
    }
    return apply(at) ? 0 : at;
  }

  Index add_clause(Index at) {
    const Sum& sum = sums_[at];
    Term* terms = &terms_[sum.begin];
    std::stable_partition(terms, terms + (sum.end - sum.begin),
                          [this](const Term& term) { return holds(term.literal) >= 0; });
    watch(at);
    const Literal first = terms[0].literal, second = terms[1].literal;
    if (holds(second) < 0 && holds(first) <= 0) {
      if (holds(first) < 0) return at;
      assign(first, at);
    }
    return 0;
  }

  void watch(Index at) {
    for (std::size_t i = 0; i < 2; ++i)
      watches_[slot(terms_[sums_[at].begin + i].literal)].push_back(at);
  }

  void use(Index at) {
    Sum& sum = sums_[at];
    if (!sum.number) sum.number = write(sum.lemma);
  }

  // Writes a lemma, unless the log has it, after those that it needs; the number of its last line.
  // Its text is the numbers of the lemmas that it needs, all smaller than its own, a bar, and its
  // lines, in which @7 stands for the number of lemma 7, and @7. for that of the line before. Without
  // lines, it is the last lemma that it needs.
  std::uint64_t write(std::size_t lemma) {
    if (lemma_numbers_[lemma]) return lemma_numbers_[lemma];
    const std::string_view text = texts_[lemma - 1];
    std::size_t at = 0;
    std::uint64_t last = 0;
    while (at < text.size() && text[at] != '|') {
      last = write(reference(text, at, lemma));
      if (at < text.size() && text[at] == ' ') ++at;
    }
    if (at >= text.size()) refuse("lemma: found no bar");
    if (++at == text.size()) return lemma_numbers_[lemma] = last;
    ++count_;
    while (at < text.size()) {
      if (text[at] != '@') {
        if (text[at] == '\n') ++count_;
        log_ += text[at++];
        continue;
      }
      std::uint64_t number = lemma_numbers_[reference(text, ++at, lemma)];
      if (at < text.size() && text[at] == '.') {
        --number;
        ++at;
      }
      log_ += std::to_string(number);
    }
    log_ += '\n';
    return lemma_numbers_[lemma] = count_;
  }

  static std::size_t reference(std::string_view text, std::size_t& at, std::size_t lemma) {
    std::size_t found = 0;
    for (; at < text.size() && '0' <= text[at] && text[at] <= '9' && found < lemma; ++at)
      found = 10 * found + static_cast<std::size_t>(text[at] - '0');
    if (!found || found >= lemma) refuse("lemma: found ", found, ", expected one before ", lemma);
    return found;
  }

  void assign(Literal literal, Index reason) {
    const std::size_t x = variable(literal);
    value_[x] = literal > 0 ? 1 : -1;
    level_[x] = level();
    place_[x] = static_cast<std::uint32_t>(trail_.size());
    reason_[x] = static_cast<std::uint32_t>(reason);
    trail_.push_back(literal);
    if (reason && ends_.empty()) use(reason);
  }

  // ---------------------------------------------------------------- propagation

  Index propagate() {
    while (done_ < trail_.size()) {
      const Literal fallen = -trail_[done_++];
      const std::vector<Use>& touched = sums_of_[slot(fallen)];
      for (const Use& each : touched) sums_[each.sum].slack -= each.factor;
      for (const Use& each : touched)
        if (!apply(each.sum)) return each.sum;
      if (const Index broken = propagate_clauses(fallen)) return broken;
    }
    return 0;
  }

  bool apply(Index at) {
    const Sum& sum = sums_[at];
    if (sum.slack < 0) return false;
    for (std::size_t i = sum.begin; i < sum.end && terms_[i].factor > sum.slack; ++i)
      if (holds(terms_[i].literal) == 0) assign(terms_[i].literal, at);
    return true;
  }

  Index propagate_clauses(Literal fallen) {
    std::vector<Index>& watching = watches_[slot(fallen)];
    std::size_t kept = 0;
    for (std::size_t number = 0; number < watching.size(); ++number) {
      const Index at = watching[number];
      const Sum& sum = sums_[at];
      Term* terms = &terms_[sum.begin];
      if (terms[0].literal == fallen) std::swap(terms[0], terms[1]);
      if (holds(terms[0].literal) > 0) {
        watching[kept++] = at;
        continue;
      }
      const std::size_t size = sum.end - sum.begin;
      std::size_t other = 2;
      while (other < size && holds(terms[other].literal) < 0) ++other;
      if (other < size) {
        std::swap(terms[1], terms[other]);
        watches_[slot(terms[1].literal)].push_back(at);
        continue;
      }
      watching[kept++] = at;
      if (holds(terms[0].literal) < 0) {
        while (++number < watching.size()) watching[kept++] = watching[number];
        watching.resize(kept);
        return at;
      }
      assign(terms[0].literal, at);
    }
    watching.resize(kept);
    return 0;
  }

  void undo(std::size_t level) {
    if (ends_.size() <= level) return;
    const std::size_t keep = ends_[level];
    for (std::size_t at = trail_.size(); at-- > keep;) {
      const Literal literal = trail_[at];
      if (at < done_)
        for (const Use& each : sums_of_[slot(-literal)]) sums_[each.sum].slack += each.factor;
      value_[variable(literal)] = 0;
      reason_[variable(literal)] = 0;
    }
    trail_.resize(keep);
    ends_.resize(level);
    done_ = keep;
  }

  // ---------------------------------------------------------------- learning

  // False literals of a constraint that force a literal, or that cannot be (literal 0).
  void why(Index at, Literal literal, std::vector<Literal>& out) {
    use(at);
    out.clear();
    const Sum& sum = sums_[at];
    if (is_clause(sum)) {
      for (std::size_t i = sum.begin; i < sum.end; ++i)
        if (terms_[i].literal != literal) out.push_back(terms_[i].literal);
      return;
    }
    const std::size_t before = literal ? place_[variable(literal)] : trail_.size();
    std::int64_t needed = -sum.bound;
    for (std::size_t i = sum.begin; i < sum.end; ++i)
      if (terms_[i].literal != literal) needed += terms_[i].factor;
    for (std::size_t i = sum.begin; i < sum.end && needed >= 0; ++i) {
      const auto [factor, other] = terms_[i];
      if (holds(other) < 0 && place_[variable(other)] < before) {
        out.push_back(other);
        needed -= factor;
      }
    }
  }

  void learn(Index broken) {
    const std::size_t back = analyse(broken);
    ++backtracks_;
    bump_ /= kDecay;
    log_ += "rup ";
    for (const Literal each : clause_) log_ += "1 " + name(each) + " ";
    log_ += ">= 1 ;\n";
    const Index made = new_clause(clause_, ++count_);
    Sum& sum = sums_[made];
    levels_.clear();
    for (const Literal each : clause_) levels_.push_back(level_[variable(each)]);
    std::size_t second = 1;
    for (std::size_t i = 2; i < levels_.size(); ++i)
      if (levels_[i] > levels_[second]) second = i;
    std::sort(levels_.begin(), levels_.end());
    sum.lbd = static_cast<std::uint32_t>(std::unique(levels_.begin(), levels_.end()) - levels_.begin());
    undo(back);
    if (clause_.size() > 1) {
      std::swap(terms_[sum.begin + 1], terms_[sum.begin + second]);
      watch(made);
      learned_.push_back(made);
    }
    assign(clause_[0], made);
  }

  std::size_t analyse(Index broken) {
    clause_.assign(1, 0);
    std::size_t waiting = 0, at = trail_.size();
    why(broken, 0, reasons_);
    Literal literal = 0;
    while (true) {
      for (const Literal other : reasons_) {
        const std::size_t x = variable(other);
        if (seen_[x] || !level_[x]) continue;
        seen_[x] = 1;
        marked_.push_back(x);
        bump(x);
        if (level_[x] == level()) ++waiting;
        else clause_.push_back(other);
      }
      --at;
      while (!seen_[variable(trail_[at])]) --at;
      literal = trail_[at];
      if (!--waiting) break;
      why(reason_[variable(literal)], literal, reasons_);
    }
    clause_[0] = -literal;
    std::size_t kept = 1;
    for (std::size_t i = 1; i < clause_.size(); ++i)
      if (!implied(clause_[i])) clause_[kept++] = clause_[i];
    clause_.resize(kept);
    for (const std::size_t x : marked_) seen_[x] = 0;
    marked_.clear();
    std::uint32_t back = 0;
    for (std::size_t i = 1; i < kept; ++i) back = std::max(back, level_[variable(clause_[i])]);
    return back;
  }

  // Whether the others of the clause force a literal, by its reason alone.
  bool implied(Literal literal) {
    const Index reason = reason_[variable(literal)];
    if (!reason) return false;
    why(reason, -literal, reasons_);
    return std::all_of(reasons_.begin(), reasons_.end(), [this](Literal each) {
      return seen_[variable(each)] || !level_[variable(each)];
    });
  }

  void bump(std::size_t x) {
    activity_[x] += bump_;
    if (activity_[x] <= 1e100) return;
    for (double& each : activity_) each *= 1e-100;
    bump_ *= 1e-100;
  }

  std::string name(Literal literal) const {
    return literal > 0 ? names_[variable(literal)] : "~" + names_[variable(literal)];
  }

  void contradiction() {
    use(broken_);
    log_ += "rup >= 1 ;\nc " + std::to_string(++count_) + "\n";
    finished_ = true;
  }

  void reduce() {
    reduce_at_ = backtracks_ + kFirstReduction + kMore * ++reductions_;
    std::vector<std::size_t> order;
    for (std::size_t at = 0; at < learned_.size(); ++at)
      if (sums_[learned_[at]].lbd > 2) order.push_back(at);
    std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
      return sums_[learned_[a]].lbd > sums_[learned_[b]].lbd;
    });
    order.resize(order.size() / 2);
    std::vector<char> gone(sums_.size(), 0);
    bool any = false;
    for (const std::size_t at : order) {
      const Index clause = learned_[at];
      if (reason_[variable(terms_[sums_[clause].begin].literal)] == clause) continue;
      gone[clause] = 1;
      any = true;
    }
    if (!any) return;
    log_ += "del id";
    for (const Index each : learned_)
      if (gone[each]) log_ += " " + std::to_string(sums_[each].number);
    log_ += "\n";
    std::erase_if(learned_, [&](Index each) { return gone[each]; });
    for (auto& watching : watches_) std::erase_if(watching, [&](Index each) { return gone[each]; });
    close_gaps(gone);
  }

  // Gives the room of clauses that are gone to those after them, so that memory does not grow.
  void close_gaps(const std::vector<char>& gone) {
    std::vector<Index> moved(sums_.size(), 0);
    std::size_t kept = 1, end = 0;
    for (Index at = 1; at < sums_.size(); ++at) {
      if (gone[at]) continue;
      Sum sum = sums_[at];
      std::copy(terms_.begin() + static_cast<std::ptrdiff_t>(sum.begin),
                terms_.begin() + static_cast<std::ptrdiff_t>(sum.end),
                terms_.begin() + static_cast<std::ptrdiff_t>(end));
      sum.end = end + (sum.end - sum.begin);
      sum.begin = std::exchange(end, sum.end);
      moved[at] = kept;
      sums_[kept++] = sum;
    }
    sums_.resize(kept);
    terms_.resize(end);
    for (auto& watching : watches_)
      for (Index& each : watching) each = moved[each];
    for (auto& uses : sums_of_)
      for (Use& each : uses) each.sum = moved[each.sum];
    for (Index& each : learned_) each = moved[each];
    for (std::uint32_t& each : reason_) each = static_cast<std::uint32_t>(moved[each]);
  }

  // ---------------------------------------------------------------- the search

  bool choose() {
    Literal best = 0;
    std::size_t least = names_.size();
    for (const std::vector<Literal>& group : groups_) {
      Literal first = 0;
      std::size_t open = 0;
      bool taken = false;
      for (const Literal each : group) {
        const int value = value_[variable(each)];
        if (value > 0) {
          taken = true;
          break;
        }
        if (value < 0) continue;
        ++open;
        if (!first || activity_[variable(each)] > activity_[variable(first)]) first = each;
      }
      if (taken || !open || open > least) continue;
      if (open < least || activity_[variable(first)] > activity_[variable(best)]) {
        best = first;
        least = open;
      }
    }
    for (Literal x = 1; !best && x < size_; ++x)  // what an answer does not list
      if (!value_[variable(x)]) best = -x;
    if (!best) return false;
    ++nodes_;
    ends_.push_back(trail_.size());
    deepest_ = std::max<std::uint64_t>(deepest_, ends_.size());
    assign(best, 0);
    return true;
  }

  void answer(std::vector<std::int64_t>& out) {
    std::vector<Literal> excluded;
    log_ += "v";
    for (std::size_t at = 0; at < width_; ++at)
      for (const Literal each : groups_[at])
        if (value_[variable(each)] > 0) {
          out.push_back(each);
          log_ += " " + names_[variable(each)];
          excluded.push_back(-each);
        }
    log_ += "\n";
    undo(0);
    broken_ = add(new_clause(excluded, ++count_));
    if (broken_) contradiction();
  }

  std::vector<std::string> names_, texts_;
  std::vector<std::uint64_t> lemma_numbers_;
  std::int32_t size_;
  std::size_t width_ = 0;
  std::vector<std::vector<Literal>> groups_;
  std::vector<Term> terms_;
  std::vector<Sum> sums_;
  std::vector<std::vector<Use>> sums_of_;
  std::vector<std::vector<Index>> watches_;
  std::vector<Index> learned_;
  std::vector<std::int8_t> value_, seen_;
  std::vector<std::uint32_t> level_, place_, reason_;
  std::vector<double> activity_;
  std::vector<Literal> trail_, clause_, reasons_;
  std::vector<std::size_t> ends_, marked_;
  std::vector<std::uint32_t> levels_;
  std::size_t done_ = 0;
  double bump_ = 1.0;
  std::uint64_t nodes_ = 0, backtracks_ = 0, deepest_ = 0, count_ = 0;
  std::uint64_t restarts_ = 1, reduce_at_ = kFirstReduction, reductions_ = 0;
  std::int64_t conflicts_left_ = kRestart;
  Index broken_ = 0;
  bool finished_ = false;
  std::string log_;
};

}  // namespace clew
