// Rules about lines of variables and about graphs, as variables.hpp states them.
//
//   regular    a bool for each state after each variable, an exact group for each, and a bool for
//              each step that an automaton may take there (Quimper and Walsh, 2007)
//   visible    the same, with the highest so far and how many were seen as the state
//   lex        a bool for each place: whether all before it are equal
//   circuit    all different, and no round that is too short: see propagators.hpp
//   connected  what is in cannot be cut off: see propagators.hpp
//   test       a function, called when one variable at most is open
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "common/expect.hpp"
#include "common/poll.hpp"
#include "csp/encode_numbers.hpp"
#include "csp/variables.hpp"

namespace clew {

class LineRules {
 public:
  using Scope = std::span<const Variable>;
  using Number = std::int64_t;
  using State = std::pair<Number, Number>;

  explicit LineRules(Variables& variables) : v_(variables) {}

  void regular(Scope scope, NumberReader& reader) {
    const State start{reader.next(), 0};
    const auto accepting = reader.next(reader.place(reader.rest().size(), "so many states"));
    std::map<std::pair<Number, Number>, Number> moves;
    while (!reader.empty()) {
      const auto move = reader.next(3);
      moves[{move[0], move[1]}] = move[2];
    }
    follow(
        scope, start,
        [&](State from, Number value) -> std::optional<State> {
          const auto found = moves.find({from.first, value});
          if (found == moves.end()) return std::nullopt;
          return State{found->second, 0};
        },
        [&](State state) {
          return std::find(accepting.begin(), accepting.end(), state.first) != accepting.end();
        });
  }

  void visible(Scope scope, NumberReader& reader) {
    const auto relation = static_cast<Relation>(reader.place(4, "relation"));
    const Number number = reader.next();
    follow(
        scope, State{-1, 0},
        [](State from, Number value) -> std::optional<State> {
          return value > from.first ? State{value, from.second + 1} : from;
        },
        [=](State state) {
          switch (relation) {
            case Relation::equal: return state.second == number;
            case Relation::unlike: return state.second != number;
            case Relation::at_most: return state.second <= number;
            default: return state.second >= number;
          }
        });
  }

  // The first half of the scope comes before the second, or is equal if that is allowed.
  void lex(Scope scope, NumberReader& reader) {
    const bool strict = reader.next() != 0;
    const std::size_t half = scope.size() / 2;
    if (scope.size() % 2) refuse("found ", scope.size(), " variables, expected two lists as long");
    Literal equal = always;  // whether all before this place are
    for (std::size_t i = 0; i < half; ++i) {
      const Variable x = scope[i], y = scope[half + i];
      if (x == y) continue;
      v_.each_value(y, [&](int value) {
        v_.clause({equal ^ 1, v_.up_to(y, value) ^ 1, v_.up_to(x, value)});
      });
      equal = still_equal(equal, x, y);
    }
    if (strict) v_.clause({equal ^ 1});
  }

  // Beside that all differ.
  void circuit(Scope scope, NumberReader& reader) {
    if (v_.guarded()) refuse("found a circuit under a condition");
    Clauses::Circuit circuit;
    const bool optional = reader.next() != 0;
    if (optional) circuit.out.assign(scope.size(), never);
    auto numbers = NumberRules(v_).numbers_of(scope, reader);
    for (std::size_t i = 0; i < scope.size(); ++i) {
      for (std::size_t k = 0; k < numbers[i].size(); ++k) {
        const auto next = static_cast<std::size_t>(numbers[i][k]);  // below 0: a huge number
        const Literal chosen = yes(v_.first(scope[i]) + static_cast<std::uint32_t>(k));
        if (next == i && optional)
          circuit.out[i] = chosen;
        else if (next >= scope.size() || (next == i && scope.size() > 1)) {
          v_.clause({chosen ^ 1});
          v_.barred.emplace_back(scope[i], k);
        }
      }
      circuit.terms.push_back(v_.term(scope[i], std::move(numbers[i])));
    }
    const auto terms = circuit.terms;
    v_.propagate(std::move(circuit), terms);
  }

  // A function of the values.
  void test(Scope scope, std::function<bool(const std::vector<Number>&)> holds) {
    if (v_.guarded()) refuse("found a function under a condition");
    Clauses::Test test{{}, std::move(holds)};
    for (const Variable x : scope) {
      std::vector<Number> values;
      v_.each_value(x, [&](int value) { values.push_back(value); });
      test.terms.push_back(v_.term(x, std::move(values)));
    }
    const auto terms = test.terms;
    v_.propagate(std::move(test), terms);
  }

  void connected(Scope scope, NumberReader& reader) {
    if (v_.guarded()) refuse("found a connection under a condition");
    Clauses::Connection connection;
    connection.neighbours.resize(scope.size());
    for (std::size_t edges = reader.place(reader.rest().size(), "so many edges"); edges--;) {
      const std::size_t a = reader.place(scope.size(), "place");
      const std::size_t b = reader.place(scope.size(), "place");
      connection.neighbours[a].push_back(static_cast<std::uint32_t>(b));
      connection.neighbours[b].push_back(static_cast<std::uint32_t>(a));
    }
    const auto values = reader.rest();
    Variables::Bools groups;
    for (const Variable x : scope) {
      const Literal in = is_one_of(x, values);
      connection.literals.push_back(in);
      if (in != always && in != never) groups.push_back(v_.term(in).group);
    }
    v_.add(std::move(connection), std::move(groups));
  }

 private:
  // States that the line can be in after each variable, from which it can still be accepted.
  template <class Next, class Accepts>
  void follow(Scope scope, State start, Next next, Accepts accepts) {
    if (v_.guarded()) refuse("found a line under a condition");
    std::vector<std::map<State, Literal>> layers(scope.size() + 1);
    layers[0].emplace(start, always);
    for (std::size_t i = 0; i < scope.size(); ++i)
      for (const auto& [state, literal] : layers[i])
        v_.each_value(scope[i], [&, from = state](int value) {
          if (const auto to = next(from, value)) layers[i + 1].emplace(*to, always);
        });
    std::erase_if(layers.back(), [&](const auto& each) { return !accepts(each.first); });
    for (std::size_t i = scope.size(); i-- > 0;)
      std::erase_if(layers[i], [&](const auto& each) {
        bool leads_on = false;
        v_.each_value(scope[i], [&](int value) {
          const auto to = next(each.first, value);
          leads_on |= to && layers[i + 1].contains(*to);
        });
        return !leads_on;
      });
    if (layers[0].empty()) return v_.contradict();
    for (auto& layer : layers) {
      if (layer.size() < 2) continue;
      Variables::Bools bools;
      for (auto& [state, literal] : layer) {
        literal = v_.fresh();
        bools.push_back(literal >> 1);
      }
      v_.one_of(bools);
    }
    for (std::size_t i = 0; i < scope.size(); ++i) step(scope[i], layers[i], layers[i + 1], next);
  }

  template <class Next>
  void step(Variable x, const std::map<State, Literal>& before,
            const std::map<State, Literal>& after, Next next) {
    std::map<Literal, Variables::Literals> with;  // the steps from, by and to each
    for (const auto& [from, literal] : before)
      v_.each_value(x, [&, from = from, here = literal](int value) {
        poll(16);
        const Literal cell = yes(v_.is(x, value));
        with[cell];
        const auto to = next(from, value);
        const auto found = to ? after.find(*to) : after.end();
        if (found == after.end()) return v_.clause({here ^ 1, cell ^ 1});
        const Literal taken = v_.all_of({here, cell});
        if (taken != cell || found->second != always) v_.define({taken ^ 1, found->second});
        with[cell].push_back(taken);
        if (here != always) with[here].push_back(taken);
        if (found->second != always) with[found->second].push_back(taken);
      });
    for (auto& [literal, steps] : with) {
      steps.push_back(literal ^ 1);
      v_.clause(steps);
    }
  }

  Literal still_equal(Literal equal, Variable x, Variable y) {
    const Literal then = v_.fresh();
    v_.define({then ^ 1, equal});
    v_.each_value(x, [&](int value) {
      const Literal here = v_.equals(x, value), there = v_.equals(y, value);
      v_.define({then ^ 1, here ^ 1, there});
      v_.define({then, equal ^ 1, here ^ 1, there ^ 1});
    });
    v_.each_value(y, [&](int value) {
      v_.define({then ^ 1, v_.equals(y, value) ^ 1, v_.equals(x, value)});
    });
    return then;
  }

  Literal is_one_of(Variable x, std::span<const Number> values) {
    Variables::Literals some;
    v_.each_value(x, [&](int value) {
      if (std::find(values.begin(), values.end(), value) != values.end())
        some.push_back(v_.equals(x, value));
    });
    if (some.size() == v_.count(x)) return always;
    if (some.empty()) return never;
    for (Literal& literal : some) literal ^= 1;
    return v_.all_of(some) ^ 1;
  }

  Variables& v_;
};

}  // namespace clew
