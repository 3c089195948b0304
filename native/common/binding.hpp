// What the binding files share: how a kernel becomes a Python class.
//
//   Class<Queens>(m, "Queens").init<std::int64_t, Masks>("n"_a, "rows"_a).answers(&Queens::run).tree();
//
// A kernel runs without the GIL, in slices, and in one thread at a time. Only these files know
// nanobind; what is not a template is defined in module.cpp.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "common/expect.hpp"

namespace clew {

namespace nb = nanobind;
using namespace nb::literals;

using Tuples = nb::typed<nb::list, nb::typed<nb::tuple, int, nb::ellipsis>>;
using Routes = nb::typed<nb::list, nb::bytes>;  // the cells of each, as 32-bit integers
using Masks = std::vector<nb::int_>;            // of 64 bits

// Without the GIL a second thread could enter the same kernel: this refuses it.
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

// ------------------------------------------------------------------ from Python

void require_limits(const char* call, std::int64_t max_solutions, std::int64_t max_nodes);

inline std::string_view view(const nb::bytes& bytes) { return {bytes.c_str(), bytes.size()}; }
inline const std::uint8_t* unsigned_bytes(const nb::bytes& bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.c_str());
}

// Whole numbers of 64 bits from their bytes.
template <class Number = std::int64_t>
std::vector<Number> words(const nb::bytes& bytes, const char* name) {
  if (bytes.size() % sizeof(Number)) refuse(name, ": found bytes that are no 64-bit integers");
  std::vector<Number> out(bytes.size() / sizeof(Number));
  if (!out.empty()) std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

// An argument in the form that kernels take.
template <class Given>
const Given& taken(const Given& given) {
  return given;
}
inline std::string_view taken(const nb::bytes& given) { return view(given); }
std::vector<std::string_view> taken(const std::vector<nb::bytes>& given);
std::vector<std::uint64_t> taken(const Masks& given);

// The bytes of any object with the buffer protocol, whose memory stays in place meanwhile.
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

// ------------------------------------------------------------------ to Python

nb::object new_tuple(std::size_t width);

// Bytes of this length, and where to write them before anyone else sees them.
nb::bytes new_bytes(std::size_t size, char*& data);

// `count` answers of `width` numbers each; even an empty board may have one.
template <class Number>
Tuples listed(const std::vector<Number>& flat, std::size_t width, std::size_t count) {
  nb::list out;
  for (std::size_t i = 0; i < count; ++i) {
    nb::object row = new_tuple(width);
    for (std::size_t c = 0; c < width; ++c)
      NB_TUPLE_SET_ITEM(row.ptr(), static_cast<Py_ssize_t>(c),
                       nb::int_(flat[i * width + c]).release().ptr());
    out.append(row);
  }
  return out;
}
Routes listed(const std::vector<std::int32_t>& flat, std::size_t width, std::size_t count);

// A kernel's result for Python: bytes are one number of any size, the lowest byte first.
template <class Told>
Told shown(const Told& told) {
  return told;
}
nb::int_ shown(const std::vector<std::uint8_t>& number);
nb::bytes shown(const std::vector<std::int32_t>& cells);

// ------------------------------------------------------------------ while a kernel runs

// Lets signals in, and the errors of clew.core.deadline.
void poll_signals();

// What a kernel calls now and then during a batch: Ctrl-C ends the batch, and `pause` learns its
// progress.
inline auto reporting(const nb::object& pause) {
  return [&pause](std::uint64_t done) {
    poll_signals();
    nb::gil_scoped_acquire acquire;
    if (!pause.is_none()) pause(done);
  };
}

template <class Work>
auto without_gil(Work&& work) {
  nb::gil_scoped_release release;
  return work();
}

// ------------------------------------------------------------------ a class for a kernel

template <class Kernel>
struct Held {
  Kernel kernel;
  std::atomic_flag busy;

  template <class... Given>
  explicit Held(const Given&... given) : kernel(taken(given)...) {}
  template <class Make>
  Held(std::in_place_t, Make&& make) : kernel(make()) {}
};

template <class Kernel>
class Class {
 public:
  using Self = Held<Kernel>;

  Class(nb::module_& m, const char* name) : class_(m, name) {}

  template <class... Given, class... Names>
  Class& init(const Names&... names) {
    class_.def(nb::init<const Given&...>(), names...);
    return *this;
  }

  template <class Function, class... Names>
  Class& def(const char* name, Function&& function, const Names&... names) {
    class_.def(name, std::forward<Function>(function), names...);
    return *this;
  }

  // A property; refused while another thread runs the kernel, since what it reads may move.
  template <class Out>
  Class& read(const char* name, Out (Kernel::*reading)() const) {
    class_.def_prop_ro(name, [reading](Self& self) {
      const Busy guard(self.busy);
      return shown((self.kernel.*reading)());
    });
    return *this;
  }

  // run(max_nodes): continues for at most that many nodes.
  template <class Out>
  Class& steps(const char* name, Out (Kernel::*run)(std::uint64_t), const char* limit) {
    class_.def(
        name,
        [run, name](Self& self, std::int64_t most) {
          require_limits(name, 0, most);
          const Busy guard(self.busy);
          return without_gil([&] { return (self.kernel.*run)(most); });
        },
        nb::arg(limit));
    return *this;
  }

  // run(max_solutions, max_nodes): continues until one of the limits is reached.
  template <class Number>
  Class& answers(const char* name, std::vector<Number> (Kernel::*run)(std::uint64_t, std::uint64_t,
                                                                      std::uint64_t&)) {
    class_.def(
        name,
        [run, name](Self& self, std::int64_t max_solutions, std::int64_t max_nodes) {
          require_limits(name, max_solutions, max_nodes);
          const Busy guard(self.busy);
          std::uint64_t found = 0;
          const auto flat =
              without_gil([&] { return (self.kernel.*run)(max_solutions, max_nodes, found); });
          return listed(flat, self.kernel.width(), found);
        },
        "max_solutions"_a, "max_nodes"_a);
    return *this;
  }

  // What every tree search counts.
  Class& tree() {
    return read("nodes", &Kernel::nodes)
        .read("backtracks", &Kernel::backtracks)
        .read("deepest", &Kernel::deepest)
        .read("finished", &Kernel::finished);
  }

 private:
  nb::class_<Self> class_;
};

}  // namespace clew
