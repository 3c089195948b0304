// The one file that knows nanobind: every kernel's door to Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <stdexcept>

#include "in_a_row.hpp"
#include "octal.hpp"
#include "queens.hpp"

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

std::vector<std::uint64_t> masks(const std::vector<nb::int_>& rows) {
  std::vector<std::uint64_t> out;
  for (const nb::int_& row : rows) {
    std::uint64_t mask;
    if (!nb::try_cast(row, mask))
      throw nb::value_error("rows: found a mask outside 0 to 2**64 - 1");
    out.push_back(mask);
  }
  return out;
}

struct Queens {
  clew::Queens search;
  std::atomic_flag busy;

  Queens(std::int64_t n, const std::vector<nb::int_>& rows) : search(n, masks(rows)) {}

  nb::list run(std::int64_t max_answers, std::int64_t max_nodes) {
    if (max_answers < 0 || max_nodes < 0)
      throw nb::value_error("run: found a negative limit, expected 0 or more");
    const Busy guard(busy);
    std::uint64_t found = 0;
    std::vector<std::uint8_t> columns;
    {
      nb::gil_scoped_release release;
      columns = search.run(max_answers, max_nodes, found);
    }
    return tuples(columns, found, search.n());
  }

  static nb::list tuples(const std::vector<std::uint8_t>& flat, std::size_t count, int width) {
    nb::list out;
    for (std::size_t i = 0; i < count; ++i) {
      nb::object row = nb::steal(PyTuple_New(width));
      if (!row.is_valid()) throw nb::python_error();
      for (int c = 0; c < width; ++c)
        PyTuple_SET_ITEM(row.ptr(), c, PyLong_FromLong(flat[i * width + c]));
      out.append(row);
    }
    return out;
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

}  // namespace

NB_MODULE(_native, m) {
  nb::class_<InARow>(m, "InARow")
      .def(nb::init<std::int64_t, std::int64_t, std::int64_t>(), nb::arg("rows"), nb::arg("cols"),
           nb::arg("length"))
      .def("value", &InARow::value, nb::arg("mine"), nb::arg("theirs"), nb::arg("alpha"),
           nb::arg("beta"), nb::arg("pause"))
      .def_prop_ro("nodes", [](const InARow& g) { return g.game.nodes(); });
  nb::class_<Octal>(m, "Octal")
      .def(nb::init<const std::vector<std::int64_t>&>(), nb::arg("code"))
      .def("run", &Octal::run, nb::arg("count"))
      .def_prop_ro("size", [](const Octal& o) { return o.values.size(); });
  nb::class_<Queens>(m, "Queens")
      .def(nb::init<std::int64_t, const std::vector<nb::int_>&>(), nb::arg("n"), nb::arg("rows"))
      .def("run", &Queens::run, nb::arg("max_answers"), nb::arg("max_nodes"))
      .def_prop_ro("nodes", [](const Queens& q) { return q.search.nodes(); })
      .def_prop_ro("backtracks", [](const Queens& q) { return q.search.backtracks(); })
      .def_prop_ro("deepest", [](const Queens& q) { return q.search.deepest(); })
      .def_prop_ro("finished", [](const Queens& q) { return q.search.finished(); });
}
