// Answers one question after another about the same rules, and forgets nothing it has learned.
//
// A question is a list of assumptions: that a variable has a value, or that it doesn't. The first
// levels of the search belong to them, so clauses learned under them hold without them, as do the
// activities and the phases of the bools. An assumption that is false by the others ends the question;
// the reasons are followed back to those that it takes (Eén and Sörensson, "Temporal induction by
// incremental SAT solving", 2003).
//
// What decided: the maker of a 20 x 20 nonogram asks 2,252 questions of a few conflicts each, and half
// of its time went into encoding the rules again for each.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "common/expect.hpp"
#include "common/poll.hpp"
#include "csp/learning_search.hpp"

namespace clew {

class Solver {
 public:
  Solver(const Model& model, const std::vector<Mask>& domains, std::size_t words)
      : encoding_(model, domains, words), learner_(encoding_.clauses()) {
    learner_.start();
  }
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  // Begins a question: for each assumption its variable, its value, and 1 if it has that value, 0 if
  // it hasn't.
  void ask(const std::vector<std::int64_t>& assumptions) {
    const std::vector<Literal> literals = literals_of(assumptions);
    core_.clear();
    finished_ = false;
    asked_.clear();
    std::vector<Literal> assumed;
    for (std::size_t i = 0; i < literals.size(); ++i) {
      if (literals[i] == always) continue;
      if (literals[i] == never) {
        core_.assign(1, static_cast<std::int64_t>(i));
        finished_ = true;
      }
      asked_.emplace_back(literals[i], static_cast<std::int64_t>(i));
      assumed.push_back(literals[i]);
    }
    if (finished_) assumed.clear();
    learner_.ask(std::move(assumed));
  }

  // At least one of these holds in every answer from now on.
  void add(const std::vector<std::int64_t>& alternatives) {
    std::vector<Literal> clause;
    for (const Literal literal : literals_of(alternatives)) {
      if (literal == always) return;
      if (literal != never) clause.push_back(literal);
    }
    learner_.state(clause);
  }

  // Searches on for the answer to the question, which is the only one.
  std::vector<std::uint16_t> run(std::uint64_t, std::uint64_t max_nodes, std::uint64_t& found) {
    std::vector<std::uint16_t> answers;
    found = 0;
    const std::uint64_t end = nodes_ + std::min(max_nodes, ~nodes_);
    while (!finished_) {
      poll(1024);
      const Learner::Step step = learner_.step(nodes_ < end);
      if (step == Learner::Step::choosing) break;
      if (step == Learner::Step::chosen) ++nodes_;
      if (step == Learner::Step::finished) blame();
      if (step == Learner::Step::answer) {
        append_answer(encoding_, learner_, answers);
        ++found;
      }
      finished_ = step == Learner::Step::finished || step == Learner::Step::answer;
    }
    return answers;
  }

  // The places in the question of the assumptions that rule an answer out.
  std::vector<std::int64_t> core() const { return core_; }
  std::size_t width() const { return encoding_.size(); }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t backtracks() const { return learner_.dead_ends(); }
  std::uint32_t deepest() const { return learner_.deepest(); }
  bool finished() const { return finished_; }

 private:
  std::vector<Literal> literals_of(const std::vector<std::int64_t>& triples) const {
    if (triples.size() % 3) refuse("found ", triples.size(), " numbers, expected three a literal");
    std::vector<Literal> out;
    for (std::size_t i = 0; i < triples.size(); i += 3) {
      const std::int64_t x = triples[i], value = triples[i + 1];
      if (x < 0 || static_cast<std::size_t>(x) >= encoding_.size())
        refuse("found variable ", x, ", expected less than ", encoding_.size());
      const auto variable = static_cast<Variable>(x);
      const bool is = triples[i + 2] != 0;
      if (!encoding_.has(variable, value)) {
        out.push_back(is ? never : always);
      } else {
        const std::uint32_t b = encoding_.is(variable, static_cast<int>(value));
        out.push_back(is ? yes(b) : no(b));
      }
    }
    return out;
  }

  void blame() {
    for (const Literal literal : learner_.core())
      for (const auto& [asked, place] : asked_)
        if (asked == literal) {
          core_.push_back(place);
          break;
        }
    std::sort(core_.begin(), core_.end());
  }

  const Encoding encoding_;
  Learner learner_;
  std::vector<std::pair<Literal, std::int64_t>> asked_;
  std::vector<std::int64_t> core_;
  std::uint64_t nodes_ = 0;
  bool finished_ = true;  // until something is asked
};

}  // namespace clew
