// The own best search over any CSP: propagation as far as it goes, then choices that are learned
// from. It imitates no textbook; native/csp/backtracking.hpp does. encode.hpp states the CSP in groups and
// clauses, learning.hpp searches them, and says what was measured.
//
// A node is the root, or a choice. What was encoded is kept for the next puzzle with the same rules
// if these are all-different alone (Sudoku, Latin squares, queens): the domains are then given to
// the search, not to the encoding. A 16 x 16 Sudoku that needs no choice takes 70 us so, and 700 us
// if it is encoded anew. Larger puzzles are pruned and encoded each for itself: see preprocess.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "common/poll.hpp"
#include "csp/encode.hpp"
#include "csp/learning.hpp"
#include "csp/model.hpp"

namespace clew {

// Adds the value of each variable.
inline void append_answer(const Encoding& encoding, const Learner& learner,
                          std::vector<std::uint16_t>& answers) {
  for (Variable x = 0; x < encoding.size(); ++x) {
    std::uint32_t b = encoding.first(x);
    while (!learner.holds(b)) ++b;
    answers.push_back(static_cast<std::uint16_t>(encoding.value(x, b - encoding.first(x))));
  }
}

class LearningSearch {
 public:
  using Shared = std::shared_ptr<const Encoding>;
  using Encode = std::function<Shared()>;
  // The dead ends after which a search starts again with the full encoding, and the answers after
  // which it no longer does.
  static constexpr std::uint64_t easy = 20, many = 8;

  // Expects one domain for each variable of the encoding, of values that it has there. The first
  // encoding may be a cheaper one than the `full` one, which is then made for hard puzzles alone.
  LearningSearch(Shared encoding, std::span<const Mask> domains, Encode full = {})
      : full_(std::move(full)) {
    begin(std::move(encoding), domains);
  }
  // With an answer that is known, which the others have to be better than. It's told before anything
  // is encoded, which may take longer than there is time.
  LearningSearch(Encode encode, std::vector<Mask> domains, std::vector<std::uint16_t> answer,
                 std::int64_t cost, std::int64_t bound)
      : encode_(std::move(encode)), domains_(std::move(domains)), known_(std::move(answer)),
        cost_(cost), bound_(bound) {}

  // Whether one encoding may serve every puzzle with these rules, and the domains to encode then.
  static bool shares(const Model& model, std::span<const Mask> domains) {
    const auto plain = [](const Rule& rule) { return rule.kind == RuleKind::all_different; };
    return std::all_of(model.rules().begin(), model.rules().end(), plain) &&
           model.variables() * std::popcount(all_values(domains)) <= most_shared;
  }
  static Mask all_values(std::span<const Mask> domains) {
    Mask all = 0;
    for (const Mask domain : domains) all |= domain;
    return all;
  }

  // Goes on by at most max_nodes nodes, until max_solutions more are found or all is searched.
  // Returns the answers, the values of each in the order of the variables, one after the other.
  std::vector<std::uint16_t> run(std::uint64_t max_solutions, std::uint64_t max_nodes,
                                 std::uint64_t& found) {
    std::vector<std::uint16_t> answers;
    found = 0;
    const std::uint64_t end = nodes_ + std::min(max_nodes, ~nodes_);
    if (nodes_ == 0 && end > 0 && !finished_) ++nodes_;  // the root
    if (encode_ && nodes_ > 0) {
      if (!is_told_ && max_solutions > 0) {
        is_told_ = true;
        found = 1;
        return known_;
      }
      begin_below();
    }
    while (!finished_ && nodes_ > 0 && found < max_solutions) {
      poll(1024);
      const Learner::Step step = learner_->step(nodes_ < end);
      if (step == Learner::Step::choosing) break;
      if (step == Learner::Step::chosen) ++nodes_;
      if (step == Learner::Step::finished) finished_ = true;
      if (step == Learner::Step::answer) {
        append(answers);
        ++found;
        if (full_) remember(answers);
        finished_ = !learner_->next();
      } else if (full_ && learner_->dead_ends() >= easy && !finished_) {
        start_again();
      }
    }
    return answers;
  }

  // What each better answer costs at least, if there are costs.
  std::optional<std::int64_t> bound() const {
    if (encode_) return bound_;
    if (finished_) return std::nullopt;
    if (encoding_->clauses().objective_at() == Clauses::none) return std::nullopt;
    return learner_->bound();
  }
  std::size_t width() const { return encoding_ ? encoding_->size() : known_.size(); }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t backtracks() const { return dead_ends_ + (learner_ ? learner_->dead_ends() : 0); }
  std::uint32_t deepest() const { return learner_ ? std::max(deepest_, learner_->deepest()) : 0; }
  bool finished() const { return finished_; }

 private:
  static constexpr std::size_t most_shared = std::size_t{1} << 14;  // values in all

  void begin(Shared encoding, std::span<const Mask> domains) {
    encoding_ = std::move(encoding);
    learner_.emplace(encoding_->clauses());
    if (encoding_->words() == 1)  // else these are the domains that were encoded
      for (Variable x = 0; x < domains.size(); ++x) restrict(x, domains[x]);
    if (encoding_->values_alike() && all_equal(domains)) learner_->plan(values_in_order());
    learner_->start();
  }

  // Goes on from the answer that is known.
  void begin_below() {
    begin(encode_(), domains_);
    encode_ = nullptr;
    std::vector<std::uint32_t> bools;
    for (Variable x = 0; x < encoding_->size(); ++x)
      if (encoding_->has(x, known_[x])) bools.push_back(encoding_->is(x, known_[x]));
    for (const Encoding::Order& order : encoding_->orders_of_tasks)
      bools.push_back(known_[order.x] <= known_[order.y] + order.shift ? order.leads : order.follows);
    learner_->beat(cost_, bools);
  }

  void restrict(Variable x, Mask domain) {
    const Mask encoded = encoding_->domain(x)[0];
    if (std::has_single_bit(domain) && domain & encoded)
      return learner_->require(yes(encoding_->is(x, std::countr_zero(domain))));
    for (Mask lost = encoded & ~domain; lost; lost &= lost - 1)
      learner_->require(no(encoding_->is(x, std::countr_zero(lost))));
  }

  static bool all_equal(std::span<const Mask> domains) {
    return std::adjacent_find(domains.begin(), domains.end(), std::not_equal_to<>()) ==
           domains.end();
  }

  // If values may be exchanged throughout, any answer has one like it with these in its widest
  // scope: its first variable has the first value, its second the second, and so on.
  std::vector<std::uint32_t> values_in_order() const {
    std::vector<std::uint32_t> bools;
    Mask values = encoding_->size() ? encoding_->domain(0)[0] : 0;
    for (const Variable x : encoding_->widest()) {
      if (values) bools.push_back(encoding_->is(x, std::countr_zero(values)));
      values &= values - 1;
    }
    return bools;
  }

  void append(std::vector<std::uint16_t>& answers) const {
    append_answer(*encoding_, *learner_, answers);
  }

  // Keeps the last answer, so that it isn't found again after a new start.
  void remember(const std::vector<std::uint16_t>& answers) {
    answers_.emplace_back(answers.end() - static_cast<std::ptrdiff_t>(width()), answers.end());
    if (answers_.size() > many) full_ = {};
  }

  void start_again() {
    dead_ends_ = backtracks();
    deepest_ = deepest();
    learner_.reset();  // it looks into the encoding
    encoding_ = std::exchange(full_, {})();
    learner_.emplace(encoding_->clauses());
    for (const auto& answer : answers_) {
      std::vector<Literal> another;
      for (Variable x = 0; x < answer.size(); ++x) another.push_back(no(encoding_->is(x, answer[x])));
      learner_->state(another);
    }
    learner_->start();
  }

  Shared encoding_;
  Encode full_;
  std::optional<Learner> learner_;
  std::vector<std::vector<std::uint16_t>> answers_;  // of the first encoding
  Encode encode_;  // until it's done, if there is an answer already
  std::vector<Mask> domains_;
  std::vector<std::uint16_t> known_;
  std::int64_t cost_ = 0, bound_ = 0;
  bool is_told_ = false;
  std::uint64_t nodes_ = 0, dead_ends_ = 0;  // dead ends of the first encoding
  std::uint32_t deepest_ = 0;
  bool finished_ = false;
};

}  // namespace clew
