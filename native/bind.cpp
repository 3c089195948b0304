// The one file that knows nanobind: every kernel's door to Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <stdexcept>
#include <string_view>

#include "coset.hpp"
#include "queens.hpp"
#include "xor_walk.hpp"

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

std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }

std::vector<std::string_view> views(const std::vector<nb::bytes>& several) {
  std::vector<std::string_view> out;
  for (const nb::bytes& each : several) out.push_back(view(each));
  return out;
}

struct Coset {
  clew::Coset walk;
  std::atomic_flag busy;

  Coset(const nb::bytes& base, const std::vector<nb::bytes>& basis)
      : walk(view(base), views(basis)) {}

  void run(std::int64_t max_words) {
    if (max_words < 0) throw nb::value_error("run: found a negative limit, expected 0 or more");
    const Busy guard(busy);
    nb::gil_scoped_release release;
    walk.run(max_words);
  }
};

struct XorWalk {
  clew::XorWalk walk;
  std::atomic_flag busy;

  XorWalk(std::int64_t bits, const std::vector<nb::int_>& moves, std::int64_t start,
          std::int64_t goal)
      : walk(bits, masks(moves, "masks"), start, goal) {}

  void run(std::int64_t max_nodes) {
    if (max_nodes < 0) throw nb::value_error("run: found a negative limit, expected 0 or more");
    const Busy guard(busy);
    nb::gil_scoped_release release;
    walk.run(max_nodes);
  }
};

}  // namespace

NB_MODULE(_native, m) {
  nb::class_<Queens>(m, "Queens")
      .def(nb::init<std::int64_t, const std::vector<nb::int_>&>(), nb::arg("n"), nb::arg("rows"))
      .def("run", &Queens::run, nb::arg("max_answers"), nb::arg("max_nodes"))
      .def_prop_ro("nodes", [](const Queens& q) { return q.search.nodes(); })
      .def_prop_ro("backtracks", [](const Queens& q) { return q.search.backtracks(); })
      .def_prop_ro("deepest", [](const Queens& q) { return q.search.deepest(); })
      .def_prop_ro("finished", [](const Queens& q) { return q.search.finished(); });

  nb::class_<Coset>(m, "Coset")
      .def(nb::init<const nb::bytes&, const std::vector<nb::bytes>&>(), nb::arg("base"),
           nb::arg("basis"))
      .def("run", &Coset::run, nb::arg("max_words"))
      .def_prop_ro("visited", [](const Coset& c) { return c.walk.visited(); })
      .def_prop_ro("finished", [](const Coset& c) { return c.walk.finished(); })
      .def_prop_ro("word", [](const Coset& c) { return c.walk.word(); })
      .def_prop_ro("weight", [](const Coset& c) { return c.walk.weight(); });

  nb::class_<XorWalk>(m, "XorWalk")
      .def(nb::init<std::int64_t, const std::vector<nb::int_>&, std::int64_t, std::int64_t>(),
           nb::arg("bits"), nb::arg("masks"), nb::arg("start"), nb::arg("goal") = 0)
      .def("run", &XorWalk::run, nb::arg("max_nodes"))
      .def_prop_ro("finished", [](const XorWalk& w) { return w.walk.finished(); })
      .def_prop_ro("moves", [](const XorWalk& w) { return w.walk.moves(); })
      .def_prop_ro("nodes", [](const XorWalk& w) { return w.walk.nodes(); })
      .def_prop_ro("generated", [](const XorWalk& w) { return w.walk.generated(); })
      .def_prop_ro("duplicates", [](const XorWalk& w) { return w.walk.duplicates(); })
      .def_prop_ro("frontier", [](const XorWalk& w) { return w.walk.frontier(); })
      .def_prop_ro("levels", [](const XorWalk& w) { return w.walk.levels(); });
}
