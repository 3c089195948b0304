#include "common/binding.hpp"
#include "triangle/sums.hpp"

namespace clew {

namespace {

// A Python sequence, whatever its type, as a tuple: a value's own __index__ cannot change it.
nb::object sequence(nb::handle of) {
  nb::object out = nb::steal(PySequence_Tuple(of.ptr()));
  if (!out.is_valid()) throw nb::python_error();
  return out;
}

// The rows straight from Python's own sequences: there may be many millions of values.
std::vector<std::vector<std::int32_t>> triangle(nb::handle rows) {
  std::vector<std::vector<std::int32_t>> out;
  const nb::object all = sequence(rows);
  for (Py_ssize_t r = 0; r < NB_TUPLE_GET_SIZE(all.ptr()); ++r) {
    const nb::object row = sequence(NB_TUPLE_GET_ITEM(all.ptr(), r));
    std::vector<std::int32_t>& values = out.emplace_back();
    values.reserve(static_cast<std::size_t>(NB_TUPLE_GET_SIZE(row.ptr())));
    for (Py_ssize_t c = 0; c < NB_TUPLE_GET_SIZE(row.ptr()); ++c) {
      int overflow = 0;
      const long long value =
          PyLong_AsLongLongAndOverflow(NB_TUPLE_GET_ITEM(row.ptr(), c), &overflow);
      if (value == -1 && PyErr_Occurred()) throw nb::python_error();
      if (overflow != 0 || value < INT32_MIN || value > INT32_MAX)
        refuse("row ", r, ": found a value beyond 32 bits");
      values.push_back(static_cast<std::int32_t>(value));
    }
  }
  return out;
}

using Runs = nb::typed<nb::list, nb::typed<nb::tuple, int, int>>;

Runs totals(Held<Sums>& self) {
  const Busy guard(self.busy);
  nb::list out;
  for (const Sums::Run& run : self.kernel.totals()) out.append(nb::make_tuple(run.first, run.last));
  return out;
}

}  // namespace

void bind_triangle(nb::module_& m) {
  using Self = Held<Sums>;
  Class<Sums>(m, "Sums")
      .def("__init__",
           [](Self* self, const nb::object& rows) {
             new (self) Self(std::in_place, [&] { return Sums(triangle(rows)); });
           },
           "rows"_a)
      .steps("rise", &Sums::rise, "max_nodes")
      .def("totals", totals)
      .def("seek",
           [](Self& self, std::int64_t total) {
             const Busy guard(self.busy);
             self.kernel.seek(total);
           },
           "total"_a)
      .answers("run", &Sums::run)
      .read("nodes", &Sums::nodes)
      .read("finished", &Sums::finished);
}

}  // namespace clew
