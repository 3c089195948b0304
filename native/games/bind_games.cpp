#include "common/binding.hpp"
#include "games/in_a_row.hpp"
#include "games/octal.hpp"

namespace clew {

namespace {

int value(Held<InARow>& self, std::uint64_t mine, std::uint64_t theirs, int alpha, int beta,
          const nb::typed<nb::callable, std::uint64_t(std::uint64_t)>& pause) {
  const Busy guard(self.busy);
  return without_gil([&] {
    return self.kernel.value(mine, theirs, alpha, beta, [&pause](std::uint64_t nodes) {
      nb::gil_scoped_acquire acquire;
      return nb::cast<std::uint64_t>(pause(nodes));
    });
  });
}

// The values of the next heaps.
nb::typed<nb::list, int> run_octal(Held<Octal>& self, std::int64_t count) {
  if (count < 0) refuse("count: found a negative number, expected 0 or more");
  const Busy guard(self.busy);
  const Octal& values = self.kernel;
  const std::size_t first = values.size();
  without_gil([&] { self.kernel.run(static_cast<std::size_t>(count)); });
  nb::list out;
  for (std::size_t n = first; n < values.size(); ++n) out.append(values[n]);
  return out;
}

}  // namespace

void bind_games(nb::module_& m) {
  Class<InARow>(m, "InARow")
      .init<std::int64_t, std::int64_t, std::int64_t>("rows"_a, "cols"_a, "length"_a)
      .def("value", value, "mine"_a, "theirs"_a, "alpha"_a, "beta"_a, "pause"_a)
      .read("nodes", &InARow::nodes);
  Class<Octal>(m, "Octal")
      .init<std::vector<std::int64_t>>("code"_a)
      .def("run", run_octal, "count"_a)
      .read("size", &Octal::size);
}

}  // namespace clew
