// What the terms of a rule have left, as the propagators read it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "csp/clauses.hpp"

namespace clew {

// `Facts` is the learner: see propagators.hpp.
template <class Facts>
class TermReader {
 public:
  using Term = Clauses::Term;

  struct Ends {  // the first and the last value that a term has left
    std::size_t first, last;
  };

  explicit TermReader(Facts& facts) : facts_(facts) {}

 protected:
  static bool is_fixed(Ends ends) { return ends.first == ends.last; }
  bool holds(Literal literal) const {
    return literal == always || (literal != never && facts_.truth(literal) > 0);
  }
  bool fails(Literal literal) const { return holds(literal ^ 1); }

  Ends ends(const Term& term) const {
    const std::uint64_t left = facts_.left(term.group);
    const std::size_t first = std::countr_zero(left), last = 63 - std::countl_zero(left);
    if (!term.wide) return {first, last};
    const std::size_t begin = std::countr_zero(values(term, first));
    const std::size_t end = 63 - std::countl_zero(values(term, last));
    return {Clauses::block * first + begin, Clauses::block * last + end};
  }

  // What a block of a wide variable has left, from bit 0 on.
  std::uint64_t values(const Term& term, std::size_t block) const {
    return facts_.left(group(term, block)) >> 1;
  }
  static std::uint32_t group(const Term& term, std::size_t block) {
    return term.group + 1 + static_cast<std::uint32_t>(block);
  }

  std::uint32_t bool_of(const Term& term, std::size_t value) const {
    if (!term.wide) return facts_.exact(term.group)[value];
    return facts_.exact(group(term, value / Clauses::block))[value % Clauses::block + 1];
  }

  static std::int64_t low(const Term& term, Ends ends) {
    return term.numbers[term.rising ? ends.first : ends.last];
  }
  static std::int64_t high(const Term& term, Ends ends) {
    return term.numbers[term.rising ? ends.last : ends.first];
  }

  Facts& facts_;
};

}  // namespace clew
