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

// The values of some variables that the answers within some domains have.
struct Candidates {
  std::vector<Mask> had;      // by some answer
  std::vector<Mask> unknown;  // it took too many nodes to find out, or there was no effort left
  std::int64_t left = 0;      // of the effort; negative once it is spent
};

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
    asked_.clear();
    std::vector<Literal> assumed;
    for (std::size_t i = 0; i < literals.size(); ++i) {
      if (literals[i] == always) continue;
      if (literals[i] == never) core_.assign(1, static_cast<std::int64_t>(i));
      asked_.emplace_back(literals[i], static_cast<std::int64_t>(i));
      assumed.push_back(literals[i]);
    }
    finished_ = !core_.empty();
    if (!finished_) begin(std::move(assumed));
  }

  // At least one of these holds in every answer from now on.
  void add(const std::vector<std::int64_t>& alternatives) {
    std::vector<Literal> clause;
    for (const Literal literal : literals_of(alternatives)) {
      if (literal == always) return;
      if (literal != never) clause.push_back(literal);
    }
    learner_.state(clause);
    known_.clear();
  }

  // Searches on for the answer to the question, which is the only one.
  std::vector<std::uint16_t> run(std::uint64_t, std::uint64_t max_nodes, std::uint64_t& found) {
    std::vector<std::uint16_t> answers;
    found = finished_ ? 0 : search(max_nodes);
    if (found) append_answer(encoding_, learner_, answers);
    if (finished_ && !found && core_.empty()) blame();
    return answers;
  }

  // Finds the values that the first `shown` variables have in the answers within these domains, of
  // as many words as the encoding's. An answer has a value of each, and those of earlier questions
  // count if they are within the domains. `nodes` bounds each question, `effort` all of them: a
  // question costs 1, and each of its nodes 1 more. No more than `most` values of a variable are
  // looked for.
  Candidates candidates(const std::vector<Mask>& domains, std::size_t shown, std::uint64_t nodes,
                        std::int64_t effort, std::int64_t most) {
    const std::size_t words = encoding_.words(), given = domains.size() / words;
    if (given * words != domains.size() || given > encoding_.size() || shown > given)
      refuse("found ", domains.size(), " words of domains, expected ", words, " for each variable");
    Candidates out{std::vector<Mask>(shown * words), std::vector<Mask>(shown * words), effort};
    const auto note = [&](const std::vector<std::uint16_t>& answer) {
      for (std::size_t x = 0; x < shown; ++x)
        out.had[x * words + answer[x] / 64] |= Mask{1} << answer[x] % 64;
    };
    const auto within = [&](const std::vector<std::uint16_t>& answer) {
      for (std::size_t x = 0; x < given; ++x)
        if (!(domains[x * words + answer[x] / 64] >> answer[x] % 64 & 1)) return false;
      return true;
    };
    for (const auto& answer : known_)
      if (within(answer)) note(answer);

    const std::vector<Literal> assumed = literals_within(domains);
    // Whether there is an answer: 1 or 0, or -1 if it takes too many nodes.
    const auto ask = [&](Literal more) {
      std::vector<Literal> all = assumed;
      if (more != always) all.push_back(more);
      if (std::find(all.begin(), all.end(), never) != all.end()) return 0;
      const std::uint64_t before = nodes_;
      begin(std::move(all));
      const bool found = search(nodes);
      out.left -= static_cast<std::int64_t>(1 + nodes_ - before);
      if (found) {
        known_.emplace_back();
        append_answer(encoding_, learner_, known_.back());
        note(known_.back());
      }
      return found ? 1 : finished_ ? 0 : -1;
    };
    const auto count = [&](std::size_t x) {
      std::int64_t sum = 0;
      for (std::size_t w = 0; w < words; ++w) sum += std::popcount(out.had[x * words + w]);
      return sum;
    };
    if (shown > 0 && count(0) == 0 && ask(always) == 0) return out;
    for (std::size_t x = 0; x < shown; ++x) {
      const auto variable = static_cast<Variable>(x);
      for (std::size_t at = x * words; at < (x + 1) * words; ++at) {
        Mask rest = domains[at] & encoding_.domain(variable)[at - x * words];
        while ((rest &= ~out.had[at]) && count(x) < most) {
          const int bit = std::countr_zero(rest), value = static_cast<int>(at - x * words) * 64 + bit;
          if (out.left < 0 || ask(yes(encoding_.is(variable, value))) < 0)
            out.unknown[at] |= Mask{1} << bit;
          rest &= rest - 1;
        }
      }
    }
    if (known_.size() > most_known) known_.erase(known_.begin(), known_.end() - most_known / 2);
    return out;
  }

  // The places in the question of the assumptions that rule an answer out.
  std::vector<std::int64_t> core() const { return core_; }
  std::size_t width() const { return encoding_.size(); }
  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t backtracks() const { return learner_.dead_ends(); }
  std::uint32_t deepest() const { return learner_.deepest(); }
  bool finished() const { return finished_; }

 private:
  static constexpr std::size_t most_known = 256;  // answers to remember

  void begin(std::vector<Literal> assumed) {
    learner_.ask(std::move(assumed), ended_);
    finished_ = false;
  }

  // Searches for the answer; false if there is none, or it takes too many nodes.
  bool search(std::uint64_t max_nodes) {
    const std::uint64_t end = nodes_ + std::min(max_nodes, ~nodes_);
    ended_ = false;  // unless no error comes in between
    Learner::Step step = Learner::Step::chosen;
    while (step == Learner::Step::chosen) {
      poll(1024);
      step = learner_.step(nodes_ < end);
      if (step == Learner::Step::chosen) ++nodes_;
    }
    finished_ = step != Learner::Step::choosing;
    ended_ = true;
    return step == Learner::Step::answer;
  }

  // What these domains rule out, or the only value that one of them leaves.
  std::vector<Literal> literals_within(const std::vector<Mask>& domains) const {
    const std::size_t words = encoding_.words();
    std::vector<Literal> out;
    for (std::size_t i = 0; i < domains.size() / words; ++i) {
      const auto x = static_cast<Variable>(i);
      std::vector<Literal> kept, lost;
      for (std::size_t w = 0; w < words; ++w)
        for (Mask rest = encoding_.domain(x)[w]; rest; rest &= rest - 1) {
          const int value = static_cast<int>(w) * 64 + std::countr_zero(rest);
          const bool left = domains[i * words + w] & (rest & -rest);
          (left ? kept : lost).push_back(yes(encoding_.is(x, value)));
        }
      if (kept.empty())
        out.push_back(never);
      else if (kept.size() == 1 && !lost.empty())
        out.push_back(kept[0]);
      else
        for (const Literal literal : lost) out.push_back(literal ^ 1);
    }
    return out;
  }

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
  std::vector<std::vector<std::uint16_t>> known_;  // answers
  bool finished_ = true;  // until something is asked
  bool ended_ = false;    // the last search came to its end
};

}  // namespace clew
