// The searches over states that a user states in Python: they call Python for every state, so they
// keep the GIL. Whatever they don't expect they refuse with a ValueError or a TypeError, and then
// the readable search decides what it means.
#include <cmath>
#include <limits>

#include "common/binding.hpp"
#include "own/game_tree.hpp"
#include "own/states.hpp"
#include "own/walk.hpp"

namespace clew {

namespace {

constexpr double exact = 9007199254740992;  // whole numbers up to 2^53 are exact as doubles

// A number of Python that is the same as a double.
double number(nb::handle given) {
  if (PyFloat_CheckExact(given.ptr())) {
    const double found = PyFloat_AsDouble(given.ptr());
    if (std::isnan(found)) refuse("found nan, expected a number");
    return found;
  }
  if (!PyLong_CheckExact(given.ptr())) refuse("found something else, expected a number");
  int overflow = 0;
  const long long found = PyLong_AsLongLongAndOverflow(given.ptr(), &overflow);
  if (overflow || std::abs(static_cast<double>(found)) > exact) refuse("found a large number");
  return static_cast<double>(found);
}

nb::object iterated(const nb::object& given) {
  nb::object out = nb::steal(PyObject_GetIter(given.ptr()));
  if (!out.is_valid()) throw nb::python_error();
  return out;
}

// The next item, or an invalid object at the end.
nb::object next_of(const nb::object& iterator) {
  nb::object out = nb::steal(PyIter_Next(iterator.ptr()));
  if (!out.is_valid() && PyErr_Occurred()) throw nb::python_error();
  return out;
}

// A part of a move, which is a tuple of a width.
nb::handle part(const nb::object& move, Py_ssize_t at, Py_ssize_t width) {
  if (!PyTuple_Check(move.ptr()) || PyTuple_Size(move.ptr()) != width)
    refuse("found something else, expected a move");
  return NB_TUPLE_GET_ITEM(move.ptr(), at);
}

// The states, numbered as Python hashes and compares them.
class States {
 public:
  std::int32_t number(nb::handle state) {
    const auto hash = PyObject_Hash(state.ptr());
    if (hash == -1) throw nb::python_error();
    return known_.number(nb::borrow(state), hash, [](const nb::object& a, const nb::object& b) {
      const int same = PyObject_RichCompareBool(a.ptr(), b.ptr(), Py_EQ);
      if (same < 0) throw nb::python_error();
      return same == 1;
    });
  }
  const nb::object& operator[](std::int32_t number) const { return known_[number]; }
  std::size_t size() const { return known_.size(); }

 private:
  Numbering<nb::object> known_;
};

// ------------------------------------------------------------------ walks

class OwnSpace {
 public:
  OwnSpace(nb::handle start, nb::object moves, nb::object is_goal, nb::object estimate,
           std::int64_t width, double price, std::int64_t most)
      : moves_(std::move(moves)), is_goal_(std::move(is_goal)), estimate_(std::move(estimate)),
        width_(width), price_(price), most_(most) {
    expect("width", width, 1, 3);
    states.number(start);
  }

  bool is_goal(std::int32_t state) const {
    const nb::object found = is_goal_(states[state]);
    const int answer = PyObject_IsTrue(found.ptr());
    if (answer < 0) throw nb::python_error();
    return answer == 1;
  }

  template <class Each>
  void expand(std::int32_t state, Each&& each) {
    const nb::object moves = iterated(moves_(states[state]));
    std::int64_t count = 0;
    for (;;) {
      const nb::object move = next_of(moves);
      if (!move.is_valid()) return;
      if (++count > most_) refuse("found too many moves");
      if (width_ == 1) {
        each(states.number(move), price_);
        continue;
      }
      const nb::handle child = part(move, 1, width_);
      double price = price_;
      if (width_ == 3) {
        const double paid = amount(part(move, 2, width_));
        if (std::isinf(paid)) refuse("found an infinite cost");
        if (price < 0) price = paid;
      }
      each(states.number(child), price);
    }
  }

  double estimate(std::int32_t state) const {
    const nb::object found = estimate_(states[state]);
    if (found.is(nb::handle(Py_True))) return 1;
    if (found.is(nb::handle(Py_False))) return 0;
    return amount(found);
  }

  static double sum(double cost, double more) {
    const double out = cost + more;
    if (out > exact && !std::isinf(out)) refuse("found a large number");
    return out;
  }

  States states;

 private:
  static double amount(nb::handle given) {
    const double found = clew::number(given);
    if (found < 0) refuse("found a negative number");
    return found;
  }

  nb::object moves_, is_goal_, estimate_;
  std::int64_t width_;
  double price_;
  std::int64_t most_;
};

Order as_order(std::int64_t order) {
  expect("order", order, 0, 3);
  return static_cast<Order>(order);
}

struct OwnWalk {
  Walk<OwnSpace> walk;
  std::atomic_flag busy;

  OwnWalk(std::int64_t order, nb::handle start, nb::object moves, nb::object is_goal,
          nb::object estimate, std::int64_t width, double price, std::int64_t most)
      : walk(as_order(order), start, std::move(moves),
             std::move(is_goal), std::move(estimate), width, price, most) {}
};

std::int64_t run_walk(OwnWalk& self, std::int64_t max_nodes) {
  require_limits("run", 0, max_nodes);
  const Busy guard(self.busy);
  return self.walk.run(max_nodes);
}

nb::list way_of(OwnWalk& self, std::int64_t node) {
  const Busy guard(self.busy);
  if (!self.walk.has(node)) refuse("way: found no such node");
  nb::list out;
  for (const std::int32_t state : self.walk.way(node)) out.append(self.walk.world.states[state]);
  return out;
}

// ------------------------------------------------------------------ games

class OwnRules {
 public:
  OwnRules(nb::object successors, nb::object payoff, nb::object canonical, double most,
           bool whole)
      : successors_(std::move(successors)), payoff_(std::move(payoff)),
        canonical_(std::move(canonical)), most_(most), whole_(whole) {}

  std::int32_t state(nb::handle given) {
    const std::int32_t found = states.number(given);
    if (found >= static_cast<std::int64_t>(rows_.size())) rows_.emplace_back();
    return found;
  }

  std::int32_t key(std::int32_t state) {
    if (canonical_.is_none()) return state;
    if (rows_[state].key < 0) {
      const std::int32_t found = keys_.number(canonical_(states[state]));
      rows_[state].key = found;
    }
    return rows_[state].key;
  }

  bool over(std::int32_t state, double& value) const {
    const nb::object paid = payoff_(states[state]);
    if (paid.is_none()) return false;
    if (whole_ && !PyLong_CheckExact(paid.ptr())) refuse("found something else, expected a number");
    value = clew::number(paid);
    if (!(-most_ <= value && value <= most_)) refuse("found a payoff beyond the stakes");
    return true;
  }

  // Moves are listed as they're needed, as a loop over them would. The states after them are kept.
  std::int32_t child(std::int32_t state, std::int32_t n) {
    if (n < static_cast<std::int64_t>(rows_[state].children.size())) return rows_[state].children[n];
    if (rows_[state].complete) return -1;
    nb::object moves = rows_[state].moves;
    if (!moves.is_valid()) {
      moves = iterated(successors_(states[state]));
      for (std::int32_t i = 0; i < n; ++i) next_of(moves);
      rows_[state].moves = moves;
    }
    const nb::object move = next_of(moves);
    if (!move.is_valid()) {
      rows_[state].complete = true;
      rows_[state].moves.reset();
      return -1;
    }
    const std::int32_t found = this->state(part(move, 1, 2));
    rows_[state].children.push_back(found);
    return found;
  }

  void leave(std::int32_t state) { rows_[state].moves.reset(); }

  [[noreturn]] void stuck() const { refuse("found a position without moves"); }

  States states;

 private:
  struct Row {
    std::vector<std::int32_t> children;
    nb::object moves;
    std::int32_t key = -1;
    bool complete = false;
  };

  nb::object successors_, payoff_, canonical_;
  double most_;
  bool whole_;
  States keys_;
  std::vector<Row> rows_;
};

struct OwnGame {
  GameTree<OwnRules> tree;
  TreeCounts counts;
  std::atomic_flag busy;

  OwnGame(nb::object successors, nb::object payoff, nb::object canonical, double most,
          bool whole)
      : tree(most, std::move(successors), std::move(payoff), std::move(canonical), most, whole) {}
};

using Counts = nb::typed<nb::tuple, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

nb::object told(const TreeCounts& counts) {
  return nb::make_tuple(counts.nodes, counts.deepest, counts.prunings, counts.duplicates);
}

std::pair<double, std::int64_t> value_of(
    OwnGame& self, nb::handle state, double alpha, double beta, std::int64_t depth,
    std::int64_t deepest, const nb::typed<nb::callable, std::int64_t(nb::object)>& pause) {
  const Busy guard(self.busy);
  expect("depth", depth, 0, 1 << 20);
  expect("deepest", deepest, 0, 1 << 20);
  std::int64_t alarm = self.counts.nodes;
  const auto found = self.tree.value(
      self.tree.world.state(state), alpha, beta, static_cast<std::int32_t>(depth), deepest,
      self.counts,
      [&](const TreeCounts& counts) {
        if (counts.nodes >= alarm) alarm = nb::cast<std::int64_t>(pause(told(counts)));
      },
      [] {
        PyErr_SetString(PyExc_RecursionError, "the game is too deep");
        throw nb::python_error();
      });
  return {found.value, found.line};
}

}  // namespace

void bind_own(nb::module_& m) {
  nb::class_<OwnWalk>(m, "OwnWalk")
      .def(nb::init<std::int64_t, nb::handle, nb::object, nb::object, nb::object, std::int64_t,
                    double, std::int64_t>(),
           "order"_a, "start"_a.none(), "moves"_a, "is_goal"_a, "estimate"_a.none(), "width"_a,
           "price"_a, "most"_a)
      .def("run", run_walk, "max_nodes"_a)
      .def("way", way_of, "node"_a)
      .def_prop_ro("counts", [](OwnWalk& self) {
        const Busy guard(self.busy);
        const auto& walk = self.walk;
        return nb::make_tuple(walk.nodes(), walk.generated(), walk.duplicates(), walk.backtracks(),
                              walk.deepest(), walk.frontier());
      })
      .def_prop_ro("dropped", [](OwnWalk& self) { return self.walk.dropped(); })
      .def_prop_ro("finished", [](OwnWalk& self) { return self.walk.finished(); });
  nb::class_<OwnGame>(m, "OwnGame")
      .def(nb::init<nb::object, nb::object, nb::object, double, bool>(), "successors"_a,
           "payoff"_a, "canonical"_a.none(), "most"_a, "whole"_a)
      .def("value", value_of, "state"_a.none(), "alpha"_a, "beta"_a, "depth"_a, "deepest"_a,
           "pause"_a)
      .def("line",
           [](OwnGame& self, std::int64_t line) {
             const Busy guard(self.busy);
             if (!self.tree.has_line(line)) refuse("line: found no such line");
             const auto found = self.tree.line(line);
             return nb::make_tuple(self.tree.world.states[found.state], found.move, found.next);
           },
           "line"_a)
      .def_prop_ro("counts",
                   [](OwnGame& self) {
                     const Busy guard(self.busy);
                     return told(self.counts);
                   });
}

}  // namespace clew
