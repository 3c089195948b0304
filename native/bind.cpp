// The one file that knows nanobind: every kernel's door to Python.
#include <nanobind/nanobind.h>
#include <nanobind/eval.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "coset.hpp"
#include "csp.hpp"
#include "frontier.hpp"
#include "frog.hpp"
#include "futoshiki_batch.hpp"
#include "futoshiki_make.hpp"
#include "jugs.hpp"
#include "in_a_row.hpp"
#include "model.hpp"
#include "octal.hpp"
#include "poll.hpp"
#include "prune.hpp"
#include "queens.hpp"
#include "ranks.hpp"
#include "latin_walk.hpp"
#include "rater.hpp"
#include "signs_rater.hpp"
#include "squares.hpp"
#include "queens_halves.hpp"
#include "queens_swaps.hpp"
#include "queens_turned.hpp"
#include "solver.hpp"
#include "sudoku.hpp"
#include "sudoku_batch.hpp"
#include "sudoku_canonical.hpp"
#include "sudoku_make.hpp"
#include "xor_walk.hpp"
#include "ride.hpp"
#include "tiles.hpp"
#include "tour.hpp"
#include "triangle.hpp"

namespace nb = nanobind;

namespace {

// A kernel runs without the GIL, so a second thread could enter the same object: it is turned away.
class Busy {
 public:
  explicit Busy(std::atomic_flag& flag) : flag_(flag) {
    if (flag_.test_and_set()) throw std::runtime_error("this search is running in another thread");
  }
  ~Busy() { flag_.clear(); }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;

 private:
  std::atomic_flag& flag_;
};

void require_limits(const char* call, std::int64_t max_answers, std::int64_t max_nodes) {
  if (max_answers < 0 || max_nodes < 0)
    throw nb::value_error(
        (std::string(call) + ": found a negative limit, expected 0 or more").c_str());
}

// So many tuples of `width` numbers; of an empty board there may be one, too.
template <class Number>
nb::list tuples(const std::vector<Number>& flat, std::size_t width, std::size_t count) {
  nb::list out;
  for (std::size_t i = 0; i < count; ++i) {
    nb::object row = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(width)));
    if (!row.is_valid()) throw nb::python_error();
    for (std::size_t c = 0; c < width; ++c)
      PyTuple_SET_ITEM(row.ptr(), static_cast<Py_ssize_t>(c),
                       nb::int_(flat[i * width + c]).release().ptr());
    out.append(row);
  }
  return out;
}

template <class Number>
nb::list tuples(const std::vector<Number>& flat, std::size_t width) {
  return tuples(flat, width, flat.size() / width);
}

// A kernel that only goes on: `run` does so many steps more, without the GIL.
template <class Kernel>
struct Steps {
  Kernel search;
  std::atomic_flag busy;

  template <class... Given>
  explicit Steps(const Given&... given) : search(given...) {}

  auto run(std::int64_t max_steps) {
    require_limits("run", 0, max_steps);
    const Busy guard(busy);
    nb::gil_scoped_release release;
    return search.run(max_steps);
  }
};

// A reading of a kernel, turned away too while another thread runs it: what it reads may move.
template <class Kernel, class Out, class Read>
auto at_rest(Read read, Out (Read::*)(const Kernel&) const) {
  return [read](Kernel& kernel) {
    const Busy guard(kernel.busy);
    return read(kernel);
  };
}
template <class Read>
auto at_rest(Read read) {
  return at_rest(read, &Read::operator());
}

// What every search by nodes can be asked; what it has found, `run` hands over.
template <class Search>
nb::class_<Search> searching(nb::class_<Search> bound) {
  return bound.def("run", &Search::run, nb::arg("max_answers"), nb::arg("max_nodes"))
      .def_prop_ro("nodes", at_rest([](const Search& s) { return s.search.nodes(); }))
      .def_prop_ro("backtracks", at_rest([](const Search& s) { return s.search.backtracks(); }))
      .def_prop_ro("deepest", at_rest([](const Search& s) { return s.search.deepest(); }))
      .def_prop_ro("finished", at_rest([](const Search& s) { return s.search.finished(); }));
}

// A Python function that does nothing: to enter it lets signals and the errors of clew.core.deadline in.
PyObject* nothing = nullptr;

void poll_signals() {
  nb::gil_scoped_acquire acquire;
  if (!nb::steal(PyObject_CallNoArgs(nothing)).is_valid()) throw nb::python_error();
}

// The hook of `poll`: every few milliseconds, and not in a thread that is the kernel's own.
void poll_by_time() {
  using Clock = std::chrono::steady_clock;
  thread_local Clock::time_point due;
  if (Clock::now() < due || !PyGILState_GetThisThreadState()) return;
  poll_signals();
  due = Clock::now() + std::chrono::milliseconds(10);
}

// What a kernel calls now and then: Ctrl-C ends it, and `pause` hears how far it is.
auto telling(const nb::object& pause) {
  return [&pause](std::uint64_t done) {
    poll_signals();
    nb::gil_scoped_acquire acquire;
    if (!pause.is_none()) pause(done);
  };
}

std::vector<std::uint64_t> masks(const std::vector<nb::int_>& rows, const char* name = "rows") {
  std::vector<std::uint64_t> out;
  for (const nb::int_& row : rows) {
    std::uint64_t mask;
    if (!nb::try_cast(row, mask))
      throw nb::value_error((std::string(name) + ": found a mask outside 0 to 2**64 - 1").c_str());
    out.push_back(mask);
  }
  return out;
}

struct Queens {
  clew::Queens search;
  std::atomic_flag busy;

  Queens(std::int64_t n, const std::vector<nb::int_>& rows) : search(n, masks(rows)) {}

  nb::list run(std::int64_t max_answers, std::int64_t max_nodes) {
    require_limits("run", max_answers, max_nodes);
    const Busy guard(busy);
    std::uint64_t found = 0;
    std::vector<std::uint8_t> columns;
    {
      nb::gil_scoped_release release;
      columns = search.run(max_answers, max_nodes, found);
    }
    return tuples(columns, search.n(), found);
  }
};

struct Bands {
  static constexpr int at_once = 1000;  // nodes: half a millisecond, less than a thread's turn

  clew::Bands search;
  std::atomic_flag busy;

  explicit Bands(const nb::bytes& givens) : search({givens.c_str(), givens.size()}) {}

  nb::list run(std::int64_t max_answers, std::int64_t max_nodes) {
    require_limits("run", max_answers, max_nodes);
    const Busy guard(busy);
    std::uint64_t found = 0;
    std::vector<std::uint8_t> values;
    if (max_nodes <= at_once) {
      values = search.run(max_answers, max_nodes, found);
    } else {
      nb::gil_scoped_release release;
      values = search.run(max_answers, max_nodes, found);
    }
    return grids(values, found);
  }

  // Answers and counters of a short search in one call.
  static nb::tuple briefly(const nb::bytes& givens, std::int64_t max_answers, int max_nodes) {
    if (max_answers < 0 || max_nodes < 0 || max_nodes > at_once)
      throw nb::value_error("found a limit below 0, or of more than 1000 nodes");
    clew::Bands search({givens.c_str(), givens.size()});
    std::uint64_t found = 0;
    const std::vector<std::uint8_t> values = search.run(max_answers, max_nodes, found);
    return nb::make_tuple(grids(values, found), search.nodes(), search.backtracks(),
                          search.deepest(), search.finished());
  }

  // As tuples; each of the nine numbers is asked for once.
  static nb::list grids(const std::vector<std::uint8_t>& flat, std::size_t count) {
    constexpr int cells = clew::Bands::cells;
    std::array<nb::int_, 10> number;
    for (int value = 1; value <= 9; ++value) number[value] = nb::int_(value);
    nb::list out;
    for (std::size_t i = 0; i < count; ++i) {
      nb::object grid = nb::steal(PyTuple_New(cells));
      if (!grid.is_valid()) throw nb::python_error();
      for (int cell = 0; cell < cells; ++cell)
        PyTuple_SET_ITEM(grid.ptr(), cell, number[flat[i * cells + cell]].inc_ref().ptr());
      out.append(grid);
    }
    return out;
  }
};

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

const std::uint8_t* unsigned_bytes(const nb::bytes& bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.c_str());
}

std::vector<std::string_view> views(const std::vector<nb::bytes>& several) {
  std::vector<std::string_view> out;
  for (const nb::bytes& each : several) out.push_back(view(each));
  return out;
}

using QueensHalves = Steps<clew::QueensHalves>;
using QueensTurned = Steps<clew::QueensTurned>;

struct QueensSwaps : Steps<clew::QueensSwaps> {
  using Steps::Steps;

  nb::bytes columns() {
    const Busy guard(busy);
    const auto& columns = search.columns();
    return nb::bytes(columns.data(), columns.size() * sizeof(std::int32_t));
  }
};

struct Coset : Steps<clew::Coset> {
  Coset(const nb::bytes& base, const std::vector<nb::bytes>& basis)
      : Steps(view(base), views(basis)) {}
};

struct XorWalk : Steps<clew::XorWalk> {
  XorWalk(std::int64_t bits, const std::vector<nb::int_>& moves, std::int64_t start,
          std::int64_t goal)
      : Steps(bits, masks(moves, "masks"), start, goal) {}
};

// Cells of a board as the bytes of 32-bit integers, `width` of them each.
nb::list routes(const std::vector<std::int32_t>& flat, std::size_t count, std::size_t width) {
  nb::list out;
  for (std::size_t i = 0; i < count; ++i)
    out.append(nb::bytes(flat.data() + i * width, width * sizeof(std::int32_t)));
  return out;
}

std::vector<std::int32_t> cells_of(const nb::bytes& route) {
  if (route.size() % sizeof(std::int32_t))
    throw nb::value_error("route: found bytes that are no 32-bit integers");
  std::vector<std::int32_t> cells(route.size() / sizeof(std::int32_t));
  if (!cells.empty()) std::memcpy(cells.data(), route.data(), route.size());
  return cells;
}

nb::bytes spread(const nb::bytes& route, std::int64_t cols) {
  if (cols < 1 || cols > 1 << 28)
    throw nb::value_error("route: found a number of columns outside 1 to 268435456");
  std::vector<std::int32_t> cells = cells_of(route);
  clew::spread(cells, static_cast<std::int32_t>(cols));
  return nb::bytes(cells.data(), route.size());
}

// A search for tours, Warnsdorff's or the frontier's.
template <class Search>
struct TourSearch {
  Search search;
  std::atomic_flag busy;

  template <class... Given>
  TourSearch(std::int64_t rows, std::int64_t cols, std::int64_t start, bool closed,
             const Given&... given)
      : search(rows, cols, start, closed, given...) {}

  nb::list run(std::int64_t max_answers, std::int64_t max_nodes) {
    require_limits("run", max_answers, max_nodes);
    const Busy guard(busy);
    std::uint64_t found = 0;
    std::vector<std::int32_t> cells;
    {
      nb::gil_scoped_release release;
      cells = search.run(max_answers, max_nodes, found);
    }
    return routes(cells, found, search.size());
  }

  static nb::class_<TourSearch> bind(nb::module_& m, const char* name) {
    return searching(nb::class_<TourSearch>(m, name))
        .def(nb::init<std::int64_t, std::int64_t, std::int64_t, bool>(), nb::arg("rows"),
             nb::arg("cols"), nb::arg("start"), nb::arg("closed"));
  }
};

// A search that counts tours and keeps none.
template <class Kernel>
struct TourCount : Steps<Kernel> {
  using Steps<Kernel>::Steps;

  static nb::class_<TourCount> bind(nb::module_& m, const char* name) {
    return nb::class_<TourCount>(m, name)
        .def(nb::init<std::int64_t, std::int64_t, std::int64_t, bool>(), nb::arg("rows"),
             nb::arg("cols"), nb::arg("start"), nb::arg("closed"))
        .def("run", &TourCount::run, nb::arg("max_nodes"))
        .def_prop_ro("nodes", at_rest([](const TourCount& t) { return t.search.nodes(); }))
        .def_prop_ro("deepest", at_rest([](const TourCount& t) { return t.search.deepest(); }))
        .def_prop_ro("finished", at_rest([](const TourCount& t) { return t.search.finished(); }));
  }
};

// An integer of any size from its bytes, the lowest first.
nb::object integer(const std::vector<std::uint8_t>& bytes) {
  return nb::module_::import_("builtins").attr("int").attr("from_bytes")(
      nb::bytes(bytes.data(), bytes.size()), "little");
}

struct Tiles {
  using Pattern = std::tuple<std::int64_t, std::int64_t, nb::bytes, bool>;
  using Tile = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
  clew::Tiles tiles;

  Tiles(std::int64_t rows, std::int64_t cols, const std::vector<Pattern>& patterns,
        const std::vector<Tile>& laid)
      : tiles(join(rows, cols, patterns, laid)) {}

  static clew::Tiles join(std::int64_t rows, std::int64_t cols,
                          const std::vector<Pattern>& patterns, const std::vector<Tile>& laid) {
    std::vector<clew::Tiles::Pattern> shapes;
    for (const auto& [high, wide, order, closed] : patterns)
      shapes.push_back({high, wide, cells_of(order), closed});
    std::vector<clew::Tiles::Tile> places;
    for (const auto& [pattern, row, col] : laid) places.push_back({pattern, row, col});
    nb::gil_scoped_release release;
    return clew::Tiles(rows, cols, shapes, places);
  }

  nb::bytes route(std::int64_t start) const {
    std::vector<std::int32_t> cells;
    {
      nb::gil_scoped_release release;
      cells = tiles.route(start);
    }
    return nb::bytes(cells.data(), cells.size() * sizeof(std::int32_t));
  }
};

struct Layers {
  clew::Layers search;
  std::atomic_flag busy;

  Layers(const std::vector<std::int64_t>& jumps, std::int64_t first_try)
      : search(jumps, first_try) {}

  nb::list run(std::int64_t max_answers, std::int64_t max_nodes) {
    require_limits("run", max_answers, max_nodes);
    const Busy guard(busy);
    std::uint64_t found = 0;
    std::vector<std::uint32_t> pads;
    {
      nb::gil_scoped_release release;
      pads = search.run(max_answers, max_nodes, found);
    }
    return tuples(pads, search.pads(), found);
  }
};

struct Jugs {
  clew::Jugs search;
  std::atomic_flag busy;

  Jugs(const std::vector<std::int64_t>& capacities, const std::vector<std::int64_t>& start,
       const std::vector<std::int64_t>& goal, unsigned rules)
      : search(capacities, start, goal, rules) {}

  nb::list run(std::int64_t max_answers, std::int64_t max_nodes) {
    require_limits("run", max_answers, max_nodes);
    const Busy guard(busy);
    std::vector<std::vector<std::int64_t>> ways;
    {
      nb::gil_scoped_release release;
      ways = search.run(max_answers, max_nodes);
    }
    nb::list out;
    for (const auto& way : ways) out.append(tuples(way, search.jugs()));
    return out;
  }
};

// The rows of a triangle straight from Python's own sequences: there may be many millions of values.
std::vector<std::vector<std::int32_t>> triangle(nb::handle rows) {
  std::vector<std::vector<std::int32_t>> out;
  const nb::object all = nb::steal(PySequence_Fast(rows.ptr(), "rows: expected a sequence"));
  if (!all.is_valid()) throw nb::python_error();
  for (Py_ssize_t r = 0; r < PySequence_Fast_GET_SIZE(all.ptr()); ++r) {
    const nb::object given = nb::borrow(PySequence_Fast_GET_ITEM(all.ptr(), r));
    const nb::object row = nb::steal(PySequence_Fast(given.ptr(), "rows: expected sequences"));
    if (!row.is_valid()) throw nb::python_error();
    std::vector<std::int32_t>& values = out.emplace_back();
    values.reserve(static_cast<std::size_t>(PySequence_Fast_GET_SIZE(row.ptr())));
    for (Py_ssize_t c = 0; c < PySequence_Fast_GET_SIZE(row.ptr()); ++c) {
      const nb::object entry = nb::borrow(PySequence_Fast_GET_ITEM(row.ptr(), c));
      int overflow = 0;  // a value's own __index__ may change the row
      const long long value = PyLong_AsLongLongAndOverflow(entry.ptr(), &overflow);
      if (value == -1 && PyErr_Occurred()) throw nb::python_error();
      if (overflow != 0 || value < INT32_MIN || value > INT32_MAX)
        throw nb::value_error(
            ("row " + std::to_string(r) + ": found a value beyond 32 bits").c_str());
      values.push_back(static_cast<std::int32_t>(value));
    }
  }
  return out;
}

struct Sums {
  clew::Sums search;
  std::atomic_flag busy;

  explicit Sums(nb::handle rows) : search(triangle(rows)) {}

  bool rise(std::int64_t max_nodes) {
    require_limits("rise", 0, max_nodes);
    const Busy guard(busy);
    nb::gil_scoped_release release;
    return search.rise(max_nodes);
  }

  nb::list totals() {
    const Busy guard(busy);
    nb::list out;
    for (const clew::Sums::Run& run : search.totals())
      out.append(nb::make_tuple(run.first, run.last));
    return out;
  }

  void seek(std::int64_t total) {
    const Busy guard(busy);
    search.seek(total);
  }

  nb::list walk(std::int64_t max_answers, std::int64_t max_nodes) {
    require_limits("walk", max_answers, max_nodes);
    const Busy guard(busy);
    std::uint64_t found = 0;
    std::vector<std::uint32_t> places;
    {
      nb::gil_scoped_release release;
      places = search.walk(max_answers, max_nodes, found);
    }
    return tuples(places, search.size(), found);
  }
};

struct InARow {
  clew::InARow game;
  std::atomic_flag busy;

  InARow(std::int64_t rows, std::int64_t cols, std::int64_t length) : game(rows, cols, length) {}

  int value(std::uint64_t mine, std::uint64_t theirs, int alpha, int beta,
            const nb::callable& pause) {
    const Busy guard(busy);
    nb::gil_scoped_release release;
    return game.value(mine, theirs, alpha, beta, [&pause](std::uint64_t nodes) {
      nb::gil_scoped_acquire acquire;
      return nb::cast<std::uint64_t>(pause(nodes));
    });
  }
};

// The bytes of any object that shows its memory, held still meanwhile.
class Buffer {
 public:
  explicit Buffer(nb::handle of) {
    if (PyObject_GetBuffer(of.ptr(), &view_, PyBUF_C_CONTIGUOUS)) throw nb::python_error();
  }
  ~Buffer() { PyBuffer_Release(&view_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  std::string_view bytes() const {
    return {static_cast<const char*>(view_.buf), static_cast<std::size_t>(view_.len)};
  }

 private:
  Py_buffer view_;
};

// Bytes of this length, and where to write them before anyone else sees them.
nb::object new_bytes(std::size_t size, char*& data) {
  nb::object out = nb::steal(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)));
  if (!out.is_valid()) throw nb::python_error();
  data = PyBytes_AS_STRING(out.ptr());
  return out;
}

nb::tuple sudoku_batch(nb::handle puzzles, std::int64_t limit, int width, bool grids,
                       std::int64_t threads, const nb::object& pause) {
  clew::sudoku::check_request(limit, width, threads);
  const Buffer buffer(puzzles);
  const clew::sudoku::Text text(buffer.bytes());
  char *written_counts, *written_grids;
  const nb::object narrow = new_bytes(text.count * width, written_counts);
  const nb::object found = new_bytes(grids ? 81 * text.count : 0, written_grids);
  {
    nb::gil_scoped_release release;
    const std::unique_ptr<std::uint32_t[]> counts(new std::uint32_t[text.count]);
    clew::sudoku::Batch batch(text, static_cast<std::uint32_t>(limit), counts.get(),
                              grids ? written_grids : nullptr);
    batch.run(static_cast<int>(threads), telling(pause));
    if (width == 4) std::memcpy(written_counts, counts.get(), 4 * text.count);
    else std::copy_n(counts.get(), text.count, written_counts);
  }
  return nb::make_tuple(narrow, found);
}

nb::object made(const clew::sudoku::Request& request, std::int64_t threads, const nb::object& pause) {
  char* out;
  nb::object puzzles = new_bytes(81 * request.count, out);
  {
    nb::gil_scoped_release release;
    clew::sudoku::check_request(request, threads);
    clew::sudoku::Maker(request, out).run(static_cast<int>(threads), telling(pause));
  }
  return puzzles;
}

nb::object sudoku_make(std::int64_t count, std::uint64_t seed, const std::string& symmetry, int clues,
                       std::int64_t threads, const nb::object& pause) {
  clew::sudoku::expect("count", count, 0, 0xFFFFFFFF);
  clew::sudoku::Request request;
  request.count = static_cast<std::size_t>(count);
  request.seed = seed, request.symmetry = symmetry, request.clues = clues;
  return made(request, threads, pause);
}

// Orders are 81 bytes a grid, or none for such as come from the seed.
nb::object sudoku_minimal(nb::handle grids, nb::handle orders, std::uint64_t seed,
                          const std::string& symmetry, int clues, std::int64_t threads,
                          const nb::object& pause) {
  const Buffer full(grids), cells(orders);
  const std::string text(full.bytes()), given(cells.bytes());  // nobody changes these meanwhile
  if (text.size() % 81)
    throw std::invalid_argument("grids: found " + std::to_string(text.size()) +
                                " bytes, expected 81 for each");
  if (!given.empty() && given.size() != text.size())
    throw std::invalid_argument("orders: found " + std::to_string(given.size()) +
                                " bytes, expected " + std::to_string(text.size()));
  clew::sudoku::Request request;
  request.count = text.size() / 81, request.grids = text.data();
  if (!given.empty()) request.orders = reinterpret_cast<const std::uint8_t*>(given.data());
  request.seed = seed, request.symmetry = symmetry, request.clues = clues;
  return made(request, threads, pause);
}

nb::object sudoku_canonical(nb::handle puzzles, std::int64_t threads, const nb::object& pause) {
  const Buffer buffer(puzzles);
  const clew::sudoku::Text text(buffer.bytes());
  char* out;
  nb::object forms = new_bytes(81 * text.count, out);
  {
    nb::gil_scoped_release release;
    clew::sudoku::CanonicalBatch(text, out).run(threads, telling(pause));
  }
  return forms;
}

std::string sudoku_path() { return clew::sudoku::path().name; }

struct Octal {
  clew::Octal values;
  std::atomic_flag busy;

  explicit Octal(const std::vector<std::int64_t>& code) : values(code) {}

  nb::list run(std::int64_t count) {
    if (count < 0) throw nb::value_error("count: found a negative number, expected 0 or more");
    const Busy guard(busy);
    const std::size_t first = values.size();
    {
      nb::gil_scoped_release release;
      values.run(static_cast<std::size_t>(count));
    }
    nb::list out;
    for (std::size_t n = first; n < values.size(); ++n) out.append(values[n]);
    return out;
  }
};

// Whole numbers of 64 bits from their bytes.
template <class Number>
std::vector<Number> words(const nb::bytes& bytes, const char* name) {
  if (bytes.size() % sizeof(Number))
    throw nb::value_error(
        (std::string(name) + ": found bytes that are no 64-bit integers").c_str());
  std::vector<Number> out(bytes.size() / sizeof(Number));
  if (!out.empty()) std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

// The rules of a CSP, read once and shared by every search over them.
struct Model {
  std::shared_ptr<const clew::Model> model;
  std::shared_ptr<const clew::Network> network;
  std::shared_ptr<const clew::Encoding> encoding;  // kept by Solver, for these values
  clew::Mask encoded = 0;

  Model(std::int64_t variables, const nb::bytes& flat)
      : model(std::make_shared<clew::Model>(variables, words<std::int64_t>(flat, "rules"))),
        network(std::make_shared<clew::Network>(model)) {}

  // The domains of a search over these rules, one word a variable.
  std::vector<clew::Mask> domains(const nb::bytes& flat) const {
    std::vector<clew::Mask> out = words<clew::Mask>(flat, "domains");
    if (out.size() != model->variables())
      throw nb::value_error(("domains: found " + std::to_string(out.size()) + ", expected " +
                             std::to_string(model->variables()))
                                .c_str());
    return out;
  }
};

nb::object tuple_of(const std::vector<clew::Mask>& domains) {
  nb::object out = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(domains.size())));
  if (!out.is_valid()) throw nb::python_error();
  for (std::size_t x = 0; x < domains.size(); ++x)
    PyTuple_SET_ITEM(out.ptr(), static_cast<Py_ssize_t>(x),
                     nb::int_(clew::value_of(domains[x])).release().ptr());
  return out;
}

// Backtracking over any CSP; with a Recorder, what it did is there to be taken.
template <class Trace>
struct CspSearch {
  using Search = clew::Search<Trace>;
  using Numbers = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t,
                             std::uint64_t>;
  Search search;
  std::atomic_flag busy;
  bool finished = false;

  CspSearch(const Model& model, const nb::bytes& domains, const std::vector<std::string>& options,
            const std::vector<double>& luck, const nb::bytes& shuffled, const Numbers& counts)
      : search(model.network, model.domains(domains), named(options), drawn(luck, shuffled),
               counted(counts)) {}

  static clew::Options named(const std::vector<std::string>& words) {
    if (words.size() != 5)
      throw nb::value_error("options: expected method, select, order, infer and prepare");
    return {words[0], words[1], words[2], words[3], words[4]};
  }

  static clew::Drawn drawn(const std::vector<double>& luck, const nb::bytes& shuffled) {
    const std::string_view values = view(shuffled);
    return {luck, {values.begin(), values.end()}};
  }

  static clew::Counts counted(const Numbers& counts) {
    const auto& [nodes, backtracks, checks, prunings, deepest] = counts;
    return {nodes, backtracks, checks, prunings, deepest};
  }

  nb::object step(std::int64_t max_nodes) {
    require_limits("step", 0, max_nodes);
    const Busy guard(busy);
    typename Search::Outcome outcome;
    {
      nb::gil_scoped_release release;
      outcome = search.step(static_cast<std::uint64_t>(max_nodes));
    }
    finished = outcome == Search::Outcome::finished;
    return outcome == Search::Outcome::answer ? tuple_of(search.domains()) : nb::none();
  }

  Numbers counts() {
    const Busy guard(busy);
    const clew::Counts& c = search.counts();
    return {c.nodes, c.backtracks, c.checks, c.prunings, c.deepest};
  }

  nb::list events() {
    const Busy guard(busy);
    nb::list out;
    for (const clew::Event& event : std::exchange(search.trace().events, {})) {
      nb::object value = event.kind == clew::EventKind::prune
                             ? nb::object(nb::int_(static_cast<std::uint64_t>(event.value)))
                             : nb::object(nb::int_(event.value));
      out.append(nb::make_tuple(static_cast<int>(event.kind), event.depth, event.subject, value));
    }
    return out;
  }

  static nb::class_<CspSearch> bind(nb::module_& m, const char* name) {
    return nb::class_<CspSearch>(m, name)
        .def(nb::init<const Model&, const nb::bytes&, const std::vector<std::string>&,
                      const std::vector<double>&, const nb::bytes&, const Numbers&>(),
             nb::arg("model"), nb::arg("domains"), nb::arg("options"), nb::arg("luck"),
             nb::arg("shuffled"), nb::arg("counts"))
        .def("step", &CspSearch::step, nb::arg("max_nodes"))
        .def_prop_ro("counts", &CspSearch::counts)
        .def_ro("finished", &CspSearch::finished);
  }
};

struct Ranks {
  clew::Ranks search;
  std::atomic_flag busy;

  Ranks(std::int64_t order, const std::vector<std::int64_t>& givens,
        const clew::Ranks::Signs& less)
      : search(order, givens, less) {}

  nb::list run(std::int64_t max_answers, std::int64_t max_nodes) {
    require_limits("run", max_answers, max_nodes);
    const Busy guard(busy);
    std::vector<std::uint8_t> values;
    {
      nb::gil_scoped_release release;
      values = search.run(max_answers, max_nodes);
    }
    return tuples(values, search.size());
  }

  void count(std::int64_t max_nodes) {
    require_limits("count", 0, max_nodes);
    const Busy guard(busy);
    nb::gil_scoped_release release;
    search.count(max_nodes);
  }

  static void bind(nb::module_& m) {
    searching(nb::class_<Ranks>(m, "Ranks"))
        .def(nb::init<std::int64_t, const std::vector<std::int64_t>&, const clew::Ranks::Signs&>(),
             nb::arg("order"), nb::arg("givens"), nb::arg("less"))
        .def("count", &Ranks::count, nb::arg("max_nodes"))
        .def_prop_ro("answers", at_rest([](const Ranks& r) { return r.search.answers(); }));
  }
};

struct Squares {
  clew::Squares squares;

  Squares(std::int64_t order, const std::vector<std::int64_t>& givens,
          const clew::Squares::Signs& less)
      : squares(order, givens, less) {}

  nb::list run(std::int64_t max_answers) {
    require_limits("run", max_answers, 0);
    return tuples(squares.run(max_answers), squares.size());
  }

  static void bind(nb::module_& m) {
    nb::class_<Squares>(m, "Squares")
        .def(nb::init<std::int64_t, const std::vector<std::int64_t>&, const clew::Squares::Signs&>(),
             nb::arg("order"), nb::arg("givens"), nb::arg("less"))
        .def("run", &Squares::run, nb::arg("max_answers"))
        .def_prop_ro("answers", [](const Squares& s) { return s.squares.answers(); });
  }
};

// For each puzzle how many solutions it has, up to a limit, and if wanted the first of them.
nb::tuple futoshiki_batch(std::int64_t order, const nb::bytes& puzzles, std::int64_t limit,
                          bool grids, std::int64_t threads) {
  clew::FutoshikiBatch batch(order, unsigned_bytes(puzzles), puzzles.size(), limit, threads);
  std::vector<std::uint32_t> counts(batch.count());
  std::vector<std::uint8_t> solutions(grids ? batch.count() * batch.cells() : 0);
  {
    nb::gil_scoped_release release;
    batch.run(counts.data(), grids ? solutions.data() : nullptr, poll_signals);
  }
  return nb::make_tuple(nb::bytes(counts.data(), counts.size() * sizeof(std::uint32_t)),
                        nb::bytes(solutions.data(), solutions.size()));
}

// The search that learns. What is encoded may serve the next puzzle with the same rules.
struct Solver {
  clew::Solver search;
  std::atomic_flag busy;

  Solver(Model& model, const nb::bytes& domains) : search(made(model, model.domains(domains))) {}

  static clew::Solver made(Model& model, const std::vector<clew::Mask>& domains) {
    if (!clew::Solver::shares(*model.model, domains)) {
      const std::vector<clew::Mask> left = clew::pruned(*model.model, domains);
      return {std::make_shared<clew::Encoding>(*model.model, left), left};
    }
    const clew::Mask all = clew::Solver::all_values(domains);
    if (!model.encoding || model.encoded != all)
      model.encoding = std::make_shared<clew::Encoding>(
          *model.model, std::vector<clew::Mask>(domains.size(), all));
    model.encoded = all;
    return {model.encoding, domains};
  }

  nb::list run(std::int64_t max_answers, std::int64_t max_nodes) {
    require_limits("run", max_answers, max_nodes);
    const Busy guard(busy);
    std::uint64_t found = 0;
    std::vector<std::uint8_t> values;
    {
      nb::gil_scoped_release release;
      values = search.run(max_answers, max_nodes, found);
    }
    return tuples(values, search.variables(), found);
  }
};

// ER, EP and ED of each Sudoku in tenths, three bytes a puzzle; givens and solutions are 81 each.
nb::bytes rate_sudokus(const nb::bytes& givens, const nb::bytes& solutions,
                       const clew::ScaleRows& rows) {
  const clew::rater::Scale scale(rows, clew::rater::names);
  constexpr std::size_t cells = clew::rater::size;
  if (givens.size() % cells || givens.size() != solutions.size())
    throw nb::value_error("puzzles: expected 81 bytes for each, and as many for its solution");
  const auto* given = unsigned_bytes(givens);
  const auto* solved = unsigned_bytes(solutions);
  std::vector<std::uint8_t> out;
  out.reserve(givens.size() / cells * 3);
  {
    nb::gil_scoped_release release;
    for (std::size_t at = 0; at < givens.size(); at += cells) {
      if (at / cells % 64 == 63) poll_signals();
      const auto rated = clew::Rater({given + at, cells}, {solved + at, cells}, scale).rate();
      out.insert(out.end(), rated.begin(), rated.end());
    }
  }
  return nb::bytes(out.data(), out.size());
}

template <class Candidate>
nb::tuple pairs_of(const std::vector<Candidate>& several) {
  nb::list out;
  for (const auto& [cell, value] : several) out.append(nb::make_tuple(cell, value));
  return nb::tuple(out);
}

template <class Names, class Step>
nb::str name_of(const Names& names, const Step& step) {
  const std::string_view name = names[static_cast<std::size_t>(step.technique)];
  return nb::str(name.data(), name.size());
}

// The steps of one Sudoku: technique, rating in tenths, what is placed and what is struck out.
nb::list sudoku_steps(const nb::bytes& givens, const nb::bytes& solution,
                      const clew::ScaleRows& rows) {
  const clew::rater::Scale scale(rows, clew::rater::names);
  const auto bytes = [](const nb::bytes& b) {
    return std::span(unsigned_bytes(b), b.size());
  };
  clew::Rater rater(bytes(givens), bytes(solution), scale);
  nb::list out;
  while (!rater.solved()) {
    const auto step = rater.next();
    out.append(nb::make_tuple(name_of(clew::rater::names, step), step.rating,
                              pairs_of(step.placements), pairs_of(step.eliminations)));
  }
  return out;
}

// Random Latin squares, n * n bytes each.
nb::object latin_squares(std::int64_t count, std::int64_t order, std::uint64_t seed,
                         std::int64_t threads) {
  clew::LatinSquares squares(count, order, seed, threads);
  char* out;
  nb::object made = new_bytes(squares.bytes(), out);
  nb::gil_scoped_release release;
  squares.run(reinterpret_cast<std::uint8_t*>(out), poll_signals);
  return made;
}

// The hardest step of each Futoshiki in tenths, that to the first placement, and the first: three
// bytes a puzzle.
nb::object rate_futoshikis(std::int64_t order, const nb::bytes& puzzles, std::int64_t threads,
                           const clew::ScaleRows& scale) {
  clew::signs::Rating rating(order, unsigned_bytes(puzzles), puzzles.size(), threads, scale);
  char* out;
  nb::object rated = new_bytes(3 * rating.count(), out);
  nb::gil_scoped_release release;
  rating.run(reinterpret_cast<std::uint8_t*>(out), poll_signals);
  return rated;
}

// The steps of one Futoshiki: technique, rating in tenths, what is placed and what is struck out.
nb::list futoshiki_steps(std::int64_t order, const nb::bytes& puzzle, const clew::ScaleRows& scale) {
  clew::signs::Rating rating(order, unsigned_bytes(puzzle), puzzle.size(), 1, scale);
  if (rating.count() != 1) throw nb::value_error("puzzle: expected the bytes of one");
  std::vector<clew::signs::Step> steps;
  {
    nb::gil_scoped_release release;
    steps = rating.steps(poll_signals);
  }
  nb::list out;
  for (const auto& step : steps)
    out.append(nb::make_tuple(name_of(clew::signs::names, step), rating.scale.rating(step.technique),
                              pairs_of(step.placements), pairs_of(step.eliminations)));
  return out;
}

// Futoshikis with one solution at a level, as bytes; None if all attempts at one of them failed.
nb::object futoshiki_make(std::int64_t count, std::int64_t order, std::uint64_t seed,
                          std::int64_t level, std::int64_t signs, std::int64_t clues, bool minimal,
                          std::int64_t attempts, std::int64_t threads, const nb::object& pause) {
  clew::signs::Maker maker({count, order, seed, level, signs, clues, minimal, attempts, threads});
  char* out;
  const nb::object puzzles = new_bytes(maker.bytes(), out);
  bool good;
  {
    nb::gil_scoped_release release;
    good = maker.run(reinterpret_cast<std::uint8_t*>(out), telling(pause));
  }
  return good ? puzzles : nb::none();
}

}  // namespace

NB_MODULE(_native, m) {
  nothing = nb::object(nb::eval(nb::str("lambda: None"))).release().ptr();
  clew::poll_hook = poll_by_time;
  m.def("futoshiki_make", &futoshiki_make, nb::arg("count"), nb::arg("order"), nb::arg("seed"),
        nb::arg("level"), nb::arg("signs"), nb::arg("clues"), nb::arg("minimal"),
        nb::arg("attempts"), nb::arg("threads"), nb::arg("pause").none());
  m.def("latin_squares", &latin_squares, nb::arg("count"), nb::arg("order"), nb::arg("seed"),
        nb::arg("threads"));
  m.def("rate_futoshikis", &rate_futoshikis, nb::arg("order"), nb::arg("puzzles"),
        nb::arg("threads"), nb::arg("scale"));
  m.def("futoshiki_steps", &futoshiki_steps, nb::arg("order"), nb::arg("puzzle"), nb::arg("scale"));
  m.def("futoshiki_batch", &futoshiki_batch, nb::arg("order"), nb::arg("puzzles"),
        nb::arg("limit"), nb::arg("grids"), nb::arg("threads"));
  Ranks::bind(m);
  Squares::bind(m);
  nb::class_<Jugs>(m, "Jugs")
      .def(nb::init<const std::vector<std::int64_t>&, const std::vector<std::int64_t>&,
                    const std::vector<std::int64_t>&, unsigned>(),
           nb::arg("capacities"), nb::arg("start"), nb::arg("goal"), nb::arg("rules"))
      .def("run", &Jugs::run, nb::arg("max_answers"), nb::arg("max_nodes"))
      .def_prop_ro("nodes", at_rest([](const Jugs& j) { return j.search.nodes(); }))
      .def_prop_ro("generated", at_rest([](const Jugs& j) { return j.search.generated(); }))
      .def_prop_ro("reached", at_rest([](const Jugs& j) { return j.search.reached(); }))
      .def_prop_ro("deepest", at_rest([](const Jugs& j) { return j.search.deepest(); }))
      .def_prop_ro("widest", at_rest([](const Jugs& j) { return j.search.widest(); }))
      .def_prop_ro("finished", at_rest([](const Jugs& j) { return j.search.finished(); }));
  nb::class_<Model>(m, "Model")
      .def(nb::init<std::int64_t, const nb::bytes&>(), nb::arg("variables"), nb::arg("rules"))
      .def_prop_ro("variables", [](const Model& m) { return m.model->variables(); })
      .def_prop_ro("rules", [](const Model& m) { return m.model->rules().size(); });
  CspSearch<clew::NoTrace>::bind(m, "CspSearch");
  CspSearch<clew::Recorder>::bind(m, "WatchedCspSearch")
      .def("events", &CspSearch<clew::Recorder>::events);
  nb::class_<Layers>(m, "Layers")
      .def(nb::init<const std::vector<std::int64_t>&, std::int64_t>(), nb::arg("jumps"),
           nb::arg("first_try") = 2000)
      .def("run", &Layers::run, nb::arg("max_answers"), nb::arg("max_nodes"))
      .def_prop_ro("nodes", at_rest([](const Layers& l) { return l.search.nodes(); }))
      .def_prop_ro("failures", at_rest([](const Layers& l) { return l.search.failures(); }))
      .def_prop_ro("deepest", at_rest([](const Layers& l) { return l.search.deepest(); }))
      .def_prop_ro("finished", at_rest([](const Layers& l) { return l.search.finished(); }));
  nb::class_<Sums>(m, "Sums")
      .def(nb::init<nb::handle>(), nb::arg("rows"))
      .def("rise", &Sums::rise, nb::arg("max_nodes"))
      .def("totals", &Sums::totals)
      .def("seek", &Sums::seek, nb::arg("total"))
      .def("walk", &Sums::walk, nb::arg("max_answers"), nb::arg("max_nodes"))
      .def_prop_ro("nodes", at_rest([](const Sums& s) { return s.search.nodes(); }))
      .def_prop_ro("risen", at_rest([](const Sums& s) { return s.search.risen(); }))
      .def_prop_ro("exhausted", at_rest([](const Sums& s) { return s.search.exhausted(); }));
  nb::class_<InARow>(m, "InARow")
      .def(nb::init<std::int64_t, std::int64_t, std::int64_t>(), nb::arg("rows"), nb::arg("cols"),
           nb::arg("length"))
      .def("value", &InARow::value, nb::arg("mine"), nb::arg("theirs"), nb::arg("alpha"),
           nb::arg("beta"), nb::arg("pause"))
      .def_prop_ro("nodes", at_rest([](const InARow& g) { return g.game.nodes(); }));
  nb::class_<Octal>(m, "Octal")
      .def(nb::init<const std::vector<std::int64_t>&>(), nb::arg("code"))
      .def("run", &Octal::run, nb::arg("count"))
      .def_prop_ro("size", at_rest([](const Octal& o) { return o.values.size(); }));
  searching(nb::class_<Queens>(m, "Queens"))
      .def(nb::init<std::int64_t, const std::vector<nb::int_>&>(), nb::arg("n"), nb::arg("rows"));

  nb::class_<QueensHalves>(m, "QueensHalves")
      .def(nb::init<std::int64_t, std::int64_t, std::int64_t>(), nb::arg("n"), nb::arg("part") = 0,
           nb::arg("parts") = 1)
      .def("run", &QueensHalves::run, nb::arg("max_nodes"))
      .def_prop_ro("total", at_rest([](const QueensHalves& q) { return integer(q.search.total()); }))
      .def_prop_ro("nodes", at_rest([](const QueensHalves& q) { return q.search.sets(); }))
      .def_prop_ro("path", at_rest([](const QueensHalves& q) { return q.search.path(); }))
      .def_prop_ro("finished", at_rest([](const QueensHalves& q) { return q.search.finished(); }));

  nb::class_<QueensSwaps>(m, "QueensSwaps")
      .def(nb::init<std::int64_t, std::uint64_t, const std::vector<clew::QueensSwaps::Square>&>(),
           nb::arg("n"), nb::arg("seed"), nb::arg("placed"))
      .def("run", &QueensSwaps::run, nb::arg("max_steps"))
      .def_prop_ro("columns", &QueensSwaps::columns)
      .def_prop_ro("steps", at_rest([](const QueensSwaps& q) { return q.search.steps(); }))
      .def_prop_ro("starts", at_rest([](const QueensSwaps& q) { return q.search.starts(); }));

  nb::class_<QueensTurned>(m, "QueensTurned")
      .def(nb::init<std::int64_t, std::int64_t>(), nb::arg("n"), nb::arg("turns"))
      .def("run", &QueensTurned::run, nb::arg("max_nodes"))
      .def_prop_ro("total", at_rest([](const QueensTurned& q) { return q.search.total(); }))
      .def_prop_ro("nodes", at_rest([](const QueensTurned& q) { return q.search.nodes(); }))
      .def_prop_ro("finished", at_rest([](const QueensTurned& q) { return q.search.finished(); }));
  searching(nb::class_<Bands>(m, "Bands"))
      .def(nb::init<const nb::bytes&>(), nb::arg("givens"));

  searching(nb::class_<Solver>(m, "Solver"))
      .def(nb::init<Model&, const nb::bytes&>(), nb::arg("model"), nb::arg("domains"));
  nb::class_<Coset>(m, "Coset")
      .def(nb::init<const nb::bytes&, const std::vector<nb::bytes>&>(), nb::arg("base"),
           nb::arg("basis"))
      .def("run", &Coset::run, nb::arg("max_words"))
      .def_prop_ro("visited", at_rest([](const Coset& c) { return c.search.visited(); }))
      .def_prop_ro("finished", at_rest([](const Coset& c) { return c.search.finished(); }))
      .def_prop_ro("word", at_rest([](const Coset& c) { return c.search.word(); }))
      .def_prop_ro("weight", at_rest([](const Coset& c) { return c.search.weight(); }));

  nb::class_<XorWalk>(m, "XorWalk")
      .def(nb::init<std::int64_t, const std::vector<nb::int_>&, std::int64_t, std::int64_t>(),
           nb::arg("bits"), nb::arg("masks"), nb::arg("start"), nb::arg("goal") = 0)
      .def("run", &XorWalk::run, nb::arg("max_nodes"))
      .def_prop_ro("finished", at_rest([](const XorWalk& w) { return w.search.finished(); }))
      .def_prop_ro("moves", at_rest([](const XorWalk& w) { return w.search.moves(); }))
      .def_prop_ro("nodes", at_rest([](const XorWalk& w) { return w.search.nodes(); }))
      .def_prop_ro("generated", at_rest([](const XorWalk& w) { return w.search.generated(); }))
      .def_prop_ro("duplicates", at_rest([](const XorWalk& w) { return w.search.duplicates(); }))
      .def_prop_ro("frontier", at_rest([](const XorWalk& w) { return w.search.frontier(); }))
      .def_prop_ro("levels", at_rest([](const XorWalk& w) { return w.search.levels(); }));

  TourSearch<clew::Warnsdorff>::bind(m, "Warnsdorff")
      .def(nb::init<std::int64_t, std::int64_t, std::int64_t, bool,
                    const std::vector<std::int32_t>&>(),
           nb::arg("rows"), nb::arg("cols"), nb::arg("start"), nb::arg("closed"), nb::arg("path"));
  TourSearch<clew::FrontierSearch>::bind(m, "FrontierSearch");
  using Rides = TourCount<clew::RideCount>;
  Rides::bind(m, "RideCount")
      .def(nb::init<std::int64_t, std::int64_t, std::int64_t, bool,
                    const std::vector<std::int32_t>&>(),
           nb::arg("rows"), nb::arg("cols"), nb::arg("start"), nb::arg("closed"), nb::arg("path"))
      .def_prop_ro("tours", at_rest([](const Rides& r) { return r.search.tours(); }));
  using Windows = TourCount<clew::FrontierCount>;
  Windows::bind(m, "FrontierCount")
      .def_prop_ro("tours", at_rest([](const Windows& w) { return integer(w.search.tours()); }))
      .def_prop_ro("widest", at_rest([](const Windows& w) { return w.search.widest(); }));
  nb::class_<Tiles>(m, "Tiles")
      .def(nb::init<std::int64_t, std::int64_t, const std::vector<Tiles::Pattern>&,
                    const std::vector<Tiles::Tile>&>(),
           nb::arg("rows"), nb::arg("cols"), nb::arg("patterns"), nb::arg("tiles"))
      .def("route", &Tiles::route, nb::arg("start"));
  m.def("sudoku_batch", &sudoku_batch, nb::arg("puzzles"), nb::arg("limit"), nb::arg("width"),
        nb::arg("grids"), nb::arg("threads"), nb::arg("pause").none());
  m.def("sudoku_canonical", &sudoku_canonical, nb::arg("puzzles"), nb::arg("threads"),
        nb::arg("pause").none());
  m.def("sudoku_path", &sudoku_path);
  m.def("sudoku_make", &sudoku_make, nb::arg("count"), nb::arg("seed"), nb::arg("symmetry"),
        nb::arg("clues"), nb::arg("threads"), nb::arg("pause").none());
  m.def("sudoku_minimal", &sudoku_minimal, nb::arg("grids"), nb::arg("orders"), nb::arg("seed"),
        nb::arg("symmetry"), nb::arg("clues"), nb::arg("threads"), nb::arg("pause").none());
  m.def("rate_sudokus", &rate_sudokus, nb::arg("givens"), nb::arg("solutions"),
        nb::arg("scale"));
  m.def("sudoku_steps", &sudoku_steps, nb::arg("givens"), nb::arg("solution"),
        nb::arg("scale"));
  m.def("bands_briefly", &Bands::briefly, nb::arg("givens"), nb::arg("max_answers"),
        nb::arg("max_nodes"));
  m.def("spread", &spread, nb::arg("route"), nb::arg("cols"));
}
