// The compiled module: what the binding files share, and a call to each family's.
#include <nanobind/eval.h>

#include <chrono>

#include "common/binding.hpp"
#include "common/poll.hpp"

namespace clew {

void require_limits(const char* call, std::int64_t max_solutions, std::int64_t max_nodes) {
  if (max_solutions < 0 || max_nodes < 0)
    refuse(call, ": found a negative limit, expected 0 or more");
}

std::vector<std::string_view> taken(const std::vector<nb::bytes>& given) {
  std::vector<std::string_view> out;
  for (const nb::bytes& each : given) out.push_back(view(each));
  return out;
}

std::vector<std::uint64_t> taken(const Masks& given) {
  std::vector<std::uint64_t> out(given.size());
  for (std::size_t i = 0; i < given.size(); ++i)
    if (!nb::try_cast(given[i], out[i])) refuse("mask ", i, ": expected 0 to 2**64 - 1");
  return out;
}

nb::object new_tuple(std::size_t width) {
  nb::object out = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(width)));
  if (!out.is_valid()) throw nb::python_error();
  return out;
}

nb::bytes new_bytes(std::size_t size, char*& data) {
  nb::object out = nb::steal(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size)));
  if (!out.is_valid()) throw nb::python_error();
  data = PyBytes_AsString(out.ptr());
  return nb::borrow<nb::bytes>(out);
}

Routes listed(const std::vector<std::int32_t>& flat, std::size_t width, std::size_t count) {
  nb::list out;
  for (std::size_t i = 0; i < count; ++i)
    out.append(nb::bytes(flat.data() + i * width, width * sizeof(std::int32_t)));
  return out;
}

nb::int_ shown(const std::vector<std::uint8_t>& number) {
  return nb::borrow<nb::int_>(nb::module_::import_("builtins").attr("int").attr("from_bytes")(
      nb::bytes(number.data(), number.size()), "little"));
}

nb::bytes shown(const std::vector<std::int32_t>& cells) {
  return nb::bytes(cells.data(), cells.size() * sizeof(std::int32_t));
}

namespace {
PyObject* nothing = nullptr;  // a Python function that does nothing: to enter it lets signals in
}

void poll_signals() {
  nb::gil_scoped_acquire acquire;
  if (!nb::steal(PyObject_CallNoArgs(nothing)).is_valid()) throw nb::python_error();
}

// The hook of `poll`: every few milliseconds, and not in a thread that is the kernel's own.
static void poll_by_time() {
  using Clock = std::chrono::steady_clock;
  thread_local Clock::time_point due;
  if (Clock::now() < due || !PyGILState_GetThisThreadState()) return;
  poll_signals();
  due = Clock::now() + std::chrono::milliseconds(10);
}

void bind_csp(nb::module_& m);
void bind_games(nb::module_& m);
void bind_knight(nb::module_& m);
void bind_latin(nb::module_& m);
void bind_lights(nb::module_& m);
void bind_own(nb::module_& m);
void bind_proof(nb::module_& m);
void bind_queens(nb::module_& m);
void bind_rater(nb::module_& m);
void bind_sudoku(nb::module_& m);
void bind_tiles(nb::module_& m);

}  // namespace clew

NB_MODULE(_native, m) {
  // A puzzle keeps its model; one that a thread still holds when Python ends is no fault to report.
  nanobind::set_leak_warnings(false);
  clew::nothing = nanobind::object(nanobind::eval(nanobind::str("lambda: None"))).release().ptr();
  clew::poll_hook = clew::poll_by_time;
  clew::bind_csp(m);
  clew::bind_games(m);
  clew::bind_knight(m);
  clew::bind_latin(m);
  clew::bind_lights(m);
  clew::bind_own(m);
  clew::bind_proof(m);
  clew::bind_queens(m);
  clew::bind_rater(m);
  clew::bind_sudoku(m);
  clew::bind_tiles(m);
}
